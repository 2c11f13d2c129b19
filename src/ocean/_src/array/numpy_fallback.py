"""NumPy fallbacks: functions that NumPy computes on the host, without copies if possible; results return to the device
of the arrays. docs/numpy.md lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import update_wrapper

from ocean._src.base.hints import Any
from ocean._src.base.later import later, numpy
from ocean._src.core.call.callables import pair, ruled
from ocean._src.core.functions import array_products
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import dtype, scalar
from ocean._src.core.objects.memory import cpu, device
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor

from .printing import NAMES, host_values
from .unwrap import as_array, default_device, device_of, inner, made, wrap

__all__ = ["convolve", "correlate", "interp"]

exchange = later("ocean._src.exchange.numpy")  # with NumPy

Reader = Callable[[Any, Any], Any]
"""What gives NumPy's array for an object, and takes the function of NumPy's that needs it."""
Given = dict[int, tuple[Any, Any]]
"""The objects and the arrays that stand for them, by the identity of the arrays."""


def by_numpy(
    call: Callable[..., Any], args: Any, named: dict[str, Any], readers: Mapping[type, Reader],
    maker: Callable[[Given], Callable[[Any], Any]], function: Any = None, kind: type | None = None,
) -> Any:  # fmt: skip
    """Let a function compute on arrays that stand for objects among the arguments, those of the classes in `readers`;
    arrays in the results (of a class, else NumPy's) become these objects, or what `maker(given)` makes of them."""
    given: Given = {}
    arguments = [opened(each, readers, given, function) for each in args]
    options = {name: opened(each, readers, given, function) for name, each in named.items()}
    for each in targets(options):
        given.setdefault(id(each), (each, each))  # return NumPy's own array unchanged
    found = call(*arguments, **options)
    return closed(found, given, maker(given), kind or numpy.ndarray)


def opened(value: Any, readers: Mapping[type, Reader], given: Given, function: Any = None) -> Any:
    """An argument for NumPy, in which arrays stand for objects, also for those in lists, tuples and dictionaries."""
    kind = type(value)
    if kind is scalar:
        return exchange.scalar_as_array(value, None, None)
    read = readers.get(array if isinstance(value, array) else kind)  # subclasses are arrays
    if read is not None:
        found = read(value, function)
        given[id(found)] = (value, found)
        return found
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return value._make(opened(each, readers, given, function) for each in value)
    if kind is list or kind is tuple:
        return kind(opened(each, readers, given, function) for each in value)
    if kind is dict:
        return {name: opened(each, readers, given, function) for name, each in value.items()}
    return value


def closed(value: Any, given: Given, made: Callable[[Any], Any], kind: type) -> Any:
    """A result of NumPy's, in which arrays and numbers become what `made` gives, or what they stand for."""
    if isinstance(value, (kind, numpy.generic)):
        known = given.get(id(value))
        return made(value) if known is None else known[0]
    if isinstance(value, tuple):
        parts = [closed(each, given, made, kind) for each in value]
        return value._make(parts) if hasattr(value, "_make") else tuple(parts)
    if type(value) is list:
        return [closed(each, given, made, kind) for each in value]
    if type(value) is dict:
        return {name: closed(each, given, made, kind) for name, each in value.items()}
    return value


# --- Of arrays on any device -------------------------------------------------------------------------------------

HOST: dict[type, Reader] = {
    array: lambda value, _: host_values(inner(value)),
    dtype: lambda value, _: numpy.dtype(NAMES[value]),
    **dict.fromkeys((tensor, rtensor), lambda value, _: host_values(made(value, None, None))),
}
"""Values on the host, which are the memory of arrays that are there."""


def host(value: Any) -> Any:
    """Arrays as NumPy arrays, also in lists, tuples and dictionaries; other values unchanged."""
    return opened(value, HOST, {})


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
    return closed(value, {}, lambda each: on_device(each, where), numpy.ndarray)


def on_device(value: Any, where: device) -> array:
    if where is cpu and type(value) is numpy.ndarray:
        return as_array(value)
    return wrap(converted(made(numpy.asarray(value), None, None), None, where))


def computed(name: str, *given: Any, **named: Any) -> Any:
    """Call NumPy's function, and convert its results."""
    where = home([*given, *named.values()])
    function = numpy
    for part in name.split("."):
        function = getattr(function, part)
    if isinstance(function, numpy.ufunc) and len(given) > function.nin:
        given, named["out"] = given[: function.nin], given[function.nin :]

    def maker(here: Given) -> Callable[[Any], Any]:
        for source, values in here.values():
            if any(source is each for each in targets(named)):
                written(source, values)
        return lambda each: on_device(each, where)

    found = by_numpy(function, given, named, HOST, maker)  # type: ignore[arg-type]
    results = targets(named)
    return found if not results else results[0] if len(results) == 1 else results


def targets(named: dict[str, Any]) -> tuple[Any, ...]:
    """What is given for results."""
    out = named.get("out")
    return out if isinstance(out, tuple) else () if out is None else (out,)


def written(out: Any, values: Any) -> None:
    """Let an array have the values that NumPy wrote into its memory or into a copy on the host."""
    if type(out) is array and not numpy.shares_memory(values, host(out)):
        out[...] = values


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
