"""Means of samples that are drawn again."""

import numpy as np

SIZES = {"small": 30, "medium": 300, "large": 3000}


def inputs(n, draw):
    return {"x": draw.random(n), "draws": draw.integers(0, n, (200, n))}


def run(x, draws):
    means = x[draws].mean(axis=1)
    return np.percentile(means, [2.5, 50, 97.5]), means.std(ddof=1)
