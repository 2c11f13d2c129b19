"""The methods of tensor that give views. Each takes the description of a view from `core.description`.

A method first makes a private object for the tensor and then changes its description: description and memory stay
consistent even if reading an argument, or another thread, changes the tensor.
"""

from libc.stdint cimport int64_t

from ocean._src.core.description import size_text
from ocean._src.core.errors import OceanTypeError, OceanValueError, shown

from ocean._src.core.description cimport (
    MAX_DIMS, axes_reversed, axes_reversed2, axes_swapped, broadcast_to, description, diagonal_of, flipped, fortran,
    is_fortran, permuted, read_axis, read_int, read_new_axis, read_size, reshaped, sliced, squeezed, transposed,
    unsqueezed)
from ocean._src.core.tensor cimport become, copied, new_view, tensor


cdef tensor own(tensor self):
    """Another object for the same tensor, that nobody else can change."""
    return new_view(self.mem, self.start, self.desc, self.locked)


cdef object settle(tensor self, tensor view, object inplace):
    """Return a view, or let the tensor become it."""
    if inplace is False or inplace is None:
        return view
    if inplace is not True:
        raise OceanTypeError(f"inplace must be True or False, got {shown(inplace)}")
    become(self, view.mem, view.start, view.desc)
    self.locked = view.locked
    return None


def transpose(tensor self not None, inplace=False):
    """The transpose, a view: the first two dimensions exchanged.

    >>> ocean.asTensor([1,2,3]).transpose()
    (:,:)
       1   2   3
    <tensor.int64 of size 1x3 on cpu>
    """
    cdef tensor view = own(self)
    view.desc = transposed(view.desc)
    return settle(self, view, inplace)


def swapAxes(tensor self not None, axis1, axis2, inplace=False):
    """A view with two dimensions exchanged."""
    cdef tensor view = own(self)
    view.desc = axes_swapped(view.desc, read_axis(axis1, view.desc.ndims), read_axis(axis2, view.desc.ndims))
    return settle(self, view, inplace)


def permuteAxes(tensor self not None, order, inplace=False):
    """Dimension k of the result is dimension order[k]."""
    cdef tensor view = own(self)
    view.desc = permuted(view.desc, order)
    return settle(self, view, inplace)


def reverseAxes(tensor self not None, inplace=False):
    """Reverse the order of the dimensions, a view."""
    cdef tensor view = own(self)
    view.desc = axes_reversed(view.desc)
    return settle(self, view, inplace)


def reverseAxes2(tensor self not None, inplace=False):
    """Reverse the order of the dimensions, then exchange the first two of the result."""
    cdef tensor view = own(self)
    view.desc = axes_reversed2(view.desc)
    return settle(self, view, inplace)


cdef object flip(tensor self, tensor view, int axis, object inplace):
    cdef int64_t offset = 0
    view.desc = flipped(view.desc, axis, &offset)
    view.start += offset
    return settle(self, view, inplace)


def flipAxis(tensor self not None, axis, inplace=False):
    """Run along an axis in the other direction, a view."""
    cdef tensor view = own(self)
    return flip(self, view, read_axis(axis, view.desc.ndims), inplace)


def flipud(tensor self not None, inplace=False):
    """Flip axis 0."""
    cdef tensor view = own(self)
    if view.desc.ndims < 1:
        raise OceanValueError("flipud() needs at least one dimension")
    return flip(self, view, 0, inplace)


def fliplr(tensor self not None, inplace=False):
    """Flip axis 1 (axis 0 of a vector)."""
    cdef tensor view = own(self)
    if view.desc.ndims < 1:
        raise OceanValueError("fliplr() needs at least one dimension")
    return flip(self, view, min(1, view.desc.ndims - 1), inplace)


def slice(tensor self not None, axis, offset, size=1):
    """A view of `size` elements along an axis from `offset` on."""
    cdef tensor view = own(self)
    cdef int64_t start = 0
    view.desc = sliced(view.desc, read_axis(axis, view.desc.ndims), read_int(offset, "offset"),
                       read_int(size, "size"), 1, &start)
    view.start += start
    return view


def diag(tensor self not None, index=0):
    """A view of a diagonal of the first two dimensions: index > 0 is above the main one, < 0 below it."""
    cdef tensor view = own(self)
    cdef int64_t offset = 0
    view.desc = diagonal_of(view.desc, read_int(index, "index"), &offset)
    view.start += offset
    return view


def squeeze(tensor self not None, axis=None, inplace=None):
    """squeeze([axis] [,inplace]): without one dimension of size one, or without all of them."""
    cdef tensor view = own(self)
    if type(axis) is bool:
        axis, inplace = inplace, axis
    view.desc = squeezed(view.desc, -1 if axis is None else read_axis(axis, view.desc.ndims))
    return settle(self, view, inplace)


def unsqueeze(tensor self not None, axis, inplace=False):
    """Insert a dimension of size one."""
    cdef tensor view = own(self)
    view.desc = unsqueezed(view.desc, read_new_axis(axis, view.desc.ndims))
    return settle(self, view, inplace)


def broadcastTo(tensor self not None, size, mode=None, inplace=None):
    """broadcastTo(size [,mode] [,inplace]): repeat along new dimensions and dimensions of size one.

    New dimensions are on the right (mode 0) or on the left (mode 1).
    """
    cdef tensor view = own(self)
    cdef int64_t n[MAX_DIMS]
    cdef int ndims = read_size(size, n)
    if type(mode) is bool:
        mode, inplace = inplace, mode
    view.desc = broadcast_to(view.desc, ndims, n, 0 if mode is None else read_int(mode, "mode"))
    return settle(self, view, inplace)


def reshape(tensor self not None, *size, inplace=False):
    """The same elements in column-major order with another size: a view if possible, else a copy.

    One size may be -1: as many as there are elements for.

    >>> ocean.arange(6).reshape(2, -1)
    (:,:)
       0   2   4
       1   3   5
    <tensor.int64 of size 2x3 on cpu>
    """
    cdef tensor view = own(self)
    cdef int64_t n[MAX_DIMS]
    cdef Py_ssize_t count = len(size)
    cdef int ndims
    if count and type(size[count - 1]) is bool:
        inplace = size[count - 1]
        size = size[:count - 1]
        count -= 1
    if count == 0:
        raise OceanTypeError("reshape() needs a size")
    ndims = read_size(size[0] if count == 1 else size, n)
    complete(view.desc, ndims, n)
    return settle(self, with_size(view, ndims, n), inplace)


cdef int complete(description desc, int ndims, int64_t* n) except -1:
    """Replace a size of -1 by the one that the number of elements leaves."""
    cdef int i, place = -1
    cdef object others = 1      # may exceed 64 bits
    for i in range(ndims):
        if n[i] != -1:
            others *= n[i]
        elif place < 0:
            place = i
        else:
            raise OceanValueError(f"reshape(): only one size can be -1, got {size_text([n[i] for i in range(ndims)])}")
    if place < 0 or others < 0:
        return 0
    if others == 0 or desc.nelem % others:
        raise OceanValueError(
            f"Mismatch in number of elements in tensor resize: {size_text(desc._size)} has {desc.nelem} elements, for "
            f"which there is no size of -1 in {size_text([n[i] for i in range(ndims)])}")
    n[place] = desc.nelem // others
    return 0


cdef tensor with_size(tensor view, int ndims, const int64_t* n):
    """Let a view have another size; a copy of it when there is no such view."""
    cdef description desc = reshaped(view.desc, ndims, n)
    if desc is None:
        view = copied(view, fortran(view.desc.dtype, view.desc.device, view.desc.ndims, view.desc.n))
        desc = reshaped(view.desc, ndims, n)
    view.desc = desc
    return view


def flatten(tensor self not None, type=None, inplace=None):
    """flatten([type] [,inplace]): all elements as a vector, a view if possible.

    In order 'F' (column-major), 'C' (row-major), 'A' (column-major if the tensor is, else row-major) or 'K'
    (row-major if the tensor is, else column-major).
    """
    cdef tensor view = own(self)
    cdef int64_t count = view.desc.nelem
    cdef description backwards
    if isinstance(type, bool):
        type, inplace = inplace, type
    if type is not None:
        if not isinstance(type, str):
            raise OceanTypeError(f"flatten(): type must be a str, got {shown(type)}")
        if type.upper() not in ("F", "C", "A", "K"):
            raise OceanValueError(f"Expected type 'F', 'C', 'A' or 'K', got {shown(type)}")
        type = type.upper()
        if type != "F":
            backwards = axes_reversed(view.desc)
            if type == "C" or (not is_fortran(view.desc) if type == "A" else is_fortran(backwards)):
                view.desc = backwards
    return settle(self, with_size(view, 1, &count), inplace)


def ravel(tensor self not None, order="F"):
    """All elements as a vector in column-major ("F") or row-major ("C") order, always a view."""
    cdef tensor view = own(self)
    cdef description desc = view.desc
    if not isinstance(order, str) or order.upper() not in ("F", "C"):
        raise OceanValueError(f"Expected order 'F' or 'C', got {order!r}")
    if order.upper() == "C":
        desc = axes_reversed(desc)
    desc = reshaped(desc, 1, &desc.nelem)
    if desc is None:
        return ravel_apart(view, order.upper())
    view.desc = desc
    return view


cdef object ravel_apart(tensor view, str order):
    """The elements as a vector, where no strides say where they are."""
    raise OceanValueError(
        f"The elements are not at equal distances in order {order!r}, so that no view has them as a vector; "
        f"flatten({order!r}) makes a copy")


VIEWS = (transpose, swapAxes, permuteAxes, reverseAxes, reverseAxes2, flipAxis, flipud, fliplr, slice, diag, squeeze,
         unsqueeze, broadcastTo, reshape, flatten)
