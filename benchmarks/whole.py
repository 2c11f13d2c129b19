"""`python -m benchmarks programs`: whole programs of plain NumPy, run unchanged with NumPy and with `ocean.numpy`.

Each file in benchmarks/programs has the sizes of its problem, a function that makes the inputs with NumPy, and the
program: `run`. It is loaded once with NumPy and once with `ocean.numpy` under the name `np`, and takes the inputs as
arrays of that library. The results must agree. The time is that of one whole run, in which all results are computed:
the shortest of several, with inputs that are made anew before each. The memory is that of one run of the large size,
in a process of its own: the peak of resident memory less what was resident before.

`--peers` compares with Numba and JAX: benchmarks/programs/peers has files of the same names, in which `numba_version`
and `jax_version` take the program (loaded with NumPy, and with `jax.numpy`) and give a function with the parameters of
its `run`; a Numba version with parallel loops also takes whether they run in `parallel`. `FUSED` names the functions of
the program that also run with `@np.fuse`. Programs that loop over elements in Python have a Numba version only.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import inspect
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import geometric_mean
from time import perf_counter
from types import ModuleType
from typing import Any

import numpy

from .measure import module

PROGRAMS = Path(__file__).with_name("programs")
PEERS = PROGRAMS / "peers"
SECONDS, LEAST, MOST = 0.6, 6, 30
"""How long a program is repeated with each library, and how often at least and at most."""
PAUSE = 0.002
"""Seconds before a turn with peers, in which the threads of the last library fall asleep."""
GOALS = {"small": 2.0, "medium": 2.5, "large": 2.5}
"""Targets of the geometric means; every row is to reach 1."""
PEER_GOALS = {"medium": 1.3, "large": 1.3}
"""The same beside the best of Numba and JAX, for programs of whole arrays."""
Contestants = dict[str, tuple[Callable[[Any], Any], Callable[..., Any]]]
"""For each name: what makes arrays of NumPy's, and what runs a program until all results are there."""


def names() -> list[str]:
    return sorted(path.stem for path in PROGRAMS.glob("*.py"))


def load(name: str, library: Any, folder: Path = PROGRAMS) -> ModuleType:
    """A program that takes `np` for a library."""
    program = ModuleType(name)
    exec(compile((folder / f"{name}.py").read_text(), f"{name}.py", "exec"), program.__dict__)
    program.__dict__["np"] = library
    return program


def peer_names(of_arrays: bool) -> list[str]:
    """Programs with peers: those of whole arrays, which have a JAX version, or those that loop over elements."""
    found = sorted(path.stem for path in PEERS.glob("*.py"))
    return [name for name in found if hasattr(load(name, numpy, PEERS), "jax_version") == of_arrays]


def given(program: ModuleType, size: Any, take: Callable[[Any], Any]) -> dict[str, Any]:
    """New inputs, with arrays as `take` makes them of NumPy's."""
    made = program.inputs(size, numpy.random.default_rng(7))
    return {name: take(each) if isinstance(each, numpy.ndarray) else each for name, each in made.items()}


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


def both(name: str) -> Contestants:
    """A program with NumPy and with Ocean."""
    import ocean.numpy

    ours = load(name, ocean.numpy).run
    return {
        "numpy": (numpy.array, load(name, numpy).run),
        "ocean": (ocean.numpy.array, lambda **inputs: computed(ours(**inputs))),
    }


def fused(name: str) -> Callable[..., Any] | None:
    """A program with `@np.fuse` on the functions that its peers name."""
    import ocean.numpy

    program, functions = load(name, ocean.numpy), getattr(load(name, numpy, PEERS), "FUSED", ())
    for each in functions:
        setattr(program, each, ocean.numpy.fuse(getattr(program, each)))
    return (lambda **inputs: computed(program.run(**inputs))) if functions else None


def with_numba(name: str) -> dict[str, Callable[..., Any]]:
    """A program with Numba, with and without threads: which one is faster depends on the size."""
    if module("numba") is None:
        return {}
    with contextlib.suppress(OSError):  # TBB's threads are the best of Numba's; pip puts them where no loader looks
        ctypes.CDLL(str(Path(sys.prefix) / "lib" / "libtbb.so.12"), ctypes.RTLD_GLOBAL)
    version, program = load(name, numpy, PEERS).numba_version, load(name, numpy)
    if "parallel" not in inspect.signature(version).parameters:
        return {"numba": version(program)}
    return {"numba": version(program, parallel=False), "numba, threads": version(program, parallel=True)}


def with_jax(name: str) -> Callable[..., Any] | None:
    peer = load(name, numpy, PEERS)
    if not hasattr(peer, "jax_version") or (jax := module("jax")) is None:
        return None
    jax.config.update("jax_enable_x64", True)
    version = peer.jax_version(load(name, jax.numpy))
    return lambda **inputs: jax.block_until_ready(version(**inputs))


def with_peers(name: str) -> Contestants:
    """Those of `both`, the fused program, and the peers that are installed."""
    found = both(name)
    if (program := fused(name)) is not None:
        found["fused"] = found["ocean"][0], program
    found |= {each: (numpy.array, program) for each, program in with_numba(name).items()}
    if (program := with_jax(name)) is not None:
        found["jax"] = module("jax").numpy.array, program
    return found


def measure(name: str, size: str, quick: bool, contestants: Contestants, pause: float = 0) -> dict[str, float]:
    """The shortest time of a program with each library; they take turns. The first run, in which a library may
    compile, does not count."""
    program = load(name, numpy)
    length = program.SIZES[size]
    results, best = {}, dict.fromkeys(contestants, float("inf"))
    spent, rounds = 0.0, 0
    while rounds < LEAST or (spent < (SECONDS / 4 if quick else SECONDS) * len(contestants) and rounds < MOST):
        for each, (take, run) in contestants.items():
            time.sleep(pause)
            inputs = given(program, length, take)
            start = perf_counter()
            results[each] = run(**inputs)
            seconds = perf_counter() - start
            if rounds > 0:
                best[each] = min(best[each], seconds)
                spent += seconds
        if rounds == 0:
            for each in contestants:
                agree(f"{name}, {each}", results[each], results["numpy"])
        rounds += 1
    return best


def resident(peak: bool = False) -> int:
    """Bytes of this process that are in memory, or the most that have been."""
    field = "VmHWM:" if peak else "VmRSS:"
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(field))


def memory_here(name: str, library: str) -> int | None:
    """Bytes that the large size takes at its peak besides its inputs, after a run of the small size; in a process of
    its own. None where the system does not tell."""
    take, run = both(name)[library]
    program = load(name, numpy)
    run(**given(program, program.SIZES["small"], take))
    inputs = given(program, program.SIZES["large"], take)
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)  # what the inputs were made with is not resident any more
        before = resident()
        Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    except (OSError, AttributeError):
        return None
    results = run(**inputs)
    peak = resident(peak=True) - before
    del results
    return peak


def memory(name: str, library: str) -> int | None:
    """The same, as such a process says."""
    command = [sys.executable, "-c", f"from benchmarks.whole import memory_here as m; print(m({name!r}, {library!r}))"]
    answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=PROGRAMS.parent.parent, check=True).stdout
    return None if answer.strip() == "None" else int(answer)


def megabytes(count: int | None) -> str:
    return "-" if count is None else f"{count / 1e6:.1f}"


def print_means(results: list[dict[str, Any]], whose: str, goals: dict[str, float], targets: bool) -> None:
    for size, goal in goals.items():
        ratios = [each["ratio"] for each in results if each["size"] == size]
        if ratios:
            wanted = f" (target {goal})" if targets else ""
            ahead = sum(ratio >= 1 for ratio in ratios)
            print(f"{size}: at least {whose} speed in {ahead} of {len(ratios)}; geometric mean "
                  f"{geometric_mean(ratios):.2f}{wanted}")  # fmt: skip


def main(rows: list[str], quick: bool, targets: bool, progress: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure, and print a line for each program: milliseconds with each library, and the ratio, for each size, and
    megabytes for the large size."""
    head = "".join(f"{size:>14}{'numpy':>10}{'ratio':>8}" for size in GOALS)
    print(f"{'whole programs, milliseconds':<32}{head}{'MB':>10}{'numpy':>8}")
    results: list[dict[str, Any]] = []
    for number, name in enumerate(rows, 1):
        cells = []
        for size in GOALS:
            progress(f"{number}/{len(rows)} {name}, {size} …")
            best = measure(name, size, quick, both(name))
            ratio = best["numpy"] / best["ocean"]
            results.append({"name": name, "size": size, **best, "ratio": ratio})
            cells.append(f"{best['ocean'] * 1e3:>14.3g}{best['numpy'] * 1e3:>10.3g}{ratio:>8.2f}")
        peak = {library: memory(name, library) for library in ("ocean", "numpy")}
        results[-1]["memory"] = peak
        progress("")
        print(f"{name:<32}{''.join(cells)}{megabytes(peak['ocean']):>10}{megabytes(peak['numpy']):>8}", flush=True)
    print("ratio: the time with NumPy / with ocean.numpy; MB: the peak of memory of the large size, besides inputs")
    print_means(results, "NumPy's", GOALS, targets)
    peaks = [(each["memory"]["ocean"], each["memory"]["numpy"]) for each in results if "memory" in each]
    if all(ours is not None for ours, _ in peaks):
        print(f"memory: at most NumPy's in {sum(ours <= theirs for ours, theirs in peaks)} of {len(peaks)}")
    return results


def main_peers(rows: list[str], quick: bool, targets: bool, progress: Callable[[str], None]) -> list[dict[str, Any]]:
    """The same with Numba and JAX: programs of whole arrays first, then those that loop over elements."""
    missing = [name for name in ("numba", "jax") if module(name) is None]
    if missing:
        print(f'not installed: {" and ".join(missing)}; pip install ".[peers]" brings them\n')
    if len(missing) == 2:
        return []
    results: list[dict[str, Any]] = []
    for of_arrays in (True, False):
        chosen = [name for name in peer_names(of_arrays) if name in rows]
        if not chosen or (not of_arrays and "numba" in missing):
            continue
        columns = ("ocean", "fused", "numba", "jax") if of_arrays else ("ocean", "numba")
        measured = peer_table(chosen, of_arrays, columns, quick, progress)
        if of_arrays:
            print("ratio: the time of the faster of Numba and JAX / of the faster of Ocean unchanged and fused; "
                  "no time to compile counts")  # fmt: skip
            print_means(measured, "the best peer's", PEER_GOALS, targets)
            print()
        results += measured
    return results


def peer_table(
    rows: list[str], of_arrays: bool, columns: tuple[str, ...], quick: bool, progress: Callable[[str], None]
) -> list[dict[str, Any]]:
    title = "whole arrays, milliseconds" if of_arrays else "loops over elements, milliseconds"
    head = "".join(
        f"{size + ': ' + columns[0]:>16}{''.join(f'{each:>9}' for each in columns[1:])}{'ratio':>7}"
        for size in PEER_GOALS
    )
    print(f"{title:<34}{head}")
    results: list[dict[str, Any]] = []
    for number, name in enumerate(rows, 1):
        cells, contestants = [], with_peers(name)
        for size in PEER_GOALS:
            progress(f"{number}/{len(rows)} {name}, {size} …")
            best = measure(name, size, quick, contestants, PAUSE)
            if "numba, threads" in best:
                best["numba"] = min(best["numba"], best.pop("numba, threads"))
            times = [best.get(each, float("inf")) for each in ("ocean", "fused", "numba", "jax")]
            ratio = min(times[2:]) / min(times[:2])
            results.append({"name": name, "size": size, **best, "ratio": ratio})
            texts = [f"{best[each] * 1e3:.3g}" if each in best else "-" for each in columns]
            cells.append(f"{texts[0]:>16}{''.join(f'{text:>9}' for text in texts[1:])}{ratio:>7.2f}")
        progress("")
        print(f"{name:<34}{''.join(cells)}", flush=True)
    return results
