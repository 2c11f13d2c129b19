# cython: auto_pickle=False
"""Python's buffer protocol in both directions: memory of other objects as tensors, memory of tensors as buffers.

Nothing is copied. An imported buffer stays open as long as a tensor uses it; an exported one keeps its block of memory
alive even if the tensor changes.
"""

from cpython.buffer cimport (
    PyBUF_ANY_CONTIGUOUS, PyBUF_C_CONTIGUOUS, PyBUF_F_CONTIGUOUS, PyBUF_FORMAT, PyBUF_FULL_RO, PyBUF_ND, PyBUF_STRIDES,
    PyBUF_WRITABLE, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer)
from libc.stdint cimport int64_t
from libc.string cimport memset, strchr

cimport cython

from ocean._src.core.objects.description import layout_is_c
from ocean._src.core.objects.dtypes import publish
from ocean._src.base.dtype_table import TABLE as _TABLE
from ocean._src.base.errors import OceanBufferError, OceanTypeError, OceanValueError

from ocean._src.core.objects.array cimport array, held
from ocean._src.core.objects.description cimport (
    MAX_DIMS, axes_reversed, check_ndims, describe, description, is_fortran, without_axes)
from ocean._src.core.objects.dtypes cimport (
    CDOUBLE, CFLOAT, DTYPES, INT64, TRAITS, UINT64, dtype, kind_of)
from ocean._src.core.objects.memory cimport CPU, expose, foreign_memory, memory, touch
from ocean._src.core.objects.tensor cimport address, is_native, new_view, tensor

cdef extern from *:
    """
    static PyBufferProcs tensor_buffers, array_buffers, data_buffers;
    static void set_buffers(PyObject *cls, PyBufferProcs *buffers, void *get) {
        buffers->bf_getbuffer = (getbufferproc)get;
        ((PyTypeObject *)cls)->tp_as_buffer = buffers;
        PyType_Modified((PyTypeObject *)cls);
    }
    static void set_owner(Py_buffer *view, PyObject *owner) { Py_XINCREF(owner); view->obj = owner; }
    static const int big_endian = PY_BIG_ENDIAN;
    """
    ctypedef struct PyBufferProcs:
        pass
    PyBufferProcs tensor_buffers, array_buffers, data_buffers
    void set_buffers(object, PyBufferProcs*, void*)
    void set_owner(Py_buffer*, object)
    void no_owner "set_owner"(Py_buffer*, void*)
    const bint big_endian


# --- Borrowing ---------------------------------------------------------------------------------------------------

@cython.final
@cython.no_gc
@cython.freelist(16)
cdef class held_buffer:
    """An open buffer. It is released when this object goes away."""
    cdef Py_buffer view
    cdef bint held

    def __dealloc__(self):
        if self.held:
            PyBuffer_Release(&self.view)


def memory_on(value, dtype kind, bint swapped):
    """A block of memory on the bytes of an object, whose buffer stays open as long as the block is used."""
    cdef held_buffer self = held_buffer.__new__(held_buffer)
    PyObject_GetBuffer(value, &self.view, PyBUF_C_CONTIGUOUS)
    self.held = True
    return foreign_memory(<Py_ssize_t>self.view.buf, self.view.len, self.view.readonly, self, kind, swapped)


cdef int read_format(const char* text, Py_ssize_t itemsize, bint* swapped) noexcept:
    """The code of the dtype for a format of the struct module, or -1; the size of an integer is that of the items."""
    cdef int code
    swapped[0] = False
    if text == NULL:
        text = b"B"
    if strchr(b"<>!", text[0]) != NULL and text[0] != 0:
        swapped[0] = (text[0] == b"<") == big_endian
    if strchr(b"<>!=@^", text[0]) != NULL and text[0] != 0:
        text += 1
    if text[0] == b"Z":                 # complex: two numbers of the format that follows
        text += 1
        code = FORMAT_CODES[<unsigned char>text[0]]
        code = TRAITS[code].complex_code if code >= 0 and TRAITS[code].is_float and not TRAITS[code].is_complex else -1
    else:
        code = FORMAT_CODES[<unsigned char>text[0]]
        if code >= 0 and TRAITS[code].is_integer:
            code = integer_of(TRAITS[code].is_signed, itemsize)
    return code if code >= 0 and text[1] == 0 and TRAITS[code].size == itemsize else -1


cdef signed char FORMAT_CODES[256]      # by the letters of the struct module; -1: none


cdef fill_format_codes():
    memset(FORMAT_CODES, -1, 256)
    for code, row in enumerate(_TABLE):
        if len(row.letter) == 1:
            FORMAT_CODES[<unsigned char>ord(row.letter)] = code
    for letters, code in (("F", CFLOAT), ("D", CDOUBLE), ("ln", INT64), ("LN", UINT64)):
        for letter in letters:
            FORMAT_CODES[<unsigned char>ord(letter)] = code


fill_format_codes()


cdef int integer_of(bint is_signed, Py_ssize_t size) noexcept:
    """The code of the integers of a size, or -1."""
    cdef int code
    for code in range(DTYPES):
        if TRAITS[code].is_integer and TRAITS[code].is_signed == is_signed and TRAITS[code].size == size:
            return code
    return -1


def tensor_from_buffer(value):
    """A tensor on the memory of an object with the buffer protocol, or None if it exports no buffer."""
    return borrow(value, True)


def tensor_from_array(value):
    """`tensor_from_buffer` for arrays that have other protocols, too: also None if there is no dtype for the buffer."""
    return borrow(value, False)


cdef tensor borrow(object value, bint strict):
    cdef held_buffer held
    cdef Py_buffer* view
    cdef int code, i
    cdef bint swapped
    cdef int64_t step
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef description desc
    cdef memory mem
    if not PyObject_CheckBuffer(value):
        return None
    held = held_buffer.__new__(held_buffer)
    view = &held.view
    try:
        PyObject_GetBuffer(value, view, PyBUF_FULL_RO)
    except (BufferError, ValueError, TypeError):
        if isinstance(value, memoryview):       # it was released; iterating over it would raise a SystemError
            raise
        return None
    held.held = True
    if view.suboffsets != NULL:
        for i in range(view.ndim):
            if view.suboffsets[i] >= 0:
                raise OceanBufferError(
                    "Buffers of pointers to pointers (with suboffsets) cannot be tensors; copy the data first")
    code = read_format(view.format, view.itemsize, &swapped)
    if code < 0:
        if not strict:
            return None
        raise OceanTypeError("There is no dtype for buffer elements of format "
                             f"{view.format.decode('utf-8', 'replace')!r} with {view.itemsize} bytes")
    check_ndims(view.ndim, "the array")
    step = view.itemsize
    for i in range(view.ndim - 1, -1, -1):
        n[i] = view.shape[i] if view.shape != NULL else view.len // view.itemsize
        s[i] = view.strides[i] if view.strides != NULL else step
        step *= n[i]
    desc = describe(kind_of(code), CPU, False, view.ndim, n, s)
    mem = foreign_memory(
        <Py_ssize_t>view.buf + desc.low, desc.high - desc.low, view.readonly, held, desc.dtype, swapped)
    if desc.nelem * desc.dtype.size == mem.nbytes:
        mem.made = desc
    return new_view(mem, -desc.low, desc, False)


# --- Lending -----------------------------------------------------------------------------------------------------

@cython.final
@cython.no_gc
@cython.freelist(16)
cdef class lent_buffer:
    """The state of an open buffer of a tensor or array: the block of memory, and the sizes and strides."""
    cdef memory mem
    cdef description desc

    def __dealloc__(self):
        if self.mem is not None:
            self.mem.exposed -= 1


cdef list NATIVE = [row.letter.translate({ord("Q"): "L", ord("q"): "l"}).encode() for row in _TABLE]
cdef list SWAPPED = [b">" + row.letter.encode() for row in _TABLE]
cdef const char* FORMATS[2][DTYPES]     # of native and of swapped elements; 64 bits are NumPy's `long` if native
cdef int _code
for _code in range(DTYPES):
    FORMATS[0][_code], FORMATS[1][_code] = NATIVE[_code], SWAPPED[_code]


cdef int lend(object self, Py_buffer* view, int flags) except -1:
    no_owner(view, NULL)
    return lend_memory(<tensor>self, view, flags, "tensor", "asContiguous", "convertTo('numpy')")


cdef int lend_array(object self, Py_buffer* view, int flags) except -1:
    cdef tensor source = held(self)
    no_owner(view, NULL)
    if source is None:
        raise OceanBufferError("A lazy array and a mapped view have no memory of their own; copy() has")
    source = new_view(source.mem, source.start, axes_reversed(without_axes(source.desc)), source.locked)
    return lend_memory(source, view, flags, "array", "copy", "to_numpy()")


cdef int lend_memory(tensor source, Py_buffer* view, int flags, str what, str copy, str export) except -1:
    """Export the memory of a tensor, in every layout that the request allows, and never as a copy."""
    cdef description desc = source.desc
    cdef bint readonly = source.locked or source.mem.readonly
    cdef bint swapped = not is_native(source)
    cdef lent_buffer lent
    if not source.mem.device.host:
        raise OceanBufferError(
            f"Memory of device {source.mem.device.name} cannot be read by the host; copy the {what} to the cpu")
    if readonly and flags & PyBUF_WRITABLE:
        raise OceanBufferError(f"The {what} is read-only")
    touch(source.mem)
    if flags & PyBUF_FORMAT and not FORMATS[0][desc.dtype.code][0]:
        raise OceanBufferError(f"Buffers have no format for {desc.dtype.name.replace('-', ' ')}; use " + (
            f"the parts real and imag, or {export}" if desc.dtype.iscomplex else export))
    if (flags & PyBUF_C_CONTIGUOUS) == PyBUF_C_CONTIGUOUS or (flags & PyBUF_STRIDES) != PyBUF_STRIDES:
        if not layout_is_c(desc):
            raise OceanBufferError(f"The elements are not in row-major order without gaps; see {copy}('C')")
    elif (flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS:
        if not is_fortran(desc):
            raise OceanBufferError(f"The elements are not in column-major order without gaps; see {copy}('F')")
    elif (flags & PyBUF_ANY_CONTIGUOUS) == PyBUF_ANY_CONTIGUOUS:
        if not is_fortran(desc) and not layout_is_c(desc):
            raise OceanBufferError(
                f"The elements are not in column-major or row-major order without gaps; see {copy}()")
    expose(source.mem)
    lent = lent_buffer.__new__(lent_buffer)
    lent.mem = source.mem
    lent.desc = desc
    view.buf = address(source)
    view.len = desc.nelem * desc.dtype.size
    view.itemsize = desc.dtype.size
    view.readonly = readonly
    view.ndim = desc.ndims if flags & PyBUF_ND else 1
    view.format = <char*>FORMATS[swapped][desc.dtype.code] if flags & PyBUF_FORMAT else NULL
    view.shape = <Py_ssize_t*>desc.n if flags & PyBUF_ND else NULL
    view.strides = <Py_ssize_t*>desc.s if (flags & PyBUF_STRIDES) == PyBUF_STRIDES else NULL
    view.suboffsets = NULL
    view.internal = NULL
    set_owner(view, lent)
    return 0


def view_of(tensor source not None):
    """The memory of a tensor, with its size and strides."""
    return memoryview(source)


@cython.final
@cython.no_gc
cdef class array_data:
    """The memory of an array, `a.data`: all that a memoryview has, and a buffer of its own.

    It is no memoryview, because packages (netCDF4) take what has one there for `numpy.ndarray` itself.
    """
    cdef object view

    def __getattr__(self, str name):
        return getattr(self.view, name)

    def __len__(self):
        return len(self.view)

    def __getitem__(self, key):
        return self.view[key]

    def __setitem__(self, key, value):
        self.view[key] = value

    def __iter__(self):
        return iter(self.view)

    def __eq__(self, other):
        return self.view == (<array_data>other).view if isinstance(other, array_data) else self.view == other

    def __hash__(self):
        return hash(self.view)

    def __repr__(self):
        return f"<{self.view.nbytes} bytes of an array>"


cdef int lend_data(object self, Py_buffer* view, int flags) except -1:
    return PyObject_GetBuffer((<array_data>self).view, view, flags)


def data_of(array source not None):
    """The memory of an array as a buffer."""
    cdef array_data made = array_data.__new__(array_data)
    made.view = memoryview(source)
    return made


# The slots are set here, because this module imports the tensor's and the array's, and not vice versa.
set_buffers(tensor, &tensor_buffers, <void*>lend)
set_buffers(array, &array_buffers, <void*>lend_array)
set_buffers(array_data, &data_buffers, <void*>lend_data)
publish(held_buffer, "ocean.held_buffer")
publish(lent_buffer, "ocean.lent_buffer")
publish(array_data, "ocean.numpy.data")
