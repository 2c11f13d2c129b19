"""Elements of arrays in another order along axes: flip, rot90, roll."""

from __future__ import annotations

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.integers import unbox_integer
from ocean._src.core.call.callables import ruled
from ocean._src.core.objects.array import array, view_field
from ocean._src.core.objects.description import integers
from ocean._src.tensor.rearrange import flipped, turned
from ocean._src.tensor.rearrange import roll as rolled

from .split import with_axes
from .unwrap import as_array, axes_of, axis_of, inner, wrap

MOST = (1 << 63) - 1

__all__ = ["flip", "fliplr", "flipud", "roll", "rot90"]


@ruled("along(axis)")
def flip(m: Any, axis: Any = None) -> array:
    """A view in reverse order along axes, or along all of them."""
    source = view_field(as_array(m))
    return wrap(flipped(source, None if axis is None else axes_of(axis, source.ndims)))


@ruled("along")
def flipud(m: Any) -> array:
    """A view with the rows in reverse order."""
    source = view_field(with_axes("flipud", m, 1))
    return wrap(flipped(source, (source.ndims - 1,)))


@ruled("along")
def fliplr(m: Any) -> array:
    """A view with the columns in reverse order."""
    source = view_field(with_axes("fliplr", m, 2))
    return wrap(flipped(source, (source.ndims - 2,)))


@ruled("views(axes)")
def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> array:
    """A view turned by 90 degrees k times, from the first axis towards the second."""
    source = view_field(as_array(m))
    if len(tuple(axes)) != 2:
        raise OceanValueError("len(axes) must be 2.")
    return wrap(turned(source, k, *axes_of(axes, source.ndims)))


@ruled("along(axis)")
def roll(a: Any, shift: Any, axis: Any = None) -> array:
    """The elements shifted cyclically along axes; without an axis, along the flat array."""
    source = inner(a)
    axes = None if axis is None else [axis_of(each, source.ndims) for each in integers(axis, "axis")]
    shift = unbox_integer(shift)
    if isinstance(shift, int) and not -MOST <= shift <= MOST:
        shift %= max(source.nelem, 1)  # a multiple of each length
    return wrap(rolled(source, shift, axes))
