"""Index objects: indices that are parsed once and used many times, and bound to a size and strides in stages.

An index is a list of elements. Binding to a size makes negative indices positive and turns masks into indices.
Binding to strides turns both into byte offsets; using the index then needs no further computation.
"""

from __future__ import annotations

from collections.abc import Iterable

from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public
from ocean._src.core.host.indexing.indexing import (
    ELLIPSIS,
    INDICES,
    MASK,
    NEW,
    OFFSETS,
    RANGE,
    SCALAR,
    bound_element,
    element,
    element_list,
    elements_in,
    put_elements,
    read_key,
    whole_range,
)
from ocean._src.core.objects.memory import device

from .convert import integers_or_none

TENSORS = {INDICES: "Indices", MASK: "Mask", OFFSETS: "Offsets"}


class index(element_list):
    """An index: `ocean.index[1,:]` or `ocean.index([1,2,3], [True,False])`, to be used as `A[idx]`.

    >>> idx = ocean.index[...,-1]
    >>> idx
    <tensor index [...,-1]>
    >>> ocean.arange(6).reshape(2,3)[idx]
       4   5
    <tensor.int64 of size 2 on cpu>
    """

    __slots__ = ()

    def __init__(self, *parts: Any) -> None:
        put_elements(self, read_key(parts, True))

    def __class_getitem__(cls, key: Any) -> index:
        return made(read_key(key, True))

    def __repr__(self) -> str:
        empty = "" if elements_in(self) else "empty "
        return f"<{empty}tensor index [{','.join(map(shown, elements_in(self)))}]>"

    def __len__(self) -> int:
        return len(elements_in(self))

    def __copy__(self) -> index:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> index:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return made, (elements_in(self),)

    # changes

    def clone(self) -> index:
        """A deep copy."""
        return made(elements_in(self))  # elements are immutable

    def clear(self) -> None:
        """Delete all elements."""
        put_elements(self, ())

    def append(self, index: Any) -> None:
        """Append an index object, or anything that can be part of an index.

        >>> idx = ocean.index[1]
        >>> idx.append(slice(2, 5))
        >>> idx
        <tensor index [1,2:5]>
        """
        put_elements(self, (*elements_in(self), *read_key((index,), True)))

    @public("bind(size [,strides] [,inplace]) -> index | None", object, strides="int, list or tensor")
    def bind(self, size: Any, strides: Any, inplace: bool | None) -> index | None:
        """the index for tensors of the given size, and strides in bytes.

        >>> ocean.index[[True,False,False,True]].bind(4)
        <tensor index [Indices(1D)]>
        >>> ocean.index[[True,False,False,True]].bind(4, ocean.double.size)
        <tensor index [Offsets(1D)]>
        """
        lengths, steps = integers_or_none(size, "size"), integers_or_none(strides, "stride")
        if lengths is None:
            raise OceanTypeError("bind() needs a size")
        if any(length < 0 for length in lengths):
            raise OceanValueError("The tensor dimension values must be nonnegative")
        if steps is not None and len(steps) != len(lengths):
            raise OceanValueError(f"Expected {len(lengths)} strides to match the size, got {len(steps)}")
        if self.isBound()[0] and len(self.inputSize or ()) != len(lengths):
            raise OceanIndexError(
                f"Mismatch in number of dimensions (expected {len(self.inputSize or ())} got {len(lengths)})"
            )
        elements = bound(elements_in(self), lengths, steps)
        if inplace:
            put_elements(self, elements)
            return None
        return made(elements)

    def setDevice(self, device: device, inplace: bool = False) -> index | None:
        """Bring all tensors in the index to a device."""
        elements = [each.on(device) for each in elements_in(self)]
        if inplace:
            put_elements(self, elements)
            return None
        return made(elements)

    # properties

    def isScalar(self) -> bool:
        """Whether the result is a scalar (as long as it is not bound: of a tensor whose dimensions it all names)."""
        return bool(elements_in(self)) and all(each.kind == SCALAR for each in elements_in(self))

    def isView(self) -> bool:
        """Whether the result is a view, or could be: the index has no indices, mask or offsets."""
        return all(each.kind not in TENSORS for each in elements_in(self))

    def isBound(self) -> tuple[bool, bool]:
        """Whether the size, and the strides, have been bound."""
        takers = [each for each in elements_in(self) if each.kind != NEW]
        return (
            bool(takers) and all(each.size is not None for each in takers),
            bool(takers) and all(each.strides is not None for each in takers),
        )

    @property
    def nelem(self) -> int:
        """The number of elements in the index."""
        return len(elements_in(self))

    @property
    def inputSize(self) -> tuple[int, ...] | None:
        """The size that a tensor must have (in the dimensions that the index names), or None when any will do."""
        sizes = [input_size(each) for each in elements_in(self)]
        return flattened(sizes) if sizes else None

    @property
    def outputSize(self) -> tuple[int, ...] | None:
        """The size of the result (in the dimensions that the index names), or None when it is not known yet."""
        sizes = [output_size(each) for each in elements_in(self)]
        return flattened(sizes) if sizes else None

    @property
    def strides(self) -> tuple[int, ...] | None:
        """The strides that a tensor must have, in bytes, or None as long as they are not bound."""
        if not self.isBound()[1]:
            return None
        return flattened([each.strides for each in elements_in(self) if each.kind != NEW])


def made(elements: Iterable[element]) -> index:
    return put_elements(index.__new__(index), elements)


def flattened(parts: list[tuple[int, ...] | None]) -> tuple[int, ...] | None:
    """Concatenate the parts; None if one of them is None."""
    if any(part is None for part in parts):
        return None
    return tuple(number for part in parts for number in part or ())


# --- Elements ----------------------------------------------------------------------------------------------------


def shown(each: element) -> str:
    """An element in the notation of users."""
    if each.kind == SCALAR:
        return str(each.plain)
    if each.kind == RANGE:
        return range_text(each)
    if each.kind in TENSORS:
        return f"{TENSORS[each.kind]}({each.dims}D)"
    return "None" if each.kind == NEW else "..."


def range_text(each: element) -> str:
    """A range as it was given; a bound one as its first index, its step and its count of indices."""
    start, stop, step = each.plain.start, each.plain.stop, each.plain.step
    if each.size is not None and each.plain != slice(None):
        start, stop, step = each.plain.indices(each.size[0])
        return f"Steps({start},{step},{len(range(start, stop, step))})"
    text = f"{'' if start is None else start}:{'' if stop is None else stop}"
    return text if step in (None, 1) else f"{text}:{step}"


def input_size(each: element) -> tuple[int, ...] | None:
    if each.size is not None:
        return each.size
    if each.kind == NEW:
        return ()
    return each.shape if each.kind == MASK else None


def output_size(each: element) -> tuple[int, ...] | None:
    if each.kind == SCALAR:
        return ()
    if each.kind == NEW:
        return (1,)
    if each.kind == RANGE:
        return None if each.size is None else (len(range(*each.plain.indices(each.size[0]))),)
    return None if each.kind == ELLIPSIS else (each.count(),)


# --- Binding -----------------------------------------------------------------------------------------------------


def bound(elements: tuple[element, ...], size: tuple[int, ...], strides: tuple[int, ...] | None) -> list[element]:
    """Bind elements to a size and strides; the ellipsis and missing dimensions become ranges."""
    consumed = sum(each.dims for each in elements)
    if consumed > len(size):
        raise OceanIndexError(f"Number of index dimensions ({consumed}) exceeds the tensor dimension ({len(size)})")
    if sum(each.kind == ELLIPSIS for each in elements) > 1:
        raise OceanIndexError("The ellipsis (...) can appear at most once in an index")
    result: list[element] = []
    place = 0

    def take(each: element) -> None:
        nonlocal place
        end = place + each.dims
        result.append(bound_one(each, size[place:end], None if strides is None else strides[place:end], place))
        place = end

    def take_all(count: int) -> None:
        for _ in range(count):
            take(whole_range())

    for each in elements:
        if each.kind == ELLIPSIS:
            take_all(len(size) - consumed)
        else:
            take(each)
    take_all(len(size) - place)
    return result


def bound_one(each: element, size: tuple[int, ...], strides: tuple[int, ...] | None, place: int) -> element:
    check("size", each.size, size, place)
    if strides is not None:
        check("strides", each.strides, strides, place)
    elif each.strides is not None:
        strides = each.strides
    return bound_element(each, size, strides, place)


def check(what: str, expected: tuple[int, ...] | None, got: tuple[int, ...], place: int) -> None:
    for axis, (one, other) in enumerate(zip(expected or (), got, strict=False)):
        if one != other:
            raise OceanIndexError(f"Mismatch in {what} at dimension {place + axis} (expected {one} got {other})")
