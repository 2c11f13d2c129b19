"""Distances on the earth, from a list of places to all others."""

import numpy as np

SIZES = {"small": 20, "medium": 150, "large": 900}


def inputs(n, draw):
    return {"places": np.column_stack([180 * draw.random(n) - 90, 360 * draw.random(n) - 180])}


def run(places):
    lat, lon = np.radians(places[:, 0]), np.radians(places[:, 1])
    a = np.sin((lat[:, None] - lat) / 2) ** 2
    a = a + np.cos(lat[:, None]) * np.cos(lat) * np.sin((lon[:, None] - lon) / 2) ** 2
    return 2 * 6371 * np.arcsin(np.sqrt(a))
