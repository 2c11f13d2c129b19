"""Outer, Kronecker and cross products, against NumPy: all dtypes."""

from __future__ import annotations

import numpy as np
import pytest
from layouts import DTYPES, NUMPY, dtype_id, on_device, read, same_there, sample

import ocean

kinds = pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)


@kinds
def test_outer_and_kron(kind: ocean.dtype) -> None:
    a, b = sample("strided", kind, (3, 2), special=False), sample("byteswapped", kind, (2, 4), 1, special=False)
    got = ocean.outer(a.tensor, b.tensor)
    assert got.dtype is kind
    same_there(got, read(a.tensor.flatten().reshape(6, 1) @ b.tensor.flatten().reshape(1, 8)))
    product = ocean.kron(a.tensor, b.tensor)
    assert product.dtype is kind
    wanted = np.empty((6, 8), NUMPY[kind])
    for i in range(3):
        for j in range(2):
            wanted[2 * i : 2 * i + 2, 4 * j : 4 * j + 4] = read(a.tensor[i : i + 1, j : j + 1].reshape(1, 1) @ b.tensor)
    same_there(product, wanted)


def test_kron_of_other_sizes() -> None:
    random = np.random.default_rng(2)
    for first, second in (((3,), (2,)), ((2, 3, 2), (2, 2, 3)), ((), (2, 2)), ((2, 2), (3, 1))):
        x, y = random.integers(0, 9, first), random.integers(0, 9, second)
        same_there(ocean.kron(on_device(x), on_device(y)), np.kron(x, y))
    v, m = random.integers(0, 9, 3), random.integers(0, 9, (2, 2))
    same_there(ocean.kron(on_device(v), on_device(m)), np.kron(v[:, None], m))  # a vector is a column
    with pytest.raises(ocean.OceanValueError, match="at most 32 dimensions, got 33"):
        ocean.kron(ocean.zeros([1] * 33), 1)


def test_cross() -> None:
    random = np.random.default_rng(3)
    for kind in DTYPES:
        if kind is ocean.bool:
            continue
        x, y = (kind(on_device(random.integers(0, 9, (3, 4)))) for _ in range(2))
        got = ocean.cross(x, y)
        assert got.dtype is kind
        same_there(got, np.cross(read(x), read(y), axis=0).astype(NUMPY[kind]))
        same_there(ocean.cross(x.T, y.T, 1), np.cross(read(x), read(y), axis=0).T.astype(NUMPY[kind]))
    x, y = random.integers(0, 9, (3, 4)), random.integers(0, 9, 3)
    same_there(ocean.cross(on_device(x), on_device(y)), np.cross(x, y[:, None], axis=0))
    assert ocean.cross([1, 0, 0], [0, 1.5, 0]).dtype is ocean.double
    with pytest.raises(ocean.OceanValueError, match="B must have size 3 along axis 0, got size 2"):
        ocean.cross([1, 2, 3], [1, 2])
    with pytest.raises(IndexError):
        ocean.cross([1, 2, 3], [1, 2, 3], 1)
