"""Rows of mathematical functions: roots, exponentials, logarithms, trigonometry, special functions; real and complex.

Exponentials, logarithms and special functions are written here (`exponentials`, `special`); trigonometric functions and
cube roots call the vector functions of the C library; complex functions are in `complexmath`.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from ocean._src.base.hints import Any
from ocean._src.base.later import written
from ocean._src.core.objects.dtypes import BOOL, DOUBLE, dtype
from ocean._src.kernels import complex as parts
from ocean._src.kernels import dtypes as kinds
from ocean._src.kernels.builder import LAYOUTS, Builder, Complex, Value

from .table import (
    SMALL_FLOATS,
    SMALL_REALS,
    Domain,
    Theirs,
    Typing,
    floating,
    floating_for,
    in_common,
    not_complex,
    only,
    row,
)

complexmath, exponentials, special = (
    written(f"ocean._src.ops.{name}") for name in ("complexmath", "exponentials", "special")
)


def library(name: str) -> Any:
    """A function of the C library."""
    return lambda b, *args: b.call(name, args[0].kind, *args)


# --- Domains -----------------------------------------------------------------------------------------------------


def real_number(b: Builder, x: Value) -> Value:
    """Domains are checked in floating point, where no limit wraps."""
    return x if x.kind in ("float", "double") else b.convert("double", x)


def below(limit: float) -> Any:
    def violates(b: Builder, x: Value) -> Value:
        x = real_number(b, x)
        return b.lt(x, b.const(x.kind, limit))

    return violates


def beyond_one(b: Builder, x: Value) -> Value:
    x = real_number(b, x)
    return b.gt(b.abs(x), b.const(x.kind, 1))


def cbrt(b: Builder, x: Value) -> Value:
    """The root of the C library, and one step of Newton's method, which brings it within 1 ulp."""
    root: Value = library("cbrt")(b, x)
    square = b.mul(root, root)
    step = b.div(b.fma(square, root, b.neg(x)), b.mul(square, b.const(x.kind, 3)))
    # at 0, infinity and NaN the root is right and the step is NaN
    return b.select(b.lt(b.abs(step), b.abs(root)), b.sub(root, step), root)


# --- One operand, real or complex --------------------------------------------------------------------------------

STANDARD = {
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh",
    "cbrt": "", "exp2": "",
}  # fmt: skip
"""Names in the array API standard that differ from ours."""

for _name, _doc, _real, _domain, _cost in (
    ("sqrt", "The square root.", lambda b, x: b.sqrt(x), Domain("nonnegative", "square-root", below(0)), 4),
    ("cbrt", "The cube root; complex: the one with the smallest angle.", cbrt, None, 14),
    ("sin", "The sine.", library("sin"), None, 8),
    ("cos", "The cosine.", library("cos"), None, 8),
    ("tan", "The tangent.", library("tan"), None, 8),
    ("arcsin", "The inverse sine.", library("asin"), Domain("in [-1,1]", "inverse sine", beyond_one), 8),
    ("arccos", "The inverse cosine.", library("acos"), Domain("in [-1,1]", "inverse cosine", beyond_one), 8),
    ("arctan", "The inverse tangent.", library("atan"), None, 8),
    ("sinh", "The hyperbolic sine.", exponentials.sinh, None, 8),
    ("cosh", "The hyperbolic cosine.", exponentials.cosh, None, 8),
    ("tanh", "The hyperbolic tangent.", exponentials.tanh, None, 8),
    ("arcsinh", "The inverse hyperbolic sine.", exponentials.arcsinh, None, 12),
    (
        "arccosh", "The inverse hyperbolic cosine.", exponentials.arccosh,
        Domain("at least 1", "inverse hyperbolic cosine", below(1)), 12,
    ),
    (
        "arctanh", "The inverse hyperbolic tangent.", exponentials.arctanh,
        Domain("in [-1,1]", "inverse hyperbolic tangent", beyond_one), 12,
    ),
    ("exp", "e to the power x.", exponentials.exp, None, 8),
    ("exp2", "2 to the power x.", exponentials.exp2, None, 8),
    ("exp10", "10 to the power x.", exponentials.exp10, None, 8),
    ("expm1", "e to the power x, minus 1; accurate close to 0.", exponentials.expm1, None, 8),
    ("log", "The natural logarithm.", exponentials.log, Domain("nonnegative", "logarithm", below(0)), 8),
    ("log2", "The logarithm to base 2.", exponentials.log2, Domain("nonnegative", "base-2 logarithm", below(0)), 8),
    ("log10", "The logarithm to base 10.", exponentials.log10, Domain("nonnegative", "base-10 logarithm", below(0)), 8),
    (
        "log1p", "The natural logarithm of 1 + x; accurate close to 0.", exponentials.log1p,
        Domain("at least -1", "logarithm of 1 + x", below(-1)), 8,
    ),
):  # fmt: skip
    _complex = getattr(complexmath, f"complex_{_name}")
    row(
        _name, 1, floating, _doc, real=_real, complex=_complex, domain=_domain, cost=_cost,
        numpy="" if _name == "exp10" else _name, array_api=STANDARD.get(_name),
        theirs=None if _name == "exp10" else SMALL_REALS if _name == "cbrt" else SMALL_FLOATS,
    )  # fmt: skip


# --- Real numbers only ------------------------------------------------------------------------------------------

for _name, _doc, _real, _cost in (
    ("erf", "The error function.", special.erf, 8),
    ("gamma", "The gamma function; NaN at negative integers.", special.gamma, 32),
    ("lgamma", "The logarithm of the magnitude of the gamma function.", special.lgamma, 32),
):
    row(_name, 1, not_complex(floating, _name), _doc, real=_real, cost=_cost)

for _name, _doc, _factor, _other in (
    ("deg2rad", "Degrees as radians.", math.pi / 180, "radians"),
    ("rad2deg", "Radians as degrees.", 180 / math.pi, "degrees"),
):
    row(
        _name, 1, not_complex(floating, _name), _doc,
        real=lambda b, x, factor=_factor: b.mul(x, b.const(x.kind, factor)),
        numpy=_name, array_api="", aliases=(_other,), theirs=SMALL_REALS,
    )  # fmt: skip


def complex_sinc(b: Builder, x: Complex) -> Complex:
    """sin(pi x) / (pi x), and 1 at 0."""
    kind = x.re.kind
    factor, zero = b.const(kind, math.pi), b.const(kind, 0)
    y = Complex(b.mul(x.re, factor), b.mul(x.im, factor))
    nothing = b.and_(b.eq(x.re, zero), b.eq(x.im, zero))
    quotient: Complex = parts.div(b, complexmath.complex_sin(b, y), y)
    result: Complex = parts.select(b, nothing, Complex(b.const(kind, 1), zero), quotient)
    return result


row(
    "sinc", 1, not_complex(floating, "sinc"), "sin(pi x) / (pi x), and 1 at 0.", real=special.sinc, cost=8,
    numpy="sinc", array_api="", theirs=Theirs(floating, complex=complex_sinc, ufunc=False),
)  # fmt: skip


# --- Angles ------------------------------------------------------------------------------------------------------


def angle_types(dtypes: tuple[dtype, ...]) -> Typing:
    """A real number, computed in floating point."""
    typing = floating(dtypes)
    return typing._replace(result=typing.result.basetype)


def real_angle(b: Builder, x: Value) -> Value:
    zero = b.const(x.kind, 0)
    negative = b.lt(b.copysign(b.const(x.kind, 1), x), zero)
    return b.select(b.isnan(x), x, b.select(negative, b.const(x.kind, math.pi), zero))


def small_angle_types(dtypes: tuple[dtype, ...]) -> Typing:
    kind = DOUBLE if dtypes[0] is BOOL else floating_for(dtypes[0])
    return Typing((kind,), kind, kind.basetype)


row(
    "angle", 1, angle_types, "The angle of a complex number; 0 or pi for real ones.",
    real=real_angle, complex=complexmath.angle, result=lambda kind: kind.removeprefix("c"), cost=8,
    numpy="angle", array_api="", theirs=Theirs(small_angle_types, ufunc=False),
)  # fmt: skip
row(
    "arctan2", 2, not_complex(floating, "arctan2"), "The angle of the point with the coordinates B and A.",
    real=library("atan2"), cost=8,
    numpy="arctan2", array_api="atan2", theirs=SMALL_REALS,
)  # fmt: skip


# --- Two real numbers --------------------------------------------------------------------------------------------


def logaddexp(b: Builder, x: Value, y: Value) -> Value:
    """The larger one, plus ln(1 + exp(-|x - y|)); equal infinities have no difference."""
    larger, distance = apart(b, x, y)
    return b.add(larger, exponentials.log_of_sum(b, exponentials.exp(b, b.neg(distance))))


def logaddexp2(b: Builder, x: Value, y: Value) -> Value:
    """`logaddexp` with base 2."""
    larger, distance = apart(b, x, y)
    rest = exponentials.log_of_sum(b, exponentials.exp(b, b.mul(b.const(x.kind, -math.log(2)), distance)))
    return b.add(larger, b.mul(b.const(x.kind, 1 / math.log(2)), rest))


def apart(b: Builder, x: Value, y: Value) -> tuple[Value, Value]:
    """The larger of two numbers, and their distance."""
    difference = b.select(b.eq(x, y), b.const(x.kind, 0), b.sub(x, y))
    return b.select(b.gt(x, y), x, y), b.abs(difference)


def nextafter(b: Builder, x: Value, y: Value) -> Value:
    """Numbers of one sign are ordered like their bits: add or subtract one."""
    layout = LAYOUTS[x.kind]
    one, zero = b.const(layout.integer, 1), b.const(x.kind, 0)
    bits = b.bitcast(layout.integer, x)
    away = b.eq(b.lt(x, y), b.gt(x, zero))
    moved = b.bitcast(x.kind, b.select(away, b.add(bits, one), b.sub(bits, one)))
    smallest = b.copysign(b.bitcast(x.kind, one), y)
    return next_to(b, x, y, b.select(b.eq(x, zero), smallest, moved))


def short_nextafter(dtype: str) -> Callable[..., Value]:
    """`nextafter` for 16-bit floats, which arrive as float and are converted back to their bits."""

    def function(b: Builder, x: Value, y: Value) -> Value:
        one, zero = b.const("uint16", 1), b.const("float", 0)
        bits = b.to_bits(dtype, x)
        away = b.eq(b.lt(x, y), b.gt(x, zero))
        moved = b.from_bits(dtype, b.select(away, b.add(bits, one), b.sub(bits, one)))
        smallest = b.copysign(b.from_bits(dtype, one), y)
        return next_to(b, x, y, b.select(b.eq(x, zero), smallest, moved))

    return function


def next_to(b: Builder, x: Value, y: Value, moved: Value) -> Value:
    """`moved`; y if x equals y; NaN if either is."""
    return b.select(b.or_(b.isnan(x), b.isnan(y)), b.add(x, y), b.select(b.eq(x, y), y, moved))


row(
    "logaddexp", 2, not_complex(floating, "logaddexp"), "ln(exp(A) + exp(B)), without overflow on the way.",
    real=logaddexp, cost=16,
    numpy="logaddexp", theirs=SMALL_REALS,
)  # fmt: skip
row(
    "logaddexp2", 2, not_complex(floating, "logaddexp2"), "log2(2**A + 2**B), without overflow on the way.",
    real=logaddexp2, cost=16,
    numpy="logaddexp2", array_api="", theirs=SMALL_REALS,
)  # fmt: skip
row(
    "nextafter", 2, not_complex(floating, "nextafter"), "The next number of the dtype after A on the way to B.",
    real=nextafter, short=short_nextafter,
    numpy="nextafter", theirs=SMALL_REALS,
)  # fmt: skip


# --- Integers ----------------------------------------------------------------------------------------------------


def whole_numbers(name: str) -> Any:
    """A typing rule for integers, whose common dtype must be an integer dtype, too."""
    allowed = only(
        in_common,
        lambda kind: not kind.isfloat and kind is not BOOL,
        f'Tensor "{name}" is only supported on integer types, not on {{dtype}}',
    )

    def types(dtypes: tuple[dtype, ...]) -> Typing:
        typing = allowed(dtypes)
        allowed((typing.result,))
        return typing

    return types


def size_of(b: Builder, x: Value) -> Value:
    """The magnitude as uint64, which holds that of the smallest int64 too."""
    if kinds.is_unsigned(x.kind):
        return b.convert("uint64", x)
    return b.bitcast("uint64", b.abs(b.convert("int64", x)))


def gcd(b: Builder, x: Value, y: Value) -> Value:
    return b.convert(x.kind, b.call("gcd", "uint64", size_of(b, x), size_of(b, y)))


def lcm(b: Builder, x: Value, y: Value) -> Value:
    first, second = size_of(b, x), size_of(b, y)
    divisor = b.call("gcd", "uint64", first, second)
    divisor = b.select(b.eq(divisor, b.const("uint64", 0)), b.const("uint64", 1), divisor)
    return b.convert(x.kind, b.mul(b.idiv(first, divisor), second))


for _name, _doc, _integer in (
    ("gcd", "The greatest common divisor.", gcd),
    ("lcm", "The least common multiple.", lcm),
):
    row(
        _name, 2, whole_numbers(_name), _doc, integer=_integer, cost=64,
        numpy=_name, array_api="", theirs=Theirs(in_common, "bool float"),
    )  # fmt: skip
