"""Which foreign types are tensors and scalars, and how tensors become them.

Python's buffer protocol brings in NumPy arrays, memoryviews, `array.array` and others without a copy and without
importing any of them; `__array_interface__` and `__array__` serve the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ocean.core.dtypes import scalar
from ocean.core.tensor import tensor

from .buffers import from_buffer

IMPORT_TYPES: list[str] = []
EXPORT_TYPES: dict[str, Callable[[tensor, bool], Any]] = {}
_TENSOR_IMPORTS: list[Callable[[Any], tensor | None]] = []
_SCALAR_IMPORTS: list[Callable[[Any], scalar | None]] = []


def register(
    name: str,
    tensor_import: Callable[[Any], tensor | None],
    scalar_import: Callable[[Any], scalar | None],
    export: Callable[[tensor, bool], Any],
) -> None:
    """Add a foreign type; registering a name again changes nothing."""
    if name in EXPORT_TYPES:
        return
    IMPORT_TYPES.append(name)
    EXPORT_TYPES[name] = export
    _TENSOR_IMPORTS.append(tensor_import)
    _SCALAR_IMPORTS.append(scalar_import)


def getImportTypes() -> list[str]:
    """The names of the foreign types that have been registered for import."""
    return list(IMPORT_TYPES)


def getExportTypes() -> list[str]:
    """The names that `tensor.convertTo` takes."""
    return list(EXPORT_TYPES)


def import_scalar(value: Any) -> scalar | None:
    """A typed scalar of another package as an Ocean scalar, or None."""
    if type(value) in (int, float, complex, bool, list, tuple):
        return None
    if type(value).__module__ == "numpy":
        from .numpy import numpy_scalar

        return numpy_scalar(value)
    for convert in _SCALAR_IMPORTS:
        found = convert(value)
        if found is not None:
            return found
    return None


def import_tensor(value: Any) -> tensor | None:
    """A foreign tensor as an Ocean tensor on the same memory, or None when it is not one."""
    if type(value) in (int, float, complex, bool, list, tuple, range, str, bytes):
        return None
    if type(value).__module__ == "numpy":
        from .numpy import numpy_tensor

        return numpy_tensor(value)
    for convert in _TENSOR_IMPORTS:
        found = convert(value)
        if found is not None:
            return found
    return from_buffer(value)
