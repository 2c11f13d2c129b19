"""Document 004 from top to bottom on `ocean.gtensor.tensor`: what its lines print, letter by letter."""

from __future__ import annotations

from typing import Any

import layouts
import numpy
import pytest

import ocean
import ocean.numpy as np
from ocean.gtensor import config, multithreading, slice_type, tensor

double = tensor[float]
ONE_TO_SIX = "[(2,3){{1,2,3},{4,5,6}}]"
COLUMNS = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]


def matrix() -> tensor:
    return double([[1, 2, 3], [4, 5, 6]])


def test_template_parameters() -> None:
    assert double.value_type == numpy.float64 and double is tensor[np.float64] and issubclass(double, tensor)
    for order, strides in ((config.c_order, (3, 1)), (config.f_order, (1, 2))):
        made = tensor[float, order]([[1, 2, 3], [4, 5, 6]])
        assert str(made) == ONE_TO_SIX and made.strides() == strides
    with pytest.raises(ValueError, match="c_order"):
        tensor[float, "K"]


def test_initialization() -> None:
    t1 = double()
    assert (str(t1), t1.shape(), t1.size()) == ("[(0){}]", (0,), 0)
    assert (str(double(3)), double(3).shape(), double(3).size()) == ("[(){3}]", (), 1)
    assert str(double([[1, 2, 3], [4, 5, 6]])) == ONE_TO_SIX
    assert double((2, 3)).shape() == (2, 3)
    assert str(double((2, 3), 4)) == "[(2,3){{4,4,4},{4,4,4}}]"
    elems = double([1, 2, 3, 4, 5, 6])
    assert str(double((2, 3), elems.begin(), elems.end())) == ONE_TO_SIX
    assert str(double((2, 3), range(1, 7))) == str(double((2, 3), (k for k in range(1, 7)))) == ONE_TO_SIX
    assert str(tensor[float, config.f_order]((2, 3), range(1, 7))) == "[(2,3){{1,3,5},{2,4,6}}]"
    assert tensor([1, 2]).array.dtype == numpy.int64 and double([1, 2]).array.dtype == numpy.float64
    assert double([1.0]).array.device is layouts.device
    with pytest.raises(ValueError, match="5 elements do not fill"):
        double((2, 3), range(5))
    with pytest.raises(TypeError, match="a shape with a value or elements"):
        double((2,), 1, 2, 3)


def test_copy_and_move() -> None:
    a = double([1, 2, 3, 4, 5])
    b = tensor(a)
    a(0).assign(7)
    assert str(b) == "[(5){7,2,3,4,5}]"
    c = a.move()
    assert str(a) == "[(0){}]" and a.empty()
    c(1).assign(9)
    assert str(c) == "[(5){7,9,3,4,5}]"


def test_assignment() -> None:
    a, b = double([7, 8, 9]), matrix()
    b += a
    assert str(b) == "[(2,3){{8,10,12},{11,13,15}}]"
    b *= 2
    assert str(b) == "[(2,3){{16,20,24},{22,26,30}}]"
    b.assign(a)
    assert str(b) == "[(2,3){{7,8,9},{7,8,9}}]"
    b.assign(5)
    assert str(b) == "[(2,3){{5,5,5},{5,5,5}}]"
    b.assign(a, resize=True)
    assert str(b) == "[(3){7,8,9}]"
    b.assign(5, resize=True)
    assert str(b) == "[(){5}]"


def test_assignment_to_views() -> None:
    a = matrix()
    a(1).assign(7)
    assert str(a) == "[(2,3){{1,2,3},{7,7,7}}]"
    a(1, 1).assign(8)
    assert str(a) == "[(2,3){{1,2,3},{7,8,7}}]"
    a([(), (0, 1)]).assign(9)
    assert str(a) == "[(2,3){{9,2,3},{9,8,7}}]"
    a.assign(double([1, 2, 3]))
    assert str(a) == "[(2,3){{1,2,3},{1,2,3}}]"


def test_copy_and_eval() -> None:
    a = matrix()
    b, c, d = a.copy(), a.copy(config.f_order), a.eval()
    assert str(b) == str(c) == ONE_TO_SIX and c.strides() == (1, 2) and b.strides() == (3, 1)
    d(0, 0).assign(9)
    assert str(a(0)) == "[(3){9,2,3}]" and str(b) == ONE_TO_SIX
    for made in ((a + a).eval(multithreading.exec_pol[4]), (a + a).copy(multithreading.exec_pol(4))):
        assert str(made) == "[(2,3){{18,4,6},{8,10,12}}]"
        made.assign(0)
    assert str(a(0)) == "[(3){9,2,3}]"
    row = a(0).eval()
    row.assign(0)
    assert str(a(0)) == "[(3){9,2,3}]"


def test_swap_resize_flatten() -> None:
    a, b = matrix(), double([7, 8, 9])
    a.swap(b)
    assert (str(a), str(b)) == ("[(3){7,8,9}]", ONE_TO_SIX)
    b.resize([3, 4])
    assert str(b) == "[(3,4){{1,2,3,4},{5,6,0,0},{0,0,0,0}}]"
    b.resize((2, 2))
    assert str(b) == "[(2,2){{1,2},{3,4}}]"
    a = matrix()
    for order, text in (((config.c_order,), "1,2,3,4,5,6"), ((config.f_order,), "1,4,2,5,3,6"), ((), "1,2,3,4,5,6")):
        flat = a.flatten(*order)
        assert str(flat) == f"[(6){{{text}}}]"
        flat.assign(0)
    assert str(a) == ONE_TO_SIX


def test_dim_shape_size() -> None:
    t = matrix()
    assert (t.dim(), t.size(), t.empty(), t.shape()) == (2, 6, False, (2, 3))
    assert t.strides() == (3, 1)  # the document's {2,1} is a slip


def test_iterators() -> None:
    t = matrix()
    assert [*t.begin()] == t.begin().until(t.end()) == [1, 2, 3, 4, 5, 6] and t.end() - t.begin() == 6
    assert [*t.rbegin()] == t.rbegin().until(t.rend()) == [6, 5, 4, 3, 2, 1]
    c, f = t.traverse_order_adapter(config.c_order), t.traverse_order_adapter(config.f_order)
    assert [*c.begin()] == [*c] == [1, 2, 3, 4, 5, 6] and [*c.rbegin()] == [6, 5, 4, 3, 2, 1]
    assert [*f.begin()] == [*f] == [1, 4, 2, 5, 3, 6] and [*f.rbegin()] == [*reversed(f)] == [6, 3, 5, 2, 4, 1]
    assert t.begin()[2] == (t.begin() + 2)[0] == 3 and t.begin() + 6 == t.end() and t.rbegin()[5] == 1
    with pytest.raises(IndexError, match="no element 6"):
        t.end()[0]


def test_data() -> None:
    t = matrix()
    t.data()[3] = 0
    assert str(t) == "[(2,3){{1,2,3},{0,5,6}}]"
    for view in (t + t, t(0), t([(), (None, None, 2)])):
        with pytest.raises(ValueError, match="no data of its own"):
            view.data()


def test_reshape_and_ravel() -> None:
    t = double([[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]])
    assert str(t.reshape([-1, 3])) == "[(4,3){{1,2,3},{4,5,6},{7,8,9},{10,11,12}}]"
    assert str(t.reshape([3, 4])) == str(t.reshape(3, 4)) == "[(3,4){{1,2,3,4},{5,6,7,8},{9,10,11,12}}]"
    assert str(t.reshape([2, -1, 3], config.c_order)) == "[(2,2,3){{{1,2,3},{4,5,6}},{{7,8,9},{10,11,12}}}]"
    v4 = t.reshape([6, -1], config.f_order)
    assert str(v4) == "[(6,2){{1,4},{7,10},{2,5},{8,11},{3,6},{9,12}}]"
    assert str(t.ravel()) == str(t.ravel(config.c_order)) == "[(12){1,2,3,4,5,6,7,8,9,10,11,12}]"
    v3 = t.ravel(config.f_order)
    assert str(v3) == "[(12){1,7,2,8,3,9,4,10,5,11,6,12}]"
    v4(0, 0).assign(50)  # they are views
    v3(1).assign(70)
    assert str(t) == "[(2,6){{50,2,3,4,5,6},{70,8,9,10,11,12}}]" and str(v4(1)) == "[(2){70,10}]"


SLICES: list[tuple[Any, Any, str]] = [
    (([slice_type([], -1)],), [([], -1)], "[(2,4){{1,2,3,4},{5,6,7,8}}]"),
    ((slice_type(), slice_type([], [], 2)), [(), ([], [], 2)], "[(3,2){{1,3},{5,7},{9,11}}]"),
    ((slice_type([], [], -1), slice_type(1, 3)), [([], [], -1), (1, 3)], "[(3,2){{10,11},{6,7},{2,3}}]"),
    ((slice_type(5), slice_type()), [(5,), ()], "[(0,4){}]"),
    ((slice_type([], 5), slice_type()), [([], 5), ()], "[(3,4){{1,2,3,4},{5,6,7,8},{9,10,11,12}}]"),
]


def test_slices() -> None:
    t = double(COLUMNS)
    for key, words, text in SLICES:
        assert str(t(*key)) == str(t(words)) == text
    for made, text in (
        (t(1), "[(4){5,6,7,8}]"), (t(2, 1), "[(){10}]"), (t(slice_type(), 0), "[(3){1,5,9}]"),
        (t(slice_type(1), 2), "[(2){7,11}]"), (t(1, slice_type(1, -1)), "[(2){6,7}]"), (t(), str(t)),
    ):  # fmt: skip
        assert str(made) == text
    subscripts = [double.slice_type(0, -1)]
    subscripts.append(double.slice_type(1, -1))
    assert str(t(subscripts)) == "[(2,2){{2,3},{6,7}}]"
    with pytest.raises(ValueError, match="start, stop, step"):
        t([(1, 2, 3, 4)])


def test_transpose() -> None:
    t = double([[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]])
    backwards = "[(2,2,3){{{1,5,9},{3,7,11}},{{2,6,10},{4,8,12}}}]"
    assert str(t.transpose()) == str(t.transpose(2, 1, 0)) == backwards
    assert str(t.transpose([1, 0, 2])) == "[(2,3,2){{{1,2},{5,6},{9,10}},{{3,4},{7,8},{11,12}}}]"
    assert str(t.transpose(0, 1, 2)) == "[(3,2,2){{{1,2},{3,4}},{{5,6},{7,8}},{{9,10},{11,12}}}]"


def test_mapping() -> None:
    t = double([*range(1, 13)])
    whole = tensor[int]
    assert str(t(whole([2, 1, 0, 8, 9, 0]))) == "[(6){3,2,1,9,10,1}]"
    assert str(t(whole([[2, 1, 0], [8, 9, 0]]))) == "[(2,3){{3,2,1},{9,10,1}}]"
    rows = t.reshape(3, 4)(whole([1, 0, 1, 2]))
    assert str(rows) == "[(4,4){{5,6,7,8},{1,2,3,4},{5,6,7,8},{9,10,11,12}}]"
    corners = t.reshape(3, 4)(whole([0, 0, 2, 2]), whole([0, 3, 0, 3]))
    assert str(corners) == "[(4){1,4,9,12}]"
    corners.assign(0)
    assert str(t) == "[(12){0,2,3,0,5,6,7,8,0,10,11,0}]"


def test_mapping_by_masks() -> None:
    t = double([[7, 3, 4, 6], [1, 5, 6, 2], [1, 8, 3, 5], [0, 2, 6, 2]])
    flags = tensor[bool]
    assert str(t(flags([False, True, False, True]))) == "[(2,4){{1,5,6,2},{0,2,6,2}}]"
    v2 = t(flags([[False, True, False, True], [True, False, True, False], [False, True, True, False],
                  [True, False, False, True]]))  # fmt: skip
    assert str(v2) == "[(8){3,6,1,6,8,3,0,2}]"
    v3 = t((t > 3) & t.not_equal(6))
    assert str(v3) == "[(5){7,4,5,8,5}]"
    v3 += 10
    assert str(t(0)) == "[(4){17,3,14,6}]" and str(v3) == "[(5){17,14,15,18,15}]"


def test_reduce_slide_transform() -> None:
    t = double([[3, 1, 2], [4, 8, 6]])
    assert str(t.reduce_range(lambda x: np.max(x) - x[0], 1)) == "[(2){0,4}]"
    assert str(t.reduce_binary(lambda total, x: 10 * total + x)) == "[(){312486}]"
    assert str(t.slide(np.mean, 1, 2)) == "[(2,2){{2,1.5},{6,7}}]"
    t.transform(lambda x: x * 2 - x[0], 1)
    assert str(t) == "[(2,3){{3,-1,1},{4,12,8}}]"


@pytest.mark.parametrize("name", [
    "all", "any", "min", "max", "sum", "prod", "cumsum", "cumprod", "mean", "var", "stdev", "median", "ptp",
    "argsort", "argmin", "argmax",
])  # fmt: skip
def test_shortcuts(name: str) -> None:
    values = numpy.array([[3.0, 1.0, 2.0], [4.0, 8.0, 0.0]])
    t, wanted = double(values.tolist()), getattr(numpy, {"stdev": "std"}.get(name, name))
    for axes in ((), (0,), (1,)):
        found = getattr(t, name)(*(axes or ((None,) if name == "argsort" else ())))
        assert isinstance(found, tensor)
        numpy.testing.assert_allclose(
            found.array.tolist(), wanted(values, *(axes or ((None,) if name == "argsort" else ())))
        )
        assert getattr(t + t, name)(*axes).shape() == getattr(t, name)(*axes).shape()


def test_sort_and_nonzero() -> None:
    t = double([[3, 1, 2], [4, 8, 0]])
    t.sort()
    assert str(t) == "[(2,3){{1,2,3},{0,4,8}}]"
    rows, columns = t.nonzero()
    assert (str(rows), str(columns)) == ("[(5){0,0,0,1,1}]", "[(5){0,1,2,1,2}]")


def test_operators_are_views_of_expressions() -> None:
    t = matrix()
    doubled, flags = t * 2 + 1, 3 < t
    t(0).assign(10)
    assert str(doubled) == "[(2,3){{21,21,21},{9,11,13}}]" and str(flags) == "[(2,3){{1,1,1},{1,1,1}}]"
    for got, want in (
        (t - 1, "[(2,3){{9,9,9},{3,4,5}}]"), (20 / t, "[(2,3){{2,2,2},{5,4,3.33333}}]"),
        (-t, "[(2,3){{-10,-10,-10},{-4,-5,-6}}]"), (t == 4, "[(2,3){{0,0,0},{1,0,0}}]"),
        (t.less(t + 1), "[(2,3){{1,1,1},{1,1,1}}]"), (~(t > 4), "[(2,3){{0,0,0},{1,0,0}}]"),
    ):  # fmt: skip
        assert str(got) == want
    assert bool(tensor(1)) and int(tensor(3)) == 3 and float(t(0, 0)) == 10


def test_memory_is_shared_with_arrays() -> None:
    t = matrix()
    a = np.asarray(t)
    assert type(a) is np.ndarray and a.tolist() == [[1, 2, 3], [4, 5, 6]] and np.shares_memory(a, t.array)
    a[0, 0] = 9
    assert str(t(0)) == "[(3){9,2,3}]"
    back = tensor(a)
    back(0, 1).assign(8)
    assert float(a[0, 1]) == 8 and str(t(0)) == "[(3){9,8,3}]"
    assert np.asarray(t + t).tolist() == [[18, 16, 6], [8, 10, 12]]
    assert (a + np.asarray(t)).tolist() == [[18, 16, 6], [8, 10, 12]]
    rows = ocean.asTensor(t)
    assert rows.size == (2, 3) and float(rows[0, 1]) == 8


@pytest.mark.host_only("NumPy reads memory of the host")
def test_memory_is_shared_with_numpy() -> None:
    t = matrix()
    x = numpy.asarray(t)
    x[1, 1] = 50
    assert str(t(1)) == "[(3){4,50,6}]" and numpy.add(t, 1).tolist() == [[2, 3, 4], [5, 51, 7]]
