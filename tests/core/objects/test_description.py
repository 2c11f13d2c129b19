"""Descriptions: interned, checked, and with an algebra of views that agrees with NumPy's."""

from __future__ import annotations

import itertools
import math
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts import DTYPES, dtype_id

import ocean
from ocean._src.core.objects.description import (
    layout_is_c,
    layout_is_dense,
    layout_is_fortran,
    layout_is_linear,
    make_description,
    overlap,
    overlap_kind,
)

INT64 = st.integers(-(1 << 63), (1 << 63) - 1)


class Pair:
    """The same view twice: a NumPy array, and an offset with a description."""

    def __init__(self, array: np.ndarray, kind: ocean.dtype = ocean.int16) -> None:
        self.base = self.array = array
        self.offset = 0
        self.description = make_description(kind, array.shape, array.strides, ocean.cpu)

    def check(self) -> None:
        array, seen = self.array, self.description
        assert seen.size == array.shape and seen.ndims == array.ndim and seen.nelem == array.size
        if array.size:
            assert self.offset == array.__array_interface__["data"][0] - self.base.__array_interface__["data"][0]
            for length, ours, theirs in zip(array.shape, seen.strides, array.strides, strict=True):
                assert length == 1 or ours == theirs
            low = sum(min(0, (n - 1) * s) for n, s in zip(seen.size, seen.strides, strict=True))
            high = sum(max(0, (n - 1) * s) for n, s in zip(seen.size, seen.strides, strict=True))
            assert (seen.low, seen.high) == (low, high + seen.dtype.size)
        assert make_description(seen.dtype, seen.size, seen.strides, ocean.cpu, bool(seen.swapped)) is seen


def apply(data: st.DataObject, pair: Pair) -> str:
    """One random view, of both."""
    array, seen = pair.array, pair.description
    names = ["transpose", "reverse", "reverse2", "broadcast", "squeeze"]
    names += ["unsqueeze"] * (array.ndim < 6) + ["diagonal"] * (array.ndim > 1)
    names += ["swap", "permute", "flip", "slice", "squeeze axis"] * (array.ndim > 0)
    name = data.draw(st.sampled_from(names))
    axis = data.draw(st.integers(-array.ndim, array.ndim - 1)) if array.ndim else 0
    shift = 0
    if name == "transpose":
        result = seen.transpose()[1]
        array = array[None, :] if array.ndim == 1 else np.swapaxes(array, 0, 1) if array.ndim > 1 else array
        if array.ndim == 2:
            while array.ndim and array.shape[-1] == 1:
                array = array[..., 0]
    elif name == "reverse":
        result, array = seen.reverse()[1], array.T
    elif name == "reverse2":
        result, array = seen.reverse2()[1], array.T if array.ndim < 2 else array.T.swapaxes(0, 1)
    elif name == "swap":
        other = data.draw(st.integers(-array.ndim, array.ndim - 1))
        result, array = seen.swap_axes(axis, other)[1], array.swapaxes(axis, other)
    elif name == "permute":
        order = data.draw(st.permutations(range(array.ndim)))
        result, array = seen.permute(order)[1], array.transpose(order)
    elif name == "flip":
        shift, result = seen.flip(axis)
        array = np.flip(array, axis)
    elif name == "slice":
        length = array.shape[axis]
        start = data.draw(st.integers(0, length))
        step = data.draw(st.sampled_from([1, 1, 2, 3, -1, -2]))
        room = (length - start + step - 1) // step if step > 0 else (start // -step + 1 if start < length else 0)
        count = data.draw(st.integers(0, room))
        shift, result = seen.slice_axis(axis, start, count, step)
        index = (np.arange(count) * step + start).tolist()
        stop = start + count * step
        chosen = slice(start, None if stop < 0 else stop, step) if count else slice(0, 0)
        array = array[(slice(None),) * (axis % array.ndim) + (chosen,)]
        assert array.shape[axis] == len(index)
    elif name == "broadcast":
        mode, extra = data.draw(st.integers(0, 1)), data.draw(st.integers(0, max(0, 6 - array.ndim)))
        more = tuple(data.draw(st.lists(st.integers(0, 3), min_size=extra, max_size=extra)))
        grown = tuple(data.draw(st.integers(0, 3)) if n == 1 else n for n in array.shape)
        size = more + grown if mode else grown + more
        result = seen.broadcast(size, mode)[1]
        if not mode:
            array = array.reshape(array.shape + (1,) * extra)
        array = np.broadcast_to(array, size)
    elif name == "squeeze":
        result, array = seen.squeeze()[1], np.squeeze(array)
    elif name == "squeeze axis":
        if array.shape[axis] != 1:
            with pytest.raises(ocean.OceanError, match="Only dimensions of size 1"):
                seen.squeeze(axis)[1]
            return name
        result, array = seen.squeeze(axis)[1], np.squeeze(array, axis)
    elif name == "unsqueeze":
        place = data.draw(st.integers(-array.ndim - 1, array.ndim))
        result, array = seen.unsqueeze(place)[1], np.expand_dims(array, place)
    else:
        index = data.draw(st.integers(-4, 4))
        shift, result = seen.diagonal(index)
        if -array.shape[0] <= index <= array.shape[1]:
            array = np.moveaxis(np.diagonal(array, index), -1, 0)
        else:
            array = np.zeros((0, *array.shape[2:]), array.dtype)
    pair.array, pair.description, pair.offset = array, result, pair.offset + shift
    return name


@given(st.lists(st.integers(0, 4), max_size=4), st.sampled_from("CF"), st.data())
@settings(max_examples=300)
def test_views_agree_with_numpy(size: list[int], order: Any, data: st.DataObject) -> None:
    pair = Pair(np.arange(math.prod(size), dtype=np.int16).reshape(size, order=order))
    pair.check()
    for _ in range(data.draw(st.integers(1, 5))):
        apply(data, pair)
        pair.check()


@given(st.lists(st.integers(0, 4), max_size=4), st.sampled_from("CF"), st.data())
@settings(max_examples=300)
def test_reshape_is_a_view_where_numpy_can_make_one(size: list[int], order: Any, data: st.DataObject) -> None:
    pair = Pair(np.arange(math.prod(size), dtype=np.int16).reshape(size, order=order))
    for _ in range(data.draw(st.integers(0, 3))):
        apply(data, pair)
    count = pair.array.size
    shape: list[int] = []
    rest = count
    while rest > 1 and len(shape) < 5:
        shape.append(data.draw(st.sampled_from([n for n in range(1, rest + 1) if rest % n == 0][:6])))
        rest //= shape[-1]
    shape.append(rest)
    shape = data.draw(st.permutations(shape))
    wanted = pair.array.reshape(shape, order="F")
    view = pair.description.reshape(tuple(shape))
    if view is None:
        assert not np.may_share_memory(wanted, pair.array)
        return
    offset, result = view
    assert offset == 0 and result.size == tuple(shape)
    if count:
        raw = np.lib.stride_tricks.as_strided(pair.base.ravel("K")[pair.offset // 2 :], shape, result.strides)
        np.testing.assert_array_equal(raw, wanted)


@given(st.lists(st.integers(0, 4), max_size=4), st.sampled_from("CF"), st.booleans(), st.data())
@settings(max_examples=200)
def test_views_of_tensors_show_the_elements_that_numpy_shows(
    size: list[int], order: Any, swapped: bool, data: st.DataObject
) -> None:
    """The same compositions as methods of a tensor: the elements are their own indices in memory."""
    array = np.arange(math.prod(size), dtype=np.int32).reshape(size, order=order)
    base = array = array.byteswap().view(">i4") if swapped else array
    view = ocean.asTensor(array)
    for _ in range(data.draw(st.integers(1, 6))):
        axis = data.draw(st.integers(-array.ndim, array.ndim - 1)) if array.ndim else 0
        names = ["reverseAxes", "flatten"]
        names += ["permuteAxes", "swapAxes", "flipAxis", "flipud", "slice", "reshape"] * (array.ndim > 0)
        names += ["unsqueeze", "broadcastTo"] * (array.ndim < 6) + ["squeeze", "diag"] * (array.ndim > 1)
        name = data.draw(st.sampled_from(names))
        if name == "reverseAxes":
            view, array = view.reverseAxes(), array.T
        elif name == "flatten":
            view, array = view.flatten("C"), array.ravel("C")
        elif name == "permuteAxes":
            axes = data.draw(st.permutations(range(array.ndim)))
            view, array = view.permuteAxes(axes), array.transpose(axes)
        elif name == "swapAxes":
            view, array = view.swapAxes(axis, 0), array.swapaxes(axis, 0)
        elif name == "flipAxis":
            view, array = view.flipAxis(axis), np.flip(array, axis)
        elif name == "flipud":
            view, array = view.flipud(), np.flipud(array)
        elif name == "slice":
            start = data.draw(st.integers(0, array.shape[axis]))
            count = data.draw(st.integers(0, array.shape[axis] - start))
            view, array = view.slice(axis, start, count), np.take(array, np.arange(start, start + count), axis)
        elif name == "reshape":
            halves = (array.shape[0] // 2, 2) if array.shape[0] % 2 == 0 else (array.shape[0], 1)
            shape = (*array.shape[1:], *halves) if array.ndim < 7 else array.shape
            view, array = view.reshape(shape), array.reshape(shape, order="F")
        elif name == "unsqueeze":
            view, array = view.unsqueeze(axis), np.expand_dims(array, axis)
        elif name == "broadcastTo":
            view, array = view.broadcastTo((*array.shape, 2)), np.broadcast_to(array[..., None], (*array.shape, 2))
        elif name == "squeeze":
            view, array = view.squeeze(), np.squeeze(array)
        else:
            view, array = view.diag(), np.moveaxis(np.diagonal(array), -1, 0)
        assert view.size == array.shape and view.dtype is ocean.int32
        np.testing.assert_array_equal(np.asarray(view), array)
        if view.storage.obj == ocean.asTensor(base).storage.obj:
            assert view.byteswapped == swapped


@pytest.mark.parametrize("kind", [ocean.chalf, ocean.cfloat, ocean.cdouble], ids=dtype_id)
def test_parts_of_complex_numbers(kind: ocean.dtype) -> None:
    whole = make_description(kind, (3, 2), (-kind.size, 5 * kind.size), ocean.cpu)
    for which in (0, 1):
        offset, part = whole.part(which)
        assert offset == which * kind.size // 2
        assert part.dtype is kind.basetype and part.size == whole.size and part.strides == whole.strides


def test_parts_of_real_numbers_do_not_exist() -> None:
    with pytest.raises(TypeError, match="dtype int8 has no parts"):
        make_description(ocean.int8, 3, "F", ocean.cpu).part(0)


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_the_same_description_is_the_same_object(kind: ocean.dtype) -> None:
    first = make_description(kind, [2, 3], "F", ocean.getDefaultDevice())
    assert make_description(kind, (2, 3), [kind.size, 2 * kind.size], ocean.getDefaultDevice()) is first
    assert make_description(kind, (2, 3), [1, 2], ocean.getDefaultDevice(), False, kind.size) is first
    assert first.transpose()[1].transpose()[1] is first
    assert make_description(kind, (2, 3), "C", ocean.getDefaultDevice()) is not first
    other = first.with_byte_order(True)
    assert (other is first) == (kind.size == 1)
    assert other.with_byte_order(False) is first
    assert ocean.tensor([2, 3], kind)._layout is first


def test_descriptions_are_immutable_and_can_be_shown() -> None:
    seen = make_description(ocean.float, (2, 3), "F", ocean.cpu)
    for name, value in (("size", (3, 2)), ("strides", (1, 1)), ("dtype", ocean.int8), ("swapped", True), ("nelem", 5)):
        with pytest.raises(AttributeError):
            setattr(seen, name, value)
    assert repr(seen) == "<description float size (2, 3) strides (4, 8) on cpu>"
    assert repr(seen.with_byte_order(True)).endswith("on cpu, byteswapped>")


@pytest.mark.parametrize("order", ["F", "C", "R", "f", "c", "r"])
def test_orders(order: str) -> None:
    size = (2, 3, 4)
    strides = make_description(ocean.int8, size, order, ocean.cpu).strides
    assert strides == {"F": (1, 2, 6), "C": (12, 4, 1), "R": (3, 1, 6)}[order.upper()]


def test_queries() -> None:
    def seen(size: Any, strides: Any) -> Any:
        return make_description(ocean.int16, size, strides, ocean.cpu)

    assert layout_is_fortran(seen((2, 3), "F")) and layout_is_c(seen((2, 3), "C"))
    assert not layout_is_fortran(seen((2, 3), "C")) and not layout_is_c(seen((2, 3), "F"))
    assert layout_is_dense(seen((2, 3), "C")) and layout_is_dense(seen((2, 3), (-2, 4)))
    assert not layout_is_dense(seen((2, 3), (4, 8))) and not layout_is_dense(seen((2, 3), (2, 0)))
    assert layout_is_linear(seen((2, 3), (4, 8))) and layout_is_linear(seen((2, 3), (-4, -8)))
    assert not layout_is_linear(seen((2, 3), (6, 2))) and not layout_is_linear(seen((2, 3), (0, 2)))
    for empty in (seen((0, 3), "F"), seen((2, 0), (100, 7))):
        assert layout_is_fortran(empty) and layout_is_linear(empty) and layout_is_dense(empty)
    scalar = seen((), ())
    assert layout_is_fortran(scalar) and layout_is_linear(scalar) and layout_is_dense(scalar)


# --- Overlap -----------------------------------------------------------------------------------------------------


def elements(size: tuple[int, ...], strides: tuple[int, ...], start: int) -> list[int]:
    """The address of each element."""
    return [
        start + sum(i * stride for i, stride in zip(index, strides, strict=True))
        for index in product(*map(range, size))
    ]


SMALL = st.integers(0, 4).flatmap(
    lambda ndims: st.tuples(
        st.lists(st.integers(0, 4), min_size=ndims, max_size=ndims).map(tuple),
        st.lists(st.integers(-12, 12), min_size=ndims, max_size=ndims).map(tuple),
    )
)
KINDS = st.sampled_from([ocean.int8, ocean.int16, ocean.int32, ocean.double])


@given(SMALL, KINDS)
@settings(max_examples=400)
def test_self_overlap_against_brute_force(shape: Any, kind: ocean.dtype) -> None:
    size, strides = shape
    seen = make_description(kind, size, strides, ocean.cpu)
    moving = [(n, s) for n, s in shape_pairs(size, strides) if s]
    zero = any(n > 1 and s == 0 for n, s in shape_pairs(size, strides)) and 0 not in size
    places = sorted(elements(tuple(n for n, _ in moving), tuple(s for _, s in moving), 0)) if 0 not in size else []
    shared = any(second - first < kind.size for first, second in zip(places, places[1:], strict=False))
    assert overlap_kind(seen) == (2 if shared else 1 if zero else 0)


def shape_pairs(size: tuple[int, ...], strides: tuple[int, ...]) -> list[tuple[int, int]]:
    return list(zip(size, strides, strict=True))


@given(SMALL, SMALL, KINDS, KINDS, st.integers(-60, 60))
@settings(max_examples=400)
def test_overlap_against_brute_force(one: Any, two: Any, kind: ocean.dtype, other: ocean.dtype, shift: int) -> None:
    first = make_description(kind, *one, ocean.cpu)
    second = make_description(other, *two, ocean.cpu)
    ours = {place + k for place in elements(*one, 1000) for k in range(kind.size)}
    theirs = {place + k for place in elements(*two, 1000 + shift) for k in range(other.size)}
    assert overlap(first, 1000, second, 1000 + shift) == bool(ours & theirs)
    assert overlap(second, 1000 + shift, first, 1000) == bool(ours & theirs)


def test_large_overlaps_are_decided_without_trying_everything() -> None:
    windows = make_description(ocean.int8, (1 << 20, 1 << 20), (1, 1), ocean.cpu)
    assert overlap_kind(windows) == 2
    odd = make_description(ocean.int16, (1 << 20, 1 << 10), (4, 1 << 23), ocean.cpu)
    even = make_description(ocean.int16, (1 << 20, 1 << 10), (4, 1 << 23), ocean.cpu)
    assert overlap_kind(odd) == 0
    assert not overlap(odd, 2, even, 0) and overlap(odd, 4, even, 0)


# --- Sizes -------------------------------------------------------------------------------------------------------


@given(
    st.lists(st.tuples(st.integers(0, 70).map(lambda k: (1 << k) - 1) | INT64 | st.integers(0, 5), INT64), max_size=4)
)
@settings(max_examples=300)
def test_sizes_never_overflow(shape: list[tuple[int, int]]) -> None:
    size, strides = [n for n, _ in shape], [s for _, s in shape]
    try:
        seen = make_description(ocean.int32, size, strides, ocean.cpu)
    except ocean.OceanError:
        reach = [(n - 1) * s for n, s in shape]
        high, low = sum(max(0, each) for each in reach) + 4, sum(min(0, each) for each in reach)
        assert any(n < 0 or n >= 1 << 63 for n in size) or math.prod(size) * 4 >= 1 << 63 or high - low >= 1 << 63
        return
    assert seen.nelem == math.prod(size)
    if seen.nelem:
        assert seen.low == sum(min(0, (n - 1) * s) for n, s in shape)
        assert seen.high == sum(max(0, (n - 1) * s) for n, s in shape) + 4
        assert seen.high - seen.low < 1 << 63


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: make_description(ocean.int8, [-1], "F", ocean.cpu), "must be nonnegative"),
        (
            lambda: make_description(ocean.int8, [1 << 64], "F", ocean.cpu),
            "size 18446744073709551616 does not fit 64 bits",
        ),
        (lambda: make_description(ocean.int8, [1] * 65, "F", ocean.cpu), r"Maximum number .* exceeded \(64\)"),
        (lambda: make_description(ocean.int8, [1 << 32, 1 << 32], "F", ocean.cpu), "exceeds 64-bit addresses"),
        (
            lambda: make_description(ocean.double, [1 << 61], "F", ocean.cpu),
            "dtype double exceeds 64-bit addresses",
        ),
        (lambda: make_description(ocean.int8, [2], [-(1 << 63)], ocean.cpu), "exceeds 64-bit addresses"),
        (lambda: make_description(ocean.int8, [2], [1 << 62], ocean.cpu, False, 2), "exceeds 64 bits"),
        (
            lambda: make_description(ocean.int8, [2], [1, 2], ocean.cpu),
            "Expected 1 strides to match the size, got 2",
        ),
        (
            lambda: make_description(ocean.int8, [2, 2], "X", ocean.cpu),
            "Expected order 'F', 'C' or 'R', got 'X'",
        ),
        (lambda: make_description(ocean.int8, [2.5], "F", ocean.cpu), "Expected an integer size, got 2.5"),
        (lambda: make_description(ocean.int8, [2], ["a"], ocean.cpu), "Expected an integer stride, got 'a'"),
    ],
)
def test_impossible_descriptions(make: Any, message: str) -> None:
    with pytest.raises(ocean.OceanError, match=message):
        make()


def test_empty_tensors_may_have_any_other_size() -> None:
    huge = (1 << 62, 0, 1 << 62)
    for order in ("F", "C", "R"):
        assert make_description(ocean.double, huge, order, ocean.cpu).nelem == 0
    seen = make_description(ocean.double, huge, (1 << 62, 1 << 62, 1 << 62), ocean.cpu)
    assert seen.flip(0)[0] == 0 and seen.flip(2)[0] == 0


@given(st.integers(0, 5), INT64, INT64, INT64)
@settings(max_examples=300)
def test_slices_stay_inside(length: int, start: int, count: int, step: int) -> None:
    seen = make_description(ocean.int16, length, "F", ocean.cpu)
    for begin in (start, start % 7):
        for many in (count, count % 4):
            valid = (
                0 <= begin <= length
                and 0 <= many
                and (many == 0 or (begin < length and 0 <= begin + (many - 1) * step < length))
            )
            try:
                offset, result = seen.slice_axis(0, begin, many, step)
            except IndexError:
                assert not valid
                continue
            assert valid and result.size == (many,)
            if many:
                assert 0 <= offset + result.low and offset + result.high <= seen.high


@given(st.lists(INT64, min_size=2, max_size=2), st.integers(1, 3), st.integers(1, 3))
def test_diagonals_stay_inside(index: list[int], rows: int, columns: int) -> None:
    seen = make_description(ocean.int16, (rows, columns), "F", ocean.cpu)
    for k in (*index, index[0] % 9 - 4):
        offset, result = seen.diagonal(k)
        assert result.nelem == len(
            np.diagonal(np.zeros((rows, columns)), max(-9, min(9, k))) if -rows < k < columns else ()
        )
        if result.nelem:
            assert 0 <= offset + result.low and offset + result.high <= seen.high


@pytest.mark.parametrize(
    ("view", "message"),
    [
        (lambda d: d.swap_axes(0, 2), "Axis 2 is out of range for a tensor with 2 dimensions"),
        (lambda d: d.flip(-3), "Axis -3 is out of range"),
        (lambda d: d.flip(1 << 70), "does not fit 64 bits"),
        (lambda d: d.flip("x"), "Expected an integer axis, got 'x'"),
        (lambda d: d.permute([0, 0]), r"The order \[0, 0\] is not a permutation of the dimensions 0 to 1"),
        (lambda d: d.permute([0]), "not a permutation"),
        (lambda d: d.broadcast([2, 4]), "Tensor dimensions are incompatible with broadcast dimensions"),
        (lambda d: d.broadcast([2]), "Tensor dimensions are incompatible with broadcast dimensions"),
        (lambda d: d.broadcast([2, 3, -1]), "must be nonnegative"),
        (lambda d: d.broadcast([2, 3, 1], 2), "Expected broadcast mode 0 .* or 1 .*, got 2"),
        (lambda d: d.squeeze(0), "Only dimensions of size 1 can be squeezed; axis 0 has size 2"),
        (lambda d: d.unsqueeze(4), "Axis 4 is out of range"),
        (lambda d: d.slice_axis(1, 2, 2), "A slice of 2 elements from 2 exceeds size 3 of axis 1"),
        (lambda d: make_description(ocean.int8, 3, "F", ocean.cpu).diagonal(), "at least two dimensions, got 1"),
        (lambda d: d.reshape((4, 2)), "Mismatch in number of elements in tensor resize"),
        (lambda d: d.reshape((2, -3)), "must be nonnegative, got 2x-3"),
        (lambda d: d.reshape((1 << 62, 1 << 62)), "Mismatch in number of elements"),
        (lambda d: make_description(ocean.int8, [1] * 64, "F", ocean.cpu).unsqueeze(0), r"exceeded \(64\)"),
    ],
)
def test_impossible_views(view: Any, message: str) -> None:
    with pytest.raises(ocean.OceanError, match=message):
        view(make_description(ocean.int16, (2, 3), "F", ocean.cpu))


def test_more_than_twenty_thousand_descriptions() -> None:
    """The table of descriptions forgets what nobody uses, and never what somebody does."""
    kept = [(n, make_description(ocean.int16, (n, 2), "F", ocean.cpu)) for n in range(1, 200)]
    tensor = ocean.zeros([60_000], ocean.int8)
    base = ocean.zeros([3, 5, 7])
    for n in range(25_000):
        view = tensor.slice(0, n, n)
        assert view.size == (n,) and view.offset == (n if n else 0)
        if n % 100 == 0:
            assert base.swapAxes(0, 2).size == (7, 5, 3) and base.reshape(15, 7).size == (15, 7)
            assert base.T.size == (5, 3, 7)
    for n, seen in kept:
        assert make_description(ocean.int16, (n, 2), "F", ocean.cpu) is seen


@pytest.mark.parametrize("endless", [itertools.repeat(1), range(10**14)])
def test_arguments_of_several_integers_are_not_read_beyond_what_they_can_be(endless: Any) -> None:
    tensor = ocean.zeros([2, 3])
    for act in (
        lambda: ocean.zeros(endless), lambda: ocean.tensor([2, 3], endless), lambda: tensor.reshape(endless),
        lambda: ocean.sum(tensor, endless), lambda: tensor.permuteAxes(endless), lambda: ocean.index[0].bind(endless),
        lambda: ocean.index[0].bind(3, endless), lambda: ocean.roll(tensor, endless),
        lambda: tensor.split(0, sizes=endless), lambda: tensor.broadcastTo(endless),
    ):  # fmt: skip
        with pytest.raises((ValueError, TypeError), match="at most|Maximum number|unexpected argument"):
            act()
