"""Advection: rows in parallel with Numba, a loop of rolled fields with JAX."""

import numpy as np


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(q, steps):
        n, m = q.shape
        new = np.empty_like(q)
        q = q.copy()
        for t in range(steps):
            c, s = 0.3 * np.cos(0.1 * t), 0.3 * np.sin(0.1 * t)
            cp, cm, sp, sm = max(c, 0.0), min(c, 0.0), max(s, 0.0), min(s, 0.0)
            for i in prange(n):
                here, south, north, out = q[i], q[i - 1], q[(i + 1) % n], new[i]
                for j in range(1, m - 1):
                    x = here[j]
                    out[j] = (
                        x
                        - (cp * (x - here[j - 1]) + cm * (here[j + 1] - x))
                        - (sp * (x - south[j]) + sm * (north[j] - x))
                    )
                for j in (0, m - 1):
                    x, right = here[j], here[(j + 1) % m]
                    out[j] = (
                        x - (cp * (x - here[j - 1]) + cm * (right - x)) - (sp * (x - south[j]) + sm * (north[j] - x))
                    )
            q, new = new, q
        return q

    return run


def jax_version(program):
    import jax
    import jax.numpy as jnp

    @jax.jit
    def run(q, steps):
        def step(t, q):
            c, s = 0.3 * jnp.cos(0.1 * t), 0.3 * jnp.sin(0.1 * t)
            east = jnp.maximum(c, 0) * (q - jnp.roll(q, 1, 1)) + jnp.minimum(c, 0) * (jnp.roll(q, -1, 1) - q)
            north = jnp.maximum(s, 0) * (q - jnp.roll(q, 1, 0)) + jnp.minimum(s, 0) * (jnp.roll(q, -1, 0) - q)
            return q - east - north

        return jax.lax.fori_loop(0, steps, step, q)

    return run
