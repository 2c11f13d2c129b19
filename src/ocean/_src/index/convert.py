"""Conversion of keys and values: anything like a tensor becomes a tensor here."""

from __future__ import annotations

from math import prod

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.operands import import_tensor, maybe_scalar, scalar_tensor, tensor_of, to_operand
from ocean._src.core.call.settings import need_broadcast
from ocean._src.core.functions.create import asTensor
from ocean._src.core.objects.axes import MAX_DIMS, is_axis
from ocean._src.core.objects.description import broadcasts, integers, size_text
from ocean._src.core.objects.dtypes import INT64, scalar
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.tensor import tensor
from ocean._src.tensor.create import new
from ocean._src.tensor.nested import items_of

NOT_AN_INDEX = "Expected integers, ranges, ..., None, tensors or lists of integers or bools, or index objects"


def part_as_tensor(part: Any, checked: bool) -> tensor:
    """A part of a key that is not an integer, slice, None, ellipsis, tensor or flat list of integers, as a tensor.

    `checked`: the length of a range has been checked against the indexed tensor. Otherwise long ranges are refused.
    """
    number = part if isinstance(part, scalar) else None if isinstance(part, tensor) else maybe_scalar(part)
    if number is not None:
        return scalar_tensor(number)
    found = import_tensor(part)
    if found is not None:
        return found
    if isinstance(part, (str, bytes, bytearray, dict, set)) or not hasattr(part, "__iter__"):
        by_name = f"; x[{{{part.name}: index}}] picks along an axis" if is_axis(part) else ""
        raise OceanTypeError(f"{NOT_AN_INDEX}; got {type(part).__name__} {shown(part)}{by_name}")
    try:
        values = part if isinstance(part, range) else items_of(part)
    except OceanValueError as error:
        raise OceanTypeError(f"{NOT_AN_INDEX}; got an iterator of type {type(part).__name__}: {error}") from None
    if not values:
        return new(INT64, 0, cpu)
    try:
        return asTensor(values) if checked and isinstance(values, range) else tensor_of(values)
    except OceanTypeError:
        if all(hasattr(each, "__index__") for each in values):
            return asTensor([each.__index__() for each in values])
        raise OceanTypeError(f"{NOT_AN_INDEX}; got {shown(part)}") from None


def value_for(value: Any, size: tuple[int, ...], reorders: bool) -> Any:
    """A value for an assignment to elements of the given size: a number, or a tensor that can be broadcast to it.

    `reorders`: the target is a view, where a vector may be assigned to a tensor with the same count of elements, and
    the reverse.
    """
    source = to_operand(value)
    if not isinstance(source, tensor) or source.size == size:
        return source
    if reorders and (source.ndims == 1 or len(size) == 1) and source.nelem == prod(size):
        return source.reshape(size)  # in column-major order, like `copy`
    while source.ndims > len(size) and source.size[-1] == 1:
        source = source.squeeze(source.ndims - 1)
    if not broadcasts(source.size, size):
        raise OceanValueError(
            f"Cannot assign a tensor of size {size_text(source.size)} to an index of size {size_text(size)}"
        )
    if source.ndims and source.size != size:
        need_broadcast(source.size, size)
    return source


def integers_or_none(value: Any, what: str) -> tuple[int, ...] | None:
    """A tuple of integers from an integer or a sequence of them; None stays None."""
    if value is None:
        return None
    return integers(value.asPython() if isinstance(value, tensor) and value.nelem <= MAX_DIMS else value, what)
