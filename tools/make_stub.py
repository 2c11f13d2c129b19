"""Write src/ocean/__init__.pyi from the package itself: `python tools/make_stub.py` (tests check that it is current).

The functions that come from rows of the operation table exist only at run time; the stub names them, with their
signatures and docstrings, for editors and type checkers.
"""

from __future__ import annotations

import sys
from pathlib import Path

import ocean
from ocean._src.elementwise import FUNCTIONS as ELEMENTWISE
from ocean._src.ops.table import ROWS
from ocean._src.reduce import DEGREES
from ocean._src.reduce import FUNCTIONS as REDUCTIONS

STUB = Path(__file__).parents[1] / "src" / "ocean" / "__init__.pyi"
DTYPES = (
    "bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "half", "float", "double",
    "chalf", "cfloat", "cdouble",
)  # fmt: skip


def imported(source: str) -> list[str]:
    """The import statements of `__init__.py` that bring in public names, marked as exports."""
    import ast

    lines = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("ocean"):
            names = [
                alias.name
                for alias in node.names
                if not (alias.asname or alias.name).startswith("_") and not alias.asname
            ]
            lines += [f"from {node.module} import {name} as {name}" for name in sorted(names)]
    return lines


def elementwise(name: str) -> list[str]:
    row = ROWS[name]
    operands = ["A", "B", "C"][: row.arity]
    result = "ABCD"[row.arity]
    given = ", ".join(f"{letter}: Operand" for letter in operands)
    if name == "where":  # the condition alone is enough
        given = given.replace("B: Operand", "B: Operand = ...").replace("C: Operand", "C: Operand = ...")
    mode = ", mode: str | tensor | None = None" if row.domain else ""
    doc = (getattr(ocean, name).__doc__ or "").replace('"""', "'''")
    return [
        f"def {name}({given}{mode}, {result}: tensor | None = None) -> Any:",
        f'    """{doc}"""',
        "",
    ]


def reduction(name: str) -> list[str]:
    doc = getattr(ocean, name).__doc__ or ""
    last = ", *, ddof: builtins.float = 0" if name in DEGREES else ""
    options = f"axes: Axes = None, keepdims: builtins.bool = False, B: tensor | None = None{last}"
    return [
        f"def {name}(A: Operand, {options}) -> Any:",
        f'    """{doc}"""',
        "",
    ]


def text() -> str:
    source = Path(ocean.__file__).read_text()
    lines = [
        '"""Ocean: column-major strided tensors of 15 dtypes on many devices, with kernels compiled on demand."""',
        "",
        "# Made by tools/make_stub.py; do not edit.",
        "",
        "import builtins",
        "from collections.abc import Sequence",
        "from typing import Any",
        "",
        *imported(source),
        "",
        "Operand = Any",
        "Axes = int | Sequence[int] | None",
        "",
        *(f"{name}: dtype" for name in DTYPES),
        "inf: builtins.float",
        "nan: builtins.float",
        "pi: builtins.float",
        "e: builtins.float",
        "true: scalar",
        "false: scalar",
        "gpu: list[device]",
        "__version__: str",
        "",
    ]
    for name in sorted(ELEMENTWISE):
        lines += elementwise(name)
    for name in sorted(REDUCTIONS):
        lines += reduction(name)
    return "\n".join(lines).rstrip() + "\n"


def main() -> int:
    if "--check" in sys.argv:
        return int(not STUB.exists() or STUB.read_text() != text())
    STUB.write_text(text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
