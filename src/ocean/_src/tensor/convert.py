"""Casting, copying and conversion: dtypes and devices as functions, `ensure`, copies, byte order, Python values."""

from __future__ import annotations

from collections.abc import Callable

from ocean._src.base.classes import attach, method
from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public
from ocean._src.core.call.operands import number_argument, scalar_tensor
from ocean._src.core.functions.copies import converted, ensure
from ocean._src.core.objects.description import make_description
from ocean._src.core.objects.dtypes import INT8, UINT8, scalar
from ocean._src.core.objects.memory import cpu, device, new_storage, storage
from ocean._src.core.objects.tensor import (
    call_operation,
    clear_storage,
    copy_storage,
    inner_description,
    is_unique,
    item,
    make_view,
    on_storage,
    tensor,
)
from ocean._src.core.objects.tensor import replace_tensor as replace_memory
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.tensor.create import new

MOVED: dict[type, Callable[[Any, device, bool], Any]] = {}
"""Classes whose objects are brought to a device in ways of their own."""


@public("device(obj [,inplace])", device, under="__call__")
def call_device(self: device, obj: Any, inplace: bool | None) -> Any:
    """an object brought to the device."""
    move = MOVED.get(type(obj))
    return ensure(obj, self, inplace) if move is None else move(obj, self, bool(inplace))


@public("asTensor([device]) -> tensor", scalar)
def tensor_from_scalar(self: scalar, where: device | None) -> tensor:
    """the scalar as a tensor without dimensions."""
    return converted(scalar_tensor(self), None, where)


# --- Copies ------------------------------------------------------------------------------------------------------


@method(tensor)
def fillNaN(self: tensor, value: Any) -> None:
    """Set the elements that are NaN to a value.

    Parameters
    ----------
    value : number
        What NaN becomes.

    Examples
    --------
    >>> t = ocean.asTensor([1,ocean.nan,3])
    >>> t.fillNaN(0)
    >>> t
       1   0   3
    <tensor.double of size 3 on cpu>
    """
    call_operation(OPERATIONS["fillNaN"], (self, number_argument(value, "fillNaN", "value")), self)


@method(tensor)
def shallowCopy(self: tensor) -> tensor:
    """Another tensor on the same storage.

    Returns
    -------
    tensor
        A tensor that sees every change of this one.

    Examples
    --------
    >>> t = ocean.asTensor([1,2])
    >>> t.shallowCopy()[0] = 9
    >>> t
       9   2
    <tensor.int64 of size 2 on cpu>
    """
    return +self


@method(tensor)
def sync(self: tensor) -> None:
    """Wait until all work on the tensor is done.

    Examples
    --------
    >>> t = ocean.zeros([2])
    >>> t.sync()
    """
    self.storage.sync()


@method(tensor)
def detach(self: tensor) -> None:
    """Make sure that no other tensor or object shares this tensor's storage.

    Examples
    --------
    >>> t = ocean.asTensor([1,2,3])
    >>> part = t[:2]
    >>> part.detach()
    >>> part[0] = 9
    >>> t
       1   2   3
    <tensor.int64 of size 3 on cpu>
    """
    if not is_unique(self):
        replace_memory(self, self.clone())
    elif self.refcount > 1:
        replace_memory(self, shallowCopy(self))


@method(tensor)
def dealloc(self: tensor) -> None:
    """Let go of the storage now; the tensor becomes an empty, read-only one.

    Examples
    --------
    >>> t = ocean.zeros([3])
    >>> t.dealloc()
    >>> t.nelem
    0
    """
    replace_memory(self, new(INT8, 0, cpu))
    self.readonly = self.storage.readonly = True


@method(tensor)
def byteswap(self: tensor) -> None:
    """Swap the bytes of all elements where they are, and the byte-order status with them.

    Examples
    --------
    >>> t = ocean.asTensor([1,2])
    >>> t.byteswap()
    >>> t.byteswapped, t
    (True,    1   2
    <tensor.int64 of size 2 on cpu (byteswapped)>)
    """
    if self.readonly:
        raise OceanValueError("The destination tensor is read-only")
    if self.elemsize > 1:
        own = +self  # private, so that no other thread changes it
        desc = inner_description(own)
        swapped = make_view(own, 0, desc.with_byte_order(not desc.swapped))
        call_operation(OPERATIONS["copy"], (own,), swapped)
        self.byteswapped = not self.byteswapped


# --- Values ------------------------------------------------------------------------------------------------------


@method(tensor)
def asScalar(self: tensor) -> scalar:
    """The only element as a scalar.

    Returns
    -------
    scalar
        The element, with the dtype of the tensor.

    Examples
    --------
    >>> ocean.asTensor([2.5]).asScalar()
    2.5
    """
    return item(self)


def single(self: tensor, what: str) -> Any:
    if self.nelem != 1:
        hint = " (use any or all instead)" if what == "Boolean" else ""
        raise OceanValueError(f"Cannot convert non-scalar tensors to {what}{hint}")
    return item(self)


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
    kind = self.dtype or UINT8
    return on_storage(self, 0, make_description(kind, self.nelem, "F", self.device))


def storage_copy(self: storage, source: Any) -> None:
    """Copy the contents of another storage, casting if the dtypes differ."""
    if not isinstance(source, storage):
        raise OceanTypeError(f"copy() takes storage, got {type(source).__name__}")
    if self.readonly:
        raise OceanValueError("The storage is read-only")
    if self.dtype is None or source.dtype is None:
        copy_storage(self, source)
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
        copy_storage(result, self)
        result.dtype, result.byteswapped = self.dtype, self.byteswapped and where.supportsByteswap
        return result
    result = new_storage(self.nelem, self.dtype, where)
    result.asTensor().copy(self.asTensor())
    return result


def storage_byteswap(self: storage) -> None:
    """Swap the bytes of all elements, and the byte-order status with them; all tensors on the storage follow."""
    if self.readonly:
        raise OceanValueError("The storage is read-only")
    if self.dtype is None:
        raise OceanTypeError("Raw storage has no dtype and so no elements to swap; set its dtype first")
    if self.dtype.size > 1:
        self.asTensor().byteswap()
    self.byteswapped = not self.byteswapped


def storage_zero(self: storage) -> None:
    """Set all bytes to zero."""
    if self.readonly:
        raise OceanValueError("The storage is read-only")
    clear_storage(self)


def storage_values(self: storage) -> list[Any]:
    """The elements as a list of Python numbers."""
    values: list[Any] = self.asTensor().asPython()
    return values


attach(
    storage,
    asTensor=storage_tensor,
    copy=storage_copy,
    byteswap=storage_byteswap,
    zero=storage_zero,
    asPython=storage_values,
)
