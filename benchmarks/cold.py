"""`python -m benchmarks cold`: short scripts in fresh processes, from the start of Python to its end, beside NumPy.

Each file in benchmarks/scripts is everyday NumPy. It runs as it is, and with `import ocean.numpy as np` in the place of
its import: with an empty kernel cache, as on a fresh machine, and with what the run before left in the cache. All must
print the same. Rows called `import` only import.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import geometric_mean
from time import perf_counter
from typing import Any

SCRIPTS = Path(__file__).with_name("scripts")
NUMPY, OURS = "import numpy as np", "import ocean.numpy as np"
IMPORTS = {"import ocean": (NUMPY, "import ocean"), "import ocean.numpy": (NUMPY, OURS)}
LIMITS = {"empty": 1.5, "warm": 1.2}
"""How many times NumPy's time a script may take, by what is in the cache."""
IMPORT_LIMITS = {"import ocean": 1.4, "import ocean.numpy": 1.5}


def names() -> list[str]:
    return [*IMPORTS, *("tour", *sorted({path.stem for path in SCRIPTS.glob("*.py")} - {"tour"}))]


def programs(name: str) -> tuple[str, str]:
    """The program of a row with NumPy, and with Ocean."""
    if name in IMPORTS:
        return IMPORTS[name]
    text = (SCRIPTS / f"{name}.py").read_text()
    if text.count(f"\n{NUMPY}\n") != 1:
        raise ValueError(f"{name}.py must have the line {NUMPY!r} once")
    return text, text.replace(f"\n{NUMPY}\n", f"\n{OURS}\n")


def run(file: Path, cache: str) -> tuple[float, str]:
    """The seconds that a program takes in a process of its own, and what it prints."""
    given = {**os.environ, "OCEAN_CACHE": "on", "OCEAN_CACHE_DIR": cache}
    given.pop("PYTHONDONTWRITEBYTECODE", None)  # installed packages have bytecode: so has NumPy
    start = perf_counter()
    done = subprocess.run([sys.executable, str(file)], env=given, capture_output=True, text=True)
    seconds = perf_counter() - start
    if done.returncode:
        raise RuntimeError(f"{file.name} failed:\n{done.stderr}")
    return seconds, done.stdout


def measure(name: str, rounds: int) -> dict[str, float]:
    """The shortest time with NumPy, with an empty cache and with a warm one; they take turns."""
    best = dict.fromkeys(("numpy", *LIMITS), float("inf"))
    with tempfile.TemporaryDirectory() as folder:
        theirs, ours = Path(folder, f"{name}_numpy.py"), Path(folder, f"{name}_ocean.py")
        for file, text in zip((theirs, ours), programs(name), strict=True):
            file.write_text(text)
        wanted = run(theirs, folder)[1]  # these runs are for the bytecode, the cache and the disk
        printed = run(ours, folder)[1]
        if printed != wanted:
            raise RuntimeError(f"{name}: NumPy prints\n{wanted}\nand Ocean\n{printed}")
        for _ in range(rounds):
            best["numpy"] = min(best["numpy"], run(theirs, folder)[0])
            with tempfile.TemporaryDirectory() as empty:
                best["empty"] = min(best["empty"], run(ours, empty)[0])
            best["warm"] = min(best["warm"], run(ours, folder)[0])
    return best


def main(rows: list[str], quick: bool, targets: bool, progress: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure, and print a line for each row."""
    ending = f"{'at most':>16}" if targets else ""
    heads = f"{'numpy':>10}{'empty':>10}{'warm':>10}{'ratio':>9}{'ratio':>9}"
    print(f"{'fresh processes, best of many':<32}{heads}{ending}")
    results = []
    for number, name in enumerate(rows, 1):
        progress(f"{number}/{len(rows)} {name} …")
        times = measure(name, 3 if quick else 9)
        progress("")
        ratios = {cache: times[cache] / times["numpy"] for cache in LIMITS}
        limits = dict.fromkeys(LIMITS, IMPORT_LIMITS[name]) if name in IMPORTS else LIMITS
        met = all(ratios[cache] <= limits[cache] for cache in LIMITS)
        results.append({"name": name, "seconds": times, "ratios": ratios, "limits": limits, "met": met})
        shown = "".join(f"{seconds * 1e3:>7.1f} ms" for seconds in times.values())
        shown += "".join(f"{ratio:>9.2f}" for ratio in ratios.values())
        if targets:
            shown += f"{limits['empty']:>9.1f}{limits['warm']:>7.1f}  {'' if met else 'missed'}"
        print(f"{name:<32}{shown}".rstrip(), flush=True)
    print("ratio: Ocean's time / NumPy's, with an empty kernel cache and with a warm one")
    if scripts := [each for each in results if each["name"] not in IMPORTS]:
        means = [geometric_mean(each["ratios"][cache] for each in scripts) for cache in LIMITS]
        print(f"geometric mean of the scripts: {means[0]:.2f} and {means[1]:.2f}")
    if targets:
        print(f"{sum(each['met'] for each in results)} of {len(results)} rows reach their target")
    return results
