"""What the text of the array API standard says of special values, dtypes and errors, for arrays."""

from __future__ import annotations

import itertools
import math
import operator
import re
from pathlib import Path
from typing import Any

import layouts
import numpy
import pytest

import ocean.numpy as xp

inf, nan, pi = math.inf, math.nan, math.pi
SMALL = 5e-324
# function: (arguments, result); the sign of zero counts
SPECIAL: dict[str, list[tuple[tuple[float, ...], float]]] = {
    "add": [((inf, -inf), nan), ((-0.0, -0.0), -0.0), ((-0.0, 0.0), 0.0), ((inf, 3.0), inf), ((2.0, -2.0), 0.0)],
    "subtract": [((inf, inf), nan), ((0.0, 0.0), 0.0), ((-0.0, 0.0), -0.0)],
    "multiply": [((inf, 0.0), nan), ((-2.0, 0.0), -0.0), ((inf, -inf), -inf)],
    "divide": [((inf, inf), nan), ((0.0, 0.0), nan), ((1.0, 0.0), inf), ((1.0, -0.0), -inf), ((-0.0, 2.0), -0.0), ((3.0, -inf), -0.0)],
    "floor_divide": [((0.0, 0.0), nan), ((inf, inf), nan), ((0.0, -2.0), -0.0), ((1.0, inf), 0.0), ((-1.0, inf), -0.0), ((1.0, -inf), -0.0), ((-1.0, -inf), 0.0), ((inf, -2.0), -inf), ((-7.0, 2.0), -4.0)],
    "remainder": [((inf, 2.0), nan), ((1.0, 0.0), nan), ((0.0, 2.0), 0.0), ((-0.0, 2.0), 0.0), ((0.0, -2.0), -0.0), ((1.0, inf), 1.0), ((1.0, -inf), -inf), ((-1.0, inf), inf), ((-1.0, -inf), -1.0), ((-7.0, 2.0), 1.0)],
    "pow": [((1.0, nan), 1.0), ((nan, 0.0), 1.0), ((nan, -0.0), 1.0), ((2.0, inf), inf), ((2.0, -inf), 0.0), ((0.5, inf), 0.0), ((0.5, -inf), inf), ((-1.0, inf), 1.0), ((-inf, 3.0), -inf), ((-inf, -3.0), -0.0), ((-0.0, 3.0), -0.0), ((-0.0, -3.0), -inf), ((-0.0, 2.0), 0.0), ((-2.0, 0.5), nan), ((inf, -1.0), 0.0)],
    "atan2": [((1.0, 0.0), pi / 2), ((0.0, 0.0), 0.0), ((0.0, -0.0), pi), ((-0.0, -0.0), -pi), ((-0.0, 1.0), -0.0), ((1.0, -inf), pi), ((inf, inf), pi / 4), ((inf, -inf), 3 * pi / 4), ((-inf, -inf), -3 * pi / 4), ((nan, 1.0), nan)],
    "hypot": [((inf, nan), inf), ((nan, -inf), inf), ((1.0, nan), nan), ((-0.0, 3.0), 3.0)],
    "logaddexp": [((inf, nan), nan), ((inf, 1.0), inf), ((-inf, -inf), -inf), ((0.0, 0.0), math.log(2))],
    "copysign": [((2.0, -0.0), -2.0), ((-2.0, 0.0), 2.0), ((0.0, -3.0), -0.0), ((inf, -1.0), -inf)],
    "nextafter": [((0.0, 1.0), SMALL), ((0.0, -1.0), -SMALL), ((nan, 1.0), nan), ((1.0, 1.0), 1.0), ((-0.0, 0.0), 0.0)],
    "maximum": [((nan, 1.0), nan), ((1.0, nan), nan)], "minimum": [((nan, 1.0), nan)],
    "sign": [((-0.0,), 0.0), ((nan,), nan), ((-inf,), -1.0)],
    "round": [((0.5,), 0.0), ((1.5,), 2.0), ((2.5,), 2.0), ((-0.5,), -0.0), ((inf,), inf), ((nan,), nan)],
    "floor": [((-0.0,), -0.0), ((inf,), inf), ((-0.5,), -1.0)], "ceil": [((-0.5,), -0.0)], "trunc": [((-0.7,), -0.0), ((-inf,), -inf)],
    "expm1": [((-inf,), -1.0), ((-0.0,), -0.0), ((inf,), inf)], "log1p": [((-1.0,), -inf), ((-2.0,), nan), ((-0.0,), -0.0), ((inf,), inf)],
    "exp": [((-inf,), 0.0), ((0.0,), 1.0)], "log": [((0.0,), -inf), ((-0.0,), -inf), ((-1.0,), nan), ((1.0,), 0.0)],
    "log2": [((0.0,), -inf), ((-1.0,), nan)], "log10": [((0.0,), -inf), ((inf,), inf)],
    "sqrt": [((-1.0,), nan), ((-0.0,), -0.0), ((inf,), inf)], "reciprocal": [((0.0,), inf), ((-0.0,), -inf), ((-inf,), -0.0)],
    "sin": [((-0.0,), -0.0), ((inf,), nan)], "tan": [((-0.0,), -0.0)], "cos": [((inf,), nan), ((-0.0,), 1.0)],
    "asin": [((2.0,), nan), ((-0.0,), -0.0)], "acos": [((1.0,), 0.0), ((2.0,), nan)], "atan": [((inf,), pi / 2), ((-0.0,), -0.0)],
    "sinh": [((-0.0,), -0.0), ((-inf,), -inf)], "cosh": [((-inf,), inf)], "tanh": [((-inf,), -1.0), ((-0.0,), -0.0)],
    "asinh": [((-0.0,), -0.0), ((-inf,), -inf)], "acosh": [((0.5,), nan), ((1.0,), 0.0)], "atanh": [((1.0,), inf), ((-1.0,), -inf), ((2.0,), nan), ((-0.0,), -0.0)],
    "abs": [((-0.0,), 0.0), ((-inf,), inf)], "square": [((-inf,), inf)],
}  # fmt: skip


def same(got: float, wanted: float) -> bool:
    if math.isnan(wanted):
        return math.isnan(got)
    return got == pytest.approx(wanted, rel=1e-6, abs=0) and math.copysign(1, got) == math.copysign(1, wanted)


@pytest.mark.parametrize("name", SPECIAL)
def test_special_values(name: str) -> None:
    for kind in (xp.float32, xp.float64):
        for given, wanted in SPECIAL[name]:
            if abs(wanted) == SMALL and kind == xp.float32:
                continue
            # alone, and in the middle of what is computed many at a time
            for count in (1, 33):
                arrays = [xp.full(count, each, dtype=kind) for each in given]
                result = getattr(xp, name)(*arrays)
                assert result.dtype == kind
                for place in (0, count // 2, count - 1):
                    assert same(float(result[place]), wanted), (given, kind, float(result[place]), wanted)


# --- All special cases that the standard lists -----------------------------------------------------------------------

LINES = [line for line in (Path(__file__).parents[1] / "data" / "special_cases.txt").read_text().splitlines() if line[0] != "#"]
REALS = [nan, -nan, inf, -inf, 0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 0.5, -0.5, 1.5, -2.5, 7.25, 1e-30, -1e30, 2.0**52 + 1]
PARTS = [nan, inf, -inf, 0.0, -0.0, 1.0, -1.0, 0.75, -0.75, 2.0, -5.0]
OPERATORS = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "floor_divide": "//", "remainder": "%", "pow": "**", "equal": "==",
    "not_equal": "!=",
}  # fmt: skip


class Either(float):
    """A number with any sign."""


WORDS: dict[str, Any] = {
    **{name: getattr(math, name) for name in ("isnan", "isfinite", "inf", "nan", "pi", "sin", "cos", "copysign")},
    "plus0": lambda v: v == 0 and math.copysign(1, v) > 0, "minus0": lambda v: v == 0 and math.copysign(1, v) < 0,
    "negative": lambda v: math.copysign(1, v) < 0, "either": Either,
    "whole": lambda v: math.isfinite(v) and v == int(v), "odd": lambda v: math.isfinite(v) and v % 2 == 1,
}  # fmt: skip


def holds(result: str, got: Any, scope: dict[str, float]) -> bool:
    """Whether a number is the result of a case."""
    if result in ("positive", "negative"):
        return (math.copysign(1, got) < 0) == (result == "negative")
    if result in ("plus nan", "minus nan"):
        return math.isnan(got) and (math.copysign(1, got) < 0) == (result == "minus nan")
    wanted = eval(result, WORDS, scope)
    if isinstance(wanted, bool):
        return bool(got is wanted)
    pairs = zip((got.real, got.imag), wanted, strict=True) if isinstance(wanted, tuple) else [(got, wanted)]
    return all(same(abs(one), abs(other)) if isinstance(other, Either) else same(one, float(other)) for one, other in pairs)


def scopes(case: str, names: list[str], kind: str) -> tuple[list[dict[str, float]], list[Any]]:
    """The candidates that a case is about, and the operands that they are."""
    parts = names == ["a", "b"]
    values = numpy.asarray(PARTS if parts else REALS, kind)
    condition = compile(case.split(" -> ")[0], case, "eval")
    found = [dict(zip(names, each, strict=True)) for each in itertools.product(values.tolist(), repeat=len(names))]
    found = [each for each in found if eval(condition, WORDS, each)]
    columns = [numpy.asarray([each[name] for each in found], kind) for name in names]
    if not parts:
        return found, columns
    joined = numpy.empty(len(found), f"complex{2 * int(kind[5:])}")
    joined.real, joined.imag = columns
    return found, [joined]


@pytest.mark.parametrize("name", sorted({line.split(":")[0] for line in LINES}))
def test_special_cases(name: str) -> None:
    """As functions, operators and in place, of floats and doubles; complex functions of the conjugate numbers, too."""
    calls = [getattr(xp, name)]
    if name in OPERATORS:
        calls.append(lambda x, y: eval(f"x {OPERATORS[name]} y", {"x": x, "y": y}))
        if not name.endswith("equal"):
            calls.append(getattr(operator, {"divide": "itruediv", "floor_divide": "ifloordiv", "remainder": "imod"}.get(name, "i" + name[:3])))
    cases = [line.split(": ", 1)[1] for line in LINES if line.split(":")[0] == name]
    operands = ["x", "y"] if any(re.search(r"\by\b", case) for case in cases) else ["x"]
    for case in cases:
        result = case.split(" -> ")[1]
        for kind in ("float32", "float64"):
            found, columns = scopes(case, ["a", "b"] if re.search(r"\b[ab]\b", case) else operands, kind)
            assert found, case
            turned = [columns[0].conj()] if columns[0].dtype.kind == "c" and name != "sign" else None
            for call, given in [(call, columns) for call in calls] + ([(calls[0], turned)] if turned else []):
                arrays = [xp.asarray(each, device=layouts.device, copy=True) for each in given]
                got = numpy.asarray(call(*arrays).to_device("cpu"))
                got = (got.conj() if given is turned and got.dtype.kind == "c" else got).tolist()
                bad = [(scope, each) for scope, each in zip(found, got, strict=True) if not holds(result, each, scope)]
                assert not bad, (case, kind, bad[:3])


def test_inplace_operators_keep_the_dtype() -> None:
    a = xp.ones(3, dtype=xp.float32)
    a += 1
    a *= 2.5
    assert a.dtype == xp.float32 and a.tolist() == [5, 5, 5]
    a += xp.ones(3, dtype=xp.int8)
    assert a.dtype == xp.float32
    whole = xp.ones(3, dtype=xp.int8)
    for value in (1.5, xp.ones(3)):
        with pytest.raises(TypeError):
            whole += value
    with pytest.raises(ValueError):
        a += xp.ones((2, 3), dtype=xp.float32)


def test_numbers_and_truth() -> None:
    assert list(range(5))[xp.asarray(3)] == 3 and xp.asarray(7).__index__() == 7
    for bad in (xp.asarray(1.0), xp.ones(2, dtype=xp.int8), xp.asarray(True)):
        with pytest.raises(TypeError):
            bad.__index__()
    assert bool(xp.asarray(nan)) and not xp.asarray(-0.0) and float(xp.asarray(2)) == 2.0 and complex(xp.asarray(1j)) == 1j
    with pytest.raises(TypeError):
        float(xp.asarray(1j))
    with pytest.raises(ValueError):
        bool(xp.ones(2))


def test_indexing_errors() -> None:
    a = xp.zeros((2, 3))
    for key in (2, (0, 3), (0, 0, 0), -3, (Ellipsis, Ellipsis), 1.0, "x"):
        with pytest.raises(IndexError):
            a[key]
    assert a[()].shape == (2, 3) and a[0, 0].shape == () and a[None, ..., 1:].shape == (1, 2, 2) and a[2:, 5:].shape == (0, 0)


def test_result_type_with_python_numbers() -> None:
    f, i, u, b, c = xp.float32, xp.int8, xp.uint16, xp.bool, xp.complex64
    for given, wanted in (
        ((f, 1.0), f), ((i, 1), i), ((f, 1), f), ((f, 1j), c), ((u, i), xp.int32), ((b, True), b), ((xp.ones(1, dtype=f), 2), f),
        ((i, f, 1.0), f), ((c, 1.0), c),
    ):  # fmt: skip
        assert xp.result_type(*given) == wanted
    assert xp.isdtype(f, "real floating") and xp.isdtype(u, ("bool", "unsigned integer")) and not xp.isdtype(b, "numeric")
    assert xp.isdtype(c, "numeric") and xp.isdtype(i, "integral") and xp.isdtype(i, xp.int8) and not xp.isdtype(i, "unsigned integer")


def test_the_namespace_tells_of_itself() -> None:
    info = xp.__array_namespace_info__()
    capabilities = info.capabilities()
    assert capabilities["boolean indexing"] and capabilities["data-dependent shapes"] and capabilities["max dimensions"] == 64
    assert info.default_device() in info.devices() and info.default_dtypes()["real floating"] == xp.float64
    assert set(info.dtypes(kind="signed integer")) == {"int8", "int16", "int32", "int64"}
    assert set(info.dtypes(kind=("bool", "real floating"))) >= {"bool", "float32", "float64"}
    assert "float32" not in info.dtypes(kind="integral") and info.dtypes()["uint8"] == xp.uint8


@pytest.mark.host_only("it exchanges memory of the host")
def test_copies_and_dlpack() -> None:
    a = xp.asarray([1.0, 2, 3])
    assert xp.asarray(a, copy=False) is a
    for impossible in ((a, xp.int32), ([1.0], None)):
        with pytest.raises(ValueError):
            xp.asarray(impossible[0], dtype=impossible[1], copy=False)
    copied = xp.asarray(a, copy=True)
    copied[0] = 9
    assert a[0] == 1
    shared, apart = xp.from_dlpack(a), xp.from_dlpack(a, copy=True)
    a[1] = 7
    assert shared[1] == 7 and apart[1] == 2 and xp.from_dlpack(a, device="cpu").device is a.device
    assert a.__dlpack_device__() == (1, 0)
    for options in ({}, {"max_version": (1, 0)}, {"dl_device": (1, 0)}, {"copy": True, "max_version": (1, 0)}):
        assert "dltensor" in repr(a.__dlpack__(**options))
    with pytest.raises((BufferError, ValueError)):
        a.__dlpack__(dl_device=(2, 0), copy=False)


def test_functions_of_the_newest_standards() -> None:
    a = xp.asarray([[3, 1, 2], [0, 5, 4]])
    order = xp.argsort(a, axis=1)
    assert xp.take_along_axis(a, order, axis=1).tolist() == [[1, 2, 3], [0, 4, 5]]
    assert xp.count_nonzero(a, axis=1).tolist() == [3, 2] and xp.count_nonzero(a, axis=0, keepdims=True).tolist() == [[1, 2, 2]]
    assert xp.cumulative_prod(xp.asarray([1, 2, 3]), include_initial=True).tolist() == [1, 1, 2, 6]
    assert xp.cumulative_sum(a, axis=1).tolist() == [[3, 4, 6], [0, 5, 9]]
    assert [each.tolist() for each in xp.unstack(a, axis=1)] == [[3, 0], [1, 5], [2, 4]]
    found = xp.searchsorted(xp.asarray([1.0, 2, 3]), 2.0)
    assert found.shape == () and found == 1 and xp.searchsorted(xp.asarray([1, 2, 2]), xp.asarray([2]), side="right").tolist() == [3]
    assert xp.diff(a, axis=1).tolist() == [[-2, 1], [5, -1]] and xp.nextafter(xp.asarray(1.0), xp.asarray(2.0)) == 1 + 2.0**-52
    value: Any = xp.maximum(xp.asarray([1.0, -2]), 0)
    assert value.tolist() == [1, 0] and xp.clip(a, 1, 4).tolist() == [[3, 1, 2], [1, 4, 4]]
