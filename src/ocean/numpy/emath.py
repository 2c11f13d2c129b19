"""Functions that turn to complex numbers where no real number is the result.

>>> import ocean.numpy as np
>>> np.emath.sqrt(-1.0)
array(0.+1.j)
"""

import ocean.numpy as _np
from ocean._src.array.unwrap import as_array as _as_array
from ocean._src.base.hints import Any as _Any


def _complex_if(x: _Any, outside: _Any) -> _Any:
    """The array as complex numbers if any element is outside of the domain."""
    found = _as_array(x)
    if found._dtype.iscomplex or not bool(outside(found).any()):
        return found
    return found.astype(
        _np.promote_types(found._dtype, _np.complex32 if found._dtype == _np.float16 else _np.complex64)
    )


def _negative(x: _Any) -> _Any:
    return x < 0


def _beyond_one(x: _Any) -> _Any:
    return _np.abs(x) > 1


def sqrt(x: _Any) -> _Any:
    """The square root."""
    return _np.sqrt(_complex_if(x, _negative))


def log(x: _Any) -> _Any:
    """The natural logarithm."""
    return _np.log(_complex_if(x, _negative))


def log2(x: _Any) -> _Any:
    """The logarithm to base 2."""
    return _np.log2(_complex_if(x, _negative))


def log10(x: _Any) -> _Any:
    """The logarithm to base 10."""
    return _np.log10(_complex_if(x, _negative))


def logn(n: _Any, x: _Any) -> _Any:
    """The logarithm to base n."""
    return log(x) / log(n)


def power(x: _Any, p: _Any) -> _Any:
    """x**p; integers to negative powers are floating numbers."""
    base, exponent = _complex_if(x, _negative), _as_array(p)
    if not exponent._dtype.isfloat and bool((exponent < 0).any()):
        exponent = exponent * 1.0
    return _np.power(base, exponent)


def arccos(x: _Any) -> _Any:
    """The inverse of the cosine."""
    return _np.arccos(_complex_if(x, _beyond_one))


def arcsin(x: _Any) -> _Any:
    """The inverse of the sine."""
    return _np.arcsin(_complex_if(x, _beyond_one))


def arctanh(x: _Any) -> _Any:
    """The inverse of the hyperbolic tangent."""
    return _np.arctanh(_complex_if(x, _beyond_one))


__all__ = ["arccos", "arcsin", "arctanh", "log", "log2", "log10", "logn", "power", "sqrt"]
