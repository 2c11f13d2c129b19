"""A cyclic redundancy check, bit by bit. The program itself with Numba."""


def numba_version(program):
    from numba import njit

    return njit(program.run)
