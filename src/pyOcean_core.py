"""The core module on the CPU, under the name that the documents use. Importing `pyOcean_gpu` adds the GPUs."""

import sys
from typing import Any

import ocean
from ocean import *  # noqa: F403


def devices() -> tuple[ocean.device, ...]:
    """All devices: those of the CPU, and after `import pyOcean_gpu` the GPUs."""
    gpus = "pyOcean_gpu" in sys.modules
    return tuple(each for each in ocean.devices() if gpus or each.type != "GPU")


def __getattr__(name: str) -> Any:
    if name in ("gpu", "deviceGPU") and "pyOcean_gpu" not in sys.modules:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r} before 'import pyOcean_gpu'")
    return getattr(ocean, name)
