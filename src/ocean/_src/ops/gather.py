"""Gathers and scatters, by lists of offsets and by masks, on devices other than the host."""

from __future__ import annotations

from functools import lru_cache

from ocean._src.base.errors import OceanValueError
from ocean._src.core.host.indexing import indexing
from ocean._src.core.objects.axes import FEW_DIMS
from ocean._src.core.objects.description import description, make_description
from ocean._src.core.objects.dtypes import INT64
from ocean._src.core.objects.tensor import (
    function_named,
    inner_description,
    make_empty,
    make_nested_plan,
    run_plan,
    tensor,
)
from ocean._src.core.objects.tensor import plan as Plan
from ocean._src.kernels.jobs import Job, Loop, coalesced, planned
from ocean._src.kernels.llvm.host import HOST_PLANS


class Pick(Job):
    """Move elements between strided dimensions and dimensions that may have lists of byte offsets.

    The operands are the destination, the source, and a list for each axis that has one. `size` is that of the axes.
    `strides` are those of the operand with the lists, whose description is that of its first element; `scatter`: it is
    the destination. `repeats`: a list has some place more than once, and the last write there wins.
    """

    size: tuple[int, ...]
    strides: tuple[int, ...]
    lists: tuple[bool, ...]
    scatter: bool
    repeats: bool = False

    def planned_in_few(self) -> Plan:
        place = 1 if self.scatter else 0
        plain, still = self.operands[place], (0,) * (len(self.operands) - 2)
        loops: list[tuple[bool, Loop]] = []
        for n, stride, other, listed in zip(self.size, self.strides, plain.strides, self.lists, strict=True):
            here = Loop(n, ((stride, other) if self.scatter else (other, stride)) + still)
            if not listed and loops and not loops[-1][0]:
                loops[-1:] = [(False, each) for each in coalesced([loops[-1][1], here])]
            elif listed or n != 1:
                loops.append((listed, here))
        if len(loops) > FEW_DIMS:  # those without lists are outside, as far as needed
            loops.sort(key=lambda each: not each[0])
        inner, outer = loops[:FEW_DIMS], loops[FEW_DIMS:]
        if any(listed for listed, _ in outer):
            raise OceanValueError(f"A key has at most {FEW_DIMS} lists and masks on device {plain.device.name}")
        size = tuple(loop.length for _, loop in inner)
        operands = list(self.operands)
        operands[place] = make_description(
            plain.dtype, size, [loop.strides[place] for _, loop in inner], plain.device, plain.swapped
        )
        strides = tuple(loop.strides[1 - place] for _, loop in inner)
        job = Pick(tuple(operands), size, strides, tuple(each for each, _ in inner), self.scatter, self.repeats)
        return make_nested_plan(planned(job), self.operands, [loop for _, loop in outer])


def plan_on_host(job: Pick) -> Plan:
    return indexing.make_pick(job.operands, job.size, job.strides, job.lists, job.scatter)


class ScatterAdd(Job):
    """Add values to the elements of a tensor at indices along an axis; an index may occur several times.

    The operands are the target, the values, which have its size but for their number along the axis, and a vector of
    int64. The values of an element are added in their order. Devices other than the host get indices in range.
    """

    axis: int

    def planned_in_few(self) -> Plan:
        made: Plan = self.operands[0].device.plan(self)  # any number of dimensions will do
        return made


def add_on_host(job: ScatterAdd) -> Plan:
    return indexing.make_scatter_add(job.operands, job.axis)


HOST_PLANS[Pick] = plan_on_host
HOST_PLANS[ScatterAdd] = add_on_host


@lru_cache(maxsize=1024)
def plan_pick(
    operands: tuple[description, ...],
    size: tuple[int, ...],
    strides: tuple[int, ...],
    lists: tuple[bool, ...],
    scatter: bool,
    repeats: bool,
) -> Plan:
    job = Pick(operands, size, strides, lists, scatter, repeats)
    return planned(job) if len(size) <= FEW_DIMS else job.planned_in_few()


# --- Masks and indices -------------------------------------------------------------------------------------------

SHORT = 1024
"""The host reads masks of fewer elements, and lists of fewer places."""


class Places(Job):
    """Write the byte offsets that the elements under a mask have in a tensor with these strides, in column-major order.

    The operands are the list, with room for each element under the mask, and the mask. The host never runs this job.
    """

    strides: tuple[int, ...]


class Offsets(Job):
    """Write the byte offsets that places have in dimensions of this size with these strides.

    The operands are the list, two flags, and the indices; each column of the indices is a place. The first flag becomes
    1 if an index is out of range, the second if a place does not come after the place before it. The host never runs
    this job.
    """

    size: tuple[int, ...]
    strides: tuple[int, ...]

    @property
    def results(self) -> int:
        return 2


def places(mask: tensor, like: description, strides: tuple[int, ...]) -> indexing.element | None:
    """The offsets of the elements under a mask, found by the device of the mask; None if the host should find them."""
    if mask.nelem < SHORT or mask.ndims > FEW_DIMS:
        return None
    count = int(function_named("nnz")(mask))
    result = make_empty(make_description(INT64, (count,), "F", mask.device))
    if count:
        result.zero()  # another thread may clear elements of the mask meanwhile
        try:
            plan = plan_places((inner_description(result), like), strides)
        except NotImplementedError:
            return None
        run_plan(plan, (result, mask))
    return indexing.offsets_element(mask.ndims, result, True)


def offsets(
    indices: tensor, like: description, size: tuple[int, ...], strides: tuple[int, ...]
) -> indexing.element | None:
    """The offsets of places, found by the device of the indices; None if the host should find them, which also reports
    indices that are out of range."""
    count = indices.size[-1]
    if count < SHORT or len(size) > FEW_DIMS:
        return None
    result = make_empty(make_description(INT64, (count,), "F", indices.device))
    flags = make_empty(make_description(INT64, (2,), "F", indices.device))
    flags.zero()
    try:
        plan = plan_offsets((inner_description(result), inner_description(flags), like), size, strides)
    except NotImplementedError:
        return None
    run_plan(plan, (result, flags, indices))
    outside, unordered = flags.asPython()
    return None if outside else indexing.offsets_element(len(size), result, not unordered)


@lru_cache(maxsize=1024)
def plan_places(operands: tuple[description, ...], strides: tuple[int, ...]) -> Plan:
    return planned(Places(operands, strides))


@lru_cache(maxsize=1024)
def plan_offsets(
    operands: tuple[description, ...], size: tuple[int, ...], strides: tuple[int, ...]
) -> Plan:
    return planned(Offsets(operands, size, strides))


# --- Scatters that add -------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def plan_scatter_add(operands: tuple[description, ...], axis: int) -> Plan:
    return planned(ScatterAdd(operands, axis))
