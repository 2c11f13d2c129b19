"""Sorting and selecting along an axis, on the host; other devices send their elements here.

Lines that are not contiguous, aligned and native are copied, and results that cannot be written line by line are copied
at the end. A given result is written after all of it has been computed, so an interrupted sort changes nothing.
"""

from cpython.ref cimport PyObject
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy, memset

from ocean._src.core.objects.description import integers, size_text
from ocean._src.base.errors import OceanIndexError, OceanMemoryError, OceanValueError, integer_text

from ocean._src.core.call.callables cimport compiled
from ocean._src.core.objects.description cimport (
    MAX_DIMS, derive, description, following, fortran, is_fortran, read_axis, read_int, same_size, size_of)
from ocean._src.core.objects.dtypes cimport INT64, UINT8, dtype, kind_of
from ocean._src.core.objects.memory cimport CPU, allocate, memory, touch
from ocean._src.core.call.operands cimport argument, tensor_of
from ocean._src.core.call.stopping cimport raise_kept, signalled
from ocean._src.core.objects.tensor cimport (
    is_native,
    address, own,
    UNLOCKED, check_writable, copied, copy_to, in_threads, new_tensor, new_view, run_fn, share_bytes, tensor)

cdef extern from "sorting.h" nogil:
    enum:
        LINES_SORT
        LINES_ORDER
        LINES_PARTITION
        LINES_ORDER_PARTITION
        LINES_TOP
        LINES_QUANTILES
        LINES_REORDER
        INTERRUPTIBLE
    ctypedef int (*stop_fn)() noexcept
    ctypedef struct lines_t:
        int job, code, size, down, ignore_nan, method, quantile_code, result_code
        int64_t n, lines
        const char* source
        char* target
        char* places
        int64_t source_step, target_step, places_step
        const int64_t* ranks
        int64_t count
        const double* quantiles
        run_fn run
        stop_fn stop
        char* scratch
        int failed
    int64_t scratch_bytes(const lines_t*) noexcept
    int lines_in_turn(const lines_t*) noexcept
    int lines_run(lines_t*) noexcept
    void sorting_prepare(int) noexcept


def use_instructions(int level):
    """Use at most the instructions of a level: 0 those that every machine has, 1 AVX2, 2 AVX-512. For tests."""
    sorting_prepare(level)


# --- Lines -------------------------------------------------------------------------------------------------------

cdef struct walk:
    int order[MAX_DIMS]     # the axes, those of a line first
    int along               # the number of axes of a line
    int64_t n, lines, step  # the length of a line, the number of lines, and the bytes from one to the next


cdef int lay(walk* self, description desc, uint64_t axes) noexcept:
    """Set the order of the axes (bits) and the sizes; returns whether there are elements."""
    cdef int d, k = 0
    self.n = self.lines = 1
    for d in range(desc.ndims):
        if axes >> d & 1:
            self.order[k] = d
            self.n *= desc.n[d]
            k += 1
    self.along = k
    for d in range(desc.ndims):
        if not axes >> d & 1:
            self.order[k] = d
            self.lines *= desc.n[d]
            k += 1
    return self.n * self.lines != 0


cdef bint direct(walk* self, tensor source) noexcept:
    """Whether the lines of a tensor can be read and written in place; sets the step between them."""
    cdef description desc = source.desc
    cdef int64_t next = desc.dtype.size
    cdef int k, d
    cdef bint first = True
    if not desc.device.host or not is_native(source):
        return False
    if <size_t>(address(source)) % desc.dtype.alignment:
        return False
    for k in range(self.along):
        d = self.order[k]
        if desc.n[d] != 1:
            if desc.s[d] != next:
                return False
            next *= desc.n[d]
    self.step = next
    for k in range(self.along, desc.ndims):
        d = self.order[k]
        if desc.n[d] == 1:
            continue
        if first:
            self.step = next = desc.s[d]
            first = False
        elif desc.s[d] != next:
            return False
        next *= desc.n[d]
    return self.step % desc.dtype.alignment == 0


cdef description turned(walk* self, description desc):
    """A description with the axes of a line first."""
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int k
    for k in range(desc.ndims):
        n[k] = desc.n[self.order[k]]
        s[k] = desc.s[self.order[k]]
    return derive(desc, desc.ndims, n, s)


cdef tensor lines_of(tensor source, walk* self, bint apart):
    """A tensor whose lines can be read in place: the source, or a copy (always if `apart`)."""
    cdef description desc
    cdef tensor result
    touch(source.mem)
    if direct(self, source):
        if not apart:
            return source
        if is_fortran(source.desc) and source.desc.nelem < UNLOCKED:
            result = new_tensor(source.desc, None)
            memcpy(address(result), address(source),
                   source.desc.nelem * source.desc.dtype.size)
            return result
    desc = turned(self, source.desc)
    result = copied(new_view(source.mem, source.start, desc, True), fortran(desc.dtype, CPU, desc.ndims, desc.n))
    self.step = self.n * desc.dtype.size
    return result


cdef tensor new_result(tensor source, dtype kind, int ndims, const int64_t* n):
    """A new tensor with the order in memory of another, on its device and stream."""
    cdef description desc = source.desc
    if is_fortran(desc):
        return new_tensor(fortran(kind, desc.device, ndims, n), source.mem.queue)
    return new_tensor(following(kind, desc.device, ndims, n, [desc]), source.mem.queue)


cdef int run(lines_t* w) except -1:
    """Run the job on all lines; a long job without the interpreter lock."""
    cdef memory scratch = None
    cdef int status
    w.run = in_threads
    w.stop = signalled
    if lines_in_turn(w):
        scratch = allocate(CPU, scratch_bytes(w), kind_of(UINT8), None)
        w.scratch = scratch.data
    if w.n * w.lines < 2048:
        status = lines_run(w)
    else:
        with nogil:
            status = lines_run(w)
    if status > 0:
        raise_kept()
    if status < 0:
        raise OceanMemoryError("There is not enough memory to sort")
    return 0


cdef tensor checked_result(str function, tensor out, int ndims, const int64_t* n):
    """A private object for a given result, which must have the right size and be writable."""
    cdef int d
    cdef tensor result = own(out)
    cdef bint same = result.desc.ndims == ndims
    for d in range(ndims):
        same = same and result.desc.n[d] == n[d]
    if not same:
        wanted = size_text(tuple([n[d] for d in range(ndims)]))
        raise OceanValueError(f"{function}(): the result B must have size {wanted}, "
                              f"got {size_text(size_of(result.desc))}")
    check_writable(result)
    touch(result.mem)
    return result


cdef tensor along(str function, lines_t* w, tensor source, int axis, dtype kind, int64_t length, tensor out):
    """Run a job along an axis, which has another length in the result."""
    cdef walk self, back
    cdef int64_t n[MAX_DIMS]
    cdef int d
    cdef description desc = source.desc, dense
    cdef tensor result, lines, target
    cdef bint apart
    memcpy(n, desc.n, desc.ndims * sizeof(int64_t))
    n[axis] = length
    if out is None:
        result = new_result(source, kind, desc.ndims, n)
    else:
        result = checked_result(function, out, desc.ndims, n)
    if result.desc.nelem == 0:
        return result
    lay(&self, desc, <uint64_t>1 << axis)
    apart = out is not None and share_bytes(source, result)
    lines = lines_of(source, &self, apart)
    w.code = desc.dtype.code
    w.size = desc.dtype.size
    w.n = self.n
    w.lines = self.lines
    w.source = address(lines)
    w.source_step = self.step
    back = self
    if (result.desc.dtype is kind and direct(&back, result) and (back.step != 0 or back.lines == 1)
            and (out is None or result.desc.nelem <= INTERRUPTIBLE)):
        target = result
        w.target_step = back.step
    else:
        dense = turned(&self, result.desc)
        target = new_tensor(fortran(kind, CPU, desc.ndims, dense.n), None)
        w.target_step = length * kind.size
    w.target = address(target)
    run(w)
    if target is not result:
        copy_to(target, new_view(result.mem, result.start, turned(&self, result.desc), False))
    return result


cdef inline tensor operand_of(PyObject* value, str function):
    """The first argument as a private tensor."""
    if type(<object>value) is tensor:
        return own(<tensor>value)
    return own(tensor_of(argument(<object>value, function, "A")))


cdef inline int axis_of(PyObject* value, tensor source) except -1:
    return read_axis(0 if value == NULL else <object>value, source.desc.ndims)


cdef inline object settled(PyObject* out, tensor result):
    """The return value of a function: None if the result was given."""
    return result if out == NULL else None


cdef inline tensor given_result(PyObject* value):
    return None if value == NULL else <tensor>value


# --- Sorting -----------------------------------------------------------------------------------------------------

cdef object sort_body(PyObject** v):
    cdef lines_t w
    cdef tensor source = operand_of(v[0], "sort")
    memset(&w, 0, sizeof(w))
    w.job = LINES_SORT
    w.down = v[2] != NULL and <object>v[2] is True
    return settled(v[3], along("sort", &w, source, axis_of(v[1], source), source.desc.dtype,
                               source.desc.n[axis_of(v[1], source)], given_result(v[3])))


sort = compiled("sort(A [,axis=0] [,descending] [,B])", """the elements along an axis in order, the smallest first.

Equal elements stay in their order, NaN is last, descending too; complex numbers are ordered by their real parts, then
by their imaginary parts.

>>> ocean.sort([3,1,2])
   1   2   3
<tensor.int64 of size 3 on cpu>
""", sort_body, None, {"axis": "int", "descending": "bool", "B": "tensor"}, None, "along(axis)")


cdef object sort_in_place(PyObject** v):
    cdef lines_t w
    cdef tensor source = own(<tensor>v[0])
    memset(&w, 0, sizeof(w))
    w.job = LINES_SORT
    w.down = v[2] != NULL and <object>v[2] is True
    along("sort", &w, source, axis_of(v[1], source), source.desc.dtype, source.desc.n[axis_of(v[1], source)], source)
    return None


compiled("sort([axis=0] [,descending]) -> None", "sort the elements along an axis in place, as `ocean.sort` does.",
         sort_in_place, tensor, {"axis": "int", "descending": "bool"}, None, "along(axis)")


cdef object argsort_body(PyObject** v):
    cdef lines_t w
    cdef tensor source = operand_of(v[0], "argsort")
    memset(&w, 0, sizeof(w))
    w.job = LINES_ORDER
    w.down = v[2] != NULL and <object>v[2] is True
    return settled(v[3], along("argsort", &w, source, axis_of(v[1], source), kind_of(INT64),
                               source.desc.n[axis_of(v[1], source)], given_result(v[3])))


cdef str ARGSORT = """the places of the elements along an axis in the order of `sort`.

>>> ocean.argsort([3,1,2])
   1   2   0
<tensor.int64 of size 3 on cpu>
"""
argsort = compiled("argsort(A [,axis=0] [,descending] [,B])", ARGSORT, argsort_body, None,
                   {"axis": "int", "descending": "bool", "B": "tensor"}, None, "along(axis)")
compiled("argsort([axis=0] [,descending] [,B])", ARGSORT, argsort_body, tensor,
         {"axis": "int", "descending": "bool", "B": "tensor"}, None, "along(axis)")


# --- Selecting ---------------------------------------------------------------------------------------------------

cdef tensor vector(int64_t count):
    """A new vector of int64 on the host."""
    return new_tensor(fortran(kind_of(INT64), CPU, 1, &count), None)


cdef int64_t* numbers(tensor self) noexcept:
    return <int64_t*>(address(self))


cdef tensor ranks_in(str function, object kth, int64_t length):
    """The given ranks in a line, sorted."""
    cdef list found
    cdef tensor result
    cdef int64_t k
    if type(kth) is int:
        found = [kth]
    else:
        found = sorted(integers(kth, "kth", 1 << 20))
    for k in range(len(found)):
        if not -length <= found[k] < length:
            raise OceanIndexError(f"{function}(): kth must be between {-length} and {length - 1} along an axis of size "
                                  f"{length}, got {integer_text(found[k])}")
    found = sorted({each + length if each < 0 else each for each in found})
    result = vector(len(found))
    for k in range(len(found)):
        numbers(result)[k] = found[k]
    return result


cdef tensor select(str function, int job, tensor source, PyObject* kth, int axis, tensor out):
    cdef lines_t w
    cdef tensor ranks = ranks_in(function, <object>kth, source.desc.n[axis])
    memset(&w, 0, sizeof(w))
    w.job = job
    w.ranks = numbers(ranks)
    w.count = ranks.desc.nelem
    return along(function, &w, source, axis, source.desc.dtype if job == LINES_PARTITION else kind_of(INT64),
                 source.desc.n[axis], out)


cdef object partition_body(PyObject** v):
    cdef tensor source = operand_of(v[0], "partition")
    return settled(v[3], select("partition", LINES_PARTITION, source, v[1], axis_of(v[2], source), given_result(v[3])))


cdef object partition_in_place(PyObject** v):
    cdef tensor source = own(<tensor>v[0])
    select("partition", LINES_PARTITION, source, v[1], axis_of(v[2], source), source)
    return None


cdef object argpartition_body(PyObject** v):
    cdef tensor source = operand_of(v[0], "argpartition")
    return settled(v[3], select("argpartition", LINES_ORDER_PARTITION, source, v[1], axis_of(v[2], source),
                                given_result(v[3])))


cdef dict SELECTING = {"kth": "integers", "axis": "int", "B": "tensor"}
partition = compiled("partition(A, kth [,axis=0] [,B])", """a copy with element number `kth` along an axis in its place.

It is the one that would be there after sorting; those before it are not larger, and those after it not smaller.

`kth` may be several numbers; negative ones count from the end.

>>> ocean.partition([4,3,1,2,5], 2)[2]
3
""", partition_body, None, SELECTING, None, "along(axis)")
compiled("partition(kth [,axis=0]) -> None", "partition the elements along an axis in place, as `ocean.partition`.",
         partition_in_place, tensor, {"kth": "integers", "axis": "int"}, None, "along(axis)")
cdef str ARGPARTITION = """the places of the elements along an axis in the order of a partition.

That number `kth` is the place of the element that would be there after sorting.

>>> ocean.argpartition([4,3,1,2,5], 2)[2]
1
"""
argpartition = compiled("argpartition(A, kth [,axis=0] [,B])", ARGPARTITION, argpartition_body, None, SELECTING,
                        None, "along(axis)")
compiled("argpartition(kth [,axis=0] [,B])", ARGPARTITION, argpartition_body, tensor, SELECTING, None, "along(axis)")


cdef tensor line_results(walk* self, tensor source, dtype kind, int64_t length):
    """A new tensor on the host for lines of results, which are contiguous; the axis is the first."""
    cdef int64_t n[MAX_DIMS]
    cdef int k, ndims = source.desc.ndims - self.along + 1
    n[0] = length
    for k in range(1, ndims):
        n[k] = source.desc.n[self.order[self.along + k - 1]]
    return new_tensor(fortran(kind, CPU, ndims, n), None)


cdef tensor with_axis(tensor lines, int axis, tensor source):
    """Lines of results, with the axis moved to its place, in the layout and on the device of the source."""
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int d
    cdef tensor result
    if axis == 0 and source.desc.device.host:
        return lines
    for d in range(lines.desc.ndims):
        n[d] = lines.desc.n[0 if d == axis else d + 1 if d < axis else d]
        s[d] = lines.desc.s[0 if d == axis else d + 1 if d < axis else d]
    result = new_result(source, lines.desc.dtype, lines.desc.ndims, n)
    copy_to(new_view(lines.mem, lines.start, derive(lines.desc, lines.desc.ndims, n, s), True), result)
    return result


cpdef tensor sent_to(tensor result, tensor source):
    """A result of the host, copied to the device and stream of the source if that is another device."""
    cdef description desc = result.desc
    cdef tensor there
    if source.desc.device.host:
        return result
    there = new_tensor(fortran(desc.dtype, source.desc.device, desc.ndims, desc.n), source.mem.queue)
    copy_to(result, there)
    return there


cdef object topk_body(PyObject** v):
    cdef lines_t w
    cdef walk self
    cdef tensor source = operand_of(v[0], "topk"), lines, values, places
    cdef int axis = axis_of(v[2], source)
    cdef int64_t k = read_int(<object>v[1], "k")
    if not 0 <= k <= source.desc.n[axis]:
        raise OceanValueError(
            f"topk(): k must be between 0 and {source.desc.n[axis]}, the size along axis {axis}, got {k}")
    memset(&w, 0, sizeof(w))
    lay(&self, source.desc, <uint64_t>1 << axis)
    values = line_results(&self, source, source.desc.dtype, k)
    places = line_results(&self, source, kind_of(INT64), k)
    if values.desc.nelem:
        lines = lines_of(source, &self, False)
        w.job = LINES_TOP
        w.down = v[3] == NULL or <object>v[3] is not False
        w.code = source.desc.dtype.code
        w.size = source.desc.dtype.size
        w.n = self.n
        w.lines = self.lines
        w.count = k
        w.source = address(lines)
        w.source_step = self.step
        w.target = address(values)
        w.target_step = k * w.size
        w.places = address(places)
        w.places_step = k * 8
        run(&w)
    return with_axis(values, axis, source), with_axis(places, axis, source)


cdef str TOPK = """the `k` largest elements along an axis, the largest first, and their places.

`largest=False` gives the smallest. The first of equal elements comes first, and NaN last.

>>> ocean.topk([4,1,5,3], 2)
(   5   4
<tensor.int64 of size 2 on cpu>,    2   0
<tensor.int64 of size 2 on cpu>)
"""
topk = compiled("topk(A, k [,axis=0] [,largest]) -> tuple[tensor, tensor]", TOPK, topk_body, None,
                {"k": "int", "axis": "int", "largest": "bool"}, None, "along(axis)")
compiled("topk(k [,axis=0] [,largest]) -> tuple[tensor, tensor]", TOPK, topk_body, tensor,
         {"k": "int", "axis": "int", "largest": "bool"}, None, "along(axis)")


def lexsorted(list keys not None, axis):
    """The places that sort by several tensors of one size; the last one is the primary key."""
    cdef lines_t w
    cdef walk self, each
    cdef tensor source = own(<tensor>keys[0]), key, lines, places
    cdef int along_axis = read_axis(axis, source.desc.ndims)
    cdef int64_t i, line
    lay(&self, source.desc, <uint64_t>1 << along_axis)
    places = line_results(&self, source, kind_of(INT64), self.n)
    for line in range(self.lines):
        for i in range(self.n):
            numbers(places)[line * self.n + i] = i
    if places.desc.nelem == 0:
        return with_axis(places, along_axis, source)
    for key in keys:
        key = own(key)
        if not same_size(key.desc, source.desc):
            raise OceanValueError(f"lexsort(): expected keys of size {size_text(size_of(source.desc))}, "
                                  f"got {size_text(size_of(key.desc))}")
        memset(&w, 0, sizeof(w))
        each = self
        lines = lines_of(key, &each, False)
        w.job = LINES_REORDER
        w.code = key.desc.dtype.code
        w.size = key.desc.dtype.size
        w.n = self.n
        w.lines = self.lines
        w.source = address(lines)
        w.source_step = each.step
        w.target = address(places)
        w.target_step = self.n * 8
        run(&w)
    return with_axis(places, along_axis, source)


# --- Quantiles ---------------------------------------------------------------------------------------------------

def quantiles(tensor source not None, uint64_t axes, tensor q not None, int method, bint ignore_nan,
              dtype kind not None, dtype places not None):
    """Quantiles (a sorted vector of doubles on the host) over axes (bits) of real elements, in their dtype or a
    floating-point one: a tensor on the host with the quantiles along its first axis, then the other axes. The places
    of elements are computed in the dtype `places`."""
    cdef lines_t w
    cdef walk self
    cdef tensor lines, result
    source = own(source)
    q = own(q)
    memset(&w, 0, sizeof(w))
    lay(&self, source.desc, axes)
    result = line_results(&self, source, kind, q.desc.nelem)
    if result.desc.nelem == 0:
        return result
    if self.n == 0 and not kind.isfloat:
        raise OceanValueError("There is no quantile of no elements")
    if self.n:
        lines = lines_of(source, &self, False)
        w.source = address(lines)
        w.source_step = self.step
    w.job = LINES_QUANTILES
    w.code = source.desc.dtype.code
    w.size = source.desc.dtype.size
    w.result_code = kind.code
    w.method = method
    w.quantile_code = places.code
    w.ignore_nan = ignore_nan
    w.n = self.n
    w.lines = self.lines
    w.count = q.desc.nelem
    w.quantiles = <const double*>(address(q))
    w.target = address(result)
    w.target_step = w.count * kind.size
    run(&w)
    return result


sorting_prepare(2)
