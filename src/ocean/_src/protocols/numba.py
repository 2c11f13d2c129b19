"""Numba: compiled functions take arrays, whose memory they read and write as NumPy's, and give NumPy's arrays."""

from __future__ import annotations

import numpy
from numba.core import types
from numba.core.boxing import box_array, unbox_array
from numba.core.datamodel import models, register_default
from numba.core.typing.typeof import typeof_impl
from numba.extending import NativeValue, box, unbox

from ocean._src.base.hints import Any
from ocean._src.core.objects.array import array


class ArrayType(types.Array):  # type: ignore[misc]
    """The type of an array: that of NumPy's arrays, but for the way in."""


register_default(ArrayType)(models.ArrayModel)
box(ArrayType)(box_array)


@typeof_impl.register(array)  # type: ignore[untyped-decorator]
def type_of(value: array, context: Any) -> Any:
    """The type of an array."""
    found = typeof_impl(numpy.asarray(value), context)
    return ArrayType(found.dtype, found.ndim, found.layout, readonly=not found.mutable, aligned=found.aligned)


@unbox(ArrayType)  # type: ignore[untyped-decorator]
def unboxed(kind: ArrayType, value: Any, context: Any) -> NativeValue:
    """The memory of an array, which NumPy's array holds."""
    api = context.pyapi
    convert = api.unserialize(api.serialize_object(numpy.asarray))
    converted = api.call_function_objargs(convert, (value,))
    found = unbox_array(kind, converted, context)
    api.decref(convert)
    api.decref(converted)
    return found
