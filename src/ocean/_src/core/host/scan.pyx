# cython: auto_pickle=False
"""Scans on the host: a step is repeated along lines, and its result is stored each time, or at the end; see scan.h.

The planner (in `kernels/llvm/scans.py`) chooses kernels and loops.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

cimport cython

from ocean._src.core.objects.dtypes import publish
from ocean._src.base.errors import OceanError
from ocean._src.core.objects.tensor import OTHERWISE as _OTHERWISE

from ocean._src.core.objects.description cimport FEW_DIMS, description
from ocean._src.core.objects.dtypes cimport dtype, pack
from ocean._src.core.objects.memory cimport CPU
from ocean._src.core.call.stopping cimport ask_to_stop, check_stop, may_stop
from ocean._src.core.objects.tensor cimport (
    UNLOCKED, describe_family, describe_plan, family, host_address, in_threads, joint_result, operand, operation,
    plan, run_fn)

cdef extern from "scan.h" nogil:
    enum:
        SCAN_OPERANDS
        SCAN_DIMS
        SCAN_LANES
        SCAN_CHUNK
    ctypedef void (*kernel_fn)(char**, const int64_t*, int64_t, int64_t) noexcept nogil
    ctypedef struct scan_t:
        kernel_fn step, start, total, merge, ahead, finish
        int operands, folds, chunked, size
        char initial[16]
        int64_t shift[SCAN_OPERANDS]
        int64_t across
        int64_t side[SCAN_OPERANDS]
        int dims
        int64_t n[SCAN_DIMS]
        int64_t stride[SCAN_DIMS][SCAN_OPERANDS]
        int along
        int64_t length[SCAN_DIMS]
        int64_t step_by[SCAN_DIMS][SCAN_OPERANDS]
    ctypedef int (*stop_fn)() noexcept nogil
    void scan_run(run_fn, stop_fn, const scan_t*, char**) noexcept
    ctypedef struct view_t:
        int ndims
        const int64_t* n
        const int64_t* s
    uint64_t fit_scan(scan_t*, int, const int64_t*, const view_t*, int, const int*, const int*, int, int, int) noexcept

STEP, START, TOTAL, MERGE, AHEAD, FINISH = range(6)
"""The kernels of a scan, as scan.h names them."""
EXTRA_REVERSE, EXTRA_AXIS = 1 << 6, 63
"""Bits of `extra` of a scan: it runs backwards; the axis."""

cdef enum:
    KERNELS = 6
    REVERSE_BIT = 1 << 6
    AXIS_BITS = 63


@cython.final
cdef class scan_plan(plan):
    """Repeats a step along lines on the host."""
    cdef scan_t scan

    cdef int run(self, operand* at) except -1:
        return run_scan(&self.scan, at)

    @property
    def chunked(self):
        """Whether lines are cut into chunks."""
        return bool(self.scan.chunked)


cdef int run_scan(scan_t* scan, operand* at) except -1:
    cdef char* base[SCAN_OPERANDS]
    cdef int64_t nelem = scan.across
    cdef int k
    for k in range(scan.dims):
        nelem *= scan.n[k]
    for k in range(scan.along):
        nelem *= scan.length[k]
    if nelem == 0:
        return 0
    for k in range(scan.operands):
        base[k] = host_address(&at[k])
    if nelem < UNLOCKED:
        scan_run(in_threads, ask_to_stop, scan, base)
    else:
        with nogil:
            may_stop()
            scan_run(in_threads, ask_to_stop, scan, base)
        check_stop()
    return 0


@cython.final
cdef class scan_family(family):
    """A step for operands of certain dtypes, along axes of any length."""
    cdef int operands
    cdef int sizes[SCAN_OPERANDS]   # bytes of an element of each operand
    cdef bint has[KERNELS]          # whether each program exists
    cdef bint folds
    cdef int size                   # bytes of an accumulator
    cdef char initial[16]
    cdef dtype gives                # the dtype of a new result

    cdef int fit_views(self, scan_t* scan, int ndims, const int64_t* n, view_t* views, uint32_t swaps, const int* axes,
                       int axis_count, bint reverse) except -1:
        cdef kernel_fn found[KERNELS]
        cdef uint64_t moves
        cdef int k
        moves = fit_scan(scan, ndims, n, views, self.operands, self.sizes, axes, axis_count, reverse, self.has[4])
        scan.folds, scan.size = self.folds, self.size
        memcpy(scan.initial, self.initial, 16)
        for k in range(KERNELS):
            found[k] = NULL
            if self.has[k] and (k == 0 or scan.chunked == (2 <= k <= 4)):
                found[k] = <kernel_fn>self.kernel(moves, swaps, k).fn
        scan.step, scan.start, scan.total, scan.merge, scan.ahead, scan.finish = (
            found[0], found[1], found[2], found[3], found[4], found[5])
        return 0

    cdef description fit(self, operation op, int count, operand* at, description out, int64_t extra, void* into):
        cdef int64_t n[FEW_DIMS]
        cdef view_t views[SCAN_OPERANDS]
        cdef description each, result
        cdef uint32_t swaps = 0
        cdef int ndims = 0, k, axis = extra & AXIS_BITS
        result = joint_result(op, count, at, out, self.gives, n, &ndims)
        if result is None or result.nelem == 0 or count != self.operands - 1 or axis >= ndims:
            return None
        for k in range(count + 1):
            each = result if k == 0 else <description>at[k].desc
            views[k].ndims, views[k].n, views[k].s = each.ndims, each.n, each.s
            swaps |= <uint32_t>each.swapped << k
        self.fit_views(<scan_t*>into, ndims, n, views, swaps, &axis, 1, (extra & REVERSE_BIT) != 0)
        return result

    cdef int run(self, void* given, operand* at) except -1:
        return run_scan(<scan_t*>given, at)

    cdef plan keep(self, description result, int count, operand* at, void* given):
        cdef scan_plan kept = scan_plan.__new__(scan_plan)
        cdef list operands = [result]
        cdef int k
        for k in range(1, count + 1):
            operands.append(<object>at[k].desc)
        describe_plan(kept, tuple(operands), CPU)
        kept.family = self
        kept.scan = (<scan_t*>given)[0]
        return kept

    def plan(self, tuple operands not None, axes, bint reverse):
        """The plan of a scan along axes, the first one innermost. Operands are the descriptions of the result and of
        the inputs, which have one size."""
        cdef scan_plan result = scan_plan.__new__(scan_plan)
        cdef view_t views[SCAN_OPERANDS]
        cdef description each, size = operands[1]
        cdef int places[SCAN_DIMS]
        cdef uint32_t swaps = 0
        cdef int k = 0, axis_count = 0
        if len(operands) != self.operands:
            raise OceanError(f"Expected {self.operands} operands, got {len(operands)}")
        for each in operands:
            views[k].ndims, views[k].n, views[k].s = each.ndims, each.n, each.s
            swaps |= <uint32_t>each.swapped << k
            k += 1
        for axis in axes:
            places[axis_count] = axis
            axis_count += 1
        describe_plan(result, operands, CPU)
        result.family = self
        self.fit_views(&result.scan, size.ndims, size.n, views, swaps, places, axis_count, reverse)
        return result


def make_scan_family(programs, compile, operands, gives, dtype kind not None, initial, bint folds):
    """The family of a scan. `programs` are the numbers of its programs (STEP ...), `operands` the dtypes of the result
    and of the inputs, `kind` that of accumulators, and `initial` the identity element."""
    cdef scan_family self = scan_family.__new__(scan_family)
    cdef dtype each
    cdef int k = 0
    describe_family(self, None, compile, _OTHERWISE)
    self.operands = len(operands)
    if self.operands > SCAN_OPERANDS:
        raise OceanError(f"A scan has at most {SCAN_OPERANDS} operands, got {self.operands}")
    for each in operands:
        self.sizes[k] = each.size
        k += 1
    for k in programs:
        self.has[k] = True
    self.gives, self.size, self.folds = gives, kind.size, folds
    pack(kind.code, initial, self.initial)
    return self


publish(scan_family, "ocean.scan_family")
publish(scan_plan, "ocean.scan_plan")
