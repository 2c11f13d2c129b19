"""Linear algebra and Fourier transforms of arrays: the code of tensors with NumPy's conventions.

LAPACK and the FFT see an array as NumPy would. Ocean's own functions take inner tensors, which are transposed: products
exchange their operands, and diagonals above the main one are below it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ocean._src.axes.labels import numbered
from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import asking, ruled
from ocean._src.core.functions.array_functions import make_reduction
from ocean._src.core.functions.copies import converted
from ocean._src.core.host.sorting.sorting import sent_to
from ocean._src.core.objects.array import array, view_field
from ocean._src.core.objects.description import common_size as find_common_size
from ocean._src.core.objects.description import integer
from ocean._src.core.objects.dtypes import BOOL, DOUBLE, INT32, common, dtype
from ocean._src.core.objects.tensor import tensor
from ocean._src.linalg import lapack, norms, products
from ocean._src.linalg.conventions import Face, linalg_error, of
from ocean._src.ops.reductions import OPERATIONS
from ocean._src.tensor.products import cross as cross_of_tensors
from ocean._src.tensor.products import outer as outer_of_tensors

from . import matmul as product
from . import products as sums
from .out import given_to
from .reduce import REDUCERS
from .unwrap import (
    arrays_together,
    as_array,
    axes_of,
    axis_of,
    default_device,
    device_of,
    inner,
    own_axes,
    read_device,
    read_dtype,
    wrap,
    wrapped,
)


class ArrayFace(Face):
    """Arrays: matrices in the last two dimensions."""

    module, first, last = "ocean.numpy", "last", "last"
    near, plane, turned = -1, (-2, -1), True

    def opened(self, value: Any, name: str, title: str) -> tensor:
        return inner(value)

    def together(self, given: Sequence[Any]) -> None:
        device_of(given)

    def batch(self, sources: Sequence[tensor]) -> None:
        if find_common_size({each.size[2:]: None for each in sources if each.ndims > 1}) is None:
            raise OceanValueError(f"Collections of matrices cannot be broadcast: {self.sizes(sources)}")

    def kind(self, sources: Sequence[tensor]) -> dtype:
        return common(*(each.dtype if each.dtype.isfloat else DOUBLE for each in sources))

    def matrices(self, array: Any) -> Any:
        return array.T

    def from_matrices(self, array: Any) -> Any:
        return array.T

    def sizes(self, sources: Sequence[tensor]) -> str:
        return "shape " + " and ".join(str(each.size[::-1]) for each in sources)

    def numpy_order(self, axes: tuple[int, ...]) -> tuple[int, ...]:
        return axes

    def axis(self, axis: Any, ndims: int) -> int:
        return axis_of(axis, ndims)

    def made(self, result: tensor, kind: Any, where: Any) -> Any:
        return wrap(converted(result, read_dtype(kind), read_device(where) or default_device()))

    def held(self, value: Any) -> Any:
        found = view_field(value) if type(value) is array else None
        return found if type(found) is tensor else None

    def closed(self, result: tensor, source: tensor) -> Any:
        return wrap(sent_to(result, source))

    def given(self, out: Any, result: Any, name: str) -> Any:
        return result if out is None else given_to(out, result, name)


ARRAYS = ArrayFace()


def matrices(name: str, x: Any) -> tensor:
    found = inner(x)
    if found.ndims < 2:
        raise linalg_error(f"{name}(): expected matrices; got {ARRAYS.sizes([found])}")
    return found


# --- Least squares -----------------------------------------------------------------------------------------------

solved = of(ARRAYS, lapack.lstsq)
lines_solved, inverse = of(ARRAYS, lapack.solve), of(ARRAYS, lapack.inv)
decomposed, reflectors = of(ARRAYS, lapack.qr), of(ARRAYS, lapack.raw_qr)


@ruled("solutions")
def lstsq(x1: Any, x2: Any, /, rcond: Any = None, *, rtol: Any = None) -> lapack.LstsqResult:
    found = solved(x1, x2) if rcond is None and rtol is None else solved(x1, x2, rcond, rtol=rtol)
    source = inner(x1)
    if source.ndims > 2 or inner(x2).ndims > 2:
        return found
    columns, rows = source.size
    residuals = inner(found.residuals).reshape(-1)  # the results have NumPy's form
    if rows <= columns or int(found.rank) < columns:
        residuals = residuals.slice(0, 0, 0)
    return found._replace(residuals=wrap(residuals), rank=found.rank.astype(INT32))


lstsq.__doc__ = f"""{lapack.lstsq.__doc__}
    Of one matrix without full rank, or without more rows than columns, the residuals are empty, as in NumPy."""


@ruled("refuse")
def tensorsolve(a: Any, b: Any, axes: Any = None) -> array:
    """The array x with `np.tensordot(a, x, x.ndim) == b`; `axes` of a are moved to its end first."""
    left, right = arrays_together(a, b)
    if axes is not None:
        moved = own_axes(axes, left.ndim)
        left = left.transpose([k for k in range(left.ndim) if k not in moved] + [*moved])
    shape = left.shape[-(left.ndim - right.ndim) :] if left.ndim > right.ndim else ()
    if math.prod(shape) ** 2 != left.size:
        raise linalg_error(f"tensorsolve(): the first axes must have as many elements as the others; got shape "
                          f"{left.shape} and {right.shape}")  # fmt: skip
    count = math.prod(shape)
    found: array = lines_solved(left.reshape(count, count), right.reshape(-1)).reshape(shape)
    return found


@ruled("refuse")
def tensorinv(a: Any, ind: int = 2) -> array:
    """The array x for which `np.tensordot(x, b, ind)` is `tensorsolve(a, b)`."""
    source = as_array(a)
    if integer(ind, "ind") <= 0:
        raise OceanValueError(f"tensorinv(): ind must be positive, got {ind}")
    first, last = source.shape[:ind], source.shape[ind:]
    if math.prod(first) != math.prod(last):
        raise linalg_error(f"tensorinv(): the first {ind} axes must have as many elements as the others; got shape "
                          f"{source.shape}")  # fmt: skip
    count = math.prod(first)
    found: array = inverse(source.reshape(count, count)).reshape(*last, *first)
    return found


# --- Decomposing -------------------------------------------------------------------------------------------------


@ruled("triangles")
def qr(x: Any, /, mode: str = "reduced") -> Any:
    return reflectors(x) if mode == "raw" else decomposed(x) if mode == "reduced" else decomposed(x, mode)


qr.__doc__ = f"""{lapack.qr.__doc__}
    With mode "raw" the result is what LAPACK gives: h and tau."""


# --- Products ----------------------------------------------------------------------------------------------------


@asking
def matmul(x1: Any, x2: Any, /) -> array:
    """The matrix product; a vector on the left is a row, one on the right a column, and more axes number matrices."""
    return product.matmul(x1, x2)


@ruled("chain")
def multi_dot(arrays: Sequence[Any], /, *, out: Any = None) -> array:
    """The product of several matrices in the order that needs the fewest multiplications; the first and the last may
    be vectors."""
    factors = [inner(each) for each in arrays]
    if not factors:
        products.multiplied([])  # raises
    found = wrapped(products.multiplied(factors[::-1], True), factors[0].device)
    if type(out) is array and out._dtype is not found._dtype:
        raise OceanValueError(f"multi_dot(): out must have dtype {found._dtype.name}, got {out._dtype.name}")
    return given_to(out, found, "multi_dot")


@ruled("power")
def matrix_power(x: Any, n: Any, /) -> array:
    """Square matrices to the power of an integer; a negative one takes the inverse. Integers stay integers."""
    return wrap(products.matrix_power(inner(x), n))


@ruled("vecdot(axis)")
def vecdot(x1: Any, x2: Any, /, axis: int = -1) -> array:
    """The products of vectors along an axis; the first ones are conjugated."""
    return sums.vecdot(x1, x2, axis=axis)


@ruled("tensordot(axes)")
def tensordot(x1: Any, x2: Any, /, axes: Any = 2) -> array:
    """The sums of products along axes of two arrays: `axes` is a number, for this many last axes of the first and
    first axes of the second, or two lists with the axes of each."""
    return sums.tensordot(x1, x2, axes)


@ruled("outer")
def outer(x1: Any, x2: Any, /) -> array:
    """The products of each element of a vector with each of another."""
    first, second = inner(x1), inner(x2)
    if first.ndims != 1 or second.ndims != 1:
        raise OceanValueError(f"outer(): expected vectors; got {ARRAYS.sizes([first, second])}")
    return wrap(outer_of_tensors(second, first))


@ruled("along(axis)")
def cross(x1: Any, x2: Any, /, axis: int = -1) -> array:
    """The cross products of vectors of three elements along an axis."""
    first, second = inner(x1), inner(x2)
    if first.dtype is second.dtype is BOOL:
        raise OceanTypeError("cross() subtracts, which bool does not")
    places = {axis_of(axis, each.ndims) for each in (first, second)}
    if len(places) != 1:
        sizes = ARRAYS.sizes([first, second])
        raise OceanValueError(f"cross(): the axis must be counted from the end, got {axis} for {sizes}")
    return wrap(cross_of_tensors(first, second, *places))


# --- Parts -------------------------------------------------------------------------------------------------------


@asking
def matrix_transpose(x: Any, /) -> array:
    """A view of matrices with rows and columns exchanged."""
    return wrap(products.matrix_transpose(matrices("matrix_transpose", x)))


@asking
def diagonal(x: Any, /, offset: int = 0) -> array:
    """A view of the diagonals of matrices along the last axis; those above the main one have positive offsets."""
    found: array = wrap(matrices("diagonal", x)).diagonal(integer(offset, "offset"), -2, -1)
    return found


@ruled("views")
def trace(x: Any, /, offset: int = 0, dtype: Any = None) -> array:
    """The sums along diagonals of matrices."""
    found: array = REDUCERS["sum"](diagonal(x, offset), axis=-1, dtype=dtype)
    return found


# --- Norms -------------------------------------------------------------------------------------------------------


def vector_norms(x: Any, /, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> array:
    """The norms of vectors along an axis or several, or of all elements: (sum |x|^ord)^(1/ord), the largest (inf) or
    least (-inf) absolute value, or the number of elements that are not zero (0)."""
    source = inner(x)
    axis = numbered(axis, getattr(x, "axes", None))
    axes = None if axis is None else axes_of(axis, source.ndims)
    return wrapped(norms.vector_norm(source, axes, keepdims, ord), source.device)


@ruled("norms")
def matrix_norm(x: Any, /, keepdims: bool = False, ord: Any = "fro") -> array:
    """The norms of matrices: of all elements ("fro"), of the largest (1) or least (-1) column, of the largest (inf) or
    least (-inf) row, the largest (2) or least (-2) singular value, or the sum of all ("nuc")."""
    source = matrices("matrix_norm", x)
    return wrapped(norms.matrix_norm(source.swapAxes(0, 1), keepdims, ord), source.device)


def any_norm(x: Any, /, ord: Any = None, axis: Any = None, keepdims: bool = False) -> array:
    """The norm of a vector or a matrix: matrix norms of a matrix with an order or along two axes, vector norms along
    one axis; without either, the square root of the sum of squares of all elements."""
    source = inner(x)
    axis = numbered(axis, getattr(x, "axes", None))
    if axis is None and ord is not None and source.ndims == 2:
        axis = (0, 1)
    axes = None if axis is None else axes_of(axis, source.ndims)
    return wrapped(norms.norm(source, ord, axes, keepdims), source.device)


vector_norm = make_reduction(OPERATIONS["norm2"], vector_norms, "vector_norm")
norm = make_reduction(OPERATIONS["norm2"], any_norm, "norm", ahead=1, several=False)
