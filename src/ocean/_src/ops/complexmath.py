"""Mathematical functions of complex numbers over those of real ones, with the branch cuts, signed zeros, infinities and
NaNs of C99 (Annex G).

All functions compute in double; results with smaller parts are rounded at the end. Squared moduli are double-word
numbers, scaled by powers of two: no intermediate result overflows, and logarithms are accurate near the unit circle.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from ocean._src.base.records import NamedTuple
from ocean._src.kernels import complex as parts
from ocean._src.kernels.builder import Builder, Complex, Value

from .exponentials import (
    LN2,
    LOG2_E,
    LOG10_2,
    LOG10_E,
    TEN,
    TWO,
    Base,
    E,
    Logarithm,
    area_sine,
    at_least,
    at_most,
    expm1,
    hyperbolic,
    log_far,
    logarithm,
    natural,
    power_of,
    scaled,
    to_base,
    two_sum,
    two_to,
)

Function = Callable[[Builder, Complex], Complex]


def in_double(function: Function) -> Function:
    """Make a function of double parts take float parts as well."""

    def widened(b: Builder, z: Complex) -> Complex:
        kind = z.re.kind
        result = function(b, Complex(b.convert("double", z.re), b.convert("double", z.im)))
        return Complex(b.convert(kind, result.re), b.convert(kind, result.im))

    return widened


def number(b: Builder, value: float) -> Value:
    return b.const("double", value)


def swap(z: Complex) -> Complex:
    """The real part exchanged with the imaginary one: i times the conjugate."""
    return Complex(z.im, z.re)


def infinite(b: Builder, x: Value) -> Value:
    return b.eq(b.abs(x), number(b, math.inf))


def finite(b: Builder, x: Value) -> Value:
    return b.lt(b.abs(x), number(b, math.inf))


def is_zero(b: Builder, x: Value) -> Value:
    return b.eq(x, number(b, 0))


def no_number(b: Builder, z: Complex) -> Value:
    return b.or_(b.isnan(z.re), b.isnan(z.im))


def sine_cosine(b: Builder, x: Value) -> tuple[Value, Value]:
    return b.call("sin", "double", x), b.call("cos", "double", x)


LIFT = 64


def lifted(b: Builder, x: Value) -> Value:
    """x times a power of two, which makes products of subnormal numbers exact. The exponent is corrected later."""
    return b.mul(x, number(b, 2.0**LIFT))


# --- Exponentials ------------------------------------------------------------------------------------------------


def polar(b: Builder, x: Value, sine: Value, cosine: Value, base: Base) -> Complex:
    """base ** x times cosine and sine, also where base ** x alone overflows."""
    twice = 2.06 * base.highest["double"]
    _, n, rest = power_of(b, at_least(b, at_most(b, x, twice), base.lowest["double"]), base)
    n = b.sub(n, number(b, LIFT))
    return Complex(*(scaled(b, b.fma(each, rest, each), n) for each in (lifted(b, cosine), lifted(b, sine))))


def exponential(b: Builder, z: Complex, base: Base, sine: Value, cosine: Value) -> Complex:
    """base ** z from the sine and cosine of the angle, with its limits: real on the real axis, 0 at -infinity, and
    infinite at infinity, even if the angle is NaN."""
    x, y = z
    zero, infinity = number(b, 0), number(b, math.inf)
    result = polar(b, x, sine, cosine, base)
    lost = b.and_(infinite(b, x), b.not_(finite(b, y)))
    below = b.lt(x, zero)
    limit = Complex(b.select(below, zero, infinity), b.select(below, b.copysign(zero, y), number(b, math.nan)))
    result = parts.select(b, lost, limit, result)
    return Complex(result.re, b.select(is_zero(b, y), y, result.im))


@in_double
def complex_exp(b: Builder, z: Complex) -> Complex:
    return exponential(b, z, E, *sine_cosine(b, z.im))


def to_base_exponential(base: Base, log_of_base: tuple[float, float]) -> Function:
    @in_double
    def function(b: Builder, z: Complex) -> Complex:
        # The angle in two parts. The second is small, unless the angle is too large for it to matter.
        factor, less = (number(b, each) for each in log_of_base)
        angle = b.mul(z.im, factor)
        rest = b.fma(z.im, less, b.fma(z.im, factor, b.neg(angle)))
        rest = b.select(b.lt(b.abs(rest), number(b, 2.0**-20)), rest, number(b, 0))
        sine, cosine = sine_cosine(b, angle)
        wanting = b.mul(b.mul(rest, rest), number(b, 0.5))
        turned = (
            b.sub(b.fma(rest, cosine, sine), b.mul(wanting, sine)),
            b.sub(b.fma(b.neg(rest), sine, cosine), b.mul(wanting, cosine)),
        )
        return exponential(b, z, base, *turned)

    return function


complex_exp2 = to_base_exponential(TWO, LN2["double"])
complex_exp10 = to_base_exponential(TEN, (math.log(10), -2.1707562233822494e-16))


@in_double
def complex_expm1(b: Builder, z: Complex) -> Complex:
    """The real part is expm1(x) cos y - (1 - cos y), where 1 - cos y = sin(y)^2 / (1 + cos y) close to 0."""
    x, y = z
    one = number(b, 1)
    sine, cosine = sine_cosine(b, y)
    whole = exponential(b, z, E, sine, cosine)
    wanting = b.select(b.gt(cosine, number(b, 0)), b.div(b.mul(sine, sine), b.add(one, cosine)), b.sub(one, cosine))
    near = b.fma(expm1(b, x), cosine, b.neg(wanting))
    simple = b.or_(b.gt(x, number(b, 40)), b.or_(infinite(b, x), b.not_(finite(b, y))))
    return Complex(b.select(simple, b.sub(whole.re, one), near), whole.im)


# --- Logarithms and roots ----------------------------------------------------------------------------------------


def largest(b: Builder, z: Complex) -> Value:
    """The larger magnitude of the two parts; any value if one is NaN."""
    x, y = b.abs(z.re), b.abs(z.im)
    return b.select(b.gt(x, y), x, y)


def log_square(b: Builder, z: Complex, less: Value | None = None) -> Logarithm:
    """The parts of ln|z|^2 of a finite z that is not 0; `less` is added to the real part."""
    size = largest(b, z)
    large, small = b.gt(size, number(b, 2.0**500)), b.lt(size, number(b, 2.0**-500))
    one, up, down = number(b, 1), number(b, 2.0**600), number(b, 2.0**-600)
    scale = b.select(large, down, b.select(small, up, one))
    x, y = b.mul(z.re, scale), b.mul(z.im, scale)
    x_square, y_square = b.mul(x, x), b.mul(y, y)
    x_less, y_less = b.fma(x, x, b.neg(x_square)), b.fma(y, y, b.neg(y_square))
    if less is not None:
        x_less = b.fma(b.mul(x, number(b, 2)), b.mul(less, scale), x_less)
    square, lost = two_sum(b, x_square, y_square)
    found = logarithm(b, square, b.add(b.add(lost, x_less), y_less))
    moved = b.select(large, number(b, 1200), b.select(small, number(b, -1200), number(b, 0)))
    return found._replace(e=b.add(found.e, moved))


def log_with_limits(b: Builder, z: Complex, log_of_square: Value) -> Value:
    """ln|z| also of zero, infinities and NaN."""
    infinity = number(b, math.inf)
    result = b.mul(log_of_square, number(b, 0.5))
    result = b.select(b.and_(is_zero(b, z.re), is_zero(b, z.im)), b.neg(infinity), result)
    result = b.select(no_number(b, z), number(b, math.nan), result)
    return b.select(b.or_(infinite(b, z.re), infinite(b, z.im)), infinity, result)


def angle(b: Builder, z: Complex) -> Value:
    return b.call("atan2", z.re.kind, z.im, z.re)


@in_double
def complex_log(b: Builder, z: Complex) -> Complex:
    return Complex(log_with_limits(b, z, natural(b, log_square(b, z))), angle(b, z))


def to_base_logarithm(of_two: tuple[float, float] | None, of_e: tuple[float, float]) -> Function:
    @in_double
    def function(b: Builder, z: Complex) -> Complex:
        logarithm_of_square = to_base(b, log_square(b, z), of_two, of_e)
        return Complex(log_with_limits(b, z, logarithm_of_square), b.mul(angle(b, z), number(b, of_e[0])))

    return function


complex_log2 = to_base_logarithm(None, LOG2_E["double"])
complex_log10 = to_base_logarithm(LOG10_2["double"], LOG10_E["double"])


@in_double
def complex_log1p(b: Builder, z: Complex) -> Complex:
    x, less = two_sum(b, number(b, 1), z.re)
    moved = Complex(x, z.im)
    less = b.select(finite(b, less), less, number(b, 0))
    return Complex(log_with_limits(b, moved, natural(b, log_square(b, moved, less))), angle(b, moved))


def root(b: Builder, z: Complex) -> Complex:
    """The square root of a finite z."""
    size = largest(b, z)
    large, small = b.gt(size, number(b, 2.0**500)), b.lt(size, number(b, 2.0**-500))
    scale = b.select(large, number(b, 2.0**-600), b.select(small, number(b, 2.0**600), number(b, 1)))
    back = b.select(large, number(b, 2.0**300), b.select(small, number(b, 2.0**-300), number(b, 1)))
    x, y = b.mul(b.abs(z.re), scale), b.mul(b.abs(z.im), scale)
    modulus = b.sqrt(b.fma(x, x, b.mul(y, y)))
    first = b.sqrt(b.mul(b.add(x, modulus), number(b, 0.5)))
    first = b.mul(first, back)
    # the other part comes from the unscaled number, because it may be much smaller
    second = b.select(is_zero(b, first), first, b.div(b.abs(z.im), b.add(first, first)))
    left = b.lt(z.re, number(b, 0))
    return Complex(b.select(left, second, first), b.copysign(b.select(left, first, second), z.im))


@in_double
def complex_sqrt(b: Builder, z: Complex) -> Complex:
    x, y = z
    infinity, zero, nan = number(b, math.inf), number(b, 0), number(b, math.nan)
    result = root(b, z)
    # at infinity on the real axis the other part vanishes, unless it is NaN
    other = b.select(b.isnan(y), nan, zero)
    left = b.lt(x, zero)
    along = Complex(b.select(left, other, infinity), b.copysign(b.select(left, infinity, other), y))
    result = parts.select(b, infinite(b, x), along, result)
    return parts.select(b, infinite(b, y), Complex(infinity, y), result)


@in_double
def complex_cbrt(b: Builder, z: Complex) -> Complex:
    """The root with the smallest angle."""
    size = largest(b, z)
    large, small = b.gt(size, number(b, 2.0**500)), b.lt(size, number(b, 2.0**-500))
    scale = b.select(large, number(b, 2.0**-600), b.select(small, number(b, 2.0**600), number(b, 1)))
    back = b.select(large, number(b, 2.0**200), b.select(small, number(b, 2.0**-200), number(b, 1)))
    x, y = b.mul(z.re, scale), b.mul(z.im, scale)
    modulus = b.sqrt(b.fma(x, x, b.mul(y, y)))
    length = b.mul(b.call("cbrt", "double", modulus), back)
    turn = b.div(angle(b, z), number(b, 3))
    sine, cosine = sine_cosine(b, turn)
    return Complex(b.mul(length, cosine), b.select(is_zero(b, turn), turn, b.mul(length, sine)))


# --- Hyperbolic functions, and trigonometric functions by rotation ---------------------------------------------------


class Waves(NamedTuple):
    """sinh x and cosh x times 2 ** -n, and sin y and cos y."""

    sinh: Value
    cosh: Value
    n: Value
    sine: Value
    cosine: Value


def waves(b: Builder, z: Complex) -> Waves:
    found = hyperbolic(b, at_most(b, b.abs(z.re), 1460))
    n = b.sub(found.n, number(b, 2 + LIFT))
    sine, cosine = sine_cosine(b, z.im)
    return Waves(b.copysign(found.sinh, z.re), found.cosh, n, lifted(b, sine), lifted(b, cosine))


def sinh(b: Builder, z: Complex) -> Complex:
    x, y = z
    found = waves(b, z)
    re = scaled(b, b.mul(found.sinh, found.cosine), found.n)
    im = scaled(b, b.mul(found.cosh, found.sine), found.n)
    lost = b.not_(finite(b, y))
    re = b.select(b.and_(lost, b.or_(is_zero(b, x), infinite(b, x))), x, re)
    return Complex(re, b.select(is_zero(b, y), y, im))


def cosh(b: Builder, z: Complex) -> Complex:
    x, y = z
    found = waves(b, z)
    re = scaled(b, b.mul(found.cosh, found.cosine), found.n)
    im = scaled(b, b.mul(found.sinh, found.sine), found.n)
    lost = b.not_(finite(b, y))
    re = b.select(b.and_(lost, infinite(b, x)), number(b, math.inf), re)
    nothing = b.mul(b.copysign(number(b, 0), x), b.copysign(number(b, 1), y))
    return Complex(re, b.select(b.or_(is_zero(b, y), b.and_(lost, is_zero(b, x))), nothing, im))


def tanh(b: Builder, z: Complex) -> Complex:
    """(t + i s c) / (t^2 + c^2), where t = tanh x, and s and c are sin y and cos y divided by cosh x."""
    x, y = z
    zero = number(b, 0)
    found = hyperbolic(b, at_most(b, b.abs(x), 700))
    inverse = b.div(number(b, 1), found.cosh)
    t = b.mul(found.sinh, inverse)
    minus_n = b.sub(number(b, 1.5 * 2.0**52 + 2), found.n)
    sine, cosine = sine_cosine(b, y)
    c = b.mul(b.mul(cosine, inverse), two_to(b, minus_n))
    s = b.mul(b.mul(lifted(b, sine), inverse), two_to(b, minus_n))
    below = b.div(number(b, 1), b.fma(t, t, b.mul(c, c)))
    re, im = b.mul(t, below), b.mul(b.mul(b.mul(s, below), c), number(b, 2.0**-LIFT))
    far, lost = infinite(b, x), b.not_(finite(b, y))
    re = b.select(far, number(b, 1), re)
    im = b.select(b.and_(far, lost), b.copysign(zero, y), im)
    re = b.select(is_zero(b, x), zero, re)
    return Complex(b.copysign(re, x), b.select(is_zero(b, y), y, im))


# --- Inverse functions (Kahan) -----------------------------------------------------------------------------------


def inverse_sine(b: Builder, z: Complex) -> tuple[Complex, Value, Value]:
    """arcsin z, and the real parts of sqrt(1 - z) and sqrt(1 + z), from which arccos follows.

    For large z, where 1 is negligible, z is scaled down and the logarithm in arcsinh corrected by the power of two.
    """
    x, y = z
    size = largest(b, z)
    far = b.gt(size, number(b, 2.0**100))
    scale = b.select(far, number(b, 2.0**-100), number(b, 1))
    one = b.select(far, number(b, 0), number(b, 1))
    x, y = b.mul(x, scale), b.mul(y, scale)
    minus, plus = root(b, Complex(b.sub(one, x), b.neg(y))), root(b, Complex(b.add(one, x), y))
    re = b.call("atan2", "double", x, b.sub(b.mul(minus.re, plus.re), b.mul(minus.im, plus.im)))
    height = b.abs(b.sub(b.mul(minus.re, plus.im), b.mul(minus.im, plus.re)))
    doubled = b.gt(height, number(b, 2.0**28))
    more = b.select(far, number(b, 101), number(b, 1))
    im = b.copysign(area_sine(b, height, b.or_(doubled, far), more), y)
    tiny = b.and_(*(b.lt(b.abs(each), number(b, 2.0**-30)) for each in z))
    return parts.select(b, tiny, z, Complex(re, im)), minus.re, plus.re


def with_infinities(b: Builder, z: Complex, limit: Complex, result: Complex) -> Complex:
    return parts.select(b, b.or_(infinite(b, z.re), infinite(b, z.im)), limit, result)


def arcsin(b: Builder, z: Complex) -> Complex:
    x, y = z
    result, _, _ = inverse_sine(b, z)
    result = Complex(b.select(is_zero(b, x), x, result.re), result.im)
    limit = Complex(b.call("atan2", "double", x, b.abs(y)), b.copysign(number(b, math.inf), y))
    return with_infinities(b, z, limit, result)


def arccos(b: Builder, z: Complex) -> Complex:
    x, y = z
    sine, minus, plus = inverse_sine(b, z)
    on_axis = is_zero(b, x)
    re = b.mul(b.call("atan2", "double", minus, plus), number(b, 2))
    result = Complex(b.select(on_axis, number(b, math.pi / 2), re), b.neg(sine.im))
    limit = Complex(b.call("atan2", "double", b.abs(y), x), b.copysign(number(b, math.inf), b.neg(y)))
    return with_infinities(b, z, limit, result)


def arccosh(b: Builder, z: Complex) -> Complex:
    """arccos turned by a right angle, to the side of the positive real parts."""
    result = arccos(b, z)
    return Complex(b.abs(result.im), b.copysign(result.re, z.im))


def arctanh(b: Builder, z: Complex) -> Complex:
    """ln(1 + 4x / ((1 - x)^2 + y^2)) / 4 and half the angle of (1 - x)(1 + x) - y^2 + 2iy, for x >= 0."""
    x, y = b.abs(z.re), z.im
    one = number(b, 1)
    size, left = largest(b, z), b.sub(one, x)
    far, close = b.gt(size, number(b, 2.0**500)), b.lt(largest(b, Complex(left, y)), number(b, 2.0**-400))
    scale = b.select(far, number(b, 2.0**-600), b.select(close, number(b, 2.0**600), one))
    d, e = b.mul(left, scale), b.mul(y, scale)
    # undo the scaling in the logarithm
    again = b.select(close, one, scale)
    ratio = b.mul(b.div(b.mul(b.mul(x, again), number(b, 4)), b.fma(d, d, b.mul(e, e))), again)
    re = b.mul(log_far(b, ratio, close, ratio, number(b, 1200)), number(b, 0.25))
    across = b.sub(b.mul(left, b.add(one, x)), b.mul(y, y))
    im = b.mul(b.call("atan2", "double", b.add(y, y), across), number(b, 0.5))
    quarter = b.copysign(number(b, math.pi / 2), y)
    im = b.select(b.gt(size, number(b, 2.0**100)), quarter, im)
    im = b.select(no_number(b, z), number(b, math.nan), im)
    re = b.select(is_zero(b, x), x, re)
    limit = Complex(number(b, 0), b.select(b.isnan(y), y, quarter))
    result = with_infinities(b, z, limit, Complex(re, im))
    return Complex(b.copysign(result.re, z.re), result.im)


def turned(function: Function) -> Function:
    """sin from sinh, and so on: swap the parts, apply the function, and swap them back."""
    return lambda b, z: swap(function(b, swap(z)))


complex_sinh, complex_cosh, complex_tanh = (in_double(each) for each in (sinh, cosh, tanh))
complex_sin, complex_tan = (in_double(turned(each)) for each in (sinh, tanh))
complex_cos = in_double(lambda b, z: cosh(b, Complex(b.neg(z.im), z.re)))
complex_arcsin, complex_arccos, complex_arccosh = (in_double(each) for each in (arcsin, arccos, arccosh))
complex_arcsinh, complex_arctan = (in_double(turned(each)) for each in (arcsin, arctanh))
complex_arctanh = in_double(arctanh)
