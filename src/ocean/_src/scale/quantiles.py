"""Exact quantiles of large arrays in two passes, mostly: a sample says between which values they lie, and a second pass
counts what is below and keeps what is between."""

from __future__ import annotations

import math

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy

from .budget import current
from .large import FUNCTIONS, axes_of, large, np, refuse

METHODS = ("linear", "lower", "higher", "nearest", "midpoint")


class NaN(Exception):
    """There is one among the elements."""


def quantile(
    a: large, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None, **options: Any,
) -> Any:  # fmt: skip
    """`numpy.quantile`."""
    refuse({"out": out, "weights": weights, **options}, "quantile")
    if method not in METHODS:
        raise OceanTypeError(f"quantile() by blocks has the methods {', '.join(METHODS)}, not {method!r}")
    if a.dtype.kind not in "fiub":
        raise OceanTypeError(f"quantile() of {a.dtype} is not defined")
    wanted = numpy.asarray(q, "float64")
    if not ((wanted >= 0) & (wanted <= 1)).all():
        raise OceanValueError("quantiles lie between 0 and 1")
    axes = axes_of(axis, a.ndim)
    if len(axes) < a.ndim and a.ndim > 1:
        return by_lines(a, wanted, axes, method, keepdims)
    if a.size == 0:
        return np().quantile(np().empty((0,), a.dtype), wanted, method=method)
    ranks = sorted({k for each in wanted.reshape(-1) for k in ranks_of(float(each), a.size)})
    try:
        values = selected(a, ranks)
    except NaN:
        found = np().quantile(np().full((1,), float("nan"), a.dtype), wanted, method=method)
    else:
        # the quantile between two neighbours is that of these two, at the place between them
        results = []
        for each in wanted.reshape(-1):
            low, high = ranks_of(float(each), a.size)
            part = float(each) * (a.size - 1) - low
            pair = np().asarray(numpy.asarray([values[low], values[high]], numpy_dtype(a.dtype)))
            even = method == "nearest" and part == 0.5
            part = float(low % 2) if even else min(max(part, 0.0), 1.0)
            results.append(np().quantile(pair if high > low else pair[:1], part if high > low else 0.0, method=method))
        found = np().stack(results).reshape(wanted.shape)
    return found.reshape((*wanted.shape, *(1,) * a.ndim)) if keepdims else found


def numpy_dtype(dtype: Any) -> Any:
    return dtype


def ranks_of(q: float, count: int) -> tuple[int, int]:
    low = min(math.floor(q * (count - 1)), count - 1)
    return low, min(low + 1, count - 1)


def by_lines(a: large, wanted: Any, axes: tuple[int, ...], method: str, keepdims: bool) -> Any:
    """Over some axes: blocks that have these whole."""
    kept = [k for k in range(a.ndim) if k not in axes]
    count = math.prod(a.shape[k] for k in axes)
    if count * (a.cost + 5 * a.itemsize) > current().bytes // 2:
        raise OceanValueError(
            f"quantile() over axes of {count:,} elements: a single line of them does not fit into the bound of "
            f"{current().bytes:,} bytes"
        )
    shape = (*wanted.shape, *(1 if k in axes else n for k, n in enumerate(a.shape)))
    result: Any = None
    for region, values in a.blocks("quantile", 5 * a.itemsize, axes):
        found = np().quantile(values, np().asarray(wanted), axis=axes, method=method, keepdims=True)
        if result is None:
            result = np().empty(shape, found.dtype)
        place = tuple(slice(0, 1) if k in axes else each for k, each in enumerate(region))
        result[(*(slice(None),) * wanted.ndim, *place)] = found
        del values
    if result is None:
        return np().quantile(
            np().empty(a.shape, a.dtype), np().asarray(wanted), axis=axes, method=method, keepdims=keepdims
        )
    return result if keepdims else result.reshape((*wanted.shape, *(a.shape[k] for k in kept)))


def selected(a: large, ranks: list[int]) -> dict[int, Any]:
    """The elements at some places of the sorted order. Each pass narrows the brackets in which they lie."""
    room = max(1024, current().bytes // (16 * a.itemsize))
    brackets = sample_brackets(a, ranks, room)
    found: dict[int, Any] = {}
    while True:
        left = [k for k in ranks if k not in found]
        if not left:
            return found
        brackets = one_pass(a, {k: brackets[k] for k in left}, room, found)


Bracket = tuple[Any, Any]
"""Values below and above which an element is not; None is no limit."""


def sample_brackets(a: large, ranks: list[int], room: int) -> dict[int, Bracket]:
    """A first pass: elements drawn at equal distances with a shift in each block, and what their order says."""
    n = np()
    count = min(a.size, room // 2, 1 << 20)
    step = max(1, a.size // count)
    parts, shift = [], 0
    for _, values in a.blocks("quantile, first pass", 2 * a.itemsize):
        flat = values.reshape(-1)
        if flat.dtype.kind == "f" and bool(n.isnan(n.sum(flat) * 0 + n.max(flat) * 0)) and bool(n.isnan(flat).any()):
            raise NaN
        shift = (shift * 1103515245 + 12345) % (1 << 31)
        parts.append(flat[(shift % step if flat.shape[0] > step else 0) :: step].copy())
        del values, flat
    sample = n.sort(n.concatenate(parts))
    size = sample.shape[0]
    if size == a.size:  # all elements were drawn
        return {k: (sample[k], sample[k]) for k in ranks}
    result = {}
    for k in ranks:
        middle = k / max(1, a.size - 1) * (size - 1)
        far = 4 * math.sqrt(size) / 2 + 2
        low, high = math.floor(middle - far), math.ceil(middle + far)
        result[k] = (sample[low] if low >= 0 else None, sample[high] if high < size else None)
    return result


def one_pass(a: large, brackets: dict[int, Bracket], room: int, found: dict[int, Any]) -> dict[int, Bracket]:
    """Count and keep for each bracket; what is found goes to `found`, the others get narrower brackets."""
    n = np()
    groups: dict[Any, list[int]] = {}
    for k, (low, high) in brackets.items():
        key = (None if low is None else low.item(), None if high is None else high.item())
        groups.setdefault(key, []).append(k)
    limits = {key: brackets[ks[0]] for key, ks in groups.items()}
    counts = {key: [0, 0, 0] for key in groups}  # below, equal to the low end, between
    equal_high = dict.fromkeys(groups, 0)
    between: dict[Any, list[Any]] = {key: [] for key in groups}
    kept = dict.fromkeys(groups, 0)
    share = max(256, room // len(groups))
    for _, values in a.blocks("quantile, second pass", 4 * a.itemsize + 4):
        flat = values.reshape(-1)
        for key, (low, high) in limits.items():
            inside = n.ones(flat.shape, bool)
            if low is not None:
                counts[key][0] += int(n.count_nonzero(flat < low))
                counts[key][1] += int(n.count_nonzero(flat == low))
                inside = flat > low
            if high is not None:
                equal_high[key] += (
                    0 if low is not None and low.item() == high.item() else int(n.count_nonzero(flat == high))
                )
                inside = inside & (flat < high)
            number = int(n.count_nonzero(inside))
            counts[key][2] += number
            if number and kept[key] + number <= share:
                between[key].append(flat[inside])
            elif number:  # too many: keep some of them, for narrower brackets
                some = flat[inside]
                between[key] = (
                    [thinned(n.concatenate([*between[key], some]), share // 2)]
                    if number <= share
                    else [thinned(n.concatenate([*between[key], thinned(some, share // 4)]), share // 2)]
                )
            kept[key] = sum(each.shape[0] for each in between[key])
        del values, flat
    result: dict[int, Bracket] = {}
    for key, ks in groups.items():
        low, high = limits[key]
        below, same, number = counts[key]
        middle = n.sort(n.concatenate(between[key])) if between[key] else None
        for k in ks:
            if k < below:
                result[k] = (None, low)
            elif k < below + same:
                found[k] = low
            elif k < below + same + number:
                place = k - below - same
                assert middle is not None
                if middle.shape[0] == number:
                    found[k] = middle[place]
                else:
                    result[k] = narrowed(middle, place / number, low, high)
            elif k < below + same + number + equal_high[key]:
                found[k] = high
            else:
                result[k] = (high, None)
    return result


def thinned(values: Any, count: int) -> Any:
    return np().sort(values)[:: max(1, -(-values.shape[0] // max(1, count)))].copy()


def narrowed(sample: Any, part: float, low: Any, high: Any) -> Bracket:
    """A bracket inside of another; never as wide, since its ends are elements between the ends."""
    size = sample.shape[0]
    middle, far = part * size, size // 8 + 1
    first, last = math.floor(middle - far), math.ceil(middle + far)
    return (sample[first] if first >= 0 else low, sample[last] if last < size else high)


def percentile(a: large, q: Any, *args: Any, **named: Any) -> Any:
    """`numpy.percentile`."""
    return quantile(a, numpy.asarray(q, "float64") / 100, *args, **named)


def median(a: large, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False) -> Any:
    """`numpy.median`."""
    return quantile(a, 0.5, axis, out, overwrite_input, "linear", keepdims)


FUNCTIONS.update(quantile=quantile, percentile=percentile, median=median)
