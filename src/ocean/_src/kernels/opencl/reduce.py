"""Reductions on OpenCL devices: the text of their kernels, and the launches of a job.

A text has two kernels. In `along`, vectors go along the innermost reduced loop, and their lanes are merged at the
end. In `across`, vectors go along the innermost kept loop, so that each lane has its own result. Both handle any
strides. After a few elements the accumulators are merged in pairs, so that no sum is a long chain of additions.

The reduced elements are split into parts. Each part leaves its accumulators in a scratch buffer, and the merging
program reduces them in the same way. The split depends on sizes only, so that results are reproducible bit by bit.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from ocean._src.core.devices.opencl import fit_reduction
from ocean._src.core.objects.description import description, make_description
from ocean._src.core.objects.dtypes import dtype
from ocean._src.core.objects.memory import cpu
from ocean._src.kernels import dtypes
from ocean._src.kernels.builder import Complex, Number, Value
from ocean._src.kernels.casts import cast
from ocean._src.kernels.formats import Format
from ocean._src.kernels.jobs import Reduce
from ocean._src.kernels.plans import (
    Loop,
    forward,
    in_memory_order,
    loops_of_reduction,
    merged,
    ordered_accumulators,
)
from ocean._src.kernels.program import (
    Fold,
    Program,
    build,
    casts,
    check,
    constant,
    merging,
    without_unused_inputs,
)

from .builder import OpenCLBuilder
from .elementwise import Source, elementwise_source, format_of, launch_of
from .memory import STREAMS, Place, given, load, load_behind, store
from .source import checked, enter_rows, kernel, key_of, name_of, next_row, source, vector_bytes, width_for
from .work import Kernel, Launch, Traits, Work, work_of

TURNS = 8
"""The count of elements that a lane folds before its accumulator is merged."""
LEVELS = 24
"""The depth of the tree of merges: no part has more than 2**LEVELS * TURNS elements per lane."""
LINES = 400
"""If a loop has more lines, multiplied by the registers of a vector, it uses shorter vectors."""

Numbers = dict[int, Number]
"""Numbers of accumulators, by position."""


@lru_cache(maxsize=4096)
def fold_source(program: Program, formats: tuple[Format, ...], size: int) -> Source:
    """The kernels that fold the outputs of a program, with vectors of `size` bytes; the formats of the accumulators
    precede those of the inputs."""
    check(program)
    involved = {*program.dtypes(), *program.accumulators()}
    width = width_for(involved, size)
    body = _Body(program, formats, width)
    widest = max(dtypes.SIZES[dtypes.kind(each)] for each in involved)
    while width > 1 and len(body.b.inside) * width * widest > LINES * 32:
        width //= 2
        body = _Body(program, formats, width)
    name = name_of(key_of(program), formats, width)
    kernels = [kernel(name, "along", formats, body.along()), kernel(name, "across", formats, body.across())]
    return Source(source(name, body.functions, kernels), name, width)


class _Body:
    """The lines of a program with reductions, at one width."""

    def __init__(self, program: Program, formats: tuple[Format, ...], width: int) -> None:
        self.program, self.formats, self.width = program, formats, width
        self.folds, self.kinds = program.folds(), program.accumulators()
        self.numbers = len(self.kinds)
        self.inputs = [k for k in range(self.numbers, len(formats)) if formats[k].access != "uniform"]
        # the index among the reduced elements is incremented like a pointer
        self.moving = [*self.inputs, len(formats)] if program.indexed() else self.inputs
        # at least two lanes per stream
        self.streams = width >= 2 * STREAMS and not program.bases()
        self.names = count()
        self.functions: dict[str, str] = {}
        self.mask_size = max(dtypes.SIZES[dtypes.kind(each)] for each in (*program.dtypes(), *self.kinds))
        self.b = self._folded(True)

    def _builder(self, width: int, like: OpenCLBuilder | None = None) -> OpenCLBuilder:
        b = OpenCLBuilder(width, self.names, like)
        b.mask_size = self.mask_size
        self.functions |= b.functions
        b.functions = self.functions
        return b

    def _variables(self, b: OpenCLBuilder, name: str, place: str = "") -> Numbers:
        """The accumulators in variables with a name, or at a position of arrays."""
        return {
            k: Complex(*(b.variable(dtypes.kind(kind), f"{name}{k}{part}{place}") for part in ("re", "im")))
            if kind in dtypes.PARTS
            else b.variable(kind, f"{name}{k}{place}")
            for k, kind in enumerate(self.kinds)
        }

    def _initial(self, declared: bool = True) -> list[str]:
        """Set n0, n1, … to the identity element."""
        b, starts = self._builder(self.width), {}
        for each in self.folds:
            kinds = tuple(self.kinds[k] for k in each.numbers)
            for k, kind, value in zip(each.numbers, kinds, each.row.initial(kinds), strict=True):
                starts[k] = constant(b, kind, value)
        return [
            f"{b.type_of(part.kind) if declared else ''} {part.text} = {b.operand(start)};"
            for k, variable in self._variables(b, "n").items()
            for part, start in zip(_parts(variable), _parts(starts[k]), strict=True)
        ]

    def _assign(self, b: OpenCLBuilder, variables: Numbers, numbers: Numbers) -> list[str]:
        """The lines that assign numbers to variables."""
        pairs = [
            (part.text, b.operand(value))
            for k, number in numbers.items()
            for part, value in zip(_parts(variables[k]), _parts(number), strict=True)
        ]
        return [f"{name} = {text};" for name, text in pairs]

    def _folded(self, along: bool) -> OpenCLBuilder:
        """The steps for elements at the pointers q0, q1, …, folded into n0, n1, …"""
        b, program = self._builder(self.width), self.program
        places, numbers = [], 0
        for k in range(self.numbers, len(self.formats)):
            if self.formats[k].access == "uniform":
                places.append(Place(self.formats[k], f"(a.numbers + {2 * numbers})", "", ""))
                numbers += 1
            else:
                apart = f"d{k}" if along and self.streams else ""
                places.append(Place(self.formats[k], f"q{k}", f"s{k}", "n", apart))
        bases = program.bases()

        def value(place: Place) -> Number:
            return given(b, place.format, place.pointer) if place.format.access == "uniform" else load(b, place)

        def behind(place: Place, offset: Value) -> Number:
            return load_behind(b, place, offset)

        values = [place if k in bases else value(place) for k, place in enumerate(places)]
        index = self._index(b, along) if program.indexed() else None
        outputs = iter(build(b, program, values, index, behind))
        before = self._variables(b, "n")
        after: Numbers = {}
        for each in self.folds:
            after |= self._fold(b, each, before, [next(outputs) for _ in each.values])
        if along and self.width > 1:
            tail = self._builder(self.width, b)
            lanes = ", ".join(map(str, range(self.width)))
            inside = tail.lt(tail.value("int32", f"(int{self.width})({lanes})", True), Value("int32", "n"))
            chosen = {k: _map(lambda x, y: tail.select(inside, x, y), number, before[k]) for k, number in after.items()}
            whole, part = self._assign(b, before, after), self._assign(tail, before, chosen)
            b.inside += [f"if (n == {self.width}) {{", *whole, "} else {", *tail.inside, *part, "}"]
        else:
            b.inside += self._assign(b, before, after)
        return b

    def _index(self, b: OpenCLBuilder, along: bool) -> Value:
        """The index of elements; with `along` it grows from lane to lane."""
        k = len(self.formats)
        if self.width == 1 or not along:
            return b.value("int64", b.spread(Value("int64", f"q{k}")), True)
        type, run = f"long{self.width}", self.width // STREAMS if self.streams else self.width
        steps = (", ".join(map(str, each)) for each in zip(*(divmod(k, run) for k in range(self.width)), strict=True))
        far, near = (f"({type})({each})" for each in steps)
        return b.value("int64", f"({type})(q{k}) + {near} * s{k}" + (f" + {far} * d{k}" if self.streams else ""), True)

    def _fold(self, b: OpenCLBuilder, each: Fold, numbers: Numbers, values: list[Number]) -> Numbers:
        if each.row.merge is None:  # a value looks like an accumulator
            kinds = self.program.dtypes()
            values = [
                value if kinds[number] == self.kinds[k] else cast(b, value, kinds[number], self.kinds[k])
                for value, number, k in zip(values, each.values, each.numbers, strict=True)
            ]
        folded = each.row.fold(b, tuple(numbers[k] for k in each.numbers), tuple(values))
        return dict(zip(each.numbers, folded, strict=True))

    def _merge(self, b: OpenCLBuilder, numbers: Numbers, others: Numbers) -> Numbers:
        result: Numbers = {}
        for each in self.folds:
            merge = each.row.merge or each.row.fold
            both = (tuple(some[k] for k in each.numbers) for some in (numbers, others))
            result |= dict(zip(each.numbers, merge(b, *both), strict=True))
        return result

    def _levels(self) -> list[str]:
        """Declare n0, n1, … and arrays m0, m1, …: if bit k of `merges` is set, position k has 2**k merged
        accumulators."""
        b = self._builder(self.width)
        parts = [part for number in self._variables(b, "m").values() for part in _parts(number)]
        arrays = [f"{b.type_of(part.kind)} {part.text}[{LEVELS}];" for part in parts]
        return [*self._initial(), *arrays, "long merges = 0;"]

    def _merged(self) -> list[str]:
        """Merge n0, n1, … with earlier accumulators that folded equally many elements, like a carry in binary
        addition."""
        b = self._builder(self.width)
        last, before = self._variables(b, "n"), self._variables(b, "m", "[level]")
        numbers = self._merge(b, before, last)
        return [
            "int level = 0;",
            "for (; merges >> level & 1; level++) {",
            *b.before,
            *b.inside,
            *self._assign(b, last, numbers),
            "}",
            *self._assign(b, before, last),
            "merges++;",
            *self._initial(False),
        ]

    def _rest(self) -> list[str]:
        """Merge all that is left into n0, n1, …"""
        b = self._builder(self.width)
        last = self._variables(b, "n")
        numbers = self._merge(b, self._variables(b, "m", "[level]"), last)
        return [
            "for (int level = 0; merges >> level; level++) if (merges >> level & 1) {",
            *b.before,
            *b.inside,
            *self._assign(b, last, numbers),
            "}",
        ]

    def _combined(self) -> tuple[OpenCLBuilder, Numbers]:
        """Merge the lanes of n0, n1, … by halves."""
        b = self._builder(self.width)
        numbers = self._variables(b, "n")
        while b.width > 1:
            b.width //= 2
            low, high = (
                {k: _map(lambda part: b.side(part, side), number) for k, number in numbers.items()}  # noqa: B023
                for side in ("lo", "hi")
            )
            numbers = self._merge(b, low, high)
        return b, numbers

    def _stores(self, b: OpenCLBuilder, numbers: Numbers, position: str) -> list[str]:
        """Store numbers one after the other from `position` on, which counts accumulators."""
        for k, number in numbers.items():
            size = dtypes.SIZES[self.kinds[k]]
            store(b, Place(self.formats[k], f"p{k} + {position} * {size}", str(size), "n"), number)
        return [*b.before, *b.inside]

    def _copied(self, target: str, origin: str, plus: str = "") -> list[str]:
        """Declare pointers as copies of others, each moved by a stride."""
        lines = []
        for k in self.moving:
            type = "long " if k == len(self.formats) else "__global uchar *"
            lines.append(f"{type}{target}{k} = {origin}{k}{plus.format(k=k)};")
        return lines

    def _head(self, words: int, b: OpenCLBuilder) -> list[str]:
        """The strides of a vector, and the tables of the loops, which follow the first words of `loops`."""
        moving = self.moving
        index = [f"long p{len(self.formats)} = 0;"] if self.program.indexed() else []
        return [
            *b.before,
            *index,
            *(f"const long s{k} = loops[{words + place}];" for place, k in enumerate(moving)),
            f"__constant long *kept = loops + {words + len(moving)};",
            f"__constant long *reduced = kept + loops[0] * {1 + len(moving)};",
        ]

    def along(self) -> list[str]:
        """The table `loops`: kept loops; reduced loops over rows; results; results per item; parts; items that share a
        part; rows; rows per part; elements per row; pieces per row; elements per piece; whether pieces are read in
        streams; strides along a row; then the loops."""
        moving, width = self.moving, self.width
        b, numbers = self._combined()
        position = "((result * loops[4] + part) * loops[5] + lane)"
        return [
            *self._head(12, self.b),
            "const long lane = get_global_id(0) % loops[5], item = get_global_id(0) / loops[5];",
            "const long part = item % loops[4];",
            "const long first = part % loops[9] * loops[10], end = ocean_min(first + loops[10], loops[8]);",
            f"const long step = loops[5] * {width};",
            *(
                [f"const long run = loops[11] ? (end - first) / {width} * {width // STREAMS} : 0;"]
                if self.streams
                else []
            ),
            "long result = item / loops[4] * loops[3];",
            "const long last = ocean_min(result + loops[3], loops[2]);",
            "if (result >= last) return;",
            *enter_rows("kept", "loops[0]", "result", moving, "p"),
            "for (; result < last; result++) {",
            "long row = part / loops[9] * loops[7];",
            "const long last_row = ocean_min(row + loops[7], loops[6]);",
            *self._copied("r", "p"),
            *enter_rows("reduced", "loops[1]", "row", moving, "r"),
            *self._levels(),
            "int turns = 0;",
            "for (; row < last_row; row++) {",
            f"for (long i = first + lane * {width}; i < end;) {{",
            f"const long stop = ocean_min(end, i + ({TURNS} - turns) * step);",
            "for (; i < stop; i += step, turns++) {",
            *([f"const int n = (int)ocean_min((long){width}, end - i);"] if width > 1 else []),
            *self._along_places(),
            *self.b.inside,
            "}",
            f"if (turns == {TURNS}) {{",
            *self._merged(),
            "turns = 0;",
            "}",
            "}",
            *next_row("reduced", "loops[1]", moving, "r"),
            "}",
            *self._rest(),
            *self._stores(b, numbers, position),
            *next_row("kept", "loops[0]", moving, "p"),
            "}",
        ]

    def _along_places(self) -> list[str]:
        """The addresses of the elements from i on. With streams, a whole vector takes some elements from each run of
        the piece."""
        if not self.streams:
            return self._copied("q", "r", " + i * s{k}")
        run = self.width // STREAMS
        return [
            f"const int whole = run && n == {self.width};",
            f"const long at = whole ? first + (i - first) / {STREAMS} : i, far = whole ? run : {run};",
            *self._copied("q", "r", " + at * s{k}"),
            *(f"const long d{k} = far * s{k};" for k in self.moving),
        ]

    def across(self) -> list[str]:
        """The table `loops`: kept loops over rows; reduced loops; results per row; vectors per row; vectors; vectors
        per item; items per part; rows; reduced elements; reduced elements per part; strides along a row; then the
        loops."""
        moving, width = self.moving, self.width
        inside = self._folded(False)
        end = self._builder(width)
        position = "((part * loops[7] + row) * loops[2] + start)"
        return [
            *self._head(10, inside),
            "const long part = get_global_id(0) / loops[6];",
            "long item = get_global_id(0) % loops[6] * loops[5];",
            "const long last = ocean_min(item + loops[5], loops[4]);",
            "for (; item < last; item++) {",
            f"const long row = item / loops[3], start = item % loops[3] * {width};",
            *([f"const int n = (int)ocean_min((long){width}, loops[2] - start);"] if width > 1 else []),
            *self._copied("r", "p", " + start * s{k}"),
            *enter_rows("kept", "loops[0]", "row", moving, "r"),
            "long turn = part * loops[9];",
            "const long end = ocean_min(turn + loops[9], loops[8]);",
            *enter_rows("reduced", "loops[1]", "turn", moving, "r"),
            *self._levels(),
            "while (turn < end) {",
            f"const long stop = ocean_min(turn + {TURNS}, end);",
            "for (; turn < stop; turn++) {",
            *self._copied("q", "r"),
            *inside.inside,
            *next_row("reduced", "loops[1]", moving, "r"),
            "}",
            *self._merged(),
            "}",
            *self._rest(),
            *self._stores(end, self._variables(end, "n"), position),
            "}",
        ]


def _parts(number: Number) -> tuple[Value, ...]:
    return tuple(number) if isinstance(number, Complex) else (number,)


def _map(function: Callable[..., Value], *numbers: Number) -> Number:
    parts = [function(*each) for each in zip(*map(_parts, numbers), strict=True)]
    return Complex(*parts) if len(parts) == 2 else parts[0]


class _Inputs(NamedTuple):
    """What is reduced: loops with the strides of operands in memory (and of the index), the count of these strides, the
    operands' positions in the job, the shifts of their starts, and the numbers of the host."""

    kept: list[Loop]
    reduced: list[Loop]
    columns: int
    operands: tuple[int, ...]
    shifts: tuple[int, ...]
    numbers: tuple[int | bytes, ...]


@work_of.register
def reduce_work(job: Reduce, traits: Traits) -> Work:
    results = job.operands[: max(1, len(job.finishes))]
    inputs = list(job.operands[len(results) :])
    if not results[0].nelem:
        return Work(())
    program, numbers = job.program, job.program.accumulators()
    sources = [0, *range(len(inputs))] if job.first else list(range(len(inputs)))
    kept, reduced = loops_of_reduction(inputs, job.axes, job.first, program.indexed())
    shifts = forward(reduced, 1 + len(sources) + program.indexed(), last=program.indexed())
    reduced = merged(in_memory_order(reduced))
    accumulators = ordered_accumulators(numbers, kept, results[0], len(sources))
    kept = merged(sorted((loop for loop in kept if loop.length != 1), key=lambda loop: loop.strides[0]))
    formats = [format_of(inputs[k]) for k in sources]
    moving = [k for k, each in enumerate(formats) if each.access != "uniform"]
    columns = [1 + k for k in moving] + ([1 + len(sources)] if program.indexed() else [])
    what = _Inputs(
        [Loop(loop.length, [loop.strides[k] for k in columns]) for loop in kept],
        [Loop(loop.length, [loop.strides[k] for k in columns]) for loop in reduced],
        len(columns),
        tuple(len(results) + sources[k] for k in moving),
        tuple(shifts[1 + k] for k in moving),
        tuple(len(results) + source for k, source in enumerate(sources) if k not in moving),
    )
    size = vector_bytes(traits, 4)
    same = tuple(Format(each) for each in numbers)
    fold, merge = fold_source(program, (*same, *formats), size), fold_source(merging(program), same + same, size)
    finishes = _finishes(job, results, inputs, accumulators, traits)
    sizes = [dtypes.SIZES[each] for each in numbers]
    plan = _Plan(
        checked("".join([fold.text, merge.text, *(each.text for each, *_ in finishes)]), traits), traits, sizes
    )
    targets = [plan.new(size * results[0].nelem) for size in sizes] if finishes else [0]
    plan.fold(fold, what, merge, targets)
    for made, operands, formats_there, places in finishes:
        at = [targets[place] if isinstance(place, _Number) else place for place in places]
        launch = launch_of(made, operands, formats_there, at, False, traits)
        plan.launches.append(plan.in_text(launch))
    return Work(tuple(plan.launches), tuple(plan.scratch))


def name_in(made: Source, across: bool) -> str:
    """The name of a kernel in a text."""
    return f"{made.name}_{'across' if across else 'along'}"


class _Number(int):
    """The position of a number among those of the accumulators."""


class _Finish(NamedTuple):
    source: Source
    operands: list[description]
    formats: tuple[Format, ...]
    places: list[int | bytes]

    @property
    def text(self) -> str:
        return self.source.text


def _finishes(
    job: Reduce,
    results: Sequence[description],
    inputs: list[description],
    accumulators: list[description],
    traits: Traits,
) -> list[_Finish]:
    """How each result is made from the accumulators; empty if the accumulators are the result."""
    numbers = job.program.accumulators()
    value = job.program.dtypes()[job.program.outputs[0]]
    finishes = job.finishes or [casts(numbers[0], value, each.dtype.spelling) for each in results]
    elements = math.prod(inputs[0].size[axis] for axis in job.axes)
    made: list[_Finish] = []
    for number, (result, finish) in enumerate(zip(results, finishes, strict=True)):
        finish, used = without_unused_inputs(finish)
        if not finish.steps and len(results) == 1 and used == (0,) and accumulators[0] is result:
            continue
        operands, places = [result], list[int | bytes]([number])
        for k in used:
            if k < len(numbers):
                operands.append(accumulators[k])
                places.append(_Number(k))
            elif k == len(numbers):
                operands.append(_scalar(dtypes.BY_NAME["double"], result))
                places.append(struct.pack("<d", elements))
            else:
                place = k - len(numbers) - 1 + len(inputs) - job.parameters
                operands.append(_scalar(inputs[place].dtype, result))
                places.append(len(results) + place)
        formats = tuple(map(format_of, operands))
        made.append(_Finish(elementwise_source(finish, formats, vector_bytes(traits, 2)), operands, formats, places))
    return made


def _scalar(kind: dtype, result: description) -> description:
    """A number of the host as an operand, broadcast to the size of a result."""
    return make_description(kind, (), "F", cpu).broadcast(result.size)[1]


class _Plan:
    """Launches and scratch buffers while a plan is assembled; all kernels are in one text."""

    def __init__(self, text: str, traits: Traits, sizes: list[int]) -> None:
        self.text, self.traits, self.sizes = text, traits, sizes
        self.launches: list[Launch] = []
        self.scratch: list[int] = []

    def new(self, size: int) -> int:
        """A new scratch buffer, as an operand."""
        self.scratch.append(size)
        return -len(self.scratch)

    def in_text(self, launch: Launch) -> Launch:
        return replace(launch, kernel=Kernel(self.text, launch.kernel.name))

    def fold(self, made: Source, what: _Inputs, merge: Source, targets: list[int]) -> None:
        """Fold inputs into targets, in several parts if there are many; `merge` merges the parts."""
        results = math.prod(loop.length for loop in what.kept)
        traits = self.traits
        across, table, items, local, parts = fit_reduction(
            what.kept, what.reduced, what.columns, made.width, traits.host_like, traits.units, traits.local
        )
        whole = targets if parts == 1 else [self.new(parts * results * size) for size in self.sizes]
        self.launches.append(
            Launch(
                Kernel(self.text, name_in(made, across)),
                (*whole, *what.operands),
                (*[0] * len(whole), *what.shifts),
                what.numbers,
                table,
                items,
                local,
            )
        )
        if parts > 1:
            near, far = list(self.sizes), [size * (results if across else parts) for size in self.sizes]
            kept, reduced = (near, far) if across else (far, near)
            loops = [Loop(results, kept)] if results > 1 else []
            there = _Inputs(loops, [Loop(parts, reduced)], len(whole), tuple(whole), (0,) * len(whole), ())
            self.fold(merge, there, merge, targets)
