"""Rows of arithmetic: sums, products, quotients, powers, rounding, bits, logic, comparison and choice."""

from __future__ import annotations

from typing import Any

from ocean.core.dtypes import common, dtype
from ocean.core.errors import OceanTypeError
from ocean.kernels import complex as parts
from ocean.kernels.builder import Builder, Complex, Value

from .table import (
    BOOL,
    INT8,
    INT16,
    Domain,
    Typing,
    as_first,
    compares,
    floating,
    in_common,
    logical,
    magnitude,
    not_bool,
    not_complex,
    only,
    row,
    signed,
)

# --- Sums and products -------------------------------------------------------------------------------------------

row("copy", 1, as_first, "The elements themselves.", real=lambda b, x: x, complex=lambda b, x: x, public=False)
row(
    "add", 2, in_common, "Elementwise addition.",
    real=lambda b, x, y: b.add(x, y), boolean=lambda b, x, y: b.or_(x, y), complex=parts.add,
)  # fmt: skip
row(
    "subtract", 2, in_common, "Elementwise subtraction (bool: exclusive or).",
    real=lambda b, x, y: b.sub(x, y), boolean=lambda b, x, y: b.xor(x, y), complex=parts.sub,
)  # fmt: skip
row(
    "scale", 2, in_common, "Elementwise multiplication.",
    real=lambda b, x, y: b.mul(x, y), boolean=lambda b, x, y: b.and_(x, y), complex=parts.mul,
)  # fmt: skip


# --- Division ----------------------------------------------------------------------------------------------------


def safe_division(b: Builder, x: Value, y: Value) -> tuple[Value, Value, Value, Value]:
    """Divisor without 0 and -1, the quotient and remainder towards zero, and where the divisor is 0.

    Division by zero gives 0; the smallest value by -1 wraps to itself, so that -1 is done by negation.
    """
    zero, one = b.const(x.kind, 0), b.const(x.kind, 1)
    by_zero = b.eq(y, zero)
    divisor = b.select(by_zero, one, y)
    if x.kind.startswith("uint"):
        return divisor, b.idiv(x, divisor), b.irem(x, divisor), by_zero
    minus = b.eq(y, b.const(x.kind, -1))
    divisor = b.select(minus, one, divisor)
    quotient = b.select(minus, b.sub(zero, x), b.idiv(x, divisor))
    return divisor, quotient, b.irem(x, divisor), by_zero


def integer_floor_divide(b: Builder, x: Value, y: Value) -> Value:
    """Rounds down."""
    zero = b.const(x.kind, 0)
    divisor, quotient, rest, by_zero = safe_division(b, x, y)
    if not x.kind.startswith("uint"):
        differs = b.and_(b.ne(rest, zero), b.lt(b.xor(rest, divisor), zero))
        quotient = b.select(differs, b.sub(quotient, b.const(x.kind, 1)), quotient)
    return b.select(by_zero, zero, quotient)


def integer_true_divide(b: Builder, x: Value, y: Value) -> Value:
    """Rounds towards zero."""
    _, quotient, _, by_zero = safe_division(b, x, y)
    return b.select(by_zero, b.const(x.kind, 0), quotient)


def integer_fmod(b: Builder, x: Value, y: Value) -> Value:
    """The remainder with the sign of x; 0 for y = 0."""
    _, _, rest, by_zero = safe_division(b, x, y)
    return b.select(by_zero, b.const(x.kind, 0), rest)


def integer_mod(b: Builder, x: Value, y: Value) -> Value:
    """The remainder with the sign of y; 0 for y = 0."""
    zero = b.const(x.kind, 0)
    divisor, _, rest, by_zero = safe_division(b, x, y)
    if not x.kind.startswith("uint"):
        differs = b.and_(b.ne(rest, zero), b.lt(b.xor(rest, divisor), zero))
        rest = b.select(differs, b.add(rest, divisor), rest)
    return b.select(by_zero, zero, rest)


def real_fmod(b: Builder, x: Value, y: Value) -> Value:
    return b.call("fmod", x.kind, x, y)


def real_mod(b: Builder, x: Value, y: Value) -> Value:
    """The remainder with the sign of y."""
    zero = b.const(x.kind, 0)
    rest = b.call("fmod", x.kind, x, y)
    differs = b.and_(b.ne(rest, zero), b.ne(b.lt(rest, zero), b.lt(y, zero)))
    rest = b.select(differs, b.add(rest, y), rest)
    return b.select(b.eq(rest, zero), b.copysign(zero, y), rest)


def real_floor_divide(b: Builder, x: Value, y: Value) -> Value:
    """The largest integer that is at most the quotient, found from the remainder so that it is exact."""
    zero, one = b.const(x.kind, 0), b.const(x.kind, 1)
    exact = b.div(b.sub(x, real_mod(b, x, y)), y)
    floor = b.floor(exact)
    floor = b.select(b.gt(b.sub(exact, floor), b.const(x.kind, 0.5)), b.add(floor, one), floor)
    return b.select(b.eq(y, zero), b.div(x, y), floor)


def complex_floor_divide(b: Builder, x: Complex, y: Complex) -> Complex:
    quotient = parts.div(b, x, y)
    return Complex(b.floor(quotient.re), b.floor(quotient.im))


def both(b: Builder, x: Value, y: Value) -> Value:
    return b.and_(x, y)


row(
    "divide", 2, in_common, "Elementwise division; integers round down, and integer division by zero gives 0.",
    real=lambda b, x, y: b.div(x, y), integer=integer_floor_divide, boolean=both, complex=parts.div,
)  # fmt: skip
row(
    "trueDivide", 2, in_common, "Elementwise division; integers round towards zero, and by zero give 0.",
    real=lambda b, x, y: b.div(x, y), integer=integer_true_divide, boolean=both, complex=parts.div,
)  # fmt: skip
row(
    "floorDivide", 2, in_common, "Elementwise division rounded down.",
    real=real_floor_divide, integer=integer_floor_divide, boolean=both, complex=complex_floor_divide, cost=4,
)  # fmt: skip
row(
    "mod", 2, not_complex(in_common, "mod"), "The remainder with the sign of B; integers modulo 0 give 0.",
    real=real_mod, integer=integer_mod, boolean=lambda b, x, y: b.const("bool", False), cost=4,
)  # fmt: skip
row(
    "fmod", 2, not_complex(in_common, "fmod"), "The remainder with the sign of A; integers modulo 0 give 0.",
    real=real_fmod, integer=integer_fmod, boolean=lambda b, x, y: b.const("bool", False), cost=4,
)  # fmt: skip
row(
    "reciprocal", 1, not_bool(in_common, "reciprocal"), "1/x; integers round towards zero, and 1/0 gives 0.",
    real=lambda b, x: b.div(b.const(x.kind, 1), x),
    integer=lambda b, x: integer_true_divide(b, b.const(x.kind, 1), x),
    complex=lambda b, x: parts.div(b, Complex(b.const(x.re.kind, 1), b.const(x.re.kind, 0)), x),
)  # fmt: skip


# --- Sign, magnitude, rounding -----------------------------------------------------------------------------------


def half_away(b: Builder, x: Value) -> Value:
    """The nearest integer, halves away from zero."""
    whole = b.trunc(x)
    up = b.ge(b.abs(b.sub(x, whole)), b.const(x.kind, 0.5))
    return b.copysign(b.select(up, b.add(whole, b.copysign(b.const(x.kind, 1), x)), whole), x)


def real_sign(b: Builder, x: Value) -> Value:
    zero, one, minus = b.const(x.kind, 0), b.const(x.kind, 1), b.const(x.kind, -1)
    result = b.select(b.gt(x, zero), one, zero)
    if not x.kind.startswith("uint"):
        result = b.select(b.lt(x, zero), minus, result)
    return b.select(b.isnan(x), x, result) if x.kind in ("float", "double") else result


def complex_sign(b: Builder, x: Complex) -> Complex:
    """The sign of the real part, or of the imaginary part where that is zero."""
    zero = b.const(x.re.kind, 0)
    return Complex(b.select(b.eq(x.re, zero), real_sign(b, x.im), real_sign(b, x.re)), zero)


def hypot(b: Builder, x: Value, y: Value) -> Value:
    """sqrt(x*x + y*y) without overflow or underflow on the way; infinite if either is."""
    if x.kind == "float":
        wide = [b.convert("double", each) for each in (x, y)]
        root = b.sqrt(b.add(b.mul(wide[0], wide[0]), b.mul(wide[1], wide[1])))
        result = b.convert("float", root)
        infinity = b.const("float", float("inf"))
        return b.select(b.or_(b.eq(b.abs(x), infinity), b.eq(b.abs(y), infinity)), infinity, result)
    return b.call("hypot", x.kind, x, y)


def complex_abs(b: Builder, x: Complex) -> Value:
    return hypot(b, x.re, x.im)


def componentwise(function: Any) -> Any:
    return lambda b, x: Complex(function(b, x.re), function(b, x.im))


def identity(b: Builder, x: Any) -> Any:
    return x


row("conj", 1, in_common, "The complex conjugate.", real=identity, complex=parts.conjugate)
row(
    "negative", 1, signed, "-x; logical negation for bool.",
    real=lambda b, x: b.neg(x), boolean=lambda b, x: b.not_(x), complex=parts.neg,
)  # fmt: skip
row(
    "fabs", 1, in_common, "The absolute value, in the dtype of A also for complex numbers.",
    real=lambda b, x: b.abs(x),
    complex=lambda b, x: Complex(complex_abs(b, x), b.const(x.re.kind, 0)),
    cost=2,
)  # fmt: skip
row(
    "absolute", 1, magnitude, "The absolute value; a real number for complex ones.",
    real=lambda b, x: b.abs(x), complex=complex_abs, result=lambda kind: kind.removeprefix("c"), cost=2,
)  # fmt: skip
row(
    "sign", 1, in_common, "-1, 0 or 1, and NaN for NaN; complex: of the real part, or of the imaginary one if that is 0.",
    real=real_sign, boolean=identity, complex=complex_sign,
)  # fmt: skip
for _name, _function, _doc in (
    ("ceil", lambda b, x: b.ceil(x), "Round up; complex: each part."),
    ("floor", lambda b, x: b.floor(x), "Round down; complex: each part."),
    ("trunc", lambda b, x: b.trunc(x), "Round towards zero; complex: each part."),
    ("round", half_away, "Round to the nearest integer, halves away from zero; complex: each part."),
):
    row(_name, 1, in_common, _doc, real=_function, integer=identity, boolean=identity, complex=componentwise(_function))


# --- Powers ------------------------------------------------------------------------------------------------------


def power_types(dtypes: tuple[dtype, ...]) -> Typing:
    """Integers to an integer power stay what they are, with the power as int16; otherwise the common dtype."""
    if not (dtypes[0].isfloat or dtypes[1].isfloat):
        return Typing((dtypes[0], INT16), dtypes[0], dtypes[0])
    kind = common(*dtypes)
    return Typing((kind, kind), kind, kind)


def integer_power(b: Builder, x: Value, y: Value) -> Value:
    """By squaring, 15 times; a negative power is 0 except for 1 and -1."""
    zero, one = b.const(x.kind, 0), b.const(x.kind, 1)
    negative = b.lt(y, b.const(y.kind, 0))
    exponent = b.convert("uint16", b.abs(y))
    odd = b.ne(b.and_(exponent, b.const("uint16", 1)), b.const("uint16", 0))
    result, base = one, x
    for bit in range(15):
        has = b.ne(b.and_(exponent, b.const("uint16", 1 << bit)), b.const("uint16", 0))
        result = b.select(has, b.mul(result, base), result)
        if bit < 14:
            base = b.mul(base, base)
    inverse = b.select(b.eq(x, one), one, zero)
    if not x.kind.startswith("uint"):
        minus = b.const(x.kind, -1)
        inverse = b.select(b.eq(x, minus), b.select(odd, minus, one), inverse)
    return b.select(negative, inverse, result)


def boolean_power(b: Builder, x: Value, y: Value) -> Value:
    return b.or_(x, b.eq(y, b.const(y.kind, 0)))


def complex_power(b: Builder, x: Complex, y: Complex) -> Complex:
    """exp(y log x); 0**0 is 1, and 0 to any other power with positive real part is 0."""
    from .mathematics import complex_exp, complex_log

    result = complex_exp(b, parts.mul(b, y, complex_log(b, x)))
    zero, one = b.const(x.re.kind, 0), b.const(x.re.kind, 1)
    at_zero = b.and_(b.eq(x.re, zero), b.eq(x.im, zero))
    to_zero = b.and_(b.eq(y.re, zero), b.eq(y.im, zero))
    vanishes = b.and_(at_zero, b.gt(y.re, zero))
    result = parts.select(b, vanishes, Complex(zero, zero), result)
    return parts.select(b, to_zero, Complex(one, zero), result)


def power_violates(b: Builder, x: Value, y: Value) -> Value:
    """A negative number to a power that is not an integer."""
    zero = b.const(x.kind, 0)
    if x.kind not in ("float", "double"):
        return b.const("bool", False)
    return b.and_(b.lt(x, zero), b.ne(y, b.trunc(y)))


row(
    "power", 2, power_types, "A to the power B; integers with wrapping, their negative powers rounded towards zero.",
    real=lambda b, x, y: b.call("pow", x.kind, x, y), integer=integer_power, boolean=boolean_power,
    complex=complex_power, cost=12,
    domain=Domain("nonnegative when the power is not an integer", "power", power_violates),
)  # fmt: skip
row(
    "square", 1, not_bool(in_common, "square"), "x*x.",
    real=lambda b, x: b.mul(x, x), complex=lambda b, x: parts.mul(b, x, x),
)  # fmt: skip


# --- Minimum and maximum -----------------------------------------------------------------------------------------


def complex_extreme(before: Any, propagate: bool) -> Any:
    """The smaller or larger of two complex numbers; those with NaN win (propagate) or lose."""

    def choose(b: Builder, x: Complex, y: Complex) -> Complex:
        x_nan = b.or_(b.isnan(x.re), b.isnan(x.im))
        y_nan = b.or_(b.isnan(y.re), b.isnan(y.im))
        first = b.or_(before(b, x, y), x_nan if propagate else y_nan)
        first = b.and_(first, b.not_(b.and_(y_nan, b.not_(x_nan)))) if propagate else first
        return parts.select(b, first, x, y)

    return choose


for _name, _primitive, _before, _doc in (
    ("min", "minimum", parts.le, "The smaller of two elements; NaN if either is."),
    ("max", "maximum", parts.ge, "The larger of two elements; NaN if either is."),
    ("fmin", "min", parts.le, "The smaller of two elements; a number rather than NaN."),
    ("fmax", "max", parts.ge, "The larger of two elements; a number rather than NaN."),
):
    row(
        _name, 2, in_common, _doc,
        real=lambda b, x, y, primitive=_primitive: getattr(b, primitive)(x, y),
        complex=complex_extreme(_before, not _name.startswith("f")),
    )  # fmt: skip


# --- Bits --------------------------------------------------------------------------------------------------------


def wider(dtypes: tuple[dtype, ...]) -> Typing:
    """The dtype with more bits; the first one if they have equally many."""
    kind = dtypes[0] if dtypes[0].nbits >= dtypes[1].nbits else dtypes[1]
    return Typing((kind, kind), kind, kind)


def shift_types(name: str) -> Any:
    def types(dtypes: tuple[dtype, ...]) -> Typing:
        if dtypes[0].isfloat:
            raise OceanTypeError(f'Tensor "{name}" is only supported on integer input')
        return Typing((dtypes[0], INT8), dtypes[0], dtypes[0])

    return types


def shifter(left: bool) -> Any:
    """Shift by a signed amount: negative amounts go in the other direction; bits that leave are lost."""

    def shift(b: Builder, x: Value, y: Value) -> Value:
        if x.kind == "bool":
            moved = b.eq(y, b.const(y.kind, 0))
            return b.and_(x, moved)
        bits = 8 * {"8": 1, "6": 2, "2": 4, "4": 8}[x.kind[-1]]
        amount = b.convert("int16", y)
        to_left = b.lt(amount, b.const("int16", 0))
        distance = b.abs(amount)
        if left:
            to_left = b.not_(to_left)
        within = b.lt(distance, b.const("int16", bits))
        count = b.convert(x.kind, b.select(within, distance, b.const("int16", 0)))
        lost = b.const(x.kind, 0)
        if x.kind.startswith("int"):
            gone = b.select(b.lt(x, lost), b.const(x.kind, -1), lost)
        else:
            gone = lost
        raised = b.select(within, b.shl(x, count), lost)
        lowered = b.select(within, b.shr(x, count), gone)
        return b.select(to_left, raised, lowered)

    return shift


def integers_only(rule: Any, name: str) -> Any:
    return only(rule, lambda kind: not kind.isfloat, f'Tensor "{name}" is only supported on integer types')


row("bitwiseAnd", 2, integers_only(wider, "bitwise AND"), "Bitwise AND.", integer=lambda b, x, y: b.and_(x, y))
row("bitwiseOr", 2, integers_only(wider, "bitwise OR"), "Bitwise OR.", integer=lambda b, x, y: b.or_(x, y))
row("bitwiseXor", 2, integers_only(wider, "bitwise XOR"), "Bitwise XOR.", integer=lambda b, x, y: b.xor(x, y))
row(
    "bitwiseNot", 1,
    only(in_common, lambda kind: not kind.isfloat, "The bitwise NOT function is not available for type {dtype} on CPU"),
    "Bitwise NOT.", integer=lambda b, x: b.not_(x),
)  # fmt: skip
row(
    "bitshiftLeft", 2, shift_types("bitshift left"), "Shift the bits of A left by B (right where B is negative).",
    integer=shifter(True),
)  # fmt: skip
row(
    "bitshiftRight", 2, shift_types("bitshift right"), "Shift the bits of A right by B (left where B is negative).",
    integer=shifter(False),
)  # fmt: skip


# --- Logic and comparison ----------------------------------------------------------------------------------------

row("logicalAnd", 2, logical, "Logical AND.", boolean=lambda b, x, y: b.and_(x, y))
row("logicalOr", 2, logical, "Logical OR.", boolean=lambda b, x, y: b.or_(x, y))
row("logicalXor", 2, logical, "Logical XOR.", boolean=lambda b, x, y: b.xor(x, y))
row("logicalNot", 1, logical, "Logical NOT.", boolean=lambda b, x: b.not_(x))

for _name, _primitive, _doc in (
    ("equal", "eq", "Whether elements are equal."),
    ("notEqual", "ne", "Whether elements differ."),
    ("less", "lt", "Whether elements are less; complex numbers by real part, then by imaginary part."),
    ("lessEqual", "le", "Whether elements are less or equal; complex numbers by real part, then by imaginary part."),
    ("greater", "gt", "Whether elements are greater; complex numbers by real part, then by imaginary part."),
    ("greaterEqual", "ge", "Whether elements are greater or equal; complex numbers by real part, then imaginary part."),
):
    row(
        _name, 2, compares, _doc,
        real=lambda b, x, y, primitive=_primitive: getattr(b, primitive)(x, y),
        complex=getattr(parts, _primitive),
        result=lambda kind: "bool",
    )  # fmt: skip


def false(b: Builder, x: Value) -> Value:
    return b.const("bool", False)


def real_isinf(b: Builder, x: Value) -> Value:
    return b.eq(b.abs(x), b.const(x.kind, float("inf")))


def real_isfinite(b: Builder, x: Value) -> Value:
    return b.lt(b.abs(x), b.const(x.kind, float("inf")))


def either(function: Any) -> Any:
    return lambda b, x: b.or_(function(b, x.re), function(b, x.im))


def not_for_complex(name: str) -> Any:
    return only(
        compares, lambda kind: not kind.iscomplex, f"The {name} function is not available for type {{dtype}} on CPU"
    )


def gives_bool(kind: str) -> str:
    return "bool"


row(
    "isinf", 1, compares, "Whether elements (complex: any part) are infinite.",
    real=real_isinf, integer=false, complex=either(real_isinf), result=gives_bool,
)  # fmt: skip
row(
    "isnan", 1, compares, "Whether elements (complex: any part) are NaN.",
    real=lambda b, x: b.isnan(x), integer=false, complex=either(lambda b, x: b.isnan(x)), result=gives_bool,
)  # fmt: skip
row(
    "isfinite", 1, compares, "Whether elements (complex: both parts) are finite.",
    real=real_isfinite, integer=lambda b, x: b.const("bool", True),
    complex=lambda b, x: b.and_(real_isfinite(b, x.re), real_isfinite(b, x.im)), result=gives_bool,
)  # fmt: skip
row(
    "isposinf", 1, not_for_complex("isposinf"), "Whether elements are positive infinity.",
    real=lambda b, x: b.eq(x, b.const(x.kind, float("inf"))), integer=false, result=gives_bool,
)  # fmt: skip
row(
    "isneginf", 1, not_for_complex("isneginf"), "Whether elements are negative infinity.",
    real=lambda b, x: b.eq(x, b.const(x.kind, float("-inf"))), integer=false, result=gives_bool,
)  # fmt: skip


# --- Choice ------------------------------------------------------------------------------------------------------


def fill_nan(b: Builder, x: Any, y: Any) -> Any:
    if isinstance(x, Complex):
        return parts.select(b, b.or_(b.isnan(x.re), b.isnan(x.im)), y, x)
    return b.select(b.isnan(x), y, x)


def choice_types(dtypes: tuple[dtype, ...]) -> Typing:
    """The condition as bool, the two others in their common dtype."""
    kind = common(*dtypes[1:])
    return Typing((BOOL, kind, kind), kind, kind)


row(
    "fillNaN", 2, as_first, "B where A is NaN, else A.", real=fill_nan, complex=fill_nan, public=False,
)  # fmt: skip
row(
    "where", 3, choice_types, "B where the condition A holds, else C.",
    real=lambda b, c, x, y: b.select(c, x, y), complex=parts.select,
)  # fmt: skip
row(
    "clip", 3, not_complex(in_common, "clip"), "A limited to the range from B to C; NaN stays NaN.",
    real=lambda b, x, low, high: b.minimum(b.maximum(x, low), high),
)  # fmt: skip


# --- Two real numbers --------------------------------------------------------------------------------------------


def real_only(name: str) -> Any:
    return not_complex(floating, name)


def copysign(b: Builder, x: Value, y: Value) -> Value:
    return b.copysign(x, y)


def heaviside(b: Builder, x: Value, y: Value) -> Value:
    zero, one = b.const(x.kind, 0), b.const(x.kind, 1)
    step = b.select(b.lt(x, zero), zero, b.select(b.eq(x, zero), y, one))
    return b.select(b.isnan(x), x, step)


row("hypot", 2, real_only("hypot"), "sqrt(A*A + B*B) without overflow on the way.", real=hypot, cost=4)
row("copysign", 2, real_only("copysign"), "The magnitude of A with the sign of B.", real=copysign)
row("heaviside", 2, real_only("heaviside"), "0 where A < 0, B where A = 0, 1 where A > 0.", real=heaviside)

