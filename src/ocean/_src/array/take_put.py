"""Gathers and scatters: by indices along an axis, by positions, by conditions."""

from __future__ import annotations

import math
from collections.abc import Callable

from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.core.call.callables import ruled
from ocean._src.core.objects.array import array, inner_field, view_field
from ocean._src.core.objects.description import common_size as find_common_size
from ocean._src.core.objects.dtypes import BOOL
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor
from ocean._src.lazy.rtensor import gathered
from ocean._src.ops.numpy_rows import can_cast_kinds
from ocean._src.tensor.take import put_along_axis as put_along_axis_of_tensors
from ocean._src.tensor.take import put_at, taken
from ocean._src.tensor.take import take_along_axis as take_along_axis_of_tensors

from . import create
from .gather_views import Mapped
from .indexing import fitted, out_of_bounds, refuse_lazy
from .indices import index_array, within
from .methods import diagonal_view
from .out import given_to
from .searching import flatnonzero
from .unwrap import (
    NUMBERS,
    arrays_together,
    as_array,
    check_number,
    device_of,
    inner,
    need_array,
    own_axis,
    values_for,
    wrap,
)

__all__ = [
    "compress", "extract", "fill_diagonal", "place", "put", "put_along_axis", "putmask", "take", "take_along_axis",
]  # fmt: skip

# --- Taking ------------------------------------------------------------------------------------------------------


@ruled("first(axis)")
def take(a: Any, indices: Any, axis: int | None = None, out: Any = None, mode: str = "raise") -> array:
    """The places along an axis that an array of indices names; of the flat array without an axis."""
    source, given = as_array(a), index_array("take", indices)
    if source.device is not given.device:
        device_of((a, indices))
    if axis is not None and not source.ndim:
        source = source.reshape(1)  # as NumPy takes a number
    place = None if axis is None else own_axis(axis, source.ndim)
    length = source.size if place is None else source.shape[place]
    if mode != "raise":
        given = within(given, length, mode)
    if not length and given.size:
        raise OceanIndexError("cannot do a non-empty take from an empty axes.")
    result = picked(taken, source, given, place)
    return result if out is None else given_to(out, result, "take", read=True)


def picked(take: Callable[..., tensor], source: array, indices: array, axis: int | None) -> array:
    """What a function of tensors takes from an array by indices along an axis; of a lazy array that is lazy, too."""
    found, places = inner_field(source), inner(indices)
    along = None if axis is None else source.ndim - 1 - axis
    try:
        if isinstance(found, rtensor):
            return wrap(gathered(found, lambda part: take(part, places, along)))
        return wrap(take(found, places, along))
    except IndexError:
        raise outside(source, places, axis) from None


def outside(source: array, places: tensor, axis: int | None) -> OceanIndexError:
    """The error of indices along an axis, or of positions in the flat array, that are out of range."""
    return out_of_bounds([places], [source.size if axis is None else source.shape[axis]], [axis or 0])


def for_axis(function: str, source: array, indices: Any, axis: Any) -> tuple[array, int | None, tuple[int, ...]]:
    """Indices for an array, their axis (None if they are positions in the flat array), and the shape of what they
    name."""
    device_of((source, indices))
    given = as_array(indices)
    if given._dtype.isfloat or given._dtype is BOOL:
        raise OceanIndexError(f"{function}(): `indices` must be an integer array, got {given._dtype.name}")
    place = None if axis is None else own_axis(axis, source.ndim)
    if given.ndim != (1 if place is None else source.ndim):
        raise OceanValueError("`indices` and `arr` must have the same number of dimensions")
    if place is None:
        return given, None, given.shape
    others = source.shape[:place] + (1,) + source.shape[place + 1 :]
    size = find_common_size({others[::-1]: None, given.shape[::-1]: None})
    if size is None:
        raise OceanIndexError(
            f"shape mismatch: indices of shape {given.shape} do not go with an array of shape {source.shape} along "
            f"axis {place}"
        )
    return given, place, size[::-1]


@ruled("along(axis)")
def take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> array:
    """The elements that indices name along an axis, at their place along the others."""
    source = as_array(arr)
    given, place, _ = for_axis("take_along_axis", source, indices, axis)
    return picked(taken if place is None else take_along_axis_of_tensors, source, given, place)


@ruled("refuse")
def compress(condition: Any, a: Any, axis: int | None = None, out: Any = None) -> array:
    """The places along an axis where a condition holds; of the flat array without an axis."""
    source, holds = arrays_together(a, condition)
    if holds.ndim != 1:
        raise OceanValueError("condition must be a 1-d array")
    return take(source, flatnonzero(holds), axis, out)


@ruled("refuse")
def extract(condition: Any, arr: Any) -> array:
    """The elements where a condition holds, flat."""
    source, holds = arrays_together(arr, condition)
    return take(source.ravel(), flatnonzero(holds))


# --- Putting -----------------------------------------------------------------------------------------------------


@ruled("drop")
def put(a: array, ind: Any, v: Any, mode: str = "raise") -> None:
    """Set elements by their position in the flat array; values are repeated as often as needed."""
    need_array("put", a)
    places = index_array("put", ind)
    if not a.size and places.size:
        raise OceanIndexError("cannot replace elements of an empty array")
    if mode != "raise":
        places = within(places, a.size, mode)
    if type(v) in NUMBERS:
        check_number(v, a._dtype)
        values = v
    else:
        found = values_for(a, v).ravel()
        if not found.size:
            return
        found = found[: places.size]
        if 1 < found.size < places.size:
            found = found[numpy.arange(places.size) % found.size]
        values = inner(found)
    if places.size:
        changed(a, places, None, values)


def changed(a: array, indices: array, axis: int | None, values: Any) -> None:
    """Put values at places along an axis, or by their positions in the flat array; a mapped view gets all elements of
    a copy."""
    found, places = view_field(a), inner(indices)
    if isinstance(found, rtensor):
        refuse_lazy()
    target = found.values() if isinstance(found, Mapped) else found
    try:
        if axis is None:
            put_at(target, places, values)
        else:
            put_along_axis_of_tensors(target, places, values, a.ndim - 1 - axis)
    except IndexError:
        raise outside(a, places, axis) from None
    if target is not found:
        found.write(target)


@ruled("along(axis)")
def put_along_axis(arr: array, indices: Any, values: Any, axis: Any) -> None:
    """Set the elements that indices name along an axis, at their place along the others."""
    need_array("put_along_axis", arr)
    given, place, shape = for_axis("put_along_axis", arr, indices, axis)
    if type(values) in NUMBERS:
        check_number(values, arr._dtype)
    else:
        values = fitted(inner(values_for(arr, values)), shape)
    changed(arr, given, place, values)


@ruled("along")
def putmask(a: array, /, mask: Any, values: Any) -> None:
    """Set the elements where a mask holds, from values by the same positions, repeated as often as needed."""
    need_array("putmask", a)
    holds = as_array(mask)
    if holds.shape != a.shape and holds.size != a.size:
        raise OceanValueError(f"putmask: mask and data must be the same size, got {holds.size} and {a.size} elements")
    if type(values) in NUMBERS and holds._dtype is BOOL and holds.shape == a.shape and holds.ndim:
        a[holds] = values
        return
    places = flatnonzero(holds)
    given = safe_values("putmask", a, values)
    if given.size and places.size:
        put(a, places, take(given, places % given.size))


def safe_values(function: str, target: array, values: Any) -> array:
    """Values for elements, flat. NumPy casts arrays here by the rule 'safe'."""
    given = values_for(target, values)
    if getattr(values, "ndim", 0) and not can_cast_kinds(given._dtype, target._dtype, "safe"):
        raise OceanTypeError(
            f"{function}: Cannot cast array data from {given._dtype.name} to {target._dtype.name} according to the "
            "rule 'safe'; astype() casts"
        )
    return given.ravel()


@ruled("along")
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


@ruled("drop")
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
