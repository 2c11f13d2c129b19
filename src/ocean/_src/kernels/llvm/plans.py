"""Plans of the CPU: families of compiled loops, which core fits to sizes and runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from ocean._src.core.objects import tensor
from ocean._src.core.objects.description import description, make_description
from ocean._src.kernels import dtypes
from ocean._src.kernels.formats import Format
from ocean._src.kernels.program import Program, casts, merging, narrowed, without_unused_inputs

from .compiler import Kernel, compile_kernel
from .widths import takes_turns, vector_width

# Pack inputs of at most this many bytes, if each element is read at least this many times.
PACKED_BYTES, PACKED_READS = 512 << 10, 16
# The count of elements that a lane folds in sequence: few if they round, more if turns become an accumulator (`Short`).
CHAIN, LONG_CHAIN = 8, 64


ACCESSES: tuple[str, ...] = ("contiguous", "uniform", "strided", "tuples")
"""The movements of operands along the innermost loop, in the order of core/host/fit.h."""


def moving(kinds: Sequence[str], moves: int, swaps: int, rows: int = 1) -> list[Format]:
    """The formats of operands with these dtypes; `moves` and `swaps` have their movements and byte orders as bits."""
    return [
        Format(kind, bool(swaps >> k & 1), ACCESSES[moves >> 2 * k & 3], rows) for k, kind in enumerate(kinds)
    ]


@lru_cache(maxsize=2048)
def loop_family(program: Program, outputs: tuple[str, ...], cost: int) -> tensor.loop_family:
    """The common part of all plans of a program, for any sizes. `outputs` are the dtypes in which values are stored."""
    kinds = (*outputs, *program.inputs, *("int64",) * program.indexed())

    def compile(moves: int, swaps: int, kind: int) -> tuple[Kernel, int]:
        formats = moving(kinds, moves, swaps)
        if kind == tensor.NONTEMPORAL_KERNEL:
            for k in range(len(outputs)):
                formats[k] = formats[k]._replace(access="nontemporal")
        return compile_kernel(program, tuple(formats)), 1

    by_name = dtypes.BY_NAME
    return tensor.make_loop_family(
        program, compile, [by_name[each] for each in outputs], [by_name[each] for each in program.inputs],
        program.indexed(), max(cost, len(program.steps) // 4),
    )  # fmt: skip


def elementwise(
    program: Program, results: Sequence[description], inputs: Sequence[description], cost: int = 1
) -> tensor.plan:
    """The plan that runs a program. The inputs are already broadcast to the size of the results, which have one
    layout."""
    return loop_family(program, spellings(results), cost).plan((*results, *inputs))


def spellings(operands: Sequence[description]) -> tuple[str, ...]:
    return tuple(each.dtype.spelling for each in operands)


@lru_cache(maxsize=2048)
def fold_family(
    program: Program, outputs: tuple[str, ...], finishes: tuple[Program, ...] | None, parameters: int, first: bool
) -> tensor.fold_family:
    """The common part of all plans of a program with reductions. Without `finishes`, the only result is a cast of the
    first number."""
    numbers = program.accumulators()
    if finishes is None:
        finishes = (casts(numbers[0], program.dtypes()[program.outputs[0]], outputs[0]),)
    inputs = [each for k, each in enumerate(program.inputs) if not (first and k == 1)]
    kinds = (*program.inputs, *("int64",) * program.indexed())

    def compile(moves: int, swaps: int, kind: int) -> tuple[Kernel, int]:
        rows = kind >> tensor.ROWS_SHIFT
        run = bool(kind & tensor.KEPT_KERNEL)
        totals = [Format(each, False, "contiguous" if run else "uniform") for each in numbers]
        formats = (*totals, *moving(kinds, moves, swaps, rows))
        if kind & (tensor.STREAMS_KERNEL | tensor.ABREAST_KERNEL):
            if kind & tensor.ABREAST_KERNEL:
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
    return tensor.make_fold_family(
        program, compile, [dtypes.BY_NAME[each] for each in inputs],
        [0, *range(len(inputs))] if first else range(len(inputs)), 1 if first else -1, program.indexed(),
        [dtypes.BY_NAME[each] for each in numbers], initial, merge, LONG_CHAIN if takes_turns(program) else CHAIN,
        all(each.row.idempotent for each in program.folds()), len(program.steps), bool(program.bases()), made,
        [dtypes.BY_NAME[each] for each in outputs], parameters,
    )  # fmt: skip


def forget_families() -> None:
    loop_family.cache_clear()
    fold_family.cache_clear()


tensor.when_plans_are_forgotten(forget_families)


def reduction(
    program: Program,
    result: description | Sequence[description],
    inputs: list[description],
    axes: tuple[int, ...],
    finish: Program | Sequence[Program] | None = None,
    parameters: int = 0,
    first: bool = False,
    order: tuple[int, ...] = (),
) -> tensor.plan:
    """The plan of a program that ends in reductions over `axes` of its inputs, in one pass.

    The result has the size of the other axes. `finish` makes it in a small loop at the end, from the numbers of the
    accumulators, the count of elements that each accumulator folded (a double), and the last `parameters` inputs,
    which are scalars. By default it casts the first number. There may be several results of one size, each with its
    own `finish`. With `first`, the program's second input is not among `inputs`: it is the first input's first
    element along the axes. If `order` is given, the loops are those of elements laid out in that order.
    """
    results = [result] if isinstance(result, description) else list(result)
    finishes = None if finish is None else (finish,) if isinstance(finish, Program) else tuple(finish)
    family = fold_family(program, spellings(results), finishes, parameters, first)
    given, order = choose_packing(inputs, axes, order, program.bases())
    packs = [
        (k, elementwise(casts(each.dtype.spelling), [without_repeats(each)], [without_repeats(former)]))
        for k, (each, former) in enumerate(zip(given, inputs, strict=True))
        if each is not former
    ]
    return family.plan((*results, *inputs), given, axes, order, packs)


def choose_packing(
    inputs: list[description], axes: tuple[int, ...], order: tuple[int, ...], bases: set[int]
) -> tuple[list[description], tuple[int, ...]]:
    """Choose the inputs, and the dimension order of the loops, so that elements are visited as if they were laid out in
    `order`.

    If all inputs are broadcast, the first dimension of the order may be a bad inner loop. Inputs that are strided
    along it are then packed into scratch with that dimension contiguous, if they are small and read many times.
    `bases` cannot be packed, because `load` steps read around them. If packing is not possible, the inputs decide
    the order.
    """
    size = inputs[0].size
    order = tuple(d for d in order if size[d] != 1)
    if not order or any(without_repeats(each) is each for each in inputs):
        return inputs, order
    found, room = [], PACKED_BYTES
    for k, each in enumerate(inputs):
        if each.strides[order[0]] in (0, each.dtype.size):
            found.append(each)
            continue
        lengths = without_repeats(each).size
        room -= math.prod(lengths) * each.dtype.size
        if k in bases or room < 0 or math.prod(lengths) * PACKED_READS > each.nelem:
            return inputs, ()
        strides, step = [0] * len(size), each.dtype.size
        for d in order:
            strides[d] = step if lengths[d] > 1 else 0
            step *= lengths[d]
        found.append(make_description(each.dtype, size, strides, each.device))
    return found, order


def without_repeats(each: description) -> description:
    """Drop repetition: give broadcast dimensions length one."""
    for d, stride in enumerate(each.strides):
        if stride == 0 and each.size[d] > 1:
            each = each.slice_axis(d, 0, 1)[1]
    return each


def in_streams(format: Format) -> Format:
    return format._replace(access="streams") if format.access == "contiguous" else format
