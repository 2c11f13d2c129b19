"""`ocean.fuse`: a function is traced once with r-tensors, and what it writes down runs in as few passes as possible.

A trace knows its arguments by tensors without memory. Reductions and products end a pass: what they give is stored, and
later passes read it. Reductions of one size over the same axes share a pass, and so do results of one size.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ocean._src.core import description as layout
from ocean._src.core import lazy as hot
from ocean._src.core import tensor as core
from ocean._src.core.description import description
from ocean._src.core.dtypes import dtype, new_scalar, scalar
from ocean._src.core.errors import OceanTypeError, OceanValueError
from ocean._src.core.lazy import leaf, make_rtensor, operands_of, rtensor
from ocean._src.core.operands import import_tensor, tensor_of
from ocean._src.core.tensor import tensor
from ocean._src.descriptions.basic import BasicTensorDescription
from ocean._src.explain import Explanation, Pass, bytes_of, planned_pass
from ocean._src.kernels.jobs import Elementwise, planned
from ocean._src.ops import reductions
from ocean._src.ops.dispatch import OPERATIONS, device_of
from ocean._src.ops.expressions import (
    MOST_OPERANDS,
    Gathered,
    Node,
    description_of,
    in_order,
    opened,
    prepared,
    write,
)
from ocean._src.ops.table import CDOUBLE, DOUBLE, ROWS
from ocean._src.ops.writer import Value, Writer

PACKAGE = str(Path(__file__).parents[1])
MOST_TRACES = 256
MOST_RESULTS = 8
"""Results of a pass."""


@dataclass(eq=False)
class Pending:
    """Something that ends a pass: the reduction of a source, a product, what a function of stored values gives, or
    values that are stored."""

    kind: str
    sources: tuple[rtensor, ...]
    holder: tensor
    level: int
    name: str = ""
    parameters: tuple[scalar, ...] = ()
    extra: int = 0
    function: Callable[..., tuple[Any, ...]] | None = None


class Trace:
    """What a function does with r-tensors, written down."""

    def __init__(self, function: Callable[..., Any], strict: bool) -> None:
        self.function, self.strict = function, strict
        self.arguments: dict[int, int] = {}  # the memory of a tensor that stands for an argument -> its place
        self.numbers: dict[int, int] = {}  # the scalar that stands for an argument -> its place
        self.pending: dict[int, Pending] = {}  # by the memory of what it gives, in the order in which they were made
        self.kept: list[Any] = []  # what is known by its identity lives as long as the trace

    # what stands for arguments

    def argument(self, place: int, desc: description) -> rtensor:
        holder = self.hold(desc)
        self.arguments[id(core.memory_of(holder))] = place
        return hot.lazy_tensor(holder, self.strict, self)

    def number(self, place: int, kind: dtype, weak: dtype | None) -> rtensor:
        """A scalar, or (weak) a Python number that fits a dtype."""
        holder = new_scalar(kind, 0)
        self.kept.append(holder)
        self.numbers[id(holder)] = place
        code = 0 if weak is None else weak.code
        return make_rtensor(leaf(kind, self.strict), (holder,), (), self, True, code)

    def hold(self, desc: description) -> tensor:
        holder = core.placeholder(desc)
        self.kept.append(holder)
        self.kept.append(core.memory_of(holder))
        return holder

    # what ends a pass

    def reduce(self, name: str, source: rtensor, parameters: tuple[scalar, ...], extra: int, result: Any) -> rtensor:
        if result is not None:
            self.refuse("writing into a given result")
        axes = reductions.axes_in(extra, source.ndims)
        reductions.check_elements(name, source.size, axes if extra else None)
        size = reductions.kept_size(source.size, axes, bool(extra & core.KEEPDIMS)) if extra else ()
        kind = reductions.dtype_of(name, source.dtype, len(parameters))
        holder = self.hold(layout.make(kind, size, "F", source.device))
        return self.later(Pending("reduce", (source,), holder, 0, name, parameters, extra), not extra)

    def product(self, a: Any, b: Any) -> rtensor:
        factors = tuple(self.stored(each if isinstance(each, rtensor) else hot.lazy_tensor(each)) for each in (a, b))
        holder = self.hold(core.plan_of(OPERATIONS["multiply"], tuple(map(described, factors))).result)
        return self.later(Pending("product", factors, holder, 0))

    def call(self, name: str, source: rtensor, gives: description, function: Callable[[tensor], tensor]) -> rtensor:
        """What a function of the values, which are stored, gives: something that looks like `gives`."""
        pending = Pending("call", (self.stored(source),), self.hold(gives), 0, name)
        pending.function = lambda values: (function(values),)
        return self.later(pending)

    def stored(self, source: rtensor) -> rtensor:
        """The values of an r-tensor, stored; an operand as it is needs no pass."""
        if source.expression.name == "" and isinstance(operands_of(source)[0], tensor):
            return source
        holder = self.hold(layout.make(source.dtype, source.size, "F", source.device))
        return self.later(Pending("store", (source,), holder, 0))

    def later(self, pending: Pending, number: bool = False) -> rtensor:
        pending.level = 1 + max((self.level(each) for each in pending.sources), default=0)
        self.pending[id(core.memory_of(pending.holder))] = pending
        return hot.lazy_tensor(pending.holder, self.strict, self, number)

    def level(self, source: rtensor) -> int:
        return max((self.pending[key].level for key in self.waits_for(source)), default=0)

    def waits_for(self, source: rtensor) -> set[int]:
        keys = {id(core.memory_of(each)) for each in opened(operands_of(source)) if isinstance(each, tensor)}
        return keys & self.pending.keys()

    def refuse(self, what: str) -> None:
        """Say what cannot be traced, and where it stands."""
        frame = sys._getframe(1)
        others = (PACKAGE, "src/ocean", *numpy_folder())
        while frame.f_back is not None and frame.f_code.co_filename.startswith(others):
            frame = frame.f_back
        raise OceanTypeError(
            f"{what} asked for at {frame.f_code.co_filename}, line {frame.f_lineno}, while "
            f"{getattr(self.function, '__qualname__', self.function)!s} is traced by ocean.fuse, when there are none: "
            "a fused function cannot look at values. Use ocean.where to choose between values, functions of ocean that "
            "are elementwise, views, reductions or products, or make the argument static"
        )


def numpy_folder() -> list[str]:
    """Where NumPy is, whose functions ask for values on behalf of their callers."""
    numpy = sys.modules.get("numpy")
    return [] if numpy is None else [str(Path(str(numpy.__file__)).parent)]


def described(source: rtensor) -> description:
    """What the only operand of an r-tensor looks like."""
    (operand,) = operands_of(source)
    found: description = operand._layout
    return found


# --- Passes ------------------------------------------------------------------------------------------------------


class Planner:
    """Makes the passes of a trace."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.steps: list[hot.step] = []
        self.places: dict[int, int] = {}  # the memory that stands for something stored -> its place
        self.count = 0

    def place(self, key: int | None = None) -> int:
        self.count += 1
        if key is not None:
            self.places[key] = self.count - 1
        return self.count - 1

    def source(self, operand: Any) -> tuple[Any, ...]:
        """Where an operand comes from."""
        if isinstance(operand, scalar):
            place = self.trace.numbers.get(id(operand))
            return ("fixed", operand) if place is None else ("number", place, operand.dtype)
        key = id(core.memory_of(operand))
        desc = operand._layout
        if key in self.trace.arguments:
            return "argument", self.trace.arguments[key], operand.offset, desc
        if key in self.places:
            return "stored", self.places[key], operand.offset, desc
        return "captured", operand, desc

    def run(self, outputs: Sequence[rtensor]) -> list[int]:
        """Add all passes; the places of the outputs among what is stored."""
        needed = self.needed(outputs)
        levels = sorted({each.level for each in needed})
        for level in levels:
            here = [each for each in needed if each.level == level]
            self.reduce([each for each in here if each.kind == "reduce"])
            for each in here:
                if each.kind == "product":
                    factors = [operands_of(one)[0] for one in each.sources]
                    self.call(lambda a, b: (a * b,), factors, each.holder, "product")
                elif each.function is not None:
                    self.call(each.function, [operands_of(each.sources[0])[0]], each.holder, each.name)
                elif each.kind == "store":
                    self.elementwise(list(each.sources), [each.holder])
        places: dict[int, int] = {}
        rest = []
        for number, output in enumerate(outputs):
            place = self.finished(output)
            if place is None:
                rest.append((number, output))
            else:
                places[number] = place
        for group in by_size(rest):
            for (number, _), place in zip(group, self.elementwise([each for _, each in group]), strict=True):
                places[number] = place
        return [places[number] for number in range(len(outputs))]

    def needed(self, outputs: Sequence[rtensor]) -> list[Pending]:
        keys: set[int] = set()
        stack = list(outputs)
        while stack:
            for key in self.trace.waits_for(stack.pop()) - keys:
                keys.add(key)
                stack += self.trace.pending[key].sources
        return [each for key, each in self.trace.pending.items() if key in keys]

    def finished(self, output: rtensor) -> int | None:
        """The place of an output that is stored as a whole, or None."""
        if output.expression.name == "":
            (operand,) = operands_of(output)
            if isinstance(operand, tensor):
                pending = self.trace.pending.get(id(core.memory_of(operand)))
                if pending is not None and operand._layout is pending.holder._layout:
                    return self.places[id(core.memory_of(operand))]
        return None

    def reduce(self, waiting: list[Pending]) -> None:
        """Add passes for reductions that do not wait for each other; those over the same axes share one."""
        groups: dict[Any, list[Pending]] = {}
        for number, each in enumerate(waiting):
            alone = number if each.parameters or special(each.sources[0]) else None
            groups.setdefault((each.sources[0].size, each.extra, each.sources[0].device, alone), []).append(each)
        for group in groups.values():
            while group:
                together = fitting(group)
                group = group[len(together) :]
                self.reduce_together(together)

    def reduce_together(self, group: list[Pending]) -> None:
        names, extra = tuple(each.name for each in group), group[0].extra
        sources = [each.sources[0] for each in group]
        pivoted = any(is_pivoted(each) for each in group)
        if special(sources[0]) or len(opened(union(sources))) * (1 + pivoted) > MOST_OPERANDS:
            assert len(sources) == 1, "reductions that need more than one pass stand alone"
            stored = self.call_expression(sources[0])
            sources = [stored]
        joint = Joint(sources)
        scalars = group[0].parameters
        operands = [*joint.inputs * (1 + pivoted), *scalars]
        descs = tuple(map(description_of, operands))
        results = tuple(each.holder._layout for each in group)
        plan = reductions.plan_reduction(names, descs, None, extra, joint.source(), results)
        places = tuple(self.place(id(core.memory_of(each.holder))) for each in group)
        note = Note("reduce", joint.program_text(names))
        self.steps.append(hot.make_step(plan, None, results, places, tuple(map(self.source, operands)), note))

    def elementwise(self, outputs: list[rtensor], holders: list[tensor] | None = None) -> list[int]:
        """Add a pass that stores values of one size."""
        if any(map(special, outputs)):
            assert len(outputs) == 1, "values that need more than one pass stand alone"
            stored = self.call_expression(outputs[0], holders[0] if holders else None)
            return [self.places[id(core.memory_of(operands_of(stored)[0]))]]
        joint = Joint(outputs)
        descs = [description_of(each) for each in joint.inputs]
        where = device_of(descs)
        leading = [each for each in descs if each.size == joint.size and each.nelem > 1]
        if holders:
            results = [each._layout for each in holders]
        else:
            results = [layout.result_layout(each.dtype, joint.size, leading, where) for each in outputs]
        program = joint.program([each.dtype for each in outputs])
        spread = [each.broadcast(joint.size)[1] for each in descs]
        plan = planned(Elementwise((*results, *spread), program, joint.cost()))
        keys = [id(core.memory_of(each)) for each in holders] if holders else [None] * len(outputs)
        places = [self.place(key) for key in keys]
        note = Note("elementwise", str(program))
        sources = tuple(map(self.source, joint.inputs))
        self.steps.append(hot.make_step(plan, None, tuple(results), tuple(places), sources, note))
        return places

    def call(self, function: Callable[..., Any], operands: Sequence[Any], holder: tensor, title: str) -> None:
        """Add a pass that a function of Python does."""
        places = (self.place(id(core.memory_of(holder))),)
        note = Note(title, "")
        sources = tuple(map(self.source, operands))
        self.steps.append(hot.make_step(None, function, (holder._layout,), places, sources, note))

    def call_expression(self, source: rtensor, holder: tensor | None = None) -> rtensor:
        """Add what an expression needs that one program cannot do: domains that are checked, too many operands."""
        if holder is None:
            holder = self.trace.hold(layout.make(source.dtype, source.size, "F", source.device))
        given = operands_of(source)
        shapes = [isinstance(each, Gathered) for each in given]
        ready = prepared(source.expression, given)

        def evaluate(*values: Any) -> tuple[Any, ...]:
            left = iter(values)
            operands = tuple(Gathered(next(left), next(left)) if each else next(left) for each in shapes)
            target = core.empty(holder._layout)
            ready.run(operands, target)
            return (target,)

        self.call(evaluate, opened(given), holder, "expression")
        return hot.lazy_tensor(holder, source.expression.strict, self.trace)


@dataclass
class Note:
    """What `explain` says of a pass."""

    kind: str
    program: str


def special(source: rtensor) -> bool:
    """Whether one program cannot compute an r-tensor, also because operands are on several devices."""
    devices = {each.device for each in operands_of(source) if not isinstance(each, scalar)}
    return len(devices) > 1 or not prepared(source.expression, operands_of(source)).single


def union(sources: Iterable[rtensor]) -> list[Any]:
    """The operands of several r-tensors, each once."""
    found: dict[Any, Any] = {}
    for source in sources:
        for each in operands_of(source):
            found.setdefault(identity(each), each)
    return list(found.values())


def identity(operand: Any) -> Any:
    if isinstance(operand, tensor):
        return id(core.memory_of(operand)), operand.offset, operand._layout
    return id(operand)


def is_pivoted(each: Pending) -> bool:
    return reductions.pivoted(each.name, each.sources[0].dtype)


def fitting(group: list[Pending]) -> list[Pending]:
    """As many of the first reductions as one pass can do."""
    taken = group[:1]
    for each in group[1:]:
        sources = [one.sources[0] for one in (*taken, each)]
        pivoted = any(is_pivoted(one) for one in (*taken, each))
        operands = len(opened(union(sources))) * (1 + pivoted)
        if operands + 3 * len(sources) > MOST_OPERANDS or len(sources) > MOST_RESULTS:
            break
        taken.append(each)
    return taken


def by_size(outputs: list[tuple[int, rtensor]]) -> list[list[tuple[int, rtensor]]]:
    """Outputs that one pass can store."""
    groups: list[list[tuple[int, rtensor]]] = []
    for number, output in outputs:
        for group in groups:
            others = [each for _, each in group]
            if (
                others[0].size == output.size
                and others[0].device is output.device
                and not special(output)
                and not special(others[0])
                and len(group) < MOST_RESULTS
                and len(opened(union([*others, output]))) + len(group) <= MOST_OPERANDS
            ):
                group.append((number, output))
                break
        else:
            groups.append([(number, output)])
    return groups


class Joint:
    """Several r-tensors of one size as one program over the operands of all."""

    def __init__(self, sources: Sequence[rtensor]) -> None:
        self.sources = sources
        self.operands = union(sources)
        self.size = sources[0].size
        self.strict = any(each.expression.strict for each in sources)
        slots = {identity(each): slot for slot, each in enumerate(self.operands)}
        self.nodes: list[Node] = [
            (each.expression, tuple(slots[identity(one)] for one in operands_of(each))) for each in sources
        ]
        self.inputs = opened(self.operands)

    def kinds(self) -> tuple[dtype, ...]:
        return tuple(each.dtype for each in self.inputs)

    def compute(self, w: Writer, inputs: Sequence[Value]) -> list[Value]:
        left = iter(inputs)
        given: dict[Node | int, Value] = {
            slot: w.load(next(left), next(left)) if isinstance(each, Gathered) else next(left)
            for slot, each in enumerate(self.operands)
        }
        for node in self.nodes:
            write(w, in_order(node), given)
        return [given[node] for node in self.nodes]

    def source(self) -> reductions.Source:
        return reductions.Source(self.kinds(), tuple(each.dtype for each in self.sources), self.compute, self.strict)

    def program(self, kinds: Sequence[dtype]) -> Any:
        w = Writer(self.kinds(), self.strict)
        return w.program(*(value.cast(kind) for value, kind in zip(self.compute(w, w.inputs), kinds, strict=True)))

    def program_text(self, names: Sequence[str]) -> str:
        w = Writer(self.kinds(), self.strict)
        lines = str(w.program(*self.compute(w, w.inputs))).split("\n")
        values = lines.pop().split()[1:]
        return "\n".join([*lines, *(f"{name} {value}" for name, value in zip(names, values, strict=True))])

    def cost(self) -> int:
        names = {node[0].name for root in self.nodes for node in in_order(root)}
        return sum(ROWS[name].cost for name in names if name in ROWS)


# --- The function ------------------------------------------------------------------------------------------------


class Fused:
    """What a fused function knows: its traces, and how it is explained, compiled and described."""

    def __init__(self, function: Callable[..., Any], static: frozenset[str], strict: bool) -> None:
        self.function, self.static, self.strict = function, static, strict
        self.outputs: dict[Any, list[int]] = {}  # of each trace: the places of its results
        self.signature = inspect.signature(function)
        parameters = list(self.signature.parameters.values())
        plain = all(each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD) for each in parameters)
        unknown = static - self.signature.parameters.keys()
        if unknown:
            raise OceanValueError(f"fuse(): the function has no parameter {min(unknown)!r}, which is named in static")
        self.hot = hot.make_fused(function, self.call, len(parameters) if plain and not static else -1, self)
        functools.update_wrapper(self.hot, function)

    # arguments

    def bind(self, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[list[Any], tuple[str, ...], set[int]]:
        """The arguments in the order of the parameters, the names of those that go by name, and the static ones."""
        bound = self.signature.bind(*args, **named)
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

    def read(self, values: list[Any], static: set[int]) -> tuple[list[Any], list[Any]]:
        """The key of arguments, and the arguments as the passes take them."""
        key: list[Any] = [core.generation()]
        arguments: list[Any] = []
        for place, given in enumerate(values):
            value = given
            if place in static:
                key.append((type(value), hashable(value)))
            elif isinstance(value, description):
                key.append(value)
            elif isinstance(value, tensor):
                value = hot.own_tensor(value)
                key.append(value._layout)
            elif type(value) in (float, complex):
                key.append(hot.weak_class(value))
            elif isinstance(value, scalar):
                key.append((value.dtype,))
            else:
                found = foreign(value)
                if found is not None:
                    value = found if isinstance(found, scalar) else hot.own_tensor(found)
                    key.append(value._layout if isinstance(value, tensor) else (value.dtype,))
                else:
                    key.append((type(value), hashable(value)))
            arguments.append(value)
        key += hot.closure_key(getattr(self.function, "__closure__", None))
        return key, arguments

    def call(self, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        if any(isinstance(each, rtensor) and each.trace is not None for each in (*args, *named.values())):
            return self.function(*args, **named)  # part of another trace
        values, by_name, static = self.bind(args, named)
        values = [each.eval() if isinstance(each, rtensor) else each for each in values]
        where = next((each.device for each in values if isinstance(each, tensor)), None)
        if where is not None:
            values = [where(each) if isinstance(each, tensor) else each for each in values]
        key, arguments = self.read(values, static)
        return hot.run_trace(self.traced(tuple([*key, *by_name]), arguments, by_name, static), arguments)

    def traced(self, key: tuple[Any, ...], arguments: list[Any], by_name: tuple[str, ...], static: set[int]) -> Any:
        traces = self.hot.traces
        made = traces.get(key)
        if made is None:
            made = self.trace(arguments, by_name, static)
            while len(traces) >= MOST_TRACES:  # other threads may do the same
                self.outputs.pop(traces.pop(next(iter(traces)), None), None)
            traces[key] = made
        return made

    # tracing

    def trace(self, arguments: list[Any], by_name: tuple[str, ...], static: set[int]) -> Any:
        trace = Trace(self.function, self.strict)
        given = [each if place in static else self.stand_in(trace, place, each) for place, each in enumerate(arguments)]
        count = len(given) - len(by_name)
        result = self.function(*given[:count], **dict(zip(by_name, given[count:], strict=True)))
        outputs: list[rtensor] = []
        build = collect(result, trace, outputs)
        planner = Planner(trace)
        places = planner.run(outputs)
        only = places[0] if outputs and result is outputs[0] and not result.number else -1

        def finish(stored: list[Any], arguments: list[Any]) -> Any:
            values = [
                core.item(stored[place]) if number and isinstance(stored[place], tensor) else stored[place]
                for place, number in zip(places, numbers, strict=True)
            ]
            return build(iter(values))

        numbers = [each.number for each in outputs]
        cells = getattr(self.function, "__closure__", None) or ()
        keeps = [
            *trace.kept,
            *(each.cell_contents for each in cells if not is_empty(each)),
            *arguments_kept(arguments, static),
        ]
        made = hot.make_traced(planner.steps, planner.count, only, finish, keeps)
        self.outputs[made] = places
        trace.pending.clear()
        return made

    # before there are data

    def prepare(self, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """The trace for arguments, which may be descriptions."""
        values, by_name, static = self.bind(tuple(map(core_description, args)), named)
        key, arguments = self.read(values, static)
        return self.traced(tuple([*key, *by_name]), arguments, by_name, static)

    def compile(self, *args: Any, **named: Any) -> None:
        """Trace and compile for arguments like these, before there are data: tensors or descriptions of tensors, and
        numbers. The first call with such arguments is as fast as all others then."""
        self.prepare(args, named)

    def describe(self, *args: Any, **named: Any) -> Any:
        """The descriptions of the results for arguments like these, which are tensors or descriptions."""
        made = self.prepare(args, named)
        return made.finish([public_description(each) for each in stored_in(made)], None)

    def explain(self, *args: Any, **named: Any) -> Explanation:
        """What runs for arguments like these: passes, programs, loops, bytes moved and temporaries."""
        made = self.prepare(args, named)
        return explain_steps(getattr(self.function, "__qualname__", repr(self.function)), made, self.outputs[made])

    @staticmethod
    def stand_in(trace: Trace, place: int, value: Any) -> Any:
        if isinstance(value, description):
            return trace.argument(place, value)
        if isinstance(value, tensor):
            return trace.argument(place, value._layout)
        if isinstance(value, scalar):
            return trace.number(place, value.dtype, None)
        if type(value) is float:
            return trace.number(place, DOUBLE, hot.weak_class(value))
        if type(value) is complex:
            return trace.number(place, CDOUBLE, hot.weak_class(value))
        return value


def explain_steps(title: str, made: Any, outputs: Sequence[int]) -> Explanation:
    """What a trace does."""
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
        if step.plan is None:
            written = sum(map(bytes_of, step.results))
            read = sum(bytes_of(each[3]) for each in step.sources if each[0] in ("argument", "stored"))
            passes.append(Pass(step.note.kind, step.note.program, "", reads, writes, read, written))
        else:
            count = len(step.results)
            passes.append(planned_pass(step.note.kind, step.note.program, step.plan, count, reads, writes))
    return Explanation(title, tuple(passes), tuple(temporaries))


def stored_in(made: Any) -> list[description | None]:
    """What each thing that a trace stores looks like."""
    found: list[description | None] = [None] * made.count
    for step in made.steps:
        for place, desc in zip(step.places, step.results, strict=True):
            found[place] = desc
    return found


def core_description(value: Any) -> Any:
    """A public description as the core's; anything else as it is."""
    return value._layout if isinstance(value, BasicTensorDescription) else value


def public_description(desc: description | None) -> Any:
    if desc is None:
        return None
    shown = core.placeholder(desc)
    shown.readonly = False
    return shown.description


def arguments_kept(arguments: list[Any], static: set[int]) -> list[Any]:
    return [each for place, each in enumerate(arguments) if place in static or not isinstance(each, tensor)]


def is_empty(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return True
    return False


def foreign(value: Any) -> Any:
    """An array or scalar of another package, a list, or storage as a tensor or scalar; None for anything else."""
    if isinstance(value, list):
        return tensor_of(value)
    if isinstance(value, (bool, int, str, tuple, type(None))):
        return None
    return import_tensor(value)


def hashable(value: Any) -> Any:
    """A static argument as a part of a key; objects that have no hash are known by their identity."""
    if type(value) is tuple:
        return tuple((type(each), hashable(each)) for each in value)
    if isinstance(value, (float, complex, scalar)):  # equal numbers may have several signs of zero, and dtypes
        return repr(value), getattr(value, "dtype", None)
    try:
        hash(value)
    except TypeError:
        return id(value)
    return value


def collect(result: Any, trace: Trace, outputs: list[rtensor]) -> Callable[[Any], Any]:
    """How the result of the function is made of values, which come in the order of `outputs`."""
    if isinstance(result, rtensor):
        if result.trace is None:
            return lambda values: result.eval()
        if result.trace is not trace:
            result.trace.refuse("an r-tensor of another trace")
        outputs.append(result)
        return next
    if isinstance(result, dict):
        named = {name: collect(each, trace, outputs) for name, each in result.items()}
        return lambda values: {name: each(values) for name, each in named.items()}
    if isinstance(result, (tuple, list)):
        parts = [collect(each, trace, outputs) for each in result]
        kind = type(result)
        if hasattr(kind, "_make"):
            return lambda values: kind._make(each(values) for each in parts)
        return lambda values: kind(each(values) for each in parts)
    return lambda values: result


def fuse(function: Callable[..., Any] | None = None, *, static: Any = (), strict: bool = False) -> Any:
    """fuse(function), or @ocean.fuse(static=names, strict=True): run what a function does in as few passes as possible.

    The function is called once, with r-tensors, for every combination of sizes, strides and dtypes of its arguments;
    what it writes down is compiled, and from then on that runs. Nothing is stored between elementwise operations, and
    after reductions only what they give. Floats, complex numbers and scalars may change from call to call; bool, int,
    str, None, tuples of them and other objects, and what is named in `static`, are constants of the trace.

    >>> @ocean.fuse
    ... def standardize(x):
    ...     return (x - ocean.mean(x)) / ocean.stdev(x)
    >>> standardize(ocean.asTensor([1.0,2.0,3.0]))
       -1.22474   0.00000   1.22474
    <tensor.double of size 3 on cpu>
    """
    names = frozenset((static,) if isinstance(static, str) else static)
    if function is None:
        return lambda given: fuse(given, static=names, strict=strict)
    if not callable(function):
        raise OceanTypeError(f"fuse(): expected a function, got {function!r}")
    return Fused(function, names, strict).hot
