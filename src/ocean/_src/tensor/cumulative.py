"""Cumulative functions, `ocean.cumsum(A [,axis] [,reverse] [,B])` and its siblings; differences and gradients."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public
from ocean._src.core.call.operands import as_scalar, tensor_of
from ocean._src.core.objects.description import checked_axis, make_description, size_text
from ocean._src.core.objects.dtypes import DOUBLE, FLOAT, common, dtype, new_scalar
from ocean._src.core.objects.rtensor import leaf, operands_of, rtensor
from ocean._src.core.objects.tensor import call_operation, make_empty, share_bytes, tensor
from ocean._src.core.objects.tensor import operation as Operation
from ocean._src.ops.dispatch import program_operation
from ocean._src.ops.expressions import found_apart, opened, prepared
from ocean._src.ops.scans import ALONG, OPERATIONS, REVERSE, ROWS, dtype_of, operation_for, run
from ocean._src.ops.writer import Value, trace
from ocean._src.tensor.reduce import as_tensor


def cumulate(name: str, A: Any, axis: int | None, reverse: bool | None, B: tensor | None) -> Any:
    """Run a row along an axis, or through all elements in column-major order."""
    source = A if type(A) is tensor else as_tensor(name, A)
    if axis is not None:
        axis = checked_axis(axis, source.ndims)
    elif source.ndims != 1:
        source = source.flatten()
    extra = ALONG | (axis or 0) | (REVERSE if reverse else 0)
    if isinstance(source, rtensor):
        return cumulate_lazy(name, source, B, extra)
    return run(OPERATIONS[name], (source,), B, extra)


def cumulate_lazy(name: str, source: rtensor, result: tensor | None, extra: int) -> Any:
    """Run a row over an r-tensor without materialising it."""
    if source.trace is not None:
        if result is not None:
            source.trace.refuse("writing into a given result")
        gives = make_description(dtype_of(name, source.dtype), source.size, "F", source.device)
        return source.trace.call(
            name, source, gives, lambda values: run(OPERATIONS[name], (values,), None, extra), True
        )
    operands = found_apart(operands_of(source), result)
    ready = prepared(source.expression, operands)
    if not ready.single or ready.bases:
        operands = (ready.run(operands, None),)
        ready = prepared(leaf(source.dtype), operands)
    operation = ready.scans.get(name)
    if operation is None:
        operation = ready.scans[name] = operation_for(name, ready.source())
    try:
        return call_operation(operation, opened(operands), result, extra)
    except NotImplementedError:  # the host cannot gather from another device
        return run(OPERATIONS[name], (source.eval(),), result, extra)


def function_for(name: str) -> Callable[..., Any]:
    def cumulative(A: Any, axis: int | None, reverse: bool | None, B: tensor | None) -> Any:
        return cumulate(name, A, axis, reverse, B)

    cumulative.__doc__ = f"""{ROWS[name].doc} along an axis, with `reverse` from its end.

    Without an axis it runs through all elements in column-major order and gives a vector.
    """
    kinds: dict[str, Any] = {"axis": "int", "reverse": "bool", "B": "tensor", "rule": "along(axis)"}
    return public(f"{name}(A [,axis] [,reverse] [,B])", methods=(tensor, rtensor), **kinds)(cumulative)


CUMULATIVE = {name: function_for(name) for name in ROWS}


# --- Differences -------------------------------------------------------------------------------------------------

TOGETHER = 8
"""The highest order of differences that one pass computes."""


def differences(name: str, A: Any, n: int, axis: int, B: tensor | None) -> Any:
    """The n-th differences along an axis; lazy if A is."""
    source = A if type(A) is tensor else as_tensor(name, A)
    if n < 0:
        raise OceanValueError(f"{name}(): the order n must be at least 0, got {n}")
    size = source.size
    axis = checked_axis(axis, len(size))
    length = size[axis]
    if B is not None:
        check_result(name, B, size, axis, max(0, length - n))
    if type(source) is not tensor and isinstance(source, rtensor):
        for _ in range(min(n, length)):
            length -= 1
            source = source.slice(axis, 1, length) - source.slice(axis, 0, length)
        if B is None:
            return source
        source.into(B)
        return None
    n = min(n, length)
    while n > TOGETHER:
        source, n, length = nth_differences(source, TOGETHER, axis, length, None), n - TOGETHER, length - TOGETHER
    return nth_differences(source, n, axis, length, B)


def nth_differences(source: tensor, n: int, axis: int, length: int, result: tensor | None) -> Any:
    """The same for an axis of a length that is known."""
    part, length = source.slice, length - n
    parts = tuple([part(axis, k, length) for k in range(n + 1)])
    return call_operation(difference(source.dtype, n), parts, result)


@cache
def difference(kind: dtype, n: int) -> Operation:
    """The operation that computes the n-th difference of n + 1 neighbours."""

    def formula(*values: Value) -> Value:
        while len(values) > 1:
            values = tuple(later - earlier for earlier, later in pairwise(values))
        return values[0]

    return program_operation(trace(formula, *(kind,) * (n + 1)))


def check_result(name: str, B: tensor, size: tuple[int, ...], axis: int, length: int) -> None:
    wanted = (*size[:axis], length, *size[axis + 1 :])
    if B.size != wanted:
        raise OceanValueError(f"{name}(): the result B must have size {size_text(wanted)}, got {size_text(B.size)}")


@public("diff(A [,n=1 [,axis=0]] [,B])", n="int", axis="int", B="tensor", methods=(tensor, rtensor), rule="along(axis)")
def diff(A: Any, n: int | None, axis: int | None, B: tensor | None) -> Any:
    """differences of neighbours along an axis, n times: elements are one fewer each time.

    >>> ocean.diff([1,4,9,16])
       3   5   7
    <tensor.int64 of size 3 on cpu>
    >>> ocean.diff([1,4,9,16], 2)
       2   2
    <tensor.int64 of size 2 on cpu>
    """
    return differences("diff", A, 1 if n is None else n, axis or 0, B)


@public("diff2(A [,axis=0] [,B])", axis="int", B="tensor", methods=(tensor, rtensor), rule="along(axis)")
def diff2(A: Any, axis: int | None, B: tensor | None) -> Any:
    """differences of differences along an axis."""
    return differences("diff2", A, 2, axis or 0, B)


@public(
    "gradient(A [,spacing=1 [,axis=0]] [,B])", spacing="number or list or tensor", axis="int", B="tensor",
    methods=(tensor, rtensor), rule="first(axis)",
)  # fmt: skip
def gradient(A: Any, spacing: Any, axis: int | None, B: tensor | None) -> Any:
    """the gradient along an axis: central differences inside, one-sided ones at both ends.

    The spacing is a number, or the coordinates of the elements, which may be uneven: quadratic functions then have an
    exact gradient inside. Integers give double.

    >>> ocean.gradient([1.0,2.0,4.0,7.0])
       1.0   1.5   2.5   3.0
    <tensor.double of size 4 on cpu>
    >>> ocean.gradient([0.0,1.0,9.0,16.0], [0.0,1.0,3.0,4.0])
       1   2   6   7
    <tensor.double of size 4 on cpu>
    """
    source = A if type(A) is tensor else as_tensor("gradient", A)
    along = checked_axis(axis or 0, source.ndims)
    size, kind = source.size, source.dtype if source.dtype.isfloat else DOUBLE
    length = size[along]
    if length < 2:
        raise OceanValueError(f"gradient(): expected at least 2 elements along axis {along}, got {length}")
    if B is not None:
        check_result("gradient", B, size, along, length)
    step: Any = 1.0 if spacing is None else spacing
    if isinstance(step, (list, tuple, range, tensor)):
        step = tensor_of(step)
        if step.ndims != 1 or step.nelem != length:
            raise OceanValueError(
                f"gradient(): expected a spacing of {length} coordinates, one for each element along axis {along}, got "
                f"a tensor of size {size_text(step.size)}"
            )
        step = source.device(step).reshape(*[1] * along, length)
    else:
        step = new_scalar(DOUBLE, as_scalar(step, "gradient"))
    gives = make_description(kind, size, "F", source.device)

    def of_values(values: tensor, result: tensor | None = None) -> tensor:
        if result is None or share_bytes(result, values):
            result = make_empty(gives)
        write_gradient(values, step, along, result)
        return result

    if isinstance(source, rtensor):
        if source.trace is not None:
            return source.trace.call("gradient", source, gives, of_values)
        source = source.eval()
    result = of_values(source, B)
    if B is None:
        return result
    if result is not B:
        B.copy(result)
    return None


def write_gradient(source: tensor, step: Any, axis: int, result: tensor) -> None:
    """Write the gradient in three parts: at the first place, at the last, and between."""
    last, inside = source.size[axis] - 1, source.size[axis] - 2
    kinds, uneven = (source.dtype, step.dtype), isinstance(step, tensor)

    def write(start: int, count: int, at: tuple[int, ...]) -> None:
        parts = [source.slice(axis, k, count) for k in at]
        steps = [step.slice(axis, k, count) for k in at] if uneven else [step]
        call_operation(slope(*kinds, len(at), uneven), (*parts, *steps), result.slice(axis, start, count))

    write(0, 1, (0, 1))
    write(last, 1, (last - 1, last))
    if inside:
        write(1, inside, (0, 1, 2))


@cache
def slope(kind: dtype, step: dtype, count: int, uneven: bool) -> Operation:
    """The operation that computes the slope of two neighbours, or at the middle one of three."""
    wide = common(kind, FLOAT) if kind.isfloat else DOUBLE
    real = DOUBLE if wide.basetype is DOUBLE else FLOAT

    def formula(*given: Value) -> Value:
        values, steps = [each.cast(wide) for each in given[:count]], [each.cast(real) for each in given[count:]]
        if not uneven:
            whole = steps[0] if count == 2 else steps[0] * 2
            return (values[-1] - values[0]).row("divideReal", whole).cast(kind if kind.isfloat else DOUBLE)
        ways = [later - earlier for earlier, later in pairwise(steps)]
        slopes = [(b - a).row("divideReal", way) for (a, b), way in zip(pairwise(values), ways, strict=True)]
        if count == 3:
            before, after = ways
            slopes = [(slopes[0] * after + slopes[1] * before).row("divideReal", before + after)]
        return slopes[0].cast(kind if kind.isfloat else DOUBLE)

    return program_operation(trace(formula, *(kind,) * count, *(step,) * (count if uneven else 1)))
