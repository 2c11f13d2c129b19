"""The differences from NumPy that docs/numpy.md lists: each line of code gives what the table says, in both."""

from __future__ import annotations

import importlib
import io
import os
import re
import warnings
from collections.abc import Callable
from operator import iadd
from pathlib import Path
from typing import Any

import numpy
import pytest

import ocean.numpy

pytestmark = [
    pytest.mark.host_only("the document shows the cpu"),
    pytest.mark.skipif(
        tuple(map(int, numpy.__version__.split(".")[:2])) < (2, 4), reason="the document is about NumPy 2.4"
    ),
]

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "numpy.md").read_text(encoding="utf-8")
DIFFERENT, LEFT_OUT = TEXT.partition("\n## What is different\n")[2].split("\n## ")[0].split("\n### Left out\n")
ROW = re.compile(r"^\| .+ \| `([^|]+)` \| `([^|]+)` \| `([^|]+)` \|$", re.MULTILINE)
ROWS = [match.groups() for match in ROW.finditer(DIFFERENT)]
NAMES = [(each[0], each[1]) for each in re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", LEFT_OUT, re.MULTILINE)][2:]
ERRORS = (TypeError, ValueError, IndexError, AttributeError, OverflowError)


def warned(call: Callable[[], Any]) -> int:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        call()
    return len(found)


def message(call: Callable[[], Any]) -> str:
    with pytest.raises(Exception) as error:
        call()
    return str(error.value)


def shown(np: Any, code: str) -> str:
    """The value of a line of code, or the class of its error."""
    objects = io.BytesIO()
    numpy.save(objects, numpy.array([None]), allow_pickle=True)
    names = {
        "np": np, "numpy": numpy, "io": io, "os": os, "iadd": iadd, "warned": warned, "message": message,
        "objects": objects.getvalue(), "v": np.array([1.0, 2.0, 3.0]), "a": np.arange(6).reshape(2, 3),
        "square": np.eye(2),
    }  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return repr(eval(code, names))
        except ERRORS as error:
            return next(each.__name__ for each in ERRORS if isinstance(error, each))


def test_every_difference_has_code() -> None:
    lines = [line for line in DIFFERENT.splitlines() if line.startswith("| ")]
    assert len(lines) == len(ROWS) + 1 and len(ROWS) > 45


@pytest.mark.parametrize(("code", "theirs", "ours"), ROWS, ids=[code for code, *_ in ROWS])
def test_differences(code: str, theirs: str, ours: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert theirs != ours
    assert shown(numpy, code) == theirs
    assert shown(ocean.numpy, code) == ours


@pytest.mark.parametrize(("what", "names"), NAMES, ids=[what for what, _ in NAMES])
def test_names_that_are_left_out(what: str, names: str) -> None:
    for name in re.findall(r"`([^`]+)`", names)[0].split() if not what.startswith("of `") else ["random_integers"]:
        assert what.startswith("of `") or hasattr(numpy, name) or importlib.import_module(f"numpy.{name}"), name
        with pytest.raises(AttributeError):
            getattr(ocean.numpy.random if what.startswith("of `") else ocean.numpy, name)
