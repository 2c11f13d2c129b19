"""Text of arrays by NumPy's options."""

from __future__ import annotations

import numpy
import pytest

import ocean.numpy as np


@pytest.mark.host_only("text")
def test_text() -> None:
    a = np.asarray([1.23456789, 2.0])
    assert np.array_repr(a) == repr(a) and np.array_str(a) == str(a)
    assert np.array_str(a, precision=2) == "[1.23 2.  ]" == np.array2string(a, precision=2)
    with np.printoptions(precision=1):
        assert repr(a) == "array([1.2, 2. ])"
    assert np.get_printoptions() == numpy.get_printoptions()
    assert np.isinf(np.asarray(1.0) / 0.0)
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError):
        np.asarray(1.0) / 0.0
