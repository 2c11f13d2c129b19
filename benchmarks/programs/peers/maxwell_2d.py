"""Fields on a staggered grid: rows in parallel with Numba, a loop of steps with JAX."""

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(ex, ey, hz, steps):
        n, m = hz.shape
        for t in range(steps):
            ey[0, :] = t
            for i in prange(n):
                for j in range(1, m):
                    ex[i, j] -= 0.5 * (hz[i, j] - hz[i, j - 1])
                if i > 0:
                    for j in range(m):
                        ey[i, j] -= 0.5 * (hz[i, j] - hz[i - 1, j])
            for i in prange(n - 1):
                for j in range(m - 1):
                    hz[i, j] -= 0.7 * (ex[i, j + 1] - ex[i, j] + ey[i + 1, j] - ey[i, j])
        return ex, ey, hz

    return run


def jax_version(program):
    import jax

    @jax.jit
    def run(ex, ey, hz, steps):
        def step(t, fields):
            ex, ey, hz = fields
            ey = ey.at[0, :].set(t)
            ey = ey.at[1:, :].add(-0.5 * (hz[1:, :] - hz[:-1, :]))
            ex = ex.at[:, 1:].add(-0.5 * (hz[:, 1:] - hz[:, :-1]))
            curl = ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1]
            return ex, ey, hz.at[:-1, :-1].add(-0.7 * curl)

        return jax.lax.fori_loop(0, steps, step, (ex, ey, hz))

    return run
