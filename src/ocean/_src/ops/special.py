"""Special functions as arithmetic: the error function, the gamma function and its logarithm, and sin(pi x) / (pi x).

The gamma function is a polynomial on a unit interval. Its recurrence extends it to 5, and reflection to negative
numbers. Beyond 5 it is the exponential of Stirling's series, which is summed in two parts to keep all digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from ocean._src.base.records import NamedTuple
from ocean._src.kernels.builder import Builder, Value

from .exponentials import at_most, log, log_in_two_parts, logarithm, natural, polynomial, power_of, scaled, two_sum

# (sin(pi r) / (pi r) - 1) / r^2, a polynomial in r^2, for |r| <= 1/2
SINE = {
    "float": (-1.6449334621429443, 0.8117185235023499, -0.1904619038105011, 0.02475494146347046),
    "double": (
        -1.6449340668482264, 0.8117424252833418, -0.1907518241215604, 0.026147847806418708, -0.0023460809020912363,
        0.00014842787017791195, -6.972165778075227e-06, 2.4509195786692587e-07,
    ),
}  # fmt: skip


def sine_of_pi(b: Builder, x: Value) -> Value:
    """sin(pi x) / pi, accurate for every x, because x is reduced without rounding."""
    nearest = b.round_even(x)
    r = b.sub(x, nearest)
    square = b.mul(r, r)
    result = b.fma(b.mul(r, square), polynomial(b, square, SINE[x.kind]), r)
    half = b.mul(nearest, b.const(x.kind, 0.5))
    odd = b.ne(half, b.floor(half))
    return b.select(odd, b.neg(result), result)


def sinc(b: Builder, x: Value) -> Value:
    return b.select(b.eq(x, b.const(x.kind, 0)), b.const(x.kind, 1), b.div(sine_of_pi(b, x), x))


# --- The error function ------------------------------------------------------------------------------------------

# In float: erf(x) / x - 1, a polynomial in x^2, for |x| <= 0.93; then the eighth root of 1 - erf(x), up to 3.92, from
# where erf(x) is 1.
ERF_NEAR = (
    0.128379225730896, -0.37612634897232056, 0.11283694207668304, -0.02685927040874958, 0.005200634244829416,
    -0.0008137436234392226, 8.345219976035878e-05,
)  # fmt: skip
ERF_FAR = (
    1.000270962715149, -0.14248359203338623, -0.06637612730264664, -0.0061993906274437904, 0.009749376215040684,
    -0.001325302175246179, -7.405967335216701e-05, 1.8343038391321898e-05,
)  # fmt: skip


def erf(b: Builder, x: Value) -> Value:
    if x.kind == "double":
        return b.call("erf", x.kind, x)
    y = b.abs(x)
    near = b.fma(x, polynomial(b, b.mul(x, x), ERF_NEAR), x)
    root = polynomial(b, at_most(b, y, 3.92), ERF_FAR)
    square = b.mul(root, root)
    fourth = b.mul(square, square)
    far = b.fma(b.neg(fourth), fourth, b.const("float", 1))
    return b.select(b.lt(y, b.const("float", 0.93)), near, b.copysign(far, x))


# --- The gamma function ------------------------------------------------------------------------------------------

# All computations are in double; for float with fewer coefficients and without second parts of sums.

# gamma(2 + f) for 0 <= f <= 1
GAMMA = {
    "float": (
        0.99999999986518, 0.4227843632525131, 0.41183936636597324, 0.0815896906945122, 0.0741629334149061,
        6.898053350365015e-05, 0.01034050933866189, -0.0015835649521750612, 0.0007977217565198011,
    ),
    "double": (
        1.0, 0.4227843350984717, 0.41184033042598056, 0.08157691926550885, 0.0742490103646039, -0.00026697708450441654,
        0.011154003516799602, -0.002852396559921864, 0.0021028680377830817, -0.0009161959556764986,
        0.00048230594724615444, -0.00022618178600163777, 0.00010094726352968928, -3.826515178171673e-05,
        1.131020634820097e-05, -2.22904122531535e-06, 2.1545283975386908e-07,
    ),
}  # fmt: skip
# lgamma(1 + u) / (u (u - 1)), a polynomial in u - 3/4, for 0 <= u <= 3/2
LGAMMA = {
    "float": (
        0.45013931216078196, -0.119481582508225, 0.0445204383849451, -0.01905415929004107, 0.008776615757994665,
        -0.0042233948170524995, 0.0020929882420707385, -0.0010770558273612582, 0.0005573362895031764,
        -0.00023699026047821869, 0.00011801838199226259, -0.0001372368971760929, 7.666126695162566e-05,
    ),
    "double": (
        0.4501393121092563, -0.11948158662524266, 0.04452044719850938, -0.019053957830261405, 0.008776370425279999,
        -0.0042261941251628575, 0.0020955338791657824, -0.0010605660943673013, 0.0005448970037701851,
        -0.00028319035361246413, 0.00014851662871905808, -7.846409953557207e-05, 4.170632750408713e-05,
        -2.22679853622279e-05, 1.1945638964364764e-05, -6.488559891488502e-06, 3.517395343293527e-06,
        -1.7662495263164015e-06, 9.407032886345966e-07, -7.580042697195615e-07, 4.3674038554411157e-07,
        3.528509336458147e-08, -3.4809423327817814e-08, -1.5815696285538146e-07, 9.155568513688975e-08,
    ),
}  # fmt: skip
# (lgamma(y) - (y - 1/2) ln y + y - ln(2 pi) / 2) * y, a polynomial in 1 / y^2, for y >= 5
STIRLING = {
    "float": (0.08333332960569739, -0.0027770203627206823, 0.0007548040898742439),
    "double": (
        0.08333333333333323, -0.002777777777657915, 0.0007936507504225589, -0.0005952310535745612,
        0.0008411356312903527, -0.0018863702478857467, 0.005470030821177476, -0.012709720760681508,
    ),
}  # fmt: skip
HALF_LOG_2PI, HALF_LOG_2PI_LESS = 0.9189385332046728, -3.8782941580672414e-17


class Stirling(NamedTuple):
    """ln gamma(y) = total + less, and ln y."""

    total: Value
    less: Value
    log: Value


def stirling(b: Builder, y: Value, kind: str) -> Stirling:
    """ln gamma(y) for y >= 5, with the accuracy that `kind` needs."""
    half, constant = b.const("double", 0.5), b.const("double", HALF_LOG_2PI)
    inverse = b.div(b.const("double", 1), y)
    series = b.mul(inverse, polynomial(b, b.mul(inverse, inverse), STIRLING[kind]))
    factor = b.sub(y, half)
    if kind == "float":
        log_y = natural(b, logarithm(b, y, normal=True))
        return Stirling(b.fma(factor, log_y, b.sub(constant, y)), series, log_y)
    log_y, log_less = log_in_two_parts(b, y)
    product = b.mul(factor, log_y)
    less = b.fma(factor, log_less, b.fma(factor, log_y, b.neg(product)))
    total, lost = two_sum(b, product, b.neg(y))
    total, lost_then = two_sum(b, total, constant)
    less = b.add(b.add(less, b.add(lost, lost_then)), b.add(series, b.const("double", HALF_LOG_2PI_LESS)))
    return Stirling(total, less, log_y)


def in_double(function: Callable[[Builder, Value, str], Value]) -> Callable[[Builder, Value], Value]:
    """A function that is computed in double, with the accuracy that its kind needs."""

    def widened(b: Builder, x: Value) -> Value:
        return b.convert(x.kind, function(b, b.convert("double", x), x.kind))

    return widened


@in_double
def gamma(b: Builder, x: Value, kind: str) -> Value:
    zero, one = b.const("double", 0), b.const("double", 1)
    negative, y = b.lt(x, zero), b.abs(x)
    below_one = b.lt(y, one)
    # gamma(y) = above / (below * (y if y < 1 else 1))
    f = b.sub(y, b.floor(y))
    unit = polynomial(b, f, GAMMA[kind])
    second = b.select(b.lt(y, b.const("double", 3)), one, b.add(f, b.const("double", 2)))
    third = b.select(b.lt(y, b.const("double", 4)), one, b.add(f, b.const("double", 3)))
    product = b.mul(second, third)
    above = b.mul(unit, product)
    if kind == "double":
        above = b.fma(unit, product, b.mul(unit, b.fma(second, third, b.neg(product))))
    below = b.select(b.lt(y, b.const("double", 2)), b.select(below_one, b.add(y, one), y), one)
    below_positive = b.mul(below, b.select(below_one, y, one))
    quotient = b.div(b.select(negative, below, above), b.select(negative, above, below_positive))
    # gamma(-y) = -1 / (sin(pi y) / pi * y * gamma(y))
    sine = sine_of_pi(b, y)
    reflection = b.div(b.const("double", -1), b.mul(sine, b.select(below_one, one, y)))
    factor = b.select(negative, reflection, one)
    exponent, less, _ = stirling(b, at_most(b, y, 200), kind)
    exponent, less = (b.select(negative, b.neg(each), each) for each in (exponent, less))
    _, n, rest = power_of(b, exponent, less=less)
    large = scaled(b, b.fma(factor, rest, factor), n)
    result = b.select(b.ge(y, b.const("double", 5)), large, b.mul(factor, quotient))
    pole = b.and_(negative, b.eq(sine, zero))
    result = b.select(pole, b.const("double", math.nan), result)
    return b.select(b.eq(x, zero), b.copysign(b.const("double", math.inf), x), result)


@in_double
def lgamma(b: Builder, x: Value, kind: str) -> Value:
    zero, one = b.const("double", 0), b.const("double", 1)
    y, negative = b.abs(x), b.lt(x, zero)
    below_one, large = b.lt(y, one), b.ge(y, b.const("double", 5))
    # lgamma(y) = lgamma(1 + u) + ln(steps), or lgamma(1 + y) - ln(y) below 1
    shifted = b.sub(y, one)
    steps = one
    for k in (1, 2, 3):
        beyond = b.ge(y, b.const("double", k + 1.5))
        steps = b.select(beyond, b.mul(steps, b.sub(y, b.const("double", k))), steps)
        shifted = b.select(beyond, b.sub(y, b.const("double", k + 1)), shifted)
    u = b.select(below_one, y, shifted)
    v = b.sub(u, b.const("double", 0.75))
    smooth = polynomial(b, v, LGAMMA[kind])
    near = b.mul(b.mul(u, b.sub(u, one)), smooth)
    total, less, log_y = stirling(b, y, kind)
    # where Stirling's sum would be infinity - infinity, take its largest term, y (ln y - 1)
    huge = b.mul(y, b.sub(log_y, one))
    far = b.select(b.ge(y, b.const("double", 2.0**60)), huge, b.add(total, less))
    plain = b.select(large, far, near)
    steps = b.select(large, one, steps)
    # lgamma(-y) = -ln|y sin(pi y) / pi| - lgamma(y), with one logarithm of all factors; y cancels below 1
    sine = b.abs(sine_of_pi(b, y))
    reflected = b.mul(b.mul(sine, b.select(below_one, one, y)), steps)
    factors = b.select(negative, reflected, b.select(below_one, y, steps))
    log_factors = natural(b, logarithm(b, factors, normal=True)) if kind == "float" else log(b, factors)
    log_factors = b.select(b.or_(negative, below_one), b.neg(log_factors), log_factors)
    result = b.add(b.select(negative, b.neg(plain), plain), log_factors)
    pole = b.or_(b.eq(y, zero), b.and_(negative, b.eq(sine, zero)))
    return b.select(b.or_(pole, b.eq(y, b.const("double", math.inf))), b.const("double", math.inf), result)
