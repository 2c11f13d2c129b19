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


@pytest.mark.parametrize("kind", ["f8", "i8"])
def test_elements_at_the_edges_of_even_bins(kind: str) -> None:
    draw = numpy.random.default_rng(5)
    for bins in (1, 3, 7, 40, 1000):
        edges = numpy.linspace(-3, 9, bins + 1)
        values = numpy.concatenate([edges, numpy.nextafter(edges, 99), numpy.nextafter(edges, -99), draw.random(500)])
        values = values.astype(kind)
        a = np.asarray(values, device=layouts.device)
        for span in (None, (-3, 9), (-1.5, 4), (2, 2)):
            for weights in (None, numpy.arange(len(values)) * 0.5):
                heavy = None if weights is None else np.asarray(weights, device=layouts.device)
                got = np.histogram(a, bins, span, weights=heavy)
                for one, other in zip(got, numpy.histogram(values, bins, span, weights=weights), strict=True):
                    assert one.dtype == other.dtype
                    numpy.testing.assert_allclose(host(one), other)
    for span in ((3, 1), (0, numpy.inf), (numpy.nan, 1)):
        with pytest.raises(ValueError, match="max must be larger|range"):
            np.histogram(a, 5, span)
