"""Packages that know NumPy's arrays by their class, by buffers or by protocols of their own, and what they do with arrays."""

from __future__ import annotations

import hashlib
import importlib
import subprocess
import sys
from typing import Any

import numpy
import pytest

import ocean
import ocean.numpy as np

pytestmark = pytest.mark.host_only("these packages compute on the host")

VALUES = numpy.arange(6.0).reshape(2, 3)


def test_buffers() -> None:
    a: Any = np.asarray(VALUES)
    assert memoryview(a).tolist() == VALUES.tolist() and bytes(a) == bytes(VALUES)
    assert hashlib.sha256(a).digest() == hashlib.sha256(VALUES).digest()  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["V8", numpy.dtype("V8"), numpy.dtype("V16")])
def test_bytes_without_a_meaning(kind: Any) -> None:
    """zarr compares chunks so."""
    a = np.asarray(numpy.arange(4.0))
    found = a.view(kind)
    assert type(found) is numpy.ndarray and found.tobytes() == VALUES.ravel()[:4].tobytes()
    a[0] = 7
    assert found[:1].tobytes()[:8] == numpy.float64(7).tobytes()  # the same memory


@pytest.mark.parametrize("first", ["ocean.numpy", "einops"])
def test_einops_in_either_order_of_imports(first: str) -> None:
    pytest.importorskip("einops")
    second = "einops" if first == "ocean.numpy" else "ocean.numpy"
    code = f"""
import {first}, {second}, ocean.numpy as np, einops
a = np.arange(6.0).reshape(2, 3)
b = einops.rearrange(a, "x y -> y x")
assert type(b) is np.ndarray and b.tolist() == a.T.tolist()
assert einops.reduce(a, "x y -> x", "mean").tolist() == [1, 4]
assert einops.repeat(a, "x y -> x z y", z=2).shape == (2, 2, 3)
assert einops.einsum(a, a, "x y, z y -> x z").tolist() == (a @ a.T).tolist()
assert type(einops.rearrange(a.to_numpy(), "x y -> y x")).__module__ == "numpy"
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_hook_of_imports_leaves_no_trace() -> None:
    imports = importlib.import_module("ocean._src.base.imports")
    calls: list[str] = []
    sys.modules.pop("colorsys", None)
    imports.when_imported("colorsys", lambda: calls.append("later"))
    module = importlib.import_module("colorsys")
    assert calls == ["later"] and "colorsys" not in imports.WAITING and module.rgb_to_hsv(0, 0, 0) == (0, 0, 0)
    imports.when_imported("colorsys", lambda: calls.append("now"))
    importlib.reload(module)
    assert calls == ["later", "now"]


def test_numba() -> None:
    numba = pytest.importorskip("numba")

    @numba.njit  # type: ignore[untyped-decorator]
    def total(x: Any) -> Any:
        found = 0.0
        for i in range(x.shape[0]):
            for j in range(x.shape[1]):
                found += x[i, j] * (10 * i + j)
        return found

    @numba.njit  # type: ignore[untyped-decorator]
    def doubled(x: Any) -> Any:
        x[0, 0] = 42
        return x, x[1] * 2

    for values in (VALUES, VALUES.T, VALUES[:, ::2], VALUES.astype("f4"), VALUES.astype("i2"), VALUES.astype("c16")):
        assert total(np.asarray(values)) == total(values)
    a = np.asarray(VALUES.copy())
    whole, row = doubled(a)
    assert float(a[0, 0]) == 42 and type(whole) is type(row) is numpy.ndarray and row.tolist() == [6, 8, 10]
    whole[1, 1] = -1
    assert float(a[1, 1]) == -1  # the same memory
    a.flags.writeable = False
    with pytest.raises(Exception, match="readonly|Cannot modify"):
        doubled(a)
    for _ in range(1000):
        total(a)
    assert sys.getrefcount(a) < 10


def test_arrow_and_polars() -> None:
    arrow = pytest.importorskip("pyarrow")
    for values in (VALUES[0], VALUES[:, 1], numpy.arange(3, dtype="i2"), VALUES[:0, 0], VALUES[0] > 1):
        assert arrow.array(np.asarray(values)).equals(arrow.array(values))
    assert arrow.array(np.asarray(VALUES)).to_pylist() == VALUES.tolist()
    assert arrow.array(np.asarray(VALUES[0]), type=arrow.float32()).type == arrow.float32()
    with pytest.raises(TypeError, match="is a number"):
        arrow.array(np.ones(()))
    polars = pytest.importorskip("polars")
    assert polars.Series("x", np.asarray(VALUES[0])).to_list() == VALUES[0].tolist()
    assert polars.Series(np.asarray(VALUES)).equals(polars.Series(VALUES))
    assert polars.DataFrame({"x": np.asarray(VALUES[0]), "y": VALUES[1]})["x"].to_list() == VALUES[0].tolist()


def test_jax() -> None:
    jax = pytest.importorskip("jax.numpy")
    a = np.asarray(VALUES.astype("f4"))
    assert jax.asarray(a).tolist() == jax.array(a).tolist() == VALUES.tolist()
    assert (jax.ones((2, 3)) + a).tolist() == (VALUES + 1).tolist()


def test_devices_compare_with_names() -> None:
    a = np.ones(3)
    assert a.device == "cpu" and a.device == ocean.cpu and a.device != "cuda" and {a.device: 1}[ocean.cpu] == 1
