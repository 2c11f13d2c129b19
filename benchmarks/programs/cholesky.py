"""A Cholesky factorisation with dots of rows."""

import numpy as np

SIZES = {"small": 16, "medium": 60, "large": 160}


def inputs(n, draw):
    A = draw.random((n, n))
    return {"A": A @ A.T + n * np.eye(n)}


def run(A):
    n = len(A)
    for i in range(n):
        for j in range(i):
            A[i, j] = (A[i, j] - A[i, :j] @ A[j, :j]) / A[j, j]
        A[i, i] = np.sqrt(A[i, i] - A[i, :i] @ A[i, :i])
    return np.tril(A)
