"""Random numbers: draws beyond the compiled ones of `core/host/random.pyx`, and the default generator.

Every draw is a program of one step over the index of an element (`ops.random`), on any device. Distributions that
reject, an unknown number of times, use a separate sequence of words for each element, and run on the host.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from functools import cache

from ocean._src.base.errors import OceanOverflowError, OceanTypeError, OceanValueError, integer_text, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import completes, public
from ocean._src.core.call.operands import maybe_scalar, tensor_of
from ocean._src.core.call.settings import need_device, need_dtype
from ocean._src.core.functions.copies import converted
from ocean._src.core.functions.create import arange
from ocean._src.core.host.random import (
    draw_each,
    fill,
    floating_kind,
    generator,
    make_blocks_plan,
    permuted,
    set_drawing,
    whole_blocks,
)
from ocean._src.core.objects.axes import lengths as lengths_of
from ocean._src.core.objects.axes import read_axes
from ocean._src.core.objects.description import (
    broadcasts,
    checked_axis,
    description,
    integers,
    layout_is_fortran,
    make_description,
    size_text,
)
from ocean._src.core.objects.dtypes import BOOL, DOUBLE, DTYPE_LIST, INT64, UINT64, dtype, new_scalar, scalar
from ocean._src.core.objects.memory import cpu, device
from ocean._src.core.objects.rtensor import apply, labelled, rtensor
from ocean._src.core.objects.tensor import (
    OTHERWISE,
    call_operation,
    item,
    make_empty,
    make_operation,
    operation,
    plan,
    relabelled,
    tensor,
    unlabelled,
)
from ocean._src.kernels import Program
from ocean._src.kernels.jobs import Elementwise, planned
from ocean._src.lazy.rtensor import constant, indices
from ocean._src.ops.axes import fitted
from ocean._src.ops.dispatch import OPERATIONS, plan_program
from ocean._src.ops.random import DISTRIBUTIONS, LANES, WHERE
from ocean._src.ops.table import ROWS
from ocean._src.ops.writer import Writer
from ocean._src.tensor.create import new
from ocean._src.tensor.reduce import FUNCTIONS as REDUCTIONS

UNIFORM, NORMAL, EXPONENTIAL, BERNOULLI, INTEGERS, LONG_INTEGERS, WORDS, LONG_WORDS, UNIT = range(9)
NAMES = ("uniform", "normal", "exponential", "bernoulli", "integers", "long integers", "words", "long words", "unit")
FLOATING = (UNIFORM, NORMAL, EXPONENTIAL, UNIT)
"""Distributions that have a row for each dtype."""
GAMMA, BETA, POISSON, BINOMIAL = range(4)
WHOLE = 1 << 53
"""Doubles are exact up to this count."""


# --- Plans -------------------------------------------------------------------------------------------------------


@cache
def element_program(name: str, parameters: tuple[dtype, ...], result: dtype) -> Program:
    """The program for single elements: of key, position, stream and parameters."""
    w = Writer((*WHERE, *parameters))
    where, given = w.inputs[: len(WHERE)], w.inputs[len(WHERE) :]
    return w.program(w.row(name, *where, w.index(), *given).cast(result))


@cache
def block_program(name: str, result: dtype) -> Program:
    """The program that stores all values of a counter, which is the index."""
    given = DISTRIBUTIONS[name]
    w = Writer((*WHERE, *given.parameters), strict=False)
    where, parameters = w.inputs[: len(WHERE)], w.inputs[len(WHERE) :]
    words = w.row("philox", *where, w.index())
    groups = [w.row(f"{name} {number}", words, *parameters) for number in range(4 // given.words)]
    values = [w.row(f"value {number}", each) for each in groups for number in range(given.number)]
    return w.program(*(value.cast(result) for value in values))


def plan_draw(name: str, inputs: tuple[description, ...], result: description) -> plan:
    """The plan of a draw into a result."""
    given = DISTRIBUTIONS[name]
    kinds = tuple(each.dtype for each in inputs[len(WHERE) :])
    program, cost = element_program(name, kinds, result.dtype), ROWS[name].cost
    if given.per_counter == 1 or kinds != given.parameters or not result.device.host:
        return plan_program(program, inputs, result.dtype, result, cost, joint(inputs, result))
    kind, block = result.dtype, LANES * given.per_counter

    def plan_whole(count: int) -> plan:
        part = make_description(kind, (LANES, count), (kind.size, block * kind.size), cpu)
        spread = [make_description(each.dtype, (), "F", cpu).broadcast(part.size)[1] for each in inputs]
        return planned(Elementwise((*(part,) * given.per_counter, *spread), block_program(name, kind), cost))

    count = whole_blocks(result.nelem, block)
    if count < 2 or any(each.ndims for each in inputs) or not is_plain(result):
        whole = plan_program(program, inputs, kind, result, cost, joint(inputs, result))
        return make_blocks_plan((result, *inputs), whole, plan_whole, given.per_counter, 0)
    left = (result.nelem - count * block,)
    rest = plan_program(program, inputs, kind, make_description(kind, left, "F", cpu), cost, left)
    return make_blocks_plan((result, *inputs), rest, plan_whole, given.per_counter, count)


def is_plain(result: description) -> bool:
    return bool(layout_is_fortran(result)) and not result.swapped


def joint(inputs: Sequence[description], result: description) -> tuple[int, ...]:
    """Check that parameters can be broadcast to the size of the result, and return that."""
    for each in inputs:
        if not broadcasts(each.size, result.size):
            raise OceanValueError(
                f"A parameter of size {size_text(each.size)} cannot be broadcast to a result of size "
                f"{size_text(result.size)}"
            )
    return result.size


def operation_of(name: str) -> operation:
    return make_operation(
        name,
        len(WHERE) + len(DISTRIBUTIONS[name].parameters),
        lambda inputs, result, _: plan_draw(name, inputs, result),
        fits=OTHERWISE,
    )


for _which, _name in enumerate(NAMES):
    if _which in FLOATING:
        for _kind in DTYPE_LIST:
            if _kind.isfloat and not _kind.iscomplex:
                _full = f"{_name} {_kind.spelling}"
                set_drawing(_which, _kind, operation_of(_full), DISTRIBUTIONS[_full].per_counter)
    else:
        _operation = operation_of(_name)
        for _kind in DTYPE_LIST:
            set_drawing(_which, _kind, _operation, DISTRIBUTIONS[_name].per_counter)


# --- Arguments ---------------------------------------------------------------------------------------------------


def parameter(value: Any, kind: dtype, function: str, name: str) -> scalar | tensor:
    """A parameter as a scalar of a dtype, or a tensor."""
    number = maybe_scalar(value)
    if number is None:
        source = value.eval() if isinstance(value, rtensor) else tensor_of(value)
        if source.dtype.iscomplex:
            raise OceanTypeError(f"{function}(): {name} must be real, got dtype {source.dtype.name}")
        if source.ndims:
            return source
        number = item(source)
    if number.dtype.iscomplex:
        raise OceanTypeError(f"{function}(): {name} must be a real number, got {shown(value)}")
    return new_scalar(kind, number)


def limits(value: scalar | tensor) -> tuple[float, float]:
    """The smallest and the largest value; NaN if there is one."""
    if isinstance(value, scalar):
        return (value.asPython(),) * 2
    if value.nelem == 0:
        return 1, 1
    if REDUCTIONS["anyNaN"](value):
        return math.nan, math.nan
    return REDUCTIONS["minimum"](value).asPython(), REDUCTIONS["maximum"](value).asPython()


def check(function: str, first: scalar | tensor, second: scalar | tensor | None) -> None:
    """Raise an error if the parameters do not define a distribution."""
    low, high = limits(first)
    if function == "uniform":
        assert second is not None
        least, most = limits(second)
        if not all(map(math.isfinite, (low, high, least, most))):
            raise OceanOverflowError(f"uniform(): low and high must be finite, got {low} and {most}")
        if not math.isfinite(most - low):
            raise OceanOverflowError(f"uniform(): the range from low to high must be finite, got {low} and {most}")
        if isinstance(first, scalar) and isinstance(second, scalar):
            fits = low <= most
        else:
            fits = bool(REDUCTIONS["all"](call_operation(OPERATIONS["lessEqual"], (first, second))))
        if not fits:
            raise OceanValueError(f"uniform(): low must be at most high, got {low} and {least}")
    elif function == "normal":
        least, most = limits(second)  # type: ignore[arg-type]
        need("normal", "stdev", "nonnegative", least >= 0, least)
    elif function == "bernoulli":
        need("bernoulli", "p", "from 0 to 1", low >= 0 and high <= 1, low if not low >= 0 else high)
    else:
        need(function, "scale", "nonnegative", low >= 0, low)


def need(function: str, name: str, what: str, fits: bool, value: Any) -> None:
    if not fits:
        raise OceanValueError(f"{function}(): {name} must be {what}, got {value}")


# --- Draws without a fast path -----------------------------------------------------------------------------------


def positions(size: tuple[int, ...], where: device | None) -> rtensor:
    """The index of each element in column-major order."""
    total: rtensor = constant(list(size), 0, INT64, where)
    step = 1
    for axis, length in enumerate(size):
        along = indices(size, axis)
        if along.device is not total.device:
            along = total.device(along.eval()).lazy()
        total = total + along @ new_scalar(INT64, step) if axis else total + along
        step *= max(1, length)
    return total


def lazily(
    self: generator, which: int, size: Any, kind: dtype, where: device | None, first: Any, second: Any
) -> rtensor:
    """An r-tensor of random numbers, with the same bits as a tensor."""
    lengths, axes = integers(lengths_of(size), "size"), read_axes(size)
    name = NAMES[which] if which not in FLOATING else f"{NAMES[which]} {kind.spelling}"
    counters = -(-math.prod(lengths) // (LANES * DISTRIBUTIONS[name].per_counter)) * LANES
    source = self._reserve(counters)
    index = labelled(positions(lengths, where), axes)
    given = tuple(each for each in (first, second) if each is not None)
    drawn: rtensor = apply(OPERATIONS[name], (*source, index, *given))
    cast: rtensor = drawn.cast(kind, None)
    return cast


def broadcast(
    self: generator, which: int, size: Any, kind: dtype, where: device | None, first: Any, second: Any
) -> tensor:
    """Draw with parameters that are tensors."""
    home = next(each.device for each in (first, second) if isinstance(each, tensor))
    return fill(self, which, new(kind, size, where or home), first, second)


def drawn(
    self: generator, which: int, size: Any, kind: dtype, where: device | None, lazy: Any, first: Any, second: Any = None
) -> Any:
    """Draw from a distribution whose parameters are scalars of its dtype, or tensors."""
    check(NAMES[which], first, second)
    if lazy is True:
        return lazily(self, which, size, kind, where, first, second)
    if isinstance(first, tensor) or isinstance(second, tensor):
        return broadcast(self, which, size, kind, where, first, second)
    return fill(self, which, new(kind, size, where or need_device()), first, second)


@completes(generator.uniform)
def uniform(self: generator, size: Any, low: Any, high: Any, kind: Any, where: device | None, lazy: Any) -> Any:
    kind = floating_kind(kind, "uniform")
    first = parameter(0 if low is None else low, kind, "uniform", "low")
    return drawn(
        self, UNIFORM, size, kind, where, lazy, first, parameter(1 if high is None else high, kind, "uniform", "high")
    )


@completes(generator.normal)
def normal(self: generator, size: Any, mean: Any, stdev: Any, kind: Any, where: device | None, lazy: Any) -> Any:
    kind = floating_kind(kind, "normal")
    first = parameter(0 if mean is None else mean, kind, "normal", "mean")
    return drawn(
        self, NORMAL, size, kind, where, lazy, first, parameter(1 if stdev is None else stdev, kind, "normal", "stdev")
    )


@completes(generator.exponential)
def exponential(self: generator, size: Any, scale: Any, kind: Any, where: device | None, lazy: Any) -> Any:
    kind = floating_kind(kind, "exponential")
    first = parameter(1 if scale is None else scale, kind, "exponential", "scale")
    return drawn(self, EXPONENTIAL, size, kind, where, lazy, first)


@completes(generator.bernoulli)
def bernoulli(self: generator, size: Any, p: Any, kind: dtype | None, where: device | None, lazy: Any) -> Any:
    return drawn(self, BERNOULLI, size, kind or BOOL, where, lazy, parameter(p, DOUBLE, "bernoulli", "p"))


@completes(generator.integers)
def draw_integers(
    self: generator, size: Any, low: Any, high: Any, kind: dtype | None, where: device | None, lazy: Any
) -> Any:
    """Integers of any dtype between any bounds."""
    kind = kind or INT64
    if kind.isfloat:
        raise OceanTypeError(f"integers(): expected an integer dtype, got {kind.name}")
    if high is None:
        low, high = 0, low
    low, high = integer_bound(low, "low"), integer_bound(high, "high")
    if isinstance(low, tensor) or isinstance(high, tensor):
        if lazy:
            raise OceanTypeError("integers(): bounds that are tensors are not possible with lazy=True")
        return between(self, size, low, high, kind, where)
    least, most = (0, 1) if kind is BOOL else (kind.min.asPython(), kind.max.asPython())
    if low >= high:
        raise OceanValueError(f"integers(): low must be below high, got {integer_text(low)} and {integer_text(high)}")
    if low < least or high > most + 1:
        raise OceanValueError(
            f"integers(): the range from {integer_text(low)} to below {integer_text(high)} does not fit {kind.name}"
        )
    span = high - low
    which = {1 << 32: WORDS, 1 << 64: LONG_WORDS}.get(span, INTEGERS if span < 1 << 32 else LONG_INTEGERS)
    first, second = new_scalar(UINT64, low % (1 << 64)), new_scalar(UINT64, span % (1 << 64))
    if lazy:
        return lazily(self, which, size, kind, where, first, second)
    return fill(self, which, new(kind, size, where or need_device()), first, second)


def integer_bound(value: Any, name: str) -> int | tensor:
    number = maybe_scalar(value) if not isinstance(value, int) else None
    if isinstance(value, int) or number is not None:
        if isinstance(value, int) or not (number.dtype.isfloat or number.dtype is BOOL):  # type: ignore[union-attr]
            return int(value)
        raise OceanTypeError(f"integers(): {name} must be an integer, got {shown(value)}")
    source = tensor_of(value)
    if source.dtype.isfloat:
        raise OceanTypeError(f"integers(): {name} must be integers, got dtype {source.dtype.name}")
    return INT64(source)


def between(
    self: generator, size: Any, low: int | tensor, high: int | tensor, kind: dtype, where: device | None
) -> tensor:
    """Integers between bounds that are tensors of int64."""
    lower, upper = (each if isinstance(each, tensor) else new_scalar(INT64, each) for each in (low, high))
    home = where or next(each.device for each in (lower, upper) if isinstance(each, tensor))
    if not REDUCTIONS["all"](call_operation(OPERATIONS["less"], (lower, upper))):
        raise OceanValueError(
            "integers(): low must be below high everywhere; the size comes first: integers(size, low, high)"
        )
    span = UINT64(call_operation(OPERATIONS["subtract"], (upper, lower)))  # wraps if int64 is too small
    for each, bound in ((lower, 0), (upper, 1)):
        (least, most) = limits(each)
        if least - bound < kind.min.asPython() or most - bound > kind.max.asPython():
            raise OceanValueError(f"integers(): the bounds from {least} to {most} do not fit {kind.name}")
    small = span.nelem == 0 or REDUCTIONS["maximum"](span).asPython() < 1 << 32
    return fill(self, INTEGERS if small else LONG_INTEGERS, new(kind, size, home), UINT64(lower), span)


# --- Distributions that reject -----------------------------------------------------------------------------------


def rejecting(
    self: generator, which: int, size: Any, kind: dtype, where: device | None, first: Any, second: Any
) -> tensor:
    """Draw on the host, each element from its own position, and convert the result."""
    axes = read_axes(size)
    sizes = integers(lengths_of(size), "size")
    result = make_empty(make_description(INT64 if which >= POISSON else DOUBLE, sizes, "F", cpu))
    given = []
    for each in (first, second):
        if isinstance(each, scalar):
            each = tensor_of(each)
        each = unlabelled(each) if axes is None or each.axes is None else fitted(each, axes)
        joint([each._layout], result._layout)
        each = cpu(DOUBLE(each))
        if each.nelem != 1:
            each = each.broadcastTo(result.size)
        spread = make_empty(make_description(DOUBLE, each.size, "F", cpu))
        spread.copy(each)
        given.append(spread)
    draw_each(self, which, result, *given)
    return converted(relabelled(result, axes), kind, where or need_device())


def floating(kind: dtype | None, function: str) -> dtype:
    if kind is not None and (not kind.isfloat or kind.iscomplex):
        raise OceanTypeError(f"{function}(): expected a real floating dtype, got {kind.name}")
    if kind is None:
        kind = need_dtype()
        return kind if kind.isfloat and not kind.iscomplex else DOUBLE
    return kind


def counting(kind: dtype | None, function: str) -> dtype:
    if kind is not None and (kind is BOOL or kind.iscomplex):
        raise OceanTypeError(f"{function}(): expected an integer or real dtype, got {kind.name}")
    return kind or INT64


@public("gamma(size, shape [,scale] [,dtype] [,device]) -> tensor", generator, scale="value")
def gamma(self: generator, size: Any, shape: Any, scale: Any, kind: dtype | None, where: device | None) -> tensor:
    """numbers of the gamma distribution with a shape and a scale (1); their mean is the product of both.

    Computed on the host.
    """
    kind = floating(kind, "gamma")
    first = parameter(shape, DOUBLE, "gamma", "shape")
    second = parameter(1.0 if scale is None else scale, DOUBLE, "gamma", "scale")
    for name, each in (("shape", first), ("scale", second)):
        low, high = limits(each)
        need("gamma", name, "nonnegative and finite", low >= 0 and high < math.inf, low if not low >= 0 else high)
    return rejecting(self, GAMMA, size, kind, where, first, second)


@public("beta(size, a, b [,dtype] [,device]) -> tensor", generator)
def beta(self: generator, size: Any, a: Any, b: Any, kind: dtype | None, where: device | None) -> tensor:
    """numbers of the beta distribution, between 0 and 1; their mean is a / (a + b).

    Computed on the host.
    """
    kind = floating(kind, "beta")
    first, second = parameter(a, DOUBLE, "beta", "a"), parameter(b, DOUBLE, "beta", "b")
    for name, each in (("a", first), ("b", second)):
        low, high = limits(each)
        need("beta", name, "positive and finite", low > 0 and high < math.inf, low if not low > 0 else high)
    return rejecting(self, BETA, size, kind, where, first, second)


@public("poisson(size, rate [,dtype] [,device]) -> tensor", generator)
def poisson(self: generator, size: Any, rate: Any, kind: dtype | None, where: device | None) -> tensor:
    """counts of the Poisson distribution with a rate, of dtype int64.

    Computed on the host.
    """
    kind, first = counting(kind, "poisson"), parameter(rate, DOUBLE, "poisson", "rate")
    low, high = limits(first)
    need("poisson", "rate", "from 0 to 2**52", low >= 0 and high <= WHOLE // 2, low if not low >= 0 else high)
    return rejecting(self, POISSON, size, kind, where, first, new_scalar(DOUBLE, 0))


@public("binomial(size, n, p [,dtype] [,device]) -> tensor", generator)
def binomial(self: generator, size: Any, n: Any, p: Any, kind: dtype | None, where: device | None) -> tensor:
    """how many of n trials succeed that do so with probability p, of dtype int64.

    Computed on the host.
    """
    kind = counting(kind, "binomial")
    first, second = parameter(n, DOUBLE, "binomial", "n"), parameter(p, DOUBLE, "binomial", "p")
    low, high = limits(first)
    need("binomial", "n", "from 0 to 2**53", low >= 0 and high <= WHOLE, low if not low >= 0 else high)
    whole = first.asPython() % 1 == 0 if isinstance(first, scalar) else not first.dtype.isfloat
    need("binomial", "n", "an integer", bool(whole), shown(n))
    low, high = limits(second)
    need("binomial", "p", "from 0 to 1", low >= 0 and high <= 1, low if not low >= 0 else high)
    return rejecting(self, BINOMIAL, size, kind, where, first, second)


# --- Choices -----------------------------------------------------------------------------------------------------


@public("permutation(values [,axis] [,device]) -> tensor", generator, axis="int", rule="along(axis)")
def permutation(self: generator, values: Any, axis: int | None, where: device | None) -> tensor:
    """the integers below a number in random order, or a copy of a tensor whose places along an axis (0) are."""
    if isinstance(values, int) and not isinstance(values, bool):
        need("permutation", "the number", "from 0 to 2**53", 0 <= values <= WHOLE, integer_text(values))
        return converted(permuted(self, values), INT64, where or need_device())
    source = tensor_of(values)
    along = checked_axis(0 if axis is None else axis, source.ndims)
    order = converted(permuted(self, source.size[along]), INT64, source.device)
    shuffled: tensor = source[(slice(None),) * along + (order,)]
    return shuffled if where is None else converted(shuffled, None, where)


@public("shuffle(A [,axis])", generator, axis="int", rule="along(axis)")
def shuffle(self: generator, A: Any, axis: int | None) -> None:
    """put the places of a tensor along an axis (0) in random order, in place."""
    if isinstance(A, (list, tuple)):
        raise OceanTypeError(f"shuffle() changes a tensor, not a {type(A).__name__}; permutation() gives a copy")
    target = tensor_of(A)
    target.copy(permutation(self, target, axis, None))


@public("choice(values [,size] [,replace] [,p] [,axis]) -> tensor", generator,
        size="integers", replace="bool", p="list or tensor", axis="int", rule="refuse")  # fmt: skip
def choice(self: generator, values: Any, size: Any, replace: bool | None, p: Any, axis: int | None) -> Any:
    """places along an axis (0) of a tensor, or integers below a number, chosen at random.

    Without a size it is one of them. `replace=False` chooses none twice. `p` are the probabilities.
    """
    if isinstance(values, int) and not isinstance(values, bool):
        need("choice", "the number", "from 0 to 2**53", 0 <= values <= WHOLE, integer_text(values))
        source, along, length = None, 0, values
    else:
        source = tensor_of(values)
        along = checked_axis(0 if axis is None else axis, source.ndims)
        length = source.size[along]
    lengths = () if size is None else integers(size, "size")
    count = math.prod(lengths)
    if count and not length:
        raise OceanValueError("choice(): there is nothing to choose from")
    places = chosen_places(self, length, count, replace is not False, p)
    if source is None:
        picked = converted(places, INT64, need_device())
    else:
        picked = source[(slice(None),) * along + (converted(places, None, source.device),)]
    before, after = (source.size[:along], source.size[along + 1 :]) if source is not None else ((), ())
    picked = picked.reshape((*before, *lengths, *after))
    return item(picked) if size is None and not before and not after else picked


def chosen_places(self: generator, length: int, count: int, replace: bool, p: Any) -> tensor:
    """The chosen positions, a vector on the host."""
    if not replace and count > length:
        raise OceanValueError(f"choice(): {count} of {length} cannot be chosen without choosing one twice")
    if p is None and replace:
        result: tensor = draw_integers(self, [count], 0, max(1, length), INT64, cpu, False)
        return result
    if p is None:
        return permuted(self, length)[:count] if length else arange(0, INT64, cpu)
    import numpy as np  # import ocean does not load it

    weights = np.asarray(cpu(DOUBLE(tensor_of(p))).to_numpy())
    if weights.shape != (length,):
        raise OceanValueError(f"choice(): expected {length} probabilities, got {shown(weights.tolist())}")
    if not (np.all(weights >= 0) and abs(weights.sum() - 1) < 1e-6):
        raise OceanValueError("choice(): probabilities must be nonnegative and add up to 1")
    if replace:
        drawn = fill(self, UNIT, new(DOUBLE, [count], cpu))
        sums = np.cumsum(weights)
        found = np.searchsorted(sums / sums[-1], drawn.to_numpy(), side="right") if length else np.zeros(0)
    else:
        if np.count_nonzero(weights) < count:
            raise OceanValueError(f"choice(): fewer than {count} probabilities are not 0")
        waits = fill(self, EXPONENTIAL, new(DOUBLE, [length], cpu), new_scalar(DOUBLE, 1))
        with np.errstate(divide="ignore"):  # the earliest arrivals win
            found = np.argsort(waits.to_numpy() / weights, kind="stable")[:count]
    return tensor_of(found.astype(np.int64))


default = generator()
"""The generator behind the functions of `ocean.random`."""
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=default._forked)
