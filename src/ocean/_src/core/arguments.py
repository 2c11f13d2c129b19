"""Arguments: Ocean's optional positional arguments are told apart by type, and keywords work as well."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Integral
from types import FunctionType
from typing import Any, TypeVar

from ocean._src.core.dtypes import scalar
from ocean._src.core.errors import OceanTypeError

Function = TypeVar("Function", bound=Callable[..., Any])


def method(*classes: type) -> Callable[[Function], Function]:
    """Add a function to compiled classes as a method; it is defined in the room where a reader looks for it."""

    def add(function: Function) -> Function:
        for cls in classes:
            setattr(cls, function.__name__, function)
        return function

    return add


def attach(cls: type, **members: Any) -> None:
    """Add properties, operators and methods of other names to a compiled class."""
    for name, member in members.items():
        if isinstance(member, FunctionType) and not name.startswith("_"):
            member.__name__ = name
        setattr(cls, name, member)


def matches(value: Any, types: type | tuple[type, ...]) -> bool:
    """isinstance, but a bool is not an integer, and integer scalars of ours and of other packages are."""
    wanted = types if isinstance(types, tuple) else (types,)
    if isinstance(value, bool):
        return bool in wanted
    return isinstance(value, wanted) or (int in wanted and is_integer(value))


def is_integer(value: Any) -> bool:
    if isinstance(value, scalar):
        return bool(value.dtype.isnumber and not value.dtype.isfloat)
    return isinstance(value, Integral)


def sort(
    function: str, given: tuple[Any, ...], named: dict[str, Any], /, **slots: type | tuple[type, ...]
) -> list[Any]:
    """The value of each slot, in order: from a keyword, from the next positional argument of its type, or None.

    >>> sort("f", (3, "x"), {}, order=str, count=int)
    ['x', 3]
    """
    values: dict[str, Any] = {}
    for name, value in named.items():
        if name not in slots:
            raise OceanTypeError(f"{function}() got an unexpected keyword argument '{name}'")
        if value is not None:
            if not matches(value, slots[name]):
                raise OceanTypeError(f"{function}(): {name} must be {kinds(slots[name])}, got {value!r}")
            values[name] = plain(value)
    for value in given:
        if value is None:
            continue
        name = next((each for each, types in slots.items() if each not in values and matches(value, types)), "")
        if not name:
            expected = ", ".join(f"{each} ({kinds(types)})" for each, types in slots.items() if each not in values)
            raise OceanTypeError(f"{function}(): unexpected argument {value!r}; expected {expected or 'no more'}")
        values[name] = plain(value)
    return [values.get(name) for name in slots]


def plain(value: Any) -> Any:
    """Other packages' integers as Python's; anything else as it is."""
    return value.__index__() if isinstance(value, Integral) and not isinstance(value, bool) else value


def kinds(types: type | tuple[type, ...]) -> str:
    names = [each.__name__ for each in (types if isinstance(types, tuple) else (types,))]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]
