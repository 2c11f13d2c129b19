"""Many tridiagonal systems at once, by the algorithm of Thomas."""

import numpy as np

SIZES = {"small": 8, "medium": 200, "large": 5000}


def inputs(n, draw):
    a, b, c, d = draw.random((4, 60, n))
    return {"a": a, "b": 4 + b, "c": c, "d": d}


def run(a, b, c, d):
    n = len(d)
    for i in range(1, n):
        w = a[i] / b[i - 1]
        b[i] -= w * c[i - 1]
        d[i] -= w * d[i - 1]
    x = np.zeros_like(d)
    x[-1] = d[-1] / b[-1]
    for i in range(n - 2, -1, -1):
        x[i] = (d[i] - c[i] * x[i + 1]) / b[i]
    return x
