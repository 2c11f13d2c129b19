"""A picture with an even histogram."""

import numpy as np

SIZES = {"small": 30, "medium": 300, "large": 1500}


def inputs(n, draw):
    return {"picture": draw.integers(60, 180, (n, n)).astype(np.uint8)}


def run(picture):
    counts = np.bincount(picture.ravel(), minlength=256)
    total = counts.cumsum()
    low = total[total > 0].min()
    table = np.clip(np.round((total - low) / (total[-1] - low) * 255), 0, 255).astype(np.uint8)
    return table[picture]
