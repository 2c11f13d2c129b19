"""Joining, taking and rearranging, as users of NumPy know them, in Ocean's conventions: columns first.

What is a view of the operand where strides can say it (`flip`, `rot90`, `moveaxis`, `vsplit`, `meshgrid`) is one. All
functions take anything like a tensor.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ocean._src.base.classes import method
from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError, shown
from ocean._src.core.call.arguments import public
from ocean._src.core.call.operands import maybe_scalar, tensor_of
from ocean._src.core.functions import combine
from ocean._src.core.functions.create import arange, full
from ocean._src.core.host.indexing import indexing
from ocean._src.core.objects import description as layout
from ocean._src.core.objects import tensor as core
from ocean._src.core.objects.description import checked_axis, integers, size_text
from ocean._src.core.objects.dtypes import INT64, new_scalar
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor
from ocean._src.ops.dispatch import OPERATIONS, common_size
from ocean._src.tensor.combine import integers_in, to_tensors
from ocean._src.tensor.create import new
from ocean._src.tensor.reduce import FUNCTIONS as REDUCTIONS

MOST_DIMS = 8


def along_only(length: int, axis: int, ndims: int) -> tensor:
    """0, 1, … along an axis, with length one along the others."""
    line: tensor = arange(length).reshape(*(length if k == axis else 1 for k in range(ndims)))
    return line


# --- Joining -----------------------------------------------------------------------------------------------------


def join(function: str, tensors: Any, axis: int) -> tensor:
    """Tensors one after another along an axis; missing dimensions on the right are of size one."""
    pieces = []
    for each in to_tensors(function, tensors):
        while each.ndims < axis + 1:
            each = each.unsqueeze(each.ndims)
        pieces.append(each)
    return combine.join(pieces, axis)


def vstack(tensors: Any) -> tensor:
    """Tensors below each other (along axis 0), in their common dtype; a vector is a column.

    >>> ocean.vstack([[1,2],[3]])
       1   2   3
    <tensor.int64 of size 3 on cpu>
    """
    return join("vstack", tensors, 0)


def hstack(tensors: Any) -> tensor:
    """Tensors beside each other (along axis 1), in their common dtype; a vector is a column.

    >>> ocean.hstack([[1,2],[3,4]])
    (:,:)
       1   3
       2   4
    <tensor.int64 of size 2x2 on cpu>
    """
    return join("hstack", tensors, 1)


def dstack(tensors: Any) -> tensor:
    """Tensors behind each other (along axis 2), in their common dtype."""
    return join("dstack", tensors, 2)


@public("block(tensors [,order]) -> tensor", order="str")
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
    """How many lists are around the tensors, which must be equally many everywhere."""
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


# --- Splitting ---------------------------------------------------------------------------------------------------


@method(tensor)
def vsplit(A: Any, parts: Any) -> list[tensor]:
    """Views of parts below each other: so many as even as possible, or of given sizes, as `t.split(0, parts)`.

    >>> [each.size for each in ocean.vsplit(ocean.zeros([5,2]), [1,4])]
    [(1, 2), (4, 2)]
    """
    return split_along("vsplit", A, 0, parts)


@method(tensor)
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


# --- Along an axis -----------------------------------------------------------------------------------------------


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
    size = layout.common_size({tuple(others): None, given.size: None})
    if size is None or any(n != m for k, (n, m) in enumerate(zip(size, others, strict=True)) if k != along):
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
        wrapped = core.call(OPERATIONS["add"], (given, length))
        given = core.call(OPERATIONS["where"], (core.call(OPERATIONS["less"], (given, 0)), wrapped, given))
    steps = [math.prod(source.size[:k]) for k in range(source.ndims)]
    total = core.call(OPERATIONS["scale"], (given, steps[along]))
    for k, n in enumerate(source.size):
        if k != along:
            line = core.call(OPERATIONS["scale"], (along_only(n, k, source.ndims), steps[k]))
            total = core.call(OPERATIONS["add"], (total, line))
    spread: tensor = total.broadcastTo(size)
    return spread


@method(tensor)
def take_along_axis(self: Any, indices: Any, axis: Any = 0) -> tensor:
    """The elements that a tensor of indices names along an axis, at their place along the others: what `argsort` and
    `argmax` (with keepdims) give can be used so.

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


# --- Padding -----------------------------------------------------------------------------------------------------

MODES = ("constant", "edge", "reflect", "symmetric", "wrap")


@public("pad(A, widths [,mode] [,value]) -> tensor", mode="str", value="number", methods=(tensor,))
def pad(A: Any, widths: Any, mode: str | None, value: Any) -> tensor:
    """A tensor with more elements around it: so many before and after along each axis.

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
    """How many elements are added before and after along each axis."""
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
    """Where the elements along an axis come from."""
    if length == 0:
        raise OceanValueError(f"pad(): axis {axis} of size 0 has nothing to pad with; use mode 'constant'")
    places = arange(-before, length + after)
    call = core.call
    if mode == "edge" or length == 1:
        return call(OPERATIONS["clip"], (places, 0, length - 1))  # type: ignore[no-any-return]
    if mode == "wrap":
        return call(OPERATIONS["mod"], (places, length))  # type: ignore[no-any-return]
    period = 2 * length - 2 if mode == "reflect" else 2 * length
    places = call(OPERATIONS["mod"], (places, period))
    back = call(OPERATIONS["subtract"], (2 * length - 2 if mode == "reflect" else 2 * length - 1, places))
    return call(OPERATIONS["min"], (places, back))  # type: ignore[no-any-return]


# --- Products and grids ------------------------------------------------------------------------------------------


@method(tensor)
def outer(A: Any, B: Any) -> tensor:
    """The products of each element of A with each of B, as vectors: a matrix of size A.nelem by B.nelem.

    >>> ocean.outer([1,2,3], [10,20])
    (:,:)
       10   20
       20   40
       30   60
    <tensor.int64 of size 3x2 on cpu>
    """
    rows, columns = tensor_of(A).flatten(), tensor_of(B).flatten()
    result: tensor = core.call(OPERATIONS["scale"], (rows, columns.unsqueeze(0)))
    return result


@method(tensor)
def kron(A: Any, B: Any) -> tensor:
    """The product of Kronecker: each element of A times B, in blocks.

    >>> ocean.kron(ocean.eye(2, ocean.int8), ocean.ones([1,2], ocean.int8))
    (:,:)
       1   1   0   0
       0   0   1   1
    <tensor.int8 of size 2x4 on cpu>
    """
    first, second = tensor_of(A), tensor_of(B)
    ndims = max(first.ndims, second.ndims)
    if 2 * ndims > MOST_DIMS:
        raise OceanValueError(f"kron() takes tensors of at most {MOST_DIMS // 2} dimensions, got {ndims}")
    sizes = [(*each.size, *(1,) * (ndims - each.ndims)) for each in (first, second)]
    first = first.reshape([n for length in sizes[0] for n in (1, length)])
    second = second.reshape([n for length in sizes[1] for n in (length, 1)])
    result: tensor = core.call(OPERATIONS["scale"], (first, second))
    return result.reshape([n * m for n, m in zip(*sizes, strict=True)])


@public("cross(A, B [,axis]) -> tensor", axis="int", methods=(tensor,))
def cross(A: Any, B: Any, axis: int | None) -> tensor:
    """The cross products of vectors of three elements along an axis (0).

    >>> ocean.cross([1,0,0], [0,1,0])
       0   0   1
    <tensor.int64 of size 3 on cpu>
    """
    first, second = tensor_of(A), tensor_of(B)
    along = checked_axis(0 if axis is None else axis, min(first.ndims, second.ndims))
    for name, each in (("A", first), ("B", second)):
        if each.size[along] != 3:
            raise OceanValueError(
                f"cross(): {name} must have size 3 along axis {along}, got size {size_text(each.size)}"
            )
    parts = [[each.slice(along, k) for k in range(3)] for each in (first, second)]
    (a0, a1, a2), (b0, b1, b2) = parts
    kind = core.call(OPERATIONS["scale"], (a0, b0)).dtype
    size = common_size(first.size, second.size)
    result = new(kind, size, first.device)
    for k, (x, y, z, w) in enumerate(((a1, b2, a2, b1), (a2, b0, a0, b2), (a0, b1, a1, b0))):
        target = result.slice(along, k)
        core.call(OPERATIONS["scale"], (x, y), target)
        core.call(OPERATIONS["subtract"], (target, core.call(OPERATIONS["scale"], (z, w))), target)
    return result


def meshgrid(*vectors: Any, indexing: str = "ij") -> list[tensor]:
    """meshgrid(x, y, … [,indexing]): a tensor for each vector that varies along its own axis, all of one size.

    They are views, in which a vector is repeated by strides of zero. With indexing "xy" the first two axes are
    exchanged, as NumPy has them unless told otherwise.

    >>> x, y = ocean.meshgrid([1,2,3], [10,20])
    >>> x + y
    (:,:)
       11   21
       12   22
       13   23
    <tensor.int64 of size 3x2 on cpu>
    """
    if indexing not in ("ij", "xy"):
        raise OceanValueError(f"meshgrid(): expected indexing 'ij' or 'xy', got {shown(indexing)}")
    lines = [tensor_of(each) for each in vectors]
    if len(lines) > MOST_DIMS:
        raise OceanValueError(f"meshgrid() takes at most {MOST_DIMS} vectors, got {len(lines)}")
    for k, each in enumerate(lines):
        if each.ndims > 1:
            raise OceanValueError(f"meshgrid() takes vectors, got size {size_text(each.size)} as number {k}")
    lines = [each if each.ndims else each.unsqueeze(0) for each in lines]
    size = [each.nelem for each in lines]
    grids = [
        line.reshape([line.nelem if k == axis else 1 for k in range(len(lines))]).broadcastTo(size)
        for axis, line in enumerate(lines)
    ]
    if indexing == "xy" and len(lines) > 1:
        grids = [each.swapAxes(0, 1) for each in grids]
    return grids


# --- Triangles and diagonals -------------------------------------------------------------------------------------


@public("tril(A [,k]) -> tensor", k="int", methods=(tensor,))
def tril(A: Any, k: int | None) -> tensor:
    """The lower triangles of matrices, zero above diagonal k (0); diagonals above the main one have positive numbers.

    >>> ocean.tril(ocean.ones([2,3], ocean.int8))
    (:,:)
       1   0   0
       1   1   0
    <tensor.int8 of size 2x3 on cpu>
    """
    return triangle("tril", A, k or 0, True)


@public("triu(A [,k]) -> tensor", k="int", methods=(tensor,))
def triu(A: Any, k: int | None) -> tensor:
    """The upper triangles of matrices, zero below diagonal k (0)."""
    return triangle("triu", A, k or 0, False)


def triangle(function: str, value: Any, k: int, lower: bool) -> tensor:
    source = tensor_of(value)
    if source.ndims < 2:
        raise OceanValueError(f"{function}() takes matrices, got size {size_text(source.size)}")
    rows, columns = (along_only(source.size[axis], axis, 2) for axis in (0, 1))
    k = max(-source.size[0], min(k, source.size[1]))
    compare = OPERATIONS["greaterEqual" if lower else "lessEqual"]
    kept = core.call(compare, (core.call(OPERATIONS["add"], (rows, k)), columns))
    zero = new_scalar(source.dtype, 0)
    result: tensor = core.call(OPERATIONS["where"], (source.device(kept), source, zero))
    return result


@public("trace(A [,k])", k="int")
def trace(A: Any, k: int | None) -> Any:
    """The sum along diagonal k (0) of a matrix, or of each matrix of a tensor.

    >>> ocean.trace([[1,2],[3,4]])
    5
    """
    source = tensor_of(A)
    if source.ndims < 2:
        raise OceanValueError(f"trace() takes matrices, got size {size_text(source.size)}")
    diagonal = source.diag(k or 0)
    return REDUCTIONS["sum"](diagonal) if diagonal.ndims == 1 else REDUCTIONS["sum"](diagonal, 0)


# --- Views -------------------------------------------------------------------------------------------------------


def viewable(value: Any) -> Any:
    """Anything as a tensor; an r-tensor stays one."""
    return value if isinstance(value, rtensor) else tensor_of(value)


@method(tensor, rtensor)
def flip(self: Any, axes: Any = None) -> Any:
    """A view with the order of elements reversed along an axis or several; without one, along all.

    >>> ocean.flip([1,2,3])
       3   2   1
    <tensor.int64 of size 3 on cpu>
    """
    result = viewable(self)
    given = range(result.ndims) if axes is None else integers(axes, "axes")
    chosen = [checked_axis(each, result.ndims) for each in given]
    if len(set(chosen)) != len(chosen):
        raise OceanValueError(f"flip(): an axis occurs twice in {shown(axes)}")
    for axis in chosen:
        result = result.flipAxis(axis)
    return result


@method(tensor, rtensor)
def rot90(self: Any, k: int = 1, axes: Any = (0, 1)) -> Any:
    """A view of a tensor turned k times by 90 degrees, from the first of two axes to the second.

    >>> ocean.rot90(ocean.asTensor([[1,2],[3,4]], "R"))
    (:,:)
       2   4
       1   3
    <tensor.int64 of size 2x2 on cpu>
    """
    source = viewable(self)
    pair = integers(axes, "axes")
    if len(pair) != 2:
        raise OceanValueError(f"rot90(): expected two axes, got {shown(axes)}")
    first, second = (checked_axis(each, source.ndims) for each in pair)
    if first == second:
        raise OceanValueError(f"rot90(): the two axes must differ, got {shown(axes)}")
    turns = layout.integer(k, "k") % 4
    if turns == 0:
        return source.slice(0, 0, source.size[0])
    if turns == 2:
        return source.flipAxis(first).flipAxis(second)
    if turns == 1:
        return source.flipAxis(second).swapAxes(first, second)
    return source.swapAxes(first, second).flipAxis(second)


@method(tensor, rtensor)
def moveaxis(self: Any, source: Any, destination: Any) -> Any:
    """A view in which axes are moved to other places; the others keep their order.

    >>> ocean.moveaxis(ocean.zeros([2,3,4]), 0, -1).size
    (3, 4, 2)
    """
    given = viewable(self)
    start, end = integers(source, "source"), integers(destination, "destination")
    if len(start) != len(end):
        raise OceanValueError(f"moveaxis(): expected as many sources as destinations, got {len(start)} and {len(end)}")
    places = [[checked_axis(each, given.ndims) for each in axes] for axes in (start, end)]
    for axes in places:
        if len(set(axes)) != len(axes):
            raise OceanValueError(f"moveaxis(): an axis occurs twice, got {shown(source)} to {shown(destination)}")
    order = [axis for axis in range(given.ndims) if axis not in places[0]]
    for place, axis in sorted(zip(places[1], places[0], strict=True)):
        order.insert(place, axis)
    return given.permuteAxes(order)
