"""What every test gets: a device, a kernel cache of its own, and settings as they were.

Every test runs on the cpu and on mirror0, a device with memory of its own (see mirror.py), unless it is marked
`host_only`. Of every eighth there is a run on strict0, which needs aligned data and has no byteswap, and of fewer on the
OpenCL devices gpu0 and gpu1 (PoCL builds a program in half a second); where a test comes to the error that says what a
device refuses, it is done. OCEAN_TEST_DEVICES, for example `strict` or `cpu,mirror0,gpu0`, chooses others, and takes all
tests for each.
"""

from __future__ import annotations

import os
import re
import tempfile
import zlib
from collections.abc import Generator, Iterator
from typing import Any

import layouts
import mirror
import pytest
from hypothesis import HealthCheck, settings

import ocean
import ocean.numpy
from ocean._src.core.call.settings import settings as ocean_settings
from ocean._src.core.objects.deferred import set_deferring

# two software devices where there is no GPU; PoCL keeps what it has built for the other workers
os.environ.setdefault("POCL_DEVICES", "pthread pthread")
os.environ["POCL_CACHE_DIR"] = os.environ.get("OCEAN_TEST_CACHE") or os.path.join(
    tempfile.gettempdir(), f"ocean-tests-{os.getuid()}"
)
os.makedirs(os.environ["POCL_CACHE_DIR"], exist_ok=True)

settings.register_profile(
    "ocean", deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("ocean")


DEFERRING = {"steps": (1, 1 << 60), "fused": (1, 0)}
"""OCEAN_TEST_DEFER defers operations from one element on, and computes them one by one, or each expression in one
pass."""

if os.environ.get("OCEAN_TEST_DEFER"):
    set_deferring(*DEFERRING[os.environ["OCEAN_TEST_DEFER"]])


@pytest.fixture(scope="session", autouse=True)
def kernel_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Never the cache of the user who runs the tests; workers share one. OCEAN_TEST_CACHE keeps it between runs."""
    root = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        root = root.parent
    with pytest.MonkeyPatch.context() as patch:
        chosen = os.environ.get("OCEAN_TEST_CACHE") or str(root / "kernel-cache")
        patch.setenv("OCEAN_CACHE_DIR", chosen)
        # making binaries of OpenCL programs would take as long as all the tests on such devices
        patch.setattr("ocean._src.devices.programs.Programs.keep", lambda *_: None)
        yield


DEVICES = {
    "cpu": lambda: ocean.cpu,
    "mirror0": lambda: mirror.mirrors[0],
    "strict": lambda: mirror.strict,
    "late": lambda: mirror.late,
    "gpu0": lambda: ocean.gpu[0],
    "gpu1": lambda: ocean.gpu[1],
}
ONE_OF = {"strict": 8, "late": 16, "gpu0": 64, "gpu1": 512}
"""Of how many tests one runs on a device, if not all do."""

CHOSEN = os.environ.get("OCEAN_TEST_DEVICES")
REFUSED = re.compile(r"Device (strict0|gpu\d) (requires data to be aligned|does not support byteswapped data)")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "host_only(reason): the test is about the host, and runs on no other device")
    config.addinivalue_line("markers", "every_layout: the test is about layouts that not every device has")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if not metafunc.definition.get_closest_marker("host_only"):
        names = CHOSEN.split(",") if CHOSEN else list(DEVICES)
        if metafunc.definition.get_closest_marker("every_layout"):
            names = [name for name in names if name in ("cpu", "mirror0")]
        metafunc.parametrize("on_device", names, indirect=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    def left_out(item: pytest.Item) -> bool:
        callspec = getattr(item, "callspec", None)
        one_of = ONE_OF.get(callspec.params.get("on_device"), 1) if callspec else 1
        return bool(not CHOSEN and zlib.crc32(item.nodeid.encode()) % one_of)

    config.hook.pytest_deselected(items=[item for item in items if left_out(item)])
    items[:] = [item for item in items if not left_out(item)]


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, Any, Any]:
    try:
        return (yield)
    except ocean.OceanValueError as error:
        if layouts.device.requiresAlignedData and REFUSED.search(str(error)):
            return True
        raise


@pytest.fixture(autouse=True)
def on_device(request: pytest.FixtureRequest, restored_settings: None) -> Iterator[None]:
    """Samples are made on a device, which is the default device."""
    try:
        layouts.device = DEVICES[getattr(request, "param", "cpu")]()
    except IndexError:
        pytest.skip("there is no such OpenCL device")
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
    ocean.setDisplayPrecision(before["display_precision"])
    ocean.setNumThreads(threads)
    ocean.cpu.cacheLimit = limit
    for each, stream, count, size in kept:
        each.defaultStream, each.bufferCount, each.maxBufferSize = stream, count, size
