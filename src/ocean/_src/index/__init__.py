"""Indexing: conversion of keys and values for tensors and storage, and reusable index objects.

The compiled code (`core/host/indexing/indexing`) reads keys and moves elements.
"""

from ocean._src.base.hints import Any
from ocean._src.base.later import later

from . import protocols
from .convert import part_as_tensor, value_for
from .objects import index

pick = later("ocean._src.ops.gather")  # for devices other than the host


def by_device(name: str) -> Any:
    return lambda *given: getattr(pick, name)(*given)


HOOKS = {
    "key": part_as_tensor, "value": value_for, "pick": by_device("plan_pick"), "places": by_device("places"),
    "offsets": by_device("offsets"), "scatter_add": by_device("plan_scatter_add"),
}  # fmt: skip

__all__ = ["HOOKS", "index", "protocols"]
