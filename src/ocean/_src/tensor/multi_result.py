"""Elementwise functions that are more than a row: those with two results, made in one pass, and those with options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from ocean._src.base.classes import attach
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public
from ocean._src.core.call.operands import as_scalar, beside, operand
from ocean._src.core.call.settings import settings
from ocean._src.core.objects.description import description, result_layout
from ocean._src.core.objects.dtypes import BOOL, DOUBLE, dtype, new_scalar
from ocean._src.core.objects.memory import device
from ocean._src.core.objects.rtensor import apply, rtensor
from ocean._src.core.objects.tensor import call_numbers, launch_by, make_empty, run_plan, tensor
from ocean._src.core.objects.tensor import plan as Plan
from ocean._src.kernels.jobs import Elementwise, planned
from ocean._src.ops.dispatch import OPERATIONS, broadcast_size, check_casts, device_of
from ocean._src.ops.expressions import description_of
from ocean._src.ops.row_help import LETTERS
from ocean._src.ops.table import ROWS, typing_of
from ocean._src.ops.writer import Writer
from ocean._src.tensor.elementwise import FUNCTIONS, run, taken

# --- Two results -------------------------------------------------------------------------------------------------


def results_of(function: str, names: Sequence[str], given: Sequence[Any]) -> tuple[Any, ...]:
    """Run several rows on the same operands; on tensors in one pass."""
    operands = [taken(each, function, letter) for letter, each in zip(LETTERS, given, strict=False)]
    if any(isinstance(each, rtensor) for each in operands):
        return tuple(apply(OPERATIONS[name], tuple(operands)) for name in names)
    tensors = [each for each in operands if isinstance(each, tensor)]
    if not tensors:
        return tuple(call_numbers(OPERATIONS[name], tuple(operands)) for name in names)
    first = tensors[0]
    if not settings.auto_typecast and any(each.device is not first.device for each in tensors):
        raise OceanTypeError("Tensor device mismatch (automatic type casting is disabled)")
    placed = [on(each, first.device) if isinstance(each, tensor) else beside(each, first.dtype) for each in operands]
    kinds = tuple(each.dtype for each in placed)
    for name in names:
        check_casts(typing_of(ROWS[name], kinds), kinds)
    descriptions = tuple(map(description_of, placed))
    broadcast_size(descriptions)  # raises if sizes do not match under the current settings
    plan, results = plan_together(tuple(names), descriptions)
    made = tuple(make_empty(each) for each in results)
    run_plan(plan, [*made, *placed])
    return made


def on(source: tensor, where: device) -> tensor:
    moved: tensor = source if source.device is where else where(source)
    return moved


@lru_cache(maxsize=1024)
def plan_together(names: tuple[str, ...], operands: tuple[description, ...]) -> tuple[Plan, tuple[description, ...]]:
    """The plan that computes several rows, and the descriptions of their results."""
    w = Writer(each.dtype for each in operands)
    values = [w.row(name, *w.inputs) for name in names]
    size = broadcast_size(operands)
    leading = [each for each in operands if each.size == size and each.nelem > 1]
    where = device_of(operands)
    results = tuple(result_layout(each.dtype, size, leading, where) for each in values)
    inputs = [each.broadcast(size)[1] for each in operands]
    cost = sum(ROWS[name].cost for name in names)
    return planned(Elementwise((*results, *inputs), w.program(*values), cost)), results


@public("divmod(A, B) -> tuple[tensor, tensor]", rule="elementwise")
def divmod(A: Any, B: Any) -> Any:
    """The quotients rounded down and the remainders with the sign of B, as `floorDivide` and `mod` give them.

    >>> q, r = ocean.divmod([7,-7], 2)
    >>> q.asPython(), r.asPython()
    ([3, -4], [1, 1])
    """
    return results_of("divmod", ("floorDivide", "mod"), (A, B))


@public("frexp(A) -> tuple[tensor, tensor]", rule="elementwise")
def frexp(A: Any) -> Any:
    """Mantissas, from 1/2 to below 1 without the sign, and exponents (int32): A is mantissa times 2 ** exponent.

    0, infinities and NaN are their own mantissas, with exponent 0.

    >>> m, e = ocean.frexp([8.0,-0.75])
    >>> m.asPython(), e.asPython()
    ([0.5, -0.75], [4, 0])
    """
    return results_of("frexp", ("mantissa", "exponent"), (A,))


@public("modf(A) -> tuple[tensor, tensor]", rule="elementwise")
def modf(A: Any) -> Any:
    """The fractional and the integral parts, both with the sign of A.

    >>> f, w = ocean.modf([2.5,-1.25])
    >>> f.asPython(), w.asPython()
    ([0.5, -0.25], [2.0, -1.0])
    """
    return results_of("modf", ("fraction", "whole"), (A,))


def reflected(function: Callable[..., Any]) -> Callable[..., Any]:
    def of_operands(self: Any, other: Any) -> Any:
        if not isinstance(other, (tensor, rtensor)):
            other = operand(other)
        return other if other is NotImplemented else function(self, other)

    return of_operands


attach(tensor, __divmod__=reflected(divmod), __rdivmod__=reflected(lambda a, b: divmod(b, a)))
attach(rtensor, __divmod__=lambda a, b: divmod(a, b), __rdivmod__=lambda a, b: divmod(b, a))


# --- Options -----------------------------------------------------------------------------------------------------


@public(
    "nan_to_num(A [,nan [,posinf [,neginf]]] [,B])", nan="number", posinf="number", neginf="number", B="tensor",
    rule="along",
)  # fmt: skip
def nan_to_num(A: Any, nan: Any, posinf: Any, neginf: Any, B: tensor | None) -> Any:
    """NaN replaced by a number (0), and infinities by numbers (the largest and the smallest of the dtype).

    >>> ocean.nan_to_num([ocean.nan,1.5,ocean.inf], posinf=99)
        0.0    1.5   99.0
    <tensor.double of size 3 on cpu>
    """
    source = taken(A, "nan_to_num", "A")
    if not isinstance(source, (rtensor, tensor)):
        source = as_scalar(source, "nan_to_num")
    return run(ROWS["replaceNonfinite"], (source, *replacements(source.dtype.basetype, nan, posinf, neginf)), None, B)


def replacements(base: dtype, nan: Any, posinf: Any, neginf: Any) -> list[Any]:
    """The replacements of `nan_to_num` for NaN and infinities of a dtype: scalars, and tensors unchanged."""
    limits = (base.max, base.min) if base.isfloat else (0, 0)
    found: list[Any] = []
    for name, given, otherwise in (("nan", nan, 0), ("posinf", posinf, limits[0]), ("neginf", neginf, limits[1])):
        value = otherwise if given is None else given
        number = value if isinstance(value, tensor) else as_scalar(value, "nan_to_num")
        if number.dtype.iscomplex:
            raise OceanTypeError(f"nan_to_num(): {name} must be a real number, got {shown(given)}")
        found.append(number if isinstance(number, tensor) else new_scalar(base, number))
    return found


MOST_DIGITS = 300


def round_digits(A: Any, digits: int | None, B: tensor | None) -> Any:
    """Round to a number of decimal digits after the point (0), halves away from zero; complex: each part.

    A negative number of digits rounds before the point: -2 rounds to hundreds.

    >>> ocean.round([2.345,-1250.0], 2).asPython(), ocean.round([1249,1250,-1250], -2).asPython()
    ([2.35, -1250.0], [1200, 1300, -1300])
    """
    if not digits:
        return run(ROWS["round"], (A,), None, B)
    if not -MOST_DIGITS <= digits <= MOST_DIGITS:
        raise OceanValueError(f"round(): digits must be from {-MOST_DIGITS} to {MOST_DIGITS}, got {digits}")
    source = taken(A, "round", "A")
    if not isinstance(source, (rtensor, tensor)):
        source = as_scalar(source, "round")
    kind = source.dtype
    if kind.isfloat:
        name, power = "roundAfter" if digits > 0 else "roundBefore", new_scalar(DOUBLE, 10.0 ** abs(digits))
    elif digits > 0:
        return run(ROWS["round"], (source,), None, B)
    elif kind is BOOL or 10**-digits > kind.max.asPython():  # larger than all numbers, and than twice of nearly all
        return run(ROWS["scale"], (source, new_scalar(kind, 0)), None, B)
    else:
        name, power = "roundBefore", new_scalar(kind, 10**-digits)
    return run(ROWS[name], (source, power), None, B)


FUNCTIONS["round"] = launch_by(
    public("round(A [,digits] [,B])", digits="int", B="tensor")(round_digits), OPERATIONS["round"], True
)
