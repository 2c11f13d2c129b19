"""The elementwise functions have NumPy's dtypes, values and errors: all functions, all pairs of dtypes, all layouts."""

from __future__ import annotations

import operator
import warnings
from functools import partial
from typing import Any

import layouts
import numpy
import pytest
from array_samples import KINDS, agree, host, on_device, outcome, same, special
from hypothesis import given
from hypothesis import strategies as st

import ocean
import ocean.numpy as np
from ocean._src.ops.numpy_rows import FUNCTIONS
from ocean._src.ops.table import ROWS

NAMES = [name for name in FUNCTIONS if FUNCTIONS[name].public]
UNARY = [name for name in NAMES if ROWS[FUNCTIONS[name].row].arity == 1]
BINARY = [name for name in NAMES if ROWS[FUNCTIONS[name].row].arity == 2]


def numpys(name: str) -> Any:
    """NumPy's function. Where an operand is infinite, `floor_divide` gives the quotient, as the array API standard says."""

    def floor_quotient(x: Any, y: Any) -> Any:
        found = numpy.floor_divide(x, y)
        if found.dtype.kind != "f":
            return found
        x, y = (numpy.asarray(each).astype(found.dtype) for each in (x, y))
        return numpy.where(numpy.isinf(x) | numpy.isinf(y), numpy.divide(x, y), found)

    return floor_quotient if name == "floor_divide" else getattr(numpy, name)


@pytest.mark.parametrize("name", UNARY)
def test_one_operand(name: str) -> None:
    for kind in KINDS:
        same(getattr(np, name), getattr(numpy, name), special(kind))


@pytest.mark.parametrize("name", BINARY)
def test_two_operands(name: str) -> None:
    powers = name in ("power", "float_power")
    for first in KINDS:
        for second in KINDS:
            left, right = special(first), special(second)[::-1].copy()
            tolerance = 1e-4 if powers and (first.iscomplex or second.iscomplex) else None
            same(getattr(np, name), numpys(name), left, right, tolerance=tolerance)


@pytest.mark.host_only("the dtypes are the same everywhere")
@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "divide", "floor_divide", "power", "less", "maximum"])
def test_python_numbers_are_weak(name: str) -> None:
    for kind in KINDS:
        values = special(kind)[:2]
        for number in (True, 2, 3, 200, -1, 70000, 1.5, 1e10, 2j, 2**40, 2**63, -(2**63), 2**70):
            same(getattr(np, name), numpys(name), values, number)
            same(getattr(np, name), numpys(name), number, values)


def test_typed_scalars_are_strong() -> None:
    a = np.ones(2, "float32")
    assert (a + numpy.float64(1)).dtype == np.float64
    assert (a + ocean.double(1)).dtype == np.float64
    assert (a + np.array(1.0)).dtype == np.float64
    assert (np.ones(2, "int8") + numpy.int16(1)).dtype == np.int16
    assert (a + 1.0).dtype == np.float32


@pytest.mark.parametrize("layout", layouts.LAYOUTS)
@pytest.mark.parametrize("name", ["add", "divide", "less", "maximum"])
def test_layouts(name: str, layout: str) -> None:
    one = layouts.sample(layout, ocean.double, (3, 4), 1, False)
    other = layouts.sample("row_major", ocean.int16, (4,), 2, False)
    with numpy.errstate(all="ignore"):
        want = getattr(numpy, name)(one.values, other.values)
    agree(getattr(np, name)(np.asarray(one.tensor), np.asarray(other.tensor)), want)


def test_complex_half() -> None:
    a = np.array([1 + 2j, 3 - 1j], np.complex32)
    assert (a * a).dtype == np.complex32 and (a + 1.5).dtype == np.complex32
    assert (a + np.ones(2, "float32")).dtype == np.complex64
    assert abs(a).dtype == np.float16 and (np.ones(2, "float16") * 2j).dtype == np.complex32
    numpy.testing.assert_array_equal(host(a * a), [-3 + 4j, 8 - 6j])


shapes = st.lists(st.sampled_from([0, 1, 2, 3]), max_size=4).map(tuple)


@given(shapes, shapes)
def test_broadcasting(first: tuple[int, ...], second: tuple[int, ...]) -> None:
    left, right = (numpy.arange(numpy.prod(each, dtype=int), dtype=float).reshape(each) for each in (first, second))
    same(np.add, numpy.add, left, right)


def test_out_and_where_and_dtype() -> None:
    a, out = on_device(numpy.arange(6.0).reshape(2, 3)), np.zeros((2, 3), "float32")
    assert np.add(a, 1, out=out) is out
    agree(out, numpy.arange(1, 7, dtype="f4").reshape(2, 3))
    with pytest.raises(TypeError, match="same_kind"):
        np.add(a, 1, out=np.zeros((2, 3), int))
    out = np.zeros((2, 3))
    np.multiply(a, 10, out=out, where=a > 2)
    agree(out, [[0, 0, 0], [30, 40, 50.0]])
    agree(np.add(a, 1, dtype="float32"), numpy.add(host(a), 1, dtype="f4"))
    with pytest.raises(TypeError, match="same_kind"):
        a = np.arange(3)
        a += 0.5


@pytest.mark.parametrize(
    "name",
    ["add", "multiply", "maximum", "divide", "exp", "hypot", "less", "isnan", "absolute", "logical_and", "square"],
)
def test_a_given_dtype_is_that_of_the_computation(name: str) -> None:
    """Of all pairs of dtypes, also beside Python's numbers, and the same ones are refused."""
    theirs, ours = getattr(numpy, name), getattr(np, name)
    for kind in KINDS:
        values = (numpy.arange(6) * 23).astype(layouts.NUMPY[kind])
        for other in KINDS:
            options = {"dtype": layouts.NUMPY[other]}
            cases = [(values,) * theirs.nin, *([(values, 5), (values, True)] if theirs.nin == 2 else [])]
            for operands in cases:
                if name == "absolute" and kind.iscomplex and not other.iscomplex:
                    continue  # NumPy gives some of these
                same(partial(ours, **options), partial(theirs, **options), *operands)
    same(partial(ours, dtype="i1"), partial(theirs, dtype="i1"), numpy.array([1, 2], "i2"), *[300] * (theirs.nin - 1))


def test_dtypes_of_products() -> None:
    for kind in KINDS:
        values = (numpy.arange(16) * 7).reshape(4, 4).astype(layouts.NUMPY[kind])
        for other in KINDS:
            options = {"dtype": layouts.NUMPY[other]}
            same(partial(np.matmul, **options), partial(numpy.matmul, **options), values, values)
            same(partial(np.matmul, **options), partial(numpy.matmul, **options), values[0], values)
            same(
                partial(np.einsum, "ij,jk->ik", **options),
                partial(numpy.einsum, "ij,jk->ik", **options),
                values,
                values,
            )
    large = numpy.full((2, 2), 1e30, "f4")
    same(partial(np.matmul, dtype="f8"), partial(numpy.matmul, dtype="f8"), large, large)


@pytest.mark.parametrize("name", ["add", "maximum", "divide", "sqrt", "less", "bitwise_and"])
def test_only_selected_elements_of_a_result_are_written(name: str) -> None:
    """Of all pairs of dtypes: the same calls are refused, and the other elements keep every bit."""
    theirs, ours = getattr(numpy, name), getattr(np, name)
    mask = numpy.array([True, False, True, False])
    for kind in KINDS:
        values = (numpy.arange(4) % 3 + 1).astype(layouts.NUMPY[kind])
        operands = (values,) * theirs.nin
        for other in KINDS:
            before = special(other)
            want, got = before.copy(), on_device(before)
            error = outcome(partial(theirs, out=want, where=mask), *operands)
            found = outcome(partial(ours, out=got, where=on_device(mask)), *map(on_device, operands))
            assert (error if isinstance(error, type) else None) is (found if isinstance(found, type) else None)
            agree(got, want)
            assert (layouts.read(ocean.asTensor(got))[~mask].tobytes()) == before[~mask].tobytes()


def test_only_selected_elements_are_copied() -> None:
    mask = numpy.array([True, False, True, False])
    for kind in KINDS:
        values = numpy.array([1, 0, 1, 1]).astype(layouts.NUMPY[kind])
        for other in KINDS:
            before = special(other)
            want, got = before.copy(), on_device(before)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                numpy.copyto(want, values, "unsafe", mask)
            np.copyto(got, on_device(values), "unsafe", on_device(mask))
            agree(got, want)
            assert (layouts.read(ocean.asTensor(got))[~mask].tobytes()) == before[~mask].tobytes()
    large = on_device(numpy.array([2**53 + 1, 5]))
    np.copyto(large, on_device(numpy.array([0.5, 2.5])), "unsafe", on_device(numpy.array([False, True])))
    assert large.tolist() == [2**53 + 1, 2]


def test_operators() -> None:
    import operator

    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and_", "or_", "xor", "lshift", "rshift", "lt", "le",
                 "eq", "ne", "gt", "ge"):  # fmt: skip
        operate = getattr(operator, name)
        for values in (numpy.array([1, 2, 5]), numpy.array([1.0, 2.5, -3])):
            same(operate, operate, values, values)
            same(operate, operate, values, 2)
            same(operate, operate, 2, values)
            inplace = getattr(operator, f"i{name.strip('_')}", None)
            if inplace is not None:
                target = on_device(values.copy())
                got = outcome(inplace, target, 2)
                want = outcome(inplace, values.copy(), 2)
                if isinstance(want, type):
                    assert got is want
                else:
                    assert got is target
                    agree(got, want)
    for operate in (operator.neg, operator.abs, operator.pos, operator.invert):
        same(operate, operate, numpy.array([1, -2]))


def test_settings_of_tensors_do_not_count() -> None:
    ocean.setAutoTypecast(False)
    ocean.setAutoBroadcast(False)
    ocean.setDefaultMathMode("e")
    a = on_device(numpy.arange(6).reshape(2, 3))
    agree(a + on_device(numpy.array([0.5, 1, 2])), numpy.arange(6).reshape(2, 3) + [0.5, 1, 2])
    assert numpy.isnan(host(np.sqrt(on_device(numpy.array([-1.0]))))).all()
    a[...] = on_device(numpy.array([7.0, 8, 9]))
    agree(a, [[7, 8, 9]] * 2)
    lazy = np.lazy(a) + on_device(numpy.array([0.5, 1, 2]))
    agree(lazy.eval(), host(a) + [0.5, 1, 2])


@pytest.mark.parametrize("name", ["add", "divide", "power", "less", "arctan2", "left_shift"])
def test_lazy_functions_are_the_same(name: str) -> None:
    for first in KINDS[::2]:
        for second in KINDS[1::3]:
            left, right = special(first)[:2], special(second)[1::-1].copy()

            def lazily(x: Any, y: Any) -> Any:
                result = getattr(np, name)(np.lazy(x), y)
                assert np.lazy(result) is result
                return result.eval()

            want = outcome(getattr(numpy, name), left, right)
            if want is not ValueError:  # the powers of a lazy array are not looked at
                same(lazily, getattr(numpy, name), left, right, tolerance=1e-4 if first.iscomplex else None)


@pytest.mark.host_only("pickles")
def test_functions_pickle() -> None:
    import pickle

    assert pickle.loads(pickle.dumps(np.add)) is np.add
    assert pickle.loads(pickle.dumps(np.sum)) is np.sum


PARTS = (0.0, -0.0, 1.0, -1.0, 2.0, -2.5, numpy.inf, -numpy.inf, numpy.nan)
GRID = numpy.array([complex(re, im) for re in PARTS for im in PARTS])


def same_numbers(got: Any, want: Any, text: str) -> None:
    """The same up to rounding, with zeros, infinities and NaN in the same parts and of the same sign."""
    for ours, theirs in ((got.real, want.real), (got.imag, want.imag)):
        plain = numpy.isfinite(theirs) & (theirs != 0)
        numpy.testing.assert_array_equal(numpy.isnan(ours), numpy.isnan(theirs), text)
        numpy.testing.assert_array_equal(ours[~plain], theirs[~plain], text)
        signed = ~plain & ~numpy.isnan(theirs)
        numpy.testing.assert_array_equal(numpy.signbit(ours[signed]), numpy.signbit(theirs[signed]), text)
        rough = (1e-5, 1e-6) if want.dtype == "F" else (1e-13, 1e-14)
        numpy.testing.assert_allclose(ours[plain], theirs[plain], *rough, err_msg=text)


POWERS: dict[str, Any] = {
    "**": lambda library, x, power: x**power,
    "**=": lambda library, x, power: operator.ipow(x.copy(), power),
    "lazy **": lambda library, x, power: x**power if library is numpy else (np.lazy(x) ** power).eval(),
    "power": lambda library, x, power: library.power(x, power),
    "powers": lambda library, x, power: library.power(x, library.full_like(x, power)),
}  # fmt: skip
"""In NumPy `**` with some Python numbers is a square, a quotient or a root, whose zeros have other signs than the power's."""


@pytest.mark.parametrize("kind", ["complex64", "complex128"])
def test_complex_zeros_infinities_and_nan(kind: str) -> None:
    grid = GRID.astype(kind)
    left, right = (each.ravel() for each in numpy.meshgrid(grid, grid))
    with numpy.errstate(all="ignore"):
        for name in ("add", "subtract", "multiply", "divide"):
            same_numbers(
                host(getattr(np, name)(on_device(left), on_device(right))), getattr(numpy, name)(left, right), name
            )
        for name in ("reciprocal", "square", "sqrt", "exp", "log", "conjugate", "negative"):
            same_numbers(host(getattr(np, name)(on_device(grid))), getattr(numpy, name)(grid), name)
        for power in (-3, -2, -1, 0, 1, 2, 4, 5, 7, 0j):
            same_numbers(host(on_device(grid) ** power), grid**power, f"power {power}")
        for power in (-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 0.5, 1.5, -0.5, 1j, 2 + 1j, -1 - 1j):
            finite = grid[numpy.isfinite(grid)]
            exponents = numpy.full(finite.shape, power, kind)
            same_numbers(host(np.power(on_device(finite), on_device(exponents))), finite**exponents, f"powers {power}")
        for power in (2, 3, -1, 0.5, 2.0, 3.0, -1.0, 1, 1.0, 0, 0.0, 4, -2, -0.5, 1.5, 0.5 + 0j, 3 + 0j):
            for name, call in POWERS.items():
                same_numbers(host(call(np, on_device(grid), power)), call(numpy, grid, power), f"{name} {power}")
    assert np.angle(on_device(numpy.array([-1 - 2j])) / on_device(numpy.array([1 + 2j]))).tolist() == [numpy.pi]
    assert numpy.isnan(host(on_device(numpy.zeros(1, kind)) ** -1)).all()


def test_types_are_those_of_numpy_for_our_dtypes() -> None:
    assert np.add.types == [each for each in numpy.add.types if not set(each) & set("gGOmM")]
    assert np.add.ntypes == len(np.add.types)
    wanted = numpy.add.resolve_dtypes((numpy.dtype("i4"), numpy.dtype("f4"), None))
    assert np.add.resolve_dtypes((numpy.dtype("i4"), numpy.dtype("f4"), None)) == wanted


@pytest.mark.parametrize("name", ["add", "multiply", "minimum", "maximum", "subtract"])
@pytest.mark.parametrize("kind", ["f8", "i8", "f4"])
@pytest.mark.parametrize(("length", "count"), [(7, 30), (1, 4), (5, 0), (400, 300)])
def test_folds_at_indices(name: str, kind: str, length: int, count: int) -> None:
    """Vectors of double and int64 have a compiled fast path; the results are those of NumPy."""
    draw = numpy.random.default_rng(length)
    a, values = ((draw.random(n) * 9 - 3).astype(kind) for n in (length, count))
    if kind == "f8" and count > 9:
        values[5] = numpy.nan
    places = draw.integers(-length, length, count)
    with numpy.errstate(all="ignore"):
        for source in (a, numpy.repeat(a, 2)[::2], a.astype(a.dtype.newbyteorder())):
            for given in (values, values[::-1], 2, 1.5 if kind[0] == "f" else 3):
                want, got = source.copy(), on_device(source.copy())
                getattr(numpy, name).at(want, places, given)
                ours = on_device(given) if isinstance(given, numpy.ndarray) else given
                getattr(np, name).at(got, on_device(places), ours)
                numpy.testing.assert_allclose(host(got), want, rtol=1e-5)
            starts = draw.integers(0, length, max(count, 1))
            want = getattr(numpy, name).reduceat(source, starts)
            got = getattr(np, name).reduceat(on_device(source), on_device(starts))
            numpy.testing.assert_allclose(host(got), want, rtol=1e-5)
    overlapping = on_device(a.copy())
    want = a.copy()
    number = min(3, length)
    getattr(numpy, name).at(want, numpy.zeros(number, int), a[:number].copy())
    getattr(np, name).at(overlapping, on_device(numpy.zeros(number, int)), overlapping[:number])
    numpy.testing.assert_allclose(host(overlapping), want, rtol=1e-5)
    for bad in (length, -length - 1):
        with pytest.raises(IndexError, match="out of bounds|out-of-bounds"):
            getattr(np, name).at(on_device(a), on_device(numpy.array([bad])), on_device(a[:1]))
        with pytest.raises(IndexError, match="out of bounds|out-of-bounds"):
            getattr(np, name).reduceat(on_device(a), on_device(numpy.array([bad])))


@pytest.mark.filterwarnings("ignore:invalid value")
def test_extremes_at_indices_keep_nan() -> None:
    values = numpy.array([1.0, numpy.nan, -1.0, 5.0, numpy.nan, 2.0, -0.0, 0.0])
    places = numpy.array([0, 0, 0, 1, 2, 2, -1, -1])
    for name in ("minimum", "maximum"):
        for start in ([0.0, 9.0, numpy.nan, 4.0], [2.0, -9.0, 0.0, 0.0]):
            wanted, found = numpy.array(start), np.array(start)
            getattr(numpy, name).at(wanted, places, values)
            getattr(np, name).at(found, np.array(places), np.array(values))
            numpy.testing.assert_array_equal(host(found), wanted)
        for wrong in (4, -5, 2**63 - 1, -(2**63)):
            with pytest.raises(IndexError):
                getattr(np, name).at(np.zeros(4), np.array([0, wrong]), np.zeros(2))


@pytest.mark.host_only("pieces are of the host")
@pytest.mark.parametrize("kind", ["float64", "int64"])
def test_many_values_are_added_in_pieces(kind: str) -> None:
    """The bits do not depend on the number of threads; indices out of range change nothing."""
    random = numpy.random.default_rng(3)
    places, values = random.integers(-1000, 1000, 200_001), (random.normal(size=200_001) * 1e6).astype(kind)
    want = numpy.arange(1000).astype(kind)
    numpy.add.at(want, places, values)
    former, found = ocean.getNumThreads(), []
    try:
        for threads in (1, 2, 5):
            ocean.setNumThreads(threads)
            got = np.arange(1000).astype(kind)
            np.add.at(got, np.array(places), np.array(values))
            found.append(got.tobytes())
    finally:
        ocean.setNumThreads(former)
    assert found[0] == found[1] == found[2]
    assert numpy.allclose(numpy.asarray(got), want, rtol=1e-12, atol=1e-6)
    every = np.zeros(2000, dtype=kind)
    np.add.at(every[::2], np.array(places), np.array(values))
    assert numpy.allclose(numpy.asarray(every[::2]), want - numpy.arange(1000), rtol=1e-12, atol=1e-6)
    assert not every[1::2].any()
    for bad in (1000, -1001):
        places[150_000] = bad
        before = got.tobytes()
        with pytest.raises(IndexError):
            np.add.at(got, np.array(places), np.array(values))
        assert got.tobytes() == before
