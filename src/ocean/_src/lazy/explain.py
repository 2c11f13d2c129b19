"""Explanations of r-tensors and fused functions for people: passes, programs, loops, bytes moved and temporaries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ocean._src.base.hints import Any
from ocean._src.core.objects.description import description, size_text


@dataclass(frozen=True)
class Pass:
    """One pass over operands."""

    title: str
    program: str
    loops: str
    reads: tuple[str, ...]
    """Names of the operands that it reads."""
    writes: tuple[str, ...]
    read: int
    """The bytes that it reads."""
    written: int


@dataclass(frozen=True)
class Explanation:
    """The explanation as text; in notebooks also as a picture."""

    title: str
    passes: tuple[Pass, ...]
    temporaries: tuple[int, ...]
    """The bytes of each temporary between passes."""
    holds: str = ""
    """The arguments that it is valid for."""

    def __str__(self) -> str:
        stored = f"{count(len(self.temporaries), 'temporary', 'temporaries')}"
        if self.temporaries:
            stored += f" of {amount(sum(self.temporaries))}"
        lines = [f"{self.title}: {count(len(self.passes), 'pass', 'passes')}, {stored}"]
        for number, each in enumerate(self.passes, 1):
            moved = f"reads {amount(each.read)}, writes {amount(each.written)}"
            lines += ["", f"pass {number}: {each.title}; {moved}"]
            lines += [f"  loops: {each.loops}"] * bool(each.loops)
            lines += [f"  {' '.join(each.reads)} -> {' '.join(each.writes)}"]
            lines += [f"    {line}" for line in each.program.split("\n") if line]
        lines += ["", f"holds for {self.holds}"] * bool(self.holds)
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_svg_(self) -> str:
        """The passes and their operands as boxes and arrows."""
        names = list(dict.fromkeys(name for each in self.passes for name in (*each.reads, *each.writes)))
        first = {name: 0 for name in names}
        for level, each in enumerate(self.passes, 1):
            for name in each.writes:
                first[name] = level
        columns = len(self.passes)
        rows = max([1, *(sum(level == at for level in first.values()) for at in range(columns + 1))])
        place, used = {}, [0] * (columns + 1)
        for name in names:
            place[name] = (20 + 260 * first[name], 30 + 44 * used[first[name]])
            used[first[name]] += 1
        width, height = 160 + 260 * columns, 60 + 44 * rows
        shapes = []
        for level, each in enumerate(self.passes, 1):
            x, y = 260 * level - 110, height / 2
            shapes += [line(place[name][0] + 110, place[name][1] + 12, x, y) for name in each.reads]
            shapes += [line(x + 100, y, place[name][0], place[name][1] + 12) for name in each.writes]
            shapes.append(box(x, y - 16, 100, 32, f"{level}: {each.title.split(' of ')[0]}", "rgba(70,130,200,.25)"))
        shapes += [box(x, y, 110, 24, name, "rgba(200,170,60,.2)") for name, (x, y) in place.items()]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
            f'font-size="11" fill="currentColor">{"".join(shapes)}</svg>'
        )

    def _repr_html_(self) -> str:
        """The picture in the colours of the page, and the text below it."""
        text = f'<pre style="color:inherit">{escape(str(self))}</pre>'
        return f'<div style="color:inherit;overflow-x:auto">{self._repr_svg_()}{text}</div>'


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}" stroke="#888"/>'


def box(x: float, y: float, width: int, height: int, text: str, colour: str) -> str:
    """A box with a word in it: the name of a pass or of an operand."""
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{width}" height="{height}" rx="4" fill="{colour}" stroke="#888"/>'
        f'<text x="{x + width / 2:.0f}" y="{y + height / 2 + 4:.0f}" text-anchor="middle">{escape(text)}</text>'
    )


def count(number: int, one: str, many: str) -> str:
    return f"{number or 'no'} {one if number == 1 else many}"


def amount(nbytes: int) -> str:
    """A number of bytes in readable units."""
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if nbytes >= size:
            return f"{nbytes / size:.3g} {unit}"
    return f"{nbytes} bytes"


def bytes_of(desc: description) -> int:
    """The bytes of the elements; repeated elements count once."""
    total = desc.dtype.size
    for length, stride in zip(desc.size, desc.strides, strict=True):
        total *= length if stride or not length else 1
    return total


def loops_of(plan: Any) -> str:
    """The loops of a plan, innermost first."""
    loops = getattr(plan, "loops", None)
    if loops is None:
        return ""
    text = ", ".join(f"{length} (strides {', '.join(map(str, strides))})" for length, strides in loops)
    return (text or "one element") + (", in tiles" if plan.tiled else "")


def planned_pass(
    title: str, program: str, plan: Any, results: int, reads: Sequence[str], writes: Sequence[str]
) -> Pass:
    """The pass of a plan."""
    operands = plan.operands
    read, written = sum(map(bytes_of, operands[results:])), sum(map(bytes_of, operands[:results]))
    of = f"{title} of {size_text(operands[-1].size) or '1'}"
    return Pass(of, program, loops_of(plan), tuple(reads), tuple(writes), read, written)
