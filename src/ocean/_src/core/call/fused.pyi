"""Traces and fused calls; see fused.pyx."""

from collections.abc import Callable
from typing import Any

from ocean._src.core.call.callables import fusion
from ocean._src.core.objects.description import description
from ocean._src.core.objects.dtypes import dtype as Dtype
from ocean._src.core.objects.tensor import plan as Plan

class step:
    plan: Plan | None
    call: Callable[..., Any] | None
    results: tuple[description, ...]
    places: tuple[int, ...]
    sources: tuple[tuple[Any, ...], ...]
    note: Any

class traced:
    steps: list[step]
    count: int
    only: int
    finish: Callable[..., Any]
    keeps: Any
    unsized: unsized | None

class unsized: ...
class unsized_step: ...

EAGER: Any

def call_writer(python: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any: ...

def make_step(
    p: Plan | None,
    call: Callable[..., Any] | None,
    results: tuple[Any, ...],
    places: tuple[int, ...],
    sources: tuple[Any, ...],
    note: Any = None,
) -> step: ...
def make_traced(
    steps: list[step], count: int, only: int, finish: Callable[..., Any], keeps: Any, wraps: bool = False
) -> traced: ...
def make_unsized(
    steps: list[Any], count: int, only: int, finish: Callable[..., Any], keeps: Any, wraps: bool, most: int
) -> unsized | None: ...
def run_for_sizes(self: unsized, arguments: list[Any], outside: list[Any]) -> Any: ...
def key_for_sizes(key: list[Any]) -> list[Any] | None: ...
def run_trace(self: traced, arguments: list[Any], outside: list[Any]) -> Any: ...
def weak_class(value: complex) -> Dtype: ...
def read_argument(key: list[Any], arguments: list[Any], roots: list[Any], value: Any, whole: bool, exact: bool) -> bool: ...
def class_of(value: int) -> int | None: ...
def settings_key() -> list[Any]: ...
def known_trace(f: fusion, key: list[Any], arguments: list[Any], roots: list[Any], outside: list[Any]) -> Any: ...
def make_fused(python: Callable[..., Any], untraced: Callable[..., Any], arity: int, owner: Any) -> fusion: ...

def keep_call(called: tuple[Any, ...], did: fusion, arguments: list[Any]) -> None: ...
def recall_calls(*functions: Any) -> None: ...
