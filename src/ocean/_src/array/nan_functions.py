"""Functions that ignore or replace NaN."""

from __future__ import annotations

import math

from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import ruled
from ocean._src.core.functions.array_functions import make_reduction
from ocean._src.core.objects.array import array, inner_field, view_field
from ocean._src.core.objects.dtypes import computing_of
from ocean._src.core.objects.rtensor import apply, rtensor
from ocean._src.core.objects.tensor import call_operation, tensor
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.ops.reductions import OPERATIONS as REDUCTIONS
from ocean._src.tensor.multi_result import replacements

from . import reduce
from .cumulative import cumulated
from .out import given_to
from .reduce import REDUCERS
from .ufuncs import UFUNCS, call, out_of
from .unwrap import NUMBERS, as_array, inner, read_dtype, wrap

__all__ = [
    "nan_to_num", "nanargmax", "nanargmin", "nancumprod", "nancumsum", "nanmax", "nanmean", "nanmin", "nanprod",
    "nanstd", "nansum", "nanvar",
]  # fmt: skip

isnan = UFUNCS["isnan"]


def replaced(a: Any, value: Any) -> array:
    """A lazy array with NaN replaced by a value; integers unchanged."""
    source = as_array(a)
    if not source._dtype.isfloat:
        return source
    lazy = source.lazy()
    return call("where", (isnan(lazy), value, lazy))


def replaced_soon(a: Any, value: Any) -> array:
    """`replaced` for a function that does not fuse: small arrays are computed at once, which is faster."""
    source = as_array(a)
    if not source._dtype.isfloat or source.size > 4096:
        return replaced(source, value)
    return call("where", (isnan(source), value, source))


def present(a: Any, axis: Any, keepdims: bool) -> array:
    """The number of elements that are not NaN."""
    lazy = as_array(a).lazy()
    return reduce.FUNCTIONS["sum"](~isnan(lazy), axis, None, None, keepdims).eval()


def if_all_present(
    name: str, a: Any, axis: Any, keepdims: bool, where: Any, *others: Any, **options: Any
) -> array | None:
    """The reduction of all elements, if its result has no NaN: then no element is NaN. None otherwise, for arrays that
    are not in the memory of the host, and with other arguments than axis, keepdims and ddof."""
    if type(a) is not array or any(each is not None for each in others) or where is not True or not a.size:
        return None
    if not isinstance(view_field(a), tensor) or not a.device.host:
        return None
    found: array = REDUCERS[name](a, axis=axis, keepdims=keepdims, **options)
    if options and options["ddof"] * found.size >= a.size:
        return None
    total = found.sum() if found.ndim else found
    return found if bool(total == total) else None


def _nansum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None,
            where: Any = True) -> array:  # fmt: skip
    """The sum of what is not NaN."""
    return without_nan("sum", a, 0, axis, dtype, out, keepdims, initial, where)


def _nanprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None,
             where: Any = True) -> array:  # fmt: skip
    """The product of what is not NaN."""
    return without_nan("prod", a, 1, axis, dtype, out, keepdims, initial, where)


def without_nan(
    name: str, a: Any, instead: int, axis: Any, dtype: Any, out: Any, keepdims: bool, initial: Any, where: Any
) -> array:
    source = replaced(a, instead)
    kind = reduce.computing(name, read_dtype(dtype), source._dtype, out_of(f"nan{name}", out))
    found = reduce.FUNCTIONS[name](source, axis, kind, None, keepdims, initial, where)
    return given_to(out, found.eval(), f"nan{name}")


nansum: Any = make_reduction(REDUCTIONS["numpy nansum"], _nansum, "nansum", "reduced(axis)")
nanprod: Any = make_reduction(REDUCTIONS["numpy nanprod"], _nanprod, "nanprod", "reduced(axis)")


@ruled("reduced(axis)")
def nanmean(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True
) -> array:
    """The mean of what is not NaN."""
    found = if_all_present("mean", a, axis, keepdims, where, dtype, out)
    if found is not None:
        return found
    source = as_array(a)
    if not source._dtype.isfloat:
        return reduce.FUNCTIONS["mean"](source, axis, dtype, out, keepdims, where=where)
    if where is not True:
        source = reduce.only_where(where, source, math.nan)
    kind = reduce.floating_dtype(read_dtype(dtype), "mean")
    kind = reduce.computing("mean", kind, source._dtype, out_of("nanmean", out)) or source._dtype
    wide = computing_of(kind)
    total = reduce.FUNCTIONS["sum"](replaced(source, 0), axis, wide, None, keepdims).eval()
    count = present(source, axis, keepdims).astype(wide.basetype)
    return given_to(out, (total / count).astype(kind, copy=False), "nanmean")


@ruled("reduced(axis)")
def nanvar(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False, *,
    where: Any = True, mean: Any = None, correction: float | None = None,
) -> array:  # fmt: skip
    """The variance of what is not NaN."""
    ddof, correction = reduce.degrees(ddof, correction), None
    if type(ddof) in (int, float):
        found = if_all_present("var", a, axis, keepdims, where, dtype, out, mean, ddof=ddof)
        if found is not None:
            return found
    source = as_array(a)
    if not source._dtype.isfloat:
        function = reduce.FUNCTIONS["var"]
        return function(source, axis, dtype, out, ddof, keepdims, where=where, mean=mean, correction=correction)
    if where is not True:
        source = reduce.only_where(where, source, math.nan)
    kind = reduce.floating_dtype(read_dtype(dtype), "var")
    given = reduce.computing("var", kind, source._dtype, out_of("nanvar", out)) or source._dtype
    wide = computing_of(given)
    source = source.astype(wide, copy=False)
    middle_ = nanmean(source, axis, None, None, True) if mean is None else as_array(mean)
    lazy = source.lazy() - middle_.lazy()
    squares = call("square", (call("absolute", (lazy,)),))
    zero = call("where", (isnan(source.lazy()), 0, squares))
    total = reduce.FUNCTIONS["sum"](zero, axis, None, None, keepdims).eval()
    count = present(source, axis, keepdims)
    degrees = (count - ddof).astype(total._dtype)
    degrees = call("where", (degrees <= 0, math.nan, degrees))
    return given_to(out, (total / degrees).astype(given.basetype, copy=False), "nanvar")


@ruled("reduced(axis)")
def nanstd(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False, *,
    where: Any = True, mean: Any = None, correction: float | None = None,
) -> array:  # fmt: skip
    """The standard deviation of what is not NaN."""
    ddof, correction = reduce.degrees(ddof, correction), None
    if type(ddof) in (int, float):
        quick = if_all_present("std", a, axis, keepdims, where, dtype, out, mean, ddof=ddof)
        if quick is not None:
            return quick
    source = as_array(a)
    if not source._dtype.isfloat:
        function = reduce.FUNCTIONS["std"]
        return function(source, axis, dtype, out, ddof, keepdims, where=where, mean=mean, correction=correction)
    found = nanvar(a, axis, dtype, None, ddof, keepdims, where=where, mean=mean, correction=correction)
    return given_to(out, call("sqrt", (found,)), "nanstd")


def extreme(name: str, a: Any, axis: Any, out: Any, keepdims: bool, initial: Any, where: Any) -> array:
    quick = if_all_present(name, a, axis, keepdims, where, out, initial)
    if quick is not None:
        return quick
    source = as_array(a)
    function = reduce.FUNCTIONS[name]
    if not source._dtype.isfloat:
        return function(source, axis, out, keepdims, initial, where)
    limit: Any = math.inf if name == "min" else -math.inf
    limit = complex(limit, limit) if source._dtype.iscomplex else limit
    found = function(replaced(source, limit), axis, None, keepdims, initial, where).eval()
    if initial is None:
        found = call("where", (present(source, axis, keepdims) == 0, math.nan, found))
    return given_to(out, found, f"nan{name}")


@ruled("reduced(axis)")
def nanmin(
    a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True
) -> array:
    """The smallest element that is not NaN; NaN if there is none."""
    return extreme("min", a, axis, out, keepdims, initial, where)


@ruled("reduced(axis)")
def nanmax(
    a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True
) -> array:
    """The largest element that is not NaN; NaN if there is none."""
    return extreme("max", a, axis, out, keepdims, initial, where)


def place_of(name: str, a: Any, axis: Any, out: Any, keepdims: bool) -> array:
    if if_all_present(name[3:], a, axis, keepdims, True, out) is not None:
        found: array = REDUCERS[name](a, axis=axis, keepdims=keepdims)
        return found
    source = as_array(a)
    function = reduce.FUNCTIONS[name]
    if not source._dtype.isfloat:
        return function(source, axis, out, keepdims=keepdims)
    if bool((present(source, axis, False) == 0).any()):
        raise OceanValueError("All-NaN slice encountered")
    limit: Any = math.inf if name == "argmin" else -math.inf
    limit = complex(limit, limit) if source._dtype.iscomplex else limit
    return function(replaced(source, limit).eval(), axis, out, keepdims=keepdims)


@ruled("reduced(axis)")
def nanargmin(a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> array:
    """The index of the first smallest element that is not NaN."""
    return place_of("argmin", a, axis, out, keepdims)


@ruled("reduced(axis)")
def nanargmax(a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> array:
    """The index of the first largest element that is not NaN."""
    return place_of("argmax", a, axis, out, keepdims)


@ruled("along(axis)")
def nancumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> array:
    """Running sums, with NaN as zero."""
    return cumulated("cumsum", replaced_soon(a, 0), axis, dtype, out)


@ruled("along(axis)")
def nancumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> array:
    """Running products, with NaN as one."""
    return cumulated("cumprod", replaced_soon(a, 1), axis, dtype, out)


@ruled("along")
def nan_to_num(x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> array:
    """Numbers in the place of NaN and of infinities (the largest and the smallest)."""
    source = as_array(x)
    if not source._dtype.isfloat:
        return source.copy("K") if copy else source
    found = inner_field(source)
    numbers = (each if each is None or type(each) in NUMBERS else inner(each).broadcastTo(found.size)
               for each in (nan, posinf, neginf))  # fmt: skip
    run = apply if isinstance(found, rtensor) else call_operation
    replaced = run(OPERATIONS["replaceNonfinite"], (found, *replacements(source._dtype.basetype, *numbers)))
    result = wrap(replaced)
    if copy:
        return result
    source[...] = result
    return source
