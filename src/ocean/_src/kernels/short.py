"""Floats of 16 bits written in integer and float arithmetic, for machines without conversion instructions.

Their fraction and exponent have fewer bits than those of a float; which, their row of the table of dtypes says.
"""

from __future__ import annotations

from . import dtypes
from .builder import Builder, Value

FRACTION, BIAS = 23, 127
"""Of a float: the bits of its fraction, and by how much its exponent is too large."""


def infinity(dtype: str) -> int:
    """The bits of infinity: those of all larger numbers are NaN.

    >>> hex(infinity("half"))
    '0x7c00'
    """
    digits: int = dtypes.SHORT[dtype].digits
    return 0x8000 - (1 << digits)


def bias(dtype: str) -> int:
    bits: int = dtypes.SHORT[dtype].exponent
    return (1 << bits - 1) - 1


def from_bits(b: Builder, dtype: str, bits: Value) -> Value:
    """The float that sixteen bits stand for."""
    row = dtypes.SHORT[dtype]
    shift, more = FRACTION - row.digits, BIAS - bias(dtype)
    wide = b.to_integer("uint32", bits)
    if more == 0:  # the upper half of a float
        return b.bitcast("float", b.shl(wide, b.const("uint32", 16)))
    sign = b.shl(b.and_(wide, b.const("uint32", 0x8000)), b.const("uint32", 16))
    rest = b.shl(b.and_(wide, b.const("uint32", 0x7FFF)), b.const("uint32", shift))
    # The exponent has another bias than that of a float: a multiplication corrects it and normalises subnormal numbers.
    scaled = b.bitcast("uint32", b.mul(b.bitcast("float", rest), b.const("float", 2.0**more)))
    special = b.ge(rest, b.const("uint32", infinity(dtype) << shift))
    finite_or_not = b.select(special, b.or_(rest, b.const("uint32", 0x7F800000)), scaled)
    return b.bitcast("float", b.or_(sign, finite_or_not))


def to_bits(b: Builder, dtype: str, x: Value) -> Value:
    """The sixteen bits of the nearest number to a float, ties to even."""
    row = dtypes.SHORT[dtype]
    shift, more = FRACTION - row.digits, BIAS - bias(dtype)
    bits = b.bitcast("uint32", x)
    sign = b.and_(bits, b.const("uint32", 0x80000000))
    rest = b.xor(bits, sign)
    # Normal numbers: correct the bias, and add just under half a unit, or half when the last kept bit is odd.
    odd = b.and_(b.shr(rest, b.const("uint32", shift)), b.const("uint32", 1))
    rounded = b.add(b.add(rest, b.const("uint32", (1 << shift - 1) - 1 - (more << FRACTION))), odd)
    result = b.shr(rounded, b.const("uint32", shift))
    payload = b.shr(b.and_(rest, b.const("uint32", 0x7FFFFF)), b.const("uint32", shift))
    nan = b.or_(payload, b.const("uint32", infinity(dtype) | 1 << row.digits - 1))
    is_nan = b.gt(rest, b.const("uint32", 0x7F800000))
    if more:
        # Subnormal numbers: an addition aligns their last bit with the last bit of the float and rounds.
        shifter = b.const("float", 2.0 ** (1 - bias(dtype) - row.digits + FRACTION))
        aligned = b.bitcast("uint32", b.add(b.bitcast("float", rest), shifter))
        subnormal = b.sub(aligned, b.bitcast("uint32", shifter))
        large = b.select(is_nan, nan, b.const("uint32", infinity(dtype)))
        result = b.select(b.lt(rest, b.const("uint32", more + 1 << FRACTION)), subnormal, result)
        result = b.select(b.ge(rest, b.const("uint32", BIAS + bias(dtype) + 1 << FRACTION)), large, result)
    else:  # the same exponents: rounding up ends in infinity by itself
        result = b.select(is_nan, nan, result)
    return b.to_integer("uint16", b.or_(result, b.shr(sign, b.const("uint32", 16))))
