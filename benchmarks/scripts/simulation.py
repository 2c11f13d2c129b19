"""A simulation: heat in a plate, and planets that attract each other."""

import numpy as np

n = 64
u = np.zeros((n, n))
u[0, :], u[:, 0] = 100.0, 50.0
for _ in range(100):
    u[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
flow = np.sqrt((u[1:, :-1] - u[:-1, :-1]) ** 2 + (u[:-1, 1:] - u[:-1, :-1]) ** 2)

bodies = 8
angle = 2 * np.pi * np.arange(bodies) / bodies
place = np.stack([np.cos(angle), np.sin(angle)], axis=1) * (1 + 0.1 * np.arange(bodies))[:, None]
speed = np.stack([-np.sin(angle), np.cos(angle)], axis=1)
mass = np.full(bodies, 0.05)
dt = 0.01
for _ in range(50):
    away = place[None, :, :] - place[:, None, :]
    square = (away**2).sum(axis=2) + 1e-3
    force = (away * (mass[None, :, None] / square[..., None] ** 1.5)).sum(axis=1) - place
    speed = speed + dt * force
    place = place + dt * speed
energy = 0.5 * (mass[:, None] * speed**2).sum()
center = (mass[:, None] * place).sum(axis=0) / mass.sum()
print(round(float(u.mean()), 8), round(float(flow.max()), 8), round(float(energy), 8), center.round(8).tolist())
