"""Heat in a rod: points in parallel with Numba, a loop of steps with JAX."""

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(u, steps):
        v = u.copy()
        for _ in range(steps):
            for i in prange(1, len(u) - 1):
                v[i] = 0.33333 * (u[i - 1] + u[i] + u[i + 1])
            for i in prange(1, len(u) - 1):
                u[i] = 0.33333 * (v[i - 1] + v[i] + v[i + 1])
        return u

    return run


def jax_version(program):
    import jax
    import jax.numpy as jnp

    @jax.jit
    def run(u, steps):
        def step(_, u):
            return u + jnp.pad(0.33333 * (u[:-2] + u[1:-1] + u[2:]) - u[1:-1], 1)  # faster than u.at[1:-1].set

        return jax.lax.fori_loop(0, 2 * steps, step, u)

    return run
