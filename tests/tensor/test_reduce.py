"""Reductions: every row over dtypes, layouts, axes and results against NumPy; accuracy, threads, memory, bad input."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import (
    DTYPES,
    LAYOUTS,
    NUMPY,
    REPEATING,
    SIZE,
    TARGETS,
    Sample,
    dtype_id,
    fortran,
    memory,
    place,
    read,
    sample,
    surroundings,
    to_bfloat16,
)  # fmt: skip
from mirror import mirrors
from oracles import BY_NAME, cast, rounded

import ocean
from ocean._src.core.objects.tensor import fold_few_rows, forget_plans
from ocean._src.kernels.llvm import compiler
from ocean._src.ops.reductions import ROWS, reduce_together
from ocean._src.tensor.reduce import FUNCTIONS

FACTS = json.loads((Path(__file__).parents[1] / "data" / "operations.json").read_text())
Array = np.ndarray
NORMS = {"norm1": 1, "norm2": 2, "normInf": math.inf}


# --- Oracles -----------------------------------------------------------------------------------------------------


def extreme(values: Array, axes: tuple[int, ...], smallest: bool) -> Array:
    """The smallest or largest number; NaN only where there is nothing else."""
    if values.dtype.kind != "c":
        if values.dtype.kind != "f":
            return (np.min if smallest else np.max)(values, axes)
        filled = np.where(np.isnan(values), np.inf if smallest else -np.inf, values).astype(values.dtype)
        result = (np.min if smallest else np.max)(filled, axes)
        return np.where(np.isnan(values).all(axes), np.nan, result).astype(values.dtype)
    kept = [axis for axis in range(values.ndim) if axis not in axes]
    rows = values.transpose(*kept, *axes).reshape(*(values.shape[axis] for axis in kept), -1)
    result = np.empty(rows.shape[:-1], values.dtype)
    for index in np.ndindex(result.shape):
        numbers = [each for each in rows[index].tolist() if each == each]
        choose = min if smallest else max
        result[index] = choose(numbers, key=lambda z: (z.real, z.imag)) if numbers else complex(np.nan, np.nan)
    return result


def lines_of(values: Array, axes: tuple[int, ...]) -> Array:
    """The elements that are reduced as the last axis, in column-major order."""
    kept = [axis for axis in range(values.ndim) if axis not in axes]
    turned = values.transpose(*kept, *sorted(axes, reverse=True))
    return turned.reshape(*(values.shape[axis] for axis in kept), -1)


def first_place(values: Array, axes: tuple[int, ...], smallest: bool) -> Array:
    """The first index of the extreme, by Python's rules; 0 if there are only NaN."""
    lines = lines_of(values, axes)
    result = np.zeros(lines.shape[:-1], np.int64)
    for index in np.ndindex(result.shape):
        numbers = [(k, each) for k, each in enumerate(lines[index].tolist()) if each == each]
        choose = min if smallest else max
        key = (lambda pair: (pair[1].real, pair[1].imag)) if values.dtype.kind == "c" else (lambda pair: pair[1])
        result[index] = choose(numbers, key=key)[0] if numbers else 0
    return result


def moment(name: str, values: Array, axes: tuple[int, ...], ddof: float = 0, kept: Array | None = None) -> Array:
    """Mean, variance or deviation, the parts of complex numbers on their own; of those that are kept."""
    if values.dtype.kind == "c":
        which = "mean" if name == "mean" else "var"
        sides = [moment(which, side, axes, ddof, kept) for side in (values.real, values.imag)]
        if name == "mean":
            result = np.empty(sides[0].shape, np.complex128)
            result.real, result.imag = sides
            return result
        return np.asarray(sides[0] + sides[1] if name == "var" else np.sqrt(sides[0] + sides[1]))
    numbers = np.ascontiguousarray(lines_of(values.astype(float), axes), np.longdouble)
    counted = lines_of(np.ones(values.shape, bool) if kept is None else kept, axes)
    count = counted.sum(-1)
    mean = numbers.sum(-1, where=counted) / count
    if name == "mean":
        return np.asarray(mean).astype(float)
    variance = ((numbers - mean[..., None]) ** 2).sum(-1, where=counted) / np.maximum(count - ddof, 0)
    return np.asarray(variance if name == "var" else np.sqrt(variance)).astype(float)


def magnitudes(values: Array, kind: ocean.dtype) -> Array:
    """Absolute values in the unsigned or the real dtype, without rounding on the way."""
    if kind.iscomplex:
        return np.abs(values.astype(np.complex128))
    if NUMPY[kind].kind == "i":
        return np.abs(values).view(f"u{kind.size}")
    return np.abs(values)


def wide(values: Array) -> Array:
    return values.astype(
        {"b": np.uint64, "u": np.uint64, "i": np.int64, "f": np.float64, "c": np.complex128}[values.dtype.kind]
    )


def oracle(name: str, values: Array, kind: ocean.dtype, axes: tuple[int, ...]) -> Array:
    """The result before it is rounded to its dtype."""
    if name in ("meanNaN", "varNaN", "stdevNaN"):
        with np.errstate(all="ignore"):
            return moment(name[:-3], values, axes, kept=~np.isnan(values) if kind.isfloat else None)
    ignores = name.endswith("NaN") and name != "anyNaN"
    if ignores and kind.isfloat:
        values = np.where(np.isnan(values), 1 if name == "prodNaN" else 0, values).astype(values.dtype)
    name = name.removesuffix("NaN") if ignores else name
    with np.errstate(all="ignore"):
        match name:
            case "any" | "all":
                return (np.any if name == "any" else np.all)(values != 0, axes)
            case "allFinite":
                return np.isfinite(values).all(axes)
            case "anyInf":
                return np.isinf(values).any(axes)
            case "anyNaN":
                return np.isnan(values).any(axes)
            case "nnz":
                return (values != 0).sum(axes).astype(np.uint64)
            case "sum":
                return wide(values).sum(axes)
            case "sumAbs" | "norm1":
                return wide(magnitudes(values, kind)).sum(axes)
            case "sumSquares":
                if not kind.isfloat:
                    return (wide(values) * wide(values)).sum(axes)
                numbers = values.astype(np.complex128)
                return (numbers.real**2 + numbers.imag**2).sum(axes)
            case "prod":
                return wide(values).prod(axes)
            case "minimum" | "maximum":
                return extreme(values, axes, name == "minimum")
            case "minimumAbs" | "maximumAbs" | "normInf":
                return extreme(magnitudes(values, kind), axes, name == "minimumAbs")
            case "argmin" | "argmax":
                return first_place(values, axes, name == "argmin")
            case "ptp":
                largest, smallest = extreme(values, axes, False), extreme(values, axes, True)
                return largest ^ smallest if values.dtype == bool else np.asarray(largest - smallest, values.dtype)
            case "mean" | "var" | "stdev":
                return moment(name, values, axes)
            case "norm2":
                numbers = values.astype(np.complex128)
                return np.sqrt((numbers.real**2 + numbers.imag**2).sum(axes))
    raise LookupError(name)


def result_dtype(name: str, kind: ocean.dtype) -> ocean.dtype:
    new = {
        "nnzNaN": ocean.uint64, "argmin": ocean.int64, "argmax": ocean.int64, "ptp": kind,
        "sumSquares": kind.basetype if kind.isfloat else BY_NAME[FACTS["reductions"]["sum"][FACTS["dtypes"].index(kind.spelling)]],
        "mean": kind if kind.isfloat else ocean.double,
    } | dict.fromkeys(("var", "stdev"), kind.basetype if kind.isfloat else ocean.double)  # fmt: skip
    new |= {f"{each}NaN": new[each] for each in ("mean", "var", "stdev")}
    if name in new:
        return new[name]
    return BY_NAME[FACTS["reductions"][name][FACTS["dtypes"].index(kind.spelling)]]


def near(got: Array, wanted: Array, kind: ocean.dtype, scale: Array | float = 0) -> None:
    """Equal, up to a few roundings of the dtype; `scale` is the size of what was added up."""
    assert got.shape == wanted.shape and got.dtype == NUMPY[kind]
    if not kind.isfloat:
        np.testing.assert_array_equal(got, wanted)
        return
    wanted = rounded(wanted, kind)
    if kind.iscomplex:
        with np.errstate(all="ignore"):  # a part of a product is as exact as the whole number is large
            size = np.abs(wanted.astype(complex))
            scale = np.maximum(scale, np.where(np.isfinite(size), size, 0))
        for part in ("real", "imag"):
            close(getattr(got, part), getattr(wanted, part), kind, scale)
    else:
        close(got, wanted, kind, scale)


def close(got: Array, wanted: Array, kind: ocean.dtype, scale: Array | float) -> None:
    unit, largest = float(kind.basetype.eps), float(kind.basetype.max)
    got, wanted = got.astype(float), wanted.astype(float)
    sure = np.isfinite(wanted) & np.isfinite(got)
    with np.errstate(invalid="ignore", over="ignore"):
        room = 8 * unit * np.maximum(np.abs(wanted), scale) + 4 * 2.0**-24 * (kind.basetype is ocean.half)
        assert (np.abs(got - wanted) <= room)[sure].all()
        edge = np.maximum(np.abs(got), np.abs(wanted)) >= largest * 0.99  # one rounds to infinity, the other does not
    strange = ~sure & ~(edge & ~np.isnan(got) & ~np.isnan(wanted))
    np.testing.assert_array_equal(got[strange], wanted[strange])


def size_of_sum(name: str, values: Array, axes: tuple[int, ...]) -> Any:
    if name.startswith("prod") and values.dtype.kind == "c":  # each part is a sum
        return np.abs(np.nanprod(values.astype(complex), axes))
    if not name.startswith(("sum", "norm", "mean")) or name == "normInf":
        return 0
    with np.errstate(all="ignore"):
        wide = values.astype(complex)  # the smallest integer has no absolute value
        total = np.nansum(np.where(np.isfinite(values), np.abs(wide), 0), axes)
    return total


def numbers(layout: str, kind: ocean.dtype, name: str, seed: int) -> Sample:
    """Samples whose sums meet infinities and NaN, and whose products neither overflow nor vanish."""
    if not name.startswith("prod") or not kind.isfloat:
        return sample(layout, kind, SIZE, seed)
    made = sample(layout, kind, SIZE, seed, special=False)
    if layout not in REPEATING:
        few = np.array([1, -1, 2, 0.5, -0.5, 1.5, np.nan]).astype(NUMPY[kind])
        values = few[np.arange(made.values.size) * 3 % 7].reshape(SIZE)
        made.tensor.copy(place(values, kind, fortran(SIZE, kind.size)).tensor)
    return Sample(made.tensor, read(made.tensor))


# --- Every row ---------------------------------------------------------------------------------------------------

SUBSETS = [axes for count in range(1, 4) for axes in itertools.combinations(range(3), count)]


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_rows(name: str, kind: ocean.dtype) -> None:
    """All axes to a scalar; some axes to a new tensor; some to a given one, of the same or another dtype."""
    function, result = FUNCTIONS[name], result_dtype(name, kind)
    number = list(FUNCTIONS).index(name) * 15 + kind.code
    names = list(LAYOUTS)
    for step in range(4):
        given = numbers(names[(number + 5 * step) % len(names)], kind, name, step)
        axes = SUBSETS[(3 * number + 2 * step) % len(SUBSETS)]
        if step == 0:
            got = function(given.tensor)
            assert isinstance(got, ocean.scalar) and got.dtype is result
            everything = tuple(range(3))
            wanted = np.asarray(oracle(name, given.values, kind, everything))
            near(np.asarray(got.asPython(), NUMPY[result]), wanted, result, size_of_sum(name, given.values, everything))
            continue
        scale = size_of_sum(name, given.values, axes)
        wanted = np.asarray(oracle(name, given.values, kind, axes))
        if name.startswith("prod") and kind.iscomplex:  # a part may be a small difference of products
            scale = np.nan_to_num(np.abs(wanted), posinf=0)
        if step == 1:
            got = function(given.tensor, [axis - 3 * (axis % 2) for axis in axes])
            assert got.dtype is result and got.size == wanted.shape
            near(read(got), wanted, result, scale)
            continue
        keepdims = step == 3
        size = tuple(1 if axis in axes else n for axis, n in enumerate(SIZE)) if keepdims else wanted.shape
        stored = result if step == 2 else DTYPES[(number * 7 + 1) % len(DTYPES)]
        target = sample(TARGETS[(number + step) % len(TARGETS)], stored, size, seed=9).tensor
        around = surroundings(target)
        assert function(given.tensor, axes, keepdims, target) is None
        if stored is result:
            scale = np.reshape(scale, size) if np.ndim(scale) else scale
            near(read(target), wanted.reshape(size), result, scale)
        else:
            np.testing.assert_array_equal(
                read(target), cast(read(function(given.tensor, axes, keepdims)), result, stored)
            )
        np.testing.assert_array_equal(surroundings(target), around)


@pytest.mark.parametrize("layout", ["contiguous", "row_major", "wild", "zero_stride", "overlapping"])
def test_all_sets_of_axes(layout: str) -> None:
    size = (4, 3, 5, 2)
    given = sample(layout, ocean.int16, size)
    for count in range(1, 5):
        for axes in itertools.permutations(range(4), count):
            if list(axes) != sorted(axes) and count != 2:
                continue
            wanted = given.values.astype(np.int64).sum(axes)
            assert read(ocean.sum(given.tensor, axes)).tolist() == wanted.tolist()
            kept = ocean.sum(given.tensor, axes, True)
            assert kept.size == tuple(1 if axis in axes else n for axis, n in enumerate(size))
            np.testing.assert_array_equal(read(kept), given.values.astype(np.int64).sum(axes, keepdims=True))
            np.testing.assert_array_equal(read(ocean.minimum(given.tensor, axes)), given.values.min(axes))


def test_forms_of_arguments() -> None:
    tensor = ocean.asTensor([[1, 2, 3], [4, 5, 6]], "R")
    for axes in (0, [0], (0,), np.int64(0), ocean.int8(0), np.array([0]), -2, range(1)):
        assert ocean.sum(tensor, axes).asPython() == [5, 7, 9]
    assert ocean.sum(A=tensor, axes=1, keepdims=True).size == (2, 1)
    assert ocean.prod(tensor, axis=1).asPython() == [6, 120]
    everything = ocean.sum(tensor, [0, 1])
    assert (
        isinstance(everything, ocean.tensor) and everything.size == () and everything.footer == "<scalar.int64 on cpu>"
    )
    assert ocean.sum(tensor, keepdims=True).size == (1, 1)
    target = ocean.tensor([], ocean.float)
    assert ocean.sum(tensor, B=target) is None and target.asPython() == 21
    assert ocean.sum(tensor, None) == 21 and ocean.sum(tensor, axes=None) == 21
    for like in ([1, 2], (1, 2), np.array([1, 2]), range(1, 3), [1.0, 2]):
        assert ocean.sum(like) == 3 and isinstance(ocean.sum(like), ocean.scalar)
    assert ocean.sum(5) == 5 and ocean.sum(ocean.int8(5)).dtype is ocean.int64 and ocean.maximum(2.5) == 2.5
    assert ocean.norm(3 + 4j) == 5 and ocean.any(ocean.asTensor(0)) == False  # noqa: E712
    assert ocean.norm(tensor, p=1, axes=0).asPython() == [5, 7, 9]
    assert ocean.norm(tensor, 1, 0, True).size == (1, 3)


# --- Documented rules --------------------------------------------------------------------------------------------


def test_integers_accumulate_in_64_bits() -> None:
    assert ocean.sum(ocean.asTensor([100, 100], ocean.int8)) == 200
    assert ocean.sum([True, True]) == 2
    small = ocean.asTensor([-128, -128], ocean.int8)
    assert (
        ocean.sumAbs(small) == 256 and ocean.maximumAbs(small) == 128 and ocean.maximumAbs(small).dtype is ocean.uint8
    )
    lowest = ocean.asTensor([-(2**63)], ocean.int64)
    assert ocean.sumAbs(lowest) == 2**63 and ocean.minimumAbs(lowest) == 2**63
    assert ocean.prod(ocean.full([64], 2, ocean.int8)) == 0 and ocean.prod(ocean.full([62], 2, ocean.int8)) == 2**62
    assert ocean.sum(ocean.full([4], 2**63, ocean.uint64)) == 0


def test_nan_rules() -> None:
    nan, inf = math.nan, math.inf
    assert ocean.minimum([3, nan, 1.0]) == 1 and ocean.maximum([nan, -inf]) == -inf
    assert math.isnan(float(ocean.minimum([nan, nan]))) and math.isnan(float(ocean.maximumAbs([nan])))
    assert ocean.maximum([nan, 2.0], 0).asPython() == 2
    assert ocean.nnz([0, nan, 1]) == 2 and ocean.nnzNaN([0, nan, 1]) == 1 and ocean.nnzNaN([0, 3]) == 1
    assert math.isnan(float(ocean.sum([1, nan]))) and ocean.sumNaN([1, nan]) == 1 and ocean.prodNaN([2, nan, 3]) == 6
    assert ocean.sumAbsNaN([-1, nan]) == 1 and ocean.normNaN([3, nan, 4]) == 5 and ocean.norm([nan, 1], inf) == 1
    mixed = [1 + 2j, complex(nan, 1), complex(5, nan), 1 + 1j]
    assert ocean.minimum(mixed) == 1 + 1j and ocean.maximum(mixed) == 1 + 2j
    assert ocean.sumNaN(mixed) == 2 + 3j and ocean.prodNaN(mixed) == (1 + 2j) * (1 + 1j)
    assert ocean.nnzNaN(mixed) == 2 and ocean.anyNaN(mixed) == True  # noqa: E712
    assert ocean.anyInf([nan]) == False and ocean.allFinite([complex(0, inf)]) == False  # noqa: E712


def test_complex_numbers_are_ordered_by_real_part_then_imaginary_part() -> None:
    values = [1 + 5j, 1 - 5j, -2 + 9j, -2 - 9j, 3 - 1j, 3 + 1j]
    for line in itertools.islice(itertools.permutations(values), 0, None, 97):
        assert ocean.minimum(list(line)) == -2 - 9j and ocean.maximum(list(line)) == 3 + 1j
    assert ocean.maximumAbs([1 + 2j, 3 + 4j]) == 5 and ocean.minimumAbs([3j, 4]) == 3


def test_empty_slices() -> None:
    empty = ocean.tensor([0, 3, 4])
    assert ocean.prod(empty, [0, -1]).asPython() == [1, 1, 1]
    assert read(ocean.sum(empty, 0)).tolist() == np.zeros((3, 4)).tolist()
    assert ocean.sum(empty, 1).size == (0, 4) and ocean.sum(empty) == 0 and ocean.prod(empty) == 1
    assert ocean.any(empty) == False and ocean.all(empty) == True  # noqa: E712
    assert ocean.nnz(empty) == 0 and ocean.norm(empty) == 0 and ocean.norm(empty, 3) == 0 and ocean.norm1(empty) == 0
    assert ocean.minimum(empty, 2).size == (0, 3)
    assert ocean.allLT(empty, 0) and ocean.allInRange(empty, 5, 4)
    for name in [name for name, row in ROWS.items() if row.needs_elements]:
        title = name[0].upper() + name[1:]
        with pytest.raises(RuntimeError) as caught:
            FUNCTIONS[name](empty)
        assert str(caught.value) == f'The tensor "{name}" function does not apply to empty tensors'
        with pytest.raises(RuntimeError) as caught:
            FUNCTIONS[name](empty, [0, 1])
        assert str(caught.value) == f"The number of reduction elements in axis{title} cannot be zero."


# --- Averages and places -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_averages_and_places_in_every_layout(layout: str, kind: ocean.dtype) -> None:
    for axes in ((0, 1, 2), SUBSETS[1 + (kind.code + list(LAYOUTS).index(layout)) % (len(SUBSETS) - 2)]):
        given = sample(layout, kind, (9, 4, 7), special=False)
        for name in ("argmin", "argmax", "ptp", "mean", "var", "stdev"):
            got, wanted = FUNCTIONS[name](given.tensor, axes), oracle(name, given.values, kind, axes)
            near(read(got), wanted, result_dtype(name, kind), size_of_sum(name, given.values, axes))


SHAPES = {
    "one row": ((3001,), [1], (0,)),
    "long row": ((600_001,), [1], (0,)),
    "reversed": ((3001,), [-1], (0,)),
    "strided": ((3001,), [3], (0,)),
    "rows": ((301, 9), [1, 310], (0,)),
    "many rows": ((1025, 259), [1, 1025], (0,)),
    "columns": ((301, 9), [9, 1], (0,)),
    "all, not in order": ((30, 40, 7), [40, 1, 1300], (0, 1, 2)),
    "outer": ((6, 40, 70), [1, 6, 240], (1, 2)),
    "inner and outer": ((35, 4, 70), [1, 35, 140], (0, 2)),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", [ocean.bool, ocean.int8, ocean.uint32, ocean.int64, ocean.half, ocean.float,
                                  ocean.double, ocean.chalf, ocean.cdouble], ids=dtype_id)  # fmt: skip
def test_long_averages_and_places(kind: ocean.dtype, shape: str) -> None:
    """Few different values, so that extremes are met often and the first one has to be found; with and without NaN."""
    size, steps, axes = SHAPES[shape]
    random = np.random.default_rng(7)
    values = random.integers(0, 2 if kind is ocean.bool else 100, size).astype(NUMPY[kind])
    if kind.iscomplex:
        values = (np.floor(values.real / 20) + 1j * (values.real % 7)).astype(NUMPY[kind])
    for rest in range(2 if kind.isfloat else 1):
        if rest:
            values = np.where(random.random(size) < 0.9, np.nan, values).astype(NUMPY[kind])
        tensor = place(values, kind, [step * kind.size for step in steps]).tensor
        for name in ("argmin", "argmax", "ptp"):
            np.testing.assert_array_equal(read(FUNCTIONS[name](tensor, axes)), oracle(name, values, kind, axes))
        for name in ("mean", "var", "stdev"):
            wanted = oracle(name, values, kind, axes)
            near(
                read(FUNCTIONS[name](tensor, axes)),
                wanted,
                result_dtype(name, kind),
                np.nan_to_num(np.abs(np.asarray(wanted))),
            )


def test_places() -> None:
    nan, inf = math.nan, math.inf
    assert ocean.argmin([3, 1, 2, 1]) == 1 and ocean.argmax([1, 3, 2, 3]) == 1
    assert ocean.argmin([nan, nan]) == 0 and ocean.argmax([nan, -inf]) == 1 and ocean.argmin([nan, inf, nan, inf]) == 1
    assert ocean.argmax([0.0, -0.0]) == 0 and ocean.argmin([0.0, -0.0]) == 0 and ocean.argmin(5) == 0
    for count in (40, 1000, 300_000):
        for kind, worst in ((ocean.double, -inf), (ocean.float, -inf), (ocean.int8, -128), (ocean.cdouble, -inf)):
            values = ocean.full([count], worst, kind)
            assert ocean.argmax(values) == 0
            if kind.isfloat:
                values[:7] = nan
                assert ocean.argmax(values) == 7 and ocean.argmin(values) == 7
                values[:] = nan
                assert ocean.argmax(values) == 0 and math.isnan(abs(complex(ocean.ptp(values))))
    assert ocean.argmin([complex(nan, 0), 2 + 1j, 2 - 1j, complex(0, nan)]) == 2
    tensor = ocean.asTensor([[1, 9], [9, 1], [0, 0]]).T
    assert ocean.argmax(tensor) == 1 and ocean.argmax(tensor.T) == 1  # through the first axis first
    assert ocean.argmax(tensor, [1, 0]).asPython() == 1 and ocean.argmin(tensor, 0, True).size == (1, 2)
    assert ocean.argmin(tensor).dtype is ocean.int64


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_extremes_are_at_their_places(kind: ocean.dtype) -> None:
    for seed, count in enumerate((1, 3, 40, 700)):
        tensor = sample("strided", kind, (count,), seed).tensor
        smallest, largest = ocean.minimum(tensor), ocean.maximum(tensor)
        if smallest == smallest:
            assert tensor[ocean.argmin(tensor)] == smallest and tensor[ocean.argmax(tensor)] == largest


def test_averages() -> None:
    nan, inf = math.nan, math.inf
    assert ocean.mean([True, False]) == 0.5 and ocean.mean(ocean.full([4], 2**63, ocean.uint64)) == 2.0**63
    assert ocean.mean(ocean.full([9], 60_000, ocean.half)) == ocean.half(60_000)
    assert ocean.mean(ocean.full([9], 3e38, ocean.float)) == ocean.float(3e38)
    assert (
        math.isnan(float(ocean.mean([1, nan]))) and ocean.mean([1, inf]) == inf and math.isnan(float(ocean.var([nan])))
    )
    mixed = ocean.mean([complex(1, inf), 3])
    assert mixed.real == 2 and mixed.imag == inf
    assert ocean.mean([1 + 2j, 3]) == 2 + 1j and ocean.var([1 + 2j, 3]) == 2 and ocean.var([1j]).dtype is ocean.double
    assert ocean.var([1, 2, 3, 4]) == 1.25 and ocean.var([1, 2, 3, 4], ddof=1) == 5 / 3 and ocean.stdev([1, 3]) == 1
    assert ocean.var([7.0]) == 0 and math.isnan(float(ocean.var([7.0], ddof=1))) and ocean.var([1, 2], ddof=2) == inf
    assert ocean.var([1, 2, 3], ddof=5) == inf and ocean.var([1, 2, 4], ddof=0.5) == pytest.approx(14 / 3 / 2.5)
    tensor = ocean.asTensor([[1.0, 2], [3, 6]])
    assert ocean.var(tensor, 0, ddof=1).asPython() == [0.5, 4.5] and ocean.stdev(tensor, 0, True, ddof=0).size == (1, 2)
    target = ocean.tensor([2], ocean.half)
    assert ocean.var(tensor, 1, B=target, ddof=1) is None and target.asPython() == [2, 8]
    for bad in (1j, "1"):
        with pytest.raises(RuntimeError):
            ocean.var(tensor, ddof=bad)
    with pytest.raises(RuntimeError):
        ocean.mean(tensor, ddof=1)


@pytest.mark.parametrize("count", [5, 100, 5000, 700_001])
def test_variances_are_accurate(count: int) -> None:
    """Also far from zero, with outliers wherever they are, and as a fraction of a large mean."""
    random = np.random.default_rng(count)
    for shift in (0, 1e3, 1e8):
        for outlier in (None, 0, count // 2, count - 1):
            values = random.standard_normal(count) + shift
            if outlier is not None:
                values[outlier] = -1e9
            exact = np.var(values.astype(np.longdouble))
            for tensor in (ocean.asTensor(values), ocean.asTensor(np.stack([values, values]).T)[:, 1]):
                assert abs(float(ocean.var(tensor)) - exact) <= 1e-13 * exact
    assert ocean.var(ocean.full([count], 0.1)) == 0


def test_several_reductions_in_one_pass() -> None:
    names = ("minimum", "argmax", "var", "sum", "ptp", "nnz", "mean")
    for kind in (ocean.int8, ocean.half, ocean.float, ocean.double, ocean.cfloat):
        for layout in ("contiguous", "wild", "byteswapped"):
            given = sample(layout, kind, (9, 4, 7), special=False)
            for axes in (None, (0,), (1, 2), (0, 1, 2)):
                together = reduce_together(names, given.tensor, axes)
                for name, got in zip(names, together, strict=True):
                    alone = FUNCTIONS[name](given.tensor) if axes is None else FUNCTIONS[name](given.tensor, axes)
                    assert type(got) is type(alone) and got.dtype is alone.dtype
                    results = [np.asarray(each.asPython()) if axes is None else read(each) for each in (got, alone)]
                    scale = 100 * float(kind.basetype.eps) if kind.isfloat else 1e-14
                    np.testing.assert_allclose(*results, rtol=scale, atol=scale * np.abs(given.values).max())
    there = mirrors[0](ocean.asTensor([[1.0, 2], [5, 9]]))
    largest, places = reduce_together(("maximum", "argmin"), there, (0,))
    assert (
        largest.device is places.device is mirrors[0] and largest.asPython() == [2, 9] and places.asPython() == [0, 0]
    )
    with pytest.raises(RuntimeError, match="does not apply to empty"):
        reduce_together(("sum", "minimum"), ocean.tensor([0]))
    bits = set()
    large = ocean.asTensor(np.random.default_rng(0).standard_normal(900_001))
    for threads in (1, 2, 3, 4):
        ocean.setNumThreads(threads)
        bits.add(tuple(float(each).hex() for each in reduce_together(names, large)))
    assert len(bits) == 1


def test_a_norm_is_compiled_once_for_all_p(monkeypatch: pytest.MonkeyPatch) -> None:
    tensor = ocean.asTensor([1.0, 2.0, 3.0])
    ocean.norm(tensor, 3.5)
    ocean.var(tensor, ddof=1)
    known = len(compiler._kernels)
    for p in (3.25, 4.5, 11):
        assert float(ocean.norm(tensor, p)) == pytest.approx(sum(x**p for x in (1, 2, 3)) ** (1 / p))
        assert float(ocean.var(tensor, ddof=p)) == (math.inf if p >= 3 else 2 / (3 - p))
    assert len(compiler._kernels) == known


# --- Norms and bounds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_norms(kind: ocean.dtype) -> None:
    given = sample("wild", kind, special=False)
    magnitude = np.abs(given.values.astype(np.complex128))
    base = kind.basetype if kind.isfloat else ocean.double
    for p in (0, 0.5, 1, 1.5, 2, 3, 7, math.inf):
        for axes in ((0, 1, 2), (1,), (0, 2)):
            with np.errstate(over="ignore"):
                if p == 0:
                    wanted = (magnitude != 0).sum(axes)
                elif p == math.inf:
                    wanted = magnitude.max(axes)
                else:
                    wanted = (magnitude**p).sum(axes) ** (1 / p)
            got = ocean.norm(given.tensor, p, axes)
            kinds = {0: ocean.uint64, 1: result_dtype("sumAbs", kind), math.inf: result_dtype("maximumAbs", kind)}
            assert got.dtype is kinds.get(p, base)
            np.testing.assert_allclose(
                read(got).astype(float), rounded(wanted, got.dtype).astype(float), rtol=4 * float(base.eps)
            )
            if axes == (0, 1, 2):
                assert ocean.norm(given.tensor, p) == got.asPython()
    for name, p in NORMS.items():
        assert FUNCTIONS[name](given.tensor) == ocean.norm(given.tensor, p)


def test_norms_do_not_overflow_where_their_result_fits() -> None:
    for kind, large, small in ((ocean.half, 4e4, 1e-7), (ocean.float, 2e38, 1e-42), (ocean.cfloat, 1e38, 1e-40)):
        for scale in (large, small):
            given = ocean.asTensor([1, 1], kind) @ ocean.asTensor([scale, scale], kind)
            exact = [abs(each) for each in given.asPython()]
            for p in (2, 3):
                wanted = sum(each**p for each in exact) ** (1 / p)
                got = float(ocean.norm(given, p))
                tiny = 2.0**-24 if kind is ocean.half else 2.0**-149
                assert math.isfinite(got) and abs(got - wanted) <= 2 * float(kind.eps) * wanted + tiny
    assert float(ocean.norm([1e150, 1e150])) == pytest.approx(math.sqrt(2) * 1e150)
    assert float(ocean.norm([3, 4], 3)) == pytest.approx(91 ** (1 / 3))


RELATIONS = {"allLT": "less", "allLE": "lessEqual", "allGT": "greater", "allGE": "greaterEqual"}


@pytest.mark.parametrize("name", RELATIONS)
def test_bounds(name: str) -> None:
    """As the comparison with the same bound, except that NaN does not count."""
    for kind in (ocean.int8, ocean.uint64, ocean.half, ocean.double, ocean.cfloat, ocean.bool):
        for values in ([0, 1, 1], [0], [1, 0]):
            tensor = ocean.asTensor(values, kind)
            for bound in (
                0,
                1,
                0.5,
                -1,
                1j,
                1 - 2j,
                ocean.int8(1),
                ocean.double(0.25),
                np.float32(1),
                True,
                math.inf,
                2**62,
            ):
                wanted = ocean.all(getattr(ocean, RELATIONS[name])(tensor, bound))
                got = getattr(ocean, name)(tensor, bound)
                assert type(got) is bool and got == bool(wanted), (kind, values, bound)
    assert getattr(ocean, name)([math.nan], 0) is True and getattr(ocean, name)([], 0) is True
    swapped = sample("byteswapped", ocean.int32, special=False)
    assert getattr(ocean, name)(swapped.tensor, 0) == bool(
        getattr(np, {"LT": "less", "LE": "less_equal", "GT": "greater", "GE": "greater_equal"}[name[3:]])(
            swapped.values, 0
        ).all()
    )
    big = ocean.asTensor([2**64 - 1], ocean.uint64)
    assert (
        ocean.allLT(big, 2**64 - 1) is False
        and ocean.allLE(big, 2**64 - 1) is True
        and ocean.allGT(big, 2**64 - 2) is True
    )


def test_ranges() -> None:
    assert ocean.allInRange([1, 2, 3], 1, 3) is True
    assert ocean.allInRange([1, 2, 3], 1, False, 3) is False and ocean.allInRange([1, 2, 3], 1, 3, False) is False
    assert ocean.allInRange([1, 2, 3], 0, False, 4, False) is True and ocean.allInRange([1, 2, 3], 2, 3) is False
    assert ocean.allInRange([1, math.inf], 0, math.inf) is True and ocean.allInRange([1, math.inf], 0, None) is True
    assert ocean.allInRange([1, math.inf], None, 1) is False and ocean.allInRange([5], None, None) is True
    assert ocean.allInRange([1, math.nan], 0, 2) is True
    assert ocean.allInRange([1, 2], lower=0, upper=2, upperInclusive=False) is False
    assert ocean.allInRange([1, 2], 1, lowerInclusive=False, upper=2) is False
    assert ocean.allInRange([1 + 2j], 1 + 1j, 2) is True and ocean.allInRange([1 + 2j], 1 + 3j, 2) is False
    assert ocean.allInRange(ocean.asTensor([3], ocean.uint8), 2.5, ocean.int64(3)) is True


# --- Blocks, accuracy, threads, memory ---------------------------------------------------------------------------


@st.composite
def views(draw: st.DrawFn) -> tuple[ocean.tensor, Array, tuple[int, ...]]:
    """A view with many elements: sliced, turned and with exchanged axes; and axes to reduce."""
    ndims = draw(st.integers(1, 4))
    size = draw(
        st.lists(
            st.sampled_from([1, 2, 3, 5, 16, 17, 31, 63, 65, 130, 511, 513, 1030, 4100, 9000]),
            min_size=ndims,
            max_size=ndims,
        )
    )
    while math.prod(size) > 150_000:
        size[size.index(max(size))] //= 3
    kind = draw(st.sampled_from([ocean.int8, ocean.uint16, ocean.int32, ocean.int64, ocean.bool]))
    gaps = [draw(st.integers(0, 1)) for _ in size]
    strides, step = [], kind.size
    for axis in draw(st.permutations(range(ndims))):
        strides.append((axis, step))
        step *= size[axis] + gaps[axis]
    signs = [draw(st.sampled_from([1, 1, 1, -1])) for _ in size]
    layout = [stride * signs[axis] for axis, stride in sorted(strides)]
    random = np.random.default_rng(math.prod(size))
    values = (
        random.integers(0, 2, size).astype(bool)
        if kind is ocean.bool
        else random.integers(0, 100, size).astype(NUMPY[kind])
    )
    axes = draw(st.sets(st.integers(0, ndims - 1), min_size=1))
    return place(values, kind, layout).tensor, values, tuple(axes)


@given(views())
def test_no_element_is_missed_or_counted_twice(view: tuple[ocean.tensor, Array, tuple[int, ...]]) -> None:
    tensor, values, axes = view
    np.testing.assert_array_equal(read(ocean.sum(tensor, axes)), wide(values).sum(axes))
    np.testing.assert_array_equal(read(ocean.maximum(tensor, axes)), values.max(axes))
    assert int(ocean.nnz(tensor)) == np.count_nonzero(values)


@pytest.mark.parametrize("count", [262_143, 262_144, 262_145, 589_824, 600_001])
@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_long_rows_are_read_in_several_places(kind: ocean.dtype, count: int) -> None:
    """Whole numbers so small that every sum of them is exact, in both byte orders, as one row and as two."""
    values = np.random.default_rng(count).integers(0, 2, (count, 2)).astype(NUMPY[kind])
    if kind.iscomplex:
        values = values + (1j * values[:, ::-1]).astype(values.dtype)
    for swapped in (False, True):
        tensor = place(values, kind, [kind.size, kind.size * count], swapped=swapped).tensor
        wanted = values.astype(complex).sum(0)
        if kind in (ocean.half, ocean.chalf):  # whose sums would be infinite
            np.testing.assert_array_equal(read(ocean.nnz(tensor, 0)), np.count_nonzero(values, 0))
            np.testing.assert_array_equal(read(ocean.maximum(tensor, 0)), values.max(0))
            continue
        if kind is ocean.bfloat16:
            np.testing.assert_array_equal(read(ocean.sum(tensor, 0)), to_bfloat16(wanted.real))
            assert ocean.sum(tensor).asPython() == to_bfloat16(wanted.real.sum())
            continue
        np.testing.assert_array_equal(read(ocean.sum(tensor, 0)).astype(complex), wanted)
        assert complex(ocean.sum(tensor).asPython()) == wanted.sum()


@pytest.mark.parametrize("size", [(256, 1031), (300, 7, 131), (1025, 259), (5003, 55), (2049, 3, 47)])
@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_rows_side_by_side(kind: ocean.dtype, size: tuple[int, ...]) -> None:
    """Many rows along the first axis, so that several are reduced at once; gaps between them, and both byte orders."""
    values = np.random.default_rng(len(size)).integers(0, 2, size).astype(NUMPY[kind])
    if kind.iscomplex:
        values = values + (1j * values[::-1]).astype(values.dtype)
    strides = [kind.size]
    for n in size[:-1]:
        strides.append(strides[-1] * n + (kind.size if len(strides) == 1 else 0))
    for swapped in (False, True):
        tensor = place(values, kind, strides, swapped=swapped).tensor
        wanted = values.astype(complex).sum(0)
        if kind is ocean.chalf or kind is ocean.half:
            wanted = wanted.astype(np.complex64)
            wanted = wanted.real.astype(np.float16) + 1j * wanted.imag.astype(np.float16).astype(complex)
        elif kind is ocean.bfloat16:
            wanted = to_bfloat16(wanted.real)
        np.testing.assert_array_equal(read(ocean.sum(tensor, 0)).astype(complex), wanted)
        np.testing.assert_array_equal(read(ocean.nnz(tensor, 0)), np.count_nonzero(values, 0))
        np.testing.assert_array_equal(read(ocean.any(tensor, 0)), values.any(0))
        if not kind.iscomplex:
            np.testing.assert_array_equal(read(ocean.maximum(tensor, 0)), values.max(0))


def pairwise(values: Array) -> Any:
    """The reference: halves are summed on their own, down to eight elements."""
    if len(values) <= 8:
        total = values.dtype.type(0)
        for each in values:
            total = total + each
        return total
    half = len(values) // 2
    return pairwise(values[:half]) + pairwise(values[half:])


LINES = {
    "contiguous": ((1000,), (1,)),
    "tail": ((1023,), (1,)),
    "strided": ((2000,), (3,)),
    "short rows": ((5, 300), (1, 7)),
    "rows with a tail": ((63, 40), (1, 65)),
    "long rows": ((600, 5), (1, 601)),
}


def general(call: Any) -> Any:
    """What a call gives when short axes are reduced like all others."""
    former = fold_few_rows(1)
    forget_plans()
    try:
        return call()
    finally:
        fold_few_rows(former)
        forget_plans()


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_short_axes(kind: ocean.dtype, layout: str) -> None:
    """Few rows are folded at once: integers give the same bits as in any other way, floating numbers almost."""
    names = ("sum", "mean", "maximum", "argmin", "var", "prod", "nnz", "sumAbs", "any", "ptp")
    for size, axis in (((37, 3), 1), ((3, 37), 0), ((5, 2, 9), 1), ((4, 6, 8), 2), ((6, 5), 0), ((2, 3), (0, 1))):
        tensor = sample(layout, kind, size, 4, not kind.iscomplex and kind is not ocean.half).tensor
        for name in names:
            function = getattr(ocean, name)
            try:
                got = function(tensor, axis)
            except ocean.OceanTypeError:
                continue
            wanted = general(lambda f=function, t=tensor, a=axis: f(t, a))
            assert got.dtype is wanted.dtype and got.strides == wanted.strides
            if got.dtype.isfloat:
                loose = 1e-2 if kind.basetype is ocean.half else 1e-5 if kind.basetype is ocean.float else 1e-12
                np.testing.assert_allclose(read(got), read(wanted), rtol=loose, atol=loose)
            else:
                np.testing.assert_array_equal(read(got), read(wanted))


def test_short_axes_do_not_overflow() -> None:
    for kind in (ocean.bool, ocean.uint8, ocean.int8, ocean.uint16, ocean.int16, ocean.uint32, ocean.int32):
        largest = 1 if kind is ocean.bool else int(kind.max)
        for count in range(2, 10):
            for tensor in (ocean.full([50, count], largest, kind), ocean.full([count, 50], largest, kind).T):
                assert set(ocean.sum(tensor, 1).asPython()) == {largest * count}
                assert set(ocean.mean(tensor, 1).asPython()) == {largest}


@given(st.permutations(range(3)), st.sets(st.integers(0, 2), min_size=1, max_size=2), st.booleans())
def test_results_follow_the_order_of_the_tensor(axes: list[int], reduced: set[int], keepdims: bool) -> None:
    array = np.arange(60, dtype=np.int16).reshape(5, 3, 4).transpose(axes)
    tensor = ocean.asTensor(array)
    result = ocean.sum(tensor, sorted(reduced), keepdims)
    np.testing.assert_array_equal(read(result), array.sum(tuple(reduced), keepdims=keepdims))
    kept = [axis for axis in range(3) if axis not in reduced]
    strides = [result.strides[axis if keepdims else kept.index(axis)] for axis in kept]
    assert result.isContiguous()
    assert np.argsort(strides).tolist() == np.argsort([tensor.strides[axis] for axis in kept]).tolist()


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("kind", [ocean.float, ocean.double], ids=dtype_id)
def test_sums_are_as_accurate_as_pairwise_summation(kind: ocean.dtype, line: str) -> None:
    """The root mean square of the error over many sums, against a reference on the same numbers."""
    size, steps = LINES[line]
    random = np.random.default_rng(5)
    squares: dict[str, list[float]] = {"ours": [], "across": [], "reference": []}
    for trial in range(100):
        values = random.random(math.prod(size)) if trial % 2 else random.standard_normal(math.prod(size)) + 0.1
        values = values.astype(NUMPY[kind])
        exact, unit = math.fsum(values.tolist()), float(kind.eps) * float(np.abs(values).sum())
        tensor = place(values.reshape(size, order="F"), kind, [step * kind.size for step in steps]).tensor
        across = ocean.sum(place(np.broadcast_to(values, (4, len(values))), kind, [0, kind.size]).tensor, 1)
        for name, total in (("ours", ocean.sum(tensor)), ("across", across[1]), ("reference", pairwise(values))):
            squares[name].append(((float(total) - exact) / unit) ** 2)
    errors = {name: math.sqrt(sum(each) / len(each)) for name, each in squares.items()}
    assert errors["ours"] <= 1.5 * errors["reference"], errors
    assert errors["across"] <= 1.5 * errors["reference"], errors


def test_long_sums() -> None:
    """A million numbers of one sign and of both, of many magnitudes, and halves, which accumulate in float."""
    random = np.random.default_rng(2)
    for kind in (ocean.float, ocean.double):
        for values in (
            random.random(1_200_000),
            random.standard_normal(1_200_000) * 10.0 ** random.integers(-6, 6, 1_200_000),
        ):
            values = values.astype(NUMPY[kind])
            exact, total = math.fsum(values.tolist()), math.fsum(np.abs(values).tolist())
            bound = 2 * float(kind.eps) * total
            for tensor in (place(values, kind, [kind.size]).tensor, place(values[::-1], kind, [-3 * kind.size]).tensor):
                assert abs(float(ocean.sum(tensor)) - exact) <= bound
            across = place(values.reshape(1200, 1000), kind, [1000 * kind.size, kind.size]).tensor
            for axis in (0, 1):
                wanted = [
                    math.fsum(line.tolist())
                    for line in (values.reshape(1200, 1000).T if axis == 0 else values.reshape(1200, 1000))
                ]
                scale = np.abs(values.reshape(1200, 1000)).astype(float).sum(axis)
                assert (np.abs(read(ocean.sum(across, axis)) - np.array(wanted)) <= 2 * float(kind.eps) * scale).all()
    halves = random.random(50_000).astype(np.float16)
    exact = math.fsum(halves.tolist())
    got = float(ocean.sum(place(halves, ocean.half, [2]).tensor))
    assert got == float(np.float16(exact))
    parts = place(halves + 1j * halves[::-1], ocean.chalf, [4]).tensor
    assert complex(ocean.sum(parts)) == complex(np.float16(exact), np.float16(exact))
    assert ocean.sum(ocean.full([100_000], 1, ocean.half), B=(target := ocean.tensor([], ocean.float))) is None
    assert target.asPython() == math.inf  # the sum is a half, wherever it is stored


def test_ill_conditioned_sums() -> None:
    """Numbers whose sum is a billionth of their magnitudes: no worse than the reference on the same numbers."""
    random = np.random.default_rng(8)
    ours, reference = [], []
    for _ in range(30):
        half = random.standard_normal(2000) * 10.0 ** random.integers(0, 6, 2000)
        values = np.concatenate([half, -half[::-1] + random.random(2000) * 1e-4])[random.permutation(4000)]
        exact = math.fsum(values.tolist())
        ours.append(float(ocean.sum(values)) - exact)
        reference.append(float(pairwise(values)) - exact)
    assert np.std(ours) <= 1.5 * np.std(reference)


@pytest.mark.parametrize(
    "name", ["sum", "norm2", "prod", "maximum", "sumAbs", "nnz", "any", "argmin", "ptp", "mean", "var", "stdev"]
)
def test_the_same_bits_for_any_number_of_threads(name: str) -> None:
    random = np.random.default_rng(4)
    values = 1 + random.standard_normal(600_000).astype(np.float32) * 1e-4
    cases = [
        (place(values, ocean.float, [4]).tensor, None),
        (place(values[:400_000], ocean.float, [12]).tensor, None),
        (place(values.reshape(600, 1000), ocean.float, [4, 2400]).tensor, 0),
        (place(values.reshape(600, 1000), ocean.float, [4, 2400]).tensor, 1),
        (place(values.reshape(5, 1000, 120), ocean.float, [4, 28, 28000]).tensor, [0, 1]),
        (place((values + 1j).astype(np.complex64)[:300_000], ocean.cfloat, [8]).tensor, None),
    ]
    results = []
    for threads in (1, 2, 3, 4):
        ocean.setNumThreads(threads)
        bits = []
        for tensor, axes in cases:
            got = FUNCTIONS[name](tensor) if axes is None else FUNCTIONS[name](tensor, axes)
            bits.append(read(ocean.asTensor(got)).tobytes())
        results.append(bits)
    assert results[0] == results[1] == results[2] == results[3]


@pytest.mark.host_only("the allocator of the host")
@pytest.mark.parametrize("turned", [False, True], ids=["column-major", "row-major"])
def test_operands_that_are_broadcast_need_no_copy_of_the_result(turned: bool) -> None:
    a, b = (np.random.default_rng(k).standard_normal((300, 5)) for k in (1, 2))
    x, y = (ocean.asTensor(each if turned else np.asfortranarray(each)) for each in (a, b))
    distances = (ocean.lazy(x)[:, None, :] - y[None, :, :]) ** 2
    ocean.sum(distances, 2)
    ocean.cpu.peakBytes = 0
    result = ocean.sum(distances, 2)
    packed = 16384 if turned else 0  # what is read many times may be put in a better order first
    assert ocean.cpu.peakBytes <= ocean.cpu.usedBytes + packed
    np.testing.assert_allclose(np.asarray(result), ((a[:, None, :] - b[None, :, :]) ** 2).sum(2), rtol=1e-12)


@pytest.mark.host_only("the allocator of the host")
@pytest.mark.parametrize("layout", ["contiguous", "strided", "byteswapped", "wild", "zero_stride"])
def test_reductions_need_no_temporaries(layout: str) -> None:
    size = (40, 50, 20)
    given = sample(layout, ocean.double, size, special=False).tensor
    for name in ("sum", "norm2", "maximumAbs", "nnz", "allFinite", "ptp", "mean"):
        for axes in (None, [0], [1], [2], [0, 2], [0, 1, 2]):

            def run(name: str = name, axes: Any = axes) -> Any:
                return FUNCTIONS[name](given) if axes is None else FUNCTIONS[name](given, axes)

            run()
            ocean.cpu.emptyCache()  # kept blocks may be larger than what is needed
            ocean.cpu.peakBytes = 0
            before = ocean.cpu.usedBytes
            result = run()
            used = 0 if axes is None else result.nelem * 8
            assert ocean.cpu.peakBytes - before <= 3 * used + 8192  # the result, and its accumulators; in pages
    ocean.allInRange(given, 0, 1)
    ocean.cpu.peakBytes = 0
    before = ocean.cpu.usedBytes
    ocean.allInRange(given, 0, 1)
    assert ocean.cpu.peakBytes - before <= 256


def test_results_that_share_memory_with_the_input() -> None:
    for offset in (0, 1, 3):
        for keepdims in (False, True):
            storage = ocean.arange(24, ocean.double).storage
            given = ocean.tensor(storage, 0, [4, 6])
            target = ocean.tensor(storage, offset, [1, 6] if keepdims else [6])
            wanted = np.arange(24.0).reshape(6, 4).sum(1)
            ocean.sum(given, 0, keepdims, target)
            np.testing.assert_array_equal(read(target).ravel(), wanted)
    storage = ocean.arange(24, ocean.double).storage
    given, target = ocean.tensor(storage, 0, [4, 6]), ocean.tensor(storage, 1, [6], [3], 4, ocean.float)
    ocean.maximum(given, 0, target)
    assert target.asPython() == [3, 7, 11, 15, 19, 23]


# --- Bad input ---------------------------------------------------------------------------------------------------

TENSOR = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
BAD = [
    (lambda a: ocean.sum(a, 2), "^Axis 2 is out of range for a tensor with 2 dimensions$"),
    (lambda a: ocean.sum(a, [0, -3]), "^Axis -3 is out of range for a tensor with 2 dimensions$"),
    (lambda a: ocean.sum(a, [0, 0]), r"^An axis occurs twice in \[0, 0\]$"),
    (lambda a: ocean.norm(a, 2, [1, -1]), r"^An axis occurs twice in \[1, -1\]$"),
    (lambda a: ocean.sum(a, 0.5), "^Expected an integer axis, got 0.5$"),
    (lambda a: ocean.sum(a, "x"), "^Expected an integer axis, got 'x'; an axis has a name where the dimensions have axes \\(withAxes\\); elsewhere it is a number$"),
    (lambda a: ocean.sum(a, True), r"^sum\(\): unexpected argument True; expected axes \(integers\), keepdims \(bool, after axes\), B \(tensor\)"),
    (lambda a: ocean.sum(a, 0, 1), r"^sum\(\): unexpected argument 1; expected"),
    (lambda a: ocean.sum(a, 0, keepdims=1), r"^sum\(\): keepdims must be bool, got 1$"),
    (lambda a: ocean.sum(a, 0, B=[0]), r"^sum\(\): B must be tensor, got \[0\]$"),
    (lambda a: ocean.sum(a, 0, False, ocean.zeros([2])), r"^sum\(\): the result B must have size 3, got 2$"),
    (lambda a: ocean.sum(a, 0, True, ocean.zeros([3])), r"^sum\(\): the result B must have size 1x3, got 3$"),
    (lambda a: ocean.sum(a, [0, 1], ocean.zeros([1])), r"^sum\(\): the result B must have size scalar, got 1$"),
    (lambda a: ocean.sum(a, axs=0), r"^sum\(\) got an unexpected keyword argument 'axs'; it takes sum\(A"),
    (lambda a: ocean.sum(), r"^sum\(\) is missing the argument A: sum\(A \[,axes \[,keepdims\] \[,B\]\]\)$"),
    (lambda a: ocean.sum(None), r"^sum\(\): A must be a tensor, a number or like a tensor, got None$"),
    (lambda a: ocean.norm("abc"), r"^norm\(\): A must be a tensor, a number or like a tensor, got 'abc'$"),
    (lambda a: ocean.norm(a, -1), r"^norm\(\): p must be a number of at least 0, got -1$"),
    (lambda a: ocean.norm(a, math.nan), r"^norm\(\): p must be a number of at least 0, got nan$"),
    (lambda a: ocean.normNaN(a, 1j), r"^normNaN\(\): p must be a number of at least 0, got 1j$"),
    (lambda a: ocean.norm(a, "2"), r"^norm\(\): unexpected argument '2'; expected p \(number\)"),
    (lambda a: ocean.allLT(a, "1"), r"^allLT\(\): expected a number or scalar, got str$"),
    (lambda a: ocean.allLT(a, [1, 2]), r"^allLT\(\): expected a number or scalar, got list$"),
    (lambda a: ocean.allInRange(a, 0), r"^allInRange\(\) is missing the argument upper: allInRange\(A, lower"),
    (lambda a: ocean.allInRange(a, 0, 1, 2), r"^allInRange\(\): unexpected argument 2; expected upperInclusive \(bool\)$"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(BAD)))
def test_bad_arguments(number: int) -> None:
    action, message = BAD[number]
    with pytest.raises(ocean.OceanError, match=message):
        action(ocean.asTensor(TENSOR, "R"))


def test_bad_results_stay_as_they_are() -> None:
    given = ocean.asTensor(TENSOR, "R")
    locked = ocean.full([3], 7.0)
    locked.readonly = True
    zero = ocean.tensor(ocean.full([3], 7.0).storage, 0, [3], [0])
    overlapping = ocean.tensor(ocean.full([8], 7.0, ocean.float).storage, 0, [3], [2], 1)
    for target, message in (
        (locked, "^The destination tensor is read-only$"),
        (zero, "^Zero-stride dimensions in destination tensor must be matched by the source tensor$"),
        (overlapping, "^The destination tensor overlaps itself in memory; clone it first$"),
    ):
        before = memory(target.storage).tobytes()
        for action in (lambda: ocean.sum(given, 0, target), lambda: ocean.norm(given, 3, 0, target)):  # noqa: B023
            with pytest.raises(ocean.OceanError, match=message):
                action()
        assert memory(target.storage).tobytes() == before


def test_axes_in_an_array() -> None:
    assert ocean.sum(ocean.ones([2, 3]), np.array([0, 1])).asPython() == 6


@pytest.mark.parametrize("kind", [ocean.bool, ocean.int8, ocean.uint8, ocean.int16, ocean.half, ocean.float, ocean.double])
def test_the_first_extreme_of_many_equal_ones(kind: ocean.dtype) -> None:
    """Lengths around those of a vector, a row, a block and a stream; few different values, so that many are equal."""
    rng = np.random.default_rng(3)
    for length in (127, 129, 2047, 8193, 65_537, 300_001):
        values = rng.integers(0, 3, length)
        for first in (0, length // 2, length - 1):
            values[:first] = np.minimum(values[:first], 1)
            values[first] = 2
            array = values.astype(NUMPY[kind])
            tensor = ocean.asTensor(array, ocean.getDefaultDevice())
            assert ocean.argmax(tensor) == array.argmax() and ocean.argmin(tensor) == array.argmin()
        rows = np.resize(array, (7, length))
        for axis in (0, 1):
            assert ocean.argmax(ocean.asTensor(rows, ocean.getDefaultDevice()), axis).asPython() == rows.argmax(axis).tolist()
