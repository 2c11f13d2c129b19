"""A logistic regression by steps along the gradient."""

import numpy as np

SIZES = {"small": 30, "medium": 500, "large": 20000}


def inputs(n, draw):
    X = draw.random((n, 8)) - 0.5
    return {"X": X, "y": (X[:, 0] + X[:, 1] > 0).astype(float), "steps": 50}


def run(X, y, steps):
    w = np.zeros(X.shape[1])
    for _ in range(steps):
        p = 1 / (1 + np.exp(-(X @ w)))
        w -= 0.5 * (X.T @ (p - y)) / len(y)
    loss = -np.mean(y * np.log(p + 1e-12) + (1 - y) * np.log(1 - p + 1e-12))
    return w, loss
