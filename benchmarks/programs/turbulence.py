"""Turbulence in water: its energy is made, carried away and worn out in a basin whose depth varies."""

import numpy as np

SIZES = {"small": (8, 8, 6), "medium": (24, 24, 20), "large": (64, 64, 60)}


def inputs(n, draw):
    return {
        "energy": 1e-4 * draw.random(n),
        "u": 0.2 * (draw.random(n) - 0.5),
        "v": 0.2 * (draw.random(n) - 0.5),
        "density": 1025 + draw.random(n),
        "bottom": draw.integers(0, n[2] // 2, n[:2]),
        "wind": 1e-4 * draw.random(n[:2]),
        "steps": 3,
    }


def slopes(f, dz):
    """Differences between levels, 0 at the top."""
    d = np.zeros_like(f)
    d[:, :, :-1] = (f[:, :, 1:] - f[:, :, :-1]) / dz
    return d


def limited(before, here, after):
    """A limiter of slopes that keeps the energy positive."""
    a, b = here - before, after - here
    steepest = np.where(np.abs(a) < np.abs(b), a, b)
    return np.where(a * b > 0, steepest, 0.0)


def carried(f, u, v, dx, dt):
    """What currents carry away, from upwind."""
    east, north = np.zeros_like(f), np.zeros_like(f)
    east[1:-2] = u[1:-2] * np.where(
        u[1:-2] > 0,
        f[1:-2] + 0.5 * limited(f[:-3], f[1:-2], f[2:-1]),
        f[2:-1] - 0.5 * limited(f[1:-2], f[2:-1], f[3:]),
    )
    north[:, 1:-2] = v[:, 1:-2] * np.where(
        v[:, 1:-2] > 0,
        f[:, 1:-2] + 0.5 * limited(f[:, :-3], f[:, 1:-2], f[:, 2:-1]),
        f[:, 2:-1] - 0.5 * limited(f[:, 1:-2], f[:, 2:-1], f[:, 3:]),
    )
    change = np.zeros_like(f)
    change[1:] -= dt / dx * (east[1:] - east[:-1])
    change[:, 1:] -= dt / dx * (north[:, 1:] - north[:, :-1])
    return change


def solve(a, b, c, d):
    """Tridiagonal systems along the last axis, by the algorithm of Thomas."""
    n = d.shape[-1]
    upper, x = np.empty_like(d), np.empty_like(d)
    upper[:, :, 0] = c[:, :, 0] / b[:, :, 0]
    x[:, :, 0] = d[:, :, 0] / b[:, :, 0]
    for k in range(1, n):
        pivot = b[:, :, k] - a[:, :, k] * upper[:, :, k - 1]
        upper[:, :, k] = c[:, :, k] / pivot
        x[:, :, k] = (d[:, :, k] - a[:, :, k] * x[:, :, k - 1]) / pivot
    for k in range(n - 2, -1, -1):
        x[:, :, k] -= upper[:, :, k] * x[:, :, k + 1]
    return x


def run(energy, u, v, density, bottom, wind, steps):
    dz, dx, dt = 5.0, 1000.0, 600.0
    level = np.arange(energy.shape[2])
    water = level >= bottom[:, :, None]
    ground = level == bottom[:, :, None]
    depth = dz * (energy.shape[2] - level - 0.5)
    height = dz * (level - bottom[:, :, None] + 0.5)
    frequency = -9.81 / 1025 * slopes(density, dz)
    shear = slopes(u, dz) ** 2 + slopes(v, dz) ** 2
    for _ in range(steps):
        root = np.sqrt(np.maximum(energy, 1e-8))
        length = root * np.sqrt(2 / np.maximum(frequency, 1e-6))
        length = np.where(water, np.maximum(np.minimum(length, np.minimum(depth, height)), 0.5), 0.5)
        viscosity = np.minimum(0.1 * length * root, 1.0)
        richardson = frequency / np.maximum(shear, 1e-10)
        prandtl = np.maximum(np.minimum(6.6 * richardson, 10.0), 1.0)
        made = viscosity * shear - viscosity / prandtl * frequency
        between = np.zeros_like(energy)
        between[:, :, :-1] = 0.5 * dt / dz**2 * (viscosity[:, :, 1:] + viscosity[:, :, :-1])
        below = np.zeros_like(energy)
        below[:, :, 1:] = between[:, :, :-1]
        below = np.where(ground, 0.0, below)
        worn = 0.7 * dt * root / length
        known = energy + dt * made + carried(energy, u, v, dx, dt)
        known[:, :, -1] += dt / dz * wind**1.5
        a = np.where(water, -below, 0.0)
        b = np.where(water, 1 + below + between + worn, 1.0)
        c = np.where(water, -between, 0.0)
        d = np.where(water, known, 0.0)
        energy = np.maximum(solve(a, b, c, d), 0.0)
    return energy, viscosity
