"""Tensors put together, taken apart and repeated: copies between views, on any device."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, SupportsIndex

from ocean._src.core.objects.dtypes import dtype
from ocean._src.core.objects.memory import device
from ocean._src.core.objects.tensor import tensor

Integers = SupportsIndex | Iterable[SupportsIndex]

def as_tensors(values: Any) -> list[tensor] | None:
    """New objects for a list or tuple of tensors; None for anything else."""

def are_integers(values: Any) -> bool:
    """Whether something is a nonempty list of Python integers."""

def agreed(pieces: list[tensor]) -> tuple[dtype | None, device | None]:
    """The common dtype and device of tensors; None where they differ."""

def join(pieces: list[tensor], axis: Any, kind: dtype | None = None, where: device | None = None) -> tensor:
    """Tensors one after another along an axis, in the given dtype (else the common one) and on the given device (else
    that of the first). Missing dimensions on the right count as size one: vectors are columns."""

def join_into(result: tensor, pieces: list[tensor], axis: Any, function: str) -> None:
    """Put tensors one after another along an axis of a given result."""

def set_together(function: Callable[[list[tensor], list[tensor]], None]) -> None:
    """Set the function that copies tensors into others whose elements are interleaved, in one pass."""

def stacked(pieces: list[tensor], axis: Any, kind: dtype | None = None, where: device | None = None) -> tensor:
    """Tensors of the same size one after another along a new axis, in the given dtype (else the common one) and on the
    given device (else that of the first)."""

def tiled(source: tensor, counts: Integers) -> tensor:
    """The tensor repeated as a whole, the given number of times along each dimension."""

def each_repeated(source: tensor, count: SupportsIndex, axis: SupportsIndex | None) -> tensor:
    """Each place along an axis repeated the same number of times; without an axis, each element, as a vector."""

def rolled(source: tensor, shifts: Sequence[int], axes: Sequence[Any]) -> tensor:
    """The elements shifted cyclically along axes."""

def cut(source: tensor, axis: int, sizes: Iterable[int]) -> list[tensor]:
    """Views of parts of the given sizes along an axis."""
