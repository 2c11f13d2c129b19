"""Ranges in any dtype and on any device: the fallback of core/functions/create.pyx."""

from __future__ import annotations

import math

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import completes
from ocean._src.core.call.operands import as_scalar
from ocean._src.core.call.settings import need_device
from ocean._src.core.functions import create
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects.axes import is_axis
from ocean._src.core.objects.description import make_description
from ocean._src.core.objects.dtypes import CDOUBLE, DOUBLE, INT64, UINT64, dtype, new_scalar
from ocean._src.core.objects.memory import cpu, device
from ocean._src.core.objects.tensor import fill_range, make_empty, make_view, tensor


def vector(kind: dtype, count: int) -> tensor:
    return make_empty(make_description(kind, count, "F", cpu))


def in_range(what: str, value: Any, kind: dtype) -> None:
    """Raise the documented error when a value of a range does not fit the dtype."""
    if isinstance(value, complex):
        if not kind.iscomplex and value.imag:
            raise OceanValueError(f"The {what} value ({value}) is out of range for data type {kind.name}")
        in_range(f"{what}.real", value.real, kind)
        in_range(f"{what}.imag", value.imag, kind)
        return
    base = kind.basetype
    low, high = base.min.asPython(), base.max.asPython()
    whole = value
    if not kind.isfloat and isinstance(value, float):
        if not math.isfinite(value):
            raise OceanValueError(f"The {what} value ({value}) is out of range for data type {kind.name}")
        whole = math.trunc(value)
    if (kind.isfloat and isinstance(value, float) and not math.isfinite(value)) or low <= whole <= high:
        return
    text = f"{value:e}" if isinstance(value, float) else str(value)
    raise OceanValueError(f"The {what} value ({text}) is out of range for data type {kind.name}")


@completes(create.arange)
def arange(start: Any, stop: Any, step: Any, kind: dtype | None, where: device | None) -> tensor:
    """start, start + step, ... below stop: any numbers, dtype and device."""
    given = 0 if start is None else start, stop, 1 if step is None else step
    start, stop, step = (as_scalar(each, "arange").asPython() for each in given)
    start, stop, step = (int(each) if isinstance(each, bool) else each for each in (start, stop, step))
    if any(isinstance(each, complex) for each in (start, stop, step)):
        raise OceanTypeError("arange() takes real numbers; linspace makes complex ranges")
    whole = not any(isinstance(each, float) for each in (start, stop, step))
    kind = kind or (INT64 if whole else DOUBLE)
    if step == 0 or any(isinstance(each, float) and math.isnan(each) for each in (start, stop, step)):
        raise OceanValueError(f"arange(): the step must not be 0 and no value NaN, got {start}, {stop}, {step}")
    if whole:
        count = max(0, -((start - stop) // step) if step > 0 else -((stop - start) // -step))
    else:
        if math.isinf(start) or (math.isinf(stop) and not math.isinf(step)):
            raise OceanValueError(f"arange(): the range from {start} to {stop} has no end")
        ratio = (stop - start) / step
        if math.isnan(ratio) or math.isinf(step):
            ratio = 1.0 if (stop - start) * step > 0 else 0.0
        elif ratio == 0 and stop != start:
            ratio = math.copysign(0.5, ratio)  # the quotient is too small for a number
        if math.isinf(ratio):
            raise OceanValueError(f"arange(): too many values from {start} to {stop} in steps of {step}")
        count = max(0, math.ceil(ratio))
    if count:
        in_range("start", start, kind)
        in_range("stop", start + (count - 1) * step if count > 1 else start, kind)
    if count < 2:
        step = 0
    low, high = sorted((start, start + (count - 1) * step))
    natural = (INT64 if high < 1 << 63 else UINT64 if low >= 0 else DOUBLE) if whole else DOUBLE
    base = vector(DOUBLE if natural is DOUBLE else INT64, count)
    if natural is DOUBLE:
        fill_range(base, float(start), float(step))
    else:
        fill_range(base, signed(start), signed(step))
        base = make_view(base, 0, base._layout.with_dtype(natural))
    return converted(base, kind, where or need_device())


def signed(value: int) -> int:
    """The number with the same last 64 bits that fits int64."""
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


@completes(create.linspace)
def linspace(
    start: Any,
    stop: Any,
    num: Any,
    endpoint: bool | None,
    spacing: bool | None,
    kind: dtype | None,
    where: device | None,
) -> Any:
    """Equally spaced points: any numbers, dtype and device; with `spacing` the pair (points, step size)."""
    if is_axis(num):
        found = linspace(start, stop, num.length, endpoint, spacing, kind, where)
        return (found[0].withAxes(num), found[1]) if spacing else found.withAxes(num)
    first, last = as_scalar(start, "linspace").asPython(), as_scalar(stop, "linspace").asPython()
    num = 50 if num is None else num
    if num < 0:
        raise OceanValueError(f"linspace(): the number of points must be nonnegative, got {num}")
    is_complex = isinstance(first, complex) or isinstance(last, complex)
    kind = kind or (CDOUBLE if is_complex else DOUBLE)
    try:
        first, last = (complex(first), complex(last)) if is_complex else (float(first), float(last))
    except OverflowError:
        raise OceanValueError(f"linspace(): {start} or {stop} is too large for double") from None
    intervals = num - 1 if endpoint is None or endpoint else num
    step = (last - first) / intervals if intervals else last - first
    if num:
        in_range("start", first, kind)
        in_range("stop", last if endpoint is None or endpoint else first + (num - 1) * step, kind)
    base = vector(CDOUBLE if is_complex else DOUBLE, num)
    for target, begin, end, distance in (
        [(base.real, first.real, last.real, step.real), (base.imag, first.imag, last.imag, step.imag)]
        if is_complex
        else [(base, first, last, step)]
    ):
        points = vector(DOUBLE, num)
        fill_range(points, begin.real, distance.real)
        if num > 1 and (endpoint is None or endpoint):
            points.slice(0, num - 1).fill(end)
        target.copy(points)
    result = converted(base, kind, where or need_device())
    return (result, new_scalar(CDOUBLE if is_complex else DOUBLE, step)) if spacing else result
