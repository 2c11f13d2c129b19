"""Objects whose brackets make arrays and keys: mgrid, ogrid, r_, c_, s_, index_exp."""

from __future__ import annotations

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.operands import maybe_scalar
from ocean._src.core.functions.array_create import quick_join
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import BOOL, dtype
from ocean._src.exchange.registry import numpy_class

from . import create
from .dtypes import result_kind
from .join import join
from .unwrap import as_array, check_number, device_of, inner

__all__ = ["c_", "index_exp", "mgrid", "ogrid", "r_", "s_"]


def line(part: slice) -> array:
    """The points of a slice; an imaginary step is the number of points from start to stop."""
    start = 0 if part.start is None else part.start
    step = step_of(part)
    if isinstance(step, complex):
        return create.linspace(start, part.stop, int(abs(step)))  # type: ignore[no-any-return]
    return create.arange(*(number_of(each) for each in (start, part.stop, step)))


def step_of(part: slice) -> Any:
    """The step of a slice; imaginary numbers of NumPy's are those of Python."""
    found = 1 if part.step is None else part.step
    return complex(found) if numpy_class("complexfloating", type(found)) else found


def number_of(value: Any) -> Any:
    """The Python number of a value: ranges of Python numbers have 64 bits."""
    found = maybe_scalar(inner(value) if type(value) is array else value)
    return value if found is None else found.asPython()


def kind_of(parts: Any) -> dtype:
    """The dtype of a grid: the common one of all limits and steps; Python numbers are weak."""
    numbers: list[Any] = [0]
    for part in parts:
        step = step_of(part)
        step = abs(step) if isinstance(step, complex) else step
        numbers += [0 if part.start is None else part.start, part.stop, step]
    return result_kind(*numbers)


class Grid:
    """Coordinates of a grid by its slices."""

    def __init__(self, sparse: bool) -> None:
        self.sparse = sparse

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return line(key)
        kind = kind_of(key)
        lines = [line(each).astype(kind) for each in key]
        grids = [each.reshape([-1 if d == k else 1 for d in range(len(lines))]) for k, each in enumerate(lines)]
        if self.sparse:
            return tuple(grids)
        shape = tuple(each.size for each in lines)
        result = create.empty((len(lines), *shape), kind)
        for k, each in enumerate(grids):
            result[k] = each
        return result


RANKS = {bool: 0, int: 1, float: 2, complex: 3}


def rank(kind: dtype) -> int:
    """The same for elements: numbers of at most this rank do not change the dtype."""
    return 3 if kind.iscomplex else 2 if kind.isfloat else 0 if kind is BOOL else 1


def vectors_of(parts: list[Any]) -> list[array] | None:
    """Arrays of one dtype, and Python numbers that keep it as vectors; None for all other parts."""
    kind = None
    for each in parts:
        if type(each) is array and kind in (None, each._dtype):
            kind = each._dtype
        elif type(each) not in RANKS:
            return None
    if kind is None or any(type(each) is not array and not keeps(each, kind) for each in parts):
        return None
    return [each if type(each) is array else create.new_array([each], kind) for each in parts]


def keeps(number: Any, kind: dtype) -> bool:
    """Whether a Python number is sure to be in the range of a dtype, and does not change it."""
    return RANKS[type(number)] <= rank(kind) and (type(number) is not int or kind.isfloat or 0 <= number < 128)


class Joined:
    """Arrays and slices between brackets joined along an axis."""

    def __init__(self, axis: int, ndmin: int, place: int) -> None:
        self.axis, self.ndmin, self.place = axis, ndmin, place

    def __getitem__(self, key: Any) -> array:
        parts = list(key) if isinstance(key, tuple) else [key]
        if self.ndmin == 1 and (pieces := vectors_of(parts)) and (joined := quick_join(pieces, 0)) is not None:
            return joined
        axis, ndmin, place = self.axis, self.ndmin, self.place
        if parts and isinstance(parts[0], str):
            try:
                numbers = [int(each) for each in parts.pop(0).split(",")]
            except ValueError:
                raise OceanValueError("unknown special directive; the axis, ndmin and place are numbers") from None
            axis, ndmin, place = (*numbers, *(axis, ndmin, place)[len(numbers) :])
        found: list[array] = []
        weak: list[int] = []
        where = device_of(parts)
        for each in parts:
            if isinstance(each, slice):
                value = line(each)
            else:
                number = type(each) in RANKS
                value = as_array([each] if number and ndmin == 1 else each)
                if value.axes is not None:
                    raise OceanValueError("np.r_ and np.c_ join by position; withoutAxes() gives an array without axes")
                if number:
                    weak.append(len(found))
            value = value if where is None else value.to_device(where)
            own = value.ndim
            if own < ndmin:
                value = value.reshape((1,) * (ndmin - own) + value.shape)
                if place != -1 and own:
                    order = list(range(ndmin - own))
                    first = place if place >= 0 else ndmin + place + 1 - own
                    axes = list(range(ndmin - own, ndmin))
                    order[first:first] = axes
                    value = value.transpose(order)
            elif not own:
                value = value.reshape(1)
            found.append(value)
        if weak and len(weak) < len(found):
            kinds = {each._dtype for k, each in enumerate(found) if k not in weak}
            kind = kinds.pop()
            if kinds or max(RANKS[type(parts[k])] for k in weak) > rank(kind):
                kind = result_kind(*(parts[k] if k in weak else each for k, each in enumerate(found)))
            for k in weak:
                check_number(parts[k], kind)
            found = [each if each._dtype is kind else each.astype(kind) for each in found]
        return join(found, axis)


class Key:
    """Gives the key between the brackets."""

    def __init__(self, always_tuple: bool) -> None:
        self.always_tuple = always_tuple

    def __getitem__(self, key: Any) -> Any:
        return (key,) if self.always_tuple and not isinstance(key, tuple) else key


mgrid, ogrid = Grid(False), Grid(True)
r_, c_ = Joined(0, 1, -1), Joined(-1, 2, 0)
s_, index_exp = Key(False), Key(True)
