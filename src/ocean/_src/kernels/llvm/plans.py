"""Plans of the CPU: loops with compiled kernels, which the hot path runs."""

from __future__ import annotations

from ocean._src.core import tensor as core
from ocean._src.core.description import description
from ocean._src.kernels import dtypes
from ocean._src.kernels.formats import STREAMS, Format
from ocean._src.kernels.plans import (
    Loop,
    abs_sum,
    crossing,
    format_of,
    forward,
    in_memory_order,
    loops_of,
    merged,
    ordered_accumulators,
)
from ocean._src.kernels.program import REDUCTIONS, Program, accumulator, casts

from .compiler import compile_kernel
from .loops import vector_width

# results of this many bytes do not stay in the caches, so they are written past them
STREAMED = 32 << 20
# contiguous inputs of reductions of this many elements are read in several places at once
STREAMED_READS = 1 << 18


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
    inner = loops[0] if loops else None
    kinds = tuple(format_of(each, inner, k) for k, each in enumerate(operands))
    kernel = compile_kernel(program, kinds)
    streamed = None
    if len(loops) == 1 and kinds[0].access == "contiguous" and result.nelem * result.dtype.size >= STREAMED:
        streamed = compile_kernel(program, (kinds[0]._replace(access="nontemporal"), *kinds[1:]))
    cost = max(cost, len(program.steps) // 4)
    dims = [(loop.length, loop.strides) for loop in loops]
    return core.loop_plan(tuple(operands), kernel, streamed, dims, shifts, tiled, cost)


def reduction(
    program: Program,
    result: description,
    inputs: list[description],
    axes: tuple[int, ...],
    finish: Program | None = None,
) -> core.plan:
    """The plan that runs a program that ends in a reduction over `axes` of its inputs, in one pass.

    The result has the size of the other axes. `finish` is the program from an accumulator to an element of the result
    (by default a cast); it runs in a small loop at the end, if there is anything to do.
    """
    assert program.reduction is not None
    value = program.dtypes()[program.outputs[0]]
    kind = dtypes.BY_NAME[accumulator(value)]
    finish = finish or casts(kind.spelling, value, result.dtype.spelling)
    strides = [each.strides for each in inputs]
    loops = [Loop(n, [0, *(each[d] for each in strides)]) for d, n in enumerate(inputs[0].size)]
    kept = [loop for d, loop in enumerate(loops) if d not in axes]
    reduced = [loop for d, loop in enumerate(loops) if d in axes and loop.length != 1]
    shifts = forward(reduced, len(inputs) + 1)
    reduced = merged(in_memory_order(reduced))
    accumulators = ordered_accumulators(kind, kept, result)
    order = sorted(range(len(kept)), key=lambda d: kept[d].strides[0])
    kept = merged([kept[d] for d in order if kept[d].length != 1])
    run = bool(kept) and (not reduced or abs_sum(kept[0].strides[1:]) < abs_sum(reduced[0].strides[1:]))
    inner = kept[0] if run else reduced[0] if reduced else None
    classes = [Format(kind.spelling, False, "contiguous" if run else "uniform")]
    classes += [format_of(each, inner, k) for k, each in enumerate(inputs, 1)]
    fold = compile_kernel(program, tuple(classes))
    streams = abreast = None
    if len(reduced) == 1 and all(each.access == "contiguous" for each in classes[1:]) and not run:
        apart = [each._replace(access="streams") for each in classes]
        if reduced[0].length >= STREAMED_READS:
            streams = compile_kernel(program, (classes[0], *apart[1:]))
        elif kept and kept[0].length >= STREAMS and reduced[0].length >= 256 and inputs[0].nelem >= STREAMED_READS:
            abreast = compile_kernel(program, tuple(apart))
    same = Format(kind.spelling, False, "contiguous")
    merge = compile_kernel(Program((kind.spelling,), (), (0,), program.reduction), (same, same))
    then = elementwise(finish, result, [accumulators]) if finish.steps or accumulators is not result else None
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
        REDUCTIONS[program.reduction].initial(kind.spelling),
        then,
        vector_width(program, tuple(classes)),
    )
