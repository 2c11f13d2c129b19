from libc.stdint cimport int64_t

cdef int place_of(object axis, int ndims) except -2
cdef bint quick_int(object value, int64_t* number) except -1
