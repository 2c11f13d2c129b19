"""Elementwise functions of large arrays: nodes that call the function on the blocks of their operands."""

from __future__ import annotations

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.core.objects.array import array

from .blocks import Region
from .large import FUNCTIONS, UFUNCS, large, np, refuse
from .sources import Held

NAMES = (
    "angle", "around", "astype", "clip", "copy", "fix", "i0", "imag", "iscomplex", "isclose", "isneginf", "isposinf",
    "isreal", "nan_to_num", "real", "rint", "round", "sinc", "where",
)  # fmt: skip
"""Elementwise functions that are no ufuncs."""


def ours(function: Any) -> Any:
    """The function of `ocean.numpy` of the same name."""
    return getattr(np(), function.__name__)


def wrapped(value: Any) -> Any:
    """An operand: large arrays as they are, numbers as they are, other arrays as nodes."""
    if isinstance(value, large) or value is None or isinstance(value, (bool, int, float, complex, str)):
        return value
    if isinstance(value, (type, numpy.dtype)):
        return value
    found = value if type(value) is array else np().asarray(value)
    return found if found.ndim == 0 else Held(found)


def region_of(shape: tuple[int, ...], region: Region) -> Region:
    """The region of an operand that is broadcast."""
    last = region[len(region) - len(shape) :]
    return tuple(slice(0, 1) if n == 1 else each for n, each in zip(shape, last, strict=True))


class Elementwise(large):
    """A function of operands that broadcast to each other; one of its results, if it has several."""

    def __init__(
        self, function: Any, operands: tuple[Any, ...], options: dict[str, Any], which: int | None = None
    ) -> None:
        self.function, self.operands, self.options, self.which = function, operands, options, which
        parents = tuple(each for each in operands if isinstance(each, large))
        shape = numpy.broadcast_shapes(*(each.shape for each in parents))
        found = self.call(
            [np().ones((1,) * each.ndim, each.dtype) if isinstance(each, large) else each for each in operands]
        )
        cost = int(found.dtype.itemsize)
        for each in parents:
            cost += -(-each.cost * each.size // max(1, numpy.prod(shape, dtype=object)))
        self.setup(tuple(shape), found.dtype, parents, cost)
        main = max((each for each in parents if each.ndim == self.ndim), key=lambda each: each.size, default=None)
        if main is not None and main.shape == self.shape:
            self.order, self.chunks = main.order, main.chunks

    def call(self, values: list[Any]) -> Any:
        found = self.function(*values, **self.options)
        return found if self.which is None else found[self.which]

    def read(self, region: Region) -> Any:
        values = [
            each.read(region_of(each.shape, region)) if isinstance(each, large) else each for each in self.operands
        ]
        found = self.call(values)
        shape = tuple(each.stop - each.start for each in region)
        return found if found.shape == shape else np().broadcast_to(found, shape)

    def told(self) -> tuple[Any, ...]:
        plain = [
            each if not isinstance(each, (large, array)) else ("array", str(each))
            for each in self.operands
            if not isinstance(each, large)
        ]
        return (self.function.__name__, repr(plain), repr(self.options), self.which, self.shape, str(self.dtype))


def make(function: Any, inputs: tuple[Any, ...], options: dict[str, Any]) -> Any:
    if "where" in options and options["where"] is True:
        del options["where"]
    refuse({key: options.get(key) for key in ("where", "out")}, function.__name__)
    operands = tuple(wrapped(each) for each in inputs)
    count = getattr(function, "nout", 1)
    if count > 1:
        return tuple(Elementwise(function, operands, options, k) for k in range(count))
    return Elementwise(function, operands, options)


def call_ufunc(ufunc: Any, inputs: tuple[Any, ...], options: dict[str, Any]) -> Any:
    if getattr(ufunc, "signature", None) or ufunc.__name__ in ("matmul", "vecdot", "matvec", "vecmat"):
        if ufunc.__name__ == "matmul":
            return FUNCTIONS["matmul"](*inputs, **options)
        raise OceanTypeError(f"{ufunc.__name__}() is not computed by blocks; load() gives an array in memory")
    out = options.pop("out", None)
    found = make(ours(ufunc), inputs, options)
    if out is None:
        return found
    target = out[0] if isinstance(out, tuple) else out
    if not isinstance(target, large):
        raise OceanTypeError(
            f"{ufunc.__name__}(): out= is a large array that can be written, got {type(target).__name__}"
        )
    target[...] = found
    return target


def define(name: str) -> Any:
    def call(*args: Any, **named: Any) -> Any:
        return make(getattr(np(), name), args, named)

    call.__name__ = name
    return call


def astype(x: Any, dtype: Any, *, copy: bool = True, **options: Any) -> Any:
    return make(np().astype, (x, np().dtype(dtype)), options)


UFUNCS["__call__"] = call_ufunc
FUNCTIONS.update({name: define(name) for name in NAMES})
FUNCTIONS["astype"] = astype


class Joined(large):
    """Arrays one after the other along an axis."""

    def __init__(self, parts: tuple[large, ...], axis: int, dtype: Any) -> None:
        self.axis = axis
        first = parts[0]
        length = sum(each.shape[axis] for each in parts)
        shape = (*first.shape[:axis], length, *first.shape[axis + 1 :])
        self.setup(shape, dtype, parts, max(each.cost for each in parts) + 2 * dtype.itemsize)
        self.order, self.chunks = first.order, first.chunks

    def told(self) -> tuple[Any, ...]:
        return (self.axis, self.shape, str(self.dtype))

    def read(self, region: Region) -> Any:
        found, begin, here = [], 0, region[self.axis]
        for each in self.parents:
            end = begin + each.shape[self.axis]
            start, stop = max(here.start, begin), min(here.stop, end)
            if start < stop:
                part = list(region)
                part[self.axis] = slice(start - begin, stop - begin)
                found.append(each.read(tuple(part)).astype(self.dtype))
            begin = end
        return found[0] if len(found) == 1 else np().concatenate(found, axis=self.axis)


def concatenate(arrays: Any, axis: Any = 0, out: Any = None, **options: Any) -> large:
    """`numpy.concatenate`."""
    from .large import axis_of

    refuse({"out": out, **options}, "concatenate")
    parts = tuple(each if isinstance(each, large) else Held(np().asarray(each)) for each in arrays)
    k = axis_of(axis, parts[0].ndim)
    rest = {(*each.shape[:k], *each.shape[k + 1 :]) for each in parts}
    if len(rest) != 1:
        raise OceanValueError(f"concatenate(): the shapes differ beside axis {k}: {[each.shape for each in parts]}")
    return Joined(parts, k, np().result_type(*(each.dtype for each in parts)))


FUNCTIONS["concatenate"] = FUNCTIONS["concat"] = concatenate
