"""The subscripts of `einsum`: labels of the operands' dimensions, and of the result's, from a text or from numbers."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Sequence

from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.base.integers import unbox_integer

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def parsed(
    operands: tuple[Any, ...], arrays_of: Callable[..., list[Any]]
) -> tuple[list[Any], list[list[Any]], list[Any]]:
    """The arrays, the labels of each, and those of the result."""
    if not operands:
        raise OceanValueError("must specify the einstein sum subscripts string and at least one operand")
    if isinstance(operands[0], str):
        arrays = arrays_of(*operands[1:])
        return arrays, *read_text(operands[0], tuple(each.ndim for each in arrays))
    else:
        pairs = list(operands)
        if len(pairs) < 2:
            raise OceanValueError("must provide at least an operand and a subscripts list to einsum")
        result = numbered(pairs.pop()) if len(pairs) % 2 else None
        arrays = arrays_of(*pairs[::2])
        given = [numbered(each) for each in pairs[1::2]]
    return arrays, *spelled_out(given, result, [each.ndim for each in arrays])


def numbered(subscripts: Any) -> list[Any]:
    """Labels that are given as numbers."""
    if isinstance(subscripts, str) or not isinstance(subscripts, Iterable):
        raise OceanTypeError(
            f"einsum(): subscripts for each operand must be a list of integers, got {shown(subscripts)}"
        )
    found: list[Any] = []
    for each in subscripts:
        label = each if each is Ellipsis or isinstance(each, bool) else unbox_integer(each)
        if label is not Ellipsis and (isinstance(label, bool) or not hasattr(label, "__index__")):
            raise OceanTypeError(f"einsum(): each subscript must be an integer or an ellipsis, got {shown(each)}")
        if label is not Ellipsis and not 0 <= label < len(LETTERS):
            raise OceanValueError(f"einsum(): subscript is not within the valid range [0, {len(LETTERS)}), got {label}")
        found.append(label)
    return found


@functools.lru_cache(256)
def read_text(text: str, ndims: tuple[int, ...]) -> tuple[list[list[Any]], list[Any]]:
    """The labels of operands and of the result, from a text and the number of axes of each operand."""
    inputs, arrow, last = text.replace(" ", "").partition("->")
    return spelled_out([pieces(each) for each in inputs.split(",")], pieces(last) if arrow else None, ndims)


@functools.lru_cache(256)
def as_matmul(text: str, ndims: tuple[int, ...]) -> tuple[bool, bool] | None:
    """Whether each operand is transposed if a text means the product of two matrices; else None."""
    if ndims != (2, 2):
        return None
    (first, second), result = read_text(text, ndims)
    if len({*first, *second}) == 3:
        for left, right in itertools.product((False, True), repeat=2):
            row, gone = reversed(first) if left else first
            same, column = reversed(second) if right else second
            if gone == same and result == [row, column]:
                return left, right
    return None


def spelled_out(
    given: list[list[Any]], result: list[Any] | None, ndims: Sequence[int]
) -> tuple[list[list[Any]], list[Any]]:
    """The labels of operands and result, with labels in place of each ellipsis."""
    if len(given) != len(ndims):
        raise OceanValueError(f"einsum(): {len(given)} terms in the subscripts, and {len(ndims)} operands")
    most = 0
    for one, ndim in zip(given, ndims, strict=True):
        rest = ndim - len([each for each in one if each is not Ellipsis])
        if rest < 0 or (rest > 0 and Ellipsis not in one) or one.count(Ellipsis) > 1:
            raise OceanValueError(f"einsum(): {len(one)} subscripts for an operand with {ndim} axes")
        most = max(most, rest)
    spread = [("...", k) for k in range(most)]
    labels = []
    for one, ndim in zip(given, ndims, strict=True):
        rest = ndim - len([each for each in one if each is not Ellipsis])
        labels.append([part for each in one for part in (spread[most - rest :] if each is Ellipsis else [each])])
    if result is None:
        counts: dict[Any, int] = {}
        for part in labels:
            for each in part:
                counts[each] = counts.get(each, 0) + 1
        names = sorted(each for each, times in counts.items() if times == 1 and not isinstance(each, tuple))
        return labels, [*spread, *names]
    found = [part for each in result for part in (spread if each is Ellipsis else [each])]
    known = {each for part in labels for each in part}
    if len(set(found)) != len(found):
        raise OceanValueError("einsum(): a label occurs twice in the result")
    if any(each not in known for each in found):
        raise OceanValueError("einsum(): the result has a label that no operand has")
    if spread and Ellipsis not in result:
        raise OceanValueError("einsum(): operands have an ellipsis, and the result has none")
    return labels, found


def pieces(text: str) -> list[Any]:
    """The labels of a term."""
    found: list[Any] = []
    before, dots, after = text.partition("...")
    for part, more in ((before, bool(dots)), (after, False)):
        for each in part:
            if each not in LETTERS:
                raise OceanValueError(f"einsum(): invalid subscript {each!r}")
            found.append(each)
        if more:
            found.append(Ellipsis)
    return found
