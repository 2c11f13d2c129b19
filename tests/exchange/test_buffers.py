"""The buffer protocol of tensors: what is asked for is given without a copy, or refused with a reason."""

from __future__ import annotations

import ctypes
import gc
import hashlib
import weakref
from typing import Any

import numpy as np
import pytest
from layouts import BEYOND, DTYPES, LAYOUTS, NUMPY, dtype_id, read, same, sample

import ocean

pytestmark = pytest.mark.host_only("buffers are memory of the host; the other devices refuse, see test_mirror.py")

WRITABLE, FORMAT, ND, STRIDES = 0x1, 0x4, 0x8, 0x18
C_CONTIGUOUS, F_CONTIGUOUS, ANY_CONTIGUOUS, INDIRECT = 0x38, 0x58, 0x98, 0x118
BUFFERED = [kind for kind in DTYPES if kind not in BEYOND]


class Buffer(ctypes.Structure):
    """Python's Py_buffer, to make requests that memoryview does not make."""

    _fields_ = [
        ("buf", ctypes.c_void_p), ("obj", ctypes.py_object), ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t), ("readonly", ctypes.c_int), ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p), ("shape", ctypes.POINTER(ctypes.c_ssize_t)),
        ("strides", ctypes.POINTER(ctypes.c_ssize_t)), ("suboffsets", ctypes.POINTER(ctypes.c_ssize_t)),
        ("internal", ctypes.c_void_p),
    ]  # fmt: skip


def request(source: Any, flags: int) -> dict[str, Any]:
    """What a buffer request gives, and the buffer released again."""
    view = Buffer()
    if ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(source), ctypes.byref(view), flags):
        raise AssertionError("an error that was not raised")
    found = {
        "address": view.buf, "len": view.len, "itemsize": view.itemsize, "readonly": bool(view.readonly),
        "format": view.format, "shape": tuple(view.shape[: view.ndim]) if view.shape else None,
        "strides": tuple(view.strides[: view.ndim]) if view.strides else None,
        "suboffsets": bool(view.suboffsets),
    }  # fmt: skip
    ctypes.pythonapi.PyBuffer_Release(ctypes.byref(view))
    return found


@pytest.mark.parametrize("kind", BUFFERED, ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_is_lent(layout: str, kind: ocean.dtype) -> None:
    tensor, wanted = sample(layout, kind)
    view = memoryview(tensor)
    assert view.shape == tensor.size and view.strides == tensor.strides and view.itemsize == tensor.elemsize
    assert view.nbytes == tensor.nelem * tensor.elemsize and not view.readonly
    assert view.format.startswith(">") == tensor.byteswapped
    array = np.asarray(tensor)
    assert array.dtype == (NUMPY[kind].newbyteorder() if tensor.byteswapped else NUMPY[kind])
    assert array.__array_interface__["data"][0] == tensor.ptr and array.strides == tensor.strides
    same(array.astype(NUMPY[kind]), wanted)
    back = ocean.asTensor(view)
    assert back.dtype is kind and back.ptr == tensor.ptr and back.byteswapped == tensor.byteswapped
    same(read(back), wanted)


@pytest.mark.parametrize("size", [(), (0,), (1,), (3, 0, 2), (1, 1), (2,) * 8], ids=str)
def test_every_size_is_lent(size: tuple[int, ...]) -> None:
    for kind in BUFFERED:
        tensor, wanted = sample("contiguous", kind, size)
        assert memoryview(tensor).shape == size and np.asarray(tensor).shape == size
        same(np.asarray(tensor), wanted)
        assert ocean.asTensor(memoryview(tensor)).size == size


def test_requests_get_what_they_ask_for() -> None:
    tensor = ocean.tensor([3, 4], "C", ocean.int16)
    plain = request(tensor, 0)
    assert plain == {
        "address": tensor.ptr, "len": 24, "itemsize": 2, "readonly": False, "format": None, "shape": None,
        "strides": None, "suboffsets": False,
    }  # fmt: skip
    assert request(tensor, ND)["shape"] == (3, 4) and request(tensor, ND)["strides"] is None
    assert request(tensor, STRIDES)["strides"] == (8, 2) and request(tensor, FORMAT | ND)["format"] == b"h"
    assert request(tensor, INDIRECT | WRITABLE | FORMAT)["strides"] == (8, 2)
    assert request(tensor, C_CONTIGUOUS)["strides"] == (8, 2) == request(tensor, ANY_CONTIGUOUS)["strides"]
    column = tensor.T
    assert request(column, F_CONTIGUOUS)["strides"] == (2, 8) == request(column, ANY_CONTIGUOUS)["strides"]


def test_requests_that_the_layout_does_not_allow_are_refused() -> None:
    tensor = ocean.zeros([3, 4])
    for flags in (0, ND, C_CONTIGUOUS, FORMAT):
        with pytest.raises(BufferError, match="not in row-major order"):
            request(tensor, flags)
    with pytest.raises(BufferError, match="not in column-major order"):
        request(tensor.T, F_CONTIGUOUS)
    with pytest.raises(BufferError, match="not in column-major or row-major order"):
        request(tensor.slice(0, 0, 2), ANY_CONTIGUOUS)
    with pytest.raises(ocean.OceanBufferError, match="read-only"):
        tensor.readonly = True
        request(tensor, STRIDES | WRITABLE)
    assert request(tensor, STRIDES)["readonly"]
    with pytest.raises(BufferError, match="no format for complex half"):
        memoryview(ocean.zeros([2], ocean.chalf))
    with pytest.raises(BufferError, match=r"no format for bfloat16; use convertTo\('numpy'\)"):
        memoryview(ocean.zeros([2], ocean.bfloat16))
    assert request(ocean.zeros([2], ocean.chalf), 0)["len"] == 8


def test_bytes_of_row_major_tensors() -> None:
    tensor = ocean.tensor([2, 3], "C", ocean.int32)
    tensor.copy(ocean.asTensor([[1, 2, 3], [4, 5, 6]], "R"))
    expected = np.array([[1, 2, 3], [4, 5, 6]], np.int32).tobytes()
    assert hashlib.sha256(tensor).digest() == hashlib.sha256(expected).digest()
    assert memoryview(tensor).tobytes() == expected == bytes(tensor)
    assert memoryview(tensor).tolist() == [[1, 2, 3], [4, 5, 6]] == memoryview(tensor.T.replicate().T).tolist()


def test_a_buffer_keeps_the_memory_whatever_becomes_of_the_tensor() -> None:
    tensor = ocean.arange(1000)
    views = [memoryview(tensor), memoryview(tensor.reshape(10, 100))]
    tensor.dealloc()
    gc.collect()
    ocean.ones([1000], ocean.int64)
    assert views[0].tolist() == list(range(1000)) and views[1][3, 99] == 993
    tensor = ocean.arange(6)
    view = memoryview(tensor)
    tensor.reshape(2, 3, True)
    assert view.shape == (6,) and memoryview(tensor).shape == (2, 3)


def test_nothing_leaks() -> None:
    gc.collect()
    before = ocean.cpu.usedBytes
    for _ in range(300):
        tensor = ocean.zeros([100, 10], ocean.double)
        view = memoryview(tensor)
        back = ocean.asTensor(view)
        array = np.asarray(back)
        tensor.storage.readonly = True
        with pytest.raises(TypeError, match="not writable"):
            ctypes.c_char.from_buffer(tensor)
        with pytest.raises(BufferError):
            request(tensor, 0)
    del tensor, view, back, array
    gc.collect()
    assert ocean.cpu.usedBytes == before

    class Owned(np.ndarray):
        pass

    source = np.zeros(5).view(Owned)
    alive = weakref.ref(source)
    for _ in range(10):
        with pytest.raises(TypeError):
            ocean.asTensor(np.zeros(3, np.longdouble))
        ocean.asTensor(source)
    del source
    gc.collect()
    assert alive() is None


def test_reference_counts() -> None:
    tensor = ocean.zeros([4])
    assert tensor.storage.refcount == 2
    view = memoryview(tensor)
    assert tensor.storage.refcount == 3
    view.release()
    assert tensor.storage.refcount == 2
