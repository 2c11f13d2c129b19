"""Elementwise programs: the text of their kernels, and the launches of a job.

A text has two kernels. `flat` is for operands in memory that are all contiguous in the same order. `rows` is for any
strides: a work group takes some rows, or a piece of each of some rows. Compiled code (core/devices/opencl.pyx) makes
their tables and counts work items on every call with a new size.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from ocean._src.core.devices.opencl import fit_elements
from ocean._src.core.objects.description import description
from ocean._src.kernels import dtypes
from ocean._src.kernels.builder import Number, Value
from ocean._src.kernels.casts import cast
from ocean._src.kernels.formats import Format
from ocean._src.kernels.jobs import Elementwise
from ocean._src.kernels.program import Program, build, check

from .builder import OpenCLBuilder
from .memory import Place, given, load, load_behind, store
from .source import (
    LONG_LINES,
    checked,
    enter_rows,
    kernel,
    key_of,
    name_of,
    next_row,
    source,
    vector_bytes,
    width_for,
)
from .work import Kernel, Launch, Traits, Work, work_of


class Source(NamedTuple):
    text: str
    name: str
    width: int


def format_of(operand: description) -> Format:
    """The format of an operand. Access "uniform" means a number of the host; any other operand is in memory."""
    return Format(operand.dtype.spelling, bool(operand.swapped), "uniform" if operand.device.host else "strided")


@lru_cache(maxsize=4096)
def elementwise_source(program: Program, formats: tuple[Format, ...], size: int) -> Source:
    """The kernels that run a program on operands in these formats, outputs first, with vectors of `size` bytes."""
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
        # the index of elements is incremented like a pointer
        self.walked = [*self.moving, len(formats)] if program.indexed() else self.moving
        self.b = self._written("s")

    def _written(self, stride: str) -> OpenCLBuilder:
        """Write the steps for elements at the pointers q0, q1, …; `stride` is the prefix of the names of strides, "" if
        contiguous."""
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
        """The table `loops`: the count of vectors; the first vector of an item, as a multiple of its number; the
        distance from its first vector to its last; the step; the count of elements; whether results are too large
        for caches."""
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
        """The table `loops`: rows; rows per group; elements per row; pieces per row; elements per piece; the count of
        loops over rows; strides of the operands along a row; then for each loop over rows its length and strides."""
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
        """The count of lanes of a vector that are in memory."""
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
    """The launch that runs a program on operands, outputs first. `places` are their positions in the job. There is at
    least one element, and operands on the host are numbers."""
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
    """The launch of a text with elementwise kernels, which may use the index of elements."""
    text = checked(made.text, traits)
    moving = [k for k, each in enumerate(formats) if each.access != "uniform"]
    numbers = tuple(places[k] for k in range(len(formats)) if k not in moving)
    flat, table, shifts, items, local = fit_elements(
        operands, moving, indexed, made.width, traits.host_like, traits.units, traits.local
    )
    pointers = tuple(place for k in moving if isinstance(place := places[k], int))
    return Launch(Kernel(text, name_in(made, flat)), pointers, shifts, numbers, table, items, local)


def name_in(made: Source, flat: bool) -> str:
    """The name of a kernel in a text."""
    return f"{made.name}_{'flat' if flat else 'rows'}"
