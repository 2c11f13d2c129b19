"""Plans of the CPU: loops with compiled kernels, which the hot path runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from ocean._src.core.objects import description as layout
from ocean._src.core.objects import tensor as core
from ocean._src.core.objects.description import description
from ocean._src.kernels import dtypes
from ocean._src.kernels.formats import Access, Format
from ocean._src.kernels.program import Program, casts, merging, narrowed, without_unused_inputs

from .compiler import Kernel, compile_kernel
from .widths import takes_turns, vector_width

# inputs of few bytes that are read many times are put in a better order first
PACKED_BYTES, PACKED_READS = 512 << 10, 16
# elements that a lane folds in sequence: few where they round, more where an accumulator has to be made from turns
CHAIN, LONG_CHAIN = 8, 64


ACCESSES: tuple[Access, ...] = ("contiguous", "uniform", "strided", "tuples")
"""How operands move along the innermost loop, in the order of core/host/fit.h."""


def moving(kinds: Sequence[str], moves: int, swaps: int, rows: int = 1) -> list[Format]:
    """The formats of operands of some dtypes, which move and are swapped as the bits say."""
    return [
        Format(kind, bool(swaps >> k & 1), ACCESSES[moves >> 2 * k & 3], rows) for k, kind in enumerate(kinds)
    ]


@lru_cache(maxsize=2048)
def loop_family(program: Program, outputs: tuple[str, ...], cost: int) -> core.loop_family:
    """What plans of a program have in common, whatever the sizes of operands. Its values are stored as `outputs`."""
    kinds = (*outputs, *program.inputs, *("int64",) * program.indexed())

    def compile(moves: int, swaps: int, kind: int) -> tuple[Kernel, int]:
        formats = moving(kinds, moves, swaps)
        if kind == core.NONTEMPORAL_KERNEL:
            for k in range(len(outputs)):
                formats[k] = formats[k]._replace(access="nontemporal")
        return compile_kernel(program, tuple(formats)), 1

    by_name = dtypes.BY_NAME
    return core.make_loop_family(
        program, compile, [by_name[each] for each in outputs], [by_name[each] for each in program.inputs],
        program.indexed(), max(cost, len(program.steps) // 4),
    )  # fmt: skip


def elementwise(
    program: Program, results: Sequence[description], inputs: Sequence[description], cost: int = 1
) -> core.plan:
    """The plan that runs a program; the inputs have been broadcast to the size of the results, which lie alike."""
    return loop_family(program, spellings(results), cost).plan((*results, *inputs))


def spellings(operands: Sequence[description]) -> tuple[str, ...]:
    return tuple(each.dtype.spelling for each in operands)


@lru_cache(maxsize=2048)
def fold_family(
    program: Program, outputs: tuple[str, ...], finishes: tuple[Program, ...] | None, parameters: int, first: bool
) -> core.fold_family:
    """What plans of a program that ends in reductions have in common. Without `finishes`, the only result is a cast of
    the first number."""
    numbers = program.accumulators()
    if finishes is None:
        finishes = (casts(numbers[0], program.dtypes()[program.outputs[0]], outputs[0]),)
    inputs = [each for k, each in enumerate(program.inputs) if not (first and k == 1)]
    kinds = (*program.inputs, *("int64",) * program.indexed())

    def compile(moves: int, swaps: int, kind: int) -> tuple[Kernel, int]:
        rows = kind >> core.ROWS_SHIFT
        run = bool(kind & core.KEPT_KERNEL)
        totals = [Format(each, False, "contiguous" if run else "uniform") for each in numbers]
        formats = (*totals, *moving(kinds, moves, swaps, rows))
        if kind & (core.STREAMS_KERNEL | core.ABREAST_KERNEL):
            if kind & core.ABREAST_KERNEL:
                totals = [each._replace(access="streams") for each in totals]
            formats = (*totals, *map(in_streams, formats[len(numbers) :]))
        kernel = compile_kernel(narrowed(program) if rows > 1 else program, formats)
        return kernel, vector_width(program, formats)

    same = tuple(Format(each) for each in numbers)
    merge = compile_kernel(merging(program), same + same)
    initial = [value for each in program.folds() for value in each.row.initial(tuple(numbers[k] for k in each.numbers))]
    made = []
    for each, output in zip(finishes, outputs, strict=True):
        last, used = without_unused_inputs(each)
        wanted = [k if k <= len(numbers) else k + len(inputs) - parameters for k in used]
        copies = len(finishes) == 1 and not last.steps and used == (0,) and output == numbers[0]
        made.append((loop_family(last, (output,), 1), wanted, copies))
    return core.make_fold_family(
        program, compile, [dtypes.BY_NAME[each] for each in inputs],
        [0, *range(len(inputs))] if first else range(len(inputs)), 1 if first else -1, program.indexed(),
        [dtypes.BY_NAME[each] for each in numbers], initial, merge, LONG_CHAIN if takes_turns(program) else CHAIN,
        len(program.steps), bool(program.bases()), made,
        [dtypes.BY_NAME[each] for each in outputs], parameters,
    )  # fmt: skip


def forget_families() -> None:
    loop_family.cache_clear()
    fold_family.cache_clear()


core.when_plans_are_forgotten(forget_families)


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
    finishes = None if finish is None else (finish,) if isinstance(finish, Program) else tuple(finish)
    family = fold_family(program, spellings(results), finishes, parameters, first)
    given, order = packed(inputs, axes, order, program.bases())
    packs = [
        (k, elementwise(casts(each.dtype.spelling), [once(each)], [once(former)]))
        for k, (each, former) in enumerate(zip(given, inputs, strict=True))
        if each is not former
    ]
    return family.plan((*results, *inputs), given, axes, order, packs)


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


def in_streams(format: Format) -> Format:
    return format._replace(access="streams") if format.access == "contiguous" else format
