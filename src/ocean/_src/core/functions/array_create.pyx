# cython: auto_pickle=False
"""Fast paths of the functions that make arrays: from shapes of Python integers, lists of Python numbers, ranges of
integers, and arrays of the same dtype. The functions are in `ocean._src.array`."""

from libc.math cimport INFINITY, ceil
from libc.stdint cimport int64_t

from ocean._src.core.objects.array cimport array as ndarray, held, quick_shape, set_all, wrap
from ocean._src.core.call.callables cimport fast
from ocean._src.core.functions.array_views cimport place_of, quick_int
from ocean._src.core.functions.combine cimport join, stacked
from ocean._src.core.functions.copies cimport converted
from ocean._src.core.functions.create cimport cleared, filled, integer_range, points, with_diagonal, with_ones
from ocean._src.core.objects.description cimport (
    MAX_DIMS, axes_as, axes_reversed, derive, description, fortran, is_fortran, without_axes)
from ocean._src.core.objects.dtypes cimport (
    BOOL, DOUBLE, READ_SCALAR, dtype, find_array_dtype, is_number, is_scalar, kind_of, scalar,
    strong_code)
from ocean._src.core.host.indexing.indexing cimport find
from ocean._src.core.functions.lists cimport read_lists
from ocean._src.core.objects.memory cimport CPU, device
from ocean._src.core.call.operands cimport import_tensor, scalar_tensor
from ocean._src.core.objects.tensor cimport (
    DEFAULT_DEVICE, LAZY, address, copied, fits, is_native, new_tensor, new_view, tensor)

cdef double LARGEST = 2.0 ** 58


cdef tensor quick_new(object shape, object kind, object order, object where, int otherwise):
    """A new tensor of an array, or None for the fallback."""
    cdef int64_t n[MAX_DIMS]
    cdef int ndims, k
    cdef double total = 1
    cdef dtype found
    if order != "C" or (where is not None and not isinstance(where, device)):
        return None
    if where is None:
        where = DEFAULT_DEVICE
        if where is None:
            return None
    found = kind_of(otherwise) if kind is None else find_array_dtype(kind)
    ndims = quick_shape(shape, n)
    if found is None or ndims < 0:
        return None
    for k in range(ndims):
        total *= n[k]
        if n[k] < 0 or total > LARGEST:      # the fallback has the errors
            return None
    return new_tensor(fortran(found, <device>where, ndims, n), None)


cdef object empty_body(object shape, object dtype, object order, object device):
    cdef tensor result = quick_new(shape, dtype, order, device, DOUBLE)
    return NotImplemented if result is None else wrap(result)


cdef object zeros_body(object shape, object dtype, object order, object device):
    cdef tensor result = quick_new(shape, dtype, order, device, DOUBLE)
    return NotImplemented if result is None else wrap(cleared(result))


cdef object ones_body(object shape, object dtype, object order, object device):
    cdef tensor result = quick_new(shape, dtype, order, device, DOUBLE)
    return NotImplemented if result is None else wrap(filled(result, 1))


cdef object full_body(object shape, object fill_value, object dtype, object order, object device):
    cdef tensor result = None
    if dtype is None and is_number(fill_value):
        result = quick_new(shape, dtype, order, device, strong_code(fill_value))
    return NotImplemented if result is None else wrap(filled(result, fill_value))


cdef tensor like(object other, object kind, object order, object shape, object where):
    """A new tensor with the size of a row-major array, or None for the fallback."""
    cdef tensor source = held(other)
    cdef dtype found
    if source is None or order != "K" or shape is not None or where is not None:
        return None
    found = source.desc.dtype if kind is None else find_array_dtype(kind)
    if found is None or not is_fortran(source.desc):
        return None
    return new_tensor(
        axes_as(fortran(found, source.desc.device, source.desc.ndims, source.desc.n), source.desc), source.mem.queue)


cdef object empty_like_body(object prototype, object dtype, object order, object subok, object shape, object device):
    cdef tensor result = like(prototype, dtype, order, shape, device)
    return NotImplemented if result is None else wrap(result)


cdef object zeros_like_body(object a, object dtype, object order, object subok, object shape, object device):
    cdef tensor result = like(a, dtype, order, shape, device)
    return NotImplemented if result is None else wrap(cleared(result))


cdef object ones_like_body(object a, object dtype, object order, object subok, object shape, object device):
    cdef tensor result = like(a, dtype, order, shape, device)
    return NotImplemented if result is None else wrap(filled(result, 1))


cdef object full_like_body(object a, object fill_value, object dtype, object order, object subok, object shape,
                           object device):
    cdef tensor result = like(a, dtype, order, shape, device) if type(fill_value) is float else None
    return NotImplemented if result is None or not result.desc.dtype.isfloat else wrap(filled(result, fill_value))


cdef ndarray quick_list(object values, object kind, object where):
    """The array of nested lists of Python numbers, or None for the fallback."""
    cdef tensor found = quick_rows(values, kind, where)
    return None if found is None else wrap(found)


cpdef tensor quick_rows(object values, object kind, object where):
    """The inner tensor of the array of nested lists, or None for the fallback."""
    cdef tensor found
    cdef dtype wanted
    if type(values) is not list or (where is not None and not isinstance(where, device)):
        return None
    wanted = None if kind is None else find_array_dtype(kind)
    if where is None:
        where = DEFAULT_DEVICE
    if where is None or (kind is not None and wanted is None):
        return None
    found = read_lists(values, 0, wanted, None, False, True)
    if found is None:
        return None
    if (wanted is not None and wanted is not found.desc.dtype) or where is not CPU:
        found = converted(found, wanted, <device>where)
    return found


cdef tensor quick_copy(object value):
    """A copy of a row-major array, or of one of another package, in native byte order; None for anything else."""
    cdef tensor found = held(value)
    if found is None:
        if DEFAULT_DEVICE is CPU and (type(value) is scalar or type(value) is float or type(value) is bool):
            return scalar_tensor(value if type(value) is scalar else READ_SCALAR(value))
        if (type(value) is list or type(value) is tuple or type(value) is tensor or type(value) is ndarray
                or type(value) is LAZY or is_scalar(value)):
            return None
        source = import_tensor(value)
        if type(source) is not tensor:
            return None
        found = <tensor>source
        found = new_view(found.mem, found.start, axes_reversed(without_axes(found.desc)), found.locked)
    if not is_fortran(found.desc) or not found.desc.device.host:
        return None
    return copied(found, axes_as(fortran(found.desc.dtype, found.desc.device, found.desc.ndims, found.desc.n),
                                 found.desc))


cdef tensor quick_stack(object arrays):
    """The tensor of a list of arrays of one shape, dtype and device; None for anything else."""
    cdef list pieces = alike(arrays)
    cdef int ndims = 0 if pieces is None else (<tensor>pieces[0]).desc.ndims
    if pieces is None or ndims == MAX_DIMS or not line_up(pieces, -1):
        return None
    return stacked(pieces, ndims)


cdef object array_body(object object, object dtype, object copy, object order, object subok, object ndmin,
                       object device, object ndmax, object axes):
    cdef ndarray result
    if axes is None and order == "K" and ndmin == 0 and ndmax == 64 and (copy is True or copy is None):
        result = quick_list(object, dtype, device)
        if result is not None:
            return result
        if dtype is None and device is None and copy is True and subok is False:
            copy_of = quick_copy(object)
            if copy_of is None and type(object) is list:
                copy_of = quick_stack(object)
            if copy_of is not None:
                return wrap(copy_of)
    return NotImplemented


cdef object asarray_body(object a, object dtype, object order, object device, object copy, object axes):
    cdef ndarray result
    cdef tensor found
    if order is None and copy is None and axes is None:
        if dtype is None and device is None:
            if type(a) is ndarray:
                return a
            if type(a) is not list and type(a) is not tuple and not is_number(a) and not (
                    type(a) is LAZY and a.trace is not None):
                source = a if type(a) is tensor else import_tensor(a)
                if type(source) is tensor:
                    found = <tensor>source
                    return wrap(new_view(
                        found.mem, found.start,
                        axes_reversed(found.desc if type(a) is tensor or type(a) is LAZY
                                      else without_axes(found.desc)), found.locked))
        elif device is None and type(a) is ndarray:
            found = held(a)
            if found is not None and is_native(found) and find_array_dtype(dtype) is found.desc.dtype:
                return a
        result = quick_list(a, dtype, device)
        if result is not None:
            return result
    return NotImplemented


cdef object arange_body(object start, object stop, object step, object dtype, object device):
    cdef int64_t first, last, gap
    cdef tensor result
    cdef object begin = 0 if stop is None else start, end = start if stop is None else stop
    if type(end) is float or type(begin) is float or type(step) is float:
        result = real_range(begin, end, step) if dtype is None and device is None else None
        return NotImplemented if result is None else wrap(result)
    if (dtype is not None or device is not None or DEFAULT_DEVICE is not CPU or not quick_int(begin, &first)
            or not quick_int(end, &last) or not quick_int(step, &gap) or gap == 0):
        return NotImplemented
    return wrap(integer_range(first, last, gap))


cdef tensor real_range(object begin, object end, object step):
    """A range of doubles, or None if its length is not certain."""
    cdef double first, gap, ratio
    cdef int64_t n[1]
    cdef int64_t i
    cdef double* values
    cdef tensor result
    for each in (begin, end, step):
        if type(each) is not float and type(each) is not int:
            return None
    try:
        first, gap = begin, step
        ratio = (<double>end - first) / gap if gap else INFINITY
    except OverflowError:
        return None
    if DEFAULT_DEVICE is not CPU or not -1e15 < ratio < 1e15 or not -1e300 < first < 1e300 or not ratio:
        return None
    n[0] = <int64_t>ceil(ratio) if ratio > 0 else 0
    result = new_tensor(fortran(kind_of(DOUBLE), CPU, 1, n), None)
    values = <double*>(address(result))
    for i in range(n[0]):
        values[i] = first + i * gap
    return result


cdef object linspace_body(object start, object stop, object num, object endpoint, object retstep, object dtype,
                          object axis, object device):
    cdef int64_t count
    if ((type(start) is not float and type(start) is not int) or (type(stop) is not float and type(stop) is not int)
            or not quick_int(num, &count) or count < 0 or retstep is not False or dtype is not None or axis != 0
            or device is not None or DEFAULT_DEVICE is not CPU):
        return NotImplemented
    return wrap(points(start, stop, count, bool(endpoint)))


cdef object eye_body(object N, object M, object k, object dtype, object order, object device):
    cdef tensor result
    cdef int64_t rows, columns, place
    if not quick_int(N, &rows) or not quick_int(N if M is None else M, &columns) or not quick_int(k, &place):
        return NotImplemented
    if not -rows < place < columns:         # nothing is on such a diagonal
        return NotImplemented
    result = quick_new((N, N if M is None else M), dtype, order, device, DOUBLE)
    return NotImplemented if result is None else wrap(with_ones(result, -place))


# --- From other arrays -------------------------------------------------------------------------------------------

cdef object ascontiguousarray_body(object a, object dtype):
    cdef description desc
    if dtype is None and type(a) is ndarray and type((<ndarray>a).inner) is tensor:
        desc = (<tensor>(<ndarray>a).inner).desc
        if desc.ndims and (desc._fortran == 1 or is_fortran(desc)):
            return a
    return NotImplemented


cdef object copyto_body(object dst, object src, object casting, object where):
    cdef tensor target = held(dst), source = held(src)
    if target is not None and casting == "same_kind" and where is True and is_number(src) and (
            target.desc.dtype.iscomplex or (target.desc.dtype.isfloat and type(src) is not complex)):
        set_all(<ndarray>dst, src)
        return None
    if (target is None or source is None or target.desc.dtype is not source.desc.dtype or casting != "same_kind"
            or where is not True):
        return NotImplemented
    set_all(<ndarray>dst, src)
    return None


cdef object diag_body(object v, object k):
    cdef tensor source = held(v)
    cdef int64_t place
    if (source is None or source.desc.ndims != 1 or not quick_int(k, &place) or not -(1 << 31) < place < 1 << 31
            or source.desc.axes is not None):
        return NotImplemented
    return wrap(with_diagonal(source, source.desc.dtype, source.desc.device, -place))


cdef list alike(object arrays):
    """The tensors of arrays of the same dtype and number of dimensions on one device; None for anything else."""
    cdef list result = []
    cdef tensor each, first = None
    if type(arrays) is not list and type(arrays) is not tuple:
        return None
    for value in arrays:
        each = held(value)
        if first is None:
            first = each
        if (each is None or each.desc.dtype is not first.desc.dtype or each.desc.device is not first.desc.device
                or each.desc.ndims != first.desc.ndims or each.desc.axes is not None):
            return None
        result.append(each)
    return result or None


cdef bint line_up(list pieces, int axis) noexcept:
    """Whether tensors have the same size, except along one axis."""
    cdef description desc, first = (<tensor>pieces[0]).desc
    cdef int d
    for each in pieces:
        desc = (<tensor>each).desc
        for d in range(first.ndims):
            if d != axis and desc.n[d] != first.n[d]:
                return False
    return True


cdef object concatenate_body(object arrays, object axis, object out, object dtype, object casting):
    found = quick_join(arrays, axis) if out is None and dtype is None and casting == "same_kind" else None
    return NotImplemented if found is None else found


cpdef ndarray quick_join(object arrays, object axis):
    """Join arrays of one dtype and on one device along an axis; None for the fallback."""
    cdef list pieces = alike(arrays)
    cdef int place = -1 if pieces is None else place_of(axis, (<tensor>pieces[0]).desc.ndims)
    if place < 0 or not line_up(pieces, place):
        return None
    return wrap(join(pieces, place, (<tensor>pieces[0]).desc.dtype, (<tensor>pieces[0]).desc.device))


cdef object stack_body(object arrays, object axis, object out, object dtype, object casting):
    cdef list pieces = alike(arrays) if out is None and dtype is None and casting == "same_kind" else None
    cdef int ndims = 0 if pieces is None else (<tensor>pieces[0]).desc.ndims
    cdef int place = -1 if pieces is None or ndims == MAX_DIMS else place_of(axis, ndims + 1)
    if place < 0 or not line_up(pieces, -1):
        return NotImplemented
    return wrap(stacked(pieces, place, (<tensor>pieces[0]).desc.dtype, (<tensor>pieces[0]).desc.device))


cdef object nonzero_body(object a):
    cdef tensor source = held(a), found
    cdef description row
    cdef list result
    cdef int d
    if source is not None and source.desc.dtype.code != BOOL and source.desc.axes is None:
        source = held(a != 0)
    if source is None or source.desc.dtype.code != BOOL or source.desc.ndims == 0 or source.desc.axes is not None:
        return NotImplemented
    found = find(source)                    # a row for each dimension
    row = derive(found.desc, 1, found.desc.n + 1, found.desc.s + 1)
    result = []
    for d in range(source.desc.ndims - 1, -1, -1):
        result.append(wrap(new_view(found.mem, found.start + d * found.desc.s[0], row, False)))
    return tuple(result)


# --- For `pair` ----------------------------------------------------------------------------------------------------

empty = fast("shape dtype order device", <void*>empty_body)
zeros = fast("shape dtype order device", <void*>zeros_body)
ones = fast("shape dtype order device", <void*>ones_body)
full = fast("shape fill_value dtype order device", <void*>full_body)
empty_like = fast("prototype dtype order subok shape device", <void*>empty_like_body)
zeros_like = fast("a dtype order subok shape device", <void*>zeros_like_body)
ones_like = fast("a dtype order subok shape device", <void*>ones_like_body)
full_like = fast("a fill_value dtype order subok shape device", <void*>full_like_body)
array = fast("object dtype copy order subok ndmin device ndmax axes", <void*>array_body)
asarray = fast("a dtype order device copy axes", <void*>asarray_body)
arange = fast("start stop step dtype device", <void*>arange_body)
linspace = fast("start stop num endpoint retstep dtype axis device", <void*>linspace_body)
eye = fast("N M k dtype order device", <void*>eye_body)
ascontiguousarray = fast("a dtype", <void*>ascontiguousarray_body)
copyto = fast("dst src casting where", <void*>copyto_body)
diag = fast("v k", <void*>diag_body)
concatenate = fast("arrays axis out dtype casting", <void*>concatenate_body)
stack = fast("arrays axis out dtype casting", <void*>stack_body)
nonzero = fast("a", <void*>nonzero_body)
