"""Programs: what a kernel computes for one element, as data; and the registries of the rows they may name.

A program is a list of steps over numbered values, like a page of a notebook: the inputs come first, every step adds
one value, and the outputs say which values are kept. It knows nothing of shapes, strides or machines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from . import dtypes
from .builder import Builder, Complex, Number
from .casts import cast

Function = Callable[..., Any]
"""f(b, *values): arithmetic over the builder."""

Constant = bool | int | float | complex


@dataclass(frozen=True)
class Arithmetic:
    """One row: how an operation is computed for each class of dtype, and the dtype of what it gives.

    `boolean` falls back to `integer`, and `integer` to `real`; complex is never guessed. A function receives the
    builder and one value per argument (`Value`, or `Complex` for complex dtypes), in the dtype of the step unless the
    program passes it something else on purpose (as the condition of a choice).
    """

    real: Function | None = None
    integer: Function | None = None
    boolean: Function | None = None
    complex: Function | None = None
    result: Callable[[str], str] | None = None

    def function(self, dtype: str) -> Function | None:
        if dtype in dtypes.PARTS:
            return self.complex
        if dtype == "bool":
            return self.boolean or self.integer or self.real
        return (self.integer or self.real) if "int" in dtype else self.real


@dataclass(frozen=True)
class Reduction:
    """One row: the value a fold starts from, for the dtype of its accumulator, and one step of the fold."""

    initial: Callable[[str], Constant]
    fold: Function


ARITHMETIC: dict[str, Arithmetic] = {}
REDUCTIONS: dict[str, Reduction] = {}


def accumulator(dtype: str) -> str:
    """The dtype in which values of a dtype are accumulated: halves in float."""
    return {"half": "float", "chalf": "cfloat"}.get(dtype, dtype)


class Step(NamedTuple):
    """One value: `cast` of a value to `dtype`, a `const`, or an arithmetic row computed in `dtype`.

    `args` are value numbers, except for `const`, where they are one Python number.
    """

    name: str
    dtype: str
    args: tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Program:
    """Inputs (their dtypes in memory), steps, and the numbers of the values to store.

    With a reduction, output k is not stored but folded into accumulator k.

    >>> print(Program(("float", "float"), (Step("add", "float", (0, 1)),), (2,)))
    v0: float
    v1: float
    v2 = add float v0 v1
    store v2
    """

    inputs: tuple[str, ...]
    steps: tuple[Step, ...]
    outputs: tuple[int, ...]
    reduction: str | None = None
    # Equality goes through text, because Python holds 0.0 == -0.0 == False, and these are different programs.
    _key: str = field(init=False, repr=False)
    _hash: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        key = repr((self.inputs, self.steps, self.outputs, self.reduction))
        object.__setattr__(self, "_key", key)
        object.__setattr__(self, "_hash", hash(key))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Program) and self._key == other._key

    def __str__(self) -> str:
        lines = [f"v{number}: {dtype}" for number, dtype in enumerate(self.inputs)]
        for number, (name, dtype, args) in enumerate(self.steps, len(self.inputs)):
            words = map(repr, args) if name == "const" else (f"v{arg}" for arg in args)
            lines.append(" ".join((f"v{number} = {name} {dtype}", *words)))
        lines.append(f"{self.reduction or 'store'} " + " ".join(f"v{number}" for number in self.outputs))
        return "\n".join(lines)

    def dtypes(self) -> tuple[str, ...]:
        """The dtype of every value."""
        return tuple(self.inputs) + tuple(result_dtype(name, dtype) for name, dtype, _ in self.steps)


def casts(source: str, *dtypes: str) -> Program:
    """The program that casts to one dtype after the other.

    >>> print(casts("float", "half", "double"))
    v0: float
    v1 = cast half v0
    v2 = cast double v1
    store v2
    """
    steps: list[Step] = []
    for dtype in dtypes:
        if dtype != (steps[-1].dtype if steps else source):
            steps.append(Step("cast", dtype, (len(steps),)))
    return Program((source,), tuple(steps), (len(steps),))


def result_dtype(name: str, dtype: str) -> str:
    """The dtype of what a step named `name` gives when it computes in `dtype`."""
    if name in ("cast", "const"):
        return dtype
    row = arithmetic(name)
    return row.result(dtype) if row.result else dtype


def arithmetic(name: str) -> Arithmetic:
    try:
        return ARITHMETIC[name]
    except KeyError:
        raise LookupError(f"no arithmetic is registered under the name {name!r}") from None


def check(program: Program) -> None:
    """Raise an error that shows the program if it does not make sense."""
    for dtype in (*program.inputs, *(step.dtype for step in program.steps)):
        if dtype not in dtypes.SIZES:
            raise ValueError(f"there is no dtype {dtype!r}, which is used in\n{program}")
    for number, (name, dtype, args) in enumerate(program.steps, len(program.inputs)):
        if name != "const" and not all(0 <= arg < number for arg in args):
            raise ValueError(f"step {name!r} uses a value that is not computed before it in\n{program}")
        if name not in ("cast", "const") and arithmetic(name).function(dtype) is None:
            raise TypeError(f"{name} is not defined for {dtype}")
    if not all(0 <= output < len(program.inputs) + len(program.steps) for output in program.outputs):
        raise ValueError(f"an output is not a value of\n{program}")
    if program.reduction is not None and program.reduction not in REDUCTIONS:
        raise LookupError(f"no reduction is registered under the name {program.reduction!r}")


def build(b: Builder, program: Program, inputs: list[Number]) -> list[Number]:
    """Write the steps of a program with a builder, and return its outputs, which have the dtypes of their values."""
    values = list(inputs)
    given = program.dtypes()
    for name, dtype, args in program.steps:
        if name == "const":
            values.append(constant(b, dtype, args[0]))
        elif name == "cast":
            values.append(cast(b, values[args[0]], given[args[0]], dtype))
        else:
            function = arithmetic(name).function(dtype)
            assert function is not None
            values.append(function(b, *(values[arg] for arg in args)))
    return [values[output] for output in program.outputs]


def constant(b: Builder, dtype: str, value: Constant) -> Number:
    """A Python number as a constant of a dtype. Integers wrap, and floating numbers round to the precision."""
    kind = dtypes.kind(dtype)
    if dtype in dtypes.PARTS:
        parts = Complex(b.const(kind, value.real), b.const(kind, value.imag))
        return cast(b, parts, dtype, dtype) if dtype == "chalf" else parts
    if isinstance(value, complex):
        raise TypeError(f"the complex number {value} is not a constant of {dtype}")
    if dtype == "half":
        return cast(b, b.const("double", value), "double", "half")
    return b.const(kind, value)
