# cython: auto_pickle=False
"""Descriptions: what a tensor looks like before any memory exists, and the algebra of views.

A description is dtype, size, strides in bytes, byte order, device (and room for axes); it is immutable, and the same
description is the same object, so that plans can be remembered by description. A view is a pure function from a
description to (offset in bytes, description).
"""

from cpython.ref cimport PyObject
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.dict cimport PyDict_Next
from libc.stdint cimport int64_t
from libc.string cimport memcpy

cimport cython

from math import gcd

from ocean._src.core.dtypes import publish
from ocean._src.core.errors import OceanIndexError, OceanTypeError, OceanValueError, integer_text

from ocean._src.core.dtypes cimport kind_of

cdef extern from *:
    """
    static int add_overflows(int64_t a, int64_t b, int64_t *r) { return __builtin_add_overflow(a, b, r); }
    static int sub_overflows(int64_t a, int64_t b, int64_t *r) { return __builtin_sub_overflow(a, b, r); }
    static int mul_overflows(int64_t a, int64_t b, int64_t *r) { return __builtin_mul_overflow(a, b, r); }
    """
    int add_overflows(int64_t, int64_t, int64_t*) noexcept
    int sub_overflows(int64_t, int64_t, int64_t*) noexcept
    int mul_overflows(int64_t, int64_t, int64_t*) noexcept
    Py_ssize_t Py_REFCNT(PyObject*)


cdef dict INTERNED = {}
cdef Py_ssize_t PURGE_AT = 1 << 14


cdef struct signature:
    int64_t device
    int code, swapped
    int64_t numbers[2 * MAX_DIMS]


@cython.final
@cython.no_gc
cdef class description:
    """What a tensor looks like: dtype, size, strides in bytes, byte order and device."""

    @property
    def size(self):
        return self._size

    @property
    def strides(self):
        return self._strides

    def __repr__(self):
        order = ", byteswapped" if self.swapped else ""
        return f"<description {self.dtype.name} size {self._size} strides {self._strides} on {self.device.name}{order}>"

    def __reduce__(self):
        return make, (self.dtype, self._size, self._strides, self.device, bool(self.swapped))


cdef description describe(dtype kind, device where, bint swapped, int ndims, const int64_t* n, const int64_t* s):
    """The one description with these properties."""
    cdef signature key
    cdef int i
    cdef description self
    cdef int64_t low = 0, high = 0, nelem = 1, reach
    if kind.size == 1:
        swapped = False
    key.device = <int64_t><PyObject*>where
    key.code = kind.code
    key.swapped = swapped
    memcpy(key.numbers, n, ndims * 8)
    memcpy(key.numbers + ndims, s, ndims * 8)
    name = PyBytes_FromStringAndSize(<char*>&key, 16 + 16 * ndims)
    found = INTERNED.get(name)
    if found is not None:
        return <description>found
    for i in range(ndims):
        if n[i] < 0:
            raise OceanValueError("The tensor dimension values must be nonnegative")
        if n[i] == 0:
            nelem = 0
    if nelem:
        high = kind.size
        for i in range(ndims):
            if mul_overflows(nelem, n[i], &nelem):
                raise too_large(kind, ndims, n)
            if mul_overflows(n[i] - 1, s[i], &reach) or (
                    add_overflows(high, reach, &high) if reach > 0 else add_overflows(low, reach, &low)):
                raise too_large(kind, ndims, n)
        if mul_overflows(nelem, kind.size, &reach) or sub_overflows(high, low, &reach):
            raise too_large(kind, ndims, n)
    self = description.__new__(description)
    self.dtype = kind
    self.device = where
    self.swapped = swapped
    self.ndims = ndims
    self.nelem = nelem
    self.low = low
    self.high = high
    self._overlap = self._fortran = self._dense = -1
    for i in range(ndims):
        self.n[i] = n[i]
        self.s[i] = s[i]
    self._size = tuple([n[i] for i in range(ndims)])
    self._strides = tuple([s[i] for i in range(ndims)])
    if len(INTERNED) >= PURGE_AT:
        purge()
    INTERNED[name] = self
    return self


cdef too_large(dtype kind, int ndims, const int64_t* n):
    return OceanValueError(
        f"A tensor of size {'x'.join([str(n[i]) for i in range(ndims)])} and dtype {kind.name} exceeds 64-bit addresses")


cdef purge():
    """Forget the descriptions that nobody uses, and the views that they remember."""
    cdef description each
    global PURGE_AT
    cdef PyObject* name
    cdef PyObject* value
    cdef Py_ssize_t position = 0
    cdef list unused = []
    for each in INTERNED.values():
        each.views = each.reshaped = each.reshaped_view = None
        each._transpose = each._other = None
    each = None
    while PyDict_Next(INTERNED, &position, &name, &value):
        if Py_REFCNT(value) == 1:
            unused.append(<object>name)
    for key in unused:
        del INTERNED[key]
    PURGE_AT = max(1 << 14, 2 * len(INTERNED))


cdef description fortran(dtype kind, device where, int ndims, const int64_t* n):
    """The description with column-major strides."""
    cdef int64_t s[MAX_DIMS]
    cdef int64_t step = kind.size
    cdef int i
    for i in range(ndims):
        s[i] = step
        if n[i] < 0:
            raise OceanValueError("The tensor dimension values must be nonnegative")
        if n[i] > 0 and mul_overflows(step, n[i], &step):
            for i in range(ndims):
                if n[i] == 0:  # no elements, so that the strides do not matter
                    for i in range(ndims):
                        s[i] = kind.size
                    return describe(kind, where, False, ndims, n, s)
            raise too_large(kind, ndims, n)
    return describe(kind, where, False, ndims, n, s)


cdef int read_size(object size, int64_t* n) except -1:
    """A size argument (an integer or a sequence of integers) as an array; its length."""
    cdef int ndims = 0
    if isinstance(size, int) or not hasattr(size, "__iter__"):
        size = (size,)
    for each in size:
        if ndims == MAX_DIMS:
            raise OceanValueError(f"Maximum number of tensor dimension elements exceeded ({MAX_DIMS})")
        n[ndims] = read_int(each, "size")
        ndims += 1
    return ndims


cdef int64_t read_int(object value, str what) except? -1:
    if type(value) is int:
        try:
            return value
        except OverflowError:
            raise OceanValueError(f"The {what} {integer_text(value)} does not fit 64 bits") from None
    try:
        return value.__index__()
    except OverflowError:
        raise OceanValueError(f"The {what} {integer_text(value)} does not fit 64 bits") from None
    except (AttributeError, TypeError):
        raise OceanTypeError(f"Expected an integer {what}, got {value!r}") from None


def integer(value, str what):
    """A Python int from any integer-like value that fits 64 bits; `what` names the argument in the error."""
    return read_int(value, what)


def integers(value, str what):
    """A tuple of ints from an integer or a sequence of integers; `what` names the argument in the error."""
    if isinstance(value, int) or not hasattr(value, "__iter__"):
        return (read_int(value, what),)
    return tuple([read_int(each, what) for each in value])


def make(dtype kind not None, size, strides, device where not None, bint swapped=False, int64_t unit=1):
    """The description with the given size and strides; strides may be 'F', 'C', 'R' or integers times `unit` bytes."""
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int ndims = read_size(size, n), i
    cdef int64_t step
    cdef description base
    for i in range(ndims):
        if n[i] < 0:
            raise OceanValueError("The tensor dimension values must be nonnegative")
    if strides is None or isinstance(strides, str):
        order = strides if strides is not None else "F"
        if order in ("F", "f") or ndims < 2:
            if order not in ("F", "f", "C", "c", "R", "r"):
                raise OceanValueError(f"Expected order 'F', 'C' or 'R', got {order!r}")
            base = fortran(kind, where, ndims, n)
            return other_order(base) if swapped else base
        if order in ("C", "c"):
            base = fortran(kind, where, ndims, reversed_numbers(ndims, n))
            for i in range(ndims):
                s[i] = base.s[ndims - 1 - i]
            restored = reversed_numbers(ndims, n)
            return describe(kind, where, swapped, ndims, restored, s)
        if order in ("R", "r"):
            n[0], n[1] = n[1], n[0]
            base = fortran(kind, where, ndims, n)
            memcpy(s, base.s, ndims * 8)
            n[0], n[1] = n[1], n[0]
            s[0], s[1] = s[1], s[0]
            return describe(kind, where, swapped, ndims, n, s)
        raise OceanValueError(f"Expected order 'F', 'C' or 'R', got {order!r}")
    given = integers(strides, "stride")
    if len(given) != ndims:
        raise OceanValueError(f"Expected {ndims} strides to match the size, got {len(given)}")
    for i in range(ndims):
        step = given[i]
        if mul_overflows(step, unit, &s[i]):
            raise OceanValueError(f"The stride {step} times the unit size {unit} exceeds 64 bits")
    return describe(kind, where, swapped, ndims, n, s)


cdef int64_t* reversed_numbers(int ndims, int64_t* n) noexcept:
    """Reverse the numbers where they are."""
    cdef int i
    for i in range(ndims // 2):
        n[i], n[ndims - 1 - i] = n[ndims - 1 - i], n[i]
    return n


def with_dtype(description self not None, dtype kind not None):
    """Column-major description of the same size with another dtype, in native byte order."""
    return fortran(kind, self.device, self.ndims, self.n)


def on_device(description self not None, device where not None):
    return describe(self.dtype, where, self.swapped, self.ndims, self.n, self.s)


def in_order(description self not None, bint swapped):
    """The same description in the given byte order."""
    return self if bool(self.swapped) == swapped else other_order(self)


cdef description other_order(description self):
    """The same description in the other byte order."""
    if self._other is None:
        self._other = describe(self.dtype, self.device, not self.swapped, self.ndims, self.n, self.s)
    return self._other


# --- Queries -----------------------------------------------------------------------------------------------------

cdef bint is_fortran(description self) noexcept:
    """Whether the elements stand in column-major order without gaps."""
    cdef int i
    cdef int64_t step = self.dtype.size
    if self._fortran < 0:
        self._fortran = 1
        if self.nelem:
            for i in range(self.ndims):
                if self.n[i] != 1:
                    if self.s[i] != step:
                        self._fortran = 0
                        break
                    step *= self.n[i]
    return self._fortran


def layout_is_fortran(description self not None):
    return is_fortran(self)


def layout_is_c(description self not None):
    """Whether the elements stand in row-major order without gaps."""
    return is_fortran(reverse(self))


def layout_is_linear(description self not None):
    """Whether the elements in column-major order are at equal distances."""
    cdef int i
    cdef int64_t step = 0
    cdef bint moving = False
    for i in range(self.ndims):
        if self.n[i] != 1 and self.nelem:
            if moving and self.s[i] != step:
                return False
            step = self.s[i] * self.n[i]
            moving = True
    return True


def layout_is_dense(description self not None):
    """Whether the elements fill a block of memory without gaps or overlaps, in any order of the dimensions."""
    return self.nelem == 0 or (self.high - self.low == self.nelem * self.dtype.size and not self_overlap(self))


def layout_is_aligned(description self not None, Py_ssize_t address):
    """Whether every element is at a multiple of its size (complex: of its part's size)."""
    cdef int unit = self.dtype.size // 2 if self.dtype.iscomplex else self.dtype.size
    cdef int i
    if self.nelem == 0:
        return True
    for i in range(self.ndims):
        if self.n[i] > 1 and self.s[i] % unit:
            return False
    return address % unit == 0


cdef int self_overlap(description self) except -1:
    """0: every element has its own bytes; 1: only dimensions with stride zero share them; 2: others overlap."""
    cdef int i
    cdef bint zero = False
    cdef list terms
    cdef int64_t reach
    if self._overlap < 0:
        terms = []
        if self.nelem:
            for i in range(self.ndims):
                if self.n[i] > 1:
                    if self.s[i] == 0:
                        zero = True
                    else:
                        terms.append((abs(self.s[i]), self.n[i]))
        terms.sort()
        reach = self.dtype.size
        overlapping = False
        for stride, count in terms:
            if stride < reach:
                overlapping = True
                break
            reach += stride * (count - 1)
        if overlapping:  # the simple rule does not decide: look for two elements less than an element apart
            differences = [(stride, 2 * count - 1) for stride, count in terms]
            start = -sum([stride * (count - 1) for stride, count in terms])
            centre = [count - 1 for stride, count in terms]
            overlapping = meets(start, differences, self.dtype.size, self.dtype.size, centre)
        self._overlap = 2 if overlapping else 1 if zero else 0
    return self._overlap


def overlap_kind(description self not None):
    """0: no element shares bytes with another; 1: only through strides of zero; 2: otherwise."""
    return self_overlap(self)


def overlap(description first not None, Py_ssize_t first_address, description second not None, Py_ssize_t second_address):
    """Whether two tensors at the given addresses share a byte."""
    cdef int i
    cdef int64_t distance
    if first.nelem == 0 or second.nelem == 0:
        return False
    if (first_address + first.high <= second_address + second.low
            or second_address + second.high <= first_address + first.low):
        return False
    distance = (first_address + first.low) - (second_address + second.low)
    # distance between two elements: each negative stride counts from its lowest element, the second tensor's down
    counts = {}  # stride -> number of places that it leads to
    for i in range(first.ndims):
        if first.n[i] > 1 and first.s[i]:
            counts[abs(first.s[i])] = counts.get(abs(first.s[i]), 1) + first.n[i] - 1
    for i in range(second.ndims):
        if second.n[i] > 1 and second.s[i]:
            counts[abs(second.s[i])] = counts.get(abs(second.s[i]), 1) + second.n[i] - 1
            distance -= abs(second.s[i]) * (second.n[i] - 1)
    return meets(distance, list(counts.items()), first.dtype.size, second.dtype.size, None, 20_000)


def meets(start, terms, below, above, avoid, budget=200_000):
    """Whether -below < start + sum(stride * x) < above has a solution 0 <= x < count other than `avoid`.

    A search from the largest stride to the smallest; the reach of the smaller ones leaves few choices for each, their
    greatest common divisor fewer, and the choices are tried from the middle on, where most solutions are. When the
    budget is used up the answer is yes, which is safe: callers refuse or make a copy.
    """
    order = sorted(range(len(terms)), key=lambda k: -terms[k][0])
    strides = [terms[k][0] for k in order]
    counts = [terms[k][1] for k in order]
    point = None if avoid is None else [avoid[k] for k in order]
    reach = [0] * (len(order) + 1)
    step = [0] * (len(order) + 1)
    for k in range(len(order) - 1, -1, -1):
        reach[k] = reach[k + 1] + strides[k] * (counts[k] - 1)
        step[k] = gcd(strides[k], step[k + 1])
    pending = [iter(((start, True),))]  # for each stride decided, the sums so far that are still to be tried
    while pending:
        value, same = next(pending[len(pending) - 1], (None, False))
        if value is None:
            pending.pop()
            continue
        budget -= 1
        if budget < 0:
            return True
        k = len(pending) - 1
        if k < len(strides):
            if above <= value % step[k] <= step[k] - below:
                continue
            pending.append(choices(value, same, strides[k], counts[k], reach[k + 1], below, above,
                                   None if point is None else point[k]))
        elif -below < value < above and not (same and point is not None):
            return True
    return False


def choices(value, same, stride, count, rest, below, above, avoid):
    """The sums that stay within reach, and whether they are the point to avoid so far."""
    first = max(0, -(-(-below + 1 - value - rest) // stride))
    last = min(count - 1, (above - 1 - value) // stride)
    x = middle = (first + last) // 2
    while x >= first:
        yield value + stride * x, same and x == avoid
        x -= 1
    x = middle + 1
    while x <= last:
        yield value + stride * x, same and x == avoid
        x += 1


# --- Views: description -> (offset in bytes, description) ----------------------------------------------------------

cdef int read_axis(object axis, int ndims, bint inserting=False) except -1:
    cdef int64_t value = read_int(axis, "axis")
    cdef int limit = ndims + 1 if inserting else ndims
    if value < -limit or value >= limit:
        raise OceanIndexError(f"Axis {value} is out of range for a tensor with {ndims} dimension{'s' if ndims != 1 else ''}")
    return value + limit if value < 0 else value


def checked_axis(axis, int ndims):
    """A nonnegative axis from one in the range -ndims to ndims-1."""
    return read_axis(axis, ndims)


cdef description transposed(description self):
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int ndims = self.ndims
    if self._transpose is None:
        memcpy(n, self.n, ndims * 8)
        memcpy(s, self.s, ndims * 8)
        if ndims == 1:
            n[1] = n[0]
            s[1] = s[0]
            n[0] = 1
            s[0] = self.dtype.size
            ndims = 2
        elif ndims >= 2:
            n[0], n[1] = n[1], n[0]
            s[0], s[1] = s[1], s[0]
        if ndims == 2:
            while ndims and n[ndims - 1] == 1:
                ndims -= 1
        self._transpose = describe(self.dtype, self.device, self.swapped, ndims, n, s)
    return self._transpose


def transpose(description self not None):
    """Exchange the first two dimensions; a two-dimensional result drops trailing dimensions of size one."""
    return transposed(self)


cdef description cached_swap(description self, object first, object second):
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int a, b
    a = read_axis(first, self.ndims)
    b = read_axis(second, self.ndims)
    key = 8 * a + b
    if self.views is None:
        self.views = {}
    found = self.views.get(key)
    if found is not None:
        return <description>found
    memcpy(n, self.n, sizeof(n))
    memcpy(s, self.s, sizeof(s))
    n[a], n[b] = n[b], n[a]
    s[a], s[b] = s[b], s[a]
    result = describe(self.dtype, self.device, self.swapped, self.ndims, n, s)
    if self.views is None:  # describing may have made room
        self.views = {}
    self.views[key] = result
    return result


def swap(description self not None, first, second):
    """Exchange two dimensions."""
    return cached_swap(self, first, second)


def permute(description self not None, order):
    """Dimension k of the result is dimension order[k]."""
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int i, axis
    axes = integers(order, "axis")
    if len(axes) != self.ndims or sorted([each + self.ndims if each < 0 else each for each in axes]) != list(range(self.ndims)):
        raise OceanValueError(f"The order {list(axes)} is not a permutation of the dimensions 0 to {self.ndims - 1}")
    for i in range(self.ndims):
        axis = read_axis(axes[i], self.ndims)
        n[i] = self.n[axis]
        s[i] = self.s[axis]
    return describe(self.dtype, self.device, self.swapped, self.ndims, n, s)


def reverse(description self not None):
    """Reverse the order of the dimensions."""
    return permute(self, range(self.ndims - 1, -1, -1))


def reverse2(description self not None):
    """Reverse the order of the dimensions, then exchange the first two of the result."""
    cdef description result = reverse(self)
    return result if self.ndims < 2 else cached_swap(result, 0, 1)


def flip(description self not None, axis):
    """Run along a dimension in the other direction."""
    cdef int64_t s[MAX_DIMS]
    cdef int k = read_axis(axis, self.ndims)
    memcpy(s, self.s, sizeof(s))
    s[k] = -s[k]
    result = describe(self.dtype, self.device, self.swapped, self.ndims, self.n, s)
    return (0 if self.nelem == 0 else (self.n[k] - 1) * self.s[k]), result


def broadcast(description self not None, size, int mode=0):
    """Repeat along new dimensions and dimensions of size one; new ones are on the right (mode 0) or left (mode 1)."""
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int ndims = read_size(size, n), i, k, shift
    if mode != 0 and mode != 1:
        raise OceanValueError(f"Expected broadcast mode 0 (pad on the right) or 1 (pad on the left), got {mode}")
    if ndims < self.ndims:
        raise OceanValueError("Tensor dimensions are incompatible with broadcast dimensions")
    shift = ndims - self.ndims if mode else 0
    for i in range(ndims):
        k = i - shift
        if 0 <= k < self.ndims and self.n[k] == n[i]:
            s[i] = self.s[k]
        elif 0 <= k < self.ndims and self.n[k] != 1:
            raise OceanValueError("Tensor dimensions are incompatible with broadcast dimensions")
        else:
            s[i] = 0
    for i in range(ndims):
        if n[i] < 0:
            raise OceanValueError("The tensor dimension values must be nonnegative")
    return describe(self.dtype, self.device, self.swapped, ndims, n, s)


def squeeze(description self not None, axis=None):
    """Drop one dimension of size one, or all of them."""
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int i, ndims = 0, k = -1
    if axis is not None:
        k = read_axis(axis, self.ndims)
        if self.n[k] != 1:
            raise OceanValueError(f"Only dimensions of size 1 can be squeezed; axis {k} has size {self.n[k]}")
    for i in range(self.ndims):
        if i != k and not (k < 0 and self.n[i] == 1):
            n[ndims] = self.n[i]
            s[ndims] = self.s[i]
            ndims += 1
    return describe(self.dtype, self.device, self.swapped, ndims, n, s)


def unsqueeze(description self not None, axis):
    """Insert a dimension of size one."""
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int i, k = read_axis(axis, self.ndims, True)
    if self.ndims == MAX_DIMS:
        raise OceanValueError(f"Maximum number of tensor dimension elements exceeded ({MAX_DIMS})")
    for i in range(self.ndims):
        n[i + (i >= k)] = self.n[i]
        s[i + (i >= k)] = self.s[i]
    n[k] = 1
    s[k] = self.dtype.size if k == 0 else s[k - 1] * n[k - 1]
    return describe(self.dtype, self.device, self.swapped, self.ndims + 1, n, s)


cdef description sliced(description self, int axis, int64_t length):
    cdef int64_t n[MAX_DIMS]
    cdef bint remembered = length < 1LL << 40  # so that the keys stay apart
    key = -1 - (axis + 8 * length) if remembered else None
    if remembered:
        if self.views is None:
            self.views = {}
        found = self.views.get(key)
        if found is not None:
            return <description>found
    memcpy(n, self.n, sizeof(n))
    n[axis] = length
    result = describe(self.dtype, self.device, self.swapped, self.ndims, n, self.s)
    if remembered:
        if self.views is None:  # describing may have made room
            self.views = {}
        self.views[key] = result
    return result


def slice_axis(description self not None, axis, start, length, step=1):
    """`length` elements of a dimension from `start` on, `step` elements apart."""
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int k = read_axis(axis, self.ndims)
    cdef int64_t first = read_int(start, "offset"), count = read_int(length, "size"), stride = read_int(step, "step")
    cdef int64_t last = first
    if (count < 0 or first < 0 or first > self.n[k] or (count and first == self.n[k])
            or (count > 1 and (mul_overflows(count - 1, stride, &last) or add_overflows(first, last, &last)
                               or not 0 <= last < self.n[k]))):
        raise OceanIndexError(
            f"A slice of {count} elements from {first} exceeds size {self.n[k]} of axis {k}")
    memcpy(n, self.n, sizeof(n))
    memcpy(s, self.s, sizeof(s))
    n[k] = count
    if mul_overflows(s[k], stride, &s[k]):
        s[k] = self.s[k]  # at most one element
    return (first * self.s[k] if count else 0), describe(self.dtype, self.device, self.swapped, self.ndims, n, s)


def diagonal(description self not None, index=0):
    """The diagonal of the first two dimensions: index > 0 above, < 0 below the main one."""
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int64_t k = read_int(index, "index"), row = -k if k < 0 else 0, column = k if k > 0 else 0
    cdef int i
    if self.ndims < 2:
        raise OceanValueError(f"A diagonal needs at least two dimensions, got {self.ndims}")
    n[0] = max(0, min(self.n[0] - row, self.n[1] - column)) if row <= self.n[0] and column <= self.n[1] else 0
    s[0] = self.s[0] + self.s[1]
    for i in range(2, self.ndims):
        n[i - 1] = self.n[i]
        s[i - 1] = self.s[i]
    result = describe(self.dtype, self.device, self.swapped, self.ndims - 1, n, s)
    return (row * self.s[0] + column * self.s[1] if n[0] else 0), result


def part(description self not None, int which):
    """The real (0) or imaginary (1) parts of a complex tensor."""
    cdef dtype base
    if not self.dtype.iscomplex:
        raise OceanTypeError(f"dtype {self.dtype.name} has no parts")
    base = kind_of(self.dtype.code - 3)
    return which * base.size, describe(base, self.device, self.swapped, self.ndims, self.n, self.s)


cdef description cached_reshape(description self, tuple size):
    cdef Py_ssize_t k, count = len(size)
    if self.views is None:
        return None
    if self.reshaped is not None and len(self.reshaped) == count:
        for k in range(count):
            if size[k] is not self.reshaped[k]:
                break
        else:
            return self.reshaped_view
    for each in size:
        if type(each) is not int:  # 2.0 and True are keys equal to integers
            return None
    found = self.views.get(size)
    if found is None:
        return None
    self.reshaped, self.reshaped_view = size, <description>found
    return <description>found


def reshape(description self not None, size):
    """The description of a view with another size in column-major order, or None when only a copy can have it."""
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int64_t old_n[MAX_DIMS]
    cdef int64_t old_s[MAX_DIMS]
    cdef int ndims = read_size(size, n), i, k, dims = 0
    cdef int64_t count = 1, step
    for i in range(ndims):
        if n[i] < 0:
            raise OceanValueError("Negative tensor sizes are not allowed")
        if mul_overflows(count, n[i], &count):
            count = 0 if 0 in size else -1
            break
    if count != self.nelem:
        raise OceanValueError("Mismatch in number of elements in tensor resize")
    if self.nelem == 0:
        return fortran_like(self, ndims, n)
    for i in range(self.ndims):  # merge old dimensions that follow each other in memory
        if self.n[i] == 1:
            continue
        if dims and self.s[i] == old_s[dims - 1] * old_n[dims - 1]:
            old_n[dims - 1] *= self.n[i]
        else:
            old_n[dims] = self.n[i]
            old_s[dims] = self.s[i]
            dims += 1
    k = 0
    step = self.dtype.size if dims == 0 else old_s[0]
    for i in range(ndims):
        s[i] = step
        if n[i] == 1:
            continue
        if old_n[k] % n[i]:
            return None
        old_n[k] //= n[i]
        step *= n[i]
        if old_n[k] == 1 and k + 1 < dims:
            k += 1
            step = old_s[k]
    result = describe(self.dtype, self.device, self.swapped, ndims, n, s)
    if type(size) is tuple and all([type(each) is int for each in size]):
        if self.views is None:
            self.views = {}
        self.views[size] = result
    return result


cdef description fortran_like(description self, int ndims, const int64_t* n):
    cdef description result = fortran(self.dtype, self.device, ndims, n)
    return other_order(result) if self.swapped else result


publish(description, "ocean.description")
