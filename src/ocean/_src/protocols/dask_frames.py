"""Arrays and tensors in frames: the memory itself, as Dask sends it between workers and spills it to disk.

A frame is the memory of the elements, without repeated ones; the description travels in the header. Nothing is copied
on the host, unless the elements have gaps or the frame that came is read-only and the array was not.
"""

from __future__ import annotations

import pickle

from distributed.protocol.serialize import dask_deserialize, dask_serialize

from ocean._src.array.methods import as_tensor
from ocean._src.array.unwrap import wrap
from ocean._src.base.hints import Any
from ocean._src.core.objects.array import array
from ocean._src.core.objects.tensor import tensor
from ocean._src.exchange.copies import tensor_from_bytes


@dask_serialize.register(tensor)  # type: ignore[untyped-decorator]
def tensor_frames(source: tensor, context: Any = None) -> tuple[dict[str, Any], list[memoryview]]:
    """The header and the frame of a tensor."""
    if type(source) is not tensor:
        raise NotImplementedError("subclasses are pickled")
    reduced: Any = source.__reduce_ex__(5)
    elements, desc, readonly = reduced[1]
    return {"description": pickle.dumps(desc), "readonly": readonly}, [memoryview(elements)]


@dask_deserialize.register(tensor)  # type: ignore[untyped-decorator]
def framed_tensor(header: dict[str, Any], frames: list[Any]) -> tensor:
    """The tensor on the memory of a frame."""
    (frame,) = frames
    if not header["readonly"] and memoryview(frame).readonly:
        frame = bytearray(frame)
    return tensor_from_bytes(frame, pickle.loads(header["description"]), header["readonly"])


@dask_serialize.register(array)  # type: ignore[untyped-decorator]
def array_frames(source: array, context: Any = None) -> tuple[dict[str, Any], list[memoryview]]:
    """The header and the frame of an array."""
    if type(source) is not array:
        raise NotImplementedError("subclasses are pickled")
    found: tuple[dict[str, Any], list[memoryview]] = tensor_frames(as_tensor(source), context)
    return found


@dask_deserialize.register(array)  # type: ignore[untyped-decorator]
def framed_array(header: dict[str, Any], frames: list[Any]) -> array:
    """The array on the memory of a frame."""
    found: array = wrap(framed_tensor(header, frames).reverseAxes())
    return found
