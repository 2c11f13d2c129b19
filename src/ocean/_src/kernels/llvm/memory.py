"""Loads and stores: elements in any byte order, at any address and stride, to numbers in registers and back.

Elements move as the bits of their parts, in memory order; bytes are swapped there if needed. Then the bits become
numbers, and complex numbers are split into their parts.
"""

from __future__ import annotations

from ocean._src.core.objects.tensor import STREAMS
from ocean._src.kernels import dtypes
from ocean._src.kernels.builder import Complex, Number, Value
from ocean._src.kernels.formats import Format

from .builder import TYPES, LLVMBuilder, vector


def _type(format: Format) -> str:
    """The LLVM type of the bits of one part."""
    return f"i{dtypes.bits(format.part)}"


def load(b: LLVMBuilder, format: Format, base: str, stride: str) -> Number:
    """Load the number (with a wider builder: the numbers) at the current index of the loop, from an operand at `base`.

    `stride` is the text of its stride in bytes; `b.index` is the index along the row.
    """
    return _numbers(b, format, _load_bits(b, format, base, stride))


def _numbers(b: LLVMBuilder, format: Format, bits: list[Value]) -> Number:
    """Turn bits, as `_load_bits` gives them, into numbers."""
    if b.width == 1 or format.access == "uniform":
        values = [_decode(b, format.part, each) for each in bits]
        return Complex(*values) if format.parts == 2 else values[0]
    b.width *= format.parts
    whole = _decode(b, format.part, bits[0])
    b.width //= format.parts
    if format.parts == 1:
        return _shuffle(b, b.order, whole) if b.order else whole
    order = b.order or range(b.width)
    return Complex(*(_shuffle(b, [2 * element + side for element in order], whole) for side in (0, 1)))


def load_rows(b: LLVMBuilder, format: Format, base: str, stride: str, outer: str) -> list[Number]:
    """Load the numbers at the current index, from each of the format's rows, which are `outer` bytes apart."""
    if format.access == "tuples":
        return [_numbers(b, format, bits) for bits in _load_tuples(b, format, base)]
    return [load(b, format, each, stride) for each in row_starts(b, base, outer, format.rows)]


def row_starts(b: LLVMBuilder, base: str, outer: str, count: int) -> list[str]:
    """The addresses of rows that are `outer` bytes apart."""
    starts = [base]
    while len(starts) < count:
        starts.append(b.line(f"getelementptr i8, ptr {starts[-1]}, i64 {outer}", False))
    return starts


def load_behind(b: LLVMBuilder, format: Format, base: str, stride: str, offset: Value) -> Number:
    """Load the number that is `offset` bytes after what `load` would load."""
    if not offset.varying:
        return load(b, format, b.line(f"getelementptr i8, ptr {base}, i64 {offset.text}", False), stride)
    if b.width == 1:
        units = _load_units(b, _place_behind(b, format, base, stride, offset.text), _type(format), format.parts, True)
        kind = f"uint{dtypes.bits(format.part)}"
        values = [_decode(b, format.part, _swap(b, format, 1, Value(kind, text, True))) for text in units]
        return Complex(*values) if format.parts == 2 else values[0]
    kind, width = f"uint{dtypes.bits(format.part)}", b.width * format.parts
    order, lanes = b.order or list(range(b.width)), []
    for lane in range(b.width):
        distance = b.line(f"extractelement {vector('i64', b.width)} {offset.text}, i64 {lane}", True)
        along = b.line(f"add i64 {b.index}, {order[lane]}", True)
        lanes.append(_place_behind(b, format, base, stride, distance, along))
    bits = _swap(b, format, width, Value(kind, _gather(b, format, lanes), True))
    b.width = width
    whole = _decode(b, format.part, bits)
    b.width //= format.parts
    if format.parts == 1:
        return whole
    return Complex(*(_shuffle(b, [2 * lane + side for lane in range(b.width)], whole) for side in (0, 1)))


def _place_behind(
    b: LLVMBuilder, format: Format, base: str, stride: str, distance: str, along: str | None = None
) -> str:
    """The address `distance` bytes after the element at the current index, or at index `along`."""
    return b.line(f"getelementptr i8, ptr {_place(b, format, base, stride, along)}, i64 {distance}", True)


def store(b: LLVMBuilder, format: Format, base: str, stride: str, number: Number) -> None:
    """Store a number where `load` would load it."""
    if b.width == 1:
        values = number if isinstance(number, Complex) else (number,)
        bits = [_encode(b, format.part, value) for value in values]
    else:
        order = list(b.order or range(b.width))
        back = [order.index(element) for element in range(b.width)]
        if isinstance(number, Complex):
            lanes = [lane + side * b.width for lane in back for side in (0, 1)]
            whole = _shuffle(b, lanes, *(Value(part.kind, b.spread(part), True) for part in number))
            b.width *= 2
            bits = [_encode(b, format.part, whole)]
            b.width //= 2
        elif b.order and number.varying:
            bits = [_encode(b, format.part, _shuffle(b, back, number))]
        else:
            encoded = _encode(b, format.part, number)
            bits = [Value(encoded.kind, b.spread(encoded), True)]
    _store_bits(b, format, base, stride, bits)


def copy(b: LLVMBuilder, source: Format, base: str, stride: str, target: Format, to: str, to_stride: str) -> None:
    """Copy elements of one dtype as bits."""
    _store_bits(b, target, to, to_stride, _load_bits(b, source, base, stride))


def index(b: LLVMBuilder, format: Format, base: str, stride: str) -> Value:
    """The index at the current position of the loop: it is walked like the address of one-byte elements."""
    start = b.line(f"ptrtoint ptr {base} to i64", False)
    if format.access == "uniform":
        return Value("int64", start)
    along, lanes, type = b.index, list(b.order or range(b.width)), vector("i64", b.width)
    if format.access == "strided":
        along = b.line(f"mul i64 {along}, {stride}", True)
    elif format.access == "streams" and b.width > 1:
        along = b.line(f"udiv i64 {along}, {STREAMS}", True)
    first = b.line(f"add i64 {start}, {along}", True)
    if b.width == 1:
        return Value("int64", first, True)
    offsets = _constants(lanes)
    if format.access == "strided":
        offsets = b.line(f"mul {type} {b.spread(Value('int64', stride))}, {offsets}", False)
    elif format.access == "streams":  # each part of the vector has its own stream
        part = b.width // STREAMS
        streams = _constants([lane // part for lane in lanes])
        offsets = b.line(f"mul {type} {b.spread(Value('int64', stride))}, {streams}", False)
        offsets = b.line(f"add {type} {offsets}, {_constants([lane % part for lane in lanes])}", False)
    single = b.line(f"insertelement {type} poison, i64 {first}, i64 0", True)
    spread = b.pick(type, single, "poison", [0] * b.width, True)
    return Value("int64", b.line(f"add {type} {spread}, {offsets}", True), True)


def _constants(numbers: list[int]) -> str:
    return f"<{', '.join(f'i64 {number}' for number in numbers)}>"


def lane_order(width: int, formats: tuple[Format, ...]) -> list[int] | None:
    """The order in which vectors hold the elements of a row; None for the natural order.

    Shuffles are cheap only within 16 bytes. Deinterleaving complex numbers within 16 bytes permutes the elements,
    which is harmless as long as all operands use the same order.
    """
    kinds = [dtypes.kind(format.dtype) for format in formats if format.parts == 2 and format.access != "uniform"]
    if not kinds or width == 1:
        return None
    natural = {"double": [0, 2, 1, 3], "float": [0, 1, 4, 5, 2, 3, 6, 7]}[kinds[0]]
    order = [start + element for start in range(0, width, len(natural)) for element in natural]
    return order if width % len(natural) == 0 else None


def _decode(b: LLVMBuilder, part: str, bits: Value) -> Value:
    if dtypes.is_boolean(part):
        return b.ne(bits, b.const("uint8", 0))
    return b.from_bits(part, bits) if part in dtypes.SHORT else b.bitcast(part, bits)


def _encode(b: LLVMBuilder, part: str, value: Value) -> Value:
    if dtypes.is_boolean(part):
        return b.to_integer("uint8", value)
    if part in dtypes.SHORT:
        return b.to_bits(part, value)
    return b.bitcast(f"uint{dtypes.bits(part)}", value)


def _shuffle(b: LLVMBuilder, lanes: list[int], *values: Value) -> Value:
    """Chosen lanes of one vector of any size, or of two vectors of the builder's width, numbered consecutively."""
    kind = values[0].kind
    size = b.width if len(values) == 2 else b.width * (1 + (max(lanes) >= b.width))
    other = values[1].text if len(values) == 2 else "poison"
    return Value(kind, b.pick(vector(TYPES[kind], size), values[0].text, other, lanes, True), True)


def _swap(b: LLVMBuilder, format: Format, width: int, bits: Value) -> Value:
    """Swap the bytes of every part, if the operand has the other byte order."""
    if not format.swapped or dtypes.SIZES[format.part] == 1:
        return bits
    type = _type(format)
    whole, suffix = vector(type, width), type if width == 1 else f"v{width}{type}"
    return bits._replace(text=b.line(f"call {whole} @llvm.bswap.{suffix}({whole} {bits.text})", bits.varying))


def _place(b: LLVMBuilder, format: Format, base: str, stride: str, along: str | None = None) -> str:
    """The address of the first element at the current index, or at index `along`."""
    along = along or b.index
    if format.access == "uniform":
        return base
    if format.access == "strided":
        return b.line(f"getelementptr i8, ptr {base}, i64 {b.line(f'mul i64 {along}, {stride}', True)}", True)
    return b.line(f"getelementptr [{dtypes.SIZES[format.dtype]} x i8], ptr {base}, i64 {along}", True)


def _load_bits(b: LLVMBuilder, format: Format, base: str, stride: str) -> list[Value]:
    """Load the bits: of one element, part by part; or one vector with the parts of all elements."""
    kind, type = f"uint{dtypes.bits(format.part)}", _type(format)
    place = _place(b, format, base, stride) if format.access != "streams" or b.width == 1 else ""
    if b.width == 1 or format.access == "uniform":
        varying = format.access != "uniform"
        units = _load_units(b, place, type, format.parts, varying)
        return [_swap(b, format, 1, Value(kind, text, varying)) for text in units]
    width = b.width * format.parts
    if format.access == "strided":
        places = [place]
        for _ in range(1, b.width):
            places.append(b.line(f"getelementptr i8, ptr {places[-1]}, i64 {stride}", True))
        text = _gather(b, format, places)
    elif format.access == "streams":
        text = _load_streams(b, format, base, stride)
    else:
        text = b.line(f"load {vector(type, width)}, ptr {place}, align 1", True)
    return [_swap(b, format, width, Value(kind, text, True))]


def _store_bits(b: LLVMBuilder, format: Format, base: str, stride: str, bits: list[Value]) -> None:
    """Store bits where `_load_bits` would load them."""
    type, place = _type(format), _place(b, format, base, stride)
    if b.width == 1:
        _store_units(b, place, type, [_swap(b, format, 1, each).text for each in bits])
        return
    width = b.width * format.parts
    text = _swap(b, format, width, bits[0]).text
    if format.access == "strided":
        _scatter(b, format, place, stride, text)
        return
    size = b.width * dtypes.SIZES[format.dtype]
    alignment = f"{min(size, 64)}, !nontemporal !0" if format.access == "nontemporal" else "1"
    b.inside.append(f"  store {vector(type, width)} {text}, ptr {place}, align {alignment}")


def _load_streams(b: LLVMBuilder, format: Format, base: str, stride: str) -> str:
    """Load a vector whose quarters come from different streams; `b.index` counts the elements of all streams."""
    size, width = dtypes.SIZES[format.dtype], b.width * format.parts // STREAMS
    bytes = b.line(f"mul i64 {b.index}, {size}", True)
    place = b.line(f"getelementptr i8, ptr {base}, i64 {b.line(f'udiv i64 {bytes}, {STREAMS}', True)}", True)
    texts = []
    for stream in range(STREAMS):
        if stream:
            place = b.line(f"getelementptr i8, ptr {place}, i64 {stride}", True)
        texts.append(b.line(f"load {vector(_type(format), width)}, ptr {place}, align 1", True))
    return b.join(_type(format), width * STREAMS, texts, width, True)


def _load_tuples(b: LLVMBuilder, format: Format, base: str) -> list[list[Value]]:
    """Load the bits of each row: load whole vectors of consecutive elements, then shuffle out the elements of each
    row."""
    kind, type, rows, width = f"uint{dtypes.bits(format.part)}", _type(format), format.rows, b.width * format.parts
    size = rows * dtypes.SIZES[format.dtype]
    place = b.line(f"getelementptr [{size} x i8], ptr {base}, i64 {b.index}", True)
    if b.width == 1:
        result = []
        for row in range(rows):
            if row:
                place = b.line(f"getelementptr [{size // rows} x i8], ptr {place}, i64 1", True)
            units = _load_units(b, place, type, format.parts, True)
            result.append([_swap(b, format, 1, Value(kind, text, True)) for text in units])
        return result
    whole = b.line(f"load {vector(type, rows * width)}, ptr {place}, align 1", True)
    picks = [
        [(lane * rows + row) * format.parts + part for lane in range(b.width) for part in range(format.parts)]
        for row in range(rows)
    ]
    texts = [b.pick(vector(type, rows * width), whole, "poison", lanes, True) for lanes in picks]
    return [[_swap(b, format, width, Value(kind, text, True))] for text in texts]


def _load_units(b: LLVMBuilder, place: str, unit: str, count: int, varying: bool) -> list[str]:
    texts = [b.line(f"load {unit}, ptr {place}, align 1", varying)]
    if count == 2:
        second = b.line(f"getelementptr {unit}, ptr {place}, i64 1", varying)
        texts.append(b.line(f"load {unit}, ptr {second}, align 1", varying))
    return texts


def _store_units(b: LLVMBuilder, place: str, unit: str, texts: list[str]) -> None:
    b.inside.append(f"  store {unit} {texts[0]}, ptr {place}, align 1")
    if len(texts) == 2:
        second = b.line(f"getelementptr {unit}, ptr {place}, i64 1", True)
        b.inside.append(f"  store {unit} {texts[1]}, ptr {second}, align 1")


def _units(format: Format) -> tuple[str, int]:
    """The integer type that moves a single element, and the count of them per element."""
    size = dtypes.SIZES[format.dtype]
    return (f"i{8 * size}", 1) if size <= 8 else ("i64", 2)


def _gather(b: LLVMBuilder, format: Format, places: list[str]) -> str:
    """A vector of the elements at some addresses."""
    unit, count = _units(format)
    whole, type = "poison", vector(unit, b.width * count)
    for lane, place in enumerate(places):
        for number, text in enumerate(_load_units(b, place, unit, count, True)):
            whole = b.line(f"insertelement {type} {whole}, {unit} {text}, i64 {lane * count + number}", True)
    parts = vector(_type(format), b.width * format.parts)
    return whole if parts == type else b.line(f"bitcast {type} {whole} to {parts}", True)


def _scatter(b: LLVMBuilder, format: Format, place: str, stride: str, text: str) -> None:
    unit, count = _units(format)
    parts, type = vector(_type(format), b.width * format.parts), vector(unit, b.width * count)
    if parts != type:
        text = b.line(f"bitcast {parts} {text} to {type}", True)
    for lane in range(b.width):
        if lane:
            place = b.line(f"getelementptr i8, ptr {place}, i64 {stride}", True)
        units = [b.line(f"extractelement {type} {text}, i64 {lane * count + number}", True) for number in range(count)]
        _store_units(b, place, unit, units)
