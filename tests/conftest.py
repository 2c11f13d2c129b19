"""What every test gets: a device, a kernel cache of its own, and settings as they were."""

from __future__ import annotations

import os
from collections.abc import Iterator

import layouts
import mirror
import pytest
from hypothesis import HealthCheck, settings

import ocean
from ocean._src.core.settings import settings as ocean_settings

settings.register_profile(
    "ocean", deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("ocean")


@pytest.fixture(scope="session", autouse=True)
def kernel_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Never the cache of the user who runs the tests; workers share one. OCEAN_TEST_CACHE keeps it between runs."""
    root = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        root = root.parent
    before = os.environ.get("OCEAN_CACHE_DIR")
    os.environ["OCEAN_CACHE_DIR"] = os.environ.get("OCEAN_TEST_CACHE") or str(root / "kernel-cache")
    yield
    if before is None:
        del os.environ["OCEAN_CACHE_DIR"]
    else:
        os.environ["OCEAN_CACHE_DIR"] = before


DEVICES = {"cpu": ocean.cpu, "mirror0": mirror.mirrors[0], "strict": mirror.strict}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "host_only(reason): the test is about the host, and runs on no other device")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if not metafunc.definition.get_closest_marker("host_only"):
        names = os.environ.get("OCEAN_TEST_DEVICES", "cpu,mirror0").split(",")
        metafunc.parametrize("on_device", names, indirect=True)


@pytest.fixture(autouse=True)
def on_device(request: pytest.FixtureRequest, restored_settings: None) -> Iterator[None]:
    """Samples are made on a device, which is the default device."""
    layouts.device = DEVICES[getattr(request, "param", "cpu")]
    ocean.setDefaultDevice(layouts.device)
    yield
    layouts.device = ocean.cpu


@pytest.fixture
def restored_settings() -> Iterator[None]:
    """Leave the library as it was found."""
    before = dict(vars(ocean_settings))
    threads, limit = ocean.getNumThreads(), ocean.cpu.cacheLimit
    kept = [(each, each.defaultStream, each.bufferCount, each.maxBufferSize) for each in ocean.devices()]
    yield
    ocean.setDefaultDType(before["dtype"])
    ocean.setDefaultDevice(before["device"])
    ocean.setAutoTypecast(before["auto_typecast"])
    ocean.setAutoBroadcast(before["auto_broadcast"])
    ocean.setDefaultMathMode(before["math_mode"])
    ocean.setWarningMode(before["warning_mode"])
    ocean.setScalarCastMode(before["scalar_cast_mode"])
    ocean.setDisplayWidth(before["display_width"])
    ocean.setNumThreads(threads)
    ocean.cpu.cacheLimit = limit
    for each, stream, count, size in kept:
        each.defaultStream, each.bufferCount, each.maxBufferSize = stream, count, size
