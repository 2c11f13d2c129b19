"""A sparse matrix times a vector, row by row."""

import numpy as np

SIZES = {"small": 30, "medium": 300, "large": 3000}


def inputs(n, draw):
    counts = draw.integers(1, 20, n)
    pointers = np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32)
    total = int(pointers[-1])
    columns = draw.integers(0, n, total).astype(np.uint32)
    return {"p": pointers, "c": columns, "v": draw.random(total), "x": draw.random(n)}


def run(p, c, v, x):
    y = np.empty(len(p) - 1)
    for i in range(len(y)):
        cols = c[p[i] : p[i + 1]]
        y[i] = v[p[i] : p[i + 1]] @ x[cols]
    return y
