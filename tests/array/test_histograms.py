"""Histograms of arrays, against NumPy."""

from __future__ import annotations

import layouts
import numpy
import pytest
from array_samples import host, on_device

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


EDGES = (
    [0, 1], [0, 0.5, 1], [0, 0, 0.5, 0.5, 1], [-np.inf, 0, 0.3, np.inf], [*range(-3, 40)],
    [k * k / 9 for k in range(200)],
)  # fmt: skip


@pytest.mark.parametrize("edges", EDGES, ids=len)
@pytest.mark.parametrize("count", [0, 1, 15, 16, 31, 32, 33, 100, 513, 5000])
def test_bins_of_any_widths(edges: list[float], count: int) -> None:
    """Numbers on edges, outside, infinite and NaN; the last bin has its right edge."""
    random = numpy.random.default_rng(count)
    values = random.integers(-2, 11, count) / 8 + random.integers(0, 2, count) * random.random(count)
    values[:4] = [numpy.nan, numpy.inf, -numpy.inf, edges[-1]][: len(values)]
    expected = numpy.histogram(values, numpy.array(edges, float))
    for bins in (edges, on_device(numpy.array(edges, float))):
        found = np.histogram(on_device(values), bins)
        numpy.testing.assert_array_equal(host(found[0]), expected[0])
        numpy.testing.assert_array_equal(host(found[1]), expected[1])


def test_bins_of_subnormal_width() -> None:
    """Their number divided by the width of all is infinite."""
    for kind in ("f8", ">f8"):
        values, between = numpy.array([-0.9e-308], kind), (-1e-308, -2e-313)
        found = np.histogram(on_device(values), 2, between)
        numpy.testing.assert_array_equal(host(found[0]), numpy.histogram(values, 2, between)[0])


def test_edges_out_of_order_are_refused() -> None:
    for edges in ([0.0, 2.0, 1.0], [3, 2], on_device(numpy.array([1.0, 0.0]))):
        with pytest.raises(ValueError, match="monoton"):
            np.histogram(on_device(numpy.ones(3)), edges)
