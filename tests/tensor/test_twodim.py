"""Grids, triangles and traces, against NumPy: all dtypes and layouts."""

from __future__ import annotations

import numpy as np
import pytest
from layouts import DTYPES, LAYOUTS, dtype_id, on_device, same_there, sample

import ocean

kinds = pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
every = pytest.mark.parametrize("layout", LAYOUTS)


def test_meshgrid() -> None:
    x, y, z = np.arange(3), np.arange(4) * 10, np.arange(2) * 0.5
    for count in (1, 2, 3):
        for indexing in ("ij", "xy"):
            given = (x, y, z)[:count]
            grids = ocean.meshgrid(*map(on_device, given), indexing=indexing)
            for got, wanted in zip(grids, np.meshgrid(*given, indexing=indexing), strict=True):
                same_there(got, wanted)
    assert ocean.meshgrid() == [] and ocean.meshgrid(1, [2, 3])[0].size == (1, 2)
    first = on_device(x)
    assert ocean.meshgrid(first, first)[1].storage == first.storage
    for call, words in (
        (lambda: ocean.meshgrid(x, indexing="no"), "expected indexing 'ij' or 'xy'"),
        (lambda: ocean.meshgrid(x, np.zeros((2, 2))), "takes vectors, got size 2x2 as number 1"),
        (lambda: ocean.meshgrid(*[x] * 65), "at most 64 vectors, got 65"),
    ):
        with pytest.raises(ocean.OceanValueError, match=words):
            call()


@kinds
@every
def test_triangles(kind: ocean.dtype, layout: str) -> None:
    each = sample(layout, kind, (4, 3))
    for k in (-9, -2, 0, 1, 9):
        for ours, theirs in ((ocean.tril, np.tril), (ocean.triu, np.triu)):
            got = ours(each.tensor, k)
            assert got.dtype is kind
            same_there(got, theirs(each.values, k))


def test_triangles_of_many_matrices() -> None:
    array = np.arange(24).reshape(2, 3, 4)
    tensor = on_device(array)
    same_there(ocean.tril(tensor), np.moveaxis(np.tril(np.moveaxis(array, 2, 0)), 0, 2))
    same_there(ocean.trace(tensor), np.trace(array))
    same_there(ocean.trace(tensor, 1), np.trace(array, 1))
    for function in (ocean.tril, ocean.triu, ocean.trace):
        with pytest.raises(ocean.OceanValueError, match="takes matrices, got size 3"):
            function([1, 2, 3])


@pytest.mark.parametrize("kind", [each for each in DTYPES if each is not ocean.bool], ids=dtype_id)
def test_trace(kind: ocean.dtype) -> None:
    each = sample("strided", kind, (4, 5), special=False)
    for k in (-2, 0, 3):
        got = ocean.trace(each.tensor, k)
        assert isinstance(got, ocean.scalar) and got == ocean.sum(each.tensor.diag(k))
    small = kind(on_device(np.arange(9).reshape(3, 3)))
    assert ocean.trace(small) == 12
