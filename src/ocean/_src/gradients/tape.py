"""The tape: values that depend on differentiated arguments, the functions that made them, and the way back.

A differentiated function gets recorded arrays (`core/objects/recorded.pyx`). Each has a `State`, which refers to a
`Value`: an array, or a value of an outer differentiation, with the place where it was made. A value never changes; an
assignment gives the state another one. `bind` calls a function on what the values of the innermost differentiation
stand for, and notes the call. `backward` goes back over what was noted.

Everything here is an array of `ocean.numpy`; tensors are arrays with the dimensions in reverse order.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.later import namespace
from ocean._src.core.objects.array import (
    array,
    become_array,
    become_recorded,
    inner_field,
    make_array,
    sharers,
    view_field,
    writes_to,
)
from ocean._src.core.objects.dtypes import CFLOAT, FLOAT, dtype
from ocean._src.core.objects.memory import count_recorders, refuse_trace
from ocean._src.core.objects.recorded import make_recorded, recorded
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.lazy.barriers import barrier, in_trace

ORDER = count()


def np() -> Any:
    """The module `ocean.numpy`, whose functions the rules are written with."""
    return namespace("ocean.numpy")


class Levels(threading.local):
    """The differentiations that run in this thread, the outermost first."""

    def __init__(self) -> None:
        self.running: list[Level] = []
        self.most = 0  # of calls that are noted, in a trace that is given up otherwise


LEVELS = Levels()


class Level:
    """A differentiation that runs: forward or reverse."""

    __slots__ = ("converted", "depth", "forward", "watched")

    def __init__(self, forward: bool) -> None:
        self.forward = forward
        self.depth = 0
        self.watched: list[tuple[Any, array, Any, str]] = []
        self.converted: list[Any] = []

    def __enter__(self) -> Level:
        count_recorders(1)
        self.depth = len(LEVELS.running) + 1
        LEVELS.running.append(self)
        return self

    def __exit__(self, *error: object) -> None:
        LEVELS.running.remove(self)
        count_recorders(-1)
        for each in self.converted:  # arrays from outside that were assigned to are arrays again
            if type(each) is recorded and not LEVELS.running:
                become_array(each, plain(each.inner.current()))
        if LEVELS.running:
            LEVELS.running[-1].converted.extend(self.converted)

    def check(self) -> None:
        """Refuse to go back if something that was recorded is no longer there."""
        for given, each, writes, name in self.watched:
            if (each.tobytes() if isinstance(writes, bytes) else writes_to(each)) != writes:
                raise OceanValueError(
                    f"{name_of(given)} of shape {each.shape} was changed after {name} had recorded it, so that there "
                    f"is no gradient; change a copy (its elements are now {' '.join(str(each).split())[:60]})"
                )


def name_of(value: Any) -> str:
    """The name of an array where a differentiated function is called, or in a function on the way there."""
    frame: Any = sys._getframe(1)
    while frame is not None:
        if not frame.f_globals.get("__name__", "").startswith("ocean."):
            for space in (frame.f_locals, frame.f_globals):
                for name, each in space.items():
                    if each is value:
                        return f"The array '{name}'"
        frame = frame.f_back
    return "An array"


class Value:
    """What a recorded array is at one time: `primal` is an array or a value of an outer differentiation. `node` and
    `index` tell which result of a call it is; a forward differentiation has a `tangent` instead."""

    __slots__ = ("index", "level", "node", "primal", "tangent")

    def __init__(self, level: Level, primal: Any, node: Any = None, index: int = -1, tangent: Any = None) -> None:
        self.level, self.primal, self.node, self.index, self.tangent = level, primal, node, index, tangent


class Node:
    """A call that was noted: its rule, what it was called with, and which arguments have nodes of their own."""

    __slots__ = ("args", "function", "named", "order", "parents", "result", "rule")

    def __init__(self, rule: Any = None, function: Any = None, args: Any = (), named: Any = None, result: Any = None,
                 parents: Any = ()) -> None:  # fmt: skip
        self.order = next(ORDER)
        self.rule, self.function, self.args, self.named = rule, function, args, named
        self.result, self.parents = result, parents


class State:
    """What a recorded array refers to. A view has a `base` and a function that makes the view of it; it is made anew
    when the base has been assigned to."""

    __slots__ = ("base", "origin", "seen", "tensor", "value", "version", "view")

    def __init__(self, value: Any, tensor: bool = False) -> None:
        self.value, self.tensor = value, tensor
        self.version = self.seen = 0
        self.base: State | None = None
        self.view: Any = None
        self.origin: Any = None  # the state and the key that a view was made by

    def current(self) -> Any:
        """The value now."""
        if self.base is not None:
            root, now = self.base, self.base.current()
            if root.version != self.seen:
                self.value, self.seen = value_of(self.view(lift(now))), root.version
        return self.value


def value_of(given: Any) -> Any:
    """The value, or the array, that anything recorded stands for now."""
    return given.inner.current() if type(given) is recorded else given


def lift(value: Any) -> Any:
    """A value as a recorded array; an array is itself."""
    return make_recorded(State(value)) if type(value) is Value else value


def plain(value: Any) -> Any:
    """The array behind values of all levels."""
    while type(value) is Value:
        value = value.primal
    return value


def stripped(given: Any) -> Any:
    """A recorded array, or a list or tuple with recorded ones, as arrays."""
    if type(given) is recorded:
        return plain(given.inner.current())
    if type(given) is list:
        return [stripped(each) for each in given]
    if type(given) is tuple:
        return tuple(stripped(each) for each in given)
    if type(given) is dict:
        return {key: stripped(each) for key, each in given.items()}
    return given


# --- Rules --------------------------------------------------------------------------------------------------------


class Rule:
    """How a function is differentiated.

    `pull(i, g, y, *args, **named)` is the gradient of argument i for the gradient g of the result y. If the function is
    linear in each of its arguments, as products are, it moves tangents forward itself. `push(y, tangents, *args)` does
    it for others; without it, `pull` is transposed. `views` tells that the result can be a view of the first argument,
    and `outlined` of how many arguments, and of the result, `pull` needs no elements. `take(g, owned, wanted, *args)`
    is `pull` for all arguments in `wanted`; it may write to a gradient that is owned, and the first of those that it
    returns is.
    """

    __slots__ = ("linear", "outlined", "pull", "push", "take", "views")

    def __init__(self, pull: Callable[..., Any], linear: bool = False, views: bool = False, push: Any = None,
                 outlined: int = 0, take: Any = None) -> None:  # fmt: skip
        self.pull, self.linear, self.views, self.push = pull, linear, views, push
        self.outlined, self.take = outlined, take


def each_argument(*pulls: Callable[..., Any] | None) -> Callable[..., Any]:
    """The `pull` of a function whose arguments have rules of their own."""

    def pull(i: int, g: Any, y: Any, *args: Any, **named: Any) -> Any:
        rule = pulls[i] if i < len(pulls) else None
        if rule is None:
            raise OceanTypeError(f"There is no derivative for argument {i + 1} of this function")
        return rule(g, y, *args, **named)

    return pull


# --- Recording ----------------------------------------------------------------------------------------------------


def opened(given: Any, path: tuple[int, ...], found: list[tuple[tuple[int, ...], Value]]) -> Any:
    """An argument with values in the place of recorded arrays; `found` gets these and their places."""
    if type(given) is recorded:
        value = given.inner.current()
        if type(value) is Value:
            found.append((path, value))
        return value
    if type(given) is list or type(given) is tuple:
        return type(given)([opened(each, (*path, k), found) for k, each in enumerate(given)])
    return given


def below(given: Any, level: Level) -> Any:
    """An argument as it is outside of a level."""
    if type(given) is Value:
        return lift(given.primal if given.level is level else given)
    if type(given) is list or type(given) is tuple:
        return type(given)([below(each, level) for each in given])
    return given


def at(given: Any, path: Sequence[int]) -> Any:
    for k in path:
        given = given[k]
    return given


def is_float(value: Any) -> bool:
    return bool(kind_of(value).isfloat)


def kind_of(value: Any) -> dtype:
    """Ocean's dtype of an array, recorded or not."""
    found: dtype = plain(value_of(value))._dtype
    return found


def bind(function: Callable[..., Any], rule: Rule | None, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Call a function, and note the call. Without a rule, nothing that the result depends on is noted."""
    found: list[tuple[tuple[int, ...], Value]] = []
    values = [opened(each, (k,), found) for k, each in enumerate(args)]
    if not found or rule is None:
        made = function(*[stripped_value(each) for each in values], **stripped(named))
        if rule is not None and rule.views and type(made) is array and type(args[0]) is recorded:
            made = viewed(args[0].inner, made, function, args[1:], named)
        return made
    top = found[0][1].level
    for _, value in found:
        if value.level.depth > top.depth:
            top = value.level
    if top not in LEVELS.running:
        raise ended()
    lower = [below(each, top) for each in values]
    for each in args[rule.outlined :]:
        if type(each) is array:
            watch(each, top, function)
    result = function(*lower, **named)
    ours = [(path, value) for path, value in found if value.level is top]
    if type(result) is not array and isinstance(result, (tuple, list)):
        several = [value_of(each) for each in result]
        made = outputs(top, function, rule, lower, named, several, ours)
        return type(result)(*made) if hasattr(result, "_fields") else type(result)(made)
    made = outputs(top, function, rule, lower, named, value_of(result), ours)
    if rule.views and type(args[0]) is recorded:
        link_view(args[0].inner, made, function, args[1:], named)
    return made


def ended() -> Exception:
    return OceanValueError(
        "A recorded array was used after its function had ended; let the function return it (has_aux=True)"
    )


def stripped_value(value: Any) -> Any:
    if type(value) is list or type(value) is tuple:
        return type(value)([stripped_value(each) for each in value])
    return plain(value)


def outputs(top: Level, function: Any, rule: Rule, args: list[Any], named: Any, result: Any, ours: Any) -> Any:
    """The results of a call as recorded arrays."""
    single = type(result) is not list
    if top.forward:
        moved = push(function, rule, args, named, result, ours)
        if single:
            return recorded_with(top, result, tangent=moved)
        return [recorded_with(top, each, tangent=t) for each, t in zip(result, moved, strict=True)]
    parents = [(path[0], path[1:], value.node, value.index) for path, value in ours if value.node is not None]
    if LEVELS.most:
        LEVELS.most -= 1
        if not LEVELS.most:
            refuse_trace("many operations")
    if rule.outlined and single:
        args = [outline(each) if k < rule.outlined else each for k, each in enumerate(args)]
        node = Node(rule, function, args, named, outline(result), parents)
    else:
        node = Node(rule, function, args, named, result, parents)
    if single:
        return recorded_with(top, result, node)
    return [recorded_with(top, each, node, k) for k, each in enumerate(result)]


OUTLINES: dict[Any, array] = {}
"""Outlines by descriptions."""
MOST_OUTLINES = 256


def outline(value: Any) -> Any:
    """An array of the same shape, dtype and device that keeps no elements alive; other values are what they are."""
    if type(value) is not array or not value.ndim or is_lazy(value) or value.axes is not None:
        return value
    layout = inner_field(value)._layout
    found = OUTLINES.get(layout)
    if found is None:
        if len(OUTLINES) >= MOST_OUTLINES:
            OUTLINES.clear()
        one = np().zeros((), dtype=value._dtype, device=value.device)
        found = OUTLINES[layout] = np().broadcast_to(one, value.shape)
    return found


def recorded_with(level: Level, primal: Any, node: Any = None, index: int = -1, tangent: Any = None) -> Any:
    if type(plain(primal)) is not array or not is_float(primal):
        return lift(primal)
    return make_recorded(State(Value(level, primal, node, index, tangent)))


MOST_COMPARED = 16384
"""Bytes of memory that others can write to, such as NumPy's arrays, up to which their elements are compared."""


def watch(value: array, level: Level, function: Any) -> None:
    """Remember how often the memory of an array was written. Lazy arrays are not asked."""
    writes: Any = writes_to(value)
    if writes < 0 and not is_lazy(value) and 0 < value.nbytes <= MOST_COMPARED:
        writes = value.tobytes()  # others can write to it without asking
    if writes != -1:
        # the elements: the array itself may become a recorded one, and get others
        level.watched.append((value, array_copy(value), writes, getattr(function, "__name__", "an operation")))


def link_view(source: State, made: Any, function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> None:
    """Note that a recorded array is a view of another one."""
    if type(made) is not recorded:
        return
    state: State = made.inner
    mine, theirs = plain(state.value), plain(source.current())
    if not shares(mine, theirs):
        return
    root, earlier = (source, None) if source.base is None else (source.base, source.view)
    args = tuple(stripped(each) for each in args)

    def view(base: Any) -> Any:
        return function(base if earlier is None else earlier(base), *args, **named)

    state.base, state.view, state.seen = root, view, root.version


def viewed(source: State, made: array, function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """A view of a new array that depends on nothing yet: it is recorded, because it may be assigned to."""
    if not shares(made, plain(source.current())):
        return made
    found = make_recorded(State(made))
    link_view(source, found, function, args, named)
    return found


def shares(a: Any, b: Any) -> bool:
    """Whether arrays are views of one memory. Views of lazy arrays are views, too."""
    from ocean._src.core.objects.array import same_memory

    return type(a) is array and type(b) is array and (same_memory(a, b) or isinstance(inner_field(a), rtensor))


# --- Forward ------------------------------------------------------------------------------------------------------


def push(function: Any, rule: Rule, args: list[Any], named: Any, result: Any, ours: Any) -> Any:
    """The tangent of a result."""
    moved = [(path, value.tangent) for path, value in ours if value.tangent is not None]
    if not moved:
        return None if type(result) is not list else [None] * len(result)
    if rule.push is not None and type(result) is not list:
        return value_of(rule.push(lift(result), {path[0]: lift(t) for path, t in moved}, *args, **named))
    if rule.linear:
        total: Any = None
        for path, tangent in moved:
            part = function(*replaced(args, path, lift(tangent)), **named)
            if type(part) is not array and isinstance(part, (tuple, list)):
                total = list(part) if total is None else [a + b for a, b in zip(total, part, strict=True)]
            else:
                total = part if total is None else total + part
        return [value_of(each) for each in total] if isinstance(total, list) else value_of(total)
    return transposed(rule, args, named, result, moved)


def replaced(args: Sequence[Any], path: tuple[int, ...], value: Any) -> list[Any]:
    """Arguments with another value at a place; other arrays of the same list are zero."""
    found = list(args)
    if len(path) == 1:
        found[path[0]] = value
        return found
    first = list(args[path[0]])
    first = [zeros_like(each) if type(each) in (array, recorded) else each for each in first]
    found[path[0]] = replaced(first, path[1:], value)
    return found


def transposed(rule: Rule, args: list[Any], named: Any, result: Any, moved: Any) -> Any:
    """The tangent of a result from `pull`, which is linear in g: the gradient by g of the sum of pull(g) * tangent."""
    single = type(result) is not list
    results = [result] if single else result
    with Level(False) as level:
        leaves = [Node() for _ in results]
        starts = [
            lift(Value(level, value_of(zeros_like(each)), leaf)) if is_float(each) else zeros_like(lift(each))
            for each, leaf in zip(results, leaves, strict=True)
        ]
        g = starts[0] if single else tuple(starts)
        total = None
        y = lift(result) if single else tuple(lift(each) for each in result)
        for i in {path[0] for path, _ in moved}:
            gradient = rule.pull(i, g, y, *args, **named)
            for path, tangent in moved:
                if path[0] == i:
                    part = np().sum(np().real(at(gradient, path[1:]) * lift(tangent)))
                    total = part if total is None else total + part
        value = value_of(total)
        seeds = (
            [(value.node, value.index, ones_like(value.primal))]
            if type(value) is Value and value.level is level
            else []
        )
        found = backward(level, seeds, leaves)
    made = [
        value_of(zeros_like(each)) if gradient is None else gradient
        for each, gradient in zip(results, found, strict=True)
    ]
    return made[0] if single else made


# --- Back ---------------------------------------------------------------------------------------------------------


def wide(kind: dtype) -> dtype:
    """The dtype in which gradients are added up: at least float."""
    if kind.size == 2 and kind.isfloat:
        return FLOAT
    return CFLOAT if kind.iscomplex and kind.size == 4 else kind


def zeros_like(value: Any) -> Any:
    """Zeros for an array or value, in the dtype of its gradients."""
    return filled_like(value, 0)


def ones_like(value: Any) -> Any:
    return filled_like(value, 1)


def filled_like(value: Any, number: int) -> Any:
    base = plain(value_of(value))
    if not is_lazy(base):
        return np().full_like(base, number, dtype=wide(base._dtype))
    found = np().full(base.shape, number, dtype=wide(base._dtype), device=base.device)
    return found if base.axes is None else found.withAxes(*base.axes)


def is_lazy(value: Any) -> bool:
    """Whether an array is computed when its elements are wanted, as in a fused function."""
    return type(value) is array and isinstance(view_field(value), rtensor)


def matched(gradient: Any, like: Any) -> Any:
    """A gradient in the dtype, and on the device, of what it is the gradient of."""
    base, given = plain(value_of(like)), plain(value_of(gradient))
    if given.device is not base.device:
        gradient = gradient.to_device(base.device)
    kind, own = wide(base._dtype), given._dtype
    if own is kind:
        return gradient
    if own.iscomplex and not kind.iscomplex:
        gradient = np().real(gradient)
    return gradient if kind_of(gradient) is kind else gradient.astype(kind)


class Scattered:
    """A gradient that is zero but at one key. Gradients of many parts of an array are added up in one array."""

    __slots__ = ("g", "key", "like", "view")

    def __init__(self, g: Any, key: Any, like: Any, view: Any = None) -> None:
        self.g, self.key, self.like, self.view = g, key, like, view

    def add_to(self, total: Any) -> None:
        """Add it to an array that can be written."""
        target = total if self.view is None else self.view(total)
        if has_lists(self.key):
            np().add.at(target, self.key, self.g)
        else:
            target[self.key] += self.g

    def dense(self) -> Any:
        if is_lazy(plain(value_of(self.g))) or in_trace(self.key):
            if not has_lists(self.key):
                return placed(self.g, self.key, self.like, self.view, 0)
            total, view = zeros_like(self.like), self.view
            return bind(scattered_sum, SCATTER, (self.g, total, view, self.key), {})
        total = zeros_like(self.like)
        if type(self.g) is recorded:
            total = make_recorded(State(total))
        self.add_to(total)
        return total


def scattered_sum(g: Any, total: Any, view: Any, key: Any) -> Any:
    """Zeros, to which values are added at a key of a view, in a fused function."""

    def run(g: Any, total: Any, key: Any) -> Any:
        total = np().copy(total)
        np().add.at(total if view is None else view(total), key, g)
        return total

    return barrier("scatterAdd", run, (g, total, key), {})


SCATTER = Rule(lambda i, g, y, values, total, view, key: (g if view is None else view(g))[key], linear=True)


def placed(value: Any, key: Any, base: Any, view: Any, otherwise: Any) -> Any:
    """An array that has a value at a key of a view, and another one elsewhere, without an assignment: each element is
    looked up. Lazy arrays cannot be assigned to."""
    shape = plain(value_of(base)).shape
    numbers = np().arange(plain(value_of(base)).size).reshape(shape)
    numbers = (numbers if view is None else view(numbers))[key]
    inside, places = np().zeros(shape, dtype="bool").ravel(), np().zeros(shape, dtype="int64").ravel()
    flat = np().ravel(numbers) if type(numbers) is array else np().ravel(make_array(numbers))
    inside[flat], places[flat] = True, np().arange(flat.size)
    value = value if type(value) in (array, recorded) else np().asarray(value)
    if type(value) is recorded and value.inner.tensor:
        value = lift(value.inner.current())
    spread = np().ravel(
        np().broadcast_to(value, plain(value_of(numbers)).shape if type(numbers) is array else numbers.size[::-1])
    )
    found = np().reshape(spread[places], shape)
    return np().where(inside.reshape(shape), found, otherwise)


def has_lists(key: Any) -> bool:
    """Whether a key can name an element twice."""
    parts = key if type(key) is tuple else (key,)
    return any(not (each is None or each is Ellipsis or isinstance(each, slice) or (hasattr(each, "__index__")
                    and not isinstance(each, array))) for each in parts)  # fmt: skip


def backward(level: Level, seeds: Sequence[tuple[Any, int, Any]], leaves: Sequence[Node]) -> list[Any]:
    """The gradients of leaves, from those of results: (node, index, gradient)."""
    level.check()
    totals: dict[Node, Any] = {}
    heap: list[tuple[int, Node]] = []
    owned: set[tuple[Node, int]] = set()
    kept = set(leaves)

    def add(node: Node, index: int, gradient: Any) -> None:
        if node not in totals:
            totals[node] = {}
            if node not in kept:
                heappush(heap, (-node.order, node))
        parts = totals[node]
        if index not in parts:
            if type(gradient) is Scattered:
                gradient = gradient.dense()
                owned.add((node, index))
            parts[index] = gradient
        elif (
            (node, index) in owned
            and not is_lazy(plain(value_of(parts[index])))
            and (type(gradient) is Scattered or type(gradient) is array)
        ):
            if type(gradient) is Scattered and not is_lazy(plain(value_of(gradient.g))) and (
                    type(parts[index]) is recorded or type(gradient.g) is array):  # fmt: skip
                gradient.add_to(parts[index])
            elif (
                type(gradient) is array
                and not is_lazy(gradient)
                and type(parts[index]) is array
                and parts[index].shape == gradient.shape
            ):
                parts[index] += gradient
            else:
                parts[index] = parts[index] + (gradient.dense() if type(gradient) is Scattered else gradient)
        else:
            parts[index] = parts[index] + (gradient.dense() if type(gradient) is Scattered else gradient)
            owned.add((node, index))

    for node, index, gradient in seeds:
        if node is not None:
            add(node, index, lift(gradient) if type(gradient) is Value else gradient)
    while heap:
        node = heappop(heap)[1]
        parts = totals.pop(node)
        if type(node.result) is list:
            g: Any = tuple(parts[k] if k in parts else zeros_like(each) for k, each in enumerate(node.result))
            y: Any = tuple(lift(each) for each in node.result)
        else:
            g, y = parts[-1], lift(node.result)
        done: dict[int, Any] = {}
        if node.rule.take is not None and type(g) is array and not is_lazy(g):
            done = node.rule.take(g, (node, -1) in owned, {each[0] for each in node.parents}, *node.args)
        owned.difference_update({(node, k) for k in parts})
        for i, path, parent, index in node.parents:
            if i not in done:
                done[i] = node.rule.pull(i, g, y, *node.args, **node.named)
            gradient = at(done[i], path)
            if gradient is not None:
                like = at(node.args[i], path)
                gradient = gradient if type(gradient) is Scattered else matched(gradient, like)
                add(parent, index, gradient)
                if i == 0 and node.rule.take is not None and totals[parent][index] is gradient:
                    owned.add((parent, index))
    return [value_of(totals[leaf][-1]) if leaf in totals else None for leaf in leaves]


def converted(value: array, level: Level) -> Any:
    """An array from outside that recorded elements are assigned to: it becomes a recorded array itself."""
    refuse_trace("an array from outside, to which it assigns")
    if sharers(value) > 1:
        raise OceanValueError(
            f"Elements that depend on a differentiated argument cannot be assigned to an array of shape {value.shape}, "
            "that has other views; make the array within the function, or assign to a copy"
        )
    state = State(array_copy(value))
    become_recorded(value, state)
    level.converted.append(value)
    return value


def array_copy(value: array) -> array:
    from ocean._src.core.objects.array import make_array

    return make_array(inner_field(value))


def leaves_of(values: Sequence[Any]) -> Iterator[Any]:
    """The recorded arrays in nested lists and tuples."""
    for each in values:
        if type(each) is recorded:
            yield each
        elif isinstance(each, (list, tuple)):
            yield from leaves_of(each)


def pulled(function: Callable[..., Any], g: Any, *given: Any) -> list[Any]:
    """The gradients of the arguments of a function of arrays, for the gradient of its result."""
    with Level(False) as level:
        leaves = [Node() for _ in given]
        starts = [lift(Value(level, value_of(each), leaf)) for each, leaf in zip(given, leaves, strict=True)]
        result = value_of(function(*starts))
        if type(result) is not Value or result.level is not level:
            return [zeros_like(stripped(each)) for each in given]
        found = backward(level, [(result.node, result.index, value_of(g))], leaves)
    return [zeros_like(stripped(each)) if part is None else lift(part) for each, part in zip(given, found, strict=True)]


def scatter_add(values: Any, places: Any, count: int) -> Any:
    """The sums of values at places: zeros(count), to which each value is added at its place."""

    def run(values: Any, places: Any, count: int) -> Any:
        base = plain(value_of(values))
        if type(values) is recorded:
            return scatter_add(values, places, count)
        if is_lazy(base) or in_trace(places):
            return barrier("scatterAdd", run, (values, places, count), {})
        total = np().zeros(count, dtype=base._dtype, device=base.device)
        np().add.at(total, np().ravel(places), np().ravel(base))
        return total

    pull = Rule(lambda i, g, y, values, places, count: g[places], linear=True)
    return bind(run, pull, (values, places, count), {})
