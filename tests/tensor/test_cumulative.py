"""Cumulative functions, differences and gradients: against NumPy, by dtype, layout and axis; the same bits for any number
of threads."""

from __future__ import annotations

from typing import Any

import layouts
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts import DTYPES, LAYOUTS, NUMPY, TARGETS, dtype_id
from oracles import rounded

import ocean

NAMES = ["cumsum", "cumprod", "cummax", "cummin", "cumsumNaN", "cumprodNaN"]
UFUNCS = {"cumsum": np.add, "cumprod": np.multiply, "cummax": np.fmax, "cummin": np.fmin}
SIZES = [(7,), (5, 3, 2), (1, 4), (3, 0, 2), (6, 1), (2, 9)]


def oracle(name: str, array: np.ndarray, kind: ocean.dtype, axis: int, reverse: bool = False) -> np.ndarray:
    """What NumPy accumulates, in 64 bits for integers and in float for halves."""
    row = name.removesuffix("NaN")
    if kind.isfloat and row != name:
        array = np.where(np.isnan(array), np.array(row == "cumprod", array.dtype), array)
    gives = result_dtype(name, kind)
    wide = {ocean.half: np.dtype(np.float32)}.get(gives, NUMPY[gives])
    if reverse:
        array = np.flip(array, axis)
    with np.errstate(all="ignore"):
        result = UFUNCS[row].accumulate(array.astype(wide), axis) if array.size else array.astype(wide)
    return rounded(np.flip(result, axis) if reverse else result, gives)


def result_dtype(name: str, kind: ocean.dtype) -> ocean.dtype:
    if "max" in name or "min" in name or kind.isfloat:
        return kind
    return ocean.int64 if kind.issigned else ocean.uint64


def check(got: ocean.tensor, wanted: np.ndarray, kind: ocean.dtype, exact: bool = True) -> None:
    values = layouts.read(got)
    if exact:
        np.testing.assert_array_equal(values, wanted)
    else:
        layouts.close(values, wanted, kind, np.nanmax(np.abs(wanted), initial=0))


cases = st.fixed_dictionaries(
    {
        "name": st.sampled_from(NAMES), "kind": st.sampled_from(DTYPES), "layout": st.sampled_from(list(LAYOUTS)),
        "size": st.sampled_from(SIZES), "axis": st.integers(0, 2), "reverse": st.booleans(),
        "special": st.booleans(), "seed": st.integers(0, 5),
    }
)  # fmt: skip


@settings(max_examples=150)
@given(cases)
def test_along_an_axis(case: dict[str, Any]) -> None:
    name, kind, size = case["name"], case["kind"], case["size"]
    axis = case["axis"] % len(size)
    special = case["special"] and not kind.iscomplex
    sample = layouts.sample(case["layout"], kind, size, case["seed"], special)
    wanted = oracle(name, sample.values, kind, axis, case["reverse"])
    got = getattr(ocean, name)(sample.tensor, axis, case["reverse"])
    assert got.dtype is result_dtype(name, kind) and got.size == size and got.device is sample.tensor.device
    check(got, wanted, got.dtype, not kind.iscomplex or "sum" in name)
    lazily = getattr(ocean.lazy(sample.tensor), name)(axis - len(size), reverse=case["reverse"])
    layouts.same(layouts.read(lazily), layouts.read(got))


@settings(max_examples=60)
@given(cases, st.sampled_from(DTYPES), st.sampled_from(TARGETS))
def test_into_a_given_result(case: dict[str, Any], target: ocean.dtype, layout: str) -> None:
    name, kind, size = case["name"], case["kind"], case["size"]
    axis = case["axis"] % len(size)
    source = layouts.sample(case["layout"], kind, size, case["seed"], False).tensor
    result = layouts.sample(layout, target, size).tensor
    around = layouts.surroundings(result)
    wanted = ocean.tensor(list(size), target, layouts.device)
    wanted.copy(getattr(ocean, name)(source, axis, case["reverse"]))
    assert getattr(source, name)(axis, case["reverse"], result) is None
    np.testing.assert_array_equal(layouts.read(result), layouts.read(wanted))
    np.testing.assert_array_equal(layouts.surroundings(result), around)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", [ocean.double, ocean.half, ocean.int8, ocean.cfloat, ocean.bool], ids=dtype_id)
@pytest.mark.parametrize("size", [(5000,), (40_000,), (300, 9), (9, 300), (2, 20_000), (20_000, 3)], ids=str)
def test_long_lines_are_cut(name: str, kind: ocean.dtype, size: tuple[int, ...]) -> None:
    array = layouts.values(kind, size, special=False)
    if kind.isfloat:
        scale = np.abs(array)
        array = (np.sign(array.real) * 0.9 if "prod" in name else array / np.where(scale == 0, 1, scale)).astype(
            array.dtype
        )
    sample = layouts.place(array, kind, layouts.fortran(size, kind.size))
    for axis in range(len(size)):
        for reverse in (False, True):
            got = getattr(ocean, name)(sample.tensor, axis, reverse)
            exact = not kind.isfloat or "max" in name or "min" in name
            wanted = oracle(name, array, kind, axis, reverse)
            if exact and not kind.iscomplex:
                check(got, wanted, got.dtype)
            else:
                values = layouts.read(got).astype(complex)
                unit = float(kind.basetype.eps) * np.abs(wanted).max()
                assert (
                    np.abs(values - wanted.astype(complex)).max()
                    <= (size[axis] if kind is not ocean.half else 64) * unit
                )


@pytest.mark.parametrize("size", [(300_000,), (40_000, 2), (500, 300)], ids=str)
@pytest.mark.host_only("threads")
def test_the_same_bits_for_any_number_of_threads(size: tuple[int, ...]) -> None:
    t = ocean.asTensor(np.asfortranarray(np.random.default_rng(3).standard_normal(size)))
    for axis in range(t.ndims):
        found = []
        for threads in (1, 2, 5):
            ocean.setNumThreads(threads)
            found.append(np.asarray(ocean.cumsum(t, axis)).tobytes())
        assert len(set(found)) == 1


@pytest.mark.host_only("sizes")
def test_sums_of_positive_numbers_never_decrease() -> None:
    t = ocean.asTensor(np.random.default_rng(4).random(400_000))
    sums = np.asarray(ocean.cumsum(t))
    assert (np.diff(sums) >= 0).all()
    np.testing.assert_allclose(sums[-1], float(ocean.sum(t)), rtol=1e-14)


def test_without_an_axis() -> None:
    sample = layouts.sample("wild", ocean.int16, (4, 3, 2))
    got = ocean.cumsum(sample.tensor)
    assert got.size == (24,)
    check(got, np.cumsum(sample.values.ravel("F"), dtype=np.int64), ocean.int64)
    check(
        sample.tensor.cumsum(reverse=True), np.cumsum(sample.values.ravel("F")[::-1], dtype=np.int64)[::-1], got.dtype
    )
    assert ocean.cumsum(ocean.tensor([0], ocean.float, layouts.device)).size == (0,)
    assert ocean.cumsum(3).asPython() == [3]


def test_zeros_keep_their_sign_and_nan_its_place() -> None:
    t = ocean.asTensor([-0.0, -0.0, ocean.nan, 2.0])
    assert np.signbit(layouts.read(ocean.cumsum(t))[0])
    np.testing.assert_array_equal(layouts.read(ocean.cumsum(t))[2:], [np.nan, np.nan])
    np.testing.assert_array_equal(layouts.read(ocean.cumsumNaN(t)), [0, 0, 0, 2])
    np.testing.assert_array_equal(layouts.read(ocean.cummax(t, 0, True)), [2, 2, 2, 2])
    np.testing.assert_array_equal(layouts.read(ocean.cummax(ocean.asTensor([ocean.nan, 1.0]))), [np.nan, 1])
    infinite = ocean.cdouble([complex(ocean.inf, 1), 2])
    assert layouts.read(ocean.cumprod(infinite))[0] == complex(np.inf, 1)


def test_in_place_and_shifted() -> None:
    for kind in (ocean.int64, ocean.double):
        t = layouts.sample("contiguous", kind, (300,), special=False).tensor
        wanted = layouts.read(ocean.cumsum(t))
        other = t.clone()
        ocean.cumsum(other, 0, other)
        layouts.same(layouts.read(other), wanted)
        other = t.clone()
        ocean.cumsum(other.slice(0, 0, 299), 0, other.slice(0, 1, 299))
        layouts.same(layouts.read(other)[1:], wanted[:299])


def test_expressions() -> None:
    a = layouts.sample("strided", ocean.float, (6, 5), special=False).tensor
    layouts.same(layouts.read(ocean.cumsum(2 * ocean.lazy(a) + 1, 1)), layouts.read(ocean.cumsum(2 * a + 1, 1)))
    layouts.same(layouts.read(ocean.cumsum(ocean.lazy(a)[[3, 1, 1]], 0)), layouts.read(ocean.cumsum(a[[3, 1, 1]], 0)))
    layouts.same(layouts.read(ocean.cumsum(ocean.lazy(a).T + 1)), layouts.read(ocean.cumsum(a.T + 1)))

    @ocean.fuse
    def shares(x: Any) -> Any:
        return ocean.cumsum(x @ x, 0) / ocean.sum(x @ x, 0, True)

    wanted = ocean.cumsum(a @ a, 0) / ocean.sum(a @ a, 0, True)
    assert ocean.allclose(shares(a), wanted) and ocean.allclose(shares(a + 1)[-1], ocean.ones([5], ocean.float))


def test_errors() -> None:
    t = ocean.zeros([3, 4])
    with pytest.raises(ocean.OceanIndexError):
        ocean.cumsum(t, 2)
    with pytest.raises(ocean.OceanValueError, match=r"cumsum\(\): the result B must have size 3x4, got 4x3"):
        ocean.cumsum(t, 0, ocean.zeros([4, 3]))
    with pytest.raises(ocean.OceanValueError, match="overlaps itself"):
        ocean.cumsum(t, 0, ocean.zeros([3]).broadcastTo([3, 4]))
    with pytest.raises(ocean.OceanTypeError, match=r"cumsum\(\): unexpected argument 'x'"):
        ocean.cumsum(t, "x")
    with pytest.raises(ocean.OceanTypeError, match="writing into a given result"):
        ocean.fuse(lambda x: ocean.cumsum(x, 0, t))(t)


# --- Differences -------------------------------------------------------------------------------------------------


@settings(max_examples=80)
@given(cases, st.integers(0, 11))
def test_differences(case: dict[str, Any], n: int) -> None:
    kind, size = case["kind"], case["size"]
    axis = case["axis"] % len(size)
    sample = layouts.sample(case["layout"], kind, size, case["seed"], case["special"])
    wanted = sample.values
    with np.errstate(all="ignore"):
        for _ in range(n):
            wanted = rounded(np.diff(wanted, 1, axis), kind)
    got = ocean.diff(sample.tensor, n, axis)
    assert got.dtype is kind
    np.testing.assert_array_equal(layouts.read(got), wanted)
    if n <= 3:
        lazily = ocean.diff(ocean.lazy(sample.tensor, strict=True), n, axis)
        assert isinstance(lazily, ocean.rtensor) and lazily.size == wanted.shape
        np.testing.assert_array_equal(layouts.read(lazily.eval()), wanted)
    if n == 2:
        result = ocean.tensor(list(wanted.shape), kind, layouts.device)
        assert ocean.diff2(sample.tensor, axis, result) is None
        np.testing.assert_array_equal(layouts.read(result), wanted)


@settings(max_examples=60)
@given(st.sampled_from(DTYPES), st.sampled_from(list(LAYOUTS)), st.integers(0, 2), st.sampled_from(["", "0.5", "x"]))
def test_gradients(kind: ocean.dtype, layout: str, axis: int, spacing: str) -> None:
    size = (5, 2, 3)
    sample = layouts.sample(layout, kind, size, special=False)
    x = np.cumsum(np.random.default_rng(axis).random(size[axis]) + 0.1)
    how = {"": (1,), "0.5": (0.5,), "x": (x,)}[spacing]
    array = sample.values.astype({"b": float, "u": float, "i": float}.get(sample.values.dtype.kind, NUMPY[kind]))
    wide = array.astype(complex if kind.iscomplex else float)
    got = ocean.gradient(sample.tensor, *map(as_spacing, how), axis=axis)
    assert got.dtype is (kind if kind.isfloat else ocean.double)
    with np.errstate(over="ignore"):
        wanted = rounded(np.gradient(wide, *how, axis=axis), got.dtype)
    scale = 64 * np.abs(wide).max()
    layouts.close(layouts.read(got), wanted, got.dtype, scale)
    result = ocean.tensor(list(size), ocean.double, layouts.device)
    if not kind.iscomplex:
        assert ocean.gradient(sample.tensor, *map(as_spacing, how), result, axis=axis) is None
        layouts.close(layouts.read(result), wanted.astype(float), got.dtype, scale)


def as_spacing(given: Any) -> Any:
    return ocean.asTensor(given) if isinstance(given, np.ndarray) else given


def test_gradients_in_place_and_lazy() -> None:
    t = layouts.sample("contiguous", ocean.double, (9,), special=False).tensor
    wanted = layouts.read(ocean.gradient(t))
    layouts.same(layouts.read(ocean.gradient(ocean.lazy(t))), wanted)
    np.testing.assert_allclose(layouts.read(ocean.fuse(lambda x: 2 * ocean.gradient(x))(t)), 2 * wanted)
    ocean.gradient(t, B=t)
    layouts.same(layouts.read(t), wanted)


def test_errors_of_differences() -> None:
    t = ocean.zeros([3, 1])
    with pytest.raises(ocean.OceanValueError, match=r"diff\(\): the order n must be at least 0, got -1"):
        ocean.diff(t, -1)
    with pytest.raises(ocean.OceanValueError, match=r"diff\(\): the result B must have size 2x1, got 3x1"):
        ocean.diff(t, t)
    with pytest.raises(ocean.OceanIndexError):
        ocean.diff2(t, 5)
    with pytest.raises(ocean.OceanValueError, match="expected at least 2 elements along axis 1, got 1"):
        ocean.gradient(t, 1, 1)
    with pytest.raises(ocean.OceanValueError, match="expected a spacing of 3 coordinates.* got a tensor of size 2"):
        ocean.gradient(t, [1, 2])
