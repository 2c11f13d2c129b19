"""Histograms of arrays, against NumPy."""

from __future__ import annotations

import layouts
import numpy
import pytest
from array_samples import host

import ocean.numpy as np


def test_histograms_of_several_axes() -> None:
    values, weights = numpy.arange(12.0).reshape(3, 4), numpy.arange(12).reshape(3, 4) % 5
    a = np.asarray(values, device=layouts.device)
    for bins in (5, [0, 3, 6, 12], numpy.array([0, 3, 6, 12.0])):
        for heavy in (weights, weights / 2, weights.astype("c16"), None):
            for density in (False, True):
                given = None if heavy is None else np.asarray(heavy, device=layouts.device)
                got = np.histogram(a, bins, density=density, weights=given)
                for one, other in zip(got, numpy.histogram(values, bins, density=density, weights=heavy), strict=True):
                    assert one.dtype == other.dtype
                    numpy.testing.assert_allclose(host(one), other)
        with pytest.raises(ValueError, match="same shape"):
            np.histogram(a, bins, weights=np.asarray(weights.T, device=layouts.device))
