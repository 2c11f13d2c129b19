"""NumPy arrays and scalars in both directions, without copies where the layout allows it."""

from __future__ import annotations

from functools import cache

import numpy as np

from ocean._src.base.dtype_table import TABLE
from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.functions.buffers import tensor_from_array, view_of
from ocean._src.core.objects.description import check_ndims, layout_is_c, make_description
from ocean._src.core.objects.dtypes import (
    DTYPE_LIST,
    INT64,
    UINT64,
    computing_of,
    dtype,
    new_scalar,
    scalar,
)
from ocean._src.core.objects.memory import cpu, foreign_memory
from ocean._src.core.objects.tensor import memory_of, on_memory, tensor

asarray = np.asarray
TO_NUMPY = {each: np.dtype(row.numpy) for each, row in zip(DTYPE_LIST, TABLE, strict=True) if row.letter}
FROM_NUMPY = {kind: each for each, kind in TO_NUMPY.items()}
BEYOND = {row.numpy: each for each, row in zip(DTYPE_LIST, TABLE, strict=True) if not row.letter}
"""The dtypes that NumPy and buffers do not have, by their names in ml_dtypes, which has them."""


@cache
def of_ml_dtypes(kind: dtype) -> Any:
    """The dtype of ml_dtypes for one that NumPy does not have, or None."""
    try:
        import ml_dtypes

        return np.dtype(getattr(ml_dtypes, next(name for name, each in BEYOND.items() if each is kind)))
    except (ImportError, AttributeError):
        return None


def dtype_for(kind: dtype) -> Any:
    """The dtype of NumPy or of ml_dtypes for one of ours, or None."""
    return TO_NUMPY.get(kind) or of_ml_dtypes(kind)


def exact_dtype(kind: dtype) -> Any:
    """The same, or an error that says what to do."""
    found = dtype_for(kind)
    if found is None:
        raise OceanTypeError(
            f"NumPy has no {kind.name}; install ml_dtypes, which may have it, or cast to "
            f"ocean.{computing_of(kind).spelling} first"
        )
    return found


def nearest_dtype(kind: dtype) -> Any:
    """The same, or the dtype in which it is computed where ml_dtypes is not installed."""
    return dtype_for(kind) or TO_NUMPY[computing_of(kind)]


def dtype_of(kind: np.dtype[Any]) -> dtype:
    """The dtype for a NumPy dtype in either byte order."""
    found = FROM_NUMPY.get(kind.newbyteorder("="))
    if found is None:
        if kind.name in BEYOND:
            return BEYOND[kind.name]
        raise OceanTypeError(f"There is no dtype for NumPy arrays of {kind}")
    return found


TYPES = {kind.type: each for each, kind in TO_NUMPY.items()} | {np.longlong: INT64, np.ulonglong: UINT64}


def numpy_dtype(value: Any) -> dtype | None:
    """The dtype for a NumPy dtype, scalar type, or dtype code ("f8", "<i4", "d")."""
    if isinstance(value, type):
        if issubclass(value, np.dtype) and value is not np.dtype:  # numpy.dtypes.Int32DType
            value = getattr(value, "type", None)
        return TYPES.get(value) or (BEYOND.get(value.__name__) if value.__module__ == "ml_dtypes" else None)
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
    if kind.iscomplex and not value.dtype.isnative:  # ml_dtypes exchanges the parts when it swaps bytes
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
    return new_scalar(kind, complex(value) if kind.iscomplex else float(value) if kind.isfloat else value.item())


def from_array_protocol(value: Any) -> tensor:
    """A tensor from an object with `__array_interface__` or `__array__`."""
    try:
        return numpy_tensor(np.asarray(value))
    except ValueError:
        found: Any = value.__array__() if hasattr(value, "__array__") else None
        if not hasattr(found, "to_numpy") or found is value:
            raise
        return numpy_tensor(found.to_numpy())  # an array of ours, which NumPy does not take for an array


# --- Out ---------------------------------------------------------------------------------------------------------


def to_numpy(source: tensor, deepcopy: bool = False) -> Any:
    """A NumPy array on the memory of a tensor, or on a copy of it.

    What NumPy has not is a dtype of ml_dtypes if that is installed; else complex numbers become pairs along a new first
    dimension, and others are an error.
    """
    if not deepcopy:
        try:
            return asarray(view_of(source))
        except BufferError:  # a dtype that buffers do not have, or memory that the host cannot read
            pass
    if not source.device.host:
        source, deepcopy = source.clone(cpu), False
    array = asarray(view_of(source)) if source.dtype in TO_NUMPY else array_beyond(source)
    return array.copy(order="K") if deepcopy else array


def array_beyond(source: tensor) -> Any:
    """The same for a dtype that buffers do not have."""
    kind, size = dtype_for(source.dtype), source.size
    if kind is not None and source.byteswapped and source.dtype.iscomplex:  # ml_dtypes would exchange the parts
        source = source.replicate()
    strides = source.strides
    if kind is None:
        if not source.dtype.iscomplex:
            exact_dtype(source.dtype)
        kind, size, strides = TO_NUMPY[source.dtype.basetype], (2, *size), (2, *strides)
    kind = kind.newbyteorder() if source.byteswapped else kind
    if source.nelem == 0:
        return np.zeros(size, kind)
    memory = memoryview(memory_of(source))
    return np.ndarray(size, kind, memory.toreadonly() if source.readonly else memory, source.offset, strides)


def as_array(source: tensor, dtype: Any, copy: bool | None) -> Any:
    """What `tensor.__array__` gives. NumPy's own smallest complex dtype has two floats."""
    if dtype_for(source.dtype) is None:
        source = computing_of(source.dtype)(source)
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
    kind = nearest_dtype(source.dtype)
    return np.array(source.asPython(), kind).astype(kind if dtype is None else dtype, copy=False)


def interface(source: tensor) -> dict[str, Any]:
    """What `tensor.__array_interface__` gives."""
    kind = TO_NUMPY[source.dtype]
    return {
        "version": 3,
        "shape": source.size,
        "typestr": (kind.newbyteorder() if source.byteswapped else kind).str,
        "data": (source.ptr, source.readonly),
        "strides": None if layout_is_c(source._layout) else source.strides,
    }
