"""Up to 64 dimensions, as in NumPy: every kind of operation, on both faces and all devices."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ocean
import ocean.numpy as np
from ocean._src.core.objects.axes import FEW_DIMS, MAX_DIMS
from ocean._src.core.objects.deferred import deferring, set_deferring
from tests import layouts

RANKS = (9, 16, 32, 64)


def shape_of(rank: int, seed: int, long: int = 11) -> tuple[int, ...]:
    """A shape with `long` axes of length two; rank 9 has an axis of length three."""
    draw = numpy.random.default_rng(seed)
    shape = [1] * rank
    for k in draw.choice(rank, min(rank, long), replace=False):
        shape[k] = 2
    shape[rank // 2] = 3
    return tuple(shape)


def sample(rank: int, seed: int, kind: str = "f8") -> tuple[Any, Any]:
    """An array in a scrambled order of axes, on the device of the tests, and NumPy's: their loops do not coalesce."""
    draw = numpy.random.default_rng(seed)
    shape = shape_of(rank, seed)
    values = draw.integers(-9, 9, math.prod(shape)).astype(kind).reshape(shape)
    order = tuple(int(k) for k in draw.permutation(rank))
    return np.asarray(values, device=layouts.device).transpose(order), values.transpose(order)


def same(found: Any, wanted: Any) -> None:
    there = found.to_numpy() if isinstance(found, ocean.tensor) else numpy.asarray(found.to_device("cpu"))
    assert there.dtype == wanted.dtype
    numpy.testing.assert_allclose(there, wanted, rtol=1e-12)


def some_axes(rank: int, seed: int) -> tuple[int, ...]:
    draw = numpy.random.default_rng(seed)
    return tuple(int(k) for k in draw.choice(rank, rank // 2, replace=False))


CALLS: dict[str, Callable[..., Any]] = {
    "add": lambda np, a, b, axes: a + b,
    "own transpose": lambda np, a, b, axes: a + a.reshape(a.shape[::-1]).T,
    "broadcast": lambda np, a, b, axes: a * b[..., :1] - b[:1],
    "row": lambda np, a, b, axes: a - b[(0,) * (a.ndim - 2)],
    "compare": lambda np, a, b, axes: (a > b) | (a == 3),
    "where": lambda np, a, b, axes: np.where(a > 0, a, b),
    "cast": lambda np, a, b, axes: a.astype("f4"),
    "copy": lambda np, a, b, axes: a.copy(),
    "copy in order": lambda np, a, b, axes: np.ascontiguousarray(a),
    "sum": lambda np, a, b, axes: a.sum(),
    "sum axes": lambda np, a, b, axes: a.sum(axis=axes),
    "sum axis": lambda np, a, b, axes: np.sum(a, axis=axes[0]),
    "sum kept": lambda np, a, b, axes: np.sum(a, axis=axes, keepdims=True),
    "mean of all kept": lambda np, a, b, axes: np.mean(a, keepdims=True),
    "max": lambda np, a, b, axes: np.max(a, axis=axes),
    "std": lambda np, a, b, axes: np.std(a, axis=axes),
    "any": lambda np, a, b, axes: np.any(a > 5, axis=axes),
    "argmax": lambda np, a, b, axes: np.argmax(a),
    "argmin axis": lambda np, a, b, axes: np.argmin(a, axis=axes[0]),
    "count": lambda np, a, b, axes: np.count_nonzero(a, axis=axes),
    "cumsum": lambda np, a, b, axes: np.cumsum(a, axis=axes[0]),
    "cumprod": lambda np, a, b, axes: np.cumprod(a[..., :1], axis=axes[-1]),
    "diff": lambda np, a, b, axes: np.diff(a, axis=axes[0]),
    "reshape": lambda np, a, b, axes: a.reshape(-1),
    "reshape many": lambda np, a, b, axes: a.reshape(a.shape[::-1]),
    "swapaxes": lambda np, a, b, axes: np.swapaxes(a, axes[0], axes[-1]) + 0,
    "moveaxis": lambda np, a, b, axes: np.moveaxis(a, axes[0], 0) * 2,
    "expand": lambda np, a, b, axes: np.squeeze(np.expand_dims(a[..., 0], 0), 0),
    "flip": lambda np, a, b, axes: np.flip(a, axes),
    "roll": lambda np, a, b, axes: np.roll(a, 1, axes[0]),
    "concatenate": lambda np, a, b, axes: np.concatenate([a, b, a], axes[0]),
    "stack": lambda np, a, b, axes: np.stack([a[..., 0], b[..., 0]], axes[0] // 2),
    "split": lambda np, a, b, axes: np.array_split(a, 2, axes[0])[0],
    "tile": lambda np, a, b, axes: np.tile(a, 2),
    "repeat": lambda np, a, b, axes: np.repeat(a, 2, axes[0]),
    "take": lambda np, a, b, axes: np.take(a, [0, -1, 0], axis=axes[0]),
    "mask": lambda np, a, b, axes: a[a > 0],
    "rows": lambda np, a, b, axes: a[..., [0, -1]],
    "element": lambda np, a, b, axes: a[(0,) * a.ndim],
    "view": lambda np, a, b, axes: a[(slice(None, None, -1),) * 5 + (..., 0)],
    "matmul": lambda np, a, b, axes: a @ np.swapaxes(b, -1, -2),
    "matmul broadcast": lambda np, a, b, axes: a @ np.swapaxes(b[(0,) * (b.ndim - 2)], -1, -2),
    "complex": lambda np, a, b, axes: np.real((a + 1j * b) ** 2),
    "pad": lambda np, a, b, axes: np.pad(a, [(0, 0)] * (a.ndim - 1) + [(1, 2)]),
    "round": lambda np, a, b, axes: np.clip(np.round(a / 3), -2, b),
    "nonzero": lambda np, a, b, axes: np.nonzero(a > 3)[axes[0]],
    "broadcast_to": lambda np, a, b, axes: np.sum(np.broadcast_to(a[..., :1], a.shape[:-1] + (5,)), axis=-1),
    "einsum": lambda np, a, b, axes: np.einsum("...i,...i->...", a, b),
    "isnan": lambda np, a, b, axes: np.isnan(a / a),
}  # fmt: skip

UP_TO_32: dict[str, Callable[..., Any]] = {
    "sort": lambda np, a, b, axes: np.sort(a, axis=axes[0]),
    "argsort": lambda np, a, b, axes: np.argsort(a, axis=axes[0], kind="stable"),
    "median": lambda np, a, b, axes: np.median(a, axis=axes),
    "quantile": lambda np, a, b, axes: np.quantile(a, 0.25, axis=axes[0]),
}
"""NumPy takes at most 32 dimensions in these functions; the largest rank is compared with fewer dimensions."""


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("name", [*CALLS, *UP_TO_32])
def test_calls(rank: int, name: str) -> None:
    if name in UP_TO_32 and rank > 32:
        rank = 32
    (a, x), (b, y) = (sample(rank, seed) for seed in (rank, rank))
    axes = some_axes(rank, rank + 1)
    call = CALLS.get(name) or UP_TO_32[name]
    b, y = -b, -y
    with numpy.errstate(all="ignore"):
        wanted = call(numpy, x, y, axes)
    for _ in range(2):  # the plan of the first call is used again
        same(call(np, a, b, axes), numpy.asarray(wanted))


def test_sorting_of_64() -> None:
    a, x = sample(64, 5)
    axis = x.shape.index(3)
    same(np.sort(a, axis=axis).reshape(-1), numpy.sort(x.reshape(-1, 3, math.prod(x.shape[axis + 1 :])), 1).reshape(-1))


@pytest.mark.parametrize("rank", RANKS)
def test_making_and_assigning(rank: int) -> None:
    shape = shape_of(rank, 3)
    same(np.zeros(shape), numpy.zeros(shape))
    same(np.full(shape, 7, "i4"), numpy.full(shape, 7, "i4"))
    same(np.arange(math.prod(shape)).reshape(shape), numpy.arange(math.prod(shape)).reshape(shape))
    nested: Any = 5.0
    for _ in range(rank):
        nested = [nested]
    same(np.array(nested), numpy.array(nested))
    a, x = sample(rank, 8)
    a, x = a.copy(), x.copy()
    a[..., 0] = 4
    x[..., 0] = 4
    a[a < 0] = 1
    x[x < 0] = 1
    a += a[..., :1]
    x += x[..., :1]
    a[..., [0]] = b = a[..., [-1]] * 2
    x[..., [0]] = y = x[..., [-1]] * 2
    same(a, x)
    same(b, y)
    np.add(a, 1, out=a)
    same(a, x + 1)
    total = np.zeros(x.sum(axis=0).shape)
    np.sum(a, axis=0, out=total)
    same(total, (x + 1).sum(axis=0))


@pytest.mark.parametrize("rank", RANKS)
def test_text(rank: int) -> None:
    a, x = sample(rank, 2, "i8")
    assert str(a.to_device("cpu")) == str(x)
    assert f"{'x'.join(map(str, x.shape))}" in str(ocean.asTensor(a))


@pytest.mark.parametrize("rank", RANKS)
def test_tensors(rank: int) -> None:
    draw = numpy.random.default_rng(rank)
    size = shape_of(rank, rank)
    values = draw.integers(-9, 9, math.prod(size)).astype("f8").reshape(size, order="F")
    order = [int(k) for k in draw.permutation(rank)]
    t, x = ocean.asTensor(values).permuteAxes(order), values.transpose(order)
    axes = some_axes(rank, rank)
    same(t + 2 * t, x + 2 * x)
    same(ocean.sum(t, axes), x.sum(axis=axes))
    same(ocean.sum(t, axes[0]), x.sum(axis=axes[0]))
    same(ocean.maximum(t, axes, True), x.max(axis=axes, keepdims=True))
    assert ocean.sum(t) == x.sum() and t.ndims == rank
    same(ocean.cumsum(t, axes[0]), x.cumsum(axis=axes[0]))
    same(t.T, numpy.swapaxes(x, 0, 1))
    same(t.reshape(*x.shape[::-1]), x.reshape(x.shape[::-1], order="F"))
    same(ocean.float(t), x.astype("f4"))
    same(ocean.reduce_binary(t, lambda a, b: a * 0.5 + b, axes[0]), folded(x, axes[0]))
    for device in (ocean.cpu, layouts.device):
        same(device(t), x)


def folded(x: Any, axis: int) -> Any:
    """The fold of a*0.5 + b along an axis."""
    first, *others = numpy.moveaxis(x, axis, 0)
    for each in others:
        first = first * 0.5 + each
    return numpy.asarray(first)


@pytest.mark.parametrize("rank", RANKS)
def test_lazy_and_fused(rank: int) -> None:
    a, x = sample(rank, 4)
    t = ocean.asTensor(a)
    axes = some_axes(rank, 4)
    values = x
    same((ocean.lazy(t) * 2 + 1).eval(), values * 2 + 1)
    same(ocean.sum(ocean.lazy(t) @ t, axes).eval(), (values * values).sum(axis=axes))
    assert ocean.sum(ocean.lazy(t) @ t) == (x * x).sum()

    @ocean.fuse
    def squares(a: Any) -> Any:
        return ocean.sum((a - 1) ** 2, axes[0]) + 1

    for _ in range(2):
        same(squares(t), ((values - 1) ** 2).sum(axis=axes[0]) + 1)

    @np.fuse
    def spread(a: Any) -> Any:
        return (a - np.mean(a, axis=axes, keepdims=True)) / 4

    same(spread(a), (x - x.mean(axis=axes, keepdims=True)) / 4)


def test_deferring() -> None:
    former = deferring()
    set_deferring(1, 0)
    try:
        for rank in RANKS:
            a, x = sample(rank, 6)
            same(np.sum((a + 1) * a - a, axis=rank - 1), ((x + 1) * x - x).sum(axis=rank - 1))
    finally:
        set_deferring(former)


def test_one_more() -> None:
    assert MAX_DIMS == 64 and FEW_DIMS < 9
    most = np.zeros((1,) * 64)
    for call in (
        lambda: np.zeros((1,) * 65), lambda: ocean.tensor([1] * 65), lambda: most[None], lambda: np.expand_dims(most, 0),
        lambda: np.stack([most, most]), lambda: most.reshape((1,) * 65), lambda: np.ones(1)[(None,) * 64],
        lambda: np.broadcast_to(most, (2,) + (1,) * 64), lambda: np.tile(most, (1,) * 65),
        lambda: ocean.asTensor([ocean.tensor([1] * 64)]), lambda: ocean.tensor([1] * 64).unsqueeze(0),
        lambda: np.add.outer(most, np.ones(2)), lambda: most[..., np.zeros((1, 1), int)],
    ):  # fmt: skip
        with pytest.raises((ValueError, IndexError), match="64"):
            call()


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_against_numpy(data: st.DataObject) -> None:
    rank = data.draw(st.integers(9, 64))
    longer = data.draw(st.lists(st.integers(0, rank - 1), max_size=9, unique=True))
    shape = [1] * rank
    for k in longer:
        shape[k] = data.draw(st.integers(0 if k % 7 == 0 else 1, 3))
    x = (numpy.arange(math.prod(shape)) % 17 - 5.0).reshape(shape)
    order = data.draw(st.permutations(range(rank)))
    steps = tuple(slice(None, None, data.draw(st.sampled_from([1, 1, -1]))) for _ in range(rank))
    a, x = np.asarray(x, device=layouts.device).transpose(order)[steps], x.transpose(order)[steps]
    axes = tuple(data.draw(st.lists(st.integers(0, rank - 1), min_size=1, max_size=rank, unique=True)))
    keepdims = data.draw(st.booleans())
    same(np.sum(a, axis=axes, keepdims=keepdims), x.sum(axis=axes, keepdims=keepdims))
    same(a * 2 + a[..., ::-1], x * 2 + x[..., ::-1])
    same(np.cumsum(a, axis=axes[0]), x.cumsum(axis=axes[0]))
    same(np.concatenate([a, a], axes[0]), numpy.concatenate([x, x], axes[0]))
    same(a[a > 1], x[x > 1])
    same(a.reshape(-1), x.reshape(-1))
    same(
        np.where(a > 0, a, a[(slice(0, 1),) * 2]) if 0 not in x.shape else a,
        numpy.where(x > 0, x, x[:1, :1]) if 0 not in x.shape else x,
    )


@pytest.mark.parametrize("count", [8, 9, 10])
@pytest.mark.parametrize("kind", [ocean.float, ocean.double, ocean.int32])
def test_convolution_over_many_axes(kind: ocean.dtype, count: int) -> None:
    """The compiled kernels have room for eight axes of a kind."""
    moved = {ocean.axis(3): ocean.axis(2) for _ in range(count)}
    summed, kept = ocean.axis(1), [ocean.axis(2) for _ in range(count)]
    x = ocean.asTensor(numpy.ones([3] * count), kind, axes=list(moved))
    f = ocean.asTensor(numpy.ones([2] * count), kind, axes=list(moved.values()))
    assert numpy.unique(layouts.read(ocean.convolution(x, f, over=moved))).tolist() == [2.0**count]
    first, last = next(iter(moved.items()))
    x = ocean.asTensor(numpy.ones([3, *[2] * count]), kind, axes=[first, *kept])
    f = ocean.asTensor(numpy.ones([2, *[2] * count]), kind, axes=[last, *kept])
    assert layouts.read(ocean.convolution(x, f, over={first: last})).tolist() == [2.0 ** (count + 1)] * 2
    x = ocean.asTensor(numpy.ones([3, 1]), kind, axes=[first, summed])
    f = ocean.asTensor(numpy.ones([2, 1, *[2] * count]), kind, axes=[last, summed, *kept])
    assert numpy.unique(layouts.read(ocean.convolution(x, f, over={first: last}))).tolist() == [2.0]
