# cython: auto_pickle=False
"""Folds at indices: the methods `at` and `reduceat` of elementwise functions, for vectors of int64 and double."""

from cpython.dict cimport PyDict_GetItem
from cpython.ref cimport PyObject
from libc.stdint cimport int64_t, uint64_t

from ocean._src.core.call.callables cimport fast, function, ufunc
from ocean._src.core.objects.array cimport held, wrap
from ocean._src.core.objects.description cimport fortran
from ocean._src.core.objects.dtypes cimport ADD, DOUBLE, GREATER, INT64, LESS, OPERATORS, SCALE
from ocean._src.core.objects.memory cimport CPU, touch
from ocean._src.core.objects.tensor cimport (
    address, check_writable, is_native, new_tensor, operation, share_bytes, tensor)

ctypedef fused real_or_whole:
    double
    int64_t

cdef enum:
    MANY = 1 << 16          # values that are added in threads

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
    if how == ADD and values is not None and count >= MANY:
        return NotImplemented           # in threads
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
