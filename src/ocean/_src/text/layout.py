"""Pictures of memory layouts: a tensor on top, its memory below, with the same colours."""

from __future__ import annotations

import sys
from html import escape
from itertools import product
from operator import mul

import numpy as np

from ocean._src.base.hints import Any
from ocean._src.core.objects.description import size_text
from ocean._src.core.objects.tensor import tensor

from .drawable import Drawable
from .picture import Picture, from_oklab

MOST, ALONG = 64, 16
"""The largest count of elements that are drawn, and of elements per line of memory."""
WIDE, HIGH, EDGE = 44, 24, 12


def drawn(view: Drawable, source: tensor) -> Picture:
    """The layout of a tensor; of a large one, only the first elements."""
    width, strides = source.elemsize, source.strides
    counts = first_counts(view)
    indices = list(product(*map(range, counts)))
    places = {index: source.offset + sum(map(mul, index, strides)) for index in indices}
    starts = sorted(set(places.values()))
    tones = from_oklab(*tone(len(starts)))
    colour = {start: "#{:02x}{:02x}{:02x}".format(*tones[k]) for k, start in enumerate(starts)}
    order = "big" if (sys.byteorder == "big") != source.byteswapped else "little"
    first = f" (its first {size_text(counts)})" if counts != view.size else ""
    words = [
        f"{view.name} of size {size_text(view.size)} {', '.join(view.notes)}{first}",
        f"strides {strides} bytes, offset {source.offset} of a storage of {source.storage.size} bytes",
        f"{width} bytes for an element, {order}-endian" if width > 1 else "1 byte for an element",
    ]
    parts: list[str] = [text(EDGE, EDGE + 14 * (k + 1), line) for k, line in enumerate(words)]
    top = EDGE + 14 * len(words) + 14
    right, down = tensor_part(parts, view, counts, places, colour, top)
    right_of_memory, bottom = memory_part(parts, starts, places, colour, width, down + 2 * HIGH)
    across = max(right, right_of_memory, EDGE + 7 * max(map(len, words))) + EDGE
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{bottom + EDGE}" '
        f'viewBox="0 0 {across} {bottom + EDGE}" font-family="monospace" font-size="11" fill="#1b1b1b">'
        f'<rect width="{across}" height="{bottom + EDGE}" fill="white"/>{"".join(parts)}</svg>\n'
    )
    return Picture(across, bottom + EDGE, "svg", svg=svg)


def first_counts(view: Drawable) -> tuple[int, ...]:
    """The count of indices that are drawn along each dimension."""
    counts, room = list(view.size), MOST
    for axis in (*view.matrix, *view.outer):
        counts[axis] = min(counts[axis], 8, room)
        room //= max(1, counts[axis])
    return tuple(counts)


def tone(count: int) -> tuple[Any, Any, Any]:
    """Light colours that change slowly from element to element in memory order."""
    turn = np.linspace(0, 5, max(count, 1))
    return np.full(turn.shape, 0.86), 0.09 * np.cos(turn), 0.09 * np.sin(turn)


def tensor_part(
    parts: list[str],
    view: Drawable,
    counts: tuple[int, ...],
    places: dict[tuple[int, ...], int],
    colour: dict[int, str],
    top: int,
) -> tuple[int, int]:
    """Draw the elements by their indices, with matrices side by side."""
    rows, columns = [1, 1, *(counts[axis] for axis in view.matrix)][-2:]
    right = EDGE
    for index, place in places.items():
        row, column = [0, 0, *(index[axis] for axis in view.matrix)][-2:]
        page = 0
        for axis in reversed(view.outer):
            page = page * counts[axis] + index[axis]
        x = EDGE + page * (columns * WIDE + EDGE) + column * WIDE
        parts.append(cell(x, top + row * HIGH, colour[place], ",".join(map(str, index))))
        right = max(right, x + WIDE)
    return right, top + rows * HIGH


def memory_part(
    parts: list[str],
    starts: list[int],
    places: dict[tuple[int, ...], int],
    colour: dict[int, str],
    width: int,
    top: int,
) -> tuple[int, int]:
    """Draw the elements in memory order, with gaps between them, and elements that share bytes."""
    at: dict[int, list[tuple[int, ...]]] = {}
    for index, place in places.items():
        at.setdefault(place, []).append(index)
    boxes: list[tuple[int | None, str]] = []
    for before, start in zip([None, *starts], starts, strict=False):
        if before is not None and start > before + width:
            boxes.append((None, f"+{start - before - width}"))
        names = at[start]
        mark = "!" if before is not None and start < before + width else ""
        boxes.append((start, mark + ",".join(map(str, names[0])) + (f" x{len(names)}" if len(names) > 1 else "")))
    parts.append(text(EDGE, top - 6, "memory, with the byte at which each element begins"))
    for number, (begin, label) in enumerate(boxes):
        x, y = EDGE + number % ALONG * WIDE, top + number // ALONG * (HIGH + 16)
        parts.append(cell(x, y, "#e4e4e4" if begin is None else colour[begin], label))
        if begin is not None:
            parts.append(text(x, y + HIGH + 10, str(begin), 9))
    lines = -(-len(boxes) // ALONG)
    below = top + lines * (HIGH + 16)
    notes = ["grey: bytes that belong to no element drawn"] * any(begin is None for begin, _ in boxes)
    notes += ["x: elements that share their bytes"] * any("x" in label for _, label in boxes)
    notes += ["!: begins inside the element before"] * any(label.startswith("!") for _, label in boxes)
    for note in notes:
        below += 14
        parts.append(text(EDGE, below, note))
    return EDGE + min(ALONG, len(boxes)) * WIDE, below


def cell(x: int, y: int, colour: str, label: str) -> str:
    middle = text(x + WIDE // 2, y + HIGH // 2 + 4, label, 11 if len(label) < 7 else 8, "middle")
    return f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" fill="{colour}" stroke="white"/>{middle}'


def text(x: int, y: int, words: str, size: int = 11, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}">{escape(words)}</text>'
