"""Errors and warnings, under the names that NumPy has for them; `AxisError` is raised by `ocean.numpy` as well."""

from numpy.exceptions import (
    AxisError,
    ComplexWarning,
    DTypePromotionError,
    RankWarning,
    TooHardError,
    VisibleDeprecationWarning,
)

__all__ = [
    "AxisError",
    "ComplexWarning",
    "DTypePromotionError",
    "RankWarning",
    "TooHardError",
    "VisibleDeprecationWarning",
]
