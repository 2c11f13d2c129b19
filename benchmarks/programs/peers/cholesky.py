"""A Cholesky factorisation with dots of rows. The program itself with Numba."""


def numba_version(program):
    from numba import njit

    return njit(program.run)
