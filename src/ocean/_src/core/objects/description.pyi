"""Descriptions: what a tensor looks like before any memory exists, and the algebra of views.

A view is a method of a description that returns (offset in bytes, description).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, SupportsIndex

from ocean._src.core.objects.axes import axis
from ocean._src.core.objects.dtypes import dtype
from ocean._src.core.objects.memory import device

# Inside the class these names are attributes.
DType = dtype
Device = device

Integers = SupportsIndex | Iterable[SupportsIndex]

class description:
    """The dtype, size, strides in bytes, byte order, device and axes of a tensor.

    Axes are a tuple of `axis`, one for each dimension, or None; tensors without dimensions have none.
    """

    dtype: Final[DType]
    device: Final[Device]
    swapped: Final[bool]
    axes: Final[tuple[axis, ...] | None]
    ndims: Final[int]
    nelem: Final[int]
    low: Final[int]
    high: Final[int]
    @property
    def size(self) -> tuple[int, ...]: ...
    @property
    def strides(self) -> tuple[int, ...]: ...
    def transpose(self) -> tuple[int, description]:
        """Exchange the first two dimensions; a two-dimensional result drops trailing dimensions of size one."""
    def swap_axes(self, first: SupportsIndex, second: SupportsIndex) -> tuple[int, description]:
        """Exchange two dimensions."""
    def permute(self, order: Integers) -> tuple[int, description]:
        """Dimension k of the result is dimension order[k]."""
    def reverse(self) -> tuple[int, description]:
        """Reverse the order of the dimensions."""
    def reverse2(self) -> tuple[int, description]:
        """Reverse the order of the dimensions, then exchange the first two of the result."""
    def flip(self, axis: SupportsIndex) -> tuple[int, description]:
        """Run along a dimension in the other direction."""
    def slice_axis(
        self, axis: SupportsIndex, start: SupportsIndex, length: SupportsIndex, step: SupportsIndex = 1
    ) -> tuple[int, description]:
        """`length` elements of a dimension from `start` on, `step` elements apart."""
    def diagonal(self, index: SupportsIndex = 0) -> tuple[int, description]:
        """The diagonal of the first two dimensions: index > 0 above, < 0 below the main one."""
    def part(self, which: int) -> tuple[int, description]:
        """The real (0) or imaginary (1) parts of complex numbers."""
    def broadcast(self, size: Integers, mode: int = 0) -> tuple[int, description]:
        """Repeat along dimensions of size one and new ones, which are on the right (mode 0) or left (mode 1)."""
    def squeeze(self, axis: SupportsIndex | None = None) -> tuple[int, description]:
        """Drop one dimension of size one, or all of them."""
    def unsqueeze(self, axis: SupportsIndex) -> tuple[int, description]:
        """Insert a dimension of size one."""
    def reshape(self, size: Integers) -> tuple[int, description] | None:
        """Another size in column-major order; None if only a copy can have it."""
    def with_axes(self, axes: Sequence[axis] | None) -> description:
        """The same with other axes (a tuple, or None), which must have the lengths of the dimensions."""
    def place(self, axis: Any) -> int:
        """The dimension that a number or an axis says."""
    def on_device(self, where: Device) -> description:
        """The same on another device."""
    def with_byte_order(self, swapped: bool) -> description:
        """The same in the given byte order."""
    def with_dtype(self, kind: DType) -> description:
        """Column-major and in native byte order, with another dtype."""

def make_description(
    kind: dtype,
    size: Any,
    strides: Integers | str | None,
    where: device,
    swapped: bool = False,
    unit: int = 1,
    axes: Sequence[axis] | None = None,
) -> description:
    """The description with the given size and strides; strides may be 'F', 'C', 'R' or integers times `unit` bytes.
    Axes may be given instead of the size."""

def result_layout(kind: dtype, size: Integers, leading: list[description], where: device) -> description:
    """The dense description in the common memory order of the leading ones."""

def integer(value: Any, what: str) -> int:
    """A Python int from any integer-like value that fits 64 bits; `what` names the argument in the error."""

def integers(value: Any, what: str, limit: int = 8) -> tuple[int, ...]:
    """A tuple of at most `limit` ints from an integer, or from integers in anything that can be iterated over; `what`
    names the argument in the error."""

def checked_axis(value: Any, ndims: int, axes: Any = None, error: Callable[[int, int], Exception] | None = None) -> int:
    """The axis that a number from -ndims to ndims-1 names, or one of `axes` itself; `error(axis, ndims)` makes the
    error of a number out of range."""

def checked_axes(
    values: Any, ndims: int, axes: Any = None, error: Callable[[int, int], Exception] | None = None,
    repeated: Callable[[Any], Exception] | None = None,
) -> tuple[int, ...]:  # fmt: skip
    """The axes that one number or several name, all different; `repeated(values)` makes the error of one that occurs
    twice."""

def check_ndims(ndims: int, what: str) -> int:
    """Refuse more dimensions than a tensor can have; `what` names their owner in the error."""

def size_text(size: Iterable[int]) -> str:
    """A size as text for people."""

def broadcasts(size: Sequence[int], target: Sequence[int]) -> bool:
    """Whether a size can be broadcast to another one, with dimensions of size one added on the right."""

def common_size(sizes: Iterable[Sequence[int]]) -> tuple[int, ...] | None:
    """The size to which all sizes can be broadcast, or None."""

def layout_is_fortran(self: description) -> bool: ...

def layout_is_c(self: description) -> bool:
    """Whether the elements are in row-major order without gaps."""

def layout_is_linear(self: description) -> bool:
    """Whether the elements in column-major order are at equal distances."""

def layout_is_dense(self: description) -> bool:
    """Whether the elements fill a block of memory without gaps or overlaps, in any order of the dimensions."""

def layout_is_aligned(self: description, address: int) -> bool:
    """Whether every element is at a multiple of its size (complex: of its part's size)."""

def check_overlap(target: description, repeats: bool = False) -> int: ...
def refuse_repeats() -> int: ...
def overlap_kind(self: description) -> int:
    """0: no element shares bytes with another; 1: only through strides of zero; 2: otherwise."""

def overlap(first: description, first_address: int, second: description, second_address: int) -> bool:
    """Whether two tensors at the given addresses share a byte."""
