"""A flock: birds in parallel with Numba, a loop of steps with JAX."""

import numpy as np

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(position, velocity, steps):
        n = len(position)
        new = np.empty_like(velocity)
        for _ in range(steps):
            for i in prange(n):
                x, y = position[i]
                count, px, py, vx, vy, ax, ay = 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
                for j in range(n):
                    dx, dy = x - position[j, 0], y - position[j, 1]
                    square = dx * dx + dy * dy
                    near = 1.0 if 0 < square < 6.25 else 0.0
                    close = 1.0 if 0 < square < 0.25 else 0.0
                    count += near
                    px += near * position[j, 0]
                    py += near * position[j, 1]
                    vx += near * velocity[j, 0]
                    vy += near * velocity[j, 1]
                    ax += close * dx
                    ay += close * dy
                count = max(count, 1)
                u = velocity[i, 0] + 0.05 * (vx / count - velocity[i, 0]) + 0.01 * (px / count - x) + 0.02 * ax
                v = velocity[i, 1] + 0.05 * (vy / count - velocity[i, 1]) + 0.01 * (py / count - y) + 0.02 * ay
                speed = max(np.sqrt(u * u + v * v), 1.0)
                new[i, 0], new[i, 1] = u / speed, v / speed
            for i in range(n):
                velocity[i] = new[i]
                position[i] += 0.1 * new[i]
        return position

    return run


def jax_version(program):
    import jax
    import jax.numpy as jnp

    @jax.jit
    def run(position, velocity, steps):
        def step(_, state):
            position, velocity = state
            between = position[:, None] - position[None]
            square = (between**2).sum(axis=2)
            near = ((square > 0) & (square < 6.25)).astype(position.dtype)
            close = (square > 0) & (square < 0.25)
            count = jnp.maximum(near.sum(axis=1), 1)[:, None]
            velocity += 0.05 * (near @ velocity / count - velocity) + 0.01 * (near @ position / count - position)
            velocity += 0.02 * (between * close[:, :, None]).sum(axis=1)
            velocity /= jnp.maximum(jnp.sqrt((velocity**2).sum(axis=1))[:, None], 1.0)
            return position + 0.1 * velocity, velocity

        return jax.lax.fori_loop(0, steps, step, (position, velocity))[0]

    return run
