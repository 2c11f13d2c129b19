"""The device class for OpenCL devices. The code of every call is in `core/devices/opencl.pyx`."""

from __future__ import annotations

import os
import struct
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from ocean._src.base.errors import OceanBufferError, OceanIndexError
from ocean._src.core.devices.opencl import (
    block,
    borrowed_block,
    fold_launch_family,
    kernel_launch,
    launch_family,
    make_fold_launch_family,
    make_launch_family,
    make_opencl_plan,
    queues,
)
from ocean._src.core.objects.memory import device
from ocean._src.core.objects.tensor import plan as Plan
from ocean._src.core.objects.tensor import when_plans_are_forgotten
from ocean._src.kernels.dtypes import BY_NAME
from ocean._src.kernels.formats import Format
from ocean._src.kernels.jobs import Elementwise, Job, Reduce
from ocean._src.kernels.opencl import elementwise, reduce
from ocean._src.kernels.opencl.source import checked, vector_bytes
from ocean._src.kernels.opencl.work import Launch, Traits, work_of
from ocean._src.kernels.program import Program, casts, merging, without_unused_inputs

from .programs import Programs

MOST_PLANS = 4096
"""The limit of cached plans, each with a small table on the device; the oldest are dropped first."""
MOST_FAMILIES = 2048
"""The limit of cached families of plans."""
MERGING, FINISHING = 2, 4
"""The first kinds of a reduction's kernels that merge parts, and that make the result; see core/devices/opencl.pyx."""

OPENCL = 4
"""The number that DLPack has for OpenCL devices."""


class Built(NamedTuple):
    """A kernel as a family keeps it."""

    kernel: Any
    address: int
    whole: int = 1


class deviceGPU(device):
    """An OpenCL device: one of the list `ocean.gpu`."""

    requiresAlignedData = True
    supportsByteswap = False

    # `properties` and `tune` set these; declared here for editors and type checkers
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
        """Called once by the search for devices; `found` is pyopencl's device."""
        self.cl, self.context, self.opencl, self.emulated = cl, context, found, emulated
        self.dlpack = OPENCL, self.index
        self.lock = threading.RLock()
        self.queues = queues(self, cl, context, found, self.lock)
        self.programs = Programs(cl, context, found, self.name, self.lock)
        host_like = bool(found.type & cl.device_type.CPU)
        self.traits = Traits(
            host_like=host_like,
            units=int(found.max_compute_units),
            width=4 * int(found.native_vector_width_float) if host_like else 4,
            local=1 if host_like else min(64, int(found.max_work_group_size)),
            fp64=int(found.double_fp_config) != 0,
        )
        self.plans: dict[Job, tuple[list[kernel_launch], Any]] = {}
        self.families: dict[tuple[Any, ...], Any] = {}
        when_plans_are_forgotten(self.families.clear)

    # --- memory and transfers --------------------------------------------------------------------------------------

    def allocate(self, nbytes: int, queue: Any) -> block:
        return self.queues.allocate(nbytes, queue)

    def fill(self, target: Any, offset: int, nbytes: int, byte: int) -> None:
        self.queues.fill(target, offset, nbytes, byte)

    def read(self, source: Any, offset: int, into: Any) -> None:
        self.queues.read(source, offset, into)

    def write(self, target: Any, offset: int, source: Any) -> None:
        self.queues.write(target, offset, source)

    def copy(self, target: Any, to: int, source: Any, start: int, nbytes: int) -> None:
        self.queues.copy(target, to, source, start, nbytes)

    def synchronise(self, queue: Any) -> None:
        self.queues.synchronise(queue)

    def reaches(self, other: device) -> bool:
        """Whether bytes can be copied from another device without going through the host."""
        return isinstance(other, deviceGPU) and other.context == self.context

    # --- DLPack ----------------------------------------------------------------------------------------------------

    def lend(self, source: Any) -> int:
        """The handle of a memory's buffer, after its work is done."""
        self.synchronise(source.queue)
        return int(source.block.buffer.int_ptr)

    def borrow(self, handle: int, owner: Any) -> tuple[block, int]:
        """A block on a buffer of another library in the same context, and its size."""
        with self.queues:
            buffer = self.cl.MemoryObject.from_int_ptr(handle, retain=True)
            if buffer.get_info(self.cl.mem_info.CONTEXT) != self.context:
                raise OceanBufferError(
                    f"The buffer was made in another OpenCL context than the one of device {self.name}; "
                    "copy it to the host first"
                )
            return borrowed_block(buffer, owner), int(buffer.size)

    # --- plans -----------------------------------------------------------------------------------------------------

    def plan(self, job: Job) -> Plan:
        if isinstance(job, Elementwise):
            outputs = tuple(each.dtype.spelling for each in job.operands[: job.results])
            return self.family(job.program, outputs).plan(job.operands)
        with self.queues:
            found = self.plans.get(job)
            if found is None:
                while len(self.plans) >= MOST_PLANS:
                    del self.plans[next(iter(self.plans))]
                work = work_of(job, self.traits)
                found = [self.ready(each) for each in work.launches], work.scratch
                self.plans[job] = found
            # each job gets its own plan: the results of one job can look different (kept dimensions, axes)
            kind = self.fold_family(job) if isinstance(job, Reduce) and job.results == 1 else None
            return make_opencl_plan(self.queues, job.operands, job.results, found[0], found[1], kind)

    def family(self, program: Program, outputs: tuple[str, ...]) -> launch_family:
        """The common part of all plans of an elementwise program. `outputs` are the dtypes in which values are
        stored."""
        traits, kinds = self.traits, (*outputs, *program.inputs)


        def compile(numbers: int, swaps: int, kind: int) -> tuple[Built, int]:
            formats = tuple(
                Format(each, bool(swaps >> k & 1), "uniform" if numbers >> k & 1 else "strided")
                for k, each in enumerate(kinds)
            )
            made = elementwise.elementwise_source(program, formats, vector_bytes(traits, 2))
            return self.built(made.text, elementwise.name_in(made, kind == 0), traits), made.width

        def make() -> launch_family:
            return make_launch_family(
                self.queues, program, compile, [BY_NAME[each] for each in outputs],
                [BY_NAME[each] for each in program.inputs], program.indexed(), traits.host_like, traits.units,
                traits.local,
            )  # fmt: skip

        found: launch_family = self.remembered((program, outputs, traits), make)
        return found

    def fold_family(self, job: Reduce) -> fold_launch_family:
        """The common part of all plans of jobs like this one, for any sizes."""
        traits, program, output = self.traits, job.program, job.operands[0].dtype.spelling
        numbers, inputs = program.accumulators(), len(job.operands) - 1
        sources = [0, *range(inputs)] if job.first else list(range(inputs))

        def make() -> fold_launch_family:
            value = program.dtypes()[program.outputs[0]]
            finish, used = without_unused_inputs((job.finishes or (casts(numbers[0], value, output),))[0])
            copies = not finish.steps and used == (0,) and output == numbers[0]
            same = tuple(Format(each) for each in numbers)
            last = tuple(
                Format(each, False, "uniform" if k >= len(numbers) else "strided")
                for k, each in zip(used, finish.inputs, strict=True)
            )

            def compile(given: int, swaps: int, kind: int) -> tuple[Built, int]:
                formats = tuple(
                    Format(each, False, "uniform" if given >> source & 1 else "strided")
                    for source, each in zip(sources, program.inputs, strict=True)
                )
                size = vector_bytes(traits, 4)
                fold = reduce.fold_source(program, (*same, *formats), size)
                merge = reduce.fold_source(merging(program), same + same, size)
                end = elementwise.elementwise_source(
                    finish, (Format(output, False, "strided"), *last), vector_bytes(traits, 2)
                )
                text = "".join([fold.text, merge.text, *([] if copies and kind < FINISHING else [end.text])])
                if kind < FINISHING:
                    made = merge if kind >= MERGING else fold
                    return self.built(text, reduce.name_in(made, bool(kind % 2)), traits), made.width
                return self.built(text, elementwise.name_in(end, kind == FINISHING), traits), end.width

            return make_fold_launch_family(
                self.queues, program, compile, inputs, sources, 1 if job.first else -1, job.parameters,
                program.indexed(), [BY_NAME[each] for each in numbers], used, copies, BY_NAME[output],
                traits.host_like, traits.units, traits.local,
            )  # fmt: skip

        key = program, output, job.finishes, job.parameters, job.first, inputs, traits
        found: fold_launch_family = self.remembered(key, make)
        return found

    def remembered(self, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        """Look up a family; make it on the first request."""
        with self.queues:
            found = self.families.get(key)
            if found is None:
                while len(self.families) >= MOST_FAMILIES:
                    del self.families[next(iter(self.families))]
                found = self.families[key] = make()
            return found

    def built(self, text: str, name: str, traits: Traits) -> Built:
        """Build a kernel for a family."""
        with self.queues:
            kernel = self.programs.kernel(checked(text, traits), name)
            return Built(kernel, kernel.int_ptr)

    def ready(self, launch: Launch) -> kernel_launch:
        """A launch with its kernel built and its table on the device."""
        kernel = self.programs.kernel(launch.kernel.text, launch.kernel.name)
        table = struct.pack(f"<{len(launch.loops)}q", *launch.loops)
        return kernel_launch(
            self.queues, kernel, table, launch.operands, launch.shifts, launch.numbers, launch.items, launch.local
        )


deviceGPU.__module__ = "ocean"


class Devices(list[deviceGPU]):
    """The list of devices; an index out of range raises an error that explains why."""

    def __getitem__(self, index: Any) -> Any:
        try:
            return super().__getitem__(index)
        except IndexError:
            there = f"the last one is ocean.gpu[{len(self) - 1}]" if self else (
                "there are no OpenCL devices: OCEAN_GPU=off leaves them out" if os.environ.get("OCEAN_GPU") else
                "there are no OpenCL devices; the extra gpu brings them (pip install 'ocean-tensor[gpu]'), and a "
                "software device where there is no GPU")  # fmt: skip
            raise OceanIndexError(f"There is no ocean.gpu[{index}]: {there}") from None


gpu = Devices()
"""The devices that were found."""
