"""The Levinson recursion: vectors that grow by one element in each step."""

import numpy as np

SIZES = {"small": 50, "medium": 500, "large": 2000}


def inputs(n, draw):
    return {"r": 0.9 ** np.arange(1, n + 1) * (1 + 0.01 * draw.random(n))}


def run(r):
    n = len(r)
    y = np.zeros(n)
    alpha, beta = -r[0], 1.0
    y[0] = -r[0]
    for k in range(1, n):
        beta *= 1.0 - alpha * alpha
        alpha = -(r[k] + np.dot(np.flip(r[:k]), y[:k])) / beta
        y[:k] += alpha * np.flip(y[:k])
        y[k] = alpha
    return y
