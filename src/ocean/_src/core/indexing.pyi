"""Indexing: keys are read into elements, and elements select places of tensors."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ocean._src.core.description import description
from ocean._src.core.tensor import plan, tensor

SCALAR: int
RANGE: int
INDICES: int
MASK: int
NEW: int
ELLIPSIS: int
OFFSETS: int

class element:
    """One part of an index: its kind, how many dimensions it takes, and an integer, slice or tensor."""

    kind: Final[int]
    dims: Final[int]
    value: Final[Any]
    unsigned: Final[bool]
    size: Final[tuple[int, ...] | None]
    strides: Final[tuple[int, ...] | None]

def bound_element(
    kind: int, dims: int, value: Any, size: tuple[int, ...] | None, strides: tuple[int, ...] | None
) -> element:
    """An element for dimensions of a known size, and known strides unless they are None."""

def with_value(each: element, value: Any) -> element:
    """The same element with another tensor in it."""

def restored_element(
    kind: int, dims: int, value: Any, size: tuple[int, ...] | None, strides: tuple[int, ...] | None, unsigned: bool
) -> element:
    """An element as it was when it was pickled."""

def read_key(key: Any, own: bool = False) -> list[element]:
    """The elements of a key; with `own` no tensor in them is shared with anyone."""

def offsets_of(each: element, size: Sequence[int], strides: Sequence[int], dimension: int) -> tensor:
    """The byte offsets of indices or a mask in dimensions of the given size and strides, as a vector."""

def wrapped(each: element, size: Sequence[int], dimension: int) -> tensor:
    """Indices into dimensions of the given size, with all negative ones counted from the start."""

class row_iterator:
    """Iterates over the first dimension of a tensor."""

    def __iter__(self) -> row_iterator: ...
    def __next__(self) -> Any: ...

def iterate(self: tensor) -> Iterator[Any]:
    """Iterate over the first dimension: scalars of a vector, views of anything larger."""

def iterate_reversed(self: tensor) -> Iterator[Any]:
    """Iterate over the first dimension from its end."""

def find(mask: tensor) -> tensor:
    """The coordinates of the true elements of a bool tensor: int64, a column for each in column-major order."""

def count_true(mask: tensor) -> int:
    """The number of true elements of a bool tensor."""

def unravel(flat: tensor, size: Sequence[int]) -> tensor:
    """Positions in column-major order (negative ones from the end) as columns of coordinates."""

def places_repeated(counts: tensor) -> tensor:
    """Each place of a vector of counts, as often as the count there says."""

class pick_plan(plan):
    """Elements moved on the host between strided dimensions and dimensions with lists of byte offsets."""

def make_pick(
    operands: tuple[description, ...],
    size: tuple[int, ...],
    strides: tuple[int, ...],
    lists: tuple[bool, ...],
    scatter: bool,
) -> plan:
    """`size` and, for the operand with the lists, `strides` of the axes; `lists`: whether an axis has a list."""
