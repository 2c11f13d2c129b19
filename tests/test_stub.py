"""The stub of the package names what the package has."""

import ast
from pathlib import Path

import ocean


def stub_names():
    stub = Path(ocean.__file__).with_suffix(".pyi")
    for node in ast.parse(stub.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign):
            yield node.target.id
        elif isinstance(node, ast.ImportFrom) and node.module.startswith("ocean"):
            yield from (alias.asname or alias.name for alias in node.names)


def test_stub_names_every_public_name():
    public = {name for name in vars(ocean) if not name.startswith("_")}
    modules = {name for name in public if type(getattr(ocean, name)).__name__ == "module"}
    assert public - modules == set(stub_names()) - {"__version__", "Operand", "Axes"}
