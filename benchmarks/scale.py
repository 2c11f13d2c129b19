"""`python -m benchmarks scale`: programs on data larger than a bound, beside loops over blocks and Dask with NumPy.

Each program runs in a process of its own, on a file of random numbers that is ten times the bound (`--quick`: five
times), the two sides in turn. The ratio is NumPy's time by Ocean's; the peak is the growth of the resident memory. The
last line is the speed of the disk, as writing and reading a file of the same size has it in the same run. The rows of
Dask are in `scale_dask.py`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import geometric_mean
from typing import Any

from . import scale_dask

full = False
"""Whether the workers of Dask have 1 GB each."""
BEGIN = """
import ctypes, json, os, sys, time, numpy
path, result, limit = sys.argv[1], sys.argv[2], int(sys.argv[3])
def status(name):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith(name))
def measured(program):
    program()  # code is loaded and compiled
    if "ocean" in sys.modules:
        sys.modules["ocean"].cpu.emptyCache()
    ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")
    before, start = status("VmRSS"), time.perf_counter()
    found = program()
    seconds = time.perf_counter() - start
    print(json.dumps([seconds, status("VmHWM") - before, float(numpy.asarray(found).sum())]))
"""
BLOCKS = """
a = numpy.load(path, mmap_mode="r")
rows = max(1, limit // 4 // (8 * a.shape[1]))
parts = [slice(k, k + rows) for k in range(0, a.shape[0], rows)]
"""
LARGE = """
import ocean, ocean.numpy as np
a = ocean.files.open(path)
bound = ocean.memory(limit, progress=False)
"""
PROGRAMS = {
    "standardise": (
        BLOCKS
        + """
def program():
    total = sum(a[p].sum(axis=0) for p in parts)
    mean = total / a.shape[0]
    std = numpy.sqrt(sum(((a[p] - mean) ** 2).sum(axis=0) for p in parts) / a.shape[0])
    out = numpy.lib.format.open_memmap(result, "w+", "f8", a.shape)
    for p in parts:
        out[p] = (a[p] - mean) / std
    out.flush()
    return out[-5:]
""",
        LARGE
        + """
def program():
    with bound:
        ocean.files.save(result, (a - a.mean(axis=0)) / a.std(axis=0))
        return ocean.files.open(result)[-5:].load()
""",
    ),
    "quadratic mean": (
        BLOCKS + "def program(): return numpy.sqrt(sum((a[p] ** 2).sum(axis=0) for p in parts) / a.shape[0])\n",
        LARGE + "def program():\n    with bound: return np.sqrt((a ** 2).mean(axis=0))\n",
    ),
    "masked exponential": (
        BLOCKS + "def program(): return sum(numpy.where(a[p] > 0.5, numpy.exp(-a[p]), 0).sum(axis=0) for p in parts)\n",
        LARGE + "def program():\n    with bound: return np.where(a > 0.5, np.exp(-a), 0).sum(axis=0)\n",
    ),
    "histogram": (
        BLOCKS + "def program(): return sum(numpy.histogram(a[p], 100, (0, 1))[0] for p in parts)\n",
        LARGE + "def program():\n    with bound: return np.histogram(a, 100, (0, 1))[0]\n",
    ),
    "x.T @ x": (
        BLOCKS + "def program(): return sum(a[p].T @ a[p] for p in parts)\n",
        LARGE + "def program():\n    with bound: return a.T @ a\n",
    ),
}
LIMIT = 20_000_000
DISK = """
a = numpy.load(path)
def program():
    with open(result, "wb") as file:
        file.write(a.data)
        os.fsync(file.fileno())
    with open(result, "rb", buffering=0) as file:
        while file.read(1 << 22):
            pass
    return 0.0
"""


def names() -> list[str]:
    """The names of the rows."""
    return [*PROGRAMS, *scale_dask.names()]


def make(path: Path, count: int) -> None:
    """A file of random numbers, 64 columns."""
    import numpy

    rows, source = count // 8 // 64, numpy.random.default_rng(1)
    out = numpy.lib.format.open_memmap(path, "w+", "f8", (rows, 64))
    for start in range(0, rows, 1 << 14):
        out[start : start + (1 << 14)] = source.random((min(1 << 14, rows - start), 64))
    out.flush()


def run(program: str, path: Path, result: Path) -> tuple[float, int, float]:
    """Seconds, growth of the peak, and a check of the values."""
    return measured(
        [sys.executable, "-c", BEGIN + program + "\nmeasured(program)\n", str(path), str(result), str(LIMIT)]
    )


def measured(command: list[str], **environment: str) -> tuple[float, int, float]:
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})
    if done.returncode:
        raise RuntimeError(f"a program failed:\n{done.stderr}")
    seconds, peak, check = json.loads(done.stdout.splitlines()[-1])
    return seconds, peak, check


def sides(name: str, path: Path, result: Path) -> list[tuple[float, int, float]]:
    """What NumPy's side of a row gives, and Ocean's."""
    if scale_dask.is_ours(name):
        return [measured(scale_dask.command(name, side, full), **scale_dask.THREADS) for side in ("numpy", "ocean")]
    return [run(program, path, result) for program in PROGRAMS[name]]


def main(rows: list[str], quick: bool, targets: bool, progress: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure, and print a line for each row."""
    results: list[dict[str, Any]] = []
    size = LIMIT * (5 if quick else 10)
    memory = (scale_dask.FULL if full else scale_dask.MEMORY) // 10**6
    print(f"files of {size // 10**6} MB and a bound of {LIMIT // 10**6} MB; Dask with 2 workers of {memory} MB")
    print(f"{'':<44}{'numpy':>12}{'ocean':>12}{'ratio':>8}{'peaks in MB':>18}")
    of_files = any(not scale_dask.is_ours(name) for name in rows)
    with tempfile.TemporaryDirectory() as folder:
        path, result = Path(folder, "a.npy"), Path(folder, "z.npy")
        if of_files:
            make(path, size)
        for number, name in enumerate(rows, 1):
            progress(f"{number}/{len(rows)} {name} …")
            best = [(float("inf"), 0, 0.0)] * 2
            for _ in range(1 if quick or "10x" in name else 3):
                best = [min(pair) for pair in zip(best, sides(name, path, result), strict=True)]
            progress("")
            if abs(best[0][2] - best[1][2]) > 1e-6 * max(1.0, abs(best[0][2])):
                raise RuntimeError(f"{name}: NumPy's values have the sum {best[0][2]}, Ocean's {best[1][2]}")
            ratio, wanted = best[0][0] / best[1][0], 0.9 if "sending" in name else 1.2
            results.append({"name": name, "seconds": {"numpy": best[0][0], "ocean": best[1][0]}, "ratio": ratio,
                            "peaks": [best[0][1], best[1][1]], "met": ratio >= wanted})  # fmt: skip
            times = "".join(f"{each[0]:>10.3f} s" for each in best)
            peaks = f"{best[0][1] / 1e6:>10.0f}{best[1][1] / 1e6:>8.0f}"
            mark = "  missed" if targets and ratio < wanted else ""
            print(f"{name:<44}{times}{ratio:>8.2f}{peaks}{mark}", flush=True)
        seconds = run(DISK, path, result)[0] if of_files else 0.0
    print(f"ratio: NumPy's time / Ocean's; geometric mean {geometric_mean(each['ratio'] for each in results):.2f}")
    if of_files:
        print(f"writing and reading a file of the same size: {seconds:.2f} s")
    return results
