"""Random arrays: shapes, devices, and moments of distributions."""

from __future__ import annotations

import layouts
import numpy
import pytest
from array_samples import host, sample

import ocean
import ocean.numpy as np


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
