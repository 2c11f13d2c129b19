"""Averages with weights, moving averages, covariances, and statistics that leave out NaN: against NumPy."""

from __future__ import annotations

import warnings
from typing import Any

import layouts
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts import DTYPES, LAYOUTS, NUMPY, TARGETS, dtype_id
from numpy.lib.stride_tricks import sliding_window_view
from oracles import common

import ocean

kinds, places = st.sampled_from(DTYPES), st.sampled_from(list(LAYOUTS))
axes_of = st.sampled_from([None, (0,), (1,), (2,), (0, 2), (0, 1, 2)])


def averaged(kind: ocean.dtype) -> ocean.dtype:
    return kind if kind.isfloat else ocean.double


def wide(array: np.ndarray) -> np.ndarray:
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def values(got: Any) -> np.ndarray:
    return layouts.read(got) if isinstance(got, ocean.tensor) else np.asarray(got.asPython())


def close(got: Any, wanted: Any, kind: ocean.dtype, scale: float) -> None:
    """Equal up to some roundings of the dtype, relative to a scale."""
    assert got.dtype is kind
    found, exact = values(got).astype(complex), np.asarray(wanted).astype(complex)
    assert found.shape == exact.shape
    np.testing.assert_array_equal(np.isnan(found), np.isnan(exact))
    least = {2: 2.0**-22, 4: 1e-40, 8: 1e-300}[kind.basetype.size]
    bound = 16 * float(kind.basetype.eps) * max(scale, least) + least
    assert (np.abs(found - exact)[~np.isnan(exact)] <= bound).all()


def magnitude(array: np.ndarray) -> float:
    return float(np.nanmax(np.abs(wide(array)), initial=0))


# --- Without NaN -------------------------------------------------------------------------------------------------


@settings(max_examples=80)
@given(kinds, places, axes_of, st.booleans(), st.sampled_from(["meanNaN", "varNaN", "stdevNaN"]), st.booleans())
def test_without_nan(kind: Any, layout: str, axes: Any, keepdims: bool, name: str, less: bool) -> None:
    sample = layouts.sample(layout, kind, (5, 3, 4), special=False)
    array = sample.values.copy()
    if kind.isfloat and layout in TARGETS:
        array[np.random.default_rng(1).random(array.shape) < 0.3] = np.nan
        array[:, 0, 0] = np.nan
        array[0] = np.nan
        sample = layouts.place(array, kind, layouts.fortran(array.shape, kind.size))
    function = {"meanNaN": np.nanmean, "varNaN": np.nanvar, "stdevNaN": np.nanstd}[name]
    options: dict[str, Any] = {"ddof": 1} if less and name != "meanNaN" else {}
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted = function(wide(array), axis=axes, keepdims=keepdims and axes is not None, **options)
    gives = averaged(kind) if name == "meanNaN" else averaged(kind).basetype
    scale = magnitude(array) ** (2 if name == "varNaN" else 1)
    if kind.basetype is ocean.half and scale > 6e4:
        return  # too large
    got = getattr(ocean, name)(sample.tensor, *(() if axes is None else (list(axes), keepdims)), **options)
    close(got, wanted, gives, scale)
    lazily = getattr(ocean.lazy(sample.tensor), name)(*(() if axes is None else (list(axes), keepdims)), **options)
    close(lazily, values(got), gives, scale)


def test_nothing_but_nan() -> None:
    t = ocean.asTensor([ocean.nan, ocean.nan])
    assert np.isnan(float(ocean.meanNaN(t))) and np.isnan(float(ocean.varNaN(t)))
    with pytest.raises(ocean.OceanValueError, match="does not apply to empty tensors"):
        ocean.meanNaN(ocean.zeros([0]))


@pytest.mark.host_only("long lines")
def test_variance_far_from_zero() -> None:
    array = np.random.default_rng(2).standard_normal(100_000) + 1e8
    array[::7] = np.nan
    np.testing.assert_allclose(float(ocean.varNaN(ocean.asTensor(array))), np.nanvar(array), rtol=1e-7)


# --- Weights -----------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(kinds, places, axes_of, st.booleans(), st.sampled_from([ocean.double, ocean.float, ocean.uint8]))
def test_average(kind: Any, layout: str, axes: Any, keepdims: bool, other: ocean.dtype) -> None:
    sample = layouts.sample(layout, kind, (5, 3, 4), special=False)
    weights = layouts.place(
        np.random.default_rng(3).integers(1, 9, (5, 3, 4)).astype(NUMPY[other]), other,
        layouts.fortran((5, 3, 4), other.size),
    )  # fmt: skip
    keep = keepdims and axes is not None
    wanted = np.average(wide(sample.values), axes, wide(weights.values), keepdims=keep)
    got = ocean.average(sample.tensor, *(() if axes is None else (list(axes), keep)), weights=weights.tensor)
    close(got, wanted, averaged(common(kind, other)), magnitude(sample.values))
    if axes is not None and len(axes) == 1:
        line = ocean.asTensor(weights.values.ravel()[: sample.values.shape[axes[0]]])
        wanted = np.average(wide(sample.values), axes[0], wide(weights.values).ravel()[: sample.values.shape[axes[0]]])
        got = sample.tensor.average(axes[0], weights=line)
        close(got, wanted, got.dtype, magnitude(sample.values))
        result = ocean.tensor(list(wanted.shape), got.dtype, layouts.device)
        assert ocean.average(sample.tensor, axes[0], weights=line, B=result) is None
        np.testing.assert_array_equal(layouts.read(result), layouts.read(got))


def test_average_of_expressions() -> None:
    a = ocean.asTensor([1.0, 2.0, 4.0])
    w = ocean.asTensor([2, 1, 1])
    assert ocean.average(2 * ocean.lazy(a), weights=w) == 4 and ocean.average(a) == ocean.mean(a)
    assert ocean.fuse(lambda x: ocean.average(x, weights=w))(a) == 2
    assert ocean.average([1.0, 2.0, 4.0], weights=[2, 1, 1]) == a.average(0, weights=(2, 1, 1)) == 2


# --- Moving ------------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(kinds, places, st.integers(0, 1), st.sampled_from([1, 2, 5, 17, 20]), st.integers(1, 3))
def test_moving_means(kind: Any, layout: str, axis: int, window: int, step: int) -> None:
    size = (41, 3) if axis == 0 else (3, 41)
    sample = layouts.sample(layout, kind, size, special=False)
    every = sliding_window_view(wide(sample.values), window, axis)
    every = every[(slice(None),) * axis + (slice(None, None, step),)]
    got = ocean.moving_mean(sample.tensor, axis, window, step)
    close(got, every.mean(-1), averaged(kind), magnitude(sample.values))
    weights = np.arange(1, window + 1)
    got = ocean.moving_average(sample.tensor, axis, weights.tolist(), step)
    if kind.basetype is not ocean.half:
        close(got, (every * weights).sum(-1) / weights.sum(), got.dtype, magnitude(sample.values))
    result = layouts.sample("wild", got.dtype, got.size).tensor
    assert ocean.moving_mean(sample.tensor, axis, window, step, result) is None
    np.testing.assert_array_equal(
        layouts.read(result), layouts.read(got.dtype(ocean.moving_mean(sample.tensor, axis, window, step)))
    )


@pytest.mark.host_only("long windows")
def test_long_windows() -> None:
    array = np.random.default_rng(4).standard_normal((1000, 2)) + 1e6
    t = ocean.asTensor(array)
    for window in (33, 100, 101, 500, 501, 999, 1000):
        wanted = sliding_window_view(array, window, 0)
        np.testing.assert_allclose(ocean.moving_mean(t, 0, window), wanted.mean(-1), rtol=1e-14)
        np.testing.assert_allclose(ocean.moving_mean(t, 0, window, 3), wanted.mean(-1)[::3], rtol=1e-14)


def test_moving_errors() -> None:
    t = ocean.zeros([5, 2])
    with pytest.raises(ocean.OceanValueError, match=r"moving_mean\(\): the window of 6 elements is longer than axis 0"):
        ocean.moving_mean(t, 0, 6)
    with pytest.raises(ocean.OceanValueError, match=r"expected a vector of weights, got a tensor of size 2x1"):
        ocean.moving_average(t, 0, [[1, 2]])
    with pytest.raises(ocean.OceanValueError, match="the step must be at least 1, got 0"):
        ocean.moving_average(t, 0, [1, 2], 0)
    with pytest.raises(ocean.OceanIndexError):
        ocean.moving_mean(t, 3, 1)
    with pytest.raises(ocean.OceanValueError, match="expected weights of size 5 or 5x2, got 2"):
        ocean.average(t, 0, weights=ocean.zeros([2]))


# --- Covariances -------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(kinds, places, st.integers(0, 1), st.integers(0, 1), st.booleans())
def test_covariances(kind: Any, layout: str, axis: int, ddof: int, more: bool) -> None:
    sample = layouts.sample(layout, kind, (7, 4), special=False)
    array = wide(sample.values) / (magnitude(sample.values) or 1)
    if kind.isfloat:
        with np.errstate(over="ignore"):
            sample = layouts.place(array.astype(NUMPY[kind]), kind, layouts.fortran((7, 4), kind.size))
        if kind is ocean.chalf:
            sample = layouts.Sample(sample.tensor, layouts.read(sample.tensor))
    scale = magnitude(sample.values) ** 2
    y = sample.tensor if more else None
    data = wide(sample.values)
    theirs = np.cov(data, data if more else None, rowvar=axis == 1, ddof=ddof)
    got = ocean.cov(sample.tensor, *(() if y is None else (y,)), axis=axis, ddof=ddof)
    close(got, theirs, averaged(kind), 8 * scale)
    with np.errstate(all="ignore"):
        theirs = np.corrcoef(data, data if more else None, rowvar=axis == 1)
    got = ocean.corrcoef(sample.tensor, *(() if y is None else (y,)), axis=axis)
    if kind.basetype.size > 2 and "zero" not in layout:
        close(got, theirs, averaged(kind), 1e3 if layout == "overlapping" else 64)


def test_one_variable_and_errors() -> None:
    t = ocean.asTensor([1.0, 2.0, 4.0])
    assert abs(float(ocean.cov(t)) - np.var([1, 2, 4], ddof=1)) < 1e-15 and ocean.corrcoef(t) == 1
    assert ocean.cov(t, ocean.asTensor([2.0, 2.0, 5.0])).size == (2, 2)
    with pytest.raises(ocean.OceanValueError, match="expected a vector or a matrix, got a tensor of size 2x2x2"):
        ocean.cov(ocean.zeros([2, 2, 2]))
    with pytest.raises(ocean.OceanValueError, match="as many observations of A as of y, got 3 and 2"):
        ocean.cov(t, ocean.zeros([2]))
    with pytest.raises(ocean.OceanValueError, match="there are no observations along axis 0"):
        ocean.cov(ocean.zeros([0, 2]))


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_halves_and_integers_do_not_overflow(kind: ocean.dtype) -> None:
    if kind is ocean.bool:
        return
    largest = kind.basetype.max.asPython() if not kind.isfloat else float(kind.basetype.max) / 4
    t = ocean.tensor([300], kind, layouts.device)
    t.fill(largest)
    for name in ("mean", "meanNaN"):
        got = getattr(ocean, name)(t)
        assert got.dtype is averaged(kind)
        if kind.basetype.size < 8 or not kind.isfloat:
            np.testing.assert_allclose(complex(got.asPython()), largest, rtol=1e-3)


@pytest.mark.parametrize("axes", [(0, 2), (2, 0), (1,), (2, 1, 0)])
def test_average_with_weights_of_several_axes(axes: tuple[int, ...]) -> None:
    a = np.arange(24.0).reshape(2, 3, 4)
    weights = np.arange(1.0, 1 + np.prod([a.shape[k] for k in axes])).reshape([a.shape[k] for k in axes])
    found = ocean.average(a, list(axes), weights=weights)
    np.testing.assert_allclose(np.asarray(found), np.average(a, axis=axes, weights=weights))
