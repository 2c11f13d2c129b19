from cpython.ref cimport PyObject
from libc.stdint cimport uint64_t

cdef enum:
    SPACES = 8


cdef class guards:
    cdef readonly dict table        # the traces, by the key of the values
    cdef list steps                 # the guards, in sequence
    cdef readonly list labels       # the name of each value in messages
    cdef Py_ssize_t roots           # the number of roots
    cdef dict fixed_roots           # roots that are always the same object, by their places
    cdef bint moving                # some values are operands, or are found from values that may change
    cdef list rest                  # the guards that are not names in dictionaries with versions
    cdef int spaces                 # the number of these dictionaries; -1: too many
    cdef PyObject* space[SPACES]    # borrowed from the steps
    cdef uint64_t version[SPACES]   # at the last successful comparison
    cdef bint still(self) except -1
    cdef int watch(self, object space) except -1
    cdef bint fits(self, list roots, list key, list tensors, list values) except -1
    cdef object fixed(self, Py_ssize_t number)
    cpdef bint same_as(self, guards other)


cdef int add_value(list key, object value) except -1
