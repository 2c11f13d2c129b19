"""The rules of reductions, cumulative functions and statistics."""

from __future__ import annotations

from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import Any
from ocean._src.core.objects.recorded import recorded

from .elementwise import shape_of
from .record import by_rule, setitem
from .rules import (
    RULES,
    axes_in,
    axis_in,
    complex_of,
    constant,
    count_of,
    restored,
    rule,
    spread,
    square_of,
    written,
)
from .tape import Rule, np, plain, pulled, scatter_add, stripped, value_of


def with_options(name: str, neutral: Any) -> None:
    """Give a reduction its options `where`, `initial` and `dtype`, by means of others."""
    plain_handler = RULES[name]

    def handle(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        named = dict(named)
        out, where, initial = named.pop("out", None), named.pop("where", True), named.pop("initial", None)
        kind = named.pop("dtype", None)
        if len(args) > 2:
            named.update(zip(("dtype", "out", "keepdims"), args[2:], strict=False))
            args, kind, out = args[:2], named.pop("dtype", kind), named.pop("out", out)
        first: Any = args[0] if args else named.pop("a")
        if not isinstance(first, recorded):
            first = np().array(first)
        if kind is not None:
            first = first.astype(kind)
        if where is not True:
            first = np().where(where, first, neutral)
        if where is not True and name == "mean":
            keep = {key: value for key, value in named.items() if key in ("axis", "keepdims")}
            counted = np().sum(np().broadcast_to(where, shape_of(first)), *args[1:], **keep)
            found = np().sum(first, *args[1:], **named) / counted
        else:
            found = plain_handler(function, (first, *args[1:]), named)
        if initial is not None:
            combine = {"sum": np().add, "prod": np().multiply, "max": np().maximum, "min": np().minimum}[name]
            found = combine(found, initial)
        if out is not None:
            out[...] = found
            return out
        return found

    RULES[name] = handle


@rule("sum", linear=True)
def _sum(g: Any, y: Any, a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    return spread(restored(g, a, axis, keepdims), a)


@rule("mean", linear=True)
def _mean(g: Any, y: Any, a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    return spread(restored(g / count_of(a, axis), a, axis, keepdims), a)


def tree_product(x: Any) -> Any:
    """The product along the last axis by halves: its gradient divides by nothing."""
    while shape_of(x)[-1] > 1:
        n = shape_of(x)[-1]
        pairs = x[..., : n // 2] * x[..., n // 2 : 2 * (n // 2)]
        x = pairs if n % 2 == 0 else np().concatenate([pairs, x[..., n - 1 :]], axis=-1)
    return x[..., 0] if shape_of(x)[-1] else np().ones(shape_of(x)[:-1])


@rule("prod")
def _prod(g: Any, y: Any, a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    over, ndim = axes_in(axis, a), len(shape_of(a))
    rest = tuple(k for k in range(ndim) if k not in over)
    shape = shape_of(a)

    def flat(x: Any) -> Any:
        lines = np().transpose(x, (*rest, *over)) if ndim else np().reshape(x, (1,))
        return tree_product(np().reshape(lines, (*(shape[k] for k in rest), count_of(a, axis))))

    return pulled(flat, np().reshape(g, tuple(shape[k] for k in rest)), a)[0]


def extreme(g: Any, y: Any, a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    top = restored(y, a, axis, keepdims)
    x = a if plain(value_of(a)).axes is None else a.withoutAxes()
    chosen = (x == top) | (np().isnan(x) & np().isnan(top))
    chosen = chosen.astype(plain(value_of(g))._dtype)
    share = chosen / np().sum(chosen, axis=axes_in(axis, a), keepdims=True) if len(shape_of(a)) else chosen
    return spread(restored(g, a, axis, keepdims) * share, a)


for _name in ("max", "min", "amax", "amin"):
    rule(_name)(extreme)
for _name, _neutral in (("sum", 0), ("prod", 1), ("mean", 0)):
    with_options(_name, _neutral)


@written("ptp")
def _ptp(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    return np().max(a, axis=axis, keepdims=keepdims) - np().min(a, axis=axis, keepdims=keepdims)


def variance(x: Any, axis: Any, ddof: Any, keepdims: bool, mean: Any = None) -> Any:
    middle = np().mean(x, axis=axis, keepdims=True) if mean is None else mean
    return np().sum(square_of(x - middle), axis=axis, keepdims=keepdims) / max(count_of(x, axis) - ddof, 0)


@rule("var")
def _var(g: Any, y: Any, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0,
         keepdims: bool = False, *, correction: Any = None) -> Any:  # fmt: skip
    x = a if plain(value_of(a)).axes is None else a.withoutAxes()
    over = axes_in(axis, a)
    away = x - np().mean(x, axis=over, keepdims=True) if len(shape_of(a)) else x - x
    away = np().conj(away) if complex_of(x) else away
    count = count_of(a, axis) - (ddof if correction is None else correction)
    return spread(restored(g, a, axis, keepdims) * away * (2 / count if count > 0 else float("nan")), a)


@rule("std", "stdev")
def _std(g: Any, y: Any, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0,
         keepdims: bool = False, *, correction: Any = None) -> Any:  # fmt: skip
    safe = np().where(y == 0, 1, y)
    return _var(np().where(y == 0, 0, g / (2 * safe)), None, a, axis, dtype, out, ddof, keepdims, correction=correction)


def without_nan(x: Any, neutral: Any) -> Any:
    return np().where(np().isnan(x), neutral, x)


@written("nansum")
def _nansum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, **more: Any) -> Any:
    return np().sum(without_nan(a, 0), axis=axis, dtype=dtype, keepdims=keepdims, **more)


@written("nanprod")
def _nanprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, **more: Any) -> Any:
    return np().prod(without_nan(a, 1), axis=axis, dtype=dtype, keepdims=keepdims, **more)


def numbers_in(a: Any, axis: Any, keepdims: bool) -> Any:
    """How many elements are not NaN."""
    return np().sum((~np().isnan(stripped(a))).astype("float64"), axis=axis, keepdims=keepdims)


@written("nanmean")
def _nanmean(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    total = np().sum(without_nan(a, 0), axis=axis, keepdims=keepdims)
    return total / numbers_in(a, axis, keepdims).astype(kind_name(a))


def kind_name(a: Any) -> Any:
    """The real dtype of an array."""
    kind = plain(value_of(a))._dtype
    return kind.basetype if kind.iscomplex else kind


@written("nanvar")
def _nanvar(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: bool = False) -> Any:
    away = np().where(np().isnan(a), 0, a - np().nanmean(a, axis=axis, keepdims=True))
    count = numbers_in(a, axis, keepdims).astype(kind_name(a)) - ddof
    return np().sum(square_of(away), axis=axis, keepdims=keepdims) / count


@written("nanstd")
def _nanstd(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: bool = False) -> Any:
    return np().sqrt(np().nanvar(a, axis=axis, ddof=ddof, keepdims=keepdims))


@written("nanmax")
def _nanmax(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    return np().max(without_nan(a, float("-inf")), axis=axis, keepdims=keepdims)


@written("nanmin")
def _nanmin(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    return np().min(without_nan(a, float("inf")), axis=axis, keepdims=keepdims)


# --- Cumulative functions -----------------------------------------------------------------------------------------


@rule("cumsum", linear=True)
def _cumsum(g: Any, y: Any, a: Any, axis: Any = None) -> Any:
    if axis is None:
        return np().reshape(np().flip(np().cumsum(np().flip(g))), shape_of(a))
    return np().flip(np().cumsum(np().flip(g, axis), axis=axis), axis)


def scan_product(x: Any) -> Any:
    """Running products along the last axis by doubling steps: their gradient divides by nothing."""
    step = 1
    while step < shape_of(x)[-1]:
        x = np().concatenate([x[..., :step], x[..., step:] * x[..., :-step]], axis=-1)
        step *= 2
    return x


@rule("cumprod")
def _cumprod(g: Any, y: Any, a: Any, axis: Any = None) -> Any:
    if axis is None:
        return pulled(lambda x: scan_product(np().ravel(x)), g, a)[0]
    k = axis_in(axis, a)
    return pulled(lambda x: np().moveaxis(scan_product(np().moveaxis(x, k, -1)), -1, k), g, a)[0]


def running_places(x: Any, y: Any, axis: int) -> Any:
    """Where each running extreme was first found: the largest place so far at which an element is the extreme."""
    x, y = stripped(x), stripped(y)
    shape = [1] * len(x.shape)
    shape[axis] = x.shape[axis]
    places = np().arange(x.shape[axis]).reshape(shape)
    before = np().concatenate(
        [np().zeros_like(np().take(y, [0], axis=axis), dtype="bool"),
         np().take(y, places.ravel()[1:], axis=axis) == np().take(y, places.ravel()[:-1], axis=axis)],
        axis=axis,
    )  # fmt: skip
    fresh = np().where(before, 0, places)
    return np().maximum.accumulate(fresh, axis=axis)


def dtype_first(name: str) -> None:
    """The functions with a `dtype` cast first."""
    plain_handler = RULES[name]

    def handle(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        named = dict(named)
        kind = named.pop("dtype", None)
        args = (args[0].astype(kind), *args[1:]) if kind is not None else args
        return plain_handler(function, args, named)

    RULES[name] = handle


for _name in ("cumsum", "cumprod"):
    dtype_first(_name)


@written("nancumsum")
def _nancumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    return np().cumsum(without_nan(a, 0), axis=axis, dtype=dtype)


@written("nancumprod")
def _nancumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    return np().cumprod(without_nan(a, 1), axis=axis, dtype=dtype)


def cumulative(function: Any, neutral: Any) -> Any:
    def run(x: Any, *, axis: Any = None, dtype: Any = None, include_initial: bool = False, out: Any = None) -> Any:
        k = 0 if axis is None else axis
        found = function(x, axis=k, dtype=dtype)
        if include_initial:
            start = np().full_like(np().take(stripped(found), [0], axis=k), neutral)
            found = np().concatenate([start, found], axis=k)
        return found

    return run


written("cumulative_sum")(lambda x, **named: cumulative(np().cumsum, 0)(x, **named))
written("cumulative_prod")(lambda x, **named: cumulative(np().cumprod, 1)(x, **named))


# --- Statistics ---------------------------------------------------------------------------------------------------


@written("average")
def _average(a: Any, axis: Any = None, weights: Any = None, returned: bool = False, *, keepdims: bool = False) -> Any:
    if weights is None:
        found = np().mean(a, axis=axis, keepdims=keepdims)
        total = np().full(shape_of(found), float(count_of(a, axis)))
    else:
        weights = weights if isinstance(weights, recorded) else np().asarray(weights)
        if shape_of(weights) != shape_of(a):
            if len(shape_of(weights)) != 1:
                raise OceanTypeError("average(): weights of another shape than the array need one axis to be along")
            shape = [1] * len(shape_of(a))
            shape[axis_in(axis, a)] = -1
            weights = np().broadcast_to(np().reshape(weights, shape), shape_of(a))
        total = np().sum(weights, axis=axis, keepdims=keepdims)
        found = np().sum(a * weights, axis=axis, keepdims=keepdims) / total
    return (found, total) if returned else found


@written("cov")
def _cov(m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: Any = None, fweights: Any = None,
         aweights: Any = None, *, dtype: Any = None) -> Any:  # fmt: skip
    if fweights is not None or aweights is not None:
        raise OceanTypeError("cov() with weights has no derivative yet; write it with average()")
    x = np().atleast_2d(m)
    x = x.T if not rowvar and shape_of(m) and len(shape_of(m)) > 1 else x
    if y is not None:
        other = np().atleast_2d(y)
        x = np().concatenate([x, other.T if not rowvar and len(shape_of(y)) > 1 else other], axis=0)
    away = x - np().mean(x, axis=1, keepdims=True)
    count = shape_of(x)[1] - ((0 if bias else 1) if ddof is None else ddof)
    return np().squeeze(away @ np().conj(away.T) / count)


@written("corrcoef")
def _corrcoef(x: Any, y: Any = None, rowvar: bool = True, **more: Any) -> Any:
    found = np().cov(x, y, rowvar)
    if not shape_of(found):
        return found / found
    scale = np().sqrt(np().real(np().diagonal(found)))
    return found / scale[:, None] / scale[None, :]


constant("all", "any", "argmax", "argmin", "count_nonzero", "nanargmax", "nanargmin", "argsort", "argpartition",
         "searchsorted", "digitize", "histogram", "histogram2d", "bincount", "nonzero", "flatnonzero", "argwhere",
         "isclose", "allclose", "array_equal", "array_equiv", "isin", "in1d", "lexsort", "iscomplex", "isreal",
         "result_type", "can_cast", "zeros_like", "ones_like", "empty_like", "full_like", "iscomplexobj", "isrealobj",
         "shape", "ndim", "size", "histogram_bin_edges", "round", "around", "fix", "isfortran", "shares_memory",
         "may_share_memory", "broadcast_shapes", "issubdtype", "array_repr", "array_str", "array2string", "isscalar",
         "signbit", "min_scalar_type", "linalg.matrix_rank", "i0", "geterr")  # fmt: skip


# --- Order --------------------------------------------------------------------------------------------------------


@written("sort")
def _sort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, descending: bool = False,
          stable: bool | None = None) -> Any:  # fmt: skip
    if axis is None:
        a, axis = np().ravel(a), 0
    if not len(shape_of(a)):
        return np().copy(a)
    places = np().argsort(stripped(a), axis=axis, stable=True)
    found = np().take_along_axis(a, places, axis)
    return np().flip(found, axis) if descending else found


@written("partition")
def _partition(a: Any, kth: Any, axis: Any = -1, kind: Any = "introselect", order: Any = None) -> Any:
    if axis is None:
        a, axis = np().ravel(a), 0
    x = stripped(a)
    ranks = np().argsort(np().argsort(np().partition(x, kth, axis=axis), axis=axis, stable=True), axis=axis)
    return np().take_along_axis(a, np().take_along_axis(np().argsort(x, axis=axis, stable=True), ranks, axis), axis)


@written("topk")
def _topk(a: Any, *args: Any, **named: Any) -> Any:
    places = np().topk(stripped(a), *args, **named)[1]
    axis = named.get("axis", args[1] if len(args) > 1 else -1)
    return np().take_along_axis(a, places, -1 if axis is None else axis), places


def at_position(ordered: Any, place: Any, axis: int) -> Any:
    """The element at a place between others, by its neighbours: a number, or one for each line."""
    low = np().floor(place).astype("int64")
    high = np().minimum(low + 1, shape_of(ordered)[axis] - 1)
    part = place - low
    first, second = (np().take_along_axis(ordered, each, axis) for each in (low, high))
    return first * (1 - part).astype(kind_name(ordered)) + second * part.astype(kind_name(ordered))


def order_statistic(a: Any, q: Any, axis: Any, keepdims: bool, method: str, skip: bool) -> Any:
    """Quantiles: the elements are sorted, and the quantile of their places tells which count and how much."""
    whole = axis is None
    over = axes_in(axis, a)
    rest = tuple(k for k in range(len(shape_of(a))) if k not in over)
    shape = shape_of(a)
    lines = np().reshape(np().transpose(a, (*rest, *over)) if rest or over else a,
                         (*(shape[k] for k in rest), count_of(a, axis)))  # fmt: skip
    ordered = np().sort(lines, axis=-1)
    n = shape_of(ordered)[-1]
    levels = np().asarray(q, dtype="float64")
    found = []
    for level in levels.ravel().tolist():
        if skip:
            if method != "linear":
                raise OceanTypeError("Quantiles without NaN have a derivative for the method 'linear' alone")
            place = (numbers_in(lines, -1, True) - 1).clip(0, None) * level
        else:
            place = np().full((*(shape[k] for k in rest), 1),
                              float(np().quantile(np().arange(float(n)), level, method=method)))  # fmt: skip
            spoilt = np().isnan(stripped(ordered)).any(axis=-1, keepdims=True)
            place = np().where(spoilt, n - 1, place)
        found.append(at_position(ordered, place, -1)[..., 0])
    if keepdims:
        found = [np().reshape(each, tuple(1 if k in over else shape[k] for k in range(len(shape)))) for each in found]
    assert whole or over
    if not levels.shape:
        return found[0]
    return np().reshape(np().stack(found), (*levels.shape, *shape_of(found[0])))


@written("quantile")
def _quantile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
              keepdims: bool = False, *, weights: Any = None, **more: Any) -> Any:  # fmt: skip
    if weights is not None:
        raise OceanTypeError("quantile() with weights has no derivative")
    return order_statistic(a, stripped(q), axis, keepdims, method, False)


written("percentile")(lambda a, q, *args, **named: _quantile(a, np().asarray(stripped(q)) / 100, *args, **named))


@written("nanquantile")
def _nanquantile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False,
                 method: str = "linear", keepdims: bool = False, **more: Any) -> Any:  # fmt: skip
    return order_statistic(a, stripped(q), axis, keepdims, method, True)


written("nanpercentile")(lambda a, q, *args, **named: _nanquantile(a, np().asarray(stripped(q)) / 100, *args, **named))
written("median")(lambda a, axis=None, out=None, overwrite_input=False, keepdims=False:
                  order_statistic(a, 0.5, axis, keepdims, "linear", False))  # fmt: skip
written("nanmedian")(lambda a, axis=None, out=None, overwrite_input=False, keepdims=False:
                     order_statistic(a, 0.5, axis, keepdims, "linear", True))  # fmt: skip

RULES["unwrap"] = by_rule(Rule(lambda i, g, y, *args, **named: g, linear=False, push=lambda y, t, *a, **n: t[0]))


# --- Methods of elementwise functions -----------------------------------------------------------------------------


def log_sum_exp(x: Any, axis: Any, keepdims: bool, base: float | None) -> Any:
    top = np().max(stripped(x), axis=axis, keepdims=True)
    top = np().where(np().isfinite(top), top, 0)
    power, log = (np().exp, np().log) if base is None else (np().exp2, np().log2)
    found = log(np().sum(power(x - top), axis=axis, keepdims=True)) + top
    return found if keepdims else np().squeeze(found, axis=axes_in(axis, x))


def ufunc_reduce(function: Any, x: Any, axis: Any = 0, dtype: Any = None, out: Any = None, keepdims: bool = False,
                 **more: Any) -> Any:  # fmt: skip
    """`np.add.reduce` and its siblings."""
    name = function.__name__
    if name in ("logaddexp", "logaddexp2"):
        return log_sum_exp(x, axis, keepdims, None if name == "logaddexp" else 2)
    known = {"add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min", "fmax": "nanmax", "fmin": "nanmin"}
    if name not in known:
        raise OceanTypeError(f"{name}.reduce() has no derivative")
    x = x if dtype is None else x.astype(dtype)
    return getattr(np(), known[name])(x, axis=axis, keepdims=keepdims, **more)


def ufunc_accumulate(function: Any, x: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
    """`np.add.accumulate` and its siblings."""
    name = function.__name__
    if name in ("maximum", "minimum", "fmax", "fmin"):
        k = axis_in(axis, x)
        return np().take_along_axis(x, running_places(x, function.accumulate(stripped(x), axis=k), k), k)
    if name not in ("add", "multiply"):
        raise OceanTypeError(f"{name}.accumulate() has no derivative")
    return (np().cumsum if name == "add" else np().cumprod)(x, axis=axis, dtype=dtype)


def ufunc_outer(function: Any, a: Any, b: Any, **named: Any) -> Any:
    """`np.multiply.outer` and its siblings."""
    a, b = (each if isinstance(each, recorded) else np().asarray(each) for each in (a, b))
    return function(np().reshape(a, shape_of(a) + (1,) * len(shape_of(b))), b, **named)


def ufunc_at(function: Any, a: Any, indices: Any, b: Any = None) -> None:
    """`np.add.at` and `np.subtract.at`."""
    name = function.__name__
    if name not in ("add", "subtract"):
        raise OceanTypeError(f"{name}.at() has no derivative")
    base = plain(value_of(a))
    places = np().arange(base.size).reshape(base.shape)[stripped(indices)]
    values = np().broadcast_to(b if isinstance(b, recorded) else np().asarray(b, dtype=base.dtype), places.shape)
    total = np().reshape(scatter_add(values, places, int(base.size)), base.shape)
    setitem(a, Ellipsis, a + total if name == "add" else a - total)


UFUNC_METHODS = {"reduce": ufunc_reduce, "accumulate": ufunc_accumulate, "outer": ufunc_outer, "at": ufunc_at}
