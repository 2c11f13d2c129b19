"""Medians and quantiles: methods, dtypes, layouts, axes and results against NumPy; NaN, infinities, bad input."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import DTYPES, LAYOUTS, NUMPY, dtype_id, fortran, place, read, same, sample, values

import ocean
import ocean.numpy
from ocean._src.statistics.quantiles import CHOOSING, METHODS

REAL = [kind for kind in DTYPES if not kind.iscomplex]
SIZES = st.lists(st.integers(1, 6), min_size=1, max_size=3).map(tuple)


def result_kind(kind: ocean.dtype, method: str = "linear") -> ocean.dtype:
    return kind if kind.isfloat or method in CHOOSING else ocean.double


def close(found: Any, wanted: Any, kind: ocean.dtype) -> None:
    """Equal up to the rounding of the result and of what is between two elements."""
    found, wanted = np.asarray(found, float), np.asarray(wanted, float)
    assert found.shape == wanted.shape
    # integers of 64 bits become doubles before NumPy takes their mean, and after we do
    unit = 4 * float(kind.eps) if kind.isfloat else 2.0**-51 if kind.size == 8 else 0
    np.testing.assert_allclose(found, wanted, rtol=unit, atol=unit * max(1, np.nanmax(np.abs(wanted), initial=0)))


@given(st.sampled_from(REAL), st.sampled_from(list(LAYOUTS)), SIZES, st.sampled_from(METHODS), st.data())
def test_quantiles_in_every_layout(kind: Any, layout: str, size: Any, method: str, data: st.DataObject) -> None:
    tensor, array = sample(layout, kind, size, special=False)
    axes = data.draw(st.lists(st.sampled_from(range(len(size))), min_size=1, unique=True).map(tuple))
    q = data.draw(st.lists(st.sampled_from([0, 0.25, 0.3, 0.5, 0.9, 1]) | st.floats(0, 1), min_size=1, max_size=12))
    keepdims = data.draw(st.booleans())
    wanted = np.moveaxis(np.quantile(array.astype(float), q, axes, method=method, keepdims=keepdims), 0, -1)
    found = ocean.quantile(tensor, q, axes, keepdims, method=method)
    assert found.dtype is result_kind(kind, method) and found.device is tensor.device
    close(read(found), wanted, kind)
    single = ocean.quantile(tensor, q[0], axes, keepdims, method=method)
    close(read(single), wanted[..., 0], kind)
    everything = ocean.quantile(tensor, q[-1], method=method)
    assert isinstance(everything, ocean.scalar) and everything.dtype is result_kind(kind, method)
    close(float(everything), np.quantile(array.astype(float), q[-1], method=method), kind)
    median = ocean.median(tensor, axes, keepdims)
    assert median.dtype is result_kind(kind)
    close(read(median), np.median(array.astype(float), axes, keepdims=keepdims), kind)


@given(st.sampled_from([ocean.half, ocean.float, ocean.double]), SIZES, st.sampled_from(sorted(CHOOSING)), st.data())
def test_nan(kind: Any, size: Any, method: str, data: st.DataObject) -> None:
    array = values(kind, size, data.draw(st.integers(0, 9)))
    tensor, array = place(array, kind, fortran(size, kind.size))
    axis = data.draw(st.integers(0, len(size) - 1))
    wide = array.astype(float)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        close(read(ocean.quantile(tensor, 0.4, axis, method=method)), np.quantile(wide, 0.4, axis, method=method), kind)
        wanted = np.nanquantile(wide, [0, 0.4, 1], axis, method=method)
        close(read(ocean.quantileNaN(tensor, [0, 0.4, 1], axis, method=method)), np.moveaxis(wanted, 0, -1), kind)
        finite = np.where(np.isinf(wide), np.nan, wide).astype(NUMPY[kind])
        tensor, array = place(finite, kind, fortran(size, kind.size))
        close(read(ocean.medianNaN(tensor, axis)), np.nanmedian(finite.astype(float), axis), kind)
        close(read(ocean.median(tensor, axis)), np.median(finite.astype(float), axis), kind)
    assert (math.isnan(ocean.median(tensor)) == np.isnan(finite).any()) or not finite.size


@pytest.mark.host_only("about the engine of the host")
@pytest.mark.parametrize("kind", REAL, ids=dtype_id)
@pytest.mark.parametrize("count", [1000, 150_000])
def test_long_lines(kind: ocean.dtype, count: int) -> None:
    tensor, array = place(values(kind, (count,), 1, special=False), kind, fortran((count,), kind.size))
    close(float(ocean.median(tensor)), np.median(array.astype(float)), kind)
    q = [0, 0.001, 0.3, 0.5, 0.77, 0.999, 1]
    close(read(ocean.quantile(tensor, q)), np.quantile(array.astype(float), q), kind)


def test_infinities_and_extremes() -> None:
    assert ocean.median([math.inf, math.inf]) == math.inf
    assert ocean.median([-math.inf, 1.0, math.inf]) == 1
    assert ocean.quantile([1.0, math.inf], 0.25) == math.inf
    assert ocean.median([1e308, 1.5e308]) == 1.25e308
    assert ocean.median([-1.7e308, 1.7e308]) == 0
    assert ocean.quantile(ocean.asTensor([2**63 - 1, 2**62], ocean.int64), 1, method="lower") == 2**63 - 1
    assert ocean.median(ocean.half([60000.0, 60000.0])) == 60000


def test_forms() -> None:
    tensor = ocean.asTensor([[1.0, 2, 3], [4, 5, 9]])
    assert ocean.median(tensor) == 3.5 and tensor.median(axis=0).asPython() == [2.0, 5.0]
    assert ocean.median(tensor, [0, 1]).size == () and ocean.median(tensor, [0, 1], True).size == (1, 1)
    assert tensor.quantile(0.5, 0).asPython() == [2.0, 5.0]
    assert tensor.quantile([0.0, 1.0], 0).asPython() == [[1.0, 4.0], [3.0, 9.0]]
    assert ocean.quantile(tensor, [1.0, 0.0, 0.5]).asPython() == [9.0, 1.0, 3.5]
    assert ocean.quantile(tensor, ocean.asTensor([0.5])).size == (1,) and ocean.quantile(tensor, []).size == (0,)
    assert ocean.quantile(tensor, np.float64(0.5)) == 3.5 and ocean.quantile(tensor, ocean.asTensor(0.5)) == 3.5
    assert ocean.median(ocean.lazy(tensor) + 1) == 4.5 and ocean.median(7) == 7.0
    result = ocean.zeros(2, ocean.int16)
    assert ocean.median(tensor, 0, result) is None and result.asPython() == [2, 5]
    ocean.quantile(tensor, 1, 0, B=result, method="lower")
    assert result.asPython() == [3, 9]
    ocean.median(tensor, 0, tensor[:, 0][:2])
    assert tensor[:, 0].asPython() == [2.0, 5.0, 3.0]


def test_complex_medians() -> None:
    array = np.array([[1 + 2j, 3 - 1j, 3 - 2j], [0, 5j, np.nan]]).T
    tensor = ocean.asTensor(array)
    same(read(ocean.median(tensor, 1, True)).real, np.array([[0.5], [1.5], [np.nan]]))
    assert ocean.median(tensor[:, 0]) == 3 - 2j
    with pytest.raises(ocean.OceanTypeError, match="no numbers between complex ones"):
        ocean.quantile(tensor, 0.5)
    with pytest.raises(ocean.OceanTypeError, match="no numbers between complex ones"):
        ocean.medianNaN(tensor)


def test_no_elements() -> None:
    nothing = ocean.zeros([0, 3])
    assert math.isnan(ocean.median(nothing)) and np.isnan(read(ocean.quantile(nothing, [0.5, 1], 0))).all()
    assert ocean.quantile(nothing, [0.5, 1], 1).size == (0, 2)
    assert math.isnan(ocean.median(ocean.zeros(0, ocean.cfloat)).real)
    with pytest.raises(ocean.OceanValueError, match="has no element to choose"):
        ocean.quantile(ocean.zeros(0, ocean.int8), 0.5, method="lower")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ocean.quantile([1, 2], 1.5), r"quantile\(\): q must be between 0 and 1, got 1.5"),
        (lambda: ocean.quantile([1, 2], [0.1, -0.1]), "q must be between 0 and 1, got -0.1"),
        (lambda: ocean.quantile([1, 2], math.nan), "q must be between 0 and 1, got nan"),
        (lambda: ocean.quantile([1, 2], 1j), "q must be between 0 and 1, got 1j"),
        (lambda: ocean.quantile([1, 2], [[0.1], [0.2]]), "q must be a number or a list of numbers"),
        (lambda: ocean.quantile([1, 2], 0.5, method="best"), "method must be one of .*, got 'best'"),
        (lambda: ocean.median([1, 2], 1), "Axis 1 is out of range"),
        (lambda: ocean.median([1, 2], [0, 0]), "occurs twice"),
        (lambda: ocean.median([1, 2], 0, ocean.zeros(2)), r"median\(\): the result B must have size scalar, got 2"),
        (lambda: ocean.median("text"), "A must be a tensor"),
    ],
)
def test_bad_input(call: Any, message: str) -> None:
    with pytest.raises(ocean.OceanError, match=message):
        call()


@pytest.mark.parametrize("kind", [ocean.half, ocean.float, ocean.double], ids=dtype_id)
def test_the_median_of_an_infinity_and_a_number_is_the_infinity(kind: Any) -> None:
    inf, nan = math.inf, math.nan
    rows = [[inf, 1, 2, inf], [1, -inf, -inf, 2], [inf, -inf, 1, 2], [inf, -inf, inf, -inf], [inf] * 4, [nan, inf, 3, 1]]
    array = np.asarray(rows, NUMPY[kind])
    tensor = ocean.asTensor(array, kind)
    with np.errstate(all="ignore"):
        wanted, present = np.median(array, 1), np.nanmedian(array, 1)
    np.testing.assert_array_equal(wanted, [inf, -inf, 1.5, nan, inf, nan])
    for found, expected in (
        (ocean.median(tensor, 1), wanted), (ocean.medianNaN(tensor, 1), present),
        (ocean.numpy.median(array, axis=1), wanted), (ocean.numpy.nanmedian(array, axis=1), present),
    ):  # fmt: skip
        assert found.dtype == kind
        np.testing.assert_array_equal(np.asarray(found), expected)
    assert float(ocean.median(tensor[0])) == inf and float(ocean.medianNaN(tensor[1])) == -inf


Q = (
    0, 1, 0.4, True, [0, 1], [0.2, 0.4, 1], np.float32(0.3), np.array([0.2, 0.4, 0.6], "f4"), np.array([0.2, 0.4, 1], "f2"),
    np.array([1, 0], "i1"), np.array([[0.1, 0.7]]), np.array(0.5, "f4"), np.array([True, False]),
)  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["quantile", "percentile", "nanquantile", "nanpercentile"])
def test_arrays_as_numpy(name: str, method: str) -> None:
    """Places are computed in the dtype of q: 40 percent of five floats are exactly two."""
    ours, theirs = getattr(ocean.numpy, name), getattr(np, name)
    for kind in [*(kind for kind in REAL if kind.name != "bool"), *([ocean.bool] if method in CHOOSING else [])]:
        for array, axis, keepdims in (
            (np.array([15, 20, 35, 40, 50]), None, False), (np.arange(12).reshape(3, 4) * 7 % 12, 1, True),
            (np.arange(12).reshape(2, 3, 2) * 5 % 12, (0, 2), False), (np.array([3]), 0, False),
        ):  # fmt: skip
            array = array.astype(NUMPY[kind])
            for q in Q:
                if np.ndim(q) == 2 and isinstance(axis, tuple) and name.startswith("nan"):
                    continue  # NumPy's axes are in disorder
                if name.endswith("percentile") and not (isinstance(q, np.ndarray) and q.dtype.kind != "f"):
                    q = [100 * each for each in q] if isinstance(q, list) else q * 100
                wanted = np.asarray(theirs(array, q, axis, method=method, keepdims=keepdims))
                found = ours(ocean.numpy.asarray(array), q, axis, method=method, keepdims=keepdims)
                assert found.shape == wanted.shape and found.dtype == wanted.dtype, (kind, q)
                close(np.asarray(found), wanted, kind if kind.isfloat else ocean.dtype(wanted.dtype))
    assert ours(ocean.numpy.array([15, 20, 35, 40, 50], "f4"), 0.4 if name.endswith("quantile") else 40, method="inverted_cdf") == 20
    with pytest.raises(ValueError, match="at most 2 axes"):
        ours([1.0, 2], np.zeros((1, 1, 1)), method=method)
    for q in (np.float32(0.4), 0.4):
        q = q * 100 if name.endswith("percentile") else q
        heavy = {"method": "inverted_cdf", "weights": np.ones(5, "f4")}
        assert ours(ocean.numpy.array([15, 20, 35, 40, 50], "f4"), q, **heavy) == theirs(np.array([15, 20, 35, 40, 50], "f4"), q, **heavy)
