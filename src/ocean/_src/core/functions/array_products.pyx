# cython: auto_pickle=False
"""Fast paths of products of vectors and matrices of one dtype, of differences of neighbours, counts and sorts; and
`convolve`, `correlate` and `interp` of short vectors on the host. The functions are in `ocean._src.array`."""

from cpython.float cimport PyFloat_CheckExact
from libc.math cimport isnan
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

cimport cython

from ocean._src.core.host.sorting.searching import bincount as counts
from ocean._src.core.host.sorting.sorting import argsort as argsort_along, sort as sort_along

from ocean._src.core.call.callables cimport fast
from ocean._src.core.functions.array_views cimport place_of
from ocean._src.core.objects.array cimport array, held, quick_product, wrap
from ocean._src.core.objects.description cimport (
    MAX_DIMS, axes_reversed, derive, description, fortran, is_fortran, same_size, unsqueezed)
from ocean._src.core.objects.dtypes cimport BOOL, DOUBLE, FLOAT, INT64
from ocean._src.core.objects.memory cimport CPU, touch
from ocean._src.core.objects.tensor cimport address, is_native, copied, new_tensor, new_view, tensor

cdef enum:
    MOST_WORK = 16384       # the limit of products, or elements, that are computed here
    FEW = 4096              # the limit of products that are stored before they are summed
    MOST_SLID = 1 << 28     # the limit of products of vectors that slide along each other

cdef extern from "sliding.h" nogil:
    void slide_inside(int, const void*, const void*, int64_t, void*, int64_t) noexcept

cdef object of_vectors(object a, object b, bint conjugates):
    """The product of two vectors; None for others, and for complex numbers if the first are conjugated."""
    cdef tensor first = held(a), second = held(b)
    if (first is None or second is None or first.desc.ndims != 1 or second.desc.ndims != 1
            or (conjugates and first.desc.dtype.iscomplex)):
        return None
    return quick_product(a, b)


cdef object matmul_body(object x1, object x2, object out, object dtype):
    found = quick_product(x1, x2) if out is None and dtype is None else None
    return NotImplemented if found is None else found


cdef object dot_body(object a, object b, object out):
    cdef tensor second = held(b)
    found = quick_product(a, b) if out is None and second is not None and second.desc.ndims <= 2 else None
    return NotImplemented if found is None else found


cdef object inner_body(object a, object b):
    found = of_vectors(a, b, False)
    return NotImplemented if found is None else found


cdef object vdot_body(object a, object b):
    found = of_vectors(a, b, True)
    return NotImplemented if found is None else found


cdef object vecdot_body(object x1, object x2, object out, object axis):
    found = of_vectors(x1, x2, True) if out is None and axis == -1 else None
    return NotImplemented if found is None else found


cdef array view_of(tensor self, int64_t offset, description desc):
    return wrap(new_view(self.mem, self.start + offset, desc, self.locked))


cdef object outer_body(object a, object b, object out):
    cdef tensor first = held(a), second = held(b)
    if out is not None or first is None or second is None or first.desc.ndims != 1 or second.desc.ndims != 1 or (
            first.desc.axes is not None or second.desc.axes is not None):
        return NotImplemented
    return view_of(first, 0, unsqueezed(first.desc, 0)) * b


cdef object diff_body(object a, object n, object axis, object prepend, object append):
    cdef tensor source = held(a)
    cdef int64_t length[MAX_DIMS]
    cdef description desc
    cdef int k
    if (source is None or type(n) is not int or n != 1 or type(axis) is not int or axis != -1 or prepend is not None
            or append is not None or source.desc.ndims == 0 or source.desc.axes is not None
            or source.desc.n[0] < 2 or source.desc.dtype.code == BOOL):
        return NotImplemented
    for k in range(source.desc.ndims):
        length[k] = source.desc.n[k]
    length[0] -= 1
    desc = derive(source.desc, source.desc.ndims, length, source.desc.s)
    return view_of(source, source.desc.s[0], desc) - view_of(source, 0, desc)


cdef object bincount_body(object x, object weights, object minlength):
    cdef tensor source = held(x), heavy = held(weights)
    if (source is None or type(minlength) is not int or minlength < 0 or source.desc.ndims != 1
            or source.desc.axes is not None or not source.desc.dtype.isinteger):
        return NotImplemented
    if weights is None:
        return wrap(counts(source) if minlength == 0 else counts(source, minlength=minlength))
    if (heavy is None or heavy.desc.dtype.code != DOUBLE or not same_size(heavy.desc, source.desc)
            or heavy.desc.axes is not None or heavy.desc.device is not source.desc.device or not source.desc.nelem):
        return NotImplemented
    return wrap(counts(source, heavy, minlength))


cdef int place_in(tensor self, object axis) except -2:
    """The dimension for the number of an axis of an array; -1 for the fallback."""
    return -1 if self is None or self.desc.axes is not None else place_of(axis, self.desc.ndims)


cdef inline bint is_usual_order(object kind, object order, object descending, object stable):
    """Whether the arguments ask for what our sorts give: ascending and stable."""
    return (kind is None or (stable is None and type(kind) is str and <str>kind == "stable")) and order is None and (
        descending is False)


cdef object sort_body(object a, object axis, object kind, object order, object descending, object stable):
    cdef tensor source = held(a)
    cdef int place = place_in(source, axis)
    if place < 0 or not is_usual_order(kind, order, descending, stable):
        return NotImplemented
    return wrap(sort_along(source, place))


cdef object argsort_body(object a, object axis, object kind, object order, object descending, object stable):
    cdef tensor source = held(a)
    cdef int place = place_in(source, axis)
    if place < 0 or not is_usual_order(kind, order, descending, stable):
        return NotImplemented
    return wrap(argsort_along(source, place))


# --- Sums of products by Einstein's convention ---------------------------------------------------------------------

cdef dict WAYS = {}             # text -> whether each matrix is transposed before the product, or the axes of products


def remember_einsum(str text not None, way):
    """Cache the meaning of a text for two operands with one letter for each axis: (whether the first is transposed,
    whether the second is) for a product of matrices, or a list of the number of axes of both, and the axes of sums."""
    if len(WAYS) < 256:
        WAYS[text] = way


cdef object einsum_body(object operands, object out, object dtype, object order, object casting, object optimize):
    cdef tensor first, second
    if len(operands) == 3 and type(operands[0]) is str and out is None and dtype is None and order == "K" and (
            casting == "safe" and type(optimize) is bool):
        way = WAYS.get(operands[0])
        first, second = held(operands[1]), held(operands[2])
        if way is not None and first is not None and second is not None and (
                first.desc.dtype is second.desc.dtype and first.desc.axes is None and second.desc.axes is None):
            found = None
            if type(way) is tuple:
                if first.desc.ndims == 2 and second.desc.ndims == 2:
                    found = quick_product(view_of(first, 0, axes_reversed(first.desc)) if way[0] else operands[1],
                                          view_of(second, 0, axes_reversed(second.desc)) if way[1] else operands[2])
            elif first.desc.ndims == way[0] and same_size(first.desc, second.desc) and (
                    0 < first.desc.nelem <= FEW and first.desc.device is CPU and second.desc.device is CPU
                    and (first.desc.dtype.code == DOUBLE or first.desc.dtype.code == FLOAT)):
                found = (operands[1] * operands[2]).sum(way[1])
            if found is not None:
                return found
    return NotImplemented


# --- Vectors on the host -------------------------------------------------------------------------------------------

ctypedef fused number:
    double
    float
    uint64_t                # integers that wrap around


cdef char* contiguous_elements(tensor self) noexcept:
    """The address of contiguous native elements on the host; NULL for others."""
    cdef char* data
    if self is None or self.desc.device is not CPU or self.desc.axes is not None or (
            not is_native(self) or not is_fortran(self.desc)):
        return NULL
    data = address(self)
    return NULL if <uint64_t>data % <uint64_t>self.desc.dtype.size else data


cdef tensor made_contiguous(tensor self):
    """A contiguous copy of a strided vector on the host; else the tensor itself."""
    if self is None or self.desc.ndims != 1 or self.desc.axes is not None or (
            self.desc.device is not CPU or is_fortran(self.desc)):
        return self
    return copied(self, fortran(self.desc.dtype, CPU, 1, self.desc.n))


cdef void slide(const number* a, int64_t n, const number* v, int64_t taps, bint turned, int64_t before,
                number* result, int64_t length, bint backwards) noexcept nogil:
    """The sums of products of one vector with parts of a longer one, which begin `before` elements ahead of it. Sums
    take four products at a time if possible, in the same order."""
    cdef int64_t i, j = 0, k, first, last, low, high
    cdef number factor[4]
    cdef const number* at
    cdef number sum
    memset(result, 0, length * sizeof(number))
    while j < taps:
        low, high = 0, 0
        if not backwards and taps - j >= 4:
            low, high = max(0, before - j), min(length, n - (j + 3 - before))
            high = max(low, high)
        for k in range(4 if high else 1):
            factor[k] = v[taps - 1 - j - k] if turned else v[j + k]
            at = a + (j + k - before)
            first, last = max(0, before - j - k), min(length, n - (j + k - before))
            if backwards:
                for i in range(first, last):
                    result[length - 1 - i] += factor[k] * at[i]
                continue
            for i in range(first, min(low, last)):
                result[i] += factor[k] * at[i]
            for i in range(max(high, first), last):
                result[i] += factor[k] * at[i]
        at = a + (j - before)
        for i in range(low, high):
            sum = result[i] + factor[0] * at[i]
            sum = sum + factor[1] * at[i + 1]
            sum = sum + factor[2] * at[i + 2]
            result[i] = sum + factor[3] * at[i + 3]
        j += 4 if high else 1


cdef int slide_long(int kind, const number* a, int64_t n, const number* v, int64_t taps, bint turned, int64_t before,
                    number* result, int64_t length) except -1:
    """The same for long vectors: the sums that need all taps are computed block by block, in registers."""
    cdef int64_t right = length - (n - taps + 1) - before, k
    cdef int64_t inside = n - taps + 1
    cdef number* reversed = NULL
    cdef const number* factors = v
    if turned:
        reversed = <number*>malloc(taps * sizeof(number))
        if reversed == NULL:
            raise MemoryError
        for k in range(taps):
            reversed[k] = v[taps - 1 - k]
        factors = reversed
    with nogil:
        if before:                              # the first and the last sums lack taps
            slide(a, min(n, before + taps - 1), v, taps, turned, before, result, before, False)
        slide_inside(kind, a, factors, taps, result + before, inside)
        if right:
            slide(a + inside, taps - 1, v, taps, turned, 0, result + before + inside, right, False)
        free(reversed)
    return 0


cdef object slid(object a, object v, object mode, bint turned):
    """Slide two vectors of one dtype along each other; None for the fallback."""
    cdef tensor first = held(a), second = held(v), result
    cdef char* left
    cdef char* right
    cdef char* out
    cdef int64_t n, taps, before
    cdef int64_t length[1]
    cdef bint backwards
    cdef int code
    if first is None or second is None or first.desc.nelem > MOST_SLID or second.desc.nelem > MOST_SLID:
        return None
    first, second = made_contiguous(first), made_contiguous(second)
    left, right = contiguous_elements(first), contiguous_elements(second)
    if left == NULL or right == NULL or first.desc.ndims != 1 or second.desc.ndims != 1 or (
            first.desc.dtype is not second.desc.dtype or type(mode) is not str):
        return None
    n, taps, code = first.desc.n[0], second.desc.n[0], first.desc.dtype.code
    if not n or not taps or n * taps > MOST_SLID or (
            code != DOUBLE and code != FLOAT and code != INT64):
        return None
    touch(first.mem)
    touch(second.mem)
    backwards = taps > n and not turned
    if taps > n:
        n, taps, left, right = taps, n, right, left
    if mode == "full":
        before, length[0] = taps - 1, n + taps - 1
    elif mode == "same":
        before, length[0] = taps // 2, n
    elif mode == "valid":
        before, length[0] = 0, n - taps + 1
    else:
        return None
    result = new_tensor(fortran(first.desc.dtype, CPU, 1, length), None)
    out = address(result)
    if n * taps > FEW and not backwards and taps <= FEW:
        if code == DOUBLE:
            slide_long(0, <const double*>left, n, <const double*>right, taps, turned, before, <double*>out, length[0])
        elif code == FLOAT:
            slide_long(1, <const float*>left, n, <const float*>right, taps, turned, before, <float*>out, length[0])
        else:
            slide_long(2, <const uint64_t*>left, n, <const uint64_t*>right, taps, turned, before, <uint64_t*>out,
                       length[0])
    elif n * taps > MOST_WORK:
        return None
    elif code == DOUBLE:
        slide(<const double*>left, n, <const double*>right, taps, turned, before, <double*>out, length[0], backwards)
    elif code == FLOAT:
        slide(<const float*>left, n, <const float*>right, taps, turned, before, <float*>out, length[0], backwards)
    else:
        slide(<const uint64_t*>left, n, <const uint64_t*>right, taps, turned, before, <uint64_t*>out, length[0],
              backwards)
    return wrap(result)


cdef object convolve_body(object a, object v, object mode):
    found = slid(a, v, mode, True)
    return NotImplemented if found is None else found


cdef object correlate_body(object a, object v, object mode):
    found = slid(a, v, mode, False)
    return NotImplemented if found is None else found


cdef enum:
    NEAR = 8                # the distance up to which a point is first searched near the one before


cdef int64_t segment(double x, const double* points, int64_t n, int64_t guess) noexcept:
    """The last point that is not beyond x; -1 before all, n beyond all. For unsorted points it is the one that NumPy
    finds, which also searches near the previous place first."""
    cdef int64_t low = 0, high = n, k
    if x > points[n - 1]:
        return n
    if x < points[0]:
        return -1
    if n <= 4:
        k = 1
        while k < n and x >= points[k]:
            k += 1
        return k - 1
    guess = max(1, min(guess, n - 3))
    if x < points[guess]:
        if not x < points[guess - 1]:
            return guess - 1
        high = guess - 1
        if guess > NEAR and x >= points[guess - NEAR]:
            low = guess - NEAR
    elif x < points[guess + 1]:
        return guess
    elif x < points[guess + 2]:
        return guess + 1
    else:
        low = guess + 2
        if guess < n - NEAR - 1 and x < points[guess + NEAR]:
            high = guess + NEAR
    while low < high:
        k = low + ((high - low) >> 1)
        if x >= points[k]:
            low = k + 1
        else:
            high = k
    return low - 1


@cython.cdivision(True)
cdef void between(const double* x, int64_t count, const double* points, const double* values, int64_t n,
                  double* result) noexcept:
    """The values at x on the lines between points; there are at least two points."""
    cdef int64_t i, j = 0
    cdef double slope, found
    for i in range(count):
        if isnan(x[i]):
            result[i] = x[i]
            continue
        j = segment(x[i], points, n, j)
        if j < 0 or j >= n - 1 or points[j] == x[i]:
            result[i] = values[max(0, min(j, n - 1))]
            continue
        slope = (values[j + 1] - values[j]) / (points[j + 1] - points[j])
        found = slope * (x[i] - points[j]) + values[j]
        if isnan(found):
            found = slope * (x[i] - points[j + 1]) + values[j + 1]
            if isnan(found) and values[j] == values[j + 1]:
                found = values[j]
        result[i] = found


cdef object interp_body(object x, object xp, object fp, object left, object right, object period):
    cdef tensor source = held(x), points = held(xp), values = held(fp), result
    cdef char* at = contiguous_elements(points)
    cdef char* heights = contiguous_elements(values)
    cdef char* wanted = NULL
    cdef double alone = 0
    if PyFloat_CheckExact(x):
        alone, wanted = x, <char*>&alone
    elif source is not None and source.desc.dtype.code == DOUBLE and source.desc.nelem <= MOST_WORK:
        wanted = contiguous_elements(source)
    if wanted == NULL or at == NULL or heights == NULL or left is not None or right is not None or (
            period is not None or points.desc.ndims != 1 or values.desc.ndims != 1 or points.desc.n[0] < 2
            or points.desc.n[0] != values.desc.n[0] or points.desc.dtype.code != DOUBLE
            or values.desc.dtype.code != DOUBLE):
        return NotImplemented
    touch(points.mem)
    touch(values.mem)
    if source is None:
        result = new_tensor(fortran(points.desc.dtype, CPU, 0, NULL), None)
    else:
        result = new_tensor(fortran(points.desc.dtype, CPU, source.desc.ndims, source.desc.n), None)
    between(<const double*>wanted, 1 if source is None else source.desc.nelem, <const double*>at,
            <const double*>heights, points.desc.n[0], <double*>(address(result)))
    return wrap(result)


# --- For `pair` ----------------------------------------------------------------------------------------------------

matmul = fast("x1 x2 out dtype", <void*>matmul_body)
dot = fast("a b out", <void*>dot_body)
inner = fast("a b", <void*>inner_body)
vdot = fast("a b", <void*>vdot_body)
vecdot = fast("x1 x2 out axis", <void*>vecdot_body)
outer = fast("a b out", <void*>outer_body)
diff = fast("a n axis prepend append", <void*>diff_body)
bincount = fast("x weights minlength", <void*>bincount_body)
sort = fast("a axis kind order descending stable", <void*>sort_body)
argsort = fast("a axis kind order descending stable", <void*>argsort_body)
einsum = fast("operands out dtype order casting optimize", <void*>einsum_body)
convolve = fast("a v mode", <void*>convolve_body)
correlate = fast("a v mode", <void*>correlate_body)
interp = fast("x xp fp left right period", <void*>interp_body)
