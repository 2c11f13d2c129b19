"""Zarr: arrays in stores as large arrays, results written by chunks, and faults of stores."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest

import ocean
import ocean.numpy as np

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


def test_arrays_are_written_in_any_order(tmp_path: Path) -> None:
    """`zarr.array(a)`, and assignments from other strides and byte orders."""
    v = VALUES[:, :, 0]
    numpy.testing.assert_array_equal(zarr.array(np.asarray(v))[...], v)
    for source in (np.asarray(v), np.asarray(v.T.copy()).T, np.asarray(v.astype(">f8")), np.asarray(VALUES)[:, :, 0]):
        target = zarr.create_array({}, shape=v.shape, dtype="f8", chunks=(100, 30))
        target[...] = source
        target[5:9] = source[5:9] * 2
        wanted = v.copy()
        wanted[5:9] *= 2
        numpy.testing.assert_array_equal(target[...], wanted)


CALLS = """
    x.shift(x=2); x.reindex(x=[0, 5, 1000]); x.pad(x=1); x.where(x > 0.5); x.rolling(x=3).mean(); x.mean("x"); x.std("y")
    x.coarsen(x=4).mean(); (x - x.mean("x")) / x.std("x"); x.isel(x=slice(3, 9)); x.sel(x=[1, 2]); x.fillna(0)
    xr.align(x, x.isel(x=slice(2, 9)), join="outer")[1]; x.quantile(0.5, "x"); x.chunk(x=-1).median("x"); x.argmax("x")
    x.sum(); x.max("x"); np.exp(x); x.T; x.clip(0, 1); x.count("x"); x.dropna("x"); x.astype("f4")
"""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("call", [each.strip() for each in CALLS.replace("\n", ";").split(";") if each.strip()])
def test_xarray_with_chunks_of_ours_in_dask(call: str) -> None:
    xr, da = pytest.importorskip("xarray"), pytest.importorskip("dask.array")
    v = VALUES[:40, :30, 0].copy()
    v[3, 4] = numpy.nan

    def labelled(chunk: object) -> object:
        return xr.DataArray(
            da.from_array(chunk, chunks=10, asarray=False), dims=("x", "y"), coords={"x": numpy.arange(40)}
        )

    got = eval(call, {"x": labelled(np.asarray(v)), "xr": xr, "np": numpy}).compute()
    wanted = eval(call, {"x": labelled(v), "xr": xr, "np": numpy}).compute()
    assert type(got.data) is np.ndarray
    numpy.testing.assert_allclose(numpy.asarray(got.data), wanted.values, 1e-12)


@pytest.mark.filterwarnings("ignore")
def test_xarray_to_zarr_and_back(tmp_path: Path) -> None:
    xr, da = pytest.importorskip("xarray"), pytest.importorskip("dask.array")
    v = VALUES[:, :, 0]
    for name, data in (("plain", np.asarray(v)), ("dask", da.from_array(np.asarray(v), chunks=50, asarray=False))):
        xr.Dataset({"v": (("x", "y"), data)}).to_zarr(tmp_path / name)
        again = xr.open_zarr(tmp_path / name)["v"]
        numpy.testing.assert_array_equal(again.values, v)
        moved = again.data.map_blocks(np.asarray)
        assert type(moved.compute()) is np.ndarray


@pytest.mark.parametrize("dtype", ["f8", ">f8", "f4", ">i2", "u1", "?", "c16", "f2"])
def test_zarr_reads_into_arrays_of_ours(dtype: str) -> None:
    """The NDBuffer with the name "ocean": any byte order and strides, in both directions."""
    v = (VALUES[:60] * 50).astype(dtype)
    with zarr.config.set({"ndbuffer": "ocean"}):
        z = zarr.create_array({}, shape=v.shape, dtype=v.dtype, chunks=(17, 70, 3), fill_value=0)
        swapped = v.astype(v.dtype.newbyteorder())
        for source in (v, numpy.asfortranarray(v), swapped, v[::-1].copy()[::-1]):
            z[...] = np.zeros(v.shape)
            z[...] = np.asarray(source)
            whole, part, picked = z[...], z[3:20:2, 1], z.oindex[[1, 5], :, [2, 4]]
            assert type(whole) is type(part) is type(picked) is np.ndarray and whole.dtype == v.dtype
            numpy.testing.assert_array_equal(numpy.asarray(whole), v)
            numpy.testing.assert_array_equal(numpy.asarray(part), v[3:20:2, 1])
            numpy.testing.assert_array_equal(numpy.asarray(picked), v[numpy.ix_([1, 5], range(70), [2, 4])])
        from ocean._src.protocols.zarr import NDBuffer

        room = np.zeros((70, 60, 10), dtype=v.dtype.newbyteorder())
        target = room.transpose(1, 0, 2)[:, :, ::-2]
        z.get_basic_selection(..., out=NDBuffer(target))  # straight into its memory
        numpy.testing.assert_array_equal(numpy.asarray(room)[:, :, ::-2], v.transpose(1, 0, 2))
    numpy.testing.assert_array_equal(z[...], v)
    assert type(z[...]) is numpy.ndarray


@pytest.mark.filterwarnings("ignore")
def test_zarr_with_shards_texts_and_missing_values() -> None:
    with zarr.config.set({"ndbuffer": "ocean"}):
        sharded = zarr.create_array({}, shape=(40, 40), dtype="f4", shards=(20, 20), chunks=(5, 5))
        sharded[3:30] = np.ones((27, 40))
        assert type(sharded[...]) is np.ndarray and float(sharded[...].sum()) == 27 * 40
        missing = zarr.create_array({}, shape=(4,), dtype="f8", chunks=(2,), fill_value=numpy.nan)
        missing[:2] = np.asarray([1.0, 2.0])
        numpy.testing.assert_array_equal(numpy.asarray(missing[...]), [1, 2, numpy.nan, numpy.nan])
        missing[:] = np.full(4, numpy.nan)
        assert missing.nchunks_initialized == 0
        texts = zarr.create_array({}, shape=(4,), dtype="U4", chunks=(2,))
        texts[...] = numpy.array(["a", "b", "c", "d"])
        assert list(texts[...]) == ["a", "b", "c", "d"]
        assert type(zarr.array(np.asarray(VALUES))[...]) is np.ndarray


def test_nothing_half_written_has_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error in the middle; what was there before stays; a name within a store, and a store in memory."""
    from ocean._src.scale import zarr as module

    write, seen = module.ZarrArray.write, []

    def failing(self: object, region: object, values: object) -> None:
        seen.append(region)
        assert not (tmp_path / "z").exists() and not (tmp_path / "group" / "z").exists()
        if len(seen) % 3 == 0:
            raise OSError(28, "No space left on device")
        write(self, region, values)

    memory: dict[str, object] = {}
    with monkeypatch.context() as patch, ocean.memory("2MiB"):
        patch.setattr(module.ZarrArray, "write", failing)
        for store, path in ((tmp_path / "z", None), (tmp_path / "group", "z"), (memory, "z")):
            with pytest.raises(OSError, match="No space left"):
                ocean.files.saveZarr(store, np.asarray(VALUES), chunks=(20, 70, 5), path=path)
    assert len(seen) == 9 and not any("z/" in key or "part" in key for key in memory)
    assert not list(tmp_path.rglob("z*/zarr.json"))
    for store, path in ((tmp_path / "z", None), (tmp_path / "group", "z"), (tmp_path / "sharded", "deep/er")):
        shards = {"shards": (100, 70, 5)} if path == "deep/er" else {}
        ocean.files.saveZarr(store, np.asarray(VALUES), chunks=(20, 70, 5), path=path, **shards)
        numpy.testing.assert_array_equal(zarr.open_array(str(store), path=path or "", mode="r")[...], VALUES)
        with pytest.raises(zarr.errors.ContainsArrayError):
            ocean.files.saveZarr(store, np.asarray(VALUES) * 2, chunks=(20, 70, 5), path=path)
        numpy.testing.assert_array_equal(zarr.open_array(str(store), path=path or "", mode="r")[...], VALUES)
    assert not list(tmp_path.rglob("*.part"))


def test_a_chunk_of_another_dtype_is_named(tmp_path: Path) -> None:
    place = Path(stored(tmp_path / "a"))
    other = Path(stored(tmp_path / "b", VALUES.astype("f4")))
    (place / "c" / "1" / "0" / "0").write_bytes((other / "c" / "1" / "0" / "0").read_bytes())
    with pytest.raises(Exception) as error, ocean.memory("1MiB"):
        ocean.files.openZarr(str(place)).sum()
    assert any("was read from the Zarr array at" in each for each in error.value.__notes__)
