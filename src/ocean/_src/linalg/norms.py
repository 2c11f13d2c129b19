"""Norms of vectors and matrices, from reductions and singular values."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ocean._src.base.errors import OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import ruled
from ocean._src.core.call.operands import maybe_scalar
from ocean._src.core.objects.description import checked_axes, size_text
from ocean._src.core.objects.dtypes import DOUBLE, new_scalar
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor
from ocean._src.ops.reductions import OPERATIONS, WITH_PARAMETER
from ocean._src.tensor.elementwise import FUNCTIONS
from ocean._src.tensor.reduce import NORMS, as_tensor, reduce

from .conventions import TENSORS, linalg_error, of
from .lapack import check_order
from .lapack import svdvals as singular_values

svdvals = of(TENSORS, singular_values)


@ruled("reduced(axis)")
def vector_norm(x: Any, /, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:
    """The norms of vectors along an axis or several, or of all elements: (sum |x|^ord)^(1/ord), the largest (inf) or
    least (-inf) absolute value, or the number of elements that are not zero (0). NaN stays NaN.

    >>> ocean.linalg.vector_norm([3,4])
    5
    """
    return norm_along("vector_norm", as_tensor("vector_norm", x), axis, keepdims, ord)


def norm_along(name: str, source: tensor | rtensor, axis: Any, keepdims: bool, ord: Any) -> Any:
    number = None if isinstance(ord, str) else maybe_scalar(ord)
    power = None if number is None else number.asPython()
    if power is None or isinstance(power, complex) or power != power:
        raise OceanValueError(f"{name}(): the order of the norm of a vector must be a real number, got {shown(ord)}")

    def reduced(what: Any, of: Any = source, *parameters: Any) -> Any:
        return reduce(what, of, axis, bool(keepdims), None, parameters)

    kind = source.dtype.basetype if source.dtype.isfloat else DOUBLE
    if power == math.inf and not source.nelem:  # the maximum of no absolute values is 0
        power = 1
    if abs(power) == math.inf:
        found = kind(reduced(OPERATIONS["maximumAbs" if power > 0 else "minimumAbs"]))
        if not source.dtype.isfloat:
            return found
        parts = FUNCTIONS["absolute"](source) if source.dtype.iscomplex else source  # inf beside NaN is infinite
        unknown = reduced(OPERATIONS["any"], FUNCTIONS["notEqual"](parts, parts))
        return FUNCTIONS["where"](unknown, new_scalar(kind, math.nan), found)
    overflows = power == 1 and not source.dtype.isfloat and source.dtype.nbits == 64
    if power in NORMS and not overflows:
        return kind(reduced(OPERATIONS[NORMS[power]]))
    return reduced(WITH_PARAMETER["norm"], source, new_scalar(DOUBLE, power))


@ruled("norms")
def matrix_norm(x: Any, /, keepdims: bool = False, ord: Any = "fro") -> Any:
    """The norms of matrices: of all elements ("fro"), of the largest (1) or least (-1) column, of the largest (inf) or
    least (-inf) row, the largest (2) or least (-2) singular value, or the sum of all ("nuc").

    >>> ocean.linalg.matrix_norm([[1,2],[3,4]], ord=1)
    7
    """
    return norm_of_matrices("matrix_norm", as_tensor("matrix_norm", x), keepdims, ord)


def norm_of_matrices(name: str, source: tensor | rtensor, keepdims: bool, ord: Any) -> Any:
    check_order(name, ord)
    if source.ndims < 2:
        raise linalg_error(f"{name}(): expected matrices; got size {size_text(source.size)}")
    axes: Any = None if source.ndims == 2 else (0, 1)
    if ord is None or ord == "fro":
        return norm_along(name, source, axes, keepdims, 2)
    if ord == "nuc" or abs(ord) == 2:
        values = svdvals(source).unsqueeze(1)
        return norm_along(name, values, axes, keepdims, 1 if ord == "nuc" else math.copysign(math.inf, ord))
    along = 0 if abs(ord) == 1 else 1
    return norm_along(
        name, norm_along(name, source, along, True, 1), axes, keepdims, math.copysign(math.inf, ord)
    )


@ruled("reduced(axis)")
def norm(x: Any, /, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """The norm of a vector or a matrix, as NumPy has it: matrix norms of a matrix with an order or along two axes,
    vector norms along one axis; without either, the square root of the sum of squares of all elements.

    >>> ocean.linalg.norm([[1,2],[3,4]], ocean.inf)
    6
    """
    source = as_tensor("norm", x)
    if axis is None:
        if ord is None or source.ndims == 1:
            return norm_along("norm", source, None, keepdims, 2 if ord is None else ord)
        if source.ndims != 2:
            raise linalg_error(
                f"norm(): expected a vector or a matrix; got size {size_text(source.size)}. Say along which axis or "
                "two axes, or use matrix_norm or vector_norm"
            )
        return norm_of_matrices("norm", source, keepdims, ord)
    axes = checked_axes(axis, source.ndims)
    if len(axes) == 1:
        return norm_along("norm", source, axes[0], keepdims, 2 if ord is None else ord)
    if len(axes) != 2:
        raise OceanValueError(f"norm(): expected one axis or two different ones, got {shown(axis)}")
    order = [*axes, *others(axes, source.ndims)]
    found = norm_of_matrices("norm", source.permuteAxes(order), keepdims, ord)
    return found.permuteAxes([order.index(each) for each in range(source.ndims)]) if keepdims else found


def others(axes: Sequence[int], ndims: int) -> list[int]:
    return [axis for axis in range(ndims) if axis not in axes]
