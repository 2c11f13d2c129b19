"""Formats: how an operand of a kernel lies in memory."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ocean._src.core.tensor import STREAMS

from . import dtypes

__all__ = ["STREAMS", "Access", "Format"]

Access = Literal["contiguous", "uniform", "strided", "nontemporal", "streams"]


class Format(NamedTuple):
    """How one operand lies in memory: its dtype, its byte order, and its access along the inner loop.

    | access | along the inner loop |
    |---|---|
    | contiguous | elements follow each other |
    | uniform | one element for the whole inner loop; an output: for both loops |
    | strided | any stride |
    | nontemporal | outputs only: contiguous, aligned to 64 bytes, stored past the caches |
    | streams | reductions only: STREAMS contiguous runs, the inner stride apart (an output: one element each) |
    """

    dtype: str
    swapped: bool = False
    access: Access = "contiguous"

    @property
    def part(self) -> str:
        return dtypes.part(self.dtype)

    @property
    def parts(self) -> int:
        return 2 if self.dtype in dtypes.PARTS else 1
