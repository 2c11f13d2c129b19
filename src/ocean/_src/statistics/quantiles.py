"""Order statistics: medians, quantiles with all of NumPy's methods, and their variants without NaN. The host selects
elements (core/host/sorting), and results go to the operands' device."""

from __future__ import annotations

import math
from collections.abc import Callable

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public
from ocean._src.core.call.operands import argument, maybe_scalar, tensor_of
from ocean._src.core.functions.create import asTensor, full
from ocean._src.core.host.sorting import sorting
from ocean._src.core.host.sorting.sorting import sent_to
from ocean._src.core.objects.description import make_description, size_text
from ocean._src.core.objects.dtypes import DOUBLE, dtype
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.rtensor import make_rtensor, operands_of, rtensor
from ocean._src.core.objects.tensor import function_named, item, tensor
from ocean._src.ops.reductions import kept_size
from ocean._src.tensor.reduce import OPTIONS, reduced_axes

METHODS = (
    "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull",
    "linear", "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint", "nearest",
)  # fmt: skip
"""How a quantile between two elements is computed, in the order of `core/host/sorting/sorting.h`."""
MEDIAN = "median"
"""The method after those: like "linear", but the mean of two elements also if one is infinite."""
CHOOSING = {"inverted_cdf", "closest_observation", "lower", "higher", "nearest"}
"""Methods that return an element, in its dtype; the others interpolate."""


def taken(name: str, source: tensor, axes: Any) -> tuple[tuple[int, ...], int]:
    """The kept axes, and a bit mask of the reduced ones."""
    if axes is None:
        return (), (1 << source.ndims) - 1
    numbers = reduced_axes(axes, source.ndims)
    return tuple(axis for axis in range(source.ndims) if axis not in numbers), sum(1 << axis for axis in numbers)


def of_all(name: str, source: tensor, q: tensor, axes: Any, method: str, places: dtype = DOUBLE) -> tensor:
    """Quantiles of sorted `q` along the first axis, followed by the kept axes; on the host. `places` is the dtype for
    the positions of elements."""
    if source.dtype.iscomplex:
        raise OceanTypeError(f"{name}(): there are no numbers between complex ones")
    kind = source.dtype if source.dtype.isfloat or method in CHOOSING else DOUBLE
    if source.nelem == 0 and not kind.isfloat:
        raise OceanValueError(f"{name}(): a tensor of size {size_text(source.size)} has no element to choose")
    _, gone = taken(name, source, axes)
    return sorting.quantiles(source, gone, q, (*METHODS, MEDIAN).index(method), name.endswith("NaN"), kind, places)


def finish(
    name: str, source: tensor, lines: tensor, single: bool, axes: Any, keepdims: bool | None, B: tensor | None
) -> Any:
    """Reshape lines of results (the quantiles along the first axis) to the size of the result, and copy them to its
    device.

    A single quantile adds no axis to the result; several add a last axis.
    """
    if single and axes is None and not keepdims and B is None:
        return item(lines)
    kept, _ = taken(name, source, axes)
    size = [source.size[axis] for axis in kept]
    if keepdims:
        size = [source.size[axis] if axis in kept else 1 for axis in range(source.ndims)]
    if single:
        result = lines.reshape(size)
    else:
        result = lines.permuteAxes([*range(1, lines.ndims), 0]).asContiguous().reshape([*size, lines.size[0]])
    if B is None:
        return sent_to(result, source)
    if B.size != result.size:
        wanted, got = size_text(result.size), size_text(B.size)
        raise OceanValueError(f"{name}(): the result B must have size {wanted}, got {got}")
    B.copy(result)
    return None


# --- Medians -----------------------------------------------------------------------------------------------------

MIDDLE = asTensor([0.5], DOUBLE, cpu)
FEW = 25
"""A trace sorts at most this many elements with a sorting network."""


def complex_median(source: tensor, axes: Any) -> tensor:
    """The mean of the two middle elements in the order of `sort`, NaN if there is one; with a first axis of length
    1."""
    kept, bits = taken("median", source, axes)
    gone = [axis for axis in range(source.ndims) if bits >> axis & 1]
    count, size = math.prod(source.size[axis] for axis in gone), [source.size[axis] for axis in kept]
    unknown = full([1, *size], math.nan, source.dtype, cpu)
    if count == 0 or source.nelem == 0:
        return unknown
    lines = cpu(source).permuteAxes([*gone, *kept]).asContiguous().reshape([count, *size])
    lines = sorting.sort(lines)
    last = lines.slice(0, count - 1)
    middle = (lines.slice(0, (count - 1) // 2) + lines.slice(0, count // 2)) / 2
    result: tensor = function_named("where")(last == last, middle, unknown)
    return result


def median_in_trace(name: str, source: rtensor, axes: Any, keepdims: bool | None, B: tensor | None) -> rtensor:
    """The median in a trace: a sorting network for few elements, otherwise a fusion barrier."""
    trace: Any = source.trace
    if B is not None:
        trace.refuse("writing into a given result")
    gone = tuple(range(source.ndims)) if axes is None else tuple(sorted(reduced_axes(axes, source.ndims)))
    count = math.prod(source.size[axis] for axis in gone)
    if name == "median" and 0 < count <= FEW and not source.dtype.iscomplex:
        from ocean._src.lazy.vmap import median as short_median

        found = short_median(source, gone)
        for axis in gone if keepdims else ():
            found = found.unsqueeze(axis)
    else:
        kind = source.dtype if source.dtype.isfloat else DOUBLE
        size = kept_size(source.size, gone, bool(keepdims))
        gives = make_description(kind, size, "F", source.device)
        function = median if name == "median" else medianNaN
        found = trace.call(name, source, gives, lambda values: function(values, gone, bool(keepdims)), True)
    return make_rtensor(found.expression, operands_of(found), found.size, trace, axes is None and not keepdims)


def median_for(name: str) -> Callable[..., Any]:
    def median(A: Any, axes: Any, keepdims: bool | None, B: tensor | None) -> Any:
        if isinstance(A, rtensor) and A.trace is not None:
            return median_in_trace(name, A, axes, keepdims, B)
        source = tensor_of(argument(A, name, "A"))
        if source.dtype.iscomplex and name == "median":
            return finish(name, source, complex_median(source, axes), True, axes, keepdims, B)
        return finish(name, source, of_all(name, source, MIDDLE, axes, MEDIAN), True, axes, keepdims, B)

    median.__doc__ = (
        "the median, NaN left out." if name == "medianNaN" else "the median; NaN if there is a NaN."
    ) + """

Of an even number of elements it is the mean of the two in the middle. Integers give double.

>>> ocean.median([4,1,3,2])
2.5
"""
    options: dict[str, Any] = {"aliases": {"axis": "axes"}, "methods": (tensor, rtensor), "rule": "reduced(axes)"}
    return public(f"{name}(A [,axes [,keepdims] [,B]])", **options, **OPTIONS)(median)


median, medianNaN = median_for("median"), median_for("medianNaN")


# --- Quantiles ---------------------------------------------------------------------------------------------------


def read_quantiles(name: str, q: Any) -> tuple[tensor, bool]:
    """The quantiles as a vector of doubles on the host, and whether `q` is a single one."""
    number = maybe_scalar(q)
    if number is not None:
        found, single = [number.asPython()], not isinstance(q, (list, tuple)) and getattr(q, "ndim", 0) == 0
    else:
        values = tensor_of(q)
        if values.ndims != 1:
            raise OceanValueError(f"{name}(): q must be a number or a list of numbers, got {shown(q)}")
        found, single = values.asPython(), False
    for each in found:
        if isinstance(each, complex) or not 0 <= each <= 1:
            raise OceanValueError(f"{name}(): q must be between 0 and 1, got {shown(each)}")
    return asTensor([float(each) for each in found], DOUBLE, cpu), single


def of_several(name: str, source: tensor, q: tensor, axes: Any, method: str, places: dtype = DOUBLE) -> tensor:
    """Like `of_all`, for unsorted `q`."""
    lines = of_all(name, source, sorting.sort(q), axes, method, places)
    found: tensor = lines[sorting.argsort(sorting.argsort(q))]
    return found


def quantile_for(name: str) -> Callable[..., Any]:
    def quantile(
        A: Any, q: Any, axes: Any, keepdims: bool | None, B: tensor | None, method: str | None
    ) -> Any:
        source = tensor_of(argument(A, name, "A"))
        method = method or "linear"
        if method not in METHODS:
            raise OceanValueError(f"{name}(): method must be one of {', '.join(METHODS)}, got {shown(method)}")
        wanted, single = read_quantiles(name, q)
        if single:
            return finish(name, source, of_all(name, source, wanted, axes, method), True, axes, keepdims, B)
        return finish(name, source, of_several(name, source, wanted, axes, method), False, axes, keepdims, B)

    quantile.__doc__ = f"""the elements below which the parts `q` (between 0 and 1) of all elements are{
        ", NaN left out" if name.endswith("NaN") else ""
    }.

Several quantiles at once are the last axis of the result. `method` says what is between two elements:
{", ".join(METHODS[:7])},
{", ".join(METHODS[7:])}. Integers give double, except by the methods that choose an
element ({", ".join(sorted(CHOOSING))}).

>>> ocean.quantile([1,2,3,4,5], [0.25,0.5])
   2   3
<tensor.double of size 2 on cpu>
"""
    options: dict[str, Any] = {"aliases": {"axis": "axes"}, "methods": (tensor,), "rule": "reduced(axes)"}
    text = f"{name}(A, q [,axes [,keepdims] [,B]] [,method='linear'])"
    return public(text, method="str", **options, **OPTIONS)(quantile)


quantile, quantileNaN = quantile_for("quantile"), quantile_for("quantileNaN")
