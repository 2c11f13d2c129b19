"""Splitting tensors: the parts are views."""

from __future__ import annotations

import pytest
from layouts import read

import ocean


def test_splits_are_views() -> None:
    a = ocean.zeros([5, 6])
    for function, axis in ((ocean.vsplit, 0), (ocean.hsplit, 1)):
        parts = function(a, 3)
        assert [each.size for each in parts] == [each.size for each in a.split(axis, 3)]
        parts[1].fill(7)
        assert (read(a) == 7).sum() == parts[1].nelem
        a.fill(0)
        assert [each.size[axis] for each in function(a, [1, a.size[axis] - 1])] == [1, a.size[axis] - 1]
    assert [each.size for each in ocean.hsplit(ocean.zeros([4]), 1)] == [(4, 1)]
    with pytest.raises(ocean.OceanValueError, match="got a scalar"):
        ocean.vsplit(ocean.zeros([]), 2)
    with pytest.raises(ocean.OceanValueError, match="add up to 5"):
        ocean.vsplit(a, [1, 2])
