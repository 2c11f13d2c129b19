"""The game of life: rows in parallel with Numba, a loop of steps with JAX."""

import numpy as np

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel)
    def run(Z, steps):
        n, m = Z.shape
        new = np.zeros_like(Z)
        for _ in range(steps):
            for i in prange(1, n - 1):
                a, b, c, out = Z[i - 1], Z[i], Z[i + 1], new[i]
                for j in range(1, m - 1):
                    N = a[j - 1] + a[j] + a[j + 1] + b[j - 1] + b[j + 1] + c[j - 1] + c[j] + c[j + 1]
                    out[j] = 1 if N == 3 or (N == 2 and b[j] == 1) else 0
            Z[0], Z[-1], Z[:, 0], Z[:, -1] = 0, 0, 0, 0
            Z, new = new, Z
        return Z

    return run


def jax_version(program):
    import jax

    @jax.jit
    def run(Z, steps):
        def step(_, Z):
            N = Z[:-2, :-2] + Z[:-2, 1:-1] + Z[:-2, 2:] + Z[1:-1, :-2]
            N += Z[1:-1, 2:] + Z[2:, :-2] + Z[2:, 1:-1] + Z[2:, 2:]
            alive = (N == 3) | ((N == 2) & (Z[1:-1, 1:-1] == 1))
            return jax.numpy.pad(alive.astype(Z.dtype), 1)

        return jax.lax.fori_loop(0, steps, step, Z)

    return run
