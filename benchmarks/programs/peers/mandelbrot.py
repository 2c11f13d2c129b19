"""Escape times: rows in parallel, point by point, with Numba; a loop over all points with JAX."""

import numpy as np


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(n, limit):
        x, y = np.linspace(-2.0, 0.5, n), np.linspace(-1.25, 1.25, n)
        N = np.zeros((n, n), dtype=np.int64)
        for i in prange(n):
            for j in range(n):
                a, b, last = 0.0, 0.0, 0
                for k in range(limit):
                    if a * a + b * b >= 4.0:
                        break
                    last = k
                    a, b = a * a - b * b + x[j], 2 * a * b + y[i]
                N[i, j] = 0 if last == limit - 1 else last
        return N

    return run


def jax_version(program):
    from functools import partial

    import jax
    import jax.numpy as jnp

    @partial(jax.jit, static_argnames="n")
    def run(n, limit):
        x, y = jnp.linspace(-2.0, 0.5, n)[None, :], jnp.linspace(-1.25, 1.25, n)[:, None]

        def step(k, state):
            a, b, N = state
            inside = a * a + b * b < 4.0
            after = jnp.where(inside, a * a - b * b + x, a), jnp.where(inside, 2 * a * b + y, b)
            return *after, jnp.where(inside, k, N)

        zeros = jnp.zeros((n, n))
        N = jax.lax.fori_loop(0, limit, step, (zeros, zeros, jnp.zeros((n, n), dtype=jnp.int64)))[2]
        return jnp.where(limit - 1 == N, 0, N)

    return run
