"""What an OpenCL device has to do for a job: kernels as text, and launches of them, without any device at hand.

    __kernel void name(__global uchar *p0, …, __constant long *loops, const name_args a)

has a pointer for each operand in memory. `loops` is the table of the launch: sizes, strides and chunks, everything that
the plan knows. `a` is an array of 64-bit integers in a struct: for each pointer how many bytes behind it the operand
starts, and then two for each number, of which the first bytes are the number's.

Texts can be joined into one: the names in them come from a digest of what they compute, and what they share is guarded.

They need OpenCL C 1.2, little-endian devices, and the options in OPTIONS. Denormal numbers must be kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch

from ocean._src.kernels.jobs import Job

OPTIONS = ("-cl-std=CL1.2", "-w", "-cl-fp32-correctly-rounded-divide-sqrt")
"""Build options; devices without the last capability (see their single_fp_config) must be given the others only."""


@dataclass(frozen=True)
class Traits:
    """What a device is like for planning.

    `host_like`: a processor, where each work item walks a contiguous range, alone in its group; otherwise neighbouring
    items touch neighbouring elements. `units`: compute units. `width`: bytes of vector registers; with less than 16,
    scalars are computed. `local`: work items in a group, where these are not alone. `fp64`: whether there are doubles.
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

    `operands` are what the pointers lead to: the number of an operand of the job, or -1 - i for scratch buffer i; each
    starts `shifts` bytes behind where the operand does. `numbers` are operands of the job that are numbers of the host,
    or the bytes of a number that the plan knows. `items` is the global size, a multiple of the local size `local`.
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
        and the bytes of those that are numbers."""
        words = [shift + (offsets[k] if k >= 0 else 0) for k, shift in zip(self.operands, self.shifts, strict=True)]
        given = (each if isinstance(each, bytes) else numbers[each] or b"" for each in self.numbers)
        return b"".join(each.to_bytes(8, "little", signed=True) for each in words) + b"".join(
            each.ljust(16, b"\0") for each in given
        )


@dataclass(frozen=True)
class Work:
    """What a plan does: launches, one after the other, and the sizes in bytes of the scratch buffers that they use."""

    launches: tuple[Launch, ...]
    scratch: tuple[int, ...] = ()


@singledispatch
def work_of(job: Job, traits: Traits) -> Work:
    """What a device with these traits has to do for a job. Each class of jobs is registered where its kernels are."""
    raise NotImplementedError(f"there is no OpenCL kernel for {type(job).__name__}")
