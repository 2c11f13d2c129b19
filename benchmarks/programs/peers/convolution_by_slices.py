"""A layer of filters: rows of pictures in parallel with Numba, the convolution of XLA with JAX."""

import numpy as np

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(x, w):
        count, n, m = x.shape[0], x.shape[1] - w.shape[0] + 1, x.shape[2] - w.shape[1] + 1
        y = np.zeros((count, n, m, w.shape[3]), dtype=np.float32)
        for line in prange(count * n):
            b, i = line // n, line % n
            for j in range(m):
                out = y[b, i, j]
                for di in range(w.shape[0]):
                    for dj in range(w.shape[1]):
                        for c in range(w.shape[2]):
                            value, weights = x[b, i + di, j + dj, c], w[di, dj, c]
                            for o in range(len(out)):
                                out[o] += value * weights[o]
        return y

    return run


def jax_version(program):
    import jax

    @jax.jit
    def run(x, w):
        return jax.lax.conv_general_dilated(x, w, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    return run
