"""Sorting, selecting and ordering lines of elements along an axis: on the host; other devices send their elements here.

Lines that are not contiguous, aligned and native are copied, and results that cannot be written line by line are copied
at the end. Nothing is written to a given result before all of it is known, so that an interrupted sort changes nothing.
"""

from cpython.ref cimport PyObject
from libc.stdint cimport int64_t
from libc.string cimport memcpy, memset

from ocean._src.core.description import size_text
from ocean._src.core.errors import OceanIndexError, OceanMemoryError, OceanTypeError, OceanValueError, shown

from ocean._src.core.arguments cimport compiled
from ocean._src.core.description cimport (
    MAX_DIMS, derive, description, following, fortran, is_fortran, read_axis, read_int)
from ocean._src.core.dtypes cimport INT64, UINT8, dtype, kind_of
from ocean._src.core.memory cimport CPU, allocate, memory
from ocean._src.core.operands cimport argument, tensor_of
from ocean._src.core.tensor cimport (
    UNLOCKED, check_writable, copied, copy_to, in_threads, new_tensor, new_view, run_fn, share_bytes, tensor)
from ocean._src.core.views cimport own

cdef extern from "sorting.h" nogil:
    enum:
        LINES_SORT
        LINES_ORDER
        LINES_PARTITION
        LINES_ORDER_PARTITION
        LINES_TOP
        LINES_QUANTILES
        INTERRUPTIBLE
    ctypedef int (*stop_fn)() noexcept
    ctypedef struct lines_t:
        int job, code, size, down, ignore_nan, method, result_code
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

cdef extern from *:
    """
    static int raise_pending(void) { return -1; }
    """
    int raise_pending() except -1
    int PyErr_CheckSignals() noexcept


cdef int asked_to_stop() noexcept with gil:
    """Whether a signal (Ctrl-C) has raised an error, which stays set."""
    return PyErr_CheckSignals() != 0


def plain_instructions(bint plain):
    """Use only the instructions that every machine has, or the best ones again. For tests."""
    sorting_prepare(plain)


# --- Lines -------------------------------------------------------------------------------------------------------

cdef struct walk:
    int order[MAX_DIMS]     # the axes, those of a line first
    int along               # how many of them are in a line
    int64_t n, lines, step  # the length of a line, the number of lines, and the bytes from one to the next


cdef int lay(walk* self, description desc, unsigned int axes) noexcept:
    """Set the order of the axes (bits) and the sizes; gives whether there are elements."""
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
    """Whether the lines of a tensor can be read and written where they are; sets the step between them."""
    cdef description desc = source.desc
    cdef int64_t next = desc.dtype.size
    cdef int k, d
    cdef bint first = True
    if not desc.device.host or desc.swapped != source.mem.swapped and desc.dtype.size > 1:
        return False
    if <size_t>(source.mem.data + source.start) % desc.dtype.alignment:
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
    """A tensor whose lines can be read where they are: the source, or a copy (always if it is to be apart)."""
    cdef description desc
    cdef tensor result
    if direct(self, source):
        if not apart:
            return source
        if is_fortran(source.desc) and source.desc.nelem < UNLOCKED:
            result = new_tensor(source.desc, None)
            memcpy(result.mem.data + result.start, source.mem.data + source.start,
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
    """Do the job for all lines; a long one without the interpreter lock."""
    cdef memory scratch = None
    cdef int status
    w.run = in_threads
    w.stop = asked_to_stop
    if lines_in_turn(w):
        scratch = allocate(CPU, scratch_bytes(w), kind_of(UINT8), None)
        w.scratch = scratch.data
    if w.n * w.lines < 2048:
        status = lines_run(w)
    else:
        with nogil:
            status = lines_run(w)
    if status > 0:
        raise_pending()
    if status < 0:
        raise OceanMemoryError("There is not enough memory to sort")
    return 0


cdef tensor checked_result(str function, tensor out, int ndims, const int64_t* n):
    """A given result as an object of its own; it must have the right size, and be writable."""
    cdef int d
    cdef tensor result = own(out)
    cdef bint same = result.desc.ndims == ndims
    for d in range(ndims):
        same = same and result.desc.n[d] == n[d]
    if not same:
        wanted = size_text(tuple([n[d] for d in range(ndims)]))
        raise OceanValueError(f"{function}(): the result B must have size {wanted}, "
                              f"got {size_text(result.desc._size)}")
    check_writable(result)
    return result


cdef tensor along(str function, lines_t* w, tensor source, int axis, dtype kind, int64_t length, tensor out):
    """Run a job along an axis, which has another length in the result."""
    cdef walk self, back
    cdef int64_t n[MAX_DIMS]
    cdef int d
    cdef description desc = source.desc, dense
    cdef tensor result, lines, target
    cdef bint apart
    memcpy(n, desc.n, sizeof(n))
    n[axis] = length
    if out is None:
        result = new_result(source, kind, desc.ndims, n)
    else:
        result = checked_result(function, out, desc.ndims, n)
    if result.desc.nelem == 0:
        return result
    lay(&self, desc, 1u << axis)
    apart = out is not None and share_bytes(source, result)
    lines = lines_of(source, &self, apart)
    w.code = desc.dtype.code
    w.size = desc.dtype.size
    w.n = self.n
    w.lines = self.lines
    w.source = lines.mem.data + lines.start
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
    w.target = target.mem.data + target.start
    run(w)
    if target is not result:
        copy_to(target, new_view(result.mem, result.start, turned(&self, result.desc), False))
    return result


cdef inline tensor operand_of(PyObject* value, str function):
    """The first argument as a tensor that nobody else can change."""
    if type(<object>value) is tensor:
        return own(<tensor>value)
    return own(tensor_of(argument(<object>value, function, "A")))


cdef inline int axis_of(PyObject* value, tensor source) except -1:
    return read_axis(0 if value == NULL else <object>value, source.desc.ndims)


cdef inline object settled(PyObject* out, tensor result):
    """What a function gives: nothing if it was given the result."""
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
""", sort_body, None, {"axis": "int", "descending": "bool", "B": "tensor"})


cdef object sort_in_place(PyObject** v):
    cdef lines_t w
    cdef tensor source = own(<tensor>v[0])
    memset(&w, 0, sizeof(w))
    w.job = LINES_SORT
    w.down = v[2] != NULL and <object>v[2] is True
    along("sort", &w, source, axis_of(v[1], source), source.desc.dtype, source.desc.n[axis_of(v[1], source)], source)
    return None


compiled("sort([axis=0] [,descending]) -> None", "sort the elements along an axis in place, as `ocean.sort` does.",
         sort_in_place, tensor, {"axis": "int", "descending": "bool"})


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
                   {"axis": "int", "descending": "bool", "B": "tensor"})
compiled("argsort([axis=0] [,descending] [,B])", ARGSORT, argsort_body, tensor,
         {"axis": "int", "descending": "bool", "B": "tensor"})


sorting_prepare(False)
