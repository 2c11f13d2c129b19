"""Counting elements in bins: histograms in one and two dimensions, and `digitize`."""

from __future__ import annotations

import math
from itertools import pairwise

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public
from ocean._src.core.call.operands import argument, maybe_scalar, tensor_of
from ocean._src.core.functions.copies import converted
from ocean._src.core.host.sorting import searching
from ocean._src.core.host.sorting.sorting import sent_to
from ocean._src.core.objects.description import size_text
from ocean._src.core.objects.dtypes import DOUBLE, INT64
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.tensor import tensor

MOST_BINS = 1 << 40


def real(function: str, name: str, value: Any) -> tensor:
    source = tensor_of(argument(value, function, name))
    if source.dtype.iscomplex:
        raise OceanTypeError(f"{function}(): {name} must be real numbers, got dtype {source.dtype.name}")
    return source


def limits(function: str, source: tensor, between: Any) -> tuple[float, float]:
    """The first and the last edge: as given, else the smallest and the largest element; never equal."""
    if between is None:
        low, high = searching.bounds(source) if source.nelem else (0.0, 1.0)
        if not (math.isfinite(low) and math.isfinite(high)):
            raise OceanValueError(f"{function}(): give a range, as not all elements are finite numbers")
    else:
        numbers = [float(each) for each in map(maybe_scalar, between) if each is not None]
        if len(numbers) != 2 or len(between) != 2:
            raise OceanValueError(f"{function}(): range must be two numbers, got {shown(between)}")
        low, high = numbers
        if not (math.isfinite(low) and math.isfinite(high) and low <= high):
            raise OceanValueError(f"{function}(): range must be two finite numbers in order, got {shown(between)}")
    return (low - 0.5, high + 0.5) if low == high else (low, high)


def edges_for(function: str, source: tensor, bins: Any, between: Any) -> tuple[tensor, bool]:
    """The edges of bins, doubles on the host, and whether all bins have the same width."""
    number = None if isinstance(bins, (list, tuple)) else maybe_scalar(10 if bins is None else bins)
    if number is not None:
        count = number.asPython()
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST_BINS:
            raise OceanValueError(f"{function}(): bins must be a number from 1 to 2**40, or edges, got {shown(bins)}")
        low, high = limits(function, source, between)
        width = (high - low) / count
        if math.isinf(width):
            raise OceanValueError(f"{function}(): from {low} to {high} is farther than doubles reach; give a range")
        edges = searching.even_edges(low, high, count)
        if edges is None:
            raise OceanValueError(f"{function}(): {count} bins from {low} to {high} would have no width; give a range")
        return edges, math.isfinite(count / (high - low))
    edges = converted(real(function, "bins", bins), DOUBLE, cpu)
    if edges.ndims != 1 or edges.nelem < 2:
        raise OceanValueError(f"{function}(): expected at least two edges of bins, got size {size_text(edges.size)}")
    if not searching.ascending(edges):
        raise OceanValueError(f"{function}(): the edges of bins must be sorted, got {shown(edges.asPython())}")
    return edges, False


OPTIONS: dict[str, Any] = {"bins": "int, list, tensor or iterable", "range": "list", "density": "bool"}


@public("histogram(A [,bins=10] [,range] [,weights] [,density]) -> tuple[tensor, tensor]",
        weights="list, tensor or iterable", methods=(tensor,), **OPTIONS, rule="drop")  # fmt: skip
def histogram(A: Any, bins: Any, between: Any, weights: Any, density: bool | None) -> tuple[tensor, tensor]:
    """how many elements are in each bin, and the edges of the bins.

    `bins` is a number of bins of equal width between the smallest and the largest element (or over a `range`), or their
    edges. The last bin has its right edge too. With weights their sums are given, with `density` the integral is 1.

    >>> ocean.histogram([1,2,2,5], 2)
    (   3   1
    <tensor.int64 of size 2 on cpu>,    1   3   5
    <tensor.double of size 3 on cpu>)
    """
    source = real("histogram", "A", A)
    edges, even = edges_for("histogram", source, bins, between)
    counts = searching.counted("histogram", source, edges, even, weights)
    if density:
        total = sum(counts.asPython())
        counts = converted(counts, DOUBLE, cpu) / (edges[1:] - edges[:-1]) / float(total)
    return sent_to(counts, source), sent_to(edges, source)


@public("histogram2d(x, y [,bins=10] [,range] [,weights] [,density]) -> tuple[tensor, tensor, tensor]",
        weights="list, tensor or iterable", **OPTIONS, rule="drop")  # fmt: skip
def histogram2d(
    x: Any, y: Any, bins: Any, between: Any, weights: Any, density: bool | None
) -> tuple[tensor, tensor, tensor]:
    """how many points (x, y) are in each cell of a grid, with x along the first axis, and the edges of both axes.

    `bins` and `range` are one for both axes, or a pair of them; edges for both axes are a list of two lists.
    """
    first, second = real("histogram2d", "x", x), real("histogram2d", "y", y)
    if first.size != second.size:
        got = f"{size_text(first.size)} and {size_text(second.size)}"
        raise OceanValueError(f"histogram2d(): x and y must have the same size, got {got}")
    pair = list(bins) if isinstance(bins, (list, tuple)) and len(bins) == 2 else [bins, bins]
    spans = [None, None] if between is None else list(between)
    if len(spans) != 2:
        raise OceanValueError(f"histogram2d(): range must be two pairs of numbers, got {shown(between)}")
    grids = [
        edges_for("histogram2d", each, count, span)[0]
        for each, count, span in zip((first, second), pair, spans, strict=True)
    ]
    rows, columns = (grid.nelem - 1 for grid in grids)
    inner, outer = (bins_of(each, grid) for each, grid in zip((first, second), grids, strict=True))
    inside = (inner >= 0) & (inner < rows) & (outer >= 0) & (outer < columns)
    cells = (inner + outer @ rows)[inside]
    heavy = None if weights is None else converted(tensor_of(weights), DOUBLE, cpu)
    if heavy is not None and heavy.size != first.size:
        wanted, got = size_text(first.size), size_text(heavy.size)
        raise OceanValueError(f"histogram2d(): expected weights of size {wanted}, got {got}")
    options = {} if heavy is None else {"weights": heavy[inside]}
    counts = searching.bincount(cells, minlength=rows * columns, **options).reshape(rows, columns)
    if density:
        total = sum(counts.flatten().asPython())
        widths, heights = (grid[1:] - grid[:-1] for grid in grids)
        counts = converted(counts, DOUBLE, cpu) / (widths * heights.T) / float(total)
    return sent_to(counts, first), sent_to(grids[0], first), sent_to(grids[1], first)


def bins_of(source: tensor, edges: tensor) -> tensor:
    """The bin number of each element, on the host; the last bin includes its right edge."""
    values = converted(source, DOUBLE, cpu)
    found: tensor = searching.searchsorted(edges, values, "right") - 1
    last = edges[edges.nelem - 1]
    found[values == last] = edges.nelem - 2
    return found


@public("digitize(A, bins [,right])", right="bool", methods=(tensor,), rule="first")
def digitize(A: Any, bins: Any, right: bool | None) -> Any:
    """the number of the bin of each element: k where `bins[k-1] <= x < bins[k]`, 0 below and len(bins) above all.

    The edges are sorted up or down; with `right` the bins have their right edges: `bins[k-1] < x <= bins[k]`.

    >>> ocean.digitize([0.5,2,3], [1,2,3])
       0   2   3
    <tensor.int64 of size 3 on cpu>
    """
    source, edges = real("digitize", "A", A), real("digitize", "bins", bins)
    if edges.ndims != 1:
        raise OceanValueError(f"digitize(): bins must be a vector, got size {size_text(edges.size)}")
    numbers = edges.asPython()
    pairs, side = list(pairwise(numbers)), "left" if right else "right"
    if all(first <= second or second != second for first, second in pairs):  # NaN is after all numbers
        found = searching.searchsorted(cpu(edges), source, side)
    elif all(first >= second or first != first for first, second in pairs):
        turned = cpu(edges).flipAxis(0)
        found = edges.nelem - searching.searchsorted(turned, source, side)
    else:
        raise OceanValueError(f"digitize(): the bins must be sorted, got {shown(numbers)}")
    return sent_to(converted(found, INT64, cpu), source)
