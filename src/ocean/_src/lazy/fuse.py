"""`ocean.fuse`: traces a function once with r-tensors, and then runs its operations in as few passes as possible."""

from __future__ import annotations

import copy
import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import FunctionType

from ocean._src.base.errors import CHANGED, OceanTypeError, OceanValueError, Untraceable, shown
from ocean._src.base.hints import Any
from ocean._src.core.call import fused
from ocean._src.core.call.floating_errors import watching
from ocean._src.core.call.guards import PLAIN, make_guards, read_guards, value_key
from ocean._src.core.call.operands import import_tensor, scalar_tensor, tensor_of
from ocean._src.core.call.warn import warn
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects.array import array, as_array, inner_field, make_array
from ocean._src.core.objects.description import description
from ocean._src.core.objects.dtypes import CDOUBLE, CHALF, DOUBLE, HALF, scalar
from ocean._src.core.objects.rtensor import labelled, make_rtensor, needs_value, operands_of, rtensor
from ocean._src.core.objects.tensor import item, memory_of, placeholder, relabelled, tensor
from ocean._src.exchange.registry import numpy_class
from ocean._src.lazy.explain import Explanation, Pass, bytes_of, planned_pass
from ocean._src.lazy.guards import Walk
from ocean._src.lazy.memo import Remembered
from ocean._src.lazy.passes import Planner
from ocean._src.lazy.trace import Trace, of_others
from ocean._src.ops.expressions import BLOCK_BYTES

MOST_TRACES = 256
MANY_TRACES = 8
"""A function warns once when it has this many traces."""


class Fused:
    """The state of a fused function: its traces, and how it is explained, compiled and described.

    With `arrays`, foreign values (NumPy's arrays, lists) become arrays instead of tensors.
    """

    def __init__(
        self, function: Callable[..., Any], static: frozenset[str], strict: bool, arrays: bool = False
    ) -> None:
        self.function, self.static, self.strict, self.arrays = function, static, strict, arrays
        self.fallback = function  # called if it cannot be traced
        self.quiet = of_others(getattr(getattr(function, "__code__", None), "co_filename", ""))  # not user code
        self.why = ""  # why it is not traced, if its operations are deferred
        self.made, self.last = 0, dict[str, str]()  # the count of traces, and what the last one depended on
        self.signature, self.defaults = inspect.signature(function), defaults_of(function)
        parameters = list(self.signature.parameters.values())
        several = bool(parameters) and parameters[-1].kind is inspect.Parameter.VAR_POSITIONAL
        ahead = parameters[: len(parameters) - several]
        plain = all(each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD) for each in ahead)
        unknown = static - self.signature.parameters.keys()
        if unknown:
            raise OceanValueError(f"fuse(): the function has no parameter {min(unknown)!r}, which is named in static")
        arity = -1 if static or not plain else -2 - len(ahead) if several else len(ahead)
        self.compiled = fused.make_fused(function, self.call, arity, self)
        self.decided: set[int] = set()  # positions of integers that were decided to be operands or constants
        self.remembered = Remembered(MOST_TRACES, self.compiled.traces)

    def reduced(self) -> Any:
        """How it is pickled: by its name, or with its function if that is not found by its name. Functions of the main
        program have no name in other processes, so `cloudpickle` gets the function."""
        found: Any = sys.modules.get(self.compiled.__module__)
        for part in self.compiled.__qualname__.split("."):
            found = getattr(found, part, None)
        by_value = "cloudpickle" in sys._getframe(1).f_globals.get("__name__", "")
        if found is self.compiled and not (by_value and self.compiled.__module__ == "__main__"):
            return self.compiled.__qualname__
        return fused_with, (self.function, self.static, self.strict, self.arrays)

    # arguments

    def bind(self, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[list[Any], tuple[str, ...], set[int]]:
        """The arguments in the order of the parameters, the names of keyword arguments, and the positions of static
        ones."""
        if self.defaults and any(a is not b for a, b in zip(self.defaults, defaults_of(self.function), strict=False)):
            self.signature, self.defaults = inspect.signature(self.function), defaults_of(self.function)
        try:
            bound = self.signature.bind(*args, **named)
        except TypeError as error:
            name = getattr(self.function, "__name__", "the fused function")
            raise OceanTypeError(f"{name}(): {error}; its arguments are {self.signature}") from None
        bound.apply_defaults()
        values, by_name = [*bound.args, *bound.kwargs.values()], tuple(bound.kwargs)
        static, place = set(), 0
        for name, parameter in self.signature.parameters.items():
            given = bound.arguments[name]
            width = len(given) if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD) else 1
            if name in self.static:
                static |= set(range(place, place + width))
            place += width
        return values, by_name, static

    def read(self, values: list[Any], static: set[int]) -> Read:
        """Read the arguments: the key of the trace, and the arguments for the passes."""
        found = Read(fused.settings_key(), [], [self.function], [self.title])
        for place, given in enumerate(values):
            whole = bool(self.compiled.whole >> place & 1)
            if place in static or not fused.read_argument(
                found.key, found.arguments, found.roots, given, whole, self.compiled.exact
            ):
                found.key.append(root_key(given))
                found.arguments.append(given)
                found.roots.append(given)
            if len(found.roots) > len(found.labels):
                found.labels.append(f"the argument {self.name_of(place)!r}")
        return found

    def name_of(self, place: int) -> str:
        names = list(self.signature.parameters)
        return names[place] if place < len(names) else str(place)

    @property
    def title(self) -> str:
        return str(getattr(self.function, "__qualname__", self.function))

    def call(self, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        if any(lazy_in(each) is not None and lazy_in(each).trace is not None for each in (*args, *named.values())):
            return self.function(*args, **named)  # part of another trace
        values, by_name, static = self.bind(args, named)
        values = [each if place in static else self.taken(each) for place, each in enumerate(values)]
        where = next((each.device for each in values if isinstance(each, (tensor, array))), None)
        if where is not None:
            values = [each if place in static else move_to(each, where) for place, each in enumerate(values)]
        count = len(values) - len(by_name)
        if self.compiled.writes:
            return fused.call_writer(
                self.function, tuple(values[:count]), dict(zip(by_name, values[count:], strict=True))
            )
        made: Any = fused.EAGER  # each operation is checked by itself
        if not watching():
            made, arguments, outside = self.traced(values, by_name, static, False)
        if type(made) is fused.unsized:
            result = fused.run_for_sizes(made, arguments, outside)
            if result is not NotImplemented:
                return result
            made, arguments, outside = self.traced(values, by_name, static)
        if self.compiled.writes:
            return self.call(args, named)
        if made is fused.EAGER:
            return self.fallback(*values[:count], **dict(zip(by_name, values[count:], strict=True)))
        return fused.run_trace(made, arguments, outside)

    def taken(self, value: Any) -> Any:
        """Convert an argument: evaluate lazy values, and turn foreign values into tensors or arrays."""
        value = stored(value)
        if isinstance(value, (tensor, array, scalar, description)):
            return value
        found = foreign(value, self.arrays)
        return value if found is None else found

    def traced(
        self, given: list[Any], by_name: tuple[str, ...], static: set[int], exact: bool = True
    ) -> tuple[Any, list[Any], list[Any]]:
        """The trace for arguments (EAGER if the function cannot be traced), the arguments of the passes, and the values
        from outside. Without `exact`, the trace may be one for any sizes."""
        read = self.read(given, static)
        read.key += by_name
        outside: list[Any] = []
        found = fused.known_trace(self.compiled, read.key, read.arguments, read.roots, outside)
        wide = None if found is not None or exact else fused.key_for_sizes(read.key)
        if wide is not None:
            found = fused.known_trace(self.compiled, wide, read.arguments, read.roots, outside)
        if found is not None:
            return found, read.arguments, outside
        walk, call, made, values = None, None, make_guards([], []), ((), list[Any](), list[Any]())
        try:
            walk = Walk(read.roots, read.labels, (0,))  # the first root is the function
            self.allow(walk)
            made = walk.made()
            again = read_guards(made, read.roots)
            if again is None:
                raise Untraceable("values that another thread changes")
            values = again
            call = Called(self, read.arguments, by_name, static, self.faces(given), walk, values[1])
            self.compiled.exact = self.compiled.exact or walk.asks
            whole = self.decide(call)
            read.key = [*self.read(given, static).key, *by_name]  # integers may be operands now, or constants
            trace = self.trace(call, whole)
            self.again(made, read.roots, values)
        except (Untraceable, OceanTypeError, OceanValueError) as stop:
            deferred = self.is_deferred(given, walk, call, stop)
            if not deferred and not isinstance(stop, Untraceable):
                raise
            trace = fused.EAGER
            if walk is not None:
                walk.restore()
            if not deferred and isinstance(stop, Untraceable):
                self.say_why(stop, walk)
        self.remembered.keep(tuple(read.key), made, values[0], trace)
        wide = None if trace is fused.EAGER or trace.unsized is None else fused.key_for_sizes(read.key)
        if wide is not None and walk is not None:
            self.remembered.keep(tuple(wide), walk.made(), values[0], trace.unsized)
        self.count(read, walk)
        return trace, [*read.arguments, *values[1]], values[2]

    def allow(self, walk: Walk) -> None:
        """Refuse a function by what it depends on; a subclass does."""

    def again(self, made: Any, roots: list[Any], values: Any) -> None:
        """Refuse a function by what it has done while it was traced; a subclass does."""

    def is_deferred(self, given: list[Any], walk: Walk | None, call: Called | None, stop: BaseException) -> bool:
        """Whether a function could not be traced because it changes arrays, or needs values of arrays. From now on its
        calls are not traced; their operations are deferred."""
        asks = call is not None and call.asked
        found = ((walk is not None and walk.writes) or asks) and self.faces(given) is not None
        if not found or self.fallback is not self.function:
            return False
        if not self.compiled.writes:
            what = str(stop).partition(", while ")[0].replace(" asked for at", " at")
            self.why = f"{self.title} {f'asks for {what}' if asks else 'changes arrays'}"
        self.compiled.writes = True
        return True

    def decide(self, call: Called) -> set[int]:
        """The positions of integers that are operands: the function does not ask for their values."""
        places = {
            place for place, value in enumerate(call.arguments)
            if type(value) is int and place not in call.static and place < 64 and fused.class_of(value) is not None
        }  # fmt: skip
        known = {place for place in places if self.compiled.whole >> place & 1}
        new = set() if call.walk.asks or call.walk.prints else places - self.decided
        if (known or new) and not call.works(known | new):
            new = {place for place in new if call.works({place})} if len(new) > 1 else set()
            if (known or new) and not call.works(known | new):
                self.compiled.whole &= ~sum(1 << place for place in known)  # constants from now on
                known = new = set()
        self.decided |= places
        self.compiled.whole |= sum(1 << place for place in new)
        return known | new

    def faces(self, values: list[Any]) -> set[int] | None:
        """The positions of arrays; None if there are none and foreign values do not become arrays."""
        found = {place for place, given in enumerate(values) if type(given) is array}
        return found if found or self.arrays else None

    # warnings

    def say_why(self, stop: Untraceable, walk: Walk | None) -> None:
        """Warn that a function is not fused, unless it is not the user's."""
        if self.quiet:
            return
        label = None if walk is None or stop.memory is None else walk.label_of(stop.memory)
        what = stop.what if label is None else f"{stop.what}: {label}"
        why = (
            f"it changes a tensor{user_line(stop)}. Return a new one instead" if what == CHANGED else
            f"it uses {what}{user_line(stop)}. That may be another value in the next call. Pass it as an argument"
        )  # fmt: skip
        warn(f"{self.title} runs without being fused: {why}, and the function can be fused")

    def count(self, read: Read, walk: Walk | None) -> None:
        """Count the traces, and warn when there are many."""
        self.made += 1
        state = {f"the argument {self.name_of(place)!r}": text for place, text in enumerate(read.texts())}
        state |= {} if walk is None else walk.state()
        if self.made == MANY_TRACES + 1 and not self.quiet:
            changed = [
                f"{label} was {self.last[label]} and is {text} now"
                for label, text in state.items() if self.last.get(label, text) != text
            ]  # fmt: skip
            reason = "; ".join(changed[:3]) or "it got arguments of other kinds"
            warn(
                f"{self.title} has been traced {self.made} times, which takes milliseconds each time. The last time "
                f"{reason}. Other floats, and other sizes that the function does not ask for, need no new trace"
            )
        self.last = state

    # tracing

    def trace(self, call: Called, whole: set[int]) -> Any:
        """Trace the function; the integers at positions in `whole` are operands."""
        arguments, static, walk, tensors = call.arguments, call.static, call.walk, call.tensors
        trace, result, results, build = call.traced(whole)
        outputs = results.outputs
        axes = [each.axes for each in outputs]
        planner = Planner(trace)
        places = planner.run([labelled(each, None) if each.axes is not None else each for each in outputs], axes)
        wraps = type(result) is array and len(outputs) == 1 and not outputs[0].number
        only = places[0] if wraps or (outputs and result is outputs[0] and not result.number) else -1

        def finish(stored: list[Any], outside: list[Any] | None) -> Any:
            values = [
                item(stored[place]) if number and isinstance(stored[place], tensor) else
                relabelled(stored[place], label) if isinstance(stored[place], tensor) else stored[place]
                for place, number, label in zip(places, numbers, axes, strict=True)
            ]
            return build([*map(results.built, values, results.arrays), *results.constants_for(outside)])

        why = f"one is asked for at {trace.sized}" if trace.sized else "the passes depend on them"
        vars(finish).update(places=places, holds=f"these sizes only: {why}")
        numbers = [each.number for each in outputs]
        keeps = [*trace.kept, *arguments_kept(arguments, static), *(tensors if walk.pinned else ())]
        made = fused.make_traced(planner.steps, planner.count, only, finish, keeps, wraps)
        steps = planner.unsized([*arguments, *tensors], places)
        if steps is not None:
            made.unsized = fused.make_unsized(steps, planner.count, only, finish, keeps, wraps, BLOCK_BYTES)
            vars(finish)["holds"] = "any sizes, as long as the same lengths are 0, 1 or equal to each other"
        trace.pending.clear()
        return made

    # without data

    def prepare(self, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """The trace for arguments, which may be descriptions."""
        values, by_name, static = self.bind(tuple(map(core_description, args)), named)
        values = [each if place in static else self.taken(each) for place, each in enumerate(values)]
        made, _, _ = self.traced(values, by_name, static)
        if self.compiled.writes:
            raise OceanTypeError(
                f"{self.why}, so that it is not traced: its operations are deferred, and fused when it runs. "
                "`python -m ocean profile` shows the passes of a program"
            )
        if made is fused.EAGER:
            raise OceanTypeError(f"{self.title} cannot be fused: it uses values that may change from call to call")
        return made

    def compile(self, *args: Any, **named: Any) -> str:
        """Trace and compile for arguments like these, before there are data: tensors or descriptions of tensors, and
        numbers. The first call with such arguments is as fast as all others then. Says for which sizes that holds."""
        return str(self.prepare(args, named).finish.holds)

    def describe(self, *args: Any, **named: Any) -> Any:
        """The descriptions of the results for arguments like these, which are tensors or descriptions."""
        made = self.prepare(args, named)
        return made.finish([public_description(each) for each in stored_in(made)], None)

    def explain(self, *args: Any, **named: Any) -> Explanation:
        """What runs for arguments like these: passes, programs, loops, bytes moved and temporaries."""
        made = self.prepare(args, named)
        return replace(explain_steps(self.title, made, made.finish.places), holds=made.finish.holds)


@dataclass
class Called:
    """A call that is being traced. `faces` are the positions of arrays; if there are any, Python numbers are weak, as
    with arrays. The `tensors` from outside follow the arguments."""

    fused: Fused
    arguments: list[Any]
    by_name: tuple[str, ...]
    static: set[int]
    faces: set[int] | None
    walk: Walk
    tensors: list[tensor]
    asked: bool = False
    """Whether the function asked for values in the last trace."""

    def works(self, whole: set[int]) -> bool:
        """Whether the function can be traced with operands for the integers in `whole`."""
        try:
            self.traced(whole)
        except (Exception, Untraceable):  # the function may do anything with an integer without a value
            return False
        finally:
            self.walk.restore()
        return True

    def traced(self, whole: set[int]) -> tuple[Trace, Any, Results, Callable[[list[Any]], Any]]:
        """Trace the function; the integers at positions in `whole` are operands. Return the trace, the function's
        result, its outputs, and how to build the result from values."""
        trace = Trace(self.fused.function, self.fused.strict)
        trace.stores_parts = True
        for place, each in enumerate(self.tensors, len(self.arguments)):
            trace.outside.setdefault(id(memory_of(each)), (place, each.offset))
        given = [self.stand_in(trace, place, each, place in whole) for place, each in enumerate(self.arguments)]
        count = len(given) - len(self.by_name)
        try:
            result = trace.called(given[:count], dict(zip(self.by_name, given[count:], strict=True)))
        finally:
            self.asked = bool(trace.refused)
        results = Results(trace, self.walk.tensors)
        build = results.collect(result)
        leak = Walk(self.walk.roots, self.walk.names).leak(trace)
        if leak is not None:
            raise Untraceable(f"{leak}, in which it stores a result,")
        return trace, result, results, build

    def stand_in(self, trace: Trace, place: int, value: Any, whole: bool) -> Any:
        """The placeholder for an argument."""
        if place in self.static:
            return value
        if type(value) in (tuple, dict):
            inside = zip(self.walk.operands(), self.tensors, strict=True)
            operands = {id(each): (k, own) for k, (each, own) in enumerate(inside, len(self.arguments))}
            return rebuilt(trace, operands, value)
        if type(value) in (float, complex) and self.fused.compiled.exact:
            return value
        if type(value) is int and whole and fused.class_of(value) is not None:
            found: Any = trace.whole(place, fused.class_of(value) or 0)
            return found if self.faces is None else make_array(found)
        if self.faces is None:
            return stand_in(trace, place, value)
        if place in self.faces or isinstance(value, scalar):
            return make_array(stand_in(trace, place, value))
        if type(value) in (float, complex):
            kind, weak = (DOUBLE, HALF) if type(value) is float else (CDOUBLE, CHALF)
            return make_array(trace.number(place, kind, weak))
        return stand_in(trace, place, value)


def rebuilt(trace: Trace, operands: dict[int, tuple[int, tensor]], value: Any) -> Any:
    """A copy of a container, with placeholders for its tensors, which are found by identity."""
    if type(value) in (list, tuple):
        return type(value)(rebuilt(trace, operands, each) for each in value)
    if type(value) is dict:
        return {name: rebuilt(trace, operands, each) for name, each in value.items()}
    if id(value) not in operands:
        return value
    place, own = operands[id(value)]
    found = trace.argument(place, own._layout)
    return make_array(found) if isinstance(value, array) else found


def stand_in(trace: Trace, place: int, value: Any) -> Any:
    """The placeholder for a tensor or number; other values unchanged."""
    if isinstance(value, description):
        return trace.argument(place, value)
    if isinstance(value, tensor):
        return trace.argument(place, value._layout)
    if isinstance(value, scalar):
        return trace.number(place, value.dtype, None)
    if type(value) is float:
        return trace.number(place, DOUBLE, fused.weak_class(value))
    if type(value) is complex:
        return trace.number(place, CDOUBLE, fused.weak_class(value))
    return value


def defaults_of(function: Any) -> list[Any]:
    """The default arguments of a function, which can be changed later."""
    named = getattr(function, "__kwdefaults__", None) or {}
    return [*(getattr(function, "__defaults__", None) or ()), *named.values()]


def lazy_in(value: Any) -> Any:
    """The r-tensor that is an argument or inside one, or None."""
    found = inner_field(value) if type(value) is array else value
    return found if isinstance(found, rtensor) else None


def stored(value: Any) -> Any:
    """Evaluate a lazy argument or a mapped view."""
    if isinstance(value, rtensor):
        return value.eval()
    if type(value) is array:
        found = inner_field(value)
        return make_array(found.eval() if isinstance(found, rtensor) else found)
    return value


def move_to(value: Any, where: Any) -> Any:
    """An argument on a device."""
    if type(value) is array:
        return value if value.device is where else make_array(converted(inner_field(value), None, where))
    return where(value) if isinstance(value, tensor) else value


def explain_steps(title: str, made: Any, outputs: Sequence[int]) -> Explanation:
    """Explain the steps of a trace."""
    results = {place: f"result{number}" for number, place in enumerate(dict.fromkeys(outputs))}
    passes, temporaries = [], []

    def name(source: tuple[Any, ...]) -> str:
        if source[0] in ("argument", "number"):
            return f"argument{source[1]}"
        return stored_name(source[1]) if source[0] == "stored" else source[0]

    def stored_name(place: int) -> str:
        return results.get(place, f"stored{place}")

    for step in made.steps:
        reads = tuple(dict.fromkeys(map(name, step.sources)))
        writes = tuple(map(stored_name, step.places))
        temporaries += [bytes_of(d) for place, d in zip(step.places, step.results, strict=True) if place not in results]
        temporaries += step.note.temporaries
        if step.plan is None:
            written = sum(map(bytes_of, step.results))
            read = sum(bytes_of(each[3]) for each in step.sources if each[0] in ("argument", "stored"))
            passes.append(Pass(step.note.kind, step.note.text, "", reads, writes, read, written))
        else:
            count = len(step.results)
            passes.append(planned_pass(step.note.kind, step.note.text, step.plan, count, reads, writes))
    return Explanation(title, tuple(passes), tuple(temporaries))


def stored_in(made: Any) -> list[description | None]:
    """The descriptions of everything that a trace stores."""
    found: list[description | None] = [None] * made.count
    for step in made.steps:
        for place, desc in zip(step.places, step.results, strict=True):
            found[place] = desc
    return found


def core_description(value: Any) -> Any:
    """The core's description of a public one; other values unchanged."""
    return value._layout if describes(value) else value


def describes(value: Any) -> bool:
    """Whether a value is a public description: it has a layout and no elements."""
    return hasattr(type(value), "_layout") and not isinstance(value, (tensor, array, rtensor))


def public_description(desc: description | None) -> Any:
    if desc is None:
        return None
    shown = placeholder(desc)
    shown.readonly = False
    return shown.description


def arguments_kept(arguments: list[Any], static: set[int]) -> list[Any]:
    return [each for place, each in enumerate(arguments) if place in static or not isinstance(each, tensor)]


def foreign(value: Any, arrays: bool) -> Any:
    """Convert an array or scalar of another package, a list, or storage to a tensor, an array or a scalar; None for
    other values."""
    if isinstance(value, list):
        try:
            return as_array(value) if arrays else tensor_of(value)
        except (OceanTypeError, OceanValueError) as error:
            if not any(isinstance(each, (tensor, array, rtensor)) for each in value):
                raise
            raise type(error)(f"{error}; a list becomes one tensor, but those of a tuple stay what they are") from None
    if isinstance(value, (bool, int, str, tuple, type(None))):
        return None
    found = import_tensor(value)
    return make_array(found.reverseAxes()) if arrays and isinstance(found, tensor) else found


def root_key(value: Any) -> Any:
    """The key of an argument that guards look into: containers and functions may be replaced by equal ones."""
    if type(value) in PLAIN:
        return value_key(value)
    if isinstance(value, (list, tuple, dict, set, frozenset, FunctionType)):
        return type(value)
    return type(value), id(value)


def user_line(stop: BaseException) -> str:
    """The line of the user's function where a trace stopped."""
    place, found = stop.__traceback__, ""
    while place is not None:
        if not of_others(place.tb_frame.f_code.co_filename):
            found = f" (at {place.tb_frame.f_code.co_filename}, line {place.tb_lineno})"
        place = place.tb_next
    return found


@dataclass
class Read:
    """The arguments of a call, as they were read."""

    key: list[Any]
    arguments: list[Any]
    roots: list[Any]
    labels: list[str]

    def texts(self) -> list[str]:
        return [repr(each._layout) if isinstance(each, tensor) else shown(each) for each in self.arguments]


class Results:
    """How to build a function's result from values: those of r-tensors, and constants, which are copied for each call.
    An object that the function returns twice is one object in each call."""

    def __init__(self, trace: Trace, outside: dict[int, int]) -> None:
        self.trace, self.outside = trace, outside
        self.outputs: list[rtensor] = []
        self.arrays: list[bool] = []  # whether each output becomes an array
        self.constants: list[Any] = []
        self.known: dict[int, Callable[[list[Any]], Any]] = {}  # by the identity of the returned object

    def collect(self, result: Any) -> Callable[[list[Any]], Any]:
        """How to build a part of the result from the values of all outputs, followed by those of all constants."""
        if id(result) in self.known:
            return self.known[id(result)]
        if isinstance(result, dict):
            named = {name: self.collect(each) for name, each in result.items()}
            return lambda values: {name: each(values) for name, each in named.items()}
        if isinstance(result, (tuple, list)):
            parts = [self.collect(each) for each in result]
            kind = type(result)
            if hasattr(kind, "_make"):
                return lambda values: kind._make(each(values) for each in parts)
            return lambda values: kind(each(values) for each in parts)
        inside, place = lazy_in(result), len(self.outputs)
        if inside is None or inside.trace is None:
            place = -1 - len(self.constants)
            self.constants.insert(0, result)  # they are counted from the end
        else:
            if inside.trace is not self.trace:
                inside.trace.refuse("an r-tensor of another trace")
            if inside.whole is not None:
                needs_value()
            if inside is not result and inside.number:  # a 0-d array, not a scalar
                inside = make_rtensor(inside.expression, operands_of(inside), inside.size, inside.trace)
            self.outputs.append(inside)
            self.arrays.append(inside is not result and type(result) is array)
        self.known[id(result)] = lambda values: values[place]
        return self.known[id(result)]

    @staticmethod
    def built(value: Any, is_array: bool) -> Any:
        return array_of(value) if is_array else value

    def constants_for(self, outside: list[Any] | None) -> list[Any]:
        """The constants of one call, with values from outside that the function returns unchanged; their descriptions
        if `outside` is None."""
        if outside is None:
            return list(map(described, self.constants))
        places = [self.outside.get(id(each)) for each in self.constants]
        return [
            own_value(each) if place is None else outside[place]
            for each, place in zip(self.constants, places, strict=True)
        ]


def described(value: Any) -> Any:
    """The description of a constant, if it has one; otherwise the constant."""
    found = inner_field(value) if type(value) is array else value
    if not isinstance(found, (tensor, rtensor)):
        return value
    desc = public_description(found._layout if isinstance(found, tensor) else found.eval()._layout)
    return array_of(desc) if type(value) is array else desc


def own_value(value: Any) -> Any:
    """A copy of a constant for one caller, so that nobody else sees writes to it."""
    if lazy_in(value) is not None:
        return stored(value)
    if isinstance(value, (tensor, array, scalar)) or numpy_class("ndarray", type(value)):
        return copy.deepcopy(value)
    return value


def array_of(value: Any) -> Any:
    """The array for a value of a trace; the array's own description if the value is a description."""
    if isinstance(value, scalar):
        return make_array(scalar_tensor(value))
    if describes(value):
        return public_description(placeholder(value._layout).reverseAxes()._layout)
    return value if value is None else make_array(value)


def fuse(function: Callable[..., Any] | None = None, *, static: Any = (), strict: bool = False) -> Any:
    """fuse(function), or @ocean.fuse(static=names, strict=True): run what a function does in as few passes as possible.

    The function is called once, with r-tensors, for every combination of sizes, strides and dtypes of its arguments;
    what it writes down is compiled, and from then on that runs. Nothing is stored between elementwise operations, and
    after reductions only what they give. Floats, complex numbers and scalars may change from call to call, and so may
    integers unless the function needs their values; bool, str, None, and what is named in `static`, are constants of
    the trace. Values from outside (globals, closures, attributes, items) are compared on each call; tensors among them
    are operands.

    >>> @ocean.fuse
    ... def standardize(x):
    ...     return (x - ocean.mean(x)) / ocean.stdev(x)
    >>> standardize(ocean.asTensor([1.0,2.0,3.0]))
       -1.22474   0.00000   1.22474
    <tensor.double of size 3 on cpu>
    """
    return fused_with(function, static, strict, False)


def fused_with(function: Callable[..., Any] | None, static: Any, strict: bool, arrays: bool) -> Any:
    """The fused function, or a decorator that makes one."""
    names = frozenset((static,) if isinstance(static, str) else static)
    if function is None:
        return lambda given: fused_with(given, names, strict, arrays)
    if not callable(function):
        raise OceanTypeError(f"fuse(): expected a function, got {function!r}")
    return Fused(function, names, strict, arrays).compiled
