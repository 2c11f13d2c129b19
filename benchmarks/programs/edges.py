"""Edges of a picture: grey values, gradients, a threshold."""

import numpy as np

SIZES = {"small": 30, "medium": 250, "large": 1200}


def inputs(n, draw):
    return {"picture": draw.integers(0, 256, (n, n, 3)).astype(np.uint8)}


def run(picture):
    grey = picture @ np.array([0.299, 0.587, 0.114])
    gx = grey[:-2, 2:] + 2 * grey[1:-1, 2:] + grey[2:, 2:] - grey[:-2, :-2] - 2 * grey[1:-1, :-2] - grey[2:, :-2]
    gy = grey[2:, :-2] + 2 * grey[2:, 1:-1] + grey[2:, 2:] - grey[:-2, :-2] - 2 * grey[:-2, 1:-1] - grey[:-2, 2:]
    size = np.sqrt(gx**2 + gy**2)
    return (255 * (size > 0.6 * size.max())).astype(np.uint8)
