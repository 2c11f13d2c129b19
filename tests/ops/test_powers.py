"""Powers with Python numbers as exponents: those that have arithmetic of their own give what any exponent gives."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, dtype_id, read, sample

import ocean
from ocean._src.ops.dispatch import run_program
from ocean._src.ops.table import ROWS
from ocean._src.ops.writer import trace

EXPONENTS: list[Any] = [2, 3, -1, 0.5, 2.0, 3.0, -1.0]
each_dtype = pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)


def typed(kind: ocean.dtype, exponent: Any) -> ocean.scalar:
    """The exponent in the dtype that it has beside a tensor, which is an operand like any other."""
    return (ocean.zeros([1], kind) + exponent).dtype(exponent)


def check(got: np.ndarray, wanted: np.ndarray, exact: bool) -> None:
    """The same bits, or a few roundings apart with the same signs of zeros, infinities and NaN."""
    assert got.dtype == wanted.dtype and got.shape == wanted.shape
    if exact:
        assert got.tobytes() == wanted.tobytes()
        return
    known = ~np.isnan(wanted)
    np.testing.assert_array_equal(np.isnan(got), ~known)
    np.testing.assert_array_equal(np.signbit(got[known]), np.signbit(wanted[known]))
    with np.errstate(invalid="ignore", over="ignore"):
        np.testing.assert_allclose(got[known], wanted[known], rtol=4 * np.finfo(got.dtype).eps)


@each_dtype
@pytest.mark.parametrize("layout", LAYOUTS)
def test_numbers_give_what_operands_give(kind: ocean.dtype, layout: str) -> None:
    x = sample(layout, kind, (7, 5), 3, not kind.iscomplex).tensor
    for exponent in EXPONENTS:
        wanted = ocean.power(x, typed(kind, exponent))
        got = x**exponent
        assert got.dtype is wanted.dtype and got.strides == wanted.strides
        if kind.iscomplex and exponent == 0.5:
            np.testing.assert_allclose(read(got), read(wanted), rtol=1e-2 if kind is ocean.chalf else 1e-5)
        else:
            check(read(got), read(wanted), exact=kind.iscomplex or not got.dtype.isfloat)
        np.testing.assert_array_equal(read(ocean.power(x, exponent)), read(got))
        into = ocean.zeros(list(x.size), ocean.cdouble, x.device)
        ocean.power(x, exponent, into)
        np.testing.assert_array_equal(read(into), read(got).astype(np.complex128))
        written = run_program(trace(lambda value, n=exponent: value**n, kind), [x])
        np.testing.assert_array_equal(read(written), read(got))
        own = x.clone()
        operator.ipow(own, exponent)
        np.testing.assert_array_equal(read(own), read(kind(got)))


@pytest.mark.parametrize("kind", [ocean.half, ocean.float, ocean.double], ids=dtype_id)
def test_zeros_infinities_and_nan(kind: ocean.dtype) -> None:
    x = kind(ocean.asTensor([0.0, -0.0, ocean.inf, -ocean.inf, -4.0, ocean.nan]))
    wanted = {
        2: "0.0, 0.0, inf, inf, 16.0, nan", 3: "0.0, -0.0, inf, -inf, -64.0, nan",
        -1: "inf, -inf, 0.0, -0.0, -0.25, nan", 0.5: "0.0, 0.0, inf, inf, nan, nan",
    }  # fmt: skip
    for exponent, text in wanted.items():
        assert str((x**exponent).asPython()) == f"[{text}]"


def test_complex_roots() -> None:
    zeros = [complex(a, b) for a in (0.0, -0.0) for b in (0.0, -0.0)]
    assert str((ocean.asTensor(zeros) ** 0.5).asPython()) == "[0j, 0j, 0j, 0j]"
    roots = ocean.asTensor([-4, 4j, complex(-4, -0.0), complex(ocean.inf, 1), complex(-ocean.inf, 1)]) ** 0.5
    assert str([roots.asPython()[k] for k in (0, 2, 3, 4)]) == "[2j, -2j, (inf+0j), infj]"
    assert abs(roots.asPython()[1] - 2**0.5 * (1 + 1j)) < 1e-15


@pytest.mark.parametrize("exponent", EXPONENTS)
def test_scalars_as_tensors(exponent: Any) -> None:
    for kind in (ocean.double, ocean.cdouble, ocean.int64):
        for value in (0, 1, 3, 7):
            scalar, tensor = kind(value) ** exponent, ocean.asTensor([value], kind) ** exponent
            assert scalar.dtype is tensor.dtype and str(scalar.asPython()) == str(tensor.asPython()[0])


def test_modes_check_the_domain_of_known_exponents() -> None:
    x = ocean.asTensor([-4.0, 9.0])
    assert ocean.power(x, 0.5, "c").dtype is ocean.cdouble
    with pytest.raises(ocean.OceanValueError, match="nonnegative for non-integer power"):
        ocean.power(x, 0.5, "e")
    assert ocean.power(x, 2, "e").asPython() == [16, 81] and ocean.power(x, -1, "e").asPython() == [-0.25, 1 / 9]
    assert ocean.power(ocean.asTensor([4.0]), 0.5, "e").asPython() == [2]


def test_without_automatic_casts_dtypes_must_agree() -> None:
    ocean.setAutoTypecast(False)
    assert (ocean.asTensor([3]) ** 2).asPython() == [9]
    with pytest.raises(ocean.OceanTypeError, match="automatic type casting is disabled"):
        ocean.asTensor([4]) ** 0.5


def test_constants_are_a_column_of_the_table() -> None:
    assert [number for number, _ in ROWS["power"].constants] == [2, 3, -1, 0.5]
    for number, name in ROWS["power"].constants:
        assert trace(lambda x, n=number: x**n, "double").steps[-1].name == name
        assert trace(lambda x, n=number: x.row("power", n), "bool").dtypes()[-1] in ("bool", "half")
    assert trace(lambda x: x**2, "bool").steps[-1].name == "power"
    assert trace(lambda x: x**4, "float").steps[-1].name == "power"
