"""Functions of arrays that leave out NaN."""

from __future__ import annotations

import layouts
import numpy
import pytest
from array_samples import host

import ocean.numpy as np


@pytest.mark.parametrize("kind", ["float32", "complex128"])
def test_running_sums_without_nan(kind: str) -> None:
    """Of a few elements at once, and of many."""
    for count in (0, 12, 5000):
        given = numpy.cos(numpy.arange(count)).astype(kind)
        given[::3] = numpy.nan
        for name in ("nancumsum", "nancumprod"):
            found = getattr(np, name)(np.asarray(given, device=layouts.device))
            assert found.device is layouts.device
            numpy.testing.assert_allclose(host(found), getattr(numpy, name)(given), 1e-3, 1e-3, strict=True)
