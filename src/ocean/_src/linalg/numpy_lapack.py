"""NumPy's private LAPACK functions, without numpy.linalg's wrappers, whose overhead exceeds the work for small
matrices.

If one of them is missing or fails, the public function is called, and raises the error.
"""

from __future__ import annotations

import functools

import numpy as np

from ocean._src.base.hints import Any
from ocean._src.base.numpy_private import part

FUNCTIONS: dict[str, Any] = {}
"""By their names in NumPy."""

settings = part("numpy._core.umath._extobj_contextvar")
make_settings = part("numpy._core.umath._make_extobj")
_umath_linalg = part("numpy.linalg._umath_linalg")
if None not in (settings, make_settings, _umath_linalg):
    QUIET: Any = make_settings(divide="ignore", over="ignore", under="ignore", invalid="raise")
    FUNCTIONS.update((name, each) for name, each in vars(_umath_linalg).items() if isinstance(each, np.ufunc))


def called(name: str, *operands: Any) -> Any:
    """Call one of the functions with matrices in double; None means: fall back to numpy.linalg."""
    function = FUNCTIONS.get(name)
    if function is None or operands[0].dtype.char not in "dD":
        return None
    before = settings.set(QUIET)
    try:
        return function(*operands)
    except FloatingPointError:  # the iteration did not converge
        return None
    finally:
        settings.reset(before)


@functools.lru_cache(64)
def below_diagonal(rows: int, columns: int) -> Any:
    return np.tri(rows, columns, -1, dtype=bool)


def triangles(x: Any) -> Any:
    """The upper triangles of matrices, like `numpy.triu`."""
    rows, columns = x.shape[-2:]
    return np.where(below_diagonal(rows, columns), x.dtype.type(0), x) if rows * columns <= 1024 else np.triu(x)


def qr(x: Any, mode: str) -> Any:
    """Q and R, or R alone, like `numpy.linalg.qr`; or None."""
    rows, columns = x.shape[-2:]
    complete = mode == "complete" and rows > columns
    function, count = ("qr_complete", rows) if complete else ("qr_reduced", min(rows, columns))
    if x.dtype.char not in "dD" or function not in FUNCTIONS:
        return None
    x = x.astype(x.dtype.char)  # the first function overwrites its operand
    factors = called("qr_r_raw", x)
    if factors is None or mode == "r":
        return None if factors is None else triangles(x[..., :count, :])
    found = called(function, x, factors)
    return None if found is None else (found, triangles(x[..., :count, :]))
