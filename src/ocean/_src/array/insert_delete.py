"""Copies of arrays with elements inserted or deleted, and views without zeros at the ends."""

from __future__ import annotations

from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.core.call.callables import ruled
from ocean._src.core.objects.array import array

from . import create
from .numpy_fallback import host
from .searching import argwhere
from .shape import moveaxis
from .unwrap import along, as_array, own_axes, own_axis, values_for

__all__ = ["delete", "insert", "trim_zeros"]


@ruled("along(axis)")
def trim_zeros(filt: Any, trim: str = "fb", axis: Any = None) -> array:
    """A view without the zeros at the front ("f") and at the back ("b") along axes."""
    if set(trim.lower()) - set("fb") or not trim:
        raise OceanValueError(f"trim_zeros(): trim takes 'f' and 'b', got {shown(trim)}")
    source = as_array(filt)
    places = host(argwhere(source))
    axes = own_axes(axis, source.ndim)
    key = [slice(None)] * source.ndim
    for k in axes:
        if not len(places):
            key[k] = slice(0, 0)
        else:
            low, high = int(places[:, k].min()), int(places[:, k].max()) + 1
            key[k] = slice(low if "f" in trim.lower() else None, high if "b" in trim.lower() else None)
    if isinstance(filt, (list, tuple)) and source.ndim == 1:
        return filt[key[0]]  # type: ignore[return-value]  # a list stays one
    return source[tuple(key)]


@ruled("first(axis)")
def delete(arr: Any, obj: Any, axis: int | None = None) -> array:
    """A copy without the places along an axis that an integer, slice, list or mask names."""
    source = as_array(arr)
    if axis is None:
        source, place = source.ravel(), 0
    else:
        place = own_axis(axis, source.ndim)
    kept = numpy.ones(source.shape[place], bool)
    given = host(obj)
    if isinstance(given, slice):
        kept[given] = False
    else:
        places = numpy.asarray(given)
        places = places.astype(int) if not places.size and isinstance(given, (list, tuple, range)) else places
        if places.dtype == bool and places.shape != kept.shape:
            raise OceanValueError(f"boolean array argument obj to delete must be one dimensional and match the axis "
                                  f"length of {len(kept)}")  # fmt: skip
        try:
            kept[places] = False
        except IndexError as error:
            raise OceanIndexError(str(error)) from None
    return source[along(place, numpy.flatnonzero(kept))]


@ruled("along(axis)")
def insert(arr: Any, obj: Any, values: Any, axis: int | None = None) -> array:
    """A copy with values before the places along an axis that an integer, slice, list or mask names."""
    source = as_array(arr)
    if axis is None:
        source, place = source.ravel(), 0
    else:
        place = own_axis(axis, source.ndim)
    length = source.shape[place]
    new = values_for(source, values)
    if new._dtype is not source._dtype:
        new = new.astype(source._dtype)
    if type(obj) is int:
        return with_values(source, place, obj, new, True)
    places = inserted_at(obj, length)
    single = not places.ndim
    places = places.astype(int).reshape(-1)
    given = new
    if len(places) == 1:
        return with_values(source, place, int(places[0]), given, single)
    if places.size and (places.min() < -length or places.max() > length):
        raise OceanIndexError(f"index out of bounds for axis {place} with size {length}")
    places = numpy.where(places < 0, places + length, places)
    count = len(places)
    order = numpy.argsort(places, kind="stable")
    places[order] += numpy.arange(count)
    total = length + count
    shape = (*source.shape[:place], total, *source.shape[place + 1 :])
    result = create.empty(shape, source._dtype, device=source.device)
    old = numpy.ones(total, bool)
    old[places] = False
    kept, added = (along(place, each) if place else each for each in (numpy.flatnonzero(old), places))
    if given.ndim:
        result[added] = given
    else:
        result[...] = given
    result[kept] = source
    return result


def inserted_at(obj: Any, length: int) -> Any:
    """The places of an index, slice, list or mask, as integers."""
    given = host(obj)
    if isinstance(given, slice):
        return numpy.arange(length)[given]
    places = numpy.asarray(given)
    if places.ndim > 1:
        raise OceanValueError(
            f"insert(): the index must be a number or a vector, got an array of shape {places.shape}"
        )
    if places.dtype == bool:
        return numpy.flatnonzero(places)
    if not places.size and isinstance(given, (list, tuple, range)):
        return places.astype(int)
    if places.dtype.kind not in "iu":
        error = OceanTypeError if places.size == 1 else OceanIndexError
        raise error(f"insert(): indices must be integers or a mask, got {shown(obj)}")
    return places


def with_values(source: array, place: int, index: int, values: array, single: bool) -> array:
    """A copy with values before one index along an axis. If the index is not a list, their first axis is the one along
    which they are inserted."""
    length = source.shape[place]
    if not -length <= index <= length:
        raise OceanIndexError(f"index out of bounds for axis {place} with size {length}")
    begin = index + length if index < 0 else index
    count = 1
    if values.ndim:
        less = source.ndim - values.ndim
        values = values.reshape((1,) * less + values.shape) if less > 0 else values
        values = moveaxis(values, 0, place) if single else values
        count = values.shape[place]
    end = begin + count
    shape = (*source.shape[:place], length + count, *source.shape[place + 1 :])
    result: array = create.empty(shape, source._dtype, device=source.device)
    result[along(place, slice(0, begin))] = source[along(place, slice(0, begin))]
    result[along(place, slice(begin, end))] = values
    result[along(place, slice(end, None))] = source[along(place, slice(begin, None))]
    return result
