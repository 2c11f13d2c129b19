"""A logistic regression: parts of the rows in parallel with Numba, a loop of steps with JAX."""

import numpy as np

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import get_num_threads, njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(X, y, steps):
        n, m = X.shape
        parts = get_num_threads()
        w, p = np.zeros(m), np.empty(n)
        for _ in range(steps):
            gradient = np.zeros((parts, m))
            for part in prange(parts):
                mine = gradient[part]
                for i in range(part * n // parts, (part + 1) * n // parts):
                    z = 0.0
                    for j in range(m):
                        z += X[i, j] * w[j]
                    p[i] = 1 / (1 + np.exp(-z))
                    for j in range(m):
                        mine[j] += X[i, j] * (p[i] - y[i])
            w -= 0.5 * gradient.sum(axis=0) / n
        loss = 0.0
        for i in prange(n):
            loss -= y[i] * np.log(p[i] + 1e-12) + (1 - y[i]) * np.log(1 - p[i] + 1e-12)
        return w, loss / n

    return run


def jax_version(program):
    import jax
    import jax.numpy as jnp

    @jax.jit
    def run(X, y, steps):
        def step(_, state):
            p = jax.nn.sigmoid(X @ state[0])
            return state[0] - 0.5 * (X.T @ (p - y)) / len(y), p

        w, p = jax.lax.fori_loop(0, steps, step, (jnp.zeros(X.shape[1]), jnp.zeros(len(y))))
        return w, -jnp.mean(y * jnp.log(p + 1e-12) + (1 - y) * jnp.log(1 - p + 1e-12))

    return run
