from cpython.ref cimport PyObject
from libc.stdint cimport int64_t

from ocean._src.core.objects.dtypes cimport dtype


cdef class device:
    cdef readonly str type
    cdef readonly str name
    cdef readonly int index
    cdef readonly bint host
    cdef int buffer_count
    cdef int64_t buffer_limit
    cdef queue default_queue


cdef class queue:
    cdef readonly device device
    cdef public object work         # the device's own object; None on the host


cdef struct link:
    PyObject* node                  # a pending result that reads the memory, borrowed
    link* after
    link** before                   # the pointer to this link; NULL: it is in no list
    PyObject* mem                   # the memory whose list it is in, borrowed; NULL: another list


cdef class memory:
    cdef char* data                 # NULL on a device that is not the host
    cdef readonly Py_ssize_t nbytes
    cdef size_t capacity
    cdef readonly device device
    cdef dtype dtype
    cdef readonly queue queue
    cdef readonly object block      # the owner of the bytes: the device's own object, or a foreign one
    cdef object made                # the description of the tensor that it was made for; others are views
    cdef int64_t born               # the number of the trace during which it was made, or 0
    cdef bint swapped, readonly, owner
    cdef Py_ssize_t exposed         # how often others know its address, and may write to it without asking
    cdef link* readers              # the pending results that still have to read it
    cdef int64_t writes             # how often it was written: gradients ask whether recorded elements are still there


cdef class storage:
    cdef memory core


cdef class stream:
    cdef queue core


cdef memory allocate(device where, Py_ssize_t nbytes, dtype kind, queue line)
cpdef memory foreign_memory(Py_ssize_t address, Py_ssize_t nbytes, bint readonly, object owner, dtype kind,
                            bint swapped)
cdef memory on_device(device where, object block, Py_ssize_t nbytes, bint readonly, dtype kind)
cdef storage wrap_storage(memory core)
cdef deviceCPU CPU


cdef class deviceCPU(device):
    pass


cdef int TRACERS                    # threads that trace a function now
cdef int touched(memory mem) except -1


cdef int RECORDERS                  # functions that are being differentiated now, in all threads


cdef inline int touch(memory mem) except -1:
    """Called before elements are read or written: a traced function may only touch its own memory."""
    return touched(mem) if TRACERS else 0


ctypedef int (*settle_fn)(memory) except -1
cdef settle_fn SETTLE_READERS       # set by the module `deferred`


cdef inline int before_write(memory mem) except -1:
    """Called before elements are written: computes the pending results that still have to read them."""
    mem.writes += 1
    return SETTLE_READERS(mem) if mem.readers != NULL else 0


cdef inline int expose(memory mem) except -1:
    """Called before others get the address of a memory; who knows when they let go of it decreases `exposed`."""
    mem.exposed += 1
    return SETTLE_READERS(mem) if mem.readers != NULL else 0


cdef object pause_trace()
cdef int resume_trace(object former) except -1
