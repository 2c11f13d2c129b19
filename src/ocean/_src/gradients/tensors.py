"""The rules of the functions and methods of tensors.

A recorded tensor is a recorded array with the dimensions in reverse order: dimension k is axis -1 - k. So most rules
are those of arrays. Functions that only move elements have one rule for all (`moves`).
"""

from __future__ import annotations

from collections.abc import Callable

from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import Any
from ocean._src.base.later import namespace
from ocean._src.core.objects.array import array, make_array
from ocean._src.core.objects.dtypes import dtype as dtype_class
from ocean._src.core.objects.dtypes import scalar
from ocean._src.core.objects.memory import device as device_class
from ocean._src.core.objects.recorded import recorded
from ocean._src.core.objects.tensor import tensor
from ocean._src.ops.table import ROWS

from .elementwise import rule_of, shape_of
from .products import H, mT, vector_length
from .record import (
    HANDLERS,
    OPERATORS,
    TENSOR_METHODS,
    TENSOR_VIEWS,
    as_internal,
    as_tensor,
    into,
    setitem,
    take_tensor_key,
)
from .reductions import running_places
from .shapes import LABELS, as_arrayish, with_axes, without_axes
from .tape import Rule, bind, np, plain, scatter_add, stripped, value_of


def ocean() -> Any:
    """The module `ocean`."""
    return namespace("ocean")


def entered(value: Any) -> Any:
    """An argument with arrays in the place of tensors."""
    if type(value) is list or type(value) is tuple:
        return type(value)([entered(each) for each in value])
    if (type(value) is array or (type(value) is recorded and not value.inner.tensor)) and len(shape_of(value)) > 1:
        return np().transpose(value)  # an array as a tensor of the same size
    return as_internal(value)


def together(args: list[Any]) -> list[Any]:
    """Arrays on the device of the first one: tensors on several devices are combined there."""
    every = [each for one in args for each in (one if isinstance(one, (list, tuple)) else [one])]
    homes = [plain(value_of(each)).device for each in every if type(each) in (array, recorded)]
    if len(set(homes)) < 2:
        return args

    def brought(value: Any) -> Any:
        if type(value) in (list, tuple):
            return type(value)([brought(each) for each in value])
        is_far = type(value) in (array, recorded) and plain(value_of(value)).device is not homes[0]
        return value.to_device(homes[0]) if is_far else value

    return [brought(each) for each in args]


def given_back(value: Any) -> Any:
    """A result with tensors in the place of arrays."""
    if type(value) is not recorded and isinstance(value, (list, tuple)):
        made = [given_back(each) for each in value]
        return type(value)(*made) if hasattr(value, "_fields") else type(value)(made)
    return as_tensor(value)


def tensor_written(*names: str, methods: bool = True) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The decorated function does on arrays what a function of tensors does on tensors."""

    def enter(function: Callable[..., Any]) -> Callable[..., Any]:
        def handle(called: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
            named = dict(named)
            out = named.pop("B", None) if "B" in named else None
            if out is None and len(args) > 1 and is_result(args[-1], called):
                out, args = args[-1], args[:-1]
            given = together([entered(each) for each in args])
            found = given_back(function(*given, **{key: entered(each) for key, each in named.items()}))
            if out is None:
                return found
            into(out, found)
            return None

        for name in names:
            found: Any = ocean()
            for part in name.split("."):
                found = getattr(found, part)
            HANDLERS[found] = handle
            if methods and "." not in name and hasattr(tensor, name):
                TENSOR_METHODS[name] = lambda self, *args, called=found, **named: handle(called, (self, *args), named)
        return function

    return enter


WITH_RESULTS: set[Any] = set()
"""Functions whose last argument can be a tensor for the result."""


def is_result(value: Any, called: Any) -> bool:
    return called in WITH_RESULTS and (type(value) is tensor or (type(value) is recorded and value.inner.tensor))


def axis_of(axis: Any) -> Any:
    """The axis, or axes, of an array for dimensions of its tensor."""
    if axis is None or not isinstance(axis, (int, list, tuple)):
        return axis
    return -1 - axis if isinstance(axis, int) else tuple(-1 - each for each in axis)


# --- Elementwise functions ----------------------------------------------------------------------------------------


def elementwise_of(name: str) -> None:
    row = ROWS[name]
    try:
        rule = rule_of(name)
    except KeyError:
        return
    public = getattr(ocean(), name)

    def handle(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        operands, rest = args[: row.arity], args[row.arity :]
        modes = [each for each in rest if isinstance(each, str)]
        results = [each for each in rest if not isinstance(each, str)]

        def run(*given: Any) -> Any:
            found = public(*(as_tensor(each) for each in given), *modes)
            return make_array(found) if isinstance(found, scalar) else as_internal(found)

        run.__name__ = name
        found = as_tensor(bind(run, rule, tuple(together([entered(each) for each in operands])), {}))
        if results:
            into(results[0], found)
            return None
        return found

    HANDLERS[public] = handle
    if hasattr(tensor, name):
        TENSOR_METHODS[name] = lambda self, *args: handle(public, (self, *args), {})
    if row.operator:
        OPERATORS[True, row.operator] = public


# --- Reductions ---------------------------------------------------------------------------------------------------

REDUCTIONS: dict[str, Callable[..., Any]] = {
    "sum": lambda x, **o: np().sum(x, **o), "mean": lambda x, **o: np().mean(x, **o),
    "prod": lambda x, **o: np().prod(x, **o), "var": lambda x, **o: np().var(x, **o),
    "stdev": lambda x, **o: np().std(x, **o), "minimum": lambda x, **o: np().nanmin(x, **o),
    "maximum": lambda x, **o: np().nanmax(x, **o), "sumNaN": lambda x, **o: np().nansum(x, **o),
    "prodNaN": lambda x, **o: np().nanprod(x, **o), "meanNaN": lambda x, **o: np().nanmean(x, **o),
    "varNaN": lambda x, **o: np().nanvar(x, **o), "stdevNaN": lambda x, **o: np().nanstd(x, **o),
    "ptp": lambda x, **o: np().nanmax(x, **o) - np().nanmin(x, **o),
    "sumAbs": lambda x, **o: np().sum(np().abs(x), **o), "sumAbsNaN": lambda x, **o: np().nansum(np().abs(x), **o),
    "sumSquares": lambda x, **o: np().sum(np().real(x * np().conj(x)), **o),
    "norm1": lambda x, **o: np().sum(np().abs(x), **o), "norm2": lambda x, **o: p_norm(x, 2, **o),
    "normInf": lambda x, **o: np().nanmax(np().abs(x), **o), "maximumAbs": lambda x, **o: np().nanmax(np().abs(x), **o),
    "minimumAbs": lambda x, **o: np().nanmin(np().abs(x), **o),
}  # fmt: skip


def p_norm(x: Any, p: Any, axis: Any = None, keepdims: bool = False) -> Any:
    return vector_length(x, p, axis, keepdims)


def reduction_of(name: str, function: Callable[..., Any]) -> None:
    def reduced(A: Any, axes: Any = None, keepdims: Any = False, ddof: Any = None) -> Any:
        options = {"axis": axis_of(axes), "keepdims": bool(keepdims)}
        if ddof is not None:
            options["ddof"] = ddof
        return function(A, **options)

    tensor_written(name)(reduced)


def install_tensors() -> None:
    for row in ROWS.values():
        if row.public and row.numpy + row.name and hasattr(ocean(), row.name):
            elementwise_of(row.name)
    for name, function in REDUCTIONS.items():
        reduction_of(name, function)
    for name in (*REDUCTIONS, "norm", "normNaN", "cumsum", "cumprod", "cumsumNaN", "cumprodNaN", "cummax", "cummin",
                 "sort", "partition", "median", "medianNaN", "quantile", "quantileNaN", "average", "moving_average",
                 "moving_mean", "diff", "diff2", "gradient", "nan_to_num", "round"):  # fmt: skip
        WITH_RESULTS.add(getattr(ocean(), name))
    TENSOR_METHODS["max"], TENSOR_METHODS["min"] = TENSOR_METHODS["maximum"], TENSOR_METHODS["minimum"]
    TENSOR_METHODS["std"] = TENSOR_METHODS["stdev"]
    OPERATORS[True, "*"] = ocean().multiply
    OPERATORS[True, "+x"] = lambda x: x
    for name in ("zeros", "ones", "full", "asTensor", "zerosLike", "onesLike", "fullLike", "eye", "linspace", "arange"):
        getattr(ocean(), name).makes = True


# --- Functions that move elements ---------------------------------------------------------------------------------


def moving(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of tensors that only moves elements, on arrays."""

    def run(a: Any, *args: Any) -> Any:
        return entered_results(function(as_tensor(a), *args))

    def pull(i: int, g: Any, y: Any, a: Any, *args: Any) -> Any:
        base = plain(value_of(a))
        numbers = np().arange(1, base.size + 1).reshape(base.shape)
        places = run(numbers, *args)
        if type(places) is not array and isinstance(places, (tuple, list)):
            found: Any = None
            for part, place in zip(g, places, strict=True):
                sums = scatter_add(part, place, base.size + 1)
                found = sums if found is None else found + sums
        else:
            found = scatter_add(g, places, base.size + 1)
        found = found[1:].reshape(base.shape)
        return found if base.axes is None else found.withAxes(*base.axes)

    rule = Rule(pull, linear=True, views=True)

    def moved(self: Any, *args: Any, **named: Any) -> Any:
        def called(a: Any, *rest: Any) -> Any:
            return entered_results(function(as_tensor(a), *rest, **named))

        chosen = run if not named else called
        internal = entered(self)
        found = bind(
            chosen, rule if not named else Rule(renamed(pull, called), linear=True, views=True), (internal, *args), {}
        )
        return given_back(found)

    return moved


def renamed(pull: Any, called: Any) -> Any:
    def other(i: int, g: Any, y: Any, a: Any, *args: Any) -> Any:
        base = plain(value_of(a))
        numbers = np().arange(1, base.size + 1).reshape(base.shape)
        found = scatter_add(g, called(numbers, *args), base.size + 1)
        return found[1:].reshape(base.shape)

    return other


def entered_results(found: Any) -> Any:
    if type(found) is not recorded and isinstance(found, (list, tuple)):
        return tuple(as_internal(each) for each in found)
    return as_internal(found)


MOVING_METHODS = (
    "slice reshape ravel flatten permuteAxes swapAxes reverseAxes reverseAxes2 squeeze unsqueeze broadcastTo "
    "broadcastLike replicate diag split transpose fliplr flipud flipAxis clone reshapeLike tile repeat roll "
    "rot90 moveaxis tril triu hsplit vsplit asContiguous take shallowCopy"
)
MOVING_FUNCTIONS = (
    "flip rot90 moveaxis roll tile repeat tril triu hsplit vsplit take pad linalg.diagonal linalg.matrix_transpose "
    "fft.fftshift fft.ifftshift"
)


def install_moves() -> None:
    for name in MOVING_METHODS.split():
        TENSOR_METHODS[name] = moving(lambda t, *args, name=name, **named: getattr(t, name)(*args, **named))
    for name in MOVING_FUNCTIONS.split():
        found: Any = ocean()
        for part in name.split("."):
            found = getattr(found, part)
        moved = moving(found)
        HANDLERS[found] = called_with(moved)
    TENSOR_METHODS["flip"] = lambda self, *args, **named: ocean().flip(self, *args, **named)
    TENSOR_METHODS["pad"] = lambda self, *args, **named: ocean().pad(self, *args, **named)
    TENSOR_VIEWS["T"] = moving(lambda t: t.T)
    TENSOR_VIEWS["H"] = lambda t: ocean().conj(TENSOR_VIEWS["T"](t))
    TENSOR_VIEWS["real"] = lambda t: as_tensor(np().real(as_internal(t)))
    TENSOR_VIEWS["imag"] = lambda t: as_tensor(np().imag(as_internal(t)))
    TENSOR_METHODS.update(
        copy=copied, fill=lambda t, value: setitem(t, Ellipsis, value),
        assign=lambda t, value: setitem(t, Ellipsis, value),
        withAxes=lambda t, *axes: as_tensor(bind(with_axes, LABELS, (as_internal(t), *axes[::-1]), {})),
        withoutAxes=lambda t: as_tensor(bind(without_axes, LABELS, (as_internal(t),), {})),
        asPython=asked, asScalar=lambda t: t, item=asked, eval=lambda t: t, lazy=lambda t, *args: t,
        sort=sorted_in_place,
        conj=lambda t: ocean().conj(t), fillNaN=lambda t, value: setitem(t, Ellipsis, filled(t, value)),
        cov=lambda t, *args, **named: ocean().cov(t, *args, **named), outer=lambda a, b: ocean().outer(a, b),
    )  # fmt: skip


def called_with(moved: Any) -> Any:
    return lambda function, args, named: moved(*args, **named)


def filled(t: Any, value: Any) -> Any:
    internal = as_internal(t)
    return as_tensor(np().where(np().isnan(internal), entered(value), internal))


def copied(t: Any, *args: Any, **named: Any) -> Any:
    if args and type(args[0]) in (tensor, recorded):
        setitem(t, Ellipsis, args[0])
        return None
    return as_tensor(np().copy(as_internal(t)))


def sorted_in_place(t: Any, axis: Any = 0, **named: Any) -> None:
    setitem(t, Ellipsis, ocean().sort(t, axis, **named))


def asked(t: Any) -> Any:
    from .record import convert

    return convert(t, complex if plain(t.inner.current())._dtype.iscomplex else float)


# --- Casts --------------------------------------------------------------------------------------------------------


def cast_to(a: Any, *to: Any) -> Any:
    kind = next((each for each in to if isinstance(each, dtype_class)), None)
    where = next((each for each in to if isinstance(each, device_class)), None)
    a = as_arrayish(a)
    a = a if kind is None else np().astype(a, kind)
    return np().copy(a) if where is None else a.to_device(where)


# --- All others ---------------------------------------------------------------------------------------------------


def lines(function: str) -> Any:
    def run(A: Any, axis: Any = 0, reverse: bool = False) -> Any:
        k = axis_of(axis)
        x = np().flip(A, k) if reverse else A
        found = getattr(np(), function)(x, axis=k)
        return np().flip(found, k) if reverse else found

    return run


def running(largest: bool) -> Any:
    def run(A: Any, axis: Any = 0, reverse: bool = False) -> Any:
        k = len(shape_of(A)) - 1 - (axis if axis is None or axis >= 0 else axis + len(shape_of(A)))
        x = np().flip(A, k) if reverse else A
        values = (np().fmax if largest else np().fmin).accumulate(stripped(x), axis=k)
        found = np().take_along_axis(x, running_places(x, values, k), k)
        return np().flip(found, k) if reverse else found

    return run


def added(a: Any, key: Any, values: Any) -> None:
    """`scatterAdd`: values added to the elements at a key."""
    base = plain(value_of(as_internal(a)))
    places = take_tensor_key(np().arange(base.size, device=base.device).reshape(base.shape), stripped(key))
    given = as_internal(values)
    given = given if isinstance(given, (array, recorded)) else np().asarray(given, dtype=base.dtype)
    total = np().reshape(scatter_add(np().broadcast_to(given, places.shape), places, int(base.size)), base.shape)
    setitem(a, Ellipsis, a + as_tensor(total))


def install_others() -> None:
    HANDLERS[ocean().scatterAdd] = lambda function, args, named: added(*args, **named)
    TENSOR_METHODS["scatterAdd"] = added
    for name, function in (
        ("cumsum", "cumsum"),
        ("cumprod", "cumprod"),
        ("cumsumNaN", "nancumsum"),
        ("cumprodNaN", "nancumprod"),
    ):
        tensor_written(name)(lines(function))
    tensor_written("cummax")(running(True))
    tensor_written("cummin")(running(False))
    tensor_written("norm")(lambda A, p=2, axes=None, keepdims=False: p_norm(A, p, axis_of(axes), keepdims))
    tensor_written("normNaN")(
        lambda A, p=2, axes=None, keepdims=False: p_norm(np().where(np().isnan(A), 0, A), p, axis_of(axes), keepdims)
    )
    tensor_written("sort")(lambda A, axis=0, descending=False: np().sort(A, axis_of(axis), descending=bool(descending)))
    tensor_written("partition")(lambda A, kth, axis=0: np().partition(A, kth, axis_of(axis)))
    tensor_written("topk")(top)
    for name, function in (("median", "median"), ("medianNaN", "nanmedian")):
        tensor_written(name)(
            lambda A, axes=None, keepdims=False, function=function: getattr(np(), function)(
                A, axis=axis_of(axes), keepdims=bool(keepdims)
            )
        )
    for name, function in (("quantile", "quantile"), ("quantileNaN", "nanquantile")):
        tensor_written(name)(quantiles(function))
    tensor_written("average")(averaged)
    tensor_written("cov")(lambda A, y=None, axis=0, ddof=1: np().cov(A, y, rowvar=axis == 0, ddof=ddof))
    tensor_written("corrcoef")(lambda A, y=None, axis=0: np().corrcoef(A, y, rowvar=axis == 0))
    tensor_written("moving_mean")(windows_mean)
    tensor_written("moving_average")(windows_average)
    tensor_written("concatenate", "merge", methods=False)(
        lambda tensors, axis=0, *more: np().concatenate(list(tensors), axis=axis_of(axis))
    )
    tensor_written("stack", methods=False)(lambda tensors, axis=0: stacked(tensors, axis))
    tensor_written("hstack", methods=False)(
        lambda tensors: np().concatenate([columns(each) for each in tensors], axis=-2)
    )
    tensor_written("vstack", methods=False)(lambda tensors: vertical(tensors))
    tensor_written("dstack", methods=False)(
        lambda tensors: np().concatenate([raised(each, 3) for each in tensors], axis=-3)
    )
    tensor_written("diff")(lambda A, n=1, axis=0: np().diff(A, n, axis_of(axis)))
    tensor_written("diff2")(lambda A, axis=0: np().diff(A, 2, axis_of(axis)))
    tensor_written("gradient")(lambda A, spacing=1, axis=0: np().gradient(A, spacing, axis=axis_of(axis)))
    tensor_written("outer")(lambda A, B: np().outer(B, A))
    tensor_written("linalg.outer")(lambda x1, x2: np().outer(x2, x1))
    tensor_written("kron")(lambda A, B: np().kron(A, B))
    tensor_written("cross", "linalg.cross")(lambda A, B, axis=0: np().cross(A, B, axis=axis_of(axis)))
    tensor_written("trace", "linalg.trace")(traced)
    tensor_written("take_along_axis")(lambda A, indices, axis=0: np().take_along_axis(A, indices, axis_of(axis)))
    tensor_written("multiply", methods=False)(multiplied)
    tensor_written("gemm", methods=False)(gemm)
    tensor_written("diag", methods=False)(lambda value, index=0, *more: np().swapaxes(np().diag(value, index), 0, 1))
    tensor_written("cast", "ensure", methods=False)(lambda obj, *to: cast_to(obj, *to))
    TENSOR_METHODS["cast"] = lambda x, to: given_back(cast_to(entered(x), to))
    tensor_written("asTensor", methods=False)(from_lists)
    tensor_written("full", methods=False)(
        lambda size, value, *more: np().full(tuple(size)[::-1] if isinstance(size, (list, tuple)) else (size,), value)
    )
    tensor_written("fullLike", methods=False)(lambda source, value: np().full(shape_of(source), value))
    tensor_written("linspace", methods=False)(
        lambda start, stop, num=50, endpoint=True: np().linspace(start, stop, num, endpoint)
    )
    tensor_written("modf", methods=False)(lambda A: np().modf(A))
    tensor_written("divmod", methods=False)(lambda A, B: np().divmod(A, B))
    tensor_written("nan_to_num", methods=False)(
        lambda A, nan=0.0, posinf=None, neginf=None: np().nan_to_num(A, nan=nan, posinf=posinf, neginf=neginf)
    )
    tensor_written("meshgrid", methods=False)(meshed)
    tensor_written("round")(lambda A, *digits: stripped_round(A, *digits))
    for name in ("argsort", "argmax", "argmin", "argpartition", "all", "any", "nnz", "nnzNaN", "allFinite", "anyInf",
                 "anyNaN",
                 "searchsorted", "bincount", "digitize", "histogram", "histogram2d", "find", "nonzero", "flatnonzero",
                 "argwhere", "zerosLike", "onesLike", "tensorLike", "isin", "lexsort", "allGE", "allGT", "allLE",
                 "allLT",
                 "allInRange", "isclose", "allclose"):  # fmt: skip
        found = getattr(ocean(), name)
        handler = constant_call
        if hasattr(found, "makes"):
            HANDLERS[found] = handler
        if hasattr(tensor, name):
            TENSOR_METHODS[name] = lambda self, *args, found=found, **named: constant_call(found, (self, *args), named)
    install_linalg()


def constant_call(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """A function whose derivative is zero, of the elements."""
    return function(
        *(stripped_tensor(each) for each in args), **{key: stripped_tensor(each) for key, each in named.items()}
    )


def stripped_tensor(value: Any) -> Any:
    if type(value) is recorded:
        found = plain(value.inner.current())
        return as_tensor(found) if value.inner.tensor else found
    return [stripped_tensor(each) for each in value] if type(value) is list else value


def stripped_round(A: Any, *digits: Any) -> Any:
    return as_internal(ocean().round(as_tensor(stripped(A)), *digits))


def top(A: Any, k: int, axis: Any = 0, largest: bool = True) -> Any:
    places = as_internal(ocean().topk(as_tensor(stripped(A)), k, axis, largest)[1])
    return np().take_along_axis(A, places, axis_of(axis)), places


def quantiles(function: str) -> Any:
    def run(A: Any, q: Any, axes: Any = None, keepdims: bool = False, method: str = "linear") -> Any:
        levels = stripped(q)
        levels = levels if isinstance(levels, (int, float)) else np().asarray(levels)
        found = getattr(np(), function)(A, levels, axis=axis_of(axes), method=method, keepdims=bool(keepdims))
        if getattr(levels, "ndim", 0):
            found = np().moveaxis(found, 0, -1)  # the levels come last, which is first in arrays
            expected = shape_of(
                as_internal(ocean().quantile(as_tensor(stripped(A)), as_tensor(levels), axes, bool(keepdims)))
            )
            if shape_of(found) != expected:
                found = np().moveaxis(found, -1, 0)
        return found

    return run


def averaged(A: Any, axes: Any = None, keepdims: bool = False, weights: Any = None) -> Any:
    axis = axis_of(axes)
    if weights is None:
        return np().mean(A, axis=axis, keepdims=bool(keepdims))
    if shape_of(weights) != shape_of(A):
        if len(shape_of(weights)) == 1 and isinstance(axis, int):
            shape = [1] * len(shape_of(A))
            shape[axis] = -1
            weights = np().reshape(weights, shape)
        weights = np().broadcast_to(weights, shape_of(A))
    return np().sum(A * weights, axis=axis, keepdims=bool(keepdims)) / np().sum(
        weights, axis=axis, keepdims=bool(keepdims)
    )


def windows(A: Any, axis: int, window: int, step: int) -> Any:
    """The windows along an axis, which are a new last axis."""
    x = np().moveaxis(A, axis_of(axis), -1)
    n = shape_of(x)[-1]
    starts = np().arange(0, n - window + 1, step)
    return x[..., starts[:, None] + np().arange(window)[None, :]]


def windows_mean(A: Any, axis: Any, window: int, step: int = 1) -> Any:
    return np().moveaxis(np().mean(windows(A, axis, window, step), axis=-1), -1, axis_of(axis))


def windows_average(A: Any, axis: Any, weights: Any, step: int = 1) -> Any:
    weights = as_arrayish(weights)
    found = np().sum(windows(A, axis, shape_of(weights)[0], step) * weights, axis=-1) / np().sum(weights)
    return np().moveaxis(found, -1, axis_of(axis))


def stacked(tensors: Any, axis: Any) -> Any:
    parts = [as_arrayish(each) for each in tensors]
    count = len(shape_of(parts[0])) + 1
    return np().stack(parts, axis=count - 1 - (axis if axis >= 0 else axis + count))


def raised(x: Any, count: int) -> Any:
    return np().reshape(x, (1,) * (count - len(shape_of(x))) + shape_of(x)) if len(shape_of(x)) < count else x


def columns(x: Any) -> Any:
    return raised(x, 2)


def vertical(tensors: Any) -> Any:
    parts = [as_arrayish(each) for each in tensors]
    if all(len(shape_of(each)) == 1 for each in parts):
        return np().concatenate(parts, axis=-1)
    return np().concatenate([columns(each) for each in parts], axis=-1)


def traced(A: Any, k: int = 0, *more: Any, offset: int = 0, dtype: Any = None) -> Any:
    ndim = len(shape_of(A))
    return np().sum(np().diagonal(A, k + offset, ndim - 1, ndim - 2), axis=-1)


def flagged(x: Any, flag: str) -> Any:
    """op(A) of products: the matrix, its transpose (T) or its conjugate transpose (H, C)."""
    x = as_arrayish(x)
    matrix = columns(x)
    if flag.upper() == "N":
        return matrix
    return mT(matrix) if flag.upper() == "T" else H(matrix)


def multiplied(*args: Any) -> Any:
    """multiply(A [,transA], B [,transB]): matrices of tensors are in their first two dimensions, which are the last two
    axes, transposed."""
    flags = ["N", "N"]
    operands: list[Any] = []
    for each in args:
        if isinstance(each, str):
            flags[len(operands) - 1] = each
        else:
            operands.append(each)
    a, b = as_arrayish(operands[0]), as_arrayish(operands[1])
    if not shape_of(a) or not shape_of(b):
        return a * b
    left, right = flagged(a, flags[0]), flagged(b, flags[1])
    if (
        flags == ["N", "N"]
        and shape_of(left)[-2] != shape_of(right)[-1]
        and (1, 1) in (shape_of(left)[-2:], shape_of(right)[-2:])
    ):
        return a * b
    found = np().matmul(right, left)
    example = product_shape(a, b, flags)
    return found if shape_of(found) == example else np().reshape(found, example)


def product_shape(a: Any, b: Any, flags: list[str]) -> tuple[int, ...]:
    first, second = (as_tensor(np().zeros(shape_of(each), dtype="float32")) for each in (a, b))
    return tuple(ocean().multiply(first, flags[0], second, flags[1]).size)[::-1]


def gemm(alpha: Any, *rest: Any) -> Any:
    operands: list[Any] = []
    for each in rest:
        if isinstance(each, str) or len([one for one in operands if not isinstance(one, str)]) < 2:
            operands.append(each)
    more = [each for each in rest if not isinstance(each, str)][2:]
    found = alpha * multiplied(*operands)
    if len(more) == 2:
        raise OceanTypeError("gemm() into a given result has no derivative; write alpha * A * B + beta * C")
    return found


def from_lists(data: Any, *more: Any) -> Any:
    """Nested lists with recorded elements: the innermost lists are columns."""
    kind = next((each for each in more if isinstance(each, dtype_class)), None)
    rows = any(each == "R" for each in more if isinstance(each, str))

    def build(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return np().stack([build(each) for each in value])
        return as_arrayish(value)

    found = build(data)
    if rows:
        found = np().transpose(found)
    return found if kind is None else np().astype(found, kind)


def meshed(*vectors: Any, indexing: Any = None) -> Any:
    example = ocean().meshgrid(
        *(as_tensor(stripped(each)) for each in vectors), *(() if indexing is None else (indexing,))
    )
    found = []
    for k, each in enumerate(vectors):
        size = tuple(example[k].size)[::-1]
        numbers = as_internal(
            ocean().meshgrid(
                *(as_tensor(np().arange(shape_of(one)[0])) for one in vectors),
                *(() if indexing is None else (indexing,)),
            )[k]
        )
        found.append(np().reshape(each[numbers], size))
    return found


# --- Linear algebra: matrices are in the first two dimensions -----------------------------------------------------


def install_linalg() -> None:
    def through(name: str, results: str, count: int = 1) -> None:
        """A function of matrices: its results are matrices (m), or others (o)."""

        def run(*args: Any, **named: Any) -> Any:
            given = [
                mT(as_arrayish(each)) if k < count and len(shape_of(each)) > 1 else each for k, each in enumerate(args)
            ]
            found = getattr(np().linalg, name)(*given, **named)
            if len(results) == 1:
                return mT(found) if results == "m" and len(shape_of(found)) > 1 else found
            parts = [
                mT(each) if kind == "m" and len(shape_of(each)) > 1 else each
                for each, kind in zip(found, results, strict=True)
            ]
            return type(found)(*parts) if hasattr(found, "_fields") else tuple(parts)

        tensor_written(f"linalg.{name}")(run)

    for name, results, count in (
        ("inv", "m", 1), ("det", "o", 1), ("slogdet", "oo", 1), ("cholesky", "m", 1), ("eigh", "om", 1),
        ("eigvalsh", "o", 1),
        ("svd", "mom", 1), ("svdvals", "o", 1), ("qr", "mm", 1), ("pinv", "m", 1), ("expm", "m", 1), ("cond", "o", 1),
        ("matrix_power", "m", 1), ("solve", "m", 2), ("lstsq", "mooo", 2), ("matmul", "m", 2), ("matrix_norm", "o", 1),
    ):  # fmt: skip
        through(name, results, count)
    tensor_written("linalg.norm")(tensor_norm)
    tensor_written("linalg.vector_norm")(
        lambda x, *, axis=None, keepdims=False, ord=2: np().linalg.vector_norm(
            x, axis=axis_of(axis), keepdims=keepdims, ord=ord
        )
    )
    tensor_written("linalg.vecdot")(lambda x1, x2, *, axis=0: np().vecdot(x1, x2, axis=axis_of(axis)))
    tensor_written("linalg.multi_dot")(multi)
    tensor_written("linalg.tensordot")(tensor_dot)
    for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
        tensor_written(f"fft.{name}")(
            lambda x, n=None, axis=0, norm=None, name=name: getattr(np().fft, name)(x, n, axis_of(axis), norm)
        )
    for name in ("fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2"):
        tensor_written(f"fft.{name}")(several(name))


def several(name: str) -> Any:
    def run(x: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
        if axes is None:
            axes = (0, 1) if name.endswith("2") else tuple(range(len(shape_of(x)) if s is None else len(s)))
        # the first axis of a tensor's transform of real numbers is the one that is halved, the last one of an array's
        over = tuple(-1 - each for each in reversed(tuple(axes)))
        sizes = None if s is None else tuple(reversed(tuple(s)))
        return getattr(np().fft, f"{name[:-1]}n")(x, sizes, over, norm)

    return run


def tensor_norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    over = axis_of(axis)
    if axis is None and len(shape_of(x)) == 2 and ord is not None:
        over = (-1, -2)
    return np().linalg.norm(x, ord, over, keepdims)


def multi(arrays: Any) -> Any:
    found = mT(as_arrayish(arrays[0])) if len(shape_of(arrays[0])) > 1 else arrays[0]
    for each in arrays[1:]:
        found = np().matmul(found, mT(each) if len(shape_of(each)) > 1 else each)
    return mT(found) if len(shape_of(found)) > 1 else found


def tensor_dot(x1: Any, x2: Any, axes: Any = 2) -> Any:
    a, b = np().transpose(x1), np().transpose(x2)
    return np().transpose(np().tensordot(a, b, axes))


install_tensors()
install_moves()
install_others()
