"""Devices and their settings for users: the list of devices, default device, buffers, streams and storage objects."""

from __future__ import annotations

import os

from ocean._src.base.classes import attach, method
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.arguments import set_devices
from ocean._src.core.call.callables import public
from ocean._src.core.call.settings import need_device, need_dtype, setDefaultDevice, setDefaultDType
from ocean._src.core.objects.description import integer
from ocean._src.core.objects.dtypes import dtype, set_factory
from ocean._src.core.objects.memory import (
    DEVICES,
    FINDERS,
    device,
    deviceCPU,
    new_storage,
    new_stream,
    storage,
    stream,
)
from ocean._src.core.objects.tensor import getNumThreads


def find_gpu() -> list[Any]:
    """The list `ocean.gpu`: OpenCL devices, found on the first call."""
    from ocean._src.devices.find import find

    return find()


FINDERS.append(find_gpu)


def devices() -> tuple[device, ...]:
    """All devices: the cpu, and the OpenCL devices of `ocean.gpu`."""
    find_gpu()
    return tuple(DEVICES)


@public("device(name) -> device", name="str or device")
def device_named(name: Any) -> device:
    """the device with a name, or the first one whose driver's name contains it.

    >>> ocean.device("cpu")
    <device 'cpu'>
    """
    if isinstance(name, device):
        return name
    found = devices()
    named = [each for each in found if each.name.lower() == name.lower()]
    named = named or [each for each in found if name and name.lower() in getattr(each, "deviceName", "").lower()]
    if named:
        return named[0]
    here = ", ".join(f"{each.name} ({each.deviceName})" if hasattr(each, "deviceName") else each.name for each in found)
    raise OceanValueError(f"device(): there is no device named {shown(name)}; found: {here}")


set_devices(devices)


def chosen(function: str, where: device | str | None) -> list[device]:
    """A device, all devices of a type, or all devices."""
    if where is None:
        return list(devices())
    if isinstance(where, device):
        return [where]
    if isinstance(where, str):
        found = [each for each in devices() if each.type.upper() == where.upper()]
        if found:
            return found
        raise OceanValueError(f"{function}(): there is no device of type {shown(where)}")
    raise OceanTypeError(f"{function}(): expected a device or the name of a device type, got {shown(where)}")


def nonnegative(function: str, value: int, bits: int) -> int:
    if not 0 <= value < 1 << bits:
        raise OceanValueError(f"{function}(): expected a nonnegative number, got {shown(value)}")
    return value


def getBufferCount(device: device) -> int:
    """The number of temporary buffers that a device may keep."""
    return chosen("getBufferCount", device)[0].bufferCount


@public("setBufferCount([device,] count) -> None", device="device or str", count="int")
def setBufferCount(device: device | str | None, count: int) -> None:
    """how many temporary buffers a device, all devices of a type, or all devices may keep."""
    for each in chosen("setBufferCount", device):
        each.bufferCount = nonnegative("setBufferCount", count, 31)


def getMaxBufferSize(device: device) -> int:
    """The largest size in bytes of a device's temporary buffers; 0 is no limit."""
    return chosen("getMaxBufferSize", device)[0].maxBufferSize


@public("setMaxBufferSize([device,] size) -> None", device="device or str", size="int")
def setMaxBufferSize(device: device | str | None, size: int) -> None:
    """limit the size in bytes of the temporary buffers of a device, a type of devices, or all; 0 is no limit."""
    for each in chosen("setMaxBufferSize", device):
        each.maxBufferSize = nonnegative("setMaxBufferSize", size, 63)


@method(device)
def __enter__(self: device) -> None:
    """Refuse a `with` block, with a message that says what to do."""
    raise OceanTypeError(
        f"A device does not begin a block: ocean.setDefaultDevice(ocean.device({self.name!r})) makes it the default; "
        "zeros(size, device) makes one tensor there, and device(t) brings one there"
    )


@method(device)
def __exit__(self: device, *given: object) -> None:
    """Never called, because no block is entered."""


@method(device)
def setDefault(self: device) -> None:
    """Make this the default device."""
    setDefaultDevice(self)


def _default_dtype(self: dtype) -> None:
    """Make this the default dtype."""
    setDefaultDType(self)


attach(dtype, setDefault=_default_dtype)


def _cpu_info(self: deviceCPU) -> str:
    import platform

    model, memory = platform.processor() or platform.machine(), ""
    try:
        with open("/proc/cpuinfo") as lines:
            for line in lines:
                if line.startswith("model name"):
                    model = line.split(":", 1)[1].strip()
                    break
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        memory = f"{pages >> 20}Mb"
    except (OSError, ValueError):
        pass
    rows = [
        ("Cores", os.cpu_count()),
        ("Threads in use", getNumThreads()),
        ("Memory", memory or "unknown"),
        ("Memory in use", f"{self.usedBytes >> 10}kb"),
        ("Memory kept", f"{self.cachedBytes >> 10}kb (at most {self.cacheLimit >> 20}Mb)"),
        ("Byteswapped data", "Yes" if self.supportsByteswap else "No"),
        ("Unaligned data", "No" if self.requiresAlignedData else "Yes"),
    ]
    title = f"Device {self.name} - {model}"
    return "\n".join([title, "-" * len(title), *(f"{name:<19} : {value}" for name, value in rows)])


attach(deviceCPU, info=property(_cpu_info, doc="A description of the device, for people."))


@public("stream([device]) -> stream")
def make_stream(where: device | None) -> stream:
    """a new stream."""
    return new_stream(where or need_device())


@public("storage([size] [,dtype] [,device] [,stream]) -> storage", size="int or list")
def make_storage(size: Any, kind: dtype | None, where: device | None, line: stream | None) -> storage:
    """storage for `size` elements, not set to anything."""
    if isinstance(size, (list, tuple)) and len(size) == 1:
        size = size[0]  # as tensors have it
    if where is None:
        where = line.device if line is not None else need_device()
    return new_storage(integer(0 if size is None else size, "storage size"), kind or need_dtype(), where, line)


set_factory(device, device_named)
set_factory(stream, make_stream)
set_factory(storage, make_storage)
