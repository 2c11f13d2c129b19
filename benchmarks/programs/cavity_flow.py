"""Flow in a cavity: velocities and pressure by finite differences."""

import numpy as np

SIZES = {"small": 20, "medium": 60, "large": 200}


def inputs(n, draw):
    return {"u": np.zeros((n, n)), "v": np.zeros((n, n)), "p": np.zeros((n, n)), "steps": 10}


def run(u, v, p, steps):
    dx = 2.0 / (len(u) - 1)
    dt, rho, nu = 0.001, 1.0, 0.1
    for _ in range(steps):
        ux, vy = (u[1:-1, 2:] - u[1:-1, :-2]) / (2 * dx), (v[2:, 1:-1] - v[:-2, 1:-1]) / (2 * dx)
        uy, vx = (u[2:, 1:-1] - u[:-2, 1:-1]) / (2 * dx), (v[1:-1, 2:] - v[1:-1, :-2]) / (2 * dx)
        b = np.zeros_like(p)
        b[1:-1, 1:-1] = rho * ((ux + vy) / dt - ux**2 - 2 * uy * vx - vy**2)
        for _ in range(10):
            q = p.copy()
            p[1:-1, 1:-1] = 0.25 * (q[1:-1, 2:] + q[1:-1, :-2] + q[2:, 1:-1] + q[:-2, 1:-1] - dx**2 * b[1:-1, 1:-1])
            p[:, -1], p[0, :], p[:, 0], p[-1, :] = p[:, -2], p[1, :], p[:, 1], 0
        un, vn = u.copy(), v.copy()
        for f, fn, slope in (
            (u, un, (p[1:-1, 2:] - p[1:-1, :-2])),
            (v, vn, (p[2:, 1:-1] - p[:-2, 1:-1])),
        ):
            f[1:-1, 1:-1] = (
                fn[1:-1, 1:-1]
                - un[1:-1, 1:-1] * dt / dx * (fn[1:-1, 1:-1] - fn[1:-1, :-2])
                - vn[1:-1, 1:-1] * dt / dx * (fn[1:-1, 1:-1] - fn[:-2, 1:-1])
                - dt / (2 * rho * dx) * slope
                + nu * dt / dx**2 * (fn[1:-1, 2:] + fn[1:-1, :-2] + fn[2:, 1:-1] + fn[:-2, 1:-1] - 4 * fn[1:-1, 1:-1])
            )
        u[-1, :] = 1
    return u, v, p
