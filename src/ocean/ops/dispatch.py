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

from .table import ROWS, Row


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


def check_types(dtypes: list[dtype], computing: dtype) -> None:
    """With automatic type casting disabled, tensors must have the dtype in which the operation computes."""
    if not settings.auto_typecast and any(each is not computing for each in dtypes):
        raise OceanTypeError("Tensor data type mismatch (automatic type casting is disabled)")


def program_for(row: Row, dtypes: tuple[dtype, ...], computing: dtype, result: dtype, stored: dtype) -> Program:
    """The program of one row: cast the operands, compute, cast to what is stored."""
    steps: list[Step] = []
    values = list(range(len(dtypes)))
    for k, kind in enumerate(dtypes):
        if kind is not computing:
            values[k] = len(dtypes) + len(steps)
            steps.append(Step("cast", computing.spelling, (k,)))
    steps.append(Step(row.name, computing.spelling, tuple(values)))
    if stored is not result:
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


def plan_row(row: Row, operands: tuple[description, ...], target: description | None) -> core.plan:
    """The plan of a row for operands with these descriptions, into a new result or a given one."""
    dtypes = tuple(each.dtype for each in operands)
    computing, result = row.types(dtypes)
    if ARITHMETIC[row.name].function(computing.spelling) is None:
        raise OceanTypeError(f"{row.name} is not defined for dtype {computing.name}")
    if len(operands) > 1:
        check_types([each.dtype for each in operands], computing)
    size = broadcast_size(operands)
    first = next((each for each in operands if each.ndims), operands[0])
    if target is None:
        inputs = [layout.broadcast(each, size) for each in operands]
        target = result_layout(result, size, inputs, first.device)
    else:
        if target.size != size:
            fits = len(size) <= target.ndims and all(
                n in (1, m) for n, m in zip(size, target.size, strict=False)
            )
            if not fits:
                raise OceanValueError(
                    f"The destination tensor has size {shown(target.size)}, expected {shown(size)}"
                )
            if size and not settings.auto_broadcast:
                raise OceanValueError(
                    "Tensor size mismatch (automatic broadcasting of tensor dimensions is disabled)"
                )
        inputs = [layout.broadcast(each, target.size) for each in operands]
        check_destination(target, inputs)
    return elementwise(program_for(row, dtypes, computing, result, target.dtype), target, inputs)


def shown(size: tuple[int, ...]) -> str:
    """A size as people write it."""
    return "x".join(map(str, size)) if size else "scalar"


def make_operations() -> dict[str, core.operation]:
    return {
        name: core.make_operation(name, row.arity, lambda inputs, result, row=row: plan_row(row, inputs, result))
        for name, row in ROWS.items()
    }


OPERATIONS = make_operations()
