"""The methods of elementwise functions: `np.add.reduce`, `np.maximum.accumulate`, `np.multiply.outer`, `np.add.at`.

Methods that are a reduction, or a running one, of `ocean.numpy` call it; NumPy computes the others on the host.
"""

from __future__ import annotations

import functools

from ocean._src.axes.rules import GENERATORS
from ocean._src.base.classes import attach
from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.core.call.callables import function, pair, ruled, ufunc
from ocean._src.core.functions import array_folds
from ocean._src.core.objects.array import array
from ocean._src.core.objects.description import overlap_kind
from ocean._src.core.objects.dtypes import BOOL, UINT64
from ocean._src.tensor.cumulative import CUMULATIVE
from ocean._src.tensor.reduce import FUNCTIONS
from ocean._src.tensor.take import add_along, add_at_places, values_for

from . import cumulative, reduce
from .broadcast import broadcast_to
from .create import arange
from .dtypes import result_type
from .numpy_fallback import computed, host, written
from .ufuncs import out_of, types_of
from .unwrap import NO_VALUE, arrays_together, as_array, axis_of, inner, is_no_value, read_dtype, wrap

REDUCTIONS = {reduce.theirs(name).ufunc: name for name in reduce.ROWS}
EXTREMES = {"maximum": "cummax", "minimum": "cummin"}
"""Functions that ignore NaN, with the reductions that give the same without NaN."""
anyNaN = FUNCTIONS["anyNaN"]
SCANS = {"add": cumulative.cumsum, "multiply": cumulative.cumprod}


def native(name: str, method: str) -> Any:
    """The function of `ocean.numpy` for a method of an elementwise function, except for the default axis; or None."""
    if method == "reduce" and name in REDUCTIONS:
        return reduce.REDUCERS[REDUCTIONS[name]]
    return SCANS.get(name) if method == "accumulate" else None


@functools.cache
def parameters_of(function: Any) -> set[str]:
    return set(function.__signature__.parameters)


def by_numpy(function: ufunc, method: str, *given: Any, dtype: Any = None, out: Any = None, **named: Any) -> Any:
    """Call the method of NumPy's function."""
    target = None if out is None else out_of(function.__name__, out)
    return computed(f"{function.op.name}.{method}", *given, dtype=read_dtype(dtype), out=target, **named)


def need_two(function: ufunc, method: str) -> None:
    if function.nin != 2:
        raise OceanValueError(f"{function.__name__}.{method}() is only there for functions of two operands")


@ruled("reduced(axis)", "reduce")
def _reduce(
    self: ufunc, array: Any, axis: Any = 0, dtype: Any = None, out: Any = None, keepdims: bool = False,
    initial: Any = NO_VALUE, where: Any = True,
) -> Any:  # fmt: skip
    """Fold the elements along an axis, or several, by the function: `np.add.reduce` is the sum."""
    need_two(self, "reduce")
    if isinstance(out, tuple) and len(out) == 1 and out[0] is Ellipsis:
        raise OceanTypeError(f"{self.__name__}.reduce(): an ellipsis is `out=...`, not an entry of a tuple")
    found = native(self.op.name, "reduce")
    named: dict[str, Any] = {"axis": axis, "out": None if out is Ellipsis else out, "keepdims": keepdims}
    if initial is None and where is True and not as_array(array).size:
        raise OceanValueError(f"zero-size array to reduction operation {self.__name__} which has no identity")
    named |= {} if initial is None or is_no_value(initial) else {"initial": initial}
    named |= {} if where is True else {"where": where}
    named |= {} if dtype is None else {"dtype": dtype}
    if found is not None and named.keys() <= parameters_of(found):
        result: Any = found(array, **named)
    else:
        result = by_numpy(self, "reduce", as_array(array), **named)
    return result


@ruled("along(axis)", "accumulate")
def _accumulate(self: ufunc, array: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
    """The results of `reduce` so far, at each place along an axis."""
    need_two(self, "accumulate")
    if axis is None and as_array(array).ndim != 1:
        raise OceanValueError(f"{self.__name__}.accumulate() goes along one axis, got None")
    found = native(self.op.name, "accumulate")
    if found is not None:
        return found(array, axis=axis, dtype=dtype, out=out)
    if self.op.name in EXTREMES and dtype is None and out is None:
        source = as_array(array)
        kind = source._dtype
        if kind.isnumber and not kind.iscomplex and not (kind.isfloat and anyNaN(inner(source))):
            place = 0 if axis is None else axis_of(axis, source.ndim)
            return wrap(CUMULATIVE[EXTREMES[self.op.name]](inner(source), place))
    return by_numpy(self, "accumulate", as_array(array), axis, dtype=dtype, out=out)


@pair(array_folds.reduceat, name="reduceat", rule="along(axis)")
def _reduceat(self: ufunc, array: Any, indices: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
    """`reduce` of the parts of an axis that begin at indices."""
    need_two(self, "reduceat")
    return by_numpy(self, "reduceat", as_array(array), indices, axis, dtype=dtype, out=out)


@ruled("refuse", "outer")
def _outer(self: ufunc, A: Any, B: Any, /, **options: Any) -> Any:
    """The function of each element of one array with each of another."""
    need_two(self, "outer")
    first, second = arrays_together(A, B)
    return self(first.reshape(first.shape + (1,) * second.ndim), second, **options)


def added_at(target: Any, indices: Any, b: Any, name: str) -> bool:
    """Add values at indices, or subtract them, on the device of the array; False if NumPy should."""
    kind = target._dtype
    values = b if type(b) in (int, float, complex) else as_array(b)
    if (
        (kind is BOOL and name == "subtract")
        or (getattr(values, "_dtype", None) is not kind and result_type(target, values) != target.dtype)
        or overlap_kind(inner(target)._layout)
        or inner(target).readonly
    ):
        return False
    values = as_array(values)
    try:
        if name == "subtract":
            values = -values.astype(kind)
        whole = isinstance(indices, (tuple, slice)) or indices is None or indices is ...
        places = indices if whole else as_array(indices)
        if isinstance(places, array) and places._dtype.isinteger and places._dtype is not UINT64 and target.ndim:
            rest = target.shape[1:]
            spread = broadcast_to(values, places.shape + rest)
            if places.ndim != 1:
                places, spread = places.ravel(), spread.reshape((places.size, *rest))
            taken = values_for(inner(target), inner(spread).size, None, inner(spread))
            add_along(inner(target), target.ndim - 1, inner(places), taken)
        else:
            picked = as_array(arange(target.size, device=target.device).reshape(target.shape)[indices])
            given = inner(broadcast_to(values, picked.shape))
            add_at_places(inner(target), inner(picked), values_for(inner(target), given.size, None, given))
    except (IndexError, ValueError):
        return False  # nothing was added: NumPy refuses it with its message
    return True


@pair(array_folds.at, name="at", rule="along")
def _at(self: ufunc, a: Any, indices: Any, b: Any = None, /) -> None:
    """Apply the function in place at indices, once for each occurrence of an index."""
    if (b is None) != (self.nin == 1):
        raise OceanValueError(f"{self.__name__}.at() takes {self.nin} operands, the first in place")
    target = out_of(f"{self.__name__}.at", a)
    if b is not None and self.op.name in ("add", "subtract") and added_at(target, indices, b, self.op.name):
        return
    values = host(target)
    if target is not None and not target.flags.writeable:
        raise OceanValueError("The array is read-only")
    operands = () if b is None else (host(b),)
    getattr(numpy, self.op.name).at(values, host(indices), *operands)
    written(target, values)


GENERATORS.append(ufunc)
attach(ufunc, reduce=_reduce, accumulate=_accumulate, reduceat=_reduceat, outer=_outer, at=_at)


def _identity(self: ufunc) -> Any:
    """The identity element, or None."""
    return getattr(numpy, self.op.name).identity


def _nargs(self: ufunc) -> int:
    """The number of operands and results."""
    return self.nin + self.nout


def _types(self: ufunc) -> list[str]:
    """The dtypes of operands and results by their characters, such as "dd->d"."""
    return types_of(self.op.name)


def _ntypes(self: ufunc) -> int:
    """How many `types` there are."""
    return len(_types(self))


def _resolve_dtypes(self: ufunc, dtypes: Any, **options: Any) -> Any:
    """The dtypes in which operands of these dtypes are computed, and that of the result."""
    return getattr(numpy, self.op.name).resolve_dtypes(dtypes, **options)


MORE: dict[str, tuple[int, int, str | None]] = {
    "divmod": (2, 2, None), "frexp": (1, 2, None), "ldexp": (2, 1, None), "modf": (1, 2, None),
    "spacing": (1, 1, None),
    "matmul": (2, 1, "(n?,k),(k,m?)->(n?,m?)"), "matvec": (2, 1, "(m,n),(n)->(m)"),
    "vecdot": (2, 1, "(n),(n)->()"), "vecmat": (2, 1, "(n),(n,m)->(m)"),
}  # fmt: skip
"""Functions that are ufuncs in NumPy: how many operands and results they have, and the signature of products."""


def _of_more(field: str, read: Any) -> property:
    """An attribute of these functions, that others do not have."""

    def get(self: Any) -> Any:
        made = vars(self).get("by_numpy")  # of frompyfunc
        if made is not None:
            return getattr(made, field)
        known = MORE.get(self.__name__) if self.__module__ == "ocean.numpy" else None
        if known is None:
            raise AttributeError(f"{self!r} is no ufunc")
        return read(self.__name__, *known)

    return property(get)


attach(
    function,
    nin=_of_more("nin", lambda name, nin, nout, signature: nin),
    nout=_of_more("nout", lambda name, nin, nout, signature: nout),
    nargs=_of_more("nargs", lambda name, nin, nout, signature: nin + nout),
    signature=_of_more("signature", lambda name, nin, nout, signature: signature),
    identity=_of_more("identity", lambda name, nin, nout, signature: getattr(numpy, name).identity),
    types=_of_more("types", lambda name, *_: types_of(name)),
    ntypes=_of_more("ntypes", lambda name, *_: len(types_of(name))),
)
attach(
    ufunc,
    identity=property(_identity),
    nargs=property(_nargs),
    types=property(_types),
    ntypes=property(_ntypes),
    resolve_dtypes=_resolve_dtypes,
    signature=None,
)
