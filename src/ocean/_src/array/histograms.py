"""Counting elements, in bins and by value."""

from __future__ import annotations

from itertools import pairwise

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.integers import unbox_integer
from ocean._src.core.call.callables import pair, ruled
from ocean._src.core.call.operands import scalar_tensor
from ocean._src.core.functions import array_products
from ocean._src.core.functions.copies import converted
from ocean._src.core.host.sorting import searching
from ocean._src.core.host.sorting.sorting import sent_to
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import BOOL, DOUBLE, INT64, UINT8, common
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.tensor import tensor
from ocean._src.statistics import histograms

from .create import linspace
from .join import join
from .numpy_fallback import computed
from .unwrap import as_array, device_of, inner, wrap

__all__ = ["bincount", "digitize", "histogram", "histogram2d", "histogram_bin_edges"]


@ruled("first")
def digitize(x: Any, bins: Any, right: bool = False) -> array:
    """The number of the bin of each element: k where bins[k-1] <= x < bins[k]; with `right`, the right edges belong."""
    device_of((x, bins))
    result = histograms.digitize(inner(x), inner(bins), bool(right))
    return wrap(result if isinstance(result, tensor) else scalar_tensor(result))


@pair(array_products.bincount, rule="drop")
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
    minlength = unbox_integer(minlength)
    if minlength < 0:
        raise OceanValueError("'minlength' must not be negative")
    if weights is not None and inner(weights).dtype.iscomplex:
        raise OceanTypeError("Cannot cast array data from complex numbers to float64 according to the rule 'safe'")
    if not source.nelem:
        weights = None  # without elements the result is counts, not sums
    options = {} if weights is None else {"weights": converted(inner(weights), DOUBLE, None)}
    return wrap(searching.bincount(source, minlength=minlength, **options))


@ruled("drop")
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
    found = edges = even_edges(wrap(source), bins, range)
    if edges is None:
        edges = histogram_bin_edges(wrap(source), bins, range, None if heavy is None else wrap(heavy))
    values, limits = (converted(each, DOUBLE, None) for each in (source, inner(edges)))
    if heavy is not None and heavy.dtype.iscomplex:
        counts, edges = computed("histogram", wrap(source), edges, None, None, wrap(heavy))
    else:
        options = {} if heavy is None else {"weights": converted(heavy, DOUBLE, cpu)}
        known = found is not None or (limits.ndims == 1 and searching.ascending(limits))
        counts = wrap(
            sent_to(searching.counted("histogram", values, limits, found is not None, options.get("weights")), source)
            if known else histograms.histogram(values, limits, **options)[0]
        )  # fmt: skip
        counts = counts if heavy is None else counts.astype(heavy.dtype, copy=False)
    if density:
        counts = counts / (edges[1:] - edges[:-1]).astype(DOUBLE) / counts.sum()
    return counts, edges


@ruled("drop")
def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> array:
    """The edges of the bins of a histogram. NumPy computes those that are neither given nor equally far apart."""
    source = as_array(a)
    if source._dtype.iscomplex:
        raise OceanTypeError("bins have real numbers, and the array is complex")
    found = even_edges(source, bins, range)
    if found is not None:
        return found
    if isinstance(bins, (list, tuple, array)) and source.size:
        edges = as_array(bins, source)
        if edges.ndim == 1 and edges._dtype is DOUBLE and searching.ascending(inner(edges)):
            return edges
        if edges.ndim == 1 and not any(low > high for low, high in pairwise(edges.tolist())):
            return edges
    if hasattr(bins, "__len__") or not source.size:
        return computed_edges(source, bins, range, weights)
    if range is None:
        limits = join([source.min().reshape(1), source.max().reshape(1)], 0)
        return computed_edges(limits, bins, None, None)
    return computed_edges(source.ravel()[:1], bins, range, None)


def even_edges(source: array, bins: Any, range: Any) -> array | None:
    """The edges of a number of bins of the same width; None where NumPy computes or refuses them."""
    if type(bins) is not int or bins <= 0 or source._dtype not in (INT64, DOUBLE):
        return None
    if range is None and source.size:
        low, high = searching.bounds(inner(source))
    elif type(range) is tuple and len(range) == 2 and all(type(each) in (int, float) for each in range):
        low, high = range
    else:
        return None
    low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
    largest = max(abs(low), abs(high))
    if not (largest < 2**53 and high - low > 2**-40 * largest * bins):  # one is NaN, or some edges are equal
        return None
    result: array = linspace(low, high, bins + 1, device=source.device)
    return result


def computed_edges(source: array, bins: Any, range: Any, weights: Any) -> array:
    result: array = computed("histogram_bin_edges", source, bins, range, weights)
    return result


@ruled("drop")
def histogram2d(
    x: Any, y: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None
) -> tuple[array, array, array]:
    """How many points are in each cell of a grid, with x along the first axis, and the edges of both axes."""
    options: dict[str, Any] = {} if weights is None else {"weights": inner(weights)}
    if density:
        options["density"] = True
    given = list(bins) if isinstance(bins, (list, tuple)) and len(bins) == 2 else [bins, bins]
    given = [unbox_integer(each) for each in given]
    both = [as_array(each) for each in (x, y)]
    spans = [None, None] if range is None else list(range)
    kind = common(*(each._dtype for each in both))
    if kind.iscomplex:
        raise OceanTypeError("histogram2d() takes real numbers")
    edges = []
    for each, count, span in zip(both, given, spans, strict=True):
        found = histogram_bin_edges(each.astype(kind if span is None else DOUBLE, copy=False), count, span)
        edges.append(found if isinstance(count, int) else as_array(count))
    limits = [converted(inner(each), DOUBLE, cpu) for each in edges]
    counts = histograms.histogram2d(*(converted(inner(each), DOUBLE, None) for each in both), limits, **options)[0]
    return wrap(converted(counts, DOUBLE, None).reverseAxes()), edges[0], edges[1]
