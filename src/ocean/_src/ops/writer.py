"""Programs written value by value, with the typing rules of the table.

A writer numbers the values, and writes equal steps once. Values have the operators of the rows, so a program reads like
its formula. `*` is elementwise here, like `@`.

>>> w = Writer(("float", "int16"))
>>> x, n = w.inputs
>>> print(w.program(abs(x - n) * 2, reduction="sum"))
v0: float
v1: int16
v2 = cast float v1
v3 = subtract float v0 v2
v4 = absolute float v3
v5 = const float 2
v6 = scale float v4 v5
sum v6
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ocean._src.base.hints import TYPE_CHECKING, Any
from ocean._src.core.objects.dtypes import BOOL, INT64, common, computing_of, dtype, weak_dtype
from ocean._src.kernels.dtypes import BY_NAME
from ocean._src.kernels.program import BUILT_IN, REDUCTIONS, Constant, Program, Step, result_dtype

from . import arithmetic, float_parts, mathematics, random  # noqa: F401  the rows
from .table import OPERATORS, ROWS, Row, Typing, compares, typing_of, violation


class Value:
    """A value of a program that is being written. Python numbers beside it take their dtype as beside a tensor."""

    __slots__ = ("dtype", "exact", "number", "writer")

    def __init__(self, writer: Writer, number: int, kind: dtype, exact: bool = True) -> None:
        self.writer, self.number, self.dtype = writer, number, kind
        self.exact = exact  # False: a half in the precision of float, which is rounded before it is used

    def row(self, name: str, *others: Value | Constant) -> Value:
        """The row of this value and others."""
        return self.writer.row(name, self, *others)

    def cast(self, kind: dtype | str) -> Value:
        return self.writer.cast(self, kind)

    def __bool__(self) -> bool:
        raise TypeError("A value of a program has no truth: it is known when the program runs")

    __hash__ = object.__hash__

    if TYPE_CHECKING:  # attached below, from the rows
        # fmt: off
        def __add__(self, other: Value | Constant) -> Value: ...
        def __radd__(self, other: Constant) -> Value: ...
        def __sub__(self, other: Value | Constant) -> Value: ...
        def __mul__(self, other: Value | Constant) -> Value: ...
        def __rmul__(self, other: Constant) -> Value: ...
        def __truediv__(self, other: Value | Constant) -> Value: ...
        def __rtruediv__(self, other: Constant) -> Value: ...
        def __and__(self, other: Value | Constant) -> Value: ...
        def __or__(self, other: Value | Constant) -> Value: ...
        def __pow__(self, other: Value | Constant) -> Value: ...
        def __le__(self, other: Value | Constant) -> Value: ...
        def __eq__(self, other: Any) -> Any: ...
        def __abs__(self) -> Value: ...
        # fmt: on


def _operators(name: str) -> tuple[Callable[..., Value], Callable[..., Value]]:
    def operator(self: Value, *other: Value | Constant) -> Value:
        return self.writer.row(name, self, *other)

    def reflected(self: Value, other: Constant) -> Value:
        return self.writer.row(name, other, self)

    return operator, reflected


for _sign, _row in [*((row.operator, row) for row in ROWS.values() if row.operator), ("*", ROWS["scale"])]:
    _name = OPERATORS[_sign].__name__.strip("_")
    _forward, _reflected = _operators(_row.name)
    setattr(Value, f"__{_name}__", _forward)
    if _row.arity == 2 and _row.types is not compares:  # Python reflects comparisons itself
        setattr(Value, f"__r{_name}__", _reflected)


class Writer:
    """Writes a program over inputs of given dtypes; only writers number values.

    Unless it is strict, halves keep the precision of float between steps.
    """

    def __init__(self, inputs: Iterable[dtype | str], strict: bool = True) -> None:
        self.strict = strict
        kinds = [_dtype(kind) for kind in inputs]
        self.inputs = tuple(Value(self, number, kind) for number, kind in enumerate(kinds))
        self._steps: list[Step] = []
        self._known: dict[str, Value] = {}

    def row(self, name: str, *operands: Value | Constant) -> Value:
        """A row of the table: the operands cast as its typing rule says, and the result in the dtype that it gives."""
        values = self._values(operands)
        typing = typing_of(ROWS[name], tuple(each.dtype for each in values))
        if (other := self._simpler(ROWS[name], values[-1])) and typing.computing is not BOOL:
            name, values, typing = other, values[:-1], typing._replace(operands=typing.operands[:-1])
        return self._computed(name, typing, values).cast(typing.result)

    def outside(self, name: str, *operands: Value | Constant) -> Value:
        """Whether operands are outside the domain of a row."""
        values = self._values(operands)
        return self._computed(violation(name), typing_of(ROWS[name], tuple(each.dtype for each in values)), values)

    def cast(self, x: Value, kind: dtype | str) -> Value:
        """x cast to a dtype; x itself if it has that dtype."""
        kind = _dtype(kind)
        return x if x.dtype is kind else self._step("cast", kind, (self.rounded(x).number,))

    def rounded(self, x: Value) -> Value:
        """x as it would be after a store in its dtype and a load."""
        return x if x.exact or not self.strict else self._step("cast", x.dtype, (x.number,))

    def constant(self, value: Constant, kind: dtype | str) -> Value:
        return self._step("const", _dtype(kind), (value,))

    def load(self, base: Value, offset: Value) -> Value:
        """An input, read at an offset in bytes (an int64) from its place."""
        return self._step("load", base.dtype, (base.number, offset.number))

    def index(self) -> Value:
        """The index of the element in column-major order, among all elements or among those that are reduced."""
        return self._step("index", INT64, ())

    def program(self, *outputs: Value, reduction: str | tuple[str, ...] = ()) -> Program:
        """The program that stores the outputs, or that ends in reductions of them, without steps that nothing uses.

        A single name may be a reduction of several outputs.
        """
        count, wanted = len(self.inputs), {each.number for each in outputs}
        for number in range(count + len(self._steps) - 1, count - 1, -1):
            step = self._steps[number - count]
            if number in wanted and step.name != "const":
                wanted.update(step.args)
        numbers = {number: number for number in range(count)}
        steps: list[Step] = []
        for number, (name, kind, args) in enumerate(self._steps, count):
            if number in wanted:
                numbers[number] = count + len(steps)
                steps.append(Step(name, kind, args if name == "const" else tuple(numbers[arg] for arg in args)))
        inputs = tuple(each.dtype.spelling for each in self.inputs)
        if isinstance(reduction, str):
            reduction = (reduction,) * (len(outputs) // REDUCTIONS[reduction].values)
        return Program(inputs, tuple(steps), tuple(numbers[each.number] for each in outputs), reduction)

    def _values(self, operands: tuple[Value | Constant, ...]) -> list[Value]:
        reference = next(each.dtype for each in operands if isinstance(each, Value))
        return [each if isinstance(each, Value) else self._number(each, reference) for each in operands]

    def _number(self, value: Constant, reference: dtype) -> Value:
        return self.constant(value, common(weak_dtype(value, reference), reference))

    def _simpler(self, row: Row, last: Value) -> str | None:
        """The row that replaces a row if its last operand is one of its constants."""
        if not row.constants or last.number < len(self.inputs):
            return None
        step = self._steps[last.number - len(self.inputs)]
        return dict(row.constants).get(step.args[0]) if step.name == "const" else None

    def _computed(self, name: str, typing: Typing, values: list[Value]) -> Value:
        cast = [self.rounded(self.cast(each, kind)) for each, kind in zip(values, typing.operands, strict=True)]
        return self._step(name, typing.computing, tuple(each.number for each in cast))

    def _step(self, name: str, computing: dtype, args: tuple[Any, ...]) -> Value:
        """The value of a step; equal steps have one value."""
        step = Step(name, computing.spelling, args)
        if (key := repr(step)) not in self._known:
            kind = BY_NAME[result_dtype(name, computing.spelling)]
            exact = name in BUILT_IN or computing_of(kind) is kind
            self._known[key] = Value(self, len(self.inputs) + len(self._steps), kind, exact)
            self._steps.append(step)
        return self._known[key]


def _dtype(kind: dtype | str) -> dtype:
    return BY_NAME[kind] if isinstance(kind, str) else kind


def trace(
    function: Callable[..., Value | tuple[Value, ...]], *inputs: dtype | str, reduction: str | tuple[str, ...] = ()
) -> Program:
    """The program that a Python function writes; it takes a value for each of `inputs`.

    >>> print(trace(lambda x: (x.cast("float"), x.cast("bool")), "half"))
    v0: half
    v1 = cast float v0
    v2 = cast bool v0
    store v1 v2
    """
    w = Writer(inputs)
    results = function(*w.inputs)
    return w.program(*(results if isinstance(results, tuple) else (results,)), reduction=reduction)
