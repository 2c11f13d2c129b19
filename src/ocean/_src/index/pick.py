"""Picking elements by lists of offsets on devices that are not the host."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ocean._src.core import indexing
from ocean._src.core import tensor as core
from ocean._src.core.description import description
from ocean._src.kernels.jobs import Job, planned


@dataclass(frozen=True)
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

    def host_plan(self) -> core.plan:
        return indexing.make_pick(self.operands, self.size, self.strides, self.lists, self.scatter)


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
