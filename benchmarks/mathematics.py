"""Rows for the functions of one operand: 1e6 floats and doubles each, into a given result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .rows import Inputs, Row, Statement, random, row

COUNT = 1_000_000

Numbers = Callable[[], np.ndarray[Any, Any]]
# Not centred at zero, so that the sums that are compared are not small differences.
NORMAL: Numbers = lambda: random(COUNT) + 0.5  # noqa: E731
POSITIVE: Numbers = lambda: abs(random(COUNT)) + 1e-3  # noqa: E731
UNIT: Numbers = lambda: np.random.default_rng(7).uniform(-0.9, 1, COUNT)  # noqa: E731
FROM_ONE: Numbers = lambda: abs(random(COUNT)) + 1  # noqa: E731

ALL = {"numpy": "", "torch": "", "jax": ""}
FLAGS: dict[str, dict[str, str]] = {
    # functions whose results are flags
    **{name: {"numpy": "", "torch": f"torch.{name}(a)", "jax": ""} for name in ("isinf", "isnan", "isfinite")},
    **{name: ALL for name in ("isposinf", "isneginf")},
    "logicalNot": {"numpy": "np.logical_not(a, out=c)", "torch": "torch.logical_not(a, out=c)",
                   "jax": "jax.numpy.logical_not(a)"},
}  # fmt: skip
FUNCTIONS: dict[str, tuple[Numbers, dict[str, str]]] = {
    # numbers, and the libraries that have the function under its own name, or how else they say it
    "sqrt": (POSITIVE, {"numpy": "", "torch": "", "numexpr": "", "jax": ""}),
    "cbrt": (NORMAL, {"numpy": "", "jax": ""}),
    **{
        name: (numbers, {"numpy": "", "torch": "", "numexpr": "", "jax": ""})
        for name, numbers in {
            "sin": NORMAL, "cos": NORMAL, "tan": UNIT, "sinh": NORMAL, "cosh": NORMAL, "tanh": NORMAL,
            "arcsin": UNIT, "arccos": UNIT, "arctan": NORMAL, "arcsinh": NORMAL, "arccosh": FROM_ONE, "arctanh": UNIT,
            "exp": NORMAL, "expm1": NORMAL, "log": POSITIVE, "log10": POSITIVE, "log1p": POSITIVE,
        }.items()
    },
    "exp2": (NORMAL, ALL),
    "exp10": (NORMAL, {"numexpr": "10 ** a", "jax": "10 ** a", "torch": "torch.pow(10, a, out=c)"}),
    "log2": (POSITIVE, ALL),
    "sinc": (NORMAL, {"torch": "", "jax": "", "numpy": "np.sinc(a)"}),
    "erf": (NORMAL, {"torch": "", "jax": "jax.scipy.special.erf(a)"}),
    "gamma": (POSITIVE, {"jax": "jax.scipy.special.gamma(a)"}),
    "lgamma": (POSITIVE, {"torch": "", "jax": "jax.scipy.special.gammaln(a)"}),
    **{
        name: (NORMAL, ALL)
        for name in ("deg2rad", "rad2deg", "negative", "absolute", "sign", "ceil", "floor", "trunc", "round",
                     "reciprocal", "square")
    },
    "fabs": (NORMAL, {"numpy": "", "torch": "torch.abs(a, out=c)", "jax": ""}),
    "conj": (NORMAL, {"numpy": "", "torch": "c.copy_(a)", "jax": ""}),
    "angle": (NORMAL, {"numpy": "np.angle(a)", "torch": "", "jax": ""}),
    **{name: (NORMAL, peers) for name, peers in FLAGS.items()},
}  # fmt: skip


def statement(library: str, name: str, words: str) -> Statement:
    """How a library computes a function of `a` into `c`; JAX has no given results."""
    if library == "numexpr":
        return f"ne.evaluate('{words or name + '(a)'}', out=c)", "ne.re_evaluate()"
    if library == "jax":
        return f"f = jax.jit(lambda a: {words or f'jax.numpy.{name}(a)'})", "f(a).block_until_ready()"
    return words or f"{dict(numpy='np', torch='torch')[library]}.{name}(a, out=c)"


def inputs(numbers: Numbers, kind: str, result: str) -> Inputs:
    return lambda: {"a": numbers().astype(kind), "c": np.zeros(COUNT, result)}


ROWS: list[Row] = [
    row(
        f"{name} of 1e6 {dtype}", 1.2, inputs(numbers, kind, "bool" if name in FLAGS else kind),
        ocean=f"ocean.{name}(a, c)", **{library: statement(library, name, words) for library, words in peers.items()},
    )
    for name, (numbers, peers) in FUNCTIONS.items()
    for kind, dtype in (("f4", "floats"), ("f8", "doubles"))
]  # fmt: skip
