"""The reductions of `ocean.numpy`: NumPy's dtypes, NaN propagates, and full reductions give 0-d arrays."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

from ocean._src.base.classes import attach
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.operands import scalar_tensor
from ocean._src.core.functions.array_functions import make_reduction
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import DOUBLE, INT64, common, computing_of, dtype, new_scalar
from ocean._src.core.objects.rtensor import lazy_tensor, rtensor
from ocean._src.core.objects.tensor import KEEPDIMS, call_operation, extra_over, tensor
from ocean._src.lazy.rtensor import cast
from ocean._src.ops.dispatch import OPERATIONS as ELEMENTWISE
from ocean._src.ops.expressions import reduce_lazy
from ocean._src.ops.numpy_rows import can_cast_kinds, check_cast
from ocean._src.ops.reductions import OPERATIONS as REDUCTIONS
from ocean._src.ops.reductions import ROWS as REDUCTION_ROWS
from ocean._src.ops.reductions import WITH_PARAMETER, Theirs, dtype_of

from .ufuncs import out_of
from .unwrap import as_array, axes_of, check_condition, inner, new_inner, operand, read_dtype, wrap

ROWS = {row.numpy: row for row in REDUCTION_ROWS.values() if row.theirs is not None and row.theirs.form}
"""The reductions by NumPy's names."""
OPERATIONS = {name: REDUCTIONS[row.arrays] for name, row in ROWS.items()}


def theirs(name: str) -> Theirs:
    """The column of NumPy in the row of a reduction."""
    found = ROWS[name].theirs
    assert found is not None
    return found


def is_moment(name: str) -> bool:
    """Whether a reduction gives floating numbers for integers, too."""
    return theirs(name).form in ("mean", "variation")


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
    if not source.ndims and hasattr(axis, "__index__") and axis in (0, -1) and not is_moment(name):
        axis = None  # NumPy accepts that for these reductions only
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
    call_operation(ELEMENTWISE["copy"], (result,), given)
    return target


def check_shape(name: str, target: array, shape: tuple[int, ...]) -> None:
    if target.shape != shape:
        raise OceanValueError(f"output parameter for reduction operation {name} has the wrong shape {target.shape}")


def finished(name: str, function: str, out: Any, found: array, *others: Any) -> array:
    """The last step of a reduction: a function of its result, and of numbers. A given result must have the same shape;
    it is not broadcast."""
    from .ufuncs import call

    target = out_of(name, out)
    if target is not None:
        check_shape(name, target, found.shape)
    return call(function, (found, *others), target)


def computing(name: str, given: dtype | None, source: dtype, target: array | None) -> dtype | None:
    """The dtype to which elements are cast: the given one, or the common one with a given result."""
    if given is not None or target is None:
        return given
    form = theirs(name).form
    of_floats = form == "mean" or (form == "variation" and not source.iscomplex)
    if form == "accumulation" or (of_floats and source.isfloat and target._dtype.isfloat):
        return common(source, target._dtype)
    return None


def folded_over(name: str, source: Any, axes: tuple[int, ...], keepdims: bool, ddof: float) -> Any:
    whole = len(axes) == source.ndims and not keepdims
    extra = 0 if whole else extra_over(axes) | (KEEPDIMS if keepdims else 0)
    parameters = (new_scalar(DOUBLE, float(ddof)),) if ddof else ()
    if isinstance(source, rtensor):
        result = reduce_lazy(ROWS[name].arrays, source, parameters, extra, None)
        if isinstance(result, (tensor, rtensor)):
            return result
        return converted(scalar_tensor(result), None, source.device)
    operation = WITH_PARAMETER[ROWS[name].arrays] if ddof else OPERATIONS[name]
    return call_operation(operation, (source, *parameters), None, extra)


def of_single(name: str, source: Any, ddof: float) -> Any:
    """A reduction over no axes: each element by itself."""
    if isinstance(source, rtensor) and source.trace is not None:
        return folded_over(name, source.unsqueeze(0), (0,), False, ddof)
    source = source.eval() if isinstance(source, rtensor) else source
    flat = source.reshape(1, source.nelem)
    return folded_over(name, flat, (0,), False, ddof).reshape(source.size)


def of_nothing(name: str, source: Any, axes: tuple[int, ...], keepdims: bool) -> tensor:
    """A reduction of no elements."""
    size = [1 if k in axes else n for k, n in enumerate(source.size) if keepdims or k not in axes]
    if theirs(name).form == "place":
        raise OceanValueError(f"attempt to get {name} of an empty sequence")
    if theirs(name).identity is None:
        raise OceanValueError(f"zero-size array to reduction operation {name} which has no identity")
    kind = dtype_of(ROWS[name].arrays, source.dtype, 0)
    result = new_inner(kind, size[::-1], source.device)
    result.fill(theirs(name).identity)
    return result


def floating_dtype(kind: dtype | None, name: str) -> dtype | None:
    if kind is not None and not kind.isfloat:
        raise OceanTypeError(f"{name}() gives floating numbers, and dtype is {kind.name}")
    return kind


def only_where(where: Any, a: Any, otherwise: Any) -> array:
    """The elements where a condition holds, a number elsewhere: the array keeps its shape."""
    from .ufuncs import call

    check_condition(where)
    source, condition = as_array(a), as_array(where)
    given, wanted = condition.shape, source.shape
    fits = len(given) <= len(wanted) and all(
        one in (1, length) for one, length in zip(given[::-1], wanted[::-1], strict=False)
    )
    if not fits and source.axes is None and condition.axes is None:
        raise OceanValueError(f"where must be broadcast to the shape of the array, {wanted}; got {given}")
    return call("where", (where, source, otherwise))


def accumulating(name: str, a: Any, axis: Any, dtype: Any, out: Any, keepdims: bool, initial: Any, where: Any) -> array:
    """sum and prod, in a dtype, from an initial value, of the elements where a condition holds."""
    from .ufuncs import call

    source = as_array(a)
    kind = computing(name, read_dtype(dtype), source._dtype, out_of(name, out))
    if where is not True:
        source = only_where(where, source, theirs(name).identity)
    if initial is None:
        return reduce(name, source, axis, keepdims, out, kind)
    found = reduce(name, source, axis, keepdims, None, kind)
    start = start_of(initial, found)
    if name == "sum" and found._dtype.kind == "f" and bool(call("signbit", (start,)) & (start == 0)):
        # a sum begins with 0: only where all elements are -0.0, too, it is -0.0
        elements = source.astype(found._dtype, copy=False)
        nothing = FUNCTIONS["all"](call("signbit", (elements,)) & (elements == 0), axis, None, keepdims)
        found = call("where", (nothing, start, found))
    if name == "sum" and found._dtype.iscomplex and bool(start == 0):
        elements = source.astype(found._dtype, copy=False)
        found.real[...] = accumulating(name, elements.real, axis, None, None, keepdims, start.real, True)
        found.imag[...] = accumulating(name, elements.imag, axis, None, None, keepdims, start.imag, True)
    return finished(name, theirs(name).ufunc, out, found, start)


def start_of(initial: Any, like: array) -> array:
    """An initial value, cast to the dtype of the result like an assigned element."""
    start = wrap(new_inner(like._dtype, (), like.device))
    start[()] = initial
    return start


def varying(
    name: str, a: Any, axis: Any, dtype: Any, out: Any, ddof: float, keepdims: bool, where: Any, centre: Any,
    correction: float | None,
) -> array:  # fmt: skip
    """Variances and deviations. If the corrected count is not positive, the array API standard gives NaN; with ddof
    NumPy divides by zero."""
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
    """The correction of the count: one of the two arguments."""
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
    wide = kind or computing_of(source._dtype)
    everywhere = call("logical_or", (source, True))
    count = FUNCTIONS["sum"](call("logical_and", (where, everywhere)), axis, None, None, keepdims)
    total = FUNCTIONS["sum"](source, axis, wide if wide.isfloat else DOUBLE, None, keepdims, None, where)
    found = call("divide", (total, call("maximum", (call("subtract", (count, ddof)), 0))))
    narrow = kind or (source._dtype if source._dtype.isfloat else DOUBLE)
    return finished("mean", "positive", out, found.astype(narrow, copy=False))


def spread_where(
    name: str, a: Any, axis: Any, dtype: Any, out: Any, ddof: float, keepdims: bool, where: Any, centre: Any
) -> array:
    """var and std of the elements where a condition holds, or around a given mean."""
    from .ufuncs import call

    kind = floating_dtype(read_dtype(dtype), name)
    if centre is None:
        centre = mean_where(a, axis, kind, None, True, where)
    squares = call("square", (call("absolute", (call("subtract", (a, centre)),)),))
    found = mean_where(squares, axis, kind, None if name == "std" else out, keepdims, where, ddof)
    return found if name == "var" else finished(name, "sqrt", out, found)


def limited(name: str, a: Any, axis: Any, out: Any, keepdims: bool, initial: Any, where: Any) -> array:
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
        result = wrap(new_inner(source._dtype, size[::-1], source.device))
        result[...] = start
    else:
        result = reduce(name, source, axis, keepdims)
    return finished(name, theirs(name).ufunc, out, result, start)


def placed(name: str, a: Any, axis: Any, out: Any, keepdims: bool) -> array:
    if axis is not None and not isinstance(axis, int):
        axis = operator.index(axis)
    target = out_of(name, out)
    if target is not None and not can_cast_kinds(target._dtype, INT64, "safe"):
        raise OceanTypeError(f"{name}(): out must be of integers that int64 holds, got {target._dtype.name}")
    return reduce(name, a, axis, keepdims, out)


# --- NumPy's signatures ------------------------------------------------------------------------------------------


def accumulation(name: str) -> Callable[..., array]:
    def function(
        a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None,
        where: Any = True,
    ) -> array:  # fmt: skip
        return accumulating(name, a, axis, dtype, out, keepdims, initial, where)

    return function


def average(name: str) -> Callable[..., array]:
    def function(
        a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True
    ) -> array:
        kind = floating_dtype(read_dtype(dtype), name)
        if where is not True:
            return mean_where(a, axis, kind, out, keepdims, where)
        return reduce(name, a, axis, keepdims, out, kind)

    return function


def variation(name: str) -> Callable[..., array]:
    def function(
        a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False, *,
        where: Any = True, mean: Any = None, correction: float | None = None,
    ) -> array:  # fmt: skip
        return varying(name, a, axis, dtype, out, ddof, keepdims, where, mean, correction)

    return function


def extreme(name: str) -> Callable[..., array]:
    def function(
        a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True
    ) -> array:
        return limited(name, a, axis, out, keepdims, initial, where)

    return function


def plain(name: str) -> Callable[..., array]:
    def function(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> array:
        return reduce(name, a, axis, keepdims, out)

    return function


def question(name: str) -> Callable[..., array]:
    def function(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True) -> array:
        source = a if where is True else only_where(where, a, theirs(name).identity)
        return reduce(name, source, axis, keepdims, out)

    return function


def count(name: str) -> Callable[..., array]:
    def function(a: Any, axis: Any = None, *, keepdims: bool = False) -> array:
        return reduce(name, a, axis, keepdims)

    return function


def place(name: str) -> Callable[..., array]:
    def function(a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> array:
        return placed(name, a, axis, out, keepdims)

    return function


FORMS: dict[str, Callable[[str], Callable[..., array]]] = {
    "accumulation": accumulation, "mean": average, "variation": variation, "extreme": extreme, "plain": plain,
    "question": question, "count": count, "place": place,
}  # fmt: skip
"""The makers of functions with NumPy's signatures, by the `form` of a row."""


def function_for(name: str) -> Callable[..., array]:
    """The fallback of a reduction: it takes all arguments."""
    made = FORMS[theirs(name).form](name)
    made.__name__ = made.__qualname__ = name
    made.__doc__ = theirs(name).doc or ROWS[name].doc
    return made


FUNCTIONS = {name: function_for(name) for name in ROWS}
"""The fallbacks, for functions that have handled axes already."""
REDUCERS: dict[str, Any] = {}
"""The public functions by their names."""


def make_all() -> None:
    for name, function in FUNCTIONS.items():
        what = theirs(name)
        made = make_reduction(OPERATIONS[name], function, name, "reduced(axis)", several=what.form != "place")
        REDUCERS.update(dict.fromkeys((name, *what.aliases), made))
        for title in (name,) if what.methods is None else what.methods:
            attach(array, **{title: made})


make_all()
