# cython: auto_pickle=False
"""Folds at indices: the methods `at` and `reduceat` of elementwise functions, for vectors of int64 and double."""

from cpython.dict cimport PyDict_GetItem
from cpython.ref cimport PyObject
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from ocean._src.core.call.callables cimport fast, function, ufunc
from ocean._src.core.objects.array cimport held, wrap
from ocean._src.core.objects.description cimport fortran
from ocean._src.core.objects.dtypes cimport ADD, DOUBLE, GREATER, INT64, LESS, OPERATORS, SCALE
from ocean._src.core.objects.memory cimport CPU, touch
from ocean._src.core.objects.tensor cimport (
    address, check_writable, in_threads, is_native, new_tensor, operation, share_bytes, tensor)

ctypedef fused real_or_whole:
    double
    int64_t

cdef dict FOLDS = {"add": ADD, "multiply": SCALE, "minimum": LESS, "maximum": GREATER}


cdef inline real_or_whole folded(int how, real_or_whole a, real_or_whole b) noexcept nogil:
    """Two numbers folded: integers wrap, and NaN is the smallest and the largest of all."""
    if how == ADD or how == SCALE:
        if real_or_whole is double:
            return a + b if how == ADD else a * b
        else:
            return <int64_t>(<uint64_t>a + <uint64_t>b if how == ADD else <uint64_t>a * <uint64_t>b)
    return b if (b < a if how == LESS else b > a) or b != b else a


cdef void fold_at(int how, real_or_whole* target, int64_t step, int64_t length, const int64_t* index, int64_t between,
                  const real_or_whole* values, int64_t apart, int64_t count) noexcept nogil:
    cdef int64_t i, k
    cdef real_or_whole value
    if how == LESS or how == GREATER:       # most numbers change nothing, so that nothing waits for what was stored
        for i in range(count):
            k = index[i * between]
            k = step * (k + length if k < 0 else k)
            value = values[i * apart]
            if not (value >= target[k] if how == LESS else value <= target[k]):
                target[k] = folded(how, target[k], value)
        return
    for i in range(count):
        k = index[i * between]
        k = step * (k + length if k < 0 else k)
        target[k] = folded(how, target[k], values[i * apart])


# Many values are added in pieces, each to numbers of its own, which are merged in pairs. The pieces depend on the count
# only, so that any number of threads gives the same bits.

cdef enum:
    PIECES = 8
    MANY = 1 << 16          # values from which they are added in pieces


cdef struct added:
    int64_t length, between, apart, count
    const int64_t* index
    const char* values
    char* sums              # of each piece
    int outside[PIECES]     # whether a piece met an index out of range
    int is_double


cdef int64_t add_piece(real_or_whole* sums, const added* of, const real_or_whole* values, int64_t first, int64_t last
                       ) noexcept nogil:
    cdef int64_t i, k
    for i in range(first, last):
        k = of.index[i * of.between]
        if k < 0:
            k += of.length
        if <uint64_t>k >= <uint64_t>of.length:
            return 1
        sums[k] = folded(ADD, sums[k], values[i * of.apart])
    return 0


cdef void add_task(void* context, int64_t piece) noexcept nogil:
    cdef added* of = <added*>context
    cdef int64_t first = of.count * piece // PIECES, last = of.count * (piece + 1) // PIECES
    cdef char* sums = of.sums + piece * of.length * 8
    memset(sums, 0, of.length * 8)
    if of.is_double:
        of.outside[piece] = add_piece(<double*>sums, of, <const double*>of.values, first, last)
    else:
        of.outside[piece] = add_piece(<int64_t*>sums, of, <const int64_t*>of.values, first, last)


cdef void merge_pieces(real_or_whole* sums, real_or_whole* target, int64_t step, int64_t length) noexcept nogil:
    cdef int64_t k, apart = 1, piece
    cdef real_or_whole* other
    while apart < PIECES:
        piece = 0
        while piece < PIECES:
            other = sums + (piece + apart) * length
            for k in range(length):
                sums[piece * length + k] = folded(ADD, sums[piece * length + k], other[k])
            piece += 2 * apart
        apart *= 2
    for k in range(length):
        target[k * step] = folded(ADD, target[k * step], sums[k])


cdef bint add_many(tensor target, tensor index, tensor values) except -1:
    """Add many values at indices; False if an index is out of range, and nothing was added."""
    cdef added of
    cdef int piece
    cdef int64_t step = target.desc.s[0] // 8
    of.length, of.count = target.desc.n[0], index.desc.n[0]
    of.index, of.between = <const int64_t*>address(index), index.desc.s[0] // 8
    of.values, of.apart = address(values), values.desc.s[0] // 8
    of.is_double = target.desc.dtype.code == DOUBLE
    of.sums = <char*>malloc(PIECES * of.length * 8)
    if of.sums == NULL:
        raise MemoryError("There is not enough memory for the sums of pieces")
    try:
        in_threads(add_task, &of, PIECES)
        for piece in range(PIECES):
            if of.outside[piece]:
                return False
        check_writable(target)
        if of.is_double:
            merge_pieces(<double*>of.sums, <double*>address(target), step, of.length)
        else:
            merge_pieces(<int64_t*>of.sums, <int64_t*>address(target), step, of.length)
    finally:
        free(of.sums)
    return True


cdef real_or_whole fold_part(int how, const real_or_whole* data, int64_t step, int64_t count) noexcept nogil:
    """Fold a part; long sums in halves, for accuracy."""
    cdef int64_t i
    cdef real_or_whole result = data[0]
    if how == ADD and count > 128:
        return folded(how, fold_part(how, data, step, count // 2),
                      fold_part(how, data + count // 2 * step, step, count - count // 2))
    for i in range(1, count):
        result = folded(how, result, data[i * step])
    return result


cdef void fold_parts(int how, const real_or_whole* data, int64_t step, int64_t length, const int64_t* index,
                     int64_t between, int64_t count, real_or_whole* out) noexcept nogil:
    cdef int64_t i, first, last
    for i in range(count):
        first = index[i * between]
        last = index[(i + 1) * between] if i + 1 < count else length
        out[i] = fold_part(how, data + first * step, step, last - first if last > first else 1)


cdef tensor vector_of(object value, int code):
    """The tensor of an array that is a vector of int64 or double on the host (code -1: one of them); else None."""
    cdef tensor found = held(value)
    if found is None or found.desc.ndims != 1 or found.desc.device is not CPU or found.desc.axes is not None or (
            not is_native(found) or (<int64_t>address(found) | found.desc.s[0]) & 7):
        return None
    if found.desc.dtype.code != INT64 and (found.desc.dtype.code != DOUBLE or code == INT64):
        return None
    touch(found.mem)
    return found if code < 0 or found.desc.dtype.code == code else None


cdef bint within(tensor index, int64_t length, bint negative) noexcept:
    """Whether all indices are in range."""
    cdef const int64_t* data = <const int64_t*>address(index)
    cdef int64_t i, step = index.desc.s[0] // 8
    cdef uint64_t shift = length if negative else 0, most = shift + <uint64_t>length, outside = 0
    for i in range(index.desc.n[0]):        # without branches
        outside |= <uint64_t>data[i * step] + shift >= most
    return outside == 0


cdef int fold_of(object self) except -1:
    """The code of the fold of an elementwise function; `OPERATORS` for the fallback."""
    cdef PyObject* found = NULL
    if type(self) is ufunc and (<function>self).op is not None:
        found = PyDict_GetItem(FOLDS, (<operation>(<function>self).op).name)
    return OPERATORS if found == NULL else <object>found


cdef object at_body(object self, object a, object indices, object b):
    cdef tensor target = vector_of(a, -1), index = vector_of(indices, INT64), values = None
    cdef int how = fold_of(self)
    cdef int64_t count, apart = 0, whole
    cdef double real
    cdef const char* data
    if how == OPERATORS or target is None or index is None:
        return NotImplemented
    count = index.desc.n[0]
    if type(b) is float and target.desc.dtype.code == DOUBLE:
        real = b
        data = <const char*>&real
    elif type(b) is int and target.desc.dtype.code == INT64 and -(1 << 62) < b < 1 << 62:
        whole = b
        data = <const char*>&whole
    else:
        values = vector_of(b, target.desc.dtype.code)
        if values is None or values.desc.n[0] != count or share_bytes(target, values):
            return NotImplemented
        data, apart = address(values), values.desc.s[0] // 8
    if target.locked or target.mem.readonly or share_bytes(target, index):
        return NotImplemented
    if how == ADD and values is not None and count >= MANY and target.desc.n[0] * PIECES <= count:
        return None if add_many(target, index, values) else NotImplemented
    if not within(index, target.desc.n[0], True):
        return NotImplemented
    check_writable(target)
    if target.desc.dtype.code == DOUBLE:
        fold_at(how, <double*>address(target), target.desc.s[0] // 8, target.desc.n[0], <int64_t*>address(index),
                index.desc.s[0] // 8, <const double*>data, apart, count)
    else:
        fold_at(how, <int64_t*>address(target), target.desc.s[0] // 8, target.desc.n[0], <int64_t*>address(index),
                index.desc.s[0] // 8, <const int64_t*>data, apart, count)
    return None


cdef object reduceat_body(object self, object array, object indices, object axis, object dtype, object out):
    cdef tensor source = vector_of(array, -1), index = vector_of(indices, INT64), result
    cdef int how = fold_of(self)
    if how == OPERATORS or source is None or index is None or (axis != 0 and axis != -1) or dtype is not None or (
            out is not None or not index.desc.n[0] or not within(index, source.desc.n[0], False)):
        return NotImplemented
    result = new_tensor(fortran(source.desc.dtype, CPU, 1, index.desc.n), None)
    if source.desc.dtype.code == DOUBLE:
        fold_parts(how, <const double*>address(source), source.desc.s[0] // 8, source.desc.n[0],
                   <int64_t*>address(index), index.desc.s[0] // 8, index.desc.n[0], <double*>address(result))
    else:
        fold_parts(how, <const int64_t*>address(source), source.desc.s[0] // 8, source.desc.n[0],
                   <int64_t*>address(index), index.desc.s[0] // 8, index.desc.n[0], <int64_t*>address(result))
    return wrap(result)


at = fast("self a indices b", <void*>at_body)
reduceat = fast("self array indices axis dtype out", <void*>reduceat_body)
