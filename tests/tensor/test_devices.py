"""Devices and settings: what can be asked and what can be set."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from layouts import DTYPES
from mirror import mirrors

import ocean


def test_the_cpu() -> None:
    cpu = ocean.cpu
    assert cpu in ocean.devices() and isinstance(ocean.devices(), tuple)
    assert type(cpu) is ocean.deviceCPU and isinstance(cpu, ocean.device) and repr(cpu) == str(cpu) == "<device 'cpu'>"
    assert (cpu.type, cpu.name, cpu.index) == ("CPU", "cpu", 0)
    assert cpu.supportsByteswap is True and cpu.requiresAlignedData is False and "core" in cpu.modules
    assert cpu.refcount > 0 and "cpu" in cpu.info and len(cpu.info.splitlines()) > 3
    assert pickle.loads(pickle.dumps(cpu)) is cpu and copy.deepcopy(cpu) is cpu
    assert not isinstance(cpu, ocean.dtype) and type(cpu).__name__ == "deviceCPU"
    for name in ("type", "name", "index", "modules", "refcount", "info", "usedBytes", "cachedBytes", "colour"):
        with pytest.raises(AttributeError):
            setattr(cpu, name, 1)


def test_default_device() -> None:
    ocean.setDefaultDevice(None)
    assert ocean.getDefaultDevice() is None
    for make in (lambda: ocean.zeros([2]), lambda: ocean.storage(2), lambda: ocean.stream(), lambda: ocean.arange(3)):
        with pytest.raises(ValueError, match="no default device"):
            make()
    ocean.cpu.setDefault()
    assert ocean.getDefaultDevice() is ocean.cpu
    with pytest.raises(ValueError, match="There is no device 'cpux'; there are cpu"):
        ocean.setDefaultDevice("cpux")
    with pytest.raises(TypeError, match="Expected a device, its name or None, got 3"):
        ocean.setDefaultDevice(3)  # type: ignore[arg-type]
    ocean.setDefaultDevice("cpu")
    assert ocean.getDefaultDevice() is ocean.cpu


def test_default_dtype() -> None:
    assert ocean.getDefaultDType() is ocean.float
    for kind in DTYPES:
        ocean.setDefaultDType(kind)
        assert ocean.getDefaultDType() is kind and ocean.zeros([2]).dtype is kind and ocean.eye(2).dtype is kind
        kind.setDefault()
    ocean.setDefaultDType(None)
    assert ocean.getDefaultDType() is None
    for make in (lambda: ocean.zeros([2]), lambda: ocean.storage(2), lambda: ocean.ones(3)):
        with pytest.raises(ValueError, match="no default dtype"):
            make()
    with pytest.raises(TypeError, match="Expected a dtype or None, got 'f'"):
        ocean.setDefaultDType("f")


def test_buffers() -> None:
    assert ocean.cpu.bufferCount == ocean.getBufferCount(ocean.cpu) == 3
    assert ocean.cpu.maxBufferSize == ocean.getMaxBufferSize(ocean.cpu) == 0
    for where in ((ocean.cpu,), ("CPU",), ("cpu",), ()):
        ocean.setBufferCount(*where, 5)
        ocean.setMaxBufferSize(*where, 1024)
        assert ocean.cpu.bufferCount == 5 and ocean.cpu.maxBufferSize == 1024
        ocean.cpu.bufferCount, ocean.cpu.maxBufferSize = 3, 0


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (lambda: ocean.setBufferCount(), "missing the argument count"),
        (lambda: ocean.setBufferCount(-1), "expected a nonnegative number, got -1"),
        (lambda: ocean.setBufferCount(1 << 31), "expected a nonnegative number"),
        (lambda: ocean.setBufferCount("TPU", 1), "there is no device of type 'TPU'"),
        (lambda: ocean.setBufferCount(5, 1), "unexpected argument 1"),
        (lambda: ocean.setMaxBufferSize(ocean.cpu, 1.5), "size must be int, got"),
        (lambda: ocean.setMaxBufferSize(1 << 63), "expected a nonnegative number"),
        (lambda: ocean.getBufferCount(5), "expected a device or the name of a device type, got 5"),
        (lambda: ocean.setDefaultMathMode("x"), "Expected math mode '-', 'w', 'e' or 'c', got 'x'"),
        (lambda: ocean.setWarningMode(3), "Expected warning mode 0, 1 or 2, got 3"),
        (lambda: ocean.setScalarCastMode(-1), "Expected scalar cast mode 0, 1 or 2, got -1"),
        (lambda: ocean.setDisplayWidth(0), "at least 1 character, got 0"),
        (lambda: ocean.setDisplayWidth("80"), "at least 1 character, got '80'"),
        (lambda: ocean.setDisplayWidth(True), "at least 1 character, got True"),
        (lambda: ocean.setNumThreads(0), "Expected between 1 and 64 threads, got 0"),
        (lambda: ocean.setNumThreads(65), "Expected between 1 and 64 threads, got 65"),
    ],
)
def test_impossible_settings(action: Any, message: str) -> None:
    with pytest.raises(ocean.OceanError, match=message):
        action()


def test_settings_can_be_set_and_asked() -> None:
    for set_, get, value in (
        (ocean.setAutoTypecast, ocean.getAutoTypecast, False),
        (ocean.setAutoBroadcast, ocean.getAutoBroadcast, False),
        (ocean.setDefaultMathMode, ocean.getDefaultMathMode, "e"),
        (ocean.setWarningMode, ocean.getWarningMode, 2),
        (ocean.setScalarCastMode, ocean.getScalarCastMode, 1),
        (ocean.setDisplayWidth, ocean.getDisplayWidth, 33),
        (ocean.setNumThreads, ocean.getNumThreads, 3),
    ):
        set_(value)
        assert get() == value
    ocean.setDisplayWidth(20)
    assert max(map(len, str(ocean.arange(50)).splitlines()[:-1])) <= 20


def test_errors_are_of_both_kinds() -> None:
    for cls, habit in (
        (ocean.OceanTypeError, TypeError), (ocean.OceanValueError, ValueError), (ocean.OceanIndexError, IndexError),
        (ocean.OceanMemoryError, MemoryError), (ocean.OceanBufferError, BufferError), (ocean.OceanOverflowError, OverflowError),
        (ocean.OceanElementError, TypeError), (ocean.OceanElementError, ValueError),
    ):  # fmt: skip
        assert issubclass(cls, ocean.OceanError) and issubclass(cls, habit) and issubclass(cls, RuntimeError)


def test_views_of_nothing_stay_inside_their_memory() -> None:
    there = mirrors[0](ocean.zeros([5, 0, 3]))
    assert ocean.cpu(there[1, ..., 2:]).size == (0, 1) and (there[4] + 1).size == (0, 3)
