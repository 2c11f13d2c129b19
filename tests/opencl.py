"""An OpenCL device for tests, driven by pyopencl alone, and devices that record what there is to do.

A recorder does what the host does, as mirrors do, and keeps each job with the bytes before and after; `Runner` then does
the same jobs with OpenCL. That way, many jobs share one build.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pyopencl as cl
from mirror import Mirror

from ocean._src.core.objects.memory import make_device
from ocean._src.devices.pocl import name_processor
from ocean._src.kernels.jobs import Job
from ocean._src.kernels.opencl import work_of
from ocean._src.kernels.opencl.work import OPTIONS, Traits, Work


class Record(NamedTuple):
    """A job that was done: its operands as (block, offset) or bytes, the blocks before, and the results' after."""

    job: Job
    operands: list[Any]
    before: dict[int, bytes]
    after: dict[int, bytes]


class Recorder(Mirror):
    """A mirror that keeps what it was asked to do."""

    made: list[tuple[Any, Job]] = []  # noqa: RUF012  plans are compared by identity, so that they must be kept
    records: list[Record] = []  # noqa: RUF012

    def plan(self, job: Job) -> Any:
        plan = super().plan(job)
        self.made.append((plan, job))
        return plan

    def forget(self) -> None:
        self.records.clear()

    def launch(self, plan: Any, operands: list[Any]) -> None:
        blocks = [each if isinstance(each, bytes) else (id(each[0].block), each[1]) for each in operands]
        memory = {id(each[0].block): each[0].block for each in operands if not isinstance(each, bytes)}
        before = {key: bytes(block) for key, block in memory.items()}
        super().launch(plan, operands)
        after = {key: bytes(block) for key, block in memory.items() if bytes(block) != before[key]}
        job = next(job for made, job in self.made if made is plan)
        self.records.append(Record(job, blocks, before, after))


@cache
def recorder() -> Recorder:
    return make_device(Recorder, "Recorder", "recorder0", 0, False)


class Runner:
    """Runs work on an OpenCL device."""

    def __init__(self) -> None:
        device = cl.get_platforms()[0].get_devices()[0]
        name_processor(device)
        self.context = cl.Context([device])
        self.queue = cl.CommandQueue(self.context)
        self.kernels: dict[tuple[str, str], cl.Kernel] = {}

    def build(self, works: list[Work]) -> None:
        """Build all kernels of some works as one program."""
        texts = {launch.kernel.text: None for work in works for launch in work.launches}
        if not texts:
            return
        program = cl.Program(self.context, "".join(texts)).build(list(OPTIONS))
        for work in works:
            for launch in work.launches:
                key = launch.kernel.text, launch.kernel.name
                if key not in self.kernels:
                    self.kernels[key] = cl.Kernel(program, launch.kernel.name)

    def run(self, work: Work, operands: list[Any], blocks: dict[int, bytes]) -> dict[int, bytes]:
        """The blocks after the work."""
        flags = cl.mem_flags.READ_WRITE
        buffers = {
            key: cl.Buffer(
                self.context, flags | cl.mem_flags.COPY_HOST_PTR, hostbuf=np.frombuffer(block or b"\0", np.uint8)
            )
            for key, block in blocks.items()
        }
        scratch = [cl.Buffer(self.context, flags, max(1, size)) for size in work.scratch]
        offsets = [0 if isinstance(each, bytes) else each[1] for each in operands]
        numbers = [each if isinstance(each, bytes) else None for each in operands]
        for launch in work.launches:
            kernel = self.kernels[launch.kernel.text, launch.kernel.name]
            given = [scratch[-1 - k] if k < 0 else buffers[operands[k][0]] for k in launch.operands]
            table = np.array(launch.loops, np.int64)
            constant = cl.Buffer(self.context, cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR, hostbuf=table)
            arguments = np.frombuffer(launch.arguments(offsets, numbers), np.uint8)
            kernel(self.queue, (launch.items,), (launch.local,), *given, constant, arguments)
        after = {}
        for key, buffer in buffers.items():
            into = np.empty(buffer.size, np.uint8)
            cl.enqueue_copy(self.queue, into, buffer)
            after[key] = into.tobytes()[: len(blocks[key])]
        return after


HOST_LIKE = Traits(host_like=True, units=2, width=32, local=64, fp64=True)
GPU_LIKE = Traits(host_like=False, units=2, width=0, local=16, fp64=True)


def done(runner: Runner, records: list[Record], traits: Traits, together: int = 40) -> list[dict[int, bytes]]:
    """What OpenCL makes of the blocks of each record."""
    results = []
    for start in range(0, len(records), together):
        some = records[start : start + together]
        works = [work_of(each.job, traits) for each in some]
        runner.build(works)
        results += [runner.run(work, each.operands, each.before) for work, each in zip(works, some, strict=True)]
    return results
