"""A wave on a square, with a source."""

import numpy as np

SIZES = {"small": 20, "medium": 150, "large": 700}


def inputs(n, draw):
    return {"u": np.zeros((n, n)), "steps": 40}


def run(u, steps):
    before, c = np.zeros_like(u), 0.25
    for t in range(steps):
        u[len(u) // 2, len(u) // 2] = np.sin(0.3 * t)
        around = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]
        after = np.zeros_like(u)
        after[1:-1, 1:-1] = 2 * u[1:-1, 1:-1] - before[1:-1, 1:-1] + c * (around - 4 * u[1:-1, 1:-1])
        before, u = u, after
    return u
