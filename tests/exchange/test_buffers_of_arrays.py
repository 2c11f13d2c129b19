"""The buffer protocol of arrays, weak references to them, and their sizes."""

from __future__ import annotations

import hashlib
import sys
import weakref
from typing import Any

import layouts
import numpy
import pytest
from layouts import DTYPES, dtype_id

import ocean
import ocean.numpy as np

host_only = pytest.mark.host_only("buffers are memory of the host")


@host_only
@pytest.mark.parametrize("kind", [each for each in DTYPES if each not in layouts.BEYOND], ids=dtype_id)
def test_buffers_are_those_of_numpy(kind: ocean.dtype) -> None:
    values = numpy.arange(24).reshape(2, 3, 4).astype(layouts.NUMPY[kind])
    swapped = values.astype(values.dtype.newbyteorder())
    for given in (values, values.T, values[:, ::-1, ::2], values[1, 2, 3:3], values[0, 0, 0, ...], swapped):
        a = np.asarray(given)
        view, wanted = memoryview(a), memoryview(given)
        assert (view.shape, view.strides, view.itemsize, view.nbytes) == (
            wanted.shape,
            wanted.strides,
            wanted.itemsize,
            wanted.nbytes,
        )
        assert view.tobytes() == wanted.tobytes() and numpy.asarray(view).dtype == given.dtype
        again = numpy.asarray(a)
        assert again.dtype == given.dtype and (not a.size or numpy.shares_memory(again, given))
    a = np.asarray(values.copy())
    assert bytes(a) == values.tobytes() and hashlib.sha256(a).digest() == hashlib.sha256(values).digest()
    memoryview(a).cast("B")[: a.itemsize] = bytes(numpy.ones(1, values.dtype))
    assert a[0, 0, 0] == 1


@host_only
def test_what_has_no_buffer() -> None:
    a = np.arange(6.0).reshape(2, 3)
    for given, message in ((a.lazy() + 1, "lazy array"), (a.T, "row-major"), (np.zeros(2, np.bfloat16), "no format")):
        with pytest.raises(BufferError, match=message):
            hashlib.sha256(given) if message == "row-major" else memoryview(given)
        assert numpy.asarray(given).shape == given.shape  # NumPy takes another way
    locked = a[:]
    locked.flags.writeable = False
    assert (
        memoryview(locked).readonly
        and not numpy.asarray(locked).flags.writeable
        and bytes(a[0, 1]) == numpy.float64(1).tobytes()
    )


def test_buffers_of_other_devices() -> None:
    a = np.ones(3, device=layouts.device)
    if not a.device.host:
        with pytest.raises(BufferError, match="to the cpu"):
            memoryview(a)
        with pytest.raises(TypeError, match="to_device"):
            numpy.asarray(a)


def test_weak_references_and_sizes() -> None:
    a: Any = np.zeros(1000, device=layouts.device)
    seen: list[int] = []
    reference, _ = weakref.ref(a), weakref.finalize(a, seen.append, 1)
    assert reference() is a
    assert 8000 < sys.getsizeof(a) < 8200 and sys.getsizeof(a[1:]) < 200 and sys.getsizeof(a[0]) < 200
    del a
    assert reference() is None and seen == [1]


@host_only
def test_data_is_the_memory() -> None:
    """It is no memoryview: netCDF4 takes what has one there for NumPy's own array."""
    values = numpy.arange(6.0).reshape(2, 3)
    a: Any = np.asarray(values.copy())
    assert type(a.data) is not memoryview and a.data == values.data and a.data == a.data
    assert bytes(a.data) == bytes(values.data) and memoryview(a.data).format == values.data.format
    assert (a.data.nbytes, a.data.shape, a.data.strides, len(a.data)) == (48, (2, 3), (24, 8), 2)
    assert hashlib.sha256(a.data).digest() == hashlib.sha256(values).digest()
    a.data[1, 2] = 9
    assert a[1, 2] == 9 and a.data[1, 2] == 9 and numpy.asarray(a.T.data).tolist() == a.T.tolist()
    a.flags.writeable = False
    with pytest.raises(TypeError):
        a.data[1, 2] = 3
    held = a.data
    del a
    assert held.tolist()[1][2] == 9
    with pytest.raises(AttributeError):
        _ = np.lazy(np.ones(3)).data
