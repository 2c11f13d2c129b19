"""`python -m benchmarks arrays`: the everyday calls of `python -m benchmarks small` as NumPy's users write them, with
`np` being NumPy for NumPy and `ocean.numpy` for Ocean."""

from __future__ import annotations

from .measure import Library
from .rows import Row
from .small import COMMON, INPUTS, inputs
from .small import ROWS as SMALL

__all__ = ["INPUTS", "ROWS", "library"]

ONCE = "import numpy; s, r, n = np.float64(2.5), np.float64(1.5), np.int64(7)" + COMMON


def rows() -> list[Row]:
    """One row for each statement of NumPy; the names of rows differ."""
    made: dict[str, Row] = {}
    for each in SMALL:
        if "numpy" in each.statements:
            words = each.statements["numpy"][1]
            made[words] = Row(words, each.target, inputs, dict.fromkeys(("ocean", "numpy"), (ONCE, words)), each.unset)
    return list(made.values())


ROWS = rows()


def library() -> Library:
    """Ocean with arrays for operands."""
    import numpy

    import ocean
    import ocean.numpy as np

    return Library({"np": np}, ocean.__version__, lambda array: np.array(array.copy()), numpy.asarray)
