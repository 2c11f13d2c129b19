"""Covariances of columns, column by column."""

import numpy as np

SIZES = {"small": 20, "medium": 100, "large": 300}


def inputs(n, draw):
    return {"data": draw.random((2 * n, n))}


def run(data):
    data = data - np.mean(data, axis=0)
    m = data.shape[1]
    result = np.zeros((m, m))
    for i in range(m):
        result[i:, i] = result[i, i:] = data[:, i] @ data[:, i:] / (data.shape[0] - 1.0)
    return result
