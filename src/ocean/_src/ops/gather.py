"""Picking elements by lists of offsets and by masks on devices that are not the host."""

from __future__ import annotations

from functools import lru_cache

from ocean._src.core.host.indexing import indexing
from ocean._src.core.objects import description as layout
from ocean._src.core.objects import tensor as core
from ocean._src.core.objects.description import description
from ocean._src.core.objects.dtypes import INT64
from ocean._src.core.objects.tensor import tensor
from ocean._src.kernels.jobs import Job, planned
from ocean._src.kernels.llvm.host import HOST_PLANS


class Pick(Job):
    """Move elements between strided dimensions and dimensions that may have lists of byte offsets.

    The operands are what is written, what is read, and a list for each axis that has one. `size` is that of the axes,
    `strides` are those of the operand with the lists, of which the first element is described; `scatter`: it is the one
    that is written. `repeats`: some place occurs more than once in a list; what is written there last counts.
    """

    size: tuple[int, ...]
    strides: tuple[int, ...]
    lists: tuple[bool, ...]
    scatter: bool
    repeats: bool = False


def plan_on_host(job: Pick) -> core.plan:
    return indexing.make_pick(job.operands, job.size, job.strides, job.lists, job.scatter)


HOST_PLANS[Pick] = plan_on_host


@lru_cache(maxsize=1024)
def plan_pick(
    operands: tuple[description, ...],
    size: tuple[int, ...],
    strides: tuple[int, ...],
    lists: tuple[bool, ...],
    scatter: bool,
    repeats: bool,
) -> core.plan:
    return planned(Pick(operands, size, strides, lists, scatter, repeats))


# --- Masks and indices -------------------------------------------------------------------------------------------

SHORT = 1024
"""Masks of fewer elements, and lists of fewer places, are read by the host."""


class Places(Job):
    """Write the byte offsets that the elements under a mask have in a tensor with these strides, in column-major order.

    The operands are the list, as long as there are elements under the mask, and the mask. The host has no need of it.
    """

    strides: tuple[int, ...]


class Offsets(Job):
    """Write the byte offsets that places have in dimensions of this size with these strides.

    The operands are the list, two flags, and the indices, of which each column is a place. The flags are zero, and
    become one if an index is out of range, and if a place does not come after the one before it. The host has no need
    of it.
    """

    size: tuple[int, ...]
    strides: tuple[int, ...]

    @property
    def results(self) -> int:
        return 2


def places(mask: tensor, like: description, strides: tuple[int, ...]) -> indexing.element | None:
    """The offsets of the elements under a mask with a description, found by its device; None if that is for the host to
    do."""
    if mask.nelem < SHORT:
        return None
    count = int(core.function_named("nnz")(mask))
    result = core.empty(layout.make(INT64, (count,), "F", mask.device))
    if count:
        result.zero()  # were the mask changed meanwhile, there would be too few places
        try:
            plan = plan_places((core.inner_description(result), like), strides)
        except NotImplementedError:
            return None
        core.run_plan(plan, (result, mask))
    return indexing.offsets_element(mask.ndims, result, True)


def offsets(
    indices: tensor, like: description, size: tuple[int, ...], strides: tuple[int, ...]
) -> indexing.element | None:
    """The offsets of places, found by the device that has the indices; None if that is for the host to do, which also
    reports those that are out of range."""
    count = indices.size[-1]
    if count < SHORT:
        return None
    result = core.empty(layout.make(INT64, (count,), "F", indices.device))
    flags = core.empty(layout.make(INT64, (2,), "F", indices.device))
    flags.zero()
    try:
        plan = plan_offsets((core.inner_description(result), core.inner_description(flags), like), size, strides)
    except NotImplementedError:
        return None
    core.run_plan(plan, (result, flags, indices))
    outside, unordered = flags.asPython()
    return None if outside else indexing.offsets_element(len(size), result, not unordered)


@lru_cache(maxsize=1024)
def plan_places(operands: tuple[description, ...], strides: tuple[int, ...]) -> core.plan:
    return planned(Places(operands, strides))


@lru_cache(maxsize=1024)
def plan_offsets(
    operands: tuple[description, ...], size: tuple[int, ...], strides: tuple[int, ...]
) -> core.plan:
    return planned(Offsets(operands, size, strides))
