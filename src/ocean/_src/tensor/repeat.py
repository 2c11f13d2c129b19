"""Tensors in which elements are repeated: tile, repeat."""

from __future__ import annotations

from ocean._src.base.classes import method
from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import ruled
from ocean._src.core.call.operands import tensor_of
from ocean._src.core.functions import combine
from ocean._src.core.host.indexing import indexing
from ocean._src.core.objects.tensor import tensor
from ocean._src.tensor.take import along_axis, integers_in


@method(tensor)
@ruled("along")
def tile(self: Any, counts: Any) -> tensor:
    """The tensor repeated as a whole, the given number of times along each dimension.

    >>> ocean.asTensor([1,2]).tile([2,3])
    (:,:)
       1   1   1
       2   2   2
       1   1   1
       2   2   2
    <tensor.int64 of size 4x3 on cpu>
    """
    return combine.tiled(tensor_of(self), counts)


@method(tensor)
@ruled("first(axis)")
def repeat(self: Any, counts: Any, axis: int | None = None) -> tensor:
    """Each place along an axis repeated, the same number of times or as many as a list says; no axis: as a vector.

    >>> ocean.asTensor([1,2,3]).repeat([2,0,1])
       1   1   3
    <tensor.int64 of size 3 on cpu>
    """
    source = tensor_of(self)
    if type(counts) is int:
        return combine.each_repeated(source, counts, axis)
    times = integers_in("repeat", "counts", counts)
    if times.nelem == 1:
        return combine.each_repeated(source, int(times), axis)
    source, along = along_axis(source, axis)
    if times.size != (source.size[along],):
        raise OceanValueError(f"repeat(): expected one count or {source.size[along]} of them, got {times.nelem}")
    result: tensor = source[(slice(None),) * along + (indexing.places_repeated(times),)]
    return result
