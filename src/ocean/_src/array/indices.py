"""Indices of elements: from positions and back, of diagonals, triangles and grids, and iteration over them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.core.call.callables import ruled
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import BOOL, INT64

from . import create
from .fused import indices_along
from .searching import flatnonzero, nonzero
from .twodim import tri
from .ufuncs import UFUNCS
from .unwrap import as_array, check_order, read_dtype, read_shape

__all__ = [
    "diag_indices", "diag_indices_from", "indices", "ix_", "mask_indices", "ndenumerate", "ravel_multi_index",
    "tril_indices", "tril_indices_from", "triu_indices", "triu_indices_from", "unravel_index",
]  # fmt: skip


class ndenumerate:
    """Iterates over the indices and elements of an array, in row-major order."""

    def __init__(self, arr: Any) -> None:
        self.source = as_array(arr)

    def __iter__(self) -> Iterator[tuple[tuple[int, ...], Any]]:
        for place in numpy.ndindex(*self.source.shape):
            yield place, self.source[place]


def positions(function: str, indices: Any) -> array:
    """Positions as an array; refuses other dtypes than integers, also without elements."""
    found = as_array(indices)
    if found._dtype.isfloat:
        raise OceanTypeError(f"{function}(): indices must be integral, got {found._dtype.name}")
    return found


def unravel_index(indices: Any, shape: Any, order: str = "C") -> tuple[array, ...]:
    """The indices of elements by their positions in the flat array."""
    given, lengths = positions("unravel_index", indices), read_shape(shape)
    if not lengths and given.ndim:
        raise OceanValueError("unravel_index(): a 0-d array has one element, and several are given")
    order = check_order(order, allowed="CF")
    total = math.prod(lengths)
    if total > (1 << 63) - 1:
        raise OceanValueError(
            f"dimensions are too large; the shape {lengths} has more elements than integers of 64 bits"
        )
    if given.size and (int(given.min()) < 0 or int(given.max()) >= total):
        raise OceanValueError(f"index is out of bounds for array with size {total}")
    rest = given.astype(INT64)
    found = []
    for length in reversed(lengths) if order == "C" else lengths:
        found.append(rest % max(length, 1))
        rest = rest // max(length, 1)
    return tuple(reversed(found) if order == "C" else found)


def ravel_multi_index(multi_index: Any, dims: Any, mode: Any = "raise", order: str = "C") -> array:
    """The positions in the flat array of elements by their indices."""
    lengths = read_shape(dims)
    given = [positions("ravel_multi_index", each) for each in multi_index]
    order = check_order(order, allowed="CF")
    if len(given) != len(lengths):
        raise OceanValueError(f"parameter multi_index must be a sequence of length {len(lengths)}")
    if 0 in lengths and any(each.size for each in given):
        raise OceanValueError(f"cannot unravel if shape has zero entries (is empty), got {lengths}")
    if math.prod(lengths) >= 1 << 63:
        raise OceanValueError(f"invalid dims: array size defined by dims is larger than 2**63 - 1, got {lengths}")
    modes = [mode] * len(lengths) if isinstance(mode, str) else list(mode)
    steps = [math.prod(lengths[k + 1 :]) if order == "C" else math.prod(lengths[:k]) for k in range(len(lengths))]
    total: Any = 0
    for each, length, step, one in zip(given, lengths, steps, modes, strict=True):
        if one == "raise" and each.size and (int(each.min()) < 0 or int(each.max()) >= length):
            raise OceanValueError("invalid entry in coordinates array")
        total = total + within(each.astype(INT64), length, one) * step
    return as_array(total)


def ix_(*args: Any) -> tuple[array, ...]:
    """Indices or masks for each axis, so that together they name a rectangle."""
    found = []
    for k, each in enumerate(args):
        given = as_array(each)
        if given.ndim != 1:
            raise OceanValueError("Cross index must be 1 dimensional")
        if given._dtype is BOOL:
            given = flatnonzero(given)
        elif not hasattr(each, "dtype") and not given.size:  # an empty list has no dtype
            given = given.astype(INT64)
        found.append(given.reshape((1,) * k + (given.size,) + (1,) * (len(args) - k - 1)))
    return tuple(found)


def diag_indices(n: int, ndim: int = 2) -> tuple[array, ...]:
    """The indices of the main diagonal of a square array."""
    return (create.arange(n),) * ndim


@ruled("refuse")
def diag_indices_from(arr: Any) -> tuple[array, ...]:
    """The indices of the main diagonal of an array."""
    source = as_array(arr)
    if source.ndim < 2 or len(set(source.shape)) > 1:
        raise OceanValueError("All dimensions of input must be of equal length")
    return diag_indices(source.shape[0], source.ndim)


def tril_indices(n: int, k: int = 0, m: int | None = None) -> tuple[array, ...]:
    """The indices of the lower triangle of a matrix."""
    return nonzero(tri(n, m, k, BOOL))


def triu_indices(n: int, k: int = 0, m: int | None = None) -> tuple[array, ...]:
    """The indices of the upper triangle of a matrix."""
    return nonzero(~tri(n, m, k - 1, BOOL))


@ruled("refuse")
def tril_indices_from(arr: Any, k: int = 0) -> tuple[array, ...]:
    """The indices of the lower triangle of a matrix."""
    rows, columns = as_array(arr).shape
    return tril_indices(rows, k, columns)


@ruled("refuse")
def triu_indices_from(arr: Any, k: int = 0) -> tuple[array, ...]:
    """The indices of the upper triangle of a matrix."""
    rows, columns = as_array(arr).shape
    return triu_indices(rows, k, columns)


def mask_indices(n: int, mask_func: Callable[..., Any], k: Any = 0) -> tuple[array, ...]:
    """The indices that a function such as `triu` leaves of a square matrix."""
    return nonzero(mask_func(create.ones((n, n), INT64), k))


def indices(dimensions: Any, dtype: Any = int, sparse: bool = False, *, axis: int | None = None) -> Any:
    """The index along each axis of all elements of a shape; sparse ones have length one along the other axes. With
    `axis` the index along that one, as a lazy array."""
    shape = read_shape(dimensions)
    if axis is not None:
        return indices_along(shape, axis, read_dtype(dtype))
    lines = []
    for k, length in enumerate(shape):
        lines.append(create.arange(length, dtype=dtype).reshape([1] * k + [length] + [1] * (len(shape) - k - 1)))
    if sparse:
        return tuple(lines)
    result = create.empty((len(shape), *shape), dtype)
    for k, line in enumerate(lines):
        result[k] = line
    return result


def within(indices: array, length: int, mode: str) -> array:
    """Indices by a mode: unchanged, modulo the length, or clipped to it."""
    if mode == "raise":
        return indices
    if mode == "wrap":
        return UFUNCS["remainder"](indices, length) if length else indices
    if mode == "clip":
        result: array = indices.clip(0, max(length - 1, 0))
        return result
    raise OceanValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got {mode!r})")


def index_array(function: str, indices: Any) -> array:
    found = as_array(indices)
    kind = found._dtype
    if kind.isfloat and found.size:
        raise OceanTypeError(f"{function}(): the indices must be integers, got {kind.name}")
    return found.astype(INT64) if kind.isfloat or kind is BOOL else found
