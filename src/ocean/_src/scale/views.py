"""Views of large arrays: other axes, parts by slices, shapes."""

from __future__ import annotations

import math

from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.objects.array import array

from .blocks import Region, lengths
from .budget import current
from .large import FUNCTIONS, axes_of, axis_of, large, np, refuse
from .sources import FileArray


class Transposed(large):
    """Axes in another order."""

    def __init__(self, source: large, axes: tuple[int, ...]) -> None:
        self.axes = axes
        self.setup(tuple(source.shape[k] for k in axes), source.dtype, (source,), source.cost + source.itemsize)
        self.order = tuple(axes.index(k) for k in source.order)
        self.chunks = tuple(source.chunks[k] for k in axes)

    def told(self) -> tuple[Any, ...]:
        return self.axes

    def inner(self, region: Region) -> Region:
        found = [slice(0, 0)] * len(region)
        for k, each in zip(self.axes, region, strict=True):
            found[k] = each
        return tuple(found)

    def read(self, region: Region) -> Any:
        return self.parents[0].read(self.inner(region)).transpose(self.axes)

    def write(self, region: Region, values: Any) -> None:
        back = tuple(self.axes.index(k) for k in range(self.ndim))
        self.parents[0].write(self.inner(region), values.transpose(back))  # type: ignore[attr-defined]

    @property
    def writes(self) -> bool:  # type: ignore[override]
        return self.parents[0].writes


class Sliced(large):
    """A part by slices and integers, and new axes of length 1."""

    def __init__(self, source: large, keys: tuple[Any, ...]) -> None:
        """`keys` has a range for each axis, (range, True) where it goes, and None for a new axis."""
        self.keys = keys
        self.axes: list[int | None] = []  # for each axis of the result, that of the source
        k = 0
        shape = []
        for each in keys:
            if each is None:
                self.axes.append(None)
                shape.append(1)
                continue
            ranged, dropped = each
            if not dropped:
                self.axes.append(k)
                shape.append(len(ranged))
            k += 1
        self.ranges = [each[0] for each in keys if each is not None]
        stretch = max((abs(each.step) for each in self.ranges if len(each) > 1), default=1)
        self.setup(tuple(shape), source.dtype, (source,), source.cost * min(stretch, 16) + source.itemsize)
        known = [self.axes.index(k) for k in source.order if k in self.axes]
        self.order = tuple([k for k, each in enumerate(self.axes) if each is None] + known)
        self.chunks = tuple(
            1 if k is None else max(1, source.chunks[k] // max(1, abs(self.ranges[k].step))) for k in self.axes
        )

    def told(self) -> tuple[Any, ...]:
        return (repr(self.keys),)

    def read(self, region: Region) -> Any:
        if 0 in lengths(region):
            return np().empty(lengths(region), self.dtype)
        wanted: list[slice] = [slice(0, 0)] * len(self.ranges)
        keys: list[Any] = [0] * len(self.ranges)
        for k, ranged in enumerate(self.ranges):
            part = ranged
            if k in self.axes:
                here = region[self.axes.index(k)]
                part = ranged[here.start : here.stop]
            low, high = min(part[0], part[-1]), max(part[0], part[-1])
            wanted[k] = slice(low, high + 1)
            if k in self.axes:
                keys[k] = slice(None, None, part.step)
        span = math.prod(lengths(tuple(wanted))) * self.parents[0].cost
        if any(len(each) > 1 and abs(each.step) > 16 for each in self.ranges) and span > current().bytes // 16:
            return self.read_by_elements(region)
        found = self.parents[0].read(tuple(wanted))[tuple(keys)]
        return found.reshape(lengths(region))

    def read_by_elements(self, region: Region) -> Any:
        """Far apart places along an axis, one after the other."""
        k = max((k for k in self.axes if k is not None), key=lambda k: abs(self.ranges[k].step))
        axis = self.axes.index(k)
        result = np().empty(lengths(region), self.dtype)
        for place in range(region[axis].start, region[axis].stop):
            one = (*region[:axis], slice(place, place + 1), *region[axis + 1 :])
            target = [slice(None)] * len(region)
            target[axis] = slice(place - region[axis].start, place - region[axis].start + 1)
            result[tuple(target)] = self.read(one)
        return result


def normal_keys(source: large, key: Any) -> tuple[Any, ...]:
    """A key as ranges: for each axis (range, whether the axis goes), and None for new axes."""
    given = key if isinstance(key, tuple) else (key,)
    if isinstance(key, (list, large)) or any(
        isinstance(each, (list, large, array)) or (hasattr(each, "dtype") and each.ndim) for each in given
    ):
        raise OceanTypeError(
            "large arrays take integers, slices, None and ... as keys; load() gives an array in memory"
        )
    count = sum(each is not None and each is not Ellipsis for each in given)
    if count > source.ndim:
        raise OceanIndexError(f"{count} indices for an array of {source.ndim} axes")
    filled: list[Any] = []
    for each in given:
        if each is Ellipsis:
            filled += [slice(None)] * (source.ndim - count)
            count = source.ndim
        else:
            filled.append(each)
    filled += [slice(None)] * (source.ndim - sum(each is not None for each in filled))
    result: list[Any] = []
    k = 0
    for each in filled:
        if each is None:
            result.append(None)
            continue
        if isinstance(each, slice):
            result.append((range(*each.indices(source.shape[k])), False))
        else:
            place = int(each.__index__())
            if not -source.shape[k] <= place < source.shape[k]:
                raise OceanIndexError(f"index {place} is out of bounds for axis {k} with size {source.shape[k]}")
            place %= source.shape[k]
            result.append((range(place, place + 1), True))
        k += 1
    return tuple(result)


def getitem(source: large, key: Any) -> large:
    return Sliced(source, normal_keys(source, key))


def transpose(a: large, axes: Any = None, *more: Any) -> large:
    """`numpy.transpose`."""
    if more:
        axes = (axes, *more)
    found = tuple(reversed(range(a.ndim))) if axes is None else axes_of(tuple(axes), a.ndim)
    if len(found) != a.ndim:
        raise OceanValueError(f"transpose(): {len(found)} axes are named, the array has {a.ndim}")
    return a if found == tuple(range(a.ndim)) else Transposed(a, found)


def swapaxes(a: large, axis1: int, axis2: int) -> large:
    """`numpy.swapaxes`."""
    axes = list(range(a.ndim))
    j, k = axis_of(axis1, a.ndim), axis_of(axis2, a.ndim)
    axes[j], axes[k] = axes[k], axes[j]
    return transpose(a, axes)


def moveaxis(a: large, source: Any, destination: Any) -> large:
    """`numpy.moveaxis`."""
    source, destination = axes_of(source, a.ndim), axes_of(destination, a.ndim)
    order = [k for k in range(a.ndim) if k not in source]
    for target, k in sorted(zip(destination, source, strict=True)):
        order.insert(target, k)
    return transpose(a, order)


def expand_dims(a: large, axis: Any) -> large:
    """`numpy.expand_dims`."""
    axes = axes_of(axis, a.ndim + (len(axis) if isinstance(axis, (tuple, list)) else 1))
    keys: list[Any] = [slice(None)] * a.ndim
    for k in sorted(axes):
        keys.insert(k, None)
    return getitem(a, tuple(keys))


def squeeze(a: large, axis: Any = None) -> large:
    """`numpy.squeeze`."""
    axes = [k for k, n in enumerate(a.shape) if n == 1] if axis is None else axes_of(axis, a.ndim)
    wrong = [k for k in axes if a.shape[k] != 1]
    if wrong:
        raise OceanValueError(f"squeeze(): axis {wrong[0]} has length {a.shape[wrong[0]]}, not 1")
    return getitem(a, tuple(0 if k in axes else slice(None) for k in range(a.ndim)))


def flip(m: large, axis: Any = None) -> large:
    """`numpy.flip`."""
    axes = axes_of(axis, m.ndim)
    return getitem(m, tuple(slice(None, None, -1) if k in axes else slice(None) for k in range(m.ndim)))


class Flat(large):
    """The elements in row-major order, as a vector."""

    def __init__(self, source: large) -> None:
        row = math.prod(source.shape[1:])
        self.row = max(1, row)
        self.setup((source.size,), source.dtype, (source,), 2 * source.cost + source.itemsize)
        self.chunks = (min(self.row * source.chunks[0], max(1, source.size)),)

    def told(self) -> tuple[Any, ...]:
        return ()

    def read(self, region: Region) -> Any:
        start, stop = region[0].start, region[0].stop
        return flat_part(self.parents[0], (), start, stop)


def flat_part(source: large, fixed: tuple[slice, ...], start: int, stop: int) -> Any:
    """The elements from `start` to `stop` in row-major order below some fixed indices."""
    rest = source.shape[len(fixed) :]
    if start >= stop:
        return np().empty((0,), source.dtype)
    if len(rest) <= 1:
        return source.read((*fixed, slice(start, stop))[: source.ndim]).reshape(-1)
    row = math.prod(rest[1:])
    first, last = -(-start // row), stop // row
    if first > last:  # inside of one row
        k = start // row
        return flat_part(source, (*fixed, slice(k, k + 1)), start - k * row, stop - k * row)
    parts = []
    if start < first * row:
        parts.append(flat_part(source, (*fixed, slice(first - 1, first)), start - (first - 1) * row, row))
    if first < last:
        parts.append(source.read((*fixed, slice(first, last), *(slice(0, n) for n in rest[1:]))).reshape(-1))
    if last * row < stop:
        parts.append(flat_part(source, (*fixed, slice(last, last + 1)), 0, stop - last * row))
    return parts[0] if len(parts) == 1 else np().concatenate(parts)


def ravel(a: large, order: str = "C") -> large:
    """`numpy.ravel`."""
    if order != "C":
        raise OceanTypeError("ravel() by blocks has row-major order; transpose before")
    if a.ndim == 1:
        return a
    return a.reshaped((a.size,)) if isinstance(a, FileArray) else Flat(a)


class Shaped(large):
    """A vector in another shape."""

    def __init__(self, source: large, shape: tuple[int, ...]) -> None:
        self.setup(shape, source.dtype, (source,), source.cost + source.itemsize)

    def told(self) -> tuple[Any, ...]:
        return self.shape

    def read(self, region: Region) -> Any:
        size = lengths(region)
        if 0 in size:
            return np().empty(size, self.dtype)
        if not self.shape:
            return self.parents[0].read((slice(0, 1),)).reshape(())
        row = math.prod(self.shape[1:])
        if size[1:] == self.shape[1:]:
            return self.parents[0].read((slice(region[0].start * row, region[0].stop * row),)).reshape(size)
        result = np().empty(size, self.dtype)
        for k in range(region[0].start, region[0].stop):
            below = Shaped(self.parents[0][k * row : (k + 1) * row], self.shape[1:])
            result[k - region[0].start] = below.read(region[1:])
        return result


def reshape(a: large, shape: Any = None, *more: Any, order: str = "C", **options: Any) -> large:
    """`numpy.reshape`."""
    refuse(options, "reshape")
    if order != "C":
        raise OceanTypeError("reshape() by blocks has row-major order; transpose before")
    wanted = [int(each) for each in ((shape, *more) if more or not isinstance(shape, (tuple, list)) else shape)]
    if wanted.count(-1) == 1:
        rest = -math.prod(wanted)
        wanted[wanted.index(-1)] = a.size // rest if rest else 0
    target = tuple(wanted)
    if any(each < 0 for each in target) or math.prod(target) != a.size:
        raise OceanValueError(f"cannot reshape array of size {a.size} into shape {target}")
    if isinstance(a, FileArray):
        return a.reshaped(target)
    flat = ravel(a)
    return flat if len(target) == 1 else Shaped(flat, target)


class Broadcast(large):
    """An array repeated along new axes and axes of length 1."""

    def __init__(self, source: large, shape: tuple[int, ...]) -> None:
        self.setup(shape, source.dtype, (source,), source.cost + source.itemsize)

    def told(self) -> tuple[Any, ...]:
        return self.shape

    def read(self, region: Region) -> Any:
        from .elementwise import region_of

        source = self.parents[0]
        return np().broadcast_to(source.read(region_of(source.shape, region)), lengths(region))


def broadcast_to(a: large, shape: Any, subok: bool = False) -> large:
    """`numpy.broadcast_to`."""
    import numpy

    target = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    if numpy.broadcast_shapes(a.shape, target) != target:
        raise OceanValueError(f"{a.shape} does not broadcast to {target}")
    return Broadcast(a, target)


def stack(arrays: Any, axis: int = 0, out: Any = None, **options: Any) -> large:
    """`numpy.stack`."""
    refuse({"out": out, **options}, "stack")
    found = [each if isinstance(each, large) else np().asarray(each) for each in arrays]
    ndim = next(each.ndim for each in found if isinstance(each, large)) + 1
    k = axis_of(axis, ndim)
    key = (*[slice(None)] * k, None)
    return FUNCTIONS["concatenate"]([each[key] for each in found], k)  # type: ignore[no-any-return]


FUNCTIONS.update(
    getitem=getitem, transpose=transpose, permute_dims=transpose, swapaxes=swapaxes, moveaxis=moveaxis,
    expand_dims=expand_dims, squeeze=squeeze, flip=flip, ravel=ravel, reshape=reshape, broadcast_to=broadcast_to,
    stack=stack, matrix_transpose=lambda a: swapaxes(a, -1, -2),
)  # fmt: skip
