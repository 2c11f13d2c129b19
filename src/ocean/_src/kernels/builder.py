"""The builder: the few typed primitives that all arithmetic is written with, once for every backend.

A primitive takes values and returns a value. A backend only says how to write a constant, and one line of its
language per primitive and kind (`Builder.emit`). Composite operations are written here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from ocean._src.base.records import NamedTuple

from . import dtypes


class Value(NamedTuple):
    """A register or constant: its kind, its name in the text of the backend, and whether it varies along a row."""

    kind: str
    text: str
    varying: bool = False


class Complex(NamedTuple):
    re: Value
    im: Value


Number = Value | Complex


class Builder(ABC):
    """Primitives on values of one kind. Operands of different kinds are an error: nothing is converted implicitly."""

    def __init__(self) -> None:
        self._bits: dict[tuple[str, str], Value] = {}  # of a short dtype, and the text of a float that is one of it

    @abstractmethod
    def emit(self, primitive: str, kind: str, result: str, *args: Value) -> Value:
        """Write the line of `primitive` for operands of `kind`, and return the new value, of kind `result`."""

    @abstractmethod
    def const(self, kind: str, value: bool | int | float) -> Value:
        """A constant; integers wrap to the width of the kind."""

    @abstractmethod
    def call(self, name: str, kind: str, *args: Value) -> Value:
        """Call a function of the C mathematics library by the name of its double version, or `gcd` of uint64."""

    @abstractmethod
    def widened(self, dtype: str, bits: Value) -> Value:
        """The float that sixteen bits (`uint16`) of a short dtype stand for."""

    @abstractmethod
    def narrowed(self, dtype: str, x: Value) -> Value:
        """The nearest number of a short dtype to a float, ties to even, as its sixteen bits."""

    def from_bits(self, dtype: str, bits: Value) -> Value:
        """What `widened` gives; its bits are remembered."""
        x = self.widened(dtype, bits)
        self._bits[dtype, x.text] = bits
        return x

    def to_bits(self, dtype: str, x: Value) -> Value:
        """What `narrowed` gives; of a float that is exactly such a number, the bits that it was made from."""
        found = self._bits.get((dtype, x.text))
        return self.narrowed(dtype, x) if found is None else found

    def _binary(self, primitive: str, x: Value, y: Value) -> Value:
        if x.kind != y.kind:
            raise TypeError(f"{primitive} needs two operands of one kind, not {x.kind} and {y.kind}")
        return self.emit(primitive, x.kind, x.kind, x, y)

    def _compare(self, primitive: str, x: Value, y: Value) -> Value:
        if x.kind != y.kind:
            raise TypeError(f"{primitive} needs two operands of one kind, not {x.kind} and {y.kind}")
        return self.emit(primitive, x.kind, "bool", x, y)

    def _unary(self, primitive: str, x: Value) -> Value:
        return self.emit(primitive, x.kind, x.kind, x)

    # Arithmetic. For bool, add is "or" and mul is "and".
    def add(self, x: Value, y: Value) -> Value:
        return self._binary("add", x, y)

    def sub(self, x: Value, y: Value) -> Value:
        return self._binary("sub", x, y)

    def mul(self, x: Value, y: Value) -> Value:
        return self._binary("mul", x, y)

    def div(self, x: Value, y: Value) -> Value:
        """Division of floating-point numbers."""
        return self._binary("div", x, y)

    def neg(self, x: Value) -> Value:
        return self._unary("neg", x)

    def idiv(self, x: Value, y: Value) -> Value:
        """Integer division towards zero. The caller has replaced zero divisors and minimum / -1."""
        return self._binary("idiv", x, y)

    def irem(self, x: Value, y: Value) -> Value:
        """The remainder of `idiv`, with the sign of x, under the same conditions."""
        return self._binary("irem", x, y)

    def floored(self, x: Value, y: Value) -> tuple[Value, Value]:
        """The quotient of integers, rounded down, and the remainder, which has the sign of y; under the conditions of
        `idiv`. Backends that can do better than division replace this."""
        quotient, rest = self.idiv(x, y), self.irem(x, y)
        return (quotient, rest) if dtypes.is_unsigned(x.kind) else self.lowered(quotient, rest, y)

    def lowered(self, quotient: Value, rest: Value, y: Value) -> tuple[Value, Value]:
        """Take one from a quotient whose remainder has not the sign of y."""
        zero = self.const(y.kind, 0)
        over = self.and_(self.ne(rest, zero), self.lt(self.xor(rest, y), zero))
        return (
            self.select(over, self.sub(quotient, self.const(y.kind, 1)), quotient),
            self.select(over, self.add(rest, y), rest),
        )

    # Bits. Shift counts must be less than the width.
    def and_(self, x: Value, y: Value) -> Value:
        return self._binary("and", x, y)

    def or_(self, x: Value, y: Value) -> Value:
        return self._binary("or", x, y)

    def xor(self, x: Value, y: Value) -> Value:
        return self._binary("xor", x, y)

    def not_(self, x: Value) -> Value:
        return self.xor(x, self.const(x.kind, -1))

    def shl(self, x: Value, y: Value) -> Value:
        return self._binary("shl", x, y)

    def shr(self, x: Value, y: Value) -> Value:
        """Shift right: copies of the sign enter signed kinds, zeros enter unsigned kinds."""
        return self._binary("shr", x, y)

    # Comparisons are false when an operand is NaN, except `ne`.
    def eq(self, x: Value, y: Value) -> Value:
        return self._compare("eq", x, y)

    def ne(self, x: Value, y: Value) -> Value:
        return self._compare("ne", x, y)

    def lt(self, x: Value, y: Value) -> Value:
        return self._compare("lt", x, y)

    def le(self, x: Value, y: Value) -> Value:
        return self._compare("le", x, y)

    def gt(self, x: Value, y: Value) -> Value:
        return self._compare("gt", x, y)

    def ge(self, x: Value, y: Value) -> Value:
        return self._compare("ge", x, y)

    def isnan(self, x: Value) -> Value:
        if dtypes.CLASSES[x.kind] != "floating":
            return self.const("bool", False)
        return self.emit("isnan", x.kind, "bool", x)

    def select(self, condition: Value, x: Value, y: Value) -> Value:
        """x where the condition holds, otherwise y; both are computed."""
        if condition.kind != "bool" or x.kind != y.kind:
            raise TypeError(
                f"select needs a bool and two operands of one kind, not {condition.kind}, {x.kind}, {y.kind}"
            )
        return self.emit("select", x.kind, x.kind, condition, x, y)

    # Functions that processors have instructions for.
    def sqrt(self, x: Value) -> Value:
        return self._unary("sqrt", x)

    def abs(self, x: Value) -> Value:
        return x if dtypes.CLASSES[x.kind] in ("unsigned", "boolean") else self._unary("abs", x)

    def floor(self, x: Value) -> Value:
        return self._unary("floor", x)

    def ceil(self, x: Value) -> Value:
        return self._unary("ceil", x)

    def trunc(self, x: Value) -> Value:
        return self._unary("trunc", x)

    def round_even(self, x: Value) -> Value:
        """The nearest integer, ties to even."""
        return self._unary("round_even", x)

    def copysign(self, x: Value, y: Value) -> Value:
        """The magnitude of x with the sign of y.

        Written with bits: LLVM moves its own copysign past conversions, and ends up converting double to half.
        """
        if x.kind != y.kind:
            raise TypeError(f"copysign needs two operands of one kind, not {x.kind} and {y.kind}")
        integer = "uint32" if x.kind == "float" else "uint64"
        mask = self.const(integer, (1 << dtypes.bits(integer) - 1) - 1)
        return self.with_sign(self.bitcast(x.kind, self.and_(self.bitcast(integer, x), mask)), y)

    def with_sign(self, x: Value, y: Value) -> Value:
        """x, which must not be negative, with the sign of y: one step less than `copysign`."""
        integer = "uint32" if x.kind == "float" else "uint64"
        sign = self.and_(self.bitcast(integer, y), self.const(integer, 1 << dtypes.bits(integer) - 1))
        return self.bitcast(x.kind, self.or_(self.bitcast(integer, x), sign))

    def fma(self, x: Value, y: Value, z: Value) -> Value:
        """x * y + z, rounded once."""
        return self.emit("fma", x.kind, x.kind, x, y, z)

    def min(self, x: Value, y: Value) -> Value:
        """The smaller one. If one is NaN: the other."""
        return self._binary("min", x, y)

    def max(self, x: Value, y: Value) -> Value:
        """The larger one. If one is NaN: the other."""
        return self._binary("max", x, y)

    def minimum(self, x: Value, y: Value) -> Value:
        """The smaller one. If one is NaN: NaN."""
        return self._binary("minimum", x, y)

    def maximum(self, x: Value, y: Value) -> Value:
        """The larger one. If one is NaN: NaN."""
        return self._binary("maximum", x, y)

    # Conversions.
    def bitcast(self, kind: str, x: Value) -> Value:
        """The same bits as another kind of the same width."""
        if kind == x.kind:
            return x
        if dtypes.SIZES[kind] != dtypes.SIZES[x.kind] or "bool" in (kind, x.kind):
            raise TypeError(f"the bits of {x.kind} are not those of a {kind}")
        return self.emit("bitcast", x.kind, kind, x)

    def to_floating(self, kind: str, x: Value) -> Value:
        """Any number as float or double, rounded to nearest even."""
        return x if kind == x.kind else self.emit("to_floating", x.kind, kind, x)

    def to_integer(self, kind: str, x: Value) -> Value:
        """Bool or integer: wrapped to the width. Floating: truncated; the caller guarantees that it is in range."""
        return x if kind == x.kind else self.emit("to_integer", x.kind, kind, x)

    def convert(self, kind: str, x: Value) -> Value:
        """Any kind to any other by the rules of tensors, defined for every value.

        Floating-point numbers out of range, infinities and NaN become the minimum of int32 if the target has at most
        32 signed or 16 unsigned bits, otherwise the minimum of int64, and then wrap. This is what x86 instructions,
        and so NumPy, give.
        """
        if kind == x.kind:
            return x
        target, source = dtypes.CLASSES[kind], dtypes.CLASSES[x.kind]
        if target == "boolean":
            return self.ne(x, self.const(x.kind, 0))
        if target == "floating":
            return self.to_floating(kind, x)
        if source != "floating":
            return self.to_integer(kind, x)
        if kind == "uint64":
            return self._floating_to_uint64(x)
        wide = "int64" if kind in ("int64", "uint32") else "int32"
        lowest = self.const(x.kind, dtypes.limits(wide)[0])
        in_range = self.lt(self.abs(x), self.const(x.kind, -dtypes.limits(wide)[0]))
        return self.to_integer(kind, self.to_integer(wide, self.select(in_range, x, lowest)))

    def _floating_to_uint64(self, x: Value) -> Value:
        # Shift the upper half of the range into the lower half, and set the highest bit afterwards.
        half_range = self.const(x.kind, 1 << 63)
        upper = self.ge(x, half_range)
        lower = self.convert("int64", self.select(upper, self.sub(x, half_range), x))
        high = self.select(upper, self.const("int64", -(1 << 63)), self.const("int64", 0))
        return self.to_integer("uint64", self.or_(lower, high))


# --- The bits of numbers -----------------------------------------------------------------------------------------


class Layout(NamedTuple):
    """The bits of a kind of floating-point number."""

    integer: str
    mantissa: int
    bias: int

    @property
    def shifter(self) -> float:
        """Adding this number rounds to an integer, and leaves the integer in the low bits."""
        return 1.5 * 2.0**self.mantissa


LAYOUTS = {"float": Layout("uint32", 23, 127), "double": Layout("uint64", 52, 1023)}
