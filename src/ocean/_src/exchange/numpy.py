"""NumPy arrays and scalars in both directions, without copies where the layout allows it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.core.functions.buffers import tensor_from_array, view_of
from ocean._src.core.objects.description import check_ndims
from ocean._src.core.objects.description import make as make_description
from ocean._src.core.objects.dtypes import CFLOAT, CHALF, DTYPE_LIST, HALF, INT64, UINT64, dtype, new_scalar, scalar
from ocean._src.core.objects.memory import cpu, foreign_memory
from ocean._src.core.objects.tensor import memory_of, on_memory, tensor

asarray = np.asarray
NAMES = {
    "bool": "bool", "uint8": "uint8", "uint16": "uint16", "uint32": "uint32", "uint64": "uint64", "int8": "int8",
    "int16": "int16", "int32": "int32", "int64": "int64", "half": "float16", "float": "float32", "double": "float64",
    "cfloat": "complex64", "cdouble": "complex128",
}  # fmt: skip
TO_NUMPY = {each: np.dtype(NAMES[each.spelling]) for each in DTYPE_LIST if each.spelling in NAMES}
FROM_NUMPY = {kind: each for each, kind in TO_NUMPY.items()}


@cache
def complex_half() -> Any:
    """The dtype complex32 of ml_dtypes, or None if that is not installed."""
    try:
        import ml_dtypes

        return np.dtype(ml_dtypes.complex32)
    except (ImportError, AttributeError):
        return None


def dtype_of(kind: np.dtype[Any]) -> dtype:
    """The dtype for a NumPy dtype in either byte order."""
    found = FROM_NUMPY.get(kind.newbyteorder("="))
    if found is None:
        if kind.name == "complex32":
            return CHALF
        raise OceanTypeError(f"There is no dtype for NumPy arrays of {kind}")
    return found


TYPES = {kind.type: each for each, kind in TO_NUMPY.items()} | {np.longlong: INT64, np.ulonglong: UINT64}


def numpy_dtype(value: Any) -> dtype | None:
    """The dtype for a NumPy dtype, scalar type, or dtype code ("f8", "<i4", "d")."""
    if isinstance(value, type):
        return TYPES.get(value)
    if isinstance(value, str):
        value = np.dtype(value)
    if not isinstance(value, np.dtype):
        return None
    if not value.isnative:
        raise OceanTypeError(
            f"The dtype {value.str} is in the other byte order, which belongs to tensors here; use "
            f"{dtype_of(value).spelling}, and byteswap() to swap the bytes"
        )
    return dtype_of(value)


# --- In ----------------------------------------------------------------------------------------------------------


def numpy_tensor(value: Any) -> tensor:
    """A tensor on the memory of a NumPy array."""
    if type(value) is not np.ndarray and isinstance(value, np.ma.MaskedArray):
        raise OceanTypeError("Tensors have no mask; use the array's filled() or compressed() instead")
    found = tensor_from_array(value)
    return without_buffer(value) if found is None else found


def without_buffer(value: np.ndarray[Any, Any]) -> tensor:
    """For dtypes that the buffer protocol does not support."""
    kind = dtype_of(value.dtype)
    if kind is CHALF and not value.dtype.isnative:  # ml_dtypes exchanges the parts when it swaps bytes
        value = value.astype(value.dtype.newbyteorder("="))
    check_ndims(value.ndim, "the array")
    desc = make_description(kind, value.shape, value.strides, cpu)
    address = value.__array_interface__["data"][0]
    memory = foreign_memory(
        address + desc.low, desc.high - desc.low, not value.flags.writeable, value, kind, not value.dtype.isnative
    )
    return on_memory(memory, -desc.low, desc)


def numpy_scalar(value: Any) -> scalar:
    """A NumPy scalar as an Ocean scalar of its dtype."""
    kind = dtype_of(value.dtype)
    return new_scalar(kind, complex(value) if kind is CHALF else value.item())


def from_array_protocol(value: Any) -> tensor:
    """A tensor from an object with `__array_interface__` or `__array__`."""
    return numpy_tensor(np.asarray(value))


# --- Out ---------------------------------------------------------------------------------------------------------


def to_numpy(source: tensor, deepcopy: bool = False) -> Any:
    """A NumPy array on the memory of a tensor, or on a copy of it.

    Complex half becomes `ml_dtypes.complex32` if that is installed, else pairs of half along a new first dimension.
    """
    if not deepcopy:
        try:
            return asarray(view_of(source))
        except BufferError:  # complex half, or memory that the host cannot read
            pass
    if not source.device.host:
        source, deepcopy = source.clone(cpu), False
    array = complex_half_array(source) if source.dtype is CHALF else asarray(view_of(source))
    return array.copy(order="K") if deepcopy else array


def complex_half_array(source: tensor) -> Any:
    kind, size = complex_half(), source.size
    if kind is not None and source.byteswapped:  # ml_dtypes exchanges the parts when it swaps bytes
        source = source.replicate()
    strides = source.strides
    if kind is None:
        kind, size, strides = TO_NUMPY[HALF], (2, *size), (2, *strides)
        kind = kind.newbyteorder() if source.byteswapped else kind
    if source.nelem == 0:
        return np.zeros(size, kind)
    memory = memoryview(memory_of(source))
    return np.ndarray(size, kind, memory.toreadonly() if source.readonly else memory, source.offset, strides)


def as_array(source: tensor, dtype: Any, copy: bool | None) -> Any:
    """What `tensor.__array__` gives. NumPy's own smallest complex dtype has two floats."""
    if source.dtype is CHALF and complex_half() is None:
        source = CFLOAT(source)
    array = to_numpy(source)
    if copy is False and source.nelem and array.__array_interface__["data"][0] != source.ptr:
        raise OceanValueError(f"{source.footer} becomes a NumPy array only by copying")
    if dtype is not None and array.dtype != dtype:
        if copy is False:
            raise OceanValueError(f"A NumPy array of {np.dtype(dtype)} from dtype {source.dtype.name} needs a copy")
        return array.astype(dtype)
    return array.copy(order="K") if copy else array


def scalar_as_array(source: scalar, dtype: Any, copy: bool | None) -> Any:
    """What `scalar.__array__` gives."""
    if copy is False:
        raise OceanValueError("A scalar becomes a NumPy array only by copying")
    kind = TO_NUMPY.get(source.dtype) or complex_half() or np.dtype(np.complex64)
    return np.array(source.asPython(), kind).astype(kind if dtype is None else dtype, copy=False)


def interface(source: tensor) -> dict[str, Any]:
    """What `tensor.__array_interface__` gives."""
    kind = TO_NUMPY[source.dtype]
    return {
        "version": 3,
        "shape": source.size,
        "typestr": (kind.newbyteorder() if source.byteswapped else kind).str,
        "data": (source.ptr, source.readonly),
        "strides": source.strides,
    }
