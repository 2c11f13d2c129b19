"""Named axes. Each sentence of docs/axes.md is a test here."""

from __future__ import annotations

import copy
import itertools
import pickle
import subprocess
import sys
from functools import partial
from typing import Any

import layouts
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ocean
from ocean import OceanError, OceanIndexError, OceanTypeError, OceanValueError

H, W, N, C = ocean.axis(3, "H"), ocean.axis(4, "W"), ocean.axis(2, "N"), ocean.axis(5, "C")
ALL = (H, W, N, C)


def numbered(*axes: ocean.axis, start: float = 0) -> ocean.tensor:
    """A tensor with axes whose elements are all different."""
    size = [each.length for each in axes]
    values = np.arange(start, start + np.prod(size, dtype=int), dtype=float).reshape(size)
    return ocean.asTensor(values, axes=axes, device=layouts.device)


def values(tensor: Any) -> np.ndarray:
    return np.asarray((tensor.eval() if isinstance(tensor, ocean.rtensor) else tensor).to_numpy())


def check(tensor: Any, axes: tuple[ocean.axis, ...] | None, wanted: Any) -> None:
    assert tensor.axes == axes
    np.testing.assert_allclose(values(tensor), wanted)


def by_name(operands: list[Any]) -> tuple[str, list[np.ndarray]]:
    """Operands for einsum: a letter for each axis."""
    letters = {each: letter for each, letter in zip(ALL, "hwnc", strict=True)}
    return ",".join("".join(letters[each] for each in one.axes) for one in operands), [values(one) for one in operands]


# --- Axes --------------------------------------------------------------------------------------------------------


@pytest.mark.host_only("no tensors")
def test_an_axis_has_a_length_a_name_a_class_and_an_offset() -> None:
    height = ocean.axisClass("Height")
    first, second = ocean.axis(32, "H"), ocean.axis(16, axisClass=height)
    assert (first.length, first.name, first.offset) == (32, "H", 0)
    assert second.axisClass is height and second.name is None and height.name == "Height"
    assert first.axisClass is not ocean.axis(32, "H").axisClass, "a class of its own"
    assert first != ocean.axis(32, "H") and first == first


@pytest.mark.host_only("no tensors")
def test_related_axes_have_other_offsets_and_are_ordered_by_them() -> None:
    assert (H - 1).offset == -1 and (H + 1).offset == 1 and (H - 2).offset == -2
    assert (H - 1) + 1 == H and H - 1 != H and hash((H - 1) + 1) == hash(H)
    assert H - 1 < H < H + 1 and H + 1 >= H and H <= H and not H < H
    for compare in (lambda: H < W, lambda: H - 1 < W, lambda: H < ocean.axis(3, "H"), lambda: H < 3):
        with pytest.raises(OceanTypeError):
            compare()


@pytest.mark.host_only("no tensors")
def test_axes_print_as_name_offset_and_length() -> None:
    assert [repr(each) for each in (H, H - 1, H + 2)] == ["H:3", "H-1:3", "H+2:3"]
    assert repr(ocean.axis(4)) == "axis:4" and repr(ocean.axis(4, axisClass=ocean.axisClass("Height"))) == "Height:4"


@pytest.mark.host_only("no tensors")
def test_axes_are_immutable() -> None:
    for name in ("length", "offset", "name", "axisClass"):
        with pytest.raises(AttributeError):
            setattr(H, name, 1)


@pytest.mark.host_only("no tensors")
@pytest.mark.parametrize("arguments", [(-1,), (1.5,), ("H",), (3, 4), (3, "H", "Height"), (1 << 63,)])
def test_bad_axes(arguments: tuple[Any, ...]) -> None:
    with pytest.raises((OceanTypeError, OceanValueError)):
        ocean.axis(*arguments)


@pytest.mark.host_only("no tensors")
def test_pickled_axes_are_equal_again_also_in_another_process() -> None:
    for each in (H, H - 1, numbered(H, W).flatten().axes[0]):
        assert pickle.loads(pickle.dumps(each)) is each and copy.deepcopy(each) is each and copy.copy(each) is each
    code = (
        "import pickle, sys, ocean; given = pickle.load(sys.stdin.buffer); h, shifted, c = given; "
        "assert shifted + 1 is h and h.axisClass is c and repr(shifted) == 'H-1:3'; "
        "sys.stdout.buffer.write(pickle.dumps(given))"
    )
    sent = pickle.dumps((H, H - 1, H.axisClass))
    back = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True, check=True).stdout
    assert pickle.loads(back) == (H, H - 1, H.axisClass)


# --- Tensors with axes -------------------------------------------------------------------------------------------


def test_tensors_are_made_with_axes_wherever_sizes_are_given() -> None:
    axes = (H, W)
    data = [[1, 2, 3]] * 4
    for made in (
        ocean.zeros([H, W]), ocean.ones((H, W)), ocean.full([H, W], 3), ocean.tensor([H, W]), ocean.tensor([H, W], "C"),
        ocean.asTensor(data, axes=[H, W]), ocean.asTensor(ocean.zeros([3, 4]), axes=axes), ocean.constant([H, W], 2),
        ocean.indices([H, W], W), ocean.linspace(0, 1, H) + ocean.zeros([W]), ocean.random.uniform([H, W]), ocean.zerosLike(ocean.zeros([H, W])),
        ocean.tensorLike(ocean.zeros([H, W])), ocean.arange(12).reshape(H, W),
        ocean.tensor(ocean.descriptions.TensorDescription(axes, ocean.float)),
    ):  # fmt: skip
        assert made.axes == axes and made.size == (3, 4)
    assert ocean.zeros(H).axes == (H,) and ocean.zeros([]).axes is None and ocean.zeros([3]).axes is None
    assert (ocean.indices([H, W], W).eval().withoutAxes() == ocean.indices([3, 4], 1).eval()).all()
    with pytest.raises(OceanTypeError, match="axis"):
        ocean.zeros([H, 3])


def test_the_identity_has_an_axis_and_the_related_one() -> None:
    check(ocean.eye(H), (H, H - 1), np.eye(3))
    check(ocean.eye(H, W), (H, W), np.eye(3, 4))
    x = numbered(W, H)
    check(ocean.dot(ocean.eye(H, dtype=ocean.double), x), (H, W), values(x).T)


def test_plain_tensors_get_axes_by_withAxes_a_view() -> None:
    plain = ocean.zeros([3, 4])
    t = plain.withAxes(H, W)
    assert t.axes == (H, W) and plain.axes is None and t.storage == plain.storage
    assert plain.withAxes([H, W]).axes == (H, W) and t.withoutAxes().axes is None
    assert t.renameAxis(H, "rows").axes[0].name == "rows" and t.renameAxis(H, "rows").axes[0].axisClass is H.axisClass
    t[0, 0] = 5
    assert plain[0, 0] == 5
    lazy = ocean.lazy(plain).withAxes(H, W)
    assert lazy.axes == (H, W) and lazy.withoutAxes().axes is None and lazy.eval().axes == (H, W)


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: ocean.zeros([H, H]), "H:3 appears twice"),
        (lambda: ocean.zeros([3, 4]).withAxes(H, H), "H:3 appears twice"),
        (lambda: ocean.zeros([3, 4]).withAxes(W, H), "W:4 does not fit"),
        (lambda: ocean.lazy(ocean.zeros([3, 4])).withAxes(W, H), "W:4 does not fit"),
        (lambda: ocean.zeros([3, 4]).withAxes(H), "H:3"),
        (lambda: ocean.zeros([H, W]) + ocean.zeros([ocean.axis(7, "H")]), "H has two lengths"),
        (lambda: ocean.lazy(ocean.zeros([H, W])) + ocean.zeros([ocean.axis(7, "H")]), "H has two lengths"),
        (lambda: ocean.zeros([H, W]).assign(ocean.zeros([N])), "N:2"),
    ],
)
def test_errors_name_the_axis(make: Any, named: str) -> None:
    with pytest.raises(OceanValueError, match=named):
        make()


def test_axes_of_one_name_that_were_made_twice_are_an_error() -> None:
    again = ocean.axis(4, "W")
    x, y, z = numbered(H, W), numbered(H, again), numbered(H, W, again)
    for mix in (
        lambda: x + y, lambda: x.lazy() + y, lambda: ocean.where(x > 1, x, y), lambda: x.assign(y), lambda: x.assign(y.lazy()),
        lambda: x[y > 3], lambda: x.broadcastTo([H, again]), lambda: ocean.dot(x, numbered(again)), lambda: x + z,
        lambda: ocean.dot(numbered(N, W - 1), y), lambda: ocean.concatenate([x, y], W), lambda: ocean.stack([x, y], N),
        lambda: ocean.convolution(numbered(W, C), numbered(again, N), over={C: N}),
    ):  # fmt: skip
        with pytest.raises(OceanValueError, match="axis W has two classes .*withAxes.*axisClass=.*renameAxis"):
            mix()
    with pytest.raises(OceanValueError, match="differ in class;"):
        x * numbered(again, N)
    with pytest.raises(OceanValueError, match="dot.*W has two lengths"):
        ocean.dot(x, numbered(ocean.axis(7, "W")))
    check(x + y.renameAxis(again, "V"), (H, W, y.renameAxis(again, "V").axes[1]), values(x)[:, :, None] + values(y)[:, None])
    check(x + y.withAxes(H, W), (H, W), 2 * values(x))
    check(z + z, (H, W, again), 2 * values(z))  # each has its match
    assert (x + y.T).axes == (H, W, H - 1, again - 1), "offsets differ, so that nothing would match"
    for make in (lambda: ocean.axis(3), lambda: ocean.zeros([ocean.axis(3), H]).flatten().axes[0]):
        one, other = make(), make()
        assert (ocean.zeros([one]) + ocean.zeros([other])).axes == (one, other), "axes without names are repeated"


def test_the_footer_shows_axes() -> None:
    t = ocean.cpu(ocean.zeros([ocean.axis(32, "H"), ocean.axis(64, "W")]))
    assert t.footer == "<tensor.float of size H:32 x W:64 on cpu>" and repr(t).endswith(t.footer)
    assert ocean.lazy(t).footer == "<tensor.float of size H:32 x W:64 on cpu (lazy)>"
    assert repr(ocean.lazy(t)).endswith("W:64 on cpu (lazy)>")
    assert ocean.cpu(ocean.zeros([ocean.axis(0, "E")])).footer == "<empty tensor.float of size E:0 on cpu>"


def test_descriptions_with_axes() -> None:
    made = ocean.descriptions.TensorDescription((H, W), ocean.double)
    assert made.shape == (3, 4) and made.axes == (H, W) and made.rank == 2
    assert isinstance(made, ocean.descriptions.BasicTensorDescription)
    assert pickle.loads(pickle.dumps(made)) == made and "H:3, W:4" in repr(made)
    assert made != ocean.descriptions.BasicTensorDescription(ocean.double, (3, 4))
    assert ocean.zeros([H, W]).description.axes == (H, W) and ocean.lazy(ocean.zeros([H, W])).description.axes == (H, W)
    assert ocean.descriptions.PermuteTensorDescription(made, (1, 0)).axes == (W, H)
    assert made.withLayout("C").axes == (H, W) and made.withLayout("C").layout.strides == (4, 1)


def test_copies_and_pickles_keep_axes() -> None:
    x = numbered(H, W)
    for each in (x.clone(), x.copy(), x.copy("C"), x.replicate(), x.permuteAxes([1, 0]).asContiguous(), copy.copy(x),
                 copy.deepcopy(x), pickle.loads(pickle.dumps(x)), +x, x.eval(), ocean.cast(x, ocean.float),
                 ocean.float(x), ocean.ensure(x, ocean.int32), x.real, x.imag, ocean.cpu(x), x.lazy().eval(),
                 pickle.loads(pickle.dumps(x.lazy() + 1)), ocean.cpu(x).clone(layouts.device)):  # fmt: skip
        assert set(each.axes) == {H, W}
    swapped = ocean.cpu(x).clone()
    swapped.byteswap()
    assert swapped.axes == (H, W)
    np.testing.assert_array_equal(values(swapped), values(x))
    assert type(x.to_numpy()) is np.ndarray and ocean.asTensor(x.to_numpy()).axes is None


# --- Views -------------------------------------------------------------------------------------------------------

VIEWS: dict[str, tuple[Any, tuple[ocean.axis, ...] | None, Any]] = {
    "T": (lambda x: x.T, (H - 1, W - 1, N - 1), lambda a: a),
    "transpose": (lambda x: x.transpose(), (H - 1, W - 1, N - 1), lambda a: a),
    "permuteAxes": (lambda x: x.permuteAxes([N, H, W]), (N, H, W), lambda a: a.transpose(2, 0, 1)),
    "permuteAxes by number": (lambda x: x.permuteAxes([2, 0, 1]), (N, H, W), lambda a: a.transpose(2, 0, 1)),
    "swapAxes": (lambda x: x.swapAxes(H, N), (N, W, H), lambda a: a.swapaxes(0, 2)),
    "reverseAxes": (lambda x: x.reverseAxes(), (N, W, H), lambda a: a.T),
    "reverseAxes2": (lambda x: x.reverseAxes2(), (W, N, H), lambda a: a.T.swapaxes(0, 1)),
    "flipAxis": (lambda x: x.flipAxis(W), (H, W, N), lambda a: a[:, ::-1]),
    "flipud": (lambda x: x.flipud(), (H, W, N), lambda a: a[::-1]),
    "fliplr": (lambda x: x.fliplr(), (H, W, N), lambda a: a[:, ::-1]),
    "squeeze": (lambda x: x.slice(W, 1, 1).squeeze(W), (H, N), lambda a: a[:, 1]),
    "squeeze all": (lambda x: x.slice(W, 1, 1).squeeze(), (H, N), lambda a: a[:, 1]),
    "integer": (lambda x: x[1], (W, N), lambda a: a[1]),
    "ranges": (lambda x: x[:, :, ::-1], (H, W, N), lambda a: a[:, :, ::-1]),
    "ellipsis": (lambda x: x[..., 0], (H, W), lambda a: a[..., 0]),
    "diag": (lambda x: x[:, :3, 0].withAxes(H, H - 1).diag(), (H,), lambda a: a[:, :3, 0].diagonal()),
    "dict": (lambda x: x[{W: 3, N: 1}], (H,), lambda a: a[:, 3, 1]),
    "moved": (lambda x: x[{W: slice(None, None, -1)}], (H, W, N), lambda a: a[:, ::-1]),
}


@pytest.mark.parametrize("name", VIEWS)
def test_views(name: str) -> None:
    make, axes, wanted = VIEWS[name]
    x = numbered(H, W, N)
    check(make(x), axes, wanted(values(x)))
    check(make(ocean.lazy(x) + 1), axes, wanted(values(x)) + 1)
    assert make(x).storage == x.storage


def test_a_diagonal_is_where_two_axes_are_the_same() -> None:
    x = numbered(H, W, N)
    for found in (x.diag(), (x.lazy() + 0).diag()):
        check(found, (found.axes[0], N), values(x).diagonal(0, 0, 1).T)
        assert repr(found.axes) == "(H=W:3, N:2)"
    check(ocean.diag(numbered(H)).diag(1), (ocean.diag(numbered(H)).diag(1).axes[0],), np.zeros(2))
    assert ocean.diag(numbered(H)).diag().axes == (H,) and x.diag().axes is (x + 1).diag().axes
    check(ocean.trace(x), (N,), np.trace(values(x)))


def test_a_slice_is_an_axis_of_the_same_class_with_a_new_length() -> None:
    x = numbered(H, W)
    for part in (x.slice(W, 1, 2), x[{W: slice(1, 3)}], x[:, 1:3], x[:, [1, 2]], x[:, ocean.asTensor([1, 2])],
                 x[{W: [1, 2]}], x[:, [False, True, True, False]], ocean.lazy(x)[:, 1:3], ocean.lazy(x)[{W: [1, 2]}],
                 x.split(W, [1, 2, 1])[1]):  # fmt: skip
        first, second = part.axes
        assert first is H and (second.length, second.name) == (2, "W") and second.axisClass is W.axisClass
        np.testing.assert_array_equal(values(part), values(x)[:, 1:3])
    assert x[:, 1:3].axes is x[:, 2:4].axes, "slices of one length match"


def test_a_mask_over_several_axes_gives_a_new_axis() -> None:
    x, m = numbered(H, W, N), numbered(H, W)
    picked = x[m.withoutAxes() > 4]
    assert picked.axes[1] is N and picked.axes[0].length == 7 and picked.axes[0] not in ALL
    np.testing.assert_array_equal(values(picked), values(x).swapaxes(0, 1)[values(m).T > 4])
    for mask in (m > 4, (m > 4).permuteAxes([W, H])):  # in any order
        np.testing.assert_array_equal(values(x[mask]), values(picked))
        assert x[mask].axes is picked.axes and ocean.lazy(x)[mask].axes is picked.axes
    assert (x[m > 4] + x[m > 4]).axes is picked.axes, "the same mask gives the same axis"
    apart = numbered(H, N) > 2
    np.testing.assert_array_equal(values(x[apart]), values(x).transpose(2, 0, 1)[values(apart).T])
    assert x[apart].axes[1] is W
    x[apart] = 0.0
    assert (values(x).swapaxes(1, 2)[values(apart)] == 0).all() and values(x).any()
    with pytest.raises(OceanIndexError, match="C:5"):
        x[numbered(C) > 0]


def test_a_new_dimension_needs_an_axis() -> None:
    x = numbered(H)
    for make in (lambda: x.unsqueeze(0), lambda: x[None], lambda: x.broadcastTo([3, 4]), lambda: x.lazy().unsqueeze(0)):
        with pytest.raises(OceanValueError, match="withoutAxes"):
            make()
    check(x.broadcastTo([W, H]), (W, H), np.broadcast_to(values(x), (4, 3)))
    check(x.lazy().broadcastTo([W, H]), (W, H), np.broadcast_to(values(x), (4, 3)))
    check(ocean.asTensor([1.0, 2, 3]).broadcastTo([H, W]), (H, W), np.repeat([[1.0], [2], [3]], 4, 1))
    check(numbered(W, H).broadcastTo([H, N, W]), (H, N, W), np.repeat(values(numbered(W, H)).T[:, None], 2, 1))


def test_reshape_flattens_axes_into_a_product_that_remembers_its_parts() -> None:
    x = numbered(H, W, N)
    flat = x.reshape(((H, W), N))
    product = flat.axes[0]
    check(flat, (product, N), values(x).reshape((12, 2), order="F"))
    assert product.length == 12 and product.parts == (H, W) and "H" in product.name and "W" in product.name
    assert x.reshape((H, W), N).axes == flat.axes, "the same parts give the same axis"
    check(flat.reshape(H, W, N), (H, W, N), values(x))
    check(flat.reshape([N, W, H]), (N, W, H), values(x).T)
    check(flat.T.reshape(H - 1, W - 1, N - 1), (H - 1, W - 1, N - 1), values(x))
    check(ocean.lazy(x).reshape(((W, N), H)).reshape(H, W, N), (H, W, N), values(x))
    check(x.flatten(), x.flatten().axes, values(x).ravel("F"))
    check(x.flatten("C").reshape(H, W, N), (H, W, N), values(x))
    assert (flat + x.permuteAxes([1, 0, 2]).reshape(((H, W), N))).axes == flat.axes
    for bad in (lambda: x.reshape(6, 4), lambda: x.reshape([24]), lambda: x.reshape(H, W), lambda: x.resize(4, 6),
                lambda: x.lazy().reshape(24), lambda: flat[:3].reshape(H, W, N)):  # fmt: skip
        with pytest.raises(OceanError, match="withoutAxes|no axis"):
            bad()


def test_iteration_leaves_the_other_axes() -> None:
    rows = list(numbered(H, W))
    assert [each.axes for each in rows] == [(W,)] * 3
    assert len(list(numbered(H, W).traverse())) == 12


# --- Elementwise -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [((H, W), (N, W), (H, W, N)), ((C, H), (W, H, N), (C, H, W, N)), ((H, W, N), (N, H), (H, W, N)),
     ((H, W), (W, H), (H, W)), ((H,), (W,), (H, W))],
)  # fmt: skip
def test_axes_match_by_identity(first: Any, second: Any, wanted: Any) -> None:
    x, y = numbered(*first), numbered(*second, start=100)
    names, given = by_name([x, y])
    letters = {each: letter for each, letter in zip(ALL, "hwnc", strict=True)}
    into = "".join(letters[each] for each in wanted)
    expected = np.einsum(f"{names}->{into}", given[0], np.ones_like(given[1])) + np.einsum(
        f"{names}->{into}", np.ones_like(given[0]), given[1]
    )
    check(x + y, wanted, expected)
    check(ocean.lazy(x) + y, wanted, expected)
    check(x + ocean.lazy(y), wanted, expected)
    check(ocean.fuse(lambda a, b: a + b)(x, y), wanted, expected)


def test_axes_of_one_class_length_and_offset_match() -> None:
    hidden = ocean.axisClass("hidden")
    one, other, shorter = ocean.axis(3, "one", hidden), ocean.axis(3, "other", hidden), ocean.axis(2, "short", hidden)
    x, y = numbered(one, W), numbered(W, other)
    check(x + y, (one, W), values(x) + values(y).T)
    assert (x + numbered(shorter)).axes == (one, W, shorter)
    assert (x + numbered(one - 1)).axes == (one, W, one - 1), "offsets are part of an axis"
    both = numbered(one, other)
    third = ocean.axis(3, "third", hidden)
    for add in (lambda: both + numbered(third), lambda: numbered(third) + both, lambda: both.lazy() + numbered(third)):
        with pytest.raises(OceanValueError, match="one:3 and other:3"):
            add()
    check(both + numbered(other), (one, other), values(both) + np.arange(3.0))


def test_kept_dimensions_are_broadcast() -> None:
    x = numbered(H, W)
    check(x / x.sum(W, True), (H, W), values(x) / values(x).sum(1, keepdims=True))
    check(x.sum(W, True) + x, (H, W), values(x) + values(x).sum(1, keepdims=True))
    check(x + x[:1], (H, W), values(x) + values(x)[:1])


def test_a_tensor_without_axes_meets_one_with_axes_by_position() -> None:
    x, plain = numbered(H, W), ocean.asTensor([1.0, 2, 3])
    for sum_ in (x + plain, plain + x, x.lazy() + plain, plain.lazy() + x):
        check(sum_, (H, W), values(x) + np.array([1.0, 2, 3])[:, None])
    check(x + 1, (H, W), values(x) + 1)
    check(ocean.double(2) - x, (H, W), 2 - values(x))
    with pytest.raises(OceanValueError, match="withAxes"):
        x + ocean.zeros([3, 4, 2])
    with pytest.raises(OceanValueError, match="W:4"):
        x + ocean.zeros([3, 5])


def test_a_length_of_one_grows_with_a_plain_tensor() -> None:
    unit = ocean.axis(1, "U")
    grown = numbered(H, unit) + ocean.zeros([3, 6], ocean.double)
    assert grown.axes[0] is H and grown.axes[1].axisClass is unit.axisClass and grown.axes[1].length == 6


@pytest.mark.parametrize("order", list(itertools.permutations((H, W, N)))[::2])
def test_assignment_and_given_results_match_by_axes(order: Any) -> None:
    x = numbered(H, W, N)
    source = x.permuteAxes(list(order)).copy()
    for store in (
        lambda t: t.assign(source), lambda t: t.copy(source), lambda t: ocean.add(source, 0, t), lambda t: t.__iadd__(source),
        lambda t: t.__setitem__(Ellipsis, source), lambda t: t.assign(source.lazy()), lambda t: t.__iadd__(source.lazy()),
        lambda t: t.__setitem__(slice(None), source.lazy()), lambda t: ocean.cpu(t).assign(source) or t.assign(source),
    ):  # fmt: skip
        target = ocean.zeros([H, W, N], ocean.double)
        store(target)
        check(target, (H, W, N), values(x))
    row = numbered(N, start=50)
    target = ocean.zeros([H, W, N], ocean.double)
    target[{H: 1}] = row
    wanted = np.zeros((3, 4, 2))
    wanted[1] = values(row)
    check(target, (H, W, N), wanted)
    target[{W: [0, 2]}] = source[{W: [0, 2]}]
    wanted[:, [0, 2]] = values(x)[:, [0, 2]]
    check(target, (H, W, N), wanted)
    target.assign(source, True)
    assert target.axes == order
    plain = ocean.zeros([each.length for each in order], ocean.double)
    plain.assign(source)
    assert plain.axes is None
    np.testing.assert_array_equal(values(plain), values(source))


def test_a_destination_must_have_all_axes() -> None:
    x, y = numbered(H), numbered(H, W)
    for store in (lambda: x.assign(y), lambda: x.__iadd__(y), lambda: ocean.add(y, 1, x), lambda: x.assign(y.lazy()),
                  lambda: x.__setitem__(slice(None), y), lambda: ocean.sum(numbered(W, N), W, x)):  # fmt: skip
        with pytest.raises(OceanValueError, match="W:4|N:2"):
            store()
    ocean.sum(y, W, x)
    check(x, (H,), values(y).sum(1))


def test_elements_that_are_written_are_not_read_in_another_order() -> None:
    square = ocean.axis(3, "S")
    base = ocean.asTensor(np.arange(9.0).reshape(3, 3), device=layouts.device)
    before = values(base).copy()
    x, y = base.withAxes(H, square), base.withAxes(square, H)
    x += y
    np.testing.assert_array_equal(values(base), before + before.T)


def test_strict_axes_refuse_what_an_operand_lacks() -> None:
    x, y = numbered(H, W), numbered(W)
    ocean.setStrictAxes(True)
    try:
        assert ocean.getStrictAxes()
        for add in (lambda: x + y, lambda: y + x, lambda: x.lazy() + y, lambda: x.assign(y), lambda: x.assign(y.lazy()),
                    lambda: x + ocean.zeros([3])):  # fmt: skip
            with pytest.raises(OceanValueError, match="broadcastTo"):
                add()
        check(x + y.broadcastTo([H, W]), (H, W), values(x) + values(y))
        check(x + 1, (H, W), values(x) + 1)
        check(x + x.permuteAxes([W, H]), (H, W), 2 * values(x))
        x.assign(0)
    finally:
        ocean.setStrictAxes(False)
    check(x + y, (H, W), values(x) + values(y))


def test_functions_of_several_operands_and_modes() -> None:
    x, y = numbered(H, W, start=1), numbered(W, H, start=1)
    check(ocean.where(x > 4, x, y), (H, W), np.where(values(x) > 4, values(x), values(y).T))
    check(ocean.fma(x, y, 1.0), (H, W), values(x) * values(y).T + 1)
    assert ocean.allclose(x, x.permuteAxes([W, H])) and not ocean.allclose(x, y)
    check(ocean.isclose(x, y), (H, W), np.isclose(values(x), values(y).T))
    check(ocean.sqrt(x, "e"), (H, W), np.sqrt(values(x)))
    with pytest.raises(OceanValueError):
        ocean.sqrt(-x, "e")
    first, second = ocean.divmod(x, y)
    assert first.axes == second.axes == (H, W)
    np.testing.assert_array_equal(values(second), values(x) % values(y).T)


def test_permuted_axes_again_and_again() -> None:
    """A call that comes again is kept as a plan."""
    a, b = numbered(W, N, C, H, start=1), numbered(H, W, N, C, start=2)
    wanted = values(a @ b)
    for _ in range(8):
        product = a @ b
        assert product.axes == (W, N, C, H)
        np.testing.assert_array_equal(values(product), wanted)


axes_sets = st.lists(st.sampled_from(ALL), min_size=1, max_size=4, unique=True)


@given(first=axes_sets, second=axes_sets, third=axes_sets)
def test_matching_is_einsum(first: Any, second: Any, third: Any) -> None:
    operands = [numbered(*each, start=k + 1) for k, each in enumerate((first, second, third))]
    wanted = list(dict.fromkeys([*first, *second, *third]))
    names, given_ = by_name(operands)
    letters = {each: letter for each, letter in zip(ALL, "hwnc", strict=True)}
    expected = np.einsum(f"{names}->{''.join(letters[each] for each in wanted)}", *given_)
    a, b, c = operands
    for product in (a @ b @ c, ocean.lazy(a) @ b @ c, a @ (ocean.lazy(b) @ 1) @ c):
        if product.axes != tuple(wanted):
            assert set(product.axes) == set(wanted)
        check(product, tuple(wanted), expected)
    gone = [each for each in wanted if each in first]
    summed = ocean.sum(ocean.lazy(a) @ b @ c, gone)
    kept = tuple(each for each in wanted if each not in gone)
    expected = expected.sum(tuple(wanted.index(each) for each in gone))
    if kept:
        check(summed, kept, expected)
    else:
        np.testing.assert_allclose(float(summed), expected)


# --- Reductions and functions with an axis -----------------------------------------------------------------------


def norm(function: Any, tensor: Any, axes: Any, *rest: Any, **named: Any) -> Any:
    return function(tensor, 2, axes, *rest, **named)


@pytest.mark.parametrize("name", ["sum", "mean", "maximum", "argmax", "any", "stdev", "norm2", "median", "average", "norm"])
def test_reductions_take_axes(name: str) -> None:
    x = numbered(H, W, N)
    function = getattr(ocean, name)
    plain = x.withoutAxes()
    one = partial(norm, function) if name == "norm" else function
    for source in (x, ocean.lazy(x)):
        for axes, numbers, kept in (((W), 1, (H, N)), ([H, N], [0, 2], (W,)), ([N, H], [2, 0], (W,)), (1, 1, (H, N))):
            if name == "argmax" and isinstance(axes, list):
                continue
            check(one(source, axes), kept, values(one(plain, numbers)))
        kept_dims = one(source, W, True)
        assert kept_dims.axes[::2] == (H, N) and kept_dims.axes[1].axisClass is W.axisClass
        assert kept_dims.axes[1].length == 1
        into = ocean.zeros([N, H], one(plain, 1).dtype)
        one(source, W, B=into)
        check(into, (N, H), values(one(plain, 1)).T)
    with pytest.raises(OceanIndexError, match="C:5"):
        one(x, C)
    with pytest.raises(OceanIndexError, match="H:3"):
        one(plain, H)


@pytest.mark.parametrize("name", ["argsort", "cumsum", "cumprod", "diff", "roll", "flip"])
def test_functions_with_an_axis_take_axes(name: str) -> None:
    x = numbered(H, W)
    function = getattr(ocean, name)
    before = {"roll": (1,), "diff": (1,)}.get(name, ())
    result = function(x, *before, W)
    plain = function(x.withoutAxes(), *before, 1)
    assert result.axes[0] is H and result.axes[1].axisClass is W.axisClass and result.size == plain.size
    np.testing.assert_array_equal(values(result), values(plain))


def test_sorting_and_the_like() -> None:
    x = numbered(H, W)
    y = -x
    y.sort(W)
    check(y, (H, W), np.sort(-values(x), 1))
    check(ocean.sort(-x, W), (H, W), np.sort(-values(x), 1))
    into = ocean.zeros([W, H], ocean.double)
    ocean.cumsum(x, W, into)
    check(into, (W, H), np.cumsum(values(x), 1).T)
    check(ocean.quantile(x, 0.5, W), (H,), np.quantile(values(x), 0.5, 1))
    largest, places = ocean.topk(x, 2, W)
    assert largest.axes[1].length == 2 and places.axes == largest.axes
    moved = ocean.slide(x, ocean.sum, W, 2)
    check(moved, (H, moved.axes[1]), values(x)[:, 1:] + values(x)[:, :-1])
    assert moved.axes[1].axisClass is W.axisClass
    check(ocean.average(x, W, weights=numbered(W)), (H,), np.average(values(x), 1, np.arange(4.0)))
    assert [part.axes[1].length for part in x.split(W, 2)] == [2, 2]
    check(ocean.moveaxis(x, W, 0), (W, H), values(x).T)
    assert [each.length for each in x.take([1, 0], H).axes] == [2, 4]


def test_softmax_in_a_fused_function() -> None:
    @ocean.fuse
    def softmax(x: Any, axis: Any) -> Any:
        raised = ocean.exp(x - ocean.maximum(x, axis, True))
        return raised / ocean.sum(raised, axis, True)

    x = numbered(H, W)
    raised = np.exp(values(x) - values(x).max(1, keepdims=True))
    check(softmax(x, W), (H, W), raised / raised.sum(1, keepdims=True))
    check(softmax(x.permuteAxes([W, H]), W), (W, H), (raised / raised.sum(1, keepdims=True)).T)
    assert softmax.describe(x, W).axes == (H, W)


def test_fused_functions_of_several_results() -> None:
    @ocean.fuse
    def both(x: Any, y: Any) -> Any:
        return x + y, ocean.sum(x @ y, W), ocean.sum(x), {"y": y * 2}

    x, y = numbered(H, W), numbered(W, N)
    sum_, folded, total, rest = both(x, y)
    check(sum_, (H, W, N), values(x)[:, :, None] + values(y))
    check(folded, (H, N), values(x) @ values(y))
    assert float(total) == values(x).sum()
    check(rest["y"], (W, N), 2 * values(y))


def test_joining() -> None:
    x, y = numbered(H, W), numbered(W, H, start=50)
    joined = ocean.concatenate([x, y], W)
    check(joined, joined.axes, np.concatenate([values(x), values(y).T], 1))
    assert joined.axes[0] is H and joined.axes[1].axisClass is W.axisClass and joined.axes[1].length == 8
    check(ocean.concatenate([joined, x], 1), ocean.concatenate([joined, x], W).axes,
          np.concatenate([values(joined), values(x)], 1))  # fmt: skip
    check(ocean.merge([x, y], W), joined.axes, values(joined))
    into = ocean.zeros([joined.axes[1], H], ocean.double)
    ocean.merge([x, y], W, into)
    check(into, (joined.axes[1], H), values(joined).T)
    check(ocean.stack([x, y], N), (N, H, W), np.stack([values(x), values(y).T]))
    for bad in (lambda: ocean.stack([x, y]), lambda: ocean.stack([x, y], C), lambda: ocean.concatenate([x, numbered(N)], W),
                lambda: ocean.concatenate([x, [1.0, 2]], W), lambda: ocean.hstack([x, x])):  # fmt: skip
        with pytest.raises(OceanError, match="withoutAxes|C:5|W:4|withAxes"):
            bad()


# --- Products ----------------------------------------------------------------------------------------------------


def test_dot_contracts_axes_whose_offset_is_one_higher() -> None:
    weights, x = numbered(C, H - 1, W - 1), numbered(N, W, H)
    check(ocean.dot(weights, x), (C, N), np.einsum("chw,nwh->cn", values(weights), values(x)))
    check(ocean.dot(numbered(H, W - 1), numbered(W, N)), (H, N), values(numbered(H, W)) @ values(numbered(W, N)))
    check(ocean.dot(numbered(H), numbered(W)), (H, W), np.outer(np.arange(3), np.arange(4)))
    with pytest.raises(OceanValueError, match="H:3"):
        ocean.dot(numbered(H, W - 1), numbered(W, H))
    with pytest.raises(OceanValueError, match="W has two lengths"):
        ocean.dot(numbered(H, W - 1), numbered(W)[:2])
    with pytest.raises(OceanValueError, match="withAxes"):
        ocean.dot(numbered(H), ocean.zeros([3]))


@pytest.mark.parametrize("kind", ["double", "int32", "half", "cfloat"])
def test_dot_of_dtypes_and_strides(kind: str) -> None:
    dtype = getattr(ocean, kind)
    x, y = dtype(numbered(H - 1, N, W - 1)), dtype(numbered(C, W, H))
    expected = np.einsum("hnw,cwh->nc", values(x), values(y))
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        check(ocean.dot(x.permuteAxes(order).copy(), y), (N, C), expected)
        check(ocean.dot(x.permuteAxes(order), y.flipAxis(C)), (N, C), expected[:, ::-1])


shifted = st.sets(st.sampled_from(ALL), max_size=3)


@given(left=shifted, shared=shifted, right=shifted, seed=st.integers(0, 5))
def test_the_laws_of_dot(left: Any, shared: Any, right: Any, seed: int) -> None:
    left, right = left - shared - right, right - shared - left
    order = np.random.default_rng(seed)

    def shuffled(axes: Any) -> list[ocean.axis]:
        return [axes[k] for k in order.permutation(len(axes))]

    mine = shuffled([*sorted(left, key=repr), *(each - 1 for each in sorted(shared, key=repr))])
    theirs = shuffled([*sorted(shared, key=repr), *sorted(right, key=repr)])
    x, y = numbered(*mine, start=1), numbered(*theirs, start=2)
    letters = {each: letter for each, letter in zip(ALL, "hwnc", strict=True)}
    first, second = ("".join(letters[each - each.offset] for each in axes) for axes in (mine, theirs))
    rest = [each for each in mine if each.offset == 0], [each for each in theirs if each not in shared]
    into = "".join(letters[each] for each in (*rest[0], *rest[1]))
    expected = np.einsum(f"{first},{second}->{into}", values(x), values(y))
    for a, b in ((x, y), (x.lazy(), y), (x.lazy() + 0, y.lazy())):
        product = ocean.dot(a, b)
        swapped = ocean.dot(b.T, a.T)
        if into:
            check(product, (*rest[0], *rest[1]), expected)
            assert set(swapped.T.axes) == set(product.axes)
            assert ocean.allclose(swapped.T, product)
        else:
            np.testing.assert_allclose(float(product), expected)
            np.testing.assert_allclose(float(swapped), expected)
    if theirs:
        np.testing.assert_allclose(float(ocean.dot(y.T, y)), (values(y) ** 2).sum())


def test_dot_in_a_fused_function() -> None:
    @ocean.fuse
    def layer(weights: Any, x: Any, bias: Any) -> Any:
        return ocean.max(ocean.dot(weights, x) + bias, 0.0)

    weights, x, bias = numbered(C, H - 1, W - 1), numbered(N, W, H), numbered(C) - 200
    expected = np.maximum(np.einsum("chw,nwh->cn", values(weights), values(x)) + values(bias)[:, None], 0)
    check(layer(weights, x, bias), (C, N), expected)
    norm = ocean.fuse(lambda x, y: ocean.dot((x - y).T, x - y))
    assert float(norm(x, x + 1)) == x.nelem


def test_products_by_position_check_the_contracted_pair() -> None:
    a, b = numbered(H, W), numbered(W, N)
    check(a * b, (H, N), values(a) @ values(b))
    check(ocean.multiply(a, "T", numbered(H, N)), (W, N), values(a).T @ values(numbered(H, N)))
    check(a * numbered(W), (H,), values(a) @ np.arange(4.0))
    check(a * 2, (H, W), 2 * values(a))
    check(a.lazy() * b, (H, N), values(a) @ values(b))
    check(numbered(H, W, C) * numbered(W, N, C), (H, N, C), np.einsum("hwc,wnc->hnc", values(numbered(H, W, C)),
                                                                         values(numbered(W, N, C))))  # fmt: skip
    check(ocean.fuse(lambda x, y: x * y + 1)(a, b), (H, N), values(a) @ values(b) + 1)
    into = ocean.zeros([H, N], ocean.double)
    ocean.multiply(a, b, into)
    check(into, (H, N), values(a) @ values(b))
    other = ocean.axis(2, "other")
    for bad in (lambda: a * numbered(C, N)[:4], lambda: a * numbered(W, H), lambda: a * ocean.zeros([4, 2]),
                lambda: ocean.multiply(a, b, ocean.zeros([H, other], ocean.double))):  # fmt: skip
        with pytest.raises(OceanValueError, match="W:4|H:3|withAxes"):
            bad()


def test_large_products_use_what_there_is() -> None:
    rows, inner, columns = ocean.axis(70, "rows"), ocean.axis(80, "inner"), ocean.axis(60, "columns")
    left = ocean.random.uniform([rows, inner - 1], ocean.double)
    right = ocean.random.uniform([columns, inner], ocean.double)
    check(ocean.dot(left, right), (rows, columns), values(left) @ values(right).T)


def test_values_without_axes_are_assigned_by_position() -> None:
    rows, columns = ocean.axis(2, "rows"), ocean.axis(3, "columns")
    target = ocean.zeros([rows, columns], ocean.double)
    target.copy(ocean.ones([2, 3]))
    assert target.asPython() == [[1, 1]] * 3 and target.axes == (rows, columns)
    target[...] = ocean.arange(6).reshape(2, 3)
    target[:, 0] = [7, 8]
    assert target.asPython() == [[7, 8], [2, 3], [4, 5]]
    target.assign([5, 6])
    assert target.asPython() == [[5, 6]] * 3
    with pytest.raises(ocean.OceanValueError, match="2x3x2 to one of size 2x3"):
        target.copy(ocean.ones([2, 3, 2]))


def test_a_list_of_tensors_has_a_dimension_without_an_axis() -> None:
    x = numbered(H, W)
    for make in (lambda: ocean.asTensor([x, x]), lambda: ocean.exp([x, x]), lambda: x + [x, x], lambda: ocean.sort([x, x]),
                 lambda: ocean.sum([x, x]), lambda: ocean.divmod([x, x], 2)):  # fmt: skip
        with pytest.raises(OceanValueError, match="stack.*withoutAxes"):
            make()
    with pytest.raises(OceanTypeError, match="it comes before the name"):
        ocean.axis("H", 3)
    with pytest.raises(OceanIndexError, match="another one"):
        ocean.sum(x, ocean.axis(3, "H"))


def test_an_axis_is_no_count() -> None:
    x = ocean.asTensor(np.arange(12.0).reshape(3, 4), axes=[H, W])
    for call in (
        lambda: ocean.fft.fft(x, W), lambda: ocean.diff(x, W), lambda: ocean.gradient(x, W), lambda: x.roll(H),
        lambda: ocean.quantile(x, W), lambda: ocean.topk(x, W), lambda: ocean.pad(x, W), lambda: ocean.tril(x, W),
        lambda: x.repeat(W, H), lambda: ocean.slide(x, ocean.sum, 0, W, 1), lambda: ocean.lazy(x).roll(W),
    ):  # fmt: skip
        with pytest.raises(TypeError, match="cannot be an axis, got [HW]:"):
            call()
    assert ocean.diff(x, 1, W).axes[1].length == 3 and ocean.fft.fft(x, None, W).axes == x.axes


@pytest.mark.host_only("arguments")
def test_messages_say_what_is_meant() -> None:
    x, plain = numbered(H, W), ocean.ones([3, 4])
    for bad, says in (
        (lambda: ocean.zeros([H, 3]), "an axis for every dimension or an integer for every one"),
        (lambda: ocean.stack([plain, plain], N), "got N:2; .*withAxes gives them axes"),
        (lambda: x[H], r"x\[{H: index}\]"), (lambda: x[0, W], r"x\[{W: index}\]"),
        (lambda: ocean.stack([x, x], "N"), r'ocean.axis\(2, "N"\)'), (lambda: ocean.stack([x, x], 1), r"ocean.axis\(2, "),
    ):  # fmt: skip
        with pytest.raises(OceanTypeError, match=says):
            bad()


def test_broadcast_like_takes_the_axes_of_the_other() -> None:
    x = numbered(H, W)
    cube = numbered(N, H, W)
    check(x.broadcastLike(cube), (N, H, W), np.broadcast_to(values(x), (2, 3, 4)))
    check(x.lazy().broadcastLike(cube).eval(), (N, H, W), np.broadcast_to(values(x), (2, 3, 4)))
    assert numbered(H).withoutAxes().broadcastLike(x).axes == (H, W)
    with pytest.raises(OceanValueError, match="Q:3 has no axis H:3"):
        numbered(H).broadcastLike(numbered(ocean.axis(3, "Q")))
