"""Order statistics, averages, functions that leave out NaN, running sums and differences."""

from __future__ import annotations

import math
from typing import Any

from ocean._src.axes.rules import reduced
from ocean._src.base.errors import OceanError, OceanTypeError, OceanValueError, shown
from ocean._src.base.integers import plain
from ocean._src.core.call.arguments import guard
from ocean._src.core.call.operands import scalar_tensor
from ocean._src.core.functions import array_products
from ocean._src.core.functions.array_functions import make_reducer
from ocean._src.core.functions.copies import converted
from ocean._src.core.functions.create import asTensor
from ocean._src.core.objects.array import array, view_field
from ocean._src.core.objects.dtypes import BOOL, DOUBLE, HALF, INT64, UINT8, UINT64, common, dtype, scalar
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.tensor import tensor
from ocean._src.ops.numpy_rows import check_cast, same_kind
from ocean._src.ops.reductions import operation_for
from ocean._src.statistics import quantiles
from ocean._src.tensor import cumulative

from . import create, reduce
from .dtypes import result_type
from .manipulation import along, broadcast_to, given_to, join, own_axes, own_axis
from .numpy_fallback import computed
from .reduce import REDUCERS
from .ufuncs import FEW, UFUNCS, call, out_of
from .unwrap import arrays_together, as_array, axes_of, axis_of, inner, read_dtype, wrap

isnan = UFUNCS["isnan"]


# --- Order statistics --------------------------------------------------------------------------------------------


def tensor_of(value: Any) -> tensor:
    return scalar_tensor(value) if isinstance(value, scalar) else value


def middle(name: str, a: Any, axis: Any, out: Any, keepdims: bool) -> array:
    source = inner(a)
    if source.dtype is BOOL or not (source.nelem or source.dtype.isfloat):
        source = converted(source, DOUBLE, None)
    axes = None if axis is None else axes_of(axis, source.ndims)
    if axes == ():
        kind = source.dtype if source.dtype.isfloat else DOUBLE
        return given_to(out, wrap(converted(source.clone(), kind, None)), name)
    if source.dtype.iscomplex and name == "nanmedian":
        result: array = computed(name, wrap(source), axis, keepdims=bool(keepdims))
        return given_to(out, result, name)
    function = quantiles.median if name == "median" else quantiles.medianNaN
    found = function(source, *(() if axes is None else (axes,)), keepdims=bool(keepdims))
    return given_to(out, wrap(converted(tensor_of(found), None, source.device)), name)


def median(a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False) -> array:
    """The element in the middle, or the mean of the two in the middle; NaN if any is."""
    return middle("median", a, axis, out, keepdims)


def nanmedian(
    a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False
) -> array:
    """The median of what is not NaN."""
    return middle("nanmedian", a, axis, out, keepdims)


def parts(
    name: str, a: Any, q: Any, axis: Any, out: Any, method: str, keepdims: bool, weights: Any, percent: bool
) -> array:
    source = inner(as_array(a, q if type(q) is array else None))
    if source.dtype.iscomplex:
        raise OceanTypeError("a must be an array of real numbers")
    if weights is not None:
        result: array = computed(name, wrap(source), q, axis, None, False, method, bool(keepdims), weights=weights)
        return given_to(out, result, name)
    if method not in quantiles.METHODS:
        raise OceanValueError(f"'{method}' is not a valid method. Use one of: {list(quantiles.METHODS)}")
    wanted = as_array(q)
    if wanted.dtype.iscomplex:
        raise OceanTypeError("q must be an array of real numbers")
    if wanted.ndim > 2:
        raise OceanValueError(f"q must be a number or have at most 2 axes, got {wanted.ndim}")
    exact, given = wanted.dtype, wanted.reshape(-1)
    if percent and exact.isfloat and exact is not DOUBLE:
        given = given / 100
    values = [float(each) for each in given.tolist()]
    if percent and not (exact.isfloat and exact is not DOUBLE):
        exact, values = DOUBLE, [each / 100 for each in values]
    if not all(0 <= each <= 1 for each in values):
        limit = "Percentiles must be in the range [0, 100]" if percent else "Quantiles must be in the range [0, 1]"
        raise OceanValueError(limit)
    kind = quantile_dtype(name, source.dtype, exact, type(q) in (int, float), method)
    if not exact.isfloat:
        method = "lower"  # integers are 0 and 1, the first and the last element by every method
    if source.dtype is BOOL:
        source = converted(source, UINT8, None)
    elif not source.nelem and not source.dtype.isfloat:
        source, kind = converted(source, DOUBLE, None), DOUBLE
    elif kind.isfloat and (source.dtype.isfloat or kind is not DOUBLE):  # integers give double
        source = converted(source, kind, None)
    axes = None if axis is None else axes_of(axis, source.ndims)
    inside = "quantileNaN" if name.startswith("nan") else "quantile"
    places = exact if exact.isfloat else DOUBLE
    lines = quantiles.of_several(inside, source, asTensor(values, DOUBLE, cpu), axes, method, places)
    found = converted(quantiles.finish(inside, source, lines, False, axes, bool(keepdims), None), kind, None)
    rest = found.size[:-1]
    result = wrap(found.reshape((*rest, *wanted.shape[::-1])) if rest or wanted.ndim else found.reshape(()))
    return given_to(out, result, name)


def quantile_dtype(name: str, given: dtype, q: dtype, weak: bool, method: str) -> dtype:
    """The dtype of quantiles: that of the elements where some of them are chosen, else the one that holds numbers
    between them, which are as exact as q unless that is a Python number."""
    if method in quantiles.CHOOSING or (not q.isfloat and method == "linear"):
        return given
    if given is BOOL:
        raise OceanTypeError(f"{name}(): there are no numbers between bool; use astype() first")
    if weak:
        return given if given.isfloat else DOUBLE
    weight = q if q.isfloat or method in WHOLE_PLACES else DOUBLE
    return common(given, INT64 if weight is BOOL else weight)


WHOLE_PLACES = ("averaged_inverted_cdf", "interpolated_inverted_cdf", "weibull")
"""Methods of which an integer q has an integer place."""


def quantile(
    a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> array:  # fmt: skip
    """The elements below which the parts q (from 0 to 1) of all elements are; NaN if any is."""
    return parts("quantile", a, q, axis, out, method, keepdims, weights, False)


def percentile(
    a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> array:  # fmt: skip
    """The elements below which q percent of all elements are; NaN if any is."""
    return parts("percentile", a, q, axis, out, method, keepdims, weights, True)


def nanquantile(
    a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> array:  # fmt: skip
    """The quantiles of what is not NaN."""
    return parts("nanquantile", a, q, axis, out, method, keepdims, weights, False)


def nanpercentile(
    a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> array:  # fmt: skip
    """The percentiles of what is not NaN."""
    return parts("nanpercentile", a, q, axis, out, method, keepdims, weights, True)


# --- Averages ----------------------------------------------------------------------------------------------------


def average(a: Any, axis: Any = None, weights: Any = None, returned: bool = False, *, keepdims: bool = False) -> Any:
    """The mean in which each element has a weight; with `returned` also the sum of the weights."""
    source = as_array(a)
    if weights is None:
        result = reduce.mean(source, axis, None, None, keepdims)
        count = source.size / max(result.size, 1)
        return (result, create.full(result.shape, count, result.dtype, device=source.device)) if returned else result
    heavy = as_array(weights, source)
    if heavy.shape != source.shape:
        if axis is None:
            raise OceanTypeError("Axis must be specified when shapes of a and weights differ.")
        axes = own_axes(axis, source.ndim)
        if heavy.shape != tuple(source.shape[k] for k in axes):
            raise OceanValueError("Shape of weights must be consistent with shape of a along specified axis.")
        order = sorted(range(len(axes)), key=lambda k: axes[k])
        heavy = heavy.transpose(order).reshape([n if k in axes else 1 for k, n in enumerate(source.shape)])
    kind = common(source.dtype, heavy.dtype)
    if not source.dtype.isfloat:
        kind = common(kind, DOUBLE)
    if heavy.shape != source.shape:
        heavy = broadcast_to(heavy, source.shape)
    scale = reduce.sum(heavy, axis, kind, None, keepdims)
    if bool((scale == 0).any()):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    if source.size < FEW and isinstance(view_field(source), tensor) and isinstance(view_field(heavy), tensor):
        products = source.astype(kind, copy=False) * heavy.astype(kind, copy=False)
        result = reduce.sum(products, axis, kind, None, keepdims) / scale
    else:
        products = source.lazy().astype(kind) * heavy.lazy().astype(kind)
        result = reduce.sum(products, axis, kind, None, keepdims).eval() / scale
    return (result, scale) if returned else result


def cov(
    m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: int | None = None, fweights: Any = None,
    aweights: Any = None, *, dtype: Any = None,
) -> array:  # fmt: skip
    """The covariances of variables: each row is one, or each column unless `rowvar`."""
    x, weights, factor = observations(m, y, rowvar, bias, ddof, fweights, aweights, dtype)
    centered = x - (
        reduce.mean(x, 1, None, None, True)
        if weights is None
        else reduce.sum(x * weights, 1, None, None, True) / reduce.sum(weights)
    )
    right = centered if weights is None else centered * weights
    found = centered @ (call("conjugate", (right,)) if right.dtype.iscomplex else right).T
    found = found * (1 / factor) if factor > 0 else found / 0.0
    return found.squeeze()


def observations(m: Any, y: Any, rowvar: bool, bias: bool, ddof: int | None, fweights: Any, aweights: Any,
                 dtype: Any) -> tuple[array, Any, float]:  # fmt: skip
    """The variables as rows, the weights of the observations, and what sums of products are divided by."""
    given = arrays_together(*(each for each in (m, y) if each is not None))
    if any(each.ndim > 2 for each in given):
        raise OceanValueError("m has more than 2 dimensions")
    kind = read_dtype(dtype) or common(*(each.dtype for each in given), DOUBLE)
    check_cast("subtract", common(*(each.dtype for each in given), HALF), kind)
    rows = []
    for each in given:
        matrix = each.reshape(1, -1) if each.ndim < 2 else each if rowvar else each.T
        rows.append(matrix.astype(kind, copy=False))
    x = join(rows, 0) if len(rows) > 1 else rows[0]
    if ddof is not None and ddof != int(ddof):
        raise OceanValueError(f"ddof must be integer, got {ddof}")
    less = (0 if bias else 1) if ddof is None else ddof
    weights, aside = None, None
    if fweights is not None:
        weights = weighed("fweights", fweights, x).astype(kind.basetype)
        if not bool(reduce.all(weights == UFUNCS["rint"](weights))):
            raise OceanTypeError(f"fweights must be integer, got {shown(fweights)}")
    if aweights is not None:
        aside = weighed("aweights", aweights, x).astype(kind.basetype)
        weights = aside if weights is None else weights * aside
    if weights is None:
        return x, None, float(x.shape[1] - less)
    whole = float(reduce.sum(weights))
    if less == 0:
        return x, weights, whole
    if aside is None:
        return x, weights, whole - less
    return x, weights, whole - less * float(reduce.sum(weights * aside)) / whole


def weighed(name: str, weights: Any, x: array) -> array:
    """The weights of observations: a vector of real numbers that are not negative."""
    found = as_array(weights, x)
    if found.dtype.iscomplex:
        raise OceanTypeError(f"{name} must be real, got {shown(weights)}")
    if found.ndim > 1:
        raise OceanError(f"cannot handle multidimensional {name}, got shape {found.shape}")
    if found.shape != x.shape[1:]:
        raise OceanError(f"incompatible numbers of samples and {name}, got {x.shape[1]} and {found.size}")
    if bool(reduce.any(found < 0)):
        raise OceanValueError(f"{name} cannot be negative, got {shown(weights)}")
    return found


def corrcoef(x: Any, y: Any = None, rowvar: bool = True, *, dtype: Any = None) -> array:
    """The correlation coefficients of variables: each row is one, or each column unless `rowvar`."""
    found = cov(x, y, rowvar, dtype=dtype)
    if not found.ndim:
        return found / found
    deviations = call("sqrt", (found.diagonal().real,))
    found = found / deviations.reshape(-1, 1) / deviations
    if found.dtype.iscomplex:
        found.real = found.real.clip(-1, 1)
        found.imag = found.imag.clip(-1, 1)
        return found
    return found.clip(-1, 1)


# --- Without NaN -------------------------------------------------------------------------------------------------


def replaced(a: Any, value: Any) -> array:
    """A lazy array with a value in the place of NaN; integers as they are."""
    source = as_array(a)
    if not source.dtype.isfloat:
        return source
    lazy = source.lazy()
    return call("where", (isnan(lazy), value, lazy))


def replaced_soon(a: Any, value: Any) -> array:
    """The same for a function that fuses with nothing: of a few elements at once, which is faster."""
    source = as_array(a)
    if not source.dtype.isfloat or source.size > 4096:
        return replaced(source, value)
    return call("where", (isnan(source), value, source))


def present(a: Any, axis: Any, keepdims: bool) -> array:
    """How many elements are not NaN."""
    lazy = as_array(a).lazy()
    return reduce.sum(~isnan(lazy), axis, None, None, keepdims).eval()


def if_all_present(name: str, a: Any, axis: Any, keepdims: bool, where: Any, *others: Any) -> array | None:
    """What a reduction of all elements gives, if there is no NaN in it: then there is none among the elements either.
    None otherwise, for arrays that are not in the memory of the host, and with arguments beside axis and keepdims."""
    if type(a) is not array or any(each is not None for each in others) or where is not True or not a.size:
        return None
    if not isinstance(view_field(a), tensor) or not a.device.host:
        return None
    found: array = REDUCERS[name](a, axis=axis, keepdims=keepdims)
    total = found.sum() if found.ndim else found
    return found if bool(total == total) else None


def _nansum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None,
            where: Any = True) -> array:  # fmt: skip
    """The sum of what is not NaN."""
    return without_nan("sum", a, 0, axis, dtype, out, keepdims, initial, where)


def _nanprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None,
             where: Any = True) -> array:  # fmt: skip
    """The product of what is not NaN."""
    return without_nan("prod", a, 1, axis, dtype, out, keepdims, initial, where)


def without_nan(
    name: str, a: Any, instead: int, axis: Any, dtype: Any, out: Any, keepdims: bool, initial: Any, where: Any
) -> array:
    source = replaced(a, instead)
    kind = reduce.computing(name, read_dtype(dtype), source.dtype, out_of(f"nan{name}", out))
    found = reduce.GENERAL[name](source, axis, kind, None, keepdims, initial, where)
    return given_to(out, found.eval(), f"nan{name}")


nansum: Any = make_reducer(operation_for("numpy nansum", 0), guard(_nansum, reduced, "nansum"), "nansum")
nanprod: Any = make_reducer(operation_for("numpy nanprod", 0), guard(_nanprod, reduced, "nanprod"), "nanprod")


def nanmean(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True
) -> array:
    """The mean of what is not NaN."""
    found = if_all_present("mean", a, axis, keepdims, where, dtype, out)
    if found is not None:
        return found
    source = as_array(a)
    if not source.dtype.isfloat:
        return reduce.mean(source, axis, dtype, out, keepdims, where=where)
    if where is not True:
        source = reduce.only_where(where, source, math.nan)
    kind = reduce.floating_dtype(read_dtype(dtype), "mean")
    kind = reduce.computing("mean", kind, source.dtype, out_of("nanmean", out)) or source.dtype
    wide = common(kind, read_dtype("float32") or kind) if kind.basetype is HALF else kind
    total = reduce.sum(replaced(source, 0), axis, wide, None, keepdims).eval()
    count = present(source, axis, keepdims).astype(wide.basetype)
    return given_to(out, (total / count).astype(kind, copy=False), "nanmean")


def nanvar(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False, *,
    where: Any = True, mean: Any = None, correction: Any = None,
) -> array:  # fmt: skip
    """The variance of what is not NaN."""
    if type(ddof) is int and ddof == 0:
        found = if_all_present("var", a, axis, keepdims, where, dtype, out, mean, correction)
        if found is not None:
            return found
    source = as_array(a)
    if not source.dtype.isfloat:
        return reduce.var(source, axis, dtype, out, ddof, keepdims, where=where, mean=mean, correction=correction)
    ddof = reduce.degrees(ddof, correction)
    if where is not True:
        source = reduce.only_where(where, source, math.nan)
    kind = reduce.floating_dtype(read_dtype(dtype), "var")
    given = reduce.computing("var", kind, source.dtype, out_of("nanvar", out)) or source.dtype
    wide = common(given, read_dtype("float32") or given) if given.basetype is HALF else given
    source = source.astype(wide, copy=False)
    middle_ = nanmean(source, axis, None, None, True) if mean is None else as_array(mean)
    lazy = source.lazy() - middle_.lazy()
    squares = call("square", (call("absolute", (lazy,)),))
    zero = call("where", (isnan(source.lazy()), 0, squares))
    total = reduce.sum(zero, axis, None, None, keepdims).eval()
    count = present(source, axis, keepdims)
    degrees = (count - ddof).astype(total.dtype)
    degrees = call("where", (degrees <= 0, math.nan, degrees))
    return given_to(out, (total / degrees).astype(given.basetype, copy=False), "nanvar")


def nanstd(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False, *,
    where: Any = True, mean: Any = None, correction: Any = None,
) -> array:  # fmt: skip
    """The standard deviation of what is not NaN."""
    if type(ddof) is int and ddof == 0:
        quick = if_all_present("std", a, axis, keepdims, where, dtype, out, mean, correction)
        if quick is not None:
            return quick
    source = as_array(a)
    if not source.dtype.isfloat:
        return reduce.std(source, axis, dtype, out, ddof, keepdims, where=where, mean=mean, correction=correction)
    found = nanvar(a, axis, dtype, None, ddof, keepdims, where=where, mean=mean, correction=correction)
    return given_to(out, call("sqrt", (found,)), "nanstd")


def extreme(name: str, a: Any, axis: Any, out: Any, keepdims: bool, initial: Any, where: Any) -> array:
    quick = if_all_present(name, a, axis, keepdims, where, out, initial)
    if quick is not None:
        return quick
    source = as_array(a)
    function = reduce.min if name == "min" else reduce.max
    if not source.dtype.isfloat:
        return function(source, axis, out, keepdims, initial, where)
    limit: Any = math.inf if name == "min" else -math.inf
    limit = complex(limit, limit) if source.dtype.iscomplex else limit
    found = function(replaced(source, limit), axis, None, keepdims, initial, where).eval()
    if initial is None:
        found = call("where", (present(source, axis, keepdims) == 0, math.nan, found))
    return given_to(out, found, f"nan{name}")


def nanmin(
    a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True
) -> array:
    """The smallest element that is not NaN; NaN if there is none."""
    return extreme("min", a, axis, out, keepdims, initial, where)


def nanmax(
    a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True
) -> array:
    """The largest element that is not NaN; NaN if there is none."""
    return extreme("max", a, axis, out, keepdims, initial, where)


def place_of(name: str, a: Any, axis: Any, out: Any, keepdims: bool) -> array:
    if if_all_present(name[3:], a, axis, keepdims, True, out) is not None:
        found: array = REDUCERS[name](a, axis=axis, keepdims=keepdims)
        return found
    source = as_array(a)
    function = reduce.argmin if name == "argmin" else reduce.argmax
    if not source.dtype.isfloat:
        return function(source, axis, out, keepdims=keepdims)
    if bool((present(source, axis, False) == 0).any()):
        raise OceanValueError("All-NaN slice encountered")
    limit: Any = math.inf if name == "argmin" else -math.inf
    limit = complex(limit, limit) if source.dtype.iscomplex else limit
    return function(replaced(source, limit).eval(), axis, out, keepdims=keepdims)


def nanargmin(a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> array:
    """The index of the first smallest element that is not NaN."""
    return place_of("argmin", a, axis, out, keepdims)


def nanargmax(a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> array:
    """The index of the first largest element that is not NaN."""
    return place_of("argmax", a, axis, out, keepdims)


def nancumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> array:
    """Running sums, with NaN as zero."""
    return cumulated("cumsum", replaced_soon(a, 0), axis, dtype, out)


def nancumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> array:
    """Running products, with NaN as one."""
    return cumulated("cumprod", replaced_soon(a, 1), axis, dtype, out)


def nan_to_num(x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> array:
    """Numbers in the place of NaN and of infinities (the largest and the smallest)."""
    source = as_array(x)
    for name, value in (("nan", nan), ("posinf", posinf), ("neginf", neginf)):
        if source.dtype.isfloat and value is not None and as_array(value).dtype.iscomplex:
            raise OceanTypeError(f"nan_to_num(): {name} must be real, got {shown(value)}")
    if not source.dtype.isfloat:
        return source.copy("K") if copy else source
    result = source.copy("K") if copy else source
    if not (copy or result.flags.writeable):
        raise OceanValueError("nan_to_num(): the array is read-only")
    if isinstance(view_field(source), tensor) and source.device.host and bool(UFUNCS["isfinite"](source).all()):
        return result
    for part in (result.real, result.imag) if source.dtype.iscomplex else (result,):
        kind = part.dtype
        high = kind.max.asPython() if posinf is None else posinf
        low = -kind.max.asPython() if neginf is None else neginf
        lazy = part.lazy()
        lazy = call("where", (lazy == math.inf, high, call("where", (lazy == -math.inf, low, lazy))))
        part[...] = call("where", (isnan(part.lazy()), nan, lazy))
    return result


# --- Running sums and differences --------------------------------------------------------------------------------


def summing(kind: dtype) -> dtype:
    """The dtype of sums: integers and bool in 64 bits."""
    return kind if kind.isfloat else INT64 if kind.issigned or kind is BOOL else UINT64


SUMMED = {"cumsum": "sum", "cumprod": "prod"}
"""Which reduction a running one ends in."""


def cumulated(name: str, a: Any, axis: Any, dtype: Any, out: Any) -> array:
    source = inner(a)
    kind = reduce.computing(SUMMED[name], read_dtype(dtype), source.dtype, out_of(name, out))
    source = converted(source, kind or summing(source.dtype), None)
    if axis is None:
        source, place = source.flatten(), 0
    elif not source.ndims and axis in (0, -1):
        source, place = source.reshape(1), 0
    else:
        place = axis_of(axis, source.ndims)
    if source.dtype is BOOL:
        found = converted(cumulative.cumulate(name, converted(source, INT64, None), place, None, None), BOOL, None)
    else:
        found = converted(cumulative.cumulate(name, source, place, None, None), source.dtype, None)
    return given_to(out, wrap(found), name)


def cumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> array:
    """Running sums along an axis; of the flat array without one."""
    return cumulated("cumsum", a, axis, dtype, out)


def cumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> array:
    """Running products along an axis; of the flat array without one."""
    return cumulated("cumprod", a, axis, dtype, out)


def from_start(name: str, x: Any, axis: Any, dtype: Any, out: Any, include_initial: bool) -> array:
    source = as_array(x)
    if axis is None:
        if source.ndim != 1:
            raise OceanValueError("For arrays which have more than one dimension ``axis`` argument is required.")
        axis = 0
    kind = reduce.computing(SUMMED[name], read_dtype(dtype), source.dtype, out_of(name, out))
    result = cumulated(name, source, axis, kind, None)
    if include_initial:
        place = own_axis(axis, source.ndim)
        shape = tuple(1 if k == place else n for k, n in enumerate(source.shape))
        first = create.full(shape, 0 if name == "cumsum" else 1, result.dtype, device=source.device)
        result = join([first, result], place)
    return given_to(out, result, name)


def cumulative_sum(
    x: Any, /, *, axis: int | None = None, dtype: Any = None, out: Any = None, include_initial: bool = False
) -> array:
    """Running sums along an axis, with the zero before the first if `include_initial`."""
    return from_start("cumsum", x, axis, dtype, out, include_initial)


def cumulative_prod(
    x: Any, /, *, axis: int | None = None, dtype: Any = None, out: Any = None, include_initial: bool = False
) -> array:
    """Running products along an axis, with the one before the first if `include_initial`."""
    return from_start("cumprod", x, axis, dtype, out, include_initial)


def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> array:
    """Differences of neighbours along an axis, n times."""
    source, n = as_array(a), plain(n)
    if n < 0:
        raise OceanValueError(f"order must be non-negative but got {n}")
    if n == 0:
        return source
    place = own_axis(axis, source.ndim)
    pieces = [source]
    for given, at_front in ((prepend, True), (append, False)):
        if given is None or type(given).__name__ == "_NoValueType":
            continue
        extra = as_array(given, source)
        if not extra.ndim:
            extra = broadcast_to(extra, tuple(1 if k == place else m for k, m in enumerate(source.shape)))
        pieces.insert(0 if at_front else len(pieces), extra)
    if len(pieces) > 1:
        source = join(pieces, place)
    if source.dtype is BOOL:
        for _ in range(n):
            source = source[along(place, slice(1, None))] != source[along(place, slice(None, -1))]
        return source
    return wrap(cumulative.differences("diff", inner(source), n, source.ndim - 1 - place, None))


array_products.set_general(diff=diff)


def beside(what: str, values: Any, flat: array) -> array:
    """What is put beside differences, in their dtype."""
    given = as_array(values, flat)
    if not same_kind(given.dtype, flat.dtype):
        raise OceanTypeError(
            f"ediff1d(): dtype of `{what}` must be compatible with input `ary` under the `same_kind` rule, got "
            f"{given.dtype.name} for {flat.dtype.name}"
        )
    return given.ravel().astype(flat.dtype)


def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> array:
    """Differences of neighbours of the flat array, with more before and after them."""
    flat = as_array(ary).ravel()
    if flat.dtype is BOOL:
        raise OceanTypeError("ediff1d() subtracts, which bool does not")
    found = diff(flat)
    pieces = [found]
    if to_begin is not None:
        pieces.insert(0, beside("to_begin", to_begin, flat))
    if to_end is not None:
        pieces.append(beside("to_end", to_end, flat))
    return join(pieces, 0) if len(pieces) > 1 else found


def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """The gradient along axes: central differences inside, one-sided ones at the ends. NumPy computes those of second
    order at the ends."""
    source = as_array(f)
    axes = own_axes(axis, source.ndim)
    if axis is None:
        axes = list(range(source.ndim))
    if len(varargs) not in (0, 1, len(axes)):
        raise OceanTypeError("invalid number of arguments")
    if edge_order != 1:
        return computed("gradient", source, *varargs, axis=axis, edge_order=edge_order)
    if source.dtype is BOOL:
        raise OceanTypeError("gradient() subtracts, which bool does not")
    given = list(varargs) * len(axes) if len(varargs) == 1 else list(varargs) or [1.0] * len(axes)
    found = []
    for place, spacing in zip(axes, given, strict=True):
        if source.shape[place] < 2:
            raise OceanValueError("Shape of array too small to calculate a numerical gradient, "
                                  "at least (edge_order + 1) elements are required.")  # fmt: skip
        step = as_array(spacing, source)
        if step.ndim and (step.ndim > 1 or step.size != source.shape[place]):
            raise OceanValueError("when 1d, distances must match the length of the corresponding dimension")
        if step.ndim and not step.dtype.isfloat:
            step = step.astype(DOUBLE)
        width = inner(step) if step.ndim else float(step)
        if step.ndim:
            widths = diff(step)
            if bool((widths == widths[0]).all()):  # then NumPy takes them for a number, and no element for itself
                width = float(widths[0])
        result = cumulative.gradient(inner(source), width, source.ndim - 1 - place)
        found.append(wrap(result))
    return found[0] if len(found) == 1 else tuple(found)


def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1) -> array:
    """The integral by the rule of trapezoids along an axis."""
    source = as_array(y)
    place = own_axis(axis, source.ndim)
    if x is None:
        width: Any = dx if type(dx) in (int, float, complex) else as_array(dx, source)
    else:
        points = as_array(x, source)
        width = diff(points) if points.ndim == 1 else diff(points, axis=axis)
        if points.ndim == 1:
            width = width.reshape([width.size if k == place else 1 for k in range(source.ndim)])
    both = source[along(place, slice(1, None))] + source[along(place, slice(None, -1))]
    return reduce.sum(both * width / 2.0, place)


def unwrap(p: Any, discont: Any = None, axis: int = -1, *, period: Any = 2 * math.pi) -> array:
    """Angles without jumps: neighbours differ by less than half a period."""
    source = as_array(p)
    place = own_axis(axis, source.ndim)
    steps = diff(source, axis=place)
    kind = result_type(steps, period)
    discont = period / 2 if discont is None else discont
    whole = not kind.isfloat
    high = period // 2 if whole else period / 2
    ambiguous = (whole and period % 2 == 0) or not whole
    low = -high
    moved = (steps - low) % period + low
    if ambiguous:
        moved = call("where", ((moved == low) & (steps > 0), high, moved))
    change = call("where", (call("absolute", (steps,)) < discont, 0, moved - steps))
    result = source.astype(kind)
    result[along(place, slice(1, None))] = source[along(place, slice(1, None))] + cumsum(change, place)
    return result
