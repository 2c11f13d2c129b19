"""Programs: what a kernel computes for one element, as data; and the registries of the rows they may name.

A program is a list of steps over numbered values, like a page of a notebook: the inputs come first, every step adds
one value, and the outputs say which values are kept. It knows nothing of shapes, strides or machines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from . import complex as complex_arithmetic
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


def _fold_sum(b: Builder, total: Number, x: Number) -> Number:
    if isinstance(total, Complex):
        return complex_arithmetic.add(b, total, x)  # type: ignore[arg-type]
    return b.add(total, x)  # type: ignore[arg-type]


REDUCTIONS: dict[str, Reduction] = {
    "sum": Reduction(initial=lambda dtype: False if dtype == "bool" else 0, fold=_fold_sum),
}


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


def build(b: Builder, program: Program, inputs: list[Number]) -> list[Number]:
    """Write the steps of a program with a builder, and return its outputs.

    An output has the dtype that `program.dtypes()` says.
    """
    values = list(inputs)
    kinds = program.dtypes()
    for name, dtype, args in program.steps:
        if dtype not in dtypes.SIZES:
            raise ValueError(f"there is no dtype {dtype!r}: step {name!r} of\n{program}")
        if name == "const":
            values.append(constant(b, dtype, args[0]))
            continue
        if not all(0 <= arg < len(values) for arg in args):
            raise ValueError(f"step {name!r} uses a value that is not computed before it:\n{program}")
        if name == "cast":
            values.append(cast(b, values[args[0]], kinds[args[0]], dtype))
            continue
        function = arithmetic(name).function(dtype)
        if function is None:
            raise TypeError(f"{name} is not defined for {dtype}")
        values.append(function(b, *(values[arg] for arg in args)))
    if not all(0 <= output < len(values) for output in program.outputs):
        raise ValueError(f"an output is not a value of the program:\n{program}")
    return [values[output] for output in program.outputs]


def constant(b: Builder, dtype: str, value: Constant) -> Number:
    """A Python number as a constant of a dtype. Integers wrap, and floating numbers round to the precision."""
    kind = dtypes.kind(dtype)
    if dtype in dtypes.PARTS:
        parts = [b.const(kind, part) for part in (value.real, value.imag)]
        return Complex(*parts) if kind == "double" or dtype == "cfloat" else cast(b, Complex(*parts), dtype, dtype)
    if isinstance(value, complex):
        raise TypeError(f"the complex number {value} is not a constant of {dtype}")
    if dtype == "half":
        return cast(b, b.const("double", value), "double", "half")
    return b.const(kind, value)


class Expression:
    """A value of a program being written, with Python's operators; see `trace`."""

    _rows = {"+": "add", "-": "subtract", "*": "scale", "/": "divide", "==": "equal", "<": "less"}

    def __init__(self, trace: _Trace, number: int, dtype: str) -> None:
        self.trace, self.number, self.dtype = trace, number, dtype

    def row(self, name: str, *others: Expression | Constant, dtype: str | None = None) -> Expression:
        """Apply an arithmetic row to this value and others; Python numbers become constants of this dtype."""
        computing = dtype or self.dtype
        numbers = [self.number] + [self.trace.value(other, self.dtype).number for other in others]
        return self.trace.step(name, computing, tuple(numbers))

    def cast(self, dtype: str) -> Expression:
        return self.trace.step("cast", dtype, (self.number,))

    def _operator(self, symbol: str, other: Expression | Constant) -> Expression:
        return self.row(self._rows[symbol], other)

    def __add__(self, other: Expression | Constant) -> Expression:
        return self._operator("+", other)

    def __sub__(self, other: Expression | Constant) -> Expression:
        return self._operator("-", other)

    def __mul__(self, other: Expression | Constant) -> Expression:
        return self._operator("*", other)

    def __truediv__(self, other: Expression | Constant) -> Expression:
        return self._operator("/", other)

    def __radd__(self, other: Constant) -> Expression:
        return self.trace.value(other, self.dtype) + self

    def __rsub__(self, other: Constant) -> Expression:
        return self.trace.value(other, self.dtype) - self

    def __rmul__(self, other: Constant) -> Expression:
        return self.trace.value(other, self.dtype) * self

    def __rtruediv__(self, other: Constant) -> Expression:
        return self.trace.value(other, self.dtype) / self

    def __pow__(self, exponent: Expression | Constant) -> Expression:
        return self.row("square") if exponent == 2 else self.row("power", exponent)

    def __lt__(self, other: Expression | Constant) -> Expression:
        return self._operator("<", other)


class _Trace:
    def __init__(self, inputs: tuple[str, ...]) -> None:
        self.inputs = inputs
        self.steps: list[Step] = []
        self.known: dict[str, Expression] = {}

    def step(self, name: str, dtype: str, args: tuple[Any, ...]) -> Expression:
        """The value of a step; the same step twice is one value."""
        step = Step(name, dtype, args)
        if (key := repr(step)) not in self.known:
            number = len(self.inputs) + len(self.steps)
            self.known[key] = Expression(self, number, result_dtype(name, dtype))
            self.steps.append(step)
        return self.known[key]

    def value(self, value: Expression | Constant, dtype: str) -> Expression:
        return value if isinstance(value, Expression) else self.step("const", dtype, (value,))


def trace(
    function: Callable[..., Expression | tuple[Expression, ...]], *inputs: str, reduction: str | None = None
) -> Program:
    """The program that a Python function of as many expressions as `inputs` writes down.

    >>> ARITHMETIC["add"] = Arithmetic(lambda b, x, y: b.add(x, y))
    >>> print(trace(lambda x, y: x + y + 1, "double", "double"))
    v0: double
    v1: double
    v2 = add double v0 v1
    v3 = const double 1
    v4 = add double v2 v3
    store v4
    """
    trace = _Trace(inputs)
    results = function(*(Expression(trace, number, dtype) for number, dtype in enumerate(inputs)))
    outputs = results if isinstance(results, tuple) else (results,)
    return Program(inputs, tuple(trace.steps), tuple(output.number for output in outputs), reduction)
