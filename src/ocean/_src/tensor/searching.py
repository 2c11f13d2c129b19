"""The places of nonzero elements. Positions count all elements in column-major order."""

from __future__ import annotations

from ocean._src.base.classes import attach, method
from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public, ruled
from ocean._src.core.call.operands import argument, tensor_of
from ocean._src.core.host.indexing import indexing
from ocean._src.core.objects.dtypes import BOOL
from ocean._src.core.objects.tensor import call_operation, tensor
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.tensor.elementwise import FUNCTIONS


@ruled("drop")
def find(tensor: Any) -> tensor:
    """The indices of the nonzero elements, a column for each: int64, of size ndims by their number.

    >>> ocean.find([[True,False],[False,True]])
    (:,:)
       0   1
       0   1
    <tensor.int64 of size 2x2 on cpu>
    """
    source = tensor_of(tensor)
    return indexing.find(source if source.dtype is BOOL else call_operation(OPERATIONS["notEqual"], (source, 0)))


@ruled("drop")
def nonzero(tensor: Any) -> tensor:
    """The same as `find`: `i, j = nonzero(A)` unpacks its rows, and `A[nonzero(A)]` picks the elements."""
    return find(tensor)


@public("where(A [,B, C] [,D])", aliases={"condition": "A"}, B="any", C="any", D="tensor")
def where(A: Any, B: Any, C: Any, D: tensor | None) -> Any:
    """B where the condition A holds, else C; without them the same as `find`."""
    if B is None and C is None and D is None:
        return find(A)
    if B is None or C is None:
        raise OceanTypeError(f"where() is missing the argument {'B' if B is None else 'C'}: where(A [,B, C] [,D])")
    return FUNCTIONS["where"](A, B, C) if D is None else FUNCTIONS["where"](A, B, C, D)


attach(tensor, find=find, nonzero=nonzero)


@method(tensor)
@ruled("drop")
def argwhere(A: Any) -> tensor:
    """The indices of the nonzero elements, a row for each in column-major order: the transpose of `find`.

    >>> ocean.argwhere([[0,1],[1,0]])
    (:,:)
       1   0
       0   1
    <tensor.int64 of size 2x2 on cpu>
    """
    found = find(A)
    return found.T.asContiguous().reshape(found.size[1], found.size[0])


@method(tensor)
@ruled("drop")
def flatnonzero(A: Any) -> tensor:
    """The positions of the nonzero elements, which count all elements in column-major order.

    >>> ocean.flatnonzero([[0,1],[1,0]])
       1   2
    <tensor.int64 of size 2 on cpu>
    """
    return find(tensor_of(argument(A, "flatnonzero", "A")).flatten()).flatten()
