"""Reducing, sliding and transforming by a function: traced or called, both give what NumPy gives range by range."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import reduce
from typing import Any

import layouts
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts import DTYPES, LAYOUTS, TARGETS, dtype_id
from numpy.lib.stride_tricks import sliding_window_view

import ocean
from ocean._src.lazy import apply as by_function

SIZE = (6, 4, 5)
WEIGHTS = ocean.asTensor([1.0, -2.0, 0.5])


def scaled(x: Any) -> Any:
    return x - ocean.mean(x)


# of a range: what Ocean does, and what NumPy does with it
FUNCTIONS: dict[str, tuple[Callable[[Any], Any], Callable[[np.ndarray], Any]]] = {
    "sum": (ocean.sum, np.sum),
    "mean": (lambda w: ocean.mean(w), np.mean),
    "maximum": (lambda w: w.max(), np.max),
    "spread": (lambda w: ocean.maximum(w) - ocean.minimum(w), np.ptp),
    "first and last": (lambda w: w[0] * 2 + w[-1], lambda w: w[0] * 2 + w[-1]),
    "deviation": (lambda w: ocean.stdev(w) + ocean.sum(w @ w), lambda w: np.std(w) + np.sum(w * w)),
    "distance": (lambda w: ocean.maximum(abs(scaled(w))), lambda w: np.max(np.abs(w - np.mean(w)))),
    "kept": (lambda w: ocean.sum(w / ocean.maximum(abs(w), 0, True)), lambda w: np.sum(w / np.max(np.abs(w)))),
    "view": (lambda w: ocean.sum(w[::2]) - ocean.sum(w[1:]), lambda w: np.sum(w[::2]) - np.sum(w[1:])),
    "cumulative": (lambda w: ocean.maximum(ocean.cumsum(w)), lambda w: np.max(np.cumsum(w))),
    "captured": (lambda w: ocean.sum(w[:3] @ WEIGHTS), lambda w: np.sum(w[:3] * [1, -2, 0.5])),
    "variance": (lambda w: ocean.var(w, ddof=1), lambda w: np.var(w, ddof=1)),
    "called": (lambda w: sum(float(each) for each in w), np.sum),
    "by NumPy": (lambda w: np.sum(w.to_numpy()) if w.device is ocean.cpu else ocean.sum(w), np.sum),
}  # fmt: skip


def close(got: Any, wanted: np.ndarray) -> None:
    values = layouts.read(got) if isinstance(got, ocean.tensor) else np.asarray(got.asPython())
    np.testing.assert_allclose(values, wanted, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", FUNCTIONS)
@settings(max_examples=12)
@given(st.sampled_from(list(LAYOUTS)), st.integers(0, 2), st.integers(1, 2), st.booleans())
def test_windows(name: str, layout: str, axis: int, step: int, longer: bool) -> None:
    window = 4 if longer else 3
    sample = layouts.sample(layout, ocean.double, SIZE, special=False)
    ours, theirs = FUNCTIONS[name]
    got = ocean.slide(sample.tensor, ours, axis, window, step)
    every = sliding_window_view(sample.values, window, axis)[(slice(None),) * axis + (slice(None, None, step),)]
    close(got, np.apply_along_axis(theirs, -1, every))
    assert by_function.known("", ours).opaque == (name == "called") or name == "by NumPy"
    assert got.device is layouts.device


@pytest.mark.parametrize("name", FUNCTIONS)
@settings(max_examples=12)
@given(
    st.sampled_from(list(LAYOUTS)), st.sets(st.integers(0, 2), min_size=1), st.booleans(), st.sampled_from("FC"),
)  # fmt: skip
def test_ranges(name: str, layout: str, axes: set[int], keepdims: bool, order: str) -> None:
    sample = layouts.sample(layout, ocean.double, SIZE, special=False)
    ours, theirs = FUNCTIONS[name]
    got = ocean.reduce_range(sample.tensor, ours, sorted(axes), keepdims, order)
    last = np.moveaxis(sample.values, sorted(axes, reverse=order == "F"), range(-len(axes), 0))
    wanted = np.apply_along_axis(theirs, -1, last.reshape(*last.shape[: 3 - len(axes)], -1))
    kept = tuple(1 if k in axes else n for k, n in enumerate(SIZE) if keepdims or k not in axes)
    close(got, wanted.reshape(kept))


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_dtypes(kind: ocean.dtype) -> None:
    t = layouts.sample("wild", kind, (8, 3), special=False).tensor
    for function in (
        ocean.sum,
        ocean.mean,
        ocean.minimum,
        ocean.any,
        ocean.prod,
        lambda w: w[1],
        lambda w: w[0] + w[1],
    ):
        got = ocean.slide(t, function, 0, 3)
        lines = [[function(t.slice(0, k, 3)[:, j]) for k in range(6)] for j in range(3)]
        wanted = ocean.asTensor([[each.asPython() for each in line] for line in lines])
        assert got.dtype is lines[0][0].dtype
        values, exact = layouts.read(got).astype(complex), layouts.read(wanted).astype(complex)
        unit = float(kind.basetype.eps) if kind.isfloat else 0
        scale = np.where(np.isfinite(exact), np.abs(exact), 1)
        with np.errstate(invalid="ignore"):
            off = np.abs(values - exact) > 64 * unit * np.maximum(scale, np.abs(layouts.read(t)).max())
        assert not off[np.isfinite(exact)].any()


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 7, 9, 12])
def test_medians_in_a_trace(count: int) -> None:
    for kind in (ocean.double, ocean.half, ocean.int8):
        sample = layouts.sample("strided", kind, (20, 2), special=False)
        got = ocean.slide(sample.tensor, ocean.median, 0, count)
        wanted = np.median(sliding_window_view(sample.values.astype(float), count, 0), -1)
        assert got.dtype is (ocean.double if kind is ocean.int8 else kind)
        layouts.close(layouts.read(got), wanted.astype(layouts.NUMPY[got.dtype]), got.dtype)
    holes = np.arange(20.0)
    holes[[3, 11]] = np.nan
    got = ocean.slide(layouts.place(holes, ocean.double, [8]).tensor, lambda w: w.median(), 0, count)
    np.testing.assert_array_equal(layouts.read(got), np.median(sliding_window_view(holes, count), -1))


def test_other_medians_in_a_trace() -> None:
    t = layouts.sample("strided", ocean.double, (40, 3), special=False).tensor
    array = layouts.read(t)
    np.testing.assert_allclose(
        layouts.read(ocean.fuse(lambda x: ocean.median(x, 0, True) + 1)(t)), np.median(array, 0)[None] + 1
    )
    np.testing.assert_allclose(layouts.read(ocean.fuse(lambda x: ocean.median(x, 1))(t)), np.median(array, 1))
    assert ocean.fuse(lambda x: ocean.median(x) + 1)(t) == ocean.median(t) + 1
    wanted = np.median(sliding_window_view(array, 30, 0), -1)
    np.testing.assert_allclose(layouts.read(ocean.slide(t, ocean.median, 0, 30)), wanted)
    np.testing.assert_allclose(layouts.read(ocean.slide(t, ocean.medianNaN, 0, 30)), wanted)
    assert not by_function.known("", ocean.median).opaque


def test_windows_are_views() -> None:
    t = layouts.sample("contiguous", ocean.double, (1000,), special=False).tensor
    seen: list[Any] = []

    def spy(window: Any) -> Any:
        seen.append(window)
        return float(window[0])

    ocean.slide(t, spy, 0, 900)
    tensors = [each for each in seen if isinstance(each, ocean.tensor)]
    assert len(tensors) == 101 and all(each.readonly for each in tensors)
    assert all(each.storage == t.storage for each in tensors)


def test_traced_once_and_again_if_something_changed() -> None:
    t = ocean.asTensor([1.0, 2.0, 4.0, 8.0])
    calls: list[int] = []

    def function(w: Any) -> Any:
        calls.append(1)
        return ocean.sum(w) * factor

    factor = 1
    for _ in range(3):
        assert ocean.slide(t, function, 0, 2).asPython() == [3, 6, 12]
    assert len(calls) == 1
    factor = 2
    assert ocean.slide(t, function, 0, 2).asPython() == [6, 12, 24]
    assert ocean.slide(t + 1, function, 0, 2).asPython() == [10, 16, 28]
    assert len(calls) == 2
    assert [ocean.slide(t, lambda w: ocean.sum(w) * k, 0, 4).asPython() for k in range(3)] == [[0], [15], [30]]  # noqa: B023
    assert [ocean.slide(t, lambda w, k=k: ocean.sum(w) * k, 0, 4).asPython() for k in range(3)] == [[0], [15], [30]]


def test_calls_that_come_again() -> None:
    """The fast path of repeated calls knows all that they depend on."""
    array = np.arange(12.0)
    t, heavy, offset = ocean.asTensor(array.copy()), ocean.asTensor([1.0, 10.0]), 0.5

    def function(w: Any) -> Any:
        return ocean.sum(w[:2] @ heavy) + offset

    for _ in range(2):
        for window, step in ((2, 1), (3, 1), (2, 2), (4, 3), (2, 300), (5, 1), (2, None)):
            for source in (t, t.flipAxis(0), ocean.float(t), t.slice(0, 1, 9)):
                values, given = layouts.read(source), () if step is None else (step,)
                starts = np.arange(0, len(values) - window + 1, step or 1)
                wanted = values[starts] * layouts.read(heavy)[0] + values[starts + 1] * layouts.read(heavy)[1] + offset
                np.testing.assert_array_equal(layouts.read(ocean.slide(source, function, 0, window, *given)), wanted)
                np.testing.assert_array_equal(layouts.read(source.slide(function, -1, window, *given)), wanted)
        heavy[0] = 3.0  # the tensor that is there, not another one
        t += 1
    heavy, offset = ocean.asTensor([2.0, 3.0]), 0.25
    assert ocean.slide(t, function, 0, 12).asPython() == [2 * 2 + 3 * 3 + 0.25]
    with pytest.raises(ocean.OceanValueError, match="longer than axis"):
        ocean.slide(t, function, 0, 13)


def test_global_variables() -> None:
    names: dict[str, Any] = {"ocean": ocean, "t": ocean.asTensor([1.0, 2.0, 4.0])}
    for k in range(3):
        names["k"] = k
        assert eval("ocean.slide(t, lambda w: ocean.sum(w) * k, 0, 3)", names).asPython() == [7 * k]


def test_functions_of_two_arguments_fill_lines() -> None:
    sample = layouts.sample("wild", ocean.int16, (7, 3), special=False)

    def cumulate(source: Any, target: Any) -> None:
        assert source.readonly and len(source) == 7
        target[:] = ocean.cumsum(source)[: len(target)]

    got = ocean.slide(sample.tensor, cumulate, 0, 3, 2)
    np.testing.assert_array_equal(layouts.read(got), np.cumsum(sample.values, 0, np.int16)[:3])
    got = ocean.slide(sample.tensor, cumulate, 0, 1, ocean.double)
    assert got.dtype is ocean.double
    np.testing.assert_array_equal(layouts.read(got), np.cumsum(sample.values, 0, np.float64))


def test_results_that_are_given() -> None:
    t = layouts.sample("strided", ocean.double, (6, 4), special=False).tensor
    for layout in TARGETS:
        result = layouts.sample(layout, ocean.float, (4, 4)).tensor
        assert ocean.slide(t, ocean.mean, 0, 3, result) is None
        np.testing.assert_array_equal(layouts.read(result), layouts.read(ocean.float(ocean.slide(t, ocean.mean, 0, 3))))
    assert t.slide(ocean.sum, 0, 3, dtype=ocean.float).dtype is ocean.float


def test_in_expressions() -> None:
    t = layouts.sample("contiguous", ocean.double, (6, 4), special=False).tensor
    close(ocean.slide(2 * ocean.lazy(t), ocean.mean, 0, 3), 2 * layouts.read(ocean.slide(t, ocean.mean, 0, 3)))
    close(ocean.lazy(t).reduce_range(lambda x: x[1], 1), layouts.read(t)[:, 1])

    @ocean.fuse
    def smooth(x: Any) -> Any:
        return 2 * ocean.slide(x + 1, lambda w: ocean.sum(w) / 3, 0, 3)

    close(smooth(t), 2 * layouts.read(ocean.slide(t + 1, ocean.mean, 0, 3)))


# --- transform ---------------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.sampled_from(TARGETS), st.integers(0, 2), st.sampled_from(["traced", "reversed", "in place", "called"]))
def test_transform(layout: str, axis: int, how: str) -> None:
    sample = layouts.sample(layout, ocean.double, SIZE, special=False)

    def in_place(line: Any) -> None:
        line[0] = 5
        line += 1

    def called(line: Any) -> Any:
        return [2 * float(each) for each in line]

    functions: dict[str, Any] = {
        "traced": (lambda x: (x - ocean.mean(x)) / ocean.norm(x), lambda x: (x - x.mean()) / np.linalg.norm(x)),
        "reversed": (lambda x: x[::-1] + x, lambda x: x[::-1] + x),
        "in place": (in_place, lambda x: np.concatenate([[5], x[1:]]) + 1),
        "called": (called, lambda x: 2 * x),
    }
    around = layouts.surroundings(sample.tensor)
    assert ocean.transform(sample.tensor, functions[how][0], axis) is None
    close(sample.tensor, np.apply_along_axis(functions[how][1], axis, sample.values))
    np.testing.assert_array_equal(layouts.surroundings(sample.tensor), around)


# --- reduce_binary -----------------------------------------------------------------------------------------------

STEPS: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda total, x: total + x,
    "horner": lambda total, x: total * 0.5 + x,
    "subtract": lambda total, x: x - total,
    "called": lambda total, x: float(total) - 2 * float(x),
}


@pytest.mark.parametrize("name", STEPS)
@settings(max_examples=25)
@given(
    st.sampled_from(list(LAYOUTS)), st.sets(st.integers(0, 2), min_size=1), st.booleans(), st.sampled_from("FC"),
    st.sampled_from([None, 2.5, 3]),
)  # fmt: skip
def test_fold(name: str, layout: str, axes: set[int], keepdims: bool, order: str, initial: Any) -> None:
    sample = layouts.sample(layout, ocean.double, (3, 4, 2), special=False)
    got = ocean.reduce_binary(sample.tensor, STEPS[name], sorted(axes), keepdims, initial=initial, order=order)
    last = np.moveaxis(sample.values, sorted(axes, reverse=order == "F"), range(-len(axes), 0))
    last = last.reshape(*last.shape[: 3 - len(axes)], -1)
    start = () if initial is None else (initial,)
    wanted = np.apply_along_axis(lambda x: reduce(STEPS[name], x, *start), -1, last)
    kept = tuple(1 if k in axes else n for k, n in enumerate(sample.values.shape) if keepdims or k not in axes)
    close(got, wanted.reshape(kept))


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_fold_dtypes(kind: ocean.dtype) -> None:
    t = layouts.sample("strided", kind, (5,), special=False).tensor
    got = ocean.reduce_binary(t, lambda total, x: ocean.max(total, x))
    assert got.dtype is kind
    wanted = ocean.maximum(t)
    assert got.asPython() == wanted.asPython()
    assert ocean.reduce_binary(ocean.asTensor([7, 1], ocean.uint8), lambda a, b: a + b, initial=0.5) == 8.5


def test_fold_of_long_lines() -> None:
    sample = layouts.sample("contiguous", ocean.double, (3000, 40), special=False)
    for axis in (0, 1):
        got = ocean.reduce_binary(sample.tensor, lambda total, x: total * 0.5 + x, axis)
        close(got, reduce(lambda a, b: a * 0.5 + b, np.moveaxis(sample.values, axis, 0)))


def test_folds_and_ranges_into_a_given_result() -> None:
    a = ocean.asTensor([[3.0, 1.0, 2.0], [4.0, 8.0, 6.0]])
    for opaque in (False, True):
        b, c = ocean.zeros([2], ocean.float), ocean.zeros([], ocean.int64)

        def total(r: Any, opaque: bool = opaque) -> Any:
            return sum(float(each) for each in r) if opaque else ocean.sum(r)

        def add(t: Any, x: Any, opaque: bool = opaque) -> Any:
            return float(t) + float(x) if opaque else t + x

        assert ocean.reduce_range(a, total, 0, False, b) is None and b.asPython() == [6, 18]
        assert ocean.reduce_binary(a, add, 0, False, 100.0, b) is None and b.asPython() == [106, 118]
        assert a.reduce_range(total, B=c) is None and c.asPython() == 24
        kept = a.clone()
        assert kept.reduce_binary(add, 1, True, 0.0, kept[:, :1]) is None
        assert kept.asPython() == [[7, 9, 8], [4, 8, 6]]
    with pytest.raises(ocean.OceanValueError, match=r"reduce_range\(\): the result B must have size 2, got 3"):
        ocean.reduce_range(a, ocean.sum, 0, False, ocean.zeros([3]))
    with pytest.raises(ocean.OceanValueError, match=r"reduce_binary\(\): the result B must have size 1x2, got 2"):
        ocean.reduce_binary(a, lambda t, x: t + x, 0, True, ocean.zeros([2]))


def test_folds_of_nothing() -> None:
    empty = ocean.zeros([0, 3], ocean.double)
    assert ocean.reduce_binary(empty, lambda a, b: a + b, 0, initial=2).asPython() == [2, 2, 2]
    with pytest.raises(ocean.OceanValueError, match=r"reduce_binary\(\): there are no elements along axis 0"):
        ocean.reduce_binary(empty, lambda a, b: a + b, 0)
    assert ocean.reduce_binary(empty, lambda a, b: a + b, 1).size == (0,)


# --- Bad input ---------------------------------------------------------------------------------------------------


def test_errors() -> None:
    t = ocean.asTensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    for call in (ocean.slide, ocean.reduce_range, ocean.reduce_binary, ocean.transform):
        with pytest.raises(TypeError, match=r"expected a function, got 3"):
            call(t, 3, 0, *((2,) if call is ocean.slide else ()))
    with pytest.raises(ocean.OceanIndexError):
        ocean.slide(t, ocean.sum, 2, 1)
    with pytest.raises(ocean.OceanValueError, match="the window of 4 elements is longer than axis 0, which has 3"):
        ocean.slide(t, ocean.sum, 0, 4)
    with pytest.raises(ocean.OceanValueError, match="the window must have at least 1 element, got 0"):
        ocean.slide(t, ocean.sum, 0, 0)
    with pytest.raises(ocean.OceanValueError, match="the step must be at least 1, got -1"):
        ocean.slide(t, ocean.sum, 0, 1, -1)
    with pytest.raises(ocean.OceanValueError, match="occurs twice"):
        ocean.reduce_range(t, ocean.sum, [0, 0])
    with pytest.raises(ocean.OceanValueError, match="there are no elements along axis 1"):
        ocean.reduce_range(ocean.zeros([2, 0]), ocean.sum, 1)
    with pytest.raises(ocean.OceanValueError, match="expected order 'F', 'C' or 'R', got 'X'"):
        ocean.reduce_range(t, ocean.sum, 0, order="X")
    with pytest.raises(ocean.OceanValueError, match="the result B must have size 2x2, got 2"):
        ocean.slide(t, ocean.sum, 0, 2, ocean.zeros([2]))
    with pytest.raises(ocean.OceanTypeError, match="expected a tensor, whose elements change, got"):
        ocean.transform([1, 2], ocean.sum, 0)
    locked = t.clone()
    locked.readonly = True
    with pytest.raises(ocean.OceanValueError, match="read-only"):
        ocean.transform(locked, lambda x: x + 1, 0)


@pytest.mark.parametrize("traced", [True, False])
def test_functions_that_give_the_wrong_size(traced: bool) -> None:
    t = ocean.asTensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])

    def two(x: Any) -> Any:
        return x[:2] if traced else ocean.asTensor([float(x[0]), 2.0])

    with pytest.raises(ocean.OceanValueError, match="must give one value for a window, got a tensor of size 2"):
        ocean.slide(t, two, 0, 3)
    with pytest.raises(ocean.OceanValueError, match="must give one value for a range, got a tensor of size 2"):
        ocean.reduce_range(t, two, 0)
    with pytest.raises(ocean.OceanValueError, match="must give a line of 3 elements, got a tensor of size 2"):
        ocean.transform(t, two, 0)
    assert t.asPython() == [[1, 2, 3], [4, 5, 6]]


def test_errors_of_the_function_arrive_and_nothing_is_changed() -> None:
    t = ocean.asTensor([[1.0, 2.0, 3.0], [4.0, -5.0, 6.0]])

    def picky(line: Any) -> None:
        line[0] = 7
        if float(line[1]) < 0:
            raise ArithmeticError("negative")

    with pytest.raises(ArithmeticError, match="negative") as caught:
        ocean.transform(t, picky, 0)
    assert "picky" in "".join(traceback.format_tb(caught.value.__traceback__))
    assert t.asPython() == [[1, 2, 3], [4, -5, 6]]
    with pytest.raises(ValueError):
        ocean.slide(t, lambda w: w.__setitem__(0, 1) or 1.0, 0, 2)
    assert t.asPython() == [[1, 2, 3], [4, -5, 6]]
