"""Math modes, warning modes, automatic type casting and broadcasting, and that no plan outlives a change of them."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from layouts import sample

import ocean
from ocean._src.core.call.warn import SHOWN
from ocean._src.ops.table import ROWS
from ocean._src.tensor.elementwise import FUNCTIONS

ROOT = "Tensor elements must be nonnegative for square-root"
POWER = "Tensor elements must be nonnegative for non-integer power"
DISCARDS = "Casting complex intermediate value to real output discards the imaginary part"
MISMATCH = "^Tensor data type mismatch \\(automatic type casting is disabled\\)$"
DISABLED = "^Tensor size mismatch \\(automatic broadcasting of tensor dimensions is disabled\\)\nThe sizes are "
SIZES = "^Mismatch in tensor dimensions \\(automatic broadcasting of tensor dimensions is disabled\\)\nThe sizes are "


@pytest.fixture(autouse=True)
def shown() -> Iterator[list[Any]]:
    """The warnings that are shown, all of them new."""
    SHOWN.clear()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield caught
    SHOWN.clear()


def messages(shown: list[Any]) -> list[str]:
    return [str(each.message) for each in shown]


# --- Math modes --------------------------------------------------------------------------------------------------


def test_modes_per_call(shown: list[Any]) -> None:
    for given in (ocean.asTensor([1, -1]), [1, -1], np.array([1.0, -1.0])):
        assert str(ocean.sqrt(given)).split()[:2] == ["1", "nan"] and not shown
        assert str(ocean.sqrt(given, "-")).split()[:2] == ["1", "nan"] and not shown
        with pytest.raises(RuntimeError) as caught:
            ocean.sqrt(given, "e")
        assert str(caught.value) == ROOT
        rooted = ocean.sqrt(given, "c")
        assert rooted.dtype is ocean.cdouble and rooted.asPython() == [1, 1j]
    assert str(ocean.sqrt([1, -1], "w")).split()[:2] == ["1", "nan"]
    assert messages(shown) == [ROOT] and shown[0].category is RuntimeWarning and shown[0].filename == __file__
    assert ocean.sqrt([1, 4], "c").dtype is ocean.double  # nothing outside: nothing is cast
    assert ocean.sqrt([1, 4], "e").asPython() == [1, 2] and ocean.sqrt([4j], "e").dtype is ocean.cdouble
    assert ocean.sqrt([], "e").dtype.isfloat and ocean.sqrt(A=[4], mode="e").asPython() == [2]


def test_modes_with_results(shown: list[Any]) -> None:
    target = ocean.asTensor([7.0, 8.0], ocean.float)
    with pytest.raises(ocean.OceanValueError, match=ROOT):
        ocean.sqrt([1, -1], "e", target)
    assert target.asPython() == [7, 8]
    assert ocean.sqrt([1, -1], "c", target) is None and target.asPython() == [1, 0]
    assert messages(shown) == [DISCARDS]
    wide = ocean.tensor([2], ocean.cfloat)
    ocean.sqrt([1, -1], "c", wide)
    assert wide.asPython() == [1, 1j] and len(shown) == 1
    ocean.sqrt([1, -1], wide, "c")  # the order of mode and result does not matter
    ocean.sqrt([4, 9], "w", target)
    assert target.asPython() == [2, 3] and len(shown) == 1


POWERS = [
    lambda a, b: ocean.power(a, b), lambda a, b: a**b, lambda a, b: pow(a, b),
    lambda a, b: ocean.power(a.asPython(), b),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(POWERS)))
def test_default_mode(number: int, shown: list[Any]) -> None:
    """As the default, a mode holds for functions and for the operator."""
    function, given = POWERS[number], ocean.asTensor([4.0, -4.0])
    assert ocean.getDefaultMathMode() == "-"
    assert np.isnan(function(given, 0.5).asPython()[1]) and not shown
    ocean.setDefaultMathMode("w")
    assert np.isnan(function(given, 0.5).asPython()[1]) and messages(shown) == [POWER]
    ocean.setDefaultMathMode("e")
    with pytest.raises(RuntimeError) as caught:
        function(given, 0.5)
    assert str(caught.value) == POWER
    assert function(given, 2).asPython() == [16, 16] and function(given, [0.5, 3.0]).asPython() == [2, -64]
    ocean.setDefaultMathMode("c")
    result = function(given, 0.5)
    assert result.dtype is ocean.cdouble and abs(result.asPython()[1] - 2j) < 1e-12
    assert ocean.power(given, 0.5, "-").dtype is ocean.double  # the call decides over the default
    ocean.setDefaultMathMode("-")
    assert function(given, 0.5).dtype is ocean.double


def test_default_mode_of_inplace_and_reflected_power(shown: list[Any]) -> None:
    given = ocean.asTensor([4.0, -4.0])
    ocean.setDefaultMathMode("e")
    with pytest.raises(ocean.OceanValueError, match=POWER):
        given **= 0.5
    assert given.asPython() == [4, -4]
    with pytest.raises(ocean.OceanValueError, match=POWER):
        (-4.0) ** ocean.asTensor([0.5])
    with pytest.raises(ocean.OceanValueError, match=POWER):
        [-4.0] ** ocean.asTensor([0.5])
    ocean.setDefaultMathMode("c")
    given **= 0.5
    assert given.dtype is ocean.double and given.asPython()[0] == 2 and messages(shown) == [DISCARDS]
    half = ocean.asTensor([-4.0], ocean.half)
    assert (half**0.5).dtype is ocean.chalf and (ocean.asTensor([-4], ocean.int8) ** 0.5).dtype is ocean.chalf
    assert (ocean.asTensor([-4], ocean.int8) ** 2).asPython() == [16]


def test_every_row_with_a_domain_knows_the_modes() -> None:
    """In mode 'e' each refuses something and accepts the middle of its domain; '-' never refuses."""
    rows = [name for name, row in ROWS.items() if row.domain is not None]
    assert {"sqrt", "power"} <= set(rows)
    for name in rows:
        others = [[0.5, 0.5, 0.5, 0.5]] * (ROWS[name].arity - 1)
        with pytest.raises(ocean.OceanValueError, match=r"^Tensor elements must be .* for "):
            FUNCTIONS[name]([-9.0, 9.0, -1e9, 0.0], *others, "e")
        assert FUNCTIONS[name]([-9.0, 9.0, -1e9, 0.0], *others, "-").dtype is ocean.double
        assert FUNCTIONS[name]([1.0, 1.0, 1.0, 1.0], *others, "e").dtype is ocean.double
        assert FUNCTIONS[name]([-9j, 9j, 0j, 1j], *others, "e").dtype is ocean.cdouble


def test_domains_are_checked_in_any_layout() -> None:
    for layout in ("strided", "wild", "byteswapped", "overlapping", "zero_stride"):
        for kind in (ocean.half, ocean.double, ocean.int16):
            given = sample(layout, kind, (700, 3), special=False)
            assert (given.values < 0).any()
            with pytest.raises(ocean.OceanValueError, match=ROOT):
                ocean.sqrt(given.tensor, "e")
            ocean.sqrt(ocean.absolute(ocean.double(given.tensor)), "e")
    assert ocean.power(ocean.full([2], np.nan), 0.5, "e").dtype is ocean.double  # NaN is not negative
    assert ocean.power([-1.0], np.nan, "e").size == (1,) and ocean.power([-2.0], np.inf, "e").asPython() == [np.inf]


def test_bad_modes() -> None:
    for mode in ("x", "", "W", "ww", None, 0):
        with pytest.raises(ocean.OceanValueError, match="Expected math mode '-', 'w', 'e' or 'c', got "):
            ocean.setDefaultMathMode(mode)
    assert ocean.getDefaultMathMode() == "-"
    with pytest.raises(ocean.OceanValueError, match=r"^sqrt\(\): expected math mode '-', 'w', 'e' or 'c', got 'x'$"):
        ocean.sqrt([1], "x")
    with pytest.raises(ocean.OceanTypeError, match=r"^sqrt\(\): unexpected argument 'w'; expected B"):
        ocean.sqrt([1], "w", "w")


# --- Warning modes -----------------------------------------------------------------------------------------------


def test_warning_modes(shown: list[Any]) -> None:
    assert ocean.getWarningMode() == 1
    ocean.setWarningMode(0)
    ocean.sqrt([-1], "w")
    assert not shown
    ocean.setWarningMode(1)
    for _ in range(3):
        assert np.isnan(ocean.sqrt([-1], "w").asPython()[0])
    assert messages(shown) == [ROOT]
    ocean.power([-1.0], 0.5, "w")
    assert messages(shown) == [ROOT, POWER]  # each warning once
    ocean.setWarningMode(2)
    for _ in range(3):
        ocean.sqrt([-1], "w")
    assert messages(shown) == [ROOT, POWER, ROOT, ROOT, ROOT]
    for mode in (3, -1, "1", None):
        with pytest.raises(ocean.OceanValueError, match="Expected warning mode 0, 1 or 2, got "):
            ocean.setWarningMode(mode)


def test_warnings_name_the_line_of_the_user(shown: list[Any]) -> None:
    def deeper() -> None:
        ocean.sqrt(ocean.asTensor([-1.0]), "w")

    deeper()
    assert shown[0].filename == __file__ and shown[0].lineno == deeper.__code__.co_firstlineno + 1


# --- Automatic type casting --------------------------------------------------------------------------------------


def test_automatic_type_casting() -> None:
    a, b = ocean.asTensor([1, 2, 3], ocean.double), ocean.asTensor([1, 2, 3], ocean.int8)
    assert (a + b).asPython() == [2, 4, 6] and (b + 0.5).dtype is ocean.half and (b + 200).dtype is ocean.int16
    assert (b == 0.5).dtype is ocean.bool
    ocean.setAutoTypecast(False)
    assert ocean.getAutoTypecast() is False
    for action in (
        lambda: a + b, lambda: b + a, lambda: b + 0.5, lambda: b + 200, lambda: b + [1], lambda: b == 0.5,
        lambda: ocean.max(a, b), lambda: b**0.5, lambda: ocean.where(b > 1, a, b), lambda: b + ocean.int16(1),
        lambda: ocean.add(a, b, ocean.tensor([3])), lambda: b & ocean.asTensor([1], ocean.uint8),
        lambda: ocean.clip(b, 0, 0.5),
    ):  # fmt: skip
        with pytest.raises(RuntimeError, match=MISMATCH):
            action()
    with pytest.raises(RuntimeError, match=MISMATCH):
        b += a
    assert b.asPython() == [1, 2, 3]
    assert (a + 1).asPython() == [2, 3, 4] and (a + 0.5).asPython() == [1.5, 2.5, 3.5]
    assert (b + 1).asPython() == [2, 3, 4] and (b + ocean.int8([1])).asPython() == [2, 3, 4]
    assert (b + ocean.int8(1)).dtype is ocean.int8 and (a == 2).asPython() == [False, True, False]
    ocean.setAutoTypecast(True)
    assert (a + b).asPython() == [2, 4, 6] and (b + 0.5).dtype is ocean.half


def test_conversions_that_belong_to_an_operation_are_not_automatic() -> None:
    """The bits of a shift, the power of an integer, conditions, unary functions and results convert as defined."""
    ocean.setAutoTypecast(False)
    b = ocean.asTensor([1, 2, 3], ocean.int32)
    assert (b << 1).asPython() == [2, 4, 6] and (b << ocean.asTensor([1], ocean.int8)).asPython() == [2, 4, 6]
    assert (b**2).asPython() == [1, 4, 9] and (b ** ocean.asTensor([2, 1, 0], ocean.int64)).asPython() == [1, 2, 1]
    assert ocean.logicalAnd(b, ocean.double([0, 1, 2])).asPython() == [False, True, True]
    assert ocean.where(b, b, b).asPython() == [1, 2, 3] and ocean.sqrt(b).dtype is ocean.double
    target = ocean.tensor([3], ocean.half)
    ocean.add(b, b, target)
    assert target.asPython() == [2, 4, 6]
    assert ocean.sum(b, 0, ocean.tensor([], ocean.double)) is None
    assert ocean.isclose(b, ocean.double([1, 2, 4])).asPython() == [True, True, False]
    assert ocean.allLT(b, 3.5) is True


def test_mode_c_casts_whatever_the_setting() -> None:
    ocean.setAutoTypecast(False)
    assert ocean.sqrt([-1], "c").asPython() == [1j]
    result = ocean.power(ocean.asTensor([-4.0, 4.0]), ocean.asTensor([0.5, 0.5]), "c")
    assert result.dtype is ocean.cdouble and abs(result.asPython()[0] - 2j) < 1e-12


def test_plans_do_not_outlive_type_casting() -> None:
    a, b = ocean.asTensor([1.0]), ocean.asTensor([1], ocean.int8)
    for _ in range(2):
        assert (a + b).asPython() == [2]
        ocean.setAutoTypecast(False)
        with pytest.raises(RuntimeError, match=MISMATCH):
            a + b
        ocean.setAutoTypecast(True)


# --- Automatic broadcasting --------------------------------------------------------------------------------------


def test_automatic_broadcasting() -> None:
    """Twice off and on: plans that were made before a switch are not used after it."""
    a, b = ocean.asTensor([1, 2, 3], ocean.double), ocean.ones([3, 4], ocean.double)
    assert ocean.getAutoBroadcast() is True and (a + [1]).asPython() == [2, 3, 4] and (a + b).size == (3, 4)
    mismatched = [
        lambda: a + [1], lambda: a + b, lambda: ocean.where(b > 0, a, b), lambda: ocean.clip(b, a, 1), lambda: b == a,
        lambda: ocean.isclose(a, b), lambda: ocean.allclose(a, b), lambda: operator.iadd(b, a),
    ]  # fmt: skip
    for _ in range(2):
        ocean.setAutoBroadcast(False)
        for action in mismatched:
            with pytest.raises(RuntimeError, match=SIZES):
                action()
        for action in (lambda: ocean.add(a, a, b), lambda: b.copy(a)):
            with pytest.raises(RuntimeError, match=DISABLED):
                action()
        assert b.asPython() == np.ones((4, 3)).tolist()
        assert (a + 1).asPython() == [2, 3, 4] and (a + ocean.asTensor(1)).asPython() == [2, 3, 4]
        assert (a + ocean.int8(1)).asPython() == [2, 3, 4] and (b + b).size == (3, 4)
        ocean.add(1, ocean.asTensor(1), b)
        assert ocean.sum(b) == 24 and ocean.allLT(b, 3) is True
        b.fill(1)
        ocean.setAutoBroadcast(True)
        assert (a + [1]).asPython() == [2, 3, 4] and (a + b).size == (3, 4) and ocean.isclose(a, b).size == (3, 4)
        assert ocean.power(a, b, "e").size == (3, 4)
