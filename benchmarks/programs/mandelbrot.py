"""Escape times of points of the plane."""

import numpy as np

SIZES = {"small": 30, "medium": 150, "large": 500}


def inputs(n, draw):
    return {"n": n, "limit": 25}


def run(n, limit):
    x, y = np.linspace(-2.0, 0.5, n), np.linspace(-1.25, 1.25, n)
    C = x + y[:, None] * 1j
    N = np.zeros(C.shape, dtype=np.int64)
    Z = np.zeros_like(C)
    for k in range(limit):
        inside = abs(Z) < 2.0
        N[inside] = k
        Z[inside] = Z[inside] ** 2 + C[inside]
    last = limit - 1
    N[last == N] = 0
    return N
