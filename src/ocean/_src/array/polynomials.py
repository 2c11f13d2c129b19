"""Values of polynomials. The other functions of polynomials are NumPy's (`numpy_functions.py`)."""

from __future__ import annotations

from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.core.call.callables import ruled
from ocean._src.core.objects.array import array

from .create import zeros_like
from .numpy_fallback import host
from .unwrap import arrays_together

__all__ = ["polyval"]


@ruled("refuse")
def polyval(p: Any, x: Any) -> array:
    """The values of a polynomial, with the coefficient of the highest power first."""
    if hasattr(x, "coeffs"):  # of a poly1d a poly1d
        return numpy.polyval(host(p), x)  # type: ignore[return-value]
    coefficients, points = arrays_together(p, x)
    result = zeros_like(points)
    for each in coefficients:
        result = result * points + each
    return result
