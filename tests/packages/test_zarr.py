"""Zarr: arrays in stores as large arrays, results written by chunks, and faults of stores."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest

import ocean

zarr = pytest.importorskip("zarr", "3.0")
pytestmark = pytest.mark.host_only("stores are read on the host")

VALUES = numpy.random.default_rng(2).standard_normal((300, 70, 5))


def stored(place: Path, values: numpy.ndarray = VALUES, chunks: tuple[int, ...] = (100, 30, 5)) -> str:
    zarr.create_array(str(place), shape=values.shape, dtype=values.dtype, chunks=chunks)[...] = values
    return str(place)


@pytest.mark.parametrize("dtype", ["f8", "f4", ">f4", "i2", "c8"])
def test_computed_by_blocks(dtype: str, tmp_path: Path) -> None:
    v = (VALUES * 100).astype(dtype)
    a = ocean.files.openZarr(stored(tmp_path / "a", v))
    assert a.shape == v.shape and a.dtype.newbyteorder("=") == v.dtype.newbyteorder("=") and a.chunks == (100, 30, 5)
    with ocean.memory("2MiB"):
        numpy.testing.assert_allclose(numpy.asarray(a.mean(axis=0)), v.astype("c16").mean(axis=0), 1e-5)
        ocean.files.saveZarr(tmp_path / "z", a * 2 - 1, chunks=(50, 70, 5))
        ocean.files.save(tmp_path / "z.npy", a.T + 1)
    numpy.testing.assert_array_equal(zarr.open_array(str(tmp_path / "z"), mode="r")[...], v * 2 - 1)
    numpy.testing.assert_array_equal(numpy.load(tmp_path / "z.npy"), v.T + 1)


def test_assignment_and_other_ways_in(tmp_path: Path) -> None:
    place = stored(tmp_path / "a")
    a = ocean.files.openZarr(place, mode="r+")
    a[10:20, 1] = 7
    wanted = VALUES.copy()
    wanted[10:20, 1] = 7
    numpy.testing.assert_array_equal(zarr.open_array(place, mode="r")[...], wanted)
    again = ocean.files.asLarge(zarr.open_array(place, mode="r"))
    numpy.testing.assert_allclose(float((again * again).sum()), (wanted * wanted).sum())
    with pytest.raises(ocean.OceanTypeError, match="cannot be written"):
        ocean.files.openZarr(place)[0] = 1
    with pytest.raises(ocean.OceanTypeError, match="Zarr array"):
        ocean.files.asLarge(zarr.open_group(str(tmp_path / "group"), mode="w"))


def test_a_damaged_chunk_is_named(tmp_path: Path) -> None:
    place = Path(stored(tmp_path / "a"))
    chunk = place / "c" / "1" / "0" / "0"
    chunk.write_bytes(chunk.read_bytes()[:20])
    a = ocean.files.openZarr(str(place))
    with pytest.raises(Exception) as error, ocean.memory("1MiB"):
        a.sum()
    assert any("was read from the Zarr array at" in each and "a" in each for each in error.value.__notes__)


def test_chunks_that_do_not_fit(tmp_path: Path) -> None:
    a = ocean.files.openZarr(stored(tmp_path / "a"))
    with ocean.memory("1MiB"), pytest.raises(ocean.OceanValueError, match="smaller chunks do"):
        ocean.files.saveZarr(tmp_path / "z", a + 1, chunks=VALUES.shape)
