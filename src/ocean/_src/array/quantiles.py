"""Medians, quantiles and percentiles of arrays."""

from __future__ import annotations

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import ruled
from ocean._src.core.call.operands import scalar_tensor
from ocean._src.core.functions.copies import converted
from ocean._src.core.functions.create import asTensor
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import BOOL, DOUBLE, INT64, UINT8, common, dtype, scalar
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.tensor import tensor
from ocean._src.statistics import quantiles

from .numpy_fallback import computed
from .out import given_to
from .unwrap import as_array, axes_of, inner, wrap

__all__ = ["median", "nanmedian", "nanpercentile", "nanquantile", "percentile", "quantile"]


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


@ruled("reduced(axis)")
def median(a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False) -> array:
    """The element in the middle, or the mean of the two in the middle; NaN if any is."""
    return middle("median", a, axis, out, keepdims)


@ruled("reduced(axis)")
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
    if wanted._dtype.iscomplex:
        raise OceanTypeError("q must be an array of real numbers")
    if wanted.ndim > 2:
        raise OceanValueError(f"q must be a number or have at most 2 axes, got {wanted.ndim}")
    exact, given = wanted._dtype, wanted.reshape(-1)
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
        method = "lower"  # q is 0 or 1, the first or the last element by every method
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
    if type(out) is array and not result.ndim and out.shape == (1,):
        result = result.reshape(1)  # as NumPy allows
    return given_to(out, result, name)


def quantile_dtype(name: str, given: dtype, q: dtype, weak: bool, method: str) -> dtype:
    """The dtype of quantiles: that of the elements if the method chooses elements, else the common one with q for
    numbers between them; a Python number q is weak."""
    if method in quantiles.CHOOSING or (not q.isfloat and method == "linear"):
        return given
    if given is BOOL:
        raise OceanTypeError(f"{name}(): there are no numbers between bool; use astype() first")
    if weak:
        return given if given.isfloat else DOUBLE
    weight = q if q.isfloat or method in WHOLE_PLACES else DOUBLE
    return common(given, INT64 if weight is BOOL else weight)


WHOLE_PLACES = ("averaged_inverted_cdf", "interpolated_inverted_cdf", "weibull")
"""Methods in which an integer q has an integer place."""


@ruled("reduced(axis)")
def quantile(
    a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> array:  # fmt: skip
    """The elements below which the parts q (from 0 to 1) of all elements are; NaN if any is."""
    return parts("quantile", a, q, axis, out, method, keepdims, weights, False)


@ruled("reduced(axis)")
def percentile(
    a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> array:  # fmt: skip
    """The elements below which q percent of all elements are; NaN if any is."""
    return parts("percentile", a, q, axis, out, method, keepdims, weights, True)


@ruled("reduced(axis)")
def nanquantile(
    a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> array:  # fmt: skip
    """The quantiles of what is not NaN."""
    return parts("nanquantile", a, q, axis, out, method, keepdims, weights, False)


@ruled("reduced(axis)")
def nanpercentile(
    a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> array:  # fmt: skip
    """The percentiles of what is not NaN."""
    return parts("nanpercentile", a, q, axis, out, method, keepdims, weights, True)
