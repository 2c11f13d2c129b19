"""Reducing, sliding and transforming by a user's function: `reduce_binary`, `reduce_range`, `slide`, `transform`.

A function made of Ocean's operations is traced once, for one range, and then runs over all ranges at once (vmap).
Any other function is called for each range.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import product
from math import prod
from types import FunctionType

from ocean._src.base.errors import OceanTypeError, OceanValueError, Untraceable, shown
from ocean._src.base.hints import TYPE_CHECKING, Any
from ocean._src.base.later import later
from ocean._src.core.call.callables import public
from ocean._src.core.call.fused import keep_call, recall_calls, settings_key
from ocean._src.core.call.guards import read_guards
from ocean._src.core.call.operands import as_scalar, beside, plain_number, tensor_of
from ocean._src.core.objects.axes import MAX_DIMS
from ocean._src.core.objects.description import checked_axis, make_description, size_text
from ocean._src.core.objects.dtypes import common, dtype, scalar
from ocean._src.core.objects.rtensor import operands_of, rtensor
from ocean._src.core.objects.tensor import (
    BACKWARDS,
    KEEPDIMS,
    axes_in,
    extra_over,
    inner_description,
    item,
    make_empty,
    make_operation,
    make_view,
    tensor,
)
from ocean._src.core.objects.tensor import operation as Operation
from ocean._src.core.objects.tensor import plan as Plan
from ocean._src.lazy.rtensor import mapped, reshaped_view
from ocean._src.ops.expressions import root_of, sort_nodes, write
from ocean._src.ops.scans import plan_fold, run
from ocean._src.ops.writer import Value, Writer
from ocean._src.tensor.reduce import as_tensor, reduced_axes

if TYPE_CHECKING:
    import inspect

    from ocean._src.lazy import fuse, guards, memo, vmap
    from ocean._src.lazy import trace as traces
else:  # loaded with the first function of a user
    inspect, fuse, guards = later("inspect"), later("ocean._src.lazy.fuse"), later("ocean._src.lazy.guards")
    memo = later("ocean._src.lazy.memo")
    vmap, traces = later("ocean._src.lazy.vmap"), later("ocean._src.lazy.trace")

# --- Functions ---------------------------------------------------------------------------------------------------


class Known:
    """What is known about a user's function: its count of arguments, and the results of tracing it, by purpose."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.arguments = positional(function)
        self.traced: dict[Any, Any] = {}
        self.folds = memo.Remembered(MOST)
        self.opaque = False  # it cannot be traced

    def over(self, how: Callable[..., Any]) -> Any:
        """The fused function that applies `how` to a tensor, with the traced function as its last argument."""
        if how not in self.traced:

            def fused(x: Any, a: Any, b: Any, c: Any, function: Any) -> Any:
                return how(function, x, a, b, c)

            self.traced[how] = fuse.fuse(fused)
            self.traced[how].owner.fallback = not_traced
        return self.traced[how]

    def run(self, how: Callable[..., Any], by_hand: Callable[..., Any], source: Any, *given: Any) -> Any:
        """Apply `how` to a tensor; fall back to `by_hand` if the function cannot be traced."""
        if not self.opaque:
            try:
                return self.over(how)(source, *given, self.function)
            except WrongSize as error:
                raise OceanValueError(str(error)) from None
            except MemoryError:
                raise
            except Exception as error:  # the function may do anything with values that do not exist
                if isinstance(source, rtensor) and source.trace is not None:
                    if isinstance(error, vmap.NotTraced):
                        source.trace.refuse("the values of a range")
                    raise
        result = by_hand(self.function, source.eval() if isinstance(source, rtensor) else source, *given)
        self.opaque = True
        return result


def not_traced(*given: Any) -> None:
    raise vmap.NotTraced


class WrongSize(Exception):
    """The function gave a result of another size than expected; calling it for each range would not change that."""


KNOWN: dict[Any, Known] = {}
MOST = 512


def check_arguments(name: str, function: Any) -> None:
    """Check the signature: a function of the numbers along an axis has one argument, or two if it fills lines; the
    function of a binary reduction has two."""
    try:
        taken = inspect.signature(function)
    except (TypeError, ValueError):  # builtins have no signature
        return
    for count in (2,) if name == "reduce_binary" else (1, 2):
        try:
            taken.bind(*range(count))
            return
        except TypeError:
            pass
    wanted = "two arguments" if name == "reduce_binary" else "one argument, or with two"
    raise OceanTypeError(f"{name}(): the function is called with {wanted}, and its arguments are {taken}")


def known(name: str, function: Any) -> Known:
    """What is known about a function. A function that every call defines anew is identified by its code."""
    key = id(function.__code__ if type(function) is FunctionType else function)
    found = KNOWN.get(key)
    if found is None:
        if not callable(function):
            raise OceanTypeError(f"{name}(): expected a function, got {shown(function)}")
        check_arguments(name, function)
        while len(KNOWN) >= MOST:  # other threads may do the same
            KNOWN.pop(next(iter(KNOWN)), None)
        found = KNOWN[key] = Known(function)
    found.function = function  # the same code can have other closure variables
    return found


def positional(function: Callable[..., Any]) -> int:
    """The count of positional arguments that a function needs."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(each.kind in kinds and each.default is each.empty for each in parameters) or 1


# --- Ranges ------------------------------------------------------------------------------------------------------


def leading(source: Any, axes: tuple[int, ...]) -> Any:
    """A view with `axes` first."""
    return source.permuteAxes([*axes, *(axis for axis in range(source.ndims) if axis not in axes)])


def as_operand(x: rtensor) -> rtensor:
    """An r-tensor that is a single operand, stored if necessary."""
    trace: Any = x.trace
    found: rtensor = trace.stored(x)
    return found


def ranges_of(x: rtensor, axes: tuple[int, ...]) -> rtensor:
    """The ranges along axes as the columns of an r-tensor; materialised if strides cannot express them."""
    x = leading(as_operand(x), axes)
    if len(axes) == 1:
        return x
    size = (prod(x.size[: len(axes)]), *x.size[len(axes) :])
    if reshaped_view(operands_of(x)[0], size) is None:
        trace: Any = x.trace
        holder = trace.hold(make_description(x.dtype, x.size, "F", x.device))
        x = trace.later(traces.Pending("store", (x,), holder, 0))
    found: rtensor = x.reshape(*size)
    return found


def windows_of(source: tensor, axis: int, window: int, step: int) -> tensor:
    """All windows along an axis: the elements of a window come first, and the axis counts windows."""
    size, strides = list(source.size), list(source.strides)
    size[axis], along = (size[axis] - window) // step + 1, strides[axis]
    strides[axis] *= step
    desc = inner_description(source)
    looks = make_description(desc.dtype, (window, *size), [along, *strides], desc.device, desc.swapped)
    return make_view(source, 0, looks)


def one_value(name: str, what: str, values: rtensor, count: int) -> rtensor:
    """The results of a function that gives one value."""
    extra = values.ndims - count
    if prod(values.size[:extra]) != 1:
        raise WrongSize(
            f"{name}(): the function must give one value for a {what}, got a tensor of size "
            f"{size_text(values.size[:extra])}"
        )
    for _ in range(extra):
        values = values.squeeze(0)
    return values


def scalar_from(name: str, what: str, given: Any) -> scalar:
    """Convert the result of a function for one range to a scalar."""
    if isinstance(given, (tensor, rtensor)) and given.nelem != 1:
        raise OceanValueError(
            f"{name}(): the function must give one value for a {what}, got a tensor of size {size_text(given.size)}"
        )
    if isinstance(given, rtensor):
        given = given.eval()
    return item(given) if isinstance(given, tensor) else as_scalar(given, name)


def collected(name: str, what: str, function: Callable[..., Any], ranges: tensor) -> tensor:
    """Call a function for each of some ranges, which are columns, and collect the results."""
    size = ranges.size[1:]
    values = [scalar_from(name, what, function(each)) for each in columns(ranges)]
    if not values:
        raise OceanValueError(f"{name}(): there is no {what} from which the dtype of the result would be known")
    kind = reduce(common, (each.dtype for each in values))
    flat = tensor_of([each.asPython() for each in values])
    result = make_empty(make_description(kind, size, "F", ranges.device))
    result.copy(flat.reshape(*size) if size else flat.reshape(1).squeeze(0))
    return result


def columns(source: tensor) -> Iterator[tensor]:
    """The columns of a tensor, in column-major order of the other dimensions."""
    for places in product(*(range(n) for n in reversed(source.size[1:]))):
        each = source
        for place in places:
            each = each.slice(each.ndims - 1, place, 1).squeeze(each.ndims - 1)
        yield each


# --- reduce_range ------------------------------------------------------------------------------------------------


def axes_of(given: int, backwards: bool) -> tuple[int, ...]:
    """Decode a bit mask of axes, in the order in which ranges run through them, fastest first."""
    axes = [axis for axis in range(MAX_DIMS) if given >> axis & 1]
    return tuple(axes[::-1] if backwards else axes)


def reduce_traced(function: Callable[..., Any], x: rtensor, given: int, keepdims: bool, backwards: bool) -> rtensor:
    axes = axes_of(given, backwards)
    values = vmap.Lift(function, ranges_of(x, axes)).values()
    values = one_value("reduce_range", "range", values, x.ndims - len(axes))
    found: rtensor = with_axes(values, axes if keepdims else ())
    return found


def reduce_by_hand(function: Callable[..., Any], source: tensor, given: int, keepdims: bool, backwards: bool) -> tensor:
    axes = axes_of(given, backwards)
    ranges = leading(source, axes)
    size = (prod(ranges.size[: len(axes)]), *ranges.size[len(axes) :])
    values = collected("reduce_range", "range", function, read_only(ranges.reshape(*size)))
    found: tensor = with_axes(values, axes if keepdims else ())
    return found


def with_axes(values: Any, axes: tuple[int, ...]) -> Any:
    """Insert dimensions of length one at `axes`."""
    for axis in sorted(axes):
        values = values.unsqueeze(axis)
    return values


def read_only(source: tensor) -> tensor:
    """A view that a function cannot write to."""
    found = make_view(source, 0, inner_description(source))
    found.readonly = True
    return found


def bits_of(name: str, source: Any, axes: Any, empty: bool = False) -> int:
    """Encode axes as a bit mask; None means all."""
    given = range(source.ndims) if axes is None else reduced_axes(axes, source.ndims)
    for axis in given:
        if source.size[axis] == 0 and not empty:
            raise OceanValueError(f"{name}(): there are no elements along axis {axis}")
    return sum(1 << axis for axis in given)


def is_backwards(name: str, order: str | None) -> bool:
    if order not in (None, "F", "f", "C", "c", "R", "r"):
        raise OceanValueError(f"{name}(): expected order 'F', 'C' or 'R', got {order!r}")
    return order is not None and order not in "Ff"


@public(
    "reduce_range(A, f [,axes [,keepdims] [,B]] [,order])", aliases={"axis": "axes"}, axes="integers", keepdims="bool",
    B="tensor", order="str", methods=(tensor, rtensor), rule="reduced(axes)",
)  # fmt: skip
def reduce_range(A: Any, f: Any, axes: Any, keepdims: bool | None, B: tensor | None, order: str | None) -> Any:
    """what a function of a vector gives for each range along axes; without axes for all elements, as a scalar.

    Ranges run through their axes in column-major order, with order "C" in row-major order. A function that is made of
    Ocean's operations is traced once, as `ocean.fuse` does, and runs over all ranges at once; others are called for
    each range.

    >>> M = ocean.asTensor([[3.0,1.0,2.0],[4.0,8.0,6.0]])
    >>> ocean.reduce_range(M, lambda x: ocean.maximum(x) - x[0], 0)
       0   4
    <tensor.double of size 2 on cpu>
    """
    source = A if type(A) is tensor else as_tensor("reduce_range", A)
    whole = axes is None and not keepdims
    if source.ndims == 0:
        source = source.reshape(1)
    given, backwards = bits_of("reduce_range", source, axes), is_backwards("reduce_range", order)
    result = known("reduce_range", f).run(reduce_traced, reduce_by_hand, source, given, bool(keepdims), backwards)
    if B is not None:
        return written("reduce_range", result, B)
    return item(result) if whole and isinstance(result, tensor) else result


# --- slide -------------------------------------------------------------------------------------------------------


def slide_traced(function: Callable[..., Any], x: rtensor, axis: int, window: int, step: int) -> rtensor:
    windows = mapped(as_operand(x), lambda each: windows_of(each, axis, window, step))
    return one_value("slide", "window", vmap.Lift(function, windows).values(), x.ndims)


def slide_by_hand(function: Callable[..., Any], source: tensor, axis: int, window: int, step: int) -> tensor:
    return collected("slide", "window", function, read_only(windows_of(source, axis, window, step)))


def slide_lines(function: Callable[..., Any], source: tensor, axis: int, count: int, kind: dtype) -> tensor:
    """Call a function with each line along the axis, and with the line of the result that it fills."""
    size = (*source.size[:axis], count, *source.size[axis + 1 :])
    result = make_empty(make_description(kind, size, "F", source.device))
    result.zero()
    lines = columns(leading(read_only(source), (axis,)))
    for line, target in zip(lines, columns(leading(result, (axis,))), strict=True):
        function(line, target)
    return result


@public(
    "slide(A, f, axis, window [,step=1] [,dtype] [,B])", axis="int", window="int", step="int", B="tensor",
    methods=(tensor, rtensor), rule="along(axis)",
)  # fmt: skip
def slide(A: Any, f: Any, axis: int, window: int, step: int | None, dtype: dtype | None, B: tensor | None) -> Any:
    """what a function of a vector gives for each window along an axis; windows begin a step apart.

    A function that is made of Ocean's operations is traced once, as `ocean.fuse` does, and runs over all windows at
    once, without a copy of them; others are called for each window. A function of two arguments is called with each
    line along the axis, and with the line of the result, of a dtype, into which it writes as many values as there are
    windows.

    >>> ocean.slide([1.0,2.0,4.0,8.0], ocean.mean, 0, 2)
       1.5   3.0   6.0
    <tensor.double of size 3 on cpu>
    """
    called = A, f, axis, window, step, dtype, B
    source = A if type(A) is tensor else as_tensor("slide", A)
    step = 1 if step is None else step
    axis = checked_axis(axis, source.ndims)
    count = check_windows("slide", source.size[axis], axis, window, step)
    of = known("slide", f)
    if of.arguments == 2:
        values = source.eval() if isinstance(source, rtensor) else source
        result = slide_lines(f, values, axis, count, dtype or values.dtype)
    else:
        result = of.run(slide_traced, slide_by_hand, source, axis, window, step)
        if dtype is not None:
            result = dtype(result)
        elif B is None and not of.opaque and type(f) is FunctionType:
            keep_call(called, of.over(slide_traced), [axis, window, step])
    return result if B is None else written("slide", result, B)


def check_windows(name: str, length: int, axis: int, window: int, step: int) -> int:
    """The count of windows."""
    if window < 1:
        raise OceanValueError(f"{name}(): the window must have at least 1 element, got {window}")
    if step < 1:
        raise OceanValueError(f"{name}(): the step must be at least 1, got {step}")
    if window > length:
        raise OceanValueError(
            f"{name}(): the window of {window} elements is longer than axis {axis}, which has {length}"
        )
    return (length - window) // step + 1


def written(name: str, result: Any, target: tensor) -> None:
    if target.size != result.size:
        raise OceanValueError(
            f"{name}(): the result B must have size {size_text(result.size)}, got {size_text(target.size)}"
        )
    target.copy(result)


# --- transform ---------------------------------------------------------------------------------------------------


def transform_traced(function: Callable[..., Any], x: rtensor, axis: int, _: None, __: None) -> rtensor:
    lines = ranges_of(x, (axis,))
    values = vmap.Lift(function, lines).values()
    check_line(values.size[: values.ndims - lines.ndims + 1], lines.size[0], WrongSize)
    found: rtensor = values.permuteAxes([*range(1, axis + 1), 0, *range(axis + 1, x.ndims)])
    return found


def check_line(size: tuple[int, ...], length: int, error: type[Exception] = OceanValueError) -> None:
    if size != (length,):
        raise error(
            f"transform(): the function must give a line of {length} elements, got a tensor of size {size_text(size)}"
        )


def transform_by_hand(function: Callable[..., Any], source: tensor, axis: int, _: None, __: None) -> tensor:
    result = source.clone()
    for line in columns(leading(result, (axis,))):
        given = function(line)
        if given is not None:
            new = tensor_of(given)
            check_line(new.size, line.nelem)
            line.copy(new)
    return result


@public("transform(A, f, axis)", axis="int", methods=(tensor,), rule="along(axis)")
def transform(A: Any, f: Any, axis: int) -> None:
    """change each line along an axis in place: to what a function of it gives, or as the function changes it.

    A function that is made of Ocean's operations and gives the new line is traced once, as `ocean.fuse` does, and runs
    over all lines at once. Others are called for each line, which they may change; if one raises an error nothing is
    changed.

    >>> M = ocean.asTensor([[1.0,2.0,5.0],[4.0,8.0,4.0]])
    >>> ocean.transform(M, lambda x: x / ocean.sum(x), 0)
    >>> M
    (:,:)
       0.125   0.250
       0.250   0.500
       0.625   0.250
    <tensor.double of size 3x2 on cpu>
    """
    if not isinstance(A, tensor):
        raise OceanTypeError(f"transform(): expected a tensor, whose elements change, got {shown(A)}")
    if A.readonly:
        raise OceanValueError("transform(): the tensor is read-only")
    axis = checked_axis(axis, A.ndims)
    if A.nelem:
        A.copy(known("transform", f).run(transform_traced, transform_by_hand, A, axis, None, None))


# --- reduce_binary -----------------------------------------------------------------------------------------------


def traced_step(function: Callable[..., Any], kinds: tuple[dtype, dtype]) -> tuple[rtensor, traces.Trace]:
    """Trace a function of two numbers."""
    trace = traces.Trace(function, False)
    with traces.tracing():
        result = function(*(trace.number(place, kind, None) for place, kind in enumerate(kinds)))
    if not isinstance(result, rtensor) or result.trace is not trace or result.size or result.expression.checked:
        raise vmap.NotTraced
    if not all(isinstance(each, scalar) for each in operands_of(result)):
        raise vmap.NotTraced
    return result, trace


def fold_operation(
    function: Callable[..., Any], kind: dtype, initial: dtype | None
) -> tuple[Operation, tuple[scalar, ...]]:
    """The operation that folds elements of a dtype in order, and the numbers that it takes besides them."""
    total = kind if initial is None else initial
    while True:  # until the function's result is as wide as its first argument
        step, trace = traced_step(function, (total, kind))
        wider = common(total, step.dtype)
        if wider is total:
            break
        total = wider
    if step.dtype is not total:
        raise vmap.NotTraced
    others = tuple(each for each in operands_of(step) if id(each) not in trace.numbers)

    def written(first: Callable[[Writer], Value], kinds: tuple[dtype, ...]) -> Any:
        """The program of a step: `first` writes the accumulator; `others` are further inputs."""
        w = Writer((*kinds, *(each.dtype for each in others)), False)
        inputs = w.inputs[len(w.inputs) - len(others) :]
        given: dict[Any, Value] = {}
        numbers = {id(each): value for each, value in zip(others, inputs, strict=True)}
        for slot, each in enumerate(operands_of(step)):
            place = trace.numbers.get(id(each))
            given[slot] = numbers[id(each)] if place is None else first(w) if place == 0 else w.inputs[elements]
        root = root_of(step.expression)
        write(w, sort_nodes(root), given)
        return w.program(given[root].cast(total))

    beside_it = () if initial is None else (initial,)
    elements = 1
    each_step = written(lambda w: w.inputs[0], (total, kind, *beside_it))
    elements = 0
    if initial is None:
        w = Writer((kind, *(each.dtype for each in others)))
        start = w.program(w.inputs[0].cast(total))
    else:
        start = written(lambda w: w.inputs[1].cast(total), (kind, initial))

    def planner(inputs: tuple[Any, ...], result: Any, extra: int) -> Plan:
        axes = axes_in(extra, inputs[0].ndims)[:: -1 if extra & BACKWARDS else 1]
        keepdims = bool(extra & KEEPDIMS)
        return plan_fold(each_step, start, total, total, inputs, result, axes, keepdims, inputs[0].size)

    count = 1 + len(beside_it) + len(others)
    return make_operation("reduce_binary", count, planner, elementwise=False), others


def fold_by_hand(
    function: Callable[..., Any], source: tensor, given: int, keepdims: bool, backwards: bool, initial: Any
) -> tensor:
    axes = axes_of(given, backwards)
    ranges = leading(source, axes)
    ranges = ranges.reshape(prod(ranges.size[: len(axes)]), *ranges.size[len(axes) :])

    def fold(line: tensor) -> Any:
        values = iter(line)
        return reduce(function, values) if initial is None else reduce(function, values, initial)

    found: tensor = with_axes(collected("reduce_binary", "range", fold, ranges), axes if keepdims else ())
    return found


@public(
    "reduce_binary(A, f [,axes [,keepdims] [,initial] [,B]] [,order])", aliases={"axis": "axes"}, axes="integers",
    keepdims="bool", initial="number", B="tensor", order="str", methods=(tensor, rtensor), rule="reduced(axes)",
)  # fmt: skip
def reduce_binary(
    A: Any, f: Any, axes: Any, keepdims: bool | None, initial: Any, B: tensor | None, order: str | None
) -> Any:
    """the elements along axes folded in their order by a function of two numbers: f(f(f(initial, a), b), c).

    Without an initial number the first element is it; without axes all elements are folded, into a scalar. The order is
    column-major, with order "C" row-major. A function that is made of Ocean's operations is traced once and runs
    compiled; others are called for each element.

    >>> ocean.reduce_binary([1.0,2.0,3.0], lambda total, x: 10 * total + x)
    123
    >>> ocean.reduce_binary([[1,2],[3,4]], lambda total, x: total - x, 0, initial=10)
       7   3
    <tensor.int64 of size 2 on cpu>
    """
    source = tensor_of(A if type(A) is tensor else as_tensor("reduce_binary", A))
    whole = axes is None and not keepdims
    if source.ndims == 0:
        source = source.reshape(1)
    given = bits_of("reduce_binary", source, axes, initial is not None)
    backwards = is_backwards("reduce_binary", order)
    start: Any = None
    if initial is not None:
        plain = isinstance(initial, (bool, int, float, complex)) and type(initial).__module__ != "numpy"
        start = beside(plain_number(initial), source.dtype) if plain else as_scalar(initial, "reduce_binary")
    result = folded(known("reduce_binary", f), source, given, bool(keepdims), backwards, start)
    if B is not None:
        return written("reduce_binary", result, B)
    return item(result) if whole else result


def fold_for(of: Known, kinds: tuple[dtype, dtype | None]) -> Any:
    """The operation that folds by a function, and the values that it takes besides the elements; None if it cannot be
    traced."""
    key = (*settings_key(), *kinds)
    roots = [of.function]  # other functions can share this code, so the guards do not fix the function itself
    found = of.folds.get(key, roots)
    if found is None:
        try:
            walked = guards.Walk(roots, ["the function"]).made()
            values = read_guards(walked, roots)
            found = (fold_operation(of.function, *kinds),)
        except (Exception, Untraceable):  # the function may do anything with values that do not exist
            return None
        if values is not None:
            of.folds.keep(key, walked, values[0], found)
    return found[0]


def folded(of: Known, source: tensor, given: int, keepdims: bool, backwards: bool, start: scalar | None) -> tensor:
    if start is not None and any(source.size[axis] == 0 for axis in axes_of(given, False)):
        size = tuple(1 if given >> k & 1 else n for k, n in enumerate(source.size) if keepdims or not given >> k & 1)
        result = make_empty(make_description(start.dtype, size, "F", source.device))
        result.fill(start)
        return result
    made = fold_for(of, (source.dtype, None if start is None else start.dtype))
    if made is None:
        return fold_by_hand(of.function, source, given, keepdims, backwards, start)
    operation, others = made
    values = (source, *(() if start is None else (start,)), *others)
    extra = extra_over(axes_of(given, False)) | (KEEPDIMS if keepdims else 0) | (BACKWARDS if backwards else 0)
    found: tensor = run(operation, values, None, extra)
    return found


recall_calls(slide, vars(tensor)["slide"])
