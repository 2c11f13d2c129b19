"""Splitting, merging, finding, repeating, rolling, taking and putting, against NumPy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from index.keys import coordinates
from layouts import DTYPES, LAYOUTS, TARGETS, dtype_id, read, same, sample
from oracles import cast

import ocean

SIZES = st.lists(st.integers(0, 4), min_size=1, max_size=3).map(tuple)


# --- Split and merge ---------------------------------------------------------------------------------------------


@given(st.data())
def test_parts_of_a_split(data: st.DataObject) -> None:
    size = data.draw(SIZES)
    axis = data.draw(st.integers(-len(size), len(size) - 1))
    parts = data.draw(st.integers(1, 6))
    tensor, values = sample(data.draw(st.sampled_from(list(LAYOUTS))), ocean.int16, size)
    wanted = np.array_split(values, parts, axis)
    for result in (tensor.split(axis, parts), tensor.split(axis, [each.shape[axis] for each in wanted])):
        assert len(result) == parts
        for got, expected in zip(result, wanted, strict=True):
            same(read(got), expected)
            assert got.storage == tensor.storage
    merged = ocean.merge(tensor.split(axis, parts), axis)
    same(read(merged), values)
    assert merged.isContiguous() and merged.dtype is tensor.dtype


def test_forms_of_split() -> None:
    tensor = ocean.arange(30).reshape(5, 6)
    assert [part.size for part in tensor.split(0, 3)] == [(2, 6), (2, 6), (1, 6)]
    assert [part.size for part in tensor.split(1, [2, 1, 3])] == [(5, 2), (5, 1), (5, 3)]
    assert [part.size for part in tensor.split(1, sizes=(6, 0))] == [(5, 6), (5, 0)]
    assert [part.size for part in tensor.split(axis=0, parts=np.int8(2))] == [(3, 6), (2, 6)]
    assert [part.size for part in tensor.split(1, ocean.asTensor([2, 4]))] == [(5, 2), (5, 4)]
    assert [part.size for part in tensor.split(0, [ocean.cpu, ocean.cpu])] == [(3, 6), (2, 6)]
    assert [part.size for part in tensor.split(0, [ocean.cpu] * 2, [1, 4], True)] == [(1, 6), (4, 6)]
    for options, named in (((2, True), {}), (([1, 4],), {"detach": True}), (([ocean.cpu], True), {})):
        assert all(part.storage != tensor.storage for part in tensor.split(0, *options, **named))
    tensor.split(0, 3)[2].fill(0)
    assert tensor[4].asPython() == [0] * 6


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((2, 3), r"Axis 2 is out of range for a tensor with 2 dimensions"),
        ((0, 0), "the number of parts must be positive, got 0"),
        ((0, -1), "the number of parts must be positive"),
        ((0, 1 << 62), "the number of parts must be at most 65536 along an axis of size"),
        ((0, 10**5000), "the number of parts must be at most 65536 along an axis of size .* of 16610 bits"),
        ((0, [2, 2]), r"must be nonnegative and add up to 5, got \[2, 2\]"),
        ((0, [6, -1]), "must be nonnegative"),
        ((0,), "needs a number of parts"),
        ((0, 2.5), "unexpected argument 2.5"),
        ((0, 2, [2, 3]), "takes a number of parts, or sizes"),
        ((0, [ocean.cpu], [2, 3]), "expected a size for each of 1 devices, got 2"),
        ((0, []), "add up to 5"),
    ],
)
def test_bad_splits(args: Any, message: str) -> None:
    with pytest.raises(ocean.OceanError, match=message):
        ocean.arange(30).reshape(5, 6).split(*args)


@given(st.data())
def test_merging_in_every_layout(data: st.DataObject) -> None:
    size = list(data.draw(SIZES))
    axis = data.draw(st.integers(0, len(size) - 1))
    samples = []
    for seed in range(data.draw(st.integers(1, 5))):
        size[axis] = data.draw(st.integers(0, 4))
        samples.append(sample(data.draw(st.sampled_from(list(LAYOUTS))), ocean.int32, tuple(size), seed))
    wanted = np.concatenate([values for _, values in samples], axis)
    pieces = [tensor for tensor, _ in samples]
    same(read(ocean.merge(pieces, axis)), wanted)
    same(read(ocean.merge(tuple(pieces), axis - len(size), ocean.double)), wanted.astype(float))
    target, _ = sample(data.draw(st.sampled_from(TARGETS)), ocean.int64, wanted.shape)
    assert ocean.merge(pieces, axis, target) is None
    same(read(target), wanted.astype(np.int64))


@pytest.mark.parametrize("target", DTYPES, ids=dtype_id)
def test_merging_casts(target: ocean.dtype) -> None:
    for source in DTYPES:
        (first, values), (second, more) = (sample("contiguous", source, (3, 2), seed, special=False) for seed in (0, 1))
        merged = ocean.merge([first, second], 0, target)
        assert merged.dtype is target
        same(read(merged), cast(np.concatenate([values, more]), source, target))


def test_the_dtype_of_a_merge() -> None:
    ints, floats = ocean.arange(2), ocean.zeros(1, ocean.double)
    assert ocean.merge([ints, ints], 0).dtype is ocean.int64
    assert ocean.merge([ints, floats], 0).dtype is ocean.float  # they do not agree: the default dtype
    assert ocean.concatenate([ints, floats]).dtype is ocean.double
    ocean.setDefaultDType(None)
    with pytest.raises(RuntimeError, match="no default dtype"):
        ocean.merge([ints, floats], 0)
    assert ocean.merge([ints, floats], 0, ocean.int8, ocean.cpu).dtype is ocean.int8
    assert ocean.merge([ints, floats], axis=0, dtype=ocean.half, device=ocean.cpu).dtype is ocean.half


def test_merging_lists_scalars_and_vectors() -> None:
    assert ocean.merge([[1, 2], [3]], 0).asPython() == [1, 2, 3]
    assert ocean.merge([1, 2, 3], 0).asPython() == [1, 2, 3]
    assert ocean.merge([[1, 2], [3, 4]], 1).asPython() == [[1, 2], [3, 4]]  # vectors are columns
    assert ocean.merge([ocean.arange(4).reshape(2, 2), [8, 9]], 1).asPython() == [[0, 1], [2, 3], [8, 9]]
    assert ocean.merge([np.array([1, 2]), ocean.arange(2)], 0).asPython() == [1, 2, 0, 1]
    assert ocean.merge(ocean.arange(4).reshape(2, 2), 0).asPython() == [0, 2, 1, 3]


def test_merging_into_the_memory_of_the_pieces() -> None:
    tensor = ocean.arange(6)
    ocean.merge(tensor.split(0, 3)[::-1], 0, tensor)
    assert tensor.asPython() == [4, 5, 2, 3, 0, 1]
    tensor = ocean.arange(16).reshape(4, 4)
    ocean.merge(tensor.split(1, 4), 0, tensor.reshape(16, 1))
    with pytest.raises(RuntimeError, match="Input slices must share identical data"):
        ocean.merge([[1], [2]], 0, ocean.asTensor(1).broadcastTo([2]))
    tensor.readonly = True
    with pytest.raises(RuntimeError, match="read-only"):
        ocean.merge(tensor.split(0, 2), 0, tensor)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (([], 0), "merge\\(\\) needs at least one tensor"),
        ((3, 0), "takes a list of tensors, got int"),
        (([[1, 2], [[1, 2, 3]]], 1), r"Mismatch in size at dimension 0 of tensor 1 \(expected 2 got 3\)"),
        (([[1], [2]], 2), "Axis 2 is out of range for a tensor with 1 dimension"),
        (([ocean.zeros([1] * 64)], 64), "Axis 64 is out of range for a tensor with 64 dimensions"),
        (([[1], [2]], -2), "Axis -2 is out of range"),
        (([[1], [2]], 10**30), "does not fit 64 bits"),
        (([[1], [2]], 0, ocean.zeros(3)), "the result has size 3, expected 2"),
        (([[1], [2]], 0, ocean.zeros(2), ocean.int8), "takes a result, or a dtype"),
        (([[1], [2]], 0, "x"), "unexpected argument 'x'"),
        (([[1], ["a"]], 0), "Invalid data type"),
    ],
)
def test_bad_merges(args: Any, message: str) -> None:
    with pytest.raises(ocean.OceanError, match=message):
        ocean.merge(*args)


@given(st.data())
def test_stack_and_concatenate(data: st.DataObject) -> None:
    size = data.draw(SIZES)
    kinds = data.draw(st.lists(st.sampled_from([ocean.int8, ocean.uint8, ocean.float]), min_size=1, max_size=3))
    pairs = [sample("contiguous", kind, size, seed, special=False) for seed, kind in enumerate(kinds)]
    tensors, arrays = [pair.tensor for pair in pairs], [pair.values for pair in pairs]
    axis = data.draw(st.integers(-len(size) - 1, len(size)))
    np.testing.assert_array_equal(read(ocean.stack(tensors, axis)), np.stack(arrays, axis))
    axis = data.draw(st.integers(-len(size), len(size) - 1))
    np.testing.assert_array_equal(read(ocean.concatenate(tensors, axis)), np.concatenate(arrays, axis))


@pytest.mark.host_only("about kernels of the host that copy several tensors at once")
@pytest.mark.parametrize("count", [1, 2, 8, 11])
@pytest.mark.parametrize("mixed", [False, True])
def test_large_stacks(count: int, mixed: bool) -> None:
    """Elements of several tensors lie between each other: they are copied in one pass, of every layout and dtype."""
    layouts, kinds = list(LAYOUTS), DTYPES if mixed else [ocean.double]
    pairs = [sample(layouts[k % 12], kinds[3 * k % len(kinds)], (200, 170), k, special=False) for k in range(count)]
    result = ocean.stack([pair.tensor for pair in pairs])
    assert result.size == (count, 200, 170)
    for k, pair in enumerate(pairs):
        same(read(result[k]), cast(pair.values, pair.tensor.dtype, result.dtype))


def test_bad_stacks() -> None:
    with pytest.raises(ValueError, match="tensor 1 has size 3, expected 2"):
        ocean.stack([[1, 2], [1, 2, 3]])
    with pytest.raises(IndexError, match="Axis 2 is out of range"):
        ocean.stack([[1, 2]], 2)
    assert ocean.stack([1, 2.5]).asPython() == [1, 2.5]


# --- Find --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_find(kind: ocean.dtype) -> None:
    for layout in LAYOUTS:
        for size in ((), (7,), (4, 5), (3, 2, 4), (0,), (2, 0), (1100,)):
            tensor, values = sample(layout, kind, size)
            places = ocean.find(tensor)
            wanted = coordinates(values != 0)
            assert places.dtype is ocean.int64 and places.size == wanted.shape
            same(read(places), wanted)


def test_ways_to_find() -> None:
    tensor = ocean.asTensor([[0, 1, 2, 0], [3, 4, 0, 5]], "r")
    wanted = [[1, 0], [0, 1], [1, 1], [0, 2], [1, 3]]
    for places in (ocean.find(tensor), ocean.nonzero(tensor), ocean.where(tensor), tensor.find(), tensor.nonzero()):
        assert places.asPython() == wanted
    rows, columns = ocean.nonzero(tensor)
    assert rows.asPython() == [1, 0, 1, 0, 1] and columns.asPython() == [0, 1, 1, 2, 3]
    assert tensor[ocean.nonzero(tensor)].asPython() == [3, 1, 4, 2, 5]
    assert ocean.find([[True, False], [False, True]]).asPython() == [[0, 0], [1, 1]]
    assert ocean.find([0.0, -0.0, float("nan"), 1e-300]).asPython() == [[2], [3]]
    assert ocean.where(A=tensor).asPython() == ocean.where(condition=tensor).asPython() == wanted
    assert ocean.where([True, False], [1, 2], 0).asPython() == [1, 0]
    assert ocean.where(A=[True, False], B=[1, 2], C=0).asPython() == [1, 0]
    assert ocean.where(condition=[True, False], B=[1, 2], C=0).asPython() == [1, 0]
    for wrong, message in (
        (lambda: ocean.where(), "missing the argument A"), (lambda: ocean.where([True], 1), "missing the argument B"),
        (lambda: ocean.where(B=1), "missing the argument A"), (lambda: ocean.where([True], condition=[True]), "missing the argument B"),
        (lambda: ocean.where([True], 1, 2, colour=3), "unexpected keyword argument 'colour'"),
    ):  # fmt: skip
        with pytest.raises(ocean.OceanError, match=message):
            wrong()


# --- Repetition --------------------------------------------------------------------------------------------------


@given(st.data())
def test_tile_repeat_and_roll(data: st.DataObject) -> None:
    size = data.draw(SIZES)
    tensor, values = sample(data.draw(st.sampled_from(list(LAYOUTS))), ocean.int16, size)
    counts = data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=4))
    wanted = np.tile(values.reshape(size + (1,) * (len(counts) - len(size))), counts + [1] * (len(size) - len(counts)))
    same(read(ocean.tile(tensor, counts)), wanted)
    axis = data.draw(st.integers(-len(size), len(size) - 1))
    count = data.draw(st.integers(0, 3))
    same(read(ocean.repeat(tensor, count, axis)), np.repeat(values, count, axis))
    same(read(tensor.repeat(count)), np.repeat(values.reshape(-1, order="F"), count))
    if size[axis] != 1:
        times = data.draw(st.lists(st.integers(0, 3), min_size=size[axis], max_size=size[axis]))
        same(read(tensor.repeat(times, axis)), np.repeat(values, times, axis))
        same(read(tensor.repeat(ocean.asTensor(times, ocean.int8), axis)), np.repeat(values, times, axis))
    shift = data.draw(st.integers(-7, 7))
    same(read(ocean.roll(tensor, shift, axis)), np.roll(values, shift, axis))
    flat = np.roll(values.reshape(-1, order="F"), shift)
    same(read(tensor.roll(shift)), flat.reshape(size, order="F"))


def test_several_rolls() -> None:
    tensor = ocean.arange(6).reshape(2, 3)
    same(read(tensor.roll([1, 2], [0, 1])), np.roll(read(tensor), (1, 2), (0, 1)))
    same(read(tensor.roll(1, [0, 1])), np.roll(read(tensor), 1, (0, 1)))
    for result in (tensor.roll(0), tensor.roll([], []), tensor.tile([]), tensor.tile(1), tensor.repeat(1, 0)):
        assert result.storage != tensor.storage
        same(read(result), read(tensor))
    with pytest.raises(ValueError, match="as many shifts as axes, got 2 and 3"):
        tensor.roll([1, 2], [0, 1, 0])
    with pytest.raises(IndexError, match="Axis 2 is out of range"):
        tensor.roll(1, 2)


def test_bad_repetitions() -> None:
    tensor = ocean.arange(6).reshape(2, 3)
    for function, args, message in (
        (ocean.tile, (-1,), "the counts must be nonnegative"),
        (ocean.tile, ([1] * 65,), "Maximum number of tensor dimension elements exceeded"),
        (ocean.repeat, (-1,), "the counts must be nonnegative"),
        (ocean.repeat, ([1, -1], 0), "the counts must be nonnegative, got -1 at place 1"),
        (ocean.repeat, ([1, 2], 1), "expected one count or 3 of them, got 2"),
        (ocean.repeat, (1, 2), "Axis 2 is out of range"),
        (ocean.repeat, (1.5,), "counts must be integers, got dtype double"),
    ):
        with pytest.raises(ocean.OceanError, match=message):
            function(tensor, *args)


# --- By position -------------------------------------------------------------------------------------------------


@given(st.data())
def test_take_and_put(data: st.DataObject) -> None:
    size = data.draw(SIZES)
    nelem = math.prod(size)
    tensor, values = sample(data.draw(st.sampled_from(TARGETS)), ocean.int16, size)
    flat = values.reshape(-1, order="F").copy()
    places = np.array(data.draw(st.lists(st.integers(-nelem, max(0, nelem - 1)), max_size=6 if nelem else 0)), np.int64)
    same(read(tensor.take(places)), flat[places])
    same(read(ocean.take(tensor, places.tolist())), flat[places])
    axis = data.draw(st.integers(-len(size), len(size) - 1))
    length = size[axis]
    along = np.array(data.draw(st.lists(st.integers(0, max(0, length - 1)), max_size=4 if length else 0)), np.int64)
    same(read(tensor.take(along, axis)), values.take(along, axis))
    given_values = np.arange(len(places), dtype=np.int16)
    assert ocean.put(tensor, places, given_values) is None
    flat[places] = given_values
    same(read(tensor), flat.reshape(size, order="F"))


def test_forms_of_take_and_put() -> None:
    tensor = ocean.arange(6).reshape(2, 3)
    assert ocean.take(tensor, [[0, 1], [2, 3]]).size == (2, 2)
    assert tensor.take([[0, 1], [1, 0]], 1).size == (2, 2, 2)
    assert tensor.take(4).size == () and tensor.take(4).asPython() == 4
    assert tensor.take([]).size == (0,)
    tensor.put([0, -1, 0], [7, 8, 9])
    assert tensor.flatten().asPython() == [9, 1, 2, 3, 4, 8]
    tensor.put([], [])
    tensor.T.put(1, 50)
    assert tensor[0, 1] == 50
    for call in (lambda: tensor.take([6]), lambda: tensor.put([-7], 1)):
        with pytest.raises(IndexError, match=r"exceeds size \(6\) at dimension 0"):
            call()
    with pytest.raises(TypeError, match="indices must be integers, got dtype double"):
        tensor.take([1.5])
    with pytest.raises(TypeError, match="indices must be integers, got dtype bool"):
        tensor.put([True], 1)


# --- Layouts, many dimensions, and things like tensors -----------------------------------------------------------


def order_of(tensor: ocean.tensor) -> list[int]:
    """The axes from the fastest to the slowest."""
    return sorted(range(tensor.ndims), key=lambda axis: tensor.strides[axis])


@given(st.permutations(range(3)), st.integers(0, 2))
def test_results_follow_the_order_of_their_operands(axes: list[int], axis: int) -> None:
    array = np.arange(24, dtype=np.int16).reshape(2, 3, 4).transpose(axes)
    tensor = ocean.asTensor(array)
    order = order_of(tensor)
    for result, expected in (
        (ocean.concatenate([tensor, tensor], axis), np.concatenate([array, array], axis)),
        (ocean.merge([tensor, tensor], axis), np.concatenate([array, array], axis)),
        (tensor.roll(1, axis), np.roll(array, 1, axis)),
        (tensor.repeat(2, axis), array.repeat(2, axis)),
        (tensor.tile([2, 1, 3]), np.tile(array, (2, 1, 3))),
        (tensor.take([1, 0, 1], axis), array.take([1, 0, 1], axis)),
        (tensor[[0, 1, 0], :, [1, 0]], array[np.ix_([0, 1, 0], range(array.shape[1]), [1, 0])]),
        (tensor[[[1, 0]]], array[1, 0][None]),
    ):
        same(read(result), expected)
        assert result.isContiguous() and (result.ndims < 3 or order_of(result) == order)
    stacked = ocean.stack([tensor, tensor], axis)
    same(read(stacked), np.stack([array, array], axis))
    columns = tensor.isFortran()
    assert order_of(stacked) == (list(range(4)) if columns else [*(k + (k >= axis) for k in order), axis])


def test_operands_that_disagree_give_columns_first_of_the_first() -> None:
    rows, columns = ocean.asTensor(np.ones((3, 4))), ocean.ones([3, 4], ocean.double)
    assert ocean.concatenate([columns, columns]).isFortran()
    assert order_of(ocean.concatenate([rows, columns])) == [1, 0]
    assert order_of(ocean.concatenate([columns, rows])) == [0, 1]


@pytest.mark.parametrize("ndims", [4, 5, 7, 8])
def test_repetition_in_many_dimensions(ndims: int) -> None:
    array = np.arange(2**ndims).reshape((2,) * ndims)
    tensor = ocean.asTensor(array)
    same(read(tensor.tile([2] * ndims)), np.tile(array, (2,) * ndims))
    same(read(tensor.tile([1] * (ndims - 1) + [3])), np.tile(array, (1,) * (ndims - 1) + (3,)))
    for axis in range(ndims):
        same(read(tensor.repeat(3, axis)), array.repeat(3, axis))
    same(read(tensor.roll([1] * ndims, list(range(ndims)))), np.roll(array, (1,) * ndims, tuple(range(ndims))))
    assert tensor.tile([0] + [2] * (ndims - 1)).nelem == 0


def test_things_like_tensors() -> None:
    assert ocean.roll([1, 2, 3], 1).asPython() == [3, 1, 2]
    assert ocean.take([1, 2, 3], [2, 0]).asPython() == [3, 1] and ocean.take([1, 2, 3], (1,)).asPython() == [2]
    assert ocean.repeat([1, 2], 2).asPython() == [1, 1, 2, 2] and ocean.tile([1, 2], 2).asPython() == [1, 2, 1, 2]
    array = np.zeros(3)
    ocean.put(array, [1], 5)
    assert array.tolist() == [0, 5, 0]
    with pytest.raises(TypeError, match="put\\(\\) sets elements of a tensor"):
        ocean.put([1, 2, 3], [1], 5)


def test_without_automatic_broadcasting() -> None:
    ocean.setAutoBroadcast(False)
    try:
        vector = ocean.arange(3)
        assert ocean.merge([vector, vector], 1).size == (3, 2)
        assert ocean.stack([vector, vector], 1).size == (3, 2)
        assert vector.tile([2, 2]).size == (6, 2) and vector.repeat(2).size == (6,)
    finally:
        ocean.setAutoBroadcast(True)


def test_operands_are_not_changed() -> None:
    vector, mixed = ocean.arange(3), [ocean.arange(3), [1, 2, 3]]
    ocean.merge([vector, ocean.ones([3, 2], ocean.int64)], 1)
    ocean.merge(mixed, 1)
    assert vector.size == (3,) and mixed[0].size == (3,)
