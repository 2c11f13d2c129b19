"""All that Ocean uses of NumPy's private parts: compiled functions of LAPACK and the FFT, and the BLAS that it loads.

Each has a fallback, so that a NumPy without it costs speed and nothing else. When a release of NumPy takes one away,
tests/base/test_numpy_private.py fails and says what to do.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec

from ocean._src.base.hints import Any

PARTS = {
    "numpy._core._multiarray_umath": (
        "the library that BLAS and LAPACK are looked up in",
        "products are computed by our own kernels, and linear algebra by numpy.linalg",
    ),
    "numpy._core._multiarray_umath._ARRAY_API": (
        "the table of C functions, two of which copy our memory for those who write to it (f2py)",
        "functions of scipy.linalg.lapack write into arguments that are arrays of ours",
    ),
    "numpy._core.umath._extobj_contextvar": (
        "the floating-point error mode around LAPACK functions",
        "linalg/numpy_lapack.py calls the public functions of numpy.linalg",
    ),
    "numpy._core.umath._make_extobj": (
        "the floating-point error mode around LAPACK functions",
        "linalg/numpy_lapack.py calls the public functions of numpy.linalg",
    ),
    "numpy.linalg._umath_linalg": (
        "the compiled functions of numpy.linalg",
        "linalg/numpy_lapack.py calls the public functions of numpy.linalg",
    ),
    "numpy.fft._pocketfft_umath": (
        "the compiled functions of numpy.fft",
        "core/host/linalg/fourier.pyx leaves transforms to the public functions of numpy.fft",
    ),
}
"""What each part is for, and what happens without it."""

BLAS_SYMBOLS = ((b"scipy_", b"64_"), (b"", b"64_"), (b"", b"_64"), (b"scipy_", b""), (b"", b""))
"""What the names of BLAS and LAPACK functions begin and end with, in the order in which they are tried."""


def part(name: str) -> Any:
    """A private part of NumPy by its name in PARTS; None where this NumPy does not have it."""
    assert name in PARTS, name
    module, _, attribute = name.rpartition(".")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError):
        return None


def blas_library() -> str | None:
    """The file through which NumPy reaches BLAS; this loads NumPy."""
    found = part("numpy._core._multiarray_umath")
    return None if found is None else str(found.__file__)


def bundled_blas() -> str | None:
    """The OpenBLAS in NumPy's wheel, found without importing NumPy, which takes as long as importing all of Ocean. None
    if NumPy is loaded already, or brings none or several."""
    if "numpy._core._multiarray_umath" in sys.modules or (spec := find_spec("numpy")) is None or not spec.origin:
        return None
    folder = os.path.join(os.path.dirname(os.path.dirname(spec.origin)), "numpy.libs")
    try:
        found = [os.path.join(folder, each) for each in os.listdir(folder) if "openblas" in each]
    except OSError:
        return None
    return found[0] if len(found) == 1 else None
