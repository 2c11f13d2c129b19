"""The order of values by NumPy's means: stable, NaN last, zeros of both signs equal, complex by real parts first."""

from __future__ import annotations

from typing import Any

import numpy as np
from layouts import same

Array = np.ndarray[Any, Any]


def order(values: Array, axis: int = 0, descending: bool = False) -> Array:
    """What a stable argsort gives; descending too."""
    sign = -1.0 if descending else 1.0
    if values.dtype.kind == "c":
        first, second = np.isnan(values.real), np.isnan(values.imag)
        leading = np.where(first, np.where(second, 0, values.imag), values.real)
        following = np.where(first | second, 0, values.imag)
        return np.lexsort((sign * following, sign * leading, 2 * first + second), axis)
    if values.dtype.kind == "f":
        missing = np.isnan(values)
        return np.lexsort((sign * np.where(missing, 0, values), missing), axis)
    if not descending:
        return np.argsort(values, axis, kind="stable")
    turned = np.argsort(np.flip(values, axis), axis, kind="stable")
    return np.flip(values.shape[axis] - 1 - turned, axis)


def in_order(values: Array, axis: int = 0, descending: bool = False) -> Array:
    return np.take_along_axis(values, order(values, axis, descending), axis)


def same_parts(got: Array, wanted: Array) -> None:
    """Equal elements, with the signs of zeros of both parts."""
    assert got.dtype == wanted.dtype
    same(got.real, wanted.real)
    same(got.imag, wanted.imag)
