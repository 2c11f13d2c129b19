"""Python functions of numbers, indices or vectors, applied to arrays."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.core.call.callables import ruled
from ocean._src.core.objects.array import array
from ocean._src.core.objects.axes import lengths, read_axes

from .indices import indices
from .join import stack
from .numpy_fallback import back, home, host
from .shape import moveaxis
from .unwrap import NO_VALUE, as_array, is_no_value, own_axis, read_dtype

__all__ = ["apply_along_axis", "apply_over_axes", "fromfunction", "frompyfunc", "vectorize"]


@ruled("refuse")
def apply_along_axis(func1d: Callable[..., Any], axis: int, arr: Any, *args: Any, **kwargs: Any) -> array:
    """A function of vectors, for each vector along an axis."""
    source = as_array(arr)
    last = moveaxis(source, own_axis(axis, source.ndim), -1)
    rest = last.shape[:-1]
    if not math.prod(rest):
        raise OceanValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    own = type(arr) if isinstance(arr, array) else array
    rows = (last[place] if own is array else last[place].view(own) for place in numpy.ndindex(*rest))
    first, *others = [func1d(each, *args, **kwargs) for each in rows]
    found = [as_array(first), *map(as_array, others)]
    result = stack(found).reshape(rest + found[0].shape)
    ndim = found[0].ndim
    place = own_axis(axis, source.ndim)
    result = moveaxis(result, tuple(range(len(rest), len(rest) + ndim)), tuple(range(place, place + ndim)))
    if isinstance(first, array) and type(first) is not array:
        result = first.__array_wrap__(result)  # type: ignore[attr-defined]
    return result


@ruled("refuse")
def apply_over_axes(func: Callable[..., Any], a: Any, axes: Any) -> array:
    """A reduction over one axis after the other, which stay with length one."""
    value = as_array(a)
    for axis in [axes] if hasattr(axes, "__index__") else axes:
        found = as_array(func(value, axis))
        value = found if found.ndim == value.ndim else found.reshape(
            tuple(1 if k == own_axis(axis, value.ndim) else n for k, n in enumerate(value.shape)))  # fmt: skip
    return value


def fromfunction(function: Callable[..., Any], shape: Any, *, dtype: Any = float, **kwargs: Any) -> Any:
    """What a function gives for the indices along each axis of a shape, which may be given by axes."""
    axes = read_axes(shape)
    if axes is None:
        return function(*indices(shape, dtype), **kwargs)
    return function(*(each.withAxes(axes) for each in indices(lengths(shape), dtype)), **kwargs)


def vectorize(
    pyfunc: Callable[..., Any] | None = None, otypes: Any = None, doc: str | None = None, excluded: Any = None,
    cache: bool = False, signature: str | None = None,
) -> Callable[..., Any]:  # fmt: skip
    """A function of numbers as a function of arrays; it is called for each element, on the host. With a signature, such
    as "(n),(n)->()", it is called with vectors or matrices along the last axes. Without a function, a decorator."""
    if pyfunc is None:
        return partial(vectorize, otypes=otypes, doc=doc, excluded=excluded, cache=cache, signature=signature)
    if not callable(pyfunc):
        raise OceanTypeError("When used as a decorator, only accepts keyword arguments.")

    def of_arrays(*args: Any, **named: Any) -> Any:
        given = [as_array(each) if isinstance(each, numpy.ndarray) else each for each in args]
        return host(pyfunc(*given, **named))

    kinds = otypes if isinstance(otypes, str) or otypes is None else [host(read_dtype(each)) for each in otypes]
    called = numpy.vectorize(of_arrays if signature else pyfunc, kinds, doc, excluded, cache, signature)

    def function(*args: Any, **named: Any) -> Any:
        options = vars(result)
        called.cache, called.excluded = options["cache"], options["excluded"]
        if isinstance(options["otypes"], str):
            called.otypes = options["otypes"]
        return back(called(*host(args), **host(named)), home(args))

    function.__doc__, function.__name__ = doc or pyfunc.__doc__, getattr(pyfunc, "__name__", "vectorized")
    result: Callable[..., Any] = ruled("refuse" if signature else "elementwise")(function)
    vars(result).update(
        pyfunc=pyfunc, otypes=called.otypes, excluded=called.excluded, cache=cache, signature=signature, keeps=True
    )
    result.asked = 1  # type: ignore[attr-defined]
    return result


@ruled("refuse")
def frompyfunc(func: Callable[..., Any], /, nin: int, nout: int, *, identity: Any = NO_VALUE) -> Callable[..., Any]:
    """A function of `nin` numbers that gives `nout` as a function of arrays; it is called for each element, on the
    host. Results have the dtype of the numbers that it gives."""
    named = {} if is_no_value(identity) else {"identity": identity}
    made = numpy.frompyfunc(func, nin, nout, **named)

    def numbers(found: Any, args: Any) -> Any:
        """Results of objects in the dtype of the numbers."""
        if isinstance(found, tuple):
            return tuple(numbers(each, args) for each in found)
        return back(numpy.asarray(numpy.asarray(found).tolist()), home(args))

    def function(*args: Any, **named: Any) -> Any:
        return numbers(made(*host(args), **host(named)), args)

    def method(name: str) -> Callable[..., Any]:
        call = getattr(made, name)
        return lambda *args, **named: numbers(call(*objects(args), **host(named)), args)

    function.__doc__, function.__name__ = func.__doc__, getattr(func, "__name__", "function")
    result: Callable[..., Any] = ruled("elementwise")(function)
    vars(result)["by_numpy"] = made
    for name in ("reduce", "accumulate", "reduceat", "outer"):
        setattr(result, name, method(name))
    return result


def objects(args: tuple[Any, ...]) -> list[Any]:
    """The first operand of a method in objects, which its function is called with."""
    first, *others = host(args)
    return [numpy.asarray(first).astype(object), *others]
