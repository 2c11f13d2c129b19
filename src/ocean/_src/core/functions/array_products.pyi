from typing import Any

from ocean._src.core.objects.array import array

def set_general(**functions: Any) -> None: ...
def longer_ways() -> dict[str, Any]: ...
def matmul(x1: Any, x2: Any, /, out: Any = None, *, dtype: Any = None) -> array:
    """The matrix product; a vector on the left is a row, one on the right a column, and more axes number matrices."""

def dot(a: Any, b: Any, out: Any = None) -> array:
    """The product over the last axis of the first and the second last of the second; with numbers, elementwise.

    Of arrays with axes it is `ocean.dot`: axes of the first are contracted with those of the second whose offset is one
    higher.
    """

def inner(a: Any, b: Any, /) -> array:
    """The products over the last axes of both; with numbers, elementwise."""

def vdot(a: Any, b: Any, /) -> array:
    """The sum of products of all elements, the first ones conjugate."""

def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> array:
    """The sums of products of vectors along an axis of both, the first ones conjugate."""

def convolve(a: Any, v: Any, mode: Any = "full") -> array:
    """The convolution of two vectors: sums of products of one with parts of the other in reverse order."""

def correlate(a: Any, v: Any, mode: Any = "valid") -> array:
    """The correlation of two vectors: sums of products of parts of the first with the second, conjugate."""

def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> array:
    """The values at x of lines through points, whose places are in ascending order; outside, those of the first and the
    last point unless `left` and `right` are given."""

def outer(a: Any, b: Any, out: Any = None) -> array:
    """The products of each element of the first with each of the second, flat."""

def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> array:
    """Differences of neighbours along an axis, n times."""

def remember_einsum(text: str, way: Any) -> None: ...
def einsum(
    *operands: Any,
    out: Any = None,
    dtype: Any = None,
    order: Any = "K",
    casting: str = "safe",
    optimize: Any = False,
) -> array:
    """Sums of products by Einstein's convention: `einsum("ij,jk->ik", a, b)`."""

def bincount(x: Any, /, weights: Any = None, minlength: int = 0) -> array:
    """How often each number from 0 on occurs, or the sums of the weights of equal elements."""

def sort(
    a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, descending: bool = False, stable: Any = True
) -> array:
    """The elements along an axis in order, NaN last; flat if axis is None. Descending is the reverse order."""

def argsort(
    a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, descending: bool = False, stable: Any = True
) -> array:
    """The places of elements along an axis in the order of `sort`; equal ones stay in their order."""
