"""The documented accuracy of mathematical functions holds, for every function and dtype."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from layouts import dtype_id, finfo, place, read
from oracles import rounded

import ocean

pytest.importorskip("mpmath")
import mpmath as mp
from ops.accuracy import BOUNDS, TRUTH, in_units, measure

pytestmark = pytest.mark.host_only("the kernels of the host")

ROOT = Path(__file__).resolve().parents[2]
CASES = [(name, kind) for name, bound in BOUNDS.items() for kind, limit in bound._asdict().items() if limit is not None]


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_bounds_hold(name: str, kind: str) -> None:
    assert measure(name, getattr(ocean, kind), 40, seed=1) <= getattr(BOUNDS[name], kind)


@pytest.mark.parametrize("name", BOUNDS)
def test_library_functions_are_within_four_units(name: str) -> None:
    assert max(BOUNDS[name].float, BOUNDS[name].double) <= 4


def test_the_document_shows_the_bounds() -> None:
    text = (ROOT / "docs" / "accuracy.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\| `(\w+)` \|(.*)\|$", text, re.MULTILINE)
    assert [name for name, _ in shown] == list(BOUNDS)
    for name, cells in shown:
        limits = [None if limit is None else f"{limit:g}" for limit in BOUNDS[name]]
        columns = [cell.strip() for cell in cells.split("|")]
        assert [cell.split(" ")[0] or None for cell in columns] == limits, name
        for cell in filter(None, columns):
            limit, measured = cell.rstrip(")").split(" (")
            assert float(measured) <= float(limit), name


ALL_SHORT = {
    ocean.half: np.arange(1 << 16, dtype=np.uint16).view(np.float16),
    ocean.bfloat16: (np.arange(1 << 16, dtype=np.uint32) << 16).view(np.float32),
}
HALF_ORACLES = {
    name: getattr(np, name) for name in (
        "sqrt", "cbrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "arcsinh", "arccosh",
        "arctanh", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "deg2rad", "rad2deg",
    )
}  # fmt: skip


@pytest.mark.parametrize("kind", ALL_SHORT, ids=dtype_id)
@pytest.mark.parametrize("name", HALF_ORACLES)
def test_every_short_number_is_rounded_as_well_as_it_can_be(name: str, kind: ocean.dtype) -> None:
    """Computed in float, a result is off by half a unit and a few of float, which are 8192 times smaller, or more."""
    given, digits = place(ALL_SHORT[kind], kind, [2]).tensor, finfo(kind).nmant + 1
    got = read(getattr(ocean, name)(given))
    with np.errstate(all="ignore"):
        exact = HALF_ORACLES[name](ALL_SHORT[kind].astype(np.float64))
        wanted = rounded(exact, kind)
        special = ~np.isfinite(wanted) | ~np.isfinite(got)
        unit = np.ldexp(1.0, np.maximum(np.frexp(exact)[1], finfo(kind).minexp + 1) - digits)
        error = abs(got.astype(np.float64) - exact) / unit
    np.testing.assert_array_equal(got[special], wanted[special])
    assert error[~special].max() <= 0.502


EXTREME = [
    1e300, -1e300, 1e-300, 1e-310, 5e-324, 1.7e308, -1.7e308, 1e154, 1e-154, 2.0**500, 2.0**-500, 1.0, -1.0, 0.5, -2.0,
]  # fmt: skip
FAR_FUNCTIONS = ("sqrt", "log", "log2", "log10", "log1p", "arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh")


@pytest.mark.parametrize("name", FAR_FUNCTIONS)
def test_nothing_overflows_or_vanishes_on_the_way(name: str) -> None:
    """The parts of arguments may be as different as they can."""
    z = np.array([complex(x, y) for x in EXTREME for y in EXTREME])
    got = read(getattr(ocean, name)(place(z, ocean.cdouble, [16]).tensor))
    info = np.finfo(np.float64)
    with mp.workprec(2500):
        for argument, result in zip(z.tolist(), got.tolist(), strict=True):
            exact = TRUTH[name](mp.mpmathify(argument))
            for part in ("real", "imag"):
                off = in_units(getattr(result, part), getattr(exact, part), getattr(exact, part), info)
                assert off <= BOUNDS[name].cdouble, (argument, result)


@pytest.mark.parametrize(("name", "sign"), [("exp", 1), ("sinh", 1), ("cosh", 1), ("sin", 1j), ("cos", 1j)])
def test_exponentials_overflow_only_where_the_result_does(name: str, sign: complex) -> None:
    lengths, angles = (709, 710.5, 720, 1000, 1400, 1450, -709, -745), (1e-320, 1e-300, 1.5, np.pi / 2, 3, 1e-150)
    z = np.array([complex(x, y) if sign == 1 else complex(y, x) for x in lengths for y in angles])
    got = read(getattr(ocean, name)(place(z, ocean.cdouble, [16]).tensor))
    with mp.workprec(2500):
        for argument, result in zip(z.tolist(), got.tolist(), strict=True):
            exact = TRUTH[name](mp.mpmathify(argument))
            for part in ("real", "imag"):
                off = in_units(getattr(result, part), getattr(exact, part), getattr(exact, part), np.finfo(np.float64))
                assert off <= BOUNDS[name].cdouble, (argument, result)
