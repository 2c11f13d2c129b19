"""Descriptions: what a tensor looks like before any memory exists, and the algebra of views.

A view is a pure function from a description to (offset in bytes, description), or to a description when it starts at
the same element.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, SupportsIndex

from ocean._src.core.dtypes import dtype
from ocean._src.core.memory import device

# Inside the class these names are attributes.
DType = dtype
Device = device

Integers = SupportsIndex | Iterable[SupportsIndex]

class description:
    """What a tensor looks like: DType, size, strides in bytes, byte order and device."""

    dtype: Final[DType]
    device: Final[Device]
    swapped: Final[bool]
    axes: Final[Any]
    ndims: Final[int]
    nelem: Final[int]
    low: Final[int]
    high: Final[int]
    @property
    def size(self) -> tuple[int, ...]: ...
    @property
    def strides(self) -> tuple[int, ...]: ...

def integer(value: Any, what: str) -> int:
    """A Python int from any integer-like value that fits 64 bits; `what` names the argument in the error."""

def integers(value: Any, what: str) -> tuple[int, ...]:
    """A tuple of ints from an integer or a sequence of integers; `what` names the argument in the error."""

def make(
    kind: dtype, size: Integers, strides: Integers | str | None, where: device, swapped: bool = False, unit: int = 1
) -> description:
    """The description with the given size and strides; strides may be 'F', 'C', 'R' or integers times `unit` bytes."""

def with_dtype(self: description, kind: dtype) -> description:
    """Column-major description of the same size with another dtype, in native byte order."""

def on_device(self: description, where: device) -> description: ...
def in_order(self: description, swapped: bool) -> description:
    """The same description in the given byte order."""

def layout_is_fortran(self: description) -> bool: ...
def layout_is_c(self: description) -> bool:
    """Whether the elements stand in row-major order without gaps."""

def layout_is_linear(self: description) -> bool:
    """Whether the elements in column-major order are at equal distances."""

def layout_is_dense(self: description) -> bool:
    """Whether the elements fill a block of memory without gaps or overlaps, in any order of the dimensions."""

def layout_is_aligned(self: description, address: int) -> bool:
    """Whether every element is at a multiple of its size (complex: of its part's size)."""

def overlap_kind(self: description) -> int:
    """0: no element shares bytes with another; 1: only through strides of zero; 2: otherwise."""

def overlap(first: description, first_address: int, second: description, second_address: int) -> bool:
    """Whether two tensors at the given addresses share a byte."""

def meets(
    start: int, terms: list[tuple[int, int]], below: int, above: int, avoid: list[int] | None, budget: int = 200_000
) -> bool:
    """Whether -below < start + sum(stride * x) < above has a solution 0 <= x < count other than `avoid`."""

def choices(
    value: int, same: bool, stride: int, count: int, rest: int, below: int, above: int, avoid: int | None
) -> Iterator[tuple[int, bool]]:
    """The sums that stay within reach, and whether they are the point to avoid so far."""

def checked_axis(axis: Any, ndims: int) -> int:
    """A nonnegative axis from one in the range -ndims to ndims-1."""

def transpose(self: description) -> description:
    """Exchange the first two dimensions; a two-dimensional result drops trailing dimensions of size one."""

def swap(self: description, first: SupportsIndex, second: SupportsIndex) -> description:
    """Exchange two dimensions."""

def permute(self: description, order: Integers) -> description:
    """Dimension k of the result is dimension order[k]."""

def reverse(self: description) -> description:
    """Reverse the order of the dimensions."""

def reverse2(self: description) -> description:
    """Reverse the order of the dimensions, then exchange the first two of the result."""

def flip(self: description, axis: SupportsIndex) -> tuple[int, description]:
    """Run along a dimension in the other direction."""

def broadcast(self: description, size: Integers, mode: int = 0) -> description:
    """Repeat along new dimensions and dimensions of size one; new ones are on the right (mode 0) or left (mode 1)."""

def squeeze(self: description, axis: SupportsIndex | None = None) -> description:
    """Drop one dimension of size one, or all of them."""

def unsqueeze(self: description, axis: SupportsIndex) -> description:
    """Insert a dimension of size one."""

def slice_axis(
    self: description, axis: SupportsIndex, start: SupportsIndex, length: SupportsIndex, step: SupportsIndex = 1
) -> tuple[int, description]:
    """`length` elements of a dimension from `start` on, `step` elements apart."""

def diagonal(self: description, index: SupportsIndex = 0) -> tuple[int, description]:
    """The diagonal of the first two dimensions: index > 0 above, < 0 below the main one."""

def part(self: description, which: int) -> tuple[int, description]:
    """The real (0) or imaginary (1) parts of a complex tensor."""

def reshape(self: description, size: Integers) -> description | None:
    """The description of a view with another size in column-major order, or None when only a copy can have it."""
