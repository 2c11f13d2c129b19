"""A Fourier transform by halves, in stages."""

import numpy as np

SIZES = {"small": 64, "medium": 1024, "large": 16384}


def inputs(n, draw):
    return {"x": draw.random(n) + 1j * draw.random(n)}


def run(x):
    n = len(x)
    first, second = x.reshape(2, -1)
    X = np.array([first + second, first - second])
    while X.shape[0] < n:
        half = X.shape[1] // 2
        even, odd = X[:, :half], X[:, half:]
        factor = np.exp(-1j * np.pi * np.arange(X.shape[0]) / X.shape[0])[:, None]
        X = np.vstack([even + factor * odd, even - factor * odd])
    return X.ravel()
