"""Values from outside that a trace depends on; see guards.pyx."""

from collections.abc import Iterable
from typing import Any

ABSENT: Any
PLAIN: frozenset[type]

class guards:
    table: dict[Any, Any]
    labels: list[str]
    def same_as(self, other: guards) -> bool: ...

def make_guards(steps: list[tuple[Any, ...]], labels: list[str], roots: list[Any] = ..., fixed: Iterable[int] = ()) -> guards: ...
def read_guards(self: guards, roots: list[Any]) -> tuple[tuple[Any, ...], list[Any], list[Any]] | None: ...
def value_key(value: Any) -> tuple[Any, ...]: ...
