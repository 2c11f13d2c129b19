"""Differences of neighbours, gradients, integrals by trapezoids, and angles without jumps."""

from __future__ import annotations

import math

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.integers import unbox_integer
from ocean._src.core.call.callables import pair, ruled
from ocean._src.core.functions import array_products
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import BOOL, DOUBLE
from ocean._src.ops.numpy_rows import same_kind
from ocean._src.tensor import cumulative

from . import reduce
from .broadcast import broadcast_to
from .cumulative import cumsum
from .dtypes import result_kind
from .join import join
from .numpy_fallback import computed
from .ufuncs import call
from .unwrap import along, as_array, inner, own_axes, own_axis, wrap

__all__ = ["diff", "ediff1d", "gradient", "trapezoid", "unwrap"]


@pair(array_products.diff, rule="along(axis)")
def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> array:
    """Differences of neighbours along an axis, n times."""
    source, n = as_array(a), unbox_integer(n)
    if n < 0:
        raise OceanValueError(f"order must be non-negative but got {n}")
    if n == 0:
        return a  # type: ignore[no-any-return]
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
    if source._dtype is BOOL:
        for _ in range(n):
            source = source[along(place, slice(1, None))] != source[along(place, slice(None, -1))]
        return source
    return wrap(cumulative.differences("diff", inner(source), n, source.ndim - 1 - place, None))


def beside(what: str, values: Any, flat: array) -> array:
    """Values that are joined with differences, in their dtype."""
    given = as_array(values, flat)
    if not same_kind(given._dtype, flat._dtype):
        raise OceanTypeError(
            f"ediff1d(): dtype of `{what}` must be compatible with input `ary` under the `same_kind` rule, got "
            f"{given._dtype.name} for {flat._dtype.name}"
        )
    return given.ravel().astype(flat._dtype)


@ruled("along")
def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> array:
    """Differences of neighbours of the flat array, with more before and after them."""
    flat = as_array(ary).ravel()
    if flat._dtype is BOOL:
        raise OceanTypeError("ediff1d() subtracts, which bool does not")
    found = diff(flat)
    pieces = [found]
    if to_begin is not None:
        pieces.insert(0, beside("to_begin", to_begin, flat))
    if to_end is not None:
        pieces.append(beside("to_end", to_end, flat))
    return join(pieces, 0) if len(pieces) > 1 else found


@ruled("first(axis)")
def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """The gradient along axes: central differences inside, one-sided ones at the ends. NumPy computes those of second
    order at the ends."""
    source = as_array(f)
    axes = own_axes(axis, source.ndim)
    if len(varargs) not in (0, 1, len(axes)):
        raise OceanTypeError("invalid number of arguments")
    if len(varargs) == 1 < len(axes) and as_array(varargs[0]).ndim:
        raise OceanTypeError(f"gradient() takes one spacing for each of {len(axes)} axes, got one array")
    if edge_order != 1:
        return computed("gradient", source, *varargs, axis=axis, edge_order=edge_order)
    if source._dtype is BOOL:
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
        if step.ndim and not step._dtype.isfloat:
            step = step.astype(DOUBLE)
        width = inner(step) if step.ndim else float(step)
        if step.ndim:
            widths = diff(step)
            if bool((widths == widths[0]).all()):  # NumPy then treats them as a single number
                width = float(widths[0])
        result = cumulative.gradient(inner(source), width, source.ndim - 1 - place)
        found.append(wrap(result))
    return found[0] if len(found) == 1 else tuple(found)


@ruled("reduced(axis)")
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
    return reduce.FUNCTIONS["sum"](both * width / 2.0, place)


@ruled("along(axis)")
def unwrap(p: Any, discont: Any = None, axis: int = -1, *, period: Any = 2 * math.pi) -> array:
    """Angles without jumps: neighbours differ by less than half a period."""
    source = as_array(p)
    place = own_axis(axis, source.ndim)
    steps = diff(source, axis=place)
    kind = result_kind(steps, period)
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
