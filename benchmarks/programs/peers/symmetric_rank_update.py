"""C = beta C + alpha A A', one row at a time. The program itself with Numba."""


def numba_version(program):
    from numba import njit

    return njit(program.run)
