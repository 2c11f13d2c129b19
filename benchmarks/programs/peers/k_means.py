"""Clusters: parts of the points in parallel with Numba, sums as a product with JAX."""

import numpy as np

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import get_num_threads, njit, prange

    @njit(parallel=parallel, fastmath=True)
    def run(points, centres, steps):
        n, count = len(points), len(centres)
        parts = get_num_threads()
        nearest = np.empty(n, dtype=np.int64)
        for _ in range(steps):
            sums = np.zeros((parts, count, 4))
            for part in prange(parts):
                mine = sums[part]
                for i in range(part * n // parts, (part + 1) * n // parts):
                    x, y, z = points[i, 0], points[i, 1], points[i, 2]
                    best, place = np.inf, 0
                    for k in range(count):
                        dx, dy, dz = x - centres[k, 0], y - centres[k, 1], z - centres[k, 2]
                        distance = dx * dx + dy * dy + dz * dz
                        if distance < best:
                            best, place = distance, k
                    nearest[i] = place
                    mine[place, 0] += x
                    mine[place, 1] += y
                    mine[place, 2] += z
                    mine[place, 3] += 1
            total = sums.sum(axis=0)
            for k in range(count):
                if total[k, 3] > 0:
                    centres[k] = total[k, :3] / total[k, 3]
        return centres, nearest

    return run


def jax_version(program):
    import jax
    import jax.numpy as jnp

    @jax.jit
    def run(points, centres, steps):
        def step(_, state):
            centres, _ = state
            nearest = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2).argmin(axis=1)
            members = (nearest[None, :] == jnp.arange(len(centres))[:, None]).astype(points.dtype)
            count = members.sum(axis=1)[:, None]
            return jnp.where(count > 0, members @ points / jnp.maximum(count, 1), centres), nearest

        return jax.lax.fori_loop(0, steps, step, (centres, jnp.zeros(len(points), dtype=jnp.int64)))

    return run
