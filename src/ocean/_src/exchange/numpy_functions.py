"""NumPy's functions when they meet a tensor: Ocean computes, by Ocean's rules, and the result is a tensor.

NumPy passes `array * tensor` on as `np.multiply(array, tensor)`, so that the two cannot be told apart. The functions of
operators therefore mean Ocean's operators: `np.multiply` is `*`, the product of matrices, and `np.matmul` is `@`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ocean._src.core.dtypes import scalar
from ocean._src.core.errors import OceanTypeError
from ocean._src.core.operands import import_scalar, import_tensor
from ocean._src.core.tensor import tensor
from ocean._src.names import FUNCTIONS as FUNCTIONS_HERE
from ocean._src.ops.reductions import ROWS as REDUCTION_ROWS
from ocean._src.ops.scans import ROWS as SCAN_ROWS
from ocean._src.ops.table import OPERATORS as PYTHON
from ocean._src.ops.table import ROWS

from .numpy import to_numpy

NAMED = {row.numpy: row for row in ROWS.values() if row.numpy}
OPERATORS = {name: row.operator for name, row in NAMED.items() if row.operator}
OPERATORS |= {"multiply": "*", "matmul": "@", "positive": "+x"}  # what these operators of arrays call
FUNCTIONS = {name: row.name for name, row in NAMED.items() if name not in OPERATORS}
REDUCTIONS = {row.numpy: name for name, row in REDUCTION_ROWS.items() if row.numpy}
REDUCTIONS |= {"amax": REDUCTIONS["max"], "amin": REDUCTIONS["min"]}  # NumPy's other names
SCANS = {row.numpy: name for name, row in SCAN_ROWS.items() if row.numpy}
REDUCED = {
    "add": "sum", "multiply": "prod", "maximum": "maximum", "minimum": "minimum", "logical_and": "all",
    "logical_or": "any",
}  # fmt: skip

# Functions that ask about their arguments or write them elsewhere: NumPy does that on the tensor's memory.
AS_ARRAYS = {
    "shape", "ndim", "size", "array_equal", "array_equiv", "allclose", "may_share_memory", "shares_memory",
    "iscomplexobj", "isrealobj", "result_type", "can_cast", "copyto", "save", "savez", "savez_compressed", "savetxt",
    "array_repr", "array_str", "array2string",
}  # fmt: skip
KNOWN = {tensor, scalar, np.ndarray, int, float, complex, bool, type(None), list}


def ocean_function(name: str) -> Callable[..., Any]:
    import ocean

    found: Callable[..., Any] = getattr(ocean, name)
    return found


def operand(value: Any) -> Any:
    """NumPy's arrays and scalars as Ocean's, so that operators do not come back here."""
    if isinstance(value, (tensor, scalar)):
        return value
    number = import_scalar(value)
    if number is not None:
        return number
    found = import_tensor(value)
    return value if found is None else found


def advice(name: str, other: str = "") -> OceanTypeError:
    instead = f"use {other}, or " if other else "use "
    return OceanTypeError(f"{name} does not take tensors; {instead}tensor.convertTo('numpy') to compute with NumPy")


def refuse_options(name: str, options: dict[str, Any]) -> None:
    for option in options:
        raise OceanTypeError(f"{name}: the option '{option}' does not apply to tensors")


# --- Elementwise functions ---------------------------------------------------------------------------------------


SEVERAL = ("divmod", "frexp", "modf")
"""Those with two results."""


def array_ufunc(self: Any, ufunc: Any, method: str, *inputs: Any, out: Any = (None,), **options: Any) -> Any:
    """What NumPy calls instead of one of its elementwise functions; `out` is a tuple of one."""
    name = ufunc.__name__
    if method != "__call__":
        raise advice(f"np.{name}.{method}", f"ocean.{REDUCED[name]}" if method == "reduce" and name in REDUCED else "")
    for each in (*inputs, *out):
        if type(each) not in KNOWN and overrides(each):
            return NotImplemented
    if name in SEVERAL:
        if options or any(each is not None for each in out):
            refuse_options(f"np.{name}", options or {"out": out})
        return ocean_function(name)(*map(operand, inputs))
    if name not in OPERATORS and name not in FUNCTIONS:
        raise advice(f"np.{name}")
    (result,) = out
    if name == "matmul" and result is inputs[0]:
        options.pop("axes", None)  # NumPy's own way of saying @=
    if options:
        refuse_options(f"np.{name}", options)
    operands = [operand(each) for each in inputs]
    if result is None:
        return compute(name)(*operands)
    target = operand(result)
    if not isinstance(target, tensor):
        raise OceanTypeError(f"np.{name}: the result cannot be written to {type(result).__name__}")
    if name in FUNCTIONS:
        compute(name)(*operands, target)
    elif result is inputs[0] and (in_place := in_place_operator(name)):
        in_place(target, operands[1])
    else:
        target.copy(compute(name)(*operands))
    return result


def overrides(value: Any) -> bool:
    """Whether a value has its own say in NumPy's functions, as we do."""
    return hasattr(type(value), "__array_ufunc__") and not isinstance(value, (np.ndarray, np.generic))


def compute(name: str) -> Callable[..., Any]:
    return PYTHON[OPERATORS[name]] if name in OPERATORS else ocean_function(FUNCTIONS[name])


def in_place_operator(name: str) -> Callable[..., Any] | None:
    """`operator.iadd` for `add`; None where Python has no such operator."""
    plain = PYTHON[OPERATORS[name]].__name__
    return getattr(operator, f"i{plain.rstrip('_')}", None)


# --- Other functions ---------------------------------------------------------------------------------------------


def call_function(function: Any, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
    name = function.__name__
    known: Any = getattr(np, name, None)
    if function is not known:
        module = function.__module__.removeprefix("numpy.")
        known = module in ("fft", "linalg") and hasattr(ocean_function(module), name)
        raise advice(f"np.{module}.{name}", f"ocean.{module}.{name}" if known else "")
    if name in AS_ARRAYS:
        return function(*as_arrays(args), **as_arrays(options))
    if name in REDUCTIONS:
        return reduce(name, *args, **options)
    if name in SCANS:
        return cumulate(name, *args, **options)
    if name in OWN:
        return OWN[name](*args, **options)
    if name in FUNCTIONS:
        return elementwise(name, *args, **options)
    import ocean

    if hasattr(ocean, name):
        raise advice(f"np.{name}", f"ocean.{name}")
    here = FUNCTIONS_HERE.get(name, "")
    raise advice(f"np.{name}", here.removeprefix("use ") if here.startswith("use ") else "")


def elementwise(name: str, *operands: Any, out: Any = None, **options: Any) -> Any:
    """One of NumPy's elementwise functions that is written in Python."""
    refuse_options(f"np.{name}", options)
    if out is None:
        return compute(name)(*map(operand, operands))
    compute(name)(*map(operand, operands), operand(out))
    return out


def as_arrays(value: Any) -> Any:
    """Every tensor in nested arguments as an array on its memory."""
    if isinstance(value, tensor):
        return to_numpy(value)
    if isinstance(value, (list, tuple)):
        return type(value)(map(as_arrays, value))
    return {name: as_arrays(each) for name, each in value.items()} if isinstance(value, dict) else value


def reduce(
    name: str, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, **options: Any
) -> Any:
    if dtype is not None:
        options["dtype"] = dtype
    named = {"ddof": options.pop("ddof")} if name in ("var", "std", "nanvar", "nanstd") and "ddof" in options else {}
    refuse_options(f"np.{name}", options)
    function = ocean_function(REDUCTIONS[name])
    source = operand(a)
    if name in ("argmin", "argmax") and axis is None and source.ndims > 1:
        message = f"np.{name} of a matrix needs an axis, because NumPy counts through its rows; use ocean.{name}"
        raise OceanTypeError(message)
    axes = tuple(range(source.ndims)) if axis is None and (keepdims or out is not None) else axis
    if out is None:
        return function(source, **named) if axes is None else function(source, axes, bool(keepdims), **named)
    function(source, axes, bool(keepdims), operand(out), **named)
    return out


def cumulate(name: str, a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    if dtype is not None:
        refuse_options(f"np.{name}", {"dtype": dtype})
    source = operand(a)
    if axis is None and source.ndims > 1:
        message = f"np.{name} of a matrix needs an axis, because NumPy counts through its rows; use ocean.{SCANS[name]}"
        raise OceanTypeError(message)
    result = ocean_function(SCANS[name])(source, axis, None, None if out is None else operand(out))
    return result if out is None else out


def where(condition: Any, *choices: Any) -> Any:
    if len(choices) != 2:
        raise advice("np.where with one argument", "ocean.find")
    return elementwise("where", condition, *choices)


def clip(a: Any, a_min: Any = None, a_max: Any = None, out: Any = None, **options: Any) -> Any:
    low, high = options.pop("min", a_min), options.pop("max", a_max)
    if low is None or high is None:
        raise OceanTypeError("np.clip of a tensor needs both bounds; use ocean.max or ocean.min for one")
    return elementwise("clip", a, low, high, out=out, **options)


def round_half(a: Any, decimals: int = 0, out: Any = None) -> Any:
    if out is None:
        return ocean_function("round")(operand(a), decimals)
    ocean_function("round")(operand(a), decimals, operand(out))
    return out


def nan_to_num(x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    if not copy:
        raise OceanTypeError("np.nan_to_num: the option 'copy' does not apply to tensors")
    return ocean_function("nan_to_num")(operand(x), nan=nan, posinf=posinf, neginf=neginf)


OWN: dict[str, Callable[..., Any]] = {
    "where": where,
    "clip": clip,
    "round": round_half,
    "nan_to_num": nan_to_num,
    "real": lambda val: val.real,
    "imag": lambda val: val.imag,
    "copy": lambda a: a.clone(),
    "transpose": lambda a, axes=None: a.reverseAxes() if axes is None else a.permuteAxes(axes),
    "zeros_like": lambda a: ocean_function("zerosLike")(a),
    "ones_like": lambda a: ocean_function("onesLike")(a),
    "empty_like": lambda a: ocean_function("tensorLike")(a),
    "full_like": lambda a, fill_value: ocean_function("fullLike")(a, fill_value),
}
