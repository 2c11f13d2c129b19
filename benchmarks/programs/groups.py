"""Sums and means of groups, by sorting and by counting."""

import numpy as np

SIZES = {"small": 100, "medium": 5000, "large": 300000}


def inputs(n, draw):
    return {"keys": draw.integers(0, 50, n), "values": draw.random(n)}


def run(keys, values):
    order = np.argsort(keys, kind="stable")
    k, v = keys[order], values[order]
    starts = np.flatnonzero(np.r_[True, k[1:] != k[:-1]])
    sums = np.add.reduceat(v, starts)
    largest = np.maximum.reduceat(v, starts)
    count = np.bincount(keys, minlength=50)
    return sums, largest, np.bincount(keys, weights=values, minlength=50) / np.maximum(count, 1)
