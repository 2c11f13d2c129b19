"""Reductions: NumPy's dtypes, axes, and NaN."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import layouts
import numpy
import pytest
from array_samples import KINDS, agree, host, on_device, outcome, same, special

import ocean
import ocean.numpy as np

NAMES = ["sum", "prod", "mean", "var", "std", "min", "max", "ptp", "all", "any", "argmin", "argmax", "count_nonzero"]
AXES: list[Any] = [None, 0, 1, -1, (0, 2), (1,), (-1, 0, 1), ()]


def small(kind: ocean.dtype) -> Any:
    values = layouts.values(kind, (2, 3, 4), 3, special=False)
    return values


@pytest.mark.parametrize("name", NAMES)
def test_dtypes_and_axes(name: str) -> None:
    for kind in KINDS:
        values = small(kind)
        for axis in AXES if name[:3] != "arg" else (None, 0, -1):
            for keepdims in (False, True):
                if name == "prod" and kind.isfloat:
                    values = values / 4 + 1
                with numpy.errstate(all="ignore"):
                    same(
                        partial(getattr(np, name), axis=axis, keepdims=keepdims),
                        partial(getattr(numpy, name), axis=axis, keepdims=keepdims),
                        values.astype(layouts.NUMPY[kind]),
                        tolerance=5e-3
                        if kind.basetype is ocean.half
                        else 1e-4
                        if kind.basetype is ocean.float
                        else 1e-9,
                    )


@pytest.mark.parametrize("name", ["min", "max", "argmin", "argmax", "ptp"])
def test_nan_wins(name: str) -> None:
    for values in (
        [1.0, numpy.nan, 3, numpy.nan],
        [numpy.nan] * 2,
        [-numpy.inf, 2],
        [numpy.inf, numpy.nan, -numpy.inf],
    ):
        for kind in ("f2", "f4", "f8"):
            same(getattr(np, name), getattr(numpy, name), numpy.array(values, kind))
    if name != "ptp":
        same(getattr(np, name), getattr(numpy, name), numpy.array([1 + 2j, 3 - 1j, numpy.nan + 0j, 5]))
        same(getattr(np, name), getattr(numpy, name), numpy.array([1 + 2j, 1 + 3j, 1 - 1j]))


def test_nothing() -> None:
    empty = numpy.zeros((0, 3))
    for name in NAMES:
        same(getattr(np, name), getattr(numpy, name), empty)
        for axis in (0, 1):
            same(partial(getattr(np, name), axis=axis), partial(getattr(numpy, name), axis=axis), empty)


@pytest.mark.parametrize("name", ["sum", "prod", "min", "max"])
def test_initial_values_take_the_dtype_of_the_result(name: str) -> None:
    ours, theirs = getattr(np, name), getattr(numpy, name)
    for kind in KINDS:
        for values in (numpy.array([[1, 0, 1], [1, 1, 0]]), numpy.zeros((2, 0))):
            values = values.astype(layouts.NUMPY[kind])
            mask = values > 0
            for initial in (0, 1, 3, 2.5, True, numpy.float32(1.5), numpy.int8(3), numpy.float64(2.5)):
                for axis in (None, 1):
                    same(partial(ours, axis=axis, initial=initial), partial(theirs, axis=axis, initial=initial), values)
                a, where = on_device(values), on_device(mask)
                agree(ours(a, 1, initial=initial, where=where, keepdims=True),
                      theirs(values, 1, initial=initial, where=mask, keepdims=True))  # fmt: skip
        if not kind.iscomplex and kind is not ocean.bool:
            with pytest.raises(TypeError):
                ours(on_device(values), initial=1 + 2j)
        if kind is ocean.int8 and name in ("min", "max"):
            with pytest.raises(OverflowError):
                ours(on_device(values), initial=300)


@pytest.mark.parametrize("name", ["nanmean", "nanvar", "nanstd"])
def test_reductions_to_integers_are_refused(name: str) -> None:
    for kind in ("i1", "i8", "?"):
        with pytest.raises(TypeError):
            getattr(np, name)(on_device(numpy.array([1.5, 2.5, numpy.nan])), dtype=kind)


@pytest.mark.parametrize(
    "name", ["sum", "prod", "mean", "var", "std", "cumsum", "cumprod", "nansum", "nanprod", "nanmean", "nanvar", "nancumprod"]
)
def test_a_given_result_takes_part_in_the_dtype_of_the_computation(name: str) -> None:
    for kind in KINDS:
        values = (numpy.arange(20) * 9 % 101 + 3).reshape(5, 4).astype(layouts.NUMPY[kind])
        if name.startswith("nan") and kind.isfloat:
            values[1, 2] = numpy.nan
            if name == "nanvar":
                continue  # whose mean NumPy rounds
        for other in KINDS:
            shape = (5, 4) if "cum" in name else (4,)
            want, got = numpy.zeros(shape, layouts.NUMPY[other]), on_device(numpy.zeros(shape, layouts.NUMPY[other]))
            if isinstance(outcome(partial(getattr(np, name), axis=0, out=got), on_device(values)), type):
                continue  # results of another kind are refused
            outcome(partial(getattr(numpy, name), axis=0, out=want), values)
            width = min(each.basetype.size if each.isfloat else 8 for each in (kind, other))
            loose = name in ("var", "std") and width < 8  # whose mean NumPy rounds
            agree(got, want, {2: 2e-2, 4: 1e-5}[width] * abs(want).max() if loose else None)


def test_options() -> None:
    values = numpy.arange(12.0).reshape(3, 4)
    a = on_device(values)
    agree(np.sum(a, dtype="float32"), values.sum(dtype="f4"))
    agree(np.sum(on_device(values.astype("i1")), axis=0, dtype="int8"), values.astype("i1").sum(0, dtype="i1"))
    agree(np.var(a, ddof=1), values.var(ddof=1))
    agree(np.std(a, axis=0, correction=1), values.std(0, ddof=1))
    for correction in (3, 3.5, 9):  # the standard's; ddof is NumPy's
        assert numpy.isnan(host(np.var(a, axis=0, correction=correction))).all() and np.var(a, axis=0, ddof=9)[0] == numpy.inf
    agree(np.sum(a, initial=10), values.sum(initial=10))
    agree(np.max(a, axis=0, initial=9), values.max(0, initial=9))
    agree(np.sum(a, where=a > 3), values.sum(where=values > 3))
    out = np.zeros(4)
    assert np.sum(a, axis=0, out=out) is out
    agree(out, values.sum(0))
    agree(a.sum(axis=0), values.sum(0))
    agree(a.max(1, keepdims=True), values.max(1, keepdims=True))
    agree(a.mean(), values.mean())
    for name in NAMES:  # NumPy takes an axis where there is none in some of them
        for axis in (0, -1, 1):
            same(partial(getattr(np, name), axis=axis), partial(getattr(numpy, name), axis=axis), values[1, 1:2].reshape(()))
    for axis in (2, -3, (0, 0), 1.5):
        assert outcome(lambda x, axis=axis: np.sum(x, axis=axis), a) in (ValueError, TypeError, IndexError)


@pytest.mark.parametrize("layout", layouts.LAYOUTS)
def test_layouts(layout: str) -> None:
    sample = layouts.sample(layout, ocean.double, (3, 4), 5, False)
    a = np.asarray(sample.tensor)
    for name in ("sum", "max", "argmin", "std"):
        for axis in (None, 0, 1):
            agree(getattr(a, name)(axis), getattr(sample.values, name)(axis))


def test_lazy() -> None:
    values = special(ocean.double)[:2]
    a = on_device(values)
    agree((np.lazy(a) * 2).sum(), (values * 2).sum())
    grid = numpy.arange(6.0).reshape(2, 3)
    agree((np.lazy(on_device(grid)) + 1).max(axis=1), (grid + 1).max(1))


def first_best(values: list[float], best: Any, unknown: bool) -> int:
    """The first NaN if NaN is best, or else the first of the best numbers; 0 if there are none."""
    numbers = [each for each in values if each == each]
    if unknown and len(numbers) < len(values):
        return next(k for k, each in enumerate(values) if each != each)
    return values.index(best(numbers)) if numbers else 0


@pytest.mark.parametrize("kind", [ocean.half, ocean.float, ocean.double])
def test_extremes_of_every_length(kind: ocean.dtype) -> None:
    """Kernels take the remainder of a row with a vector that overlaps the one before. NaN, infinities and zeros of both
    signs are everywhere; of two zeros the maximum is the positive one."""
    draw = numpy.random.default_rng(8)
    inf, nan = numpy.inf, numpy.nan
    for number, length in enumerate([*range(1, 140), 255, 256, 257, 1000, 4097, 9000]):
        for few in ([-inf, nan], [0.0, -0.0, -1.0, -inf], [-0.0, 0.0, 1.0, inf], [3.0, 1.0, nan], [2.0, inf, -inf]):
            values = draw.choice(few[: 1 + number % len(few)], length).tolist()
            given = ocean.asTensor(values, kind)
            array = np.asarray(given)
            for name, best in (("max", max), ("min", min)):
                numbers = [each for each in values if each == each]
                found = float(getattr(np, name)(array))
                if len(numbers) < length:
                    assert found != found, (name, values)
                else:
                    zeros = [each for each in numbers if each == 0]
                    wanted = best(numbers, key=lambda each: (each, math.copysign(1, each))) if zeros else best(numbers)
                    assert (found, math.copysign(1, found)) == (wanted, math.copysign(1, wanted)), (name, values)
                assert int(getattr(np, f"arg{name}")(array)) == first_best(values, best, True), (name, values)
                assert int(getattr(ocean, f"arg{name}")(given)) == first_best(values, best, False), (name, values)
            assert bool((array == array[-1]).any()) == (values[-1] == values[-1])
            assert bool((array == array[0]).all()) == all(each == values[0] for each in values)
