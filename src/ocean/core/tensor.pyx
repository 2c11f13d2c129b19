"""The tensor object, and the path that every call takes: operands, plan (remembered by description), launch.

An `operation` meets the descriptions of its operands and becomes a `plan`: the loops, the kernel and the description
of the result. Plans are made in Python once and found here ever after by the identity of the descriptions.
"""

from cpython.bool cimport PyBool_Check
from cpython.complex cimport PyComplex_CheckExact
from cpython.float cimport PyFloat_CheckExact
from cpython.long cimport PyLong_CheckExact
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

cimport cython

import os

from ocean.core.description import overlap
from ocean.core.dtypes import publish
from ocean.core.errors import OceanError, OceanIndexError, OceanMemoryError, OceanTypeError, OceanValueError

from ocean.core.description cimport (
    cached_reshape, cached_swap, describe, description, is_fortran, other_order, self_overlap, sliced, transposed)
from ocean.core.dtypes cimport (
    BOOL, CDOUBLE, DOUBLE, DTYPES, INT64, UINT64, common_code, dtype, kind_of, make_scalar, pack, scalar, unpack, weak_code)
from ocean.core.memory cimport CPU, allocate, device, memory, queue, storage, stream, wrap_storage

cdef extern from "loops.h" nogil:
    enum:
        LOOP_DIMS
        LOOP_OPERANDS
    ctypedef void (*kernel_fn)(char**, const int64_t*, int64_t, int64_t) noexcept
    ctypedef struct loop_t:
        kernel_fn fn
        int operands, dims, tiled
        int64_t pieces, nelem
        int64_t n[LOOP_DIMS]
        int64_t shift[LOOP_OPERANDS]
        int64_t stride[LOOP_DIMS][LOOP_OPERANDS]
    ctypedef struct fold_t:
        kernel_fn fold, merge
        int operands, kept, reduced, run, size
        char initial[16]
        int64_t nk[LOOP_DIMS]
        int64_t nr[LOOP_DIMS]
        int64_t shift[LOOP_OPERANDS]
        int64_t sk[LOOP_DIMS][LOOP_OPERANDS]
        int64_t sr[LOOP_DIMS][LOOP_OPERANDS]
    void loop_finish(loop_t*, int64_t cost) noexcept
    void loop_run(const loop_t*, char**) noexcept
    void fold_finish(fold_t*) noexcept
    int fold_run(const fold_t*, char**) noexcept
    void pool_start(int) noexcept
    void pool_resize(int) noexcept

cdef extern from *:
    Py_ssize_t Py_REFCNT(PyObject*)


# --- The tensor object -------------------------------------------------------------------------------------------

@cython.final
@cython.no_gc
cdef class identity:
    """What makes several Python objects the same tensor: they share one of these. Made when it is first needed."""


@cython.final
@cython.no_gc
@cython.freelist(128)
cdef class tensor:
    """A tensor: a description of size, strides and dtype over a storage.

    `tensor(size [,strides [,unitsize]] [,dtype] [,device] [,stream])` makes a tensor with new storage whose contents
    are not set; `tensor(storage [,offset [,size [,strides [,unitsize]]]] [,dtype])` reads existing storage.
    """

    __array_priority__ = 1000.0

    def __dealloc__(self):
        if self.handle is not None:
            self.handle.members.remove(<size_t><PyObject*>self)

    # what it is

    @property
    def size(self):
        """The size along each dimension."""
        return self.desc._size

    @property
    def strides(self):
        """The distance in bytes between neighbours along each dimension."""
        return self.desc._strides

    @property
    def ndims(self):
        return self.desc.ndims

    @property
    def nelem(self):
        """The number of elements."""
        return self.desc.nelem

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
        return <size_t>self.mem.data + self.start

    @property
    def description(self):
        """Size, strides, dtype, byte order (as it is in memory now) and device, as one immutable object."""
        return effective(self)

    @property
    def obj(self):
        """The identity of the underlying tensor, as an integer."""
        return id(share(self))

    @property
    def refcount(self):
        """The number of Python objects for the same underlying tensor."""
        return 1 if self.handle is None else len(self.handle.members)

    @property
    def readonly(self):
        """Whether the tensor refuses to be changed; can be set, except on memory that others made read-only."""
        return bool(self.locked or self.mem.readonly)

    @readonly.setter
    def readonly(self, bint value):
        if not value and self.mem.readonly:
            raise OceanValueError("The storage is read-only, so that its tensors cannot be made writable")
        self.locked = value

    @property
    def byteswapped(self):
        """Whether the elements are in the other byte order than the machine's; setting it moves no data."""
        return bool(self.desc.swapped != self.mem.swapped and self.desc.dtype.size > 1)

    @byteswapped.setter
    def byteswapped(self, bint value):
        set_order(self, value)

    # views

    @property
    def T(self):
        """The transpose, a view: the first two dimensions exchanged; a vector becomes a row."""
        return make(self.mem, self.start, transposed(self.desc), self.locked)

    def swapAxes(self, axis1, axis2, bint inplace=False):
        """A view with two dimensions exchanged."""
        cdef description desc = cached_swap(self.desc, axis1, axis2)
        if inplace:
            become(self, self.mem, self.start, desc)
            return None
        return make(self.mem, self.start, desc, self.locked)

    def slice(self, axis, offset, size=1):
        """A view of `size` elements along an axis from `offset` on."""
        cdef Py_ssize_t k, first, length
        try:
            k, first, length = axis, offset, size
        except TypeError:
            raise OceanTypeError(f"Expected integers as axis, offset and size, got {axis!r}, {offset!r}, {size!r}") from None
        except OverflowError:
            raise OceanIndexError(f"Axis, offset or size exceeds 64 bits: {axis}, {offset}, {size}") from None
        cdef description desc = self.desc
        if k < 0:
            k += desc.ndims
        if k < 0 or k >= desc.ndims:
            raise OceanIndexError(f"Axis {axis} is out of range for a tensor with {desc.ndims} dimensions")
        if first < 0 or length < 0 or first > desc.n[k] or length > desc.n[k] - first:
            raise OceanIndexError(f"A slice of {length} elements from {first} exceeds size {desc.n[k]} of axis {k}")
        return make(self.mem, self.start + (first * desc.s[k] if length else 0), sliced(desc, k, length), self.locked)

    def reshape(self, *size, inplace=False):
        """The same elements in column-major order with another size: a view if possible, else a copy."""
        cdef description desc
        if inplace is False and (len(size) == 0 or type(size[len(size) - 1]) is not bool):
            desc = cached_reshape(self.desc, size)
            if desc is not None:
                return make(self.mem, self.start, desc, self.locked)
        return HOOKS["reshape"](self, size, inplace)

    # indexing

    def __getitem__(self, key):
        return GETITEM(self, key)

    def __setitem__(self, key, value):
        SETITEM(self, key, value)

    def __len__(self):
        if self.desc.ndims == 0:
            raise OceanTypeError("A tensor without dimensions has no length")
        return self.desc.n[0]

    # operators

    def __add__(self, other):
        return operate(ADD, self, other)

    def __radd__(self, other):
        return operate(ADD, other, self)

    def __iadd__(self, other):
        return operate_inplace(ADD, self, other)

    def __sub__(self, other):
        return operate(SUBTRACT, self, other)

    def __rsub__(self, other):
        return operate(SUBTRACT, other, self)

    def __isub__(self, other):
        return operate_inplace(SUBTRACT, self, other)

    def __matmul__(self, other):
        return operate(SCALE, self, other)

    def __rmatmul__(self, other):
        return operate(SCALE, other, self)

    def __imatmul__(self, other):
        return operate_inplace(SCALE, self, other)

    def __truediv__(self, other):
        return operate(DIVIDE, self, other)

    def __rtruediv__(self, other):
        return operate(DIVIDE, other, self)

    def __itruediv__(self, other):
        return operate_inplace(DIVIDE, self, other)

    def __floordiv__(self, other):
        return operate(FLOOR_DIVIDE, self, other)

    def __rfloordiv__(self, other):
        return operate(FLOOR_DIVIDE, other, self)

    def __ifloordiv__(self, other):
        return operate_inplace(FLOOR_DIVIDE, self, other)

    def __mod__(self, other):
        return operate(MOD, self, other)

    def __rmod__(self, other):
        return operate(MOD, other, self)

    def __imod__(self, other):
        return operate_inplace(MOD, self, other)

    def __and__(self, other):
        return operate(BITWISE_AND, self, other)

    def __rand__(self, other):
        return operate(BITWISE_AND, other, self)

    def __iand__(self, other):
        return operate_inplace(BITWISE_AND, self, other)

    def __or__(self, other):
        return operate(BITWISE_OR, self, other)

    def __ror__(self, other):
        return operate(BITWISE_OR, other, self)

    def __ior__(self, other):
        return operate_inplace(BITWISE_OR, self, other)

    def __xor__(self, other):
        return operate(BITWISE_XOR, self, other)

    def __rxor__(self, other):
        return operate(BITWISE_XOR, other, self)

    def __ixor__(self, other):
        return operate_inplace(BITWISE_XOR, self, other)

    def __lshift__(self, other):
        return operate(BITSHIFT_LEFT, self, other)

    def __rlshift__(self, other):
        return operate(BITSHIFT_LEFT, other, self)

    def __ilshift__(self, other):
        return operate_inplace(BITSHIFT_LEFT, self, other)

    def __rshift__(self, other):
        return operate(BITSHIFT_RIGHT, self, other)

    def __rrshift__(self, other):
        return operate(BITSHIFT_RIGHT, other, self)

    def __irshift__(self, other):
        return operate_inplace(BITSHIFT_RIGHT, self, other)

    def __pow__(self, other, modulo):
        if modulo is not None:
            raise OceanTypeError("The power of tensors has no modulo")
        return operate(POWER, self, other)

    def __rpow__(self, other, modulo):
        if modulo is not None:
            raise OceanTypeError("The power of tensors has no modulo")
        return operate(POWER, other, self)

    def __ipow__(self, other):
        return operate_inplace(POWER, self, other)

    def __mul__(self, other):
        return multiply(self, other)

    def __rmul__(self, other):
        return multiply(other, self)

    def __imul__(self, other):
        return operate_inplace(SCALE, self, other)

    def __neg__(self):
        return apply(NEGATIVE, 1, self, None, None, None)

    def __pos__(self):
        return make(self.mem, self.start, self.desc, self.locked)

    def __abs__(self):
        return apply(ABSOLUTE, 1, self, None, None, None)

    def __invert__(self):
        return apply(BITWISE_NOT, 1, self, None, None, None)

    def __eq__(self, other):
        return operate(EQUAL, self, other)

    def __ne__(self, other):
        return operate(NOT_EQUAL, self, other)

    def __lt__(self, other):
        return operate(LESS, self, other)

    def __le__(self, other):
        return operate(LESS_EQUAL, self, other)

    def __gt__(self, other):
        return operate(GREATER, self, other)

    def __ge__(self, other):
        return operate(GREATER_EQUAL, self, other)

    __hash__ = None


cdef inline tensor make(memory mem, Py_ssize_t start, description desc, bint locked):
    cdef tensor self = tensor.__new__(tensor)
    self.mem = mem
    self.start = start
    self.desc = desc
    self.locked = locked
    return self


cdef tensor new_view(memory mem, Py_ssize_t start, description desc, bint locked):
    """A tensor object, for other compiled modules."""
    return make(mem, start, desc, locked)


cdef object no_getitem(tensor self, object key):
    raise OceanTypeError("Tensors cannot be indexed: the index room is not loaded")


cdef int no_setitem(tensor self, object key, object value) except -1:
    raise OceanTypeError("Tensors cannot be indexed: the index room is not loaded")


GETITEM = no_getitem
SETITEM = no_setitem


cdef description effective(tensor self):
    return other_order(self.desc) if self.mem.swapped else self.desc


cdef identity share(tensor self):
    if self.handle is None:
        self.handle = identity.__new__(identity)
        self.handle.members = [<size_t><PyObject*>self]
    return self.handle


cdef set_order(tensor self, bint swapped):
    """Say which byte order the elements are in; tensors that are the same underlying tensor follow."""
    cdef tensor each
    cdef description desc = self.desc
    if desc.dtype.size > 1 and bool(desc.swapped) != bool(swapped != self.mem.swapped):
        desc = other_order(desc)
    if self.handle is None:
        self.desc = desc
    else:
        for member in self.handle.members:
            each = <tensor><PyObject*><size_t>member
            each.desc = desc


cdef become(tensor self, memory mem, Py_ssize_t start, description desc):
    """Replace what a Python tensor object stands for; other objects for the former tensor keep it."""
    if self.handle is not None:
        self.handle.members.remove(<size_t><PyObject*>self)
        self.handle = None
    self.mem = mem
    self.start = start
    self.desc = desc


# --- For the rooms above -----------------------------------------------------------------------------------------

def view(tensor base not None, Py_ssize_t offset, description desc not None):
    """A tensor on the same storage, `offset` bytes further, with another description (relative byte order kept)."""
    return make(base.mem, base.start + offset, desc, base.locked)


def inner_description(tensor self not None):
    """The description with the byte order relative to the storage: what the view algebra works on."""
    return self.desc


def empty(description desc not None, stream line=None, dtype storage_dtype=None):
    """A new tensor with new storage, whose contents are not set."""
    cdef memory mem = allocate(desc.device, desc.high - desc.low, desc.dtype if storage_dtype is None else storage_dtype,
                               None if line is None else line.core)
    return make(mem, -desc.low, desc, False)


def set_raw(storage target not None):
    """Let storage be raw bytes."""
    target.core.dtype = None


def on_storage(storage where not None, Py_ssize_t offset, description desc not None, bint locked=False):
    """A tensor on existing storage; every element must be inside it. The byte order is relative to the storage."""
    if desc.device is not where.core.device:
        raise OceanValueError(f"The storage is on device {where.core.device.name}, expected {desc.device.name}")
    if desc.nelem and (offset > where.core.nbytes or offset < -desc.low or desc.high > where.core.nbytes - offset):
        raise OceanValueError(
            f"The tensor reaches bytes {offset + desc.low} to {offset + desc.high} of a storage of {where.core.nbytes} bytes")
    if desc.nelem == 0 and not 0 <= offset <= where.core.nbytes:
        raise OceanValueError(f"The offset {offset} is outside a storage of {where.core.nbytes} bytes")
    return make(where.core, offset, desc, locked)


def on_memory(memory mem not None, Py_ssize_t offset, description desc not None, bint locked=False):
    """A tensor on a block of memory; every element must be inside it."""
    return on_storage(wrap_storage(mem), offset, desc, locked)


def replace(tensor self not None, tensor other not None):
    """Let one Python object stand for the tensor of another."""
    become(self, other.mem, other.start, other.desc)
    self.locked = other.locked


def same(tensor self not None):
    """Another Python object for the same underlying tensor."""
    cdef tensor other = make(self.mem, self.start, self.desc, self.locked)
    other.handle = share(self)
    other.handle.members.append(<size_t><PyObject*>other)
    return other


def memory_of(tensor self not None):
    return self.mem


def is_unique(tensor self not None):
    """Whether this object alone uses its storage, and Ocean owns it."""
    return self.mem.owner and Py_REFCNT(<PyObject*>self.mem) == 1


def item(tensor self not None):
    """The only element of a tensor as a scalar."""
    cdef scalar result
    cdef char* data[2]
    if self.desc.nelem != 1:
        raise OceanValueError(f"Only tensors with a single element are scalars; this one has {self.desc.nelem} elements")
    result = make_scalar(self.desc.dtype)
    if self.desc.device.host and not (self.desc.swapped != self.mem.swapped):
        memcpy(result.data, self.mem.data + self.start, self.desc.dtype.size)
        if self.desc.dtype.code == BOOL:
            result.data[0] = result.data[0] != 0
        return result
    return apply(COPY, 1, self, None, None, None, True)


def read_bytes(tensor self not None):
    """The elements of a column-major native tensor on the host as a bytes-like object (no copy)."""
    if not is_fortran(self.desc) or self.desc.swapped != self.mem.swapped:
        raise OceanValueError("Only column-major native tensors can be read as bytes")
    if self.desc.nelem == 0:
        return memoryview(b"")
    return memoryview(self.mem)[self.start:self.start + self.desc.nelem * self.desc.dtype.size]


def clear_bytes(tensor self not None):
    """Set all elements of a dense tensor on the host to zero."""
    memset(self.mem.data + self.start + self.desc.low, 0, self.desc.high - self.desc.low)


def clear_storage(storage self not None):
    memset(self.core.data, 0, self.core.nbytes)


def copy_storage(storage target not None, storage source not None):
    """Copy bytes between blocks of the same size on the host."""
    if target.core.nbytes != source.core.nbytes:
        raise OceanValueError(f"Expected storage of {target.core.nbytes} bytes, got {source.core.nbytes}")
    memcpy(target.core.data, source.core.data, target.core.nbytes)


def fill_range(tensor self not None, start, step):
    """Set a contiguous int64 or double vector on the host to start, start + step, ..."""
    cdef Py_ssize_t i
    cdef int64_t first, gap
    cdef double begin, distance
    cdef int64_t* integers
    cdef double* doubles
    if self.desc.dtype.code == INT64:
        first, gap = start, step
        integers = <int64_t*>(self.mem.data + self.start)
        for i in range(self.desc.nelem):
            integers[i] = first + i * gap
    elif self.desc.dtype.code == DOUBLE:
        begin, distance = start, step
        doubles = <double*>(self.mem.data + self.start)
        for i in range(self.desc.nelem):
            doubles[i] = begin + i * distance if i else begin
    else:
        raise OceanTypeError(f"Expected int64 or double, got {self.desc.dtype.name}")


# --- Plans -------------------------------------------------------------------------------------------------------

@cython.final
cdef class operation:
    """A row of the operation table as the hot path knows it: a name, a number of operands, and its planner."""
    cdef readonly str name
    cdef readonly int arity
    cdef bint checked           # has a domain, which math modes other than '-' check
    cdef object planner


def make_operation(str name, int arity, planner, bint checked=False):
    """planner(inputs: tuple of descriptions, result: description or None) -> plan"""
    cdef operation self = operation.__new__(operation)
    self.name = name
    self.arity = arity
    self.planner = planner
    self.checked = checked
    return self


@cython.final
cdef class plan:
    """How an operation runs on operands with certain descriptions."""
    cdef loop_t* loop
    cdef fold_t* fold
    cdef readonly description result
    cdef readonly object kernel
    cdef readonly description accumulators
    cdef readonly plan then          # what finishes a reduction: accumulators -> result
    cdef Py_ssize_t nbytes, first
    cdef tuple keys

    def __dealloc__(self):
        free(self.loop)
        free(self.fold)

    @property
    def loops(self):
        """The loops as ((length, strides), ...) from the innermost on, for tests and for people."""
        cdef int d, k
        if self.loop == NULL:
            return None
        return tuple([(self.loop.n[d], tuple([self.loop.stride[d][k] for k in range(self.loop.operands)]))
                      for d in range(self.loop.dims)])

    @property
    def tiled(self):
        return self.loop != NULL and bool(self.loop.tiled)


cdef int read_loops(object dims, int operands, int64_t* n, int64_t (*stride)[LOOP_OPERANDS]) except -1:
    cdef int d = 0, k
    for length, strides in dims:
        n[d] = length
        for k in range(operands):
            stride[d][k] = strides[k]
        d += 1
    return d


cdef plan new_plan(description result, object kernel):
    cdef plan self = plan.__new__(plan)
    self.result = result
    self.kernel = kernel
    if result is not None:
        self.nbytes = result.high - result.low
        self.first = -result.low
    return self


def loop_plan(description result, kernel, dims, shifts, bint tiled, int64_t cost):
    """A plan that runs a kernel over loops; dims: ((length, strides of all operands), ...) from the innermost on.

    Operands are the result, then the inputs. `cost` tells how much longer than an addition an element takes.
    """
    cdef plan self = new_plan(result, kernel)
    cdef int k
    if len(shifts) > LOOP_OPERANDS:
        raise OceanError(f"A program has at most {LOOP_OPERANDS} operands, got {len(shifts)}")
    self.loop = <loop_t*>calloc(1, sizeof(loop_t))
    if self.loop == NULL:
        raise OceanMemoryError("There is no room for a plan")
    self.loop.operands = len(shifts)
    for k in range(self.loop.operands):
        self.loop.shift[k] = shifts[k]
    self.loop.dims = read_loops(dims, self.loop.operands, self.loop.n, self.loop.stride)
    self.loop.tiled = tiled
    self.loop.fn = <kernel_fn><size_t>(kernel.address if kernel is not None else 0)
    loop_finish(self.loop, cost)
    return self


def fold_plan(description result not None, description accumulators not None, fold, merge, kept, reduced, shifts, bint run, initial, plan then):
    """A plan that reduces: `kept` and `reduced` are loops as in `loop_plan`, operand 0 is the accumulator.

    `initial` is what an accumulator starts with; `then` makes the result from the accumulators (None: they are it).
    """
    cdef plan self = new_plan(result, (fold, merge))
    cdef int k
    if len(shifts) > LOOP_OPERANDS:
        raise OceanError(f"A program has at most {LOOP_OPERANDS} operands, got {len(shifts)}")
    self.fold = <fold_t*>calloc(1, sizeof(fold_t))
    if self.fold == NULL:
        raise OceanMemoryError("There is no room for a plan")
    self.fold.operands = len(shifts)
    for k in range(self.fold.operands):
        self.fold.shift[k] = shifts[k]
    self.fold.kept = read_loops(kept, self.fold.operands, self.fold.nk, self.fold.sk)
    self.fold.reduced = read_loops(reduced, self.fold.operands, self.fold.nr, self.fold.sr)
    self.fold.run = run
    self.fold.size = accumulators.dtype.size
    self.fold.fold = <kernel_fn><size_t>fold.address
    self.fold.merge = <kernel_fn><size_t>merge.address
    self.accumulators = accumulators
    self.then = then
    pack(accumulators.dtype.code, initial, self.fold.initial)
    fold_finish(self.fold)
    return self


# --- The table of plans: (operation, descriptions of operands and result) -> plan -----------------------------------

cdef enum:
    SLOTS = 8192


cdef struct slot:
    PyObject* op
    PyObject* first
    PyObject* second
    PyObject* third
    PyObject* result
    PyObject* found


cdef slot TABLE[SLOTS]
cdef int USED = 0


cdef extern from *:
    """
    static inline size_t mixed(void *op, void *first, void *second, void *third, void *result) {
        size_t h = ((size_t)op >> 4) * 31 + ((size_t)first >> 4);
        h = h * 0x9E3779B97F4A7C15u + ((size_t)second >> 4);
        h = h * 0x9E3779B97F4A7C15u + ((size_t)third >> 4);
        h = h * 0x9E3779B97F4A7C15u + ((size_t)result >> 4);
        return (h ^ (h >> 29)) & 8191;
    }
    """
    size_t mixed(void*, void*, void*, void*, void*) noexcept nogil


cdef inline PyObject* lookup(operation op, description first, description second, description third,
                             description result) noexcept:
    cdef size_t i = mixed(<void*>op, <void*>first, <void*>second, <void*>third, <void*>result)
    while TABLE[i].found != NULL:
        if (TABLE[i].first == <PyObject*>first and TABLE[i].second == <PyObject*>second and TABLE[i].op == <PyObject*>op
                and TABLE[i].result == <PyObject*>result and TABLE[i].third == <PyObject*>third):
            return TABLE[i].found
        i = (i + 1) & (SLOTS - 1)
    return NULL


cdef remember(operation op, description first, description second, description third, description result, plan found):
    global USED
    cdef size_t i
    if USED >= SLOTS // 2:
        forget_plans()
    i = mixed(<void*>op, <void*>first, <void*>second, <void*>third, <void*>result)
    while TABLE[i].found != NULL:
        i = (i + 1) & (SLOTS - 1)
    if found.keys is not None:  # the planner gave a plan that another key holds already
        found.keys = (found.keys, op, first, second, third, result)
    else:
        found.keys = (op, first, second, third, result)
    TABLE[i] = slot(<PyObject*>op, <PyObject*>first, <PyObject*>second, <PyObject*>third, <PyObject*>result, <PyObject*>found)
    Py_INCREF(found)
    USED += 1


def forget_plans():
    """Drop all remembered plans (settings that plans depend on have changed, or the table is full)."""
    global USED
    cdef list found = []
    cdef size_t i
    for i in range(SLOTS):
        if TABLE[i].found != NULL:
            found.append(<object>TABLE[i].found)
            Py_DECREF(<object>TABLE[i].found)
    memset(TABLE, 0, sizeof(TABLE))
    USED = 0


# --- Operands ----------------------------------------------------------------------------------------------------

cdef list SCALARS = []      # the descriptions of scalars, by dtype code


cdef description scalar_description(int code):
    cdef int i
    if not SCALARS:
        for i in range(DTYPES):
            SCALARS.append(describe(kind_of(i), CPU, False, 0, NULL, NULL))
    return <description>SCALARS[code]


cdef inline int strong_code(object value) except -1:
    """The dtype of a Python number in operations without a tensor."""
    if PyBool_Check(value):
        return BOOL
    if isinstance(value, int):
        return UINT64 if value >= 1 << 63 else INT64
    return DOUBLE if isinstance(value, float) else CDOUBLE


cdef inline bint is_number(object value):
    """Exactly a Python number: NumPy's float64 is a float too, but it is strongly typed."""
    return PyFloat_CheckExact(value) or PyLong_CheckExact(value) or PyBool_Check(value) or PyComplex_CheckExact(value)


cdef struct operand:
    PyObject* desc       # borrowed: a tensor's, or one of SCALARS
    char* data
    char buffer[16]


cdef int place(object value, int reference, operand* into) except -1:
    """Describe an operand. A Python number takes the smallest dtype that fits it beside the reference dtype, combined
    with that (reference -1: the dtype that it has by itself)."""
    cdef tensor t
    cdef int code
    cdef description desc
    if type(value) is tensor:
        t = <tensor>value
        desc = effective(t)
        into.desc = <PyObject*>desc
        into.data = t.mem.data + t.start
    elif type(value) is scalar:
        desc = scalar_description((<scalar>value)._dtype.code)
        into.desc = <PyObject*>desc
        into.data = (<scalar>value).data
    else:
        code = strong_code(value) if reference < 0 else common_code(weak_code(value, reference), reference)
        desc = scalar_description(code)
        pack(code, value, into.buffer)
        into.desc = <PyObject*>desc
        into.data = into.buffer
    return 0


cdef bint conflict(description result, char* target, description source, char* data) except -1:
    """Whether writing the result would change elements of the source that are still to be read."""
    if (target + result.high <= data + source.low or data + source.high <= target + result.low
            or result.nelem == 0 or source.nelem == 0):
        return False
    if (target == data and result.ndims == source.ndims and result.dtype.size == source.dtype.size
            and memcmp(result.n, source.n, result.ndims * 8) == 0 and memcmp(result.s, source.s, result.ndims * 8) == 0):
        return False
    return overlap(result, <Py_ssize_t>target, source, <Py_ssize_t>data)


# --- Running -----------------------------------------------------------------------------------------------------

cdef object apply(operation op, int count, object a, object b, object c, tensor out, bint want_scalar=False):
    """Run an operation on tensors, scalars and Python numbers; the result is new unless `out` is given."""
    cdef operand places[4]
    cdef description first, second = None, third = None, target = None
    cdef PyObject* found
    cdef plan p
    cdef int reference = -1, k
    cdef bint tensors = type(a) is tensor or type(b) is tensor or type(c) is tensor
    cdef tensor result
    cdef scalar number
    cdef char* base[LOOP_OPERANDS]
    if type(a) is tensor:
        reference = (<tensor>a).desc.dtype.code
    if count > 1 and type(b) is tensor and reference < 0:
        reference = (<tensor>b).desc.dtype.code
    if count > 2 and type(c) is tensor and reference < 0:
        reference = (<tensor>c).desc.dtype.code
    place(a, reference, &places[0])
    first = <description>places[0].desc
    if count > 1:
        place(b, reference, &places[1])
        second = <description>places[1].desc
    if count > 2:
        place(c, reference, &places[2])
        third = <description>places[2].desc
    if out is not None:
        if out.locked or out.mem.readonly:
            raise OceanValueError("The destination tensor is read-only")
        target = effective(out)
        places[3].data = out.mem.data + out.start
        for k in range(count):
            if conflict(target, places[3].data, <description>places[k].desc, places[k].data):
                return apply(op, count, detached(a, out), detached(b, out), detached(c, out), out)
    found = lookup(op, first, second, third, target)
    if found != NULL:
        p = <plan>found
    else:
        p = op.planner((first, second, third)[:count], target)
        remember(op, first, second, third, target, p)
    for k in range(count):
        base[1 + k] = places[k].data
    if out is not None:
        base[0] = places[3].data
        run(p, base)
        return None
    if not tensors or want_scalar:
        number = make_scalar(p.result.dtype)
        base[0] = number.data
        run(p, base)
        return number
    result = make(allocate(p.result.device, p.nbytes, p.result.dtype, None), p.first, p.result, False)
    base[0] = result.mem.data + p.first
    run(p, base)
    return result


cdef int run(plan p, char** base) except -1:
    cdef loop_t* loop = p.loop
    cdef int status
    if loop == NULL:
        return run_fold(p, base)
    if loop.nelem < 8192:
        loop_run(loop, base)
    else:
        with nogil:
            loop_run(loop, base)
    return 0


cdef int run_fold(plan p, char** base) except -1:
    """Reduce into accumulators, then make the result from them (or reduce into the result itself)."""
    cdef memory accumulators
    cdef char* final[2]
    cdef int status
    if p.then is None:
        with nogil:
            status = fold_run(p.fold, base)
        if status:
            raise OceanMemoryError("There is no room for the partial results of a reduction")
        return 0
    accumulators = allocate(p.accumulators.device, p.accumulators.high - p.accumulators.low, p.accumulators.dtype, None)
    final[0] = base[0]
    base[0] = accumulators.data
    with nogil:
        status = fold_run(p.fold, base)
    if status:
        raise OceanMemoryError("There is no room for the partial results of a reduction")
    final[1] = accumulators.data
    run(p.then, final)
    return 0


def run_plan(plan p not None, operands):
    """Run a plan on tensors and scalars given in its order: the result, then the inputs. For programs of many steps.

    The descriptions must be those for which the plan was made; the caller has checked that the result does not
    overlap the inputs.
    """
    cdef char* base[LOOP_OPERANDS]
    cdef int k = 0, expected = p.loop.operands if p.loop != NULL else p.fold.operands
    cdef list kept = list(operands)
    if len(kept) != expected:
        raise OceanValueError(f"Expected {expected} operands, got {len(kept)}")
    for each in kept:
        if type(each) is tensor:
            base[k] = (<tensor>each).mem.data + (<tensor>each).start
        elif type(each) is scalar:
            base[k] = (<scalar>each).data
        else:
            raise OceanTypeError(f"Expected tensors and scalars, got {type(each).__name__}")
        k += 1
    run(p, base)


cdef object detached(object value, tensor out):
    """The operand itself, or a copy of it where it shares memory with the result."""
    cdef tensor t
    if type(value) is not tensor:
        return value
    t = <tensor>value
    if conflict(effective(out), out.mem.data + out.start, effective(t), t.mem.data + t.start):
        return apply(COPY, 1, t, None, None, None)
    return value


cdef inline bint plain(object value):
    return type(value) is tensor or type(value) is scalar or is_number(value)


cdef object operate(operation op, object a, object b):
    """A binary operator: tensors, scalars and Python numbers directly, anything tensor-like after conversion."""
    if not plain(a):
        a = HOOKS["operand"](a)
        if a is NotImplemented:
            return a
    if not plain(b):
        b = HOOKS["operand"](b)
        if b is NotImplemented:
            return b
    if op.checked and CHECKING:
        return HOOKS["general"](op.name, a, b)
    return apply(op, 2, a, b, None, None)


cdef object operate_inplace(operation op, tensor self, object other):
    if not plain(other):
        other = HOOKS["operand"](other)
        if other is NotImplemented:
            return other
    if op.checked and CHECKING:
        HOOKS["general"](op.name, self, other, self)
    else:
        apply(op, 2, self, other, None, self)
    return self


cdef object multiply(object a, object b):
    """`*`: the product of collections of matrices; with a number it scales."""
    if type(a) is tensor and (is_number(b) or type(b) is scalar):
        return apply(SCALE, 2, a, b, None, None)
    if type(b) is tensor and (is_number(a) or type(a) is scalar):
        return apply(SCALE, 2, a, b, None, None)
    if not plain(a):
        a = HOOKS["operand"](a)
        if a is NotImplemented:
            return a
    if not plain(b):
        b = HOOKS["operand"](b)
        if b is NotImplemented:
            return b
    return HOOKS["multiply"](a, b)


def call_scalar(operation op not None, tensor source not None):
    """Run an operation whose result is a single element, as a scalar."""
    return apply(op, 1, source, None, None, None, True)


def call(operation op not None, tuple inputs, out=None):
    """Run an operation on tensors, scalars and Python numbers; returns the result, or None when `out` is given."""
    cdef int count = len(inputs)
    if count != op.arity:
        raise OceanTypeError(f"{op.name} takes {op.arity} operand{'s' if op.arity != 1 else ''}, got {count}")
    for each in inputs:
        if not plain(each):
            raise OceanTypeError(f"{op.name} takes tensors and numbers, got {type(each).__name__}")
    return apply(op, count, inputs[0], inputs[1] if count > 1 else None, inputs[2] if count > 2 else None, out)


cdef class function:
    """The public function of a row: `f(A [,B] [,mode] [,C])`. Tensors go straight to the plan, the rest to Python."""
    cdef operation op
    cdef object general
    cdef readonly str title, text

    @property
    def __name__(self):
        return self.title

    @property
    def __qualname__(self):
        return self.title

    @property
    def __doc__(self):
        return self.text

    def __repr__(self):
        return f"<ocean function {self.title}>"

    def __reduce__(self):
        return function_named, (self.title,)

    def __call__(self, *args, **named):
        cdef operation op = self.op
        cdef Py_ssize_t count = len(args)
        if not named and not (op.checked and CHECKING) and count >= op.arity and type(args[0]) is tensor:
            if op.arity == 1:
                if count == 1:
                    return apply(op, 1, args[0], None, None, None)
                if count == 2 and type(args[1]) is tensor:
                    return apply(op, 1, args[0], None, None, <tensor>args[1])
            elif op.arity == 2 and (type(args[1]) is tensor or is_number(args[1])):
                if count == 2:
                    return apply(op, 2, args[0], args[1], None, None)
                if count == 3 and type(args[2]) is tensor:
                    return apply(op, 2, args[0], args[1], None, <tensor>args[2])
        return self.general(*args, **named)


@cython.final
cdef class reduction(function):
    """The public function of a reduction: `f(A [,axes [,keepdims] [,B]])`. A lone tensor goes straight to the plan."""

    def __call__(self, *args, **named):
        if len(args) == 1 and not named and type(args[0]) is tensor:
            return apply(self.op, 1, args[0], None, None, None, True)
        return self.general(*args, **named)


cdef function describe_function(function self, operation op, str name, str doc, general):
    self.op = op
    self.title = name
    self.text = doc
    self.general = general
    FUNCTIONS[name] = self
    return self


def make_function(operation op not None, str name, str doc, general):
    """The public function of a row; `general` takes all forms of its arguments."""
    return describe_function(function.__new__(function), op, name, doc, general)


def make_reduction(operation op not None, str name, str doc, general):
    """The public function of a reduction; `general` takes all forms of its arguments."""
    return describe_function(reduction.__new__(reduction), op, name, doc, general)


def function_named(str name):
    """The public function of that name (for pickling)."""
    return FUNCTIONS[name]


# --- What the rooms above supply ---------------------------------------------------------------------------------

cdef dict HOOKS = {}
cdef operation COPY, ADD, SUBTRACT, SCALE, DIVIDE, FLOOR_DIVIDE, MOD, POWER, NEGATIVE, ABSOLUTE, BITWISE_AND
cdef operation BITWISE_OR, BITWISE_XOR, BITWISE_NOT, BITSHIFT_LEFT, BITSHIFT_RIGHT, EQUAL, NOT_EQUAL, LESS
cdef operation LESS_EQUAL, GREATER, GREATER_EQUAL
cdef dict FUNCTIONS = {}
cdef bint CHECKING = False      # whether the default math mode checks domains


def set_checking(bint value):
    """Tell the hot path that the default math mode is other than '-'."""
    global CHECKING
    CHECKING = value


def install(dict operations, **hooks):
    """Called once: the operators' rows, and the parts that are written in Python.

    operand(value): a tensor or number from anything like one; reshape(tensor, size, inplace); general(name, args):
    a row with any arguments; multiply(a, b): the product of tensors.
    """
    global COPY, ADD, SUBTRACT, SCALE, DIVIDE, FLOOR_DIVIDE, MOD, POWER, NEGATIVE, ABSOLUTE, BITWISE_AND
    global BITWISE_OR, BITWISE_XOR, BITWISE_NOT, BITSHIFT_LEFT, BITSHIFT_RIGHT, EQUAL, NOT_EQUAL, LESS
    global LESS_EQUAL, GREATER, GREATER_EQUAL
    HOOKS.update(hooks)
    COPY = operations["copy"]
    ADD = operations["add"]
    SUBTRACT = operations["subtract"]
    SCALE = operations["scale"]
    DIVIDE = operations["divide"]
    FLOOR_DIVIDE = operations["floorDivide"]
    MOD = operations["mod"]
    POWER = operations["power"]
    NEGATIVE = operations["negative"]
    ABSOLUTE = operations["absolute"]
    BITWISE_AND = operations["bitwiseAnd"]
    BITWISE_OR = operations["bitwiseOr"]
    BITWISE_XOR = operations["bitwiseXor"]
    BITWISE_NOT = operations["bitwiseNot"]
    BITSHIFT_LEFT = operations["bitshiftLeft"]
    BITSHIFT_RIGHT = operations["bitshiftRight"]
    EQUAL = operations["equal"]
    NOT_EQUAL = operations["notEqual"]
    LESS = operations["less"]
    LESS_EQUAL = operations["lessEqual"]
    GREATER = operations["greater"]
    GREATER_EQUAL = operations["greaterEqual"]


# --- Threads -----------------------------------------------------------------------------------------------------

cdef int THREADS = 1


def setNumThreads(int count):
    """Set how many threads large operations use (at least 1, at most 64)."""
    global THREADS
    if not 1 <= count <= 64:
        raise OceanValueError(f"Expected between 1 and 64 threads, got {count}")
    THREADS = count
    with nogil:
        pool_resize(count)


def getNumThreads():
    """How many threads large operations use."""
    return THREADS


cdef start_threads():
    global THREADS
    asked = os.environ.get("OCEAN_NUM_THREADS", "")
    THREADS = int(asked) if asked.isdigit() and 1 <= int(asked) <= 64 else min(64, len(os.sched_getaffinity(0)))
    pool_start(THREADS)


start_threads()
publish(tensor, "ocean.tensor")
publish(identity, "ocean.identity")
publish(operation, "ocean.operation")
publish(plan, "ocean.plan")
publish(function, "ocean.function")
publish(reduction, "ocean.reduction")
