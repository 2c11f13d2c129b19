"""Flow in a cavity: rows in parallel with Numba, loops of steps with JAX."""

import numpy as np

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(u, v, p, steps):
        n, m = u.shape
        dx = 2.0 / (n - 1)
        dt, rho, nu = 0.001, 1.0, 0.1
        half, adv, dif = 0.5 / dx, dt / dx, nu * dt / dx**2
        b, q, un, vn = np.zeros_like(p), p.copy(), np.empty_like(u), np.empty_like(v)
        for _ in range(steps):
            for i in prange(1, n - 1):
                for j in range(1, m - 1):
                    ux, vy = (u[i, j + 1] - u[i, j - 1]) * half, (v[i + 1, j] - v[i - 1, j]) * half
                    uy, vx = (u[i + 1, j] - u[i - 1, j]) * half, (v[i, j + 1] - v[i, j - 1]) * half
                    b[i, j] = dx**2 * rho * ((ux + vy) / dt - ux * ux - 2 * uy * vx - vy * vy)
            for _ in range(10):
                p, q = q, p
                for i in prange(1, n - 1):
                    for j in range(1, m - 1):
                        p[i, j] = 0.25 * (q[i, j + 1] + q[i, j - 1] + q[i + 1, j] + q[i - 1, j] - b[i, j])
                    p[i, 0], p[i, m - 1] = p[i, 1], p[i, m - 2]
                p[0] = p[1]
                p[n - 1] = 0.0
            un[:], vn[:] = u, v
            for i in prange(1, n - 1):
                for j in range(1, m - 1):
                    cu, cv = un[i, j] * adv, vn[i, j] * adv
                    a, around = un[i, j], un[i, j + 1] + un[i, j - 1] + un[i + 1, j] + un[i - 1, j]
                    u[i, j] = (
                        a
                        - cu * (a - un[i, j - 1])
                        - cv * (a - un[i - 1, j])
                        - dt / (2 * rho * dx) * (p[i, j + 1] - p[i, j - 1])
                        + dif * (around - 4 * a)
                    )
                    a, around = vn[i, j], vn[i, j + 1] + vn[i, j - 1] + vn[i + 1, j] + vn[i - 1, j]
                    v[i, j] = (
                        a
                        - cu * (a - vn[i, j - 1])
                        - cv * (a - vn[i - 1, j])
                        - dt / (2 * rho * dx) * (p[i + 1, j] - p[i - 1, j])
                        + dif * (around - 4 * a)
                    )
            u[n - 1, :] = 1
        return u, v, p

    return run


def jax_version(program):
    import jax
    import jax.numpy as jnp

    @jax.jit
    def run(u, v, p, steps):
        dx = 2.0 / (len(u) - 1)
        dt, rho, nu = 0.001, 1.0, 0.1
        inner = slice(1, -1), slice(1, -1)

        def step(_, fields):
            u, v, p = fields
            ux, vy = (u[1:-1, 2:] - u[1:-1, :-2]) / (2 * dx), (v[2:, 1:-1] - v[:-2, 1:-1]) / (2 * dx)
            uy, vx = (u[2:, 1:-1] - u[:-2, 1:-1]) / (2 * dx), (v[1:-1, 2:] - v[1:-1, :-2]) / (2 * dx)
            b = dx**2 * rho * ((ux + vy) / dt - ux**2 - 2 * uy * vx - vy**2)

            def relax(_, p):
                p = 0.25 * (p[1:-1, 2:] + p[1:-1, :-2] + p[2:, 1:-1] + p[:-2, 1:-1] - b)
                p = jnp.pad(p, ((1, 0), (1, 1)), mode="edge")
                return jnp.pad(p, ((0, 1), (0, 0)))

            p = jax.lax.fori_loop(0, 10, relax, p)

            def moved(f, slope):
                return f + jnp.pad(
                    nu * dt / dx**2 * (f[1:-1, 2:] + f[1:-1, :-2] + f[2:, 1:-1] + f[:-2, 1:-1] - 4 * f[inner])
                    - u[inner] * dt / dx * (f[inner] - f[1:-1, :-2])
                    - v[inner] * dt / dx * (f[inner] - f[:-2, 1:-1])
                    - dt / (2 * rho * dx) * slope,
                    1,
                )

            after = moved(u, p[1:-1, 2:] - p[1:-1, :-2]), moved(v, p[2:, 1:-1] - p[:-2, 1:-1])
            return after[0].at[-1, :].set(1.0), after[1], p

        return jax.lax.fori_loop(0, steps, step, (u, v, p))

    return run
