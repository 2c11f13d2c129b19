"""Tridiagonal systems: blocks of systems in parallel with Numba, scans over rows with JAX."""

import numpy as np

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(a, b, c, d):
        n, m = d.shape
        x = np.empty_like(d)
        width = 256
        for block in prange((m + width - 1) // width):
            first, end = block * width, min(m, (block + 1) * width)
            for i in range(1, n):
                for j in range(first, end):
                    w = a[i, j] / b[i - 1, j]
                    b[i, j] -= w * c[i - 1, j]
                    d[i, j] -= w * d[i - 1, j]
            for j in range(first, end):
                x[n - 1, j] = d[n - 1, j] / b[n - 1, j]
            for i in range(n - 2, -1, -1):
                for j in range(first, end):
                    x[i, j] = (d[i, j] - c[i, j] * x[i + 1, j]) / b[i, j]
        return x

    return run


def jax_version(program):
    import jax
    import jax.numpy as jnp

    @jax.jit
    def run(a, b, c, d):
        def down(last, row):
            upper, value = last
            a, b, c, d = row
            pivot = b - a * upper
            this = c / pivot, (d - a * value) / pivot
            return this, this

        def up(below, row):
            upper, value = row
            x = value - upper * below
            return x, x

        zero = jnp.zeros_like(d[0])
        _, rows = jax.lax.scan(down, (zero, zero), (a, b, c, d))
        return jax.lax.scan(up, zero, rows, reverse=True)[1]

    return run
