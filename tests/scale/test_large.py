"""Large arrays: every function by blocks gives what NumPy gives at once, whatever the blocks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest

import ocean
import ocean.numpy as np

pytestmark = pytest.mark.host_only("large arrays are computed on the host")

SOURCE = numpy.random.default_rng(3)
VALUES = SOURCE.standard_normal((300, 70, 5))
FUNCTIONS = "sum mean var std min max any all prod argmin argmax count_nonzero ptp median"
SHAPED = "cumsum cumprod sort"


@pytest.fixture(autouse=True)
def small_bound() -> Iterator[None]:
    with ocean.memory("1MiB"):
        yield


def values(a: Any) -> Any:
    """All elements, also of what is larger than the bound."""
    if not isinstance(a, ocean.files.large):
        return numpy.asarray(a)
    result = numpy.empty(a.shape, a.dtype)
    for region, block in a.blocks("test"):
        result[region] = numpy.asarray(block)
    return result


def same(got: Any, wanted: Any, tolerance: float = 1e-11) -> None:
    found = values(got)
    assert found.shape == numpy.shape(wanted) and found.dtype == numpy.asarray(wanted).dtype
    numpy.testing.assert_allclose(found, wanted, tolerance, tolerance)


def in_file(folder: Path, array: Any, name: str = "a.npy") -> Any:
    numpy.save(folder / name, array)
    return ocean.files.open(folder / name)


@pytest.mark.parametrize("name", FUNCTIONS.split())
@pytest.mark.parametrize("layout", ["C", "F", "part"])
def test_reductions_over_any_axes(name: str, layout: str, tmp_path: Path) -> None:
    a = in_file(tmp_path, numpy.asarray(VALUES, order="F" if layout == "F" else "C"))
    v = VALUES
    if layout == "part":
        a, v = a[10:290:2, ::-1].transpose(2, 0, 1), VALUES[10:290:2, ::-1].transpose(2, 0, 1)
    axes = [None, 0, 1, 2, -1] if name.startswith("arg") else [None, 0, 1, 2, -1, (0, 2), (2, 1), (0, 1, 2)]
    for axis in axes:
        with ocean.memory("4MiB" if name == "median" else "1MiB"):  # a line has to fit
            same(getattr(np, name)(a, axis=axis), getattr(numpy, name)(v, axis=axis))
            same(getattr(np, name)(a, axis=axis, keepdims=True), getattr(numpy, name)(v, axis=axis, keepdims=True))
    if name in ("var", "std"):
        same(getattr(a, name)(axis=0, ddof=1), getattr(v, name)(axis=0, ddof=1))


@pytest.mark.parametrize("name", ["add", "multiply", "maximum", "minimum", "logical_and", "logical_or"])
def test_methods_of_functions_over_any_axes(name: str, tmp_path: Path) -> None:
    a = in_file(tmp_path, VALUES)
    ours, theirs = getattr(np, name), getattr(numpy, name)
    same(ours.reduce(a), theirs.reduce(VALUES))
    for axis in (None, 0, 1, -1, (0, 2)):
        for keepdims in (False, True):
            same(ours.reduce(a, axis=axis, keepdims=keepdims), theirs.reduce(VALUES, axis=axis, keepdims=keepdims))
    if name in ("add", "multiply"):
        same(ours.accumulate(a, 1), theirs.accumulate(VALUES, 1), 1e-9)
        same(ours.accumulate(a[:, 0, 0], None), theirs.accumulate(VALUES[:, 0, 0], None), 1e-9)
        with pytest.raises(ValueError, match="one axis"):
            ours.accumulate(a, None)


@pytest.mark.parametrize("name", SHAPED.split())
def test_running_sums_and_sorting(name: str, tmp_path: Path) -> None:
    factors = 1 + VALUES / 1000
    a = in_file(tmp_path, factors)
    for axis in (None, 0, 1, 2):
        if name != "sort" or axis is not None:
            same(getattr(np, name)(a, axis=axis), getattr(numpy, name)(factors, axis=axis))
    same(np.cumsum(a, axis=0)[250:260], numpy.cumsum(factors, axis=0)[250:260])


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "i8", "f2", "f4", ">f4", ">i2", "f8", "c8", ">c16"])
def test_dtypes(dtype: str, tmp_path: Path) -> None:
    v = (VALUES * 20).astype(dtype) if dtype != "?" else VALUES > 0
    if numpy.dtype(dtype).kind == "c":
        v = (VALUES + 1j * VALUES[::-1]).astype(dtype)
    a = in_file(tmp_path, v)
    assert a.dtype == v.dtype
    loose = 1e-2 if dtype == "f2" else 1e-5
    for name in ("sum", "mean", "var"):
        wanted = getattr(numpy, name)(v.astype("c16" if v.dtype.kind == "c" else "f8"), axis=0)
        got = getattr(np, name)(a, axis=0)
        assert got.dtype == getattr(numpy, name)(v, axis=0).dtype.newbyteorder("=")
        numpy.testing.assert_allclose(numpy.asarray(got), wanted, loose, loose)
    ocean.files.save(tmp_path / "z.npy", a + a)
    numpy.testing.assert_array_equal(numpy.load(tmp_path / "z.npy"), v + v)
    if v.dtype.kind != "c":
        same(np.sort(a, axis=0), numpy.sort(v, axis=0))
        if v.dtype.kind in "biu":
            same(np.unique(a), numpy.unique(v).astype(v.dtype.newbyteorder("=")))


def test_expressions(tmp_path: Path) -> None:
    a, v = in_file(tmp_path, VALUES), VALUES
    row = SOURCE.standard_normal((70, 5))
    for got, wanted in (
        ((a - row) / 2 + a**2, (v - row) / 2 + v**2),
        (np.where(a > 0, a, -1), numpy.where(v > 0, v, -1)),
        (3 / (1 + np.exp(-a)), 3 / (1 + numpy.exp(-v))),
        (np.clip(a, -1, 1), numpy.clip(v, -1, 1)),
        (a.astype("float32").round(1), v.astype("float32").round(1)),
        (numpy.sin(a), numpy.sin(v)),
        (np.concatenate([a, a[:3]], axis=0), numpy.concatenate([v, v[:3]])),
        (np.stack([a, a * 2], axis=1), numpy.stack([v, v * 2], axis=1)),
        (a.reshape(-1, 35), v.reshape(-1, 35)),
        ((a * 1).reshape(7, -1), v.reshape(7, -1)),
        (a.T.ravel(), v.T.ravel()),
        (a[5, ..., None, 1:3], v[5, ..., None, 1:3]),
        (a[::-7, 60:2:-3], v[::-7, 60:2:-3]),
        (np.squeeze(a[:, :1]), v[:, 0]),
        (a[::40, ::30, 0], v[::40, ::30, 0]),
        (np.swapaxes(a, 0, 2), v.swapaxes(0, 2)),
        (np.flip(a, 1), numpy.flip(v, 1)),
        (-abs(a), -abs(v)),
    ):
        same(got, wanted)
    whole, part = np.divmod(a, 0.5), numpy.divmod(v, 0.5)
    same(whole[0], part[0])
    same(whole[1], part[1])


@pytest.mark.parametrize("method", ["linear", "lower", "higher", "nearest", "midpoint"])
def test_quantiles_are_exact(method: str, tmp_path: Path) -> None:
    q = [0, 0.001, 0.25, 0.5, 0.99, 1]
    for k, v in enumerate((VALUES, numpy.floor(VALUES * 2), SOURCE.integers(-5, 5, (200_000,)), numpy.ones(150_000),
                           SOURCE.standard_cauchy(250_000), numpy.r_[numpy.zeros(150_000), SOURCE.random(60_000)])):  # fmt: skip
        a = in_file(tmp_path, v, f"{k}.npy")
        numpy.testing.assert_array_equal(values(np.quantile(a, q, method=method)), numpy.quantile(v, q, method=method))
    a = in_file(tmp_path, VALUES)
    for axis in (0, 1, (0, 2)):
        same(np.quantile(a, q, axis=axis, method=method), numpy.quantile(VALUES, q, axis=axis, method=method))
    holed = VALUES.copy()
    holed[200, 3, 1] = numpy.nan
    assert numpy.isnan(values(np.quantile(in_file(tmp_path, holed, "holed.npy"), 0.5)))


def test_counts(tmp_path: Path) -> None:
    a, v = in_file(tmp_path, VALUES), VALUES
    weights = in_file(tmp_path, VALUES**2, "w.npy")
    for options in ({}, {"bins": 37}, {"bins": [-3, -1, 0, 0.5, 2]}, {"bins": 9, "range": (-1, 1)}, {"density": True}):
        for got, wanted in zip(np.histogram(a, **options), numpy.histogram(v, **options), strict=True):
            same(got, wanted)
    same(np.histogram(a, 5, weights=weights)[0], numpy.histogram(v, 5, weights=v**2)[0])
    whole = numpy.floor(v * 50).astype("i8")
    b = np.floor(a * 50).astype("int64")
    for got, wanted in zip(np.unique(b, return_counts=True), numpy.unique(whole, return_counts=True), strict=True):
        same(got, wanted)
    same(np.bincount((b - whole.min()).ravel()), numpy.bincount((whole - whole.min()).ravel()))
    same(np.average(a, axis=0, weights=weights), numpy.average(v, axis=0, weights=v**2))


def test_external_sort_of_crowds(tmp_path: Path) -> None:
    """Vectors that are many times the bound: few values, values in order, one value, NaN."""
    count = 600_000
    holed = SOURCE.standard_normal(count)
    holed[::1000] = numpy.nan
    for k, v in enumerate((SOURCE.integers(0, 7, count), numpy.arange(count)[::-1].copy(), numpy.full(count, 2.5), holed,
                           SOURCE.standard_cauchy(count) ** 5)):  # fmt: skip
        numpy.testing.assert_array_equal(values(np.sort(in_file(tmp_path, v, f"{k}.npy"))), numpy.sort(v))


def test_products(tmp_path: Path) -> None:
    v = SOURCE.standard_normal((9000, 40))
    a = in_file(tmp_path, v)
    same(a.T @ a, v.T @ v, 1e-9)
    b = SOURCE.standard_normal((40, 30))
    same(a @ b, v @ b, 1e-9)
    same(a @ b[:, 0], v @ b[:, 0], 1e-9)
    same(v[:, 0] @ a, v[:, 0] @ v, 1e-9)
    w = SOURCE.standard_normal((500, 500))
    c = in_file(tmp_path, w, "c.npy")
    same(c @ c, w @ w, 1e-9)
    with pytest.raises(ocean.OceanValueError, match="40 columns beside 9000 rows"):
        a @ a


def test_results_larger_than_the_bound_are_computed_where_they_are_used(tmp_path: Path) -> None:
    v = SOURCE.standard_normal((100_000, 4))
    a = in_file(tmp_path, v)
    means = a.mean(axis=1, keepdims=True)
    assert isinstance(means, ocean.files.large)
    same(a - means, v - v.mean(axis=1, keepdims=True))
    with pytest.raises(ocean.OceanMemoryError, match=r"more than half of the bound of 1,048,576; ocean.files.save"):
        a.load()


def test_assignment_into_files(tmp_path: Path) -> None:
    a, v = in_file(tmp_path, VALUES), VALUES
    out = ocean.files.create(tmp_path / "out.npy", v.shape, "float32")
    out[...] = a * 2
    out[3] = 7
    out[10:20, 5] = a[10:20, 6]
    wanted = (v * 2).astype("f4")
    wanted[3] = 7
    wanted[10:20, 5] = v[10:20, 6]
    numpy.testing.assert_array_equal(numpy.load(tmp_path / "out.npy"), wanted)
    again = ocean.files.open(tmp_path / "out.npy", "r+")
    again[...] = again + 1  # each block is read before it is written
    numpy.testing.assert_array_equal(numpy.load(tmp_path / "out.npy"), wanted + 1)
    with pytest.raises(ocean.OceanValueError, match=r"out\.npy would be read after it was written"):
        again[...] = again[::-1]
    with pytest.raises(ocean.OceanTypeError, match="cannot be written"):
        a[0] = 1


def test_beginnings(tmp_path: Path) -> None:
    VALUES.astype(">f4").tofile(tmp_path / "raw")
    wanted = VALUES.astype("f4")
    raw = ocean.files.openRaw(tmp_path / "raw", ">f4", VALUES.shape)
    same(raw.sum(axis=0), wanted.sum(axis=0), 1e-3)
    columns = ocean.files.openRaw(tmp_path / "raw", ">f4", VALUES.shape[::-1], order="F")
    numpy.testing.assert_array_equal(values(columns * 1), wanted.T)
    mapped = numpy.memmap(tmp_path / "raw", ">f4", "r", shape=VALUES.shape)
    for part in (mapped, mapped[10:20], mapped.T, mapped[::2]):
        numpy.testing.assert_array_equal(values(ocean.files.asLarge(part) * 1), part)
    for other in (VALUES, np.asarray(VALUES), [1.0, 2.0]):
        numpy.testing.assert_array_equal(values(ocean.files.asLarge(other)), other)
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "a.h5", "w") as file:
        data = file.create_dataset("v", data=VALUES, chunks=(50, 70, 5))
        same((ocean.files.asLarge(data) + 1).mean(axis=0), (VALUES + 1).mean(axis=0))


def test_what_is_not_there_says_so(tmp_path: Path) -> None:
    a = in_file(tmp_path, VALUES)
    for call, words in (
        (lambda: np.fft.fft(a), "load"),
        (lambda: np.argsort(a), r"argsort\(\) is not computed by blocks; load\(\) gives"),
        (lambda: a[[1, 2]], "integers, slices"),
        (lambda: np.unique(a, return_index=True), "return_index"),
        (lambda: a.sum(axis=3), "axis 3 is out of bounds"),
        (lambda: np.quantile(a, 0.5, method="weibull"), "weibull"),
    ):
        with pytest.raises((ocean.OceanError, TypeError), match=words):
            call()
    with pytest.raises(ocean.OceanValueError, match='"500MB"'):
        ocean.memory("many")
    with pytest.raises(ocean.OceanValueError, match="at least"):
        ocean.memory(10)
    assert ocean.memory("2 GiB").budget.bytes == 2 << 30 and ocean.memory(5_000_000).budget.bytes == 5_000_000


def test_empty_ones(tmp_path: Path) -> None:
    a = in_file(tmp_path, numpy.empty((0, 4)))
    same(a.sum(axis=0), numpy.zeros(4))
    same(np.sum(a, dtype="float32"), numpy.float32(0))
    ocean.files.save(tmp_path / "z.npy", a + 1)
    assert numpy.load(tmp_path / "z.npy").shape == (0, 4)
    same(in_file(tmp_path, numpy.array(3.5)) * 2, 7.0)


def test_threads_and_cache_are_as_before() -> None:
    before = ocean.cpu.cacheLimit
    with ocean.memory("8MB") as inner:
        assert ocean.cpu.cacheLimit <= 3_000_000
        with inner:
            pass
    assert ocean.cpu.cacheLimit == before
    assert os.cpu_count()
