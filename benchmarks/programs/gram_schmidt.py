"""Orthogonal columns, one after another."""

import numpy as np

SIZES = {"small": 10, "medium": 60, "large": 200}


def inputs(n, draw):
    return {"A": draw.random((2 * n, n))}


def run(A):
    Q = np.zeros_like(A)
    R = np.zeros((A.shape[1], A.shape[1]))
    for k in range(A.shape[1]):
        R[k, k] = np.sqrt(A[:, k] @ A[:, k])
        Q[:, k] = A[:, k] / R[k, k]
        for j in range(k + 1, A.shape[1]):
            R[k, j] = Q[:, k] @ A[:, j]
            A[:, j] -= Q[:, k] * R[k, j]
    return Q, R
