"""Bodies that attract each other."""

import numpy as np

SIZES = {"small": 8, "medium": 60, "large": 400}


def inputs(n, draw):
    return {"position": draw.random((n, 3)), "velocity": draw.random((n, 3)), "mass": draw.random((n, 1)), "steps": 10}


def run(position, velocity, mass, steps):
    for _ in range(steps):
        between = position[None, :, :] - position[:, None, :]
        inverse = (np.sum(between**2, axis=-1) + 0.01) ** -1.5
        velocity += 0.01 * np.sum(between * inverse[:, :, None] * mass[None, :, :], axis=1)
        position += 0.01 * velocity
    kinetic = 0.5 * np.sum(mass * velocity**2)
    return position, velocity, kinetic
