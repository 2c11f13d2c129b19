"""Names of `typing` for annotations: those that type checkers are told of are those that Python has."""

from __future__ import annotations

import ast
import typing
from pathlib import Path

import pytest

from ocean._src.base import hints

pytestmark = pytest.mark.host_only("it reads a file")


def test_all_names_are_there_and_are_those_of_typing() -> None:
    (choice,) = [each for each in ast.parse(Path(hints.__file__).read_text()).body if isinstance(each, ast.If)]
    told = {each.names[0].asname for each in choice.body if isinstance(each, ast.ImportFrom)}
    assert {"Any", "Protocol", "cast"} <= told
    for name in told:
        assert hasattr(hints, str(name)) and hasattr(typing, str(name)), name


def test_what_python_does_with_them() -> None:
    class Shape(hints.Protocol):
        def size(self) -> int: ...

    @hints.dataclass_transform(frozen_default=True)
    class Kept:
        counts: hints.ClassVar[dict[str, int]] = {}

    assert Shape.__mro__ == (Shape, hints.Protocol, object) and Kept.counts == {}
    assert hints.cast(int, "text") == "text" and hints.TypeVar("Kind", bound=int) is hints.Any


def test_signatures_show_the_name_alone() -> None:
    assert hints.Any.__module__ == "builtins" and hints.Any.__name__ == "Any"
