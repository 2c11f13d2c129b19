from libc.stdint cimport int64_t
from ocean._src.core.dtypes cimport dtype
from ocean._src.core.memory cimport device

cdef enum:
    MAX_DIMS = 8


cdef class description:
    cdef readonly dtype dtype
    cdef readonly device device
    cdef readonly bint swapped
    cdef readonly object axes
    cdef readonly int ndims
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef readonly int64_t nelem, low, high
    cdef tuple _size, _strides
    cdef description _transpose, _other
    cdef int _overlap, _fortran, _dense
    cdef dict views
    cdef tuple reshaped              # the last size that was found in it, and what was found
    cdef description reshaped_view


cdef description describe(dtype kind, device where, bint swapped, int ndims, const int64_t* n, const int64_t* s)
cdef description fortran(dtype kind, device where, int ndims, const int64_t* n)
cdef description other_order(description self)
cdef description transposed(description self)
cdef int self_overlap(description self) except -1
cdef bint is_fortran(description self) noexcept
cdef description cached_reshape(description self, tuple size)
cdef description cached_swap(description self, object first, object second)
cdef description sliced(description self, int axis, int64_t length)
