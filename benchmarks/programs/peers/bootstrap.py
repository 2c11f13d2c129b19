"""Samples that are drawn again: draws in parallel with Numba, the program itself with JAX."""

import numpy as np


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(x, draws):
        count, n = draws.shape
        means = np.empty(count)
        for i in prange(count):
            total = 0.0
            for j in range(n):
                total += x[draws[i, j]]
            means[i] = total / n
        limits = np.percentile(means, np.array([2.5, 50, 97.5]))
        return limits, means.std() * np.sqrt(count / (count - 1))

    return run


def jax_version(program):
    import jax
    import jax.numpy as jnp

    @jax.jit
    def run(x, draws):
        means = x[draws].mean(axis=1)
        return jnp.percentile(means, jnp.array([2.5, 50, 97.5])), means.std(ddof=1)

    return run
