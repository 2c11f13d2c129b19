"""Elements of arrays that are put at places."""

from __future__ import annotations

from array_samples import host, sample

import ocean
import ocean.numpy as np


def test_repeated_values() -> None:
    """On the device of the arrays, whatever the default one is."""
    ocean.setDefaultDevice(ocean.cpu)
    a, few = sample(6), sample(2)
    np.put(a, [0, 1, 2, 3, 4], few)
    assert host(a).tolist() == [0, 1, 0, 1, 0, 5]
    np.place(a, a < 5, few + 7)
    assert host(a).tolist() == [7, 8, 7, 8, 7, 5]
