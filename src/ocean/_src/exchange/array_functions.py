"""NumPy's own functions on arrays: natively where `ocean.numpy` has the function, else by NumPy on the arrays' memory.

The result is an array either way, also where NumPy gives a number, as everywhere in `ocean.numpy`. Arrays count more
than tensors and NumPy's arrays among the arguments; classes that have rules of their own for NumPy's functions come
before arrays. A function that `ocean.numpy` has, but not with such arguments, refuses them with a TypeError; NumPy gets
them then, unless one is on a device that NumPy cannot reach.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import ocean.numpy as own
from ocean._src.array.face import wrap
from ocean._src.array.methods import as_tensor as seen
from ocean._src.core.array import array
from ocean._src.core.errors import OceanTypeError
from ocean._src.core.tensor import tensor
from ocean.numpy.lib import stride_tricks

from .numpy_functions import DESCRIBING, OURS, READERS, READING, Readers, arrays, as_tensor, called, of_tensor, results

NUMPYS = {
    "result_type", "can_cast", "common_type", "min_scalar_type", "array_repr", "array_str", "array2string", "iterable",
    "save", "savez", "savez_compressed", "savetxt", "einsum_path", "may_share_memory", "shares_memory",
    "linalg.eig", "linalg.eigvals", "linalg.lstsq",
}  # fmt: skip
"""What is always NumPy's: answers in NumPy's dtypes, NumPy's text, files, questions about memory, and results in dtypes
that are not those of `ocean.numpy` (eigenvalues that NumPy gives as real numbers, the rank as a number of 32 bits)."""
WRITING = {"copyto", "place", "put", "putmask", "put_along_axis", "fill_diagonal"}
"""What writes its first argument."""
REDUCTIONS = {
    "add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min", "logical_and": "all", "logical_or": "any",
}  # fmt: skip
SCANS = {"add": "cumsum", "multiply": "cumprod"}


# --- By NumPy, and natively ----------------------------------------------------------------------------------------


def as_array(value: Any) -> Any:
    """An array on the memory of NumPy's, or without axes for a number; what Ocean has no dtype for stays NumPy's."""
    found = as_tensor(np.asarray(value) if isinstance(value, np.generic) else value)
    return wrap(found.reverseAxes()) if isinstance(found, tensor) else value


def of_array(source: array, function: Any) -> Any:
    """NumPy's array on the memory of an array, or one that cannot be written where only a copy can be had."""
    name = called(function)
    if not source.device.host and name not in DESCRIBING | READING:
        raise OceanTypeError(
            f"np.{name} computes on the host, and the array is on {source.device.name}; bring it there with "
            "to_device('cpu')"
        )
    return of_tensor(seen(source), function)


GIVEN: Readers = {**READERS, array: of_array}


def by_numpy(function: Any, call: Any, args: Any, options: dict[str, Any]) -> Any:
    """What NumPy computes on the memory of the arrays and tensors among the arguments."""
    given: dict[int, Any] = {}
    arguments = [arrays(each, function, given, GIVEN) for each in args]
    named = {name: arrays(each, function, given, GIVEN) for name, each in options.items()}
    target = named.get("out")
    for each in target if isinstance(target, tuple) else (target,):
        given.setdefault(id(each), (each, each))  # NumPy's own array comes back as it is
    return results(call(*arguments, **named), given, as_array)


def natively(function: Any, args: Any, options: dict[str, Any]) -> Any:
    """What a function of `ocean.numpy` computes; NotImplemented if it does not take such arguments."""
    target = options.get("out")
    if isinstance(target, tuple):
        target = target[0] if len(target) == 1 else target
    if target is not None and type(target) is not array:
        return NotImplemented
    try:
        return function(*args, **options)
    except TypeError:
        if not reachable((args, options)):
            raise
        return NotImplemented


def reachable(value: Any) -> bool:
    """Whether all arrays in nested arguments are on the host."""
    if isinstance(value, (list, tuple)):
        return all(map(reachable, value))
    if isinstance(value, dict):
        return all(map(reachable, value.values()))
    return type(value) is not array or value.device.host


# --- Elementwise functions ---------------------------------------------------------------------------------------


def call_ufunc(self: array, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
    """What NumPy calls instead of one of its elementwise functions, and for operators after one of its arrays."""
    for each in (*inputs, *options.get("out", ())):
        kind = type(each)
        if kind not in OURS and kind is not array and not isinstance(each, np.ndarray):
            theirs = getattr(kind, "__array_ufunc__", None)
            if theirs is not None and not isinstance(each, np.generic):
                return NotImplemented
    found = ufunc_natively(ufunc, method, inputs, options)
    if found is NotImplemented:
        found = by_numpy(ufunc, getattr(ufunc, method), inputs, options)
    return found


def ufunc_natively(ufunc: Any, method: str, inputs: tuple[Any, ...], options: dict[str, Any]) -> Any:
    name = ufunc.__name__
    if method == "outer" and "axis" not in options and len(inputs) == 2:
        first, second = (own.asarray(each) for each in inputs)
        if first.ndim + second.ndim > 8:
            return NotImplemented
        inputs, method = (first.reshape(first.shape + (1,) * second.ndim), second), "__call__"
    if method == "__call__":
        function = getattr(own, name, None)
    elif method == "reduce":
        function, options = getattr(own, REDUCTIONS.get(name, ""), None), {"axis": 0, **options}
    elif method == "accumulate":
        function, options = getattr(own, SCANS.get(name, ""), None), {"axis": 0, **options}
    else:
        function = None
    return NotImplemented if function is None else natively(function, inputs, options)


# --- All other functions -----------------------------------------------------------------------------------------


def call_function(self: array, function: Any, types: Any, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """What NumPy calls instead of one of its other functions, with arrays anywhere among the arguments."""
    for kind in types:
        if kind is not array and kind not in OURS and not issubclass(kind, np.ndarray):
            return NotImplemented
    native = native_function(called(function))
    found = NotImplemented
    if native is not None and not (function.__name__ in WRITING and type(args[0] if args else None) is not array):
        found = natively(native, args, options)
    return by_numpy(function, function, args, options) if found is NotImplemented else found


def native_function(name: str) -> Any:
    """The function of `ocean.numpy` with the name of NumPy's, or None."""
    if name in NUMPYS:
        return None
    module, _, name = name.rpartition(".")
    place = {"": own, "linalg": own.linalg, "fft": own.fft, "lib.stride_tricks": stride_tricks}.get(module)
    return getattr(place, name, None)
