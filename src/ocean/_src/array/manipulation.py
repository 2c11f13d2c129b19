"""Joining, splitting and rearranging arrays. What strides can say is a view."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError, shown
from ocean._src.base.integers import plain
from ocean._src.base.later import numpy
from ocean._src.core.functions import combine
from ocean._src.core.functions.array_create import quick_join, set_general
from ocean._src.core.objects import description as layout
from ocean._src.core.objects import tensor as core
from ocean._src.core.objects.array import array
from ocean._src.core.objects.axes import read_axes
from ocean._src.core.objects.dtypes import common
from ocean._src.core.objects.tensor import tensor
from ocean._src.ops.axes import holds_axes
from ocean._src.ops.numpy_rows import can_cast_kinds, check_cast
from ocean._src.tensor import combine as tensors
from ocean._src.tensor import joining

from . import create, methods
from .axes import broadcast_to as in_axes
from .dtypes import result_type
from .numpy_fallback import computed, home, host
from .ufuncs import out_of
from .unwrap import (
    NUMBERS,
    arrays_together,
    as_array,
    axes_of,
    axis_error,
    axis_of,
    inner,
    read_dtype,
    read_shape,
    values_for,
    wrap,
)


def given_to(out: Any, result: array, name: str, casting: str = "same_kind", read: bool = False) -> array:
    """A result, or the array `out` that it is written into, cast by a rule. Where NumPy also reads `out`, that must be
    safely cast to the dtype of the result."""
    target = out_of(name, out)
    if target is None:
        return result
    if read and not can_cast_kinds(target.dtype, result.dtype, "safe"):
        raise OceanTypeError(
            f"{name}(): Cannot cast array data from {target.dtype.name}, the dtype of out, to {result.dtype.name} "
            "according to the rule 'safe'"
        )
    if target.shape != result.shape:
        raise OceanValueError(f"{name}(): out has shape {target.shape}, expected {result.shape}")
    check_cast(name, result.dtype, target.dtype, casting)
    target[...] = result
    return target


# --- Axes --------------------------------------------------------------------------------------------------------


def own_axis(axis: Any, ndim: int) -> int:
    """An axis of an array as a nonnegative number."""
    return ndim - 1 - axis_of(axis, ndim)


def own_axes(axis: Any, ndim: int) -> list[int]:
    return [ndim - 1 - each for each in axes_of(axis, ndim)]


def along(axis: int, key: Any) -> tuple[Any, ...]:
    """A key that takes everything along the axes before one."""
    return (*[slice(None)] * axis, key)


def expand_dims(a: Any, axis: Any) -> array:
    """A view with axes of length one at the given places of the result."""
    source = as_array(a)
    if axis is None:
        raise OceanTypeError("expand_dims() takes an axis or several, got None")
    count = 1 if not isinstance(axis, (tuple, list)) else len(axis)
    ndim = source.ndim + count
    if ndim > layout.MAX_DIMS:
        raise OceanValueError(f"An array has at most {layout.MAX_DIMS} axes, got {ndim}")
    new = own_axes(axis, ndim)
    return source[tuple(None if k in new else slice(None) for k in range(ndim)) or ...]


def squeeze(a: Any, axis: Any = None) -> array:
    """A view without axes of length one."""
    result: array = as_array(a).squeeze(axis)
    return result


def permute_dims(a: Any, axes: Any = None) -> array:
    """A view with the axes in another order, or reversed."""
    result: array = as_array(a).transpose(axes)
    return result


def swapaxes(a: Any, axis1: int, axis2: int) -> array:
    """A view with two axes exchanged."""
    result: array = as_array(a).swapaxes(axis1, axis2)
    return result


def matrix_transpose(x: Any, /) -> array:
    """The transposed matrices: a view with the last two axes exchanged."""
    return as_array(x).mT


def moveaxis(a: Any, source: Any, destination: Any) -> array:
    """A view with axes at other places; the others stay in their order."""
    values = as_array(a)
    taken, places = (own_axes(each, values.ndim) for each in (source, destination))
    if len(taken) != len(places):
        raise OceanValueError("`source` and `destination` arguments must have the same number of elements")
    order = [k for k in range(values.ndim) if k not in taken]
    for place, axis in sorted(zip(places, taken, strict=True)):
        order.insert(place, axis)
    return permute_dims(values, order)


def rollaxis(a: Any, axis: int, start: int = 0) -> array:
    """A view with an axis moved before another one."""
    values = as_array(a)
    axis = own_axis(axis, values.ndim)
    if not -values.ndim <= start <= values.ndim:
        raise axis_error(f"start {start} is out of bounds for array of dimension {values.ndim}")
    start += values.ndim if start < 0 else 0
    order = [k for k in range(values.ndim) if k != axis]
    order.insert(start - 1 if axis < start else start, axis)
    return permute_dims(values, order)


def at_least(count: int, a: Any) -> array:
    source = as_array(a)
    if source.ndim >= count:
        return source
    if count == 3:
        return source[..., None] if source.ndim == 2 else source.reshape(1, source.size, 1)
    return source.reshape((1,) * (count - source.ndim) + source.shape)


def each_at_least(count: int, arys: tuple[Any, ...]) -> Any:
    return at_least(count, arys[0]) if len(arys) == 1 else tuple(at_least(count, each) for each in arys)


def atleast_1d(*arys: Any) -> Any:
    """Arrays with at least one axis."""
    return each_at_least(1, arys)


def atleast_2d(*arys: Any) -> Any:
    """Arrays with at least two axes; new ones come first."""
    return each_at_least(2, arys)


def atleast_3d(*arys: Any) -> Any:
    """Arrays with at least three axes; a vector lies along the middle one."""
    return each_at_least(3, arys)


# --- Broadcasting ------------------------------------------------------------------------------------------------


def broadcast_shapes(*shapes: Any) -> tuple[int, ...]:
    """The shape that arrays of several shapes are broadcast to."""
    sizes = [read_shape(each)[::-1] for each in shapes]
    if any(n < 0 for each in sizes for n in each):
        raise OceanValueError("A shape has lengths of at least 0")
    size = layout.common_size(dict.fromkeys(sizes)) if sizes else ()
    if size is None:
        text = " ".join(str(tuple(each[::-1])) for each in sizes)
        raise OceanValueError(f"shape mismatch: objects cannot be broadcast to a single shape: {text}")
    return tuple(size[::-1])


def broadcast_to(array: Any, shape: Any, subok: bool = False) -> array:
    """A read-only view of a larger shape, or of axes, in which elements are repeated."""
    if holds_axes(shape):
        return in_axes(array, read_axes(shape) or ())
    source, size = inner(array), read_shape(shape)[::-1]
    if len(size) > layout.MAX_DIMS:
        raise OceanValueError(f"An array has at most {layout.MAX_DIMS} axes, got {len(size)}")
    if not layout.broadcasts(source.size, size):
        raise OceanValueError(
            f"operands could not be broadcast together with remapped shapes: {source.size[::-1]} and {size[::-1]}"
        )
    result = core.view(source, 0, core.inner_description(source)) if source.size == size else source.broadcastTo(size)
    result.readonly = True
    return wrap(result)


def broadcast_arrays(*arrays: Any, subok: bool = False) -> tuple[array, ...]:
    """Views of arrays in the shape that they are broadcast to."""
    found = arrays_together(*arrays)
    shape = broadcast_shapes(*(each.shape for each in found))
    return tuple(each if each.shape == shape else broadcast_to(each, shape) for each in found)


# --- Joining -----------------------------------------------------------------------------------------------------


def pieces_of(function: str, arrays: Any) -> list[array]:
    if not isinstance(arrays, (list, tuple, array)):
        raise OceanTypeError(f"{function}() takes a list of arrays, got {type(arrays).__name__}")
    found = arrays_together(*arrays)
    if not found:
        raise OceanValueError("need at least one array to concatenate")
    return found


def join(
    pieces: Sequence[Any], axis: int | None, out: Any = None, dtype: Any = None, casting: str = "same_kind"
) -> array:
    """Arrays one after another along an axis."""
    quick: array | None = quick_join(pieces, axis) if out is None and dtype is None and casting == "same_kind" else None
    if quick is not None:
        return quick
    sources = [inner(each) for each in pieces]
    if axis is None:
        sources, axis = [each.flatten() for each in sources], 0
    ndim = sources[0].ndims
    if ndim == 0:
        raise OceanValueError("zero-dimensional arrays cannot be concatenated")
    place = axis_of(axis, ndim)
    for k, each in enumerate(sources):
        if each.ndims != ndim:
            raise OceanValueError(
                "all the input array dimensions must match in number: the array at index 0 has "
                f"{ndim} axes and the array at index {k} has {each.ndims}"
            )
        if any(n != m and d != place for d, (n, m) in enumerate(zip(each.size, sources[0].size, strict=True))):
            raise OceanValueError(
                "all the input array dimensions except for the concatenation axis must match exactly, but the shapes "
                f"are {sources[0].size[::-1]} at index 0 and {each.size[::-1]} at index {k}"
            )
    if out is not None and dtype is not None:
        raise OceanTypeError("concatenate() only takes `out` or `dtype` as an argument, but both were provided.")
    kind = read_dtype(dtype) or (out.dtype if type(out) is array else common(*(each.dtype for each in sources)))
    for each in sources:
        methods.check_casting(each.dtype, kind, casting)
    return given_to(out, wrap(combine.join(sources, place, kind, home(pieces))), "concatenate")


def concatenate(
    arrays: Any, /, axis: int | None = 0, out: Any = None, *, dtype: Any = None, casting: str = "same_kind"
) -> array:
    """Arrays one after another along an axis, or flat if it is None. Python numbers among them have the dtype that they
    have in an operation."""
    if axis is None and dtype is None and isinstance(arrays, (list, tuple)):
        numbers = [type(each) in NUMBERS for each in arrays]
        if any(numbers) and not all(numbers):
            kind = result_type(*arrays)
            arrays = [core.numpy_scalar(each, kind) if one else each for each, one in zip(arrays, numbers, strict=True)]
    return join(pieces_of("concatenate", arrays), axis, out, dtype, casting)


def stack(arrays: Any, axis: int = 0, out: Any = None, *, dtype: Any = None, casting: str = "same_kind") -> array:
    """Arrays of one shape one after another along a new axis."""
    pieces = pieces_of("stack", arrays)
    if len({each.shape for each in pieces}) > 1:
        raise OceanValueError("all input arrays must have the same shape")
    return join([expand_dims(each, axis) for each in pieces], axis, out, dtype, casting)


def unstack(x: Any, /, *, axis: int = 0) -> tuple[array, ...]:
    """Views of the places along an axis."""
    source = as_array(x)
    if not source.ndim:
        raise OceanValueError("Input array must be at least 1-d.")
    place = own_axis(axis, source.ndim)
    return tuple(source[along(place, k)] for k in range(source.shape[place]))


def vstack(tup: Any, *, dtype: Any = None, casting: str = "same_kind") -> array:
    """Arrays below each other; vectors are rows."""
    return join([at_least(2, each) for each in pieces_of("vstack", tup)], 0, None, dtype, casting)


def hstack(tup: Any, *, dtype: Any = None, casting: str = "same_kind") -> array:
    """Arrays beside each other: along the second axis, vectors along their only one."""
    pieces = [at_least(1, each) for each in pieces_of("hstack", tup)]
    return join(pieces, 0 if pieces[0].ndim == 1 else 1, None, dtype, casting)


def dstack(tup: Any) -> array:
    """Arrays behind each other, along the third axis."""
    return join([at_least(3, each) for each in pieces_of("dstack", tup)], 2)


def column_stack(tup: Any) -> array:
    """Vectors as columns of a matrix, beside matrices."""
    pieces = [each if each.ndim > 1 else each.reshape(-1, 1) for each in pieces_of("column_stack", tup)]
    return join(pieces, 1)


def block(arrays: Any) -> array:
    """An array from nested lists of arrays: the innermost are joined along the last axis, the next along the one
    before it, and so on."""
    depth = joining.depth_of(arrays)
    leaves: list[array] = []
    gather(arrays, leaves)
    ndim = max(depth, *(each.ndim for each in leaves))
    return assembled(arrays, depth, ndim)


def gather(value: Any, leaves: list[array]) -> None:
    if isinstance(value, list):
        for each in value:
            gather(each, leaves)
    elif isinstance(value, tuple):
        raise OceanTypeError("block() takes lists, not tuples")
    else:
        leaves.append(as_array(value))


def assembled(value: Any, depth: int, ndim: int) -> array:
    if depth == 0 and not isinstance(value, list):
        source = as_array(value)
        copied: array = source.reshape((1,) * (ndim - source.ndim) + source.shape).copy()
        return copied
    return join([assembled(each, depth - 1, ndim) for each in value], -depth)


def append(arr: Any, values: Any, axis: int | None = None) -> array:
    """A copy with values at the end of an axis; flat if there is none."""
    if axis is None:
        return join([each.ravel() for each in arrays_together(arr, values)], 0)
    return join(arrays_together(arr, values), axis)


# --- Splitting ---------------------------------------------------------------------------------------------------


def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[array]:
    """Views of parts along an axis: so many as even as possible, or between given places."""
    source = as_array(ary)
    place = own_axis(axis, source.ndim)
    length = source.shape[place]
    indices_or_sections = plain(indices_or_sections)
    if hasattr(indices_or_sections, "__len__"):
        cuts = [int(each) for each in indices_or_sections]
        ends = [slice(first, last) for first, last in zip([0, *cuts], [*cuts, length], strict=True)]
    else:
        count = int(indices_or_sections)
        if count <= 0:
            raise OceanValueError("number sections must be larger than 0.")
        size, larger = divmod(length, count)
        places = [k * size + min(k, larger) for k in range(count + 1)]
        ends = [slice(places[k], places[k + 1]) for k in range(count)]
    return [source[along(place, each)] for each in ends]


def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[array]:
    """Views of equal parts along an axis, or of those between given places."""
    source, indices_or_sections = as_array(ary), plain(indices_or_sections)
    if not hasattr(indices_or_sections, "__len__"):
        length = source.shape[own_axis(axis, source.ndim)]
        if indices_or_sections <= 0 or length % indices_or_sections:
            raise OceanValueError("array split does not result in an equal division")
    return array_split(source, indices_or_sections, axis)


def vsplit(ary: Any, indices_or_sections: Any) -> list[array]:
    """Parts along the first axis."""
    return split(with_axes("vsplit", ary, 2), indices_or_sections, 0)


def hsplit(ary: Any, indices_or_sections: Any) -> list[array]:
    """Parts along the second axis, of a vector along its only one."""
    source = with_axes("hsplit", ary, 1)
    return split(source, indices_or_sections, 0 if source.ndim == 1 else 1)


def dsplit(ary: Any, indices_or_sections: Any) -> list[array]:
    """Parts along the third axis."""
    return split(with_axes("dsplit", ary, 3), indices_or_sections, 2)


def with_axes(function: str, ary: Any, count: int) -> array:
    source = as_array(ary)
    if source.ndim < count:
        raise OceanValueError(f"{function} only works on arrays of {count} or more dimensions")
    return source


# --- Rearranging -------------------------------------------------------------------------------------------------


BACKWARD = slice(None, None, -1)


def flip(m: Any, axis: Any = None) -> array:
    """A view in reverse order along axes, or along all of them."""
    source = as_array(m)
    if axis is None:
        return source[(BACKWARD,) * source.ndim]
    key = [slice(None)] * source.ndim
    for each in own_axes(axis, source.ndim):
        key[each] = BACKWARD
    return source[tuple(key)]


def flipud(m: Any) -> array:
    """A view with the rows in reverse order."""
    return with_axes("flipud", m, 1)[BACKWARD]


def fliplr(m: Any) -> array:
    """A view with the columns in reverse order."""
    return with_axes("fliplr", m, 2)[:, BACKWARD]


def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> array:
    """A view turned by 90 degrees k times, from the first axis towards the second."""
    source = as_array(m)
    if len(tuple(axes)) != 2:
        raise OceanValueError("len(axes) must be 2.")
    first, second = (own_axis(each, source.ndim) for each in axes)
    if first == second:
        raise OceanValueError("Axes must be different.")
    k %= 4
    if k == 0:
        return source[...]
    if k == 2:
        return flip(source, (first, second))
    if k == 1:
        return swapaxes(flip(source, second), first, second)
    return flip(swapaxes(source, first, second), second)


def roll(a: Any, shift: Any, axis: Any = None) -> array:
    """The elements moved along axes, those that leave at one end entering at the other; flat if there is no axis."""
    source = inner(a)
    shifts = layout.integers(shift, "shift")
    if axis is None:
        total = sum(shifts)
        return wrap(combine.rolled(source.flatten(), (total,), (0,)).reshape(source.size)) if source.nelem else wrap(
            source.clone()
        )
    axes = [axis_of(each, source.ndims) for each in layout.integers(axis, "axis")]
    if len(shifts) == 1:
        shifts = shifts * len(axes)
    elif len(axes) == 1:
        axes = axes * len(shifts)
    if len(axes) != len(shifts):
        raise OceanValueError("'shift' and 'axis' should be scalars or 1D sequences of equal length")
    return wrap(combine.rolled(source, shifts, axes))


def repeat(a: Any, repeats: Any, axis: int | None = None) -> array:
    """Each place along an axis repeated, the same number of times or as many as a list says; flat without an axis."""
    source = inner(as_array(a, repeats if type(repeats) is array else None))
    counts = repeats if type(repeats) is int or (type(repeats) is list and not repeats) else inner(repeats)
    if isinstance(counts, tensor) and not counts.ndims:
        counts = int(core.item(counts).asPython())
    if type(counts) is int and counts < 0:
        raise OceanValueError("repeats may not contain negative values.")
    place = None if axis is None else axis_of(axis, source.ndims)
    return wrap(tensors.repeat(source, counts, place))


def tile(A: Any, reps: Any) -> array:
    """The array repeated as a whole, so many times along each axis."""
    source = inner(A)
    counts = layout.integers(reps, "reps")
    counts = (1,) * (source.ndims - len(counts)) + tuple(counts)
    if len(counts) > layout.MAX_DIMS:
        raise OceanValueError(f"An array has at most {layout.MAX_DIMS} axes, got {len(counts)}")
    if any(each < 0 for each in counts):
        raise OceanValueError("negative dimensions are not allowed")
    if not source.ndims and not counts:
        return wrap(source.clone())
    source = source if source.ndims else source.reshape(1)
    return wrap(combine.tiled(source, counts[::-1]))


def resize(a: Any, new_shape: Any) -> array:
    """An array of a shape that is filled with the elements, over and over again."""
    flat, shape = as_array(a).ravel(), read_shape(new_shape)
    count = math.prod(shape)
    if any(each < 0 for each in shape):
        raise OceanValueError("all elements of `new_shape` must be non-negative")
    if not flat.size or not count:
        return create.zeros(shape, flat.dtype, device=flat.device)
    result: array = tile(flat, -(-count // flat.size))[:count].reshape(shape)
    return result


# --- With more or fewer elements ---------------------------------------------------------------------------------


def delete(arr: Any, obj: Any, axis: int | None = None) -> array:
    """A copy without the places along an axis that an integer, slice, list or mask names."""
    source = as_array(arr)
    if axis is None:
        source, place = source.ravel(), 0
    else:
        place = own_axis(axis, source.ndim)
    kept = numpy.ones(source.shape[place], bool)
    given = host(obj)
    if isinstance(given, slice):
        kept[given] = False
    else:
        places = numpy.asarray(given)
        places = places.astype(int) if not places.size and isinstance(given, (list, tuple, range)) else places
        if places.dtype == bool and places.shape != kept.shape:
            raise OceanValueError(f"boolean array argument obj to delete must be one dimensional and match the axis "
                                  f"length of {len(kept)}")  # fmt: skip
        try:
            kept[places] = False
        except IndexError as error:
            raise OceanIndexError(str(error)) from None
    return source[along(place, numpy.flatnonzero(kept))]


def insert(arr: Any, obj: Any, values: Any, axis: int | None = None) -> array:
    """A copy with values before the places along an axis that an integer, slice, list or mask names."""
    source = as_array(arr)
    if axis is None:
        source, place = source.ravel(), 0
    else:
        place = own_axis(axis, source.ndim)
    length = source.shape[place]
    new = values_for(source, values)
    if new.dtype is not source.dtype:
        new = new.astype(source.dtype)
    if type(obj) is int:
        return with_values(source, place, obj, new, True)
    places = inserted_at(obj, length)
    single = not places.ndim
    places = places.astype(int).reshape(-1)
    given = new
    if len(places) == 1:
        return with_values(source, place, int(places[0]), given, single)
    if places.size and (places.min() < -length or places.max() > length):
        raise OceanIndexError(f"index out of bounds for axis {place} with size {length}")
    places = numpy.where(places < 0, places + length, places)
    count = len(places)
    order = numpy.argsort(places, kind="stable")
    places[order] += numpy.arange(count)
    total = length + count
    shape = (*source.shape[:place], total, *source.shape[place + 1 :])
    result = create.empty(shape, source.dtype, device=source.device)
    old = numpy.ones(total, bool)
    old[places] = False
    kept, added = (along(place, each) if place else each for each in (numpy.flatnonzero(old), places))
    if given.ndim:
        result[added] = given
    else:
        result[...] = given
    result[kept] = source
    return result


def inserted_at(obj: Any, length: int) -> Any:
    """The places that an index, slice, list or mask names, as integers."""
    given = host(obj)
    if isinstance(given, slice):
        return numpy.arange(length)[given]
    places = numpy.asarray(given)
    if places.ndim > 1:
        raise OceanValueError(
            f"insert(): the index must be a number or a vector, got an array of shape {places.shape}"
        )
    if places.dtype == bool:
        return numpy.flatnonzero(places)
    if not places.size and isinstance(given, (list, tuple, range)):
        return places.astype(int)
    if places.dtype.kind not in "iu":
        error = OceanTypeError if places.size == 1 else OceanIndexError
        raise error(f"insert(): indices must be integers or a mask, got {shown(obj)}")
    return places


def with_values(source: array, place: int, index: int, values: array, single: bool) -> array:
    """A copy with values before one index along an axis. Beside an index that is no list, their first axis is the one
    along which they are inserted."""
    length = source.shape[place]
    if not -length <= index <= length:
        raise OceanIndexError(f"index out of bounds for axis {place} with size {length}")
    begin = index + length if index < 0 else index
    count = 1
    if values.ndim:
        less = source.ndim - values.ndim
        values = values.reshape((1,) * less + values.shape) if less > 0 else values
        values = moveaxis(values, 0, place) if single else values
        count = values.shape[place]
    end = begin + count
    shape = (*source.shape[:place], length + count, *source.shape[place + 1 :])
    result: array = create.empty(shape, source.dtype, device=source.device)
    result[along(place, slice(0, begin))] = source[along(place, slice(0, begin))]
    result[along(place, slice(begin, end))] = values
    result[along(place, slice(end, None))] = source[along(place, slice(begin, None))]
    return result


def pad(array: Any, pad_width: Any, mode: Any = "constant", **kwargs: Any) -> array:
    """A copy with more elements around it. NumPy computes the modes that Ocean's `pad` does not have."""
    source = as_array(array)
    pairs = pad_pairs(pad_width, source.ndim)
    value = kwargs.get("constant_values", 0)
    simple = type(value) in (bool, int, float, complex)
    native = {"constant": ({"constant_values"}, simple), "edge": (set(), True), "wrap": (set(), True),
              "reflect": ({"reflect_type"}, kwargs.get("reflect_type", "even") == "even"),
              "symmetric": ({"reflect_type"}, kwargs.get("reflect_type", "even") == "even")}  # fmt: skip
    allowed, known = native.get(mode, (set(), False)) if isinstance(mode, str) else (set(), False)
    if not known or not set(kwargs) <= allowed:
        result: Any = computed("pad", source, pairs or 0, mode, **kwargs)
        return as_array(result)
    if mode != "constant" and any(sum(pair) and not n for n, pair in zip(source.shape, pairs, strict=True)):
        raise OceanValueError(f"can't extend empty axis using modes other than 'constant' or 'empty', got {mode!r}")
    if not source.ndim:
        return source.copy()
    return wrap(joining.pad(inner(source), [list(each) for each in pairs[::-1]], mode, *(
        [value] if mode == "constant" else [])))  # fmt: skip


def pad_pairs(pad_width: Any, ndim: int) -> list[tuple[int, int]]:
    """How many elements are added before and after along each axis."""
    if isinstance(pad_width, dict):
        found = [(0, 0)] * ndim
        for axis, width in pad_width.items():
            found[own_axis(axis, ndim)] = width if isinstance(width, tuple) else (width, width)
    elif type(pad_width) is int:
        found = [(pad_width, pad_width)] * ndim
    else:
        try:
            given = numpy.broadcast_to(numpy.asarray(host(pad_width)), (ndim, 2))
        except ValueError as error:
            raise OceanValueError(f"pad(): {error}") from None
        if given.dtype.kind not in "iu":
            raise OceanTypeError("`pad_width` must be of integral type.")
        found = [(int(first), int(last)) for first, last in given]
    if any(each < 0 for pair in found for each in pair):
        raise OceanValueError("index can't contain negative values")
    return found


set_general(concatenate=concatenate, stack=stack)
