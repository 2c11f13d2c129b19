"""Prices of options: one at a time, in parallel, with Numba; the program itself with JAX."""

import numpy as np

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(fastmath=True, inline="always")
    def cdf(x):
        k = 1 / (1 + 0.2316419 * abs(x))
        w = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
        w = 1 - 0.3989422804014327 * np.exp(-x * x / 2) * w
        return 1 - w if x < 0 else w

    @njit(parallel=parallel, fastmath=True)
    def run(S, X, T, r, v):
        call, put = np.empty_like(S), np.empty_like(S)
        for i in prange(len(S)):
            spread = v * np.sqrt(T[i])
            d1 = (np.log(S[i] / X[i]) + (r + 0.5 * v * v) * T[i]) / spread
            later = X[i] * np.exp(-r * T[i])
            call[i] = S[i] * cdf(d1) - later * cdf(d1 - spread)
            put[i] = call[i] - S[i] + later
        return call, put

    return run


def jax_version(program):
    import jax

    return jax.jit(program.run)
