"""Counts of bits, Gray codes and hashes of integers."""

import numpy as np

SIZES = {"small": 500, "medium": 20000, "large": 1000000}


def inputs(n, draw):
    return {"x": draw.integers(0, 2**32, n).astype(np.uint32)}


def run(x):
    gray = x ^ (x >> 1)
    v = gray - ((gray >> 1) & 0x55555555)
    v = (v & 0x33333333) + ((v >> 2) & 0x33333333)
    count = (((v + (v >> 4)) & 0x0F0F0F0F) * np.uint32(0x01010101)) >> 24
    h = x ^ (x >> 16)
    h = h * np.uint32(0x45D9F3B)
    h = h ^ (h >> 16)
    return gray, count, h
