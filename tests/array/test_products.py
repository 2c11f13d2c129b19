"""Products of arrays: einsum, convolutions and correlations, against NumPy."""

from __future__ import annotations

from typing import Any

import layouts
import numpy
import pytest
from array_samples import host, on_device, sample

import ocean
import ocean.numpy as np


@pytest.mark.parametrize("text", ["ij,jk->ik", "ij,kj->ik", "ji,jk->ik", "ji,kj", "ij,jk->ki", "ij,jk", "ii,ij->ij", "ii,jk->ik", "...j,jk->...k"])
def test_einsum_of_matrices(text: str) -> None:
    """Products of two matrices, and what looks like them; an operand of length one is broadcast."""
    for second, other in (((3, 3), "float64"), ((3, 3), "int32"), ((1, 3), "float64"), ((3, 1), "float64"), ((2, 3), "float64")):
        first, given = sample(3, 3), sample(*second, kind=other)
        for one in (first, first.lazy()):
            try:
                wanted = numpy.einsum(text, host(first), host(given))
            except ValueError:
                with pytest.raises(ocean.OceanValueError):
                    np.einsum(text, one, given)
                continue
            numpy.testing.assert_array_equal(host(np.einsum(text, one, given)), wanted, strict=True)


@pytest.mark.parametrize("kind", ["f8", "f4", "i8", "c16", "u1"])
def test_long_vectors_slide_along_each_other(kind: str) -> None:
    draw = numpy.random.default_rng(3)
    for n, taps in ((100, 70), (300, 31), (700, 300), (64, 64), (257, 1), (31, 400), (5000, 21)):
        first, second = ((draw.random(each) * 100).astype(kind) for each in (n, taps))
        for name in ("convolve", "correlate"):
            for mode in ("full", "same", "valid"):
                wanted = getattr(numpy, name)(first, second, mode)
                given = (np.asarray(each, device=layouts.device) for each in (first, second))
                found = getattr(np, name)(*given, mode)
                assert found.dtype == wanted.dtype
                numpy.testing.assert_allclose(host(found), wanted, rtol=1e-4 if kind == "f4" else 1e-12)


def test_infinite_taps_count_only_where_they_are() -> None:
    first, second = numpy.ones(5000), numpy.ones(33)
    second[0], second[-1] = numpy.inf, numpy.nan
    for mode in ("full", "same", "valid"):
        found = np.convolve(np.asarray(first), np.asarray(second), mode)
        numpy.testing.assert_array_equal(host(found), numpy.convolve(first, second, mode))


@pytest.mark.parametrize("kind", ["?", "u1", "i2", "u4", "i8", "f2", "f4", "f8", "c8", "c16"])
def test_vectors_of_all_layouts(kind: str) -> None:
    """Steps, reverse order, both byte orders, elements that are not aligned; also where a plan is kept."""
    draw = numpy.random.default_rng(5)
    for n in (1, 2, 31, 32, 100, 700, 20001):
        values = draw.integers(0, 9, 4 * n) / 8 * (1 + 1j if kind.startswith("c") else 8 if kind[0] in "iu" else 1)
        values = (values if kind.startswith("c") else values.real).astype(kind)
        unaligned = numpy.frombuffer(b"x" + values.tobytes(), numpy.uint8)[1:].view(kind)
        for other in (values, values.astype(values.dtype.newbyteorder()), unaligned):
            for first, second in ((values[:n], other[n : 2 * n]), (values[::4], other[n : 2 * n][::-1]), (other[::2][:n], other[1::4])):
                wanted = first.astype("c16" if kind.startswith("c") else "f8" if kind[0] == "f" else first.dtype.newbyteorder("=")) @ second
                for _ in range(5):
                    given = np.asarray(first), np.asarray(second)
                    for found in (given[0] @ given[1], np.dot(*given), np.vecdot(*given) if kind[0] != "c" else given[0].dot(given[1])):
                        assert found.dtype == numpy.dtype(kind) and found.shape == ()
                        numpy.testing.assert_allclose(host(found), wanted, rtol=2e-2 if kind == "f2" else 1e-4)


@pytest.mark.parametrize("kind", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("shape", [(3, 5), (40, 7), (100, 100), (33, 130), (130, 70), (257, 300)])
@pytest.mark.parametrize("order", "CF")
def test_products_with_the_own_transpose(kind: str, shape: tuple[int, int], order: Any) -> None:
    random = numpy.random.default_rng(7)
    values = random.standard_normal(shape) + 1j * random.standard_normal(shape)
    values = numpy.asarray((values if kind.startswith("c") else values.real).astype(kind), order=order)
    around = numpy.zeros((2 * shape[0], shape[1] + 3), kind, order=order)
    around[::2, 1:-2] = values
    tolerance = {"rtol": 0, "atol": 1e-3 if kind in ("float32", "complex64") else 1e-10}
    for a in (on_device(values), on_device(around)[::2, 1:-2]):
        for found, expected in (
            (a.T @ a, values.T @ values), (a @ a.T, values @ values.T), (a.T.conj() @ a, values.T.conj() @ values),
            (a[1:] @ a[:-1].T, values[1:] @ values[:-1].T), (a[:, 1:].T @ a[:, 1:], values[:, 1:].T @ values[:, 1:]),
        ):  # fmt: skip
            numpy.testing.assert_allclose(host(found), expected, **tolerance)


@pytest.mark.host_only("BLAS runs there")
def test_a_long_product_with_the_own_transpose() -> None:
    """One that is split, so that it can be stopped."""
    values = numpy.random.default_rng(7).standard_normal((2304, 1700))
    a = np.asarray(values)
    found = host(a @ a.T)
    numpy.testing.assert_allclose(found, values @ values.T, rtol=0, atol=1e-9)
    assert (found == found.T).all()


@pytest.mark.parametrize("kind", [*np.__array_namespace_info__().dtypes(), "float16", "bfloat16", "complex32"])
def test_short_vectors_of_each_dtype(kind: str) -> None:
    """Their products need no plan where there is a kernel for the dtype."""
    a = np.array([1, 0, 1, 1]).astype(kind)
    for each in (a, a[::-1], a[::2], a[:0]):
        wanted = each.astype("complex128").sum()
        assert complex(each @ each) == complex(np.dot(each, each)) == (bool(wanted) if kind == "bool" else wanted)
