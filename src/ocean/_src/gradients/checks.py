"""Checks of derivatives by finite differences."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.objects.array import array, inner_field
from ocean._src.core.objects.tensor import tensor

from .api import jvp, vjp
from .record import as_internal, as_tensor
from .tape import np
from .trees import leaves, mapped


def check_grads(
    f: Callable[..., Any], args: Sequence[Any], order: int = 2, modes: Sequence[str] = ("forward", "reverse"),
    atol: float | None = None, rtol: float | None = None, eps: float | None = None,
) -> None:  # fmt: skip
    """Check the derivatives of a function by finite differences, up to an order, forward and reverse.

    The directions are random, but the same in each call. An error tells the mode, the order and the two numbers. `eps`
    is the step of the differences; tolerances and step are chosen by the dtype unless given.
    """
    checked(f, tuple(args), order, modes, atol, rtol, eps, random.Random(order), "order 1")


def checked(f: Any, args: Any, order: int, modes: Any, atol: Any, rtol: Any, eps: Any, chance: Any, place: str) -> None:
    tangents = mapped(lambda each: direction(each, chance), args)
    step, absolute, relative = tolerances(args, eps, atol, rtol)
    expected = differences(f, args, tangents, step)
    if "forward" in modes:
        compare(jvp(f, args, tangents)[1], expected, absolute, relative, f"forward, {place}")
    value, pull = vjp(f, *args)
    cotangent = mapped(lambda each: direction(each, chance), value)
    if "reverse" in modes:
        found = paired(pull(cotangent), tangents)
        want = paired(cotangent, expected)
        size = sum(float(np().sum(np().abs(as_internal(each)))) for each in leaves(expected)) or 1.0
        if not abs(found - want) <= absolute * size + relative * abs(want):
            raise OceanValueError(f"The gradient is wrong (reverse, {place}): {found} instead of {want}")
    if order > 1:
        further = f"order {int(place.split()[-1]) + 1}"
        if "forward" in modes:
            checked(lambda *given: jvp(f, given, tangents)[1], args, order - 1, modes, atol, rtol, eps, chance, further)
        if "reverse" in modes:
            checked(
                lambda *given: vjp(f, *given)[1](cotangent), args, order - 1, modes, atol, rtol, eps, chance, further
            )


def numbers_of(value: Any) -> Any:
    """A leaf as an array."""
    found = as_internal(value)
    return found if type(found) is array else np().asarray(found)


def direction(like: Any, chance: Any) -> Any:
    """A random direction of the kind of a leaf."""
    base = numbers_of(like)
    drawn = np().array([chance.uniform(-1, 1) for _ in range(base.size)]).reshape(base.shape)
    if base._dtype.iscomplex:
        drawn = drawn + 1j * np().array([chance.uniform(-1, 1) for _ in range(base.size)]).reshape(base.shape)
    made = drawn.astype(base._dtype if base._dtype.isfloat else "float64").to_device(base.device)
    if base.axes is not None:
        made = made.withAxes(*base.axes)
    return as_tensor(made) if type(like) is tensor else made


def tolerances(args: Any, eps: Any, atol: Any, rtol: Any) -> tuple[float, float, float]:
    short = any(numbers_of(each)._dtype.basetype.size < 8 for each in leaves(args))
    half = any(numbers_of(each)._dtype.basetype.size < 4 for each in leaves(args))
    step = (5e-2 if half else 1e-2 if short else 1e-3) if eps is None else eps
    absolute = (1e-1 if half else 5e-3 if short else 1e-6) if atol is None else atol
    return step, absolute, (absolute if rtol is None else rtol)


def differences(f: Any, args: Any, tangents: Any, step: float) -> Any:
    """The change of a function in a direction, by a formula of fourth order."""

    def at(move: float) -> Any:
        return f(*mapped(lambda x, t: moved(x, t, move), args, tangents))

    near, far = (mapped(subtracted, at(k * step), at(-k * step)) for k in (1, 2))
    return mapped(lambda a, b: combined(a, b, step), near, far)


def moved(x: Any, t: Any, move: float) -> Any:
    base = numbers_of(x)
    found = base + (numbers_of(t) * move).astype(base._dtype)
    return as_tensor(found) if type(x) is tensor else found


def subtracted(a: Any, b: Any) -> Any:
    return numbers_of(a) * 1.0 - numbers_of(b) * 1.0


def combined(near: Any, far: Any, step: float) -> Any:
    return (8 * near - far) / (12 * step)


def paired(cotangents: Any, tangents: Any) -> float:
    """The sum of the products of gradients and changes."""
    total = 0.0
    for g, t in zip(leaves(cotangents), leaves(tangents), strict=True):
        a, b = (each.withoutAxes() if each.axes is not None else each for each in (numbers_of(g), numbers_of(t)))
        if a.size:
            total += float(np().real(np().sum(np().asarray(a).astype("complex128") * b.astype("complex128"))))
    return total


def compare(found: Any, expected: Any, absolute: float, relative: float, place: str) -> None:
    for a, b in zip(leaves(found), leaves(expected), strict=True):
        got, want = numbers_of(a), numbers_of(b)
        if got.shape != want.shape:
            raise OceanValueError(f"The derivative has shape {got.shape} instead of {want.shape} ({place})")
        if got.axes is not None:
            got, want = got.withoutAxes(), want.withoutAxes() if want.axes is not None else want
        if not np().allclose(got, want, atol=absolute, rtol=relative):
            raise OceanValueError(f"The derivative is wrong ({place}): {got} instead of {want}")


def inner(value: Any) -> Any:
    return inner_field(value)
