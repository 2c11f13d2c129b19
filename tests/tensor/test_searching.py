"""Searching in sorted elements, and positions: dtypes and layouts against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import DTYPES, LAYOUTS, fortran, place, read, same, sample
from orders import in_order, order

import ocean

SIZES = st.lists(st.integers(0, 6), min_size=1, max_size=3).map(tuple)
KINDS = st.sampled_from(DTYPES)


LAYOUT = st.sampled_from(list(LAYOUTS))


def flat(array: Any) -> Any:
    return array.reshape(-1, order="F")


@given(KINDS, LAYOUT, SIZES, st.integers(0, 40), st.sampled_from(["left", "right"]))
def test_searching_in_every_layout(kind: Any, layout: str, size: Any, count: int, side: Any) -> None:
    made = sample("contiguous", kind, (count,), seed=1)
    array = in_order(made.values)
    base, _ = place(array, kind, fortran((count,), kind.size))
    tensor, wanted = sample(layout, kind, size)
    found = ocean.searchsorted(base, tensor, side)
    assert found.dtype is ocean.int64 and found.device is base.device
    same(read(found), places(array, wanted, side))
    sorter = ocean.argsort(made.tensor)
    same(read(ocean.searchsorted(made.tensor, tensor, side, sorter)), places(array, wanted, side))


def places(array: Any, wanted: Any, side: str) -> Any:
    """By comparing with all elements in the order of `sort`."""
    result = np.zeros(wanted.shape, np.int64)
    for index in np.ndindex(wanted.shape):
        if side == "left":
            together = np.concatenate([wanted[index].reshape(1), array])
            result[index] = np.flatnonzero(order(together) == 0)[0]
        else:
            together = np.concatenate([array, wanted[index].reshape(1)])
            result[index] = np.flatnonzero(order(together) == len(array))[0]
    return result


@pytest.mark.host_only("about threads of the host")
def test_many_searches() -> None:
    random = np.random.default_rng(0)
    for kind in ("f8", "i4", "i8"):
        array, wanted = (np.sort((random.standard_normal(n) * 1e4).astype(kind)) for n in (100_000, 70_000))
        wanted = random.permutation(wanted)
        for side in ("left", "right"):
            found = ocean.searchsorted(ocean.asTensor(array), ocean.asTensor(wanted), side)
            same(read(found), np.searchsorted(array, wanted, side))


def test_forms_of_searchsorted() -> None:
    assert ocean.searchsorted([1, 2, 2, 3], 2) == 1 and ocean.searchsorted([1, 2, 2, 3], 2, "right") == 3
    assert ocean.asTensor([1, 2]).searchsorted([1.5, 0.5]).asPython() == [1, 0]
    assert ocean.searchsorted([2, 1], [1.5], sorter=[1, 0]).asPython() == [1]
    assert ocean.searchsorted(ocean.zeros(0), [1.0]).asPython() == [0]
    assert ocean.searchsorted(ocean.lazy(ocean.arange(4)) * 2, 3) == 2
    assert ocean.searchsorted(ocean.asTensor([1, 200], ocean.uint8), -1) == 0


@given(KINDS, LAYOUT, SIZES)
def test_positions(kind: Any, layout: str, size: Any) -> None:
    tensor, array = sample(layout, kind, size)
    array = np.where(np.arange(array.size).reshape(size) % 2, array, 0).astype(array.dtype)
    tensor, array = place(array, kind, fortran(size, kind.size))
    wanted = np.flatnonzero(flat(array))
    same(read(ocean.flatnonzero(tensor)), wanted)
    rows = np.stack(np.unravel_index(wanted, size, order="F"), 1) if array.size else np.zeros((0, len(size)), np.int64)
    same(read(ocean.argwhere(tensor)), rows)
    assert ocean.count_nonzero(tensor) == np.count_nonzero(array)
    if array.size:
        same(read(ocean.count_nonzero(tensor, 0)).astype(int), np.count_nonzero(array, 0))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ocean.searchsorted([[1], [2]], 1), "A must be a vector, got one of size 1x2"),
        (lambda: ocean.searchsorted([1, 2], 1, "middle"), "side must be 'left' or 'right', got 'middle'"),
        (lambda: ocean.searchsorted([1, 2], 1, sorter=[0]), "the sorter must have size 2, got 1"),
        (lambda: ocean.searchsorted([1, 2], 1, sorter=[0, 5]), r"Tensor index \(5\) exceeds size \(2\)"),
    ],
)
def test_bad_input(call: Any, message: str) -> None:
    with pytest.raises(ocean.OceanError, match=message):
        call()
