"""Indexing from several Python threads at once: the lock is released while elements move, and nothing gets lost."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest
from layouts import read, same
from threading_tools import together

import ocean

pytestmark = pytest.mark.host_only("threads of the host")


def test_threads_get_their_own_results() -> None:
    values = np.random.default_rng(0).random((200, 300))
    tensor = ocean.asTensor(values)
    target = ocean.zeros([4, 60_000])
    index = ocean.index[[0, -1], :].bind(values.shape, tensor.strides)

    def work(number: int) -> Callable[[], None]:
        random = np.random.default_rng(number)

        def function() -> None:
            for _ in range(15):
                mask = random.random(values.shape) < random.random()
                same(read(tensor[mask]), values.T[mask.T])
                rows = random.integers(-200, 200, 150)
                same(read(tensor[rows]), values[rows])
                same(read(tensor[index]), values[[0, -1]])
                target[number, :] = number + 1
                target[number, np.arange(60_000)] = number + 1
                same(read(ocean.find(mask)), np.array(np.nonzero(mask.T)[::-1]))

        return function

    together(*(work(number) for number in range(4)))
    same(read(target), np.repeat(np.arange(1, 5, dtype=np.float32)[:, None], 60_000, 1))


@pytest.mark.parametrize("kind", [ocean.int8, ocean.int16, ocean.float, ocean.double, ocean.cdouble])
def test_any_number_of_threads_gives_the_same(kind: ocean.dtype) -> None:
    """Long lists and large masks, in parts for several threads."""
    random = np.random.default_rng(6)
    values = random.integers(0, 100, (300, 500)).astype(complex if kind is ocean.cdouble else float)
    flat, mask = values.ravel(order="F"), random.random(values.shape) < 0.3
    places = random.integers(-flat.size, flat.size, 200_001)
    wrong = places.copy()
    wrong[[150_000, 70_000]] = flat.size, -flat.size - 1
    for threads in (1, 2, 3, 8):
        ocean.setNumThreads(threads)
        tensor = kind(ocean.asTensor(values))
        vector = tensor.reshape(flat.size)
        same(read(vector[places]).astype(flat.dtype), flat[places])
        with pytest.raises(IndexError, match=f"{-flat.size - 1}"):
            vector[wrong]
        with pytest.raises(IndexError, match=f"{-flat.size - 1}"):
            vector[wrong] = 1
        same(read(vector).astype(flat.dtype), flat)
        for view, wanted in (
            (tensor, values.copy()),
            (tensor.T, values.T.copy()),
            (tensor.flipud(), values[::-1].copy()),
        ):
            view = view.clone()
            given = mask if wanted.shape == mask.shape else mask.T
            view[given] = 7
            wanted[given] = 7
            same(read(view).astype(wanted.dtype), wanted)
        order = np.zeros(flat.size)
        order[places] = np.arange(len(places))  # NumPy's last one wins too
        target = ocean.zeros(flat.size, ocean.double)
        target[places] = np.arange(len(places), dtype=float)
        same(read(target), order)


@pytest.mark.parametrize("kind", [ocean.int8, ocean.float, ocean.double, ocean.cdouble])
@pytest.mark.parametrize("doubles", ["none", "side by side", "far apart", "many"])
def test_the_last_of_several_values_wins_in_long_lists(kind: ocean.dtype, doubles: str) -> None:
    """Lists whose parts several threads may write, because no element is in two of them; and lists like them."""
    random, count = np.random.default_rng(7), 150_000
    places = random.permutation(2 * count)[:count] - count  # from both ends
    if doubles == "side by side":
        places[1] = places[0]
    elif doubles == "far apart":
        places[-1] = places[0] + 2 * count if places[0] < 0 else places[0] - 2 * count
    elif doubles == "many":
        places[:] = random.integers(-200, 200, count)
    values = random.integers(0, 100, count).astype(float)
    wanted, repeated = np.zeros(2 * count), np.zeros(2 * count)
    wanted[places], repeated[places[::-1]] = values, 5
    for threads in (1, 2, 5):
        ocean.setNumThreads(threads)
        for given, expected in ((values, wanted), (5, repeated)):
            target = ocean.zeros(4 * count, kind)[::2]
            target[places] = given
            same(read(target).real.astype(float), expected)
        wrong = places.copy()
        wrong[[count // 2, -1]] = 2 * count, -2 * count - 1
        with pytest.raises(IndexError, match=f"{2 * count}"):
            target[wrong] = values
        same(read(target).real.astype(float), repeated)


@pytest.mark.parametrize("order", ["row-major", "column-major", "every other"])
@pytest.mark.parametrize("kind", [ocean.int8, ocean.half, ocean.float, ocean.double, ocean.cdouble])
def test_rows_and_columns_by_lists_with_any_number_of_threads(kind: ocean.dtype, order: str) -> None:
    """Large enough that parts go to several threads; of several values for an element the last one stays."""
    random = np.random.default_rng(8)
    values = random.integers(0, 100, (520, 7, 150))
    rows, columns = random.integers(-520, 520, 600), random.integers(-150, 150, 151)
    given = random.integers(0, 100, (600, 7, 151))
    assigned = values.copy()
    assigned[rows] = given[:, :, :150]
    both = values.copy()
    for i, row in enumerate(rows):  # one after another, so that it is known which value is the last
        for k, column in enumerate(columns):
            both[row, :, column] = given[i, :, k]
    for threads in (1, 2, 5):
        ocean.setNumThreads(threads)
        tensor = kind(ocean.asTensor(np.asfortranarray(values) if order == "column-major" else values))
        if order == "every other":
            tensor = tensor.repeat(2, 2)[:, :, ::2]
        assert (tensor.strides[0] < tensor.strides[2]) == (order == "column-major")
        same(read(tensor[rows]).real.astype(int), values[rows])
        same(read(tensor[:, :, columns]).real.astype(int), values[:, :, columns])
        same(read(tensor[rows, 1:, columns]).real.astype(int), values[np.ix_(rows, range(1, 7), columns)])
        target = tensor.clone()
        target[rows] = kind(ocean.asTensor(given[:, :, :150].copy()))
        same(read(target).real.astype(int), assigned)
        target = tensor.clone()
        target[rows, :, columns] = kind(ocean.asTensor(given))
        same(read(target).real.astype(int), both)
        target[:, :, columns] = 3
        assert (read(target)[:, :, columns] == 3).all()


def test_what_others_change_meanwhile_is_never_read_outside_of_memory() -> None:
    count = 50_000
    places, mask, source = ocean.arange(count), ocean.ones(count, ocean.bool), ocean.ones(count)
    stop = threading.Event()

    def disturb() -> None:
        for round in range(150):
            places.fill(10**12 if round % 2 else 0)
            mask.fill(bool(round % 2))
            source.reshape([count // 2, 2] if round % 2 else count, True)
        stop.set()

    def read_by_index() -> None:
        tensor = ocean.ones(count)
        while not stop.is_set():
            for key in (places, mask):
                try:
                    assert (read(tensor[key]) == 1).all()
                    tensor[key] = 1
                except ocean.OceanError as problem:
                    assert "exceeds size" in str(problem) or "was changed" in str(problem)
            try:
                read_back = source[[0, -1]]
                assert (read(read_back) == 1).all()
                ocean.merge([source, source], 0)
            except ocean.OceanError as problem:
                assert "was changed" in str(problem) or "Mismatch" in str(problem)
        assert (read(tensor) == 1).all()

    together(disturb, read_by_index, read_by_index)


def test_bounds_that_change_the_tensor() -> None:
    class Odd:
        def __index__(self) -> int:
            tensor.dealloc()
            return 1

    tensor = ocean.arange(1000)
    assert read(tensor[Odd() :]).tolist() == list(range(1, 1000))
    tensor = ocean.arange(1000)
    assert read(tensor[Odd() :, None]).shape == (999, 1)
    tensor = ocean.arange(1000)
    assert tensor[Odd()] == 1 and tensor.size == (0,)
    tensor = ocean.arange(1000)
    with pytest.raises(RuntimeError, match="read-only"):
        tensor[Odd() :] = 1  # what is left of it is read-only
    tensor = ocean.arange(1000)
    twin = tensor.shallowCopy()
    tensor[[0, Odd()]] = 7
    assert twin[:3].asPython() == [7, 7, 2]
