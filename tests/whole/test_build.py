"""The build finds every source by itself, and knows what each is made from."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
import tarfile
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


def test_a_missing_compiler_and_missing_headers_are_one_sentence_each(
    build: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert build["missing"]() == ""
    names = build["missing"].__globals__
    monkeypatch.setitem(names, "HEADERS", tmp_path)
    assert re.fullmatch(
        r"Python's headers, .* no Python\.h in .* \(on Debian: apt-get install .*\)\.", build["missing"]()
    )
    monkeypatch.setitem(names, "COMPILER", ["no-such-compiler"])
    assert re.fullmatch(r"a C compiler, .* no 'no-such-compiler' here \(on Debian: .*\)\.", build["missing"]())


def test_a_build_without_a_compiler_stops_before_it_writes_anything(tmp_path: Path) -> None:
    copy = sources(tmp_path)
    environment = {**os.environ, "CC": "no-such-compiler"}
    done = subprocess.run(
        [sys.executable, "setup.py", "build_ext"], cwd=copy, env=environment, capture_output=True, text=True
    )
    assert done.returncode and done.stderr.strip().splitlines()[-1].startswith(
        "To build from source, ocean-tensor needs"
    )
    assert "Traceback" not in done.stderr
    assert {path.name for path in (copy / "build").rglob("*")} <= {".lock"}


def test_an_sdist_has_what_a_build_needs_and_leaves_nothing_behind_but_build(tmp_path: Path) -> None:
    copy = sources(tmp_path)
    before = {path.name for path in copy.iterdir()} | {path.name for path in (copy / "src").iterdir()}
    command = [sys.executable, "setup.py", "-q", "sdist", "--dist-dir", str(tmp_path / "dist")]
    subprocess.run(command, cwd=copy, check=True, capture_output=True)
    after = {path.name for path in copy.iterdir()} | {path.name for path in (copy / "src").iterdir()}
    assert after - before == {"build"}
    (made,) = (tmp_path / "dist").glob("*.tar.gz")
    with tarfile.open(made) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {
        str(path) for ending in ("pyx", "pxd", "pxi", "h", "pyi", "py") for path in Path("src").rglob(f"*.{ending}")
    }
    assert wanted | {"setup.py", "pyproject.toml", "README.md", "LICENSE", "PKG-INFO"} <= names


def sources(folder: Path) -> Path:
    """A copy of what git has of the package, and nothing else."""
    tracked = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(
        ["git", *tracked, "src", "setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if listed.returncode:
        pytest.skip("this is not a git checkout")
    copy = folder / "copy"
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).exists():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes((ROOT / name).read_bytes())
    return copy
