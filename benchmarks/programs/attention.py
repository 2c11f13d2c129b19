"""Attention of a few heads."""

import numpy as np

SIZES = {"small": 2, "medium": 8, "large": 32}


def inputs(n, draw):
    return {name: draw.random((n, 4, 32, 16)).astype(np.float32) for name in ("q", "k", "v")}


def run(q, k, v):
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(np.float32(q.shape[-1]))
    scores = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights @ v
