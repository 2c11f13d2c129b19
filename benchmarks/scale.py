"""`python -m benchmarks scale`: programs on data larger than a bound, beside loops over blocks and Dask with NumPy.

Each program runs in a process of its own, on a file of random numbers that is ten times the bound (`--quick`: five
times), the two sides in turn. The ratio is NumPy's time by Ocean's; the peak is the growth of the resident memory. The
last line is the speed of the disk, as writing and reading a file of the same size has it in the same run.
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
DASK = """
import dask, dask.array as da
a = numpy.load(path, mmap_mode="r")
rows = max(1, limit // 16 // (8 * a.shape[1]))
dask.config.set(scheduler="threads", num_workers=2)
x = da.from_array(a, chunks=(rows, a.shape[1])).map_blocks(wrap)
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
    "Dask: standard deviation": tuple(
        f"{head}{DASK}def program(): return x.std(axis=0).compute()\n"
        for head in ("wrap = numpy.asarray\n", "import ocean.numpy as np\nwrap = np.asarray\n")
    ),
    "Dask: masked exponential": tuple(
        f"{head}{DASK}def program(): return da.where(x > 0.5, da.exp(-x), 0).sum(axis=0).compute()\n"
        for head in ("wrap = numpy.asarray\n", "import ocean.numpy as np\nwrap = np.asarray\n")
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
    return list(PROGRAMS)


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
    command = [sys.executable, "-c", BEGIN + program + "\nmeasured(program)\n", str(path), str(result), str(LIMIT)]
    done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ))
    if done.returncode:
        raise RuntimeError(f"a program failed:\n{done.stderr}")
    seconds, peak, check = json.loads(done.stdout)
    return seconds, peak, check


def main(rows: list[str], quick: bool, targets: bool, progress: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure, and print a line for each row."""
    results: list[dict[str, Any]] = []
    size = LIMIT * (5 if quick else 10)
    title = f"{size // 10**6} MB, a bound of {LIMIT // 10**6} MB"
    print(f"{title:<32}{'numpy':>12}{'ocean':>12}{'ratio':>8}{'peaks in MB':>18}")
    with tempfile.TemporaryDirectory() as folder:
        path, result = Path(folder, "a.npy"), Path(folder, "z.npy")
        make(path, size)
        for number, name in enumerate(rows, 1):
            progress(f"{number}/{len(rows)} {name} …")
            best = [(float("inf"), 0, 0.0)] * 2
            for _ in range(1 if quick else 3):
                for k, program in enumerate(PROGRAMS[name]):
                    best[k] = min(best[k], run(program, path, result))
            progress("")
            if abs(best[0][2] - best[1][2]) > 1e-6 * max(1.0, abs(best[0][2])):
                raise RuntimeError(f"{name}: NumPy's values have the sum {best[0][2]}, Ocean's {best[1][2]}")
            ratio = best[0][0] / best[1][0]
            results.append({"name": name, "seconds": {"numpy": best[0][0], "ocean": best[1][0]}, "ratio": ratio,
                            "peaks": [best[0][1], best[1][1]], "met": ratio >= 1.2})  # fmt: skip
            times = "".join(f"{each[0]:>10.2f} s" for each in best)
            peaks = f"{best[0][1] / 1e6:>10.0f}{best[1][1] / 1e6:>8.0f}"
            print(f"{name:<32}{times}{ratio:>8.2f}{peaks}{'  missed' if targets and ratio < 1.2 else ''}", flush=True)
        seconds = run(DISK, path, result)[0]
    print(f"ratio: NumPy's time / Ocean's; geometric mean {geometric_mean(each['ratio'] for each in results):.2f}")
    print(f"writing and reading a file of the same size: {seconds:.2f} s")
    return results
