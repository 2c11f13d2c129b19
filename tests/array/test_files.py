"""Arrays in files, as NumPy reads and writes them."""

from __future__ import annotations

import io
from pathlib import Path

import layouts
import numpy
import pytest
from array_samples import host, sample

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


def test_text_files() -> None:
    a = sample(2, 3)
    file = io.StringIO()
    np.savetxt(file, a, delimiter=",")
    file.seek(0)
    assert (np.loadtxt(file, delimiter=",") == a).all()
    assert np.genfromtxt(io.StringIO("1 2\n3 4"), dtype="int64").tolist() == [[1, 2], [3, 4]]
