"""Diagonals, triangles, and matrices and grids of coordinates from vectors."""

from __future__ import annotations

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.integers import unbox_integer
from ocean._src.core.call.callables import asking, pair, ruled
from ocean._src.core.functions import array_create
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import BOOL, DOUBLE, INT64, common
from ocean._src.tensor.twodim import lines_of_grid
from ocean._src.tensor.twodim import tril as tril_of_tensors
from ocean._src.tensor.twodim import triu as triu_of_tensors

from . import create
from .broadcast import broadcast_arrays, broadcast_to
from .dtypes import result_kind
from .methods import diagonal_view
from .reduce import FUNCTIONS as REDUCTIONS
from .shape import expand_dims, moveaxis
from .ufuncs import UFUNCS
from .unwrap import NUMBERS, arrays_together, as_array, inner, read_dtype, wrap

__all__ = [
    "diag", "diagflat", "diagonal", "geomspace", "logspace", "meshgrid", "trace", "tri", "tril", "triu", "vander",
]  # fmt: skip


@asking
def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> array:
    """A view of a diagonal, as the last axis."""
    result: array = as_array(a).diagonal(offset, axis1, axis2)
    return result


@ruled("views(axis1, axis2)")
def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None, out: Any = None) -> array:
    """The sum along a diagonal."""
    return REDUCTIONS["sum"](diagonal(a, offset, axis1, axis2), -1, dtype, out)


@pair(array_create.diag, rule="diagonals")
def diag(v: Any, k: int = 0) -> array:
    """A view of a diagonal of a matrix, or a matrix with a vector on a diagonal."""
    source = as_array(v)
    if source.ndim == 2:
        return diagonal(source, k)
    if source.ndim != 1:
        raise OceanValueError("Input must be 1- or 2-d.")
    return diagflat(source, k)


@ruled("refuse")
def diagflat(v: Any, k: int = 0) -> array:
    """A matrix with all elements of an array on a diagonal."""
    source = as_array(v).ravel()
    count = source.size + abs(k)
    result = create.zeros((count, count), source._dtype, device=source.device)
    if source.size:
        diagonal_view(result, k, 0, 1)[...] = source
    return result


def tri(N: int, M: int | None = None, k: int = 0, dtype: Any = float) -> array:
    """Ones at and below a diagonal."""
    rows, columns = create.arange(N).reshape(N, 1), create.arange(N if M is None else M)
    result: array = (columns <= rows + k).astype(dtype)
    return result


@ruled("along")
def tril(m: Any, k: int = 0) -> array:
    """The lower triangles of matrices: zero above diagonal k."""
    return wrap(triu_of_tensors(inner(matrices(m)), -unbox_integer(k)))


@ruled("along")
def triu(m: Any, k: int = 0) -> array:
    """The upper triangles of matrices: zero below diagonal k."""
    return wrap(tril_of_tensors(inner(matrices(m)), -unbox_integer(k)))


def matrices(m: Any) -> array:
    source = as_array(m)
    if source.ndim == 0:
        raise OceanValueError("a triangle needs an array with axes")
    if source.ndim == 1:
        rows: array = broadcast_to(source, (source.size, source.size)).copy()
        return rows
    return source


@ruled("refuse")
def vander(x: Any, N: int | None = None, increasing: bool = False) -> array:
    """The powers of the elements of a vector, a row for each."""
    source = as_array(x)
    if source.ndim != 1:
        raise OceanValueError("x must be a one-dimensional array or sequence.")
    count = source.size if N is None else N
    if count < 0:
        raise OceanValueError(f"vander(): the number of columns must be nonnegative, got {count}")
    kind = INT64 if source._dtype is BOOL else common(source._dtype, INT64)
    powers = create.arange(count, device=source.device)
    powers = powers if increasing else powers[::-1]
    result = UFUNCS["power"](source.astype(kind).reshape(-1, 1), powers)
    return result.astype(kind, copy=False)  # type: ignore[no-any-return]


@ruled("refuse")
def meshgrid(*xi: Any, copy: bool = True, sparse: bool = False, indexing: str = "xy") -> tuple[array, ...]:
    """An array for each vector that varies along its own axis, all of one shape; "xy" exchanges the first two axes."""
    if indexing not in ("xy", "ij"):
        raise OceanValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    lines = [inner(each) for each in arrays_together(*xi)]
    if indexing == "xy" and len(lines) > 1:
        lines[:2] = lines[1::-1]
    found = lines_of_grid(lines[::-1])
    if copy and not sparse:
        size = [each.nelem for each in lines[::-1]]
        found = [each.broadcastTo(size) for each in found]
    grids = [wrap(each) for each in reversed(found)]
    if indexing == "xy" and len(lines) > 1:
        grids[:2] = grids[1::-1]
    if copy:
        return tuple(each.copy() for each in grids)
    return tuple(grids) if sparse else broadcast_arrays(*grids)


# --- Sequences ---------------------------------------------------------------------------------------------------


@ruled("refuse")
def logspace(
    start: Any, stop: Any, num: int = 50, endpoint: bool = True, base: Any = 10.0, dtype: Any = None, axis: int = 0
) -> array:
    """Powers of a base, whose exponents are equally spaced."""
    if type(base) not in NUMBERS and as_array(base).ndim:  # each line has its own base
        limits = arrays_together(start, stop, base)
        most = max(each.ndim for each in limits)
        start, stop, base = (each.reshape((1,) * (most - each.ndim) + each.shape) for each in limits)
        base = expand_dims(base, axis)
    exponents = create.linspace(start, stop, num, endpoint, axis=axis)
    powers = UFUNCS["power"](base, exponents)
    result: array = powers if dtype is None else powers.astype(dtype)
    return result


@ruled("refuse")
def geomspace(
    start: Any, stop: Any, num: int = 50, endpoint: bool = True, dtype: Any = None, axis: int = 0
) -> array:
    """Points in a geometric progression from start to stop."""
    first, last = arrays_together(start, stop)
    if bool((first == 0).any()) or bool((last == 0).any()):
        raise OceanValueError("Geometric sequence cannot include zero")
    given = read_dtype(dtype)
    kind = result_kind(first, last, 1.0, given or DOUBLE)
    first, last = first.astype(kind), last.astype(kind)
    turn = UFUNCS["sign"](first)  # rotate the points to begin on the positive axis, where logarithms are real
    first, last = first / turn, last / turn
    result = logspace(UFUNCS["log10"](first), UFUNCS["log10"](last), num, endpoint, 10.0)
    if num > 0:
        result[0] = first
        if num > 1 and endpoint:
            result[-1] = last
    result = (result * turn).astype(kind, copy=False)
    if axis:
        result = moveaxis(result, 0, axis)
    return result if given is None else result.astype(given, copy=False)


