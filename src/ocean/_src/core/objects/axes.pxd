from cpython.ref cimport PyObject
from libc.stdint cimport int64_t, uint64_t

cpdef enum:
    MAX_DIMS = 64           # the most dimensions of a tensor, as in NumPy
    FEW_DIMS = 8            # LOOP_DIMS of nest.h: the loops of a plan; objects have room for these in themselves

cdef enum:
    DIAGONAL = -2           # places of `derived_axes`
    SEVERAL_AXES = 128


cdef class axisClass:
    cdef readonly object name
    cdef readonly bytes key         # its identity, in every process
    cdef object __weakref__


cdef class axis:
    cdef readonly int64_t length
    cdef readonly int64_t offset
    cdef readonly object name
    cdef readonly axisClass axisClass
    cdef tuple inside               # the parts of a product, with offset 0, the fastest first
    cdef bint rows                  # a product of an array: its name lists the parts like the shape, the fastest last
    cdef bytes key                  # its identity, shared by slices and related axes
    cdef uint64_t hashed
    cdef PyObject* chain            # the next axis in its chain of the table of axes
    cdef object __weakref__


cdef object canonical(tuple axes)
cdef object derived_axes(object axes, int ndims, const int* places, const int64_t* n)
cdef object transposed_axes(object axes)
cdef int find_axis(object axes, axis wanted) except -1
cdef int find_named(object axes, str name) except -1
cdef object axes_in_size(object size)
