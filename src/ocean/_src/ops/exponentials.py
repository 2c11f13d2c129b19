"""Exponentials and logarithms as arithmetic: range reduction by a power of two, a polynomial, and reconstruction.

The code is branch-free (additions, multiplications, selections and bits): it works on whole vectors, and the result of
an element does not depend on its position. The coefficients are minimax in relative error (Remez), rounded to the kind.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ocean._src.base.records import NamedTuple
from ocean._src.kernels.builder import LAYOUTS, Builder, Value

# Logarithms as double-word numbers (high, low), for each kind.
LN2 = {
    "float": (0.6931471824645996, -1.9046542121259336e-09),
    "double": (0.6931471805599453, 2.3190468138462996e-17),
}
LOG10_2 = {
    "float": (0.3010300099849701, -1.432098883924482e-08),
    "double": (0.3010299956639812, -2.8037281277851704e-18),
}
LOG2_E = {
    "float": (1.4426950216293335, 1.925963033500011e-08),
    "double": (1.4426950408889634, 2.0355273740931033e-17),
}
LOG10_E = {
    "float": (0.4342944920063019, -1.0103049952192578e-08),
    "double": (0.4342944819032518, 1.098319650216765e-17),
}


def polynomial(b: Builder, x: Value, coefficients: Sequence[float]) -> Value:
    """The polynomial with these coefficients, the constant one first.

    Even and odd powers are summed separately, for instruction-level parallelism (Estrin).
    """
    square, sums = b.mul(x, x), []
    for side in (0, 1):
        total, *rest = (b.const(x.kind, each) for each in coefficients[side::2][::-1])
        for each in rest:
            total = b.fma(total, square, each)
        sums.append(total)
    return b.fma(sums[1], x, sums[0])


def at_most(b: Builder, x: Value, most: float) -> Value:
    """The smaller of x and a constant; NaN stays NaN."""
    bound = b.const(x.kind, most)
    return b.select(b.gt(x, bound), bound, x)


def at_least(b: Builder, x: Value, least: float) -> Value:
    bound = b.const(x.kind, least)
    return b.select(b.lt(x, bound), bound, x)


def two_sum(b: Builder, x: Value, y: Value) -> tuple[Value, Value]:
    """The sum and its rounding error."""
    total = b.add(x, y)
    second = b.sub(total, x)
    return total, b.add(b.sub(x, b.sub(total, second)), b.sub(y, second))


# --- Exponentials ------------------------------------------------------------------------------------------------

# (exp(r) - 1 - r) / r^2 for |r| <= ln(2) / 2
EXP = {
    "float": (0.4999999403953552, 0.1666652113199234, 0.04166838899254799, 0.00836874544620514, 0.0013814553385600448),
    "double": (
        0.5000000000000011, 0.1666666666666641, 0.041666666666529725, 0.008333333333494985, 0.0013888888943759904,
        0.00019841269505755534, 2.4801492949720836e-05, 2.755758682156678e-06, 2.763030621546308e-07,
        2.500001296547627e-08,
    ),
}  # fmt: skip
# (cosh(r) - 1) / r^2 and (sinh(r) - r) / r^3, polynomials in r^2
COSH = {
    "float": (0.5, 0.041666265577077866, 0.0013946276158094406),
    "double": (
        0.5000000000000013, 0.0416666666665138, 0.0013888888947401832, 2.4801489566228098e-05, 2.763140917862771e-07,
    ),
}  # fmt: skip
SINH = {
    "float": (0.1666666716337204, 0.008333289064466953, 0.0001990501186810434),
    "double": (
        0.16666666666666677, 0.008333333333321577, 0.00019841269886268362, 2.7557244059768654e-06,
        2.5109091157051323e-08,
    ),
}  # fmt: skip


class Base(NamedTuple):
    """A base, and for each kind the powers at which results underflow to 0, become subnormal, and overflow."""

    value: float
    lowest: dict[str, float]
    subnormal: dict[str, float]
    highest: dict[str, float]


E = Base(
    math.e,
    lowest={"float": -104.5, "double": -746},
    subnormal={"float": -80, "double": -700},
    highest={"float": 89, "double": 710},
)
TWO = Base(
    2,
    lowest={"float": -151, "double": -1076},
    subnormal={"float": -120, "double": -1000},
    highest={"float": 128.5, "double": 1024.5},
)
TEN = Base(
    10,
    lowest={"float": -45.5, "double": -324},
    subnormal={"float": -36, "double": -300},
    highest={"float": 38.6, "double": 308.3},
)


class Power(NamedTuple):
    """base ** x = 2 ** n * (1 + rest); the last bits of `shifted` are n."""

    shifted: Value
    n: Value
    rest: Value


def split(b: Builder, x: Value, base: Base, times: int = 1) -> tuple[Value, Value, Value]:
    """The powers of two nearest to base ** (times * x), as `shifted` and `n`, and the logarithm of the remaining factor
    divided by `times`, a power of two (1 unless the base is e)."""
    shifter = b.const(x.kind, LAYOUTS[x.kind].shifter)
    if base is TWO:
        shifted = b.add(x, shifter)
        n = b.sub(shifted, shifter)
        return shifted, n, b.mul(b.sub(x, n), b.const(x.kind, LN2[x.kind][0]))
    step = LN2 if base is E else LOG10_2
    shifted = b.fma(x, b.const(x.kind, times * math.log2(base.value)), shifter)
    n = b.sub(shifted, shifter)
    r = x
    for part in step[x.kind]:
        r = b.fma(n, b.const(x.kind, -part / times), r)
    return shifted, n, r if base is E else b.mul(r, b.const(x.kind, math.log(10)))


def power_of(b: Builder, x: Value, base: Base = E, less: Value | None = None) -> Power:
    """base ** x; e ** (x + less) if `less` is given, which is much smaller than x."""
    shifted, n, r = split(b, x, base)
    r = b.add(r, less) if less else r
    return Power(shifted, n, b.fma(b.mul(r, r), polynomial(b, r, EXP[x.kind]), r))


def two_to(b: Builder, shifted: Value, more: Value | int = 0) -> Value:
    """The power of two whose exponent is in the last bits of `shifted`, plus `more` (or times it, if a value)."""
    layout = LAYOUTS[shifted.kind]
    one = b.bitcast(layout.integer, more) if isinstance(more, Value) else exponent_bits(b, shifted.kind, more)
    place = b.const(layout.integer, layout.mantissa)
    return b.bitcast(shifted.kind, b.add(b.shl(b.bitcast(layout.integer, shifted), place), one))


def scaled(b: Builder, x: Value, n: Value) -> Value:
    """x * 2 ** n for n up to three times a valid exponent, in three steps. Only the last can overflow."""
    shifter = b.const(n.kind, LAYOUTS[n.kind].shifter)
    third = b.fma(n, b.const(n.kind, 1 / 3), shifter)
    rest = b.add(b.fma(b.sub(third, shifter), b.const(n.kind, -2), n), shifter)
    step = two_to(b, third)
    return b.mul(b.mul(b.mul(x, step), step), two_to(b, rest))


def exponent_bits(b: Builder, kind: str, exponent: int) -> Value:
    """The bits of a power of two."""
    layout = LAYOUTS[kind]
    return b.const(layout.integer, (layout.bias + exponent) << layout.mantissa)


def exponential(b: Builder, x: Value, base: Base = E) -> Value:
    """base ** x.

    The power of two is multiplied in two parts. Only the second can make results subnormal or infinite.
    """
    x = at_least(b, at_most(b, x, base.highest[x.kind]), base.lowest[x.kind])
    shifted, _, rest = power_of(b, x, base)
    subnormal = b.lt(x, b.const(x.kind, base.subnormal[x.kind]))
    up = LAYOUTS[x.kind].mantissa + 12
    scale = two_to(b, shifted, b.select(subnormal, b.const(x.kind, 2.0**up), b.const(x.kind, 0.5)))
    second = b.select(subnormal, b.const(x.kind, 2.0**-up), b.const(x.kind, 2))
    return b.mul(b.fma(scale, rest, scale), second)


def exp(b: Builder, x: Value) -> Value:
    return exponential(b, x, E)


def exp2(b: Builder, x: Value) -> Value:
    return exponential(b, x, TWO)


def exp10(b: Builder, x: Value) -> Value:
    return exponential(b, x, TEN)


def expm1(b: Builder, x: Value) -> Value:
    """2**n * rest + (2**n - 1), each exact as long as it matters; both are halved to avoid overflow."""
    bounded = at_least(b, at_most(b, x, E.highest[x.kind]), -50)
    shifted, _, rest = power_of(b, bounded)
    half = two_to(b, shifted, -1)
    result = b.mul(b.fma(half, rest, b.sub(half, b.const(x.kind, 0.5))), b.const(x.kind, 2))
    tiny = b.lt(b.abs(x), b.const(x.kind, 2.0 ** -(LAYOUTS[x.kind].mantissa + 2)))
    return b.select(tiny, x, result)


class Hyperbolic(NamedTuple):
    """sinh |x| and cosh |x| without their factor 2 ** (n - 2)."""

    sinh: Value
    cosh: Value
    shifted: Value
    n: Value


def hyperbolic(b: Builder, x: Value) -> Hyperbolic:
    """With |x| = n ln 2 + r: sinh |x| = 2**(n-2) * ((2 - t) * cosh r + (2 + t) * sinh r), and cosh |x| likewise with
    signs exchanged, where t = 2 * 4**-n. The leading term of cosh r, 1, is added last."""
    kind = x.kind
    shifted, n, r = split(b, b.abs(x), E)
    square = b.mul(r, r)
    cosh_rest = b.mul(square, polynomial(b, square, COSH[kind]))
    sinh_r = b.fma(b.mul(square, r), polynomial(b, square, SINH[kind]), r)
    minus_2n = b.fma(at_most(b, n, 40), b.const(kind, -2), b.const(kind, LAYOUTS[kind].shifter))
    t = two_to(b, minus_2n, 1)
    two = b.const(kind, 2)
    difference, total = b.sub(two, t), b.add(two, t)
    return Hyperbolic(
        b.add(difference, b.fma(difference, cosh_rest, b.mul(total, sinh_r))),
        b.add(total, b.fma(total, cosh_rest, b.mul(difference, sinh_r))),
        shifted,
        n,
    )


HIGHEST_HYPERBOLIC = {"float": 89.5, "double": 710.5}


def sinh(b: Builder, x: Value) -> Value:
    parts = hyperbolic(b, at_most(b, b.abs(x), HIGHEST_HYPERBOLIC[x.kind]))
    return b.copysign(b.mul(parts.sinh, two_to(b, parts.shifted, -2)), x)


def cosh(b: Builder, x: Value) -> Value:
    parts = hyperbolic(b, at_most(b, b.abs(x), HIGHEST_HYPERBOLIC[x.kind]))
    return b.mul(parts.cosh, two_to(b, parts.shifted, -2))


def tanh(b: Builder, x: Value) -> Value:
    """q / (q + 1) with q = expm1(2|x|) / 2. All terms are half of those in `expm1`, which avoids doubling x."""
    shifted, _, r = split(b, at_most(b, b.abs(x), LAYOUTS[x.kind].mantissa), E, times=2)
    halved = [2 ** (k + 1) * each for k, each in enumerate(EXP[x.kind])]
    rest, scale = b.fma(b.mul(r, r), polynomial(b, r, halved), r), two_to(b, shifted)
    q = b.fma(scale, rest, b.fma(scale, b.const(x.kind, 0.5), b.const(x.kind, -0.5)))
    return b.with_sign(b.div(q, b.add(q, b.const(x.kind, 1))), x)


# --- Logarithms --------------------------------------------------------------------------------------------------

# For 1 + f from sqrt(1/2) to sqrt(2), in float: (ln(1 + f) - f) / f^2
LOG_FLOAT = (
    -0.5, 0.3333333134651184, -0.250008225440979, 0.20001226663589478, -0.16623356938362122, 0.14201761782169342,
    -0.131601944565773, 0.12761549651622772, -0.07634429633617401,
)  # fmt: skip
# In double, where that would be too long: (2 atanh(s) / s - 2) / s^2, a polynomial in s^2, for s = f / (2 + f)
LOG_DOUBLE = (
    0.6666666666666735, 0.39999999999411096, 0.28571428743262023, 0.2222219847604077, 0.1818356973721844,
    0.153139033111462, 0.14797507065607862,
)  # fmt: skip
SQRT_HALF_BITS = {"float": 0x3F3504F3, "double": 0x3FE6A09E667F3BCD}


class Logarithm(NamedTuple):
    """ln x = e * ln 2 + (f - (square - rest)), where `square` is f * f / 2; in float only `f`, which is ln(1 + f)."""

    e: Value
    f: Value
    square: Value | None = None
    rest: Value | None = None


class Apart(NamedTuple):
    """x = 2 ** e * (1 + f), with 1 + f from sqrt(1/2) to sqrt(2); the exponent is in the first bits of `bits`."""

    e: Value
    f: Value
    bits: Value


def apart(b: Builder, x: Value, more: Value | None = None) -> Apart:
    """Take a positive normal number apart; `more` is added to the bias of the exponent."""
    kind, layout = x.kind, LAYOUTS[x.kind]
    bias = more or b.const(kind, 2.0**layout.mantissa + layout.bias)
    half, one = SQRT_HALF_BITS[kind], layout.bias << layout.mantissa
    bits = b.add(b.bitcast(layout.integer, x), b.const(layout.integer, one - half))
    # the exponent becomes the last bits of a large number, from which it can be subtracted
    biased = b.shr(bits, b.const(layout.integer, layout.mantissa))
    large = b.or_(biased, b.const(layout.integer, one + (layout.mantissa << layout.mantissa)))
    e = b.sub(b.bitcast(kind, large), bias)
    fraction = b.and_(bits, b.const(layout.integer, (1 << layout.mantissa) - 1))
    f = b.sub(b.bitcast(kind, b.add(fraction, b.const(layout.integer, half))), b.const(kind, 1))
    return Apart(e, f, bits)


def logarithm(b: Builder, x: Value, less: Value | None = None, normal: bool = False) -> Logarithm:
    """The parts of ln(x + less) of a positive finite x. `less` is smaller than the last bit of x, which must
    not be subnormal then. `normal`: the caller guarantees that x is not subnormal."""
    kind, layout = x.kind, LAYOUTS[x.kind]
    if normal:
        e, f, _ = apart(b, x)
    elif less is None:
        subnormal = b.lt(x, b.const(kind, 2.0 ** (1 - layout.bias)))
        up = layout.mantissa + 2
        bias = 2.0**layout.mantissa + layout.bias
        bias_value = b.select(subnormal, b.const(kind, bias + up), b.const(kind, bias))
        e, f, _ = apart(b, b.select(subnormal, b.mul(x, b.const(kind, 2.0**up)), x), bias_value)
    else:
        e, f, bits = apart(b, x)
        # 2 ** (1 - e) from the bits of the exponent alone; the extra factor of two keeps the smallest at 0, not below
        mask = (1 << layout.mantissa) - 1
        twice = b.sub(
            b.const(layout.integer, (2 * layout.bias + 1) << layout.mantissa),
            b.and_(bits, b.const(layout.integer, ~mask)),
        )
        f = b.fma(b.mul(less, b.const(kind, 0.5)), b.bitcast(kind, twice), f)
    if kind == "float":
        return Logarithm(e, b.fma(b.mul(f, f), polynomial(b, f, LOG_FLOAT), f))
    square = b.mul(b.mul(f, f), b.const(kind, 0.5))
    s = b.div(f, b.add(f, b.const(kind, 2)))
    z = b.mul(s, s)
    return Logarithm(e, f, square, b.mul(s, b.fma(z, polynomial(b, z, LOG_DOUBLE), square)))


LN2_SHORT, LN2_SHORT_LESS = 0.6931471804855391, 7.440617110012397e-11
"""ln 2 in two parts; the first has few bits, so its multiples are exact."""


def log_in_two_parts(b: Builder, x: Value) -> tuple[Value, Value]:
    """ln x of a normal double x >= 2 to about 65 bits, as a double-word number (high, low)."""
    e, f, _ = apart(b, x)
    two = b.const("double", 2)
    below = b.add(f, two)
    below_less = b.sub(f, b.sub(below, two))
    inverse = b.div(b.const("double", 1), below)
    s = b.mul(f, inverse)
    s_less = b.mul(b.sub(b.fma(b.neg(s), below, f), b.mul(s, below_less)), inverse)
    z = b.mul(s, s)
    tail = b.mul(b.mul(s, z), polynomial(b, z, LOG_DOUBLE))
    tail = b.add(tail, b.mul(two, b.fma(s_less, z, s_less)))
    high, lost = two_sum(b, b.mul(e, b.const("double", LN2_SHORT)), b.mul(two, s))
    return two_sum(b, high, b.add(lost, b.fma(e, b.const("double", LN2_SHORT_LESS), tail)))


def natural(b: Builder, parts: Logarithm) -> Value:
    e, f, square, rest = parts
    ln2, less = (b.const(e.kind, each) for each in LN2[e.kind])
    if square is None or rest is None:
        return b.fma(e, ln2, f)
    return b.fma(e, ln2, b.sub(f, b.sub(square, b.fma(e, less, rest))))


def to_base(b: Builder, parts: Logarithm, of_two: tuple[float, float] | None, of_e: tuple[float, float]) -> Value:
    """The logarithm to a base, from the logarithms of 2 (None: 1) and of e to that base in two parts each.

    The products stay in two parts until they are added.
    """
    e, f, square, rest = parts
    factor, factor_less = (b.const(e.kind, each) for each in of_e)
    if square is None or rest is None:
        less = b.mul(f, factor_less)
        if of_two is None:
            return b.add(e, b.fma(f, factor, less))
        whole, whole_less = (b.const(e.kind, each) for each in of_two)
        return b.fma(e, whole, b.fma(f, factor, b.fma(e, whole_less, less)))
    high = b.sub(f, square)
    low = b.add(b.sub(b.sub(f, high), square), rest)
    product = b.mul(high, factor)
    less = b.add(b.fma(high, factor, b.neg(product)), b.fma(low, factor, b.mul(high, factor_less)))
    if of_two is not None:
        whole, whole_less = (b.const(e.kind, each) for each in of_two)
        twos = b.mul(e, whole)
        less = b.add(less, b.fma(e, whole_less, b.fma(e, whole, b.neg(twos))))
    else:
        twos = e
    total = b.add(twos, product)
    return b.add(total, b.add(b.add(b.sub(twos, total), product), less))


def with_limits(b: Builder, x: Value, result: Value) -> Value:
    """The logarithm also at 0 and infinity, and NaN for NaN and negative numbers."""
    zero, infinity = b.const(x.kind, 0), b.const(x.kind, math.inf)
    outside = b.select(b.eq(x, zero), b.neg(infinity), b.const(x.kind, math.nan))
    return b.select(b.gt(x, zero), b.select(b.eq(x, infinity), x, result), outside)


def log(b: Builder, x: Value) -> Value:
    return with_limits(b, x, natural(b, logarithm(b, x)))


def log2(b: Builder, x: Value) -> Value:
    return with_limits(b, x, to_base(b, logarithm(b, x), None, LOG2_E[x.kind]))


def log10(b: Builder, x: Value) -> Value:
    return with_limits(b, x, to_base(b, logarithm(b, x), LOG10_2[x.kind], LOG10_E[x.kind]))


# Below this, ln(1 + x) and arcsinh x are x; the formulas would lose bits of very small x.
NEAR = {"float": 2.0**-25, "double": 2.0**-54}


def small(b: Builder, x: Value) -> Value:
    return b.lt(b.abs(x), b.const(x.kind, NEAR[x.kind]))


def log1p(b: Builder, x: Value) -> Value:
    return b.select(small(b, x), x, log_of_sum(b, x))


def log_of_sum(b: Builder, x: Value) -> Value:
    """ln(1 + x), where the sign of zero does not matter."""
    total, less = two_sum(b, b.const(x.kind, 1), x)
    return with_limits(b, total, natural(b, logarithm(b, total, less)))


# Above this, arcsinh x and arccosh x are ln(2x).
FAR = {"float": 2.0**13, "double": 2.0**28}


def log_far(b: Builder, near: Value, far: Value, x: Value, more: Value) -> Value:
    """ln(1 + near), or ln(x * 2 ** more) where `far` holds."""
    total, less = two_sum(b, b.const(x.kind, 1), near)
    zero = b.const(x.kind, 0)
    total, less = b.select(far, x, total), b.select(far, zero, less)
    parts = logarithm(b, total, less)
    parts = parts._replace(e=b.add(parts.e, b.select(far, more, zero)))
    return with_limits(b, total, natural(b, parts))


def area_sine(b: Builder, y: Value, far: Value, more: Value) -> Value:
    """arcsinh(y) for y >= 0: ln(1 + y + y^2 / (1 + sqrt(1 + y^2))), or ln(y * 2 ** more) where `far` holds."""
    one, square = b.const(y.kind, 1), b.mul(y, y)
    near = b.add(y, b.div(square, b.add(one, b.sqrt(b.add(square, one)))))
    return log_far(b, near, far, y, more)


def arcsinh(b: Builder, x: Value) -> Value:
    y = b.abs(x)
    found = b.copysign(area_sine(b, y, b.gt(y, b.const(x.kind, FAR[x.kind])), b.const(x.kind, 1)), x)
    return b.select(small(b, x), x, found)


def arccosh(b: Builder, x: Value) -> Value:
    """ln(x + sqrt(x^2 - 1)), written with x - 1, which is exact close to 1."""
    one = b.const(x.kind, 1)
    less_one = b.sub(x, one)
    near = b.add(less_one, b.sqrt(b.mul(less_one, b.add(x, one))))
    result = log_far(b, near, b.gt(x, b.const(x.kind, FAR[x.kind])), x, one)
    return b.select(b.lt(x, one), b.const(x.kind, math.nan), result)


def arctanh(b: Builder, x: Value) -> Value:
    """ln((1 + x) / (1 - x)) / 2"""
    y = b.abs(x)
    ratio = b.div(b.add(y, y), b.sub(b.const(x.kind, 1), y))
    return b.copysign(b.mul(log_of_sum(b, ratio), b.const(x.kind, 0.5)), x)
