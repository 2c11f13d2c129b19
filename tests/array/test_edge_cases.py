"""Edge cases of functions of arrays: nothing, numbers and lists, lazy arrays, counts without axes, and what is refused."""

from __future__ import annotations

import warnings
from typing import Any

import layouts
import numpy
import pytest
from array_samples import host, sample

import ocean
import ocean.numpy as np


def flat(array: Any) -> Any:
    return array.reshape(-1, order="F")


def test_empty() -> None:
    none, flat = sample(0, 3), sample(0)
    assert np.concatenate([none, sample(2, 3)]).shape == (2, 3)
    assert np.sort(none).shape == (0, 3) and np.unique(flat).shape == (0,) and np.nonzero(flat)[0].shape == (0,)
    assert np.cumsum(flat).shape == (0,) and np.diff(flat).shape == (0,) and np.tile(none, 2).shape == (0, 6)
    assert np.roll(none, 1).shape == (0, 3) and np.repeat(flat, 3).shape == (0,) and np.take(flat, []).shape == (0,)
    assert numpy.isnan(np.median(flat).item()) and np.einsum("ij,ik->jk", none, none).tolist() == [[0.0] * 3] * 3
    assert np.dot(none.T, none).tolist() == [[0.0] * 3] * 3 and np.pad(flat, 2).tolist() == [0.0] * 4
    assert np.histogram(flat, 2)[0].tolist() == [0, 0] and np.isin(flat, [1]).shape == (0,)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ("np.concatenate([])", ValueError), ("np.concatenate([a, a[0]])", ValueError), ("np.concatenate([a, a], axis=2)", ValueError),
        ("np.concatenate([a, sample(3, 4)])", ValueError), ("np.stack([a, a.T])", ValueError), ("np.split(a, 3, 1)[0][9]", IndexError),
        ("np.split(a, 2, axis=1)", ValueError), ("np.expand_dims(a, 5)", IndexError), ("np.squeeze(a, 0)", ValueError),
        ("np.moveaxis(a, 0, 3)", ValueError), ("np.broadcast_to(a, (3, 2))", ValueError), ("np.repeat(a, -1)", ValueError),
        ("np.take(a, 9)", IndexError), ("np.take(a, 1.5)", TypeError), ("np.sort(a, axis=2)", ValueError), ("np.searchsorted(a, 1)", ValueError),
        ("np.searchsorted(a[0], 1, side='up')", ValueError), ("np.einsum('ij,jk', a, a)", ValueError), ("np.einsum('i', a)", ValueError),
        ("np.einsum('ij->ik', a)", ValueError), ("np.tensordot(a, a, 3)", ValueError), ("np.kron(np.ones((1,) * 33), a)", ValueError),
        ("np.cross([1, 2, 3, 4], [1, 2, 3, 4])", ValueError), ("np.quantile(a, 1.5)", ValueError), ("np.percentile(a, [1, 101])", ValueError),
        ("np.quantile(a, 0.5, method='no')", ValueError), ("np.average(a, weights=[1, 2])", TypeError), ("np.bincount([-1])", ValueError),
        ("np.average(a, weights=a * 0)", ZeroDivisionError), ("np.nanargmax(a * np.nan)", ValueError), ("np.unravel_index(6, (2, 3))", ValueError),
        ("np.choose([2], [a[0], a[0]])", ValueError), ("np.pad(a, -1)", ValueError), ("np.meshgrid(a, indexing='no')", ValueError),
        ("np.cumulative_sum(a)", ValueError), ("np.diff(a, -1)", ValueError), ("np.histogram(a, [3, 1])", ValueError), ("np.delete(a, 9)", IndexError),
        ("np.insert(a, 9, 1)", IndexError), ("np.tile(a, (1,) * 65)", ValueError), ("np.nonzero(a[0, 0])", ValueError), ("np.vsplit(a[0], 1)", ValueError),
        ("np.block([a, [a]])", ValueError), ("np.gradient(a[:1])", ValueError), ("np.random.default_rng(1).integers(3, 3)", ValueError),
    ],
)  # fmt: skip
def test_refused(call: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        eval(call, {"np": np, "a": sample(2, 3), "sample": sample})


def test_numbers_and_lists() -> None:
    """Everything that is like an array will do."""
    assert np.concatenate([[1, 2], (3.5,)]).tolist() == [1, 2, 3.5]
    assert np.take([4, 5, 6], 1).item() == 5 and np.sort([3, 1]).tolist() == [1, 3]
    assert np.einsum("i,i", [1, 2], ocean.asTensor([3, 4])).item() == 11
    assert np.stack([numpy.arange(3), range(3)]).tolist() == [[0, 1, 2]] * 2
    assert np.vectorize(lambda x: x + 1)(sample(3)).tolist() == [1, 2, 3]
    assert np.polyfit(sample(4), sample(4) * 2, 1).device is layouts.device
    assert np.select([np.asarray([True, False])], [1], 2.5).tolist() == [1.0, 2.5]


def test_lazy() -> None:
    a = sample(2, 3).lazy() + 1
    assert np.sort(a).tolist() == [[1, 2, 3], [4, 5, 6]] and np.concatenate([a, a]).shape == (4, 3)
    assert np.median(a).item() == 3.5 and np.einsum("ij->j", a).tolist() == [5, 7, 9]
    assert np.flip(a, 0).eval().tolist() == [[4, 5, 6], [1, 2, 3]]


def test_short_ways_give_what_the_longer_ones_give() -> None:
    """Elements that are put, reductions that leave out NaN where there is none, and products: NumPy's values and dtypes."""
    values, flags = numpy.arange(12.0).reshape(3, 4), numpy.arange(12).reshape(3, 4) % 5 == 0
    for turn in (numpy.ascontiguousarray, numpy.asfortranarray):
        for change in ("put(a, [0, -1, 5], 9.0)", "put(a, [1, 2], [7.0, 8.0])", "putmask(a, m, 4.0)", "fill_diagonal(a, 3.0)",
                       "fill_diagonal(a.T, 3.0)", "fill_diagonal(a, 3.0, True)", "place(a, m, [1.0])"):  # fmt: skip
            wanted, got = turn(values.copy()), np.array(turn(values), device=layouts.device)
            eval(f"np.{change}", {"np": numpy, "a": wanted, "m": flags})
            eval(f"np.{change}", {"np": np, "a": got, "m": np.asarray(flags, device=layouts.device)})
            numpy.testing.assert_array_equal(host(got), wanted)
    with pytest.raises(IndexError):
        np.put(sample(3), [3], 1.0)
    for kind in ("float16", "float32", "int32", "bool", "complex64"):
        for given in (values.astype(kind), numpy.where(flags, numpy.nan, values).astype(kind) if kind[0] in "fc" else flags):
            for name in ("nansum", "nanprod", "nanmean", "nanvar", "nanstd", "nanmax", "nanmin", "nanargmax", "nanargmin"):
                if (kind == "complex64" and name not in ("nansum", "nanmean")) or name == "nanprod":
                    continue
                for axis in (None, 0):
                    wanted = getattr(numpy, name)(given, axis=axis)
                    got = getattr(np, name)(np.asarray(given, device=layouts.device), axis=axis)
                    assert host(got).dtype == wanted.dtype, (name, kind)
                    numpy.testing.assert_allclose(host(got), wanted, rtol=1e-2 if kind == "float16" else 1e-5)
    vector = numpy.arange(4.0) + 1j
    for name in ("dot", "inner", "vdot", "vecdot", "matmul"):
        for first, second in ((vector, vector), (values, vector.real), (vector.real, vector.real)):
            if name != "vdot" or first.ndim == 1:
                got = getattr(np, name)(*(np.asarray(each, device=layouts.device) for each in (first, second)))
                numpy.testing.assert_allclose(host(got), getattr(numpy, name)(first, second))


def test_dtypes_that_only_some_operands_have() -> None:
    """What random cases found: sums that overflow, numbers and lists that have to come to the device, single precision."""
    large = numpy.array([[1 << 63, 1 << 63], [1, 2]], "u8")
    given = np.asarray(large, device=layouts.device)
    for axis in (None, 0, 1):
        wanted = numpy.sum(large.astype(float), axis)
        numpy.testing.assert_array_equal(host(np.linalg.vector_norm(given, axis=axis, ord=1)), wanted)
    assert float(np.linalg.norm(given, 1)) == 2.0**63
    single = sample(3, kind="float32") + 1
    for made in (np.linspace(single, 2, 3), np.logspace(0, single, 3), np.average(single, weights=sample(3, kind="uint8") + 1)):
        assert made.dtype == ocean.float
    assert np.linspace(1, sample(3, kind="int32"), 3).dtype == ocean.double
    target = sample(2, 2)
    np.copyto(target, 7, where=[[True, False], [False, True]])
    assert target.tolist() == [[7, 1], [2, 7]]
    several = np.setxor1d(np.asarray([1, (1 << 63) + 1, (1 << 63) + 2], dtype="u8"), np.asarray([1, -5]))
    assert several.tolist() == [-5]  # the others are equal in the common dtype


def test_what_would_be_ignored_is_refused() -> None:
    a = sample(3)
    with pytest.raises(TypeError, match="'.3f' is one of numbers, not of an array with 1 dimensions"):
        format(a, ".3f")
    assert format(a[1], ".3f") == "1.000" and format(a) == str(a)
    for call in (lambda: np.sort(a, kind="nosuch"), lambda: a.sort(kind=""), lambda: a.argsort(kind="x"), lambda: np.partition(a, 1, kind="x")):
        with pytest.raises(ValueError, match="kind must be one of"):
            call()
    for kind in ("quicksort", "heapsort", "mergesort", "stable", "Stable", None):
        assert np.sort(a[::-1], kind=kind).tolist() == [0, 1, 2]
    for left, right in (((3,), (3,)), ((1, 3), (3, 1)), ((3, 3), (3,)), ((3, 3), (2, 3, 3))):
        target = sample(*left)
        with pytest.raises(ValueError, match="@=: the product has shape"):
            target @= sample(*right)
        assert target.tolist() == sample(*left).tolist()
    for left, right in (((3,), (3, 3)), ((2, 3, 3), (3, 3))):
        target = sample(*left)
        target @= sample(*right)
        assert target.tolist() == (host(sample(*left)) @ host(sample(*right))).tolist()


@pytest.mark.host_only
@pytest.mark.parametrize("kind", [np.asarray, numpy.asarray, numpy.int64], ids=["array", "numpy", "scalar"])
def test_integers_without_axes_are_counts_and_axes(kind: Any) -> None:
    two, one, zero = kind(2), kind(1), kind(0)
    x, m = np.arange(6.0), np.arange(6.0).reshape(2, 3)
    rng = np.random.default_rng(1)
    assert np.zeros(two).shape == np.ones(two).shape == np.empty(two).shape == np.full(two, 3).shape == (2,)
    assert np.broadcast_to(1, two).shape == np.resize(x, two).shape == (2,)
    assert m.reshape(two * 3).shape == (6,)
    assert rng.random(two).shape == rng.normal(size=two).shape == np.random.uniform(0, 1, two).shape == (2,)
    assert sorted(rng.permutation(two).tolist()) == [0, 1] and rng.choice(two, size=two).shape == (2,)
    assert np.random.choice(one) == 0
    assert np.tile(x, two).shape == (12,) and np.roll(x, two).tolist() == [4, 5, 0, 1, 2, 3]
    assert [len(each) for each in np.split(x, two)] == [len(each) for each in np.array_split(x, two)] == [3, 3]
    assert np.partition(x[::-1], two)[2] == 2 and np.diff(x, two).tolist() == [0] * 4
    assert np.bincount(np.asarray([0]), minlength=two).tolist() == [1, 0]
    assert np.sum(m, axis=one).tolist() == m.sum(axis=one).tolist() == [3, 12]
    assert np.flip(m, axis=one).tolist() == [[2, 1, 0], [5, 4, 3]] and np.expand_dims(m, one).shape == (2, 1, 3)
    assert np.stack([m, m], axis=one).shape == (2, 2, 3) and np.moveaxis(m, zero, one).shape == (3, 2)
    assert np.triu(m, one).tolist() == [[0, 1, 2], [0, 0, 5]] and np.tensordot(m, m.T, one).shape == (2, 2)
    assert np.array([1], ndmin=two).shape == (1, 1)
    assert np.array([1], ndmin=-1).shape == numpy.array([1], ndmin=-1).shape == (1,)


@pytest.mark.host_only
def test_other_numbers_without_axes_are_no_counts() -> None:
    for wrong in (np.asarray(2.0), np.asarray(True)):
        with pytest.raises(TypeError, match="Expected an integer shape"):
            np.zeros(wrong)


CALLS = """
np.sum([-0.0], initial=-0.0) | np.sum([-0.0, -0.0], initial=0.0) | np.sum(np.array([[-0.0, 1], [-0.0, 0]], 'f4'), axis=0, initial=-0.0) | np.sum([], initial=-0.0)
np.sum([-0.0, 0.0], initial=-0.0) | np.add.reduce([-0.0], initial=-0.0) | np.sum(np.array([-0.0], 'f2'), initial=-0.0, keepdims=True) | np.sum([-0.0])
np.linspace(0, 5e-324, 5) | np.linspace(0, 1.5e-323, 7) | np.linspace([0, 5e-324], [5e-324, 1e-323], 4) | np.linspace(0, 1e-45, 4, dtype='f4') | np.linspace(3, 3, 3)
np.linspace(1 + 2j, 3 + 7j, 7) | np.linspace(0, 1 + 1j, 7) | np.linspace(1j, 3 - 2j, 10) | np.linspace(1 + 2j, -3.3 + 1.7j, 13, endpoint=False) | np.linspace(0, 5e-324, 5, endpoint=False)
np.arange(0, 1, np.inf) | np.arange(0, -1, -np.inf) | np.arange(0, 1, -np.inf) | np.arange(1, 1, np.inf) | np.arange(5, 5.5, 1e300) | np.arange(2.0, 1)
np.isclose(np.array([1e10], 'f4'), 1e10 + 1e5) | np.isclose(1e10 + 1e5, np.array([1e10], 'f4')) | np.isclose(np.array([200], 'u1'), np.array([0], 'u1'), atol=100)
np.isclose(np.array([-100], 'i1'), np.array([100], 'i1'), atol=50) | np.isclose(np.array([60000, 1], 'f2'), np.array([-60000, 1], 'f2')) | np.isclose([1, 2], [1, 2.1], rtol=[0.1, 0.01])
np.allclose([1.0], [1.0], rtol=np.array([0.1, 0.2])) | np.isclose(np.array([1, 2], 'f2'), np.array([1.001, 2.1], 'f4')) | np.isclose(np.array([True]), np.array([False]))
np.isclose(np.array([1 + 1j, np.inf], 'c8'), np.array([1 + 1.00001j, np.inf], 'c8')) | np.isclose([1, np.nan], [1, np.nan], equal_nan=True) | np.isclose(np.array([2**63], 'u8'), np.array([-2**63]))
np.isclose(1, 1.00001) | np.isclose([1, 2], 1) | np.isclose(np.array([1], 'i4'), 1.00001) | np.allclose(np.array([1e-8], 'f4'), 0) | np.isclose([np.inf, 1], [np.inf, np.inf])
np.conj(np.array([True])) | np.array([True]).conj() | np.linalg.lstsq(np.eye(3), np.ones(3))[2] | np.sort_complex(np.array([True, False])) | np.sort_complex(np.array([3, 1], 'u2'))
np.sort_complex(np.array([3, 1], 'f2')) | np.sort_complex(np.array([3, 1], 'f4')) | np.intersect1d(np.array([1, 2], 'i1'), np.array([2.0, 3])) | np.intersect1d(np.array([True]), np.array([1, 2]))
np.intersect1d(np.array([1, 2], 'f4'), np.array([2], 'i4'), return_indices=True) | np.cov([]) | np.cov(np.zeros((0, 3))) | np.cov(np.zeros((3, 0))) | np.linalg.pinv(np.zeros((0, 3)))
np.linalg.pinv(np.zeros((2, 0, 3))) | np.bincount([]) | np.bincount([], minlength=3) | np.bincount([], weights=[]) | np.bincount(np.array([], 'f8')) | np.bincount(np.zeros(0, int), np.zeros(0), 2)
np.ix_(np.array([0, 1], 'f4'))[0] | np.ix_([], [1.5])[1] | np.ix_([])[0] | np.ix_([0, 1], [True, False])[1] | np.mgrid[np.float32(0):np.float32(2)] | np.mgrid[0:2:np.float32(0.5)]
np.mgrid[np.float32(0):2, 0:1] | np.mgrid[0:np.float32(1):3j] | np.ogrid[np.float32(0):1:3j, 0:2][0] | np.mgrid[0:3:np.int16(1), 0:2] | np.mgrid[1:3:2j, 0:np.float32(2)] | np.mgrid[np.array(1):np.array(4)]
np.mgrid[0:2, 0:2.0] | np.mgrid[0:5:2] | np.r_[0:np.float32(3)] | np.ogrid[np.int8(0):np.int8(3)] | np.argwhere(np.array(5)) | np.argwhere(np.array(0)) | np.argwhere([])
np.logspace(0, 2, 3, base=[2, 3]) | np.logspace(0, 2, 3, base=np.array([2.0, 3.0]), axis=-1) | np.logspace([0, 1], [1, 2], 3, base=[2, 4]) | np.logspace(0, 1, 3, base=[[2], [4]])
np.geomspace(1, -1, 3) | np.geomspace(1j, 1000j, 4) | np.geomspace([1, 10], [100, 1000], 3, axis=1) | np.geomspace(-1000, -1, 4) | np.geomspace(1 + 1j, 1000 + 1000j, 4)
np.geomspace(np.array([1], 'f4'), np.array([100], 'f4'), 3) | np.geomspace(1, 256, num=9, dtype=int) | np.geomspace(-1, 1, 3, dtype=complex) | np.geomspace(0, 1, 3)
np.logspace([0, 1], 2, 3, axis=-1) | np.logspace(0, 2, 3, endpoint=False, base=[2, 4]) | np.select([[True, False]], [[1, 2]], default=[[5, 6], [7, 8]]) | np.select([True], [1], default=[1, 2])
np.select([[True, False]], [np.array([1, 2], 'i1')], default=np.array([[1.5], [2.5]])) | np.arange(6).flat[True] | np.arange(6).reshape(2, 3).flat[False] | np.arange(6).flat[None] | np.diff(5, 0)
np.sum(np.array([1, 2]), initial=2.5) | np.sum(np.array([[1, 2], [3, 4]], 'i1'), axis=0, initial=2.5) | np.max(np.array([True, False]), initial=3) | np.min(np.array([True, False]), initial=-1)
np.setxor1d([1.0, np.nan], [np.nan, 2.0]) | np.setxor1d([np.nan], [np.nan, np.nan]) | np.spacing(1, np.zeros(1, '>f8')) * 1 | np.spacing(np.array([1, 2.0]), np.zeros(2, '>f8')) * 1
np.matmul(np.full((3, 3), 100, 'i1'), np.full((3, 3), 100, 'i1'), dtype=np.int64) | np.matmul(np.full((2, 2), 1e30, 'f4'), np.full((2, 2), 1e30, 'f4'), dtype=np.float64)
np.add(np.array([1, 2], 'u1'), np.array([3, 4], 'u1'), out=np.zeros(2, 'i1'), where=np.array([True, False])) | np.tril(np.array([1, 2, 3])) | np.triu([1.5, 2])
np.histogram(np.arange(6).reshape(2, 3), [0, 2, 4, 9], weights=np.arange(6.0).reshape(2, 3))[0] | np.angle(np.array([-1 - 2j]) / np.array([1 + 2j])) | np.array([0j]) ** -1
np.percentile(np.array([15, 20, 35, 40, 50], 'f4'), 40, method='inverted_cdf') | np.quantile(np.array([1, 2, 3], 'i1'), np.float32(0.4)) | np.float64([[1, 2], [3, 4]]).sum(axis=0)
np.uint8([[1, 2], [3, 4]]).sum(axis=0) | np.arange(6).reshape(2, 3).T.tobytes('A') == np.arange(6).tobytes() | np.unique([[np.nan, 1], [np.nan, 1]], axis=0)
np.unique([1, np.nan, np.nan], equal_nan=False) | np.unique([1 + 1j, complex(np.nan, 1), complex(1, np.nan)])[0] | np.insert(np.zeros(2, 'u1'), 0, 300) | np.copyto(np.zeros(2, 'i1'), 500)
np.apply_along_axis(np.sum, 0, np.zeros((0, 3))) | np.apply_along_axis(lambda v: v, 0, np.zeros((0, 3))) | np.apply_along_axis(np.sum, 1, np.zeros((0, 3)))
"""


@pytest.mark.parametrize("call", [each.strip() for line in CALLS.strip().splitlines() for each in line.split(" | ")])
def test_results_as_numpy(call: str) -> None:
    """Values with the sign of zeros, dtypes and shapes, or an error of the same kind."""

    def result(np: Any) -> Any:
        try:
            found = eval(call, {"np": np})
        except Exception as error:
            return error
        several = [host(np.asarray(each)) if np is not numpy else numpy.asarray(each) for each in (found if type(found) is tuple else [found])]
        return [(each.shape, each.dtype, repr(numpy.round(each, 12).tolist()) if each.ndim and "space(" in call and "linspace" not in call else repr(each.tolist())) for each in several]

    with numpy.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found, wanted = result(np), result(numpy)
    assert isinstance(found, type(wanted)) if isinstance(wanted, Exception) else found == wanted, (found, wanted)
