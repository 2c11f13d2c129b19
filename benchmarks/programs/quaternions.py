"""Rotations of vectors by quaternions."""

import numpy as np

SIZES = {"small": 50, "medium": 5000, "large": 200000}


def inputs(n, draw):
    return {"q": draw.random((n, 4)) - 0.5, "v": draw.random((n, 3))}


def run(q, v):
    q = q / np.linalg.norm(q, axis=1, keepdims=True)
    w, u = q[:, :1], q[:, 1:]
    t = 2 * np.cross(u, v)
    return v + w * t + np.cross(u, t)
