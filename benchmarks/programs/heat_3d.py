"""Heat in a cube."""

SIZES = {"small": 10, "medium": 30, "large": 90}


def inputs(n, draw):
    return {"A": draw.random((n, n, n)), "steps": 15}


def run(A, steps):
    B = A.copy()
    for _ in range(steps):
        for U, V in ((A, B), (B, A)):
            V[1:-1, 1:-1, 1:-1] = (
                0.125 * (U[2:, 1:-1, 1:-1] - 2.0 * U[1:-1, 1:-1, 1:-1] + U[:-2, 1:-1, 1:-1])
                + 0.125 * (U[1:-1, 2:, 1:-1] - 2.0 * U[1:-1, 1:-1, 1:-1] + U[1:-1, :-2, 1:-1])
                + 0.125 * (U[1:-1, 1:-1, 2:] - 2.0 * U[1:-1, 1:-1, 1:-1] + U[1:-1, 1:-1, :-2])
                + U[1:-1, 1:-1, 1:-1]
            )
    return A
