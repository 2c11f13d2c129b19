"""Making tensors: from a size, from storage, from values, ranges and diagonals."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain
from typing import Any

from ocean._src.core import description as layout
from ocean._src.core import tensor as core
from ocean._src.core.arguments import public
from ocean._src.core.dtypes import DTYPE_LIST, common, dtype, new_scalar, python_dtype, scalar, set_factory
from ocean._src.core.errors import OceanError, OceanTypeError, OceanValueError
from ocean._src.core.memory import cpu, device, host_memory, storage, stream
from ocean._src.core.settings import need_device, need_dtype
from ocean._src.core.tensor import tensor
from ocean._src.exchange.registry import import_scalar, import_tensor
from ocean._src.ops.dispatch import OPERATIONS

BOOL, UINT64, INT64, DOUBLE, CDOUBLE = (DTYPE_LIST[code] for code in (0, 4, 8, 11, 14))
ORDERS = {"F": "F", "f": "F", "C": "C", "c": "C", "R": "R", "r": "R"}


def check_alignment(desc: layout.description, offset: int) -> None:
    if desc.device.requiresAlignedData and not layout.layout_is_aligned(desc, offset):
        raise OceanValueError(f"Device {desc.device.name} requires data to be aligned")


@public(
    "tensor([storage [,offset]] [,size [,strides [,unitsize]]] [,dtype] [,device] [,stream]) -> tensor",
    offset="size", size="size", strides="size", unitsize="size",
)  # fmt: skip
def make_tensor(
    where: storage | None,
    offset: int | None,
    size: Any,
    strides: Any,
    unit: int | None,
    kind: dtype | None,
    place: device | None,
    line: stream | None,
) -> tensor:
    """a new tensor, not set to anything; with storage, a tensor on it."""
    if unit is not None:
        unit = layout.integer(unit, "unit size")
    if strides is not None and not hasattr(strides, "__iter__") and not hasattr(strides, "__index__"):
        raise OceanTypeError(f"tensor(): strides must be integers or one of 'F', 'C', 'R', got {strides!r}")
    if where is not None:
        if place is not None or line is not None:
            raise OceanTypeError(f"tensor(): unexpected argument {place or line!r}; storage has a device and a stream")
        return tensor_on(where, offset, size, strides, unit, kind or where.dtype or need_dtype())
    if offset is not None:
        raise OceanTypeError(f"tensor(): there is no storage to which the offset {offset} could apply")
    kind = kind or need_dtype()
    if place is None:
        place = line.device if line is not None else need_device()
    elif line is not None and line.device is not place:
        raise OceanValueError(f"The stream is on device {line.device.name}, expected {place.name}")
    desc = layout.make(kind, () if size is None else size, strides, place, False, kind.size if unit is None else unit)
    check_alignment(desc, 0)
    result = core.empty(desc, line)
    if any(stride % kind.size for n, stride in zip(desc.size, desc.strides, strict=True) if n > 1):
        core.set_raw(result.storage)
    return result


def tensor_on(where: storage, offset: Any, size: Any, strides: Any, unit: int | None, kind: dtype) -> tensor:
    unit = kind.size if unit is None else unit
    start = layout.integer(0 if offset is None else offset, "offset") * unit
    if not 0 <= start <= where.size:
        raise OceanValueError(f"The offset {start} is outside a storage of {where.size} bytes")
    if size is None:
        size = ((where.size - start) // kind.size,)
    desc = layout.make(kind, size, strides, where.device, False, unit)
    check_alignment(desc, start)
    return core.on_storage(where, start, desc)


set_factory(tensor, make_tensor)


def new(kind: dtype, size: Any, where: device) -> tensor:
    """A new column-major tensor."""
    return core.empty(layout.make(kind, size, "F", where))


def fill_with(target: tensor, value: Any) -> tensor:
    core.call(OPERATIONS["copy"], (value,), target)
    return target


@public("zeros(size [,dtype] [,device]) -> tensor")
def zeros(size: Any, kind: dtype | None, where: device | None) -> tensor:
    """a tensor of zeros.

    >>> ocean.zeros([2,3])
    (:,:)
       0   0   0
       0   0   0
    <tensor.float of size 2x3 on cpu>
    """
    result = new(kind or need_dtype(), size, where or need_device())
    core.clear(result)
    return result


@public("ones(size [,dtype] [,device]) -> tensor")
def ones(size: Any, kind: dtype | None, where: device | None) -> tensor:
    """a tensor of ones."""
    return fill_with(new(kind or need_dtype(), size, where or need_device()), 1)


@public("full(size, value [,dtype] [,device]) -> tensor")
def full(size: Any, value: Any, kind: dtype | None, where: device | None) -> tensor:
    """a tensor filled with a value, of the value's dtype unless given.

    >>> ocean.full([3], ocean.int16(3))
       3   3   3
    <tensor.int16 of size 3 on cpu>
    """
    number = as_scalar(value, "full")
    return fill_with(new(kind or number.dtype, size, where or need_device()), number)


def like(source: Any) -> tensor:
    """A new tensor with the size, dtype and device of another."""
    if not isinstance(source, tensor):
        source = asTensor(source)
    return new(source.dtype, source.size, source.device)


def tensorLike(source: Any) -> tensor:
    """A new tensor with the size, dtype and device of another, not set to anything."""
    return like(source)


def zerosLike(source: Any) -> tensor:
    """A tensor of zeros with the size, dtype and device of another."""
    result = like(source)
    core.clear(result)
    return result


def onesLike(source: Any) -> tensor:
    """A tensor of ones with the size, dtype and device of another."""
    return fill_with(like(source), 1)


def fullLike(source: Any, value: Any) -> tensor:
    """A tensor filled with a value, with the size, dtype and device of another."""
    return fill_with(like(source), as_scalar(value, "fullLike"))


# --- Values ------------------------------------------------------------------------------------------------------


def maybe_scalar(value: Any) -> scalar | None:
    """A scalar from a scalar, Python number, NumPy scalar or tensor with one element and no dimensions; else None."""
    if isinstance(value, scalar):
        return value
    known = import_scalar(value)
    if known is not None:
        return known
    if isinstance(value, (bool, int, float, complex)):
        return new_scalar(python_dtype(value), plain_number(value))
    if isinstance(value, tensor) and value.nelem == 1:
        return core.item(value)
    return None


def plain_number(value: Any) -> Any:
    """The exact Python number in a subclass of one (an enumeration member, for example)."""
    if isinstance(value, bool):
        return value
    return int(value) if isinstance(value, int) else float(value) if isinstance(value, float) else complex(value)


def as_scalar(value: Any, function: str) -> scalar:
    number = maybe_scalar(value)
    if number is None:
        raise OceanTypeError(f"{function}(): expected a number or scalar, got {type(value).__name__}")
    return number


def operand(value: Any) -> Any:
    """What an operator makes of something that is neither tensor nor number: a tensor, a scalar or NotImplemented.

    A lazy tensor has operators of its own, which have their turn then.
    """
    if core.is_lazy(value):
        return NotImplemented
    number = import_scalar(value)
    if number is not None:
        return number
    if isinstance(value, (int, float, complex)):
        return plain_number(value)
    if value is None or isinstance(value, (str, bytes, dict, set)):
        return NotImplemented
    found = import_tensor(value)
    if found is not None:
        return found
    return asTensor(value) if isinstance(value, (list, tuple, range, storage)) else NotImplemented


def to_operand(value: Any) -> Any:
    """A tensor, scalar or Python number from anything that is like a tensor."""
    if isinstance(value, (tensor, scalar)) or type(value) in (bool, int, float, complex):
        return value
    found = operand(value)
    return asTensor(value) if found is NotImplemented else found


@public(
    "asTensor(data [,scalar] [,order] [,dtype] [,device] [,deepcopy]) -> tensor",
    scalar="number", order="str", deepcopy="bool",
)  # fmt: skip
def asTensor(
    data: Any, padding: Any, order: str | None, kind: dtype | None, where: device | None, deep: bool | None
) -> tensor:
    """a tensor from anything that is like one.

    Lists fill the first dimension from the innermost list on; order 'R' reads them by row, 'C' reverses all
    dimensions. With a scalar, missing entries take its value.

    >>> ocean.asTensor([[1,2,3],[4,5,6]], "R")
    (:,:)
       1   2   3
       4   5   6
    <tensor.int64 of size 2x3 on cpu>
    """
    source = data if isinstance(data, tensor) else data.asTensor() if isinstance(data, storage) else import_tensor(data)
    if source is not None:
        if source is not data and kind is None and where is None and not (deep or padding or order):
            return source
        if padding is not None:  # a flag beside a tensor is `deepcopy`
            if deep is not None or not isinstance(padding, bool):
                raise OceanTypeError(f"asTensor(): unexpected argument {padding!r}; a tensor has no missing entries")
            deep = padding
        result = converted(source, kind, where, bool(deep))
        return result if order is None or ordered(order) == "F" else in_order(result, order)
    number = maybe_scalar(data)
    if order is not None:
        ordered(order)
    if number is not None:
        target = new(kind or number.dtype, (), where or cpu)
        return fill_with(target, number)
    return from_tree(data, padding, order or "F", kind, where)


def ordered(order: str) -> str:
    if order not in ORDERS:
        raise OceanValueError(f"Expected order 'F', 'C' or 'R', got {order!r}")
    return ORDERS[order]


def in_order(source: tensor, order: str) -> tensor:
    """A column-major copy with the dimensions of a tensor exchanged as an order says."""
    view = source.reverseAxes() if ordered(order) == "C" else source if source.ndims < 2 else source.swapAxes(0, 1)
    result = new(source.dtype, view.size, source.device)
    result.copy(view)
    return result


def converted(source: tensor, kind: dtype | None, where: device | None, deep: bool = False) -> tensor:
    """A tensor with the given dtype and device: a shallow copy where they match, unless a deep one is asked for."""
    kind, where = kind or source.dtype, where or source.device
    if kind is source.dtype and where is source.device:
        return source.clone() if deep else core.view(source, 0, core.inner_description(source))
    dense = 0 not in source.strides and layout.layout_is_dense(source.description)
    strides = [stride // source.elemsize for stride in source.strides] if dense else None
    result = core.empty(layout.make(kind, source.size, strides, where, False, kind.size))
    core.call(OPERATIONS["copy"], (source,), result)
    return result


# --- Nested lists ------------------------------------------------------------------------------------------------


def from_tree(data: Any, padding: Any, order: str, kind: dtype | None, where: device | None) -> tensor:
    """A tensor from nested lists of numbers, iterators, scalars and tensors."""
    leaf = vector_of_numbers(data)
    if leaf is not None:
        return settled(leaf, kind, where)
    tree = Tree(data)
    size = tree.size(padding is not None)
    result_kind = kind or common(*(tree.kinds or [BOOL]))
    source_devices = {each.device for each in tree.tensors}
    place = where or (source_devices.pop() if len(source_devices) == 1 else cpu)
    filled = (
        size[::-1]
        if ordered(order) == "C"
        else (size[1], size[0], *size[2:])
        if ordered(order) == "R" and len(size) > 1
        else size
    )
    result = new(result_kind, filled, place)
    inside = (
        result.reverseAxes()
        if ordered(order) == "C"
        else result.swapAxes(0, 1)
        if ordered(order) == "R" and len(size) > 1
        else result
    )
    if padding is not None:
        fill_with(result, as_scalar(padding, "asTensor"))
    tree.write(inside)
    return result


def vector_of_numbers(data: Any) -> tensor | None:
    """The quick way for a flat list of Python numbers; None for anything else."""
    if not isinstance(data, (list, tuple, range)) or not data:
        return None
    kinds = {int} if isinstance(data, range) else set(map(type, data))
    if kinds == {float}:
        return host_vector(array("d", data), DOUBLE)
    if kinds == {int}:
        with suppress(OverflowError):
            return host_vector(array("q", data), INT64)
    return numbers_vector(list(data)) if kinds <= {bool, int, float, complex} else None


def rectangle(data: Any) -> tensor | None:
    """The quick way for nested lists of equal lengths of Python numbers; None for anything else."""
    size: list[int] = []
    while (
        isinstance(data, (list, tuple))
        and data
        and set(map(type, data)) <= {list, tuple}
        and len(size) < layout.MAX_DIMS
    ):
        lengths = set(map(len, data))
        if len(lengths) > 1:
            return None
        size.append(len(data))
        data = list(chain.from_iterable(data))
    vector = vector_of_numbers(data)
    if vector is None or not size:
        return vector
    size.append(vector.nelem)
    return vector.reshape([n // outer for n, outer in zip(size[::-1], [*size[-2::-1], 1], strict=True)])


def host_vector(values: Any, kind: dtype) -> tensor:
    memory = host_memory(memoryview(values).cast("B"), kind)
    return core.on_memory(memory, 0, layout.make(kind, (len(memoryview(values).cast("B")) // kind.size,), "F", cpu))


def settled(result: tensor, kind: dtype | None, where: device | None) -> tensor:
    if (kind is None or kind is result.dtype) and (where is None or where is cpu):
        return result
    return converted(result, kind, where)


def numbers_vector(values: list[Any]) -> tensor:
    """A vector on the host from Python numbers of any kind, in the smallest of bool, int64, uint64, double, cdouble."""
    kind = common(*set(map(python_dtype, values)))
    if kind is BOOL:
        return host_vector(bytes(values), BOOL)
    if kind is CDOUBLE:
        return host_vector(array("d", (part for each in values for part in (each.real, each.imag))), CDOUBLE)
    return host_vector(array({INT64: "q", UINT64: "Q", DOUBLE: "d"}[kind], values), kind)


class Tree:
    """Nested lists, read once: branches are Python lists, leaves are tensors (a run of numbers is one vector)."""

    def __init__(self, data: Any) -> None:
        self.kinds: list[dtype] = []
        self.tensors: list[tensor] = []
        self.root = self.read(data, 1)

    def read(self, data: Any, level: int) -> Any:
        if level > 64:
            raise OceanValueError("The data is nested too deeply (does it contain itself?)")
        if isinstance(data, (str, bytes, bytearray, dict, set)) or not isinstance(data, Iterable):
            raise OceanTypeError(f"Invalid data type for data parameter: {type(data).__name__}")
        items = data if isinstance(data, (list, tuple, range)) else list(data)
        quick = rectangle(items)
        if quick is not None:
            self.kinds.append(quick.dtype)
            return quick
        children: list[Any] = []
        numbers = True
        for each in items:
            child, is_number = self.child(each, level)
            numbers = numbers and is_number
            children.append(child)
        if not numbers:
            return [leaf_tensor(child) if isinstance(child, scalar) else child for child in children]
        if not children:
            return []
        kind = common(*(child.dtype for child in children))
        vector = new(kind, len(children), cpu)
        for place, child in enumerate(children):
            fill_with(vector.slice(0, place), child)
        return vector

    def child(self, value: Any, level: int) -> tuple[Any, bool]:
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
        return self.read(value, level + 1), False

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
                        dimension = level + len(first) - axis
                        raise OceanValueError(
                            f"Incompatible size at dimension {dimension} expected {expected} got {got}"
                        )
        return (*(max(lengths) for lengths in zip(*sizes, strict=True)), len(sizes))

    def write(self, target: tensor) -> None:
        self._write(self.root, target)

    def _write(self, node: Any, target: tensor) -> None:
        if isinstance(node, tensor):
            for axis, length in enumerate(node.size):
                target = target.slice(axis, 0, length)
            core.call(OPERATIONS["copy"], (node,), target)
            return
        for place, child in enumerate(node):
            part = target.slice(target.ndims - 1, place)
            self._write(child, part.squeeze(target.ndims - 1))


def leaf_tensor(number: scalar) -> tensor:
    return fill_with(new(number.dtype, (), cpu), number)


# --- Diagonals and ranges ----------------------------------------------------------------------------------------


@public("diag(value [,index] [,dtype] [,device]) -> tensor", index="int")
def diag(value: Any, index: int | None, kind: dtype | None, where: device | None) -> tensor:
    """a square matrix with a vector on a diagonal.

    >>> ocean.diag([1,2], -1)
    (:,:)
       0   0   0
       1   0   0
       0   2   0
    <tensor.int64 of size 3x3 on cpu>
    """
    vector = asTensor(value)
    if vector.ndims != 1:
        raise OceanValueError(f"diag() takes a vector, got a tensor with {vector.ndims} dimensions")
    index = layout.integer(index or 0, "index")
    length = vector.nelem + abs(index)
    result = zeros([length, length], kind or vector.dtype, where or vector.device)
    result.diag(index).copy(vector)
    return result


@public("eye(rows [,columns [,index]] [,dtype] [,device]) -> tensor", columns="int", index="int")
def eye(rows: Any, columns: int | None, index: int | None, kind: dtype | None, where: device | None) -> tensor:
    """ones on a diagonal.

    >>> ocean.eye(2, 3, 1)
    (:,:)
       0   1   0
       0   0   1
    <tensor.float of size 2x3 on cpu>
    """
    count = layout.integer(rows, "number of rows")
    result = zeros([count, count if columns is None else columns], kind, where)
    result.diag(index or 0).fill(1)
    return result


def in_range(what: str, value: Any, kind: dtype) -> None:
    """Raise the documented error when a value of a range does not fit the dtype."""
    if isinstance(value, complex):
        if not kind.iscomplex and value.imag:
            raise OceanValueError(f"The {what} value ({value}) is out of range for data type {kind.name}")
        in_range(f"{what}.real", value.real, kind)
        in_range(f"{what}.imag", value.imag, kind)
        return
    base = kind.basetype
    low, high = base.min.asPython(), base.max.asPython()
    whole = value
    if not kind.isfloat and isinstance(value, float):
        if not math.isfinite(value):
            raise OceanValueError(f"The {what} value ({value}) is out of range for data type {kind.name}")
        whole = math.trunc(value)
    if (kind.isfloat and isinstance(value, float) and not math.isfinite(value)) or low <= whole <= high:
        return
    text = f"{value:e}" if isinstance(value, float) else str(value)
    raise OceanValueError(f"The {what} value ({text}) is out of range for data type {kind.name}")


@public("arange([start,] stop [,step] [,dtype] [,device]) -> tensor",
        start="number or tensor", stop="number or tensor", step="number or tensor")  # fmt: skip
def arange(start: Any, stop: Any, step: Any, kind: dtype | None, where: device | None) -> tensor:
    """start, start + step, ... below stop.

    >>> ocean.arange(5, 0, -2)
       5   3   1
    <tensor.int64 of size 3 on cpu>
    """
    given = 0 if start is None else start, stop, 1 if step is None else step
    start, stop, step = (as_scalar(each, "arange").asPython() for each in given)
    start, stop, step = (int(each) if isinstance(each, bool) else each for each in (start, stop, step))
    if any(isinstance(each, complex) for each in (start, stop, step)):
        raise OceanTypeError("arange() takes real numbers; linspace makes complex ranges")
    whole = not any(isinstance(each, float) for each in (start, stop, step))
    kind = kind or (INT64 if whole else DOUBLE)
    if step == 0 or any(isinstance(each, float) and math.isnan(each) for each in (start, stop, step)):
        raise OceanValueError(f"arange(): the step must not be 0 and no value NaN, got {start}, {stop}, {step}")
    if whole:
        count = max(0, -((start - stop) // step) if step > 0 else -((stop - start) // -step))
    else:
        if math.isinf(start) or (math.isinf(stop) and not math.isinf(step)):
            raise OceanValueError(f"arange(): the range from {start} to {stop} has no end")
        ratio = (stop - start) / step
        if math.isnan(ratio) or math.isinf(step):
            ratio = 1.0 if (stop - start) * step > 0 else 0.0
        if math.isinf(ratio):
            raise OceanValueError(f"arange(): too many values from {start} to {stop} in steps of {step}")
        count = max(0, math.ceil(ratio))
    if count:
        in_range("start", start, kind)
        in_range("stop", start + (count - 1) * step if count > 1 else start, kind)
    if count < 2:
        step = 0
    low, high = sorted((start, start + (count - 1) * step))
    natural = (INT64 if high < 1 << 63 else UINT64 if low >= 0 else DOUBLE) if whole else DOUBLE
    base = new(DOUBLE if natural is DOUBLE else INT64, count, cpu)
    if natural is DOUBLE:
        core.fill_range(base, float(start), float(step))
    else:
        core.fill_range(base, signed(start), signed(step))
        base = core.view(base, 0, base.description.with_dtype(natural))
    return settled(base, kind, where or need_device())


def signed(value: int) -> int:
    """The number with the same last 64 bits that fits int64."""
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


@public(
    "linspace(start, stop [,num] [,endpoint [,spacing]] [,dtype] [,device])",
    num="int", endpoint="bool", spacing="bool",
)  # fmt: skip
def linspace(
    start: Any,
    stop: Any,
    num: int | None,
    endpoint: bool | None,
    spacing: bool | None,
    kind: dtype | None,
    where: device | None,
) -> Any:
    """num equally spaced points.

    With `spacing` the result is the pair (points, step size).

    >>> ocean.linspace(0, 10, 5)
        0.0    2.5    5.0    7.5   10.0
    <tensor.double of size 5 on cpu>
    """
    first, last = as_scalar(start, "linspace").asPython(), as_scalar(stop, "linspace").asPython()
    num = 50 if num is None else num
    if num < 0:
        raise OceanValueError(f"linspace(): the number of points must be nonnegative, got {num}")
    is_complex = isinstance(first, complex) or isinstance(last, complex)
    kind = kind or (CDOUBLE if is_complex else DOUBLE)
    try:
        first, last = (complex(first), complex(last)) if is_complex else (float(first), float(last))
    except OverflowError:
        raise OceanValueError(f"linspace(): {start} or {stop} is too large for double") from None
    intervals = num - 1 if endpoint is None or endpoint else num
    step = (last - first) / intervals if intervals else last - first
    if num:
        in_range("start", first, kind)
        in_range("stop", last if endpoint is None or endpoint else first + (num - 1) * step, kind)
    base = new(CDOUBLE if is_complex else DOUBLE, num, cpu)
    for target, begin, end, distance in (
        [(base.real, first.real, last.real, step.real), (base.imag, first.imag, last.imag, step.imag)]
        if is_complex
        else [(base, first, last, step)]
    ):
        points = new(DOUBLE, num, cpu)
        core.fill_range(points, begin.real, distance.real)
        if num > 1 and (endpoint is None or endpoint):
            points.slice(0, num - 1).fill(end)
        target.copy(points)
    result = settled(base, kind, where or need_device())
    return (result, new_scalar(CDOUBLE if is_complex else DOUBLE, step)) if spacing else result


__all__ = [
    "OceanError", "arange", "asTensor", "diag", "eye", "full", "fullLike", "linspace", "ones", "onesLike",
    "tensorLike", "zeros", "zerosLike",
]  # fmt: skip
