"""Deferred operations of arrays: the steps of their expressions, by NumPy's rules for dtypes."""

from __future__ import annotations

from ocean._src.base.hints import Any
from ocean._src.core.call.settings import settings
from ocean._src.core.objects.deferred import install, make_step, step
from ocean._src.core.objects.description import make_description
from ocean._src.core.objects.dtypes import BOOL, dtype, scalar
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.rtensor import is_constant, lazy_tensor, operands_of, rtensor
from ocean._src.core.objects.tensor import make_empty, memory_of, tensor
from ocean._src.ops import expressions

from . import ufuncs


def marker(value: Any, number: int) -> Any:
    """Another number of the same kind, by which an operand is found again in an expression."""
    if isinstance(value, scalar):
        return value if value.dtype is BOOL else value.dtype(17 + number)
    return 17 + number if type(value) is int else 17.25 + number


def numeric(value: Any) -> Any:
    return value.asPython() if isinstance(value, scalar) else value


def step_of(name: str, given: list[Any], same: bool) -> step | None:
    """The step of an operation on arrays of given dtypes, scalars and Python numbers; `same`: two operands are one.
    None if the operation cannot be deferred."""
    if not (settings.auto_typecast and settings.auto_broadcast):
        return None
    found: list[Any] = []
    for k, each in enumerate(given):
        if isinstance(each, dtype):
            found.append(
                found[0] if same and found else lazy_tensor(make_empty(make_description(each, (1,), "F", cpu)))
            )
        else:
            found.append(each if is_constant(each) else marker(each, k))
    try:
        result = ufuncs.run(*ufuncs.simplest(name, found))
    except (TypeError, ValueError, OverflowError, KeyError):
        return None  # the call itself raises the error
    if not isinstance(result, rtensor):
        return None
    source = []
    for operand in operands_of(result):
        if isinstance(operand, tensor):
            places = [
                k for k, each in enumerate(found)
                if isinstance(each, rtensor) and memory_of(operands_of(each)[0]) is memory_of(operand)
            ]  # fmt: skip
        else:
            places = [
                k for k, each in enumerate(found)
                if not isinstance(each, rtensor) and numeric(each) == operand.asPython()
            ]  # fmt: skip
        if len(places) != 1 and not (same and places):
            return None
        source.append(places[0])
    if len(source) > len(given):
        return None
    numbers = [k for k in source if isinstance(given[k], scalar)]
    if any(result.expression.inputs[source.index(k)] is not given[k].dtype for k in numbers):
        return None
    return make_step(result.expression, source)


install(step=step_of, compose=expressions.compose, run=expressions.run)
