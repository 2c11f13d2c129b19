"""Padding, against NumPy: all dtypes, modes and widths."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import DTYPES, dtype_id, on_device, same_there, sample

import ocean

MODES = ["constant", "edge", "reflect", "symmetric", "wrap"]
kinds = pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)


@kinds
@pytest.mark.parametrize("mode", MODES)
def test_pad(kind: ocean.dtype, mode: str) -> None:
    for layout in ("contiguous", "row_major", "negative", "byteswapped", "zero_stride"):
        each = sample(layout, kind, (4, 3))
        for widths in (2, (1, 3), [(1, 2), (0, 2)], [(0, 0), (0, 0)], [[2, 1]]):
            got = ocean.pad(each.tensor, widths, mode)
            assert got.dtype is kind and got.storage != each.tensor.storage
            same_there(got, np.pad(each.values, widths, mode))


@given(st.integers(1, 5), st.integers(0, 17), st.integers(0, 17), st.sampled_from(MODES[1:]))
def test_pad_by_more_than_there_is(length: int, before: int, after: int, mode: str) -> None:
    array = np.arange(length)
    same_there(ocean.pad(on_device(array), (before, after), mode), np.pad(array, (before, after), mode))


def test_pad_takes_all_forms() -> None:
    assert ocean.pad([1, 2], 1, 9).asPython() == [9, 1, 2, 9]
    assert ocean.pad([1, 2], 1, value=9, mode="constant").asPython() == [9, 1, 2, 9]
    assert ocean.pad(ocean.asTensor([1, 2], ocean.uint8), 1, 7).dtype is ocean.uint8
    assert ocean.pad(ocean.zeros([]), []).size == () and ocean.pad(ocean.zeros([0]), 2).size == (4,)
    for call, error, words in (
        (lambda: ocean.pad([1], 1, "odd"), ValueError, "expected mode 'constant', 'edge'"),
        (lambda: ocean.pad([1], -1), ValueError, "nonnegative, got -1"),
        (lambda: ocean.pad([1], [(1, 2), (3, 4)]), ValueError, "of a tensor with 1 dimensions"),
        (lambda: ocean.pad([1], (1, 2, 3)), ValueError, "a number, a pair"),
        (lambda: ocean.pad([1], 1, "edge", 5), TypeError, "takes no value"),
        (lambda: ocean.pad(ocean.zeros([0, 2]), 1, "wrap"), ValueError, "axis 0 of size 0 has nothing to pad with"),
        (lambda: ocean.pad(ocean.zeros([2]), 2**62), Exception, "size|large|memory|Size"),
    ):
        with pytest.raises(error, match=words):
            call()
