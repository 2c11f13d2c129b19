"""Spots and stripes: two substances that react and spread."""

SIZES = {"small": 30, "medium": 150, "large": 600}


def inputs(n, draw):
    return {"U": 1 - 0.5 * draw.random((n, n)), "V": 0.3 * draw.random((n, n)), "steps": 30}


def run(U, V, steps):
    for _ in range(steps):
        Lu = U[:-2, 1:-1] + U[1:-1, :-2] + U[1:-1, 2:] + U[2:, 1:-1] - 4 * U[1:-1, 1:-1]
        Lv = V[:-2, 1:-1] + V[1:-1, :-2] + V[1:-1, 2:] + V[2:, 1:-1] - 4 * V[1:-1, 1:-1]
        u, v = U[1:-1, 1:-1], V[1:-1, 1:-1]
        uvv = u * v * v
        u += 0.16 * Lu - uvv + 0.035 * (1 - u)
        v += 0.08 * Lv + uvv - 0.095 * v
    return U, V
