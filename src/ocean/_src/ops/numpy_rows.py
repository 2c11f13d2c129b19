"""Elementwise functions of arrays: the operations that run rows with a name in NumPy, by NumPy's rules.

The rows say which functions there are, with which dtypes and arithmetic (`numpy` and `theirs` in `table`). Lazy arrays
use the same rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.base.records import NamedTuple
from ocean._src.core.objects.description import broadcasts, description
from ocean._src.core.objects.description import common_size as find_common_size
from ocean._src.core.objects.dtypes import BOOL, DOUBLE, HALF, INT8, INT64, UINT64, common, dtype
from ocean._src.core.objects.tensor import ELEMENTS, REAL, make_operation
from ocean._src.core.objects.tensor import numpy_dtype as weak_dtype
from ocean._src.core.objects.tensor import operation as Operation
from ocean._src.core.objects.tensor import plan as Plan
from ocean._src.kernels.jobs import Elementwise, planned
from ocean._src.ops.dispatch import check_destination, plan_program
from ocean._src.ops.table import ROWS, Row, compares, typing_of
from ocean._src.ops.writer import Value, Writer

# --- The functions -----------------------------------------------------------------------------------------------


class Function(NamedTuple):
    """An elementwise function: the row that computes it, its other names, and whether it is public as it is."""

    row: str
    names: tuple[str, ...] = ()
    public: bool = True
    numbers: int = 1
    """How Python numbers are read: `numbers` of `make_operation`."""


def numbers_of(row: Row) -> int:
    """How a row reads Python numbers: see `numbers` of `make_operation`."""
    typing = row.types((INT8,) * row.arity)
    if typing.result is BOOL:
        return 2
    if typing.computing is DOUBLE:
        return 5 if row.types((HALF,) * row.arity).computing is DOUBLE else 4
    return 3 if typing.computing.isfloat else 1


FUNCTIONS: dict[str, Function] = {
    row.numpy or row.name.removeprefix("numpy "): Function(
        row.arrays, row.aliases, row.ufunc, numbers_of(ROWS[row.arrays])
    )
    for row in ROWS.values()
    if row.arrays
}
"""By NumPy's name; private ones serve functions of other names."""


# --- Plans -------------------------------------------------------------------------------------------------------


def shapes_text(operands: tuple[description, ...]) -> str:
    return " ".join(str(each.size[::-1]) for each in operands)


def common_size(operands: tuple[description, ...]) -> tuple[int, ...]:
    """The size to which the tensors of arrays are broadcast."""
    found = find_common_size({each.size: None for each in operands if each.ndims})
    if found is None:
        raise OceanValueError(f"operands could not be broadcast together with shapes {shapes_text(operands)}")
    return found


def rank(kind: dtype) -> int:
    return 3 if kind.iscomplex else 2 if kind.isfloat else 1 if kind.isnumber else 0


def same_kind(given: dtype, wanted: dtype) -> bool:
    """Whether a cast keeps the kind of number, or goes to a wider kind."""
    return rank(given) <= rank(wanted) and not (
        rank(given) == rank(wanted) == 1 and given.issigned and not wanted.issigned
    )


def check_cast(name: str, given: dtype, wanted: dtype, casting: str = "same_kind", what: str = "output") -> None:
    if not can_cast_kinds(given, wanted, casting):
        raise OceanTypeError(
            f"Cannot cast ufunc '{name}' {what} from {given.name} to {wanted.name} with casting rule '{casting}'"
        )


def can_cast_kinds(given: dtype, wanted: dtype, casting: str) -> bool:
    """Whether a casting rule of NumPy allows a cast."""
    if casting == "same_kind":
        return same_kind(given, wanted)
    if casting in ("no", "equiv"):
        return given is wanted
    if casting == "safe":
        return common(given, wanted) is wanted or (rank(given) == 1 and given.size == 8 and wanted.isfloat and
                                                   wanted.basetype.size == 8)  # fmt: skip
    if casting == "unsafe":
        return True
    if not isinstance(casting, str):
        raise OceanTypeError(f"casting must be a str, got {shown(casting)}")
    raise OceanValueError(f"casting must be one of 'no', 'equiv', 'safe', 'same_kind', 'unsafe', got {shown(casting)}")


def exactly(name: str, operands: Sequence[Any], to_unsigned: Any, combine: Any) -> Any:
    """Compare int64 with uint64 by value; no common dtype holds both. `combine(row, *operands)` runs a row."""
    (x, y), first_signed = operands, operands[0].dtype is INT64
    signed = x if first_signed else y
    below = combine("less", signed, 0)
    compared = combine(name, *((to_unsigned(x), y) if first_signed else (x, to_unsigned(y))))
    # the outcome where one is negative: it is the smaller one, and they differ
    holds = {"equal": False, "notEqual": True}.get(name, name.startswith("less") == first_signed)
    return combine("logicalOr" if holds else "logicalAnd", below if holds else combine("logicalNot", below), compared)


def mixed_signs(name: str, dtypes: tuple[dtype, ...]) -> bool:
    """Whether a row compares int64 with uint64."""
    return ROWS[name].types is compares and set(dtypes) == {INT64, UINT64}


def plan_function(name: str, inputs: tuple[description, ...], target: description | None, known: int) -> Plan:
    """The plan of a function for tensors of arrays, into a new result or a given one. `known`: the last operand is one
    of the row's constants, see `make_operation`."""
    entry = ROWS[FUNCTIONS[name].row]
    w = Writer(each.dtype for each in inputs)
    values: tuple[Value, ...] = w.inputs
    cost = entry.cost
    if known:
        constant, simpler = entry.constants[known % REAL - 1]
        constant = float(constant) if known & REAL else constant
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
    if not broadcasts(size, target.size):
        raise OceanValueError(
            f"non-broadcastable output operand with shape {target.size[::-1]} doesn't match the broadcast shape "
            f"{size[::-1]}"
        )
    spread = [each.broadcast(target.size)[1] for each in inputs]
    check_destination(target, spread)
    return planned(Elementwise((target, *spread), w.program(value.cast(target.dtype)), cost))


def operation_for(name: str) -> Operation:
    entry = FUNCTIONS[name]
    source = ROWS[entry.row]
    return make_operation(
        name, source.arity, lambda inputs, target, known: plan_function(name, inputs, target, known),
        constants=[constant for constant, _ in source.constants], conditions=source.conditions,
        numbers=entry.numbers, fits=ELEMENTS,
    )  # fmt: skip


ARRAY_OPERATIONS: dict[str, Operation] = {name: operation_for(name) for name in FUNCTIONS}
"""The operation of each function: its operands are the tensors of arrays, scalars and Python numbers."""
OPERATORS = {row.operator: ARRAY_OPERATIONS[row.numpy] for row in ROWS.values() if row.operator}
"""The operations of operators, by symbol: `*` of arrays is the row that is `@` of tensors."""
