"""Conversions between arrays and tensors, and readers of the arguments of `ocean.numpy`.

An array of shape (a, b, c) has an *inner* tensor of size (c, b, a). A function takes inner tensors with `inner`,
numbers the axes with `axis_of` and `axes_of`, calls a function of tensors, and gives `wrap` of the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from math import prod
from numbers import Number

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.core.call.arguments import device_by_name
from ocean._src.core.call.operands import import_scalar, import_tensor, maybe_scalar, plain_number, scalar_tensor
from ocean._src.core.call.settings import need_device
from ocean._src.core.functions.array_create import quick_rows
from ocean._src.core.functions.copies import converted
from ocean._src.core.functions.lists import check_number as check_number  # for numbers that become elements
from ocean._src.core.objects.array import array, inner_field, make_array, view_field
from ocean._src.core.objects.axes import MAX_DIMS, lengths, read_axes
from ocean._src.core.objects.description import (
    checked_axes,
    checked_axis,
    integers,
    layout_is_fortran,
    make_description,
)
from ocean._src.core.objects.dtypes import BOOL, DOUBLE, array_dtype, dtype, find_array_dtype, scalar
from ocean._src.core.objects.memory import DEVICES, cpu, device
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import make_empty, tensor, unlabelled
from ocean._src.tensor.nested import Tree, from_tree

wrap = make_array
"""The array of an inner tensor, or of an r-tensor: then it is lazy."""

NUMBERS = (bool, int, float, complex)


# --- In ----------------------------------------------------------------------------------------------------------


def inner(value: Any) -> tensor:
    """The inner tensor of anything like an array: arrays (lazy ones and mapped views are evaluated), tensors and NumPy
    arrays without a copy, numbers, nested lists of rows. Numbers and lists go to the default device."""
    if type(value) is array or isinstance(value, array):
        found = inner_field(value)
        return found if isinstance(found, tensor) else found.eval()
    return made(value, None, None)


def operand(value: Any) -> Any:
    """An operand of an elementwise function: an inner tensor or r-tensor, a typed scalar (strong), or a Python number
    (weak); NotImplemented for anything else."""
    if type(value) is array:
        return inner_field(value)
    if type(value) in NUMBERS or isinstance(value, scalar):
        return value
    if isinstance(value, (str, bytes, dict, set)) or value is None:
        return NotImplemented
    number = import_scalar(value)
    if number is not None:
        return number
    if isinstance(value, NUMBERS):
        return plain_number(value)
    if isinstance(value, rtensor):
        return value.reverseAxes()
    found = imported(value)
    if found is not None:
        return found.reverseAxes()
    return made(value, None, None) if isinstance(value, (list, tuple, range)) else NotImplemented


def imported(value: Any) -> tensor | None:
    """The tensor of a foreign array, without axes: arrays of xarray count as arrays of NumPy."""
    if isinstance(value, tensor):
        return value
    found: tensor | None = import_tensor(value)
    return None if found is None else unlabelled(found)


def operands_together(given: Sequence[Any]) -> list[Any]:
    """Operands on the device of the arrays among them; lists and foreign arrays are copied there."""
    found = [operand(each) for each in given]
    where = device_of(given)
    if where is not None:
        for k, (each, value) in enumerate(zip(found, given, strict=True)):
            if isinstance(each, tensor) and not isinstance(value, (array, tensor, rtensor)):
                found[k] = converted(each, None, where)
    return found


def device_of(values: Iterable[Any]) -> device | None:
    """The device of the arrays among values, or None; refuses arrays on several devices. `fuse` has chosen the device
    of traced arrays."""
    found: device | None = None
    for each in values:
        held = view_field(each) if type(each) is array else each
        if isinstance(each, (array, tensor, rtensor)) and not (isinstance(held, rtensor) and held.trace is not None):
            if found is not None and each.device is not found:
                raise OceanValueError(
                    f"Arrays on {found.name!r} and {each.device.name!r} are not combined: bring one of them to the "
                    f"other's device, as with a.to_device({found.name!r})"
                )
            found = each.device
    return found


def made(value: Any, kind: dtype | None, where: device | None) -> tensor:
    """The inner tensor of anything but an array, with a dtype and on a device if these are given."""
    if type(value) is list:
        quick: tensor | None = quick_rows(value, kind, where)
        if quick is not None:
            return quick
    elif isinstance(value, rtensor):
        value = value.eval()
    found = None if isinstance(value, (list, tuple)) else imported(value)
    if found is not None:
        return converted(found.reverseAxes(), kind, where)
    number = None if isinstance(value, (list, tuple)) else maybe_scalar(value)
    if number is not None:
        if kind is not None:
            check_number(value, kind)
        return converted(scalar_tensor(number), kind, where or default_device())
    if kind is not None and type(changed := converted_number(value, kind)) in NUMBERS:
        return made(changed, kind, where)
    if isinstance(value, (str, bytes, dict, set)) or value is None:
        raise OceanTypeError(
            f"An array cannot be made from {type(value).__name__}; expected numbers, arrays and lists of them, got "
            f"{shown(value)}"
        )
    return rows(value, kind, where or default_device())


def plain(value: Any) -> Any:
    """The Python number of a number of NumPy."""
    return value.item() if hasattr(value, "item") else value


def as_list(data: Any) -> Any:
    """A list of an object that is a sequence by `__len__` and `__getitem__` alone; anything else as it is."""
    kind = type(data)
    known = isinstance(data, (Iterable, str, bytes, type))
    if known or not (hasattr(kind, "__len__") and hasattr(kind, "__getitem__")) or hasattr(kind, "keys"):
        return data
    try:
        return [data[k] for k in range(len(data))]
    except (MemoryError, RecursionError):
        raise
    except Exception:  # it is no sequence
        return data


def converted_number(value: Any, kind: dtype) -> Any:
    """A text, or an object with `__float__` or `__int__` (Decimal), as a number of a dtype; else the value."""
    if isinstance(value, (list, tuple, range, dict, set, array, tensor, rtensor)) or hasattr(value, "__array__"):
        return value
    made: Any = complex if kind.iscomplex else float if kind.isfloat else int if kind.isnumber else None
    names = {complex: ("__complex__", "__float__"), float: ("__float__",), int: ("__int__",)}.get(made, ())
    if isinstance(value, (str, bytes)) and made is not None:
        found = made(value.decode() if isinstance(value, bytes) else value)
        check_number(found, kind)
        return found
    if any(hasattr(type(value), name) for name in names) and not hasattr(type(value), "__len__"):
        found = made(value)
        check_number(found, kind)
        return found
    return value


class Rows(Tree):
    """Nested lists of rows, which may contain arrays, tensors and NumPy arrays."""

    checked = True

    def read(self, data: Any) -> Any:
        if self.kind is not None and isinstance(data, range) and data:
            for end in (data[0], data[-1]):
                check_number(end, self.kind)
        return super().read(as_list(data))

    def child(self, value: Any) -> tuple[Any, bool]:
        found = None
        if self.kind is not None:
            if type(value) in NUMBERS:
                check_number(value, self.kind)
            elif self.kind.isinteger and isinstance(value, Number):
                check_number(plain(value), self.kind)  # a number of NumPy
            elif maybe_scalar(value) is None:
                value = converted_number(value, self.kind)
        if isinstance(value, array):
            found = inner(value)
        elif isinstance(value, (tensor, rtensor)):
            found = made(value, None, None)
        elif not isinstance(value, (list, tuple, range)) and maybe_scalar(value) is None:
            found = imported(value)
            found = None if found is None else found.reverseAxes()
        if found is None:
            return super().child(value)
        self.kinds.append(found.dtype)
        self.tensors.append(found)
        return found, False


def rows(value: Any, kind: dtype | None, where: device) -> tensor:
    """A tensor from nested lists of rows: the innermost lists are along its first dimension."""
    tree = Rows(value, kind=kind)
    try:
        found = from_tree(tree, None, None, kind or (None if tree.kinds else DOUBLE), cpu)
    except OceanValueError as error:
        if "Incompatible" in str(error):
            raise OceanValueError(
                "The lists have different lengths or depths; an array has rows of equal shapes"
            ) from None
        raise
    return converted(found, None, where)


def elements(value: Any, kind: dtype) -> tensor:
    """The inner tensor of a value that is assigned to elements of a dtype. Python numbers, also in lists, must fit the
    dtype; arrays and typed numbers keep theirs."""
    listed = isinstance(value, (list, tuple, range)) or type(value) in NUMBERS
    return made(value, kind, None) if listed else inner(value)


def values_for(target: array, value: Any) -> array:
    """A value that is assigned to elements of an array, as an array on its device. Arrays keep their dtype."""
    if type(value) is array:
        return as_array(value, target)
    return wrap(converted(elements(value, target._dtype), None, target.device))


def need_array(function: str, value: Any) -> array:
    """Refuse a destination that is not an array."""
    if type(value) is not array:
        raise OceanTypeError(f"{function}(): the first argument must be an array, got {type(value).__name__}")
    return value


def check_condition(where: Any) -> None:
    """Refuse a condition `where=` whose dtype is not bool; Python numbers, also in lists, count by their truth."""
    kind = where._dtype if type(where) is array else getattr(where, "dtype", None)
    if kind is not None and find_array_dtype(kind) is not BOOL:
        raise OceanTypeError(
            f"Cannot cast array data from {shown(kind)} to bool according to the rule 'safe'; where must be bool, as "
            "with where != 0"
        )


def as_array(value: Any, beside: array | None = None) -> array:
    """Convert anything to an array, on the device of the array that it is combined with."""
    if beside is not None:
        return arrays_together(beside, value)[1]
    return value if type(value) is array else wrap(inner(value))


def subject(value: Any) -> array:
    """The array whose method a function calls: one of a subclass stays what it is."""
    return value if isinstance(value, array) else wrap(inner(value))


def arrays_together(*values: Any) -> list[array]:
    """Convert anything to arrays on one device; lists and foreign arrays are copied to that of the arrays."""
    if all(type(each) is array for each in values) and len({each.device for each in values}) == 1:
        return list(values)
    where = device_of(values)
    found = [each if type(each) is array else wrap(converted(inner(each), None, where)) for each in values]
    if where is None and not any(type(each) is array for each in values):
        found = [wrap(converted(inner(each), None, found[0].device)) for each in found]
    return found


def wrapped(found: Any, where: device) -> array:
    """A tensor, or a scalar on a device, as an array."""
    return wrap(converted(scalar_tensor(found), None, where) if isinstance(found, scalar) else found)


def is_lazy(value: Any) -> bool:
    return type(value) is array and isinstance(inner_field(value), rtensor)


# --- Arguments ---------------------------------------------------------------------------------------------------


class NoValue:
    """The default of `initial` and `identity`: None says that there is no identity element."""

    def __repr__(self) -> str:
        return "<no value>"


NO_VALUE = NoValue()


def is_no_value(value: Any) -> bool:
    """Whether a value is the default, ours or NumPy's."""
    return value is NO_VALUE or type(value).__name__ == "_NoValueType"


def axis_of(axis: Any, ndim: int) -> int:
    """The axis of an inner tensor with `ndim` dimensions for an axis of its array."""
    return ndim - 1 - checked_axis(axis, ndim, None, axis_error)


def axis_error(*given: Any) -> Exception:
    """The error of an axis out of range. Its class is also NumPy's, which is loaded for it."""
    from .axis_error import AxisError

    return AxisError(*given)


def axes_of(axis: Any, ndim: int) -> tuple[int, ...]:
    """The axes of an inner tensor for an axis of its array, a tuple of axes, or None (all)."""
    return tuple(ndim - 1 - each for each in own_axes(axis, ndim))


def own_axis(axis: Any, ndim: int) -> int:
    """An axis of an array as a nonnegative number."""
    return checked_axis(axis, ndim, None, axis_error)


def own_axes(axis: Any, ndim: int) -> tuple[int, ...]:
    """The axes of an array that an axis, a tuple of them or None (all) are."""
    return tuple(range(ndim)) if axis is None else checked_axes(axis, ndim, None, axis_error, axis_twice)


def axis_twice(axes: Any) -> Exception:
    return OceanValueError(f"repeated axis: duplicate value in 'axis', got {shown(axes)}")


def along(axis: int, key: Any) -> tuple[Any, ...]:
    """A key along one axis, which takes all places along the axes before it."""
    return (*[slice(None)] * axis, key)


def read_dtype(value: Any) -> dtype | None:
    """A dtype from Ocean's dtypes, NumPy's dtypes in any byte order and scalar types, names such as "float32" or "f4",
    types of Python's numbers, or arrays and objects with a dtype; None stays None."""
    if value is None:
        return None
    found: dtype | None = find_array_dtype(value)
    if found is None:
        given = numpy_dtype(value)
        found = find_array_dtype(getattr(value, "dtype", None) if given is None else given.newbyteorder("="))
    if found is None:
        raise OceanTypeError(f"There is no dtype for {shown(value)}")
    return found


def numpy_dtype(value: Any) -> Any:
    """NumPy's dtype that a text, or an object with a dtype, stands for; else None."""
    value = getattr(value, "dtype", value)
    with suppress(TypeError, SyntaxError):
        return numpy.dtype(value) if isinstance(value, (str, numpy.dtype)) else None
    return None


def is_other_order(value: Any) -> bool:
    """Whether an argument is a dtype in the other byte order."""
    if value is None or find_array_dtype(value) is not None:
        return False
    found = numpy_dtype(value)
    return found is not None and not found.isnative


def in_order_of(value: Any, named: Any) -> Any:
    """NumPy's dtype `named`, in the byte order of an argument that is a dtype."""
    return named.newbyteorder() if is_other_order(value) else named


def read_device(value: Any) -> device | None:
    """A device, or one by name such as "cpu" or "gpu0"; None stays None."""
    if value is None or isinstance(value, device):
        return value
    if isinstance(value, str):
        named: device = device_by_name(value)
        return named
    raise OceanTypeError(f"Expected a device or its name ({names_of(DEVICES)}), got {shown(value)}")


def names_of(devices: Iterable[device]) -> str:
    """The names of devices as they are typed."""
    return ", ".join(repr(each.name) for each in devices)


def default_device() -> device:
    """Where new arrays are."""
    return need_device()


def read_shape(shape: Any) -> tuple[int, ...]:
    """A shape as a tuple."""
    if read_axes(shape) is not None:
        raise OceanTypeError(f"This shape cannot be given by axes, got {shown(shape)}; use withAxes on the result")
    return integers(shape, "shape")


def check_order(order: Any, default: str = "C", allowed: str = "CFAK") -> str:
    """ "C" (row-major), "F" (column-major), "A" ("F" if the array is only that) and "K" (as in memory); None is the
    default of a function."""
    if order is None:
        return default
    if not isinstance(order, str):
        raise OceanTypeError(f"order must be str, got {shown(order)}")
    if order.upper() not in tuple(allowed):
        raise OceanValueError(f"order must be one of {', '.join(map(repr, allowed))}, got {shown(order)}")
    return order.upper()


def only_columns(source: tensor) -> bool:
    """Whether the array of a tensor is column-major and not also row-major: the test of order "A"."""
    return bool(layout_is_fortran(source.reverseAxes()._layout) and not layout_is_fortran(source._layout))


def as_in_memory(source: tensor) -> tensor:
    """A view whose row-major order is the memory order of the source (order "K"), never backwards. Axes with a stride
    of zero keep their places."""
    steps = [abs(step) if n > 1 else 0 for n, step in zip(source.size, source.strides, strict=True)]
    axes: list[int] = []
    for axis, step in enumerate(steps):
        place = len(axes)
        for k in reversed(range(len(axes))):
            if step and steps[axes[k]]:
                if steps[axes[k]] <= step:
                    break
                place = k
        axes.insert(place, axis)
    return source.permuteAxes(axes) if source.ndims else source


def new_inner(kind: dtype, shape: Any, where: device, order: str = "C") -> tensor:
    """A new inner tensor, not set to anything, of an array of this shape in row-major ("C") or column-major order."""
    axes = read_axes(shape)
    size = read_shape(lengths(shape))[::-1]
    if len(size) > MAX_DIMS:
        raise OceanValueError(f"An array has at most {MAX_DIMS} axes, got {len(size)}")
    if any(n < 0 for n in size):
        raise OceanValueError(f"negative dimensions are not allowed, got shape {size[::-1]}")
    if prod(n for n in size if n) * kind.size >= 1 << 63:
        raise OceanValueError(f"An array of shape {size[::-1]} and dtype {array_dtype(kind)} exceeds 64-bit addresses")
    made = make_description(kind, size, "C" if order == "F" else "F", where)
    return make_empty(made if axes is None else made.with_axes(axes[::-1]))


def ordered(source: tensor, order: str) -> tensor:
    """The tensor itself if its array has the memory order, else a copy in that order."""
    reverse = source.reverseAxes()
    if order == "F":
        return source if layout_is_fortran(reverse._layout) else source.copy("C")
    if order == "C" or (order == "A" and not layout_is_fortran(reverse._layout)):
        return source if layout_is_fortran(source._layout) else source.replicate()
    return source
