"""NumPy's assertions for arrays on any device.

>>> import ocean.numpy as np
>>> np.testing.assert_allclose(np.sqrt([1.0, 4.0]), [1, 2])
"""

from collections.abc import Callable as _Callable
from functools import wraps as _wraps

import numpy.testing as _testing

from ocean._src.array.numpy_fallback import host as _host
from ocean._src.base.hints import Any as _Any


def _of(function: _Callable[..., _Any]) -> _Callable[..., _Any]:
    """An assertion of NumPy's about the values that arrays have."""

    @_wraps(function)
    def checked(*given: _Any, **named: _Any) -> _Any:
        return function(*_host(given), **_host(named))

    return checked


assert_allclose = _of(_testing.assert_allclose)
assert_array_equal = _of(_testing.assert_array_equal)
assert_array_less = _of(_testing.assert_array_less)
assert_array_almost_equal = _of(_testing.assert_array_almost_equal)
assert_array_almost_equal_nulp = _of(_testing.assert_array_almost_equal_nulp)
assert_array_max_ulp = _of(_testing.assert_array_max_ulp)
assert_almost_equal = _of(_testing.assert_almost_equal)
assert_approx_equal = _of(_testing.assert_approx_equal)
assert_equal = _of(_testing.assert_equal)
assert_ = _testing.assert_
assert_raises = _testing.assert_raises
assert_raises_regex = _testing.assert_raises_regex
assert_warns = _testing.assert_warns
suppress_warnings = _testing.suppress_warnings

__all__ = [
    "assert_",
    "assert_allclose",
    "assert_almost_equal",
    "assert_approx_equal",
    "assert_array_almost_equal",
    "assert_array_almost_equal_nulp",
    "assert_array_equal",
    "assert_array_less",
    "assert_array_max_ulp",
    "assert_equal",
    "assert_raises",
    "assert_raises_regex",
    "assert_warns",
    "suppress_warnings",
]
