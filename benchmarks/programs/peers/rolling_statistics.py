"""Windows: parts of the values in parallel with Numba, running sums with JAX."""

import numpy as np


def numba_version(program, parallel):
    from numba import get_num_threads, njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(x, window):
        n = len(x) - window + 1
        mean, score = np.empty(n), np.empty(n)
        parts = get_num_threads()
        for part in prange(parts):
            first, end = part * n // parts, (part + 1) * n // parts
            total, squares = 0.0, 0.0
            for k in range(first, first + window - 1):
                total += x[k]
                squares += x[k] * x[k]
            for i in range(first, end):
                new = x[i + window - 1]
                total += new
                squares += new * new
                m = total / window
                mean[i] = m
                score[i] = (new - m) / np.sqrt(max(squares / window - m * m, 1e-12))
                total -= x[i]
                squares -= x[i] * x[i]
        return mean, score

    return run


def jax_version(program):
    from functools import partial

    import jax
    import jax.numpy as jnp

    @partial(jax.jit, static_argnames="window")
    def run(x, window):
        total, squares = jnp.pad(jnp.cumsum(x), (1, 0)), jnp.pad(jnp.cumsum(x * x), (1, 0))
        mean = (total[window:] - total[:-window]) / window
        variance = (squares[window:] - squares[:-window]) / window - mean**2
        return mean, (x[window - 1 :] - mean) / jnp.sqrt(jnp.maximum(variance, 1e-12))

    return run
