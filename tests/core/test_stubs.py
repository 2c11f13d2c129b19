"""The stubs of the compiled modules name what the modules have, with everything that other modules attach to their classes."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import ocean
import ocean.random  # attaches the methods of generators
from ocean._src.base.classes import attach
from ocean._src.help.elsewhere import Elsewhere

pytestmark = pytest.mark.host_only("no tensors")

FOLDER = Path(ocean._src.core.__file__).parent
MODULES = {
    "objects": ["dtypes", "memory", "description", "tensor"],
    "call": ["arguments", "operands"],
    "functions": ["buffers", "dlpack", "combine", "lists", "copies", "create"],
    "host": ["indexing.indexing", "linalg.matmul", "random"],
}
NAMES = [f"{room}.{name}" for room, names in MODULES.items() for name in names]
PLAIN = {"__new__", "__init__", "__buffer__"}
"""Names that stubs have for type checkers, where the class has something else."""


def stub(name: str) -> ast.Module:
    return ast.parse((FOLDER / f"{name.replace('.', '/')}.pyi").read_text())


def declared(body: list[ast.stmt]) -> set[str]:
    """The names that a stub's module or class defines."""
    names = set()
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


def public(value: object, module: ModuleType) -> set[str]:
    """What a module defines itself and shows."""
    return {
        name
        for name, each in vars(value).items()
        if not name.startswith("_") and getattr(each, "__module__", module.__name__) in (module.__name__, "ocean", "ocean.random")
        and not isinstance(each, ModuleType) and not (isinstance(each, type) and issubclass(each, BaseException))
    }  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_modules(name: str) -> None:
    module = importlib.import_module(f"ocean._src.core.{name}")
    imported = {key for key, each in vars(module).items() if getattr(each, "__module__", "").startswith("ocean._src.core.")
                and each.__module__ != module.__name__}  # fmt: skip
    imported |= {"getNumThreads", "setNumThreads"} if name != "objects.tensor" else set()  # which say that they are of `ocean`
    assert public(module, module) - imported == declared(stub(name).body)


@pytest.mark.parametrize("name", NAMES)
def test_classes(name: str) -> None:
    module = importlib.import_module(f"ocean._src.core.{name}")
    for node in stub(name).body:
        if isinstance(node, ast.ClassDef):
            cls = getattr(module, node.name)
            shown = declared(node.body)
            assert {name for name, each in vars(cls).items() if name[0] != "_" and not isinstance(each, Elsewhere)} == {
                each for each in shown if not each.startswith("_")
            }, node.name
            for each in shown - PLAIN:
                assert hasattr(cls, each), f"{node.name}.{each}"


def test_methods_say_what_they_do() -> None:
    for cls in (ocean.tensor, ocean.storage, ocean.scalar, ocean.dtype, ocean.device, ocean.deviceCPU, ocean.stream):
        for name, member in vars(cls).items():
            if callable(member) and not name.startswith("_"):
                assert member.__doc__ and member.__name__ == name, f"{cls.__name__}.{name}"


def test_functions_say_what_they_do() -> None:
    for name in dir(ocean):
        value = getattr(ocean, name)
        if callable(value) and not name.startswith("_"):
            assert value.__doc__, name


def test_a_member_is_attached_once() -> None:
    with pytest.raises(TypeError, match="tensor.flipud exists already"):
        attach(ocean.tensor, flipud=ocean.tensor.fliplr)


def package_names() -> Iterator[str]:
    for node in ast.parse(Path(ocean.__file__).with_suffix(".pyi").read_text()).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ocean"):
            yield from (alias.asname or alias.name for alias in node.names)


def test_the_stub_of_the_package_names_every_public_name() -> None:
    public = {name for name in dir(ocean) if not name.startswith("_")}
    modules = {name for name in public if isinstance(getattr(ocean, name), ModuleType)}
    assert public - modules == set(package_names()) - {"__version__"} - modules
