"""The public reductions: `ocean.sum(A [,axes [,keepdims] [,B]])` and its siblings, norms and bounds."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from functools import cache

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public
from ocean._src.core.call.operands import argument, as_scalar, beside, lazy_operand, plain_number, tensor_of
from ocean._src.core.objects.description import checked_axes
from ocean._src.core.objects.dtypes import DOUBLE, dtype, new_scalar, scalar
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import (
    KEEPDIMS,
    call_operation,
    call_scalar,
    extra_over,
    launch_by,
    tensor,
)
from ocean._src.core.objects.tensor import operation as Operation
from ocean._src.kernels import Program
from ocean._src.ops.expressions import reduce_lazy
from ocean._src.ops.reductions import OPERATIONS, ROWS, WITH_PARAMETER, reduce_program
from ocean._src.ops.writer import Writer

# --- Arguments ---------------------------------------------------------------------------------------------------


def as_tensor(function: str, value: Any) -> tensor | rtensor:
    lazy: rtensor | None = lazy_operand(value)
    return tensor_of(argument(value, function, "A")) if lazy is None else lazy


def reduced_axes(axes: Any, ndims: int, known: Any = None) -> tuple[int, ...]:
    """The numbers of axes, at least one; axis objects are looked up in the `known` axes."""
    numbers = checked_axes(axes, ndims, known)
    if not numbers:
        raise OceanValueError("Reduction axes list cannot be empty")
    return numbers


OPTIONS: dict[str, Any] = {"axes": "integers", "keepdims": "bool", "B": "tensor"}
"""The types of the arguments [axes [,keepdims] [,B]]; `axes` may also be called `axis`."""


# --- Running -----------------------------------------------------------------------------------------------------


def reduce(
    operation: Operation,
    source: tensor | rtensor,
    axes: Any,
    keepdims: bool | None,
    result: tensor | None,
    parameters: tuple[scalar, ...] = (),
) -> Any:
    """Run a reduction; the parameters are doubles."""
    if axes is None and result is None and not keepdims:
        if isinstance(source, rtensor):
            return reduce_lazy(operation.name, source, parameters, 0, None)
        return call_scalar(operation, source, *parameters)
    numbers = range(source.ndims) if axes is None else reduced_axes(axes, source.ndims, source.axes)
    extra = extra_over(numbers) | (KEEPDIMS if keepdims else 0)
    if isinstance(source, rtensor):
        return reduce_lazy(operation.name, source, parameters, extra, result)
    return call_operation(operation, (source, *parameters), result, extra)


def function_for(name: str) -> Any:
    def any_arguments(A: Any, axes: Any, keepdims: bool | None, B: tensor | None, ddof: Any = None) -> Any:
        source = as_tensor(name, A)
        if ddof is None:
            return reduce(OPERATIONS[name], source, axes, keepdims, B)
        return reduce(WITH_PARAMETER[name], source, axes, keepdims, B, (degrees(name, ddof),))

    any_arguments.__doc__ = ROWS[name].doc
    text = f"{name}(A [,axes [,keepdims] [,B]]{parameter(name)})"
    made = public(text, aliases={"axis": "axes"}, ddof="number", **OPTIONS)(any_arguments)
    return launch_by(made, OPERATIONS[name], False)


def parameter(name: str) -> str:
    """The parameter of a row in a signature."""
    return " [,ddof=0]" if ROWS[name].parameter == "ddof" else ""


def degrees(name: str, ddof: Any) -> scalar:
    """The degrees of freedom, which are subtracted from the count."""
    number = as_scalar(ddof, name)
    if number.dtype.iscomplex:
        raise OceanTypeError(f"{name}(): ddof must be a real number, got {shown(ddof)}")
    return new_scalar(DOUBLE, number)


FUNCTIONS = {name: function_for(name) for name, row in ROWS.items() if row.public}

NORMS = {0: "nnz", 1: "sumAbs", 2: "norm2"}
"""Norms with their own row; each has a sibling that ignores NaN."""


def norm_for(name: str) -> Callable[..., Any]:
    ignored = "NaN" if name == "normNaN" else ""

    euclidean = OPERATIONS[f"norm2{ignored}"]

    def norm(A: Any, p: Any, axes: Any, keepdims: bool | None, B: tensor | None) -> Any:
        if p is None:
            return reduce(euclidean, as_tensor(name, A), axes, keepdims, B)
        order = as_scalar(p, name).asPython()
        if isinstance(order, complex) or not order >= 0:
            raise OceanValueError(f"{name}(): p must be a number of at least 0, got {shown(p)}")
        source = as_tensor(name, A)
        if order in NORMS:
            return reduce(OPERATIONS[NORMS[order] + ignored], source, axes, keepdims, B)
        if order == math.inf:
            return reduce(OPERATIONS["maximumAbs"], source, axes, keepdims, B)
        return reduce(WITH_PARAMETER[name], source, axes, keepdims, B, (new_scalar(DOUBLE, order),))

    norm.__doc__ = f"the p-norm{' with NaN as zero' if ignored else ''}."
    text = f"{name}(A [,p=2 [,axes [,keepdims] [,B]]])"
    methods = () if ignored else (tensor, rtensor)
    return public(text, aliases={"axis": "axes"}, p="number", methods=methods, **OPTIONS)(norm)


norm, normNaN = norm_for("norm"), norm_for("normNaN")


# --- Methods -----------------------------------------------------------------------------------------------------

METHODS = {title: name for name, row in ROWS.items() for title in row.methods}
"""The reductions that tensors and r-tensors have as methods."""


def give_methods() -> None:
    for title, name in METHODS.items():
        text = f"{title}([axes [,keepdims] [,B]]{parameter(name)})"
        kinds: dict[str, Any] = {"aliases": {"axis": "axes"}, "ddof": "number", **OPTIONS}
        launch_by(public(text, tensor, **kinds)(FUNCTIONS[name].general), OPERATIONS[name], False)
        public(text, rtensor, **kinds)(FUNCTIONS[name].general)


give_methods()


# --- Bounds ------------------------------------------------------------------------------------------------------


def breaks(function: str, A: Any, *bounds: tuple[str, Any]) -> bool:
    """Whether any element breaks a bound, in one pass. A bound is a row, true if it is broken, and a value."""
    source = tensor_of(as_tensor(function, A))
    operands: list[tensor | scalar] = [source, *(bound_beside(function, value, source) for _, value in bounds)]
    program = bounds_program(tuple(each.dtype for each in operands), tuple(relation for relation, _ in bounds))
    return bool(reduce_program(program, operands))


@cache
def bounds_program(dtypes: tuple[dtype, ...], relations: tuple[str, ...]) -> Program:
    """Whether any relation holds between the first input and the bound of the relation."""
    w = Writer(dtypes)
    x, *bounds = w.inputs
    broken = [x.row(relation, bound) for relation, bound in zip(relations, bounds, strict=True)]
    return w.program(functools.reduce(operator.or_, broken), reduction="any")


def bound_beside(function: str, value: Any, source: tensor) -> scalar:
    """A bound as a scalar; a Python number takes its dtype beside the tensor, as in a comparison."""
    plain = isinstance(value, (bool, int, float, complex)) and type(value).__module__ != "numpy"
    bound = beside(plain_number(value), source.dtype) if plain else as_scalar(value, function)
    assert isinstance(bound, scalar)
    return bound


def bound_for(name: str, relation: str, wanted: str) -> Callable[..., bool]:
    def all_bound(A: Any, bound: Any) -> bool:
        return not breaks(name, A, (relation, bound))

    all_bound.__name__ = all_bound.__qualname__ = name
    all_bound.__doc__ = f"{name}(A, bound): whether all elements are {wanted} the bound; NaN elements do not count."
    return all_bound


allLT = bound_for("allLT", "greaterEqual", "less than")
allLE = bound_for("allLE", "greater", "at most")
allGT = bound_for("allGT", "lessEqual", "greater than")
allGE = bound_for("allGE", "less", "at least")


@public(
    "allInRange(A, lower [,lowerInclusive=True], upper [,upperInclusive=True]) -> bool",
    lowerInclusive="bool", upperInclusive="bool",
)  # fmt: skip
def allInRange(A: Any, lower: Any, lowerInclusive: bool | None, upper: Any, upperInclusive: bool | None) -> bool:
    """whether all elements are between two bounds.

    A bound of None is always satisfied; NaN elements do not count.
    """
    bounds = []
    if lower is not None:
        bounds.append(("lessEqual" if lowerInclusive is False else "less", lower))
    if upper is not None:
        bounds.append(("greaterEqual" if upperInclusive is False else "greater", upper))
    return not bounds or not breaks("allInRange", A, *bounds)
