"""The LLVM backend of the builder: a table from primitive and class of kinds to one line of LLVM IR.

Kernels are written with explicit vectors. Each line of the table is valid for `double` and for `<8 x double>`, so a
builder of width 8 writes vector code, and a builder of width 1 writes the scalar code of the remainder from the same
arithmetic.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cache

from ocean._src.kernels import dtypes, short
from ocean._src.kernels.builder import Builder, Value

from .machine import Target

TYPES = {"bool": "i1", "float": "float", "double": "double"} | {
    kind: f"i{dtypes.bits(kind)}" for kind in dtypes.KINDS if dtypes.is_integer(kind)
}

# {t} is the type of the operands, {r} the type of the result, {c} the type of conditions, {s} the suffix of intrinsics.
LINES: dict[str, dict[str, str]] = {
    "add": {"boolean": "or {t} {0}, {1}", "integer": "add {t} {0}, {1}", "floating": "fadd {t} {0}, {1}"},
    "sub": {"integer": "sub {t} {0}, {1}", "floating": "fsub {t} {0}, {1}"},
    "mul": {"boolean": "and {t} {0}, {1}", "integer": "mul {t} {0}, {1}", "floating": "fmul {t} {0}, {1}"},
    "div": {"floating": "fdiv {t} {0}, {1}"},
    "neg": {"integer": "sub {t} zeroinitializer, {0}", "floating": "fneg {t} {0}"},
    "idiv": {"signed": "sdiv {t} {0}, {1}", "unsigned": "udiv {t} {0}, {1}"},
    "irem": {"signed": "srem {t} {0}, {1}", "unsigned": "urem {t} {0}, {1}"},
    "and": {"boolean": "and {t} {0}, {1}", "integer": "and {t} {0}, {1}"},
    "or": {"boolean": "or {t} {0}, {1}", "integer": "or {t} {0}, {1}"},
    "xor": {"boolean": "xor {t} {0}, {1}", "integer": "xor {t} {0}, {1}"},
    "shl": {"integer": "shl {t} {0}, {1}"},
    "shr": {"signed": "ashr {t} {0}, {1}", "unsigned": "lshr {t} {0}, {1}"},
    "eq": {"boolean": "icmp eq {t} {0}, {1}", "integer": "icmp eq {t} {0}, {1}", "floating": "fcmp oeq {t} {0}, {1}"},
    "ne": {"boolean": "icmp ne {t} {0}, {1}", "integer": "icmp ne {t} {0}, {1}", "floating": "fcmp une {t} {0}, {1}"},
    **{
        name: {
            "boolean": f"icmp u{name} {{t}} {{0}}, {{1}}",
            "unsigned": f"icmp u{name} {{t}} {{0}}, {{1}}",
            "signed": f"icmp s{name} {{t}} {{0}}, {{1}}",
            "floating": f"fcmp o{name} {{t}} {{0}}, {{1}}",
        }
        for name in ("lt", "le", "gt", "ge")
    },
    "isnan": {"floating": "fcmp uno {t} {0}, {0}"},
    "select": dict.fromkeys(("boolean", "integer", "floating"), "select {c} {0}, {t} {1}, {t} {2}"),
    "abs": {"signed": "call {t} @llvm.abs.{s}({t} {0}, i1 false)", "floating": "call {t} @llvm.fabs.{s}({t} {0})"},
    **{
        name: {"floating": f"call {{t}} @llvm.{intrinsic}.{{s}}({{t}} {{0}})"}
        for name, intrinsic in {
            "sqrt": "sqrt", "floor": "floor", "ceil": "ceil", "trunc": "trunc", "round_even": "roundeven",
        }.items()
    },
    "fma": {"floating": "call {t} @llvm.fma.{s}({t} {0}, {t} {1}, {t} {2})"},
    **{
        name: {
            "boolean": f"{boolean} {{t}} {{0}}, {{1}}",
            "signed": f"call {{t}} @llvm.s{name[:3]}.{{s}}({{t}} {{0}}, {{t}} {{1}})",
            "unsigned": f"call {{t}} @llvm.u{name[:3]}.{{s}}({{t}} {{0}}, {{t}} {{1}})",
            "floating": f"call {{t}} @llvm.{intrinsic}.{{s}}({{t}} {{0}}, {{t}} {{1}})",
        }
        for name, boolean, intrinsic in (
            ("min", "and", "minnum"), ("max", "or", "maxnum"),
            ("minimum", "and", "minimum"), ("maximum", "or", "maximum"),
        )
    },
    "bitcast": {"integer": "bitcast {t} {0} to {r}", "floating": "bitcast {t} {0} to {r}"},
    "to_floating": {
        "boolean": "uitofp {t} {0} to {r}", "unsigned": "uitofp {t} {0} to {r}", "signed": "sitofp {t} {0} to {r}",
    },
}  # fmt: skip


def _conversion(kind: str, result: str) -> str:
    """The line of `to_integer` or `to_floating` where it depends on both kinds."""
    widening = dtypes.SIZES[result] > dtypes.SIZES[kind]
    source = dtypes.CLASSES[kind]
    if dtypes.CLASSES[result] == "floating":
        return "fpext {t} {0} to {r}" if widening else "fptrunc {t} {0} to {r}"
    if source == "floating":
        return "fptosi {t} {0} to {r}" if dtypes.CLASSES[result] == "signed" else "fptoui {t} {0} to {r}"
    if source == "boolean":
        return "zext {t} {0} to {r}"
    return ("sext" if source == "signed" else "zext") + " {t} {0} to {r}" if widening else "trunc {t} {0} to {r}"


FUNCTIONS = {
    # The greatest common divisor: both numbers are odd; subtract the smaller from the larger, which becomes even, and
    # remove its factors of 2.
    "gcd": """
declare i64 @llvm.cttz.i64(i64, i1)
define internal i64 @gcd(i64 %x, i64 %y) #1 {
  %either = or i64 %x, %y
  %twos = call i64 @llvm.cttz.i64(i64 %either, i1 false)
  %no_x = icmp eq i64 %x, 0
  %no_y = icmp eq i64 %y, 0
  %none = or i1 %no_x, %no_y
  br i1 %none, label %trivial, label %start
trivial:
  ret i64 %either
start:
  %x_twos = call i64 @llvm.cttz.i64(i64 %x, i1 true)
  %x_odd = lshr i64 %x, %x_twos
  br label %loop
loop:
  %a = phi i64 [%x_odd, %start], [%smaller, %loop]
  %b = phi i64 [%y, %start], [%difference, %loop]
  %b_twos = call i64 @llvm.cttz.i64(i64 %b, i1 true)
  %b_odd = lshr i64 %b, %b_twos
  %less = icmp ult i64 %a, %b_odd
  %up = sub i64 %b_odd, %a
  %down = sub i64 %a, %b_odd
  %difference = select i1 %less, i64 %up, i64 %down
  %smaller = select i1 %less, i64 %a, i64 %b_odd
  %done = icmp eq i64 %difference, 0
  br i1 %done, label %end, label %loop
end:
  %result = shl i64 %smaller, %twos
  ret i64 %result
}
""",
}
"""Functions with a data-dependent loop, which no line of the table can express; they are called lane by lane."""


@cache
def vector(scalar: str, width: int) -> str:
    return scalar if width == 1 else f"<{width} x {scalar}>"


@cache
def line(primitive: str, kind: str, result: str, width: int) -> str:
    """The line of a primitive for one kind and width, with placeholders for the operands."""
    group = dtypes.CLASSES[kind]
    by_class = LINES.get(primitive, {})
    if primitive == "to_integer" or (primitive == "to_floating" and group == "floating"):
        template = _conversion(kind, result)
    elif group in by_class:
        template = by_class[group]
    elif group in ("signed", "unsigned") and "integer" in by_class:
        template = by_class["integer"]
    else:
        raise TypeError(f"there is no primitive {primitive} for {kind}")
    suffix = {"float": "f32", "double": "f64"}.get(kind, TYPES[kind])
    places = {
        "{t}": vector(TYPES[kind], width),
        "{r}": vector(TYPES[result], width),
        "{c}": vector("i1", width),
        "{s}": suffix if width == 1 else f"v{width}{suffix}",
    }
    for place, text in places.items():
        template = template.replace(place, text)
    return template


def literal(kind: str, value: bool | int | float) -> str:
    if kind == "bool":
        return "true" if value else "false"
    if kind == "float":
        try:
            value = struct.unpack("<f", struct.pack("<f", value))[0]
        except OverflowError:
            value = float("inf") if value > 0 else float("-inf")
    if kind in ("float", "double"):
        return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
    width = dtypes.bits(kind)
    return str(int(value) & (1 << width) - 1)


class LLVMBuilder(Builder):
    """Writes two lists of lines: `before` the inner loop, for loop invariants, and `inside` it.

    Varying values are vectors of `width` elements; uniform values and constants are scalars.
    """

    def __init__(self, width: int, names: Iterator[int], target: Target) -> None:
        super().__init__()
        self.width = width
        self.names = names
        self.index = "%i"
        self.order: list[int] | None = None
        self.target = target
        self.before: list[str] = []
        self.inside: list[str] = []
        self.declarations: dict[str, None] = {}
        self._spread: dict[str, str] = {}
        self._widest = 0  # the size of the largest kind in it, in bytes
        self._products = 0  # of 64-bit integers, for which common machines have no vector instruction

    def line(self, text: str, varying: bool) -> str:
        """Write an instruction, and return the name of its result."""
        name = f"%{'v' if varying else 'u'}{next(self.names)}"
        (self.inside if varying else self.before).append(f"  {name} = {text}")
        return name

    def emit(self, primitive: str, kind: str, result: str, *args: Value) -> Value:
        if primitive in ("bitcast", "to_integer") and TYPES[kind] == TYPES[result]:
            return args[0]._replace(kind=result)
        if any(arg.varying for arg in args):
            template, operands = line(primitive, kind, result, self.width), [self.spread(arg) for arg in args]
            self._widest = max(self._widest, dtypes.SIZES[kind])
            self._products += primitive == "mul" and kind in ("int64", "uint64")
            return Value(result, self.line(template.format(*operands), True), True)
        template = line(primitive, kind, result, 1)
        return Value(result, self.line(template.format(*(arg.text for arg in args)), False))

    def registers(self) -> int:
        """The count of 32-byte registers that the widest vectors inside the loop need."""
        return -(-self.width * self._widest // 32)

    def weight(self) -> int:
        """An estimate of the count of instructions inside the loop."""
        return (len(self.inside) + 8 * self._products) * self.registers()

    def spread(self, value: Value) -> str:
        """The text of a value as an operand of an instruction inside the loop; uniform values are broadcast to a
        vector."""
        text, scalar = value.text, TYPES[value.kind]
        if self.width == 1 or value.varying:
            return text
        if not text.startswith("%"):  # a constant
            return f"splat ({scalar} {text})"
        if text not in self._spread:
            kind = vector(scalar, self.width)
            first = self.line(f"insertelement {kind} poison, {scalar} {text}, i64 0", False)
            self._spread[text] = self.line(
                f"shufflevector {kind} {first}, {kind} poison, <{self.width} x i32> zeroinitializer", False
            )
        return self._spread[text]

    def const(self, kind: str, value: bool | int | float) -> Value:
        return Value(kind, literal(kind, value))

    def call(self, name: str, kind: str, *args: Value) -> Value:
        if kind == "float" and (not name.endswith("f") or name == "erf"):
            name += "f"
        varying = any(arg.varying for arg in args)
        symbol, lanes = self.target.vector_function(name, kind, len(args)) or (name, 1)
        result, types = TYPES[kind], [vector(TYPES[arg.kind], lanes) for arg in args]
        declaration = f"declare {vector(result, lanes)} @{symbol}({', '.join(types)}) #1"
        self.declarations[FUNCTIONS.get(name, declaration)] = None
        width = self.width if varying else 1
        called = []
        for start in range(0, width, lanes):
            texts = [self._lanes(arg, width, start, lanes, varying) for arg in args]
            given = ", ".join(f"{type} {text}" for type, text in zip(types, texts, strict=True))
            called.append(self.line(f"call {vector(result, lanes)} @{symbol}({given}) #1", varying))
        return Value(kind, self.join(result, width, called, lanes, varying), varying)

    def _lanes(self, value: Value, width: int, start: int, count: int, varying: bool) -> str:
        """Lanes start to start + count of a vector, wrapping around.

        A single element goes through the same function as vectors, so its result does not depend on its position.
        """
        scalar, text = TYPES[value.kind], self.spread(value) if varying else value.text
        if count == width:
            return text
        if width == 1:
            first = self.line(f"insertelement {vector(scalar, count)} poison, {scalar} {text}, i64 0", varying)
            return self.pick(vector(scalar, count), first, "poison", [0] * count, varying)
        if count == 1:
            return self.line(f"extractelement {vector(scalar, width)} {text}, i64 {start}", varying)
        lanes = [(start + lane) % width for lane in range(count)]
        return self.pick(vector(scalar, width), text, "poison", lanes, varying)

    def join(self, scalar: str, width: int, texts: list[str], count: int, varying: bool) -> str:
        """Concatenate vectors of `count` lanes, and keep the first `width` lanes."""
        if count == 1 and width > 1:
            type, whole = vector(scalar, width), "poison"
            for lane, text in enumerate(texts):
                whole = self.line(f"insertelement {type} {whole}, {scalar} {text}, i64 {lane}", varying)
            return whole
        while len(texts) > 1:
            type, lanes = vector(scalar, count), list(range(2 * count))
            texts = [self.pick(type, *pair, lanes, varying) for pair in zip(texts[::2], texts[1::2], strict=True)]
            count *= 2
        if width == 1 < count:
            return self.line(f"extractelement {vector(scalar, count)} {texts[0]}, i64 0", varying)
        if width < count:
            return self.pick(vector(scalar, count), texts[0], "poison", list(range(width)), varying)
        return texts[0]

    def pick(self, type: str, low: str, high: str, lanes: list[int], varying: bool) -> str:
        """Shuffle: a vector of chosen lanes of two vectors, numbered consecutively."""
        mask = ", ".join(f"i32 {lane}" for lane in lanes)
        return self.line(f"shufflevector {type} {low}, {type} {high}, <{len(lanes)} x i32> <{mask}>", varying)

    def floored(self, x: Value, y: Value) -> tuple[Value, Value]:
        """By multiplication with a reciprocal in floating point, and a correction that makes it exact: processors
        divide integers one by one, and slowly. The reciprocal of a uniform divisor is computed once.

        The reciprocal is rounded towards zero, so that products are in range. Their error is less than one; with 64
        bits it is below 2**14, and the remainder, which is in range as well, is divided in the same way.
        """
        kind, size = x.kind, dtypes.bits(x.kind)
        working, digits = ("float", 24) if size <= 16 else ("double", 53)
        shrink = self.const(working, 1 - 2.0 ** (2 - digits))
        reciprocal = self.mul(self.div(self.const(working, 1), self.to_floating(working, y)), shrink)
        product, first = self.mul(self.to_floating(working, x), reciprocal), None
        if size == 64:
            first = self.to_integer(kind, product)
            x = self.sub(x, self.mul(first, y))
            product = self.mul(self.to_floating(working, x), reciprocal)
        if dtypes.is_unsigned(kind):  # at most one too small
            quotient = self.to_integer(kind, product)
        else:  # at most one too large
            error = self.const(working, 2.0**-30 if size == 64 else 2.0 ** (size + 3 - digits))
            quotient = self.to_integer(kind, self.floor(self.add(product, error)))
        rest = self.sub(x, self.mul(quotient, y))
        if first is not None:
            quotient = self.add(first, quotient)
        if not dtypes.is_unsigned(kind):
            return self.lowered(quotient, rest, y)
        under = self.ge(rest, y)
        more, less = self.add(quotient, self.const(kind, 1)), self.sub(rest, y)
        return self.select(under, more, quotient), self.select(under, less, rest)

    def widened(self, dtype: str, bits: Value) -> Value:
        native = dtype in dtypes.IEEE_HALVES and self.target.half
        return self._half_from_bits(bits) if native else short.from_bits(self, dtype, bits)

    def narrowed(self, dtype: str, x: Value) -> Value:
        if dtype not in dtypes.IEEE_HALVES or not self.target.half:
            return short.to_bits(self, dtype, x)
        as_half = self._convert("fptrunc", "float", "half", x.text, x.varying)
        return Value("uint16", self._convert("bitcast", "half", "i16", as_half, x.varying), x.varying)

    def _half_from_bits(self, bits: Value) -> Value:
        varying = bits.varying
        if varying and self.width > 1:
            as_half = self._convert("bitcast", "i16", "half", bits.text, True)
            return Value("float", self._convert("fpext", "half", "float", as_half, True), True)
        # Insert a scalar half into zeros: inserting into a register that is in use is a false dependency.
        wide = self.line(f"zext i16 {bits.text} to i32", varying)
        zeros = self.line(f"insertelement <4 x i32> zeroinitializer, i32 {wide}, i64 0", varying)
        eight = self.line(f"bitcast <4 x i32> {zeros} to <8 x half>", varying)
        lanes = "<4 x i32> <i32 0, i32 1, i32 2, i32 3>"
        four = self.line(f"shufflevector <8 x half> {eight}, <8 x half> poison, {lanes}", varying)
        floats = self.line(f"fpext <4 x half> {four} to <4 x float>", varying)
        return Value("float", self.line(f"extractelement <4 x float> {floats}, i64 0", varying), varying)

    def _convert(self, instruction: str, source: str, target: str, text: str, varying: bool) -> str:
        width = self.width if varying else 1
        return self.line(f"{instruction} {vector(source, width)} {text} to {vector(target, width)}", varying)
