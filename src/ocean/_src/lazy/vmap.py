"""vmap: vectorises a traced function of one range over many ranges.

The function is traced with a vector that has no memory. In the trace, each view of the vector becomes a view of all
ranges: the same dimensions, followed by those that count the ranges. Broadcasting pads on the right, so expressions
stay the same, and reductions keep their axes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod

from ocean._src.base.hints import Any
from ocean._src.core.objects.description import make_description
from ocean._src.core.objects.dtypes import BOOL, DOUBLE, computing_of, dtype, scalar
from ocean._src.core.objects.rtensor import apply as apply_operation
from ocean._src.core.objects.rtensor import expression, leaf, make_expression, make_rtensor, operands_of, rtensor
from ocean._src.core.objects.tensor import (
    KEEPDIMS,
    axes_in,
    extra_over,
    inner_description,
    make_view,
    memory_of,
    tensor,
)
from ocean._src.lazy.passes import identity
from ocean._src.lazy.rtensor import cast, spread
from ocean._src.lazy.trace import Pending, Trace
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.ops.expressions import Gathered, Node, root_of, sort_nodes
from ocean._src.ops.reductions import dtype_of

Found = tuple[expression, tuple[Any, ...]]
"""An expression and its operands."""


class NotTraced(Exception):
    """The function does something that is only possible range by range."""


class Lift:
    """Rewrites the trace of a function of a vector into another trace, for all ranges: the columns of `ranges`, which
    may be counted by several dimensions."""

    def __init__(self, function: Callable[..., Any], ranges: rtensor) -> None:
        (self.whole,) = operands_of(ranges)
        self.into, self.count = ranges.trace, ranges.size[1:]
        self.inner = Trace(function, ranges.expression.strict)
        self.unit = ranges.dtype.size
        vector = make_description(ranges.dtype, ranges.size[:1], "F", ranges.device)
        self.result = function(self.inner.argument(0, vector))
        self.stored: dict[int, rtensor] = {}

    def values(self) -> rtensor:
        """The results of the function; their dimensions come before those of the ranges."""
        if not isinstance(self.result, rtensor) or self.result.trace is not self.inner:
            raise NotTraced
        return self.lifted(self.result)

    def lifted(self, given: rtensor) -> rtensor:
        """An r-tensor of the function, for all ranges."""
        operands = [self.operand(each, given.size) for each in operands_of(given)]
        done: dict[Node, Found] = {}
        root = root_of(given.expression)
        for node in sort_nodes(root):
            what, slots = node
            if what.name == "":
                done[node] = operands[slots[0]]
                continue
            found: dict[Any, tuple[int, Any]] = {}
            parts: list[Any] = []
            for part, places in what.parts:
                if not isinstance(part, expression):
                    parts.append((part, places))
                    continue
                below, used = done[part, tuple(slots[k] for k in places)]
                parts.append((below, tuple(found.setdefault(identity(one), (len(found), one))[0] for one in used)))
            inputs = tuple(one for _, one in found.values())
            kinds = tuple(each.dtype for each in inputs)
            done[node] = make_expression(what.name, what.dtype, tuple(parts), kinds, what.mode, what.strict), inputs
        what, inputs = done[root]
        if all(isinstance(each, scalar) for each in inputs):
            raise NotTraced
        return make_rtensor(what, inputs, (*given.size, *self.count), self.into)

    def operand(self, given: Any, size: tuple[int, ...]) -> Found:
        """The operand that replaces one of the function's, in an expression of a size."""
        if isinstance(given, scalar):
            return leaf(given.dtype, self.inner.strict), (given,)
        if isinstance(given, Gathered):
            raise NotTraced
        key, shown = id(memory_of(given)), spread(given, size)
        if key in self.inner.arguments:
            step, *steps = self.whole.strides
            strides = [stride // self.unit * step for stride in shown.strides]
            found = self.view(self.whole, given.offset // self.unit * step, size, [*strides, *steps])
        elif key in self.inner.pending:
            held, as_it_is = self.pending(key), given._layout is self.inner.pending[key].holder._layout
            if held.expression.name and as_it_is:
                for _ in range(len(size) - given.ndims):
                    held = held.unsqueeze(given.ndims)
                return held.expression, operands_of(held)
            (base,) = operands_of(self.into.stored(held))
            strides = [*shown.strides, *base.strides[base.ndims - len(self.count) :]]
            found = self.view(base, given.offset, size, strides)
        else:
            found = self.view(shown, 0, size, [*shown.strides, *(0 for _ in self.count)])
        return leaf(found.dtype, self.inner.strict), (found,)

    def view(self, base: tensor, offset: int, size: tuple[int, ...], strides: list[int]) -> tensor:
        desc = inner_description(base)
        looks = make_description(desc.dtype, (*size, *self.count), strides, desc.device, desc.swapped)
        return make_view(base, offset, looks)

    def pending(self, key: int) -> rtensor:
        """A fusion barrier of the function, for all ranges."""
        if key not in self.stored:
            self.stored[key] = self.repeated(self.inner.pending[key])
        return self.stored[key]

    def repeated(self, each: Pending) -> rtensor:
        source, ndims, inner = self.lifted(each.sources[0]), each.sources[0].ndims, each.holder._layout
        into: Any = self.into
        if each.kind == "store":
            found: rtensor = into.stored(source)
            return found
        if each.function is not None and each.batched:
            gives = make_description(inner.dtype, (*inner.size, *self.count), "F", source.device)
            found = into.call(each.name, source, gives, each.function, True)
            return found
        if each.kind != "reduce" or not ndims:
            raise NotTraced
        extra = each.extra or extra_over(range(ndims))
        axes = axes_in(extra, ndims)
        short = unrolled(each.name, source, axes) if not each.parameters else None
        if short is None:
            found = into.reduce(each.name, source, each.parameters, extra, None)
            return found
        for axis in axes if extra & KEEPDIMS else ():
            short = short.unsqueeze(axis)
        return short


# --- Short reductions --------------------------------------------------------------------------------------------

SHORT = 16
"""Reductions of at most this many elements are unrolled into the program that uses the result; nothing is stored."""
MOST_LOADS, MOST_ROWS = 24, 200
"""The limits of operands and rows for such a program."""
FOLDS = {
    "sum": "add", "mean": "add", "prod": "scale", "minimum": "fmin", "maximum": "fmax", "any": "bitwiseOr",
    "all": "bitwiseAnd",
}  # fmt: skip


def unrolled(name: str, source: rtensor, axes: tuple[int, ...]) -> rtensor | None:
    """A reduction of few elements, unrolled into an expression; None if it does not fit into one program."""
    count = prod(source.size[axis] for axis in axes)
    loads = sum(not isinstance(each, scalar) for each in operands_of(source))
    rows = len(sort_nodes(root_of(source.expression)))
    if not 0 < count <= SHORT or count * loads > MOST_LOADS or count * rows > MOST_ROWS or source.dtype.iscomplex:
        return None
    if name not in FOLDS:
        return None
    gives = dtype_of(name, source.dtype, 0)
    wide = BOOL if name in ("any", "all") else DOUBLE if name == "mean" else computing_of(gives)
    total = folded(FOLDS[name], [cast(each, wide, None) for each in elements(source, axes)])
    if name == "mean":
        total = apply("divide", total, float(count))
    found: rtensor = cast(total, gives, None)
    return found


def elements(source: rtensor, axes: tuple[int, ...]) -> list[rtensor]:
    """The elements along axes, each an r-tensor of the other dimensions, in column-major order."""
    found = []
    for places in product(*(range(source.size[axis]) for axis in reversed(axes))):
        each = source
        for axis, place in zip(sorted(axes, reverse=True), places, strict=True):
            each = each.slice(axis, place, 1).squeeze(axis)
        found.append(each)
    return found


def folded(row: str, values: Sequence[rtensor]) -> rtensor:
    """Values folded in pairs: the rounding errors of sums are small, and much can be done at once."""
    while len(values) > 1:
        pairs = [values[k : k + 2] for k in range(0, len(values), 2)]
        values = [apply(row, *pair) if len(pair) == 2 else pair[0] for pair in pairs]
    return values[0]


def apply(row: str, *values: Any) -> rtensor:
    found: rtensor = apply_operation(OPERATIONS[row], values)
    return found


# --- Order statistics of few elements ------------------------------------------------------------------------------


def median(source: rtensor, axes: tuple[int, ...]) -> rtensor:
    """The median of few elements along axes: the middle of a network that sorts them; NaN if there is one."""
    values = sorted_by_network(elements(source, axes))
    kind: dtype = source.dtype if source.dtype.isfloat else DOUBLE
    half = len(values) // 2
    if len(values) % 2:
        found: rtensor = cast(values[half], kind, None)
        return found
    wide = computing_of(kind)
    low, high = (apply("scale", cast(each, wide, None), 0.5) for each in values[half - 1 : half + 1])
    found = cast(apply("add", low, high), kind, None)
    return found


def sorted_by_network(values: list[rtensor]) -> list[rtensor]:
    """Batcher's odd-even merge sort; what nothing uses is never computed."""
    count, values = len(values), list(values)
    step = 1
    while step < count:
        jump = step
        while jump:
            for start in range(jump % step, count - jump, 2 * jump):
                for k in range(start, min(start + jump, count - jump)):
                    if k // (2 * step) == (k + jump) // (2 * step):
                        a, b = values[k], values[k + jump]
                        values[k], values[k + jump] = apply("min", a, b), apply("max", a, b)
            jump //= 2
        step *= 2
    return values
