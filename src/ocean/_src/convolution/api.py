"""The public convolution functions of tensors with axes: arguments, and the fallback without host kernels.

A filter moves over some axes of the input. The elements under one element of the filter, a tap, are a strided view
of the input: nothing is unrolled in memory. The host has kernels for real numbers (core/host/convolution), which sum
over all taps at once. Otherwise a convolution is one matrix product per tap, accumulated in the result. Internally
the input is channels x positions x others, the filters are outputs x channels x taps, and the result is outputs x
positions x others.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod

from ocean._src.axes.labels import check_uncontracted, contracted, labelled
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any, TypeVar
from ocean._src.convolution import plan
from ocean._src.convolution.plan import Geometry, Move
from ocean._src.core.call.callables import asking
from ocean._src.core.call.operands import tensor_of
from ocean._src.core.functions.copies import converted
from ocean._src.core.host.convolution.convolution import key_of, readable, recalled, sizes_key, slide
from ocean._src.core.objects.axes import as_axes, axes_text, axis, is_axis, place_of, resized
from ocean._src.core.objects.description import integer, make_description
from ocean._src.core.objects.dtypes import DOUBLE, FLOAT, common, computing_of, dtype
from ocean._src.core.objects.tensor import inner_description, make_empty, make_view, tensor
from ocean._src.ops.axes import Axes, same_kind
from ocean._src.ops.dispatch import check_types
from ocean._src.tensor.multiply import general

CHUNK = 1 << 20
"""The size in bytes of the part of the result that is computed at a time, so that it stays in the cache while taps are
added."""

REMEMBERED = 512
"""The limit of cached calls."""

Setting = int | str | Sequence[Any] | Mapping[axis, Any]
Found = TypeVar("Found")


# --- Arguments ---------------------------------------------------------------------------------------------------


def each_of(name: str, what: str, value: Any, over: Sequence[axis], default: int) -> list[Any]:
    """A setting for each axis that the filter moves over, from one value for all, one for each, or a dict by axis."""
    if isinstance(value, Mapping):
        for key in value:
            if key not in over:
                raise OceanValueError(
                    f"{name}(): {what} names {shown(key)}, expected one of the axes {axes_text(over)}"
                )
        return [value.get(key, default) for key in over]
    if isinstance(value, (list, tuple)):
        if len(value) != len(over):
            raise OceanValueError(
                f"{name}(): {what} has {len(value)} entries, expected one for each of the axes {axes_text(over)}"
            )
        return list(value)
    return [value] * len(over)


def at_least(name: str, what: str, value: Any, where: axis, least: int) -> int:
    number = integer(value, what)
    if number < least:
        raise OceanValueError(f"{name}(): {what} along {where} must be at least {least}, got {number}")
    return number


def widths(name: str, value: Any, where: axis, length: int, stride: int, reach: int) -> tuple[int, int]:
    """The count of zeros before and after an axis. "same": as many positions as elements, divided by the stride."""
    if isinstance(value, str) and value in ("same", "valid"):
        lacking = max((-(-length // stride) - 1) * stride + reach - length, 0) if value == "same" else 0
        return lacking // 2, lacking - lacking // 2
    pair = value if isinstance(value, (list, tuple)) else (value, value)
    if len(pair) != 2 or isinstance(value, str):
        raise OceanValueError(
            f"{name}(): padding along {where} is a number, a pair, 'same' or 'valid', got {shown(value)}"
        )
    return at_least(name, "padding", pair[0], where, 0), at_least(name, "padding", pair[1], where, 0)


def read_moves(
    name: str, x: Axes, f: Axes, over: Any, strides: Setting, padding: Setting, dilation: Setting
) -> list[Move]:
    if not isinstance(over, Mapping) or not over or not all(map(is_axis, (*over, *over.values()))):
        raise OceanTypeError(
            f"{name}(): over says which axes of the filter move over which axes of the input, as in "
            f"over={{H: R, W: S}}, got {shown(over)}"
        )
    moves = []
    axes = list(over)
    settings = zip(
        each_of(name, "strides", strides, axes, 1),
        each_of(name, "padding", padding, axes, 0),
        each_of(name, "dilation", dilation, axes, 1),
        strict=True,
    )
    for (mine, theirs), (stride, around, apart) in zip(over.items(), settings, strict=True):
        place, tap = place_of(x, mine), place_of(f, theirs)
        step, spread = at_least(name, "strides", stride, mine, 1), at_least(name, "dilation", apart, mine, 1)
        length, taps = x[place].length, f[tap].length
        before, after = widths(name, around, mine, length, step, spread * (taps - 1) + 1)
        move = Move(place, tap, length, taps, step, spread, before, after)
        if move.taps < 1:
            raise OceanValueError(f"{name}(): the filter has no elements along {f[tap]}")
        if move.positions < 1:
            raise OceanValueError(
                f"{name}(): the filter reaches over {spread * (move.taps - 1) + 1} elements along {f[tap]}, but "
                f"{x[place]} has only {move.padded}" + (" with its padding" if before or after else "")
            )
        moves.append(move)
    for found in ([move.place for move in moves], [move.tap for move in moves]):
        if len(set(found)) < len(found):
            raise OceanValueError(f"{name}(): over names one axis twice: {shown(over)}")
    return moves


def read_channels(name: str, x: Axes, f: Axes, moves: list[Move]) -> list[tuple[int, int]]:
    """The axes over which products are summed, as dimensions of the input and of the filters: those that `dot(filters,
    input)` contracts, and those that both have."""
    mine = [k for k in range(len(x)) if k not in {move.place for move in moves}]
    theirs = [k for k in range(len(f)) if k not in {move.tap for move in moves}]
    pairs = [(mine[b], theirs[a]) for a, b in contracted(tuple(f[k] for k in theirs), tuple(x[k] for k in mine))]
    for k in theirs:
        if k in {b for _, b in pairs}:
            continue
        left = [a for a in mine if a not in {one for one, _ in pairs}]
        fitting = [a for a in left if x[a] is f[k]] or [a for a in left if same_kind(x[a], f[k])]
        if len(fitting) > 1:
            names = " and ".join(repr(x[a]) for a in fitting)
            raise OceanValueError(f"{name}(): the axis {f[k]} of the filters may be summed with {names}")
        if fitting:
            if x[fitting[0]].length != f[k].length:
                raise OceanValueError(
                    f"{name}(): products are summed over {x[fitting[0]]} of the input and {f[k]} of the filters, which "
                    "have one class and two lengths"
                )
            pairs.append((fitting[0], k))
    check_uncontracted(
        name, tuple(f[k] for k in theirs), tuple(x[k] for k in mine),
        [(theirs.index(b), mine.index(a)) for a, b in pairs],
    )  # fmt: skip
    return sorted(pairs)


def read(
    name: str, x: Axes, f: Axes, over: Any, strides: Setting, padding: Setting, dilation: Setting, near: Sequence[int]
) -> Geometry:
    """Classify the axes. The axes that the filter moves over are sorted by their strides in memory."""
    moves = read_moves(name, x, f, over, strides, padding, dilation)
    moves.sort(key=lambda move: abs(near[move.place]))
    pairs = read_channels(name, x, f, moves)
    places = [move.place for move in moves]
    kept = [k for k in range(len(x)) if k not in {one for one, _ in pairs}]
    others = [k for k in kept if k not in places]
    used = {other for _, other in pairs} | {move.tap for move in moves}
    outputs = [k for k in range(len(f)) if k not in used]
    for move, k in itertools.product(moves, outputs):
        if same_kind(x[move.place], f[k]):
            raise OceanValueError(
                f"{name}(): the filters move over {x[move.place]} of the input and have an axis {f[k]} of their own: "
                f"the result would have {x[move.place].name} twice; renameAxis one of them"
            )
    lengths = {move.place: move.positions for move in moves}
    axes = as_axes([*(resized(x[k], lengths.get(k, x[k].length)) for k in kept), *(f[k] for k in outputs)])
    inside = [*places, *others]
    order = [len(outputs) + inside.index(k) for k in kept] + list(range(len(outputs)))
    assert axes is not None, "there is an axis that the filter moves over"
    return Geometry(moves, ([a for a, _ in pairs], [b for _, b in pairs]), others, outputs, axes, order)


def arranged(name: str, wanted: Axes, given: Axes, of: str = "", advice: str = "") -> list[int]:
    """Map each given axis to a wanted one: itself, the only one of its class and length, or else the next one that is
    left."""
    problem = f"{name}(): the axes {axes_text(given)}{of} do not fit a result with {axes_text(wanted)}{advice}"
    if len(given) != len(wanted):
        raise OceanValueError(problem)
    found: list[int | None] = [wanted.index(each) if each in wanted else None for each in given]
    for number, each in enumerate(given):
        fitting = [
            k for k, other in enumerate(wanted)
            if k not in found and same_kind(each, other) and each.length == other.length
        ]  # fmt: skip
        if found[number] is None and len(fitting) == 1:
            found[number] = fitting[0]
    left = iter([k for k in range(len(wanted)) if k not in found])
    order = [next(left) if k is None else k for k in found]
    if any(wanted[k].length != each.length for k, each in zip(order, given, strict=True)):
        raise OceanValueError(problem)
    return order


def with_axes(name: str, what: str, value: Any) -> tuple[tensor, Axes]:
    found = tensor_of(value)
    if found.axes is None:
        raise OceanValueError(f"{name}(): the {what} have no axes; withAxes gives them some")
    return found, found.axes


def read_axes(name: str, what: str, axes: Any) -> Axes:
    found = as_axes(axes) if isinstance(axes, (list, tuple)) else None
    if found is None:
        raise OceanTypeError(f"{name}(): axes are those of the {what}, got {shown(axes)}")
    return found


# --- Forms -------------------------------------------------------------------------------------------------------


def grouped(value: tensor, *groups: Sequence[int]) -> tensor:
    """A tensor with one dimension for each group of dimensions."""
    size = [prod(value.size[k] for k in group) for group in groups]
    found: tensor = labelled(value, None).permuteAxes([k for group in groups for k in group]).reshape(size)
    return found


def in_places(value: tensor, size: Sequence[int], order: Sequence[int]) -> tensor:
    """Undo `grouped`: split the groups, and permute the dimensions back."""
    return value.reshape(size).permuteAxes(order)


def padded(x: tensor, found: Geometry, kind: dtype) -> tensor:
    """The input as channels x positions x others, padded with zeros."""
    x = labelled(x, None)
    channels, moves = found.channels[0], found.moves
    groups = (channels, *([move.place] for move in moves), found.others)
    if not any(move.before or move.after for move in moves):
        return grouped(converted(x, kind, None), *groups)
    order = [k for group in groups for k in group]
    longer = {move.place: move.padded for move in moves}
    zeros = empty(kind, [longer.get(k, x.size[k]) for k in order], x)
    zeros.zero()
    inside = {move.place: slice(move.before, move.before + move.length) for move in moves}
    zeros[tuple(inside.get(k, slice(None)) for k in order)] = x.permuteAxes(order)
    return grouped(zeros, range(len(channels)), *([len(channels) + k] for k in range(len(moves))),
                   range(len(channels) + len(moves), len(order)))  # fmt: skip


def unpadded(x: tensor, found: Geometry, axes: Axes) -> tensor:
    """Undo `padded`."""
    moves, channels = found.moves, found.channels[0]
    x = x[(slice(None), *(slice(move.before, move.before + move.length) for move in moves), slice(None))]
    order = [*channels, *(move.place for move in moves), *found.others]
    return in_places(x, [axes[k].length for k in order], [order.index(k) for k in range(len(order))])


def empty(kind: dtype, size: Sequence[int], like: tensor) -> tensor:
    return make_empty(make_description(kind, size, "F", like.device))


def restrided(base: tensor, offset: int, size: Sequence[int], strides: Sequence[int]) -> tensor:
    """Another view of the memory of a tensor, in its byte order."""
    desc = inner_description(base)
    return make_view(base, offset, make_description(desc.dtype, size, strides, desc.device, desc.swapped))


def under(x: tensor, counts: Sequence[int], moves: list[Move], taps: Sequence[int], start: int, stop: int) -> tensor:
    """The elements under a tap, as channels x positions x others, for a range of the others: a strided view."""
    size, strides = [x.size[0]], [x.strides[0]]
    offset = start * x.strides[-1]
    for move, count, tap, stride in zip(moves, counts, taps, x.strides[1:-1], strict=True):
        size.append(count)
        strides.append(stride * move.stride)
        offset += tap * move.dilation * stride
    return restrided(x, offset, [*size, stop - start], [*strides, x.strides[-1]])


def deepened(x: tensor, f: tensor, moves: list[Move]) -> tuple[tensor, tensor, list[Move]]:
    """Turn the taps along the first move into channels, if one stride reaches all of them: fewer and larger products.
    The view of the input overlaps itself."""
    first, channels = moves[0], x.size[0]
    apart = first.dilation * x.strides[1]
    if first.taps == 1 or channels == 0 or (channels > 1 and apart != channels * x.strides[0]):
        return x, f, moves
    size = [channels * first.taps, x.size[1] - first.dilation * (first.taps - 1), *x.size[2:]]
    strides = [x.strides[0] if channels > 1 else apart, *x.strides[1:]]
    x = restrided(x, 0, size, strides)
    return x, f.reshape([f.size[0], size[0], 1, *f.size[3:]]), [first._replace(taps=1), *moves[1:]]


def filter_of(f: tensor, taps: Sequence[int], size: Sequence[int]) -> tensor:
    """The matrix of a tap, outputs x channels, broadcast along dimensions from the third on."""
    offset = sum(tap * stride for tap, stride in zip(taps, f.strides[2:], strict=True))
    return restrided(f, offset, [*f.size[:2], *size], [*f.strides[:2], *[0] * len(size)])


def steps(y: tensor, moves: list[Move]) -> Iterator[tuple[int, int, tuple[int, ...], bool]]:
    """The steps of the computation: a range of the others, a tap, and whether it is the first tap."""
    number = y.size[-1]
    each = y.dtype.size * prod(y.size[:-1])
    step = max(1, CHUNK // max(each, 1))
    for start in range(0, number, step):
        for taps in itertools.product(*(range(move.taps) for move in moves)):
            yield start, min(start + step, number), taps, not any(taps)


def kinds(first: tensor, second: tensor) -> tuple[dtype, dtype]:
    """The dtype of a result, and the dtype of the computation."""
    kind = common(first.dtype, second.dtype)
    check_types((first.dtype, second.dtype), (kind, kind))
    return kind, computing_of(kind)


def filters_in(f: tensor, found: Geometry, kind: dtype) -> tensor:
    """The filters as outputs x channels x taps."""
    return converted(grouped(f, found.outputs, found.channels[1], *([move.tap] for move in found.moves)), kind, None)


def in_kind(value: tensor, kind: dtype) -> tensor:
    return value if value.dtype is kind else converted(value, kind, None)


def others_of(y: tensor, start: int, stop: int) -> tensor:
    found: tensor = y[(*[slice(None)] * (y.ndims - 1), slice(start, stop))]
    return found


# --- The cache of calls ------------------------------------------------------------------------------------------

CALLS: dict[Any, Any] = {}


def remembered(name: str, first: tensor, second: tensor, settings: tuple[Any, ...], make: Callable[[], Found]) -> Found:
    """Look up what was found for operands and settings like these; it depends on nothing else."""
    key = key_of(name, first, second, settings)
    found: Found | None = CALLS.get(key)
    if found is None:
        found = make()
        keep(key, found)
    return found


def keep(key: tuple[Any, ...] | None, found: Any) -> None:
    """Remember what was found; the oldest is forgotten."""
    if len(CALLS) >= REMEMBERED:
        CALLS.pop(next(iter(CALLS)), None)
    if key is not None:
        CALLS[key] = found


def operands(first: tensor, second: tensor) -> tuple[tensor, tensor, dtype, dtype, bool]:
    """Both operands, the dtypes of the result and of the computation, and whether the host has kernels for it; if so,
    the operands are converted for them."""
    kind, working = kinds(first, second)
    if not first.device.host or working not in (FLOAT, DOUBLE):
        return first, second, kind, working, False
    if not second.device.host:
        second = converted(second, working, first.device)
    return readable(first, working), readable(second, working), kind, working, True


# --- Functions ---------------------------------------------------------------------------------------------------


@asking
def convolution(
    input: Any,
    filters: Any,
    over: Mapping[axis, axis],
    strides: Setting = 1,
    padding: Setting = 0,
    dilation: Setting = 1,
    axes: Sequence[axis] | None = None,
) -> tensor:
    """convolution(input, filters, over [,strides] [,padding] [,dilation] [,axes]): filters move over axes of the input.

    `over={H: R, W: S}` says which axis of the filters moves over which of the input. At each position, products are
    summed over these and over the axes that filters and input share. The result has the other axes of the input, those
    that the filters move over with a new length, and then the other axes of the filters; or the axes that are given.
    Strides, padding (zeros, as many on both sides or a pair; "same" for as many positions as there are elements) and
    dilation are numbers for all axes, or one for each in a list or in a dict. Filters are not flipped.

    >>> W, S = ocean.axis(5, "W"), ocean.axis(2, "S")
    >>> x = ocean.asTensor([1,2,4,8,16], axes=[W])
    >>> ocean.convolution(x, ocean.asTensor([-1,1], axes=[S]), over={W: S})
       1   2   4   8
    <tensor.int64 of size W:4 on cpu>
    """
    name, settings = "convolution", (over, strides, padding, dilation, axes)
    if (known := recalled(CALLS, name, input, filters, settings)) is not None:
        return known
    (x, mine), (f, theirs) = with_axes(name, "values of the input", input), with_axes(name, "filters", filters)
    x, f, kind, working, kernels = operands(x, f)

    def look() -> tuple[Any, ...]:
        found = read(name, mine, theirs, over, strides, padding, dilation, x.strides)
        given = None if axes is None else read_axes(name, "result", axes)
        order = range(len(found.axes)) if given is None else arranged(name, found.axes, given)
        labels = given or found.axes
        work = plan.forward(x, f, found, order, labels) if kernels else None
        key = key_of(name, x, f, settings)
        if work is not None and key is not None and given is None:
            keep(sizes_key(key), plan.for_sizes(x, f, found, padding))
        return found, labels, order, work

    found, labels, order, work = remembered(name, x, f, settings, look)
    if work is not None:
        return in_kind(slide(work, x, f), kind)
    values, weights = padded(x, found, working), filters_in(f, found, working)
    counts = [move.positions for move in found.moves]
    values, weights, moves = deepened(values, weights, found.moves)
    result = empty(working, [weights.size[0], *counts, values.size[-1]], values)
    for start, stop, taps, first in steps(result, moves):
        a = filter_of(weights, taps, [*counts[1:], stop - start])
        b = under(values, counts, moves, taps, start, stop)
        general("gemm", 1, a, None, b, None, None if first else 1, others_of(result, start, stop))
    size = [*(f.size[k] for k in found.outputs), *counts, *(x.size[k] for k in found.others)]
    made = converted(in_places(result, size, [found.order[k] for k in order]), kind, None)
    return labelled(made, labels)  # type: ignore[no-any-return]


def places_in(name: str, axes: Axes, found: Geometry) -> list[int]:
    """The dimensions of the result's gradient that are outputs, moves and others."""
    advice = "; strides, padding and dilation are those of the convolution"
    order = arranged(name, found.axes, axes, " of the gradient", advice)
    return [order.index(found.order.index(k)) for k in range(len(order))]


def result_in(g: tensor, inside: list[int], found: Geometry, kind: dtype) -> tensor:
    """The result's gradient as outputs x positions x others."""
    first = len(found.outputs)
    last = first + len(found.moves)
    groups = (inside[:first], *([k] for k in inside[first:last]), inside[last:])
    return converted(grouped(g, *groups), kind, None)


@asking
def convolutionGradData(
    gradient: Any,
    filters: Any,
    over: Mapping[axis, axis],
    strides: Setting = 1,
    padding: Setting = 0,
    dilation: Setting = 1,
    axes: Sequence[axis] | None = None,
) -> tensor:
    """convolutionGradData(gradient, filters, over [,strides] [,padding] [,dilation], axes): the gradient of the input.

    `axes` are those of the input, and the gradient is that of the result. The sum of `convolution(x, f) @ g` is that of
    `x @ convolutionGradData(g, f)`; complex numbers are not conjugated.

    >>> W, S = ocean.axis(4, "W"), ocean.axis(2, "S")
    >>> f = ocean.asTensor([-1,1], axes=[S])
    >>> y = ocean.convolution(ocean.asTensor([1,2,4,8], axes=[W]), f, over={W: S})
    >>> ocean.convolutionGradData(ocean.onesLike(y), f, over={W: S}, axes=[W])
       -1   0   0   1
    <tensor.int64 of size W:4 on cpu>
    """
    name, settings = "convolutionGradData", (over, strides, padding, dilation, axes)
    if (known := recalled(CALLS, name, gradient, filters, settings)) is not None:
        return known
    (g, given), (f, theirs) = with_axes(name, "values of the gradient", gradient), with_axes(name, "filters", filters)
    g, f, kind, working, kernels = operands(g, f)

    def look() -> tuple[Any, ...]:
        mine = read_axes(name, "input", axes)
        found = read(name, mine, theirs, over, strides, padding, dilation, range(len(mine)))
        places = places_in(name, given, found)
        return found, mine, places, plan.data(g, f, found, places, mine) if kernels else None

    found, mine, places, work = remembered(name, g, f, settings, look)
    if work is not None:
        return in_kind(slide(work, g, f), kind)
    values, weights = result_in(g, places, found, working), filters_in(f, found, working)
    result = empty(working, [weights.size[1], *(move.padded for move in found.moves), values.size[-1]], values)
    result.zero()
    for start, stop, taps, _ in steps(values, found.moves):
        a = filter_of(weights, taps, [*values.size[2:-1], stop - start])
        b = others_of(values, start, stop)
        general("gemm", 1, a, "T", b, None, 1, under(result, values.size[1:-1], found.moves, taps, start, stop))
    return labelled(converted(unpadded(result, found, mine), kind, None), mine)  # type: ignore[no-any-return]


@asking
def convolutionGradFilters(
    input: Any,
    gradient: Any,
    over: Mapping[axis, axis],
    strides: Setting = 1,
    padding: Setting = 0,
    dilation: Setting = 1,
    axes: Sequence[axis] | None = None,
) -> tensor:
    """convolutionGradFilters(input, gradient, over [,strides] [,padding] [,dilation], axes): the gradient of filters.

    `axes` are those of the filters, and the gradient is that of the result. The sum of `convolution(x, f) @ g` is that
    of `f @ convolutionGradFilters(x, g)`; complex numbers are not conjugated.

    >>> W, S = ocean.axis(4, "W"), ocean.axis(2, "S")
    >>> x, g = ocean.asTensor([1,2,4,8], axes=[W]), ocean.asTensor([1,1,1], axes=[ocean.axis(3)])
    >>> ocean.convolutionGradFilters(x, g, over={W: S}, axes=[S])
        7   14
    <tensor.int64 of size S:2 on cpu>
    """
    name, settings = "convolutionGradFilters", (over, strides, padding, dilation, axes)
    if (known := recalled(CALLS, name, input, gradient, settings)) is not None:
        return known
    x, theirs = with_axes(name, "values of the input", input)
    g, given = with_axes(name, "values of the gradient", gradient)
    x, g, kind, working, kernels = operands(x, g)

    def look() -> tuple[Any, ...]:
        mine = read_axes(name, "filters", axes)
        found = read(name, theirs, mine, over, strides, padding, dilation, x.strides)
        places = places_in(name, given, found)
        return found, mine, places, plan.filters(x, g, found, places, mine) if kernels else None

    found, mine, places, work = remembered(name, x, g, settings, look)
    if work is not None:
        return in_kind(slide(work, x, g), kind)
    values, weights = padded(x, found, working), result_in(g, places, found, working)
    moves, rows, channels = found.moves, weights.size[0], values.size[0]
    result = empty(working, [rows, channels, *(move.taps for move in moves)], values)
    result.zero()
    for start, stop, taps, _ in steps(weights, moves):
        a = others_of(weights, start, stop).reshape([rows, -1])
        b = under(values, weights.size[1:-1], moves, taps, start, stop).reshape([channels, -1])
        general("gemm", 1, a, None, b, "T", 1, filter_of(result, taps, ()))
    order = [*found.outputs, *found.channels[1], *(move.tap for move in moves)]
    made = in_places(result, [mine[k].length for k in order], [order.index(k) for k in range(len(order))])
    return labelled(converted(made, kind, None), mine)  # type: ignore[no-any-return]
