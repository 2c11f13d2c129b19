"""Rows that take floating numbers apart and put them together, and round them to digits."""

from __future__ import annotations

from ocean._src.base.hints import Any
from ocean._src.base.records import NamedTuple
from ocean._src.core.objects.dtypes import DOUBLE, INT32, INT64, dtype
from ocean._src.kernels import complex as parts
from ocean._src.kernels import dtypes as kinds
from ocean._src.kernels.builder import LAYOUTS, Builder, Complex, Value

from .arithmetic import componentwise, half_away, integer_mod, real_mod
from .table import (
    SMALL_REALS,
    Theirs,
    Typing,
    compares,
    floating,
    floating_for,
    gives_bool,
    in_common,
    in_small_floats,
    not_complex,
    row,
)

# --- Sums, differences, remainders -------------------------------------------------------------------------------


def fma(b: Builder, x: Value, y: Value, z: Value) -> Value:
    return b.fma(x, y, z)


def wrapped_fma(b: Builder, x: Value, y: Value, z: Value) -> Value:
    return b.add(b.mul(x, y), z)


def complex_fma(b: Builder, x: Complex, y: Complex, z: Complex) -> Complex:
    return parts.add(b, parts.mul(b, x, y), z)


def fdim(b: Builder, x: Value, y: Value) -> Value:
    """x - y where x is larger, otherwise 0; NaN if either is."""
    zero = b.const(x.kind, 0)
    if x.kind == "bool":
        return b.and_(x, b.not_(y))
    difference = b.sub(x, y)
    result = b.select(b.gt(x, y), difference, zero)
    return b.select(b.or_(b.isnan(x), b.isnan(y)), difference, result) if x.kind in LAYOUTS else result


row(
    "remainder", 2, not_complex(in_common, "remainder"), "The same as `mod`: the remainder with the sign of B.",
    real=real_mod, integer=integer_mod, boolean=lambda b, x, y: b.const("bool", False), cost=4,
)  # fmt: skip
row(
    "fma", 3, in_common, "A*B + C, of floating numbers rounded once (half: in float).",
    real=fma, integer=wrapped_fma, complex=complex_fma,
)  # fmt: skip
row("fdim", 2, not_complex(in_common, "fdim"), "A - B where A is larger, else 0; NaN if either is.", real=fdim)


# --- Exponent and mantissa ---------------------------------------------------------------------------------------


class Parts(NamedTuple):
    """x = mantissa * 2 ** exponent, and whether x is such a number: not 0, infinite or NaN."""

    mantissa: Value
    exponent: Value
    regular: Value


def taken_apart(b: Builder, x: Value) -> Parts:
    layout = LAYOUTS[x.kind]
    up = layout.mantissa + 2
    subnormal = b.lt(b.abs(x), b.const(x.kind, 2.0 ** (1 - layout.bias)))
    bits = b.bitcast(layout.integer, b.select(subnormal, b.mul(x, b.const(x.kind, 2.0**up)), x))
    place, most = b.const(layout.integer, layout.mantissa), 2 * layout.bias + 1
    biased = b.and_(b.shr(bits, place), b.const(layout.integer, most))
    lowered = b.select(
        subnormal, b.const(layout.integer, layout.bias - 1 + up), b.const(layout.integer, layout.bias - 1)
    )
    others = b.and_(bits, b.const(layout.integer, ~(most << layout.mantissa)))
    mantissa = b.bitcast(x.kind, b.or_(others, b.const(layout.integer, (layout.bias - 1) << layout.mantissa)))
    regular = b.and_(b.ne(x, b.const(x.kind, 0)), b.lt(b.abs(x), b.const(x.kind, float("inf"))))
    return Parts(mantissa, b.to_integer("int32", b.sub(biased, lowered)), regular)


def mantissa(b: Builder, x: Value) -> Value:
    found = taken_apart(b, x)
    return b.select(found.regular, found.mantissa, x)


def exponent(b: Builder, x: Value) -> Value:
    found = taken_apart(b, x)
    return b.select(found.regular, found.exponent, b.const("int32", 0))


def gives_int32(kind: str) -> str:
    return "int32"


def exponent_types(dtypes: tuple[dtype, ...]) -> Typing:
    return floating(dtypes)._replace(result=INT32)


def ldexp_types(dtypes: tuple[dtype, ...]) -> Typing:
    """A as a floating number, and B as int32: beside a tensor of doubles, a Python integer is a double, too."""
    kind = floating(dtypes[:1]).computing
    return Typing((kind, INT32), kind, kind, converted=(0, 1))


def ldexp(b: Builder, x: Value, n: Value) -> Value:
    """x * 2 ** n in three steps. Only the last can overflow or underflow."""
    layout = LAYOUTS[x.kind]
    # every x underflows or overflows beyond this
    bound = b.const("int32", 2 * layout.bias + layout.mantissa + 1)
    n = b.max(b.min(n, bound), b.neg(bound))
    most, least = b.const("int32", layout.bias), b.const("int32", 1 - layout.bias)
    # a number that is subnormal after such a step underflows in the end, so that it is rounded only once
    down = b.const("int32", layout.mantissa + 2 - layout.bias)
    for _ in range(3):
        step = b.select(b.lt(n, least), down, b.min(n, most))
        exponent = b.to_integer(layout.integer, b.add(step, b.const("int32", layout.bias)))
        x = b.mul(x, b.bitcast(x.kind, b.shl(exponent, b.const(layout.integer, layout.mantissa))))
        n = b.sub(n, step)
    return x


def wide_ldexp_types(dtypes: tuple[dtype, ...]) -> Typing:
    kind = floating_for(dtypes[0])
    return Typing((kind, INT64), kind, kind, converted=(0, 1))


def wide_ldexp(b: Builder, x: Value, n: Value) -> Value:
    """x * 2 ** n for any n, which is clamped to the range of exponents."""
    bound = b.const("int64", 1 << 20)
    return ldexp(b, x, b.convert("int32", b.max(b.min(n, bound), b.neg(bound))))


row(
    "mantissa", 1, not_complex(floating, "frexp"), real=mantissa, public=False, cost=3,
    theirs=SMALL_REALS._replace(title="frexp"),
)  # fmt: skip
row(
    "exponent", 1, not_complex(exponent_types, "frexp"), real=exponent, result=gives_int32, public=False, cost=3,
    theirs=Theirs(in_small_floats(exponent_types), "complex", title="frexp"),
)  # fmt: skip
row(
    "ldexp", 2, not_complex(ldexp_types, "ldexp"), "A times 2 to the power of B, which is cast to int32.",
    real=ldexp, cost=4,
    numpy="ldexp", array_api="",
    theirs=Theirs(wide_ldexp_types, "complex", "A times 2 to the power of B.", real=wide_ldexp, ufunc=False),
)  # fmt: skip


# --- Whole and fractional part -----------------------------------------------------------------------------------


def fraction(b: Builder, x: Value) -> Value:
    """The fractional part, with the sign of x."""
    infinite = b.eq(b.abs(x), b.const(x.kind, float("inf")))
    return b.copysign(b.select(infinite, b.const(x.kind, 0), b.sub(x, b.trunc(x))), x)


MODF = SMALL_REALS._replace(title="modf")
row("fraction", 1, not_complex(floating, "modf"), real=fraction, public=False, theirs=MODF)
row("whole", 1, not_complex(floating, "modf"), real=lambda b, x: b.trunc(x), public=False, theirs=MODF)


# --- Signs and special values ------------------------------------------------------------------------------------


def signbit(b: Builder, x: Value) -> Value:
    integer = LAYOUTS[x.kind].integer.removeprefix("u")
    return b.lt(b.bitcast(integer, x), b.const(integer, 0))


def integer_signbit(b: Builder, x: Value) -> Value:
    if kinds.CLASSES[x.kind] != "signed":
        return b.const("bool", False)
    return b.lt(x, b.const(x.kind, 0))


row(
    "signbit", 1, not_complex(compares, "signbit"), "Whether elements have a minus sign, also -0.0 and NaN.",
    real=signbit, integer=integer_signbit, result=gives_bool,
    numpy="signbit", theirs=Theirs(in_small_floats(compares), "complex"),
)  # fmt: skip


def replacing_types(dtypes: tuple[dtype, ...]) -> Typing:
    """The replacements take the dtype of the parts of A."""
    kind = dtypes[0]
    return Typing((kind, *(kind.basetype,) * 3), kind, kind, converted=(1, 2, 3))


def replaced(b: Builder, x: Value, nan: Value, high: Value, low: Value) -> Value:
    infinite = b.select(b.eq(x, b.const(x.kind, float("inf"))), high, low)
    finite = b.lt(b.abs(x), b.const(x.kind, float("inf")))
    return b.select(b.isnan(x), nan, b.select(finite, x, infinite))


def complex_replaced(b: Builder, x: Complex, *numbers: Value) -> Complex:
    return Complex(replaced(b, x.re, *numbers), replaced(b, x.im, *numbers))


row(
    "replaceNonfinite", 4, replacing_types, public=False,
    real=replaced, integer=lambda b, x, *numbers: x, complex=complex_replaced,
)  # fmt: skip


# --- Digits ------------------------------------------------------------------------------------------------------


def digits_types(dtypes: tuple[dtype, ...]) -> Typing:
    """Powers of ten are double, except beside integers: they need more digits than the numbers that they scale."""
    kind = dtypes[0]
    return Typing((kind, DOUBLE if kind.isfloat else kind), kind, kind, converted=(1,))


def round_after(b: Builder, x: Value, power: Value) -> Value:
    """Round to digits after the decimal point."""
    power = b.convert(x.kind, power)
    scaled = b.mul(x, power)
    result = b.div(half_away(b, scaled), power)
    return b.select(b.lt(b.abs(scaled), b.const(x.kind, float("inf"))), result, x)  # too large to have such digits


def round_before(b: Builder, x: Value, power: Value) -> Value:
    """Round to digits before the decimal point."""
    power = b.convert(x.kind, power)
    scaled = half_away(b, b.div(x, power))
    result = b.select(b.eq(scaled, b.const(x.kind, 0)), scaled, b.mul(scaled, power))
    return b.select(b.eq(b.abs(x), b.const(x.kind, float("inf"))), x, result)


def integer_round(b: Builder, x: Value, power: Value) -> Value:
    zero = b.const(x.kind, 0)
    rest = b.irem(x, power)
    near = b.sub(x, rest)
    signed = kinds.CLASSES[x.kind] == "signed"
    size = b.abs(rest) if signed else rest
    step = b.select(b.lt(x, zero), b.neg(power), power) if signed else power
    return b.select(b.ge(size, b.sub(power, size)), b.add(near, step), near)


def of_parts(function: Any) -> Any:
    return lambda b, x, power: componentwise(lambda b, part: function(b, part, power))(b, x)


row("roundAfter", 2, digits_types, real=round_after, complex=of_parts(round_after), public=False, cost=4)
row(
    "roundBefore", 2, digits_types, real=round_before, integer=integer_round, complex=of_parts(round_before),
    public=False, cost=4,
)  # fmt: skip
