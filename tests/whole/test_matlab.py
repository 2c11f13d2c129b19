"""docs/coming-from-matlab.md: each expression of Ocean gives what GNU Octave gave for the one beside it."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ocean

ROOT = Path(__file__).parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "make_matlab.py"))
ROWS: list[tuple[str, str]] = TOOL["rows"]()
RESULTS: dict[str, Any] = json.loads((ROOT / "tests" / "data" / "matlab.json").read_text(encoding="utf-8"))


def recorded(expression: str) -> np.ndarray[Any, Any]:
    """What Octave gave: always with two dimensions or more."""
    found = RESULTS[expression]
    values = np.array(found["re"], float) + 1j * np.array(found["im"], float)
    return values.reshape(found["size"], order="F")


def variables() -> dict[str, Any]:
    names: dict[str, Any] = {"ocean": ocean}
    for name in TOOL["VARIABLES"]:
        values = recorded(name)
        values = values if np.any(values.imag) else values.real
        names[name] = ocean.asTensor(values[:, 0] if values.shape[1:] == (1,) else values)
    return names


@pytest.mark.parametrize(("matlab", "expression"), ROWS, ids=[right for _, right in ROWS])
def test_rows_are_the_same_computation(matlab: str, expression: str) -> None:
    result = eval(expression, variables())
    got = np.asarray(result.convertTo("numpy") if isinstance(result, ocean.tensor) else result)
    wanted = recorded(matlab)
    assert [n for n in got.shape if n != 1] == [n for n in wanted.shape if n != 1]
    np.testing.assert_allclose(got.reshape(-1, order="F"), wanted.reshape(-1, order="F"), rtol=1e-6, atol=1e-12)


def test_there_are_enough_rows() -> None:
    assert len(ROWS) >= 100
    page = (ROOT / "docs" / "coming-from-matlab.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^- \*\*", page, re.MULTILINE)) >= 10
