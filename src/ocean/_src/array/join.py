"""Joining arrays along axes that they have, and along new ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import pair, ruled
from ocean._src.core.functions import array_create, combine
from ocean._src.core.functions.array_create import quick_join
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import common
from ocean._src.core.objects.memory import device
from ocean._src.core.objects.tensor import numpy_scalar, tensor
from ocean._src.tensor.join import depth_of

from . import methods
from .create import in_order
from .dtypes import result_kind
from .numpy_fallback import home
from .out import given_to
from .shape import at_least
from .unwrap import NUMBERS, arrays_together, as_array, axis_of, inner, is_other_order, read_dtype, wrap

__all__ = ["append", "block", "column_stack", "concatenate", "dstack", "hstack", "stack", "vstack"]


def pieces_of(function: str, arrays: Any) -> list[array]:
    if not isinstance(arrays, (list, tuple, array)):
        raise OceanTypeError(f"{function}() takes a list of arrays, got {type(arrays).__name__}")
    found = arrays_together(*arrays)
    if not found:
        raise OceanValueError("need at least one array to concatenate")
    return found


def join(
    pieces: Sequence[Any], axis: int | None, out: Any = None, dtype: Any = None, casting: str = "same_kind"
) -> array:
    """Arrays one after another along an axis."""
    quick: array | None = quick_join(pieces, axis) if out is None and dtype is None and casting == "same_kind" else None
    if quick is not None:
        return quick
    sources = [inner(each) for each in pieces]
    if axis is None:
        sources, axis = [each.flatten() for each in sources], 0
    ndim = sources[0].ndims
    if ndim == 0:
        raise OceanValueError("zero-dimensional arrays cannot be concatenated")
    place = axis_of(axis, ndim)
    for k, each in enumerate(sources):
        if each.ndims != ndim:
            raise OceanValueError(
                "all the input array dimensions must match in number: the array at index 0 has "
                f"{ndim} axes and the array at index {k} has {each.ndims}"
            )
        if any(n != m and d != place for d, (n, m) in enumerate(zip(each.size, sources[0].size, strict=True))):
            raise OceanValueError(
                "all the input array dimensions except for the concatenation axis must match exactly, but the shapes "
                f"are {sources[0].size[::-1]} at index 0 and {each.size[::-1]} at index {k}"
            )
    return joined(combine.join, sources, place, home(pieces), out, dtype, casting)


def joined(
    join: Callable[..., tensor], sources: list[tensor], place: int, where: device, out: Any, dtype: Any, casting: str
) -> array:
    """Tensors put together by a function of tensors, in the dtype that NumPy's arguments ask for."""
    if out is not None and dtype is not None:
        raise OceanTypeError("concatenate() only takes `out` or `dtype` as an argument, but both were provided.")
    kind = read_dtype(dtype) or (out._dtype if type(out) is array else common(*(each.dtype for each in sources)))
    for each in sources:
        methods.check_casting(each.dtype, kind, casting)
        if casting == "no" and (is_other_order(dtype) or (type(out) is array and inner(out).byteswapped)) != bool(
            each.byteswapped
        ):
            raise OceanTypeError("concatenate(): the rule 'no' allows no other byte order")
    if is_other_order(dtype):
        return in_order(wrap(join(sources, place, kind, where)), dtype)
    return given_to(out, wrap(join(sources, place, kind, where)), "concatenate")


@pair(array_create.concatenate, rule="joined(axis)")
def concatenate(
    arrays: Any, /, axis: int | None = 0, out: Any = None, *, dtype: Any = None, casting: str = "same_kind"
) -> array:
    """Arrays one after another along an axis, or flat if it is None. Python numbers among them have the dtype that they
    have in an operation."""
    if axis is None and dtype is None and isinstance(arrays, (list, tuple)):
        numbers = [type(each) in NUMBERS for each in arrays]
        if any(numbers) and not all(numbers):
            kind = result_kind(*arrays)
            arrays = [numpy_scalar(each, kind) if one else each for each, one in zip(arrays, numbers, strict=True)]
    return join(pieces_of("concatenate", arrays), axis, out, dtype, casting)


@pair(array_create.stack, rule="stacked(axis)")
def stack(arrays: Any, axis: int = 0, out: Any = None, *, dtype: Any = None, casting: str = "same_kind") -> array:
    """Arrays of one shape one after another along a new axis."""
    pieces = pieces_of("stack", arrays)
    if len({each.shape for each in pieces}) > 1:
        raise OceanValueError("all input arrays must have the same shape")
    place = axis_of(axis, pieces[0].ndim + 1)
    return joined(combine.stacked, [inner(each) for each in pieces], place, home(pieces), out, dtype, casting)


@ruled("refuse")
def vstack(tup: Any, *, dtype: Any = None, casting: str = "same_kind") -> array:
    """Arrays below each other; vectors are rows."""
    return join([at_least(2, each) for each in pieces_of("vstack", tup)], 0, None, dtype, casting)


@ruled("refuse")
def hstack(tup: Any, *, dtype: Any = None, casting: str = "same_kind") -> array:
    """Arrays beside each other: along the second axis, vectors along their only one."""
    pieces = [at_least(1, each) for each in pieces_of("hstack", tup)]
    return join(pieces, 0 if pieces[0].ndim == 1 else 1, None, dtype, casting)


@ruled("refuse")
def dstack(tup: Any) -> array:
    """Arrays behind each other, along the third axis."""
    return join([at_least(3, each) for each in pieces_of("dstack", tup)], 2)


@ruled("refuse")
def column_stack(tup: Any) -> array:
    """Vectors as columns of a matrix, beside matrices."""
    pieces = [each if each.ndim > 1 else each.reshape(-1, 1) for each in pieces_of("column_stack", tup)]
    return join(pieces, 1)


@ruled("refuse")
def block(arrays: Any) -> array:
    """An array from nested lists of arrays: the innermost are joined along the last axis, the next along the one
    before it, and so on."""
    depth = depth_of(arrays)
    leaves: list[array] = []
    gather(arrays, leaves)
    ndim = max(depth, *(each.ndim for each in leaves))
    return assembled(arrays, depth, ndim)


def gather(value: Any, leaves: list[array]) -> None:
    if isinstance(value, list):
        for each in value:
            gather(each, leaves)
    elif isinstance(value, tuple):
        raise OceanTypeError("block() takes lists, not tuples")
    else:
        leaves.append(as_array(value))


def assembled(value: Any, depth: int, ndim: int) -> array:
    if depth == 0 and not isinstance(value, list):
        source = as_array(value)
        copied: array = source.reshape((1,) * (ndim - source.ndim) + source.shape).copy()
        return copied
    return join([assembled(each, depth - 1, ndim) for each in value], -depth)


@ruled("along(axis)")
def append(arr: Any, values: Any, axis: int | None = None) -> array:
    """A copy with values at the end of an axis; flat if there is none."""
    if axis is None:
        return join([each.ravel() for each in arrays_together(arr, values)], 0)
    return join(arrays_together(arr, values), axis)
