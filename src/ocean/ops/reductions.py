"""Reductions: rows that fold the elements of a tensor, or of slices along axes, into one, in a single pass.

A row maps each element, folds what comes out, and finishes; the fold and its starting value are in `FOLDS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ocean.core import description as layout
from ocean.core import tensor as core
from ocean.core.description import description
from ocean.core.dtypes import DTYPE_LIST, common, dtype, new_scalar, scalar
from ocean.core.errors import OceanValueError
from ocean.core.memory import cpu
from ocean.core.tensor import tensor
from ocean.kernels import ARITHMETIC, REDUCTIONS, Arithmetic, Program, Reduction, Step
from ocean.kernels import complex as parts
from ocean.kernels.builder import Builder, Complex
from ocean.kernels.plans import DTYPES
from ocean.kernels.plans import reduction as plan_reduction

from .arithmetic import complex_extreme, fill_nan
from .dispatch import broadcast_size
from .table import BOOL, DOUBLE, INT64, UINT8, UINT16, UINT32, UINT64

# --- Folds -------------------------------------------------------------------------------------------------------

LIMITS = {each.spelling: (each.min.asPython(), each.max.asPython()) for each in DTYPE_LIST if not each.isfloat}
NAN = float("nan")


def extreme_start(which: int) -> Callable[[str], Any]:
    """The value that loses against every element: the limit of integers, NaN otherwise (the fold ignores NaN)."""
    return lambda kind: LIMITS[kind][which] if kind in LIMITS else complex(NAN, NAN) if kind.startswith("c") else NAN


def fold_extreme(primitive: str, before: Any) -> Any:
    choose = complex_extreme(before, False)

    def fold(b: Builder, total: Any, x: Any) -> Any:
        return choose(b, total, x) if isinstance(total, Complex) else getattr(b, primitive)(total, x)

    return fold


def fold_product(b: Builder, total: Any, x: Any) -> Any:
    return parts.mul(b, total, x) if isinstance(total, Complex) else b.mul(total, x)


REDUCTIONS["product"] = Reduction(lambda kind: kind != "bool" or 1, fold_product)
REDUCTIONS["any"] = Reduction(lambda kind: False, lambda b, total, x: b.or_(total, x))
REDUCTIONS["all"] = Reduction(lambda kind: True, lambda b, total, x: b.and_(total, x))
REDUCTIONS["minimum"] = Reduction(extreme_start(1), fold_extreme("min", parts.le))
REDUCTIONS["maximum"] = Reduction(extreme_start(0), fold_extreme("max", parts.ge))


# --- Rows --------------------------------------------------------------------------------------------------------

UNSIGNED = dict(zip(DTYPE_LIST[5:9], (UINT8, UINT16, UINT32, UINT64), strict=True))


@dataclass(frozen=True, slots=True)
class Plan:
    """What a reduction does for one dtype: steps (row, dtype) from an element on, the fold, steps to the result."""

    steps: tuple[tuple[str, dtype], ...]
    fold: str
    result: dtype
    finish: tuple[Step, ...] = ()


def wide(kind: dtype) -> dtype:
    """In which integers are summed: 64 bits."""
    return kind if kind.isfloat else INT64 if kind.issigned else UINT64


def magnitude_steps(kind: dtype) -> tuple[tuple[tuple[str, dtype], ...], dtype]:
    """The absolute value and its dtype: unsigned for signed integers, so that the smallest value has one."""
    if kind in UNSIGNED:
        return (("absolute", kind), ("cast", UNSIGNED[kind])), UNSIGNED[kind]
    return (("absolute", kind),), kind.basetype


def summed(steps: tuple[tuple[str, dtype], ...], kind: dtype, fold: str = "sum") -> Plan:
    return Plan((*steps, ("cast", wide(kind))), fold, wide(kind))


def without_nan(kind: dtype) -> tuple[tuple[str, dtype], ...]:
    return (("zeroNaN", kind),) if kind.isfloat else ()


def sum_of_magnitudes(kind: dtype, ignore_nan: bool) -> Plan:
    steps, base = magnitude_steps(kind)
    if ignore_nan:
        steps = (*without_nan(kind), *steps)
    return Plan((*steps, ("cast", wide(base))), "sum", wide(base))


def extreme(kind: dtype, fold: str, magnitude: bool) -> Plan:
    steps, base = magnitude_steps(kind) if magnitude else ((), kind)
    return Plan(steps, fold, base)


def euclidean(kind: dtype, ignore_nan: bool) -> Plan:
    """Half sums in float, integers in double."""
    base = kind.basetype if kind.isfloat else DOUBLE
    steps = (*(without_nan(kind) if ignore_nan else ()), ("cast", common(kind, base)), ("squaredAbs", common(kind, base)))
    name = "float" if base.spelling == "half" else base.spelling
    return Plan(steps, "sum", base, (Step("sqrt", name, (0,)),))


def any_of(name: str, fold: str, row: str | None) -> Callable[[dtype], Plan]:
    return lambda kind: Plan(((row, kind),) if row else (("cast", BOOL),), fold, BOOL)


def counted(kind: dtype, ignore_nan: bool) -> Plan:
    steps = without_nan(kind) if ignore_nan else ()
    return Plan((*steps, ("cast", BOOL), ("cast", UINT64)), "sum", UINT64)


ARITHMETIC["zeroNaN"] = Arithmetic(
    lambda b, x: fill_nan(b, x, b.const(x.kind, 0)),
    complex=lambda b, x: fill_nan(b, x, Complex(b.const(x.re.kind, 0), b.const(x.re.kind, 0))),
)
ARITHMETIC["oneNaN"] = Arithmetic(
    lambda b, x: fill_nan(b, x, b.const(x.kind, 1)),
    complex=lambda b, x: fill_nan(b, x, Complex(b.const(x.re.kind, 1), b.const(x.re.kind, 0))),
)
ARITHMETIC["squaredAbs"] = Arithmetic(
    lambda b, x: b.mul(x, x),
    complex=lambda b, x: b.add(b.mul(x.re, x.re), b.mul(x.im, x.im)),
    result=lambda kind: kind.removeprefix("c"),
)

ROWS: dict[str, tuple[Callable[[dtype], Plan], str]] = {
    "any": (any_of("any", "any", None), "Whether any element is not zero."),
    "all": (any_of("all", "all", None), "Whether no element is zero."),
    "allFinite": (any_of("allFinite", "all", "isfinite"), "Whether no element is infinite or NaN."),
    "anyInf": (any_of("anyInf", "any", "isinf"), "Whether any element is infinite."),
    "anyNaN": (any_of("anyNaN", "any", "isnan"), "Whether any element is NaN."),
    "nnz": (lambda kind: counted(kind, False), "The number of elements that are not zero (NaN counts)."),
    "nnzNaN": (lambda kind: counted(kind, True), "The number of elements that are neither zero nor NaN."),
    "sum": (lambda kind: summed((), kind), "The sum."),
    "sumNaN": (lambda kind: summed(without_nan(kind), kind), "The sum without NaN elements."),
    "sumAbs": (lambda kind: sum_of_magnitudes(kind, False), "The sum of absolute values."),
    "sumAbsNaN": (lambda kind: sum_of_magnitudes(kind, True), "The sum of absolute values without NaN elements."),
    "prod": (lambda kind: summed((), kind, "product"), "The product."),
    "prodNaN": (
        lambda kind: summed((("oneNaN", kind),) if kind.isfloat else (), kind, "product"),
        "The product without NaN elements.",
    ),
    "minimum": (lambda kind: extreme(kind, "minimum", False), "The smallest element that is not NaN."),
    "maximum": (lambda kind: extreme(kind, "maximum", False), "The largest element that is not NaN."),
    "minimumAbs": (lambda kind: extreme(kind, "minimum", True), "The smallest absolute value that is not NaN."),
    "maximumAbs": (lambda kind: extreme(kind, "maximum", True), "The largest absolute value that is not NaN."),
    "norm1": (lambda kind: sum_of_magnitudes(kind, False), "The sum of absolute values."),
    "norm2": (lambda kind: euclidean(kind, False), "The square root of the sum of squared absolute values."),
    "normInf": (lambda kind: extreme(kind, "maximum", True), "The largest absolute value."),
    "norm2NaN": (lambda kind: euclidean(kind, True), ""),
}
NEEDS_ELEMENTS = {"minimum", "maximum", "minimumAbs", "maximumAbs", "normInf"}


def power_plan(kind: dtype, p: float, ignore_nan: bool) -> Plan:
    """The p-norm for any other p: (sum |x|^p)^(1/p)."""
    base = kind.basetype if kind.isfloat else DOUBLE
    inside = common(kind, base)
    name = "float" if base.spelling == "half" else base.spelling
    steps = (*(without_nan(kind) if ignore_nan else ()), ("cast", inside), ("absolute", inside), (f"power {p!r}", base))
    ARITHMETIC.setdefault(f"power {p!r}", Arithmetic(lambda b, x: b.call("pow", x.kind, x, b.const(x.kind, p))))
    ARITHMETIC.setdefault(f"root {p!r}", Arithmetic(lambda b, x: b.call("pow", x.kind, x, b.const(x.kind, 1 / p))))
    return Plan(steps, "sum", base, (Step(f"root {p!r}", name, (0,)),))


# --- Plans -------------------------------------------------------------------------------------------------------


def program_of(kind: dtype, plan: Plan) -> Program:
    steps = tuple(Step(name, each.spelling, (k,)) for k, (name, each) in enumerate(plan.steps))
    return Program((kind.spelling,), steps, (len(steps),), plan.fold)


def kept_size(size: tuple[int, ...], axes: tuple[int, ...], keepdims: bool) -> tuple[int, ...]:
    if keepdims:
        return tuple(1 if axis in axes else length for axis, length in enumerate(size))
    return tuple(length for axis, length in enumerate(size) if axis not in axes)


def check_elements(name: str, source: description, axes: tuple[int, ...] | None) -> None:
    if name not in NEEDS_ELEMENTS:
        return
    if axes is None:
        if source.nelem == 0:
            raise OceanValueError(f'The tensor "{name}" function does not apply to empty tensors')
    elif any(source.size[axis] == 0 for axis in axes):
        title = name[0].upper() + name[1:]
        raise OceanValueError(f"The number of reduction elements in axis{title} cannot be zero.")


@lru_cache(maxsize=4096)
def plan_axes(
    name: str, p: float | None, source: description, axes: tuple[int, ...], target: description | None
) -> core.plan:
    """The plan of a reduction along axes into a new result, or one whose kept dimensions have been laid out."""
    plan = ROWS[name][0](source.dtype) if p is None else power_plan(source.dtype, p, name == "normNaN")
    if target is None:
        target = layout.make(plan.result, kept_size(source.size, axes, False), "F", source.device)
    return plan_reduction(program_of(source.dtype, plan), target, [source], axes, plan.finish)


def plan_all(name: str, source: description) -> core.plan:
    check_elements(name, source, None)
    return plan_axes(name, None, source, tuple(range(source.ndims)), None)


OPERATIONS = {
    name: core.make_operation(name, 1, lambda inputs, result, name=name: plan_all(name, inputs[0])) for name in ROWS
}


def reduce_program(program: Program, operands: list[Any]) -> scalar:
    """Run a program of several operands that ends in a reduction over everything; the result is a scalar."""
    descriptions = tuple(
        each.description if isinstance(each, tensor) else layout.make(each.dtype, (), "F", cpu) for each in operands
    )
    size = broadcast_size(descriptions)
    plan = plan_program(program, tuple(layout.broadcast(each, size) for each in descriptions))
    result = new_scalar(plan.result.dtype, 0)
    core.run_plan(plan, [result, *operands])
    return result


@lru_cache(maxsize=1024)
def plan_program(program: Program, descriptions: tuple[description, ...]) -> core.plan:
    kind = DTYPES[program.dtypes()[program.outputs[0]]]
    result = layout.make(kind, (), "F", descriptions[0].device)
    return plan_reduction(program, result, list(descriptions), tuple(range(descriptions[0].ndims)))
