"""Making arrays: from values, from a shape, ranges."""

from __future__ import annotations

from itertools import islice
from operator import index

from ocean._src.base.errors import OceanBufferError, OceanTypeError, OceanValueError, OceanZeroDivisionError
from ocean._src.base.hints import Any
from ocean._src.base.later import later, numpy
from ocean._src.core.call.callables import asking, pair, ruled
from ocean._src.core.call.operands import import_tensor, maybe_scalar
from ocean._src.core.functions import array_create
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects.array import array, inner_field, plain_array, view_field
from ocean._src.core.objects.axes import MAX_DIMS, is_axis, lengths, read_axes
from ocean._src.core.objects.description import layout_is_fortran, result_layout
from ocean._src.core.objects.dtypes import (
    BOOL,
    DOUBLE,
    INT64,
    UINT64,
    array_dtype,
    common,
    dtype,
    scalar,
    set_array_maker,
    set_factory,
)
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import call_operation, clear, make_empty, memory_of, tensor, unlabelled
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.tensor.ranges import arange as range_of

from .gather_views import Mapped
from .numpy_fallback import back, home
from .unwrap import (
    NUMBERS,
    as_array,
    check_number,
    check_order,
    default_device,
    device_of,
    in_order_of,
    inner,
    is_lazy,
    is_other_order,
    made,
    new_inner,
    numpy_dtype,
    ordered,
    read_device,
    read_dtype,
    read_shape,
    wrap,
)

in_numpy = later("ocean._src.exchange.numpy")

__all__ = [
    "arange", "asanyarray", "asarray", "ascontiguousarray", "asfortranarray", "empty", "empty_like", "eye",
    "from_dlpack", "frombuffer", "fromiter", "full", "full_like", "identity", "linspace", "ones", "ones_like",
    "zeros", "zeros_like",
]  # fmt: skip

MOST_DIMS = 64
"""The axes that NumPy's arrays have at most."""

# --- From values -------------------------------------------------------------------------------------------------


@pair(array_create.asarray)
def asarray(
    a: Any,
    dtype: Any = None,
    order: Any = None,
    *,
    device: Any = None,
    copy: bool | None = None,
    axes: Any = None,
) -> array:
    """An array from anything like one, on the same memory where that is possible unless `copy` is True; with axes for
    its dimensions, if some are given."""
    copy = copy if copy is None or isinstance(copy, bool) else copy_mode(copy)
    if axes is not None:
        labelled: array = asarray(a, dtype, order, device=device, copy=copy).withAxes(axes)
        return labelled
    if isinstance(a, array):
        a = plain_array(a)
    if is_other_order(dtype):
        as_is = asarray(a, None, order, device=device, copy=copy)
        if as_is.dtype == numpy_dtype(dtype):
            return as_is
        if copy is False:
            raise OceanValueError("asarray(): a copy cannot be avoided for this byte order")
        return in_order(asarray(a, read_dtype(dtype), order, device=device, copy=copy), dtype)
    kind, where, order = read_dtype(dtype), read_device(device), check_order(order, "K")
    lazy = inner_field(a) if is_lazy(a) else a.reverseAxes() if isinstance(a, rtensor) else None
    if lazy is not None and lazy.trace is not None:
        return wrap(lazy.cast(kind, where))  # without values yet
    if type(a) is array:
        found = view_field(a)
        same = kind is None or (kind is a._dtype and not (isinstance(found, tensor) and found.byteswapped))
        if (
            not copy
            and same
            and where in (None, a.device)
            and (order in "AK" or (isinstance(found, tensor) and getattr(a.flags, f"{order.lower()}_contiguous")))
        ):
            return a
        source = found.values() if isinstance(found, Mapped) else inner(a)
        shared = True
    else:
        shared = not isinstance(a, (list, tuple, range)) and (
            isinstance(a, (tensor, rtensor)) or (maybe_scalar(a) is None and import_tensor(a) is not None)
        )
        if copy is False and not shared:
            raise OceanValueError("asarray(): a copy cannot be avoided, because the data are no array")
        source = inner(a) if shared else made(a, kind, where)
    result = converted(source, kind, where)
    if kind is not None and result.byteswapped:
        result = copied(result)
    if order in "CF":
        result = ordered(result, order)
    moved = memory_of(result) is not memory_of(source)
    if copy is False and (moved or isinstance(a, rtensor)):
        raise OceanValueError("asarray(): a copy cannot be avoided for this dtype, device or order")
    if copy and not moved and shared:
        result = copied(result, order)
    return wrap(result)


def copy_mode(value: Any) -> bool | None:
    """Whether to copy, from an object that is not a bool: NumPy's modes, or anything with a truth."""
    if isinstance(value, (str, bytes)):
        raise OceanValueError("strings are not allowed for 'copy' keyword. Use True/False/None instead.")
    value = getattr(value, "value", value)  # of an enumeration: never, always, if needed
    return None if value == 2 else bool(value)


def of_kind(kind: dtype, value: Any = 0, *args: Any, **named: Any) -> Any:
    """The result of `np.complex32(value)` without ml_dtypes: a scalar from a number, an array from anything else."""
    if args or named or type(value) is array or maybe_scalar(value) is not None or isinstance(value, (str, bytes)):
        return kind(value, *args, **named)
    return asarray(value, kind)


set_array_maker(of_kind)


def in_order(made: array, dtype: Any) -> array:
    """The array itself, or a copy in the other byte order if the dtype is in that."""
    if not is_other_order(dtype):
        return made
    source = inner(made)
    desc = result_layout(source.dtype, source.size, [source._layout] if source.nelem > 1 else [], source.device)
    result = make_empty(desc.with_axes(source.axes).with_byte_order(True))
    call_operation(OPERATIONS["copy"], (source,), result)
    return wrap(result)


def copied(source: tensor, order: str = "K") -> tensor:
    """A copy in native byte order, without strides of zero."""
    if order == "C" or (order != "F" and layout_is_fortran(source._layout)):
        return source.replicate()
    if order == "F" or (order == "A" and layout_is_fortran(source.reverseAxes()._layout)):
        return source.copy("C")
    if order == "A":
        return source.replicate()
    leading = [source._layout] if source.nelem > 1 else []
    result = make_empty(result_layout(source.dtype, source.size, leading, source.device).with_axes(source.axes))
    call_operation(OPERATIONS["copy"], (source,), result)
    return result


@pair(array_create.array, name="array")
def new_array(
    object: Any,
    dtype: Any = None,
    *,
    copy: bool | None = True,
    order: Any = "K",
    subok: bool = False,
    ndmin: int = 0,
    device: Any = None,
    ndmax: int = 64,
    axes: Any = None,
) -> array:
    """An array from nested lists, numbers, NumPy arrays and everything else that is like an array. `axes` are those of
    its dimensions."""
    if axes is not None:
        plain = new_array(object, dtype, copy=copy, order=order, ndmin=ndmin, device=device)
        labelled: array = plain.withAxes(axes)
        return labelled
    if not 0 <= ndmax <= MOST_DIMS:
        raise OceanValueError(f"array(): ndmax must be from 0 to {MOST_DIMS}, got {ndmax}")
    if ndmin > ndmax:
        raise OceanValueError(f"array(): ndmin must be at most ndmax, got {ndmin} and {ndmax}")
    result = asarray(object, dtype, order, device=device, copy=copy)
    if ndmax < result.ndim:
        raise OceanValueError(
            f"setting an array element with a sequence: the data have {result.ndim} axes, and ndmax is {ndmax}"
        )
    if result.ndim < ndmin:
        result = result.reshape((1,) * (int(ndmin) - result.ndim) + result.shape)
    if subok and isinstance(object, array) and type(object) is not array:
        wrapped: array = object.__array_wrap__(result)  # type: ignore[attr-defined]
        return wrapped
    return result


def of_buffer(
    shape: Any, dtype: Any = float, buffer: Any = None, offset: int = 0, strides: Any = None, order: Any = None
) -> array:
    """An array of a shape that is not set to anything, or on the memory of a buffer, from an offset on and with strides
    in bytes. `array` makes arrays of values."""
    if buffer is None:
        if offset or strides is not None:
            raise OceanValueError("ndarray(): an offset and strides need a buffer")
        return empty(shape, dtype, check_order(order, "C"))
    if offset < 0:  # NumPy would read before the buffer; it checks all other arguments
        raise OceanValueError(f"ndarray(): the offset must not be negative, got {offset}")
    import numpy

    kind = read_dtype(dtype)
    memory = inner_field(buffer) if type(buffer) is array else buffer
    named = numpy.dtype(float) if kind is None else array_dtype(kind, is_other_order(dtype))
    made: Any = numpy.ndarray
    return asarray(made(shape, named, memory, offset, strides, check_order(order, "C")))


set_factory(array, of_buffer)


@asking
def asanyarray(a: Any, dtype: Any = None, order: Any = None, *, device: Any = None, copy: bool | None = None) -> array:
    """The same as `asarray`, except that arrays of subclasses keep their class."""
    if type(a) is array or not isinstance(a, array):
        return asarray(a, dtype, order, device=device, copy=copy)
    plain = plain_array(a)
    found = asarray(plain, dtype, order, device=device, copy=copy)
    wrapped: array = a if found is plain else a.__array_wrap__(found)  # type: ignore[attr-defined]
    return wrapped


@pair(array_create.ascontiguousarray, rule="along")
def ascontiguousarray(a: Any, dtype: Any = None) -> array:
    """A row-major array with at least one axis."""
    result = asarray(a, dtype, "C")
    return result if result.ndim else result.reshape(1)


@ruled("along")
def asfortranarray(a: Any, dtype: Any = None) -> array:
    """A column-major array with at least one axis."""
    result = asarray(a, dtype, "F")
    return result if result.ndim else result.reshape(1)


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> array:
    """An array on the memory of an object with `__dlpack__`."""
    from ocean._src.exchange.dlpack import fromDLPack

    if type(x) is array:  # with any strides
        if isinstance(view_field(x), tensor) and view_field(x).byteswapped:
            raise OceanBufferError("from_dlpack(): DLPack has no byte order, and the array is byteswapped")
        found: array = asarray(x, device=device, copy=copy) if copy or device is not None else x[...]
        return found if found.axes is None else found.withoutAxes()  # DLPack has no axes
    return wrap(fromDLPack(x, read_device(device), copy).reverseAxes())


def fromiter(iter: Any, dtype: Any, count: int = -1) -> array:
    """A vector from an iterable."""
    values = list(iter if count < 0 else islice(iter, count))
    if count >= 0 and len(values) < count:
        raise OceanValueError(f"iterator too short: Expected {count} but iterator had only {len(values)} items.")
    return asarray(values, dtype)


def frombuffer(buffer: Any, dtype: Any = float, count: int = -1, offset: int = 0) -> array:
    """A vector on the memory of a buffer."""
    kind = read_dtype(dtype)
    assert kind is not None
    named = in_order_of(dtype, in_numpy.exact_dtype(kind))
    result: array = back(numpy.frombuffer(buffer, named, count, offset), home([]))
    return result


# --- From a shape ------------------------------------------------------------------------------------------------


@pair(array_create.empty)
def empty(shape: Any, dtype: Any = None, order: Any = "C", *, device: Any = None) -> array:
    """An array that is not set to anything."""
    order = check_order(order, allowed="CF")
    made = new_inner(read_dtype(dtype) or DOUBLE, shape, read_device(device) or default_device(), order)
    return in_order(wrap(made), dtype)


@pair(array_create.zeros)
def zeros(shape: Any, dtype: Any = None, order: Any = "C", *, device: Any = None) -> array:
    """An array of zeros."""
    return zeroed(empty(shape, dtype, order, device=device))


def zeroed(result: array) -> array:
    clear(inner_field(result))
    return result


@pair(array_create.ones)
def ones(shape: Any, dtype: Any = None, order: Any = "C", *, device: Any = None) -> array:
    """An array of ones."""
    return filled(empty(shape, dtype, order, device=device), 1)


@pair(array_create.full)
def full(shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C", *, device: Any = None) -> array:
    """An array filled with a value, which has the value's dtype unless one is given."""
    where = device
    if where is None and type(fill_value) is array:
        where = fill_value.device
    kind = kind_of(fill_value) if dtype is None else dtype
    return filled(empty(shape, kind, order, device=where), fill_value)


def kind_of(value: Any) -> dtype:
    number = maybe_scalar(value) if type(value) is not array else None
    return inner(value).dtype if number is None else number.dtype


def filled(result: array, value: Any) -> array:
    if type(value) in NUMBERS:
        if type(value) is not float:  # NumPy casts a float here
            check_number(value, result._dtype)
        call_operation(OPERATIONS["copy"], (value,), inner_field(result))
    else:
        result[...] = as_array(value)
    return result


def like(prototype: Any, dtype: Any, order: Any, device: Any, shape: Any) -> array:
    """A new array like another."""
    if is_other_order(dtype):
        return in_order(like(prototype, read_dtype(dtype), order, device, shape), dtype)
    source = inner(prototype)
    kind = read_dtype(dtype) or source.dtype
    where = read_device(device) or source.device
    size = source.size if shape is None else read_shape(lengths(shape))[::-1]
    if len(size) > MAX_DIMS:
        raise OceanValueError(f"An array has at most {MAX_DIMS} axes, got {len(size)}")
    order = check_order(order, "K")
    if shape is None and source.axes is not None:
        plain = like(unlabelled(source).reverseAxes(), kind, order, where, None)
        return plain.withAxes(source.axes[::-1])  # type: ignore[no-any-return]
    columns = layout_is_fortran(source.reverseAxes()._layout)
    if order == "A" and shape is not None:
        order = "F" if columns and not layout_is_fortran(source._layout) else "C"
    if read_axes(shape) is not None or order in "CF" or len(size) != source.ndims:
        return wrap(new_inner(kind, size[::-1] if shape is None else shape, where, "F" if order == "F" else "C"))
    if order == "A":
        return wrap(new_inner(kind, size[::-1], where, "F" if columns else "C"))
    leading = [source._layout] if source.nelem > 1 else []
    if size != source.size:  # the axes in memory in the order of the other's
        steps = source.strides
        order_of = sorted(range(len(size)), key=lambda k: (abs(steps[k]), k))
        made = new_inner(kind, [size[k] for k in reversed(order_of)], where, "C")
        return wrap(made.permuteAxes([order_of.index(k) for k in range(len(size))]))
    return wrap(make_empty(result_layout(kind, size, leading, where)))


@pair(array_create.empty_like)
def empty_like(
    prototype: Any, dtype: Any = None, order: Any = "K", subok: bool = True, *, shape: Any = None, device: Any = None
) -> array:
    """A new array with the shape, dtype and device of another, not set to anything."""
    return like(prototype, dtype, order, device, shape)


@pair(array_create.zeros_like)
def zeros_like(
    a: Any, dtype: Any = None, order: Any = "K", subok: bool = True, *, shape: Any = None, device: Any = None
) -> array:
    """An array of zeros like another."""
    return zeroed(like(a, dtype, order, device, shape))


@pair(array_create.ones_like)
def ones_like(
    a: Any, dtype: Any = None, order: Any = "K", subok: bool = True, *, shape: Any = None, device: Any = None
) -> array:
    """An array of ones like another."""
    return filled(like(a, dtype, order, device, shape), 1)


@pair(array_create.full_like)
def full_like(
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: bool = True,
    *,
    shape: Any = None,
    device: Any = None,
) -> array:
    """An array like another, filled with a value."""
    return filled(like(a, dtype, order, device, shape), fill_value)


# --- Ranges and diagonals ----------------------------------------------------------------------------------------


def number(value: Any, what: str) -> Any:
    if isinstance(value, (list, tuple)):
        value = asarray(value)
    if type(value) is array and value.ndim:
        raise OceanTypeError(f"{what} must be a number; only 0-dimensional arrays are, got shape {value.shape}")
    found = maybe_scalar(inner(value) if type(value) is array else value)
    if found is None:
        raise OceanTypeError(f"{what} must be a number, got {type(value).__name__}")
    return found


@pair(array_create.arange)
def arange(start: Any = None, stop: Any = None, step: Any = 1, dtype: Any = None, *, device: Any = None) -> array:
    """start, start + step, ... below stop; from 0 if only the end is given."""
    if start is None or stop is None:
        if start is stop is None:
            raise OceanTypeError("arange() requires stop to be specified.")
        start, stop = 0, start if stop is None else stop
    values = [number(each, "arange(): start, stop and step") for each in (start, stop, 1 if step is None else step)]
    if not values[2].asPython():
        raise OceanZeroDivisionError(f"arange(): the step must not be 0, got {start}, {stop}, {step}")
    if is_other_order(dtype):
        return in_order(arange(start, stop, step, read_dtype(dtype), device=device), dtype)
    kind = read_dtype(dtype)
    if kind is None:
        given = zip(values, (start, stop, step), strict=True)
        kind = common(INT64, *(value.dtype for value, each in given if type(each) is not int))
    where = read_device(device) or default_device()
    if any(each.dtype.iscomplex for each in values):
        raise OceanTypeError("arange() takes real numbers")
    if kind is BOOL and len(range_of(values[0], values[1], values[2], INT64, None)) > 2:
        raise OceanTypeError("arange() of bool has at most two elements")
    if kind.isfloat or kind is BOOL:
        computing = DOUBLE if kind.isfloat else None
        return wrap(converted(range_of(values[0], values[1], values[2], computing, None), kind, where))
    return wrap(converted(whole_range(values[0], values[1], values[2], kind), kind, where))


def whole_range(start: scalar, stop: scalar, step: scalar, kind: dtype) -> tensor:
    """A range of integers. As in NumPy, the first two must fit the dtype, and their difference is the step."""
    first, second = start.asPython(), start.asPython() + step.asPython()
    whole = not isinstance(second, float)
    wide = UINT64 if kind is UINT64 and whole and min(first, second) >= 0 else None
    found: tensor = range_of(start, stop, step, wide, None)
    if found.nelem:
        check_number(first, kind)
    if found.nelem > 1:
        check_number(second, kind)
    if whole or not found.nelem:
        return found
    steps = range_of(0, found.nelem, 1, INT64, None)
    call_operation(OPERATIONS["scale"], (steps, int(second) - int(first)), steps)
    call_operation(OPERATIONS["add"], (steps, int(first)), steps)
    return steps


@pair(array_create.linspace)
def linspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: Any = None,
    axis: int = 0,
    *,
    device: Any = None,
) -> Any:
    """Equally spaced points from start to stop, which is the last one unless `endpoint` is False; with an axis for
    their number, the points along it."""
    if is_axis(num):
        found = linspace(start, stop, num.length, endpoint, retstep, dtype, axis, device=device)
        return (found[0].withAxes(num), found[1]) if retstep else found.withAxes(num)
    if num < 0:
        raise OceanValueError(f"linspace(): the number of points must be nonnegative, got {num}")
    where = read_device(device) or device_of((start, stop)) or default_device()
    first, last = (asarray(each, device=where) for each in (start, stop))
    from .dtypes import result_kind

    kind = result_kind(*(each if type(each) in NUMBERS else one for each, one in ((start, first), (stop, last))), 1.0)
    given = read_dtype(dtype)
    first, last = first.astype(kind, copy=False), last.astype(kind, copy=False)
    intervals = max(num - 1 if endpoint else num, 0)
    delta = last - first

    def divided(values: Any) -> Any:
        """Divide by the number of intervals, with NumPy's rounding of complex quotients."""
        return values * (1.0 / intervals) if kind.iscomplex else values / intervals

    step = divided(delta) if intervals else delta * float("nan")
    places = arange(num, dtype=kind, device=where).reshape((num,) + (1,) * delta.ndim)
    if intervals and bool((step == 0).any()):  # the step underflows: fractions between 0 and 1 do not
        points = divided(places) * delta + first
    else:
        points = places * (step if intervals else delta) + first
    if endpoint and num > 1:
        points[-1] = last
    if axis:
        from ocean._src.array.unwrap import axis_of

        front = points.ndim - 1
        place = front - axis_of(axis, points.ndim)
        order = list(range(1, points.ndim))
        order.insert(place, 0)
        points = points.transpose(order)
    if given is not None and given is not kind:
        if given.kind in "iu":
            from .ufuncs import UFUNCS

            points = UFUNCS["floor"](points)
        points = points.astype(given)
    return (points, step) if retstep else points


@pair(array_create.eye)
def eye(N: int, M: int | None = None, k: int = 0, dtype: Any = None, order: Any = "C", *, device: Any = None) -> array:
    """Ones on a diagonal: k > 0 is above the main one, < 0 below it. With an axis H alone, the other is H - 1."""
    other: Any = (N - 1 if is_axis(N) else N) if M is None else M
    result = zeros((N, other), dtype, order, device=device)
    rows, columns = result.shape
    if -rows < k < columns:
        call_operation(OPERATIONS["copy"], (1,), unlabelled(inner_field(result)).diag(-index(k)))
    return result


@asking
def identity(n: int, dtype: Any = None, *, device: Any = None) -> array:
    """A square matrix with ones on the main diagonal."""
    return eye(n, dtype=dtype, device=device)
