"""Keys of arrays by NumPy's rules, beyond integers and slices.

Lists of integers are broadcast together; a mask becomes one list for each of its axes. The indexed axes are moved next
to each other, and elements are gathered by a matrix of indices with a column for each place.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from ocean._src.base.errors import CHANGED, OceanIndexError, OceanTypeError, OceanValueError
from ocean._src.base.hints import Any, NoReturn
from ocean._src.core.functions.copies import converted
from ocean._src.core.host.indexing.indexing import find
from ocean._src.core.objects.array import array, inner_field, view_field
from ocean._src.core.objects.axes import MAX_DIMS
from ocean._src.core.objects.description import broadcasts, make_description
from ocean._src.core.objects.description import common_size as find_common_size
from ocean._src.core.objects.dtypes import BOOL, INT64, scalar
from ocean._src.core.objects.memory import cpu, refuse_trace
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import call_operation, make_empty, tensor
from ocean._src.lazy.rtensor import gathered
from ocean._src.ops.dispatch import OPERATIONS

from .gather_views import Mapped
from .unwrap import NUMBERS, check_number, elements, inner, wrap

BY_AXES: dict[str, Any] = {}
"""getitem and setitem of arrays with axes; the module `axes` sets them, because it imports this one."""

Advanced = tensor
"""A list of indices, as an inner tensor of int64."""


GAP = object()
"""An ellipsis for no axes: it still separates the lists beside it."""


def parts_of(key: Any) -> list[Any]:
    """The parts of a key: integers, slices, None, Ellipsis, inner tensors of bool and of integers."""
    return [part_of(each) for each in (key if isinstance(key, tuple) else (key,))]


def part_of(value: Any) -> Any:
    if value is None or value is Ellipsis or isinstance(value, slice) or type(value) is int:
        return value
    if isinstance(value, bool):
        return inner(value)
    alone = not isinstance(value, (list, tuple, array, tensor, rtensor)) and not getattr(value, "shape", ())
    if alone and hasattr(value, "__index__") and getattr(getattr(value, "dtype", None), "kind", "i") != "b":
        return value.__index__()
    if isinstance(value, (str, bytes, dict, float, complex)):
        raise OceanIndexError(
            "only integers, slices (`:`), ellipsis (`...`), None and integer or boolean arrays are valid indices, got "
            f"{type(value).__name__}"
        )
    if type(value) in (list, tuple) and any(each is Ellipsis or isinstance(each, slice) for each in value):
        raise OceanIndexError("slices and ellipses are parts of a key, not of a list in it")
    found = inner(value)
    empty_list = found.dtype.isfloat and isinstance(value, (list, tuple))
    if found.nelem == 0 and (empty_list or (found.dtype is BOOL and found.ndims == 1)):
        found = converted(found, INT64, None)  # no places
    if found.dtype.isfloat:
        raise OceanIndexError(f"arrays used as indices must be of integer or boolean type, got {found.dtype.name}")
    return found


def taken(part: Any) -> int:
    """The number of axes that a part indexes."""
    if part is None or part is Ellipsis or part is GAP:
        return 0
    return part.ndims if isinstance(part, tensor) and part.dtype is BOOL else 1


def out_of_bounds(columns: Sequence[Any], lengths: Sequence[int], axes: Sequence[int]) -> OceanIndexError:
    """The error of the first index that is out of range, of integers and inner tensors for some axes."""
    for each, length, axis in zip(columns, lengths, axes, strict=True):
        for value in [each] if isinstance(each, int) else each.reshape(each.nelem).asPython():
            if not -length <= value < length:
                return OceanIndexError(f"index {value} is out of bounds for axis {axis} with size {length}")
    return OceanIndexError("An index is out of bounds")


class Selection:
    """A key on a tensor: a view whose first array axes are indexed by lists, and the place of the result's axes."""

    def __init__(self, source: tensor, parts: list[Any]) -> None:
        parts = expanded(parts, source.ndims)
        parts = [each for part in parts for each in lists_of(part)]
        lists = [each for each in parts if isinstance(each, tensor)]
        self.source = source
        self.lists, self.shape = broadcast([as_index(each) for each in lists])
        scalars = [k for k, each in enumerate(parts) if isinstance(each, int)]
        places = sorted([k for k, each in enumerate(parts) if isinstance(each, tensor)] + scalars)
        adjacent = places == list(range(places[0], places[-1] + 1))
        picked_axes: list[int] = []
        others: list[int] = []
        axis = before = 0
        key: list[Any] = []
        position = 0
        numbered: list[tuple[Any, int]] = []
        for k, each in enumerate(parts):
            if each is GAP:
                continue
            if isinstance(each, (int, tensor)):
                if k == places[0]:
                    before = len(others)
                numbered.append((each, axis))
                key.append(slice(None))
                picked_axes.append(position)
                position += 1
                axis += 1
            elif each is None:
                key.append(None)
                others.append(position)
                position += 1
            else:
                key.append(each)
                others.append(position)
                position += 1
                axis += 1
        ndim = position
        if len(others) + len(self.shape) > MAX_DIMS:
            raise OceanIndexError(f"An array has at most {MAX_DIMS} axes, and the index gives more")
        self.front = before if adjacent else 0
        self.lengths = [source.size[source.ndims - 1 - axis] for _, axis in numbered]
        self.axes = [axis for _, axis in numbered]
        for (each, axis), length in zip(numbered, self.lengths, strict=True):
            if isinstance(each, int) and not -length <= each < length:  # also where the lists are empty
                raise out_of_bounds([each], [length], [axis])
        view = inner_field(wrap(source)[tuple(key)]) if ndim <= MAX_DIMS else None
        if view is None:
            raise OceanIndexError(f"An array has at most {MAX_DIMS} axes, and the index needs {ndim} on the way")
        order = [*picked_axes, *others]  # array axes, the indexed ones first
        self.view = view.permuteAxes([ndim - 1 - each for each in reversed(order)])
        self.rest = tuple(view.size[ndim - 1 - each] for each in others)
        filled = iter(self.lists)
        self.columns = [next(filled) if isinstance(each, tensor) else each for each, _ in numbered]

    def matrix(self) -> tensor:
        """A column of indices for each place; the last indexed array axis is the first row."""
        count = 1
        for each in self.shape:
            count *= each
        result = make_empty(make_description(INT64, (len(self.columns), count), "F", cpu))
        for k, each in enumerate(reversed(self.columns)):
            line = result.slice(0, k).squeeze(0) if count != 1 else result.slice(0, k).reshape(1)
            flat = each if isinstance(each, int) else each.reshape(count)
            call_operation(OPERATIONS["copy"], (flat,), line)
        return result

    def key(self) -> tuple[Any, ...]:
        matrix = self.matrix()
        return (*[slice(None)] * len(self.rest), matrix if len(self.columns) > 1 else matrix.reshape(matrix.nelem))

    def out_of_bounds(self) -> OceanIndexError:
        """The error of the first index that is out of range."""
        return out_of_bounds(self.columns, self.lengths, self.axes)

    def shape_of_result(self) -> tuple[int, ...]:
        return (*self.rest[: self.front], *self.shape, *self.rest[self.front :])

    def read(self) -> tensor:
        """The elements: a new inner tensor."""
        try:
            found = self.view[self.key()]
        except IndexError:
            raise self.out_of_bounds() from None
        if isinstance(found, scalar):
            from ocean._src.core.call.operands import scalar_tensor

            found = scalar_tensor(found)
        found = found.reshape((*self.rest[::-1], *self.shape[::-1])) if self.rest or self.shape else found.reshape(())
        return self.moved(found)

    def moved(self, found: tensor) -> tensor:
        """Move the axes of the lists from the front to their place in the result."""
        if not self.front or not self.shape:
            return found
        ndim, lists = found.ndims, len(self.shape)
        order = [*range(lists, lists + self.front), *range(lists), *range(lists + self.front, ndim)]
        return found.permuteAxes([ndim - 1 - each for each in reversed(order)])

    def write(self, value: tensor) -> None:
        """Assign a value that is broadcast to the shape of the result."""
        lists, ndim = len(self.shape), len(self.shape) + len(self.rest)
        order = [*range(self.front, self.front + lists), *range(self.front), *range(self.front + lists, ndim)]
        value = value.permuteAxes([ndim - 1 - each for each in reversed(order)]) if ndim else value
        count = 1
        for each in self.shape:
            count *= each
        try:
            self.view[self.key()] = value.reshape((*self.rest[::-1], count))
        except IndexError:
            raise self.out_of_bounds() from None


def expanded(parts: list[Any], ndim: int) -> list[Any]:
    """A key with a part for each axis."""
    used = sum(map(taken, parts))
    if sum(each is Ellipsis for each in parts) > 1:
        raise OceanIndexError("an index can only have a single ellipsis ('...')")
    if used > ndim:
        raise OceanIndexError(f"too many indices for array: array is {ndim}-dimensional, but {used} were indexed")
    whole: list[Any] = [slice(None)] * (ndim - used)
    if not any(each is Ellipsis for each in parts):
        return [*parts, *whole]
    place = next(k for k, each in enumerate(parts) if each is Ellipsis)
    return [*parts[:place], *(whole or [GAP]), *parts[place + 1 :]]


def lists_of(part: Any) -> list[Any]:
    """A mask as a list of indices for each of its axes; other parts unchanged."""
    if not isinstance(part, tensor) or part.dtype is not BOOL:
        return [part]
    found = find(part)  # a row for each dimension
    return [found.slice(0, k).reshape(found.size[1]) for k in range(part.ndims - 1, -1, -1)]


def as_index(each: tensor) -> tensor:
    """Indices as int64 on the host."""
    return converted(each, INT64, cpu)


def broadcast(lists: list[tensor]) -> tuple[list[tensor], tuple[int, ...]]:
    size = find_common_size({each.size: None for each in lists if each.ndims})
    if size is None:
        shapes = " ".join(str(each.size[::-1]) for each in lists)
        raise OceanIndexError(f"shape mismatch: indexing arrays could not be broadcast together with shapes {shapes}")
    return [each.broadcastTo(size) if each.size != size else each for each in lists], size[::-1]


def checked_masks(source: tensor, parts: list[Any]) -> None:
    """Refuse masks whose lengths differ from those of their axes."""
    axis = 0
    left = source.ndims - sum(map(taken, parts))
    for each in parts:
        if isinstance(each, tensor) and each.dtype is BOOL:
            for k, length in enumerate(each.size[::-1]):
                if axis + k < source.ndims and length != source.size[source.ndims - 1 - axis - k]:
                    raise OceanIndexError(
                        f"boolean index did not match indexed array along axis {axis + k}; size of axis is "
                        f"{source.size[source.ndims - 1 - axis - k]} but size of corresponding boolean axis is {length}"
                    )
        axis += left if each is Ellipsis else taken(each)


def without_flags(source: tensor, parts: list[Any]) -> tuple[tensor, list[Any]]:
    """Replace 0-d booleans by masks of a new axis of length one."""
    if not any(isinstance(each, tensor) and each.dtype is BOOL and not each.ndims for each in parts):
        return source, parts
    key: list[Any] = []
    result: list[Any] = []
    for each in expanded(parts, source.ndims):
        if isinstance(each, tensor) and each.dtype is BOOL and not each.ndims:
            key.append(None)
            result.append(each.reshape(1))
        else:
            key.extend([slice(None)] * taken(each))
            result.append(each)
    return inner_field(wrap(source)[tuple(key)]), result


def getitem(self: array, key: Any) -> array:
    """The elements of any key: a view without lists, else a copy."""
    found = view_field(self)
    if self.axes is not None or (isinstance(key, dict) and key):
        picked: array = BY_AXES["getitem"](self, key)
        return picked
    if isinstance(found, rtensor):
        return lazy_item(self, found, key)
    parts = parts_of(key)
    if isinstance(found, Mapped):
        listed = any(isinstance(each, tensor) for each in parts)
        if listed:
            return wrap(found.values())[key]
        seen = wrap(found.at(tuple(parts)))
        return seen if seen.ndim or Ellipsis in parts else seen.copy()  # a single element is a value, not a view
    if not any(isinstance(each, tensor) for each in parts):
        return self[tuple(parts)]
    checked_masks(found, parts)
    if len(parts) == 1 and parts[0].ndims:
        only = parts[0]
        if only.dtype is BOOL and only.ndims == found.ndims:
            return wrap(found[only])  # in memory order
    found, parts = without_flags(found, parts)
    return wrap(Selection(found, parts).read())


def lazy_item(self: array, found: rtensor, key: Any) -> array:
    parts = parts_of(key)
    if any(isinstance(each, tensor) for each in parts):
        return wrap(gathered(found, lambda part: inner_field(wrap(part)[key])))
    parts = [each for each in expanded(parts, found.ndims) if each is not GAP]
    single = all(isinstance(each, int) for each in parts)
    return wrap(element(found, parts) if single else found[tuple(reversed(parts))])


def element(found: rtensor, parts: list[Any]) -> rtensor:
    if not parts:
        return found
    last = parts[-1] % found.size[0] if found.size[0] else 0
    if not -found.size[0] <= parts[-1] < found.size[0]:
        raise OceanIndexError(f"index {parts[-1]} is out of bounds for axis {len(parts) - 1} with size {found.size[0]}")
    result: rtensor = found[(slice(last, last + 1), *reversed(parts[:-1]))].squeeze(0)
    return result


def discards(given: Any, wanted: Any) -> None:
    """Warn of a cast that discards imaginary parts, as NumPy does unless the result is bool."""
    if given.iscomplex and not wanted.iscomplex and wanted.isnumber:
        from numpy.exceptions import ComplexWarning

        message = "Casting complex values to real discards the imaginary part"
        warnings.warn(message, ComplexWarning, stacklevel=3)


def setitem(self: array, key: Any, value: Any) -> None:
    """Assign to the elements of any key."""
    source = view_field(self)
    if (self.axes is not None or (isinstance(key, dict) and key)) and isinstance(source, tensor):
        BY_AXES["setitem"](self, key, value)
        return
    if isinstance(source, rtensor):
        refuse_lazy()
    if isinstance(source, Mapped):
        written(source if key is Ellipsis else source.at(key), value)
        return
    parts = parts_of(key)
    if not any(isinstance(each, tensor) for each in parts):
        self[tuple(parts)] = value
        return
    checked_masks(source, parts)
    masked = len(parts) == 1 and parts[0].dtype is BOOL and parts[0].ndims == source.ndims and source.ndims
    if masked and type(value) in NUMBERS:
        check_number(value, source.dtype)
        source[parts[0]] = value
        return
    values = elements(value, source.dtype)
    discards(values.dtype, source.dtype)
    if masked and values.ndims > 1:
        raise OceanTypeError(
            f"boolean array indexing assignment requires a 0 or 1-dimensional input, got shape {values.size[::-1]}"
        )
    source, parts = without_flags(source, parts)
    selection = Selection(source, parts)
    shape = selection.shape_of_result()
    selection.write(fitted(values, shape))


def refuse_lazy() -> NoReturn:
    refuse_trace(CHANGED)
    raise OceanTypeError(
        "The elements of a lazy array are computed, so that nothing can be assigned to them; evaluate it first: eval()"
    )


def written(target: Mapped, value: Any) -> None:
    """Assign a broadcast value to a mapped view."""
    target.write(fitted(elements(value, target.dtype), target.size[::-1]))


def fitted(value: tensor, shape: tuple[int, ...]) -> tensor:
    while value.ndims > len(shape) and value.size[-1] == 1:
        value = value.squeeze(value.ndims - 1)
    size = shape[::-1]
    if not broadcasts(value.size, size):
        raise OceanValueError(
            f"shape mismatch: value array of shape {value.size[::-1]} could not be broadcast to indexing result of "
            f"shape {shape}"
        )
    return value if value.size == size else value.broadcastTo(size)
