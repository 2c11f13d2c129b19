from libc.stdint cimport int64_t

from ocean._src.core.tensor cimport tensor


cdef class array:
    cdef object inner       # a tensor with the dimensions in reverse order, or an r-tensor: the array is lazy


cdef array wrap(object inner)
cdef tensor inner_of(object value)
cdef int quick_shape(object shape, int64_t* n) except -2
