"""The operation table: one row per elementwise operation, its arithmetic written once over the builder.

From a row come the kernels for every dtype and layout, the operator of tensors and scalars, the public function with
its optional math mode and result, and the check of its domain. The rows stand in `arithmetic` and `mathematics`.
"""

from __future__ import annotations

import operator as operators
from collections.abc import Callable
from typing import Any

from ocean._src.base.errors import OceanTypeError
from ocean._src.base.records import NamedTuple
from ocean._src.core.objects.dtypes import DTYPE_LIST, common, dtype
from ocean._src.kernels import ARITHMETIC, Arithmetic

(BOOL, UINT8, UINT16, UINT32, UINT64, INT8, INT16, INT32, INT64,
 HALF, FLOAT, DOUBLE, CHALF, CFLOAT, CDOUBLE) = DTYPE_LIST  # fmt: skip


class Typing(NamedTuple):
    """What each operand is cast to, the dtype in which the row computes, and the dtype of the result.

    `converted` are the places of operands that the operation converts by its definition, such as the number of bits
    of a shift: they are cast even where automatic type casting is disabled.
    """

    operands: tuple[dtype, ...]
    computing: dtype
    result: dtype
    converted: tuple[int, ...] = ()


Types = Callable[[tuple[dtype, ...]], Typing]


class Domain(NamedTuple):
    """Where a function of real numbers is defined: what is required, of which function, and the arithmetic
    `violates(b, *operands)` that finds elements outside."""

    requirement: str
    function: str
    violates: Callable[..., Any]

    def tensor_message(self) -> str:
        return f"Tensor elements must be {self.requirement} for {self.function}"

    def scalar_message(self) -> str:
        return f"Input argument to {self.function} must be {self.requirement}"


class Row(NamedTuple):
    """One operation: name, number of operands, typing rule, domain, and how much longer than an addition it takes.

    `operator` is how Python writes it (a key of OPERATORS); `numpy` and `array_api` are its names in NumPy and in the
    array API standard 2025.12. Each is "" where there is none. `constants` are numbers that the last operand may be,
    with the row whose arithmetic is then done on the other operands. So many operands in front are `conditions`:
    a Python number takes its dtype beside the others.
    """

    name: str
    arity: int
    types: Types
    doc: str = ""
    domain: Domain | None = None
    cost: int = 1
    public: bool = True
    operator: str = ""
    numpy: str = ""
    array_api: str = ""
    constants: tuple[tuple[float, str], ...] = ()
    conditions: int = 0


ROWS: dict[str, Row] = {}

OPERATORS: dict[str, Callable[..., Any]] = {
    "<": operators.lt, "<=": operators.le, "==": operators.eq, "!=": operators.ne, ">": operators.gt,
    ">=": operators.ge, "+": operators.add, "-": operators.sub, "*": operators.mul, "@": operators.matmul,
    "/": operators.truediv, "//": operators.floordiv, "%": operators.mod, "**": operators.pow, "&": operators.and_,
    "|": operators.or_, "^": operators.xor, "<<": operators.lshift, ">>": operators.rshift, "-x": operators.neg,
    "+x": operators.pos, "abs(x)": operators.abs, "~x": operators.invert,
}  # fmt: skip
"""Python's operators, as rows name them."""


def row(
    name: str,
    arity: int,
    types: Types,
    doc: str = "",
    *,
    real: Callable[..., Any] | None = None,
    integer: Callable[..., Any] | None = None,
    boolean: Callable[..., Any] | None = None,
    complex: Callable[..., Any] | None = None,
    result: Callable[[str], str] | None = None,
    domain: Domain | None = None,
    cost: int = 1,
    public: bool = True,
    operator: str = "",
    numpy: str = "",
    array_api: str | None = None,
    constants: tuple[tuple[float, str], ...] = (),
    conditions: int = 0,
) -> None:
    """Enter a row: `real`, `integer`, `boolean` and `complex` are its arithmetic for each class of dtype.

    `boolean` falls back to `integer` and `integer` to `real`. `result` tells the dtype of what the arithmetic gives
    where it is not the dtype in which it computes. `array_api` is the same as `numpy` unless given.
    """
    ARITHMETIC[name] = Arithmetic(real, integer, boolean, complex, result)
    standard = numpy if array_api is None else array_api
    ROWS[name] = Row(name, arity, types, doc, domain, cost, public, operator, numpy, standard, constants,
                     conditions)  # fmt: skip
    if domain is not None:
        ARITHMETIC[violation(name)] = Arithmetic(domain.violates, result=gives_bool)


def gives_bool(kind: str) -> str:
    """The `result` of arithmetic that answers a question."""
    return "bool"


def violation(name: str) -> str:
    """The name of the arithmetic that tells which elements are outside a row's domain."""
    return f"{name} outside"


def typing_of(row: Row, dtypes: tuple[dtype, ...]) -> Typing:
    """The typing of a row for operands of these dtypes."""
    typing = row.types(dtypes)
    if ARITHMETIC[row.name].function(typing.computing.spelling) is None:
        raise OceanTypeError(unavailable(row.name).format(dtype=typing.computing.name))
    return typing


# --- Typing rules ------------------------------------------------------------------------------------------------


def in_common(dtypes: tuple[dtype, ...]) -> Typing:
    """Computes in, and gives, the common dtype of the operands."""
    kind = common(*dtypes)
    return Typing((kind,) * len(dtypes), kind, kind)


def compares(dtypes: tuple[dtype, ...]) -> Typing:
    """Computes in the common dtype and gives bool."""
    kind = common(*dtypes)
    return Typing((kind,) * len(dtypes), kind, BOOL)


def logical(dtypes: tuple[dtype, ...]) -> Typing:
    """Computes with the operands as bool."""
    return Typing((BOOL,) * len(dtypes), BOOL, BOOL, tuple(range(len(dtypes))))


def as_first(dtypes: tuple[dtype, ...]) -> Typing:
    """Computes in, and gives, the dtype of the first operand."""
    return Typing((dtypes[0],) * len(dtypes), dtypes[0], dtypes[0], tuple(range(1, len(dtypes))))


def floating(dtypes: tuple[dtype, ...]) -> Typing:
    """Computes in the common dtype if that is floating, else in double."""
    kind = common(*dtypes)
    kind = kind if kind.isfloat else DOUBLE
    return Typing((kind,) * len(dtypes), kind, kind)


def signed(dtypes: tuple[dtype, ...]) -> Typing:
    """Gives the smallest dtype that also holds the negative values."""
    kind = dtypes[0] if dtypes[0] is BOOL or dtypes[0].issigned else common(dtypes[0], INT8)
    return Typing((kind,), kind, kind)


def magnitude(dtypes: tuple[dtype, ...]) -> Typing:
    """Gives the dtype of the real part."""
    return Typing(dtypes, dtypes[0], dtypes[0].basetype)


def only(rule: Types, allowed: Callable[[dtype], bool], message: str) -> Types:
    """A typing rule that refuses dtypes; the message may use {dtype} for the first one that it refuses."""

    def checked(dtypes: tuple[dtype, ...]) -> Typing:
        for each in dtypes:
            if not allowed(each):
                raise OceanTypeError(message.format(dtype=each.name))
        return rule(dtypes)

    return checked


def unavailable(name: str) -> str:
    return f"The {name} function is not available for type {{dtype}} on CPU"


def not_bool(rule: Types, name: str) -> Types:
    return only(rule, lambda kind: kind is not BOOL, unavailable(name))


def not_complex(rule: Types, name: str) -> Types:
    return only(rule, lambda kind: not kind.iscomplex, f'Tensor "{name}" is not defined for complex data')
