"""Taking tensors apart and putting them together: split, merge, find, and what users of NumPy expect beside them.

Pieces are views until something must be copied; copies move elements by index or by block, never one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ocean._src.core import description as layout
from ocean._src.core import indexing
from ocean._src.core import tensor as core
from ocean._src.core.arguments import public
from ocean._src.core.classes import method
from ocean._src.core.dtypes import DTYPE_LIST, common, dtype
from ocean._src.core.errors import OceanIndexError, OceanTypeError, OceanValueError, integer_text
from ocean._src.core.memory import cpu, device
from ocean._src.core.settings import need_device, need_dtype
from ocean._src.core.tensor import tensor
from ocean._src.create import asTensor, converted, new
from ocean._src.elementwise import FUNCTIONS
from ocean._src.ops.dispatch import OPERATIONS

BOOL, INT64 = DTYPE_LIST[0], DTYPE_LIST[8]
MOST_PARTS = 1 << 16
"""How many parts a tensor may be split in, unless it is longer than that."""


def to_tensor(value: Any) -> tensor:
    return value if isinstance(value, tensor) else asTensor(value)


def to_tensors(function: str, values: Any) -> list[tensor]:
    """A list of tensors from a sequence of tensors and things like them."""
    if isinstance(values, tensor):
        values = list(values) if values.ndims else [values]
    if not isinstance(values, (list, tuple)):
        try:
            values = list(values)
        except TypeError:
            raise OceanTypeError(f"{function}() takes a list of tensors, got {type(values).__name__}") from None
    pieces = indexing.as_tensors(values) or [to_tensor(each) for each in values]
    if not pieces:
        raise OceanValueError(f"{function}() needs at least one tensor")
    return pieces


def axis_of(function: str, axis: Any, ndims: int) -> int:
    """A nonnegative axis of a tensor with `ndims` dimensions."""
    place = layout.integer(axis, "axis")
    if not -ndims <= place < ndims:
        raise OceanIndexError(f"{function}(): axis {place} is out of range for {ndims} dimension{'s' * (ndims != 1)}")
    return place + ndims if place < 0 else place


# --- Split and merge ---------------------------------------------------------------------------------------------


@public("split(axis [,parts] [,sizes] [,devices] [,detach]) -> list[tensor]", tensor,
        parts="int", sizes="list, iterable or tensor", devices="list or device", detach="bool")  # fmt: skip
def split(self: tensor, axis: int, parts: Any, sizes: Any, devices: Any, detach: bool | None) -> list[tensor]:
    """a number of parts, parts of given sizes, or one for each of several devices.

    Views of parts that are as even as possible, or of the given sizes; on devices, one part for each of them.
    `detach` makes copies.

    >>> [part.size for part in ocean.zeros([5,6]).split(0, 3)]
    [(2, 6), (2, 6), (1, 6)]
    """
    place = axis_of("split", axis, self.ndims)
    parts, sizes, devices = split_arguments(parts, sizes, devices)
    length = self.size[place]
    if sizes is None:
        count = len(devices) if devices is not None else parts
        if count is None:
            raise OceanTypeError("split() needs a number of parts, their sizes, or devices")
        if count < 1:
            raise OceanValueError(f"split(): the number of parts must be positive, got {count}")
        if count > max(length, MOST_PARTS):  # nearly all of them empty
            raise OceanValueError(
                f"split(): the number of parts must be at most {max(length, MOST_PARTS)} "
                f"along an axis of size {length}, got {integer_text(count)}"
            )
        sizes = [length // count + (part < length % count) for part in range(count)]
    if any(size < 0 for size in sizes) or sum(sizes) != length:
        raise OceanValueError(f"split(): the sizes must be nonnegative and add up to {length}, got {list(sizes)}")
    if devices is not None and len(devices) != len(sizes):
        raise OceanValueError(f"split(): expected a size for each of {len(devices)} devices, got {len(sizes)}")
    result, start = [], 0
    for part, size in enumerate(sizes):
        piece = self.slice(place, start, size)
        if devices is not None and devices[part] is not self.device:
            piece = converted(piece, None, devices[part])
        elif detach:
            piece = piece.clone()
        result.append(piece)
        start += size
    return result


def split_arguments(
    parts: int | None, sizes: Any, devices: Any
) -> tuple[int | None, Sequence[int] | None, Sequence[device] | None]:
    """What `split` is to do; lists of sizes and of devices are told apart by what they contain."""
    if isinstance(devices, device):
        devices = [devices]
    if isinstance(sizes, tensor) and not sizes.ndims:
        parts, sizes = int(sizes), None
    sizes = None if sizes is None else list(sizes)
    if sizes and all(isinstance(each, device) for each in sizes):
        sizes, devices = devices, sizes
    if devices is not None and not all(isinstance(each, device) for each in devices):
        raise OceanTypeError(f"split(): devices must be devices, got {devices!r}")
    if parts is not None and (sizes is not None or devices is not None):
        raise OceanTypeError("split() takes a number of parts, or sizes, or devices with sizes")
    return parts, None if sizes is None else layout.integers(sizes, "size"), devices


@public("merge(tensors, axis [,result] [,dtype] [,device]) -> tensor | None", result="tensor")
def merge(
    tensors: Any, axis: int, result: tensor | None, kind: dtype | None, where: device | None
) -> tensor | None:
    """tensors one after another along an axis, into a result or a new tensor.

    A new result takes the dtype and the device of the tensors where they agree, else the default ones. Missing
    dimensions on the right count as size one.

    >>> ocean.merge([[1,2],[3]], 0)
       1   2   3
    <tensor.int64 of size 3 on cpu>
    """
    pieces = to_tensors("merge", tensors)
    return joined("merge", pieces, axis, result, kind, where)


def joined(
    function: str, pieces: list[tensor], axis: Any, result: tensor | None, kind: dtype | None, where: device | None
) -> tensor | None:
    place, size, found, home = indexing.joined(pieces, layout.integer(axis, "axis"))
    if result is None:
        target = new(kind or found or need_dtype(), size, where or home or need_device())
        indexing.join(target, pieces, place)
        return target
    if kind is not None or where is not None:
        raise OceanTypeError(f"{function}() takes a result, or a dtype and a device")
    if result.size != size:
        expected, got = ("x".join(map(str, each)) for each in (size, result.size))
        raise OceanValueError(f"{function}(): the result has size {got}, expected {expected}")
    indexing.join(result, pieces, place)
    return None


def concatenate(tensors: Any, axis: int = 0) -> tensor:
    """Tensors one after another along an axis, in their common dtype."""
    pieces = to_tensors("concatenate", tensors)
    result = joined("concatenate", pieces, axis, None, common(*{each.dtype for each in pieces}), pieces[0].device)
    assert result is not None
    return result


def stack(tensors: Any, axis: int = 0) -> tensor:
    """Tensors of the same size one after another along a new axis, in their common dtype.

    >>> ocean.stack([[1,2,3],[4,5,6]])
    (:,:)
       1   2   3
       4   5   6
    <tensor.int64 of size 2x3 on cpu>
    """
    pieces = to_tensors("stack", tensors)
    for position, each in enumerate(pieces):
        if each.size != pieces[0].size:
            expected, got = ("x".join(map(str, size)) or "scalar" for size in (pieces[0].size, each.size))
            raise OceanValueError(f"stack(): tensor {position} has size {got}, expected {expected}")
    place = axis_of("stack", axis, pieces[0].ndims + 1)
    return concatenate([each.unsqueeze(place) for each in pieces], place)


# --- Repetition --------------------------------------------------------------------------------------------------


@method(tensor)
def tile(self: tensor, counts: Any) -> tensor:
    """The tensor repeated as a whole, the given number of times along each dimension.

    >>> ocean.asTensor([1,2]).tile([2,3])
    (:,:)
       1   1   1
       2   2   2
       1   1   1
       2   2   2
    <tensor.int64 of size 4x3 on cpu>
    """
    times = list(layout.integers(counts, "count"))
    if any(count < 0 for count in times):
        raise OceanValueError(f"tile(): the counts must be nonnegative, got {times}")
    times += [1] * (self.ndims - len(times))
    result = self.reshape((*self.size, *[1] * (len(times) - self.ndims)))
    for axis, count in enumerate(times):
        if count != 1:
            result = repeated(result, axis, count, whole=True)
    return result if any(count != 1 for count in times) else copy_of(result)


def repeated(source: tensor, axis: int, count: int, whole: bool) -> tensor:
    """A copy with everything along an axis (whole), or each place along it, repeated."""
    before, length, after = block(source.size, axis)
    target = new(source.dtype, (*source.size[:axis], length * count, *source.size[axis + 1 :]), source.device)
    folded = source.reshape(before, length, after)
    if whole:
        target.reshape(before, length, count, after).copy(folded.reshape(before, length, 1, after))
    else:
        target.reshape(before, count, length, after).copy(folded.reshape(before, 1, length, after))
    return target


def block(size: tuple[int, ...], axis: int) -> tuple[int, int, int]:
    """The number of elements before, along and after an axis."""
    before = after = 1
    for place, length in enumerate(size):
        if place < axis:
            before *= length
        elif place > axis:
            after *= length
    return before, size[axis], after


def copy_of(source: tensor) -> tensor:
    result = new(source.dtype, source.size, source.device)
    core.call(OPERATIONS["copy"], (source,), result)
    return result


@method(tensor)
def repeat(self: tensor, counts: Any, axis: int | None = None) -> tensor:
    """Each place along an axis repeated, the same number of times or as many as a list says; no axis: as a vector.

    >>> ocean.asTensor([1,2,3]).repeat([2,0,1])
       1   1   3
    <tensor.int64 of size 3 on cpu>
    """
    source = self.flatten() if axis is None else self
    place = 0 if axis is None else axis_of("repeat", axis, self.ndims)
    times = integers_in("repeat", "counts", counts)
    if times.nelem == 1:
        count = int(times)
        if count < 0:
            raise OceanValueError(f"repeat(): the counts must be nonnegative, got {count}")
        return repeated(source, place, count, whole=False)
    if times.size != (source.size[place],):
        raise OceanValueError(f"repeat(): expected one count or {source.size[place]} of them, got {times.nelem}")
    result: tensor = source[(slice(None),) * place + (indexing.places_repeated(times),)]
    return result


@method(tensor)
def roll(self: tensor, shift: Any, axis: Any = None) -> tensor:
    """The elements moved along an axis, those that leave at one end entering at the other; no axis: as a vector.

    >>> ocean.arange(5).roll(2)
       3   4   0   1   2
    <tensor.int64 of size 5 on cpu>
    """
    shifts = layout.integers(shift, "shift")
    if axis is None:
        rolled = self.flatten()
        for each in shifts:
            rolled = rolled_once(rolled, each, 0)
        return (copy_of(self) if rolled is self else rolled).reshape(self.size)
    axes = layout.integers(axis, "axis")
    if len(shifts) == 1:
        shifts = shifts * len(axes)
    elif len(axes) == 1:
        axes = axes * len(shifts)
    if len(axes) != len(shifts):
        raise OceanValueError(f"roll(): expected as many shifts as axes, got {len(shifts)} and {len(axes)}")
    result = self
    for each, place in zip(shifts, axes, strict=True):
        result = rolled_once(result, each, axis_of("roll", place, self.ndims))
    return copy_of(self) if result is self else result


def rolled_once(source: tensor, shift: int, axis: int) -> tensor:
    length = source.size[axis]
    first = shift % length if length else 0
    result = new(source.dtype, source.size, source.device)
    indexing.join(result, [source.slice(axis, length - first, first), source.slice(axis, 0, length - first)], axis)
    return result


# --- By position -------------------------------------------------------------------------------------------------


def find(tensor: Any) -> tensor:
    """The indices of the nonzero elements, a column for each: int64, of size ndims by their number.

    >>> ocean.find([[True,False],[False,True]])
    (:,:)
       0   1
       0   1
    <tensor.int64 of size 2x2 on cpu>
    """
    source = to_tensor(tensor)
    return indexing.find(source if source.dtype is BOOL else core.call(OPERATIONS["notEqual"], (source, 0)))


def nonzero(tensor: Any) -> tensor:
    """The same as `find`: `i, j = nonzero(A)` unpacks its rows, and `A[nonzero(A)]` picks the elements."""
    return find(tensor)


def where(*operands: Any, **named: Any) -> Any:
    """where(A): the same as `find`; where(A, B, C [,D]): B where the condition A holds, else C."""
    if "condition" in named:  # as users of NumPy call it
        if operands or "A" in named:
            raise OceanTypeError("where() got the condition twice")
        operands = (named.pop("condition"),)
    if len(operands) == 1 and not named:
        return find(operands[0])
    return find(named["A"]) if not operands and list(named) == ["A"] else FUNCTIONS["where"](*operands, **named)


def integers_in(function: str, name: str, values: Any) -> tensor:
    """An argument of integers as a tensor; an empty list counts as one of them."""
    if isinstance(values, (list, tuple)) and not values:
        return new(INT64, 0, cpu)
    result = to_tensor(values)
    if result.dtype is BOOL or result.dtype.isfloat:
        raise OceanTypeError(f"{function}(): {name} must be integers, got dtype {result.dtype.name}")
    return result


@method(tensor)
def take(self: tensor, indices: Any, axis: int | None = None) -> tensor:
    """The places of an axis that a list of indices names; no axis: of all elements, in column-major order.

    >>> ocean.arange(6).reshape(2,3).take([4,-1])
       4   5
    <tensor.int64 of size 2 on cpu>
    """
    source = self.flatten() if axis is None else self
    place = 0 if axis is None else axis_of("take", axis, self.ndims)
    positions = integers_in("take", "indices", indices)
    picked: tensor = source[(slice(None),) * place + (positions.flatten(),)]
    return picked.reshape((*source.size[:place], *positions.size, *source.size[place + 1 :]))


@method(tensor)
def put(self: tensor, indices: Any, values: Any) -> None:
    """Set elements by their position in column-major order; of several values for one element the last stays."""
    positions = integers_in("put", "indices", indices)
    self[indexing.unravel(positions.flatten(), self.size)] = values


for _name, _function in (("find", find), ("nonzero", nonzero)):
    setattr(tensor, _name, _function)
