"""The Levinson recursion: loops over elements with Numba."""

import numpy as np


def numba_version(program):
    from numba import njit

    @njit(fastmath=True)
    def run(r):
        n = len(r)
        y, before = np.zeros(n), np.zeros(n)
        alpha, beta = -r[0], 1.0
        y[0] = -r[0]
        for k in range(1, n):
            beta *= 1.0 - alpha * alpha
            total = r[k]
            for j in range(k):
                total += r[k - 1 - j] * y[j]
                before[j] = y[j]
            alpha = -total / beta
            for j in range(k):
                y[j] += alpha * before[k - 1 - j]
            y[k] = alpha
        return y

    return run
