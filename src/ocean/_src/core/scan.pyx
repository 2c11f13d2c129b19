# cython: auto_pickle=False
"""Scans on the host: a step is repeated along lines, and what it gives is stored each time, or at the end; see scan.h.

The planner (in `kernels/llvm/scans.py`) chooses kernels and loops.
"""

from libc.stdint cimport int64_t
from libc.string cimport memset

cimport cython

from ocean._src.core.dtypes import publish
from ocean._src.core.errors import OceanError

from ocean._src.core.description cimport description
from ocean._src.core.dtypes cimport dtype, pack
from ocean._src.core.memory cimport CPU
from ocean._src.core.stopping cimport ask_to_stop, check_stop, may_stop
from ocean._src.core.tensor cimport UNLOCKED, describe_plan, host_address, in_threads, operand, plan, run_fn

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
    void scan_finish(scan_t*, int64_t) noexcept

LANES, CHUNK = SCAN_LANES, SCAN_CHUNK


@cython.final
cdef class scan_plan(plan):
    """A step that is repeated along lines on the host."""
    cdef scan_t scan
    cdef int64_t nelem
    cdef readonly dict kernels

    cdef int run(self, operand* at) except -1:
        cdef char* base[SCAN_OPERANDS]
        cdef int k
        if self.nelem == 0:
            return 0
        for k in range(self.scan.operands):
            base[k] = host_address(&at[k])
        if self.nelem < UNLOCKED:
            scan_run(in_threads, ask_to_stop, &self.scan, base)
        else:
            with nogil:
                may_stop()
                scan_run(in_threads, ask_to_stop, &self.scan, base)
            check_stop()
        return 0

    @property
    def chunked(self):
        """Whether lines are cut into chunks."""
        return bool(self.scan.chunked)


def make_scan_plan(tuple operands not None, dict kernels not None, dtype kind not None, initial, shifts, side, loops,
                   along, bint folds, bint chunked, int64_t most):
    """A plan of a scan. Operands are the descriptions of the result, then of the inputs.

    `kernels` are those that scan.h names; `kind` is the dtype of accumulators, and `initial` what they start with.
    `side` (lines side by side, `most` of them at a time), `loops` (over lines) and `along` (a line) are loops as
    (length, strides of all operands), from the innermost on.
    """
    cdef scan_plan self = scan_plan.__new__(scan_plan)
    cdef scan_t* scan = &self.scan
    cdef int d, k
    describe_plan(self, operands, CPU)
    memset(scan, 0, sizeof(scan_t))
    scan.operands = len(operands)
    if scan.operands > SCAN_OPERANDS:
        raise OceanError(f"A scan has at most {SCAN_OPERANDS} operands, got {scan.operands}")
    self.kernels = kernels
    scan.step = address(kernels, "step")
    scan.start = address(kernels, "start")
    scan.total = address(kernels, "total")
    scan.merge = address(kernels, "merge")
    scan.ahead = address(kernels, "ahead")
    scan.finish = address(kernels, "finish")
    scan.folds, scan.chunked, scan.size = folds, chunked, kind.size
    pack(kind.code, initial, scan.initial)
    self.nelem = 1
    scan.across, strides = side
    self.nelem *= scan.across
    for k in range(scan.operands):
        scan.shift[k] = shifts[k]
        scan.side[k] = strides[k]
    for length, strides in loops:
        scan.n[scan.dims] = length
        self.nelem *= length
        for k in range(scan.operands):
            scan.stride[scan.dims][k] = strides[k]
        scan.dims += 1
    for length, strides in along:
        scan.length[scan.along] = length
        self.nelem *= length
        for k in range(scan.operands):
            scan.step_by[scan.along][k] = strides[k]
        scan.along += 1
    scan_finish(scan, most)
    return self


cdef kernel_fn address(dict kernels, str name):
    found = kernels.get(name)
    return <kernel_fn><size_t>(0 if found is None else found.address)


publish(scan_plan, "ocean.scan_plan")
