"""NumPy fallbacks: functions that NumPy computes on the host, without copies if possible; results return to the device
of the arrays. docs/numpy.md lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import update_wrapper
from typing import Any

from ocean._src.base.later import numpy
from ocean._src.core.call.callables import pair, ruled
from ocean._src.core.functions import array_products
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects.array import array
from ocean._src.core.objects.memory import cpu, device
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor

from .printing import host_values
from .unwrap import as_array, default_device, device_of, inner, made, wrap


def host(value: Any) -> Any:
    """Arrays as NumPy arrays, also in lists, tuples and dictionaries; other values unchanged."""
    if type(value) is array:
        return host_values(inner(value))
    if isinstance(value, (tensor, rtensor)):
        return host_values(made(value, None, None))
    if isinstance(value, dict):
        return {key: host(each) for key, each in value.items()}
    if type(value) in (list, tuple):
        return type(value)(host(each) for each in value)
    return value


def home(values: Iterable[Any]) -> device:
    """The device of the arrays among values, also in lists and tuples; the default device without arrays."""
    found = [*values]
    return device_of(flat(found) if any(type(each) in (list, tuple) for each in found) else found) or default_device()


def flat(values: Iterable[Any]) -> Iterable[Any]:
    for each in values:
        if type(each) in (list, tuple):
            yield from flat(each)
        else:
            yield each


def back(value: Any, where: device) -> Any:
    """NumPy's arrays and numbers as arrays on a device, also in lists and tuples."""
    if type(value) is numpy.ndarray and where is cpu:
        return as_array(value)
    if isinstance(value, (numpy.ndarray, numpy.generic)):
        return wrap(converted(made(numpy.asarray(value), None, None), None, where))
    if isinstance(value, (list, tuple)):
        found = [back(each, where) for each in value]
        return type(value)(*found) if hasattr(value, "_fields") else type(value)(found)
    return value


def computed(name: str, *given: Any, **named: Any) -> Any:
    """Call NumPy's function, and convert its results."""
    where = home([*given, *named.values()])
    function = numpy
    for part in name.split("."):
        function = getattr(function, part)
    if isinstance(function, numpy.ufunc) and len(given) > function.nin:
        given, named["out"] = given[: function.nin], given[function.nin :]
    here = host(named)
    found = back(function(*host(given), **here), where)  # type: ignore[operator]
    return found if named.get("out") is None else written(named["out"], here["out"])


def written(out: Any, here: Any) -> Any:
    """The arrays given as `out`; results that NumPy wrote into copies on the host are copied to them."""
    if isinstance(out, tuple):
        results = tuple(written(each, values) for each, values in zip(out, here, strict=True))
        return results if len(results) > 1 else results[0]
    if type(out) is array and not numpy.shares_memory(here, host(out)):
        out[...] = here
    return out


def through(name: str, rule: str | None = None) -> Callable[..., Any]:
    """The fallback for a function of NumPy, with its axis rule."""

    def function(*given: Any, **named: Any) -> Any:
        return computed(name, *given, **named)

    update_wrapper(function, getattr(numpy, name))
    function.__module__, function.__qualname__ = "ocean.numpy", name
    function.__doc__ = f"NumPy's {name}, computed on the host."
    return function if rule is None else ruled(rule)(function)


# --- With a fast path of our own -----------------------------------------------------------------------------------


@pair(array_products.convolve, rule="refuse")
def convolve(a: Any, v: Any, mode: str = "full") -> array:
    """The convolution of two vectors: sums of products of one with parts of the other in reverse order."""
    found: array = computed("convolve", a, v, mode)
    return found


@pair(array_products.correlate, rule="refuse")
def correlate(a: Any, v: Any, mode: str = "valid") -> array:
    """The correlation of two vectors: sums of products of parts of the first with the second, conjugate."""
    found: array = computed("correlate", a, v, mode)
    return found


@pair(array_products.interp, rule="first")
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> array:
    """The values at x of lines through points, whose places are in ascending order; outside, those of the first and the
    last point unless `left` and `right` are given."""
    found: array = computed("interp", x, xp, fp, left, right, period)
    return found
