"""`python -m benchmarks programs`: whole programs of plain NumPy, run unchanged with NumPy and with `ocean.numpy`.

Each file in benchmarks/programs has the sizes of its problem, a function that makes the inputs with NumPy, and the
program: `run`. It is loaded once with NumPy and once with `ocean.numpy` under the name `np`, and takes the inputs as
arrays of that library. The results must agree. The time is that of one whole run, in which all results are computed:
the shortest of several, with inputs that are made anew before each.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import geometric_mean
from time import perf_counter
from types import ModuleType
from typing import Any

import numpy

PROGRAMS = Path(__file__).with_name("programs")
SECONDS, MOST = 0.6, 30
"""How long a program is repeated with each library, and how often at most."""
GOALS = {"small": 2.0, "medium": 2.5, "large": 2.5}
"""Targets of the geometric means; every row is to reach 1."""


def names() -> list[str]:
    return sorted(path.stem for path in PROGRAMS.glob("*.py"))


def load(name: str, library: Any) -> ModuleType:
    """A program that takes `np` for a library."""
    module = ModuleType(name)
    exec(compile((PROGRAMS / f"{name}.py").read_text(), f"{name}.py", "exec"), module.__dict__)
    module.__dict__["np"] = library
    return module


def given(program: ModuleType, size: Any, library: Any) -> dict[str, Any]:
    """New inputs as arrays of a library."""
    made = program.inputs(size, numpy.random.default_rng(7))
    return {name: library.array(each) if isinstance(each, numpy.ndarray) else each for name, each in made.items()}


def agree(name: str, ours: Any, theirs: Any) -> None:
    """Compare results of all kinds; single precision differs by the order of sums."""
    ours, theirs = (each if isinstance(each, tuple) else (each,) for each in (ours, theirs))
    for mine, wanted in zip(ours, theirs, strict=True):
        mine, wanted = numpy.asarray(mine), numpy.asarray(wanted)
        if mine.shape != wanted.shape or mine.dtype != wanted.dtype:
            raise RuntimeError(
                f"{name}: {mine.dtype} of shape {mine.shape}, and with NumPy {wanted.dtype} of shape {wanted.shape}"
            )
        close = 2e-4 if wanted.dtype in (numpy.float32, numpy.complex64) else 1e-7
        largest = float(numpy.abs(wanted[numpy.isfinite(wanted)]).max(initial=0))
        if not numpy.allclose(mine, wanted, rtol=close, atol=close * largest, equal_nan=True):
            raise RuntimeError(f"{name}: other values than with NumPy")


def computed(results: Any) -> Any:
    """Results whose values are there: a view of an array makes Ocean compute what it has deferred."""
    for each in results if isinstance(results, tuple) else (results,):
        if hasattr(each, "shape"):
            each[...]
    return results


def measure(name: str, size: str, quick: bool) -> dict[str, float]:
    """The shortest time of a program with each library; they take turns."""
    import ocean.numpy

    libraries = {"numpy": numpy, "ocean": ocean.numpy}
    programs = {each: load(name, library) for each, library in libraries.items()}
    length = programs["numpy"].SIZES[size]
    results, best = {}, dict.fromkeys(libraries, float("inf"))
    spent, rounds = 0.0, 0
    while rounds < 2 or (spent < (SECONDS / 4 if quick else SECONDS) * 2 and rounds < MOST):
        for each, library in libraries.items():
            inputs = given(programs["numpy"], length, library)
            start = perf_counter()
            results[each] = computed(programs[each].run(**inputs))
            seconds = perf_counter() - start
            best[each] = min(best[each], seconds)
            spent += seconds
        if rounds == 0:
            agree(name, results["ocean"], results["numpy"])
        rounds += 1
    return best


def main(rows: list[str], quick: bool, targets: bool, progress: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure, and print a line for each program: milliseconds with each library, and the ratio, for each size."""
    head = "".join(f"{size:>14}{'numpy':>10}{'ratio':>8}" for size in GOALS)
    print(f"{'whole programs, milliseconds':<32}{head}")
    results: list[dict[str, Any]] = []
    for number, name in enumerate(rows, 1):
        cells = []
        for size in GOALS:
            progress(f"{number}/{len(rows)} {name}, {size} …")
            best = measure(name, size, quick)
            ratio = best["numpy"] / best["ocean"]
            results.append({"name": name, "size": size, **best, "ratio": ratio})
            cells.append(f"{best['ocean'] * 1e3:>14.3g}{best['numpy'] * 1e3:>10.3g}{ratio:>8.2f}")
        progress("")
        print(f"{name:<32}{''.join(cells)}")
    print("ratio: the time with NumPy / with ocean.numpy")
    for size, goal in GOALS.items():
        ratios = [each["ratio"] for each in results if each["size"] == size]
        if ratios:
            wanted = f" (target {goal})" if targets else ""
            ahead = sum(ratio >= 1 for ratio in ratios)
            print(f"{size}: at least NumPy's speed in {ahead} of {len(ratios)}; geometric mean "
                  f"{geometric_mean(ratios):.2f}{wanted}")  # fmt: skip
    return results
