"""Programs with Dask on 0.1, 1 and 10 times the memory of two workers, with NumPy's chunks and with ours.

Each runs in a process of its own, with threads in it or with a `LocalCluster` of two workers of one thread each. The
data are drawn by position: a chunk is a function of its number, so that nothing is read and nothing has to be kept.
`program_of` gives a row of `python -m benchmarks scale`; the last rows send arrays of 100 MB between two workers.
"""

from __future__ import annotations

import ctypes
import json
import math
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any

COLUMNS, GROUPS = 64, 8
SIZES = {"0.1": 0.1, "1": 1.0, "10": 10.0}
WAYS = ("threads", "cluster")
MEMORY, FULL = 600_000_000, 1_000_000_000
"""The memory of a worker, here and with `--full`. Dask and both libraries alone take some 240 MB of it."""
SENT = 100_000_000
THREADS = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""Dask runs chunks at the same time; its documentation asks for one thread in each, as its workers set it."""


def standardise(x: Any, da: Any) -> Any:
    import dask

    mean, std = dask.compute(x.mean(axis=0), x.std(axis=0))  # one pass; the next draws the chunks again
    return abs((x - mean) / std).mean(axis=0)


def anomalies(x: Any, da: Any) -> Any:
    days = x.reshape((x.shape[0] // GROUPS, GROUPS, COLUMNS))
    return ((days - days.mean(axis=0).compute()) ** 2).mean(axis=0)


def vorticity(x: Any, da: Any) -> Any:
    return abs((x[2:, 1:-1] - x[:-2, 1:-1]) - (x[1:-1, 2:] - x[1:-1, :-2]) * 0.5).mean(axis=0)


PROGRAMS: dict[str, Callable[[Any, Any], Any]] = {
    "standardise": standardise,
    "quadratic mean": lambda x, da: da.sqrt((x**2).mean(axis=0)),
    "anomalies": anomalies,
    "vorticity": vorticity,
    "tall-skinny SVD": lambda x, da: da.linalg.svd(x)[1],
    "histogram": lambda x, da: da.histogram(x, bins=100, range=(0, 2))[0],
    "quantiles": lambda x, da: da.percentile(x[:, 0], [5, 50, 95]),
    "x.T @ x": lambda x, da: x.T @ x,
}
SENDING = "sending 100 MB between workers"


def names() -> list[str]:
    """The names of the rows."""
    rows = [f"{name}, {size}x, {way}" for way in WAYS for size in SIZES for name in PROGRAMS]
    return [f"Dask: {each}" for each in [*rows, SENDING]]


def is_ours(name: str) -> bool:
    return name.startswith("Dask: ")


def command(name: str, side: str, full: bool) -> list[str]:
    """What runs a row for one of the sides."""
    program = "from benchmarks.scale_dask import main; main()"
    return [sys.executable, "-c", program, name.removeprefix("Dask: "), side, str(FULL if full else MEMORY)]


@cache
def first(side: str, rows: int) -> Any:
    """The chunk that the others are made of, once in each process."""
    import numpy

    values = numpy.random.default_rng(1).random((rows, COLUMNS))
    if side == "numpy":
        return values
    import ocean.numpy

    return ocean.numpy.asarray(values)


def chunk(side: str, rows: int, block_id: Any = None) -> Any:
    """A chunk of the data, by its number."""
    return first(side, rows) * (1 + 0.5 * math.sin(block_id[0]))


def data(da: Any, side: str, nbytes: float, memory: int) -> Any:
    """A Dask array of so many bytes, in chunks of a 50th of a worker's memory."""
    rows = memory // 50 // (8 * COLUMNS * GROUPS) * GROUPS
    count = max(1, round(nbytes / (rows * 8 * COLUMNS)))
    meta = first(side, GROUPS)[:0]
    return da.map_blocks(chunk, side, rows, chunks=((rows,) * count, (COLUMNS,)), dtype="f8", meta=meta)


def status(name: str) -> int:
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith(name))


def begin() -> int:
    """The resident memory; its peak is counted anew from here."""
    if "ocean" in sys.modules:
        sys.modules["ocean"].cpu.emptyCache()
    ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")
    return status("VmRSS")


def peak() -> int:
    return status("VmHWM")


def made(side: str, k: int) -> Any:
    rows = SENT // 8 // COLUMNS
    return first(side, rows) + k


def taken(x: Any) -> float:
    return float(x[0, 0]) + float(x[-1, -1])


def sending(client: Any, side: str) -> tuple[float, float]:
    """The best time in which an array of 100 MB is on the other worker."""
    from distributed import wait

    one, other = client.scheduler_info()["workers"]
    best, check = float("inf"), 0.0
    for k in range(12):
        x = client.submit(made, side, k, workers=[one], pure=False)
        wait(x)
        start = time.perf_counter()
        check = client.submit(taken, x, workers=[other], pure=False).result()
        best = min(best, time.perf_counter() - start)
    return best, check


def main() -> None:
    """Run a row: print the seconds, the growth of the peak of a worker, and a check of the values."""
    name, side, memory = sys.argv[1], sys.argv[2], int(sys.argv[3])
    import dask
    import dask.array as da
    import numpy

    def program(nbytes: float) -> Any:
        return numpy.asarray(PROGRAMS[parts[0]](data(da, side, nbytes, memory), da).compute())

    parts = name.split(", ")
    if parts[-1] == "threads":
        dask.config.set(scheduler="threads", num_workers=2)
        program(memory / 8)
        before, start = begin(), time.perf_counter()
        found = program(2 * memory * SIZES[parts[1][:-1]])
        print(json.dumps([time.perf_counter() - start, peak() - before, float(found.sum())]))
        return
    from distributed import Client, LocalCluster

    dask.config.set({"distributed.logging.distributed": "error"})
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, memory_limit=memory, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        if name == SENDING:
            seconds, check = sending(client, side)
            print(json.dumps([seconds, 0, check]))
            return
        program(memory / 8)
        before = client.run(begin)
        start = time.perf_counter()
        found = program(2 * memory * SIZES[parts[1][:-1]])
        seconds = time.perf_counter() - start
        found_there = client.run(peak)
        if set(found_there) != set(before):
            raise RuntimeError("a worker ran out of memory, and another was started")
        growth = max(each - before[worker] for worker, each in found_there.items())
        print(json.dumps([seconds, growth, float(found.sum())]))


def plot(results: list[dict[str, Any]], file: Any) -> None:
    """Time over size, a panel for each program: NumPy's chunks and ours, threads and cluster."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    found = {each["name"].removeprefix("Dask: "): each for each in results if is_ours(each["name"])}
    figure, panels = plt.subplots(2, 4, figsize=(12, 6), sharex=True, layout="constrained")
    for panel, name in zip(panels.flat, PROGRAMS, strict=True):
        for way, line in zip(WAYS, ("-", "--"), strict=True):
            for side, colour in (("numpy", "#c9a227"), ("ocean", "#2a7fb8")):
                points = [
                    (SIZES[size], found[row]["seconds"][side])
                    for size in SIZES
                    if (row := f"{name}, {size}x, {way}") in found
                ]
                if points:
                    panel.plot(*zip(*points, strict=True), line, color=colour, marker="o", ms=3, label=f"{side}, {way}")
        panel.set_title(name, fontsize=10)
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_xticks(list(SIZES.values()), list(SIZES))
    figure.legend(*max((panel.get_legend_handles_labels() for panel in panels.flat), key=lambda each: len(each[0])),
                  loc="outside upper center", ncols=4, fontsize=8)  # fmt: skip
    figure.supxlabel("size of the data, in the memory of the workers")
    figure.supylabel("seconds")
    figure.savefig(file, dpi=150)
