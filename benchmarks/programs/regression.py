"""A linear regression with its errors."""

import numpy as np

SIZES = {"small": 30, "medium": 500, "large": 20000}


def inputs(n, draw):
    X = draw.random((n, 6))
    return {"X": X, "y": X @ np.arange(6.0) + 0.1 * draw.random(n)}


def run(X, y):
    X = np.column_stack([np.ones(len(X)), X])
    beta, *_ = np.linalg.lstsq(X, y, rcond=None)
    rest = y - X @ beta
    variance = rest @ rest / (len(X) - X.shape[1])
    errors = np.sqrt(variance * np.diag(np.linalg.inv(X.T @ X)))
    return beta, errors, 1 - rest.var() / y.var()
