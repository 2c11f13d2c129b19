"""The methods of arrays that are not reductions: copies, casts, views, conversions and protocols."""

from __future__ import annotations

from ocean._src.axes.labels import numbered
from ocean._src.base.classes import attach, method
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.base.hints import Any
from ocean._src.core.call.callables import pair
from ocean._src.core.call.operands import OTHER_OPERATORS, SCALAR_TYPES, TENSOR_TYPES
from ocean._src.core.functions import array_views as compiled
from ocean._src.core.functions.array_functions import make_ufunc_method
from ocean._src.core.functions.array_views import reshaped_size
from ocean._src.core.functions.copies import converted
from ocean._src.core.objects.array import array, inner_field, install, make_instance, view_field
from ocean._src.core.objects.memory import cpu
from ocean._src.core.objects.rtensor import lazy_tensor, rtensor
from ocean._src.core.objects.tensor import inner_description, make_view, read_bytes, tensor
from ocean._src.lazy.rtensor import cast
from ocean._src.ops.axes import holds_axes
from ocean._src.ops.dispatch import OPERATIONS
from ocean._src.ops.numpy_rows import ARRAY_OPERATIONS, OPERATORS, can_cast_kinds, check_cast
from ocean._src.tensor import twodim

from . import axes, create, indexing
from . import printing as text
from . import ufuncs as functions
from .gather_views import Mapped
from .ufuncs import UFUNCS
from .unwrap import (
    as_array,
    as_in_memory,
    axes_of,
    axis_of,
    check_order,
    elements,
    inner,
    is_other_order,
    numpy_dtype,
    only_columns,
    ordered,
    read_device,
    read_dtype,
    wrap,
)

__all__ = ["lazy"]

# --- Copies and casts --------------------------------------------------------------------------------------------


@pair(compiled.copy, array)
def copy(self: array, order: Any = "C") -> array:
    """A copy in row-major order, or another one."""
    return wrap(create.copied(inner(self), check_order(order)))


@pair(compiled.astype, array)
def astype(
    self: array,
    dtype: Any,
    order: Any = "K",
    casting: str = "unsafe",
    subok: bool = True,
    copy: bool = True,
    *,
    device: Any = None,
) -> array:
    """A copy with another dtype; without `copy`, the array itself where the dtype is the same."""
    kind, where = read_dtype(dtype), read_device(device)
    if kind is None:
        raise OceanTypeError("astype() needs a dtype")
    if is_other_order(dtype):
        same = not copy and self.dtype == numpy_dtype(dtype) and where in (None, self.device)
        return self if same else create.in_order(astype(self, kind, order, casting, device=device), dtype)
    check_casting(self._dtype, kind, casting)
    indexing.discards(self._dtype, kind)
    found, order = inner_field(self), check_order(order, "K")
    if isinstance(found, rtensor):
        return wrap(cast(found, kind, where))
    if kind is found.dtype and where in (None, found.device):
        if copy or found.byteswapped:
            return wrap(create.copied(found, order))
        return self if (same := ordered(found, order)) is found else wrap(same)
    return wrap(ordered(converted(found, kind, where), order))


def check_casting(given: Any, wanted: Any, casting: str) -> None:
    if not can_cast_kinds(given, wanted, casting):
        raise OceanTypeError(f"Cannot cast array data from {given.name} to {wanted.name} according to rule '{casting}'")


@method(array)
def to_device(self: array, device: Any, /, *, stream: Any = None) -> array:
    """The array on a device: itself if it is there, else a copy.

    Parameters
    ----------
    device : device or str
        The device or its name.
    stream : None, optional
        Only None is known.

    Returns
    -------
    array
        The array, or its copy.

    Examples
    --------
    >>> np.array([1, 2]).to_device("cpu")
    array([1, 2])
    """
    if stream is not None:
        raise OceanValueError(f"to_device(): there are no streams to choose from, got stream={shown(stream)}")
    where = read_device(device)
    return self if where is self.device else wrap(converted(inner(self), None, where))


attach(array, tolist=compiled.tolist, fill=compiled.fill)


@pair(compiled.tobytes, array)
def tobytes(self: array, order: Any = "C") -> bytes:
    """The bytes of all elements in row-major order, as they are in the byte order of the dtype."""
    found = view_field(self)
    if isinstance(found, tensor) and found.byteswapped:
        return tobytes(self.byteswap(), order)
    source = converted(inner(self), None, cpu)
    order = check_order(order)
    if order == "F" or (order == "A" and only_columns(source)):
        source = source.reverseAxes()
    return bytes(read_bytes(source.replicate()))


# --- Views -------------------------------------------------------------------------------------------------------


@pair(compiled.reshape, array)
def reshape(self: array, *shape: Any, order: Any = "C", copy: bool | None = None) -> array:
    """The same elements, in row-major order, with another shape: a view if possible, else a copy.

    One length may be -1. With order="F" elements are read and placed in column-major order.
    """
    return reshaped(self, shape[0] if len(shape) == 1 else shape, order, copy)


def reshaped(self: array, shape: Any, order: Any = "C", copy: bool | None = None) -> array:
    """The fallback of `reshape`: lazy arrays and mapped views, column-major order, required and forbidden copies. Where
    strides cannot describe column-major order, the result is a mapped view."""
    order, found = check_order(order, allowed="CFA"), view_field(self)
    if isinstance(copy, str):
        raise OceanValueError(f"reshape(): copy must be True, False or None, got {copy!r}")
    if self.axes is not None or holds_axes(shape):
        if order != "C" or copy is False:
            raise OceanValueError(
                "An array with axes is reshaped in row-major order, and copied if it must be; withoutAxes() gives one "
                "that has none"
            )
        made = axes.reshape(self, shape)
        return made.copy() if copy else made
    if order == "A":
        order = "F" if isinstance(found, tensor) and only_columns(found) else "C"
    full = reshaped_size(shape, self)
    if order == "F":
        source, size = found.reverseAxes(), full
    else:
        source, size = found, full[::-1]
    if isinstance(source, (rtensor, Mapped)):
        if copy is False:
            raise OceanValueError("reshape(): a copy cannot be avoided")
        result = source.reshape(size)
        result = result.eval() if copy and isinstance(source, rtensor) else result.values() if copy else result
    else:
        desc = inner_description(source).reshape(size)
        if copy is False and desc is None:
            raise OceanValueError("reshape(): a copy cannot be avoided")
        if copy or (desc is None and order == "C"):
            result = source.replicate().reshape(size)
        else:
            result = Mapped(source, size) if desc is None else make_view(source, *desc)
    return wrap(result.reverseAxes() if order == "F" else result)


@pair(compiled.transpose, array)
def transpose(self: array, *axes: Any) -> array:
    """A view with the axes in another order, or reversed."""
    order = axes
    if len(order) == 1 and (order[0] is None or hasattr(order[0], "__iter__")):
        order = () if order[0] is None else tuple(order[0])
    if not order:
        return self.T
    if len(order) != self.ndim:
        raise OceanValueError(f"axes don't match array: expected {self.ndim} axes, got {len(order)}")
    places = axes_of(numbered(order, self.axes), self.ndim)
    return wrap(view_field(self).permuteAxes(places[::-1]))


@pair(compiled.ravel, array)
def ravel(self: array, order: Any = "C") -> array:
    """All elements along one axis: a view if they follow each other in memory, else a copy."""
    order = check_order(order)
    if self.axes is not None:
        return axes.ravel(self, "C" if order == "K" else order)
    found = view_field(self)
    if not isinstance(found, tensor):
        return self.reshape(-1, order="C" if order == "K" else order)
    if order == "F" and found.ndims > 1:
        return self.reshape(-1, order="F")
    return ravel(wrap(in_rows(found, order)))


@pair(compiled.flatten, array)
def flatten(self: array, order: Any = "C") -> array:
    """A copy of all elements along one axis."""
    order = check_order(order)
    if self.axes is not None:
        return axes.ravel(self, "C" if order == "K" else order).copy()
    return flatten(wrap(in_rows(inner(self), order)))


def in_rows(source: tensor, order: str) -> tensor:
    """A view whose row-major order of elements is the given order of the source."""
    if order == "K":
        return as_in_memory(source)
    return source.reverseAxes() if order == "F" or (order == "A" and only_columns(source)) else source


@pair(compiled.squeeze, array)
def squeeze(self: array, axis: Any = None) -> array:
    """A view without axes of length one."""
    if axis is None:
        axes: tuple[int, ...] = tuple(k for k, n in enumerate(self.shape[::-1]) if n == 1)
    else:
        if not self.ndim and axis in (0, -1, (0,), (-1,)):
            return wrap(inner_field(self))  # as NumPy takes a number
        axes = axes_of(numbered(axis, self.axes), self.ndim)
    result = inner_field(self)
    for each in sorted(axes, reverse=True):
        if result.size[each] != 1:
            raise OceanValueError("cannot select an axis to squeeze out which has size not equal to one")
        result = result.squeeze(each)
    return wrap(result)


@pair(compiled.swapaxes, array)
def swapaxes(self: array, axis1: Any, axis2: Any) -> array:
    """A view with two axes exchanged."""
    first, second = (axis_of(numbered(each, self.axes), self.ndim) for each in (axis1, axis2))
    return wrap(view_field(self).swapAxes(first, second))


def diagonal_view(self: array, offset: Any, axis1: Any, axis2: Any) -> array:
    """A diagonal as the last axis, which can be written to."""
    first, second = (axis_of(numbered(each, self.axes), self.ndim) for each in (axis1, axis2))
    if first == second:
        raise OceanValueError("axis1 and axis2 cannot be the same")
    return wrap(twodim.diagonal(inner(self), offset, first, second))


@pair(compiled.diagonal, array)
def diagonal(self: array, offset: int = 0, axis1: int = 0, axis2: int = 1) -> array:
    """A view of a diagonal, as the last axis, that cannot be written to."""
    found = diagonal_view(self, offset, axis1, axis2)
    found.flags.writeable = False
    return found


# --- Elementwise methods -----------------------------------------------------------------------------------------


def conj(self: array, /, out: Any = None) -> array:
    """The complex conjugate; of real numbers the array itself.

    Parameters
    ----------
    out : array, optional
        Takes the result.

    Returns
    -------
    array
        The conjugates.

    Examples
    --------
    >>> np.array([1 + 2j, 3 - 1j]).conj()
    array([1.-2.j, 3.+1.j])
    """
    if out is not None:
        return functions.call("conjugate", (self,), out)
    return functions.call("conjugate", (self,)) if self._dtype.iscomplex else self


def clip(self: array, min: Any = None, max: Any = None, out: Any = None, **options: Any) -> array:
    """The elements limited to a range; None is no limit."""
    return limited(self, min, max, out, **options)


def limited(a: Any, low: Any, high: Any, out: Any = None, **options: Any) -> array:
    kind = inner(a).dtype
    if (type(low) is int or type(high) is int) and not kind.isfloat:
        # a Python integer beyond all elements limits nothing, except beside a float
        floating, bounded = type(low) in (float, complex) or type(high) in (float, complex), kind.isnumber
        if type(low) is int:
            low = None if bounded and low < int(kind.min) else float(low) if floating else low
        if type(high) is int:
            high = None if bounded and high > int(kind.max) else float(high) if floating else high
    if low is None and high is None:
        if not kind.isnumber:  # "positive" does not take bool
            if out is None and not options:
                return asarray_copy(a)
            return functions.SHORT["maximum"](a, False, out=out, **options)  # type: ignore[no-any-return]
        return functions.SHORT["positive"](a, out=out, **options)  # type: ignore[no-any-return]
    if low is None or high is None:
        name, limit = ("minimum", high) if low is None else ("maximum", low)
        return functions.SHORT[name](a, limit, out=out, **options)  # type: ignore[no-any-return]
    return functions.SHORT["clip"](a, low, high, out=out, **options)  # type: ignore[no-any-return]


def asarray_copy(a: Any) -> array:
    return create.asarray(a, copy=True)


attach(array, conj=conj, conjugate=conj, clip=make_ufunc_method(ARRAY_OPERATIONS["clip"], clip, "clip"))


# --- Elements ------------------------------------------------------------------------------------------------------
# A 0-d array stands for a number of NumPy, and has these methods of it.


@method(array)
def is_integer(self: array, /) -> bool:
    """Whether the number of a 0-d array is a whole one.

    Returns
    -------
    bool
        True for 3.0, False for 3.5.

    Examples
    --------
    >>> np.array(3.0).is_integer()
    True
    """
    value = plain_number(self, "is_integer")
    return value.is_integer() if isinstance(value, float) else True


@method(array)
def as_integer_ratio(self: array, /) -> tuple[int, int]:
    """The number of a 0-d array as a ratio of two integers; the second one is positive.

    Returns
    -------
    tuple of int
        Numerator and denominator.

    Examples
    --------
    >>> np.array(0.75).as_integer_ratio()
    (3, 4)
    """
    found: tuple[int, int] = plain_number(self, "as_integer_ratio").as_integer_ratio()
    return found


@method(array)
def bit_count(self: array, /) -> int:
    """The number of ones in the absolute value of the integer of a 0-d array.

    Returns
    -------
    int
        The number of ones.

    Examples
    --------
    >>> np.array(-7).bit_count()
    3
    """
    value = plain_number(self, "bit_count")
    if isinstance(value, float):
        raise OceanTypeError("bit_count() is a method of integers")
    return int(value).bit_count()


def plain_number(self: array, name: str) -> Any:
    if self.ndim or self._dtype.iscomplex:
        raise OceanTypeError(f"{name}() is a method of single real numbers, got shape {self.shape} of {self.dtype}")
    return self.item()


# --- Lazy arrays -------------------------------------------------------------------------------------------------


@pair(compiled.lazy)
def lazy(x: Any, strict: bool = False) -> array:
    """A lazy array, which records operations; `eval` computes them in one pass."""
    source = as_array(x)
    found = inner_field(source)
    return source if isinstance(found, rtensor) else wrap(lazy_tensor(found, strict))


attach(array, lazy=lazy)


# --- Protocols ---------------------------------------------------------------------------------------------------


@method(array)
def __dlpack__(
    self: array,
    /,
    *,
    stream: Any = None,
    max_version: tuple[int, int] | None = None,
    dl_device: tuple[int, int] | None = None,
    copy: bool | None = None,
) -> Any:
    """A DLPack capsule on the memory, or on a copy."""
    return as_tensor(self).__dlpack__(stream=stream, max_version=max_version, dl_device=dl_device, copy=copy)


@method(array)
def __dlpack_device__(self: array, /) -> tuple[int, int]:
    """The device in DLPack's numbers."""
    found: tuple[int, int] = as_tensor(self).__dlpack_device__()
    return found


@method(array)
def __array__(self: array, /, dtype: Any = None, *, copy: bool | None = None) -> Any:
    """A NumPy array on the same memory where that is possible; on a GPU it must be brought to the host first."""
    if not self.device.host:
        raise OceanTypeError(
            f"The array is on device {self.device.name!r}, and NumPy's are on the host; bring it there with "
            "to_device('cpu')"
        )
    return as_tensor(self).__array__(dtype, copy=copy)


@method(array)
def to_numpy(self: array, /) -> Any:
    """A NumPy array, on the same memory if that is possible; from other devices a copy.

    Returns
    -------
    numpy.ndarray
        The same elements.

    Examples
    --------
    >>> np.array([1, 2]).to_numpy().__class__
    <class 'numpy.ndarray'>
    """
    return as_tensor(self).to_numpy()


def as_tensor(self: array) -> Any:
    """A tensor with the dimensions of an array, on the same memory."""
    return inner(self).reverseAxes()


def traced(self: array) -> rtensor | None:
    """The r-tensor with the dimensions of a traced array; None for an array with values."""
    held = view_field(self)
    return held.reverseAxes() if isinstance(held, rtensor) and held.trace is not None else None


TENSOR_TYPES[array], SCALAR_TYPES[array] = as_tensor, None
OTHER_OPERATORS[array] = traced


def _array_interface(self: array) -> Any:
    if not isinstance(view_field(self), tensor):  # its values would be new, with memory that nothing keeps alive
        raise AttributeError("A lazy array and a mapped view have no memory of their own; use __array__()")
    return as_tensor(self).__array_interface__


attach(array, __array_interface__=property(_array_interface))


def _array_struct(self: array) -> Any:
    """NumPy's structure of an array in C, which keeps the memory alive."""
    if not self.device.host:
        raise AttributeError(f"The array is on {self.device.name!r}; use to_device('cpu')")
    return as_tensor(self).__array__().__array_struct__


attach(array, __array_struct__=property(_array_struct))


@method(array)
def __reduce__(self: array, /) -> Any:
    if type(self) is not array:
        return _restored, (as_tensor(self), type(self)), vars(self) or None
    return _restored, (as_tensor(self),)


def _restored(value: tensor, cls: Any = array) -> Any:
    found = wrap(value.reverseAxes())
    return found if cls is array else make_instance(cls, found)


@method(array)
def __copy__(self: array, /) -> array:
    found: array = self.copy("K")
    return found


@method(array)
def __deepcopy__(self: array, /, memo: Any) -> array:
    found: array = self.copy("K")
    return found


@method(array)
def __format__(self: array, /, spec: str) -> str:
    if spec and self.ndim:
        raise OceanTypeError(f"The format {spec!r} is one of numbers, not of an array with {self.ndim} dimensions")
    return format(self.item(), spec) if spec else str(self)


install(
    {
        **OPERATORS,
        "short **": ARRAY_OPERATIONS["short power"],
        "product": OPERATIONS["multiply"],
        **{name: ARRAY_OPERATIONS[name] for name in ("square", "reciprocal", "sqrt")},
    },
    inner=inner,
    elements=elements,
    positive=UFUNCS["positive"],
    check_cast=check_cast,
    getitem=indexing.getitem,
    setitem=indexing.setitem,
    reshaped=reshaped,
    beside=axes.beside,
    text=text.text,
    discards=indexing.discards,
)
