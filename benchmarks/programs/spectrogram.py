"""Spectra of windows that move over a signal."""

import numpy as np

SIZES = {"small": 500, "medium": 8000, "large": 100000}


def inputs(n, draw):
    return {"x": draw.random(n)}


def run(x):
    length, step = 128, 64
    window = np.hanning(length)
    starts = range(0, len(x) - length, step)
    spectra = [np.abs(np.fft.rfft(window * x[k : k + length])) ** 2 for k in starts]
    return 10 * np.log10(np.array(spectra) + 1e-12)
