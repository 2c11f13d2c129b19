"""The tour, `python -m ocean`: devices, tensors, arrays, a fused function, a gradient, axes, QR, times."""

from __future__ import annotations

import argparse
import inspect
import math
import os
import platform
import sys
import timeit

import numpy as np

import ocean
from ocean import tensor
from ocean._src.base.hints import Any

COLOUR = sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def paint(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if COLOUR else text


def title(text: str) -> None:
    print(f"\n{paint(text, '1;36')}\n{paint('─' * len(text), '36')}")


def transcript(*lines: str) -> dict[str, Any]:
    """Run lines like the interactive interpreter, and show them in its format."""
    names: dict[str, Any] = {"ocean": ocean, "np": np}
    for line in lines:
        print(paint(">>> ", "32") + line, flush=True)
        exec(compile(line, "<tour>", "single"), names)
    return names


# --- A decomposition from views, elementwise operations and reductions ---------------------------------------------


def qr(a: tensor) -> tuple[tensor, tensor]:
    """Modified Gram-Schmidt: a = q r, where the columns of q are orthonormal and r is upper triangular."""
    n = a.size[1]
    q, r = a.clone(), ocean.zeros([n, n], a.dtype)
    for k in range(n):
        column, rest = q.slice(1, k), q.slice(1, k + 1, n - k - 1)
        length = ocean.norm(column)
        column /= length
        overlaps = ocean.sum(column @ rest, 0, True)
        rest -= column @ overlaps
        r.slice(0, k).slice(1, k).fill(length)
        r.slice(0, k).slice(1, k + 1, n - k - 1).copy(overlaps)
    return q, r


def product(a: tensor, b: tensor) -> tensor:
    """The matrix product."""
    result: tensor = a * b
    return result


def decompose(rows: int = 200, columns: int = 6) -> None:
    print(inspect.getsource(qr))
    a = ocean.asTensor(np.random.default_rng(1).standard_normal((rows, columns)).astype(">f8"))
    q, r = qr(a)
    print(f"a: {a.footer}\nq: {q.footer}\n\nr:\n{r}\n")
    orthogonal = ocean.norm(product(q.T, q) - ocean.eye(columns, ocean.double))
    same = ocean.norm(product(q, r) - a) / ocean.norm(a)
    for name, error in (("|QᵀQ - I|", float(orthogonal)), ("|QR - A| / |A|", float(same))):
        print(f"{name:<16}{error:.1e}  {paint('ok', '32') if error < 1e-12 else paint('TOO LARGE', '1;31')}")


# --- A function of many operations as few passes -------------------------------------------------------------------


@ocean.fuse
def standardize(x: Any) -> Any:
    """Mean 0 and standard deviation 1 in each column."""
    return (x - ocean.mean(x, 0, True)) / ocean.stdev(x, 0, True)


def fused(rows: int = 1000, columns: int = 1000) -> None:
    print(inspect.getsource(standardize))
    x = ocean.asTensor(np.random.default_rng(1).standard_normal((rows, columns)))
    print(standardize.explain(x))
    error = float(ocean.maximum(abs(ocean.mean(standardize(x), 0))))
    print(f"\n{'largest |mean|':<16}{error:.1e}  {paint('ok', '32') if error < 1e-12 else paint('TOO LARGE', '1;31')}")


# --- Axes ------------------------------------------------------------------------------------------------------------


def layer(x: Any, weights: Any, bias: Any, features: ocean.axis) -> Any:
    """The softmax of a layer: axes say what is contracted, broadcast and summed, in any order of dimensions."""
    y = ocean.dot(weights, x) + bias
    y = ocean.exp(y - ocean.maximum(y, features, True))
    return y / ocean.sum(y, features, True)


def axes() -> None:
    print(inspect.getsource(layer))
    F, K, N = ocean.axis(4, "F"), ocean.axis(3, "K"), ocean.axis(5, "N")
    x, weights = ocean.random.normal([N, F], ocean.double), ocean.random.normal([K, F - 1], ocean.double)
    bias = ocean.ones([K], ocean.double)
    y = layer(x, weights, bias, K)
    print(f"x: {x.footer}\nweights: {weights.footer}\n\ny:\n{y}\n")
    turned = layer(x.permuteAxes([F, N]).copy(), weights.permuteAxes([F - 1, K]).copy(), bias, K)
    error = float(ocean.maximum(abs(y - turned)))
    print(f"{'in another order':<18}{error:.1e}  {paint('ok', '32') if error < 1e-12 else paint('TOO LARGE', '1;31')}")


# --- Two devices -----------------------------------------------------------------------------------------------------


def both_devices(rows: int = 6, columns: int = 4) -> None:
    """A program across the host and an OpenCL device."""
    if not ocean.gpu:
        print('There is no OpenCL device. This installs one in software: pip install "ocean-tensor[gpu]"')
        return
    gpu = ocean.gpu[0]
    print(gpu.info.split("\n")[0] + (" (emulated)" if gpu.emulated else ""))
    x = ocean.arange(rows * columns, ocean.double).reshape([rows, columns])
    there = gpu(x)
    y = ocean.exp(-there) * 2
    total = ocean.sum(y, 0)
    print(f"x: {x.footer}\ny: {y.footer}\nsum(y, 0):\n{total}\n")
    error = float(ocean.maximum(abs(ocean.cpu(total) - ocean.sum(ocean.exp(-x) * 2, 0))))
    print(f"{'gpu0 - cpu':<16}{error:.1e}  {paint('ok', '32') if error < 1e-12 else paint('TOO LARGE', '1;31')}")


# --- Times ---------------------------------------------------------------------------------------------------------


def race(statement: str, *contestants: dict[str, Any], seconds: float = 0.4) -> list[float]:
    """The best times of a statement, with each contestant's variables in turn."""
    timers = [timeit.Timer(statement, globals=names) for names in contestants]
    number = max(1, min(1000, int(2e-4 / max(min(timers[0].repeat(3, 1)), 1e-7))))
    best, end = [math.inf] * len(timers), timeit.default_timer() + seconds
    while timeit.default_timer() < end:
        for k, timer in enumerate(timers):
            best[k] = min(best[k], min(timer.repeat(3, number)) / number)
    return best


def shown(seconds: float) -> str:
    for unit, size in (("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}" if seconds < 1000 * size else f"{seconds / size:.0f} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def measure() -> None:
    x, y = np.random.default_rng(2).standard_normal((2, 1_000_000))
    square = np.asfortranarray(x.reshape(1000, 1000))
    rows = [
        ("a + b, 10 doubles", "a + b", x[:10].copy(), y[:10].copy()),
        ("a + b, 1e6 doubles", "a + b", x, y),
        ("big-endian + native, 1e6 doubles", "a + b", x.astype(">f8"), y),
        ("int8 + double, 1e6", "a + b", (x * 30).astype("i1"), y),
        ("half + half, 1e6", "a + b", x.astype("f2"), y.astype("f2")),
        ("matrix + its transpose, 1000x1000", "a + a.T", square, y),
    ]
    print(f"{'':<36}{'Ocean':>9}{'NumPy':>10}")
    for name, statement, a, b in rows:
        ours, theirs = race(statement, {"a": ocean.asTensor(a), "b": ocean.asTensor(b)}, {"a": a, "b": b})
        ratio = theirs / ours
        bar = "█" * max(1, round(2 * ratio)) if ratio < 15 else "█" * 29 + "▶"
        print(f"{name:<36}{shown(ours):>9}{shown(theirs):>10}  {paint(bar, '32' if ratio >= 1 else '33')} {ratio:.1f}x")


def arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m ocean",
        description="A short tour: devices, tensors, arrays, a fused function, a gradient, axes, QR, times. "
        "python -m ocean kernels lists compiled kernels, and makes the pack of everyday ones.",
        epilog="help(ocean) in Python lists all functions by subject. The repository has README.md, "
        "docs/coming-from-numpy.md, and python -m benchmarks for times beside other libraries.",
    )
    parser.add_argument("--version", action="version", version=f"Ocean {ocean.__version__}")
    parser.add_argument("--quick", action="store_true", help="leave out the times")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Run the tour, with the options of the command line or of `words`."""
    options = arguments(words)
    version = f"NumPy {np.__version__}, Python {platform.python_version()}"
    print(f"{paint(f'Ocean {ocean.__version__}', '1')} beside {version}")
    print("A short tour: what tensors and arrays look like, what the engine does, and what it gains on this machine.")

    title("Devices")
    for each in ocean.devices():
        print(each.info)

    title("Tensors: column-major, and a vector is a column")
    transcript(
        'A = ocean.asTensor([[1, 2, 3], [4, 5, 6]], "R")',
        "A",
        "A + [10, 20]",
        "A.T @ 0.5",
        "ocean.asTensor([1 + 2j, 0.5], ocean.chalf)",
    )
    title("Arrays: the same engine and memory with NumPy's conventions")
    transcript(
        "import ocean.numpy as np",
        "a = np.arange(6).reshape(2, 3)",
        "a * a.mean(axis=1, keepdims=True)",
        "ocean.asTensor(a).fill(7)",
        "a[:, 1:]",
    )
    title("Any bytes, any strides: one vector read as a Toeplitz matrix")
    transcript(
        "v = ocean.arange(7)",
        "t = ocean.tensor(v.storage, 3, [4, 4], [-1, 1])",
        "t",
        "t.isSelfOverlapping()",
    )
    title("A fused function: two passes over the data, and nothing as large is stored between them")
    fused()
    title("Gradients of functions, to any order")
    transcript(
        "import ocean.numpy as np",
        "x = np.array([1.0, 2.0, 3.0])",
        "energy = lambda x: np.sum(np.sin(x) * x)",
        "np.grad(energy)(x)",
        "np.hvp(energy, (x,), (x,))",
    )
    title("Named axes: dimensions meet by what they mean")
    axes()
    title("Two devices: the CPU and an OpenCL device")
    both_devices()
    title("QR by modified Gram-Schmidt, on a byteswapped matrix")
    decompose()

    if not options.quick:
        title("Best times, measured just now")
        measure()
    print(f"\n{paint('Next:', '1')} the tutorial docs/tutorial-numpy.md, help(ocean), and python -m benchmarks.")
