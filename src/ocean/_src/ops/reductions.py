"""Reductions: rows that fold the elements of a tensor, or of slices along axes, into one, in a single pass.

A row says for each dtype what is computed from an element, how these values are folded, and how the fold becomes the
result.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from ocean._src.base.errors import OceanError, OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.records import NamedTuple
from ocean._src.core.objects.description import description, make_description, result_layout, size_text
from ocean._src.core.objects.dtypes import (
    BOOL,
    DOUBLE,
    DTYPE_LIST,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    common,
    dtype,
    scalar,
)
from ocean._src.core.objects.tensor import (
    AXES,
    EVERYTHING,
    KEEPDIMS,
    axes_in,
    call_scalar,
    extra_over,
    item,
    make_empty,
    make_operation,
    run_plan,
    tensor,
    with_result,
)
from ocean._src.core.objects.tensor import operation as Operation
from ocean._src.core.objects.tensor import plan as Plan
from ocean._src.kernels import REDUCTIONS, Program, Reduction
from ocean._src.kernels import complex as parts
from ocean._src.kernels.builder import Builder, Complex
from ocean._src.kernels.builder import Value as Register
from ocean._src.kernels.dtypes import BY_NAME, PARTS, SIZES
from ocean._src.kernels.jobs import Reduce, planned
from ocean._src.kernels.program import Short, accumulator, of_one_number

from .arithmetic import complex_extreme
from .dispatch import broadcast_size, check_destination, check_inputs, device_of, joint_size
from .table import Typing, row
from .table import magnitude as real_part
from .writer import Value, Writer

# --- Folds -------------------------------------------------------------------------------------------------------

LIMITS = {each.spelling: (each.min.asPython(), each.max.asPython()) for each in DTYPE_LIST if not each.isfloat}
NAN = float("nan")


def extreme_start(which: int) -> Callable[[str], Any]:
    """The identity element of an extreme: the limit of integers, else NaN, which the fold ignores."""
    return lambda kind: LIMITS[kind][which] if kind in LIMITS else complex(NAN, NAN) if kind in PARTS else NAN


def fold_extreme(primitive: str, before: Any) -> Any:
    choose = complex_extreme(before, False)

    def fold(b: Builder, total: Any, x: Any) -> Any:
        return choose(b, total, x) if isinstance(total, Complex) else getattr(b, primitive)(total, x)

    return fold


def fold_product(b: Builder, total: Any, x: Any) -> Any:
    return parts.mul(b, total, x) if isinstance(total, Complex) else b.mul(total, x)


def fold_sum(b: Builder, total: Any, x: Any) -> Any:
    return parts.add(b, total, x) if isinstance(total, Complex) else b.add(total, x)


def fold_with_nan(primitive: str, before: Any, which: int) -> Reduction:
    """The extreme of NumPy: NaN if any element is, and of two zeros the minimum is the negative one.

    The primitive takes several instructions. The short form has one for each of its numbers: the extreme of what is not
    NaN, the signs, and whether there was a NaN. If the maximum is zero, no element is positive, and it is a negative
    zero if all signs are set; so for the minimum.
    """
    choose = complex_extreme(before, True)
    limit = math.inf if which else -math.inf

    def start(kind: str) -> Any:
        return LIMITS[kind][which] if kind in LIMITS else complex(limit, limit) if kind in PARTS else limit

    def fold(b: Builder, total: Any, x: Any) -> Any:
        return choose(b, total, x) if isinstance(total, Complex) else getattr(b, primitive)(total, x)

    def short(kinds: tuple[str, ...]) -> Short | None:
        kind = accumulator(kinds[0])
        if kind in LIMITS or kind in PARTS:
            return None
        bits = f"int{8 * SIZES[kind]}"

        def fold(b: Builder, numbers: tuple[Any, ...], values: tuple[Any, ...], turn: Any) -> tuple[Any, ...]:
            (extreme, signs, unknown), (x,) = numbers, values
            better = b.lt(x, extreme) if which else b.gt(x, extreme)
            return (
                b.select(better, x, extreme),
                (b.or_ if which else b.and_)(signs, b.bitcast(bits, x)),
                b.select(b.isnan(x), b.const(bits, -1), unknown),
            )

        def lift(b: Builder, numbers: tuple[Any, ...], turns: Any, place: Any) -> tuple[Any, ...]:
            extreme, signs, unknown = numbers
            zero = b.const(kind, 0.0)
            signed = b.select(b.eq(extreme, zero), b.with_sign(zero, b.bitcast(kind, signs)), extreme)
            return (b.select(b.eq(unknown, b.const(bits, 0)), signed, b.const(kind, NAN)),)

        return Short((kind, bits, bits), (limit, 0 if which else -1, 0), fold, lift)

    return of_one_number(start, fold, short=short, idempotent=True)


NOTHING_YET = complex(-math.inf, NAN)
"""The identity element of complex extremes: every number replaces it, also one with NaN."""


def fold_complex(before: Any) -> Any:
    """The extreme of complex numbers; a number with NaN stays only if no other follows."""

    def fold(b: Builder, total: Complex, x: Complex) -> Complex:
        nothing_yet = b.and_(b.eq(total.re, b.const(total.re.kind, -math.inf)), b.isnan(total.im))
        x_nan = b.or_(b.isnan(x.re), b.isnan(x.im))
        return parts.select(b, b.or_(before(b, total, x), b.and_(x_nan, b.not_(nothing_yet))), total, x)

    return fold


REDUCTIONS["sum"] = of_one_number(lambda kind: False if kind == "bool" else 0, fold_sum, rounds=True)
REDUCTIONS["product"] = of_one_number(lambda kind: 1, fold_product, rounds=True)
REDUCTIONS["any"] = of_one_number(lambda kind: False, lambda b, total, x: b.or_(total, x), idempotent=True)
REDUCTIONS["all"] = of_one_number(lambda kind: True, lambda b, total, x: b.and_(total, x), idempotent=True)
REDUCTIONS["minimum"] = of_one_number(extreme_start(1), fold_extreme("min", parts.le), idempotent=True)
REDUCTIONS["maximum"] = of_one_number(extreme_start(0), fold_extreme("max", parts.ge), idempotent=True)
REDUCTIONS["minimum or NaN"] = of_one_number(lambda kind: NOTHING_YET, fold_complex(parts.le))
REDUCTIONS["maximum or NaN"] = of_one_number(lambda kind: NOTHING_YET, fold_complex(parts.ge))
REDUCTIONS["minimum with NaN"] = fold_with_nan("minimum", parts.le, 1)
REDUCTIONS["maximum with NaN"] = fold_with_nan("maximum", parts.ge, 0)


# An accumulator of the variance is (count, mean, sum of squared distances from the mean), after Welford. Chan's formula
# merges two accumulators.


def distance(b: Builder, x: Any, y: Any) -> Any:
    return parts.sub(b, x, y) if isinstance(x, Complex) else b.sub(x, y)


def moved(b: Builder, mean: Any, way: Any, share: Register) -> Any:
    """A mean moved by a fraction of the way to another."""
    if isinstance(mean, Complex):
        return Complex(moved(b, mean.re, way.re, share), moved(b, mean.im, way.im, share))
    return b.add(mean, b.mul(way, share))


def inner(b: Builder, x: Any, y: Any) -> Register:
    """The inner product of numbers as vectors of their parts."""
    return b.add(b.mul(x.re, y.re), b.mul(x.im, y.im)) if isinstance(x, Complex) else b.mul(x, y)


def scaled(b: Builder, x: Any, factor: Register) -> Any:
    return Complex(b.mul(x.re, factor), b.mul(x.im, factor)) if isinstance(x, Complex) else b.mul(x, factor)


def fold_variance(b: Builder, numbers: tuple[Any, ...], values: tuple[Any, ...]) -> tuple[Any, ...]:
    (count, mean, squares), (x,) = numbers, values
    one = b.const(count.kind, 1)
    count = b.add(count, one)
    way = distance(b, x, mean)
    mean = moved(b, mean, way, b.div(one, count))
    return count, mean, b.add(squares, inner(b, way, distance(b, x, mean)))


def merge_variance(b: Builder, numbers: tuple[Any, ...], others: tuple[Any, ...]) -> tuple[Any, ...]:
    (count, mean, squares), (other, other_mean, other_squares) = numbers, others
    total = b.add(count, other)
    # if both are empty, the fraction is 0/1
    share = b.div(other, b.max(total, b.const(total.kind, 1)))
    way = distance(b, other_mean, mean)
    between = inner(b, way, scaled(b, way, b.mul(count, share)))
    return total, moved(b, mean, way, share), b.add(b.add(squares, other_squares), between)


def short_variance(kinds: tuple[str, ...]) -> Short:
    """Sums of distances from the lane's first element, and of their squares. The sum of n squares is at most n times
    the sum of squared distances from the mean, so cancellation loses little."""

    def fold(b: Builder, numbers: tuple[Any, ...], values: tuple[Any, ...], turn: Any) -> tuple[Any, ...]:
        (pivot, total, squares), (x,) = numbers, values
        later = turn("bool")
        pivot = parts.select(b, later, pivot, x) if isinstance(x, Complex) else b.select(later, pivot, x)
        way = distance(b, x, pivot)
        squares = b.add(squares, inner(b, way, way)) if isinstance(x, Complex) else b.fma(way, way, squares)
        return pivot, fold_sum(b, total, way), squares

    def lift(b: Builder, numbers: tuple[Any, ...], turns: Any, place: Any) -> tuple[Any, ...]:
        pivot, total, squares = numbers
        count = turns("double")
        way = scaled(b, total, b.div(b.const("double", 1), count))
        return count, fold_sum(b, pivot, way), b.sub(squares, inner(b, total, way))

    return Short((kinds[0], kinds[0], "double"), (0, 0, 0), fold, lift)


REDUCTIONS["variance"] = Reduction(
    lambda kinds: (0, 0, 0),
    fold_variance,
    merge_variance,
    accumulators=lambda kinds: ("double", kinds[0], "double"),
    short=short_variance,
    rounds=True,
)


def fold_numbers(b: Builder, numbers: tuple[Any, ...], values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The fold of the variance that ignores NaN."""
    (x,) = values
    choose: Any = parts.select if isinstance(x, Complex) else Builder.select
    missing = b.or_(b.isnan(x.re), b.isnan(x.im)) if isinstance(x, Complex) else b.isnan(x)
    count, mean, squares = fold_variance(b, numbers, values)
    return (
        b.select(missing, numbers[0], count),
        choose(b, missing, numbers[1], mean),
        b.select(missing, numbers[2], squares),
    )


REDUCTIONS["variance of numbers"] = Reduction(
    lambda kinds: (0, 0, 0),
    fold_numbers,
    merge_variance,
    accumulators=lambda kinds: ("double", kinds[0], "double"),
    rounds=True,
)

NO_INDEX = 2**63 - 1


NO_TURN = 127


def first_extreme(which: int, before: str, unknown: bool = False) -> Reduction:
    """The extreme and its lowest index. NaN is ignored; with `unknown` it comes before all numbers."""

    def start(kind: str) -> Any:
        limit = math.inf if which else -math.inf
        return LIMITS[kind][which] if kind in LIMITS else complex(limit, limit) if kind in PARTS else limit

    def fold(b: Builder, numbers: tuple[Any, ...], values: tuple[Any, ...]) -> tuple[Any, ...]:
        (extreme, place), (x, index) = numbers, values
        names = (before, "eq", "select")
        compare, equal, select = (getattr(parts if isinstance(x, Complex) else Builder, name) for name in names)
        better, same = compare(b, x, extreme), equal(b, x, extreme)
        if unknown and kind_of(x) not in LIMITS:
            found, former = is_unknown(b, x), is_unknown(b, extreme)
            better = b.or_(better, b.and_(found, b.not_(former)))
            same = b.or_(same, b.and_(found, former))
        lower = b.select(same, b.min(index, place), place)
        return select(b, better, x, extreme), b.select(better, index, lower)

    def short(kinds: tuple[str, ...]) -> Short | None:
        """Keeps the turn instead of the index, in an integer as wide as the elements; turns only increase.

        A comparison on the way from one extreme to the next would take long, so NaN has a number of its own: the first
        turn with NaN if that is best, or else the first turn without, where all numbers are the worst infinity.
        """
        kind, whole = accumulator(kinds[0]), kinds[0] in LIMITS
        size = f"int{8 * SIZES[kind]}"
        if kind in PARTS:
            return None

        def fold(b: Builder, numbers: tuple[Any, ...], values: tuple[Any, ...], turn: Any) -> tuple[Any, ...]:
            (extreme, place, *first), (x, _) = numbers, values
            better, now = getattr(b, before)(x, extreme), turn(size)
            if not whole:
                counts = b.isnan(x) if unknown else b.not_(b.isnan(x))
                first = [b.select(counts, b.min(first[0], now), first[0])]
            return b.select(better, x, extreme), b.select(better, now, place), *first

        def lift(b: Builder, numbers: tuple[Any, ...], turns: Any, place: Any) -> tuple[Any, ...]:
            extreme, turn, *first = numbers
            if whole:
                return extreme, place(turn)
            none = b.eq(first[0], b.const(size, NO_TURN))
            if unknown:
                return b.select(none, extreme, b.const(kind, NAN)), place(b.select(none, turn, first[0]))
            turn = b.select(b.eq(extreme, b.const(kind, start(kind))), first[0], turn)
            return extreme, b.select(none, b.const("int64", NO_INDEX), place(turn))

        return Short((kind, size), (start(kind), 0), fold, lift) if whole else Short(
            (kind, size, size), (start(kind), 0, NO_TURN), fold, lift)  # fmt: skip

    return Reduction(lambda kinds: (start(kinds[0]), NO_INDEX), fold, values=2, short=short, idempotent=True)


def kind_of(x: Any) -> str:
    """The dtype of a number in a kernel; for a complex number, the dtype of its parts."""
    kind: str = x.re.kind if isinstance(x, Complex) else x.kind
    return kind


def is_unknown(b: Builder, x: Any) -> Any:
    return b.or_(b.isnan(x.re), b.isnan(x.im)) if isinstance(x, Complex) else b.isnan(x)


REDUCTIONS["first minimum"] = first_extreme(1, "lt")
REDUCTIONS["first maximum"] = first_extreme(0, "gt")
REDUCTIONS["first minimum or NaN"] = first_extreme(1, "lt", True)
REDUCTIONS["first maximum or NaN"] = first_extreme(0, "gt", True)


row(
    "squaredAbs", 1, real_part, "The square of the absolute value.",
    real=lambda b, x: b.mul(x, x), complex=lambda b, x: b.add(b.mul(x.re, x.re), b.mul(x.im, x.im)),
    result=lambda kind: kind.removeprefix("c"), public=False,
)  # fmt: skip
row(
    "divideReal", 2, lambda kinds: Typing((kinds[0], kinds[0].basetype), kinds[0], kinds[0]), "A / B for a real B.",
    real=lambda b, x, y: b.div(x, y), complex=lambda b, x, y: Complex(b.div(x.re, y), b.div(x.im, y)), public=False,
)  # fmt: skip


# --- Rows --------------------------------------------------------------------------------------------------------


class Folded(NamedTuple):
    """The finished fold: the numbers of the accumulator, the count of folded elements, and the parameters of the
    call."""

    numbers: tuple[Value, ...]
    elements: Value
    parameters: tuple[Value, ...]


class Recipe(NamedTuple):
    """What a reduction does: the values of each element, the reductions that fold them, the function that makes the
    result, and its dtype, by default that of the first value."""

    values: tuple[Value, ...]
    reductions: tuple[str, ...]
    finish: Callable[[Folded], Value] = lambda folded: folded.numbers[0]
    result: dtype | None = None

    @property
    def gives(self) -> dtype:
        return self.result or self.values[0].dtype


UNSIGNED = {INT8: UINT8, INT16: UINT16, INT32: UINT32, INT64: UINT64}


def widened(x: Value) -> Value:
    """Integers in 64 bits."""
    return x if x.dtype.isfloat else x.cast(INT64 if x.dtype.issigned else UINT64)


def in_64_bits(x: Value) -> Value:
    """Integers in 64 bits as in NumPy: bool becomes signed."""
    return widened(x.cast(INT64) if x.dtype is BOOL else x)


def nan_as(number: int | None, x: Value) -> Value:
    """x with NaN replaced by a number, or x itself if that is None."""
    return x if number is None or not x.dtype.isfloat else x.row("fillNaN", number)


def magnitude(x: Value) -> Value:
    """The absolute value: unsigned for signed integers, because that of the minimum does not fit."""
    size = abs(x)
    return size.cast(UNSIGNED.get(size.dtype, size.dtype))


def norm_types(kind: dtype) -> tuple[dtype, dtype]:
    """The dtype in which norms are computed, and that of the result. Double holds powers of float and half, so these
    norms do not overflow early. Norms of doubles are infinite if the sum of powers exceeds 1.8e308."""
    return common(kind, DOUBLE), kind.basetype if kind.isfloat else DOUBLE


def folded(x: Value, reduction: str) -> Recipe:
    """A recipe of one value and one reduction, whose accumulator is the result."""
    return Recipe((x,), (reduction,))


def count(x: Value) -> Recipe:
    return folded(x.cast(BOOL).cast(UINT64), "sum")


def euclidean(x: Value) -> Recipe:
    computing, result = norm_types(x.dtype)
    return Recipe((x.cast(computing).row("squaredAbs"),), ("sum",), lambda done: done.numbers[0].row("sqrt"), result)


def squares(x: Value) -> Recipe:
    """Squares of integers are summed in 64 bits, of others as in norms."""
    if not x.dtype.isfloat:
        return folded(widened(x) * widened(x), "sum")
    computing, result = norm_types(x.dtype)
    return Recipe((x.cast(computing).row("squaredAbs"),), ("sum",), result=result)


def power_norm(x: Value, p: Value) -> Recipe:
    """The p-norm for any p without its own row: (sum |x|^p)^(1/p)."""
    computing, result = norm_types(x.dtype)
    return Recipe(
        (abs(x.cast(computing)) ** p,), ("sum",), lambda done: done.numbers[0] ** (1 / done.parameters[0]), result
    )


def mean(x: Value) -> Recipe:
    """Summed in double, where integers do not overflow."""
    total = x.cast(common(x.dtype, DOUBLE))
    result = x.dtype if x.dtype.isfloat else DOUBLE
    return Recipe((total,), ("sum",), lambda done: done.numbers[0].row("divideReal", done.elements), result)


def variance(x: Value, first: Value, *ddof: Value) -> Recipe:
    """The variance of distances from the first element, which are as exact as the elements, however far from zero."""

    def finish(done: Folded) -> Value:
        count = done.elements
        for less in done.parameters:
            count = (count - less).row("fmax", 0)
        return done.numbers[2] / count

    computing, result = norm_types(x.dtype)
    return Recipe((x.cast(computing) - first.cast(computing),), ("variance",), finish, result)


def deviation(x: Value, first: Value, *ddof: Value) -> Recipe:
    of_squares = variance(x, first)
    return of_squares._replace(finish=lambda done: of_squares.finish(done).row("sqrt"))


def mean_of_numbers(x: Value) -> Recipe:
    """The mean without NaN elements."""
    plain = mean(nan_as(0, x))
    if not x.dtype.isfloat:
        return plain
    there = x.row("isnan").row("logicalNot").cast(DOUBLE)
    return Recipe(
        (*plain.values, there), ("sum", "sum"), lambda done: done.numbers[0].row("divideReal", done.numbers[1]), x.dtype
    )


def variance_of_numbers(x: Value, *ddof: Value) -> Recipe:
    """The variance without NaN elements."""

    def finish(done: Folded) -> Value:
        count = done.numbers[0]
        for less in done.parameters:
            count = (count - less).row("fmax", 0)
        return done.numbers[2] / count

    computing, result = norm_types(x.dtype)
    return Recipe((x.cast(computing),), ("variance of numbers",), finish, result)


def deviation_of_numbers(x: Value, *ddof: Value) -> Recipe:
    of_squares = variance_of_numbers(x)
    return of_squares._replace(finish=lambda done: of_squares.finish(done).row("sqrt"))


def place_of(x: Value, reduction: str) -> Recipe:
    """The index of an extreme; 0 if all elements are ignored."""

    def finish(done: Folded) -> Value:
        index = done.numbers[1]
        return index.writer.row("where", index == NO_INDEX, 0, index)

    x = x.cast(UINT8) if x.dtype is BOOL else x
    return Recipe((x, x.writer.index()), (reduction,), finish, INT64)


def extreme(x: Value, reduction: str, *first: Value) -> Recipe:
    """Complex elements with NaN are replaced by the first element, which is the result if all have NaN."""
    if not first:
        return folded(x, reduction)
    return folded(x.writer.row("where", x.row("isnan"), first[0], x), f"{reduction} or NaN")


def spread(x: Value, *folds: str) -> Recipe:
    """The largest element minus the smallest."""
    return Recipe((x, x), folds or ("minimum", "maximum"), lambda done: done.numbers[1] - done.numbers[0], x.dtype)


def spread_with_nan(x: Value) -> Recipe:
    if x.dtype is BOOL:
        raise OceanTypeError("ptp() subtracts, which bool does not")
    return spread(x, "minimum with NaN", "maximum with NaN")


# --- Rows --------------------------------------------------------------------------------------------------------


class Theirs(NamedTuple):
    """What NumPy's function has: its signature (a key of FORMS in array/reduce.py; "" if it is defined elsewhere), its
    help and its recipe where they differ, its identity element (None: no elements are an error), other names, the
    methods of arrays, and the elementwise function whose `reduce` it is."""

    form: str = ""
    doc: str = ""
    recipe: Callable[..., Recipe] | None = None
    identity: Any = None
    aliases: tuple[str, ...] = ()
    methods: tuple[str, ...] | None = None
    ufunc: str = ""


class Row(NamedTuple):
    """A reduction: its recipe, and its names in NumPy and in the array API standard, "" without one.

    `needs_elements`: no elements are an error. `first` tells for which dtypes the recipe also takes the first element.
    `parameter` is an additional operand, a double: "ddof", which is optional, or "p". `methods` are those of tensors.
    `arrays` is the row for arrays: itself, or a private row where NumPy's rules differ; "" if arrays have none.
    """

    recipe: Callable[..., Recipe]
    doc: str
    numpy: str = ""
    array_api: str = ""
    needs_elements: bool = False
    first: Callable[[dtype], bool] | None = None
    parameter: str = ""
    methods: tuple[str, ...] = ()
    public: bool = True
    theirs: Theirs | None = None
    arrays: str = ""


ROWS: dict[str, Row] = {}


def reduction(
    name: str, recipe: Callable[..., Recipe], doc: str = "", numpy: str = "", *, array_api: str | None = None,
    needs_elements: bool = False, first: Callable[[dtype], bool] | None = None, parameter: str = "", methods: str = "",
    public: bool = True, theirs: Theirs | None = None,
) -> None:  # fmt: skip
    """Enter a row; `array_api` is the same as `numpy` unless given. A recipe of NumPy's makes a private row, whose name
    begins with "numpy"."""
    standard = numpy if array_api is None else array_api
    arrays = "" if theirs is None else f"numpy {numpy}" if theirs.recipe is not None else name
    ROWS[name] = Row(recipe, doc, numpy, standard, needs_elements, first, parameter, tuple(methods.split()), public,
                     theirs, arrays)  # fmt: skip
    if theirs is not None and theirs.recipe is not None:
        ROWS[arrays] = Row(theirs.recipe, theirs.doc, public=False)


def always(kind: dtype) -> bool:
    return True


def if_complex(kind: dtype) -> bool:
    return kind.iscomplex


reduction(
    "any", lambda x: folded(x.cast(BOOL), "any"), "Whether any element is not zero.", "any", methods="any",
    theirs=Theirs("question", identity=False, ufunc="logical_or"),
)  # fmt: skip
reduction(
    "all", lambda x: folded(x.cast(BOOL), "all"), "Whether no element is zero.", "all", methods="all",
    theirs=Theirs("question", identity=True, ufunc="logical_and"),
)  # fmt: skip
reduction("allFinite", lambda x: folded(x.row("isfinite"), "all"), "Whether no element is infinite or NaN.")
reduction("anyInf", lambda x: folded(x.row("isinf"), "any"), "Whether any element is infinite.")
reduction("anyNaN", lambda x: folded(x.row("isnan"), "any"), "Whether any element is NaN.")
reduction(
    "nnz", count, "The number of elements that are not zero (NaN counts).", "count_nonzero", methods="count_nonzero",
    theirs=Theirs("count", "The number of elements that are not zero.", identity=0, methods=(),
                  recipe=lambda x: folded(x.cast(BOOL).cast(INT64), "sum")),
)  # fmt: skip
reduction("nnzNaN", lambda x: count(nan_as(0, x)), "The number of elements that are neither zero nor NaN.")
reduction(
    "sum", lambda x: folded(widened(x), "sum"), "The sum.", "sum", methods="sum",
    theirs=Theirs("accumulation", "The sum of all elements, or along axes; integers are summed in 64 bits.", identity=0,
                  recipe=lambda x: folded(in_64_bits(x), "sum"), ufunc="add"),
)  # fmt: skip
reduction(
    "sumNaN", lambda x: folded(widened(nan_as(0, x)), "sum"), "The sum without NaN elements.", "nansum", array_api="",
    methods="sumNaN", theirs=Theirs(recipe=lambda x: folded(in_64_bits(nan_as(0, x)), "sum")),
)  # fmt: skip
reduction("sumAbs", lambda x: folded(widened(magnitude(x)), "sum"), "The sum of absolute values.")
reduction(
    "sumAbsNaN", lambda x: folded(widened(magnitude(nan_as(0, x))), "sum"),
    "The sum of absolute values without NaN elements.",
)  # fmt: skip
reduction("sumSquares", squares, "The sum of squared absolute values.", methods="sumSquares")
reduction(
    "prod", lambda x: folded(widened(x), "product"), "The product.", "prod", methods="prod",
    theirs=Theirs("accumulation", "The product of all elements, or along axes; integers are multiplied in 64 bits.",
                  identity=1, recipe=lambda x: folded(in_64_bits(x), "product"), ufunc="multiply"),
)  # fmt: skip
reduction(
    "prodNaN", lambda x: folded(widened(nan_as(1, x)), "product"), "The product without NaN elements.", "nanprod",
    array_api="", methods="prodNaN", theirs=Theirs(recipe=lambda x: folded(in_64_bits(nan_as(1, x)), "product")),
)  # fmt: skip
reduction(
    "minimum", lambda x, *first: extreme(x, "minimum", *first), "The smallest element that is not NaN.", "min",
    needs_elements=True, first=if_complex, methods="minimum min",
    theirs=Theirs("extreme", "The smallest element, of all or along axes; NaN if any is.", aliases=("amin",),
                  recipe=lambda x: folded(x, "minimum with NaN"), ufunc="minimum"),
)  # fmt: skip
reduction(
    "maximum", lambda x, *first: extreme(x, "maximum", *first), "The largest element that is not NaN.", "max",
    needs_elements=True, first=if_complex, methods="maximum max",
    theirs=Theirs("extreme", "The largest element, of all or along axes; NaN if any is.", aliases=("amax",),
                  recipe=lambda x: folded(x, "maximum with NaN"), ufunc="maximum"),
)  # fmt: skip
reduction(
    "minimumAbs", lambda x: folded(magnitude(x), "minimum"), "The smallest absolute value that is not NaN.",
    needs_elements=True,
)  # fmt: skip
reduction(
    "maximumAbs", lambda x: folded(magnitude(x), "maximum"), "The largest absolute value that is not NaN.",
    needs_elements=True,
)  # fmt: skip
for _name, _fold, _word in (("argmin", "first minimum", "smallest"), ("argmax", "first maximum", "largest")):
    reduction(
        _name, lambda x, fold=_fold: place_of(x, fold), f"The index of the first {_word} element that is not NaN.",
        _name, needs_elements=True, methods=_name,
        theirs=Theirs(
            "place",
            f"The index of the first {_word} element, or of the first NaN: in the flat array, or along an axis.",
            recipe=lambda x, fold=_fold: place_of(x, f"{fold} or NaN"),
        ),
    )  # fmt: skip
reduction(
    "ptp", spread, "The largest element minus the smallest (peak to peak) without NaN elements.", "ptp", array_api="",
    needs_elements=True, methods="ptp",
    theirs=Theirs("plain", "The largest element minus the smallest.", recipe=spread_with_nan),
)  # fmt: skip
reduction(
    "mean", mean, "The arithmetic mean.", "mean", needs_elements=True, methods="mean",
    theirs=Theirs("mean", "The arithmetic mean, of no elements NaN; that of integers is a double.", identity=NAN),
)  # fmt: skip
reduction(
    "var", variance, "The mean of squared distances from the mean; divided by the count less ddof.", "var",
    needs_elements=True, first=always, parameter="ddof", methods="var",
    theirs=Theirs("variation", identity=NAN, doc="The mean of squared distances from the mean; the sum is divided by "
                  "the count less ddof (or correction)."),
)  # fmt: skip
reduction(
    "stdev", deviation, "The square root of the variance.", "std",
    needs_elements=True, first=always, parameter="ddof", methods="stdev",
    theirs=Theirs("variation", identity=NAN, aliases=("stdev",), methods=("std", "stdev")),
)  # fmt: skip
reduction(
    "meanNaN", mean_of_numbers, "The arithmetic mean without NaN elements.", "nanmean", array_api="",
    needs_elements=True, methods="meanNaN",
)  # fmt: skip
reduction(
    "varNaN", variance_of_numbers, "The variance without NaN elements; divided by their count less ddof.", "nanvar",
    array_api="", needs_elements=True, parameter="ddof", methods="varNaN",
)  # fmt: skip
reduction(
    "stdevNaN", deviation_of_numbers, "The square root of the variance without NaN elements.", "nanstd", array_api="",
    needs_elements=True, parameter="ddof", methods="stdevNaN",
)  # fmt: skip
reduction("norm1", lambda x: folded(widened(magnitude(x)), "sum"), "The sum of absolute values.")
reduction("norm2", euclidean, "The square root of the sum of squared absolute values.")
reduction(
    "normInf", lambda x: folded(magnitude(x), "maximum"), "The largest absolute value that is not NaN.",
    needs_elements=True,
)  # fmt: skip
# those that `norm` and `normNaN` use
reduction("norm2NaN", lambda x: euclidean(nan_as(0, x)), public=False)
reduction("norm", power_norm, public=False, parameter="p")
reduction("normNaN", lambda x, p: power_norm(nan_as(0, x), p), public=False, parameter="p")


def pivoted(name: str, kind: dtype) -> bool:
    """Whether a row also takes the first element."""
    first = ROWS[name].first
    return first is not None and first(kind)


# --- Plans -------------------------------------------------------------------------------------------------------


def kept_size(size: tuple[int, ...], axes: tuple[int, ...], keepdims: bool) -> tuple[int, ...]:
    if keepdims:
        return tuple(1 if axis in axes else length for axis, length in enumerate(size))
    return tuple(length for axis, length in enumerate(size) if axis not in axes)


def check_elements(name: str, size: tuple[int, ...], axes: tuple[int, ...] | None) -> None:
    if not ROWS[name].needs_elements:
        return
    if axes is None:
        if 0 in size:
            raise OceanValueError(f'The tensor "{name}" function does not apply to empty tensors')
    elif any(size[axis] == 0 for axis in axes):
        title = name[0].upper() + name[1:]
        raise OceanValueError(f"The number of reduction elements in axis{title} cannot be zero.")


@lru_cache(maxsize=1024)
def dtype_of(name: str, kind: dtype, parameters: int) -> dtype:
    """The dtype that a row gives."""
    w = Writer((kind, kind, *(DOUBLE,) * parameters))
    return ROWS[name].recipe(w.inputs[0], *w.inputs[1 if pivoted(name, kind) else 2 :]).gives


class Source(NamedTuple):
    """What is reduced instead of a single tensor: the dtypes of operands, and the values computed from their elements,
    one for each row."""

    inputs: tuple[dtype, ...]
    kinds: tuple[dtype, ...]
    """The dtypes of the values."""
    compute: Callable[[Writer, Sequence[Value]], Sequence[Value]]
    strict: bool = True


class Fed(NamedTuple):
    """What rows fold: the writer of the program, a value for each row, and the first element for rows that need it."""

    writer: Writer
    operands: tuple[description, ...]
    scalars: tuple[description, ...]
    kinds: Sequence[dtype]
    values: Sequence[Value]
    firsts: Sequence[Value]
    parameters: Sequence[Value]
    reads_first: bool  # the plan finds the first element of the only operand by itself
    twice: bool  # the operands come a second time, at their first elements


def feed_tensor(names: tuple[str, ...], inputs: tuple[description, ...]) -> Fed:
    """All rows fold one tensor."""
    operand, scalars, count = inputs[0], inputs[1:], len(names)
    kinds = (operand.dtype,) * count
    first = any(map(pivoted, names, kinds))
    w = Writer((operand.dtype, *(operand.dtype,) * first, *(DOUBLE,) * len(scalars)))
    values, firsts, parameters = w.inputs[:1] * count, w.inputs[1 : 1 + first] * count, w.inputs[1 + first :]
    return Fed(w, (operand,), scalars, kinds, values, firsts, parameters, first, False)


def feed_source(names: tuple[str, ...], inputs: tuple[description, ...], source: Source) -> Fed:
    """Each row folds a value that a source computes from operands."""
    count, twice = len(source.inputs), any(map(pivoted, names, source.kinds))
    operands, scalars = inputs[:count], inputs[count * (1 + twice) :]
    check_dtypes(operands, source.inputs)
    w = Writer((*source.inputs * (1 + twice), *(DOUBLE,) * len(scalars)), source.strict)
    values = [w.rounded(each) for each in source.compute(w, w.inputs[:count])]
    firsts = [w.rounded(each) for each in source.compute(w, w.inputs[count : 2 * count])] if twice else ()
    return Fed(w, operands, scalars, source.kinds, values, firsts, w.inputs[count * (1 + twice) :], False, twice)


def plan_reduction(
    names: tuple[str, ...],
    inputs: tuple[description, ...],
    target: description | None,
    extra: int,
    source: Source | None = None,
    targets: Sequence[description] | None = None,
) -> Plan:
    """The plan of rows over the axes in `extra`, in one pass, into new results; a single row may have a given result.

    The inputs are a tensor, or the operands of a source; these again for rows that need the first element; and the
    parameters of the rows. `targets` are the descriptions of new results, if they are known.
    """
    fed = feed_tensor(names, inputs) if source is None else feed_source(names, inputs, source)
    size = joint_size(fed.operands)
    axes, keepdims = axes_in(extra, len(size)), bool(extra & KEEPDIMS)
    for name in names:
        check_elements(name, size, axes if extra else None)
    recipes = [
        ROWS[name].recipe(x, *(x0,) * pivoted(name, kind), *fed.parameters)
        for name, kind, x, x0 in zip(names, fed.kinds, fed.values, fed.firsts or fed.values, strict=True)
    ]
    values = [value for recipe in recipes for value in recipe.values]
    program = fed.writer.program(*values, reduction=tuple(each for recipe in recipes for each in recipe.reductions))
    if target is not None:
        check_result(names[0], target, kept_size(size, axes, keepdims))
    results = [target] if target is not None else list(
        new_results(recipes, fed.operands, size, axes, keepdims) if targets is None else targets
    )  # fmt: skip
    kept = results
    for axis in sorted(axes, reverse=True) if keepdims else ():
        kept = [each.squeeze(axis)[1] for each in kept]
    finishes = finishing(program, recipes, results, len(fed.scalars))
    spread = [each.broadcast(size)[1] for each in fed.operands]
    if fed.twice:
        spread += [first_along(each, axes) for each in spread]
    spread += [each.broadcast(size)[1] for each in fed.scalars]
    order = () if source is None else order_of_values(fed.operands, size, axes, kept[0])
    plan = planned(Reduce((*kept, *spread), program, axes, finishes, len(fed.scalars), fed.reads_first, order))
    return plan if kept[0] is results[0] else with_result(plan, results[0])


def new_results(
    recipes: Sequence[Recipe], operands: Sequence[description], size: tuple[int, ...], axes: tuple[int, ...],
    keepdims: bool,
) -> list[description]:  # fmt: skip
    """Descriptions of new results: their memory has the order of an operand of the full size."""
    where, lengths = device_of(operands), kept_size(size, axes, keepdims)
    leading = []
    whole = next((each for each in operands if each.size == size), None)
    if whole is not None and len(lengths) > 1:
        leading.append(make_description(whole.dtype, lengths, kept_size(whole.strides, axes, keepdims), where))
    return [result_layout(recipe.gives, lengths, leading, where) for recipe in recipes]


def order_of_values(
    operands: Sequence[description], size: tuple[int, ...], axes: tuple[int, ...], result: description
) -> tuple[int, ...]:
    """The dimensions in the memory order that an elementwise result of the operands would have, fastest first.

    If no operand has the full size, kept dimensions take the order of the result.
    """
    leading = [each for each in operands if each.size == size and each.nelem > 1]
    strides = result_layout(INT8, size, leading, device_of(operands)).strides
    order = sorted(range(len(size)), key=lambda d: strides[d])
    if not leading:
        kept = [d for d in range(len(size)) if d not in axes]
        apart = dict(zip(kept, result.strides, strict=True))
        following = iter(sorted(kept, key=lambda d: abs(apart[d])))
        order = [d if d in axes else next(following) for d in order]
    return tuple(order)


def first_along(each: description, axes: tuple[int, ...]) -> description:
    """The first element along axes, repeated."""
    size = each.size
    for axis in axes:
        each = each.slice_axis(axis, 0, 1)[1]
    return each.broadcast(size)[1]


def check_dtypes(operands: Sequence[description], expected: Sequence[dtype]) -> None:
    """Check dtypes again: they were read before the operands were held, and another thread may have changed them."""
    if [each.dtype for each in operands] != list(expected):
        raise OceanError("A tensor was changed while it was used")


def finishing(
    program: Program, recipes: list[Recipe], results: list[description], parameters: int
) -> tuple[Program, ...]:
    """The programs that make the results of recipes from finished folds."""
    numbers, folds, finishes = program.accumulators(), iter(program.folds()), []
    for recipe, result in zip(recipes, results, strict=True):
        w = Writer((*numbers, DOUBLE, *(DOUBLE,) * parameters))
        mine = tuple(w.inputs[k] for _ in recipe.reductions for k in next(folds).numbers)
        folded = Folded(mine, w.inputs[len(numbers)], w.inputs[len(numbers) + 1 :])
        finishes.append(w.program(recipe.finish(folded).cast(recipe.gives).cast(result.dtype)))
    return tuple(finishes)


def check_result(name: str, result: description, size: tuple[int, ...]) -> None:
    if result.size != size:
        raise OceanValueError(f"{name}(): the result B must have size {size_text(size)}, got {size_text(result.size)}")
    check_destination(result, [make_description(result.dtype, size, "F", result.device)])


def operation_for(name: str, parameters: int) -> Operation:
    return make_operation(
        name,
        1 + parameters,
        lambda inputs, result, extra: plan_reduction((name,), inputs, result, extra),
        elementwise=False,
        axes="reduction",
        fits=AXES,
    )


OPERATIONS = {name: operation_for(name, 0) for name, row in ROWS.items() if row.parameter != "p"}
WITH_PARAMETER = {name: operation_for(name, 1) for name, row in ROWS.items() if row.parameter}
"""Rows with a parameter, a double: the power of a norm, or ddof."""


def reduce_together(names: Sequence[str], source: tensor, axes: tuple[int, ...] | None = None) -> list[Any]:
    """Several rows of a tensor in one pass: tensors along axes, else scalars."""
    extra = 0 if axes is None else extra_over(axes)
    plan = plan_reduction(tuple(names), (source._layout,), None, extra)
    results = [make_empty(each) for each in plan.operands[: len(names)]]
    run_plan(plan, [*results, source])
    return results if axes is not None else [item(each) for each in results]


@lru_cache(maxsize=1024)
def program_operation(
    program: Program, size_of: Callable[[Sequence[description]], tuple[int, ...]] = broadcast_size
) -> Operation:
    """The operation of a program that ends in a full reduction."""
    return make_operation(
        "program",
        len(program.inputs),
        lambda inputs, result, _: plan_program(program, inputs, size_of(inputs)),
        elementwise=False,
        axes="folding",
        fits=EVERYTHING,
    )


def plan_program(program: Program, inputs: tuple[description, ...], size: tuple[int, ...]) -> Plan:
    check_inputs(program, inputs)
    kind = BY_NAME[program.dtypes()[program.outputs[0]]]
    result = make_description(kind, (), "F", device_of(inputs))
    operands = (result, *(each.broadcast(size)[1] for each in inputs))
    return planned(Reduce(operands, program, tuple(range(len(size)))))


def reduce_program(program: Program, operands: Sequence[tensor | scalar]) -> scalar:
    """Run a program of several operands that ends in a full reduction; the result is a scalar."""
    result: scalar = call_scalar(program_operation(program), *operands)
    return result
