"""What NumPy computes for arrays on any device."""

from __future__ import annotations

import layouts
import numpy
import pytest
from array_samples import host

import ocean
import ocean.numpy as np


@pytest.mark.parametrize("count", [1, 2, 4, 5, 30])
def test_interpolation(count: int) -> None:
    """As NumPy's, bit by bit, also where points are equal, not in order or not numbers."""
    chance = numpy.random.default_rng(count)
    for places in (numpy.sort(chance.normal(size=count)), numpy.round(chance.normal(size=count)), chance.normal(size=count)):
        heights, x = chance.normal(size=count), 2 * chance.normal(size=(3, 20))
        x[0, :5] = numpy.nan, numpy.inf, -numpy.inf, places[0], places[-1]
        heights[chance.integers(count)] = chance.choice([numpy.nan, numpy.inf, 0.0])
        ours = [np.asarray(each, device=layouts.device) for each in (x, places, heights)]
        for at, given in ((x, ours[0]), (x[:, ::2].T, ours[0][:, ::2].T), (0.25, 0.25)):
            found, wanted = host(np.interp(given, *ours[1:])), numpy.interp(at, places, heights)
            numpy.testing.assert_array_equal(found, wanted, strict=isinstance(wanted, numpy.ndarray))
        beyond = host(np.interp(ours[0], *ours[1:], left=7, right=8))
        numpy.testing.assert_array_equal(beyond, numpy.interp(x, places, heights, left=7, right=8))


@pytest.mark.parametrize("look", layouts.TARGETS)
def test_what_numpy_computes_is_written_into_any_result(look: str) -> None:
    values = numpy.array([[1.0, 2, 4], [0.5, 1e9, 3]])
    for calls in (
        lambda n, a, out: n.spacing(a, out), lambda n, a, out: n.spacing(a, out=out),
        lambda n, a, out: n.spacing(a, out=(out,)), lambda n, a, out: n.maximum.accumulate(a, out=out),
        lambda n, a, out: n.subtract.accumulate(a, 1, None, out),
    ):  # fmt: skip
        want = calls(numpy, values, numpy.empty((2, 3)))
        out = np.asarray(layouts.sample(look, ocean.double, (2, 3)).tensor)
        assert calls(np, np.asarray(values, device=layouts.device), out) is out
        numpy.testing.assert_array_equal(host(out), want)
