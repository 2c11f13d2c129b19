"""Random numbers: rows in parallel with Numba, whole arrays with JAX."""

import numpy as np


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(u, z):
        inside = 0
        for i in prange(len(u)):
            a, b, c = 2 * u[i, 0] - 1, 2 * u[i, 1] - 1, 2 * u[i, 2] - 1
            if a * a + b * b + c * c <= 1:
                inside += 1
        count, length = z.shape
        most, payoff = np.empty(count), 0.0
        for i in prange(count):
            level, total, top = 0.0, 0.0, 0.0
            for k in range(length):
                level += 0.001 + 0.05 * z[i, k]
                price = 100 * np.exp(level)
                total += price
                top = max(top, price)
            most[i] = top
            payoff += max(total / length - 100, 0.0)
        return 8 * inside / len(u), payoff / count, most

    return run


def jax_version(program):
    import jax
    import jax.numpy as jnp

    @jax.jit
    def run(u, z):
        inside = ((2 * u - 1) ** 2).sum(axis=1) <= 1
        paths = 100 * jnp.exp(jnp.cumsum(0.001 + 0.05 * z, axis=1))
        payoff = jnp.maximum(paths.mean(axis=1) - 100, 0)
        return 8 * inside.mean(dtype=u.dtype), payoff.mean(), paths.max(axis=1)

    return run
