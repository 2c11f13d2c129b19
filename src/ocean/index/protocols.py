"""Python's protocols for containers: iteration, membership and the brackets of storage."""

from __future__ import annotations

from typing import Any

from ocean.core import tensor as core
from ocean.core.errors import OceanTypeError
from ocean.core.indexing import count_true, iterate, iterate_reversed
from ocean.core.memory import set_storage_index, storage
from ocean.core.tensor import tensor
from ocean.create import operand
from ocean.ops.dispatch import OPERATIONS


def contains(self: tensor, value: Any) -> bool:
    """Whether any element equals the value."""
    other = operand(value) if not isinstance(value, tensor) else value
    if other is NotImplemented:
        raise OceanTypeError(f"Expected a number or something like a tensor, got {type(value).__name__}")
    return count_true(core.call(OPERATIONS["equal"], (self, other))) > 0


tensor.__iter__ = iterate
tensor.__reversed__ = iterate_reversed
tensor.__contains__ = contains


def get_from_storage(self: storage, key: Any) -> Any:
    return tensor(self)[key]


def set_in_storage(self: storage, key: Any, value: Any) -> None:
    tensor(self)[key] = value


set_storage_index(get_from_storage, set_in_storage)
