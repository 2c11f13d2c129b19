"""Rows of arithmetic: sums, products, quotients, powers, rounding, bits, logic, comparison and choice."""

from __future__ import annotations

from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import Any
from ocean._src.core.objects.dtypes import BOOL, CDOUBLE, DOUBLE, INT8, INT16, UINT8, UINT64, common, dtype
from ocean._src.kernels import ARITHMETIC
from ocean._src.kernels import complex as parts
from ocean._src.kernels import dtypes as kinds
from ocean._src.kernels.builder import Builder, Complex, Value

from .table import (
    ROWS,
    SMALL_REALS,
    Domain,
    Theirs,
    Types,
    Typing,
    as_first,
    as_it_is,
    compares,
    floating,
    gives_bool,
    in_common,
    in_numbers,
    in_small_floats,
    logical,
    magnitude,
    not_bool,
    not_complex,
    number_for,
    only,
    refusing,
    row,
    signed,
    unavailable,
)

# --- Sums and products -------------------------------------------------------------------------------------------

row("copy", 1, as_first, "The elements themselves.", real=lambda b, x: x, complex=lambda b, x: x, public=False)
row(
    "numpy positive", 1, refusing("positive", in_common, "bool"), "The elements themselves.",
    real=lambda b, x: x, complex=lambda b, x: x, public=False,
    numpy="positive",
)  # fmt: skip
row(
    "add", 2, in_common, "Elementwise addition.",
    real=lambda b, x, y: b.add(x, y), boolean=lambda b, x, y: b.or_(x, y), complex=parts.add,
    operator="+", numpy="add",
)  # fmt: skip
row(
    "subtract", 2, in_common, "Elementwise subtraction (bool: exclusive or).",
    real=lambda b, x, y: b.sub(x, y), boolean=lambda b, x, y: b.xor(x, y), complex=parts.sub,
    operator="-", numpy="subtract", theirs=Theirs(refuses="bool", doc="Elementwise subtraction."),
)  # fmt: skip
row(
    "scale", 2, in_common, "Elementwise multiplication.",
    real=lambda b, x, y: b.mul(x, y), boolean=lambda b, x, y: b.and_(x, y), complex=parts.mul,
    operator="@", numpy="multiply",
)  # fmt: skip


# --- Division ----------------------------------------------------------------------------------------------------


def safe_division(b: Builder, x: Value, y: Value) -> tuple[Value, Value, Value, Value]:
    """The divisor without 0 and -1, the quotient rounded down and its remainder, and where the divisor is 0.

    Division by zero gives 0. Division by -1 is a negation, because the smallest value wraps to itself.
    """
    zero, one = b.const(x.kind, 0), b.const(x.kind, 1)
    by_zero = b.eq(y, zero)
    divisor = b.select(by_zero, one, y)
    if kinds.is_unsigned(x.kind):
        return divisor, *b.floored(x, divisor), by_zero
    minus = b.eq(y, b.const(x.kind, -1))
    divisor = b.select(minus, one, divisor)
    quotient, rest = b.floored(x, divisor)
    return divisor, b.select(minus, b.sub(zero, x), quotient), rest, by_zero


def truncated(b: Builder, x: Value, divisor: Value, quotient: Value, rest: Value) -> tuple[Value, Value]:
    """A quotient rounded towards zero, and its remainder, from those of `safe_division`."""
    if kinds.is_unsigned(x.kind):
        return quotient, rest
    zero = b.const(x.kind, 0)
    below = b.and_(b.ne(rest, zero), b.lt(b.xor(x, divisor), zero))
    higher = b.select(below, b.add(quotient, b.const(x.kind, 1)), quotient)
    return higher, b.select(below, b.sub(rest, divisor), rest)


def integer_floor_divide(b: Builder, x: Value, y: Value) -> Value:
    """Rounds down."""
    _, quotient, _, by_zero = safe_division(b, x, y)
    return b.select(by_zero, b.const(x.kind, 0), quotient)


def integer_true_divide(b: Builder, x: Value, y: Value) -> Value:
    """Rounds towards zero."""
    divisor, quotient, rest, by_zero = safe_division(b, x, y)
    return b.select(by_zero, b.const(x.kind, 0), truncated(b, x, divisor, quotient, rest)[0])


def integer_reciprocal(b: Builder, x: Value) -> Value:
    """1 for 1, -1 for -1, and 0 for all others."""
    one, zero = b.const(x.kind, 1), b.const(x.kind, 0)
    result = b.select(b.eq(x, one), one, zero)
    if kinds.is_unsigned(x.kind):
        return result
    minus = b.const(x.kind, -1)
    return b.select(b.eq(x, minus), minus, result)


def integer_fmod(b: Builder, x: Value, y: Value) -> Value:
    """The remainder with the sign of x; 0 for y = 0."""
    divisor, quotient, rest, by_zero = safe_division(b, x, y)
    return b.select(by_zero, b.const(x.kind, 0), truncated(b, x, divisor, quotient, rest)[1])


def integer_mod(b: Builder, x: Value, y: Value) -> Value:
    """The remainder with the sign of y; 0 for y = 0."""
    _, _, rest, by_zero = safe_division(b, x, y)
    return b.select(by_zero, b.const(x.kind, 0), rest)


def real_fmod(b: Builder, x: Value, y: Value) -> Value:
    return b.call("fmod", x.kind, x, y)


def opposite(b: Builder, rest: Value, y: Value) -> Value:
    """Whether remainder and divisor have opposite signs."""
    zero = b.const(y.kind, 0)
    return b.and_(b.ne(rest, zero), b.ne(b.lt(rest, zero), b.lt(y, zero)))


def real_mod(b: Builder, x: Value, y: Value) -> Value:
    """The remainder with the sign of y."""
    zero, rest = b.const(x.kind, 0), real_fmod(b, x, y)
    whole = b.select(opposite(b, rest, y), b.add(rest, y), rest)
    return b.select(b.eq(rest, zero), b.copysign(zero, y), whole)


def real_floor_divide(b: Builder, x: Value, y: Value) -> Value:
    """The floor of the quotient, computed from the remainder, which makes it exact."""
    zero, one, quotient, rest = b.const(x.kind, 0), b.const(x.kind, 1), b.div(x, y), real_fmod(b, x, y)
    exact = b.div(b.sub(x, rest), y)
    exact = b.select(opposite(b, rest, y), b.sub(exact, one), exact)
    floor = b.floor(exact)
    floor = b.select(b.gt(b.sub(exact, floor), b.const(x.kind, 0.5)), b.add(floor, one), floor)
    floor = b.select(b.eq(exact, zero), b.copysign(zero, quotient), floor)
    return b.select(b.eq(y, zero), quotient, floor)


def complex_floor_divide(b: Builder, x: Complex, y: Complex) -> Complex:
    quotient = parts.div(b, x, y)
    return Complex(b.floor(quotient.re), b.floor(quotient.im))


def both(b: Builder, x: Value, y: Value) -> Value:
    return b.and_(x, y)


def in_doubles(dtypes: tuple[dtype, ...]) -> Typing:
    """Integers are divided in double."""
    kind = common(*dtypes)
    return in_common((kind if kind.isfloat else DOUBLE,) * len(dtypes))


def floor_quotient(b: Builder, x: Value, y: Value) -> Value:
    """The floor of the quotient; the quotient itself where an operand is infinite, as in the array API standard."""
    infinity = b.const(x.kind, float("inf"))
    endless = b.or_(b.eq(b.abs(x), infinity), b.eq(b.abs(y), infinity))
    return b.select(endless, b.div(x, y), real_floor_divide(b, x, y))


def complex_reciprocal(b: Builder, x: Complex) -> Complex:
    """1/x by the ratio of the smaller part to the larger one; NaN at 0."""
    one = b.const(x.re.kind, 1)
    keep = b.le(b.abs(x.im), b.abs(x.re))
    large, small = b.select(keep, x.re, x.im), b.select(keep, x.im, x.re)
    ratio = b.div(small, large)
    scale = b.add(large, b.mul(small, ratio))
    return Complex(b.div(b.select(keep, one, ratio), scale), b.div(b.neg(b.select(keep, ratio, one)), scale))


row(
    "divide", 2, in_common, "Elementwise division; integers round down, and integer division by zero gives 0.",
    real=lambda b, x, y: b.div(x, y), integer=integer_floor_divide, boolean=both, complex=parts.div,
    operator="/", numpy="divide", aliases=("true_divide",),
    theirs=Theirs(in_doubles, doc="Elementwise division; integers are divided in double."),
)  # fmt: skip
row(
    "trueDivide", 2, in_common, "Elementwise division; integers round towards zero, and by zero give 0.",
    real=lambda b, x, y: b.div(x, y), integer=integer_true_divide, boolean=both, complex=parts.div,
)  # fmt: skip
row(
    "floorDivide", 2, in_common, "Elementwise division rounded down.",
    real=real_floor_divide, integer=integer_floor_divide, boolean=both, complex=complex_floor_divide, cost=4,
    operator="//", numpy="floor_divide", theirs=Theirs(in_numbers, "complex", real=floor_quotient),
)  # fmt: skip
row(
    "mod", 2, not_complex(in_common, "mod"), "The remainder with the sign of B; integers modulo 0 give 0.",
    real=real_mod, integer=integer_mod, boolean=lambda b, x, y: b.const("bool", False), cost=4,
    operator="%", numpy="remainder", aliases=("mod",), theirs=Theirs(in_numbers, "complex"),
)  # fmt: skip
row(
    "fmod", 2, not_complex(in_common, "fmod"), "The remainder with the sign of A; integers modulo 0 give 0.",
    real=real_fmod, integer=integer_fmod, boolean=lambda b, x, y: b.const("bool", False), cost=4,
    numpy="fmod", array_api="", theirs=Theirs(in_numbers, "complex"),
)  # fmt: skip
row(
    "reciprocal", 1, not_bool(in_common, "reciprocal"), "1/x; integers round towards zero, and 1/0 gives 0.",
    real=lambda b, x: b.div(b.const(x.kind, 1), x),
    integer=integer_reciprocal,
    complex=lambda b, x: parts.div(b, Complex(b.const(x.re.kind, 1), b.const(x.re.kind, 0)), x),
    numpy="reciprocal", theirs=Theirs(in_numbers, complex=complex_reciprocal),
)  # fmt: skip


# --- Sign, magnitude, rounding -----------------------------------------------------------------------------------


def half_away(b: Builder, x: Value) -> Value:
    """The nearest integer, halves away from zero. It adds the largest number below 0.5: adding 0.5 to that number
    would round up to 1."""
    below = 0.5 - 2.0**-25 if x.kind == "float" else 0.5 - 2.0**-54
    return b.trunc(b.add(x, b.copysign(b.const(x.kind, below), x)))


def real_sign(b: Builder, x: Value) -> Value:
    zero, one, minus = b.const(x.kind, 0), b.const(x.kind, 1), b.const(x.kind, -1)
    result = b.select(b.gt(x, zero), one, zero)
    if not kinds.is_unsigned(x.kind):
        result = b.select(b.lt(x, zero), minus, result)
    return b.select(b.isnan(x), x, result) if x.kind in ("float", "double") else result


def complex_sign(b: Builder, x: Complex) -> Complex:
    """The sign of the real part, or of the imaginary part where that is zero."""
    zero = b.const(x.re.kind, 0)
    return Complex(b.select(b.eq(x.re, zero), real_sign(b, x.im), real_sign(b, x.re)), zero)


def hypot(b: Builder, x: Value, y: Value) -> Value:
    """sqrt(x*x + y*y) without intermediate overflow or underflow; infinite if either is. Doubles are divided by the
    power of 2 of the larger one, which rounds nothing."""
    if x.kind == "float":
        wide = [b.convert("double", each) for each in (x, y)]
        root = b.sqrt(b.add(b.mul(wide[0], wide[0]), b.mul(wide[1], wide[1])))
        result = b.convert("float", root)
        infinity = b.const("float", float("inf"))
        return b.select(b.or_(b.eq(b.abs(x), infinity), b.eq(b.abs(y), infinity)), infinity, result)
    x, y = b.abs(x), b.abs(y)
    mantissa = 52
    first, last = (b.const("int64", each << mantissa) for each in (1, 2045))
    exponent = b.and_(b.bitcast("int64", b.select(b.gt(x, y), x, y)), b.const("int64", 0x7FF << mantissa))
    exponent = b.max(b.min(exponent, last), first)
    scale = b.bitcast("double", b.sub(b.const("int64", 2046 << mantissa), exponent))  # 1 / the power of 2
    small_x, small_y = b.mul(x, scale), b.mul(y, scale)
    root = b.sqrt(b.add(b.mul(small_x, small_x), b.mul(small_y, small_y)))
    infinity = b.const("double", float("inf"))
    endless = b.or_(b.eq(x, infinity), b.eq(y, infinity))
    return b.select(endless, infinity, b.mul(root, b.bitcast("double", exponent)))


def complex_abs(b: Builder, x: Complex) -> Value:
    return hypot(b, x.re, x.im)


def direction(b: Builder, x: Complex) -> Complex:
    """x / |x|. An infinite part decides the direction; two infinite parts give NaN."""
    zero, infinity = b.const(x.re.kind, 0), b.const(x.re.kind, float("inf"))
    size = complex_abs(b, x)
    endless = b.eq(size, infinity)
    re_endless, im_endless = b.eq(b.abs(x.re), infinity), b.eq(b.abs(x.im), infinity)
    nothing = b.eq(size, zero)
    divisor = b.select(nothing, b.const(x.re.kind, 1), size)
    re = b.select(endless, b.select(re_endless, real_sign(b, x.re), zero), b.div(x.re, divisor))
    im = b.select(endless, b.select(im_endless, real_sign(b, x.im), zero), b.div(x.im, divisor))
    re, im = b.select(nothing, zero, re), b.select(nothing, zero, im)
    unknown = b.or_(b.and_(re_endless, im_endless), b.or_(b.isnan(x.re), b.isnan(x.im)))
    nan = b.const(x.re.kind, float("nan"))
    return Complex(b.select(unknown, nan, re), b.select(unknown, nan, im))


def componentwise(function: Any) -> Any:
    return lambda b, x: Complex(function(b, x.re), function(b, x.im))


def identity(b: Builder, x: Any) -> Any:
    return x


row(
    "conj", 1, in_common, "The complex conjugate.", real=identity, complex=parts.conjugate,
    numpy="conjugate", array_api="conj", theirs=Theirs(in_numbers),
)  # fmt: skip
row(
    "negative", 1, signed, "-x; logical negation for bool.",
    real=lambda b, x: b.neg(x), boolean=lambda b, x: b.not_(x), complex=parts.neg,
    operator="-x", numpy="negative", theirs=Theirs(as_it_is, "bool", "-x."),
)  # fmt: skip
row(
    "fabs", 1, in_common, "The absolute value, in the dtype of A also for complex numbers.",
    real=lambda b, x: b.abs(x),
    complex=lambda b, x: Complex(complex_abs(b, x), b.const(x.re.kind, 0)),
    cost=2,
    numpy="fabs", array_api="",
    theirs=Theirs(in_small_floats(in_common), "complex", "The absolute value, as a floating number."),
)  # fmt: skip
row(
    "absolute", 1, magnitude, "The absolute value; a real number for complex ones.",
    real=lambda b, x: b.abs(x), complex=complex_abs, result=lambda kind: kind.removeprefix("c"), cost=2,
    operator="abs(x)", numpy="absolute", array_api="abs",
)  # fmt: skip
row(
    "sign", 1, in_common, "-1, 0 or 1; NaN for NaN; complex: of the real part, or the imaginary one where that is 0.",
    real=real_sign, boolean=identity, complex=complex_sign,
    numpy="sign",
    theirs=Theirs(as_it_is, "bool", "-1, 0 or 1; NaN for NaN; complex: x / |x|, and 0 for 0.", complex=direction),
)  # fmt: skip
for _name, _function, _doc, _other in (
    ("ceil", lambda b, x: b.ceil(x), "Round up", ()),
    ("floor", lambda b, x: b.floor(x), "Round down", ()),
    ("trunc", lambda b, x: b.trunc(x), "Round towards zero", ("fix",)),
):
    row(
        _name, 1, in_common, f"{_doc}; complex: each part.",
        real=_function, integer=identity, boolean=identity, complex=componentwise(_function),
        numpy=_name, aliases=_other, theirs=Theirs(as_it_is, "complex", f"{_doc}."),
    )  # fmt: skip


def half_to_even(b: Builder, x: Value) -> Value:
    return b.round_even(x)


row(
    "round", 1, in_common, "Round to the nearest integer, halves away from zero; complex: each part.",
    real=half_away, integer=identity, boolean=identity, complex=componentwise(half_away),
    numpy="rint", array_api="",  # the standard's `round` rounds halves to even
    theirs=Theirs(in_small_floats(as_it_is), "", "Round to the nearest integer, halves to even; complex: each part.",
                  real=half_to_even, complex=componentwise(half_to_even)),
)  # fmt: skip
row(
    "numpy nearest", 1, as_it_is, "Round to the nearest integer, halves to even, in the dtype of A.", public=False,
    real=half_to_even, integer=identity, boolean=identity, complex=componentwise(half_to_even), theirs=Theirs(),
)  # fmt: skip


# --- Powers ------------------------------------------------------------------------------------------------------


def power_types(dtypes: tuple[dtype, ...]) -> Typing:
    """Integers to an integer power keep their dtype, with the power as int16; others take the common dtype."""
    if not (dtypes[0].isfloat or dtypes[1].isfloat):
        return Typing((dtypes[0], INT16), dtypes[0], dtypes[0], converted=(1,))
    return in_common(dtypes)


def bits_of(b: Builder, number: Value, count: int) -> list[Value]:
    """Whether each of the lowest bits of an integer is set."""
    zero = b.const(number.kind, 0)
    return [b.ne(b.and_(number, b.const(number.kind, 1 << bit)), zero) for bit in range(count)]


def integer_power(b: Builder, x: Value, y: Value) -> Value:
    """By squaring; a negative power is 0 except for 1 and -1. All integers have the size of x."""
    kind, given = ("int16" if x.kind in ("int8", "uint8") else x.kind), x.kind
    x, negative = b.convert(kind, x), b.lt(y, b.const(y.kind, 0))
    one = b.const(kind, 1)
    bits = bits_of(b, b.convert(kind, b.abs(y)), 15)
    result, base = b.select(bits[0], x, one), x
    for has in bits[1:]:
        base = b.mul(base, base)
        result = b.mul(result, b.select(has, base, one))
    inverse = integer_inverse(b, x, bits[0], not kinds.is_unsigned(given))
    return b.convert(given, b.select(negative, inverse, result))


def integer_inverse(b: Builder, x: Value, odd: Value, signed: bool) -> Value:
    """A negative power, rounded towards zero: 0 except for 1 and -1. `odd`: whether the power is odd."""
    one, minus = b.const(x.kind, 1), b.const(x.kind, -1)
    inverse = b.select(b.eq(x, one), one, b.const(x.kind, 0))
    return b.select(b.eq(x, minus), b.select(odd, minus, one), inverse) if signed else inverse


def boolean_power(b: Builder, x: Value, y: Value) -> Value:
    return b.or_(x, b.eq(y, b.const(y.kind, 0)))


SQUARINGS = 7
"""Complex integer powers below 2**SQUARINGS are repeated products, which are more exact than exp(y log x)."""


def complex_power(b: Builder, x: Complex, y: Complex, as_numpy: bool = False) -> Complex:
    """exp(y log x); small integer powers by squaring; 0 to any other power with positive real part is 0. With
    `as_numpy`, infinities whose angle is NaN stay infinite; see also `complex_integer_power`."""
    from .complexmath import complex_exp, complex_log

    kind = x.re.kind
    zero = b.const(kind, 0)
    nothing, unit = Complex(zero, zero), Complex(b.const(kind, 1), zero)
    log = complex_log(b, x)
    if as_numpy:
        log = Complex(log.re, b.select(b.and_(real_isinf(b, log.re), real_isnan(b, log.im)), zero, log.im))
    result = complex_exp(b, parts.mul(b, y, log))
    vanishes = b.and_(parts.eq(b, x, nothing), b.gt(y.re, zero))
    result = parts.select(b, vanishes, nothing, result)
    small = b.and_(b.eq(y.im, zero), b.lt(b.abs(y.re), b.const(kind, 1 << SQUARINGS)))
    small = b.and_(small, b.eq(y.re, b.trunc(y.re)))
    power = b.convert("int32" if kind == "float" else "int64", b.convert("int32", y.re))  # an integer as wide as a part
    return parts.select(b, small, complex_integer_power(b, x, power, unit, as_numpy), result)


def complex_integer_power(
    b: Builder, x: Complex, power: Value, unit: Complex, from_one: bool = False
) -> Complex:
    """By squaring. It does not begin with a multiplication by 1, which would turn infinities into NaN. `from_one`: it
    does for powers above 3, as in NumPy."""
    started, *others = bits_of(b, b.abs(power), SQUARINGS)
    few = b.and_(b.gt(power, b.const(power.kind, 0)), b.lt(power, b.const(power.kind, 4)))

    def first(base: Complex) -> Complex:
        found: Complex = parts.select(b, few, base, parts.mul(b, unit, base)) if from_one else base
        return found

    result, base = parts.select(b, started, first(x), unit), x
    for has in others:
        base = parts.mul(b, base, base)
        product = parts.select(b, started, parts.mul(b, result, base), first(base))
        result = parts.select(b, has, product, result)
        started = b.or_(started, has)
    inverse = parts.div(b, unit, result)
    return parts.select(b, b.lt(power, b.const(power.kind, 0)), inverse, result)


def power_with_zeros(b: Builder, x: Complex, y: Complex) -> Complex:
    """The power as in NumPy: 0 to a power is 0, 1 or NaN, and small integer powers are products that begin with 1."""
    kind = x.re.kind
    zero, nan = b.const(kind, 0), b.const(kind, float("nan"))
    nothing, unit = Complex(zero, zero), Complex(b.const(kind, 1), zero)
    of_zero = parts.select(b, b.gt(y.re, zero), nothing, Complex(nan, nan))
    result = parts.select(b, parts.eq(b, x, nothing), of_zero, complex_power(b, x, y, True))
    return parts.select(b, parts.eq(b, y, nothing), unit, result)


def small_power(power: float) -> Any:
    """A complex power with a constant exponent: products, one division, a square root."""

    def computed(b: Builder, x: Complex) -> Complex:
        from .complexmath import complex_sqrt

        kind = x.re.kind
        zero, nan = b.const(kind, 0), b.const(kind, float("nan"))
        nothing, unknown, unit = Complex(zero, zero), Complex(nan, nan), Complex(b.const(kind, 1), zero)
        if power == 0.5:  # the angle of an infinite number, times 0, is NaN
            root = complex_sqrt(b, x)
            lost = b.or_(real_isnan(b, x.re), real_isnan(b, x.im))
            endless = b.or_(real_isinf(b, x.re), real_isinf(b, x.im))
            found = parts.select(b, lost, unknown, Complex(root.re, b.add(root.im, zero)))
            found = parts.select(b, endless, Complex(b.const(kind, float("inf")), nan), found)
        elif power == -1:
            found = parts.div(b, unit, parts.mul(b, unit, x))
        else:
            found = parts.mul(b, x, x) if power == 2 else parts.mul(b, x, parts.mul(b, x, x))
        result: Complex = parts.select(b, parts.eq(b, x, nothing), unknown if power < 0 else nothing, found)
        return result

    return computed


def whole_power(b: Builder, x: Value, y: Value) -> Value:
    """By squaring, with all bits of the power. Callers refuse negative powers, except in lazy arrays."""
    one, signed = b.const(x.kind, 1), not kinds.is_unsigned(y.kind)
    bits = bits_of(b, y, kinds.bits(y.kind) - signed)
    result, base = b.select(bits[0], x, one), x
    for has in bits[1:]:
        base = b.mul(base, base)
        result = b.mul(result, b.select(has, base, one))
    if not signed:
        return result
    return b.select(b.lt(y, b.const(y.kind, 0)), integer_inverse(b, x, bits[0], True), result)


def real_root(b: Builder, x: Value) -> Value:
    """x to the power 0.5: unlike the square root, 0 for -0.0 and infinity for -infinity."""
    infinity = float("inf")
    root = b.add(b.sqrt(x), b.const(x.kind, 0))
    return b.select(b.eq(x, b.const(x.kind, -infinity)), b.const(x.kind, infinity), root)


def complex_root(b: Builder, x: Complex) -> Complex:
    from .complexmath import complex_sqrt

    zero = b.const(x.re.kind, 0)
    nothing = Complex(zero, zero)
    return parts.select(b, parts.eq(b, x, nothing), nothing, complex_sqrt(b, x))


def power_violates(b: Builder, x: Value, y: Value) -> Value:
    """A negative number to a power that is not an integer."""
    if x.kind not in ("float", "double"):
        return b.const("bool", False)
    fraction = b.ne(y, b.trunc(y))
    return b.and_(b.lt(x, b.const(x.kind, 0)), b.and_(fraction, b.eq(y, y)))


def short_power_types(dtypes: tuple[dtype, ...]) -> Typing:
    """Integers to small integer powers."""
    kind = number_for(common(*dtypes))
    return Typing((kind, INT16), kind, kind)


def float_power_types(dtypes: tuple[dtype, ...]) -> Typing:
    return in_common((CDOUBLE if any(each.iscomplex for each in dtypes) else DOUBLE,) * 2)


def real_power(b: Builder, x: Value, y: Value) -> Value:
    return b.call("pow", x.kind, x, y)


POWERS = ((2, "square"), (3, "cube"), (-1, "reciprocal"), (0.5, "root"))
"""Powers that are rows of their own."""
NUMPY_POWERS = tuple((number, f"numpy power {number}") for number, _ in POWERS)
row(
    "power", 2, power_types,
    "A to the power B; integers with wrapping, their negative powers rounded towards zero, and B cast to int16.",
    real=real_power, integer=integer_power, boolean=boolean_power, complex=complex_power, cost=12,
    domain=Domain("nonnegative", "non-integer power", power_violates),
    operator="**", numpy="power", array_api="pow", constants=POWERS,
    theirs=Theirs(in_numbers, "", "A to the power B; negative powers of integers are refused.", integer=whole_power,
                  complex=power_with_zeros, constants=NUMPY_POWERS),
)  # fmt: skip
row(
    "numpy short power", 2, short_power_types, "A to the power B, which is small, of integers.", public=False,
    integer=integer_power, cost=12, constants=POWERS, theirs=Theirs(),
)  # fmt: skip
row(
    "numpy float_power", 2, float_power_types, "A to the power B, in double.", public=False,
    real=real_power, complex=power_with_zeros, cost=12, constants=NUMPY_POWERS,
    numpy="float_power", array_api="",
)  # fmt: skip
row(
    "square", 1, not_bool(in_common, "square"), "x*x.",
    real=lambda b, x: b.mul(x, x), complex=lambda b, x: parts.mul(b, x, x),
    numpy="square", theirs=Theirs(in_numbers),
)  # fmt: skip
row(
    "cube", 1, not_bool(in_common, "cube"), "x*x*x.", public=False,
    real=lambda b, x: b.mul(b.mul(x, x), x), complex=lambda b, x: parts.mul(b, x, parts.mul(b, x, x)),
)  # fmt: skip
row("root", 1, floating, "x to the power 0.5.", public=False, real=real_root, complex=complex_root, cost=4)
for _number, _name in POWERS:
    row(
        f"numpy power {_number}", 1, ROWS[_name].types, ROWS[_name].doc, public=False, cost=ROWS[_name].cost,
        real=ARITHMETIC[_name].real, integer=ARITHMETIC[_name].integer, complex=small_power(_number),
    )  # fmt: skip


# --- Minimum and maximum -----------------------------------------------------------------------------------------


def complex_extreme(before: Any, propagate: bool) -> Any:
    """The smaller or larger of two complex numbers; those with NaN win (propagate) or lose."""

    def choose(b: Builder, x: Complex, y: Complex) -> Complex:
        x_nan, y_nan = either(real_isnan)(b, x), either(real_isnan)(b, y)
        return parts.select(b, b.or_(before(b, x, y), x_nan if propagate else y_nan), x, y)

    return choose


for _name, _primitive, _before, _doc, _numpy, _standard in (
    ("min", "minimum", parts.le, "The smaller of two elements; NaN if either is.", "minimum", None),
    ("max", "maximum", parts.ge, "The larger of two elements; NaN if either is.", "maximum", None),
    ("fmin", "min", parts.le, "The smaller of two elements; a number rather than NaN.", "fmin", ""),
    ("fmax", "max", parts.ge, "The larger of two elements; a number rather than NaN.", "fmax", ""),
):
    row(
        _name, 2, in_common, _doc,
        real=lambda b, x, y, primitive=_primitive: getattr(b, primitive)(x, y),
        complex=complex_extreme(_before, not _name.startswith("f")),
        numpy=_numpy, array_api=_standard,
    )  # fmt: skip


# --- Bits --------------------------------------------------------------------------------------------------------


def wider(dtypes: tuple[dtype, ...]) -> Typing:
    """The dtype with more bits; the first one if both have the same number."""
    kind = dtypes[0] if dtypes[0].nbits >= dtypes[1].nbits else dtypes[1]
    return Typing((kind, kind), kind, kind)


def shift_types(name: str) -> Types:
    def types(dtypes: tuple[dtype, ...]) -> Typing:
        if dtypes[0].isfloat:
            raise OceanTypeError(f'Tensor "{name}" is only supported on integer input')
        return Typing((dtypes[0], INT8), dtypes[0], dtypes[0], converted=(1,))

    return types


def shifter(left: bool) -> Any:
    """Shift by a signed amount: negative amounts go in the other direction; bits that leave are lost."""

    def shift(b: Builder, x: Value, y: Value) -> Value:
        if x.kind == "bool":
            return b.and_(x, b.eq(y, b.const(y.kind, 0)))
        nothing = b.const(x.kind, 0)
        sign = nothing if kinds.is_unsigned(x.kind) else b.select(b.lt(x, nothing), b.const(x.kind, -1), nothing)
        amount = b.convert("int16", y)
        backward = b.lt(amount, b.const("int16", 0))
        distance = b.abs(amount)
        within = b.lt(distance, b.const("int16", kinds.bits(x.kind)))
        count = b.convert(x.kind, b.select(within, distance, b.const("int16", 0)))
        raised = b.select(within, b.shl(x, count), nothing)
        lowered = b.select(within, b.shr(x, count), sign)
        return b.select(backward, lowered, raised) if left else b.select(backward, raised, lowered)

    return shift


def shifter_out(left: bool) -> Any:
    """Shift by an amount of the same dtype; amounts that are negative or too large shift everything out."""

    def shift(b: Builder, x: Value, y: Value) -> Value:
        nothing = b.const(x.kind, 0)
        signed = not kinds.is_unsigned(x.kind)
        within = b.lt(y, b.const(x.kind, kinds.bits(x.kind)))
        if signed:
            within = b.and_(within, b.ge(y, nothing))
        amount = b.select(within, y, nothing)
        rest = b.select(b.lt(x, nothing), b.const(x.kind, -1), nothing) if signed and not left else nothing
        return b.select(within, b.shl(x, amount) if left else b.shr(x, amount), rest)

    return shift


def bit_count(b: Builder, x: Value) -> Value:
    """The number of bits that are set in the magnitude."""
    if not kinds.is_unsigned(x.kind):
        x = b.convert(f"u{x.kind}", b.abs(x))
    one = b.const(x.kind, 1)
    total = b.and_(x, one)
    for place in range(1, kinds.bits(x.kind)):
        total = b.add(total, b.and_(b.shr(x, b.const(x.kind, place)), one))
    return total


def counted_types(dtypes: tuple[dtype, ...]) -> Typing:
    kind = UINT8 if dtypes[0] is BOOL else dtypes[0]
    return Typing((kind,), kind, UINT8)


def integers_only(rule: Types, name: str) -> Types:
    def checked(dtypes: tuple[dtype, ...]) -> Typing:
        if any(each.isfloat for each in dtypes):
            error = OceanTypeError(f'Tensor "{name}" is only supported on integer types')
            if set(dtypes) == {UINT64, DOUBLE}:
                error.add_note("Beside uint64 a negative number is a double; int64(-1) keeps its bits.")
            raise error
        return rule(dtypes)

    return checked


row(
    "bitwiseAnd", 2, integers_only(wider, "bitwise AND"), "Bitwise AND, in the dtype with more bits, or A's.",
    integer=lambda b, x, y: b.and_(x, y),
    operator="&", numpy="bitwise_and", theirs=Theirs(in_common, "float", "Bitwise AND."),
)  # fmt: skip
row(
    "bitwiseOr", 2, integers_only(wider, "bitwise OR"), "Bitwise OR, in the dtype with more bits, or A's.",
    integer=lambda b, x, y: b.or_(x, y),
    operator="|", numpy="bitwise_or", theirs=Theirs(in_common, "float", "Bitwise OR."),
)  # fmt: skip
row(
    "bitwiseXor", 2, integers_only(wider, "bitwise XOR"), "Bitwise XOR, in the dtype with more bits, or A's.",
    integer=lambda b, x, y: b.xor(x, y),
    operator="^", numpy="bitwise_xor", theirs=Theirs(in_common, "float", "Bitwise XOR."),
)  # fmt: skip
row(
    "bitwiseNot", 1,
    only(in_common, lambda kind: not kind.isfloat, unavailable("bitwise NOT")),
    "Bitwise NOT.", integer=lambda b, x: b.not_(x),
    operator="~x", numpy="invert", array_api="bitwise_invert", aliases=("bitwise_not",),
    theirs=Theirs(in_common, "float"),
)  # fmt: skip
row(
    "numpy bitwise_count", 1, refusing("bitwise_count", counted_types, "float"),
    "The number of bits of the magnitude that are set.", integer=bit_count, public=False,
    numpy="bitwise_count", array_api="",
)  # fmt: skip
row(
    "bitshiftLeft", 2, shift_types("bitshift left"),
    "Shift the bits of A left by B (right where B is negative). B is cast to int8: 200 means -56.",
    integer=shifter(True),
    operator="<<", numpy="left_shift", array_api="bitwise_left_shift",
    theirs=Theirs(in_numbers, "float", "Shift the bits of A left by B; all are lost if that is negative or too large.",
                  integer=shifter_out(True)),
)  # fmt: skip
row(
    "bitshiftRight", 2, shift_types("bitshift right"),
    "Shift the bits of A right by B (left where B is negative). B is cast to int8: 200 means -56.",
    integer=shifter(False),
    operator=">>", numpy="right_shift", array_api="bitwise_right_shift",
    theirs=Theirs(in_numbers, "float", "Shift the bits of A right by B; all are lost if that is negative or too large.",
                  integer=shifter_out(False)),
)  # fmt: skip


# --- Logic and comparison ----------------------------------------------------------------------------------------

row("logicalAnd", 2, logical, "Logical AND.", boolean=lambda b, x, y: b.and_(x, y), numpy="logical_and")
row("logicalOr", 2, logical, "Logical OR.", boolean=lambda b, x, y: b.or_(x, y), numpy="logical_or")
row("logicalXor", 2, logical, "Logical XOR.", boolean=lambda b, x, y: b.xor(x, y), numpy="logical_xor")
row("logicalNot", 1, logical, "Logical NOT.", boolean=lambda b, x: b.not_(x), numpy="logical_not")

for _name, _primitive, _operator, _numpy, _doc in (
    ("equal", "eq", "==", "equal", "are equal."),
    ("notEqual", "ne", "!=", "not_equal", "differ."),
    ("less", "lt", "<", "less", "are less; complex numbers by real part, then by imaginary part."),
    ("lessEqual", "le", "<=", "less_equal", "are less or equal; complex numbers as in `less`."),
    ("greater", "gt", ">", "greater", "are greater; complex numbers by real part, then by imaginary part."),
    ("greaterEqual", "ge", ">=", "greater_equal", "are greater or equal; complex numbers as in `greater`."),
):
    row(
        _name, 2, compares, f"Whether elements {_doc}",
        real=lambda b, x, y, primitive=_primitive: getattr(b, primitive)(x, y),
        complex=getattr(parts, _primitive),
        result=gives_bool,
        operator=_operator, numpy=_numpy,
    )  # fmt: skip


def false(b: Builder, x: Value) -> Value:
    return b.const("bool", False)


def real_isnan(b: Builder, x: Value) -> Value:
    return b.isnan(x)


def real_isinf(b: Builder, x: Value) -> Value:
    return b.eq(b.abs(x), b.const(x.kind, float("inf")))


def real_isfinite(b: Builder, x: Value) -> Value:
    return b.lt(b.abs(x), b.const(x.kind, float("inf")))


def either(function: Any) -> Any:
    return lambda b, x: b.or_(function(b, x.re), function(b, x.im))


def not_for_complex(name: str) -> Types:
    return only(compares, lambda kind: not kind.iscomplex, unavailable(name))


row(
    "isinf", 1, compares, "Whether elements (complex: any part) are infinite.",
    real=real_isinf, integer=false, complex=either(real_isinf), result=gives_bool,
    numpy="isinf",
)  # fmt: skip
row(
    "isnan", 1, compares, "Whether elements (complex: any part) are NaN.",
    real=real_isnan, integer=false, complex=either(real_isnan), result=gives_bool,
    numpy="isnan",
)  # fmt: skip
row(
    "isfinite", 1, compares, "Whether elements (complex: both parts) are finite.",
    real=real_isfinite, integer=lambda b, x: b.const("bool", True),
    complex=lambda b, x: b.and_(real_isfinite(b, x.re), real_isfinite(b, x.im)), result=gives_bool,
    numpy="isfinite",
)  # fmt: skip
row(
    "isposinf", 1, not_for_complex("isposinf"), "Whether elements are positive infinity.",
    real=lambda b, x: b.eq(x, b.const(x.kind, float("inf"))), integer=false, result=gives_bool,
    numpy="isposinf", array_api="",
)  # fmt: skip
row(
    "isneginf", 1, not_for_complex("isneginf"), "Whether elements are negative infinity.",
    real=lambda b, x: b.eq(x, b.const(x.kind, float("-inf"))), integer=false, result=gives_bool,
    numpy="isneginf", array_api="",
)  # fmt: skip


# --- Choice ------------------------------------------------------------------------------------------------------


def fill_nan(b: Builder, x: Any, y: Any) -> Any:
    if isinstance(x, Complex):
        return parts.select(b, either(real_isnan)(b, x), y, x)
    return b.select(b.isnan(x), y, x)


def choice_types(dtypes: tuple[dtype, ...]) -> Typing:
    """The condition is bool, the two others take their common dtype."""
    kind = common(*dtypes[1:])
    return Typing((BOOL, kind, kind), kind, kind, converted=(0,))


def complex_clip(b: Builder, x: Complex, low: Complex, high: Complex) -> Complex:
    smaller, larger = complex_extreme(parts.le, True), complex_extreme(parts.ge, True)
    result: Complex = smaller(b, larger(b, x, low), high)
    return result


row(
    "fillNaN", 2, as_first, "B where A is NaN, else A.", real=fill_nan, complex=fill_nan, public=False,
)  # fmt: skip
row(
    "where", 3, choice_types, "B where the condition A holds, else C.",
    real=lambda b, c, x, y: b.select(c, x, y), complex=parts.select,
    numpy="where", conditions=1, theirs=Theirs(ufunc=False),
)  # fmt: skip
row(
    "clip", 3, not_complex(in_common, "clip"), "A limited to the range from B to C; NaN stays NaN.",
    real=lambda b, x, low, high: b.minimum(b.maximum(x, low), high),
    numpy="clip", theirs=Theirs(in_common, complex=complex_clip, ufunc=False),
)  # fmt: skip


# --- Two real numbers --------------------------------------------------------------------------------------------


def real_only(name: str) -> Types:
    return not_complex(floating, name)


def copysign(b: Builder, x: Value, y: Value) -> Value:
    return b.copysign(x, y)


def heaviside(b: Builder, x: Value, y: Value) -> Value:
    zero, one = b.const(x.kind, 0), b.const(x.kind, 1)
    step = b.select(b.lt(x, zero), zero, b.select(b.eq(x, zero), y, one))
    return b.select(b.isnan(x), x, step)


row(
    "hypot", 2, real_only("hypot"), "sqrt(A*A + B*B) without overflow on the way.", real=hypot, cost=4,
    numpy="hypot", theirs=SMALL_REALS,
)  # fmt: skip
row(
    "copysign", 2, real_only("copysign"), "The magnitude of A with the sign of B.", real=copysign,
    numpy="copysign", theirs=SMALL_REALS,
)  # fmt: skip
row(
    "heaviside", 2, real_only("heaviside"), "0 where A < 0, B where A = 0, 1 where A > 0.", real=heaviside,
    numpy="heaviside", array_api="", theirs=SMALL_REALS,
)  # fmt: skip
