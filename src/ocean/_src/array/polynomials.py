"""Values of polynomials. The other functions of polynomials are NumPy's (`numpy_functions.py`)."""

from __future__ import annotations

from typing import Any

from ocean._src.core.call.callables import ruled
from ocean._src.core.objects.array import array

from .create import zeros_like
from .unwrap import arrays_together

__all__ = ["polyval"]


@ruled("refuse")
def polyval(p: Any, x: Any) -> array:
    """The values of a polynomial, with the coefficient of the highest power first."""
    coefficients, points = arrays_together(p, x)
    result = zeros_like(points)
    for each in coefficients:
        result = result * points + each
    return result
