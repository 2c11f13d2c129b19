"""Arrays and tensors in Dask's frames: the memory itself is sent and spilled, in any layout and from any device."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest

import ocean
import ocean.numpy as np

protocol = pytest.importorskip("distributed.protocol")

V = numpy.random.default_rng(3).standard_normal((60, 50))
LAYOUTS = {
    "rows": lambda v: v, "columns": lambda v: v.T, "steps": lambda v: v[::2, ::3], "backwards": lambda v: v[::-1, ::-2],
    "repeated": lambda v: np.broadcast_to(v[0], (7, *v.shape[1:])), "none": lambda v: v[:0], "one": lambda v: v[0, 0],
}  # fmt: skip


def there_and_back(x: Any) -> Any:
    header, frames = protocol.serialize(x)
    assert header["serializer"] == "dask"
    return protocol.deserialize(header, frames)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["f8", ">f8", "f4", ">i2", "?", "c16", "u1"])
@pytest.mark.host_only("NumPy gives the values")
def test_any_layout_and_byte_order(layout: str, dtype: str) -> None:
    x = LAYOUTS[layout](np.asarray((V * 9).astype(dtype)))
    got = there_and_back(x)
    assert type(got) is np.ndarray and got.dtype == x.dtype and got.shape == x.shape
    numpy.testing.assert_array_equal(numpy.asarray(got), numpy.asarray(x))
    again = protocol.deserialize_bytes(protocol.serialize_bytes(x))  # all in one: what is spilled
    numpy.testing.assert_array_equal(numpy.asarray(again), numpy.asarray(x))
    assert again.flags.writeable == got.flags.writeable == x.flags.writeable
    if x.flags.writeable and x.size:
        again[...] = 1
        assert bool((again == 1).all())


@pytest.mark.host_only("addresses are those of the host")
def test_no_byte_is_copied() -> None:
    for x in (np.asarray(V), np.asarray(V).T, ocean.asTensor(V)):
        _, (frame,) = protocol.serialize(x)
        assert numpy.shares_memory(numpy.frombuffer(frame, "u1"), V) and frame.nbytes == V.nbytes
    header, (frame,) = protocol.serialize(np.asarray(V))
    came = bytearray(frame)
    got = protocol.deserialize(header, [came])
    assert numpy.shares_memory(numpy.asarray(got), numpy.frombuffer(came, "u1"))
    _, (frame,) = protocol.serialize(np.broadcast_to(np.asarray(V[0]), (1000, 50)))
    assert frame.nbytes == 400


def test_tensors_of_any_device_with_axes() -> None:
    t = ocean.ensure(ocean.asTensor(numpy.arange(24.0).reshape(4, 6)), device=ocean.getDefaultDevice())
    for x in (t, t[1:3, ::2], ocean.asTensor(numpy.arange(6, dtype=">i4"))):
        got = there_and_back(x)
        assert type(got) is ocean.tensor and got.device == x.device and got.byteswapped == x.byteswapped
        numpy.testing.assert_array_equal(got.to_numpy(), x.to_numpy())
    rows, columns = ocean.axis(4, "rows"), ocean.axis(6, "columns")
    labelled = ocean.ones([rows, columns])
    got = there_and_back(labelled)
    assert got.axes == labelled.axes and (got.to_numpy() == 1).all()


@pytest.mark.host_only("memory of the host is spilled")
def test_spilled_and_read_back(tmp_path: Path) -> None:
    SpillBuffer = pytest.importorskip("distributed.spill").SpillBuffer
    buffer = SpillBuffer(str(tmp_path), target=3 * V.nbytes)
    for k in range(8):
        buffer[f"k{k}"] = np.asarray(V + k)[::2]
    assert len(buffer.slow) >= 2 and any(tmp_path.rglob("k*"))
    for k in range(8):
        assert type(buffer[f"k{k}"]) is np.ndarray
        numpy.testing.assert_array_equal(numpy.asarray(buffer[f"k{k}"]), (V + k)[::2])


class Special(np.ndarray):
    pass


@pytest.mark.host_only("classes are pickled on the host")
def test_subclasses_keep_their_class() -> None:
    special = np.asarray(V).view(Special)
    header, frames = protocol.serialize(special)
    assert header["serializer"] == "pickle"
    got = protocol.deserialize(header, frames)
    assert type(got) is Special
    numpy.testing.assert_array_equal(numpy.asarray(got), V)
