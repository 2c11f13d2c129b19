"""Elements or axes in another order: flip, rot90, moveaxis, roll. All but roll are views."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ocean._src.base.classes import method
from ocean._src.base.errors import OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import ruled
from ocean._src.core.call.operands import tensor_of
from ocean._src.core.functions.combine import rolled
from ocean._src.core.functions.views import flip_along
from ocean._src.core.objects.description import checked_axes, integer, integers
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor


@method(tensor)
@ruled("along(axis)")
def roll(self: Any, shift: Any, axis: Any = None) -> tensor:
    """The elements shifted cyclically along an axis; without an axis, as a vector in column-major order.

    >>> ocean.arange(5).roll(2)
       3   4   0   1   2
    <tensor.int64 of size 5 on cpu>
    """
    source = tensor_of(self)
    shifts = integers(shift, "shift")
    if axis is None:
        return rolled(source.flatten(), shifts, (0,) * len(shifts)).reshape(source.size)
    axes = integers(axis, "axis")
    if len(shifts) == 1:
        shifts = shifts * len(axes)
    elif len(axes) == 1:
        axes = axes * len(shifts)
    if len(axes) != len(shifts):
        raise OceanValueError(f"roll(): expected as many shifts as axes, got {len(shifts)} and {len(axes)}")
    return rolled(source, shifts, axes)


def viewable(value: Any) -> Any:
    """Convert anything to a tensor; an r-tensor stays one."""
    return value if isinstance(value, rtensor) else tensor_of(value)


@method(tensor, rtensor)
@ruled("views(axes)")
def flip(self: Any, axes: Any = None) -> Any:
    """A view with the order of elements reversed along an axis or several; without one, along all.

    >>> ocean.flip([1,2,3])
       3   2   1
    <tensor.int64 of size 3 on cpu>
    """
    source = viewable(self)
    if axes is None:
        return flipped(source)
    return flipped(source, checked_axes(axes, source.ndims))


def flipped(source: Any, axes: Iterable[int] | None = None) -> Any:
    """A view in reverse order along axes, or along all; the source is a tensor, an r-tensor or a mapped view."""
    if type(source) is tensor:
        return flip_along(source, axes)
    for axis in range(source.ndims) if axes is None else axes:
        source = source.flipAxis(axis)
    return source


@method(tensor, rtensor)
@ruled("views(axes)")
def rot90(self: Any, k: int = 1, axes: Any = (0, 1)) -> Any:
    """A view of a tensor turned k times by 90 degrees, from the first of two axes to the second.

    >>> ocean.rot90(ocean.asTensor([[1,2],[3,4]], "R"))
    (:,:)
       2   4
       1   3
    <tensor.int64 of size 2x2 on cpu>
    """
    source = viewable(self)
    pair = checked_axes(axes, source.ndims)
    if len(pair) != 2:
        raise OceanValueError(f"rot90(): expected two axes, got {shown(axes)}")
    return turned(source, integer(k, "k"), *pair)


def turned(source: Any, k: int, first: int, second: int) -> Any:
    """A view turned k times by 90 degrees; the source is a tensor, an r-tensor or a mapped view."""
    turns = k % 4
    if turns == 0:
        return source.slice(0, 0, source.size[0])
    if turns == 2:
        return flipped(source, (first, second))
    if turns == 1:
        return source.flipAxis(second).swapAxes(first, second)
    return source.swapAxes(first, second).flipAxis(second)


@method(tensor, rtensor)
@ruled("views(source, destination)")
def moveaxis(self: Any, source: Any, destination: Any) -> Any:
    """A view in which axes are moved to other places; the others keep their order.

    >>> ocean.moveaxis(ocean.zeros([2,3,4]), 0, -1).size
    (3, 4, 2)
    """
    given = viewable(self)
    start, end = (checked_axes(axes, given.ndims) for axes in (source, destination))
    if len(start) != len(end):
        raise OceanValueError(f"moveaxis(): expected as many sources as destinations, got {len(start)} and {len(end)}")
    return moved(given, start, end)


def moved(source: Any, axes: Sequence[int], places: Sequence[int]) -> Any:
    """A view in which axes are moved to other places; the source is a tensor, an r-tensor or a mapped view."""
    order = [axis for axis in range(source.ndims) if axis not in axes]
    for place, axis in sorted(zip(places, axes, strict=True)):
        order.insert(place, axis)
    return source.permuteAxes(order)
