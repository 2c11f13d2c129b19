"""The nearest neighbours of points by brute force."""

import numpy as np

SIZES = {"small": 40, "medium": 300, "large": 1200}


def inputs(n, draw):
    return {"points": draw.random((n, 4)), "queries": draw.random((n // 2, 4))}


def run(points, queries):
    squares = (points**2).sum(axis=1)
    distance = (queries**2).sum(axis=1)[:, None] + squares - 2 * queries @ points.T
    order = np.argsort(distance, axis=1)[:, :5]
    return order, np.sqrt(np.maximum(np.take_along_axis(distance, order, axis=1), 0))
