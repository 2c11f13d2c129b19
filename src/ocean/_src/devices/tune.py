"""Tuning: measures which vector width or work-group size is fastest on a device, and keeps the choice on disk."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, replace

from ocean._src.base.classes import attach
from ocean._src.base.hints import Any
from ocean._src.core.functions.create import full
from ocean._src.core.objects.dtypes import FLOAT
from ocean._src.core.objects.tensor import call_operation, forget_plans
from ocean._src.kernels import cache as disk
from ocean._src.kernels.opencl.work import Traits
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.ops.reductions import OPERATIONS as REDUCTIONS

from .device import deviceGPU

TUNED = ("width", "local")
"""The traits that tuning chooses."""


def entry_of(where: deviceGPU) -> bytes:
    return disk.key("tuned", *where.programs.identity)


def remembered(where: deviceGPU) -> Traits:
    """The traits of a device, with the choice of earlier tuning."""
    kept = disk.read(entry_of(where))
    if kept is None:
        return where.traits
    found = json.loads(kept)
    return replace(where.traits, width=int(found["width"]), local=int(found["local"]))


def candidates(traits: Traits, largest: int) -> list[Traits]:
    if traits.host_like:
        return [replace(traits, width=width) for width in (16, 32, 64)]
    return [replace(traits, local=local) for local in (32, 64, 128, 256) if local <= largest]


def use(where: deviceGPU, traits: Traits) -> None:
    """Use other traits for plans from now on."""
    where.traits = traits
    where.plans.clear()
    forget_plans()


def seconds(where: deviceGPU, nelem: int, repeat: int) -> float:
    """The time of an expression and a reduction: the best of `repeat` runs."""
    x, y = (full([nelem], value, FLOAT, where) for value in (0.5, 0.25))

    def work() -> None:
        call_operation(OPERATIONS["exp"], (x,), y)
        call_operation(OPERATIONS["add"], (x, y), y)
        call_operation(REDUCTIONS["sum"], (y,))

    work()
    best = float("inf")
    for _ in range(repeat):
        y.sync()
        start = time.perf_counter()
        work()
        y.sync()
        best = min(best, time.perf_counter() - start)
    return best


def tune(self: deviceGPU, nelem: int = 1 << 22, repeat: int = 7) -> dict[str, Any]:
    """Measure which vectors or work groups are fastest, use them, and remember them for later processes.

    Gives the choice, and the time in seconds of each candidate.
    """
    times: dict[Traits, float] = {}
    before = self.traits
    try:
        for each in candidates(before, self.maxThreadsPerBlock):
            use(self, each)
            times[each] = seconds(self, nelem, repeat)
    except BaseException:
        use(self, before)
        raise
    best = min(times, key=lambda each: times[each])
    use(self, best)
    chosen = {name: getattr(best, name) for name in TUNED}
    disk.write(entry_of(self), json.dumps(chosen).encode())
    name = "width" if before.host_like else "local"
    return {**chosen, "seconds": {asdict(each)[name]: spent for each, spent in times.items()}}


attach(deviceGPU, tune=tune)
