from cpython.ref cimport PyObject
from libc.stdint cimport int64_t, uint64_t

cdef enum:
    MOST_AXES = 8           # MAX_DIMS of description.pxd
    DIAGONAL = -2           # a place of `derived_axes`


cdef class axisClass:
    cdef readonly object name
    cdef readonly bytes key         # what makes it itself, in every process
    cdef object __weakref__


cdef class axis:
    cdef readonly int64_t length
    cdef readonly int64_t offset
    cdef readonly object name
    cdef readonly axisClass axisClass
    cdef tuple inside               # of a product: the axes that it was flattened from, offset 0, the fastest first
    cdef bint rows                  # a product of an array: it reads as the shape does, the fastest last
    cdef bytes key                  # what makes it itself: slices and related axes have that of the axis they are from
    cdef uint64_t hashed
    cdef PyObject* chain            # the next axis in its chain of the table of axes
    cdef object __weakref__


cdef object canonical(tuple axes)
cdef object derived_axes(object axes, int ndims, const int* places, const int64_t* n)
cdef object transposed_axes(object axes)
cdef int find_axis(object axes, axis wanted) except -1
cdef object axes_in_size(object size)
