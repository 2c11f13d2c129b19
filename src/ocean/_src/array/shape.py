"""Shapes and axes of arrays: reshaping, and axes added, removed and moved. Results are views if strides allow it."""

from __future__ import annotations

import math

from ocean._src.axes.labels import by_number
from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import asking, ruled
from ocean._src.core.objects.array import array, view_field
from ocean._src.core.objects.axes import MAX_DIMS
from ocean._src.tensor.rearrange import moved

from .unwrap import as_array, axes_of, axis_error, own_axes, own_axis, subject, wrap

__all__ = [
    "atleast_1d", "atleast_2d", "atleast_3d", "expand_dims", "matrix_transpose", "moveaxis", "ndim", "permute_dims",
    "ravel", "reshape", "rollaxis", "shape", "size", "squeeze", "swapaxes", "transpose",
]  # fmt: skip


@asking
def reshape(a: Any, /, shape: Any, order: Any = "C", *, copy: bool | None = None) -> array:
    """The same elements with another shape: a view if possible."""
    result: array = subject(a).reshape(shape, order=order, copy=copy)
    return result


@asking
def ravel(a: Any, order: Any = "C") -> array:
    """All elements along one axis: a view if they follow each other in memory."""
    result: array = subject(a).ravel(order)
    return result


@asking
def transpose(a: Any, axes: Any = None) -> array:
    """A view with the axes in another order, or reversed."""
    result: array = subject(a).transpose(axes)
    return result


@asking
def shape(a: Any) -> tuple[int, ...]:
    """The shape of anything like an array."""
    return as_array(a).shape


@asking
def ndim(a: Any) -> int:
    """The number of axes of anything like an array."""
    return as_array(a).ndim


@asking
def size(a: Any, axis: Any = None) -> int:
    """The number of elements, or along an axis or several."""
    source = as_array(a)
    if axis is None:
        return source.size
    shape = source.shape
    if isinstance(axis, tuple):
        return math.prod(shape[source.ndim - 1 - each] for each in axes_of(axis, source.ndim))
    return int(shape[by_number(axis, source.axes)])


@ruled("refuse")
def expand_dims(a: Any, axis: Any) -> array:
    """A view with axes of length one at the given places of the result."""
    source = as_array(a)
    if axis is None:
        raise OceanTypeError("expand_dims() takes an axis or several, got None")
    count = 1 if not isinstance(axis, (tuple, list)) else len(axis)
    ndim = source.ndim + count
    if ndim > MAX_DIMS:
        raise OceanValueError(f"An array has at most {MAX_DIMS} axes, got {ndim}")
    new = own_axes(axis, ndim)
    return source[tuple(None if k in new else slice(None) for k in range(ndim)) or ...]


@asking
def squeeze(a: Any, axis: Any = None) -> array:
    """A view without axes of length one."""
    result: array = subject(a).squeeze(axis)
    return result


@asking
def permute_dims(a: Any, axes: Any = None) -> array:
    """A view with the axes in another order, or reversed."""
    result: array = subject(a).transpose(axes)
    return result


@asking
def swapaxes(a: Any, axis1: int, axis2: int) -> array:
    """A view with two axes exchanged."""
    result: array = subject(a).swapaxes(axis1, axis2)
    return result


@asking
def matrix_transpose(x: Any, /) -> array:
    """The transposed matrices: a view with the last two axes exchanged."""
    return subject(x).mT


@ruled("views(source, destination)")
def moveaxis(a: Any, source: Any, destination: Any) -> array:
    """A view with axes at other places; the others stay in their order."""
    values = view_field(as_array(a))
    taken, places = (axes_of(each, values.ndims) for each in (source, destination))
    if len(taken) != len(places):
        raise OceanValueError("`source` and `destination` arguments must have the same number of elements")
    return wrap(moved(values, taken, places))


@ruled("views(axis, start)")
def rollaxis(a: Any, axis: int, start: int = 0) -> array:
    """A view with an axis moved before another one."""
    values = as_array(a)
    axis = own_axis(axis, values.ndim)
    if not -values.ndim <= start <= values.ndim:
        raise axis_error(f"start {start} is out of bounds for array of dimension {values.ndim}")
    start += values.ndim if start < 0 else 0
    order = [k for k in range(values.ndim) if k != axis]
    order.insert(start - 1 if axis < start else start, axis)
    return permute_dims(values, order)


def at_least(count: int, a: Any) -> array:
    source = as_array(a)
    if source.ndim >= count:
        return source
    if count == 3:
        return source[..., None] if source.ndim == 2 else source.reshape(1, source.size, 1)
    return source.reshape((1,) * (count - source.ndim) + source.shape)


def each_at_least(count: int, arys: tuple[Any, ...]) -> Any:
    return at_least(count, arys[0]) if len(arys) == 1 else tuple(at_least(count, each) for each in arys)


@ruled("refuse")
def atleast_1d(*arys: Any) -> Any:
    """Arrays with at least one axis."""
    return each_at_least(1, arys)


@ruled("refuse")
def atleast_2d(*arys: Any) -> Any:
    """Arrays with at least two axes; new ones come first."""
    return each_at_least(2, arys)


@ruled("refuse")
def atleast_3d(*arys: Any) -> Any:
    """Arrays with at least three axes; a vector lies along the middle one."""
    return each_at_least(3, arys)
