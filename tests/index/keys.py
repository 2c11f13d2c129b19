"""Keys of every kind, and what they pick: the material of the tests of indexing.

The oracle applies a key to an array of positions, one part after another: each list or mask indexes its own
dimensions, and the elements under a mask come in column-major order.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st
from layouts import place, sample

import ocean

INTEGERS = [
    ocean.int8, ocean.uint8, ocean.int16, ocean.uint16, ocean.int32, ocean.uint32, ocean.int64, ocean.uint64,
]  # fmt: skip


class Part(NamedTuple):
    """A part of a key: what Ocean gets, and what it means: an int, slice, None, ..., indices (d by k) or a mask."""

    given: Any
    meaning: Any


class Indices(NamedTuple):
    columns: np.ndarray


class Mask(NamedTuple):
    values: np.ndarray


def as_given(array: np.ndarray, form: str, layout: str, kind: ocean.dtype) -> Any:
    """Indices or a mask in one of the forms in which users give them."""
    if form == "list":
        return array.T.tolist()  # lists fill from the first dimension on
    if form == "numpy":
        return np.asarray(array)
    if form == "swapped numpy":
        return array.astype(array.dtype.newbyteorder())
    if form == "nested":
        return ocean.index[ocean.index[array.T.tolist()]]
    return place_in(layout, array, kind)


def place_in(layout: str, array: np.ndarray, kind: ocean.dtype) -> ocean.tensor:
    """The values as a tensor in a layout that has a place for each of them."""
    model = sample(layout, kind, array.shape, special=False).tensor
    return place(array, kind, list(model.strides), 16, model.byteswapped).tensor


PLAIN_LAYOUTS = ["contiguous", "row_major", "strided", "negative", "byteswapped", "unaligned", "wild"]
FORMS = st.sampled_from(["list", "numpy", "swapped numpy", "nested", "tensor", "tensor"])


@st.composite
def bounds(draw: st.DrawFn, length: int) -> slice:
    edge = st.none() | st.integers(-length - 2, length + 2)
    step = draw(st.none() | st.integers(-3, 3).filter(bool))
    return slice(draw(edge), draw(edge), step)


@st.composite
def indices(draw: st.DrawFn, size: tuple[int, ...]) -> Part:
    """Indices into some dimensions; columns as vectors when there is one dimension, or as a matrix."""
    count = draw(st.integers(0, 6)) if all(size) else 0
    rows = [draw(st.lists(st.integers(-n, max(0, n - 1)), min_size=count, max_size=count)) for n in size]
    columns = np.array(rows, np.int64).reshape(len(size), count)
    kind = draw(st.sampled_from(INTEGERS))
    if not kind.issigned:
        columns = columns % np.maximum(1, np.array(size, np.int64)).reshape(-1, 1)
    flat = len(size) == 1 and draw(st.booleans())
    array = (columns[0] if flat else columns).astype(kind.name)
    form = draw(FORMS)
    if form in ("list", "nested") and (count == 0 or len(size) == 0):
        form = "numpy"  # empty lists do not say how many rows they have
    if flat and count and draw(st.booleans()) and list(columns[0]) == list(range(columns[0][0], columns[0][0] + count)):
        return Part(range(int(columns[0][0]), int(columns[0][0]) + count), Indices(columns))
    return Part(as_given(array, form, draw(st.sampled_from(PLAIN_LAYOUTS)), kind), Indices(columns))


@st.composite
def masks(draw: st.DrawFn, size: tuple[int, ...]) -> Part:
    nelem = math.prod(size)
    bits = draw(st.lists(st.booleans(), min_size=nelem, max_size=nelem))
    values = np.array(bits, bool).reshape(size, order="F")
    form = draw(FORMS)
    if form in ("list", "nested") and (nelem == 0 or not size):
        form = "numpy"
    return Part(as_given(values, form, draw(st.sampled_from(PLAIN_LAYOUTS)), ocean.bool), Mask(values))


@st.composite
def keys(draw: st.DrawFn, size: tuple[int, ...], new: bool = True, lists: bool = True) -> list[Part]:
    """The parts of a key for a tensor of the given size; the dimensions at the end may be left out."""
    parts: list[Part] = []
    place, ndims = 0, len(size)
    stop = draw(st.integers(0, ndims))  # dimensions stop..resume are left to an ellipsis
    resume = draw(st.integers(stop, ndims))
    ellipsis = draw(st.booleans()) or resume < ndims
    added = 0
    while True:
        if new and added < 2 and draw(st.integers(0, 5)) == 0:
            parts.append(Part(None, None))
            added += 1
        if place == stop and ellipsis and not any(part.given is Ellipsis for part in parts):
            parts.append(Part(Ellipsis, Ellipsis))
            place = resume
            continue
        end = stop if place < stop else ndims
        if place >= end:
            if place >= ndims or not ellipsis:
                return parts
            place = resume
            continue
        kinds = ["int", "slice", "slice", *(["indices", "mask", "indices over", "mask over"] if lists else [])]
        kind = draw(st.sampled_from(kinds))
        width = draw(st.integers(1, min(3, end - place))) if "over" in kind else 1
        if kind == "int" and size[place]:
            value = draw(st.integers(-size[place], size[place] - 1))
            forms = [value, np.int16(value), ocean.int32(value), ocean.asTensor(value), np.array(value)]
            parts.append(Part(draw(st.sampled_from(forms if lists else forms[:1])), value))
        elif kind.startswith("indices"):
            parts.append(draw(indices(size[place : place + width])))
        elif kind.startswith("mask"):
            parts.append(draw(masks(size[place : place + width])))
        else:
            found = draw(bounds(size[place]))
            parts.append(Part(found, found))
        place += width


def dims_of(part: Part) -> int:
    meaning = part.meaning
    if isinstance(meaning, Indices):
        return len(meaning.columns)
    if isinstance(meaning, Mask):
        return meaning.values.ndim
    return int(meaning is not None and meaning is not Ellipsis)


def key_of(parts: list[Part]) -> Any:
    given = tuple(part.given for part in parts)
    return given[0] if len(given) == 1 else given


def positions(size: tuple[int, ...], parts: list[Part]) -> np.ndarray:
    """The places in column-major order of the elements that a key picks."""
    result = np.arange(math.prod(size)).reshape(size, order="F")
    rest = len(size) - sum(map(dims_of, parts))
    axis = 0
    for part in parts:
        meaning, before = part.meaning, (slice(None),) * axis
        if meaning is None:
            result = result[(*before, None)]
        elif meaning is Ellipsis:
            axis += rest
            continue
        elif isinstance(meaning, (Indices, Mask)):
            columns = meaning.columns if isinstance(meaning, Indices) else coordinates(meaning.values)
            if len(columns):
                result = result[(*before, *columns)]
            else:
                result = np.repeat(result[(*before, None)], columns.shape[1], axis)
        else:
            result = result[(*before, meaning)]
        axis += not isinstance(meaning, int)
    return result


def coordinates(mask: np.ndarray) -> np.ndarray:
    """A column for each true element of a mask, in column-major order."""
    if mask.ndim == 0:
        return np.zeros((0, int(mask)), np.int64)
    return np.array(np.nonzero(mask.T)[::-1]).reshape(mask.ndim, -1)


def is_view(parts: list[Part]) -> bool:
    return not any(isinstance(part.meaning, (Indices, Mask)) for part in parts)


def is_scalar(size: tuple[int, ...], parts: list[Part]) -> bool:
    """Whether every dimension has a scalar index."""
    integers = sum(isinstance(part.meaning, int) for part in parts)
    others = sum(not isinstance(part.meaning, int) and part.meaning is not Ellipsis for part in parts)
    return integers == len(size) and not others and (integers > 0 or not parts)


SIZES = st.lists(st.integers(0, 5), max_size=4).map(tuple)
