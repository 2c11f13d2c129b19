"""Values added to elements that a key names, some of them several times, against NumPy: dtypes, layouts, devices, bits."""

from __future__ import annotations

from typing import Any

import layouts
import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, REPEATING, dtype_id, on_device, read, sample

import ocean
import ocean.numpy as onp

kinds = pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)


def exact(values: np.ndarray) -> np.ndarray:
    """The values with more digits, in which sums are exact enough to compare with."""
    return values.astype({"f": np.float64, "c": np.complex128}.get(values.dtype.kind, values.dtype))


def check(kind: ocean.dtype, found: ocean.tensor, start: np.ndarray, key: Any, values: np.ndarray) -> None:
    wanted, scale = exact(start), np.abs(exact(start))
    with np.errstate(all="ignore"):
        np.add.at(wanted, key, exact(values))
        if kind is not ocean.bool:
            np.add.at(scale, key, np.abs(exact(values)))
    got = read(found)
    if not kind.isfloat:
        np.testing.assert_array_equal(got, wanted)
        return
    assert (np.abs(exact(got) - wanted) <= 4 * float(kind.basetype.eps) * (1 + scale)).all()


@kinds
@pytest.mark.parametrize("layout", [each for each in LAYOUTS if each not in REPEATING])
def test_layouts(kind: ocean.dtype, layout: str) -> None:
    random = np.random.default_rng(4)
    for key, size in (
        ((random.integers(-5, 5, 9),), (9, 4)),
        ((slice(None), random.integers(-4, 4, 7)), (5, 7)),
        ((slice(1, 4), [0, 0, 3]), (3, 3)),
    ):
        each, values = sample(layout, kind, (5, 4), special=False), sample(layout, kind, size, 1, special=False)
        ours = tuple(on_device(part) if isinstance(part, np.ndarray) else part for part in key)
        ocean.scatterAdd(each.tensor, ours, values.tensor)
        check(kind, each.tensor, each.values, key, values.values)


@kinds
def test_many(kind: ocean.dtype) -> None:
    """More values than one part has, of few elements and of many."""
    random = np.random.default_rng(5)
    for length, count, columns in ((3, 3001, 2), (1, 700, 1), (5000, 900, 1), (70_000, 1500, 1), (40, 5000, 3)):
        places = random.integers(-length, length, count)
        each = sample("contiguous", kind, (columns, length), special=False)
        values = sample("contiguous", kind, (columns, count), 2, special=False)
        each.tensor.scatterAdd((slice(None), on_device(places)), values.tensor)
        check(kind, each.tensor, each.values, (slice(None), places), values.values)


@kinds
def test_numbers_and_broadcasting(kind: ocean.dtype) -> None:
    each = sample("contiguous", kind, (4, 3), special=False)
    number = True if kind is ocean.bool else 2
    each.tensor.scatterAdd([0, 0, 2], number)
    check(kind, each.tensor, each.values, [0, 0, 2], np.array(number, each.values.dtype))
    column = sample("contiguous", kind, (3,), 3, special=False)
    before = read(each.tensor)
    each.tensor.scatterAdd([0, 0, 2], column.tensor)  # a vector is a column
    check(kind, each.tensor, before, [0, 0, 2], column.values[:, None])


def test_fuzz_against_numpy() -> None:
    """`np.add.at` and `np.subtract.at` with keys of all kinds."""
    random = np.random.default_rng(6)
    for _ in range(60):
        kind = random.choice([*["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]])
        shape = tuple(random.integers(1, 6, random.integers(1, 4)))
        count = int(random.choice([0, 1, 5, 300]))
        keys = [
            random.integers(-shape[0], shape[0], count),
            random.integers(-shape[0], shape[0], (2, max(1, count // 2))),
            tuple(random.integers(-n, n, count) for n in shape),
            random.random(shape) < 0.5,
            (..., random.integers(0, shape[-1], count)),
            (..., slice(0, 2)),
        ]
        key = keys[random.integers(len(keys))]
        start = random.integers(0, 100, shape).astype(kind)
        size = tuple(1 if random.random() < 0.2 else n for n in start[key].shape)
        values = random.integers(0, 3, size).astype(kind)
        name = "add" if kind == "?" or random.random() < 0.8 else "subtract"
        wanted, found = start.copy(), onp.asarray(start.copy(), device=layouts.device)
        getattr(np, name).at(wanted, key, values)
        parts = key if isinstance(key, tuple) else (key,)
        ours = tuple(
            onp.asarray(each, device=layouts.device) if isinstance(each, np.ndarray) else each for each in parts
        )
        getattr(onp, name).at(
            found, ours if isinstance(key, tuple) else ours[0], onp.asarray(values, device=layouts.device)
        )
        np.testing.assert_allclose(found.to_numpy(), wanted, rtol=1e-2 if kind == "f2" else 1e-6)


def test_the_bits_are_the_same_for_any_number_of_threads() -> None:
    random = np.random.default_rng(7)
    for kind in (ocean.float, ocean.double, ocean.half, ocean.cdouble):
        for length, columns in ((50, 1), (50, 40), (3000, 64)):
            places = on_device(random.integers(0, length, 70_000 if columns == 1 else 4000))
            values = sample("contiguous", kind, (columns, places.nelem), special=False).tensor
            former, found = ocean.getNumThreads(), []
            try:
                for threads in (1, 2, 5):
                    ocean.setNumThreads(threads)
                    sums = ocean.zeros([columns, length], kind, layouts.device)
                    sums.scatterAdd((slice(None), places), values)
                    found.append(read(sums).tobytes())
            finally:
                ocean.setNumThreads(former)
            assert found[0] == found[1] == found[2]


def test_axes() -> None:
    X, Y = ocean.axis(4, "X"), ocean.axis(3, "Y")
    plain, labelled = (on_device(np.zeros((4, 3))) for _ in range(2))
    labelled = labelled.withAxes(X, Y)
    values = on_device(np.arange(6.0).reshape(2, 3))
    labelled.scatterAdd({X: [1, 1]}, values.withAxes(*labelled[{X: [1, 1]}].axes))
    plain.scatterAdd([1, 1], values)
    np.testing.assert_array_equal(read(labelled.withoutAxes()), read(plain))
    labelled.scatterAdd({Y: [0, 2, 0]}, on_device([1.0, 2.0, 3.0, 4.0]).withAxes(X))
    plain.scatterAdd((slice(None), [0, 2, 0]), on_device([1.0, 2.0, 3.0, 4.0]))
    np.testing.assert_array_equal(read(labelled.withoutAxes()), read(plain))


def test_an_operand_that_shares_memory() -> None:
    data = on_device(np.arange(6.0))
    data.scatterAdd([0, 0, 1], data[:3])
    np.testing.assert_array_equal(read(data), [1, 3, 2, 3, 4, 5])
    whole = on_device(np.array([1, 0, 2]))
    whole.scatterAdd(whole, 1)
    np.testing.assert_array_equal(read(whole), [2, 1, 3])


def test_errors() -> None:
    data = on_device(np.zeros((3, 2)))
    for places in ([0, 3], [-4], on_device(np.array([5, 0]))):
        with pytest.raises(IndexError):
            data.scatterAdd(places, 1.0)
    with pytest.raises(ValueError, match="broadcast|size"):
        data.scatterAdd([0, 1], on_device([1.0, 2.0, 3.0]))
    with pytest.raises(ocean.OceanTypeError, match="not a list"):
        ocean.scatterAdd([1, 2], [0], 1)
    with pytest.raises(ocean.OceanTypeError, match="integers"):
        data.scatterAdd([0.5], 1)
    with pytest.raises(ValueError, match="overlaps itself"):
        ocean.scatterAdd(on_device([1.0]).broadcastTo([3]), [0], 1.0)
    data.readonly = True
    with pytest.raises(ValueError, match="read-only"):
        data.scatterAdd([0], 1.0)
    assert not read(data).any()


def test_gradients() -> None:
    places = on_device(np.array([0, 2, 0]))
    weights = on_device(np.array([1.0, 10.0, 100.0]))

    def f(values: Any) -> Any:
        sums = ocean.zeros([3], ocean.double, layouts.device)
        sums.scatterAdd(places, values)
        ocean.scatterAdd(sums, [1], ocean.sum(values))
        return ocean.sum(ocean.scale(weights, sums))

    ocean.testing.check_grads(f, (on_device([1.0, 2.0, 3.0]),), order=2)
    np.testing.assert_array_equal(read(ocean.grad(f)(on_device([1.0, 2.0, 3.0]))), [11, 110, 11])
