"""Reducing, sliding and transforming arrays by a function, which takes and gives arrays."""

from __future__ import annotations

from collections.abc import Callable

from ocean._src.base.classes import attach
from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import ruled
from ocean._src.core.call.operands import scalar_tensor
from ocean._src.core.objects.array import array, inner_field, view_field
from ocean._src.core.objects.dtypes import scalar
from ocean._src.core.objects.tensor import item, tensor
from ocean._src.lazy import apply as by_function

from .unwrap import axes_of, axis_of, check_order, inner, operand, read_dtype, wrap

__all__ = ["reduce_binary", "reduce_range", "slide", "transform"]


def on_tensors(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function of arrays take inner tensors, r-tensors and scalars."""
    if not callable(function):
        raise OceanTypeError(f"Expected a function, got {type(function).__name__}")

    def one(x: Any) -> Any:
        return given_back(function(shown(x)))

    def two(x: Any, y: Any) -> Any:
        return given_back(function(shown(x), shown(y)))

    return two if by_function.positional(function) == 2 else one


def shown(value: Any) -> array:
    return wrap(scalar_tensor(value) if isinstance(value, scalar) else value)


def given_back(value: Any) -> Any:
    if type(value) is not array:
        return value
    found = inner_field(value)
    return item(found) if isinstance(found, tensor) and not found.ndims else found


def source_of(a: Any) -> Any:
    """The inner tensor or r-tensor of anything like an array."""
    found = operand(a)
    return inner(a) if found is NotImplemented or not hasattr(found, "ndims") else found


def from_values(found: Any) -> array:
    return wrap(scalar_tensor(found) if isinstance(found, scalar) else found)


def order_inside(order: Any) -> str:
    """The order for inner tensors, whose axes are reversed."""
    return "F" if check_order(order, allowed="CF") == "C" else "C"


@ruled("reduced(axis)")
def reduce_range(a: Any, function: Any, axis: Any = None, keepdims: bool = False, order: Any = "C") -> array:
    """What a function of a one-dimensional array gives for each range along axes; without axes for all elements.

    Ranges run through their axes in row-major order, with order "F" in column-major order. A function that is made of
    functions of this package is traced once, as `fuse` does; others are called for each range.
    """
    source = source_of(a)
    axes = list(axes_of(axis, source.ndims))
    found = by_function.reduce_range(source, on_tensors(function), axes, bool(keepdims), order_inside(order))
    return from_values(found)


@ruled("reduced(axis)")
def reduce_binary(
    a: Any, function: Any, axis: Any = None, keepdims: bool = False, initial: Any = None, order: Any = "C"
) -> array:
    """The elements along axes folded in their order by a function of two numbers: f(f(f(initial, a), b), c)."""
    source = source_of(a)
    axes = list(axes_of(axis, source.ndims))
    named = {} if initial is None else {"initial": initial}
    found = by_function.reduce_binary(
        source, on_tensors(function), axes, bool(keepdims), order=order_inside(order), **named
    )
    return from_values(found)


@ruled("along(axis)")
def slide(a: Any, function: Any, axis: int, window: int, step: int = 1, dtype: Any = None) -> array:
    """What a function of a one-dimensional array gives for each window along an axis; windows begin a step apart."""
    source = source_of(a)
    named = {} if dtype is None else {"dtype": read_dtype(dtype)}
    found = by_function.slide(source, on_tensors(function), axis_of(axis, source.ndims), window, step, **named)
    return from_values(found)


@ruled("along(axis)")
def transform(a: array, function: Any, axis: int) -> None:
    """Change each line along an axis in place: to what a function of it gives, or as the function changes it."""
    if type(a) is not array or not isinstance(view_field(a), tensor):
        raise OceanTypeError("transform() changes an array in place, which is neither lazy nor a mapped view")
    by_function.transform(inner_field(a), on_tensors(function), axis_of(axis, a.ndim))


attach(array, reduce_range=reduce_range, reduce_binary=reduce_binary, slide=slide, transform=transform)
