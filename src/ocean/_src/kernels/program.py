"""Programs: what a kernel computes for one element, as data in SSA form; and the registries of arithmetic and
reductions.

The inputs are the first values, each step defines one more value, and the outputs say which values are stored. A
program knows nothing about shapes, strides or machines.
"""

from __future__ import annotations

from collections.abc import Callable

from ocean._src.base.hints import Any, ClassVar
from ocean._src.base.records import NamedTuple, Record, replaced
from ocean._src.core.objects.dtypes import new_scalar

from . import dtypes
from .builder import Builder, Complex, Number
from .casts import cast

Function = Callable[..., Any]
"""f(b, *values): writes arithmetic with the builder."""

Constant = bool | int | float | complex


class Arithmetic(Record):
    """One row: how an operation is computed for each class of dtype, and the dtype of its result.

    `boolean` falls back to `integer`, and `integer` to `real`; complex is never guessed. `short`, if there is one,
    gives the function of a short dtype. A function receives the
    builder and one value per argument (`Value`, or `Complex` for complex dtypes), in the dtype of the step unless the
    program passes it something else on purpose (as the condition of a choice).
    """

    real: Function | None = None
    integer: Function | None = None
    boolean: Function | None = None
    complex: Function | None = None
    result: Callable[[str], str] | None = None
    short: Callable[[str], Function] | None = None

    def function(self, dtype: str) -> Function | None:
        if self.short and dtype in dtypes.SHORT:
            return self.short(dtype)
        if dtype in dtypes.PARTS:
            return self.complex
        if dtypes.is_boolean(dtype):
            return self.boolean or self.integer or self.real
        return (self.integer or self.real) if dtypes.is_integer(dtype) else self.real


class Short(Record):
    """A faster fold for the few elements that one lane meets in one row. It has an accumulator of its own, which
    becomes the reduction's accumulator at the end of the row.

    `fold(b, numbers, values, turn)` gives the new numbers; `turn(kind)` is the count of elements that the lane
    folded before. `lift(b, numbers, turns, place)` gives an accumulator; `turns(kind)` is the count of all elements
    that the lane folded, and `place(turn)` the index of the element at a turn. A row has at most 100 turns.
    """

    accumulators: tuple[str, ...]
    initial: tuple[Constant, ...]
    fold: Function
    lift: Function


class Reduction(Record):
    """One row: an accumulator of one or more numbers, how to fold values into it, and how to merge two accumulators.

    `accumulators` maps the dtypes of the values to the dtypes of the numbers, and `initial` maps the dtypes of the
    numbers to the identity element. `fold(b, numbers, values)` and `merge(b, numbers, others)` give the new numbers.
    If there is no merge, an accumulator looks like a value, and fold merges too. `values` is the count of values
    that one fold takes. `short` maps the dtypes of the values to the short form, or to None. `rounds`: the result
    depends on the order in which floating-point numbers are folded. `idempotent`: an element may be folded twice.
    """

    initial: Callable[[tuple[str, ...]], tuple[Constant, ...]]
    fold: Function
    merge: Function | None = None
    values: int = 1
    accumulators: Callable[[tuple[str, ...]], tuple[str, ...]] = lambda dtypes: tuple(map(accumulator, dtypes))
    short: Callable[[tuple[str, ...]], Short | None] = lambda dtypes: None
    rounds: bool = False
    idempotent: bool = False


def accumulator(dtype: str) -> str:
    """The dtype in which values of a dtype are accumulated: halves in float."""
    return dtypes.COMPUTING[dtype]


def of_one_number(
    initial: Callable[[str], Constant],
    fold: Function,
    rounds: bool = False,
    short: Callable[[tuple[str, ...]], Short | None] = lambda dtypes: None,
    idempotent: bool = False,
) -> Reduction:
    """A reduction whose accumulator is one number: `fold(b, total, x)`."""
    return Reduction(
        lambda dtypes: (initial(dtypes[0]),),
        lambda b, numbers, values: (fold(b, numbers[0], values[0]),),
        rounds=rounds,
        short=short,
        idempotent=idempotent,
    )


ARITHMETIC: dict[str, Arithmetic] = {}
REDUCTIONS: dict[str, Reduction] = {}


class Step(NamedTuple):
    """One value: a `cast` of a value to `dtype`; a `const`; the `index` of the element (in a reduction: among the
    reduced elements); a `load` from an input, at an offset in bytes that another value gives; or an arithmetic row
    computed in `dtype`.

    `args` are value numbers. For `const`, `args` is one Python number.
    """

    name: str
    dtype: str
    args: tuple[Any, ...]


class Fold(NamedTuple):
    """A reduction of a program: its name, the values that it folds, and the positions of its numbers among all
    accumulators."""

    name: str
    values: tuple[int, ...]
    numbers: tuple[int, ...]
    short: Short | None

    @property
    def row(self) -> Reduction:
        return REDUCTIONS[self.name]


class Program(Record):
    """Inputs (their dtypes in memory), steps, and the numbers of the values to store.

    With reductions, the outputs are folded instead of stored: each reduction takes the next `Reduction.values` outputs.

    >>> print(Program(("float", "float"), (Step("add", "float", (0, 1)),), (2,)))
    v0: float
    v1: float
    v2 = add float v0 v1
    store v2
    """

    inputs: tuple[str, ...]
    steps: tuple[Step, ...]
    outputs: tuple[int, ...]
    reductions: tuple[str, ...] = ()
    # Equality compares text: in Python 0.0 == -0.0 == False, but these are different programs.
    _key: ClassVar[str]
    _hash: ClassVar[int]

    def __init__(
        self, inputs: tuple[str, ...], steps: tuple[Step, ...], outputs: tuple[int, ...],
        reductions: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        key = repr((inputs, steps, outputs, reductions))
        self.__dict__.update(
            inputs=inputs, steps=steps, outputs=outputs, reductions=reductions, _key=key, _hash=hash(key)
        )

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Program) and self._key == other._key

    def __str__(self) -> str:
        lines = [f"v{number}: {dtype}" for number, dtype in enumerate(self.inputs)]
        for number, (name, dtype, args) in enumerate(self.steps, len(self.inputs)):
            words = map(repr, args) if name == "const" else (f"v{arg}" for arg in args)
            lines.append(" ".join((f"v{number} = {name} {dtype}", *words)))
        ends = [(each.name, each.values) for each in self.folds()] or [("store", self.outputs)]
        lines += [" ".join((name, *(f"v{number}" for number in values))) for name, values in ends]
        return "\n".join(lines)

    def __reduce__(self) -> tuple[Any, ...]:
        return Program, (self.inputs, self.steps, self.outputs, self.reductions)

    def folds(self) -> tuple[Fold, ...]:
        """The reductions in which the program ends."""
        found: tuple[Fold, ...] | None = self.__dict__.get("_folds")
        if found is None:
            found = self.__dict__["_folds"] = self._found_folds() if self.reductions else ()
        return found

    def _found_folds(self) -> tuple[Fold, ...]:
        folds, dtypes, value, number = [], self.dtypes(), 0, 0
        for name in self.reductions:
            values = self.outputs[value : value + reduction(name).values]
            kinds = tuple(dtypes[each] for each in values)
            count = len(reduction(name).accumulators(kinds))
            folds.append(Fold(name, values, tuple(range(number, number + count)), reduction(name).short(kinds)))
            value, number = value + len(values), number + count
        return tuple(folds)

    def accumulators(self) -> tuple[str, ...]:
        """The dtypes of the numbers of all reductions."""
        given = self.dtypes()
        return tuple(
            dtype for each in self.folds() for dtype in each.row.accumulators(tuple(given[k] for k in each.values))
        )

    def indexed(self) -> bool:
        """Whether the program uses the index."""
        return any(step.name == "index" for step in self.steps)

    def bases(self) -> set[int]:
        """The inputs that `load` steps read at computed offsets, instead of at the position of the element."""
        return {step.args[0] for step in self.steps if step.name == "load"}

    def inexact(self) -> bool:
        """Whether the order in which elements are folded changes the result."""
        return any(
            each.row.rounds and any(not dtypes.is_integer(dtype) for dtype in (given[number] for number in each.values))
            for given in [self.dtypes()]
            for each in self.folds()
        )

    def dtypes(self) -> tuple[str, ...]:
        """The dtype of every value."""
        found: tuple[str, ...] | None = self.__dict__.get("_dtypes")
        if found is None:
            computed = [result_dtype(name, dtype) for name, dtype, _ in self.steps]
            found = self.__dict__["_dtypes"] = (*self.inputs, *computed)
        return found


BUILT_IN = ("cast", "const", "index", "load")
"""Steps that are not rows of ARITHMETIC."""


def casts(source: str, *dtypes: str) -> Program:
    """A program that casts to one dtype after the other.

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


def without_unused_inputs(program: Program) -> tuple[Program, tuple[int, ...]]:
    """Remove unused inputs from a program without reductions; also return the numbers of the inputs that it uses."""
    count = len(program.inputs)
    numbers = {*program.outputs, *(arg for step in program.steps if step.name != "const" for arg in step.args)}
    used = tuple(number for number in range(count) if number in numbers)
    new = {number: place for place, number in enumerate(used)} | {
        number: number - count + len(used) for number in range(count, count + len(program.steps))
    }
    steps = tuple(
        step if step.name == "const" else step._replace(args=tuple(new[arg] for arg in step.args))
        for step in program.steps
    )
    outputs = tuple(new[output] for output in program.outputs)
    return Program(tuple(program.inputs[number] for number in used), steps, outputs), used


NARROW = {"bool": "uint8", "uint8": "uint16", "int8": "int16", "uint16": "uint32", "int16": "int32"}
"""From a dtype to a wider one in which a sum of a few elements is exact."""


def narrowed(program: Program) -> Program:
    """For sums of a few integers: cast elements only as wide as an exact sum needs, instead of to the sum's dtype."""
    steps, given, count = list(program.steps), program.dtypes(), len(program.inputs)
    uses = [*program.outputs, *(arg for step in steps if step.name != "const" for arg in step.args)]
    for value in (fold.values[0] for fold in program.folds() if fold.name == "sum" and fold.values[0] >= count):
        step = steps[value - count]
        if step.name != "cast" or given[step.args[0]] not in NARROW or uses.count(value) > 1:
            continue
        kind = NARROW[given[step.args[0]]]
        if dtypes.SIZES[step.dtype] > dtypes.SIZES[kind]:
            steps[value - count] = step._replace(dtype=kind)
    return replaced(program, steps=tuple(steps))


def result_dtype(name: str, dtype: str) -> str:
    """The dtype of the value of step `name` when it computes in `dtype`."""
    if name in BUILT_IN:
        return dtype
    row = arithmetic(name)
    return row.result(dtype) if row.result else dtype


def arithmetic(name: str) -> Arithmetic:
    try:
        return ARITHMETIC[name]
    except KeyError:
        raise LookupError(f"no arithmetic is registered under the name {name!r}") from None


def reduction(name: str) -> Reduction:
    try:
        return REDUCTIONS[name]
    except KeyError:
        raise LookupError(f"no reduction is registered under the name {name!r}") from None


def merging(program: Program) -> Program:
    """The program that merges accumulators of `program`: the inputs are folded into the outputs."""
    numbers, names = program.accumulators(), []
    for each in program.folds():
        names.append(each.name if each.row.merge is None and each.short is None else f"{each.name} merge")
        if names[-1] not in REDUCTIONS:
            merge = each.row.merge or each.row.fold
            REDUCTIONS[names[-1]] = replaced(
                each.row,
                fold=merge,
                merge=None,
                values=len(each.numbers),
                accumulators=lambda dtypes: dtypes,
                short=lambda dtypes: None,
            )
    return Program(numbers, (), tuple(range(len(numbers))), tuple(names))


def check(program: Program) -> None:
    """Raise an error that shows the program if the program is not well formed."""
    for dtype in (*program.inputs, *(step.dtype for step in program.steps)):
        if dtype not in dtypes.SIZES:
            raise ValueError(f"there is no dtype {dtype!r}, which is used in\n{program}")
    for number, (name, dtype, args) in enumerate(program.steps, len(program.inputs)):
        if name != "const" and not all(0 <= arg < number for arg in args):
            raise ValueError(f"step {name!r} uses a value that is not computed before it in\n{program}")
        if name not in BUILT_IN and arithmetic(name).function(dtype) is None:
            raise TypeError(f"{name} is not defined for {dtype}")
    if not all(0 <= output < len(program.inputs) + len(program.steps) for output in program.outputs):
        raise ValueError(f"an output is not a value of\n{program}")
    if program.reductions and sum(reduction(name).values for name in program.reductions) != len(program.outputs):
        raise ValueError(f"the reductions do not take as many outputs as there are in\n{program}")


def build(
    b: Builder, program: Program, inputs: list[Any], index: Number | None = None, load: Function | None = None
) -> list[Number]:
    """Write the steps of a program with a builder, and return its outputs, which have the dtypes of their values.

    `load(input, offset)` reads an input at an offset; for such an input, `inputs` has whatever `load` expects.
    """
    values = list(inputs)
    given = program.dtypes()
    for name, dtype, args in program.steps:
        if name == "const":
            values.append(constant(b, dtype, args[0]))
        elif name == "index":
            assert index is not None
            values.append(index)
        elif name == "load":
            assert load is not None
            values.append(load(values[args[0]], values[args[1]]))
        elif name == "cast":
            values.append(cast(b, values[args[0]], given[args[0]], dtype))
        else:
            function = arithmetic(name).function(dtype)
            assert function is not None
            values.append(function(b, *(values[arg] for arg in args)))
    return [values[output] for output in program.outputs]


def constant(b: Builder, dtype: str, value: Constant) -> Number:
    """A Python number as a constant of a dtype. Integers wrap; floating-point numbers are rounded to the precision."""
    kind = dtypes.kind(dtype)
    if dtype in dtypes.PARTS:
        part = dtypes.PARTS[dtype]
        return Complex(*(b.const(kind, rounded(part, each)) for each in (value.real, value.imag)))
    if isinstance(value, complex):
        raise TypeError(f"the complex number {value} is not a constant of {dtype}")
    return b.const(kind, rounded(dtype, value))


def rounded(dtype: str, value: bool | int | float) -> bool | int | float:
    """A number, rounded if it is one of a short dtype."""
    return float(new_scalar(dtypes.BY_NAME[dtype], value)) if dtype in dtypes.SHORT else value
