"""Complex arithmetic over the real primitives."""

from __future__ import annotations

from .builder import Builder, Complex, Value


def add(b: Builder, x: Complex, y: Complex) -> Complex:
    return Complex(b.add(x.re, y.re), b.add(x.im, y.im))


def sub(b: Builder, x: Complex, y: Complex) -> Complex:
    return Complex(b.sub(x.re, y.re), b.sub(x.im, y.im))


def neg(b: Builder, x: Complex) -> Complex:
    return Complex(b.neg(x.re), b.neg(x.im))


def conjugate(b: Builder, x: Complex) -> Complex:
    return Complex(x.re, b.neg(x.im))


def mul(b: Builder, x: Complex, y: Complex) -> Complex:
    return Complex(
        b.sub(b.mul(x.re, y.re), b.mul(x.im, y.im)),
        b.add(b.mul(x.re, y.im), b.mul(x.im, y.re)),
    )


HALF_OF_LARGEST = {"float": 2.0**126, "double": 2.0**1022}
"""From here on, the sum of two numbers may overflow."""


def div(b: Builder, x: Complex, y: Complex) -> Complex:
    """Smith's division: scale by the larger part of the divisor, and also halve very large operands, so that no
    intermediate result overflows."""
    kind = x.re.kind
    half, one, limit = b.const(kind, 0.5), b.const(kind, 1), b.const(kind, HALF_OF_LARGEST[kind])
    keep = b.le(b.abs(y.im), b.abs(y.re))
    x_half = b.select(b.le(limit, b.max(b.abs(x.re), b.abs(x.im))), half, one)
    y_half = b.select(b.le(limit, b.max(b.abs(y.re), b.abs(y.im))), half, one)
    back = b.div(y_half, x_half)
    x = Complex(b.mul(x.re, x_half), b.mul(x.im, x_half))
    y = Complex(b.mul(y.re, y_half), b.mul(y.im, y_half))
    large, small = b.select(keep, y.re, y.im), b.select(keep, y.im, y.re)
    first, second = b.select(keep, x.re, x.im), b.select(keep, x.im, x.re)
    ratio = b.div(small, large)
    scale = b.add(large, b.mul(small, ratio))
    re = b.add(first, b.mul(second, ratio))
    product = b.mul(first, ratio)
    im = b.select(keep, b.sub(second, product), b.sub(product, second))  # equal numbers give 0, never -0
    # For a zero divisor the ratio is 0/0: divide each part by zero to get inf or NaN.
    zero = b.and_(keep, b.eq(large, b.const(large.kind, 0)))
    scale = b.select(zero, b.abs(large), scale)
    re, im = b.div(b.select(zero, x.re, re), scale), b.div(b.select(zero, x.im, im), scale)
    return Complex(b.mul(re, back), b.mul(im, back))


def eq(b: Builder, x: Complex, y: Complex) -> Value:
    return b.and_(b.eq(x.re, y.re), b.eq(x.im, y.im))


def ne(b: Builder, x: Complex, y: Complex) -> Value:
    return b.or_(b.ne(x.re, y.re), b.ne(x.im, y.im))


def _precedes(b: Builder, x: Complex, y: Complex, last: Value) -> Value:
    ordered = b.not_(b.or_(b.isnan(x.im), b.isnan(y.im)))
    return b.or_(b.and_(b.lt(x.re, y.re), ordered), b.and_(b.eq(x.re, y.re), last))


def lt(b: Builder, x: Complex, y: Complex) -> Value:
    """Lexicographic order: by real part, then by imaginary part; false when any part is NaN."""
    return _precedes(b, x, y, b.lt(x.im, y.im))


def le(b: Builder, x: Complex, y: Complex) -> Value:
    return _precedes(b, x, y, b.le(x.im, y.im))


def gt(b: Builder, x: Complex, y: Complex) -> Value:
    return lt(b, y, x)


def ge(b: Builder, x: Complex, y: Complex) -> Value:
    return le(b, y, x)


def select(b: Builder, condition: Value, x: Complex, y: Complex) -> Complex:
    return Complex(b.select(condition, x.re, y.re), b.select(condition, x.im, y.im))
