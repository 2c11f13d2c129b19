"""A wave: rows in parallel with Numba, a loop of steps with JAX."""

import numpy as np

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(u, steps):
        n, m = u.shape
        before, after = np.zeros_like(u), np.zeros_like(u)
        for t in range(steps):
            u[n // 2, n // 2] = np.sin(0.3 * t)
            for i in prange(1, n - 1):
                for j in range(1, m - 1):
                    around = u[i + 1, j] + u[i - 1, j] + u[i, j + 1] + u[i, j - 1]
                    after[i, j] = 2 * u[i, j] - before[i, j] + 0.25 * (around - 4 * u[i, j])
            before, u, after = u, after, before
        return u

    return run


def jax_version(program):
    import jax
    import jax.numpy as jnp

    @jax.jit
    def run(u, steps):
        middle = len(u) // 2

        def step(t, fields):
            before, u = fields
            u = u.at[middle, middle].set(jnp.sin(0.3 * t))
            around = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]
            after = 2 * u[1:-1, 1:-1] - before[1:-1, 1:-1] + 0.25 * (around - 4 * u[1:-1, 1:-1])
            return u, jnp.pad(after, 1)

        return jax.lax.fori_loop(0, steps, step, (jnp.zeros_like(u), u))[1]

    return run
