"""Zarr: `zarr.config.set({"ndbuffer": "ocean"})` makes Zarr read into arrays of ours, and give them.

Zarr holds what it reads and writes in an NDBuffer. This one is on an array of ours in any byte order and with any
strides; values that Ocean has no dtype for, such as text and dates, stay in NumPy's arrays.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy
from zarr.core.buffer import cpu
from zarr.registry import register_ndbuffer

from ocean._src.base.hints import Any
from ocean._src.base.later import namespace
from ocean._src.core.objects.array import array

NAME = "ocean"
"""The name of the class in Zarr's configuration."""


def made(name: str, shape: Iterable[int], dtype: Any, order: str, *value: Any) -> Any:
    """A new array: of ours, if there is such a dtype."""
    kind = numpy.dtype(dtype)
    ours = kind.kind in "biufc" and kind.itemsize <= (16 if kind.kind == "c" else 8)
    where: Any = namespace("ocean.numpy") if ours else numpy
    return getattr(where, name)(tuple(shape), *value, dtype=kind, order=order)


class NDBuffer(cpu.NDBuffer):  # type: ignore[misc]
    """The memory of an array of ours for Zarr."""

    @classmethod
    def create(cls, *, shape: Iterable[int], dtype: Any, order: str = "C", fill_value: Any = None) -> NDBuffer:
        if fill_value is None or (isinstance(fill_value, int) and fill_value == 0):
            return cls(made("zeros", shape, dtype, order))
        return cls(made("full", shape, dtype, order, fill_value))

    @classmethod
    def empty(cls, shape: tuple[int, ...], dtype: Any, order: str = "C") -> NDBuffer:
        return cls(made("empty", shape, dtype, order))

    @property
    def dtype(self) -> numpy.dtype[Any]:
        found: numpy.dtype[Any] = numpy.dtype(self._data.dtype)
        return found

    def as_numpy_array(self) -> Any:
        return numpy.asanyarray(self._data)

    def __getitem__(self, key: Any) -> NDBuffer:
        found = self._data[key]
        return type(self)(found if type(found) is array else numpy.asanyarray(found))

    def __setitem__(self, key: Any, value: Any) -> None:
        self._data[key] = value._data if isinstance(value, cpu.NDBuffer) else value

    def all_equal(self, other: Any, equal_nan: bool = True) -> bool:
        found: bool = cpu.NDBuffer(self.as_numpy_array()).all_equal(other, equal_nan)
        return found


register_ndbuffer(NDBuffer, qualname=NAME)
