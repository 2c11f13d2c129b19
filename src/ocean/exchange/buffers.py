"""Memory that other objects own, through Python's buffer protocol: no copy, in every layout it can describe."""

from __future__ import annotations

import sys
from typing import Any

from ocean.core import description as layout
from ocean.core import tensor as core
from ocean.core.buffers import describe_buffer
from ocean.core.dtypes import DTYPE_LIST, dtype
from ocean.core.errors import OceanTypeError, OceanValueError
from ocean.core.memory import cpu, foreign_memory
from ocean.core.tensor import tensor

BY_SPELLING = {each.spelling: each for each in DTYPE_LIST}
SIGNED = {1: "int8", 2: "int16", 4: "int32", 8: "int64"}
FLOATS = {"e": "half", "f": "float", "d": "double", "Ze": "chalf", "Zf": "cfloat", "Zd": "cdouble"}


def parse_format(text: str, itemsize: int) -> tuple[dtype, bool] | None:
    """The dtype and byte order of a buffer's format string, or None when no dtype has it."""
    swapped = False
    if text[:1] in "@=<>!^":
        swapped = (text[:1] in ">!") if sys.byteorder == "little" else text[:1] == "<"
        text = text[1:]
    if text == "?":
        name = "bool"
    elif text in FLOATS:
        name = FLOATS[text]
    elif text in ("b", "h", "i", "l", "q", "n"):
        name = SIGNED[itemsize]
    elif text in ("B", "H", "I", "L", "Q", "N"):
        name = "u" + SIGNED[itemsize]
    else:
        return None
    kind = BY_SPELLING[name]
    return (kind, swapped and itemsize > 1) if kind.size == itemsize else None


def from_buffer(value: Any) -> tensor | None:
    """A tensor on the memory of an object with the buffer protocol, or None when it has none."""
    if not hasattr(value, "__array_interface__") and not hasattr(value, "__array__"):
        buffer = describe_buffer(value)
        if buffer is None:
            return None
    else:
        buffer = describe_buffer(value)
        if buffer is None:
            from .numpy import from_array_protocol

            return from_array_protocol(value)
    found = parse_format(buffer.format, buffer.itemsize)
    if found is None:
        raise OceanTypeError(f"There is no dtype for buffer elements of format {buffer.format!r}")
    return on_foreign(buffer, buffer.address, buffer.shape, buffer.strides, found[0], found[1], buffer.readonly)


def on_foreign(
    owner: Any,
    address: int,
    size: tuple[int, ...],
    strides: tuple[int, ...],
    kind: dtype,
    swapped: bool,
    readonly: bool,
) -> tensor:
    """A tensor on memory that `owner` keeps alive; the storage spans the bytes that the elements touch."""
    if len(size) > 8:
        raise OceanValueError(f"Maximum number of tensor dimension elements exceeded (8): the array has {len(size)}")
    desc = layout.make(kind, size, strides, cpu)
    memory = foreign_memory(address + desc.low, desc.high - desc.low, readonly, owner, kind, swapped)
    return core.on_memory(memory, -desc.low, desc)
