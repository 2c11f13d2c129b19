"""Shape functions: views, copies where they must be, and in-place forms that leave siblings alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts import DTYPES, LAYOUTS, dtype_id, read, same, sample

import ocean

VIEWS: dict[str, tuple[tuple[Any, ...], Any]] = {
    "transpose": ((), lambda a: a.swapaxes(0, 1)),
    "swapAxes": ((0, 2), lambda a: a.swapaxes(0, 2)),
    "flipAxis": ((1,), lambda a: np.flip(a, 1)),
    "flipud": ((), lambda a: np.flip(a, 0)),
    "fliplr": ((), lambda a: np.flip(a, 1)),
    "reverseAxes": ((), lambda a: a.T),
    "reverseAxes2": ((), lambda a: a.T.swapaxes(0, 1)),
    "permuteAxes": (([2, 0, 1],), lambda a: a.transpose(2, 0, 1)),
    "unsqueeze": ((1,), lambda a: a[:, None]),
    "squeeze": ((), lambda a: a.squeeze()),
    "broadcastTo": (([5, 3, 2, 4],), lambda a: np.broadcast_to(a[..., None], (5, 3, 2, 4))),
    "broadcastLike": ((ocean.tensor([5, 3, 2, 1]),), lambda a: a[..., None]),
    "reshape": (([2, 15],), lambda a: a.reshape((2, 15), order="F")),
    "reshapeLike": ((ocean.tensor([6, 5]),), lambda a: a.reshape((6, 5), order="F")),
    "flatten": ((), lambda a: a.reshape(-1, order="F")),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", VIEWS)
def test_views_have_numpys_values(name: str, layout: str) -> None:
    args, wanted = VIEWS[name]
    for kind in DTYPES:
        tensor, values = sample(layout, kind)
        before = read(tensor)
        view = getattr(tensor, name)(*args)
        same(read(view), wanted(values))
        assert view.dtype is kind and view.obj != tensor.obj
        if name in ("reshape", "reshapeLike", "flatten"):
            assert view.storage == tensor.storage or (view.isFortran() and not view.byteswapped)
        else:
            assert view.storage == tensor.storage and view.byteswapped == tensor.byteswapped
        sibling = tensor.asContiguous() if tensor.isFortran() else tensor.shallowCopy()
        assert getattr(tensor, name)(*args, True) is None
        same(read(tensor), wanted(values))
        same(read(sibling), before)
        assert sibling.size == (5, 3, 2)
        assert getattr(sibling, name)(*args, inplace=True) is None
        same(read(sibling), wanted(values))


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
def test_transpose_of_few_dimensions(kind: ocean.dtype) -> None:
    for size, wanted in (
        ([], ()), ([3], (1, 3)), ([1], ()), ([1, 3], (3,)), ([3, 1], (1, 3)), ([1, 1], ()), ([2, 3], (3, 2)),
        ([0], (1, 0)), ([2, 1, 3], (1, 2, 3)), ([1, 2, 1], (2, 1, 1)),
    ):  # fmt: skip
        tensor = ocean.ones(size, kind)
        assert tensor.T.size == tensor.transpose().size == tensor.H.size == tensor.ctranspose().size == wanted


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_conjugate_transpose(layout: str, kind: ocean.dtype) -> None:
    tensor, values = sample(layout, kind, (3, 2))
    result = tensor.H
    np.testing.assert_array_equal(read(result), values.conj().T if kind.iscomplex else values.T)
    assert (result.storage == tensor.storage) == (not kind.iscomplex)
    if layout not in ("zero_stride", "inner_zero_stride", "overlapping"):
        assert tensor.ctranspose(True) is None
        np.testing.assert_array_equal(read(tensor), read(result))


def test_reshape_forms() -> None:
    tensor = ocean.arange(6)
    for view in (
        tensor.reshape([2, 3]),
        tensor.reshape((2, 3)),
        tensor.reshape(2, 3),
        tensor.reshape(np.array([2, 3])),
    ):
        assert view.size == (2, 3) and view.storage == tensor.storage and view.asPython("C") == [[0, 2, 4], [1, 3, 5]]
    for _ in range(2):  # the second time from memory
        assert tensor.reshape(2, 3).size == (2, 3) and tensor.reshape(6).size == (6,)
        for bad in ((2.0, 3), ("2", 3), (None,), ([2], 3)):
            with pytest.raises(TypeError, match="Expected an integer size"):
                tensor.reshape(*bad)
    with pytest.raises(TypeError, match=r"reshape\(\) needs a size"):
        tensor.reshape()
    with pytest.raises(TypeError, match=r"^reshape\(\): inplace must be bool, got 5"):
        tensor.reshape(2, 3, inplace=5)
    with pytest.raises(ValueError, match="Mismatch in number of elements in tensor resize"):
        tensor.reshape(4, 2)
    with pytest.raises(ValueError, match="must be nonnegative, got 2x-3"):
        tensor.reshape(2, -3)
    assert ocean.asTensor(5).reshape([]).size == () and ocean.asTensor(5).reshape(1, 1).size == (1, 1)
    assert ocean.zeros([0, 3]).reshape(5, 0).size == (5, 0)
    tensor.reshape(3, 2, True)
    assert tensor.size == (3, 2)
    tensor.reshape([6], True)
    assert tensor.size == (6,)


@given(st.data())
@settings(max_examples=60)
def test_reshape_copies_when_it_must(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(DTYPES))
    layout = data.draw(st.sampled_from(list(LAYOUTS)))
    tensor, values = sample(layout, kind, (4, 3, 2))
    size = data.draw(
        st.sampled_from([(24,), (12, 2), (2, 12), (8, 3), (3, 8), (2, 2, 3, 2), (4, 6), (6, 4), (1, 24, 1)])
    )
    result = tensor.reshape(size)
    same(read(result), values.reshape(size, order="F"))


def test_flatten_orders() -> None:
    column, row = ocean.arange(6).reshape(2, 3), ocean.asTensor(np.arange(6).reshape(2, 3))
    for kind, of_column, of_row in (
        ("F", range(6), [0, 3, 1, 4, 2, 5]), ("C", [0, 2, 4, 1, 3, 5], range(6)),
        ("A", range(6), range(6)), ("K", range(6), range(6)), ("f", range(6), [0, 3, 1, 4, 2, 5]),
    ):  # fmt: skip
        assert column.flatten(kind).asPython() == list(of_column) and row.flatten(kind).asPython() == list(of_row)
    wild = ocean.arange(24).reshape(2, 3, 4).permuteAxes([1, 0, 2])
    assert wild.flatten("A").asPython() == wild.flatten("C").asPython()
    assert wild.flatten("K").asPython() == wild.flatten("F").asPython()
    column.flatten("C", True)
    assert column.asPython() == [0, 2, 4, 1, 3, 5]
    with pytest.raises(ValueError, match="Expected type 'F', 'C', 'A' or 'K', got 'X'"):
        column.flatten("X")
    with pytest.raises(TypeError, match=r"^flatten\(\): unexpected argument 5; expected type \(str\), inplace \(bool\)"):
        column.flatten(5)
    assert ocean.asTensor(3).flatten().size == (1,) and ocean.zeros([0, 2]).flatten().size == (0,)


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_diagonals_are_views(layout: str, kind: ocean.dtype) -> None:
    tensor, values = sample(layout, kind, (4, 5, 2))
    for index in range(-5, 7):
        wanted = np.moveaxis(np.diagonal(values, index), -1, 0) if -4 <= index <= 5 else np.zeros((0, 2), values.dtype)
        same(read(tensor.diag(index)), wanted)
        assert tensor.diag(index).storage == tensor.storage
    with pytest.raises(ValueError, match="at least two dimensions, got 1"):
        tensor.slice(0, 0).reshape(10).diag()


@pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_real_and_imaginary_parts(layout: str, kind: ocean.dtype) -> None:
    tensor, values = sample(layout, kind)
    real, imag = tensor.real, tensor.imag
    assert real.dtype is imag.dtype is kind.basetype
    same(read(real), np.real(values).astype(read(real).dtype))
    same(read(imag), np.imag(values).astype(read(imag).dtype))
    assert real.storage == tensor.storage
    assert imag.readonly == (not kind.iscomplex) and (imag.storage == tensor.storage) == kind.iscomplex
    if not kind.iscomplex:
        with pytest.raises(ValueError, match="read-only"):
            imag.fill(1)


def test_parts_can_be_written() -> None:
    tensor = ocean.zeros([3], ocean.chalf)
    tensor.real.fill(1)
    tensor.imag.copy([2, 3, 4])
    assert tensor.asPython() == [1 + 2j, 1 + 3j, 1 + 4j]
    tensor.real.copy(tensor.imag)
    assert tensor.asPython() == [2 + 2j, 3 + 3j, 4 + 4j]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_slices(layout: str) -> None:
    tensor, values = sample(layout, ocean.int16)
    for axis, length in enumerate(tensor.size):
        for start in range(length + 1):
            for count in range(length - start + 1):
                index = (slice(None),) * axis + (slice(start, start + count),)
                for way in (axis, axis - 3):
                    same(read(tensor.slice(way, start, count)), values[index])
    assert tensor.slice(0, 2).size == (1, 3, 2) and tensor.slice(axis=0, offset=1, size=2).size == (2, 3, 2)
    for args, message in (
        ((3, 0), "Axis 3 is out of range"), ((-4, 0), "Axis -4 is out of range"),
        ((0, 5), "A slice of 1 elements from 5 exceeds size 5 of axis 0"), ((0, -1), "exceeds size 5"),
        ((0, 2, 4), "A slice of 4 elements from 2 exceeds"), ((0, 0, -1), "exceeds"), ((0, 1 << 62, 1 << 62), "exceeds"),
        ((0, 1 << 70), "does not fit 64 bits"), (("a", 0), "Expected an integer"), ((0, 0.5), "Expected an integer"),
    ):  # fmt: skip
        with pytest.raises(ocean.OceanError, match=message):
            tensor.slice(*args)


def test_broadcasting_pads_on_the_right_or_on_the_left() -> None:
    tensor = ocean.asTensor([1, 2, 3])
    assert tensor.broadcastTo([3, 2]).asPython() == [[1, 2, 3]] * 2
    assert tensor.broadcastTo([2, 3], 1).asPython("C") == [[1, 2, 3]] * 2
    assert tensor.broadcastTo([2, 3], mode=1).strides == (0, 8)
    assert ocean.asTensor(5).broadcastTo([2, 2]).asPython() == [[5, 5], [5, 5]]
    assert ocean.asTensor([5]).broadcastTo([0]).isEmpty()
    assert tensor.broadcastLike([[1, 2, 3], [4, 5, 6]]).size == (3, 2) and tensor.broadcastLike(
        np.zeros((3, 4))
    ).size == (3, 4)
    tensor.broadcastTo([3, 2, 1], True)
    assert tensor.size == (3, 2, 1)
    for action, message in (
        (lambda: tensor.broadcastTo([2, 2, 1]), "Tensor dimensions are incompatible with broadcast dimensions"),
        (
            lambda: tensor.broadcastLike(ocean.tensor([2, 4])),
            "Tensor dimensions are incompatible with broadcast dimensions",
        ),
        (lambda: tensor.broadcastTo([3, 2, 1], 7), "Expected broadcast mode 0 .* got 7"),
        (lambda: tensor.broadcastTo([3, 2] * 33), r"exceeded \(64\)"),
        (lambda: tensor.broadcastTo([3, 2, 1 << 63]), "does not fit 64 bits"),
        (lambda: tensor.broadcastTo([3, 2, 1 << 61]), "exceeds 64-bit addresses"),
    ):
        with pytest.raises(ocean.OceanError, match=message):
            action()


def test_huge_broadcasts_cost_nothing() -> None:
    tensor = ocean.asTensor([1, 2], ocean.int8).broadcastTo([2, 1 << 50])
    assert tensor.nelem == 1 << 51 and not tensor.isSelfOverlapping() and tensor.storage.size == 2
    assert tensor.slice(1, 5, 1 << 49).size == (2, 1 << 49) and tensor.slice(1, 5, 3).asPython() == [[1, 2]] * 3
    tensor.fill(7)
    assert tensor.storage.asPython() == [7, 7]
    assert str(tensor).endswith(tensor.footer)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (lambda t: t.swapAxes(0, 3), "Axis 3 is out of range for a tensor with 3 dimensions"),
        (lambda t: t.flipAxis(3), "Axis 3 is out of range"),
        (lambda t: t.flipAxis("a"), "Expected an integer axis, got 'a'"),
        (lambda t: t.permuteAxes([0, 1]), r"The order \[0, 1\] is not a permutation"),
        (lambda t: t.permuteAxes("abc"), "Expected an integer axis, got 'abc'"),
        (lambda t: t.squeeze(0), "axis 0 has size 5"),
        (lambda t: t.squeeze(9), "Axis 9 is out of range"),
        (lambda t: t.squeeze("a"), "Expected an integer axis, got"),
        (lambda t: t.unsqueeze(5), "Axis 5 is out of range"),
        (lambda t: t.unsqueeze(0, "yes"), r"unsqueeze\(\): unexpected argument 'yes'; expected inplace \(bool\)"),
        (lambda t: t.transpose(3), r"transpose\(\): unexpected argument 3; expected inplace \(bool\)"),
        (lambda t: t.diag("a"), "Expected an integer index, got 'a'"),
        (lambda t: ocean.asTensor(1).flipud(), "needs at least one dimension"),
        (lambda t: ocean.asTensor(1).fliplr(), "needs at least one dimension"),
        (lambda t: t.reshapeLike("x"), "Invalid data type"),
    ],
)
def test_impossible_shapes(action: Any, message: str) -> None:
    tensor, _ = sample("contiguous", ocean.int8)
    before = tensor._layout
    with pytest.raises(ocean.OceanError, match=message):
        action(tensor)
    assert tensor._layout is before


def test_flips_of_vectors_and_offsets() -> None:
    vector = ocean.arange(4)
    assert vector.flipud().asPython() == vector.fliplr().asPython() == [3, 2, 1, 0]
    matrix = ocean.arange(10, ocean.float).reshape(2, 5)
    matrix.flipAxis(1, True)
    assert matrix.strides == (4, -8) and matrix.offset == 32
    assert ocean.zeros([0, 3]).flipAxis(1).offset == 0
