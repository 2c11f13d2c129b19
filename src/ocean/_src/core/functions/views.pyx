"""The methods of tensors that give views. Each takes the description of the view from core/objects/description.pyx.

A method first makes a private object for the tensor and then changes its description: description and memory stay
consistent even if reading an argument, or another thread, changes the tensor.
"""

from cpython.ref cimport PyObject
from libc.stdint cimport int64_t

from ocean._src.core.objects.description import size_text
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown

from ocean._src.core.call.callables cimport compiled
from ocean._src.core.objects.axes cimport axes_in_size
from ocean._src.core.objects.axes cimport axis as axis_type
from ocean._src.core.objects.description cimport (
    MAX_DIMS, axes_reversed, axes_reversed2, axes_swapped, axis_in, broadcast_to, derive, description, diagonal_of,
    flipped, fortran, is_fortran, permuted, read_int, read_new_axis, read_size, reshaped, size_of, sliced, squeezed,
    transposed, unsqueezed)
from ocean._src.core.objects.tensor cimport own, HOOKS, become, copied, new_view, tensor


cdef object settle(PyObject* self, tensor view, PyObject* inplace):
    """Return a view, or replace the tensor by it."""
    if inplace == NULL or <object>inplace is not True:
        return view
    become(<tensor>self, view.mem, view.start, view.desc)
    (<tensor>self).locked = view.locked
    return None


cdef object transpose_body(PyObject** v):
    cdef tensor view = own(<tensor>v[0])
    view.desc = transposed(view.desc)
    return settle(v[0], view, v[1])


cdef object swap_axes_body(PyObject** v):
    cdef tensor view = own(<tensor>v[0])
    view.desc = axes_swapped(
        view.desc, axis_in(view.desc, <object>v[1]), axis_in(view.desc, <object>v[2]))
    return settle(v[0], view, v[3])


cdef object permute_axes_body(PyObject** v):
    cdef tensor view = own(<tensor>v[0])
    view.desc = permuted(view.desc, <object>v[1])
    return settle(v[0], view, v[2])


cdef object reverse_axes_body(PyObject** v):
    cdef tensor view = own(<tensor>v[0])
    view.desc = axes_reversed(view.desc)
    return settle(v[0], view, v[1])


cdef object reverse_axes2_body(PyObject** v):
    cdef tensor view = own(<tensor>v[0])
    view.desc = axes_reversed2(view.desc)
    return settle(v[0], view, v[1])


cdef object flip(PyObject* self, tensor view, int axis, PyObject* inplace):
    cdef int64_t offset = 0
    view.desc = flipped(view.desc, axis, &offset)
    view.start += offset
    return settle(self, view, inplace)


cdef object flip_axis_body(PyObject** v):
    cdef tensor view = own(<tensor>v[0])
    return flip(v[0], view, axis_in(view.desc, <object>v[1]), v[2])


def flip_along(tensor self not None, axes=None):
    """A view that runs along dimensions in the other direction, or along all of them. Their numbers are not checked."""
    cdef tensor view = own(self)
    cdef int64_t offset = 0
    cdef int axis
    for axis in range(view.desc.ndims) if axes is None else axes:
        view.desc = flipped(view.desc, axis, &offset)
    view.start += offset
    return view


cdef object flipud_body(PyObject** v):
    cdef tensor view = own(<tensor>v[0])
    if view.desc.ndims < 1:
        raise OceanValueError("flipud() needs at least one dimension")
    return flip(v[0], view, 0, v[1])


cdef object fliplr_body(PyObject** v):
    cdef tensor view = own(<tensor>v[0])
    if view.desc.ndims < 1:
        raise OceanValueError("fliplr() needs at least one dimension")
    return flip(v[0], view, min(1, view.desc.ndims - 1), v[1])


cdef object slice_body(PyObject** v):
    cdef tensor view = own(<tensor>v[0])
    cdef int64_t start = 0
    view.desc = sliced(view.desc, axis_in(view.desc, <object>v[1]), read_int(<object>v[2], "offset"),
                       1 if v[3] == NULL else read_int(<object>v[3], "size"), 1, &start)
    view.start += start
    return view


cdef object diag_body(PyObject** v):
    cdef tensor view = own(<tensor>v[0])
    cdef int64_t offset = 0
    view.desc = diagonal_of(view.desc, 0 if v[1] == NULL else read_int(<object>v[1], "index"), &offset)
    view.start += offset
    return view


cdef object squeeze_body(PyObject** v):
    cdef tensor view = own(<tensor>v[0])
    view.desc = squeezed(view.desc, -1 if v[1] == NULL else axis_in(view.desc, <object>v[1]))
    return settle(v[0], view, v[2])


cdef object unsqueeze_body(PyObject** v):
    cdef tensor view = own(<tensor>v[0])
    view.desc = unsqueezed(view.desc, read_new_axis(<object>v[1], view.desc.ndims))
    return settle(v[0], view, v[2])


cdef object broadcast_to_body(PyObject** v):
    cdef tensor view = own(<tensor>v[0])
    cdef int64_t n[MAX_DIMS]
    cdef int ndims
    axes = axes_in_size(<object>v[1])
    if axes is not None:
        if v[2] != NULL:
            raise OceanTypeError("broadcastTo(): axes are matched, so that there is no mode")
        return settle(v[0], HOOKS["broadcast_axes"](view, axes), v[3])
    ndims = read_size(<object>v[1], n)
    view.desc = broadcast_to(view.desc, ndims, n, 0 if v[2] == NULL else read_int(<object>v[2], "mode"))
    return settle(v[0], view, v[3])


def reshape(tensor self not None, *size, inplace=False):
    """The same elements in column-major order with another size: a view if possible, else a copy.

    One size may be -1: it follows from the number of elements.

    Parameters
    ----------
    *size : int or sequence of int
        The size; one may be -1.
    inplace : bool, optional
        Whether this tensor becomes the result.

    Returns
    -------
    tensor
        A view or a copy; None with `inplace`.

    Examples
    --------
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
    if type(inplace) is not bool and inplace is not None:
        raise OceanTypeError(f"reshape(): inplace must be bool, got {shown(inplace)}")
    if view.desc.axes is not None or holds_axes(size):
        return settle(<PyObject*>self, HOOKS["reshape_axes"](view, size[0] if count == 1 else size), <PyObject*>inplace)
    ndims = read_size(size[0] if count == 1 else size, n)
    complete(view.desc, ndims, n)
    return settle(<PyObject*>self, with_size(view, ndims, n), <PyObject*>inplace)


cdef bint holds_axes(tuple size, int depth=0):
    """Whether axes are given instead of a size, also in nested lists of at most MAX_DIMS levels."""
    for each in size:
        if type(each) is axis_type or ((type(each) is tuple or type(each) is list) and depth < MAX_DIMS
                                       and holds_axes(tuple(each), depth + 1)):
            return True
    return False


cdef int complete(description desc, int ndims, int64_t* n) except -1:
    """Replace a size of -1 by that which the number of elements leaves."""
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
            f"Mismatch in number of elements in tensor resize: {size_text(size_of(desc))} has {desc.nelem} elements, "
            "for "
            f"which there is no size of -1 in {size_text([n[i] for i in range(ndims)])}")
    n[place] = desc.nelem // others
    return 0


cdef tensor with_size(tensor view, int ndims, const int64_t* n):
    """Give a view another size; copies it if there is no such view."""
    cdef description desc = reshaped(view.desc, ndims, n)
    if desc is None:
        view = copied(view, fortran(view.desc.dtype, view.desc.device, view.desc.ndims, view.desc.n))
        desc = reshaped(view.desc, ndims, n)
    view.desc = desc
    return view


cdef object flatten_body(PyObject** v):
    cdef tensor view = own(<tensor>v[0])
    cdef int64_t count = view.desc.nelem, step
    cdef description backwards
    if view.desc.axes is not None:
        return settle(v[0], HOOKS["flatten_axes"](view, "F" if v[1] == NULL else <object>v[1]), v[2])
    if v[1] == NULL and is_fortran(view.desc):
        step = view.desc.dtype.size
        view.desc = derive(view.desc, 1, &count, &step)
        return settle(v[0], view, v[2])
    if v[1] != NULL:
        order = (<object>v[1]).upper()
        if order not in ("F", "C", "A", "K"):
            raise OceanValueError(f"Expected type 'F', 'C', 'A' or 'K', got {shown(<object>v[1])}")
        if order != "F":
            backwards = axes_reversed(view.desc)
            if order == "C" or (not is_fortran(view.desc) if order == "A" else is_fortran(backwards)):
                view.desc = backwards
    return settle(v[0], with_size(view, 1, &count), v[2])


def ravel(tensor self not None, order="F"):
    """All elements as a vector in column-major ("F") or row-major ("C") order: a view if possible, else lazy.

    Parameters
    ----------
    order : {"F", "C"}, optional
        Which dimension runs fastest: the first or the last.

    Returns
    -------
    tensor
        A vector.

    Examples
    --------
    >>> ocean.asTensor([[1,2], [3,4]]).ravel("C")
       1   3   2   4
    <tensor.int64 of size 4 on cpu (lazy)>
    """
    cdef tensor view = own(self)
    cdef description desc = view.desc
    if not isinstance(order, str) or order.upper() not in ("F", "C"):
        raise OceanValueError(f"Expected order 'F' or 'C', got {order!r}")
    if desc.axes is not None:
        return HOOKS["ravel_axes"](view, order)
    if order.upper() == "C":
        desc = axes_reversed(desc)
    desc = reshaped(desc, 1, &desc.nelem)
    if desc is None:
        return HOOKS["lazy"](view).flatten(order)
    view.desc = desc
    return view


cdef str INTEGER = "integers or tensor"     # anything but a flag, which would be `inplace`

VIEWS = (
    compiled("transpose([inplace]) -> tensor", """the transpose, a view: the first two dimensions exchanged.

>>> ocean.asTensor([1,2,3]).transpose()
(:,:)
   1   2   3
<tensor.int64 of size 1x3 on cpu>""", transpose_body, tensor),
    compiled("swapAxes(axis1, axis2 [,inplace]) -> tensor", "a view with two dimensions exchanged.", swap_axes_body,
             tensor),
    compiled("permuteAxes(order [,inplace]) -> tensor", "a view: dimension k of the result is dimension order[k].",
             permute_axes_body, tensor),
    compiled("reverseAxes([inplace]) -> tensor", "a view with the dimensions in reverse order.", reverse_axes_body,
             tensor),
    compiled("reverseAxes2([inplace]) -> tensor",
             "a view with the dimensions in reverse order, and then the first two exchanged.", reverse_axes2_body,
             tensor),
    compiled("flipAxis(axis [,inplace]) -> tensor", "a view that runs along an axis in the other direction.",
             flip_axis_body, tensor),
    compiled("flipud([inplace]) -> tensor", "a view with axis 0 flipped.", flipud_body, tensor),
    compiled("fliplr([inplace]) -> tensor", "a view with axis 1 flipped (axis 0 of a vector).", fliplr_body, tensor),
    compiled("slice(axis, offset [,size]) -> tensor",
             "a view of `size` elements (one unless given) along an axis, beginning at `offset`.", slice_body, tensor,
             {"size": "any"}),
    compiled("diag([index]) -> tensor",
             "a view of a diagonal of the first two dimensions: index > 0 is above the main one, < 0 below it.",
             diag_body, tensor, {"index": "any"}),
    compiled("squeeze([axis] [,inplace]) -> tensor",
             "a view without one dimension of size one, or without all of them.", squeeze_body, tensor,
             {"axis": INTEGER}),
    compiled("unsqueeze(axis [,inplace]) -> tensor", "a view with one more dimension of size one.", unsqueeze_body,
             tensor),
    compiled("broadcastTo(size [,mode] [,inplace]) -> tensor",
             """a view that repeats along new dimensions and dimensions of size one.

New dimensions are on the right (mode 0) or on the left (mode 1).""", broadcast_to_body, tensor, {"mode": INTEGER}),
    compiled("flatten([type] [,inplace]) -> tensor", """all elements as a vector, a view if possible.

In order 'F' (column-major), 'C' (row-major), 'A' (column-major if the tensor is, else row-major) or 'K' (row-major if
the tensor is, else column-major).""", flatten_body, tensor, {"type": "str"}),
    reshape,
)
