"""The volume of a ball and the price of a path, from random numbers."""

import numpy as np

SIZES = {"small": 500, "medium": 20000, "large": 1000000}


def inputs(n, draw):
    return {"u": draw.random((n, 3)), "z": draw.standard_normal((n // 10, 10))}


def run(u, z):
    inside = ((2 * u - 1) ** 2).sum(axis=1) <= 1
    paths = 100 * np.exp(np.cumsum(0.001 + 0.05 * z, axis=1))
    payoff = np.maximum(paths.mean(axis=1) - 100, 0)
    return 8 * inside.mean(), payoff.mean(), paths.max(axis=1)
