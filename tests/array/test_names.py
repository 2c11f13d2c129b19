"""NumPy's names: members of arrays, methods of elementwise functions, small modules, and what is left out on purpose."""

from __future__ import annotations

import pickle
import re
import traceback
from pathlib import Path
from typing import Any

import layouts
import numpy
import pytest

import ocean
import ocean.numpy as np
from ocean._src.array.left_out import FORMER, LEFT_OUT

VALUES = numpy.array([[3.0, 1, 2], [6, 5, 4]])


def sample(kind: str = "float64") -> Any:
    return np.asarray(VALUES.astype(kind), device=layouts.device)


def host(value: Any) -> Any:
    return numpy.asarray(value.to_device("cpu"))


def same(got: Any, wanted: Any) -> None:
    assert type(got) is np.ndarray and host(got).dtype == wanted.dtype and got.shape == wanted.shape
    numpy.testing.assert_array_equal(host(got), wanted)


# --- Arrays ------------------------------------------------------------------------------------------------------


def test_flat() -> None:
    for turn in (lambda x: x, lambda x: x.T, lambda x: x[:, ::-2]):
        a, n = turn(sample()), turn(VALUES.copy())
        assert [each.item() for each in a.flat] == list(n.flat) and len(a.flat) == n.size
        for key in (1, -1, slice(1, 4), slice(None, None, -2), [0, 2, 2]):
            same(a.flat[key], numpy.asarray(n.flat[key]))
        a.flat[1], n.flat[1] = 9, 9
        a.flat[::2], n.flat[::2] = [7, 8], [7, 8]
        same(a, n)
        a.flat, n.flat = [1.5, 2.5], [1.5, 2.5]
        same(a, n)
        assert a.flat.base is a and numpy.array_equal(numpy.asarray(np.asarray(n).flat), n.reshape(-1))
    assert a.device is sample().device
    with pytest.raises(ValueError, match="no values"):
        a.flat[:] = []


def test_view() -> None:
    for kind, other in (
        ("float64", "int64"), ("complex128", "float64"), ("float32", "uint8"), ("uint8", "bool"), ("int16", "float16"),
        ("float64", "complex128"), ("uint16", "uint32"),
    ):  # fmt: skip
        n = numpy.zeros((3, 4), kind) + (numpy.arange(4) % 2).astype(kind)
        a = np.asarray(n, device=layouts.device)
        same(a.view(other), n.view(other))
        assert np.shares_memory(a.view(other), a)
    assert a.view() is not a and a.view(np.ndarray).shape == a.shape and a[0, :2].view("int8").shape == (4,)
    for refused, words in (
        (lambda: sample().T.view("int8"), "neighbours"), (lambda: sample()[0, 0].view("int8"), "0-d array"),
        (lambda: sample().view("complex128"), "no whole number"), (lambda: np.lazy(sample()).view("int64"), "eval"),
    ):  # fmt: skip
        with pytest.raises((ValueError, TypeError), match=words):
            refused()
    swapped = VALUES.astype(">f8")
    for other in ("int64", ">i8", "int32", ">u2"):
        same(np.asarray(swapped).view(other), swapped.view(other))


def test_other_members() -> None:
    a = sample().copy()
    assert a.base is None and a[1:].base.size == 6 and np.shares_memory(a.T.base, a)
    same(a.byteswap(), VALUES.byteswap())
    b = sample("int16")
    assert b.byteswap(inplace=True) is b
    same(b, VALUES.astype("int16").byteswap())
    b.setflags(write=False)
    with pytest.raises(ValueError, match="read-only"):
        b[0] = 1
    assert pickle.loads(a.dumps()).tolist() == a.tolist() and np.ndarray[Any, Any] is not None
    if a.device.host:
        assert a.ctypes.shape[:] == [2, 3] and a.ctypes.data == host(a).ctypes.data
    else:
        with pytest.raises(AttributeError, match="to_device"):
            _ = a.ctypes
    for each in (a, a[:1, 0], a[0].lazy(), a[0, 0].lazy()):
        with pytest.raises(TypeError, match="unhashable"):
            hash(each)


def test_arrays_without_axes_are_keys() -> None:
    for kind in ("bool", "uint8", "int64", "float32", "float64", "complex128"):
        a = sample(kind)
        numbers = host(a).ravel()
        assert {*a.ravel()} == {*numbers.tolist()} and hash(a[0, 1]) == hash(numbers[1])
        assert {a.max(): "largest"}[numbers.max()] == "largest" and a[1, 1] in {*numbers.tolist()}


def test_arrays_of_tensors_with_axes_have_them() -> None:
    x, y = ocean.axis(2, "x"), ocean.axis(2, "y")
    t = ocean.asTensor([[1.0, 2], [3, 4]], "R", layouts.device).withAxes(x, y)
    wanted = numpy.array([[1.0, 2], [3, 4]])
    for a in (np.asarray(t), np.array(t), np.asarray(ocean.lazy(t)), np.add(t, 0), np.add(ocean.lazy(t), 0)):
        assert a.axes == (x, y)
        same(a.withoutAxes().eval(), wanted)
    with pytest.raises(ocean.OceanValueError, match="withoutAxes"):
        np.asarray([t])
    if t.device.host:
        assert numpy.sum(t, axis=x).axes is None and numpy.sum(t, axis=x).asPython() == [4.0, 6.0]


@pytest.mark.host_only("dtypes are on no device")
def test_dtypes_by_name() -> None:
    for name in ("float", "f4", "<f8", "double", "single", "half", "int", "bool", "complex", "u1"):
        wanted = numpy.zeros(1, name).dtype
        for made in (np.zeros(1, name), np.asarray([1], name), np.arange(1, dtype=name), np.ones(1).astype(name)):
            assert made.dtype == wanted, name
        assert np.dtype(name) is wanted is made.dtype


# --- Elementwise functions -----------------------------------------------------------------------------------------


def test_methods_of_elementwise_functions() -> None:
    for text in (
        "add.reduce(a)", "add.reduce(a, axis=None)", "add.reduce(a, (0, 1), keepdims=True)", "multiply.reduce(a, 1)",
        "maximum.reduce(a, axis=-1)", "minimum.reduce(a, initial=0.5)", "logical_and.reduce(a)", "subtract.reduce(a)",
        "add.reduce(a, where=a > 3)", "add.reduce(a, dtype='float32')", "add.accumulate(a)", "multiply.accumulate(a, 1)",
        "maximum.accumulate(a)", "add.outer(a, [1, 2])", "subtract.outer(2, a)", "hypot.reduce(a, dtype='float32')",
        "add.reduceat(a, [0, 1], axis=1)", "logical_or.reduce(a, initial=True)", "logaddexp2(a, 2)",
        "bitwise_or.reduce(a.astype(int))", "add.reduce(a.astype(bool))", "add.accumulate(a.astype('int8'))",
    ):  # fmt: skip
        got = eval(f"np.{text}", {"np": np, "a": sample()})
        wanted = numpy.asarray(eval(f"np.{text}", {"np": numpy, "a": VALUES}))
        assert type(got) is np.ndarray and got.device is sample().device and host(got).dtype == wanted.dtype
        numpy.testing.assert_allclose(host(got), wanted, 1e-6 if wanted.dtype == "float32" else 1e-14)
    a, n = sample(), VALUES.copy()
    for x, m in ((a, np), (n, numpy)):
        m.add.at(x, ([0, 0, 1], [1, 1, 2]), 10)
        m.negative.at(x, ([0], [0]))
    same(a, n)
    out = np.zeros(3, device=layouts.device)
    assert np.add.reduce(a, out=out) is out and out.tolist() == n.sum(0).tolist()
    assert (np.add.identity, np.add.nargs, np.sqrt.identity) == (0, 3, None)
    for refused in (lambda: np.sum.reduce, lambda: np.add.nosuch):
        with pytest.raises(AttributeError):
            refused()
    with pytest.raises(ValueError, match="two operands"):
        np.sqrt.reduce(a)


def test_reductions_where() -> None:
    for kind in ("float64", "float32", "float16", "int32", "complex64"):
        a, n = sample(kind), VALUES.astype(kind)
        for name in ("mean", "var", "std"):
            for options in ({}, {"axis": 0}, {"axis": 1, "keepdims": True}):
                got = getattr(np, name)(a, where=np.asarray(VALUES > 1, device=layouts.device), **options)
                wanted = numpy.asarray(getattr(numpy, name)(n, where=VALUES > 1, **options))
                assert host(got).dtype == wanted.dtype and got.shape == wanted.shape
                numpy.testing.assert_allclose(host(got), wanted, 1e-2 if kind == "float16" else 1e-6)


# --- Functions ---------------------------------------------------------------------------------------------------


def test_small_functions() -> None:
    a = sample()
    assert np.True_ and not np.False_ and np.little_endian == numpy.little_endian
    assert np.common_type(a.astype("float16"), a.astype("float32")) == np.float32 and np.common_type(np.arange(2)) == np.float64
    for value in (0, -1, 300, -40000, 2**40, 2**64 - 1, -(2**63), 1.5, 1e10, 1e300, numpy.nan, 2j, 1e300j, True):
        assert np.min_scalar_type(value) == numpy.min_scalar_type(value)
    assert np.min_scalar_type(a) == np.float64
    for kind in ("int8", "int32", "float16", "float32", "float64", "complex64"):
        same(np.sort_complex(sample(kind)), numpy.sort_complex(VALUES.astype(kind)))
    assert np.asarray_chkfinite(a) is a
    with pytest.raises(ValueError, match="infs or NaNs"):
        np.asarray_chkfinite([1, np.nan])
    assert np.fromstring("1,2,3", "int16", sep=",").tolist() == [1, 2, 3]
    with pytest.raises(ValueError, match="frombuffer"):
        np.fromstring("1 2", sep="")
    both = np.frompyfunc(lambda x, y: (x + y, x > y), 2, 2)(a, 2)
    same(both[0], VALUES + 2)
    same(both[1], VALUES > 2)
    assert np.format_float_positional(a[0, 0]) == "3." and np.binary_repr(5) == "101" and np.base_repr(255, 16) == "FF"


def test_small_modules() -> None:
    a = sample()
    with pytest.raises(numpy.exceptions.AxisError, match="axis 2 is out of bounds for array of dimension 2") as caught:
        np.sum(a, axis=2)
    assert isinstance(caught.value, (ocean.OceanError, np.exceptions.AxisError)) and caught.value.ndim == 2
    np.testing.assert_allclose(a, VALUES + 1e-9)
    with pytest.raises(AssertionError, match="Arrays are not equal"):
        np.testing.assert_array_equal(a, VALUES + 1)
    same(np.emath.sqrt(np.asarray([-1.0, 4])), numpy.emath.sqrt([-1.0, 4]))
    for name, value in (("log", -1.0), ("log2", 4.0), ("log10", -10.0), ("arccos", 2.0), ("arcsin", 0.5), ("arctanh", 3.0)):
        numpy.testing.assert_allclose(host(getattr(np.emath, name)(value)), getattr(numpy.emath, name)(value), 1e-12)
    same(np.emath.power(np.asarray([2, 4]), -1), numpy.emath.power([2, 4], -1))
    numbers = numpy.random.default_rng(14)
    b, c, d = numbers.normal(size=(2, 3, 6)), numbers.normal(size=(2, 3)), numbers.normal(size=(4, 6, 8, 3))
    numpy.testing.assert_allclose(host(np.linalg.tensorsolve(np.asarray(b), c)), numpy.linalg.tensorsolve(b, c))
    numpy.testing.assert_allclose(host(np.linalg.tensorinv(np.asarray(d))), numpy.linalg.tensorinv(d))
    for got, wanted in zip(np.linalg.qr(np.asarray(b), "raw"), numpy.linalg.qr(b, "raw"), strict=True):
        same(got, wanted)
    with pytest.raises(np.linalg.LinAlgError, match=r"shape \(2, 3, 6\) and \(3,\)"):
        np.linalg.tensorsolve(b, c[0])


# --- What there is not ---------------------------------------------------------------------------------------------


@pytest.mark.host_only("names are on no device")
def test_names_that_are_left_out() -> None:
    page = (Path(__file__).parents[2] / "docs" / "numpy.md").read_text()
    for name in LEFT_OUT:
        assert not hasattr(np, name) and re.search(rf"\b{name}\b", page), name
    if tuple(map(int, numpy.__version__.split(".")[:2])) <= (2, 4):
        missing = {name for name in dir(numpy) if not name.startswith("_") and not hasattr(np, name)}
        assert missing - set(LEFT_OUT) - {"expm1x"} == set()  # which numexpr puts there when it is imported
    for name in FORMER:
        assert not hasattr(np, name) and hasattr(np, FORMER[name].split("(")[0])


@pytest.mark.host_only("names are on no device")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("datetime64", "Ocean has no dates"), ("ma", "use a mask, as in"), ("matrix", "two axes, with @"), ("memmap", "mmap_mode='r'"),
        ("relu", "use np.maximum"), ("lineralg", "did you mean 'linalg'"), ("trapz", "use np.trapezoid"),
        ("argsrt", "did you mean 'argsort'"), ("nosuchname", "'nosuchname'$"),
    ],
)  # fmt: skip
def test_what_is_said_of_names(name: str, words: str) -> None:
    with pytest.raises(AttributeError, match=words) as caught:
        getattr(np, name)
    text = "".join(traceback.format_exception(caught.value))
    assert text.lower().count("did you mean") <= 1


@pytest.mark.host_only("names")
def test_the_page_names_what_is_here() -> None:
    text = (Path(__file__).parents[2] / "docs" / "numpy.md").read_text()
    tables = text.split("| Subject |")[1].split("\n\n")[0] + text.split("## Computed by")[1].split("## Random")[0]
    words = {word for span in re.findall(r"`([^`]+)`", tables) for word in re.findall(r"[A-Za-z_]\w*", span)}
    options = {"_like", "accumulate", "at", "reduce", "reduceat", "edge", "edge_order", "reflect", "symmetric", "wrap"}
    assert {word for word in words if not hasattr(np, word)} == options
