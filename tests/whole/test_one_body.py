"""A function that tensors and arrays both have is computed in one place: the function of arrays maps axes and calls what
the function of tensors calls.

Functions of one row each (elementwise ones and reductions) have it for both faces, which tests/ops/test_table.py shows.
For the others, the test reads the names in the code of both functions and of those that they call: functions of Python,
rows, and compiled functions, whose sources it reads.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Hashable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

import ocean
import ocean._src
import ocean.linalg
import ocean.numpy as np
import ocean.numpy.linalg
from ocean._src.base.later import later
from ocean._src.ops.table import ROWS

pytestmark = pytest.mark.host_only("it reads code")

BODIES = (
    "ocean._src.core.functions.combine", "ocean._src.tensor.products", "ocean._src.tensor.twodim", "ocean._src.core.host.",
    "ocean._src.ops.reductions", "ocean._src.exchange.npy",
)  # fmt: skip
"""Code that is a body by itself; what is computed by others is in rooms of functions."""

EXCEPTIONS = {
    "round": "NumPy's has another meaning: halves become even, and digits are scaled by division",
    "load": "NumPy's reads from open files, and lets NumPy map memory",
}
"""Names with two bodies, and why."""


def is_row(value: Any) -> bool:
    """Whether a public function is a row, which launches an operation."""
    return getattr(value, "op", None) is not None


def unwrapped(value: Any) -> Any:
    """The function of Python, or the compiled object, behind a public name."""
    while hasattr(value, "__wrapped__") and not is_row(value):
        value = value.__wrapped__
    return value


def names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from names_in(each)


def called_by(function: Any) -> Iterator[Any]:
    """What a function of Python may call: names of its module, and of modules that it names or imports. A function of
    arrays may call their method of the same name."""
    if not isinstance(function, FunctionType):
        return
    names = dict.fromkeys(names_in(function.__code__))
    if function.__name__ in names and module_of(function).startswith("ocean._src.array."):
        yield vars(np.ndarray).get(function.__name__)
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, later) or name.startswith("ocean._src."):  # loaded by now or not, the answer is the same
            value = importlib.import_module(getattr(value, "__name__", name))
        if isinstance(value, ModuleType) and value.__name__.startswith("ocean._src."):
            yield from (getattr(value, each) for each in names if callable(getattr(value, each, None)))
        elif callable(value) and not isinstance(value, type):
            yield value


def module_of(function: Any) -> str:
    """Where a function is; `__module__` is where users find it."""
    if isinstance(function, FunctionType):
        return str(function.__globals__["__name__"])
    found = getattr(function, "__module__", None)
    return found if isinstance(found, str) else ""


def name_of(function: Any) -> str:
    return str(getattr(function, "__name__", ""))


def rows_of(function: Any) -> set[str]:
    """The rows that a function of Python names, by the names that they have for tensors."""
    if not isinstance(function, FunctionType):
        return {function.__name__} & ROWS.keys() if is_row(function) else set()
    texts = {each for each in constants_in(function.__code__) if isinstance(each, str)}
    if module_of(function).startswith("ocean._src.array."):
        return {row.name for row in ROWS.values() if (row.numpy or row.name) in texts and row.arrays}
    return texts & ROWS.keys()


def constants_in(code: CodeType) -> Iterator[Any]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from constants_in(each)
        elif isinstance(each, tuple):
            yield from each
        else:
            yield each


SOURCES = Path(ocean._src.__file__).parent / "core"
FILES = [*sorted((SOURCES / "functions").glob("*.pyx")), SOURCES / "objects" / "rtensor.pyx"]
"""Compiled functions with bodies; the others are about objects."""


@cache
def compiled_functions(place: str) -> dict[str, str]:
    """The text of each function in one of these files."""
    text = next(file for file in FILES if file.stem == place).read_text()
    found = re.finditer(r"(?m)^(?:cp?def|def) (?:inline )?(?:\w+ )?(\w+)\(.*\n(?:(?: .*)?\n)*", text)
    return {each[1]: each[0] for each in found} | {"": text}


def compiled_bodies(name: str, maker: str) -> set[str]:
    """All functions that a compiled function calls, and those that they call: `maker` makes it one of Python's."""
    made = {file.stem: re.search(rf"(?ms)^{name} = {maker}\(.*?(\w+_body)\b", file.read_text()) for file in FILES}
    waiting = [(place, title[1]) for place, title in made.items() if title]
    found: set[str] = set()
    while waiting:
        place, title = waiting.pop()
        here = compiled_functions(place)
        for other in set(re.findall(r"\w+", here.get(title, ""))) - {title}:
            known = re.search(rf"(\w+) cimport [^\n]*\b{other}\b", here[""])
            where = place if other in here else known[1] if known else ""
            if where in {file.stem for file in FILES} and f"{where}.{other}" not in found:
                found.add(f"{where}.{other}")
                waiting.append((where, other))
    return found


Bodies = dict[Hashable, str]


def reached(function: Any, name: str) -> Bodies:
    """All functions that a function of arrays calls, those that they call, and their rows."""
    found: Bodies = dict.fromkeys(compiled_bodies(name, "fast"), "compiled")
    seen, waiting = set(), [function]
    while waiting:
        each = unwrapped(waiting.pop())
        if id(each) not in seen:
            seen.add(id(each))
            found[id(each)] = name_of(each)
            waiting += called_by(each)
            if module_of(each).startswith("ocean._src.array."):
                found |= dict.fromkeys(rows_of(each), "row")
    return found


def bodies(function: Any, name: str) -> Bodies:
    """A function of tensors, the functions of its own module that it calls, the engines that these call, and their
    rows."""
    start = unwrapped(function)
    found: Bodies = dict.fromkeys(compiled_bodies(name, "compiled"), "compiled")
    found[id(start)] = name_of(start)
    waiting = [start]
    while waiting:
        each = waiting.pop()
        found |= dict.fromkeys(rows_of(each) - GENERAL, "row")
        for other in map(unwrapped, called_by(each)):
            if id(other) in found or name_of(other) in HELPERS:
                continue
            if module_of(other) == module_of(start) or name_of(other) == name_of(start):
                waiting.append(other)
            if module_of(other) == module_of(start) or module_of(other).startswith(BODIES):
                found[id(other)] = name_of(other)
    return found


GENERAL = {
    "copy",
    "where",
    "add",
    "subtract",
    "scale",
    "multiply",
    "divide",
    "less",
    "greaterEqual",
    "lessEqual",
    "conj",
}
"""Rows that many functions are made of: who shares one computes nothing together."""


HELPERS = {"viewable", "to_tensors", "along_axis", "integers_in", "along_only", "shown", "depth_of"}
"""Functions that read arguments: who shares one computes nothing together."""


def of_arrays() -> dict[str, list[Any]]:
    """The functions in the room of arrays by name: compiled ones hand over to them what takes longer."""
    found: dict[str, list[Any]] = {}
    room = importlib.import_module("ocean._src.array")
    for each in pkgutil.iter_modules(room.__path__):
        module = importlib.import_module(f"ocean._src.array.{each.name}")
        for value in vars(module).values():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                found.setdefault(value.__name__.strip("_"), []).append(value)
    return found


def pairs() -> Iterator[tuple[str, Any, list[Any]]]:
    """The names that both faces have, with the function of tensors and those of arrays."""
    known = of_arrays()
    for ours, theirs, prefix in ((ocean, np, ""), (ocean.linalg, np.linalg, "linalg.")):
        for name in sorted(set(dir(ours)) & set(dir(theirs))):
            first, second = getattr(ours, name), getattr(theirs, name)
            skipped = name.startswith("_") or isinstance(first, (type, ModuleType)) or not callable(first)
            if skipped or is_row(second) or isinstance(second, type) or not callable(second):
                continue
            own = unwrapped(second)
            mine = [own] if isinstance(own, FunctionType) else known.get(name, [])
            yield prefix + name, first, mine


PAIRS = {name: (first, second) for name, first, second in pairs()}


@pytest.mark.parametrize("name", PAIRS)
def test_one_body(name: str) -> None:
    tensors, arrays = PAIRS[name]
    title = name.removeprefix("linalg.")
    own = bodies(tensors, title)
    shared = [own[key] for each in arrays for key in reached(each, title).keys() & own.keys()]
    if name in EXCEPTIONS:
        assert not shared, f"{name} has one body now: take it off the list"
    else:
        assert shared, f"{name} of arrays calls nothing of {sorted(own.values())}"
