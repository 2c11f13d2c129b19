"""Programs written as Python expressions, for people and tests: `trace(lambda x, y: x - y, "float", "float")`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .program import Constant, Program, Step, result_dtype


class Expression:
    """A value of a program being written, with Python's operators; see `trace`."""

    def __init__(self, trace: _Trace, number: int, dtype: str) -> None:
        self.trace, self.number, self.dtype = trace, number, dtype

    def row(self, name: str, *others: Expression | Constant, dtype: str | None = None) -> Expression:
        """Apply an arithmetic row to this value and others; Python numbers become constants of this dtype."""
        computing = dtype or self.dtype
        numbers = [self.number] + [self.trace.value(other, self.dtype).number for other in others]
        return self.trace.step(name, computing, tuple(numbers))

    def cast(self, dtype: str) -> Expression:
        return self.trace.step("cast", dtype, (self.number,))

    def __add__(self, other: Expression | Constant) -> Expression:
        return self.row("add", other)

    def __sub__(self, other: Expression | Constant) -> Expression:
        return self.row("subtract", other)

    def __mul__(self, other: Expression | Constant) -> Expression:
        return self.row("scale", other)

    def __truediv__(self, other: Expression | Constant) -> Expression:
        return self.row("divide", other)

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
        return self.row("less", other)


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

    >>> print(trace(lambda x: (x.cast("float"), x.cast("bool")), "half"))
    v0: half
    v1 = cast float v0
    v2 = cast bool v0
    store v1 v2
    """
    trace = _Trace(inputs)
    results = function(*(Expression(trace, number, dtype) for number, dtype in enumerate(inputs)))
    outputs = results if isinstance(results, tuple) else (results,)
    return Program(inputs, tuple(trace.steps), tuple(output.number for output in outputs), reduction)
