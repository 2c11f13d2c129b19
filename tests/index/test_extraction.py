"""Extraction: every combination of scalars, ranges, indices, masks, None and ellipses, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from index.keys import SIZES, Indices, Mask, Part, is_scalar, is_view, key_of, keys, positions
from layouts import DTYPES, LAYOUTS, NUMPY, dtype_id, read, same, sample

import ocean


def check(tensor: ocean.tensor, values: np.ndarray, parts: list[Part]) -> None:
    before = read(tensor)
    result = tensor[key_of(parts)]
    places = positions(tensor.size, parts)
    wanted = values.reshape(-1, order="F")[places]
    if is_scalar(tensor.size, parts):
        assert isinstance(result, ocean.scalar) and result.dtype is tensor.dtype
        np.testing.assert_array_equal(np.array(result.asPython(), NUMPY[tensor.dtype]), wanted)
        return
    same(read(result), wanted)
    assert result.dtype is tensor.dtype
    if is_view(parts):
        assert result.storage == tensor.storage
    else:
        assert result.storage != tensor.storage
        assert result.isContiguous() and (result.isFortran() or not tensor.isFortran())
        assert result.byteswapped == tensor.byteswapped and not result.readonly
    same(read(tensor), before)


@given(st.data())
@settings(max_examples=300)
def test_every_key_picks_what_numpy_picks(data: st.DataObject) -> None:
    size = data.draw(SIZES)
    kind = data.draw(st.sampled_from(DTYPES))
    tensor, values = sample(data.draw(st.sampled_from(list(LAYOUTS))), kind, size)
    check(tensor, values, data.draw(keys(size)))


@given(st.data())
@settings(max_examples=120)
def test_views_reach_the_same_elements(data: st.DataObject) -> None:
    size = data.draw(SIZES)
    tensor, values = sample(data.draw(st.sampled_from(list(LAYOUTS))), ocean.int16, size)
    parts = data.draw(keys(size, lists=False))
    check(tensor, values, parts)
    tensor.readonly = True
    result = tensor[key_of(parts)]
    assert isinstance(result, ocean.scalar) or result.readonly


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_every_dtype_in_every_layout(kind: ocean.dtype, layout: str) -> None:
    tensor, values = sample(layout, kind, (40, 3, 35))
    mask = np.random.default_rng(1).random((40, 3, 35)) < 0.5
    columns = np.array([[0, -1, 39, 5, 0], [0, 2, -3, 1, 1], [34, 0, -35, 5, 5]])
    rows, last = np.array([[5, 5, 0, -1]]), np.array([[-1, 0, *range(33)]])
    for parts in (
        [Part(ocean.asTensor(mask), Mask(mask))],
        [Part(ocean.asTensor(columns), Indices(columns))],
        [Part([5, 5, 0, -1], Indices(rows))],
        [Part(Ellipsis, Ellipsis), Part(last[0].tolist(), Indices(last))],
        [Part(rows[0].tolist(), Indices(rows)), Part(1, 1), Part(last[0].tolist(), Indices(last))],
        [Part(slice(None, None, -3), slice(None, None, -3)), Part(Ellipsis, Ellipsis)],
        [Part(3, 3), Part(2, 2), Part(-1, -1)],
    ):
        check(tensor, values, parts)


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_vectors_of_every_dtype(kind: ocean.dtype) -> None:
    for layout in LAYOUTS:
        tensor, values = sample(layout, kind, (2500,))
        places = np.random.default_rng(2).integers(-2500, 2500, (1, 3000))
        check(tensor, values, [Part(ocean.asTensor(places[0]), Indices(places))])
        for density in (0, 0.01, 0.5, 0.99, 1):
            mask = np.random.default_rng(3).random(2500) < density
            check(tensor, values, [Part(ocean.asTensor(mask), Mask(mask))])


def test_large_tensors() -> None:
    random = np.random.default_rng(4)
    values = random.random((300, 200))
    for array in (values, np.asfortranarray(values), values[::2, ::-1]):
        tensor = ocean.asTensor(array)
        mask, wide = array > 0.3, np.zeros((2 * array.shape[0], array.shape[1]), bool)
        wide[::2] = mask
        for given_mask in (mask, np.asfortranarray(mask), wide[::2]):
            check(tensor, array, [Part(given_mask, Mask(mask))])
        rows, columns = (random.integers(-n, n, (1, 2 * n)) for n in array.shape)
        check(tensor, array, [Part(rows[0], Indices(rows)), Part(columns[0], Indices(columns))])
        check(tensor, array, [Part(rows[0], Indices(rows))])
        check(tensor, array, [Part(slice(None), slice(None)), Part(columns[0], Indices(columns))])
        both = np.concatenate([random.integers(-n, n, (1, 20000)) for n in array.shape])
        check(tensor, array, [Part(both, Indices(both))])


def test_a_scalar_index_for_every_dimension_gives_a_scalar() -> None:
    tensor = ocean.arange(24, ocean.int16).reshape(4, 6)
    integers = (np.int8(1), np.uint64(2)), (ocean.int8(1), ocean.asTensor(2)), (np.array(1), ocean.uint8(2))
    for key in ((1, 2), *integers, (..., 1, 2), (1, 2, ...), (1, ..., 2)):
        assert isinstance(tensor[key], ocean.scalar) and tensor[key] == 9 and tensor[key].dtype is ocean.int16
    assert isinstance(tensor[1, 2, None], ocean.tensor)
    point = ocean.asTensor(3.5)
    assert isinstance(point[()], ocean.scalar) and point[()] == 3.5
    assert isinstance(point[...], ocean.tensor) and point[...].size == () and point[...].storage == point.storage
    assert point[None].size == (1,) and point[None, None].size == (1, 1)
    assert tensor[()].size == (4, 6) and tensor[()].storage == tensor.storage


def test_masks_may_span_no_dimension() -> None:
    point, row = ocean.asTensor(3), ocean.arange(3)
    assert point[True].asPython() == [3] and point[False].size == (0,)
    assert point[point == 3].asPython() == [3]
    assert row[True].size == (1, 3) and row[np.bool_(False)].size == (0, 3) and row[ocean.bool(True), 1].size == (1,)


def test_empty_lists_pick_nothing() -> None:
    tensor = ocean.zeros([4, 6])
    for key in ([], (), ocean.asTensor([], ocean.int8), np.zeros(0, int), range(0)):
        assert tensor[key, :].size == (0, 6)
        assert tensor[0, key].size == (0,)
    assert tensor[:, np.zeros(6, bool)].size == (4, 0)
    assert ocean.zeros([0, 3])[:, [0, 0]].size == (0, 2)
    assert ocean.zeros([0, 3])[ocean.zeros([0, 3], ocean.bool)].size == (0,)
    assert ocean.zeros([3])[np.zeros((1, 0), int)].size == (0,)


def test_iterators_and_arrays_are_indices() -> None:
    tensor = ocean.arange(10)
    assert tensor[iter([1, 2])].asPython() == [1, 2]
    assert tensor[(each for each in (3, -1))].asPython() == [3, 9]
    assert tensor[memoryview(b"\1\2")].asPython() == [1, 2]
    assert tensor[[True, 2, False]].asPython() == [1, 2, 0]  # a mixture of bools and integers is integers
    assert tensor[range(-2, 1)].asPython() == [8, 9, 0]


def test_the_index_of_nonzero_elements_picks_them() -> None:
    tensor = ocean.arange(24).reshape(2, 3, 4)
    mask = tensor > 7
    assert tensor[ocean.find(mask)].asPython() == tensor[mask].asPython() == list(range(8, 24))


def test_results_have_at_most_64_dimensions() -> None:
    tensor = ocean.zeros([1] * 63)
    assert tensor[None].ndims == 64 and tensor[None, 0, None].ndims == 64 and tensor[[0], None].ndims == 64
    for key in ((None, None), (None, [0], None), (None, None, ...)):
        with pytest.raises(ocean.OceanError, match=r"Maximum number of tensor dimension elements exceeded \(64\)"):
            tensor[key]


def test_overlapping_sources_can_be_read() -> None:
    line = ocean.arange(8)
    toeplitz = ocean.tensor(line.storage, 3, [4, 5], [-1, 1])
    assert toeplitz[[0, 3], [4, 0]].asPython() == [[7, 4], [3, 0]]
    assert toeplitz[toeplitz > 5].asPython() == [6, 7, 6]


def test_strides_of_ranges_cannot_overflow() -> None:
    huge = 2**62
    tensor = ocean.arange(5)
    assert tensor[::huge].asPython() == [0] and tensor[::-huge].asPython() == [4]
    assert tensor[huge:].size == (0,) and tensor[-huge:huge:2].asPython() == [0, 2, 4]
    assert tensor[10**30 :].size == (0,) and tensor[: -(10**30)].size == (0,)
