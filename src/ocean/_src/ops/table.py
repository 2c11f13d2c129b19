"""The operation table: one row per elementwise operation, its arithmetic written once over the builder.

From a row come the kernels for every dtype and layout, the operator of tensors, scalars and arrays, the public function
with its optional math mode and result, the check of its domain, and the function of `ocean.numpy`. The rows stand in
`arithmetic`, `float_parts` and `mathematics`; those that draw numbers are in `random`.
"""

from __future__ import annotations

import operator as operators
from collections.abc import Callable

from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import Any
from ocean._src.base.records import NamedTuple, replaced
from ocean._src.core.objects.dtypes import BOOL, DOUBLE, INT8, common, dtype, floating_of
from ocean._src.kernels import ARITHMETIC, Arithmetic


class Typing(NamedTuple):
    """The dtypes to which operands are cast, the dtype in which the row computes, and the dtype of the result.

    `converted` are the places of operands that the operation converts by its definition, such as the number of bits
    of a shift: they are cast even where automatic type casting is disabled.
    """

    operands: tuple[dtype, ...]
    computing: dtype
    result: dtype
    converted: tuple[int, ...] = ()


Types = Callable[[tuple[dtype, ...]], Typing]


class Domain(NamedTuple):
    """Where a function of real numbers is defined: the requirement and the function in words, and the arithmetic
    `violates(b, *operands)` that finds elements outside."""

    requirement: str
    function: str
    violates: Callable[..., Any]

    def tensor_message(self) -> str:
        return f"Tensor elements must be {self.requirement} for {self.function}"

    def scalar_message(self) -> str:
        return f"Input argument to {self.function} must be {self.requirement}"


Constants = tuple[tuple[float, str], ...]
"""Constants of the last operand, each with the row that then computes the result from the other operands."""


class Theirs(NamedTuple):
    """What NumPy's function has where it differs from the row: its typing rule, the dtypes that it refuses (words of
    REFUSED), its arithmetic for classes of dtype, constants, the first line of its help.

    `ufunc` is False if another function of `ocean.numpy`, with more arguments, calls it. `title` is its name in errors,
    if that differs.
    """

    types: Types | None = None
    refuses: str = ""
    doc: str = ""
    real: Callable[..., Any] | None = None
    integer: Callable[..., Any] | None = None
    boolean: Callable[..., Any] | None = None
    complex: Callable[..., Any] | None = None
    constants: Constants | None = None
    ufunc: bool = True
    title: str = ""


class Row(NamedTuple):
    """One operation: name, number of operands, typing rule, domain, and how much longer than an addition it takes.

    `operator` is how Python writes it (a key of OPERATORS); `numpy` and `array_api` are its names in NumPy and in the
    array API standard 2025.12, "" if it has none; `aliases` are its other names in NumPy. The first `conditions`
    operands do not count for the dtype of Python numbers. `arrays` is the row for arrays: itself, or a private row
    where NumPy's rules differ; "" if arrays have none. `ufunc` tells whether the function of arrays is public as it is.
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
    constants: Constants = ()
    conditions: int = 0
    aliases: tuple[str, ...] = ()
    arrays: str = ""
    ufunc: bool = False


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
    short: Callable[[str], Callable[..., Any]] | None = None,
    result: Callable[[str], str] | None = None,
    domain: Domain | None = None,
    cost: int = 1,
    public: bool = True,
    operator: str = "",
    numpy: str = "",
    array_api: str | None = None,
    constants: Constants = (),
    conditions: int = 0,
    aliases: tuple[str, ...] = (),
    theirs: Theirs | None = None,
) -> None:
    """Enter a row: `real`, `integer`, `boolean` and `complex` are its arithmetic for each class of dtype.

    `boolean` falls back to `integer` and `integer` to `real`. `short(dtype)` replaces `real` for a 16-bit float,
    which arrives as float, if the arithmetic depends on the dtype. `result` gives the dtype of the outcome if it is not
    the computing dtype. `array_api` is the same as `numpy` unless given. A row with a name in NumPy, or with `theirs`,
    is a function of arrays. Rules of NumPy's own make a private row, whose name begins with "numpy".
    """
    own = Arithmetic(real, integer, boolean, complex, result, short)
    ARITHMETIC[name] = own
    standard = numpy if array_api is None else array_api
    also = (*aliases, standard) if standard not in (*aliases, numpy, "") else aliases
    arrays = enter_theirs(name, arity, types, doc, own, cost, constants, conditions, numpy, theirs)
    ROWS[name] = Row(name, arity, types, doc, domain, cost, public, operator, numpy, standard, constants, conditions,
                     also, arrays, bool(numpy) and (theirs is None or theirs.ufunc))  # fmt: skip
    if domain is not None:
        ARITHMETIC[violation(name)] = Arithmetic(domain.violates, result=gives_bool)


def enter_theirs(
    name: str, arity: int, types: Types, doc: str, own: Arithmetic, cost: int, constants: Constants, conditions: int,
    numpy: str, theirs: Theirs | None,
) -> str:  # fmt: skip
    """The name of the row for arrays; enters a private row if NumPy's rules differ."""
    if theirs is None:
        return name if numpy else ""
    changed = {part: getattr(theirs, part) for part in ("real", "integer", "boolean", "complex")}
    changed = {part: function for part, function in changed.items() if function is not None}
    if theirs.types is None and not theirs.refuses and not changed:
        return name
    made = f"numpy {numpy or name}"
    rule = refusing(theirs.title or numpy or name, theirs.types or types, theirs.refuses)
    ARITHMETIC[made] = replaced(own, **changed)
    ROWS[made] = Row(made, arity, rule, theirs.doc or doc, cost=cost, public=False, conditions=conditions,
                     constants=constants if theirs.constants is None else theirs.constants)  # fmt: skip
    return made


def gives_bool(kind: str) -> str:
    """The `result` of predicates."""
    return "bool"


def violation(name: str) -> str:
    """The name of the arithmetic that finds elements outside the domain of a row."""
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


# --- NumPy's typing rules ----------------------------------------------------------------------------------------


def floating_for(kind: dtype) -> dtype:
    """The smallest floating dtype that holds an integer dtype (32 and 64 bits: double)."""
    return floating_of(kind)


def number_for(kind: dtype) -> dtype:
    """Booleans are the integers 0 and 1, of 8 bits."""
    return INT8 if kind is BOOL else kind


def in_numbers(dtypes: tuple[dtype, ...]) -> Typing:
    """Computes in, and gives, the common dtype, which is not bool."""
    return in_common((number_for(common(*dtypes)),) * len(dtypes))


def as_it_is(dtypes: tuple[dtype, ...]) -> Typing:
    """Computes in, and gives, the dtype of the only operand, also where tensors give another."""
    return Typing(dtypes, dtypes[0], dtypes[0])


def in_small_floats(rule: Types) -> Types:
    """A typing rule for operands after a cast of each to the smallest floating dtype that holds it."""
    return lambda dtypes: rule(tuple(floating_for(each) for each in dtypes))


SMALL_FLOATS = Theirs(in_small_floats(floating))
"""NumPy's column of rows that compute in floating point."""
SMALL_REALS = SMALL_FLOATS._replace(refuses="complex")
"""NumPy's column of rows of real numbers that compute in floating point."""

REFUSED: dict[str, Callable[[tuple[dtype, ...]], bool]] = {
    "bool": lambda dtypes: all(each is BOOL for each in dtypes),
    "complex": lambda dtypes: any(each.iscomplex for each in dtypes),
    "float": lambda dtypes: any(each.isfloat for each in (*dtypes, common(*dtypes))),
}
"""Dtypes that functions of arrays refuse: bool (if all operands are bool), complex numbers, all but integers."""


def refusing(name: str, rule: Types, words: str) -> Types:
    """A typing rule that refuses dtypes, as NumPy does."""
    tests = [REFUSED[word] for word in words.split()]

    def checked(dtypes: tuple[dtype, ...]) -> Typing:
        if any(refused(dtypes) for refused in tests):
            given = ", ".join(each.name for each in dtypes)
            raise OceanTypeError(f"ufunc '{name}' not supported for the input types ({given})")
        return rule(dtypes)

    return checked if tests else rule
