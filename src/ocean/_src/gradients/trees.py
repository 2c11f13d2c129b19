"""Nested lists, tuples, dicts and dataclasses of arrays, as arguments and results of differentiated functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass

from ocean._src.base.hints import Any


def mapped(function: Callable[..., Any], tree: Any, *others: Any) -> Any:
    """The same container with the function of each leaf; others are containers of the same structure."""
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*(mapped(function, *each) for each in zip(tree, *others, strict=True)))
    if type(tree) is list or type(tree) is tuple:
        return type(tree)([mapped(function, *each) for each in zip(tree, *others, strict=True)])
    if isinstance(tree, dict):
        return type(tree)((key, mapped(function, tree[key], *(each[key] for each in others))) for key in tree)
    if is_dataclass(tree) and not isinstance(tree, type):
        made = object.__new__(type(tree))
        for each in fields(tree):
            parts = (getattr(other, each.name) for other in (tree, *others))
            object.__setattr__(made, each.name, mapped(function, *parts))
        return made
    return tree if tree is None else function(tree, *others)


def leaves(tree: Any) -> list[Any]:
    """The leaves of a container, in order."""
    found: list[Any] = []
    mapped(found.append, tree)
    return found
