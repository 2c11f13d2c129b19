"""Loads and stores: elements of any dtype, byte order and stride to values, and back.

An element is at a byte pointer. A vector takes elements that are a stride apart. Only the first `lanes` of its lanes
are in memory; the others repeat the first lane. A complete contiguous vector is moved at once.
"""

from __future__ import annotations

from typing import NamedTuple

from ocean._src.kernels import dtypes
from ocean._src.kernels.builder import Complex, Number, Value
from ocean._src.kernels.formats import Format

from .builder import LANES, TYPES, OpenCLBuilder, vector

STREAMS = 4
"""The count of places that one vector is loaded from, where memory serves several requests faster in parallel."""


class Place(NamedTuple):
    """Where an operand is: its format, and the texts of a pointer to the first element, of the stride in bytes, and of
    the count of lanes that are in memory. `apart`, if given, is the text of the distance in bytes between the
    STREAMS runs that make up a vector."""

    format: Format
    pointer: str
    stride: str
    lanes: str
    apart: str = ""


def unit(format: Format) -> str:
    """The unsigned integer with the size of one part of an element."""
    return TYPES[f"uint{dtypes.bits(format.part)}"]


def load(b: OpenCLBuilder, place: Place) -> Number:
    """Load the numbers at a place."""
    format, width = place.format, b.width * place.format.parts
    if b.width == 1:
        type = unit(format)
        if format.dtype in dtypes.IEEE_HALVES and not format.swapped:
            return b.value("float", f"vload_half(0, (__global const half *)({place.pointer}))", True)
        if format.parts == 1:
            return _decode(b, format, [f"*(__global const {type} *)({place.pointer})"])
        pair = b.line(f"{type}2", f"vload2(0, (__global const {type} *)({place.pointer}))", True)
        return _decode(b, format, [f"{pair}.s0", f"{pair}.s1"])
    if place.apart:
        name = _streams_function(b, unit(format), b.width, format.parts)
        bits = f"{name}({place.pointer}, {place.stride}, {place.apart}, {place.lanes})"
    else:
        name = _load_function(b, unit(format), b.width, format.parts)
        bits = f"{name}({place.pointer}, {place.stride}, {place.lanes})"
    if format.parts == 1:
        return _decode(b, format, [bits])
    whole = b.line(vector(unit(format), width), bits, True)
    return _decode(b, format, [f"{whole}.even", f"{whole}.odd"])


def load_behind(b: OpenCLBuilder, place: Place, offset: Value) -> Number:
    """Load the numbers that are `offset` bytes after a place."""
    format = place.format
    type, width = unit(format), b.width
    if not offset.varying or width == 1:
        return load(b, place._replace(pointer=f"{place.pointer} + {offset.text}"))
    pointers = [
        f"{place.pointer} + ({place.lanes} > {lane} ? {lane} * {place.stride} : 0) + {offset.text}.s{LANES[lane]}"
        for lane in range(width)
    ]
    if format.parts == 1:
        lanes = ", ".join(f"*(__global const {type} *)({each})" for each in pointers)
        return _decode(b, format, [f"({type}{width})({lanes})"])
    lanes = ", ".join(f"vload2(0, (__global const {type} *)({each}))" for each in pointers)
    whole = b.line(f"{type}{2 * width}", f"({type}{2 * width})({lanes})", True)
    return _decode(b, format, [f"{whole}.even", f"{whole}.odd"])


def given(b: OpenCLBuilder, format: Format, words: str) -> Number:
    """A number among the arguments: `words` is the text of an array of two ulong."""
    type, bits = unit(format), dtypes.bits(format.part)
    texts = [f"({type}){words}[0]"]
    if format.parts == 2:
        texts.append(f"({type}){words}[1]" if bits == 64 else f"({type})({words}[0] >> {bits})")
    return _decode(b, format, texts, False)


def store(b: OpenCLBuilder, place: Place, number: Number, past: str = "") -> None:
    """Store numbers where `load` would load them. `past`: a condition under which vectors bypass the caches; they must
    be contiguous and aligned then."""
    format, type = place.format, unit(place.format)
    if b.width == 1 and format.dtype in dtypes.IEEE_HALVES and not format.swapped and isinstance(number, Value):
        b.inside.append(f"vstore_half_rte({number.text}, 0, (__global half *)({place.pointer}));")
        return
    parts = [_encode(b, format, each) for each in (number if isinstance(number, Complex) else (number,))]
    if b.width == 1:
        if format.parts == 1:
            b.inside.append(f"*(__global {type} *)({place.pointer}) = {parts[0]};")
        else:
            b.inside.append(f"vstore2(({type}2)({parts[0]}, {parts[1]}), 0, (__global {type} *)({place.pointer}));")
        return
    whole = parts[0]
    if format.parts == 2:
        whole = f"v{next(b.names)}"
        b.inside.append(f"{type}{2 * b.width} {whole};")
        b.inside += [f"{whole}.{side} = {part};" for side, part in zip(("even", "odd"), parts, strict=True)]
    name = _store_function(b, type, b.width, format.parts)
    stored = f"{name}({place.pointer}, {place.stride}, {place.lanes}, {whole});"
    if past:
        streamed = f"ocean_stream({vector(type, b.width * format.parts)}, {whole}, {place.pointer});"
        stored = f"if ({past} && {place.lanes} == {b.width}) {streamed} else {stored}"
    b.inside.append(stored)


def _decode(b: OpenCLBuilder, format: Format, bits: list[str], varying: bool = True) -> Number:
    """Numbers from the bits of their parts."""
    values = [_decode_part(b, format, each, varying) for each in bits]
    return Complex(*values) if format.parts == 2 else values[0]


def _decode_part(b: OpenCLBuilder, format: Format, text: str, varying: bool) -> Value:
    part = format.part
    bits = _swapped(b, format, b.value(f"uint{dtypes.bits(part)}", text, varying))
    if dtypes.is_boolean(part):
        return b.ne(bits, b.const("uint8", 0))
    return b.from_bits(part, bits) if part in dtypes.SHORT else b.bitcast(part, bits)


def _encode(b: OpenCLBuilder, format: Format, value: Value) -> str:
    """The bits of a part, as they are stored."""
    part, bits = format.part, f"uint{dtypes.bits(format.part)}"
    if dtypes.is_boolean(part):
        value = b.to_integer("uint8", value)
    else:
        value = b.to_bits(part, value) if part in dtypes.SHORT else b.bitcast(bits, value)
    return b.spread(_swapped(b, format, value))


def _swapped(b: OpenCLBuilder, format: Format, bits: Value) -> Value:
    """Swap the bytes if the operand is stored in the other byte order."""
    size = dtypes.bits(bits.kind)
    if not format.swapped or size == 8:
        return bits
    step = size // 2
    while step >= 8:  # exchange halves, then halves of halves
        low = sum((1 << step) - 1 << start for start in range(0, size, 2 * step))
        mask, shift = b.const(bits.kind, low), b.const(bits.kind, step)
        bits = b.or_(b.shl(b.and_(bits, mask), shift), b.and_(b.shr(bits, shift), mask))
        step //= 2
    return bits


def _load_function(b: OpenCLBuilder, type: str, width: int, parts: int) -> str:
    """The function that loads the first elements of a vector; each element has one or two parts of `type`."""
    whole, name = f"{type}{width * parts}", f"ocean_load_{type}{width}_{parts}"
    element = "*(__global const {type} *)({at})" if parts == 1 else "vload2(0, (__global const {type} *)({at}))"
    places = ["p", *(f"p + (n > {lane} ? {lane} * s : 0)" for lane in range(1, width))]
    lines = [
        *unaligned(whole, type),
        f"OCEAN_INLINE {whole} {name}(__global const uchar *p, long s, int n) {{",
        f"  if (n == {width} && s == {parts} * sizeof({type})) return ocean_load_{whole}(p);",
        f"  return ({whole})({', '.join(element.format(type=type, at=at) for at in places)});",
        "}",
    ]
    b.functions[name] = "\n".join(lines)
    return name


def _streams_function(b: OpenCLBuilder, type: str, width: int, parts: int) -> str:
    """Like `_load_function`, for a vector whose STREAMS parts come from different places."""
    run = width // STREAMS
    whole, quarter = f"{type}{width * parts}", f"{type}{run * parts}"
    name = f"ocean_streams_{type}{width}_{parts}"
    element = "*(__global const {type} *)({at})" if parts == 1 else "vload2(0, (__global const {type} *)({at}))"
    places = [f"p + (n > {lane} ? {lane // run} * d + {lane % run} * s : 0)" for lane in range(width)]
    quarters = ", ".join(f"ocean_load_{quarter}(p + {stream} * d)" for stream in range(STREAMS))
    lines = [
        *unaligned(quarter, type),
        f"OCEAN_INLINE {whole} {name}(__global const uchar *p, long s, long d, int n) {{",
        f"  if (n == {width} && s == {parts} * sizeof({type})) return ({whole})({quarters});",
        f"  return ({whole})({', '.join(element.format(type=type, at=at) for at in places)});",
        "}",
    ]
    b.functions[name] = "\n".join(lines)
    return name


def _store_function(b: OpenCLBuilder, type: str, width: int, parts: int) -> str:
    whole, name = f"{type}{width * parts}", f"ocean_store_{type}{width}_{parts}"
    element = "*(__global {type} *)({at}) = {v};" if parts == 1 else "vstore2({v}, 0, (__global {type} *)({at}));"
    lanes = [(f"p + {lane} * s", f"v.s{LANES[lane * parts : (lane + 1) * parts]}") for lane in range(width)]
    lines = [
        *unaligned(whole, type),
        f"OCEAN_INLINE void {name}(__global uchar *p, long s, int n, {whole} v) {{",
        f"  if (n == {width} && s == {parts} * sizeof({type})) {{",
        f"    ocean_store_{whole}(v, p);",
        "    return;",
        "  }",
        *(f"  if (n > {lane}) {element.format(type=type, at=at, v=v)}" for lane, (at, v) in enumerate(lanes)),
        "}",
    ]
    b.functions[name] = "\n".join(lines)
    return name


def unaligned(whole: str, type: str) -> list[str]:
    """Loads and stores of vectors that are only aligned like their elements."""
    count = whole.removeprefix(type)
    return [
        f"#ifndef ocean_store_{whole}",
        "#ifdef __clang__",
        f"typedef {whole} ocean_{whole} __attribute__((aligned(sizeof({type}))));",
        f"#define ocean_load_{whole}(p) (*(__global const ocean_{whole} *)(p))",
        f"#define ocean_store_{whole}(v, p) (*(__global ocean_{whole} *)(p) = (v))",
        "#else",
        f"#define ocean_load_{whole}(p) vload{count}(0, (__global const {type} *)(p))",
        f"#define ocean_store_{whole}(v, p) vstore{count}(v, 0, (__global {type} *)(p))",
        "#endif",
        "#endif",
    ]
