"""Sorting by several keys. The rest of sorting is compiled (core/host/sorting/sorting.pyx)."""

from __future__ import annotations

from ocean._src.base.hints import Any
from ocean._src.core.call.callables import ruled
from ocean._src.core.host.sorting import sorting
from ocean._src.core.objects.tensor import tensor
from ocean._src.tensor.join import to_tensors


@ruled("drop(axis)")
def lexsort(keys: Any, axis: int = 0) -> tensor:
    """The places that sort by several keys, tensors of one size: by the last key, equal ones by the key before it, and
    so on. The sort is stable.

    >>> ocean.lexsort([[3,1,2],[1,1,0]])
       2   1   0
    <tensor.int64 of size 3 on cpu>
    """
    return sorting.lexsorted(to_tensors("lexsort", keys), axis)
