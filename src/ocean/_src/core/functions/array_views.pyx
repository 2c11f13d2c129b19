# cython: auto_pickle=False
"""Fast paths of the methods of arrays that are views, copies and casts; `ocean._src.array.methods` has the methods."""

from cpython.long cimport PyLong_CheckExact
from libc.stdint cimport int64_t, uint64_t

from ocean._src.base.errors import OceanElementError

from ocean._src.core.objects.array cimport array, held, holds_axis, inner_of, quick_shape, read_shape, set_all, wrap
from ocean._src.core.call.callables cimport fast
from ocean._src.core.functions.copies cimport converted
from ocean._src.core.objects.description cimport (
    MAX_DIMS, axes_as, axes_reversed, axes_swapped, derive_from, description, diagonal_of, fortran, is_fortran,
    quick_axis, reshaped, reversed_size, size_of, squeezed)
from ocean._src.core.objects.description cimport broadcast_to as described_broadcast
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
    """The axis of the tensor for an axis of its array; -1 if that is out of range or not a Python integer."""
    cdef int found = quick_axis(axis, ndims)
    return -1 if found < 0 else ndims - 1 - found


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


cdef object reshape_body(object self, object shape, object order, object copy):
    cdef int64_t n[MAX_DIMS]
    cdef tensor source, result
    cdef description desc
    cdef int ndims
    if len(shape) == 1:
        shape = shape[0]
    source = held(self)
    if order != "C" or source is None or copy is not None or source.desc.axes is not None or (
            not starts_with_number(shape) and holds_axis(shape)):
        return NotImplemented
    ndims = read_shape(shape, n, source.desc.nelem, size_of(source.desc))
    desc = reshaped(source.desc, ndims, n)
    if desc is None:
        result = dense(source)
        return view_of(result, 0, reshaped(result.desc, ndims, n))
    return view_of(source, 0, desc)


cdef object ravel_body(object self, object order):
    cdef tensor source = held(self)
    if order != "C" or source is None or source.desc.axes is not None:
        return NotImplemented
    if not is_fortran(source.desc):
        source = dense(source)
    return view_of(source, 0, reshaped(source.desc, 1, &source.desc.nelem))


cdef object flatten_body(object self, object order):
    cdef tensor source = held(self)
    if order != "C" or source is None or source.desc.axes is not None:
        return NotImplemented
    source = dense(source)
    return view_of(source, 0, reshaped(source.desc, 1, &source.desc.nelem))


def fill(array self not None, value):
    """Set all elements to a value.

    Parameters
    ----------
    value : number
        The value, cast to the dtype.

    Examples
    --------
    >>> a = np.zeros(3)
    >>> a.fill(7)
    >>> a
    array([7., 7., 7.])
    """
    cdef tensor source
    if not is_scalar(value):
        source = inner_of(value)
        if source.desc.ndims:
            raise OceanElementError(f"fill() takes a number, got an array of shape {reversed_size(source.desc)}")
    set_all(self, value)


cdef object tobytes_body(object self, object order):
    cdef tensor source = held(self)
    if (order != "C" or source is None or not source.desc.device.host or not is_fortran(source.desc)
            or not is_native(source)):
        return NotImplemented
    touch(source.mem)
    return (address(source))[:source.desc.nelem * source.desc.dtype.size]


cdef object broadcast_to_body(object array, object shape, object subok):
    cdef tensor source = held(array)
    cdef int64_t n[MAX_DIMS]
    cdef int ndims, k
    if source is None or source.desc.axes is not None:
        return NotImplemented
    ndims = quick_shape(shape, n)
    if ndims < source.desc.ndims:
        return NotImplemented
    for k in range(ndims):
        if n[k] < 0 or (k < source.desc.ndims and source.desc.n[k] != n[k] and source.desc.n[k] != 1):
            return NotImplemented               # the fallback has the errors
    return wrap(new_view(source.mem, source.start, described_broadcast(source.desc, ndims, n, 0), True))


cdef object transpose_body(object self, object axes):
    cdef tensor source = held(self)
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int places[MAX_DIMS]
    cdef int ndims, k, d
    cdef uint64_t seen = 0
    if source is not None and not len(<tuple>axes) and source.desc.axes is None:
        return view_of(source, 0, axes_reversed(source.desc))
    if source is not None and len(<tuple>axes):
        ndims = source.desc.ndims
        if len(<tuple>axes) == 1 and (type(axes[0]) is tuple or type(axes[0]) is list):
            axes = tuple(axes[0])
        if len(<tuple>axes) == ndims:
            for k in range(ndims):
                d = place_of((<tuple>axes)[k], ndims)
                if d < 0:
                    break
                seen |= <uint64_t>1 << d
                n[ndims - 1 - k], s[ndims - 1 - k], places[ndims - 1 - k] = source.desc.n[d], source.desc.s[d], d
            else:
                if ndims == 0 or seen == ~<uint64_t>0 >> (64 - ndims):
                    return view_of(source, 0, derive_from(source.desc, ndims, n, s, places))
    return NotImplemented


cdef object swapaxes_body(object self, object axis1, object axis2):
    cdef tensor source = held(self)
    cdef int first, second
    if source is not None:
        first, second = place_of(axis1, source.desc.ndims), place_of(axis2, source.desc.ndims)
        if first >= 0 and second >= 0:
            return view_of(source, 0, axes_swapped(source.desc, first, second))
    return NotImplemented


cdef object squeeze_body(object self, object axis):
    cdef tensor source = held(self)
    cdef int place
    if source is not None:
        place = -1 if axis is None else place_of(axis, source.desc.ndims)
        if axis is None or (place >= 0 and source.desc.n[place] == 1):
            return view_of(source, 0, squeezed(source.desc, place))
    return NotImplemented


cdef object diagonal_body(object self, object offset, object axis1, object axis2):
    cdef tensor source = held(self)
    cdef description desc
    cdef int64_t start = 0, place = 0
    cdef int first, second
    if source is not None and source.desc.ndims == 2 and source.desc.axes is None and quick_int(offset, &place):
        first, second = place_of(axis1, 2), place_of(axis2, 2)
        if first >= 0 and second >= 0 and first != second:
            desc = diagonal_of(source.desc, place if first == 0 else -place, &start)
            return wrap(new_view(source.mem, source.start + start, desc, True))
    return NotImplemented


cdef object copy_body(object self, object order):
    cdef tensor source = held(self)
    if order == "C" and source is not None:
        return wrap(dense(source))
    return NotImplemented


def tolist(array self not None, /):
    """The elements as nested lists of Python numbers; a number if there are no axes.

    Returns
    -------
    list or number
        The elements.

    Examples
    --------
    >>> np.array([[1, 2], [3, 4]]).tolist()
    [[1, 2], [3, 4]]
    """
    return write_lists(inner_of(self), 0)


cdef object astype_body(object self, object dtype, object order, object casting, object subok, object copy,
                       object device):
    cdef tensor source = held(self)
    if casting == "unsafe" and order == "K" and device is None and source is not None:
        kind = find_array_dtype(dtype)
        if kind is not None and kind is not source.desc.dtype:
            if source.desc.dtype.iscomplex and not kind.iscomplex:
                return NotImplemented
            return wrap(converted(source, kind, None))
        if kind is not None and copy is False and is_native(source):
            return self
        if kind is not None and is_fortran(source.desc):
            return wrap(dense(source))
    return NotImplemented


cdef object lazy_body(object x, object strict):
    cdef tensor source = held(x)
    if source is None or type(strict) is not bool:
        return NotImplemented
    return wrap(lazy_tensor(source, strict))


cdef object eval_body(object self, object threads):
    if threads is None and type(self) is array and type((<array>self).inner) is rtensor:
        return wrap((<array>self).inner.eval())
    return NotImplemented


def reshaped_size(shape, array self not None):
    """The complete shape that `reshape` gives."""
    cdef int64_t n[MAX_DIMS]
    cdef int ndims = read_shape(shape, n, self.size, self.shape[::-1]), k
    return tuple([n[ndims - 1 - k] for k in range(ndims)])


# --- For `pair` ----------------------------------------------------------------------------------------------------

reshape = fast("self shape order copy", <void*>reshape_body)
ravel = fast("self order", <void*>ravel_body)
flatten = fast("self order", <void*>flatten_body)
tobytes = fast("self order", <void*>tobytes_body)
broadcast_to = fast("array shape subok", <void*>broadcast_to_body)
transpose = fast("self axes", <void*>transpose_body)
swapaxes = fast("self axis1 axis2", <void*>swapaxes_body)
squeeze = fast("self axis", <void*>squeeze_body)
diagonal = fast("self offset axis1 axis2", <void*>diagonal_body)
copy = fast("self order", <void*>copy_body)
astype = fast("self dtype order casting subok copy device", <void*>astype_body)
lazy = fast("x strict", <void*>lazy_body)
eval = fast("self threads", <void*>eval_body)
