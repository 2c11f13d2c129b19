"""Padding of arrays."""

from __future__ import annotations

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.core.call.callables import ruled
from ocean._src.core.objects.array import array
from ocean._src.tensor.pad import pad as pad_of_tensors

from .numpy_fallback import computed, host
from .unwrap import as_array, check_number, inner, only_columns, own_axis, wrap

__all__ = ["pad"]


@ruled("along")
def pad(array: Any, pad_width: Any, mode: Any = "constant", **kwargs: Any) -> array:
    """A copy with more elements around it. NumPy computes the modes that Ocean's `pad` does not have."""
    source = as_array(array)
    pairs = pad_pairs(pad_width, source.ndim)
    value = kwargs.get("constant_values", 0)
    simple = type(value) in (bool, int, float, complex)
    native = {"constant": ({"constant_values"}, simple), "edge": (set(), True), "wrap": (set(), True),
              "reflect": ({"reflect_type"}, kwargs.get("reflect_type", "even") == "even"),
              "symmetric": ({"reflect_type"}, kwargs.get("reflect_type", "even") == "even")}  # fmt: skip
    allowed, known = native.get(mode, (set(), False)) if isinstance(mode, str) else (set(), False)
    if not known or not set(kwargs) <= allowed:
        result: Any = computed("pad", source, pairs or 0, mode, **kwargs)
        return as_array(result)
    if mode != "constant" and any(sum(pair) and not n for n, pair in zip(source.shape, pairs, strict=True)):
        raise OceanValueError(f"can't extend empty axis using modes other than 'constant' or 'empty', got {mode!r}")
    if not source.ndim:
        return source.copy()
    if mode == "constant" and source._dtype.kind == "i" and type(value) is not complex:
        check_number(value, source._dtype)  # other dtypes take any number, as in NumPy
    if only_columns(inner(source)):
        return pad(source.T, pairs[::-1], mode, **kwargs).T  # the order of the elements stays
    return wrap(pad_of_tensors(inner(source), [list(each) for each in pairs[::-1]], mode, *(
        [value] if mode == "constant" else [])))  # fmt: skip


def pad_pairs(pad_width: Any, ndim: int) -> list[tuple[int, int]]:
    """The number of additional elements before and after along each axis."""
    if isinstance(pad_width, dict):
        found = [(0, 0)] * ndim
        for axis, width in pad_width.items():
            found[own_axis(axis, ndim)] = width if isinstance(width, tuple) else (width, width)
    elif type(pad_width) is int:
        found = [(pad_width, pad_width)] * ndim
    else:
        try:
            given = numpy.broadcast_to(numpy.asarray(host(pad_width)), (ndim, 2))
        except ValueError as error:
            raise OceanValueError(f"pad(): {error}") from None
        if given.dtype.kind not in "iu":
            raise OceanTypeError("`pad_width` must be of integral type.")
        found = [(int(first), int(last)) for first, last in given]
    if any(each < 0 for pair in found for each in pair):
        raise OceanValueError("index can't contain negative values")
    return found
