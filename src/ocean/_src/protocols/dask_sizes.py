"""What Dask is told when it is imported: the sizes of arrays and tensors, by which it plans memory.

`register` is an entry point ("dask.sizeof"): it loads Ocean with Dask, and the rest follows when Dask's other modules
are imported (`protocols/arrays.py`).
"""

from __future__ import annotations

import sys
from math import prod

from ocean._src.base.hints import Any
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
    obey_worker()
    return bytes_of(source)


def size_of_tensor(source: tensor) -> int:
    obey_worker()
    return int(source.nelem * source.elemsize) + 100


def register(sizeof: Any) -> None:
    """Tell Dask's `sizeof` about the classes."""

    @sizeof.register_lazy("ocean")  # type: ignore[untyped-decorator]
    def add() -> None:
        sizeof.register(array, size_of_array)
        sizeof.register(tensor, size_of_tensor)


def know_sizes() -> None:
    """Register where no entry point does, because Ocean is not installed but runs from its sources."""
    from dask.sizeof import sizeof

    if "ocean" not in sizeof._lazy and array not in sizeof._lookup:
        register(sizeof)


def obey_worker() -> None:
    """In a Dask worker: the cache of freed blocks stays below a part of the worker's memory."""
    module = sys.modules.get("distributed.worker")
    if module is None:
        return
    for worker in list(module.Worker._instances):
        limit = getattr(getattr(worker, "memory_manager", None), "memory_limit", None)
        if limit and cpu.cacheLimit > limit // PART:
            cpu.cacheLimit = limit // PART
