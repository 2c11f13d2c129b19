"""The search for OpenCL devices, made once, on first use.

OCEAN_GPU chooses: `off` (none), `real` (GPUs and accelerators), `all` (every OpenCL device). By default the list has
the real devices; if there are none, it has the software device PoCL, if that is installed.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Callable

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.devices.opencl import use_functions
from ocean._src.core.objects.memory import make_device
from ocean._src.kernels.llvm import compiler

from . import gather, matmul, properties, tune  # noqa: F401  the work of picks and products, and more of devices
from .device import deviceGPU, gpu
from .pocl import name_processor

_lock = threading.Lock()
_searched = False

CHOICES = ("", "off", "real", "all")


def find() -> list[deviceGPU]:
    """The list `ocean.gpu`."""
    global _searched
    if not _searched:
        with _lock:
            if not _searched:
                search()
                _searched = True
    return gpu


def search() -> None:
    choice = os.environ.get("OCEAN_GPU", "").lower()
    if choice not in CHOICES:
        raise OceanValueError(f"OCEAN_GPU must be off, real or all, got {choice!r}")
    if choice == "off":
        return
    try:
        # PoCL's drivers bring their own LLVM; llvmlite would bind to it if it were loaded after them
        compiler.prepare()
        import pyopencl as cl
    except ImportError:  # the extra `gpu` is not installed
        return
    try:
        platforms = cl.get_platforms()
    except cl.Error:  # no driver is installed
        return
    use_functions(addresses_in(cl))
    found = [(platform, each) for platform in platforms for each in devices_of(cl, platform)]
    real = [pair for pair in found if is_real(cl, pair[1])]
    if choice == "all":
        chosen = found
    elif choice == "real" or real:
        chosen = real
    else:
        chosen = [pair for pair in found if is_software_gpu(pair[0])]
    contexts: dict[Any, Any] = {}
    for platform, each in chosen:
        if is_software_gpu(platform):
            name_processor(each)
        if platform not in contexts:
            contexts[platform] = cl.Context([other for home, other in chosen if home == platform])
        made: deviceGPU = make_device(deviceGPU, "GPU", f"gpu{len(gpu)}", len(gpu), False)
        made.connect(cl, contexts[platform], each, emulated=not is_real(cl, each))
        made.traits = tune.remembered(made)
        gpu.append(made)


def addresses_in(cl: Any) -> Callable[[str], int]:
    """The addresses of OpenCL's functions in the library that pyopencl has loaded."""
    library = ctypes.CDLL("OpenCL" if sys.platform == "win32" else cl._cl.__file__)

    def address(name: str) -> int:
        return ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0

    return address


def devices_of(cl: Any, platform: Any) -> list[Any]:
    try:
        return list(platform.get_devices())
    except cl.Error:  # a driver without devices
        return []


def is_real(cl: Any, found: Any) -> bool:
    return not found.type & cl.device_type.CPU


def is_software_gpu(platform: Any) -> bool:
    return "Portable Computing Language" in platform.name
