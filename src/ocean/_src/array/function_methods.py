"""Methods of arrays that call a function of `ocean.numpy`."""

from __future__ import annotations

from ocean._src.base.classes import attach, method
from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import ruled
from ocean._src.core.objects.array import array

from . import choose as choosing
from . import cumulative, elementwise, products, quantiles, repeat, searching, sorting, take_put
from . import twodim as matrices
from .files import stored_values, values_of
from .files import tofile as write_elements


@method(array)
@ruled("along(axis)")
def sort(self: array, axis: int = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> None:
    """Put the elements along an axis in order, in place."""
    if axis is None:
        raise OceanTypeError("sort() of an array goes along an axis, got None; np.sort() takes it")
    self[...] = sorting.sort(self, axis, kind, order)


@method(array)
@ruled("along(axis)")
def partition(self: array, kth: Any, axis: int = -1, kind: str = "introselect", order: Any = None) -> None:
    """Put elements number kth along an axis in their place."""
    if axis is None:
        raise OceanTypeError("partition() of an array goes along an axis, got None")
    self[...] = sorting.partition(self, kth, axis, kind, order)


@method(array)
@ruled("along")
def round(self: array, decimals: int = 0, out: Any = None) -> array:
    """The nearest number with a number of decimals; halves to even."""
    return elementwise.round(self, decimals, out)


@method(array)
@ruled("drop")
def nonzero(self: array) -> tuple[array, ...]:
    """The indices of the elements that are not zero, one array for each axis."""
    return searching.nonzero(self)


@method(array)
@ruled("refuse")
def compress(self: array, condition: Any, axis: int | None = None, out: Any = None) -> array:
    """The places along an axis where a condition holds."""
    return take_put.compress(condition, self, axis, out)


@method(array)
def __round__(self: array, ndigits: int | None = None) -> array:
    return elementwise.round(self, ndigits or 0)


@method(array)
def tofile(self: array, /, fid: Any, sep: str = "", format: str = "%s") -> None:
    """Write the elements in row-major order into a file, as bytes or as text.

    Parameters
    ----------
    fid : str, path or file
        The file or its name.
    sep : str, optional
        What stands between elements as text; an empty string means bytes.
    format : str, optional
        How an element becomes text.

    Examples
    --------
    >>> np.array([1, 2], dtype=">i2").tofile("two.raw")
    >>> np.fromfile("two.raw", dtype=">i2")
    array([1, 2], dtype='>i2')
    """
    write_elements(values_of(self) if sep else stored_values(self), fid, sep, format)


@method(array)
@ruled("refuse")
def choose(self: array, *choices: Any, out: Any = None, mode: str = "raise") -> array:
    """The elements of the array that each index names, of those in a list or given one by one."""
    return choosing.choose(self, choices[0] if len(choices) == 1 else choices, out, mode)


METHODS = {
    "argsort": sorting.argsort, "argpartition": sorting.argpartition, "topk": sorting.topk,
    "cumsum": cumulative.cumsum, "cumprod": cumulative.cumprod, "trace": matrices.trace, "dot": products.dot,
    "searchsorted": searching.searchsorted, "take": take_put.take, "put": take_put.put,
    "repeat": repeat.repeat, "median": quantiles.median,
}  # fmt: skip
"""Functions that are methods without a change."""
attach(array, **METHODS)
