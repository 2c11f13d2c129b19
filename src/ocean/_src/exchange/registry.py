"""The registry of foreign types: which of them are tensors and scalars, and how tensors are exported.

Python's buffer protocol, DLPack and NumPy's array protocols import tensors of other packages without importing the
packages. `registerType` adds types that support none of these.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.operands import SCALAR_TYPES, TENSOR_TYPES
from ocean._src.core.functions.buffers import tensor_from_array, tensor_from_buffer
from ocean._src.core.objects.dtypes import dtype, scalar, set_numpy_dtypes
from ocean._src.core.objects.tensor import set_lazy as set_lazy_class
from ocean._src.core.objects.tensor import tensor

TensorImport = Callable[[Any], Any]
ScalarImport = Callable[[Any], Any]
Export = Callable[[tensor, bool], Any]

IMPORT_TYPES: list[str] = []
EXPORT_TYPES: dict[str, Export] = {}
_TENSOR_IMPORTS: dict[str, TensorImport] = {}
_SCALAR_IMPORTS: dict[str, ScalarImport] = {}

# Names that always work: the module and function that export them. They are listed after their first use.
BUILT_IN = {
    "numpy": ("ocean._src.exchange.numpy", "to_numpy"),
    "torch": ("ocean._src.exchange.dlpack", "to_torch"),
    "jax": ("ocean._src.exchange.dlpack", "to_jax"),
    "xarray": ("ocean._src.exchange.xarray", "data_array"),
    "dlpack": ("ocean._src.exchange.dlpack", "to_dlpack"),
    "python": ("ocean._src.exchange.registry", "to_python"),
}


def getImportTypes() -> list[str]:
    """The names of the foreign types that have been registered for import."""
    return list(IMPORT_TYPES)


def getExportTypes() -> list[str]:
    """The names that have been registered for, or used in, `tensor.convertTo`."""
    return list(EXPORT_TYPES)


def registerType(
    name: str,
    import_tensor: TensorImport | None = None,
    import_scalar: ScalarImport | None = None,
    export: Export | None = None,
) -> None:
    """Teach Ocean a foreign type: its tensors and scalars are then taken everywhere, and `convertTo(name)` gives them.

    `import_tensor(value)` returns a tensor, or something that Ocean takes for one already (a NumPy array, a buffer);
    `import_scalar(value)` returns a scalar; both return None when the value is not theirs. `export(tensor, deepcopy)`
    returns the foreign object. Registering a name again replaces what it stood for.
    """
    if not isinstance(name, str) or not name:
        raise OceanTypeError(f"registerType(): the name must be a string, got {shown(name)}")
    if name in BUILT_IN:
        raise OceanValueError(f"registerType(): the name {shown(name)} is Ocean's own")
    given = {"import_tensor": import_tensor, "import_scalar": import_scalar, "export": export}
    for argument, function in given.items():
        if function is not None and not callable(function):
            raise OceanTypeError(f"registerType(): {argument} must be a function, got {shown(function)}")
    if all(function is None for function in given.values()):
        raise OceanTypeError("registerType() needs at least one of import_tensor, import_scalar and export")
    forget(name)
    if import_tensor is not None:
        _TENSOR_IMPORTS[name] = import_tensor
    if import_scalar is not None:
        _SCALAR_IMPORTS[name] = import_scalar
    if import_tensor is not None or import_scalar is not None:
        IMPORT_TYPES.append(name)
    if export is not None:
        EXPORT_TYPES[name] = export


def forget(name: str) -> None:
    """Undo a registration."""
    for table in (_TENSOR_IMPORTS, _SCALAR_IMPORTS, EXPORT_TYPES):
        table.pop(name, None)
    if name in IMPORT_TYPES:
        IMPORT_TYPES.remove(name)


def use_built_in(name: str) -> Export:
    """List a built-in name, also for import if other packages make such tensors."""
    module, function = BUILT_IN[name]
    export: Export = getattr(import_module(module), function)
    EXPORT_TYPES[name] = export
    if name != "python":
        IMPORT_TYPES.append(name)
    return export


def to_python(source: tensor, deepcopy: bool = False) -> Any:
    """Nested lists of Python numbers; the innermost ones are columns."""
    return source.asPython()


# --- Import ------------------------------------------------------------------------------------------------------


def set_lazy(cls: type) -> None:
    """Set the class of lazy tensors. Code that needs values evaluates them."""
    set_lazy_class(cls)
    TENSOR_TYPES[cls], SCALAR_TYPES[cls] = lambda value: value.eval(), None


def numpy_class(name: str, kind: type) -> bool:
    """Whether a type is NumPy's class of that name or a subclass; does not import NumPy."""
    found = getattr(sys.modules.get("numpy"), name, None)  # None also while another thread imports it
    return found is not None and issubclass(kind, found)


def foreign_dtype(value: Any) -> dtype | None:
    """The dtype for a dtype or scalar type of NumPy."""
    from .numpy import numpy_dtype

    return numpy_dtype(value)


def as_foreign_dtype(kind: dtype) -> Any:
    """NumPy's dtype of one of ours, or None."""
    from .numpy import dtype_for

    return dtype_for(kind)


def foreign_tensor(value: Any) -> tensor | None:
    """Import a value whose type is not in the table: registered types first, then the protocols."""
    plugins = _TENSOR_IMPORTS if getattr(type(value), "__module__", None) != "numpy" else {}
    for name, convert in plugins.items():
        found = convert(value)
        if found is not None:
            result = found if isinstance(found, tensor) else by_protocol(found)
            if result is None:
                raise OceanTypeError(f"The import function of {name!r} gave {type(found).__name__}, not a tensor")
            return result
    return by_protocol(value)


def by_protocol(value: Any) -> tensor | None:
    kind = type(value)
    if numpy_class("ndarray", kind):
        from .numpy import numpy_tensor

        if getattr(kind, "__module__", None) == "numpy":  # from now on, this type takes the fast path
            TENSOR_TYPES[kind], SCALAR_TYPES[kind] = tensor_from_array, None
        return numpy_tensor(value)
    if numpy_class("generic", kind):
        return None
    if "xarray" in sys.modules:
        from .xarray import from_data_array, is_data_array

        if is_data_array(kind):
            return from_data_array(value)
    found = tensor_from_buffer(value)
    if found is not None:
        return found
    if hasattr(kind, "__dlpack__"):
        from .dlpack import fromDLPack

        return fromDLPack(value)
    if not isinstance(value, type) and any(hasattr(value, name) for name in ARRAY_PROTOCOLS):
        from .numpy import from_array_protocol

        return from_array_protocol(value)
    return None


ARRAY_PROTOCOLS = ("__array_interface__", "__array_struct__", "__array__")


def foreign_scalar(value: Any) -> scalar | None:
    kind = type(value)
    if numpy_class("generic", kind):
        from .numpy import numpy_dtype, numpy_scalar

        if getattr(kind, "__module__", None) == "numpy":
            SCALAR_TYPES[kind], TENSOR_TYPES[kind] = numpy_dtype(kind) or numpy_scalar, None
        return numpy_scalar(value)
    for name, convert in _SCALAR_IMPORTS.items():
        found = convert(value)
        if found is not None:
            if not isinstance(found, scalar):
                raise OceanTypeError(f"The import function of {name!r} gave {type(found).__name__}, not a scalar")
            return found
    return None


set_numpy_dtypes(foreign_dtype, as_foreign_dtype)
