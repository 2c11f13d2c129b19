"""From operands to plans: dtypes and sizes are settled here, once for every combination of descriptions."""

from __future__ import annotations

from ocean.core import description as layout
from ocean.core import tensor as core
from ocean.core.description import description
from ocean.core.dtypes import dtype
from ocean.core.errors import OceanTypeError, OceanValueError
from ocean.core.memory import device
from ocean.core.settings import settings
from ocean.kernels import ARITHMETIC, Program, Step
from ocean.kernels.plans import elementwise

from . import arithmetic, mathematics  # noqa: F401  the rows
from .table import ROWS, Row, Typing


def broadcast_size(operands: tuple[description, ...]) -> tuple[int, ...]:
    """The size that all operands can be broadcast to; dimensions are padded on the right."""
    sizes = {each.size for each in operands if each.ndims}
    if len(sizes) <= 1:
        return next(iter(sizes), ())
    if not settings.auto_broadcast:
        raise OceanValueError(
            "Mismatch in tensor dimensions (automatic broadcasting of tensor dimensions is disabled)"
        )
    result = [1] * max(map(len, sizes))
    for size in sizes:
        for axis, length in enumerate(size):
            if length != 1:
                if result[axis] not in (1, length):
                    raise OceanValueError("Incompatible sizes in broadcast")
                result[axis] = length
    return tuple(result)


def result_layout(kind: dtype, size: tuple[int, ...], operands: list[description], where: device) -> description:
    """A new dense description that lies in memory in the order of the operands, column-major if they leave it open."""
    leading = [each for each in operands if each.size == size and each.nelem > 1]
    axes = range(len(size))
    if not leading or all(layout.layout_is_fortran(each) for each in leading):
        return layout.make(kind, size, "F", where)
    order = sorted(axes, key=lambda axis: ([abs(each.strides[axis]) or 1 << 62 for each in leading], axis))
    strides, step = [0] * len(size), kind.size
    for axis in order:
        strides[axis] = step
        step *= max(1, size[axis])
    return layout.make(kind, size, strides, where)


def check_types(dtypes: tuple[dtype, ...], expected: tuple[dtype, ...]) -> None:
    """With automatic type casting disabled, tensors must have the dtype in which the operation computes."""
    if not settings.auto_typecast and dtypes != expected:
        raise OceanTypeError("Tensor data type mismatch (automatic type casting is disabled)")


def program_for(name: str, dtypes: tuple[dtype, ...], typing: Typing, stored: dtype) -> Program:
    """The program of one row: cast the operands, compute, cast to what is stored."""
    steps: list[Step] = []
    values = list(range(len(dtypes)))
    for k, (kind, wanted) in enumerate(zip(dtypes, typing.operands, strict=True)):
        if kind is not wanted:
            values[k] = len(dtypes) + len(steps)
            steps.append(Step("cast", wanted.spelling, (k,)))
    steps.append(Step(name, typing.computing.spelling, tuple(values)))
    if stored is not typing.result:
        steps.append(Step("cast", stored.spelling, (len(dtypes) + len(steps) - 1,)))
    return Program(tuple(each.spelling for each in dtypes), tuple(steps), (len(dtypes) + len(steps) - 1,))


def check_destination(target: description, inputs: list[description]) -> None:
    """A destination may repeat elements (stride zero) only where the inputs repeat theirs; nothing else overlaps."""
    kind = layout.overlap_kind(target)
    if kind == 2:
        raise OceanValueError("The destination tensor overlaps itself in memory; clone it first")
    if kind == 1:
        for axis, stride in enumerate(target.strides):
            if stride == 0 and target.size[axis] > 1 and any(each.strides[axis] for each in inputs):
                raise OceanValueError("Zero-stride dimensions in destination tensor must be matched by the source tensor")


def typing_of(row: Row, dtypes: tuple[dtype, ...]) -> Typing:
    typing = row.types(dtypes)
    if ARITHMETIC[row.name].function(typing.computing.spelling) is None:
        raise OceanTypeError(f"The {row.name} function is not available for type {typing.computing.name} on CPU")
    return typing


def plan_row(row: Row, operands: tuple[description, ...], target: description | None) -> core.plan:
    """The plan of a row for operands with these descriptions, into a new result or a given one."""
    dtypes = tuple(each.dtype for each in operands)
    typing = typing_of(row, dtypes)
    if row.arity > 1:
        check_types(dtypes, typing.operands)
    size = broadcast_size(operands)
    first = next((each for each in operands if each.ndims), operands[0])
    if target is None:
        inputs = [layout.broadcast(each, size) for each in operands]
        target = result_layout(typing.result, size, inputs, first.device)
    else:
        inputs = fit_to(target, size, operands)
    return elementwise(program_for(row.name, dtypes, typing, target.dtype), target, inputs, row.cost)


def fit_to(target: description, size: tuple[int, ...], operands: tuple[description, ...]) -> list[description]:
    """The operands broadcast to a given result, which must have room for them and be writable element by element."""
    if target.size != size:
        if len(size) > target.ndims or not all(n in (1, m) for n, m in zip(size, target.size, strict=False)):
            raise OceanValueError(f"The destination tensor has size {shown(target.size)}, expected {shown(size)}")
        if size and not settings.auto_broadcast:
            raise OceanValueError("Tensor size mismatch (automatic broadcasting of tensor dimensions is disabled)")
    inputs = [layout.broadcast(each, target.size) for each in operands]
    check_destination(target, inputs)
    return inputs


def shown(size: tuple[int, ...]) -> str:
    """A size as people write it."""
    return "x".join(map(str, size)) if size else "scalar"


def make_operations() -> dict[str, core.operation]:
    return {
        name: core.make_operation(
            name, row.arity, lambda inputs, result, row=row: plan_row(row, inputs, result), row.domain is not None
        )
        for name, row in ROWS.items()
    }


OPERATIONS = make_operations()
