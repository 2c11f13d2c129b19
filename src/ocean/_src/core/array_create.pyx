# cython: auto_pickle=False
"""Making arrays the short way: shapes of Python integers, lists of Python numbers, ranges of integers. Everything else
goes to the functions of the same names in `ocean._src.array.create`."""

from cpython.long cimport PyLong_CheckExact
from libc.stdint cimport int64_t
from libc.string cimport memset

from ocean._src.core.tensor import clear

cimport ocean._src.core.tensor as hot
from ocean._src.core.array cimport array, quick_shape, wrap
from ocean._src.core.copies cimport converted
from ocean._src.core.description cimport MAX_DIMS, axes_reversed, fortran, is_fortran
from ocean._src.core.dtypes cimport DOUBLE, INT64, dtype, find_dtype, is_number, kind_of, pack, strong_code
from ocean._src.core.lists cimport read_lists
from ocean._src.core.memory cimport CPU, device
from ocean._src.core.operands cimport import_tensor
from ocean._src.core.tensor cimport copy_to, fits, new_tensor, new_view, tensor

cdef extern from *:
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1

cdef dict GENERAL = {}


def set_general(**functions):
    """Called once: the functions that take all arguments."""
    GENERAL.update(functions)


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
    found = kind_of(otherwise) if kind is None else find_dtype(kind)
    ndims = quick_shape(shape, n)
    if found is None or ndims < 0:
        return None
    for k in range(ndims):
        if n[k] < 0:
            return None
    return new_tensor(fortran(found, <device>where, ndims, n), None)


cdef tensor cleared(tensor self):
    if self.desc.device.host:
        memset(self.mem.data + self.start, 0, self.desc.high)
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
    cdef tensor source
    cdef dtype found
    if (type(other) is not array or type((<array>other).inner) is not tensor or order != "K" or shape is not None
            or where is not None):
        return None
    source = <tensor>(<array>other).inner
    found = source.desc.dtype if kind is None else find_dtype(kind)
    if found is None or not is_fortran(source.desc):
        return None
    return new_tensor(fortran(found, source.desc.device, source.desc.ndims, source.desc.n), source.mem.queue)


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


cdef array quick_list(object values, object kind, object where):
    """The array of nested lists of Python numbers, or None if they or the arguments are others."""
    cdef tensor found
    cdef dtype wanted
    if type(values) is not list or (where is not None and not isinstance(where, device)):
        return None
    wanted = None if kind is None else find_dtype(kind)
    if where is None:
        where = hot.DEFAULT_DEVICE
    if where is None or (kind is not None and (wanted is None or not wanted.isfloat)):
        return None             # integers must be in the range of a dtype
    found = read_lists(values, 0, None, None)
    if found is None:
        return None
    if (wanted is not None and wanted is not found.desc.dtype) or where is not CPU:
        found = converted(found, wanted, <device>where)
    return wrap(found)


def new_array(object=(), dtype=None, *, copy=True, order="K", subok=False, ndmin=0, device=None, like=None, shape=None,
              value=None, elements=None):
    """An array from nested lists, numbers, NumPy arrays and everything else that is like an array; or of a shape, with
    a value everywhere, or with elements in the order that is asked for."""
    cdef array result
    if order == "K" and ndmin == 0 and copy is not False and shape is None and value is None and elements is None:
        result = quick_list(object, dtype, device)
        if result is not None:
            return result
    return GENERAL["array"](object, dtype, copy=copy, order=order, ndmin=ndmin, device=device, shape=shape, value=value,
                            elements=elements)


def asarray(a, dtype=None, order=None, *, device=None, copy=None, like=None):
    """An array from anything like one, on the same memory where that is possible unless `copy` is True."""
    cdef array result
    cdef tensor found
    if order is None and copy is None:
        if dtype is None and device is None:
            if type(a) is array:
                return a
            if type(a) is not list and type(a) is not tuple and not is_number(a):
                source = a if type(a) is tensor else import_tensor(a)
                if type(source) is tensor:
                    found = <tensor>source
                    return wrap(new_view(found.mem, found.start, axes_reversed(found.desc), found.locked))
        result = quick_list(a, dtype, device)
        if result is not None:
            return result
    return GENERAL["asarray"](a, dtype, order, device=device, copy=copy)


cdef bint small(object value, int64_t* number) except -1:
    """Read a Python integer of at most 61 bits."""
    cdef int overflow = 0
    if not PyLong_CheckExact(value):
        return False
    number[0] = PyLong_AsLongLongAndOverflow(value, &overflow)
    return not overflow and -(1LL << 61) < number[0] < 1LL << 61


def arange(start, stop=None, step=1, dtype=None, *, device=None, like=None):
    """start, start + step, ... below stop; from 0 if only the end is given."""
    cdef int64_t first, last, gap, i
    cdef int64_t n[1]
    cdef int64_t* values
    cdef tensor result
    cdef object begin = 0 if stop is None else start, end = start if stop is None else stop
    if (dtype is not None or device is not None or hot.DEFAULT_DEVICE is not CPU or not small(begin, &first)
            or not small(end, &last) or not small(step, &gap) or gap == 0):
        return GENERAL["arange"](start, stop, step, dtype, device=device)
    n[0] = (last - first + gap - 1) // gap if gap > 0 else (first - last - gap - 1) // -gap
    if n[0] < 0:
        n[0] = 0
    result = new_tensor(fortran(kind_of(INT64), CPU, 1, n), None)
    values = <int64_t*>(result.mem.data + result.start)
    for i in range(n[0]):
        values[i] = first + i * gap
    return wrap(result)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None):
    """Equally spaced points from start to stop, which is the last one unless `endpoint` is False."""
    cdef double first, last, step
    cdef int64_t i, intervals
    cdef int64_t n[1]
    cdef double* values
    cdef tensor result
    if ((type(start) is not float and type(start) is not int) or (type(stop) is not float and type(stop) is not int)
            or not small(num, n) or n[0] < 0 or retstep is not False or dtype is not None or axis != 0
            or device is not None or hot.DEFAULT_DEVICE is not CPU):
        return GENERAL["linspace"](start, stop, num, endpoint, retstep, dtype, axis, device=device)
    first, last = start, stop
    intervals = n[0] - 1 if endpoint else n[0]
    step = (last - first) / intervals if intervals > 0 else 0
    result = new_tensor(fortran(kind_of(DOUBLE), CPU, 1, n), None)
    values = <double*>(result.mem.data + result.start)
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
    if not small(N, &rows) or not small(N if M is None else M, &columns) or not small(k, &place):
        return GENERAL["eye"](N, M, k, dtype, order, device=device)
    result = quick_new((N, N if M is None else M), dtype, order, device, DOUBLE)
    if result is None or not result.desc.device.host:
        return GENERAL["eye"](N, M, k, dtype, order, device=device)
    cleared(result)
    for i in range(0 if place > 0 else -place, rows):
        if i + place >= columns:
            break
        data = result.mem.data + result.start + i * result.desc.s[1] + (i + place) * result.desc.s[0]
        pack(result.desc.dtype.code, 1, data)
    return wrap(result)
