"""Plans of the CPU: loops with compiled kernels, which the hot path runs."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ocean._src.core import description as layout
from ocean._src.core import tensor as core
from ocean._src.core.description import description
from ocean._src.core.tensor import STREAMS
from ocean._src.kernels import dtypes
from ocean._src.kernels.formats import Access, Format
from ocean._src.kernels.plans import (
    Loop,
    abs_sum,
    crossing,
    format_of,
    forward,
    in_memory_order,
    index_format,
    loops_of,
    loops_of_reduction,
    merged,
    ordered_accumulators,
)
from ocean._src.kernels.program import Program, casts, merging, narrowed, without_unused_inputs

from .compiler import compile_kernel
from .frame import takes_turns, vector_width

# results of this many bytes exceed the caches: nontemporal stores
STREAMED = 32 << 20
# contiguous inputs of reductions of this many elements are read in several streams
STREAMED_READS = 1 << 18
# as few rows are folded at once, whichever way they lie; with as few steps and numbers in all, for the time of LLVM
FEW_ROWS, FEW_STEPS = 8, 16
# inputs of few bytes that are read many times are put in a better order first
PACKED_BYTES, PACKED_READS = 512 << 10, 16
# elements that a lane folds in sequence: few where they round, more where an accumulator has to be made from turns
CHAIN, LONG_CHAIN = 8, 64


def elementwise(
    program: Program, results: Sequence[description], inputs: Sequence[description], cost: int = 1
) -> core.plan:
    """The plan that runs a program; the inputs have been broadcast to the size of the results, which lie alike."""
    operands = [*results, *inputs]
    result, count, walked = results[0], len(results), len(operands) + program.indexed()
    loops = loops_of(operands, program.indexed())
    if result.nelem == 0:
        nothing = [0] * walked
        return core.loop_plan(tuple(operands), None, None, [(0, nothing)], nothing, False, 1, count)
    # where the result repeats an element (stride zero), writing it once is enough
    loops = [loop for loop in loops if loop.strides[0]]
    shifts = forward(loops, walked)
    loops = merged(in_memory_order(loops))
    tiled = crossing(loops)
    inner = loops[0] if loops else None
    kinds = tuple(format_of(each, inner, k) for k, each in enumerate(operands))
    if program.indexed():
        kinds = (*kinds, index_format(inner))
    kernel = compile_kernel(program, kinds)
    streamed = None
    contiguous = all(each.access == "contiguous" for each in kinds[:count])
    row = inner.length * result.dtype.size if inner else 0
    whole_lines = len(loops) == 1 or (len(loops) == 2 and not any(n % 64 for n in (row, *loops[1].strides[:count])))
    if contiguous and whole_lines and result.nelem * result.dtype.size >= STREAMED:
        past_caches = (each._replace(access="nontemporal") for each in kinds[:count])
        streamed = compile_kernel(program, (*past_caches, *kinds[count:]))
    cost = max(cost, len(program.steps) // 4)
    dims = [(loop.length, loop.strides) for loop in loops]
    return core.loop_plan(tuple(operands), kernel, streamed, dims, shifts, tiled, cost, count)


def reduction(
    program: Program,
    result: description | Sequence[description],
    inputs: list[description],
    axes: tuple[int, ...],
    finish: Program | Sequence[Program] | None = None,
    parameters: int = 0,
    first: bool = False,
    order: tuple[int, ...] = (),
) -> core.plan:
    """The plan that runs a program that ends in reductions over `axes` of its inputs, in one pass.

    The result has the size of the other axes. `finish` makes it in a small loop at the end, from the numbers of the
    accumulators, the count of elements that each of them folds (a double), and the last inputs of the program if these
    are `parameters`, which are scalars; by default it casts the first number. There may be several results of one
    size, each with its `finish`. With `first`, the second input of the program is the first one's first element along
    the axes, which is not among `inputs`. The loops are those of elements that lie in an `order`, if it is given.
    """
    results = [result] if isinstance(result, description) else list(result)
    numbers = program.accumulators()
    if finish is None:
        value = program.dtypes()[program.outputs[0]]
        finish = [casts(numbers[0], value, each.dtype.spelling) for each in results]
    sources = [0, *range(len(inputs))] if first else list(range(len(inputs)))
    operands = (*results, *inputs)
    inputs, order = packed(inputs, axes, order, program.bases())
    packs = [
        (k, elementwise(casts(each.dtype.spelling), [once(each)], [once(former)]))
        for k, (each, former) in enumerate(zip(inputs, operands[len(results) :], strict=True))
        if each is not former
    ]
    kept, reduced = loops_of_reduction(inputs, axes, first, program.indexed(), order)
    # a lane meets elements in the order of their indices
    shifts = forward(reduced, 1 + len(sources) + program.indexed(), last=program.indexed())
    reduced = merged(in_memory_order(reduced))
    first_kept = bool(order) and order[0] not in axes
    accumulators = ordered_accumulators(numbers, kept, results[0], len(sources), bool(order))
    kept = merged(sorted((loop for loop in kept if loop.length != 1), key=lambda loop: loop.strides[0]))
    moves = slice(1, 1 + len(sources))
    few = bool(kept) and len(reduced) == 1 and 1 < reduced[0].length <= FEW_ROWS
    rows = reduced[0].length if few else 1
    if rows * (len(program.steps) + len(numbers)) > FEW_STEPS or program.bases():
        rows = 1
    run = bool(kept) and (
        not reduced
        or rows > 1
        or (first_kept or few if order else abs_sum(kept[0].strides[moves]) < abs_sum(reduced[0].strides[moves]))
    )
    inner = kept[0] if run else reduced[0] if reduced else None
    formats = [Format(each, False, "contiguous" if run else "uniform") for each in numbers]
    formats += [format_of(inputs[source], inner, k) for k, source in enumerate(sources, 1)]
    if program.indexed():
        formats.append(index_format(inner))
    if rows > 1:
        formats[len(numbers) :] = [
            in_rows(each, rows, kept[0].strides[k], reduced[0].strides[k])
            for k, each in enumerate(formats[len(numbers) :], 1)
        ]
    fold = compile_kernel(narrowed(program) if rows > 1 else program, tuple(formats))
    streams = abreast = None
    if len(reduced) == 1 and not run and can_stream(formats[len(numbers) :]) and not program.bases():
        totals, given = formats[: len(numbers)], [in_streams(each) for each in formats[len(numbers) :]]
        if reduced[0].length >= STREAMED_READS:
            streams = compile_kernel(program, (*totals, *given))
        elif many_rows(kept, reduced, inputs) and not any(kept[0].strides[1 + k] for k in uniform(given)):
            abreast = compile_kernel(program, (*(each._replace(access="streams") for each in totals), *given))
    same = tuple(Format(each) for each in numbers)
    merge = compile_kernel(merging(program), same + same)
    finishes = []
    others = ["double", *(each.dtype.spelling for each in inputs)]
    for each, last in zip(results, [finish] if isinstance(finish, Program) else finish, strict=True):
        last, used = without_unused_inputs(last)
        wanted = [k if k <= len(numbers) else k + len(inputs) - parameters for k in used]
        if last.steps or len(results) > 1 or used != (0,) or accumulators[0] is not each:
            parts = [*accumulators, *(scalar_in(each, kind) for kind in others)]
            finishes.append((elementwise(last, [each], [parts[k] for k in wanted]), wanted))
    return core.fold_plan(
        operands,
        len(results),
        tuple(accumulators),
        (fold, merge, streams, abreast),
        [(loop.length, loop.strides[1:]) for loop in kept],
        [(loop.length, loop.strides[1:]) for loop in reduced],
        shifts[1:],
        sources,
        run,
        program.indexed(),
        [value for each in program.folds() for value in each.row.initial(tuple(numbers[k] for k in each.numbers))],
        finishes or None,
        vector_width(program, tuple(formats)),
        LONG_CHAIN if takes_turns(program) else CHAIN,
        rows > 1,
        packs,
    )


def packed(
    inputs: list[description], axes: tuple[int, ...], order: tuple[int, ...], bases: set[int]
) -> tuple[list[description], tuple[int, ...]]:
    """The inputs and the order in which to go over them: as if elements lay in an order.

    Where no input is as large as all of them together, the dimension that is first in the order may be a bad one.
    Inputs that are strided along it are copied first, with that dimension contiguous, if they are small and read many
    times; what lies around `bases` is read, too, so that these are not. Where that cannot be done, the inputs decide.
    """
    size = inputs[0].size
    order = tuple(d for d in order if size[d] != 1)
    if not order or any(once(each) is each for each in inputs):
        return inputs, order
    found, room = [], PACKED_BYTES
    for k, each in enumerate(inputs):
        if each.strides[order[0]] in (0, each.dtype.size):
            found.append(each)
            continue
        lengths = once(each).size
        room -= math.prod(lengths) * each.dtype.size
        if k in bases or room < 0 or math.prod(lengths) * PACKED_READS > each.nelem:
            return inputs, ()
        strides, step = [0] * len(size), each.dtype.size
        for d in order:
            strides[d] = step if lengths[d] > 1 else 0
            step *= lengths[d]
        found.append(layout.make(each.dtype, size, strides, each.device))
    return found, order


def once(each: description) -> description:
    """Without the dimensions along which elements are repeated."""
    for d, stride in enumerate(each.strides):
        if stride == 0 and each.size[d] > 1:
            each = each.slice_axis(d, 0, 1)[1]
    return each


def can_stream(formats: list[Format]) -> bool:
    """Whether inputs can be read in several places at once: those that move are contiguous."""
    return {each.access for each in formats} in ({"contiguous"}, {"contiguous", "uniform"})


def in_streams(format: Format) -> Format:
    return format._replace(access="streams") if format.access == "contiguous" else format


def in_rows(format: Format, rows: int, along: int, between: int) -> Format:
    """The format of an input of which several rows are read at once, from its strides along a row and between rows."""
    size = dtypes.SIZES[format.dtype]
    access: Access = "tuples" if between == size and along == rows * size else format.access
    return format._replace(access=access, rows=rows)


def uniform(formats: list[Format]) -> list[int]:
    return [k for k, format in enumerate(formats) if format.access == "uniform"]


def many_rows(kept: list[Loop], reduced: list[Loop], inputs: list[description]) -> bool:
    """Whether there are enough rows, long enough, to reduce several at once."""
    enough = bool(kept) and kept[0].length >= STREAMS and reduced[0].length >= 256
    return enough and inputs[0].nelem >= STREAMED_READS


def scalar_in(result: description, kind: str) -> description:
    """A scalar of a dtype as an operand beside a result."""
    return layout.make(dtypes.BY_NAME[kind], (), "F", result.device).broadcast(result.size)[1]
