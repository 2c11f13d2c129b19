"""Partial results: whatever the parts and the order of merging, the result is that of all data at once."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy
import pytest

import ocean
import ocean.numpy as np

pytestmark = pytest.mark.host_only("partial results are merged on the host")

SOURCE = numpy.random.default_rng(8)
KINDS = [each for each in ocean.partial.__all__ if each not in ("finish", "merge", "moment", "partial")]


def parts_of(v: Any, cuts: list[int]) -> list[Any]:
    return [each for each in numpy.split(v, cuts) if each.shape[0]]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "c16"])
@pytest.mark.parametrize("axis", [None, 0])
def test_merged_in_any_order(kind: str, dtype: str, axis: Any) -> None:
    v = (SOURCE.standard_normal((50, 4)) * 10).astype(dtype)
    if dtype == "c16":
        v = v + 1j * SOURCE.standard_normal((50, 4))
        if kind in ("min", "max", "nanmin", "nanmax") or "arg" in kind:
            return
    if kind.startswith("nan") and dtype != "i4":
        v[::7, 1] = numpy.nan
    parts, start = [], 0
    for each in parts_of(v, [3, 4, 20, 41]):
        options = {"start": (start, 0), "shape": v.shape} if "arg" in kind else {}
        parts.append(getattr(ocean.partial, kind)(np.asarray(each), axis, **options))
        start += each.shape[0]
    wanted = getattr(numpy, kind)(v, axis=axis)
    if dtype == "f4" and wanted.dtype == "f4":  # NumPy adds small floats in their own dtype
        wanted = getattr(numpy, kind)(v.astype("f8"), axis=axis).astype("f4")
    for order in ([0, 1, 2, 3, 4], [4, 2, 0, 3, 1]):
        merged = ocean.partial.merge(*(pickle.loads(pickle.dumps(parts[k])) for k in order))
        got = numpy.asarray(merged.finish())
        assert got.dtype == numpy.asarray(wanted).dtype and got.shape == numpy.shape(wanted)
        numpy.testing.assert_allclose(got, wanted, 2e-6 if dtype == "f4" else 1e-12)
    kept = ocean.partial.merge(*parts).finish(keepdims=True)
    assert kept.shape == getattr(numpy, kind)(v, axis=axis, keepdims=True).shape


@pytest.mark.parametrize("axis", [None, 0, (0, 1)])
@pytest.mark.parametrize("order", [2, 3, 5])
@pytest.mark.parametrize("away", [0.0, 1e6])
def test_moments(order: int, axis: Any, away: float) -> None:
    v = SOURCE.exponential(3.0, (60, 4)) + away
    parts = [ocean.partial.moment(np.asarray(each), order, axis) for each in parts_of(v, [3, 4, 20, 41])]
    exact = v.astype("g")
    wanted = ((exact - exact.mean(axis=axis, keepdims=True)) ** order).mean(axis=axis)
    for k in ([0, 1, 2, 3, 4], [4, 2, 0, 3, 1]):
        got = ocean.partial.merge(*(parts[each] for each in k))
        numpy.testing.assert_allclose(numpy.asarray(got.finish()), wanted.astype("f8"), 1e-10 if away else 1e-12)
    empty = ocean.partial.moment(np.zeros((0, 4)), order, axis)
    numpy.testing.assert_allclose(numpy.asarray(empty.merge(*parts, empty).finish()), wanted.astype("f8"), 1e-10)
    with pytest.raises(ocean.OceanValueError, match="at least 2"):
        ocean.partial.moment(v, 1)
    with pytest.raises(ocean.OceanTypeError, match="complex"):
        ocean.partial.moment(v + 1j)


def test_sums_lose_nothing_when_parts_are_merged() -> None:
    values = [1e16, 1.0, -1e16, 1.0] * 50
    assert float(ocean.partial.merge(*(ocean.partial.sum([each]) for each in values)).finish()) == math.fsum(values)


def test_variances_far_from_zero() -> None:
    v = 1e8 + SOURCE.standard_normal(10_000)
    parts = [ocean.partial.var(each) for each in numpy.split(v, 100)]
    numpy.testing.assert_allclose(float(ocean.partial.merge(*parts).finish(ddof=1)), numpy.var(v, ddof=1), 1e-9)


def test_infinite_and_missing_numbers() -> None:
    inf, nan = float("inf"), float("nan")
    for values in ([1.0, inf, 2.0], [1.0, nan, 2.0], [inf, -inf], [-inf, 1.0]):
        for kind in ("sum", "mean", "min", "max", "nanmax", "nansum", "prod"):
            with numpy.errstate(invalid="ignore"):
                wanted = getattr(numpy, kind)(numpy.array(values))
            got = ocean.partial.merge(*(getattr(ocean.partial, kind)([each]) for each in values)).finish()
            numpy.testing.assert_array_equal(numpy.asarray(got), wanted)


def test_parts_that_do_not_belong_together() -> None:
    with pytest.raises(ocean.OceanValueError, match="mean over"):
        ocean.partial.merge(ocean.partial.sum([1.0]), ocean.partial.mean([1.0]))
    with pytest.raises(ocean.OceanValueError, match="different shapes"):
        ocean.partial.merge(ocean.partial.sum([[1.0]], 0), ocean.partial.sum([[1.0, 2.0]], 0))
    with pytest.raises(ocean.OceanTypeError, match="got int"):
        ocean.partial.merge(ocean.partial.sum([1.0]), 3)  # type: ignore[arg-type]
