"""Integers as other packages have them."""

from __future__ import annotations

from typing import Any


def plain(value: Any) -> Any:
    """The int that an integer array without axes or another package's integer is; other values as they are."""
    if type(value) is not int and getattr(value, "ndim", None) == 0 and hasattr(value, "__index__"):
        try:
            return value.__index__()
        except TypeError:  # of another dtype
            return value
    return value
