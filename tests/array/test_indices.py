"""Iteration over the indices of arrays."""

from __future__ import annotations

from array_samples import sample

import ocean.numpy as np


def test_iteration() -> None:
    assert [(place, each.item()) for place, each in np.ndenumerate(sample(2, 2))] == [((0, 0), 0), ((0, 1), 1), ((1, 0), 2), ((1, 1), 3)]
    assert list(np.ndindex(2, 1)) == [(0, 0), (1, 0)]
