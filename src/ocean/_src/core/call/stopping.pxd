cdef void may_stop() noexcept nogil
cdef int ask_to_stop() noexcept nogil
cdef int check_stop() except -1
cdef int signalled() noexcept with gil
cdef int raise_kept() except -1
