"""Products of vectors and of matrices with their elements in a new arrangement: outer, kron, cross."""

from __future__ import annotations

from typing import Any

from ocean._src.base.classes import method
from ocean._src.base.errors import OceanValueError
from ocean._src.core.call.arguments import public
from ocean._src.core.call.operands import tensor_of
from ocean._src.core.objects import tensor as core
from ocean._src.core.objects.description import checked_axis, size_text
from ocean._src.core.objects.tensor import tensor
from ocean._src.ops.dispatch import OPERATIONS, common_size
from ocean._src.tensor.create import new
from ocean._src.tensor.twodim import MOST_DIMS


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
