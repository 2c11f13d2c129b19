"""Products of vectors and of matrices with their elements in a new arrangement: outer, kron, cross."""

from __future__ import annotations

import operator
from collections.abc import Callable
from math import prod

from ocean._src.base.classes import method
from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public, ruled
from ocean._src.core.call.operands import tensor_of
from ocean._src.core.objects.axes import MAX_DIMS
from ocean._src.core.objects.description import check_ndims, checked_axis, size_text
from ocean._src.core.objects.dtypes import new_scalar
from ocean._src.core.objects.rtensor import lazy_tensor
from ocean._src.core.objects.tensor import call_operation, tensor
from ocean._src.ops.dispatch import OPERATIONS, common_size
from ocean._src.tensor.create import new
from ocean._src.tensor.elementwise import FUNCTIONS
from ocean._src.tensor.rearrange import viewable
from ocean._src.tensor.reduce import FUNCTIONS as REDUCTIONS

FEW = 1 << 12
"""Products of fewer elements are stored before they are summed: an expression would take longer."""


def matrix_product(left: Any, right: Any, multiply: Callable[[Any, Any], Any] = operator.mul) -> Any:
    """The product of matrices; a vector on the left is a row, one on the right a column."""
    a, b = left.unsqueeze(0) if left.ndims == 1 else left, right.unsqueeze(1) if right.ndims == 1 else right
    result = multiply(a, b)
    if right.ndims == 1:
        result = result.squeeze(1)
    return result.squeeze(0) if left.ndims == 1 else result


def vector_products(left: Any, right: Any, axis: int) -> Any:
    """The products of vectors along an axis; the first ones are conjugated."""
    first = lazy_tensor(left) if isinstance(left, tensor) and left.nelem >= FEW else left
    terms = FUNCTIONS["scale"](FUNCTIONS["conj"](first) if left.dtype.iscomplex else first, right)
    return REDUCTIONS["sum"](terms) if terms.ndims == 1 else REDUCTIONS["sum"](terms, axis)


@method(tensor)
@ruled("outer")
def outer(A: Any, B: Any) -> tensor:
    """The products of each element of A with each of B, as vectors: a matrix of size A.nelem by B.nelem.

    >>> ocean.outer([1,2,3], [10,20])
    (:,:)
       10   20
       20   40
       30   60
    <tensor.int64 of size 3x2 on cpu>
    """
    rows, columns = viewable(A).flatten(), viewable(B).flatten()
    result: tensor = FUNCTIONS["scale"](rows, columns.unsqueeze(0))
    return result


@method(tensor)
@ruled("refuse")
def kron(A: Any, B: Any) -> tensor:
    """The Kronecker product: each element of A times B, in blocks.

    >>> ocean.kron(ocean.eye(2, ocean.int8), ocean.ones([1,2], ocean.int8))
    (:,:)
       1   1   0   0
       0   0   1   1
    <tensor.int8 of size 2x4 on cpu>
    """
    first, second = viewable(A), viewable(B)
    ndims = max(first.ndims, second.ndims)
    if 2 * ndims > MAX_DIMS:
        raise OceanValueError(f"kron() takes tensors of at most {MAX_DIMS // 2} dimensions, got {ndims}")
    sizes = [(*each.size, *(1,) * (ndims - each.ndims)) for each in (first, second)]
    first = first.reshape([n for length in sizes[0] for n in (1, length)])
    second = second.reshape([n for length in sizes[1] for n in (length, 1)])
    result: tensor = FUNCTIONS["scale"](first, second)
    return result.reshape([n * m for n, m in zip(*sizes, strict=True)])


@public("cross(A, B [,axis]) -> tensor", axis="int", methods=(tensor,), rule="along(axis)")
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
    return crossed(first, second, along)


def crossed(first: tensor, second: tensor, along: int) -> tensor:
    """The cross products of vectors along an axis. Vectors of two elements get a third element, zero. Of two such
    vectors, only the third element of the product is not zero: the result is that element, without the axis."""
    a, b = ([each.slice(along, k) for k in range(each.size[along])] for each in (first, second))
    multiply, subtract = OPERATIONS["scale"], OPERATIONS["subtract"]
    if len(a) == len(b) == 2:
        products = call_operation(multiply, (a[0], b[1])), call_operation(multiply, (a[1], b[0]))
        last: tensor = call_operation(subtract, products)
        return last.squeeze(along)
    sizes = [(*each.size[:along], 3, *each.size[along + 1 :]) for each in (first, second)]
    result = new(call_operation(multiply, (a[0], b[0])).dtype, common_size(*sizes), first.device)
    for k, (i, j) in enumerate(((1, 2), (2, 0), (0, 1))):
        target = result.slice(along, k)
        if i >= len(a) or j >= len(b):  # one of the factors is zero
            call_operation(multiply, (a[j], b[i]), target)
            if target.dtype.isfloat:
                call_operation(OPERATIONS["negative"], (target,), target)
            else:  # negative() makes it signed
                call_operation(subtract, (new_scalar(target.dtype, 0), target), target)
            continue
        call_operation(multiply, (a[i], b[j]), target)
        if j < len(a) and i < len(b):
            call_operation(subtract, (target, call_operation(multiply, (a[j], b[i]))), target)
    return result


def contracted(left: Any, right: Any, ours: list[int], theirs: list[int]) -> Any:
    """The sums of products along axes of both, which have equal lengths, by one product of matrices."""
    rows = [axis for axis in range(left.ndims) if axis not in ours]
    columns = [axis for axis in range(right.ndims) if axis not in theirs]
    size = [left.size[axis] for axis in rows] + [right.size[axis] for axis in columns]
    check_ndims(len(size), "the result")
    inner = prod(left.size[axis] for axis in ours)
    first = left.permuteAxes([*rows, *ours]).reshape([prod(left.size[axis] for axis in rows), inner])
    second = right.permuteAxes([*theirs, *columns]).reshape([inner, prod(right.size[axis] for axis in columns)])
    return (first * second).reshape(size)
