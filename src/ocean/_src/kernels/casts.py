"""Casts between all dtypes, written over the primitives of the builder."""

from __future__ import annotations

from . import dtypes
from .builder import Builder, Complex, Number, Value


def cast(b: Builder, x: Number, source: str, target: str) -> Number:
    """Cast x from dtype `source` to dtype `target`.

    A cast to a short float (half, bfloat16), or a complex number of two, always rounds to its precision, even when the
    source has it: between casts and stores, arithmetic on them keeps the precision of float.
    """
    real = dtypes.part(target)
    if target in dtypes.PARTS:
        re, im = x if isinstance(x, Complex) else (x, None)
        return Complex(_cast_part(b, re, real), _cast_part(b, im, real) if im else b.const(dtypes.kind(real), 0))
    if isinstance(x, Complex):
        if dtypes.is_boolean(target):
            return b.or_(b.convert("bool", x.re), b.convert("bool", x.im))
        x = x.re
    return _cast_part(b, x, real)


def _cast_part(b: Builder, x: Value, target: str) -> Value:
    return round_to(b, x, target) if target in dtypes.SHORT else b.convert(target, x)


def round_to(b: Builder, x: Value, dtype: str) -> Value:
    """The float that has the value of the nearest number of a short dtype."""
    wide_range = dtypes.SHORT[dtype].exponent == 8  # that of float
    if x.kind == "double":
        x = _double_to_odd_float_of_any_size(b, x) if wide_range else _double_to_odd_float(b, x)
    elif x.kind == "bool":
        return b.to_floating("float", x)
    elif wide_range and dtypes.is_integer(x.kind):
        x = _odd_integer(b, x)
    # Integers that float cannot hold exactly are far above the largest half, so rounding twice is harmless there.
    return b.from_bits(dtype, b.to_bits(dtype, b.to_floating("float", x)))


# Rounding to odd: the last kept bit is set if any of the dropped bits is set (a sticky bit). A later rounding to a
# short float then gives the same as rounding once.


def _sticky(b: Builder, x: Value, count: int) -> Value:
    """An integer without its last bits, rounded to odd."""
    dropped = b.const(x.kind, (1 << count) - 1)
    return b.and_(b.or_(x, b.add(b.and_(x, dropped), dropped)), b.not_(dropped))


def _double_to_odd_float(b: Builder, x: Value) -> Value:
    """A double as a float, rounded to odd, for dtypes whose numbers are all normal ones of float."""
    return b.to_floating("float", b.bitcast("double", _sticky(b, b.bitcast("uint64", x), 29)))


def _double_to_odd_float_of_any_size(b: Builder, x: Value) -> Value:
    """The same for all: the nearest float, or its neighbour towards zero with the last bit set."""
    near = b.to_floating("float", x)
    back = b.to_floating("double", near)
    larger = b.to_integer("uint32", b.lt(b.abs(x), b.abs(back)))
    odd = b.or_(b.sub(b.bitcast("uint32", near), larger), b.const("uint32", 1))
    return b.select(b.eq(back, x), near, b.bitcast("float", odd))


STEPS = {8: (), 16: (), 32: ((24, 8),), 64: ((24, 14), (38, 28), (52, 40))}
"""By the bits of an integer: above which power of two how many bits are dropped. At most 24 are left that count,
which float holds, and more than ten."""


def _odd_integer(b: Builder, x: Value) -> Value:
    """An integer that float holds, rounded to odd."""
    for above, count in STEPS[dtypes.bits(x.kind)]:
        x = b.select(b.le(b.abs(x), b.const(x.kind, 1 << above)), x, _sticky(b, x, count))
    return x
