"""Triangles and diagonals of matrices, and grids of coordinates from vectors."""

from __future__ import annotations

from collections.abc import Sequence

from ocean._src.base.errors import OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public, ruled
from ocean._src.core.call.operands import tensor_of
from ocean._src.core.functions.create import arange
from ocean._src.core.objects.axes import MAX_DIMS
from ocean._src.core.objects.description import size_text
from ocean._src.core.objects.dtypes import new_scalar
from ocean._src.core.objects.tensor import call_operation, tensor
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.tensor.reduce import FUNCTIONS as REDUCTIONS


def along_only(length: int, axis: int, ndims: int) -> tensor:
    """0, 1, … along an axis, with length one along the others."""
    line: tensor = arange(length).reshape(*(length if k == axis else 1 for k in range(ndims)))
    return line


@ruled("refuse")
def meshgrid(*vectors: Any, indexing: str = "ij") -> list[tensor]:
    """meshgrid(x, y, … [,indexing]): a tensor for each vector that varies along its own axis, all of one size.

    They are views, in which a vector is repeated by strides of zero. With indexing "xy" the first two axes are
    exchanged, as NumPy has them by default.

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
    if len(lines) > MAX_DIMS:
        raise OceanValueError(f"meshgrid() takes at most {MAX_DIMS} vectors, got {len(lines)}")
    for k, each in enumerate(lines):
        if each.ndims > 1:
            raise OceanValueError(f"meshgrid() takes vectors, got size {size_text(each.size)} as number {k}")
    grids = [each.broadcastTo([line.nelem for line in lines]) for each in lines_of_grid(lines)]
    if indexing == "xy" and len(lines) > 1:
        grids = [each.swapAxes(0, 1) for each in grids]
    return grids


def lines_of_grid(lines: Sequence[tensor]) -> list[tensor]:
    """Each line along an axis of its own, with length one along the others: views."""
    ndims = len(lines)
    return [each.reshape([each.nelem if k == axis else 1 for k in range(ndims)]) for axis, each in enumerate(lines)]


@public("tril(A [,k]) -> tensor", k="int", methods=(tensor,), rule="along")
def tril(A: Any, k: int | None) -> tensor:
    """The lower triangles of matrices, zero above diagonal k (0); diagonals above the main one have positive numbers.

    >>> ocean.tril(ocean.ones([2,3], ocean.int8))
    (:,:)
       1   0   0
       1   1   0
    <tensor.int8 of size 2x3 on cpu>
    """
    return triangle("tril", A, k or 0, True)


@public("triu(A [,k]) -> tensor", k="int", methods=(tensor,), rule="along")
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
    kept = call_operation(compare, (call_operation(OPERATIONS["add"], (rows, k)), columns))
    zero = new_scalar(source.dtype, 0)
    result: tensor = call_operation(OPERATIONS["where"], (source.device(kept), source, zero))
    return result


@public("trace(A [,k])", k="int", rule="views")
def trace(A: Any, k: int | None) -> Any:
    """The sum along diagonal k (0) of a matrix, or of each matrix of a tensor.

    >>> ocean.trace([[1,2],[3,4]])
    5
    """
    source = tensor_of(A)
    if source.ndims < 2:
        raise OceanValueError(f"trace() takes matrices, got size {size_text(source.size)}")
    line = diagonal(source, k or 0)
    return REDUCTIONS["sum"](line) if line.ndims == 1 else REDUCTIONS["sum"](line, 0)


def diagonal(source: Any, k: Any, first: int = 0, second: int = 1) -> Any:
    """A view of diagonal k of two axes, as the first axis."""
    if first != 0 or second != 1:
        others = [axis for axis in range(source.ndims) if axis not in (first, second)]
        source = source.permuteAxes([first, second, *others])
    return source.diag(k)
