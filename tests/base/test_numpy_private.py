"""The private parts of NumPy that Ocean uses are there; a release that takes one away is noticed here."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import ocean
from ocean._src.base import numpy_private
from ocean._src.core.host.linalg.matmul import names_in_blas

pytestmark = pytest.mark.host_only("it looks at NumPy")

SOURCES = Path(ocean.__file__).parent / "_src"


@pytest.mark.parametrize("name", numpy_private.PARTS)
def test_part_is_there(name: str) -> None:
    use, without = numpy_private.PARTS[name]
    assert numpy_private.part(name) is not None, (
        f"NumPy {np.__version__} has no {name}, {use}. Without it {without}. Look for its successor and name it in "
        "base/numpy_private.py, or remove the part and its users"
    )


def test_lapack_functions_are_there() -> None:
    found = vars(numpy_private.part("numpy.linalg._umath_linalg"))
    assert {"qr_r_raw", "qr_reduced", "qr_complete", "svd_f", "svd_s", "eig", "eigh_lo", "lstsq"} <= found.keys(), (
        "numpy.linalg has other compiled functions now: see linalg/numpy_lapack.py"
    )


def test_fft_functions_are_there() -> None:
    found = vars(numpy_private.part("numpy.fft._pocketfft_umath"))
    assert {"fft", "ifft", "rfft_n_even", "rfft_n_odd", "irfft"} <= found.keys(), (
        "numpy.fft has other compiled functions now: see core/host/linalg/fourier.pyx"
    )


def test_blas_symbols_are_there() -> None:
    assert names_in_blas() is not None, (
        "NumPy's BLAS has other symbols now: add what they begin and end with to BLAS_SYMBOLS in base/numpy_private.py"
    )


def test_a_part_that_is_missing_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(numpy_private.PARTS, "numpy.no_such_module._part", ("", ""))
    monkeypatch.setitem(numpy_private.PARTS, "numpy.linalg._no_such_part", ("", ""))
    assert numpy_private.part("numpy.no_such_module._part") is None
    assert numpy_private.part("numpy.linalg._no_such_part") is None


def test_nothing_else_is_private() -> None:
    for path in SOURCES.rglob("*.py*"):
        if path.suffix in (".py", ".pyx") and path.name != "numpy_private.py":
            assert not re.search(r"(import|from) numpy[\w.]*\._|from numpy[\w.]* import _", path.read_text()), path
