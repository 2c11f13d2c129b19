"""Tensors as sets: distinct elements, membership, intersection, union and difference."""

from __future__ import annotations

from ocean._src.base.classes import method
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import public, ruled
from ocean._src.core.call.operands import argument, tensor_of
from ocean._src.core.functions import combine
from ocean._src.core.functions.copies import converted
from ocean._src.core.functions.create import arange, zeros
from ocean._src.core.host.sorting import searching, sorting
from ocean._src.core.host.sorting.sorting import sent_to
from ocean._src.core.objects.description import checked_axis
from ocean._src.core.objects.dtypes import BOOL, UINT64, common
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.tensor import function_named, tensor
from ocean._src.tensor.searching import find

OPTIONS: dict[str, Any] = {
    "aliases": {"return_index": "index", "return_inverse": "inverse", "return_counts": "counts"},
    "axis": "int", "index": "bool", "inverse": "bool", "counts": "bool",
}  # fmt: skip


def distinct(A: Any, axis: int | None, index: bool | None, inverse: bool | None, counts: bool | None) -> Any:
    """the distinct elements in their order, or with an axis the distinct slices along it; NaN counts as one element.

    On demand also, as a tuple: the `index` of the first occurrence of each, the `inverse`, which gives for each element
    of A where it is in the result, and the `counts`.

    >>> ocean.unique([3,1,3,2], counts=True)
    (   1   2   3
    <tensor.int64 of size 3 on cpu>,    1   1   2
    <tensor.int64 of size 3 on cpu>)
    """
    source = tensor_of(argument(A, "unique", "A"))
    if axis is None:
        if not (index or inverse or counts):
            values = searching.distinct_elements(source)
            return sent_to(values[: with_one_nan(values)], source)
        starts, places, group = searching.grouped(source, bool(inverse))
        values = cpu(source).flatten()[places[starts[:-1]]]
        number = with_one_nan(values)
        if number < values.nelem:
            starts = combine.join([starts[:number], starts[-1:]], 0)
            group = None if group is None else function_named("min")(group, number - 1)
        inverse_places = None if group is None else group.reshape(source.size)
        found = [values[:number], places[starts[:-1]], inverse_places, starts[1:] - starts[:-1]]
    else:
        found = unique_slices(cpu(source), checked_axis(axis, source.ndims))
    wanted = [each for each, flag in zip(found, (True, index, inverse, counts), strict=True) if flag]
    sent = tuple(sent_to(each, source) for each in wanted if each is not None)
    return sent if len(sent) > 1 else sent[0]


def with_one_nan(values: tensor) -> int:
    """The number of distinct elements if all NaN count as one. Complex numbers have many NaN, which are sorted last."""
    if not values.dtype.iscomplex or not values.nelem:
        return values.nelem
    known = int(function_named("sum")(values == values))
    return min(known + 1, values.nelem)


unique = public("unique(A [,axis] [,index] [,inverse] [,counts])", methods=(tensor,), rule="drop(axis)", **OPTIONS)(
    distinct
)


def unique_slices(source: tensor, axis: int, equal_nan: bool = True) -> list[tensor | None]:
    """The distinct slices along an axis in the order of their elements (column-major); index, inverse and counts."""
    count, others = source.size[axis], [each for each in range(source.ndims) if each != axis]
    slices = source.permuteAxes([*others, axis]).asContiguous().reshape(source.nelem // count if count else 0, count)
    rows = [slices[k] for k in range(slices.size[0] - 1, -1, -1)]
    order = sorting.lexsorted(rows, 0) if rows else sorting.argsort(zeros(count, BOOL, cpu))
    first = zeros(count, BOOL, cpu)
    if count:
        ordered = slices[:, order]
        one, other = ordered[:, 1:], ordered[:, :-1]
        equal = one == other
        if equal_nan:
            equal = function_named("logicalOr")(equal, (one != one) & (other != other))
        first[0] = True
        if rows and count > 1:
            first[1:] = ~function_named("all")(equal, 0)
    starts = find(first)[0]
    group = zeros(count, starts.dtype, cpu)
    if count:
        group[order] = searching.searchsorted(starts, arange(count, cpu), "right") - 1
    ends = combine.join([starts[1:], converted(tensor_of([count]), starts.dtype, cpu)], 0)
    firsts = order[starts]
    return [source[(slice(None),) * axis + (firsts,)], firsts, group, ends - starts]


def alike(function: str, A: Any, B: Any) -> tuple[tensor, tensor]:
    """Two operands as tensors of their common dtype, the second on the host."""
    first, second = tensor_of(argument(A, function, "A")), tensor_of(argument(B, function, "B"))
    kind = common(first.dtype, second.dtype)
    return converted(first, kind, None), converted(second, kind, cpu)


@public("isin(A, B [,invert])", invert="bool", methods=(tensor,), rule="first")
def isin(A: Any, B: Any, invert: bool | None) -> tensor:
    """whether each element of A is among those of B; NaN is equal to nothing.

    >>> ocean.isin([1,2,3], [2,4])
       False    True   False
    <tensor.bool of size 3 on cpu>
    """
    first, second = tensor_of(argument(A, "isin", "A")), tensor_of(argument(B, "isin", "B"))
    if common(first.dtype, second.dtype).isfloat and not (first.dtype.isfloat or second.dtype.isfloat):
        return signed_and_not(first, second, bool(invert))
    first, second = alike("isin", first, second)
    return sent_to(is_among(cpu(first), searching.distinct_elements(second), bool(invert)), first)


def signed_and_not(first: tensor, second: tensor, invert: bool) -> tensor:
    """`isin` of uint64 and signed integers: their common dtype, double, does not distinguish large integers. Negative
    ones are never contained."""
    values, among = cpu(first), cpu(second)
    if second.dtype is UINT64:
        found = is_among(UINT64(values), searching.distinct_elements(among)) & (values >= 0)
    else:
        found = is_among(values, searching.distinct_elements(UINT64(among[among >= 0])))
    return sent_to(~found if invert else found, first)


def is_among(values: tensor, ordered: tensor, invert: bool = False) -> tensor:
    """Whether each value is among the elements of a sorted vector; both on the host."""
    if ordered.nelem == 0:
        result = zeros(values.size, BOOL, cpu)
    else:
        places = searching.searchsorted(ordered, values)
        near = ordered[function_named("min")(places, ordered.nelem - 1).flatten()].reshape(values.size)
        result = near == values
    return ~result if invert else result


@method(tensor)
@ruled("drop")
def intersect1d(A: Any, B: Any) -> tensor:
    """The distinct elements that both have, in their order.

    >>> ocean.intersect1d([3,1,2,3], [3,2,5])
       2   3
    <tensor.int64 of size 2 on cpu>
    """
    first, second = alike("intersect1d", A, B)
    mine = searching.distinct_elements(first)
    result: tensor = mine[is_among(mine, searching.distinct_elements(second))]
    return sent_to(result, first)


@method(tensor)
@ruled("drop")
def union1d(A: Any, B: Any) -> tensor:
    """The distinct elements of both, in their order."""
    first, second = alike("union1d", A, B)
    both = combine.join([cpu(first).flatten(), second.flatten()], 0)
    return sent_to(searching.distinct_elements(both), first)


@method(tensor)
@ruled("drop")
def setdiff1d(A: Any, B: Any) -> tensor:
    """The distinct elements of A that are not among those of B, in their order."""
    first, second = alike("setdiff1d", A, B)
    mine = searching.distinct_elements(first)
    result: tensor = mine[is_among(mine, searching.distinct_elements(second), invert=True)]
    return sent_to(result, first)
