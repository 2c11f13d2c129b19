"""Plans: a program meets descriptions and becomes loops with a kernel.

Dimensions are put in the order of memory, merged where they follow each other, and walked in blocks where operands
run in different directions. The innermost loop's kind of access chooses the kernel.
"""

from __future__ import annotations

from dataclasses import dataclass

from ocean._src.core import description as layout
from ocean._src.core import tensor as core
from ocean._src.core.description import description
from ocean._src.core.dtypes import DTYPE_LIST, dtype

from .compiler import compile_kernel
from .loops import vector_width
from .memory import STREAMS, Format
from .program import REDUCTIONS, Program, Step

# results of this many bytes do not stay in the caches, so that they are written past them
STREAMED = 32 << 20
# contiguous inputs of reductions of this many elements are read in several places at once
STREAMED_READS = 1 << 18

DTYPES = {each.spelling: each for each in DTYPE_LIST}


@dataclass(slots=True)
class Loop:
    """One loop: its length, and each operand's stride in bytes."""

    length: int
    strides: list[int]


def loops_of(operands: list[description]) -> list[Loop]:
    """The loops over operands of one size, without those of length one."""
    size = operands[0].size
    strides = [each.strides for each in operands]
    return [Loop(n, [each[d] for each in strides]) for d, n in enumerate(size) if n != 1]


def forward(loops: list[Loop], operands: int) -> list[int]:
    """Turn loops so that the first operand that moves goes forward; the shift of each operand's start in bytes."""
    shifts = [0] * operands
    for loop in loops:
        leading = next((stride for stride in loop.strides if stride), 0)
        if leading < 0:
            for k, stride in enumerate(loop.strides):
                shifts[k] += (loop.length - 1) * stride
            loop.strides = [-stride for stride in loop.strides]
    return shifts


def merged(loops: list[Loop]) -> list[Loop]:
    """Join neighbouring loops that all operands walk as one."""
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
    """Bring second the loop along which some operand has its shortest stride; whether to walk the two in blocks."""
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


def access(kind: dtype, loops: list[Loop], k: int) -> str:
    """How operand k moves along the innermost loop: contiguous, broadcast or strided."""
    if not loops or loops[0].strides[k] == kind.size:
        return "c"
    return "s" if loops[0].strides[k] else "b"


def formats(operands: list[description], loops: list[Loop]) -> tuple[Format, ...]:
    return tuple(
        Format(each.dtype.spelling, bool(each.swapped), access(each.dtype, loops, k)) for k, each in enumerate(operands)
    )


def elementwise(program: Program, result: description, inputs: list[description], cost: int = 1) -> core.plan:
    """The plan that runs a program of one output; the inputs have been broadcast to the size of the result."""
    operands = [result, *inputs]
    loops = loops_of(operands)
    if result.nelem == 0:
        return core.loop_plan(tuple(operands), None, None, [(0, [0] * len(operands))], [0] * len(operands), False, 1)
    # where the result repeats an element (stride zero), writing it once is enough
    loops = [loop for loop in loops if loop.strides[0]]
    shifts = forward(loops, len(operands))
    loops = merged(in_memory_order(loops))
    tiled = crossing(loops)
    kinds = formats(operands, loops)
    kernel = compile_kernel(program, kinds)
    streamed = None
    if len(loops) == 1 and kinds[0].access == "c" and result.nelem * result.dtype.size >= STREAMED:
        streamed = compile_kernel(program, (kinds[0]._replace(access="n"), *kinds[1:]))
    cost = max(cost, len(program.steps) // 4)
    dims = [(loop.length, loop.strides) for loop in loops]
    return core.loop_plan(tuple(operands), kernel, streamed, dims, shifts, tiled, cost)


ACCUMULATORS = {"half": "float", "chalf": "cfloat"}


def reduction(
    program: Program,
    result: description,
    inputs: list[description],
    axes: tuple[int, ...],
    finish: tuple[Step, ...] = (),
    gives: dtype | None = None,
) -> core.plan:
    """The plan that runs a program that ends in a reduction over `axes` of its inputs, in one pass.

    The result has the size of the other axes. Halves accumulate in float. `finish` are the steps from an accumulator
    (value 0) to what the reduction gives, in the dtype `gives` (by default that of the program's output); they and
    the cast to the result run in a small loop at the end, if there is anything to do.
    """
    assert program.reduction is not None
    kind = program.dtypes()[program.outputs[0]]
    accumulator = DTYPES[ACCUMULATORS.get(kind, kind)]
    strides = [each.strides for each in inputs]
    loops = [Loop(n, [0, *(each[d] for each in strides)]) for d, n in enumerate(inputs[0].size)]
    kept = [loop for d, loop in enumerate(loops) if d not in axes]
    reduced = [loop for d, loop in enumerate(loops) if d in axes and loop.length != 1]
    shifts = forward(reduced, len(inputs) + 1)
    reduced = merged(in_memory_order(reduced))
    accumulators = ordered_accumulators(accumulator, kept, result)
    order = sorted(range(len(kept)), key=lambda d: kept[d].strides[0])
    kept = merged([kept[d] for d in order if kept[d].length != 1])
    run = bool(kept) and (not reduced or abs_sum(kept[0].strides[1:]) < abs_sum(reduced[0].strides[1:]))
    inner = kept[0] if run else reduced[0] if reduced else None
    classes = [Format(accumulator.spelling, False, "c" if run else "b")]
    for k, each in enumerate(inputs, 1):
        stride = inner.strides[k] if inner else each.dtype.size
        access_kind = "c" if stride == each.dtype.size else "s" if stride else "b"
        classes.append(Format(each.dtype.spelling, bool(each.swapped), access_kind))
    fold = compile_kernel(program, tuple(classes))
    streams = abreast = None
    if len(reduced) == 1 and all(each.access == "c" for each in classes[1:]) and not run:
        apart = [each._replace(access="q") for each in classes]
        if reduced[0].length >= STREAMED_READS:
            streams = compile_kernel(program, (classes[0], *apart[1:]))
        elif kept and kept[0].length >= STREAMS and reduced[0].length >= 256 and inputs[0].nelem >= STREAMED_READS:
            abreast = compile_kernel(program, tuple(apart))
    same = Format(accumulator.spelling, False, "c")
    merge = compile_kernel(Program((accumulator.spelling,), (), (0,), program.reduction), (same, same))
    then = None
    gives = gives or DTYPES[kind]
    if finish or gives is not accumulator or accumulators is not result:
        steps = list(finish)
        for last in (gives, result.dtype):
            steps.append(Step("cast", last.spelling, (len(steps),)))
        then = elementwise(Program((accumulator.spelling,), tuple(steps), (len(steps),)), result, [accumulators])
    return core.fold_plan(
        (result, *inputs),
        accumulators,
        fold,
        streams,
        abreast,
        merge,
        [(loop.length, loop.strides) for loop in kept],
        [(loop.length, loop.strides) for loop in reduced],
        shifts,
        run,
        REDUCTIONS[program.reduction].initial(accumulator.spelling),
        then,
        vector_width(program, tuple(classes)),
    )


def ordered_accumulators(kind: dtype, kept: list[Loop], result: description) -> description:
    """Accumulators that follow each other in the order in which the kept dimensions lie in memory.

    The stride of each kept loop's operand 0 is set to its accumulator's.
    """
    order = sorted(range(len(kept)), key=lambda d: [abs(stride) for stride in kept[d].strides])
    step = kind.size
    for d in order:
        kept[d].strides[0] = step
        step *= max(1, kept[d].length)
    return layout.make(kind, [loop.length for loop in kept], [loop.strides[0] for loop in kept], result.device)


def abs_sum(strides: list[int]) -> int:
    return sum(map(abs, strides))
