"""Functions of `ocean.numpy` that are methods of arrays, or small compositions of others."""

from __future__ import annotations

import math
from typing import Any

from ocean._src.axes.labels import by_number
from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.core.functions.array_create import nonzero, set_general
from ocean._src.core.functions.array_functions import make_ufunc
from ocean._src.core.functions.array_views import lazy as lazy
from ocean._src.core.objects.array import array, inner_field
from ocean._src.core.objects.dtypes import dtype, python_dtype
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import numpy_dtype as weak_dtype
from ocean._src.ops.dispatch import run_program
from ocean._src.ops.numpy_rows import ARRAY_OPERATIONS, rank
from ocean._src.ops.reductions import reduce_program
from ocean._src.ops.table import BOOL, DOUBLE
from ocean._src.tensor.elementwise import closeness

from . import create, methods
from . import ufuncs as functions
from .indexing import lists_of
from .manipulation import given_to
from .ufuncs import UFUNCS, call
from .unwrap import (
    NUMBERS,
    arrays_together,
    as_array,
    axes_of,
    check_condition,
    check_number,
    check_order,
    inner,
    need_array,
    values_for,
    wrap,
)


def where_(condition: Any, x: Any = None, y: Any = None, /) -> Any:
    """x where the condition holds, else y; with the condition alone, the indices where it holds."""
    if (x is None) != (y is None):
        raise OceanTypeError("where() takes the condition alone, or both x and y")
    if x is None:
        if not as_array(condition).ndim or (type(condition) is array and condition.axes is None):
            return nonzero(condition)
        return tuple(wrap(each) for each in lists_of(BOOL(inner(condition))))
    return call("where", (condition, x, y))


def clip_(a: Any, /, min: Any = None, max: Any = None, out: Any = None, **named: Any) -> array:
    """The elements limited to a range; None is no limit."""
    if ("a_min" in named) != ("a_max" in named):
        raise OceanTypeError("clip() missing 1 required argument: a_min and a_max come together; None is no limit")
    if "a_min" in named and (min is not None or max is not None):
        raise OceanValueError("clip(): a_min and a_max are given, and min or max, too")
    low, high = named.pop("a_min", min), named.pop("a_max", max)
    if named:
        raise OceanTypeError(f"clip() has no argument {next(iter(named))!r}")
    return methods.limited(a, low, high, out)


where = make_ufunc(ARRAY_OPERATIONS["where"], where_, "where")
clip = make_ufunc(ARRAY_OPERATIONS["clip"], clip_, "clip")


def angle(z: Any, deg: bool = False) -> array:
    """The angle of complex numbers, in radians or degrees."""
    result = call("angle", (z,))
    return result * (180 / 3.141592653589793) if deg else result


def round(a: Any, decimals: int = 0, out: Any = None) -> array:
    """The nearest number with so many decimals; halves to even."""
    source = as_array(a)
    if decimals == 0 or (not source.dtype.isfloat and decimals > 0):
        if source.dtype.kind == "b":
            source = source.astype("float16")
        return call("nearest", (source,), out)
    factor = 10.0 ** abs(decimals)
    if not source.dtype.isfloat:
        wide = call("divide", (source, factor))
        result = (call("nearest", (wide,)) * factor).astype(source.dtype)
    elif decimals > 0:
        result = call("nearest", (source * factor,)) / factor
    else:
        result = call("nearest", (source / factor,)) * factor
    return given_to(out, result, "round")


def divmod(x1: Any, x2: Any, /) -> tuple[array, array]:
    """The quotient rounded down, and the remainder."""
    return UFUNCS["floor_divide"](x1, x2), UFUNCS["remainder"](x1, x2)


def real(val: Any) -> array:
    """The real parts."""
    return as_array(val).real


def imag(val: Any) -> array:
    """The imaginary parts."""
    return as_array(val).imag


def iscomplexobj(x: Any) -> bool:
    """Whether an array has a complex dtype."""
    return bool(as_array(x).dtype.iscomplex)


def isrealobj(x: Any) -> bool:
    """Whether an array has no complex dtype."""
    return not iscomplexobj(x)


def reshape(a: Any, /, shape: Any, order: Any = "C", *, copy: bool | None = None) -> array:
    """The same elements with another shape: a view if possible."""
    result: array = as_array(a).reshape(shape, order=order, copy=copy)
    return result


def ravel(a: Any, order: Any = "C") -> array:
    """All elements along one axis: a view if they follow each other in memory."""
    result: array = as_array(a).ravel(order)
    return result


def transpose(a: Any, axes: Any = None) -> array:
    """A view with the axes in another order, or reversed."""
    result: array = as_array(a).transpose(axes)
    return result


def copy(a: Any, order: Any = "K") -> array:
    """A copy."""
    return wrap(create.copied(inner(a), check_order(order, "K")))


def copyto(dst: array, src: Any, casting: str = "same_kind", where: Any = True) -> None:
    """Copy values into an array."""
    target = need_array("copyto", dst)
    check_condition(where)
    kind = python_dtype(src) if type(src) in NUMBERS else None
    if kind is not None and not kind.isfloat:
        check_number(src, target.dtype)
    if kind is not None and rank(kind) <= rank(target.dtype):
        methods.check_casting(target.dtype, target.dtype, casting)  # a Python number takes the dtype
        source = values_for(target, src)
    else:
        source = as_array(src, target)
        methods.check_casting(source.dtype, target.dtype, casting)
    if where is True:
        target[...] = source
    else:
        target[...] = call("where", (as_array(where, target), source.astype(target.dtype, copy=False), target))


def shape(a: Any) -> tuple[int, ...]:
    """The shape of anything like an array."""
    return as_array(a).shape


def ndim(a: Any) -> int:
    """The number of axes of anything like an array."""
    return as_array(a).ndim


def size(a: Any, axis: Any = None) -> int:
    """The number of elements, or along an axis or several."""
    source = as_array(a)
    if axis is None:
        return source.size
    shape = source.shape
    if isinstance(axis, tuple):
        return math.prod(shape[source.ndim - 1 - each] for each in axes_of(axis, source.ndim))
    return int(shape[by_number(axis, source.axes)])


def close_operands(a: Any, b: Any, rtol: Any, atol: Any) -> tuple[list[Any], tuple[bool, bool]]:
    """The operands of `closeness`, and which tolerances are weak. A Python number has the dtype of the other
    operand, if that holds it."""
    if type(a) is array and type(b) is array and a.device is b.device:
        found = [inner_field(a), inner_field(b)]
    else:
        found = functions.operands_of("isclose", (a, b))
    found = [each.eval() if isinstance(each, rtensor) else each for each in found]
    strong = next((each.dtype for each in found if not number(each)), None)
    found = [beside(each, strong) if number(each) and strong else functions.typed(each, None) for each in found]
    if type(rtol) is type(atol) is float and rtol == 1e-5 and atol == 1e-8:
        return [*found, *TOLERANCES], (True, True)
    for value in (rtol, atol):
        found.append(DOUBLE(value) if number(value) else inner(as_array(value)))
    return found, (number(rtol), number(atol))


TOLERANCES = DOUBLE(1e-5), DOUBLE(1e-8)


def beside(value: Any, strong: dtype) -> Any:
    kind = weak_dtype(value, strong)
    if type(value) is int and kind.kind in "iu" and not int(kind.min) <= value <= int(kind.max):
        return functions.own_number(value)
    return kind(value)


def number(value: Any) -> bool:
    return type(value) in NUMBERS


def isclose(a: Any, b: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: bool = False) -> array:
    """Whether |a - b| <= atol + rtol * |b|; infinities must be equal."""
    found, weak = close_operands(a, b, rtol, atol)
    return wrap(run_program(closeness(tuple(each.dtype for each in found), bool(equal_nan), weak=weak), found))


def allclose(a: Any, b: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: bool = False) -> bool:
    """Whether `isclose` holds for all elements."""
    found, weak = close_operands(a, b, rtol, atol)
    program = closeness(tuple(each.dtype for each in found), bool(equal_nan), ("all",), weak)
    return bool(reduce_program(program, found))


def array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> bool:
    """Whether two arrays have the same shape and elements."""
    first, second = arrays_together(a1, a2)
    if first.shape != second.shape:
        return False
    same = first == second
    if equal_nan:
        same = same | ((first != first) & (second != second))
    return bool(same.all())


set_general(copyto=copyto)
