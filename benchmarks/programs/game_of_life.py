"""The game of life on a torus."""

SIZES = {"small": 30, "medium": 200, "large": 900}


def inputs(n, draw):
    return {"Z": draw.integers(0, 2, (n, n)), "steps": 25}


def run(Z, steps):
    for _ in range(steps):
        N = Z[:-2, :-2] + Z[:-2, 1:-1] + Z[:-2, 2:] + Z[1:-1, :-2] + Z[1:-1, 2:] + Z[2:, :-2] + Z[2:, 1:-1] + Z[2:, 2:]
        birth = (N == 3) & (Z[1:-1, 1:-1] == 0)
        survive = ((N == 2) | (N == 3)) & (Z[1:-1, 1:-1] == 1)
        Z[...] = 0
        Z[1:-1, 1:-1][birth | survive] = 1
    return Z
