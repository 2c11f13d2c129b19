"""Docstrings of public functions: complete, in numpydoc's form, with examples that run as printed."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ocean
import ocean.numpy
from ocean._src.exchange import registry
from ocean._src.help import docstrings

pytestmark = pytest.mark.host_only("docstrings are the same everywhere")

MODULES = ("ocean", "ocean.linalg", "ocean.fft", "ocean.numpy", "ocean.numpy.linalg", "ocean.numpy.fft")
CHECKS = ["GL08", "SS01", "SS03", "PR01", "PR02", "PR03", "PR04", "PR06", "PR07", "PR08", "PR10", "RT01", "RT03", "EX01"]  # fmt: skip
"""Of numpydoc's validation: there is a summary, which ends with a period; all parameters are there, with type and
description, which begins with a capital; there are returned values and examples."""


def functions(module: str) -> dict[str, Any]:
    """The public functions of a module, by their full names. NumPy's own keep their docstrings."""
    owner = importlib.import_module(module)
    found = {}
    for name in dir(owner):
        each = getattr(owner, name)
        private = name.startswith("_") or isinstance(each, (type, ocean.dtype, ocean.device)) or inspect.ismodule(each)
        if callable(each) and not private and str(getattr(each, "__module__", "")).startswith("ocean"):
            found[f"{each.__module__}.{each.__qualname__}"] = each
    return found


def methods() -> dict[str, Any]:
    """The public methods of both faces, by their full names; views of r-tensors have the docstrings of tensors."""
    found = {}
    kinds = {"method", "function", "cython_function_or_method"}
    for cls in (ocean.numpy.ndarray, ocean.tensor, ocean.rtensor):
        for name in dir(cls):
            each = inspect.getattr_static(cls, name)
            if not name.startswith("_") and type(each).__name__ in (kinds if cls is not ocean.rtensor else {"method"}):
                found[f"{cls.__module__}.{cls.__qualname__}.{name}"] = each
    return found


METHODS = methods()
FUNCTIONS = {name: each for module in MODULES for name, each in functions(module).items()}
STATIC = {"ocean.getNumThreads", "ocean.setNumThreads"}
"""Compiled functions, whose docstrings are in their sources."""


def test_there_are_many() -> None:
    assert len(FUNCTIONS) > 650 and set(docstrings.entries()) <= set(FUNCTIONS)


def test_every_public_function_has_an_example() -> None:
    assert set(FUNCTIONS) - set(docstrings.entries()) - STATIC == set()


def test_every_parameter_is_described() -> None:
    lacking = [
        f"{name}: {line}"
        for name, each in FUNCTIONS.items()
        if name not in STATIC
        for line in docstrings.parameters(each, name).splitlines()
        if not line.strip()
    ]
    assert lacking == []


def test_no_description_is_left_over() -> None:
    """Each line of the tables is about a parameter that exists."""
    every = {**FUNCTIONS, **METHODS}
    used = {(face(name), each.__name__, star + key) for name, each in every.items() for star, key in names(each)}
    for here, table in docstrings.tables().items():
        known = {f"{function}.{key}" for there, function, key in used if there == here} | {key for _, _, key in used}
        both = docstrings.tables()["arrays" if here == "tensors" else "tensors"]
        left = [key for key in table if key not in known and key not in both and key not in OTHERS]
        assert not left, left


OTHERS = ("result", "included", "copyto.included")
"""Descriptions of parameters that mean one thing in some functions, and another in others."""


def face(name: str) -> str:
    return "arrays" if name.startswith("ocean.numpy") else "tensors"


def names(function: Any) -> list[tuple[str, str]]:
    kinds = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return [(kinds.get(each.kind, ""), each.name) for each in inspect.signature(function).parameters.values()]


@pytest.fixture
def same_registry() -> Iterator[None]:
    before = dict(registry.EXPORT_TYPES)
    yield
    registry.EXPORT_TYPES.clear()
    registry.EXPORT_TYPES.update(before)


@pytest.mark.parametrize("module", MODULES)
def test_examples_run_as_printed(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, same_registry: None
) -> None:
    monkeypatch.chdir(tmp_path)
    report: list[str] = []
    runner, parser = doctest.DocTestRunner(), doctest.DocTestParser()
    for name in FUNCTIONS:
        if name.rpartition(".")[0] == module and name not in STATIC:
            shown = docstrings.entries()[name][1]
            if "import xarray" in shown and importlib.util.find_spec("xarray") is None:
                continue
            test = parser.get_doctest(shown, {"ocean": ocean, "np": ocean.numpy}, name, None, 0)
            assert test.examples, name
            runner.run(test, out=report.append)
    assert not runner.failures, "".join(report)


def test_help_shows_them() -> None:
    text = ocean.sum.__doc__
    assert text.startswith("sum(A [,axes [,keepdims] [,B]])\n\nThe sum")
    for part in ("Parameters\n-----", "\nkeepdims : bool, optional\n", "Returns\n-----", "Examples\n------", ">>> "):
        assert part in text
    assert ocean.numpy.histogram.__doc__.count("bins : int, str or array_like, optional") == 1


def test_numpydoc_finds_nothing_wrong() -> None:
    validate = pytest.importorskip("numpydoc.validate", reason="numpydoc is not installed").validate
    wrong = []
    for name in FUNCTIONS:
        public = next(each for each in (name, name.replace("ocean.numpy.linalg", "ocean.numpy")) if resolves(each))
        wrong += [f"{name}: {code} {words}" for code, words in validate(public)["errors"] if code in CHECKS]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", METHODS)
def test_methods_describe_their_parameters(name: str) -> None:
    validate = pytest.importorskip("numpydoc.validate", reason="numpydoc is not installed").validate
    wrong = [f"{code} {words}" for code, words in validate(name)["errors"] if code in METHOD_CHECKS]
    assert not wrong, METHODS[name].__doc__


METHOD_CHECKS = [each for each in CHECKS if each != "RT01"]
"""Some methods return nothing."""


@pytest.mark.parametrize("name", METHODS)
def test_examples_of_methods_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, same_registry: None
) -> None:
    monkeypatch.chdir(tmp_path)
    report: list[str] = []
    test = doctest.DocTestParser().get_doctest(
        METHODS[name].__doc__, {"ocean": ocean, "np": ocean.numpy}, name, None, 0
    )
    assert test.examples, name
    doctest.DocTestRunner().run(test, out=report.append)
    assert not report, "".join(report)


def test_no_example_of_a_method_is_left_over() -> None:
    assert set(docstrings.of_methods()) <= set(METHODS)


def test_methods_know_which_operand_takes_the_result() -> None:
    assert "\nB : tensor, optional\n    Takes the result" in ocean.tensor.sum.__doc__


def test_methods_refer_to_functions() -> None:
    text = ocean.numpy.ndarray.sum.__doc__
    assert "See Also\n--------\nocean.numpy.sum : The function." in text and "Returns\n" in text
    assert len(METHODS) > 240
    for name, each in METHODS.items():
        for other in re.findall(r"^(ocean[\w.]+) : The function", each.__doc__ or "", re.MULTILINE):
            assert resolves(other), name


def resolves(name: str) -> bool:
    module, _, last = name.rpartition(".")
    return hasattr(importlib.import_module(module), last)
