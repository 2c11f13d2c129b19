"""What tables and pictures need of what they show: sizes, and a function that brings a part to the host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ocean._src.base.records import NamedTuple
from ocean._src.core.objects.dtypes import dtype


class Drawable(NamedTuple):
    """What is drawn. Sizes are in the order of indices; `matrix` are the dimensions of rows and columns, `outer`
    the others, the fastest first, and `fetch` gives the elements of a slice along each dimension as a NumPy array."""

    name: str
    size: tuple[int, ...]
    kind: str
    notes: tuple[str, ...]
    matrix: tuple[int, ...]
    outer: tuple[int, ...]
    fetch: Callable[[tuple[slice, ...]], Any]


DRAWABLES: dict[type, Callable[[Any], tuple[Drawable, Any]]] = {}
"""For a class, what is drawn of an object of it, and the tensor that has its layout."""


def kind_name(kind: dtype | None) -> str:
    if kind is None:
        return "raw"
    if kind.iscomplex:
        return "complex"
    return "float" if kind.isfloat else "integer" if kind.isnumber else "bool"
