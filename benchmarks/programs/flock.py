"""A flock: separation, alignment and cohesion."""

import numpy as np

SIZES = {"small": 10, "medium": 80, "large": 300}


def inputs(n, draw):
    return {"position": 10 * draw.random((n, 2)), "velocity": draw.random((n, 2)) - 0.5, "steps": 10}


def run(position, velocity, steps):
    for _ in range(steps):
        dx = np.subtract.outer(position[:, 0], position[:, 0])
        dy = np.subtract.outer(position[:, 1], position[:, 1])
        distance = np.hypot(dx, dy)
        near = (distance > 0) & (distance < 2.5)
        count = np.maximum(near.sum(axis=1), 1)[:, None]
        velocity += 0.05 * (near @ velocity / count - velocity) + 0.01 * (near @ position / count - position)
        close = (distance > 0) & (distance < 0.5)
        velocity += 0.02 * np.stack([(dx * close).sum(axis=1), (dy * close).sum(axis=1)], axis=1)
        speed = np.sqrt((velocity**2).sum(axis=1))[:, None]
        velocity /= np.maximum(speed, 1.0)
        position += 0.1 * velocity
    return position
