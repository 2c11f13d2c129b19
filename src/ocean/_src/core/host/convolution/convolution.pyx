# cython: auto_pickle=False
"""Convolutions of real numbers on the host: plans of strides, and the kernels that run them.

The geometry (convolution/plan.py) knows axes; this file knows strides only.
"""

from libc.stdint cimport int64_t
from libc.string cimport memset

cimport cython

from ocean._src.core.objects.axes import is_axis, resized
from ocean._src.core.objects.dtypes import publish
from ocean._src.base.errors import OceanMemoryError, OceanValueError
from ocean._src.core.objects.tensor import getNumThreads

from ocean._src.core.functions.copies cimport converted
from ocean._src.core.objects.axes cimport axis, canonical
from ocean._src.core.objects.description cimport axes_as, describe, description, fortran, with_axes
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


# --- Other sizes ---------------------------------------------------------------------------------------------------

cdef enum:
    FEW_BYTES = 32                  # `FEW` of convolution/plan.py
    FEW_RESULTS = 8
cdef int64_t POSITIONS = <int64_t>1 << 36, MANY_STEPS = <int64_t>1 << 20    # its limits


cdef struct walk_t:
    moved_t axis                    # without the lengths, which differ from call to call
    int place                       # the dimension of the input
    int64_t after


@cython.final
cdef class resizing:
    """The plans of a convolution for all lengths of the axes that the filters move over: `forward` of
    convolution/plan.py, compiled."""
    cdef description filters
    cdef dtype kind
    cdef tuple axes                 # of the input; the lengths of those that are moved over do not count
    cdef bint same                  # padding is "same"
    cdef int moves, others, channels, outputs, ndims, results
    cdef walk_t walks[2 * CONVOLUTION_DIMS]     # moves, then others
    cdef int channel[2][CONVOLUTION_DIMS]       # dimensions of input and filters
    cdef int output[CONVOLUTION_DIMS]           # dimensions of the filters
    cdef int order[4 * CONVOLUTION_DIMS]        # the dimension for each of the result, in outputs and walks together

    cdef sliding fit(self, description x):
        """The plan for an input, or None: convolution/api.py has to find it, or an error."""
        cdef sliding found
        cdef piece each
        cdef convolution_t* w
        cdef moved_t* a
        cdef walk_t walk
        cdef int64_t lengths[4 * CONVOLUTION_DIMS]
        cdef int64_t strides[4 * CONVOLUTION_DIMS]
        cdef int64_t n[4 * CONVOLUTION_DIMS]
        cdef int64_t s[4 * CONVOLUTION_DIMS]
        cdef int64_t rank[2 * CONVOLUTION_DIMS]
        cdef int near[2 * CONVOLUTION_DIMS]
        cdef moved_t walks[2 * CONVOLUTION_DIMS]
        cdef description f = self.filters
        cdef int64_t reach, lacking, step = self.kind.size, total = 1, size = 1
        cdef int count = self.moves + self.others, d, k, last = 0
        cdef list axes = []
        if x.axes is None or x.ndims != self.ndims or x.dtype is not self.kind or not x.device.host:
            return None
        for d in range(self.ndims):
            if x.axes[d] is not self.axes[d] and not self.follows(x, d):
                return None
        for k in range(count):
            walk, a = self.walks[k], &walks[k]
            a[0] = walk.axis
            a.length = a.positions = x.n[walk.place]
            a.x = x.s[walk.place]
            if k < self.moves:
                reach = a.dilation * (a.taps - 1) + 1
                if self.same:
                    lacking = max(((a.length + a.stride - 1) // a.stride - 1) * a.stride + reach - a.length, 0)
                    a.before, walk.after = lacking // 2, lacking - lacking // 2
                if a.length > POSITIONS or a.before + a.length + walk.after < reach:
                    return None
                a.positions = (a.before + a.length + walk.after - reach) // a.stride + 1
                if a.positions > POSITIONS:
                    return None
                if a.positions == 1:
                    a.stride = 1
                if a.taps == 1:
                    a.dilation = 1
                for d in range(k):              # moves are in the order of their strides
                    if abs(walks[d].x) >= abs(a.x):
                        return None
            total *= min(a.positions, FEW_RESULTS)
            total = min(total, FEW_RESULTS)
            lengths[self.outputs + k] = a.positions
            rank[k] = abs(a.x)
            if a.x == 0 or (a.taps == 1 and a.length <= FEW_BYTES and a.length * abs(a.x) < FEW_BYTES):
                rank[k] += <int64_t>1 << 62
        for d in range(f.ndims):
            size = min(size * max(f.n[d], 1), MANY_STEPS + 1) if f.n[d] else 0
        if total < FEW_RESULTS and size > MANY_STEPS:
            return None
        for k in range(count):                  # a stable sort: small strides first
            d = k
            while d and rank[near[d - 1]] > rank[k]:
                near[d] = near[d - 1]
                d -= 1
            near[d] = k
        for k in range(count):
            if near[k] < self.moves:
                last = k + 1
        for k in range(self.outputs):
            lengths[k] = f.n[self.output[k]]
        for k in range(count + self.outputs):   # dimensions of the result, the fastest first
            d = (self.outputs + near[k] if k < last else k - last if k < last + self.outputs
                 else self.outputs + near[k - self.outputs])
            strides[d] = step
            if lengths[d] > 1:
                if step > (<int64_t>1 << 62) // lengths[d]:
                    return None
                step *= lengths[d]
        for k in range(self.results):
            d = self.order[k]
            n[k], s[k] = lengths[d], strides[d]
            if d < self.outputs:
                axes.append(f.axes[self.output[d]])
            else:
                axes.append(resized(x.axes[self.walks[d - self.outputs].place], n[k]))
        found = sliding.__new__(sliding)
        found.input, found.filters = x, f
        found.result = with_axes(describe(self.kind, CPU, False, self.results, n, s), canonical(tuple(axes)))
        each = piece.__new__(piece)
        w = &each.work
        memset(w, 0, sizeof(convolution_t))
        w.size = self.kind.size
        w.is_double = self.kind.code == DOUBLE
        w.axes, w.channel_dims, w.output_dims = count, self.channels, self.outputs
        for k in range(count):
            w.axis[k] = walks[near[k]]
            w.axis[k].y = strides[self.outputs + near[k]]
        for k in range(self.channels):
            d = self.channel[0][k]
            w.channel[k].n, w.channel[k].x, w.channel[k].f = x.n[d], x.s[d], f.s[self.channel[1][k]]
        for k in range(self.outputs):
            d = self.output[k]
            w.output[k].n, w.output[k].f, w.output[k].y = f.n[d], f.s[d], strides[k]
        found.pieces = [each]
        return found

    cdef bint follows(self, description x, int place):
        """Whether the filters move over a dimension, and the axis is that of the plan in another length."""
        cdef int k
        for k in range(self.moves):
            if self.walks[k].place == place:
                return resized(self.axes[place], (<axis>x.axes[place]).length) is x.axes[place]
        return False


def make_resizing(description input not None, description filters not None, moves, channels, others, outputs, order,
                  bint same):
    """The plans of a `Geometry` for other lengths; None if there are too many dimensions."""
    cdef resizing self = resizing.__new__(resizing)
    cdef walk_t* walk
    cdef moved_t* a
    cdef int k
    if max(len(moves) + len(others), len(channels[0]), len(outputs)) > CONVOLUTION_DIMS:
        return None
    self.filters, self.kind, self.axes, self.ndims, self.same = filters, input.dtype, input.axes, input.ndims, same
    self.moves, self.others = len(moves), len(others)
    self.channels, self.outputs, self.results = len(channels[0]), len(outputs), len(order)
    for k in range(self.moves + self.others):
        walk = &self.walks[k]
        a = &walk.axis
        memset(walk, 0, sizeof(walk_t))
        a.taps = a.stride = a.dilation = 1
        if k < self.moves:
            walk.place, tap, _, a.taps, a.stride, a.dilation, a.before, walk.after = moves[k]
            a.f = filters.s[<int>tap]
            if max(a.taps, a.stride, a.dilation, a.before, walk.after) > POSITIONS:
                return None
        else:
            walk.place = others[k - self.moves]
    for k in range(self.channels):
        self.channel[0][k], self.channel[1][k] = channels[0][k], channels[1][k]
    for k in range(self.outputs):
        self.output[k] = outputs[k]
    for k in range(self.results):
        self.order[k] = order[k]
    return self


cpdef tuple sizes_key(tuple key):
    """The key of a `resizing` from that of a call."""
    return (resizing, key[0], (<description>key[1]).dtype, key[2], key[3])


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
    key = key_of(name, x, f, settings)
    found = calls.get(key)
    if found is not None:
        return None if found[-1] is None else slide(<sliding?>found[-1], x, f)
    found = None if key is None else calls.get(sizes_key(<tuple>key))
    if found is None:
        return None
    found = (<resizing?>found).fit(x.desc)
    return None if found is None else slide(<sliding>found, x, f)


convolution_prepare(2)
publish(sliding, "ocean.sliding")
publish(resizing, "ocean.resizing")
