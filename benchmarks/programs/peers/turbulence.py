"""Turbulence: columns of water in parallel with Numba; a loop of steps with JAX, and scans over levels."""

import numpy as np

FUSED = ("run",)


def numba_version(program, parallel):
    from numba import njit, prange

    @njit(fastmath=True, inline="always")
    def limited(before, here, after):
        a, b = here - before, after - here
        return (a if abs(a) < abs(b) else b) if a * b > 0 else 0.0

    @njit(fastmath=True, inline="always")
    def flux(speed, before, here, after, beyond):
        if speed > 0:
            return speed * (here + 0.5 * limited(before, here, after))
        return speed * (after - 0.5 * limited(here, after, beyond))

    @njit(parallel=parallel, fastmath=True)
    def run(energy, u, v, density, bottom, wind, steps):
        dz, dx, dt = 5.0, 1000.0, 600.0
        n, m, levels = energy.shape
        frequency, shear = np.zeros_like(energy), np.zeros_like(energy)
        viscosity, east, north = np.empty_like(energy), np.zeros_like(energy), np.zeros_like(energy)
        for i in prange(n):
            for j in range(m):
                for k in range(levels - 1):
                    frequency[i, j, k] = -9.81 / 1025 / dz * (density[i, j, k + 1] - density[i, j, k])
                    du, dv = (u[i, j, k + 1] - u[i, j, k]) / dz, (v[i, j, k + 1] - v[i, j, k]) / dz
                    shear[i, j, k] = du * du + dv * dv
        for _ in range(steps):
            new = np.empty_like(energy)
            for i in prange(n):
                f = energy
                if 1 <= i < n - 2:
                    for j in range(m):
                        for k in range(levels):
                            east[i, j, k] = flux(u[i, j, k], f[i - 1, j, k], f[i, j, k], f[i + 1, j, k], f[i + 2, j, k])
                for j in range(1, m - 2):
                    for k in range(levels):
                        north[i, j, k] = flux(v[i, j, k], f[i, j - 1, k], f[i, j, k], f[i, j + 1, k], f[i, j + 2, k])
            for i in prange(n):
                between, worn, upper = np.empty(levels), np.empty(levels), np.empty(levels)
                for j in range(m):
                    old, x, visc, floor = energy[i, j], new[i, j], viscosity[i, j], bottom[i, j]
                    for k in range(levels):
                        root = np.sqrt(max(old[k], 1e-8))
                        length = root * np.sqrt(2 / max(frequency[i, j, k], 1e-6))
                        length = min(length, min(dz * (levels - k - 0.5), dz * (k - floor + 0.5)))
                        length = max(length, 0.5) if k >= floor else 0.5
                        visc[k] = min(0.1 * length * root, 1.0)
                        worn[k] = 0.7 * dt * root / length
                        richardson = frequency[i, j, k] / max(shear[i, j, k], 1e-10)
                        prandtl = max(min(6.6 * richardson, 10.0), 1.0)
                        carried = 0.0
                        if i > 0:
                            carried += east[i, j, k] - east[i - 1, j, k]
                        if j > 0:
                            carried += north[i, j, k] - north[i, j - 1, k]
                        made = visc[k] * (shear[i, j, k] - frequency[i, j, k] / prandtl)
                        x[k] = old[k] + dt * made - dt / dx * carried
                    x[levels - 1] += dt / dz * wind[i, j] ** 1.5
                    for k in range(levels - 1):
                        between[k] = 0.5 * dt / dz**2 * (visc[k + 1] + visc[k])
                    between[levels - 1] = 0.0
                    for k in range(floor):
                        x[k] = 0.0
                    below, last_upper, last = 0.0, 0.0, 0.0
                    for k in range(floor, levels):
                        inverse = 1 / (1 + below + between[k] + worn[k] + below * last_upper)
                        upper[k] = last_upper = -between[k] * inverse
                        x[k] = last = (x[k] + below * last) * inverse
                        below = between[k]
                    for k in range(levels - 2, floor - 1, -1):
                        x[k] -= upper[k] * x[k + 1]
                    for k in range(floor, levels):
                        x[k] = max(x[k], 0.0)
            energy = new
        return energy, viscosity

    return run


def jax_version(program):
    import jax
    import jax.numpy as jnp

    limited = program.limited

    def slopes(f, dz):
        return jnp.pad((f[:, :, 1:] - f[:, :, :-1]) / dz, ((0, 0), (0, 0), (0, 1)))

    def flux(speed, before, here, after, beyond):
        from_here, from_there = limited(before, here, after), limited(here, after, beyond)
        return speed * jnp.where(speed > 0, here + 0.5 * from_here, after - 0.5 * from_there)

    def carried(f, u, v, dx, dt):
        east = jnp.pad(flux(u[1:-2], f[:-3], f[1:-2], f[2:-1], f[3:]), ((1, 2), (0, 0), (0, 0)))
        north = flux(v[:, 1:-2], f[:, :-3], f[:, 1:-2], f[:, 2:-1], f[:, 3:])
        north = jnp.pad(north, ((0, 0), (1, 2), (0, 0)))
        east = jnp.diff(east, axis=0, prepend=east[:1])
        return -dt / dx * (east + jnp.diff(north, axis=1, prepend=north[:, :1]))

    def solve(a, b, c, d):
        """Levels come first in a scan."""

        def down(last, level):
            upper, value = last
            a, b, c, d = level
            inverse = 1 / (b - a * upper)
            this = c * inverse, (d - a * value) * inverse
            return this, this

        def up(above, level):
            upper, value = level
            x = value - upper * above
            return x, x

        zero = jnp.zeros_like(d[:, :, 0])
        _, rows = jax.lax.scan(down, (zero, zero), [jnp.moveaxis(each, 2, 0) for each in (a, b, c, d)])
        return jnp.moveaxis(jax.lax.scan(up, zero, rows, reverse=True)[1], 0, 2)

    @jax.jit
    def run(energy, u, v, density, bottom, wind, steps):
        dz, dx, dt = 5.0, 1000.0, 600.0
        level = jnp.arange(energy.shape[2])
        water, ground = level >= bottom[:, :, None], level == bottom[:, :, None]
        depth = dz * (energy.shape[2] - level - 0.5)
        height = dz * (level - bottom[:, :, None] + 0.5)
        frequency = -9.81 / 1025 * slopes(density, dz)
        shear = slopes(u, dz) ** 2 + slopes(v, dz) ** 2

        def step(_, state):
            energy, _ = state
            root = jnp.sqrt(jnp.maximum(energy, 1e-8))
            length = root * jnp.sqrt(2 / jnp.maximum(frequency, 1e-6))
            length = jnp.where(water, jnp.maximum(jnp.minimum(length, jnp.minimum(depth, height)), 0.5), 0.5)
            viscosity = jnp.minimum(0.1 * length * root, 1.0)
            prandtl = jnp.clip(6.6 * frequency / jnp.maximum(shear, 1e-10), 1.0, 10.0)
            made = viscosity * shear - viscosity / prandtl * frequency
            between = 0.5 * dt / dz**2 * (viscosity[:, :, 1:] + viscosity[:, :, :-1])
            below = jnp.where(ground, 0.0, jnp.pad(between, ((0, 0), (0, 0), (1, 0))))
            between = jnp.pad(between, ((0, 0), (0, 0), (0, 1)))
            known = energy + dt * made + carried(energy, u, v, dx, dt)
            known = known.at[:, :, -1].add(dt / dz * wind**1.5)
            x = solve(
                jnp.where(water, -below, 0.0),
                jnp.where(water, 1 + below + between + 0.7 * dt * root / length, 1.0),
                jnp.where(water, -between, 0.0),
                jnp.where(water, known, 0.0),
            )
            return jnp.maximum(x, 0.0), viscosity

        return jax.lax.fori_loop(0, steps, step, (energy, jnp.zeros_like(energy)))

    return run
