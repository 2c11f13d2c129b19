"""A Gaussian blur by sums of shifted pictures, in both directions."""

import numpy as np

SIZES = {"small": 30, "medium": 250, "large": 1200}


def inputs(n, draw):
    return {"picture": draw.random((n, n))}


def run(picture):
    weights = np.exp(-0.5 * (np.arange(-4, 5) / 1.5) ** 2)
    weights /= weights.sum()
    n = picture.shape[0] - 8
    rows = sum(w * picture[k : k + n, :] for k, w in enumerate(weights))
    return sum(w * rows[:, k : k + n] for k, w in enumerate(weights))
