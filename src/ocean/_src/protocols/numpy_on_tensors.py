"""NumPy's own functions on tensors mean what NumPy documents; arrays in their results become tensors.

Elementwise functions read a tensor's memory through the buffer protocol and hand what they computed to
`__array_wrap__`; all others come to `__array_function__`, which calls them with arrays on the tensors' memory. Tensors
have no `__array_ufunc__`, because NumPy would hand it operators too, under the names of functions: `array * tensor`
could not be told from `np.multiply(array, tensor)`. Without it NumPy leaves operators to the operand of the higher
`__array_priority__`, so that they mean what they mean between tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ocean._src.base.errors import OceanValueError
from ocean._src.base.later import namespace
from ocean._src.core.functions.buffers import tensor_from_array
from ocean._src.core.objects.dtypes import CHALF, scalar
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor
from ocean._src.exchange.numpy import TO_NUMPY, as_array, complex_half, scalar_as_array, without_buffer
from ocean._src.help.elsewhere import FUNCTIONS
from ocean._src.ops.reductions import ROWS as REDUCTIONS
from ocean._src.ops.scans import ROWS as SCANS
from ocean._src.ops.table import ROWS

KINDS = frozenset((tensor, rtensor))
OURS = frozenset((tensor, rtensor, scalar, np.ndarray))
ndarray = np.ndarray

# What only asks how its arguments are described, and what reads them and gives no tensor: for tensors on any device.
DESCRIBING = {"shape", "ndim", "size", "iscomplexobj", "isrealobj", "result_type", "can_cast", "einsum_path"}
READING = {
    "array_equal", "array_equiv", "allclose", "copyto", "save", "savez", "savez_compressed", "savetxt", "array_repr",
    "array_str", "array2string",
}  # fmt: skip
THERE_AND_BACK = {"linalg.eig", "linalg.eigvals", "linalg.lstsq"}
"""What NumPy computes on the host also for a tensor on another device, to which the results go back."""


# --- Results -----------------------------------------------------------------------------------------------------


def array_wrap(self: Any, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
    """What NumPy calls with the result of an elementwise function that had a tensor among its arguments. It computed
    on the host; the result goes where the first tensor is."""
    if return_scalar:
        return array[()]
    first = self if context is None else next((each for each in context[1] if type(each) in KINDS), self)
    found = as_tensor(array)
    return found if first.device.host or type(found) is not tensor else first.device(found)


def scalar_wrap(self: scalar, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
    """The same for typed scalars: a number becomes one of Ocean's."""
    found = as_tensor(array)
    return found.asScalar() if isinstance(found, tensor) and found.ndims == 0 else found


def as_tensor(array: Any) -> Any:
    """A tensor on the memory of an array; texts, objects and what else Ocean has no dtype for stay arrays."""
    if type(array) is not ndarray:
        return array
    found = tensor_from_array(array)
    if found is None:
        return without_buffer(array) if array.dtype.name == "complex32" else array
    return found


def results(value: Any, given: dict[int, Any], made: Callable[[Any], Any] = as_tensor, kind: type = ndarray) -> Any:
    """Every array in a result as a tensor, or what `made` makes of it; an array that stands for a tensor among the
    arguments as that tensor."""
    if isinstance(value, (kind, np.generic)):
        known = given.get(id(value))
        return made(value) if known is None else known[0]
    if isinstance(value, tuple):
        parts = [results(each, given, made, kind) for each in value]
        return value._make(parts) if hasattr(value, "_make") else tuple(parts)
    if type(value) is list:
        return [results(each, given, made, kind) for each in value]
    if type(value) is dict:
        return {name: results(each, given, made, kind) for name, each in value.items()}
    return value


# --- Functions that are not elementwise ------------------------------------------------------------------------------


def arrays(value: Any, function: Any, given: dict[int, Any], readers: Readers | None = None) -> Any:
    """Every tensor in nested arguments, or every object of the classes in `readers`, as an array on its memory, which
    is noted beside it."""
    kind = type(value)
    if kind is scalar:
        return scalar_as_array(value, None, None)
    read = (readers or READERS).get(kind)
    if read is not None:
        array = read(value, function)
        given[id(array)] = (value, array)
        return array
    if kind is list or kind is tuple:
        return kind(arrays(each, function, given, readers) for each in value)
    if kind is dict:
        return {name: arrays(each, function, given, readers) for name, each in value.items()}
    return value


def of_tensor(source: Any, function: Any) -> Any:
    """An array on the memory of a tensor, or one that cannot be written where only a copy can be had."""
    if not source.device.host:
        return from_elsewhere(source, function)
    if type(source) is rtensor:
        source = source.eval()
    if source.dtype is not CHALF:
        return np.asarray(source)
    array = as_array(source, None, None)
    array.flags.writeable &= array.__array_interface__["data"][0] == source.ptr
    return array


Readers = dict[type, Callable[[Any, Any], Any]]
READERS: Readers = dict.fromkeys(KINDS, of_tensor)
"""How objects become arrays on their memory, for a function, by class."""


def brought_back(made: Callable[[Any], Any], given: dict[int, Any]) -> Callable[[Any], Any]:
    """How results are made that belong to the device of what was given, if that is not the host."""
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
    """For a tensor that is not on the host, where the function needs only its description or its values."""
    name = called(function)
    if name in DESCRIBING:
        kind = TO_NUMPY.get(source.dtype) or complex_half() or np.dtype(np.complex64)
        return np.broadcast_to(np.zeros((), kind), source.size)
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
    """The error for a tensor that is not on the host, which says what computes there. A TypeError would not do: NumPy
    takes one in `__array_wrap__` for a method that wants fewer arguments, and calls it again."""
    what = f"np.{name} computes" if name else "NumPy computes"
    instead = ours(name) if name else ""
    return OceanValueError(
        f"{what} on the host, and the tensor is on {source.device.name}; use {f'{instead}, or ' if instead else ''}"
        "ocean.cpu(t), which brings it here"
    )


def ours(name: str) -> str:
    """What Ocean has for one of NumPy's functions, though not always with the same rules."""
    ocean = namespace("ocean")
    module, _, inner = name.rpartition(".")
    if module:
        return f"ocean.{name}" if hasattr(getattr(ocean, module, None), inner) else ""
    rows: dict[str, Any] = {**ROWS, **REDUCTIONS, **SCANS}
    for own, row in rows.items():
        if row.numpy == name:
            return f"ocean.{own}"
    if hasattr(ocean, name):
        return f"ocean.{name}"
    text = FUNCTIONS.get(name, "")
    return text.removeprefix("use ") if text.startswith("use ") else ""
