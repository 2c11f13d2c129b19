"""Points: distances, the nearest neighbours, rotations, areas, clusters, a grid."""

import numpy as np

n = 200
k = np.arange(n)
points = np.stack([np.cos(k * 2.4) * np.sqrt(k), np.sin(k * 2.4) * np.sqrt(k)], axis=1)
away = points[:, None, :] - points[None, :, :]
distances = np.sqrt((away**2).sum(axis=-1))
np.fill_diagonal(distances, np.inf)
nearest = distances.argmin(axis=1)
closest = distances.min()
turn = np.radians(30)
rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
turned = points @ rotation.T
box = np.array([turned.min(axis=0), turned.max(axis=0)])
corners = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]])
x, y = corners[:, 0], corners[:, 1]
area = 0.5 * abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))
centers = points[[10, 80, 150]].copy()
for _ in range(10):
    squares = ((points[:, None] - centers) ** 2).sum(axis=2)
    labels = squares.argmin(axis=1)
    centers = np.array([points[labels == each].mean(axis=0) for each in range(3)])
gx, gy = np.meshgrid(np.linspace(-3, 3, 30), np.linspace(-2, 2, 20))
inside = (gx**2 / 9 + gy**2 / 4) <= 1
angles = np.degrees(np.arctan2(points[1:, 1], points[1:, 0]))
length = np.linalg.norm(np.diff(points, axis=0), axis=1).sum()
normal = np.cross([1.0, 2.0, 3.0], [4.0, 5.0, 6.0])
print(f"{closest:.9f}", nearest[:5].tolist(), box.round(6).tolist(), area, np.bincount(labels).tolist())
print(int(inside.sum()), f"{angles.max():.6f} {length:.6f}", normal)
print(centers.round(6))
