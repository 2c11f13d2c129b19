"""What the linter does not look at: the width of compiled sources, and the first sentence of every module."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

pytestmark = pytest.mark.host_only("it reads files")

SOURCES = Path(__file__).resolve().parents[2] / "src"
COMPILED = sorted(path for ending in ("pyx", "pxi", "pxd", "h") for path in SOURCES.rglob(f"*.{ending}"))
MODULES = sorted(path for ending in ("py", "pyx", "pxi", "h") for path in (SOURCES / "ocean/_src").rglob(f"*.{ending}"))


def name(path: Path) -> str:
    return str(path.relative_to(SOURCES))


@pytest.mark.parametrize("path", COMPILED, ids=name)
def test_lines_have_at_most_120_columns(path: Path) -> None:
    assert [k for k, line in enumerate(path.read_text().splitlines(), 1) if len(line) > 120] == []


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_every_module_says_what_it_is(path: Path) -> None:
    text = path.read_text()
    if path.suffix == ".py":
        assert ast.get_docstring(ast.parse(text))
    else:
        first = next(line for line in text.splitlines() if not line.startswith("# cython:"))
        assert first.startswith({".pyx": '"""', ".pxi": "#", ".h": "/*"}[path.suffix])
