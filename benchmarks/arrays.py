"""`python -m benchmarks arrays`: the everyday calls of `python -m benchmarks small` as NumPy's users write them, with
`np` being NumPy for NumPy and `ocean.numpy` for Ocean."""

from __future__ import annotations

from typing import Any

import numpy

from .measure import Library
from .rows import Row, random
from .small import COMMON
from .small import INPUTS as SMALL_INPUTS
from .small import ROWS as SMALL
from .small import inputs as small_inputs

__all__ = ["INPUTS", "ROWS", "library"]

INPUTS = f"{SMALL_INPUTS}\nS, P: 4x4; b: 4; z: 16; C: 400x200; data: 10,000; edges: 51"
THROUGH_NUMPY = (
    "np.linalg.solve(S, b)", "np.linalg.inv(S)", "np.linalg.det(S)", "np.linalg.norm(S)", "np.fft.fft(z)",
    "np.linalg.cholesky(P)", "np.linalg.eigh(P)", "np.linalg.svd(S)", "np.linalg.qr(S)", "np.linalg.eig(S)",
    "np.linalg.pinv(S)", "np.linalg.lstsq(S, b)",
)  # fmt: skip
"""What NumPy computes for us, but for the norm: the rest is handing over operands and results."""
LARGER = ("C.T @ C", "C @ C.T", "np.histogram(data, edges)")
"""Products that are symmetric, and bins of any widths, which need more elements to show."""
ONCE = "import numpy; s, r, n = np.float64(2.5), np.float64(1.5), np.int64(7)" + COMMON


def inputs() -> dict[str, numpy.ndarray[Any, Any]]:
    positive = random(4, 4) @ random(4, 4).T + numpy.eye(4)
    return {**small_inputs(), "S": random(4, 4), "P": positive, "b": random(4), "z": random(16), **larger()}


def larger() -> dict[str, numpy.ndarray[Any, Any]]:
    return {"C": random(400, 200), "data": random(10_000), "edges": numpy.linspace(-3, 3, 51)}


def rows() -> list[Row]:
    """One row for each statement of NumPy; the names of rows differ."""
    made: dict[str, Row] = {}
    for each in SMALL:
        if "numpy" in each.statements:
            words = each.statements["numpy"][1]
            made[words] = Row(words, each.target, inputs, dict.fromkeys(("ocean", "numpy"), (ONCE, words)), each.unset)
    for words in (*THROUGH_NUMPY, *LARGER):
        made[words] = Row(words, 1.0, inputs, dict.fromkeys(("ocean", "numpy"), (ONCE, words)))
    return list(made.values())


ROWS = rows()


def library() -> Library:
    """Ocean with arrays for operands."""
    import ocean
    import ocean.numpy as np

    return Library({"np": np}, ocean.__version__, lambda array: np.array(array.copy()), numpy.asarray)
