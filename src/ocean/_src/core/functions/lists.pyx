"""Nested lists of Python numbers: read into tensors, and made from them.

Lists of equal lengths that hold only Python numbers are read in two passes: the first finds size and dtype, the second
writes the elements. `ocean._src.tensor.nested` is the fallback for all other lists.
"""

from cpython.bool cimport PyBool_Check
from cpython.complex cimport PyComplex_CheckExact
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.list cimport PyList_GET_ITEM, PyList_GET_SIZE, PyList_New, PyList_SET_ITEM
from cpython.long cimport PyLong_Check, PyLong_CheckExact
from cpython.ref cimport Py_INCREF, PyObject
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE
from libc.math cimport isfinite, isnan
from libc.stdint cimport int64_t
from libc.string cimport memcpy

from ocean._src.base.errors import OceanOverflowError, OceanTypeError, OceanValueError, out_of_bounds, shown

from ocean._src.core.objects.description cimport MAX_DIMS, description, fortran
from ocean._src.core.objects.dtypes cimport (
    BOOL, CDOUBLE, DOUBLE, INT64, UINT64, dtype, kind_of, pack, strong_code, unpack)
from ocean._src.core.objects.memory cimport CPU, device, memory, touch
from ocean._src.core.objects.tensor cimport address, copied, effective, fits, new_tensor, tensor

cdef extern from *:
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1
    double PyLong_AsDouble(object) except? -1
    PyObject* PyFloat_FromDouble(double) except NULL
    PyObject* PyLong_FromLongLong(long long) except NULL
    void set_item "PyList_SET_ITEM"(object, Py_ssize_t, PyObject*) noexcept     # takes over the reference

cdef enum:
    COLUMNS     # order 'F': the innermost lists are along the first dimension
    ROWS        # order 'R': along the second one
    REVERSED    # order 'C': along the last one


cdef int read_order(object order, str what) except -1:
    if order is None or order == "F" or order == "f":
        return COLUMNS
    if order == "R" or order == "r":
        return ROWS
    if order == "C" or order == "c":
        return REVERSED
    raise OceanValueError(f"Expected {what} 'F', 'C' or 'R', got {shown(order)}")


cdef inline int axis_at(int depth, int ndims, int order) noexcept:
    """The dimension of the lists at a depth."""
    cdef int axis = ndims - 1 - depth
    if order == REVERSED:
        return depth
    return 1 - axis if order == ROWS and ndims > 1 and axis < 2 else axis


# --- Numbers that become elements --------------------------------------------------------------------------------

cpdef int check_number(object value, dtype kind) except -1:
    """Refuse a Python number that cannot become an element of a dtype, as NumPy does: integers, and the whole parts of
    other real numbers, must fit integer dtypes, and complex numbers need complex dtypes."""
    cdef double number
    cdef object whole
    if kind.code == BOOL:
        return 0
    if PyFloat_CheckExact(value):
        if kind.isfloat:
            return 0
        number = PyFloat_AS_DOUBLE(value)
        if isnan(number):
            raise OceanValueError(f"cannot convert float NaN to integer: the dtype is {kind.name}")
        if not isfinite(number):
            raise OceanOverflowError(f"cannot convert float infinity to integer: the dtype is {kind.name}")
        whole = int(value)
    elif PyLong_Check(value):
        if kind.isfloat:
            return 0
        whole = value
    else:
        if PyComplex_CheckExact(value) and not kind.iscomplex:
            raise OceanTypeError(f"A complex number cannot be stored as {kind.name}; take its real part")
        return 0
    if not fits(whole, kind):
        raise out_of_bounds(whole, kind.name)
    return 0


# --- Lists to tensors --------------------------------------------------------------------------------------------

cdef struct outline:
    int ndims                   # 0 until the first numbers are found
    int depth                   # of the lists so far: their lengths are known
    int64_t n[MAX_DIMS]         # from the outermost list inwards
    PyObject* path[MAX_DIMS]    # the enclosing lists
    bint integers, large, negative, reals, complexes


cdef inline bint is_list(object data) noexcept:
    return type(data) is list or type(data) is tuple


cdef inline Py_ssize_t length_of(object data) noexcept:
    return PyList_GET_SIZE(data) if type(data) is list else PyTuple_GET_SIZE(data)


cdef inline PyObject* item_of(object data, Py_ssize_t i) noexcept:
    return <PyObject*>PyList_GET_ITEM(data, i) if type(data) is list else <PyObject*>PyTuple_GET_ITEM(data, i)


cdef bint survey(object data, int depth, outline* found) except -1:
    """Find size and dtype; False unless there are only numbers and lists of equal lengths. Runs no Python code."""
    cdef Py_ssize_t n = length_of(data), i
    cdef long long number
    cdef int overflow = 0
    cdef object each
    for i in range(depth):
        if found.path[i] == <PyObject*>data:
            raise OceanValueError("The data contains itself")
    if n == 0 or depth == MAX_DIMS or (found.ndims and depth >= found.ndims):
        return False
    if depth < found.depth and found.n[depth] != n:
        return False
    found.depth = max(found.depth, depth + 1)
    found.n[depth] = n
    found.path[depth] = <PyObject*>data
    if is_list(<object>item_of(data, 0)):
        if depth + 1 == found.ndims:
            return False
        for i in range(n):
            each = <object>item_of(data, i)
            if not is_list(each) or not survey(each, depth + 1, found):
                return False
        return True
    if found.ndims and depth + 1 != found.ndims:
        return False
    found.ndims = depth + 1
    for i in range(n):
        each = <object>item_of(data, i)
        if PyFloat_CheckExact(each):
            found.reals = True
        elif PyLong_CheckExact(each):
            number = PyLong_AsLongLongAndOverflow(each, &overflow)
            if overflow:
                strong_code(each)               # raises unless it fits uint64
                found.large = True
            else:
                found.integers = True
                found.negative = found.negative or number < 0
        elif PyComplex_CheckExact(each):
            found.complexes = True
        elif not PyBool_Check(each):
            return False
    return True


cdef int natural_code(outline* found, dtype kind) noexcept:
    """The dtype by which the numbers are read: not double for numbers that become integers."""
    if found.complexes:
        return CDOUBLE
    if found.reals:
        return DOUBLE
    if found.large and found.integers:
        return DOUBLE if found.negative or kind is None or kind.isfloat else UINT64
    return UINT64 if found.large else INT64 if found.integers else BOOL


cdef int fill(object data, int depth, const outline* found, const int64_t* steps, int code, dtype checked,
              char* into) except -1:
    cdef Py_ssize_t i
    cdef int64_t step = steps[depth]
    cdef int overflow = 0
    cdef object each
    if not is_list(data) or length_of(data) != found.n[depth]:  # a finalizer may have run since the survey
        raise OceanValueError("The data changed while it was read")
    for i in range(found.n[depth]):
        each = <object>item_of(data, i)
        if depth + 1 < found.ndims:
            fill(each, depth + 1, found, steps, code, checked, into)
        elif code == DOUBLE:
            (<double*>into)[0] = PyFloat_AS_DOUBLE(each) if PyFloat_CheckExact(each) else PyLong_AsDouble(each)
        elif checked is not None:
            check_number(each, checked)
            pack(code, each, into)
        elif code == INT64:
            (<int64_t*>into)[0] = PyLong_AsLongLongAndOverflow(each, &overflow)
        else:
            pack(code, each, into)
        into += step
    return 0


cdef object first_outside(object data, dtype kind):
    """The first integer in nested lists that a dtype does not hold."""
    for each in data:
        found = first_outside(each, kind) if is_list(each) else each if not fits(each, kind) else None
        if found is not None:
            return found


cdef tensor read_lists(object data, int order, dtype kind, device where, bint cast=True, bint checked=False):
    """A tensor from nested lists of Python numbers; None if they hold anything else, or have unequal lengths. Without
    `cast`, numbers keep the dtype by which they are read, and integers for an integer dtype must fit 64 bits. With
    `checked`, numbers must fit the dtype, and are read as integers of that dtype if it has integers."""
    cdef outline found
    cdef int64_t n[MAX_DIMS]
    cdef int64_t steps[MAX_DIMS]
    cdef tensor result
    cdef description desc
    cdef int depth, code, ndims
    if not is_list(data):
        return None
    found.ndims = found.depth = 0
    found.integers = found.large = found.negative = found.reals = found.complexes = False
    if not survey(data, 0, &found):
        return None
    checked = checked and kind is not None
    if checked and found.complexes and not kind.iscomplex:
        check_number(1j, kind)
    checked = checked and kind.isinteger
    code = kind.code if checked else natural_code(&found, kind)
    if (not cast and not checked and found.large and found.negative and not (found.reals or found.complexes)
            and kind is not None and kind.isnumber and not kind.isfloat):
        raise out_of_bounds(first_outside(data, kind), kind.name)
    ndims = found.ndims
    for depth in range(found.ndims):
        n[axis_at(depth, found.ndims, order)] = found.n[depth]
    if order == ROWS and ndims == 1:            # the transpose of the vector
        ndims = 0 if n[0] == 1 else 2
        n[0], n[1] = 1, n[0]
    desc = fortran(kind_of(code), CPU, ndims, n)
    result = new_tensor(desc, None)
    for depth in range(found.ndims):
        steps[depth] = desc.dtype.size if found.ndims == 1 else desc.s[axis_at(depth, ndims, order)]
    fill(data, 0, &found, steps, code, kind if checked else None, address(result))
    if (kind is None or not cast or kind is desc.dtype) and (where is None or where is CPU):
        return result
    if kind is None:
        kind = desc.dtype
    return copied(result, fortran(kind, CPU if where is None else where, ndims, n))


# --- Tensors to lists --------------------------------------------------------------------------------------------

cdef object write(description desc, const char* data, int depth, int order):
    cdef char number[16]
    cdef int axis
    cdef Py_ssize_t i
    cdef list result
    cdef object each
    if depth == desc.ndims:
        memcpy(number, data, desc.dtype.size)
        return unpack(desc.dtype.code, number)
    axis = axis_at(depth, desc.ndims, order)
    if depth + 1 == desc.ndims:
        return write_row(desc.dtype, data, desc.n[axis], desc.s[axis])
    result = PyList_New(desc.n[axis])
    for i in range(desc.n[axis]):
        each = write(desc, data, depth + 1, order)
        Py_INCREF(each)
        PyList_SET_ITEM(result, i, each)
        data += desc.s[axis]
    return result


cdef list write_row(dtype kind, const char* data, int64_t count, int64_t step):
    """A list of numbers that are `step` bytes apart, and need not be aligned."""
    cdef list result = PyList_New(count)
    cdef char number[16]
    cdef double real
    cdef int64_t whole
    cdef Py_ssize_t i
    if kind.code == DOUBLE:
        for i in range(count):
            memcpy(&real, data + i * step, 8)
            set_item(result, i, PyFloat_FromDouble(real))
    elif kind.code == INT64:
        for i in range(count):
            memcpy(&whole, data + i * step, 8)
            set_item(result, i, PyLong_FromLongLong(whole))
    else:
        for i in range(count):
            memcpy(number, data + i * step, kind.size)
            value = unpack(kind.code, number)
            Py_INCREF(value)
            PyList_SET_ITEM(result, i, value)
    return result


cdef object write_lists(tensor self, int order):
    """The elements as nested lists of Python numbers."""
    cdef tensor source = self
    cdef memory held
    cdef description desc = effective(self)
    if not desc.device.host or desc.swapped:
        source = copied(self, fortran(desc.dtype, CPU, desc.ndims, desc.n))
    touch(source.mem)
    held = source.mem           # making lists may run finalizers, which may replace the memory of the tensor
    desc = source.desc
    return write(desc, held.data + source.start, 0, order)


def numbers_in(data, dtype kind=None, bint checked=False):
    """A tensor from a list or tuple of Python numbers and lists of equal lengths; None for others. `kind` is the dtype
    that the elements will have; `checked`: they must fit it."""
    return read_lists(data, COLUMNS, kind, None, False, checked)
