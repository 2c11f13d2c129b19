"""Gaussian elimination with pivots, a row at a time."""

import numpy as np

SIZES = {"small": 20, "medium": 80, "large": 250}


def inputs(n, draw):
    return {"A": draw.random((n, n)) + n * np.eye(n), "b": draw.random(n)}


def run(A, b):
    n = len(b)
    for k in range(n - 1):
        pivot = k + int(np.argmax(np.abs(A[k:, k])))
        if pivot != k:
            A[[k, pivot]] = A[[pivot, k]]
            b[[k, pivot]] = b[[pivot, k]]
        for i in range(k + 1, n):
            factor = A[i, k] / A[k, k]
            A[i, k:] -= factor * A[k, k:]
            b[i] -= factor * b[k]
    x = np.zeros(n)
    for i in range(n - 1, -1, -1):
        x[i] = (b[i] - A[i, i + 1 :] @ x[i + 1 :]) / A[i, i]
    return x
