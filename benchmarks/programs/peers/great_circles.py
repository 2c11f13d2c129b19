"""Distances on the earth: rows in parallel with Numba, the program itself with JAX."""

import numpy as np

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(places):
        n = len(places)
        lat, lon = np.radians(places[:, 0]), np.radians(places[:, 1])
        cosine = np.cos(lat)
        out = np.empty((n, n))
        for i in prange(n):
            for j in range(n):
                dlat, dlon = np.sin((lat[i] - lat[j]) / 2), np.sin((lon[i] - lon[j]) / 2)
                out[i, j] = 2 * 6371 * np.arcsin(np.sqrt(dlat * dlat + cosine[i] * cosine[j] * dlon * dlon))
        return out

    return run


def jax_version(program):
    import jax

    return jax.jit(program.run)
