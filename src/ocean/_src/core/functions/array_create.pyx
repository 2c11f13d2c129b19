# cython: auto_pickle=False, binding=False, embedsignature.format=clinic
"""Making arrays the short way: from shapes of Python integers, lists of Python numbers, ranges of integers, and arrays
of the same dtype. Everything else goes to the functions of the same names in `ocean._src.array`."""

from libc.math cimport INFINITY, ceil
from libc.stdint cimport int64_t
from libc.string cimport memset

from ocean._src.core.objects.tensor import clear

cimport ocean._src.core.objects.tensor as hot
from ocean._src.core.objects.array cimport array as ndarray, held, quick_shape, set_all, wrap
from ocean._src.core.functions.array_views cimport place_of, quick_int
from ocean._src.core.functions.combine cimport join, stacked
from ocean._src.core.functions.copies cimport converted
from ocean._src.core.objects.axes cimport axis as axis_type
from ocean._src.core.objects.description cimport (
    MAX_DIMS, axes_as, axes_reversed, derive, description, diagonal_of, fortran, is_fortran, without_axes)
from ocean._src.core.objects.dtypes cimport (
    BOOL, DOUBLE, INT64, READ_SCALAR, dtype, find_array_dtype, is_number, is_scalar, kind_of, pack, scalar,
    strong_code)
from ocean._src.core.host.indexing.indexing cimport find
from ocean._src.core.functions.lists cimport read_lists
from ocean._src.core.objects.memory cimport CPU, device
from ocean._src.core.call.operands cimport import_tensor, scalar_tensor
from ocean._src.core.objects.tensor cimport address, copied, copy_to, fits, new_tensor, new_view, tensor

cdef dict GENERAL = {}


def set_general(**functions):
    """Called once: the functions that take all arguments."""
    GENERAL.update(functions)


def longer_ways():
    """The functions that take all arguments, by name."""
    return GENERAL


cdef tensor quick_new(object shape, object kind, object order, object where, int otherwise):
    """A new tensor of an array, or None if the arguments take longer."""
    cdef int64_t n[MAX_DIMS]
    cdef int ndims, k
    cdef dtype found
    if order != "C" or (where is not None and not isinstance(where, device)):
        return None
    if where is None:
        where = hot.DEFAULT_DEVICE
        if where is None:
            return None
    found = kind_of(otherwise) if kind is None else find_array_dtype(kind)
    ndims = quick_shape(shape, n)
    if found is None or ndims < 0:
        return None
    for k in range(ndims):
        if n[k] < 0:
            return None
    return new_tensor(fortran(found, <device>where, ndims, n), None)


cdef tensor cleared(tensor self):
    if self.desc.device.host:
        memset(address(self), 0, self.desc.high)
    else:
        clear(self)
    return self


def empty(shape, dtype=None, order="C", *, device=None):
    """An array that is not set to anything."""
    cdef tensor result = quick_new(shape, dtype, order, device, DOUBLE)
    return GENERAL["empty"](shape, dtype, order, device=device) if result is None else wrap(result)


def zeros(shape, dtype=None, order="C", *, device=None):
    """An array of zeros."""
    cdef tensor result = quick_new(shape, dtype, order, device, DOUBLE)
    return GENERAL["zeros"](shape, dtype, order, device=device) if result is None else wrap(cleared(result))


def ones(shape, dtype=None, order="C", *, device=None):
    """An array of ones."""
    cdef tensor result = quick_new(shape, dtype, order, device, DOUBLE)
    if result is None:
        return GENERAL["ones"](shape, dtype, order, device=device)
    copy_to(1, result)
    return wrap(result)


def full(shape, fill_value, dtype=None, order="C", *, device=None):
    """An array filled with a value, which has the value's dtype unless one is given."""
    cdef tensor result = None
    if dtype is None and is_number(fill_value):
        result = quick_new(shape, dtype, order, device, strong_code(fill_value))
    if result is None:
        return GENERAL["full"](shape, fill_value, dtype, order, device=device)
    copy_to(fill_value, result)
    return wrap(result)


cdef tensor like(object other, object kind, object order, object shape, object where):
    """A new tensor with the size of a row-major array, or None if the arguments take longer."""
    cdef tensor source = held(other)
    cdef dtype found
    if source is None or order != "K" or shape is not None or where is not None:
        return None
    found = source.desc.dtype if kind is None else find_array_dtype(kind)
    if found is None or not is_fortran(source.desc):
        return None
    return new_tensor(
        axes_as(fortran(found, source.desc.device, source.desc.ndims, source.desc.n), source.desc), source.mem.queue)


def empty_like(prototype, dtype=None, order="K", *, shape=None, device=None):
    """A new array with the shape, dtype and device of another, not set to anything."""
    cdef tensor result = like(prototype, dtype, order, shape, device)
    if result is None:
        return GENERAL["empty_like"](prototype, dtype, order, shape=shape, device=device)
    return wrap(result)


def zeros_like(a, dtype=None, order="K", *, shape=None, device=None):
    """An array of zeros like another."""
    cdef tensor result = like(a, dtype, order, shape, device)
    if result is None:
        return GENERAL["zeros_like"](a, dtype, order, shape=shape, device=device)
    return wrap(cleared(result))


def ones_like(a, dtype=None, order="K", *, shape=None, device=None):
    """An array of ones like another."""
    cdef tensor result = like(a, dtype, order, shape, device)
    if result is None:
        return GENERAL["ones_like"](a, dtype, order, shape=shape, device=device)
    copy_to(1, result)
    return wrap(result)


def full_like(a, fill_value, dtype=None, order="K", *, shape=None, device=None):
    """An array like another, filled with a value."""
    cdef tensor result = like(a, dtype, order, shape, device) if type(fill_value) is float else None
    if result is None or not result.desc.dtype.isfloat:
        return GENERAL["full_like"](a, fill_value, dtype, order, shape=shape, device=device)
    copy_to(fill_value, result)
    return wrap(result)


cdef ndarray quick_list(object values, object kind, object where):
    """The array of nested lists of Python numbers, or None if they or the arguments are others."""
    cdef tensor found = quick_rows(values, kind, where)
    return None if found is None else wrap(found)


cpdef tensor quick_rows(object values, object kind, object where):
    """The inner tensor of that array."""
    cdef tensor found
    cdef dtype wanted
    if type(values) is not list or (where is not None and not isinstance(where, device)):
        return None
    wanted = None if kind is None else find_array_dtype(kind)
    if where is None:
        where = hot.DEFAULT_DEVICE
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
        if hot.DEFAULT_DEVICE is CPU and (type(value) is scalar or type(value) is float or type(value) is bool):
            return scalar_tensor(value if type(value) is scalar else READ_SCALAR(value))
        if (type(value) is list or type(value) is tuple or type(value) is tensor or type(value) is ndarray
                or type(value) is hot.LAZY or is_scalar(value)):
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


def array(object=(), dtype=None, *, copy=True, order="K", subok=False, ndmin=0, device=None, like=None, shape=None,
          value=None, elements=None, axes=None):
    """An array from nested lists, numbers, NumPy arrays and everything else that is like an array; or of a shape, with
    a value everywhere, or with elements in the order that is asked for. `axes` are those of its dimensions."""
    cdef ndarray result
    if axes is not None:
        return array(object, dtype, copy=copy, order=order, ndmin=ndmin, device=device, shape=shape, value=value,
                         elements=elements).withAxes(axes)
    if order == "K" and ndmin == 0 and copy is not False and shape is None and value is None and elements is None:
        result = quick_list(object, dtype, device)
        if result is not None:
            return result
        if dtype is None and device is None and copy is True:
            copy_of = quick_copy(object)
            if copy_of is None and type(object) is list:
                copy_of = quick_stack(object)
            if copy_of is not None:
                return wrap(copy_of)
    return GENERAL["array"](object, dtype, copy=copy, order=order, ndmin=ndmin, device=device, shape=shape, value=value,
                            elements=elements)


def asarray(a, dtype=None, order=None, *, device=None, copy=None, like=None, axes=None):
    """An array from anything like one, on the same memory where that is possible unless `copy` is True; with axes for
    its dimensions, if some are given."""
    cdef ndarray result
    cdef tensor found
    if axes is not None:
        return asarray(a, dtype, order, device=device, copy=copy).withAxes(axes)
    if order is None and copy is None:
        if dtype is None and device is None:
            if type(a) is ndarray:
                return a
            if type(a) is not list and type(a) is not tuple and not is_number(a) and not (
                    type(a) is hot.LAZY and a.trace is not None):
                source = a if type(a) is tensor else import_tensor(a)
                if type(source) is tensor:
                    found = <tensor>source
                    return wrap(new_view(
                        found.mem, found.start,
                        axes_reversed(found.desc if type(a) is tensor or type(a) is hot.LAZY
                                      else without_axes(found.desc)), found.locked))
        result = quick_list(a, dtype, device)
        if result is not None:
            return result
    return GENERAL["asarray"](a, dtype, order, device=device, copy=copy)


def arange(start, stop=None, step=1, dtype=None, *, device=None, like=None):
    """start, start + step, ... below stop; from 0 if only the end is given."""
    cdef int64_t first, last, gap, i
    cdef int64_t n[1]
    cdef int64_t* values
    cdef tensor result
    cdef object begin = 0 if stop is None else start, end = start if stop is None else stop
    if type(end) is float or type(begin) is float or type(step) is float:
        result = real_range(begin, end, step) if dtype is None and device is None else None
        return GENERAL["arange"](start, stop, step, dtype, device=device) if result is None else wrap(result)
    if (dtype is not None or device is not None or hot.DEFAULT_DEVICE is not CPU or not quick_int(begin, &first)
            or not quick_int(end, &last) or not quick_int(step, &gap) or gap == 0):
        return GENERAL["arange"](start, stop, step, dtype, device=device)
    n[0] = (last - first + gap - 1) // gap if gap > 0 else (first - last - gap - 1) // -gap
    if n[0] < 0:
        n[0] = 0
    result = new_tensor(fortran(kind_of(INT64), CPU, 1, n), None)
    values = <int64_t*>(address(result))
    if gap == 1:                    # without a product, of which there is none for vectors of these
        for i in range(n[0]):
            values[i] = first + i
    else:
        for i in range(n[0]):
            values[i] = first + i * gap
    return wrap(result)


cdef tensor real_range(object begin, object end, object step):
    """A range of doubles, or None if its length is not plain."""
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
    if hot.DEFAULT_DEVICE is not CPU or not -1e15 < ratio < 1e15 or not -1e300 < first < 1e300 or not ratio:
        return None
    n[0] = <int64_t>ceil(ratio) if ratio > 0 else 0
    result = new_tensor(fortran(kind_of(DOUBLE), CPU, 1, n), None)
    values = <double*>(address(result))
    for i in range(n[0]):
        values[i] = first + i * gap
    return result


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None):
    """Equally spaced points from start to stop, which is the last one unless `endpoint` is False; with an axis for
    their number, the points along it."""
    cdef double first, last, step
    cdef int64_t i, intervals
    cdef int64_t n[1]
    cdef double* values
    cdef tensor result
    if type(num) is axis_type:
        found = linspace(start, stop, num.length, endpoint, retstep, dtype, axis, device=device)
        return (found[0].withAxes(num), found[1]) if retstep else found.withAxes(num)
    if ((type(start) is not float and type(start) is not int) or (type(stop) is not float and type(stop) is not int)
            or not quick_int(num, n) or n[0] < 0 or retstep is not False or dtype is not None or axis != 0
            or device is not None or hot.DEFAULT_DEVICE is not CPU):
        return GENERAL["linspace"](start, stop, num, endpoint, retstep, dtype, axis, device=device)
    first, last = start, stop
    intervals = n[0] - 1 if endpoint else n[0]
    step = (last - first) / intervals if intervals > 0 else 0
    result = new_tensor(fortran(kind_of(DOUBLE), CPU, 1, n), None)
    values = <double*>(address(result))
    if step == 0 and first != last and intervals > 0:       # it was too small: places between 0 and 1 are not
        for i in range(n[0]):
            values[i] = first + <double>i / intervals * (last - first)
    else:
        for i in range(n[0]):
            values[i] = first + i * step
    if endpoint and n[0] > 1:
        values[n[0] - 1] = last
    return wrap(result)


def eye(N, M=None, k=0, dtype=None, order="C", *, device=None):
    """Ones on a diagonal: k > 0 is above the main one, < 0 below it."""
    cdef tensor result
    cdef int64_t rows, columns, place, i
    cdef char* data
    if not quick_int(N, &rows) or not quick_int(N if M is None else M, &columns) or not quick_int(k, &place):
        return GENERAL["eye"](N, M, k, dtype, order, device=device)
    result = quick_new((N, N if M is None else M), dtype, order, device, DOUBLE)
    if result is None or not result.desc.device.host:
        return GENERAL["eye"](N, M, k, dtype, order, device=device)
    cleared(result)
    for i in range(0 if place > 0 else -place, rows):
        if i + place >= columns:
            break
        data = address(result) + i * result.desc.s[1] + (i + place) * result.desc.s[0]
        pack(result.desc.dtype.code, 1, data)
    return wrap(result)


# --- From other arrays -------------------------------------------------------------------------------------------

def ascontiguousarray(a, dtype=None):
    """A row-major array with at least one axis."""
    cdef description desc
    if dtype is None and type(a) is ndarray and type((<ndarray>a).inner) is tensor:
        desc = (<tensor>(<ndarray>a).inner).desc
        if desc.ndims and (desc._fortran == 1 or is_fortran(desc)):
            return a
    return GENERAL["ascontiguousarray"](a, dtype)


def copyto(dst, src, casting="same_kind", where=True):
    """Copy values into an array."""
    cdef tensor target = held(dst), source = held(src)
    if target is not None and casting == "same_kind" and where is True and is_number(src) and (
            target.desc.dtype.iscomplex or (target.desc.dtype.isfloat and type(src) is not complex)):
        set_all(<ndarray>dst, src)
        return
    if (target is None or source is None or target.desc.dtype is not source.desc.dtype or casting != "same_kind"
            or where is not True):
        GENERAL["copyto"](dst, src, casting, where)
    else:
        set_all(<ndarray>dst, src)


def diag(v, k=0):
    """A view of a diagonal of a matrix, or a matrix with a vector on a diagonal."""
    cdef tensor source = held(v), result
    cdef int64_t place, start = 0
    cdef int64_t n[2]
    cdef description desc
    if (source is None or source.desc.ndims != 1 or not quick_int(k, &place) or not -(1 << 31) < place < 1 << 31
            or source.desc.axes is not None):
        return GENERAL["diag"](v, k)
    n[0] = n[1] = source.desc.n[0] + (place if place > 0 else -place)
    result = cleared(new_tensor(fortran(source.desc.dtype, source.desc.device, 2, n), source.mem.queue))
    if source.desc.nelem:
        desc = diagonal_of(result.desc, -place, &start)
        copy_to(source, new_view(result.mem, result.start + start, desc, False))
    return wrap(result)


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
    """Whether tensors have the same size, but for one axis."""
    cdef description desc, first = (<tensor>pieces[0]).desc
    cdef int d
    for each in pieces:
        desc = (<tensor>each).desc
        for d in range(first.ndims):
            if d != axis and desc.n[d] != first.n[d]:
                return False
    return True


def concatenate(arrays, /, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """Arrays one after another along an axis, or flat if it is None."""
    found = quick_join(arrays, axis) if out is None and dtype is None and casting == "same_kind" else None
    return GENERAL["concatenate"](arrays, axis, out=out, dtype=dtype, casting=casting) if found is None else found


cpdef ndarray quick_join(object arrays, object axis):
    """Arrays of one dtype and on one device along an axis; None if they or their shapes take longer."""
    cdef list pieces = alike(arrays)
    cdef int place = -1 if pieces is None else place_of(axis, (<tensor>pieces[0]).desc.ndims)
    return None if place < 0 or not line_up(pieces, place) else wrap(join(pieces, place))


def stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """Arrays of one shape one after another along a new axis."""
    cdef list pieces = alike(arrays) if out is None and dtype is None and casting == "same_kind" else None
    cdef int ndims = 0 if pieces is None else (<tensor>pieces[0]).desc.ndims
    cdef int place = -1 if pieces is None or ndims == MAX_DIMS else place_of(axis, ndims + 1)
    if place < 0 or not line_up(pieces, -1):
        return GENERAL["stack"](arrays, axis, out=out, dtype=dtype, casting=casting)
    return wrap(stacked(pieces, place))


def nonzero(a):
    """The indices of the elements that are not zero, one array for each axis."""
    cdef tensor source = held(a), found
    cdef description row
    cdef list result
    cdef int d
    if source is not None and source.desc.dtype.code != BOOL and source.desc.axes is None:
        source = held(a != 0)
    if source is None or source.desc.dtype.code != BOOL or source.desc.ndims == 0 or source.desc.axes is not None:
        return GENERAL["nonzero"](a)
    found = find(source)                    # a row for each dimension
    row = derive(found.desc, 1, found.desc.n + 1, found.desc.s + 1)
    result = []
    for d in range(source.desc.ndims - 1, -1, -1):
        result.append(wrap(new_view(found.mem, found.start + d * found.desc.s[0], row, False)))
    return tuple(result)
