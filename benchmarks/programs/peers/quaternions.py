"""Rotations: vectors in parallel with Numba, the program itself with JAX."""

import numpy as np


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(q, v):
        out = np.empty_like(v)
        for i in prange(len(v)):
            w, a, b, c = q[i, 0], q[i, 1], q[i, 2], q[i, 3]
            inverse = 1 / np.sqrt(w * w + a * a + b * b + c * c)
            w, a, b, c = w * inverse, a * inverse, b * inverse, c * inverse
            x, y, z = v[i, 0], v[i, 1], v[i, 2]
            tx, ty, tz = 2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)
            out[i, 0] = x + w * tx + b * tz - c * ty
            out[i, 1] = y + w * ty + c * tx - a * tz
            out[i, 2] = z + w * tz + a * ty - b * tx
        return out

    return run


def jax_version(program):
    import jax

    return jax.jit(program.run)
