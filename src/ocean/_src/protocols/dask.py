"""Dask: arrays as chunks.

Dask has lists of functions for classes of chunks; `register` adds ours when both packages are imported. It also puts
partial results of ours into Dask's reductions of our chunks. The class `Backend` is an entry point:
`dask.config.set({"array.backend": "ocean"})` makes Dask create arrays of ours.
"""

from __future__ import annotations

from functools import cache, wraps

import dask.array as da
import numpy
from dask import config
from dask.array import backends, reductions
from dask.array import chunk as chunks
from dask.array.dispatch import (
    concatenate_lookup,
    divide_lookup,
    einsum_lookup,
    empty_lookup,
    nannumel_lookup,
    numel_lookup,
    percentile_lookup,
    take_lookup,
    tensordot_lookup,
    to_numpy_dispatch,
)
from dask.array.percentile import _percentile
from dask.hashing import hash_buffer_hex

from ocean._src.array.create import asarray, ascontiguousarray, empty
from ocean._src.array.join import concatenate
from ocean._src.array.products import einsum, tensordot
from ocean._src.array.take_put import take
from ocean._src.base.hints import Any
from ocean._src.core.objects.array import array

from .dask_arrays import partial_functions

LOOKUPS = {
    concatenate_lookup: concatenate, tensordot_lookup: tensordot, einsum_lookup: einsum, take_lookup: take,
    empty_lookup: empty, divide_lookup: backends.np_divide,
}  # fmt: skip


@cache
def register() -> None:
    """Add what Dask does with chunks that are arrays."""
    for lookup, function in LOOKUPS.items():
        lookup.register(array, function)
    da.register_chunk_type(array)
    percentile_lookup.register(array, _percentile)
    numel_lookup.register(array, backends._numel_arraylike)
    nannumel_lookup.register(array, backends._nannumel)
    to_numpy_dispatch.register(array, lambda data, **options: numpy.asarray(data))
    reductions.reduction = with_partial_results(reductions.reduction)


def with_partial_results(reduction: Any) -> Any:
    """Dask's function behind its reductions, `dask.array.reductions.reduction`: where the chunks are ours, partial
    results take the place of the sums that Dask merges."""

    @wraps(reduction)
    def reduced(x: Any, chunk: Any, aggregate: Any, *args: Any, **named: Any) -> Any:
        found = known(chunk, aggregate) if type(getattr(x, "_meta", None)) is array and not args else None
        if found is None or named.get("weights") is not None or x.dtype.kind not in "biufc":
            return reduction(x, chunk, aggregate, *args, **named)
        kind, options = found
        if kind in EXACT and numpy.dtype(named["dtype"]).kind not in "fc":
            return reduction(x, chunk, aggregate, **named)
        wanted = named["dtype"]
        named.update(partial_functions(kind, wanted, **options), concatenate=False)
        named["name"] = named.get("name") or kind
        named["meta"] = empty((0,) * left(x.ndim, named.get("axis"), named.get("keepdims")), wanted)
        return reduction(x, **named)

    return reduced


EXACT = ("sum", "prod", "nansum", "nanprod")
"""Reductions that round only where the result is a floating number."""
FOLDS = {
    chunks.sum: "sum", chunks.prod: "prod", chunks.nansum: "nansum", chunks.nanprod: "nanprod",
}  # fmt: skip


def known(chunk: Any, aggregate: Any) -> tuple[str, dict[str, Any]] | None:
    """The kind of reduction that Dask's functions make, and its options."""
    given = getattr(chunk, "keywords", {})
    chunk = getattr(chunk, "func", chunk)
    nan = "nan" if given.get("sum") is chunks.nansum else ""
    if chunk in FOLDS and aggregate in FOLDS:
        return FOLDS[chunk], {}
    if chunk is reductions.mean_chunk:
        return f"{nan}mean", {}
    if chunk is not reductions.moment_chunk:
        return None
    options = {"ddof": getattr(aggregate, "keywords", {}).get("ddof", 0)}
    return ("moment", {"order": given["order"], **options}) if given.get("order", 2) != 2 else (f"{nan}var", options)


def left(ndim: int, axis: Any, keepdims: Any) -> int:
    """The number of axes of a result."""
    if keepdims:
        return ndim
    return 0 if axis is None else ndim - (len(axis) if isinstance(axis, (tuple, list)) else 1)


def token(source: array) -> tuple[Any, ...]:
    """What identifies the values of an array: equal arrays have equal tokens, in every process."""
    whole: Any = ascontiguousarray(source)
    data = memoryview(whole).cast("B") if source.size else b""
    return "ocean", source.dtype.str, source.shape, hash_buffer_hex(data)


def created(name: str, *args: Any, like: Any = None, meta: Any = None, **options: Any) -> Any:
    """Call Dask's function that creates an array, with chunks of ours."""
    like = meta if like is None else like
    like = empty(()) if like is None else like
    with config.set({"array.backend": "numpy"}):
        return getattr(da, name)(*args, **{"like" if name == "arange" else "meta": like}, **options)


class Backend(backends.ArrayBackendEntrypoint):  # type: ignore[misc]
    """The backend "ocean" of Dask: `ones`, `zeros`, `empty`, `full` and `arange` have chunks of ours. Random numbers
    are drawn by NumPy."""

    @classmethod
    def to_backend_dispatch(cls) -> Any:
        return asarray

    @classmethod
    def to_backend(cls, data: Any, **options: Any) -> Any:
        if isinstance(data._meta, array):
            return data
        return data.map_blocks(asarray, meta=asarray(data._meta), **options)

    @property
    def RandomState(self) -> Any:
        return numpy.random.RandomState

    @property
    def default_bit_generator(self) -> Any:
        return numpy.random.PCG64

    @staticmethod
    def ones(*args: Any, **options: Any) -> Any:
        return created("ones", *args, **options)

    @staticmethod
    def zeros(*args: Any, **options: Any) -> Any:
        return created("zeros", *args, **options)

    @staticmethod
    def empty(*args: Any, **options: Any) -> Any:
        return created("empty", *args, **options)

    @staticmethod
    def full(*args: Any, **options: Any) -> Any:
        return created("full", *args, **options)

    @staticmethod
    def arange(*args: Any, **options: Any) -> Any:
        return created("arange", *args, **options)
