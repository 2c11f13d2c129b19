"""Sorting: every dtype, layout and axis against NumPy; stability, zeros, results, threads, interruption, bad input."""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Iterator
from typing import Any

import layouts
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import DTYPES, LAYOUTS, REPEATING, TARGETS, dtype_id, fortran, place, read, same, sample, values
from orders import in_order, order, same_parts

import ocean
from ocean._src.core.host.sorting.sorting import use_instructions

SIZES = st.lists(st.integers(0, 6), min_size=1, max_size=3).map(tuple)
KINDS = st.sampled_from(DTYPES)


@pytest.fixture(params=[2, 1, 0], ids=["best", "avx2", "plain"])
def instructions(request: pytest.FixtureRequest) -> Iterator[None]:
    use_instructions(request.param)
    yield
    use_instructions(2)


def line(kind: ocean.dtype, count: int, distinct: int = 0, seed: int = 0) -> layouts.Sample:
    """A long vector, with the given number of distinct values."""
    array = values(kind, (count,), seed)
    if distinct:
        array = array[np.random.default_rng(seed).integers(0, min(distinct, count), count)]
    made = place(array, kind, fortran((count,), kind.size))
    return layouts.Sample(made.tensor, read(made.tensor))


# --- Sort and argsort --------------------------------------------------------------------------------------------


@given(KINDS, st.sampled_from(list(LAYOUTS)), SIZES, st.booleans(), st.data())
def test_sorting_in_every_layout(kind: Any, layout: str, size: Any, descending: bool, data: st.DataObject) -> None:
    axis = data.draw(st.integers(-len(size), len(size) - 1))
    tensor, array = sample(layout, kind, size)
    places, sorted_ = ocean.argsort(tensor, axis, descending), ocean.sort(tensor, axis, descending)
    assert places.dtype is ocean.int64 and sorted_.dtype is kind
    assert places.device is sorted_.device is tensor.device
    same(read(places), order(array, axis, descending))
    same_parts(read(sorted_), in_order(array, axis, descending))
    same_parts(read(tensor), array)  # the operand stays
    if layout not in REPEATING:
        tensor.sort(axis, descending)
        same_parts(read(tensor), in_order(array, axis, descending))


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("count", [33, 257, 9000])
def test_long_lines(kind: ocean.dtype, count: int, instructions: None) -> None:
    for distinct in (0, 5):
        tensor, array = line(kind, count, distinct)
        for descending in (False, True):
            same(read(ocean.argsort(tensor, 0, descending)), order(array, 0, descending))
            same_parts(read(ocean.sort(tensor, 0, descending)), in_order(array, 0, descending))


@pytest.mark.host_only("about the engine of the host")
@pytest.mark.parametrize("kind", ["i8", "i4", "f8", "f4"])
def test_every_length_in_place(kind: str, instructions: None) -> None:
    """Networks and divisions of every length; zeros of both signs and NaN keep their bits and their order."""
    rng = np.random.default_rng(5)
    bits = kind.replace("f", "i")
    for count in (*range(1, 70), *range(120, 140), *range(250, 270), *range(505, 530), 1023, 2049):
        array = rng.integers(-(2**31), 2**31 - 1, count).astype(kind)
        if kind != bits:
            strange = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, -np.nan, 5e-324], array.dtype)
            array = np.where(rng.random(count) < rng.choice([0.02, 0.7]), rng.choice(strange, count), array)
        for descending in (False, True):
            tensor = ocean.asTensor(array.copy())
            tensor.sort(0, descending)
            same(read(tensor).view(bits), array[order(array, 0, descending)].view(bits))
        kth = sorted(rng.integers(0, count, 3).tolist())
        tensor = ocean.asTensor(array.copy())
        tensor.partition(kth)
        check_partition(array, read(tensor), kth, 0)
        same(np.sort(read(tensor).view(bits)), np.sort(array.view(bits)))


@pytest.mark.host_only("about threads of the host")
@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_lines_for_several_threads(kind: ocean.dtype) -> None:
    tensor, array = line(kind, 300_000)
    places, sorted_ = order(array), in_order(array)
    for threads in (1, 3):
        ocean.setNumThreads(threads)
        same(read(ocean.argsort(tensor)), places)
        same_parts(read(ocean.sort(tensor)), sorted_)
    many = tensor.reshape(300, 1000)
    same_parts(read(ocean.sort(many, 1)), in_order(read(many), 1))


@pytest.mark.host_only("about the engine of the host")
@pytest.mark.parametrize(
    "array",
    [
        np.arange(100_000.0), np.arange(100_000.0)[::-1], np.zeros(100_000), np.tile([3.0, -1, 7], 40_000),
        np.r_[np.full(70_000, 2.5), 1e300, -1e300, np.full(70_000, 2.5 + 2**-50)], np.abs(np.arange(-60_000.0, 60_000)),
        np.r_[np.linspace(1, 1 + 1e-9, 90_000)[::-1], 1e308, -np.inf, np.nan],
    ],
    ids=["sorted", "reversed", "equal", "three", "two close", "mountain", "close"],
)  # fmt: skip
def test_patterns(array: np.ndarray, instructions: None) -> None:
    tensor = ocean.asTensor(array)
    same(read(ocean.argsort(tensor)), order(array))
    same(read(ocean.sort(tensor)), in_order(array))
    integers = ocean.int64(tensor)
    same(read(ocean.sort(integers)), np.sort(read(integers)))


def test_equal_elements_keep_their_order() -> None:
    array = np.array([0.0, -0.0, 1, -0.0, 0.0, -1])
    tensor = ocean.asTensor(array.tolist(), ocean.double)
    same(read(ocean.sort(tensor)), np.array([-1, 0.0, -0.0, -0.0, 0.0, 1]))
    same(read(ocean.sort(tensor, descending=True)), np.array([1, 0.0, -0.0, -0.0, 0.0, -1]))
    assert ocean.argsort([1, 0, 1, 0], descending=True).asPython() == [0, 2, 1, 3]
    assert ocean.argsort([1 + 2j, 1 + 1j, 0 + 5j]).asPython() == [2, 1, 0]


def test_forms_of_sort() -> None:
    tensor = ocean.asTensor([[3, 1, 2], [6, 5, 4]])
    assert ocean.sort(tensor).asPython() == [[1, 2, 3], [4, 5, 6]]
    assert ocean.sort(tensor, 1, True).asPython() == [[6, 5, 4], [3, 1, 2]]
    assert ocean.sort(tensor, axis=-1, descending=True).asPython() == [[6, 5, 4], [3, 1, 2]]
    assert ocean.sort([3, 1, 2]).asPython() == [1, 2, 3]
    assert tensor.argsort(1).asPython() == [[0, 0, 0], [1, 1, 1]]
    assert ocean.sort(ocean.lazy(tensor) * -1).asPython() == [[-3, -2, -1], [-6, -5, -4]]
    result = ocean.zeros([3, 2], ocean.double)
    assert ocean.sort(tensor, 0, result) is None
    assert result.asPython() == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    assert tensor.sort() is None
    assert tensor.asPython() == [[1, 2, 3], [4, 5, 6]]


@given(KINDS, st.sampled_from(TARGETS), st.sampled_from(DTYPES[5:]), st.booleans())
def test_given_results(kind: Any, layout: str, other: Any, inner: bool) -> None:
    tensor, array = sample("contiguous", kind, (4, 3), special=False)
    target, _ = sample(layout, ocean.int64, (4, 3))
    before = layouts.surroundings(target)
    assert ocean.argsort(tensor, int(inner), target) is None
    same(read(target), order(array, int(inner)))
    same(layouts.surroundings(target), before)
    target, _ = sample(layout, kind, (4, 3))
    ocean.sort(tensor, int(inner), B=target)
    same_parts(read(target), in_order(array, int(inner)))


def test_results_that_share_memory() -> None:
    array = np.array([3.0, -0.0, 1, 0.0, 2, -5, 7, 4])
    tensor = ocean.asTensor(array.tolist(), ocean.double)
    ocean.sort(tensor.slice(0, 0, 6), 0, tensor.slice(0, 2, 6))
    same(read(tensor), np.r_[array[:2], in_order(array[:6])])
    turned = ocean.asTensor(array.tolist(), ocean.double)
    ocean.sort(turned, 0, turned.flipAxis(0))
    same(read(turned), in_order(array)[::-1])
    places = ocean.asTensor([3, 1, 2])
    ocean.argsort(places, 0, places)
    assert places.asPython() == [1, 2, 0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ocean.sort([1, 2], 1), "Axis 1 is out of range for a tensor with 1 dimension"),
        (lambda: ocean.argsort(ocean.zeros([2, 2]), -3), "Axis -3 is out of range"),
        (lambda: ocean.sort(ocean.asTensor(5)), "Axis 0 is out of range"),
        (lambda: ocean.sort([1, 2], 0, ocean.zeros(3)), r"sort\(\): the result B must have size 2, got 3"),
        (lambda: ocean.sort("text"), r"sort\(\): A must be a tensor"),
        (lambda: ocean.sort([1, 2], 0.5), "unexpected argument 0.5"),
        (lambda: ocean.zeros(3).sort(10**30), "does not fit 64 bits"),
        (lambda: ocean.zeros(1).broadcastTo([3]).sort(), "overlap|zero stride|Zero-stride"),
    ],
)
def test_bad_input(call: Any, message: str) -> None:
    with pytest.raises(ocean.OceanError, match=message):
        call()


def test_read_only_tensors_are_not_sorted() -> None:
    tensor = ocean.asTensor([2, 1])
    tensor.readonly = True
    with pytest.raises(ocean.OceanError, match="read-only"):
        tensor.sort()
    assert ocean.sort(tensor).asPython() == [1, 2]


@pytest.mark.host_only("about signals")
def test_long_sorts_can_be_interrupted() -> None:
    array = np.random.default_rng(0).integers(0, 1 << 60, 12_000_000)
    tensor = ocean.asTensor(array.copy())
    timer = threading.Timer(0.05, _thread.interrupt_main)
    former = signal.signal(signal.SIGINT, signal.default_int_handler)  # workers of pytest ignore it
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            for _ in range(50):
                tensor.copy(ocean.asTensor(array))
                tensor.sort()
    finally:
        timer.join()
        signal.signal(signal.SIGINT, former)
    found = read(tensor)
    assert np.array_equal(found, array) or np.array_equal(found, np.sort(array))  # nothing, or all of it


# --- Partition, topk, lexsort ------------------------------------------------------------------------------------


@given(KINDS, st.sampled_from(list(LAYOUTS)), st.lists(st.integers(1, 6), min_size=1, max_size=3), st.data())
def test_partitions(kind: Any, layout: str, size: list[int], data: st.DataObject) -> None:
    axis = data.draw(st.integers(0, len(size) - 1))
    kth = data.draw(st.lists(st.integers(-size[axis], size[axis] - 1), max_size=3))
    tensor, array = sample(layout, kind, tuple(size))
    for given_ in (kth, kth[0]) if kth else (kth,):
        check_partition(array, read(ocean.partition(tensor, given_, axis)), given_, axis)
        places = read(ocean.argpartition(tensor, given_, axis))
        same(np.sort(places, axis), np.sort(order(array, axis), axis))
        check_partition(array, np.take_along_axis(array, places, axis), given_, axis)
    same_parts(read(tensor), array)
    if layout not in REPEATING:
        tensor.partition(kth, axis)
        check_partition(array, read(tensor), kth, axis)


def check_partition(array: Any, found: Any, kth: Any, axis: int) -> None:
    """The elements at `kth` are those of the sorted array, with nothing larger before and nothing smaller after them."""
    wanted = in_order(array, axis)
    np.testing.assert_array_equal(in_order(found, axis), wanted)
    for k in [kth] if isinstance(kth, int) else kth:
        np.testing.assert_array_equal(np.take(found, k, axis), np.take(wanted, k, axis))
        k %= array.shape[axis]
        before, after = np.split(found, [k], axis)
        first, last = np.split(wanted, [k], axis)
        np.testing.assert_array_equal(in_order(before, axis), first)
        np.testing.assert_array_equal(in_order(after, axis), last)


@pytest.mark.host_only("about the engine of the host")
@pytest.mark.parametrize("kind", [each for each in DTYPES if not each.iscomplex], ids=dtype_id)
def test_long_partitions(kind: ocean.dtype, instructions: None) -> None:
    for count, distinct in ((300, 0), (40_000, 0), (40_000, 7), (200_000, 0)):
        tensor, array = line(kind, count, distinct)
        for kth in (0, count // 2, count - 1, [3, 5, count // 3], list(range(0, count, 97))):
            check = read(ocean.partition(tensor, kth))
            wanted = in_order(array)
            np.testing.assert_array_equal(check[kth], wanted[kth])
            np.testing.assert_array_equal(np.sort(check, kind="stable"), wanted)  # NumPy's other sort of halves errs
            first = kth if isinstance(kth, int) else kth[-1]
            np.testing.assert_array_equal(np.sort(check[:first], kind="stable"), wanted[:first])
        values, places = ocean.topk(tensor, 20)
        same(read(places), order(array, 0, True)[:20])
        same(read(values), in_order(array, 0, True)[:20])


@given(KINDS, st.sampled_from(list(LAYOUTS)), st.lists(st.integers(0, 6), min_size=1, max_size=3), st.data())
def test_topk(kind: Any, layout: str, size: list[int], data: st.DataObject) -> None:
    axis = data.draw(st.integers(0, len(size) - 1))
    k, largest = data.draw(st.integers(0, size[axis])), data.draw(st.booleans())
    tensor, array = sample(layout, kind, tuple(size))
    found, places = ocean.topk(tensor, k, axis, largest)
    wanted = np.take(order(array, axis, largest), range(k), axis)
    assert found.dtype is kind and places.dtype is ocean.int64 and found.device is places.device is tensor.device
    same(read(places), wanted)
    same_parts(read(found), np.take_along_axis(array, wanted, axis))


@given(st.lists(KINDS, min_size=1, max_size=4), st.sampled_from(list(LAYOUTS)), st.integers(0, 1), st.data())
def test_lexsort(kinds: list[Any], layout: str, axis: int, data: st.DataObject) -> None:
    size = data.draw(st.tuples(st.integers(0, 12), st.integers(0, 3)))
    samples = [sample(layout, kind, size, seed) for seed, kind in enumerate(kinds)]
    wanted = np.broadcast_to(np.arange(size[axis]).reshape((-1, 1) if axis == 0 else (1, -1)), size)
    for _, array in samples:  # stable sorts, the least important first
        wanted = np.take_along_axis(wanted, order(np.take_along_axis(array, wanted, axis), axis), axis)
    same(read(ocean.lexsort([tensor for tensor, _ in samples], axis)), wanted)


def test_forms_of_selection() -> None:
    tensor = ocean.asTensor([[3, 1, 2], [6, 5, 4]])
    values, places = tensor.topk(1)
    assert values.asPython() == [[3], [6]] and places.asPython() == [[0], [0]]
    assert ocean.topk(tensor, k=2, axis=0, largest=False)[0].asPython() == [[1, 2], [4, 5]]
    assert ocean.partition(tensor, -1, 1)[:, 1].asPython() == [6, 5, 4]
    assert tensor.argpartition(0).asPython()[0][0] == 1
    result = ocean.zeros([3, 2], ocean.float)
    assert ocean.partition(tensor, [0, 1, 2], 0, result) is None
    assert result.asPython() == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    assert ocean.lexsort(([3, 1, 2], [1, 1, 0])).asPython() == [2, 1, 0]
    tensor.partition(1)
    assert tensor[1].asPython() == [2, 5]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ocean.partition([1, 2], 2), r"kth must be between -2 and 1 along an axis of size 2, got 2"),
        (lambda: ocean.partition([1, 2], [0, -3]), r"kth must be between -2 and 1 .*, got -3"),
        (lambda: ocean.argpartition([], 0), "kth must be between"),
        (lambda: ocean.partition([1, 2], 0.5), "kth"),
        (lambda: ocean.topk([1, 2], 3), r"k must be between 0 and 2, the size along axis 0, got 3"),
        (lambda: ocean.topk([1, 2], -1), "k must be between 0 and 2"),
        (lambda: ocean.topk([1, 2], 1, 1), "Axis 1 is out of range"),
        (lambda: ocean.lexsort([]), r"lexsort\(\) needs at least one tensor"),
        (lambda: ocean.lexsort([[1, 2], [1, 2, 3]]), r"expected keys of size 2, got 3"),
        (lambda: ocean.lexsort([[1, 2]], 1), "Axis 1 is out of range"),
    ],
)
def test_bad_selections(call: Any, message: str) -> None:
    with pytest.raises(ocean.OceanError, match=message):
        call()
