"""The rules of functions that know axes or call functions of users: convolutions, `dot`, `slide` and their siblings."""

from __future__ import annotations

from collections.abc import Callable

from ocean._src.axes.labels import contraction
from ocean._src.base.hints import Any
from ocean._src.core.objects.recorded import recorded

from .elementwise import shape_of
from .products import letters
from .record import HANDLERS, METHODS, TENSOR_METHODS, as_internal, as_tensor, setitem
from .rules import axes_in, axis_in, count_of, written
from .shapes import as_arrayish
from .tape import Rule, bind, np, plain, value_of
from .tensors import axis_of, entered, given_back, ocean, tensor_written

# --- Convolutions: each is linear in both arguments, and their gradients are the two others -----------------------


def labels_of(value: Any) -> Any:
    return plain(value_of(value)).axes


def convolutions(module: Any, out: Callable[[Any], Any]) -> None:
    """The rules for one face; `out` makes its arrays or tensors from arrays."""

    def axes_of(value: Any) -> Any:
        found = labels_of(value)
        return found if module is np() else found[::-1]

    def call(name: str, *args: Any, **settings: Any) -> Any:
        return as_internal(getattr(module, name)(*(out(each) for each in args), **settings))

    def forward(i: int, g: Any, y: Any, x: Any, f: Any, **settings: Any) -> Any:
        settings.pop("axes", None)
        if i == 0:
            return call("convolutionGradData", g, f, axes=axes_of(x), **settings)
        return call("convolutionGradFilters", x, g, axes=axes_of(f), **settings)

    def data(i: int, g: Any, y: Any, given: Any, f: Any, **settings: Any) -> Any:
        settings.pop("axes", None)
        if i == 0:
            return call("convolution", g, f, axes=axes_of(given), **settings)
        return call("convolutionGradFilters", g, given, axes=axes_of(f), **settings)

    def filters(i: int, g: Any, y: Any, x: Any, given: Any, **settings: Any) -> Any:
        settings.pop("axes", None)
        if i == 0:
            return call("convolutionGradData", given, g, axes=axes_of(x), **settings)
        return call("convolution", x, g, axes=axes_of(given), **settings)

    for name, pull in (("convolution", forward), ("convolutionGradData", data), ("convolutionGradFilters", filters)):
        HANDLERS[getattr(module, name)] = convolution_handler(name, Rule(pull, linear=True), call, out)


SETTINGS = ("over", "strides", "padding", "dilation", "axes")


def convolution_handler(name: str, rule: Rule, call: Any, out: Any) -> Any:
    def run(a: Any, b: Any, **settings: Any) -> Any:
        return call(name, a, b, **settings)

    def handle(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        settings = {**dict(zip(SETTINGS, args[2:], strict=False)), **named}
        return out(bind(run, rule, tuple(as_internal(each) for each in args[:2]), settings))

    return handle


# --- Products over axes --------------------------------------------------------------------------------------------


def dot(x: Any, y: Any) -> Any:
    """`ocean.dot`, by the subscripts of its axes."""
    x, y = as_internal(x), as_internal(y)
    mine, theirs = (labels_of(x) or ())[::-1], (labels_of(y) or ())[::-1]
    axes, pairs, first, second = contraction(mine, theirs, "@")
    names = letters()
    a, b = list(names[: len(mine)]), list(names[len(mine) : len(mine) + len(theirs)])
    for one, other in pairs:
        b[other] = a[one]
    result = [a[k] for k in first] + [b[k] for k in second]
    text = f"{''.join(reversed(a))},{''.join(reversed(b))}->{''.join(reversed(result))}"
    found = np().einsum(text, *(each.withoutAxes() if labels_of(each) is not None else each for each in (x, y)))
    return as_tensor(found.withAxes(*axes[::-1]) if axes else found)


# --- Functions of users ----------------------------------------------------------------------------------------------


def rows_of(a: Any, over: tuple[int, ...]) -> tuple[Any, tuple[int, ...]]:
    """The ranges along axes as rows of a matrix, and the lengths of the other axes."""
    shape = shape_of(a)
    rest = tuple(k for k in range(len(shape)) if k not in over)
    lengths = tuple(shape[k] for k in rest)
    total = 1
    for n in lengths:
        total *= n
    return np().reshape(np().transpose(a, (*rest, *over)), (total, -1)), lengths


def for_each(rows: Any, function: Any, out: Any) -> list[Any]:
    return [as_internal(function(out(rows[k]))) for k in range(shape_of(rows)[0])]


def ranges(out: Any) -> Any:
    def reduce_range(a: Any, function: Any, axis: Any = None, keepdims: bool = False, order: Any = "C") -> Any:
        over = axes_in(axis, a)
        over = tuple(sorted(over)) if order == "C" else tuple(sorted(over, reverse=True))
        rows, lengths = rows_of(a, over)
        found = np().reshape(np().stack([as_arrayish(each) for each in for_each(rows, function, out)]), lengths)
        if keepdims:
            found = np().reshape(found, tuple(1 if k in over else n for k, n in enumerate(shape_of(a))))
        return found

    return reduce_range


def folds(
    a: Any, function: Any, axis: Any = None, keepdims: bool = False, initial: Any = None, order: Any = "C"
) -> Any:
    over = tuple(sorted(axes_in(axis, a), reverse=order != "C"))
    rows, lengths = rows_of(a, over)
    total = initial
    for k in range(count_of(a, axis)):
        total = rows[:, k] if total is None else function(total, rows[:, k])
    found = np().reshape(np().broadcast_to(total, (shape_of(rows)[0],)), lengths)
    if keepdims:
        found = np().reshape(found, tuple(1 if k in over else n for k, n in enumerate(shape_of(a))))
    return found


def slides(out: Any) -> Any:
    def slide(a: Any, function: Any, axis: Any, window: int, step: int = 1, dtype: Any = None) -> Any:
        k = axis_in(axis, a)
        x = np().moveaxis(a, k, -1)
        n = shape_of(x)[-1]
        starts = np().arange(0, n - window + 1, step)
        parts = x[..., starts[:, None] + np().arange(window)[None, :]]
        rows = np().reshape(parts, (-1, window))
        found = np().stack([as_arrayish(each) for each in for_each(rows, function, out)])
        found = np().moveaxis(np().reshape(found, shape_of(parts)[:-1]), -1, k)
        return found if dtype is None else np().astype(found, dtype)

    return slide


def lines(function: Any, axis: Any, a: Any, out: Any) -> Any:
    """What a function of a vector gives along an axis, each in the place of its line."""
    k = axis_in(axis, a)
    rows, lengths = rows_of(a, (k,))
    found = [as_arrayish(each) for each in for_each(rows, function, out)]
    inner = shape_of(found[0])
    whole = np().reshape(np().stack(found), (*lengths, *inner))
    places = range(len(lengths), len(lengths) + len(inner))
    return np().moveaxis(whole, tuple(places), tuple(range(k, k + len(inner)))) if inner else whole


def transforms(out: Any) -> Any:
    def transform(a: Any, function: Any, axis: Any) -> None:
        def changed(line: Any) -> Any:
            given = line.copy() if out is not as_tensor else line.clone()
            found = function(given)
            return given if found is None else found

        setitem(a, Ellipsis, given_face(lines(changed, axis, as_internal(a), out), a))

    return transform


def given_face(value: Any, like: Any) -> Any:
    return as_tensor(value) if type(like) is recorded and like.inner.tensor else value


def itself(value: Any) -> Any:
    return value


written("reduce_range")(ranges(itself))
written("reduce_binary")(folds)
written("slide")(slides(itself))
written("transform")(transforms(itself))
written("apply_along_axis")(
    lambda func1d, axis, arr, *args, **named: lines(lambda v: func1d(v, *args, **named), axis, arr, itself)
)


@written("apply_over_axes")
def _apply_over_axes(func: Any, a: Any, axes: Any) -> Any:
    for axis in axes if isinstance(axes, (tuple, list)) else (axes,):
        found = func(a, axis)
        a = found if len(shape_of(found)) == len(shape_of(a)) else np().expand_dims(found, axis)
    return a


def install_axes() -> None:
    convolutions(np(), itself)
    convolutions(ocean(), as_tensor)
    HANDLERS[ocean().dot] = lambda function, args, named: dot(*args, **named)
    TENSOR_METHODS["dot"] = dot
    for name in ("reduce_range", "reduce_binary", "slide", "transform"):
        METHODS[name] = getattr(np(), name)
    tensor_written("reduce_range")(
        lambda A, f, axes=None, keepdims=False, order="F": ranges(as_tensor)(
            A, f, axis_of(axes), bool(keepdims), "C" if order == "F" else "F"
        )
    )
    tensor_written("reduce_binary")(
        lambda A, f, axes=None, keepdims=False, initial=None, order="F": folds(
            A, lambda a, b: entered(f(given_back(a), given_back(b))), axis_of(axes), bool(keepdims), initial,
            "C" if order == "F" else "F",
        )
    )  # fmt: skip
    tensor_written("slide")(lambda A, f, axis, window, step=1: slides(as_tensor)(A, f, axis_of(axis), window, step))
    moved = transforms(as_tensor)
    HANDLERS[ocean().transform] = lambda function, args, named: moved(args[0], args[1], axis_of(args[2]))
    TENSOR_METHODS["transform"] = lambda t, f, axis: moved(t, f, axis_of(axis))
