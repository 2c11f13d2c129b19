"""Correlations of a signal with itself, by shifts."""

import numpy as np

SIZES = {"small": 200, "medium": 2000, "large": 20000}


def inputs(n, draw):
    return {"x": draw.random(n)}


def run(x):
    x = x - x.mean()
    scale = x @ x
    return np.array([x[: len(x) - lag] @ x[lag:] / scale for lag in range(100)])
