"""Ranks of pages by repeated products."""

import numpy as np

SIZES = {"small": 20, "medium": 200, "large": 1000}


def inputs(n, draw):
    links = draw.random((n, n)) < 5 / n
    return {"links": links.astype(float)}


def run(links):
    n = len(links)
    out = links.sum(axis=0)
    M = np.where(out > 0, links / np.where(out > 0, out, 1), 1 / n)
    rank = np.full(n, 1 / n)
    for _ in range(40):
        new = 0.85 * (M @ rank) + 0.15 / n
        if np.abs(new - rank).sum() < 1e-10:
            break
        rank = new
    return rank
