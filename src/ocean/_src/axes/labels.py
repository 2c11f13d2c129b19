"""Labelling tensors with axes: adding, dropping and renaming them, views and keys by axes, and `ocean.dot`.

`ops/axes` has the axes of operations, and `rules.py` those of functions that do not know axes themselves.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from math import prod

from ocean._src.base.classes import attach
from ocean._src.base.errors import OceanIndexError, OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.base.records import NamedTuple
from ocean._src.core.call.callables import asking
from ocean._src.core.call.operands import tensor_of
from ocean._src.core.call.settings import settings
from ocean._src.core.host.indexing.indexing import key_by_axes
from ocean._src.core.objects.array import array, make_array, view_field
from ocean._src.core.objects.axes import (
    MAX_DIMS,
    as_axes,
    axes_text,
    axis,
    compound,
    is_axis,
    parts_of,
    place_of,
    renamed,
)
from ocean._src.core.objects.description import checked_axis, description, make_description
from ocean._src.core.objects.dtypes import BOOL, scalar
from ocean._src.core.objects.rtensor import apply as apply_operation
from ocean._src.core.objects.rtensor import labelled as lazy_labelled
from ocean._src.core.objects.rtensor import lazy, rtensor
from ocean._src.core.objects.tensor import inner_description, item, make_view, relabelled, tensor, unlabelled
from ocean._src.core.objects.tensor import operation as Operation
from ocean._src.lazy.rtensor import mapped, product, set_axes
from ocean._src.ops.axes import HOOKS as PLANNING
from ocean._src.ops.axes import (
    Axes,
    Joint,
    check_one_class,
    check_position,
    holds_axes,
    into_target,
    match,
    no_implicit,
    same_kind,
    spread,
)
from ocean._src.tensor.reduce import FUNCTIONS as REDUCTIONS

REMEMBERED = 512
"""The limit of tuples of axes whose results are cached."""
Labelled = tensor | rtensor | array
LABELLED = (tensor, rtensor, array)


def labelled(value: Any, axes: Any) -> Any:
    """The same tensor, r-tensor or array with axes, or (None) without."""
    if isinstance(value, array):
        found = view_field(value)
        if isinstance(found, (tensor, rtensor)):
            return make_array(labelled(found, axes if axes is None else tuple(axes)[::-1]))
        if axes is None:
            return value
        raise OceanValueError("A mapped view has no axes; copy() gives an array that can have some")
    return relabelled(value, axes) if isinstance(value, tensor) else lazy_labelled(value, axes)


def size_of(value: Any) -> tuple[int, ...]:
    """The size of a tensor, or the shape of an array."""
    found: tuple[int, ...] = value.shape if isinstance(value, array) else value.size
    return found


# --- Several axes ------------------------------------------------------------------------------------------------


def axes(**lengths: int) -> tuple[axis, ...]:
    """Make several axes at once, by their names."""
    if not lengths:
        raise OceanTypeError("axes() needs lengths by name: H, W = ocean.axes(H=3, W=4)")
    return tuple([axis(length, name) for name, length in lengths.items()])


# --- Methods -----------------------------------------------------------------------------------------------------


def withAxes(self: Any, *axes: Any) -> Any:
    """A view whose dimensions have axes, which must have their lengths.

    Parameters
    ----------
    *axes : axis
        An axis for each dimension.

    Returns
    -------
    tensor or array
        A view.

    Examples
    --------
    >>> H, W = ocean.axis(2, "H"), ocean.axis(3, "W")
    >>> ocean.zeros([2,3]).withAxes(H, W)
    (:,:)
       0   0   0
       0   0   0
    <tensor.float of size H:2 x W:3 on cpu>
    """
    given = axes[0] if len(axes) == 1 and isinstance(axes[0], (list, tuple)) else axes
    found = as_axes(given)
    if found is None and size_of(self):
        raise OceanTypeError("withAxes() needs an axis for each dimension; withoutAxes() drops axes")
    make_description(BOOL, size_of(self), "F", self.device).with_axes(found)  # raises if lengths differ
    return labelled(self, found)


def withoutAxes(self: Any) -> Any:
    """A view whose dimensions have no axes.

    Returns
    -------
    tensor or array
        A view.

    Examples
    --------
    >>> H = ocean.axis(2, "H")
    >>> ocean.zeros([H]).withoutAxes().axes is None
    True
    """
    return labelled(self, None)


def renameAxis(self: Any, which: Any, name: str | None) -> Any:
    """A view in which an axis has another name; its class stays, so that it matches as before.

    Parameters
    ----------
    which : axis, int or str
        The axis, its number or its name.
    name : str or None
        The new name.

    Returns
    -------
    tensor or array
        A view.

    Examples
    --------
    >>> H = ocean.axis(2, "H")
    >>> ocean.zeros([H]).renameAxis(H, "rows").axes
    (rows:2,)
    """
    if self.axes is None:
        raise OceanValueError("renameAxis(): the tensor has no axes; withAxes gives it some")
    place = checked_axis(which, len(self.axes), self.axes)
    return labelled(self, (*self.axes[:place], renamed(self.axes[place], name), *self.axes[place + 1 :]))


attach(tensor, withAxes=withAxes, withoutAxes=withoutAxes, renameAxis=renameAxis)
attach(rtensor, withAxes=withAxes, withoutAxes=withoutAxes, renameAxis=renameAxis)
attach(array, withAxes=withAxes, withoutAxes=withoutAxes, renameAxis=renameAxis)


# --- Alignment ---------------------------------------------------------------------------------------------------


def placed(value: Any, places: Sequence[int], ndims: int) -> Any:
    """A tensor or r-tensor without axes, its dimensions moved to `places` among `ndims`; the others have length one."""
    if isinstance(value, array):
        return make_array(placed(field_of(value), [ndims - 1 - place for place in reversed(places)], ndims))
    plain = labelled(value, None)
    if list(places) == list(range(len(places))):  # missing dimensions are on the right
        return plain
    if isinstance(plain, tensor):
        return make_view(plain, 0, spread(inner_description(plain), places, ndims))
    return mapped(plain, lambda each: make_view(each, 0, spread(inner_description(each), places, ndims)))


def field_of(value: array) -> Any:
    """The inner tensor or r-tensor of an array; the values of a mapped view."""
    found = view_field(value)
    return found if isinstance(found, (tensor, rtensor)) else found.eval()


def lined_up(values: Sequence[Any], rows: bool = False) -> tuple[list[Any], Axes]:
    """Align values, some with axes: return them without axes, with matching dimensions, and the common axes.
    With `rows`, tensors are the inner tensors of arrays. Arrays may be among the values."""
    if any(isinstance(each, array) for each in values):
        found = [field_of(each) if isinstance(each, array) else each for each in values]
        plain, axes = lined_up(found, True)
        return [
            make_array(one) if isinstance(each, array) else one for each, one in zip(values, plain, strict=True)
        ], axes[::-1]  # fmt: skip
    joint = Joint([each for each in values if isinstance(each, (tensor, rtensor))], rows)
    places = iter(joint.places)
    return [
        placed(each, next(places), len(joint.axes)) if isinstance(each, (tensor, rtensor)) else each
        for each in values
    ], tuple(joint.axes)  # fmt: skip


def apply_lined_up(operation: Operation, values: tuple[Any, ...], mode: str) -> rtensor:
    """The r-tensor of an operation on operands with axes."""
    plain, axes = lined_up(values)
    return lazy_labelled(apply_operation(operation, tuple(plain), mode), axes)


def write_lined_up(self: rtensor, target: tensor) -> None:
    """Write the values of an r-tensor into a tensor, if one of them has axes."""
    plain = unlabelled(target)
    source: Any = self
    if target.axes is not None and self.axes is not None:
        places = into_target(self.axes, target.axes)
        if settings.strict_axes and len(places) < target.ndims:
            raise no_implicit(self, [each for k, each in enumerate(target.axes) if k not in places])
        source = placed(self, places, target.ndims)
    elif target.axes is not None:
        check_position(self.size, target.axes)
    labelled(source, None).into(plain)


def broadcast(self: Any, axes: Axes) -> Any:
    """A view with all of `axes`, in that order; missing ones are broadcast."""
    size = tuple([each.length for each in axes])
    if self.axes is None:
        check_position(self.size, axes)
        return labelled(self.broadcastTo(size), axes)
    return labelled(placed(self, places_in(self.axes, axes), len(axes)).broadcastTo(size), axes)


@lru_cache(REMEMBERED)
def places_in(axes: Axes, target: Axes) -> tuple[int, ...]:
    return tuple(into_target(axes, target))


# --- Flattening --------------------------------------------------------------------------------------------------


def reshape(self: Any, size: Any, rows: bool = False) -> Any:
    """Reshape to axes. A tuple of axes is flattened to a product, which can be split into its parts again.

    With `rows`, products are those of arrays.
    """
    wanted = size if isinstance(size, (list, tuple)) else (size,)
    if not all(is_axis(each) or (isinstance(each, (list, tuple)) and all(map(is_axis, each))) for each in wanted):
        if self.axes is None:
            raise OceanTypeError(f"reshape(): expected axes or integers for all dimensions, got {shown(size)}")
        raise OceanValueError(
            f"A tensor with axes ({axes_text(self.axes)}) can only be reshaped to its axes, several of them in a "
            "tuple; flatten() makes one of all, and withoutAxes() gives a tensor that has none"
        )
    way = reshaping(self.axes, tuple([each if is_axis(each) else tuple(each) for each in wanted]), rows)
    plain = labelled(self, None)
    if way.parts is not None:
        plain = plain.reshape(way.parts)
    if way.order is not None:
        plain = plain.permuteAxes(way.order)
    return labelled(plain.reshape(way.size), way.axes)


class Reshaping(NamedTuple):
    """How dimensions are reshaped to axes: split, permuted, and flattened."""

    parts: list[int] | None
    order: list[int] | None
    size: list[int]
    axes: Axes


@lru_cache(REMEMBERED)
def reshaping(axes: Axes | None, wanted: tuple[Any, ...], rows: bool) -> Reshaping:
    groups = [(each,) if is_axis(each) else each for each in wanted]
    if axes is None:
        made = [group[0] if is_axis(each) else flat(group, rows) for each, group in zip(wanted, groups, strict=True)]
        return Reshaping(None, None, [each.length for each in made], tuple(made))
    given = [each for group in groups for each in group]
    source = unflattened(axes, given)
    order = [place_of(source, each) for each in given]
    if sorted(order) != list(range(len(source))):
        raise OceanValueError(
            f"reshape(): expected each axis of {axes_text(source)} once, got {axes_text(given)}; withoutAxes() "
            "gives a tensor that can have any size"
        )
    found = iter([source[place] for place in order])
    made = []
    for each, group in zip(wanted, groups, strict=True):
        mine = tuple([next(found) for _ in group])
        made.append(mine[0] if is_axis(each) else flat(mine, rows))
    return Reshaping(
        [each.length for each in source] if len(source) > len(axes) else None,
        order if order != sorted(order) else None,
        [each.length for each in made],
        tuple(made),
    )


def flat(parts: Axes, rows: bool = False) -> axis:
    """The product of axes, fastest first; with `rows`, the product of an array's axes."""
    if len(parts) == 1:
        return parts[0]
    if not parts or len({each.offset for each in parts}) > 1:
        raise OceanValueError(f"Only axes of one offset are flattened together, got {axes_text(parts)}")
    return compound(parts, "*", prod(each.length for each in parts), rows)


def unflattened(axes: Axes, wanted: Sequence[axis]) -> Axes:
    """Axes, with products split if some of their parts are wanted."""
    found: list[axis] = []
    for each in axes:
        parts = parts_of(each)
        found += parts if parts and each not in wanted and any(part in wanted for part in parts) else (each,)
    return tuple(found)


def flatten(self: Any, order: str, rows: bool = False) -> Any:
    """All elements as a vector, along the product of all axes."""
    if not isinstance(order, str) or order.upper() not in ("F", "C", "A", "K"):
        raise OceanValueError(f"Expected type 'F', 'C', 'A' or 'K', got {shown(order)}")
    backwards = order.upper() == "C"
    if order.upper() in ("A", "K"):
        raise OceanValueError(
            "The order of the axes of a product must be 'F' or 'C'; withoutAxes() gives a tensor that has none"
        )
    axes = self.axes[::-1] if backwards else self.axes
    return reshape(self, (tuple(axes),) if len(axes) > 1 else axes, rows)


def ravel(self: tensor, order: str) -> Any:
    """Like `flatten`, but a view or an r-tensor instead of a copy."""
    axes = self.axes or ()
    return labelled(unlabelled(self).ravel(order), (flat(axes[::-1] if order in ("C", "c") else axes),))


# --- Keys --------------------------------------------------------------------------------------------------------


def masked(self: Any, key: Any) -> tuple[Any, Any]:
    """A tensor and a key with unlabelled masks: a labelled mask is applied to the dimensions with its axes."""
    if isinstance(key, tensor) and key.axes is not None and key.dtype is BOOL:
        places = into_mask(key.axes, self.axes)
        order = sorted(places)
        mask = unlabelled(key.permuteAxes([places.index(place) for place in order]))
        if order != list(range(order[0], order[0] + len(order))):
            self = self.permuteAxes(order + [place for place in range(self.ndims) if place not in order])
            return self, mask
        return self, (slice(None),) * order[0] + (mask,)
    if isinstance(key, tuple) and any(isinstance(each, tensor) and each.axes is not None for each in key):
        parts, place = [], 0
        for each in key:
            if isinstance(each, tensor) and each.axes is not None:
                if each.dtype is BOOL and [*range(place, place + each.ndims)] != into_mask(each.axes, self.axes):
                    raise OceanIndexError(
                        f"A mask with the axes {axes_text(each.axes)} lies over other axes of {axes_text(self.axes)} "
                        "than its place in the key says; withoutAxes() makes it one by position"
                    )
                parts.append(unlabelled(each))
            else:
                parts.append(each)
            if each is Ellipsis:
                place = MAX_DIMS + 1
            elif isinstance(each, tensor) and each.dtype is BOOL:
                place += each.ndims
            elif each is not None:
                place += 1
        return self, tuple(parts)
    return self, key


def into_mask(mask: Axes, axes: Axes) -> list[int]:
    places = match(mask, axes)
    if None in places:
        lacking = [each for each, place in zip(mask, places, strict=True) if place is None]
        raise OceanIndexError(f"The mask has the axis {axes_text(lacking)}, and the tensor only {axes_text(axes)}")
    return [place for place in places if place is not None]


# --- Views of r-tensors ------------------------------------------------------------------------------------------


def by_number(value: Any, axes: Axes | None) -> Any:
    """An argument with axes replaced by the numbers of their dimensions."""
    if is_axis(value):
        return place_of(axes, value)
    if isinstance(value, (list, tuple)) and any(map(is_axis, value)):
        return type(value)(by_number(each, axes) for each in value)
    return value


def numbered(value: Any, axes: Axes | None) -> Any:
    """The same for an argument that can only be an axis, or several: their names count as well."""
    if isinstance(value, str) and axes is not None:
        return checked_axis(value, len(axes), axes)
    if isinstance(value, (list, tuple)):
        return type(value)([numbered(each, axes) for each in value])
    return by_number(value, axes)


def view(self: rtensor, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> rtensor:
    """A view of an r-tensor that has axes or gets some."""
    plain = lazy_labelled(self, None)
    sizes = args[:1] or tuple(named.values())[:1]
    if name == "broadcastTo" and holds_axes(sizes):
        found: rtensor = broadcast(self, as_axes(sizes[0] if isinstance(sizes[0], (list, tuple)) else sizes) or ())
        return found
    if name == "reshape":
        given: rtensor = reshape(self, args[0] if len(args) == 1 else args)
        return given
    if name == "flatten":
        whole: rtensor = flatten(self, sizes[0] if sizes else "F")
        return whole
    shown = relabelled(tensor_of(0).broadcastTo(self.size), self.axes)
    if name == "transpose":
        return lazy_labelled(plain, shown.T.axes)
    if name in ("real", "imag"):
        return lazy_labelled(plain.view(name, args, named), self.axes)
    made = getattr(shown, name)(*args, **named)
    args = tuple(by_number(each, self.axes) for each in args)
    named = {key: by_number(each, self.axes) for key, each in named.items()}
    return lazy_labelled(plain.view(name, args, named), made.axes)


def getitem(self: rtensor, key: Any) -> Any:
    """Index an r-tensor with axes."""
    if isinstance(key, dict):
        key = key_by_axes(self.axes, self.ndims, key)
    self, key = masked(self, key)
    picked = relabelled(tensor_of(0).broadcastTo(self.size), self.axes)[key]
    found = lazy_labelled(self, None)[key]
    return lazy_labelled(found, picked.axes) if isinstance(found, rtensor) and not isinstance(picked, scalar) else found


# --- Dot ---------------------------------------------------------------------------------------------------------


def contracted(x: Axes, y: Axes) -> list[tuple[int, int]]:
    """The positions of axes of x that are contracted with axes of y: those whose offset is one higher."""
    raised = tuple(each + 1 for each in x)
    pairs: list[tuple[int, int]] = []
    for place, each in enumerate(raised):
        if each in y:
            pairs.append((place, y.index(each)))
    used, taken = {place for place, _ in pairs}, {place for _, place in pairs}
    for place, each in enumerate(raised):
        if place in used:
            continue
        fitting = [
            k for k, other in enumerate(y) if k not in taken and same_kind(each, other) and each.length == other.length
        ]
        rivals = [
            k for k, other in enumerate(raised)
            if k not in used and fitting and same_kind(other, each) and other.length == each.length
        ]  # fmt: skip
        if len(fitting) > 1 or len(rivals) > 1:
            names = [repr(y[k]) for k in fitting] if len(fitting) > 1 else [repr(x[k]) for k in rivals]
            what = repr(x[place]) if len(fitting) > 1 else repr(y[fitting[0]])
            raise OceanValueError(f"dot(): the axis {what} may be contracted with {' and '.join(names)}")
        if fitting:
            pairs.append((place, fitting[0]))
            taken.add(fitting[0])
    return sorted(pairs)


def check_uncontracted(name: str, x: Axes, y: Axes, pairs: list[tuple[int, int]]) -> None:
    """Refuse two axes of one name that are not contracted only because their class or length differs: that is a
    mistake."""
    left = [place for place in range(len(x)) if place not in {one for one, _ in pairs}]
    for place, (k, other) in itertools.product(left, enumerate(y)):
        mine = x[place]
        if mine.name is None or mine.name != other.name or other.offset - mine.offset not in (0, 1):
            continue
        stays = k not in {one for _, one in pairs}
        if mine.length != other.length and (stays or same_kind(mine + 1, other)):
            raise OceanValueError(f"{name}(): the axis {mine.name} has two lengths: {mine} and {other}")
        if stays:
            check_one_class(mine, other, f"{name}(): ")


@asking
def dot(x: Any, y: Any) -> Any:
    """dot(x, y): sums of products over the axes of x and those of y whose offset is one higher.

    The result has the other axes of x, and then those of y. `x.T` turns every offset k into -1 - k, so that
    `dot(x, y)` is `dot(y.T, x.T).T`, and `dot(x.T, x)` the sum of squares of any x.

    >>> H, W, N = ocean.axis(2, "H"), ocean.axis(3, "W"), ocean.axis(4, "N")
    >>> weights, x = ocean.ones([H, W-1]), ocean.ones([N, W])
    >>> ocean.dot(weights, x)
    (:,:)
       3   3   3   3
       3   3   3   3
    <tensor.float of size H:2 x N:4 on cpu>
    """
    x, y = (each if isinstance(each, rtensor) else tensor_of(each) for each in (x, y))
    found, pairs, first, second = contracted_axes(x, y)
    result = summed(labelled(x, None), labelled(y, None), pairs, first, second)
    return labelled(result, found) if found is not None else result


def contracted_axes(x: Any, y: Any) -> tuple[Axes | None, list[tuple[int, int]], list[int], list[int]]:
    """The axes of a dot product, the pairs of contracted dimensions, and the remaining dimensions of each operand."""
    for each in (x, y):
        if each.axes is None and size_of(each):
            raise OceanValueError(
                "dot() contracts axes, and an operand has none; withAxes gives it some, and "
                f"{'A @ B' if isinstance(each, array) else 'A * B'} multiplies matrices"
            )
    return contraction(x.axes or (), y.axes or (), "*" if isinstance(x, array) else "@")


@lru_cache(REMEMBERED)
def contraction(
    mine: Axes, theirs: Axes, times: str
) -> tuple[Axes | None, list[tuple[int, int]], list[int], list[int]]:
    pairs = contracted(mine, theirs)
    check_uncontracted("dot", mine, theirs, pairs)
    first = [k for k in range(len(mine)) if k not in {one for one, _ in pairs}]
    second = [k for k in range(len(theirs)) if k not in {other for _, other in pairs}]
    axes = (*(mine[k] for k in first), *(theirs[k] for k in second))
    for k in first:
        for j in second:
            if mine[k] is theirs[j] or (same_kind(mine[k], theirs[j]) and mine[k].length == theirs[j].length):
                raise OceanValueError(
                    f"dot(): both operands have the axis {mine[k]}, which is contracted only where the second has it "
                    f"one offset higher, as in dot(A.T, B); A {times} B multiplies elements"
                )
    return as_axes(axes), pairs, first, second  # raises if there are too many axes, or one twice


def summed(x: Any, y: Any, pairs: list[tuple[int, int]], first: list[int], second: list[int]) -> Any:
    """Sums of products over pairs of dimensions; the other dimensions keep their order."""
    lazily = isinstance(x, rtensor) or isinstance(y, rtensor)
    if not first and not second and lazily and x.dtype.isfloat and y.dtype.isfloat:
        terms = lazy(x) @ (y.permuteAxes([other for _, other in pairs]) if pairs else y)
        return REDUCTIONS["sum"](terms)
    size = tuple(x.size[k] for k in first) + tuple(y.size[k] for k in second)
    x, y = (stored(each) for each in (x, y))
    lazily = isinstance(x, rtensor) or isinstance(y, rtensor)
    pairs = collapsible(x, y, pairs)
    length = prod(x.size[one] for one, _ in pairs)
    rows, columns = first[:1], second[:1]
    a = matrices(x, rows, [one for one, _ in pairs], length, [*first[1:]], len(second[1:]), True)
    b = matrices(y, columns, [other for _, other in pairs], length, [*second[1:]], len(first[1:]), False)
    both = product(a, b) if lazily else a * b
    # rows, columns, the other dimensions of x, the other dimensions of y
    order = [0] * len(rows) + [2 + k for k in range(len(first[1:]))]
    order += [1] * len(columns) + [2 + len(first[1:]) + k for k in range(len(second[1:]))]
    while both.ndims < 2 + len(first[1:]) + len(second[1:]):
        both = both.unsqueeze(both.ndims)
    gone = [k for k in range(both.ndims) if k not in order]
    both = both.permuteAxes([*order, *gone])
    for _ in gone:
        both = both.squeeze(both.ndims - 1)
    assert both.size == size, "the dimensions of the result are those that are not contracted"
    if both.ndims or isinstance(both, rtensor):
        return both
    return item(both)


def stored(value: Any) -> Any:
    """The values of an r-tensor; in a trace, an r-tensor of stored values."""
    if isinstance(value, rtensor):
        return value.eval() if value.trace is None else value.trace.stored(value)
    return value


def collapsible(x: Any, y: Any, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Order the contracted pairs so that both operands can walk them as one dimension, if possible."""
    if len(pairs) < 2:
        return pairs
    first, second = (inner_description(each) if isinstance(each, tensor) else None for each in (x, y))
    return best_order(first, second, tuple(pairs))


@lru_cache(REMEMBERED)
def best_order(
    x: description | None, y: description | None, pairs: tuple[tuple[int, int], ...]
) -> list[tuple[int, int]]:
    def stride(value: description | None, place: int) -> int:
        return place if value is None else abs(value.strides[place])

    return min(
        [*pairs],
        sorted(pairs, key=lambda pair: stride(x, pair[0])),
        sorted(pairs, key=lambda pair: stride(y, pair[1])),
        key=lambda order: copies(x, [one for one, _ in order]) + copies(y, [other for _, other in order]),
    )


def copies(value: description | None, places: list[int]) -> int:
    """The count of elements to copy so that dimensions can be walked as one."""
    if value is None:
        return 0
    size, strides = [value.size[k] for k in places], [value.strides[k] for k in places]
    desc = make_description(value.dtype, size, strides, value.device)
    return 0 if desc.reshape([prod(size)]) is not None else value.nelem


def matrices(
    value: Any, rows: list[int], inner: list[int], length: int, outer: list[int], others: int, left: bool
) -> Any:
    """A collection of matrices: rows (or columns) by contracted dimensions, and batch dimensions. `others` is the count
    of the other operand's batch dimensions, which come after (left) or before its own."""
    place = value.permuteAxes([*inner, *rows, *outer]) if value.ndims else value
    sides = [value.size[k] for k in rows] or [1]
    outside = [value.size[k] for k in outer]
    if len(inner) != 1 or not rows or (others and not left):
        place = place.reshape([length, *sides, *([] if left else [1] * others), *outside])
    return place.swapAxes(0, 1) if left else place


HOOKS: dict[str, Any] = {
    **PLANNING,
    "broadcast_axes": broadcast,
    "reshape_axes": reshape,
    "flatten_axes": flatten,
    "ravel_axes": ravel,
    "masked": masked,
    "lazy_axes": apply_lined_up,
    "lazy_into": write_lined_up,
}
set_axes(view, getitem)
