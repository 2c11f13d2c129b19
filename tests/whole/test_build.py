"""The build finds every source by itself, and knows what each is made from."""

from __future__ import annotations

import re
import runpy
from collections import Counter
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.host_only("it reads files")

ROOT = next(folder for folder in Path(__file__).resolve().parents if (folder / "setup.py").exists())
CORE = Path("src/ocean/_src/core")


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What setup.py defines; nothing is built."""
    monkeypatch.chdir(ROOT)
    return runpy.run_path("setup.py", run_name="setup")


def test_every_source_is_a_module_that_was_built(build: dict[str, Any]) -> None:
    found = {each.name: each for each in build["extensions"]()}
    assert len(found) == len(list(CORE.rglob("*.pyx"))) > 30
    for name, extension in found.items():
        assert extension.sources == [str(Path("src", *name.split(".")).with_suffix(".pyx"))]
        spec = find_spec(name)
        assert spec and spec.origin and spec.origin.endswith(tuple(EXTENSION_SUFFIXES)), name


def test_every_file_that_is_included_exists(build: dict[str, Any]) -> None:
    pattern = re.compile(r'^\s*(?:cdef extern from|include|#\s*include)\s+"([^"]+)"', re.MULTILINE)
    for ending in ("pyx", "pxd", "pxi", "h"):
        for path in CORE.rglob(f"*.{ending}"):
            for name in set(pattern.findall(path.read_text())) - {"pythread.h"}:  # Python's
                assert build["find"](name, path.parent), f"{path}: {name}"


def test_a_module_is_rebuilt_for_what_it_includes_and_for_nothing_else(build: dict[str, Any]) -> None:
    names = {each.name.split(".")[-1]: {Path(path).name for path in each.depends} for each in build["extensions"]()}
    assert names["sorting"] >= {"sorting.h", "quicksort.h", "networks.h"}, "also by way of others"
    assert "plans.pxi" in names["tensor"] and "sorting.h" not in names["tensor"]


def test_headers_have_names_of_their_own(build: dict[str, Any]) -> None:
    """All folders are searched, so that a name must mean one file."""
    names = Counter(path.name for ending in ("h", "pxi") for path in CORE.rglob(f"*.{ending}"))
    assert [name for name, count in names.items() if count > 1] == []
    assert {path.parent for path in CORE.rglob("*.h")} <= set(build["FOLDERS"])
