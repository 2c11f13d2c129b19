"""The rules of elementwise functions, made from the derivatives of rows (`ops/derivatives.py`)."""

from __future__ import annotations

from collections.abc import Callable

from ocean._src.base.hints import Any
from ocean._src.core.objects.array import array
from ocean._src.core.objects.recorded import recorded
from ocean._src.ops.derivatives import PARTIALS, PULLS, ZERO
from ocean._src.ops.table import ROWS

from .tape import Rule, np, plain, value_of, zeros_like


def shape_of(value: Any) -> tuple[int, ...]:
    """The shape of an array, recorded or not; numbers have none."""
    found = plain(value_of(value))
    return found.shape if type(found) is array else ()


def axes_of(value: Any) -> Any:
    found = plain(value_of(value))
    return found.axes if type(found) is array else None


def unbroadcast(g: Any, like: Any) -> Any:
    """A gradient summed over what broadcasting has repeated."""
    axes, own = axes_of(like), axes_of(g)
    if own is not None:
        return unlabelled_sum(g, own, like, axes)
    target, given = shape_of(like), shape_of(g)
    if target == given:
        return g
    ahead = len(given) - len(target)
    over = (*range(ahead), *(k + ahead for k, n in enumerate(target) if n == 1 and given[k + ahead] != 1))
    if over:
        g = np().sum(g, axis=over)
    return g if shape_of(g) == target else np().reshape(g, target)


def unlabelled_sum(g: Any, own: tuple[Any, ...], like: Any, axes: Any) -> Any:
    """The same with axes: those that the operand does not have are summed over, the others put in its order."""
    if axes is None:
        kept = len(shape_of(like))
        return unbroadcast(g.withoutAxes(), like) if kept else np().sum(g)
    missing = tuple(each for each in own if each not in axes)
    if missing:
        g = np().sum(g, axis=missing)
    own = axes_of(g)
    plain_g = g.withoutAxes()
    if own != axes:
        plain_g = np().transpose(plain_g, [own.index(each) for each in axes])
    target, given = shape_of(like), shape_of(plain_g)
    over = tuple(k for k, n in enumerate(target) if n == 1 and given[k] != 1)
    if over:
        plain_g = np().sum(plain_g, axis=over, keepdims=True)
    return plain_g.withAxes(*axes)


def is_one(value: Any) -> bool:
    return type(value) is int and value == 1


def times(g: Any, factor: Any) -> Any:
    return g if is_one(factor) else -g if type(factor) is int and factor == -1 else g * factor


def rule_of(name: str) -> Rule | None:
    """The rule of a row; None where the derivative is zero. Raises KeyError for a row without either."""
    if name in ZERO:
        return None
    if name in PULLS:
        return Rule(by_pull(PULLS[name]))
    partials = PARTIALS[name]
    return Rule(by_partials(partials), push=pushed(partials), outlined=len(partials) * are_numbers(partials))


def are_numbers(partials: tuple[Callable[..., Any], ...]) -> bool:
    """Whether derivatives are numbers that do not depend on elements, as those of additions are."""
    try:
        return all(type(each(None, None, *[None] * len(partials))) is int for each in partials)
    except (TypeError, AttributeError):
        return False


def by_pull(pull: Callable[..., Any]) -> Callable[..., Any]:
    return lambda i, g, y, x, **named: pull(np(), g, y, x)


def by_partials(partials: tuple[Callable[..., Any], ...]) -> Callable[..., Any]:
    def pull(i: int, g: Any, y: Any, *operands: Any, **named: Any) -> Any:
        factor = partials[i](np(), y, *operands)
        if type(factor) is int and factor == 0:
            return None
        return unbroadcast(times(g, factor), operands[i])

    return pull


def pushed(partials: tuple[Callable[..., Any], ...]) -> Callable[..., Any]:
    def push(y: Any, tangents: dict[int, Any], *operands: Any, **named: Any) -> Any:
        total: Any = None
        for i, tangent in tangents.items():
            factor = partials[i](np(), y, *operands)
            if type(factor) is int and factor == 0:
                continue
            part = times(tangent, factor)
            total = part if total is None else total + part
        if total is None:
            return zeros_like(y)
        if axes_of(y) is not None:
            total = total if shape_of(total) == shape_of(y) else total + zeros_like(y)
            return unbroadcast(total, y)
        if shape_of(total) != shape_of(y):
            total = np().broadcast_to(total, shape_of(y))
        return total

    return push


def row_names() -> dict[str, str]:
    """The rows of the elementwise functions of `ocean.numpy`, by their names."""
    found: dict[str, str] = {}
    for row in ROWS.values():
        if row.numpy:
            for name in (row.numpy, *row.aliases):
                found.setdefault(name, row.name)
    return found


def is_array_like(value: Any) -> bool:
    return type(value) is array or type(value) is recorded
