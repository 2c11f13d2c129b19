"""Axis rules for functions that do not know axes themselves.

A rule removes the axes from the arguments, calls the function, and adds axes to the result. A function declares its
rule where it is defined; `matrix_rules.py` has the rules of linear algebra, and `apply.py` calls them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ocean._src.axes.labels import LABELLED, Labelled, by_number, field_of, labelled, lined_up, placed, size_of
from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.operands import tensor_of
from ocean._src.core.host.random import generator
from ocean._src.core.objects.array import array, as_array, make_array
from ocean._src.core.objects.axes import as_axes, axes_text, axis, axis_of, class_of, is_axis, place_of, resized
from ocean._src.core.objects.description import checked_axis
from ocean._src.core.objects.tensor import inner_description, make_view, tensor
from ocean._src.ops.axes import Axes, check_one_class, holds_axes, into_target, no_rule, permute_to_axes

GENERATORS: list[type] = [generator]
"""Classes whose methods take tensors, but which are not tensors themselves."""


class Call:
    """A call with labelled arguments. The first argument determines the dimensions: if it has no axes, everything goes
    by position. `dimensions` are the names of the parameters that take axes."""

    def __init__(
        self, function: Any, args: tuple[Any, ...], named: dict[str, Any], dimensions: Sequence[str] = ()
    ) -> None:
        check_places(function, args, named, dimensions)
        self.function, self.args, self.named = function, list(args), dict(named)
        self.first = next(each for each in (*args, *named.values()) if not isinstance(each, tuple(GENERATORS)))
        self.axes: Axes = (self.first.axes if isinstance(self.first, LABELLED) else None) or ()
        self.name = function.__name__

    def check_first(self) -> None:
        check_list(self.name, self.first)

    def plain(self) -> Any:
        """Call the function with unlabelled arguments. Other tensors that have the first one's axes are permuted to its
        order; so is a given result."""
        return self.given_back(
            self.function(
                *(self.stripped(each) for each in self.args),
                **{name: self.stripped(each) for name, each in self.named.items()},
            )
        )

    def given_back(self, result: Any) -> Any:
        """The result; if an array was given for it, that array, with its axes."""
        target = self.named.get("out")
        return target if isinstance(target, array) and isinstance(result, array) else result

    def stripped(self, value: Any) -> Any:
        if isinstance(value, LABELLED):
            if not self.axes or value.axes is None or value is self.first:
                return labelled(value, None)
            return self.beside(value)
        if isinstance(value, (list, tuple)) and any(isinstance(each, LABELLED) for each in value):
            return type(value)(self.stripped(each) for each in value)
        return by_number(value, self.axes or None)

    def beside(self, value: Labelled) -> Any:
        """Another operand, or a given result, permuted to the order of the first one's axes."""
        places = [place_of(self.axes, each) for each in value.axes or ()]
        if sorted(places) != list(range(len(self.axes))):
            raise OceanValueError(
                f"{self.name}(): the axes {axes_text(value.axes)} of an argument are not those of the first one, "
                f"{axes_text(self.axes)}; withoutAxes() gives a tensor that has none"
            )
        return placed(value, places, len(self.axes))

    def replace(self, value: Any, other: Any) -> None:
        """Replace an argument by another object."""
        self.args = [other if each is value else each for each in self.args]
        self.named = {name: other if each is value else each for name, each in self.named.items()}

    def argument(self, *names: str) -> Any:
        """The value of the first argument with one of these names, or None."""
        found = by_parameter(self.function, tuple(self.args), self.named)
        return next((found[name] for name in names if name in found), None)

    def with_values(self) -> Any:
        """Call the function with unlabelled arguments, without permuting them."""
        return self.given_back(
            self.function(
                *(without(each, self.axes) for each in self.args),
                **{name: without(each, self.axes) for name, each in self.named.items()},
            )
        )

    def along(self, result: Any) -> Any:
        """Label a result whose tensors have the dimensions of the first argument; some lengths may differ."""
        if not self.axes:
            return result

        def give(found: Any) -> Any:
            size = size_of(found)
            if found is self.named.get("out"):
                return found
            if len(size) != len(self.axes):
                raise self.refused()
            return labelled(found, [resized(each, n) for each, n in zip(self.axes, size, strict=True)])

        return each_tensor(result, give)

    def refused(self) -> OceanValueError:
        return no_rule(self.name)


Rule = Callable[[Call], Any]


def check_list(name: str, value: Any) -> None:
    """Refuse a list of labelled tensors: its own dimension has no axis."""
    if isinstance(value, (list, tuple)):
        within = [each for each in value if isinstance(each, LABELLED) and each.axes is not None]
        if within:
            raise OceanValueError(
                f"{name}(): a list of tensors with axes ({axes_text(within[0].axes)}) has a dimension without "
                "an axis: stack(tensors, axis) gives it one, and withoutAxes() gives tensors that have none"
            )


def by_parameter(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a call by the names of parameters."""
    takes = getattr(function, "takes", None)
    if takes is not None:
        return dict(zip(takes.names, takes.parse(*args, **named), strict=True))
    from inspect import signature

    bound = signature(function).bind(*args, **named)
    bound.apply_defaults()
    return bound.arguments


UNLIKELY = -(2**61)


def check_places(function: Any, args: tuple[Any, ...], named: dict[str, Any], dimensions: Sequence[str]) -> None:
    """Refuse an axis where anything but the number of a dimension is expected, such as a count."""
    if not any(map(holds_axes, (*args, *named.values()))):
        return
    stand_ins: dict[int, axis] = {}

    def number(value: Any) -> Any:
        """Stand-in integers for axes, which no caller would pass: signatures accept them."""
        if is_axis(value):
            stand_ins[UNLIKELY + len(stand_ins)] = value
            return UNLIKELY + len(stand_ins) - 1
        return type(value)(map(number, value)) if holds_axes(value) else value

    found = by_parameter(function, tuple(map(number, args)), {name: number(value) for name, value in named.items()})
    for name, value in found.items():
        given = [each for each in (value if isinstance(value, (list, tuple)) else [value]) if type(each) is int]
        axes = [stand_ins[each] for each in given if each in stand_ins]
        if axes and name not in dimensions:
            hint = f"; {dimensions[0]}= takes axes" if dimensions else ""
            raise OceanTypeError(f"{function.__name__}(): {name} cannot be an axis, got {axes[0]}{hint}")


def each_tensor(result: Any, give: Callable[[Any], Any]) -> Any:
    """Apply a function to every tensor in a result."""
    if isinstance(result, LABELLED):
        return give(result)
    if isinstance(result, (list, tuple)):
        parts = [each_tensor(one, give) for one in result]
        if hasattr(result, "_make"):
            return result._make(parts)
        return parts if isinstance(result, list) else tuple(parts)
    return result


# --- Rules -------------------------------------------------------------------------------------------------------


def along(call: Call) -> Any:
    """The result has the dimensions of the first argument; some lengths may differ."""
    call.check_first()
    if not call.axes:  # another argument has axes, which the result would lose
        raise call.refused()
    return call.along(call.plain())


def first(call: Call) -> Any:
    """Like `along`, where other arguments are values: their dimensions are unrelated to those of the first one."""
    call.check_first()
    return call.along(call.with_values())


def drop(call: Call) -> Any:
    """The result has other dimensions, without axes: it describes elements, wherever they are."""
    return call.with_values()


def without(value: Any, axes: Axes) -> Any:
    if isinstance(value, LABELLED):
        return labelled(value, None)
    if isinstance(value, (list, tuple)) and any(isinstance(each, LABELLED) for each in value):
        return type(value)(without(each, axes) for each in value)
    return by_number(value, axes or None)


def views(call: Call) -> Any:
    """For functions made of operations that know axes: only arguments that are axes become numbers."""
    call.check_first()
    inner = getattr(call.function, "__wrapped__", call.function)
    values = [each if isinstance(each, LABELLED) else by_number(each, call.axes) for each in call.args]
    others = {name: by_number(each, call.axes) for name, each in call.named.items()}
    if getattr(call.function, "takes", None) is not None:
        values, others = call.function.takes.parse(*values, **others), {}
    return inner(*values, **others)


def diagonals(call: Call) -> Any:
    """A matrix with a vector on a diagonal has its axis for rows, and the related axis for columns. Otherwise a
    view."""
    if len(call.axes) != 1:
        return views(call)
    found = call.with_values()
    along = resized(call.axes[0], size_of(found)[0])
    return labelled(found, (along, along - 1))


def elementwise(call: Call) -> Any:
    """The operands are aligned by their axes, and computed element by element."""
    if isinstance(call.named.get("out"), LABELLED):
        raise call.refused()
    for each in call.args:
        check_list(call.name, each)
    values, axes = lined_up([*call.args, *call.named.values()])
    count = len(call.args)
    result = call.function(*values[:count], **dict(zip(call.named, values[count:], strict=True)))
    return each_tensor(result, lambda found: labelled(found, axes))


def reduced(call: Call) -> Any:
    """The result loses the reduced axes; with `keepdims` they have length one."""
    call.check_first()
    if not call.axes:
        return call.with_values()
    call.args = [call.args[0], *(by_number(each, call.axes) for each in call.args[1:])]
    call.named = {name: by_number(each, call.axes) for name, each in call.named.items()}
    axes, keepdims, result = call.argument("axes", "axis"), call.argument("keepdims"), call.argument("B", "out")
    if axes is None:
        gone: list[int] = list(range(len(call.axes)))
    else:
        count = len(call.axes)
        gone = [checked_axis(each, count) for each in (axes if isinstance(axes, (list, tuple)) else [axes])]
    if keepdims:
        kept = [resized(each, 1) if place in gone else each for place, each in enumerate(call.axes)]
    else:
        kept = [each for place, each in enumerate(call.axes) if place not in gone]
    weights = call.argument("weights")
    if isinstance(weights, LABELLED) and weights.axes is not None and len(weights.axes) == 1:
        if gone != [place_of(call.axes, weights.axes[0])]:
            raise OceanValueError(f"{call.name}(): the weights have the axis {weights.axes[0]}, which is not reduced")
        call.replace(weights, labelled(weights, None))
    which = call.argument("q")
    if isinstance(which, LABELLED):
        call.replace(which, labelled(which, None))
    if isinstance(result, LABELLED) and result.axes is not None:
        call.replace(result, permute_target(result, tuple(kept)))

    def give(found: Any) -> Any:
        if found is result:
            return found
        size = size_of(found)
        if len(size) == len(kept) + 1 and which is not None:  # several quantiles
            rows = isinstance(found, array)
            new = (quantile_axis(which, size[0 if rows else -1]),)
            return labelled(found, (*new, *kept) if rows else (*kept, *new))
        if len(size) != len(kept):
            raise call.refused()
        return labelled(found, kept or None)

    found = call.plain()
    return result if isinstance(result, array) else each_tensor(found, give)


def quantile_axis(which: Any, length: int) -> axis:
    """The axis of several quantiles: the axis of their list, or one that depends on their count only."""
    axes = which.axes if isinstance(which, LABELLED) else None
    if axes is not None:
        found: axis = axes[0]
        return found
    from hashlib import blake2b

    key = blake2b(b"quantile", digest_size=16).digest()
    return axis_of(class_of(key, "quantile"), key, "quantile", length, 0)


def joined(call: Call) -> Any:
    """Concatenate along an axis: other tensors are permuted to the order of the first one with axes."""
    tensors, axis_given, rest, others = join_arguments(call)
    pieces = as_pieces(tensors)
    known = [each.axes for each in (*pieces, *rest, *others.values()) if getattr(each, "axes", None) is not None]
    leading: Axes = known[0]
    place = checked_axis(axis_given, len(leading), leading)
    lined = [permute_piece(call.name, each, leading, place) for each in pieces]
    total = sum(size_of(each)[place] for each in lined)
    axes = tuple(resized(each, total) if k == place else each for k, each in enumerate(leading))
    rest = [permute_target(each, axes) for each in rest]
    others = {name: permute_target(each, axes) for name, each in others.items()}
    found = call.function(lined, place, *rest, **others)
    given = call.named.get("out")
    return given if isinstance(given, array) else found if found is None else labelled(found, axes)


def join_arguments(call: Call) -> tuple[list[Any], Any, list[Any], dict[str, Any]]:
    values, others = list(call.args), dict(call.named)
    tensors = values.pop(0) if values else others.pop("tensors" if "tensors" in others else "arrays")
    along_which = values.pop(0) if values else others.pop("axis", 0)
    if isinstance(tensors, LABELLED):
        raise call.refused()
    return list(tensors), along_which, values, others


def as_pieces(values: list[Any]) -> list[Any]:
    """Tensors, or arrays if there is one among the values."""
    if any(isinstance(each, array) for each in values):
        return [as_array(each) for each in values]
    return [each if isinstance(each, LABELLED) else tensor_of(each) for each in values]


def permute_target(value: Any, axes: Axes) -> Any:
    if isinstance(value, array) and value.axes is not None:
        return make_array(permute_target(field_of(value), axes[::-1]))
    if isinstance(value, tensor) and value.axes is not None:
        return make_view(value, 0, permute_to_axes(inner_description(value), axes))
    return value


def permute_piece(name: str, piece: Any, axes: Axes, place: int) -> Any:
    """A piece without axes, permuted to the order of `axes`; the length of one of them may differ."""
    if piece.axes is None:
        if len(size_of(piece)) != len(axes):
            raise OceanValueError(
                f"{name}(): a tensor without axes must have a dimension for each of {axes_text(axes)}; "
                "give it axes by withAxes"
            )
        return piece
    here = [
        k for k, each in enumerate(piece.axes)
        if each.axisClass is axes[place].axisClass and each.offset == axes[place].offset
    ]  # fmt: skip
    if len(here) != 1:
        for each in piece.axes:
            if each.name is not None and each.name == axes[place].name:
                check_one_class(axes[place], each, f"{name}(): ")
        raise OceanValueError(
            f"{name}(): a tensor with the axes {axes_text(piece.axes)} has no axis {axes[place]} along "
            "which it is joined"
        )
    same = tuple(resized(each, axes[place].length) if k == here[0] else each for k, each in enumerate(piece.axes))
    places = into_target(same, axes)
    if len(places) < len(axes):
        raise OceanValueError(
            f"{name}(): expected tensors with the axes {axes_text(axes)}, got {axes_text(piece.axes)}"
        )
    return placed(piece, places, len(axes))


def stacked(call: Call) -> Any:
    """Stack along a new axis, which comes first."""
    tensors, new, _, _ = join_arguments(call)
    if not is_axis(new):
        name = new if isinstance(new, str) else "N"
        raise OceanTypeError(
            "stack(): tensors with axes are put one after another along a new axis, stack(tensors, "
            f'ocean.axis({len(tensors)}, "{name}")); withoutAxes() gives tensors that have none'
        )
    if new.length != len(tensors):
        raise OceanValueError(f"stack(): the axis {new} has not the length of {len(tensors)} tensors")
    pieces = as_pieces(tensors)
    leading: Axes = next(each.axes for each in pieces if each.axes is not None)
    axes = as_axes((new, *leading))
    lined = []
    for each in pieces:
        if each.axes is None:
            lined.append(each)
            continue
        places = into_target(each.axes, leading)
        if len(places) < len(leading):
            raise OceanValueError(
                f"stack(): expected tensors with the axes {axes_text(leading)}, got {axes_text(each.axes)}"
            )
        lined.append(placed(each, places, len(leading)))
    return labelled(call.function(lined, 0), axes)


RULES: dict[str, Rule] = {
    each.__name__: each for each in (along, first, drop, views, diagonals, elementwise, reduced, joined, stacked)
}
