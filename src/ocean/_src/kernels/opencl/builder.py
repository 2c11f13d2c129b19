"""The OpenCL C backend of the builder: a table from primitive and class of kinds to one line of OpenCL C.

Varying values are vectors of `width` elements if the width is more than 1; uniform values and constants are scalars.
A scalar bool is an int, 0 or 1. A vector of bools is a mask: signed integers with all bits set or none. A comparison
gives a mask as wide as its operands, and select takes a mask as wide as its choices. Masks of other widths are
converted on use, which only repeats or drops bits.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count

from ocean._src.kernels import dtypes, short
from ocean._src.kernels.builder import Builder, Value

TYPES = {
    "int8": "char", "int16": "short", "int32": "int", "int64": "long",
    "uint8": "uchar", "uint16": "ushort", "uint32": "uint", "uint64": "ulong",
    "float": "float", "double": "double", "bool": "int",
}  # fmt: skip

LANES = "0123456789abcdef"
"""The component names of vectors."""

# {t} is the type of the operands, {r} the type of the result, and {u} the unsigned integer in which signed ones wrap.
# {u} has the size of the operands, but scalars use at least a uint, because C promotes smaller integers to int.
SCALARS: dict[str, dict[str, str]] = {
    "add": {"boolean": "{0} | {1}", "integer": "({t})(({u}){0} + ({u}){1})", "floating": "{0} + {1}"},
    "sub": {"integer": "({t})(({u}){0} - ({u}){1})", "floating": "{0} - {1}"},
    "mul": {"boolean": "{0} & {1}", "integer": "({t})(({u}){0} * ({u}){1})", "floating": "{0} * {1}"},
    "div": {"floating": "{0} / {1}"},
    "neg": {"integer": "({t})(0 - ({u}){0})", "floating": "-{0}"},
    "idiv": {"integer": "({t})({0} / {1})"},
    "irem": {"integer": "({t})({0} % {1})"},
    "and": {"boolean": "{0} & {1}", "integer": "({t})({0} & {1})"},
    "or": {"boolean": "{0} | {1}", "integer": "({t})({0} | {1})"},
    "xor": {"boolean": "{0} ^ {1}", "integer": "({t})({0} ^ {1})"},
    "shl": {"integer": "({t})(({u}){0} << {1})"},
    "shr": {"integer": "({t})({0} >> {1})"},
    **{
        name: dict.fromkeys(("boolean", "integer", "floating"), f"{{0}} {sign} {{1}}")
        for name, sign in {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items()
    },
    "isnan": {"floating": "{0} != {0}"},
    "select": dict.fromkeys(("boolean", "integer", "floating"), "{0} ? {1} : {2}"),
    "abs": {"signed": "({t})abs({0})", "floating": "fabs({0})"},
    **{name: {"floating": f"{name}({{0}})"} for name in ("sqrt", "floor", "ceil", "trunc")},
    "round_even": {"floating": "rint({0})"},
    "fma": {"floating": "fma({0}, {1}, {2})"},
    # if one is NaN: the other one; of two zeros: the first
    "min": {
        "boolean": "{0} & {1}", "integer": "min({0}, {1})", "floating": "(({1} < {0}) | ({0} != {0})) ? {1} : {0}",
    },
    "max": {
        "boolean": "{0} | {1}", "integer": "max({0}, {1})", "floating": "(({1} > {0}) | ({0} != {0})) ? {1} : {0}",
    },
    # equal numbers have equal bits, except zeros, where -0.0 is the smaller one
    "minimum": {
        "boolean": "{0} & {1}", "integer": "min({0}, {1})",
        "floating": "(({0} != {0}) | ({1} != {1})) ? {0} + {1} : {0} == {1} ? as_{t}(as_{u}({0}) | as_{u}({1}))"
                    " : {1} < {0} ? {1} : {0}",
    },
    "maximum": {
        "boolean": "{0} | {1}", "integer": "max({0}, {1})",
        "floating": "(({0} != {0}) | ({1} != {1})) ? {0} + {1} : {0} == {1} ? as_{t}(as_{u}({0}) & as_{u}({1}))"
                    " : {1} > {0} ? {1} : {0}",
    },
    "bitcast": dict.fromkeys(("integer", "floating"), "as_{r}({0})"),
    "to_floating": dict.fromkeys(("boolean", "integer", "floating"), "({r}){0}"),
    "to_integer": dict.fromkeys(("boolean", "integer", "floating"), "({r}){0}"),
}  # fmt: skip

# The lines for vectors where they differ. {s} is the signed integer of the size of the operands.
VECTORS: dict[str, dict[str, str]] = {
    **{
        name: {"integer": f"as_{{t}}(as_{{u}}({{0}}) {sign} as_{{u}}({{1}}))"}
        for name, sign in {"add": "+", "sub": "-", "mul": "*", "shl": "<<"}.items()
    },
    **{
        name: {"integer": f"{{0}} {sign} {{1}}"}
        for name, sign in {"idiv": "/", "irem": "%", "and": "&", "or": "|", "xor": "^", "shr": ">>"}.items()
    },
    "neg": {"integer": "as_{t}(-as_{u}({0}))"},
    "lt": {"boolean": "~{0} & {1}"},
    "le": {"boolean": "~{0} | {1}"},
    "gt": {"boolean": "{0} & ~{1}"},
    "ge": {"boolean": "{0} | ~{1}"},
    "select": {
        "boolean": "({0} & {1}) | (~{0} & {2})",
        "integer": "ocean_select({t}, {s}, {0}, {1}, {2})",
        "floating": "ocean_select({t}, {s}, {0}, {1}, {2})",
    },
    "abs": {
        "signed": "ocean_select({t}, {s}, {0} < ({t})(0), as_{t}(-as_{u}({0})), {0})",
        "floating": "as_{t}(as_{u}({0}) & ~(as_{u}(({t})(-0.0f))))",
    },
    "sqrt": {"floating": "sqrt"},
    **{name: {"floating": f"ocean_{name}({{0}})"} for name in ("floor", "ceil", "trunc", "round_even")},
    "fma": {"floating": "ocean_fma_{t}({0}, {1}, {2})"},
    "min": {
        "integer": "ocean_select({t}, {s}, {0} < {1}, {0}, {1})",
        "floating": "ocean_select({t}, {s}, ({1} < {0}) | ({0} != {0}), {1}, {0})",
    },
    "max": {
        "integer": "ocean_select({t}, {s}, {0} > {1}, {0}, {1})",
        "floating": "ocean_select({t}, {s}, ({1} > {0}) | ({0} != {0}), {1}, {0})",
    },
    "minimum": {
        "integer": "ocean_select({t}, {s}, {0} < {1}, {0}, {1})",
        "floating": "ocean_extreme({t}, {s}, {1} < {0}, |, {0}, {1})",
    },
    "maximum": {
        "integer": "ocean_select({t}, {s}, {0} > {1}, {0}, {1})",
        "floating": "ocean_extreme({t}, {s}, {1} > {0}, &, {0}, {1})",
    },
    "to_floating": {
        "boolean": "as_{r}({0} & as_{m}(({r})(1)))",
        "integer": "ocean_convert({r}, {0})",
        "floating": "ocean_convert({r}, {0})",
    },
    "to_integer": {
        "boolean": "as_{r}({0}) & ({r})(1)",
        "integer": "ocean_convert({r}, {0})",
        "floating": "ocean_convert({r}, {0})",
    },
}  # fmt: skip

VECTOR_MACROS = """
#if defined(__clang__)
#define OCEAN_INLINE static inline __attribute__((always_inline))
#define ocean_convert(t, x) __builtin_convertvector(x, t)
#define ocean_floor __builtin_elementwise_floor
#define ocean_ceil __builtin_elementwise_ceil
#define ocean_trunc __builtin_elementwise_trunc
#define ocean_round_even __builtin_elementwise_roundeven
#define ocean_stream(t, v, p) __builtin_nontemporal_store(v, (__global t *)(p))
#else
#define OCEAN_INLINE
#define ocean_convert(t, x) convert_##t(x)
#define ocean_floor floor
#define ocean_ceil ceil
#define ocean_trunc trunc
#define ocean_round_even rint
#define ocean_stream(t, v, p) (*(__global t *)(p) = (v))
#endif
#if defined(__clang__) && defined(__SSE__)
#define ocean_fence() __builtin_ia32_sfence()
#else
#define ocean_fence()
#endif
#define ocean_select(t, s, m, x, y) as_##t(((m) & as_##s(x)) | (~(m) & as_##s(y)))
#define ocean_equal(t, s, bits, x, y) as_##t(as_##s(x) bits as_##s(y))
#define ocean_extreme(t, s, m, bits, x, y) ocean_select(t, s, ((x) != (x)) | ((y) != (y)), (x) + (y), \\
  ocean_select(t, s, (x) == (y), ocean_equal(t, s, bits, x, y), ocean_select(t, s, m, y, x)))
"""
"""Macros for vectors. They use operators, because PoCL calls built-in functions instead of inlining them; where no
operator exists, they use built-ins of its compiler."""

FMA = """#if defined(__clang__) && defined(__FMA__)
#pragma OPENCL FP_CONTRACT ON
OCEAN_INLINE {t} ocean_fma_{t}({t} x, {t} y, {t} z) {{ return x * y + z; }}
#pragma OPENCL FP_CONTRACT OFF
#else
#define ocean_fma_{t}(x, y, z) fma(x, y, z)
#endif"""
"""x * y + z, rounded once. If the processor has an instruction for it, a contracted expression compiles to that."""

FUNCTIONS = {
    # both numbers are odd; subtract the smaller from the larger, which becomes even, and remove its factors of 2
    "gcd": """ulong ocean_gcd(ulong x, ulong y) {
  if (x == 0 || y == 0) return x | y;
  const ulong twos = popcount(((x | y) & (0 - (x | y))) - 1);
  x >>= popcount((x & (0 - x)) - 1);
  while (y) {
    y >>= popcount((y & (0 - y)) - 1);
    const ulong less = min(x, y);
    y = max(x, y) - less;
    x = less;
  }
  return x << twos;
}""",
}
"""Functions with a data-dependent loop, which no line of the table can express; they are called lane by lane."""

ONE_BY_ONE = {*FUNCTIONS, "fmod", "pow"}
"""Functions that are called lane by lane. PoCL's vector versions of fmod and pow can be wrong or loop forever."""

CALLED = 32
"""The longest vectors, in bytes, that built-in functions are called with. PoCL's functions of longer vectors use
AVX-512 even if it compiles kernels without AVX-512: it then aborts, or the results are garbage."""

TINY = {"sin": (1, -1 / 6, 1 / 120), "cos": (1, -1 / 2, 1 / 24), "tan": (1, 1 / 3, 2 / 15)}
"""Polynomials in x^2 (times x, except cos) for tiny numbers: PoCL's float vector functions are wrong for numbers below
2^-7 if another lane is large."""

SHORTS = """OCEAN_INLINE float{width} ocean_of_{dtype}{width}(ushort{width} x) {{
{of}
}}
OCEAN_INLINE ushort{width} ocean_to_{dtype}{width}(float{width} x) {{
{to}
}}"""
"""The conversions of vectors of a short dtype, written in other arithmetic."""

HALVES = """#if defined(__clang__) && defined(__F16C__) && {width} >= 8
#ifndef ocean_half_types
#define ocean_half_types
typedef short ocean_short_v __attribute__((__vector_size__(16)));
typedef float ocean_float_v __attribute__((__vector_size__(32)));
OCEAN_INLINE float8 ocean_of_half8(ushort8 x) {{
  return __builtin_astype(__builtin_ia32_vcvtph2ps256(__builtin_astype(x, ocean_short_v)), float8);
}}
OCEAN_INLINE ushort8 ocean_to_half8(float8 x) {{
  return __builtin_astype(__builtin_ia32_vcvtps2ph256(__builtin_astype(x, ocean_float_v), 8), ushort8);
}}
OCEAN_INLINE float16 ocean_of_half16(ushort16 x) {{ return (float16)(ocean_of_half8(x.lo), ocean_of_half8(x.hi)); }}
OCEAN_INLINE ushort16 ocean_to_half16(float16 x) {{ return (ushort16)(ocean_to_half8(x.lo), ocean_to_half8(x.hi)); }}
#endif
#else
{written}
#endif"""
"""Vectors of halves: x86 processors have instructions that convert eight at once."""


def vector(scalar: str, width: int) -> str:
    return scalar if width == 1 else f"{scalar}{width}"


def signed(size: int) -> str:
    """The signed integer of a size in bytes: the type of a mask."""
    return TYPES[f"int{8 * size}"]


@cache
def line(primitive: str, kind: str, result: str, width: int) -> str:
    """The line of a primitive for one kind and width, with placeholders for the operands."""
    group = dtypes.CLASSES[kind]
    classes = (group, "integer") if group in ("signed", "unsigned") else (group,)
    tables = (VECTORS, SCALARS) if width > 1 else (SCALARS,)
    found = (table.get(primitive, {}).get(each) for table in tables for each in classes)
    template = next((each for each in found if each is not None), None)
    if template is None:
        raise TypeError(f"there is no primitive {primitive} for {kind}")
    size = dtypes.bits(kind) if width > 1 or kind == "double" else max(32, dtypes.bits(kind))
    places = {
        "{t}": vector(TYPES[kind], width),
        "{r}": vector(TYPES[result], width),
        "{u}": vector(TYPES[f"uint{size}"], width),
        "{s}": vector(TYPES[f"int{size}"], width),
        "{m}": vector(TYPES[f"int{dtypes.bits(result)}"], width),
    }
    for place, text in places.items():
        template = template.replace(place, text)
    return template


def literal(kind: str, value: bool | int | float) -> str:
    """An exact constant: floating-point numbers in hexadecimal notation, or as bits if they have none."""
    if kind == "bool":
        return "1" if value else "0"
    if kind in ("float", "double"):
        if kind == "float":
            try:
                value = struct.unpack("<f", struct.pack("<f", value))[0]
            except OverflowError:
                value = math.copysign(math.inf, value)
        if math.isfinite(value):
            return f"({float(value).hex()}{'f' if kind == 'float' else ''})"
        code, bits, suffix = ("f", "I", "U") if kind == "float" else ("d", "Q", "UL")
        return f"as_{kind}(0x{struct.unpack('<' + bits, struct.pack('<' + code, value))[0]:X}{suffix})"
    low, high = dtypes.limits(kind)
    value = (int(value) - low) % (high - low + 1) + low
    if dtypes.is_unsigned(kind):
        return f"(({TYPES[kind]}){value}UL)"
    return f"(({TYPES[kind]}){value}L)" if value != low else f"(({TYPES[kind]})({value + 1}L - 1))"


class OpenCLBuilder(Builder):
    """Writes two lists of lines: `before` the loop, for loop invariants, and `inside` it."""

    def __init__(self, width: int, names: Iterator[int], like: OpenCLBuilder | None = None) -> None:
        """`like`: a builder whose values are used."""
        super().__init__()
        self.width = width
        self.names = names
        self.before: list[str] = []
        self.inside: list[str] = []
        self.mask_size = 1  # the size of the integers in masks that are stored in variables
        # the text of the called functions, by name
        self.functions = {"ocean_vectors": VECTOR_MACROS} if width > 1 else {}
        self._masks: dict[str, int] = like._masks if like else {}  # the size of the integers in each mask
        self._resized: dict[tuple[str, int], str] = {}

    def line(self, type: str, text: str, varying: bool) -> str:
        """Declare a variable, and return its name."""
        name = f"{'v' if varying else 'u'}{next(self.names)}"
        (self.inside if varying else self.before).append(f"const {type} {name} = {text};")
        return name

    def value(self, kind: str, text: str, varying: bool, mask: int = 0) -> Value:
        """A new variable of a kind. For a mask, `mask` is the size of its integers in bytes."""
        width = self.width if varying else 1
        if kind != "bool" or width == 1:
            return Value(kind, self.line(vector(TYPES[kind], width), text, varying), varying)
        name = self.line(vector(signed(mask), width), text, True)
        self._masks[name] = mask
        return Value("bool", name, True)

    def variable(self, kind: str, name: str) -> Value:
        """A variable that is declared elsewhere, with the type that `type_of` gives."""
        if kind == "bool" and self.width > 1:
            self._masks[name] = self.mask_size
        return Value(kind, name, True)

    def side(self, value: Value, side: str) -> Value:
        """The lower or upper half ("lo" or "hi") of a vector of twice the width."""
        text = f"{value.text}.{side}"
        if value.kind == "bool" and self.width == 1:
            text = f"(-{text})"
        elif value.kind == "bool":
            self._masks[text] = self._masks[value.text]
        return Value(value.kind, text, True)

    def type_of(self, kind: str) -> str:
        """The type of a varying variable."""
        return vector(signed(self.mask_size) if kind == "bool" and self.width > 1 else TYPES[kind], self.width)

    def emit(self, primitive: str, kind: str, result: str, *args: Value) -> Value:
        varying = any(arg.varying for arg in args)
        template = line(primitive, kind, result, self.width if varying else 1)
        if not varying or self.width == 1:
            return self.value(result, template.format(*(arg.text for arg in args)), varying)
        if primitive == "fma":
            type = vector(TYPES[kind], self.width)
            self.functions[f"ocean_fma_{type}"] = FMA.format(t=type)
        size = dtypes.SIZES[kind]
        if kind == "bool":
            size = dtypes.SIZES[result] if result != "bool" else self._size_for(args)
        if primitive == "sqrt":
            return self._called(template, kind, args, CALLED)
        texts = [self.mask(arg, size) if arg.kind == "bool" else self.spread(arg) for arg in args]
        return self.value(result, template.format(*texts), True, size)

    def _size_for(self, masks: Sequence[Value]) -> int:
        """The common size for masks: the smallest among them."""
        return min(self._masks[each.text] for each in masks if each.varying)

    def spread(self, value: Value) -> str:
        """The text of a value, not a bool, as an operand inside the loop; uniform values are broadcast to a vector."""
        if self.width == 1 or value.varying:
            return value.text
        return f"({vector(TYPES[value.kind], self.width)})({value.text})"

    def mask(self, value: Value, size: int) -> str:
        """The text of a bool as an operand inside the loop: a mask of integers of `size` bytes."""
        if self.width == 1:
            return value.text
        type = vector(signed(size), self.width)
        if not value.varying:
            return f"({type})(-{value.text})"
        if self._masks[value.text] == size:
            return value.text
        key = value.text, size
        if key not in self._resized:
            self._resized[key] = self.line(type, f"ocean_convert({type}, {value.text})", True)
        return self._resized[key]

    def operand(self, value: Value) -> str:
        """The text of a value on the right of an assignment to a variable with the type that `type_of` gives."""
        return self.mask(value, self.mask_size) if value.kind == "bool" else self.spread(value)

    def const(self, kind: str, value: bool | int | float) -> Value:
        return Value(kind, literal(kind, value))

    def call(self, name: str, kind: str, *args: Value) -> Value:
        varying = any(arg.varying for arg in args)
        if kind == "float" and name in TINY and varying and self.width > 1:
            return self._with_tiny(name, args[0])
        if name in FUNCTIONS:
            self.functions[f"ocean_{name}"] = FUNCTIONS[name]
        called = f"ocean_{name}" if name in FUNCTIONS else name
        if not varying or self.width == 1:
            return self.value(kind, f"{called}({', '.join(arg.text for arg in args)})", varying)
        return self._called(called, kind, args, 1 if name in ONE_BY_ONE else CALLED)

    def _called(self, name: str, kind: str, args: Sequence[Value], size: int) -> Value:
        """Call a function, several times if the vectors are longer than `size` bytes."""
        lanes = max(1, size // max(dtypes.SIZES[each] for each in (kind, *(arg.kind for arg in args))))
        if lanes >= self.width:
            return self.value(kind, f"{name}({', '.join(map(self.spread, args))})", True)
        whole = [self.line(vector(TYPES[arg.kind], self.width), self.spread(arg), True) for arg in args]
        pieces = (
            f"{name}({', '.join(f'{each}.s{LANES[start : start + lanes]}' for each in whole)})"
            for start in range(0, self.width, lanes)
        )
        return self.value(kind, f"({vector(TYPES[kind], self.width)})({', '.join(pieces)})", True)

    def _with_tiny(self, name: str, x: Value) -> Value:
        """A float vector function; tiny numbers are computed separately."""
        result = self._called(name, "float", [x], CALLED)
        square = self.mul(x, x)
        first, second, third = (self.const("float", each) for each in TINY[name])
        tiny = self.fma(self.fma(third, square, second), square, first)
        if name != "cos":
            tiny = self.fma(self.mul(self.fma(third, square, second), square), x, x)
            tiny = self.copysign(tiny, x)  # keeps the sign of -0.0
        return self.select(self.lt(self.abs(x), self.const("float", 2.0**-6)), tiny, result)

    def widened(self, dtype: str, bits: Value) -> Value:
        if not bits.varying or self.width == 1:
            return short.from_bits(self, dtype, bits)
        self.functions[f"ocean_{dtype}{self.width}"] = short_functions(dtype, self.width)
        return self.value("float", f"ocean_of_{dtype}{self.width}({bits.text})", True)

    def narrowed(self, dtype: str, x: Value) -> Value:
        if not x.varying or self.width == 1:
            return short.to_bits(self, dtype, x)
        self.functions[f"ocean_{dtype}{self.width}"] = short_functions(dtype, self.width)
        return self.value("uint16", f"ocean_to_{dtype}{self.width}({x.text})", True)


@cache
def short_functions(dtype: str, width: int) -> str:
    """The functions between vectors of a short dtype and of floats."""
    bodies = []
    for kind, function in (("uint16", short.from_bits), ("float", short.to_bits)):
        b = OpenCLBuilder(width, count())
        result = function(b, dtype, b.variable(kind, "x"))
        bodies.append("\n".join((*b.before, *b.inside, f"return {result.text};")))
    written = SHORTS.format(dtype=dtype, width=width, of=bodies[0], to=bodies[1])
    return HALVES.format(width=width, written=written) if dtype in dtypes.IEEE_HALVES else written
