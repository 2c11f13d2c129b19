"""Elements by their places: taking, putting, choosing, and the numbers of places."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from ocean._src.axes.rules import elementwise
from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError
from ocean._src.base.later import numpy
from ocean._src.core.call.arguments import guard
from ocean._src.core.objects import tensor as core
from ocean._src.core.objects.array import array
from ocean._src.core.objects.axes import lengths, read_axes
from ocean._src.core.objects.dtypes import BOOL, INT64
from ocean._src.ops.numpy_rows import can_cast_kinds

from . import create
from .dtypes import result_type
from .fused import indices_along
from .manipulation import along, broadcast_arrays, broadcast_shapes, broadcast_to, given_to, moveaxis, own_axis, stack
from .methods import diagonal_view
from .numpy_fallback import back, home, host
from .printing import NAMES
from .searching import flatnonzero, nonzero
from .twodim import tri
from .ufuncs import UFUNCS, call
from .unwrap import (
    NUMBERS,
    arrays_together,
    as_array,
    check_number,
    check_order,
    device_of,
    inner,
    need_array,
    read_dtype,
    read_shape,
    values_for,
)

# --- Taking ------------------------------------------------------------------------------------------------------


def within(indices: array, length: int, mode: str) -> array:
    """Indices as the mode has them: as they are, modulo the length, or limited to it."""
    if mode == "raise":
        return indices
    if mode == "wrap":
        return UFUNCS["remainder"](indices, length) if length else indices
    if mode == "clip":
        result: array = indices.clip(0, max(length - 1, 0))
        return result
    raise OceanValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got {mode!r})")


def index_array(function: str, indices: Any) -> array:
    found = as_array(indices)
    if not found.size and found.dtype.isfloat:
        return found.astype(INT64)
    if found.dtype.isfloat:
        raise OceanTypeError(f"{function}(): the indices must be integers, got {found.dtype.name}")
    return found.astype(INT64) if found.dtype is BOOL else found


def take(a: Any, indices: Any, axis: int | None = None, out: Any = None, mode: str = "raise") -> array:
    """The places along an axis that an array of indices names; of the flat array without an axis."""
    source, given = as_array(a), index_array("take", indices)
    if source.device is not given.device:
        device_of((a, indices))
    if axis is None:
        source, place = source.ravel(), 0
    else:
        place = own_axis(axis, source.ndim)
    given = within(given, source.shape[place], mode)
    if given.size and not source.shape[place]:
        raise OceanIndexError("cannot do a non-empty take from an empty axes.")
    return given_to(out, source[along(place, given)], "take", read=True)


def open_grid(shape: Sequence[int], indices: array, axis: int) -> tuple[Any, ...]:
    """A key with indices along an axis, and all places along the others."""
    key: list[Any] = []
    for k in range(len(shape)):
        size = [1] * len(shape)
        size[k] = shape[k]
        key.append(indices if k == axis else create.arange(shape[k]).reshape(size))
    return tuple(key)


def for_axis(function: str, source: array, indices: Any, axis: Any) -> tuple[array, array, int]:
    device_of((source, indices))
    given = as_array(indices)
    if given.dtype.isfloat or given.dtype is BOOL:
        raise OceanIndexError(f"{function}(): `indices` must be an integer array, got {given.dtype.name}")
    if axis is None:
        source, axis = source.ravel(), 0
    place = own_axis(axis, source.ndim)
    if given.ndim != source.ndim:
        raise OceanValueError("`indices` and `arr` must have the same number of dimensions")
    return source, given, place


def take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> array:
    """The elements that indices name along an axis, at their place along the others."""
    source, given, place = for_axis("take_along_axis", as_array(arr), indices, axis)
    return source[open_grid(source.shape, given, place)]


def put_along_axis(arr: array, indices: Any, values: Any, axis: Any) -> None:
    """Set the elements that indices name along an axis, at their place along the others."""
    source, given, place = for_axis("put_along_axis", arr, indices, axis)
    source[open_grid(source.shape, given, place)] = values
    if axis is None and core.memory_of(inner(source)) is not core.memory_of(inner(arr)):  # the flat array is a copy
        arr[...] = source.reshape(arr.shape)


def compress(condition: Any, a: Any, axis: int | None = None, out: Any = None) -> array:
    """The places along an axis where a condition holds; of the flat array without an axis."""
    source, holds = arrays_together(a, condition)
    if holds.ndim != 1:
        raise OceanValueError("condition must be a 1-d array")
    return take(source, flatnonzero(holds), axis, out)


def extract(condition: Any, arr: Any) -> array:
    """The elements where a condition holds, flat."""
    source, holds = arrays_together(arr, condition)
    return take(source.ravel(), flatnonzero(holds))


# --- Putting -----------------------------------------------------------------------------------------------------


def put(a: array, ind: Any, v: Any, mode: str = "raise") -> None:
    """Set elements by their position in the flat array; values are repeated as often as needed."""
    need_array("put", a)
    places = index_array("put", ind).ravel()
    if places.size and not a.size:
        raise OceanIndexError("cannot replace elements of an empty array")
    places = within(places, a.size, mode)
    if type(v) in NUMBERS:
        check_number(v, a.dtype)
        values = v
    else:
        values = values_for(a, v).ravel()
        if not values.size:
            return
        values = values[: places.size]
        if 1 < values.size < places.size:
            values = values[numpy.arange(places.size) % values.size]
    if not places.size:
        return
    flat = a.reshape(-1)
    if core.memory_of(inner(flat)) is core.memory_of(inner(a)):  # a view
        try:
            flat[places] = values
        except IndexError:
            raise OceanIndexError(f"index is out of bounds for array of {a.size} elements") from None
        return
    places = call("where", (places < 0, places + a.size, places))
    if int(places.min()) < 0 or int(places.max()) >= a.size:
        raise OceanIndexError(f"index is out of bounds for array of {a.size} elements")
    a[unravel_index(places, a.shape)] = values


def putmask(a: array, mask: Any, values: Any) -> None:
    """Set the elements where a mask holds, from values by the same positions, repeated as often as needed."""
    need_array("putmask", a)
    holds = as_array(mask)
    if holds.shape != a.shape and holds.size != a.size:
        raise OceanValueError(f"putmask: mask and data must be the same size, got {holds.size} and {a.size} elements")
    if type(values) in NUMBERS and holds.dtype is BOOL and holds.shape == a.shape and holds.ndim:
        a[holds] = values
        return
    places = flatnonzero(holds)
    given = safe_values("putmask", a, values)
    if given.size and places.size:
        put(a, places, take(given, places % given.size))


def safe_values(function: str, target: array, values: Any) -> array:
    """Values for elements, flat. NumPy casts arrays here by the rule 'safe'."""
    given = values_for(target, values)
    if getattr(values, "ndim", 0) and not can_cast_kinds(given.dtype, target.dtype, "safe"):
        raise OceanTypeError(
            f"{function}: Cannot cast array data from {given.dtype.name} to {target.dtype.name} according to the rule "
            "'safe'; astype() casts"
        )
    return given.ravel()


def place(arr: array, mask: Any, vals: Any) -> None:
    """Set the elements where a mask holds, to values one after another, repeated as often as needed."""
    need_array("place", arr)
    holds = as_array(mask)
    if holds.size != arr.size:
        raise OceanValueError(f"place: mask and data must be the same size, got {holds.size} and {arr.size} elements")
    places, given = flatnonzero(holds), safe_values("place", arr, vals)
    if not places.size:
        return
    if not given.size:
        raise OceanValueError("Cannot insert from an empty array!")
    put(arr, places, given)


def fill_diagonal(a: array, val: Any, wrap: bool = False) -> None:
    """Set the elements on the main diagonal."""
    if a.ndim < 2:
        raise OceanValueError("array must be at least 2-d")
    if a.ndim > 2 and len(set(a.shape)) > 1:
        raise OceanValueError("All dimensions of input must be of equal length")
    if a.ndim == 2 and not wrap and type(val) in NUMBERS:
        diagonal_view(a, 0, 0, 1)[...] = val
        return
    step = 1 + sum(math.prod(a.shape[k + 1 :]) for k in range(a.ndim - 1))
    end = a.size if wrap or a.ndim > 2 else min(a.size, a.shape[1] * a.shape[1])
    put(a, create.arange(0, end, step), val)


# --- Choosing ----------------------------------------------------------------------------------------------------


def choose(a: Any, choices: Any, out: Any = None, mode: str = "raise") -> array:
    """The elements of the array that each index names, of those in a list."""
    index, *given = arrays_together(a, *choices)
    index = index_array("choose", index)
    if mode == "raise" and index.size and (int(index.min()) < 0 or int(index.max()) >= len(given)):
        raise OceanValueError("invalid entry in choice array")
    beside = zip(choices if isinstance(choices, (list, tuple)) else given, given, strict=True)
    kind = result_type(*(each if type(each) in NUMBERS else made for each, made in beside))
    index, *given = broadcast_arrays(within(index, len(given), mode), *given)
    result = given[0].astype(kind)
    for k, each in enumerate(given[1:], 1):
        result = call("where", (index == k, each.astype(kind, copy=False), result))
    return given_to(out, result, "choose")


def select(condlist: Any, choicelist: Any, default: Any = 0) -> array:
    """The elements of the first choice whose condition holds, else a default value."""
    if len(condlist) != len(choicelist):
        raise OceanValueError("list of cases must be same length as list of conditions")
    if not len(condlist):
        raise OceanValueError("select with an empty condition list is not possible")
    numbers = (bool, int, float, complex)
    beside = device_of([*condlist, *choicelist, default])
    conditions = [create.asarray(each, device=beside) for each in condlist]
    if any(each.dtype is not BOOL for each in conditions):
        raise OceanTypeError("invalid entry in condlist: should be boolean ndarray")
    choices = [each if type(each) in numbers else create.asarray(each, device=beside) for each in choicelist]
    value = default if type(default) in numbers else create.asarray(default, device=beside)
    kind = result_type(*choices, value)
    shape = broadcast_shapes(*(as_array(each).shape for each in (*conditions, *choices, value)))
    result = create.full(shape, value, kind, device=beside)
    for condition, choice in zip(reversed(conditions), reversed(choices), strict=True):
        result = call("where", (condition, create.asarray(choice, kind, device=beside), result))
    return result


def piecewise(x: Any, condlist: Any, funclist: Sequence[Any], *args: Any, **kw: Any) -> array:
    """Functions or numbers, each for the elements where its condition holds; one more is for all others."""
    source = as_array(x)
    listed = isinstance(condlist, (list, tuple))
    single = (isinstance(condlist[0], (bool, int)) and source.ndim > 0) if listed else as_array(condlist).ndim < 2
    conditions = [as_array(each).astype(BOOL) for each in ([condlist] if single else condlist)]
    if len(funclist) == len(conditions) + 1:
        rest = ~conditions[0]
        for each in conditions[1:]:
            rest = rest & ~each
        conditions.append(rest)
    elif len(funclist) != len(conditions):
        raise OceanValueError(f"with {len(conditions)} condition(s), either {len(conditions)} or {len(conditions) + 1} "
                              "functions are expected")  # fmt: skip
    result = create.zeros_like(source)
    for condition, function in zip(conditions, funclist, strict=True):
        if not condition.ndim:
            condition = broadcast_to(condition, source.shape)
        elif condition.shape != source.shape[: condition.ndim]:  # a mask of the first axes, as an index is
            raise OceanIndexError(f"piecewise(): a condition has shape {condition.shape}, the array {source.shape}")
        if not callable(function):
            result[condition] = function
        else:
            values = source[condition]
            if values.size:
                result[condition] = function(values, *args, **kw)
    return result


# --- Numbers of places -------------------------------------------------------------------------------------------


def positions(function: str, indices: Any) -> array:
    """Positions, which must be integers, also where there are none."""
    found = as_array(indices)
    if found.dtype.isfloat:
        raise OceanTypeError(f"{function}(): indices must be integral, got {found.dtype.name}")
    return found


def unravel_index(indices: Any, shape: Any, order: str = "C") -> tuple[array, ...]:
    """The indices of elements by their positions in the flat array."""
    given, lengths = positions("unravel_index", indices), read_shape(shape)
    if not lengths and given.ndim:
        raise OceanValueError("unravel_index(): an array without axes has one element, and several are given")
    order = check_order(order, allowed="CF")
    total = math.prod(lengths)
    if given.size and (int(given.min()) < 0 or int(given.max()) >= total):
        raise OceanValueError(f"index is out of bounds for array with size {total}")
    rest = given.astype(INT64)
    found = []
    for length in reversed(lengths) if order == "C" else lengths:
        found.append(rest % max(length, 1))
        rest = rest // max(length, 1)
    return tuple(reversed(found) if order == "C" else found)


def ravel_multi_index(multi_index: Any, dims: Any, mode: Any = "raise", order: str = "C") -> array:
    """The positions in the flat array of elements by their indices."""
    lengths = read_shape(dims)
    given = [positions("ravel_multi_index", each) for each in multi_index]
    order = check_order(order, allowed="CF")
    if len(given) != len(lengths):
        raise OceanValueError(f"parameter multi_index must be a sequence of length {len(lengths)}")
    if 0 in lengths and any(each.size for each in given):
        raise OceanValueError(f"cannot unravel if shape has zero entries (is empty), got {lengths}")
    if math.prod(lengths) >= 1 << 63:
        raise OceanValueError(f"invalid dims: array size defined by dims is larger than 2**63 - 1, got {lengths}")
    modes = [mode] * len(lengths) if isinstance(mode, str) else list(mode)
    steps = [math.prod(lengths[k + 1 :]) if order == "C" else math.prod(lengths[:k]) for k in range(len(lengths))]
    total: Any = 0
    for each, length, step, one in zip(given, lengths, steps, modes, strict=True):
        if one == "raise" and each.size and (int(each.min()) < 0 or int(each.max()) >= length):
            raise OceanValueError("invalid entry in coordinates array")
        total = total + within(each.astype(INT64), length, one) * step
    return as_array(total)


def ix_(*args: Any) -> tuple[array, ...]:
    """Indices or masks for each axis, so that together they name a rectangle."""
    found = []
    for k, each in enumerate(args):
        given = as_array(each)
        if given.ndim != 1:
            raise OceanValueError("Cross index must be 1 dimensional")
        if given.dtype is BOOL:
            given = flatnonzero(given)
        elif isinstance(each, (list, tuple)) and not given.size:  # whose elements have no dtype
            given = given.astype(INT64)
        found.append(given.reshape((1,) * k + (given.size,) + (1,) * (len(args) - k - 1)))
    return tuple(found)


def diag_indices(n: int, ndim: int = 2) -> tuple[array, ...]:
    """The indices of the main diagonal of a square array."""
    return (create.arange(n),) * ndim


def diag_indices_from(arr: Any) -> tuple[array, ...]:
    """The indices of the main diagonal of an array."""
    source = as_array(arr)
    if source.ndim < 2 or len(set(source.shape)) > 1:
        raise OceanValueError("All dimensions of input must be of equal length")
    return diag_indices(source.shape[0], source.ndim)


def tril_indices(n: int, k: int = 0, m: int | None = None) -> tuple[array, ...]:
    """The indices of the lower triangle of a matrix."""
    return nonzero(tri(n, m, k, BOOL))


def triu_indices(n: int, k: int = 0, m: int | None = None) -> tuple[array, ...]:
    """The indices of the upper triangle of a matrix."""
    return nonzero(~tri(n, m, k - 1, BOOL))


def tril_indices_from(arr: Any, k: int = 0) -> tuple[array, ...]:
    """The indices of the lower triangle of a matrix."""
    rows, columns = as_array(arr).shape
    return tril_indices(rows, k, columns)


def triu_indices_from(arr: Any, k: int = 0) -> tuple[array, ...]:
    """The indices of the upper triangle of a matrix."""
    rows, columns = as_array(arr).shape
    return triu_indices(rows, k, columns)


def mask_indices(n: int, mask_func: Callable[..., Any], k: Any = 0) -> tuple[array, ...]:
    """The indices that a function such as `triu` leaves of a square matrix."""
    return nonzero(mask_func(create.ones((n, n), INT64), k))


def indices(dimensions: Any, dtype: Any = int, sparse: bool = False, *, axis: int | None = None) -> Any:
    """The index along each axis of all elements of a shape; sparse ones have length one along the other axes. With
    `axis` the index along that one, as a lazy array."""
    shape = read_shape(dimensions)
    if axis is not None:
        return indices_along(shape, axis, read_dtype(dtype))
    lines = []
    for k, length in enumerate(shape):
        lines.append(create.arange(length, dtype=dtype).reshape([1] * k + [length] + [1] * (len(shape) - k - 1)))
    if sparse:
        return tuple(lines)
    result = create.empty((len(shape), *shape), dtype)
    for k, line in enumerate(lines):
        result[k] = line
    return result


def apply_along_axis(func1d: Callable[..., Any], axis: int, arr: Any, *args: Any, **kwargs: Any) -> array:
    """A function of vectors, for each vector along an axis."""
    source = as_array(arr)
    last = moveaxis(source, own_axis(axis, source.ndim), -1)
    rest = last.shape[:-1]
    if not math.prod(rest):
        raise OceanValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    found = [as_array(func1d(last[place], *args, **kwargs)) for place in numpy.ndindex(*rest)]
    result = stack(found).reshape(rest + found[0].shape)
    ndim = found[0].ndim
    place = own_axis(axis, source.ndim)
    return moveaxis(result, tuple(range(len(rest), len(rest) + ndim)), tuple(range(place, place + ndim)))


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


def fromiter(iter: Any, dtype: Any, count: int = -1) -> array:
    """A vector from an iterable."""
    values = list(iter if count < 0 else islice(iter, count))
    if count >= 0 and len(values) < count:
        raise OceanValueError(f"iterator too short: Expected {count} but iterator had only {len(values)} items.")
    return create.asarray(values, dtype)


def frombuffer(buffer: Any, dtype: Any = float, count: int = -1, offset: int = 0) -> array:
    """A vector on the memory of a buffer."""
    kind = read_dtype(dtype)
    assert kind is not None
    result: array = back(numpy.frombuffer(buffer, NAMES[kind], count, offset), home([]))
    return result


def vectorize(pyfunc: Callable[..., Any], otypes: Any = None) -> Callable[..., Any]:
    """A function of numbers as a function of arrays; it is called for each element, on the host."""

    def function(*args: Any, **named: Any) -> Any:
        where = home(args)
        return back(numpy.vectorize(pyfunc, otypes)(*host(args), **host(named)), where)

    function.__doc__, function.__name__ = pyfunc.__doc__, getattr(pyfunc, "__name__", "vectorized")
    return guard(function, elementwise)  # type: ignore[no-any-return]


def frompyfunc(func: Callable[..., Any], /, nin: int, nout: int, *, identity: Any = None) -> Callable[..., Any]:
    """A function of `nin` numbers that gives `nout` as a function of arrays; it is called for each element, on the
    host. Results have the dtype of the numbers that it gives."""
    made = numpy.frompyfunc(func, nin, nout)

    def function(*args: Any) -> Any:
        found = made(*host(args))
        results = [numpy.asarray(numpy.asarray(each).tolist()) for each in (found if nout > 1 else (found,))]
        return back(tuple(results) if nout > 1 else results[0], home(args))

    function.__doc__, function.__name__ = func.__doc__, getattr(func, "__name__", "function")
    return guard(function, elementwise)  # type: ignore[no-any-return]
