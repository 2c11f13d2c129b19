"""Counts and histograms: dtypes and layouts against NumPy; bad input."""

from __future__ import annotations

import math
from typing import Any

import layouts
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from layouts import DTYPES, LAYOUTS, dtype_id, fortran, place, read, same, sample, values

import ocean

SIZES = st.lists(st.integers(0, 6), min_size=1, max_size=3).map(tuple)


REAL = [kind for kind in DTYPES if not kind.iscomplex]
INTEGERS = [kind for kind in REAL if not kind.isfloat]
LAYOUT = st.sampled_from(list(LAYOUTS))


def flat(array: Any) -> Any:
    return array.reshape(-1, order="F")


@given(st.sampled_from(INTEGERS), LAYOUT, SIZES, st.integers(0, 300), st.booleans())
def test_bincount(kind: Any, layout: str, size: Any, least: int, weighted: bool) -> None:
    array = np.abs(values(kind, size).astype(object) % 100).astype(layouts.NUMPY[kind])
    tensor, array = place(array, kind, fortran(size, kind.size))
    weights, heavy = sample(layout, ocean.float, size, special=False)
    wanted = np.bincount(flat(array).astype(int), flat(heavy.astype(float)) if weighted else None, least)
    found = ocean.bincount(tensor, weights if weighted else None, minlength=least)
    assert found.dtype is (ocean.double if weighted else ocean.int64) and found.device is tensor.device
    np.testing.assert_allclose(read(found), wanted)


@given(st.sampled_from(REAL), LAYOUT, SIZES, st.integers(1, 12), st.sampled_from(["", "weights", "density"]), st.data())
def test_histograms(kind: Any, layout: str, size: Any, count: int, form: str, data: st.DataObject) -> None:
    tensor, array = sample(layout, kind, size, special=False)
    wide = array.astype(float)
    bins = data.draw(st.sampled_from([count, sorted({0.0, 1.5, 20.0, float(count)})]))
    between = data.draw(st.sampled_from([None, (-3, 40.5)])) if bins is count else None
    if form == "density" and not ((wide >= 0) & (wide <= 20)).any():
        form = ""
    heavy = np.arange(wide.size).reshape(size) * 0.25
    named: dict[str, Any] = {"weights": heavy} if form == "weights" else {"density": True} if form else {}
    try:
        with np.errstate(all="ignore"):
            counts, edges = np.histogram(wide, bins, between, **named)
    except ValueError as error:
        assert "Too many bins" in str(error)
        with pytest.raises(ocean.OceanValueError, match="would have no width"):
            ocean.histogram(tensor, bins, between)
        return
    if form == "weights":
        named["weights"] = ocean.asTensor(heavy, ocean.double)
    found, found_edges = ocean.histogram(tensor, bins, between, **named)
    assert found.device is found_edges.device is tensor.device and found_edges.dtype is ocean.double
    assert found.dtype is (ocean.double if form else ocean.int64)
    np.testing.assert_allclose(read(found_edges), edges, rtol=1e-14, atol=1e-300)
    np.testing.assert_allclose(read(found), counts, rtol=1e-9)


@pytest.mark.host_only("about the engine of the host")
@pytest.mark.parametrize("largest", [1, 4095, 4096, 70_000])
@pytest.mark.parametrize("kind", [ocean.int64, ocean.uint32, ocean.uint64], ids=dtype_id)
def test_many_numbers_are_counted(kind: ocean.dtype, largest: int) -> None:
    array = np.random.default_rng(1).integers(0, largest, 100_000, endpoint=True)
    tensor = kind(ocean.asTensor(array))
    for least in (0, 10, 100_000):
        same(read(ocean.bincount(tensor, minlength=least)), np.bincount(array, minlength=least))
    array[99_999] = -1
    with pytest.raises(ocean.OceanValueError, match="bincount"):
        ocean.bincount(array)


@pytest.mark.host_only("about threads of the host")
def test_long_histograms() -> None:
    random = np.random.default_rng(0)
    array = np.round(random.standard_normal(300_000), 2)  # many elements on edges
    results = []
    for threads in (1, 3):
        ocean.setNumThreads(threads)
        for bins, between in ((100, None), (60, (-3, 3)), (np.sort(random.standard_normal(50)), None)):
            counts, edges = np.histogram(array, bins, between)
            found, found_edges = ocean.histogram(array, bins, between)
            np.testing.assert_allclose(read(found_edges), edges)
            same(read(found), counts)
        numbers = random.integers(0, 5000, 300_000)
        same(read(ocean.bincount(numbers)), np.bincount(numbers))
        results.append(read(ocean.histogram(array, 77)[0]))
    same(*results)


@pytest.mark.host_only("about the engine of the host")
@pytest.mark.parametrize("bins", [1, 3, 100, 127, 128, 4096])
def test_histograms_beside_edges(bins: int) -> None:
    """Numbers on edges and next to them, where the edges are exact, rounded, or farther apart than numbers hardly are."""
    random = np.random.default_rng(bins)
    for low, high in ((0.0, 1.0), (0.1, 0.7), (-3.0, 1e9), (1e12, 1e12 + 1e3), (1e-320, 1e-300), (-1e300, 1e290)):
        edges = np.histogram_bin_edges([], bins, (low, high))
        beside = np.concatenate([edges, np.nextafter(edges, math.inf), np.nextafter(edges, -math.inf), [math.nan]])
        array = beside[random.integers(0, beside.size, 5000)]
        found, found_edges = ocean.histogram(array, bins, (low, high))
        same(read(found_edges), edges)
        places = np.searchsorted(edges, array, "right") - 1
        places[array == high] = bins - 1
        inside = (array >= low) & (array <= high)
        same(read(found), np.bincount(places[inside], minlength=bins))


@given(st.sampled_from(REAL), st.integers(0, 30), st.booleans(), st.booleans())
def test_histograms_of_points(kind: Any, count: int, weighted: bool, density: bool) -> None:
    (x, first), (y, second) = (sample("strided", kind, (count,), seed, special=False) for seed in (0, 1))
    heavy = np.arange(count) * 0.5 if weighted else None
    first, second = first.astype(float), second.astype(float)
    assume(count != 1 or max(abs(first[0]), abs(second[0])) < 2.0**50)  # else the bins have no width
    density = density and count > 1
    with np.errstate(all="ignore"):
        wanted = np.histogram2d(first, second, [3, 4], weights=heavy, density=density)
    weights = None if heavy is None else ocean.asTensor(heavy)
    found = ocean.histogram2d(x, y, [3, 4], weights=weights, density=density)
    for got, expected in zip(found, wanted, strict=True):
        assert got.device is x.device
        np.testing.assert_allclose(read(got), expected, rtol=1e-9, atol=1e-300)


@given(st.sampled_from(REAL), LAYOUT, SIZES, st.booleans(), st.booleans())
def test_digitize(kind: Any, layout: str, size: Any, right: bool, down: bool) -> None:
    tensor, array = sample(layout, kind, size, special=False)
    edges = np.array([-1.5, 0, 0.5, 1, 1, 30])[:: -1 if down else 1]
    same(read(ocean.digitize(tensor, edges.tolist(), right)), np.digitize(array.astype(float), edges, right))


def test_forms_of_histograms() -> None:
    counts, edges = ocean.histogram([1, 2, 2, 5])
    assert counts.size == (10,) and edges.size == (11,) and counts.asPython()[0] == 1
    assert ocean.histogram([3, 3], 2)[1].asPython() == [2.5, 3.0, 3.5]
    assert ocean.histogram([], 2)[1].asPython() == [0.0, 0.5, 1.0]
    for some, count, words in (([1e300], 1, "no width"), ([2.0**53, 2.0**53 + 2], 10, "no width"),
                               ([-1e15, -1e15], 10, "no width"),
                               ([-1.7e308, 1.7e308], 4, "farther than doubles reach")):  # fmt: skip
        with pytest.raises(ocean.OceanValueError, match=words):
            ocean.histogram(some, count)
    assert ocean.histogram([math.nan, 1.0], 2, [0, 2])[0].asPython() == [0, 1]
    assert ocean.histogram([1, 2, 3], bins=[1, 2, 2, 3], density=False)[0].asPython() == [1, 0, 2]
    assert ocean.bincount([], minlength=2).asPython() == [0, 0]
    grid, _, _ = ocean.histogram2d([0, 1], [0, 1], [[0, 1, 2], [0, 0.5, 1]])
    assert grid.asPython() == [[1, 0], [0, 1]]
    assert ocean.digitize(2, [1, 2, 3]) == 2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ocean.bincount([0.5]), "A must be integers, got dtype double"),
        (lambda: ocean.bincount([-1, 2]), "the elements must be between 0 and .*, got -1"),
        (lambda: ocean.bincount([1 << 60]), "there would be 1152921504606846977 bins, expected at most 1099511627776"),
        (lambda: ocean.bincount([1, 2], [1.0]), "expected weights of size 2, got 1"),
        (lambda: ocean.bincount([1, 2], [1j, 2]), "the weights must be real"),
        (lambda: ocean.bincount([1], minlength=-1), "minlength must not be negative, got -1"),
        (lambda: ocean.histogram([1, 2], 0), "bins must be a number from 1 to 2.*40, or edges, got 0"),
        (lambda: ocean.histogram([1, 2], [3, 1]), r"the edges of bins must be sorted, got \[3.0, 1.0\]"),
        (lambda: ocean.histogram([1, 2], [1]), "expected at least two edges of bins, got size 1"),
        (lambda: ocean.histogram([1, math.nan]), "give a range, as not all elements are finite"),
        (lambda: ocean.histogram([1, 2], 3, [2, 1]), "range must be two finite numbers in order"),
        (lambda: ocean.histogram([1, 2], 3, [2]), "range must be two numbers"),
        (lambda: ocean.histogram([1j]), "A must be real numbers, got dtype complex-double"),
        (lambda: ocean.histogram([1, 2], weights=[1]), "expected weights of size 2, got 1"),
        (lambda: ocean.histogram2d([1, 2], [1]), "x and y must have the same size, got 2 and 1"),
        (lambda: ocean.digitize([1], [1, 3, 2]), r"the bins must be sorted, got \[1, 3, 2\]"),
        (lambda: ocean.digitize([1], [[1], [2]]), "bins must be a vector"),
    ],
)
def test_bad_input(call: Any, message: str) -> None:
    with pytest.raises(ocean.OceanError, match=message):
        call()
