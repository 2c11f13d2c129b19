from libc.stdint cimport int64_t

from ocean._src.core.description cimport description
from ocean._src.core.memory cimport memory, queue


cdef class tensor:
    cdef memory mem
    cdef Py_ssize_t start
    cdef description desc
    cdef bint locked
    cdef identity handle


cdef class identity:
    cdef list members


ctypedef object (*getitem_fn)(tensor, object)
ctypedef int (*setitem_fn)(tensor, object, object) except -1

cdef getitem_fn GETITEM      # the index room puts its functions here
cdef setitem_fn SETITEM
cdef tensor new_view(memory mem, Py_ssize_t start, description desc, bint locked)
cdef tensor new_tensor(description desc, queue line)
cdef int copy_into(tensor self, object source) except -1
cdef become(tensor self, memory mem, Py_ssize_t start, description desc)
cdef description effective(tensor self)

ctypedef void (*task_fn)(void*, int64_t) noexcept nogil
ctypedef void (*run_fn)(task_fn, void*, int64_t) noexcept nogil
cdef void in_threads(task_fn fn, void* context, int64_t count) noexcept nogil
