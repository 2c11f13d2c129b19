"""NumPy's own functions on arrays and tensors: native if `ocean.numpy` has the function, else computed by NumPy on the
same memory.

The class of the arguments decides the class of the result. For arrays the result is an array even where NumPy
returns a number, as everywhere in `ocean.numpy`; for tensors it is NumPy's number then. Among the arguments, arrays
take precedence over tensors and NumPy's arrays; classes with their own rules for NumPy's functions take precedence
over arrays. NumPy computes whatever `ocean.numpy` does not support: parameters that its function lacks, and values
of dtypes that Ocean lacks.
"""

from __future__ import annotations

import inspect

import numpy as np

from ocean._src.array import ufunc_methods
from ocean._src.array.methods import as_tensor as array_as_tensor
from ocean._src.array.methods import traced
from ocean._src.array.numpy_fallback import Given, Reader, by_numpy
from ocean._src.array.unwrap import read_dtype, wrap
from ocean._src.axes.labels import by_number
from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import Any
from ocean._src.base.later import namespace
from ocean._src.core.functions.array_functions import NATIVE
from ocean._src.core.objects.array import array
from ocean._src.core.objects.axes import MAX_DIMS
from ocean._src.core.objects.dtypes import dtype, scalar
from ocean._src.core.objects.memory import cpu, device
from ocean._src.core.objects.rtensor import labelled, rtensor
from ocean._src.core.objects.tensor import tensor, unlabelled
from ocean._src.exchange.numpy import FROM_NUMPY
from ocean._src.ops.axes import no_rule

from .numpy_on_tensors import (
    DESCRIBING,
    KINDS,
    OURS,
    READERS,
    READING,
    THERE_AND_BACK,
    as_tensor,
    brought_back,
    called,
    of_tensor,
)

own = namespace("ocean.numpy")

NUMPYS = {
    "result_type", "can_cast", "common_type", "min_scalar_type", "array_repr", "array_str", "array2string", "iterable",
    "save", "savez", "savez_compressed", "savetxt", "einsum_path", "may_share_memory", "shares_memory",
    "linalg.eig", "linalg.eigvals", "linalg.lstsq",
}  # fmt: skip
"""Functions that always stay NumPy's: they answer in NumPy's dtypes, make NumPy's text or files, ask about memory, or
give results in other dtypes than `ocean.numpy` (eigenvalues that NumPy gives as real numbers, a rank with 32
bits)."""
TEXT = {"array_repr", "array_str", "array2string", "save", "savez", "savez_compressed", "savetxt"}
WITHOUT_NUMBERS = {
    "astype", "block", "broadcast_arrays", "broadcast_to", "copy", "cov", "cross", "diagonal", "empty_like",
    "expand_dims", "full_like", "i0", "imag", "isin", "linalg.cross", "linalg.inv", "linalg.pinv", "linalg.tensordot",
    "linalg.tensorsolve", "moveaxis", "ones_like", "pad", "permute_dims", "piecewise", "polyint", "real",
    "real_if_close", "reshape", "resize", "roll", "select", "sort_complex", "squeeze", "swapaxes", "tensordot", "tile",
    "transpose", "trim_zeros", "unique", "unique_all", "unique_inverse", "where", "zeros_like",
}  # fmt: skip
"""Functions whose 0-d results stay arrays, instead of becoming numbers."""
LIKE = {"empty_like", "zeros_like", "ones_like", "full_like"}
"""Functions whose result is an array of ours or an error: Dask asks in this way whether there are records."""
WRITING = {"copyto", "place", "put", "putmask", "put_along_axis", "fill_diagonal"}
"""Functions that write to their first argument."""


# --- By NumPy, and natively ----------------------------------------------------------------------------------------


def as_array(value: Any) -> Any:
    """An array on the memory of NumPy's; a 0-d array for a number. Values of other dtypes stay NumPy's."""
    found = as_tensor(np.asarray(value) if isinstance(value, np.generic) else value)
    return wrap(found.reverseAxes()) if isinstance(found, tensor) else value


def of_array(source: array, function: Any) -> Any:
    """NumPy's array on the memory of an array; a read-only one if it has to be a copy."""
    name = called(function)
    if not source.device.host and name not in DESCRIBING | READING | THERE_AND_BACK:
        raise OceanTypeError(
            f"np.{name} computes on the host, and the array is on {source.device.name!r}; bring it there with "
            "to_device('cpu')"
        )
    return of_tensor(array_as_tensor(source), function)


GIVEN: dict[type, Reader] = {**READERS, array: of_array}


def on_memory(function: Any, call: Any, args: Any, options: dict[str, Any]) -> Any:
    """Let NumPy compute on the memory of the arrays and tensors among the arguments."""
    return by_numpy(call, args, options, GIVEN, lambda given: brought_back(as_array, given), function)


def natively(function: Any, args: Any, options: dict[str, Any]) -> Any:
    """Call a function of `ocean.numpy`; NotImplemented if it does not support these arguments."""
    target = options.get("out")
    if isinstance(target, tuple):
        target = target[0] if len(target) == 1 else target
    if target is not None and type(target) is not array:
        return NotImplemented
    try:
        return function(*args, **options)
    except TypeError:
        if function.__name__ in LIKE or takes(function, args, options) or not reachable((args, options)):
            raise
        return NotImplemented


def takes(function: Any, args: Any, options: dict[str, Any]) -> bool:
    """Whether a function of `ocean.numpy` has parameters for these arguments, and Ocean has a dtype for each of
    them."""
    try:
        bound = inspect.signature(function).bind(*args, **options)
    except TypeError:
        return False
    for name, value in bound.arguments.items():
        if name == "dtype" and not known_dtype(value):
            return False
        kind = bound.signature.parameters[name].kind
        if not known(value) or (kind is kind.VAR_POSITIONAL and any(each is None for each in value)):
            return False  # None is an object where any number of arrays may be
    return True


def known_dtype(value: Any) -> bool:
    """Whether a requested dtype is one of Ocean's."""
    try:
        read_dtype(value)
    except TypeError:
        return False
    return True


def known(value: Any) -> bool:
    """Whether Ocean supports all classes and dtypes in nested arguments."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.dtype.newbyteorder("=") in FROM_NUMPY
    if isinstance(value, np.dtype):
        return known_dtype(value)
    if isinstance(value, (list, tuple)):
        return all(map(known, value))
    if isinstance(value, dict):
        return all(map(known, value.values()))
    return type(value) in PLAIN or callable(value)


PLAIN = frozenset((
    type(None), bool, int, float, complex, str, slice, range, type(...), array, tensor, rtensor, scalar, dtype,
    device,
))  # fmt: skip


def reachable(value: Any) -> bool:
    """Whether all arrays in nested arguments are on the host."""
    if isinstance(value, (list, tuple)):
        return all(map(reachable, value))
    if isinstance(value, dict):
        return all(map(reachable, value.values()))
    return type(value) is not array or value.device.host


# --- Elementwise functions ---------------------------------------------------------------------------------------


def call_ufunc(self: array, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
    """Called by NumPy in place of one of its elementwise functions, and for operators with one of its arrays on the
    left."""
    if not isinstance(ufunc, np.ufunc):
        raise OceanTypeError(f"__array_ufunc__() takes one of NumPy's elementwise functions, got {ufunc!r}")
    for each in (*inputs, *options.get("out", ())):
        kind = type(each)
        if kind not in OURS and kind is not array and not isinstance(each, np.ndarray):
            theirs = getattr(kind, "__array_ufunc__", None)
            if theirs is not None and not isinstance(each, np.generic):
                return NotImplemented
    found = ufunc_natively(ufunc, method, inputs, options)
    if found is NotImplemented:
        return on_memory(ufunc, getattr(ufunc, method), inputs, options)
    if method == "__call__" and isinstance(ufunc, np.ufunc):
        NATIVE[ufunc] = getattr(own, ufunc.__name__)
    return found


def ufunc_natively(ufunc: Any, method: str, inputs: tuple[Any, ...], options: dict[str, Any]) -> Any:
    name = ufunc.__name__
    if method == "outer" and "axis" not in options and len(inputs) == 2:
        first, second = (own.asarray(each) for each in inputs)
        if first.axes is not None or second.axes is not None:
            raise no_rule(f"{name}.outer")
        if first.ndim + second.ndim > MAX_DIMS:
            return NotImplemented
        inputs, method = (first.reshape(first.shape + (1,) * second.ndim), second), "__call__"
    if method == "__call__":
        function = getattr(own, name, None)
    else:
        function, options = ufunc_methods.native(name, method), {"axis": 0, **options}
    return NotImplemented if function is None else natively(function, inputs, options)


# --- All other functions -----------------------------------------------------------------------------------------


def call_function(self: array, function: Any, types: Any, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Called by NumPy in place of one of its other functions, with arrays anywhere among the arguments."""
    for kind in types:
        if kind not in OURS and not issubclass(kind, (array, np.ndarray)):
            return NotImplemented
    native = native_function(called(function))
    found = NotImplemented
    if native is not None and not writes_elsewhere(function, args):
        found = natively(native, args, options)
    return on_memory(function, function, args, options) if found is NotImplemented else found


def writes_elsewhere(function: Any, args: tuple[Any, ...], ours: tuple[type, ...] = (array,)) -> bool:
    """Whether a function writes to its first argument, and that is one of NumPy's arrays."""
    return function.__name__ in WRITING and type(args[0] if args else None) not in ours


def call_tensor_function(self: Any, function: Any, types: Any, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Like `call_function` with tensors among the arguments; `ocean.numpy` sees them as arrays of the same shape."""
    for kind in types:
        if kind not in OURS and not issubclass(kind, np.ndarray):
            return NotImplemented
    name = called(function)
    native = native_function(name)
    axes = next((each.axes for each in args if type(each) in KINDS and each.axes is not None), None)
    if axes is not None:  # replace an axis by the number of its dimension
        args = tuple(by_number(each, axes) for each in args)
        options = {each: by_number(value, axes) for each, value in options.items()}
    if native is not None and name not in DESCRIBING | TEXT and not writes_elsewhere(function, args, (array, *KINDS)):

        def numbers_and_tensors(given: Given) -> Any:
            return of_face(name, getattr(next((each for each, _ in given.values()), self), "device", cpu))

        def call(*arguments: Any, **named: Any) -> Any:
            return natively(native, arguments, named)

        found = by_numpy(call, args, options, FACES, numbers_and_tensors, function, array)
        if found is not NotImplemented:
            return found
    return by_numpy(function, args, options, READERS, lambda given: brought_back(as_tensor, given), function)


def as_face(source: Any, function: Any) -> array:
    """The array on the memory of a tensor, without its axes, which NumPy's functions do not know. An r-tensor is
    evaluated unless it is traced."""
    if type(source) is rtensor and source.trace is not None:
        return wrap(labelled(source, None).reverseAxes())
    return wrap(unlabelled(source.eval() if type(source) is rtensor else source).reverseAxes())


FACES: dict[type, Reader] = dict.fromkeys(KINDS, as_face)


def of_face(name: str, where: device) -> Any:
    """How to convert results of `ocean.numpy` for tensors: to tensors on the first one's device, or to NumPy's numbers
    where NumPy returns numbers."""

    def made(found: array) -> Any:
        lazy = traced(found)
        if lazy is not None:
            return lazy
        result = array_as_tensor(found)
        if result.ndims or name in WITHOUT_NUMBERS:
            return result if result.device is where else where(result)
        return of_tensor(result if result.device.host else cpu(result), None)[()]

    return made


def native_function(name: str) -> Any:
    """The function of `ocean.numpy` with the name of NumPy's, or None."""
    if name in NUMPYS:
        return None
    module, _, name = name.rpartition(".")
    place = {"": own, "linalg": own.linalg, "fft": own.fft, "lib.stride_tricks": own.lib.stride_tricks}.get(module)
    return getattr(place, name, None)
