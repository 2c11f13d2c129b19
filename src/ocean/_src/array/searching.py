"""Sorting, searching, sets, and counting in bins. Positions count all elements in row-major order."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError, shown
from ocean._src.base.integers import plain
from ocean._src.base.later import numpy
from ocean._src.base.records import NamedTuple
from ocean._src.core.call.operands import scalar_tensor
from ocean._src.core.functions import array_products
from ocean._src.core.functions.array_create import linspace, set_general
from ocean._src.core.functions.copies import converted
from ocean._src.core.host.indexing.indexing import find
from ocean._src.core.host.sorting import searching, sorting
from ocean._src.core.objects import tensor as core
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import BOOL, DOUBLE, INT64, UINT8, common
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.tensor import tensor
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.statistics import histograms
from ocean._src.tensor import searching as tensors

from .dtypes import result_type
from .indexing import lists_of
from .manipulation import concatenate, flip, join, own_axes
from .numpy_fallback import computed, host
from .ufuncs import UFUNCS
from .unwrap import NUMBERS, arrays_together, as_array, axis_of, device_of, inner, wrap

# --- Sorting -----------------------------------------------------------------------------------------------------


def along_axis(a: Any, axis: Any) -> tuple[tensor, int]:
    """An inner tensor and its axis; flat if there is none."""
    source = inner(a)
    return (source.flatten(), 0) if axis is None else (source, axis_of(axis, source.ndims))


def check_fields(order: Any) -> None:
    if order is not None:
        raise OceanValueError("Cannot specify order when the array has no fields.")


def check_kind(kind: Any, names: tuple[str, ...] = ("quick", "heap", "mergesort", "stable")) -> None:
    """Whether it is one of NumPy's names, of which the first letter tells; the way here is always the same."""
    if kind is None:
        return
    if not isinstance(kind, str):
        raise OceanTypeError(f"kind must be a str, got {shown(kind)}")
    if kind[:1].lower() not in [name[0] for name in names]:
        raise OceanValueError(f"kind must be one of {', '.join(names)}, got {shown(kind)}")


def sort(
    a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, descending: bool = False, stable: Any = True
) -> array:
    """The elements along an axis in order, NaN last; flat if axis is None. Descending is the reverse order."""
    check_fields(order)
    check_kind(kind)
    source, place = along_axis(a, axis)
    result: tensor = sorting.sort(source, place)
    return flip(wrap(result), source.ndims - 1 - place).copy() if descending else wrap(result)


def argsort(
    a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, descending: bool = False, stable: Any = True
) -> array:
    """The places of elements along an axis in the order of `sort`; equal ones stay in their order."""
    check_fields(order)
    check_kind(kind)
    source, place = along_axis(a, axis)
    if not descending:
        return wrap(sorting.argsort(source, place))
    own = source.ndims - 1 - place
    turned = sorting.argsort(inner(flip(wrap(source), own).copy()), place)
    return (source.size[place] - 1) - flip(wrap(turned), own)


array_products.set_general(sort=sort, argsort=argsort, in_order=sorting.sort, places=sorting.argsort)


def partition(a: Any, kth: Any, axis: Any = -1, kind: str = "introselect", order: Any = None) -> array:
    """A copy with elements number kth along an axis in their place: smaller ones are before, larger ones behind."""
    check_fields(order)
    check_kind(kind, ("introselect",))
    source, place = along_axis(a, axis)
    return wrap(sorting.partition(source, whole(kth, source, place), place))


def argpartition(a: Any, kth: Any, axis: Any = -1, kind: str = "introselect", order: Any = None) -> array:
    """The places of elements along an axis in the order of a partition."""
    check_fields(order)
    check_kind(kind, ("introselect",))
    source, place = along_axis(a, axis)
    return wrap(sorting.argpartition(source, whole(kth, source, place), place))


def topk(a: Any, k: int, axis: Any = -1, largest: bool = True) -> tuple[array, array]:
    """The k largest (or smallest) elements along an axis, the largest (smallest) first, and their places."""
    source, place = along_axis(a, axis)
    values, places = sorting.topk(source, k, place, largest)
    return wrap(values), wrap(places)


def whole(kth: Any, source: tensor, place: int) -> Any:
    """The places of a partition along an axis: integers, one or a list of them; of no elements none, as in NumPy."""
    kth, length = plain(kth), source.size[place]
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


def lexsort(keys: Any, axis: int = -1) -> array:
    """The places that sort by several keys: by the last, where that is equal by the one before it, and so on."""
    device_of(keys)
    found = [inner(each) for each in keys]
    if not found:
        raise OceanTypeError("need sequence of keys with len > 0 in lexsort")
    if len({each.size for each in found}) > 1:
        raise OceanValueError("all keys need to be the same shape")
    return wrap(sorting.lexsorted(found, axis_of(axis, found[0].ndims)))


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
        if order.ndim != 1 or order.dtype.isfloat or order.dtype is BOOL:
            raise OceanTypeError(f"sorter must be a vector of integers, got {shown(sorter)}")
        if order.size != source.nelem:
            raise OceanValueError(f"sorter.size must equal a.size, got {order.size} and {source.nelem}")
        source = inner(wrap(source)[order])
    kind = common(source.dtype, values.dtype)
    found = searching.searchsorted(converted(source, kind, cpu), converted(values, kind, cpu), side)
    shaped = inner(found) if not isinstance(found, tensor) else found
    return wrap(converted(shaped.reshape(values.size), INT64, where))


# --- Positions ---------------------------------------------------------------------------------------------------


def truth(a: Any) -> tensor:
    """Whether each element is not zero."""
    source = inner(a)
    return source if source.dtype is BOOL else core.call(OPERATIONS["notEqual"], (source, 0))


def nonzero(a: Any) -> tuple[array, ...]:
    """The indices of the elements that are not zero, one array for each axis."""
    mask = truth(a)
    if not mask.ndims:
        raise OceanValueError("Calling nonzero on 0d arrays is not allowed; use np.atleast_1d(a).nonzero()")
    return tuple(wrap(each) for each in lists_of(mask))


def argwhere(a: Any) -> array:
    """The indices of the elements that are not zero, a row for each."""
    mask = truth(a)
    if not mask.ndims:
        return argwhere(wrap(mask.reshape(1)))[:, :0]
    return wrap(find(mask).flipAxis(0).replicate())


def flatnonzero(a: Any) -> array:
    """The positions of the elements that are not zero in the flat array."""
    return wrap(find(truth(a).flatten()).flatten())


# --- Sets --------------------------------------------------------------------------------------------------------


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
        axis_of(axis, 1)  # which must be there
        axis = None
    has_nan = source.dtype.isfloat and (axis is not None or not equal_nan) and bool(UFUNCS["isnan"](source).any())
    if has_nan and axis is None:
        found = apart(source)
    elif has_nan:  # NumPy tells slices with NaN apart
        given = tensors.unique_slices(cpu(inner(source)), axis_of(axis, source.ndim), False)
        found = [None if each is None else wrap(converted(each, None, source.device)) for each in given]
    else:
        place = None if axis is None else axis_of(axis, source.ndim)
        given = tensors.distinct(inner(source), place, *wanted)
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


def unique_all(x: Any, /) -> UniqueAllResult:
    """The distinct elements, each NaN by itself; where each is first; the inverse; and how often they are there."""
    return UniqueAllResult(*unique(x, True, True, True, equal_nan=False))


def unique_counts(x: Any, /) -> UniqueCountsResult:
    """The distinct elements, each NaN by itself, and how often they are there."""
    return UniqueCountsResult(*unique(x, return_counts=True, equal_nan=False))


def unique_inverse(x: Any, /) -> UniqueInverseResult:
    """The distinct elements, each NaN by itself, and where each element is among them."""
    return UniqueInverseResult(*unique(x, return_inverse=True, equal_nan=False))


def unique_values(x: Any, /) -> array:
    """The distinct elements, each NaN by itself."""
    result: array = unique(x, equal_nan=False)
    return result


def isin(
    element: Any, test_elements: Any, assume_unique: bool = False, invert: bool = False, *, kind: Any = None
) -> array:
    """Whether each element is among others; NaN is equal to nothing. The way here is the same for all kinds."""
    device_of((element, test_elements))
    if kind not in (None, "sort", "table"):
        raise OceanValueError(f"Invalid kind: {shown(kind)}. Please use None, 'sort' or 'table'.")
    if kind == "table" and (inner(element).dtype.isfloat or inner(test_elements).dtype.isfloat):
        raise OceanValueError("The 'table' method is only supported for boolean or integer arrays")
    return wrap(tensors.isin(inner(element), inner(test_elements), bool(invert)))


def in1d(ar1: Any, ar2: Any, assume_unique: bool = False, invert: bool = False, *, kind: Any = None) -> array:
    """Whether each element is among others, flat."""
    return isin(as_array(ar1).ravel(), ar2, assume_unique, invert, kind=kind)


def union1d(ar1: Any, ar2: Any) -> array:
    """The distinct elements of both, in their order."""
    given = arrays_together(ar1, ar2)
    kind = result_type(*(each if type(each) in NUMBERS else made for each, made in zip((ar1, ar2), given, strict=True)))
    result: array = unique(join([each.astype(kind, copy=False) for each in given], None))
    return result


def intersect1d(ar1: Any, ar2: Any, assume_unique: bool = False, return_indices: bool = False) -> Any:
    """The distinct elements that both have, in their order; on demand also where each is first in both."""
    if not return_indices:
        device_of((ar1, ar2))
        return wrap(tensors.intersect1d(inner(ar1), inner(ar2)))
    (first, places), (second, others) = unique(ar1, return_index=True), unique(ar2, return_index=True)
    kind = common(first.dtype, second.dtype)
    first, second = first.astype(kind, copy=False), second.astype(kind, copy=False)
    mine, theirs = isin(first, second), isin(second, first)
    return first[mine], places[mine], others[theirs]


def setdiff1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> array:
    """The distinct elements of the first that are not in the second, in their order."""
    if assume_unique:
        flat = as_array(ar1).ravel()
        return flat[isin(flat, ar2, invert=True)]
    own: array = unique(ar1)
    return own[isin(own, ar2, invert=True)]


def setxor1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> array:
    """The distinct elements that only one of both has, in their order; NaN is equal to nothing."""
    sides = [each.ravel() if assume_unique else unique(each) for each in arrays_together(ar1, ar2)]
    ordered = sort(concatenate(sides))
    if not ordered.size:
        return ordered
    changes = concatenate([[True], ordered[1:] != ordered[:-1], [True]])
    return ordered[changes[1:] & changes[:-1]]


# --- Bins --------------------------------------------------------------------------------------------------------


def digitize(x: Any, bins: Any, right: bool = False) -> array:
    """The number of the bin of each element: k where bins[k-1] <= x < bins[k]; with `right`, the right edges belong."""
    device_of((x, bins))
    result = histograms.digitize(inner(x), inner(bins), bool(right))
    return wrap(result if isinstance(result, tensor) else scalar_tensor(result))


def bincount(x: Any, /, weights: Any = None, minlength: int = 0) -> array:
    """How often each number from 0 on occurs, or the sums of the weights of equal elements."""
    device_of((x, weights))
    source = inner(x)
    if source.ndims != 1:
        raise OceanValueError("object of too small depth for desired array" if not source.ndims else
                              "object too deep for desired array")  # fmt: skip
    if source.dtype.isfloat and (source.nelem or not isinstance(x, (list, tuple))):
        raise OceanTypeError(f"Cannot cast array data from {source.dtype.name} to int64 according to the rule 'safe'")
    source = converted(source, INT64, None) if source.dtype.isfloat or source.dtype is BOOL else source
    minlength = plain(minlength)
    if minlength < 0:
        raise OceanValueError("'minlength' must not be negative")
    if weights is not None and inner(weights).dtype.iscomplex:
        raise OceanTypeError("Cannot cast array data from complex numbers to float64 according to the rule 'safe'")
    if not source.nelem:
        weights = None  # there are counts of nothing, no sums
    options = {} if weights is None else {"weights": converted(inner(weights), DOUBLE, None)}
    return wrap(searching.bincount(source, minlength=minlength, **options))


array_products.set_general(bincount=bincount, counts=searching.bincount)


def histogram(
    a: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None
) -> tuple[array, array]:
    """How many elements are in each bin, and the edges of the bins."""
    source = inner(a).flatten()
    if source.dtype.iscomplex:
        raise OceanTypeError("histogram() takes real numbers")
    if source.dtype is BOOL:
        source = converted(source, UINT8, None)
    if weights is not None and as_array(weights).shape != as_array(a).shape:
        raise OceanValueError("weights should have the same shape as a.")
    heavy = None if weights is None else inner(weights).flatten()
    edges = histogram_bin_edges(wrap(source), bins, range, None if heavy is None else wrap(heavy))
    values, limits = (converted(each, DOUBLE, None) for each in (source, inner(edges)))
    if heavy is not None and heavy.dtype.iscomplex:
        counts, edges = computed("histogram", wrap(source), edges, None, None, wrap(heavy))
    else:
        options = {} if heavy is None else {"weights": converted(heavy, DOUBLE, cpu)}
        counts = wrap(histograms.histogram(values, limits, **options)[0])
        counts = counts if heavy is None else counts.astype(heavy.dtype, copy=False)
    if density:
        counts = counts / (edges[1:] - edges[:-1]).astype(DOUBLE) / counts.sum()
    return counts, edges


def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> array:
    """The edges of the bins of a histogram. NumPy computes those that are neither given nor equally far apart."""
    source = as_array(a)
    if source.dtype.iscomplex:
        raise OceanTypeError("bins have real numbers, and the array is complex")
    if type(bins) is int and bins > 0 and range is None and source.size and source.dtype in (INT64, DOUBLE):
        low, high = source.min().item(), source.max().item()
        low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
        largest = max(abs(low), abs(high))
        if largest < 2**53 and high - low > 2**-40 * largest * bins:  # neither is NaN, and all edges differ
            result: array = linspace(low, high, bins + 1, device=source.device)
            return result
    if isinstance(bins, (list, tuple, array)) and source.size:
        edges = as_array(bins, source)
        if edges.ndim == 1 and not any(low > high for low, high in pairwise(edges.tolist())):
            return edges
    if hasattr(bins, "__len__") or not source.size:
        return computed_edges(source, bins, range, weights)
    if range is None:
        limits = join([source.min().reshape(1), source.max().reshape(1)], 0)
        return computed_edges(limits, bins, None, None)
    return computed_edges(source.ravel()[:1], bins, range, None)


def computed_edges(source: array, bins: Any, range: Any, weights: Any) -> array:
    result: array = computed("histogram_bin_edges", source, bins, range, weights)
    return result


def histogram2d(
    x: Any, y: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None
) -> tuple[array, array, array]:
    """How many points are in each cell of a grid, with x along the first axis, and the edges of both axes."""
    options: dict[str, Any] = {} if weights is None else {"weights": inner(weights)}
    if density:
        options["density"] = True
    given = list(bins) if isinstance(bins, (list, tuple)) and len(bins) == 2 else [bins, bins]
    given = [plain(each) for each in given]
    both = [as_array(each) for each in (x, y)]
    spans = [None, None] if range is None else list(range)
    kind = common(*(each.dtype for each in both))
    if kind.iscomplex:
        raise OceanTypeError("histogram2d() takes real numbers")
    edges = []
    for each, count, span in zip(both, given, spans, strict=True):
        found = histogram_bin_edges(each.astype(kind if span is None else DOUBLE, copy=False), count, span)
        edges.append(found if isinstance(count, int) else as_array(count))
    limits = [converted(inner(each), DOUBLE, cpu) for each in edges]
    counts = histograms.histogram2d(*(converted(inner(each), DOUBLE, None) for each in both), limits, **options)[0]
    return wrap(converted(counts, DOUBLE, None).reverseAxes()), edges[0], edges[1]


set_general(nonzero=nonzero)


def trim_zeros(filt: Any, trim: str = "fb", axis: Any = None) -> array:
    """A view without the zeros at the front ("f") and at the back ("b") along axes."""
    if set(trim.lower()) - set("fb"):
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
    return source[tuple(key)]
