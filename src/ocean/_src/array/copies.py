"""Copies of arrays, and values copied into them."""

from __future__ import annotations

from ocean._src.base.hints import Any
from ocean._src.core.call.callables import asking, pair
from ocean._src.core.functions import array_create
from ocean._src.core.objects.array import array
from ocean._src.core.objects.dtypes import python_dtype
from ocean._src.ops.numpy_rows import rank

from . import create, methods
from .ufuncs import call
from .unwrap import NUMBERS, as_array, check_condition, check_number, check_order, inner, need_array, values_for, wrap

__all__ = ["copy", "copyto"]


@asking
def copy(a: Any, order: Any = "K") -> array:
    """A copy."""
    return wrap(create.copied(inner(a), check_order(order, "K")))


@pair(array_create.copyto)
def copyto(dst: array, src: Any, casting: str = "same_kind", where: Any = True) -> None:
    """Copy values into an array."""
    target = need_array("copyto", dst)
    check_condition(where)
    kind = python_dtype(src) if type(src) in NUMBERS else None
    if kind is not None and not kind.isfloat:
        check_number(src, target._dtype)
    if kind is not None and rank(kind) <= rank(target._dtype):
        methods.check_casting(target._dtype, target._dtype, casting)  # a Python number takes the dtype
        source = values_for(target, src)
    else:
        source = as_array(src, target)
        methods.check_casting(source._dtype, target._dtype, casting)
    if where is True:
        target[...] = source
    else:
        target[...] = call("where", (as_array(where, target), source.astype(target._dtype, copy=False), target))
