"""A Dask cluster in which each worker has an OpenCL device of its own: PoCL shows two here."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import ocean
import ocean.numpy as np

distributed = pytest.importorskip("distributed")
da = pytest.importorskip("dask.array")
pytestmark = pytest.mark.host_only("workers choose their devices themselves")


def here() -> str:
    return str(np.ones(3).device)


def made(n: int) -> Any:
    return np.arange(n) * 2.0


def moved(block: Any) -> Any:
    return np.asarray(block, device=np.ones(1).device)


def added(a: Any, b: Any) -> tuple[str, list[float]]:
    return str((a + b).device), (a + b).tolist()


@pytest.mark.skipif(len(ocean.gpu) < 2, reason="two OpenCL devices are needed")
def test_each_worker_has_its_device() -> None:
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.register_plugin(ocean.dask.devicePerWorker())
        found = client.run(here)
        assert sorted(found.values()) == ["<device 'gpu0'>", "<device 'gpu1'>"]
        one, other = found
        a = client.submit(made, 5, workers=[one], pure=False)
        b = client.submit(made, 5, workers=[other], pure=False)
        for worker in found:  # what comes from the other device is put on the worker's own
            place, values = client.submit(added, a, b, workers=[worker], pure=False).result(timeout=120)
            assert place == found[worker] and values == [0, 4, 8, 12, 16]
        v = numpy.random.default_rng(1).standard_normal((40, 6)).astype("f4")
        d = da.from_array(v, chunks=(5, 6)).map_blocks(moved)
        places = d.map_blocks(lambda block: numpy.full((1, 1), str(block.device)), chunks=(1, 1), dtype="U20").compute()
        assert set(places.ravel()) <= set(found.values())
        got = d.std(axis=0).compute()
        assert type(got) is np.ndarray and str(got.device) in found.values()
        numpy.testing.assert_allclose(numpy.asarray(got.to_device("cpu")), v.astype("f8").std(axis=0), 1e-5)


def test_a_device_that_is_not_there_and_two_workers_in_one_process() -> None:
    class Worker:
        name = "worker-3"

    plugin = ocean.dask.devicePerWorker([])
    with pytest.raises(ocean.OceanValueError, match="no device for the worker worker-3"):
        plugin.setup(Worker())
    plugin = ocean.dask.devicePerWorker(["cpu", "cpu"])
    plugin.setup(Worker())
    try:
        with pytest.raises(ocean.OceanValueError, match="two workers in one process"):
            plugin.setup(Worker())
    finally:
        plugin.teardown(Worker())
