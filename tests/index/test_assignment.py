"""Assignment: what is written where, with casts, broadcasting, repeated indices and every layout, against NumPy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from index.keys import SIZES, Indices, Mask, Part, key_of, keys, positions
from layouts import DTYPES, TARGETS, dtype_id, place, read, same, sample, surroundings
from oracles import cast

import ocean


def written(values: np.ndarray, places: np.ndarray, given_values: np.ndarray) -> np.ndarray:
    """The values after an assignment; the last of several values for one element stays."""
    flat = values.reshape(-1, order="F").copy()
    padded = given_values.reshape(given_values.shape + (1,) * (places.ndim - given_values.ndim))
    flat[places.reshape(-1, order="F")] = np.broadcast_to(padded, places.shape).reshape(-1, order="F")
    return flat.reshape(values.shape, order="F")


@st.composite
def value_sizes(draw: st.DrawFn, size: tuple[int, ...]) -> tuple[int, ...]:
    """Sizes that can be broadcast to another: dimensions of size one, and fewer of them."""
    shape = [draw(st.sampled_from([n, n, 1])) for n in size]
    return tuple(shape[: draw(st.integers(0, len(shape)))])


@given(st.data())
@settings(max_examples=200)
def test_every_key_writes_where_numpy_writes(data: st.DataObject) -> None:
    size = data.draw(SIZES)
    kind = data.draw(st.sampled_from([ocean.int16, ocean.cfloat, ocean.double]))
    tensor, values = sample(data.draw(st.sampled_from(TARGETS)), kind, size)
    parts = data.draw(keys(size, new=False))
    places = positions(size, parts)
    shape = data.draw(value_sizes(places.shape))
    source, given_values = sample(data.draw(st.sampled_from(TARGETS)), kind, shape, seed=1)
    around = surroundings(tensor)
    if math.prod(shape) == places.size and len(shape) == 1 and shape != places.shape and shape != (1,):
        given_values = given_values.reshape(places.shape, order="F")  # all the elements in column-major order
    tensor[key_of(parts)] = source
    same(read(tensor), written(values, places, given_values))
    np.testing.assert_array_equal(surroundings(tensor), around)


@pytest.mark.parametrize("layout", TARGETS)
@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_every_dtype_in_every_layout(kind: ocean.dtype, layout: str) -> None:
    mask = np.random.default_rng(1).random((10, 3, 7)) < 0.5
    columns = np.array([[0, -1, 9, 5, 0], [0, 2, -3, 1, 0], [6, 0, -7, 5, 6]])
    rows, last = np.array([[5, 5, 0, -1]]), np.array([[-1, 0, 3, 3]])
    for parts in (
        [Part(ocean.asTensor(mask), Mask(mask))],
        [Part(ocean.asTensor(columns), Indices(columns))],
        [Part([5, 5, 0, -1], Indices(rows))],
        [Part(rows[0].tolist(), Indices(rows)), Part(1, 1), Part(last[0].tolist(), Indices(last))],
        [Part(slice(None, None, -3), slice(None, None, -3)), Part(Ellipsis, Ellipsis)],
    ):
        places = positions((10, 3, 7), parts)
        for source_layout in ("contiguous", "wild"):
            tensor, values = sample(layout, kind, (10, 3, 7))
            source, given_values = sample(source_layout, kind, places.shape, seed=2)
            around = surroundings(tensor)
            tensor[key_of(parts)] = source
            same(read(tensor), written(values, places, given_values))
            np.testing.assert_array_equal(surroundings(tensor), around)
        one = np.array(True) if kind is ocean.bool else np.array(1).astype(values.dtype)
        tensor[key_of(parts)] = 1
        same(read(tensor), written(written(values, places, given_values), places, one))


@pytest.mark.parametrize("target", DTYPES, ids=dtype_id)
def test_values_are_cast(target: ocean.dtype) -> None:
    parts = [Part([4, 0, -2], Indices(np.array([[4, 0, -2]])))]
    mask = np.array([True, False, True, True, False])
    for source in DTYPES:
        given_tensor, given_values = sample("contiguous", source, (3,), special=False)
        wanted = cast(given_values, source, target)
        for key in (parts, [Part(mask, Mask(mask))]):
            tensor, values = sample("byteswapped", target, (5,))
            tensor[key_of(key)] = given_tensor
            same(read(tensor), written(values, positions((5,), key), wanted))
        tensor[2:] = given_tensor
        same(read(tensor)[2:], wanted)
        tensor[1] = given_tensor[2]
        same(read(tensor)[1:2], wanted[2:])


@pytest.mark.parametrize("value", [True, 7, -3, 2.75, 1 + 2j, 2**63, ocean.int8(-5), ocean.half(1.5), np.float32(0.5)])
@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_numbers_are_cast_as_copies_cast_them(kind: ocean.dtype, value: object) -> None:
    wanted = ocean.zeros(1, kind)
    wanted.copy(ocean.full([1], value))
    for layout in ("contiguous", "wild"):
        for key in (1, slice(1, 2), [1], [[1]], [False, True, False], (..., 1), ocean.index[1], np.array([[1]])):
            tensor, before = sample(layout, kind, (3,))
            tensor[key] = value
            same(read(tensor)[1:2], read(wanted))
            same(read(tensor)[::2], before[::2])


def test_broadcasting_pads_on_the_right() -> None:
    tensor = ocean.zeros([3, 4])
    tensor[[0, 1, 2], :] = [1, 2, 3]
    assert tensor.asPython("R") == [[1] * 4, [2] * 4, [3] * 4]
    tensor[:, [0, 3]] = ocean.asTensor([[7, 8]], "R")
    assert tensor[:, 0].asPython() == [7, 7, 7] and tensor[:, 3].asPython() == [8, 8, 8]
    tensor[1] = ocean.full([4, 1], 5)  # dimensions of size one at the end do not count
    assert tensor[1].asPython() == [5] * 4
    tensor[...] = range(12)  # all the elements, as `copy` takes them
    assert tensor.flatten().asPython() == list(range(12))
    with pytest.raises(ValueError, match="8 to an index of size 2x4"):
        tensor[[0, 2]] = range(8)
    tensor[1, 2] = [6]
    assert tensor[1, 2] == 6


def test_broadcasting_can_be_switched_off() -> None:
    ocean.setAutoBroadcast(False)
    tensor = ocean.zeros([3, 4])
    tensor[[0, 1]] = 5
    tensor[[0, 1]] = ocean.asTensor(6)
    for key in ([0, 1], slice(0, 2), np.array([True, True, False])):
        with pytest.raises(RuntimeError, match="automatic broadcasting of tensor dimensions is disabled"):
            tensor[key] = [1, 2]
        with pytest.raises(RuntimeError, match="automatic broadcasting"):
            tensor[key] = [[1], [2], [3], [4]]


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_the_last_of_repeated_indices_stays(threads: int) -> None:
    ocean.setNumThreads(threads)
    random = np.random.default_rng(5)
    for size, count in (((5,), 12), ((1000,), 100_000), ((30, 40), 20_000)):
        tensor = ocean.zeros(size, ocean.int64)
        columns = np.stack([random.integers(-n, n, count) for n in size])
        given_values = np.arange(count)
        tensor[columns] = given_values
        places = positions(size, [Part(columns, Indices(columns))])
        same(read(tensor), written(np.zeros(size, np.int64), places, given_values))
    tensor = ocean.zeros([40, 50], ocean.int32)
    rows, columns = random.integers(0, 40, (1, 300)), random.integers(-50, 50, (1, 400))
    parts = [Part(rows[0], Indices(rows)), Part(columns[0], Indices(columns))]
    given_values = np.arange(120_000).reshape(300, 400)
    for source in (given_values, np.asfortranarray(given_values)):
        for view in (tensor, tensor.T.clone().T):
            view[key_of(parts)] = source
            same(read(view), written(np.zeros((40, 50), np.int32), positions((40, 50), parts), given_values))
            view.zero()


def test_in_place_operators() -> None:
    tensor = ocean.arange(24).reshape(4, 6)
    tensor[tensor >= 10] += 100
    tensor[tensor < 4] *= 10
    assert tensor[:, 0].asPython() == [0, 10, 20, 30] and tensor[2, 2] == 110
    tensor[1] -= 1
    tensor[:, 1] = tensor[:, 1] + 1
    tensor[[0, 0, 0, 0, 1], 5] += 1
    assert tensor[0, 5] == 121 and tensor[1, 5] == 121
    tensor[0, 0] += 7
    assert tensor[0, 0] == 7 and tensor[1, 0] == 9
    vector = ocean.zeros(5)
    vector[[0, 0, 0, 0, 1]] += 1
    assert vector.asPython() == [1, 1, 0, 0, 0]


def test_values_that_share_memory_with_the_destination() -> None:
    for key, value in (
        ([4, 3, 2, 1, 0], slice(None)),
        (slice(None, None, -1), slice(None)),
        (slice(1, None), slice(None, -1)),
        (np.array([False, True, True, True, True]), slice(None, -1)),
        ([1, 2, 3, 4], slice(None, -1)),
        (np.array([[1, 2, 3, 4]]), slice(3, None, -1)),
    ):
        tensor, wanted = ocean.arange(5), np.arange(5)
        wanted[key] = wanted[value].copy() if not isinstance(key, np.ndarray) or key.ndim < 2 else 0
        if isinstance(key, np.ndarray) and key.ndim == 2:
            wanted = np.arange(5)
            wanted[key[0]] = wanted[value].copy()
        tensor[key] = tensor[value]
        same(read(tensor), wanted)
    matrix, wanted = ocean.arange(16).reshape(4, 4), np.arange(16).reshape(4, 4, order="F")
    matrix[[0, 1, 2, 3]] = matrix.T
    same(read(matrix), wanted.T)


def test_indices_that_share_memory_with_the_destination() -> None:
    tensor = ocean.asTensor([3, 0, 1, 2])
    tensor[tensor] = [10, 11, 12, 13]
    assert tensor.asPython() == [11, 12, 13, 10]
    tensor = ocean.asTensor([1, 1, 0, 0])
    tensor[tensor.reshape(2, 2)[0:1]] = 5
    assert tensor.asPython() == [5, 5, 0, 0]
    mask = ocean.asTensor([True, False, False, True, True])
    mask[mask[::-1]] = False
    assert mask.asPython() == [False, False, False, True, False]
    mask = ocean.asTensor([True, True, False, False])
    mask[mask[::-1]] = [False, True]
    assert mask.asPython() == [True, True, False, True]


def test_elements_that_share_memory_take_one_value_only() -> None:
    zero = "Zero-stride dimensions in destination tensor must be matched by the source tensor"
    message = "overlaps itself"
    column = ocean.arange(3, ocean.double)
    wide = column.broadcastTo([3, 5])
    wide[[0, 2]] = 7
    wide[1, [0, 1]] = 8
    assert column.asPython() == [7, 8, 7]
    wide[wide == 8] = 9
    wide[[0, 2], :] = ocean.asTensor([1, 2])
    assert column.asPython() == [1, 9, 2]
    for key, value in (
        ((slice(None), [0, 1]), [[1, 2, 3], [4, 5, 6]]),
        ((0, [0, 1]), [1, 2]),
        (wide == 9, [1, 2, 3, 4, 5]),
    ):
        with pytest.raises(RuntimeError, match=zero):
            wide[key] = value
    with pytest.raises(RuntimeError, match=zero):
        wide[:, 0:2] = [[1, 2, 3], [4, 5, 6]]
    point = ocean.asTensor(2.0).broadcastTo([5])
    point[[0, 1]] = 3
    with pytest.raises(RuntimeError, match=zero):
        point[[0, 1]] = [3, 4]
    assert column.asPython() == [1, 9, 2] and point[0] == 3
    line = ocean.arange(8)
    toeplitz = ocean.tensor(line.storage, 3, [4, 5], [-1, 1])
    for key in ((slice(None), [0, 1]), toeplitz > 3, ([0, 1], [0, 1]), (Ellipsis,), np.array([[0, 1], [0, 1]])):
        with pytest.raises(RuntimeError, match=message):
            toeplitz[key] = 1
    assert line.asPython() == list(range(8))
    toeplitz[0, [0, 2]] = [30, 50]  # a row alone does not overlap itself
    toeplitz[1, 0] = 20
    assert line.asPython() == [0, 1, 20, 30, 4, 50, 6, 7]
    vector = ocean.tensor(ocean.zeros(8, ocean.uint8).storage, 0, [4], [1], 1, ocean.int16)
    with pytest.raises(RuntimeError, match=message):
        vector[[0, 1]] = 1


def test_readonly_tensors_are_not_written_to() -> None:
    tensor = ocean.zeros([3, 4])
    tensor.readonly = True
    for key in (..., 0, (0, 1), [0, 1], tensor == 0, (slice(None), 1), np.array([[0, 1], [0, 1]]), ocean.index[0]):
        with pytest.raises(RuntimeError, match="read-only"):
            tensor[key] = 1
    array = np.zeros(3)
    array.flags.writeable = False
    with pytest.raises(RuntimeError, match="read-only"):
        ocean.asTensor(array)[0] = 1
    assert not read(tensor).any()


def test_nothing_is_written_when_an_index_is_out_of_range() -> None:
    tensor = ocean.zeros([100, 100])
    places = np.arange(20_000) % 100
    places[-1] = 100
    for key in (places, (0, places), (places, 0), np.stack([places, places]), (places, slice(None))):
        with pytest.raises(IndexError, match=r"Tensor index \(100\) exceeds size \(100\)"):
            tensor[key] = 1
    vector = ocean.zeros(100)
    with pytest.raises(IndexError, match=r"Tensor index \(100\) exceeds size \(100\) at dimension 0"):
        vector[places] = 1
    with pytest.raises(IndexError, match=r"Tensor index \(-101\) exceeds size \(100\) at dimension 0"):
        vector[[0, -101]] = 1
    assert not read(tensor).any() and not read(vector).any()


def test_values_of_the_wrong_size() -> None:
    tensor = ocean.zeros([3, 4])
    for key, value, size in (
        ([0, 1], [1, 2, 3], "3 to an index of size 2x4"),
        (slice(0, 2), [1, 2, 3], "3 to an index of size 2x4"),
        (tensor == 0, [1, 2], "2 to an index of size 12"),
        ((0, 0), [1, 2], "2 to an index of size scalar"),
        (0, [[1, 2, 3], [3, 4, 5]], "3x2 to an index of size 4"),
    ):
        with pytest.raises(ValueError, match=f"Cannot assign a tensor of size {size}"):
            tensor[key] = value
    assert not read(tensor).any()


def test_elements_cannot_be_deleted() -> None:
    with pytest.raises((TypeError, NotImplementedError)):
        del ocean.zeros(3)[0]


def test_assignment_to_swapped_storage() -> None:
    for kind in (ocean.int32, ocean.chalf):
        array = np.arange(4).astype(np.complex64 if kind is ocean.chalf else np.int32)
        tensor, _ = place(array, kind, [kind.size], 0, True, True)
        tensor[[1, 2]] = [10, 20]
        tensor[3] = 30
        tensor[:1] = 5
        assert [complex(each) for each in read(tensor)] == [5, 10, 20, 30]
