"""The table of rules of `ocean.numpy`, and what rules have in common."""

from __future__ import annotations

from collections.abc import Callable

from ocean._src.base.hints import Any
from ocean._src.core.objects.array import array
from ocean._src.core.objects.recorded import recorded

from .elementwise import shape_of
from .record import Handler, by_rule, composed
from .tape import Rule, np, plain, scatter_add, value_of

RULES: dict[str, Handler] = {}
"""What is done with a function of `ocean.numpy`, by its name; `linalg.inv` is a function of a part."""

Pull = Callable[..., Any]


def rule(*names: str, linear: bool = False, views: bool = False) -> Callable[[Pull], Pull]:
    """The decorated function is pull(g, y, *args): the gradient of the first argument."""

    def enter(pull: Pull) -> Pull:
        made = Rule(lambda i, g, y, *args, **named: pull(g, y, *args, **named), linear, views)
        for name in names:
            RULES[name] = by_rule(made)
        return pull

    return enter


def rules(*names: str, linear: bool = False) -> Callable[[Pull], Pull]:
    """The decorated function is pull(i, g, y, *args): the gradient of argument i."""

    def enter(pull: Pull) -> Pull:
        for name in names:
            RULES[name] = by_rule(Rule(pull, linear))
        return pull

    return enter


def written(*names: str) -> Callable[[Pull], Pull]:
    """The decorated function is the function itself, written with others."""

    def enter(function: Pull) -> Pull:
        for name in names:
            RULES[name] = composed(function)
        return function

    return enter


def constant(*names: str) -> None:
    """Functions whose derivative is zero, or that have none to take: they are called with the elements."""
    for name in names:
        RULES[name] = by_rule(None)


# --- Axes ---------------------------------------------------------------------------------------------------------


def axes_in(axis: Any, x: Any) -> tuple[int, ...]:
    """The axes that an argument names, as nonnegative numbers."""
    ndim, labels = len(shape_of(x)), plain(value_of(x)).axes
    given = tuple(range(ndim)) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    return tuple(labels.index(k) if labels is not None and k in labels else int(k) % max(ndim, 1) for k in given)


def axis_in(axis: Any, x: Any) -> int:
    return axes_in(axis, x)[0]


def restored(g: Any, x: Any, axis: Any, keepdims: bool) -> Any:
    """A gradient of a reduction, with the reduced axes as axes of length one."""
    shape = shape_of(x)
    over = axes_in(axis, x)
    kept = tuple(1 if k in over else n for k, n in enumerate(shape))
    labels = plain(value_of(x)).axes
    if labels is not None:
        g = g.withoutAxes()
    return np().reshape(g, kept)


def spread(g: Any, x: Any) -> Any:
    """A gradient broadcast to the shape of an argument, with its axes."""
    found = np().broadcast_to(g, shape_of(x))
    labels = plain(value_of(x)).axes
    return found if labels is None else found.withAxes(*labels)


def count_of(x: Any, axis: Any) -> int:
    shape, total = shape_of(x), 1
    for k in axes_in(axis, x):
        total *= shape[k]
    return total


def is_arrayish(value: Any) -> bool:
    return type(value) is array or type(value) is recorded


def complex_of(value: Any) -> bool:
    found = plain(value_of(value))
    return bool(found._dtype.iscomplex) if type(found) is array else isinstance(found, complex)


def square_of(x: Any) -> Any:
    """The square of the absolute value."""
    return np().real(x * np().conj(x)) if complex_of(x) else x * x


# --- Scatter and gather -------------------------------------------------------------------------------------------


def moves(*names: str, first: int = 0) -> None:
    """Functions that only move elements, and give zeros elsewhere: applied to the numbers of elements, they tell where
    each came from."""

    def by_numbers(function: Callable[..., Any]) -> Rule:
        def pull(i: int, g: Any, y: Any, *args: Any, **named: Any) -> Any:
            shape = shape_of(args[first])
            total = 1
            for n in shape:
                total *= n
            numbers = np().arange(1, total + 1).reshape(shape)
            given = [numbers if k == first else each for k, each in enumerate(args)]
            places = function(*given, **named)
            if isinstance(places, (list, tuple)):
                parts = [scatter_add(part, place, total + 1) for part, place in zip(g, places, strict=True)]
                found = parts[0]
                for each in parts[1:]:
                    found = found + each
            else:
                found = scatter_add(g, places, total + 1)
            return found[1:].reshape(shape)

        return Rule(pull, linear=True, views=True)

    cached: dict[Any, Rule] = {}

    def handle(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        if function not in cached:
            cached[function] = by_numbers(function)
        return by_rule(cached[function])(function, args, named)

    for name in names:
        RULES[name] = handle
