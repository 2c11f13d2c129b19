"""What cannot be an index: errors name the index, the size and the dimension, and leave everything as it was."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from layouts import read

import ocean

HUGE = 2**64 - 1


@pytest.mark.parametrize(
    ("size", "key", "error", "message"),
    [
        ([3], 5, IndexError, "Scalar tensor index (5) exceeds size (3) at dimension 0"),
        ([3], -4, IndexError, "Scalar tensor index (-4) exceeds size (3) at dimension 0"),
        ([3], 10**30, IndexError, f"Scalar tensor index ({10**30}) exceeds size (3) at dimension 0"),
        ([3], -(10**30), IndexError, f"Scalar tensor index ({-(10**30)}) exceeds size (3) at dimension 0"),
        ([0], 0, IndexError, "Scalar tensor index (0) exceeds size (0) at dimension 0"),
        ([2, 3], (0, 3), IndexError, "Scalar tensor index (3) exceeds size (3) at dimension 1"),
        ([2, 3], (..., -4), IndexError, "Scalar tensor index (-4) exceeds size (3) at dimension 1"),
        ([2, 3], (np.int64(2),), IndexError, "Scalar tensor index (2) exceeds size (2) at dimension 0"),
        ([2, 3], ocean.uint64(HUGE), IndexError, f"Scalar tensor index ({HUGE}) exceeds size (2) at dimension 0"),
        ([3], [0, 3], IndexError, "Tensor index (3) exceeds size (3) at dimension 0"),
        ([3], [0, -4], IndexError, "Tensor index (-4) exceeds size (3) at dimension 0"),
        ([3], [10**30], IndexError, f"Tensor index ({10**30}) does not fit 64 bits"),
        ([2, 3], (0, [1, 3]), IndexError, "Tensor index (3) exceeds size (3) at dimension 1"),
        ([2, 3], [[0, 0], [1, 3]], IndexError, "Tensor index (3) exceeds size (3) at dimension 1"),
        ([2, 3], [[0, 0], [-3, 2]], IndexError, "Tensor index (-3) exceeds size (2) at dimension 0"),
        ([3], np.array([2**63], np.uint64), IndexError, f"Tensor index ({2**63}) exceeds size (3) at dimension 0"),
        ([3], np.array([HUGE], np.uint64), IndexError, f"Tensor index ({HUGE}) exceeds size (3) at dimension 0"),
        ([2, 0], (slice(None), [0]), IndexError, "Tensor index (0) exceeds size (0) at dimension 1"),
        ([3], [True, False], IndexError, "dimension 0 (expected 2 got 3): the mask has 2 elements there, and the tensor 3"),
        ([2, 3], (0, [True, False]), IndexError, "Size mismatch at dimension 1 (expected 2 got 3)"),
        ([2, 3], np.ones((2, 2), bool), IndexError, "Size mismatch at dimension 1 (expected 2 got 3)"),
        ([3], np.ones((3, 1), bool), IndexError, "Number of index dimensions (2) exceeds the tensor dimension (1)"),
        ([2, 3], (1, 2, 3), IndexError, "Number of index dimensions (3) exceeds the tensor dimension (2)"),
        ([2, 3], (0, slice(None), 0), IndexError, "Number of index dimensions (3) exceeds the tensor dimension (2)"),
        ([2, 3], ([0], [0], [0]), IndexError, "Number of index dimensions (3) exceeds the tensor dimension (2)"),
        ([2, 3], [[0, 0, 0]], IndexError, "Number of index dimensions (3) exceeds the tensor dimension (2)"),
        ([], 0, IndexError, "Number of index dimensions (1) exceeds the tensor dimension (0)"),
        ([2, 3], (..., 0, ...), IndexError, "The ellipsis (...) can appear at most once in an index"),
        ([2, 3], (..., [0], ...), IndexError, "The ellipsis (...) can appear at most once in an index"),
        ([3], 1.0, TypeError, "Tensor indices must be integers or bools, got dtype double"),
        ([3], [1.0, 2.0], TypeError, "Tensor indices must be integers or bools, got dtype double"),
        ([3], np.zeros(2, np.float16), TypeError, "Tensor indices must be integers or bools, got dtype half"),
        ([3], ocean.asTensor([1j]), TypeError, "Tensor indices must be integers or bools, got dtype complex-double"),
        ([3], ocean.float(1), TypeError, "Tensor indices must be integers or bools, got dtype float"),
        ([3], "abc", TypeError, "got str 'abc'"),
        ([3], b"\1", TypeError, "got bytes"),
        ([3], {1: 2}, TypeError, "got dict {1: 2}"),
        ([3], {1}, TypeError, "got set {1}"),
        ([3], object, TypeError, "Expected integers, ranges, ..., None, tensors or lists of integers or bools"),
        ([3], ["a"], TypeError, "['a']"),
        ([3], [[1, 2], [3]], ValueError, "Incompatible size"),
        ([3], slice(0.5, 2), TypeError, "The bounds of a range must be integers, got slice(0.5, 2, None)"),
        ([3], slice("a", None), TypeError, "The bounds of a range must be integers, got slice('a', None, None)"),
        ([3], slice(None, None, 0), ValueError, "The step of a range must not be zero, got slice(None, None, 0)"),
        ([3], [slice(None)], TypeError, "Expected integers, ranges"),
        ([2, 3], np.zeros((1, 1, 1), int), IndexError, "Tensor indices must be a vector, or a matrix with a column"),
        ([2, 3], np.zeros((65, 1), int), IndexError, "The columns of tensor indices have at most 64 entries, got 65"),
    ],
)
def test_bad_keys(size: list[int], key: Any, error: type[Exception], message: str) -> None:
    tensor = ocean.zeros(size)
    with pytest.raises(error) as reading:
        tensor[key]
    with pytest.raises(error) as writing:
        tensor[key] = 1
    for raised in (reading, writing):
        assert isinstance(raised.value, ocean.OceanError)
        assert message in str(raised.value)
    assert not read(tensor).any()


@pytest.mark.parametrize("key", [None, (None, 0), (0, None), ([0], None), (..., None), ocean.index[None]])
def test_none_cannot_be_assigned_to(key: Any) -> None:
    tensor = ocean.zeros([2, 3])
    with pytest.raises(IndexError, match="None cannot be used in an index that is assigned to"):
        tensor[key] = 1
    assert not read(tensor).any()


@pytest.mark.parametrize("value", ["abc", None, {1: 2}, object(), [1, "a"], [[1, 2], [3]]])
def test_bad_values(value: Any) -> None:
    tensor = ocean.zeros([2, 3])
    for key in (..., 0, [0, 1], tensor == 0, (0, 0)):
        with pytest.raises(ocean.OceanError):
            tensor[key] = value
    assert not read(tensor).any()


def test_errors_of_keys_leave_the_interpreter_alone() -> None:
    class Broken:
        def __index__(self) -> int:
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        ocean.zeros(3)[Broken()]
    with pytest.raises((KeyError, TypeError)):
        ocean.zeros(3)[Broken() :]


def test_elements_cannot_be_deleted() -> None:
    for target in (ocean.arange(3), ocean.arange(3).storage):
        with pytest.raises(ocean.OceanError, match="The elements of (a tensor|storage) cannot be deleted") as caught:
            del target[0]
        assert isinstance(caught.value, TypeError)


def test_indices_beyond_all_bounds() -> None:
    tensor = ocean.arange(6).reshape(2, 3)
    for far, text in ((1 << 70, str(1 << 70)), (10**5000, "of 16610 bits")):
        for key in (far, (0, far), -far):
            with pytest.raises(IndexError, match=rf"Scalar tensor index \(-?{text}\) exceeds size \(\d\)"):
                tensor[key]
        with pytest.raises(IndexError, match=rf"Tensor index \({text}\) does not fit 64 bits"):
            tensor[[0, far]]


@pytest.mark.parametrize("key", [itertools.count(), itertools.repeat(1)])
def test_iterators_without_an_end_are_not_keys(key: Any) -> None:
    for act in (lambda: ocean.arange(5)[key], lambda: ocean.index[key], lambda: ocean.arange(5).__setitem__(key, 1)):
        with pytest.raises(TypeError, match="got an iterator"):
            act()


def test_a_range_beyond_memory_is_refused_at_once() -> None:
    for act in (lambda key: ocean.arange(5)[key], lambda key: ocean.arange(5) + key):
        with pytest.raises((MemoryError, ValueError, IndexError)):
            act(range(10**14))
