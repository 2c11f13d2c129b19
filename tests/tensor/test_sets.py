"""Distinct elements and sets: dtypes and layouts against NumPy; NaN."""

from __future__ import annotations

import math
import warnings
from typing import Any

import layouts
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import DTYPES, LAYOUTS, fortran, place, read, same, sample, values
from orders import in_order, order, same_parts

import ocean

SIZES = st.lists(st.integers(0, 6), min_size=1, max_size=3).map(tuple)
KINDS = st.sampled_from(DTYPES)
REAL = [kind for kind in DTYPES if not kind.iscomplex]
INTEGERS = [kind for kind in REAL if not kind.isfloat]
LAYOUT = st.sampled_from(list(LAYOUTS))


def flat(array: Any) -> Any:
    return array.reshape(-1, order="F")


def oracle(array: Any) -> tuple[Any, Any, Any, Any]:
    """Distinct elements, the first place, the inverse and the counts, with NaN as one; column-major."""
    line = flat(array)
    sequence = order(line)
    groups: list[list[int]] = []
    for place_ in sequence:
        if not groups or not alike(line[groups[-1][0]], line[place_]):
            groups.append([])
        groups[-1].append(place_)
    firsts = np.array([group[0] for group in groups], np.int64)
    inverse = np.zeros(line.size, np.int64)
    for number, group in enumerate(groups):
        inverse[group] = number
    counts = np.array([len(group) for group in groups], np.int64)
    return line[firsts], firsts, inverse.reshape(array.shape, order="F"), counts


def alike(one: Any, other: Any) -> bool:
    return bool(one == other or (one != one and other != other))


@given(KINDS, LAYOUT, SIZES, st.booleans())
def test_distinct_elements(kind: Any, layout: str, size: Any, few: bool) -> None:
    made = sample(layout, kind, size)
    if few:
        made = place(made.values.take(np.arange(made.values.size) % 3).reshape(size) if made.values.size else made.values,
                     kind, fortran(size, kind.size))  # fmt: skip
        made = layouts.Sample(made.tensor, read(made.tensor))
    wanted = oracle(made.values)
    found = ocean.unique(made.tensor)
    assert found.dtype is kind and found.device is made.tensor.device
    np.testing.assert_array_equal(read(found), wanted[0])
    all_ = ocean.unique(made.tensor, index=True, inverse=True, counts=True)
    same_parts(read(all_[0]), wanted[0])
    for got, expected in zip(all_[1:], wanted[1:], strict=True):
        assert got.dtype is ocean.int64 and got.device is made.tensor.device
        same(read(got), expected)
    same(read(ocean.unique(made.tensor, counts=True)[1]), wanted[3])


@given(st.sampled_from(INTEGERS), LAYOUT, st.lists(st.integers(0, 4), min_size=1, max_size=3).map(tuple), st.data())
def test_distinct_slices(kind: Any, layout: str, size: Any, data: st.DataObject) -> None:
    axis = data.draw(st.integers(0, len(size) - 1))
    array = values(kind, size) % 2 if kind is not ocean.bool else values(kind, size)
    tensor, array = place(array.astype(layouts.NUMPY[kind]), kind, fortran(size, kind.size))
    others = [each for each in range(len(size)) if each != axis]
    turned = array.transpose(axis, *others[::-1])  # NumPy compares slices in row-major order
    if not array.size:
        return
    wanted = np.unique(turned, True, True, True, axis=0)
    found = ocean.unique(tensor, axis, True, True, True)
    back = np.argsort([axis, *others[::-1]])
    same(read(found[0]), wanted[0].transpose(back))
    for got, expected in zip(found[1:], wanted[1:], strict=True):
        same(read(got), expected.reshape(-1))


@pytest.mark.host_only("about the engine of the host")
@pytest.mark.parametrize("kind", ["i8", "f8", "f4", "u2", "i1"])
def test_many_distinct_elements(kind: str) -> None:
    random = np.random.default_rng(0)
    for array in (random.integers(0, 100, 150_000).astype(kind), random.permutation(150_000).astype(kind)):
        wanted = np.unique(array, True, True, True)
        same(read(ocean.unique(array)), wanted[0])
        for got, expected in zip(ocean.unique(array, None, True, True, True), wanted, strict=True):
            same(read(got), expected)


@pytest.mark.host_only("about the engine of the host")
@pytest.mark.parametrize("kind", ["f8", "f4", "i8", "c8"])
@pytest.mark.parametrize("count", [17_000, 150_000])
def test_few_distinct_elements(kind: str, count: int) -> None:
    """As many as are kept without sorting, and one more; zeros of both signs, and NaN of several kinds, are one each."""
    random = np.random.default_rng(0)
    for distinct in (3, 2048, 2049):
        values = random.permutation(distinct).astype(kind)
        if values.dtype.kind == "f":
            values = np.concatenate([values[1:], np.array([math.nan, -math.nan, -0.0, 0.0], kind)])
        array = values[random.integers(0, values.size, count)]
        found = read(ocean.unique(array))
        np.testing.assert_array_equal(found, np.unique(array))
        if values.dtype.kind == "f":
            first = array[array == 0][0]  # the first of equal elements is the one that is given
            assert np.signbit(found[found == 0]) == np.signbit(first)


@given(KINDS, LAYOUT, SIZES, st.data())
def test_sets(kind: Any, layout: str, size: Any, data: st.DataObject) -> None:
    other = data.draw(st.sampled_from([kind, ocean.int8, ocean.double]))
    if kind in (ocean.uint64, ocean.int64, ocean.chalf) and other is not kind:
        return  # NumPy's common dtypes are others
    first, array = sample(layout, kind, size, special=not kind.iscomplex)  # NumPy takes all complex NaN for one
    second, more = sample("contiguous", other, (7,), seed=3, special=not kind.iscomplex)
    more = np.concatenate([flat(array)[:2], more]).astype(more.dtype) if array.dtype == more.dtype else more
    second, more = place(more, other, fortran(more.shape, other.size))
    more = read(second)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        same(read(ocean.isin(first, second)), np.isin(array, more))
        same(read(ocean.isin(first, second, True)), np.isin(array, more, invert=True))
        for name in ("intersect1d", "union1d", "setdiff1d"):
            found, wanted = getattr(ocean, name)(first, second), getattr(np, name)(flat(array), more)
            assert found.device is first.device
            np.testing.assert_array_equal(read(found), in_order(wanted))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ocean.unique([1, 2], 1), "Axis 1 is out of range"),
        (lambda: ocean.unique("text"), "A must be a tensor"),
    ],
)
def test_bad_input(call: Any, message: str) -> None:
    with pytest.raises(ocean.OceanError, match=message):
        call()
