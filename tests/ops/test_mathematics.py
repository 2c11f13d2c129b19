"""Every row of `ops/mathematics.py` against NumPy: dtypes, layouts, byte orders, results, special values, domains.

How accurate results are is measured in `test_accuracy.py`; here they have to be the right ones, wherever they stand.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from layouts import DTYPES, NUMPY, TARGETS, dtype_id, finfo, place, read, sample, surroundings
from oracles import cast, rounded

import ocean
from ocean._src.kernels.llvm import compiler, machine
from ocean._src.ops.table import ROWS

Array = np.ndarray
REALS = [ocean.half, ocean.float, ocean.double, ocean.bfloat16]
COMPLEX = [ocean.chalf, ocean.cfloat, ocean.cdouble]
INTEGERS = [kind for kind in DTYPES if kind.isnumber and not kind.isfloat]
NAN, INF = math.nan, math.inf


def complex_log1p(z: Array) -> Array:
    """NumPy's loses all digits close to 0 and -1."""
    z = z.astype(np.clongdouble)
    return 0.5 * np.log1p(z.real * (2 + z.real) + z.imag**2) + 1j * np.arctan2(z.imag, 1 + z.real)


def sinc(x: Array) -> Array:
    """NumPy's rounds pi x before it takes the sine."""
    rest = x - np.round(x)
    sine = np.where(np.round(x) % 2 == 0, 1, -1) * np.sin(np.pi * rest)
    return np.where(x == 0, 1, sine / np.where(x == 0, 1, np.pi * x))


COMPLEX_TOO = {
    **{name: getattr(np, name) for name in (
        "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "arcsinh", "arccosh",
        "arctanh", "exp", "exp2", "expm1", "log", "log2", "log10",
    )},
    "cbrt": lambda x: x ** (1 / 3) if x.dtype.kind == "c" else np.cbrt(x),
    "exp10": lambda x: np.power(x.dtype.type(10), x),
    "log1p": lambda x: complex_log1p(x) if x.dtype.kind == "c" else np.log1p(x),
}  # fmt: skip
REAL_ONLY: dict[str, Callable[[Array], Array]] = {
    "deg2rad": np.deg2rad, "rad2deg": np.rad2deg,
    "sinc": lambda x: sinc(x),
}  # fmt: skip
UNARY = {**COMPLEX_TOO, **REAL_ONLY}
BINARY = {"arctan2": np.arctan2, "logaddexp": np.logaddexp, "logaddexp2": np.logaddexp2, "nextafter": np.nextafter}
SPECIAL = ("erf", "gamma", "lgamma")
EXACT = ("sqrt", "deg2rad", "rad2deg")


def numbers(kind: ocean.dtype, count: int, seed: int = 0) -> Array:
    """Special values first, then random ones of the sizes at which functions are interesting."""
    random = np.random.default_rng([seed, kind.code])
    if not kind.isfloat:
        small = random.integers(0, 6, count) - (3 if kind.issigned else 0)
        return np.where(random.random(count) < 0.7, small, random.integers(0, 127, count)).astype(NUMPY[kind])
    info = finfo(kind)
    special = [
        0.0, -0.0, 1, -1, INF, -INF, NAN, 0.5, -0.5, 2, -2, info.max, info.min, info.tiny, -info.smallest_subnormal,
        info.eps, 1 - info.epsneg, 1 + info.eps, -1 - info.eps, 10, -10, 88.7, -88.7, 103.9, -104, 709.7, -745, 1e5,
    ]  # fmt: skip

    def part() -> Array:
        flat = random.standard_normal(count) * 10.0 ** random.integers(-3, 2, count)
        with np.errstate(over="ignore"):
            flat[: len(special)] = special[:count]
            return rounded(random.permutation(flat), kind.basetype)

    if not kind.iscomplex:
        return part()
    result = np.empty(count, NUMPY[kind])
    result.real, result.imag = part(), part()
    return result


def vector(array: Array, kind: ocean.dtype) -> ocean.tensor:
    return place(array, kind, [kind.size]).tensor


def computing(kind: ocean.dtype) -> ocean.dtype:
    return kind if kind.isfloat else ocean.double


def agree(got: Array, wanted: Array, kind: ocean.dtype, bound: Any = 8) -> None:
    """Equal but for some units in the last place (complex: of the larger part), with the same infinities and NaNs.

    `wanted` has more digits than `got`, or is double.
    """
    assert got.shape == wanted.shape
    info = finfo(kind)
    parts = [(got.real, wanted.real), (got.imag, wanted.imag)] if kind.iscomplex else [(got, wanted)]
    with np.errstate(all="ignore"):
        scale = np.maximum(*(abs(part) for _, part in parts)) if kind.iscomplex else abs(wanted)
        unit = np.maximum(scale.astype(np.float64) * float(info.eps), float(info.smallest_subnormal))
        for mine, exact in parts:
            nearest = rounded(exact, kind.basetype)
            both = np.isfinite(mine) & np.isfinite(nearest) & np.isfinite(unit)
            # what has just overflowed may as well have stayed below
            edge = abs(exact) > float(info.max) * (1 - 1e-3)
            assert (abs(mine.astype(np.float64) - exact.astype(np.float64)) <= bound * unit)[both].all()
            np.testing.assert_array_equal(mine[~both & ~edge], nearest[~both & ~edge])


def bits(array: Array) -> Array:
    """The bits of numbers; all NaNs are one."""
    real = array.view(array.real.dtype) if array.dtype.kind == "c" else array
    return np.where(np.isnan(real), 0x55, real.view(f"u{real.itemsize}"))


# --- Values ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("name", UNARY)
def test_values(name: str, kind: ocean.dtype) -> None:
    if kind.iscomplex and name in REAL_ONLY:
        with pytest.raises(ocean.OceanTypeError, match=name):
            getattr(ocean, name)(vector(numbers(kind, 3), kind))
        return
    x = numbers(kind, 90)
    if kind.iscomplex:
        # special values have tests of their own below
        x = x[np.isfinite(x) & (abs(x) < 50) & (abs(x) > 1e-3)]
    result = getattr(ocean, name)(vector(x, kind))
    assert result.dtype is computing(kind)
    with np.errstate(all="ignore"):
        wanted = UNARY[name](x.astype(np.complex128 if kind.iscomplex else np.float64))
    agree(read(result), wanted, computing(kind), 64 if kind.iscomplex else 1 if name in EXACT else 8)


@pytest.mark.parametrize("kind", REALS + INTEGERS, ids=dtype_id)
@pytest.mark.parametrize("name", SPECIAL)
def test_special_functions(name: str, kind: ocean.dtype) -> None:
    scipy = pytest.importorskip("scipy.special")
    x = numbers(kind, 90)
    if name == "gamma":
        # libraries disagree about the poles, see below
        x = x[~((x <= 0) & (x == np.trunc(x)))]
    result = getattr(ocean, name)(vector(x, kind))
    assert result.dtype is computing(kind)
    with np.errstate(all="ignore"):
        wanted = {"erf": scipy.erf, "gamma": scipy.gamma, "lgamma": scipy.gammaln}[name](x.astype(np.float64))
    # lgamma has zeros between the poles, close to which nobody is accurate
    scale = np.maximum(1, 1 / np.maximum(abs(wanted), 1e-300)) if name == "lgamma" else 1
    agree(read(result), wanted, computing(kind), 40 * scale)


def test_poles_of_the_gamma_function() -> None:
    x = np.array([0.0, -0.0, -1, -2, -1e15, INF, -INF, NAN, 171.7, -171.5, -184.5, 5e-324, -5e-324])
    got = read(ocean.gamma(vector(x, ocean.double)))
    np.testing.assert_array_equal(got[[0, 1, 5, 8, 11, 12]], [INF, -INF, INF, INF, INF, -INF])
    assert np.isnan(got[[2, 3, 4, 6, 7]]).all()
    assert abs(got[9]) < 1e-309 and got[9] > 0 and got[10] == 0
    got = read(ocean.lgamma(vector(x, ocean.double)))
    np.testing.assert_array_equal(got[:7], [INF] * 7)
    np.testing.assert_allclose(got[11:], [744.4400719213812] * 2, rtol=1e-15)


@pytest.mark.parametrize("kind", [kind for kind in DTYPES if not kind.iscomplex], ids=dtype_id)
@pytest.mark.parametrize("name", BINARY)
def test_values_of_two(name: str, kind: ocean.dtype) -> None:
    x, y = numbers(kind, 200, 1), numbers(kind, 200, 2)
    x[::7] = y[::7]
    result = getattr(ocean, name)(vector(x, kind), vector(y, kind))
    assert result.dtype is computing(kind)
    if name == "nextafter":
        exact = np.float64 if not kind.isfloat else finfo(kind).dtype
        wanted = np.nextafter(x.astype(exact), y.astype(exact))
        wanted = np.where(x == y, y, wanted)  # as in C: NumPy's half gives x
        np.testing.assert_array_equal(bits(read(result)), bits(wanted.astype(NUMPY[computing(kind)])))
        return
    with np.errstate(all="ignore"):
        wanted = BINARY[name](x.astype(np.float64), y.astype(np.float64))
        scale = np.maximum(abs(x.astype(np.float64)), abs(y.astype(np.float64))) if name.startswith("logaddexp") else 0
    got, finite = read(result), np.isfinite(wanted)
    np.testing.assert_array_equal(got[~finite], wanted[~finite])
    info = finfo(computing(kind))
    with np.errstate(all="ignore"):
        bound = 6 * float(info.eps) * np.maximum(abs(wanted), scale) + float(info.smallest_subnormal)
        near = abs(got.astype(np.float64) - wanted) <= bound
        assert (near | (np.isinf(got) & (abs(wanted) > float(info.max) * 0.999)))[finite].all()
        signs = np.signbit(got) == np.signbit(wanted)
    assert name.startswith("logaddexp") or signs[~np.isnan(wanted)].all()


@pytest.mark.parametrize("name", BINARY)
def test_no_complex_numbers_for_two_operands(name: str) -> None:
    with pytest.raises(ocean.OceanTypeError, match="complex"):
        getattr(ocean, name)(vector(numbers(ocean.cfloat, 3), ocean.cfloat), 1)


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_angles(kind: ocean.dtype) -> None:
    x = numbers(kind, 100)
    result = ocean.angle(vector(x, kind))
    assert result.dtype is computing(kind).basetype
    with np.errstate(all="ignore"):
        wanted = np.angle(x.astype(np.complex128 if kind.iscomplex else np.float64))
    agree(read(result), wanted, computing(kind).basetype)


# --- Whole numbers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", INTEGERS, ids=dtype_id)
def test_divisors_and_multiples(kind: ocean.dtype) -> None:
    limits = np.iinfo(NUMPY[kind])
    random = np.random.default_rng(kind.code)
    edges = np.array([limits.min, limits.max, 0, 1, 2, 6, limits.max // 2 + 1, limits.max - 1], NUMPY[kind])
    x, y = (each.ravel() for each in np.meshgrid(edges, edges))
    more = random.integers(limits.min, limits.max, (2, 500), NUMPY[kind], endpoint=True)
    more >>= random.integers(0, limits.bits - 1, more.shape).astype(NUMPY[kind])
    x, y = np.concatenate([x, more[0]]), np.concatenate([y, more[1]])
    with np.errstate(all="ignore"):
        wanted = np.array([math.gcd(int(a), int(b)) for a, b in zip(x, y, strict=True)], object)
        multiple = np.array([math.lcm(int(a), int(b)) % (1 << limits.bits) for a, b in zip(x, y, strict=True)], object)
    width = np.dtype(f"u{x.itemsize}")
    got = read(ocean.gcd(vector(x, kind), vector(y, kind)))
    np.testing.assert_array_equal(got, wanted.astype(width).view(x.dtype))
    np.testing.assert_array_equal(got, np.gcd(x, y))
    got = read(ocean.lcm(vector(x, kind), vector(y, kind)))
    np.testing.assert_array_equal(got, multiple.astype(width).view(x.dtype))


@pytest.mark.parametrize("name", ["gcd", "lcm"])
def test_whole_numbers_only(name: str) -> None:
    function = getattr(ocean, name)
    for kind in (ocean.bool, ocean.half, ocean.double, ocean.cfloat):
        with pytest.raises(ocean.OceanTypeError, match=name):
            function(vector(np.ones(2, NUMPY[kind]), kind), vector(np.ones(2, NUMPY[kind]), kind))
    with pytest.raises(ocean.OceanTypeError):
        function(vector(np.ones(2, np.uint64), ocean.uint64), vector(np.ones(2, np.int64), ocean.int64))
    mixed = function(vector(np.array([12, 18]), ocean.int64), vector(np.array([8, 27], np.uint8), ocean.uint8))
    assert mixed.dtype is ocean.int64
    assert read(mixed).tolist() == ([4, 9] if name == "gcd" else [24, 54])


# --- Places, layouts, threads ------------------------------------------------------------------------------------

ONE = [(name, kind) for name in (*UNARY, *SPECIAL, "angle") for kind in REALS + COMPLEX
       if not (kind.iscomplex and name in (*REAL_ONLY, *SPECIAL))]  # fmt: skip


@pytest.mark.parametrize(("name", "kind"), ONE, ids=dtype_id)
def test_results_do_not_depend_on_the_place(name: str, kind: ocean.dtype) -> None:
    """Alone, among others, strided, byteswapped or unaligned, a number has one result: the same bits."""
    function = getattr(ocean, name)
    x = numbers(kind, 75)
    whole = bits(read(function(vector(x, kind))))
    each = len(whole) // len(x)
    for start, stop in ((0, 1), (1, 2), (7, 8), (3, 20), (30, 75), (74, 75)):
        part = bits(read(function(vector(x[start:stop], kind))))
        np.testing.assert_array_equal(part, whole[each * start : each * stop])
    strided = place(x, kind, [3 * kind.size], margin=8).tensor
    np.testing.assert_array_equal(bits(read(function(strided))), whole)
    swapped = place(x[::-1].copy(), kind, [-kind.size - 1], margin=1, swapped=True).tensor
    np.testing.assert_array_equal(bits(read(function(swapped))[::-1].copy()), whole)
    one = vector(x[:1], kind)
    one = ocean.tensor(one.storage, 0, [30], [0], 1, kind)
    np.testing.assert_array_equal(bits(read(function(one))), np.tile(whole[:each], 30))


@pytest.mark.parametrize(("name", "kind"), [
    (name, kind) for name in ("exp", "sin", "cbrt", "lgamma", "sinc") for kind in (ocean.float, ocean.double)
] + [("log", ocean.cdouble), ("arcsin", ocean.cfloat)], ids=dtype_id)  # fmt: skip
def test_results_do_not_depend_on_threads(name: str, kind: ocean.dtype) -> None:
    x = vector(np.tile(numbers(kind, 1001), 300), kind)
    ocean.setNumThreads(1)
    alone = bits(read(getattr(ocean, name)(x)))
    ocean.setNumThreads(3)
    np.testing.assert_array_equal(bits(read(getattr(ocean, name)(x))), alone)


@pytest.mark.parametrize("layout", TARGETS)
@pytest.mark.parametrize("kind", [ocean.float, ocean.cdouble, ocean.int16], ids=dtype_id)
def test_layouts_of_operands_and_results(kind: ocean.dtype, layout: str) -> None:
    """Any layout as operand, and any as result, which keeps what lies between its elements."""
    given = sample(layout, kind)
    plain = place(given.values.ravel(), kind, [kind.size]).tensor
    target = sample(layout, computing(kind), seed=1)
    for name in ("exp", "log2", "tanh", "arctan", "sqrt"):
        wanted = bits(read(getattr(ocean, name)(plain)))
        got = bits(read(getattr(ocean, name)(given.tensor)).ravel())
        np.testing.assert_array_equal(got, wanted)
        around = surroundings(target.tensor)
        assert getattr(ocean, name)(given.tensor, target.tensor) is None
        np.testing.assert_array_equal(bits(read(target.tensor).ravel()), wanted)
        np.testing.assert_array_equal(surroundings(target.tensor), around)


@pytest.mark.parametrize("target", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("name", ["sqrt", "cos", "exp2", "log1p", "arcsinh"])
def test_results_of_other_dtypes(name: str, target: ocean.dtype) -> None:
    """The destination never decides in what is computed."""
    for kind in (ocean.int8, ocean.float, ocean.cdouble):
        x = numbers(kind, 40)
        x = x[np.isfinite(x) & (abs(x) < 5) & (x.real >= 0)]
        result = vector(np.zeros(x.size, NUMPY[target]), target)
        getattr(ocean, name)(vector(x, kind), result)
        alone = getattr(ocean, name)(vector(x, kind))
        np.testing.assert_array_equal(read(result), cast(read(alone), alone.dtype, target))


@pytest.mark.parametrize("kind", REALS + COMPLEX, ids=dtype_id)
def test_in_place_and_overlapping(kind: ocean.dtype) -> None:
    x = numbers(kind, 50)
    wanted = bits(read(ocean.arctan(vector(x, kind))))
    same = vector(x, kind)
    ocean.arctan(same, same)
    np.testing.assert_array_equal(bits(read(same)), wanted)
    both = vector(np.concatenate([x, x[:1]]), kind)
    source, target = (ocean.tensor(both.storage, k * kind.size, [50], [kind.size], 1, kind) for k in (0, 1))
    ocean.arctan(source, target)
    np.testing.assert_array_equal(bits(read(target)), wanted)


@pytest.mark.parametrize("kind", [ocean.float, ocean.double, ocean.cdouble], ids=dtype_id)
@pytest.mark.parametrize("name", ["sin", "tan", "cbrt", "arccos", "erf", "arctan2"])
def test_without_the_vector_functions_of_the_library(monkeypatch, name: str, kind: ocean.dtype) -> None:
    """Where the C library has none, its functions are called for one element after the other."""
    if kind.iscomplex and name in ("erf", "arctan2"):
        return
    x = [numbers(kind, 83 + 7 * len(name), seed) for seed in range(2 if name == "arctan2" else 1)]
    x = [np.where(np.isfinite(each) & (abs(each) < 1000), each, 0.25) for each in x]
    usual = read(getattr(ocean, name)(*(vector(each, kind) for each in x)))
    plain = machine.target()._replace(vectors=False)
    monkeypatch.setattr(machine, "target", lambda: plain)
    monkeypatch.setattr(compiler, "_kernels", {})
    # kernels are chosen when an operation first meets a description: one byte more makes a new one
    alone = read(getattr(ocean, name)(*(place(each, kind, [kind.size + 1]).tensor for each in x)))
    agree(alone, usual, kind, 16)


# --- Special values ----------------------------------------------------------------------------------------------

REAL_LIMITS: dict[str, list[tuple[float, float]]] = {
    "exp": [(INF, INF), (-INF, 0.0), (0.0, 1), (-0.0, 1), (1e4, INF), (-1e4, 0.0)],
    "exp2": [(INF, INF), (-INF, 0.0), (10, 1024), (-3, 0.125), (1e6, INF), (-1e6, 0.0), (0.5, math.sqrt(2))],
    "exp10": [(INF, INF), (-INF, 0.0), (2, 100), (0, 1), (1e6, INF), (-1e6, 0.0)],
    "expm1": [(INF, INF), (-INF, -1), (0.0, 0.0), (-0.0, -0.0), (-1e4, -1), (1e-30, 1e-30)],
    "log": [(0.0, -INF), (-0.0, -INF), (1, 0.0), (INF, INF), (-1, NAN), (-INF, NAN)],
    "log2": [(0.0, -INF), (8, 3), (1, 0.0), (INF, INF), (-1, NAN), (0.5, -1)],
    "log10": [(0.0, -INF), (1000, 3), (1, 0.0), (INF, INF), (-1, NAN)],
    "log1p": [(0.0, 0.0), (-0.0, -0.0), (-1, -INF), (-2, NAN), (INF, INF), (1e-30, 1e-30)],
    "sinh": [(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF), (1e4, INF), (-1e4, -INF)],
    "cosh": [(0.0, 1), (-0.0, 1), (INF, INF), (-INF, INF), (1e4, INF)],
    "tanh": [(0.0, 0.0), (-0.0, -0.0), (INF, 1), (-INF, -1), (100, 1), (-100, -1), (1e-30, 1e-30)],
    "arcsinh": [(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF), (-1e-30, -1e-30)],
    "arccosh": [(1, 0.0), (INF, INF), (0.5, NAN), (-1, NAN), (-INF, NAN), (-1e30, NAN)],
    "arctanh": [(0.0, 0.0), (-0.0, -0.0), (1, INF), (-1, -INF), (1.5, NAN), (INF, NAN)],
    "sin": [(0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN)],
    "cos": [(0.0, 1), (INF, NAN)],
    "tan": [(0.0, 0.0), (-0.0, -0.0), (INF, NAN)],
    "arcsin": [(0.0, 0.0), (-0.0, -0.0), (1, math.pi / 2), (-1, -math.pi / 2), (1.5, NAN)],
    "arccos": [(1, 0.0), (-1, math.pi), (1.5, NAN), (-INF, NAN)],
    "arctan": [(0.0, 0.0), (-0.0, -0.0), (INF, math.pi / 2), (-INF, -math.pi / 2)],
    "sqrt": [(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-1, NAN), (-INF, NAN)],
    "cbrt": [(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF), (-8, -2), (27, 3)],
    "sinc": [(0.0, 1), (-0.0, 1), (INF, NAN), (0.5, 2 / math.pi)],
    "erf": [(0.0, 0.0), (-0.0, -0.0), (INF, 1), (-INF, -1), (30, 1), (-30, -1)],
}


@pytest.mark.parametrize("kind", REALS, ids=dtype_id)
@pytest.mark.parametrize("name", REAL_LIMITS)
def test_limits_of_real_functions(name: str, kind: ocean.dtype) -> None:
    with np.errstate(over="ignore"):
        both = zip(*REAL_LIMITS[name], (NAN, NAN), strict=True)
        given, wanted = (rounded(np.array(each, float), kind) for each in both)
    tiny = (given != 0) & (abs(given) < float(finfo(kind).tiny))
    given, wanted = given[~tiny], wanted[~tiny]
    got = read(getattr(ocean, name)(vector(given, kind)))
    np.testing.assert_allclose(got, wanted, rtol=2 * float(finfo(kind).eps))
    sure = ~np.isnan(wanted)
    assert (np.signbit(got) == np.signbit(wanted))[sure].all()


@pytest.mark.parametrize("kind", [ocean.float, ocean.double], ids=dtype_id)
@pytest.mark.parametrize("name", ["exp", "exp2", "exp10", "log", "log2", "sinh", "tanh", "expm1", "log1p", "arcsinh"])
def test_subnormal_numbers(name: str, kind: ocean.dtype) -> None:
    info = np.finfo(NUMPY[kind])
    subnormal = np.array([1, 2, 3, 1000, 12345], info.dtype) * info.smallest_subnormal
    if name.startswith("exp") and name != "expm1":
        # arguments whose results are subnormal
        base = {"exp": math.e, "exp2": 2, "exp10": 10}[name]
        subnormal = np.log(subnormal.astype(np.longdouble)) / math.log(base)
    x = np.concatenate([subnormal, -subnormal]).astype(info.dtype)
    x = x[x > 0] if name in ("log", "log2") else x
    with np.errstate(all="ignore"):
        wanted = UNARY[name](x.astype(np.longdouble)).astype(np.float64)
    got = read(getattr(ocean, name)(vector(x, kind)))
    with np.errstate(all="ignore"):
        unit = np.maximum(abs(wanted) * float(info.eps), float(info.smallest_subnormal))
        assert (abs(got.astype(np.float64) - wanted) <= 2 * unit).all() or np.isinf(got).any()
    if name in ("log1p", "arcsinh", "sinh", "tanh", "expm1"):  # which are x close to 0
        assert np.array_equal(got, x)


AXES = [0.0, -0.0, 1, -1, 0.5, -0.5, 2, -2, math.pi, INF, -INF, NAN, 1e-310, -1e-310, 1e300, -1e300, 1.7e308, 1e-20,
        710, -710, 800, 5e-324]  # fmt: skip
GRID = np.array([complex(x, y) for x in AXES for y in AXES])
INFINITE = GRID[~np.isfinite(GRID)]
LIKE_C = ("sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "arcsinh", "arccosh",
          "arctanh", "exp", "log", "log2", "log10")  # fmt: skip


def same_as_in_c(got: Array, wanted: Array, given: Array) -> None:
    """Equal in every respect, except that signs are free where the other part is NaN."""
    for mine, theirs, other in ((got.real, wanted.real, wanted.imag), (got.imag, wanted.imag, wanted.real)):
        free = np.isnan(other)
        mine, theirs = np.where(free, abs(mine), mine), np.where(free, abs(theirs), theirs)
        with np.errstate(all="ignore"):
            close = abs(mine - theirs) <= 1e-13 * abs(theirs) + 5e-324
        right = ((mine == theirs) | (close & np.isfinite(theirs))) & (np.signbit(mine) == np.signbit(theirs))
        right |= np.isnan(mine) & np.isnan(theirs)
        assert right.all(), list(zip(given[~right], got[~right], wanted[~right], strict=True))[:5]


@pytest.mark.parametrize("name", LIKE_C)
def test_complex_special_values(name: str) -> None:
    with np.errstate(all="ignore"):
        wanted = getattr(np, name)(GRID)
    same_as_in_c(read(getattr(ocean, name)(vector(GRID, ocean.cdouble))), wanted, GRID)


def plus(z: Array, number: float) -> Array:
    """The sum with a real number, which leaves the imaginary part alone."""
    z = z.copy()
    z.real += number
    return z


@pytest.mark.parametrize(
    ("name", "formula"),
    [
        ("exp2", np.exp),
        ("exp10", np.exp),
        ("expm1", lambda z: plus(np.exp(z), -1)),
        ("log1p", lambda z: np.log(plus(z, 1))),
    ],
)
def test_complex_infinities_of_what_c_does_not_have(name: str, formula: Any) -> None:
    """They are those of exp and log."""
    z = np.array([complex(x, y) for x in (0.0, INF, -INF, NAN) for y in (0.0, -0.0, INF, -INF, NAN)])
    with np.errstate(all="ignore"):
        wanted = formula(z)
    got = read(getattr(ocean, name)(vector(z, ocean.cdouble)))
    if name in ("expm1", "log1p"):
        got, wanted, z = (each[~((z.real == 0) & (z.imag == 0))] for each in (got, wanted, z))
    same_as_in_c(got, wanted, z)


def test_complex_cube_roots() -> None:
    z = np.array([-8, complex(-8, -0.0), 8, 0, 1j, -27j, 1e300, 2.0**-1074])
    got = read(ocean.cbrt(vector(z, ocean.cdouble)))
    side = math.sqrt(3)
    wanted = np.array([1 + side * 1j, 1 - side * 1j, 2, 0, (side + 1j) / 2, 1.5 * (side - 1j), 1e100, 2.0**-358])
    np.testing.assert_allclose(got, wanted, rtol=2e-15)
    z = np.array([complex(INF, 1), complex(-INF, 0.0), complex(NAN, 1)])
    got = read(ocean.cbrt(vector(z, ocean.cdouble)))
    assert got[0] == complex(INF, 0) and got[1] == complex(INF, INF) and np.isnan(got[2])


@pytest.mark.parametrize("kind", [ocean.cfloat, ocean.cdouble], ids=dtype_id)
@pytest.mark.parametrize(
    ("name", "cut"),
    [("sqrt", -2), ("log", -2), ("log2", -2), ("log10", -2), ("log1p", -3), ("arcsin", 2), ("arcsin", -2),
     ("arccos", 2), ("arccos", -2), ("arccosh", 0.5), ("arccosh", -2), ("arctanh", 2), ("arctanh", -2),
     ("arcsinh", 2j), ("arcsinh", -2j), ("arctan", 2j), ("arctan", -2j)],
)  # fmt: skip
def test_branch_cuts(name: str, cut: complex, kind: ocean.dtype) -> None:
    """The sign of zero tells the side of the cut, and results are continuous on it."""

    def beside(distance: float) -> complex:
        x, y = complex(cut).real, complex(cut).imag
        return complex(x, distance) if y == 0 else complex(distance, y)

    sides = []
    for sign in (1.0, -1.0):
        on = np.array([beside(math.copysign(0.0, sign))], NUMPY[kind])
        sides.append(read(getattr(ocean, name)(vector(on, kind)))[0])
        near = COMPLEX_TOO[name](np.array([beside(sign * 1e-12)]))[0]
        assert abs(sides[-1] - near) < 1e-6
    assert sides[0] != sides[1]


# --- Domains -----------------------------------------------------------------------------------------------------

OUTSIDE = {
    "sqrt": (-1, "Tensor elements must be nonnegative for square-root"),
    "log": (-1, "Tensor elements must be nonnegative for logarithm"),
    "log2": (-1, "Tensor elements must be nonnegative for base-2 logarithm"),
    "log10": (-1, "Tensor elements must be nonnegative for base-10 logarithm"),
    "log1p": (-2, "Tensor elements must be at least -1 for logarithm of 1 + x"),
    "arcsin": (2, "Tensor elements must be in [-1,1] for inverse sine"),
    "arccos": (-2, "Tensor elements must be in [-1,1] for inverse cosine"),
    "arccosh": (0, "Tensor elements must be at least 1 for inverse hyperbolic cosine"),
    "arctanh": (-2, "Tensor elements must be in [-1,1] for inverse hyperbolic tangent"),
}
INSIDE = {"sqrt": [0, 1, 2], "log": [0, 1, 2], "log2": [0, 1, 2], "log10": [0, 1, 2], "log1p": [0, 1, 2],
          "arcsin": [0, 1, 1], "arccos": [0, 1, 1], "arccosh": [1, 2, 3], "arctanh": [0, 1, 1]}  # fmt: skip


def test_every_function_with_a_domain_is_checked_here() -> None:
    named = {name for name in (*UNARY, *SPECIAL) if ROWS[name].domain is not None}
    assert named == set(OUTSIDE)


@pytest.mark.parametrize("kind", [kind for kind in DTYPES if not kind.iscomplex], ids=dtype_id)
@pytest.mark.parametrize("name", OUTSIDE)
def test_domains(name: str, kind: ocean.dtype) -> None:
    function = getattr(ocean, name)
    function(vector(np.array(INSIDE[name]).astype(NUMPY[kind]), kind), "e")
    if kind is ocean.bool:
        return
    outside, message = OUTSIDE[name]
    if outside < 0 and not kind.issigned:
        outside = 2 if name.startswith("arc") else None
    if outside is None:
        return
    x = np.array([*INSIDE[name], outside], NUMPY[kind])
    with pytest.raises(ocean.OceanError) as caught:
        function(vector(x, kind), "e")
    assert str(caught.value) == message
    result = function(vector(x, kind), "c")
    assert result.dtype.iscomplex
    assert np.isfinite(read(result)[-1]) and read(result)[-1].imag != 0


def test_extreme_integers_are_outside_too() -> None:
    """The smallest integer has no magnitude of its own dtype."""
    for kind in (ocean.int8, ocean.int64):
        x = np.array([np.iinfo(NUMPY[kind]).min], NUMPY[kind])
        for name in ("arcsin", "arctanh", "log1p"):
            with pytest.raises(ocean.OceanError):
                getattr(ocean, name)(vector(x, kind), "e")


@pytest.mark.parametrize("name", OUTSIDE)
def test_nan_is_not_outside(name: str) -> None:
    assert np.isnan(read(getattr(ocean, name)(vector(np.array([NAN]), ocean.double), "e")))[0]


@pytest.mark.parametrize("name", OUTSIDE)
def test_complex_numbers_have_no_domain(name: str) -> None:
    x = np.array([OUTSIDE[name][0] + 0j])
    got = read(getattr(ocean, name)(vector(x, ocean.cdouble), "e"))
    np.testing.assert_allclose(got, COMPLEX_TOO[name](x), rtol=1e-14)
