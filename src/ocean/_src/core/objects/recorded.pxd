cdef class recorded:
    cdef public object inner    # the recorded value; see gradients/tape.py
    cdef char number[16]        # as in an array, which can become a recorded one in place
    cdef object __weakref__


cdef dict RECORD                # the recorder: Python functions, set by the room `gradients`
cdef bint holds_recorded(object value)
