"""The public reductions: `ocean.sum(A [,axes [,keepdims] [,B]])` and its siblings, norms and bounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ocean.core import description as layout
from ocean.core import tensor as core
from ocean.core.arguments import matches
from ocean.core.description import description
from ocean.core.dtypes import common, scalar
from ocean.core.errors import OceanTypeError, OceanValueError
from ocean.core.tensor import tensor
from ocean.create import as_scalar, asTensor, to_operand
from ocean.kernels import Program, Step
from ocean.ops.dispatch import check_destination, shown
from ocean.ops.reductions import OPERATIONS, ROWS, check_elements, kept_size, plan_axes, reduce_program


def as_tensor(value: Any) -> tensor:
    source = to_operand(value)
    return source if isinstance(source, tensor) else asTensor(source)


def checked_axes(name: str, axes: Any, ndims: int) -> tuple[int, ...]:
    numbers = tuple(layout.checked_axis(axis, ndims) for axis in layout.integers(axes, "axis"))
    if len(set(numbers)) != len(numbers):
        raise OceanValueError(f"{name}(): the axes {list(numbers)} include duplicates")
    return numbers


def parse(name: str, options: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, bool, tensor | None]:
    """The arguments [axes [,keepdims] [,B]]."""
    axes, keepdims, result = named.pop("axes", None), named.pop("keepdims", None), named.pop("B", None)
    if named:
        raise OceanTypeError(f"{name}() got an unexpected keyword argument '{min(named)}'")
    for place, each in enumerate(options):
        if isinstance(each, bool) and keepdims is None and axes is not None:
            keepdims = each
        elif place == 0 and axes is None and not isinstance(each, (bool, tensor)):
            axes = each
        elif isinstance(each, tensor) and result is None and axes is not None:
            result = each
        elif each is not None:
            raise OceanTypeError(f"{name}(): unexpected argument {each!r}; expected [axes [,keepdims] [,B]]")
    if keepdims is not None and not isinstance(keepdims, bool):
        raise OceanTypeError(f"{name}(): keepdims must be True or False, got {keepdims!r}")
    if result is not None and not isinstance(result, tensor):
        raise OceanTypeError(f"{name}(): the result must be a tensor, got {type(result).__name__}")
    return axes, bool(keepdims), result


def reduce(name: str, p: float | None, source: tensor, axes: Any, keepdims: bool, result: tensor | None) -> Any:
    if axes is None:
        if p is None and result is None:
            return core.call_scalar(OPERATIONS[name], source)
        axes = range(source.ndims)
        if result is None:
            return core.item(reduce(name, p, source, axes, False, None))
    numbers = checked_axes(name, axes, source.ndims)
    check_elements(name, source.description, numbers)
    size = kept_size(source.size, numbers, keepdims)
    target = None
    if result is not None:
        if result.size != size:
            raise OceanValueError(f"{name}(): the result must have size {shown(size)}, got {shown(result.size)}")
        if result.readonly:
            raise OceanValueError("The destination tensor is read-only")
        check_destination(result.description, [result.description])
        inner = squeezed(result.description, numbers) if keepdims else result.description
        if result.device is source.device and layout.overlap(result.description, result.ptr, source.description, source.ptr):
            result.copy(reduce(name, p, source, axes, keepdims, None))
            return None
        target = inner
    plan = plan_axes(name, p, source.description, numbers, target)
    if result is not None:
        core.run_plan(plan, [result, source])
        return None
    made = core.empty(plan.result)
    core.run_plan(plan, [made, source])
    return made.reshape(size) if keepdims else made


def squeezed(desc: description, axes: tuple[int, ...]) -> description:
    for axis in sorted(axes, reverse=True):
        desc = layout.squeeze(desc, axis)
    return desc


def function_for(name: str) -> core.reduction:
    doc = ROWS[name][1]

    def general(*args: Any, **named: Any) -> Any:
        if "A" in named:
            args = (named.pop("A"), *args)
        if not args:
            raise OceanTypeError(f"{name}() needs a tensor")
        axes, keepdims, result = parse(name, args[1:], named)
        return reduce(name, None, as_tensor(args[0]), axes, keepdims, result)

    return core.make_reduction(OPERATIONS[name], name, f"{name}(A [,axes [,keepdims] [,B]]): {doc}", general)


FUNCTIONS = {name: function_for(name) for name in ROWS if name != "norm2NaN"}


def norm_for(name: str) -> Callable[..., Any]:
    ignore = name == "normNaN"

    def norm(A: Any, p: Any = 2, *options: Any, **named: Any) -> Any:
        order = as_scalar(p, name).asPython()
        if isinstance(order, complex) or not order >= 0:
            raise OceanValueError(f"{name}(): p must be at least 0, got {order}")
        axes, keepdims, result = parse(name, options, named)
        special = {0: "nnz", 1: "sumAbs", 2: "norm2", float("inf"): "maximumAbs"}.get(order)
        source = as_tensor(A)
        if special is None:
            return reduce(name, float(order), source, axes, keepdims, result)
        if ignore and special != "maximumAbs":
            special += "NaN"
        return reduce(special, None, source, axes, keepdims, result)

    norm.__name__ = norm.__qualname__ = name
    also = " with NaN as zero" if ignore else ""
    norm.__doc__ = f"{name}(A [,p=2 [,axes [,keepdims] [,B]]]): the p-norm{also}."
    return norm


norm, normNaN = norm_for("norm"), norm_for("normNaN")


# --- Bounds ------------------------------------------------------------------------------------------------------


def breaks(source: tensor, bound: scalar, row: str) -> bool:
    """Whether any element stands in the given relation to a bound; NaN never does."""
    kind = common(source.dtype, bound.dtype)
    steps = (Step("cast", kind.spelling, (0,)), Step("cast", kind.spelling, (1,)), Step(row, kind.spelling, (2, 3)))
    program = Program((source.dtype.spelling, bound.dtype.spelling), steps, (4,), "any")
    return bool(reduce_program(program, [source, bound]))


def bound_for(name: str, row: str, relation: str) -> Callable[..., bool]:
    def all_bound(A: Any, bound: Any) -> bool:
        return not breaks(as_tensor(A), as_scalar(bound, name), row)

    all_bound.__name__ = all_bound.__qualname__ = name
    all_bound.__doc__ = f"{name}(A, bound): whether all elements are {relation} the bound; NaN elements do not count."
    return all_bound


allLT = bound_for("allLT", "greaterEqual", "less than")
allLE = bound_for("allLE", "greater", "at most")
allGT = bound_for("allGT", "lessEqual", "greater than")
allGE = bound_for("allGE", "less", "at least")


def allInRange(A: Any, lower: Any, *options: Any, **named: Any) -> bool:
    """allInRange(A, lower [,lowerInclusive=True], upper [,upperInclusive=True]): whether all elements are between.

    A bound of None is always satisfied; NaN elements do not count.
    """
    rest = list(options)
    lower_inclusive = rest.pop(0) if len(rest) > 1 and isinstance(rest[0], bool) else named.pop("lowerInclusive", True)
    if rest:
        upper = rest.pop(0)
    elif "upper" in named:
        upper = named.pop("upper")
    else:
        raise OceanTypeError("allInRange() needs an upper bound")
    upper_inclusive = rest.pop(0) if rest else named.pop("upperInclusive", True)
    if rest or named or not matches(lower_inclusive, bool) or not matches(upper_inclusive, bool):
        raise OceanTypeError("allInRange() takes A, lower [,lowerInclusive], upper [,upperInclusive]")
    source = as_tensor(A)
    if lower is not None and breaks(source, as_scalar(lower, "allInRange"), "less" if lower_inclusive else "lessEqual"):
        return False
    relation = "greater" if upper_inclusive else "greaterEqual"
    return upper is None or not breaks(source, as_scalar(upper, "allInRange"), relation)
