"""The best load of a knapsack, item by item."""

import numpy as np

SIZES = {"small": 20, "medium": 100, "large": 400}


def inputs(n, draw):
    return {"weights": draw.integers(1, 50, n), "values": draw.integers(1, 100, n), "capacity": 20 * n}


def run(weights, values, capacity):
    best = np.zeros(capacity + 1, dtype=np.int64)
    for weight, value in zip(weights.tolist(), values.tolist(), strict=True):
        best[weight:] = np.maximum(best[weight:], best[:-weight] + value)
    return best
