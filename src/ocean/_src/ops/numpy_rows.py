"""Elementwise functions by NumPy's names: which row each is, with which dtypes, and the operations that run them.

A function takes a row of the operation table as it is, or one of its own: the same arithmetic under NumPy's typing
rule, or arithmetic that is NumPy's. Such rows are private; their names begin with "numpy". Lazy arrays use the same
rows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.records import NamedTuple
from ocean._src.core.objects import description as layout
from ocean._src.core.objects import tensor as core
from ocean._src.core.objects.description import description
from ocean._src.core.objects.dtypes import common, dtype
from ocean._src.core.objects.tensor import numpy_dtype as weak_dtype
from ocean._src.kernels import ARITHMETIC
from ocean._src.kernels import complex as parts
from ocean._src.kernels import dtypes as kinds
from ocean._src.kernels.builder import Builder, Complex
from ocean._src.kernels.builder import Value as Register
from ocean._src.kernels.jobs import Elementwise, planned
from ocean._src.ops.arithmetic import (
    bits_of,
    boolean_power,
    complex_power,
    componentwise,
    integer_inverse,
    real_floor_divide,
    real_isinf,
    real_isnan,
    real_sign,
)
from ocean._src.ops.complexmath import complex_sqrt
from ocean._src.ops.dispatch import OPERATIONS, check_destination, plan_program, plan_row
from ocean._src.ops.float_parts import ldexp as times_power
from ocean._src.ops.mathematics import logaddexp2
from ocean._src.ops.table import (
    BOOL,
    CDOUBLE,
    DOUBLE,
    FLOAT,
    HALF,
    INT8,
    INT16,
    INT64,
    ROWS,
    UINT8,
    UINT16,
    UINT64,
    Types,
    Typing,
    floating,
    in_common,
    row,
    typing_of,
)
from ocean._src.ops.writer import Value, Writer

# --- Typing rules ------------------------------------------------------------------------------------------------

FLOATING = {BOOL: HALF, UINT8: HALF, INT8: HALF, UINT16: FLOAT, INT16: FLOAT}


def floating_for(kind: dtype) -> dtype:
    """The smallest floating dtype that holds an integer dtype (64 bits: double)."""
    return kind if kind.isfloat else FLOATING.get(kind, DOUBLE)


def number_for(kind: dtype) -> dtype:
    """Booleans are the integers 0 and 1, of 8 bits."""
    return INT8 if kind is BOOL else kind


def in_numbers(dtypes: tuple[dtype, ...]) -> Typing:
    """Computes in, and gives, the common dtype, which is not bool."""
    return in_common((number_for(common(*dtypes)),) * len(dtypes))


def after(change: Callable[[dtype], dtype], rule: Types) -> Types:
    """A typing rule of operands that are cast first, each by itself."""
    return lambda dtypes: rule(tuple(change(each) for each in dtypes))


def unsupported(name: str, dtypes: tuple[dtype, ...]) -> OceanTypeError:
    shown = ", ".join(each.name for each in dtypes)
    return OceanTypeError(f"ufunc '{name}' not supported for the input types ({shown})")


def refuses(name: str, rule: Types, *, boolean: bool = False, complex: bool = False, real: bool = False) -> Types:
    """A typing rule that refuses some dtypes: bool (only if all operands are), complex, or all that are no integers."""

    def checked(dtypes: tuple[dtype, ...]) -> Typing:
        if (
            (boolean and all(each is BOOL for each in dtypes))
            or (complex and any(each.iscomplex for each in dtypes))
            or (real and any(each.isfloat for each in (*dtypes, common(*dtypes))))
        ):
            raise unsupported(name, dtypes)
        return rule(dtypes)

    return checked


def true_division(dtypes: tuple[dtype, ...]) -> Typing:
    """Integers are divided in double."""
    kind = common(*dtypes)
    return in_common((kind if kind.isfloat else DOUBLE,) * len(dtypes))


def as_it_is(dtypes: tuple[dtype, ...]) -> Typing:
    """Computes in, and gives, the dtype of the only operand, also where Ocean gives another."""
    return Typing(dtypes, dtypes[0], dtypes[0])


def angle_types(dtypes: tuple[dtype, ...]) -> Typing:
    kind = DOUBLE if dtypes[0] is BOOL else floating_for(dtypes[0])
    return Typing((kind,), kind, kind.basetype)


def float_power_types(dtypes: tuple[dtype, ...]) -> Typing:
    return in_common((CDOUBLE if any(each.iscomplex for each in dtypes) else DOUBLE,) * 2)


def short_power_types(dtypes: tuple[dtype, ...]) -> Typing:
    """Integers to small integer powers."""
    kind = number_for(common(*dtypes))
    return Typing((kind, INT16), kind, kind)


def counted_types(dtypes: tuple[dtype, ...]) -> Typing:
    kind = UINT8 if dtypes[0] is BOOL else dtypes[0]
    return Typing((kind,), kind, UINT8)


def ldexp_types(dtypes: tuple[dtype, ...]) -> Typing:
    kind = floating_for(dtypes[0])
    return Typing((kind, INT64), kind, kind, converted=(0, 1))


# --- Arithmetic that is NumPy's ----------------------------------------------------------------------------------


def complex_sign(b: Builder, x: Complex) -> Complex:
    """x / |x|; of infinite numbers the direction of the infinite part, NaN if both are."""
    from ocean._src.ops.arithmetic import complex_abs

    zero, infinity = b.const(x.re.kind, 0), b.const(x.re.kind, float("inf"))
    size = complex_abs(b, x)
    endless = b.eq(size, infinity)
    re_endless, im_endless = b.eq(b.abs(x.re), infinity), b.eq(b.abs(x.im), infinity)
    nothing = b.eq(size, zero)
    divisor = b.select(nothing, b.const(x.re.kind, 1), size)
    re = b.select(endless, b.select(re_endless, real_sign(b, x.re), zero), b.div(x.re, divisor))
    im = b.select(endless, b.select(im_endless, real_sign(b, x.im), zero), b.div(x.im, divisor))
    re, im = b.select(nothing, zero, re), b.select(nothing, zero, im)
    unknown = b.or_(b.and_(re_endless, im_endless), b.or_(b.isnan(x.re), b.isnan(x.im)))
    nan = b.const(x.re.kind, float("nan"))
    return Complex(b.select(unknown, nan, re), b.select(unknown, nan, im))


def floor_quotient(b: Builder, x: Register, y: Register) -> Register:
    """The quotient rounded down. Where an operand is infinite it is the quotient, as the array API standard has it."""
    infinity = b.const(x.kind, float("inf"))
    endless = b.or_(b.eq(b.abs(x), infinity), b.eq(b.abs(y), infinity))
    return b.select(endless, b.div(x, y), real_floor_divide(b, x, y))


def complex_sinc(b: Builder, x: Complex) -> Complex:
    """sin(pi x) / (pi x), and 1 at 0."""
    kind = x.re.kind
    factor, zero = b.const(kind, math.pi), b.const(kind, 0)
    y = Complex(b.mul(x.re, factor), b.mul(x.im, factor))
    sine = ARITHMETIC["sin"].complex
    assert sine is not None
    nothing = b.and_(b.eq(x.re, zero), b.eq(x.im, zero))
    quotient: Complex = parts.div(b, sine(b, y), y)
    result: Complex = parts.select(b, nothing, Complex(b.const(kind, 1), zero), quotient)
    return result


def complex_reciprocal(b: Builder, x: Complex) -> Complex:
    """1/x by the ratio of the smaller part to the larger one; NaN at 0."""
    one = b.const(x.re.kind, 1)
    keep = b.le(b.abs(x.im), b.abs(x.re))
    large, small = b.select(keep, x.re, x.im), b.select(keep, x.im, x.re)
    ratio = b.div(small, large)
    scale = b.add(large, b.mul(small, ratio))
    return Complex(b.div(b.select(keep, one, ratio), scale), b.div(b.neg(b.select(keep, ratio, one)), scale))


def power_with_zeros(b: Builder, x: Complex, y: Complex) -> Complex:
    """The power; 0 to a power is 0, 1 or NaN, and small integer powers are products that begin with 1, as NumPy's."""
    kind = x.re.kind
    zero, nan = b.const(kind, 0), b.const(kind, float("nan"))
    nothing, unit = Complex(zero, zero), Complex(b.const(kind, 1), zero)
    of_zero = parts.select(b, b.gt(y.re, zero), nothing, Complex(nan, nan))
    result = parts.select(b, parts.eq(b, x, nothing), of_zero, complex_power(b, x, y, True))
    return parts.select(b, parts.eq(b, y, nothing), unit, result)


def small_power(power: float) -> Any:
    """The same for a power that is known: products, one division, a square root."""

    def computed(b: Builder, x: Complex) -> Complex:
        kind = x.re.kind
        zero, nan = b.const(kind, 0), b.const(kind, float("nan"))
        nothing, unknown, unit = Complex(zero, zero), Complex(nan, nan), Complex(b.const(kind, 1), zero)
        if power == 0.5:  # the angle of an infinite number, times 0, is NaN
            root = complex_sqrt(b, x)
            lost = b.or_(real_isnan(b, x.re), real_isnan(b, x.im))
            endless = b.or_(real_isinf(b, x.re), real_isinf(b, x.im))
            found = parts.select(b, lost, unknown, Complex(root.re, b.add(root.im, zero)))
            found = parts.select(b, endless, Complex(b.const(kind, float("inf")), nan), found)
        elif power == -1:
            found = parts.div(b, unit, parts.mul(b, unit, x))
        else:
            found = parts.mul(b, x, x) if power == 2 else parts.mul(b, x, parts.mul(b, x, x))
        result: Complex = parts.select(b, parts.eq(b, x, nothing), unknown if power < 0 else nothing, found)
        return result

    return computed


def shifter(left: bool) -> Any:
    """Shift by an amount of the same dtype; amounts that are negative or too large shift everything out."""

    def shift(b: Builder, x: Register, y: Register) -> Register:
        nothing = b.const(x.kind, 0)
        signed = not x.kind.startswith("uint")
        within = b.lt(y, b.const(x.kind, kinds.bits(x.kind)))
        if signed:
            within = b.and_(within, b.ge(y, nothing))
        amount = b.select(within, y, nothing)
        rest = b.select(b.lt(x, nothing), b.const(x.kind, -1), nothing) if signed and not left else nothing
        return b.select(within, b.shl(x, amount) if left else b.shr(x, amount), rest)

    return shift


def integer_power(b: Builder, x: Register, y: Register) -> Register:
    """By squaring, with all bits of the power. Negative ones are refused, except in lazy arrays."""
    one, signed = b.const(x.kind, 1), not y.kind.startswith("uint")
    bits = bits_of(b, y, kinds.bits(y.kind) - signed)
    result, base = b.select(bits[0], x, one), x
    for has in bits[1:]:
        base = b.mul(base, base)
        result = b.mul(result, b.select(has, base, one))
    if not signed:
        return result
    return b.select(b.lt(y, b.const(y.kind, 0)), integer_inverse(b, x, bits[0], True), result)


def ldexp(b: Builder, x: Register, n: Register) -> Register:
    """x * 2 ** n, of any n: those beyond all exponents are as the largest and the smallest."""
    bound = b.const("int64", 1 << 20)
    return times_power(b, x, b.convert("int32", b.max(b.min(n, bound), b.neg(bound))))


def bit_count(b: Builder, x: Register) -> Register:
    """How many bits of the magnitude are set."""
    if not x.kind.startswith("uint"):
        x = b.convert(f"u{x.kind}", b.abs(x))
    one = b.const(x.kind, 1)
    total = b.and_(x, one)
    for place in range(1, kinds.bits(x.kind)):
        total = b.add(total, b.and_(b.shr(x, b.const(x.kind, place)), one))
    return total


# --- The table ---------------------------------------------------------------------------------------------------


class Function(NamedTuple):
    """An elementwise function: the row that computes it, and its other names."""

    row: str
    names: tuple[str, ...] = ()
    numbers: int = 1
    """What Python numbers are: `numbers` of `core.make_operation`."""


FUNCTIONS: dict[str, Function] = {}
"""By NumPy's name."""


PARTS = ("real", "integer", "boolean", "complex", "result")
"""Of the arithmetic of a row."""


def function(
    name: str, of: str, types: Types | None = None, *names: str, doc: str = "",
    constants: tuple[tuple[float, str], ...] | None = None, **arithmetic: Any,
) -> None:  # fmt: skip
    """Enter a function: a row as it is, the same arithmetic with other types, or arithmetic of its own."""
    base = ROWS[of]
    row_name = of
    if types is not None or arithmetic:
        row_name = f"numpy {name}"
        row(row_name, base.arity, types or base.types, doc or base.doc, public=False, cost=base.cost,
            constants=base.constants if constants is None else constants, conditions=base.conditions,
            **{**{each: getattr(ARITHMETIC[of], each) for each in PARTS}, **arithmetic})  # fmt: skip
        OPERATIONS[row_name] = row_operation(row_name)
    FUNCTIONS[name] = Function(row_name, names, numbers_of(name, of, row_name))


def numbers_of(name: str, of: str, row_name: str) -> int:
    """Whether integers out of range are compared (or are just not zero), or meet others as floating numbers; or
    whether numbers are doubles, because it computes in these."""
    if of in COMPARISONS or of in LOGICAL:
        return 2
    whole = (INT8,) * ROWS[row_name].arity
    computing = None if name == "where" else ROWS[row_name].types(whole).computing
    if computing is DOUBLE and ROWS[row_name].types((HALF,) * len(whole)).computing is DOUBLE:
        return 5
    return 4 if computing is DOUBLE else 3 if computing is not None and computing.isfloat else 1


def row_operation(name: str) -> core.operation:
    """The operation of a row of our own, for lazy arrays."""
    own = ROWS[name]
    return core.make_operation(
        name, own.arity, lambda inputs, result, known: plan_row(own, inputs, result, known), conditions=own.conditions,
        fits=core.ELEMENTS,
    )  # fmt: skip


LOGICAL = ("logicalAnd", "logicalOr", "logicalXor", "logicalNot")
COMPARISONS = {"equal": "eq", "notEqual": "ne", "less": "lt", "lessEqual": "le", "greater": "gt", "greaterEqual": "ge"}


def enter_all() -> None:
    for name, of, *names in (
        ("add", "add"), ("multiply", "scale"), ("maximum", "max"), ("minimum", "min"), ("fmax", "fmax"),
        ("fmin", "fmin"), ("absolute", "absolute", "abs"), ("logical_and", "logicalAnd"), ("logical_or", "logicalOr"),
        ("logical_xor", "logicalXor"), ("logical_not", "logicalNot"), ("equal", "equal"), ("not_equal", "notEqual"),
        ("less", "less"), ("less_equal", "lessEqual"), ("greater", "greater"), ("greater_equal", "greaterEqual"),
        ("isinf", "isinf"), ("isnan", "isnan"), ("isfinite", "isfinite"), ("isposinf", "isposinf"),
        ("isneginf", "isneginf"), ("where", "where"),
    ):  # fmt: skip
        function(name, of, None, *names)
    for name, of in (("subtract", "subtract"), ("positive", "copy")):
        function(name, of, refuses(name, in_common, boolean=True))
    function("negative", "negative", refuses("negative", as_it_is, boolean=True))
    function("sign", "sign", refuses("sign", as_it_is, boolean=True), complex=complex_sign)
    function("divide", "divide", true_division, "true_divide")
    function("floor_divide", "floorDivide", refuses("floor_divide", in_numbers, complex=True), real=floor_quotient)
    for name, of, *names in (("remainder", "mod", "mod"), ("fmod", "fmod")):
        function(name, of, refuses(name, in_numbers, complex=True), *names)
    for name, of, *names in (
        ("conjugate", "conj", "conj"), ("square", "square"),
    ):  # fmt: skip
        function(name, of, in_numbers, *names)
    function("reciprocal", "reciprocal", in_numbers, complex=complex_reciprocal)
    for number, of in ROWS["power"].constants:
        row(f"numpy power {number}", 1, ROWS[of].types, ROWS[of].doc, public=False, cost=ROWS[of].cost,
            **{**{each: getattr(ARITHMETIC[of], each) for each in PARTS}, "complex": small_power(number)})  # fmt: skip
    powers = tuple((number, f"numpy power {number}") for number, _ in ROWS["power"].constants)
    function("power", "power", in_numbers, "pow", constants=powers, integer=integer_power, boolean=boolean_power,
             complex=power_with_zeros)  # fmt: skip
    function("short power", "power", short_power_types)
    function("float_power", "power", float_power_types, constants=powers, complex=power_with_zeros)
    for name, of, *names in (
        ("left_shift", "bitshiftLeft", "bitwise_left_shift"), ("right_shift", "bitshiftRight", "bitwise_right_shift"),
    ):  # fmt: skip
        function(name, of, refuses(name, in_numbers, real=True), *names,
                 integer=shifter(name == "left_shift"))  # fmt: skip
    for name, of in (("bitwise_and", "bitwiseAnd"), ("bitwise_or", "bitwiseOr"), ("bitwise_xor", "bitwiseXor")):
        function(name, of, refuses(name, in_common, real=True))
    function("invert", "bitwiseNot", refuses("invert", in_common, real=True), "bitwise_not", "bitwise_invert")
    for name in ("gcd", "lcm"):
        function(name, name, refuses(name, in_common, real=True, boolean=True))
    function("bitwise_count", "bitwiseNot", refuses("bitwise_count", counted_types, real=True), integer=bit_count)
    for name in ("floor", "ceil", "trunc"):
        function(name, name, refuses(name, as_it_is, complex=True), *(("fix",) if name == "trunc" else ()))
    nearest = lambda b, x: b.round_even(x)  # noqa: E731
    function("rint", "round", after(floating_for, as_it_is), real=nearest, complex=componentwise(nearest))
    function("nearest", "round", as_it_is, real=nearest, complex=componentwise(nearest))
    for name, *names in (
        ("sqrt",), ("sin",), ("cos",), ("tan",), ("arcsin", "asin"), ("arccos", "acos"), ("arctan", "atan"), ("sinh",),
        ("cosh",), ("tanh",), ("arcsinh", "asinh"), ("arccosh", "acosh"), ("arctanh", "atanh"), ("exp",), ("exp2",),
        ("expm1",), ("log",), ("log2",), ("log10",), ("log1p",),
    ):  # fmt: skip
        function(name, name, after(floating_for, ROWS[name].types), *names)
    for name, *names in (
        ("cbrt",), ("fabs",), ("deg2rad", "radians"), ("rad2deg", "degrees"), ("arctan2", "atan2"), ("hypot",),
        ("copysign",), ("nextafter",), ("logaddexp",), ("heaviside",), ("signbit",),
    ):  # fmt: skip
        function(name, name, refuses(name, after(floating_for, ROWS[name].types), complex=True), *names)
    function("logaddexp2", "logaddexp", refuses("logaddexp2", after(floating_for, ROWS["logaddexp"].types),
             complex=True), doc="log2(2**A + 2**B), without overflow on the way.", real=logaddexp2)  # fmt: skip
    for name in ("mantissa", "exponent"):
        function(name, name, refuses("frexp", after(floating_for, ROWS[name].types), complex=True))
    function("ldexp", "ldexp", refuses("ldexp", ldexp_types, complex=True), real=ldexp)
    function("angle", "angle", angle_types)
    function("sinc", "sinc", floating, complex=complex_sinc)
    function("clip", "clip", in_common, complex=lambda b, x, low, high: limited(b, x, low, high))


def limited(b: Builder, x: Complex, low: Complex, high: Complex) -> Complex:
    smaller, larger = (ARITHMETIC[name].complex for name in ("min", "max"))
    assert smaller is not None and larger is not None
    result: Complex = smaller(b, larger(b, x, low), high)
    return result


enter_all()


# --- Plans -------------------------------------------------------------------------------------------------------


def shapes_text(operands: tuple[description, ...]) -> str:
    return " ".join(str(each.size[::-1]) for each in operands)


def common_size(operands: tuple[description, ...]) -> tuple[int, ...]:
    """The size of the tensors of arrays that are broadcast together."""
    found = layout.common_size({each.size: None for each in operands if each.ndims})
    if found is None:
        raise OceanValueError(f"operands could not be broadcast together with shapes {shapes_text(operands)}")
    return found


def rank(kind: dtype) -> int:
    return 3 if kind.iscomplex else 2 if kind.isfloat else 1 if kind.isnumber else 0


def same_kind(given: dtype, wanted: dtype) -> bool:
    """Whether a cast stays in the kind, or goes to a larger one."""
    return rank(given) <= rank(wanted) and not (
        rank(given) == rank(wanted) == 1 and given.issigned and not wanted.issigned
    )


def check_cast(name: str, given: dtype, wanted: dtype, casting: str = "same_kind", what: str = "output") -> None:
    if not can_cast_kinds(given, wanted, casting):
        raise OceanTypeError(
            f"Cannot cast ufunc '{name}' {what} from {given.name} to {wanted.name} with casting rule '{casting}'"
        )


def can_cast_kinds(given: dtype, wanted: dtype, casting: str) -> bool:
    """Whether a dtype may be cast to another by a rule."""
    if casting == "same_kind":
        return same_kind(given, wanted)
    if casting in ("no", "equiv"):
        return given is wanted
    if casting == "safe":
        return common(given, wanted) is wanted or (rank(given) == 1 and given.size == 8 and wanted.isfloat and
                                                   wanted.basetype.size == 8)  # fmt: skip
    if casting == "unsafe":
        return True
    raise OceanValueError(f"casting must be one of 'no', 'equiv', 'safe', 'same_kind', 'unsafe', got {shown(casting)}")


def exactly(name: str, operands: Sequence[Any], to_unsigned: Any, combine: Any) -> Any:
    """A comparison of int64 with uint64: by value, which no common dtype holds. `combine(row, *operands)` is a row."""
    (x, y), first_signed = operands, operands[0].dtype is INT64
    signed = x if first_signed else y
    below = combine("less", signed, 0)
    compared = combine(name, *((to_unsigned(x), y) if first_signed else (x, to_unsigned(y))))
    # what holds where one is negative: it is the smaller one, and they differ
    holds = {"equal": False, "notEqual": True}.get(name, name.startswith("less") == first_signed)
    return combine("logicalOr" if holds else "logicalAnd", below if holds else combine("logicalNot", below), compared)


def mixed_signs(name: str, dtypes: tuple[dtype, ...]) -> bool:
    """Whether a row compares int64 with uint64."""
    return name in COMPARISONS and set(dtypes) == {INT64, UINT64}


def plan_function(name: str, inputs: tuple[description, ...], target: description | None, known: int) -> core.plan:
    """The plan of a function for tensors of arrays, into a new result or a given one. `known`: the last operand is one
    of the row's constants, see `make_operation`."""
    entry = ROWS[FUNCTIONS[name].row]
    w = Writer(each.dtype for each in inputs)
    values: tuple[Value, ...] = w.inputs
    cost = entry.cost
    if known:
        constant, simpler = entry.constants[known % core.REAL - 1]
        constant = float(constant) if known & core.REAL else constant
        values = (*w.inputs[: entry.arity - 1], w.constant(constant, weak_dtype(constant, inputs[0].dtype)))
        cost = ROWS[simpler].cost
    dtypes = tuple(each.dtype for each in values)
    if mixed_signs(entry.name, dtypes):
        value = exactly(entry.name, values, lambda x: x.cast(UINT64), w.row)
    else:
        typing_of(entry, dtypes)
        value = w.row(entry.name, *values)
    result = value.dtype
    size = common_size(inputs)
    if target is None:
        return plan_program(w.program(value), inputs, result, None, cost, size)
    check_cast(name, result, target.dtype)
    if not layout.broadcasts(size, target.size):
        raise OceanValueError(
            f"non-broadcastable output operand with shape {target.size[::-1]} doesn't match the broadcast shape "
            f"{size[::-1]}"
        )
    spread = [each.broadcast(target.size)[1] for each in inputs]
    check_destination(target, spread)
    return planned(Elementwise((target, *spread), w.program(value.cast(target.dtype)), cost))


def operation_for(name: str) -> core.operation:
    entry = FUNCTIONS[name]
    source = ROWS[entry.row]
    return core.make_operation(
        name, source.arity, lambda inputs, target, known: plan_function(name, inputs, target, known),
        constants=[constant for constant, _ in source.constants], conditions=source.conditions,
        numbers=entry.numbers, fits=core.ELEMENTS,
    )  # fmt: skip


ARRAY_OPERATIONS: dict[str, core.operation] = {name: operation_for(name) for name in FUNCTIONS}
"""The operation of each function: its operands are the tensors of arrays, scalars and Python numbers."""
