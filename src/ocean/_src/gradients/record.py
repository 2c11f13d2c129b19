"""The recorder: what happens to recorded arrays, by operators, keys, attributes and functions."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial

from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import fusion
from ocean._src.core.objects.array import array, sharers, writes_to
from ocean._src.core.objects.dtypes import BOOL, scalar
from ocean._src.core.objects.recorded import make_recorded, recorded, set_recorder
from ocean._src.core.objects.rtensor import rtensor
from ocean._src.core.objects.tensor import tensor
from ocean._src.lazy.barriers import barrier, in_trace
from ocean._src.ops.table import OPERATORS as ALL_OPERATORS

from .elementwise import shape_of, unbroadcast
from .tape import (
    LEVELS,
    Node,
    Rule,
    Scattered,
    State,
    Value,
    bind,
    converted,
    ended,
    is_float,
    is_lazy,
    leaves_of,
    lift,
    np,
    outline,
    placed,
    plain,
    scatter_add,
    stripped,
    value_of,
    zeros_like,
)

Handler = Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]
HANDLERS: dict[Any, Handler] = {}
"""What is called for a public function with recorded arguments: handler(function, args, named)."""
METHODS: dict[str, Callable[..., Any]] = {}
"""The methods of recorded arrays, as functions."""
TENSOR_METHODS: dict[str, Callable[..., Any]] = {}
"""The methods of recorded tensors."""
TRANSPARENT = frozenset((
    "checkpoint", "elementwise_grad", "grad", "hessian", "hvp", "jacobian", "jvp", "stop_gradient", "value_and_grad",
    "vjp", "iterable", "check_grads",
))  # fmt: skip
"""Functions that take recorded arguments as they are."""
OPERATORS: dict[tuple[bool, str], Any] = {}
"""The functions of operators, for arrays and for tensors (True)."""


# --- Calls --------------------------------------------------------------------------------------------------------


def call(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """A call of a public function while something is recorded."""
    if function.makes and next(leaves_of((args, list(named.values()))), None) is None:
        return made(function, args, named)
    if isinstance(function, fusion) or function.__name__ in TRANSPARENT:
        return function.general(*args, **named)  # its operations are recorded one by one
    handler = HANDLERS.get(function)
    if handler is None:
        owner, _, name = function.__qualname__.rpartition(".")
        methods = TENSOR_METHODS if owner == "tensor" else METHODS
        if owner and name in methods:
            return methods[name](*args, **named)
        if name in ("dtype", "device"):  # dtypes and devices as functions
            return TENSOR_METHODS["cast"](args[1], args[0])
        raise OceanTypeError(
            f"{function.__module__}.{function.__qualname__}() has no derivative; call it with "
            "stop_gradient(...), or give it one with custom_vjp"
        )
    return handler(function, args, named)


def made(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """A new array of a differentiated function: it may be assigned to, so that its views must be known."""
    if not LEVELS.running or sys._getframe(2).f_globals.get("__name__", "").startswith("ocean."):
        return NotImplemented
    result = function(*args, **named)
    found = as_internal(result)
    if type(found) is not array or not found._dtype.isfloat or any(result is each for each in args):
        return result
    if writes_to(found) < 0 or sharers(found) > 1:  # the memory of another package, or a view
        found = np().copy(found)
    return make_recorded(State(found, type(result) is tensor))


@cache
def parameters(function: Any) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)


def positional(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Recorded arguments that were given by name, by position."""
    given = [name for name, value in named.items() if next(leaves_of([value]), None) is not None]
    if not given:
        return args, named
    names = parameters(function)
    bound = inspect.signature(function).bind(*args, **named)
    bound.apply_defaults()
    last = max(names.index(name) for name in given)
    ahead = tuple(bound.arguments[name] for name in names[: last + 1])
    return ahead, {name: value for name, value in named.items() if names.index(name) > last}


def by_rule(rule: Rule | None) -> Handler:
    """A function with a rule; its result may be written to `out`."""

    def handle(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        out = named.pop("out", None)
        args, named = positional(function, args, named)
        found = bind(function, rule, args, named)
        return found if out is None else into(out, found)

    return handle


def composed(written: Callable[..., Any]) -> Handler:
    """A function that is written with functions that have rules."""

    def handle(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        out = named.pop("out", None)
        found = written(*args, **named)
        return found if out is None else into(out, found)

    return handle


def into(out: Any, found: Any) -> Any:
    """Write a result into a given array."""
    out = out[0] if type(out) is tuple else out
    setitem(out, Ellipsis, found)
    return out


def elementwise(rule: Rule | None) -> Handler:
    """An elementwise function of arrays, with its options."""

    def handle(function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        count = function.nin if hasattr(function, "nin") else len(args)
        args, named = positional(function, args, named)
        args, out = args[:count], args[count] if len(args) > count else named.pop("out", None)
        condition, kind = named.pop("where", True), named.pop("dtype", None)
        named.pop("casting", None), named.pop("order", None), named.pop("subok", None)
        args = tuple(np().array(each) if is_foreign(each) else each for each in args)
        if kind is not None:
            args = tuple(np().asarray(each).astype(kind) for each in args)
        found = bind(function, rule, args, named)
        if condition is not True:
            found = np().where(condition, found, zeros_like(stripped(found)) if out is None else out)
        return found if out is None else into(out, found)

    return handle


def is_foreign(value: Any) -> bool:
    """Whether an operand is an array of NumPy, or a list."""
    return type(value) not in (array, recorded, int, float, complex, bool, tensor) and (
        isinstance(value, (list, tuple)) or hasattr(value, "__array_interface__")
    )


# --- Tensors ------------------------------------------------------------------------------------------------------


def as_internal(value: Any) -> Any:
    """The array of a tensor, with the dimensions in reverse order; recorded or not."""
    from ocean._src.core.objects.array import make_array

    if type(value) is tensor or type(value) is scalar or type(value) is rtensor:
        return make_array(value)
    if type(value) is recorded and value.inner.tensor:
        made = make_recorded(State(value.inner.current()))
        share(made.inner, value.inner)
        return made
    return value


def as_tensor(value: Any) -> Any:
    """The tensor of an array with the dimensions in reverse order; recorded or not."""
    from ocean._src.core.objects.array import inner_field

    if type(value) is array:
        return inner_field(value)
    if type(value) is recorded and not value.inner.tensor:
        made = make_recorded(State(value.inner.current(), True))
        share(made.inner, value.inner)
        return made
    return value


def share(mine: State, other: State) -> None:
    """Let a state be the same elements as another one: assignments to either are seen by both."""
    mine.base, mine.view = (other, itself) if other.base is None else (other.base, other.view)
    mine.seen, mine.origin = other.seen if other.base is not None else other.version, other.origin


def itself(value: Any) -> Any:
    return value


# --- Operators ----------------------------------------------------------------------------------------------------


def is_tensor(value: Any) -> bool:
    return type(value) in (tensor, rtensor) or (type(value) is recorded and value.inner.tensor)


def operate(symbol: str, a: Any, b: Any) -> Any:
    if not (is_operand(a) and is_operand(b)):
        return NotImplemented
    if not LEVELS.running:
        a, b = after(a), after(b)
        return ALL_OPERATORS[symbol](a, b)
    return OPERATORS[is_tensor(a) or is_tensor(b), symbol](a, b)


def is_operand(value: Any) -> bool:
    return not isinstance(value, (str, bytes, dict, set)) and value is not None


def after(value: Any) -> Any:
    """A recorded array that was kept after its function had ended: those that depend on nothing are arrays."""
    if type(value) is not recorded:
        return value
    found = value.inner.current()
    if type(found) is Value:
        raise ended()
    return as_tensor(found) if value.inner.tensor else found


def alone(symbol: str, a: Any) -> Any:
    if not LEVELS.running:
        return ALL_OPERATORS[symbol](after(a))
    return OPERATORS[is_tensor(a), symbol](a)


def inplace(symbol: str, a: Any, b: Any) -> Any:
    found = operate(symbol, a, b)
    if found is NotImplemented:
        return found
    if shape_of(found) != shape_of(a):
        raise OceanValueError(
            f"A result of shape {shape_of(found)} cannot be stored in an array of shape {shape_of(a)}"
        )
    if type(a) is array:
        a = converted(a, LEVELS.running[-1])
    state: State = a.inner
    if state.base is not None:
        setitem(a, Ellipsis, found)
    else:
        kind = plain(state.current())._dtype
        found = as_internal(found)
        found = found if plain(value_of(found))._dtype is kind else found.astype(kind)
        state.value = value_of(found)
        state.version += 1
    return a


# --- Keys ---------------------------------------------------------------------------------------------------------


def has_mask(key: Any) -> bool:
    """Whether a key has a mask: how many elements it takes depends on its values."""
    return any(type(each) is array and each._dtype is BOOL for each in (key if type(key) is tuple else (key,)))


def take_key(a: Any, key: Any) -> Any:
    if in_trace(key) and not has_mask(key):
        return barrier("getitem", take_key, (a, key), {})
    return a[key]


def take_tensor_key(a: Any, key: Any) -> Any:
    return as_internal(as_tensor(a)[key])


def scattered(i: int, g: Any, y: Any, a: Any, key: Any) -> Any:
    return Scattered(g, key, a)


def tensor_scattered(i: int, g: Any, y: Any, a: Any, key: Any) -> Any:
    parts = key if type(key) is tuple else (key,)
    if all(each is Ellipsis or isinstance(each, (int, slice)) for each in parts):
        return Scattered(as_tensor(g), key, a, as_tensor)
    base = plain(value_of(a))
    places = take_tensor_key(np().arange(base.size).reshape(base.shape), key)
    return np().reshape(scatter_add(g, places, int(base.size)), base.shape)


TAKE = Rule(scattered, linear=True, views=True, outlined=1)
TAKE_TENSOR = Rule(tensor_scattered, linear=True, views=True, outlined=1)


def getitem(a: Any, key: Any) -> Any:
    key = stripped(key)
    state: State = a.inner
    if state.tensor:
        return as_tensor(bind(take_tensor_key, TAKE_TENSOR, (as_internal(a), key), {}))
    found = bind(take_key, TAKE, (a, key), {})
    if type(found) is recorded and found.inner.base is not None:
        found.inner.origin = (state, key)
    return found


def put(base: Any, value: Any, view: Any, key: Any) -> Any:
    """A copy of an array in which a value is assigned to a key of a view."""
    if any(is_lazy(plain(value_of(each))) for each in (base, value)):
        kind = plain(value_of(base))._dtype
        return np().astype(placed(value, key, base, view, base), kind)
    whole = np().copy(base)
    if type(value) is recorded and type(whole) is not recorded:
        whole = make_recorded(State(whole))
    target = whole if view is None else view(whole)
    target[key] = as_tensor(value) if is_tensor(target) else value
    return whole


def put_pull(i: int, g: Any, y: Any, base: Any, value: Any, view: Any, key: Any) -> Any:
    if i == 0:
        return put(g, 0, view, key)
    part = as_internal((g if view is None else view(g))[key])
    winners = last_writes(base, view, key)
    return unbroadcast(part if winners is None else part * winners, value)


def last_writes(base: Any, view: Any, key: Any) -> Any:
    """Where a key names an element twice, the last assignment wins: 1 there and 0 at the others; None if none does."""
    parts = key if type(key) is tuple else (key,)
    if not any(isinstance(each, (list, array)) for each in parts):
        return None
    places = np().zeros(plain(value_of(base)).shape, dtype="int64")
    places = places if view is None else view(places)
    numbers = np().arange(places[key].size).reshape(places[key].shape)
    places[key] = numbers
    won = places[key] == numbers
    return None if won.all() else won.astype("float32")


def put_take(g: Any, owned: bool, wanted: set[int], base: Any, value: Any, view: Any, key: Any) -> dict[int, Any]:
    """The gradients of an assignment. That of the base is the given one with zeros at the key."""
    found = {}
    target = g if view is None else view(g)
    if 1 in wanted:
        part, winners = np().copy(as_internal(target[key])), last_writes(base, view, key)
        found[1] = unbroadcast(part if winners is None else part * winners, value)
    if 0 in wanted:
        if not owned or not g.flags.writeable:
            g = np().copy(g)
            target = g if view is None else view(g)
        target[key] = 0
        found[0] = g
    return found


PUT = Rule(put_pull, outlined=2, take=put_take)


def put_push(y: Any, tangents: dict[int, Any], base: Any, value: Any, view: Any, key: Any) -> Any:
    start = tangents[0] if 0 in tangents else zeros_like(y)
    return put(start, tangents.get(1, 0), view, key)


PUT.push = put_push


def setitem(a: Any, key: Any, value: Any) -> None:
    key = stripped(key)
    if type(a) is tensor:
        raise OceanTypeError(
            "Elements that depend on a differentiated argument cannot be assigned to a tensor that was made outside of "
            "the differentiated function; assign to a copy that is made within it"
        )
    if type(a) is array:
        if type(value) is recorded and type(value.inner.current()) is not Value:
            a[key] = plain(value.inner.current())
            return
        a = converted(a, LEVELS.running[-1])
    state: State = a.inner
    if type(value) is recorded and value.inner.origin is not None:
        source, same = value.inner.origin
        now = (state if state.base is None else state.base).version
        if source is state and value.inner.seen == now and same_key(same, key):
            return  # an in-place operator has written the value already
    root, view = (state, None) if state.base is None else (state.base, state.view)
    if state.tensor:
        view = tensor_view(view)
    value = as_internal(value)
    if state.base is not None:
        state.value, state.seen = None, -1  # what the view was
    if not overwritten(root, value, view, key):
        found = bind(put, PUT, (lift(root.current()), value, view, key), {})
        root.value = value_of(found)
        if type(root.value) is Value and root.value.level.forward:
            root.value.node = PUT  # elements and tangent are copies of its own
    root.version += 1


def overwritten(root: State, value: Any, view: Any, key: Any) -> bool:
    """Assign to the elements themselves, if an earlier assignment has copied them and nothing else refers to them."""
    now, level = root.value, LEVELS.running[-1] if LEVELS.running else None
    if type(now) is not Value or now.level is not level or now.node is None:
        return False
    whole = now.primal
    if (now.node if level.forward else now.node.rule) is not PUT or type(whole) is not array or is_lazy(whole):
        return False
    if sys.getrefcount(now) > 3 or sys.getrefcount(whole) > 3 or sharers(whole) > 1:
        return False
    given, parents = value, [(0, (), now.node, now.index)]
    slopes: Any = now.tangent
    moved: Any = 0
    if level.forward and (type(slopes) is not array or sys.getrefcount(slopes) > 3 or sharers(slopes) > 1):
        return False
    if type(value) is recorded:
        given = value.inner.current()
        if type(given) is Value:
            if given.level is not level or type(given.primal) is not array or is_lazy(given.primal):
                return False
            moved = 0 if given.tangent is None else given.tangent
            if level.forward and type(moved) not in (int, array):
                return False
            if given.node is not None:
                parents.append((1, (), given.node, given.index))
            given = given.primal
    target = whole if view is None else view(whole)
    target[key] = as_tensor(given) if is_tensor(target) else given
    if level.forward:
        target = slopes if view is None else view(slopes)
        target[key] = as_tensor(moved) if is_tensor(target) and type(moved) is array else moved
        root.value = Value(level, whole, PUT, -1, slopes)
        return True
    about = outline(whole)
    root.value = Value(level, whole, Node(PUT, put, [about, outline(given), view, key], {}, about, parents))
    return True


def tensor_view(view: Any) -> Any:
    return as_tensor if view is None else lambda base: as_tensor(view(base))


def same_key(a: Any, b: Any) -> bool:
    if type(a) is not type(b) or isinstance(a, (list, array)):
        return False
    if type(a) is tuple:
        return len(a) == len(b) and all(map(same_key, a, b))
    return bool(a == b)


# --- Attributes ---------------------------------------------------------------------------------------------------

FACTS = {"shape", "ndim", "size", "dtype", "_dtype", "device", "itemsize", "nbytes", "axes", "strides", "flags"}
TENSOR_FACTS = {
    "size", "shape", "ndims", "ndim", "nelem", "dtype", "device", "axes", "elemsize", "itemsize", "nbytes", "strides",
    "isReal", "isComplex", "isScalar", "isEmpty", "isContiguous", "isAligned", "footer", "numel", "dim", "stream",
}  # fmt: skip
VIEWS: dict[str, Callable[..., Any]] = {}
"""Attributes that are views, as functions."""
TENSOR_VIEWS: dict[str, Callable[..., Any]] = {}


def attribute(a: Any, name: str) -> Any:
    state: State = a.inner
    if state.tensor:
        if name in TENSOR_FACTS:
            return getattr(as_tensor(plain(state.current())), name)
        if name in TENSOR_VIEWS:
            return TENSOR_VIEWS[name](a)
        if name in TENSOR_METHODS:
            return partial(TENSOR_METHODS[name], a)
        cls: Any = tensor
    else:
        if name in FACTS:
            return getattr(plain(state.current()), name)
        if name in VIEWS:
            return VIEWS[name](a)
        if name in METHODS:
            return partial(METHODS[name], a)
        cls = array
    if name == "__array__" and type(state.current()) is array:
        return lambda *args, **named: plain(state.current()).to_numpy()
    if name.startswith("__") or not hasattr(cls, name):
        raise AttributeError(f"A recorded {cls.__name__} has no attribute {name!r}", name=name, obj=None)
    raise OceanTypeError(
        f"{cls.__name__}.{name} has no derivative; take stop_gradient(...) of the {cls.__name__} first"
    )


def assign_attribute(a: Any, name: str, value: Any) -> None:
    if name in ("real", "imag"):
        attribute(a, name)[...] = value
    elif name == "shape":
        state: State = a.inner
        state.value = value_of(np().reshape(a, value))
        state.version += 1
    else:
        raise AttributeError(f"The attribute {name!r} of a recorded array cannot be set", name=name, obj=None)


def length(a: Any) -> int:
    state: State = a.inner
    shape = attribute(a, "size") if state.tensor else shape_of(a)
    if not shape:
        raise OceanTypeError("A 0-d array has no length")
    return int(shape[0])


def iterate(a: Any) -> Iterator[Any]:
    return (a[k] for k in range(length(a)))


def convert(a: Any, cls: type) -> Any:
    value = a.inner.current()
    if cls is bool or type(value) is not Value:
        return cls(plain(value))
    raise OceanTypeError(
        f"{cls.__name__}() of a recorded array would lose its gradient: use functions of ocean, or "
        f"{cls.__name__}(stop_gradient(x))"
    )


def class_of(a: Any) -> type:
    return tensor if a.inner.tensor else array


def text(a: Any) -> str:
    value = a.inner.current()
    shown = as_tensor(plain(value)) if a.inner.tensor else plain(value)
    return f"recorded {shown!r}" if type(value) is Value else repr(shown)


set_recorder(
    call=call, operate=operate, inplace=inplace, alone=alone, getitem=getitem, setitem=setitem, attribute=attribute,
    assign_attribute=assign_attribute, length=length, iterate=iterate, convert=convert, text=text,
    **{"class": class_of},
)  # fmt: skip


def is_recorded_float(value: Any) -> bool:
    return type(value) is recorded and is_float(value)
