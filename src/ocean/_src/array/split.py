"""Splitting arrays into views."""

from __future__ import annotations

from itertools import pairwise

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.integers import unbox_integer
from ocean._src.core.call.callables import ruled
from ocean._src.core.objects.array import array, view_field
from ocean._src.tensor.split import even_sizes, parts_of

from .unwrap import along, as_array, axis_of, own_axis, wrap

__all__ = ["array_split", "dsplit", "hsplit", "split", "unstack", "vsplit"]


@ruled("views(axis)")
def unstack(x: Any, /, *, axis: int = 0) -> tuple[array, ...]:
    """Views of the places along an axis."""
    source = as_array(x)
    if not source.ndim:
        raise OceanValueError("Input array must be at least 1-d.")
    place = own_axis(axis, source.ndim)
    return tuple(source[along(place, k)] for k in range(source.shape[place]))


@ruled("views(axis)")
def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[array]:
    """Views of parts along an axis: a number of parts as even as possible, or between given places."""
    source = view_field(as_array(ary))
    place = axis_of(axis, source.ndims)
    length = source.size[place]
    indices_or_sections = unbox_integer(indices_or_sections)
    if not hasattr(indices_or_sections, "__len__"):
        count = int(indices_or_sections)
        if count <= 0:
            raise OceanValueError("number sections must be larger than 0.")
        return [wrap(each) for each in parts_of(source, place, even_sizes(length, count))]
    ends = [0, *(int(each) for each in indices_or_sections), length]
    sizes = [last - first for first, last in pairwise(ends)]
    if min(sizes) >= 0:
        return [wrap(each) for each in parts_of(source, place, sizes)]
    # NumPy's places are limits of slices: they may also be negative, beyond the end, or unsorted
    limits = [slice(first, last).indices(length)[:2] for first, last in pairwise(ends)]
    return [wrap(source.slice(place, first, max(last - first, 0))) for first, last in limits]


@ruled("views(axis)")
def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[array]:
    """Views of equal parts along an axis, or of those between given places."""
    source, indices_or_sections = as_array(ary), unbox_integer(indices_or_sections)
    if not hasattr(indices_or_sections, "__len__"):
        length = source.shape[own_axis(axis, source.ndim)]
        if indices_or_sections <= 0 or length % indices_or_sections:
            raise OceanValueError("array split does not result in an equal division")
    return array_split(source, indices_or_sections, axis)


@ruled("views")
def vsplit(ary: Any, indices_or_sections: Any) -> list[array]:
    """Parts along the first axis."""
    return split(with_axes("vsplit", ary, 2), indices_or_sections, 0)


@ruled("views")
def hsplit(ary: Any, indices_or_sections: Any) -> list[array]:
    """Parts along the second axis, of a vector along its only one."""
    source = with_axes("hsplit", ary, 1)
    return split(source, indices_or_sections, 0 if source.ndim == 1 else 1)


@ruled("views")
def dsplit(ary: Any, indices_or_sections: Any) -> list[array]:
    """Parts along the third axis."""
    return split(with_axes("dsplit", ary, 3), indices_or_sections, 2)


def with_axes(function: str, ary: Any, count: int) -> array:
    source = as_array(ary)
    if source.ndim < count:
        raise OceanValueError(f"{function} only works on arrays of {count} or more dimensions")
    return source
