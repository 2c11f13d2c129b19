"""The reductions of `ocean.numpy`: NumPy's dtypes, NaN wins, and results without axes are arrays."""

from __future__ import annotations

import builtins
import math
import operator
from typing import Any

from ocean._src.axes.rules import reduced
from ocean._src.base.classes import attach
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.core.call.arguments import guard
from ocean._src.core.call.operands import scalar_tensor
from ocean._src.core.functions.array_functions import make_reducer, make_reducer_method
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects import tensor as core
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import FLOAT, HALF, common, dtype, new_scalar
from ocean._src.core.objects.rtensor import lazy_tensor, rtensor
from ocean._src.core.objects.tensor import tensor
from ocean._src.kernels import REDUCTIONS
from ocean._src.kernels import complex as parts
from ocean._src.kernels.builder import Builder, Complex
from ocean._src.kernels.program import of_one_number
from ocean._src.lazy.rtensor import cast
from ocean._src.ops.arithmetic import complex_extreme
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.ops.expressions import reduce_lazy
from ocean._src.ops.numpy_rows import can_cast_kinds, check_cast
from ocean._src.ops.reductions import LIMITS, NO_INDEX, Folded, Recipe, Row, folded, nan_as, operation_for
from ocean._src.ops.reductions import ROWS as REDUCTION_ROWS
from ocean._src.ops.table import BOOL, DOUBLE, INT64, UINT8, UINT64
from ocean._src.ops.writer import Value

from .ufuncs import out_of
from .unwrap import as_array, axes_of, check_condition, inner, new_inner, operand, read_dtype, wrap

# --- Rows --------------------------------------------------------------------------------------------------------


def widened(x: Value) -> Value:
    """Integers and bool in 64 bits."""
    return x if x.dtype.isfloat else x.cast(INT64 if x.dtype.issigned or x.dtype is BOOL else UINT64)


def propagating(primitive: str, before: Any, which: int) -> Any:
    choose = complex_extreme(before, True)
    limit = math.inf if which else -math.inf

    def start(kind: str) -> Any:
        return LIMITS[kind][which] if kind in LIMITS else complex(limit, limit) if kind.startswith("c") else limit

    def fold(b: Builder, total: Any, x: Any) -> Any:
        return choose(b, total, x) if isinstance(total, Complex) else getattr(b, primitive)(total, x)

    return of_one_number(start, fold)


REDUCTIONS["minimum with NaN"] = propagating("minimum", parts.le, 1)
REDUCTIONS["maximum with NaN"] = propagating("maximum", parts.ge, 0)


def place_of(x: Value, reduction: str) -> Recipe:
    """The index of the first extreme; that of the first NaN if there is one."""
    x = x.cast(UINT8) if x.dtype is BOOL else x
    return Recipe((x, x.writer.index()), (reduction,), lambda done: found(done, 1), INT64)


def found(done: Folded, place: int) -> Value:
    index = done.numbers[place]
    return index.writer.row("where", index == NO_INDEX, 0, index)


def spread(x: Value) -> Recipe:
    if x.dtype is BOOL:
        raise OceanTypeError("ptp() subtracts, which bool does not")
    return Recipe(
        (x, x), ("minimum with NaN", "maximum with NaN"), lambda done: done.numbers[1] - done.numbers[0], x.dtype
    )


REDUCTION_ROWS["numpy sum"] = Row(lambda x: folded(widened(x), "sum"), "The sum.")
REDUCTION_ROWS["numpy prod"] = Row(lambda x: folded(widened(x), "product"), "The product.")
REDUCTION_ROWS["numpy min"] = Row(lambda x: folded(x, "minimum with NaN"), "The smallest element; NaN if any is.")
REDUCTION_ROWS["numpy max"] = Row(lambda x: folded(x, "maximum with NaN"), "The largest element; NaN if any is.")
REDUCTION_ROWS["numpy argmin"] = Row(
    lambda x: place_of(x, "first minimum or NaN"), "The index of the first smallest element, or of the first NaN."
)
REDUCTION_ROWS["numpy argmax"] = Row(
    lambda x: place_of(x, "first maximum or NaN"), "The index of the first largest element, or of the first NaN."
)
REDUCTION_ROWS["numpy nansum"] = Row(lambda x: folded(widened(nan_as(0, x)), "sum"), "The sum of what is not NaN.")
REDUCTION_ROWS["numpy nanprod"] = Row(
    lambda x: folded(widened(nan_as(1, x)), "product"), "The product of what is not NaN."
)
REDUCTION_ROWS["numpy ptp"] = Row(spread, "The largest element minus the smallest.")
REDUCTION_ROWS["numpy count"] = Row(
    lambda x: folded(x.cast(BOOL).cast(INT64), "sum"), "The number of elements that are not zero."
)

NAMES = {
    "sum": "numpy sum", "prod": "numpy prod", "min": "numpy min", "max": "numpy max", "argmin": "numpy argmin",
    "argmax": "numpy argmax", "ptp": "numpy ptp", "mean": "mean", "var": "var", "std": "stdev", "all": "all",
    "any": "any", "count_nonzero": "numpy count",
}  # fmt: skip
"""The reductions by NumPy's names."""
REDUCE_OPERATIONS = {name: operation_for(row, 0) for name, row in NAMES.items()}
WITH_DDOF = {name: operation_for(NAMES[name], 1) for name in ("var", "std")}
IDENTITY: dict[str, Any] = {"sum": 0, "prod": 1, "all": True, "any": False, "count_nonzero": 0}
"""What a reduction of no elements gives; the mean of none is NaN."""


# --- Running -----------------------------------------------------------------------------------------------------


def reduce(
    name: str,
    a: Any,
    axis: Any = None,
    keepdims: bool = False,
    out: Any = None,
    kind: dtype | None = None,
    ddof: float = 0,
) -> array:
    """A reduction with any arguments; `kind` is a dtype that elements are cast to first."""
    source = operand(a)
    if not isinstance(source, (tensor, rtensor)):
        source = inner(a)
    target = out_of(name, out)
    if not source.ndims and hasattr(axis, "__index__") and axis in (0, -1) and name not in ("mean", "var", "std"):
        axis = None  # NumPy lets these be called so, and not the others
    axes = axes_of(axis, source.ndims)
    kind = computing(name, kind, source.dtype, target)
    if kind is not None and kind is not source.dtype:
        source = cast(source if isinstance(source, rtensor) else lazy_tensor(source), kind, None)
    count = math.prod(source.size[each] for each in axes)
    given = None if target is None else inner(target)
    if count == 0:
        result: Any = of_nothing(name, source, axes, keepdims)
    elif not axes:
        result = of_single(name, source, ddof)
    else:
        result = folded_over(name, source, axes, keepdims, ddof)
    if kind is not None and kind is not result.dtype:
        result = cast(result, kind, None) if isinstance(result, rtensor) else converted(result, kind, None)
    if given is None or target is None:
        return wrap(result)
    check_cast(name, result.dtype, given.dtype)
    check_shape(name, target, result.size[::-1])
    core.call(OPERATIONS["copy"], (result,), given)
    return target


def check_shape(name: str, target: array, shape: tuple[int, ...]) -> None:
    if target.shape != shape:
        raise OceanValueError(f"output parameter for reduction operation {name} has the wrong shape {target.shape}")


def finished(name: str, function: str, out: Any, found: array, *others: Any) -> array:
    """The last step of a reduction: a function of what was found, and of numbers. A given result has its shape, and is
    not one that it would be broadcast to."""
    from .ufuncs import call

    target = out_of(name, out)
    if target is not None:
        check_shape(name, target, found.shape)
    return call(function, (found, *others), target)


def computing(name: str, given: dtype | None, source: dtype, target: array | None) -> dtype | None:
    """The dtype that elements are cast to: the one that is given, or the common one with a given result."""
    if given is not None or target is None:
        return given
    of_floats = name == "mean" or (name in ("var", "std") and not source.iscomplex)
    if name in ("sum", "prod") or (of_floats and source.isfloat and target.dtype.isfloat):
        return common(source, target.dtype)
    return None


def folded_over(name: str, source: Any, axes: tuple[int, ...], keepdims: bool, ddof: float) -> Any:
    whole = len(axes) == source.ndims and not keepdims
    extra = 0 if whole else core.SOME | builtins.sum(1 << each for each in axes) | (core.KEEPDIMS if keepdims else 0)
    parameters = (new_scalar(DOUBLE, float(ddof)),) if ddof else ()
    if isinstance(source, rtensor):
        result = reduce_lazy(NAMES[name], source, parameters, extra, None)
        if isinstance(result, (tensor, rtensor)):
            return result
        return converted(scalar_tensor(result), None, source.device)
    operation = WITH_DDOF[name] if ddof else REDUCE_OPERATIONS[name]
    return core.call(operation, (source, *parameters), None, extra)


def of_single(name: str, source: Any, ddof: float) -> Any:
    """A reduction over no axes: each element by itself."""
    source = source.eval() if isinstance(source, rtensor) else source
    flat = source.reshape(1, source.nelem)
    return folded_over(name, flat, (0,), False, ddof).reshape(source.size)


def of_nothing(name: str, source: Any, axes: tuple[int, ...], keepdims: bool) -> tensor:
    """A reduction of no elements."""
    size = [1 if k in axes else n for k, n in enumerate(source.size) if keepdims or k not in axes]
    if name in ("argmin", "argmax"):
        raise OceanValueError(f"attempt to get {name} of an empty sequence")
    if name not in IDENTITY and name not in ("mean", "var", "std"):
        raise OceanValueError(f"zero-size array to reduction operation {name} which has no identity")
    from ocean._src.ops.reductions import dtype_of

    kind = dtype_of(NAMES[name], source.dtype, 0)
    result = new_inner(kind, size[::-1], source.device)
    result.fill(IDENTITY.get(name, math.nan))
    return result


def floating_dtype(kind: dtype | None, name: str) -> dtype | None:
    if kind is not None and not kind.isfloat and name in ("mean", "var", "std"):
        raise OceanTypeError(f"{name}() gives floating numbers, and dtype is {kind.name}")
    return kind


def only_where(where: Any, a: Any, otherwise: Any) -> array:
    """The elements where a condition holds, a number elsewhere: the array keeps its shape."""
    from .ufuncs import call

    check_condition(where)
    source, condition = as_array(a), as_array(where)
    given, wanted = condition.shape, source.shape
    fits = len(given) <= len(wanted) and builtins.all(
        one in (1, length) for one, length in zip(given[::-1], wanted[::-1], strict=False)
    )
    if not fits and source.axes is None and condition.axes is None:
        raise OceanValueError(f"where must be broadcast to the shape of the array, {wanted}; got {given}")
    return call("where", (where, source, otherwise))


def accumulating(name: str, a: Any, axis: Any, dtype: Any, out: Any, keepdims: bool, initial: Any, where: Any) -> array:
    """sum and prod, in a dtype, from an initial value, of the elements where a condition holds."""
    from .ufuncs import call

    source = as_array(a)
    kind = computing(name, read_dtype(dtype), source.dtype, out_of(name, out))
    if where is not True:
        source = only_where(where, source, IDENTITY[name])
    if initial is None:
        return reduce(name, source, axis, keepdims, out, kind)
    found = reduce(name, source, axis, keepdims, None, kind)
    start = start_of(initial, found)
    if name == "sum" and found.dtype.kind == "f" and bool(call("signbit", (start,)) & (start == 0)):
        # a sum begins with 0: only where all elements are -0.0, too, it is -0.0
        elements = source.astype(found.dtype, copy=False)
        nothing = all(call("signbit", (elements,)) & (elements == 0), axis, None, keepdims)
        found = call("where", (nothing, start, found))
    return finished(name, "add" if name == "sum" else "multiply", out, found, start)


def start_of(initial: Any, like: array) -> array:
    """An initial value in the dtype of the result, which it never changes: it is stored there as an element is."""
    start = wrap(new_inner(like.dtype, (), like.device))
    start[()] = initial
    return start


# --- Public functions --------------------------------------------------------------------------------------------


def sum(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None,
    where: Any = True,
) -> array:  # fmt: skip
    """The sum of all elements, or along axes; integers are summed in 64 bits."""
    return accumulating("sum", a, axis, dtype, out, keepdims, initial, where)


def prod(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None,
    where: Any = True,
) -> array:  # fmt: skip
    """The product of all elements, or along axes; integers are multiplied in 64 bits."""
    return accumulating("prod", a, axis, dtype, out, keepdims, initial, where)


def mean(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True
) -> array:
    """The arithmetic mean, of no elements NaN; that of integers is a double."""
    if where is not True:
        return mean_where(a, axis, floating_dtype(read_dtype(dtype), "mean"), out, keepdims, where)
    return reduce("mean", a, axis, keepdims, out, floating_dtype(read_dtype(dtype), "mean"))


def var(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False, *,
    where: Any = True, mean: Any = None, correction: float | None = None,
) -> array:  # fmt: skip
    """The mean of squared distances from the mean; the sum is divided by the count less ddof (or correction)."""
    return variation("var", a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def std(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False, *,
    where: Any = True, mean: Any = None, correction: float | None = None,
) -> array:  # fmt: skip
    """The square root of the variance."""
    return variation("std", a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def variation(
    name: str, a: Any, axis: Any, dtype: Any, out: Any, ddof: float, keepdims: bool, where: Any, centre: Any,
    correction: float | None,
) -> array:  # fmt: skip
    """Variances and deviations. Where nothing is left of the count after a correction, the array API standard has NaN;
    after ddof NumPy divides by zero."""
    ddof = degrees(ddof, correction)
    if where is not True or centre is not None:
        return spread_where(name, a, axis, dtype, out, ddof, keepdims, where, centre)
    kind = floating_dtype(read_dtype(dtype), name)
    if correction:
        shape = as_array(a).shape[::-1]
        if math.prod(shape[each] for each in axes_of(axis, len(shape))) <= correction:
            return finished(name, "multiply", out, reduce(name, a, axis, keepdims, None, kind), math.nan)
    return reduce(name, a, axis, keepdims, out, kind, ddof)


def degrees(ddof: Any, correction: Any) -> Any:
    """What the count is lessened by: one of the two."""
    if correction is not None and ddof != 0:
        raise OceanValueError(
            f"ddof and correction can't be provided simultaneously, got {shown(ddof)} and {shown(correction)}"
        )
    if ddof is None:
        raise OceanTypeError("ddof must be a number, got None")
    return ddof if correction is None else correction


def mean_where(a: Any, axis: Any, kind: dtype | None, out: Any, keepdims: bool, where: Any, ddof: float = 0) -> array:
    """The mean of the elements where a condition holds; the sum is divided by their count less ddof."""
    from .ufuncs import call

    check_condition(where)
    source = as_array(a)
    wide = kind or common(source.dtype, FLOAT if source.dtype.basetype is HALF else source.dtype)
    everywhere = call("logical_or", (source, True))
    count = sum(call("logical_and", (where, everywhere)), axis, None, None, keepdims)
    total = sum(source, axis, wide if wide.isfloat else DOUBLE, None, keepdims, None, where)
    found = call("divide", (total, call("maximum", (call("subtract", (count, ddof)), 0))))
    narrow = kind or (source.dtype if source.dtype.isfloat else DOUBLE)
    return finished("mean", "positive", out, found.astype(narrow, copy=False))


def spread_where(
    name: str, a: Any, axis: Any, dtype: Any, out: Any, ddof: float, keepdims: bool, where: Any, centre: Any
) -> array:
    """var and std of the elements where a condition holds, or around a mean that is known."""
    from .ufuncs import call

    kind = floating_dtype(read_dtype(dtype), name)
    if centre is None:
        centre = mean_where(a, axis, kind, None, True, where)
    squares = call("square", (call("absolute", (call("subtract", (a, centre)),)),))
    found = mean_where(squares, axis, kind, None if name == "std" else out, keepdims, where, ddof)
    return found if name == "var" else finished(name, "sqrt", out, found)


def extreme(name: str, a: Any, axis: Any, out: Any, keepdims: bool, initial: Any, where: Any) -> array:
    if initial is None:
        if where is not True:
            raise OceanValueError(f"{name}() with where needs an initial value")
        return reduce(name, a, axis, keepdims, out)
    source = as_array(a)
    start = start_of(initial, source)
    if where is not True:
        source = only_where(where, source, start)
    axes = axes_of(axis, source.ndim)
    lengths = source.shape[::-1]
    if math.prod(lengths[each] for each in axes) == 0:
        size = [1 if k in axes else n for k, n in enumerate(lengths) if keepdims or k not in axes]
        result = wrap(new_inner(source.dtype, size[::-1], source.device))
        result[...] = start
    else:
        result = reduce(name, source, axis, keepdims)
    return finished(name, "minimum" if name == "min" else "maximum", out, result, start)


def min(
    a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True
) -> array:
    """The smallest element, of all or along axes; NaN if any is."""
    return extreme("min", a, axis, out, keepdims, initial, where)


def max(
    a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True
) -> array:
    """The largest element, of all or along axes; NaN if any is."""
    return extreme("max", a, axis, out, keepdims, initial, where)


def ptp(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> array:
    """The largest element minus the smallest."""
    return reduce("ptp", a, axis, keepdims, out)


def all(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True) -> array:
    """Whether no element is zero."""
    return reduce("all", a if where is True else only_where(where, a, True), axis, keepdims, out)


def any(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True) -> array:
    """Whether any element is not zero."""
    return reduce("any", a if where is True else only_where(where, a, False), axis, keepdims, out)


def count_nonzero(a: Any, axis: Any = None, *, keepdims: bool = False) -> array:
    """The number of elements that are not zero."""
    return reduce("count_nonzero", a, axis, keepdims)


def place(name: str, a: Any, axis: Any, out: Any, keepdims: bool) -> array:
    if axis is not None and not isinstance(axis, int):
        axis = operator.index(axis)
    target = out_of(name, out)
    if target is not None and not can_cast_kinds(target.dtype, INT64, "safe"):
        raise OceanTypeError(f"{name}(): out must be of integers that int64 holds, got {target.dtype.name}")
    return reduce(name, a, axis, keepdims, out)


def argmin(a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> array:
    """The index of the first smallest element, or of the first NaN: in the flat array, or along an axis."""
    return place("argmin", a, axis, out, keepdims)


def argmax(a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> array:
    """The index of the first largest element, or of the first NaN: in the flat array, or along an axis."""
    return place("argmax", a, axis, out, keepdims)


GENERAL = {each.__name__: guard(each, reduced) for each in (
    sum, prod, mean, var, std, min, max, ptp, all, any, count_nonzero, argmin, argmax)}  # fmt: skip
ONE_AXIS = ("argmin", "argmax")
REDUCERS: dict[str, Any] = {
    name: make_reducer(REDUCE_OPERATIONS[name], general, name, several=name not in ONE_AXIS)
    for name, general in GENERAL.items()
}
REDUCERS["amin"], REDUCERS["amax"], REDUCERS["stdev"] = REDUCERS["min"], REDUCERS["max"], REDUCERS["std"]
for _name, _general in GENERAL.items():
    if _name != "count_nonzero":
        _method = make_reducer_method(REDUCE_OPERATIONS[_name], _general, _name, _name not in ONE_AXIS)
        attach(array, **{_name: _method})
attach(array, stdev=make_reducer_method(REDUCE_OPERATIONS["std"], GENERAL["std"], "stdev"))
