"""Jobs: what is to be computed, without how and where. A device turns a job into a plan."""

from __future__ import annotations

from typing import TypeVar

from ocean._src.base.records import Record, replaced
from ocean._src.core.objects.description import description
from ocean._src.core.objects.memory import device
from ocean._src.core.objects.tensor import plan

from .program import Constant, Program

Kind = TypeVar("Kind", bound="Job")


class Job(Record):
    """The descriptions of the operands, results first. Inputs that are numbers are described as operands on the
    host."""

    operands: tuple[description, ...]

    @property
    def results(self) -> int:
        """The count of results, which are the first operands."""
        return 1

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


def planned(job: Job) -> plan:
    """The plan of a job, made by the device of its result."""
    made: plan = job.operands[0].device.plan(job)
    return made
