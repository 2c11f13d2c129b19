"""A moving average with a memory, element by element. The program itself with Numba."""


def numba_version(program):
    from numba import njit

    return njit(program.run)
