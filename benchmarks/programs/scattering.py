"""Sums of products of small complex matrices."""

import numpy as np

SIZES = {"small": 2, "medium": 4, "large": 8}


def inputs(n, draw):
    def numbers(*shape):
        return draw.random(shape) + 1j * draw.random(shape)

    return {"G": numbers(n, n, 6, 4, 4), "H": numbers(6, 3, 3, 4, 4), "D": numbers(n, 3, 3, 6, 3)}


def run(G, H, D):
    S = np.zeros(G.shape, dtype=G.dtype)
    for k in range(G.shape[0]):
        for e in range(G.shape[1]):
            for w in range(min(e + 1, D.shape[0])):
                for i in range(3):
                    for j in range(3):
                        for a in range(6):
                            S[k, e, a] += (G[k, e - w, a] @ H[a, i, j]) @ (H[a, j, i] * D[w, i, j, a, i])
    return S
