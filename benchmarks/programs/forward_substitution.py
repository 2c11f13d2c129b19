"""A triangular system, with rows that grow."""

import numpy as np

SIZES = {"small": 50, "medium": 400, "large": 2000}


def inputs(n, draw):
    return {"L": np.tril(draw.random((n, n))) + n * np.eye(n), "b": draw.random(n)}


def run(L, b):
    x = np.empty_like(b)
    for i in range(len(b)):
        x[i] = (b[i] - L[i, :i] @ x[:i]) / L[i, i]
    return x
