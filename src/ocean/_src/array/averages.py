"""Averages with weights, covariances and correlations of arrays."""

from __future__ import annotations

from ocean._src.base.errors import OceanError, OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import ruled
from ocean._src.core.objects.array import array, inner_field
from ocean._src.core.objects.dtypes import DOUBLE, HALF, common
from ocean._src.ops.numpy_rows import check_cast
from ocean._src.statistics import averages
from ocean._src.statistics.averages import along_axes, normalized, products_of_deviations, weighted_sums

from . import create, reduce
from .join import join
from .ufuncs import UFUNCS
from .unwrap import arrays_together, as_array, axes_of, axis_of, inner, read_dtype, wrap, wrapped

__all__ = ["average", "corrcoef", "cov", "moving_average", "moving_mean"]


@ruled("reduced(axis)")
def average(a: Any, axis: Any = None, weights: Any = None, returned: bool = False, *, keepdims: bool = False) -> Any:
    """The mean in which each element has a weight; with `returned` also the sum of the weights."""
    source = as_array(a)
    if weights is None:
        result = reduce.FUNCTIONS["mean"](source, axis, None, None, keepdims)
        count = source.size / max(result.size, 1)
        return (result, create.full(result.shape, count, result._dtype, device=source.device)) if returned else result
    heavy = as_array(weights, source)
    elements, weighing = inner_field(source), inner(heavy)
    axes = None if axis is None else axes_of(axis, source.ndim)
    if heavy.shape != source.shape:
        if axes is None:
            raise OceanTypeError("Axis must be specified when shapes of a and weights differ.")
        along = axes[::-1]
        if weighing.size != tuple(elements.size[k] for k in along):
            raise OceanValueError("Shape of weights must be consistent with shape of a along specified axis.")
        weighing = along_axes(weighing, along, elements.size)
    kind = common(source._dtype, heavy._dtype)
    if not source._dtype.isfloat:
        kind = common(kind, DOUBLE)
    if axes == ():  # each element is a sum
        elements, weighing, axes, keepdims = elements.unsqueeze(0), weighing.unsqueeze(0), (0,), False
    sums = weighted_sums(elements, weighing, axes, keepdims, kind, kind)
    total, scale = (wrapped(each, source.device) for each in sums)
    if bool((scale == 0).any()):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    return (total / scale, scale) if returned else total / scale


@ruled("drop")
def cov(
    m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: int | None = None, fweights: Any = None,
    aweights: Any = None, *, dtype: Any = None,
) -> array:  # fmt: skip
    """The covariances of variables: each row is one, or each column unless `rowvar`."""
    x, weights, factor = observations(m, y, rowvar, bias, ddof, fweights, aweights, dtype)
    found = wrap(products_of_deviations(inner(x), None if weights is None else inner(weights), turned=True))
    found = found * (1 / factor) if factor > 0 else found / 0.0
    return found.squeeze()


def observations(m: Any, y: Any, rowvar: bool, bias: bool, ddof: int | None, fweights: Any, aweights: Any,
                 dtype: Any) -> tuple[array, Any, float]:  # fmt: skip
    """The variables as rows, the weights of the observations, and the divisor of sums of products."""
    given = arrays_together(*(each for each in (m, y) if each is not None))
    if any(each.ndim > 2 for each in given):
        raise OceanValueError("m has more than 2 dimensions")
    kind = read_dtype(dtype) or common(*(each._dtype for each in given), DOUBLE)
    check_cast("subtract", common(*(each._dtype for each in given), HALF), kind)
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
        if not bool(reduce.FUNCTIONS["all"](weights == UFUNCS["rint"](weights))):
            raise OceanTypeError(f"fweights must be integer, got {shown(fweights)}")
    if aweights is not None:
        aside = weighed("aweights", aweights, x).astype(kind.basetype)
        weights = aside if weights is None else weights * aside
    if weights is None:
        return x, None, float(x.shape[1] - less)
    whole = float(reduce.FUNCTIONS["sum"](weights))
    if less == 0:
        return x, weights, whole
    if aside is None:
        return x, weights, whole - less
    return x, weights, whole - less * float(reduce.FUNCTIONS["sum"](weights * aside)) / whole


def weighed(name: str, weights: Any, x: array) -> array:
    """The weights of observations: a vector of real numbers that are not negative."""
    found = as_array(weights, x)
    if found._dtype.iscomplex:
        raise OceanTypeError(f"{name} must be real, got {shown(weights)}")
    if found.ndim > 1:
        raise OceanError(f"cannot handle multidimensional {name}, got shape {found.shape}")
    if found.shape != x.shape[1:]:
        raise OceanError(f"incompatible numbers of samples and {name}, got {x.shape[1]} and {found.size}")
    if bool(reduce.FUNCTIONS["any"](found < 0)):
        raise OceanValueError(f"{name} cannot be negative, got {shown(weights)}")
    return found


@ruled("drop")
def corrcoef(x: Any, y: Any = None, rowvar: bool = True, *, dtype: Any = None) -> array:
    """The correlation coefficients of variables: each row is one, or each column unless `rowvar`."""
    found = cov(x, y, rowvar, dtype=dtype)
    if not found.ndim:
        return found / found
    return wrap(normalized(inner(found)))


@ruled("along(axis)")
def moving_mean(a: Any, axis: int, window: int, step: int = 1) -> array:
    """The mean of each window along an axis; windows begin a step apart. Integers give double."""
    source = as_array(a)
    return wrap(averages.moving_mean(inner(source), axis_of(axis, source.ndim), window, step))


@ruled("first(axis)")
def moving_average(a: Any, axis: int, weights: Any, step: int = 1) -> array:
    """The average, with weights, of each window of as many elements along an axis; windows begin a step apart. The
    weights need not sum to one. Integers give double."""
    source, heavy = arrays_together(a, weights)
    return wrap(averages.moving_average(inner(source), axis_of(axis, source.ndim), inner(heavy), step))
