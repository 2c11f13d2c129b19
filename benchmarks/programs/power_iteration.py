"""The largest eigenvalue by repeated products."""

import numpy as np

SIZES = {"small": 20, "medium": 200, "large": 1000}


def inputs(n, draw):
    A = draw.random((n, n))
    return {"A": (A + A.T) / n, "x": draw.random(n)}


def run(A, x):
    for _ in range(60):
        y = A @ x
        x = y / np.linalg.norm(y)
    return x @ (A @ x), np.abs(x)
