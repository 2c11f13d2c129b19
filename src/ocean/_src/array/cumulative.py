"""Running sums and products of arrays."""

from __future__ import annotations

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import ruled
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import BOOL, INT64, UINT64, dtype
from ocean._src.tensor import cumulative

from . import create, reduce
from .join import join
from .out import given_to
from .ufuncs import out_of
from .unwrap import as_array, axis_of, inner, own_axis, read_dtype, wrap

__all__ = ["cumprod", "cumsum", "cumulative_prod", "cumulative_sum"]


def summing(kind: dtype) -> dtype:
    """The dtype of sums: integers and bool in 64 bits."""
    return kind if kind.isfloat else INT64 if kind.issigned or kind is BOOL else UINT64


SUMMED = {"cumsum": "sum", "cumprod": "prod"}
"""The reduction that is the last element of each running one."""


def cumulated(name: str, a: Any, axis: Any, dtype: Any, out: Any) -> array:
    source = inner(a)
    kind = reduce.computing(SUMMED[name], read_dtype(dtype), source.dtype, out_of(name, out))
    source = converted(source, kind or summing(source.dtype), None)
    if axis is None:
        source, place = source.flatten(), 0
    elif not source.ndims and axis in (0, -1):
        source, place = source.reshape(1), 0
    else:
        place = axis_of(axis, source.ndims)
    if source.dtype is BOOL:
        found = converted(cumulative.cumulate(name, converted(source, INT64, None), place, None, None), BOOL, None)
    else:
        found = converted(cumulative.cumulate(name, source, place, None, None), source.dtype, None)
    return given_to(out, wrap(found), name)


@ruled("along(axis)")
def cumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> array:
    """Running sums along an axis; of the flat array without one."""
    return cumulated("cumsum", a, axis, dtype, out)


@ruled("along(axis)")
def cumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> array:
    """Running products along an axis; of the flat array without one."""
    return cumulated("cumprod", a, axis, dtype, out)


def from_start(name: str, x: Any, axis: Any, dtype: Any, out: Any, include_initial: bool) -> array:
    source = as_array(x)
    if not source.ndim:
        source = source.reshape(1)
    if axis is None:
        if source.ndim != 1:
            raise OceanValueError("For arrays which have more than one dimension ``axis`` argument is required.")
        axis = 0
    kind = reduce.computing(SUMMED[name], read_dtype(dtype), source._dtype, out_of(name, out))
    result = cumulated(name, source, axis, kind, None)
    if include_initial:
        place = own_axis(axis, source.ndim)
        shape = tuple(1 if k == place else n for k, n in enumerate(source.shape))
        first = create.full(shape, 0 if name == "cumsum" else 1, result._dtype, device=source.device)
        result = join([first, result], place)
    return given_to(out, result, name)


@ruled("along(axis)")
def cumulative_sum(
    x: Any, /, *, axis: int | None = None, dtype: Any = None, out: Any = None, include_initial: bool = False
) -> array:
    """Running sums along an axis, with the zero before the first if `include_initial`."""
    return from_start("cumsum", x, axis, dtype, out, include_initial)


@ruled("along(axis)")
def cumulative_prod(
    x: Any, /, *, axis: int | None = None, dtype: Any = None, out: Any = None, include_initial: bool = False
) -> array:
    """Running products along an axis, with the one before the first if `include_initial`."""
    return from_start("cumprod", x, axis, dtype, out, include_initial)
