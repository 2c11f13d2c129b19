"""The elements of views that are not strided: padding, and views that are given by functions of the index."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ocean._src.core.copies import converted
from ocean._src.core.create import zeros
from ocean._src.core.description import broadcasts, size_text
from ocean._src.core.dtypes import INT64, dtype
from ocean._src.core.errors import OceanIndexError, OceanTypeError, OceanValueError
from ocean._src.core.indexing import count_true
from ocean._src.core.memory import device
from ocean._src.core.operands import tensor_of
from ocean._src.core.tensor import tensor
from ocean._src.create import new
from ocean._src.ranges import arange
from ocean._src.reduce import allInRange

Index = tuple[tensor, ...]
"""What index functions take: for each dimension of the view a tensor with the index of every element along it."""


def padded(source: tensor, size: tuple[int, ...], before: tuple[int, ...]) -> tensor:
    """A tensor with zeros around it."""
    result: tensor = zeros(size, source.dtype, source.device)
    inner = result
    for axis, (start, length) in enumerate(zip(before, source.size, strict=True)):
        inner = inner.slice(axis, start, length)
    inner.copy(source)
    return result


def picked(
    size: tuple[int, ...],
    kind: dtype,
    sources: list[tensor],
    translations: Iterable[Callable[[Index], Any]],
    select: Callable[[Index], Any],
) -> tensor:
    """The elements that a selection and translations of indices name, on the device of the first source."""
    where, full = sources[0].device, size or (1,)
    index = tuple(
        arange(0, n, 1, INT64, where).reshape(*(n if k == axis else 1 for k in range(len(size)))).broadcastTo(size)
        for axis, n in enumerate(size)
    )
    result = new(kind, full, where)
    chosen = index_tensor(select(index), full, where, "select")
    if not allInRange(chosen, 0, len(sources) - 1):
        raise OceanIndexError(f"The selection gives numbers outside 0 to {len(sources) - 1}")
    for number, (source, translate) in enumerate(zip(sources, translations, strict=True)):
        mask = chosen == number
        if not count_true(mask):
            continue
        given = translate(index)
        parts = given if isinstance(given, (tuple, list)) else (given,)
        if len(parts) != source.ndims:
            raise OceanValueError(
                f"Translation {number} gives {len(parts)} indices for a tensor with {source.ndims} dimensions"
            )
        position, step = index_tensor(0, full, where, "")[mask], 1
        for axis, (part, length) in enumerate(zip(parts, source.size, strict=True)):
            wanted = index_tensor(part, full, where, f"translation {number}")[mask]
            if not allInRange(wanted, 0, length - 1):
                raise OceanIndexError(f"Translation {number} leads outside dimension {axis} of length {length}")
            position, step = position + wanted @ step, step * length
        result[mask] = source.take(position)
    return result.reshape(size)


def index_tensor(value: Any, size: tuple[int, ...], where: device, what: str) -> tensor:
    """What an index function gave, as int64 of the size of the view."""
    found = tensor_of(value)
    if found.dtype.isfloat or found.dtype.iscomplex:
        raise OceanTypeError(f"Expected integers from {what}, got {found.dtype.name}")
    wide = converted(found, INT64, where)
    if not broadcasts(wide.size, size):
        raise OceanValueError(f"{what} gave a tensor of size {size_text(wide.size)}, expected {size_text(size)}")
    return wide.broadcastTo(size)
