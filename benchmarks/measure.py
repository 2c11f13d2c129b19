"""Measuring: the libraries take turns within each round, so that whatever disturbs the machine disturbs all alike."""

from __future__ import annotations

import ast
import importlib
import os
import statistics
import subprocess
import sys
import tempfile
import timeit
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from .rows import Row

Array = np.ndarray[Any, Any]
SAMPLE = 2e-4
"""Seconds that one timing should last at least, so that reading the clock does not count."""
TURN = 0.02
"""Seconds that a library keeps its turn: long enough that caches are its own and the last one's threads sleep."""


class Library:
    """A library under test: its module, the names that statements use, and how arrays go in and out."""

    def __init__(self, names: dict[str, Any], version: str, take: Callable[[Array], Any], give: Callable[[Any], Array]):
        self.names, self.version, self.take, self.give = names, version, take, give


def load(threads: int | None) -> tuple[dict[str, Library], int]:
    """The libraries that can be imported, each with its own memory and the same number of threads."""
    if threads is not None and hasattr(os, "sched_setaffinity"):
        # JAX takes as many threads as there are processors that it may use, and cannot be told otherwise
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    import ocean

    if threads is not None:
        ocean.setNumThreads(threads)
    threads = ocean.getNumThreads()
    found = {
        "ocean": ours(),
        "numpy": Library({"np": np}, np.__version__, lambda array: array.copy(), lambda array: array),
    }
    if torch := module("torch"):
        torch.set_num_threads(threads)
        found["torch"] = Library(
            {"torch": torch},
            torch.__version__,
            lambda array: torch.from_numpy(array).clone() if array.dtype.isnative else array,
            lambda tensor: tensor.numpy(),
        )
    if numexpr := module("numexpr"):
        numexpr.set_num_threads(threads)
        found["numexpr"] = Library(
            {"ne": numexpr}, numexpr.__version__, lambda array: array.copy(), lambda array: array
        )
    if jax := module("jax"):
        jax.config.update("jax_enable_x64", True)
        found["jax"] = Library(
            {"jax": jax},
            jax.__version__,
            lambda array: jax.numpy.array(array) if array.dtype.isnative else array,
            np.asarray,
        )
    return found, threads


def ours() -> Library:
    """Ocean with tensors for operands."""
    import ocean
    import ocean_numpy  # noqa: F401

    return Library(
        {"ocean": ocean},
        ocean.__version__,
        # column-major, as Ocean's own tensors are; byteswapped arrays stay where they are
        lambda array: ocean.asTensor(np.asfortranarray(array), array.dtype.isnative),
        np.asarray,
    )


def module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


class Contestant:
    """One library at work on one row."""

    def __init__(self, library: Library, inputs: dict[str, Array], statement: str | tuple[str, str]) -> None:
        once, self.statement = statement if isinstance(statement, tuple) else ("", statement)
        self.names = {**library.names, **{name: library.take(array) for name, array in inputs.items()}}
        exec(once, self.names)
        # a statement that gives nothing leaves its result in c
        exec(
            f"{self.statement}\nresult = c" if gives_nothing(self.statement) else f"result = {self.statement}",
            self.names,
        )
        result = self.names["c"] if self.names["result"] is None else self.names["result"]
        values = as_array(result, library.give)
        self.total = complex(np.sum(values, dtype=np.complex128))
        self.tolerance = 1e-6 if values.dtype.itemsize >= 8 else 2e-2  # not all sum as carefully
        self.timer = timeit.Timer(self.statement, f"global {', '.join(inputs)}", globals=self.names)
        self.best = self.timer.timeit(1)
        # as many repetitions as make a sample long enough
        self.number = 1
        while (seconds := self.timer.timeit(self.number)) < SAMPLE:
            self.number *= max(2, min(10, int(SAMPLE / max(seconds, 1e-9))))

    def turn(self) -> None:
        end = perf_counter() + TURN
        self.timer.timeit(1)
        for _ in range(1000):
            self.best = min(self.best, self.timer.timeit(self.number) / self.number)
            if perf_counter() > end:
                return


def as_array(result: Any, give: Callable[[Any], Array]) -> Array:
    """A result as an array: a number, a list of results, or what the library gives."""
    if np.isscalar(result):
        return np.asarray(result)
    if isinstance(result, (list, tuple)):
        return np.concatenate([as_array(each, give).ravel() for each in result])
    return give(result)


def gives_nothing(statement: str) -> bool:
    return not isinstance(ast.parse(statement).body[-1], ast.Expr)


def measure(row: Row, libraries: dict[str, Library], budget: float, layouts: int) -> dict[str, float]:
    """The best time in seconds of each library that can do the row's work; rounds go on until the budget is used.

    Where arrays happen to lie in memory can matter as much as the code: everyone lays them out anew several times.
    """
    inputs, best = row.inputs(), dict.fromkeys((name for name in libraries if name in row.statements), float("inf"))
    for _ in range(layouts):
        contestants = {name: Contestant(libraries[name], inputs, row.statements[name]) for name in best}
        if not row.unset:
            check_sums(row, contestants)
        end, order, rounds = perf_counter() + budget / layouts, list(contestants.values()), 0
        while rounds < 3 or perf_counter() < end:
            for each in order:
                each.turn()
            order.append(order.pop(0))  # nobody always follows the same one
            rounds += 1
        best = {name: min(best[name], each.best) for name, each in contestants.items()}
    return best


def check_sums(row: Row, contestants: dict[str, Contestant]) -> None:
    """All must have done the same work; sums do not depend on the order of elements, in which libraries differ."""
    ours = contestants["ocean"].total
    for name, each in contestants.items():
        if not np.isclose(each.total, ours, rtol=each.tolerance, atol=1e-6):
            raise AssertionError(f"{row.name}: {name} has a sum of {each.total}, ocean {ours}")


# --- What happens once in a process, and so needs processes of its own ---------------------------------------------

IMPORT = "import time; t = time.perf_counter(); import {}; print(time.perf_counter() - t)"

FIRST_CALLS = """
import time, ocean
def first(x, y):
    a, b = ocean.tensor([100], x), ocean.tensor([100], y)
    a.zero(), b.zero()
    t = time.perf_counter()
    a + b
    return time.perf_counter() - t
first(ocean.double, ocean.double)  # loads what has to be loaded once
kinds = [ocean.int8, ocean.uint16, ocean.int32, ocean.half, ocean.float, ocean.cfloat]
print(*(first(x, y) for x in kinds for y in kinds if x is not y))
"""

LONG_KERNELS = """
import time, ocean
def first(function, kind):
    a = ocean.tensor([100], kind)
    a.fill(0.5)
    t = time.perf_counter()
    function(a)
    return time.perf_counter() - t
first(ocean.sqrt, ocean.half)
functions = [ocean.gamma, ocean.lgamma, ocean.arcsinh, ocean.log10, ocean.tanh, ocean.erf]
complex_functions = [ocean.arcsin, ocean.arccosh, ocean.arctan, ocean.tanh, ocean.expm1, ocean.log1p, lambda a: a ** a]
print(*(first(f, kind) for f in functions for kind in (ocean.float, ocean.double)),
      *(first(f, kind) for f in complex_functions for kind in (ocean.cfloat, ocean.cdouble)))
"""


def python(code: str, **environment: str) -> list[float]:
    given = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**given, **environment}, capture_output=True, text=True, check=True
    )
    return [float(word) for word in done.stdout.split()]


def import_times(repeats: int) -> dict[str, float]:
    """Seconds that `import ocean` and `import numpy` take in a fresh process."""
    best = {"ocean": float("inf"), "numpy": float("inf")}
    for _ in range(repeats):
        for name in best:
            best[name] = min(best[name], python(IMPORT.format(name))[0])
    return best


def kernel_times() -> dict[str, float]:
    """Seconds of the first call of an addition whose kernel is new, and of one whose kernel is on disk (medians); and
    of the function whose new kernel takes longest (best of five)."""
    with tempfile.TemporaryDirectory() as folder:
        new = python(FIRST_CALLS, OCEAN_CACHE="off")
        python(FIRST_CALLS, OCEAN_CACHE="on", OCEAN_CACHE_DIR=folder)
        stored = python(FIRST_CALLS, OCEAN_CACHE="on", OCEAN_CACHE_DIR=folder)
    longest = max(map(min, zip(*(python(LONG_KERNELS, OCEAN_CACHE="off") for _ in range(5)), strict=True)))
    return {"new": statistics.median(new), "longest": longest, "stored": statistics.median(stored)}
