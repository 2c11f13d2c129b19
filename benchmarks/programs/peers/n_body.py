"""Bodies: those that are pulled in parallel with Numba, a loop of steps with JAX."""

import numpy as np

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(position, velocity, mass, steps):
        n = len(position)
        for _ in range(steps):
            x, y, z = position[:, 0].copy(), position[:, 1].copy(), position[:, 2].copy()
            m = mass[:, 0].copy()
            for i in prange(n):
                ax, ay, az = 0.0, 0.0, 0.0
                for j in range(n):
                    dx, dy, dz = x[j] - x[i], y[j] - y[i], z[j] - z[i]
                    square = dx * dx + dy * dy + dz * dz + 0.01
                    pull = m[j] / (square * np.sqrt(square))
                    ax += dx * pull
                    ay += dy * pull
                    az += dz * pull
                velocity[i, 0] += 0.01 * ax
                velocity[i, 1] += 0.01 * ay
                velocity[i, 2] += 0.01 * az
                for k in range(3):
                    position[i, k] += 0.01 * velocity[i, k]
        kinetic = 0.0
        for i in range(n):
            kinetic += 0.5 * mass[i, 0] * (velocity[i, 0] ** 2 + velocity[i, 1] ** 2 + velocity[i, 2] ** 2)
        return position, velocity, kinetic

    return run


def jax_version(program):
    import jax
    import jax.numpy as jnp

    @jax.jit
    def run(position, velocity, mass, steps):
        def step(_, state):
            position, velocity = state
            between = position[None, :, :] - position[:, None, :]
            square = jnp.sum(between**2, axis=-1) + 0.01
            pull = mass[None, :, 0] / (square * jnp.sqrt(square))
            velocity += 0.01 * jnp.einsum("ij,ijk->ik", pull, between)
            return position + 0.01 * velocity, velocity

        position, velocity = jax.lax.fori_loop(0, steps, step, (position, velocity))
        return position, velocity, 0.5 * jnp.sum(mass * velocity**2)

    return run
