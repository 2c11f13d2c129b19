"""NumPy's own functions on tensors: they mean what NumPy documents, and arrays in their results become tensors.

Elementwise functions read a tensor's memory through the buffer protocol and pass their result to `__array_wrap__`.
All other functions go through `__array_function__`, which calls them with arrays on the tensors' memory. Tensors
have no `__array_ufunc__`, because NumPy would also pass operators to it, under the names of functions: `array *
tensor` would look like `np.multiply(array, tensor)`. Without it NumPy leaves operators to the operand with the
higher `__array_priority__`, so that they mean the same as between tensors.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ocean._src.array.numpy_fallback import Given, Reader
from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.later import namespace
from ocean._src.core.functions.buffers import tensor_from_array
from ocean._src.core.objects.dtypes import scalar
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor
from ocean._src.exchange.numpy import BEYOND, TO_NUMPY, as_array, nearest_dtype, without_buffer
from ocean._src.help.elsewhere import FUNCTIONS
from ocean._src.ops.reductions import ROWS as REDUCTIONS
from ocean._src.ops.scans import ROWS as SCANS
from ocean._src.ops.table import ROWS

KINDS = frozenset((tensor, rtensor))
OURS = frozenset((tensor, rtensor, scalar, np.ndarray))
ndarray = np.ndarray

# Functions that only ask for the description of their arguments, and functions that read them but return no tensor:
# these work for tensors on any device.
DESCRIBING = {"shape", "ndim", "size", "iscomplexobj", "isrealobj", "result_type", "can_cast", "einsum_path"}
READING = {
    "array_equal", "array_equiv", "allclose", "copyto", "save", "savez", "savez_compressed", "savetxt", "array_repr",
    "array_str", "array2string",
}  # fmt: skip
THERE_AND_BACK = {"linalg.eig", "linalg.eigvals", "linalg.lstsq"}
"""Functions that NumPy computes on the host for tensors of any device; the results go back to that device."""


# --- Results -----------------------------------------------------------------------------------------------------


def array_wrap(self: Any, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
    """Called by NumPy with the result of an elementwise function of a tensor. NumPy computed on the host; the result
    goes to the device of the first tensor."""
    if return_scalar:
        return array[()]
    first = self if context is None else next((each for each in context[1] if type(each) in KINDS), self)
    found = as_tensor(array)
    return found if first.device.host or type(found) is not tensor else first.device(found)


def scalar_wrap(self: scalar, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
    """Like `array_wrap`, for typed scalars: a number becomes one of Ocean's."""
    found = as_tensor(array)
    return found.asScalar() if isinstance(found, tensor) and found.ndims == 0 else found


def as_tensor(array: Any) -> Any:
    """A tensor on the memory of an array. Arrays of text, objects and other unsupported dtypes stay arrays."""
    if type(array) is not ndarray:
        return array
    found = tensor_from_array(array)
    if found is None:
        return without_buffer(array) if array.dtype.name in BEYOND else array
    return found


# --- Functions that are not elementwise ------------------------------------------------------------------------------


def of_tensor(source: Any, function: Any) -> Any:
    """An array on the memory of a tensor; a read-only one if it has to be a copy."""
    if not source.device.host:
        return from_elsewhere(source, function)
    if type(source) is rtensor:
        source = source.eval()
    if source.dtype in TO_NUMPY:
        return np.asarray(source)
    array = as_array(source, None, None)
    array.flags.writeable &= array.__array_interface__["data"][0] == source.ptr
    return array


READERS: dict[type, Reader] = dict.fromkeys(KINDS, of_tensor)
"""By class: the function that gives an array on an object's memory."""


def brought_back(made: Callable[[Any], Any], given: Given) -> Callable[[Any], Any]:
    """How to make results, if the arguments are not on the host: like `made`, then copied to their device."""
    where = next((each.device for each, _ in given.values() if not isinstance(each, ndarray)), None)
    if where is None or where.host:
        return made

    def there(value: Any) -> Any:
        found = made(value)
        if type(found) is tensor:
            return where(found)
        return found if isinstance(found, (ndarray, np.generic)) else found.to_device(where)

    return there


# --- Tensors that NumPy cannot reach -------------------------------------------------------------------------------


def from_elsewhere(source: Any, function: Any) -> Any:
    """An array for a tensor that is not on the host, if the function needs only its description or its values."""
    name = called(function)
    if name in DESCRIBING:
        return np.broadcast_to(np.zeros((), nearest_dtype(source.dtype)), source.size)
    if name in READING or name in THERE_AND_BACK:
        array = as_array(source, None, None)
        array.flags.writeable = False
        return array
    raise elsewhere(name, source)


def called(function: Any) -> str:
    """The name of one of NumPy's functions: `add`, `linalg.svd`."""
    module = (getattr(function, "__module__", None) or "").removeprefix("numpy").strip(".")
    return f"{module}.{function.__name__}" if module else function.__name__


def elsewhere(name: str, source: Any) -> OceanValueError:
    """The error for a tensor that is not on the host; it names Ocean's own function. It cannot be a TypeError: NumPy
    would take that as a wrong signature of `__array_wrap__`, and call it again with fewer arguments."""
    what = f"np.{name} computes" if name else "NumPy computes"
    instead = ours(name) if name else ""
    return OceanValueError(
        f"{what} on the host, and the tensor is on {source.device.name}; use {f'{instead}, or ' if instead else ''}"
        "ocean.cpu(t), which brings it here"
    )


def ours(name: str) -> str:
    """The name of Ocean's counterpart of one of NumPy's functions; its rules may differ."""
    ocean = namespace("ocean")
    module, _, inner = name.rpartition(".")
    if module:
        return f"ocean.{name}" if hasattr(getattr(ocean, module, None), inner) else ""
    rows: dict[str, Any] = {**ROWS, **REDUCTIONS, **SCANS}
    for own, row in rows.items():
        if row.numpy == name and getattr(row, "public", True):
            return f"ocean.{own}"
    if hasattr(ocean, name):
        return f"ocean.{name}"
    text = FUNCTIONS.get(name, "")
    return text.removeprefix("use ") if text.startswith("use ") else ""
