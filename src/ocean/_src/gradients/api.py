"""The public functions of gradients: `grad`, `vjp`, `jvp`, `jacobian`, `hessian` and their siblings."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from ocean._src.base.classes import publish_in
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import asking
from ocean._src.core.objects.array import array, same_memory
from ocean._src.core.objects.recorded import make_recorded, recorded
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor

from . import install as install  # the rules of all functions
from .kept import keeps
from .record import as_internal, as_tensor
from .tape import (
    Level,
    Node,
    Rule,
    State,
    Value,
    backward,
    bind,
    is_lazy,
    kind_of,
    lift,
    np,
    ones_like,
    plain,
    value_of,
    wide,
    zeros_like,
)
from .trees import leaves as leaves_of
from .trees import mapped

Function = Callable[..., Any]


# --- In and out ---------------------------------------------------------------------------------------------------


def entered(value: Any, name: str) -> tuple[Any, bool]:
    """An argument as a value, and whether it is a tensor; refuses what has no gradient."""
    if type(value) is recorded:
        found, is_tensor = value.inner.current(), value.inner.tensor
    elif type(value) is tensor or type(value) is rtensor:
        found, is_tensor = as_internal(value), True
    elif type(value) is array:
        found, is_tensor = value, False
    elif isinstance(value, (float, complex)) and not hasattr(value, "__array_interface__"):
        found, is_tensor = np().array(value), False
    elif isinstance(value, int):
        raise OceanTypeError(refused(name, f"the integer {value}"))
    else:
        try:
            found, is_tensor = np().array(value), False
        except (TypeError, ValueError):
            raise OceanTypeError(f"{name} differentiates by arrays, tensors and numbers, got {shown(value)}") from None
    if not plain(found)._dtype.isfloat:
        raise OceanTypeError(refused(name, f"elements of dtype {plain(found)._dtype.name}"))
    return found, is_tensor


def refused(name: str, what: str) -> str:
    return (
        f"{name} differentiates by floating and complex numbers, got {what}; convert it first, as with "
        "x.astype('float64') or 3.0"
    )


def left(value: Any, level: Level) -> Any:
    """A result of a differentiated function as it is outside."""
    if type(value) is not recorded:
        return value
    found = value.inner.current()
    if type(found) is Value and found.level is level:
        found = found.primal
    return outside(found, value.inner.tensor)


def outside(value: Any, is_tensor: bool) -> Any:
    """A value as users see it: an array, a tensor, or recorded by an outer differentiation."""
    if type(value) is recorded:
        value = value.inner.current()
    if type(value) is Value:
        return make_recorded(State(value, is_tensor))
    if not is_tensor:
        return value
    found = as_tensor(value)
    return found if type(found) is not tensor or found.ndims else found.asScalar()


def numbers(argnums: int | Sequence[int], count: int, name: str) -> tuple[int, ...]:
    given = (argnums,) if isinstance(argnums, int) else tuple(argnums)
    for each in given:
        if not -count <= each < count:
            raise OceanValueError(f"{name}: argnums has {each}, and the function was called with {count} arguments")
    return tuple(each % count for each in given)


def cast_back(gradient: Any, like: Any) -> Any:
    """A gradient in the dtype of its argument; those of half are added up in float."""
    kind = plain(like)._dtype
    return gradient if kind_of(gradient) is kind else gradient.astype(kind)


class Recording:
    """A function that was run on recorded arguments, and what goes back from its results."""

    def __init__(self, function: Function, args: Sequence[Any], named: dict[str, Any], chosen: Sequence[int],
                 name: str, has_aux: bool = False) -> None:  # fmt: skip
        self.leaves: list[tuple[Node, Any, bool]] = []
        self.trees = [args[k] for k in chosen]
        self.name = name
        with Level(False) as level:
            self.level = level
            given = list(args)
            for k in chosen:
                given[k] = mapped(self.enter, args[k])
            result = function(*given, **named)
            self.aux = None
            if has_aux:
                if not isinstance(result, tuple) or len(result) != 2:
                    raise OceanTypeError(f"{name} with has_aux=True needs a function that returns (result, aux)")
                result, aux = result
                self.aux = mapped(lambda each: left(each, level), aux)
            self.results = [self.source(each) for each in leaves_of(result)]
            self.value = mapped(lambda each: left(each, level), result)

    def enter(self, value: Any) -> Any:
        found, is_tensor = entered(value, self.name)
        node = Node()
        self.leaves.append((node, found, is_tensor))
        return make_recorded(State(Value(self.level, found, node), is_tensor))

    def source(self, result: Any) -> tuple[Any, int, Any]:
        """The node of a result, its index, and its elements."""
        found = value_of(result)
        if type(found) is Value and found.level is self.level:
            return found.node, found.index, found.primal
        return None, -1, found

    def back(self, cotangents: Sequence[Any]) -> Any:
        """The gradients of the arguments, in their containers."""
        seeds = [
            (node, index, value_of(as_internal(g)))
            for (node, index, _), g in zip(self.results, cotangents, strict=True)
            if node is not None
        ]
        found = iter(own(backward(self.level, seeds, [node for node, _, _ in self.leaves])))
        kept = iter(self.leaves)

        def gradient(_: Any) -> Any:
            (_, value, is_tensor), part = next(kept), next(found)
            part = cast_back(zeros_like(plain(value)) if part is None else lift(part), value)
            return outside(value_of(part), is_tensor)

        return [mapped(gradient, tree) for tree in self.trees]


def own(gradients: list[Any]) -> list[Any]:
    """Gradients that can be written, each in memory of its own."""
    made: list[Any] = []
    for each in gradients:
        shared = (
            type(each) is array
            and not is_lazy(each)
            and (not each.flags.writeable or any(type(one) is array and same_memory(one, each) for one in made))
        )
        made.append(np().copy(each) if shared else each)
    return made


def single(found: Any, argnums: int | Sequence[int]) -> Any:
    return found[0] if isinstance(argnums, int) else tuple(found)


# --- Gradients ----------------------------------------------------------------------------------------------------


def differentiated(function: Function, made: Function, name: str) -> Function:
    """A function with the name and the help of the one that it was made from."""
    if not callable(function):
        raise OceanTypeError(f"{name} needs a function, got {shown(function)}")
    functools.update_wrapper(made, function, assigned=("__module__", "__name__", "__qualname__"), updated=())
    made.__doc__ = f"{name} of {getattr(function, '__name__', 'a function')}: " + (function.__doc__ or "")
    return made


def need_scalar(name: str, recording: Recording) -> None:
    """Refuse results that have no gradient."""
    if len(recording.results) != 1:
        raise OceanTypeError(
            f"{name} needs a function whose result is one number, got {len(recording.results)} results; use has_aux "
            "for others, or jacobian or vjp"
        )
    value = plain(recording.results[0][2])
    if type(value) is not array:
        if isinstance(value, (int, float)):
            return
        raise OceanTypeError(f"{name} needs a function whose result is a number, got {shown(value)}")
    if value.size != 1:
        raise OceanTypeError(
            f"{name} needs a function whose result is one number, got an array of shape {value.shape}; take its sum, "
            "or use jacobian, vjp or elementwise_grad"
        )
    if value._dtype.iscomplex:
        raise OceanTypeError(f"{name} needs a function whose result is real, got a complex number; use vjp")


@asking
def value_and_grad(function: Function, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Function:
    """value_and_grad(f [,argnums] [,has_aux]): a function that returns the value of f and its gradient.

    See `grad` for the arguments.
    """

    eager = both_of(function, argnums, has_aux, "value_and_grad")
    return eager if has_aux else differentiated(function, keeps(eager, argnums), "value_and_grad")


def both_of(function: Function, argnums: int | Sequence[int], has_aux: bool, name: str) -> Function:
    """A function that returns the value and the gradient of another one."""

    def made(*args: Any, **named: Any) -> Any:
        chosen = numbers(argnums, len(args), name)
        recording = Recording(function, args, named, chosen, name, has_aux)
        need_scalar(name, recording)
        found = single(
            recording.back([ones_like(recording.results[0][2]) if recording.results[0][0] else None]), argnums
        )
        return ((recording.value, recording.aux) if has_aux else recording.value), found

    return differentiated(function, made, name)


@asking
def grad(function: Function, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Function:
    """grad(f [,argnums] [,has_aux]): a function that returns the gradient of f, whose result must be one real number.

    `argnums` says by which argument, or by which ones (then the result is a tuple). An argument may be a list, tuple,
    dict or dataclass of arrays; the gradient has the same structure. With `has_aux`, f returns (result, more), and the
    gradient comes with what more is.
    """
    both = both_of(function, argnums, has_aux, "grad")

    def made(*args: Any, **named: Any) -> Any:
        value, found = both(*args, **named)
        return (found, value[1]) if has_aux else found

    return differentiated(function, made if has_aux else keeps(made, argnums), "grad")


@asking
def elementwise_grad(function: Function, argnums: int = 0) -> Function:
    """elementwise_grad(f [,argnums]): the derivative of a function each of whose results depends on the element of the
    argument at the same place.
    """

    def made(*args: Any, **named: Any) -> Any:
        chosen = numbers(argnums, len(args), "elementwise_grad")
        recording = Recording(function, args, named, chosen, "elementwise_grad")
        return single(
            recording.back([ones_like(value) if node else None for node, _, value in recording.results]), argnums
        )

    return differentiated(function, keeps(made, argnums), "elementwise_grad")


@asking
def vjp(function: Function, *args: Any, has_aux: bool = False) -> Any:
    """vjp(f, *args [,has_aux]): the result of f, and a function that takes the gradients of the results to those of the
    arguments (the product of a vector and the Jacobian matrix).
    """
    recording = Recording(function, args, {}, range(len(args)), "vjp", has_aux)

    def pull(cotangent: Any) -> tuple[Any, ...]:
        given = leaves_of(cotangent)
        if len(given) != len(recording.results):
            raise OceanValueError(
                f"The function of vjp takes a gradient for each of {len(recording.results)} results, got {len(given)}"
            )
        prepared = [cotangent_of(each, value) for each, (_, _, value) in zip(given, recording.results, strict=True)]
        return tuple(recording.back(prepared))

    return (recording.value, pull, recording.aux) if has_aux else (recording.value, pull)


def cotangent_of(given: Any, value: Any) -> Any:
    """A gradient of a result, checked."""
    found = as_internal(given)
    if type(found) is not recorded:
        found = found if type(found) is array else np().asarray(found)
    base = plain(value)
    if type(base) is array and plain(value_of(found)).shape != base.shape:
        raise OceanValueError(
            f"A gradient of shape {plain(value_of(found)).shape} was given for a result of shape {base.shape}"
        )
    kind = wide(base._dtype) if type(base) is array else None
    return found if kind is None or kind_of(found) is kind else found.astype(kind)


@asking
def jvp(function: Function, args: Sequence[Any], tangents: Sequence[Any], has_aux: bool = False) -> Any:
    """jvp(f, args, tangents [,has_aux]): the result of f, and how it changes in the direction of the tangents (the
    product of the Jacobian matrix and a vector). It goes forward: nothing is stored.
    """
    if not isinstance(args, (tuple, list)) or not isinstance(tangents, (tuple, list)) or len(args) != len(tangents):
        raise OceanTypeError("jvp takes a tuple of arguments and a tuple with a tangent for each of them")
    with Level(True) as level:

        def enter(value: Any, tangent: Any) -> Any:
            found, is_tensor = entered(value, "jvp")
            moved = value_of(as_internal(tangent))
            moved = moved if type(moved) in (array, Value) else np().asarray(moved)
            if plain(moved).shape != plain(found).shape:
                raise OceanValueError(
                    f"A tangent of shape {plain(moved).shape} was given for an argument of shape {plain(found).shape}"
                )
            kind = plain(found)._dtype
            if kind_of(lift(moved)) is not kind:
                moved = value_of(lift(moved).astype(kind))
            return make_recorded(State(Value(level, found, tangent=moved), is_tensor))

        given = [mapped(enter, value, tangent) for value, tangent in zip(args, tangents, strict=True)]
        result = function(*given)
        aux = None
        if has_aux:
            result, aux = result
            aux = mapped(lambda each: left(each, level), aux)

        def change(each: Any) -> Any:
            found = value_of(each)
            is_tensor = (type(each) is recorded and each.inner.tensor) or type(each) is tensor
            if type(found) is Value and found.level is level and found.tangent is not None:
                return outside(found.tangent, is_tensor)
            base = plain(value_of(as_internal(each)))
            return outside(zeros_like(base if type(base) is array else np().asarray(float(base))), is_tensor)

        moved = mapped(change, result)
        value = mapped(lambda each: left(each, level), result)
    return (value, moved, aux) if has_aux else (value, moved)


# --- Jacobian matrices --------------------------------------------------------------------------------------------


@asking
def jacobian(function: Function, argnums: int | Sequence[int] = 0, mode: str | None = None) -> Function:
    """jacobian(f [,argnums] [,mode]): a function that returns the derivative of each element of the result of f by each
    element of an argument: its dimensions are those of the result, and then those of the argument.

    `mode` is "forward" (once for each element of the arguments), "reverse" (once for each element of the results), or
    None: whichever is less.
    """
    if mode not in (None, "forward", "reverse"):
        raise OceanValueError(f"The mode of jacobian is 'forward', 'reverse' or None, got {shown(mode)}")

    def made(*args: Any, **named: Any) -> Any:
        chosen = numbers(argnums, len(args), "jacobian")
        forward = mode == "forward"
        recording = None
        if not forward:
            recording = Recording(function, args, named, chosen, "jacobian")
            inputs = sum(plain(value).size for _, value, _ in recording.leaves)
            outputs = sum(size_of(value) for _, _, value in recording.results)
            forward = mode is None and inputs * 2 < outputs
        found = by_columns(function, args, named, chosen) if forward or recording is None else by_rows(recording)
        return found[0] if isinstance(argnums, int) else mapped_tuple(found)

    return differentiated(function, made, "jacobian")


def mapped_tuple(found: list[Any]) -> Any:
    return tuple(found)


def size_of(value: Any) -> int:
    base = plain(value)
    return int(base.size) if type(base) is array else 1


def one_hot(value: Any, k: int) -> Any:
    base = plain(value)
    found = np().zeros(base.size, dtype=wide(base._dtype), device=base.device)
    found[k] = 1
    return found.reshape(base.shape)


def by_rows(recording: Recording) -> list[Any]:
    """A Jacobian matrix from reverse passes, one for each element of the results."""
    results = recording.results
    if len(results) != 1 or type(plain(results[0][2])) is not array:
        raise OceanTypeError("jacobian needs a function whose result is one array")
    node, _, value = results[0]
    base = plain(value)
    is_tensor = type(recording.value) is tensor or (type(recording.value) is recorded and recording.value.inner.tensor)
    rows = [recording.back([one_hot(value, k) if node is not None else None]) for k in range(base.size)]
    if is_tensor and base.ndim > 1:  # the elements of a tensor are in the order of its first dimension
        pass
    return [
        mapped(lambda like, *parts: joined(parts, base, is_tensor), recording.trees[k], *(row[k] for row in rows))
        for k in range(len(recording.trees))
    ]


def joined(parts: Sequence[Any], base: Any, is_tensor: bool) -> Any:
    """Gradients of all elements of a result as one array; those of tensors have the dimensions of the result first."""
    if not parts:
        raise OceanValueError("jacobian of a function whose result has no elements")
    inner = [as_internal(each) for each in parts]
    shape = plain(value_of(inner[0])).shape
    if is_tensor:
        stacked = np().stack(inner, axis=-1).reshape((*shape, *base.shape))
    else:
        stacked = np().stack(inner).reshape((*base.shape, *shape))
    return outside(value_of(stacked), is_tensor)


def by_columns(function: Function, args: Sequence[Any], named: dict[str, Any], chosen: Sequence[int]) -> list[Any]:
    """A Jacobian matrix from forward passes, one for each element of the arguments."""
    found: list[Any] = []
    for k in chosen:
        every: list[Any] = leaves_of(args[k])

        def along(number: int, every: list[Any] = every, k: int = k) -> Any:
            value, is_tensor = entered(every[number], "jacobian")
            base = plain(value)
            columns = []
            for place in range(base.size):
                hot = one_hot(value, place).astype(base._dtype)

                def called(leaf: Any, number: int = number) -> Any:
                    seen = iter(range(len(every)))
                    given = list(args)
                    given[k] = mapped(lambda each: leaf if next(seen) == number else each, args[k])
                    return function(*given, **named)

                moved = jvp(called, (outside(value, is_tensor),), (outside(hot, is_tensor),))[1]
                columns.append(moved)
            inner = [as_internal(each) for each in columns]
            shape = plain(value_of(inner[0])).shape
            if is_tensor:
                stacked = np().stack(inner).reshape((*base.shape, *shape))
            else:
                stacked = np().stack(inner, axis=-1).reshape((*shape, *base.shape))
            return outside(value_of(stacked), is_tensor)

        order = iter(range(len(every)))
        found.append(mapped(lambda each, order=order, along=along: along(next(order)), args[k]))
    return found


@asking
def hessian(function: Function, argnums: int = 0) -> Function:
    """hessian(f [,argnums]): a function that returns the second derivatives of f, whose result is one number, by each
    pair of elements of an argument.
    """
    inner = grad(function, argnums)
    return differentiated(function, jacobian(inner, argnums, "reverse"), "hessian")


@asking
def hvp(function: Function, args: Any, tangents: Any, argnums: int = 0) -> Any:
    """hvp(f, args, tangents [,argnums]): the product of the matrix of second derivatives of f and a vector, without the
    matrix: the change of the gradient in the direction of the tangents.
    """
    args = args if isinstance(args, (tuple, list)) else (args,)
    tangents = tangents if isinstance(tangents, (tuple, list)) else (tangents,)
    return jvp(grad(function, argnums), args, tangents)[1]


# --- Rules of users -----------------------------------------------------------------------------------------------


@asking
def stop_gradient(value: Any) -> Any:
    """stop_gradient(x): the elements of x as constants; x may be a list, tuple or dict of arrays."""

    def stop(each: Any) -> Any:
        return outside(plain(each.inner.current()), each.inner.tensor) if type(each) is recorded else each

    return mapped(stop, value)


@asking
def checkpoint(function: Function) -> Function:
    """checkpoint(f): the same function; a reverse pass stores its arguments alone, and computes what happens inside
    again on the way back. It trades time for memory.
    """

    def pull(i: int, g: Any, y: Any, flat: Any, shell: Any) -> Any:
        return shell.back(g, flat)

    rule = Rule(pull)

    def made(*args: Any, **named: Any) -> Any:
        return called_whole(function, args, named, rule, Again)

    return differentiated(function, made, "checkpoint")


class Again:
    """A call of a function of several containers, as a function of a list of arrays with a list of results."""

    def __init__(self, function: Function, args: Any, named: Any) -> None:
        self.function, self.tree = function, (args, named)
        self.kinds: list[bool] = []
        self.result: Any = None

    def run(self, flat: Sequence[Any]) -> list[Any]:
        given = iter(flat)
        numbered = iter(self.kinds)

        def put(leaf: Any) -> Any:
            return next(given) if not is_arraylike(leaf) else as_face(next(given), next(numbered))

        args, named = mapped(put, self.tree)
        self.result = self.function(*args, **named)
        return [as_internal(each) for each in leaves_of(self.result)]

    def back(self, g: Any, flat: Sequence[Any]) -> Any:
        """The gradients of the arrays of the list, by a recording of the call."""
        places = [k for k, each in enumerate(flat) if type(each) in (array, recorded) and kind_of(each).isfloat]
        with Level(False) as level:
            nodes = [Node() for _ in places]
            given = list(flat)
            for k, node in zip(places, nodes, strict=True):
                given[k] = lift(Value(level, value_of(flat[k]), node))
            results = [value_of(each) for each in self.run(given)]
            cotangents = g if isinstance(g, tuple) else (g,)
            seeds = [
                (each.node, each.index, value_of(part))
                for each, part in zip(results, cotangents, strict=True)
                if type(each) is Value and each.level is level
            ]
            found = backward(level, seeds, nodes)
        gradients: list[Any] = [None] * len(flat)
        for k, part in zip(places, found, strict=True):
            gradients[k] = None if part is None else lift(part)
        return gradients


def is_arraylike(value: Any) -> bool:
    return type(value) in (array, recorded, tensor)


def as_face(value: Any, is_tensor: bool) -> Any:
    return as_tensor(value) if is_tensor else value


def called_whole(function: Function, args: Any, named: Any, rule: Rule, shell_class: Any) -> Any:
    """Call a function of containers as one operation with a rule."""
    every = leaves_of((args, named))
    if not any(type(each) is recorded for each in every):
        return function(*args, **named)
    shell = shell_class(function, args, named)
    shell.kinds = [
        type(each) is tensor or (type(each) is recorded and each.inner.tensor) for each in every if is_arraylike(each)
    ]
    flat = [as_internal(each) for each in every]

    def run(flat: list[Any], shell: Any) -> Any:
        return tuple(shell.run(flat))

    found = iter(bind(run, rule, (flat, shell), {}))
    faces = iter(leaves_of(mapped(is_face_tensor, shell.result)))
    return mapped(lambda each: as_face(next(found), next(faces)), shell.result)


def is_face_tensor(value: Any) -> bool:
    return type(value) is tensor or (type(value) is recorded and value.inner.tensor)


class custom_vjp:
    """custom_vjp(f): a function with a gradient of its own. `f.defvjp(forward, backward)` gives it: forward(*args)
    returns (result, kept), and backward(kept, g) a gradient, or None, for each argument.
    """

    def __init__(self, function: Function) -> None:
        self.function = function
        self.forward: Function | None = None
        self.backward: Function | None = None
        functools.update_wrapper(self, function)

    def defvjp(self, forward: Function, backward: Function) -> None:
        """Set what computes the result and what is kept, and what takes a gradient back."""
        self.forward, self.backward = forward, backward

    def __call__(self, *args: Any, **named: Any) -> Any:
        if self.forward is None or self.backward is None:
            raise OceanTypeError(f"{self.function.__name__} has no gradient yet: call its defvjp(forward, backward)")
        return called_whole(self.function, args, named, Rule(self.pull), functools.partial(Custom, self))

    @staticmethod
    def pull(i: int, g: Any, y: Any, flat: Any, shell: Any) -> Any:
        return shell.back(g, flat)


class Custom(Again):
    """A call of a function with a gradient of its own."""

    def __init__(self, custom: custom_vjp, function: Function, args: Any, named: Any) -> None:
        super().__init__(function, args, named)
        self.custom = custom

    def back(self, g: Any, flat: Sequence[Any]) -> Any:
        given = iter(flat)
        numbered = iter(self.kinds)
        args, named = mapped(
            lambda leaf: next(given) if not is_arraylike(leaf) else as_face(next(given), next(numbered)), self.tree
        )
        assert self.custom.forward is not None and self.custom.backward is not None
        result, kept = self.custom.forward(*args, **named)
        parts = iter(g if isinstance(g, tuple) else (g,))
        cotangent = mapped(lambda each: as_face(next(parts), is_face_tensor(each)), result)
        found = self.custom.backward(kept, cotangent)
        found = found if isinstance(found, tuple) else (found,)
        if len(found) != len(args):
            raise OceanValueError(
                f"The gradient of {self.function.__name__} returned {len(found)} results for {len(args)} arguments"
            )
        gradients: list[Any] = []
        for arg, part in zip(args, found, strict=True):
            mine = leaves_of(arg)
            gradients.extend([None] * len(mine) if part is None else map(as_internal, leaves_of(part)))
        return gradients + [None] * (len(flat) - len(gradients))


class custom_jvp:
    """custom_jvp(f): a function with a derivative of its own. `f.defjvp(rule)` gives it: rule(args, tangents) returns
    the result and its tangent, which must be linear in the tangents. It is transposed for reverse passes.
    """

    def __init__(self, function: Function) -> None:
        self.function = function
        self.rule: Function | None = None
        functools.update_wrapper(self, function)

    def defjvp(self, rule: Function) -> None:
        """Set what computes the result and its tangent."""
        self.rule = rule

    def __call__(self, *args: Any) -> Any:
        if self.rule is None:
            raise OceanTypeError(f"{self.function.__name__} has no derivative yet: call its defjvp(rule)")
        every = leaves_of(args)
        if not any(type(each) is recorded for each in every):
            return self.function(*args)
        is_tensor = any(is_face_tensor(each) for each in every)
        rule = self.rule

        def run(*given: Any) -> Any:
            return as_internal(self.function(*(as_face(each, is_tensor) for each in given)))

        def move(given: Sequence[Any], tangents: dict[int, Any]) -> Any:
            full = [
                tangents[k] if k in tangents else zeros_like(each) if is_arraylike(each) else 0.0
                for k, each in enumerate(given)
            ]
            faced = [tuple(as_face(each, is_tensor) for each in part) for part in (given, full)]
            return as_internal(rule(*faced)[1])

        def push(y: Any, tangents: dict[int, Any], *given: Any) -> Any:
            return move(given, tangents)

        def pull(i: int, g: Any, y: Any, *given: Any) -> Any:
            from .tape import pulled

            return pulled(lambda t: move(given, {i: t}), g, zeros_like(given[i]))[0]

        found = bind(run, Rule(pull, push=push), tuple(as_internal(each) for each in args), {})
        return as_face(found, is_tensor)


publish_in("ocean", globals())  # for both faces
