"""Histograms, counts of integers, and distinct values of large arrays."""

from __future__ import annotations

from ocean._src.base.errors import OceanMemoryError, OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy

from .budget import check_fits, current
from .elementwise import wrapped
from .large import FUNCTIONS, large, np, refuse


def paired(a: large, weights: Any, task: str, kept: int) -> Any:
    """The blocks of an array, and those of its weights."""
    from .blocks import block_shape, elements_at_once, loop, regions

    if weights is None:
        for _, values in a.blocks(task, kept):
            yield values, None
        return
    other = wrapped(weights)
    if not isinstance(other, large) or other.shape != a.shape:
        raise OceanValueError(f"{task}: the weights need the shape {a.shape}, got {getattr(other, 'shape', ())}")
    block = block_shape(
        a.shape, elements_at_once(a.cost + other.cost, a.itemsize + other.itemsize + kept), a.order, a.chunks
    )
    places = regions(a.shape, block, a.order)

    def read(region: Any) -> Any:
        return a.settled(region), other.settled(region)

    for _, (values, factors) in loop(places, read, task, a.size, a.itemsize):
        yield values, factors


def limits(a: large, range: Any) -> tuple[float, float]:
    if range is not None:
        return float(range[0]), float(range[1])
    if a.size == 0:
        return 0.0, 1.0
    return a.min().item(), a.max().item()  # type: ignore[attr-defined]


def edges_of(a: large, bins: Any, range: Any) -> Any:
    """The edges of the bins, as NumPy finds them."""
    if isinstance(bins, str):
        raise OceanTypeError("histogram() by blocks takes a number of bins or their edges")
    if numpy.ndim(bins) == 0:
        low, high = limits(a, range)
        ends = numpy.array([low, high], a.dtype if a.dtype.kind in "iu" and range is None else None)
        return numpy.histogram_bin_edges(ends, bins, (low, high) if range is not None else None)
    return numpy.asarray(bins)


def histogram_bin_edges(a: large, bins: Any = 10, range: Any = None, weights: Any = None) -> Any:
    """`numpy.histogram_bin_edges`."""
    return np().asarray(edges_of(a, bins, range))


def histogram(a: large, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> Any:
    """`numpy.histogram`."""
    edges = np().asarray(edges_of(a, bins, range))
    uniform = numpy.ndim(bins) == 0
    options = {"range": (edges[0].item(), edges[-1].item())} if uniform else {}
    total: Any = None
    for values, factors in paired(a, weights, "histogram", 24):
        counts, _ = np().histogram(values, int(bins) if uniform else edges, weights=factors, **options)
        total = counts if total is None else total + counts
    if total is None:
        total = np().zeros(edges.shape[0] - 1, "int64" if weights is None else "float64")
    if density:
        total = total / np().diff(edges) / total.sum()
    return total, edges


def bincount(x: large, /, weights: Any = None, minlength: int = 0) -> Any:
    """`numpy.bincount`."""
    if x.ndim != 1:
        raise OceanValueError(f"bincount() takes a vector, got {x.ndim} axes")
    total: Any = None
    for values, factors in paired(x, weights, "bincount", 16):
        high = int(values.max())
        check_fits(8 * 3 * (high + 1), "the counts", "the integers are too large for it")
        counts = np().bincount(values, factors, minlength=max(minlength, 0 if total is None else total.shape[0]))
        if total is None:
            total = counts
        else:
            counts[: total.shape[0]] += total
            total = counts
    if total is not None:
        return total
    return np().bincount(np().empty((0,), x.dtype), minlength=minlength)


def unique(
    ar: large, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: Any = None,
    *, equal_nan: bool = True, **options: Any,
) -> Any:  # fmt: skip
    """`numpy.unique`: the distinct values have to fit into the bound."""
    options.pop("sorted", None)
    refuse(
        {"return_index": return_index or None, "return_inverse": return_inverse or None, "axis": axis, **options},
        "unique",
    )
    if not equal_nan:
        raise OceanTypeError("unique() by blocks takes NaN as one value (equal_nan=True)")
    n = np()
    values, counts = n.empty((0,), ar.dtype), n.empty((0,), "int64")
    limit = current().bytes // 6
    for _, block in ar.blocks("unique", 4 * ar.itemsize + 24):
        found, times = n.unique(block, return_counts=True)
        both = n.concatenate([values, found])
        order = n.argsort(both, kind="stable")
        both, times = both[order], n.concatenate([counts, times])[order]
        fresh = n.ones(both.shape, bool)
        same = both[1:] == both[:-1]
        if both.dtype.kind in "fc":
            same = same | (n.isnan(both[1:]) & n.isnan(both[:-1]))
        fresh[1:] = ~same
        starts = n.flatnonzero(fresh)
        values, counts = both[starts], n.add.reduceat(times, starts)
        if values.nbytes + counts.nbytes > limit:
            raise OceanMemoryError(
                f"unique(): {values.shape[0]:,} distinct values so far take more than a sixth of the bound of "
                f"{current().bytes:,} bytes"
            )
    return (values, counts) if return_counts else values


FUNCTIONS.update(histogram=histogram, histogram_bin_edges=histogram_bin_edges, bincount=bincount, unique=unique,
                 unique_values=unique)  # fmt: skip
