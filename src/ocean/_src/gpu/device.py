"""The device class for OpenCL devices: memory, transfers and launches.

All work is queued and the call returns; only reading bytes back to the host waits.
"""

from __future__ import annotations

import os
import struct
import threading
from collections.abc import Callable
from typing import Any

from ocean._src.core import tensor as core
from ocean._src.core.errors import OceanBufferError, OceanError, OceanMemoryError
from ocean._src.core.memory import device
from ocean._src.kernels.jobs import Job
from ocean._src.kernels.opencl.work import Launch, Traits, Work, work_of

from .blocks import Block, Blocks
from .lines import Line, Lines
from .programs import Programs

STAGING = 1 << 26
"""The size in bytes of the largest staging buffer where the user has set no limit; longer transfers wait."""

MOST_PLANS = 4096
"""Plans that are remembered, each with a small table on the device."""

OPENCL = 4
"""The number of OpenCL devices in DLPack."""

FORKED = False


def _forked() -> None:
    global FORKED
    FORKED = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


class Working:
    """One thread at a time talks to the driver, whose errors say which device has failed."""

    __slots__ = ("device", "enter", "leave")

    def __init__(self, where: deviceGPU) -> None:
        self.device, self.enter, self.leave = where, where.lock.acquire, where.lock.release

    def __enter__(self) -> None:
        if FORKED:
            raise OceanError(
                f"Device {self.device.name} cannot be used after a fork: the driver's threads stay in the parent. "
                "Start processes with multiprocessing's 'spawn' or 'forkserver', and move tensors to the cpu to share "
                "them"
            )
        self.enter()

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        self.leave()
        if error is not None:
            self.told(error)

    def told(self, error: BaseException) -> None:
        """Raise an error of the driver as one of ours."""
        where = self.device
        if isinstance(error, where.cl.MemoryError):
            where.emptyCache()
            blocks = where.blocks
            raise OceanMemoryError(
                f"Device {where.name} ran out of memory: {blocks.used} of {blocks.total} bytes are in use ({error})"
            ) from None
        if isinstance(error, where.cl.Error):
            raise OceanError(f"Device {where.name} failed: {error}") from None


class deviceGPU(device):
    """An OpenCL device: one of the list `ocean.gpu`."""

    requiresAlignedData = True
    supportsByteswap = False

    # set by `properties` and `tune`; here for editors and type checkers
    deviceName: str
    platform: str
    version: str
    computeMode: str
    totalGlobalMem: int
    freeMem: int
    usedBytes: int
    cachedBytes: int
    peakBytes: int
    sharedMemPerBlock: int
    totalConstMem: int
    regsPerBlock: int
    memPitch: int
    warpSize: int
    maxThreadsPerBlock: int
    maxThreadsDim: list[int]
    maxGridSize: list[int]
    multiProcessorCount: int
    major: int
    minor: int
    pciBusID: int
    pciDeviceID: int
    clockRate: float
    deviceOverlap: bool
    kernelExecTimeoutEnabled: bool
    integrated: bool
    canMapHostMemory: bool
    concurrentKernels: bool
    ECCEnabled: bool
    tccDriver: bool
    peers: tuple[device, ...]
    emptyCache: Callable[[], None]
    tune: Callable[..., dict[str, Any]]

    def connect(self, cl: Any, context: Any, found: Any, emulated: bool) -> None:
        """Called once by the search for devices; `found` is the device of OpenCL."""
        self.cl, self.context, self.opencl, self.emulated = cl, context, found, emulated
        self.dlpack = OPENCL, self.index
        self.lines = Lines(cl, context, found)
        self.blocks = Blocks(
            cl, context, self.lines, self.name, int(found.global_mem_size), int(found.max_mem_alloc_size)
        )
        self.lock = threading.RLock()
        self.working = Working(self)
        self.programs = Programs(cl, context, found, self.name, self.lock)
        self.staging: list[tuple[bytearray, Any]] = []
        host_like = bool(found.type & cl.device_type.CPU)
        self.traits = Traits(
            host_like=host_like,
            units=int(found.max_compute_units),
            width=4 * int(found.native_vector_width_float) if host_like else 4,
            local=1 if host_like else min(64, int(found.max_work_group_size)),
            fp64=int(found.double_fp_config) != 0,
        )
        self.plans: dict[Job, Any] = {}

    # --- memory and transfers --------------------------------------------------------------------------------------

    def line(self, queue: Any) -> Line:
        """The line of a stream."""
        line = queue.work
        if line is None:
            line = queue.work = Line(self.lines)
        return line  # type: ignore[no-any-return]

    def allocate(self, nbytes: int, queue: Any) -> Block:
        with self.working:
            return self.blocks.take(nbytes, self.line(queue))

    def queued(self, target: Any, others: set[Line], command: Callable[..., Any]) -> Any:
        """Queue a command on the line of a memory; `others` are lines of other memory that it touches."""
        line = self.line(target.queue)
        others.discard(line)
        event = command(line.queue, wait_for=line.before(others) or None)
        line.after(event, others)
        return event

    def fill(self, target: Any, offset: int, nbytes: int, byte: int) -> None:
        if nbytes:
            with self.working:
                self.queued(
                    target, set(), lambda queue, wait_for: self.cl.enqueue_fill_buffer(
                        queue, target.block.buffer, bytes([byte]), offset, nbytes, wait_for=wait_for
                    )
                )  # fmt: skip

    def read(self, source: Any, offset: int, into: Any) -> None:
        view = memoryview(into)
        if not view.nbytes:
            return
        with self.working:
            line = self.line(source.queue)
            event = self.cl.enqueue_copy(
                line.queue, view, source.block.buffer, src_offset=offset, is_blocking=False,
                wait_for=line.before(set()) or None,
            )  # fmt: skip
            line.after(event, set())
        self.wait(event)

    def write(self, target: Any, offset: int, source: Any) -> None:
        view = memoryview(source).cast("B")
        if not view.nbytes:
            return
        limit = self.maxBufferSize or STAGING
        with self.working:
            for start in range(0, view.nbytes, limit):
                self.write_piece(target, offset + start, view[start : start + limit])

    def write_piece(self, target: Any, offset: int, piece: memoryview) -> None:
        """Queue a transfer from a staging buffer, so that the host may change its own bytes at once."""
        staged = self.staged(piece.nbytes)
        staged[: piece.nbytes] = piece
        event = self.queued(
            target, set(), lambda queue, wait_for: self.cl.enqueue_copy(
                queue, target.block.buffer, memoryview(staged)[: piece.nbytes], dst_offset=offset, is_blocking=False,
                wait_for=wait_for,
            )
        )  # fmt: skip
        if self.bufferCount:
            self.staging.append((staged, event))
            del self.staging[: -self.bufferCount]

    def staged(self, nbytes: int) -> bytearray:
        """A staging buffer that no transfer reads any more, or a new one; the driver keeps what it still reads."""
        for k, (buffer, event) in enumerate(self.staging):
            if len(buffer) >= nbytes and self.lines.done([event]):
                del self.staging[k]
                return buffer
        return bytearray(nbytes)

    def copy(self, target: Any, to: int, source: Any, start: int, nbytes: int) -> None:
        with self.working:
            if target.block is source.block and abs(to - start) < nbytes:
                scratch = self.blocks.take(nbytes, self.line(target.queue))
                self.copy_bytes(target, scratch.buffer, 0, source, source.block.buffer, start, nbytes)
                self.copy_bytes(target, target.block.buffer, to, target, scratch.buffer, 0, nbytes)
            else:
                self.copy_bytes(target, target.block.buffer, to, source, source.block.buffer, start, nbytes)

    def copy_bytes(self, target: Any, into: Any, to: int, source: Any, buffer: Any, start: int, nbytes: int) -> None:
        self.queued(
            target, {source.device.line(source.queue)}, lambda queue, wait_for: self.cl.enqueue_copy(
                queue, into, buffer, byte_count=nbytes, src_offset=start, dst_offset=to, wait_for=wait_for
            )
        )  # fmt: skip

    def reaches(self, other: device) -> bool:
        """Whether bytes are copied from another device without the host."""
        return isinstance(other, deviceGPU) and other.context == self.context

    # --- DLPack ----------------------------------------------------------------------------------------------------

    def lend(self, source: Any) -> int:
        """The handle of a memory's buffer, once its work is done."""
        self.synchronise(source.queue)
        return int(source.block.buffer.int_ptr)

    def borrow(self, handle: int, owner: Any) -> tuple[Any, int]:
        """A block on a buffer that another library has made in the same context, and its size."""
        with self.working:
            buffer = self.cl.MemoryObject.from_int_ptr(handle, retain=True)
            if buffer.get_info(self.cl.mem_info.CONTEXT) != self.context:
                raise OceanBufferError(
                    f"The buffer was made in another OpenCL context than the one of device {self.name}; "
                    "copy it to the host first"
                )
            return Borrowed(buffer, owner), int(buffer.size)

    # --- plans -----------------------------------------------------------------------------------------------------

    def plan(self, job: Job) -> Any:
        with self.working:
            ready = self.plans.get(job)
            if ready is None:
                if len(self.plans) >= MOST_PLANS:
                    self.plans.clear()
                ready = self.plans[job] = Ready(self, work_of(job, self.traits))
            return core.make_device_plan(self, job.operands, ready)

    def launch(self, plan: Any, operands: list[Any]) -> None:
        with self.working:
            plan.work.run(operands)

    def synchronise(self, queue: Any) -> None:
        line = queue.work
        if line is not None:
            with self.working:
                events = line.events()
            for event in events:
                self.wait(event)

    def wait(self, event: Any) -> None:
        """Wait without keeping other threads from the device."""
        try:
            event.wait()
        except self.cl.Error as error:
            raise OceanError(f"Device {self.name} failed: {error}") from None


class Borrowed:
    """A buffer of another library, which hears when it is no longer needed."""

    __slots__ = ("buffer", "owner")

    def __init__(self, buffer: Any, owner: Any) -> None:
        self.buffer, self.owner = buffer, owner


class Ready:
    """Work with its kernels built and its tables on the device."""

    __slots__ = ("device", "launches", "scratch")

    def __init__(self, where: deviceGPU, work: Work) -> None:
        self.device = where
        self.scratch = work.scratch
        self.launches = [ReadyLaunch(where, each) for each in work.launches]

    def run(self, operands: list[Any]) -> None:
        where = self.device
        line = where.line(operands[0][0].queue)
        scratch = [where.blocks.take(nbytes, line) for nbytes in self.scratch]
        others = {where.line(each[0].queue) for each in operands if not isinstance(each, bytes)}
        others.discard(line)
        wait_for = line.before(others) or None
        event = None
        for launch in self.launches:
            event = launch.queue(line.queue, operands, scratch, wait_for)
            wait_for = None
        if event is not None:
            line.after(event, others)


class ReadyLaunch:
    """A launch with its kernel and its table."""

    __slots__ = ("cl", "items", "kernel", "local", "numbers", "offsets", "operands", "set_bytes", "shifts", "table")

    def __init__(self, where: deviceGPU, launch: Launch) -> None:
        self.cl = where.cl
        self.kernel = where.programs.kernel(launch.kernel.text, launch.kernel.name)
        self.set_bytes = getattr(self.kernel, "_set_arg_buf", self.kernel.set_arg)  # 50 times faster where there is it
        table = struct.pack(f"<{len(launch.loops)}q", *launch.loops)
        flags = where.cl.mem_flags
        self.table = where.cl.Buffer(where.context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=table)
        self.operands, self.shifts, self.numbers = launch.operands, launch.shifts, launch.numbers
        self.offsets = struct.Struct(f"<{len(self.operands)}q")
        self.items, self.local = (launch.items,), (launch.local,)

    def queue(self, queue: Any, operands: list[Any], scratch: list[Block], wait_for: list[Any] | None) -> Any:
        kernel, offsets, k = self.kernel, [], 0
        for place, shift in zip(self.operands, self.shifts, strict=True):
            if place < 0:
                kernel.set_arg(k, scratch[-1 - place].buffer)
                offsets.append(shift)
            else:
                memory, offset = operands[place]
                kernel.set_arg(k, memory.block.buffer)
                offsets.append(offset + shift)
            k += 1
        kernel.set_arg(k, self.table)
        arguments = self.offsets.pack(*offsets)
        for number in self.numbers:
            arguments += (number if isinstance(number, bytes) else operands[number]).ljust(16, b"\0")
        self.set_bytes(k + 1, arguments)
        return self.cl.enqueue_nd_range_kernel(queue, kernel, self.items, self.local, wait_for=wait_for)


deviceGPU.__module__ = "ocean"
