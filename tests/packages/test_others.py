"""Packages that know NumPy's arrays by their class, by buffers or by protocols of their own, and what they do with arrays."""

from __future__ import annotations

import hashlib
import importlib
import os
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


# --- f2py: what writes into its arguments gets copies ----------------------------------------------------------------

WRITERS = """
import sys
{imports}
import ocean, ocean.numpy as np, numpy
from scipy.linalg import blas, lapack
matrix = numpy.array([[4.0, 1.0, 0.0], [2.0, 3.0, 1.0], [0.0, 1.0, 5.0]])
vector = numpy.array([1.0, 2.0, 3.0])
for convert in (np.asarray, lambda each: ocean.asTensor(each), lambda each: np.asarray(numpy.asfortranarray(each))):
    for call in (
        lambda a, b: lapack.dgetrf(a)[0], lambda a, b: lapack.dgesv(a, b)[2], lambda a, b: lapack.dsyevd(a)[0],
        lambda a, b: lapack.dpotrf(a)[0], lambda a, b: blas.dswap(a[0], b)[1], lambda a, b: blas.dscal(3.0, b),
        lambda a, b: blas.daxpy(b, b), lambda a, b: lapack.dgetrf(a, overwrite_a=True)[0],
    ):
        a, b = convert(matrix), convert(vector)
        before = numpy.asarray(a).tolist(), numpy.asarray(b).tolist()
        first = numpy.asarray(a).copy()
        assert numpy.allclose(call(a, b), call(first, vector.copy()))
        assert (numpy.asarray(a).tolist(), numpy.asarray(b).tolist()) == before
a = np.asarray(vector.copy())
numpy.asarray(a)[0] = 7
assert a[0] == 7  # NumPy's own conversion shares memory as before
"""


@pytest.mark.parametrize(
    "imports",
    ["import ocean", "import scipy.linalg.lapack", "import ocean, importlib.util\nimportlib.util.find_spec('numpy')"],
)
def test_f2py_writes_to_copies(imports: str) -> None:
    """f2py takes what it gets from anything but `numpy.ndarray` for a copy of its own."""
    pytest.importorskip("scipy")
    done = subprocess.run([sys.executable, "-c", WRITERS.format(imports=imports)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


# --- PyTorch ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["f8", "f4", "f2", "i8", "i4", "i2", "i1", "u1", "?", "c8", "c16"])
def test_torch_asarray_reads_elements(kind: str) -> None:
    torch = pytest.importorskip("torch")
    values = numpy.arange(6).reshape(2, 3).astype(kind)
    a = np.asarray(values)
    for ours, theirs in ((a, values), (a.T, values.T), (a[:, ::2], values[:, ::2]), (a[:0], values[:0])):
        found, wanted = torch.asarray(ours), torch.asarray(theirs)
        assert found.dtype == wanted.dtype and torch.equal(found, wanted)
    assert torch.equal(torch.asarray(ocean.asTensor(values)), torch.asarray(values))
    assert torch.asarray(a, dtype=torch.float64).tolist() == torch.asarray(values, dtype=torch.float64).tolist()
    assert torch.asarray(values.tolist()).shape == (2, 3)  # others as before


def test_torch_asarray_shares_memory() -> None:
    torch = pytest.importorskip("torch")
    a: Any = np.zeros(3)
    torch.asarray(a)[1] = 5
    assert a.tolist() == [0, 5, 0] and torch.asarray(a, copy=True).data_ptr() != torch.asarray(a).data_ptr()


# --- scikit-learn and Awkward --------------------------------------------------------------------------------------------

FITS = """
{imports}
import numpy, sklearn
import ocean.numpy as np
from sklearn.base import BaseEstimator
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier
sklearn.set_config(array_api_dispatch=True)
random = numpy.random.default_rng(0)
X = random.standard_normal((40, 3))
y = (X[:, 0] > 0).astype(int)
a, b = np.asarray(X), np.asarray(y)
for make in (LinearSVC, DecisionTreeClassifier, LinearRegression, lambda: make_pipeline(LinearSVC())):
    ours, theirs = make().fit(a, b), make().fit(X, y)
    found, wanted = ours.predict(a), theirs.predict(X)
    assert type(found) is np.ndarray and found.tolist() == wanted.tolist() and found.dtype == wanted.dtype, make
    assert ours.score(a, b) == theirs.score(X, y)
assert type(Ridge().fit(a, b).coef_) is np.ndarray  # scikit-learn supports arrays there

class Own(BaseEstimator):
    def fit(self, X, y=None):
        self.seen = type(X)
        return self

assert Own().fit(a).seen is np.ndarray  # estimators of others see what they are given
sklearn.set_config(array_api_dispatch=False)
assert type(LinearSVC().fit(a, b).predict(a)) is numpy.ndarray
"""


@pytest.mark.parametrize("imports", ["import ocean", "import sklearn.linear_model"])
def test_estimators_that_do_not_support_arrays(imports: str) -> None:
    pytest.importorskip("sklearn")
    environment = {**os.environ, "SCIPY_ARRAY_API": "1"}
    command = [sys.executable, "-c", FITS.format(imports=imports)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr[-2000:]


def test_awkward() -> None:
    awkward = pytest.importorskip("awkward")
    a: Any = np.asarray(VALUES.copy())
    assert awkward.from_numpy(a).to_list() == VALUES.tolist() and awkward.Array(a).to_list() == VALUES.tolist()
