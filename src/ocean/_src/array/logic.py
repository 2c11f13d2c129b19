"""Questions about arrays and their elements: kinds of numbers, equality and closeness, shared memory."""

from __future__ import annotations

import warnings
from math import isfinite

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.core.call.callables import asking, ruled
from ocean._src.core.objects.array import array, inner_field
from ocean._src.core.objects.description import layout_is_fortran
from ocean._src.core.objects.dtypes import DOUBLE, scalar
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import share_bytes, tensor
from ocean._src.ops.dispatch import run_program
from ocean._src.ops.reductions import reduce_program
from ocean._src.tensor.elementwise import closeness

from . import broadcast
from . import ufuncs as functions
from .unwrap import NUMBERS, arrays_together, as_array, inner, wrap

__all__ = [
    "allclose", "array_equal", "array_equiv", "isclose", "iscomplex", "iscomplexobj", "isfortran", "isreal",
    "isrealobj", "isscalar", "iterable", "may_share_memory", "shares_memory",
]  # fmt: skip


@ruled("along")
def isreal(x: Any) -> array:
    """Whether the imaginary part of each element is zero."""
    return as_array(x).imag == 0


@ruled("along")
def iscomplex(x: Any) -> array:
    """Whether the imaginary part of each element is not zero."""
    return as_array(x).imag != 0


def isscalar(element: Any) -> bool:
    """Whether a value is a number or text, no array."""
    return isinstance(element, scalar) or bool(numpy.isscalar(element))


def iterable(y: Any) -> bool:
    """Whether a value can be iterated over."""
    return bool(as_array(y).ndim) if isinstance(y, array) else bool(numpy.iterable(y))


@ruled("along")
def array_equiv(a1: Any, a2: Any) -> bool:
    """Whether two arrays have equal elements after broadcasting."""
    try:
        first, second = broadcast.broadcast_arrays(a1, a2)
    except OceanValueError:
        return False
    return bool((first == second).all())


def shares_memory(a: Any, b: Any, max_work: Any = None) -> bool:
    """Whether two arrays have bytes in common."""
    first, second = (inner(each) for each in (a, b))
    return first.device is second.device and bool(share_bytes(first, second))


def may_share_memory(a: Any, b: Any, max_work: Any = None) -> bool:
    """Whether two arrays have bytes in common; the answer is exact."""
    return shares_memory(a, b)


def isfortran(a: Any) -> bool:
    """Whether an array is column-major and not row-major."""
    found = inner(a)
    return found.ndims > 1 and not is_column_major(found) and is_column_major(found.reverseAxes())


def is_column_major(source: tensor) -> bool:
    return bool(layout_is_fortran(source._layout))


@asking
def iscomplexobj(x: Any) -> bool:
    """Whether an array has a complex dtype."""
    kind = getattr(getattr(x, "dtype", None), "type", None)  # of other objects with a dtype, such as those of pandas
    if isinstance(kind, type) and type(x) is not array:
        return issubclass(kind, numpy.complexfloating)
    return bool(as_array(x)._dtype.iscomplex)


@asking
def isrealobj(x: Any) -> bool:
    """Whether an array has no complex dtype."""
    return not iscomplexobj(x)


def close_operands(a: Any, b: Any, rtol: Any, atol: Any) -> tuple[list[Any], tuple[bool, bool]]:
    """The operands of `closeness`, and whether each tolerance is weak. A Python number takes the dtype of the other
    operand, if that holds it."""
    if type(a) is array and type(b) is array and a.device is b.device:
        found = [inner_field(a), inner_field(b)]
    else:
        found = functions.operands_of("isclose", (a, b))
    found = [each.eval() if isinstance(each, rtensor) else each for each in found]
    strong = next((each.dtype for each in found if not number(each)), None)
    found = [functions.typed(each, strong, 3) for each in found]
    if type(rtol) is type(atol) is float and rtol == 1e-5 and atol == 1e-8:
        return [*found, *TOLERANCES], (True, True)
    for value in (rtol, atol):
        value = value.item() if type(value) is array and not value.ndim else value
        if type(value) is float and not isfinite(value):
            message = f"One of rtol or atol is not valid, atol: {atol}, rtol: {rtol}"
            warnings.warn(message, RuntimeWarning, stacklevel=4)
            break
    for value in (rtol, atol):
        found.append(DOUBLE(value) if number(value) else inner(as_array(value)))
    return found, (number(rtol), number(atol))


TOLERANCES = DOUBLE(1e-5), DOUBLE(1e-8)


def number(value: Any) -> bool:
    return type(value) in NUMBERS


@ruled("elementwise")
def isclose(a: Any, b: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: bool = False) -> array:
    """Whether |a - b| <= atol + rtol * |b|; infinities must be equal."""
    found, weak = close_operands(a, b, rtol, atol)
    return wrap(run_program(closeness(tuple(each.dtype for each in found), bool(equal_nan), weak=weak), found))


@ruled("elementwise")
def allclose(a: Any, b: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: bool = False) -> bool:
    """Whether `isclose` holds for all elements."""
    found, weak = close_operands(a, b, rtol, atol)
    program = closeness(tuple(each.dtype for each in found), bool(equal_nan), ("all",), weak)
    return bool(reduce_program(program, found))


@ruled("along")
def array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> bool:
    """Whether two arrays have the same shape and elements."""
    first, second = arrays_together(a1, a2)
    if first.shape != second.shape:
        return False
    same = first == second
    if equal_nan:
        same = same | ((first != first) & (second != second))
    return bool(same.all())
