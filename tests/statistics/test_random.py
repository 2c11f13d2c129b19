"""Random numbers: Philox to the bit, elements that depend on seed and position only, and the distributions."""

from __future__ import annotations

import copy
import math
import pickle
import threading
from typing import Any

import layouts
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ocean
from ocean import random
from ocean._src.core.host import random as compiled_random
from ocean._src.core.objects.dtypes import UINT64
from ocean._src.core.objects.tensor import call_operation, make_operation
from ocean._src.ops.dispatch import plan_program
from ocean._src.ops.random import DISTRIBUTIONS, LANES
from ocean._src.ops.writer import Writer
from ocean._src.statistics.random import UNIT

FLOATING = [ocean.half, ocean.float, ocean.double]
WORD = 1 << 32


def philox(counter: tuple[int, ...], key: tuple[int, int]) -> tuple[int, ...]:
    """Philox 4x32-10 as its authors write it."""
    (c0, c1, c2, c3), (k0, k1) = counter, key
    for _ in range(10):
        first, second = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = second // WORD ^ c1 ^ k0, second % WORD, first // WORD ^ c3 ^ k1, first % WORD
        k0, k1 = (k0 + 0x9E3779B9) % WORD, (k1 + 0xBB67AE85) % WORD
    return c0, c1, c2, c3


def array(tensor: Any) -> np.ndarray:
    return np.array(ocean.cpu(tensor).to_numpy())


def reals(tensor: Any) -> np.ndarray:
    return array(tensor).astype(np.float64)


# --- The generator -----------------------------------------------------------------------------------------------


def test_known_answers() -> None:
    words = array(random.generator(0).integers([4 * LANES], 0, WORD, ocean.uint32))
    assert [*map(hex, words[::LANES])] == ["0x6627e8d5", "0xe169c58d", "0xbc57ac4c", "0x9b00dbd8"]
    w = Writer(("uint64",) * 3)
    ones = (1 << 64) - 1
    for number, wanted in enumerate((0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)):
        words = w.row("philox", *w.inputs, w.index())
        row = w.row(
            "words 0" if number == 0 else f"words {number}", words, w.constant(0, UINT64), w.constant(0, UINT64)
        )
        program = w.program(row.row("value 0"))
        result = ocean.tensor([1], ocean.uint64)
        operation = make_operation("test", 3, lambda i, r, _, p=program: plan_program(p, i, UINT64, r))
        call_operation(operation, (ocean.uint64(ones),) * 3, result)
        assert int(result) == wanted


@given(st.integers(0, (1 << 64) - 1), st.integers(0, (1 << 64) - 300), st.integers(0, WORD - 1), st.integers(0, 700))
def test_words(key: int, position: int, stream: int, index: int) -> None:
    g = random.generator(0)
    g.state = key, position, stream, 0
    words = array(g.integers([index + 1], -(1 << 31), 1 << 31, ocean.int64))
    block, rest = divmod(index, 4 * LANES)
    place = (position + block * LANES + rest % LANES) % (1 << 64)
    expected = philox((place % WORD, place // WORD, stream, 0), (key % WORD, key // WORD))[rest // LANES]
    assert words[index] + (1 << 31) == expected


def test_seeds() -> None:
    for seed in (0, 1, 2**64 - 1, np.uint8(3), ocean.int64(3), 10**100):
        assert (
            array(random.generator(seed).uniform([5])).tolist() == array(random.generator(seed).uniform([5])).tolist()
        )
    assert random.generator().state[0] != random.generator().state[0]
    assert random.generator(2**64).state[0] != random.generator(2**65).state[0]
    assert "key 0x5" in repr(random.generator(5))
    for seed in (-1, 1.5, "a", True, [1]):
        with pytest.raises((ocean.OceanTypeError, ocean.OceanValueError), match="seed must be a nonnegative integer"):
            random.generator(seed)


def test_default_generator() -> None:
    before = random.uniform([3])
    random.seed(7)
    first = array(random.normal([3]))
    random.seed(7)
    assert np.array_equal(array(random.normal([3])), first)
    assert np.array_equal(array(random.generator(7).normal([3])), first)
    random.seed()
    assert before.size == (3,)


def test_state_is_saved() -> None:
    g = random.generator(3)
    g.uniform([100])
    g.spawn(2)
    for other in (copy.copy(g), copy.deepcopy(g), pickle.loads(pickle.dumps(g))):
        assert other.state == g.state
        assert np.array_equal(array(other.uniform([10])), array(copy.copy(g).uniform([10])))
    for state in (None, 1, (1, 2, 3), (1, 2, 3, -4), (2**64, 0, 0, 0), (0, 0, 2**32, 0), ("a", 0, 0, 0)):
        with pytest.raises(ocean.OceanValueError, match="The state of a generator is"):
            g.state = state


def test_spawn_and_jump() -> None:
    g = random.generator(3)
    children = [*g.spawn(3), *g.spawn(2), *(g.jump(k) for k in (1, 2, 3)), g]
    drawn = [array(each.integers([50], 1 << 60)) for each in children]
    for k, one in enumerate(drawn):
        assert all(not np.intersect1d(one, other).size for other in drawn[:k])
    again = random.generator(3)
    assert [each.state for each in again.spawn(5)] == [each.state for each in random.generator(3).spawn(5)]
    assert g.jump(0).state[:3] == g.state[:3]
    assert g.jump(2).state == g.jump().jump().state
    for wrong in (-1, 2**21, 2**70, 1.5, "a"):
        with pytest.raises(ocean.OceanError, match="count"):
            g.spawn(wrong)
    for wrong in (-1, 2**32, 1.5):
        with pytest.raises(ocean.OceanValueError, match="expected a count"):
            g.jump(wrong)


# --- Elements depend on seed and position only -------------------------------------------------------------------

DRAWS: list[tuple[str, tuple[Any, ...]]] = [
    *(("uniform", (kind,)) for kind in FLOATING),
    *(("normal", (kind,)) for kind in FLOATING),
    *(("exponential", (kind,)) for kind in FLOATING),
    ("uniform", (-2.0, 3.0)), ("normal", (5.0, 0.5)), ("exponential", (2.5,)),
    ("integers", (100,)), ("integers", (-5, 1 << 40)), ("integers", (0, WORD, ocean.uint32)),
    ("integers", (0, 1 << 64, ocean.uint64)), ("integers", (-128, 128, ocean.int8)), ("integers", (2, ocean.bool)),
    ("bernoulli", (0.3,)), ("bernoulli", (0.3, ocean.int16)),
]  # fmt: skip
BITWISE = ("uniform", "integers", "bernoulli")


@pytest.mark.parametrize(("name", "args"), DRAWS, ids=lambda x: x if isinstance(x, str) else "")
def test_position_only(name: str, args: tuple[Any, ...]) -> None:
    """The same bits in one piece or two, for any number of threads, lazily, in a view, and on every device."""
    count = 20 * 4 * LANES + 37
    whole = getattr(random.generator(9), name)([count], *args)
    assert whole.device is layouts.device
    bits = array(whole)
    host = getattr(random.generator(9), name)([count], *args, device=ocean.cpu)
    assert np.array_equal(bits, array(host))
    ocean.setNumThreads(1)
    assert np.array_equal(bits, array(getattr(random.generator(9), name)([count], *args)))
    ocean.setNumThreads(3)
    assert np.array_equal(bits, array(getattr(random.generator(9), name)([count], *args)))
    short = array(getattr(random.generator(9), name)([100], *args))
    assert np.array_equal(bits[:100], short)
    lazy = getattr(random.generator(9), name)([count], *args, lazy=True)
    assert lazy.dtype is whole.dtype and lazy.size == (count,) and lazy.device is layouts.device
    assert np.array_equal(bits, array(lazy.eval()))
    assert np.array_equal(bits[5:400:7][::-1], array(lazy[5:400:7][::-1].eval()))
    shaped = getattr(random.generator(9), name)([count // 11, 11], *args)
    assert np.array_equal(array(shaped).flatten(order="F"), bits[: shaped.nelem])
    turned = getattr(random.generator(9), name)([count // 11, 11], *args, lazy=True).T.eval()
    assert np.array_equal(array(turned), array(shaped).T)


def test_inside_fused_functions() -> None:
    x = ocean.ones([300], ocean.double)
    noise = random.generator(4).uniform([300], ocean.double, lazy=True)
    fused = ocean.fuse(lambda x: 2 * x + noise)
    wanted = 2 + array(random.generator(4).uniform([300], ocean.double))
    assert np.array_equal(array(fused(x)), wanted)
    total = float(ocean.sum(random.generator(4).uniform([300], ocean.double, lazy=True)))
    assert math.isclose(total, wanted.sum() - 600, rel_tol=1e-12)


@pytest.mark.host_only("threads")
def test_threads_draw_from_one_generator() -> None:
    g, drawn = random.generator(1), []

    def work() -> None:
        for _ in range(50):
            drawn.append(array(g.integers([20], 1 << 60)))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(np.unique(np.concatenate(drawn))) == 4 * 50 * 20
    assert g.state[1] == 4 * 50 * LANES


@pytest.mark.parametrize("size", [[], 5, [0], [3, 0], (2, 3), [2, 1, 3, 1, 2]])
def test_sizes(size: Any) -> None:
    wanted = tuple(size) if isinstance(size, (list, tuple)) else (size,)
    g = random.generator(1)
    for drawn in (g.uniform(size), g.normal(size), g.exponential(size), g.integers(size, 5), g.bernoulli(size, 0.5),
                  g.gamma(size, 2.0), g.beta(size, 2, 3), g.poisson(size, 3), g.binomial(size, 5, 0.5),
                  g.uniform(size, lazy=True), g.choice(4, size)):  # fmt: skip
        assert drawn.size == wanted
    for size in ([-1], "a", [2**62, 2**62], [1.5]):
        with pytest.raises(Exception, match="size|Size|integer|dimension|large"):
            g.uniform(size)


# --- Distributions -----------------------------------------------------------------------------------------------


def kolmogorov(sample: np.ndarray, cdf: Any) -> float:
    """The largest distance between the distribution of a sample and a distribution, times the root of its size."""
    x = np.sort(sample)
    steps, f = np.arange(len(x) + 1) / len(x), cdf(x)
    return max(np.max(steps[1:] - f), np.max(f - steps[:-1])) * math.sqrt(len(x))


def chi_square(counts: np.ndarray, expected: np.ndarray) -> float:
    """How many standard deviations the statistic of chi-square is from its mean."""
    degrees = len(counts) - 1
    return (((counts - expected) ** 2 / expected).sum() - degrees) / math.sqrt(2 * degrees)


def normal_cdf(x: np.ndarray) -> np.ndarray:
    return 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


N = 20000


@pytest.mark.parametrize("kind", FLOATING, ids=str)
def test_uniform(kind: ocean.dtype) -> None:
    x = reals(random.generator(2).uniform([N], kind))
    assert x.min() >= 0 and x.max() < 1
    if kind is not ocean.half:
        assert kolmogorov(x, lambda x: x) < 1.6
    assert abs(x.mean() - 0.5) < 0.008 and abs(x.var() - 1 / 12) < 0.003
    assert abs(np.corrcoef(x[:-1], x[1:])[0, 1]) < 0.02
    x = reals(random.generator(2).uniform([N], -3, 5, kind))
    assert x.min() >= -3 and x.max() < 5 and abs(x.mean() - 1) < 0.06
    assert np.array_equal(
        reals(random.generator(2).uniform([9], 5, kind)), reals(random.generator(2).uniform([9], 0, 5, kind))
    )
    x = reals(random.generator(2).uniform([N], 1000, 1001, ocean.half))
    assert set(x) <= {1000, 1000.5}


@pytest.mark.parametrize("kind", FLOATING, ids=str)
def test_normal(kind: ocean.dtype) -> None:
    x = reals(random.generator(3).normal([N], kind))
    assert abs(x.mean()) < 0.025 and abs(x.std() - 1) < 0.02
    assert abs((x**3).mean()) < 0.07 and abs((x**4).mean() - 3) < 0.2
    if kind is not ocean.half:
        assert kolmogorov(x, normal_cdf) < 1.6
    assert np.array_equal(
        reals(random.generator(3).normal([9], 5, kind)), reals(random.generator(3).normal([9], 5, 1, kind))
    )
    y = reals(random.generator(3).normal([N], 10, 2, kind))
    assert np.allclose(y, 10 + 2 * x, atol=0.02 if kind is ocean.half else 1e-5)


@pytest.mark.parametrize("kind", [ocean.float, ocean.double], ids=str)
def test_normal_by_its_formula(kind: ocean.dtype) -> None:
    """Box and Muller, computed in double by NumPy."""
    g, bits = random.generator(3), 32 if kind is ocean.float else 64
    x, per = reals(g.normal([4 * LANES], kind)), DISTRIBUTIONS[f"normal {kind.spelling}"].per_counter
    words = array(random.generator(3).integers([4 * LANES], 0, 1 << bits, getattr(ocean, f"uint{bits}")))
    u, v = words.reshape(-1, 2, LANES).transpose(1, 0, 2) if per == 2 else words.reshape(2, 2, LANES).transpose(1, 0, 2)
    u = (u.astype(np.float64) + 0.5) * 2.0**-32 if bits == 32 else ((u >> 11).astype(np.float64) + 0.5) * 2.0**-53
    v = (v >> 8) * 2.0**-24 if bits == 32 else (v >> 11).astype(np.float64) * 2.0**-53
    radius, angle = np.sqrt(-2 * np.log(u)), 2 * np.pi * v
    wanted = np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1).reshape(-1)
    assert np.allclose(x, wanted, rtol=0, atol=3e-6 if bits == 32 else 4e-15)


@pytest.mark.parametrize("kind", FLOATING, ids=str)
def test_exponential(kind: ocean.dtype) -> None:
    x = reals(random.generator(4).exponential([N], kind))
    assert x.min() >= 0 and abs(x.mean() - 1) < 0.025 and abs(x.var() - 1) < 0.08
    if kind is not ocean.half:
        assert kolmogorov(x, lambda x: 1 - np.exp(-x)) < 1.6
    y = reals(random.generator(4).exponential([N], 3, kind))
    assert np.allclose(y, 3 * x, rtol=2e-3)


@pytest.mark.parametrize("kind", [each for each in layouts.DTYPES if not each.isfloat], ids=layouts.dtype_id)
def test_integers(kind: ocean.dtype) -> None:
    g = random.generator(5)
    low, high = (0, 2) if kind is ocean.bool else (kind.min.asPython() // 2, kind.max.asPython() // 3)
    x = g.integers([N], low, high, kind)
    assert x.dtype is kind
    values = array(x).astype(object)
    assert values.min() >= low and values.max() < high
    counts, _ = np.histogram([(float(value) - low) / (high - low) for value in values], 2 if high == 2 else 10, (0, 1))
    expected = N / len(counts)
    if high - low > 200:
        assert abs(chi_square(counts, np.full(len(counts), expected))) < 4
    if kind is not ocean.bool:
        least, most = kind.min.asPython(), kind.max.asPython()
        full = array(g.integers([N], least, most + 1, kind)).astype(object)
        assert full.min() < least + (most - least) // 50 + 2 and full.max() > most - (most - least) // 50 - 2
        for low, high in ((least - 1, 0), (0, most + 2)):
            with pytest.raises(ocean.OceanValueError, match="does not fit"):
                g.integers([3], low, high, kind)


def test_integers_are_equally_likely() -> None:
    counts = np.bincount(array(random.generator(6).integers([N], 17)), minlength=17)
    assert abs(chi_square(counts, np.full(17, N / 17))) < 4
    large = array(random.generator(6).integers([N], 0, 3 << 60, ocean.uint64)).astype(float) / (3 << 60)
    assert kolmogorov(large, lambda x: x) < 1.6


def test_bernoulli() -> None:
    x = random.generator(7).bernoulli([N], 0.3)
    assert x.dtype is ocean.bool and abs(array(x).mean() - 0.3) < 0.012
    assert not array(random.generator(7).bernoulli([N], 0)).any()
    assert array(random.generator(7).bernoulli([N], 1)).all()


@pytest.mark.parametrize("shape", [0.05, 0.7, 1.0, 3.5, 200.0])
def test_gamma(shape: float) -> None:
    x = reals(random.generator(8).gamma([N], shape, 2.0, ocean.double))
    assert abs(x.mean() - 2 * shape) < 5 * math.sqrt(4 * shape / N)
    assert abs(x.var() / (4 * shape) - 1) < 5 * math.sqrt((2 + 6 / shape) / N)
    if shape == 1:
        assert kolmogorov(x, lambda x: 1 - np.exp(-x / 2)) < 1.6


@pytest.mark.parametrize(("a", "b"), [(0.01, 0.02), (0.5, 0.5), (1, 1), (2, 5), (300, 100)])
def test_beta(a: float, b: float) -> None:
    x = reals(random.generator(9).beta([N], a, b, ocean.double))
    mean, var = a / (a + b), a * b / ((a + b) ** 2 * (a + b + 1))
    assert x.min() >= 0 and x.max() <= 1 and abs(x.mean() - mean) < 5 * math.sqrt(var / N)
    assert abs(x.var() / var - 1) < 0.1
    if a == b == 1:
        assert kolmogorov(x, lambda x: x) < 1.6


def in_counts(sample: np.ndarray, probabilities: np.ndarray) -> float:
    """Chi-square of counts, those that are expected rarely put together."""
    counts = np.bincount(sample, minlength=len(probabilities))[: len(probabilities)].astype(float)
    likely = probabilities * N > 8
    rest = np.array([N - counts[likely].sum()]), np.array([max(N * (1 - probabilities[likely].sum()), 1)])
    return chi_square(np.concatenate([counts[likely], rest[0]]), np.concatenate([N * probabilities[likely], rest[1]]))


@pytest.mark.parametrize("rate", [0.1, 3.0, 9.99, 10.0, 45.5, 1000.0])
def test_poisson(rate: float) -> None:
    x = array(random.generator(10).poisson([N], rate))
    assert x.dtype == np.int64 and abs(x.mean() - rate) < 5 * math.sqrt(rate / N)
    k = np.arange(int(rate + 12 * math.sqrt(rate)) + 12)
    logs = k * math.log(rate) - rate - np.array([math.lgamma(each + 1) for each in k])
    assert abs(in_counts(x, np.exp(logs))) < 4.5


@pytest.mark.parametrize(("n", "p"), [(1, 0.3), (10, 0.5), (20, 0.9), (100, 0.05), (100, 0.4), (1000, 0.7), (50, 0.99)])
def test_binomial(n: int, p: float) -> None:
    x = array(random.generator(11).binomial([N], n, p))
    assert x.min() >= 0 and x.max() <= n and abs(x.mean() - n * p) < 5 * math.sqrt(n * p * (1 - p) / N)
    probabilities = np.array([math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)])
    assert abs(in_counts(x, probabilities)) < 4.5


def test_limits_of_distributions() -> None:
    g = random.generator(1)
    assert not array(g.gamma([5], 0)).any() and not array(g.poisson([5], 0)).any()
    assert array(g.binomial([5], 7, 1)).tolist() == [7] * 5 and not array(g.binomial([5], 7, 0)).any()
    assert not array(g.binomial([5], 0, 0.5)).any() and array(g.uniform([5], 2, 2)).tolist() == [2] * 5
    assert array(g.normal([5], 3, 0)).tolist() == [3] * 5 and not array(g.exponential([5], 0)).any()


@pytest.mark.parametrize("kind", [ocean.half, ocean.float, ocean.int16, ocean.uint8], ids=str)
def test_dtypes_of_counts(kind: ocean.dtype) -> None:
    x = random.generator(3).poisson([50], 4.0, kind)
    assert x.dtype is kind and np.array_equal(array(x), array(random.generator(3).poisson([50], 4.0)))
    if kind.isfloat:
        y = random.generator(3).gamma([50], 4.0, kind)
        wanted = reals(random.generator(3).gamma([50], 4.0, ocean.double))
        assert y.dtype is kind and np.allclose(reals(y), wanted, rtol=1e-3)


def test_the_same_bits_for_any_number_of_threads() -> None:
    for name, args in (("gamma", (2.5,)), ("beta", (2, 3)), ("poisson", (30,)), ("binomial", (100, 0.3))):
        ocean.setNumThreads(1)
        one = array(getattr(random.generator(9), name)([9000], *args))
        ocean.setNumThreads(4)
        assert np.array_equal(one, array(getattr(random.generator(9), name)([9000], *args)))
        assert np.array_equal(one[:70], array(getattr(random.generator(9), name)([70], *args)))


# --- Parameters that are tensors ---------------------------------------------------------------------------------


def test_parameters_that_are_tensors() -> None:
    low = layouts.device(ocean.asTensor([0.0, 10.0, 100.0], ocean.double))
    x = reals(random.generator(1).uniform([3, 400], low, low + 1, ocean.double))
    y = reals(random.generator(1).uniform([3, 400], ocean.double))
    assert np.allclose(x, y + array(low)[:, None])
    z = random.generator(1).normal([3, 400], low, 0.5)
    assert np.allclose(reals(z).mean(1), [0, 10, 100], atol=0.15) and z.device is layouts.device
    assert np.allclose(reals(random.generator(1).exponential([3, 4000], low)).mean(1), [0, 10, 100], rtol=0.1)
    p = ocean.asTensor([0.0, 1.0, 0.5])
    assert np.allclose(array(random.generator(1).bernoulli([3, 4000], p)).mean(1), [0, 1, 0.5], atol=0.05)
    rates = array(random.generator(1).poisson([3, 4000], ocean.asTensor([0.5, 20.0, 3.0]))).mean(1)
    assert np.allclose(rates, [0.5, 20, 3], rtol=0.1)
    n = ocean.asTensor([3, 20, 7])
    assert np.allclose(array(random.generator(1).binomial([3, 4000], n, [0.5, 0.25, 1])).mean(1), [1.5, 5, 7], rtol=0.1)
    shapes = reals(random.generator(1).gamma([3, 4000], [1.0, 2.0, 5.0], 2)).mean(1)
    assert np.allclose(shapes, [2, 4, 10], rtol=0.1)
    bounds = array(random.generator(1).integers([3, 500], [0, 10, 100], [5, 11, 200]))
    assert bounds.min(1).tolist() == [0, 10, 100] and bounds.max(1).tolist() == [4, 10, 199]
    wide = array(random.generator(1).integers([2, 500], [0, -(1 << 62)], [1 << 40, 1 << 62]))
    assert wide[0].min() >= 0 and wide[1].min() < 0
    with pytest.raises(ocean.OceanValueError, match="cannot be broadcast"):
        random.generator(1).uniform([4], ocean.zeros([3]), 1.0)
    with pytest.raises(ocean.OceanValueError, match="cannot be broadcast"):
        random.generator(1).gamma([4], ocean.ones([3]))
    lazy = random.generator(1).uniform([3, 400], low, low + 1, ocean.double, lazy=True)
    assert np.array_equal(reals(lazy.eval()), x)


# --- Permutations and choices ------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 2, 12, 1000, 70000])
def test_permutation(count: int) -> None:
    x = random.generator(2).permutation(count)
    assert x.dtype is ocean.int64 and x.device is layouts.device
    assert np.array_equal(np.sort(array(x)), np.arange(count))
    ocean.setNumThreads(1)
    assert np.array_equal(array(x), array(random.generator(2).permutation(count)))
    if count >= 1000:
        assert abs(np.corrcoef(np.arange(count), array(x))[0, 1]) < 0.1


def test_permutations_are_equally_likely() -> None:
    g = random.generator(3)
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(2400):
        order = tuple(g.permutation(4, ocean.cpu).asPython())
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 24 and abs(chi_square(np.array([*seen.values()]), np.full(24, 100.0))) < 4


@pytest.mark.parametrize("kind", layouts.DTYPES, ids=layouts.dtype_id)
def test_shuffle(kind: ocean.dtype) -> None:
    for axis in (0, 1, -1):
        source = kind(ocean.arange(24).reshape(4, 6))
        order = array(random.generator(4).permutation(source.size[axis]))
        wanted = np.take(layouts.read(source), order, axis)
        assert np.array_equal(layouts.read(random.generator(4).permutation(source, axis)), wanted)
        random.generator(4).shuffle(source, axis)
        assert np.array_equal(layouts.read(source), wanted)
    view = ocean.arange(20)[::-2]
    random.generator(4).shuffle(view)
    assert sorted(view.asPython()) == list(range(1, 20, 2))
    with pytest.raises(ocean.OceanTypeError, match="shuffle"):
        random.generator(4).shuffle([1, 2, 3])
    with pytest.raises(IndexError, match="axis|Axis"):
        random.generator(4).shuffle(view, 1)


def test_choice() -> None:
    g = random.generator(5)
    values = layouts.device(ocean.asTensor([10.0, 20.0, 30.0, 40.0]))
    x = g.choice(values, [1000])
    assert x.dtype is ocean.double and x.device is layouts.device and set(array(x)) == {10, 20, 30, 40}
    assert abs(chi_square(np.bincount((array(x) / 10).astype(int))[1:], np.full(4, 250.0))) < 4
    assert g.choice(values) in (10, 20, 30, 40) and isinstance(g.choice(5), ocean.scalar)
    assert array(g.choice(5, [2, 3])).shape == (2, 3)
    assert sorted(array(g.choice(50, [50], False))) == list(range(50))
    assert len(set(array(g.choice(1000, [100], replace=False)))) == 100
    p = [0.1, 0.0, 0.6, 0.3]
    picked = np.bincount(array(g.choice(4, [N], p=p)), minlength=4) / N
    assert np.allclose(picked, p, atol=0.02) and picked[1] == 0
    assert sorted(array(g.choice(4, [3], replace=False, p=p))) == [0, 2, 3]
    matrix = ocean.arange(12).reshape(3, 4)
    assert g.choice(matrix, [5]).size == (5, 4) and g.choice(matrix, [5], axis=1).size == (3, 5)
    assert g.choice(matrix).size == (4,)
    for call, words in (
        (lambda: g.choice(0, [1]), "nothing to choose"), (lambda: g.choice(3, [4], False), "4 of 3"),
        (lambda: g.choice(3, [4], p=[0.5, 0.5]), "expected 3 probabilities"),
        (lambda: g.choice(2, [4], p=[0.5, 0.6]), "add up to 1"),
        (lambda: g.choice(2, [2], False, p=[0.0, 1.0]), "fewer than 2"),
    ):  # fmt: skip
        with pytest.raises(ocean.OceanValueError, match=words):
            call()


# --- Bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda g: g.uniform([3], 2, 1), "low must be at most high, got 2"),
        (lambda g: g.uniform([3], 0, math.inf), "must be finite"),
        (lambda g: g.uniform([3], math.nan, 1), "must be finite"),
        (lambda g: g.uniform([3], ocean.int32), "expected a real floating dtype, got int32"),
        (lambda g: g.uniform([3], ocean.cfloat), "expected a real floating dtype"),
        (lambda g: g.uniform([3], 1j, 2), "real"),
        (lambda g: g.normal([3], 0, -1), "stdev must be nonnegative, got -1"),
        (lambda g: g.normal([3], 0, math.nan), "stdev must be nonnegative, got nan"),
        (lambda g: g.normal([3], ocean.zeros([3]), ocean.asTensor([1.0, -2.0, 3.0])), "stdev must be nonnegative"),
        (lambda g: g.exponential([3], -1), "scale must be nonnegative"),
        (lambda g: g.bernoulli([3], 1.5), "p must be from 0 to 1, got 1.5"),
        (lambda g: g.bernoulli([3], ocean.asTensor([0.5, math.nan])), "p must be from 0 to 1"),
        (lambda g: g.integers([3], 5, 5), "low must be below high, got 5 and 5"),
        (lambda g: g.integers([3], 0), "low must be below high"),
        (lambda g: g.integers([3], 1.5), "must be an integer"),
        (lambda g: g.integers([3], 5, ocean.float), "expected an integer dtype, got float"),
        (lambda g: g.integers([3], 0, 1 << 65), "does not fit int64"),
        (lambda g: g.integers([2], [0, 5], [5, 5]), "low must be below high everywhere"),
        (lambda g: g.gamma([3], -1), "shape must be nonnegative and finite"),
        (lambda g: g.gamma([3], 1, math.inf), "scale must be nonnegative and finite"),
        (lambda g: g.beta([3], 0, 1), "a must be positive"),
        (lambda g: g.poisson([3], -1), "rate must be"),
        (lambda g: g.poisson([3], 1e300), "rate must be"),
        (lambda g: g.poisson([3], 1, ocean.bool), "expected an integer or real dtype"),
        (lambda g: g.binomial([3], -1, 0.5), "n must be"),
        (lambda g: g.binomial([3], 1.5, 0.5), "n must be an integer"),
        (lambda g: g.binomial([3], 5, 1.5), "p must be from 0 to 1"),
        (lambda g: g.permutation(-1), "must be from 0"),
        (lambda g: g.uniform(), "size"),
    ],
)
def test_bad_input(call: Any, words: str) -> None:
    with pytest.raises(ocean.OceanError, match=words):
        call(random.generator(1))


# --- OpenCL ------------------------------------------------------------------------------------------------------


@pytest.mark.host_only("its own devices")
def test_opencl_gives_the_same_bits() -> None:
    """The programs of draws, recorded on a device of the tests, done by OpenCL."""
    pytest.importorskip("pyopencl")
    import opencl

    where, g = opencl.recorder(), random.generator(3)
    where.forget()
    for name, args in (*DRAWS[1:6:2], *DRAWS[12:14], DRAWS[-2]):  # building them takes long
        getattr(g, name)([37, 11], *args, device=where)
    target = ocean.zeros([40, 20], ocean.double, where)[::-2, 1:9].T
    target.copy(g.uniform([8, 20], ocean.double, lazy=True, device=where))
    compiled_random.fill(g, UNIT, target)
    records = list(where.records)
    runner = opencl.Runner()
    for traits in (opencl.HOST_LIKE, opencl.GPU_LIKE):
        for record, after in zip(records, opencl.done(runner, records, traits, 60), strict=True):
            assert {key: record.after.get(key, before) for key, before in record.before.items()} == after
    where.forget()
