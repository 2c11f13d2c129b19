"""Copying and casting tensors: copies in any memory order, fills, `ensure` and `cast`; fallbacks are in Python."""

from cpython.ref cimport PyObject
from libc.stdint cimport int64_t

from ocean._src.core.objects.description import broadcasts, layout_is_c, layout_is_dense, make_description, size_text
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.core.call.settings import need_broadcast
from ocean._src.core.objects.tensor import unlabelled

from ocean._src.core.call.callables cimport compiled, given
from ocean._src.core.functions.assign cimport ordered_copy
from ocean._src.core.objects.description cimport (
    MAX_DIMS, axes_as, describe, description, fortran, is_fortran, same_size, self_overlap, size_of)
from ocean._src.core.objects.dtypes cimport dtype
from ocean._src.core.functions.lists cimport read_order, write_lists
from ocean._src.core.objects.memory cimport device
from ocean._src.core.call.operands cimport argument, number_argument
from ocean._src.core.objects.tensor cimport LAZY, copied, copy_to, effective, new_view, same, tensor

cpdef tensor converted(tensor source, dtype kind, device where, bint deep=False):
    """A tensor with the given dtype and device: a shallow copy if they match, unless `deep`."""
    cdef description desc = source.desc
    cdef int64_t s[MAX_DIMS]
    cdef int i
    if kind is None:
        kind = desc.dtype
    if where is None:
        where = desc.device
    if kind is desc.dtype and where is desc.device:
        return cloned(source, where) if deep else new_view(source.mem, source.start, desc, source.locked)
    if is_fortran(desc) or not layout_is_dense(desc):
        return copied(source, axes_as(fortran(kind, where, desc.ndims, desc.n), desc))
    for i in range(desc.ndims):
        s[i] = abs(desc.s[i]) // desc.dtype.size * kind.size
        if s[i] == 0:
            return copied(source, axes_as(fortran(kind, where, desc.ndims, desc.n), desc))
    return copied(source, axes_as(describe(kind, where, False, desc.ndims, desc.n, s), desc))


cdef tensor cloned(tensor self, device where):
    """A copy with the same memory order; strides of zero stay."""
    cdef description desc = effective(self)
    cdef int64_t s[MAX_DIMS]
    cdef int64_t step = desc.dtype.size
    cdef int i, next
    cdef bint overlapping = self_overlap(desc) == 2
    if is_fortran(desc) and desc.nelem and where is desc.device:
        for i in range(desc.ndims):
            if desc.n[i] == 1:
                break
        else:
            return copied(self, desc)
    for i in range(desc.ndims):
        s[i] = 0
    while True:
        next = -1
        for i in range(desc.ndims):
            if s[i] == 0 and (overlapping or (desc.s[i] and desc.n[i] > 1)) and (
                    next < 0 or (not overlapping and abs(desc.s[i]) < abs(desc.s[next]))):
                next = i
        if next < 0:
            break
        s[next] = step
        step *= max(1, desc.n[next])
    for i in range(desc.ndims):
        if s[i] == 0 and desc.n[i] == 1:
            s[i] = step
    return copied(self, axes_as(
        describe(desc.dtype, where, desc.swapped and where is desc.device, desc.ndims, desc.n, s), desc))


cdef object clone_body(PyObject** v):
    cdef tensor self = <tensor>v[0]
    return cloned(self, self.desc.device if v[1] == NULL else <device>v[1])


compiled("clone([device]) -> tensor",
         "a deep copy that keeps strides of zero, and the byte order unless the device changes.", clone_body, tensor)


cdef tensor replica(tensor self, device where):
    return copied(self, axes_as(fortran(self.desc.dtype, where, self.desc.ndims, self.desc.n), self.desc))


cdef tensor permuted_copy(tensor source, int order):
    """A column-major copy with all dimensions reversed (order 2, 'C'), or the first two exchanged ('R')."""
    view = source.reverseAxes() if order == 2 else source if source.desc.ndims < 2 else source.swapAxes(0, 1)
    return replica(<tensor>view, source.desc.device)


cdef object replicate_body(PyObject** v):
    cdef tensor self = <tensor>v[0]
    return replica(self, self.desc.device if v[1] == NULL else <device>v[1])


compiled("replicate([device]) -> tensor",
         "a deep copy in column-major order and native byte order, with all repeated elements written out.",
         replicate_body, tensor)


cdef frozenset ORDERS = frozenset("FCRfcr")


cdef object copy_body(PyObject** v):
    cdef tensor self = <tensor>v[0], source
    cdef object value
    if v[1] == NULL or type(<object>v[1]) is str and <object>v[1] in ORDERS:
        return ordered_copy(self, given(v[1]), given(v[2]))
    if v[2] != NULL:
        raise OceanTypeError("copy(): threads come with an order or alone, not with a source")
    value = <object>v[1]
    if LAZY is not None and type(value) is LAZY:
        value.into(self)
        return None
    value = argument(value, "copy", "src")
    if (type(value) is tensor and not same_size((<tensor>value).desc, self.desc)
            and ((<tensor>value).desc.axes is None or self.desc.axes is None)):
        source = <tensor>value
        if not same_size(source.desc, self.desc):
            if source.desc.nelem == self.desc.nelem and (source.desc.ndims == 1 or self.desc.ndims == 1):
                value = unlabelled(source).reshape(size_of(self.desc))     # in column-major order of both
            elif not broadcasts(size_of(source.desc), size_of(self.desc)):
                raise OceanValueError(f"Cannot copy a tensor of size {size_text(size_of(source.desc))} "
                                      f"to one of size {size_text(size_of(self.desc))}")
            elif source.desc.ndims:
                need_broadcast(size_of(source.desc), size_of(self.desc))
    copy_to(value, self)


compiled("copy([src] [,threads])", """copy the elements of another tensor into this one, casting and broadcasting.

Between a vector and a tensor of as many elements, these are copied in column-major order. Without a source it is a deep
copy, in column-major order and native byte order; `copy("C")` makes it row-major, and `copy("R")` by rows of each
matrix. At most `threads` threads take part in it.""",
         copy_body, tensor, {"src": "operand or str", "threads": "int"})


cdef object fill_body(PyObject** v):
    copy_to(number_argument(<object>v[1], "fill", "value"), <tensor>v[0])


compiled("fill(value) -> None", "set all elements to a value.", fill_body, tensor)


cdef object zero_body(PyObject** v):
    copy_to(0, <tensor>v[0])


compiled("zero() -> None", "set all elements to zero.", zero_body, tensor)


cdef object as_python_body(PyObject** v):
    return write_lists(<tensor>v[0], read_order(given(v[1]), "mode"))


compiled("asPython([mode='F'])",
         "nested lists: the innermost ones are columns (mode 'F'), rows (mode 'R'), or the last dimension (mode 'C').",
         as_python_body, tensor, {"mode": "str"})


cdef object as_contiguous_body(PyObject** v):
    if v[1] == NULL and ((<tensor>v[0]).desc._fortran == 1 or is_fortran((<tensor>v[0]).desc)):
        return same(<tensor>v[0])
    return in_contiguous_order(<tensor>v[0], "F" if v[1] == NULL else <object>v[1])


cdef tensor in_contiguous_order(tensor self, object order):
    cdef description desc = effective(self)
    cdef bint columns = order == "F" or order == "f"
    if not columns and order != "C" and order != "c":
        raise OceanValueError(f"Expected type 'F' or 'C', got {shown(order)}")
    if is_fortran(desc) if columns else layout_is_c(desc):
        return same(self)
    return copied(self, axes_as(make_description(desc.dtype, size_of(desc), order, desc.device), desc))


compiled("asContiguous([type='F']) -> tensor",
         "the tensor in column-major ('F') or row-major ('C') order; itself if it is already.",
         as_contiguous_body, tensor, {"type": "str"})


cdef object ensured(PyObject* obj, dtype kind, device where, PyObject* inplace):
    cdef bint changing = inplace != NULL and <object>inplace is True
    if type(<object>obj) is tensor and not changing:
        return converted(<tensor>obj, kind, where)
    if LAZY is not None and type(<object>obj) is LAZY and not changing:
        return (<object>obj).cast(kind, where)
    return NotImplemented


cdef object ensure_body(PyObject** v):
    return ensured(v[0], None if v[1] == NULL else <dtype>v[1], None if v[2] == NULL else <device>v[2], v[3])


ensure = compiled("ensure(obj [,dtype] [,device] [,inplace])", """the object with the given dtype and device.

In place, the object itself is changed; otherwise the result shares memory with it whenever nothing must change.

>>> ocean.ensure([1,2,3], ocean.int8)
   1   2   3
<tensor.int8 of size 3 on cpu>""", ensure_body)


cdef object cast_body(PyObject** v):
    cdef dtype kind = None if v[1] == NULL else <dtype>v[1]
    cdef device where = None if v[2] == NULL else <device>v[2]
    if type(<object>v[0]) is tensor:
        return converted(<tensor>v[0], kind, where, True)
    if LAZY is not None and type(<object>v[0]) is LAZY:
        return (<object>v[0]).cast(kind, where)
    return NotImplemented


cast = compiled("cast(obj [,dtype] [,device])",
                "a copy of the object with the given dtype and device, which shares no memory with it.", cast_body)
