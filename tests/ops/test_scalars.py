"""Scalars: arithmetic with the dtypes of the documents, comparison, conversion, cast modes, and manners in Python."""

from __future__ import annotations

import copy
import itertools
import json
import math
import operator
import pickle
import re
import warnings
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import DTYPES, dtype_id, values
from oracles import BY_NAME

import ocean
from ocean._src.core.objects.dtypes import SYMBOLS
from ocean._src.ops.table import OPERATORS, ROWS, Row, typing_of
from ocean._src.tensor.elementwise import FUNCTIONS

pytestmark = pytest.mark.host_only("scalars are on the host")

FACTS = json.loads((Path(__file__).parents[1] / "data" / "operations.json").read_text())["scalar + number"]
BY_OPERATOR = {row.operator: row for row in ROWS.values() if row.operator}
COMPARISONS = ("<", "<=", "==", "!=", ">", ">=")
BINARY = [symbol for symbol, row in BY_OPERATOR.items() if row.arity == 2 and symbol not in COMPARISONS]


def outside(row: Row, operands: tuple[ocean.scalar, ...]) -> bool:
    """Whether operands of a power are outside its domain."""
    base, power = (each.asPython() for each in operands)
    return any(each.dtype.isfloat for each in operands) and base < 0 and math.isfinite(power) and power % 1 != 0


def same(got: Any, wanted: Any) -> None:
    """Two scalars, or a scalar and a Python number: the same value, NaN to NaN."""
    got, wanted = complex(got), complex(wanted)
    for first, second in ((got.real, wanted.real), (got.imag, wanted.imag)):
        assert first == second or (math.isnan(first) and math.isnan(second)), (got, wanted)


# --- Arithmetic --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_dtypes_with_python_numbers(kind: ocean.dtype) -> None:
    number = kind(1)
    for text, wanted in FACTS[kind.spelling].items():
        other = eval(text, {"ocean": ocean})
        if kind is ocean.uint64 and type(other) is int and other >= 0:
            wanted = "uint64"  # the sum of a count and a number is a count
        assert (number + other).dtype.name == wanted and (other + number).dtype.name == wanted
        assert isinstance(number + other, ocean.scalar)


@pytest.mark.parametrize("symbol", BINARY)
def test_operators_are_those_of_tensors(symbol: str) -> None:
    """With the same dtypes on both sides; integers to an integer power become 64 bits wide."""
    row, function = BY_OPERATOR[symbol], OPERATORS[symbol]
    for number in range(BINARY.index(symbol), len(DTYPES) ** 2, 13):
        kinds = DTYPES[number // len(DTYPES)], DTYPES[number % len(DTYPES)]
        first, second = (kind(values(kind, (3,), seed=number, special=False).tolist()[0]) for kind in kinds)
        try:
            typing_of(row, kinds)
        except ocean.OceanTypeError as problem:
            with pytest.raises(ocean.OceanTypeError) as caught:
                function(first, second)
            assert str(caught.value) == str(problem)
            continue
        widened = first
        if symbol == "**" and not (kinds[0].isfloat or kinds[1].isfloat) and kinds[0].isnumber:
            widened = (ocean.int64 if kinds[0].issigned else ocean.uint64)(first)
        mode = ("c",) if symbol == "**" else ()
        wanted = getattr(ocean, row.name)(ocean.asTensor([widened.asPython()], widened.dtype), second, *mode)
        got = function(first, second)
        assert isinstance(got, ocean.scalar) and got.dtype is wanted.dtype, kinds
        same(got, wanted.asPython()[0])


WHOLE = (0, 1, -1, 2, 3, -3, 7, 64, 2**53 + 1, -(2**53) - 1, 2**62 + 1, 2**63 - 1, -(2**63) + 1, -(2**63))
REAL = (0.0, -0.0, 1.0, -1.0, 0.1, 2.5, -7.5, 1e-310, -5e-324, 1e308, 9.3e18, math.inf, -math.inf, math.nan)
SINGLE = (0.0, -0.0, -1.0, 0.1, 2.5, 1e-45, -1e-40, 3e38, 16777217.0, math.inf, -math.inf, math.nan)
EDGES = [*map(ocean.int64, WHOLE), *map(ocean.double, REAL), *map(ocean.float, SINGLE)]


def bits(value: Any) -> tuple[str, bytes]:
    return value.dtype.name, np.asarray(value).tobytes()


@pytest.mark.parametrize("symbol", [symbol for symbol in SYMBOLS if symbol not in COMPARISONS])
def test_operators_give_the_bits_of_kernels(symbol: str) -> None:
    """Float, double and int64 have arithmetic of their own: it is what the row gives for tensors without dimensions."""
    row, operator = BY_OPERATOR[symbol], OPERATORS[symbol]
    function = getattr(ocean, row.name)
    for operands in itertools.product(EDGES, repeat=row.arity):
        mode = ("c",) if row.domain and outside(row, operands) else ()
        try:
            wanted = bits(function(*(each.asTensor() for each in operands), *mode))
        except ocean.OceanTypeError as problem:
            with pytest.raises(ocean.OceanTypeError, match=re.escape(str(problem))):
                operator(*operands)
            continue
        assert bits(operator(*operands)) == wanted, operands
        assert bits(function(*operands)) == wanted, operands
        if row.arity == 2 and not any(each.dtype is ocean.float for each in operands):  # there is no such Python number
            first, second = (each.asPython() for each in operands)
            assert bits(operator(first, operands[1])) == wanted, operands
            if row.constants:  # a number may be one of them
                wanted = bits(function(operands[0].asTensor(), second, *mode))
            assert bits(operator(operands[0], second)) == wanted, operands


@pytest.mark.parametrize("symbol", COMPARISONS)
def test_comparison_is_that_of_python(symbol: str) -> None:
    """By value: exact between int64 and double."""
    function = OPERATORS[symbol]
    for first, second in itertools.product([*EDGES, ocean.uint64(2**64 - 1), ocean.half(0.5)], repeat=2):
        x, y = first.asPython(), second.asPython()
        assert function(first, second) is function(first, y) is function(x, second) is function(x, y)


def test_dtypes_that_may_not_meet() -> None:
    ocean.setAutoTypecast(False)
    assert ocean.double(2) * 2.0 == 4 and ocean.int64(2) * 2 == 4 and ocean.double(2) < 3
    for action in (lambda: ocean.double(2) * 2, lambda: 2.5 + ocean.int64(2), lambda: ocean.int64(2) - ocean.double(2)):
        with pytest.raises(ocean.OceanTypeError, match="automatic type casting is disabled"):
            action()


def test_documented_arithmetic() -> None:
    a = ocean.int8(100)
    a += 100
    assert a == 200 and a.dtype is ocean.int64
    a = ocean.int8(100)
    a += ocean.int8(100)
    assert a == -56 and a.dtype is ocean.int8
    assert ocean.uint8(3) - 5 == -2 and ocean.int8(7) / 2 == 3 and ocean.int8(7) // 2 == 3 and ocean.int8(-7) / 2 == -4
    assert ocean.int8(2) ** -1 == 0 and ocean.int8(5) & 3 == 1 and ~ocean.bool(True) == False  # noqa: E712
    assert ocean.float(1) / 0 == math.inf and ocean.int8(1) / 0 == 0 and ocean.int8(1) % 0 == 0
    assert (ocean.int8(100) ** 2).dtype is ocean.int64 and (ocean.uint8(16) ** 2).dtype is ocean.uint64
    assert ocean.uint8(16) ** 2 == 256 and ocean.int8(-2) ** 63 == -(2**63)
    assert ocean.int8(7) @ 2 == 14 and 2 @ ocean.int8(7) == 14 and ocean.int8(7) * ocean.int8(2) == 14
    assert ocean.int8(1) << 3 == 8 and ocean.int8(-8) >> 1 == -4 and 1 << ocean.int8(3) == 8
    assert (ocean.int8(64) << 1).dtype is ocean.int8
    assert -ocean.int8(6) == -6 and abs(ocean.int8(-6)) == 6 and +ocean.int8(6) == 6
    assert abs(ocean.chalf(3 + 4j)) == 5 and abs(ocean.chalf(3 + 4j)).dtype is ocean.half
    assert (ocean.half(1) + 1).dtype is ocean.double and (ocean.cfloat(1) + 1.5).dtype is ocean.cdouble


def test_inplace_operators_make_new_scalars() -> None:
    for function in (OPERATORS[symbol] for symbol in (*BINARY, "*")):
        inplace = getattr(operator, "i" + function.__name__.rstrip("_"))
        first = ocean.int16(12)
        second = inplace(first, 3)
        assert first == 12 and second is not first
        same(second, function(first, 3))
        assert second.dtype is function(first, 3).dtype


def test_other_operands() -> None:
    two = ocean.int8(2)
    for other, kind in ((np.int16(3), ocean.int16), (np.float32(3), ocean.float), (np.float64(3), ocean.double)):
        for got in (two + other, other + two):
            assert isinstance(got, ocean.scalar) and got == 5 and got.dtype is kind
    for other in ([1, 2], (1, 2), np.array([1, 2]), range(1, 3)):
        got = two + other
        assert isinstance(got, ocean.tensor) and got.dtype is ocean.int64 and got.asPython() == [3, 4]
    assert (np.array([1, 2]) - two).asPython() == [-1, 0] and ([5, 6] - two).asPython() == [3, 4]
    tensor = ocean.asTensor([1, 2], ocean.int8)
    assert (two + tensor).dtype is ocean.int8 and (ocean.int16(2) + tensor).dtype is ocean.int16
    for other in ("a", None, {}, object()):
        for function in (operator.add, operator.pow, operator.and_):
            with pytest.raises(TypeError):
                function(two, other)
            with pytest.raises(TypeError):
                function(other, two)
    with pytest.raises(ocean.OceanTypeError, match="The power of scalars has no modulo"):
        pow(two, 3, 5)
    with pytest.raises(ocean.OceanValueError, match="The integer 18446744073709551616 does not fit 64 bits"):
        two + 2**64
    assert pow(two, 3) == 8 and divmod(ocean.int8(-7), 2) == (-4, 1) and divmod(7, ocean.int8(2)) == (3, 1)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_scalars_give_scalars(name: str) -> None:
    """As the function of a tensor with one element of the same dtype, and with the same errors."""
    row, function = ROWS[name], FUNCTIONS[name]
    for kind in (ocean.bool, ocean.uint8, ocean.int16, ocean.half, ocean.double, ocean.cfloat):
        arguments = [kind(1)] + [kind(0.5 if kind.isfloat else 2)] * (row.arity - 1)
        tensors = [ocean.asTensor([each.asPython()], kind) for each in arguments]
        try:
            wanted = function(*tensors)
        except ocean.OceanTypeError as problem:
            with pytest.raises(ocean.OceanTypeError) as caught:
                function(*arguments)
            assert str(caught.value).replace("int64", "") == str(problem).replace(kind.name, kind.name)
            continue
        got = function(*arguments)
        assert isinstance(got, ocean.scalar)
        if name == "negative" and kind is ocean.bool:
            assert got.dtype is ocean.int16 and got == -1
            continue
        if name != "power":
            assert got.dtype is wanted.dtype
        same(got, wanted.asPython()[0])
    python = (
        function(*[0.5] * row.arity)
        if not name.startswith("bit") and name not in ("gcd", "lcm")
        else function(*[1] * row.arity)
    )
    assert isinstance(python, ocean.scalar)


# --- Comparison --------------------------------------------------------------------------------------------------


def test_comparison() -> None:
    assert ocean.uint8(9) < 9.2 and ocean.uint8(9) == ocean.half(9) and ocean.int8(3) == 3.0
    assert ocean.int64(2**53 + 1) != 2.0**53 and ocean.int64(2**53 + 1) > ocean.double(2**53)
    assert ocean.cdouble(1 + 2j) < ocean.cdouble(1 + 3j) < ocean.cdouble(2) and ocean.cdouble(1) == 1
    nan = ocean.double(math.nan)
    assert (nan == nan) is False and nan != nan and not nan < 1 and not nan >= 1
    for function in (operator.lt, operator.le, operator.eq, operator.ne, operator.ge, operator.gt):
        for first in (-1, 0, 2, 2.5):
            for second in (2, 2.5, 0):
                assert type(function(ocean.double(first), ocean.half(second))) is bool
                assert function(ocean.double(first), second) is function(first, second)
                assert function(first, ocean.double(second)) is function(first, second)
                assert bool(function(np.float32(first), ocean.double(second))) is function(first, second)
                assert bool(function(ocean.half(first), np.float32(second))) is function(first, second)
    assert (ocean.int8(2) == ocean.asTensor([1, 2])).asPython() == [False, True]
    assert (ocean.int8(2) > ocean.asTensor([1, 2])).asPython() == [True, False]
    for like in ([1, 2], np.array([1, 2])):
        assert (ocean.int8(2) == like).asPython() == [False, True] == (like == ocean.int8(2)).asPython()
        assert (ocean.int8(2) > like).asPython() == [True, False] == (like < ocean.int8(2)).asPython()
    assert ocean.int8(2) != "a" and ocean.int8(2) != None  # noqa: E711
    with pytest.raises(TypeError):
        ocean.int8(2) < "a"  # noqa: B015


# --- Conversion and manners --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_conversion(kind: ocean.dtype) -> None:
    number = kind(1)
    assert complex(number) == 1 and float(number) == 1.0 and int(number) == 1 and bool(number) is True
    assert (
        bool(kind(0)) is False
        and type(number.asPython())
        is {"b": bool, "i": int, "u": int, "f": float, "c": complex}[values(kind, (1,)).dtype.kind]
    )
    tensor = number.asTensor()
    assert tensor.size == () and tensor.dtype is kind and tensor.asPython() == 1
    assert number.asTensor(ocean.cpu).footer == f"<scalar.{kind.name} on cpu>"
    assert number.real == 1 and number.imag == 0 and number.real.dtype is kind.basetype and number.elemsize == kind.size
    for other in DTYPES:
        assert other(number).dtype is other and other(number) == 1
    again = pickle.loads(pickle.dumps(number))
    assert again == number and again.dtype is kind
    assert copy.copy(number).dtype is kind and copy.deepcopy([number])[0] == number
    assert hash(number) == hash(number.asPython()) and {number: 1}[1] == 1
    if kind.isfloat:
        with pytest.raises(ocean.OceanTypeError, match=f"A scalar of dtype {kind.name} cannot be used as an index"):
            [0, 1][number]
    else:
        assert (
            [10, 20][number] == 20 and operator.index(number) == 1 and "ab"[number] == "b" and len(range(number)) == 1
        )


def test_conversion_of_large_and_strange_values() -> None:
    assert int(ocean.uint64(2**64 - 1)) == 2**64 - 1 and float(ocean.int64(-(2**63))) == -(2.0**63)
    assert (
        int(ocean.double(1e300)) == int(1e300)
        and int(ocean.cdouble(3.7 + 4j)) == 3
        and float(ocean.cdouble(3 + 4j)) == 3
    )
    assert ocean.chalf(1 + 2j).imag == 2 and ocean.chalf(1 + 2j).imag.dtype is ocean.half
    assert bool(ocean.double(math.nan)) is True and bool(ocean.cfloat(1j)) is True
    with pytest.raises(ValueError):
        int(ocean.double(math.nan))
    with pytest.raises(OverflowError):
        int(ocean.double(math.inf))
    again = pickle.loads(pickle.dumps(ocean.double(math.nan)))
    assert math.isnan(float(again)) and str(pickle.loads(pickle.dumps(ocean.half(-0.0)))) == str(ocean.half(-0.0))


@given(st.integers(-(2**130), 2**130))
def test_large_integers_are_rounded_to_float_once(value: int) -> None:
    single = np.float32(ocean.float(value).asPython())
    near = [np.nextafter(single, np.float32(end)) for end in (-math.inf, math.inf)]
    if np.isfinite([single, *near]).all():
        assert all(abs(value - Fraction(float(single))) <= abs(value - Fraction(float(each))) for each in near)
    assert complex(ocean.cfloat(value)) == single


def test_math_and_rounding() -> None:
    assert math.sqrt(ocean.double(4)) == 2 and math.gcd(ocean.int8(4), 6) == 2 and math.isnan(ocean.half(math.nan))
    assert (
        math.floor(ocean.double(2.5)) == 2 and math.ceil(ocean.half(2.5)) == 3 and math.trunc(ocean.double(-2.5)) == -2
    )
    assert math.floor(ocean.int64(2**60 + 1)) == 2**60 + 1 and math.trunc(ocean.uint64(2**64 - 1)) == 2**64 - 1
    assert round(ocean.double(2.5)) == 2 and round(ocean.double(2.567), 1) == 2.6 and round(ocean.int8(7)) == 7
    assert sum([ocean.int8(3), ocean.int8(4)]) == 7 and max(ocean.int8(3), ocean.half(4)) == 4
    assert math.fsum([ocean.double(0.1)] * 10) == 1.0 and np.float32(ocean.int8(3)) == 3


def test_format() -> None:
    assert format(ocean.double(2.5), ".3f") == "2.500" and f"{ocean.int8(5):>4}|{ocean.int8(5):+d}" == "   5|+5"
    assert f"{ocean.cfloat(1 + 2j)}" == str(ocean.cfloat(1 + 2j)) == repr(ocean.cfloat(1 + 2j)) == "1 + 2j"
    assert (
        f"{ocean.half(1.5)}" == "1.5"
        and f"{ocean.cdouble(1 + 2j):.1f}" == "1.0+2.0j"
        and f"{ocean.bool(True)}" == "True"
    )
    assert "%d %.1f" % (ocean.int8(5), ocean.half(2.5)) == "5 2.5" and f"{ocean.uint8(255):x}" == "ff"  # noqa: UP031


# --- Cast modes --------------------------------------------------------------------------------------------------


@pytest.fixture()
def shown() -> Any:
    """The warnings that are shown, all of them new."""
    from ocean._src.core.call.warn import SHOWN

    SHOWN.clear()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield caught


def test_cast_mode_2_goes_to_complex(shown: list[Any]) -> None:
    assert ocean.getScalarCastMode() == 2
    assert str(ocean.sqrt(-1)) == "0 + 1j" and ocean.sqrt(-1).dtype is ocean.cdouble
    assert ocean.sqrt(ocean.half(-4)).dtype is ocean.chalf
    root = ocean.int8(-8) ** (1 / 3)
    assert root.dtype is ocean.cdouble and abs(complex(root) - complex(1, 3**0.5)) < 1e-12
    assert not shown


def test_cast_mode_1_warns(shown: list[Any]) -> None:
    ocean.setScalarCastMode(1)
    result = ocean.sqrt(-1)
    assert str(result) == "nan" and result.dtype is ocean.double
    assert [str(each.message) for each in shown] == ["Input argument to square-root must be nonnegative"]
    assert shown[0].category is RuntimeWarning and shown[0].filename == __file__
    assert str(-ocean.uint8(3)) == "-3" and (-ocean.uint8(3)).dtype is ocean.int16
    assert math.isnan(float(ocean.double(-8) ** 0.5))
    assert str(shown[1].message) == "Input argument to non-integer power must be nonnegative"


def test_cast_mode_0_keeps_dtypes(shown: list[Any]) -> None:
    ocean.setScalarCastMode(0)
    result = ocean.sqrt(-1)
    assert str(result) == "0" and result.dtype is ocean.int64
    assert ocean.sqrt(9) == 3 and ocean.sqrt(9).dtype is ocean.int64 and ocean.exp(1) == 2
    assert ocean.sqrt(ocean.half(4)).dtype is ocean.half and math.isnan(float(ocean.sqrt(-1.0)))
    for kind in (ocean.uint8, ocean.uint16, ocean.uint32, ocean.uint64):
        with pytest.raises(RuntimeError) as caught:
            -kind(3)
        assert str(caught.value) == f"Scalar negation is not supported for type {kind.name}"
    assert -ocean.int8(3) == -3 and -ocean.bool(True) == False and not shown  # noqa: E712
    assert ocean.sqrt([9]).dtype is ocean.double  # tensors are not scalars


def test_a_math_mode_given_with_scalars_decides(shown: list[Any]) -> None:
    for level in (0, 1, 2):
        ocean.setScalarCastMode(level)
        assert ocean.power(-4.0, 0.5, "c").dtype is ocean.cdouble
        assert math.isnan(float(ocean.power(-4.0, 0.5, "-"))) and not shown
        with pytest.raises(ocean.OceanValueError, match="Input argument to non-integer power must be nonnegative"):
            ocean.power(-4.0, 0.5, "e")
    assert math.isnan(float(ocean.power(-4.0, 0.5, "w"))) and len(shown) == 1
    ocean.setDefaultMathMode("e")  # is for tensors
    assert ocean.power(-4.0, 0.5).dtype is ocean.cdouble and (ocean.double(-4) ** 0.5).dtype is ocean.cdouble


def test_bad_cast_modes() -> None:
    for mode in (3, -1, "1", None, 1.5):
        with pytest.raises(ocean.OceanValueError, match="Expected scalar cast mode 0, 1 or 2, got"):
            ocean.setScalarCastMode(mode)
    assert ocean.getScalarCastMode() == 2


def test_dtype_names_of_facts_are_known() -> None:
    assert {name for row in FACTS.values() for name in row.values()} <= set(BY_NAME)
