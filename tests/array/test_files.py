"""Arrays in files, as NumPy reads and writes them."""

from __future__ import annotations

import io
from pathlib import Path

import layouts
import numpy
import pytest
from array_samples import host, sample

import ocean
import ocean.numpy as np


@pytest.mark.parametrize("kind", ["bool", "int16", "float16", "complex64"])
def test_files(kind: str, tmp_path: Path) -> None:
    a = sample(2, 3, kind=kind)
    np.save(tmp_path / "a.npy", a)
    found = np.load(tmp_path / "a.npy")
    assert found.dtype is a.dtype and (found == a).all() and found.device is layouts.device
    assert (numpy.load(tmp_path / "a.npy") == host(a)).all()
    np.savez(tmp_path / "b.npz", a, other=a.T)
    with np.load(tmp_path / "b.npz") as archive:
        assert sorted(archive) == ["arr_0", "other"] and (archive["other"] == a.T).all() and len(archive) == 2
    np.savez_compressed(tmp_path / "c.npz", a=a)
    assert (np.load(tmp_path / "c.npz")["a"] == a).all()
    a.tofile(tmp_path / "d")
    assert (np.fromfile(tmp_path / "d", kind) == a.ravel()).all()


@pytest.mark.parametrize("kind", ["<i2", ">i2", ">u4", ">i8", ">f2", ">f4", ">f8", ">c8", ">c16", "<f8"])
def test_files_keep_the_byte_order(kind: str, tmp_path: Path) -> None:
    """As NumPy does: files have the bytes of the array, and a dtype says how they are read."""
    values = numpy.arange(1, 7).reshape(2, 3).astype(kind)
    a = np.asarray(values)
    assert a.dtype == kind
    for one, name in ((a, "ours"), (a.T, "transposed"), (a[:, ::-2], "strided")):
        one.tofile(tmp_path / name)
        host(one).astype(kind).tofile(tmp_path / "theirs")
        assert (tmp_path / name).read_bytes() == (tmp_path / "theirs").read_bytes()
    for start, count in ((0, -1), (0, 2), (1, -1), (2, 3)):
        offset = start * values.itemsize
        found = np.fromfile(tmp_path / "ours", kind, count, offset=offset)
        wanted = numpy.fromfile(tmp_path / "ours", kind, count, offset=offset)
        assert found.device is layouts.device
        assert found.dtype == (kind if layouts.device is ocean.cpu else wanted.dtype.newbyteorder("="))
        assert found.tolist() == wanted.tolist()
    np.save(tmp_path / "a.npy", a)
    assert numpy.load(tmp_path / "a.npy").dtype == kind
    assert np.load(tmp_path / "a.npy").tolist() == values.tolist()
    (tmp_path / "text").write_text("1 2 3")
    assert np.fromfile(tmp_path / "text", kind, sep=" ").tolist() == [1, 2, 3]


@pytest.mark.parametrize("kind", [np.bfloat16, np.complex32])
def test_files_of_dtypes_that_numpy_lacks(kind: ocean.dtype, tmp_path: Path) -> None:
    pytest.importorskip("ml_dtypes")
    a = np.asarray([[1, 300], [2.5, -4]], dtype=kind, device=layouts.device)
    np.save(tmp_path / "a.npy", a)
    np.savez(tmp_path / "b.npz", a=a.T)
    a.tofile(tmp_path / "c")
    for found, wanted in (
        (np.load(tmp_path / "a.npy"), a), (np.load(tmp_path / "b.npz")["a"], a.T),
        (np.fromfile(tmp_path / "c", kind), a.ravel()), (np.frombuffer(a.tobytes(), kind), host_array(a).ravel()),
        (np.loadtxt(["1 300", "2.5 -4"], dtype=kind), a), (np.fromstring("2.5 -4", kind, sep=" "), a[1]),
    ):  # fmt: skip
        assert found.dtype is a.dtype and found.shape == wanted.shape
        assert (host_array(found) == host_array(wanted)).all()


@pytest.mark.every_layout
@pytest.mark.parametrize("kind", [ocean.bfloat16, ocean.chalf])
def test_byte_orders_of_dtypes_that_numpy_lacks(kind: ocean.dtype, tmp_path: Path) -> None:
    """NumPy forgets the byte order of what it does not know; the header of the file has it."""
    pytest.importorskip("ml_dtypes")
    swapped = ocean.asTensor([1, 300, -2.5], kind, layouts.device)
    swapped.byteswap()
    a = np.asarray(swapped)
    for name in ("a.npy", "b.npy"):
        np.save(tmp_path / name, a) if name == "a.npy" else ocean.save(tmp_path / name, swapped)
        assert np.load(tmp_path / name).tolist() == [1, 300, -2.5]
        with open(tmp_path / name, "rb") as file:
            assert np.load(file).tolist() == [1, 300, -2.5] and file.read() == b""
    np.savez(tmp_path / "c.npz", a=a)
    assert np.load(tmp_path / "c.npz")["a"].tolist() == [1, 300, -2.5]
    a.tofile(tmp_path / "d")
    assert np.fromfile(tmp_path / "d", kind).tolist() == [1, 300, -2.5]
    numpy.save(tmp_path / "e.npy", numpy.zeros(3, "V2"))
    with pytest.raises(TypeError, match="no dtype for arrays"):
        np.load(tmp_path / "e.npy")


def host_array(a: np.ndarray) -> np.ndarray:
    return a.to_device("cpu")


def test_text_files() -> None:
    a = sample(2, 3)
    file = io.StringIO()
    np.savetxt(file, a, delimiter=",")
    file.seek(0)
    assert (np.loadtxt(file, delimiter=",") == a).all()
    assert np.genfromtxt(io.StringIO("1 2\n3 4"), dtype="int64").tolist() == [[1, 2], [3, 4]]
