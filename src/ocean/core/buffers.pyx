# cython: auto_pickle=False
"""Reading Python's buffer protocol: what a buffer looks like, kept open as long as somebody uses its memory."""

from cpython.buffer cimport PyBUF_FULL_RO, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer

cimport cython

from ocean.core.dtypes import publish


@cython.final
cdef class held_buffer:
    """An open buffer: its address, shape, strides and format. It is released when this object goes away."""
    cdef Py_buffer view
    cdef bint held
    cdef readonly tuple shape, strides
    cdef readonly str format

    def __dealloc__(self):
        if self.held:
            PyBuffer_Release(&self.view)

    @property
    def address(self):
        return <size_t>self.view.buf

    @property
    def itemsize(self):
        return self.view.itemsize

    @property
    def readonly(self):
        return bool(self.view.readonly)

    @property
    def owner(self):
        """The object whose memory it is."""
        return <object>self.view.obj


def describe_buffer(value):
    """The open buffer of an object, or None when it has no (direct) buffer."""
    cdef held_buffer self
    cdef int i
    if not PyObject_CheckBuffer(value):
        return None
    self = held_buffer.__new__(held_buffer)
    try:
        PyObject_GetBuffer(value, &self.view, PyBUF_FULL_RO)
    except (BufferError, ValueError):
        return None
    self.held = True
    if self.view.suboffsets != NULL:
        for i in range(self.view.ndim):
            if self.view.suboffsets[i] >= 0:
                return None
    if self.view.shape == NULL:
        self.shape = () if self.view.ndim == 0 else (self.view.len // self.view.itemsize,)
    else:
        self.shape = tuple([self.view.shape[i] for i in range(self.view.ndim)])
    if self.view.strides == NULL:  # ctypes leaves them out: row-major without gaps
        steps, step = [], self.view.itemsize
        for length in reversed(self.shape):
            steps.append(step)
            step *= length
        self.strides = tuple(reversed(steps))
    else:
        self.strides = tuple([self.view.strides[i] for i in range(self.view.ndim)])
    self.format = "B" if self.view.format == NULL else self.view.format.decode()
    return self


publish(held_buffer, "ocean.held_buffer")
