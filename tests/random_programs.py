"""Random programs of a few steps: what they give as r-tensors and in fused functions on a device, and one step after the
other on the host.

A value has an error: how far it may be from the host's, at most. Steps that are exact keep zeros; where an error is
infinite (a step that follows another one's rounding, say), only sizes and dtypes are compared.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import layouts
import numpy as np
from layouts import DTYPES, LAYOUTS, TARGETS, read, sample

import ocean
from ocean._src.lazy import passes
from ocean._src.ops import expressions
from ocean._src.ops.table import ROWS
from ocean._src.tensor.reduce import FUNCTIONS

SIZES = [(17,), (5, 3), (4, 3, 2), (1,), (), (40, 3)]
NEVER = math.inf
EXACT = {
    "add", "subtract", "min", "max", "fmin", "fmax", "negative", "absolute", "fabs", "sign", "ceil", "floor", "trunc", "conj",
    "bitwiseAnd", "bitwiseOr", "bitwiseXor", "bitwiseNot", "logicalAnd", "logicalOr", "logicalXor", "logicalNot", "equal",
    "notEqual", "less", "lessEqual", "greater", "greaterEqual", "isinf", "isnan", "isfinite", "isposinf", "isneginf",
    "copysign", "signbit",
}  # fmt: skip
"""Rows that give the same bits everywhere, of real numbers and of the sums and signs of complex ones."""
SMOOTH = {"sin", "cos", "tanh", "arctan", "erf", "arcsinh"}
"""Rows that make no error larger."""
SAME = {"maximum", "minimum", "maximumAbs", "minimumAbs", "ptp", "normInf"}
ROW_NAMES = sorted(
    name for name, row in ROWS.items() if row.arity <= 2 and hasattr(ocean, name)
)
EXACT_COMPLEX = {"add", "subtract", "negative", "conj", "equal", "notEqual", "isnan", "isinf", "isfinite"}
NUMBERS = [0.97, -2.5, 3, 0.125, 7, 1.5 - 2j]
ERRORS = (ocean.OceanError, TypeError, ValueError, IndexError, OverflowError, ZeroDivisionError, AttributeError)


@dataclass
class Known:
    """A value on the host, and how far the same value of a device may be from it."""

    value: Any
    error: float


@dataclass
class Step:
    """What a program does: a function of earlier values."""

    text: str
    do: Callable[..., Any]
    operands: tuple[int, ...]
    error: Callable[[list[Known], Any], float]


def host(value: Any) -> np.ndarray:
    """The numbers of a tensor or scalar, on the host."""
    if isinstance(value, ocean.tensor):
        return read(value if value.device is ocean.cpu else ocean.cpu(value))
    return np.asarray(value.asPython() if isinstance(value, ocean.scalar) else value)


def largest(value: Any) -> float:
    with np.errstate(all="ignore"):
        numbers = np.abs(host(value).astype(complex))
    return float(numbers.max()) if numbers.size else 0.0


def rounding(value: Any) -> float:
    """Some units in the last place of the largest number."""
    if not value.dtype.isfloat:
        return NEVER
    return 64 * float(value.dtype.basetype.eps) * largest(value)


def unrounded(result: Any) -> float:
    """Halves are rounded where they are stored, and not between steps."""
    return rounding(result) if result.dtype in (ocean.half, ocean.chalf, ocean.bfloat16) else 0.0


def elementwise(pick: random.Random, count: int) -> Step:
    name = pick.choice(ROW_NAMES if pick.random() < 0.5 else sorted({*EXACT, *SMOOTH, "scale", "square"} & {*ROW_NAMES, "scale"}))
    operands = tuple(pick.randrange(count) for _ in range(ROWS[name].arity))

    def error(given: list[Known], result: Any) -> float:
        floating, complex = (any(getattr(each.value.dtype, kind) for each in given) for kind in ("isfloat", "iscomplex"))
        errors = [each.error for each in given]
        exact = name in (EXACT_COMPLEX if complex else EXACT | {"scale", "square"} if not floating else EXACT)
        if not any(errors):
            # products are exact, too, but those of complex numbers may be contracted
            if exact or (name in ("scale", "square") and not complex):
                return unrounded(result)
            return 8 * rounding(result) if name in SMOOTH | {"scale", "square"} else NEVER
        if name in ("add", "subtract"):
            return sum(errors) + rounding(result)
        if name in ("min", "max", "negative", "absolute", *SMOOTH) and not complex:
            return max(errors) * 1.2 + 8 * rounding(result)
        return NEVER

    if name == "scale":
        return Step(f"{operands[0]} @ {operands[1]}", lambda x, y: x @ y, operands, error)
    return Step(f"{name}{operands}", getattr(ocean, name), operands, error)


def with_number(pick: random.Random, count: int) -> Step:
    number, name = pick.choice(NUMBERS), pick.choice(["+", "-", "@", "reversed -"])
    do = {
        "+": lambda x: x + number, "-": lambda x: x - number, "@": lambda x: number @ x, "reversed -": lambda x: number - x,
    }[name]  # fmt: skip

    def error(given: list[Known], result: Any) -> float:
        if not given[0].error and not result.dtype.iscomplex:
            return unrounded(result)
        return max(abs(number), 1) * given[0].error + rounding(result)

    return Step(f"{name} {number}", do, (pick.randrange(count),), error)


def reduced(pick: random.Random, count: int, sizes: list[tuple[int, ...]]) -> Step:
    name, operand = pick.choice([*sorted(FUNCTIONS), "norm"]), pick.randrange(count)
    ndims = len(sizes[operand])
    axes = sorted(pick.sample(range(ndims), pick.randint(1, ndims))) if ndims and pick.random() < 0.8 else None
    keep = pick.random() < 0.5
    function = FUNCTIONS.get(name)

    def do(x: Any) -> Any:
        if name == "norm":
            return ocean.norm(x, 3) if axes is None else ocean.norm(x, 3, axes, keep)
        return function(x) if axes is None else function(x, axes, keep)

    def error(given: list[Known], result: Any) -> float:
        x, wrong = given[0].value, given[0].error
        size, count, total = largest(x), max(1, host(x).size), rounding(result)
        discrete = name in ("all", "any", "argmax", "argmin", "nnz", "nnzNaN", "allFinite", "anyInf", "anyNaN")
        if not wrong and (discrete or name in SAME or not (x.dtype.isfloat or result.dtype.isfloat)):
            return 0.0 if not x.dtype.iscomplex or name in ("nnz", "all", "any") else total
        if name in SAME:
            return 2 * wrong + total
        if name in ("sum", "sumAbs", "sumNaN", "sumAbsNaN", "norm1") and result.dtype.isfloat:
            return count * wrong + total + 4 * count * size * total / max(largest(result), 1e-30)
        if name in ("mean", "meanNaN") and result.dtype.isfloat:
            return wrong + total + 4 * size * total / max(largest(result), 1e-30)
        if name in ("var", "varNaN", "norm2") and result.dtype.isfloat and not wrong:
            return 64 * total + 64 * size * size * total / max(largest(result), 1e-30)
        return NEVER

    return Step(f"{name}({operand}, {axes}, {keep})", do, (operand,), error)


def viewed(pick: random.Random, count: int, sizes: list[tuple[int, ...]]) -> Step:
    operand = pick.randrange(count)
    size = sizes[operand]
    kinds = ["reverseAxes", "flatten"] + (["flip", "slice", "list", "new", "reshape"] if size and size[0] else [])
    name = pick.choice(kinds)
    places = [pick.randrange(size[0]) for _ in range(pick.randint(1, 4))] if size and size[0] else []
    do: Callable[[Any], Any] = {
        "reverseAxes": lambda x: x.reverseAxes(), "flatten": lambda x: x.flatten("C"), "flip": lambda x: x.flipAxis(0),
        "slice": lambda x: x[::2], "list": lambda x: x[places], "new": lambda x: x[None],
        "reshape": lambda x: x.reshape([math.prod(size)]),
    }[name]  # fmt: skip
    return Step(f"{name}({operand}, {places if name == 'list' else ''})", do, (operand,), lambda given, _: given[0].error)


def cast(pick: random.Random, count: int) -> Step:
    kind, operand = pick.choice(DTYPES), pick.randrange(count)

    def error(given: list[Known], result: Any) -> float:
        if not given[0].error:
            return unrounded(result)
        return given[0].error + rounding(result)

    return Step(f"{kind.spelling}({operand})", kind, (operand,), error)


def chosen(pick: random.Random, count: int) -> Step:
    operands = tuple(pick.randrange(count) for _ in range(3))

    def error(given: list[Known], _: Any) -> float:
        return max(given[1].error, given[2].error) if not given[0].error else NEVER

    return Step(f"where{operands}", lambda m, x, y: ocean.where(m > 0, x, y), operands, error)


def ended(pick: random.Random, count: int, sizes: list[tuple[int, ...]]) -> Step:
    """What ends a pass of a fused function: a product of matrices, a cumulative sum."""
    operand = pick.randrange(count)

    def error(given: list[Known], result: Any) -> float:
        if not given[0].error and not result.dtype.isfloat:
            return 0.0
        size, count = largest(given[0].value), max(1, host(given[0].value).size)
        wrong = given[0].error * max(size, 1) + rounding(given[0].value) * max(size, 1)
        return 8 * count * wrong + rounding(result) if result.dtype.isfloat else NEVER

    if len(sizes[operand]) == 2 and pick.random() < 0.6:
        return Step(f"{operand}.T * {operand}", lambda x: x.T * x, (operand,), error)
    return Step(f"cumsum({operand}, 0)", lambda x: ocean.cumsum(x, 0), (operand,), error)


def written(pick: random.Random, given: list[Known], fused: bool) -> tuple[list[Step], list[Known]]:
    """Steps that the host can do with some values, and all values."""
    known, steps = list(given), []
    wanted = pick.randint(1, 5)
    for _ in range(4 * wanted):
        if len(steps) == wanted:
            break
        sizes = [getattr(each.value, "size", ()) for each in known]
        count = len(known)
        kind = pick.choices(range(7), [5, 3, 3, 2, 1, 1, 1 if fused else 0])[0]
        step = (
            elementwise(pick, count) if kind == 0 else with_number(pick, count) if kind == 1
            else reduced(pick, count, sizes) if kind == 2 else viewed(pick, count, sizes) if kind == 3
            else cast(pick, count) if kind == 4 else chosen(pick, count) if kind == 5 else ended(pick, count, sizes)
        )  # fmt: skip
        operands = [known[each] for each in step.operands]
        if not all(isinstance(each.value, (ocean.tensor, ocean.scalar)) for each in operands):
            continue
        try:
            value = step.do(*(each.value for each in operands))
        except ERRORS:
            continue  # not defined for these dtypes and sizes
        real = not any(each.value.dtype.iscomplex for each in operands)
        if isinstance(value, ocean.scalar) and value.dtype.iscomplex and real and not isinstance(step.do, ocean.dtype):
            continue  # where a number is outside of a domain, scalars become complex, which a trace cannot know
        if not isinstance(value, (ocean.tensor, ocean.scalar)) or math.prod(getattr(value, "size", ())) > 5000:
            continue
        error = step.error(operands, value)
        if error and not np.isfinite(host(value).astype(complex)).all():
            error = NEVER
        steps.append(step)
        known.append(Known(value, error))
    return steps, known


def same(got: Any, wanted: Known) -> None:
    """Size and dtype are those of the host, and numbers are near its own."""
    assert got.dtype is wanted.value.dtype, f"{got.dtype} instead of {wanted.value.dtype}"
    one, other = host(got), host(wanted.value)
    assert one.shape == other.shape, f"size {one.shape} instead of {other.shape}"
    if wanted.error == 0:
        np.testing.assert_array_equal(one, other)
    elif math.isfinite(wanted.error):
        with np.errstate(all="ignore"):
            difference = np.abs(one.astype(complex) - other.astype(complex))
        assert (difference <= wanted.error).all(), f"{one} instead of {other}, up to {wanted.error}"


def program(pick: random.Random, where: ocean.device) -> None:
    """A program on a device, eager, lazy or fused."""
    mode = pick.choice(["lazy", "lazy", "fused", "fused", "fused", "eager"])
    kinds = [pick.choice(DTYPES) for _ in range(pick.randint(1, 2))]
    size = pick.choice(SIZES)
    samples = [(pick.choice(list(LAYOUTS)), kind, size, pick.randrange(1 << 20)) for kind in kinds]
    tensors = [on_device(ocean.cpu, *each) for each in samples]
    steps, known = written(pick, [Known(each, 0.0) for each in tensors], mode == "fused")
    results = sorted({len(known) - 1, *(pick.randrange(len(known)) for _ in range(pick.randint(0, 2)))})

    def run(*given: Any) -> list[Any]:
        values = list(given)
        for step in steps:
            values.append(step.do(*(values[each] for each in step.operands)))
        return [values[each] for each in results]

    moved = [on_device(where, *each) for each in samples]
    before = passes.BLOCK_BYTES, expressions.BLOCK_BYTES
    passes.BLOCK_BYTES = expressions.BLOCK_BYTES = pick.choice([before[0], 64])
    try:
        if mode == "fused":
            fused = ocean.fuse(run)
            found = [fused(*moved), fused(*moved)]
        elif mode == "lazy":
            found = [[stored(pick, each) for each in run(*map(ocean.lazy, moved))]]
        else:
            found = [run(*moved)]
        for values in found:
            for got, number in zip(values, results, strict=True):
                same(got, known[number])
    except Exception as error:
        lines = [f"{mode} on {where.name}, given {', '.join(map(repr, (each._layout for each in moved)))}"]
        lines += [f"value {len(tensors) + number}: {step.text} of {step.operands}" for number, step in enumerate(steps)]
        raise AssertionError("\n".join([*lines, f"results {results}"])) from error
    finally:
        passes.BLOCK_BYTES, expressions.BLOCK_BYTES = before


def on_device(where: ocean.device, *what: Any) -> ocean.tensor:
    """A sample whose numbers do not depend on the device."""
    before, layouts.device = layouts.device, where
    try:
        return sample(*what, special=False).tensor
    finally:
        layouts.device = before


def stored(pick: random.Random, value: Any) -> Any:
    """The values of an r-tensor, in a new tensor or one with gaps."""
    if not isinstance(value, ocean.rtensor):
        return value
    if pick.random() < 0.6 or not value.size:
        return value.eval()
    out = on_device(value.device, pick.choice(TARGETS), value.dtype, value.size, 1)
    out.copy(value)
    return out
