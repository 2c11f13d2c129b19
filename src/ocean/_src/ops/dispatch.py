"""From operands to plans: dtypes and sizes are chosen here, once for every combination of descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ocean._src.base.errors import OceanError, OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.settings import need_broadcast, settings
from ocean._src.core.objects.description import (
    broadcasts,
    check_overlap,
    description,
    refuse_repeats,
    result_layout,
    size_text,
)
from ocean._src.core.objects.description import common_size as find_common_size
from ocean._src.core.objects.dtypes import common, dtype, scalar, weak_dtype
from ocean._src.core.objects.memory import device
from ocean._src.core.objects.tensor import ELEMENTS, REAL, call_operation, make_operation, tensor
from ocean._src.core.objects.tensor import operation as Operation
from ocean._src.core.objects.tensor import plan as Plan
from ocean._src.kernels import Program
from ocean._src.kernels.dtypes import BY_NAME
from ocean._src.kernels.jobs import Elementwise, planned
from ocean._src.kernels.llvm import host as _host  # noqa: F401  the host plans jobs

from .table import ROWS, Row, Typing, typing_of
from .writer import Writer

# --- Sizes -------------------------------------------------------------------------------------------------------


def broadcast_size(operands: Sequence[description]) -> tuple[int, ...]:
    """The size that all operands can be broadcast to; dimensions are padded on the right."""
    return common_size(*(each.size for each in operands if each.ndims))


def joint_size(operands: Sequence[description]) -> tuple[int, ...]:
    """The common size of operands that were checked before: they may be broadcast."""
    return found_size({each.size: None for each in operands if each.ndims})


def common_size(*given: tuple[int, ...]) -> tuple[int, ...]:
    """The size to which all given sizes can be broadcast."""
    sizes = dict.fromkeys(given)
    if len(sizes) > 1:
        need_broadcast(*sizes, problem="Mismatch in tensor dimensions")
    return found_size(sizes)


def found_size(sizes: dict[tuple[int, ...], None]) -> tuple[int, ...]:
    result = find_common_size(sizes)
    if result is None:
        text = f"Incompatible sizes in broadcast: {' and '.join(map(size_text, sizes))}"
        if find_common_size({size[::-1]: None for size in sizes}) is not None:
            row = next((size for size in sizes if len(size) == 1), None)
            hint = f"a vector is a column: its transpose t.T is a row of size 1x{row[0]}" if row else "transpose both"
            text += f"; dimensions are added on the right, and {hint}"
        raise OceanValueError(text)
    return result


# --- Destinations ------------------------------------------------------------------------------------------------


def check_destination(target: description, inputs: Sequence[description]) -> None:
    """A destination may repeat elements (stride zero) only where the inputs repeat theirs; nothing else overlaps."""
    if check_overlap(target, True):
        for axis, stride in enumerate(target.strides):
            if stride == 0 and target.size[axis] > 1 and any(each.strides[axis] for each in inputs):
                refuse_repeats()


def fit_to(target: description, size: tuple[int, ...], operands: Sequence[description]) -> list[description]:
    """Broadcast operands to a given result, which must be large enough and must not overlap itself."""
    if target.size != size:
        if not broadcasts(size, target.size):
            raise OceanValueError(
                f"The destination tensor has size {size_text(target.size)}, expected {size_text(size)}"
            )
        if size:
            need_broadcast(size, target.size)
    inputs = [each.broadcast(target.size)[1] for each in operands]
    check_destination(target, inputs)
    return inputs


# --- Dtypes ------------------------------------------------------------------------------------------------------


def check_types(dtypes: tuple[dtype, ...], expected: tuple[dtype, ...]) -> None:
    """With automatic type casting disabled, tensors must have the dtype in which the operation computes."""
    if not settings.auto_typecast and dtypes != expected:
        raise OceanTypeError("Tensor data type mismatch (automatic type casting is disabled)")


def check_casts(typing: Typing, dtypes: tuple[dtype, ...]) -> None:
    """Check the operands that meet in a common dtype; those that the operation converts may have any dtype."""
    meeting = [k for k in range(len(dtypes)) if k not in typing.converted]
    check_types(tuple(dtypes[k] for k in meeting), tuple(typing.operands[k] for k in meeting))


# --- Plans -------------------------------------------------------------------------------------------------------


def check_inputs(program: Program, operands: Sequence[description]) -> None:
    """Check dtypes again: they were read before the operands were held, and another thread may have changed them."""
    if tuple(each.dtype.spelling for each in operands) != program.inputs:
        raise OceanError("A tensor was changed while it was used")


def plan_program(
    program: Program,
    operands: tuple[description, ...],
    kind: dtype,
    target: description | None,
    cost: int = 1,
    size: tuple[int, ...] | None = None,
) -> Plan:
    """The plan of a program with one output, into a new result of a dtype or a given one. `size` is the
    size of the broadcast operands, if that was checked before."""
    check_inputs(program, operands)
    size = broadcast_size(operands) if size is None else size
    if target is not None:
        return planned(Elementwise((target, *fit_to(target, size, operands)), program, cost))
    inputs = [each.broadcast(size)[1] for each in operands]
    leading = [each for each in operands if each.size == size and each.nelem > 1]
    result = result_layout(kind, size, leading, device_of(operands))
    return planned(Elementwise((result, *inputs), program, cost))


def device_of(operands: Sequence[description]) -> device:
    """The device that does the work: another one than the host if an operand is there."""
    return next((each.device for each in operands if not each.device.host), operands[0].device)


def plan_row(row: Row, operands: tuple[description, ...], target: description | None, known: int = 0) -> Plan:
    """The plan of a row for operands with these descriptions, into a new result or a given one. `known`: the last
    operand is one of the row's constants, see `make_operation`."""
    w = Writer(each.dtype for each in operands)
    values, simpler = w.inputs, row.name
    if known:
        constant, simpler = row.constants[known % REAL - 1]
        constant = float(constant) if known & REAL else constant
        first = operands[0].dtype
        kind = operands[-1].dtype if len(operands) == row.arity else common(weak_dtype(constant, first), first)
        values = (*w.inputs[: row.arity - 1], w.constant(constant, kind))
    dtypes = tuple(each.dtype for each in values)
    typing = typing_of(row, dtypes)
    if row.arity > 1:
        check_casts(typing, dtypes)
    # round the result to its own dtype before the cast to the stored dtype
    program = w.program(w.row(row.name, *values).cast(typing.result if target is None else target.dtype))
    try:
        return plan_program(program, operands, typing.result, target, ROWS[simpler].cost)
    except OceanValueError as error:
        if row.operator == "@" and len(operands) == 2 and operands[0].size[1:2] == operands[1].size[:1]:
            raise OceanValueError(f"{error}; @ multiplies elements, * multiplies matrices") from None
        raise


def make_operations() -> dict[str, Operation]:
    return {
        name: make_operation(
            name,
            row.arity,
            lambda inputs, result, known, row=row: plan_row(row, inputs, result, known),
            row.domain is not None,
            # private rows are for lazy arrays, which find constant powers themselves (array/ufuncs.py)
            constants=[constant for constant, _ in row.constants if row.public],
            conditions=row.conditions,
            fits=ELEMENTS,
        )
        for name, row in ROWS.items()
    }


OPERATIONS: dict[str, Operation] = make_operations()


# --- Programs of several steps -----------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def program_operation(program: Program) -> Operation:
    """The elementwise operation of a program with one output."""
    kind = BY_NAME[program.dtypes()[program.outputs[0]]]
    return make_operation(
        "program",
        len(program.inputs),
        lambda inputs, result, _: plan_program(program, inputs, kind, result),
        fits=ELEMENTS,
    )


def run_program(program: Program, operands: Sequence[tensor | scalar]) -> Any:
    """Run an elementwise program with one output; the result is a scalar if all operands are scalars."""
    return call_operation(program_operation(program), tuple(operands))
