"""Elements taken from and put at places: by indices along an axis, by positions, by conditions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError
from ocean._src.base.later import numpy
from ocean._src.core.objects import tensor as core
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import BOOL
from ocean._src.ops.numpy_rows import can_cast_kinds

from . import create
from .indices import index_array, unravel_index, within
from .methods import diagonal_view
from .out import given_to
from .searching import flatnonzero
from .ufuncs import call
from .unwrap import (
    NUMBERS,
    along,
    arrays_together,
    as_array,
    check_number,
    device_of,
    inner,
    need_array,
    own_axis,
    values_for,
)

# --- Taking ------------------------------------------------------------------------------------------------------


def take(a: Any, indices: Any, axis: int | None = None, out: Any = None, mode: str = "raise") -> array:
    """The places along an axis that an array of indices names; of the flat array without an axis."""
    source, given = as_array(a), index_array("take", indices)
    if source.device is not given.device:
        device_of((a, indices))
    if axis is None:
        source, place = source.ravel(), 0
    else:
        place = own_axis(axis, source.ndim)
    given = within(given, source.shape[place], mode)
    if given.size and not source.shape[place]:
        raise OceanIndexError("cannot do a non-empty take from an empty axes.")
    return given_to(out, source[along(place, given)], "take", read=True)


def open_grid(shape: Sequence[int], indices: array, axis: int) -> tuple[Any, ...]:
    """A key with indices along an axis, and all places along the others."""
    key: list[Any] = []
    for k in range(len(shape)):
        size = [1] * len(shape)
        size[k] = shape[k]
        key.append(indices if k == axis else create.arange(shape[k]).reshape(size))
    return tuple(key)


def for_axis(function: str, source: array, indices: Any, axis: Any) -> tuple[array, array, int]:
    device_of((source, indices))
    given = as_array(indices)
    if given.dtype.isfloat or given.dtype is BOOL:
        raise OceanIndexError(f"{function}(): `indices` must be an integer array, got {given.dtype.name}")
    if axis is None:
        source, axis = source.ravel(), 0
    place = own_axis(axis, source.ndim)
    if given.ndim != source.ndim:
        raise OceanValueError("`indices` and `arr` must have the same number of dimensions")
    return source, given, place


def take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> array:
    """The elements that indices name along an axis, at their place along the others."""
    source, given, place = for_axis("take_along_axis", as_array(arr), indices, axis)
    return source[open_grid(source.shape, given, place)]


def put_along_axis(arr: array, indices: Any, values: Any, axis: Any) -> None:
    """Set the elements that indices name along an axis, at their place along the others."""
    source, given, place = for_axis("put_along_axis", arr, indices, axis)
    source[open_grid(source.shape, given, place)] = values
    if axis is None and core.memory_of(inner(source)) is not core.memory_of(inner(arr)):  # the flat array is a copy
        arr[...] = source.reshape(arr.shape)


def compress(condition: Any, a: Any, axis: int | None = None, out: Any = None) -> array:
    """The places along an axis where a condition holds; of the flat array without an axis."""
    source, holds = arrays_together(a, condition)
    if holds.ndim != 1:
        raise OceanValueError("condition must be a 1-d array")
    return take(source, flatnonzero(holds), axis, out)


def extract(condition: Any, arr: Any) -> array:
    """The elements where a condition holds, flat."""
    source, holds = arrays_together(arr, condition)
    return take(source.ravel(), flatnonzero(holds))


# --- Putting -----------------------------------------------------------------------------------------------------


def put(a: array, ind: Any, v: Any, mode: str = "raise") -> None:
    """Set elements by their position in the flat array; values are repeated as often as needed."""
    need_array("put", a)
    places = index_array("put", ind).ravel()
    if places.size and not a.size:
        raise OceanIndexError("cannot replace elements of an empty array")
    places = within(places, a.size, mode)
    if type(v) in NUMBERS:
        check_number(v, a.dtype)
        values = v
    else:
        values = values_for(a, v).ravel()
        if not values.size:
            return
        values = values[: places.size]
        if 1 < values.size < places.size:
            values = values[numpy.arange(places.size) % values.size]
    if not places.size:
        return
    flat = a.reshape(-1)
    if core.memory_of(inner(flat)) is core.memory_of(inner(a)):  # a view
        try:
            flat[places] = values
        except IndexError:
            raise OceanIndexError(f"index is out of bounds for array of {a.size} elements") from None
        return
    places = call("where", (places < 0, places + a.size, places))
    if int(places.min()) < 0 or int(places.max()) >= a.size:
        raise OceanIndexError(f"index is out of bounds for array of {a.size} elements")
    a[unravel_index(places, a.shape)] = values


def putmask(a: array, mask: Any, values: Any) -> None:
    """Set the elements where a mask holds, from values by the same positions, repeated as often as needed."""
    need_array("putmask", a)
    holds = as_array(mask)
    if holds.shape != a.shape and holds.size != a.size:
        raise OceanValueError(f"putmask: mask and data must be the same size, got {holds.size} and {a.size} elements")
    if type(values) in NUMBERS and holds.dtype is BOOL and holds.shape == a.shape and holds.ndim:
        a[holds] = values
        return
    places = flatnonzero(holds)
    given = safe_values("putmask", a, values)
    if given.size and places.size:
        put(a, places, take(given, places % given.size))


def safe_values(function: str, target: array, values: Any) -> array:
    """Values for elements, flat. NumPy casts arrays here by the rule 'safe'."""
    given = values_for(target, values)
    if getattr(values, "ndim", 0) and not can_cast_kinds(given.dtype, target.dtype, "safe"):
        raise OceanTypeError(
            f"{function}: Cannot cast array data from {given.dtype.name} to {target.dtype.name} according to the rule "
            "'safe'; astype() casts"
        )
    return given.ravel()


def place(arr: array, mask: Any, vals: Any) -> None:
    """Set the elements where a mask holds, to values one after another, repeated as often as needed."""
    need_array("place", arr)
    holds = as_array(mask)
    if holds.size != arr.size:
        raise OceanValueError(f"place: mask and data must be the same size, got {holds.size} and {arr.size} elements")
    places, given = flatnonzero(holds), safe_values("place", arr, vals)
    if not places.size:
        return
    if not given.size:
        raise OceanValueError("Cannot insert from an empty array!")
    put(arr, places, given)


def fill_diagonal(a: array, val: Any, wrap: bool = False) -> None:
    """Set the elements on the main diagonal."""
    if a.ndim < 2:
        raise OceanValueError("array must be at least 2-d")
    if a.ndim > 2 and len(set(a.shape)) > 1:
        raise OceanValueError("All dimensions of input must be of equal length")
    if a.ndim == 2 and not wrap and type(val) in NUMBERS:
        diagonal_view(a, 0, 0, 1)[...] = val
        return
    step = 1 + sum(math.prod(a.shape[k + 1 :]) for k in range(a.ndim - 1))
    end = a.size if wrap or a.ndim > 2 else min(a.size, a.shape[1] * a.shape[1])
    put(a, create.arange(0, end, step), val)
