"""The text of a kernel that reduces. Its accumulators stay in registers, or are loaded and stored.

Uniform accumulators stay in registers for the whole call. Each row is folded into a vector, and the vectors of all
rows are merged into one, so that no sum is a long chain of additions. The lanes are merged at the end. With access
"streams" each stream has its own accumulator, contiguous in memory, and rows must be whole vectors. If formats have
several rows, each element of a row has its own accumulator; the rows, which are few, are folded in registers and
stored once.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from ocean._src.core.objects.tensor import STREAMS
from ocean._src.kernels.builder import Complex, Number, Value
from ocean._src.kernels.casts import cast
from ocean._src.kernels.formats import Format
from ocean._src.kernels.program import Fold, Program, constant

from .builder import TYPES, LLVMBuilder, vector
from .frame import ATTRIBUTES, Loop, bulk, rows_begin, rows_end, wide_part
from .machine import Target
from .memory import index, load, store

Totals = dict[int, Number]
"""Accumulator numbers that stay in registers along a row, by their position among the operands."""


def fold_text(program: Program, formats: tuple[Format, ...], width: int, target: Target) -> str:
    """LLVM IR of the kernel that folds the outputs of `program` into the first operands."""
    names = count()
    first, last = (LLVMBuilder(1, names, target) for _ in range(2))
    totals: Totals = {}
    for each in program.folds():
        for k, initial in _initial(first, each, _kinds(formats)).items():
            if formats[k].access == "uniform":
                totals[k] = load(first, formats[k], f"%start{k}", "")
            elif formats[k].access == "streams":
                totals[k] = initial
    overlapping = overlaps(program, formats)
    wide = _Wide(LLVMBuilder(width, names, target), program, formats, totals, overlapping) if width > 1 else None
    narrow = _Folds("narrow", LLVMBuilder(1, names, target), program, formats, totals)
    carried, ended = _named(totals, "carried"), _named(totals, "ended")
    arriving = {"narrow": narrow.ends} | ({"wide_end": carried} if wide else {})
    for k, number in (wide.result if wide else ended).items():
        if formats[k].access == "uniform":
            store(last, formats[k], f"%start{k}", "", number)
    lines = [
        *(narrow.b.declarations | (wide.b.declarations if wide else {})),
        *rows_begin(formats, [*bulk(width, formats, overlapping), *first.before, *(wide.entry_lines if wide else [])]),
        *_phis(carried, {"entry": totals, "row_end": ended}, 1),
        *(wide.row_lines if wide else ["  br label %narrow_start"]),
        "narrow_start:",
        f"  %begin = phi i64 [0, %row]{', [%bulk, %wide_end]' if wide else ''}",
        *(wide.narrow_phis if wide else []),
        *narrow.b.before,
        "  br label %narrow",
        *narrow.lines("%begin", "%n0", "row_end", narrow.phis(carried)),
        "row_end:",
        *_phis(ended, arriving, 1),
        *(wide.end_phis if wide else []),
        *rows_end(formats, target, [*(wide.finish_lines if wide else []), *last.before, *last.inside]),
    ]
    return "\n".join(lines) + ATTRIBUTES


def overlaps(program: Program, formats: tuple[Format, ...]) -> bool:
    """Whether the last vector of a row may take elements a second time, so that no remainder is left for the narrow
    loop."""
    return formats[-1].rows == 1 and all(
        each.row.idempotent and all(formats[k].access == "uniform" for k in each.numbers) for each in program.folds()
    )


class _Folds(Loop):
    """The inner loop of a reduction at one width, and the accumulators that it carries.

    `totals` are the numbers at the beginning of an iteration, and `ends` at its end.
    """

    def __init__(
        self, name: str, b: LLVMBuilder, program: Program, formats: tuple[Format, ...], totals: Totals
    ) -> None:
        super().__init__(name, b, program, formats)
        self.totals = _named(totals, name)
        self.ends: Totals = {}
        if formats[-1].rows > 1:
            self._fold_rows()
            return
        outputs = iter(self.outputs())
        for each in program.folds():
            values = [next(outputs) for _ in each.values]
            if each.short and each.numbers[0] in totals and b.width > 1:
                numbers = short_numbers(b, each)
                self.totals = {k: total for k, total in self.totals.items() if k not in each.numbers}
                self.totals |= _named(numbers, name)
                folded = each.short.fold(b, tuple(self.totals[k] for k in numbers), tuple(values), self._turn)
                self.ends |= dict(zip(numbers, folded, strict=True))
                continue
            values = self._like_numbers(each, values, _kinds(formats))
            if each.numbers[0] in self.totals:
                self.ends |= self.fold(b, each, self.totals, values)
            else:
                loaded = {k: load(b, *self.places[k]) for k in each.numbers}
                for k, number in self.fold(b, each, loaded, values).items():
                    store(b, *self.places[k], number)

    def _fold_rows(self) -> None:
        """Fold the elements of all rows from the identity element, in the dtypes of the program, and store them as the
        formats say."""
        b, folds, kinds = self.b, self.program.folds(), self.program.accumulators()
        numbers = {k: number for each in folds for k, number in _initial(b, each, kinds).items()}
        for row in self.rows():
            outputs = iter(row)
            for each in folds:
                values = [next(outputs) for _ in each.values]
                numbers |= self.fold(b, each, numbers, self._like_numbers(each, values, kinds))
        for k, number in numbers.items():
            store(b, *self.places[k], self._cast(number, kinds[k], self.formats[k].dtype))

    def _like_numbers(self, fold: Fold, values: list[Number], kinds: tuple[str, ...]) -> list[Number]:
        """Cast values to the dtypes of the accumulators, if the reduction's fold is also its merge."""
        if fold.row.merge is not None:
            return values
        given = self.program.dtypes()
        places = zip(values, fold.values, fold.numbers, strict=True)
        return [self._cast(value, given[number], kinds[k]) for value, number, k in places]

    def _cast(self, value: Number, source: str, wanted: str) -> Number:
        return value if source == wanted else cast(self.b, value, source, wanted)

    def _turn(self, kind: str) -> Value:
        """The count of elements that each lane has folded before, as a number of a kind."""
        b = self.b
        behind = b.line(f"add nuw nsw i64 {b.index}, {b.width - 1}", True)  # the last vector may overlap
        turn = b.line(f"udiv i64 {behind}, {b.width}", True)
        single = LLVMBuilder(1, b.names, b.target)
        number = single.convert(kind, Value("int64", turn, True))  # bool: whether the lane folded any
        b.inside += single.inside
        type = vector(TYPES[kind], b.width)
        first = b.line(f"insertelement {type} poison, {TYPES[kind]} {number.text}, i64 0", True)
        return Value(kind, b.pick(type, first, "poison", [0] * b.width, True), True)

    def phis(self, initial: Totals, *again: str) -> list[str]:
        """The phi nodes of the loop; `again` are further blocks from which it is entered."""
        entries = {f"{self.name}_start": initial, self.name: self.ends, **dict.fromkeys(again, self.ends)}
        return _phis(self.totals, entries, self.b.width)

    @staticmethod
    def fold(b: LLVMBuilder, each: Fold, totals: Totals, values: list[Number]) -> Totals:
        folded = each.row.fold(b, tuple(totals[k] for k in each.numbers), tuple(values))
        return dict(zip(each.numbers, folded, strict=True))

    @staticmethod
    def merge(b: LLVMBuilder, each: Fold, totals: Totals, others: Totals) -> Totals:
        merge = each.row.merge or each.row.fold
        merged = merge(b, *(tuple(numbers[k] for k in each.numbers) for numbers in (totals, others)))
        return dict(zip(each.numbers, merged, strict=True))


class _Wide(_Folds):
    """The vector loop, and how its accumulators are merged between rows and at the end."""

    def __init__(
        self, b: LLVMBuilder, program: Program, formats: tuple[Format, ...], totals: Totals, overlapping: bool
    ) -> None:
        super().__init__("wide", b, program, formats, totals)
        width = b.width
        start, rows, tree = (LLVMBuilder(size, b.names, b.target) for size in (width, width, 1))
        folds = [each for each in program.folds() if each.numbers[0] in totals]
        initial = {
            k: self._spread(start, number)
            for each in folds
            for k, number in _initial(start, each, _kinds(formats)).items()
        }
        self.entry_lines = start.before
        lanes, lanes_narrow, lanes_ended = (_named(totals, name) for name in ("lanes", "lanes_narrow", "lanes_ended"))
        folded: Totals = {}
        for each in folds:
            if each.short:
                initial |= {k: self._spread(start, number) for k, number in short_numbers(b, each).items()}
            folded |= self.merge(rows, each, lanes, self._lifted(rows, each) if each.short else self.ends)
        self.row_lines = [
            *_phis(lanes, {"entry": initial, "row_end": lanes_ended}, width),
            *wide_part(
                b.before,
                self.overlapping_lines("wide_end", self.phis(initial, "wide_again"))
                if overlapping
                else self.lines("0", "%bulk", "wide_end", self.phis(initial)),
                rows.before + rows.inside,
            ),
        ]
        self.narrow_phis = _phis(lanes_narrow, {"row": lanes, "wide_end": folded}, width)
        self.end_phis = _phis(lanes_ended, {"narrow": lanes_narrow, "wide_end": folded}, width)
        self.result, ended = _named(totals, "result"), _named(totals, "ended")
        four = LLVMBuilder(STREAMS, b.names, b.target)
        four.index = "0"
        combined: Totals = {}
        for each in folds:
            mine = {k: lanes_ended[k] for k in each.numbers}
            if formats[each.numbers[0]].access == "uniform":
                combined |= self.merge(tree, each, ended, self._combined(tree, each, mine, 1))
            else:
                combined |= {k: ended[k] for k in each.numbers}
                by_stream = {k: self._by_stream(tree, number) for k, number in mine.items()}
                sums = self._combined(tree, each, by_stream, STREAMS)
                places = {k: (Format(formats[k].dtype), f"%start{k}", "") for k in each.numbers}
                loaded = {k: load(four, *place) for k, place in places.items()}
                for k, number in self.merge(four, each, loaded, sums).items():
                    store(four, *places[k], number)
        self.finish_lines = [
            "  br i1 %any_bulk, label %combine, label %finish",
            "combine:",
            *tree.before,
            *tree.inside,
            *four.before,
            *four.inside,
            "  br label %finish",
            "finish:",
            *_phis(self.result, {"done": ended, "combine": combined}, 1),
        ]
        for other in (start, rows, tree, four):
            b.declarations |= other.declarations

    def _lifted(self, b: LLVMBuilder, each: Fold) -> Totals:
        """The accumulator of a row, from the numbers of the short form."""
        assert each.short is not None
        numbers = tuple(self.ends[k] for k in short_numbers(b, each))

        def turns(kind: str) -> Value:
            return b.convert(kind, Value("int64", b.line(f"udiv i64 %bulk, {b.width}", False)))

        def place(turn: Value) -> Value:
            format, base, stride = self.places[-1]
            b.index, b.order = "0", self.b.order
            first = index(b, format, base, stride)
            width = b.const("int64", b.width // STREAMS if format.access == "streams" else b.width)
            behind = b.mul(b.convert("int64", turn), width)
            if format.access != "streams":
                behind = b.min(behind, Value("int64", b.line(f"sub i64 %bulk, {b.width}", False)))
            return b.add(first, b.mul(behind, Value("int64", stride)) if format.access == "strided" else behind)

        return dict(zip(each.numbers, each.short.lift(b, numbers, turns, place), strict=True))

    @staticmethod
    def _spread(b: LLVMBuilder, number: Number) -> Number:
        return _map(lambda part: Value(part.kind, b.spread(part), True), number)

    def _combined(self, b: LLVMBuilder, each: Fold, numbers: Totals, sums: int) -> Totals:
        """Merge the lanes of an accumulator by halves; each of `sums` groups of lanes separately."""
        size = self.b.width
        while size > sums:
            b.width, group = size // 2, size // sums
            sides = (
                [start + lane for start in range(0, size, group) for lane in range(side, side + group // 2)]
                for side in (0, group // 2)
            )
            low, high = (
                {k: _map(lambda part: _lanes(b, part, lanes, size), number) for k, number in numbers.items()}  # noqa: B023
                for lanes in sides
            )
            numbers = self.merge(b, each, low, high)
            size = b.width
        return numbers

    def _by_stream(self, b: LLVMBuilder, number: Number) -> Number:
        """Sort the lanes of an accumulator by the stream that they come from."""
        width, order = self.b.width, self.b.order
        if order is None:
            return number
        lanes = sorted(range(width), key=lambda lane: order[lane] * STREAMS // width)
        return _map(lambda part: _lanes(b, part, lanes, width), number)


def _parts(number: Number) -> tuple[Value, ...]:
    return tuple(number) if isinstance(number, Complex) else (number,)


def _map(function: Callable[[Value], Value], number: Number) -> Number:
    return Complex(function(number.re), function(number.im)) if isinstance(number, Complex) else function(number)


def short_numbers(b: LLVMBuilder, fold: Fold) -> Totals:
    """The initial numbers of a fold's short form, under keys above those of operands."""
    assert fold.short is not None
    starts = zip(fold.short.accumulators, fold.short.initial, strict=True)
    first = 100 * (1 + fold.numbers[0])
    return {first + k: constant(b, dtype, value) for k, (dtype, value) in enumerate(starts)}


def _kinds(formats: tuple[Format, ...]) -> tuple[str, ...]:
    return tuple(format.dtype for format in formats)


def _initial(b: LLVMBuilder, fold: Fold, numbers: tuple[str, ...]) -> Totals:
    """The initial numbers of an accumulator; `numbers` are the dtypes of all accumulators."""
    kinds = tuple(numbers[k] for k in fold.numbers)
    starts = zip(fold.numbers, kinds, fold.row.initial(kinds), strict=True)
    return {k: constant(b, kind, value) for k, kind, value in starts}


def _lanes(b: LLVMBuilder, value: Value, lanes: list[int], size: int) -> Value:
    """Some lanes of a vector with `size` lanes."""
    type = vector(TYPES[value.kind], size)
    if len(lanes) == 1:
        return Value(value.kind, b.line(f"extractelement {type} {value.text}, i64 {lanes[0]}", True), True)
    return Value(value.kind, b.pick(type, value.text, "poison", lanes, True), True)


def _named(totals: Totals, name: str) -> Totals:
    """Values like the totals, under new names."""
    return {
        k: Complex(Value(total.re.kind, f"%v_{name}{k}re", True), Value(total.im.kind, f"%v_{name}{k}im", True))
        if isinstance(total, Complex)
        else Value(total.kind, f"%v_{name}{k}", True)
        for k, total in totals.items()
    }


def _phis(merged: Totals, ways: dict[str, Totals], width: int) -> list[str]:
    """The phi nodes of the accumulators at a block with several predecessors."""
    lines: list[str] = []
    for k, number in merged.items():
        for part, *versions in zip(_parts(number), *(_parts(totals[k]) for totals in ways.values()), strict=True):
            arrivals = ", ".join(f"[{value.text}, %{block}]" for block, value in zip(ways, versions, strict=True))
            lines.append(f"  {part.text} = phi {vector(TYPES[part.kind], width)} {arrivals}")
    return lines
