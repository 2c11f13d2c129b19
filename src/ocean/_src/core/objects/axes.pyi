"""Axes: what the dimensions of tensors mean."""

from collections.abc import Sequence
from typing import Any, Final, SupportsIndex

MAX_DIMS: Final[int]
FEW_DIMS: Final[int]

class axisClass:
    """axisClass([name]): what several axes have in common, such as "height", whatever their lengths.

    >>> height = ocean.axisClass("height")
    >>> ocean.axis(32, "H", height).axisClass is height
    True
    """

    name: Final[str | None]
    key: Final[bytes]
    def __new__(cls, name: str | None = None) -> axisClass: ...

AxisClass = axisClass

class axis:
    """axis(length [,name] [,axisClass]): what a dimension of tensors means.

    Axes compare by identity, not by name. Operations match the dimensions of tensors that have the same axis, or
    else axes of the same class, length and offset. Without a class it has one of its own. `H - 1` and `H + 1` are
    related axes with another offset; `ocean.dot` contracts an axis with the one whose offset is one higher.

    >>> H = ocean.axis(32, "H")
    >>> H, H - 1, (H - 1) + 1 == H
    (H:32, H-1:32, True)
    """

    length: Final[int]
    offset: Final[int]
    name: Final[str | None]
    axisClass: Final[AxisClass]
    @property
    def parts(self) -> tuple[axis, ...]:
        """Of a product: the axes that it was flattened from, in the order of the size of a tensor, or of the shape of
        an array."""

    def __new__(
        cls, length: SupportsIndex, name: str | None = None, axisClass: AxisClass | None = None
    ) -> axis: ...
    def __add__(self, offset: int) -> axis: ...
    def __sub__(self, offset: int) -> axis: ...
    def __lt__(self, other: axis) -> bool: ...
    def __le__(self, other: axis) -> bool: ...
    def __gt__(self, other: axis) -> bool: ...
    def __ge__(self, other: axis) -> bool: ...
    def __hash__(self) -> int: ...

def make_class(name: str | None = None) -> axisClass:
    """A new class of axes."""

def make_axis(length: SupportsIndex, name: str | None = None, axisClass: AxisClass | None = None) -> axis:
    """A new axis."""

def class_of(key: bytes, name: str | None) -> axisClass:
    """The class with a key."""

def axis_of(
    cls: axisClass,
    key: bytes,
    name: str | None,
    length: int,
    offset: int,
    parts: tuple[axis, ...] = (),
    rows: bool = False,
) -> axis:
    """The interned axis with these properties."""

def name_of(self: axis) -> str:
    """The displayed name of an axis: its name or that of its class, and its offset."""

def resized(self: axis, length: int) -> axis:
    """The same axis with another length: that of a slice."""

def renamed(self: axis, name: str | None) -> axis:
    """The same axis with another name."""

def is_axis(value: Any) -> bool: ...
def compound(parts: tuple[axis, ...], sign: str, length: int, rows: bool = False) -> axis:
    """The axis made from several axes: the same object for the same parts. A product remembers its parts.

    The first part is the fastest. With `rows` its name lists the parts in the order of arrays, from the last to the
    first; the class is the same.
    """

def parts_of(self: axis) -> tuple[axis, ...]:
    """The axes that an axis was flattened from, the fastest first; () if it was not, or is only a part of that
    product."""

def as_axes(axes: Sequence[Any]) -> tuple[axis, ...] | None:
    """Check axes, and give their interned tuple; None for an empty one."""

def axes_text(axes: Sequence[axis] | None) -> str:
    """Axes as text for people."""

def read_axes(size: Any) -> tuple[axis, ...] | None:
    """The axes that are given instead of a size; None if there are none."""

def lengths(size: Any) -> Any:
    """A size with the lengths of axes."""

def place_of(axes: tuple[axis, ...] | None, wanted: axis) -> int:
    """Where an axis is among axes: itself, or the only one of its class and offset."""
