"""An LU factorisation by outer products."""

import numpy as np

SIZES = {"small": 20, "medium": 100, "large": 300}


def inputs(n, draw):
    return {"A": draw.random((n, n)) + n * np.eye(n)}


def run(A):
    n = len(A)
    for k in range(n - 1):
        A[k + 1 :, k] /= A[k, k]
        A[k + 1 :, k + 1 :] -= A[k + 1 :, k : k + 1] * A[k, k + 1 :]
    return A
