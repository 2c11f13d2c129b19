"""Upwind advection of a field by a changing wind."""

import numpy as np

SIZES = {"small": 30, "medium": 200, "large": 900}


def inputs(n, draw):
    return {"q": draw.random((n, n)), "steps": 30}


def run(q, steps):
    for t in range(steps):
        c, s = 0.3 * np.cos(0.1 * t), 0.3 * np.sin(0.1 * t)
        east = np.maximum(c, 0) * (q - np.roll(q, 1, axis=1)) + np.minimum(c, 0) * (np.roll(q, -1, axis=1) - q)
        north = np.maximum(s, 0) * (q - np.roll(q, 1, axis=0)) + np.minimum(s, 0) * (np.roll(q, -1, axis=0) - q)
        q = q - east - north
    return q
