"""Mirror devices: devices with memory of their own, for the tests. What works on them works on any device.

Their memory is a buffer that no address leads to, and a launch is carried out by the host on copies. There are three
kinds: one that can do everything (two devices); one that needs aligned data and has no byteswap; and one that
does nothing before somebody waits for it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import ocean
from ocean._src.core.objects.memory import host_memory, make_device
from ocean._src.core.objects.tensor import make_device_plan, on_memory, run_plan
from ocean._src.kernels.jobs import Job


class Mirror(ocean.device):
    """A device that can do everything the host can."""

    plans: dict[Job, Any] = {}  # noqa: RUF012  by what there is to do: equal devices share them

    def allocate(self, nbytes: int, queue: Any) -> bytearray:
        return bytearray(b"\xa5" * nbytes)

    def fill(self, target: Any, offset: int, nbytes: int, byte: int) -> None:
        target.block[offset : offset + nbytes] = bytes([byte]) * nbytes

    def read(self, source: Any, offset: int, into: Any) -> None:
        view = memoryview(into)
        assert 0 <= offset and offset + view.nbytes <= len(source.block)
        view[:] = source.block[offset : offset + view.nbytes]

    def write(self, target: Any, offset: int, source: Any) -> None:
        view = memoryview(source)
        assert 0 <= offset and offset + view.nbytes <= len(target.block)
        target.block[offset : offset + view.nbytes] = view

    def copy(self, target: Any, to: int, source: Any, start: int, nbytes: int) -> None:
        target.block[to : to + nbytes] = source.block[start : start + nbytes]

    def plan(self, job: Job) -> Any:
        self.check(job)
        there = job.on(ocean.cpu)
        if there not in self.plans:
            self.plans[there] = ocean.cpu.plan(there)
        return make_device_plan(self, job.operands, self.plans[there])

    def check(self, job: Job) -> None:
        """What the library has to make sure of before it asks for a plan."""
        assert all(each.device in (self, ocean.cpu) for each in job.operands)
        assert all(each.device is self or not any(each.strides) for each in job.operands), "only numbers are the host's"

    def launch(self, plan: Any, operands: list[Any]) -> None:
        copies: dict[int, Any] = {}
        tensors = []
        for desc, operand in zip(plan.work.operands, operands, strict=True):
            if isinstance(operand, bytes):
                memory, offset = host_memory(operand, desc.dtype), 0
            else:
                block, offset = operand[0].block, operand[1]
                assert operand[0].device is self
                if id(block) not in copies:
                    copies[id(block)] = host_memory(block, desc.dtype)
                memory = copies[id(block)]
            tensors.append(on_memory(memory, offset, desc))
        run_plan(plan.work, tensors)
        for memory, _ in operands[: getattr(plan.work, "results", 1)]:
            memory.block[:] = memoryview(copies[id(memory.block)])

    def synchronise(self, line: Any) -> None:
        pass


class StrictMirror(Mirror):
    """A device that needs aligned data and has no byteswap."""

    supportsByteswap = False
    requiresAlignedData = True

    def check(self, job: Job) -> None:
        super().check(job)
        for each in job.operands:
            assert not each.swapped, "byteswapped data came to a device that cannot read it"
            steps = [stride for n, stride in zip(each.size, each.strides, strict=True) if n > 1]
            assert not any(stride % each.dtype.alignment for stride in steps)

    def launch(self, plan: Any, operands: list[Any]) -> None:
        for desc, operand in zip(plan.operands, operands, strict=True):
            assert isinstance(operand, bytes) or operand[1] % desc.dtype.alignment == 0
        super().launch(plan, operands)


class LateMirror(Mirror):
    """A device that keeps work waiting until somebody reads, or waits for a stream."""

    waiting: list[Callable[[], None]] = []  # noqa: RUF012  of all devices, in the order in which it came

    def fill(self, target: Any, offset: int, nbytes: int, byte: int) -> None:
        self.waiting.append(partial(super().fill, target, offset, nbytes, byte))

    def write(self, target: Any, offset: int, source: Any) -> None:
        self.waiting.append(
            partial(super().write, target, offset, bytes(source))
        )  # the host may change its own at once

    def copy(self, target: Any, to: int, source: Any, start: int, nbytes: int) -> None:
        self.waiting.append(partial(super().copy, target, to, source, start, nbytes))

    def launch(self, plan: Any, operands: list[Any]) -> None:
        self.waiting.append(partial(super().launch, plan, operands))

    def read(self, source: Any, offset: int, into: Any) -> None:
        self.synchronise(None)
        super().read(source, offset, into)

    def synchronise(self, line: Any) -> None:
        while self.waiting:
            self.waiting.pop(0)()


mirrors = [make_device(Mirror, "Mirror", f"mirror{index}", index, False) for index in range(2)]
strict = make_device(StrictMirror, "Strict", "strict0", 0, False)
late = make_device(LateMirror, "Late", "late0", 0, False)
