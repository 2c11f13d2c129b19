"""Convolutions of tensors with axes, and their gradients, against plain loops and PyTorch."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import layouts
import numpy as np
import pytest

import ocean
from ocean import OceanError, OceanTypeError, OceanValueError
from ocean._src.convolution import api, plan
from ocean._src.core.host.convolution.convolution import use_instructions

N, C, K = ocean.axis(2, "N"), ocean.axis(3, "C"), ocean.axis(4, "K")
H, W, R, S = ocean.axis(9, "H"), ocean.axis(8, "W"), ocean.axis(3, "R"), ocean.axis(2, "S")
OVER = {H: R, W: S}
SETTINGS: list[dict[str, Any]] = [
    {},
    {"padding": 1},
    {"strides": 2, "padding": [1, 2]},
    {"dilation": [2, 3], "padding": {W: (0, 3)}},
    {"strides": {W: 3}, "padding": [(2, 0), (1, 4)], "dilation": {H: 2}},
]


def made(*axes: ocean.axis, kind: Any = ocean.double, seed: int = 0) -> ocean.tensor:
    """Small integers of a dtype, so that sums are exact."""
    least = -3 if kind.issigned or kind.iscomplex else 0
    numbers = np.random.default_rng(seed).integers(least, 4, [each.length for each in axes])
    return kind(ocean.asTensor(numbers, axes=axes, device=layouts.device))



def values(tensor: Any) -> np.ndarray:
    return np.asarray(tensor.to_numpy())


def each(value: Any, default: Any) -> list[Any]:
    if isinstance(value, dict):
        return [value.get(H, default), value.get(W, default)]
    return list(value) if isinstance(value, (list, tuple)) else [value, value]


def plain(x: np.ndarray, f: np.ndarray, strides: Any = 1, padding: Any = 0, dilation: Any = 1) -> np.ndarray:
    """NCHW and KCRS give NHWK, one element at a time."""
    (t, u), (d, e) = each(strides, 1), each(dilation, 1)
    around = [p if isinstance(p, tuple) else (p, p) for p in each(padding, 0)]
    x = np.pad(x, [(0, 0), (0, 0), *around])
    rows = (x.shape[2] - d * (f.shape[2] - 1) - 1) // t + 1
    columns = (x.shape[3] - e * (f.shape[3] - 1) - 1) // u + 1
    y = np.zeros((x.shape[0], rows, columns, f.shape[0]), np.result_type(x, f))
    for n, i, j, k in itertools.product(*map(range, y.shape)):
        for r, s in itertools.product(range(f.shape[2]), range(f.shape[3])):
            y[n, i, j, k] += (x[n, :, i * t + r * d, j * u + s * e] * f[k, :, r, s]).sum()
    return y


@pytest.mark.parametrize("settings", SETTINGS)
def test_convolution_is_a_loop_over_positions_and_taps(settings: dict[str, Any]) -> None:
    x, f = made(N, C, H, W), made(K, C, R, S, seed=1)
    y = ocean.convolution(x, f, OVER, **settings)
    wanted = plain(values(x), values(f), **settings)
    np.testing.assert_array_equal(values(y), wanted)
    assert [a.axisClass for a in y.axes] == [a.axisClass for a in (N, H, W, K)]
    assert y.device == layouts.device and y.dtype is ocean.double


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (1, 3, 2, 0), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_any_order_in_memory(order: tuple[int, ...]) -> None:
    x, f = made(N, C, H, W), made(K, C, R, S, seed=1)
    wanted = plain(values(x), values(f), strides=2)
    other = x.permuteAxes(list(order)).clone()
    turned = f.permuteAxes(list(order)).clone()
    y = ocean.convolution(other, turned, OVER, strides=2)
    kept = [a.axisClass for a in other.axes if a is not C] + [K.axisClass]
    assert [a.axisClass for a in y.axes] == kept
    np.testing.assert_array_equal(values(y.permuteAxes([kept.index(a.axisClass) for a in (N, H, W, K)])), wanted)
    flipped = ocean.convolution(x.flipAxis(2), f, OVER, padding=1)
    np.testing.assert_array_equal(values(flipped), plain(values(x)[:, :, ::-1], values(f), padding=1))


@pytest.mark.parametrize(("strides", "dilation"), [(1, 1), (1, 2), (2, 1), (3, 2)])
def test_same_padding_leaves_a_position_for_every_stride(strides: int, dilation: int) -> None:
    x, f = made(N, C, H, W), made(K, C, R, S, seed=1)
    y = ocean.convolution(x, f, OVER, strides, "same", dilation)
    assert y.size == (2, -(-9 // strides), -(-8 // strides), 4)
    widths = [max((-(-n // strides) - 1) * strides + dilation * (taps - 1) + 1 - n, 0) for n, taps in ((9, 3), (8, 2))]
    around = [(width // 2, width - width // 2) for width in widths]
    np.testing.assert_array_equal(values(y), plain(values(x), values(f), strides, around, dilation))
    if strides == dilation == 1:
        valid = ocean.convolution(x, f, OVER, padding={W: "same", H: "valid"})
        np.testing.assert_array_equal(values(valid), plain(values(x), values(f), padding=[0, around[1]]))


@pytest.mark.host_only("PyTorch computes the same")
@pytest.mark.parametrize("settings", [{}, {"padding": [1, 2]}, {"padding": "same"}, {"strides": 2, "padding": 1, "dilation": 2}])
def test_pytorch_gives_the_same(settings: dict[str, Any]) -> None:
    torch = pytest.importorskip("torch")
    rng = np.random.default_rng(3)
    x, f = rng.standard_normal((2, 3, 9, 8), np.float32), rng.standard_normal((4, 3, 3, 2), np.float32)
    names = {"strides": "stride"}
    wanted = torch.nn.functional.conv2d(
        torch.tensor(x), torch.tensor(f), **{names.get(name, name): value for name, value in settings.items()}
    )
    y = ocean.convolution(ocean.asTensor(x, axes=[N, C, H, W]), ocean.asTensor(f, axes=[K, C, R, S]), OVER, **settings)
    np.testing.assert_allclose(values(y), wanted.numpy().transpose(0, 2, 3, 1), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", ["uint8", "uint64", "int8", "int32", "half", "float", "chalf", "cfloat", "cdouble"])
def test_every_kind_of_number(name: str) -> None:
    kind = getattr(ocean, name)
    x, f = made(N, C, H, W, kind=kind), made(K, C, R, S, kind=kind, seed=1)
    y = ocean.convolution(x, f, OVER, padding=1)
    assert y.dtype is kind
    wanted = plain(values(ocean.cdouble(x)), values(ocean.cdouble(f)), padding=1)
    if not kind.isfloat:
        wanted = wanted.real.astype(name)  # only few bits: sums of small numbers
    np.testing.assert_array_equal(values(y), wanted)


def test_dtypes_meet_and_booleans_say_whether_any_pair_is_true() -> None:
    x, f = made(N, C, H, W, kind=ocean.int16), made(K, C, R, S, seed=1, kind=ocean.float)
    y = ocean.convolution(x, f, OVER)
    assert y.dtype is (ocean.ones([1], ocean.int16) + ocean.ones([1], ocean.float)).dtype
    np.testing.assert_array_equal(values(y), plain(values(x), values(f)))
    mask, shape = made(N, C, H, W, kind=ocean.bool), made(K, C, R, S, seed=1, kind=ocean.bool)
    found = ocean.convolution(mask, shape, OVER)
    np.testing.assert_array_equal(values(found), plain(values(mask) * 1, values(shape) * 1) > 0)


def test_the_products_are_summed_over_what_both_have() -> None:
    x = made(H, W)
    alone = ocean.convolution(x, made(S, seed=1), {W: S})
    assert alone.size == (9, 7) and [a.name for a in alone.axes] == ["H", "W"]
    one = values(x)
    np.testing.assert_array_equal(
        values(alone), one[:, :7] * values(made(S, seed=1))[0] + one[:, 1:] * values(made(S, seed=1))[1]
    )
    # as in dot: the axis of the filters whose offset is one lower; the filters may then give the same axis again
    x, f = made(N, C, H, W), made(C, C - 1, R, S, seed=1)
    y = ocean.convolution(x, f, OVER)
    assert y.axes[3] is C
    np.testing.assert_array_equal(values(y), plain(values(x), values(f)))
    # two axes are summed over
    y = ocean.convolution(x, made(K, N, S, C, seed=1), {W: S})
    wanted = sum(
        np.einsum("nchw,knc->hwk", values(x)[..., s : s + 7], values(made(K, N, S, C, seed=1))[:, :, s]) for s in (0, 1)
    )
    np.testing.assert_array_equal(values(y), wanted)
    assert y.axes[0] is H and y.axes[2] is K


def test_three_axes_and_given_axes() -> None:
    D, T = ocean.axis(4, "D"), ocean.axis(2, "T")
    x, f = made(D, H, W), made(T, R, S, K, seed=1)
    P, Q = ocean.axis(7, "P", H.axisClass), ocean.axis(7, "Q", W.axisClass)
    E = ocean.axis(3)
    y = ocean.convolution(x, f, {D: T, W: S, H: R}, axes=[K, Q, E, P])
    assert y.axes == (K, Q, E, P)
    wanted = sum(
        values(x)[t : t + 3, r : r + 7, s : s + 7, None] * values(f)[t, r, s]
        for t, r, s in itertools.product(range(2), range(3), range(2))
    )
    np.testing.assert_array_equal(values(y), np.asarray(wanted).transpose(3, 2, 0, 1))


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("name", ["double", "int32", "half", "cfloat"])
def test_gradients_are_the_transposes(settings: dict[str, Any], name: str) -> None:
    kind = getattr(ocean, name)
    x, f = made(N, C, H, W, kind=kind), made(K, C, R, S, kind=kind, seed=1)
    y = ocean.convolution(x, f, OVER, **settings)
    g = made(*y.axes, kind=kind, seed=2)
    data = ocean.convolutionGradData(g, f, OVER, **settings, axes=x.axes)
    filters = ocean.convolutionGradFilters(x, g, OVER, **settings, axes=f.axes)
    assert data.axes == x.axes and filters.axes == f.axes and data.dtype is filters.dtype is kind
    exact = values(ocean.cdouble(x)), values(ocean.cdouble(f)), values(ocean.cdouble(g))
    total = (plain(exact[0], exact[1], **settings) * exact[2]).sum()
    assert (values(ocean.cdouble(data)) * exact[0]).sum() == total
    assert (values(ocean.cdouble(filters)) * exact[1]).sum() == total


def test_gradients_are_those_of_differences() -> None:
    """Each element: the result is linear in it."""
    x, f = made(C, H, W), made(K, C, R, S, seed=1)
    settings: dict[str, Any] = {"strides": 2, "padding": [(1, 0), (2, 1)]}
    y = ocean.convolution(x, f, OVER, **settings)
    g = made(*y.axes, seed=2).permuteAxes([2, 0, 1])
    data = values(ocean.convolutionGradData(g, f, OVER, **settings, axes=[H, C, W]))
    filters = values(ocean.convolutionGradFilters(x, g, OVER, **settings, axes=[S, K, R, C]))
    for place in [(0, 0, 0), (1, 4, 3), (2, 8, 7), (0, 3, 7)]:
        more = x.clone()
        more[place] += 1
        change = ocean.sum((ocean.convolution(more, f, OVER, **settings) - y) @ g)
        assert change == data[place[1], place[0], place[2]]
    for place in [(0, 0, 0, 0), (3, 2, 2, 1), (1, 0, 1, 1)]:
        more = f.clone()
        more[place] += 1
        change = ocean.sum((ocean.convolution(x, more, OVER, **settings) - y) @ g)
        assert change == filters[place[3], place[0], place[2], place[1]]


@pytest.mark.host_only("memory of the host")
def test_nothing_is_unrolled_and_settings_change_nothing() -> None:
    x, f = made(N, C, H, W), made(K, C, R, S, seed=1)
    wanted = values(ocean.convolution(x, f, OVER, padding=1))
    before = x.clone()
    ocean.setAutoBroadcast(False)
    try:
        np.testing.assert_array_equal(values(ocean.convolution(x, f, OVER, padding=1)), wanted)
    finally:
        ocean.setAutoBroadcast(True)
    np.testing.assert_array_equal(values(ocean.convolution(ocean.lazy(x) * 1.0, f, OVER, padding=1)), wanted)
    np.testing.assert_array_equal(values(x), values(before))


def test_operands_on_two_devices() -> None:
    """The result is where the first operand is."""
    x, f = made(N, C, H, W, kind=ocean.float), made(K, C, R, S, seed=1, kind=ocean.float)
    y = ocean.convolution(x, f, OVER)
    for first, second in ((x, ocean.cpu(f)), (ocean.cpu(x), f)):
        found = ocean.convolution(first, second, OVER)
        np.testing.assert_array_equal(values(found), values(y))
        np.testing.assert_array_equal(
            values(ocean.convolutionGradData(found, second, OVER, axes=x.axes)),
            values(ocean.convolutionGradData(y, f, OVER, axes=x.axes)),
        )
        assert found.device == first.device


def test_empty_collections() -> None:
    none = ocean.axis(0, "none")
    assert ocean.convolution(made(none, C, H, W), made(K, C, R, S), OVER).size == (0, 7, 7, 4)
    y = ocean.convolution(made(N, none, H, W), made(K, none, R, S), OVER)
    assert y.size == (2, 7, 7, 4) and not values(y).any()


@pytest.mark.host_only("arguments")
@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"over": {}}, OceanTypeError, "over={H: R, W: S}"),
        ({"over": {H: R, W: R}}, OceanValueError, "one axis twice"),
        ({"over": {K: R}}, OceanError, "K"),
        ({"strides": 0}, OceanValueError, "strides along H:9 must be at least 1, got 0"),
        ({"padding": [1]}, OceanValueError, "padding has 1 entries, expected one for each of the axes H:9"),
        ({"padding": {N: 1}}, OceanValueError, "padding names"),
        ({"padding": [(1, 2, 3), 0]}, OceanValueError, "padding along H:9 is a number, a pair, 'same'"),
        ({"padding": "full"}, OceanValueError, "padding along H:9 is a number, a pair, 'same'"),
        ({"dilation": 5}, OceanValueError, "reaches over 11 elements along R:3, but H:9 has only 9"),
        ({"dilation": 6, "padding": 1}, OceanValueError, "has only 11 with its padding"),
        ({"axes": [N, K]}, OceanValueError, "do not fit a result with N:2 x H:7 x W:7 x K:4"),
        ({"axes": [N, K, H, W]}, OceanValueError, "do not fit a result with"),
    ],
)
def test_errors_name_axes_and_lengths(arguments: dict[str, Any], error: type, says: str) -> None:
    with pytest.raises(error) as caught:
        ocean.convolution(made(N, C, H, W), made(K, C, R, S), **{"over": OVER, **arguments})
    assert says in str(caught.value)


@pytest.mark.host_only("arguments")
def test_errors_about_operands() -> None:
    x, f = made(N, C, H, W), made(K, C, R, S)
    with pytest.raises(OceanValueError, match="C:3 of the input and C:5 of the filters"):
        ocean.convolution(x, made(K, ocean.axis(5, "C", C.axisClass), R, S), OVER)
    with pytest.raises(OceanValueError, match="the filters have no axes; withAxes"):
        ocean.convolution(x, f.withoutAxes(), OVER)
    with pytest.raises(OceanTypeError, match="axes are those of the input"):
        ocean.convolutionGradData(x, f, OVER)
    with pytest.raises(OceanValueError, match="of the gradient do not fit a result with .*; strides"):
        ocean.convolutionGradFilters(x, x, OVER, axes=f.axes)
    with pytest.raises(OceanValueError, match="the result would have W twice; renameAxis"):
        ocean.convolution(made(W), made(W, S), {W: S})


def placed(each: ocean.tensor, look: str) -> ocean.tensor:
    """The same elements in another layout."""
    place = layouts.sample(look, each.dtype, each.size).tensor
    place.copy(each.withoutAxes())
    return place.withAxes(*each.axes)


@pytest.mark.parametrize("look", layouts.TARGETS)
@pytest.mark.parametrize("kind", layouts.DTYPES, ids=layouts.dtype_id)
def test_each_operand_in_every_layout(kind: Any, look: str) -> None:
    x, f = made(N, C, H, W, kind=kind), made(K, C, R, S, kind=kind, seed=1)
    settings: dict[str, Any] = {"strides": [1, 2], "dilation": [2, 1]}
    for more in (settings, {**settings, "padding": 1}):

        def results(x: ocean.tensor, f: ocean.tensor, g: ocean.tensor, more: dict[str, Any] = more) -> list[Any]:
            return [
                values(ocean.convolution(x, f, OVER, **more)),
                values(ocean.convolutionGradData(g, f, OVER, **more, axes=[N, C, H, W])),
                values(ocean.convolutionGradFilters(x, g, OVER, **more, axes=[K, C, R, S])),
            ]

        g = made(*ocean.convolution(x, f, OVER, **more).axes, kind=kind, seed=2)
        wanted = results(x, f, g)
        for case in ((placed(x, look), f, g), (x, placed(f, look), placed(g, look))):
            for found, expected in zip(results(*case), wanted, strict=True):
                np.testing.assert_array_equal(found, expected)


def test_repeated_elements() -> None:
    f = made(K, C, R, S, seed=1)
    repeated = made(N, H, W).broadcastTo([N, H, W, C])
    np.testing.assert_array_equal(
        values(ocean.convolution(repeated, f, OVER)), values(ocean.convolution(repeated.clone(), f, OVER))
    )


# --- Random convolutions -------------------------------------------------------------------------------------------


def windows(x: np.ndarray, moves: list[tuple[int, ...]], taps: tuple[int, ...]) -> tuple[slice, ...]:
    """Where the elements under a tap are in a padded input, channels x others x lengths."""
    found = [slice(None), slice(None)]
    for length, (count, stride, dilation), tap in zip(x.shape[2:], moves, taps, strict=True):
        positions = (length - dilation * (count - 1) - 1) // stride + 1
        found.append(slice(tap * dilation, tap * dilation + (positions - 1) * stride + 1, stride))
    return tuple(found)


def in_memory(array: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The same numbers in some layout."""
    order = rng.permutation(array.ndim)
    found = np.ascontiguousarray(array.transpose(order))
    how = rng.choice(["as it is", "swapped", "unaligned", "strided", "negative", "repeated"])
    if how == "swapped":
        found = found.astype(found.dtype.newbyteorder())
    elif how == "unaligned":
        room = np.zeros(found.nbytes + 1, np.uint8)[1:].view(found.dtype).reshape(found.shape)
        room[...] = found
        found = room
    elif how == "strided":
        found = np.repeat(found, 2, -1)[..., ::2]
    elif how == "negative":
        found = np.flip(np.ascontiguousarray(np.flip(found)))
    elif how == "repeated" and found.size:
        found = np.broadcast_to(found[:1], found.shape)
    return found.transpose(np.argsort(order))


LEVELS = {"plain": 0, "AVX2": 1, "AVX-512": 2}


@pytest.mark.host_only("the kernels of the host")
@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
@pytest.mark.parametrize("seed", range(40))
def test_random_convolutions_in_any_layout(level: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    kind = rng.choice(["f4", "f8", "f4", "f8", "f2", "i4"])
    count = rng.integers(1, 4)
    channels, outputs, others = (int(rng.choice([1, 2, 3, 4, 5, 9, 17, 70 // count])) for _ in range(3))
    moves = [tuple(map(int, (rng.integers(1, 5), rng.integers(1, 4), rng.integers(1, 4)))) for _ in range(count)]
    if rng.random() < 0.1:
        moves[0] = (3, 2, 50)
    lengths = [int(rng.integers(1, 70 if k == 0 and count < 3 else 12)) for k in range(count)]
    padding = []
    for length, (taps, _, dilation) in zip(lengths, moves, strict=True):
        before = int(rng.integers(0, 4))
        padding.append((before, int(rng.integers(0, 3)) + max(0, dilation * (taps - 1) + 1 - length - before)))
    x = rng.integers(-2, 3, (channels, others, *lengths)).astype(kind)
    f = rng.integers(-2, 3, (outputs, channels, *(taps for taps, _, _ in moves))).astype(kind)
    x, f = in_memory(x, rng), in_memory(f, rng)

    C, N, K = (ocean.axis(each) for each in (channels, others, outputs))
    over = {ocean.axis(length): ocean.axis(taps) for length, (taps, _, _) in zip(lengths, moves, strict=True)}
    settings: dict[str, Any] = {
        "strides": [each[1] for each in moves], "dilation": [each[2] for each in moves], "padding": padding,
    }  # fmt: skip
    around = np.pad(x.astype("f8"), [(0, 0), (0, 0), *padding])
    wanted: Any = 0
    taps_of = list(itertools.product(*(range(taps) for taps, _, _ in moves)))
    for taps in taps_of:
        wanted = wanted + np.tensordot(f[(slice(None), slice(None), *taps)].astype("f8"),
                                       around[windows(around, moves, taps)], 1)  # fmt: skip
    g = in_memory(rng.integers(-2, 3, wanted.shape).astype(kind), rng)
    data, filters = np.zeros(around.shape), np.zeros(f.shape)
    for taps in taps_of:
        here, tap = windows(around, moves, taps), (slice(None), slice(None), *taps)
        data[here] += np.tensordot(f[tap].astype("f8").T, g.astype("f8"), 1)
        filters[tap] = np.tensordot(g.astype("f8"), np.moveaxis(around[here], 0, -1), count + 1)
    inside = tuple(slice(before, before + n) for (before, _), n in zip(padding, lengths, strict=True))
    a = ocean.asTensor(x).withAxes(C, N, *over)
    b = ocean.asTensor(f).withAxes(K, C, *over.values())
    with instructions(level):
        y = ocean.convolution(a, b, over, **settings)
        c = ocean.asTensor(g).withAxes(K, *y.axes[:-1])
        of_data = ocean.convolutionGradData(c, b, over, **settings, axes=a.axes)
        of_filters = ocean.convolutionGradFilters(a, c, over, **settings, axes=b.axes)
    assert y.axes[0] is N and y.axes[-1] is K
    np.testing.assert_array_equal(values(y), np.moveaxis(wanted, 0, -1).astype(kind))
    np.testing.assert_array_equal(values(of_data), data[(slice(None), slice(None), *inside)].astype(kind))
    np.testing.assert_array_equal(values(of_filters), filters.astype(kind))


@contextmanager
def instructions(level: int) -> Iterator[None]:
    use_instructions(level)
    try:
        yield
    finally:
        use_instructions(2)


@pytest.mark.host_only("threads of the host")
@pytest.mark.parametrize(("size", "outputs"), [((40, 3, 61, 130), 13), ((30, 1, 30, 8), 150)])
def test_threads_and_the_way_a_convolution_is_cut_change_no_bit(size: tuple[int, ...], outputs: int) -> None:
    """Blocks of positions, or, where there are too few, of outputs."""
    rng = np.random.default_rng(5)
    x = ocean.asTensor(rng.standard_normal(size).astype("f4"), axes=[ocean.axis(n) for n in size])
    depth, _, height, width = x.axes
    R, S, K = ocean.axis(3), ocean.axis(3), ocean.axis(outputs)
    f = ocean.asTensor(rng.standard_normal((outputs, size[0], 3, 3)).astype("f4"), axes=[K, depth, R, S])
    before = ocean.getNumThreads()
    found = []
    try:
        for threads in (1, 2, 5):
            ocean.setNumThreads(threads)
            y = ocean.convolution(x, f, {height: R, width: S}, padding=1)
            gradients = (
                ocean.convolutionGradData(y, f, {height: R, width: S}, padding=1, axes=x.axes),
                ocean.convolutionGradFilters(x, y, {height: R, width: S}, padding=1, axes=f.axes),
            )
            found.append([values(each) for each in (y, *gradients)])
    finally:
        ocean.setNumThreads(before)
    for one, two, five in zip(*found, strict=True):
        np.testing.assert_array_equal(one, two)
        np.testing.assert_array_equal(one, five)
    part = x.slice(2, 20, 9)
    there = ocean.convolution(part, f, {part.axes[2]: R, width: S}, padding=[0, 1])
    np.testing.assert_array_equal(values(there), found[0][0][:, 21:28])


def test_calls_that_are_alike_differ_in_their_data_only() -> None:
    for kind in (ocean.float, ocean.half, ocean.float):
        for seed in (0, 5):
            x, f = made(N, C, H, W, kind=kind, seed=seed), made(K, C, R, S, kind=kind, seed=seed + 1)
            for settings in SETTINGS[:3]:
                y = ocean.convolution(x, f, OVER, **settings)
                assert y.dtype is kind
                np.testing.assert_array_equal(values(y), plain(values(x), values(f), **settings))
    x, f = made(N, C, H, W, kind=ocean.float), made(K, C, R, S, kind=ocean.float, seed=1)
    ocean.convolution(x, f, OVER, strides=1)
    with pytest.raises(OceanTypeError, match="Expected an integer"):
        ocean.convolution(x, f, OVER, strides=1.0)
    with pytest.raises(OceanTypeError):
        ocean.convolution(x, f, list(OVER))
    assert ocean.convolution(x, f, {H: S, W: R}).size == (2, 8, 6, 4)


@pytest.mark.host_only("sizes that only the kernels of the host can do")
def test_filters_that_reach_far() -> None:
    """Padding, strides and dilation may be far longer than the input: only what there is of it is copied."""
    line, pair = ocean.axis(5), ocean.axis(2)
    x, f = ocean.asTensor(np.arange(5, dtype="f4"), axes=[line]), ocean.asTensor(np.float32([1, 10]), axes=[pair])
    far = 10**12
    for settings, wanted, data, filters in (
        ({"strides": 2**62}, [10], [10, 100, 0, 0, 0], [0, 10]),
        ({"strides": far, "padding": far}, [0, 10, 0], [10, 100, 0, 0, 0], [0, 10]),
        ({"dilation": far, "padding": [(0, far)]}, [0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [30, 0]),
        ({"dilation": far, "padding": [(far, 0)]}, [0, 10, 20, 30, 40], [0, 100, 200, 300, 400], [0, 300]),
    ):
        y = ocean.convolution(x, f, {line: pair}, **settings)
        of_data = ocean.convolutionGradData(y, f, {line: pair}, **settings, axes=[line])
        of_filters = ocean.convolutionGradFilters(x, y, {line: pair}, **settings, axes=[pair])
        assert (y.to_numpy().tolist(), of_data.to_numpy().tolist(), of_filters.to_numpy().tolist()) == (wanted, data, filters)


@pytest.mark.host_only("other devices have no kernels for convolutions")
@pytest.mark.parametrize("settings", [*SETTINGS, {"padding": "same"}, {"padding": "same", "strides": 2}])
@pytest.mark.parametrize("axes", [(N, C, H, W), (W, C, H), (C, H, N, W)])
def test_other_lengths_need_no_new_plan(
    settings: dict[str, Any], axes: tuple[ocean.axis, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plan of a convolution is fitted to other lengths: the same bits and strides as by a plan of their own."""
    made_plans = []
    forward = plan.forward
    monkeypatch.setattr(plan, "forward", lambda *args: made_plans.append(args) or forward(*args))
    whole = made(*(ocean.axis(20, each.name, each.axisClass) if each in (H, W) else each for each in axes))
    over = dict(zip([each for each in whole.axes if each.name in "HW"], (S, R) if axes[0] is W else (R, S), strict=True))
    settings = {name: ({} if isinstance(each, dict) else each) for name, each in settings.items()}
    f = made(K, C, R, S, seed=1)
    inputs = [
        whole[tuple(slice(a, a + n) if each.name == "H" else slice(0, m) if each.name == "W" else slice(None)
                    for each in axes)]
        for a, n, m in ((0, 9, 8), (1, 10, 7), (2, 7, 20), (0, 20, 9), (3, 8, 8))
    ]  # fmt: skip
    api.CALLS.clear()
    quick = [ocean.convolution(x, f, over, **settings) for x in inputs]
    assert len(made_plans) == 1
    for x, y in zip(inputs, quick, strict=True):
        api.CALLS.clear()
        wanted = ocean.convolution(x, f, over, **settings)
        assert y.axes == wanted.axes and y.strides == wanted.strides
        assert np.array_equal(values(y), values(wanted))
    assert len(made_plans) == 1 + len(inputs)
    short = whole[tuple(slice(0, 1) if each.name in "HW" else slice(None) for each in axes)]
    with pytest.raises(OceanValueError, match="reaches over"):
        ocean.convolution(short, f, over)
