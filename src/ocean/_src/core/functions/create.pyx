"""Making tensors from sizes and values: the bodies of the public functions.

Every body takes its arguments from the parser as an array of borrowed references, NULL without a value. Those that
answer NotImplemented to some arguments have a fallback in Python (`completes` in `ocean._src.tensor`).
"""

from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.list cimport PyList_GET_ITEM, PyList_GET_SIZE
from cpython.long cimport PyLong_CheckExact
from cpython.ref cimport PyObject
from libc.stdint cimport int64_t
from libc.string cimport memcpy, memset

from ocean._src.core.objects.description import make_description
from ocean._src.core.objects.axes import as_axes, resized
from ocean._src.core.objects.dtypes import DTYPE_LIST as _DTYPES, set_factory
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.core.call.settings import need_device, need_dtype
from ocean._src.core.functions.copies import ensure as _ensure
from ocean._src.core.objects.tensor import clear, on_storage

from ocean._src.core.call.callables cimport call_through, compiled, function, given
from ocean._src.core.objects.axes cimport axes_in_size, axis, canonical
from ocean._src.core.functions.copies cimport converted, ensured, permuted_copy
from ocean._src.core.objects.description cimport (
    MAX_DIMS, axes_as, description, diagonal_of, fortran, read_int, read_size, with_axes)
from ocean._src.core.objects.dtypes cimport DOUBLE, INT64, dtype, kind_of, make_scalar, pack, scalar
from ocean._src.core.functions.lists cimport read_lists, read_order
from ocean._src.core.objects.memory cimport CPU, device, storage, stream
from ocean._src.core.call.operands cimport import_tensor, lazy_operand, number_of, scalar_of, tensor_of
from ocean._src.core.objects.tensor cimport (
    DEFAULT_DEVICE, DEFAULT_DTYPE, address, copy_to, new_tensor, new_view, tensor)

cdef extern from *:
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1
    Py_ssize_t PyVectorcall_NARGS(size_t) noexcept
    object PyObject_Vectorcall(object, PyObject**, size_t, PyObject*)
    object PyMethod_New(object, object)

cdef inline dtype dtype_or_default(PyObject* given):
    if given != NULL:
        return <dtype>given
    return DEFAULT_DTYPE if DEFAULT_DTYPE is not None else <dtype?>need_dtype()


cdef inline device device_or_default(PyObject* given):
    if given != NULL:
        return <device>given
    return DEFAULT_DEVICE if DEFAULT_DEVICE is not None else <device?>need_device()


cdef int quick_size(object size, int64_t* n) except? -1:
    """Read a size into an array, with a fast path for lists of Python integers; -1 for axes."""
    cdef Py_ssize_t i
    cdef int overflow = 0
    if type(size) is list and PyList_GET_SIZE(size) <= MAX_DIMS:
        for i in range(PyList_GET_SIZE(size)):
            if not PyLong_CheckExact(<object>PyList_GET_ITEM(size, i)):
                break
            n[i] = PyLong_AsLongLongAndOverflow(<object>PyList_GET_ITEM(size, i), &overflow)
            if overflow:
                break
        else:
            return PyList_GET_SIZE(size)
    if type(size) is axis or (type(size) is list or type(size) is tuple) and len(size) and type(size[0]) is axis:
        return -1
    return read_size(size, n)


cdef tensor new(dtype kind, object size, device where):
    """A new column-major tensor."""
    cdef int64_t n[MAX_DIMS]
    cdef int ndims = quick_size(size, n)
    if ndims < 0:
        return with_sizes_of(kind, axes_in_size(size), where)
    return new_tensor(fortran(kind, where, ndims, n), None)


cdef tensor with_sizes_of(dtype kind, tuple axes, device where):
    """A new column-major tensor with axes."""
    cdef int64_t n[MAX_DIMS]
    cdef Py_ssize_t k
    for k in range(len(axes)):
        n[k] = (<axis>axes[k]).length
    return new_tensor(with_axes(fortran(kind, where, len(axes), n), axes), None)


cdef tensor like(object source):
    """A new column-major tensor with the size, dtype and device of another, on its stream."""
    cdef tensor other = tensor_of(source)
    cdef description desc = other.desc
    return new_tensor(axes_as(fortran(desc.dtype, desc.device, desc.ndims, desc.n), desc), other.mem.queue)


cdef tensor cleared(tensor self):
    if self.desc.device.host:
        memset(address(self), 0, self.desc.high)
    else:
        clear(self)
    return self


cdef tensor filled(tensor self, object value):
    copy_to(value, self)
    return self


# --- From a size -------------------------------------------------------------------------------------------------

cdef inline bint is_size(object value) noexcept:
    return type(value) is list or type(value) is tuple or type(value) is int


cdef object tensor_body(PyObject** v):
    cdef dtype kind
    cdef device where
    cdef stream line
    cdef description desc
    cdef tensor result
    cdef int i
    if v[2] != NULL and not is_size(<object>v[2]) and hasattr(type(<object>v[2]), "_allocate"):
        for i in (0, 1, 3, 4, 5):
            if v[i] != NULL:
                raise OceanTypeError(
                    f"tensor(): unexpected argument {<object>v[i]!r}; beside a description only device and stream")
        return (<object>v[2])._allocate(given(v[6]), given(v[7]))
    if v[0] == NULL and v[1] == NULL and v[3] == NULL and v[4] == NULL and v[7] == NULL and v[2] != NULL:
        where = device_or_default(v[6])
        if where.host:
            return new(dtype_or_default(v[5]), <object>v[2], where)
    unit = None if v[4] == NULL else read_int(<object>v[4], "unit size")
    strides = given(v[3])
    if strides is not None and not hasattr(strides, "__iter__") and not hasattr(strides, "__index__"):
        raise OceanTypeError(f"tensor(): strides must be integers or one of 'F', 'C', 'R', got {shown(strides)}")
    if v[0] != NULL:
        if v[6] != NULL or v[7] != NULL:
            raise OceanTypeError(
                f"tensor(): unexpected argument {shown(given(v[6]) or given(v[7]))}; storage has a device and a stream")
        return tensor_on(<storage>v[0], 0 if v[1] == NULL else read_int(<object>v[1], "offset"), given(v[2]), strides,
                         unit, given(v[5]))
    if v[1] != NULL:
        raise OceanTypeError(f"tensor(): there is no storage to which the offset {shown(<object>v[1])} could apply")
    kind = dtype_or_default(v[5])
    line = None if v[7] == NULL else <stream>v[7]
    where = line.core.device if line is not None and v[6] == NULL else device_or_default(v[6])
    if line is not None and line.core.device is not where:
        raise OceanValueError(f"The stream is on device {line.core.device.name}, expected {where.name}")
    desc = make_description(
        kind, () if v[2] == NULL else <object>v[2], strides, where, False, kind.size if unit is None else unit)
    result = new_tensor(desc, None if line is None else line.core)
    for i in range(desc.ndims):
        if desc.n[i] > 1 and desc.s[i] % kind.size:
            result.mem.dtype = None         # raw bytes
    return result


cdef tensor tensor_on(storage where, object offset, object size, object strides, object unit, object kind):
    cdef dtype wanted = kind or where.core.dtype or need_dtype()
    start = offset * (wanted.size if unit is None else unit)
    if not 0 <= start <= where.core.nbytes:
        raise OceanValueError(f"The offset {start} is outside a storage of {where.core.nbytes} bytes")
    if size is None:
        size = ((where.core.nbytes - start) // wanted.size,)
    desc = make_description(wanted, size, strides, where.core.device, False, wanted.size if unit is None else unit)
    return on_storage(where, start, desc)


set_factory(tensor, compiled(
    "tensor([storage [,offset]] [,size [,strides [,unitsize]]] [,dtype] [,device] [,stream]) -> tensor",
    "a new tensor, not set to anything; with storage, a tensor on it.", tensor_body, None,
    dict.fromkeys(("offset", "size", "strides", "unitsize"), "size")))


cdef object zeros_body(PyObject** v):
    return cleared(new(dtype_or_default(v[1]), <object>v[0], device_or_default(v[2])))


zeros = compiled("zeros(size [,dtype] [,device]) -> tensor", """a tensor of zeros.

>>> ocean.zeros([2,3])
(:,:)
   0   0   0
   0   0   0
<tensor.float of size 2x3 on cpu>""", zeros_body)


cdef object ones_body(PyObject** v):
    return filled(new(dtype_or_default(v[1]), <object>v[0], device_or_default(v[2])), 1)


ones = compiled("ones(size [,dtype] [,device]) -> tensor", "a tensor of ones.", ones_body)


cdef object full_body(PyObject** v):
    cdef scalar number = number_of(<object>v[1], "full")
    cdef dtype kind = number._dtype if v[2] == NULL else <dtype>v[2]
    return filled(new(kind, <object>v[0], device_or_default(v[3])), number)


full = compiled("full(size, value [,dtype] [,device]) -> tensor",
                """a tensor filled with a value, of the value's dtype unless given.

>>> ocean.full([3], ocean.int16(3))
   3   3   3
<tensor.int16 of size 3 on cpu>""", full_body)


cdef object tensor_like_body(PyObject** v):
    return like(<object>v[0])


cdef object zeros_like_body(PyObject** v):
    return cleared(like(<object>v[0]))


cdef object ones_like_body(PyObject** v):
    return filled(like(<object>v[0]), 1)


cdef object full_like_body(PyObject** v):
    cdef scalar number = number_of(<object>v[1], "fullLike")
    return filled(like(<object>v[0]), number)


tensorLike = compiled("tensorLike(source) -> tensor",
                      "a new tensor with the size, dtype and device of another, not set to anything.", tensor_like_body)
zerosLike = compiled("zerosLike(source) -> tensor",
                     "a tensor of zeros with the size, dtype and device of another.", zeros_like_body)
onesLike = compiled("onesLike(source) -> tensor",
                    "a tensor of ones with the size, dtype and device of another.", ones_like_body)
fullLike = compiled("fullLike(source, value) -> tensor",
                    "a tensor filled with a value, with the size, dtype and device of another.", full_like_body)


cdef object scalar_body(PyObject** v):
    cdef scalar number = None if v[0] == NULL else number_of(<object>v[0], "scalar"), result
    cdef dtype kind
    if v[1] != NULL:
        kind = <dtype>v[1]
    else:
        kind = <dtype?>need_dtype() if number is None else number._dtype
    result = make_scalar(kind)
    if number is not None:
        pack(kind.code, number, result.data)
    return result


set_factory(scalar, compiled("scalar([value] [,dtype]) -> scalar",
                             "a new scalar: of a value, cast if a dtype is given, or zero.", scalar_body, None,
                             {"value": "value"}))


# --- Diagonals and ranges ----------------------------------------------------------------------------------------

cdef tensor diagonal(tensor self, int64_t index):
    cdef int64_t offset = 0
    cdef description desc = diagonal_of(self.desc, index, &offset)
    return new_view(self.mem, self.start + offset, desc, False)


cdef object eye_of(axis rows, object columns, PyObject** v):
    """`eye` with axes. Without columns they are H and H - 1: `dot` with it keeps an axis H."""
    cdef PyObject* lengths[5]
    cdef object number, other
    cdef tensor result
    if columns is None:
        columns = rows - 1
    elif type(columns) is not axis:
        raise OceanTypeError(f"eye(): expected an axis for the columns as well, got {shown(columns)}")
    number, other = rows.length, (<axis>columns).length
    lengths[0], lengths[1], lengths[2], lengths[3], lengths[4] = <PyObject*>number, <PyObject*>other, v[2], v[3], v[4]
    result = <tensor>eye_body(lengths)
    result.desc = with_axes(result.desc, canonical((rows, columns)))
    return result


cdef object eye_body(PyObject** v):
    cdef dtype kind = dtype_or_default(v[3])
    cdef int64_t n[2]
    if type(<object>v[0]) is axis:
        return eye_of(<axis>v[0], None if v[1] == NULL else <object>v[1], v)
    n[0] = read_int(<object>v[0], "number of rows")
    n[1] = n[0] if v[1] == NULL else read_int(<object>v[1], "number of columns")
    return with_ones(new_tensor(fortran(kind, device_or_default(v[4]), 2, n), None),
                     0 if v[2] == NULL else read_int(<object>v[2], "index"))


cdef tensor with_ones(tensor self, int64_t index):
    """A new matrix, set to zeros and to ones on a diagonal."""
    cdef tensor line = diagonal(cleared(self), index)
    cdef dtype kind = self.desc.dtype
    cdef char one[16]
    cdef int64_t i
    if not line.desc.device.host:
        copy_to(1, line)
        return self
    pack(kind.code, 1, one)
    for i in range(line.desc.nelem):
        memcpy(address(line) + i * line.desc.s[0], one, kind.size)
    return self


eye = compiled("eye(rows [,columns [,index]] [,dtype] [,device]) -> tensor", """ones on a diagonal.

>>> ocean.eye(2, 3, 1)
(:,:)
   0   1   0
   0   0   1
<tensor.float of size 2x3 on cpu>""", eye_body, None, {"columns": "int or axis", "index": "int"})


cdef object diag_body(PyObject** v):
    cdef tensor vector = tensor_of(<object>v[0]), result
    cdef int64_t index = 0 if v[1] == NULL else read_int(<object>v[1], "index")
    cdef dtype kind = vector.desc.dtype if v[2] == NULL else <dtype>v[2]
    if vector.desc.ndims != 1:
        raise OceanValueError(f"diag() takes a vector, got a tensor with {vector.desc.ndims} dimensions")
    result = with_diagonal(vector, kind, vector.desc.device if v[3] == NULL else <device>v[3], index)
    if vector.desc.axes is not None:
        along = resized(vector.desc.axes[0], result.desc.n[0])
        result.desc = with_axes(result.desc, canonical((along, along - 1)))
    return result


cdef tensor with_diagonal(tensor vector, dtype kind, device where, int64_t index):
    """A new square matrix with a vector on a diagonal, and zeros elsewhere."""
    cdef int64_t n[2]
    cdef tensor result
    if not -(1LL << 61) < index < 1LL << 61:
        read_int(vector.desc.nelem + abs(<object>index), "size")        # raises, or no memory is that large
    n[0] = n[1] = vector.desc.nelem + (index if index > 0 else -index)
    result = cleared(new_tensor(fortran(kind, where, 2, n), vector.mem.queue if where is vector.desc.device else None))
    if vector.desc.nelem:
        copy_to(vector, diagonal(result, index))
    return result


diag = compiled("diag(value [,index] [,dtype] [,device]) -> tensor", """a square matrix with a vector on a diagonal.

>>> ocean.diag([1,2], -1)
(:,:)
   0   0   0
   1   0   0
   0   2   0
<tensor.int64 of size 3x3 on cpu>""", diag_body, None, {"index": "int"})


cdef bint small(PyObject* value, int64_t otherwise, int64_t* number) except -1:
    """Read a Python integer of at most 62 bits."""
    cdef int overflow = 0
    if value == NULL:
        number[0] = otherwise
        return True
    if not PyLong_CheckExact(<object>value):
        return False
    number[0] = PyLong_AsLongLongAndOverflow(<object>value, &overflow)
    return not overflow and -(1LL << 61) < number[0] < 1LL << 61


cdef object arange_body(PyObject** v):
    cdef int64_t start, stop, step
    if (not small(v[0], 0, &start) or not small(v[1], 0, &stop) or not small(v[2], 1, &step) or step == 0
            or v[3] != NULL and (<dtype>v[3]).code != INT64 or device_or_default(v[4]) is not CPU):
        return NotImplemented
    return integer_range(start, stop, step)


cdef tensor integer_range(int64_t start, int64_t stop, int64_t step):
    """start, start + step, ... below stop: integers of at most 62 bits, on the host."""
    cdef int64_t i
    cdef int64_t n[1]
    cdef int64_t* values
    cdef tensor result
    n[0] = (stop - start + step - 1) // step if step > 0 else (start - stop - step - 1) // -step
    if n[0] < 0:
        n[0] = 0
    result = new_tensor(fortran(kind_of(INT64), CPU, 1, n), None)
    values = <int64_t*>(address(result))
    if step == 1:                   # without a product: vectors of int64 have none
        for i in range(n[0]):
            values[i] = start + i
    else:
        for i in range(n[0]):
            values[i] = start + i * step
    return result


arange = compiled("arange([start,] stop [,step] [,dtype] [,device]) -> tensor", """start, start + step, ... below stop.

>>> ocean.arange(5, 0, -2)
   5   3   1
<tensor.int64 of size 3 on cpu>""", arange_body, None,
                  dict.fromkeys(("start", "stop", "step"), "number, list or tensor"))


cdef bint simple_real(PyObject* value, double* number) except -1:
    """Read a Python float or a small integer."""
    cdef int64_t whole
    if PyFloat_CheckExact(<object>value):
        number[0] = PyFloat_AS_DOUBLE(<object>value)
        return True
    if not small(value, 0, &whole):
        return False
    number[0] = whole
    return True


cdef object linspace_body(PyObject** v):
    cdef double first, last
    cdef int64_t count
    cdef tensor result
    if (not simple_real(v[0], &first) or not simple_real(v[1], &last) or not small(v[2], 50, &count) or count < 0
            or v[4] != NULL or v[5] != NULL and (<dtype>v[5]).code != DOUBLE or device_or_default(v[6]) is not CPU):
        return NotImplemented
    result = points(first, last, count, v[3] == NULL or <object>v[3] is True)
    if count:                       # also where the last one is infinite, and with it the step
        (<double*>address(result))[0] = first
    return result


cdef tensor points(double first, double last, int64_t count, bint endpoint):
    """Equally spaced doubles on the host."""
    cdef int64_t i, intervals = count - endpoint
    cdef double step = (last - first) / intervals if intervals > 0 else 0
    cdef tensor result = new_tensor(fortran(kind_of(DOUBLE), CPU, 1, &count), None)
    cdef double* values = <double*>address(result)
    if step == 0 and first != last and intervals > 0:       # the step underflows: fractions between 0 and 1 do not
        for i in range(count):
            values[i] = first + <double>i / intervals * (last - first)
    else:
        for i in range(count):
            values[i] = first + i * step
    if endpoint and count > 1:
        values[count - 1] = last
    return result


linspace = compiled("linspace(start, stop [,num] [,endpoint [,spacing]] [,dtype] [,device])",
                    """num equally spaced points, or those along an axis.

With `spacing` the result is the pair (points, step size).

>>> ocean.linspace(0, 10, 5)
    0.0    2.5    5.0    7.5   10.0
<tensor.double of size 5 on cpu>""", linspace_body, None, {"num": "int or axis", "endpoint": "bool", "spacing": "bool"})


# --- From values -------------------------------------------------------------------------------------------------

cdef object as_tensor_body(PyObject** v):
    cdef tensor result
    cdef object found = tensor_from(v)
    if v[6] == NULL or found is NotImplemented:
        return found
    result = <tensor?>found
    return new_view(result.mem, result.start, result.desc.with_axes(
        (<object>v[6],) if type(<object>v[6]) is axis else as_axes(<object>v[6])), result.locked)


cdef object tensor_from(PyObject** v):
    cdef object data = <object>v[0], found
    cdef dtype kind = None if v[3] == NULL else <dtype>v[3]
    cdef device where = None if v[4] == NULL else <device>v[4]
    cdef tensor result
    cdef int order = read_order(given(v[2]), "order")
    cdef bint deep = v[5] != NULL and <object>v[5] is True
    if type(data) is list or type(data) is tuple:
        result = read_lists(data, order, kind, where)
        if result is not None:
            return result
    found = lazy_operand(data)
    if found is not None and found.trace is not None:
        return found.cast(kind, where)          # without values yet
    found = data if type(data) is tensor else data.asTensor() if type(data) is storage else import_tensor(data)
    if found is None:
        found = scalar_of(data)
        if found is None:
            return NotImplemented
        if kind is None:
            kind = (<scalar>found)._dtype
        result = new_tensor(fortran(kind, CPU if where is None else where, 0, NULL), None)
        return filled(result, found)
    if v[1] != NULL:                            # a flag beside a tensor is `deepcopy`
        if v[5] != NULL or not isinstance(<object>v[1], bool):
            raise OceanTypeError(
                f"asTensor(): unexpected argument {shown(<object>v[1])}; a tensor has no missing entries")
        deep = <object>v[1]
    if found is not data and kind is None and where is None and not deep and not order:
        return found
    result = converted(<tensor>found, kind, where, deep)
    return permuted_copy(result, order) if order else result


asTensor = compiled("asTensor(data [,scalar] [,order] [,dtype] [,device] [,deepcopy] [,axes]) -> tensor",
                    """a tensor from anything that is like one.

The innermost lists are the first dimension; order 'R' reads lists by row (a flat list is one row), 'C' reverses all
dimensions. With a scalar, missing entries take its value. Axes are given to the dimensions of the tensor.

>>> ocean.asTensor([[1,2,3],[4,5,6]], "R")
(:,:)
   1   2   3
   4   5   6
<tensor.int64 of size 2x3 on cpu>""", as_tensor_body, None,
                    {"scalar": "number", "order": "str", "deepcopy": "bool", "axes": "list or axis"})


# --- Dtypes as functions -----------------------------------------------------------------------------------------

cdef object call_dtype_body(PyObject** v):
    if v[2] != NULL:
        return asTensor(<object>v[1], <object>v[2], <object>v[0])
    found = ensured(v[1], <dtype>v[0], None, v[3])
    return _ensure(<object>v[1], <dtype>v[0], inplace=given(v[3])) if found is NotImplemented else found


cdef function CALL = compiled(
    "dtype(obj [,order] [,inplace])", "an object cast to the dtype; with an order, a tensor of values.",
    call_dtype_body, dtype, {"order": "str"}, "__call__")


cdef object call_dtype(object self, PyObject** args, size_t flags, PyObject* names):
    """The fast path: a cast of a tensor, and double of a Python float."""
    cdef scalar number
    if PyVectorcall_NARGS(flags) == 1 and names == NULL:
        if type(<object>args[0]) is tensor:
            return converted(<tensor>args[0], <dtype>self, None)
        if PyFloat_CheckExact(<object>args[0]) and (<dtype>self).code == DOUBLE:
            number = make_scalar(<dtype>self)
            (<double*>number.data)[0] = PyFloat_AS_DOUBLE(<object>args[0])
            return number
    return PyObject_Vectorcall(PyMethod_New(CALL, self), args, flags, names)


cdef dtype _kind
for _kind in _DTYPES:
    _kind.call = <void*>call_dtype
call_through(dtype, <char*>&_kind.call - <char*><PyObject*>_kind)
