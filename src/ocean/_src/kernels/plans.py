"""The loops over operands, for devices other than the host (the host's are in core/host/fit.h).

Dimensions are sorted by stride, coalesced where possible, and tiled where operands run in different directions. The
access along the innermost loop selects the kernel.
"""

from __future__ import annotations

from itertools import accumulate
from operator import mul

from ocean._src.core.objects.description import description, make_description

from .dtypes import BY_NAME


class Loop:
    """One loop: its length, and each operand's stride in bytes."""

    __slots__ = ("length", "strides")

    def __init__(self, length: int, strides: list[int]) -> None:
        self.length, self.strides = length, strides


def loops_of(operands: list[description], indexed: bool = False) -> list[Loop]:
    """The loops over operands of one size, without loops of length one. `indexed` adds one operand: the index, which
    counts through the axes in column-major order."""
    size = operands[0].size
    strides = [each.strides for each in operands]
    if indexed:
        strides.append(tuple(accumulate((1, *size[:-1]), mul)))
    return [Loop(n, [each[d] for each in strides]) for d, n in enumerate(size) if n != 1]


def forward(loops: list[Loop], operands: int, last: bool = False) -> list[int]:
    """Reverse loops so that the first operand that moves goes forward (or the last operand, with `last`). Return the
    shift of each operand's start in bytes."""
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
    """Sort loops, innermost first: by the stride of the first operand, then of the next ones."""
    return sorted(loops, key=lambda loop: [abs(stride) for stride in loop.strides])


def crossing(loops: list[Loop]) -> bool:
    """Make the loop with some operand's shortest stride the second one; return whether to tile the first two loops."""
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
    """The kept and the reduced loops. Operand 0 is the accumulator; the inputs follow.

    With `first`, the first input is followed by its first element along the axes. `indexed` adds one operand: the
    index among the reduced elements, which counts through the axes in column-major order.
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
    """Descriptions of the accumulators' numbers, laid out in the memory order of the kept dimensions.

    If an input is broadcast along some of these dimensions, the inputs have no common order. The accumulators then
    follow the result, which can serve as the accumulator itself. Sets the stride of operand 0 in each kept loop,
    counted in accumulators.
    """
    step, where = 1, result.device
    moving = [[bool(loop.strides[1 + k]) for loop in kept if loop.length > 1] for k in range(inputs)]
    if any(any(each) and not all(each) for each in moving):
        strides = dict(zip(map(id, kept), result.strides, strict=True))
        by_stride = sorted(kept, key=lambda loop: abs(strides[id(loop)]))
    else:
        by_stride = in_memory_order(kept)
    for loop in by_stride:
        loop.strides[0] = step
        step *= max(1, loop.length)
    size = [loop.length for loop in kept]
    kinds = [BY_NAME[each] for each in numbers]
    return [make_description(kind, size, [loop.strides[0] * kind.size for loop in kept], where) for kind in kinds]
