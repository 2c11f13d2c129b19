"""Clusters of points, found by their means."""

SIZES = {"small": 50, "medium": 1000, "large": 20000}


def inputs(n, draw):
    return {"points": draw.random((n, 3)), "centres": draw.random((8, 3)), "steps": 10}


def run(points, centres, steps):
    for _ in range(steps):
        distance = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
        nearest = distance.argmin(axis=1)
        for k in range(len(centres)):
            mine = points[nearest == k]
            if len(mine):
                centres[k] = mine.mean(axis=0)
    return centres, nearest
