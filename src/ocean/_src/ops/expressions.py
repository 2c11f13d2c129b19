"""Lowers expressions: dtypes when an expression is built, programs and plans when it is evaluated.

One program computes most expressions. One with too many operands or steps is cut into segments, which store
intermediate values.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Sequence
from functools import reduce
from operator import or_

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.records import NamedTuple
from ocean._src.core.call.settings import settings
from ocean._src.core.call.warn import warn
from ocean._src.core.objects.description import description, make_description, result_layout
from ocean._src.core.objects.dtypes import INT64, dtype, scalar
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.rtensor import (
    expression,
    labelled,
    leaf,
    make_expression,
    operands_of,
    remember_fold,
    rtensor,
)
from ocean._src.core.objects.tensor import (
    AXES,
    ELEMENTS,
    KEEPDIMS,
    axes_in,
    call_operation,
    call_scalar,
    inner_description,
    make_empty,
    make_operation,
    make_view,
    memory_of,
    relabelled,
    share_bytes,
    tensor,
    unlabelled,
)
from ocean._src.core.objects.tensor import operation as Operation
from ocean._src.kernels import Program

from . import reductions
from .axes import kept_axes, permute_to_axes
from .dispatch import check_casts, joint_size, plan_program
from .table import ROWS, typing_of
from .writer import Value, Writer

MOST_OPERANDS = 28
"""The limit of operands of a program: a plan has room for 32, results and accumulators included."""
MOST_STEPS = 300
"""The limit of rows of a program: kernels of thousands of steps take long to compile."""

BLOCK_BYTES = 256 << 10
"""The limit of an intermediate value that is stored as a whole; larger ones are computed block by block."""

Node = tuple[expression, tuple[int, ...]]
"""An expression, and the slots of its operands in the whole expression."""


class Gathered:
    """A gathered operand: `offsets` has the distance in bytes of each element from the element of `base` at the same
    index. Both have the size of the operand."""

    __slots__ = ("base", "offsets")

    def __init__(self, base: tensor, offsets: tensor) -> None:
        self.base, self.offsets = base, offsets

    @property
    def dtype(self) -> dtype:
        return self.base.dtype

    @property
    def size(self) -> tuple[int, ...]:
        return self.base.size

    @property
    def device(self) -> Any:
        return self.base.device


def pattern_of(operands: Sequence[Any]) -> tuple[int, ...]:
    """The slots of gathered operands."""
    return tuple(slot for slot, each in enumerate(operands) if isinstance(each, Gathered))


def opened(operands: Iterable[Any]) -> tuple[Any, ...]:
    """The inputs of a program; a gathered operand is two of them."""
    return tuple(
        one for each in operands for one in ((each.base, each.offsets) if isinstance(each, Gathered) else (each,))
    )


def description_of(operand: Any) -> description:
    """The description of an operand of a program."""
    if isinstance(operand, scalar):
        return make_description(operand.dtype, (), "F", cpu)
    found: description = operand._layout
    return found


# --- Building ----------------------------------------------------------------------------------------------------


def slots_in(given: bytes | None, count: int) -> tuple[int, ...]:
    return tuple(range(count)) if given is None else tuple(memoryview(given).cast("H"))


def make(name: str, parts: Sequence[Any], mode: str, strict: bool, operands: Sequence[Any]) -> expression:
    """The expression of a row; a part is (expression, slots), or a scalar that is a constant."""
    kinds = tuple(part.dtype if isinstance(part, scalar) else part[0].dtype for part in parts)
    row = ROWS[name]
    typing = typing_of(row, kinds)
    if row.arity > 1:
        check_casts(typing, kinds)
    read = tuple(
        (part.dtype, part.asPython()) if isinstance(part, scalar) else (part[0], slots_in(part[1], len(part[0].inputs)))
        for part in parts
    )
    inputs = tuple(each.dtype for each in operands)
    return make_expression(name, typing.result, read, inputs, mode, strict)


def compose(
    what: expression, parts: Sequence[expression | None], slots: Sequence[int], inputs: Sequence[dtype]
) -> expression:
    """An expression whose operands are other expressions, or (None) operands themselves. `slots` are the operands of
    all parts among the operands of the result, which have the dtypes `inputs`."""
    given: list[Node] = []
    places = iter(slots)
    for part, kind in zip(parts, what.inputs, strict=True):
        one = leaf(kind, what.strict) if part is None else part
        given.append((one, tuple(next(places) for _ in one.inputs)))

    def placed(node: expression, below: Sequence[Node]) -> Node:
        """A part over the parts that its operands are, with the slots of all operands of these."""
        if node.name == "":
            return below[0]
        read = [
            placed(part, [below[k] for k in where]) if isinstance(part, expression) else (part, where)
            for part, where in node.parts
        ]
        used = tuple(dict.fromkeys(k for part, where in read if isinstance(part, expression) for k in where))
        return over(node, read, used), used

    def over(node: expression, read: Sequence[Any], used: Sequence[int]) -> expression:
        renumbered = tuple(
            (part, tuple(used.index(k) for k in where)) if isinstance(part, expression) else (part, where)
            for part, where in read
        )
        return make_expression(
            node.name, node.dtype, renumbered, tuple(inputs[k] for k in used), node.mode, node.strict
        )

    root, used = placed(what, given)
    every = tuple(range(len(inputs)))
    if used == every:
        return root
    read = [(part, tuple(used[k] for k in where)) if isinstance(part, expression) else (part, where)
            for part, where in root.parts]  # fmt: skip
    return over(root, read, every)


def checking(name: str, mode: str) -> str:
    """The math mode in which a row checks its domain when it is evaluated; "" if it does not."""
    mode = mode or settings.math_mode
    if mode == "c":
        raise OceanValueError(
            f"{name}(): math mode 'c' looks at the values to choose a dtype, which an r-tensor cannot; "
            "evaluate it first: eval()"
        )
    return "" if mode == "-" else mode


# --- Programs ----------------------------------------------------------------------------------------------------


def children(node: Node) -> list[Node]:
    what, slots = node
    return [(part, tuple(slots[k] for k in places)) for part, places in what.parts if isinstance(part, expression)]


def sort_nodes(root: Node) -> list[Node]:
    """The nodes of an expression in topological order: each after its children."""
    order: dict[Node, None] = {}
    stack = [root]
    while stack:
        node = stack[-1]
        missing = [each for each in children(node) if each not in order]
        if node in order or not missing:
            order.setdefault(node)
            stack.pop()
        else:
            stack += reversed(missing)
    return list(order)


def bases_in(order: Iterable[Node]) -> set[int]:
    """The slots of the bases of `load`, which are read at other places than their own."""
    return {slots[what.parts[0][1][0]] for what, slots in order if what.name == "load"}


def write(
    w: Writer, order: Iterable[Node], given: dict[Node | int, Value], bases: set[int] | frozenset[int] = frozenset()
) -> list[tuple[expression, Value]]:
    """Write the nodes into a program. `given` has the operands by their slots, and the values that are stored already;
    `bases` are the slots of bases of `load` in this program.

    Returns a flag for each row that checks its domain: whether an element is outside.
    """
    outside = []
    for node in order:
        if node in given:
            continue
        what, slots = node
        if what.name == "":
            place = given[slots[0]]
            given[node] = w.load(place, w.constant(0, INT64)) if slots[0] in bases else place
            continue
        below = iter(children(node))
        if what.name == "load":
            base, offset = below
            given[node] = w.load(given[base[1][0]], given[offset])
            continue
        values = [
            given[next(below)] if isinstance(part, expression) else w.constant(value, part)
            for part, value in what.parts
        ]
        given[node] = values[0].cast(what.dtype) if what.name == "cast" else w.row(what.name, *values)
        if what.mode and not any(each.dtype.iscomplex for each in values):
            outside.append((what, w.outside(what.name, *values)))
    return outside


def inputs_of(w: Writer, slots: Iterable[Any], pattern: Container[Any], values: Iterable[Value]) -> dict[Any, Value]:
    """The value of each slot from the inputs of a program; a gathered operand is two inputs."""
    given = iter(values)
    return {each: w.load(next(given), next(given)) if each in pattern else next(given) for each in slots}


def cost_of(order: Iterable[Node]) -> int:
    return sum(ROWS[node[0].name].cost for node in order if node[0].name in ROWS)


class Joint:
    """Several expressions over the same operands, computed or reduced by one program in one pass."""

    def __init__(self, roots: Sequence[Node], inputs: Sequence[dtype], pattern: Sequence[int], strict: bool) -> None:
        self.roots, self.pattern, self.strict = roots, pattern, strict
        self.count = len(inputs)
        self.kinds = tuple(
            kind for slot, each in enumerate(inputs) for kind in ((each, INT64) if slot in pattern else (each,))
        )
        self.order = list(dict.fromkeys(node for root in roots for node in sort_nodes(root)))

    def compute(self, w: Writer, values: Sequence[Value]) -> list[Value]:
        given: dict[Node | int, Value] = inputs_of(w, range(self.count), self.pattern, values)
        write(w, self.order, given, bases_in(self.order))
        return [given[root] for root in self.roots]

    def source(self) -> reductions.Source:
        """The values as what is reduced."""
        return reductions.Source(self.kinds, tuple(root[0].dtype for root in self.roots), self.compute, self.strict)

    def program(self) -> Program:
        """The program, with casts to the dtypes of the expressions, which a pickle may have changed."""
        w = Writer(self.kinds, self.strict)
        values = zip(self.compute(w, w.inputs), self.roots, strict=True)
        return w.program(*(value.cast(root[0].dtype) for value, root in values))

    def cost(self) -> int:
        return cost_of(self.order)


class Segment(NamedTuple):
    """A program that computes the value of a node from operands (by slot) and from values that were stored before."""

    node: Node
    inputs: tuple[Node | int, ...]
    order: tuple[Node, ...]

    def kinds(self, what: expression, pattern: tuple[int, ...]) -> tuple[dtype, ...]:
        """The dtypes of the inputs of the program."""
        kinds: list[dtype] = []
        for each in self.inputs:
            kinds.append(what.inputs[each] if isinstance(each, int) else each[0].dtype)
            if each in pattern:
                kinds.append(INT64)
        return tuple(kinds)


def segments(root: Node, pattern: tuple[int, ...] = ()) -> list[Segment]:
    """Cut an expression into parts that are small enough for a program; gathered operands count twice."""
    twice = frozenset(pattern)
    order = sort_nodes(root)
    below: dict[Node, set[Node]] = {}
    inputs: dict[Node, set[Node | int]] = {}
    cuts: list[Node] = []
    for node in order:
        parts = children(node)
        while True:
            steps = {node}.union(*(below[each] for each in parts))
            used: set[Node | int] = set().union(*(inputs[each] for each in parts)) if parts else set(node[1])
            if len(used) + len(used & twice) <= MOST_OPERANDS and len(steps) <= MOST_STEPS:
                break
            uncut = [each for each in parts if below[each]]
            largest = max(uncut, key=lambda each: (len(inputs[each]), len(below[each])))
            cuts.append(largest)
            below[largest], inputs[largest] = set(), {largest}
        below[node], inputs[node] = steps, used
    result = []
    for node in (*(each for each in order if each in set(cuts)), root):
        inside, needed = reach(node, set(cuts) - {node})
        result.append(Segment(node, tuple(needed), tuple(each for each in order if each in inside)))
    return result


def reach(root: Node, cuts: set[Node]) -> tuple[set[Node], list[Node | int]]:
    """The nodes from a root down to the cuts, and the operands and cuts that they use, operands first."""
    steps: set[Node] = set()
    used: set[Node] = set()
    operands: set[int] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node in steps or node in used:
            continue
        if node in cuts:
            used.add(node)
            continue
        steps.add(node)
        if node[0].name == "":
            operands.add(node[1][0])
        stack += children(node)
    return steps, [*sorted(operands), *sorted(used, key=id)]


# --- Running -----------------------------------------------------------------------------------------------------


class Prepared:
    """An expression made ready for operands, some of them gathered: its segments, each with an operation and a
    program."""

    def __init__(self, what: expression, pattern: tuple[int, ...]) -> None:
        self.what, self.pattern = what, pattern
        self.segments = segments(root_of(what), pattern)
        self.bases = frozenset(bases_in(sort_nodes(root_of(what))))
        self.programs: list[Program] = []
        self.operations: list[Operation] = []
        self.checks: list[tuple[str, str, Operation, Segment]] = []
        self.reductions: dict[tuple[str, int], Operation] = {}
        self.scans: dict[str, Operation] = {}
        for segment in self.segments:
            w = Writer(segment.kinds(what, pattern), what.strict)
            given = inputs_of(w, segment.inputs, pattern, w.inputs)
            outside = write(w, segment.order, given, self.bases)
            program = w.program(given[segment.node].cast(segment.node[0].dtype))  # a pickle may have another dtype
            self.programs.append(program)
            cost, name = cost_of(segment.order), name_of(segment.order)
            self.operations.append(elementwise_operation(program, segment.node[0].dtype, cost, name=name))
            self.add_checks(segment, w, outside)

    def add_checks(self, segment: Segment, w: Writer, outside: list[tuple[expression, Value]]) -> None:
        for mode, message in dict.fromkeys((each.mode, message_of(each)) for each, _ in outside):
            values = [value for each, value in outside if each.mode == mode and message_of(each) == message]
            program = w.program(reduce(or_, values), reduction="any")
            self.checks.append((mode, message, reductions.program_operation(program, joint_size), segment))

    @property
    def single(self) -> bool:
        """Whether it is one program over all operands, without checks."""
        count = len(self.what.inputs)
        return len(self.segments) == 1 and not self.checks and self.segments[0].inputs == tuple(range(count))

    def run(self, operands: tuple[Any, ...], out: tensor | None) -> Any:
        ready = found_apart(operands, out)
        if ready is not operands:
            return prepared(self.what, ready).run(ready, out)
        if self.bases and self.scattered(operands, out):
            return self.run_together(operands, out)
        size = joint_size([description_of(each) for each in opened(operands)])
        if len(self.segments) > 1 and not self.checks and math.prod(size) * self.what.dtype.size > BLOCK_BYTES:
            return self.run_in_blocks(operands, size, out)
        return self.run_segments(operands, out)

    def scattered(self, operands: tuple[Any, ...], out: tensor | None) -> bool:
        """Whether operands are on several devices, or the result shares memory with a base."""
        devices = {each.device for each in operands if not isinstance(each, scalar)}
        return len(devices) > 1 or (out is not None and any(together(operands[slot], out) for slot in self.bases))

    def run_together(self, operands: tuple[Any, ...], out: tensor | None) -> Any:
        """Evaluate on the device of the bases into new memory, and then copy to the result."""
        (where, *others) = {operands[slot].device for slot in self.bases}
        if others:
            raise OceanValueError("An r-tensor takes elements from tensors on several devices; bring them to one first")
        first = next(each.device for each in operands if not isinstance(each, scalar))
        result = self.run(tuple(each if isinstance(each, scalar) else where(each) for each in operands), None)
        if out is None:
            return first(result)
        return out.assign(result)

    def run_in_blocks(self, operands: tuple[Any, ...], size: tuple[int, ...], out: tensor | None) -> Any:
        """Evaluate block by block, so that stored values are small."""
        where = next(each.device for each in operands if not isinstance(each, scalar))
        if out is None or out.size != size or any(
            share_bytes(out, each) for each in opened(operands) if isinstance(each, tensor)
        ):
            leading = [each._layout for each in operands if isinstance(each, tensor) and each.size == size]
            result = make_empty(result_layout(self.what.dtype, size, leading, where))
        else:
            result = out
        axis = max(range(len(size)), key=lambda d: (size[d] > 1, abs(result.strides[d])))
        length = size[axis]
        count = max(1, BLOCK_BYTES * length // (math.prod(size) * self.what.dtype.size))
        for start in range(0, length, count):

            def part(each: tensor, start: int = start) -> tensor:
                return each.broadcastTo(size).slice(axis, start, min(count, length - start))

            values = tuple(
                each if isinstance(each, scalar)
                else Gathered(part(each.base), part(each.offsets)) if isinstance(each, Gathered) else part(each)
                for each in operands
            )  # fmt: skip
            self.run_segments(values, part(result))
        if out is not None and out is not result:
            out.assign(result)
        return result if out is None else None

    def run_segments(self, operands: tuple[Any, ...], out: tensor | None) -> Any:
        stored: dict[Node | int, Any] = dict(enumerate(operands))
        result = None
        for number, (segment, operation) in enumerate(zip(self.segments, self.operations, strict=True)):
            last = number == len(self.segments) - 1
            values = opened(stored[each] for each in segment.inputs)
            for mode, message, check, of in self.checks:
                if of is segment and call_scalar(check, *values):
                    if mode == "e":
                        raise OceanValueError(message)
                    warn(message)
            result = stored[segment.node] = call_operation(operation, values, out if last else None)
        return result

    def reduction(self, name: str, parameters: int) -> Operation:
        """The operation that reduces the values of the only segment."""
        found = self.reductions.get((name, parameters))
        if found is None:
            found = self.reductions[name, parameters] = self.new_reduction(name, parameters)
        return found

    def new_reduction(self, name: str, parameters: int) -> Operation:
        pivoted = reductions.pivoted(name, self.what.dtype)
        source = self.source()
        return make_operation(
            name,
            len(source.inputs) * (1 + pivoted) + parameters,
            lambda inputs, result, extra: reductions.plan_reduction((name,), inputs, result, extra, source),
            elementwise=False,
            fits=AXES,
            ordered=True,
            doubled=pivoted,
        )

    def source(self) -> reductions.Source:
        """The values as what is reduced."""
        return Joint((root_of(self.what),), self.what.inputs, self.pattern, self.what.strict).source()


def message_of(what: expression) -> str:
    domain = ROWS[what.name].domain
    assert domain is not None
    return domain.tensor_message()


def root_of(what: expression) -> Node:
    return what, tuple(range(len(what.inputs)))


def name_of(order: Iterable[Node]) -> str:
    """The name of a fused operation, for errors and profiles."""
    names = [what.name for what, _ in order if what.name]
    return " ".join(names) if len(names) <= 6 else f"{' '.join(names[:5])} … ({len(names)} operations)"


def elementwise_operation(
    program: Program, kind: dtype, cost: int, dense: bool = False, name: str = "lazy"
) -> Operation:
    return make_operation(
        name,
        len(program.inputs),
        lambda inputs, result, _: plan_program(program, inputs, kind, result, cost, joint_size(inputs)),
        fits=ELEMENTS,
        dense=dense,
    )


def prepared(what: expression, operands: Sequence[Any]) -> Prepared:
    """The prepared expression. If it is one program over all operands, the fast path runs it from now on."""
    pattern = pattern_of(operands)
    if what.programs is None:
        what.programs = {}
    found: Prepared | None = what.programs.get(pattern)
    if found is None:
        found = what.programs[pattern] = Prepared(what, pattern)
        if not pattern and found.single and not found.bases:
            what.run = found.operations[0]
    return found


def run(self: rtensor, out: tensor | None) -> Any:
    """Evaluate an r-tensor that the fast path does not know."""
    if self.trace is not None:
        self.trace.refuse("the values of an r-tensor")
    return prepared(self.expression, operands_of(self)).run(operands_of(self), out)


def found_apart(operands: tuple[Any, ...], out: tensor | None) -> tuple[Any, ...]:
    """The operands. Gathered ones are materialised if they are on another device than the first operand, where their
    offsets would be wrong, or share memory with the result, which would change them."""
    if not pattern_of(operands):
        return operands
    where = next(each.device for each in operands if not isinstance(each, scalar))

    def moved(each: Any) -> bool:
        return isinstance(each, Gathered) and (each.device is not where or (out is not None and together(each, out)))

    if not any(map(moved, operands)):
        return operands
    return tuple(values_of(each) if moved(each) else each for each in operands)


def values_of(found: Gathered) -> Any:
    """Materialise a gathered operand."""
    return prepared(leaf(found.dtype), (found,)).run((found,), None)


def together(found: Gathered | tensor, out: tensor) -> bool:
    """Whether a result may share memory with an operand."""
    base = found.base if isinstance(found, Gathered) else found
    if found.device is not out.device or not out.device.host:
        return memory_of(base) is memory_of(out)
    first, second = base.storage, out.storage
    return bool(first.ptr < second.ptr + second.size and second.ptr < first.ptr + first.size)


def reduce_lazy(name: str, source: rtensor, parameters: tuple[scalar, ...], extra: int, result: tensor | None) -> Any:
    """Run a reduction over an r-tensor without materialising it."""
    if source.axes is not None:
        gone = axes_in(extra, source.ndims) if extra else None
        axes = kept_axes(source.axes, gone, bool(extra & KEEPDIMS))
        if result is not None:
            result = make_view(result, 0, permute_to_axes(inner_description(result), axes))
        value = reduce_lazy(name, labelled(source, None), parameters, extra, result)
        if isinstance(value, tensor):
            return relabelled(value, axes or None)
        return labelled(value, axes or None) if isinstance(value, rtensor) else value
    if result is not None and result.axes is not None:
        result = unlabelled(result)
    if source.trace is not None:
        return source.trace.reduce(name, source, parameters, extra, result)
    what, operands = source.expression, found_apart(operands_of(source), result)
    found = prepared(what, operands)
    twice = 1 + reductions.pivoted(name, what.dtype)
    apart = found.bases and found.scattered(operands, result)
    if not found.single or apart or len(opened(operands)) * twice > MOST_OPERANDS:
        operands = (found.run(operands, None),)
        found = prepared(leaf(what.dtype), operands)
    values = (*opened(operands) * twice, *parameters)
    operation = found.reduction(name, len(parameters))
    if what.run is not None and not parameters and operands is operands_of(source):
        remember_fold(name, what, operation, twice)
    if extra == 0 and result is None:
        return call_scalar(operation, *values)
    return call_operation(operation, values, result, extra)
