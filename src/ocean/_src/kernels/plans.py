"""Which loops run over operands, for devices that are not the host; core/host/fit.h has those of the host.

Dimensions are sorted by stride, coalesced where possible, and tiled where operands run in different directions. The
access along the innermost loop chooses the kernel.
"""

from __future__ import annotations

from itertools import accumulate
from operator import mul

from ocean._src.core.objects import description as layout
from ocean._src.core.objects.description import description

from .dtypes import BY_NAME


class Loop:
    """One loop: its length, and each operand's stride in bytes."""

    __slots__ = ("length", "strides")

    def __init__(self, length: int, strides: list[int]) -> None:
        self.length, self.strides = length, strides


def loops_of(operands: list[description], indexed: bool = False) -> list[Loop]:
    """The loops over operands of one size, without those of length one. With `indexed` there is one operand more: the
    index, counted through the axes in column-major order."""
    size = operands[0].size
    strides = [each.strides for each in operands]
    if indexed:
        strides.append(tuple(accumulate((1, *size[:-1]), mul)))
    return [Loop(n, [each[d] for each in strides]) for d, n in enumerate(size) if n != 1]


def forward(loops: list[Loop], operands: int, last: bool = False) -> list[int]:
    """Turn loops so that the first operand that moves goes forward (or the last one); the shift of each operand's start
    in bytes."""
    shifts = [0] * operands
    for loop in loops:
        leading = loop.strides[-1] if last else next((stride for stride in loop.strides if stride), 0)
        if leading < 0:
            for k, stride in enumerate(loop.strides):
                shifts[k] += (loop.length - 1) * stride
            loop.strides = [-stride for stride in loop.strides]
    return shifts


def merged(loops: list[Loop]) -> list[Loop]:
    """Coalesce neighbouring loops."""
    result: list[Loop] = []
    for loop in loops:
        last = result[-1] if result else None
        if last and all(outer == inner * last.length for outer, inner in zip(loop.strides, last.strides, strict=True)):
            last.length *= loop.length
        else:
            result.append(Loop(loop.length, loop.strides))
    return result


def in_memory_order(loops: list[Loop]) -> list[Loop]:
    """Innermost first: by the stride of the first operand, then of the next."""
    return sorted(loops, key=lambda loop: [abs(stride) for stride in loop.strides])


def crossing(loops: list[Loop]) -> bool:
    """Make the loop of some operand's shortest stride the second one; returns whether to tile the first two."""
    if len(loops) < 2:
        return False
    inner = loops[0]
    for k in range(1, len(inner.strides)):
        candidates = [loop for loop in loops[1:] if 0 < abs(loop.strides[k]) < abs(inner.strides[k])]
        if candidates:
            other = min(candidates, key=lambda loop: abs(loop.strides[k]))
            loops.remove(other)
            loops.insert(1, other)
            return inner.length >= 16 and other.length >= 16
    return False


def loops_of_reduction(
    inputs: list[description], axes: tuple[int, ...], first: bool, indexed: bool
) -> tuple[list[Loop], list[Loop]]:
    """The loops that are kept and those that are reduced: operand 0 is the accumulator, then come the inputs.

    With `first`, what follows the first input is its first element along the axes. With `indexed` there is one operand
    more: the index among the reduced elements, counted through the axes in column-major order.
    """
    kept, reduced, step = [], [], 1
    size = inputs[0].size
    for d, length in enumerate(size):
        strides = [0, *(each.strides[d] for each in inputs)]
        if first:
            strides.insert(2, 0 if d in axes else strides[1])
        if indexed:
            strides.append(step if d in axes else 0)
        if d not in axes:
            kept.append(Loop(length, strides))
        elif length != 1:
            reduced.append(Loop(length, strides))
            step *= length
    return kept, reduced


def ordered_accumulators(
    numbers: tuple[str, ...], kept: list[Loop], result: description, inputs: int
) -> list[description]:
    """The numbers of accumulators that follow each other in the order in which the kept dimensions lie in memory.

    Where inputs are repeated along some of these, they have no order in common; it is that of the result then, which
    can be the accumulators itself. The stride of each kept loop's operand 0 is set to that of the accumulators, counted
    in accumulators.
    """
    step, where = 1, result.device
    moving = [[bool(loop.strides[1 + k]) for loop in kept if loop.length > 1] for k in range(inputs)]
    if any(any(each) and not all(each) for each in moving):
        strides = dict(zip(map(id, kept), result.strides, strict=True))
        in_order = sorted(kept, key=lambda loop: abs(strides[id(loop)]))
    else:
        in_order = in_memory_order(kept)
    for loop in in_order:
        loop.strides[0] = step
        step *= max(1, loop.length)
    size = [loop.length for loop in kept]
    kinds = [BY_NAME[each] for each in numbers]
    return [layout.make(kind, size, [loop.strides[0] * kind.size for loop in kept], where) for kind in kinds]
