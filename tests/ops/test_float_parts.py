"""Rows that take numbers apart, and functions with two results: against NumPy, for every dtype and layout."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import layouts
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import DTYPES, LAYOUTS, dtype_id, finfo, read, sample
from oracles import rounded

import ocean

REALS = [ocean.half, ocean.float, ocean.double, ocean.bfloat16]
INTEGERS = [kind for kind in DTYPES if not kind.isfloat and kind is not ocean.bool]
COMPLEX = [ocean.chalf, ocean.cfloat, ocean.cdouble]
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


def same(got: Any, wanted: np.ndarray) -> None:
    """The same values and signs, NaN where NaN is wanted."""
    values = read(got)
    np.testing.assert_array_equal(values, wanted)
    if values.dtype.kind == "f":
        kept = ~np.isnan(wanted.astype(float))
        np.testing.assert_array_equal(np.signbit(values)[kept], np.signbit(wanted)[kept])


def every_layout(kind: ocean.dtype) -> list[Any]:
    return [sample(layout, kind, (5, 4, 3)) for layout in LAYOUTS]


@pytest.mark.parametrize("kind", REALS, ids=dtype_id)
def test_one_operand(kind: ocean.dtype) -> None:
    for each in every_layout(kind):
        mantissa, exponent = ocean.frexp(each.tensor)
        wanted = np.frexp(each.values)
        same(mantissa, wanted[0])
        assert exponent.dtype is ocean.int32 and mantissa.dtype is kind
        regular = np.isfinite(each.values)
        np.testing.assert_array_equal(read(exponent), np.where(regular, wanted[1], 0))
        fraction, whole = ocean.modf(each.tensor)
        for got, expected in zip((fraction, whole), np.modf(each.values), strict=True):
            assert got.dtype is kind
            same(got, expected)
        same(ocean.signbit(each.tensor), np.signbit(each.values))
        assert mantissa.device is layouts.device
        largest = float(finfo(kind).max)
        same(ocean.nan_to_num(each.tensor), np.nan_to_num(each.values, posinf=largest, neginf=-largest))
        same(ocean.nan_to_num(each.tensor, 7, 8, -9), np.nan_to_num(each.values, nan=7, posinf=8, neginf=-9))


@pytest.mark.parametrize("kind", INTEGERS, ids=dtype_id)
def test_one_operand_of_integers(kind: ocean.dtype) -> None:
    for each in every_layout(kind):
        doubles = each.values.astype(np.float64)
        for got, wanted in zip(ocean.modf(each.tensor), np.modf(doubles), strict=True):
            assert got.dtype is ocean.double
            same(got, wanted)
        same(ocean.frexp(each.tensor)[0], np.frexp(doubles)[0])
        same(ocean.signbit(each.tensor), np.signbit(each.values))
        same(ocean.nan_to_num(each.tensor), each.values)


@pytest.mark.parametrize("kind", COMPLEX, ids=dtype_id)
def test_complex_numbers(kind: ocean.dtype) -> None:
    each = sample("contiguous", kind, (5, 4))
    same(ocean.nan_to_num(each.tensor, 1, 2, 3), np.nan_to_num(each.values, nan=1, posinf=2, neginf=3))
    calls = [ocean.frexp, ocean.modf, ocean.signbit, lambda x: ocean.ldexp(x, 1), lambda x: ocean.fdim(x, x),
             lambda x: ocean.divmod(x, x), lambda x: ocean.remainder(x, x)]  # fmt: skip
    for call in calls:
        with pytest.raises(ocean.OceanTypeError, match="complex"):
            call(each.tensor)


@pytest.mark.parametrize("kind", [ocean.bool, *INTEGERS, *REALS], ids=dtype_id)
def test_divmod(kind: ocean.dtype) -> None:
    for layout in LAYOUTS:
        a, b = sample(layout, kind, (5, 4, 3)).tensor, sample("contiguous", kind, (5, 4, 3), 1).tensor
        quotient, rest = ocean.divmod(a, b)
        for got, wanted in ((quotient, a // b), (rest, a % b), (ocean.remainder(a, b), a % b)):
            assert got.dtype is wanted.dtype and got.device is wanted.device
            same(got, read(wanted))
    column = sample("contiguous", kind, (5,), 2).tensor
    for got, wanted in zip(divmod(a, column), (a // column, a % column), strict=True):
        same(got, read(wanted))


def test_divmod_of_anything() -> None:
    t = layouts.device(ocean.asTensor([7, -7, 5]))
    for got in (divmod(t, 2), ocean.divmod([7, -7, 5], 2), ocean.divmod(t, [2, 2, 2]), np.divmod(ocean.cpu(t), 2)):
        assert [each.asPython() for each in got] == [[3, -4, 2], [1, 1, 1]]
    assert [each.asPython() for each in divmod(9, t)] == [[1, -2, 1], [2, -5, 4]]
    assert ocean.divmod(7, 2) == (3, 1) and ocean.divmod(ocean.double(7.5), -2) == (-4, -0.5)
    for each in divmod(ocean.lazy(t), 2):
        assert type(each) is ocean._src.core.objects.rtensor.rtensor
    fused = ocean.fuse(lambda x: ocean.divmod(x, 2))
    assert [each.asPython() for each in fused(t)] == [[3, -4, 2], [1, 1, 1]]
    assert divmod(t, 2.0)[0].dtype is ocean.double
    with pytest.raises(TypeError):
        divmod(t, object())
    with pytest.raises(ocean.OceanValueError, match="Incompatible sizes"):
        ocean.divmod(t, ocean.zeros([4]))
    ocean.setAutoTypecast(False)
    with pytest.raises(ocean.OceanTypeError, match="type mismatch"):
        ocean.divmod(t, ocean.ones([3]))


def test_devices_meet() -> None:
    a, b = ocean.cpu(ocean.asTensor([7.0, 8.0])), layouts.device(ocean.asTensor([2.0, 3.0]))
    quotient, rest = ocean.divmod(b, a)
    assert quotient.device is layouts.device and read(rest).tolist() == [2, 3]


def test_numpy_calls_them() -> None:
    t = ocean.asTensor([2.5, -1.25, np.nan])
    assert read(np.modf(t)[1])[:2].tolist() == [2, -1] and read(np.frexp(t)[1]).tolist() == [2, 1, 0]
    assert read(np.nan_to_num(t, nan=3.0)).tolist() == [2.5, -1.25, 3] and read(np.round(t, 1))[:2].tolist() == [
        2.5,
        -1.2,
    ]
    assert read(np.ldexp(t, 2))[:2].tolist() == [10, -5] and read(np.signbit(t))[:2].tolist() == [False, True]


@pytest.mark.parametrize("kind", REALS, ids=dtype_id)
def test_ldexp(kind: ocean.dtype) -> None:
    bits = {ocean.half: 60, ocean.float: 500, ocean.double: 2300, ocean.bfloat16: 500}[kind]
    exponents = np.random.default_rng(1).integers(-bits, bits, (5, 4, 3))
    for each in every_layout(kind):
        got = ocean.ldexp(each.tensor, exponents)
        assert got.dtype is kind
        short = kind in (ocean.half, ocean.bfloat16)
        same(got, rounded(np.ldexp(each.values.astype(np.float64) if short else each.values, exponents), kind))
    assert ocean.ldexp(3, 4) == 48 and ocean.ldexp(ocean.asTensor([1, 2]), 1).dtype is ocean.double
    for n in (2**31 - 1, -(2**31)):
        assert float(ocean.ldexp(0.0, n)) == 0 and float(ocean.ldexp(1.5, n)) in (0, math.inf)
    assert read(ocean.ldexp(ocean.half([1, 3]), 4)).tolist() == [16, 48]


@given(st.floats(allow_nan=False), st.integers(-2200, 2200))
def test_ldexp_is_rounded_once(x: float, n: int) -> None:
    try:
        wanted = math.ldexp(x, n)
    except OverflowError:
        wanted = math.copysign(math.inf, x)
    assert float(ocean.ldexp(ocean.double(x), n)) == wanted


@given(*(st.floats(-1e150, 1e150) for _ in range(3)))
def test_fma_is_rounded_once(x: float, y: float, z: float) -> None:
    wanted = float(Fraction(x) * Fraction(y) + Fraction(z))
    assert float(ocean.fma(ocean.double(x), ocean.double(y), ocean.double(z))) == wanted


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_fma_and_fdim(kind: ocean.dtype) -> None:
    a, b, c = (sample("strided", kind, (5, 4), k) for k in range(3))
    got = ocean.fma(a.tensor, b.tensor, c.tensor)
    assert got.dtype is kind
    if not kind.isfloat:
        same(got, read(a.tensor @ b.tensor + c.tensor))
    if kind.iscomplex:
        return
    got = ocean.fdim(a.tensor, b.tensor)
    x, y = a.values, b.values
    if kind is ocean.bool:
        difference = x & ~y
    else:
        difference = x.astype(np.float32) - y.astype(np.float32) if kind is ocean.half else x - y
    wanted = np.where(x > y, difference, 0)
    if kind.isfloat:
        wanted = np.where(np.isnan(x) | np.isnan(y), np.nan, wanted)
    np.testing.assert_array_equal(read(got), rounded(wanted, kind))


def half_away(x: Fraction) -> Fraction:
    whole = abs(x).__floor__()
    return Fraction(whole + (abs(x) - whole >= Fraction(1, 2))) * (-1 if x < 0 else 1)


@pytest.mark.parametrize("kind", INTEGERS, ids=dtype_id)
def test_round_integers(kind: ocean.dtype) -> None:
    each = sample("contiguous", kind, (60,))
    low, high = kind.min.asPython(), kind.max.asPython()
    for digits in (3, 0, -1, -2, -4, -9, -17, -18, -25):
        got = ocean.round(each.tensor, digits)
        assert got.dtype is kind
        power = 10 ** max(0, -digits)
        if power > high:
            assert not read(got).any()
            continue
        wanted = [int(half_away(Fraction(int(x), power)) * power) for x in each.values]
        inside = [low <= x <= high for x in wanted]
        assert np.array_equal(read(got)[inside], [x for x, fits in zip(wanted, inside, strict=True) if fits])


@pytest.mark.parametrize("kind", REALS, ids=dtype_id)
@pytest.mark.parametrize("digits", [-40, -3, -1, 0, 1, 2, 5, 40, 300])
def test_round_digits(kind: ocean.dtype, digits: int) -> None:
    for each in every_layout(kind):
        real = np.float32 if kind is ocean.half else each.values.dtype.type
        x, power, below = each.values.astype(real), real(10.0 ** abs(digits)), np.nextafter(real(0.5), real(0))
        scaled = x * power if digits >= 0 else x / power
        away = np.trunc(scaled + np.copysign(below, scaled))
        if digits >= 0:
            wanted = np.where(np.isfinite(scaled), away / power, x)
        else:
            wanted = np.where(np.isinf(x), x, np.where(away == 0, away, away * power))
        got = ocean.round(each.tensor, digits)
        assert got.dtype is kind
        same(got, rounded(wanted, kind))


def test_round_takes_all_forms() -> None:
    t = ocean.asTensor([1.25, -3.75])
    result = ocean.zeros([2], ocean.float)
    ocean.round(t, 1, result)
    assert np.allclose(read(result), [1.3, -3.8])
    ocean.round(t, result)
    assert read(result).tolist() == [1, -4]
    assert read(ocean.round(t, digits=1)).tolist() == [1.3, -3.8] and float(ocean.round(2.25, 1)) == 2.3
    assert read(ocean.round(ocean.lazy(t), 1).eval()).tolist() == [1.3, -3.8]
    assert read(ocean.round(ocean.asTensor([1.25 - 3.75j]), 1)).tolist() == [1.3 - 3.8j]
    assert not read(ocean.round(ocean.asTensor([True]), -1)).any() and read(ocean.round([True], 1)).all()
    for digits in (301, -301):
        with pytest.raises(ocean.OceanValueError, match="digits must be from -300 to 300"):
            ocean.round(t, digits)
    with pytest.raises(ocean.OceanTypeError):
        ocean.round(t, 1.5)


def test_nan_to_num_takes_all_forms() -> None:
    t = ocean.asTensor([np.nan, np.inf, -np.inf, 2.5])
    assert read(ocean.nan_to_num(t, posinf=9)).tolist() == [0, 9, -np.finfo(float).max, 2.5]
    result = ocean.zeros([4], ocean.int16)
    ocean.nan_to_num(t, 1, 2, 3, result)
    assert read(result).tolist() == [1, 2, 3, 2]
    wanted = [np.inf, -np.inf, 7, 2.5]
    assert (
        read(ocean.nan_to_num(t, np.inf, -np.inf, 7)).tolist()
        == wanted
        == np.nan_to_num(read(t), nan=np.inf, posinf=-np.inf, neginf=7).tolist()
    )
    assert ocean.nan_to_num(math.nan) == 0 and ocean.nan_to_num(ocean.half(math.inf)) == 65504
    assert read(ocean.nan_to_num(ocean.lazy(t), 1, 2, 3).eval()).tolist() == [1, 2, 3, 2.5]
    assert ocean.nan_to_num(ocean.half([math.inf])).dtype is ocean.half
    with pytest.raises(ocean.OceanTypeError, match="real number"):
        ocean.nan_to_num(t, 1j)
