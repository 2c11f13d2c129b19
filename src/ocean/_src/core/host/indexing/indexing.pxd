from cpython.ref cimport PyObject
from libc.stdint cimport int64_t
from ocean._src.core.objects.description cimport MAX_DIMS, description
from ocean._src.core.objects.tensor cimport tensor


cdef enum:
    FEW = 128


cdef struct selection:
    int64_t offset                  # from the tensor's element 0 to the first one selected
    int ndims                       # the axes of the result: strided, or with a list of offsets
    int lists, added                # axes with lists; new axes
    bint single                     # every dimension has a scalar index
    int64_t n[MAX_DIMS]
    int64_t s[MAX_DIMS]             # with a list: the stride of the dimensions that it picks from
    const int64_t* list[MAX_DIMS]
    PyObject* there[MAX_DIMS]       # instead of a list: the element whose offsets the tensor's device has
    int places[MAX_DIMS]            # the dimension that each axis comes from, see `derived_axes`
    bint repeats[MAX_DIMS]          # places along the axis share elements: the tensor has a stride of zero
    int covered                     # the dimensions without a scalar index
    int64_t cover_n[MAX_DIMS]
    int64_t cover_s[MAX_DIMS]
    int used                        # short lists of offsets are in the selection itself
    int64_t few[FEW]


cdef class element:
    cdef readonly int kind, dims
    cdef object value
    cdef readonly bint unsigned
    cdef bint distinct              # no offset occurs twice
    cdef readonly tuple size, strides
    cdef description bound          # the same, for comparison


cdef int read_view(description desc, object key, bint rows, selection* sel) except -1
cpdef tensor find(tensor mask)
