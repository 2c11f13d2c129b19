"""Casts between all dtypes, written over the primitives of the builder."""

from __future__ import annotations

from . import dtypes
from .builder import Builder, Complex, Number, Value


def cast(b: Builder, x: Number, source: str, target: str) -> Number:
    """Cast x from dtype `source` to dtype `target`.

    A cast to a short float (half), or a complex number of two, always rounds to its precision, even when the source has
    it: between casts and stores, arithmetic on them keeps the precision of float.
    """
    real = dtypes.part(target)
    if target in dtypes.PARTS:
        re, im = x if isinstance(x, Complex) else (x, None)
        return Complex(_cast_part(b, re, real), _cast_part(b, im, real) if im else b.const(dtypes.kind(real), 0))
    if isinstance(x, Complex):
        if target == "bool":
            return b.or_(b.convert("bool", x.re), b.convert("bool", x.im))
        x = x.re
    return _cast_part(b, x, real)


def _cast_part(b: Builder, x: Value, target: str) -> Value:
    return round_to(b, x, target) if target in dtypes.SHORT else b.convert(target, x)


def round_to(b: Builder, x: Value, dtype: str) -> Value:
    """The float that has the value of the nearest number of a short dtype."""
    if x.kind == "double":
        x = _double_to_odd_float(b, x)
    elif x.kind == "bool":
        return b.to_floating("float", x)
    # Integers that float cannot hold exactly are far above the largest half, so rounding twice is harmless.
    return b.from_bits(dtype, b.to_bits(dtype, b.to_floating("float", x)))


def _double_to_odd_float(b: Builder, x: Value) -> Value:
    """A double as a float, rounded to odd: a later rounding to a short float then gives the same as rounding once.

    The last kept bit is set if any of the 29 dropped bits is set (a sticky bit).
    """
    dropped = b.const("uint64", (1 << 29) - 1)
    bits = b.bitcast("uint64", x)
    sticky = b.or_(bits, b.add(b.and_(bits, dropped), dropped))
    return b.to_floating("float", b.bitcast("double", b.and_(sticky, b.not_(dropped))))
