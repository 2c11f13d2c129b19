"""Plans of convolutions and their gradients for the kernels of the host (core/host/convolution/convolution).

Each gradient is a convolution itself. The gradient of the data moves flipped filters over the gradient of the
result; if the filter has a stride, each phase of the stride takes a part of the taps. The gradient of the filters
moves the gradient of the result over the input: positions and taps, strides and dilation, and channels and others
swap roles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import gcd, prod

from ocean._src.base.records import NamedTuple
from ocean._src.core.host.convolution.convolution import make_resizing, make_sliding, resizing, sliding
from ocean._src.core.objects.description import description, make_description
from ocean._src.core.objects.tensor import inner_description, tensor
from ocean._src.ops.axes import Axes

STEPS, POSITIONS = 1 << 26, 1 << 36
"""The limits of the kernels: products per sum, and positions along an axis."""

FEW = 32
"""Dimensions of fewer bytes are not worth copying for contiguous reads."""


class Move(NamedTuple):
    """How a filter moves over an axis: its dimension in the input and the filter, and the lengths along it."""

    place: int
    tap: int
    length: int
    taps: int
    stride: int
    dilation: int
    before: int
    after: int

    @property
    def padded(self) -> int:
        return self.before + self.length + self.after

    @property
    def positions(self) -> int:
        return (self.padded - self.dilation * (self.taps - 1) - 1) // self.stride + 1


class Geometry(NamedTuple):
    """The roles of the dimensions of input, filters and result, and the axes of the result."""

    moves: list[Move]
    channels: tuple[list[int], list[int]]  # of the input, of the filters
    others: list[int]
    outputs: list[int]
    axes: Axes
    order: list[int]  # the dimensions of the result: outputs, moves and others, one after another


class Walk(NamedTuple):
    """An axis as the kernels see it: lengths of input and result, how the filter moves, and strides in bytes."""

    length: int
    positions: int
    taps: int
    stride: int
    dilation: int
    before: int
    x: int
    f: int
    y: int


class Piece(NamedTuple):
    """A convolution for the kernels. Summed dimensions are (length, strides of input and filters), outputs are (length,
    strides of filters and result). The offsets are those of the first element in filters and result."""

    walks: list[Walk]
    channels: list[tuple[int, int, int]]
    outputs: list[tuple[int, int, int]]
    filters: int = 0
    result: int = 0


def nearness(walk: Walk) -> tuple[bool, int]:
    """A sort key: small strides first. Broadcast dimensions come last, and so do dimensions of a few bytes that the
    filter does not move over: they would be copied a few bytes at a time."""
    return walk.x == 0 or (walk.taps == 1 and walk.length * abs(walk.x) < FEW), abs(walk.x)


def countable(moves: Sequence[Move], steps: int) -> bool:
    """Whether the sizes fit the counters of the kernels; larger ones would take too long anyway."""
    return steps <= STEPS and all(
        max(move.positions, move.length, move.taps) <= POSITIONS and move.padded <= POSITIONS << 24 for move in moves
    )


def dense(like: tensor, lengths: Sequence[int], order: Sequence[int]) -> description:
    """A new contiguous description with dimensions of these lengths, fastest first in `order`."""
    strides, step = [0] * len(lengths), like.dtype.size
    for k in order:
        strides[k] = step
        step *= max(1, lengths[k])
    return make_description(like.dtype, lengths, strides, like.device)


def result_like(x: tensor, moves: Sequence[Walk], others: Sequence[Walk], outputs: Sequence[int], lengths: Sequence[int]
                ) -> description:  # fmt: skip
    """The result of a convolution, outputs x moves x others. Moves and others have the memory order of the input, and
    outputs have larger strides than the moves."""
    first, walks = len(outputs), [*moves, *others]
    near = sorted(range(len(walks)), key=lambda k: nearness(walks[k]))
    last = max(near.index(k) for k in range(len(moves))) + 1
    order = [*(first + k for k in near[:last]), *range(first), *(first + k for k in near[last:])]
    return dense(x, [*outputs, *lengths, *(walk.length for walk in others)], order)


def kept(x: tensor, others: Sequence[int]) -> list[Walk]:
    """Dimensions that the filter does not move over: it has one tap along them."""
    return [Walk(x.size[k], x.size[k], 1, 1, 1, 0, x.strides[k], 0, 0) for k in others]


def onto(walks: Sequence[Walk], y: Sequence[int]) -> list[Walk]:
    """The walks with the strides of a result, smallest strides first."""
    return sorted((walk._replace(y=step) for walk, step in zip(walks, y, strict=True)), key=nearness)


def forward(x: tensor, f: tensor, found: Geometry, order: Sequence[int], axes: Axes) -> sliding | None:
    """The plan of the convolution into a result with these axes; None if the kernels do not support it."""
    outputs, moves = [f.size[k] for k in found.outputs], found.moves
    steps, positions = prod(f.size) // max(1, prod(outputs)), [move.positions for move in moves]
    few = prod(positions) * prod(x.size[k] for k in found.others) < 8
    if not countable(moves, steps) or (few and prod(f.size) > STEPS >> 6):  # a few matrix-vector products
        return None
    walks = [
        Walk(move.length, move.positions, move.taps, move.stride if move.positions > 1 else 1,
             move.dilation if move.taps > 1 else 1, move.before, x.strides[move.place], f.strides[move.tap], 0)
        for move in moves
    ]  # fmt: skip
    others, first = kept(x, found.others), len(outputs)
    inside = result_like(x, walks, others, outputs, positions)
    y = inside.strides
    piece = Piece(
        onto([*walks, *others], y[first:]),
        [(x.size[a], x.strides[a], f.strides[b]) for a, b in zip(*found.channels, strict=True)],
        [(f.size[k], f.strides[k], step) for k, step in zip(found.outputs, y[:first], strict=True)],
    )
    result = inside.permute([found.order[k] for k in order])[1].with_axes(axes)
    return make_sliding(inner_description(x), inner_description(f), result, [piece])


def for_sizes(x: tensor, f: tensor, found: Geometry, padding: object) -> resizing | None:
    """The plans that `forward` makes for other lengths of the axes that the filters move over, with the axes of the
    geometry; None if they have to be made one by one."""
    some = padding.values() if isinstance(padding, Mapping) else padding if isinstance(padding, (list, tuple)) else ()
    if any(isinstance(each, str) for each in some):  # "same" along some of the axes
        return None
    return make_resizing(inner_description(x), inner_description(f), found.moves, found.channels, found.others,
                         found.outputs, found.order, padding == "same")  # fmt: skip


def phases(move: Move, g: int, f: int, y: int) -> Iterator[tuple[Walk, int, int]]:
    """The gradient of the data along an axis with these strides: a walk for each phase of the stride that has taps,
    with offsets into the filters and the result. Tap r of position p is at element p * stride + r * dilation -
    before."""
    stride = move.stride if move.positions > 1 else 1
    divisor = gcd(stride, move.dilation)
    period, apart = stride // divisor, move.dilation // divisor
    for tap in range(min(period, move.taps)):
        taps = (move.taps - 1 - tap) // period + 1
        ahead, phase = divmod(tap * move.dilation, stride)
        first = -((phase - move.before) // stride)
        count = (move.length - 1 + move.before - phase) // stride + 1 - first
        if count > 0:
            reach, last = (apart * (taps - 1), tap + period * (taps - 1)) if taps > 1 else (0, tap)
            walk = Walk(move.positions, count, taps, 1, apart if taps > 1 else 1, reach + ahead - first, g,
                        -period * f if taps > 1 else f, stride * y if count > 1 else y)  # fmt: skip
            yield walk, last * f, (phase + stride * first - move.before) * y


def data(g: tensor, f: tensor, found: Geometry, places: Sequence[int], axes: Axes) -> sliding | None:
    """The plan of the gradient of an input with these axes; `places` are the dimensions of the gradient that are
    outputs, moves and others."""
    moves, first = found.moves, len(found.outputs)
    outputs, moved, others = places[:first], places[first : first + len(moves)], places[first + len(moves) :]
    channels = [f.size[k] for k in found.channels[1]]
    if not countable(moves, prod(f.size) // max(1, prod(channels))):
        return None
    rest, last = kept(g, others), len(channels) + len(moves)
    seen = [Walk(move.positions, move.length, move.taps, 1, 1, 0, g.strides[k], 0, 0)
            for move, k in zip(moves, moved, strict=True)]  # fmt: skip
    inside = result_like(g, seen, rest, channels, [move.length for move in moves])
    y = inside.strides
    summed = [(g.size[a], g.strides[a], f.strides[b]) for a, b in zip(outputs, found.outputs, strict=True)]
    given = [(f.size[k], f.strides[k], step) for k, step in zip(found.channels[1], y, strict=False)]
    pieces = [
        Piece(
            onto([*(walk for walk, _, _ in each), *rest], [*(walk.y for walk, _, _ in each), *y[last:]]),
            summed, given, sum(start for _, start, _ in each), sum(start for _, _, start in each),
        )
        for each in product(*(
            list(phases(move, g.strides[k], f.strides[move.tap], step))
            for move, k, step in zip(moves, moved, y[len(channels) : last], strict=True)
        ))
    ]  # fmt: skip
    order = [*found.channels[0], *(move.place for move in moves), *found.others]
    result = inside.permute([order.index(k) for k in range(len(order))])[1].with_axes(axes)
    gaps = any(move.taps < move.stride or gcd(move.stride, move.dilation) > 1 for move in moves)
    return make_sliding(inner_description(g), inner_description(f), result, pieces, gaps)


def filters(x: tensor, g: tensor, found: Geometry, places: Sequence[int], axes: Axes) -> sliding | None:
    """The plan of the gradient of filters with these axes; `places` are the dimensions of the gradient that are
    outputs, moves and others."""
    moves, first, channels = found.moves, len(found.outputs), found.channels[0]
    outputs, moved, others = places[:first], places[first : first + len(moves)], places[first + len(moves) :]
    if not countable(moves, prod(g.size[k] for k in moved)) or prod(g.size[k] for k in others) > POSITIONS:
        return None
    lengths = [*(g.size[k] for k in outputs), *(x.size[k] for k in channels), *(move.taps for move in moves)]
    inside = dense(x, lengths, [*range(first, len(lengths)), *range(first)])
    y, last = inside.strides, first + len(channels)
    walks = [
        Walk(move.length, move.taps, move.positions, move.dilation if move.taps > 1 else 1,
             move.stride if move.positions > 1 else 1, move.before, x.strides[move.place], g.strides[k], 0)
        for move, k in zip(moves, moved, strict=True)
    ]  # fmt: skip
    piece = Piece(
        [*onto(kept(x, channels), y[first:last]), *onto(walks, y[last:])],
        [(x.size[a], x.strides[a], g.strides[b]) for a, b in zip(found.others, others, strict=True)],
        [(g.size[k], g.strides[k], step) for k, step in zip(outputs, y[:first], strict=True)],
    )  # fmt: skip
    order = [*found.outputs, *found.channels[1], *(move.tap for move in moves)]
    result = inside.permute([order.index(k) for k in range(len(order))])[1].with_axes(axes)
    return make_sliding(inner_description(x), inner_description(g), result, [piece], in_chunks=True)
