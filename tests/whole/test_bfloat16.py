"""bfloat16 through all rooms, against ml_dtypes, JAX's table of dtypes and exact arithmetic; most tests have it in their
lists of dtypes, here is what is its own."""

from __future__ import annotations

import math
import operator
import pickle
from fractions import Fraction
from typing import Any

import layouts
import ml_dtypes
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import DTYPES, NUMPY, dtype_id, finfo, read, same, sample, to_bfloat16, values

import ocean
import ocean.numpy as np
from ocean._src.array.ufuncs import UFUNCS
from ocean._src.core.objects.dtypes import common

BF16, THEIRS = ocean.bfloat16, ml_dtypes.bfloat16


def nearest(value: Any) -> float:
    """The nearest number of bfloat16 by exact arithmetic, ties to even."""
    exact = abs(Fraction(value))
    if not exact:
        return math.copysign(0.0, value)
    power = exact.numerator.bit_length() - exact.denominator.bit_length()
    power = max(power - (exact < Fraction(2) ** power), -126)
    unit = Fraction(2) ** (power - 7)
    rounded = round(exact / unit) * unit  # of Fraction: ties to even
    found = math.inf if rounded >= Fraction(2) ** 128 else float(rounded)
    return -found if value < 0 else found


def host(array: Any) -> numpy.ndarray:
    return ocean.cpu(ocean.asTensor(array)).convertTo("numpy") if isinstance(array, np.ndarray) else read(array)


# --- Casts -------------------------------------------------------------------------------------------------------


@given(st.floats(allow_nan=False, allow_infinity=False) | st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_doubles_are_rounded_once(value: float) -> None:
    wanted = nearest(value)
    got = [float(BF16(value)), *read(BF16(ocean.asTensor([value] * 17, ocean.double)))]
    assert all(each == wanted and math.copysign(1, each) == math.copysign(1, wanted) for each in got)


@given(st.integers(-(2**63), 2**64 - 1))
def test_integers_are_rounded_once(value: int) -> None:
    kind = ocean.uint64 if value >= 0 else ocean.int64
    assert {float(BF16(value)), *read(BF16(ocean.asTensor([value] * 9, kind))).tolist()} == {nearest(value)}


@given(st.integers(-(2**160), 2**160))
def test_python_integers_of_any_size_are_rounded_once(value: int) -> None:
    assert float(BF16(value)) == nearest(value)


def test_floats_as_ml_dtypes_casts_them() -> None:
    bits = numpy.random.default_rng(0).integers(0, 1 << 32, 100_000, numpy.uint32)
    floats = bits.view(numpy.float32)[~numpy.isnan(bits.view(numpy.float32))]
    tensor = layouts.place(floats, ocean.float, [4]).tensor
    same(read(BF16(tensor)), floats.astype(THEIRS).astype(numpy.float32))
    nan = read(BF16(layouts.place(numpy.array([numpy.nan, -numpy.nan], "f4"), ocean.float, [4]).tensor))
    assert numpy.isnan(nan).all()


# --- Dtypes ------------------------------------------------------------------------------------------------------

JAX = {
    "bool": "bfloat16", **dict.fromkeys(("int8", "int16", "int32", "int64"), "bfloat16"),
    **dict.fromkeys(("uint8", "uint16", "uint32", "uint64"), "bfloat16"), "half": "float", "bfloat16": "bfloat16",
    "float": "float", "double": "double", "cfloat": "cfloat", "cdouble": "cdouble", "chalf": "cfloat",
}  # fmt: skip
"""`jax.numpy.promote_types(bfloat16, …)`; chalf, which JAX has not, by the dtype of its parts."""


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_promotion(kind: ocean.dtype) -> None:
    wanted = JAX[kind.spelling]
    assert common(kind, BF16).spelling == common(BF16, kind).spelling == wanted
    found = (np.ones(2, kind) + np.ones(2, np.bfloat16)).dtype
    assert (
        np.promote_types(kind, np.bfloat16) is np.result_type(np.bfloat16, kind) is found
        and ocean.dtype(found).spelling == wanted
    )
    if kind not in (ocean.chalf, ocean.bfloat16):
        try:
            theirs = numpy.promote_types(THEIRS, NUMPY[kind])
        except TypeError:  # wide integers and half: NumPy finds none, though its sum is float or double
            assert wanted == "float" or not kind.isfloat
        else:
            assert ocean.dtype(theirs).spelling == wanted


def test_python_numbers() -> None:
    tensor, array = ocean.ones([3], BF16), np.ones(3, np.bfloat16)
    for number in (True, 2, -256, 0.1, 1e-30, 3e38, math.inf, math.nan):
        assert (tensor + number).dtype is BF16 and (array + number).dtype == BF16
    assert (tensor + 257).dtype is ocean.float and (tensor + 2**30).dtype is ocean.double
    assert (tensor + 1e39).dtype is ocean.double and (array + 2**30).dtype == BF16 and (array + 1e39).dtype == BF16
    assert (tensor + 1j).dtype is ocean.cfloat and (array + 1j).dtype == ocean.cfloat
    assert (ocean.bfloat16(1) + ocean.half(1)).dtype is ocean.float and (ocean.bfloat16(1.5) @ tensor).dtype is BF16
    tensor += 0.01
    assert tensor.dtype is BF16 and read(tensor).tolist() == [nearest(1.01)] * 3


def test_limits() -> None:
    ours, theirs = np.finfo(np.bfloat16), finfo(BF16)
    for name in ("bits", "eps", "epsneg", "max", "min", "tiny", "smallest_normal", "smallest_subnormal", "nmant", "nexp",
                 "minexp", "maxexp", "precision"):  # fmt: skip
        assert getattr(ours, name) == float(getattr(theirs, name)), name
    assert ours.dtype == BF16 and BF16.kind == "f" and BF16.basetype is BF16 and BF16.itemsize == 2
    assert np.isdtype(np.bfloat16, "real floating") and np.issubdtype(np.bfloat16, np.floating)
    assert np.can_cast(np.bfloat16, np.float32) and not np.can_cast(np.bfloat16, np.float16)
    assert np.can_cast(np.float32, np.bfloat16, "same_kind")


def test_names_text_and_pickles() -> None:
    tensor = ocean.asTensor([[1.5, -2], [0.1, 300]], "R", BF16)
    assert str(tensor).endswith("<tensor.bfloat16 of size 2x2 on " + tensor.device.name + ">")
    assert "0.1001 " in str(tensor) and repr(BF16) == "<dtype 'bfloat16'>" and str(BF16(1.5)) == "1.5"
    array = np.array([1.5, -2], dtype="bfloat16", device=ocean.cpu)
    assert repr(array) == "array([ 1.5, -2. ], dtype=bfloat16)" and array.tolist() == [1.5, -2]
    for each in (tensor, array, BF16, np.bfloat16, BF16(1.5)):
        again = pickle.loads(pickle.dumps(each))
        assert type(again) is type(each) and again is not None
    again = pickle.loads(pickle.dumps(tensor))
    assert again.dtype is BF16 and read(again).tolist() == read(tensor).tolist()
    assert ocean.bfloat16 is BF16 and np.bfloat16 == BF16 and "bfloat16" in ocean.__doc__ and "bfloat16" in np.__all__
    assert np.zeros(2, THEIRS).dtype is np.zeros(2, "bfloat16").dtype == BF16 and np.array(THEIRS(2.5)).dtype == BF16


# --- Operations that are not elementwise -------------------------------------------------------------------------


def short(size: tuple[int, ...], seed: int = 0) -> layouts.Sample:
    return sample("contiguous", BF16, size, seed, False)


def test_products() -> None:
    (a, x), (b, y), (v, z) = short((40, 30)), short((30, 20), 1), short((30,), 2)
    for got, wanted, scale in (
        (a * b, x.astype(float) @ y, abs(x).astype(float) @ abs(y)), (a * v, x.astype(float) @ z, abs(x) @ abs(z)),
        (ocean.linalg.matmul(a, b), x.astype(float) @ y, abs(x).astype(float) @ abs(y)),
        (ocean.linalg.tensordot(a, b, 1), x.astype(float) @ y, abs(x).astype(float) @ abs(y)),
    ):  # fmt: skip
        assert got.dtype is BF16  # summed in float, and rounded once
        assert (abs(read(got) - wanted) <= 2**-8 * abs(wanted) + 1e-5 * scale).all()
    one, other = np.asarray(a), np.asarray(b)
    for got in (one @ other, np.einsum("ij,jk->ik", one, other), np.dot(one, other), np.inner(one, other.T)):
        wanted = x.astype(float) @ y
        assert got.dtype == BF16
        assert (abs(host(got).astype(float) - wanted) <= 2**-8 * abs(wanted) + 1e-5 * abs(x) @ abs(y)).all()
    assert (a * ocean.ones([30, 2], ocean.half)).dtype is ocean.float
    assert ocean.linalg.norm(v).dtype is BF16 and ocean.linalg.inv(ocean.eye(3, dtype=BF16)).dtype is BF16
    assert ocean.fft.fft(v).dtype is ocean.cfloat and ocean.fft.irfft(ocean.fft.rfft(v)).dtype is ocean.float


def test_sums_are_float_and_rounded_once() -> None:
    tensor = layouts.on_device(ocean.full([10_000], BF16(1)))
    assert float(tensor.sum()) == nearest(10_000) and tensor.sum().dtype is BF16 and float(ocean.norm(tensor)) == 100
    got = ocean.cumsum(tensor)
    assert got.dtype is BF16
    same(read(got), to_bfloat16(numpy.arange(1, 10_001)))
    tensor, wanted = short((64, 50))
    for name, oracle in (("mean", numpy.mean), ("var", numpy.var), ("prod", numpy.prod)):
        got, exact = getattr(ocean, name)(tensor, 0), oracle(wanted.astype(float), 0)
        assert got.dtype is BF16
        numpy.testing.assert_allclose(read(got), to_bfloat16(exact), rtol=2**-7)
    for name, oracle in (("argmax", numpy.argmax), ("maximum", numpy.max), ("minimum", numpy.min)):
        numpy.testing.assert_array_equal(read(getattr(ocean, name)(tensor, 0)), oracle(wanted, 0))


def test_order() -> None:
    numbers = values(BF16, (500,))
    tensor = layouts.place(numbers, BF16, [2]).tensor
    wanted = numpy.sort(numbers)
    numpy.testing.assert_array_equal(read(ocean.sort(tensor)), wanted)
    numpy.testing.assert_array_equal(numbers[read(ocean.argsort(tensor))], wanted)
    numpy.testing.assert_array_equal(read(ocean.unique(tensor)), numpy.unique(numbers))
    finite = numpy.sort(numbers[numpy.isfinite(numbers)])
    edges = layouts.place(finite, BF16, [2]).tensor
    places = read(ocean.searchsorted(edges, layouts.place(numbers[:50], BF16, [2]).tensor))
    numpy.testing.assert_array_equal(places, numpy.searchsorted(finite, numbers[:50]))
    assert float(ocean.quantile(edges, 0.25)) == to_bfloat16(numpy.quantile(finite.astype(float), 0.25))
    joined = ocean.concatenate([tensor, edges])
    assert joined.dtype is BF16 and joined.nelem == numbers.size + finite.size
    same(
        read(ocean.where(tensor > 0, tensor, ocean.zeros([1], BF16))), numpy.where(numbers > 0, numbers, 0).astype("f4")
    )
    same(read(tensor[[3, 1, 4]]), numbers[[3, 1, 4]])


def test_random_numbers() -> None:
    generator = np.random.default_rng(3)
    for draw in (
        lambda n: generator.random(n, dtype=np.bfloat16),
        lambda n: generator.standard_normal(n, dtype="bfloat16"),
    ):
        found = draw(20_000)
        assert found.dtype == BF16
        numbers = host(found).astype(float)
        assert len(numpy.unique(numbers)) > 200
    uniform = host(np.random.default_rng(5).random(20_000, dtype=np.bfloat16)).astype(float)
    assert uniform.min() >= 0 and uniform.max() == 1 - 2**-8 and abs(uniform.mean() - 0.5 + 2**-9) < 0.01
    numpy.testing.assert_array_equal(uniform * 256, numpy.floor(uniform * 256))
    assert abs(numbers.mean()) < 0.03 and abs(numbers.std() - 1) < 0.03


@pytest.mark.parametrize(
    "function", [operator.add, operator.mul, operator.truediv, operator.sub], ids=lambda f: f.__name__
)
def test_arithmetic_is_that_of_float_rounded(function: Any) -> None:
    """As ml_dtypes computes."""
    x, y = values(BF16, (4000,), 1), values(BF16, (4000,), 2)
    with numpy.errstate(all="ignore"):
        wanted = function(x.astype(THEIRS), y.astype(THEIRS)).astype(numpy.float32)
    got = function(*(np.asarray(layouts.place(each, BF16, [2]).tensor) for each in (x, y)))
    numpy.testing.assert_array_equal(host(got).astype(numpy.float32), wanted)


@pytest.mark.parametrize("name", sorted({*UFUNCS} - {"nextafter"}))
def test_functions_of_arrays_are_those_of_float_rounded(name: str) -> None:
    """Every ufunc: the same dtypes as for half, and the numbers of float32, rounded."""
    function = UFUNCS[name]
    numbers = [values(BF16, (200,), k, False) for k in range(function.nin)]
    arrays = {
        kind: [np.asarray(layouts.place(each, kind, [kind.size]).tensor) for each in numbers]
        for kind in (BF16, ocean.half, ocean.float)
    }
    try:
        half = function(*arrays[ocean.half])
    except TypeError:
        with pytest.raises(TypeError):
            function(*arrays[BF16])
        return
    found, exact, half = (
        each if isinstance(each, tuple) else (each,)
        for each in (function(*arrays[BF16]), function(*arrays[ocean.float]), half)
    )
    for got, wanted, like in zip(found, exact, half, strict=True):
        assert got.dtype == (BF16 if like.dtype == ocean.half else like.dtype)
        numpy.testing.assert_array_equal(
            host(got.astype(wanted.dtype)), host(wanted.astype(got.dtype).astype(wanted.dtype))
        )
