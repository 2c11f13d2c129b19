"""Passes: lowers a trace to plans.

Reductions of one size over the same axes share a pass, and so do results of one size. Passes that exchange a large
temporary run block by block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call import fused
from ocean._src.core.objects.description import description, make_description, result_layout
from ocean._src.core.objects.dtypes import scalar
from ocean._src.core.objects.rtensor import lazy_tensor, operands_of, rtensor
from ocean._src.core.objects.tensor import (
    AXES,
    KEEPDIMS,
    axes_in,
    inner_description,
    make_empty,
    make_operation,
    make_view,
    memory_of,
    relabelled,
    run_plan,
    tensor,
)
from ocean._src.core.objects.tensor import operation as Operation
from ocean._src.core.objects.tensor import plan as Plan
from ocean._src.kernels.jobs import Elementwise, planned
from ocean._src.lazy.explain import bytes_of
from ocean._src.lazy.trace import Pending, Trace
from ocean._src.ops import reductions
from ocean._src.ops.dispatch import OPERATIONS, device_of
from ocean._src.ops.expressions import (
    BLOCK_BYTES,
    MOST_OPERANDS,
    Gathered,
    Joint,
    Node,
    description_of,
    elementwise_operation,
    opened,
    pattern_of,
    prepared,
)
from ocean._src.ops.writer import Writer

MOST_RESULTS = 8
"""The limit of results per pass."""


@dataclass(eq=False)
class Work:
    """One pass: a plan for operands, or a Python function that takes them and gives the results.

    `places` are the positions of its results among all stored values; `read` are those of its operands, if they are
    stored. The pass reduces `axes` of its `size`.
    """

    kind: str
    text: str
    operands: Sequence[Any]
    read: Sequence[int | None]
    results: Sequence[description]
    places: Sequence[int]
    plan: Callable[[Sequence[description], Sequence[description]], Plan] | None = None
    call: Callable[..., Any] | None = None
    size: tuple[int, ...] = ()
    axes: tuple[int, ...] = ()
    keepdims: bool = False
    temporaries: tuple[int, ...] = ()
    operation: Operation | None = None
    """The same pass for any sizes, if it has one result; used with `extra`."""
    extra: int = 0

    def axis_of_result(self, axis: int) -> int:
        """The dimension of the results for a dimension of `size`."""
        return axis if self.keepdims else axis - sum(each < axis for each in self.axes)


def with_layout(desc: description, function: Callable[[tensor], tensor], values: tensor) -> tuple[tensor]:
    """Call a function; copy the result if its layout is not as described."""
    given = function(values)
    if given._layout is desc:
        return (given,)
    result = make_empty(desc)
    result.copy(given)
    return (result,)


def with_layouts(
    descs: list[description], name: str, function: Any, *values: Any
) -> tuple[Any, ...]:
    """Call a function that gives tensors, and copy those whose layout is not as described."""
    found = function(*values)
    for given, desc in zip(found, descs, strict=True):
        if given.size != desc.size or given.dtype is not desc.dtype:
            raise OceanValueError(
                f"{name}() gave {given.dtype.name} of size {given.size}, where {desc.dtype.name} of size {desc.size} "
                "was traced: its sizes may not depend on values"
            )
    return tuple(with_layout(desc, lambda each: each, given)[0] for given, desc in zip(found, descs, strict=True))


def called_with_axes(call: Callable[..., Any], axes: Sequence[Any], *values: Any) -> tuple[tensor, ...]:
    """Call a Python function as a pass, and set the axes of its outputs."""
    return tuple(relabelled(each, labels) for each, labels in zip(call(*values), axes, strict=True))


class Planner:
    """Makes the passes of a trace."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.works: list[Work] = []
        self.steps: list[fused.step] = []
        self.places: dict[int, int] = {}  # memory of a placeholder -> position of the stored value
        self.count = 0
        self.axes: dict[int, Any] = {}  # axes of the stored value at a position

    def place(self, holder: tensor | None = None) -> int:
        """A new position, for the value that a tensor without memory stands for."""
        self.count += 1
        if holder is not None:
            self.places[id(memory_of(holder))] = self.count - 1
        return self.count - 1

    def source(self, operand: Any) -> tuple[Any, ...]:
        """Where an operand comes from."""
        if isinstance(operand, scalar):
            place = self.trace.numbers.get(id(operand))
            return ("fixed", operand) if place is None else ("number", place, operand.dtype)
        key = id(memory_of(operand))
        desc = operand._layout
        if key in self.trace.arguments:
            return "argument", self.trace.arguments[key], operand.offset, desc
        if key in self.places:
            return "stored", self.places[key], operand.offset, desc
        if key in self.trace.outside:
            place, start = self.trace.outside[key]
            return "argument", place, operand.offset - start, desc
        return "captured", operand, desc

    def run(self, outputs: Sequence[rtensor], axes: Sequence[Any] = ()) -> list[int]:
        """Add all passes; return the positions of the outputs, which get `axes`, among all stored values."""
        needed = self.needed(outputs)
        levels = sorted({each.level for each in needed})
        for level in levels:
            here = [each for each in needed if each.level == level]
            self.reduce([each for each in here if each.kind == "reduce"])
            for each in here:
                if each.kind == "product":
                    factors = [operands_of(one)[0] for one in each.sources]
                    self.call(lambda a, b: (a * b,), factors, [each.holder], "product", OPERATIONS["multiply"])
                elif each.several is not None:
                    if id(memory_of(each.holder)) not in self.places:  # the first one of the results
                        operands = [operands_of(one)[0] for one in each.sources]
                        descs = [one._layout for one in each.several]
                        function = partial(with_layouts, descs, each.name, each.function)
                        self.call(function, operands, each.several, each.name)
                elif each.function is not None:
                    function = partial(with_layout, each.holder._layout, each.function)
                    self.call(function, [operands_of(each.sources[0])[0]], [each.holder], each.name)
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
        found = [places[number] for number in range(len(outputs))]
        self.axes = dict(zip(found, axes, strict=False))
        self.steps = [self.step(each) for each in in_blocks(self.works, frozenset(found))]
        return found

    def needed(self, outputs: Sequence[rtensor]) -> list[Pending]:
        keys: set[int] = set()
        stack = list(outputs)
        while stack:
            for key in self.trace.waits_for(stack.pop()) - keys:
                keys.add(key)
                stack += self.trace.pending[key].sources
        return [each for key, each in self.trace.pending.items() if key in keys]

    def finished(self, output: rtensor) -> int | None:
        """The position of an output that is one stored value, or None."""
        if output.expression.name == "":
            (operand,) = operands_of(output)
            if isinstance(operand, tensor):
                pending = self.trace.pending.get(id(memory_of(operand)))
                if pending is not None and operand._layout is pending.holder._layout:
                    return self.places[id(memory_of(operand))]
        return None

    def reduce(self, waiting: list[Pending]) -> None:
        """Add passes for independent reductions; those over the same axes share one."""
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
        given, joint = joined(sources)
        operands = [*opened(given) * (1 + pivoted), *group[0].parameters]

        def plan(results: Sequence[description], descs: Sequence[description]) -> Plan:
            return reductions.plan_reduction(names, tuple(descs), None, extra, joint.source(), results)

        size = sources[0].size
        self.add(
            Work(
                "reduce", reduction_text(joint, names), operands, self.stored(operands),
                [each.holder._layout for each in group], [self.place(each.holder) for each in group],
                plan, None, size, axes_in(extra, len(size)), bool(extra & KEEPDIMS) or not extra,
                operation=self.reduction(names, joint, len(operands), pivoted) if len(names) == 1 else None,
                extra=extra,
            )
        )  # fmt: skip

    def reduction(self, names: tuple[str, ...], joint: Joint, count: int, pivoted: bool) -> Operation:
        """The operation of a reduction, for any sizes."""
        return make_operation(
            names[0],
            count,
            lambda inputs, result, extra: reductions.plan_reduction(names, inputs, result, extra, joint.source()),
            elementwise=False,
            fits=AXES,
            ordered=True,
            doubled=pivoted,
            dense=True,
        )

    def elementwise(self, outputs: list[rtensor], holders: list[tensor] | None = None) -> list[int]:
        """Add a pass that stores values of one size."""
        if any(map(special, outputs)):
            assert len(outputs) == 1, "values that need more than one pass stand alone"
            stored = self.call_expression(outputs[0], holders[0] if holders else None)
            return [self.places[id(memory_of(operands_of(stored)[0]))]]
        given, joint = joined(outputs)
        operands, size = opened(given), outputs[0].size
        descs = [description_of(each) for each in operands]
        where = device_of(descs)
        leading = [each for each in descs if each.size == size and each.nelem > 1]
        if holders:
            results = [each._layout for each in holders]
        else:
            results = [result_layout(each.dtype, size, leading, where) for each in outputs]
        program = joint.program()

        def plan(results: Sequence[description], descs: Sequence[description]) -> Plan:
            spread = [each.broadcast(results[0].size)[1] for each in descs]
            return planned(Elementwise((*results, *spread), program, joint.cost()))

        places = [self.place(each) for each in holders] if holders else [self.place() for _ in outputs]
        read = self.stored(operands)
        operation = None
        if len(outputs) == 1:
            operation = elementwise_operation(program, outputs[0].dtype, joint.cost(), holders is not None)
        self.add(
            Work("elementwise", str(program), operands, read, results, places, plan, None, size, operation=operation)
        )
        return places

    def call(
        self,
        function: Callable[..., Any],
        operands: Sequence[Any],
        holders: Sequence[tensor],
        title: str,
        operation: Operation | None = None,
    ) -> None:
        """Add a pass that calls a Python function."""
        read, places = self.stored(operands), [self.place(each) for each in holders]
        gives = [each._layout for each in holders]
        self.add(Work(title, "", operands, read, gives, places, None, function, operation=operation))

    def unsized(self, arguments: Sequence[Any], outputs: Sequence[int]) -> list[Any] | None:
        """The passes as operations that are fitted to sizes, if nothing else depends on sizes: (operation, extra,
        position of the result, whether it is an output, sources). Otherwise None."""
        if self.trace.sized:
            return None
        found: list[Any] = []
        whole = {place: getattr(each, "_layout", each) for place, each in enumerate(arguments)}
        stored: dict[int, description] = {}
        for work in self.works:
            sources = tuple(map(self.source, work.operands))
            if work.operation is None or len(work.places) != 1 or any(self.axes.get(each) for each in work.places):
                return None
            for kind, place, *rest in sources:
                known = whole if kind == "argument" else stored if kind == "stored" else None
                if known is not None and (rest[0] or known.get(place) is not rest[1]):
                    return None
            stored[work.places[0]] = work.results[0]
            found.append((work.operation, work.extra, work.places[0], work.places[0] in outputs, sources))
        return found

    def add(self, work: Work) -> None:
        self.works.append(work)

    def stored(self, operands: Sequence[Any]) -> list[int | None]:
        """The positions of operands among stored values; None for the others."""
        return [
            self.places.get(id(memory_of(each))) if isinstance(each, tensor) else None for each in operands
        ]

    def step(self, work: Work) -> fused.step:
        """A pass in the form that the compiled code runs."""
        plan = None
        if work.plan is not None:
            plan = work.plan(work.results, [description_of(each) for each in work.operands])
        sources = tuple(map(self.source, work.operands))
        call, axes = work.call, [self.axes.get(place) for place in work.places]
        results = [each.with_axes(labels) for each, labels in zip(work.results, axes, strict=True)]
        if call is not None and any(axes):
            call = partial(called_with_axes, call, axes)
        return fused.make_step(plan, call, tuple(results), tuple(work.places), sources, work)

    def call_expression(self, source: rtensor, holder: tensor | None = None) -> rtensor:
        """Add a pass for an expression that one program cannot compute: it checks domains, or has too many operands."""
        if holder is None:
            holder = self.trace.hold(make_description(source.dtype, source.size, "F", source.device))
        given = operands_of(source)
        shapes = [isinstance(each, Gathered) for each in given]
        ready = prepared(source.expression, given)

        def evaluate(*values: Any) -> tuple[Any, ...]:
            left = iter(values)
            operands = tuple(Gathered(next(left), next(left)) if each else next(left) for each in shapes)
            target = make_empty(holder._layout)
            ready.run(operands, target)
            return (target,)

        self.call(evaluate, opened(given), [holder], "expression")
        return lazy_tensor(holder, source.expression.strict, self.trace)


def special(source: rtensor) -> bool:
    """Whether one program cannot compute an r-tensor, or its operands are on several devices."""
    devices = {each.device for each in operands_of(source) if not isinstance(each, scalar)}
    return len(devices) > 1 or not prepared(source.expression, operands_of(source)).single


def union(sources: Iterable[rtensor]) -> list[Any]:
    """The operands of several r-tensors, without duplicates."""
    found: dict[Any, Any] = {}
    for source in sources:
        for each in operands_of(source):
            found.setdefault(identity(each), each)
    return list(found.values())


def identity(operand: Any) -> Any:
    if isinstance(operand, tensor):
        return id(memory_of(operand)), operand.offset, operand._layout
    return id(operand)


def is_pivoted(each: Pending) -> bool:
    return reductions.pivoted(each.name, each.sources[0].dtype)


def fitting(group: list[Pending]) -> list[Pending]:
    """The first reductions of a group, as many as fit into one pass."""
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
    """Group outputs that one pass can store."""
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


def joined(sources: Sequence[rtensor]) -> tuple[list[Any], Joint]:
    """Several r-tensors of one size as one program, and the operands of all."""
    operands = union(sources)
    slots = {identity(each): slot for slot, each in enumerate(operands)}
    roots: list[Node] = [
        (each.expression, tuple(slots[identity(one)] for one in operands_of(each))) for each in sources
    ]
    strict = any(each.expression.strict for each in sources)
    return operands, Joint(roots, [each.dtype for each in operands], pattern_of(operands), strict)


def reduction_text(joint: Joint, names: Sequence[str]) -> str:
    """The program of the reduced values, for people."""
    w = Writer(joint.kinds, joint.strict)
    lines = str(w.program(*joint.compute(w, w.inputs))).split("\n")
    values = lines.pop().split()[1:]
    return "\n".join([*lines, *(f"{name} {value}" for name, value in zip(names, values, strict=True))])


# --- Blocks ------------------------------------------------------------------------------------------------------


def in_blocks(works: Sequence[Work], kept: frozenset[int]) -> Iterator[Work]:
    """Merge passes that exchange a large temporary into groups that run in blocks. Values at positions in `kept` are no
    temporaries."""
    left = list(works)
    while left:
        first, *left = left
        group = next(groups(first, left, kept), None)
        if group is None:
            yield first
        else:
            yield from group.apart
            yield group.work()
            left = group.after


def groups(first: Work, later: list[Work], kept: frozenset[int]) -> Iterator[Group]:
    """The ways to run a pass in blocks, together with passes that read a large value that it stores."""
    large = {
        place
        for place, desc in zip(first.places, first.results, strict=True)
        if place not in kept and bytes_of(desc) > BLOCK_BYTES
    }
    readers = [number for number, each in enumerate(later, 1) if large.intersection(each.read)]
    if not readers or first.plan is None:
        return
    for axis in sorted(range(len(first.size)), key=lambda each: -first.size[each]):
        if axis not in first.axes and first.size[axis] > 1:
            group = Group(later[readers[-1] :])
            group.add(first, axis)
            if all(map(group.take, later[: readers[-1]])) and group.choose(kept):
                yield group


@dataclass(eq=False)
class Group:
    """Passes that run together, block by block along a dimension. Of their temporaries only one block is stored.

    `axis` is the dimension of the blocks, in the stored value at each position.
    """

    after: list[Work]
    apart: list[Work] = field(default_factory=list)  # passes in between that are independent of the group
    members: list[tuple[Work, int]] = field(default_factory=list)  # with the dimension of the blocks in its size
    axis: dict[int, int] = field(default_factory=dict)
    stored: dict[int, description] = field(default_factory=dict)
    between: set[int] = field(default_factory=set)  # positions where only a block is stored
    length: int = 0
    count: int = 0  # the length of a block

    def add(self, work: Work, axis: int) -> None:
        self.members.append((work, axis))
        self.length = work.size[axis]
        for place, desc in zip(work.places, work.results, strict=True):
            self.axis[place], self.stored[place] = work.axis_of_result(axis), desc

    def take(self, work: Work) -> bool:
        """Add a later pass; False if it cannot run in these blocks."""
        if self.stored.keys().isdisjoint(work.read):
            self.apart.append(work)
            return True
        if work.plan is None:  # a Python function takes whole operands
            return False
        found = {
            axis_read(operand, self.stored[place], self.axis[place], work.size)
            for operand, place in zip(work.operands, work.read, strict=True)
            if place in self.stored
        }
        axis = found.pop()
        if found or axis is None or axis in work.axes:
            return False
        self.add(work, axis)
        return True

    def choose(self, kept: frozenset[int]) -> bool:
        """Choose the length of blocks; False if even the shortest blocks are too large."""
        later = {place for each in self.after for place in each.read}
        self.between = {
            place for place, desc in self.stored.items()
            if place not in kept and place not in later and bytes_of(desc) > BLOCK_BYTES
        }  # fmt: skip
        each = sum(bytes_of(self.stored[place]) for place in self.between) // self.length
        self.count = max(1, BLOCK_BYTES // max(each, 1))
        return bool(self.between) and each <= BLOCK_BYTES

    def strides(self, place: int) -> list[int]:
        """The strides of a temporary: each block is contiguous."""
        desc, axis = self.stored[place], self.axis[place]
        order = [*(d for d in range(desc.ndims) if d != axis), axis]
        strides, step = [0] * desc.ndims, desc.dtype.size
        for d in order:
            strides[d] = step
            step *= desc.size[d]
        return strides

    def result(self, place: int, start: int, count: int) -> tuple[int, description]:
        """The offset and the description of one block of a result."""
        desc, axis = self.stored[place], self.axis[place]
        if place not in self.between:
            found: tuple[int, description] = desc.slice_axis(axis, start, count)
            return found
        size = [count if d == axis else n for d, n in enumerate(desc.size)]
        return 0, make_description(desc.dtype, size, self.strides(place), desc.device)

    def operand(
        self, given: description, place: int | None, work: Work, axis: int, start: int, count: int
    ) -> tuple[int, description]:
        """The offset and the description of one block of an operand."""
        if place in self.between:
            assert place is not None
            moved = dict(zip(self.stored[place].strides, self.strides(place), strict=True))
            strides = [moved[s] if n > 1 and s else 0 for n, s in zip(given.size, given.strides, strict=True)]
            given, start = make_description(given.dtype, given.size, strides, given.device), 0
        if given.ndims != len(work.size):
            given = given.broadcast(work.size)[1]
        if given.size[axis] == 1:
            return 0, given
        found: tuple[int, description] = given.slice_axis(axis, start, count)
        return found

    def plans(self, count: int) -> list[Plan]:
        """The plans of all passes, for blocks of `count`."""
        found = []
        for work, axis in self.members:
            results = [self.result(place, 0, count)[1] for place in work.places]
            descs = [
                description_of(each)
                if isinstance(each, scalar)
                else self.operand(each._layout, place, work, axis, 0, count)[1]
                for each, place in zip(work.operands, work.read, strict=True)
            ]
            assert work.plan is not None
            found.append(work.plan(results, descs))
        return found

    def work(self) -> Work:
        """The whole group as one pass."""
        given = [
            (operand, place)
            for work, _ in self.members
            for operand, place in zip(work.operands, work.read, strict=True)
            if place not in self.stored
        ]
        whole = [place for place in self.stored if place not in self.between]
        plans = {count: self.plans(count) for count in {self.count, self.length % self.count} if count}
        title = f"{-(-self.length // self.count)} blocks of {', '.join(work.kind for work, _ in self.members)}"
        blocks = tuple(bytes_of(self.result(place, 0, self.count)[1]) for place in self.between)

        def run(*values: Any) -> tuple[Any, ...]:
            stored = {place: make_empty(self.stored[place]) for place in whole}
            stored |= {place: make_empty(self.result(place, 0, self.count)[1]) for place in self.between}
            for start in range(0, self.length, self.count):
                count, left = min(self.count, self.length - start), iter(values)
                for (work, axis), plan in zip(self.members, plans[count], strict=True):
                    operands = [make_view(stored[place], *self.result(place, start, count)) for place in work.places]
                    for each, place in zip(work.operands, work.read, strict=True):
                        value = next(left) if place not in self.stored else stored[place]
                        if not isinstance(each, scalar):
                            desc = each._layout if place in self.stored else inner_description(value)
                            value = make_view(value, *self.operand(desc, place, work, axis, start, count))
                        operands.append(value)
                    run_plan(plan, operands)
            return tuple(stored[place] for place in whole)

        return Work(
            title, "\n".join(work.text for work, _ in self.members),
            [operand for operand, _ in given], [place for _, place in given],
            [self.stored[place] for place in whole], whole, None, run, temporaries=blocks,
        )  # fmt: skip


def axis_read(operand: tensor, stored: description, axis: int, size: tuple[int, ...]) -> int | None:
    """The dimension of `size` along which an operand walks dimension `axis` of a stored value; None if the operand is
    not the whole value, up to permutation and broadcasting."""
    desc = operand._layout

    def moves(desc: description) -> list[tuple[int, int]]:
        return sorted((n, s) for n, s in zip(desc.size, desc.strides, strict=True) if n > 1 and s)

    if operand.offset or moves(desc) != moves(stored):
        return None
    strides = desc.broadcast(size)[1].strides
    found = [d for d, n in enumerate(size) if n == stored.size[axis] and strides[d] == stored.strides[axis]]
    return found[0] if len(found) == 1 else None
