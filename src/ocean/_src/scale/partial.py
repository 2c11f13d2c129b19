"""Partial results of reductions: what a part of the data says, merged in any order, and finished to the result.

Sums of floating numbers are kept as two numbers, so that what merging rounds away is not lost; variances by the counts,
means and squared deviations of the parts, other moments by the powers of deviations. So the result is that of one
machine, however the data were cut.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass, field

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any

from .large import axes_of, np

SUMS = ("sum", "nansum")
MEANS = ("mean", "nanmean")
SPREADS = ("var", "std", "nanvar", "nanstd")
FOLDS = {"prod": "multiply", "nanprod": "multiply", "min": "minimum", "max": "maximum", "nanmin": "fmin",
         "nanmax": "fmax", "any": "logical_or", "all": "logical_and", "count_nonzero": "add"}  # fmt: skip
PLACES = ("argmin", "argmax", "nanargmin", "nanargmax")
KINDS = (*SUMS, *MEANS, *SPREADS, "moment", *FOLDS, *PLACES)
"""The reductions that have partial results."""


@dataclass(frozen=True)
class partial:
    """A partial result: the kind of reduction, the dtype of the result, the axes, and arrays in which these axes have
    length 1. It can be pickled."""

    kind: str
    dtype: Any
    axes: tuple[int, ...]
    values: dict[str, Any] = field(default_factory=dict)

    def merge(self, *others: partial) -> partial:
        """This and other parts as one."""
        return merge(self, *others)

    def finish(self, ddof: float = 0, keepdims: bool = False) -> Any:
        """The result of the reduction."""
        return finish(self, ddof, keepdims)

    @property
    def nbytes(self) -> int:
        """The bytes of the arrays."""
        return sum(int(each.nbytes) for each in self.values.values())


def result_dtype(kind: str, dtype: Any, wanted: Any = None) -> Any:
    """The dtype of a reduction's result, which is that of `ocean.numpy`."""
    if kind in PLACES:
        return np().dtype("int64")
    options = {} if wanted is None else {"dtype": np().dtype(wanted)}
    if kind == "moment":
        kind = "var"
    if options and not (kind in SPREADS and options["dtype"].kind == "c"):  # variances of complex numbers are real
        return options["dtype"]
    return getattr(np(), kind)(np().ones((1,), dtype), **options).dtype


def wide(dtype: Any) -> Any:
    """The dtype in which floating numbers are added."""
    if dtype.kind == "c":
        return np().dtype("complex128")
    return np().dtype("float64") if dtype.kind not in "iub" else dtype


def of(kind: str, a: Any, axis: Any = None, dtype: Any = None, start: tuple[int, ...] | None = None,
       shape: tuple[int, ...] | None = None, order: int = 2) -> partial:  # fmt: skip
    """The partial result of a block. `start` is its place in the whole, whose shape is `shape`: what argmin asks.
    `order` is that of a moment."""
    if kind not in KINDS:
        raise OceanValueError(f"there are partial results of {', '.join(KINDS)}, not of {kind!r}")
    a = np().asarray(a)
    axes = axes_of(axis, a.ndim)
    found = result_dtype(kind, a.dtype, dtype)
    if kind in SUMS:
        values = two_numbers(total(kind, a, axes, found))
    elif kind in MEANS + SPREADS:
        values = moments(kind, a, axes, found)
    elif kind == "moment":
        values = powers(a, axes, found, order)
    elif kind in PLACES:
        values = place(kind, a, axis, axes, start, shape)
    elif kind == "count_nonzero":
        values = {"value": np().asarray(np().count_nonzero(a, axis=axes, keepdims=True), device=a.device)}
    else:
        options = {"dtype": wide(found)} if kind in ("prod", "nanprod") else {}
        values = {"value": getattr(np(), kind)(a, axis=axes, keepdims=True, **options)}
    return partial(kind, found, axes, values)


def total(kind: str, a: Any, axes: tuple[int, ...], dtype: Any) -> Any:
    return getattr(np(), kind)(a, axis=axes, keepdims=True, **in_dtype(a, wide(dtype)))


def in_dtype(a: Any, dtype: Any) -> dict[str, Any]:
    """The option for a dtype, unless the elements have it: then a sum is one pass with what is deferred."""
    return {} if a.dtype == dtype and dtype.kind in "fc" else {"dtype": dtype}


def two_numbers(value: Any) -> dict[str, Any]:
    return {"value": value, "rest": np().zeros_like(value)} if value.dtype.kind in "fc" else {"value": value}


def moments(kind: str, a: Any, axes: tuple[int, ...], dtype: Any) -> dict[str, Any]:
    """Counts, sums and, for variances, the squared deviations from the mean."""
    n = np()
    if a.dtype.kind not in "fc":
        a = a.astype("float64") if a.dtype.kind in "biu" else a
    up = n.dtype("complex128") if a.dtype.kind == "c" else n.dtype("float64")
    reduced = tuple(1 if k in axes else length for k, length in enumerate(a.shape))
    nan = "nan" if kind.startswith("nan") else ""
    options: dict[str, Any] = {"axis": axes, "keepdims": True, **in_dtype(a, up)}
    if nan:
        count = n.asarray(n.count_nonzero(~n.isnan(a), axis=axes, keepdims=True), device=a.device).astype("float64")
    else:
        count = n.full(reduced, float(math.prod(a.shape[k] for k in axes)), device=a.device)
    value = getattr(n, f"{nan}sum")(a, **options)
    if kind in MEANS:
        return {"count": count, **two_numbers(value)}
    near = value / n.maximum(count, 1.0)
    var = n.where(count == 0, 0.0, getattr(n, f"{nan}var")(a, **options).real)
    found = {"count": count, "near": near, "squares": var * count}
    if bool(n.all(abs(near) ** 2 <= NEAR * var)):
        found["rest"] = n.zeros_like(value)
    else:  # the deviations from the rounded mean say what it has lost
        found["rest"] = getattr(n, f"{nan}sum")(a - near, **options)
    return found


NEAR = 1e4
"""A mean is near zero if its square is at most so many variances: what it rounds away cannot be seen in the result."""


def powers(a: Any, axes: tuple[int, ...], dtype: Any, order: int) -> dict[str, Any]:
    """The sums of the powers of deviations from a number near the mean, up to an order."""
    if isinstance(order, bool) or not isinstance(order, int) or order < 2:
        raise OceanValueError(f"moment(): the order is an integer of at least 2, got {order!r}")
    n = np()
    found = moments("var", a, axes, dtype)
    result = {"count": found["count"], "near": found["near"], "1": found["rest"]}
    far = n.asarray(a) - found["near"]
    if far.dtype.kind == "c":
        raise OceanTypeError("moment(): complex numbers have no partial results of moments, other than var")
    for k in range(2, order + 1):
        result[str(k)] = n.sum(far**k, axis=axes, keepdims=True, dtype="float64")
    return result


def moved(values: dict[str, Any], near: Any) -> dict[str, Any]:
    """The same sums of powers, of deviations from another number."""
    step = np().where(values["count"] == 0, 0.0, values["near"] - near)
    sums = [values["count"], *(values[str(k)] for k in range(1, len(values) - 1))]
    result = {"count": values["count"], "near": near}
    for k in range(1, len(sums)):
        result[str(k)] = sum(math.comb(k, j) * sums[k - j] * step**j for j in range(k + 1))
    return result


def to_mean(values: dict[str, Any]) -> dict[str, Any]:
    """Sums of powers of deviations from the mean."""
    return moved(values, values["near"] + values["1"] / np().maximum(values["count"], 1.0))


def place(kind: str, a: Any, axis: Any, axes: tuple[int, ...], start: Any, shape: Any) -> dict[str, Any]:
    """The extreme values and where they are."""
    n = np()
    shape = a.shape if shape is None else shape
    start = (0,) * a.ndim if start is None else start
    if kind.startswith("nan"):
        fill = float("inf") if kind == "nanargmin" else -float("inf")
        held = a if a.dtype.kind not in "fc" else n.where(n.isnan(a), fill, a)
    else:
        held = a
    find = n.argmin if kind.endswith("min") else n.argmax
    if axis is None:
        k = int(find(held))
        where = np_unravel(k, a.shape)
        value = held[where] if a.ndim else held
        flat = 0
        for length, at, begin in zip(shape, where, start, strict=True):
            flat = flat * length + at + begin
        one = (1,) * a.ndim
        return {"value": value.reshape(one), "index": n.full(one, flat, dtype="int64", device=a.device)}
    (k,) = axes
    index = find(held, axis=k, keepdims=True)
    return {"value": n.take_along_axis(held, index, axis=k), "index": index + start[k]}


def np_unravel(k: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    found = []
    for length in reversed(shape):
        k, rest = divmod(k, length)
        found.append(rest)
    return tuple(reversed(found))


# --- Merging -------------------------------------------------------------------------------------------------------


def merge(*parts: partial) -> partial:
    """Merge partial results.

    Parameters
    ----------
    *parts : partial
        Results of the same function for parts of the data.

    Returns
    -------
    partial
        The result for all of the data.

    Examples
    --------
    >>> whole = ocean.partial.merge(ocean.partial.mean([1.0, 2.0]), ocean.partial.mean([6.0]))
    >>> float(ocean.partial.finish(whole))
    3.0
    """
    if not parts:
        raise OceanValueError("merge() takes at least one partial result")
    for each in parts:
        if not isinstance(each, partial):
            raise OceanTypeError(f"merge() takes partial results, got {type(each).__name__}")
        if each.kind != parts[0].kind or each.axes != parts[0].axes:
            raise OceanValueError(f"merge(): {each.kind} over {each.axes} beside {parts[0].kind} over {parts[0].axes}")
        shapes = [next(iter(one.values.values())).shape for one in (parts[0], each)]
        if shapes[0] != shapes[1]:
            raise OceanValueError(f"merge(): the parts have different shapes: {shapes[0]} and {shapes[1]}")
    return functools.reduce(merged, parts)


def merged(first: partial, second: partial) -> partial:
    n, a, b = np(), first.values, second.values
    kind = first.kind
    dtype = n.promote_types(first.dtype, second.dtype)
    if kind in PLACES:
        return partial(kind, dtype, first.axes, nearer(kind, a, b))
    if kind in FOLDS:
        return partial(kind, dtype, first.axes, {"value": getattr(n, FOLDS[kind])(a["value"], b["value"])})
    if kind in SPREADS:
        return partial(kind, dtype, first.axes, spread(a, b))
    if kind == "moment":
        near = n.where(a["count"] == 0, b["near"], a["near"])
        a, b = moved(a, near), moved(b, near)
        sums = {key: a[key] + b[key] for key in a if key != "near"}
        return partial(kind, dtype, first.axes, to_mean({**sums, "near": near}))
    values = added(a, b)
    if "count" in a:
        values["count"] = a["count"] + b["count"]
    return partial(kind, dtype, first.axes, values)


def spread(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    """Deviations of two parts, from the mean of what both have."""
    n = np()
    count = a["count"] + b["count"]
    empty = a["count"] == 0
    near = n.where(empty, b["near"], a["near"])
    step = n.where(empty | (b["count"] == 0), 0, b["near"] - near)
    apart = step + b["rest"] / n.maximum(b["count"], 1.0) - a["rest"] / n.maximum(a["count"], 1.0)
    square = (apart * n.conj(apart)).real if apart.dtype.kind == "c" else apart * apart
    share = a["count"] * (b["count"] / n.maximum(count, 1.0))
    squares = a["squares"] + b["squares"] + n.where(share == 0, 0.0, square * share)
    return {"count": count, "near": near, "rest": a["rest"] + b["rest"] + b["count"] * step, "squares": squares}


def added(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    """The sum of two sums, with what the addition rounds away."""
    x, y = a["value"], b["value"]
    s = x + y
    if "rest" not in a and "rest" not in b:
        return {"value": s}
    back = s - x
    error = (x - (s - back)) + (y - back)
    return {"value": s, "rest": a.get("rest", 0) + b.get("rest", 0) + error}


def summed(values: dict[str, Any]) -> Any:
    if "rest" not in values:
        return values["value"]
    n = np()
    rest = values["rest"]
    return n.where(n.isfinite(rest), values["value"] + rest, values["value"])  # infinite sums have no remainder


def nearer(kind: str, a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    n = np()
    x, y = a["value"], b["value"]
    better = y < x if kind.endswith("min") else y > x
    equal = x == y
    if x.dtype.kind in "fc":
        better = (better | n.isnan(y)) & ~n.isnan(x)
        equal = equal | (n.isnan(x) & n.isnan(y))
    take = better | (equal & (b["index"] < a["index"]))
    return {key: n.where(take, b[key], a[key]) for key in ("value", "index")}


# --- Results -------------------------------------------------------------------------------------------------------


def finish(p: partial, ddof: float = 0, keepdims: bool = False) -> Any:
    """The result of a reduction from its partial result.

    Parameters
    ----------
    p : partial
        The partial result of all data.
    ddof : float, optional
        What is subtracted from the count in variances, standard deviations and moments.
    keepdims : bool, optional
        Whether the reduced axes stay, with length 1.

    Returns
    -------
    ocean.numpy.ndarray
        What the function gives for all data at once.

    Examples
    --------
    >>> p = ocean.partial.var([1.0, 2.0, 3.0])
    >>> float(ocean.partial.finish(p, ddof=1))
    1.0
    """
    n = np()
    values = p.values
    if p.kind in SUMS:
        found = summed(values)
    elif p.kind in MEANS:
        found = summed(values) / values["count"]
    elif p.kind in SPREADS:
        found = values["squares"] / n.maximum(values["count"] - ddof, 0.0)
        found = n.sqrt(found) if p.kind.endswith("std") else found
    elif p.kind == "moment":
        found = to_mean(values)[str(len(values) - 2)] / n.maximum(values["count"] - ddof, 0.0)
    elif p.kind in PLACES:
        found = values["index"]
    else:
        found = values["value"]
    found = found.astype(p.dtype)
    if keepdims:
        return found
    return found.reshape(tuple(each for k, each in enumerate(found.shape) if k not in p.axes))


def maker(kind: str) -> Callable[..., partial]:
    def make(a: Any, axis: Any = None, dtype: Any = None) -> partial:
        return of(kind, a, axis, dtype)

    make.__name__ = make.__qualname__ = kind
    make.__doc__ = f"""The partial result of `{kind}` for a part of the data.

    Parameters
    ----------
    a : array_like
        The part.
    axis : int or tuple of int, optional
        The axes to reduce; all by default.
    dtype : dtype, optional
        The dtype of the result.

    Returns
    -------
    partial
        What `merge` and `finish` take.

    Examples
    --------
    >>> ocean.partial.{kind}([1.0, 2.0]).merge(ocean.partial.{kind}([4.0])).finish()  # doctest: +ELLIPSIS
    array(...)
    """
    return make


def moment(a: Any, order: int = 2, axis: Any = None, dtype: Any = None) -> partial:
    """The partial result of a central moment for a part of the data.

    Parameters
    ----------
    a : array_like
        The part; real numbers.
    order : int, optional
        The power of the deviations from the mean; at least 2.
    axis : int or tuple of int, optional
        The axes to reduce; all by default.
    dtype : dtype, optional
        The dtype of the result.

    Returns
    -------
    partial
        What `merge` and `finish` take.

    Examples
    --------
    >>> float(ocean.partial.moment([1.0, 2.0], 3).merge(ocean.partial.moment([6.0], 3)).finish())
    6.0
    """
    return of("moment", a, axis, dtype, order=order)


MAKERS = {kind: maker(kind) for kind in KINDS if kind not in (*PLACES, "moment")}
MAKERS["moment"] = moment


def place_maker(kind: str) -> Callable[..., partial]:
    def make(a: Any, axis: int | None = None, start: Any = None, shape: Any = None) -> partial:
        return of(kind, a, axis, None, start, shape)

    make.__name__ = make.__qualname__ = kind
    make.__doc__ = f"""The partial result of `{kind}` for a part of the data.

    Parameters
    ----------
    a : array_like
        The part.
    axis : int, optional
        The axis to reduce; all by default.
    start : tuple of int, optional
        Where the part begins in the whole.
    shape : tuple of int, optional
        The shape of the whole, by which positions are counted without an axis.

    Returns
    -------
    partial
        What `merge` and `finish` take.

    Examples
    --------
    >>> first = ocean.partial.{kind}([3.0, 4.0], start=(0,), shape=(3,))
    >>> first.merge(ocean.partial.{kind}([3.5], start=(2,), shape=(3,))).finish()  # doctest: +ELLIPSIS
    array(...)
    """
    return make


MAKERS.update({kind: place_maker(kind) for kind in PLACES})
