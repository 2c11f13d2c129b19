# cython: auto_pickle=False
"""Descriptions of tensors without their memory, and the algebra of views.

A description is dtype, size, strides in bytes, byte order, device and axes. It is immutable and interned: equal
descriptions are one object, so plans are cached by description. A view is a method of a description that returns
(offset in bytes, description); `derive` makes the description, and keeps all properties that the view does not change.
"""

from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from cpython.long cimport PyLong_CheckExact
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

cimport cython

from ocean._src.core.objects.axes import axes_text
from ocean._src.core.objects.dtypes import publish
from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError, integer_text, noted, shown
from ocean._src.core.objects.overlap import overlap_between, overlaps_itself

from ocean._src.core.objects.axes cimport (
    DIAGONAL, axes_in_size, axis, canonical, derived_axes, find_axis, find_named, transposed_axes)
from ocean._src.core.objects.dtypes cimport kind_of

cdef extern from *:
    """
    static int add_overflows(int64_t a, int64_t b, int64_t *r) { return __builtin_add_overflow(a, b, r); }
    static int sub_overflows(int64_t a, int64_t b, int64_t *r) { return __builtin_sub_overflow(a, b, r); }
    static inline void prefetch(const void *place) { __builtin_prefetch(place); }
    /* In a loop over dimensions: few iterations take longer in vectors, or by a call of memcpy. */
    #define one_by_one() __asm__ volatile("")
    static inline void copy_numbers(int64_t *to, const int64_t *from, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = from[i];
            one_by_one();
        }
    }
    static int mul_overflows(int64_t a, int64_t b, int64_t *r) { return __builtin_mul_overflow(a, b, r); }
    static inline uint64_t layout_hash(int code, const void *axes, int ndims, const int64_t *n, const int64_t *s) {
        uint64_t h = (uint64_t)(code * 128 + ndims) + ((uint64_t)axes >> 4) * 31;
        for (int i = 0; i < ndims; i++)
            h = (h * 0x9E3779B97F4A7C15u + (uint64_t)n[i]) * 0xC2B2AE3D27D4EB4Fu + (uint64_t)s[i];
        h *= 0x9E3779B97F4A7C15u;
        return h ^ (h >> 32);
    }
    """
    int add_overflows(int64_t, int64_t, int64_t*) noexcept
    int sub_overflows(int64_t, int64_t, int64_t*) noexcept
    int mul_overflows(int64_t, int64_t, int64_t*) noexcept
    void prefetch(const void*) noexcept
    void one_by_one() noexcept
    void copy_numbers(int64_t*, const int64_t*, int) noexcept
    uint64_t layout_hash(int, const void*, int, const int64_t*, const int64_t*) noexcept
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1
    Py_ssize_t Py_REFCNT(PyObject*)


# The table of all descriptions: chains by hash, and a list by age. If there are more than MANY, the oldest is dropped
# unless it is in use. They fit the caches of a processor.
cdef enum:
    MANY = 1 << 12
    MAX_LEADING = 32                # operands of a plan

cdef PyObject** CHAINS = NULL       # the first description of each chain
cdef size_t CHAIN_COUNT = 0         # a power of two, not below the number of descriptions
cdef size_t DESCRIPTIONS = 0
cdef PyObject* OLDEST = NULL
cdef PyObject* NEWEST = NULL


@cython.final
@cython.no_gc
@cython.freelist(256)
cdef class description:
    """The dtype, size, strides in bytes, byte order, device and axes of a tensor.

    Axes are a tuple of `axis`, one for each dimension, or None; tensors without dimensions have none.
    """

    def __dealloc__(self):
        if self.n != self.few:
            free(self.n)

    @property
    def size(self):
        return size_of(self)

    @property
    def strides(self):
        return strides_of(self)

    def __repr__(self):
        order = ", byteswapped" if self.swapped else ""
        axes = "" if self.axes is None else f", axes {axes_text(self.axes)}"
        return (f"<description {self.dtype.name} size {size_of(self)} strides {strides_of(self)} on {self.device.name}"
                f"{order}{axes}>")

    def __reduce__(self):
        return make_description, (
            self.dtype, size_of(self), strides_of(self), self.device, bool(self.swapped), 1, self.axes)

    # views: (offset in bytes, description)

    def transpose(self):
        """Exchange the first two dimensions; a two-dimensional result drops trailing dimensions of size one."""
        return 0, transposed(self)

    def swap_axes(self, first, second):
        """Exchange two dimensions."""
        return 0, axes_swapped(self, axis_in(self, first), axis_in(self, second))

    def permute(self, order):
        """Dimension k of the result is dimension order[k]."""
        return 0, permuted(self, order)

    def reverse(self):
        """Reverse the order of the dimensions."""
        return 0, axes_reversed(self)

    def reverse2(self):
        """Reverse the order of the dimensions, then exchange the first two of the result."""
        return 0, axes_reversed2(self)

    def flip(self, axis):
        """Run along a dimension in the other direction."""
        cdef int64_t offset = 0
        result = flipped(self, axis_in(self, axis), &offset)
        return offset, result

    def slice_axis(self, axis, start, length, step=1):
        """`length` elements of a dimension from `start` on, `step` elements apart."""
        cdef int64_t offset = 0
        result = sliced(self, axis_in(self, axis), read_int(start, "offset"), read_int(length, "size"),
                        read_int(step, "step"), &offset)
        return offset, result

    def diagonal(self, index=0):
        """The diagonal of the first two dimensions: index > 0 above, < 0 below the main one."""
        cdef int64_t offset = 0
        result = diagonal_of(self, read_int(index, "index"), &offset)
        return offset, result

    def part(self, int which):
        """The real (0) or imaginary (1) parts of complex numbers."""
        cdef int64_t offset = 0
        result = part_of(self, which, &offset)
        return offset, result

    def broadcast(self, size, int mode=0):
        """Repeat along dimensions of size one and new ones, which are on the right (mode 0) or left (mode 1)."""
        cdef int64_t n[MAX_DIMS]
        cdef int ndims = read_size(size, n)
        return 0, broadcast_to(self, ndims, n, mode)

    def squeeze(self, axis=None):
        """Drop one dimension of size one, or all of them."""
        return 0, squeezed(self, -1 if axis is None else axis_in(self, axis))

    def unsqueeze(self, axis):
        """Insert a dimension of size one."""
        return 0, unsqueezed(self, read_new_axis(axis, self.ndims))

    def reshape(self, size):
        """Another size in column-major order; None if only a copy can have it."""
        cdef int64_t n[MAX_DIMS]
        cdef int ndims = read_size(size, n)
        result = reshaped(self, ndims, n)
        return None if result is None else (0, result)

    def with_axes(self, axes):
        """The same with other axes (a tuple, or None), which must have the lengths of the dimensions."""
        return with_axes(self, None if axes is None else canonical(tuple(axes)))

    def place(self, axis):
        """The dimension that a number or an axis says."""
        return axis_in(self, axis)

    # descriptions of other memory

    def on_device(self, device where not None):
        """The same on another device."""
        return intern(self.dtype, where, self.swapped, self.axes, self.ndims, self.n, self.s)

    def with_byte_order(self, bint swapped):
        """The same in the given byte order."""
        return self if bool(self.swapped) == swapped else other_byte_order(self)

    def with_dtype(self, dtype kind not None):
        """Column-major and in native byte order, with another dtype."""
        return fortran(kind, self.device, self.ndims, self.n)


# --- Interning ---------------------------------------------------------------------------------------------------

cdef description describe(dtype kind, device where, bint swapped, int ndims, const int64_t* n, const int64_t* s):
    """The description with these properties, and no axes."""
    return intern(kind, where, swapped, None, ndims, n, s)


cdef description derive(description self, int ndims, const int64_t* n, const int64_t* s):
    """The description of a view with the same dimensions, in another size and with other strides."""
    if self.axes is None:
        return interned(self.dtype, self.device, self.swapped, None, ndims, n, s)
    return intern(self.dtype, self.device, self.swapped, axes_along(self, ndims, n), ndims, n, s)


cdef description derive_as(description self, dtype kind, int ndims, const int64_t* n, const int64_t* s):
    """The description of a view that reads its elements as another dtype."""
    return intern(kind, self.device, self.swapped, self.axes, ndims, n, s)


cdef description derive_from(description self, int ndims, const int64_t* n, const int64_t* s, const int* places):
    """The description of a view whose dimension k comes from dimension places[k] (see `derived_axes`)."""
    if self.axes is None or ndims == 0:
        return interned(self.dtype, self.device, self.swapped, None, ndims, n, s)
    return intern(self.dtype, self.device, self.swapped, derived_axes(self.axes, ndims, places, n), ndims, n, s)


cdef int THE_SAME[MAX_DIMS]

for _place in range(MAX_DIMS):
    THE_SAME[_place] = _place


cdef object axes_along(description self, int ndims, const int64_t* n):
    """The axes of the same dimensions with other lengths."""
    cdef int i
    if ndims == 0:
        return None
    if ndims != self.ndims:
        raise no_axes_for("Such a view")
    for i in range(ndims):
        if n[i] != self.n[i]:
            return derived_axes(self.axes, ndims, THE_SAME, n)
    return self.axes


cdef no_axes_for(str what):
    return OceanValueError(f"{what} of a tensor with axes is not known to have axes; withoutAxes() gives a tensor that "
                           "has none")


cdef str counted(Py_ssize_t number, str one, str many=None):
    return f"{number} {one if number == 1 else many or one + 's'}"


cdef description with_axes(description self, object axes):
    """The same with other axes, a canonical tuple or None."""
    cdef Py_ssize_t k
    if axes is self.axes:
        return self
    if axes is not None:
        if len(<tuple>axes) != self.ndims:
            raise OceanValueError(
                f"A tensor of size {size_text(size_of(self))} has {counted(self.ndims, 'dimension')}, but got "
                f"{counted(len(<tuple>axes), 'axis', 'axes')}: {axes_text(axes)}")
        for k in range(self.ndims):
            if (<axis?>(<tuple>axes)[k]).length != self.n[k]:
                raise OceanValueError(f"The axis {(<tuple>axes)[k]!r} does not fit dimension {k} of length {self.n[k]} "
                                      f"of a tensor of size {size_text(size_of(self))}")
    return intern(self.dtype, self.device, self.swapped, axes, self.ndims, self.n, self.s)


cdef description without_axes(description self):
    """The same without axes."""
    if self.axes is None:
        return self
    return intern(self.dtype, self.device, self.swapped, None, self.ndims, self.n, self.s)


cdef description axes_as(description self, description source):
    """A description of the same size with the axes of another."""
    return self if source.axes is None else with_axes(self, source.axes)


cdef inline bint matches(PyObject* one, dtype kind, device where, bint swapped, object axes, int ndims,
                         const int64_t* n, const int64_t* s) noexcept:
    """Whether a description has these properties. It counts no references."""
    cdef const int64_t* own = (<description>one).n
    cdef int64_t different = 0
    cdef int i
    if (<PyObject*>(<description>one).dtype != <PyObject*>kind or (<description>one).ndims != ndims
            or (<description>one).swapped != swapped or <PyObject*>(<description>one).device != <PyObject*>where
            or <PyObject*>(<description>one).axes != <PyObject*>axes):
        return False
    for i in range(ndims):
        different |= (own[i] ^ n[i]) | (own[ndims + i] ^ s[i])
        one_by_one()
    return different == 0


cdef inline description interned(dtype kind, device where, bint swapped, object axes, int ndims, const int64_t* n,
                                 const int64_t* s):
    """The interned description with these properties."""
    cdef uint64_t hashed = layout_hash(kind.code, <PyObject*>axes, ndims, n, s)
    cdef PyObject* each = CHAINS[hashed & (CHAIN_COUNT - 1)]
    if kind.size == 1:
        swapped = False
    while each != NULL:
        if (<description>each).hashed == hashed and matches(each, kind, where, swapped, axes, ndims, n, s):
            return <description>each
        each = (<description>each).chained
    return entered(kind, where, swapped, axes, ndims, n, s, hashed)


cdef description intern(dtype kind, device where, bint swapped, object axes, int ndims, const int64_t* n,
                        const int64_t* s):
    """`interned`, as a function that is called."""
    return interned(kind, where, swapped, axes, ndims, n, s)


cdef description entered(dtype kind, device where, bint swapped, object axes, int ndims, const int64_t* n,
                         const int64_t* s, uint64_t hashed):
    """Check and enter a new description. No Python code and no garbage collection runs before it is in the table, so no
    other thread can enter the same one."""
    global CHAINS, CHAIN_COUNT, DESCRIPTIONS, OLDEST, NEWEST
    cdef int i
    cdef description self
    cdef int64_t low = 0, high = 0, nelem = 1, reach
    for i in range(ndims):
        if n[i] < 0:
            raise negative_size(ndims, n)
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
    if swapped and kind.size > 1 and not where.supportsByteswap:
        raise OceanValueError(f"Device {where.name} does not support byteswapped data")
    if nelem and where.requiresAlignedData:
        for i in range(ndims):
            if n[i] > 1 and s[i] % kind.alignment:
                raise unaligned(where)
    if DESCRIPTIONS >= CHAIN_COUNT:
        lengthen_chains()
    self = description.__new__(description)
    self.n = self.few
    if ndims > FEW_DIMS:
        self.n = <int64_t*>malloc(2 * ndims * sizeof(int64_t))
        if self.n == NULL:
            raise MemoryError
    self.s = self.n + ndims
    self.dtype = kind
    self.device = where
    self.swapped = swapped
    self.ndims = ndims
    self.length = n[ndims - 1] if ndims else -1
    self.nelem = nelem
    self.low = low
    self.high = high
    self.axes = axes
    self._overlap = self._fortran = -1
    memcpy(self.n, n, ndims * sizeof(int64_t))
    memcpy(self.s, s, ndims * sizeof(int64_t))
    self.hashed = hashed
    self.chained = CHAINS[hashed & (CHAIN_COUNT - 1)]
    CHAINS[hashed & (CHAIN_COUNT - 1)] = <PyObject*>self
    Py_INCREF(self)                         # the reference of the table
    DESCRIPTIONS += 1
    append(<PyObject*>self)
    if DESCRIPTIONS > MANY:
        drop_oldest()
    return self


cdef void append(PyObject* new) noexcept:
    """Make a description the newest."""
    global OLDEST, NEWEST
    (<description>new).newer = NULL
    if NEWEST == NULL:
        OLDEST = new
    else:
        (<description>NEWEST).newer = new
    NEWEST = new


cdef int lengthen_chains() except -1:
    """Double the number of chains."""
    global CHAINS, CHAIN_COUNT
    cdef size_t count = max(2 * CHAIN_COUNT, <size_t>2 * MANY)
    cdef PyObject** chains = <PyObject**>calloc(count, sizeof(PyObject*))
    cdef PyObject** former = CHAINS
    cdef PyObject* each = OLDEST
    if chains == NULL:
        raise MemoryError
    while each != NULL:
        (<description>each).chained = chains[(<description>each).hashed & (count - 1)]
        chains[(<description>each).hashed & (count - 1)] = each
        each = (<description>each).newer
    CHAINS, CHAIN_COUNT = chains, count
    free(former)
    return 0


cdef int drop_oldest() except -1:
    """Look at the two oldest descriptions: make those that are in use the newest, and drop the others. One is dropped
    for each new one, two if there are more than MANY still."""
    global OLDEST, NEWEST, DESCRIPTIONS
    cdef PyObject* old
    cdef PyObject** place
    cdef int turn
    for turn in range(2):
        old = OLDEST
        OLDEST = (<description>old).newer
        if OLDEST == NULL:
            NEWEST = NULL
        if Py_REFCNT(old) > 1:
            append(old)
            continue
        place = &CHAINS[(<description>old).hashed & (CHAIN_COUNT - 1)]
        while place[0] != old:
            place = &(<description>place[0]).chained
        place[0] = (<description>old).chained
        DESCRIPTIONS -= 1
        Py_DECREF(<object>old)              # may run other code: the table is consistent again
        if DESCRIPTIONS <= MANY:
            break
    if OLDEST != NULL:                      # the next one to go was not touched for long
        prefetch(OLDEST)
        prefetch(<PyObject*>&(<description>OLDEST).newer)
    return 0


lengthen_chains()


cdef tuple new_size(description self):
    self._size = tuple([self.n[i] for i in range(self.ndims)])
    return self._size


cdef tuple new_strides(description self):
    self._strides = tuple([self.s[i] for i in range(self.ndims)])
    return self._strides


cdef tuple new_shape(description self):
    self._shape = size_of(self)[::-1]
    return self._shape


cdef too_large(dtype kind, int ndims, const int64_t* n):
    return OceanValueError(
        f"A tensor of size {size_text([n[i] for i in range(ndims)])} and dtype {kind.name} exceeds 64-bit addresses")


cdef unaligned(device where):
    return OceanValueError(f"Device {where.name} requires data to be aligned")


cdef negative_size(int ndims, const int64_t* n):
    return OceanValueError(f"The tensor dimension values must be nonnegative, got {array_text(ndims, n)}")


# --- Dense descriptions ------------------------------------------------------------------------------------------

cdef description dense(dtype kind, device where, bint swapped, int ndims, const int64_t* n, const int* order):
    """The dense description with the given order of dimensions, from the fastest to the slowest."""
    cdef int64_t s[MAX_DIMS]
    cdef int64_t step = kind.size
    cdef int i, k
    for i in range(ndims):
        if n[i] < 0:
            raise negative_size(ndims, n)
    for i in range(ndims):
        k = order[i]
        s[k] = step
        if n[k] > 0 and mul_overflows(step, n[k], &step):
            if not has_zero(ndims, n):
                raise too_large(kind, ndims, n)
            step = kind.size        # without elements the strides do not matter
    return describe(kind, where, swapped, ndims, n, s)


cdef bint has_zero(int ndims, const int64_t* n) noexcept:
    cdef int i
    for i in range(ndims):
        if n[i] == 0:
            return True
    return False


cdef description fortran(dtype kind, device where, int ndims, const int64_t* n):
    """The description with column-major strides."""
    cdef int64_t s[MAX_DIMS]
    cdef int order[MAX_DIMS]
    cdef int64_t step = kind.size
    cdef int i
    for i in range(ndims):
        s[i] = step
        if n[i] <= 0 or mul_overflows(step, n[i], &step):
            break
    else:
        return intern(kind, where, False, None, ndims, n, s)
    for i in range(ndims):
        order[i] = i
    return dense(kind, where, False, ndims, n, order)       # without elements, or too many


cdef description following(dtype kind, device where, int ndims, const int64_t* n, list leading):
    """The dense description whose axes have the order in memory that the leading descriptions agree on."""
    cdef PyObject* given[MAX_LEADING]
    cdef int k, count = min(len(leading), MAX_LEADING)
    for k in range(count):
        given[k] = <PyObject*><description?>leading[k]
    return ordered_like(kind, where, ndims, n, given, count)


cdef description ordered_like(dtype kind, device where, int ndims, const int64_t* n, PyObject** leading, int count):
    """The dense description whose axes have the order in memory that the leading descriptions agree on."""
    cdef int order[MAX_DIMS]
    if memory_order(ndims, leading, count, order):
        return fortran(kind, where, ndims, n)
    return dense(kind, where, False, ndims, n, order)


cdef bint memory_order(int ndims, PyObject** leading, int count, int* order) noexcept:
    """The common memory order of the leading descriptions, from the fastest dimension to the slowest (like NumPy's
    'K'). Returns whether that is column-major.

    The first description decides, at equal strides the next one, and at last the column-major order. Dimensions of
    length one or stride zero are the slowest.
    """
    cdef int i, k
    for i in range(ndims):
        order[i] = i
    for k in range(count):
        if not is_fortran(<description>leading[k]):
            break
    else:
        return True
    for i in range(1, ndims):
        k = i
        while k and faster(leading, count, i, order[k - 1]):
            order[k] = order[k - 1]
            k -= 1
        order[k] = i
    return False


cdef bint faster(PyObject** leading, int count, int axis, int other) noexcept:
    """Whether an axis has the smaller stride in the first description where the strides differ."""
    cdef int64_t a, b
    cdef int k
    for k in range(count):
        a, b = distance_along(<description>leading[k], axis), distance_along(<description>leading[k], other)
        if a != b:
            return a < b
    return False


cdef int64_t distance_along(description self, int axis) noexcept:
    return distance(self.n[axis], self.s[axis]) if axis < self.ndims else distance(1, 0)


cdef inline int64_t distance(int64_t n, int64_t s) noexcept:
    if n == 1 or s == 0:
        return <int64_t>1 << 62
    return -s if s < 0 else s


cdef description dense_by_strides(dtype kind, device where, int ndims, const int64_t* n, const int64_t* s):
    """The dense description in the memory order of these strides; column-major at equal strides."""
    cdef int order[MAX_DIMS]
    cdef int i, k
    for i in range(ndims):
        k = i
        while k and distance(n[i], s[i]) < distance(n[order[k - 1]], s[order[k - 1]]):
            order[k] = order[k - 1]
            k -= 1
        order[k] = i
    return dense(kind, where, False, ndims, n, order)


def result_layout(dtype kind not None, size, list leading not None, device where not None):
    """The dense description in the common memory order of the leading ones."""
    cdef int64_t n[MAX_DIMS]
    cdef int ndims = read_size(size, n)
    return following(kind, where, ndims, n, leading)


def make_description(dtype kind not None, size, strides, device where not None, bint swapped=False, int64_t unit=1,
                     axes=None):
    """The description with the given size and strides; strides may be 'F', 'C', 'R' or integers times `unit` bytes.
    Axes may be given instead of the size."""
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int order[MAX_DIMS]
    cdef int ndims, i
    cdef int64_t step
    if axes is None:
        axes = axes_in_size(size)
    if axes is not None:
        if axes_in_size(size) is not None:
            size = tuple([each.length for each in axes])
        return with_axes(make_description(kind, size, strides, where, swapped, unit), canonical(tuple(axes)))
    ndims = read_size(size, n)
    if strides is None or isinstance(strides, str):
        letter = "F" if strides is None else strides.upper()
        if letter not in ("F", "C", "R"):
            raise OceanValueError(f"Expected order 'F', 'C' or 'R', got {shown(strides)}")
        for i in range(ndims):
            order[i] = ndims - 1 - i if letter == "C" else i
        if letter == "R" and ndims > 1:
            order[0], order[1] = 1, 0
        return dense(kind, where, swapped, ndims, n, order)
    given = integers(strides, "stride")
    if len(given) != ndims:
        raise OceanValueError(f"Expected {ndims} strides to match the size, got {len(given)}")
    for i in range(ndims):
        step = given[i]
        if mul_overflows(step, unit, &s[i]):
            raise OceanValueError(f"The stride {step} times the unit size {unit} exceeds 64 bits")
    return describe(kind, where, swapped, ndims, n, s)


cdef description other_byte_order(description self):
    """The same description in the other byte order."""
    return intern(self.dtype, self.device, not self.swapped, self.axes, self.ndims, self.n, self.s)


# --- Arguments: integers, axes and sizes -------------------------------------------------------------------------

cdef int64_t read_int(object value, str what) except? -1:
    cdef int overflow = 0
    cdef int64_t result
    if not PyLong_CheckExact(value):
        try:
            value = value.__index__()
        except (AttributeError, TypeError):
            advice = "; asTensor makes a tensor from values" if what == "size" else ""
            if isinstance(value, str):
                advice = ("; an axis has a name where the dimensions have axes (withAxes); elsewhere it is a number"
                          if what.startswith("ax") else f"; ocean.axis(length, {shown(value)}) is an axis"
                          if what in ("size", "shape") else "")
            elif what.startswith("ax") and type(value) is axis:
                advice = "; dimensions without axes are given by number, and withAxes gives them axes"
            raise OceanTypeError(f"Expected an integer {what}, got {shown(value)}{advice}") from None
    result = PyLong_AsLongLongAndOverflow(value, &overflow)
    if overflow:
        raise OceanValueError(f"The {what} {integer_text(value)} does not fit 64 bits")
    return result


# Axes: every argument that names one is read here, for tensors and arrays. These differ in the errors.

cdef int quick_axis(object value, int ndims) except -2:
    """The axis that a Python integer from -ndims to ndims-1 names; -1 for anything else."""
    cdef int overflow = 0
    cdef int64_t number
    if not PyLong_CheckExact(value):
        return -1
    number = PyLong_AsLongLongAndOverflow(value, &overflow)
    if number < 0:
        number += ndims
    return number if not overflow and 0 <= number < ndims else -1


cdef int read_axis(object value, int ndims) except -1:
    """The axis that an integer from -ndims to ndims-1 names."""
    cdef int found = quick_axis(value, ndims)
    return found if found >= 0 else other_axis(value, ndims, ndims, None)


cdef int axis_in(description self, object value) except -1:
    """The axis that a number, an axis object or, of a tensor with axes, its name stands for."""
    if type(value) is axis:
        return find_axis(self.axes, <axis>value)
    if self.axes is not None and type(value) is str:
        return find_named(self.axes, value)
    return read_axis(value, self.ndims)


cdef int read_new_axis(object value, int ndims) except -1:
    """Where to insert an axis: 0 to ndims, or -1 - ndims to -1."""
    cdef int found = quick_axis(value, ndims + 1)
    return found if found >= 0 else other_axis(value, ndims + 1, ndims, None)


cdef int other_axis(object value, int count, int ndims, object error) except -1:
    """An axis among `count` from any integer, or the error: `error(axis, ndims)`, Ocean's if it is None."""
    cdef int64_t number = read_int(value, "axis")
    if not -count <= number < count:
        if error is not None:
            raise error(number, ndims)
        raise OceanIndexError(
            f"Axis {number} is out of range for a tensor with {ndims} dimension{'s' if ndims != 1 else ''}")
    return number + count if number < 0 else number


def checked_axis(value, int ndims, axes=None, error=None):
    """The axis that a number from -ndims to ndims-1 names, or one of `axes` itself or by its name; `error(axis,
    ndims)` makes the error of a number out of range."""
    cdef int found = quick_axis(value, ndims)
    if found >= 0:
        return found
    if axes is not None and type(value) is str:
        return find_named(axes, value)
    if type(value) is axis and (axes is not None or error is None):
        return find_axis(axes, <axis>value)
    return other_axis(value, ndims, ndims, error)


def checked_axes(values, int ndims, axes=None, error=None, repeated=None):
    """The axes that one number or several name, all different; `repeated(values)` makes the error of one that occurs
    twice."""
    cdef list given = []
    cdef tuple found
    if type(values) is axis or not is_sequence(values):
        return (checked_axis(values, ndims, axes, error),)
    for each in values:
        if len(given) == MAX_DIMS:
            raise OceanValueError(f"Expected at most {MAX_DIMS} axes, got more")
        given.append(each)
    found = tuple([checked_axis(each, ndims, axes, error) for each in given])
    if len(set(found)) != len(found):
        raise OceanValueError(f"An axis occurs twice in {shown(values)}") if repeated is None else repeated(values)
    return found


cdef int read_size(object size, int64_t* n) except -1:
    """Read a size argument, an integer or a sequence of integers, into an array; returns its length."""
    return read_numbers(size, "size", n)


cdef int read_numbers(object values, str what, int64_t* numbers) except -1:
    cdef int count = 0
    if type(values) is not tuple and type(values) is not list and not is_sequence(values):
        values = (values,)
    for each in values:
        if count == MAX_DIMS:
            raise too_many_dimensions()
        numbers[count] = read_int(each, what)
        count += 1
    return count


cdef bint is_sequence(object value):
    """Whether an argument is a sequence of integers; a 0-d array is a single integer, and a text is a name."""
    if type(value) is tuple or type(value) is list:
        return True
    return not isinstance(value, (int, str)) and hasattr(value, "__iter__") and getattr(value, "ndim", 1) != 0


cdef too_many_dimensions():
    return OceanValueError(f"Maximum number of tensor dimension elements exceeded ({MAX_DIMS})")


cpdef int check_ndims(int ndims, str what) except -1:
    """Refuse more dimensions than a tensor can have; `what` names their owner in the error."""
    if not 0 <= ndims <= MAX_DIMS:
        raise OceanValueError(f"Maximum number of tensor dimension elements exceeded ({MAX_DIMS}): {what} has {ndims}")
    return 0


def integer(value, str what):
    """A Python int from any integer-like value that fits 64 bits; `what` names the argument in the error."""
    return read_int(value, what)


def integers(value, str what, Py_ssize_t limit=MAX_DIMS):
    """A tuple of at most `limit` ints from an integer, or from integers in anything that can be iterated over; `what`
    names the argument in the error."""
    cdef list numbers = []
    if not is_sequence(value):
        return (read_int(value, what),)
    for each in value:
        if len(numbers) == limit:
            raise OceanValueError(f"Expected at most {limit} integers as {what}, got more")
        numbers.append(read_int(each, what))
    return tuple(numbers)


def size_text(size):
    """A size as text for people."""
    return "x".join([str(n) for n in size]) or "scalar"


cdef str array_text(int ndims, const int64_t* n):
    cdef int i
    return size_text([n[i] for i in range(ndims)])


def broadcasts(size, target):
    """Whether a size can be broadcast to another one, with dimensions of size one added on the right."""
    cdef Py_ssize_t k
    if len(size) > len(target):
        return False
    for k in range(len(size)):
        if size[k] != 1 and size[k] != target[k]:
            return False
    return True


def common_size(sizes):
    """The size to which all sizes can be broadcast, or None."""
    cdef list result = []
    cdef Py_ssize_t k
    for size in sizes:
        for k in range(len(size)):
            if k == len(result):
                result.append(size[k])
            elif result[k] == 1:
                result[k] = size[k]
            elif size[k] != 1 and size[k] != result[k]:
                return None
    return tuple(result)


# --- Queries -----------------------------------------------------------------------------------------------------

cdef bint find_fortran(description self) noexcept:
    """See `is_fortran`. 2: all strides are those of a new tensor, also along dimensions of length one."""
    cdef int i
    cdef int64_t step = self.dtype.size
    self._fortran = 2 if self.nelem else 1
    if self.nelem:
        for i in range(self.ndims):
            if self.s[i] != step:
                if self.n[i] != 1:
                    self._fortran = 0
                    break
                self._fortran = 1
            step *= self.n[i]
    return self._fortran


def layout_is_fortran(description self not None):
    return is_fortran(self)


def layout_is_c(description self not None):
    """Whether the elements are in row-major order without gaps."""
    return is_fortran(axes_reversed(without_axes(self)))


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
    cdef int i, unit = self.dtype.alignment
    if self.nelem == 0:
        return True
    for i in range(self.ndims):
        if self.n[i] > 1 and self.s[i] % unit:
            return False
    return address % unit == 0


cdef list terms_of(description self):
    """The absolute strides of dimensions longer than one, with their lengths."""
    cdef int i
    return [(abs(self.s[i]), self.n[i]) for i in range(self.ndims) if self.n[i] > 1 and self.s[i]]


cdef bint steps_over(description self) noexcept:
    """Whether each stride exceeds the reach of the shorter ones, so that no elements can overlap."""
    cdef int order[MAX_DIMS]
    cdef int i, k, count = 0
    cdef int64_t reach = self.dtype.size
    for i in range(self.ndims):
        if self.n[i] > 1:
            k = count
            while k and distance(2, self.s[i]) < distance(2, self.s[order[k - 1]]):
                order[k] = order[k - 1]
                k -= 1
            order[k] = i
            count += 1
    for k in range(count):
        i = order[k]
        if self.s[i] == 0 or distance(2, self.s[i]) < reach:
            return False
        reach += (self.n[i] - 1) * distance(2, self.s[i])
    return True


cdef int self_overlap(description self) except -1:
    """0: no elements share bytes; 1: only through strides of zero; 2: others overlap."""
    cdef int i
    if self._overlap < 0:
        if self.nelem == 0 or is_fortran(self) or steps_over(self):
            self._overlap = 0
        elif overlaps_itself(terms_of(self), self.dtype.size):
            self._overlap = 2
        else:
            self._overlap = 0
            for i in range(self.ndims):
                if self.s[i] == 0 and self.n[i] > 1:
                    self._overlap = 1
    return self._overlap


cpdef int check_overlap(description target, bint repeats=False) except -1:
    """Refuse a destination whose elements overlap; with `repeats`, strides of zero may repeat them. Returns 1 if so."""
    cdef int kind = self_overlap(target)
    if kind > (1 if repeats else 0):
        raise OceanValueError("The destination tensor overlaps itself in memory; clone it first")
    return kind


cpdef int refuse_repeats() except -1:
    """Refuse different values for elements that a stride of zero repeats."""
    raise OceanValueError("Zero-stride dimensions in destination tensor must be matched by the source tensor")


def overlap_kind(description self not None):
    """0: no element shares bytes with another; 1: only through strides of zero; 2: otherwise."""
    return self_overlap(self)


def overlap(description first not None, Py_ssize_t first_address,
            description second not None, Py_ssize_t second_address):
    """Whether two tensors at the given addresses share a byte."""
    if first.nelem == 0 or second.nelem == 0:
        return False
    if (first_address + first.high <= second_address + second.low
            or second_address + second.high <= first_address + first.low):
        return False
    return overlap_between((first_address + first.low) - (second_address + second.low),
                           terms_of(first), first.dtype.size, terms_of(second), second.dtype.size)


# --- Views -------------------------------------------------------------------------------------------------------
# The compiled form of the methods above: axes are nonnegative, and `offset` is advanced to the first element.

cdef description transposed(description self):
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int ndims = self.ndims
    if self.axes is not None:
        return intern(self.dtype, self.device, self.swapped, transposed_axes(self.axes), ndims, self.n, self.s)
    if ndims == 1:
        n[0], n[1] = 1, self.n[0]
        s[0], s[1] = self.dtype.size, self.s[0]
        ndims = 2
    elif ndims > 1:
        copy_numbers(n, self.n, self.ndims)
        copy_numbers(s, self.s, self.ndims)
        n[0], n[1] = n[1], n[0]
        s[0], s[1] = s[1], s[0]
    if ndims == 2:
        while ndims and n[ndims - 1] == 1:
            ndims -= 1
    return derive(self, ndims, n, s)


cdef description axes_swapped(description self, int a, int b):
    cdef int places[MAX_DIMS]
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    copy_numbers(n, self.n, self.ndims)
    copy_numbers(s, self.s, self.ndims)
    n[a], n[b] = n[b], n[a]
    s[a], s[b] = s[b], s[a]
    if self.axes is None:
        return interned(self.dtype, self.device, self.swapped, None, self.ndims, n, s)
    memcpy(places, THE_SAME, self.ndims * sizeof(int))
    places[a], places[b] = b, a
    return derive_from(self, self.ndims, n, s, places)


cdef description permuted(description self, object order):
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int64_t axes[MAX_DIMS]
    cdef int places[MAX_DIMS]
    cdef int count, i
    cdef uint64_t seen = 0
    cdef int64_t axis
    if self.axes is None or (type(order) is not list and type(order) is not tuple):
        count = read_numbers(order, "axis", axes)
    else:
        count = 0
        for each in order:
            if count == MAX_DIMS:
                raise too_many_dimensions()
            axes[count] = axis_in(self, each)
            count += 1
    if count == self.ndims:
        for i in range(count):
            axis = axes[i] + count if axes[i] < 0 else axes[i]
            if not 0 <= axis < count:
                break
            seen |= <uint64_t>1 << axis
            n[i] = self.n[axis]
            s[i] = self.s[axis]
            places[i] = axis
    if count != self.ndims or (count and seen != ~<uint64_t>0 >> (64 - count)):
        raise OceanValueError(f"The order {[axes[i] for i in range(count)]} is not a permutation of the dimensions "
                              f"0 to {self.ndims - 1}")
    return derive_from(self, count, n, s, places)


cdef description axes_reversed(description self):
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int places[MAX_DIMS]
    cdef int i
    cdef int last = self.ndims - 1
    for i in range(self.ndims):
        n[i] = self.n[last - i]
        s[i] = self.s[last - i]
        one_by_one()
    if self.axes is None:
        return interned(self.dtype, self.device, self.swapped, None, self.ndims, n, s)
    for i in range(self.ndims):
        places[i] = last - i
    return derive_from(self, self.ndims, n, s, places)


cdef description axes_reversed2(description self):
    cdef description result = axes_reversed(self)
    return result if self.ndims < 2 else axes_swapped(result, 0, 1)


cdef description flipped(description self, int axis, int64_t* offset):
    cdef int64_t s[MAX_DIMS]
    copy_numbers(s, self.s, self.ndims)
    s[axis] = <int64_t>(0 - <uint64_t>s[axis])
    if self.nelem:
        offset[0] += (self.n[axis] - 1) * self.s[axis]
    return derive(self, self.ndims, self.n, s)


cdef description sliced(description self, int axis, int64_t first, int64_t count, int64_t step, int64_t* offset):
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int64_t last = first, size = self.n[axis]
    if (count < 0 or first < 0 or first > size or (count and first == size)
            or (count > 1 and (mul_overflows(count - 1, step, &last) or add_overflows(first, last, &last)
                               or not 0 <= last < size))):
        raise OceanIndexError(f"A slice of {count} elements from {first} exceeds size {size} of axis {axis}")
    copy_numbers(n, self.n, self.ndims)
    copy_numbers(s, self.s, self.ndims)
    n[axis] = count
    if count > 1:
        s[axis] *= step
    if count and self.nelem:
        offset[0] += first * self.s[axis]
    return derive(self, self.ndims, n, s)


cdef description diagonal_of(description self, int64_t index, int64_t* offset):
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int places[MAX_DIMS]
    cdef int i
    if self.ndims < 2:
        raise OceanValueError(f"A diagonal needs at least two dimensions, got {self.ndims}")
    n[0] = 0
    s[0] = <int64_t>(<uint64_t>self.s[0] + <uint64_t>self.s[1])
    if -self.n[0] < index < self.n[1]:
        n[0] = min(self.n[0] + min(index, 0), self.n[1] - max(index, 0))
        if self.nelem:
            offset[0] += index * self.s[1] if index > 0 else -index * self.s[0]
    places[0] = DIAGONAL
    for i in range(2, self.ndims):
        n[i - 1], s[i - 1], places[i - 1] = self.n[i], self.s[i], i
    return derive_from(self, self.ndims - 1, n, s, places)


cdef description part_of(description self, int which, int64_t* offset):
    cdef dtype base
    if not self.dtype.iscomplex:
        raise OceanTypeError(f"dtype {self.dtype.name} has no parts")
    base = self.dtype.real_kind
    offset[0] += which * base.size
    return derive_as(self, base, self.ndims, self.n, self.s)


cdef description broadcast_to(description self, int ndims, const int64_t* n, int mode):
    cdef int64_t s[MAX_DIMS]
    cdef int i, k, shift
    if mode != 0 and mode != 1:
        raise OceanValueError(f"Expected broadcast mode 0 (pad on the right) or 1 (pad on the left), got {mode}")
    shift = ndims - self.ndims if mode else 0
    for i in range(ndims):
        k = i - shift
        if n[i] < 0:
            raise negative_size(ndims, n)
        s[i] = self.s[k] if 0 <= k < self.ndims and self.n[k] == n[i] else 0
        if 0 <= k < self.ndims and self.n[k] != n[i] and self.n[k] != 1:
            break
    else:
        if ndims >= self.ndims:
            if self.axes is not None and ndims > self.ndims:
                raise OceanValueError("Dimensions that are added to a tensor with axes must have axes: "
                                      "broadcastTo(axes); withoutAxes() gives a tensor that has none")
            return derive(self, ndims, n, s)
    raise noted(OceanValueError("Tensor dimensions are incompatible with broadcast dimensions"),
                f"A tensor of size {size_text(size_of(self))} was to be broadcast to {array_text(ndims, n)}.")


cdef description squeezed(description self, int axis):
    """Without one dimension of size one, or without all of them (axis -1)."""
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int places[MAX_DIMS]
    cdef int i, ndims = 0
    if axis >= 0 and self.n[axis] != 1:
        raise OceanValueError(f"Only dimensions of size 1 can be squeezed; axis {axis} has size {self.n[axis]}")
    for i in range(self.ndims):
        if i != axis if axis >= 0 else self.n[i] != 1:
            n[ndims] = self.n[i]
            s[ndims] = self.s[i]
            places[ndims] = i
            ndims += 1
    return derive_from(self, ndims, n, s, places)


cdef description unsqueezed(description self, int axis):
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int places[MAX_DIMS]
    cdef int i
    if self.ndims == MAX_DIMS:
        raise too_many_dimensions()
    places[axis] = -1
    for i in range(self.ndims):
        n[i + (i >= axis)] = self.n[i]
        s[i + (i >= axis)] = self.s[i]
        places[i + (i >= axis)] = i
    n[axis] = 1
    s[axis] = self.dtype.size if axis == 0 else <int64_t>(<uint64_t>s[axis - 1] * <uint64_t>n[axis - 1])
    return derive_from(self, self.ndims + 1, n, s, places)


cdef description reshaped(description self, int ndims, const int64_t* n):
    """Another size in column-major order, or None if only a copy can have it."""
    cdef int64_t s[MAX_DIMS]
    cdef int64_t old_n[MAX_DIMS]
    cdef int64_t old_s[MAX_DIMS]
    cdef int i, k, dims = 0
    cdef int64_t count = 1, step
    if self.axes is not None:
        raise OceanValueError(f"A tensor with axes ({axes_text(self.axes)}) can only be reshaped to its axes, several "
                              "of them in a tuple; flatten() makes one of all, and withoutAxes() gives a tensor that "
                              "has none")
    for i in range(ndims):
        if n[i] < 0:
            raise negative_size(ndims, n)
    for i in range(ndims):
        if mul_overflows(count, n[i], &count):
            count = 0 if has_zero(ndims, n) else -1
            break
    if count != self.nelem:
        raise OceanValueError(
            f"Mismatch in number of elements in tensor resize: {size_text(size_of(self))} has {self.nelem} elements, "
            f"{array_text(ndims, n)} has {count if count >= 0 else 'more than fit memory'}")
    step = self.dtype.size
    if self.nelem == 0:
        for i in range(ndims):
            s[i] = step
            if n[i] and mul_overflows(step, n[i], &step):
                step = self.dtype.size
        return derive(self, ndims, n, s)
    if is_fortran(self):
        for i in range(ndims):
            s[i] = step
            step *= n[i]
        return derive(self, ndims, n, s)
    for i in range(self.ndims):  # coalesce the old dimensions that follow each other in memory
        if self.n[i] == 1:
            continue
        if dims and self.s[i] == old_s[dims - 1] * old_n[dims - 1]:
            old_n[dims - 1] *= self.n[i]
        else:
            old_n[dims] = self.n[i]
            old_s[dims] = self.s[i]
            dims += 1
    k = 0
    if dims:
        step = old_s[0]
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
    return derive(self, ndims, n, s)


publish(description, "ocean.description")
