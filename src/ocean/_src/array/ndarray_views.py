"""Members of NumPy's arrays for other views of the same memory: flat, view, base, byteswap and similar ones."""

from __future__ import annotations

import types
import warnings
from collections.abc import Iterator

from ocean._src.base.classes import attach, method
from ocean._src.base.errors import OceanElementError, OceanIndexError, OceanTypeError, OceanValueError
from ocean._src.base.hints import Any
from ocean._src.base.later import numpy
from ocean._src.core.call.callables import ruled
from ocean._src.core.functions.assign import is_whole
from ocean._src.core.functions.buffers import data_of
from ocean._src.core.objects.array import array, install, plain_array, replace_inner, view_field
from ocean._src.core.objects.description import make_description
from ocean._src.core.objects.tensor import inner_description, make_view, tensor
from ocean._src.exchange.files import written

from .gather_views import Mapped
from .overrides import as_class
from .repeat import resize
from .stride_tricks import as_strided
from .unwrap import inner, is_other_order, numpy_dtype, read_dtype, values_for, wrap


def stored(self: array, name: str) -> tensor:
    """The inner tensor of an array that is neither lazy nor a mapped view."""
    found = view_field(self)
    if not isinstance(found, tensor):
        raise OceanTypeError(f"{name}: a lazy array and a mapped view have no memory of their own; evaluate it: eval()")
    return found


# --- Elements along one axis ---------------------------------------------------------------------------------------


def flat_key(key: Any) -> Any:
    """A key of the elements along one axis. As in NumPy, a bool is the first element or none, without a new axis, and
    lists have integers."""
    if key is None or (isinstance(key, tuple) and any(each is None for each in key)):
        raise OceanIndexError("flat: elements are along one axis, None adds no other")
    if isinstance(key, bool):
        warn_of("A bool as a key of flat is deprecated: use an integer, or a mask of all elements")
        return 0 if key else slice(0)
    if type(key) is list and key:
        if all(isinstance(each, bool) for each in key):
            raise OceanIndexError("flat: a mask must be an array")
        if any(isinstance(each, float) for each in key):
            warn_of("Lists of other than integers as keys of flat are deprecated")
        return [int(each) if isinstance(each, (bool, float)) else each for each in key]
    return key


def warn_of(message: str) -> None:
    warnings.warn(message, DeprecationWarning, stacklevel=4)


class Flat:
    """The elements of an array in row-major order, `a.flat`: for iteration, keys and assignment."""

    def __init__(self, base: array) -> None:
        self.base = base

    def _line(self) -> array:
        """All elements along one axis, as a view that can be assigned to."""
        found = view_field(self.base)
        if isinstance(found, tensor):
            desc = inner_description(found).reshape((found.nelem,))
            return wrap(Mapped(found, (found.nelem,)) if desc is None else make_view(found, *desc))
        return self.base.reshape(-1)

    def __len__(self) -> int:
        return self.base.size

    def __iter__(self) -> Iterator[array]:
        return iter(self.copy())

    def __getitem__(self, key: Any) -> array:
        return self._line()[flat_key(key)].copy()

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(key) is tuple and not key:
            raise OceanIndexError("flat: a key without parts names no elements to assign to")
        line, key = self._line(), flat_key(key)
        values, places = values_for(line, value), line[key]
        if not places.ndim and values.ndim:
            raise OceanElementError(f"flat: one element is set to a number, got an array of shape {values.shape}")
        if values.size == 0 and places.size:
            raise OceanValueError("flat: no values to assign")
        line[key] = values.reshape(()) if values.size == 1 else resize(values, places.shape)

    def __delitem__(self, key: Any) -> None:
        raise OceanTypeError("flat: elements cannot be deleted")

    def copy(self) -> array:
        """A copy of the elements along one axis."""
        return self.base.flatten()

    def __array__(self, dtype: Any = None, *, copy: bool | None = None) -> Any:
        """A NumPy array: on the memory of the elements if they follow each other there, else one that is read-only."""
        line = self._line()
        if not isinstance(view_field(line), tensor) or not line.flags.c_contiguous:
            line = self.copy()
            line.flags.writeable = False
        return numpy.asarray(line, dtype, copy=copy)

    def __repr__(self) -> str:
        return f"<the elements of an array of shape {self.base.shape}>"


def _flat(self: array) -> Flat:
    """The elements in row-major order: to go over, to take, and to assign, repeated if there are too few values."""
    return Flat(self)


def _set_flat(self: array, value: Any) -> None:
    Flat(self)[:] = value


attach(array, flat=property(_flat, _set_flat))


# --- The same memory -----------------------------------------------------------------------------------------------


@method(array)
@ruled("refuse")
def view(self: array, dtype: Any = None, type: Any = None) -> array:
    """A view of the same memory, whose bytes are read as another dtype if one is given.

    Where elements get another size, so does the last axis, along which the elements must be neighbours. Bytes without a
    meaning ("V8") are NumPy's array on the same memory.
    """
    found = stored(self, "view()")
    if type is None and not is_class(dtype) and (bytes_as := numpy_dtype(dtype)) is not None and bytes_as.kind == "V":
        return numpy.asarray(self).view(bytes_as)  # type: ignore[no-any-return]
    desc = inner_description(found)
    if type is None and is_class(dtype):
        dtype, type = None, dtype
    elif type is not None and not is_class(type):
        raise OceanTypeError(f"view(): the type must be a class of arrays, got {type!r}")
    given = dtype is not None
    kind = read_dtype(dtype) if given else found.dtype
    assert kind is not None
    size, strides = list(desc.size), list(desc.strides)
    if kind.size != found.dtype.size:
        if not size:
            raise OceanValueError("view(): a 0-d array has no elements of another size")
        if size[0] != 1 and strides[0] != found.dtype.size:
            raise OceanValueError("view(): elements of another size must be neighbours on the last axis; copy() first")
        if kind.size > found.dtype.size and size[0] * found.dtype.size % kind.size:
            raise OceanValueError(
                f"view(): {size[0]} elements of {found.dtype.size} bytes along the last axis are no whole number of "
                f"elements of {kind.size} bytes"
            )
        size[0], strides[0] = size[0] * found.dtype.size // kind.size, kind.size
    swapped = is_other_order(dtype) if given else found.byteswapped
    made = make_view(found, 0, make_description(kind, size, strides, desc.device, swapped))
    if made.byteswapped != swapped:  # the storage is byteswapped
        made = make_view(found, 0, make_description(kind, size, strides, desc.device, not swapped))
    cls = class_of(self) if type is None else type
    return wrap(made) if cls is array or not issubclass(cls, array) else as_class(cls, wrap(made), self)


class_of = type


def set_dtype(self: array, dtype: Any) -> None:
    """Read the bytes of an array as another dtype from now on."""
    replace_inner(self, view_field(plain_array(self).view(dtype)))


def set_strides(self: array, strides: Any) -> None:
    """Give an array other strides, which must not leave its storage."""
    warn_of("Setting the strides of an array is deprecated, use lib.stride_tricks.as_strided")
    replace_inner(self, view_field(as_strided(plain_array(self), strides=strides)))


install({}, set_dtype=set_dtype, set_strides=set_strides)


def is_class(value: Any) -> bool:
    """Whether a value is a class of arrays; NumPy's counts as ours."""
    return isinstance(value, type) and (issubclass(value, array) or value is numpy.ndarray)


def _base(self: array) -> array | None:
    """None if the array is all of its memory, else an array on all of it."""
    found = stored(self, "base")
    return None if is_whole(found) else wrap(found.storage.asTensor())


attach(array, base=property(_base))


def _data(self: array) -> Any:
    """The memory of the elements on the host, as a buffer: `memoryview(a)` is one, too."""
    try:
        return data_of(self)
    except BufferError as error:
        raise AttributeError(f"data: {error}") from None


attach(array, data=property(_data))


@method(array)
def __sizeof__(self: array) -> int:
    """The bytes of the array and, if it is all of its memory, of its elements, as `sys.getsizeof` counts them."""
    found = view_field(self)
    return array.__basicsize__ + (self.nbytes if isinstance(found, tensor) and is_whole(found) else 0)


@method(array)
@ruled("along")
def byteswap(self: array, inplace: bool = False) -> array:
    """The elements with their bytes in reverse order, in a copy or where they are; the dtype stays the same."""
    found = stored(self, "byteswap()")
    desc = inner_description(found)
    swapped = wrap(make_view(found, 0, desc.with_byte_order(not desc.swapped))).copy()
    if not inplace:
        return swapped
    self[...] = swapped
    return self


@method(array)
@ruled("refuse")
def setflags(self: array, write: bool | None = None, align: bool | None = None, uic: bool | None = None) -> None:
    """Set whether elements can be written."""
    if write is not None:
        self.flags.writeable = bool(write)


def _ctypes(self: array) -> Any:
    """Address, shape and strides for ctypes, as NumPy's arrays have them; on the host."""
    if not self.device.host:
        raise AttributeError(f"The array is on {self.device.name}, where ctypes cannot reach it; use to_device('cpu')")
    source = inner(self)
    _ = source.ptr  # the address is known from now on, and nobody tells when it is not used any more
    return source.reverseAxes().to_numpy().ctypes


attach(array, ctypes=property(_ctypes))
attach(array, __class_getitem__=classmethod(types.GenericAlias))


# --- Pickles -------------------------------------------------------------------------------------------------------


@method(array)
@ruled("refuse")
def dumps(self: array) -> bytes:
    """The pickle of the array."""
    import pickle

    return pickle.dumps(self)


@method(array)
@ruled("refuse")
def dump(self: array, file: Any) -> None:
    """Write the pickle of the array into a file, or a file of that name."""
    import pickle

    with written(file) as stream:
        pickle.dump(self, stream)
