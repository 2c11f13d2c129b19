"""The tensor object, and the path of every call: operands, plan, launch.

A `plan` is an `operation` for operands with certain descriptions: the loops, the kernel and the description of the
result. Plans are made once in Python and cached here, by the identity of the descriptions.
"""

from cpython.bool cimport PyBool_Check
from cpython.exc cimport PyErr_CheckSignals
from cpython.float cimport PyFloat_CheckExact
from cpython.long cimport PyLong_CheckExact
from cpython.object cimport PyTypeObject, destructor
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free as free_bytes, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

cimport cython

import math
import os
import time

from ocean._src.base.errors import no_text
from ocean._src.core.call.arguments import set_tensor_class
from ocean._src.core.objects.description import integer, overlap
from ocean._src.core.objects.dtypes import new_scalar, publish
from ocean._src.core.objects.memory import move_bytes
from ocean._src.base.errors import (
    OceanError, OceanIndexError, OceanMemoryError, OceanTypeError, OceanValueError, integer_text,
    out_of_bounds)

from ocean._src.core.objects cimport dtypes
from ocean._src.core.objects.axes cimport axis as axis_type, canonical
cimport ocean._src.core.call.arguments as arguments
from ocean._src.core.call.callables cimport call_parsed, function, vectorcall_fn
from ocean._src.core.objects.description cimport (
    FEW_DIMS, MAX_DIMS, axes_as, axis_in, broadcast_to, derive, describe, description, fortran, dense_by_strides,
    is_fortran,
    memory_order, ordered_like, other_byte_order, part_of, self_overlap, size_of, strides_of, transposed, unaligned,
    with_axes, without_axes)
from ocean._src.core.objects.dtypes cimport (
    ABSOLUTE, ADD, BITWISE_AND, BITWISE_OR, BITWISE_XOR, BOOL, CDOUBLE, DIVIDE, DOUBLE, DTYPES, FLOOR_DIVIDE,
    GREATER_EQUAL, INT64, INVERT, MOD, NEGATIVE, OPERATORS, POWER, SCALE, SHIFT_LEFT, SHIFT_RIGHT, SUBTRACT, TRAITS,
    UINT64, UINT8, common_code, compare_values, dtype, float_for, is_scalar, kind_of, make_scalar, pack, scalar,
    strong_code, unpack, weak_code)
from ocean._src.core.objects.memory cimport (
    CPU, TRACERS, allocate, before_write, device, expose, memory, queue, storage, stream, touch, touched, wrap_storage)
from ocean._src.core.call.stopping cimport ask_to_stop, check_stop, may_stop

cdef extern from "freed.h":
    ctypedef struct freed_t:
        int count
    bint freed_keep(freed_t*, PyObject*) noexcept
    object freed_take(freed_t*)

cdef extern from "fit.h" nogil:
    enum:
        STREAMED_BYTES
    int few_rows
    ctypedef struct view_t:
        int ndims
        const int64_t* n
        const int64_t* s
    ctypedef struct fold_class:
        uint64_t moves
        int rows, streams, abreast
    ctypedef struct fold_program:
        int inputs
        int sources[32]
        int first
        int sizes[32]
        int steps, wanders
    uint64_t fit_loops(loop_t*, int, const int64_t*, const view_t*, int, const int*) noexcept
    int streams_out(const loop_t*, int64_t, uint64_t) noexcept
    void fit_fold(fold_t*, fold_class*, const fold_program*, int, const int64_t*, const view_t*, int, int, int64_t,
                  const int*, int, const view_t*, int64_t*) noexcept

cdef extern from *:
    """
    static __thread int WATCHING;       /* launches of this thread are within a watched one */
    """
    int WATCHING

cdef extern from "loops.h" nogil:
    enum:
        LOOP_DIMS
        LOOP_OPERANDS
        LOOP_WHOLE
        FOLD_NUMBERS
        FOLD_STREAMS
    ctypedef void (*kernel_fn)(char**, const int64_t*, int64_t, int64_t) noexcept
    ctypedef struct loop_t:
        kernel_fn fn, streamed
        int operands, dims, tiled, results, indexed, whole
        int size[LOOP_OPERANDS]
        int64_t pieces, nelem
        int64_t n[LOOP_DIMS]
        int64_t shift[LOOP_OPERANDS]
        int64_t stride[LOOP_DIMS][LOOP_OPERANDS]
    ctypedef struct fold_t:
        kernel_fn fold, merge, streams, abreast
        int operands, numbers, kept, reduced, run, indexed, lanes, chain, idempotent, whole
        int size[FOLD_NUMBERS]
        char initial[FOLD_NUMBERS][16]
        int64_t nk[LOOP_DIMS]
        int64_t nr[LOOP_DIMS]
        int64_t shift[LOOP_OPERANDS]
        int64_t sk[LOOP_DIMS][LOOP_OPERANDS]
        int64_t sr[LOOP_DIMS][LOOP_OPERANDS]
        int before[FOLD_NUMBERS]
        int bytes
        int64_t nelem, results
        double count
    void loop_finish(loop_t*, int64_t cost) noexcept
    void loop_run(const loop_t*, char**) noexcept
    void fold_finish(fold_t*) noexcept
    int fold_run(const fold_t*, char**) noexcept
    void pool_run(task_fn, void*, int64_t) noexcept nogil
    void pool_start(int) noexcept
    void pool_resize(int) noexcept
    int pool_bound(int) noexcept
    int (*pool_ask)() noexcept nogil

cdef extern from *:
    """
    _Static_assert(LOOP_OPERANDS == 32, "MAX_OPERANDS of tensor.pxd");
    _Static_assert(sizeof(fold_t) + sizeof(loop_t) + 16 <= 16384, "ROOM of tensor.pxd");
    """
    Py_ssize_t Py_REFCNT(PyObject*)
    PyObject* tuple_item "PyTuple_GET_ITEM"(PyObject*, Py_ssize_t) noexcept
    Py_ssize_t PyVectorcall_NARGS(size_t) noexcept
    long PyLong_AsLongAndOverflow(object, int*) except? -1


# --- The tensor object -------------------------------------------------------------------------------------------

@cython.final
@cython.no_gc
@cython.c_api_binop_methods(True)
cdef class tensor:
    """A tensor: a description of size, strides and dtype over a storage.

    `tensor(size [,strides [,unitsize]] [,dtype] [,device] [,stream])` makes a tensor with new storage whose contents
    are not set; `tensor(storage [,offset [,size [,strides [,unitsize]]]] [,dtype])` reads existing storage.
    """

    __array_priority__ = 1000.0

    # what it is

    @property
    def size(self):
        """The size along each dimension."""
        return size_of(self.desc)

    @property
    def strides(self):
        """The distance in bytes between neighbours along each dimension."""
        return strides_of(self.desc)

    @property
    def ndims(self):
        return self.desc.ndims

    @property
    def nelem(self):
        """The number of elements."""
        return self.desc.nelem

    @property
    def axes(self):
        """The axes of the dimensions, a tuple; None if they have none."""
        return self.desc.axes

    @property
    def dtype(self):
        return self.desc.dtype

    @property
    def device(self):
        return self.desc.device

    @property
    def elemsize(self):
        """The size of an element in bytes."""
        return self.desc.dtype.size

    # the names that other packages ask for

    @property
    def shape(self):
        """The size along each dimension."""
        return size_of(self.desc)

    @property
    def ndim(self):
        """The number of dimensions."""
        return self.desc.ndims

    @property
    def itemsize(self):
        """The size of an element in bytes."""
        return self.desc.dtype.size

    @property
    def nbytes(self):
        """The size of all elements in bytes, with those that strides of zero repeat."""
        return self.desc.nelem * <object>self.desc.dtype.size

    @property
    def offset(self):
        """Where the element 0 is in the storage, in bytes."""
        return self.start

    @property
    def storage(self):
        return wrap_storage(self.mem)

    @property
    def stream(self):
        return wrap_storage(self.mem).stream

    @property
    def ptr(self):
        """The address of element 0, as an integer."""
        touch(self.mem)
        expose(self.mem)
        return <size_t>address(self)

    @property
    def _layout(self):
        """Size, strides, dtype, byte order (as it is in memory now) and device, as one immutable object."""
        return effective(self)

    @property
    def obj(self):
        """The identity of the underlying tensor, as an integer."""
        return number_of(self)

    @property
    def refcount(self):
        """The number of Python objects for the same underlying tensor."""
        cdef PyObject* each = self.after
        cdef Py_ssize_t count = 1
        while each != NULL and each != <PyObject*>self:
            each = (<tensor>each).after
            count += 1
        return count

    @property
    def readonly(self):
        """Whether the tensor refuses to be changed; can be set, except on memory that others made read-only."""
        return bool(self.locked or self.mem.readonly)

    @readonly.setter
    def readonly(self, bint value):
        if not value and self.mem.readonly:
            raise OceanValueError("The storage is read-only, so its tensors cannot be made writable")
        self.locked = value

    @property
    def byteswapped(self):
        """Whether the elements are in the other byte order than the machine's; setting it moves no data."""
        return bool(not is_native(self))

    @byteswapped.setter
    def byteswapped(self, bint value):
        set_order(self, value)

    # views

    @property
    def T(self):
        """The transpose, a view: the first two dimensions exchanged; a vector becomes a row."""
        return make(self.mem, self.start, transposed(self.desc), self.locked)

    @property
    def real(self):
        """A view of the real parts."""
        return part_view(self, 0)

    @property
    def imag(self):
        """A view of the imaginary parts; a read-only tensor of zeros for real dtypes."""
        return part_view(self, 1)

    # indexing

    def __getitem__(self, key):
        return GETITEM(self, key)

    def __setitem__(self, key, value):
        SETITEM(self, key, value)

    def __delitem__(self, key):
        raise OceanTypeError("The elements of a tensor cannot be deleted")

    def __len__(self):
        return self.desc.n[0] if self.desc.ndims else no_length()

    # operators: the tensor may be either operand

    def __add__(a, b):
        return operate(ADD, a, b)

    def __iadd__(self, other):
        return operate_inplace(ADD, self, other)

    def __sub__(a, b):
        return operate(SUBTRACT, a, b)

    def __isub__(self, other):
        return operate_inplace(SUBTRACT, self, other)

    def __matmul__(a, b):
        return operate(SCALE, a, b)

    def __imatmul__(self, other):
        return operate_inplace(SCALE, self, other)

    def __truediv__(a, b):
        return operate(DIVIDE, a, b)

    def __itruediv__(self, other):
        return operate_inplace(DIVIDE, self, other)

    def __floordiv__(a, b):
        return operate(FLOOR_DIVIDE, a, b)

    def __ifloordiv__(self, other):
        return operate_inplace(FLOOR_DIVIDE, self, other)

    def __mod__(a, b):
        return operate(MOD, a, b)

    def __imod__(self, other):
        return operate_inplace(MOD, self, other)

    def __and__(a, b):
        return operate(BITWISE_AND, a, b)

    def __iand__(self, other):
        return operate_inplace(BITWISE_AND, self, other)

    def __or__(a, b):
        return operate(BITWISE_OR, a, b)

    def __ior__(self, other):
        return operate_inplace(BITWISE_OR, self, other)

    def __xor__(a, b):
        return operate(BITWISE_XOR, a, b)

    def __ixor__(self, other):
        return operate_inplace(BITWISE_XOR, self, other)

    def __lshift__(a, b):
        return operate(SHIFT_LEFT, a, b)

    def __ilshift__(self, other):
        return operate_inplace(SHIFT_LEFT, self, other)

    def __rshift__(a, b):
        return operate(SHIFT_RIGHT, a, b)

    def __irshift__(self, other):
        return operate_inplace(SHIFT_RIGHT, self, other)

    def __pow__(a, b, modulo):
        if modulo is not None:
            raise OceanTypeError("The power of tensors has no modulo")
        return operate(POWER, a, b)

    def __ipow__(self, other):
        return operate_inplace(POWER, self, other)

    def __mul__(a, b):
        found = multiply(a, b)
        return no_text(a, b) if found is NotImplemented else found

    def __imul__(self, other):
        return operate_inplace(SCALE, self, other)

    def __neg__(self):
        return apply1(OPERATION[NEGATIVE], self)

    def __pos__(self):
        return make(self.mem, self.start, self.desc, self.locked)

    def __abs__(self):
        return apply1(OPERATION[ABSOLUTE], self)

    def __invert__(self):
        return apply1(OPERATION[INVERT], self)

    def __richcmp__(self, other, int relation):
        return operate(relation, self, other)

    __hash__ = None


cdef Py_ssize_t no_length() except -1:
    raise OceanTypeError("A tensor without dimensions has no length")


cdef freed_t FREED          # tensors; their fields are as those of new ones


cdef inline tensor make(memory mem, Py_ssize_t start, description desc, bint locked):
    cdef tensor self = <tensor>freed_take(&FREED) if FREED.count else tensor.__new__(tensor)
    self.mem = mem
    self.start = start
    self.desc = desc
    self.locked = locked
    return self


cdef tensor part_view(tensor self, int which):
    """The real (0) or imaginary (1) parts; for real dtypes the tensor itself, or a broadcast zero."""
    cdef tensor view = make(self.mem, self.start, self.desc, self.locked)
    cdef int64_t offset = 0
    if view.desc.dtype.iscomplex:
        view.desc = part_of(view.desc, which, &offset)
        view.start += offset
    elif which:
        view = new_tensor(fortran(self.desc.dtype, self.desc.device, 0, NULL), self.mem.queue)
        copy_to(0, view)
        view.desc = axes_as(broadcast_to(view.desc, self.desc.ndims, self.desc.n, 0), self.desc)
        view.locked = True
    return view


cdef tensor new_view(memory mem, Py_ssize_t start, description desc, bint locked):
    """A tensor object, for other compiled modules."""
    return make(mem, start, desc, locked)


cdef object no_getitem(tensor self, object key):
    raise OceanTypeError("Tensors cannot be indexed before the module indexing is loaded")


cdef int no_setitem(tensor self, object key, object value) except -1:
    raise OceanTypeError("Tensors cannot be indexed before the module indexing is loaded")


GETITEM = no_getitem
SETITEM = no_setitem


CALL_LAZY = NULL


cdef operation operator_operation(int which):
    """The operation of an operator."""
    return <operation>OPERATION[which]


cdef description effective(tensor self):
    return other_byte_order(self.desc) if self.mem.swapped else self.desc


cdef set_order(tensor self, bint swapped):
    """Set the byte order of the elements, for all objects of the same underlying tensor."""
    cdef description desc = self.desc
    cdef PyObject* each = self.after
    if desc.dtype.size > 1 and bool(desc.swapped) != bool(swapped != self.mem.swapped):
        desc = other_byte_order(desc)
    self.desc = desc
    while each != NULL and each != <PyObject*>self:
        (<tensor>each).desc = desc
        each = (<tensor>each).after


# --- Several Python objects for one tensor -----------------------------------------------------------------------

cdef int64_t NUMBERS = 0            # the number of tensors whose identity was asked for


cdef int64_t number_of(tensor self) noexcept:
    """The number of the underlying tensor."""
    global NUMBERS
    cdef PyObject* each = self.after
    if self.number == 0:
        NUMBERS += 1
        self.number = NUMBERS
        while each != NULL and each != <PyObject*>self:
            (<tensor>each).number = NUMBERS
            each = (<tensor>each).after
    return self.number


cdef tensor same(tensor self):
    """Another Python object for the same underlying tensor."""
    cdef tensor other = make(self.mem, self.start, self.desc, self.locked)
    if self.after == NULL:
        self.before = self.after = <PyObject*>self
    other.number = self.number
    other.before = <PyObject*>self
    other.after = self.after
    enter(other)
    return other


cdef inline void leave(PyObject* self) noexcept:
    """Take an object out of the ring of its tensor. It counts no references: the object may be in destruction."""
    cdef PyObject* before = (<tensor>self).before
    cdef PyObject* after = (<tensor>self).after
    if after != NULL:
        (<tensor>before).after = NULL if before == after else after
        (<tensor>after).before = NULL if before == after else before
        (<tensor>self).before = (<tensor>self).after = NULL
        (<tensor>self).number = 0


cdef destructor FREE = (<PyTypeObject*>tensor).tp_dealloc


cdef void free(PyObject* self) noexcept:
    """Free a tensor. Cython's `__dealloc__` would be slower: it saves and restores the current exception."""
    leave(self)
    (<tensor>self).mem = None           # this may run other code
    (<tensor>self).desc = None
    (<tensor>self).number = 0
    if not freed_keep(&FREED, self):
        FREE(self)


(<PyTypeObject*>tensor).tp_dealloc = <destructor>free


cdef become(tensor self, memory mem, Py_ssize_t start, description desc):
    """Replace the tensor of a Python object; other objects keep the former tensor."""
    leave(<PyObject*>self)
    self.number = 0
    self.mem = mem
    self.start = start
    self.desc = desc


cdef exchange(tensor self, tensor other):
    """Exchange the tensors of two Python objects."""
    cdef PyObject* each = self.after
    while each != NULL and each != <PyObject*>self and each != <PyObject*>other:
        each = (<tensor>each).after
    if each != <PyObject*>other:        # not for the same tensor already
        self.before, other.before = other.before, self.before
        self.after, other.after = other.after, self.after
        self.number, other.number = other.number, self.number
        enter(self)
        enter(other)
    self.mem, other.mem = other.mem, self.mem
    self.start, other.start = other.start, self.start
    self.desc, other.desc = other.desc, self.desc
    self.locked, other.locked = other.locked, self.locked


cdef void enter(tensor self) noexcept:
    """Link the neighbours of an object in its ring to it."""
    if self.after != NULL:
        (<tensor>self.after).before = <PyObject*>self
        (<tensor>self.before).after = <PyObject*>self


# --- For Python modules ------------------------------------------------------------------------------------------

def make_view(tensor base not None, Py_ssize_t offset, description desc not None):
    """A tensor on the same storage, `offset` bytes further, with another description (relative byte order kept)."""
    return make(base.mem, base.start + offset, desc, base.locked)


def inner_description(tensor self not None):
    """The description with the byte order relative to the storage, as views need it."""
    return self.desc


def make_empty(description desc not None, stream line=None, dtype storage_dtype=None):
    """A new tensor with new storage, whose contents are not set."""
    cdef tensor self = new_tensor(desc, None if line is None else line.core)
    if storage_dtype is not None:
        self.mem.dtype = storage_dtype
    return self


def generation():
    """The number of the settings that plans depend on."""
    return GENERATION


def plan_of(operation op not None, tuple inputs, int64_t extra=0):
    """The plan of an operation for operands with these descriptions, into a new result."""
    return planned(op, inputs, None, extra)


def placeholder(description desc not None):
    """A tensor without memory that stands for another one; it must not be read."""
    return make(allocate(desc.device, 0, desc.dtype, None), 0, desc, True)


cdef tensor new_tensor(description desc, queue line):
    """A new tensor with new storage, whose contents are not set; None: on the default stream."""
    cdef memory mem = allocate(desc.device, desc.high - desc.low, desc.dtype, line)
    mem.made = desc
    return make(mem, -desc.low, desc, False)


def relabelled(tensor self not None, axes):
    """The same elements with other axes (None: without any), a view."""
    return make(self.mem, self.start, self.desc.with_axes(axes), self.locked)


def unlabelled(tensor self not None):
    """The same elements without axes."""
    return make(self.mem, self.start, without_axes(self.desc), self.locked)


def with_result(plan self not None, description result not None):
    """The plan with another description of new results, which has additional dimensions of length one."""
    self.result = result
    return self


def on_storage(storage where not None, Py_ssize_t offset, description desc not None, bint locked=False):
    """A tensor on existing storage; every element must be inside it. The byte order is relative to the storage."""
    if desc.device is not where.core.device:
        raise OceanValueError(f"The storage is on device {where.core.device.name}, expected {desc.device.name}")
    if desc.nelem and (offset > where.core.nbytes or offset < -desc.low or desc.high > where.core.nbytes - offset):
        raise OceanValueError(
            f"The tensor reaches bytes {offset + desc.low} to {offset + desc.high} of a storage of "
            f"{where.core.nbytes} bytes")
    if desc.nelem == 0 and not 0 <= offset <= where.core.nbytes:
        raise OceanValueError(f"The offset {offset} is outside a storage of {where.core.nbytes} bytes")
    if offset % desc.dtype.alignment and desc.nelem and desc.device.requiresAlignedData:
        raise unaligned(desc.device)
    if where.core.made is None and offset == 0 and desc.nelem * desc.dtype.size == where.core.nbytes:
        where.core.made = desc
    return make(where.core, offset, desc, locked)


def on_memory(memory mem not None, Py_ssize_t offset, description desc not None, bint locked=False):
    """A tensor on a block of memory; every element must be inside it."""
    return on_storage(wrap_storage(mem), offset, desc, locked)


def replace_tensor(tensor self not None, tensor other not None):
    """Give a Python object the tensor of another."""
    become(self, other.mem, other.start, other.desc)
    self.locked = other.locked


def memory_of(tensor self not None):
    return self.mem


def is_unique(tensor self not None):
    """Whether this object alone uses its storage, and Ocean owns it."""
    return self.mem.owner and Py_REFCNT(<PyObject*>self.mem) == 1


def read_bytes(tensor self not None):
    """The elements of a column-major native tensor on the host as a bytes-like object (no copy)."""
    if not is_fortran(self.desc) or not is_native(self):
        raise OceanValueError("Only column-major native tensors can be read as bytes")
    if self.desc.nelem == 0:
        return memoryview(b"")
    return memoryview(self.mem)[self.start:self.start + self.desc.nelem * self.desc.dtype.size]


def clear(tensor self not None):
    """Set all bytes from the first to the last of a dense tensor to zero."""
    self.desc.device.fill(self.mem, self.start + self.desc.low, self.desc.high - self.desc.low, 0)


def clear_storage(storage self not None):
    """Set all bytes to zero."""
    self.core.device.fill(self.core, 0, self.core.nbytes, 0)


def copy_storage(storage target not None, storage source not None):
    """Copy the bytes of a storage to another of the same size, on any devices."""
    if target.core.nbytes != source.core.nbytes:
        raise OceanValueError(f"Expected storage of {target.core.nbytes} bytes, got {source.core.nbytes}")
    move_bytes(target.core, 0, source.core, 0, target.core.nbytes)


def fill_range(tensor self not None, start, step):
    """Set a contiguous int64 or double vector on the host to start, start + step, ..."""
    cdef Py_ssize_t i
    cdef int64_t first, gap
    cdef double begin, distance
    cdef int64_t* integers
    cdef double* doubles
    if self.desc.dtype.code == INT64:
        first, gap = start, step
        integers = <int64_t*>(address(self))
        for i in range(self.desc.nelem):
            integers[i] = first + i * gap
    elif self.desc.dtype.code == DOUBLE:
        begin, distance = start, step
        doubles = <double*>(address(self))
        for i in range(self.desc.nelem):
            doubles[i] = begin + i * distance if i else begin
    else:
        raise OceanTypeError(f"Expected int64 or double, got {self.desc.dtype.name}")


# --- Hooks to Python code ----------------------------------------------------------------------------------------

HOOKS = {}
cdef operation COPY, MULTIPLY
cdef PyObject* OPERATION[OPERATORS]     # the operation of each operator; borrowed from COMPILED
cdef dict COMPILED = {}
ARRAY = None                    # the class of arrays; declared in tensor.pxd
LAZY = None                     # the class of lazy tensors; declared in tensor.pxd
cdef dict FUNCTIONS = {}
CHECKING = False
BROADCASTING = True


def set_lazy(cls):
    """Set the class of lazy tensors, or None. Calls with a lazy operand end in one of these:

    - `cls.call(name, args, named)`: the function or reduction of that name, with at least one lazy argument;
    - `lazy.into(tensor)`: write the values into a tensor (assignment, copies, in-place operators);
    - `lazy.cast(dtype, device)`: a cast; None keeps the dtype or the device;
    - `lazy.view(name, args, named)`: the view of the method of tensors with this name;
    - `lazy.eval()`: a tensor, for everything else.
    """
    global LAZY
    LAZY = cls


DEFAULT_DTYPE = DEFAULT_DEVICE = None


def set_defaults(dtype kind, device where):
    """Set the default dtype and device of new tensors; None: they must be given."""
    global DEFAULT_DTYPE, DEFAULT_DEVICE
    DEFAULT_DTYPE, DEFAULT_DEVICE = kind, where


def is_lazy(value):
    """Whether a value is a lazy tensor."""
    return LAZY is not None and type(value) is LAZY


def install(dict operations, dict operators, **hooks):
    """Called once, with all operations, the operation's name of each operator, and functions for compiled code:

    operand(value): a tensor or number from anything like one, or NotImplemented;
    general(name, *args): a row with any arguments; outside(name, numbers, mode): a row on numbers outside its domain;
    warn(message): show a warning; settings: the settings; index: the class of index objects;
    key(part): a part of a key as a tensor; value(value, size, reorders): a tensor that fits the size, or a number;
    pick: the plan that picks elements on a device;
    line_up(rule, name, planner, inputs, result, extra): the plan for operands with axes;
    lined_up(source, target): two tensors without axes, whose dimensions correspond by their axes.
    """
    from ocean._src.core.objects.dtypes import SYMBOLS

    global COPY, MULTIPLY
    cdef int k
    HOOKS.update(hooks)
    COMPILED.update(operations)
    COPY, MULTIPLY = operations["copy"], operations["multiply"]
    for k in range(OPERATORS):
        OPERATION[k] = <PyObject*>COMPILED[operators[SYMBOLS[k]]]
    (<operation>OPERATION[POWER]).narrow = 16
    (<operation>OPERATION[SHIFT_LEFT]).narrow = (<operation>OPERATION[SHIFT_RIGHT]).narrow = 8
    dtypes.OPERATE = operate_scalars


include "../call/plans.pxi"
include "../call/families.pxi"
include "../call/launch.pxi"
include "scalars.pxi"

describe_scalars()
start_threads()
publish(tensor, "ocean.tensor")
set_tensor_class(tensor)


cdef bint has_axes(PyObject* self) noexcept:
    return (<tensor>self).desc.axes is not None


arguments.TENSOR_HAS_AXES = has_axes
publish(operation, "ocean.operation")
publish(elementwise_plan, "ocean.elementwise_plan")    # not `plan`: other modules derive classes from it
publish(reduction_plan, "ocean.reduction_plan")
publish(device_plan, "ocean.device_plan")
