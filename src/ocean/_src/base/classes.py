"""Members of compiled classes that are defined in other modules, and public module names for functions and classes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from types import FunctionType

from ocean._src.base.hints import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def method(*classes: type) -> Callable[[Function], Function]:
    """Add a function to compiled classes as a method."""

    def add(function: Function) -> Function:
        for cls in classes:
            attach(cls, **{function.__name__: function})
        return function

    return add


def attach(cls: type, **members: Any) -> None:
    """Add properties, operators and renamed methods to a compiled class; each name only once."""
    for name, member in members.items():
        if name in vars(cls):
            raise TypeError(f"{cls.__name__}.{name} exists already and cannot be attached")
        if isinstance(member, FunctionType) and not name.startswith("_"):
            member.__name__ = name
        as_method = getattr(member, "as_method", None)  # of functions with a fast path, which do not bind
        setattr(cls, name, member if as_method is None else as_method(cls, name))


def publish_in(module: str, names: Mapping[str, Any]) -> None:
    """Set the `__module__` of public functions and classes to the public module, instead of the room where they
    live."""
    for name, each in names.items():
        own = getattr(each, "__name__", None) == name and str(getattr(each, "__module__", "")).startswith("ocean._src")
        if own and not name.startswith("_"):
            with suppress(AttributeError, TypeError):  # some compiled objects do not allow it
                each.__module__ = module
