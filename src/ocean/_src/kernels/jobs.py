"""Jobs: what there is to do, apart from how and where it is done. A device turns a job into a plan."""

from __future__ import annotations

from typing import TypeVar

from ocean._src.base.records import Record, replaced
from ocean._src.core.objects import tensor as core
from ocean._src.core.objects.description import description
from ocean._src.core.objects.memory import device

from .program import Constant, Program

Kind = TypeVar("Kind", bound="Job")


class Job(Record):
    """The descriptions of the operands, the result first; inputs that are numbers are described on the host."""

    operands: tuple[description, ...]

    @property
    def results(self) -> int:
        """How many operands in front are results."""
        return 1

    def on(self: Kind, where: device) -> Kind:
        """The same job for operands on another device."""
        return replaced(self, operands=tuple(each.on_device(where) for each in self.operands))


class Elementwise(Job):
    """Run a program on each element; there is a result for each output, and the inputs have been broadcast to their
    size. The index is that of the elements of the results in column-major order. `cost` is the time of an element
    relative to an addition."""

    program: Program
    cost: int = 1

    @property
    def results(self) -> int:
        return len(self.program.outputs)


class Reduce(Job):
    """Run a program that ends in reductions over axes of its inputs; the results have the size of the other axes.

    `finishes` are the programs that make each result: from the numbers of the accumulators, the count of elements that
    each of them folds (a double), and the last inputs if these are `parameters`, which are scalars. By default the
    only result is a cast of the only number. With `first`, the program's second input is the first one's first element
    along the axes, which is not an operand. `order` are the dimensions from the fastest on as the values that are
    reduced would lie if they were stored: sums that round are to be added up in the order in which a device adds
    stored ones, as far as that is not slow.
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
    """Repeat a step along axes (the first one innermost): from an accumulator and the inputs at a place it makes the
    next accumulator, which starts as `initial`, or is made from the first inputs by `start` if there is such a program.

    Programs are called by the names in core/host/scan.h. The same programs make what is stored after each step; by
    `finish` after the last if the job `folds`, whose result has length one along the axes. Inputs have been broadcast
    to one size. Of a step that is associative there are programs that do a line in chunks.
    """

    programs: tuple[tuple[str, Program], ...]
    kind: str
    """The dtype of accumulators."""
    initial: Constant
    axes: tuple[int, ...]
    reverse: bool = False
    folds: bool = False


def planned(job: Job) -> core.plan:
    """The plan of a job, made by the device of its result."""
    plan: core.plan = job.operands[0].device.plan(job)
    return plan
