"""Draw the pictures of the documents from what the library computes: `python tools/make_pictures.py`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import ocean
import ocean.numpy as np

PROGRAMS = Path(__file__).parents[1] / "docs" / "programs.md"
PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
WIDTH, HEIGHT, EDGE = 640, 240, 20
Line = tuple[str, str, Sequence[float], Sequence[float]]
"""A colour, what it shows, and the coordinates of its points."""


def noisy(count: int) -> ocean.tensor:
    """A wave with noise that is the same everywhere, and two outliers."""
    place = ocean.double(ocean.arange(count))
    noise = ocean.sin(place @ place * 12.9898) @ 43758.5453
    values = ocean.sin(place / 20) + 0.8 * (noise - ocean.floor(noise) - 0.5)
    values[count // 4], values[2 * count // 3] = 2.6, -2.6
    return values


def moving() -> list[Line]:
    """The lines of the picture of moving averages."""
    values = noisy(200)
    mean, middle = ocean.moving_mean(values, 0, 15), ocean.slide(values, ocean.median, 0, 15)
    every, inner = list(range(200)), list(range(7, 193))
    return [
        ("#b8c4ce", "200 values", every, values.asPython()),
        ("#2a7fb8", "moving_mean(x, 0, 15)", inner, mean.asPython()),
        ("#d1495b", "slide(x, ocean.median, 0, 15)", inner, middle.asPython()),
    ]


def histograms() -> list[Line]:
    """The outlines of two histograms of random numbers."""
    g = ocean.random.generator(1)
    lines: list[Line] = []
    for colour, title, values in (
        ("#2a7fb8", "normal([100000])", g.normal([100_000], ocean.double)),
        ("#d1495b", "gamma([100000], 2) - 2", g.gamma([100_000], 2, ocean.double) - 2),
    ):
        heights, edges = ocean.histogram(values, 60, [-4, 6], density=True)
        across = edges.repeat(2).asPython()
        lines.append((colour, title, across, [0.0, *heights.repeat(2).asPython(), 0.0]))
    return lines


def temperatures() -> ocean.tensor:
    """The measurements of docs/tutorial-numpy.md: a matrix of hours and days."""
    hours = np.arange(365 * 24)
    day, year = 2 * np.pi * hours / 24, 2 * np.pi * hours / (365 * 24)
    noise = np.random.default_rng(7).normal(size=8760)
    values = 10 - 9 * np.cos(year - 0.3) - 4 * np.cos(day - 0.9) + noise
    return ocean.asTensor(values).reshape([24, 365])


def days() -> list[Line]:
    """The daily means of the tutorial, and their moving average."""
    daily = ocean.mean(temperatures(), 0)
    smooth = ocean.moving_mean(daily, 0, 15)
    return [
        ("#9fb4c4", "daily mean", list(range(365)), daily.asPython()),
        ("#d1495b", "over 15 days", list(range(7, 358)), smooth.asPython()),
    ]


def svg(lines: Sequence[Line]) -> str:
    """Lines in one frame, each with its name."""
    xs, ys = ([value for line in lines for value in line[k]] for k in (2, 3))

    def at(x: float, y: float) -> str:
        across = EDGE + (x - min(xs)) / (max(xs) - min(xs)) * (WIDTH - 2 * EDGE)
        down = HEIGHT - EDGE - (y - min(ys)) / (max(ys) - min(ys)) * (HEIGHT - 2 * EDGE)
        return f"{across:.1f},{down:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for number, (colour, title, across, up) in enumerate(lines):
        points = " ".join(at(x, y) for x, y in zip(across, up, strict=True))
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="1.5" points="{points}"/>')
        parts.append(f'<text x="{EDGE + 200 * number}" y="14" fill="{colour}">{title}</text>')
    return "\n".join([*parts, "</svg>", ""])


def wave() -> bytes:
    """The picture of a matrix with elements of both signs."""
    x = ocean.double(ocean.arange(240)) / 24
    return (ocean.sin(x @ x / 4) @ ocean.cos(x.T)).show().data


def layout() -> bytes:
    """The picture of where the elements of a view lie in memory."""
    return ocean.int16(ocean.arange(24).reshape(4, 6))[::2, ::-2].show(kind="layout").data


def programs() -> str:
    """Bars of NumPy's times divided by Ocean's, for the largest size of each program of the run in docs/programs.md."""
    row = r"^(\w+)(?: +\S+){8} +(\d+\.\d\d)(?: +\S+){2}$"  # behind the ratio there is the memory
    rows = re.findall(row, PROGRAMS.read_text(encoding="utf-8"), re.MULTILINE)
    bars = sorted(((float(ratio), name) for name, ratio in rows), reverse=True)
    step, top, low, left = 13, 28, 250, 40
    width, height = left + step * len(bars) + 10, low + 125
    powers = range(-1, max(4, math.ceil(math.log2(bars[0][0]))) + 1)
    up = (low - top) / (len(powers) - 1)

    def y(ratio: float) -> float:
        return low - up * math.log2(ratio / 0.5)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        'font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{left}" y="16" font-size="13">How many times faster than NumPy: {len(bars)} whole programs</text>',
    ]
    for ratio in (2.0**power for power in powers):
        colour = "#444" if ratio == 1 else "#ddd"
        parts.append(f'<line x1="{left}" x2="{width - 10}" y1="{y(ratio):.1f}" y2="{y(ratio):.1f}" stroke="{colour}"/>')
        parts.append(f'<text x="{left - 6}" y="{y(ratio) + 4:.1f}" text-anchor="end" fill="#444">{ratio:g}</text>')
    for number, (ratio, name) in enumerate(bars):
        x = left + 2 + step * number
        one, other = sorted((y(ratio), y(1)))
        colour = "#2a7fb8" if ratio >= 1 else "#d1495b"
        parts.append(f'<rect x="{x}" y="{one:.1f}" width="{step - 3}" height="{other - one:.1f}" fill="{colour}"/>')
        place, words = f"{x + 9},{low + 6}", name.replace("_", " ")
        parts.append(f'<text transform="translate({place}) rotate(-90)" text-anchor="end" fill="#222">{words}</text>')
    return "\n".join([*parts, "</svg>", ""])


PICTURE: dict[str, Callable[[], bytes]] = {
    "moving.svg": lambda: svg(moving()).encode("utf-8"),
    "histogram.svg": lambda: svg(histograms()).encode("utf-8"),
    "wave.png": wave,
    "tutorial-hours.png": lambda: ocean.repeat(temperatures() - 10, 6, 0).show().data,
    "tutorial-days.svg": lambda: svg(days()).encode("utf-8"),
    "layout.svg": layout,
    "programs.svg": lambda: programs().encode("utf-8"),
}

if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for name, made in PICTURE.items():
        (PICTURES / name).write_bytes(made())
