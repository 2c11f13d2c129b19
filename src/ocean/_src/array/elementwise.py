"""Elementwise functions that are more than one operation: where, clip, round, real and imaginary parts, modf, frexp."""

from __future__ import annotations

import math

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.core.call.callables import asking, ruled
from ocean._src.core.functions.array_functions import make_ufunc
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import BOOL, INT64, UINT64
from ocean._src.ops.numpy_rows import ARRAY_OPERATIONS

from . import methods
from .copies import copyto
from .indexing import lists_of
from .numpy_fallback import computed
from .out import given_to
from .searching import nonzero
from .ufuncs import SHORT as UFUNCS_AND_PARTS
from .ufuncs import UFUNCS, call, out_of
from .unwrap import as_array, inner, wrap

__all__ = [
    "angle", "clip", "divmod", "frexp", "imag", "ldexp", "modf", "real", "real_if_close", "round", "sinc", "where",
]  # fmt: skip


@ruled("along")
def real_if_close(a: Any, tol: float = 100) -> array:
    """The real parts, if all imaginary parts are close to zero; else the array itself."""
    source = as_array(a)
    if not source._dtype.iscomplex:
        return source
    if tol > 1:
        tol *= float(numpy.finfo({2: "f2", 4: "f4", 8: "f8"}[source._dtype.basetype.size]).eps)
    return source.real if bool((call("absolute", (source.imag,)) < tol).all()) else source


def both(names: tuple[str, str], given: tuple[Any, ...], options: dict[str, Any], count: int) -> tuple[array, array]:
    """Two results of elementwise functions, with the options of functions that have one."""
    title = options.pop("title")
    out = options.pop("out", None)
    if len(given) > count:
        if out is not None:
            raise OceanTypeError(f"{title}(): out is given twice")
        given, out = given[:count], (*given[count:], *[None] * (count + 2 - len(given)))
    if len(given) != count:
        raise OceanTypeError(f"{title}() takes {count} operand{'s' * (count > 1)}, got {len(given)}")
    if not options and out is None:
        return call(names[0], given), call(names[1], given)
    if out is Ellipsis:
        out = None  # as in `out_of`
    if isinstance(out, tuple) and Ellipsis in [each if each is Ellipsis else None for each in out]:
        raise OceanTypeError(f"{title}(): an ellipsis is `out=...`, not an entry of a tuple")
    if out is not None and (not isinstance(out, tuple) or len(out) != 2):
        raise OceanTypeError(f"{title}(): out must be a tuple of two arrays, got {shown(out)}")
    where, casting = options.pop("where", True), options.get("casting", "same_kind")
    results = [UFUNCS_AND_PARTS[name](*given, **options) for name in names]  # before `out`, which may be an operand
    targets = [None, None] if out is None else [out_of(title, each) for each in out]
    for k, target in enumerate(targets):
        if target is not None:
            copyto(target, results[k], casting, where)
            results[k] = target
        elif where is not True:
            results[k] = call("where", (where, results[k], results[k]._dtype.basetype(0)))
    return results[0], results[1]


@ruled("elementwise")
def modf(*given: Any, **options: Any) -> tuple[array, array]:
    """The fractional and the whole part of each number."""
    if len(given) == 1 and not options:
        return call("fraction", given), call("whole", given)
    return both(("fraction", "whole"), given, {**options, "title": "modf"}, 1)


@ruled("along")
def sinc(x: Any) -> array:
    """sin(pi x) / (pi x), and 1 where x is zero."""
    source = as_array(x)
    if not source._dtype.iscomplex:
        return call("sinc", (source,))
    angle = math.pi * call("where", (source == 0, 1e-20, source))
    return call("sin", (angle,)) / angle


@ruled("elementwise")
def frexp(*given: Any, **options: Any) -> tuple[array, array]:
    """Mantissas and exponents of two: x = mantissa * 2**exponent."""
    if len(given) == 1 and not options:
        return call("mantissa", given), call("exponent", given)
    return both(("mantissa", "exponent"), given, {**options, "title": "frexp"}, 1)


@ruled("elementwise")
def ldexp(x1: Any, x2: Any, /, out: Any = None, **options: Any) -> array:
    """x1 * 2**x2."""
    if options or out is not None:
        return computed("ldexp", x1, x2, **(options if out is None else {**options, "out": out}))  # type: ignore[no-any-return]
    if type(x1) is array and not x1._dtype.iscomplex:
        if type(x2) is int and abs(x2) < 1 << 31:
            return call("ldexp", (x1, INT64(x2)))
        if type(x2) is array and not x2._dtype.isfloat and x2._dtype is not UINT64:
            return call("ldexp", (x1, x2))
    result: array = computed("ldexp", x1, x2)
    return result


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
    return methods.limited(a, low, high, out, **named)


where = make_ufunc(ARRAY_OPERATIONS["where"], where_, "where")
clip = make_ufunc(ARRAY_OPERATIONS["clip"], clip_, "clip")


@asking
def angle(z: Any, deg: bool = False) -> array:
    """The angle of complex numbers, in radians or degrees."""
    result = call("angle", (z,))
    return result * (180 / 3.141592653589793) if deg else result


@ruled("along")
def round(a: Any, decimals: int = 0, out: Any = None) -> array:
    """The nearest number with a number of decimals; halves to even."""
    source = as_array(a)
    if decimals == 0 or (not source._dtype.isfloat and decimals > 0):
        if source._dtype.kind == "b":
            source = source.astype("float16")
        return call("nearest", (source,), out)
    factor = 10.0 ** abs(decimals)
    if not source._dtype.isfloat:
        wide = call("divide", (source, factor))
        result = (call("nearest", (wide,)) * factor).astype(source._dtype)
    elif decimals > 0:
        result = call("nearest", (source * factor,)) / factor
    else:
        result = call("nearest", (source / factor,)) * factor
    return given_to(out, result, "round")


@ruled("elementwise")
def divmod(*given: Any, **options: Any) -> tuple[array, array]:
    """The quotient rounded down, and the remainder."""
    if len(given) == 2 and not options:
        return UFUNCS["floor_divide"](*given), UFUNCS["remainder"](*given)
    return both(("floor_divide", "remainder"), given, {**options, "title": "divmod"}, 2)


PYTHON_NUMBERS = frozenset((bool, int, float, complex))


@asking
def real(val: Any) -> Any:
    """The real parts; the real part of a number of Python's is one."""
    return val.real if type(val) in PYTHON_NUMBERS else as_array(val).real


@asking
def imag(val: Any) -> Any:
    """The imaginary parts; the imaginary part of a number of Python's is one."""
    return val.imag if type(val) in PYTHON_NUMBERS else as_array(val).imag
