"""Conversion of integer arrays, and of other packages' integers, to int."""

from __future__ import annotations

from ocean._src.base.hints import Any


def unbox_integer(value: Any) -> Any:
    """A 0-d array of an integer, or another package's integer, as an int; other values unchanged."""
    if type(value) is not int and getattr(value, "ndim", None) == 0 and hasattr(value, "__index__"):
        try:
            return value.__index__()
        except TypeError:  # an array of another dtype
            return value
    return value
