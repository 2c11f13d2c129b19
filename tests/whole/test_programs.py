"""Whole programs of plain NumPy give NumPy's results with `ocean.numpy`: those that `python -m benchmarks programs`
measures, at their small size."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy
import pytest

import ocean.numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks import whole

pytestmark = pytest.mark.host_only("programs make their arrays on the host")


@pytest.mark.parametrize("name", whole.names())
def test_results_are_those_of_numpy(name: str) -> None:
    program = whole.load(name, numpy)
    size = program.SIZES["small"]
    theirs = program.run(**whole.given(program, size, numpy))
    ours = whole.load(name, np).run(**whole.given(program, size, np))
    whole.agree(name, ours, theirs)


def test_other_results_are_told() -> None:
    with pytest.raises(RuntimeError, match="float32 of shape"):
        whole.agree("x", np.ones(3, dtype=np.float32), numpy.ones(3))
    with pytest.raises(RuntimeError, match="other values"):
        whole.agree("x", (np.ones(3),), (numpy.ones(3) * 1.001,))
