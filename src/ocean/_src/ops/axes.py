"""Axes in planners: operands are lined up by their axes before they are planned, and results get axes.

Planners know sizes and strides only. Operands with axes are first permuted to a common order of axes, with a dimension
of length one where an operand lacks an axis. That permutes strides, and moves no data.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.settings import settings
from ocean._src.core.objects.axes import MAX_DIMS, axes_text, axis, is_axis, name_of, resized
from ocean._src.core.objects.description import description, make_description, size_text
from ocean._src.core.objects.tensor import KEEPDIMS, axes_in, inner_description, make_view, tensor, with_result
from ocean._src.core.objects.tensor import plan as Plan

from .multiply import TRANSPOSED, scales

Axes = tuple[axis, ...]
Planner = Callable[[tuple[description, ...], description | None, int], Plan]



def holds_axes(value: Any) -> bool:
    """Whether a value is an axis or a list that has one somewhere."""
    return is_axis(value) or (isinstance(value, (list, tuple)) and any(map(holds_axes, value)))


# --- Matching ----------------------------------------------------------------------------------------------------


def same_kind(one: axis, other: axis) -> bool:
    """Whether two axes have the same class and offset."""
    return one.axisClass is other.axisClass and one.offset == other.offset


def match(given: Axes, known: Sequence[axis]) -> list[int | None]:
    """The place of each axis among the known ones; None for a new one.

    An axis matches itself; else the only known axis of its class, offset and length; else, because dimensions of length
    one are broadcast, the only one of its class and offset if either has length one.
    """
    found: list[int | None] = [known.index(each) if each in known else None for each in given]
    for lengths in (lambda a, b: a == b, lambda a, b: 1 in (a, b)):
        free = [place for place in range(len(known)) if place not in found]
        claims: dict[int, list[axis]] = {}
        for number, each in enumerate(given):
            if found[number] is not None:
                continue
            fitting = [k for k in free if same_kind(each, known[k]) and lengths(each.length, known[k].length)]
            if len(fitting) > 1:
                candidates = " and ".join(repr(known[k]) for k in fitting)
                raise OceanValueError(
                    f"The axis {each} may match {candidates}, which have its class and length; withAxes says which "
                    "it is"
                )
            for k in fitting:
                claims.setdefault(k, []).append(each)
                found[number] = k
        for k, axes in claims.items():
            if len(axes) > 1:
                several = " and ".join(map(repr, axes))
                raise OceanValueError(f"The axes {several} may both match {known[k]}, which has their class and length")
    for number, each in enumerate(given):
        for k, other in enumerate(known):
            if each.name is None or each.name != other.name or found[number] == k:
                continue
            if each.length != other.length:
                raise OceanValueError(f"The axis {name_of(each)} has two lengths in one operation: {other} and {each}")
            if each.offset == other.offset and (found[number] is None or k not in found):
                check_one_class(other, each)
    return found


def check_one_class(one: axis, other: axis, name: str = "") -> None:
    """Refuse unmatched axes with the same name: users mean one axis, and the classes differ by mistake."""
    if one.axisClass is not other.axisClass:
        if one.parts and other.parts:
            raise OceanValueError(
                f"{name}{'the' if name else 'The'} axis {one.name} is two products in one operation, of other parts or "
                "in another order; reshape to the parts before, or renameAxis one that means something else"
            )
        raise OceanValueError(
            f"{name}{'the' if name else 'The'} axis {one.name} has two classes in one operation: {one} and {other} "
            "come from two calls of ocean.axis. Use one of them in both operands (withAxes), make both with one "
            "axisClass=, or renameAxis one that means something else"
        )


def check_twice(name: str, axes: Sequence[axis]) -> None:
    """Refuse a product whose rows and columns have the same axis, such as that of x with itself."""
    for place, each in enumerate(axes):
        if each in axes[:place]:
            raise OceanValueError(
                f"{name}(): the result would have the axis {each} twice, in {axes_text(axes)}; with the transpose x.T "
                f"of an operand it has {each} and {each - 1 - 2 * each.offset}, and withoutAxes() drops axes"
            )


def difference(one: axis, other: axis) -> str:
    """The properties in which two axes differ, for a message."""
    differs = {"class": one.axisClass is not other.axisClass, "length": one.length != other.length}
    return " and ".join(name for name, found in differs.items() if found)


class Joint:
    """The axes of several operands: first those of the first operand with axes, then the new ones of each.

    With `rows`, operands are the inner tensors of arrays, and axes are collected in the order of the arrays: from the
    last dimension to the first. `axes` and `places` are in the order of the tensors again.
    """

    def __init__(self, operands: Sequence[Any], rows: bool = False) -> None:
        self.axes: list[axis] = []
        self.leading: Axes = ()
        self.places: list[list[int]] = []
        self.turn = -1 if rows else 1
        for each in operands:
            if each.axes is None:
                self.places.append([])
                continue
            axes = each.axes[:: self.turn]
            self.leading = self.leading or axes
            self.places.append(self.add(axes))
        for number, each in enumerate(operands):
            if each.axes is None and each.ndims:
                self.places[number] = self.by_position(each.size[:: self.turn])
            self.check_strict(self.places[number], each)
        if rows:
            last = len(self.axes) - 1
            self.axes.reverse()
            self.places = [[last - place for place in reversed(each)] for each in self.places]

    def add(self, axes: Axes) -> list[int]:
        places = []
        for each, place in zip(axes, match(axes, self.axes), strict=True):
            if place is None:
                place = len(self.axes)
                self.axes.append(each)
            elif self.axes[place].length == 1:
                self.axes[place] = resized(self.axes[place], each.length)
            places.append(place)
        if len(self.axes) > MAX_DIMS:
            raise OceanValueError(
                f"A tensor has at most {MAX_DIMS} dimensions, got the axes {axes_text(self.axes)}"
            )
        return places

    def by_position(self, size: tuple[int, ...]) -> list[int]:
        """Dimensions without axes take the axes at the same positions, by the usual rules of broadcasting."""
        check_position(size, self.leading)
        skipped = len(self.leading) - len(size) if self.turn < 0 else 0  # arrays are broadcast from the last axis
        places = list(range(skipped, skipped + len(size)))
        for number, (place, length) in enumerate(zip(places, size, strict=True)):
            mine = self.axes[place].length
            if mine == 1:
                self.axes[place] = resized(self.axes[place], length)
            elif length not in (1, mine):
                raise OceanValueError(
                    f"Incompatible sizes in broadcast: dimension {number} of size {size_text(size)} meets the axis "
                    f"{self.axes[place]}"
                )
        return places

    def check_strict(self, places: list[int], operand: Any) -> None:
        if settings.strict_axes and operand.ndims and len(places) < len(self.axes):
            lacking = [each for place, each in enumerate(self.axes) if place not in places]
            raise no_implicit(operand, lacking, self.turn)


def check_position(size: tuple[int, ...], axes: Axes) -> None:
    if len(size) > len(axes):
        raise OceanValueError(
            f"A tensor of size {size_text(size)} without axes meets one with the axes {axes_text(axes)} by position, "
            "but has more dimensions; give it axes by withAxes"
        )


def no_implicit(operand: Any, lacking: Sequence[axis], turn: int = 1) -> OceanValueError:
    shown = size_text(operand.size[::turn]) if operand.axes is None else axes_text(operand.axes[::turn])
    return OceanValueError(
        f"A tensor of {shown} lacks {'the axis' if len(lacking) == 1 else 'the axes'} {axes_text(lacking)}, and strict "
        "axes (setStrictAxes) are not added implicitly; broadcastTo(axes) adds them"
    )


def spread(desc: description, places: Sequence[int], ndims: int) -> description:
    """A description without axes of `ndims` dimensions: its own at the given places, the others of length one."""
    if not desc.ndims:
        return desc
    size, strides = [1] * ndims, [0] * ndims
    for place, n, step in zip(places, desc.size, desc.strides, strict=True):
        size[place], strides[place] = n, step
    return make_description(desc.dtype, size, strides, desc.device, desc.swapped)


def into_target(axes: Sequence[axis], target: Axes, rows: bool = False) -> list[int]:
    """The places of axes in a destination, which must have all of them. `rows`: messages show the order of arrays."""
    places = match(tuple(axes), target)
    lacking = [each for each, place in zip(axes, places, strict=True) if place is None]
    if lacking:
        raise OceanValueError(
            f"The destination with the axes {axes_text(target[::-1] if rows else target)} has no axis "
            f"{axes_text(lacking[::-1] if rows else lacking)}, which is stored in it"
        )
    return [place for place in places if place is not None]


def line_up(
    inputs: Sequence[description], result: description | None, rows: bool = False
) -> tuple[tuple[description, ...], description | None, Axes | None]:
    """Inputs and result without axes and with corresponding dimensions, and the axes of the result."""
    if not any(each.axes for each in inputs):  # only the result has axes: match by position
        assert result is not None and result.axes is not None
        for each in inputs:
            check_position(each.size, result.axes)
            if settings.strict_axes and each.ndims and each.ndims < result.ndims:
                raise no_implicit(each, result.axes[each.ndims :])
        return tuple(inputs), result.with_axes(None), result.axes
    joint = Joint(inputs, rows)
    places, count = list(range(len(joint.axes))), len(joint.axes)
    if result is not None and result.axes is not None:
        places, count = into_target(joint.axes, result.axes, rows), result.ndims
        if settings.strict_axes and len(places) < count:
            raise no_implicit(inputs[0], [each for k, each in enumerate(result.axes) if k not in places])
    lined = [
        spread(each, [places[k] for k in mine], count) for each, mine in zip(inputs, joint.places, strict=True)
    ]
    return tuple(lined), None if result is None else result.with_axes(None), tuple(joint.axes)


# --- Rules -------------------------------------------------------------------------------------------------------


def labelled(plan: Plan, axes: Sequence[axis] | None) -> Plan:
    """A plan that gives its new results axes."""
    return with_result(plan, plan.result.with_axes(axes or None))


def elementwise(
    name: str, planner: Planner, inputs: tuple[description, ...], result: description | None, extra: int
) -> Plan:
    lined, target, axes = line_up(inputs, result)
    plan = planner(lined, target, extra)
    return plan if result is not None else labelled(plan, axes)


def of_rows(
    name: str, planner: Planner, inputs: tuple[description, ...], result: description | None, extra: int
) -> Plan:
    """`elementwise` for the inner tensors of arrays."""
    lined, target, axes = line_up(inputs, result, True)
    plan = planner(lined, target, extra)
    return plan if result is not None else labelled(plan, axes)


def folding(
    name: str, planner: Planner, inputs: tuple[description, ...], result: description | None, extra: int
) -> Plan:
    """The rule of a fold of all elements into one."""
    lined, _, _ = line_up(inputs, None)
    return planner(lined, result, extra)


def reduction(
    name: str, planner: Planner, inputs: tuple[description, ...], result: description | None, extra: int
) -> Plan:
    source = inputs[0]
    plain = tuple(each.with_axes(None) for each in inputs)
    if source.axes is None:
        return planner(plain, None if result is None else result.with_axes(None), extra)
    axes = kept_axes(source.axes, axes_in(extra, source.ndims) if extra else None, bool(extra & KEEPDIMS))
    if result is None:
        return labelled(planner(plain, None, extra), axes)
    return planner(plain, permute_to_axes(result, axes), extra)


def kept_axes(axes: Axes, reduced: Sequence[int] | None, keepdims: bool) -> Axes:
    """The axes that a reduction leaves; kept dimensions have length one."""
    if reduced is None:
        return ()
    if keepdims:
        return tuple(resized(each, 1) if place in reduced else each for place, each in enumerate(axes))
    return tuple(each for place, each in enumerate(axes) if place not in reduced)


def permute_to_axes(result: description, axes: Axes) -> description:
    """A destination without axes, permuted to the order of the axes that are stored in it."""
    if result.axes is None:
        return result
    places = into_target(axes, result.axes)
    if len(places) < result.ndims:
        raise OceanValueError(
            f"The destination has the axes {axes_text(result.axes)}, expected those of what is stored: "
            f"{axes_text(axes)}"
        )
    return result.permute(places)[1].with_axes(None)


# --- Products of matrices, by position ---------------------------------------------------------------------------


def sides(desc: description, flags: int) -> list[axis | None]:
    """The axes of rows and columns, and those that number the matrices."""
    axes: list[axis | None] = list(desc.axes or [None] * desc.ndims)
    axes += [None] * (2 - len(axes))
    return [axes[1], axes[0], *axes[2:]] if flags & TRANSPOSED else axes


def product(
    name: str, planner: Planner, inputs: tuple[description, ...], result: description | None, extra: int
) -> Plan:
    """The contracted dimensions must agree in class and length; the result has the axes of rows and of columns."""
    a, b = inputs[:2]
    plain = tuple(each.with_axes(None) for each in inputs)
    if scales(plain[0], plain[1], extra) and (not a.ndims or not b.ndims or a.nelem == 1 or b.nelem == 1):
        kept = a if b.nelem == 1 else b  # one element scales the other operand, which keeps its axes
        plan = planner(plain, None if result is None else result.with_axes(None), extra)
        if result is None and plan.result.ndims == kept.ndims and not extra:
            return labelled(plan, kept.axes)
        if result is None and plan.result.ndims:
            raise OceanValueError(f"{name}(): this product with axes is not known to have axes; use withoutAxes()")
        return plan
    (rows, across, *first), (down, columns, *second) = sides(a, extra), sides(b, extra >> 2)
    pair = None if across is None or down is None else (across, down)
    if pair is not None and (pair[0].axisClass is not pair[1].axisClass or pair[0].length != pair[1].length):
        raise OceanValueError(
            f"{name}() contracts the axes {across} and {down}, which differ in {difference(*pair)}; A @ B multiplies "
            "elements, and ocean.dot(A, B) contracts axes of A with those of B whose offset is one higher"
        )
    target = None if result is None else result.with_axes(None)
    plan = planner(plain, target, extra)
    axes = [rows, columns, *batch_axes(name, first, second)][: max(plan.result.ndims, 0)]
    found = [each for each in axes if each is not None]
    if len(found) < min(len(axes), plan.result.ndims):
        raise OceanValueError(
            f"{name}(): one of the operands has no axes for the dimensions of the result, which has size "
            f"{size_text(plan.result.size)}; give it axes by withAxes, or use withoutAxes"
        )
    wanted = [resized(each, n) for each, n in zip(found, plan.result.size, strict=True)]
    if result is None:
        check_twice(name, wanted)
        return labelled(plan, wanted)
    if result.axes is not None and not all(map(same_kind, result.axes, wanted)):
        raise OceanValueError(
            f"{name}(): the destination tensor C has the axes {axes_text(result.axes)}, expected {axes_text(wanted)}"
        )
    return plan


def batch_axes(name: str, first: Sequence[axis | None], second: Sequence[axis | None]) -> list[axis | None]:
    """The axes that number the matrices of a product. Where both operands have one, they must be the same."""
    found: list[axis | None] = []
    for one, other in itertools.zip_longest(first, second):
        if one is not None and other is not None and 1 not in (one.length, other.length) and not same_kind(one, other):
            raise OceanValueError(f"{name}(): the axes {one} and {other} number matrices of the operands and differ")
        found.append(other if one is None or (one.length == 1 and other is not None) else one)
    return found


RULES: dict[str, Callable[..., Plan]] = {
    "elementwise": elementwise,
    "rows": of_rows,
    "folding": folding,
    "reduction": reduction,
    "product": product,
}


def plan_lined_up(
    rule: str | None,
    name: str,
    planner: Planner,
    inputs: tuple[description, ...],
    result: description | None,
    extra: int,
) -> Plan:
    """The plan of an operation for operands with axes."""
    if rule is None or rule not in RULES:
        raise no_rule(name)
    return RULES[rule](name, planner, inputs, result, extra)


def no_rule(name: str) -> OceanValueError:
    return OceanValueError(f"{name}() is not known to keep axes: use withoutAxes(), and withAxes on what it gives")


# --- Tensors -----------------------------------------------------------------------------------------------------


def lined_up(source: tensor, target: tensor) -> tuple[tensor, tensor]:
    """A source and a destination without axes and with corresponding dimensions."""
    (desc,), into, _ = line_up((inner_description(source),), inner_description(target))
    assert into is not None
    return make_view(source, 0, desc), make_view(target, 0, into)


def fitted(source: tensor, axes: Axes) -> tensor:
    """A tensor without axes, permuted to the order of `axes`; missing ones have length one."""
    desc = inner_description(source)
    return make_view(source, 0, spread(desc, into_target(source.axes or (), axes), len(axes)))


HOOKS: dict[str, Any] = {"line_up": plan_lined_up, "lined_up": lined_up, "fitted": fitted}
