"""What a table of calls does not say: views, results that are given, random numbers, files, text, and what is refused."""

from __future__ import annotations

import io
import itertools
import math
import re
import warnings
from pathlib import Path
from typing import Any

import layouts
import numpy
import pytest

import ocean
import ocean.numpy as np


def sample(*shape: int, kind: str = "float64") -> Any:
    values = numpy.arange(numpy.prod(shape, dtype=int)).reshape(shape)
    return np.asarray(values.astype(kind), device=layouts.device)


def host(value: Any) -> Any:
    return numpy.asarray(value.to_device("cpu"))


def test_views() -> None:
    a = sample(2, 3, 4)
    for view in (
        np.flip(a), np.rot90(a), np.moveaxis(a, 0, 2), np.swapaxes(a, 0, 1), np.expand_dims(a, 0), np.split(a, 3, 1)[1],
        np.unstack(a, axis=2)[1], np.diagonal(a), np.diag(a[0]), np.atleast_3d(a), np.permute_dims(a, (1, 0, 2)), np.broadcast_to(a, (2, 2, 3, 4)),
    ):  # fmt: skip
        assert np.shares_memory(view, a) and np.may_share_memory(view, a)
    for copy in (np.roll(a, 1), np.sort(a), np.concatenate([a]), np.tile(a, 1), np.take(a, [0]), a.flatten()):
        assert not np.shares_memory(copy, a)


ARRANGED: dict[str, Any] = {
    "vector": lambda x: x(6), "strided": lambda x: x(12)[::2], "reversed": lambda x: x(6)[::-1], "one": lambda x: x(1), "number": lambda x: x(1)[0],
    "empty": lambda x: x(0, 3), "rows": lambda x: x(3, 4), "columns": lambda x: x(4, 3).T, "every other": lambda x: x(4, 6)[:, ::2],
    "few rows": lambda x: x(4, 6)[::2], "backwards": lambda x: x(3, 4)[::-1, ::-1], "mirrored": lambda x: x(3, 4)[:, ::-1], "box": lambda x: x(2, 3, 4),
    "turned": lambda x: x(2, 3, 4).T, "permuted": lambda x: x(2, 3, 4).transpose(1, 0, 2), "rolled": lambda x: x(2, 3, 4).transpose(2, 0, 1)[:, ::-1],
    "row": lambda x: x(1, 3), "column": lambda x: x(3, 1), "stripe": lambda x: x(1, 6)[:, ::2], "first": lambda x: x(2, 3)[:1],
}  # fmt: skip
ORDERS = """
x.ravel() | x.ravel('A') | x.ravel('K') | np.ravel(x, 'K') | np.ravel(x) | np.ravel(x, None) | x.ravel('c') | x.ravel('X') | x.ravel(1)
x.flatten() | x.flatten('F') | x.flatten('A') | x.flatten('K') | x.flatten(None) | x.flatten('f') | x.flatten('X') | x.tobytes() | x.tobytes('F') | x.tobytes('A')
x.tobytes(None) | x.tobytes('X') | x.reshape(-1) | x.reshape(-1, order='A') | x.reshape(x.shape, order='A') | x.reshape(-1, order=None) | x.reshape(-1, order='K')
x.reshape((x.size // 3, 3) if x.size % 3 == 0 else (x.size, 1), order='A') | x.reshape(-1, order='X') | x.copy() | x.copy('F') | x.copy('A') | x.copy('K')
x.copy(None) | np.copy(x) | np.copy(x, 'F') | np.copy(x, None) | np.copy(x, 'X') | x.copy('X')
x.astype('f8', order=None) | x.astype('f8', order='X') | x.astype('f8', 'C', copy=False) | x.astype('f8', 'F', copy=False) | x.astype('f8', 'A', copy=False)
x.astype('f4') | x.astype('f4', 'C') | x.astype('f4', 'F') | x.astype('f4', 'A') | x.astype('f4', None) | x.astype('f4', 'X') | x.astype('f4', order=3) | x.astype('f8', 'f')
np.array(x, order='A') | np.array(x, order='X') | np.array(x, copy=None, order='F') | np.asarray(x, order='A') | np.asarray(x, 'f4', 'A') | np.asarray(x, order=None)
np.asarray(x, 'f4') | np.asfortranarray(x) | np.ascontiguousarray(x) | np.zeros_like(x, order='X') | np.zeros_like(x, order='A') | np.ones_like(x, order=None) | np.zeros(3, order=1)
np.require(x, requirements='C') | np.require(x, requirements=['F']) | np.require(x, 'f4', ['F', 'W']) | np.require(x, requirements=['C', 'F']) | np.zeros((2, 3), order='A')
np.eye(3, order=None) | np.eye(3, order='A') | np.add(x, 1, order='C') | np.add(x, 1, order='F') | np.add(x, x, order='A') | np.add(x, 1, order='X') | np.negative(x, order='F')
np.einsum('...,...->...', x, x, order='F') | np.einsum('...,...->...', x, x, order='A') | np.einsum('...,...->...', x, x, order='X') | np.einsum('...->...', x)
x.squeeze() | x.T | np.moveaxis(x, 0, -1) | np.swapaxes(x, 0, -1) | np.rollaxis(x, -1) | np.atleast_1d(x) | np.atleast_2d(x) | np.atleast_3d(x) | np.expand_dims(x, 0)
np.broadcast_to(x, x.shape) | np.broadcast_arrays(x, x)[0] | x.diagonal() | np.diagonal(x, 1) | np.diag(x) | np.linalg.diagonal(x) | x.real | np.real(x) | x.conj() | np.conj(x)
np.split(x, 1)[0] | np.array_split(x, 2)[0] | np.rot90(x) | np.rot90(x, 0) | np.flip(x) | np.trim_zeros(x) | np.nan_to_num(x) | np.nan_to_num(x, copy=False)
np.nan_to_num(x.diagonal(), copy=False) | np.meshgrid(x, copy=False)[0] | np.meshgrid(x, x, copy=False, sparse=True)[1] | np.diff(x, 0) | np.ix_(x)[0] | x.view() | x[...] | x[:1]
np.ravel_multi_index((1, 2), (3, 4), order=None) | np.ravel_multi_index((1, 2), (3, 4), order='f') | np.ravel_multi_index((1, 2), (3, 4), order='A')
np.ravel_multi_index((1, 2), (3, 4), order='X') | np.unravel_index(5, (3, 4), None) | np.unravel_index(5, (3, 4), 'c') | np.unravel_index(5, (3, 4), 'A') | np.unravel_index(5, (3, 4), 'X')
np.require(np.broadcast_to(x, (2,) + x.shape), requirements='W') | np.broadcast_to(x, (2,) + x.shape).ravel() | np.broadcast_to(x, (2,) + x.shape).ravel('K')
np.broadcast_to(x, x.shape).ravel() | np.broadcast_to(x, x.shape + (2,) if not x.ndim else x.shape).flatten('K')
"""


def arranged(np: Any, call: str, name: str) -> Any:
    """What a call gives: values, shape and dtype, whether it shares memory and can be written to, and its order."""

    def numbers(*shape: int) -> Any:
        found = numpy.arange(float(math.prod(shape))).reshape(shape)
        return found if np is numpy else np.array(found, device=layouts.device)

    x = ARRANGED[name](numbers)
    x = np.asarray(x)
    try:
        found = eval(call, {"np": np, "x": x})
    except Exception as error:
        return error
    if isinstance(found, bytes):
        return found
    if isinstance(found, tuple):
        return [int(each) for each in found]
    values = found if np is numpy else host(found)
    facts = [numpy.shape(values), values.dtype, values.tolist()]
    if numpy.ndim(values) and values.size > 1:
        facts += [bool(np.shares_memory(found, x)), found.flags.writeable]
        if min(found.shape) > 1:
            facts += [found.flags.c_contiguous, found.flags.f_contiguous]
    return facts


@pytest.mark.parametrize("name", ARRANGED)
def test_orders_and_views_as_numpy(name: str) -> None:
    for call in (each.strip() for line in ORDERS.strip().splitlines() for each in line.split("|")):
        found, wanted = arranged(np, call, name), arranged(numpy, call, name)
        assert isinstance(found, type(wanted)) if isinstance(wanted, Exception) else found == wanted, call


def test_what_ravel_gives_is_not_written_through() -> None:
    a = np.arange(6.0)
    a[::2].ravel()[:] = -1
    a[::-1].ravel("A")[:] = -1
    a.reshape(2, 3).T.ravel()[:] = -1
    assert a.tolist() == [0, 1, 2, 3, 4, 5]
    b = np.broadcast_to(np.arange(3), (2, 3)).ravel()
    b[0] = 7
    assert b.tolist() == [7, 1, 2, 0, 1, 2]
    m = sample(3, 3)
    m.T.ravel("K")[:] = 1
    assert host(m).all()
    np.fill_diagonal(m, 5)
    np.einsum("ii->i", m)[1] = 6
    assert np.diagonal(m).tolist() == [5, 6, 5]
    with pytest.raises(ValueError, match="read-only"):
        m.diagonal()[0] = 1


def test_arrays_without_memory() -> None:
    """NumPy gets values that live as long as its array, though those of a lazy array or a mapped view are new."""
    a = np.asarray(numpy.arange(24.0).reshape(2, 3, 4), device="cpu")
    for made in (lambda: a.ravel("F"), lambda: a.lazy() + 1):
        found = numpy.asarray(made())
        wanted = found.copy()
        for _ in range(5):
            np.zeros(24)
        assert (found == wanted).all()


def test_repeated_values() -> None:
    """On the device of the arrays, whatever the default one is."""
    ocean.setDefaultDevice(ocean.cpu)
    a, few = sample(6), sample(2)
    np.put(a, [0, 1, 2, 3, 4], few)
    assert host(a).tolist() == [0, 1, 0, 1, 0, 5]
    np.place(a, a < 5, few + 7)
    assert host(a).tolist() == [7, 8, 7, 8, 7, 5]


@pytest.mark.parametrize("count", [1, 2, 4, 5, 30])
def test_interpolation(count: int) -> None:
    """As NumPy's, bit by bit, also where points are equal, not in order or not numbers."""
    chance = numpy.random.default_rng(count)
    for places in (numpy.sort(chance.normal(size=count)), numpy.round(chance.normal(size=count)), chance.normal(size=count)):
        heights, x = chance.normal(size=count), 2 * chance.normal(size=(3, 20))
        x[0, :5] = numpy.nan, numpy.inf, -numpy.inf, places[0], places[-1]
        heights[chance.integers(count)] = chance.choice([numpy.nan, numpy.inf, 0.0])
        ours = [np.asarray(each, device=layouts.device) for each in (x, places, heights)]
        for at, given in ((x, ours[0]), (x[:, ::2].T, ours[0][:, ::2].T), (0.25, 0.25)):
            found, wanted = host(np.interp(given, *ours[1:])), numpy.interp(at, places, heights)
            numpy.testing.assert_array_equal(found, wanted, strict=isinstance(wanted, numpy.ndarray))
        beyond = host(np.interp(ours[0], *ours[1:], left=7, right=8))
        numpy.testing.assert_array_equal(beyond, numpy.interp(x, places, heights, left=7, right=8))


@pytest.mark.parametrize(
    "call",
    [
        "np.concatenate([a, a], out=out)", "np.take(a, [0, 1, 0, 1], axis=0, out=out)", "np.cumsum(np.tile(a, (2, 1)), axis=0, out=out)",
        "np.dot(np.ones((4, 2)), a, out=out)", "np.einsum('ij,jk->ik', np.ones((4, 2)), a, out=out)", "np.outer([1.0, 2, 3, 4], a[0], out=out)",
        "np.compress([1, 1, 1, 1], np.tile(a, (2, 1)), axis=0, out=out)", "np.median(np.stack([a, a, a, a]), axis=1, out=out)",
        "np.nansum(np.stack([np.tile(a, (2, 1))] * 2), axis=0, out=out)", "np.stack([a[0], a[1], a[0], a[1]], out=out)",
    ],
)  # fmt: skip
def test_given_results(call: str) -> None:
    ours: dict[str, Any] = {"np": np, "a": sample(2, 3), "out": np.zeros((4, 3), device=layouts.device)}
    theirs: dict[str, Any] = {"np": numpy, "a": numpy.arange(6.0).reshape(2, 3), "out": numpy.zeros((4, 3))}
    result = eval(call, ours)
    eval(call, theirs)
    assert result is ours["out"]
    assert numpy.allclose(host(ours["out"]), theirs["out"])
    ours["out"] = np.zeros((5, 5), device=layouts.device)
    with pytest.raises((ValueError, TypeError)):
        eval(call, ours)


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
        ("np.einsum('ij->ik', a)", ValueError), ("np.tensordot(a, a, 3)", ValueError), ("np.kron(sample(1,1,1,1,1), a)", ValueError),
        ("np.cross([1, 2, 3, 4], [1, 2, 3, 4])", ValueError), ("np.quantile(a, 1.5)", ValueError), ("np.percentile(a, [1, 101])", ValueError),
        ("np.quantile(a, 0.5, method='no')", ValueError), ("np.average(a, weights=[1, 2])", TypeError), ("np.bincount([-1])", ValueError),
        ("np.average(a, weights=a * 0)", ZeroDivisionError), ("np.nanargmax(a * np.nan)", ValueError), ("np.unravel_index(6, (2, 3))", ValueError),
        ("np.choose([2], [a[0], a[0]])", ValueError), ("np.pad(a, -1)", ValueError), ("np.meshgrid(a, indexing='no')", ValueError),
        ("np.cumulative_sum(a)", ValueError), ("np.diff(a, -1)", ValueError), ("np.histogram(a, [3, 1])", ValueError), ("np.delete(a, 9)", IndexError),
        ("np.insert(a, 9, 1)", IndexError), ("np.tile(a, (1,) * 9)", ValueError), ("np.nonzero(a[0, 0])", ValueError), ("np.vsplit(a[0], 1)", ValueError),
        ("np.block([a, [a]])", ValueError), ("np.gradient(a[:1])", ValueError), ("np.random.default_rng(1).integers(3, 3)", ValueError),
    ],
)  # fmt: skip
def test_refused(call: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        eval(call, {"np": np, "a": sample(2, 3), "sample": sample})


# --- Random numbers ----------------------------------------------------------------------------------------------


def test_random_numbers() -> None:
    rng = np.random.default_rng(5)
    again = np.random.default_rng(5)
    a, b = rng.random((3, 4)), again.random((3, 4))
    assert a.shape == (3, 4) and (a == b).all() and a.device is layouts.device
    assert isinstance(rng.random(), float) and isinstance(rng.integers(5), int)
    whole = rng.integers(-3, 4, size=1000)
    assert whole.dtype == np.int64 and int(whole.min()) == -3 and int(whole.max()) == 3
    assert set(rng.integers(0, 2, size=100, endpoint=True).tolist()) == {0, 1, 2}
    assert rng.random(3, dtype="float32").dtype == np.float32
    assert rng.normal([0.0, 100.0], 1.0).shape == (2,) and rng.normal([[0.0], [1.0]], [1.0, 2.0, 3.0]).shape == (2, 3)
    assert sorted(rng.permutation(6).tolist()) == list(range(6))
    assert sorted(rng.permutation(sample(6)).tolist()) == list(range(6))
    rows = sample(4, 3)
    assert sorted(rng.permutation(rows).tolist()) == rows.tolist() and rng.permutation(rows, axis=1).shape == (4, 3)
    kept = rng.permuted(rows, axis=1)
    assert np.sort(kept, axis=1).tolist() == rows.tolist()
    rng.shuffle(rows)
    assert sorted(rows.tolist()) == sample(4, 3).tolist()
    assert len(set(rng.choice(10, 10, replace=False).tolist())) == 10
    assert rng.choice(sample(4, 3), 2, axis=1).shape == (4, 2) and rng.choice([5, 6], p=[0, 1]) == 6
    assert len(rng.bytes(7)) == 7
    assert [child.random() != rng.random() for child in rng.spawn(2)] == [True, True]


CHOSEN = (
    "random(3)", "standard_t([3.0, 4.0])", "f([3.0, 4.0], 5.0)", "laplace([0.0, 1.0])", "weibull([1.0, 2.0])", "geometric([0.5, 0.2])",
    "triangular([0, 0], 1.0, [2, 3])", "wald([1.0, 2.0], [3.0, 4.0])", "noncentral_f([3.0, 4.0], 5, 1)", "zipf([2.0, 3.0])",
    "multivariate_hypergeometric([3, 4], 5)", "multinomial(3, [0.5, 0.5], 2)", "negative_binomial(3, [0.5, 0.2])", "dirichlet([1.0, 2.0])",
    "multivariate_normal([0.0, 1.0], [[1.0, 0.0], [0.0, 1.0]])", "choice(5, 3)", "choice([1, 2, 3], 2)", "permutation(4)", "integers([1, 2], 7)",
)  # fmt: skip


def test_random_numbers_of_a_device() -> None:
    """A generator draws on its device, beside arrays on theirs, and the numbers are the same everywhere."""
    for call in CHOSEN:
        there = eval(f"rng.{call}", {"rng": np.random.default_rng(3, device=layouts.device)})
        here = eval(f"rng.{call}", {"rng": np.random.default_rng(3, device="cpu")})
        assert there.device is layouts.device and here.device is ocean.cpu, call
        assert numpy.allclose(host(there), host(here)), call
    a = np.asarray([1.0, 2.0], device=layouts.device)
    for drawn in (np.random.default_rng(1, device="cpu").weibull(a), np.random.default_rng(1, device="cpu").wald(a, 1.0)):
        assert drawn.device is layouts.device and drawn.shape == (2,)
    assert np.random.default_rng(np.random.default_rng(1), device="cpu").device is ocean.cpu
    for name in ("PCG64", "get_state", "random_integers"):
        with pytest.raises(AttributeError, match="use|default_rng"):
            getattr(np.random, name)


@pytest.mark.parametrize(
    ("call", "mean", "deviation"),
    [
        ("uniform(2, 4, size=n)", 3, 1 / 3**0.5), ("normal(5, 2, n)", 5, 2), ("standard_normal(n)", 0, 1), ("exponential(3, n)", 3, 3),
        ("standard_exponential(n)", 1, 1), ("gamma(2, 3, n)", 6, 18**0.5), ("beta(2, 2, n)", 0.5, 0.05**0.5), ("poisson(4, n)", 4, 2),
        ("binomial(10, 0.5, n)", 5, 2.5**0.5), ("chisquare(4, n)", 4, 8**0.5), ("laplace(1, 2, n)", 1, 8**0.5),
        ("logistic(1, 1, n)", 1, numpy.pi / 3**0.5), ("gumbel(0, 1, n)", 0.5772, numpy.pi / 6**0.5), ("rayleigh(2, n)", 2 * (numpy.pi / 2) ** 0.5, (8 - 2 * numpy.pi) ** 0.5),
        ("weibull(2, n)", 0.8862, 0.4633), ("pareto(5, n)", 0.25, 0.3227), ("power(3, n)", 0.75, 0.1936), ("geometric(0.5, n)", 2, 2**0.5),
        ("triangular(0, 1, 2, n)", 1, 6**-0.5), ("lognormal(0, 0.5, n)", 1.1331, 0.6039), ("standard_t(10, n)", 0, 1.118),
        ("f(10, 12, n)", 1.2, 0.8485), ("negative_binomial(4, 0.5, n)", 4, 8**0.5), ("standard_gamma(2, n)", 2, 2**0.5),
        ("wald(1.0, 2.0, n)", 1, 0.5**0.5), ("noncentral_chisquare(3, 2, n)", 5, 14**0.5), ("noncentral_f(3, 20, 2, n)", 1.8519, 1.6091),
        ("vonmises(0, 2, n)", 0, 0.8743), ("zipf(8.0, n)", 1.00425, 0.06844), ("logseries(0.5, n)", 1.4427, 0.8967),
        ("hypergeometric(5, 7, 4, n)", 1.6667, 0.8409),
    ],
)  # fmt: skip
@pytest.mark.host_only("the numbers are the same on all devices")
def test_distributions(call: str, mean: float, deviation: float) -> None:
    count = 40000
    drawn = host(eval(f"rng.{call}", {"rng": np.random.default_rng(11), "n": count}))
    assert drawn.shape == (count,)
    assert abs(drawn.mean() - mean) < 5 * deviation / count**0.5
    assert abs(drawn.std() / deviation - 1) < 0.06


@pytest.mark.host_only("composed of others")
def test_vectors_of_random_numbers() -> None:
    rng = np.random.default_rng(3)
    simplex = rng.dirichlet([1.0, 2.0, 3.0], 2000)
    assert simplex.shape == (2000, 3) and np.allclose(simplex.sum(axis=1), 1)
    assert np.allclose(simplex.mean(axis=0), [1 / 6, 2 / 6, 3 / 6], atol=0.03)
    counts = rng.multinomial(20, [0.2, 0.3, 0.5], 2000)
    assert (counts.sum(axis=1) == 20).all() and np.allclose(counts.mean(axis=0), [4, 6, 10], atol=0.3)
    vectors = rng.multivariate_normal([1.0, -1.0], [[2.0, 0.5], [0.5, 1.0]], 20000)
    assert np.allclose(np.cov(vectors.T), [[2.0, 0.5], [0.5, 1.0]], atol=0.1)


def test_older_functions() -> None:
    np.random.seed(4)
    first = np.random.rand(2, 3)
    np.random.seed(4)
    assert (np.random.rand(2, 3) == first).all()
    assert np.random.randn(4).shape == (4,) and np.random.randint(3, size=(2, 2)).shape == (2, 2)
    assert np.random.choice(5, 2).shape == (2,) and np.random.uniform(size=3).shape == (3,)
    ocean.random.seed(4)
    assert np.random.random_sample((2, 3)).shape == (2, 3)


# --- Files and text ----------------------------------------------------------------------------------------------


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


@pytest.mark.host_only("text")
def test_text() -> None:
    a = np.asarray([1.23456789, 2.0])
    assert np.array_repr(a) == repr(a) and np.array_str(a) == str(a)
    assert np.array_str(a, precision=2) == "[1.23 2.  ]" == np.array2string(a, precision=2)
    with np.printoptions(precision=1):
        assert repr(a) == "array([1.2, 2. ])"
    assert np.get_printoptions() == numpy.get_printoptions()
    with np.errstate(divide="raise"):
        assert np.isinf(np.asarray(1.0) / 0.0)


# --- Others ------------------------------------------------------------------------------------------------------


def test_methods() -> None:
    a = sample(3, 2)
    a.put([0, 5], [9, 8])
    assert a.tolist() == [[9, 1], [2, 3], [4, 8]]
    a.sort(axis=0)
    assert a.tolist() == [[2, 1], [4, 3], [9, 8]]
    assert a.argsort(axis=None).tolist() == [1, 0, 3, 2, 5, 4] and a.round(1).tolist() == a.tolist()
    a.partition(1, axis=0)
    assert a[1].tolist() == [4, 3] and a.argpartition(1, axis=0)[1].tolist() == [1, 1]
    largest, places = np.topk(np.asarray([[3, 1, 2], [5, 9, 7]]), 2)  # along the last axis
    assert largest.tolist() == [[3, 2], [9, 7]] and places.tolist() == [[0, 2], [1, 2]]
    assert np.asarray([[3, 1], [2, 9]]).topk(1, 0, False)[0].tolist() == [[2, 1]]
    assert a.choose is not None and round(np.asarray(2.6)).item() == 3
    assert sample(3).searchsorted(v=1.5).item() == 2 and a.take(indices=[0]).tolist() == [2]


def test_numbers_and_lists() -> None:
    """Everything that is like an array will do."""
    assert np.concatenate([[1, 2], (3.5,)]).tolist() == [1, 2, 3.5]
    assert np.take([4, 5, 6], 1).item() == 5 and np.sort([3, 1]).tolist() == [1, 3]
    assert np.einsum("i,i", [1, 2], ocean.asTensor([3, 4])).item() == 11
    assert np.stack([numpy.arange(3), range(3)]).tolist() == [[0, 1, 2]] * 2
    assert np.vectorize(lambda x: x + 1)(sample(3)).tolist() == [1, 2, 3]
    assert np.polyfit(sample(4), sample(4) * 2, 1).device is layouts.device
    assert np.select([np.asarray([True, False])], [1], 2.5).tolist() == [1.0, 2.5]


def test_kinds_of_dtypes() -> None:
    kinds = ("generic", "number", "integer", "signedinteger", "unsignedinteger", "inexact", "floating", "complexfloating")
    for name in ("bool", "uint8", "int32", "float16", "float64", "complex64"):
        for kind in kinds:
            assert np.issubdtype(sample(1, kind=name).dtype, getattr(np, kind)) == numpy.issubdtype(name, getattr(numpy, kind))
        assert np.issubdtype(name, "int32") == numpy.issubdtype(name, "int32")
    assert np.issubdtype(np.floating, np.inexact) and not np.issubdtype(np.floating, np.integer)


def test_iteration() -> None:
    assert [(place, each.item()) for place, each in np.ndenumerate(sample(2, 2))] == [((0, 0), 0), ((0, 1), 1), ((1, 0), 2), ((1, 1), 3)]
    assert list(np.ndindex(2, 1)) == [(0, 0), (1, 0)]


def test_lazy() -> None:
    a = sample(2, 3).lazy() + 1
    assert np.sort(a).tolist() == [[1, 2, 3], [4, 5, 6]] and np.concatenate([a, a]).shape == (4, 3)
    assert np.median(a).item() == 3.5 and np.einsum("ij->j", a).tolist() == [5, 7, 9]
    assert np.flip(a, 0).eval().tolist() == [[4, 5, 6], [1, 2, 3]]


@pytest.mark.host_only("names")
def test_the_page_names_what_is_here() -> None:
    text = (Path(__file__).parents[2] / "docs" / "numpy.md").read_text()
    tables = text.split("| Subject |")[1].split("\n\n")[0] + text.split("## Computed by")[1].split("## Random")[0]
    words = {word for span in re.findall(r"`([^`]+)`", tables) for word in re.findall(r"[A-Za-z_]\w*", span)}
    options = {"_like", "accumulate", "at", "reduce", "reduceat", "edge", "edge_order", "reflect", "symmetric", "wrap"}
    assert {word for word in words if not hasattr(np, word)} == options


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


@pytest.mark.parametrize("look", layouts.TARGETS)
def test_what_numpy_computes_is_written_into_any_result(look: str) -> None:
    values = numpy.array([[1.0, 2, 4], [0.5, 1e9, 3]])
    for calls in (
        lambda n, a, out: n.spacing(a, out), lambda n, a, out: n.spacing(a, out=out),
        lambda n, a, out: n.spacing(a, out=(out,)), lambda n, a, out: n.maximum.accumulate(a, out=out),
        lambda n, a, out: n.subtract.accumulate(a, 1, None, out),
    ):  # fmt: skip
        want = calls(numpy, values, numpy.empty((2, 3)))
        out = np.asarray(layouts.sample(look, ocean.double, (2, 3)).tensor)
        assert calls(np, np.asarray(values, device=layouts.device), out) is out
        numpy.testing.assert_array_equal(host(out), want)


def test_histograms_of_several_axes() -> None:
    values, weights = numpy.arange(12.0).reshape(3, 4), numpy.arange(12).reshape(3, 4) % 5
    a = np.asarray(values, device=layouts.device)
    for bins in (5, [0, 3, 6, 12], numpy.array([0, 3, 6, 12.0])):
        for heavy in (weights, weights / 2, weights.astype("c16"), None):
            for density in (False, True):
                given = None if heavy is None else np.asarray(heavy, device=layouts.device)
                got = np.histogram(a, bins, density=density, weights=given)
                for one, other in zip(got, numpy.histogram(values, bins, density=density, weights=heavy), strict=True):
                    assert one.dtype == other.dtype
                    numpy.testing.assert_allclose(host(one), other)
        with pytest.raises(ValueError, match="same shape"):
            np.histogram(a, bins, weights=np.asarray(weights.T, device=layouts.device))


NAN = numpy.nan
SETS = [
    *(numpy.array(each, kind)
      for each in ([], [NAN], [1, NAN, 2, NAN, 1, 2, NAN], [3, 1, 2], [1, NAN, -0.0, 0.0, numpy.inf, -numpy.inf, 2])
      for kind in ("f2", "f4", "f8", "c8")),
    numpy.array([1, complex(NAN, 1), complex(1, NAN), 2, 1, complex(NAN, 1), complex(NAN, NAN)]),
    numpy.array([3, 1, 2, 3]), numpy.array([3, 200], "u1"), numpy.array([True, False, True]),
]  # fmt: skip


def agree_sets(call: Any, *values: Any) -> None:
    """The same arrays, with NaN in the same places: of complex ones NumPy keeps any."""
    got, want = call(np, *(np.asarray(each, device=layouts.device) for each in values)), call(numpy, *values)
    pairs = zip(got, want, strict=True) if isinstance(want, tuple) else [(got, want)]
    for one, other in pairs:
        found = host(one)
        assert found.dtype == other.dtype
        numpy.testing.assert_array_equal(numpy.isnan(found), numpy.isnan(other))
        numpy.testing.assert_array_equal(found[~numpy.isnan(found)], other[~numpy.isnan(other)])


def test_distinct_elements_and_nan() -> None:
    rows = numpy.array([[1, NAN, 1], [1, NAN, 1], [2, NAN, NAN], [1, 2, 3], [1, 2, 3]])
    for equal in (True, False):
        for flags in itertools.product((False, True), repeat=3):
            named = dict(zip(("return_index", "return_inverse", "return_counts"), flags, strict=True)) | {"equal_nan": equal}
            for values in SETS:
                agree_sets(lambda n, x, named=named: n.unique(x, **named), values)
                agree_sets(lambda n, x, named=named: n.unique(x, axis=0, **named), values)
            for values, axis in itertools.product((rows, rows.astype("c16"), rows.astype("f4")), (0, 1)):
                agree_sets(lambda n, x, named=named, axis=axis: n.unique(x, axis=axis, **named), values)
    for values in (*SETS, rows):
        for name in ("unique_all", "unique_counts", "unique_inverse"):
            agree_sets(lambda n, x, name=name: tuple(getattr(n, name)(x)), values)


@pytest.mark.parametrize("name", ["setxor1d", "setdiff1d", "union1d", "intersect1d", "isin"])
def test_sets_with_nan(name: str) -> None:
    for first, second in itertools.product(SETS, repeat=2):
        agree_sets(lambda n, x, y: getattr(n, name)(x, y), first, second)
        if name == "intersect1d":
            agree_sets(lambda n, x, y: n.intersect1d(x, y, return_indices=True), first, second)
        if name == "isin":
            agree_sets(lambda n, x, y: n.isin(x, y, invert=True), first, second)


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
        assert made.dtype is ocean.float
    assert np.linspace(1, sample(3, kind="int32"), 3).dtype is ocean.double
    target = sample(2, 2)
    np.copyto(target, 7, where=[[True, False], [False, True]])
    assert target.tolist() == [[7, 1], [2, 7]]
    several = np.setxor1d(np.asarray([1, (1 << 63) + 1, (1 << 63) + 2], dtype="u8"), np.asarray([1, -5]))
    assert several.tolist() == [-5]  # the others are equal in the common dtype


@pytest.mark.parametrize("kind", ["float32", "complex128"])
def test_running_sums_without_nan(kind: str) -> None:
    """Of a few elements at once, and of many."""
    for count in (0, 12, 5000):
        given = numpy.cos(numpy.arange(count)).astype(kind)
        given[::3] = numpy.nan
        for name in ("nancumsum", "nancumprod"):
            found = getattr(np, name)(np.asarray(given, device=layouts.device))
            assert found.device is layouts.device
            numpy.testing.assert_allclose(host(found), getattr(numpy, name)(given), 1e-3, 1e-3, strict=True)


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


def test_bounds_beyond_a_dtype_limit_nothing() -> None:
    a, signed = sample(4, kind="uint8"), sample(3, kind="int8")
    for found, wanted in (
        (np.clip(a, -5, 1000), [0, 1, 2, 3]), (a.clip(max=1000), [0, 1, 2, 3]), (a.clip(-5, 2), [0, 1, 2, 2]), (a.clip(1, 10**30), [1, 1, 2, 3]),
        (np.clip(signed, -129, 1), [0, 1, 1]), (np.clip(signed, min=-(10**30)), [0, 1, 2]),
    ):  # fmt: skip
        assert found.tolist() == wanted and found.dtype.size == 1
    given = np.zeros_like(a)
    assert np.clip(a, -1, 256, out=given) is given and given.tolist() == [0, 1, 2, 3]
    flags, floats = sample(2, kind="bool"), sample(2)
    assert flags.clip(out=floats) is floats and floats.tolist() == [0, 1] and flags.clip().tolist() == [False, True]
    with pytest.raises(ValueError, match="broadcast"):
        flags.clip(out=sample(3))
    for refused in (lambda: a.clip(300, 1000), lambda: np.clip(a, -5, -1), lambda: np.add(a, 300), lambda: np.maximum(a, -1)):
        with pytest.raises(OverflowError, match="out of bounds for uint8"):
            refused()


@pytest.mark.host_only
def test_a_dtype_equals_every_text_that_names_it() -> None:
    codes = ["?", "i1", "u2", "i4", "<i8", "=u8", "l", "e", "f2", "f4", "f", "d", "f8", "<f8", "F", "c16", "float64", "longlong"]
    for kind in ("bool", "int8", "uint16", "int32", "int64", "uint64", "float16", "float32", "float64", "complex64", "complex128"):
        own, other = np.zeros(2, kind).dtype, numpy.dtype(kind)
        assert [own == code for code in codes] == [other == code for code in codes]
        assert not any(own == text for text in (">f8", ">i4", "nosuch", "", "(", "i4,f8", "O", "S3", "M8[s]"))


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


@pytest.mark.host_only
def test_other_numbers_without_axes_are_no_counts() -> None:
    for wrong in (np.asarray(2.0), np.asarray(True)):
        with pytest.raises(TypeError, match="Expected an integer shape"):
            np.zeros(wrong)


@pytest.mark.host_only
def test_byte_orders_are_not_part_of_dtypes() -> None:
    for call in (lambda: np.dtype(">f4"), lambda: np.arange(3).astype(">f4"), lambda: np.frombuffer(bytes(4), ">f4")):
        with pytest.raises(TypeError, match="no dtype has a byte order: asarray"):
            call()
    assert np.asarray(numpy.arange(3, dtype=">i2")).tolist() == [0, 1, 2]


@pytest.mark.host_only
def test_views_by_any_strides_are_left_out() -> None:
    with pytest.raises(AttributeError, match="as_strided': strides that leave the storage are left out; sliding_window_view"):
        np.lib.stride_tricks.as_strided(np.arange(3), (2, 2), (8, 8))
    with pytest.raises(AttributeError, match="stride_tricks has no attribute 'nosuch'$"):
        np.lib.stride_tricks.nosuch  # noqa: B018


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


@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
def test_cube_roots(kind: str) -> None:
    """Within one unit in the last place of the true root, and exact at cubes."""
    values = numpy.concatenate([numpy.arange(1, 31) ** 3, numpy.logspace(-4, 4, 999)]).astype(kind)
    found, exact = host(np.cbrt(np.asarray(values, device=layouts.device))), numpy.cbrt(values.astype("longdouble"))
    assert (found[:30] == numpy.arange(1, 31)).all() or kind == "float16"
    assert (abs(found - exact) <= abs(numpy.spacing(exact.astype(kind)).astype("longdouble"))).all()
    special = numpy.array([0.0, -0.0, numpy.inf, -numpy.inf, numpy.nan, -8], kind)
    roots = host(np.cbrt(np.asarray(special, device=layouts.device)))
    numpy.testing.assert_array_equal(roots, [0.0, 0, numpy.inf, -numpy.inf, numpy.nan, -2])
    assert numpy.signbit(roots[1])
