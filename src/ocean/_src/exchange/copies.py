"""Python's copy protocols: `copy.copy` shares the elements, `copy.deepcopy` and `pickle` copy them.

Each tensor copies only its own elements, so copies of tensors that share storage do not share it. Pickle protocol 5
passes the elements as one buffer; with out-of-band buffers there is no copy in either direction.
"""

from __future__ import annotations

from ocean._src.base.classes import attach, method
from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.functions.buffers import memory_on
from ocean._src.core.objects.description import description, layout_is_dense
from ocean._src.core.objects.dtypes import dtype
from ocean._src.core.objects.memory import bytes_of, device, memory_at, storage, wrap_memory
from ocean._src.core.objects.tensor import memory_of, on_memory, tensor


@method(tensor)
def __copy__(self: tensor) -> tensor:
    """Another tensor on the same storage."""
    return self.shallowCopy()


@method(tensor, storage)
def __deepcopy__(self: Any, memo: dict[int, Any]) -> Any:
    """A clone; read-only if the original is."""
    result = self.clone()
    result.readonly = self.readonly
    return result


@method(tensor)
def __reduce_ex__(self: tensor, protocol: int) -> tuple[Any, ...]:
    """The elements in memory order, with repeated ones (strides of zero) once, and the description."""
    source = self if layout_is_dense(self._layout) else self.clone()
    desc = source._layout
    elements = bytes_of(memory_of(source), source.offset + desc.low, source.offset + desc.high)
    return tensor_from_bytes, (picklable(elements, self.readonly, protocol), desc, self.readonly)


def storage_reduce(self: storage, protocol: int) -> tuple[Any, ...]:
    elements = picklable(bytes_of(memory_of(self.asTensor()), 0, self.size), self.readonly, protocol)
    return storage_from_bytes, (elements, self.dtype, self.byteswapped, self.readonly, self.device)


attach(storage, __reduce_ex__=storage_reduce)
dtype.__module__ = "ocean"  # where pickles look up a dtype by its name; without it, pickle would search all modules


def picklable(elements: memoryview, readonly: bool, protocol: int) -> Any:
    if protocol >= 5:
        from pickle import PickleBuffer

        return PickleBuffer(elements.toreadonly() if readonly else elements)
    return bytes(elements) if readonly else bytearray(elements)


PLACES: list[device] = []
"""The device of this process, if it is one of several that share devices: what was on a device elsewhere goes there."""


def tensor_from_bytes(buffer: Any, desc: description, readonly: bool) -> tensor:
    """Rebuild a tensor from a pickle. The tensor uses the memory of the buffer, if its device is the host."""
    if PLACES and not desc.device.host:
        desc = desc.on_device(PLACES[0])
    memory = memory_at(memory_on(buffer, desc.dtype, desc.swapped), desc.device)
    return on_memory(memory, -desc.low, desc.with_byte_order(False), readonly)


def storage_from_bytes(buffer: Any, kind: dtype | None, swapped: bool, readonly: bool, where: device) -> storage:
    """Rebuild storage from a pickle."""
    result = wrap_memory(memory_at(memory_on(buffer, kind, swapped), where))
    if kind is not None and result.size % kind.size:
        raise OceanValueError(f"{result.size} bytes are not a whole number of elements of dtype {kind.name}")
    if readonly:
        result.readonly = True
    return result
