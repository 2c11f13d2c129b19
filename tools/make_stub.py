"""Write src/ocean/__init__.pyi from the package itself: `python tools/make_stub.py` (tests check that it is current).

Public functions take their arguments by signatures; the stub writes these, with their docstrings, for editors and type
checkers. The rest is imported from where it is defined.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import re
import sys
from pathlib import Path

import ocean

STUB = Path(__file__).parents[1] / "src" / "ocean" / "__init__.pyi"
DTYPES = (
    "bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "half", "float", "double",
    "chalf", "cfloat", "cdouble",
)  # fmt: skip


TYPES = {
    "bool": "builtins.bool", "int": "SupportsIndex", "str": "str", "list": "Sequence[Any]",
    "integers": "SupportsIndex | Sequence[int]",
    "dtype": "dtype | type[Any] | str", **{word: word for word in ("device", "stream", "storage", "tensor", "scalar")},
}  # fmt: skip
"""What the kinds of arguments are for a type checker; all others are Any."""


def has_signature(name: str) -> bool:
    """Whether a public function takes its arguments by a signature, from which its stub is written."""
    return not name.startswith("_") and hasattr(getattr(ocean, name), "takes")


def imported(source: str) -> list[str]:
    """The import statements of `__init__.py` that bring in public names without a signature, marked as exports."""
    lines = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("ocean"):
            names = [alias.name for alias in node.names if not alias.name.startswith("_") and not alias.asname]
            names = [name for name in sorted(names) if not has_signature(name)]
            lines += [f"from {node.module} import {name} as {name}" for name in names]
    return lines


def typed(words: str) -> str:
    types = [TYPES.get(word, "Any") for word in re.split(", | or ", words)]
    return "Any" if "Any" in types else " | ".join(dict.fromkeys(types))


def function(name: str) -> list[str]:
    """The stub of a function: its required arguments, then the optional ones in any order, or by name."""
    takes = getattr(ocean, name).takes
    kinds = {each: typed(takes.kind(each)) for each in takes.names}
    leading = list(itertools.takewhile(takes.is_required, takes.names))
    options = [each for each in takes.names if each not in leading]
    parts = [f"{each}: {kinds[each]}" for each in leading]
    if any(map(takes.is_required, options)):  # optional arguments come before required ones
        parts.append("*arguments: Any")
    elif options:
        types = " | ".join(dict.fromkeys(" | ".join(kinds[each] for each in options).split(" | ")))
        parts.append(f"*options: {'Any' if 'Any' in types.split(' | ') else f'{types} | None'}")
    parts += [f"{each}: {kinds[each]}{'' if kinds[each] == 'Any' else ' | None'} = ..." for each in options]
    parts += [f"{alias}: {kinds[each]} | None = ..." for alias, each in takes.aliases.items()]
    returns = re.sub(r"\bbool\b", "builtins.bool", takes.returns)
    doc = inspect.cleandoc(getattr(ocean, name).__doc__).replace('"""', "'''").replace("\n", "\n    ")
    doc = "\n".join(line.rstrip() for line in doc.split("\n"))
    close = "\n    " if "\n" in doc else ""
    return [f"def {name}({', '.join(parts)}) -> {returns}:", f'    """{doc}{close}"""', ""]


def text() -> str:
    source = Path(ocean.__file__).read_text()
    lines = [
        '"""Ocean: column-major strided tensors of 15 dtypes, with kernels compiled on demand."""',
        "",
        "# Made by tools/make_stub.py; do not edit.",
        "",
        "import builtins",
        "from collections.abc import Sequence",
        "from typing import Any, SupportsIndex",
        "",
        *imported(source),
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
    for name in sorted(filter(has_signature, dir(ocean))):
        lines += function(name)
    return "\n".join(lines).rstrip() + "\n"


def main() -> int:
    if "--check" in sys.argv:
        return int(not STUB.exists() or STUB.read_text() != text())
    STUB.write_text(text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
