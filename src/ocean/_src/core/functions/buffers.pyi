"""Python's buffer protocol in both directions: memory of other objects as tensors, memory of tensors as buffers."""

from typing import Any

from ocean._src.core.objects.dtypes import dtype
from ocean._src.core.objects.memory import memory
from ocean._src.core.objects.tensor import tensor

class held_buffer:
    """An open buffer. It is released when this object goes away."""

class lent_buffer:
    """What a buffer of a tensor needs while it is open: the block of memory, and the sizes and strides."""

def memory_on(value: Any, kind: dtype | None, swapped: bool) -> memory:
    """A block of memory on the bytes of an object, which stays open as long as the block is used."""

def tensor_from_buffer(value: Any) -> tensor | None:
    """A tensor on the memory of an object with the buffer protocol, or None when it has none to give."""

def tensor_from_array(value: Any) -> tensor | None:
    """The same for arrays with other ways to say what they hold: None also when there is no dtype for the buffer."""

def view_of(source: tensor) -> memoryview:
    """The memory of a tensor, in its size and strides."""
