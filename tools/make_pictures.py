"""Draw the pictures of the documents from what the library computes: `python tools/make_pictures.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import ocean

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


PICTURE: dict[str, Callable[[], bytes]] = {
    "moving.svg": lambda: svg(moving()).encode("utf-8"),
    "histogram.svg": lambda: svg(histograms()).encode("utf-8"),
    "wave.png": wave,
    "layout.svg": layout,
}

if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for name, made in PICTURE.items():
        (PICTURES / name).write_bytes(made())
