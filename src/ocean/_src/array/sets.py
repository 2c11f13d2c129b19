"""Distinct elements, and arrays as sets."""

from __future__ import annotations

from ocean._src.base.errors import OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.base.records import NamedTuple
from ocean._src.core.call.callables import ruled
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import BOOL, INT64, common
from ocean._src.core.objects.memory import cpu
from ocean._src.tensor.sets import distinct, unique_slices
from ocean._src.tensor.sets import intersect1d as intersect_of_tensors
from ocean._src.tensor.sets import isin as isin_of_tensors

from .dtypes import result_kind
from .join import concatenate, join
from .searching import flatnonzero
from .sorting import argsort, sort
from .ufuncs import UFUNCS
from .unwrap import NUMBERS, arrays_together, as_array, axis_of, device_of, inner, wrap

__all__ = [
    "in1d", "intersect1d", "isin", "setdiff1d", "setxor1d", "union1d", "unique", "unique_all", "unique_counts",
    "unique_inverse", "unique_values",
]  # fmt: skip


class UniqueAllResult(NamedTuple):
    values: array
    indices: array
    inverse_indices: array
    counts: array


class UniqueCountsResult(NamedTuple):
    values: array
    counts: array


class UniqueInverseResult(NamedTuple):
    values: array
    inverse_indices: array


@ruled("drop(axis)")
def unique(
    ar: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    *,
    equal_nan: bool = True,
    sorted: bool = True,
) -> Any:
    """The distinct elements in their order, or the distinct slices along an axis; on demand also where each is first,
    where each element is among them, and how often they are there."""
    source = as_array(ar)
    wanted = (return_index, return_inverse, return_counts)
    if source.ndim == 1 and axis is not None:
        axis_of(axis, 1)  # raises if the axis is out of range
        axis = None
    has_nan = source._dtype.isfloat and (axis is not None or not equal_nan) and bool(UFUNCS["isnan"](source).any())
    if has_nan and axis is None:
        found = apart(source)
    elif has_nan:  # NumPy counts each slice with NaN as distinct
        given = unique_slices(cpu(inner(source)), axis_of(axis, source.ndim), False)
        found = [None if each is None else wrap(converted(each, None, source.device)) for each in given]
    else:
        place = None if axis is None else axis_of(axis, source.ndim)
        given = distinct(inner(source), place, *wanted)
        if not any(wanted):
            return wrap(given)
        parts = iter(given)
        found = [next(parts), *(next(parts) if flag else None for flag in wanted)]
        found = [None if each is None else wrap(each) for each in found]
    result = tuple(each for each, flag in zip(found, (True, *wanted), strict=True) if flag)
    return result if len(result) > 1 else result[0]


def apart(source: array) -> list[Any]:
    """The distinct elements, each NaN by itself; indices, inverse and counts."""
    flat = source.ravel()
    order = argsort(flat)
    ordered = flat[order]
    first = concatenate([[True], ordered[1:] != ordered[:-1]])
    starts = flatnonzero(first)
    ends = concatenate([starts[1:], [flat.size]])
    inverse = order.copy()
    inverse[order] = first.astype(INT64).cumsum() - 1
    return [ordered[starts], order[starts], inverse.reshape(source.shape), ends - starts]


@ruled("drop")
def unique_all(x: Any, /) -> UniqueAllResult:
    """The distinct elements, each NaN by itself; where each is first; the inverse; and how often they are there."""
    return UniqueAllResult(*unique(x, True, True, True, equal_nan=False))


@ruled("drop")
def unique_counts(x: Any, /) -> UniqueCountsResult:
    """The distinct elements, each NaN by itself, and how often they are there."""
    return UniqueCountsResult(*unique(x, return_counts=True, equal_nan=False))


@ruled("drop")
def unique_inverse(x: Any, /) -> UniqueInverseResult:
    """The distinct elements, each NaN by itself, and where each element is among them."""
    return UniqueInverseResult(*unique(x, return_inverse=True, equal_nan=False))


@ruled("drop")
def unique_values(x: Any, /) -> array:
    """The distinct elements, each NaN by itself."""
    result: array = unique(x, equal_nan=False)
    return result


@ruled("first")
def isin(
    element: Any, test_elements: Any, assume_unique: bool = False, invert: bool = False, *, kind: Any = None
) -> array:
    """Whether each element is among others; NaN is equal to nothing. `kind` does not change the algorithm."""
    device_of((element, test_elements))
    if kind not in (None, "sort", "table"):
        raise OceanValueError(f"Invalid kind: {shown(kind)}. Please use None, 'sort' or 'table'.")
    if kind == "table" and (inner(element).dtype.isfloat or inner(test_elements).dtype.isfloat):
        raise OceanValueError("The 'table' method is only supported for boolean or integer arrays")
    if kind == "table":
        check_table(as_array(test_elements))
    return wrap(isin_of_tensors(inner(element), inner(test_elements), bool(invert)))


def check_table(others: array) -> None:
    """Refuse a table, which needs no more entries than the dtype can count, as NumPy does."""
    kind = others._dtype
    if kind is BOOL or not others.size:
        return
    if int(others.max()) - int(others.min()) > int(numpy.iinfo(others.dtype).max):
        raise RuntimeError(
            "You have specified kind='table', but the range of values in `ar2` or `ar1` exceed the maximum integer of "
            "the datatype. Please set `kind` to None or 'sort'."
        )


@ruled("drop")
def in1d(ar1: Any, ar2: Any, assume_unique: bool = False, invert: bool = False, *, kind: Any = None) -> array:
    """Whether each element is among others, flat."""
    return isin(as_array(ar1).ravel(), ar2, assume_unique, invert, kind=kind)


@ruled("drop")
def union1d(ar1: Any, ar2: Any) -> array:
    """The distinct elements of both, in their order."""
    given = arrays_together(ar1, ar2)
    kind = result_kind(*(each if type(each) in NUMBERS else made for each, made in zip((ar1, ar2), given, strict=True)))
    result: array = unique(join([each.astype(kind, copy=False) for each in given], None))
    return result


@ruled("drop")
def intersect1d(ar1: Any, ar2: Any, assume_unique: bool = False, return_indices: bool = False) -> Any:
    """The distinct elements that both have, in their order; on demand also where each is first in both."""
    if not return_indices:
        device_of((ar1, ar2))
        return wrap(intersect_of_tensors(inner(ar1), inner(ar2)))
    (first, places), (second, others) = unique(ar1, return_index=True), unique(ar2, return_index=True)
    kind = common(first._dtype, second._dtype)
    first, second = first.astype(kind, copy=False), second.astype(kind, copy=False)
    mine, theirs = isin(first, second), isin(second, first)
    return first[mine], places[mine], others[theirs]


@ruled("drop")
def setdiff1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> array:
    """The distinct elements of the first that are not in the second, in their order."""
    if assume_unique:
        flat = as_array(ar1).ravel()
        return flat[isin(flat, ar2, invert=True)]
    own: array = unique(ar1)
    return own[isin(own, ar2, invert=True)]


@ruled("drop")
def setxor1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> array:
    """The distinct elements that only one of both has, in their order; NaN is equal to nothing."""
    sides = [each.ravel() if assume_unique else unique(each) for each in arrays_together(ar1, ar2)]
    ordered = sort(concatenate(sides))
    if not ordered.size:
        return ordered
    changes = concatenate([[True], ordered[1:] != ordered[:-1], [True]])
    return ordered[changes[1:] & changes[:-1]]
