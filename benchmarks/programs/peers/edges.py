"""Edges: rows in parallel with Numba, the program itself with JAX."""

import numpy as np

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel)
    def run(picture):
        n, m = picture.shape[:2]
        grey, size = np.empty((n, m)), np.empty((n - 2, m - 2))
        for i in prange(n):
            for j in range(m):
                grey[i, j] = 0.299 * picture[i, j, 0] + 0.587 * picture[i, j, 1] + 0.114 * picture[i, j, 2]
        top = np.empty(n - 2)
        for i in prange(n - 2):
            a, b, c, out, most = grey[i], grey[i + 1], grey[i + 2], size[i], 0.0
            for j in range(m - 2):
                gx = a[j + 2] + 2 * b[j + 2] + c[j + 2] - a[j] - 2 * b[j] - c[j]
                gy = c[j] + 2 * c[j + 1] + c[j + 2] - a[j] - 2 * a[j + 1] - a[j + 2]
                out[j] = np.sqrt(gx * gx + gy * gy)
                most = max(most, out[j])
            top[i] = most
        limit = 0.6 * top.max()
        edge = np.empty((n - 2, m - 2), dtype=np.uint8)
        for i in prange(n - 2):
            for j in range(m - 2):
                edge[i, j] = 255 if size[i, j] > limit else 0
        return edge

    return run


def jax_version(program):
    import jax

    return jax.jit(program.run)
