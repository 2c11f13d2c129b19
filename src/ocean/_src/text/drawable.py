"""The data that tables and pictures draw: sizes, and a function that fetches a part to the host."""

from __future__ import annotations

from collections.abc import Callable

from ocean._src.base.hints import Any
from ocean._src.base.records import NamedTuple
from ocean._src.core.objects.dtypes import dtype


class Drawable(NamedTuple):
    """A tensor as tables and pictures see it. Sizes are in the order of indices; `matrix` are the dimensions of rows
    and columns, `outer` the others, fastest first, and `fetch` gives the elements of a slice along each dimension as
    a NumPy array. `axes` are the names of named dimensions, `extent` is the size in words, and `graph` what explains a
    lazy one."""

    name: str
    size: tuple[int, ...]
    kind: str
    notes: tuple[str, ...]
    matrix: tuple[int, ...]
    outer: tuple[int, ...]
    fetch: Callable[[tuple[slice, ...]], Any]
    axes: tuple[str, ...] = ()
    extent: str = ""
    graph: Callable[[], Any] | None = None


DRAWABLES: dict[type, Callable[[Any], tuple[Drawable, Any]]] = {}
"""By class: a function that gives the drawable of an object, and the tensor with its layout."""


def kind_name(kind: dtype | None) -> str:
    if kind is None:
        return "raw"
    if kind.iscomplex:
        return "complex"
    return "float" if kind.isfloat else "integer" if kind.isnumber else "bool"
