"""`python -m benchmarks fused`: expressions and functions of many operations, and the memory that they take.

Every library writes the same expression, in the form that is fastest there; JAX compiles it. `eager` are Ocean's own
calls, one operation at a time.
"""

from __future__ import annotations

import gc
import timeit
from dataclasses import dataclass
from typing import Any

import numpy as np

from .measure import Library
from .rows import Inputs, Row, Statement, random

TEN_MILLION = 10_000_000
SPARE = 1 << 20
"""Bytes that a row may take besides operands, result and what its reductions give."""


@dataclass(frozen=True)
class FusedRow(Row):
    """`reduced` are the bytes of what each of its reductions in the middle gives."""

    reduced: tuple[int, ...] = ()


def jitted(expression: str, arguments: str) -> Statement:
    return f"f = jax.jit(lambda {arguments}: {expression})", f"jax.block_until_ready(f({arguments}))"


def numexpr(expression: str, out: bool = False) -> Statement:
    return f"ne.evaluate({expression!r}{', out=c' if out else ''})", "ne.re_evaluate()"


def positive(count: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(7).uniform(0.5, 1.5, count)


# --- Elementwise -----------------------------------------------------------------------------------------------------


def polynomial(kind: str, swapped: bool = False) -> Inputs:
    def inputs() -> dict[str, np.ndarray[Any, Any]]:
        a = positive(TEN_MILLION).astype(kind)
        return {"a": swap(a) if swapped else a, "b": a[::-1].copy(), "d": np.roll(a, 1), "c": np.zeros_like(a)}

    return inputs


def lengths(kind: str, swapped: bool = False) -> Inputs:
    def inputs() -> dict[str, np.ndarray[Any, Any]]:
        a = positive(TEN_MILLION).astype(kind)
        return {"a": swap(a) if swapped else a, "b": a[::-1].copy(), "d": np.roll(a, 1)}

    return inputs


def swap(a: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return a.astype(a.dtype.newbyteorder())


def polynomial_statements(kind: str, swapped: bool = False) -> dict[str, Statement]:
    """2a + 3bd - a/b into c. PyTorch and JAX have no byteswapped arrays: NumPy brings the bytes in order for them."""
    native = f"a.astype('={kind}')"
    torch = "torch.addcmul({0} * 2, b, d, value=3, out=c).addcdiv_({0}, b, value=-1)"
    call = f"f({native if swapped else 'a'}, b, d).block_until_ready()"
    found: dict[str, Statement] = {
        "ocean": ("l = ocean.lazy(a)", "c[...] = 2 * l + 3 * (b @ ocean.lazy(d)) - l / b"),
        "numpy": "np.multiply(b, d, out=c); c *= 3; c += 2 * a; c -= a / b",
        "torch": f"t = torch.from_numpy({native}); {torch.format('t')}; c = c" if swapped else torch.format("a"),
        "jax": ("f = jax.jit(lambda a, b, d: 2 * a + 3 * b * d - a / b)", call),
    }
    return found if kind == "f2" else {**found, "numexpr": numexpr("2 * a + 3 * b * d - a / b", out=True)}


def length_statements(kind: str, swapped: bool = False) -> dict[str, Statement]:
    """sqrt(a*a + b*b + d*d)"""
    native = f"a.astype('={kind}')" if swapped else "a"
    taken = f"torch.from_numpy({native})" if swapped else "a"
    found: dict[str, Statement] = {
        "ocean": (
            "f = ocean.fuse(lambda a, b, d: ocean.sqrt(ocean.square(a) + ocean.square(b) + ocean.square(d)))",
            "f(a, b, d)",
        ),
        "numpy": (
            "def f(a, b, d):\n    c = a * a\n    c += b * b\n    c += d * d\n    return np.sqrt(c, out=c)",
            "f(a, b, d)",
        ),
        "torch": (
            "f = lambda a, b, d: (a * a).addcmul_(b, b).addcmul_(d, d).sqrt_()",
            f"f({taken}, b, d)",
        ),
        "jax": (
            "f = jax.jit(lambda a, b, d: jax.numpy.sqrt(a * a + b * b + d * d))",
            f"f({native}, b, d).block_until_ready()",
        ),
    }
    return found if kind == "f2" else {**found, "numexpr": numexpr("sqrt(a * a + b * b + d * d)")}


ELEMENTWISE = [
    FusedRow("2a + 3bc - a/b into d, 1e7 doubles", 1.5, polynomial("f8"), polynomial_statements("f8")),
    FusedRow(
        "sum((x - y)**2), 1e7 doubles", 1.2,
        lambda: {"a": random(TEN_MILLION), "b": random(TEN_MILLION)[::-1].copy()},
        {
            "ocean": "ocean.sum(ocean.square(ocean.lazy(a) - b))",
            "numpy": ("def f(a, b):\n    c = a - b\n    return c @ c", "f(a, b)"),
            "torch": ("def f(a, b):\n    c = a - b\n    return c @ c", "f(a, b)"),
            "numexpr": numexpr("sum((a - b)**2)"),
            "jax": jitted("((a - b)**2).sum()", "a, b"),
        },
    ),
    FusedRow("sqrt(x*x + y*y + z*z), 1e7 floats", 1.3, lengths("f4"), length_statements("f4")),
    FusedRow("2a + 3bc - a/b, 1e7 halves", 2.0, polynomial("f2"), polynomial_statements("f2")),
    FusedRow("sqrt(x*x + y*y + z*z), 1e7 halves", 2.0, lengths("f2"), length_statements("f2")),
    FusedRow("2a + 3bc - a/b, a byteswapped", 2.0, polynomial("f8", True), polynomial_statements("f8", True)),
    FusedRow("sqrt(x*x + y*y + z*z), x byteswapped", 2.0, lengths("f4", True), length_statements("f4", True)),
]  # fmt: skip


# --- Functions with reductions in the middle -------------------------------------------------------------------------

ROW_MAJOR = "a = a.reverseAxes().asContiguous().reverseAxes()"
"""So that an axis is the contiguous one in all libraries, or in none."""


def softmax(axis: int) -> Row:
    return FusedRow(
        f"softmax of 3000x3000 floats, axis {axis}", 1.3,
        lambda: {"a": random(3000, 3000).astype("f4")},
        {
            "ocean": (
                f"""{ROW_MAJOR}
@ocean.fuse
def f(x):
    e = ocean.exp(x - ocean.maximum(x, {axis}, True))
    return e / ocean.sum(e, {axis}, True)""",
                "f(a)",
            ),
            "numpy": (
                f"""def f(x):
    e = x - x.max({axis}, keepdims=True)
    np.exp(e, out=e)
    e /= e.sum({axis}, keepdims=True)
    return e""",
                "f(a)",
            ),
            "torch": f"torch.softmax(a, {axis})",
            "jax": jitted(f"jax.nn.softmax(a, {axis})", "a"),
        },
        reduced=(3000 * 4,) * 2,
    )  # fmt: skip


def standardize(axis: int) -> Row:
    return FusedRow(
        f"(x - mean)/stdev, 3000x3000, axis {axis}", 1.3,
        lambda: {"a": random(3000, 3000)},
        {
            "ocean": (
                f"{ROW_MAJOR}\n"
                f"f = ocean.fuse(lambda x: (x - ocean.mean(x, {axis}, True)) / ocean.stdev(x, {axis}, True))",
                "f(a)",
            ),
            "numpy": f"(a - a.mean({axis}, keepdims=True)) / a.std({axis}, keepdims=True)",
            "torch": (
                f"""def f(x):
    stdev, mean = torch.std_mean(x, {axis}, correction=0, keepdim=True)
    return (x - mean).div_(stdev)""",
                "f(a)",
            ),
            "jax": jitted(f"(a - a.mean({axis}, keepdims=True)) / a.std({axis}, keepdims=True)", "a"),
        },
        reduced=(3000 * 8,) * 2,
    )  # fmt: skip


def points() -> dict[str, np.ndarray[Any, Any]]:
    return {"a": random(2000, 16), "b": random(2000, 16)[::-1] + 1}


DISTANCES = [
    FusedRow(
        "squared distances, 2000x2000 points", 1.5, points,
        {
            "ocean": "ocean.sum((ocean.lazy(a)[:, None, :] - b[None, :, :]) ** 2, 2)",
            "numpy": "((a[:, None, :] - b[None, :, :]) ** 2).sum(2)",
            "torch": "((a[:, None, :] - b[None, :, :]) ** 2).sum(2)",
            "numexpr": ("a, b = a[:, None, :], b[None, :, :]; ne.evaluate('sum((a - b)**2, 2)')", "ne.re_evaluate()"),
            "jax": jitted("((a[:, None, :] - b[None, :, :]) ** 2).sum(2)", "a, b"),
        },
    ),
    FusedRow(
        "argmin of those distances", 1.5, points,
        {
            "ocean": (
                """@ocean.fuse
def f(a, b):
    return ocean.argmin(ocean.sum((a[:, None, :] - b[None, :, :]) ** 2, 2), 1)""",
                "f(a, b)",
            ),
            "numpy": "((a[:, None, :] - b[None, :, :]) ** 2).sum(2).argmin(1)",
            "torch": "((a[:, None, :] - b[None, :, :]) ** 2).sum(2).argmin(1)",
            "numexpr": (
                "a, b = a[:, None, :], b[None, :, :]; ne.evaluate('sum((a - b)**2, 2)')", "ne.re_evaluate().argmin(1)",
            ),
            "jax": jitted("((a[:, None, :] - b[None, :, :]) ** 2).sum(2).argmin(1)", "a, b"),
        },
        reduced=(2000 * 2000 * 8,),
    ),
]  # fmt: skip


# --- Black-Scholes ---------------------------------------------------------------------------------------------------

PRICES = """
def prices(s, k, t, rate, volatility):
    width = {sqrt}(t) {times} volatility
    d1 = ({log}(s / k) + (rate + 0.5 * volatility * volatility) {times} t) / width
    n1 = 0.5 + 0.5 {times} {erf}(d1 * 0.7071067811865476)
    n2 = 0.5 + 0.5 {times} {erf}((d1 - width) * 0.7071067811865476)
    later = k {times} {exp}(-rate {times} t)
    call = s {times} n1 - later {times} n2
    return call, call - s + later
"""


def price_words(module: str, erf: str, times: str = "*") -> str:
    names = {name: f"{module}.{name}" for name in ("sqrt", "log", "exp")}
    return PRICES.format(**names, erf=erf, times=times)


BLACK_SCHOLES = FusedRow(
    "Black-Scholes, 1e6 options in double", 1.5,
    lambda: {"s": 100 * positive(1_000_000), "k": 100 * positive(1_000_000)[::-1].copy(), "t": positive(1_000_000)},
    {
        "ocean": (price_words("ocean", "ocean.erf", "@") + "f = ocean.fuse(prices)", "f(s, k, t, 0.03, 0.2)"),
        "torch": (price_words("torch", "torch.erf"), "prices(s, k, t, 0.03, 0.2)"),
        "jax": (
            price_words("jax.numpy", "jax.lax.erf") + "f = jax.jit(prices)",
            "jax.block_until_ready(f(s, k, t, 0.03, 0.2))",
        ),
    },
)  # fmt: skip


# --- Ten operations on 100 doubles -----------------------------------------------------------------------------------

TEN = "((x + y) * x - y) * 0.5 + (x - 1.5) * (y + 2.5) - y * x"
TEN_OURS = TEN.replace("*", "@")
TEN_LAZY = f"x, y = ocean.lazy(a), ocean.lazy(b); c = ({TEN_OURS}).eval()"


def hundred() -> dict[str, np.ndarray[Any, Any]]:
    return {"a": random(100), "b": random(100)[::-1].copy(), "c": np.zeros(100)}


FUSED_TEN: Statement = (f"f = ocean.fuse(lambda x, y: {TEN_OURS})", "f(a, b)")
EAGER_TEN: Statement = (f"f = lambda x, y: {TEN_OURS}", "f(a, b)")
PLAIN_TEN: Statement = (f"f = lambda x, y: {TEN}", "f(a, b)")
SMALL = [
    FusedRow(
        "10 operations, 100 doubles, fused", 3.0, hundred,
        {
            "ocean": FUSED_TEN, "numpy": PLAIN_TEN, "torch": PLAIN_TEN,
            "numexpr": ("x, y = a, b; " + str(numexpr(TEN)[0]), "ne.re_evaluate()"),
            "jax": (f"f = jax.jit(lambda x, y: {TEN})", "f(a, b).block_until_ready()"),
        },
    ),
    FusedRow("the same beside our eager calls", 1.0, hundred, {"ocean": FUSED_TEN, "eager": EAGER_TEN}),
    FusedRow("the same, lazy, beside eager calls", 0.5, hundred, {"ocean": TEN_LAZY, "eager": EAGER_TEN}),
]  # fmt: skip

ROWS: list[Row] = [
    *ELEMENTWISE, softmax(0), softmax(1), standardize(0), standardize(1), *DISTANCES, BLACK_SCHOLES, *SMALL,
]  # fmt: skip


# --- Memory ----------------------------------------------------------------------------------------------------------


def temporaries(row: Row, library: Library) -> int:
    """Bytes that a call takes at its peak besides operands and result."""
    import ocean

    given = row.statements["ocean"]
    once, statement = given if isinstance(given, tuple) else ("", given)
    names = {**library.names, **{name: library.take(array) for name, array in row.inputs().items()}}
    exec(once, names)
    kept = statement if "=" in statement.split("(")[0] else f"result = {statement}"
    exec(kept, names)  # compiles
    names.pop("result", None)
    gc.collect()
    ocean.cpu.emptyCache()  # kept blocks may be larger than what is needed
    ocean.cpu.peakBytes = 0
    exec(kept, names)
    return int(ocean.cpu.peakBytes - ocean.cpu.usedBytes)


def block(nbytes: int) -> int:
    """Bytes that the allocator takes for this number; large blocks are whole pages of 2 MB."""
    import ocean

    ocean.cpu.emptyCache()
    before = ocean.cpu.usedBytes
    kept = ocean.tensor([nbytes], ocean.uint8)
    return int(ocean.cpu.usedBytes - before) if kept.nelem else 0


def print_memory(rows: list[Row], library: Library) -> list[dict[str, Any]]:
    """Print what rows take besides operands and result; at most what their reductions give and 1 MB."""
    lines: list[dict[str, Any]] = []
    print(f"{'memory besides operands and result':<42}{'bytes':>12}{'at most':>12}")
    for row in rows:
        assert isinstance(row, FusedRow)
        found, limit = temporaries(row, library), sum(map(block, row.reduced)) + SPARE
        lines.append({"name": row.name, "temporaries": found, "limit": limit})
        print(f"{row.name:<42}{found:>12,}{limit:>12,}{'' if found <= limit else '  missed'}")
    print()
    return lines


def print_cdist(libraries: dict[str, Library]) -> None:
    """`torch.cdist` is another algorithm (a product of matrices), which is less exact: printed, not counted."""
    if "torch" in libraries:
        torch = libraries["torch"].names["torch"]
        a, b = (torch.from_numpy(each.copy()) for each in points().values())
        best = min(timeit.repeat(lambda: torch.cdist(a, b).square_(), number=1, repeat=20))
        print(f"torch.cdist(a, b)**2 of the same points, by a product of matrices (not counted): {best * 1e3:.1f} ms\n")
