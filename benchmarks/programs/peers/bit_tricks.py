"""Bits: elements in parallel with Numba, the program itself with JAX."""

import numpy as np

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel)
    def run(x):
        gray, count, hashed = np.empty_like(x), np.empty_like(x), np.empty_like(x)
        for i in prange(len(x)):
            word = x[i]
            g = word ^ (word >> np.uint32(1))
            v = np.uint32(g - ((g >> np.uint32(1)) & np.uint32(0x55555555)))
            v = np.uint32((v & np.uint32(0x33333333)) + ((v >> np.uint32(2)) & np.uint32(0x33333333)))
            v = np.uint32((v + (v >> np.uint32(4))) & np.uint32(0x0F0F0F0F))
            h = np.uint32((word ^ (word >> np.uint32(16))) * np.uint32(0x45D9F3B))
            gray[i] = g
            count[i] = np.uint32(v * np.uint32(0x01010101)) >> np.uint32(24)
            hashed[i] = h ^ (h >> np.uint32(16))
        return gray, count, hashed

    return run


def jax_version(program):
    import jax

    return jax.jit(program.run)
