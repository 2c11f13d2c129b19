"""Half precision in integer and float arithmetic, for machines without conversion instructions."""

from __future__ import annotations

from .builder import Builder, Value


def half_from_bits(b: Builder, bits: Value) -> Value:
    wide = b.to_integer("uint32", bits)
    sign = b.shl(b.and_(wide, b.const("uint32", 0x8000)), b.const("uint32", 16))
    rest = b.shl(b.and_(wide, b.const("uint32", 0x7FFF)), b.const("uint32", 13))
    # The exponent bias is 15 instead of 127: one multiplication corrects it, and also normalises subnormal numbers.
    scaled = b.bitcast("uint32", b.mul(b.bitcast("float", rest), b.const("float", 2.0**112)))
    special = b.ge(rest, b.const("uint32", 0x7C00 << 13))
    finite_or_not = b.select(special, b.or_(rest, b.const("uint32", 0x7F800000)), scaled)
    return b.bitcast("float", b.or_(sign, finite_or_not))


def half_to_bits(b: Builder, x: Value) -> Value:
    bits = b.bitcast("uint32", x)
    sign = b.and_(bits, b.const("uint32", 0x80000000))
    rest = b.xor(bits, sign)
    # Normal numbers: correct the bias, and add just under half a unit, or exactly half if the last kept bit is odd.
    odd = b.and_(b.shr(rest, b.const("uint32", 13)), b.const("uint32", 1))
    rounded = b.add(b.add(rest, b.const("uint32", 0xFFF - (112 << 23))), odd)
    normal = b.shr(rounded, b.const("uint32", 13))
    # Subnormal numbers: an addition aligns the last bit of the half with the last bit of the float, and rounds.
    shifter = b.const("float", 0.5)
    aligned = b.bitcast("uint32", b.add(b.bitcast("float", rest), shifter))
    subnormal = b.sub(aligned, b.bitcast("uint32", shifter))
    payload = b.shr(b.and_(rest, b.const("uint32", 0x7FFFFF)), b.const("uint32", 13))
    nan = b.or_(payload, b.const("uint32", 0x7E00))
    large = b.select(b.gt(rest, b.const("uint32", 0x7F800000)), nan, b.const("uint32", 0x7C00))
    result = b.select(b.lt(rest, b.const("uint32", 113 << 23)), subnormal, normal)
    result = b.select(b.ge(rest, b.const("uint32", 143 << 23)), large, result)
    return b.to_integer("uint16", b.or_(result, b.shr(sign, b.const("uint32", 16))))
