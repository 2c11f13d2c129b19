"""Python's buffer protocol in both directions: memory of other objects as tensors, memory of tensors as buffers."""

from typing import Any

from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import dtype
from ocean._src.core.objects.memory import memory
from ocean._src.core.objects.tensor import tensor

class held_buffer:
    """An open buffer. It is released when this object goes away."""

class lent_buffer:
    """The state of an open buffer of a tensor: the block of memory, and the sizes and strides."""

def memory_on(value: Any, kind: dtype | None, swapped: bool) -> memory:
    """A block of memory on the bytes of an object, whose buffer stays open as long as the block is used."""

def tensor_from_buffer(value: Any) -> tensor | None:
    """A tensor on the memory of an object with the buffer protocol, or None if it exports no buffer."""

def tensor_from_array(value: Any) -> tensor | None:
    """`tensor_from_buffer` for arrays that have other protocols, too: also None if there is no dtype for the buffer."""

def view_of(source: tensor) -> memoryview:
    """The memory of a tensor, with its size and strides."""

def data_of(source: array) -> Any:
    """The memory of an array as a buffer."""
