"""Nested lists and other iterables of anything: numbers, scalars, tensors, iterators, missing entries.

The fast path, core/functions/lists.pyx, reads lists of equal lengths that hold only Python numbers. This file reads all
others, once, into a tree whose leaves are tensors.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from ocean._src.base.errors import OceanTypeError, OceanValueError, out_of_bounds, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.operands import as_scalar, import_tensor, maybe_scalar, scalar_tensor
from ocean._src.core.functions.create import arange
from ocean._src.core.functions.lists import numbers_in
from ocean._src.core.objects.axes import axes_text
from ocean._src.core.objects.description import make_description
from ocean._src.core.objects.dtypes import BOOL, INT64, UINT64, common, dtype, scalar
from ocean._src.core.objects.memory import cpu, device, storage
from ocean._src.core.objects.tensor import call_operation, make_empty, tensor
from ocean._src.ops.dispatch import OPERATIONS

MOST_ITEMS = 1 << 24
"""The limit of items from an iterable that is not a list or tuple, because it may be endless; and from a range that is
an operand or part of an index."""
DEEPEST = 64


def from_values(
    data: Any, padding: Any = None, order: str | None = None, kind: dtype | None = None, where: device | None = None
) -> tensor:
    """A tensor from nested lists of numbers, iterators, scalars and tensors; padding is for missing entries."""
    return from_tree(Tree(data, kind=kind), padding, order, kind, where)


def operand_from_values(data: Any) -> tensor:
    """A tensor from an operand; refuses long ranges before they take memory."""
    return from_tree(Tree(data, MOST_ITEMS))


def from_tree(
    tree: Tree, padding: Any = None, order: str | None = None, kind: dtype | None = None, where: device | None = None
) -> tensor:
    size = tree.size(padding is not None)
    result_kind = kind or tree.kind_of(tree.kinds)
    devices = {each.device for each in tree.tensors}
    place = where or (devices.pop() if len(devices) == 1 else cpu)
    swapped = order in ("R", "r") and len(size) > 1
    filled = size[::-1] if order in ("C", "c") else (size[1], size[0], *size[2:]) if swapped else size
    result = make_empty(make_description(result_kind, filled, "F", place))
    inside = result.reverseAxes() if order in ("C", "c") else result.swapAxes(0, 1) if swapped else result
    if padding is not None:
        result.fill(as_scalar(padding, "asTensor"))
    assert inside is not None
    tree.write(inside)
    return result.T if order in ("R", "r") and len(size) == 1 else result


def items_of(data: Any) -> list[Any] | tuple[Any, ...]:
    """The items of an iterable; refuses one that may be endless."""
    if isinstance(data, (list, tuple)):
        return data
    items = list(islice(data, MOST_ITEMS + 1))
    if len(items) > MOST_ITEMS:
        raise OceanValueError(f"The data has more than {MOST_ITEMS} items and may be endless; make a list of it first")
    return items


def vector_of(data: range, most: int | None) -> tensor | None:
    """A vector from a range of 64-bit integers, without making each Python integer; refuses more than `most`."""
    if most is not None and data[most:]:
        raise OceanValueError(
            f"A range of more than {most} integers is not taken as an operand or index; make a tensor of it first, "
            "with ocean.arange"
        )
    if not data or not all(-(1 << 63) <= end < 1 << 63 for end in (data[0], data[-1])):
        return None
    return arange(data[0], data[-1] + (1 if data.step > 0 else -1), data.step, INT64, cpu)


class Tree:
    """Nested lists, read once: branches are Python lists, leaves are tensors (a run of numbers is one vector)."""

    checked = False
    """Whether Python numbers must be elements of the dtype."""

    def __init__(self, data: Any, longest_range: int | None = None, kind: dtype | None = None) -> None:
        self.longest_range = longest_range
        self.kind = kind
        self.kinds: list[dtype] = []
        self.tensors: list[tensor] = []
        self.around: list[int] = []
        self.root = self.read(data)
        for each in self.tensors:
            if each.axes is not None:
                raise OceanValueError(
                    f"A list of tensors with axes ({axes_text(each.axes)}) has a dimension without an axis: "
                    "stack(tensors, axis) gives it one, and withoutAxes() gives tensors that have none"
                )

    def read(self, data: Any) -> Any:
        if isinstance(data, (str, bytes, bytearray, dict, set)) or not isinstance(data, Iterable):
            raise OceanTypeError(
                f"Invalid data type for data parameter: {type(data).__name__}; expected numbers, arrays and lists of "
                f"them, got {shown(data)}"
            )
        if id(data) in self.around:
            raise OceanValueError("The data contains itself")
        if len(self.around) == DEEPEST:
            raise OceanValueError(f"The data is nested too deeply (more than {DEEPEST} levels)")
        quick = vector_of(data, self.longest_range) if isinstance(data, range) else numbers_in(
            data, self.kind, self.checked
        )
        if quick is not None:
            self.kinds.append(quick.dtype)
            return quick
        self.around.append(id(data))
        node = self.branch(items_of(data))
        self.around.pop()
        return node

    def branch(self, items: list[Any] | tuple[Any, ...]) -> Any:
        children: list[Any] = []
        numbers = True
        for each in items:
            child, is_number = self.child(each)
            numbers = numbers and is_number
            children.append(child)
        if not numbers:
            return [scalar_tensor(child) if isinstance(child, scalar) else child for child in children]
        if not children:
            return []
        kind = self.kind_of(child.dtype for child in children)
        if kind is UINT64:
            for child in children:
                if child.dtype.issigned and child.asPython() < 0:
                    raise out_of_bounds(child.asPython(), kind.name)
        vector = make_empty(make_description(kind, len(children), "F", cpu))
        for place, child in enumerate(children):
            vector.slice(0, place).fill(child)
        return vector

    def kind_of(self, kinds: Iterable[dtype]) -> dtype:
        """The common dtype; uint64 instead of double if all are integers and the result is uint64."""
        every = [*kinds] or [BOOL]
        found = common(*every)
        return UINT64 if self.kind is UINT64 and found.isfloat and not any(each.isfloat for each in every) else found

    def child(self, value: Any) -> tuple[Any, bool]:
        """A scalar (True), or a tensor or list (False)."""
        if isinstance(value, tensor):
            self.kinds.append(value.dtype)
            self.tensors.append(value)
            return value, False
        number = maybe_scalar(value)
        if number is not None:
            self.kinds.append(number.dtype)
            return number, True
        found = value.asTensor() if isinstance(value, storage) else import_tensor(value)
        if found is not None:
            self.kinds.append(found.dtype)
            self.tensors.append(found)
            return found, False
        return self.read(value), False

    def size(self, padded: bool) -> tuple[int, ...]:
        return self._size(self.root, 1, padded)

    def _size(self, node: Any, level: int, padded: bool) -> tuple[int, ...]:
        if isinstance(node, tensor):
            return node.size
        sizes = [self._size(child, level + 1, padded) for child in node]
        if not sizes:
            return (0,)
        first = sizes[0]
        for size in sizes[1:]:
            if len(size) != len(first):
                raise OceanValueError(
                    f"Incompatible number of dimensions in nested data: expected {len(first)} got {len(size)}"
                )
            if not padded:
                for axis, (expected, got) in enumerate(zip(first, size, strict=True)):
                    if expected != got:
                        own = self._in_tensor(node, axis)
                        where = f"{axis} of the tensors" if own else f"{level + len(first) - axis}"
                        advice = "" if own else (
                            f": lists at depth {where} have {expected} and {got} entries; with a scalar, "
                            "asTensor(data, 0), missing entries take its value"
                        )
                        raise OceanValueError(
                            f"Incompatible size at dimension {where} expected {expected} got {got}{advice}"
                        )
        return (*(max(lengths) for lengths in zip(*sizes, strict=True)), len(sizes))

    def _in_tensor(self, node: Any, axis: int) -> bool:
        """Whether a dimension of the data belongs to a tensor in it, and is not the length of a list."""
        while isinstance(node, list) and node:
            node = node[0]
        return any(node is each and axis < each.ndims for each in self.tensors)

    def write(self, target: tensor) -> None:
        self._write(self.root, target)

    def _write(self, node: Any, target: tensor) -> None:
        if isinstance(node, tensor):
            for axis, length in enumerate(node.size):
                target = target.slice(axis, 0, length)
            call_operation(OPERATIONS["copy"], (node,), target)
            return
        for place, child in enumerate(node):
            part = target.slice(target.ndims - 1, place)
            self._write(child, part.squeeze(target.ndims - 1))
