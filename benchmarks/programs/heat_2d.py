"""Heat in a plate."""

SIZES = {"small": 20, "medium": 150, "large": 800}


def inputs(n, draw):
    return {"u": draw.random((n, n)), "steps": 40}


def run(u, steps):
    for _ in range(steps):
        u[1:-1, 1:-1] += 0.2 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1])
    return u
