"""Programs that run on each element: the text of their kernels, and the launches of a job.

A text has two kernels. `flat` is for operands in memory that are all contiguous alike. `rows` is for any strides: a
work group takes some rows, or a piece of each of some rows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from ocean._src.core.description import description
from ocean._src.kernels import dtypes
from ocean._src.kernels.builder import Number, Value
from ocean._src.kernels.casts import cast
from ocean._src.kernels.formats import Format
from ocean._src.kernels.jobs import Elementwise
from ocean._src.kernels.plans import Loop, crossing, forward, in_memory_order, loops_of, merged
from ocean._src.kernels.program import Program, build, check

from .builder import OpenCLBuilder
from .memory import Place, given, load, load_behind, store
from .source import (
    LONG_LINES,
    checked,
    enter_rows,
    kernel,
    key_of,
    loop_words,
    name_of,
    next_row,
    source,
    vector_bytes,
    width_for,
)
from .work import Kernel, Launch, Traits, Work, work_of

ITEMS = 64
"""Work items of a large job on a processor: some for each of its threads, so that these end at the same time."""
LEAST = 4096
"""Elements of a work item on a processor."""
STREAMED = 32 << 20
"""Bytes of results that exceed the caches."""
GROUPS = 64
"""Work groups for each compute unit of a large job elsewhere."""
TILE = 64
"""Rows of a tile, where operands run in different directions."""
TILE_BYTES = 1 << 12


class Source(NamedTuple):
    text: str
    name: str
    width: int


def format_of(operand: description) -> Format:
    """The format of an operand: with access "uniform" a number of the host, otherwise in memory."""
    return Format(operand.dtype.spelling, bool(operand.swapped), "uniform" if operand.device.host else "strided")


@lru_cache(maxsize=4096)
def elementwise_source(program: Program, formats: tuple[Format, ...], size: int) -> Source:
    """The kernels that run a program on operands in these formats, outputs first, in vectors of so many bytes."""
    check(program)
    width = width_for({*program.dtypes(), *(each.dtype for each in formats)}, size)
    body = _Body(program, formats, width)
    if width > 1 and len(body.b.inside) > LONG_LINES:
        width //= 2
        body = _Body(program, formats, width)
    name = name_of(key_of(program), formats, width)
    kernels = [
        kernel(name, "flat", formats, body.flat()),
        kernel(name, "rows", formats, body.rows()),
    ]
    return Source(source(name, body.functions, kernels), name, width)


class _Body:
    """The lines of a program at one width."""

    def __init__(self, program: Program, formats: tuple[Format, ...], width: int) -> None:
        self.program, self.formats, self.width = program, formats, width
        self.functions: dict[str, str] = {}
        self.moving = [k for k, each in enumerate(formats) if each.access != "uniform"]
        # the index of elements is walked like a pointer
        self.walked = [*self.moving, len(formats)] if program.indexed() else self.moving
        self.b = self._written("s")

    def _written(self, stride: str) -> OpenCLBuilder:
        """The steps, for elements at the pointers q0, q1, … and strides that are named so, or contiguous ones."""
        b, program = OpenCLBuilder(self.width, count()), self.program
        places, numbers = [], 0
        for k, format in enumerate(self.formats):
            step = f"{stride}{k}" if stride else str(dtypes.SIZES[format.dtype])
            if format.access == "uniform":
                places.append(Place(format, f"(a.numbers + {2 * numbers})", "", ""))
                numbers += 1
            else:
                places.append(Place(format, f"q{k}", step, "n"))
        outputs, inputs, bases = len(program.outputs), places[len(program.outputs) :], program.bases()

        def value(place: Place) -> Number:
            return given(b, place.format, place.pointer) if place.format.access == "uniform" else load(b, place)

        def behind(place: Place, offset: Value) -> Number:
            return load_behind(b, place, offset)

        values = [place if k in bases else value(place) for k, place in enumerate(inputs)]
        dtype_names = program.dtypes()
        results = build(b, program, values, self._index(b, stride) if program.indexed() else None, behind)
        for place, number, result in zip(places[:outputs], program.outputs, results, strict=True):
            if dtype_names[number] != place.format.dtype:
                result = cast(b, result, dtype_names[number], place.format.dtype)
            store(b, place, result, "" if stride or self.width == 1 else "past")
        self.functions |= b.functions
        return b

    def _index(self, b: OpenCLBuilder, stride: str) -> Value:
        """The index of elements, which grows from lane to lane."""
        k = len(self.formats)
        if self.width == 1:
            return b.value("int64", f"q{k}", True)
        lanes, step = ", ".join(map(str, range(self.width))), f"{stride}{k}" if stride else "1"
        return b.value("int64", f"(long{self.width})(q{k}) + (long{self.width})({lanes}) * {step}", True)

    def flat(self) -> list[str]:
        """loops: the number of vectors; the first vector of an item as a multiple of its number; how many vectors are
        from its first to its last; the step; the number of elements; whether results are too large for caches."""
        b, width = self._written(""), self.width
        results = " | ".join(f"(ulong)p{k}" for k in range(len(self.program.outputs)))
        return [
            *b.before,
            *([f"const int past = loops[5] && !(({results}) & 63);"] if width > 1 else []),
            "const long first = get_global_id(0) * loops[1], end = ocean_min(first + loops[2], loops[0]);",
            "for (long i = first; i < end; i += loops[3]) {",
            *self._vector("loops[4]", f"i * {width}"),
            *(f"__global uchar *q{k} = p{k} + i * {width * dtypes.SIZES[self.formats[k].dtype]};" for k in self.moving),
            *([f"const long q{len(self.formats)} = i * {width};"] if self.program.indexed() else []),
            *b.inside,
            "}",
            *(["if (past) ocean_fence();"] if width > 1 else []),
        ]

    def rows(self) -> list[str]:
        """loops: rows; rows of a group; elements of a row; pieces of a row; elements of a piece; the number of loops
        over rows; strides of the operands along a row; for each loop over rows its length and strides."""
        b, width, moving, walked = self.b, self.width, self.moving, self.walked
        indexed = [f"p{len(self.formats)}"] if self.program.indexed() else []
        return [
            *b.before,
            *(f"const long s{k} = loops[{6 + place}];" for place, k in enumerate(walked)),
            *(f"long {each} = 0;" for each in indexed),
            f"__constant long *outer = loops + {6 + len(walked)};",
            "const long unit = get_group_id(0);",
            "long row = unit / loops[3] * loops[1];",
            "const long last = ocean_min(row + loops[1], loops[0]), dims = loops[5];",
            "const long first = unit % loops[3] * loops[4], end = ocean_min(first + loops[4], loops[2]);",
            *enter_rows("outer", "dims", "row", walked, "p"),
            "for (; row < last; row++) {",
            f"for (long i = first + get_local_id(0) * {width}; i < end; i += get_local_size(0) * {width}) {{",
            *self._vector("end", "i"),
            *(f"__global uchar *q{k} = p{k} + i * s{k};" for k in moving),
            *(f"const long q{each[1:]} = {each} + i * s{each[1:]};" for each in indexed),
            *b.inside,
            "}",
            *next_row("outer", "dims", walked, "p"),
            "}",
        ]

    def _vector(self, end: str, start: str) -> list[str]:
        """How many lanes of a vector are in memory."""
        if self.width == 1:
            return []
        return [f"const int n = (int)ocean_min((long){self.width}, {end} - {start});"]


@work_of.register
def elementwise_work(job: Elementwise, traits: Traits) -> Work:
    if job.operands[0].nelem == 0:
        return Work(())
    return Work((elementwise_launch(job.program, job.operands, range(len(job.operands)), traits),))


def elementwise_launch(
    program: Program, operands: Sequence[description], places: Sequence[int | bytes], traits: Traits
) -> Launch:
    """The launch that runs a program on operands, outputs first, which are at these places of the job; there are
    elements, and those of the host are numbers."""
    formats = tuple(map(format_of, operands))
    made = elementwise_source(program, formats, vector_bytes(traits, 2))
    return launch_of(made, operands, formats, places, program.indexed(), traits)


def launch_of(
    made: Source,
    operands: Sequence[description],
    formats: Sequence[Format],
    places: Sequence[int | bytes],
    indexed: bool,
    traits: Traits,
) -> Launch:
    """The launch of a text of elementwise kernels, which may use the index of elements."""
    text = checked(made.text, traits)
    moving = [k for k, each in enumerate(formats) if each.access != "uniform"]
    numbers = tuple(places[k] for k in range(len(formats)) if k not in moving)
    # where the result repeats an element (stride zero), writing it once is enough
    loops = [loop for loop in loops_of(list(operands), indexed) if loop.strides[0]]
    walked = [*moving, len(operands)] if indexed else moving
    loops = [Loop(loop.length, [loop.strides[k] for k in walked]) for loop in loops]
    shifts = forward(loops, len(walked), last=indexed)[: len(moving)]
    loops = merged(in_memory_order(loops))
    tiled = crossing(loops)
    sizes = [dtypes.SIZES[formats[k].dtype] for k in moving] + [1] * indexed
    if not loops or (len(loops) == 1 and loops[0].strides == sizes):
        name = "flat"
        length = loops[0].length if loops else 1
        table, items, local = flat_table(length, made.width, traits)
        table.append(length * sizes[0] >= STREAMED)
    else:
        name = "rows"
        table, items, local = rows_table(loops, made.width, tiled, traits)
    pointers = tuple(place for k in moving if isinstance(place := places[k], int))
    return Launch(Kernel(text, f"{made.name}_{name}"), pointers, tuple(shifts), numbers, tuple(table), items, local)


def flat_table(length: int, width: int, traits: Traits) -> tuple[list[int], int, int]:
    """The table of `flat`, and the sizes of the launch."""
    vectors = -(-length // width)
    if traits.host_like:
        each = -(-vectors // max(1, min(ITEMS, length // LEAST)))
        return [vectors, each, each, 1, length], -(-vectors // each), 1
    groups = min(-(-vectors // traits.local), GROUPS * traits.units)
    items = groups * traits.local
    return [vectors, 1, vectors, items, length], items, traits.local


def rows_table(loops: list[Loop], width: int, tiled: bool, traits: Traits) -> tuple[list[int], int, int]:
    inner, *outer = loops
    rows = math.prod(loop.length for loop in outer)
    block, piece = pieces_of(rows, inner, width, tiled, traits)
    pieces = -(-inner.length // piece)
    table = [rows, block, inner.length, pieces, piece, len(outer), *inner.strides, *loop_words(outer)]
    groups, local = -(-rows // block) * pieces, 1 if traits.host_like else traits.local
    return table, groups * local, local


def pieces_of(rows: int, inner: Loop, width: int, tiled: bool, traits: Traits) -> tuple[int, int]:
    """How many rows a group takes, and how many elements of each: a range of rows if there are enough of them."""
    if tiled:
        return TILE, max(width, TILE_BYTES // max(1, abs(inner.strides[0])) // width * width)
    if not traits.host_like:
        wanted = GROUPS * traits.units
        piece = max(traits.local, -(-inner.length * rows // wanted // traits.local) * traits.local)
        return (max(1, piece // inner.length), inner.length) if piece >= inner.length else (1, piece)
    items = max(1, min(ITEMS, inner.length * rows // LEAST))
    if rows >= items:
        return -(-rows // items), inner.length
    return 1, -(-inner.length // -(-items // rows) // width) * width
