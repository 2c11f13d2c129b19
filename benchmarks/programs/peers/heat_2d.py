"""Heat in a plate: rows in parallel with Numba, a loop of steps with JAX."""

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(u, steps):
        n, m = u.shape
        new = u.copy()
        for _ in range(steps):
            for i in prange(1, n - 1):
                a, b, c, out = u[i - 1], u[i], u[i + 1], new[i]
                for j in range(1, m - 1):
                    out[j] = b[j] + 0.2 * (c[j] + a[j] + b[j + 1] + b[j - 1] - 4 * b[j])
            u, new = new, u
        return u

    return run


def jax_version(program):
    import jax
    import jax.numpy as jnp

    @jax.jit
    def run(u, steps):
        def step(_, u):
            around = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]
            return u + jnp.pad(0.2 * (around - 4 * u[1:-1, 1:-1]), 1)  # faster than u.at[1:-1, 1:-1].add

        return jax.lax.fori_loop(0, steps, step, u)

    return run
