"""Running sums and products of large arrays."""

from __future__ import annotations

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any

from .blocks import Region, lengths
from .large import FUNCTIONS, UFUNCS, axis_of, large, np, refuse
from .views import ravel

FOLD = {"cumsum": "add", "cumprod": "multiply"}


class Scan(large):
    """A running sum or product along an axis. Regions that follow each other go on from the last one; others begin at
    the start of the axis."""

    def __init__(self, source: large, kind: str, axis: int, dtype: Any) -> None:
        self.kind, self.axis, self.wanted = kind, axis, dtype
        options = {} if dtype is None else {"dtype": dtype}
        found = getattr(np(), kind)(np().ones((1,), source.dtype), **options).dtype
        self.setup(source.shape, found, (source,), source.cost + 3 * found.itemsize)
        self.order, self.chunks = source.order, source.chunks
        self.ends: dict[tuple[tuple[int, int], ...], tuple[int, Any]] = {}

    def told(self) -> tuple[Any, ...]:
        return (self.kind, self.axis, str(self.dtype))

    def read(self, region: Region) -> Any:
        k, size = self.axis, lengths(region)
        if 0 in size:
            return np().empty(size, self.dtype)
        key = tuple((each.start, each.stop) for j, each in enumerate(region) if j != k)
        if region[k].start == 0:
            self.ends.pop(key, None)
        place, carry = self.ends.get(key, (0, None))
        if place != region[k].start:  # from the beginning, by steps of the same size
            step = max(size[k], self.block(self.itemsize)[k])
            self.ends.pop(key, None)
            for start in range(0, region[k].start, step):
                part = slice(start, min(start + step, region[k].start))
                self.part((*region[:k], part, *region[k + 1 :]), key)
            carry = self.ends[key][1]
        return self.part(region, key, carry)

    def part(self, region: Region, key: Any, carry: Any = None) -> Any:
        """A region after the carry, which becomes that of its end."""
        n, k = np(), self.axis
        if carry is None and key in self.ends:
            carry = self.ends[key][1]
        values = self.parents[0].read(region).astype(self.dtype)
        if carry is not None:
            first = (*(slice(None),) * k, slice(0, 1))
            values = values.copy()
            values[first] = getattr(n, FOLD[self.kind])(values[first], carry)
        found = getattr(n, self.kind)(values, axis=k, dtype=self.dtype)
        last = (*(slice(None),) * k, slice(found.shape[k] - 1, found.shape[k]))
        if region[k].stop == self.shape[k]:
            self.ends.pop(key, None)
        else:
            self.ends[key] = (region[k].stop, found[last].copy())
        return found


def define(kind: str) -> Any:
    def call(a: large, axis: Any = None, dtype: Any = None, out: Any = None, **options: Any) -> large:
        refuse({"out": out, **options}, kind)
        source = ravel(a) if axis is None else a
        return Scan(source, kind, axis_of(0 if axis is None else axis, source.ndim), dtype)

    call.__name__ = kind
    return call


FUNCTIONS.update({kind: define(kind) for kind in FOLD})


def call_accumulate(ufunc: Any, inputs: tuple[Any, ...], options: dict[str, Any]) -> large:
    kind = {"add": "cumsum", "multiply": "cumprod"}.get(ufunc.__name__)
    if kind is None:
        raise OceanTypeError(f"{ufunc.__name__}.accumulate is not computed by blocks; load() gives an array in memory")
    if options.setdefault("axis", 0) is None and inputs[0].ndim != 1:
        raise OceanValueError(f"{ufunc.__name__}.accumulate() goes along one axis, got None")
    return FUNCTIONS[kind](*inputs, **options)  # type: ignore[no-any-return]


UFUNCS["accumulate"] = call_accumulate
