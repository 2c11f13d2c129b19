# cython: auto_pickle=False
"""Assignment, evaluation, resizing and traversal of tensors.

A tensor is a view unless its elements fill its storage, in the memory order for which the storage was made.
"""

from cpython.ref cimport PyObject
from libc.stdint cimport int64_t

cimport cython

from ocean._src.core.objects.description import broadcasts, make_description, size_text
from ocean._src.base.classes import attach
from ocean._src.core.objects.dtypes import publish
from ocean._src.base.errors import OceanTypeError, OceanValueError
from ocean._src.core.call.settings import need_broadcast
from ocean._src.core.objects.tensor import at_most, item

from ocean._src.core.call.callables cimport compiled
from ocean._src.core.objects.description cimport (
    MAX_DIMS, axes_as, axes_reversed, derive, description, fortran, is_fortran, other_byte_order, read_size, reshaped,
    same_size, size_of, sliced, with_axes, without_axes)
from ocean._src.core.objects.memory cimport CPU
from ocean._src.core.call.operands cimport to_operand
from ocean._src.core.objects.tensor cimport (
    LAZY, become, brought, check_writable, copied, copy_to, effective, exchange, new_tensor, new_view, own, tensor)
from ocean._src.core.functions.views cimport with_size


# --- Assignment --------------------------------------------------------------------------------------------------

cdef object assign_body(PyObject** v):
    cdef tensor self = <tensor>v[0]
    cdef object value = <object>v[1]
    cdef bint lazy = LAZY is not None and type(value) is LAZY
    if not lazy:
        value = to_operand(value)
    if v[2] != NULL and <object>v[2] is True:
        take_value(self, value, lazy)
    elif lazy:
        value.into(self)
    else:
        if type(value) is tensor and ((<tensor>value).desc.axes is None or self.desc.axes is None):
            check_fit((<tensor>value).desc, self.desc)
        copy_to(value, self)


cdef int check_fit(description source, description target) except -1:
    """Check that a size can be broadcast to another."""
    if same_size(source, target):
        return 0
    if not broadcasts(size_of(source), size_of(target)):
        raise OceanValueError(f"Cannot assign a tensor of size {size_text(size_of(source))} "
                              f"to one of size {size_text(size_of(target))}")
    if source.ndims:
        need_broadcast()
    return 0


cdef int take_value(tensor self, object value, bint lazy) except -1:
    """Give a tensor the size and the elements of another, or of a number, in new storage."""
    cdef int64_t n[MAX_DIMS]
    cdef int ndims = read_size(value.size, n) if lazy or type(value) is tensor else 0
    cdef tensor result
    check_writable(self)
    result = similar(self, ndims, n)
    if lazy or type(value) is tensor:
        result.desc = with_axes(result.desc, getattr(value, "axes", None))
    if lazy:
        value.into(result)
    else:
        copy_to(value, result)
    become(self, result.mem, result.start, result.desc)
    return 0


cdef tensor similar(tensor self, int ndims, const int64_t* n):
    """A new column-major tensor with another size, but the dtype, byte order, device and stream of a tensor."""
    cdef description former = effective(self), desc = fortran(former.dtype, former.device, ndims, n)
    return new_tensor(other_byte_order(desc) if former.swapped else desc, self.mem.queue)


compiled("assign(src [,resize]) -> None", """set the elements to those of a tensor, a number or anything like one.

The source is broadcast to the size of this tensor. With `resize`, this tensor takes the size of the source instead, in
new storage; dtype, byte order and device stay, and other tensors keep the former storage.""",
         assign_body, tensor, {"resize": "bool"})


def swap(tensor self not None, other):
    """Exchange the size, dtype, device and storage of two tensors. No element is copied.

    Parameters
    ----------
    other : tensor
        The other tensor.

    Examples
    --------
    >>> s, t = ocean.asTensor([1,2]), ocean.asTensor([3.5])
    >>> s.swap(t)
    >>> s
       3.5
    <tensor.double of size 1 on cpu>
    """
    if type(other) is not tensor:
        raise OceanTypeError(f"swap() takes a tensor, got {type(other).__name__}")
    exchange(self, <tensor>other)


def resize(tensor self not None, *size):
    """Change the size and keep the elements in column-major order; new ones are zero.

    The storage is new: other tensors keep the former storage, and its elements.

    Parameters
    ----------
    *size : int or sequence of int
        The new size.

    Examples
    --------
    >>> t = ocean.asTensor([1,2,3])
    >>> t.resize(2, 2)
    >>> t
    (:,:)
       1   3
       2   0
    <tensor.int64 of size 2x2 on cpu>
    """
    cdef tensor view = own(self), result, target
    cdef int64_t n[MAX_DIMS]
    cdef int64_t count = view.desc.nelem, kept, offset
    cdef int ndims
    if not size:
        raise OceanTypeError("resize() needs a size")
    ndims = read_size(size[0] if len(size) == 1 else size, n)
    check_writable(view)
    result = similar(view, ndims, n)
    if view.desc.axes is not None:
        raise OceanValueError("resize() changes dimensions that have axes; withoutAxes() gives a tensor that has none")
    kept = min(count, result.desc.nelem)
    if kept < result.desc.nelem:
        offset = kept * result.desc.dtype.size
        result.desc.device.fill(result.mem, offset, result.desc.high - offset, 0)
    if kept:
        offset = 0
        view = with_size(view, 1, &count)
        view.desc = sliced(view.desc, 0, 0, kept, 1, &offset)
        target = own(result)
        target.desc = sliced(reshaped(target.desc, 1, &target.desc.nelem), 0, 0, kept, 1, &offset)
        copy_to(view, target)
    become(self, result.mem, result.start, result.desc)


# --- Evaluation --------------------------------------------------------------------------------------------------

cdef bint is_view(tensor self):
    cdef description made = <description>self.mem.made
    if made is not None and without_axes(made) is without_axes(self.desc) and self.start == -self.desc.low:
        return False
    return (self.start != 0 or not is_fortran(self.desc) or (made is not None and not is_fortran(made))
            or self.desc.nelem * self.desc.dtype.size != self.mem.nbytes)


def is_whole(tensor self not None):
    """Whether the elements fill the storage, in the memory order for which it was made."""
    return not is_view(self)


def copied_like(tensor self not None, description desc not None):
    """A new tensor with the elements of another."""
    return copied(self, desc)


cdef tensor ordered_copy(tensor self, object order, object threads):
    """A copy with the dimensions in the given order in memory ('F', 'C' or 'R'; None: 'F'), in native byte order."""
    cdef tensor view = own(self)
    cdef description desc = axes_as(
        make_description(view.desc.dtype, size_of(view.desc), order, view.desc.device), view.desc)
    return copied(view, desc) if threads is None else <tensor>at_most(threads, copied_like, view, desc)


cdef object eval_body(PyObject** v):
    if is_view(<tensor>v[0]):
        return ordered_copy(<tensor>v[0], None, None if v[1] == NULL else <object>v[1])
    return <object>v[0]


compiled("eval([threads]) -> tensor", """the tensor itself; a copy in storage of its own if it is a view.

A tensor is a view unless its elements are the whole of its storage, in the order for which that was made: slices and
transposes are views. At most `threads` threads take part.""", eval_body, tensor, {"threads": "int"})


def data(tensor self not None):
    """The elements as they are in storage, as a vector on the same storage; not for views (see `eval`).

    Returns
    -------
    tensor
        A vector.

    Examples
    --------
    >>> ocean.asTensor([[1,2], [3,4]]).data()
       1   2   3   4
    <tensor.int64 of size 4 on cpu>
    """
    cdef tensor result = own(self)
    cdef description desc = result.desc, line
    if is_view(result) or desc.nelem * desc.dtype.size != result.mem.nbytes:
        raise OceanValueError("A view has no data of its own; evaluate it first: eval().data()")
    line = fortran(desc.dtype, desc.device, 1, &desc.nelem)
    result.desc, result.start = other_byte_order(line) if desc.swapped else line, 0
    return result


# --- Traversal ---------------------------------------------------------------------------------------------------

@cython.final
@cython.no_gc
cdef class traversal:
    """The elements of a tensor one after another, in column-major ("F") or row-major ("C") order."""
    cdef tensor base                # a private object, with the dimensions from the fastest to the slowest
    cdef str order

    def __len__(self):
        return self.base.desc.nelem

    def __iter__(self):
        return elements(self.base, False)

    def __reversed__(self):
        return elements(self.base, True)

    def __repr__(self):
        return f"<traversal of {self.base.desc.nelem} elements in order {self.order!r}>"


@cython.final
@cython.no_gc
cdef class element_iterator:
    """Iterates over all elements of a tensor: typed scalars."""
    cdef tensor base
    cdef description one
    cdef int64_t position, step, left

    def __iter__(self):
        return self

    def __length_hint__(self):
        return self.left

    def __next__(self):
        cdef description desc = self.base.desc
        cdef int64_t rest = self.position, offset = 0
        cdef int d
        if self.left == 0:
            raise StopIteration
        self.left -= 1
        self.position += self.step
        for d in range(desc.ndims):
            offset += rest % desc.n[d] * desc.s[d]
            rest //= desc.n[d]
        return item(new_view(self.base.mem, self.base.start + offset, self.one, True))


cdef element_iterator elements(tensor base, bint backwards):
    cdef element_iterator result = element_iterator.__new__(element_iterator)
    result.base = brought(base, CPU)
    result.one = derive(result.base.desc, 0, result.base.desc.n, result.base.desc.s)
    result.left = base.desc.nelem
    result.position = base.desc.nelem - 1 if backwards else 0
    result.step = -1 if backwards else 1
    return result


def traverse(tensor self not None, order="F"):
    """The elements one after another, in column-major ("F") or row-major ("C") order; `reversed` turns it around.

    Each is read when its turn comes; elements on another device than the host are fetched when the iteration begins.

    Parameters
    ----------
    order : {"F", "C"}, optional
        Which dimension runs fastest: the first or the last.

    Returns
    -------
    traversal
        An iterator, which also has a length.

    Examples
    --------
    >>> t = ocean.asTensor([[1,2,3],[4,5,6]], "R")
    >>> [int(x) for x in t.traverse("C")], [int(x) for x in reversed(t.traverse("F"))]
    ([1, 2, 3, 4, 5, 6], [6, 3, 5, 2, 4, 1])
    """
    cdef traversal result = traversal.__new__(traversal)
    if not isinstance(order, str) or order.upper() not in ("F", "C"):
        raise OceanValueError(f"Expected order 'F' or 'C', got {order!r}")
    result.base = own(self)
    result.order = order.upper()
    if result.order == "C":
        result.base.desc = axes_reversed(result.base.desc)
    return result


attach(tensor, swap=swap, resize=resize, data=data, traverse=traverse)
publish(traversal, "ocean.traversal")
publish(element_iterator, "ocean.element_iterator")
