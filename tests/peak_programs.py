"""A program of its own: `python peak_programs.py name bytes limit folder` computes by blocks on a file of random numbers and
prints the growth of the peak of its resident memory (VmHWM: all pages, those of files as well) and a check of the
result."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from typing import Any

import numpy

import ocean
import ocean.numpy as np
from ocean._src.core.objects.deferred import set_deferring


def status(name: str) -> int:
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith(name))


def reset_peak() -> None:
    with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def standardised(a: Any, folder: str) -> Any:
    path = os.path.join(folder, "z.npy")
    ocean.files.save(path, (a - a.mean(axis=0)) / a.std(axis=0))
    return ocean.files.open(path).sum(axis=0)


PROGRAMS: dict[str, Callable[[Any, str], Any]] = {
    "standardise": standardised,
    "mean": lambda a, folder: a.mean(axis=1),
    "var": lambda a, folder: a.var(),
    "sum": lambda a, folder: (np.exp(-a) * a + 1).sum(axis=0),
    "quantile": lambda a, folder: np.quantile(a, [0.01, 0.5, 0.9]),
    "histogram": lambda a, folder: np.histogram(a, 100)[0],
    "unique": lambda a, folder: np.unique(np.floor(a * 10)),
    "bincount": lambda a, folder: np.bincount(np.floor(a * 100).astype("int64").ravel()),
    "sort": lambda a, folder: np.sort(a, axis=None)[:: a.size // 100].load(),
    "cumsum": lambda a, folder: np.cumsum(a, axis=0)[-1].load(),
    "matmul": lambda a, folder: a.T @ a,
    "product": lambda a, folder: (a @ np.ones((a.shape[1], 30))).sum(axis=0),
}


def on(name: str, path: str, folder: str) -> Any:
    return PROGRAMS[name](ocean.files.open(path), folder)


def main() -> None:
    name, count, limit, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
    large = os.path.join(folder, "large.npy")
    source = numpy.random.default_rng(5)
    rows = count // 8 // 64
    if not os.path.exists(large):
        out = numpy.lib.format.open_memmap(large, "w+", "f8", (rows, 64))
        for start in range(0, rows, 1 << 12):
            out[start : start + (1 << 12)] = source.random((min(1 << 12, rows - start), 64))
        out.flush()
        del out
    set_deferring(1 << 14, 0)  # every expression gets its kernel at once
    with ocean.memory(limit):
        on(name, large, folder)  # kernels are compiled and modules loaded before
    ocean.cpu.emptyCache()
    ctypes.CDLL(None).malloc_trim(0)
    reset_peak()
    before = status("VmRSS")
    with ocean.memory(limit):
        found = on(name, large, folder)
    print(status("VmHWM") - before, float(np.asarray(found).sum()))


if __name__ == "__main__":
    main()
