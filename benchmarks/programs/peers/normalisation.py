"""Normalisation: pixels in parallel with Numba, the program itself with JAX."""

import numpy as np

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(x, g):
        count, channels = x.shape[0], x.shape[3]
        flat, y = x.reshape(count, -1, channels), np.empty_like(x)
        out = y.reshape(count, -1, channels)
        for p in prange(flat.shape[1]):
            mean, square = np.zeros(channels, dtype=x.dtype), np.zeros(channels, dtype=x.dtype)
            for b in range(count):
                for c in range(channels):
                    mean[c] += flat[b, p, c]
            mean /= np.float32(count)
            for b in range(count):
                for c in range(channels):
                    square[c] += (flat[b, p, c] - mean[c]) ** 2
            for c in range(channels):
                deviation = np.sqrt(square[c] / np.float32(count))
                square[c] = np.float32(1) / np.sqrt(deviation + np.float32(1e-5))
            for b in range(count):
                for c in range(channels):
                    value = (flat[b, p, c] - mean[c]) * square[c]
                    out[b, p, c] = max(value * g[c] + flat[b, p, c], np.float32(0))
        return y

    return run


def jax_version(program):
    import jax

    return jax.jit(program.run)
