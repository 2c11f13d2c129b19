# cython: auto_pickle=False
"""Views, copies and casts of arrays the short way, as methods: everything that takes longer goes to the hooks of the
same names, which `ocean._src.array.methods` installs."""

from cpython.long cimport PyLong_CheckExact
from libc.stdint cimport int64_t

from ocean._src.base.errors import OceanElementError

from ocean._src.core.objects.array cimport HOOKS, array, held, holds_axis, inner_of, read_shape, set_all, wrap
from ocean._src.core.functions.copies cimport converted
from ocean._src.core.objects.description cimport (
    MAX_DIMS, axes_as, axes_reversed, axes_swapped, derive_from, description, diagonal_of, fortran, is_fortran,
    reshaped, reversed_size, size_of, squeezed)
from ocean._src.core.objects.dtypes cimport find_array_dtype, is_scalar
from ocean._src.core.objects.rtensor cimport lazy_tensor, rtensor
from ocean._src.core.functions.lists cimport write_lists
from ocean._src.core.objects.memory cimport touch
from ocean._src.core.objects.tensor cimport address, is_native, copied, new_view, tensor

cdef extern from *:
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1


cdef inline array view_of(tensor source, int64_t offset, description desc):
    return wrap(new_view(source.mem, source.start + offset, desc, source.locked))


cdef int place_of(object axis, int ndims) except -2:
    """The axis of the tensor that an axis of its array is; -1 for one that is out of range or no Python integer."""
    cdef int64_t number = 0
    if not quick_int(axis, &number):
        return -1
    if number < 0:
        number += ndims
    return ndims - 1 - <int>number if 0 <= number < ndims else -1


cdef bint quick_int(object value, int64_t* number) except -1:
    """Read a Python integer of at most 61 bits."""
    cdef int overflow = 0
    if not PyLong_CheckExact(value):
        return False
    number[0] = PyLong_AsLongLongAndOverflow(value, &overflow)
    return not overflow and -(1LL << 61) < number[0] < 1LL << 61


cdef tensor dense(tensor source):
    """A row-major copy in native byte order."""
    return copied(source, axes_as(
        fortran(source.desc.dtype, source.desc.device, source.desc.ndims, source.desc.n), source.desc))


cdef inline bint starts_with_number(object shape):
    if type(shape) is tuple and len(<tuple>shape):
        shape = (<tuple>shape)[0]
    return PyLong_CheckExact(shape)


def reshape(array self not None, *shape, order="C", copy=None):
    """The same elements, in row-major order, with another shape: a view if possible, else a copy.

    One length may be -1. With order="F" elements are read and placed in column-major order.
    """
    cdef int64_t n[MAX_DIMS]
    cdef tensor source, result
    cdef description desc
    cdef int ndims
    if len(shape) == 1:
        shape = shape[0]
    source = held(self)
    if order != "C" or source is None or copy is not None or source.desc.axes is not None or (
            not starts_with_number(shape) and holds_axis(shape)):
        return HOOKS["reshape"](self, shape, order, copy)
    ndims = read_shape(shape, n, source.desc.nelem, size_of(source.desc))
    desc = reshaped(source.desc, ndims, n)
    if desc is None:
        result = dense(source)
        return view_of(result, 0, reshaped(result.desc, ndims, n))
    return view_of(source, 0, desc)


def ravel(array self not None, order="C"):
    """All elements along one axis: a view if they follow each other in memory, else a copy."""
    cdef tensor source = held(self)
    if order != "C" or source is None or source.desc.axes is not None:
        return HOOKS["ravel"](self, order)
    if not is_fortran(source.desc):
        source = dense(source)
    return view_of(source, 0, reshaped(source.desc, 1, &source.desc.nelem))


def flatten(array self not None, order="C"):
    """A copy of all elements along one axis."""
    cdef tensor source = held(self)
    if order != "C" or source is None or source.desc.axes is not None:
        return HOOKS["flatten"](self, order)
    source = dense(source)
    return view_of(source, 0, reshaped(source.desc, 1, &source.desc.nelem))


def fill(array self not None, value):
    """Set all elements to a value."""
    cdef tensor source
    if not is_scalar(value):
        source = inner_of(value)
        if source.desc.ndims:
            raise OceanElementError(f"fill() takes a number, got an array of shape {reversed_size(source.desc)}")
    set_all(self, value)


def tobytes(array self not None, order="C"):
    """The bytes of all elements in row-major order."""
    cdef tensor source = held(self)
    if (order != "C" or source is None or not source.desc.device.host or not is_fortran(source.desc)
            or not is_native(source)):
        return HOOKS["tobytes"](self, order)
    touch(source.mem)
    return (address(source))[:source.desc.nelem * source.desc.dtype.size]


def transpose(array self not None, *axes):
    """A view with the axes in another order, or reversed."""
    cdef tensor source = held(self)
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int places[MAX_DIMS]
    cdef int ndims, k, seen = 0, d
    if source is not None and not axes and source.desc.axes is None:
        return view_of(source, 0, axes_reversed(source.desc))
    if source is not None and axes:
        ndims = source.desc.ndims
        if len(axes) == 1 and (type(axes[0]) is tuple or type(axes[0]) is list):
            axes = tuple(axes[0])
        if len(axes) == ndims:
            for k in range(ndims):
                d = place_of(axes[k], ndims)
                if d < 0:
                    break
                seen |= 1 << d
                n[ndims - 1 - k], s[ndims - 1 - k], places[ndims - 1 - k] = source.desc.n[d], source.desc.s[d], d
            else:
                if seen == (1 << ndims) - 1:
                    return view_of(source, 0, derive_from(source.desc, ndims, n, s, places))
    return HOOKS["transpose"](self, axes)


def swapaxes(array self not None, axis1, axis2):
    """A view with two axes exchanged."""
    cdef tensor source = held(self)
    cdef int first, second
    if source is not None:
        first, second = place_of(axis1, source.desc.ndims), place_of(axis2, source.desc.ndims)
        if first >= 0 and second >= 0:
            return view_of(source, 0, axes_swapped(source.desc, first, second))
    return HOOKS["swapaxes"](self, axis1, axis2)


def squeeze(array self not None, axis=None):
    """A view without axes of length one."""
    cdef tensor source = held(self)
    cdef int place
    if source is not None:
        place = -1 if axis is None else place_of(axis, source.desc.ndims)
        if axis is None or (place >= 0 and source.desc.n[place] == 1):
            return view_of(source, 0, squeezed(source.desc, place))
    return HOOKS["squeeze"](self, axis)


def diagonal(array self not None, offset=0, axis1=0, axis2=1):
    """A view of a diagonal, as the last axis, that cannot be written to."""
    cdef tensor source = held(self)
    cdef description desc
    cdef int64_t start = 0, place = 0
    cdef int first, second
    if source is not None and source.desc.ndims == 2 and source.desc.axes is None and quick_int(offset, &place):
        first, second = place_of(axis1, 2), place_of(axis2, 2)
        if first >= 0 and second >= 0 and first != second:
            desc = diagonal_of(source.desc, place if first == 0 else -place, &start)
            return wrap(new_view(source.mem, source.start + start, desc, True))
    return HOOKS["diagonal"](self, offset, axis1, axis2)


def copy(array self not None, order="C"):
    """A copy in row-major order, or another one."""
    cdef tensor source = held(self)
    if order == "C" and source is not None:
        return wrap(dense(source))
    return HOOKS["copy"](self, order)


def tolist(array self not None):
    """The elements as nested lists of Python numbers; a number if there are no axes."""
    return write_lists(inner_of(self), 0)


def astype(array self not None, dtype, order="K", casting="unsafe", subok=True, copy=True, *, device=None):
    """A copy with another dtype; without `copy`, the array itself where the dtype is the same."""
    cdef tensor source = held(self)
    if casting == "unsafe" and order == "K" and device is None and source is not None:
        kind = find_array_dtype(dtype)
        if kind is not None and kind is not source.desc.dtype:
            return wrap(converted(source, kind, None))
        if kind is not None and copy is False:
            return self
        if kind is not None and is_fortran(source.desc):
            return wrap(dense(source))
    return HOOKS["astype"](self, dtype, order, casting, copy, device)


def lazy(x, strict=False):
    """A lazy array: operations on it are written down, and computed in one pass by `eval`."""
    cdef tensor source = held(x)
    if source is None or type(strict) is not bool:
        return HOOKS["lazy"](x, strict)
    return wrap(lazy_tensor(source, strict))


def eval(array self not None, threads=None):
    """The array itself; of a lazy array its values, of a view (a slice, a transpose, a mapped view) a copy.

    At most `threads` threads take part.
    """
    if threads is None and type(self.inner) is rtensor:
        return wrap(self.inner.eval())
    return HOOKS["eval"](self, threads)


def reshaped_size(shape, array self not None):
    """The complete shape that `reshape` gives."""
    cdef int64_t n[MAX_DIMS]
    cdef int ndims = read_shape(shape, n, self.size, self.shape[::-1]), k
    return tuple([n[ndims - 1 - k] for k in range(ndims)])
