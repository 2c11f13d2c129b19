"""Python's container protocols: iteration, membership, indexing of storage, and devices that are called with
indices."""

from __future__ import annotations

from ocean._src.base.classes import attach
from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import Any
from ocean._src.core.call.operands import operand
from ocean._src.core.host.indexing.indexing import count_true, iterate, iterate_reversed
from ocean._src.core.objects.dtypes import scalar
from ocean._src.core.objects.memory import set_storage_index, storage
from ocean._src.core.objects.tensor import call_operation, tensor
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.tensor.convert import MOVED

from .objects import index


def contains(self: tensor, value: Any) -> bool:
    """Whether any element equals the value."""
    other = value if isinstance(value, (tensor, scalar)) else operand(value)
    if other is NotImplemented:
        raise OceanTypeError(f"Expected a number or something like a tensor, got {type(value).__name__}")
    return count_true(call_operation(OPERATIONS["equal"], (self, other))) > 0


attach(tensor, __iter__=iterate, __reversed__=iterate_reversed, __contains__=contains)


def get_from_storage(self: storage, key: Any) -> Any:
    return tensor(self)[key]


def set_in_storage(self: storage, key: Any, value: Any) -> None:
    tensor(self)[key] = value


set_storage_index(get_from_storage, set_in_storage)
MOVED[index] = index.setDevice
