"""Reductions of large arrays over any axes, by partial results of the blocks."""

from __future__ import annotations

import math

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any

from . import partial as parts
from .blocks import Region, lengths, regions
from .budget import current, inside
from .elementwise import make
from .large import FUNCTIONS, UFUNCS, axes_of, large, np, refuse
from .sources import Held

OF_UFUNC = {
    "add": "sum",
    "multiply": "prod",
    "minimum": "min",
    "maximum": "max",
    "logical_and": "all",
    "logical_or": "any",
}
FIELDS = 6
"""Arrays of eight bytes that are alive for each element of a result while two partial results are merged."""


def reduced_region(source: large, kind: str, axis: Any, axes: tuple[int, ...], region: Region, dtype: Any,
                   task: str) -> dict[tuple[tuple[int, int], ...], parts.partial]:  # fmt: skip
    """The partial results of a region, by the places of the axes that stay."""
    from .blocks import block_shape, elements_at_once, loop

    found: dict[tuple[tuple[int, int], ...], parts.partial] = {}
    size = lengths(region)
    temporaries = 24 if kind in parts.SPREADS else 16
    block = block_shape(size, elements_at_once(source.cost, source.itemsize + temporaries), source.order, source.chunks)
    places = (
        tuple(slice(each.start + r.start, each.stop + r.start) for each, r in zip(part, region, strict=True))
        for part in regions(size, block, source.order)
    )
    for place, values in loop(places, source.settled, task, math.prod(size), source.itemsize):
        start = tuple(each.start for each in place)
        p = parts.of(kind, values, axis, dtype, start, source.shape)
        key = tuple((each.start, each.stop) for k, each in enumerate(place) if k not in axes)
        found[key] = p if key not in found else parts.merged(found[key], p)
        del values, p
    return found


def assembled(found: dict[Any, parts.partial], region: Region, axes: tuple[int, ...], dtype: Any, ddof: float) -> Any:
    """The finished results in one array, whose reduced axes have length 1."""
    kept = [k for k in range(len(region)) if k not in axes]
    shape = tuple(1 if k in axes else each.stop - each.start for k, each in enumerate(region))
    result = np().empty(shape, dtype)
    for key, p in found.items():
        target: list[slice] = [slice(0, 1)] * len(region)
        for k, (start, stop) in zip(kept, key, strict=True):
            target[k] = slice(start - region[k].start, stop - region[k].start)
        result[tuple(target)] = parts.finish(p, ddof, True)
    return result


class Reduced(large):
    """A reduction whose result is itself too large for the bound: a region of it reads what is behind it."""

    def __init__(self, source: large, kind: str, axis: Any, axes: tuple[int, ...], dtype: Any, ddof: float) -> None:
        self.kind, self.axis, self.axes, self.wanted, self.ddof = kind, axis, axes, dtype, ddof
        found = parts.result_dtype(kind, source.dtype, dtype)
        shape = tuple(1 if k in axes else n for k, n in enumerate(source.shape))
        self.setup(shape, found, (source,), found.itemsize + 16 * FIELDS)
        self.order = source.order
        self.chunks = tuple(1 if k in axes else c for k, c in enumerate(source.chunks))

    def told(self) -> tuple[Any, ...]:
        return (self.kind, self.axis, self.axes, str(self.dtype), self.ddof)

    def read(self, region: Region) -> Any:
        source = self.parents[0]
        full = tuple(slice(0, source.shape[k]) if k in self.axes else each for k, each in enumerate(region))
        with inside(4):
            found = reduced_region(source, self.kind, self.axis, self.axes, full, self.wanted, self.kind)
        return assembled(found, full, self.axes, self.dtype, self.ddof)


def reduce(kind: str, a: large, axis: Any, dtype: Any, keepdims: bool, ddof: float) -> Any:
    axes = axes_of(axis, a.ndim)
    if kind in parts.PLACES and axis is not None and len(axes) != 1:
        raise OceanTypeError(f"{kind}() takes one axis")
    found = parts.result_dtype(kind, a.dtype, dtype)
    shape = tuple(1 if k in axes else n for k, n in enumerate(a.shape))
    dropped = tuple(n for k, n in enumerate(shape) if k not in axes)
    if a.size == 0:
        options: dict[str, Any] = {"ddof": ddof} if kind in parts.SPREADS else {}
        options |= {} if dtype is None else {"dtype": dtype}
        return getattr(np(), kind)(np().empty(a.shape, a.dtype), axis=axis, keepdims=keepdims, **options)
    if math.prod(shape) * 8 * FIELDS > current().bytes // 3:
        node: large = Reduced(a, kind, axis, axes, dtype, ddof)
        return node if keepdims else FUNCTIONS["squeeze"](node, axes)
    partials = reduced_region(a, kind, axis, axes, a.whole(), dtype, kind)
    result = assembled(partials, a.whole(), axes, found, ddof)
    return result if keepdims else result.reshape(dropped)


def define(kind: str) -> Any:
    spread, place = kind in parts.SPREADS, kind in parts.PLACES

    def call(a: large, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: Any = False,
             correction: Any = None, **options: Any) -> Any:  # fmt: skip
        refuse({"out": out, **options}, kind)
        if not isinstance(a, large):
            raise OceanTypeError(f"{kind}() by blocks takes a large array, got {type(a).__name__}")
        if (ddof or correction) and not spread:
            raise OceanTypeError(f"{kind}() takes no ddof")
        if dtype is not None and (place or kind in ("min", "max", "any", "all", "nanmin", "nanmax", "count_nonzero")):
            raise OceanTypeError(f"{kind}() takes no dtype")
        kept = keepdims if isinstance(keepdims, bool) else False
        return reduce(kind, a, axis, dtype, kept, ddof if correction is None else correction)

    call.__name__ = kind
    return call


FUNCTIONS.update({kind: define(kind) for kind in parts.KINDS})
FUNCTIONS["amax"], FUNCTIONS["amin"] = FUNCTIONS["max"], FUNCTIONS["min"]


def call_reduce(ufunc: Any, inputs: tuple[Any, ...], options: dict[str, Any]) -> Any:
    if ufunc.__name__ not in OF_UFUNC:
        raise OceanTypeError(f"{ufunc.__name__}.reduce is not computed by blocks; load() gives an array in memory")
    options.setdefault("axis", 0)
    return FUNCTIONS[OF_UFUNC[ufunc.__name__]](*inputs, **options)


UFUNCS["reduce"] = call_reduce


def ptp(a: large, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """`numpy.ptp`."""
    refuse({"out": out}, "ptp")
    return FUNCTIONS["max"](a, axis, keepdims=keepdims) - FUNCTIONS["min"](a, axis, keepdims=keepdims)


def broadcast(weights: Any, a: large) -> large:
    """Weights in the shape of an array."""
    node = weights if isinstance(weights, large) else Held(weights)
    return node if node.shape == a.shape else FUNCTIONS["broadcast_to"](node, a.shape)


def average(a: large, axis: Any = None, weights: Any = None, returned: bool = False, *, keepdims: bool = False) -> Any:
    """`numpy.average`."""
    if weights is None:
        if returned:
            raise OceanTypeError("average() by blocks: returned needs weights")
        return FUNCTIONS["mean"](a, axis, keepdims=keepdims)
    if not isinstance(weights, large):
        weights = np().asarray(weights)
    if weights.shape != a.shape:
        axes = axes_of(axis, a.ndim)
        if axis is None or weights.shape != tuple(a.shape[k] for k in axes):
            raise OceanValueError(f"average(): weights of shape {weights.shape} for an array of shape {a.shape}")
        order = sorted(range(len(axes)), key=lambda k: axes[k])
        weights = weights.transpose(order).reshape(tuple(n if k in axes else 1 for k, n in enumerate(a.shape)))
    factors: Any = weights if isinstance(weights, large) else np().asarray(weights)
    total = FUNCTIONS["sum"](broadcast(factors, a), axis, keepdims=keepdims)
    found = FUNCTIONS["sum"](make(np().multiply, (a, factors), {}), axis, keepdims=keepdims) / total
    return (found, total) if returned else found


FUNCTIONS.update(ptp=ptp, average=average)
