"""A function that tensors and arrays both have is computed in one place: the function of arrays maps axes and calls what
the function of tensors calls.

Functions of rows (elementwise ones and reductions) have one row for both, which tests/ops/test_table.py shows. For the
others, the test reads the names in the code of both functions and of those that they call.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

import ocean
import ocean._src
import ocean.linalg
import ocean.numpy as np
import ocean.numpy.linalg
from ocean._src.base.later import later

pytestmark = pytest.mark.host_only("it reads code")

OF_ROWS = ("ufunc", "reducer")
"""Classes of functions of arrays that are one row each."""
BODIES = ("ocean._src.core.functions.combine", "ocean._src.tensor.products", "ocean._src.core.host.", "ocean._src.ops.reductions")
"""Compiled and planned code that is a body by itself; what is computed by others is in rooms of functions."""

ROWS = "each face has its row of NumPy's or Ocean's typing; functions around it only read arguments"
MADE = "compiled for each face, which differ in the order of memory and in signatures; core/functions"
VIEWS = "a view of core/functions/views.pyx, which is a method of tensors"
EXCEPTIONS = {
    **dict.fromkeys(("angle", "ldexp", "round", "sinc", "isclose", "divmod", "modf", "frexp", "nan_to_num"), ROWS),
    **dict.fromkeys(("eye", "full", "linspace", "ones", "zeros", "lazy"), MADE),
    **dict.fromkeys(("diag", "linalg.diagonal", "linalg.matrix_transpose"), VIEWS),
    **dict.fromkeys(("trace", "linalg.trace"), "a view summed by the sum of each face, whose dtypes differ"),
    **dict.fromkeys(("dot", "linalg.matmul", "linalg.vecdot"), "the product of core, in NumPy's dtypes and with its operands exchanged"),
    **dict.fromkeys(("load", "save"), "NumPy's format, and others by the ending of the file"),
    "fuse": "the class of both is core's fusion", "indices": "NumPy's has another meaning: all indices of a shape",
    "average": "computed in NumPy's dtype, and in double for tensors: a body of its own",
    **dict.fromkeys(("take", "put", "take_along_axis", "put_along_axis"), "by NumPy's indexing, which fused functions trace: a body of its own"),
    "stack": "the join of core along a new axis, in any dtype; tensors have a shorter one",
}  # fmt: skip
"""Names with two bodies, or with one that the code does not name, and why."""


def unwrapped(value: Any) -> Any:
    """The function of Python, or the compiled object, behind a public name."""
    while hasattr(value, "__wrapped__"):
        value = value.__wrapped__
    return value


def names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from names_in(each)


def called_by(function: Any) -> Iterator[Any]:
    """What a function of Python may call: names of its module, and of modules that it names."""
    if not isinstance(function, FunctionType):
        return
    names = dict.fromkeys(names_in(function.__code__))
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, later):  # loaded by now or not, the answer is the same
            value = importlib.import_module(value.__name__)
        if isinstance(value, ModuleType) and value.__name__.startswith("ocean._src."):
            yield from (getattr(value, each) for each in names if callable(getattr(value, each, None)))
        elif callable(value) and not isinstance(value, type):
            yield value


def module_of(function: Any) -> str:
    found = getattr(function, "__module__", None)
    return found if isinstance(found, str) else ""


def name_of(function: Any) -> str:
    return str(getattr(function, "__name__", ""))


def reached(function: Any) -> dict[int, Any]:
    """All functions that a function calls, and those that they call."""
    found: dict[int, Any] = {}
    waiting = [function]
    while waiting:
        each = unwrapped(waiting.pop())
        if id(each) not in found:
            found[id(each)] = each
            waiting += called_by(each)
    return found


def bodies(function: Any) -> dict[int, Any]:
    """A function of tensors, the functions of its own module that it calls, and the engines that these call."""
    start = unwrapped(function)
    found, waiting = {id(start): start}, [start]
    while waiting:
        for other in map(unwrapped, called_by(waiting.pop())):
            if id(other) in found or name_of(other) in HELPERS:
                continue
            if module_of(other) == module_of(start) or name_of(other) == name_of(start):
                found[id(other)] = other
                waiting.append(other)
            elif module_of(other).startswith(BODIES):
                found[id(other)] = other
    return found


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
            if skipped or type(second).__name__ in (*OF_ROWS, "scalar_type") or not callable(second):
                continue
            own = unwrapped(second)
            mine = [own] if isinstance(own, FunctionType) else known.get(name, [])
            yield prefix + name, first, mine


PAIRS = {name: (first, second) for name, first, second in pairs()}


@pytest.mark.parametrize("name", PAIRS)
def test_one_body(name: str) -> None:
    tensors, arrays = PAIRS[name]
    own = bodies(tensors)
    shared = any(not own.keys().isdisjoint(reached(each).keys()) for each in arrays)
    if name in EXCEPTIONS:
        assert not shared, f"{name} has one body now: take it off the list"
    else:
        assert shared, f"{name} of arrays calls nothing of {sorted(map(name_of, own.values()))}"
