# cython: auto_pickle=False
"""Convolutions of real numbers on the host: plans of strides, and the kernels that run them.

The geometry (convolution/plan.py) knows axes; this file knows strides only.
"""

from libc.stdint cimport int64_t
from libc.string cimport memset

cimport cython

from ocean._src.core.objects.axes import is_axis
from ocean._src.core.objects.dtypes import publish
from ocean._src.base.errors import OceanMemoryError, OceanValueError
from ocean._src.core.objects.tensor import getNumThreads

from ocean._src.core.functions.copies cimport converted
from ocean._src.core.objects.description cimport axes_as, description, fortran
from ocean._src.core.objects.dtypes cimport DOUBLE, FLOAT, dtype
from ocean._src.core.objects.memory cimport CPU, memory, touch
from ocean._src.core.call.stopping cimport ask_to_stop, check_stop, may_stop
from ocean._src.core.objects.tensor cimport address, copied, in_threads, new_tensor, run_fn, tensor

cdef extern from "convolution.h" nogil:
    ctypedef int (*stop_fn)() noexcept nogil
    ctypedef struct moved_t:
        int64_t length, positions, taps, stride, dilation, before, x, f, y
    ctypedef struct dim_t:
        int64_t n, x, f, y
    ctypedef struct convolution_t:
        int size, is_double, in_chunks, axes, channel_dims, output_dims
        moved_t axis[8]
        dim_t channel[8]
        dim_t output[8]
    enum: CONVOLUTION_DIMS
    void convolution_prepare(int) noexcept
    int convolution_run(run_fn, stop_fn, const convolution_t*, const char*, const char*, char*, int) noexcept


def use_instructions(int level):
    """Use at most the instructions of a level: 0 those that every machine has, 1 AVX2, 2 AVX-512. For tests."""
    convolution_prepare(level)


@cython.final
cdef class piece:
    cdef convolution_t work
    cdef int64_t filters, result  # where it begins, in bytes


@cython.final
cdef class sliding:
    """The plan of a convolution for one set of descriptions: its pieces, and the description of the result."""
    cdef readonly description input, filters, result
    cdef bint cleared
    cdef list pieces


def make_sliding(description input not None, description filters not None, description result not None, pieces,
                 bint cleared=False, bint in_chunks=False):
    """The plan of pieces (see `Piece`) that write to different elements of the result; `cleared`: it is zeroed first.
    Long sums are split into chunks. None if there are too many dimensions of one kind."""
    cdef sliding self = sliding.__new__(sliding)
    cdef piece each
    cdef convolution_t* w
    cdef moved_t* a
    cdef dim_t* dim
    self.input, self.filters, self.result = input, filters, result
    self.cleared = cleared
    self.pieces = []
    for walks, channels, outputs, first, second in pieces:
        if max(len(walks), len(channels), len(outputs)) > CONVOLUTION_DIMS:
            return None
        each = piece.__new__(piece)
        w = &each.work
        memset(w, 0, sizeof(convolution_t))
        w.size = input.dtype.size
        w.is_double = input.dtype.code == DOUBLE
        w.in_chunks = in_chunks
        each.filters, each.result = first, second
        for walk in walks:
            a = &w.axis[w.axes]
            a.length, a.positions, a.taps, a.stride, a.dilation, a.before, a.x, a.f, a.y = walk
            w.axes += 1
        for values in channels:
            dim = &w.channel[w.channel_dims]
            dim.n, dim.x, dim.f = values
            w.channel_dims += 1
        for values in outputs:
            dim = &w.output[w.output_dims]
            dim.n, dim.f, dim.y = values
            w.output_dims += 1
        self.pieces.append(each)
    return self


cdef object frozen(object value):
    """A setting as part of a key; raises TypeError for unusual types, which are not cached."""
    if value is None or type(value) is int or type(value) is str or is_axis(value):
        return value
    if type(value) is list or type(value) is tuple:
        return tuple([frozen(each) for each in value])
    if type(value) is dict:
        return (dict, tuple([(frozen(key), frozen(each)) for key, each in (<dict>value).items()]))
    raise TypeError


cpdef key_of(str name, tensor first, tensor second, tuple settings):
    """The cache key of a call; None if it has settings of unusual types."""
    try:
        return (name, first.desc, second.desc, frozen(settings))
    except TypeError:
        return None


cdef bint in_place(tensor source) noexcept:
    """Whether the elements of a tensor of the host are native and aligned."""
    cdef description desc = source.desc
    cdef int64_t off = <int64_t><size_t>(address(source))
    cdef int d
    for d in range(desc.ndims):
        off |= desc.s[d]
    return desc.swapped == source.mem.swapped and not off & (desc.dtype.size - 1)


cpdef tensor readable(tensor source, dtype kind):
    """A tensor of the host that the kernels can read in place: itself or a copy."""
    cdef description desc = source.desc
    if desc.dtype is not kind:
        return converted(source, kind, None)
    if in_place(source):
        return source
    return copied(source, axes_as(fortran(kind, CPU, desc.ndims, desc.n), desc))


cpdef tensor slide(sliding self, tensor input, tensor filters):
    """The result for operands with the descriptions that this was made for."""
    cdef tensor result
    cdef memory first = input.mem, second = filters.mem
    cdef const char* x = first.data + input.start
    cdef const char* f = second.data + filters.start
    cdef char* y
    cdef piece each
    cdef int status = 0, threads = getNumThreads()
    touch(first)
    touch(second)
    if input.desc is not self.input or filters.desc is not self.filters:
        raise OceanValueError("An operand of a convolution was changed by another thread")
    result = new_tensor(self.result, first.queue)
    y = address(result)
    if self.cleared:
        memset(result.mem.data, 0, self.result.high - self.result.low)
    for each in self.pieces:
        with nogil:
            may_stop()
            status = convolution_run(
                in_threads, ask_to_stop, &each.work, x, f + each.filters, y + each.result, threads)
        check_stop()
        if status:
            raise OceanMemoryError("There is not enough memory for the blocks of a convolution")
    return result


def recalled(dict calls not None, str name, first, second, tuple settings not None):
    """The result of a cached call whose operands can be read in place; else None. A cache entry ends with its
    `sliding`."""
    cdef tensor x, f
    cdef dtype kind
    if type(first) is not tensor or type(second) is not tensor:
        return None
    x, f = first, second
    kind = x.desc.dtype
    if (kind.code != FLOAT and kind.code != DOUBLE) or f.desc.dtype is not kind or not (
            x.desc.device.host and f.desc.device.host and in_place(x) and in_place(f)):
        return None
    found = calls.get(key_of(name, x, f, settings))
    if found is None or found[-1] is None:
        return None
    return slide(<sliding?>found[-1], x, f)


convolution_prepare(2)
publish(sliding, "ocean.sliding")
