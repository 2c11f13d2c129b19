"""The text of a whole kernel: two nested loops around the steps of a program.

    void kernel(char **pointers, const int64_t *strides, int64_t n0, int64_t n1)

runs the program for `i < n0` within `j < n1`. Operand k (outputs first, then inputs) of element (i, j) lies at
`pointers[k] + i * strides[2 * k] + j * strides[2 * k + 1]` bytes. Along a row, a loop of vectors goes as far as it can
and a loop of scalars does the rest, with the same bits as result: the vectors are written here, LLVM decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from . import dtypes
from .builder import Complex, Number, Value
from .casts import cast
from .llvm import TYPES, LLVMBuilder, vector
from .memory import Format, copy, lane_order, load, store
from .program import REDUCTIONS, Program, build, constant

_ATTRIBUTES = """
attributes #0 = { nounwind "no-builtins" }
attributes #1 = { nounwind willreturn memory(none) }
!0 = !{i32 1}
"""


def kernel_text(program: Program, formats: tuple[Format, ...], native_half: bool, x86: bool = True) -> str:
    """LLVM IR of the kernel that runs `program` on operands in `formats` (outputs first)."""
    _check(program, formats)
    names = count()
    width = vector_width(program, formats)
    # Accumulators that stay along a row are read before it and written after it, by these two builders.
    first, last = LLVMBuilder(1, names, native_half), LLVMBuilder(1, names, native_half)
    totals = [
        load(first, format, f"%p{k}", "") if format.access == "b" else None
        for k, format in enumerate(formats[: len(program.outputs)])
    ]
    narrow = _Loop("narrow", LLVMBuilder(1, names, native_half), program, formats, totals)
    ways = {"narrow": narrow.ends}
    wide_lines: list[str] = []
    if width > 1:
        wide = _Loop("wide", LLVMBuilder(width, names, native_half), program, formats, totals)
        tree = LLVMBuilder(width, names, native_half)
        ways["wide_end"] = wide.combined(tree)
        wide_lines = [
            "  %any_bulk = icmp ne i64 %bulk, 0",
            "  br i1 %any_bulk, label %wide_start, label %narrow_start",
            "wide_start:",
            *wide.b.before,
            "  br label %wide",
            *wide.lines("0", "%bulk", wide.initial(), "wide_end"),
            "wide_end:",
            *tree.inside,
            "  %all_bulk = icmp eq i64 %bulk, %n0",
            "  br i1 %all_bulk, label %row_end, label %narrow_start",
        ]
        first.declarations |= wide.b.declarations
    starts = {"row": totals} | ({"wide_end": ways["wide_end"]} if width > 1 else {})
    carried, carried_lines = _merge(starts, names)
    ended, ended_lines = _merge(ways, names)
    for k, number in enumerate(ended):
        if number is not None:
            store(last, formats[k], f"%p{k}", "", number)
    streamed = [k for k, format in enumerate(formats) if format.access == "n"]
    begin = "[0, %row], [%bulk, %wide_end]" if width > 1 else "[0, %row]"
    lines = [
        *(first.declarations | narrow.b.declarations),
        "define void @kernel(ptr %pointers, ptr %strides, i64 %n0, i64 %n1) #0 {",
        "  %some0 = icmp sgt i64 %n0, 0",
        "  %some1 = icmp sgt i64 %n1, 0",
        "  %some = and i1 %some0, %some1",
        "  br i1 %some, label %entry, label %exit",
        "entry:",
        *_operands(formats),
        *(_bulk(width, streamed) if width > 1 else []),
        "  br label %row",
        "row:",
        "  %j = phi i64 [0, %entry], [%j_next, %row_end]",
        *(f"  %p{k} = phi ptr [%start{k}, %entry], [%next{k}, %row_end]" for k in range(len(formats))),
        *first.before,
        *(wide_lines or ["  br label %narrow_start"]),
        "narrow_start:",
        f"  %begin = phi i64 {begin}",
        *carried_lines,
        *narrow.b.before,
        "  br label %narrow",
        *narrow.lines("%begin", "%n0", carried, "row_end"),
        "row_end:",
        *ended_lines,
        *last.inside,
        *(f"  %next{k} = getelementptr i8, ptr %p{k}, i64 %outer{k}" for k in range(len(formats))),
        "  %j_next = add nuw nsw i64 %j, 1",
        "  %last_row = icmp eq i64 %j_next, %n1",
        "  br i1 %last_row, label %done, label %row",
        "done:",
        *(["  call void @llvm.x86.sse.sfence()"] if streamed and x86 else []),
        "  br label %exit",
        "exit:",
        "  ret void",
        "}",
    ]
    return "\n".join(lines) + _ATTRIBUTES


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
    # Strided elements are moved one by one, and there is nothing to gain from more of them.
    most = 4 if any(format.access == "s" for format in formats) else 64
    return min(size // widest, most)


def copied(program: Program, formats: tuple[Format, ...]) -> int | None:
    """The operand which a program only copies, or None if it does more."""
    if len(program.outputs) != 1 or program.steps or program.reduction is not None:
        return None
    source = 1 + program.outputs[0]
    only_bits = formats[0].dtype == formats[source].dtype != "bool"
    return source if only_bits and formats[source].access != "b" else None


class _Loop:
    """The inner loop at one width: its steps, and the accumulators that go around it.

    `totals` holds the accumulator of each output, or None for an output that is in memory at each turn; in `ends` are
    the same after one turn.
    """

    def __init__(
        self, name: str, b: LLVMBuilder, program: Program, formats: tuple[Format, ...], totals: list[Number | None]
    ) -> None:
        self.name, self.b, self.program = name, b, program
        self.formats, self.before = formats, totals
        self.totals = [total and self._named(k, total) for k, total in enumerate(totals)]
        b.index = f"%{name}_i"
        b.order = lane_order(b.width, formats) if b.width > 1 else None
        outputs = len(program.outputs)
        if (source := copied(program, formats)) is not None:
            copy(b, formats[source], f"%p{source}", f"%inner{source}", formats[0], "%p0", "%inner0")
            self.ends: list[Number | None] = [None]
            return
        inputs = [load(b, format, f"%p{k}", f"%inner{k}") for k, format in enumerate(formats[outputs:], outputs)]
        given = program.dtypes()
        self.ends = []
        for k, (number, value) in enumerate(zip(program.outputs, build(b, program, inputs), strict=True)):
            format = formats[k]
            if given[number] != format.dtype:
                value = cast(b, value, given[number], format.dtype)
            total = self.totals[k]
            if total is not None:
                self.ends.append(self._fold(b, total, value))
                continue
            self.ends.append(None)
            if program.reduction is not None:
                value = self._fold(b, load(b, format, f"%p{k}", f"%inner{k}"), value)
            store(b, format, f"%p{k}", f"%inner{k}", value)

    def _named(self, k: int, total: Number) -> Number:
        if isinstance(total, Complex):
            return Complex(Value(total.re.kind, f"%v_{self.name}{k}re"), Value(total.im.kind, f"%v_{self.name}{k}im"))
        return Value(total.kind, f"%v_{self.name}{k}")

    def _fold(self, b: LLVMBuilder, total: Number, value: Number) -> Number:
        assert self.program.reduction is not None
        folded: Number = REDUCTIONS[self.program.reduction].fold(b, total, value)
        return folded

    def initial(self) -> list[Number | None]:
        """What the accumulators of vectors start from."""
        numbers: list[Number | None] = []
        for format, total in zip(self.formats, self.totals, strict=False):
            if total is None:
                numbers.append(None)
                continue
            assert self.program.reduction is not None
            start = constant(self.b, format.dtype, REDUCTIONS[self.program.reduction].initial(format.dtype))
            numbers.append(_map(start, lambda part: Value(part.kind, self.b.spread(part))))
        return numbers

    def lines(self, begin: str, end: str, initial: list[Number | None], leave: str) -> list[str]:
        phis = []
        for start, total, following in zip(initial, self.totals, self.ends, strict=True):
            for s, t, f in zip(_parts(start), _parts(total), _parts(following), strict=True):
                kind = vector(TYPES[t.kind], self.b.width)
                phis.append(f"  {t.text} = phi {kind} [{s.text}, %{self.name}_start], [{f.text}, %{self.name}]")
        index = self.b.index
        return [
            f"{self.name}:",
            f"  {index} = phi i64 [{begin}, %{self.name}_start], [{index}_next, %{self.name}]",
            *phis,
            *self.b.inside,
            f"  {index}_next = add nuw nsw i64 {index}, {self.b.width}",
            f"  {index}_last = icmp eq i64 {index}_next, {end}",
            f"  br i1 {index}_last, label %{leave}, label %{self.name}",
        ]

    def combined(self, b: LLVMBuilder) -> list[Number | None]:
        """Fold the elements of the accumulators of vectors with each other, by halves, then into what was before."""
        numbers: list[Number | None] = []
        for total, number in zip(self.before, self.ends, strict=True):
            if total is None or number is None:
                numbers.append(None)
                continue
            b.width = self.b.width
            while b.width > 1:
                whole, b.width = b.width, b.width // 2
                low, high = (_map(number, lambda part, start=start: _half(b, part, whole, start)) for start in (0, 1))
                number = self._fold(b, low, high)
            numbers.append(self._fold(b, total, number))
        return numbers


def _half(b: LLVMBuilder, value: Value, whole: int, side: int) -> Value:
    """The lower or upper half of the elements of a vector."""
    type = vector(TYPES[value.kind], whole)
    if whole == 2:
        return Value(value.kind, b.line(f"extractelement {type} {value.text}, i64 {side}", True))
    lanes = ", ".join(f"i32 {lane}" for lane in range(side * whole // 2, (side + 1) * whole // 2))
    text = f"shufflevector {type} {value.text}, {type} poison, <{whole // 2} x i32> <{lanes}>"
    return Value(value.kind, b.line(text, True))


def _parts(number: Number | None) -> tuple[Value, ...]:
    return () if number is None else tuple(number) if isinstance(number, Complex) else (number,)


def _map(number: Number, function: object) -> Number:
    parts = [function(part) for part in _parts(number)]  # type: ignore[operator]
    return Complex(*parts) if len(parts) == 2 else parts[0]


def _merge(ways: dict[str, list[Number | None]], names: Iterator[int]) -> tuple[list[Number | None], list[str]]:
    """The numbers that arrive at a block by several ways, and the lines that choose them."""
    lines: list[str] = []
    merged: list[Number | None] = []
    for versions in zip(*ways.values(), strict=True):
        parts = []
        for alternatives in zip(*(_parts(version) for version in versions), strict=True):
            kind, name = alternatives[0].kind, f"%v{next(names)}"
            arrivals = ", ".join(f"[{value.text}, %{way}]" for way, value in zip(ways, alternatives, strict=True))
            lines.append(f"  {name} = phi {TYPES[kind]} {arrivals}")
            parts.append(Value(kind, name))
        merged.append(None if not parts else Complex(*parts) if len(parts) == 2 else parts[0])
    return merged, lines


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
        if format.access == "s":
            lines.append(f"  %inner_place{k} = getelementptr i64, ptr %strides, i64 {2 * k}")
            lines.append(f"  %inner{k} = load i64, ptr %inner_place{k}, align 8")
    return lines


def _bulk(width: int, streamed: list[int]) -> list[str]:
    """How many elements of a row the wide loop does: none when an output that must be aligned is not."""
    if not streamed:
        return [f"  %bulk = and i64 %n0, {-width}"]
    lines = ["  %one_row = icmp eq i64 %n1, 1"]
    address = "0"
    for k in streamed:
        lines += [
            f"  %address{k} = ptrtoint ptr %start{k} to i64",
            f"  %shift{k} = select i1 %one_row, i64 0, i64 %outer{k}",
            f"  %one_low{k} = or i64 %address{k}, %shift{k}",
            f"  %low{k} = or i64 {address}, %one_low{k}",
        ]
        address = f"%low{k}"
    return [
        *lines,
        f"  %misaligned = and i64 {address}, 63",
        "  %aligned = icmp eq i64 %misaligned, 0",
        f"  %bulk_aligned = and i64 %n0, {-width}",
        "  %bulk = select i1 %aligned, i64 %bulk_aligned, i64 0",
    ]


def _check(program: Program, formats: tuple[Format, ...]) -> None:
    outputs, inputs = formats[: len(program.outputs)], formats[len(program.outputs) :]
    if tuple(format.dtype for format in inputs) != tuple(program.inputs):
        raise ValueError(f"operands {inputs} do not have the dtypes {program.inputs} of the inputs of the program")
    for format in formats:
        if format.dtype not in dtypes.SIZES or format.access not in ("c", "b", "s", "n"):
            raise ValueError(f"there is no such operand: {format}")
    read = formats if program.reduction is not None else inputs
    if any(format.access == "n" for format in read):
        raise ValueError("only what is written and never read can have access 'n'")
    if program.reduction is None and any(format.access == "b" for format in outputs):
        raise ValueError("many elements cannot be stored into one: an output has access 'b'")
    if program.reduction is not None and program.reduction not in REDUCTIONS:
        raise LookupError(f"no reduction is registered under the name {program.reduction!r}")
