"""Installs the rules: which handler each public function has, and the methods and operators of recorded arrays."""

from __future__ import annotations

from ocean._src.base.hints import Any
from ocean._src.core.call.callables import ufunc
from ocean._src.ops.table import ROWS

from . import by_axes, shapes
from . import products as products  # their rules
from . import reductions as reductions
from . import tensors as tensors
from .elementwise import row_names, rule_of
from .record import HANDLERS, METHODS, OPERATORS, elementwise, setitem
from .rules import RULES
from .tape import bind, np, plain, value_of

METHOD_NAMES = (
    "all any argmax argmin argpartition argsort choose compress cumprod cumsum diagonal dot max mean median min "
    "nonzero prod ptp ravel repeat round searchsorted squeeze std stdev sum swapaxes take trace var topk copy put conj "
    "conjugate"
)
"""Methods of arrays that are functions of `ocean.numpy` with the array as the first argument."""


def find(name: str) -> Any:
    """A function of `ocean.numpy`, or of a part of it."""
    found = np()
    for part in name.split("."):
        found = getattr(found, part)
    return found


def install_arrays() -> None:
    for name, row_name in row_names().items():
        function = getattr(np(), name, None)
        if function is not None:
            HANDLERS[function] = elementwise(rule_of(row_name))
    for name, handler in RULES.items():
        HANDLERS[find(name)] = handler
    HANDLERS[np().clip] = clipped
    for name in METHOD_NAMES.split():
        METHODS[name] = find(name)
    METHODS.update(
        astype=lambda a, dtype, *args, **named: np().astype(a, dtype),
        reshape=reshaped_method, transpose=transposed_method,
        flatten=lambda a, order="C": np().copy(np().ravel(a, order)),
        clip=lambda a, min=None, max=None, **named: np().clip(a, min, max, **named),
        fill=lambda a, value: setitem(a, Ellipsis, value), item=item, tolist=item, sort=sorted_in_place,
        partition=lambda a, kth, axis=-1, **named: setitem(a, Ellipsis, np().partition(a, kth, axis)),
        withAxes=lambda a, *axes: bind(shapes.with_axes, shapes.LABELS, (a, *axes), {}),
        withoutAxes=lambda a: bind(shapes.without_axes, shapes.LABELS, (a,), {}),
        to_device=lambda a, device, **named: bind(moved, MOVED, (a, device), {}),
        eval=lambda a: a, lazy=lambda a, *args, **named: a,
    )  # fmt: skip
    for row in ROWS.values():
        if row.operator and row.numpy:
            OPERATORS[False, row.operator] = getattr(np(), row.numpy)
    OPERATORS[False, "*"] = np().multiply
    OPERATORS[False, "@"] = np().matmul
    OPERATORS[False, "+x"] = np().positive
    for name, function in reductions.UFUNC_METHODS.items():
        HANDLERS[getattr(ufunc, name)] = tensors.called_with(function)
    for name in ("zeros", "ones", "empty", "full", "array", "asarray", "zeros_like", "ones_like", "empty_like",
                 "full_like", "eye", "linspace", "arange", "copy", "identity"):  # fmt: skip
        function = getattr(np(), name)
        if hasattr(function, "makes"):
            function.makes = True


def reshaped_method(a: Any, *shape: Any, **named: Any) -> Any:
    given = shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape
    return np().reshape(a, named.pop("shape", given), **named)


def transposed_method(a: Any, *axes: Any) -> Any:
    if not axes or axes == (None,):
        return np().transpose(a)
    return np().transpose(a, axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes)


def sorted_in_place(a: Any, axis: Any = -1, **named: Any) -> None:
    setitem(a, Ellipsis, np().sort(a, axis, **named))


def item(a: Any, *index: Any) -> Any:
    from .record import convert

    return convert(a[index] if index else a, complex if plain(value_of(a))._dtype.iscomplex else float)


def moved(a: Any, device: Any) -> Any:
    return a.to_device(device)


def moved_back(i: int, g: Any, y: Any, a: Any, device: Any) -> Any:
    return g.to_device(plain(value_of(a)).device)


from .tape import Rule  # noqa: E402

MOVED = Rule(moved_back, linear=True)
CLIP = elementwise(rule_of("clip"))


def clipped(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """`clip` without limits, or with one."""
    low = named.pop("a_min", named.pop("min", args[1] if len(args) > 1 else None))
    high = named.pop("a_max", named.pop("max", args[2] if len(args) > 2 else None))
    inf = float("inf")
    return CLIP(function, (args[0], -inf if low is None else low, inf if high is None else high), named)


install_arrays()
by_axes.install_axes()
