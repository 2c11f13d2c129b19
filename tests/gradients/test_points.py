"""The derivatives at special points: zeros, ties, infinities, ends of domains."""

from __future__ import annotations

import math
import re

import pytest
from gradient_samples import DATA, function_of

import ocean.numpy as np

pytestmark = pytest.mark.host_only("a table of numbers")

POINTS = [
    re.split(r"\s+(?=\S+$|\S+\s+\S+$)", line.strip())
    for line in (DATA / "gradient_points.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text, point, expected", POINTS, ids=[f"{text} at {point}" for text, point, _ in POINTS])
def test_points(text: str, point: str, expected: str) -> None:
    x = np.array(float(point))
    reverse = float(np.grad(lambda x: np.sum(function_of(text)(x)))(x))
    forward = float(np.jvp(lambda x: np.sum(function_of(text)(x)), (x,), (np.array(1.0),))[1])
    wanted = float(expected)
    for found in (reverse, forward):
        assert (math.isnan(found) and math.isnan(wanted)) or found == pytest.approx(wanted, abs=1e-12)
