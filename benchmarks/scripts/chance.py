"""Chance: areas by random points, walks, dice, shuffles, confidence intervals."""

import numpy as np

rng = np.random.default_rng(7)
points = rng.random((20000, 2))
inside = (points**2).sum(axis=1) < 1
area = 4 * inside.mean()
steps = rng.choice([-1, 1], size=(200, 100))
walks = steps.cumsum(axis=1)
furthest = np.abs(walks).max(axis=1)
returned = (walks == 0).any(axis=1).mean()
dice = rng.integers(1, 7, size=(5000, 2)).sum(axis=1)
chances = np.bincount(dice, minlength=13)[2:] / len(dice)
sample = rng.normal(10, 2, 400)
means = np.array([sample[rng.integers(0, 400, 400)].mean() for _ in range(50)])
low, high = np.quantile(means, [0.025, 0.975])
waiting = rng.exponential(3.0, 1000)
arrivals = np.cumsum(waiting)
per_hour = np.histogram(arrivals, bins=np.arange(0, 3000, 60))[0]
cards = rng.permutation(52)
hands = np.sort(cards[:20].reshape(4, 5) % 13, axis=1)
price = 100 * np.exp(np.cumsum(rng.normal(0, 0.01, (100, 250)), axis=1))
call = np.maximum(price[:, -1] - 105, 0).mean()
print(abs(area - 3.14) < 0.1, furthest.shape, 0.5 < returned < 1, chances.size, abs(chances.sum() - 1) < 1e-12)
print(bool(low < high), abs(per_hour.mean() - 20) < 5, hands.shape, sorted(cards.tolist()) == list(range(52)), call > 0)
