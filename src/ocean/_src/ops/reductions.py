"""Reductions: rows that fold the elements of a tensor, or of slices along axes, into one, in a single pass.

A row says for each dtype what happens to an element, how the results are folded, and how the fold becomes the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ocean._src.core import description as layout
from ocean._src.core import tensor as core
from ocean._src.core.description import description, size_text
from ocean._src.core.dtypes import DTYPE_LIST, common, dtype, scalar
from ocean._src.core.errors import OceanValueError
from ocean._src.core.tensor import tensor
from ocean._src.kernels import REDUCTIONS, Program, Reduction
from ocean._src.kernels import complex as parts
from ocean._src.kernels.builder import Builder, Complex
from ocean._src.kernels.dtypes import BY_NAME
from ocean._src.kernels.jobs import Reduce, planned
from ocean._src.kernels.program import accumulator

from .arithmetic import complex_extreme
from .dispatch import broadcast_size, check_destination, device_of
from .table import BOOL, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, row
from .table import magnitude as real_part
from .writer import Value, Writer

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


def fold_sum(b: Builder, total: Any, x: Any) -> Any:
    return parts.add(b, total, x) if isinstance(total, Complex) else b.add(total, x)


REDUCTIONS["sum"] = Reduction(lambda kind: False if kind == "bool" else 0, fold_sum)
REDUCTIONS["product"] = Reduction(lambda kind: 1, fold_product)
REDUCTIONS["any"] = Reduction(lambda kind: False, lambda b, total, x: b.or_(total, x))
REDUCTIONS["all"] = Reduction(lambda kind: True, lambda b, total, x: b.and_(total, x))
REDUCTIONS["minimum"] = Reduction(extreme_start(1), fold_extreme("min", parts.le))
REDUCTIONS["maximum"] = Reduction(extreme_start(0), fold_extreme("max", parts.ge))


row(
    "squaredAbs", 1, real_part, "The square of the absolute value.",
    real=lambda b, x: b.mul(x, x), complex=lambda b, x: b.add(b.mul(x.re, x.re), b.mul(x.im, x.im)),
    result=lambda kind: kind.removeprefix("c"), public=False,
)  # fmt: skip


# --- Rows --------------------------------------------------------------------------------------------------------


class Recipe(NamedTuple):
    """What a reduction does: the value that is folded for each element, the fold, and how the result is made from the
    accumulator. The result has the dtype of the value unless another is given."""

    value: Value
    fold: str
    finish: Callable[[Value], Value] = lambda total: total
    result: dtype | None = None


UNSIGNED = {INT8: UINT8, INT16: UINT16, INT32: UINT32, INT64: UINT64}


def widened(x: Value) -> Value:
    """Integers in 64 bits."""
    return x if x.dtype.isfloat else x.cast(INT64 if x.dtype.issigned else UINT64)


def nan_as(number: int | None, x: Value) -> Value:
    """x with a number in the place of NaN, or as it is."""
    return x if number is None or not x.dtype.isfloat else x.row("fillNaN", number)


def magnitude(x: Value) -> Value:
    """The absolute value: unsigned for signed integers, so that the smallest value has one."""
    size = abs(x)
    return size.cast(UNSIGNED.get(size.dtype, size.dtype))


def norm_types(kind: dtype) -> tuple[dtype, dtype]:
    """In which norms are computed, and what they give: powers of float and half fit double, so that nothing overflows
    that the result can hold. Powers of double do: the norm is infinite where their sum exceeds 1.8e308."""
    return common(kind, DOUBLE), kind.basetype if kind.isfloat else DOUBLE


def count(x: Value) -> Recipe:
    return Recipe(x.cast(BOOL).cast(UINT64), "sum")


def total(fold: str, x: Value) -> Recipe:
    return Recipe(widened(x), fold)


def euclidean(x: Value) -> Recipe:
    computing, result = norm_types(x.dtype)
    return Recipe(x.cast(computing).row("squaredAbs"), "sum", lambda total: total.row("sqrt"), result)


def power_norm(x: Value, p: float) -> Recipe:
    """The p-norm for any p that has no row of its own: (sum |x|^p)^(1/p)."""
    computing, result = norm_types(x.dtype)
    return Recipe(abs(x.cast(computing)) ** p, "sum", lambda total: total ** (1 / p), result)


ROWS: dict[str, tuple[Callable[[Value], Recipe], str]] = {
    "any": (lambda x: Recipe(x.cast(BOOL), "any"), "Whether any element is not zero."),
    "all": (lambda x: Recipe(x.cast(BOOL), "all"), "Whether no element is zero."),
    "allFinite": (lambda x: Recipe(x.row("isfinite"), "all"), "Whether no element is infinite or NaN."),
    "anyInf": (lambda x: Recipe(x.row("isinf"), "any"), "Whether any element is infinite."),
    "anyNaN": (lambda x: Recipe(x.row("isnan"), "any"), "Whether any element is NaN."),
    "nnz": (count, "The number of elements that are not zero (NaN counts)."),
    "nnzNaN": (lambda x: count(nan_as(0, x)), "The number of elements that are neither zero nor NaN."),
    "sum": (lambda x: total("sum", x), "The sum."),
    "sumNaN": (lambda x: total("sum", nan_as(0, x)), "The sum without NaN elements."),
    "sumAbs": (lambda x: total("sum", magnitude(x)), "The sum of absolute values."),
    "sumAbsNaN": (lambda x: total("sum", magnitude(nan_as(0, x))), "The sum of absolute values without NaN elements."),
    "prod": (lambda x: total("product", x), "The product."),
    "prodNaN": (lambda x: total("product", nan_as(1, x)), "The product without NaN elements."),
    "minimum": (lambda x: Recipe(x, "minimum"), "The smallest element that is not NaN."),
    "maximum": (lambda x: Recipe(x, "maximum"), "The largest element that is not NaN."),
    "minimumAbs": (lambda x: Recipe(magnitude(x), "minimum"), "The smallest absolute value that is not NaN."),
    "maximumAbs": (lambda x: Recipe(magnitude(x), "maximum"), "The largest absolute value that is not NaN."),
    "norm1": (lambda x: total("sum", magnitude(x)), "The sum of absolute values."),
    "norm2": (euclidean, "The square root of the sum of squared absolute values."),
    "normInf": (lambda x: Recipe(magnitude(x), "maximum"), "The largest absolute value that is not NaN."),
    "norm2NaN": (lambda x: euclidean(nan_as(0, x)), ""),
}
IGNORED = {"norm": None, "normNaN": 0}
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


KEEPDIMS, SOME = 1 << 8, 1 << 9
"""`extra` of a reduction over some axes: a bit for each axis, whether they are kept with length one, and that there are
axes at all; 0 is a reduction over everything."""


def plan_reduction(
    name: str, recipe_of: Callable[[Value], Recipe], source: description, target: description | None, extra: int
) -> core.plan:
    """The plan of a reduction over the axes in `extra`, into a new result or a given one."""
    if not extra:
        axes, keepdims = tuple(range(source.ndims)), False
        check_elements(name, source, None)
    else:
        axes, keepdims = tuple(axis for axis in range(source.ndims) if extra >> axis & 1), bool(extra & KEEPDIMS)
        check_elements(name, source, axes)
    w = Writer((source.dtype,))
    recipe = recipe_of(*w.inputs)
    gives = recipe.result or recipe.value.dtype
    size = kept_size(source.size, axes, keepdims)
    if target is None:
        target = layout.make(gives, size, "F", source.device)
    else:
        check_result(name, target, size)
    kept = target
    for axis in sorted(axes, reverse=True) if keepdims else ():
        kept = kept.squeeze(axis)[1]
    program = w.program(recipe.value, reduction=recipe.fold)
    last = Writer((accumulator(recipe.value.dtype.spelling),))
    finish = last.program(recipe.finish(*last.inputs).cast(gives).cast(target.dtype))
    plan = planned(Reduce((kept, source), program, axes, finish))
    return plan if kept is target else core.with_result(plan, target)


def check_result(name: str, result: description, size: tuple[int, ...]) -> None:
    if result.size != size:
        raise OceanValueError(f"{name}(): the result B must have size {size_text(size)}, got {size_text(result.size)}")
    check_destination(result, [layout.make(result.dtype, size, "F", result.device)])


OPERATIONS = {
    name: core.make_operation(
        name,
        1,
        lambda inputs, result, extra, name=name: plan_reduction(name, ROWS[name][0], inputs[0], result, extra),
        elementwise=False,
    )
    for name in ROWS
}


@lru_cache(maxsize=256)
def norm_operation(name: str, p: float) -> core.operation:
    """The p-norm for a p without a row of its own."""
    return core.make_operation(
        name,
        1,
        lambda inputs, result, extra: plan_reduction(
            name, lambda x: power_norm(nan_as(IGNORED[name], x), p), inputs[0], result, extra
        ),
        elementwise=False,
    )


@lru_cache(maxsize=1024)
def program_operation(program: Program) -> core.operation:
    """The operation that runs a program that ends in a reduction over everything."""
    return core.make_operation(
        "program", len(program.inputs), lambda inputs, result, _: plan_program(program, inputs), elementwise=False
    )


def plan_program(program: Program, inputs: tuple[description, ...]) -> core.plan:
    size = broadcast_size(inputs)
    kind = BY_NAME[program.dtypes()[program.outputs[0]]]
    result = layout.make(kind, (), "F", device_of(inputs))
    operands = (result, *(each.broadcast(size)[1] for each in inputs))
    return planned(Reduce(operands, program, tuple(range(len(size)))))


def reduce_program(program: Program, operands: Sequence[tensor | scalar]) -> scalar:
    """Run a program of several operands that ends in a reduction over everything; the result is a scalar."""
    result: scalar = core.call_scalar(program_operation(program), *operands)
    return result
