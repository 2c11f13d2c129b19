from ocean.core.description cimport description
from ocean.core.memory cimport memory


cdef class tensor:
    cdef memory mem
    cdef Py_ssize_t start
    cdef description desc
    cdef bint locked
    cdef identity handle


cdef class identity:
    cdef list members
