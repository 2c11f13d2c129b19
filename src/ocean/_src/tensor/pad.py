"""Padding of tensors."""

from __future__ import annotations

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public
from ocean._src.core.call.operands import tensor_of
from ocean._src.core.functions.create import arange, full
from ocean._src.core.objects.description import integers
from ocean._src.core.objects.dtypes import new_scalar
from ocean._src.core.objects.tensor import call_operation, tensor
from ocean._src.ops.dispatch import OPERATIONS

MODES = ("constant", "edge", "reflect", "symmetric", "wrap")


@public("pad(A, widths [,mode] [,value]) -> tensor", mode="str", value="number", methods=(tensor,), rule="along")
def pad(A: Any, widths: Any, mode: str | None, value: Any) -> tensor:
    """A tensor with additional elements before and after it along each axis.

    The widths are one number, a pair (before, after), or such a pair for each axis. The modes are "constant" (a value,
    0), "edge" (the outermost elements), "reflect" (mirrored at them), "symmetric" (mirrored behind them) and "wrap"
    (from the other side).

    >>> ocean.pad([1,2,3], (2,3), "reflect")
       3   2   1   2   3   2   1   2
    <tensor.int64 of size 8 on cpu>
    """
    source = tensor_of(A)
    mode = "constant" if mode is None else mode
    if mode not in MODES:
        raise OceanValueError(f"pad(): expected mode {', '.join(map(repr, MODES))}, got {shown(mode)}")
    if value is not None and mode != "constant":
        raise OceanTypeError(f"pad(): mode {mode!r} takes no value")
    pairs = pad_widths(widths, source.ndims)
    if mode == "constant":
        size = [before + n + after for n, (before, after) in zip(source.size, pairs, strict=True)]
        result = full(size, new_scalar(source.dtype, 0 if value is None else value), source.dtype, source.device)
        inside = tuple(slice(before, before + n) for n, (before, _) in zip(source.size, pairs, strict=True))
        if source.ndims:
            result[inside] = source
        else:
            result.copy(source)
        return result
    result = source
    for axis, (before, after) in enumerate(pairs):
        if before or after:
            result = result[(slice(None),) * axis + (pad_places(mode, result.size[axis], before, after, axis),)]
    return result if result is not source else source.clone()


def pad_widths(widths: Any, ndims: int) -> list[tuple[int, int]]:
    """The number of additional elements before and after along each axis."""
    wanted = "pad(): the widths must be a number, a pair, or a pair for each axis"
    if isinstance(widths, (list, tuple)) and widths and isinstance(widths[0], (list, tuple)):
        pairs = [integers(each, "widths") for each in widths]
        if len(pairs) == 1:
            pairs = pairs * ndims
    else:
        given = integers(widths, "widths")
        pairs = [given * 2 if len(given) == 1 else given] * ndims
    if len(pairs) != ndims or any(len(each) != 2 for each in pairs):
        raise OceanValueError(f"{wanted} of a tensor with {ndims} dimensions, got {shown(widths)}")
    if any(n < 0 for each in pairs for n in each):
        raise OceanValueError(f"pad(): the widths must be nonnegative, got {shown(widths)}")
    return [(before, after) for before, after in pairs]


def pad_places(mode: str, length: int, before: int, after: int, axis: int) -> tensor:
    """The index along an axis that each element of the result comes from."""
    if length == 0:
        raise OceanValueError(f"pad(): axis {axis} of size 0 has nothing to pad with; use mode 'constant'")
    places = arange(-before, length + after)
    call = call_operation
    if mode == "edge" or length == 1:
        return call(OPERATIONS["clip"], (places, 0, length - 1))  # type: ignore[no-any-return]
    if mode == "wrap":
        return call(OPERATIONS["mod"], (places, length))  # type: ignore[no-any-return]
    period = 2 * length - 2 if mode == "reflect" else 2 * length
    places = call(OPERATIONS["mod"], (places, period))
    back = call(OPERATIONS["subtract"], (2 * length - 2 if mode == "reflect" else 2 * length - 1, places))
    return call(OPERATIONS["min"], (places, back))  # type: ignore[no-any-return]
