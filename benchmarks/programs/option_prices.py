"""Prices of options by the formula of Black and Scholes."""

import numpy as np

SIZES = {"small": 100, "medium": 10000, "large": 500000}


def inputs(n, draw):
    S, X = 10 + 90 * draw.random((2, n))
    return {"S": S, "X": X, "T": 0.2 + draw.random(n), "r": 0.02, "v": 0.3}


def cdf(x):
    k = 1 / (1 + 0.2316419 * np.abs(x))
    w = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
    w = 1 - 0.3989422804014327 * np.exp(-x * x / 2) * w
    return np.where(x < 0, 1 - w, w)


def run(S, X, T, r, v):
    root = np.sqrt(T)
    d1 = (np.log(S / X) + (r + 0.5 * v * v) * T) / (v * root)
    d2 = d1 - v * root
    later = X * np.exp(-r * T)
    call = S * cdf(d1) - later * cdf(d2)
    return call, call - S + later
