"""Elements chosen among several arrays: choose, select, piecewise."""

from __future__ import annotations

from collections.abc import Sequence

from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import ruled
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import BOOL

from . import create
from .broadcast import broadcast_arrays, broadcast_shapes, broadcast_to
from .dtypes import result_kind
from .indices import index_array, within
from .out import given_to
from .ufuncs import call
from .unwrap import NUMBERS, arrays_together, as_array, device_of

__all__ = ["choose", "piecewise", "select"]


@ruled("refuse")
def choose(a: Any, choices: Any, out: Any = None, mode: str = "raise") -> array:
    """The elements of the array that each index names, of those in a list."""
    index, *given = arrays_together(a, *choices)
    index = index_array("choose", index)
    if mode == "raise" and index.size and (int(index.min()) < 0 or int(index.max()) >= len(given)):
        raise OceanValueError("invalid entry in choice array")
    beside = zip(choices if isinstance(choices, (list, tuple)) else given, given, strict=True)
    kind = result_kind(*(each if type(each) in NUMBERS else made for each, made in beside))
    index, *given = broadcast_arrays(within(index, len(given), mode), *given)
    result = given[0].astype(kind)
    for k, each in enumerate(given[1:], 1):
        result = call("where", (index == k, each.astype(kind, copy=False), result))
    return given_to(out, result, "choose", "unsafe")  # NumPy casts to anything here


@ruled("refuse")
def select(condlist: Any, choicelist: Any, default: Any = 0) -> array:
    """The elements of the first choice whose condition holds, else a default value."""
    if len(condlist) != len(choicelist):
        raise OceanValueError("list of cases must be same length as list of conditions")
    if not len(condlist):
        raise OceanValueError("select with an empty condition list is not possible")
    numbers = (bool, int, float, complex)
    beside = device_of([*condlist, *choicelist, default])
    conditions = [create.asarray(each, device=beside) for each in condlist]
    if any(each._dtype is not BOOL for each in conditions):
        raise OceanTypeError("invalid entry in condlist: should be boolean ndarray")
    choices = [each if type(each) in numbers else create.asarray(each, device=beside) for each in choicelist]
    value = default if type(default) in numbers else create.asarray(default, device=beside)
    kind = result_kind(*choices, value)
    shape = broadcast_shapes(*(as_array(each).shape for each in (*conditions, *choices, value)))
    result = create.full(shape, value, kind, device=beside)
    for condition, choice in zip(reversed(conditions), reversed(choices), strict=True):
        result = call("where", (condition, create.asarray(choice, kind, device=beside), result))
    return result


@ruled("refuse")
def piecewise(x: Any, condlist: Any, funclist: Sequence[Any], *args: Any, **kw: Any) -> array:
    """Functions or numbers, each for the elements where its condition holds; one more is for all others."""
    source = as_array(x)
    listed = isinstance(condlist, (list, tuple))
    single = (isinstance(condlist[0], (bool, int)) and source.ndim > 0) if listed else as_array(condlist).ndim < 2
    conditions = [as_array(each).astype(BOOL) for each in ([condlist] if single else condlist)]
    if len(funclist) == len(conditions) + 1:
        rest = ~conditions[0]
        for each in conditions[1:]:
            rest = rest & ~each
        conditions.append(rest)
    elif len(funclist) != len(conditions):
        raise OceanValueError(f"with {len(conditions)} condition(s), either {len(conditions)} or {len(conditions) + 1} "
                              "functions are expected")  # fmt: skip
    result = create.zeros_like(source)
    for condition, function in zip(conditions, funclist, strict=True):
        if not condition.ndim:
            condition = broadcast_to(condition, source.shape)
        elif condition.shape != source.shape[: condition.ndim]:  # a mask of the first axes, like an index
            raise OceanIndexError(f"piecewise(): a condition has shape {condition.shape}, the array {source.shape}")
        if not callable(function) or isinstance(function, array):
            result[condition] = function
        else:
            values = source[condition]
            if values.size:
                result[condition] = function(values, *args, **kw)
    return result
