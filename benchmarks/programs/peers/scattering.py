"""Sums of products of small complex matrices. The program itself with Numba."""


def numba_version(program):
    from numba import njit

    return njit(program.run)
