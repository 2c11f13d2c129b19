"""Elements by indices along an axis, against NumPy: all dtypes, layouts and devices."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, NUMPY, dtype_id, same_there, sample

import ocean

kinds = pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
every = pytest.mark.parametrize("layout", LAYOUTS)


@kinds
@every
def test_along_axis(kind: ocean.dtype, layout: str) -> None:
    each = sample(layout, kind, (5, 3, 2))
    random = np.random.default_rng(1)
    for axis in (0, 1, -1):
        length = each.values.shape[axis]
        shape = list(each.values.shape)
        shape[axis] = 4
        indices = random.integers(-length, length, shape)
        same_there(ocean.take_along_axis(each.tensor, indices, axis), np.take_along_axis(each.values, indices, axis))
    narrow = random.integers(0, 5, (2, 1, 2))
    same_there(each.tensor.take_along_axis(narrow), np.take_along_axis(each.values, np.broadcast_to(narrow, (2, 3, 2)), 0))


@kinds
def test_put_along_axis(kind: ocean.dtype) -> None:
    for layout in ("contiguous", "row_major", "strided", "negative", "byteswapped"):
        each, new = sample(layout, kind, (5, 3)), sample("contiguous", kind, (2, 3), 1)
        indices = np.array([[0, 1, 4], [-2, -1, 2]])
        wanted = each.values.copy()
        np.put_along_axis(wanted, indices, new.values, 0)
        ocean.put_along_axis(each.tensor, indices, new.tensor, 0)
        same_there(each.tensor, wanted)
        number = np.array(1).astype(NUMPY[kind])
        each.tensor.put_along_axis(indices, 1, 0)
        np.put_along_axis(wanted, indices, number, 0)
        same_there(each.tensor, wanted)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda a: ocean.take_along_axis(a, [0, 1], 0), ValueError, "as many dimensions as the tensor, which has 2"),
        (
            lambda a: ocean.take_along_axis(a, [[0, 3], [0, 0]], 0),
            IndexError,
            "index 3 is out of range for axis 0 of size 3",
        ),
        (lambda a: ocean.take_along_axis(a, [[0, -4], [0, 0]], 0), IndexError, "index -4 is out of range"),
        (lambda a: ocean.take_along_axis(a, [[0.5, 1], [0, 0]], 0), TypeError, "must be integers, got dtype double"),
        (
            lambda a: ocean.take_along_axis(a, np.zeros((3, 4), int), 0),
            ValueError,
            "do not go with a tensor of size 3x2",
        ),
        (lambda a: ocean.take_along_axis(a, [[0], [0]], 2), IndexError, "axis|Axis"),
        (lambda a: ocean.put_along_axis([1, 2], [0], 1), TypeError, "not of a list"),
    ],
)
def test_bad_indices(call: Any, error: type, words: str) -> None:
    a = ocean.zeros([3, 2])
    with pytest.raises(error, match=words) as caught:
        call(a)
    assert isinstance(caught.value, ocean.OceanError)
    empty = ocean.take_along_axis(ocean.zeros([0, 2]), np.zeros((0, 2), int), 0)
    assert empty.size == (0, 2)


def test_a_length_of_one_is_repeated() -> None:
    a, indices = np.arange(3).reshape(1, 3), np.array([[0, 1], [1, 2], [0, 0]])
    found = ocean.take_along_axis(a, indices, 1)
    np.testing.assert_array_equal(found.to_numpy(), np.take_along_axis(a, indices, 1))
