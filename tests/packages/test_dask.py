"""Dask arrays with arrays as chunks: what they compute is an array."""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import pickle
import signal
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest

import ocean
import ocean.numpy as onp

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
pytestmark = pytest.mark.host_only("chunks travel between processes on the host")

VALUES = np.random.default_rng(1).standard_normal((40, 30))
CALLS = """
    d + 1; d * d; np.sin(d); np.exp(d).sum(axis=(0, 1)); np.where(d > 0, d, 0); d.clip(0, 1); d.round(2); d.astype("float32")
    d.sum(); d.sum(axis=0); d.mean(axis=1); d.std(); d.var(axis=0); d.max(axis=1); d.min(); d.prod(axis=0); d.argmax(axis=1)
    d.any(); d.all(axis=0); np.nanmean(d); np.isnan(d).sum(); d.trace(); np.linalg.norm(d)
    d @ d.T; np.dot(d, d.T); np.tensordot(d, d, axes=([1], [1])); np.einsum("ij,kj->ik", d, d); np.outer(d[0], d[1])
    d.T; d[3:8, ::2]; d[[1, 5, 3]]; d[d[:, 0] > 0]; d.reshape(-1); d.ravel(); np.concatenate([d, d]); np.stack([d, d])
    np.expand_dims(d, 0); np.flip(d, 0); np.roll(d, 3, axis=0); np.diff(d, axis=0); np.broadcast_to(d, (2, 40, 30)); np.tril(d)
    da.unique((d * 2).astype(int)); d.argmin(); da.nanargmax(d, axis=0); np.take(d, [1, 2], axis=0); np.vstack([d, d]); da.cumsum(d, axis=0, method="blelloch"); np.cov(d); da.average(d, axis=0)
"""


def chunked() -> Any:
    return da.from_array(onp.asarray(VALUES), chunks=(10, 15), asarray=False)


@pytest.mark.parametrize("call", [each.strip() for each in CALLS.replace("\n", ";").split(";") if each.strip()])
def test_what_it_computes_is_what_numpy_computes(call: str) -> None:
    d = chunked()
    assert type(d._meta) is onp.ndarray
    got = eval(call, {"np": np, "d": d, "da": da}).compute(scheduler="sync")
    wanted = eval(call.replace(', method="blelloch"', "").replace("da.", "np."), {"np": np, "d": VALUES})
    assert type(got) is onp.ndarray
    assert np.asarray(got).dtype == np.asarray(wanted).dtype
    np.testing.assert_allclose(np.asarray(got), wanted, 1e-6 if "float32" in call else 1e-10, 1e-12)


def test_what_dask_knows_only_of_its_own_arrays() -> None:
    """The workarounds on the page of packages."""
    d = da.from_array(onp.asarray(VALUES), chunks=(10, 15), asarray=False, meta=np.empty((0, 0)))
    for name in ("cumsum", "cumprod", "nancumsum"):
        got = getattr(da, name)(d, axis=0).compute(scheduler="sync")
        assert type(got) is onp.ndarray
        np.testing.assert_allclose(np.asarray(got), getattr(np, name)(VALUES, axis=0))


def test_percentiles() -> None:
    line = da.from_array(onp.asarray(VALUES[:, 0]), chunks=10, asarray=False)
    got = da.percentile(line, [25, 50]).compute(scheduler="sync")
    np.testing.assert_allclose(np.asarray(got), da.percentile(da.from_array(VALUES[:, 0], chunks=10), [25, 50]).compute())


def test_tokens_are_those_of_the_values() -> None:
    tokenize = pytest.importorskip("dask.base").tokenize
    arrays = [onp.asarray(VALUES), onp.asarray(VALUES.astype("f4")), onp.asarray(VALUES.T), onp.zeros((0, 3)), onp.ones(())]
    assert len({tokenize(each) for each in arrays}) == len(arrays)
    assert all(tokenize(each) == tokenize(each.copy()) for each in arrays)
    assert tokenize(arrays[0][::2]) == tokenize(arrays[0][::2].copy())


def test_dask_creates_arrays_of_ours() -> None:
    Backend = pytest.importorskip("ocean._src.protocols.dask").Backend
    entries = importlib.metadata.entry_points(group="dask.array.backends", name="ocean")
    if entries:
        assert [each.load() for each in entries] == [Backend]
    else:  # Ocean is not installed: it runs from its sources
        pytest.importorskip("dask.array.backends").array_creation_dispatch.register_backend("ocean", Backend())
    with dask.config.set({"array.backend": "ocean"}):
        made = {
            "ones": da.ones((4, 5), chunks=3), "zeros": da.zeros(7, chunks=3), "full": da.full((2, 2), 2.5, chunks=1),
            "arange": da.arange(3, 20, 2, chunks=4),
        }  # fmt: skip
        assert da.empty((3, 3), chunks=2).compute().shape == (3, 3)
    wanted = {"ones": np.ones((4, 5)), "zeros": np.zeros(7), "full": np.full((2, 2), 2.5), "arange": np.arange(3, 20, 2)}
    for name, each in made.items():
        found = each.compute(scheduler="sync")
        assert type(each._meta) is type(found) is onp.ndarray and found.dtype == wanted[name].dtype
        np.testing.assert_array_equal(np.asarray(found), wanted[name])
    moved = da.from_array(VALUES, chunks=10).to_backend("ocean").compute(scheduler="sync")
    assert type(moved) is onp.ndarray
    assert type(chunked().to_backend("numpy").compute(scheduler="sync")) is np.ndarray


def test_chunks_are_sent_without_a_copy() -> None:
    parts: list[Any] = []
    large = onp.asarray(np.arange(100_000.0))
    data = pickle.dumps(large, protocol=5, buffer_callback=parts.append)
    assert len(data) < 1000 and sum(memoryview(each).nbytes for each in parts) == large.nbytes
    sizeof = pytest.importorskip("dask.sizeof").sizeof
    assert large.nbytes <= sizeof(large) < large.nbytes + 200


def test_sizes_are_known_to_dask() -> None:
    """Also of arrays on the memory of others, of broadcast ones, and without a call that knows arrays before."""
    sizeof = pytest.importorskip("dask.sizeof").sizeof
    chunked()
    assert VALUES.nbytes <= sizeof(onp.asarray(VALUES)) < VALUES.nbytes + 200
    assert sizeof(onp.broadcast_to(onp.ones(1000), (1000, 1000))) < 10_000
    assert VALUES.nbytes <= sizeof(ocean.asTensor(VALUES)) < VALUES.nbytes + 200


def test_the_entry_point_of_sizes_needs_nothing_of_dasks_arrays() -> None:
    program = """
import sys
from dask.utils import Dispatch
from ocean._src.protocols.dask_sizes import register
sizeof = Dispatch("sizeof")
register(sizeof)
import ocean.numpy as np
assert 80_000 <= sizeof(np.ones(10_000)) < 80_200
assert "dask.array" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


@pytest.mark.parametrize("kind", ["sum", "mean", "var", "std", "min", "nanmean", "nanstd", "prod"])
@pytest.mark.parametrize("chunks", [(10, 15), (1, 30), (40, 1), (7, 11)])
def test_reductions_by_partial_results(kind: str, chunks: tuple[int, int]) -> None:
    for values in (VALUES, VALUES.astype("f4"), VALUES + 1e8):
        d = da.from_array(onp.asarray(values), chunks=chunks, asarray=False)
        for axis in (None, 0, (0, 1)):
            got = ocean.dask.reduction(kind, d, axis, split_every=2).compute(scheduler="sync")
            exact = values.astype("g") if values[0, 0] > 1e7 and kind != "prod" else values.astype("f8")  # NumPy's own error is larger
            wanted = getattr(np, kind)(exact, axis=axis)
            assert type(got) is onp.ndarray and got.dtype == values.dtype
            np.testing.assert_allclose(np.asarray(got), wanted, 1e-6 if values.dtype == "f4" else 1e-9)


def test_random_numbers_are_the_same_for_any_chunks() -> None:
    for name, args in (("uniform", ()), ("normal", (1.0, 2.0)), ("exponential", (3.0,)), ("integers", (0, 1000))):
        found = []
        for chunks in ((20, 30), (7, 11), (1, 30), "auto"):
            source = ocean.dask.generator(5)
            pair = [getattr(source, name)((20, 30), *args, chunks=chunks) for _ in range(2)]
            found.append([np.asarray(each.compute(scheduler="sync")) for each in pair])
            assert type(pair[0]._meta) is onp.ndarray
        for each in found:
            np.testing.assert_array_equal(each, found[0])
        assert (found[0][0] != found[0][1]).any()
        host = getattr(ocean.random.generator(5), name)([30, 20], *args, dtype=ocean.int64 if name == "integers" else ocean.double)
        np.testing.assert_array_equal(found[0][0], np.asarray(host).T)


def test_a_killed_worker_and_threads() -> None:
    """One of two workers is killed in the middle; a cluster of threads."""
    distributed = pytest.importorskip("distributed")
    x = ocean.dask.generator(9).normal((400, 50), chunks=(20, 50))

    def slow(block: Any) -> Any:
        time.sleep(0.1)
        return block * 2

    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        found = client.compute(ocean.dask.reduction("var", x.map_blocks(slow), 0))
        time.sleep(0.6)
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
        killed = found.result(timeout=120)
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster),
    ):
        threads = ocean.dask.reduction("var", x * 2, 0).compute()
    wanted = np.asarray(x.compute(scheduler="sync")).var(axis=0) * 4
    for got in (killed, threads):
        assert type(got) is onp.ndarray
        np.testing.assert_allclose(np.asarray(got), wanted, 1e-12)


def test_a_worker_limits_the_cache() -> None:
    distributed = pytest.importorskip("distributed")

    def limit() -> int:
        sizeof = importlib.import_module("dask.sizeof").sizeof
        if not importlib.metadata.entry_points(group="dask.sizeof", name="ocean"):  # Ocean runs from its sources
            importlib.import_module("ocean._src.protocols.dask_sizes").register(sizeof)
        sizeof(onp.ones(100_000) + 1)
        return ocean.cpu.cacheLimit

    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, memory_limit="320MB", dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert client.submit(limit).result(timeout=60) == 20_000_000
        assert client.submit(ocean.getNumThreads).result(timeout=60) == 1


def test_a_cluster_of_processes() -> None:
    distributed = pytest.importorskip("distributed")
    d = chunked()
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster),
    ):
        got = (d @ d.T).sum(axis=0).compute()
        doubled = d.map_blocks(onp.fuse(lambda x: x * 2 + 1)).compute()
        parts = da.percentile(d[:, 0], [25, 50]).compute()
        tensordot = np.tensordot(d, d, axes=([0], [0])).mean(axis=1).compute()
    assert type(got) is type(tensordot) is type(doubled) is type(parts) is onp.ndarray
    np.testing.assert_array_equal(np.asarray(doubled), VALUES * 2 + 1)
    np.testing.assert_allclose(np.asarray(got), (VALUES @ VALUES.T).sum(axis=0))
    np.testing.assert_allclose(np.asarray(tensordot), (VALUES.T @ VALUES).mean(axis=1))


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "?", ">f8"])
def test_dasks_own_reductions_are_those_of_one_machine(dtype: str) -> None:
    """Means and variances of many chunks, far from zero too: by partial results, with Dask's signatures."""
    v = (VALUES * 3 + (1e4 if dtype[-2:] in ("f4", "f8") else 5)).astype(dtype)
    exact, limit = v.astype("g" if v.dtype.kind == "f" else "f8"), 2e-7 if dtype == "f4" else 1e-13
    d = da.from_array(onp.asarray(v), chunks=(9, 11), asarray=False)
    plain = da.from_array(v, chunks=(9, 11))
    for name in ("mean", "var", "std", "sum", "nanmean", "nanvar", "nanstd", "nansum"):
        for options in ({}, {"axis": 0}, {"axis": (1, 0), "keepdims": True}, {"axis": -1, "split_every": 2}):
            for more in ({}, {"ddof": 1}) if name.endswith(("var", "std")) else ({}, {"dtype": "f8"}):
                asked = getattr(da, name)(d, **options, **more)
                wanted = getattr(da, name)(plain, **options, **more)
                got = asked.compute(scheduler="sync")
                assert type(got) is type(asked._meta) is onp.ndarray
                assert got.dtype == asked.dtype == wanted.dtype and got.shape == asked.shape == wanted.shape
                assert asked._meta.ndim == asked.ndim
                asked_of = {key: each for key, each in options.items() if key != "split_every"}
                one = getattr(np, name)(exact, **asked_of, **{key: n for key, n in more.items() if key == "ddof"})
                np.testing.assert_allclose(np.asarray(got), one.astype("f8"), limit * 3)
    if v.dtype.kind == "f":
        far = exact - exact.mean(axis=0)
        got = da.moment(d, 3, axis=0).compute(scheduler="sync")
        np.testing.assert_allclose(np.asarray(got), (far**3).mean(axis=0).astype("f8"), limit * 100, 1e-6)


def test_reductions_of_chunks_without_elements() -> None:
    d = da.from_array(onp.asarray(VALUES), chunks=(3, 30), asarray=False)
    some = d[d[:, 0] > 1.5]
    wanted = VALUES[VALUES[:, 0] > 1.5]
    for name in ("mean", "var", "sum", "std"):
        got = getattr(da, name)(some, axis=0).compute(scheduler="sync")
        np.testing.assert_allclose(np.asarray(got), getattr(np, name)(wanted, axis=0), 1e-12)


def test_what_dask_makes_of_numpys_chunks_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.import_module("ocean._src.scale.partial"), "merge", None)
    d = da.from_array(VALUES, chunks=(10, 15))
    assert type(d.mean().compute(scheduler="sync")) is np.float64
    np.testing.assert_allclose(d.std(axis=0).compute(scheduler="sync"), VALUES.std(axis=0))


PLAIN = """
import sys
import dask.array as da, numpy
import ocean.numpy as np
d = da.from_array(numpy.ones((6, 4)), chunks=2).map_blocks(np.asarray)
from dask.array import reductions
assert hasattr(reductions.reduction, "__wrapped__")
from ocean._src.scale import partial
seen, merge = [], partial.merge
partial.merge = lambda *parts: (seen.append(parts), merge(*parts))[1]
assert type(d.mean(axis=0).compute(scheduler="sync")) is np.ndarray and seen
from distributed.protocol import serialize
assert serialize(np.ones(3))[0]["serializer"] == "dask"
"""


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_registered_whichever_is_imported_first(order: tuple[int, int]) -> None:
    lines = PLAIN.splitlines()
    heads = [lines[2], lines[3]]
    program = "\n".join([heads[order[0]], heads[order[1]], *lines[4:]])
    subprocess.run([sys.executable, "-W", "error::RuntimeWarning", "-c", program], check=True, timeout=120)


def test_arrays_beside_dasks_arrays() -> None:
    """Arrays are chunks without a word (`asarray=False`), and operands beside Dask's arrays, on either side."""
    a, mean = onp.asarray(VALUES), onp.asarray(VALUES.mean(axis=0))
    d = da.from_array(a, chunks=(10, 15))
    assert type(d._meta) is onp.ndarray
    for got, wanted in (
        (d - mean, VALUES - VALUES.mean(axis=0)), (mean - d, VALUES.mean(axis=0) - VALUES), (np.add(mean, d), VALUES + VALUES.mean(axis=0)),
        (onp.sin(d), np.sin(VALUES)), (d > mean, VALUES > VALUES.mean(axis=0)), (mean < d, VALUES > VALUES.mean(axis=0)),
        (d @ a.T, VALUES @ VALUES.T), (np.where(d > 0, a, 0), np.where(VALUES > 0, VALUES, 0)),
    ):  # fmt: skip
        found = got.compute(scheduler="sync")
        assert type(found) is onp.ndarray
        np.testing.assert_allclose(np.asarray(found), wanted, 1e-12)


def test_a_scheduler_that_goes_away() -> None:
    """Whoever waits gets an error, and no result."""
    distributed = pytest.importorskip("distributed")

    def slow() -> Any:
        time.sleep(3)
        return onp.ones(3)

    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        found = client.submit(slow)
        client.sync(cluster.scheduler.close)
        with pytest.raises((distributed.CancelledError, OSError, RuntimeError)) as error:
            found.result(timeout=60)
        assert "slow" in str(error.value) or "scheduler" in str(error.value).lower()
