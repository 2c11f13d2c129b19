"""Arrays with axes: what tests/axes/test_labels.py shows for tensors, in row-major order."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import layouts
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ocean
import ocean.numpy as np
from ocean import OceanError, OceanIndexError, OceanTypeError, OceanValueError

H, W, N, C = ocean.axis(3, "H"), ocean.axis(4, "W"), ocean.axis(2, "N"), ocean.axis(5, "C")
ALL = (H, W, N, C)
LETTERS = dict(zip(ALL, "hwnc", strict=True))


def numbered(*axes: ocean.axis, start: float = 0) -> Any:
    """An array with axes whose elements are all different."""
    shape = tuple(each.length for each in axes)
    values = numpy.arange(start, start + numpy.prod(shape, dtype=int), dtype=float).reshape(shape)
    return np.asarray(values, device=layouts.device).withAxes(*axes)


def values(a: Any) -> numpy.ndarray:
    return a.eval().to_numpy()


def check(a: Any, axes: tuple[ocean.axis, ...] | None, wanted: Any) -> None:
    assert isinstance(a, np.ndarray) and a.axes == axes
    numpy.testing.assert_allclose(values(a), wanted)


# --- What arrays with axes are -----------------------------------------------------------------------------------


def test_arrays_are_made_with_axes_wherever_shapes_are_given() -> None:
    x = np.zeros([H, W])
    for made in (
        x, np.ones((H, W)), np.empty([H, W]), np.full([H, W], 3), np.zeros([H, W], order="F"), np.zeros_like(x),
        np.ones_like(x.lazy().eval()), np.full_like(x, 2.0), np.empty_like(x, order="F"), np.zeros_like(3, shape=[H, W]),
        np.fromfunction(lambda i, j: i + 2 * j, [H, W]), np.linspace(0, 1, H) + np.zeros([W]),
        np.arange(12).reshape(H, W), np.arange(12).withAxes(ocean.axis(12)).withoutAxes().reshape(3, 4).withAxes([H, W]),
        np.asarray(ocean.zeros([H, W])), np.asarray([[1] * 4] * 3, axes=[H, W]), np.asarray(numpy.ones((3, 4)), "f4", axes=(H, W)),
        np.array([[1] * 4] * 3, axes=[H, W]), np.asarray(np.zeros([W, H]), axes=[ocean.axis(4), H]).mT.withAxes(H, W), np.random.default_rng(1).normal(size=[H, W]), np.random.uniform(size=(H, W)),
        np.random.default_rng(1).laplace(size=[H, W]), np.broadcast_to(1.0, [H, W]), np.full([H, W], 2.0),
    ):  # fmt: skip
        assert made.axes == (H, W) and made.shape == (3, 4)
    with pytest.raises(OceanValueError, match="W:4 does not fit"):
        np.asarray([1, 2, 3], axes=[W])
    assert np.asarray([1, 2, 3], axes=H).axes == np.zeros(H).axes == (H,) and np.zeros(3).axes is None and np.zeros(()).axes is None
    check(np.eye(H), (H, H - 1), numpy.eye(3))
    check(np.eye(H, W, 1), (H, W), numpy.eye(3, 4, 1))
    with pytest.raises(OceanTypeError, match="axis"):
        np.zeros([H, 3])
    with pytest.raises(OceanTypeError, match="withAxes"):
        np.random.default_rng(1).multinomial(3, [0.5, 0.5], [H])


def test_axes_are_a_view_and_the_same_ones_as_those_of_tensors() -> None:
    plain = np.zeros((3, 4))
    a = plain.withAxes(H, W)
    a[0, 1] = 5
    assert plain.axes is None and plain[0, 1] == 5 and a.withoutAxes().axes is None
    assert ocean.asTensor(a).axes == (H, W) and np.asarray(ocean.asTensor(a)).axes == (H, W)
    assert a.renameAxis(H, "rows").axes[0].name == "rows" and a.renameAxis(-1, "columns").axes[1].name == "columns"
    lazy = plain.lazy().withAxes(H, W)
    assert lazy.axes == (H, W) and lazy.eval().axes == (H, W) and lazy.withoutAxes().axes is None
    for each in (copy.copy(a), copy.deepcopy(a), pickle.loads(pickle.dumps(a)), a.copy(), a.copy("F"), a.astype("f4"), +a,
                 a.eval(), np.copy(a), np.asarray(a, "f4"), np.ascontiguousarray(a), a.real, a.imag, np.array(a),
                 a.to_device(layouts.device), np.astype(a, np.float32), np.array(a.transpose(W, H)).transpose(H, W),
                 copy.copy(a.transpose(W, H)).transpose(1, 0), np.asarray(ocean.lazy(ocean.asTensor(a)))):  # fmt: skip
        assert each.axes == (H, W)
    for bad in (lambda: plain.withAxes(W, H), lambda: plain.withAxes(H), lambda: plain.withAxes(H, H), lambda: plain.withAxes()):
        with pytest.raises(OceanError, match="axis|axes"):
            bad()


@pytest.mark.host_only("printing")
def test_repr_shows_axes() -> None:
    assert repr(np.ones([N])) == "array([1., 1.], axes=(N:2,))" and str(np.ones([N])) == "[1. 1.]"
    assert repr(np.ones([N], np.float32).lazy()) == "array([1., 1.], dtype=float32, axes=(N:2,), lazy)"


# --- Views and keys ----------------------------------------------------------------------------------------------

PICKS: dict[str, tuple[Any, tuple[ocean.axis, ...], Any]] = {
    "integer": (lambda a: a[1], (W, N), lambda v: v[1]),
    "last": (lambda a: a[..., 0], (H, W), lambda v: v[..., 0]),
    "dict": (lambda a: a[{W: 3, N: 1}], (H,), lambda v: v[:, 3, 1]),
    "dict of slices": (lambda a: a[{W: slice(None, None, -1)}], (H, W, N), lambda v: v[:, ::-1]),
    "T": (lambda a: a.T, (H - 1, W - 1, N - 1), lambda v: v),
    "transpose": (lambda a: a.transpose(2, 0, 1), (N, H, W), lambda v: v.transpose(2, 0, 1)),
    "transpose by axes": (lambda a: a.transpose(N, H, W), (N, H, W), lambda v: v.transpose(2, 0, 1)),
    "permute_dims": (lambda a: np.permute_dims(a, (N, H, W)), (N, H, W), lambda v: v.transpose(2, 0, 1)),
    "mT": (lambda a: a.mT, (H, N, W), lambda v: v.swapaxes(1, 2)),
    "swapaxes": (lambda a: a.swapaxes(H, N), (N, W, H), lambda v: v.swapaxes(0, 2)),
    "moveaxis": (lambda a: np.moveaxis(a, N, 0), (N, H, W), lambda v: numpy.moveaxis(v, 2, 0)),
    "squeeze": (lambda a: a[:, 1:2].squeeze(W), (H, N), lambda v: v[:, 1]),
    "flip": (lambda a: np.flip(a, W), (H, W, N), lambda v: v[:, ::-1]),
    "sum": (lambda a: a.sum(W), (H, N), lambda v: v.sum(1)),
    "sums": (lambda a: np.sum(a, axis=(H, N)), (W,), lambda v: v.sum((0, 2))),
    "mean": (lambda a: np.mean(a, H), (W, N), lambda v: v.mean(0)),
    "argmax": (lambda a: a.argmax(axis=W), (H, N), lambda v: v.argmax(1)),
    "sort": (lambda a: np.sort(-a, axis=W), (H, W, N), lambda v: numpy.sort(-v, 1)),
    "cumsum": (lambda a: np.cumsum(a, axis=H), (H, W, N), lambda v: v.cumsum(0)),
}


@pytest.mark.parametrize("name", PICKS)
def test_views_and_reductions(name: str) -> None:
    make, axes, wanted = PICKS[name]
    a = numbered(H, W, N)
    check(make(a), axes, wanted(values(a)))
    check(make(a.lazy() + 1), axes, wanted(values(a) + 1))


def test_lists_and_masks() -> None:
    a = numbered(H, W, N)
    for part in (a[:, [0, 2]], a[{W: [0, 2]}], a[:, np.array([True, False, True, False])], np.take(a, [0, 2], axis=W),
                 a.lazy()[:, [0, 2]]):  # fmt: skip
        assert part.axes[0] is H and part.axes[2] is N and part.axes[1].axisClass is W.axisClass
        numpy.testing.assert_array_equal(values(part), values(a)[:, [0, 2]])
    assert a[0, :, [1, 0, 1]].axes[0].axisClass is N.axisClass and a[1, [0, 2]].axes[1] is N
    picked = a[numbered(H, W) > 4]
    numpy.testing.assert_array_equal(values(picked), values(a)[values(numbered(H, W)) > 4])
    assert picked.axes[1] is N and a[numbered(W, H) > 20].axes[1] is N
    mask = numbered(N, H) > 3  # over axes that are no neighbours, in another order
    numpy.testing.assert_array_equal(values(a[mask]), values(a).transpose(0, 2, 1)[values(mask).T])
    assert a[mask].axes[1] is W and a[mask].axes == a[mask.transpose(H, N)].axes, "in the order of the array"
    a[mask] = 0
    assert (values(a).transpose(2, 0, 1)[values(mask)] == 0).all() and values(a).any()
    b = numbered(H, W, N)
    b[{W: [0, 2]}] = numbered(N, H, start=100)
    wanted = values(numbered(H, W, N)).copy()
    wanted[:, [0, 2]] = values(numbered(N, H, start=100)).T[:, None]
    numpy.testing.assert_array_equal(values(b), wanted)
    for bad in (lambda: a[[0, 1], [0, 1]], lambda: a[[[0, 1]]], lambda: a[None], lambda: a[numbered(C) > 1],
                lambda: np.zeros(3)[{H: 1}], lambda: a[{C: 1}], lambda: a[:, numbered(H) > 1]):  # fmt: skip
        with pytest.raises((OceanIndexError, OceanValueError), match="axis|axes"):
            bad()


def test_reshape_flattens_axes_in_row_major_order() -> None:
    a = numbered(H, W, N)
    flat = a.reshape((H, W), N)
    check(flat, (flat.axes[0], N), values(a).reshape(12, 2))
    assert flat.axes[0].parts == (H, W) and repr(flat.axes) == "(H*W:12, N:2)", "as the shape reads"
    assert repr(a.flatten("F").axes) == "(N*W*H:24,)" and repr(a[a > 4].axes) == "(H&W&N:19,)"
    assert pickle.loads(pickle.dumps(flat)).axes == flat.axes
    check(flat.reshape(H, W, N), (H, W, N), values(a))
    check(flat.reshape([N, W, H]), (N, W, H), values(a).T)
    check(np.reshape(a.lazy() + 0, ((H, W), N)), flat.axes, values(flat))
    numpy.testing.assert_array_equal(values(a.ravel()), values(a).ravel())
    numpy.testing.assert_array_equal(values(a.flatten("F")), values(a).ravel("F"))
    check(a.ravel().reshape(H, W, N), (H, W, N), values(a))
    both = a.ravel() + np.asarray(ocean.asTensor(a).flatten("C"))
    check(both, a.ravel().axes, 2 * values(a).ravel())  # elements in one order match, whoever flattened them
    with pytest.raises(OceanValueError, match=r"H\*W\*N is two products"):
        a.ravel() + np.asarray(ocean.asTensor(a).flatten("F"))
    with pytest.raises(OceanValueError, match=r"ravel\(\) makes one of all"):
        a.reshape(-1)
    for bad in (lambda: a.reshape(24), lambda: a.reshape(-1), lambda: a.reshape(H, W), lambda: setattr(a, "shape", (24,)),
                lambda: np.expand_dims(a, 0), lambda: a.lazy().reshape(6, 4)):  # fmt: skip
        with pytest.raises(OceanError, match="withoutAxes"):
            bad()


def test_diagonals() -> None:
    a = numbered(H, W, N)
    for found in (a.diagonal(), np.diagonal(a), np.diagonal(a, 0, H, W), (a.lazy() + 0).diagonal()):
        assert repr(found.axes) == "(N:2, H=W:3)"
        numpy.testing.assert_array_equal(values(found), values(a).diagonal())
    check(np.diag(numbered(H)), (H, H - 1), numpy.diag(numpy.arange(3.0)))
    check(np.diag(np.diag(numbered(H))), (H,), numpy.arange(3.0))
    check(np.trace(a), (N,), numpy.trace(values(a)))
    np.fill_diagonal(b := numbered(H, W), 7.0)
    assert b.axes == (H, W) and (values(b).diagonal() == 7).all()


def test_iteration_leaves_the_other_axes() -> None:
    assert [each.axes for each in numbered(H, W)] == [(W,)] * 3
    assert numbered(H, W).item(6) == numbered(H, W).item(1, 2) == 6.0


# --- Elementwise -------------------------------------------------------------------------------------------------

some = st.lists(st.sampled_from(ALL), unique=True, max_size=4)


@given(first=some, second=some)
def test_the_laws_of_matching(first: Any, second: Any) -> None:
    """For arrays and tensors: axes of the left in their order, then the new ones of the right, and the sum of both."""
    wanted = (*first, *(each for each in second if each not in first))
    a, b = numbered(*first), numbered(*second, start=100)
    names = ["".join(LETTERS[each] for each in axes) for axes in (first, second)]
    into = "".join(LETTERS[each] for each in wanted)
    ones = [numpy.ones_like(values(each)) for each in (a, b)]
    expected = sum(
        numpy.einsum(f"{','.join(names)}->{into}", *pair) for pair in ((values(a), ones[1]), (ones[0], values(b)))
    )
    x, y = ocean.asTensor(a), ocean.asTensor(b)
    for found in (a + b, a.lazy() + b, a + b.lazy(), np.add(a, b), np.fuse(lambda p, q: p + q)(a, b)):
        check(found, wanted or None, expected)
    for tensor in (x + y, ocean.add(x.lazy(), y).eval()):
        assert tensor.axes == (wanted or None)
        numpy.testing.assert_allclose(tensor.to_numpy(), expected)
    if set(second) <= set(first):
        target = numbered(*first)
        target[...] = b
        wide = values(np.broadcast_to(b, first) if first else b)
        check(target, tuple(first) or None, wide)
        target += a
        check(np.subtract(target, a, out=target), tuple(first) or None, wide)
    elif first:
        with pytest.raises(OceanValueError, match="has no axis"):
            a[...] = b


def test_arrays_without_axes_meet_others_by_position_from_the_last_axis() -> None:
    a = numbered(H, W)
    line = numpy.array([1.0, 2, 3, 4])
    for sum_ in (a + line, line + a, a + [1, 2, 3, 4], a.lazy() + np.array(line, device=a.device), np.array(line, device=a.device) + a):
        check(sum_, (H, W), values(a) + line)
    check(a + numpy.ones((3, 1)), (H, W), values(a) + 1)
    check(a + numbered(N) + [1, 2], (H, W, N), values(a)[:, :, None] + numpy.arange(2.0) + [1, 2])
    check(np.where(a > 3, numbered(N), line), (H, W, N), numpy.where(
        values(a)[:, :, None] > 3, numpy.arange(2.0), line[:, None]))
    check(a[...] - a.sum(W, keepdims=True), (H, W), values(a) - values(a).sum(1, keepdims=True))
    for bad in (lambda: a + numpy.ones(3), lambda: a + numpy.ones((2, 3, 4))):
        with pytest.raises(OceanValueError, match="W:4"):
            bad()
    a[...] = line
    check(a, (H, W), numpy.broadcast_to(line, (3, 4)))
    plain = np.zeros((3, 4))
    plain[...] = a
    assert plain.axes is None


def test_where_masks_and_dtypes_take_the_long_way() -> None:
    a, b = numbered(H, W), numbered(W, H)
    check(np.where(b > 5, a, b), (W, H), numpy.where(values(b) > 5, values(a).T, values(b)))
    check(np.add(a, b, where=b > 5, out=np.zeros([H, W])), (H, W), numpy.where(values(b).T > 5, values(a) + values(b).T, 0))
    check(np.add(a, b, dtype="f4"), (H, W), values(a) + values(b).T)
    check(np.clip(a, 2, b), (H, W), numpy.clip(values(a), 2, values(b).T))
    check(np.sum(a, axis=W, where=b > 5), (H,), (values(a) * (values(b).T > 5)).sum(1))
    assert np.array_equal(a, a.transpose(W, H)) and np.allclose(a, a.transpose(W, H)) and not np.allclose(a, b)
    out = np.zeros([W])
    assert np.sum(a, axis=H, out=out) is out and out.axes == (W,)


def test_methods_of_elementwise_functions() -> None:
    a = numbered(H, W)
    check(np.add.accumulate(a, axis=W), (H, W), values(a).cumsum(1))
    check(np.maximum.accumulate(a, axis=W), (H, W), values(a))
    check(np.add.reduce(a), (W,), values(a).sum(0))
    check(np.subtract.reduce(a, axis=W), (H,), numpy.subtract.reduce(values(a), 1))
    check(np.vectorize(lambda x, y: x - y)(a, a.transpose(W, H)), (H, W), numpy.zeros((3, 4)))
    for bad in (lambda: np.add.outer(a, a), lambda: numpy.add.outer(a, a), lambda: np.r_[a], lambda: a.map(a > 3)):
        with pytest.raises(OceanValueError, match="withoutAxes"):
            bad()


def test_strict_axes() -> None:
    a, b = numbered(H, W), numbered(W)
    ocean.setStrictAxes(True)
    try:
        for bad in (lambda: a + b, lambda: b.lazy() + a, lambda: a + [1, 2, 3, 4], lambda: a.assign(b)):
            with pytest.raises(OceanValueError, match="lacks the axis H:3"):
                bad()
        check(a + np.broadcast_to(b, [H, W]), (H, W), values(a) + values(b))
    finally:
        ocean.setStrictAxes(False)


# --- Functions ---------------------------------------------------------------------------------------------------


def test_joining() -> None:
    a, b = numbered(H, W), numbered(W, H, start=50)
    joined = np.concatenate([a, b], axis=W)
    check(joined, joined.axes, numpy.concatenate([values(a), values(b).T], 1))
    assert joined.axes[0] is H and joined.axes[1].length == 8 and joined.axes[1].axisClass is W.axisClass
    check(np.stack([a, b], N), (N, H, W), numpy.stack([values(a), values(b).T]))
    with pytest.raises(OceanError, match="withoutAxes"):
        np.stack([a, b])


def test_several_quantiles_have_an_axis() -> None:
    a, q = numbered(H, W), np.array([0.2, 0.5, 0.7]).withAxes(ocean.axis(3, "Q"))
    found = np.quantile(a, [0.2, 0.5], axis=W)
    check(found, found.axes, numpy.quantile(values(a), [0.2, 0.5], 1))
    assert repr(found.axes) == "(quantile:2, H:3)"
    check(np.quantile(a, q, axis=W), (q.axes[0], H), numpy.quantile(values(a), values(q), 1))
    tensor = ocean.quantile(ocean.asTensor(a), [0.2, 0.5], W)
    assert tensor.axes == found.axes[::-1]
    check(np.percentile(a, 30, axis=W), (H,), numpy.percentile(values(a), 30, 1))


@given(left=some, shared=some, right=some)
def test_the_laws_of_dot(left: Any, shared: Any, right: Any) -> None:
    left = [each for each in left if each not in shared and each not in right][:2]
    right = [each for each in right if each not in shared]
    mine, theirs = [*left, *(each - 1 for each in shared)], [*shared[::-1], *right]
    x, y = numbered(*mine, start=1), numbered(*theirs, start=2)
    first, second = ("".join(LETTERS[each - each.offset] for each in axes) for axes in (mine, theirs))
    into = (*left, *right)
    expected = numpy.einsum(f"{first},{second}->{''.join(LETTERS[each] for each in into)}", values(x), values(y))
    for a, b in ((x, y), (x.lazy(), y), (x.lazy() + 0, y.lazy())):
        check(np.dot(a, b), into or None, expected)
        turned = np.dot(b.T, a.T).T
        assert set(turned.axes or ()) == set(into)
        assert np.allclose(turned, np.dot(a, b))
    tensor = ocean.dot(ocean.asTensor(x), ocean.asTensor(y))
    numpy.testing.assert_allclose(numpy.asarray(tensor.to_numpy() if into else float(tensor)), expected)
    if theirs:
        check(np.dot(y.T, y), None, (values(y) ** 2).sum())


def test_products_by_position_check_the_contracted_pair() -> None:
    a, b = numbered(H, W), numbered(W, N)
    check(a @ b, (H, N), values(a) @ values(b))
    check(np.matmul(a.lazy(), b), (H, N), values(a) @ values(b))
    check(a @ numbered(W), (H,), values(a) @ numpy.arange(4.0))
    check(numbered(H) @ a, (W,), numpy.arange(3.0) @ values(a))
    check(numbered(C, H, W) @ b, (C, H, N), values(numbered(C, H, W)) @ values(b))
    check(np.fuse(lambda p, q: p @ q + 1)(a, b), (H, N), values(a) @ values(b) + 1)
    check(a @ numbered(N, W).mT, (H, N), values(a) @ values(numbered(N, W)).T)
    for bad in (lambda: a @ numbered(C, N)[:4], lambda: a @ numpy.ones((4, 2)), lambda: a @ a.mT):
        with pytest.raises(OceanValueError, match="W:4|H:3|withAxes"):
            bad()


def test_a_layer_in_a_fused_function() -> None:
    @np.fuse
    def layer(x: Any, w: Any, bias: Any) -> Any:
        y = np.dot(w, x) + bias
        y = np.exp(y - np.max(y, axis=C, keepdims=True))
        return y / np.sum(y, axis=C, keepdims=True)

    w, x, bias = numbered(C, H - 1) / 10, numbered(N, H), numbered(C)
    y = values(w) @ values(x).T + values(bias)[:, None]
    y = numpy.exp(y - y.max(0))
    check(layer(x, w, bias), (C, N), y / y.sum(0))


def test_convolution() -> None:
    R, S, K = ocean.axis(2, "R"), ocean.axis(2, "S"), ocean.axis(3, "K")
    x, f = numbered(N, C, H, W), numbered(K, C, R, S)
    found = np.convolution(x, f, over={H: R, W: S})
    assert [each.name for each in found.axes] == ["N", "H", "W", "K"]
    windows = numpy.lib.stride_tricks.sliding_window_view(values(x), (2, 2), (2, 3))
    numpy.testing.assert_allclose(values(found), numpy.einsum("nchwrs,kcrs->nhwk", windows, values(f)))
    g = np.ones_like(found)
    for name, operands, axes in (("Data", (g, f), x.axes), ("Filters", (x, g), f.axes)):
        gradient = getattr(np, f"convolutionGrad{name}")(*operands, over={H: R, W: S}, axes=axes)
        tensor = getattr(ocean, f"convolutionGrad{name}")(*map(ocean.asTensor, operands), over={H: R, W: S}, axes=axes)
        check(gradient, axes, tensor.to_numpy())


# --- Other packages ----------------------------------------------------------------------------------------------


def test_arrays_of_other_packages_are_plain() -> None:
    xarray = pytest.importorskip("xarray")
    data = xarray.DataArray(numpy.arange(12.0).reshape(3, 4), dims=["h", "w"])
    a = np.asarray(data)
    assert a.axes is None and a.reshape(4, 3).shape == (4, 3) and np.array(data).axes is None
    assert (a + data.to_numpy()).axes is None and np.asarray([data, data]).axes is None
    assert type(np.add(a[:3, :4], data)) is xarray.DataArray  # it has a say, as beside NumPy's arrays
    tensor, _ = ocean.fromXarray(data)
    assert [each.name for each in np.asarray(tensor).axes] == ["h", "w"]
    assert ocean.toXarray(np.asarray(tensor)).dims == ("h", "w")


@pytest.mark.host_only("NumPy's arrays are on the host")
def test_numpy_drops_axes() -> None:
    a = numbered(H, W)
    assert type(a.to_numpy()) is numpy.ndarray and np.asarray(a.to_numpy()).axes is None
    assert np.from_dlpack(a).axes is None
    check(numpy.mean(a, axis=0), (W,), values(a).mean(0))  # NumPy hands its functions on
    check(numpy.sum(a, axis=H), (W,), values(a).sum(0))


@pytest.mark.host_only("arguments")
def test_messages_say_what_is_meant() -> None:
    a, plain = numbered(H, W), np.ones([3, 4])
    for bad, says in (
        (lambda: np.zeros([H, 3]), "an axis for every dimension or an integer for every one"),
        (lambda: np.sum(plain, axis=H), "got H:3; .*withAxes gives them axes"),
        (lambda: a[W], r"a\[{W: index}\]"), (lambda: a.__setitem__((0, W), 1), r"a\[{W: index}\]"),
        (lambda: np.stack([a, a], "N"), r'ocean.axis\(2, "N"\)'),
    ):  # fmt: skip
        with pytest.raises(OceanTypeError, match=says):
            bad()
    for windows in (lambda: np.lib.stride_tricks.sliding_window_view(a, 2, axis=1),
                    lambda: np.lib.stride_tricks.sliding_window_view(a, 2, axis=W)):  # fmt: skip
        with pytest.raises(OceanValueError, match="withoutAxes"):
            windows()


def test_parameters_of_random_numbers_give_them_axes() -> None:
    a = numbered(H, W) / 12
    for name in ("normal", "uniform", "poisson", "exponential", "laplace"):
        found = getattr(np.random.default_rng(3), name)(a)
        check(found, (H, W), values(getattr(np.random.default_rng(3), name)(a.withoutAxes())))
    found = np.random.default_rng(3).normal(1000 * numbered(W), 0 * a)
    check(found, (W, H), numpy.broadcast_to(1000 * numpy.arange(4.0)[:, None], (4, 3)))


def test_products_with_plain_vectors() -> None:
    a, cube = numbered(H, W), numbered(N, H, W)
    line, column = np.arange(4.0, device=layouts.device), np.arange(3.0, device=layouts.device)
    check(a @ line, (H,), values(a) @ values(line))
    check(column @ a, (W,), values(column) @ values(a))
    check(cube @ line, (N, H), values(cube) @ values(line))
    check(column @ cube, (N, W), values(column) @ values(cube))
    check(line @ numbered(W), None, 14)
    with pytest.raises(OceanValueError, match="different lengths"):
        a @ column
