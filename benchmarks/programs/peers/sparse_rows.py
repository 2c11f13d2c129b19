"""A sparse matrix times a vector, row by row. The program itself with Numba."""


def numba_version(program):
    from numba import njit

    return njit(program.run)
