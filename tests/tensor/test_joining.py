"""Joining, splitting, padding and rearranging, against NumPy: all dtypes, layouts and devices."""

from __future__ import annotations

from typing import Any

import layouts
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import DTYPES, LAYOUTS, NUMPY, dtype_id, read, sample

import ocean

kinds = pytest.mark.parametrize("kind", DTYPES, ids=dtype_id)
every = pytest.mark.parametrize("layout", LAYOUTS)


def same(got: Any, wanted: np.ndarray) -> None:
    """The same values on the device of the test."""
    assert got.device is layouts.device and got.size == wanted.shape
    np.testing.assert_array_equal(read(got), wanted)


def on_device(values: Any) -> Any:
    return layouts.device(ocean.asTensor(values))


# --- Joining -----------------------------------------------------------------------------------------------------


@kinds
def test_stacks(kind: ocean.dtype) -> None:
    a, b, c = (sample(layout, kind, size) for layout, size in
               (("strided", (3, 4)), ("byteswapped", (2, 4)), ("negative", (3, 2))))  # fmt: skip
    same(ocean.vstack([a.tensor, b.tensor]), np.concatenate([a.values, b.values], 0))
    same(ocean.hstack([a.tensor, c.tensor]), np.concatenate([a.values, c.values], 1))
    same(ocean.dstack([a.tensor, a.tensor]), np.dstack([a.values, a.values]))
    assert ocean.vstack([a.tensor, b.tensor]).dtype is kind
    v = sample("contiguous", kind, (3,))
    same(ocean.hstack([v.tensor, a.tensor, v.tensor]), np.hstack([v.values[:, None], a.values, v.values[:, None]]))
    same(ocean.vstack([v.tensor, v.tensor]), np.concatenate([v.values, v.values]))
    same(ocean.dstack([v.tensor, v.tensor]), np.dstack([v.values[:, None]] * 2))


def test_stacks_take_anything() -> None:
    assert ocean.hstack([[1, 2], [3.5, 4]]).dtype is ocean.double
    assert ocean.vstack(np.ones((2, 3))).size == (6,)
    for function in (ocean.vstack, ocean.hstack, ocean.dstack):
        with pytest.raises(ocean.OceanValueError, match="needs at least one tensor"):
            function([])
        with pytest.raises(ocean.OceanTypeError, match="takes a list of tensors, got int"):
            function(3)
    with pytest.raises(ocean.OceanValueError):
        ocean.hstack([ocean.zeros([2, 2]), ocean.zeros([3, 2])])


def test_block() -> None:
    a, b, c, d = (on_device(np.full(size, k)) for k, size in enumerate([(2, 3), (2, 1), (4, 3), (4, 1)]))
    arrays = [read(each) for each in (a, b, c, d)]
    same(ocean.block([[a, c], [b, d]]), np.block([[arrays[0], arrays[1]], [arrays[2], arrays[3]]]))
    same(ocean.block([[a, b], [c, d]], "R"), np.block([[arrays[0], arrays[1]], [arrays[2], arrays[3]]]))
    same(ocean.block([a, c]), np.concatenate([arrays[0], arrays[2]], 0))
    same(ocean.block([a, b], "R"), np.concatenate([arrays[0], arrays[1]], 1))
    same(ocean.block([[[a], [b]], [[a], [b]]]), np.concatenate([np.block([arrays[0], arrays[1]])[:, :, None]] * 2, 2))
    assert ocean.block([[1, 2], [3, 4]]).asPython() == ocean.asTensor([[1, 2], [3, 4]]).asPython()
    assert ocean.block([[1, 2], [3, 4]], "R").asPython() == ocean.asTensor([[1, 2], [3, 4]], "R").asPython()
    copy = ocean.block(a)
    same(copy, arrays[0])
    assert copy.storage != a.storage
    for wrong, words in (([[1, 2], 3], "different depths"), ([], "an empty list"), ([[], [1]], "an empty list")):
        with pytest.raises(ocean.OceanValueError, match=words):
            ocean.block(wrong)
    with pytest.raises(ocean.OceanValueError, match="expected order 'F' or 'R', got 'x'"):
        ocean.block([a], "x")


def test_splits_are_views() -> None:
    a = ocean.zeros([5, 6])
    for function, axis in ((ocean.vsplit, 0), (ocean.hsplit, 1)):
        parts = function(a, 3)
        assert [each.size for each in parts] == [each.size for each in a.split(axis, 3)]
        parts[1].fill(7)
        assert (read(a) == 7).sum() == parts[1].nelem
        a.fill(0)
        assert [each.size[axis] for each in function(a, [1, a.size[axis] - 1])] == [1, a.size[axis] - 1]
    assert [each.size for each in ocean.hsplit(ocean.zeros([4]), 1)] == [(4, 1)]
    with pytest.raises(ocean.OceanValueError, match="got a scalar"):
        ocean.vsplit(ocean.zeros([]), 2)
    with pytest.raises(ocean.OceanValueError, match="add up to 5"):
        ocean.vsplit(a, [1, 2])


# --- Along an axis -----------------------------------------------------------------------------------------------


@kinds
@every
def test_along_axis(kind: ocean.dtype, layout: str) -> None:
    each = sample(layout, kind, (5, 3, 2))
    random = np.random.default_rng(1)
    for axis in (0, 1, -1):
        length = each.values.shape[axis]
        shape = list(each.values.shape)
        shape[axis] = 4
        indices = random.integers(-length, length, shape)
        same(ocean.take_along_axis(each.tensor, indices, axis), np.take_along_axis(each.values, indices, axis))
    narrow = random.integers(0, 5, (2, 1, 2))
    same(each.tensor.take_along_axis(narrow), np.take_along_axis(each.values, np.broadcast_to(narrow, (2, 3, 2)), 0))


@kinds
def test_put_along_axis(kind: ocean.dtype) -> None:
    for layout in ("contiguous", "row_major", "strided", "negative", "byteswapped"):
        each, new = sample(layout, kind, (5, 3)), sample("contiguous", kind, (2, 3), 1)
        indices = np.array([[0, 1, 4], [-2, -1, 2]])
        wanted = each.values.copy()
        np.put_along_axis(wanted, indices, new.values, 0)
        ocean.put_along_axis(each.tensor, indices, new.tensor, 0)
        same(each.tensor, wanted)
        number = np.array(1).astype(NUMPY[kind])
        each.tensor.put_along_axis(indices, 1, 0)
        np.put_along_axis(wanted, indices, number, 0)
        same(each.tensor, wanted)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda a: ocean.take_along_axis(a, [0, 1], 0), ValueError, "as many dimensions as the tensor, which has 2"),
        (
            lambda a: ocean.take_along_axis(a, [[0, 3], [0, 0]], 0),
            IndexError,
            "index 3 is out of range for axis 0 of size 3",
        ),
        (lambda a: ocean.take_along_axis(a, [[0, -4], [0, 0]], 0), IndexError, "index -4 is out of range"),
        (lambda a: ocean.take_along_axis(a, [[0.5, 1], [0, 0]], 0), TypeError, "must be integers, got dtype double"),
        (
            lambda a: ocean.take_along_axis(a, np.zeros((3, 4), int), 0),
            ValueError,
            "do not go with a tensor of size 3x2",
        ),
        (lambda a: ocean.take_along_axis(a, [[0], [0]], 2), IndexError, "axis|Axis"),
        (lambda a: ocean.put_along_axis([1, 2], [0], 1), TypeError, "not of a list"),
    ],
)
def test_bad_indices(call: Any, error: type, words: str) -> None:
    a = ocean.zeros([3, 2])
    with pytest.raises(error, match=words) as caught:
        call(a)
    assert isinstance(caught.value, ocean.OceanError)
    empty = ocean.take_along_axis(ocean.zeros([0, 2]), np.zeros((0, 2), int), 0)
    assert empty.size == (0, 2)


# --- Padding -----------------------------------------------------------------------------------------------------

MODES = ["constant", "edge", "reflect", "symmetric", "wrap"]


@kinds
@pytest.mark.parametrize("mode", MODES)
def test_pad(kind: ocean.dtype, mode: str) -> None:
    for layout in ("contiguous", "row_major", "negative", "byteswapped", "zero_stride"):
        each = sample(layout, kind, (4, 3))
        for widths in (2, (1, 3), [(1, 2), (0, 2)], [(0, 0), (0, 0)], [[2, 1]]):
            got = ocean.pad(each.tensor, widths, mode)
            assert got.dtype is kind and got.storage != each.tensor.storage
            same(got, np.pad(each.values, widths, mode))


@given(st.integers(1, 5), st.integers(0, 17), st.integers(0, 17), st.sampled_from(MODES[1:]))
def test_pad_by_more_than_there_is(length: int, before: int, after: int, mode: str) -> None:
    array = np.arange(length)
    same(ocean.pad(on_device(array), (before, after), mode), np.pad(array, (before, after), mode))


def test_pad_takes_all_forms() -> None:
    assert ocean.pad([1, 2], 1, 9).asPython() == [9, 1, 2, 9]
    assert ocean.pad([1, 2], 1, value=9, mode="constant").asPython() == [9, 1, 2, 9]
    assert ocean.pad(ocean.asTensor([1, 2], ocean.uint8), 1, 7).dtype is ocean.uint8
    assert ocean.pad(ocean.zeros([]), []).size == () and ocean.pad(ocean.zeros([0]), 2).size == (4,)
    for call, error, words in (
        (lambda: ocean.pad([1], 1, "odd"), ValueError, "expected mode 'constant', 'edge'"),
        (lambda: ocean.pad([1], -1), ValueError, "nonnegative, got -1"),
        (lambda: ocean.pad([1], [(1, 2), (3, 4)]), ValueError, "of a tensor with 1 dimensions"),
        (lambda: ocean.pad([1], (1, 2, 3)), ValueError, "a number, a pair"),
        (lambda: ocean.pad([1], 1, "edge", 5), TypeError, "takes no value"),
        (lambda: ocean.pad(ocean.zeros([0, 2]), 1, "wrap"), ValueError, "axis 0 of size 0 has nothing to pad with"),
        (lambda: ocean.pad(ocean.zeros([2]), 2**62), Exception, "size|large|memory|Size"),
    ):
        with pytest.raises(error, match=words):
            call()


# --- Products and grids ------------------------------------------------------------------------------------------


@kinds
def test_outer_and_kron(kind: ocean.dtype) -> None:
    a, b = sample("strided", kind, (3, 2), special=False), sample("byteswapped", kind, (2, 4), 1, special=False)
    got = ocean.outer(a.tensor, b.tensor)
    assert got.dtype is kind
    same(got, read(a.tensor.flatten().reshape(6, 1) @ b.tensor.flatten().reshape(1, 8)))
    product = ocean.kron(a.tensor, b.tensor)
    assert product.dtype is kind
    wanted = np.empty((6, 8), NUMPY[kind])
    for i in range(3):
        for j in range(2):
            wanted[2 * i : 2 * i + 2, 4 * j : 4 * j + 4] = read(a.tensor[i : i + 1, j : j + 1].reshape(1, 1) @ b.tensor)
    same(product, wanted)


def test_kron_of_other_sizes() -> None:
    random = np.random.default_rng(2)
    for first, second in (((3,), (2,)), ((2, 3, 2), (2, 2, 3)), ((), (2, 2)), ((2, 2), (3, 1))):
        x, y = random.integers(0, 9, first), random.integers(0, 9, second)
        same(ocean.kron(on_device(x), on_device(y)), np.kron(x, y))
    v, m = random.integers(0, 9, 3), random.integers(0, 9, (2, 2))
    same(ocean.kron(on_device(v), on_device(m)), np.kron(v[:, None], m))  # a vector is a column
    with pytest.raises(ocean.OceanValueError, match="at most 4 dimensions, got 5"):
        ocean.kron(ocean.zeros([1] * 5), 1)


def test_cross() -> None:
    random = np.random.default_rng(3)
    for kind in DTYPES:
        if kind is ocean.bool:
            continue
        x, y = (kind(on_device(random.integers(0, 9, (3, 4)))) for _ in range(2))
        got = ocean.cross(x, y)
        assert got.dtype is kind
        same(got, np.cross(read(x), read(y), axis=0).astype(NUMPY[kind]))
        same(ocean.cross(x.T, y.T, 1), np.cross(read(x), read(y), axis=0).T.astype(NUMPY[kind]))
    x, y = random.integers(0, 9, (3, 4)), random.integers(0, 9, 3)
    same(ocean.cross(on_device(x), on_device(y)), np.cross(x, y[:, None], axis=0))
    assert ocean.cross([1, 0, 0], [0, 1.5, 0]).dtype is ocean.double
    with pytest.raises(ocean.OceanValueError, match="B must have size 3 along axis 0, got size 2"):
        ocean.cross([1, 2, 3], [1, 2])
    with pytest.raises(IndexError):
        ocean.cross([1, 2, 3], [1, 2, 3], 1)


def test_meshgrid() -> None:
    x, y, z = np.arange(3), np.arange(4) * 10, np.arange(2) * 0.5
    for count in (1, 2, 3):
        for indexing in ("ij", "xy"):
            given = (x, y, z)[:count]
            grids = ocean.meshgrid(*map(on_device, given), indexing=indexing)
            for got, wanted in zip(grids, np.meshgrid(*given, indexing=indexing), strict=True):
                same(got, wanted)
    assert ocean.meshgrid() == [] and ocean.meshgrid(1, [2, 3])[0].size == (1, 2)
    first = on_device(x)
    assert ocean.meshgrid(first, first)[1].storage == first.storage
    for call, words in (
        (lambda: ocean.meshgrid(x, indexing="no"), "expected indexing 'ij' or 'xy'"),
        (lambda: ocean.meshgrid(x, np.zeros((2, 2))), "takes vectors, got size 2x2 as number 1"),
        (lambda: ocean.meshgrid(*[x] * 9), "at most 8 vectors, got 9"),
    ):
        with pytest.raises(ocean.OceanValueError, match=words):
            call()


# --- Triangles and diagonals -------------------------------------------------------------------------------------


@kinds
@every
def test_triangles(kind: ocean.dtype, layout: str) -> None:
    each = sample(layout, kind, (4, 3))
    for k in (-9, -2, 0, 1, 9):
        for ours, theirs in ((ocean.tril, np.tril), (ocean.triu, np.triu)):
            got = ours(each.tensor, k)
            assert got.dtype is kind
            same(got, theirs(each.values, k))


def test_triangles_of_many_matrices() -> None:
    array = np.arange(24).reshape(2, 3, 4)
    tensor = on_device(array)
    same(ocean.tril(tensor), np.moveaxis(np.tril(np.moveaxis(array, 2, 0)), 0, 2))
    same(ocean.trace(tensor), np.trace(array))
    same(ocean.trace(tensor, 1), np.trace(array, 1))
    for function in (ocean.tril, ocean.triu, ocean.trace):
        with pytest.raises(ocean.OceanValueError, match="takes matrices, got size 3"):
            function([1, 2, 3])


@pytest.mark.parametrize("kind", [each for each in DTYPES if each is not ocean.bool], ids=dtype_id)
def test_trace(kind: ocean.dtype) -> None:
    each = sample("strided", kind, (4, 5), special=False)
    for k in (-2, 0, 3):
        got = ocean.trace(each.tensor, k)
        assert isinstance(got, ocean.scalar) and got == ocean.sum(each.tensor.diag(k))
    small = kind(on_device(np.arange(9).reshape(3, 3)))
    assert ocean.trace(small) == 12


# --- Views -------------------------------------------------------------------------------------------------------


@kinds
@every
def test_views(kind: ocean.dtype, layout: str) -> None:
    each = sample(layout, kind, (4, 3, 2))
    views = []
    for axes in (None, 0, -1, (0, 2), [1]):
        views.append(
            (ocean.flip(each.tensor, axes), np.flip(each.values, tuple(axes) if isinstance(axes, list) else axes))
        )
    for k in range(-1, 5):
        for axes in ((0, 1), (1, 0), (-1, 0)):
            views.append((ocean.rot90(each.tensor, k, axes), np.rot90(each.values, k, axes)))
    for start, end in ((0, -1), (-1, 0), ((0, 1), (1, 2)), ([2, 0], [0, 1]), (1, 1)):
        views.append((ocean.moveaxis(each.tensor, start, end), np.moveaxis(each.values, start, end)))
    for got, wanted in views:
        same(got, wanted)
        assert got.storage == each.tensor.storage


def test_methods_and_errors_of_views() -> None:
    a = ocean.arange(6).reshape(2, 3)
    assert a.flip().asPython() == ocean.flip(a).asPython() and a.rot90().size == (3, 2)
    assert a.moveaxis(0, 1).size == (3, 2)
    for call, error, words in (
        (lambda: a.flip(2), IndexError, "axis|Axis"),
        (lambda: a.flip([0, 0]), ValueError, "occurs twice"),
        (lambda: a.flip([0, -2]), ValueError, "occurs twice"),
        (lambda: a.rot90(1, [0]), ValueError, "expected two axes"),
        (lambda: a.rot90(1, [0, -2]), ValueError, "must differ"),
        (lambda: a.rot90(0.5), TypeError, "integer"),
        (lambda: a.moveaxis([0, 1], 0), ValueError, "as many sources as destinations, got 2 and 1"),
        (lambda: a.moveaxis([0, 0], [0, 1]), ValueError, "occurs twice"),
        (lambda: ocean.rot90([1, 2]), IndexError, "axis|Axis"),
    ):
        with pytest.raises(error, match=words):
            call()


def test_lazy_operands() -> None:
    a = on_device(np.arange(6.0).reshape(2, 3))
    lazy = ocean.lazy(a) + 1
    for function in (ocean.tril, ocean.flip, ocean.trace, lambda x: ocean.pad(x, 1), lambda x: ocean.vstack([x, a]),
                     lambda x: ocean.outer(x, x), lambda x: ocean.rot90(x), lambda x: ocean.kron(x, a)):  # fmt: skip
        got, wanted = function(lazy), function(a + 1)
        got = got.eval() if not isinstance(got, (ocean.tensor, ocean.scalar)) else got
        if isinstance(wanted, ocean.scalar):
            assert got == wanted
        else:
            same(got, read(wanted))
