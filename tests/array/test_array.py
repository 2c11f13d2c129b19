"""The array object: what it is, how it is made and printed, and how it goes to other packages and back."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import layouts
import numpy
import pytest
from array_samples import KINDS, agree, host, on_device, outcome
from mirror import mirrors

import ocean
import ocean.numpy as np

GRID = numpy.arange(6.0).reshape(2, 3)


def test_properties() -> None:
    a = on_device(numpy.arange(24, dtype="f4").reshape(2, 3, 4))
    assert a.shape == (2, 3, 4) and a.size == 24 and a.ndim == 3 and a.strides == (48, 16, 4)
    assert a.dtype == ocean.float and a.dtype == np.float32 and a.dtype == numpy.float32 and a.dtype == "float32"
    assert a.itemsize == 4 and a.nbytes == 96 and a.device is layouts.device and len(a) == 2
    agree(a.T, numpy.arange(24, dtype="f4").reshape(2, 3, 4).T)
    agree(a.mT, numpy.arange(24, dtype="f4").reshape(2, 3, 4).swapaxes(1, 2))
    a.shape = (4, -1)
    assert a.shape == (4, 6)
    with pytest.raises(AttributeError):
        a.T.shape = (24,)
    with pytest.raises(TypeError):
        hash(a)
    c = on_device(numpy.array([1 + 2j, 3 - 4j]))
    agree(c.real, [1.0, 3])
    c.imag = 0
    agree(c, numpy.array([1 + 0j, 3]))


@pytest.mark.host_only("names")
def test_dtypes() -> None:
    assert np.float64 == ocean.double and np.complex32 == ocean.chalf and np.bool == ocean.bool
    assert np.finfo(np.bfloat16).bits == 16 and np.issubdtype(np.bfloat16, np.floating) and np.isdtype(np.bfloat16, "real floating")
    assert np.issubdtype(np.complex32, np.inexact) and not np.issubdtype(np.bfloat16, np.float32)
    assert np.promote_types(np.bfloat16, "f2") == "f4" and np.result_type(np.zeros(2, np.bfloat16), 1.5) == np.bfloat16
    assert np.can_cast(np.bfloat16, "f4") and not np.can_cast("f4", np.bfloat16)
    assert np.result_type(np.int8, np.uint8) == np.int16 and np.result_type(np.float32, 1.5) == np.float32
    assert np.result_type(np.int8, 1.5) == np.float64 and np.promote_types("u8", "i8") == np.float64
    assert np.can_cast("i4", "f8") and not np.can_cast("i8", "i4") and np.can_cast("f8", "f4", "same_kind")
    assert np.isdtype(np.int8, "integral") and np.isdtype(np.complex32, ("bool", "complex floating"))
    assert np.finfo("f4").eps == numpy.finfo("f4").eps and np.iinfo(np.uint8).max == 255
    for first in KINDS:
        for second in KINDS:
            assert np.promote_types(first, second) == numpy.promote_types(first.dtype, second.dtype)
            for casting in ("safe", "same_kind", "unsafe", "no"):
                assert np.can_cast(first, second, casting) == numpy.can_cast(first.dtype, second.dtype, casting)


MADE: list[tuple[str, Any]] = [
    ("array", ([[1, 2, 3], [4, 5, 6]],)), ("array", ([1, 2.5],)), ("array", (3,)), ("array", ([],)), ("array", ([[], []],)),
    ("array", ([True, False],)), ("array", ([1, 2j],)), ("array", (((1, 2), (3, 4)), "f4")), ("array", ([1, 2], "uint8")),
    ("array", (range(4),)), ("array", ([[[1]]],)), ("array", (2.5, numpy.float16)), ("array", ([numpy.float32(1), 2],)),
    ("zeros", ((2, 3),)), ("zeros", (3, "i2")), ("zeros", ((),)), ("zeros", ((2, 3), float, "F")), ("ones", ((0, 2),)),
    ("ones", ([2, 2], "complex64")), ("full", ((2,), 7)), ("full", ((2, 2), 1.5)), ("full", (3, True)), ("full", (2, 3, "f4")),
    ("full", ((2, 3), [1, 2, 3])), ("arange", (5,)), ("arange", (1, 6, 2)), ("arange", (5, 0, -2)), ("arange", (0, 1, 0.25)),
    ("arange", (3, None, 1, "f4")), ("arange", (0,)), ("linspace", (0, 1, 5)), ("linspace", (0, 1, 5, False)),
    ("linspace", ([0, 1], [2, 3], 3)), ("linspace", (0, 10, 4, True, False, "i4")), ("linspace", (1, 2, 1)), ("linspace", (0, 1, 0)),
    ("eye", (3,)), ("eye", (2, 3, 1)), ("eye", (3, 2, -1, "i4")), ("eye", (2, 2, 5)), ("identity", (2,)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "args"), MADE, ids=str)
def test_making(name: str, args: tuple[Any, ...]) -> None:
    got = getattr(np, name)(*args)
    agree(got, getattr(numpy, name)(*args))
    assert got.device is layouts.device
    want = getattr(numpy, name)(*args)
    assert want.size < 2 or got.strides == want.strides


def test_likes() -> None:
    base = on_device(numpy.arange(6, dtype="f4").reshape(2, 3))
    agree(np.zeros_like(base), numpy.zeros((2, 3), "f4"))
    agree(np.ones_like(base, "int16"), numpy.ones((2, 3), "i2"))
    agree(np.full_like(base, 2), numpy.full((2, 3), 2, "f4"))
    assert np.empty_like(base.T).strides == numpy.empty_like(host(base).T).strides
    assert np.empty_like(base, shape=(4,)).shape == (4,)


def test_making_from_arrays() -> None:
    a = on_device(GRID)
    assert np.asarray(a) is a and np.asarray(a, "float64") is a
    assert np.array(a) is not a and np.asarray(a, copy=True) is not a
    agree(np.array([a, a]), numpy.array([GRID, GRID]))
    agree(np.array([a[0], [1, 2, 3]]), numpy.array([GRID[0], [1, 2, 3]]))
    agree(np.array([a[0, 1], 2.0]), numpy.array([GRID[0, 1], 2.0]))
    agree(np.asarray(a, "int8"), GRID.astype("i1"))
    assert np.asarray(a, order="F").strides == (8, 16)
    with pytest.raises(ValueError, match="copy"):
        np.asarray([1, 2], copy=False)
    with pytest.raises(OverflowError):
        np.array([1, 300], "uint8")
    with pytest.raises(ValueError, match="rows of equal shapes"):
        np.array([[1, 2], [3]])
    with pytest.raises(ValueError, match="64"):
        np.zeros((1,) * 65)
    assert outcome(np.array, "text") is TypeError


def test_exchange_with_tensors_keeps_the_order() -> None:
    tensor = ocean.asTensor([[1, 2, 3], [4, 5, 6]], "R")
    a = np.asarray(tensor)
    assert a.shape == tensor.size == (2, 3)
    a[0, 1] = 9
    assert tensor[0, 1] == 9
    back = ocean.asTensor(a)
    assert back.size == (2, 3) and back.storage == tensor.storage
    for first, second in ((a, tensor), (tensor, a)):
        with pytest.raises(TypeError, match="convert one of them"):
            first + second
    agree(np.add(a, tensor), 2 * numpy.array([[1, 9, 3], [4, 5, 6]]))


def test_dtypes_and_devices_keep_the_class() -> None:
    """A product of what a dtype gives is one of arrays, element by element."""
    a = np.asarray([[1, 2], [3, 4]], device=layouts.device)
    for found in (ocean.ensure(a, np.float32), ocean.cast(a, np.float32), ocean.float(a), ocean.cpu(a), layouts.device(a)):
        assert type(found) is np.ndarray
        agree(found * found, host(a).astype(host(found).dtype) ** 2)
    assert ocean.float(a).device is layouts.device and ocean.cpu(a).device is ocean.cpu
    assert ocean.int64(a[0, 0]).shape == () and np.shares_memory(a, ocean.int64(a))


@pytest.mark.host_only("memory of the host")
def test_exchange_with_numpy() -> None:
    values = GRID.copy()
    a = np.asarray(values)
    a[0, 0] = 7
    assert values[0, 0] == 7 and numpy.shares_memory(numpy.asarray(a), values)
    assert numpy.asarray(a.T).shape == (3, 2) and numpy.from_dlpack(a).shape == (2, 3)
    agree(np.from_dlpack(values), values)
    assert numpy.asarray(a, dtype="f4").dtype == numpy.float32


def test_numpy_does_not_get_arrays_of_other_devices() -> None:
    a = on_device(GRID)
    if layouts.device is ocean.cpu:
        assert numpy.asarray(a).shape == (2, 3)
    else:
        with pytest.raises(TypeError, match="to_device"):
            numpy.asarray(a)
        agree(a.to_device("cpu"), GRID)


def test_copies() -> None:
    a = on_device(GRID)
    for other in (a.copy(), copy.copy(a), copy.deepcopy(a), pickle.loads(pickle.dumps(a)), np.array(a)):
        agree(other, GRID)
        other[...] = 0
        agree(a, GRID)
    agree(a.astype("complex64"), GRID.astype("c8"))
    assert a.astype("f8", copy=False) is a and a.copy("F").strides == (8, 16)
    with pytest.raises(TypeError, match="safe"):
        a.astype("i4", casting="safe")
    assert a.tolist() == GRID.tolist() and a.tobytes() == GRID.tobytes() and a.item(1, 2) == 5.0


def test_shapes() -> None:
    a = on_device(GRID)
    for shape in ((3, 2), (-1,), (6,), (1, 2, 3), (2, -1, 1), ()):
        if shape:
            agree(a.reshape(shape), GRID.reshape(shape))
            agree(a.T.reshape(shape), GRID.T.reshape(shape))
            agree(a.reshape(shape, order="F"), GRID.reshape(shape, order="F"))
    agree(a.reshape(3, 2), GRID.reshape(3, 2))
    assert outcome(a.reshape, (4, 2)) is ValueError and outcome(a.reshape, (-1, -1)) is ValueError
    agree(a.ravel(), GRID.ravel())
    agree(a.T.ravel(), GRID.T.ravel())
    agree(a.ravel("F"), GRID.ravel("F"))
    agree(a.flatten(), GRID.flatten())
    cube = on_device(numpy.arange(24).reshape(2, 3, 4))
    agree(cube.transpose(2, 0, 1), numpy.arange(24).reshape(2, 3, 4).transpose(2, 0, 1))
    agree(cube.transpose((1, -1, 0)), numpy.arange(24).reshape(2, 3, 4).transpose(1, -1, 0))
    agree(cube.swapaxes(0, -1), numpy.arange(24).reshape(2, 3, 4).swapaxes(0, -1))
    agree(cube.diagonal(1, 1, 2), numpy.arange(24).reshape(2, 3, 4).diagonal(1, 1, 2))
    agree(cube[:, :1].squeeze(1), numpy.arange(24).reshape(2, 3, 4)[:, :1].squeeze(1))
    assert outcome(cube.transpose, 0, 0, 1) is ValueError and outcome(cube.squeeze, 0) is ValueError


def test_numbers() -> None:
    one = on_device(numpy.array(2.5))
    assert float(one) == 2.5 and int(one) == 2 and complex(one) == 2.5 and bool(one) and bool(one.reshape(1, 1))
    assert [10, 20][np.array(1)] == 20 and f"{np.array(1.5):.2f}" == "1.50"
    for wrong in (lambda: bool(np.zeros(2)), lambda: float(np.zeros(2)), lambda: float(np.array(1j)), lambda: [1][np.array(1.0)],
                  lambda: [1][np.array(True)]):  # fmt: skip
        assert outcome(wrong) in (TypeError, ValueError)


PRINTED = [
    [[1, 2], [3, 4]], [1.0, 2.5], [], 3, [True], [1 + 2j], numpy.zeros((2, 0)), numpy.arange(3, dtype="i1"),
    numpy.arange(2000), numpy.ones((40, 50), "f4"), numpy.float16(1.5), numpy.zeros((0,), "i8"),
]  # fmt: skip


@pytest.mark.host_only("text")
@pytest.mark.parametrize("values", PRINTED, ids=str)
def test_printing_is_numpys(values: Any) -> None:
    want = numpy.asarray(values)
    assert repr(np.asarray(values)) == repr(want)
    assert str(np.asarray(values)) == str(want)


def test_printing_elsewhere() -> None:
    text = repr(np.arange(3))
    assert text == (
        "array([0, 1, 2])" if layouts.device is ocean.cpu else f"array([0, 1, 2], device='{layouts.device.name}')"
    )
    assert "dtype=complex32" in repr(np.zeros(2, np.complex32)) and "lazy" in repr(np.lazy(np.arange(3)) + 1)
    assert "..." in repr(np.arange(5000)) and "shape=(5000,)" in repr(np.arange(5000))


def test_products() -> None:
    a, b = on_device(GRID), on_device(numpy.arange(12.0).reshape(3, 4))
    agree(a @ b, GRID @ numpy.arange(12.0).reshape(3, 4))
    agree(a @ b[:, 0], GRID @ numpy.arange(12.0).reshape(3, 4)[:, 0])
    agree(a[0] @ b, GRID[0] @ numpy.arange(12.0).reshape(3, 4))
    agree(a[0] @ b[:, 1], GRID[0] @ numpy.arange(12.0).reshape(3, 4)[:, 1])
    many = numpy.arange(24.0).reshape(4, 3, 2)
    agree(a @ on_device(many), GRID @ many)
    agree(np.matmul(on_device(many), a), many @ GRID)
    agree(on_device(numpy.zeros((2, 0))) @ on_device(numpy.zeros((0, 3))), numpy.zeros((2, 3)))
    agree(on_device(numpy.arange(4, dtype="i1").reshape(2, 2)) @ on_device(numpy.ones((2, 2), "u1")),
          numpy.arange(4, dtype="i1").reshape(2, 2) @ numpy.ones((2, 2), "u1"))  # fmt: skip
    for wrong in (lambda: a @ a, lambda: a @ 2.0, lambda: np.array(1.0) @ a):
        assert outcome(wrong) in (ValueError, TypeError)


@pytest.mark.host_only("numbers of the host")
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_numbers_without_memory(kind: Any) -> None:
    """What a loop over a vector gives is as good as the array without axes that an index gives."""
    values = np.array([3, 1, 2], dtype=kind)
    for k, number in enumerate(values):
        copies = [each for each in values]  # each asks only once, and of a number that has no memory yet
        same = values[k].copy()
        assert type(number) is np.ndarray and copies[k].shape == () and copies[k].dtype == kind
        for ask in (
            lambda x: x.tolist(), lambda x: repr(x), lambda x: x.item(), lambda x: bool(x), lambda x: complex(x),
            lambda x: (x + x).tolist(), lambda x: (x * 2).tolist(), lambda x: (1.5 - x).tolist(), lambda x: (x < x).tolist(),
            lambda x: (x >= 2).tolist(), lambda x: (x == x).dtype.name, lambda x: (x + x).dtype.name, lambda x: x.T.tolist(),
            lambda x: x.real.tolist(), lambda x: x[()].tolist(), lambda x: x[None].shape, lambda x: np.sqrt(x).tolist(),
            lambda x: np.add(x, values).tolist(), lambda x: x.reshape(1, 1).tolist(), lambda x: x.astype("c16").tolist(),
            lambda x: x.sum().tolist(), lambda x: x.squeeze().shape, lambda x: np.stack([x, x]).tolist(),
            lambda x: pickle.loads(pickle.dumps(x)).tolist(), lambda x: copy.copy(x).tolist(), lambda x: x.device,
            lambda x: numpy.asarray(x).tolist(), lambda x: np.where(True, x, 0).tolist(), lambda x: x.size, lambda x: x.ndim,
            lambda x: (x @ values), lambda x: len(x), lambda x: x ** 2, lambda x: x.lazy().eval().tolist(),
            lambda x: np.fuse(lambda y: y + y)(x).tolist(), lambda x: values[x] if kind == np.int8 else None,
            lambda x: (values == x).tolist(), lambda x: abs(x).tolist(), lambda x: x.strides, lambda x: f"{x}",
        ):  # fmt: skip
            loop = [each for each in values][k]
            want, got = outcome(ask, same), outcome(ask, loop)
            assert type(want) is type(got) and str(want) == str(got)
            assert loop.tolist() == same.tolist()


@pytest.mark.host_only("numbers of the host")
def test_numbers_of_loops_are_copies() -> None:
    values = np.array([1.0, 2.0])
    for number in values:
        number += 1
        number[...] = number * 2
    assert values.tolist() == [1, 2] and number.tolist() == 6
    first, second = values
    less, more = first < second, second < first  # two arrays, although what is forgotten is used again
    assert less is not more and bool(less) and not bool(more)
    less[...] = False
    less &= True
    assert not less and (first < second).tolist() is True and (first > second).shape == ()
    assert sum(values) == 3 and sorted(values, reverse=True)[0] == 2 and max(values) == 2
    total = values.sum()
    total += 1
    assert total == 4 and values.sum() == 3


def test_short_roads_end_where_the_long_ones_do() -> None:
    a, b = on_device(GRID), on_device(GRID[:, ::-1].copy())
    out = np.empty_like(a)
    assert np.add(a, b, out) is out and np.add(a, 1, out=out) is out
    agree(out, GRID + 1)
    agree(np.add(a, [1.0, 2, 3]), GRID + [1.0, 2, 3])
    agree(a * GRID, GRID * GRID)
    agree(GRID[0] + a, GRID[0] + GRID)
    for arguments in ({"keepdims": True}, {"axis": (0, 1)}, {"axis": (-1,), "keepdims": True}, {"axis": None}):
        agree(a.sum(**arguments), GRID.sum(**arguments))
    for wrong in (
        lambda np, x: x.argmin((0, 1)), lambda np, x: np.linalg.norm(x[None], axis=(0, 1, 2)), lambda np, x: x.sum((0, 0)),
        lambda np, x: x.sum(2), lambda np, x: np.add(x, x, 3), lambda np, x: np.concatenate([x, x[0]]),
        lambda np, x: np.stack([x, x.T]), lambda np, x: np.concatenate([x, x], 2), lambda np, x: x.squeeze(0),
        lambda np, x: x.swapaxes(0, 2), lambda np, x: x.diagonal(0, 1, 1), lambda np, x: x[0] @ x,
        lambda np, x: np.copyto(x, 1j * x), lambda np, x: np.nonzero(x[0, 0]), lambda np, x: np.diag(x[None]),
    ):  # fmt: skip
        assert outcome(wrong, np, a) is outcome(wrong, numpy, GRID)
    for right in (
        lambda np, x: np.concatenate((x, x), -1), lambda np, x: np.stack([x, x], -1), lambda np, x: np.stack([x, x], 1),
        lambda np, x: x.diagonal(1), lambda np, x: x.diagonal(-1, 1, 0), lambda np, x: np.diag(x[1], -2), lambda np, x: x.T[1] @ x,
        lambda np, x: x @ x[0], lambda np, x: x[0] @ x[1, ::-1], lambda np, x: x[None].squeeze(), lambda np, x: x[None].squeeze(0),
        lambda np, x: np.linalg.norm(x), lambda np, x: np.linalg.norm(x, axis=1, keepdims=True), lambda np, x: x.clip(1, [2.0, 3, 4]),
        lambda np, x: np.nonzero(x > 2)[1], lambda np, x: np.ascontiguousarray(x.T), lambda np, x: np.hypot(3, 4.0),
    ):  # fmt: skip
        agree(right(np, a), right(numpy, GRID), 1e-12)
    np.copyto(out, a[:1])
    agree(out, numpy.broadcast_to(GRID[:1], (2, 3)))
    out[on_device(numpy.array([1, 0]))] = 0.5
    agree(out, numpy.full((2, 3), 0.5))
    assert np.ascontiguousarray(a) is a and a.astype(float, copy=False) is a and a.astype(float) is not a


@pytest.mark.host_only("imports")
def test_ocean_does_not_import_it() -> None:
    code = "import sys, ocean; assert 'ocean.numpy' not in sys.modules and 'ocean._src.array.ufuncs' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.host_only("NumPy's own objects")
def test_names_of_dtypes_are_numpys() -> None:
    """Called, they give NumPy's numbers and arrays, which combine with arrays by NumPy's rules."""
    names = ["bool", "bool_", "byte", "int_", "uintp", "half", "single", "double", "csingle", "longlong", "dtype", "iinfo", "floating"]
    for name in (*names, *(layouts.NUMPY[each].name for each in KINDS)):
        assert getattr(np, name) is getattr(numpy, name)
    assert 1 / np.int64(5) == 0.2 and type(np.int64(7) // 2) is numpy.int64 and np.float64([[1, 2], [3, 4]]).sum(axis=0).tolist() == [4, 6]
    a = np.ones((2, 2), "f4")
    assert (a * np.float64(2)).dtype == "f8" and (a * np.float32(2)).dtype == "f4" and (np.int8(1) + np.ones(2, "u1")).dtype == "i2"
    assert type(np.float64(2) * a) is type(a * np.float64([[1, 2], [3, 4]])) is type(np.float64([1, 2]) - a) is np.ndarray
    assert np.ones(2, "i1").sum() + np.int64(1) == 3 and hash(np.float64(0.5)) == hash(0.5) and f"{np.float64(0.1):.3f}" == "0.100"
    assert ocean.double([[1, 2], [3, 4]]).asPython("R") == [[1, 3], [2, 4]]  # tensors keep their order
    assert ocean.zeros([2], np.float32).dtype is ocean.float and ocean.cast(ocean.ones([2]), np.int8).dtype is ocean.int8


@pytest.mark.host_only("NumPy's own objects")
def test_dtypes_of_arrays_are_numpys() -> None:
    for kind in KINDS:
        theirs = layouts.NUMPY[kind]
        for a in (np.zeros((2, 3), kind), np.zeros(3, theirs)[1], next(iter(np.ones(2, theirs.name))), np.zeros(2, kind).lazy()):
            assert a.dtype is theirs and {theirs: 1}[a.dtype] == 1 and a.dtype == kind == a.dtype
        swapped = np.asarray(numpy.arange(3).astype(theirs.newbyteorder()))
        assert swapped.dtype == theirs.newbyteorder() and (swapped + swapped).dtype is numpy.result_type(theirs, theirs)
        assert swapped.itemsize == 1 or repr(swapped) == repr(numpy.arange(3).astype(theirs.newbyteorder()))
    assert np.zeros(2, ocean.bfloat16).dtype == np.bfloat16 == numpy.dtype("bfloat16") and np.zeros(2, np.complex32).dtype == ocean.chalf


def test_lists_of_large_integers() -> None:
    """Integers that become unsigned ones of 64 bits are exact beside small ones, and must be in the range."""
    large = 2**63 + 1
    for values in ([large, 1], [[large], [1]], (1, large), [numpy.uint64(large), 1], [np.array([large]), [1]]):
        found = np.array(values, dtype="uint64", device=layouts.device)
        assert sorted(found.ravel().tolist()) == [1, large]
    assert ocean.asTensor([large, 1], ocean.uint64).asPython() == [large, 1]
    assert np.array([large, 1]).dtype == np.float64 and np.array([large, -1], dtype="bool").tolist() == [True, True]
    for values, kind in (([large, -1], "uint64"), ([numpy.uint64(large), -1], "uint64"), ([large, 1], "int64"), ([large, -1], "int8")):
        with pytest.raises(OverflowError):
            np.array(values, dtype=kind)


def test_nothing_is_equal_to_none_or_text() -> None:
    a = np.zeros((2, 1), "int8", device=layouts.device)
    for other in (None, "0", b""):
        assert (a == other).tolist() == [[False], [False]] and (other != a).tolist() == [[True], [True]]
        assert (a == other).device is layouts.device
    assert (a == object()) is False


def test_powers_of_nothing() -> None:
    for found in (np.zeros((0, 2), "int64") ** -3, np.zeros(0, "int64") ** np.array([-1]), 2 ** np.zeros(0, "int64")):
        assert found.dtype == np.int64 and found.size == 0
    with pytest.raises(OverflowError):
        np.zeros(0, "uint8") ** -1


def test_arrays_on_several_devices_are_refused() -> None:
    """The standard has no transfers that nobody asks for; lists and NumPy's arrays come to the device of the array."""
    here, there = np.array([[1.0, 2], [3, 4]]), np.array([[1.0, 2], [3, 4]], device=mirrors[1])
    v, w, places = here[0], there[0], np.array([0, 1], device=mirrors[1])
    for refused in (
        lambda: here + there, lambda: np.add(v, w), lambda: np.where(w > 1, v, v), lambda: v.lazy() * w.lazy(),
        lambda: here @ there, lambda: np.dot(v, w), lambda: np.einsum("i,i", v, w), lambda: np.concat([here, there]),
        lambda: np.searchsorted(v, w), lambda: np.isin(v, w), lambda: np.take(v, places), lambda: np.linalg.solve(here, there),
        lambda: np.convolve(v, w), lambda: np.clip(v, w, 3), lambda: np.add(v, v, where=w > 1), lambda: v.__iadd__(w),
        lambda: np.meshgrid(v, w), lambda: np.broadcast_arrays(v, w), lambda: np.repeat(v, places), lambda: np.percentile(v, w),
        lambda: np.linspace(v, w, 3), lambda: np.random.default_rng(1).normal(v, w),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="not combined"):
            refused()
    for given in (
        *np.meshgrid([1, 2], w), *np.broadcast_arrays(3, w), np.repeat([5, 6], places), np.percentile([1, 2], w), np.linspace(0, w, 3),
        np.geomspace(1, w, 3), *numpy.linalg.eig(there), numpy.linalg.eigvals(there), numpy.linalg.lstsq(there, w)[0],
        there + [1, 2], numpy.ones(2) * there, there @ [1, 2], np.outer([1, 2], w), np.concat([w, [1]]), np.average(w, weights=[1, 2]),
        np.diff(w, prepend=0), np.select([w > 1], [[5, 6]]), np.compress([0, 1], w), np.r_[w, 1, 0:2], np.choose([0, 1], [w, w]),
        np.unique_counts(np.array([np.nan, np.nan], device=mirrors[1])).counts, np.linalg.solve(there, [1, 2]), np.clip(w, [0, 1], 3),
    ):  # fmt: skip
        assert given.device is mirrors[1]
    for function in (np.tril, np.triu):  # of a vector, whose rows are all alike
        for k in (-1, 0, 2):
            found = function(w, k)
            assert found.device is mirrors[1] and found.tolist() == function(v, k).tolist()
    v[...] = w  # what is written to says where it goes
    assert v.device is here.device and np.add(w, w, out=v) is v and v.tolist() == [2, 4]


def test_ndarray_takes_a_shape() -> None:
    """np.array makes arrays of values, and np.ndarray, their class, of a shape or on a buffer."""
    for args in (((2, 3),), (3, "i4"), ((), "f4"), ((0, 2), "c16", None, 0, None, "F")):
        got, wanted = np.ndarray(*args), numpy.ndarray(*args)
        assert type(got) is np.ndarray and got.shape == wanted.shape and got.dtype == wanted.dtype
        assert got.flags.f_contiguous == wanted.flags.f_contiguous
    buffer = bytearray(range(48))
    for args in (((2, 2), "i4", buffer, 4, (16, 4)), ((3,), "f8", buffer), ((2, 2), "u1", buffer, 47, (-1, -2)), ((6,), "i8", buffer, 0, (0,))):
        got = np.ndarray(*args)
        assert host(got).tolist() == numpy.ndarray(*args).tolist()
        if got.device is ocean.cpu:
            got[...] = 1
            assert numpy.ndarray(*args).reshape(-1)[0] == 1  # on the same memory
    for args in (((9, 9), float, buffer), ((2,), float, buffer, 41), ((2, 2), float, buffer, 0, (48, 8)), ((2,), float, buffer, -8)):
        assert outcome(np.ndarray, *args) in (TypeError, ValueError)
    assert outcome(np.ndarray, (2,), float, None, 8) is ValueError and outcome(np.ndarray) is TypeError
    assert isinstance(np.array([1, 2]), np.ndarray) and np.ndarray is not np.array


def test_no_new_axes_are_a_view() -> None:
    a = on_device(numpy.zeros(()))
    np.expand_dims(a, ())[...] = 3
    assert a.item() == 3
