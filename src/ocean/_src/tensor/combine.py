"""Taking tensors apart and putting them together: split, merge, find, and what users of NumPy expect beside them.

Pieces are views until something must be copied. All functions take anything like a tensor.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from ocean._src.base.classes import attach, method
from ocean._src.base.errors import OceanTypeError, OceanValueError, integer_text, shown
from ocean._src.core.call.arguments import public
from ocean._src.core.call.operands import tensor_of
from ocean._src.core.call.settings import need_device, need_dtype
from ocean._src.core.functions import combine
from ocean._src.core.functions.copies import converted
from ocean._src.core.host.indexing import indexing
from ocean._src.core.objects import description as layout
from ocean._src.core.objects import tensor as core
from ocean._src.core.objects.dtypes import BOOL, INT64, dtype
from ocean._src.core.objects.memory import cpu, device
from ocean._src.core.objects.tensor import tensor
from ocean._src.kernels.jobs import Elementwise, planned
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.ops.writer import Writer
from ocean._src.tensor.create import new
from ocean._src.tensor.elementwise import FUNCTIONS

MOST_PARTS = 1 << 16
"""How many parts a tensor may be split in, unless it is longer than that."""
MOST_PIECES = 1 << 18
"""How many tensors are taken from an iterable that is not a list or tuple: it may be endless."""


def to_tensors(function: str, values: Any) -> list[tensor]:
    """New tensor objects for a sequence of tensors and things like them."""
    pieces = combine.as_tensors(values)
    if pieces:
        return pieces
    if isinstance(values, tensor) and values.ndims == 0:
        values = [values]
    if not isinstance(values, (list, tuple)):
        try:
            given = list(values) if isinstance(values, tensor) else list(islice(values, MOST_PIECES + 1))
        except TypeError:
            raise OceanTypeError(f"{function}() takes a list of tensors, got {type(values).__name__}") from None
        if not isinstance(values, tensor) and len(given) > MOST_PIECES:
            raise OceanValueError(
                f"{function}(): more than {MOST_PIECES} tensors, perhaps without end; make a list of them first"
            )
        values = given
    pieces = combine.as_tensors([tensor_of(each) for each in values])
    if not pieces:
        raise OceanValueError(f"{function}() needs at least one tensor")
    return pieces


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
    along = layout.checked_axis(axis, self.ndims)
    parts, sizes, devices = split_arguments(parts, sizes, devices)
    length = self.size[along]
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
        size, larger = divmod(length, count)
        sizes = [size + 1] * larger + [size] * (count - larger)
    elif min(sizes, default=0) < 0 or sum(sizes) != length:
        given = shown(list(sizes))
        raise OceanValueError(f"split(): the sizes must be nonnegative and add up to {length}, got {given}")
    if devices is not None and len(devices) != len(sizes):
        raise OceanValueError(f"split(): expected a size for each of {len(devices)} devices, got {len(sizes)}")
    pieces = combine.cut(self, along, sizes)
    if devices is None:
        return [piece.clone() for piece in pieces] if detach else pieces
    return [moved(piece, where, detach) for piece, where in zip(pieces, devices, strict=True)]


def moved(piece: tensor, where: device, detach: bool | None) -> tensor:
    if where is not piece.device:
        return converted(piece, None, where)
    return piece.clone() if detach else piece


def split_arguments(
    parts: int | None, sizes: Any, devices: Any
) -> tuple[int | None, Sequence[int] | None, Sequence[device] | None]:
    """What `split` is to do; lists of sizes and of devices are told apart by what they contain."""
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
    return parts, None if sizes is None else layout.integers(sizes, "sizes", MOST_PARTS), devices


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
    if result is None:
        found, home = combine.agreed(pieces)
        return combine.join(pieces, axis, kind or found or need_dtype(), where or home or need_device())
    if kind is not None or where is not None:
        raise OceanTypeError("merge() takes a result, or a dtype and a device")
    combine.join_into(result, pieces, axis, "merge")
    return None


def concatenate(tensors: Any, axis: int = 0) -> tensor:
    """Tensors one after another along an axis, in their common dtype."""
    return combine.join(to_tensors("concatenate", tensors), axis)


def stack(tensors: Any, axis: int = 0) -> tensor:
    """Tensors of the same size one after another along a new axis, in their common dtype.

    >>> ocean.stack([[1,2,3],[4,5,6]])
    (:,:)
       1   2   3
       4   5   6
    <tensor.int64 of size 2x3 on cpu>
    """
    return combine.stacked(to_tensors("stack", tensors), axis)


AT_ONCE = 8
"""How many tensors one kernel copies; it has as many results."""


def copy_together(targets: list[tensor], sources: list[tensor]) -> None:
    """Copy tensors of the host into as many others, whose elements lie between each other, a few in each pass."""
    for first in range(0, len(targets), AT_ONCE):
        operands = targets[first : first + AT_ONCE] + sources[first : first + AT_ONCE]
        core.run_plan(plan_copies(tuple(each._layout for each in operands)), operands)


@lru_cache(maxsize=256)
def plan_copies(operands: tuple[Any, ...]) -> core.plan:
    """The plan that copies the second half of operands into the first."""
    half = len(operands) // 2
    w = Writer(each.dtype for each in operands[half:])
    copies = [value.cast(each.dtype) for value, each in zip(w.inputs, operands[:half], strict=True)]
    return planned(Elementwise(operands, w.program(*copies), half))


combine.set_together(copy_together)


# --- Repetition --------------------------------------------------------------------------------------------------


@method(tensor)
def tile(self: Any, counts: Any) -> tensor:
    """The tensor repeated as a whole, the given number of times along each dimension.

    >>> ocean.asTensor([1,2]).tile([2,3])
    (:,:)
       1   1   1
       2   2   2
       1   1   1
       2   2   2
    <tensor.int64 of size 4x3 on cpu>
    """
    return combine.tiled(tensor_of(self), counts)


@method(tensor)
def repeat(self: Any, counts: Any, axis: int | None = None) -> tensor:
    """Each place along an axis repeated, the same number of times or as many as a list says; no axis: as a vector.

    >>> ocean.asTensor([1,2,3]).repeat([2,0,1])
       1   1   3
    <tensor.int64 of size 3 on cpu>
    """
    source = tensor_of(self)
    if type(counts) is int:
        return combine.each_repeated(source, counts, axis)
    times = integers_in("repeat", "counts", counts)
    if times.nelem == 1:
        return combine.each_repeated(source, int(times), axis)
    source, along = along_axis(source, axis)
    if times.size != (source.size[along],):
        raise OceanValueError(f"repeat(): expected one count or {source.size[along]} of them, got {times.nelem}")
    result: tensor = source[(slice(None),) * along + (indexing.places_repeated(times),)]
    return result


def along_axis(value: Any, axis: int | None) -> tuple[tensor, int]:
    """A tensor and a nonnegative axis of it; without an axis, all elements as a vector."""
    source = tensor_of(value)
    if axis is None:
        return source if source.ndims == 1 else source.flatten(), 0
    return source, layout.checked_axis(axis, source.ndims)


@method(tensor)
def roll(self: Any, shift: Any, axis: Any = None) -> tensor:
    """The elements moved along an axis, those that leave at one end entering at the other; no axis: as a vector.

    >>> ocean.arange(5).roll(2)
       3   4   0   1   2
    <tensor.int64 of size 5 on cpu>
    """
    source = tensor_of(self)
    shifts = layout.integers(shift, "shift")
    if axis is None:
        return combine.rolled(source.flatten(), shifts, (0,) * len(shifts)).reshape(source.size)
    axes = layout.integers(axis, "axis")
    if len(shifts) == 1:
        shifts = shifts * len(axes)
    elif len(axes) == 1:
        axes = axes * len(shifts)
    if len(axes) != len(shifts):
        raise OceanValueError(f"roll(): expected as many shifts as axes, got {len(shifts)} and {len(axes)}")
    return combine.rolled(source, shifts, axes)


# --- By position -------------------------------------------------------------------------------------------------


def find(tensor: Any) -> tensor:
    """The indices of the nonzero elements, a column for each: int64, of size ndims by their number.

    >>> ocean.find([[True,False],[False,True]])
    (:,:)
       0   1
       0   1
    <tensor.int64 of size 2x2 on cpu>
    """
    source = tensor_of(tensor)
    return indexing.find(source if source.dtype is BOOL else core.call(OPERATIONS["notEqual"], (source, 0)))


def nonzero(tensor: Any) -> tensor:
    """The same as `find`: `i, j = nonzero(A)` unpacks its rows, and `A[nonzero(A)]` picks the elements."""
    return find(tensor)


@public("where(A [,B, C] [,D])", aliases={"condition": "A"}, B="any", C="any", D="tensor")
def where(A: Any, B: Any, C: Any, D: tensor | None) -> Any:
    """B where the condition A holds, else C; without them the same as `find`."""
    if B is None and C is None and D is None:
        return find(A)
    if B is None or C is None:
        raise OceanTypeError(f"where() is missing the argument {'B' if B is None else 'C'}: where(A [,B, C] [,D])")
    return FUNCTIONS["where"](A, B, C) if D is None else FUNCTIONS["where"](A, B, C, D)


def integers_in(function: str, name: str, values: Any) -> tensor:
    """An argument of integers as a tensor; an empty list counts as one of them."""
    if isinstance(values, (list, tuple)) and not values:
        return new(INT64, 0, cpu)
    result = tensor_of(values)
    if result.dtype is BOOL or result.dtype.isfloat:
        raise OceanTypeError(f"{function}(): {name} must be integers, got dtype {result.dtype.name}")
    return result


@method(tensor)
def take(self: Any, indices: Any, axis: int | None = None) -> tensor:
    """The places of an axis that a list of indices names; no axis: of all elements, in column-major order.

    >>> ocean.arange(6).reshape(2,3).take([4,-1])
       4   5
    <tensor.int64 of size 2 on cpu>
    """
    source, along = along_axis(self, axis)
    before = (slice(None),) * along
    picked: tensor
    if combine.are_integers(indices):
        picked = source[(*before, indices)] if along else source[indices]
        return picked
    positions = integers_in("take", "indices", indices)
    picked = source[(*before, positions.flatten())]
    return picked.reshape((*source.size[:along], *positions.size, *source.size[along + 1 :]))


@method(tensor)
def put(self: Any, indices: Any, values: Any) -> None:
    """Set elements by their position in column-major order; of several values for one element the last stays."""
    if isinstance(self, (list, tuple)):
        raise OceanTypeError(
            f"put() sets elements of a tensor, or of an array that shares its memory, not of a {type(self).__name__}"
        )
    target = tensor_of(self)
    positions = integers_in("put", "indices", indices)
    target[indexing.unravel(positions.flatten(), target.size)] = values


attach(tensor, find=find, nonzero=nonzero)
