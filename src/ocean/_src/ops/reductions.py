"""Reductions: rows that fold the elements of a tensor, or of slices along axes, into one, in a single pass.

A row says for each dtype what happens to an element, how the results are folded, and how the fold becomes the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ocean._src.core import description as layout
from ocean._src.core import tensor as core
from ocean._src.core.description import description
from ocean._src.core.dtypes import DTYPE_LIST, common, dtype, new_scalar, scalar
from ocean._src.core.errors import OceanValueError
from ocean._src.core.tensor import tensor
from ocean._src.kernels import ARITHMETIC, REDUCTIONS, Arithmetic, Program, Reduction, Step
from ocean._src.kernels import complex as parts
from ocean._src.kernels.builder import Builder, Complex
from ocean._src.kernels.dtypes import BY_NAME
from ocean._src.kernels.llvm.plans import reduction as plan_reduction

from .arithmetic import complex_extreme, fill_nan
from .dispatch import broadcast_size, descriptions_of
from .table import BOOL, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64

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


REDUCTIONS["product"] = Reduction(lambda kind: 1, fold_product)
REDUCTIONS["any"] = Reduction(lambda kind: False, lambda b, total, x: b.or_(total, x))
REDUCTIONS["all"] = Reduction(lambda kind: True, lambda b, total, x: b.and_(total, x))
REDUCTIONS["minimum"] = Reduction(extreme_start(1), fold_extreme("min", parts.le))
REDUCTIONS["maximum"] = Reduction(extreme_start(0), fold_extreme("max", parts.ge))


def replace_nan(number: float) -> Arithmetic:
    """The arithmetic that puts a number in the place of NaN."""

    def complex(b: Builder, x: Complex) -> Any:
        return fill_nan(b, x, Complex(b.const(x.re.kind, number), b.const(x.re.kind, 0)))

    return Arithmetic(lambda b, x: fill_nan(b, x, b.const(x.kind, number)), complex=complex)


ARITHMETIC["zeroNaN"] = replace_nan(0)
ARITHMETIC["oneNaN"] = replace_nan(1)
ARITHMETIC["squaredAbs"] = Arithmetic(
    lambda b, x: b.mul(x, x),
    complex=lambda b, x: b.add(b.mul(x.re, x.re), b.mul(x.im, x.im)),
    result=lambda kind: kind.removeprefix("c"),
)


# --- Rows --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a reduction does for one dtype: steps from an element (value 0) on, the fold, steps from there on, and the
    dtype of the result."""

    steps: tuple[Step, ...]
    fold: str
    result: dtype
    finish: tuple[Step, ...] = ()


Chain = tuple[tuple[str, dtype], ...]
"""Steps of which each takes the value of the one before: (name, dtype)."""


def steps_of(chain: Chain) -> tuple[Step, ...]:
    return tuple(Step(name, kind.spelling, (k,)) for k, (name, kind) in enumerate(chain))


UNSIGNED = {INT8: UINT8, INT16: UINT16, INT32: UINT32, INT64: UINT64}


def widened(kind: dtype) -> tuple[Chain, dtype]:
    """What is summed, and in which dtype: integers in 64 bits."""
    wide = kind if kind.isfloat else INT64 if kind.issigned else UINT64
    return () if wide is kind else (("cast", wide),), wide


def nan_as(number: str, kind: dtype) -> Chain:
    """Put another number in the place of NaN: `zeroNaN`, `oneNaN`, or keep it."""
    return ((number, kind),) if number and kind.isfloat else ()


def magnitude(kind: dtype) -> tuple[Chain, dtype]:
    """The absolute value and its dtype: unsigned for signed integers, so that the smallest value has one."""
    if kind in UNSIGNED:
        return (("absolute", kind), ("cast", UNSIGNED[kind])), UNSIGNED[kind]
    return (("absolute", kind),), kind.basetype


def answer(fold: str, question: str) -> Callable[[dtype], Recipe]:
    """Whether any or all elements are as a row asks; `cast`: not zero."""
    return lambda kind: Recipe(steps_of(((question, BOOL if question == "cast" else kind),)), fold, BOOL)


def count(ignored: str = "") -> Callable[[dtype], Recipe]:
    return lambda kind: Recipe(steps_of((*nan_as(ignored, kind), ("cast", BOOL), ("cast", UINT64))), "sum", UINT64)


def total(fold: str, ignored: str = "") -> Callable[[dtype], Recipe]:
    def recipe(kind: dtype) -> Recipe:
        chain, wide = widened(kind)
        return Recipe(steps_of((*nan_as(ignored, kind), *chain)), fold, wide)

    return recipe


def total_magnitude(ignored: str = "") -> Callable[[dtype], Recipe]:
    def recipe(kind: dtype) -> Recipe:
        chain, base = magnitude(kind)
        last, wide = widened(base)
        return Recipe(steps_of((*nan_as(ignored, kind), *chain, *last)), "sum", wide)

    return recipe


def extreme(fold: str) -> Callable[[dtype], Recipe]:
    return lambda kind: Recipe((), fold, kind)


def extreme_magnitude(fold: str) -> Callable[[dtype], Recipe]:
    def recipe(kind: dtype) -> Recipe:
        chain, base = magnitude(kind)
        return Recipe(steps_of(chain), fold, base)

    return recipe


def norm_types(kind: dtype) -> tuple[dtype, dtype]:
    """In which norms are computed, and what they give: powers of float and half fit double, so that nothing overflows
    that the result can hold. Powers of double do: the norm is infinite where their sum exceeds 1.8e308."""
    return common(kind, DOUBLE), kind.basetype if kind.isfloat else DOUBLE


def euclidean(ignored: str = "") -> Callable[[dtype], Recipe]:
    def recipe(kind: dtype) -> Recipe:
        computing, result = norm_types(kind)
        chain = (*nan_as(ignored, kind), ("cast", computing), ("squaredAbs", computing))
        return Recipe(steps_of(chain), "sum", result, (Step("sqrt", "double", (0,)),))

    return recipe


def power_norm(kind: dtype, p: float, ignored: str) -> Recipe:
    """The p-norm for any p that has no row of its own: (sum |x|^p)^(1/p)."""
    computing, result = norm_types(kind)
    chain = (*nan_as(ignored, kind), ("cast", computing), ("absolute", computing))
    return Recipe((*steps_of(chain), *power(p, len(chain))), "sum", result, power(1 / p, 0))


def power(p: float, value: int) -> tuple[Step, ...]:
    """The last value, which has this number, to the power p."""
    return Step("const", "double", (p,)), Step("power", "double", (value, value + 1))


ROWS: dict[str, tuple[Callable[[dtype], Recipe], str]] = {
    "any": (answer("any", "cast"), "Whether any element is not zero."),
    "all": (answer("all", "cast"), "Whether no element is zero."),
    "allFinite": (answer("all", "isfinite"), "Whether no element is infinite or NaN."),
    "anyInf": (answer("any", "isinf"), "Whether any element is infinite."),
    "anyNaN": (answer("any", "isnan"), "Whether any element is NaN."),
    "nnz": (count(), "The number of elements that are not zero (NaN counts)."),
    "nnzNaN": (count("zeroNaN"), "The number of elements that are neither zero nor NaN."),
    "sum": (total("sum"), "The sum."),
    "sumNaN": (total("sum", "zeroNaN"), "The sum without NaN elements."),
    "sumAbs": (total_magnitude(), "The sum of absolute values."),
    "sumAbsNaN": (total_magnitude("zeroNaN"), "The sum of absolute values without NaN elements."),
    "prod": (total("product"), "The product."),
    "prodNaN": (total("product", "oneNaN"), "The product without NaN elements."),
    "minimum": (extreme("minimum"), "The smallest element that is not NaN."),
    "maximum": (extreme("maximum"), "The largest element that is not NaN."),
    "minimumAbs": (extreme_magnitude("minimum"), "The smallest absolute value that is not NaN."),
    "maximumAbs": (extreme_magnitude("maximum"), "The largest absolute value that is not NaN."),
    "norm1": (total_magnitude(), "The sum of absolute values."),
    "norm2": (euclidean(), "The square root of the sum of squared absolute values."),
    "normInf": (extreme_magnitude("maximum"), "The largest absolute value that is not NaN."),
    "norm2NaN": (euclidean("zeroNaN"), ""),
}
IGNORED = {"norm": "", "normNaN": "zeroNaN"}
NEEDS_ELEMENTS = {"minimum", "maximum", "minimumAbs", "maximumAbs", "normInf"}


# --- Plans -------------------------------------------------------------------------------------------------------


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
    """The plan of a reduction along axes into a new result, or one of which the kept dimensions are left.

    With p, the name is `norm` or `normNaN`, otherwise that of a row.
    """
    recipe = ROWS[name][0](source.dtype) if p is None else power_norm(source.dtype, p, IGNORED[name])
    if target is None:
        target = layout.make(recipe.result, kept_size(source.size, axes, False), "F", source.device)
    program = Program((source.dtype.spelling,), recipe.steps, (len(recipe.steps),), recipe.fold)
    return plan_reduction(program, target, [source], axes, recipe.finish, recipe.result)


def plan_all(name: str, source: description) -> core.plan:
    check_elements(name, source, None)
    return plan_axes(name, None, source, tuple(range(source.ndims)), None)


OPERATIONS = {
    name: core.make_operation(name, 1, lambda inputs, result, name=name: plan_all(name, inputs[0])) for name in ROWS
}


def reduce_program(program: Program, operands: Sequence[tensor | scalar]) -> scalar:
    """Run a program of several operands that ends in a reduction over everything; the result is a scalar."""
    descriptions = descriptions_of(operands)
    size = broadcast_size(descriptions)
    plan = plan_program(program, tuple(layout.broadcast(each, size) for each in descriptions))
    result = new_scalar(plan.result.dtype, 0)
    core.run_plan(plan, [result, *operands])
    return result


@lru_cache(maxsize=1024)
def plan_program(program: Program, descriptions: tuple[description, ...]) -> core.plan:
    kind = BY_NAME[program.dtypes()[program.outputs[0]]]
    result = layout.make(kind, (), "F", descriptions[0].device)
    return plan_reduction(program, result, list(descriptions), tuple(range(descriptions[0].ndims)))
