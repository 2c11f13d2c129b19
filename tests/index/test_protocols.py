"""Iteration, length, membership, unpacking and reversal of tensors, and the brackets of storage."""

from __future__ import annotations

import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, NUMPY, dtype_id, read, same, sample

import ocean


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_iteration_goes_over_the_first_dimension(kind: ocean.dtype, layout: str) -> None:
    tensor, values = sample(layout, kind, (4, 3))
    rows = list(tensor)
    assert len(rows) == len(tensor) == 4
    for row, wanted in zip(rows, values, strict=True):
        same(read(row), wanted)
        assert row.storage == tensor.storage
    for row, wanted in zip(reversed(tensor), values[::-1], strict=True):
        same(read(row), wanted)
    tensor, values = sample(layout, kind, (5,))
    np.testing.assert_array_equal(np.array([each.asPython() for each in tensor], NUMPY[kind]), values)
    assert all(isinstance(each, ocean.scalar) and each.dtype is kind for each in reversed(tensor))


def test_rows_are_views() -> None:
    tensor = ocean.zeros([2, 3])
    for place, row in enumerate(tensor):
        row.fill(place + 1)
    assert tensor.asPython("R") == [[1] * 3, [2] * 3]
    first, second = tensor
    assert first.asPython() == [1] * 3 and second.storage == tensor.storage
    a, *rest, z = ocean.arange(5)
    assert (a, z) == (0, 4) and [int(each) for each in rest] == [1, 2, 3]


def test_iteration_is_not_disturbed_by_changes_of_shape() -> None:
    tensor = ocean.arange(6).reshape(2, 3)
    rows = iter(tensor)
    next(rows)
    tensor.reshape(6, True)
    assert next(rows).asPython() == [1, 3, 5] and next(rows, None) is None and next(rows, None) is None
    assert iter(rows) is rows


def test_empty_tensors_and_tensors_without_dimensions() -> None:
    assert list(ocean.zeros([0, 3])) == [] and list(reversed(ocean.zeros(0))) == [] and len(ocean.zeros([0, 3])) == 0
    assert [row.size for row in ocean.zeros([2, 0])] == [(0,), (0,)]
    for function in (iter, reversed, len, list):
        with pytest.raises(TypeError):
            function(ocean.asTensor(3))
    with pytest.raises(TypeError):
        type(iter(ocean.zeros(3)))()


def test_membership() -> None:
    tensor = ocean.arange(6).reshape(2, 3)
    assert 3 in tensor and 7 not in tensor and 2.0 in tensor and 2.5 not in tensor
    assert ocean.int8(5) in tensor and np.int64(5) in tensor and [0, 7] in tensor and [7, 8] not in tensor
    assert float("nan") not in ocean.asTensor([float("nan")])
    assert 3 in ocean.asTensor(3) and 1 not in ocean.zeros(0)
    with pytest.raises(TypeError, match="Expected a number"):
        "a" in tensor  # noqa: B015
    with pytest.raises(TypeError):
        None in tensor  # noqa: B015


def test_python_functions_of_sequences() -> None:
    tensor = ocean.asTensor([3, 1, 2])
    assert sorted(tensor) == [1, 2, 3] and max(tensor) == 3 and sum(int(each) for each in tensor) == 6
    assert [int(each) for each, _ in zip(tensor, range(2), strict=False)] == [3, 1]
    assert dict(enumerate(tensor))[2] == 2


def test_storage_brackets() -> None:
    storage = ocean.storage(5)
    storage[...] = 0
    storage[2:] += [1, 2, 3]
    assert storage.asPython() == [0, 0, 1, 2, 3]
    assert storage[4] == 3 and isinstance(storage[4], ocean.scalar)
    assert storage[1:3].storage == storage
    storage[[0, -1]] = 9
    storage[storage[...] == 2] = 7
    assert storage.asPython() == [9, 0, 1, 7, 9]
    assert storage[ocean.index[-1]] == 9
    with pytest.raises(IndexError, match=r"Scalar tensor index \(5\) exceeds size \(5\) at dimension 0"):
        storage[5]
    storage.readonly = True
    with pytest.raises(RuntimeError, match="read-only"):
        storage[0] = 1


def test_storage_brackets_follow_dtype_and_byte_order() -> None:
    storage = ocean.asTensor([1, 2], ocean.int16).storage
    storage.dtype = ocean.uint8
    assert storage[...].asPython() == [1, 0, 2, 0]
    storage.dtype = ocean.int16
    storage.byteswapped = True
    assert storage[0] == 256 and storage[:].byteswapped
    storage[0] = 3
    assert storage.asPython() == [3, 512]
