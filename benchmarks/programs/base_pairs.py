"""Pairs of bases in a chain, element by element."""

import numpy as np

SIZES = {"small": 10, "medium": 24, "large": 40}


def inputs(n, draw):
    return {"sequence": draw.integers(0, 4, n)}


def run(sequence):
    n = len(sequence)
    table = np.zeros((n, n), dtype=np.int32)
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            table[i, j] = max(table[i, j], table[i, j - 1], table[i + 1, j])
            pair = 1 if sequence[i] + sequence[j] == 3 and i < j - 1 else 0
            table[i, j] = max(table[i, j], table[i + 1, j - 1] + pair)
            for k in range(i + 1, j):
                table[i, j] = max(table[i, j], table[i, k] + table[k + 1, j])
    return table
