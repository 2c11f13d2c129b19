"""Joining tensors, against NumPy: all dtypes and devices."""

from __future__ import annotations

import numpy as np
import pytest
from layouts import DTYPES, dtype_id, on_device, read, same_there, sample

import ocean

kinds = pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)


@kinds
def test_stacks(kind: ocean.dtype) -> None:
    a, b, c = (sample(layout, kind, size) for layout, size in
               (("strided", (3, 4)), ("byteswapped", (2, 4)), ("negative", (3, 2))))  # fmt: skip
    same_there(ocean.vstack([a.tensor, b.tensor]), np.concatenate([a.values, b.values], 0))
    same_there(ocean.hstack([a.tensor, c.tensor]), np.concatenate([a.values, c.values], 1))
    same_there(ocean.dstack([a.tensor, a.tensor]), np.dstack([a.values, a.values]))
    assert ocean.vstack([a.tensor, b.tensor]).dtype is kind
    v = sample("contiguous", kind, (3,))
    same_there(ocean.hstack([v.tensor, a.tensor, v.tensor]), np.hstack([v.values[:, None], a.values, v.values[:, None]]))
    same_there(ocean.vstack([v.tensor, v.tensor]), np.concatenate([v.values, v.values]))
    same_there(ocean.dstack([v.tensor, v.tensor]), np.dstack([v.values[:, None]] * 2))


def test_stacks_take_anything() -> None:
    assert ocean.hstack([[1, 2], [3.5, 4]]).dtype is ocean.double
    assert ocean.vstack(np.ones((2, 3))).size == (6,)
    for function in (ocean.vstack, ocean.hstack, ocean.dstack):
        with pytest.raises(ocean.OceanValueError, match="needs at least one tensor"):
            function([])
        with pytest.raises(ocean.OceanTypeError, match="takes a list of tensors, got int"):
            function(3)
    with pytest.raises(ocean.OceanValueError):
        ocean.hstack([ocean.zeros([2, 2]), ocean.zeros([3, 2])])


def test_block() -> None:
    a, b, c, d = (on_device(np.full(size, k)) for k, size in enumerate([(2, 3), (2, 1), (4, 3), (4, 1)]))
    arrays = [read(each) for each in (a, b, c, d)]
    same_there(ocean.block([[a, c], [b, d]]), np.block([[arrays[0], arrays[1]], [arrays[2], arrays[3]]]))
    same_there(ocean.block([[a, b], [c, d]], "R"), np.block([[arrays[0], arrays[1]], [arrays[2], arrays[3]]]))
    same_there(ocean.block([a, c]), np.concatenate([arrays[0], arrays[2]], 0))
    same_there(ocean.block([a, b], "R"), np.concatenate([arrays[0], arrays[1]], 1))
    same_there(ocean.block([[[a], [b]], [[a], [b]]]), np.concatenate([np.block([arrays[0], arrays[1]])[:, :, None]] * 2, 2))
    assert ocean.block([[1, 2], [3, 4]]).asPython() == ocean.asTensor([[1, 2], [3, 4]]).asPython()
    assert ocean.block([[1, 2], [3, 4]], "R").asPython() == ocean.asTensor([[1, 2], [3, 4]], "R").asPython()
    copy = ocean.block(a)
    same_there(copy, arrays[0])
    assert copy.storage != a.storage
    for wrong, words in (([[1, 2], 3], "different depths"), ([], "an empty list"), ([[], [1]], "an empty list")):
        with pytest.raises(ocean.OceanValueError, match=words):
            ocean.block(wrong)
    with pytest.raises(ocean.OceanValueError, match="expected order 'F' or 'R', got 'x'"):
        ocean.block([a], "x")
