"""Distances from one node, over lists of edges."""

import numpy as np

SIZES = {"small": 30, "medium": 500, "large": 5000}


def inputs(n, draw):
    source, target = draw.integers(0, n, (2, 6 * n))
    return {"source": source, "target": target, "weight": draw.random(6 * n), "n": n}


def run(source, target, weight, n):
    distance = np.full(n, np.inf)
    distance[0] = 0
    for _ in range(20):
        proposed = distance[source] + weight
        before = distance.copy()
        np.minimum.at(distance, target, proposed)
        if np.array_equal(before, distance):
            break
    return distance
