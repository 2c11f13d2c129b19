"""A moving average with a memory, element by element."""

import numpy as np

SIZES = {"small": 200, "medium": 1000, "large": 5000}


def inputs(n, draw):
    return {"x": draw.random(n), "weight": 0.1}


def run(x, weight):
    y = np.empty_like(x)
    y[0] = x[0]
    for k in range(1, len(x)):
        y[k] = weight * x[k] + (1 - weight) * y[k - 1]
    return y
