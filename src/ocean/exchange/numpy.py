"""NumPy arrays and scalars in both directions, without copies where the layout allows it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ocean.core.dtypes import DTYPE_LIST, dtype, new_scalar, scalar
from ocean.core.errors import OceanTypeError
from ocean.core.tensor import memory_of, tensor

from .buffers import on_foreign

NAMES = {
    "bool": "bool", "uint8": "uint8", "uint16": "uint16", "uint32": "uint32", "uint64": "uint64", "int8": "int8",
    "int16": "int16", "int32": "int32", "int64": "int64", "half": "float16", "float": "float32", "double": "float64",
    "cfloat": "complex64", "cdouble": "complex128",
}  # fmt: skip
FROM_NUMPY = {np.dtype(name): each for each in DTYPE_LIST if (name := NAMES.get(each.spelling))}
TO_NUMPY = {each: np.dtype(NAMES[each.spelling]) for each in DTYPE_LIST if each.spelling in NAMES}
CHALF = DTYPE_LIST[12]


def complex_half() -> Any:
    """ml_dtypes' complex32 when that is installed, else pairs of half."""
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


def numpy_tensor(value: Any) -> tensor | None:
    """A tensor on the memory of a NumPy array; None for anything else from NumPy."""
    if not isinstance(value, np.ndarray):
        return None
    kind = dtype_of(value.dtype)
    address = value.__array_interface__["data"][0]
    return on_foreign(
        value, address, value.shape, value.strides, kind, not value.dtype.isnative, not value.flags.writeable
    )


def numpy_scalar(value: Any) -> scalar | None:
    """A NumPy scalar as an Ocean scalar of its dtype; None for anything else."""
    if not isinstance(value, np.generic):
        return None
    return new_scalar(dtype_of(value.dtype), complex(value) if value.dtype.name == "complex32" else value.item())


def from_array_protocol(value: Any) -> tensor | None:
    """A tensor from an object with `__array_interface__` or `__array__`."""
    return numpy_tensor(np.asarray(value))


def to_numpy(source: tensor, deepcopy: bool = False) -> Any:
    """A NumPy array on the memory of a tensor, or on a copy of it."""
    kind = TO_NUMPY.get(source.dtype) or complex_half()
    size, strides = source.size, source.strides
    if kind is None:  # pairs of half: the first dimension is real part, imaginary part
        kind, size, strides = TO_NUMPY[DTYPE_LIST[9]], (2, *size), (2, *strides)
    if source.byteswapped:
        kind = kind.newbyteorder()
    if source.nelem == 0:
        return np.zeros(size, kind)
    memory: Any = memory_of(source)
    if source.readonly and not deepcopy:
        memory = memoryview(memory).toreadonly()
    array = np.ndarray(size, kind, memory, source.offset, strides)
    return array.copy(order="K") if deepcopy else array
