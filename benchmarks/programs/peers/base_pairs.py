"""Pairs of bases in a chain, element by element. The program itself with Numba."""


def numba_version(program):
    from numba import njit

    return njit(program.run)
