"""Softmax over the last axis of four."""

import numpy as np

SIZES = {"small": 2, "medium": 8, "large": 32}


def inputs(n, draw):
    return {"x": draw.random((n, 4, 64, 64)).astype(np.float32)}


def run(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)
