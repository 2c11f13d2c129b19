"""Electric and magnetic fields on a staggered grid."""

SIZES = {"small": 20, "medium": 150, "large": 600}


def inputs(n, draw):
    return {"ex": draw.random((n, n)), "ey": draw.random((n, n)), "hz": draw.random((n, n)), "steps": 30}


def run(ex, ey, hz, steps):
    for t in range(steps):
        ey[0, :] = t
        ey[1:, :] -= 0.5 * (hz[1:, :] - hz[:-1, :])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])
    return ex, ey, hz
