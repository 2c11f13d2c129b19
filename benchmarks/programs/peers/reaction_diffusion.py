"""Two substances: rows in parallel with Numba, a loop of steps with JAX."""

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(U, V, steps):
        n, m = U.shape
        P, Q = U.copy(), V.copy()
        for _ in range(steps):
            for i in prange(1, n - 1):
                for j in range(1, m - 1):
                    u, v = U[i, j], V[i, j]
                    Lu = U[i - 1, j] + U[i, j - 1] + U[i, j + 1] + U[i + 1, j] - 4 * u
                    Lv = V[i - 1, j] + V[i, j - 1] + V[i, j + 1] + V[i + 1, j] - 4 * v
                    uvv = u * v * v
                    P[i, j] = u + 0.16 * Lu - uvv + 0.035 * (1 - u)
                    Q[i, j] = v + 0.08 * Lv + uvv - 0.095 * v
            U, V, P, Q = P, Q, U, V
        return U, V

    return run


def jax_version(program):
    import jax
    import jax.numpy as jnp

    @jax.jit
    def run(U, V, steps):
        def step(_, fields):
            U, V = fields
            u, v = U[1:-1, 1:-1], V[1:-1, 1:-1]
            Lu = U[:-2, 1:-1] + U[1:-1, :-2] + U[1:-1, 2:] + U[2:, 1:-1] - 4 * u
            Lv = V[:-2, 1:-1] + V[1:-1, :-2] + V[1:-1, 2:] + V[2:, 1:-1] - 4 * v
            uvv = u * v * v
            du, dv = 0.16 * Lu - uvv + 0.035 * (1 - u), 0.08 * Lv + uvv - 0.095 * v
            return U + jnp.pad(du, 1), V + jnp.pad(dv, 1)  # faster than U.at[1:-1, 1:-1].add

        return jax.lax.fori_loop(0, steps, step, (U, V))

    return run
