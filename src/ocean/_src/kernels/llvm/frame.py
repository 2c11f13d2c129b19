"""The frame of a kernel: two nested loops around the steps of a program.

    void kernel(char **pointers, const int64_t *strides, int64_t n0, int64_t n1)

runs the program for `i < n0` within `j < n1`. Operand k (outputs or accumulators first, then inputs, then the index if
the program uses it) of element (i, j) is at the address `pointers[k] + i * strides[2 * k] + j * strides[2 * k + 1]`.
Along a row, a wide loop of vectors goes as far as possible and a narrow scalar loop does the remainder. Both give the
same bits: the vectors are written here, so that LLVM has nothing to decide.
"""

from __future__ import annotations

from collections.abc import Sequence

from ocean._src.kernels.builder import Number, Value
from ocean._src.kernels.formats import Format
from ocean._src.kernels.program import Program, build

from .builder import LLVMBuilder
from .machine import Target
from .memory import index, lane_order, load, load_behind, load_rows, row_starts

ATTRIBUTES = """
attributes #0 = { nounwind "no-builtins" }
attributes #1 = { nounwind willreturn memory(none) }
!0 = !{i32 1}
"""


class Loop:
    """The inner loop at one width: the addresses of its operands, and the lines around its steps."""

    def __init__(self, name: str, b: LLVMBuilder, program: Program, formats: tuple[Format, ...]) -> None:
        self.name, self.b, self.program, self.formats = name, b, program, formats
        b.index = f"%{name}_i"
        b.order = lane_order(b.width, formats)
        self.places = [(format, f"%p{k}", f"%inner{k}") for k, format in enumerate(formats)]

    def outputs(self) -> list[Number]:
        """Load the inputs, write the steps, and return the values of the outputs."""
        inputs = self.places[len(self.places) - len(self.program.inputs) :]
        position = None
        if self.program.indexed():
            inputs, position = self.places[-1 - len(self.program.inputs) : -1], index(self.b, *self.places[-1])
        bases = self.program.bases()
        given = [place if k in bases else load(self.b, *place) for k, place in enumerate(inputs)]

        def load_from(place: tuple[Format, str, str], offset: Value) -> Number:
            return load_behind(self.b, *place, offset)

        return build(self.b, self.program, given, position, load_from)

    def rows(self) -> list[list[Number]]:
        """Like `outputs`, for each of the rows whose inputs are loaded together."""
        b, count = self.b, self.formats[-1].rows
        places = [(*place, f"%outer{k}") for k, place in enumerate(self.places)]
        positions: list[Number | None] = [None] * count
        if self.program.indexed():
            format, base, stride, outer = places.pop()
            positions = [index(b, format, each, stride) for each in row_starts(b, base, outer, count)]
        loaded = [load_rows(b, *place) for place in places[len(places) - len(self.program.inputs) :]]
        inputs = zip(*loaded, strict=True)
        return [build(b, self.program, list(row), each) for row, each in zip(inputs, positions, strict=True)]

    def lines(self, begin: str, end: str, leave: str, phis: list[str]) -> list[str]:
        """The block of the loop: entered from the block `…_start`, left to the block `leave`."""
        name, index = self.name, self.b.index
        return [
            f"{name}:",
            f"  {index} = phi i64 [{begin}, %{name}_start], [{index}_next, %{name}]",
            *phis,
            *self.b.inside,
            *step(f"{index}_next", "i64", f"add nuw nsw i64 {index}, {self.b.width}"),
            f"  {index}_last = icmp eq i64 {index}_next, {end}",
            f"  br i1 {index}_last, label %{leave}, label %{name}",
        ]

    def overlapping_lines(self, leave: str, phis: list[str]) -> list[str]:
        """The same for a whole row of at least one vector, whose last vector may overlap the one before: the loop is
        entered once more, from the block `…_again`."""
        name, index, width = self.name, self.b.index, self.b.width
        return [
            f"{name}:",
            f"  {index} = phi i64 [0, %{name}_start], [{index}_next, %{name}], [%overlapping, %{name}_again]",
            f"  {index}_end = phi i64 [%vectors, %{name}_start], [{index}_end, %{name}], [%n0, %{name}_again]",
            *phis,
            *self.b.inside,
            *step(f"{index}_next", "i64", f"add nuw nsw i64 {index}, {width}"),
            f"  {index}_last = icmp eq i64 {index}_next, {index}_end",
            f"  br i1 {index}_last, label %{name}_check, label %{name}",
            f"{name}_check:",
            f"  {index}_all = icmp eq i64 {index}_end, %n0",
            f"  br i1 {index}_all, label %{leave}, label %{name}_again",
            f"{name}_again:",
            f"  br label %{name}",
        ]


def step(name: str, type: str, value: str) -> list[str]:
    """An increment behind a `freeze`, which disables LLVM's induction analysis: that would take a third of its time."""
    return [f"  {name}_value = {value}", f"  {name} = freeze {type} {name}_value"]


def rows_begin(formats: tuple[Format, ...], before: list[str]) -> list[str]:
    """The beginning of a kernel, up to the first line of a row."""
    return [
        "define void @kernel(ptr %pointers, ptr %strides, i64 %n0, i64 %n1) #0 {",
        "  %some0 = icmp sgt i64 %n0, 0",
        "  %some1 = icmp sgt i64 %n1, 0",
        "  %some = and i1 %some0, %some1",
        "  br i1 %some, label %entry, label %exit",
        "entry:",
        *operands(formats),
        *before,
        "  br label %row",
        "row:",
        "  %j = phi i64 [0, %entry], [%j_next, %row_end]",
        *(f"  %p{k} = phi ptr [%start{k}, %entry], [%next{k}, %row_end]" for k in range(len(formats))),
    ]


def rows_end(formats: tuple[Format, ...], target: Target, after: list[str]) -> list[str]:
    """The end of a kernel, from the end of a row on."""
    streamed = any(format.access == "nontemporal" for format in formats)
    return [
        *(
            line
            for k in range(len(formats))
            for line in step(f"%next{k}", "ptr", f"getelementptr i8, ptr %p{k}, i64 %outer{k}")
        ),
        *step("%j_next", "i64", "add nuw nsw i64 %j, 1"),
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


def operands(formats: tuple[Format, ...]) -> list[str]:
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


def bulk(width: int, formats: tuple[Format, ...], overlapping: bool = False) -> list[str]:
    """Compute %bulk, the length of the part of a row for the wide loop: 0 if a nontemporal output is not aligned. If
    vectors may overlap, that is the whole row, unless it is shorter than a vector."""
    lines = [f"  %most = and i64 %n0, {-width}", "  %one_row = icmp eq i64 %n1, 1"]
    if overlapping:
        lines = [
            f"  %vectors = and i64 %n0, {-width}",
            f"  %overlapping = sub i64 %n0, {width}",
            "  %enough = icmp ne i64 %vectors, 0",
            "  %most = select i1 %enough, i64 %n0, i64 0",
        ]
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


def wide_part(before: list[str], loop: list[str], after: Sequence[str] = ()) -> list[str]:
    """The wide loop over the part of a row that fills whole vectors, if there is one; then the remainder or the end of
    the row."""
    return [
        "  br i1 %any_bulk, label %wide_start, label %narrow_start",
        "wide_start:",
        *before,
        "  br label %wide",
        *loop,
        "wide_end:",
        *after,
        "  %all_bulk = icmp eq i64 %bulk, %n0",
        "  br i1 %all_bulk, label %row_end, label %narrow_start",
    ]
