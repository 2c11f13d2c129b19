"""Write the stubs from the package itself: `python tools/make_stub.py` (tests check that they are current).

Public functions take their arguments by signatures; src/ocean/__init__.pyi has these, with their docstrings, for
editors and type checkers. The rest is imported from where it is defined.

The stubs of src/ocean/_src/core/objects/{tensor,memory,dtypes}.pyi have the docstrings of the compiled
modules, and the members that other modules attach by their annotations or signatures. The types that only compiled code
knows are in tools/types, in the syntax of stubs with four abbreviations: `name: type` in a class is a property if the
class has one, with `= ...` one that can be set (`= type` to what is of another type), `__operators__` is each of
Python's binary operators that the class has, and `__dtypes__` each dtype.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import itertools
import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FunctionType, GetSetDescriptorType
from typing import Any

import ocean
import ocean.numpy
from ocean._src.core.call import callables
from ocean._src.core.objects.dtypes import DTYPE_LIST
from ocean._src.help.elsewhere import Elsewhere

PACKAGE = Path(__file__).parents[1] / "src" / "ocean"
KNOWN = Path(__file__).parent / "types"
TYPES = {
    "bool": "builtins.bool", "int": "SupportsIndex", "str": "str", "list": "Sequence[Any]",
    "integers": "SupportsIndex | Sequence[int]", "axis": "axis",
    "dtype": "dtype | type[Any] | str", **{word: word for word in ("device", "stream", "storage", "tensor", "scalar")},
}  # fmt: skip
"""What the kinds of arguments are for a type checker; all others are Any."""


def has_signature(value: Any) -> bool:
    """Whether a public function takes its arguments by a signature, from which its stub is written."""
    return getattr(value, "takes", None) is not None


def is_reduction(value: Any) -> bool:
    """Whether a public function is a reduction of arrays, or clips them."""
    return isinstance(value, callables.function) and value.op is not None and not has_signature(value)


def imported(source: str) -> list[str]:
    """The import statements of `__init__.py` that bring in public names without a signature, marked as exports."""
    lines = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("ocean"):
            names = [alias.name for alias in node.names if not alias.name.startswith("_") and not alias.asname]
            names = [name for name in sorted(names) if not has_signature(getattr(ocean, name, None))]
            lines += [f"from {node.module} import {name} as {name}" for name in names]
    return lines


def typed(words: str, name: str) -> str:
    types = [TYPES.get(word, "Any") for word in re.split(", | or ", words)]
    if name in ("axis", "axes"):
        types.append("axis | Sequence[axis]" if "integers" in words else "axis")
    return "Any" if "Any" in types else " | ".join(dict.fromkeys(types))


def function(name: str) -> list[str]:
    """The stub of a function: its required arguments, then the optional ones in any order, or by name."""
    takes = getattr(ocean, name).takes
    kinds = {each: typed(takes.kind(each), each) for each in takes.names}
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
    head = f"def {name}({', '.join(parts)}) -> {returns}:"
    return [head, *documented(getattr(ocean, name), "    "), ""]


def documented(value: Any, indent: str) -> list[str]:
    """The lines of the docstring of a function, class or property, without the signature that the compiler adds."""
    doc = inspect.cleandoc(value.__doc__ or "").replace('"""', "'''")
    if isinstance(value, callables.function) and not has_signature(value):
        value = value.general
    if not isinstance(value, (FunctionType, type, GetSetDescriptorType, property)) and not has_signature(value):
        doc = re.sub(r"\A[\w.]+\(.*\)( -> \w+)?(\n\n|\Z)", "", doc)
    if not doc:
        return []
    lines = f'"""{doc}'.split("\n")
    lines = [*lines, '"""'] if len(lines) > 1 else [f'{lines[0]}"""']
    return [f"{indent}{line}".rstrip() for line in lines]


def package_stub() -> str:
    source = Path(ocean.__file__).read_text()
    lines = [
        '"""Ocean: column-major strided tensors, with kernels compiled on demand."""',
        "",
        "# Made by tools/make_stub.py; do not edit.",
        "",
        "import builtins",
        "from collections.abc import Sequence",
        "from typing import Any, SupportsIndex",
        "",
        *imported(source),
        *(f"from {'ocean' if module == f'ocean.{name}' else module} import {name} as {name}"
          for name, module in ocean._LATER.items() if name != "gpu"),
        "",
        *(f"{each.spelling}: dtype" for each in DTYPE_LIST),
        "inf: builtins.float",
        "nan: builtins.float",
        "pi: builtins.float",
        "e: builtins.float",
        "true: scalar",
        "false: scalar",
        "gpu: list[deviceGPU]",
        "__version__: str",
        "",
    ]
    for name in sorted(each for each in dir(ocean) if not each.startswith("_") and has_signature(getattr(ocean, each))):
        lines += function(name)
    return "\n".join(lines).rstrip() + "\n"


# --- The core's classes ------------------------------------------------------------------------------------------

ARGUMENTS = {
    **dict.fromkeys(("index", "offset", "size"), "SupportsIndex"),
    **dict.fromkeys(("axis", "axis1", "axis2"), "SupportsIndex | axis"), "order": "Iterable[SupportsIndex | axis]",
}  # fmt: skip
"""What arguments of any kind are for a type checker, by their names."""

OPERATORS = ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift", "rshift")
HIDDEN = {"dtype": "DType", "device": "Device", "stream": "Stream", "storage": "Storage", "description": "Description"}
"""Other names for classes, where a member of the same name hides them."""


def core_stub(name: str) -> str:
    """The stub of a compiled module."""
    module = importlib.import_module(f"ocean._src.core.objects.{name}")
    source = (KNOWN / f"{name}.pyi").read_text()
    title, rest = source.split("\n", 1)
    lines = rest.split("\n")
    body = list(members(ast.parse(rest).body, lines, 0, module, ""))
    return "\n".join([title, "", "# Made by tools/make_stub.py from tools/types; do not edit.", *body]).rstrip() + "\n"


def members(nodes: list[ast.stmt], lines: list[str], start: int, owner: Any, indent: str) -> Iterator[str]:
    """What a module or class has, as its types are known, with docstrings; `start` is the line where it begins."""
    for node, following in itertools.zip_longest(nodes, nodes[1:]):
        begin = min(each.lineno for each in (node, *getattr(node, "decorator_list", ()))) - 1
        yield from lines[start:begin]  # comments
        start = node.end_lineno or 0
        own = lines[begin:start]
        if isinstance(node, ast.ClassDef):
            yield from class_stub(node, lines, getattr(owner, node.name))
        elif isinstance(node, ast.FunctionDef) and node.name == "__operators__":
            names = [f"__{kind}{each}__" for each in OPERATORS for kind in ("", "r", "i")]
            yield from (own[0].replace(node.name, each) for each in names if each in vars(owner))
        elif isinstance(node, ast.FunctionDef):
            value = getattr(owner, node.name, None)
            overloaded = bool(node.decorator_list)
            last = not overloaded or getattr(following, "name", None) != node.name
            special = node.name.startswith("__")
            doc = documented(value, f"{indent}    ") if last and (not special or has_signature(value)) else []
            if not overloaded and not special:
                check_names(node, value)
            yield from with_doc(own, doc)
            if doc and not indent and lines[start : start + 1] != [""]:
                yield ""
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "__dtypes__":
            yield from (own[0].replace("__dtypes__", each.spelling.upper()) for each in DTYPE_LIST)
        elif isinstance(node, ast.AnnAssign) and is_property(owner, node):
            name, kind = ast.unparse(node.target), ast.unparse(node.annotation)
            doc = documented(vars(owner)[name], f"{indent}    ")
            yield f"{indent}@property"
            yield from with_doc([f"{indent}def {name}(self) -> {kind}: ..."], doc)
            if node.value:
                yield f"{indent}@{name}.setter"
                given = ast.unparse(node.value).replace("...", kind)
                yield f"{indent}def {name}(self, value: {given}) -> None: ..."
        else:
            yield from own


def class_stub(node: ast.ClassDef, lines: list[str], cls: type) -> Iterator[str]:
    """A class: its docstring, the members whose types are known, and those that other modules attach."""
    yield lines[node.lineno - 1].removesuffix(" ...")
    yield from documented(cls, "    ")
    if not isinstance(node.body[0], ast.Expr):  # dots: it has no members of its own
        yield ""
        yield from members(node.body, lines, node.lineno, cls, "    ")
    known = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    known |= {ast.unparse(each.target) for each in node.body if isinstance(each, ast.AnnAssign)}
    names = [name for name, each in vars(cls).items() if name[0] != "_" and not isinstance(each, Elsewhere)]
    others = [name for name in names if name not in known]
    if others:
        yield from ["", "    # attached by other modules", ""]
    for name in others:
        yield from attached(cls, name, vars(cls)[name])


def is_property(owner: Any, node: ast.AnnAssign) -> bool:
    """Whether a name is a property of a class, and not one of its fields."""
    name = ast.unparse(node.target)
    member = vars(owner).get(name)
    field = name.startswith("__") or ast.unparse(node.annotation).startswith("Final")
    field = field or (getattr(member, "__doc__", None) or "").startswith(f"{name}: ")  # which the compiler writes
    return isinstance(member, (GetSetDescriptorType, property)) and not field


def with_doc(own: list[str], doc: list[str]) -> list[str]:
    """The lines of a function with a docstring in place of the dots."""
    return [*own[:-1], own[-1].replace(": ...", ":", 1), *doc] if doc else own


def check_names(node: ast.FunctionDef, value: Any) -> None:
    """Refuse a table of types whose arguments are others than those of the source."""
    arguments = node.args
    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    names += [each.arg for each in (arguments.vararg, arguments.kwarg) if each]
    if not has_signature(value):
        found = list(inspect.signature(value).parameters)
        if sorted(found) != sorted(names):
            raise SystemExit(f"tools/types: {node.name} has the arguments {names}, in the source {found}")


def attached(cls: type, name: str, member: Any) -> Iterator[str]:
    """A member that another module attaches to a class."""

    def visible(kind: Any) -> str:
        if not isinstance(kind, str):  # a compiled function has no annotations
            return "Any"
        return re.sub(r"\b\w+\b", lambda word: HIDDEN.get(word[0], word[0]) if word[0] in vars(cls) else word[0], kind)

    doc = documented(member, "        ")
    if isinstance(member, property) and member.fget:
        yield "    @property"
        kind = visible(inspect.signature(member.fget).return_annotation)
        yield from with_doc([f"    def {name}(self) -> {kind}: ..."], doc)
        return
    if is_reduction(member) or in_other_ways(member):
        yield from with_doc([f"    def {name}({spelled(member, True)}: ..."], doc)
        return
    arguments = list(from_signature(member.takes) if has_signature(member) else from_annotations(member))
    returns = member.takes.returns if has_signature(member) else signature_of(member).return_annotation
    parts = ", ".join(["self", *(f"{each}: {visible(kind)}{default}" for each, kind, default in arguments)])
    if arguments and arguments[-1][0] == "inplace":
        first = re.sub(r"inplace: .*", "inplace: Literal[False] = False", parts)
        second = re.sub(r"inplace: .*", "inplace: Literal[True]", parts)
        yield from ["    @overload", f"    def {name}({first}) -> tensor: ...", "    @overload"]
        yield from with_doc([f"    def {name}({second}) -> None: ..."], doc)
    else:
        own = "array" if cls is ocean.numpy.ndarray else cls.__name__  # as the compiled module calls it
        result = visible(returns) if isinstance(returns, str) else own
        yield from with_doc([f"    def {name}({parts}) -> {result}: ..."], doc)


def from_signature(takes: Any) -> Iterable[tuple[str, str, str]]:
    """The name, type and default of each argument after self."""
    for name in takes.names[1:]:
        kind = ARGUMENTS.get(name, "Any") if takes.kind(name) == "any" else typed(takes.kind(name), name)
        kind = kind.replace("builtins.", "")
        if takes.is_required(name):
            yield name, kind, ""
        elif name in takes.defaults:
            yield name, kind, f" = {json.dumps(takes.defaults[name])}"
        else:
            yield name, kind if kind == "Any" else f"{kind} | None", " = None"


def signature_of(member: Any) -> inspect.Signature:
    """The signature with annotations: that of the Python function in an object of ours."""
    general = getattr(member, "general", None)
    annotated = general is not None and not has_signature(member) and not hasattr(general, "signed")
    return inspect.signature(general if annotated else member)


def from_annotations(function: Any) -> Iterable[tuple[str, str, str]]:
    for each in list(signature_of(function).parameters.values())[1:]:
        yield each.name, each.annotation, "" if each.default is each.empty else f" = {each.default!r}"


def in_other_ways(member: Any) -> bool:
    """Whether a function has arguments that are only named, or any number of them."""
    kinds = {each.kind for each in signature_of(member).parameters.values()} if callable(member) else set()
    return not has_signature(member) and bool(kinds - {inspect.Parameter.POSITIONAL_OR_KEYWORD})


def spelled(member: Any, bound: bool) -> str:
    """The arguments of a function, and what it returns."""
    found = signature_of(member)
    first, *others = found.parameters.values()
    if bound:
        found = found.replace(parameters=[first.replace(name="self", annotation=first.empty), *others])
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(found)).lstrip("(")  # defaults keep their quotes


# --- ocean.numpy -------------------------------------------------------------------------------------------------


def numpy_stub() -> str:
    source = Path(ocean.numpy.__file__).read_text()
    lines = [
        '"""NumPy\'s conventions on Ocean\'s engine."""',
        "",
        "# Made by tools/make_stub.py; do not edit.",
        "",
        "import builtins",
        "from typing import Any",
        "",
    ]
    known, renamed = set(), []
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("ocean."):
            names = [alias for alias in node.names if not (alias.asname or "").startswith("_")]
            if [alias.name for alias in names] == ["*"]:
                names = [ast.alias(name) for name in importlib.import_module(node.module).__all__]
            for alias in sorted(names, key=lambda each: each.name):
                new = alias.asname or alias.name  # a new name is exported by an assignment only
                lines.append(f"from {node.module} import {alias.name} as {new if new == alias.name else '_' + new}")
                renamed += [] if new == alias.name else [f"{new} = _{new}"]
                known.add(new)
    lines += [f"from {module} import {name} as {name}" for name, module in ocean.numpy._LATER.items()]
    lines += [f"from ocean.numpy import {name} as {name}" for name in ocean.numpy._MODULES]
    known.update(ocean.numpy._LATER)
    known.update(ocean.numpy._dtypes.BEYOND)
    aliases, functions = [*renamed, *(f"{name}: Any" for name in ocean.numpy._dtypes.BEYOND)], []
    lines.append("")
    for name in dir(ocean.numpy):
        value = getattr(ocean.numpy, name)
        if name in known or inspect.ismodule(value):
            continue
        if isinstance(value, callables.ufunc):
            aliases.append(f"{name}: ufunc")
        elif is_reduction(value):
            functions += with_doc([f"def {name}({visible_here(spelled(value, False))}: ..."], documented(value, "    "))
        elif isinstance(value, (bool, float)):
            aliases.append(f"{name}: builtins.{type(value).__name__}")
        elif isinstance(value, str):
            aliases.append(f"{name}: str")
        elif value is None:
            aliases.append(f"{name}: None")
        else:
            aliases.append(f"{name} = {value.__name__}")
    return "\n".join([*lines, *aliases, "", *functions]).rstrip() + "\n"


def visible_here(text: str) -> str:
    """Names of Python's that are dtypes in the package; the class of arrays has NumPy's name there."""
    return re.sub(r"\barray\b", "ndarray", re.sub(r"\b(bool|float|int)\b", r"builtins.\1", text))


def texts() -> dict[Path, str]:
    """All stubs."""
    stubs = {PACKAGE / "__init__.pyi": package_stub(), PACKAGE / "numpy" / "__init__.pyi": numpy_stub()}
    core = PACKAGE / "_src" / "core" / "objects"
    return stubs | {core / each.name: core_stub(each.stem) for each in KNOWN.glob("*.pyi")}


if __name__ == "__main__":
    from made import finish

    sys.exit(finish(texts()))
