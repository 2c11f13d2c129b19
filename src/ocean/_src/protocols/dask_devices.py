"""A device for each worker of a Dask cluster: a plugin that makes one of them the default device there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from distributed.diagnostics.plugin import WorkerPlugin

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.later import namespace
from ocean._src.exchange.copies import PLACES


class DevicePerWorker(WorkerPlugin):  # type: ignore[misc]
    """Workers take devices by the last number in their names. New arrays, and those that come from the devices of other
    workers, are on the worker's own device."""

    name = "ocean-device"

    def __init__(self, devices: Sequence[str] | None) -> None:
        self.devices = None if devices is None else list(devices)

    def setup(self, worker: Any) -> None:
        ocean = namespace("ocean")
        names = [each.name for each in ocean.gpu] if self.devices is None else self.devices
        if not names:
            raise OceanValueError(f"devicePerWorker(): there is no device for the worker {worker.name}")
        if PLACES:
            raise OceanValueError("devicePerWorker(): two workers in one process cannot have devices of their own")
        numbers = re.findall(r"\d+", str(worker.name))
        place = names[int(numbers[-1] if numbers else 0) % len(names)]
        ocean.setDefaultDevice(place)
        PLACES.append(ocean.getDefaultDevice())

    def teardown(self, worker: Any) -> None:
        if PLACES:
            PLACES.clear()
            namespace("ocean").setDefaultDevice(None)
