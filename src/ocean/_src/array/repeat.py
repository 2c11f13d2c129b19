"""Arrays in which elements are repeated: repeat, tile, resize."""

from __future__ import annotations

import math

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import ruled
from ocean._src.core.functions import combine
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects.array import array
from ocean._src.core.objects.axes import MAX_DIMS
from ocean._src.core.objects.description import integers
from ocean._src.core.objects.dtypes import BOOL, INT64, UINT64
from ocean._src.core.objects.tensor import item, tensor
from ocean._src.tensor.repeat import repeat as repeat_of_tensors

from . import create
from .unwrap import as_array, axis_of, inner, read_shape, wrap

__all__ = ["repeat", "resize", "tile"]


@ruled("first(axis)")
def repeat(a: Any, repeats: Any, axis: int | None = None) -> array:
    """Each place along an axis repeated, the same number of times or as many as a list says; flat without an axis."""
    source = inner(as_array(a, repeats if type(repeats) is array else None))
    counts = repeats if type(repeats) is int or (type(repeats) is list and not repeats) else inner(repeats)
    if isinstance(counts, tensor) and counts.dtype is UINT64:
        raise OceanTypeError("repeat(): Cannot cast counts from uint64 to int64 according to the rule 'safe'")
    if isinstance(counts, tensor) and counts.dtype is BOOL:
        counts = converted(counts, INT64, None)
    if isinstance(counts, tensor) and not counts.ndims:
        counts = int(item(counts).asPython())
    if type(counts) is int and counts < 0:
        raise OceanValueError("repeats may not contain negative values.")
    if axis is not None and not source.ndims:
        source = source.reshape([1])  # as NumPy takes a number
    place = None if axis is None else axis_of(axis, source.ndims)
    return wrap(repeat_of_tensors(source, counts, place))


@ruled("along")
def tile(A: Any, reps: Any) -> array:
    """The array repeated as a whole, `reps` times along each axis."""
    source = inner(A)
    counts = integers(reps, "reps")
    counts = (1,) * (source.ndims - len(counts)) + tuple(counts)
    if len(counts) > MAX_DIMS:
        raise OceanValueError(f"An array has at most {MAX_DIMS} axes, got {len(counts)}")
    if any(each < 0 for each in counts):
        raise OceanValueError("negative dimensions are not allowed")
    if not source.ndims and not counts:
        return wrap(source.clone())
    source = source if source.ndims else source.reshape(1)
    return wrap(combine.tiled(source, counts[::-1]))


@ruled("refuse")
def resize(a: Any, new_shape: Any) -> array:
    """An array of a shape that is filled with the elements, over and over again."""
    flat, shape = as_array(a).ravel(), read_shape(new_shape)
    count = math.prod(shape)
    if any(each < 0 for each in shape):
        raise OceanValueError("all elements of `new_shape` must be non-negative")
    if not flat.size or not count:
        return create.zeros(shape, flat._dtype, device=flat.device)
    result: array = tile(flat, -(-count // flat.size))[:count].reshape(shape)
    return result
