"""From operands to plans: dtypes and sizes are chosen here, once for every combination of descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ocean._src.base.errors import OceanError, OceanTypeError, OceanValueError
from ocean._src.core.call.settings import need_broadcast, settings
from ocean._src.core.objects import description as layout
from ocean._src.core.objects import tensor as core
from ocean._src.core.objects.description import description, size_text
from ocean._src.core.objects.dtypes import common, dtype, scalar, weak_dtype
from ocean._src.core.objects.memory import device
from ocean._src.core.objects.tensor import tensor
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
    """The size of operands of which it was settled before that they may be broadcast."""
    return found_size({each.size: None for each in operands if each.ndims})


def common_size(*given: tuple[int, ...]) -> tuple[int, ...]:
    """The size that all of some sizes can be broadcast to."""
    sizes = dict.fromkeys(given)
    if len(sizes) > 1:
        need_broadcast(*sizes, problem="Mismatch in tensor dimensions")
    return found_size(sizes)


def found_size(sizes: dict[tuple[int, ...], None]) -> tuple[int, ...]:
    result = layout.common_size(sizes)
    if result is None:
        raise OceanValueError(f"Incompatible sizes in broadcast: {' and '.join(map(size_text, sizes))}")
    return result


# --- Destinations ------------------------------------------------------------------------------------------------


def check_destination(target: description, inputs: Sequence[description]) -> None:
    """A destination may repeat elements (stride zero) only where the inputs repeat theirs; nothing else overlaps."""
    if layout.check_overlap(target, True):
        for axis, stride in enumerate(target.strides):
            if stride == 0 and target.size[axis] > 1 and any(each.strides[axis] for each in inputs):
                layout.refuse_repeats()


def fit_to(target: description, size: tuple[int, ...], operands: Sequence[description]) -> list[description]:
    """The operands broadcast to a given result, which must be large enough and have no overlapping elements."""
    if target.size != size:
        if not layout.broadcasts(size, target.size):
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
    """Check the operands that meet in a common dtype; those that the operation converts may have any."""
    meeting = [k for k in range(len(dtypes)) if k not in typing.converted]
    check_types(tuple(dtypes[k] for k in meeting), tuple(typing.operands[k] for k in meeting))


# --- Plans -------------------------------------------------------------------------------------------------------


def check_inputs(program: Program, operands: Sequence[description]) -> None:
    """The dtypes of operands are read before they are held, so another thread may have changed them since."""
    if tuple(each.dtype.spelling for each in operands) != program.inputs:
        raise OceanError("A tensor was changed while it was used")


def plan_program(
    program: Program,
    operands: tuple[description, ...],
    kind: dtype,
    target: description | None,
    cost: int = 1,
    size: tuple[int, ...] | None = None,
) -> core.plan:
    """The plan of a program with one output, into a new result of a dtype or a given one. `size` is what the operands
    are broadcast to, if that is known to be allowed."""
    check_inputs(program, operands)
    size = broadcast_size(operands) if size is None else size
    if target is not None:
        return planned(Elementwise((target, *fit_to(target, size, operands)), program, cost))
    inputs = [each.broadcast(size)[1] for each in operands]
    leading = [each for each in operands if each.size == size and each.nelem > 1]
    result = layout.result_layout(kind, size, leading, device_of(operands))
    return planned(Elementwise((result, *inputs), program, cost))


def device_of(operands: Sequence[description]) -> device:
    """Where work on operands is done; those on other devices than the host's are not numbers."""
    return next((each.device for each in operands if not each.device.host), operands[0].device)


def plan_row(row: Row, operands: tuple[description, ...], target: description | None, known: int = 0) -> core.plan:
    """The plan of a row for operands with these descriptions, into a new result or a given one. `known`: the last
    operand is one of the row's constants, see `make_operation`."""
    w = Writer(each.dtype for each in operands)
    values, simpler = w.inputs, row.name
    if known:
        constant, simpler = row.constants[known % core.REAL - 1]
        constant = float(constant) if known & core.REAL else constant
        first = operands[0].dtype
        kind = operands[-1].dtype if len(operands) == row.arity else common(weak_dtype(constant, first), first)
        values = (*w.inputs[: row.arity - 1], w.constant(constant, kind))
    dtypes = tuple(each.dtype for each in values)
    typing = typing_of(row, dtypes)
    if row.arity > 1:
        check_casts(typing, dtypes)
    # the result is rounded to its own dtype before it is cast to what is stored
    program = w.program(w.row(row.name, *values).cast(typing.result if target is None else target.dtype))
    try:
        return plan_program(program, operands, typing.result, target, ROWS[simpler].cost)
    except OceanValueError as error:
        if row.operator == "@" and len(operands) == 2 and operands[0].size[1:2] == operands[1].size[:1]:
            raise OceanValueError(f"{error}; @ multiplies elements, * multiplies matrices") from None
        raise


def make_operations() -> dict[str, core.operation]:
    return {
        name: core.make_operation(
            name,
            row.arity,
            lambda inputs, result, known, row=row: plan_row(row, inputs, result, known),
            row.domain is not None,
            # lazy arrays, for which the private rows are, look for powers themselves (array/ufuncs.py)
            constants=[constant for constant, _ in row.constants if row.public],
            conditions=row.conditions,
            fits=core.ELEMENTS,
        )
        for name, row in ROWS.items()
    }


OPERATIONS: dict[str, core.operation] = make_operations()


# --- Programs of several steps -----------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def program_operation(program: Program) -> core.operation:
    """The operation that runs a program with one output, element by element."""
    kind = BY_NAME[program.dtypes()[program.outputs[0]]]
    return core.make_operation(
        "program",
        len(program.inputs),
        lambda inputs, result, _: plan_program(program, inputs, kind, result),
        fits=core.ELEMENTS,
    )


def run_program(program: Program, operands: Sequence[tensor | scalar]) -> Any:
    """Run a program with one output, element by element; a scalar if all operands are scalars."""
    return core.call(program_operation(program), tuple(operands))
