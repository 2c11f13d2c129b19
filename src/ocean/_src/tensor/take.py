"""Gathers and scatters: by indices along an axis, and by position."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ocean._src.base.classes import method
from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import ruled
from ocean._src.core.call.operands import maybe_scalar, tensor_of
from ocean._src.core.functions import combine, copies, create
from ocean._src.core.host.indexing import indexing
from ocean._src.core.objects.array import array
from ocean._src.core.objects.description import (
    check_overlap,
    checked_axis,
    layout_is_fortran,
    make_description,
    size_text,
)
from ocean._src.core.objects.description import common_size as find_common_size
from ocean._src.core.objects.dtypes import BOOL, INT64, UINT64, computing_of, dtype
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.tensor import call_operation, make_empty, share_bytes, tensor
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.tensor.create import new
from ocean._src.tensor.reduce import FUNCTIONS as REDUCTIONS
from ocean._src.tensor.twodim import along_only


def along_axis(value: Any, axis: int | None) -> tuple[tensor, int]:
    """A tensor and a nonnegative axis of it; without an axis, all elements as a vector."""
    source = tensor_of(value)
    if axis is None:
        return source if source.ndims == 1 else source.flatten(), 0
    return source, checked_axis(axis, source.ndims)


def integers_in(function: str, name: str, values: Any) -> tensor:
    """An argument of integers as a tensor; an empty list counts as integers."""
    if isinstance(values, (list, tuple)) and not values:
        return new(INT64, 0, cpu)
    result = tensor_of(values)
    kind = result.dtype
    if kind is not INT64 and (kind is BOOL or kind.isfloat):
        raise OceanTypeError(f"{function}(): {name} must be integers, got dtype {result.dtype.name}")
    return result


@method(tensor)
@ruled("first(axis)")
def take(self: Any, indices: Any, axis: int | None = None) -> tensor:
    """The places of an axis that a list of indices names; no axis: of all elements, in column-major order.

    >>> ocean.arange(6).reshape(2,3).take([4,-1])
       4   5
    <tensor.int64 of size 2 on cpu>
    """
    source, along = along_axis(self, axis)
    if combine.are_integers(indices):
        picked: tensor = source[(*(slice(None),) * along, indices)] if along else source[indices]
        return picked
    return taken(source, integers_in("take", "indices", indices), along)


def taken(source: tensor, indices: tensor, along: int | None) -> tensor:
    """The places of an axis, or of all elements, that a tensor of integers names."""
    if along is None:
        source, along = source.flatten(), 0
    line = indices if indices.ndims == 1 else indices.flatten()
    picked: tensor = source[(*(slice(None),) * along, line)] if along else source[line]
    if line is indices:
        return picked
    return picked.reshape((*source.size[:along], *indices.size, *source.size[along + 1 :]))


@method(tensor)
@ruled("drop")
def put(self: Any, indices: Any, values: Any) -> None:
    """Set elements by their position in column-major order; of several values for one element the last stays."""
    if isinstance(self, (list, tuple)):
        raise OceanTypeError(
            f"put() sets elements of a tensor, or of an array that shares its memory, not of a {type(self).__name__}"
        )
    put_at(tensor_of(self), integers_in("put", "indices", indices), values)


def put_at(target: tensor, positions: tensor, values: Any) -> None:
    """Set elements by their positions, a tensor of integers."""
    if positions.ndims != 1:
        positions = positions.flatten()
    if target.ndims == 1:
        target[positions] = values
    elif layout_is_fortran(target._layout) and target.axes is None:
        target.flatten()[positions] = values
    else:
        target[indexing.unravel(positions, target.size)] = values


def places_along(function: str, source: tensor, indices: Any, axis: Any) -> tensor:
    """The positions, in column-major order, of the elements that indices along an axis name."""
    along = checked_axis(axis, source.ndims)
    given = integers_in(function, "indices", indices)
    if given.ndims != source.ndims:
        raise OceanValueError(
            f"{function}(): the indices need as many dimensions as the tensor, which has {source.ndims}; "
            f"got size {size_text(given.size)}"
        )
    length = source.size[along]
    others = [(1 if k == along else n) for k, n in enumerate(source.size)]
    size = find_common_size({tuple(others): None, given.size: None})
    if size is None:
        raise OceanValueError(
            f"{function}(): indices of size {size_text(given.size)} do not go with a tensor of size "
            f"{size_text(source.size)} along axis {along}"
        )
    given = INT64(given)
    if given.nelem:
        least, most = (int(REDUCTIONS[name](given)) for name in ("minimum", "maximum"))
        if least < -length or most >= length:
            wrong = least if least < -length else most
            raise OceanIndexError(f"{function}(): index {wrong} is out of range for axis {along} of size {length}")
    if given.nelem and least < 0:
        wrapped = call_operation(OPERATIONS["add"], (given, length))
        given = call_operation(OPERATIONS["where"], (call_operation(OPERATIONS["less"], (given, 0)), wrapped, given))
    steps = [math.prod(source.size[:k]) for k in range(source.ndims)]
    total = call_operation(OPERATIONS["scale"], (given, steps[along]))
    for k, n in enumerate(source.size):
        if k != along:
            line = call_operation(OPERATIONS["scale"], (along_only(n, k, source.ndims), steps[k]))
            total = call_operation(OPERATIONS["add"], (total, line))
    spread: tensor = total.broadcastTo(size)
    return spread


@method(tensor)
@ruled("along(axis)")
def take_along_axis(self: Any, indices: Any, axis: Any = 0) -> tensor:
    """The elements that a tensor of indices names along an axis, at their place along the others. The results of
    `argsort`, and of `argmax` with keepdims, are such indices.

    >>> A = ocean.asTensor([[3,1,2],[9,7,8]])
    >>> ocean.take_along_axis(A, [[1,2,0],[0,0,0]], 0)
    (:,:)
       1   9
       2   9
       3   9
    <tensor.int64 of size 3x2 on cpu>
    """
    source = tensor_of(self)
    places = places_along("take_along_axis", source, indices, axis)
    taken: tensor = source.flatten()[places.flatten()].reshape(places.size)
    return taken


@method(tensor)
@ruled("along(axis)")
def put_along_axis(self: Any, indices: Any, values: Any, axis: Any = 0) -> None:
    """Set the elements that a tensor of indices names along an axis; the values are broadcast to the size of the
    indices. Of several values for one element the last stays."""
    if isinstance(self, (list, tuple)):
        raise OceanTypeError(f"put_along_axis() sets elements of a tensor, not of a {type(self).__name__}")
    target = tensor_of(self)
    places = places_along("put_along_axis", target, indices, axis)
    number = maybe_scalar(values)
    given = values if number is not None else tensor_of(values).broadcastTo(places.size).flatten()
    target[indexing.unravel(places.flatten(), target.size)] = given


@method(tensor)
@ruled("views")
def scatterAdd(self: Any, key: Any, values: Any) -> None:
    """Add values to the elements at a key, once for each time that the key names them: `t[key] += values` adds once
    only. The values of an element are added in their order, so that the bits are the same for any number of threads.
    """
    if isinstance(self, (list, tuple)):
        raise OceanTypeError(
            f"scatterAdd() changes a tensor, or an array that shares its memory, not a {type(self).__name__}"
        )
    target = tensor_of(self)
    parts = key if isinstance(key, tuple) else (key,)
    lists = [k for k, each in enumerate(parts) if not (isinstance(each, slice) and each == slice(None))]
    if target.axes is None and len(lists) == 1 and len(parts) <= target.ndims:
        line = vector_of_integers(parts[lists[0]])
        if line is not None:
            size = (*target.size[: lists[0]], line.nelem, *target.size[lists[0] + 1 :])
            add_along(target, lists[0], line, values_for(target, size, None, values))
            return
    numbers = create.arange(target.nelem, device=target.device).reshape(target.size)
    places = tensor_of((numbers if target.axes is None else numbers.withAxes(*target.axes))[key])
    add_at_places(target, places, values_for(target, places.size, places.axes, values))


def vector_of_integers(value: Any) -> tensor | None:
    """A vector of indices without axes, from a list or a tensor; None for anything else."""
    if isinstance(value, list):
        return integers_in("scatterAdd", "indices", value) if all(type(each) is int for each in value) else None
    if not isinstance(value, (tensor, array)):
        return None
    found = tensor_of(value)
    plain = found.ndims == 1 and found.axes is None and found.dtype.isinteger and found.dtype is not UINT64
    return found if plain else None


def values_for(target: tensor, size: Sequence[int], axes: Any, values: Any) -> tensor:
    """Values like those that are assigned to a part of this size of a tensor, without axes."""
    kind, where = target.dtype, target.device
    number = maybe_scalar(values)
    given = None if number is not None else tensor_of(values)
    if given is not None and given.dtype is kind and given.device is where and given.axes is None and axes is None:
        return given if given.size == size else given.broadcastTo(size)
    spread = make_empty(make_description(kind, size if number is None else (), "F", where))
    (spread if axes is None or number is not None else spread.withAxes(*axes))[...] = values
    return spread if number is None else spread.broadcastTo(size)


def add_along(target: tensor, axis: int, indices: tensor, values: tensor) -> None:
    """Add values, whose size is that of the target but for their number along an axis, to the elements at indices."""
    kind = computing_of(target.dtype)
    if kind is not target.dtype or target._layout.swapped:  # such numbers are added with more digits, and rounded once
        if target.readonly:
            raise OceanValueError("The destination tensor is read-only")
        sums = native_copy(target, kind)
        add_along(sums, axis, indices, copies.ensure(values, kind))
        target[...] = sums
        return
    where = target.device
    indices = copies.ensure(indices, INT64, where)
    if not where.host:
        indices = create.arange(target.size[axis], device=where)[indices]  # in range, and not negative
    indices, values = (
        native_copy(each, each.dtype) if each._layout.swapped or share_bytes(each, target) else each
        for each in (indices, values)
    )
    indexing.scatter_add(target, axis, values, indices)


def native_copy(value: tensor, kind: dtype) -> tensor:
    """A copy without axes in the byte order of the processor."""
    result = make_empty(make_description(kind, value.size, "F", value.device))
    result[...] = value.withoutAxes()
    return result


def add_at_places(target: tensor, places: tensor, values: tensor) -> None:
    """Add values to the elements at positions in column-major order, none of them negative."""
    if layout_is_fortran(target._layout):
        flat = target.withoutAxes().flatten()
        add_along(flat, 0, places.withoutAxes().flatten(), values.flatten())
        return
    if target.readonly:
        raise OceanValueError("The destination tensor is read-only")
    check_overlap(target._layout)
    sums = native_copy(target, target.dtype)
    add_at_places(sums, places, values)
    target.withoutAxes()[...] = sums
