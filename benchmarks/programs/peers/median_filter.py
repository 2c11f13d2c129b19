"""A median filter: minima and maxima of sorted columns with Numba, the program itself with JAX."""

import numpy as np


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(fastmath=True, inline="always")
    def three(a, b, c):
        """The smallest, the middle and the largest of three."""
        low, high = min(a, b), max(a, b)
        return min(low, c), max(low, min(high, c)), max(high, c)

    @njit(parallel=parallel, fastmath=True)
    def run(picture):
        n, m = picture.shape
        out = np.empty((n - 2, m - 2))
        for i in prange(n - 2):
            a, b, c, result = picture[i], picture[i + 1], picture[i + 2], out[i]
            for j in range(m - 2):
                low0, middle0, high0 = three(a[j], b[j], c[j])
                low1, middle1, high1 = three(a[j + 1], b[j + 1], c[j + 1])
                low2, middle2, high2 = three(a[j + 2], b[j + 2], c[j + 2])
                low, high = max(low0, max(low1, low2)), min(high0, min(high1, high2))
                result[j] = three(low, three(middle0, middle1, middle2)[1], high)[1]
        return out

    return run


def jax_version(program):
    import jax

    return jax.jit(program.run)
