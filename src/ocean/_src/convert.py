"""Casting, copying and conversion: dtypes and devices as functions, `ensure`, copies, byte order, Python values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ocean._src.core import description as layout
from ocean._src.core import tensor as core
from ocean._src.core.arguments import public
from ocean._src.core.classes import attach, method
from ocean._src.core.description import size_text
from ocean._src.core.dtypes import DTYPE_LIST, dtype, new_scalar, scalar, set_scalar
from ocean._src.core.errors import OceanTypeError, OceanValueError
from ocean._src.core.memory import cpu, device, new_storage, replace_memory, storage
from ocean._src.core.settings import need_broadcast
from ocean._src.core.tensor import tensor
from ocean._src.create import asTensor, converted, leaf_tensor, maybe_scalar, new, to_operand
from ocean._src.exchange.registry import import_scalar, import_tensor
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.shape import contiguous_copy

BOOL, UINT64, INT64, DOUBLE, CDOUBLE = (DTYPE_LIST[code] for code in (0, 4, 8, 11, 14))


@public("ensure(obj [,dtype] [,device] [,inplace])")
def ensure(obj: Any, kind: dtype | None, where: device | None, inplace: bool | None) -> Any:
    """the object with the given dtype and device.

    In place, the object itself is changed; otherwise the result shares memory with it whenever nothing must change.

    >>> ocean.ensure([1,2,3], ocean.int8)
       1   2   3
    <tensor.int8 of size 3 on cpu>
    """
    if core.is_lazy(obj) and not inplace:
        return obj.cast(kind, where)
    if isinstance(obj, tensor):
        if inplace:
            if kind not in (None, obj.dtype) or where not in (None, obj.device):
                core.replace(obj, converted(obj, kind, where))
            return None
        return converted(obj, kind, where)
    if isinstance(obj, storage):
        result = converted_storage(obj, kind, where)
        if inplace:
            replace_memory(obj, result)
            return None
        return result
    if isinstance(obj, scalar):
        if inplace:
            if where is not None:
                raise OceanTypeError("In-place ensure device does not apply to scalar objects")
            set_scalar(obj, kind or obj.dtype)
            return None
        return settled_scalar(obj, kind, where)
    if inplace:
        raise OceanTypeError(f"In-place ensure applies to tensors, storage and scalars, not to {type(obj).__name__}")
    if type(obj) in (bool, int, float, complex) and kind is not None:
        return settled_scalar(new_scalar(kind, obj), kind, where)
    number = import_scalar(obj)
    if number is None and isinstance(obj, (bool, int, float, complex)):
        number = maybe_scalar(obj)
    if number is not None:
        return settled_scalar(number, kind, where)
    return asTensor(obj, *(each for each in (kind, where) if each is not None))


def settled_scalar(number: scalar, kind: dtype | None, where: device | None) -> Any:
    result = new_scalar(kind or number.dtype, number)
    return result if where is None else converted(leaf_tensor(result), None, where)


def converted_storage(source: storage, kind: dtype | None, where: device | None) -> storage:
    if kind in (None, source.dtype) and where in (None, source.device):
        return source
    if source.dtype is None:
        raise OceanTypeError("Raw storage has no dtype to cast from; set its dtype first")
    return converted(source.asTensor(), kind, where).storage


@public("cast(obj [,dtype] [,device])")
def cast(obj: Any, kind: dtype | None, where: device | None) -> Any:
    """the object with another dtype and device; it is not changed itself."""
    return ensure(obj, kind, where)


@public("dtype(obj [,order] [,inplace])", dtype, under="__call__", order="str")
def call_dtype(self: dtype, obj: Any, order: str | None, inplace: bool | None) -> Any:
    """an object cast to the dtype; with an order, a tensor of values."""
    return ensure(obj, self, inplace) if order is None else asTensor(obj, order, self)


MOVED: dict[type, Callable[[Any, device, bool], Any]] = {}
"""Classes whose objects are brought to a device in ways of their own."""


@public("device(obj [,inplace])", device, under="__call__")
def call_device(self: device, obj: Any, inplace: bool | None) -> Any:
    """an object brought to the device."""
    move = MOVED.get(type(obj))
    return ensure(obj, self, inplace) if move is None else move(obj, self, bool(inplace))


@public("asTensor([device]) -> tensor", scalar)
def scalar_tensor(self: scalar, where: device | None) -> tensor:
    """the scalar as a tensor without dimensions."""
    return converted(leaf_tensor(self), None, where)


# --- Copies ------------------------------------------------------------------------------------------------------


@method(tensor)
def copy(self: tensor, src: Any) -> None:
    """Copy the elements of another tensor, or of anything like one, into this tensor, casting and broadcasting."""
    if core.is_lazy(src):
        src.into(self)
        return
    source = to_operand(src)
    if isinstance(source, tensor):
        if source.nelem == self.nelem and source.size != self.size and source.ndims == 1:
            source = source.reshape(self.size)  # a plain list of all the elements, in column-major order
        elif not layout.broadcasts(source.size, self.size):
            raise OceanValueError(
                f"Cannot copy a tensor of size {size_text(source.size)} to one of size {size_text(self.size)}"
            )
        if source.size != self.size and source.ndims:
            need_broadcast()
    core.call(OPERATIONS["copy"], (source,), self)


@method(tensor)
def fill(self: tensor, value: Any) -> None:
    """Set all elements to a value."""
    number = to_operand(value)
    if isinstance(number, tensor):
        number = core.item(number)
    core.call(OPERATIONS["copy"], (number,), self)


@method(tensor)
def zero(self: tensor) -> None:
    """Set all elements to zero."""
    core.call(OPERATIONS["copy"], (0,), self)


@method(tensor)
def fillNaN(self: tensor, value: Any) -> None:
    """Set the elements that are NaN to a value."""
    number = to_operand(value)
    if isinstance(number, tensor):
        number = core.item(number)
    core.call(OPERATIONS["fillNaN"], (self, number), self)


@public("clone([device]) -> tensor", tensor)
def clone(self: tensor, device: device | None) -> tensor:
    """a deep copy that keeps strides of zero, and the byte order unless the device changes."""
    where = device or self.device
    source = self.description
    strides, step = [0] * source.ndims, source.dtype.size
    moving = [axis for axis in range(source.ndims) if source.strides[axis] and source.size[axis] > 1]
    overlapping = layout.overlap_kind(source) == 2
    for axis in range(source.ndims) if overlapping else sorted(moving, key=lambda axis: abs(source.strides[axis])):
        strides[axis] = step
        step *= max(1, source.size[axis])
    for axis in range(source.ndims):
        if not strides[axis] and source.size[axis] == 1:
            strides[axis] = step
    swapped = source.swapped and where is self.device
    result = core.empty(layout.make(self.dtype, source.size, strides, where, swapped))
    core.call(OPERATIONS["copy"], (self,), result)
    return result


@public("replicate([device]) -> tensor", tensor)
def replicate(self: tensor, where: device | None) -> tensor:
    """a deep copy in column-major order and native byte order, with all repeated elements written out."""
    result = new(self.dtype, self.size, where or self.device)
    core.call(OPERATIONS["copy"], (self,), result)
    return result


@method(tensor)
def shallowCopy(self: tensor) -> tensor:
    """Another tensor on the same storage."""
    return core.view(self, 0, core.inner_description(self))


@method(tensor)
def sync(self: tensor) -> None:
    """Wait until all work on the tensor is done."""
    self.storage.sync()


@method(tensor)
def detach(self: tensor) -> None:
    """Make sure that no other tensor or object shares this tensor's storage."""
    if not core.is_unique(self):
        core.replace(self, clone(self))
    elif self.refcount > 1:
        core.replace(self, shallowCopy(self))


@method(tensor)
def dealloc(self: tensor) -> None:
    """Let go of the storage now; the tensor becomes an empty, read-only one."""
    core.replace(self, new(DTYPE_LIST[5], 0, cpu))
    self.readonly = True


@method(tensor)
def byteswap(self: tensor) -> None:
    """Swap the bytes of all elements where they are, and the byte-order status with them."""
    if not self.device.supportsByteswap:
        raise OceanValueError(f"Device {self.device.name} does not support byteswapped data")
    if self.readonly:
        raise OceanValueError("The destination tensor is read-only")
    if self.elemsize > 1:
        desc = core.inner_description(self)
        swapped = core.view(self, 0, desc.in_order(not desc.swapped))
        core.call(OPERATIONS["copy"], (self,), swapped)
        self.byteswapped = not self.byteswapped


@method(tensor)
def asContiguous(self: tensor, type: str = "F") -> tensor:
    """The tensor in column-major ('F') or row-major ('C') order; itself if it is already."""
    if type not in ("F", "f", "C", "c"):
        raise OceanValueError(f"Expected type 'F' or 'C', got {type!r}")
    desc = self.description
    there = layout.layout_is_fortran(desc) if type in "Ff" else layout.layout_is_c(desc)
    return core.same(self) if there else contiguous_copy(self, type)


# --- Values ------------------------------------------------------------------------------------------------------


@method(tensor)
def asScalar(self: tensor) -> scalar:
    """The only element as a scalar."""
    return core.item(self)


def natural(kind: dtype) -> tuple[dtype, str]:
    """The dtype with the values of a dtype that Python reads directly, and its format."""
    if kind is BOOL:
        return BOOL, "?"
    if kind.isfloat:
        return (CDOUBLE, "d") if kind.iscomplex else (DOUBLE, "d")
    return (INT64, "q") if kind.issigned else (UINT64, "Q")


def values_of(self: tensor) -> list[Any]:
    """All elements as Python numbers in column-major order."""
    kind, code = natural(self.dtype)
    host = core.empty(layout.make(kind, self.size, "F", cpu))
    core.call(OPERATIONS["copy"], (self,), host)
    raw: Any = core.read_bytes(host).cast("B")
    values = raw.cast(code).tolist() if self.nelem else []
    return [complex(*pair) for pair in zip(values[::2], values[1::2], strict=True)] if kind is CDOUBLE else values


@method(tensor)
def asPython(self: tensor, mode: str = "F") -> Any:
    """Nested lists: the innermost ones are columns (mode 'F'), rows (mode 'R'), or the last dimension (mode 'C')."""
    if mode not in ("F", "f", "C", "c", "R", "r"):
        raise OceanValueError(f"Expected mode 'F', 'C' or 'R', got {mode!r}")
    source = self
    if mode in "Cc":
        source = self.reverseAxes()
    elif mode in "Rr" and self.ndims > 1:
        source = self.swapAxes(0, 1)
    values: list[Any] = values_of(source)
    if not source.ndims:
        return values[0]
    for axis, length in enumerate(source.size[:-1]):
        count = 1
        for other in source.size[axis + 1 :]:
            count *= other
        values = [values[k * length : (k + 1) * length] for k in range(count)]
    return values


def single(self: tensor, what: str) -> Any:
    if self.nelem != 1:
        hint = " (use any or all instead)" if what == "Boolean" else ""
        raise OceanValueError(f"Cannot convert non-scalar tensors to {what}{hint}")
    return core.item(self)


attach(
    tensor,
    __bool__=lambda self: bool(single(self, "Boolean")),
    __int__=lambda self: int(single(self, "integer")),
    __float__=lambda self: float(single(self, "float")),
    __complex__=lambda self: complex(single(self, "complex")),
)


# --- Storage -----------------------------------------------------------------------------------------------------


def storage_tensor(self: storage) -> tensor:
    """A vector of all elements of the storage."""
    kind = self.dtype or DTYPE_LIST[1]
    return core.on_storage(self, 0, layout.make(kind, self.nelem, "F", self.device))


def storage_copy(self: storage, source: Any) -> None:
    """Copy the contents of another storage, casting if the dtypes differ."""
    if not isinstance(source, storage):
        raise OceanTypeError(f"copy() takes storage, got {type(source).__name__}")
    if self.readonly:
        raise OceanValueError("The storage is read-only")
    if self.dtype is None or source.dtype is None:
        if self.device is not cpu or source.device is not cpu:
            raise OceanValueError("Raw storage can only be copied on the cpu")
        core.copy_storage(self, source)
    elif self.nelem != source.nelem:
        raise OceanValueError(f"Expected storage with {self.nelem} elements, got {source.nelem}")
    else:
        self.asTensor().copy(source.asTensor())


@public("clone([device]) -> storage", storage)
def storage_clone(self: storage, device: device | None) -> storage:
    """a deep copy, on the given device; the byte order is kept on the same device."""
    where = device or self.device
    if self.dtype is None or where is self.device:
        result = new_storage(self.size, None, where)
        core.copy_storage(result, self)
        result.dtype, result.byteswapped = self.dtype, self.byteswapped
        return result
    result = new_storage(self.nelem, self.dtype, where)
    result.asTensor().copy(self.asTensor())
    return result


def storage_byteswap(self: storage) -> None:
    """Swap the bytes of all elements, and the byte-order status with them; all tensors on the storage follow."""
    if self.readonly:
        raise OceanValueError("The storage is read-only")
    if self.dtype is None:
        raise OceanTypeError("Raw storage has no dtype, so that it has no elements to swap; set its dtype first")
    if self.dtype.size > 1:
        self.asTensor().byteswap()
    self.byteswapped = not self.byteswapped


def storage_zero(self: storage) -> None:
    """Set all bytes to zero."""
    if self.readonly:
        raise OceanValueError("The storage is read-only")
    core.clear_storage(self)


def storage_values(self: storage) -> list[Any]:
    """The elements as a list of Python numbers."""
    return values_of(self.asTensor())


attach(
    storage,
    asTensor=storage_tensor,
    copy=storage_copy,
    byteswap=storage_byteswap,
    zero=storage_zero,
    asPython=storage_values,
)

__all__ = ["cast", "ensure", "import_tensor"]
