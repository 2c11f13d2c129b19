"""Splitting tensors into views, on one device or several."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, islice

from ocean._src.base.classes import method
from ocean._src.base.errors import OceanTypeError, OceanValueError, integer_text, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public, ruled
from ocean._src.core.call.operands import tensor_of
from ocean._src.core.functions import combine
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects.description import checked_axis, integers
from ocean._src.core.objects.memory import device
from ocean._src.core.objects.tensor import tensor

MOST_PARTS = 1 << 16
"""The limit of parts of a tensor that is not longer than that."""


@public("split(axis [,parts] [,sizes] [,devices] [,detach]) -> list[tensor]", tensor,
        parts="int", sizes="list, iterable or tensor", devices="list or device", detach="bool",
        rule="views(axis)")  # fmt: skip
def split(self: tensor, axis: int, parts: Any, sizes: Any, devices: Any, detach: bool | None) -> list[tensor]:
    """a number of parts, parts of given sizes, or one for each of several devices.

    Views of parts that are as even as possible, or of the given sizes; on devices, one part for each of them.
    `detach` makes copies.

    >>> [part.size for part in ocean.zeros([5,6]).split(0, 3)]
    [(2, 6), (2, 6), (1, 6)]
    """
    along = checked_axis(axis, self.ndims)
    parts, sizes, devices = split_arguments(parts, sizes, devices)
    length = self.size[along]
    if sizes is None:
        count = len(devices) if devices is not None else parts
        if count is None:
            raise OceanTypeError("split() needs a number of parts, their sizes, or devices")
        if count < 1:
            raise OceanValueError(f"split(): the number of parts must be positive, got {count}")
        if count > length and count > MOST_PARTS:  # nearly all of them empty
            raise OceanValueError(
                f"split(): the number of parts must be at most {max(length, MOST_PARTS)} "
                f"along an axis of size {length}, got {integer_text(count)}"
            )
        sizes = even_sizes(length, count)
    elif min(sizes, default=0) < 0 or sum(sizes) != length:
        given = shown(list(sizes))
        raise OceanValueError(f"split(): the sizes must be nonnegative and add up to {length}, got {given}")
    if devices is not None and len(devices) != len(sizes):
        raise OceanValueError(f"split(): expected a size for each of {len(devices)} devices, got {len(sizes)}")
    pieces = combine.cut(self, along, sizes)
    if devices is None:
        return [piece.clone() for piece in pieces] if detach else pieces
    return [moved(piece, where, detach) for piece, where in zip(pieces, devices, strict=True)]


def even_sizes(length: int, count: int) -> list[int]:
    """The sizes of `count` parts that are as even as possible, the larger ones first."""
    size, larger = divmod(length, count)
    return [size + 1] * larger + [size] * (count - larger)


def parts_of(source: Any, axis: int, sizes: Sequence[int]) -> list[Any]:
    """Views of parts of given sizes along an axis; the source is a tensor, an r-tensor or a mapped view."""
    if isinstance(source, tensor):
        return combine.cut(source, axis, sizes)
    ends = list(accumulate(sizes))
    return [source.slice(axis, end - size, size) for end, size in zip(ends, sizes, strict=True)]


def moved(piece: tensor, where: device, detach: bool | None) -> tensor:
    if where is not piece.device:
        return converted(piece, None, where)
    return piece.clone() if detach else piece


def split_arguments(
    parts: int | None, sizes: Any, devices: Any
) -> tuple[int | None, Sequence[int] | None, Sequence[device] | None]:
    """Read the arguments of `split`; the elements of a list show whether it has sizes or devices."""
    if isinstance(devices, device):
        devices = [devices]
    if isinstance(sizes, tensor) and not sizes.ndims:
        parts, sizes = int(sizes), None
    sizes = None if sizes is None else list(islice(sizes, MOST_PARTS + 1))
    if sizes and all(isinstance(each, device) for each in sizes):
        sizes, devices = devices, sizes
    if devices is not None and not all(isinstance(each, device) for each in devices):
        raise OceanTypeError(f"split(): devices must be devices, got {shown(devices)}")
    if parts is not None and (sizes is not None or devices is not None):
        raise OceanTypeError("split() takes a number of parts, or sizes, or devices with sizes")
    return parts, None if sizes is None else integers(sizes, "sizes", MOST_PARTS), devices


@method(tensor)
@ruled("refuse")
def vsplit(A: Any, parts: Any) -> list[tensor]:
    """Views of parts below each other, as `t.split(0, parts)`: a number of parts, or their sizes.

    >>> [each.size for each in ocean.vsplit(ocean.zeros([5,2]), [1,4])]
    [(1, 2), (4, 2)]
    """
    return split_along("vsplit", A, 0, parts)


@method(tensor)
@ruled("refuse")
def hsplit(A: Any, parts: Any) -> list[tensor]:
    """Views of parts beside each other, as `t.split(1, parts)`; a vector is one column."""
    return split_along("hsplit", A, 1, parts)


def split_along(function: str, value: Any, axis: int, parts: Any) -> list[tensor]:
    source = tensor_of(value)
    if source.ndims == 0:
        raise OceanValueError(f"{function}() takes a tensor with dimensions, got a scalar")
    if axis >= source.ndims:
        source = source.unsqueeze(source.ndims)
    pieces: list[tensor] = source.split(axis, parts)
    return pieces
