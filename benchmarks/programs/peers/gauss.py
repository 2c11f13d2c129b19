"""Gaussian elimination: the loops of the program with Numba, with rows swapped by element."""

import numpy as np


def numba_version(program):
    from numba import njit

    @njit(fastmath=True)
    def run(A, b):
        n = len(b)
        for k in range(n - 1):
            pivot = k + np.argmax(np.abs(A[k:, k]))
            if pivot != k:
                for j in range(n):
                    A[k, j], A[pivot, j] = A[pivot, j], A[k, j]
                b[k], b[pivot] = b[pivot], b[k]
            for i in range(k + 1, n):
                factor = A[i, k] / A[k, k]
                for j in range(k, n):
                    A[i, j] -= factor * A[k, j]
                b[i] -= factor * b[k]
        x = np.zeros(n)
        for i in range(n - 1, -1, -1):
            total = b[i]
            for j in range(i + 1, n):
                total -= A[i, j] * x[j]
            x[i] = total / A[i, i]
        return x

    return run
