"""Rows for indexing, searching and joining, and for arrays that go in and out."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from .operations import jitted
from .rows import ROW_MAJOR, Inputs, Row, Statement, random, row

MILLION = 1_000_000


def small(*size: int) -> Inputs:
    return lambda: {"a": random(*size)}


def masked() -> dict[str, np.ndarray[Any, Any]]:
    return {"a": random(MILLION) + 0.5, "m": random(MILLION)[::-1] > 0.2, "c": np.zeros(MILLION)}


def indexed() -> dict[str, np.ndarray[Any, Any]]:
    return {"a": random(MILLION) + 0.5, "i": np.random.default_rng(3).permutation(MILLION), "c": np.zeros(MILLION)}


def merged(piece: int, **join: str) -> Row:
    """One hundred pieces of a vector, joined again."""
    pieces = f"pieces = [a[{piece} * k : {piece} * (k + 1)] for k in range(100)]"
    statements: dict[str, Statement] = {name: (pieces, f"{function}(pieces)") for name, function in join.items()}
    statements["ocean"] = (pieces, "ocean.merge(pieces, 0)")
    return Row(f"merge of 100 pieces of {piece:,} doubles", 1.0, small(100 * piece), statements)


def square(name: str, n: int, **statements: str) -> Row:
    """A row about row-major matrices a and b of n by n doubles, and all their rows in another order, as a list and as
    a tensor i."""
    once = {"ocean": f"{ROW_MAJOR}; b = a.clone(); rows = i.asPython()", "torch": "b = a.clone(); rows = i.tolist()"}
    once["numpy"] = "b = a.copy(); rows = i.tolist()"
    given: dict[str, Statement] = {library: (once[library], words) for library, words in statements.items()}
    inputs = lambda: {"a": random(n, n), "i": np.random.default_rng(3).permutation(n)}  # noqa: E731
    return Row(f"{name}, row-major {n}x{n}", 1.0, inputs, given)


def squares(n: int) -> list[Row]:
    return [
        square("rows by list", n, ocean="a[rows]", numpy="a[rows]", torch="a[rows]"),
        square("rows by indices", n, ocean="a[i]", numpy="a.take(i, 0)", torch="torch.index_select(a, 0, i)"),
        square(
            "concatenate", n,
            ocean="ocean.concatenate([a, b])", numpy="np.concatenate([a, b])", torch="torch.cat([a, b])",
        ),
        square("stack", n, ocean="ocean.stack([a, b])", numpy="np.stack([a, b])", torch="torch.stack([a, b])"),
        square(
            "repeat", n,
            ocean="ocean.repeat(a, 2, 0)", numpy="np.repeat(a, 2, 0)", torch="a.repeat_interleave(2, 0)",
        ),
        square("roll", n, ocean="ocean.roll(a, 3, 0)", numpy="np.roll(a, 3, 0)", torch="torch.roll(a, 3, 0)"),
    ]  # fmt: skip


def nested(name: str, numbers: str, order: str) -> Row:
    """A list of 100 lists of 1,000 numbers."""
    once, torch = f"nested = [[{numbers} for k in range(1000)] for j in range(100)]", "torch.tensor(nested{})"
    return Row(
        name, 1.0, small(1),
        {
            "ocean": (once, f"ocean.asTensor(nested{order})"), "numpy": (once, "np.array(nested)"),
            "torch": (once, torch.format(", dtype=torch.float64" if "." in numbers else "")),
        },
    )  # fmt: skip


ROWS: list[Row] = [
    row("v[3] of 100", 1.0, small(100), ocean="a[3]", numpy="a[3]", torch="a[3]"),
    row("v[3:20] of 100", 1.0, small(100), ocean="a[3:20]", numpy="a[3:20]", torch="a[3:20]"),
    row("M[:,2] of 10x4", 1.0, small(10, 4), ocean="a[:, 2]", numpy="a[:, 2]", torch="a[:, 2]"),
    row(
        "v[mask], 1e6 doubles", 1.3, masked,
        ocean="a[m]", numpy="a[m]", torch="torch.masked_select(a, m)",
    ),
    row(
        "v[mask] = number, 1e6 doubles", 1.3, masked,
        ocean="c[m] = 1.5", numpy="c[m] = 1.5", torch="c.masked_fill_(m, 1.5)",
        jax=jitted("jax.numpy.where(m, 1.5, c)", "c, m"),
    ),
    row(
        "v[mask] = vector, 1e6 doubles", 1.3, masked,
        ocean=("v = a[m]", "c[m] = v"), numpy=("v = a[m]", "c[m] = v"),
        torch=("v = a[m]", "c.masked_scatter_(m, v)"),
    ),
    row(
        "v[indices], 1e6 doubles", 1.3, indexed,
        ocean="a[i]", numpy="a.take(i)", torch="torch.index_select(a, 0, i)", jax=jitted("a[i]", "a, i"),
    ),
    row(
        "v[indices] = vector, 1e6 doubles", 1.3, indexed,
        ocean="c[i] = a", numpy="c[i] = a", torch="c.scatter_(0, i, a)", jax=jitted("c.at[i].set(a)", "a, i, c"),
    ),
    row(
        "find, 1e6 flags", 1.2, lambda: {"m": random(MILLION) > 0.2},
        ocean="ocean.find(m)", numpy="np.flatnonzero(m)", torch="torch.nonzero(m)",
    ),
    merged(10, numpy="np.concatenate", torch="torch.cat"),
    merged(10_000, numpy="np.concatenate", torch="torch.cat"),
    *squares(256),
    *squares(1000),
    row(
        "stack, column-major 1000x1000", 1.0, lambda: {"a": random(1000, 1000), "b": random(1000, 1000)},
        ocean="ocean.stack([a, b])",
        numpy=("a, b = np.asfortranarray(a), np.asfortranarray(b)", "np.stack([a, b])"),
        torch=("a, b = (x.t().contiguous().t() for x in (a, b))", "torch.stack([a, b])"),
    ),
    nested("asTensor of 100x1000 nested floats", "j + 0.5 * k", ""),
    nested("asTensor of 100x1000 nested floats, rows", "j + 0.5 * k", ", 'R'"),
    nested("asTensor of 100x1000 nested integers", "j + k", ""),
]  # fmt: skip


def best_of(count: int, work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(count):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best


def limits(quick: bool) -> list[dict[str, Any]]:
    """Arrays in and out without a copy, and files, which have limits of their own."""
    import ocean

    array = random(100)
    tensor = ocean.asTensor(array)
    many = 1000

    def times(work: Callable[[], object]) -> float:
        def repeated() -> None:
            for _ in range(many):
                work()

        return best_of(20, repeated) / many

    lines = [
        {"name": "NumPy array in", "seconds": times(lambda: ocean.asTensor(array)), "limit": 1e-6},
        {"name": "NumPy array out", "seconds": times(lambda: tensor.convertTo("numpy")), "limit": 1e-6},
    ]
    size = 1 << (24 if quick else 27)
    text = f"{size * 8 / 2**30:.3g} GB"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.npy"
        np.save(path, np.arange(size, dtype=float))
        mapped = best_of(5, lambda: ocean.load(path, mmap=True))
        lines.append({"name": f"load {text} .npy with mmap", "seconds": mapped, "limit": 5e-3})
        ours = theirs = float("inf")
        for _ in range(3):
            theirs = min(theirs, best_of(1, lambda: np.load(path)))
            ours = min(ours, best_of(1, lambda: ocean.load(path)))
        lines.append({"name": f"load {text} .npy", "seconds": ours, "limit": 1.1 * theirs})
    return lines
