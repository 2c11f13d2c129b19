"""Shortest paths: rows in parallel with Numba, a loop over places with JAX."""

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(path):
        n = len(path)
        for k in range(n):
            for i in prange(n):
                first, row, other = path[i, k], path[i], path[k]
                for j in range(n):
                    row[j] = min(row[j], first + other[j])
        return path

    return run


def jax_version(program):
    import jax
    import jax.numpy as jnp

    @jax.jit
    def run(path):
        def step(k, path):
            return jnp.minimum(path, path[:, k, None] + path[k, None, :])

        return jax.lax.fori_loop(0, len(path), step, path)

    return run
