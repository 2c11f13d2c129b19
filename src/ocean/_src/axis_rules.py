"""What functions make of axes that know none themselves: a rule for each.

A rule takes the axes away from the arguments, calls the function, and gives axes to what it returns. What has no rule
here refuses tensors with axes, with an error that names `withoutAxes`: no function loses axes silently.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ocean._src.axes import Lazy, by_number, labelled, lined_up, placed
from ocean._src.core.arguments import guard, guarded, routine
from ocean._src.core.axes import as_axes, axes_text, is_axis, place_of, resized
from ocean._src.core.errors import OceanTypeError, OceanValueError
from ocean._src.core.lazy import rtensor
from ocean._src.core.operands import tensor_of
from ocean._src.core.random import generator
from ocean._src.core.tensor import inner_description, tensor, view
from ocean._src.ops.axes import Axes, in_order, into_target, no_rule
from ocean._src.reduce import METHODS

Rule = Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]


class Call:
    """A call with arguments of which some have axes. The first argument says what the dimensions are: if it has no
    axes, all goes by position."""

    def __init__(self, function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> None:
        self.function, self.args, self.named = function, list(args), dict(named)
        self.first = next(each for each in (*args, *named.values()) if not isinstance(each, generator))
        self.axes: Axes = getattr(self.first, "axes", None) or ()
        self.name = function.__name__

    def plain(self) -> Any:
        """What the function gives for the arguments without axes. Tensors beside the first one are in its order, if
        they have its axes; and so is a result."""
        return self.function(
            *(self.stripped(each) for each in self.args),
            **{name: self.stripped(each) for name, each in self.named.items()},
        )

    def stripped(self, value: Any) -> Any:
        if isinstance(value, (tensor, rtensor)):
            if not self.axes or value.axes is None or value is self.first:
                return labelled(value, None)
            return self.beside(value)
        if isinstance(value, (list, tuple)) and any(isinstance(each, (tensor, rtensor)) for each in value):
            return [self.stripped(each) for each in value]
        return by_number(value, self.axes or None)

    def beside(self, value: Lazy) -> Any:
        """Another operand, or a given result, in the order of the first one's axes."""
        places = [place_of(self.axes, each) for each in value.axes or ()]
        if sorted(places) != list(range(len(self.axes))):
            raise OceanValueError(
                f"{self.name}(): the axes {axes_text(value.axes)} of an argument are not those of the first one, "
                f"{axes_text(self.axes)}; withoutAxes() gives a tensor that has none"
            )
        return placed(value, places, len(self.axes))

    def replace(self, value: Any, other: Any) -> None:
        """Call with another object in place of an argument."""
        self.args = [other if each is value else each for each in self.args]
        self.named = {name: other if each is value else each for name, each in self.named.items()}

    def argument(self, name: str) -> Any:
        """The value of an argument, or None."""
        takes = self.function.takes
        values = takes.parse(*self.args, **self.named)
        return values[takes.names.index(name)]

    def with_values(self) -> Any:
        """What the function gives for the arguments without axes, as they are."""
        return self.function(
            *(without(each, self.axes) for each in self.args),
            **{name: without(each, self.axes) for name, each in self.named.items()},
        )

    def along(self, result: Any) -> Any:
        """A result whose tensors have the dimensions of the first argument, some perhaps with other lengths."""
        if not self.axes:
            return result

        def give(found: Any) -> Any:
            if found.ndims != len(self.axes):
                raise self.refused()
            return labelled(found, [resized(each, n) for each, n in zip(self.axes, found.size, strict=True)])

        return each_tensor(result, give)

    def refused(self) -> OceanValueError:
        return no_rule(self.name)


def each_tensor(result: Any, give: Callable[[Any], Any]) -> Any:
    """A result in which every tensor is given something."""
    if isinstance(result, (tensor, rtensor)):
        return give(result)
    if isinstance(result, (list, tuple)):
        parts = [each_tensor(one, give) for one in result]
        if hasattr(result, "_make"):
            return result._make(parts)
        return parts if isinstance(result, list) else tuple(parts)
    return result


# --- Rules -------------------------------------------------------------------------------------------------------


def refuse(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """The function is not known to make sense of axes."""
    raise no_rule(function.__name__)


def along(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """The dimensions of the result are those of the first argument, some perhaps with other lengths."""
    call = Call(function, args, named)
    return call.along(call.plain())


def first(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """The same, where other arguments are values: their dimensions have nothing to do with those of the first one."""
    call = Call(function, args, named)
    return call.along(call.with_values())


def drop(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """The result has other dimensions, which have no axes: it tells about elements, wherever they are."""
    return Call(function, args, named).with_values()


def without(value: Any, axes: Axes) -> Any:
    if isinstance(value, (tensor, rtensor)):
        return labelled(value, None)
    if isinstance(value, (list, tuple)) and any(isinstance(each, (tensor, rtensor)) for each in value):
        return [without(each, axes) for each in value]
    return by_number(value, axes or None)


def views(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Made of operations that know axes: only arguments that are axes become numbers."""
    call = Call(function, args, named)
    inner = getattr(function, "__wrapped__", function)
    values = [each if isinstance(each, (tensor, rtensor)) else by_number(each, call.axes) for each in args]
    others = {name: by_number(each, call.axes) for name, each in named.items()}
    if isinstance(function, routine):
        values, others = function.takes.parse(*values, **others), {}
    return inner(*values, **others)


def elementwise(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Each element of the results belongs to the same element of all operands, which are matched by their axes."""
    values, axes = lined_up([*args, *named.values()])
    result = function(*values[: len(args)], **dict(zip(named, values[len(args) :], strict=True)))
    return each_tensor(result, lambda found: labelled(found, axes))


def reduced(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """The result lacks the axes that are reduced; with `keepdims` they have length one."""
    call = Call(function, args, named)
    if not call.axes:
        return call.with_values()
    call.args = [call.args[0], *(by_number(each, call.axes) for each in call.args[1:])]
    call.named = {name: by_number(each, call.axes) for name, each in call.named.items()}
    axes, keepdims, result = call.argument("axes"), call.argument("keepdims"), None
    if "B" in function.takes.names:
        result = call.argument("B")
    if axes is None:
        gone: list[int] = list(range(len(call.axes)))
    else:
        count = len(call.axes)
        gone = [each + count if each < 0 else each for each in (axes if isinstance(axes, (list, tuple)) else [axes])]
    if keepdims:
        kept = [resized(each, 1) if place in gone else each for place, each in enumerate(call.axes)]
    else:
        kept = [each for place, each in enumerate(call.axes) if place not in gone]
    weights = call.argument("weights") if "weights" in function.takes.names else None
    if isinstance(weights, (tensor, rtensor)) and weights.axes is not None and weights.ndims == 1:
        if gone != [place_of(call.axes, weights.axes[0])]:
            raise OceanValueError(f"{call.name}(): the weights have the axis {weights.axes[0]}, which is not reduced")
        call.replace(weights, labelled(weights, None))
    if isinstance(result, tensor) and result.axes is not None:
        target = view(result, 0, in_order(inner_description(result), tuple(kept)))
        call.replace(result, target)

    def give(found: Any) -> Any:
        if found.ndims != len(kept):
            raise call.refused()
        return labelled(found, kept or None)

    return each_tensor(call.plain(), give)


def joined(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Tensors one after another along an axis: the others are put in the order of the first one that has axes."""
    tensors, axis_given, rest, others = join_arguments(function, args, named)
    pieces = [each if isinstance(each, (tensor, rtensor)) else tensor_of(each) for each in tensors]
    known = [each.axes for each in (*pieces, *rest, *others.values()) if getattr(each, "axes", None) is not None]
    leading: Axes = known[0]
    place = place_of(leading, axis_given) if is_axis(axis_given) else range(len(leading))[axis_given]
    lined = [in_order_of(function, each, leading, place) for each in pieces]
    total = sum(each.size[place] for each in lined)
    axes = tuple(resized(each, total) if k == place else each for k, each in enumerate(leading))
    rest = [target_in_order(each, axes) for each in rest]
    others = {name: target_in_order(each, axes) for name, each in others.items()}
    found = function(lined, place, *rest, **others)
    return found if found is None else labelled(found, axes)


def join_arguments(
    function: Any, args: tuple[Any, ...], named: dict[str, Any]
) -> tuple[list[Any], Any, list[Any], dict[str, Any]]:
    values, others = list(args), dict(named)
    tensors = values.pop(0) if values else others.pop("tensors")
    along_which = values.pop(0) if values else others.pop("axis", 0)
    if isinstance(tensors, (tensor, rtensor)):
        raise no_rule(function.__name__)
    return list(tensors), along_which, values, others


def target_in_order(value: Any, axes: Axes) -> Any:
    if isinstance(value, tensor) and value.axes is not None:
        return view(value, 0, in_order(inner_description(value), axes))
    return value


def in_order_of(function: Any, piece: Any, axes: Axes, place: int) -> Any:
    """A piece without axes, its dimensions in the order of axes, of which one may have another length."""
    if piece.axes is None:
        if piece.ndims != len(axes):
            raise OceanValueError(
                f"{function.__name__}(): a tensor without axes must have a dimension for each of {axes_text(axes)}; "
                "give it axes by withAxes"
            )
        return piece
    here = [
        k for k, each in enumerate(piece.axes)
        if each.axisClass is axes[place].axisClass and each.offset == axes[place].offset
    ]  # fmt: skip
    if len(here) != 1:
        raise OceanValueError(
            f"{function.__name__}(): a tensor with the axes {axes_text(piece.axes)} has no axis {axes[place]} along "
            "which it is joined"
        )
    same = tuple(resized(each, axes[place].length) if k == here[0] else each for k, each in enumerate(piece.axes))
    places = into_target(same, axes)
    if len(places) < len(axes):
        raise OceanValueError(
            f"{function.__name__}(): expected tensors with the axes {axes_text(axes)}, got {axes_text(piece.axes)}"
        )
    return placed(piece, places, len(axes))


def stacked(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Tensors one after another along a new axis, which comes first."""
    tensors, new, _, _ = join_arguments(function, args, named)
    if not is_axis(new):
        raise OceanTypeError(
            "stack(): tensors with axes are put one after another along a new axis, stack(tensors, axis); "
            "withoutAxes() gives tensors that have none"
        )
    if new.length != len(tensors):
        raise OceanValueError(f"stack(): the axis {new} has not the length of {len(tensors)} tensors")
    pieces = [each if isinstance(each, (tensor, rtensor)) else tensor_of(each) for each in tensors]
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
    return labelled(function(lined, 0), axes)


# --- Which rule a function has -----------------------------------------------------------------------------------

NATIVE = """
    tensor arange linspace zeros ones full tensorLike zerosLike onesLike fullLike asTensor eye ensure cast lazy
    where constant indices allclose isclose multiply gemm norm normNaN allGE allGT allLE allLT allInRange
    checkOverlap checkSelfOverlap dot convolution convolutionGradData convolutionGradFilters fuse permuteAxes
    swapAxes reverseAxes reverseAxes2 transpose ctranspose flipAxis fliplr flipud slice diag squeeze unsqueeze
    broadcastTo flatten ravel reshape resize withAxes withoutAxes renameAxis assign copy clone replicate eval
    asContiguous fill zero data swap traverse asPython asScalar byteswap conj convertTo dealloc detach fillNaN
    shallowCopy sync to_numpy isAligned isComplex isContiguous isEmpty isFortran isLinear isReal isScalar
    isSelfOverlapping save load fromDLPack fromXarray toXarray into explain call view broadcastLike reshapeLike
    uniform normal exponential integers bernoulli gamma beta poisson binomial seed spawn jump
"""
"""Functions and methods that know axes, or for which they are none of their business."""

RULES: dict[Rule, str] = {
    along: """argpartition argsort cummax cummin cumprod cumprodNaN cumsum cumsumNaN diff diff2 partition sort topk
        tril triu slide moving_mean transform pad roll tile take_along_axis put_along_axis fft ifft rfft irfft
        hfft ihfft fft2 ifft2 rfft2 irfft2 fftn ifftn rfftn irfftn fftshift ifftshift nan_to_num round cross
        permutation shuffle""",
    first: "isin digitize take repeat moving_average gradient",
    views: "flip moveaxis rot90 split",
    elementwise: "divmod frexp modf",
    reduced: "median medianNaN average reduce_range reduce_binary quantile quantileNaN",
    drop: """find nonzero argwhere flatnonzero unique intersect1d union1d setdiff1d histogram histogram2d bincount
        searchsorted lexsort cov corrcoef trace put show""",
    joined: "concatenate merge",
    stacked: "stack",
}
RULE_OF: dict[str, Rule] = {name: rule for rule, names in RULES.items() for name in names.split()}


def give_rules(namespace: dict[str, Any]) -> None:
    """Give every function of a module that does not know axes its rule."""
    for name, member in list(namespace.items()):
        if takes_rule(name, member):
            namespace[name] = guard(member, RULE_OF.get(name, refuse))


def refuse_axes(namespace: dict[str, Any]) -> None:
    """Let all functions of a module refuse tensors with axes."""
    for name, member in list(namespace.items()):
        if not name.startswith("_") and callable(member) and not isinstance(member, type):
            namespace[name] = guard(member, refuse)


def give_methods_rules() -> None:
    """Give every method of tensors that does not know axes its rule."""
    for cls in (tensor, rtensor, generator):
        for name, member in list(vars(cls).items()):
            if takes_rule(name, member) and guard(member, RULE_OF.get(name, refuse)) is not member:
                setattr(cls, name, guard(member, RULE_OF.get(name, refuse)))


SETTING = re.compile(r"_|(get|set)[A-Z]|registerType|devices")


def takes_rule(name: str, member: Any) -> bool:
    """Whether a member is a function of Python, or a routine, that has to have a rule."""
    if name in NATIVE.split() or name in METHODS or SETTING.match(name) or isinstance(member, (type, guarded)):
        return False
    plain = type(member).__name__ in ("function", "cython_function_or_method") and hasattr(member, "__code__")
    return isinstance(member, routine) or plain
