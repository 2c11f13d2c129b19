"""The pictures of the gallery are those that the programs beside them draw."""

from __future__ import annotations

import runpy
import zlib
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "make_gallery.py"))
PROGRAMS = dict(TOOL["programs"]())

pytestmark = pytest.mark.host_only("the pictures are drawn on the cpu")


def pixels(data: bytes) -> np.ndarray:
    """The rows of a PNG without filters, each with the byte that says so."""
    at, body = 8, b""
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] == b"IDAT":
            body += data[at + 8 : at + 8 + length]
        at += 12 + length
    return np.frombuffer(zlib.decompress(body), np.uint8).astype(int)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_picture_is_what_its_program_draws(name: str) -> None:
    recorded = (ROOT / "docs" / "pictures" / "gallery" / f"{name}.png").read_bytes()
    found = TOOL["drawn"](PROGRAMS[name]).data
    assert found[16:24] == recorded[16:24], "width and height"
    # other processors may round otherwise, so that a few pixels change
    assert np.mean(np.abs(pixels(found) - pixels(recorded)) > 8) < 0.02


def test_there_are_enough_pictures_and_they_are_small() -> None:
    files = sorted((ROOT / "docs" / "pictures" / "gallery").iterdir())
    assert len(PROGRAMS) >= 16 and [each.stem for each in files] == sorted(PROGRAMS)
    assert sum(each.stat().st_size for each in files) < 300_000
