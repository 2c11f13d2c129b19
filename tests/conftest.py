"""What every test gets: a kernel cache of its own, and settings as they were."""

from __future__ import annotations

import os
from collections.abc import Iterator

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


@pytest.fixture(autouse=True)
def restored_settings() -> Iterator[None]:
    """Leave the library as it was found."""
    before = dict(vars(ocean_settings))
    threads, limit, stream = ocean.getNumThreads(), ocean.cpu.cacheLimit, ocean.cpu.defaultStream
    count, size = ocean.cpu.bufferCount, ocean.cpu.maxBufferSize
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
    ocean.cpu.cacheLimit, ocean.cpu.defaultStream = limit, stream
    ocean.cpu.bufferCount, ocean.cpu.maxBufferSize = count, size
