"""What arrays have beyond NumPy's: assignment, evaluation, layout, traversal, mapped views, functions of users."""

from __future__ import annotations

from typing import Any

import layouts
import numpy
import pytest

import ocean
import ocean.numpy as np

ONE_TO_SIX = [[1, 2, 3], [4, 5, 6]]
TWELVE = [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]
FOUR_COLUMNS = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
CUBE = [[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]]


def doubles(values: Any, **options: Any) -> np.ndarray:
    """An array of doubles."""
    return np.array(values, np.float64, **options)


def check(got: np.ndarray, shape: tuple[int, ...], values: Any) -> None:
    """Compare shape, device and values."""
    assert type(got) is np.ndarray
    assert got.shape == shape
    assert got.device is layouts.device
    assert got.tolist() == values


# --- Copy and move -----------------------------------------------------------------------------------------------


def test_copies_refer_to_the_same_elements() -> None:
    a = doubles([1, 2, 3, 4, 5])
    b = a
    a[0] = 7
    assert float(b[0]) == 7
    view = a[1:]
    c = a.move()
    check(a, (0,), [])
    assert a.size == 0 and a.dtype == ocean.double
    c[1] = 9
    check(c, (5,), [7, 9, 3, 4, 5])
    check(view, (4,), [9, 3, 4, 5])


# --- Assignment --------------------------------------------------------------------------------------------------


def test_assignment() -> None:
    a = doubles([7, 8, 9])
    b = doubles(ONE_TO_SIX)
    b += a
    check(b, (2, 3), [[8, 10, 12], [11, 13, 15]])
    b *= 2
    check(b, (2, 3), [[16, 20, 24], [22, 26, 30]])
    b.assign(a)
    check(b, (2, 3), [[7, 8, 9], [7, 8, 9]])
    b.assign(5)
    check(b, (2, 3), [[5, 5, 5], [5, 5, 5]])
    other = b[0]
    b.assign(a, resize=True)
    check(b, (3,), [7, 8, 9])
    check(other, (3,), [5, 5, 5])  # keeps the former storage
    a[0] = 1
    check(b, (3,), [7, 8, 9])  # a copy
    b.assign(5, resize=True)
    check(b, (), 5)
    assert b.dtype == ocean.double
    with pytest.raises(ocean.OceanValueError, match="could not broadcast"):
        a.assign(ONE_TO_SIX)


def test_assignment_to_views() -> None:
    a = doubles(ONE_TO_SIX)
    a[1] = 7
    check(a, (2, 3), [[1, 2, 3], [7, 7, 7]])
    a[1, 1] = 8
    check(a, (2, 3), [[1, 2, 3], [7, 8, 7]])
    a[:, 0:1].assign(9)
    check(a, (2, 3), [[9, 2, 3], [9, 8, 7]])
    a.assign(doubles([1, 2, 3]))
    check(a, (2, 3), [[1, 2, 3], [1, 2, 3]])


# --- copy, eval, swap, resize, flatten ----------------------------------------------------------------------------


def test_copy_and_eval() -> None:
    a = doubles(ONE_TO_SIX)
    b, c, d = a.copy(), a.copy("F"), a.eval()
    a[0, 0] = 9
    check(b, (2, 3), ONE_TO_SIX)
    check(c, (2, 3), ONE_TO_SIX)
    assert c.layout.strides == (1, 2)
    assert c.eval() is c  # column-major, but no view
    assert d is a
    for view in (a[:, 1:], a.T, a[0]):
        copied = view.eval(threads=2)
        assert copied.tolist() == view.tolist()
        copied[...] = 0
        assert numpy.any(view.tolist())
    lazy = a.lazy()
    for got in ((lazy + lazy).eval(threads=4), (lazy + lazy).copy()):
        check(got, (2, 3), [[18, 4, 6], [8, 10, 12]])


def test_swap() -> None:
    a, b = doubles(ONE_TO_SIX), np.array([7, 8, 9])
    view = a[0]
    a.swap(b)
    check(a, (3,), [7, 8, 9])
    check(b, (2, 3), ONE_TO_SIX)
    assert (a.dtype, b.dtype) == (ocean.int64, ocean.double)
    view[0] = 5
    assert float(b[0, 0]) == 5
    with pytest.raises(ocean.OceanTypeError, match="takes an array"):
        a.swap([1])  # type: ignore[arg-type]


def test_resize() -> None:
    a = doubles(ONE_TO_SIX)
    view = a[1]
    a.resize((3, 4))
    check(a, (3, 4), [[1, 2, 3, 4], [5, 6, 0, 0], [0, 0, 0, 0]])
    a.resize(2, 2)
    check(a, (2, 2), [[1, 2], [3, 4]])
    check(view, (3,), [4, 5, 6])
    columns = doubles(ONE_TO_SIX, order="F")
    columns.resize(4)
    check(columns, (4,), [1, 2, 3, 4])
    with pytest.raises(ocean.OceanTypeError, match="neither lazy nor a mapped view"):
        a.lazy().resize(2)


def test_flatten() -> None:
    a = doubles(ONE_TO_SIX)
    for order, values in (("C", [1, 2, 3, 4, 5, 6]), ("F", [1, 4, 2, 5, 3, 6])):
        flat = a.flatten(order)
        check(flat, (6,), values)
        flat[...] = 0
    check(a.flatten(), (6,), [1, 2, 3, 4, 5, 6])
    check(a, (2, 3), ONE_TO_SIX)


# --- dim, shape, size, iterators, data ------------------------------------------------------------------------------


def test_dim_shape_size_strides() -> None:
    t = doubles(ONE_TO_SIX)
    assert (t.ndim, t.size, t.shape) == (2, 6, (2, 3))
    assert t.layout.strides == (3, 1)  # the document's {2,1} is a slip
    assert t.strides == (24, 8)
    assert (t[1, 1:].layout.strides, t[1, 1:].layout.offset) == ((1,), 4)
    assert (t.T.layout.strides, t.T.layout.order, t[:, ::2].layout.order) == ((1, 3), "F", None)
    assert t[:, ::-1].layout.strides == (3, -1)
    with pytest.raises(ocean.OceanTypeError, match="no layout"):
        t.lazy().layout  # noqa: B018


def test_iterators() -> None:
    t = doubles(ONE_TO_SIX)
    assert [float(x) for x in t.traverse()] == [1, 2, 3, 4, 5, 6]
    assert [float(x) for x in reversed(t.traverse())] == [6, 5, 4, 3, 2, 1]
    assert [float(x) for x in t.traverse("C")] == [1, 2, 3, 4, 5, 6]
    assert [float(x) for x in t.traverse("F")] == [1, 4, 2, 5, 3, 6]
    assert [float(x) for x in reversed(t.traverse("F"))] == [6, 3, 5, 2, 4, 1]
    assert len(t.traverse("F")) == 6
    assert [row.tolist() for row in t] == ONE_TO_SIX  # NumPy's meaning


def test_arrays_are_not_callable() -> None:
    """Packages take what can be called for a function, and netCDF4 what has a buffer as `data` for NumPy's array."""
    assert not callable(doubles(ONE_TO_SIX)) and not callable(doubles(3).lazy())
    assert not isinstance(np.ones(3, device="cpu").data, memoryview)


# --- Reshape, ravel ------------------------------------------------------------------------------------------------


def test_reshape() -> None:
    t = doubles(TWELVE)
    check(t.reshape(-1, 3), (4, 3), [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]])
    check(t.reshape((3, 4)), (3, 4), FOUR_COLUMNS)
    check(t.reshape((2, -1, 3), order="C"), (2, 2, 3), [[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]])
    v = t.reshape((6, -1), order="F")
    check(v, (6, 2), [[1, 4], [7, 10], [2, 5], [8, 11], [3, 6], [9, 12]])
    v[1, 0] = 0
    v[2:4, 1] += 100
    check(t, (2, 6), [[1, 2, 3, 4, 105, 6], [0, 8, 9, 10, 111, 12]])
    v *= 2
    check(t, (2, 6), [[2, 4, 6, 8, 210, 12], [0, 16, 18, 20, 222, 24]])
    v[...] = 1
    assert t.tolist() == [[1] * 6] * 2
    t[0, 1] = 5
    assert float(v[2, 0]) == 5  # it is a view
    check(v.T[0], (6,), [1, 1, 5, 1, 1, 1])


def test_ravel() -> None:
    t = doubles(TWELVE)
    check(t.ravel(), (12,), [*range(1, 13)])
    check(t.ravel("C"), (12,), [*range(1, 13)])
    v = t.ravel("F")
    check(v, (12,), [1, 7, 2, 8, 3, 9, 4, 10, 5, 11, 6, 12])
    for view in (t.ravel(), v):
        view[0] += 1
    assert float(t[0, 0]) == 3
    v[1:3].assign([70, 20])
    check(t, (2, 6), [[3, 20, 3, 4, 5, 6], [70, 8, 9, 10, 11, 12]])


# --- Transpose -----------------------------------------------------------------------------------------------------


def test_transpose() -> None:
    t = doubles(CUBE)
    backwards = [[[1, 5, 9], [3, 7, 11]], [[2, 6, 10], [4, 8, 12]]]
    for view in (t.transpose(), t.transpose(2, 1, 0), t.T):
        check(view, (2, 2, 3), backwards)
    check(t.transpose([1, 0, 2]), (2, 3, 2), [[[1, 2], [5, 6], [9, 10]], [[3, 4], [7, 8], [11, 12]]])
    check(t.transpose(0, 1, 2), (3, 2, 2), CUBE)
    t.transpose()[0, 0, 2] = 90
    assert float(t[2, 0, 0]) == 90


# --- Mapping views -------------------------------------------------------------------------------------------------


def test_mapping_by_indices() -> None:
    t = doubles([*range(1, 13)])
    for v1 in (t.map(np.array([2, 1, 0, 8, 9, 0])), t.map([2, 1, 0, 8, 9, 0])):
        check(v1, (6,), [3, 2, 1, 9, 10, 1])
    check(t.map(np.array([[2, 1, 0], [8, 9, 0]])), (2, 3), [[3, 2, 1], [9, 10, 1]])
    rows = t.reshape(3, 4).map(np.array([1, 0, 1, 2]))
    check(rows, (4, 4), [[5, 6, 7, 8], [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]])
    corners = t.reshape(3, 4).map(np.array([0, 0, 2, 2]), np.array([0, 3, 0, 3]))
    check(corners, (4,), [1, 4, 9, 12])
    corners[1:3] = 0
    check(t, (12,), [1, 2, 3, 0, 5, 6, 7, 8, 0, 10, 11, 12])
    t[np.array([0, 1])][...] = 50  # a copy, as in NumPy
    assert float(t[0]) == 1
    with pytest.raises(IndexError, match="out of bounds"):
        t.map([12])


def test_mapping_by_masks() -> None:
    t = doubles([[7, 3, 4, 6], [1, 5, 6, 2], [1, 8, 3, 5], [0, 2, 6, 2]])
    check(t.map(np.array([False, True, False, True])), (2, 4), [[1, 5, 6, 2], [0, 2, 6, 2]])
    flags = np.array([[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 1, 0], [1, 0, 0, 1]], bool)
    check(t.map(flags), (8,), [3, 6, 1, 6, 8, 3, 0, 2])
    v3 = t.map((t > 3) & (t != 6))
    check(v3, (5,), [7, 4, 5, 8, 5])
    v3 += 10
    check(t, (4, 4), [[17, 3, 14, 6], [1, 15, 6, 2], [1, 18, 3, 15], [0, 2, 6, 2]])
    v3.assign([0, 1, 2, 3, 4])
    check(t, (4, 4), [[0, 3, 1, 6], [1, 2, 6, 2], [1, 3, 3, 4], [0, 2, 6, 2]])


def test_mapped_views_take_part_in_everything() -> None:
    t = np.arange(12).reshape(3, 4)
    v = t.map([2, 0], slice(None, None, -1))
    values = numpy.arange(12).reshape(3, 4)[[2, 0], ::-1]
    for got, want in (
        (v + 1, values + 1), (-v, -values), (np.sqrt(v), numpy.sqrt(values)), (v.sum(axis=0), values.sum(axis=0)),
        (v[[1, 1]], values[[1, 1]]), (v.T, values.T), (v.reshape(4, 2), values.reshape(4, 2)), (v[0], values[0]),
        (v.copy(), values), (v.astype(np.float32), values), (v.swapaxes(0, 1), values.T), (v > 3, values > 3),
        (np.asarray(v, order="F"), values), (v.map([0], [1]), values[[0], [1]]),
    ):  # fmt: skip
        assert got.tolist() == want.tolist()
    assert int(v[0, 1]) == 10 and bool(v[0, 1] == 10)
    v.T[0] = -1
    check(t, (3, 4), [[0, 1, 2, -1], [4, 5, 6, 7], [8, 9, 10, -1]])
    writable = np.asarray(v, order="F")
    writable[...] = 5
    check(t, (3, 4), [[0, 1, 2, -1], [4, 5, 6, 7], [8, 9, 10, -1]])
    with pytest.raises(ocean.OceanTypeError, match="mapped view"):
        np.add(v, 1, out=v)
    with pytest.raises(OverflowError):
        np.array([1, 2], np.uint8).map([0])[...] = 256


@pytest.mark.parametrize("kind", [np.uint8, np.float16, np.complex64])
def test_parts_and_dtypes_of_mapped_views(kind: Any) -> None:
    t = np.arange(6).astype(kind).reshape(2, 3)
    v = t.ravel("F")
    v[v > 2 if kind != np.complex64 else v.real > 2] = 1
    assert t.tolist() == [[0, 1, 2], [1, 1, 1]]
    v.real = 7
    assert t.tolist() == [[7, 7, 7], [7, 7, 7]]
    assert v.dtype == kind


# --- Shortcuts ------------------------------------------------------------------------------------------------------


def test_reduce_slide_transform() -> None:
    t = doubles([[3, 1, 2], [4, 8, 6]])
    check(t.reduce_range(lambda x: np.max(x) - x[0], 1), (2,), [0, 4])
    check(t.reduce_range(lambda x: np.max(x) - x[0], axis=0, keepdims=True), (1, 3), [[1, 7, 4]])
    check(t.reduce_range(lambda x: float(x[0]) + 1, 1), (2,), [4, 5])  # looks at values
    check(np.reduce_range(t, lambda x: x[1]), (), 1)
    check(t.reduce_range(lambda x: x[1], order="F"), (), 4)
    check(t.reduce_binary(lambda total, x: 10 * total + x), (), 312486)
    check(t.reduce_binary(lambda total, x: 10 * total + x, order="F"), (), 341826)
    check(t.reduce_binary(lambda total, x: 10 * total + x, 0, initial=7), (3,), [734, 718, 726])
    check(t.reduce_binary(lambda total, x: np.maximum(total, x), 1, keepdims=True), (2, 1), [[3], [8]])
    check(t.slide(np.mean, 1, 2), (2, 2), [[2, 1.5], [6, 7]])
    check(t.slide(np.sum, 1, 1, 2), (2, 2), [[3, 2], [4, 6]])
    t.transform(lambda x: x * 2 - x[0], 1)
    check(t, (2, 3), [[3, -1, 1], [4, 12, 8]])
    t.transform(lambda x: x.assign(x[::-1].copy()), 0)
    check(t, (2, 3), [[4, 12, 8], [3, -1, 1]])


@pytest.mark.parametrize("name", [
    "all", "any", "min", "max", "sum", "prod", "cumsum", "cumprod", "mean", "var", "std", "stdev", "median", "ptp",
    "argsort", "argmin", "argmax",
])  # fmt: skip
def test_shortcuts(name: str) -> None:
    values = numpy.array([[3.0, 1.0, 2.0], [4.0, 8.0, 0.0]])
    t = np.array(values, device=layouts.device)
    wanted = getattr(numpy, {"stdev": "std"}.get(name, name))
    for named in ({"axis": 0}, {"axis": -1}, *([] if name == "argsort" else [{}])):
        expected = wanted(values, **named)
        for got in (getattr(t, name)(**named), getattr(np, name)(t, **named)):
            assert type(got) is np.ndarray and got.device is layouts.device and got.shape == expected.shape
            numpy.testing.assert_allclose(got.tolist(), expected, rtol=1e-14)


def test_sort_in_place_and_nonzero() -> None:
    t = doubles([[3, 1, 2], [4, 8, 0]])
    check(np.sort(t), (2, 3), [[1, 2, 3], [0, 4, 8]])
    check(t, (2, 3), [[3, 1, 2], [4, 8, 0]])
    assert t.sort() is None
    check(t, (2, 3), [[1, 2, 3], [0, 4, 8]])
    t.sort(0)
    check(t, (2, 3), [[0, 2, 3], [1, 4, 8]])
    rows, columns = t.nonzero()
    check(rows, (5,), [0, 0, 1, 1, 1])
    check(columns, (5,), [1, 2, 0, 1, 2])
    view = t.map([1, 0])  # a mapped view is sorted where it lies
    view[...] = [[9, 7, 8], [3, 2, 1]]
    view.sort()
    check(t, (2, 3), [[1, 2, 3], [7, 8, 9]])
