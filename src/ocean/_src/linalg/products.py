"""Products of matrices, vectors and tensors, and views of matrices, computed by Ocean itself on any device."""

from __future__ import annotations

from collections.abc import Sequence

from ocean._src.base.errors import OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import ruled
from ocean._src.core.functions.copies import cast
from ocean._src.core.functions.create import eye
from ocean._src.core.objects.description import checked_axis, integer, integers, size_text
from ocean._src.core.objects.dtypes import computing_of
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor
from ocean._src.ops.dispatch import common_size
from ocean._src.tensor import twodim
from ocean._src.tensor.products import contracted, matrix_product, vector_products
from ocean._src.tensor.products import cross as cross_of_tensors
from ocean._src.tensor.products import outer as outer_of_tensors
from ocean._src.tensor.reduce import FUNCTIONS as REDUCTIONS
from ocean._src.tensor.reduce import as_tensor

from .conventions import TENSORS, linalg_error, of
from .lapack import inv as inverse

inv = of(TENSORS, inverse)


# --- Products ----------------------------------------------------------------------------------------------------


@ruled("factors")
def matmul(x1: Any, x2: Any, /) -> Any:
    """The products of matrices; a vector on the left is a row, one on the right a column.

    >>> ocean.linalg.matmul([[1,2],[3,4]], [1,1])
       4   6
    <tensor.int64 of size 2 on cpu>
    """
    return product("matmul", as_tensor("matmul", x1), as_tensor("matmul", x2))


def product(name: str, left: tensor | rtensor, right: tensor | rtensor) -> Any:
    if not left.ndims or not right.ndims or left.size[left.ndims > 1] != right.size[0]:
        raise linalg_error(f"{name}(): cannot multiply size {size_text(left.size)} by size {size_text(right.size)}")
    result = matrix_product(left, right)
    return result.asScalar() if isinstance(result, tensor) and not result.ndims else result


@ruled("chain")
def multi_dot(arrays: Sequence[Any], /) -> Any:
    """The product of several matrices in the order that needs the fewest multiplications; the first and the last may
    be vectors.

    >>> ocean.linalg.multi_dot([[1,2], [[1,0],[0,1]], [3,4]])
    11
    """
    return multiplied([as_tensor("multi_dot", each) for each in arrays])


def multiplied(factors: list[Any], turned: bool = False) -> Any:
    """The product of several matrices, in an order with the fewest multiplications. If several orders qualify, the one
    that multiplies the last factors first; with `turned` (arrays), the first factors first."""
    count = len(factors)
    if count < 2:
        raise OceanValueError(f"multi_dot(): expected at least two matrices, got {count}")
    for place, each in enumerate(factors):
        if each.ndims != 2 and not (each.ndims == 1 and place in (0, count - 1)):
            raise linalg_error(f"multi_dot(): expected a matrix as number {place}; got size {size_text(each.size)}")
    sizes = [each.size if each.ndims == 2 else (1, *each.size) if not place else (*each.size, 1)
             for place, each in enumerate(factors)]  # fmt: skip
    lengths = [sizes[0][0], *(size[1] for size in sizes)]
    cost = [[0] * count for _ in range(count)]
    cut = [[0] * count for _ in range(count)]
    for span in range(1, count):
        for first in range(count - span):
            last = first + span
            places = range(last - 1, first - 1, -1) if turned else range(first, last)
            outer = lengths[first] * lengths[last + 1]
            costs = [cost[first][k] + cost[k + 1][last] + lengths[k + 1] * outer for k in places]
            cost[first][last] = min(costs)
            cut[first][last] = places[costs.index(cost[first][last])]

    def between(first: int, last: int) -> Any:
        if first == last:
            return factors[first]
        k = cut[first][last]
        return product("multi_dot", between(first, k), between(k + 1, last))

    return between(0, count - 1)


@ruled("power")
def matrix_power(x: Any, n: Any, /) -> Any:
    """Square matrices to the power of an integer; a negative one takes the inverse. Integers stay integers.

    >>> ocean.linalg.matrix_power([[1,1],[1,0]], 10)
    (:,:)
       89   55
       55   34
    <tensor.int64 of size 2x2 on cpu>
    """
    source, count = as_tensor("matrix_power", x), n if type(n) is int else integer(n, "n")
    if source.ndims < 2 or source.size[0] != source.size[1]:
        raise linalg_error(f"matrix_power(): expected square matrices; got size {size_text(source.size)}")
    if count == 1:
        return source.clone() if isinstance(source, tensor) else source
    kind = source.dtype
    wide = computing_of(kind)
    power = wide(source)
    if count < 0:
        power, count = inv(power), -count
    result = None
    while count:
        count, odd = divmod(count, 2)
        if odd:
            result = power if result is None else result * power
        if count:
            power = power * power
    if result is None:
        one = eye(source.size[0], source.size[0], wide, source.device)
        result = one.reshape([*one.size, *(1,) * (source.ndims - 2)]).broadcastTo(source.size).clone()
    return result if wide is kind or result.dtype is not wide else kind(result)


@ruled("vecdot(axis)")
def vecdot(x1: Any, x2: Any, /, axis: int = 0) -> Any:
    """The products of vectors along an axis; the first ones are conjugated.

    >>> ocean.linalg.vecdot([1,2,3], [1,1,1])
    6
    """
    left, right = as_tensor("vecdot", x1), as_tensor("vecdot", x2)
    along = checked_axis(axis, min(left.ndims, right.ndims))
    if left.size[along] != right.size[along]:
        raise OceanValueError(
            f"vecdot(): the vectors must have one length along axis {along}, got size {size_text(left.size)} and "
            f"{size_text(right.size)}"
        )
    common_size(left.size, right.size)
    return vector_products(left, right, along)


@ruled("tensordot(axes)")
def tensordot(x1: Any, x2: Any, /, axes: Any = 2) -> Any:
    """The sums of products along axes of two tensors: `axes` is a number, for this many last axes of the first and
    first axes of the second, or two lists with the axes of each.

    >>> ocean.linalg.tensordot(ocean.ones([2,3,4]), ocean.ones([3,4,5])).size
    (2, 5)
    """
    left, right = as_tensor("tensordot", x1), as_tensor("tensordot", x2)
    if isinstance(axes, (list, tuple)):
        if len(axes) != 2:
            raise OceanValueError(f"tensordot(): expected a number or two lists of axes, got {shown(axes)}")
        ours, theirs = ([checked_axis(axis, each.ndims) for axis in integers(given, "axes")]
                        for given, each in zip(axes, (left, right), strict=True))  # fmt: skip
    else:
        count = integer(axes, "axes")
        if not 0 <= count <= min(left.ndims, right.ndims):
            raise OceanValueError(
                f"tensordot(): expected at most {min(left.ndims, right.ndims)} axes, got {count} for size "
                f"{size_text(left.size)} and {size_text(right.size)}"
            )
        ours, theirs = list(range(left.ndims - count, left.ndims)), list(range(count))
    if (
        len(ours) != len(theirs) or len(set(ours)) != len(ours) or len(set(theirs)) != len(theirs)
        or any(left.size[a] != right.size[b] for a, b in zip(ours, theirs, strict=True))
    ):  # fmt: skip
        raise OceanValueError(
            f"tensordot(): axes {ours} of size {size_text(left.size)} do not go with axes {theirs} of size "
            f"{size_text(right.size)}"
        )
    found = contracted(left, right, ours, theirs)
    return found.asScalar() if isinstance(found, tensor) and not found.ndims else found


@ruled("outer")
def outer(x1: Any, x2: Any, /) -> tensor:
    """The products of each element of a vector with each of another: `ocean.outer`."""
    return outer_of_tensors(x1, x2)


@ruled("along(axis)")
def cross(x1: Any, x2: Any, /, axis: int = 0) -> tensor:
    """The cross products of vectors of three elements along an axis: `ocean.cross`."""
    found: tensor = cross_of_tensors(x1, x2, axis)
    return found


# --- Parts -------------------------------------------------------------------------------------------------------


@ruled("views")
def matrix_transpose(x: Any, /) -> Any:
    """A view of matrices with rows and columns exchanged.

    >>> ocean.linalg.matrix_transpose(ocean.zeros([2,3,4])).size
    (3, 2, 4)
    """
    return matrices("matrix_transpose", x).swapAxes(0, 1)


@ruled("views")
def diagonal(x: Any, /, offset: int = 0) -> Any:
    """A view of the diagonals of matrices along the first axis; those above the main one have positive offsets."""
    return twodim.diagonal(matrices("diagonal", x), offset)


@ruled("views")
def trace(x: Any, /, offset: int = 0, dtype: Any = None) -> Any:
    """The sums along diagonals of matrices, computed in a dtype if one is given.

    >>> ocean.linalg.trace([[1,2],[3,4]], dtype=ocean.float)
    5
    """
    line = twodim.diagonal(matrices("trace", x), offset)
    line = line if dtype is None else cast(line, dtype)
    return REDUCTIONS["sum"](line) if line.ndims == 1 else REDUCTIONS["sum"](line, 0)


def matrices(name: str, x: Any) -> tensor | rtensor:
    source = as_tensor(name, x)
    if source.ndims < 2:
        raise linalg_error(f"{name}(): expected matrices; got size {size_text(source.size)}")
    return source
