"""Sorting, partitions, and the largest elements along an axis."""

from __future__ import annotations

from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.base.integers import unbox_integer
from ocean._src.base.later import numpy
from ocean._src.core.call.callables import pair, ruled
from ocean._src.core.functions import array_products
from ocean._src.core.host.sorting import sorting
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import CDOUBLE, CFLOAT
from ocean._src.core.objects.tensor import tensor

from .numpy_fallback import host
from .rearrange import flip
from .unwrap import as_array, axis_of, device_of, inner, wrap

__all__ = ["argpartition", "argsort", "lexsort", "partition", "sort", "sort_complex", "topk"]


@ruled("refuse")
def sort_complex(a: Any) -> array:
    """The elements as complex numbers in order: by the real part, then by the imaginary part."""
    found = sort(a)
    if found._dtype.iscomplex:
        return found
    return found.astype(CFLOAT if found._dtype.size <= 2 and found._dtype.kind in "iu" else CDOUBLE)


def along_axis(a: Any, axis: Any) -> tuple[tensor, int]:
    """An inner tensor and its axis; flat without an axis."""
    source = inner(a)
    return (source.flatten(), 0) if axis is None else (source, axis_of(axis, source.ndims))


def line_of(a: Any) -> array:
    """An array; a number as a vector of it, where NumPy takes it for one."""
    found = as_array(a)
    return found if found.ndim else found.reshape(1)


def check_fields(order: Any) -> None:
    if order is not None:
        raise OceanValueError("Cannot specify order when the array has no fields.")


def check_kind(kind: Any, names: tuple[str, ...] = ("quick", "heap", "mergesort", "stable")) -> None:
    """Refuse other names than NumPy's, which the first letter identifies; the algorithm is always the same."""
    if kind is None:
        return
    if not isinstance(kind, str):
        raise OceanTypeError(f"kind must be a str, got {shown(kind)}")
    if kind[:1].lower() not in [name[0] for name in names]:
        raise OceanValueError(f"kind must be one of {', '.join(names)}, got {shown(kind)}")


def check_both(kind: Any, stable: Any) -> None:
    if kind is not None and stable is not None:
        raise OceanValueError("`kind` and keyword parameters can't be provided at the same time; use only one of them")


@pair(array_products.sort, rule="along(axis)")
def sort(
    a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, descending: bool = False, stable: Any = None
) -> array:
    """The elements along an axis in order, NaN last; flat if axis is None. Descending is the reverse order."""
    check_both(kind, stable)
    check_fields(order)
    check_kind(kind)
    source, place = along_axis(a, axis)
    result: tensor = sorting.sort(source, place)
    return flip(wrap(result), source.ndims - 1 - place).copy() if descending else wrap(result)


@pair(array_products.argsort, rule="along(axis)")
def argsort(
    a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, descending: bool = False, stable: Any = None
) -> array:
    """The places of elements along an axis in the order of `sort`; equal ones stay in their order."""
    check_both(kind, stable)
    check_fields(order)
    check_kind(kind)
    source, place = along_axis(line_of(a), axis)
    if not descending:
        return wrap(sorting.argsort(source, place))
    own = source.ndims - 1 - place
    turned = sorting.argsort(inner(flip(wrap(source), own).copy()), place)
    return (source.size[place] - 1) - flip(wrap(turned), own)


@ruled("along(axis)")
def partition(a: Any, kth: Any, axis: Any = -1, kind: str = "introselect", order: Any = None) -> array:
    """A copy with elements number kth along an axis in their place: smaller ones are before, larger ones behind."""
    check_fields(order)
    check_kind(kind, ("introselect",))
    source, place = along_axis(a, axis)
    return wrap(sorting.partition(source, whole(kth, source, place), place))


@ruled("along(axis)")
def argpartition(a: Any, kth: Any, axis: Any = -1, kind: str = "introselect", order: Any = None) -> array:
    """The places of elements along an axis in the order of a partition."""
    check_fields(order)
    check_kind(kind, ("introselect",))
    source, place = along_axis(line_of(a), axis)
    return wrap(sorting.argpartition(source, whole(kth, source, place), place))


@ruled("along(axis)")
def topk(a: Any, k: int, axis: Any = -1, largest: bool = True) -> tuple[array, array]:
    """The k largest (or smallest) elements along an axis, the largest (smallest) first, and their places."""
    source, place = along_axis(a, axis)
    values, places = sorting.topk(source, k, place, largest)
    return wrap(values), wrap(places)


def whole(kth: Any, source: tensor, place: int) -> Any:
    """The ranks of a partition along an axis: an integer or a list of integers; no ranks without elements, as in
    NumPy."""
    kth, length = unbox_integer(kth), source.size[place]
    few = [kth] if type(kth) is int else kth
    if type(few) in (list, tuple) and few and all(type(each) is int and -length <= each < length for each in few):
        return kth
    given = numpy.asarray(host(kth))
    if given.ndim > 1:
        raise OceanValueError(f"Partition index must be an integer or a list of them, got shape {given.shape}")
    if given.dtype.kind == "b":
        raise OceanValueError("Booleans unacceptable as partition index")
    if given.dtype.kind not in "iu":
        raise OceanTypeError(f"Partition index must be integer, got {shown(kth)}")
    if not source.nelem:
        return []
    for each in given.reshape(-1).tolist():
        if not -length <= each < length:
            raise BadPlace(f"kth(={each}) out of bounds ({length})")
    found: Any = given.tolist()
    return found


class BadPlace(OceanValueError, OceanIndexError):
    """There is no such place along an axis."""


@ruled("drop(axis)")
def lexsort(keys: Any, axis: int = -1) -> array:
    """The places that sort by several keys: by the last, where that is equal by the one before it, and so on."""
    device_of(keys)
    found = [inner(each) for each in keys]
    if not found:
        raise OceanTypeError("need sequence of keys with len > 0 in lexsort")
    if len({each.size for each in found}) > 1:
        raise OceanValueError("all keys need to be the same shape")
    if not found[0].ndims:
        axis_of(axis, 1)
        return as_array(0)  # the place of a single number
    return wrap(sorting.lexsorted(found, axis_of(axis, found[0].ndims)))
