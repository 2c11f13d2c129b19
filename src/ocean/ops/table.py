"""The operation table: one row per elementwise operation, its arithmetic written once over the builder.

From a row come the kernels for every dtype and layout, the operator of tensors and scalars, and the public function.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ocean.core.dtypes import DTYPE_LIST, common, dtype
from ocean.kernels import ARITHMETIC, Arithmetic
from ocean.kernels import complex as parts
from ocean.kernels.builder import Builder, Value
from ocean.kernels.program import Function

BOOL = DTYPE_LIST[0]

Types = Callable[[tuple[dtype, ...]], tuple[dtype, dtype]]
"""From the dtypes of the operands to the dtype in which the row computes, and the dtype of its result."""


@dataclass(frozen=True, slots=True)
class Row:
    """One operation: its name, number of operands, typing rule, and whether scalars show it as an operator."""

    name: str
    arity: int
    types: Types
    doc: str = ""


ROWS: dict[str, Row] = {}


def row(name: str, arity: int, types: Types, doc: str = "", **arithmetic: Function | Callable[[str], str]) -> None:
    """Enter a row: `real`, `integer`, `boolean` and `complex` are its arithmetic for each class of dtype."""
    ARITHMETIC[name] = Arithmetic(**arithmetic)  # type: ignore[arg-type]
    ROWS[name] = Row(name, arity, types, doc)


def in_common(dtypes: tuple[dtype, ...]) -> tuple[dtype, dtype]:
    """Computes in, and gives, the common dtype of the operands."""
    kind = common(*dtypes)
    return kind, kind


def compares(dtypes: tuple[dtype, ...]) -> tuple[dtype, dtype]:
    """Computes in the common dtype and gives bool."""
    return common(*dtypes), BOOL


def as_first(dtypes: tuple[dtype, ...]) -> tuple[dtype, dtype]:
    """Computes in, and gives, the dtype of the first operand."""
    return dtypes[0], dtypes[0]


def floor_divide(b: Builder, x: Value, y: Value) -> Value:
    """Integer division towards minus infinity; division by zero gives 0, and the smallest value by -1 wraps."""
    zero, one = b.const(x.kind, 0), b.const(x.kind, 1)
    by_zero = b.eq(y, zero)
    divisor = b.select(by_zero, one, y)
    if x.kind.startswith("uint"):
        return b.select(by_zero, zero, b.idiv(x, divisor))
    minus = b.eq(y, b.const(x.kind, -1))
    divisor = b.select(minus, one, divisor)
    quotient, rest = b.idiv(x, divisor), b.irem(x, divisor)
    differs = b.and_(b.ne(rest, zero), b.lt(b.xor(rest, divisor), zero))
    quotient = b.select(differs, b.sub(quotient, one), quotient)
    return b.select(by_zero, zero, b.select(minus, b.sub(zero, x), quotient))


row("copy", 1, as_first, "The elements themselves.", real=lambda b, x: x, complex=lambda b, x: x)
row(
    "add", 2, in_common, "Elementwise addition.",
    real=lambda b, x, y: b.add(x, y), boolean=lambda b, x, y: b.or_(x, y), complex=parts.add,
)  # fmt: skip
row(
    "subtract", 2, in_common, "Elementwise subtraction (bool: exclusive or).",
    real=lambda b, x, y: b.sub(x, y), boolean=lambda b, x, y: b.xor(x, y), complex=parts.sub,
)  # fmt: skip
row(
    "scale", 2, in_common, "Elementwise multiplication.",
    real=lambda b, x, y: b.mul(x, y), boolean=lambda b, x, y: b.and_(x, y), complex=parts.mul,
)  # fmt: skip
row(
    "divide", 2, in_common, "Elementwise division; integers round down, and division by zero gives 0.",
    real=lambda b, x, y: b.div(x, y), integer=floor_divide, boolean=lambda b, x, y: b.and_(x, y), complex=parts.div,
)  # fmt: skip
row("conj", 1, in_common, "The complex conjugate.", real=lambda b, x: x, complex=parts.conjugate)
row("square", 1, in_common, "The square.", real=lambda b, x: b.mul(x, x), complex=lambda b, x: parts.mul(b, x, x))
row(
    "fillNaN", 2, as_first, "The second operand where the first is NaN, else the first.",
    real=lambda b, x, y: b.select(b.isnan(x), y, x),
    complex=lambda b, x, y: parts.select(b, b.or_(b.isnan(x.re), b.isnan(x.im)), y, x),
)  # fmt: skip

for _name, _primitive, _doc in (
    ("equal", "eq", "Whether elements are equal."),
    ("notEqual", "ne", "Whether elements differ."),
    ("less", "lt", "Whether elements are less; complex numbers by real part, then by imaginary part."),
    ("lessEqual", "le", "Whether elements are less or equal; complex numbers by real part, then by imaginary part."),
    ("greater", "gt", "Whether elements are greater; complex numbers by real part, then by imaginary part."),
    ("greaterEqual", "ge", "Whether elements are greater or equal; complex numbers by real part, then imaginary part."),
):
    row(
        _name, 2, compares, _doc,
        real=lambda b, x, y, primitive=_primitive: getattr(b, primitive)(x, y),
        complex=getattr(parts, _primitive),
        result=lambda kind: "bool",
    )  # fmt: skip
