"""Sea water: the formulas of the program for one element at a time with Numba, the program itself with JAX."""

import numpy as np

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    at_the_surface = njit(fastmath=True, inline="always")(program.at_the_surface)
    bulk_modulus = njit(fastmath=True, inline="always")(program.bulk_modulus)

    @njit(parallel=parallel, fastmath=True)
    def run(s, t, p):
        n, m, levels = s.shape
        density, expansion, contraction = np.empty_like(s), np.empty_like(s), np.empty_like(s)
        for ij in prange(n * m):
            i, j = ij // m, ij % m
            for level in range(levels):
                salt, warmth, depth = s[i, j, level], t[i, j, level], p[level]
                root = np.sqrt(salt)
                rho, rho_t, rho_s = at_the_surface(salt, warmth, root)
                k, k_t, k_s = bulk_modulus(salt, warmth, depth, root)
                squeezed = 1 - depth / k
                share = depth / (k * k * squeezed)
                density[i, j, level] = rho / squeezed
                expansion[i, j, level] = k_t * share - rho_t / rho
                contraction[i, j, level] = rho_s / rho - k_s * share
        return density, expansion, contraction

    return run


def jax_version(program):
    import jax

    return jax.jit(program.run)
