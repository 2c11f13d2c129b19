"""Tensors as HTML tables: small, without scripts, in the colours of the page around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import product
from math import prod

from ocean._src.base.hints import Any

from .drawable import Drawable
from .format import number_texts

WHOLE, EDGE = 10, 4
"""The longest dimension that is shown in full, and the count of rows or columns at each end of a longer one."""
PAGES = 4
STYLE = (
    "border-collapse:separate;border-spacing:12px 2px;border:1px solid rgba(128,128,128,.4);color:inherit;"
    "background:transparent;font-family:monospace;text-align:right;white-space:pre"
)
LABEL = "font-weight:normal;opacity:.6"
GAP = -1


def table(source: Drawable, digits: int) -> str:
    """The table: a caption that describes the tensor, and a block of rows for each matrix that is shown."""
    size = source.extent or f"size {'x'.join(map(str, source.size))}"
    title = f"<b>{escape(source.name)}</b> {escape(', '.join([*([size] if source.size else []), *source.notes]))}"
    caption = f'<caption style="caption-side:top;text-align:left;padding:2px 0;white-space:nowrap">{title}</caption>'
    found = f'<table style="{STYLE}">{caption}{body(source, digits) if prod(source.size) else ""}</table>'
    if source.graph is None:
        return found
    graph = source.graph()
    summary = f'<summary style="cursor:pointer;opacity:.7">{escape(str(graph).partition(chr(10))[0])}</summary>'
    return f"<div>{found}<details>{summary}{graph._repr_html_()}</details></div>"


def facts(title: str, rows: Iterable[tuple[str, Any]]) -> str:
    """A table of two columns: what there is to know of an object."""
    left = "text-align:left"
    cells = "".join(
        line(f'<th style="{LABEL};{left}">{escape(name)}</th><td style="{left}">{escape(str(value))}</td>')
        for name, value in rows
    )
    caption = f'<caption style="caption-side:top;text-align:left;padding:2px 0"><b>{escape(title)}</b></caption>'
    return f'<table style="{STYLE}">{caption}<tbody>{cells}</tbody></table>'


def body(source: Drawable, digits: int) -> str:
    extents = [source.size[axis] for axis in source.matrix]
    rows, columns = map(kept, [1, 1, *extents][-2:])
    pages = list(shown_pages(source))
    values = [value for page in pages if page is not None for value in elements(source, page, rows, columns)]
    texts = iter(number_texts(values, source.kind, digits))
    corner = escape(" \\ ".join(source.axes[axis] for axis in source.matrix)) if source.axes else ""
    lines = [line(labelled(corner) + "".join(map(labelled, map(named, columns))))] if source.size else []
    wide = len(columns) + 1
    for page in pages:
        if page is None:
            lines.append(line(f'<th colspan="{wide}" style="{LABEL}">\u22ee</th>'))
            continue
        if source.outer:
            if source.axes:
                label = ", ".join(f"{source.axes[axis]} = {page[axis]}" for axis in sorted(source.outer))
            else:
                places = (":" if axis in source.matrix else str(page[axis]) for axis in range(len(source.size)))
                label = f"({','.join(places)})"
            lines.append(line(f'<th colspan="{wide}" style="{LABEL};text-align:left">{escape(label)}</th>'))
        for row in rows:
            if row == GAP:
                lines.append(line(labelled("\u22ee") + "<td>\u22ee</td>" * len(columns)))
                continue
            label = labelled(str(row) if len(extents) == 2 else "") if source.size else ""
            cells = ("\u2026" if column == GAP else escape(next(texts)) for column in columns)
            lines.append(line(label + "".join(f"<td>{cell}</td>" for cell in cells)))
    return f"<tbody>{''.join(lines)}</tbody>"


def line(cells: str) -> str:
    return f'<tr style="background:transparent">{cells}</tr>'


def labelled(text: str) -> str:
    return f'<th style="{LABEL}">{text}</th>'


def named(index: int) -> str:
    return "\u2026" if index == GAP else str(index)


def kept(count: int) -> list[int]:
    """The indices that are shown along a dimension; one of them may be a gap."""
    return list(range(count)) if count <= WHOLE else [*range(EDGE), GAP, *range(count - EDGE, count)]


def shown_pages(source: Drawable) -> Iterator[dict[int, int] | None]:
    """The indices of the matrices that are shown, and None for a gap."""
    lengths = [source.size[axis] for axis in source.outer]
    count = prod(lengths)
    half = PAGES // 2
    for number in range(count) if count <= PAGES else [*range(half), None, *range(count - half, count)]:
        if number is None:
            yield None
            continue
        page, rest = {}, number
        for axis, length in zip(source.outer, lengths, strict=True):
            rest, page[axis] = divmod(rest, length)
        yield page


def elements(source: Drawable, page: dict[int, int], rows: list[int], columns: list[int]) -> list[Any]:
    """The elements of a matrix that are shown, row by row. Only these are fetched, in at most four blocks."""
    found: dict[tuple[int, int], Any] = {}
    for across, down in product(blocks(rows), blocks(columns)):
        ranges = dict(zip(source.matrix, (across, down)[2 - len(source.matrix) :], strict=True))
        part = tuple(
            slice(*ranges[axis]) if axis in ranges else slice(page[axis], page[axis] + 1)
            for axis in range(len(source.size))
        )
        flat = iter(source.fetch(part).reshape(-1).tolist())
        for row in range(*across):
            for column in range(*down):
                found[row, column] = next(flat)
    return [found[row, column] for row in rows if row != GAP for column in columns if column != GAP]


def blocks(indices: list[int]) -> list[tuple[int, int]]:
    """The ranges of indices without a gap, as (start, stop)."""
    if GAP not in indices:
        return [(0, len(indices))]
    return [(0, EDGE), (indices[-1] - EDGE + 1, indices[-1] + 1)]
