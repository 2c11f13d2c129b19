"""Elements of arrays in another order along axes: flip, rot90, roll."""

from __future__ import annotations

from typing import Any

from ocean._src.base.errors import OceanValueError
from ocean._src.core.functions import combine
from ocean._src.core.objects import description as layout
from ocean._src.core.objects.array import array

from .shape import swapaxes
from .split import with_axes
from .unwrap import as_array, axis_of, inner, own_axes, own_axis, wrap

BACKWARD = slice(None, None, -1)


def flip(m: Any, axis: Any = None) -> array:
    """A view in reverse order along axes, or along all of them."""
    source = as_array(m)
    if axis is None:
        return source[(BACKWARD,) * source.ndim]
    key = [slice(None)] * source.ndim
    for each in own_axes(axis, source.ndim):
        key[each] = BACKWARD
    return source[tuple(key)]


def flipud(m: Any) -> array:
    """A view with the rows in reverse order."""
    return with_axes("flipud", m, 1)[BACKWARD]


def fliplr(m: Any) -> array:
    """A view with the columns in reverse order."""
    return with_axes("fliplr", m, 2)[:, BACKWARD]


def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> array:
    """A view turned by 90 degrees k times, from the first axis towards the second."""
    source = as_array(m)
    if len(tuple(axes)) != 2:
        raise OceanValueError("len(axes) must be 2.")
    first, second = (own_axis(each, source.ndim) for each in axes)
    if first == second:
        raise OceanValueError("Axes must be different.")
    k %= 4
    if k == 0:
        return source[...]
    if k == 2:
        return flip(source, (first, second))
    if k == 1:
        return swapaxes(flip(source, second), first, second)
    return flip(swapaxes(source, first, second), second)


def roll(a: Any, shift: Any, axis: Any = None) -> array:
    """The elements moved along axes, those that leave at one end entering at the other; flat if there is no axis."""
    source = inner(a)
    shifts = layout.integers(shift, "shift")
    if axis is None:
        total = sum(shifts)
        return wrap(combine.rolled(source.flatten(), (total,), (0,)).reshape(source.size)) if source.nelem else wrap(
            source.clone()
        )
    axes = [axis_of(each, source.ndims) for each in layout.integers(axis, "axis")]
    if len(shifts) == 1:
        shifts = shifts * len(axes)
    elif len(axes) == 1:
        axes = axes * len(shifts)
    if len(axes) != len(shifts):
        raise OceanValueError("'shift' and 'axis' should be scalars or 1D sequences of equal length")
    return wrap(combine.rolled(source, shifts, axes))
