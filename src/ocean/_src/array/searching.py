"""Searches in sorted vectors, and for nonzero elements. Positions count in row-major order."""

from __future__ import annotations

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import pair, ruled
from ocean._src.core.functions import array_create
from ocean._src.core.functions.copies import converted
from ocean._src.core.host.indexing.indexing import find
from ocean._src.core.host.sorting import searching
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import BOOL, INT64, common
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.tensor import call_operation, tensor
from ocean._src.ops.dispatch import OPERATIONS

from .indexing import lists_of
from .unwrap import as_array, device_of, inner, wrap

__all__ = ["argwhere", "flatnonzero", "nonzero", "searchsorted"]


@ruled("drop")
def searchsorted(a: Any, v: Any, side: str = "left", sorter: Any = None) -> array:
    """Where values would be inserted in a sorted vector to keep it sorted: before or after equal elements."""
    if side not in ("left", "right"):
        raise OceanValueError(f"side must be 'left' or 'right' (got {side!r})")
    device_of((a, v, sorter))
    source, values = inner(a), inner(v)
    if source.ndims != 1:
        raise OceanValueError("searchsorted() takes a vector")
    where = source.device
    if sorter is not None:
        order = as_array(sorter)
        if order.ndim != 1 or order._dtype.isfloat or order._dtype is BOOL:
            raise OceanTypeError(f"sorter must be a vector of integers, got {shown(sorter)}")
        if order.size != source.nelem:
            raise OceanValueError(f"sorter.size must equal a.size, got {order.size} and {source.nelem}")
        source = inner(wrap(source)[order])
    kind = common(source.dtype, values.dtype)
    found = searching.searchsorted(converted(source, kind, cpu), converted(values, kind, cpu), side)
    shaped = inner(found) if not isinstance(found, tensor) else found
    return wrap(converted(shaped.reshape(values.size), INT64, where))


def truth(a: Any) -> tensor:
    """Whether each element is not zero."""
    source = inner(a)
    return source if source.dtype is BOOL else call_operation(OPERATIONS["notEqual"], (source, 0))


@pair(array_create.nonzero, rule="drop")
def nonzero(a: Any) -> tuple[array, ...]:
    """The indices of the elements that are not zero, one array for each axis."""
    mask = truth(a)
    if not mask.ndims:
        raise OceanValueError("Calling nonzero on 0d arrays is not allowed; use np.atleast_1d(a).nonzero()")
    return tuple(wrap(each) for each in lists_of(mask))


@ruled("drop")
def argwhere(a: Any) -> array:
    """The indices of the elements that are not zero, a row for each."""
    mask = truth(a)
    if not mask.ndims:
        return argwhere(wrap(mask.reshape(1)))[:, :0]
    return wrap(find(mask).flipAxis(0).replicate())


@ruled("drop")
def flatnonzero(a: Any) -> array:
    """The positions of the elements that are not zero in the flat array."""
    return wrap(find(truth(a).flatten()).flatten())
