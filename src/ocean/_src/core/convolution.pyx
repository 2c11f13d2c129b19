# cython: auto_pickle=False
"""Convolutions of real numbers on the host: how a filter moves over memory, and the kernels that follow it.

The geometry (in `convolution.py`) tells axes apart; here are strides only.
"""

from libc.stdint cimport int64_t
from libc.string cimport memset

cimport cython

from ocean._src.core.dtypes import publish
from ocean._src.core.errors import OceanMemoryError
from ocean._src.core.tensor import getNumThreads

from ocean._src.core.copies cimport converted
from ocean._src.core.description cimport MAX_DIMS, axes_as, description, fortran
from ocean._src.core.dtypes cimport DOUBLE, dtype
from ocean._src.core.memory cimport CPU, memory
from ocean._src.core.tensor cimport copied, in_threads, new_tensor, run_fn, tensor

cdef extern from "convolution.h" nogil:
    ctypedef struct moved_t:
        int64_t length, positions, taps, stride, dilation, before, x, f, y
    ctypedef struct dim_t:
        int64_t n, x, f, y
    ctypedef struct convolution_t:
        int size, is_double, axes, channel_dims, output_dims
        moved_t axis[MAX_DIMS]
        dim_t channel[MAX_DIMS]
        dim_t output[MAX_DIMS]
    void convolution_prepare(int) noexcept
    int convolution_run(run_fn, const convolution_t*, const char*, const char*, char*, int) noexcept


def use_instructions(int level):
    """Use at most the instructions of a level: 0 those that every machine has, 1 AVX2, 2 AVX-512. For tests."""
    convolution_prepare(level)


@cython.final
cdef class sliding:
    """A filter that slides over an input with certain descriptions, and the description of the result."""
    cdef readonly description input, filters, result
    cdef convolution_t work


def make_sliding(description input not None, description filters not None, description result not None, moves,
                 channels, outputs):
    """Moves are (length, positions, taps, stride, dilation, before) and strides of input, filters and result; channels
    are (length, strides of input and filters), outputs are (length, strides of filters and result)."""
    cdef sliding self = sliding.__new__(sliding)
    cdef convolution_t* w = &self.work
    cdef moved_t* a
    self.input, self.filters, self.result = input, filters, result
    memset(w, 0, sizeof(convolution_t))
    w.size = input.dtype.size
    w.is_double = input.dtype.code == DOUBLE
    for each in moves:
        a = &w.axis[w.axes]
        a.length, a.positions, a.taps, a.stride, a.dilation, a.before, a.x, a.f, a.y = each
        w.axes += 1
    for each in channels:
        w.channel[w.channel_dims].n, w.channel[w.channel_dims].x, w.channel[w.channel_dims].f = each
        w.channel_dims += 1
    for each in outputs:
        w.output[w.output_dims].n, w.output[w.output_dims].f, w.output[w.output_dims].y = each
        w.output_dims += 1
    return self


cpdef tensor readable(tensor source, dtype kind):
    """A tensor of the host whose elements the kernels can read where they are: itself or a copy."""
    cdef description desc = source.desc
    cdef int64_t off = <int64_t><size_t>(source.mem.data + source.start)
    cdef int d
    if desc.dtype is not kind:
        return converted(source, kind, None)
    for d in range(desc.ndims):
        off |= desc.s[d]
    if desc.swapped != source.mem.swapped or off & (desc.dtype.size - 1):
        return copied(source, axes_as(fortran(kind, CPU, desc.ndims, desc.n), desc))
    return source


cpdef tensor slide(sliding self, tensor input, tensor filters):
    """The convolution of an input and filters with the descriptions that this was made for."""
    cdef tensor result
    cdef memory first = input.mem, second = filters.mem
    cdef const char* x = first.data + input.start
    cdef const char* f = second.data + filters.start
    cdef char* y
    cdef int status, threads = getNumThreads()
    if input.desc is not self.input or filters.desc is not self.filters:
        raise SystemError("a convolution was prepared for other operands")
    result = new_tensor(self.result, first.queue)
    y = result.mem.data + result.start
    with nogil:
        status = convolution_run(in_threads, &self.work, x, f, y, threads)
    if status:
        raise OceanMemoryError("There is not enough memory for the blocks of a convolution")
    return result


convolution_prepare(2)
publish(sliding, "ocean.sliding")
