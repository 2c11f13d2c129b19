"""The method of conjugate gradients."""

import numpy as np

SIZES = {"small": 20, "medium": 200, "large": 1000}


def inputs(n, draw):
    A = draw.random((n, n))
    return {"A": A @ A.T / n + np.eye(n), "b": draw.random(n)}


def run(A, b):
    x = np.zeros_like(b)
    r = b - A @ x
    p = r.copy()
    rs = r @ r
    for _ in range(40):
        Ap = A @ p
        alpha = rs / (p @ Ap)
        x += alpha * p
        r -= alpha * Ap
        new = r @ r
        if np.sqrt(new) < 1e-10:
            break
        p = r + (new / rs) * p
        rs = new
    return x
