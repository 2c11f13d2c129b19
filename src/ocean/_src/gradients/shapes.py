"""The rules of functions that move elements: views, joins, parts, gathers, scatters, and differences."""

from __future__ import annotations

from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import Any
from ocean._src.core.objects.recorded import make_recorded, recorded

from .elementwise import shape_of, unbroadcast
from .record import VIEWS, by_rule, setitem
from .rules import RULES, axes_in, axis_in, is_arrayish, moves, rule, written
from .tape import Rule, State, bind, np, plain, stripped, value_of

# --- Views --------------------------------------------------------------------------------------------------------


@rule("reshape", "ravel", "squeeze", "expand_dims", linear=True, views=True)
def _reshaped(g: Any, y: Any, a: Any, *args: Any, **named: Any) -> Any:
    order = named.get("order", args[0] if len(args) == 1 and isinstance(args[0], str) else "C")
    order = args[1] if len(args) == 2 and isinstance(args[1], str) else order
    labels = plain(value_of(a)).axes
    if plain(value_of(g)).axes is not None:
        g = g.withoutAxes()
    if order in ("C", None) or (order in ("A", "K") and plain(value_of(a)).flags.c_contiguous):
        found = np().reshape(g, shape_of(a))
    else:
        if order in ("A", "K"):
            raise OceanTypeError(f"order={order!r} has a derivative for row-major arrays alone; use 'C' or 'F'")
        found = np().reshape(g, shape_of(a), order="F")
    return found if labels is None else found.withAxes(*labels)


def back_axes(order: Any) -> list[int]:
    found = [0] * len(order)
    for k, each in enumerate(order):
        found[each] = k
    return found


@rule("transpose", "permute_dims", linear=True, views=True)
def _transpose(g: Any, y: Any, a: Any, axes: Any = None) -> Any:
    return np().transpose(g) if axes is None else np().transpose(g, back_axes(axes_in(axes, a)))


@rule("swapaxes", linear=True, views=True)
def _swapaxes(g: Any, y: Any, a: Any, axis1: Any, axis2: Any) -> Any:
    return np().swapaxes(g, axis1, axis2)


@rule("matrix_transpose", "linalg.matrix_transpose", linear=True, views=True)
def _matrix_transpose(g: Any, y: Any, x: Any) -> Any:
    return np().matrix_transpose(g)


@rule("moveaxis", linear=True, views=True)
def _moveaxis(g: Any, y: Any, a: Any, source: Any, destination: Any) -> Any:
    return np().moveaxis(g, destination, source)


@rule("broadcast_to", linear=True, views=True)
def _broadcast_to(g: Any, y: Any, a: Any, shape: Any, **named: Any) -> Any:
    return unbroadcast(g, a)


@rule("flip", linear=True, views=True)
def _flip(g: Any, y: Any, m: Any, axis: Any = None) -> Any:
    return np().flip(g, axis)


@rule("roll", linear=True)
def _roll(g: Any, y: Any, a: Any, shift: Any, axis: Any = None) -> Any:
    return np().roll(g, tuple(-k for k in shift) if isinstance(shift, (tuple, list)) else -shift, axis)


@rule("copy", "positive", "ascontiguousarray", "asfortranarray", "astype", "asarray_chkfinite", linear=True)
def _same(g: Any, y: Any, a: Any, *args: Any, **named: Any) -> Any:
    return g


@rule("real", linear=True, views=True)
def _real(g: Any, y: Any, val: Any) -> Any:
    return g


@rule("imag", linear=True, views=True)
def _imag(g: Any, y: Any, val: Any) -> Any:
    return g * (-1j) if np().iscomplexobj(stripped(val)) else g * 0


moves("fliplr", "flipud", "rot90", "tile", "repeat", "resize", "diag", "diagflat", "diagonal", "tril", "triu", "delete",
      "compress", "rollaxis", "array_split", "split", "hsplit", "vsplit", "dsplit", "unstack",
      "linalg.diagonal", "extract", "fft.fftshift", "fft.ifftshift",
      "lib.stride_tricks.sliding_window_view")  # fmt: skip
moves("extract", first=1)
moves("compress", first=1)

VIEWS["T"] = lambda a: np().transpose(a) if plain(value_of(a)).axes is None else transposed_axes(a)
VIEWS["mT"] = lambda a: np().matrix_transpose(a)
VIEWS["real"] = lambda a: np().real(a)
VIEWS["imag"] = lambda a: np().imag(a)
VIEWS["flat"] = lambda a: np().ravel(a)


def transposed_axes(a: Any) -> Any:
    def flip_offsets(x: Any) -> Any:
        return x.T

    return bind(flip_offsets, Rule(lambda i, g, y, x: g.T, linear=True, views=True), (a,), {})


def with_axes(a: Any, *axes: Any) -> Any:
    return a.withAxes(*axes)


def without_axes(a: Any) -> Any:
    return a.withoutAxes()


def relabelled(i: int, g: Any, y: Any, a: Any, *axes: Any) -> Any:
    labels = plain(value_of(a)).axes
    bare = g.withoutAxes()
    return bare if labels is None else bare.withAxes(*labels)


LABELS = Rule(relabelled, linear=True, views=True)


@written("atleast_1d")
def _atleast_1d(*arrays: Any) -> Any:
    found = [np().reshape(each, (1,)) if not shape_of(each) else each for each in map(as_arrayish, arrays)]
    return found[0] if len(found) == 1 else tuple(found)


@written("atleast_2d")
def _atleast_2d(*arrays: Any) -> Any:
    found = [
        np().reshape(each, (1, *(shape_of(each) or (1,)))) if len(shape_of(each)) < 2 else each
        for each in map(as_arrayish, arrays)
    ]
    return found[0] if len(found) == 1 else tuple(found)


@written("atleast_3d")
def _atleast_3d(*arrays: Any) -> Any:
    def raised(x: Any) -> Any:
        shape = shape_of(x)
        target = {0: (1, 1, 1), 1: (1, *shape, 1), 2: (*shape, 1)}.get(len(shape))
        return x if target is None else np().reshape(x, target)

    found = [raised(as_arrayish(each)) for each in arrays]
    return found[0] if len(found) == 1 else tuple(found)


def as_arrayish(value: Any) -> Any:
    return value if is_arrayish(value) else np().asarray(value)


@written("broadcast_arrays")
def _broadcast_arrays(*args: Any) -> Any:
    shape = np().broadcast_shapes(*(shape_of(as_arrayish(each)) for each in args))
    return tuple(np().broadcast_to(as_arrayish(each), shape) for each in args)


@written("meshgrid")
def _meshgrid(*xi: Any, copy: bool = True, sparse: bool = False, indexing: str = "xy") -> Any:
    xi = tuple(np().ravel(as_arrayish(each)) for each in xi)
    count = len(xi)
    order = list(range(count))
    if indexing == "xy" and count > 1:
        order[0], order[1] = 1, 0
    shaped = []
    for k, each in enumerate(xi):
        shape = [1] * count
        shape[order[k]] = -1
        shaped.append(np().reshape(each, shape))
    return list(shaped) if sparse else list(np().broadcast_arrays(*shaped))


# --- Arrays from lists, and joins ---------------------------------------------------------------------------------


def from_lists(value: Any, dtype: Any = None, device: Any = None) -> Any:
    """An array of nested lists with recorded elements."""
    if isinstance(value, (list, tuple)):
        parts = [from_lists(each) for each in value]
        found = np().stack(parts) if parts else np().asarray(value)
    else:
        found = value if type(value) is recorded else np().asarray(value)
    return found if dtype is None else found.astype(dtype)


@written("array", "asarray", "asanyarray")
def _array(object: Any, dtype: Any = None, *, copy: Any = True, order: Any = None, ndmin: int = 0, device: Any = None,
           **more: Any) -> Any:  # fmt: skip
    if type(object) is recorded:
        found = np().copy(object) if copy else object
        found = found if dtype is None else found.astype(dtype)
    else:
        found = from_lists(object, dtype)
    while len(shape_of(found)) < ndmin:
        found = np().expand_dims(found, 0)
    return found


for _name in ("asarray", "asanyarray"):
    written(_name)(lambda a, dtype=None, *, copy=None, **more: _array(a, dtype, copy=bool(copy)))


def joined_pull(i: int, g: Any, y: Any, arrays: Any, axis: Any = 0, **named: Any) -> Any:
    if axis is None:
        sizes = [int(plain(value_of(as_arrayish(each))).size) for each in arrays]
        pieces, start = [], 0
        for each, size in zip(arrays, sizes, strict=True):
            pieces.append(np().reshape(g[start : start + size], shape_of(each)))
            start += size
        return pieces
    k = axis_in(axis, y)
    pieces, start = [], 0
    for each in arrays:
        size = shape_of(as_arrayish(each))[k]
        pieces.append(g[(slice(None),) * k + (slice(start, start + size),)])
        start += size
    return pieces


RULES["concatenate"] = RULES["concat"] = by_rule(Rule(joined_pull, linear=True))


def stacked_pull(i: int, g: Any, y: Any, arrays: Any, axis: Any = 0, **named: Any) -> Any:
    k = axis_in(axis, y)
    return [g[(slice(None),) * k + (n,)] for n in range(len(arrays))]


RULES["stack"] = by_rule(Rule(stacked_pull, linear=True))


def rowed(tup: Any, **named: Any) -> Any:
    return np().concatenate([np().atleast_2d(each) for each in tup], axis=0)


for _name in ("vstack", "row_stack"):
    written(_name)(rowed)


@written("hstack")
def _hstack(tup: Any, **named: Any) -> Any:
    parts = [np().atleast_1d(each) for each in tup]
    return np().concatenate(parts, axis=0 if len(shape_of(parts[0])) == 1 else 1)


@written("dstack")
def _dstack(tup: Any, **named: Any) -> Any:
    return np().concatenate([np().atleast_3d(each) for each in tup], axis=2)


@written("column_stack")
def _column_stack(tup: Any) -> Any:
    parts = [as_arrayish(each) for each in tup]
    return np().concatenate(
        [each if len(shape_of(each)) > 1 else np().reshape(each, (-1, 1)) for each in parts], axis=1
    )


@written("block")
def _block(arrays: Any) -> Any:
    def depth(x: Any) -> int:
        return 1 + max(map(depth, x)) if isinstance(x, list) else 0

    levels = depth(arrays)

    def dims(x: Any) -> int:
        return max(map(dims, x)) if isinstance(x, list) else len(shape_of(as_arrayish(x)))

    count = max(levels, dims(arrays))

    def joined(x: Any, level: int) -> Any:
        if isinstance(x, list):
            return np().concatenate([joined(each, level + 1) for each in x], axis=level - levels)
        x = as_arrayish(x)
        return np().reshape(x, (1,) * (count - len(shape_of(x))) + shape_of(x))

    return joined(arrays, 0)


@written("append")
def _append(arr: Any, values: Any, axis: Any = None) -> Any:
    if axis is None:
        return np().concatenate([np().ravel(as_arrayish(arr)), np().ravel(as_arrayish(values))])
    return np().concatenate([as_arrayish(arr), as_arrayish(values)], axis=axis)


@written("insert")
def _insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> Any:
    x = as_arrayish(arr)
    if axis is None:
        x, axis = np().ravel(x), 0
    k = axis_in(axis, x)
    n = shape_of(x)[k]
    numbers = np().insert(np().arange(1, n + 1), stripped(obj), 0)
    fresh = np().flatnonzero(numbers == 0)
    kept = np().flatnonzero(numbers != 0)
    shape = list(shape_of(x))
    shape[k] = numbers.size
    total = make_recorded(State(np().zeros(tuple(shape), dtype=plain(value_of(x))._dtype)))
    ahead = (slice(None),) * k
    total[(*ahead, kept)] = x
    total[(*ahead, fresh)] = values
    return total


# --- Parts, gathers and scatters ----------------------------------------------------------------------------------


@written("take")
def _take(a: Any, indices: Any, axis: Any = None, out: Any = None, mode: str = "raise") -> Any:
    a = np().ravel(a) if axis is None else a
    k = 0 if axis is None else axis_in(axis, a)
    places = np().asarray(stripped(indices))
    if mode != "raise":
        n = shape_of(a)[k]
        places = np().clip(places, 0, n - 1) if mode == "clip" else places % n
    return a[(*(slice(None),) * k, places)]


def along_key(shape: tuple[int, ...], places: Any, axis: int) -> tuple[Any, ...]:
    """The key of elements that indices along an axis name."""
    key: list[Any] = []
    for k, n in enumerate(places.shape):
        if k == axis:
            key.append(places)
        else:
            line = [1] * len(places.shape)
            line[k] = n
            key.append(np().arange(n).reshape(line))
    return tuple(key)


@written("take_along_axis")
def _take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> Any:
    places = np().asarray(stripped(indices))
    if axis is None:
        return np().ravel(arr)[places]
    k = axis_in(axis, arr)
    shape = shape_of(arr)
    wanted = tuple(n if j != k else places.shape[k] for j, n in enumerate(shape))
    places = np().broadcast_to(places, wanted)
    return arr[along_key(shape, np().where(places < 0, places + shape[k], places), k)]


@written("put_along_axis")
def _put_along_axis(arr: Any, indices: Any, values: Any, axis: Any) -> None:
    places = np().asarray(stripped(indices))
    if axis is None:
        arr.ravel()[places] = values
    else:
        arr[along_key(shape_of(arr), places, axis_in(axis, arr))] = values


@written("put")
def _put(a: Any, ind: Any, v: Any, mode: str = "raise") -> None:
    places = np().asarray(stripped(ind))
    key = np().unravel_index(places % plain(value_of(a)).size, shape_of(a))
    v = np().ravel(as_arrayish(v))
    a[tuple(key)] = np().reshape(np().resize(v, places.size), places.shape)


@written("copyto")
def _copyto(dst: Any, src: Any, casting: str = "same_kind", where: Any = True) -> None:
    setitem(dst, Ellipsis, src if where is True else np().where(where, src, dst))


@written("putmask")
def _putmask(a: Any, mask: Any, values: Any) -> None:
    mask = np().asarray(stripped(mask))
    values = np().resize(np().ravel(as_arrayish(values)), int(plain(value_of(a)).size))
    setitem(a, Ellipsis, np().where(mask, np().reshape(values, shape_of(a)), a))


@written("place")
def _place(arr: Any, mask: Any, vals: Any) -> None:
    mask = np().asarray(stripped(mask)) != 0
    arr[mask] = np().resize(np().ravel(as_arrayish(vals)), int(mask.sum()))


@written("fill_diagonal")
def _fill_diagonal(a: Any, val: Any, wrap: bool = False) -> None:
    n = min(shape_of(a))
    places = np().arange(n)
    a[(places,) * len(shape_of(a))] = val


@written("choose")
def _choose(a: Any, choices: Any, out: Any = None, mode: str = "raise") -> Any:
    places = np().asarray(stripped(a))
    parts = np().broadcast_arrays(*choices)
    n = len(parts)
    places = places % n if mode == "wrap" else np().clip(places, 0, n - 1)
    found = parts[0]
    for k in range(1, n):
        found = np().where(places == k, parts[k], found)
    return found


@written("select")
def _select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    found = default
    for condition, choice in zip(reversed(stripped(list(condlist))), reversed(list(choicelist)), strict=True):
        found = np().where(condition, choice, found)
    return found


@written("piecewise")
def _piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Any:
    conditions = stripped(list(condlist) if isinstance(condlist, (list, tuple)) else [condlist])
    functions = list(funclist)
    found = functions[len(conditions)] if len(functions) > len(conditions) else 0.0
    found = found(x, *args, **kw) if callable(found) else found
    for condition, function in zip(conditions, functions, strict=False):
        value = function(x, *args, **kw) if callable(function) else function
        found = np().where(condition, value, found)
    return found


@written("pad")
def _pad(array: Any, pad_width: Any, mode: Any = "constant", **named: Any) -> Any:
    if callable(mode) or mode not in ("constant", "edge", "reflect", "symmetric", "wrap", "empty"):
        raise OceanTypeError(f"pad() has no derivative for the mode {mode!r}")
    base = plain(value_of(array))
    if mode == "constant":
        constants = named.pop("constant_values", 0)
        values = np().pad(
            np().zeros(base.shape, dtype=base._dtype), pad_width, mode, constant_values=stripped(constants)
        )
    numbers = np().pad(np().arange(1, base.size + 1).reshape(base.shape), pad_width, mode, **named)
    flat = np().ravel(array)
    if mode != "constant":
        return flat[numbers - 1]
    return np().where(numbers == 0, values, flat[np().where(numbers == 0, 0, numbers - 1)])


@written("trim_zeros")
def _trim_zeros(filt: Any, trim: str = "fb", axis: Any = None) -> Any:
    places = np().flatnonzero(stripped(filt))
    if len(shape_of(filt)) != 1:
        raise OceanTypeError("trim_zeros() has a derivative for vectors")
    first = int(places[0]) if "f" in trim.lower() and places.size else 0
    last = int(places[-1]) + 1 if "b" in trim.lower() and places.size else shape_of(filt)[0]
    return filt[first:last] if places.size else filt[:0]


@written("unique", "unique_values")
def _unique(x: Any, *args: Any, **named: Any) -> Any:
    raise OceanTypeError("unique() has no derivative; sort() has")


# --- Differences of neighbours ------------------------------------------------------------------------------------


@written("diff")
def _diff(a: Any, n: int = 1, axis: Any = -1, prepend: Any = None, append: Any = None) -> Any:
    k = axis_in(axis, a)
    ends = []
    for each in (prepend, append):
        if each is not None:
            each = as_arrayish(each)
            if not shape_of(each):
                shape = list(shape_of(a))
                shape[k] = 1
                each = np().broadcast_to(each, tuple(shape))
        ends.append(each)
    parts = [each for each in (ends[0], a, ends[1]) if each is not None]
    a = parts[0] if len(parts) == 1 else np().concatenate(parts, axis=k)
    ahead = (slice(None),) * k
    for _ in range(n):
        a = a[(*ahead, slice(1, None))] - a[(*ahead, slice(None, -1))]
    return a


@written("ediff1d")
def _ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    flat = np().ravel(ary)
    parts = [flat[1:] - flat[:-1]]
    parts = parts if to_begin is None else [np().ravel(as_arrayish(to_begin)), *parts]
    parts = parts if to_end is None else [*parts, np().ravel(as_arrayish(to_end))]
    return parts[0] if len(parts) == 1 else np().concatenate(parts)


@written("gradient")
def _gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    over = axes_in(axis, f)
    steps = list(varargs) if len(varargs) == len(over) else list(varargs or (1.0,)) * len(over)
    found = []
    for k, step in zip(over, steps, strict=True):
        x = np().moveaxis(f, k, 0)
        n = shape_of(x)[0]
        if shape_of(step):
            where = step if type(step) is recorded else np().asarray(step, dtype="float64")
            gaps = np().reshape(where[1:] - where[:-1], (n - 1, *(1,) * (len(shape_of(x)) - 1)))
        else:
            gaps = np().ones((n - 1, *(1,) * (len(shape_of(x)) - 1))) * step
        before, after = gaps[:-1], gaps[1:]
        middle = (
            -after / (before * (before + after)) * x[:-2]
            + (after - before) / (before * after) * x[1:-1]
            + before / (after * (before + after)) * x[2:]
        )
        if edge_order == 1:
            first, last = (x[1:2] - x[:1]) / gaps[:1], (x[-1:] - x[-2:-1]) / gaps[-1:]
        else:
            a, b = gaps[:1], gaps[1:2]
            first = -(2 * a + b) / (a * (a + b)) * x[:1] + (a + b) / (a * b) * x[1:2] - a / (b * (a + b)) * x[2:3]
            a, b = gaps[-2:-1], gaps[-1:]
            last = b / (a * (a + b)) * x[-3:-2] - (a + b) / (a * b) * x[-2:-1] + (2 * b + a) / (b * (a + b)) * x[-1:]
        found.append(np().moveaxis(np().concatenate([first, middle, last], axis=0), 0, k))
    return found[0] if len(found) == 1 else tuple(found)


@written("trapezoid")
def _trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> Any:
    y = as_arrayish(y)
    k = axis_in(axis, y)
    ahead = (slice(None),) * k
    pairs = y[(*ahead, slice(1, None))] + y[(*ahead, slice(None, -1))]
    if x is None:
        return np().sum(pairs, axis=k) * dx / 2
    x = as_arrayish(x)
    gaps = np().diff(x, axis=0 if len(shape_of(x)) == 1 else k)
    if len(shape_of(x)) == 1:
        shape = [1] * len(shape_of(y))
        shape[k] = -1
        gaps = np().reshape(gaps, shape)
    return np().sum(gaps * pairs, axis=k) / 2


@written("interp")
def _interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    if period is not None:
        raise OceanTypeError("interp() with a period has no derivative")
    x, xp, fp = as_arrayish(x), as_arrayish(xp), as_arrayish(fp)
    n = shape_of(xp)[0]
    k = np().clip(np().searchsorted(stripped(xp), stripped(x), side="right") - 1, 0, n - 2)
    low, high = xp[k], xp[k + 1]
    part = np().clip((x - low) / (high - low), 0, 1)
    found = fp[k] + part * (fp[k + 1] - fp[k])
    found = found if left is None else np().where(stripped(x) < stripped(xp)[0], left, found)
    return found if right is None else np().where(stripped(x) > stripped(xp)[-1], right, found)


@written("nan_to_num")
def _nan_to_num(x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    limits = np().finfo(plain(value_of(x)).dtype)
    found = np().where(np().isnan(x), nan, x)
    found = np().where(np().isposinf(found), limits.max if posinf is None else posinf, found)
    return np().where(np().isneginf(found), limits.min if neginf is None else neginf, found)


@written("modf")
def _modf(x: Any) -> Any:
    whole = np().trunc(stripped(x))
    return x - whole, whole


@written("frexp")
def _frexp(x: Any) -> Any:
    exponent = np().frexp(stripped(x))[1]
    return x * np().exp2(-exponent.astype("float64")).astype(plain(value_of(x))._dtype), exponent


@written("divmod")
def _divmod(a: Any, b: Any) -> Any:
    return np().floor_divide(a, b), np().remainder(a, b)


@written("polyval")
def _polyval(p: Any, x: Any) -> Any:
    p = as_arrayish(p)
    found: Any = p[0] * (x * 0 + 1)
    for k in range(1, shape_of(p)[0]):
        found = found * x + p[k]
    return found


@written("vander")
def _vander(x: Any, N: Any = None, increasing: bool = False) -> Any:
    count = shape_of(x)[0] if N is None else N
    powers = range(count) if increasing else range(count - 1, -1, -1)
    return np().stack([x**k if k else np().ones_like(stripped(x)) for k in powers], axis=1)


@written("linspace")
def _linspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, retstep: bool = False, dtype: Any = None,
              axis: int = 0, **more: Any) -> Any:  # fmt: skip
    steps = num - 1 if endpoint else num
    parts = np().arange(num) / max(steps, 1)
    start, stop = as_arrayish(start), as_arrayish(stop)
    parts = parts.reshape((num, *(1,) * max(len(shape_of(start)), len(shape_of(stop)))))
    found = np().moveaxis(start * (1 - parts) + stop * parts, 0, axis)
    return (found, (stop - start) / max(steps, 1)) if retstep else found


@written("full")
def _full(shape: Any, fill_value: Any, dtype: Any = None, **more: Any) -> Any:
    found = np().broadcast_to(
        fill_value, shape if isinstance(shape, tuple) else (shape,) if isinstance(shape, int) else tuple(shape)
    )
    return np().copy(found if dtype is None else found.astype(dtype))


@written("full_like")
def _full_like(a: Any, fill_value: Any, dtype: Any = None, **more: Any) -> Any:
    found = np().broadcast_to(fill_value, shape_of(as_arrayish(a)))
    return np().copy(found if dtype is None else found.astype(dtype))


@written("angle")
def _angle(z: Any, deg: bool = False) -> Any:
    found = np().arctan2(np().imag(z), np().real(z)) if np().iscomplexobj(stripped(z)) else np().arctan2(z * 0, z)
    return found * (180 / np().pi) if deg else found
