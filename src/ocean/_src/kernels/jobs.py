"""Jobs: what is to be computed, without how and where. A device turns a job into a plan."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import TypeVar
from ocean._src.base.records import NamedTuple, Record, replaced
from ocean._src.core.objects.axes import FEW_DIMS
from ocean._src.core.objects.description import description, make_description
from ocean._src.core.objects.memory import device
from ocean._src.core.objects.tensor import make_nested_plan, make_packed_plan, plan

from .program import Constant, Program, casts

Kind = TypeVar("Kind", bound="Job")


# --- Loops: dimensions that operands walk together -----------------------------------------------------------------


class Loop(NamedTuple):
    """The length of a dimension, and the stride of each operand along it in bytes: zero where it has length one."""

    length: int
    strides: tuple[int, ...]


def loops_over(size: Sequence[int], operands: Sequence[description]) -> list[Loop]:
    """The dimensions of operands, which are already broadcast to a size, or have length one along a dimension."""
    return [
        Loop(n, tuple(0 if each.size[d] == 1 else each.strides[d] for each in operands)) for d, n in enumerate(size)
    ]


def coalesced(loops: Sequence[Loop]) -> list[Loop]:
    """Fewer loops over the same elements in the same order: without those of length one, and neighbours in one if all
    operands can walk them so."""
    if any(not each.length for each in loops):
        return [Loop(0, (16,) * len(loops[0].strides))]
    found: list[Loop] = []
    for each in loops:
        if each.length == 1:
            continue
        last = found[-1] if found else None
        if last and all(far == last.length * near for far, near in zip(each.strides, last.strides, strict=True)):
            found[-1] = last._replace(length=last.length * each.length)
        else:
            found.append(each)
    return found


def along(each: description, loops: Sequence[Loop], k: int, single: int = 0) -> description:
    """An operand, number k, with a dimension for each loop; it has length one along the last `single` of them."""
    size = [loop.length for loop in loops[: len(loops) - single]] + [1] * single
    return make_description(each.dtype, size, [loop.strides[k] for loop in loops], each.device, each.swapped)


def dense(each: description, loops: Sequence[Loop]) -> description:
    """A dense copy of an operand, with a dimension for each loop."""
    return make_description(each.dtype, [loop.length for loop in loops], "F", each.device)


class Job(Record):
    """The descriptions of the operands, results first. Inputs that are numbers are described as operands on the
    host."""

    operands: tuple[description, ...]

    @property
    def results(self) -> int:
        """The count of results, which are the first operands."""
        return 1

    def planned_in_few(self) -> plan:
        """The plan of a job whose operands have more dimensions than a plan has loops."""
        most = max(each.ndims for each in self.operands)
        raise OceanValueError(f"{type(self).__name__} of tensors of {most} dimensions is not there: at most {FEW_DIMS}")

    def on(self: Kind, where: device) -> Kind:
        """The same job with its operands on another device."""
        return replaced(self, operands=tuple(each.on_device(where) for each in self.operands))


class Elementwise(Job):
    """Run a program on each element. Each output has one result, and the inputs are already broadcast to the size of
    the results. The index counts the elements of the results in column-major order. `cost` is the time per element
    relative to an addition."""

    program: Program
    cost: int = 1

    @property
    def results(self) -> int:
        return len(self.program.outputs)

    def planned_in_few(self) -> plan:
        loops = coalesced(loops_over(self.operands[0].size, self.operands))
        if len(loops) > FEW_DIMS and self.program.indexed():
            return packed(self, loops, [])
        if len(loops) > FEW_DIMS:  # in any order: the longest strides of the result are outside
            loops.sort(key=lambda loop: abs(loop.strides[0]))
        inner, outer = loops[:FEW_DIMS], loops[FEW_DIMS:]
        operands = tuple(along(each, inner, k) for k, each in enumerate(self.operands))
        return make_nested_plan(planned(replaced(self, operands=operands)), self.operands, outer)


class Reduce(Job):
    """Run a program that ends in reductions, over axes of its inputs. The results have the size of the other axes.

    `finishes` has one program per result. Its inputs are the numbers of the accumulators, the count of elements that
    each accumulator folded (a double), and the last `parameters` inputs, which are scalars. By default the only
    result is a cast of the only number. With `first`, the program's second input is not an operand: it is the first
    input's first element along the axes. `order` lists the dimensions, fastest first, as the reduced values would be
    laid out if they were stored. A device adds inexact sums in the order that it uses for stored values, unless that
    is slow.
    """

    program: Program
    axes: tuple[int, ...]
    finishes: tuple[Program, ...] = ()
    parameters: int = 0
    first: bool = False
    order: tuple[int, ...] = ()

    @property
    def results(self) -> int:
        return max(1, len(self.finishes))

    def planned_in_few(self) -> plan:
        size = self.operands[self.results].size
        results = self.operands[: self.results]
        for axis in sorted(self.axes):
            results = tuple(each.unsqueeze(axis)[1] for each in results)
        loops = loops_over(size, (*results, *self.operands[self.results :]))
        kept = coalesced([loop for d, loop in enumerate(loops) if d not in self.axes])
        return in_groups(self, kept, coalesced([loops[d] for d in sorted(self.axes)]), order=())


class Scan(Job):
    """Repeat a step along axes (the first axis is the innermost). The step makes the next accumulator from the
    accumulator and the inputs at one position. The first accumulator is `initial`, or the program `start` makes it
    from the first inputs.

    The names of the programs are those in core/host/scan.h. What is stored after each step is also made by one of
    them. A job that `folds` stores only once, after the last step, by `finish`; its result has length one along the
    axes. Inputs are already broadcast to one size. An associative step has further programs that split a line into
    chunks.
    """

    programs: tuple[tuple[str, Program], ...]
    kind: str
    """The dtype of accumulators."""
    initial: Constant
    axes: tuple[int, ...]
    reverse: bool = False
    folds: bool = False

    def planned_in_few(self) -> plan:
        loops = loops_over(self.operands[1].size, self.operands)
        kept = coalesced([loop for d, loop in enumerate(loops) if d not in self.axes])
        return in_groups(self, kept, coalesced([loops[d] for d in self.axes]))


# --- Plans ---------------------------------------------------------------------------------------------------------


def planned(job: Job) -> plan:
    """The plan of a job, made by the device of its result. Devices know at most FEW_DIMS dimensions."""
    if any(each.ndims > FEW_DIMS for each in job.operands):
        return job.planned_in_few()
    made: plan = job.operands[0].device.plan(job)
    return made


def in_groups(job: Reduce | Scan, kept: list[Loop], lines: list[Loop], **fields: object) -> plan:
    """The plan of a job whose axes are the loops `lines`: in the memory of its operands if there are few loops, else on
    copies."""
    lines = lines or [Loop(1, (0,) * len(job.operands))]
    loops, single, folds = [*kept, *lines], isinstance(job, Scan), isinstance(job, Scan) and job.folds
    if len(loops) > FEW_DIMS:
        return packed(replaced(job, **fields), kept, lines)
    operands = tuple(
        along(each, loops if single else kept, k, len(lines) if folds else 0)
        if k < job.results
        else along(each, loops, k)
        for k, each in enumerate(job.operands)
    )
    axes = tuple(range(len(kept), len(loops)))
    return make_nested_plan(planned(replaced(job, operands=operands, axes=axes, **fields)), job.operands, ())


def packed(job: Elementwise | Reduce | Scan, kept: list[Loop], lines: list[Loop]) -> plan:
    """The plan of a job on dense copies of its operands, in which kept loops are one dimension and lines another
    one."""
    groups = [kept, lines] if lines else [kept]
    loops = [loop for group in groups for loop in group]
    short = [math.prod(loop.length for loop in group) for group in groups]
    bases = set() if isinstance(job, Scan) else job.program.bases()
    packs: list[tuple[int, plan]] = []
    unpacks: list[tuple[int, plan]] = []
    operands = []
    for k, each in enumerate(job.operands):
        stored = k < job.results
        folded = stored and bool(lines) and (isinstance(job, Reduce) or (isinstance(job, Scan) and job.folds))
        mine = kept if folded else loops
        size = short[:1] if stored and isinstance(job, Reduce) else [short[0], 1] if folded else short
        if not any(loop.strides[k] for loop in mine):  # a single element
            operands.append(make_description(each.dtype, size, [0] * len(size), each.device, each.swapped))
            continue
        if not stored and k - job.results in bases:
            raise OceanValueError(f"Gathers of tensors of {each.ndims} dimensions are not fused: at most {FEW_DIMS}")
        copy = dense(each, mine)
        pair = (along(each, mine, k), copy) if stored else (copy, along(each, mine, k))
        how = planned(Elementwise(pair, casts(each.dtype.spelling)))
        (unpacks if stored else packs).append((k, how))
        operands.append(make_description(each.dtype, size, "F", each.device))
    fields = {"axes": (1,)} if lines else {}
    return make_packed_plan(planned(replaced(job, operands=tuple(operands), **fields)), job.operands, packs, unpacks)
