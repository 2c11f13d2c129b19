"""The text of a whole kernel: two nested loops around the steps of a program.

    void kernel(char **pointers, const int64_t *strides, int64_t n0, int64_t n1)

runs the program for `i < n0` within `j < n1`. Operand k (outputs first, then inputs) of element (i, j) lies at
`pointers[k] + i * strides[2 * k] + j * strides[2 * k + 1]` bytes. Along a row, a wide loop of vectors goes as far as it
can and a narrow loop of scalars does the remainder, with the same bits as result: the vectors are written here, and
LLVM decides nothing. Long kernels omit the scalar remainder loop (LLVM compile time); the caller pads the remainder to
a full vector.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import get_args

from ocean._src.kernels import dtypes
from ocean._src.kernels.builder import Complex, Number, Value
from ocean._src.kernels.casts import cast
from ocean._src.kernels.formats import STREAMS, Access, Format
from ocean._src.kernels.program import REDUCTIONS, Program, build, check, constant

from .builder import TYPES, LLVMBuilder, vector
from .machine import Target
from .memory import copy, lane_order, load, store

LONG = 80
"""Lines in the wide loop from which on there is no narrow loop."""
HEAVY = 250
"""Instructions in the wide loop from which on its vectors are shorter: they have enough to do side by side."""

Totals = dict[int, Number]
"""The accumulators that stay in registers along a row, by the number of their output."""

_ATTRIBUTES = """
attributes #0 = { nounwind "no-builtins" }
attributes #1 = { nounwind willreturn memory(none) }
!0 = !{i32 1}
"""


def kernel_text(program: Program, formats: tuple[Format, ...], target: Target) -> tuple[str, int]:
    """LLVM IR of the kernel that runs `program` on operands in `formats` (outputs first), and of what n0 must be a
    multiple: 1, or the width of the vectors of a kernel without a narrow loop.

    Totals, outputs that stay the same element for the whole call, are kept in registers. The vectors of a row are
    folded into a vector of their own, which is folded into one for all rows, so that no sum is a long chain of
    additions; its lanes meet at the end. With access "streams" there is a total for each stream, side by side in
    memory, and rows must be whole vectors.
    """
    _check(program, formats)
    width, names = vector_width(program, formats), count()
    first, last = (LLVMBuilder(1, names, target) for _ in range(2))
    totals: Totals = {}
    for k in range(len(program.outputs)):
        if formats[k].access == "uniform":
            totals[k] = load(first, formats[k], f"%start{k}", "")
        elif formats[k].access == "streams":
            totals[k] = _initial(first, program, formats[k].dtype)
    wide = _Wide(LLVMBuilder(width, names, target), program, formats, totals) if width > 1 else None
    if wide and program.reduction is None and len(wide.b.inside) > LONG and _copied(program, formats) is None:
        long = _not_too_heavy(wide)
        return _whole_text(long), long.b.width
    narrow = _Loop("narrow", LLVMBuilder(1, names, target), program, formats, totals)
    carried, ended = _named(totals, "carried"), _named(totals, "ended")
    arriving = {"narrow": narrow.ends} | ({"wide_end": carried} if wide else {})
    for k, number in (wide.result if wide else ended).items():
        if formats[k].access == "uniform":
            store(last, formats[k], f"%start{k}", "", number)
    lines = [
        *(narrow.b.declarations | (wide.b.declarations if wide else {})),
        *_rows_begin(formats, [*_bulk(width, formats), *first.before, *(wide.entry_lines if wide else [])]),
        *_phis(carried, {"entry": totals, "row_end": ended}, 1),
        *(wide.row_lines if wide else ["  br label %narrow_start"]),
        "narrow_start:",
        f"  %begin = phi i64 [0, %row]{', [%bulk, %wide_end]' if wide else ''}",
        *(wide.narrow_phis if wide else []),
        *narrow.b.before,
        "  br label %narrow",
        *narrow.lines("%begin", "%n0", carried, "row_end"),
        "row_end:",
        *_phis(ended, arriving, 1),
        *(wide.end_phis if wide else []),
        *_rows_end(formats, target, [*(wide.finish_lines if wide else []), *last.before, *last.inside]),
    ]
    return "\n".join(lines) + _ATTRIBUTES, 1


def _not_too_heavy(wide: _Loop) -> _Loop:
    """The wide loop, with shorter vectors if there are very many instructions in it."""
    b, width = wide.b, wide.b.width
    while b.registers() > 1 and b.weight() > HEAVY:
        b.width //= 2
    if b.width == width:
        return wide
    return _Loop("wide", LLVMBuilder(b.width, b.names, b.target), wide.program, wide.formats, {})


def _whole_text(wide: _Loop) -> str:
    """A kernel without a narrow loop: rows must be whole vectors."""
    formats, target = wide.formats, wide.b.target
    lines = [
        *wide.b.declarations,
        *_rows_begin(formats, []),
        "  br label %wide_start",
        "wide_start:",
        *wide.b.before,
        "  br label %wide",
        *wide.lines("0", "%n0", {}, "row_end"),
        "row_end:",
        *_rows_end(formats, target, []),
    ]
    return "\n".join(lines) + _ATTRIBUTES


def _step(name: str, type: str, value: str) -> list[str]:
    """An increment, hidden behind `freeze` to keep LLVM's induction analysis off: a third of its time."""
    return [f"  {name}_value = {value}", f"  {name} = freeze {type} {name}_value"]


def _rows_begin(formats: tuple[Format, ...], before: list[str]) -> list[str]:
    """The beginning of a kernel, up to the first line of a row."""
    return [
        "define void @kernel(ptr %pointers, ptr %strides, i64 %n0, i64 %n1) #0 {",
        "  %some0 = icmp sgt i64 %n0, 0",
        "  %some1 = icmp sgt i64 %n1, 0",
        "  %some = and i1 %some0, %some1",
        "  br i1 %some, label %entry, label %exit",
        "entry:",
        *_operands(formats),
        *before,
        "  br label %row",
        "row:",
        "  %j = phi i64 [0, %entry], [%j_next, %row_end]",
        *(f"  %p{k} = phi ptr [%start{k}, %entry], [%next{k}, %row_end]" for k in range(len(formats))),
    ]


def _rows_end(formats: tuple[Format, ...], target: Target, after: list[str]) -> list[str]:
    """The end of a kernel, from the last lines of a row."""
    streamed = any(format.access == "nontemporal" for format in formats)
    return [
        *(
            line
            for k in range(len(formats))
            for line in _step(f"%next{k}", "ptr", f"getelementptr i8, ptr %p{k}, i64 %outer{k}")
        ),
        *_step("%j_next", "i64", "add nuw nsw i64 %j, 1"),
        "  %last_row = icmp eq i64 %j_next, %n1",
        "  br i1 %last_row, label %done, label %row",
        "done:",
        *(["  call void @llvm.x86.sse.sfence()"] if streamed and target.x86 else []),
        *after,
        "  br label %exit",
        "exit:",
        "  ret void",
        "}",
    ]


def vector_width(program: Program, formats: tuple[Format, ...]) -> int:
    """How many elements one turn of the wide loop computes: 64 bytes of the widest kind in the program.

    That is two registers of today's common machines; sums need four of them to hide the latency of additions, and
    complex numbers take two registers each.
    """
    involved = {*program.dtypes(), *(format.dtype for format in formats)}
    widest = max(dtypes.SIZES[dtypes.kind(dtype)] for dtype in involved)
    size = 64
    if program.reduction is not None:
        size *= 2
    if not involved.isdisjoint(dtypes.PARTS):
        size //= 2
    # Strided elements are moved one by one, and there is little to gain from many of them.
    most = 4 if any(format.access == "strided" for format in formats) else 32
    return min(size // widest, most)


class _Loop:
    """The inner loop at one width: its steps, and the accumulators that go around it.

    `totals` are the accumulators at the beginning of a turn, and `ends` at its end.
    """

    def __init__(
        self, name: str, b: LLVMBuilder, program: Program, formats: tuple[Format, ...], totals: Totals
    ) -> None:
        self.name, self.b, self.program, self.formats = name, b, program, formats
        self.totals = _named(totals, name)
        self.ends: Totals = {}
        b.index = f"%{name}_i"
        b.order = lane_order(b.width, formats)
        places = [(format, f"%p{k}", f"%inner{k}") for k, format in enumerate(formats)]
        if (source := _copied(program, formats)) is not None:
            copy(b, *places[source], *places[0])
            return
        inputs = [load(b, *place) for place in places[len(program.outputs) :]]
        given = program.dtypes()
        for k, (number, value) in enumerate(zip(program.outputs, build(b, program, inputs), strict=True)):
            if given[number] != formats[k].dtype:
                value = cast(b, value, given[number], formats[k].dtype)
            if k in self.totals:
                self.ends[k] = self.fold(b, self.totals[k], value)
            elif program.reduction is not None:
                store(b, *places[k], self.fold(b, load(b, *places[k]), value))
            else:
                store(b, *places[k], value)

    def fold(self, b: LLVMBuilder, total: Number, value: Number) -> Number:
        folded: Number = REDUCTIONS[str(self.program.reduction)].fold(b, total, value)
        return folded

    def lines(self, begin: str, end: str, initial: Totals, leave: str) -> list[str]:
        """The block of the loop: entered from the block `…_start`, left for the block `leave`."""
        name, index = self.name, self.b.index
        return [
            f"{name}:",
            f"  {index} = phi i64 [{begin}, %{name}_start], [{index}_next, %{name}]",
            *_phis(self.totals, {f"{name}_start": initial, name: self.ends}, self.b.width),
            *self.b.inside,
            *_step(f"{index}_next", "i64", f"add nuw nsw i64 {index}, {self.b.width}"),
            f"  {index}_last = icmp eq i64 {index}_next, {end}",
            f"  br i1 {index}_last, label %{leave}, label %{name}",
        ]


class _Wide(_Loop):
    """The loop of vectors, and what becomes of its accumulators between rows and at the end."""

    def __init__(self, b: LLVMBuilder, program: Program, formats: tuple[Format, ...], totals: Totals) -> None:
        super().__init__("wide", b, program, formats, totals)
        width = b.width
        start, rows, tree = (LLVMBuilder(size, b.names, b.target) for size in (width, width, 1))
        initial = {k: self._spread(start, _initial(start, program, formats[k].dtype)) for k in totals}
        self.entry_lines = start.before
        lanes, lanes_narrow, lanes_ended = (_named(totals, name) for name in ("lanes", "lanes_narrow", "lanes_ended"))
        folded = {k: self.fold(rows, lanes[k], self.ends[k]) for k in totals}
        self.row_lines = [
            *_phis(lanes, {"entry": initial, "row_end": lanes_ended}, width),
            "  br i1 %any_bulk, label %wide_start, label %narrow_start",
            "wide_start:",
            *b.before,
            "  br label %wide",
            *self.lines("0", "%bulk", initial, "wide_end"),
            "wide_end:",
            *rows.before,
            *rows.inside,
            "  %all_bulk = icmp eq i64 %bulk, %n0",
            "  br i1 %all_bulk, label %row_end, label %narrow_start",
        ]
        self.narrow_phis = _phis(lanes_narrow, {"row": lanes, "wide_end": folded}, width)
        self.end_phis = _phis(lanes_ended, {"narrow": lanes_narrow, "wide_end": folded}, width)
        self.result, ended = _named(totals, "result"), _named(totals, "ended")
        four = LLVMBuilder(STREAMS, b.names, b.target)
        four.index = "0"
        combined: Totals = {}
        for k in totals:
            if formats[k].access == "uniform":
                combined[k] = self.fold(tree, ended[k], self._combined(tree, lanes_ended[k], 1))
            else:
                combined[k] = ended[k]
                sums = self._combined(tree, self._by_stream(tree, lanes_ended[k]), STREAMS)
                place = (Format(formats[k].dtype), f"%start{k}", "")
                store(four, *place, self.fold(four, load(four, *place), sums))
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

    @staticmethod
    def _spread(b: LLVMBuilder, number: Number) -> Number:
        return _map(lambda part: Value(part.kind, b.spread(part), True), number)

    def _combined(self, b: LLVMBuilder, number: Number, sums: int) -> Number:
        """Fold the lanes of an accumulator with each other, by halves; each of `sums` groups on its own."""
        size = self.b.width
        while size > sums:
            b.width, group = size // 2, size // sums
            sides = (
                [start + lane for start in range(0, size, group) for lane in range(side, side + group // 2)]
                for side in (0, group // 2)
            )
            low, high = (_map(lambda part: _lanes(b, part, lanes, size), number) for lanes in sides)  # noqa: B023
            number = self.fold(b, low, high)
            size = b.width
        return number

    def _by_stream(self, b: LLVMBuilder, number: Number) -> Number:
        """The lanes of an accumulator in the order of the streams that they come from."""
        width, order = self.b.width, self.b.order
        if order is None:
            return number
        lanes = sorted(range(width), key=lambda lane: order[lane] * STREAMS // width)
        return _map(lambda part: _lanes(b, part, lanes, width), number)


def _copied(program: Program, formats: tuple[Format, ...]) -> int | None:
    """The operand that a program copies without looking at its elements, or None."""
    if len(program.outputs) != 1 or program.steps or program.reduction is not None:
        return None
    source = 1 + program.outputs[0]
    same = formats[0].dtype == formats[source].dtype != "bool"
    return source if same and formats[source].access != "uniform" else None


def _parts(number: Number) -> tuple[Value, ...]:
    return tuple(number) if isinstance(number, Complex) else (number,)


def _map(function: Callable[[Value], Value], number: Number) -> Number:
    return Complex(function(number.re), function(number.im)) if isinstance(number, Complex) else function(number)


def _initial(b: LLVMBuilder, program: Program, dtype: str) -> Number:
    """What an accumulator starts from."""
    return constant(b, dtype, REDUCTIONS[str(program.reduction)].initial(dtype))


def _lanes(b: LLVMBuilder, value: Value, lanes: list[int], size: int) -> Value:
    """Some lanes of a vector of a size."""
    type = vector(TYPES[value.kind], size)
    if len(lanes) == 1:
        return Value(value.kind, b.line(f"extractelement {type} {value.text}, i64 {lanes[0]}", True), True)
    return Value(value.kind, b.pick(type, value.text, "poison", lanes, True), True)


def _named(totals: Totals, name: str) -> Totals:
    """Numbers like the totals, with names of their own."""
    return {
        k: Complex(Value(total.re.kind, f"%v_{name}{k}re", True), Value(total.im.kind, f"%v_{name}{k}im", True))
        if isinstance(total, Complex)
        else Value(total.kind, f"%v_{name}{k}", True)
        for k, total in totals.items()
    }


def _phis(merged: Totals, ways: dict[str, Totals], width: int) -> list[str]:
    """The lines that choose the numbers at a block that is reached from several others."""
    lines: list[str] = []
    for k, number in merged.items():
        for part, *versions in zip(_parts(number), *(_parts(totals[k]) for totals in ways.values()), strict=True):
            arrivals = ", ".join(f"[{value.text}, %{block}]" for block, value in zip(ways, versions, strict=True))
            lines.append(f"  {part.text} = phi {vector(TYPES[part.kind], width)} {arrivals}")
    return lines


def _operands(formats: tuple[Format, ...]) -> list[str]:
    """Read the pointers and strides."""
    lines = []
    for k, format in enumerate(formats):
        lines += [
            f"  %pointer{k} = getelementptr ptr, ptr %pointers, i64 {k}",
            f"  %start{k} = load ptr, ptr %pointer{k}, align 8",
            f"  %outer_place{k} = getelementptr i64, ptr %strides, i64 {2 * k + 1}",
            f"  %outer{k} = load i64, ptr %outer_place{k}, align 8",
        ]
        if format.access in ("strided", "streams"):
            lines.append(f"  %inner_place{k} = getelementptr i64, ptr %strides, i64 {2 * k}")
            lines.append(f"  %inner{k} = load i64, ptr %inner_place{k}, align 8")
    return lines


def _bulk(width: int, formats: tuple[Format, ...]) -> list[str]:
    """How many elements of a row the wide loop does: none when an output that must be aligned is not."""
    lines = [f"  %most = and i64 %n0, {-width}", "  %one_row = icmp eq i64 %n1, 1"]
    address = "0"
    for k in (k for k, format in enumerate(formats) if format.access == "nontemporal"):
        lines += [
            f"  %address{k} = ptrtoint ptr %start{k} to i64",
            f"  %between{k} = select i1 %one_row, i64 0, i64 %outer{k}",
            f"  %any{k} = or i64 %address{k}, %between{k}",
            f"  %low{k} = or i64 {address}, %any{k}",
        ]
        address = f"%low{k}"
    return [
        *lines,
        f"  %misaligned = and i64 {address}, 63",
        "  %aligned = icmp eq i64 %misaligned, 0",
        "  %bulk = select i1 %aligned, i64 %most, i64 0",
        "  %any_bulk = icmp ne i64 %bulk, 0",
    ]


def _check(program: Program, formats: tuple[Format, ...]) -> None:
    check(program)
    outputs, inputs = formats[: len(program.outputs)], formats[len(program.outputs) :]
    for format in formats:
        if format.dtype not in dtypes.SIZES or format.access not in get_args(Access):
            raise ValueError(f"there is no such operand: {format}")
    if tuple(format.dtype for format in inputs) != tuple(program.inputs):
        raise ValueError(f"operands {inputs} do not have the dtypes {program.inputs} of the inputs of the program")
    if any(format.access == "nontemporal" for format in (formats if program.reduction is not None else inputs)):
        raise ValueError("only what is written and never read can have access 'nontemporal'")
    if program.reduction is None and any(format.access == "streams" for format in formats):
        raise ValueError("only operands of reductions can have access 'streams'")
    if program.reduction is None and any(format.access == "uniform" for format in outputs):
        raise ValueError("many elements cannot be stored into one: an output has access 'uniform'")
