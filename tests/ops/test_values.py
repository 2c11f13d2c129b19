"""Results and messages that were measured on the original package, with the corrections that the project has made."""

from __future__ import annotations

import json
from math import inf, nan
from pathlib import Path

import pytest

import ocean

VALUES = json.loads((Path(__file__).parent.parent / "data" / "values.json").read_text())


@pytest.mark.parametrize(("expression", "text"), VALUES, ids=[expression for expression, _ in VALUES])
def test_measured_values(expression: str, text: str) -> None:
    names = {"ocean": ocean, "inf": inf, "nan": nan}
    kind, _, message = text.partition(": ")
    if kind in ("RuntimeError", "TypeError"):
        with pytest.raises({"RuntimeError": RuntimeError, "TypeError": TypeError}[kind]) as caught:
            eval(expression, names)
        assert str(caught.value).startswith(message)
    else:
        got = str(eval(expression, names))
        assert got.replace(f" on {ocean.getDefaultDevice().name}>", " on cpu>") == text
