from cpython.ref cimport PyObject
from libc.stdint cimport uint64_t

cdef enum:
    SPACES = 8


cdef class guards:
    cdef readonly dict table        # the key of the values -> what was made for them
    cdef list steps                 # what is compared, in order
    cdef readonly list labels       # how each value is called in messages
    cdef Py_ssize_t roots           # values that the walk began with
    cdef dict fixed_roots           # those that are always the same object, by their places
    cdef bint moving                # values depend on others that may be other objects now, or are operands
    cdef list rest                  # steps besides names in dictionaries with versions
    cdef int spaces                 # these dictionaries; -1: there are too many
    cdef PyObject* space[SPACES]    # borrowed from the steps
    cdef uint64_t version[SPACES]   # when all names were last found as expected
    cdef bint still(self) except -1
    cdef int watch(self, object space) except -1
    cdef bint fits(self, list roots, list key, list tensors, list values) except -1
    cdef object fixed(self, Py_ssize_t number)
    cpdef bint same_as(self, guards other)


cdef int add_value(list key, object value) except -1
