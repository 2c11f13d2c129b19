"""The map in docs/architecture.md is true: no import goes up, no files import each other in a circle, and every source
file is in the map once."""

from __future__ import annotations

import ast
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.host_only("it reads files")

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"
TOOL = ROOT / "tools" / "make_map.py"
LOADERS = {"later", "written", "import_module", "named"}
"""Functions that import the module that their last argument names."""


def map_tool() -> Any:
    specification = importlib.util.spec_from_file_location("make_map", TOOL)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")


FILES = sorted(each for ending in ("py", "pyx", "pxd", "pxi") for each in (SOURCES / "ocean").rglob(f"*.{ending}"))
PLACES = {module_of(each): each for each in FILES if each.suffix in (".py", ".pyx")}


def named(module: str, names: list[str]) -> Iterator[str]:
    """The modules among what a statement imports."""
    for name in names:
        yield f"{module}.{name}" if f"{module}.{name}" in PLACES else module


def imported_by_python(path: Path) -> Iterator[tuple[int, str]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = module_of(path) if path.name == "__init__.py" else module_of(path).rpartition(".")[0]
    typing = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if id(node) in typing:  # what only type checkers read
            continue
        if isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            base = parts[: len(parts) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, each) for each in named(module, [alias.name for alias in node.names]))
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in LOADERS and node.args:
            last = node.args[-1]
            if isinstance(last, ast.Constant) and isinstance(last.value, str):
                yield node.lineno, last.value


def imported_by_cython(path: Path) -> Iterator[tuple[int, str]]:
    text = path.read_text(encoding="utf-8")
    for match in re.finditer(r"^[ \t]*from (ocean[\w.]*) c?import (\([^)]*\)|[^\n]*)", text, re.MULTILINE):
        names = [each.split()[0] for each in re.sub(r"#.*", "", match[2]).strip("()").split(",") if each.strip()]
        yield from ((text.count("\n", 0, match.start()) + 1, each) for each in named(match[1], names))
    for match in re.finditer(r"^[ \t]*c?import (ocean[\w.]*)", text, re.MULTILINE):
        yield text.count("\n", 0, match.start()) + 1, match[1]


def imports(path: Path) -> list[tuple[int, str]]:
    found = imported_by_python(path) if path.suffix == ".py" else imported_by_cython(path)
    return [(line, module) for line, module in found if module in PLACES and module != module_of(path)]


def test_no_import_goes_up() -> None:
    floor_of = map_tool().floor_of
    up = [
        f"{path.relative_to(SOURCES)}:{line} imports {module}"
        for path in FILES
        for line, module in imports(path)
        if module != "ocean._src" and floor_of(PLACES[module]) > floor_of(path)
    ]
    assert up == []


def test_imports_that_go_up_would_be_seen(tmp_path: Path) -> None:
    floor_of = map_tool().floor_of
    assert floor_of(PLACES["ocean._src.kernels.llvm.plans"]) > floor_of(PLACES["ocean._src.kernels.jobs"])
    assert floor_of(PLACES["ocean.numpy"]) > floor_of(PLACES["ocean._src.array.create"])
    code = "def f():\n    from ocean._src.array import create\n    later('ocean._src.lazy.fuse')\n"
    file = SOURCES / "ocean" / "_src" / "base" / "errors.py"
    tree_of = ast.parse
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ast, "parse", lambda _: tree_of(code))
        assert imports(file) == [(2, "ocean._src.array.create"), (3, "ocean._src.lazy.fuse")]


def test_no_files_import_each_other_in_a_circle() -> None:
    edges: dict[str, set[str]] = {}
    for path in FILES:
        module = module_of(path)
        packages = {".".join(module.split(".")[:k]) for k in range(1, module.count(".") + 2)}
        edges.setdefault(module, set()).update({each for _, each in imports(path)} - packages)
    state: dict[str, int] = {}

    def visit(module: str, trail: tuple[str, ...]) -> None:
        if state.get(module) == 1:
            raise AssertionError(" -> ".join((*trail[trail.index(module) :], module)))
        if module not in state:
            state[module] = 1
            for each in sorted(edges.get(module, ())):
                visit(each, (*trail, module))
            state[module] = 2

    for module in sorted(edges):
        visit(module, ())


def test_every_file_is_in_the_map_once() -> None:
    tool = map_tool()
    text = tool.DOCUMENT.read_text(encoding="utf-8")
    lines = text[text.index(tool.HEAD) : text.index(tool.END)].splitlines()
    room, shown = "", []
    for line in lines:
        cells = [each.strip().strip("`") for each in line.split(" | ")] if line.startswith("| ") else []
        if len(cells) == 3 and re.search(r"\.\w+$", cells[1]):
            room = cells[0].removeprefix("| ").strip("`| ") or room
            public = room.split("/")[0] == "ocean"
            shown.append((f"{room}/".partition("/")[2] if public else f"_src/{room}/") + cells[1])
    assert sorted(shown) == sorted(each.relative_to(tool.SOURCES).as_posix() for each in tool.sources())
