"""The work of an OpenCL device for a job: the text of kernels, and their launches, without any device at hand.

    __kernel void name(__global uchar *p0, …, __constant long *loops, const name_args a)

has a pointer for each operand in memory. `loops` is the table of the launch: sizes, strides and chunks, everything that
the plan knows. `a` is an array of 64-bit integers in a struct: first, for each pointer, the offset in bytes where the
operand starts; then two integers for each number, with the number in the first bytes.

Texts can be concatenated: names are digests of what is computed, and shared functions have include guards.

Texts need OpenCL C 1.2, little-endian devices, and the options in OPTIONS. Denormal numbers must be kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch

from ocean._src.kernels.jobs import Job

OPTIONS = ("-cl-std=CL1.2", "-w", "-cl-fp32-correctly-rounded-divide-sqrt")
"""Build options. Devices without the last capability (see their single_fp_config) get only the others."""


@dataclass(frozen=True)
class Traits:
    """The traits of a device that planning depends on.

    `host_like`: a processor, where each work item walks a contiguous range, alone in its group; on other devices
    neighbouring items touch neighbouring elements. `units`: compute units. `width`: bytes of a vector register;
    below 16, kernels use scalars. `local`: work items per group, unless they are alone. `fp64`: whether the device
    has doubles.
    """

    host_like: bool
    units: int
    width: int
    local: int
    fp64: bool


@dataclass(frozen=True)
class Kernel:
    """A kernel: the source that contains it, and its name there."""

    text: str
    name: str


@dataclass(frozen=True)
class Launch:
    """One launch of a kernel in one dimension.

    `operands` are the targets of the pointers: the number of an operand of the job, or -1 - i for scratch buffer i.
    `shifts` are their starts, in bytes relative to the operand's. `numbers` are operands of the job that are numbers
    of the host, or the bytes of a number that the plan knows. `items` is the global size, a multiple of the local
    size `local`.
    """

    kernel: Kernel
    operands: tuple[int, ...]
    shifts: tuple[int, ...]
    numbers: tuple[int | bytes, ...]
    loops: tuple[int, ...]
    items: int
    local: int

    def arguments(self, offsets: Sequence[int], numbers: Sequence[bytes | None]) -> bytes:
        """The last argument of the kernel, from the offset in bytes of each operand of the job (0 for scratch buffers),
        and the bytes of operands that are numbers."""
        words = [shift + (offsets[k] if k >= 0 else 0) for k, shift in zip(self.operands, self.shifts, strict=True)]
        given = (each if isinstance(each, bytes) else numbers[each] or b"" for each in self.numbers)
        return b"".join(each.to_bytes(8, "little", signed=True) for each in words) + b"".join(
            each.ljust(16, b"\0") for each in given
        )


@dataclass(frozen=True)
class Work:
    """The work of a plan: launches, one after the other, and the sizes in bytes of their scratch buffers."""

    launches: tuple[Launch, ...]
    scratch: tuple[int, ...] = ()


@singledispatch
def work_of(job: Job, traits: Traits) -> Work:
    """The work of a device with these traits for a job. Each class of jobs is registered beside its kernels."""
    raise NotImplementedError(f"there is no OpenCL kernel for {type(job).__name__}")
