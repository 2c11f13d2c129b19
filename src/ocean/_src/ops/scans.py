"""Scans: cumulative rows, and sequential folds by any function, as jobs.

A step makes the next accumulator from the last one and an element. The result is made from the accumulator and stored
after each step, or after the last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.records import NamedTuple
from ocean._src.core.host.scan import EXTRA_AXIS, EXTRA_REVERSE
from ocean._src.core.objects.description import check_overlap, description, make_description, result_layout, size_text
from ocean._src.core.objects.dtypes import dtype
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.tensor import OTHERWISE, call_operation, make_empty, make_operation, tensor, with_result
from ocean._src.core.objects.tensor import operation as Operation
from ocean._src.core.objects.tensor import plan as Plan
from ocean._src.kernels import Program
from ocean._src.kernels.dtypes import BY_NAME, PARTS, is_integer
from ocean._src.kernels.jobs import Scan, planned
from ocean._src.kernels.program import Constant, accumulator

from .dispatch import device_of, joint_size
from .reductions import Source, check_dtypes, nan_as, widened
from .reductions import extreme_start as limit
from .writer import Value, Writer


class Row(NamedTuple):
    """A cumulative function: the value of an element, the row that accumulates, the identity element, and the name in
    NumPy."""

    value: Callable[[Value], Value]
    row: str
    initial: Callable[[str], Constant]
    doc: str
    numpy: str = ""


def nothing(kind: str) -> Constant:
    """The identity element of sums: -0.0, so that zeros keep their sign."""
    return complex(-0.0, -0.0) if kind in PARTS else 0 if is_integer(kind) else -0.0


ROWS: dict[str, Row] = {
    "cumsum": Row(widened, "add", nothing, "cumulative sums", "cumsum"),
    "cumprod": Row(widened, "scale", lambda kind: 1, "cumulative products", "cumprod"),
    "cummax": Row(lambda x: x, "fmax", limit(0), "the largest element so far that is not NaN"),
    "cummin": Row(lambda x: x, "fmin", limit(1), "the smallest element so far that is not NaN"),
    "cumsumNaN": Row(
        lambda x: widened(nan_as(0, x)), "add", nothing, "cumulative sums without NaN elements", "nancumsum"
    ),
    "cumprodNaN": Row(
        lambda x: widened(nan_as(1, x)), "scale", lambda kind: 1, "cumulative products without NaN elements",
        "nancumprod",
    ),
}  # fmt: skip

REVERSE, ALONG = EXTRA_REVERSE, 1 << 7
"""Bits of `extra` of a scan, beside the axis: it runs backwards; it is a scan."""


@lru_cache(maxsize=1024)
def dtype_of(name: str, kind: dtype) -> dtype:
    """The dtype that a row gives."""
    return ROWS[name].value(Writer((kind,)).inputs[0]).dtype


def plan_cumulative(
    name: str, inputs: tuple[description, ...], target: description | None, extra: int, source: Source | None = None
) -> Plan:
    """The plan of a row along the axis in `extra`, over a tensor or over the values of a source."""
    if source is None:
        source = Source((inputs[0].dtype,), (inputs[0].dtype,), lambda w, values: values)
    check_dtypes(inputs, source.inputs)
    size = joint_size(inputs)
    gives = dtype_of(name, source.kinds[0])
    if target is None:
        leading = [each for each in inputs if each.size == size and each.nelem > 1]
        target = result_layout(gives, size, leading, device_of(inputs))
    elif target.size != size:
        raise OceanValueError(f"{name}(): the result B must have size {size_text(size)}, got {size_text(target.size)}")
    check_overlap(target)
    kind = accumulator(gives.spelling) if ROWS[name].row in ("add", "scale") else gives.spelling
    programs = cumulative_programs(name, source, kind, gives, target.dtype)
    spread = (each.broadcast(size)[1] for each in inputs)
    initial = ROWS[name].initial(kind)
    return planned(Scan((target, *spread), programs, kind, initial, (extra & EXTRA_AXIS,), bool(extra & REVERSE)))


def cumulative_programs(
    name: str, source: Source, kind: str, gives: dtype, stored: dtype
) -> tuple[tuple[str, Program], ...]:
    """The programs of a row, see core/host/scan.h. If an initial value may change the first element, there is a program
    for that, and lines are not split into chunks."""
    row, acc = ROWS[name], BY_NAME[kind]

    def written(extras: int, make: Callable[[Sequence[Value], Value], tuple[Value, ...]]) -> Program:
        w = Writer((*(acc,) * extras, *source.inputs), source.strict)
        (x,) = source.compute(w, w.inputs[extras:])
        return w.program(*make(w.inputs, row.value(w.rounded(x)).cast(acc)))

    def out(total: Value) -> Value:
        return total.cast(gives).cast(stored)

    def both(total: Value) -> tuple[Value, Value]:
        return total, out(total)

    programs = {"step": written(1, lambda given, x: both(given[0].row(row.row, x)))}
    if acc.iscomplex and row.row != "add":
        programs["start"] = written(0, lambda given, x: both(x))
    else:
        programs["total"] = written(1, lambda given, x: (given[0].row(row.row, x),))

        def ahead(given: Sequence[Value], x: Value) -> tuple[Value, ...]:
            total = given[0].row(row.row, x)
            return total, out(given[1].row(row.row, total))

        programs["ahead"] = written(2, ahead)
        w = Writer((acc, acc))
        total = w.inputs[0].row(row.row, w.inputs[1])
        programs["merge"] = w.program(total, total)
    return tuple(programs.items())


def operation_for(name: str, source: Source | None = None) -> Operation:
    return make_operation(
        name,
        1 if source is None else len(source.inputs),
        lambda inputs, result, extra: plan_cumulative(name, inputs, result, extra, source),
        axes="none",
        fits=OTHERWISE,
    )


OPERATIONS = {name: operation_for(name) for name in ROWS}


def run(operation: Operation, inputs: tuple[Any, ...], result: tensor | None, extra: int) -> Any:
    """Run an operation. If a device has no kernel for it, the host works on copies."""
    try:
        return call_operation(operation, inputs, result, extra)
    except NotImplementedError:
        where = next(each.device for each in inputs if isinstance(each, tensor))
        given = tuple(cpu(each) if isinstance(each, tensor) else each for each in inputs)
        beside = None if result is None else make_empty(make_description(result.dtype, result.size, "F", cpu))
        found = call_operation(operation, given, beside, extra)
        if result is None:
            return where(found)
        result.copy(beside)
        return None


# --- Folds in order ----------------------------------------------------------------------------------------------


def plan_fold(
    step: Program,
    start: Program,
    kind: dtype,
    gives: dtype,
    inputs: tuple[description, ...],
    target: description | None,
    axes: tuple[int, ...],
    keepdims: bool,
    size: tuple[int, ...],
) -> Plan:
    """The plan of a sequential fold along axes, the first one innermost. `start` makes the accumulator, of a dtype,
    from the inputs at the first place. `step` makes the next one from the last and the inputs at the next place."""
    kept = tuple(1 if axis in axes else n for axis, n in enumerate(size))
    wanted = kept if keepdims else tuple(n for axis, n in enumerate(size) if axis not in axes)
    if target is None:
        target = make_description(gives, wanted, "F", device_of(inputs))
    elif target.size != wanted:
        raise OceanValueError(
            f"reduce_binary(): the result B must have size {size_text(wanted)}, got {size_text(target.size)}"
        )
    check_overlap(target)
    whole = target
    if not keepdims:
        for axis in sorted(axes):
            whole = whole.unsqueeze(axis)[1]
    w = Writer((kind,))
    finish = w.program(w.inputs[0].cast(gives).cast(target.dtype))
    spread = (each.broadcast(size)[1] for each in inputs)
    programs = (("step", step), ("start", start), ("finish", finish))
    plan = planned(Scan((whole, *spread), programs, kind.spelling, 0, axes, False, True))
    return plan if whole is target else with_result(plan, target)
