"""A filter with a window, and the envelope of a signal."""

import numpy as np

SIZES = {"small": 200, "medium": 5000, "large": 200000}


def inputs(n, draw):
    return {"x": np.sin(np.arange(n) * 0.05) + 0.3 * draw.random(n)}


def run(x):
    taps = np.sinc(0.2 * np.arange(-15, 16)) * np.hamming(31)
    taps /= taps.sum()
    smooth = np.convolve(x, taps, mode="same")
    energy = np.convolve(smooth**2, np.ones(21) / 21, mode="same")
    return smooth, np.sqrt(energy)
