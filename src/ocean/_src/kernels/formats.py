"""Formats: how an operand of a kernel is laid out in memory."""

from __future__ import annotations

from ocean._src.base.records import NamedTuple

from . import dtypes

ACCESSES = ("contiguous", "uniform", "strided", "nontemporal", "streams", "tuples")


class Format(NamedTuple):
    """How one operand is laid out in memory: its dtype, its byte order, and its access along the inner loop.

    | access | along the inner loop |
    |---|---|
    | contiguous | elements follow each other |
    | uniform | one element for the whole inner loop; an output: for both loops |
    | strided | any stride |
    | nontemporal | outputs only: contiguous, aligned to 64 bytes, stored past the caches |
    | streams | reductions only: STREAMS contiguous runs, the inner stride apart (an output: one element each) |
    | tuples | reductions only: `rows` elements follow each other (one per row), then those of the next result |

    `rows` is the same for all inputs of a reduction. A kernel with rows > 1 folds the elements of that many rows at
    once (n1 = 1, with the usual strides between rows). Its accumulators start from the identity element, and are
    contiguous along the inner loop.
    """

    dtype: str
    swapped: bool = False
    access: str = "contiguous"
    rows: int = 1

    @property
    def part(self) -> str:
        return dtypes.part(self.dtype)

    @property
    def parts(self) -> int:
        return 2 if self.dtype in dtypes.PARTS else 1
