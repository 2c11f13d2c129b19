"""`python -m benchmarks gradients`: gradients of small and large functions beside PyTorch, JAX (jitted) and autograd.

A row has a function of arrays, written once for the libraries that look like NumPy, and once for PyTorch. `ocean` calls
`np.grad(f)` as it is, `fused` with `np.fuse`. Small rows compare `ocean` with peers that run eagerly, and `fused` with
JAX; large rows compare the faster of ours with the fastest peer. Results are compared first. No time to compile counts.
The memory is the peak that one call takes besides its arguments, in a process of its own.
"""

from __future__ import annotations

import ctypes
import gc
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean
from time import perf_counter
from typing import Any

import numpy

from .measure import module
from .whole import megabytes, resident

Array = numpy.ndarray[Any, Any]
Call = Callable[[], Any]
GOAL = 1.3
"""The target of the geometric mean of large rows."""
TURN, PAUSE = 0.02, 0.002
"""Seconds of a turn of one library, and before it."""


@dataclass
class Problem:
    """A row: `f(np, *arrays)` for libraries like NumPy and `torch(torch, *tensors)`, which give one number; the
    arguments; by how many of the first ones it is differentiated; and the target."""

    name: str
    inputs: Callable[[numpy.random.Generator], Sequence[Array]]
    f: Callable[..., Any]
    torch: Callable[..., Any]
    by: int = 1
    target: float = 1.0
    small: bool = False
    jax: Callable[..., Any] | None = None
    """Written for JAX, where the function for NumPy does not run there."""
    autograd: bool = True
    """Whether autograd takes part: it has all that the function calls, and enough memory."""


# --- The functions ------------------------------------------------------------------------------------------------


def rosenbrock(np: Any, x: Any) -> Any:
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def rosenbrock_torch(torch: Any, x: Any) -> Any:
    return torch.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def pendulum(np: Any, x: Any) -> Any:
    angle, speed = x[0], x[1]
    for _ in range(10):
        speed = speed - 0.1 * np.sin(angle)
        angle = angle + 0.1 * speed
    return angle * angle + speed * speed


def logistic(np: Any, w: Any, x: Any, y: Any) -> Any:
    z = x @ w
    return np.mean(np.logaddexp(0, z) - y * z)


def logistic_torch(torch: Any, w: Any, x: Any, y: Any) -> Any:
    z = x @ w
    return torch.mean(torch.nn.functional.softplus(z) - y * z)


def network(np: Any, w: Any, b: Any, v: Any, c: Any, x: Any, y: Any) -> Any:
    z = np.maximum(x @ w + b, 0) @ v + c
    z = z - np.max(z, axis=1, keepdims=True)
    return np.mean(np.log(np.sum(np.exp(z), axis=1)) - np.sum(z * y, axis=1))


def network_torch(torch: Any, w: Any, b: Any, v: Any, c: Any, x: Any, y: Any) -> Any:
    z = torch.relu(x @ w + b) @ v + c
    return torch.mean(torch.logsumexp(z, 1) - torch.sum(z * y, 1))


def softmax(np: Any, z: Any, y: Any) -> Any:
    z = z - np.max(z, axis=1, keepdims=True)
    return np.mean(np.log(np.sum(np.exp(z), axis=1)) - np.take_along_axis(z, y[:, None], 1)[:, 0])


def softmax_torch(torch: Any, z: Any, y: Any) -> Any:
    return torch.nn.functional.cross_entropy(z, y)


def distances(np: Any, x: Any, y: Any) -> Any:
    return np.sum(np.sqrt(np.sum((x[:, None] - y[None]) ** 2, axis=-1)))


def distances_torch(torch: Any, x: Any, y: Any) -> Any:
    return torch.cdist(x, y).sum()


def energy(np: Any, x: Any, m: Any) -> Any:
    apart = x[:, None] - x[None]
    return -0.5 * np.sum(m[:, None] * m[None] / np.sqrt(np.sum(apart * apart, axis=-1) + 0.01))


def energy_torch(torch: Any, x: Any, m: Any) -> Any:
    apart = x[:, None] - x[None]
    return -0.5 * torch.sum(m[:, None] * m[None] / torch.sqrt(torch.sum(apart * apart, -1) + 0.01))


def logdet(np: Any, a: Any) -> Any:
    return np.linalg.slogdet(a)[1]


def logdet_torch(torch: Any, a: Any) -> Any:
    return torch.linalg.slogdet(a)[1]


def convolution(np: Any, f: Any, b: Any, x: Any) -> Any:
    """Of arrays with axes; those of f and b are named by `ocean_arrays`."""
    import ocean

    _, _, h, w = x.axes
    _, _, r, s = f.axes
    return np.sum(np.maximum(ocean.convolution(x, f, {h: r, w: s}, padding=1) + b, 0))


def convolution_jax(np: Any, f: Any, b: Any, x: Any) -> Any:
    found = module("jax").lax.conv_general_dilated(x, f, (1, 1), "SAME")
    return np.sum(np.maximum(found + b[:, None, None], 0))


def convolution_torch(torch: Any, f: Any, b: Any, x: Any) -> Any:
    return torch.relu(torch.nn.functional.conv2d(x, f, b, padding=1)).sum()


def floats(*arrays: Array) -> list[Array]:
    return [each.astype("f") for each in arrays]


PROBLEMS = [
    Problem("Rosenbrock of 2", lambda r: [r.normal(size=2)], rosenbrock, rosenbrock_torch, target=5, small=True),
    Problem("Rosenbrock of 100", lambda r: [r.normal(size=100)], rosenbrock, rosenbrock_torch, target=5, small=True),
    Problem("pendulum, 10 steps", lambda r: [r.normal(size=2)], pendulum, pendulum, target=5, small=True),
    Problem(
        "logistic regression 1e5x50",
        lambda r: [r.normal(size=50) * 0.1, r.normal(size=(100_000, 50)), (r.random(100_000) < 0.5) * 1.0],
        logistic, logistic_torch,
    ),
    Problem(
        "two layers 256x784x128x10",
        lambda r: floats(
            r.normal(size=(784, 128)) / 28, r.normal(size=128), r.normal(size=(128, 10)) / 11, r.normal(size=10),
            r.normal(size=(256, 784)), numpy.eye(10)[r.integers(0, 10, 256)],
        ),
        network, network_torch, by=4,
    ),
    Problem(
        "convolution 3x3, bias, relu",
        lambda r: floats(
            r.normal(size=(64, 64, 3, 3)) / 24, r.normal(size=64) * 0.1, r.normal(size=(8, 64, 56, 56))
        ),
        convolution, convolution_torch, by=2, jax=convolution_jax, autograd=False,
    ),
    Problem(
        "softmax 4096x1000",
        lambda r: [r.normal(size=(4096, 1000)).astype("f"), r.integers(0, 1000, 4096)],
        softmax, softmax_torch, autograd=False,
    ),
    Problem(
        "distances 2000x2000x16",
        lambda r: floats(r.normal(size=(2000, 16)), r.normal(size=(2000, 16))),
        distances, distances_torch, by=2, autograd=False,
    ),
    Problem(
        "energy of 1,000 bodies", lambda r: [r.normal(size=(1000, 3)), r.random(1000) + 0.5],
        energy, energy_torch,
    ),
    Problem("logdet 500x500", lambda r: [r.normal(size=(500, 500)) + 30 * numpy.eye(500)], logdet, logdet_torch),
]  # fmt: skip
SCATTER = "scatter-add of 1e6 into 1e4"


def names() -> list[str]:
    return [*(each.name for each in PROBLEMS), SCATTER]


# --- The libraries ------------------------------------------------------------------------------------------------


def ocean_arrays(problem: Problem, arrays: Sequence[Array]) -> list[Any]:
    """The arguments for `ocean.numpy`; those of the convolution have axes."""
    import ocean
    import ocean.numpy as np

    found = [np.array(each) for each in arrays]
    if problem.f is convolution:
        f, b, x = found
        n, k, c, h, w, r, s = (ocean.axis(size) for size in (8, 64, 64, 56, 56, 3, 3))
        return [f.withAxes(k, c, r, s), b.withAxes(k), x.withAxes(n, c, h, w)]
    return found


def with_ocean(problem: Problem, arrays: Sequence[Array], fused: bool = False) -> Call:
    import ocean.numpy as np

    function = problem.f

    def f(*args: Any) -> Any:
        return function(np, *args)

    given, by = ocean_arrays(problem, arrays), tuple(range(problem.by))
    gradient = np.grad(f) if problem.by == 1 else np.grad(f, by)
    if fused:
        gradient = np.fuse(gradient)
    return lambda: gradient(*given)


def with_autograd(problem: Problem, arrays: Sequence[Array]) -> Call:
    import autograd
    import autograd.numpy as np

    gradient = autograd.grad(lambda *args: problem.f(np, *args), tuple(range(problem.by)))
    return lambda: gradient(*arrays)


def with_jax(problem: Problem, arrays: Sequence[Array]) -> Call:
    import jax

    jax.config.update("jax_enable_x64", True)
    given, f = [jax.numpy.array(each) for each in arrays], problem.jax or problem.f
    gradient = jax.jit(jax.grad(lambda *args: f(jax.numpy, *args), tuple(range(problem.by))))
    return lambda: jax.block_until_ready(gradient(*given))


def with_torch(problem: Problem, arrays: Sequence[Array]) -> Call:
    import torch

    given = [torch.from_numpy(each.copy()) for each in arrays]
    by = given[: problem.by]
    for each in by:
        each.requires_grad_()
    return lambda: torch.autograd.grad(problem.torch(torch, *given), by)


LIBRARIES: dict[str, Callable[[Problem, Sequence[Array]], Call]] = {
    "ocean": with_ocean,
    "fused": lambda problem, arrays: with_ocean(problem, arrays, True),
    "torch": with_torch,
    "jax": with_jax,
    "autograd": with_autograd,
}


def libraries() -> list[str]:
    return [name for name in LIBRARIES if name in ("ocean", "fused") or module(name) is not None]


def inputs(problem: Problem) -> list[Array]:
    return list(problem.inputs(numpy.random.default_rng(5)))


def contestants(problem: Problem) -> dict[str, Call]:
    arrays = inputs(problem)
    chosen = [name for name in libraries() if name != "autograd" or problem.autograd]
    return {name: LIBRARIES[name](problem, arrays) for name in chosen}


def first_results(calls: dict[str, Call]) -> dict[str, Any]:
    """The results of first calls. What `np.fuse` cannot trace is left out."""
    import ocean

    results = {}
    for name, call in list(calls.items()):
        try:
            results[name] = call()
        except ocean.OceanTypeError as error:
            if name != "fused" or "is traced by" not in str(error):
                raise
            del calls[name]
    return results


def as_arrays(result: Any) -> list[Array]:
    found = result if isinstance(result, (tuple, list)) else [result]
    return [numpy.asarray(each) for each in found]


def agree(name: str, results: dict[str, Any]) -> None:
    """Compare the gradients of all libraries."""
    ours = as_arrays(results["ocean"])
    for library, result in results.items():
        for mine, theirs in zip(ours, as_arrays(result), strict=True):
            if mine.shape != theirs.shape or mine.dtype != theirs.dtype:
                raise RuntimeError(
                    f"{name}: ocean {mine.dtype} of {mine.shape}, {library} {theirs.dtype} of {theirs.shape}"
                )
            close = 1e-3 if mine.dtype == numpy.float32 else 1e-7
            if not numpy.allclose(mine, theirs, rtol=close, atol=close * float(numpy.abs(theirs).max())):
                raise RuntimeError(f"{name}: ocean and {library} give other gradients")


# --- Measuring ----------------------------------------------------------------------------------------------------


def timed(calls: dict[str, Call], seconds: float) -> dict[str, float]:
    """The shortest time of a call of each library; they take turns."""
    best, repeats = dict.fromkeys(calls, float("inf")), {}
    for name, call in calls.items():
        for _ in range(30):  # what compiles after some calls has compiled
            start = perf_counter()
            call()
            each = perf_counter() - start
            best[name] = min(best[name], each)
            if each > 0.1:
                break
        repeats[name] = max(1, int(2e-4 / best[name]))
    best = dict.fromkeys(calls, float("inf"))
    end, order, rounds = perf_counter() + seconds * len(calls), list(calls), 0
    while rounds < 4 or perf_counter() < end:
        for name in order:
            call, count = calls[name], repeats[name]
            time.sleep(PAUSE)
            call()
            until = perf_counter() + TURN
            while True:
                start = perf_counter()
                for _ in range(count):
                    call()
                now = perf_counter()
                best[name] = min(best[name], (now - start) / count)
                if now > until:
                    break
        order.append(order.pop(0))
        rounds += 1
    return best


def memory_here(number: int, library: str) -> int | None:
    """Bytes that one call takes at its peak besides its arguments; in a process of its own. None where the system does
    not tell."""
    problem = PROBLEMS[number]
    call = LIBRARIES[library](problem, inputs(problem))
    for _ in range(3):
        call()
    gc.collect()
    if library in ("ocean", "fused"):
        import ocean

        ocean.cpu.emptyCache()
    try:
        ctypes.CDLL(None).malloc_trim(0)
        before = resident()
        Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    except (OSError, AttributeError):
        return None
    result = call()
    peak = resident(peak=True) - before
    del result
    return peak


def memory(number: int, library: str) -> int | None:
    """The same, as such a process says."""
    code = f"from benchmarks.gradients import memory_here as m; print(m({number}, {library!r}))"
    folder = Path(__file__).parent.parent
    answer = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=folder, check=True)
    return None if answer.stdout.strip() == "None" else int(answer.stdout)


def scatter(seconds: float) -> dict[str, float]:
    """Values that are added at random places, with `np.add.at` of both."""
    import ocean.numpy as np

    random = numpy.random.default_rng(5)
    places, values = random.integers(0, 10_000, 1_000_000), random.normal(size=1_000_000)
    ours, theirs = np.zeros(10_000), numpy.zeros(10_000)
    at, added = np.array(places), np.array(values)
    np.add.at(ours, at, added)
    numpy.add.at(theirs, places, values)
    if not numpy.allclose(numpy.asarray(ours), theirs):
        raise RuntimeError(f"{SCATTER}: other sums than NumPy")
    calls = {"ocean": lambda: np.add.at(ours, at, added), "numpy": lambda: numpy.add.at(theirs, places, values)}
    return timed(calls, seconds)


def shown(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def line_of(name: str, best: dict[str, float], ours: str, peers: Sequence[str], target: float) -> dict[str, Any]:
    """A result: the ratio of the fastest of some peers to one of ours."""
    found = {peer: best[peer] for peer in peers if peer in best}
    peer = min(found, key=lambda each: found[each], default="")
    ratio = found[peer] / best[ours] if peer else float("nan")
    return {"name": name, "seconds": best, "ours": ours, "best_peer": peer, "ratio": ratio, "target": target,
            "met": ratio >= target}  # fmt: skip


def main(rows: list[str], quick: bool, targets: bool, progress: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure, and print a line for each row: times, the ratio, and the peak of memory beside that of the best peer."""
    missing = [name for name in LIBRARIES if name not in libraries()]
    if missing:
        print(f"not installed, and left out: {' and '.join(missing)}\n")
    shown_libraries = [*libraries(), "numpy"]
    head = "".join(f"{name:>10}" for name in shown_libraries)
    print(f"{'gradients, best of many':<30}{head}{'ratio':>8}{'MB':>8}{'peer':>8}{'target' if targets else '':>9}")
    results: list[dict[str, Any]] = []

    def show(result: dict[str, Any]) -> None:
        results.append(result)
        progress("")
        times = "".join(f"{shown(result['seconds'].get(name)):>10}" for name in shown_libraries)
        peaks = "".join(f"{megabytes(each):>8}" for each in result.get("memory", (None, None)))
        target = f"{result['target']:>8.1f}  {'' if result['met'] else 'missed'}" if targets else ""
        print(f"{result['name']:<30}{times}{result['ratio']:>8.2f}{peaks}{target}".rstrip(), flush=True)

    for number, problem in enumerate(PROBLEMS):
        if problem.name not in rows:
            continue
        progress(f"{problem.name} …")
        calls = contestants(problem)
        agree(problem.name, first_results(calls))
        best = timed(calls, 0.1 if quick else 0.5)
        if problem.small:
            show(line_of(problem.name, best, "ocean", ("torch", "autograd"), problem.target))
            show(line_of(f"{problem.name}, fused", best, "fused", ("jax",), 1.0))
            continue
        ours = min({"ocean", "fused"} & best.keys(), key=lambda name: best[name])
        result = line_of(problem.name, best, ours, ("torch", "jax", "autograd"), problem.target)
        if result["best_peer"]:
            result["memory"] = memory(number, ours), memory(number, result["best_peer"])
        show(result)
    if SCATTER in rows:
        show(line_of(SCATTER, scatter(0.1 if quick else 0.5), "ocean", ("numpy",), 5.0))
    print("ratio: the time of the fastest peer / ours; small rows: eager peers, and JAX for those that are fused")
    print("MB: the peak of memory of a call besides its arguments, ours and the fastest peer's")
    large = {each.name for each in PROBLEMS if not each.small}
    ratios = [each["ratio"] for each in results if each["name"] in large and each["best_peer"]]
    if ratios:
        goal = f" (target {GOAL})" if targets else ""
        print(f"large rows: geometric mean {geometric_mean(ratios):.2f}{goal}")
    if targets:
        print(f"{sum(each['met'] for each in results)} of {len(results)} rows reach their target")
    return results
