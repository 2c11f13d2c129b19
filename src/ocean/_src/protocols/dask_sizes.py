"""What Dask is told when it is imported: the sizes of arrays and tensors, by which it plans memory.

`register` is an entry point ("dask.sizeof"), which imports nothing. What needs Dask's other modules follows when Dask
first asks for the size of an array; so do the workers of a cluster, which ask for the size of each result.
"""

from __future__ import annotations

import sys
from math import prod
from typing import Any

from ocean._src.core.objects.array import array
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.tensor import tensor

PART = 16
"""The cache of freed blocks takes a 16th of a worker's memory at most."""


def bytes_of(source: Any) -> int:
    """The bytes that an array needs: axes that are broadcast count once."""
    if any(step == 0 for step in source.strides):
        return int(source.itemsize * prod(n for n, s in zip(source.shape, source.strides, strict=True) if s)) + 100
    return int(source.nbytes) + 100


def size_of_array(source: array) -> int:
    settle_in()
    return bytes_of(source)


def size_of_tensor(source: tensor) -> int:
    settle_in()
    return int(source.nelem * source.elemsize) + 100


def register(sizeof: Any) -> None:
    """Tell Dask's `sizeof` about the classes."""

    @sizeof.register_lazy("ocean")  # type: ignore[untyped-decorator]
    def add() -> None:
        sizeof.register(array, size_of_array)
        sizeof.register(tensor, size_of_tensor)


def token(source: array) -> Any:
    """What identifies the values of an array. Dask asks for it when it first meets one, which tells it the rest."""
    import dask.sizeof

    from .dask import token as token_of

    if not sizeof_knows(dask.sizeof.sizeof):  # Ocean is not installed: it runs from its sources
        register(dask.sizeof.sizeof)
    return token_of(source)


def sizeof_knows(sizeof: Any) -> bool:
    return "ocean" in sizeof._lazy or array in sizeof._lookup


def settle_in() -> None:
    """Register the lookups of Dask's arrays where they are used, and obey the limit of a worker's memory."""
    if "dask.array" in sys.modules:
        from .dask import register as register_lookups

        register_lookups()
    obey_worker()


def obey_worker() -> None:
    """In a Dask worker: the cache of freed blocks stays below a part of the worker's memory."""
    module = sys.modules.get("distributed.worker")
    if module is None:
        return
    for worker in list(module.Worker._instances):
        limit = getattr(getattr(worker, "memory_manager", None), "memory_limit", None)
        if limit and cpu.cacheLimit > limit // PART:
            cpu.cacheLimit = limit // PART
