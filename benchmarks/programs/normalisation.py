"""Batches with mean 0 and deviation 1, then a residual."""

import numpy as np

SIZES = {"small": 4, "medium": 16, "large": 64}


def inputs(n, draw):
    return {"x": draw.random((n, 16, 16, 32)).astype(np.float32), "g": draw.random(32).astype(np.float32)}


def run(x, g):
    mean = np.mean(x, axis=0, keepdims=True)
    deviation = np.std(x, axis=0, keepdims=True)
    y = (x - mean) / np.sqrt(deviation + 1e-5)
    return np.maximum(y * g + x, 0)
