"""Rows for operations: reductions, comparison and logic, complex arithmetic, call overhead, indexing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .rows import ROW_MAJOR, Inputs, Row, Statement, random, row

TEN_MILLION = 10_000_000


def vector(count: int, kind: str = "f8") -> Inputs:
    # not centred at zero, so that the sums that are compared are not small differences
    return lambda: {"a": (random(count) + 0.5).astype(kind)}


def pair(count: int, kind: str = "f8") -> Inputs:
    return lambda: {"a": random(count).astype(kind), "b": random(count)[::-1].astype(kind)}


def flags(count: int) -> Inputs:
    return lambda: {"a": random(count) > 0, "b": random(count)[::-1] > 0.5}


def integers(count: int) -> Inputs:
    values = np.random.default_rng(7).integers(0, 1000, count)
    return lambda: {"a": values, "b": values[::-1].copy()}


def complexes(count: int) -> Inputs:
    return lambda: {"a": random(count) + 1j * random(count)[::-1], "b": random(count)[::-1] - 1j * random(count)}


def jitted(expression: str, arguments: str = "a") -> Statement:
    return f"f = jax.jit(lambda {arguments}: {expression})", f"f({arguments}).block_until_ready()"


REDUCTIONS: dict[str, dict[str, Any]] = {
    "sum": {"numpy": "a.sum()", "torch": "a.sum()", "jax": "a.sum()"},
    "sumAbs": {"numpy": "np.abs(a).sum()", "torch": "torch.linalg.vector_norm(a, 1)", "jax": "abs(a).sum()"},
    "norm": {"numpy": "np.linalg.norm(a)", "torch": "torch.linalg.vector_norm(a)", "jax": "(a * a).sum() ** 0.5"},
    "maximum": {"numpy": "a.max()", "torch": "a.max()", "jax": "a.max()"},
    "mean": {"numpy": "a.mean()", "torch": "a.mean()", "jax": "a.mean()"},
    "var": {"numpy": "a.var()", "torch": "a.var(correction=0)", "jax": "a.var()"},
    "argmax": {"numpy": "a.argmax()", "torch": "a.argmax()", "jax": "a.argmax()"},
    "ptp": {"numpy": "np.ptp(a)", "torch": "a.max() - a.min()", "jax": "a.max() - a.min()"},
    "any": {"numpy": "a.any()", "torch": "a.any()", "jax": "a.any()"},
    "nnz": {"numpy": "np.count_nonzero(a)", "torch": "torch.count_nonzero(a)", "jax": "(a != 0).sum()"},
}

ROWS: list[Row] = [
    row("sqrt of 64 doubles", 1.5, lambda: {"a": abs(random(64))}, ocean="ocean.sqrt(a)", numpy="np.sqrt(a)"),
    row("exp of 64 doubles", 1.5, vector(64), ocean="ocean.exp(a)", numpy="np.exp(a)"),
    row("sum of 64 doubles", 1.5, vector(64), ocean="ocean.sum(a)", numpy="a.sum()"),
    row("v + 1.0, 64 doubles", 1.5, vector(64), ocean="a + 1.0", numpy="a + 1.0"),
    row("v += 1, 64 doubles", 1.5, lambda: {"c": random(64)}, ocean="c += 1", numpy="c += 1"),
    row(
        "a < b, 1e6 doubles", 1.0, pair(1_000_000),
        ocean="a < b", numpy="a < b", torch="a < b", jax=jitted("a < b", "a, b"),
    ),
    row(
        "logicalAnd, 1e6 flags", 1.0, flags(1_000_000),
        ocean="ocean.logicalAnd(a, b)", numpy="np.logical_and(a, b)", torch="torch.logical_and(a, b)",
        jax=jitted("a & b", "a, b"),
    ),
    row(
        "a & b, 1e6 int64", 1.0, integers(1_000_000),
        ocean="a & b", numpy="a & b", torch="a & b", jax=jitted("a & b", "a, b"),
    ),
    row(
        "complex128 multiplication, 1e6", 1.2, complexes(1_000_000),
        ocean="a @ b", numpy="a * b", torch="a * b", jax=jitted("a * b", "a, b"),
        numexpr=("ne.evaluate('a * b')", "ne.re_evaluate()"),
    ),
    row(
        "complex128 exp, 1e6", 1.5, complexes(1_000_000),
        ocean="ocean.exp(a)", numpy="np.exp(a)", torch="torch.exp(a)", jax=jitted("jax.numpy.exp(a)"),
        numexpr=("ne.evaluate('exp(a)')", "ne.re_evaluate()"),
    ),
    row(
        "sum of 1e6 halves", 1.0, vector(1_000_000, "f2"),
        ocean="ocean.sum(a)", numpy="a.sum()", torch="a.sum()", jax=jitted("a.sum()"),
    ),
    row(
        "sum along the contiguous axis, 3000x3000", 1.1, lambda: {"a": random(3000, 3000)},
        ocean="ocean.sum(a, 0)", numpy="a.sum(1)", torch="a.sum(1)", jax=jitted("a.sum(1)"),
    ),
    row(
        "sum along the other axis, 3000x3000", 1.1, lambda: {"a": random(3000, 3000)},
        ocean="ocean.sum(a, 1)", numpy="a.sum(0)", torch="a.sum(0)", jax=jitted("a.sum(0)"),
    ),
]  # fmt: skip


# --- Powers with numbers as exponents ------------------------------------------------------------------------------

# at least 1/2, so that the sums that are compared are not governed by a few large ones
NUMBERS: dict[str, Callable[[int], np.ndarray[Any, Any]]] = {
    "doubles": lambda count: abs(random(count)) + 0.5,
    "floats": lambda count: (abs(random(count)) + 0.5).astype("f4"),
    "int64": lambda count: np.random.default_rng(7).integers(1, 1000, count),
    "complex doubles": lambda count: (abs(random(count)) + 0.5) * (1 + 0.5j),
}


def power(exponent: float, count: int, kind: str) -> Row:
    words, name = f"a ** {exponent}", "1e6" if count == 1_000_000 else f"{count:,}"
    return row(
        f"x**{exponent}, {name} {kind}", 1.0, lambda: {"a": NUMBERS[kind](count)},
        ocean=words, numpy=words, torch=words, jax=jitted(words),
        numexpr=(f"ne.evaluate('{words}')", "ne.re_evaluate()"),
    )  # fmt: skip


ROWS += [
    power(exponent, 1_000_000, kind)
    for kind in NUMBERS for exponent in (2, 3, -1, 0.5) if (kind, exponent) != ("int64", -1)
]  # fmt: skip
ROWS += [power(exponent, 1_000, "doubles") for exponent in (2, 3, -1, 0.5)]


# --- Reductions over a short last axis ------------------------------------------------------------------------------


def image(*size: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(7).integers(0, 256, size).astype("u1")


SHORT: dict[str, tuple[str, ...]] = {
    "sum": ("a.sum(2)", "a.sum(2)", "a.sum(2)"),
    "mean": ("a.mean(2)", "a.mean(2, dtype=torch.float64)", "a.mean(2)"),
    "maximum": ("a.max(2)", "a.amax(2)", "a.max(2)"),
}


def short_axis(function: str, name: str, values: Inputs, row_major: bool) -> Row:
    """A reduction over the colours of an image; `row_major`: they are neighbours in memory."""
    numpy, torch, jax = SHORT[function]
    ours, layout = (ROW_MAJOR, "") if row_major else ("", "a = {}")
    others = {"numpy": "np.asfortranarray(a)", "torch": "a.permute(2, 1, 0).contiguous().permute(2, 1, 0)"}
    return row(
        f"{function} over colours, {name}{'' if row_major else ', column-major'}", 1.2, values,
        ocean=(ours, f"ocean.{function}(a, 2)"), numpy=(layout.format(others["numpy"]), numpy),
        torch=(layout.format(others["torch"]), torch), jax=jitted(jax),
    )  # fmt: skip


ROWS.append(
    row(
        "argmax of 1e7 int8", 1.0, lambda: {"a": image(TEN_MILLION).view("i1") // 2},
        ocean="ocean.argmax(a)", numpy="a.argmax()", torch="a.argmax()", jax=jitted("a.argmax()"),
    )
)  # fmt: skip
for _function in SHORT:
    for _major in (True, False):
        ROWS.append(short_axis(_function, "512x512x3 uint8", lambda: {"a": image(512, 512, 3)}, _major))
        ROWS.append(short_axis(_function, "100x100x3 doubles", lambda: {"a": random(100, 100, 3) + 0.5}, _major))

for _kind, _name in (("f4", "floats"), ("f8", "doubles")):
    for _function, _peers in REDUCTIONS.items():
        _statements = {**_peers, "jax": jitted(_peers["jax"])}
        _inputs = vector(TEN_MILLION, _kind)
        ROWS.append(row(f"{_function} of 1e7 {_name}", 1.1, _inputs, ocean=f"ocean.{_function}(a)", **_statements))
