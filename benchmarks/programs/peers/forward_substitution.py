"""A triangular system, with rows that grow. The program itself with Numba."""


def numba_version(program):
    from numba import njit

    return njit(program.run)
