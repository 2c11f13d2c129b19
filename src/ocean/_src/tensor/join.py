"""Joining tensors along axes that they have, and along new ones. All functions take anything like a tensor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public, ruled
from ocean._src.core.call.operands import tensor_of
from ocean._src.core.call.settings import need_device, need_dtype
from ocean._src.core.functions import combine
from ocean._src.core.objects.dtypes import dtype
from ocean._src.core.objects.memory import device
from ocean._src.core.objects.tensor import plan as Plan
from ocean._src.core.objects.tensor import run_plan, tensor
from ocean._src.kernels.jobs import Elementwise, planned
from ocean._src.ops.writer import Writer

MOST_PIECES = 1 << 18
"""The limit of tensors from an iterable that is not a list or tuple, because it may be endless."""


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


@public("merge(tensors, axis [,result] [,dtype] [,device]) -> tensor | None", result="tensor", rule="joined(axis)")
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


@ruled("joined(axis)")
def concatenate(tensors: Any, axis: int = 0) -> tensor:
    """Tensors one after another along an axis, in their common dtype."""
    return combine.join(to_tensors("concatenate", tensors), axis)


@ruled("stacked(axis)")
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
"""The number of tensors that one kernel copies: each is a result."""


def copy_together(targets: list[tensor], sources: list[tensor]) -> None:
    """Copy tensors of the host into others whose elements are interleaved, a few in each pass."""
    for first in range(0, len(targets), AT_ONCE):
        operands = targets[first : first + AT_ONCE] + sources[first : first + AT_ONCE]
        run_plan(plan_copies(tuple(each._layout for each in operands)), operands)


@lru_cache(maxsize=256)
def plan_copies(operands: tuple[Any, ...]) -> Plan:
    """The plan that copies the second half of operands into the first."""
    half = len(operands) // 2
    w = Writer(each.dtype for each in operands[half:])
    copies = [value.cast(each.dtype) for value, each in zip(w.inputs, operands[:half], strict=True)]
    return planned(Elementwise(operands, w.program(*copies), half))


combine.set_together(copy_together)


def join(function: str, tensors: Any, axis: int) -> tensor:
    """Tensors one after another along an axis; missing dimensions on the right are of size one."""
    pieces = []
    for each in to_tensors(function, tensors):
        while each.ndims < axis + 1:
            each = each.unsqueeze(each.ndims)
        pieces.append(each)
    return combine.join(pieces, axis)


@ruled("refuse")
def vstack(tensors: Any) -> tensor:
    """Tensors below each other (along axis 0), in their common dtype; a vector is a column.

    >>> ocean.vstack([[1,2],[3]])
       1   2   3
    <tensor.int64 of size 3 on cpu>
    """
    return join("vstack", tensors, 0)


@ruled("refuse")
def hstack(tensors: Any) -> tensor:
    """Tensors beside each other (along axis 1), in their common dtype; a vector is a column.

    >>> ocean.hstack([[1,2],[3,4]])
    (:,:)
       1   3
       2   4
    <tensor.int64 of size 2x2 on cpu>
    """
    return join("hstack", tensors, 1)


@ruled("refuse")
def dstack(tensors: Any) -> tensor:
    """Tensors behind each other (along axis 2), in their common dtype."""
    return join("dstack", tensors, 2)


@public("block(tensors [,order]) -> tensor", order="str", rule="refuse")
def block(tensors: Any, order: str | None) -> tensor:
    """A tensor from nested lists of tensors: the innermost lists are joined along axis 0, those around them along axis
    1, and so on, as lists of numbers are. Order "R" reads rows: innermost along axis 1, the next along axis 0.

    >>> A, B = ocean.ones([2,2], ocean.int8), ocean.zeros([1,2], ocean.int8)
    >>> ocean.block([[A,B],[B,A]])
    (:,:)
       1   1   0   0
       1   1   1   1
       0   0   1   1
    <tensor.int8 of size 3x4 on cpu>
    """
    if order not in (None, "F", "f", "R", "r"):
        raise OceanValueError(f"block(): expected order 'F' or 'R', got {shown(order)}")
    depth = depth_of(tensors)
    if depth == 0:
        return tensor_of(tensors).clone()
    axes = list(range(depth))
    if order in ("R", "r") and depth > 1:
        axes[:2] = [1, 0]
    elif order in ("R", "r"):
        axes = [1]
    return joined(tensors, axes)


def depth_of(value: Any) -> int:
    """The depth of nested lists around the tensors, which must be the same everywhere."""
    if not isinstance(value, (list, tuple)):
        return 0
    depths = {depth_of(each) for each in value}
    if len(depths) != 1:
        problem = "an empty list" if not depths else "lists of different depths"
        raise OceanValueError(f"block() takes lists of equal depth around tensors, got {problem}")
    return 1 + depths.pop()


def joined(value: Any, axes: Sequence[int]) -> tensor:
    if not axes:
        return tensor_of(value)
    pieces = [joined(each, axes[:-1]) for each in value]
    return join("block", pieces, axes[-1])
