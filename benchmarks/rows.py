"""The rows of the benchmark: one entry says what is measured, how each library says it best, and the ratio to reach.

A statement is Python source that runs in a loop with the row's inputs as variables, in the library's own kind of array.
A pair is (something to run once before, statement). A library that is not named in a row cannot do its work.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Inputs = Callable[[], dict[str, np.ndarray[Any, Any]]]
Statement = str | tuple[str, str]


@dataclass(frozen=True)
class Row:
    """One line of the table; `target` is the least ratio of the best peer's time to ours. The contents of a result that
    is `unset` cannot be compared."""

    name: str
    target: float
    inputs: Inputs
    statements: dict[str, Statement]
    unset: bool = False


def row(name: str, target: float, inputs: Inputs, **statements: Statement) -> Row:
    return Row(name, target, inputs, statements)


def random(*size: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(7).standard_normal(size)


def doubles(count: int) -> Inputs:
    return lambda: {"a": random(count), "b": random(count)[::-1].copy(), "c": np.zeros(count)}


ROW_MAJOR = "a = a.reverseAxes().asContiguous().reverseAxes()"
"""Run once, for rows about tensors whose last dimension is contiguous."""

# The best way of saying a + b; rows about other layouts and dtypes use the same words.
ADD: dict[str, Statement] = {
    "ocean": "a + b",
    "numpy": "a + b",
    "torch": "a + b",
    "numexpr": ("ne.evaluate('a + b')", "ne.re_evaluate()"),
    "jax": ("f = jax.jit(lambda a, b: a + b)", "f(a, b).block_until_ready()"),
}
# JAX has no given results: it makes new ones.
ADD_INTO: dict[str, Statement] = {
    "ocean": "ocean.add(a, b, c)",
    "numpy": "np.add(a, b, out=c)",
    "torch": "torch.add(a, b, out=c)",
    "numexpr": ("ne.evaluate('a + b', out=c)", "ne.re_evaluate()"),
    "jax": ADD["jax"],
}

ROWS = [
    row("a + b, 10 doubles", 1.5, doubles(10), **ADD),
    row("a + b, 1,000 doubles", 1.5, doubles(1_000), **ADD),
    row("a + b, 1e6 doubles", 1.1, doubles(1_000_000), **ADD),
    row("a + b, 1e7 doubles", 1.1, doubles(10_000_000), **ADD),
    row("a + b into c, 1e6 doubles", 1.1, doubles(1_000_000), **ADD_INTO),
    row("a + b into c, 1e7 doubles", 1.1, doubles(10_000_000), **ADD_INTO),
    row(
        "copy float64 into float32, 1e6", 1.1,
        lambda: {"a": random(1_000_000), "c": np.zeros(1_000_000, "f4")},
        ocean="c.copy(a)",
        numpy="np.copyto(c, a, casting='same_kind')",
        torch="c.copy_(a)",
        numexpr=("ne.evaluate('a', out=c, casting='same_kind')", "ne.re_evaluate()"),
        jax=("f = jax.jit(lambda a: a.astype('float32'))", "f(a).block_until_ready()"),
    ),
    row(
        "byteswapped + native, 1e6 doubles", 2.0,
        lambda: {"a": random(1_000_000).astype(">f8"), "b": random(1_000_000)},
        ocean="a + b",
        numpy="a + b",
        # these two have no byteswapped arrays: NumPy brings the bytes in order for them
        torch="torch.from_numpy(a.astype('=f8')) + b",
        jax=(ADD["jax"][0], "f(a.astype('=f8'), b).block_until_ready()"),
        numexpr=ADD["numexpr"],
    ),
    row(
        "int8 + float64, 1e6", 1.2,
        lambda: {"a": np.arange(1_000_000).astype("i1"), "b": random(1_000_000)}, **ADD,
    ),
    row(
        "float16 + float16, 1e6", 1.0,
        lambda: {"a": random(1_000_000).astype("f2"), "b": random(1_000_000).astype("f2")},
        **{library: ADD[library] for library in ("ocean", "numpy", "torch", "jax")},
    ),
    row(
        "transposed copy, 3000x3000 doubles", 2.5,
        lambda: {"a": random(3000, 3000)},
        ocean="a.T.asContiguous()",
        numpy="np.ascontiguousarray(a.T)",
        torch="a.t().contiguous()",
        jax=("f = jax.jit(lambda a: a.T)", "f(a).block_until_ready()"),
    ),
    row("1000x1 + 1x1000 doubles", 1.0, lambda: {"a": random(1000, 1), "b": random(1, 1000)}, **ADD),
    row("T of 10x4", 1.0, lambda: {"a": random(10, 4)}, ocean="a.T", numpy="a.T", torch="a.T"),
    row(
        "reshape 10x4 to 5x8", 1.0, lambda: {"a": random(10, 4)},
        ocean="a.reshape(5, 8)", numpy="a.reshape(5, 8)", torch="a.reshape(5, 8)",
    ),
    row(
        "swapAxes of 10x4", 1.0, lambda: {"a": random(10, 4)},
        ocean="a.swapAxes(0, 1)", numpy="a.swapaxes(0, 1)", torch="a.swapaxes(0, 1)",
    ),
    row(
        "slice of 10x4", 1.0, lambda: {"a": random(10, 4)},
        ocean="a.slice(0, 2, 3)", numpy="a[2:5]", torch="a.narrow(0, 2, 3)",
    ),
]  # fmt: skip
