"""Indexing: a key becomes a selection, and a selection becomes a scalar, a view, or elements moved by a kernel.

Integers, ranges, None and the ellipsis only choose strides, so their result is a view. Indices and masks become
lists of byte offsets, one for each place along an axis of the result; each list indexes its own dimensions.
"""

from cpython.bool cimport PyBool_Check
from cpython.long cimport PyLong_CheckExact
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport llabs
from libc.string cimport memcpy, memset

cimport cython

from math import gcd

from ocean._src.core.objects.description import size_text
from ocean._src.core.objects.dtypes import publish
from ocean._src.base.errors import OceanError, OceanIndexError, OceanTypeError, OceanValueError, integer_text, shown
from ocean._src.core.objects.tensor import item

from ocean._src.core.objects.axes cimport axis as axis_type
from ocean._src.core.objects.axes cimport SEVERAL_AXES, derived_axes, find_axis, find_named
from ocean._src.core.objects.description cimport (
    MAX_DIMS, check_overlap, dense_by_strides, derive, derive_from, describe, description, fortran, is_fortran,
    other_byte_order, read_size, refuse_repeats, self_overlap, size_of, with_axes, without_axes)
from ocean._src.core.objects.dtypes cimport (
    BOOL, CDOUBLE, CFLOAT, DOUBLE, FLOAT, INT16, INT32, INT64, INT8, UINT16, UINT32, UINT64, UINT8, dtype, is_scalar,
    kind_of, make_scalar, pack, scalar)
from ocean._src.core.objects.memory cimport CPU, allocate, device, memory, touch
from ocean._src.core.call.stopping cimport ask_to_stop, check_stop, may_stop
from ocean._src.core.objects.tensor cimport (
    GETITEM, HOOKS, LAZY, MAX_OPERANDS, SETITEM, UNLOCKED, address, brought, check_writable, copied, copy_to,
    describe_plan, effective, host_address, in_threads, is_native, new_view, operand, own, plan, run_fn,
    share_bytes, tensor)

cdef extern from "mask.h" nogil:
    ctypedef struct axis_t:
        int64_t n, s
        const int64_t* list
    ctypedef struct pick_t:
        int ndims, size
        axis_t axes[MAX_DIMS]
        int64_t plain[MAX_DIMS]
    ctypedef struct mask_t:
        int ndims
        int64_t n[MAX_DIMS]
        int64_t own[MAX_DIMS]
        int64_t s[MAX_DIMS]
    void pick_run(run_fn, pick_t*, char* picked, char* plain, int scatter) noexcept
    int64_t index_offsets(const int64_t*, int rows, int64_t count, const int64_t* n, const int64_t* s,
                          int is_unsigned, int64_t* out) noexcept
    int64_t index_gather_all(run_fn, const int64_t*, int64_t count, int64_t n, int64_t s, int is_unsigned,
                             const char* picked, char* plain, int size) noexcept
    int64_t index_scatter_all(run_fn, const int64_t*, int64_t count, int64_t n, int64_t s, int is_unsigned,
                              char* picked, const char* plain, int64_t step, int size, char* marks) noexcept
    int64_t scatter_bytes(int64_t count, int64_t n, int64_t step) noexcept
    void mask_fill(run_fn, const mask_t*, const char*, char* picked, char* value, int size) noexcept
    void mask_prepare(int (*)() noexcept nogil) noexcept
    int64_t mask_count(const mask_t*, const char*) noexcept
    int64_t mask_offsets(const mask_t*, const char*, int64_t* out, int64_t limit) noexcept
    int64_t mask_find(const mask_t*, const char*, int64_t* out, int64_t limit) noexcept
    int64_t mask_move(const mask_t*, const char*, char* picked, char* plain, int64_t step, int size, int scatter,
                      int64_t limit) noexcept
    void reverse_bytes(char*, int64_t count, int size) noexcept

cdef extern from "scatter_add.h" nogil:
    ctypedef struct scatter_add_t:
        int64_t count, length, between, row, apart
        int ndims
        int64_t n[MAX_DIMS]
        int64_t s[MAX_DIMS]
        int64_t v[MAX_DIMS]
        const char* index
        char* target
        const char* values
    int SCATTER_BOOL, SCATTER_I8, SCATTER_I16, SCATTER_I32, SCATTER_I64, SCATTER_FLOAT, SCATTER_DOUBLE, SCATTER_CFLOAT
    int SCATTER_CDOUBLE
    int64_t scatter_add_run(run_fn, scatter_add_t*, int type) noexcept

cdef extern from *:
    """
    static inline PyObject **tuple_items(PyObject *tuple) { return ((PyTupleObject *)tuple)->ob_item; }
    static inline int whole_slice(PyObject *part) {
        PySliceObject *slice = (PySliceObject *)part;
        return slice->start == Py_None && slice->stop == Py_None && slice->step == Py_None;
    }
    """
    PyObject** tuple_items(PyObject*) noexcept
    bint PySlice_Check(PyObject*) noexcept
    bint PyLong_CheckExactBorrowed "PyLong_CheckExact"(PyObject*) noexcept
    long long PyLong_AsLongLongAndOverflowBorrowed "PyLong_AsLongLongAndOverflow"(PyObject*, int*) except? -1
    int PySlice_Unpack(object, Py_ssize_t*, Py_ssize_t*, Py_ssize_t*) noexcept
    void PyErr_Clear() noexcept
    bint whole_slice(PyObject*) noexcept
    Py_ssize_t PySlice_AdjustIndices(Py_ssize_t, Py_ssize_t*, Py_ssize_t*, Py_ssize_t) noexcept
    bint PyIndex_Check(object) noexcept
    bint PySequence_Check(object) noexcept
    PyObject* Py_None
    PyObject* Py_Ellipsis


include "keys.pxi"
include "gather.pxi"


# --- Iteration ---------------------------------------------------------------------------------------------------

@cython.final
@cython.no_gc
cdef class row_iterator:
    """Goes over the first dimension of a tensor: scalars of a vector, views of anything larger."""
    cdef tensor base
    cdef description row
    cdef int64_t position, count, step, offset

    def __iter__(self):
        return self

    def __length_hint__(self):
        return self.count - self.position

    def __next__(self):
        cdef int64_t offset = self.offset
        if self.position >= self.count:
            raise StopIteration
        self.position += 1
        self.offset += self.step
        if self.row is None:
            return read_element(self.base, offset)
        return new_view(self.base.mem, self.base.start + offset, self.row, self.base.locked)


def iterate(tensor self not None):
    """Iterate over the first dimension: scalars of a vector, views of anything larger."""
    return rows(self, False)


def iterate_reversed(tensor self not None):
    """Iterate over the first dimension from its end."""
    return rows(self, True)


cdef int BEHIND[MAX_DIMS]

for _place in range(MAX_DIMS):
    BEHIND[_place] = _place + 1


cdef row_iterator rows(tensor self, bint backwards):
    cdef row_iterator result
    cdef description desc = self.desc
    if desc.ndims == 0:
        raise OceanTypeError("A tensor without dimensions cannot be iterated over")
    result = row_iterator.__new__(row_iterator)
    # a private view: in-place changes of the tensor's shape do not affect a running iteration
    result.base = new_view(self.mem, self.start, desc, self.locked)
    result.count = desc.n[0]
    result.step = -desc.s[0] if backwards else desc.s[0]
    result.offset = (desc.n[0] - 1) * desc.s[0] if backwards and desc.n[0] else 0
    if desc.ndims > 1:
        result.row = derive_from(desc, desc.ndims - 1, desc.n + 1, desc.s + 1, BEHIND)
    return result


# --- Masks and positions -----------------------------------------------------------------------------------------

cpdef tensor find(tensor mask):
    """The coordinates of the true elements of a bool tensor: int64, a column for each in column-major order, on the
    tensor's device."""
    cdef mask_t m
    cdef device where = mask.desc.device
    cdef int64_t n[2]
    cdef int64_t found
    cdef tensor result
    cdef char* data
    cdef int64_t* out
    if mask.desc.dtype.code != BOOL:
        raise OceanTypeError(f"Expected a tensor of bool, got {mask.desc.dtype.name}")
    touch(mask.mem)
    mask = on_host(own(mask))
    lay_mask(mask, mask.desc.ndims, mask.desc.n, mask.desc.s, 0, &m)
    data = address(mask)
    n[0] = mask.desc.ndims
    n[1] = count_mask(&m, data, mask.desc.nelem)
    result = new_tensor(INT64, 2, n)
    out = <int64_t*>address(result)
    with nogil:
        found = mask_find(&m, data, out, n[1])
    changed(found, n[1])
    return brought(result, where)


def count_true(tensor mask not None):
    """The number of true elements of a bool tensor."""
    cdef mask_t m
    touch(mask.mem)
    mask = on_host(own(mask)) if mask.desc.dtype.code == BOOL else plain_copy(mask, BOOL)
    lay_mask(mask, mask.desc.ndims, mask.desc.n, mask.desc.s, 0, &m)
    return count_mask(&m, address(mask), mask.desc.nelem)


def unravel(tensor flat not None, size):
    """Positions in column-major order (negative ones from the end) as columns of coordinates."""
    cdef int64_t n[2]
    cdef int64_t nelem = 1, place
    cdef int64_t* out
    cdef const int64_t* places
    cdef tensor result
    cdef int d
    cdef int64_t one = 1, i
    cdef int64_t sizes[MAX_DIMS]
    cdef list kept = []
    cdef element each = tensor_element(flat, False)
    n[0] = len(size)
    for d in range(len(size)):
        sizes[d] = size[d]
        nelem *= sizes[d]
    places = indices_to_offsets(each.value, each.unsigned, 1, &nelem, &one, 0, &n[1], NULL, kept)
    result = new_tensor(INT64, 2, n)
    out = <int64_t*>address(result)
    for i in range(n[1]):
        place = places[i]
        for d in range(len(size)):
            out[i * n[0] + d] = place % sizes[d]
            place //= sizes[d]
    return result


def places_repeated(tensor counts not None):
    """Each place of a vector of counts, repeated by its count."""
    cdef tensor times = plain_copy(counts, INT64), result
    cdef const int64_t* data = <const int64_t*>address(times)
    cdef int64_t* out
    cdef int64_t i, k, total = 0
    for i in range(times.desc.nelem):
        if data[i] < 0:
            raise OceanValueError(f"repeat(): the counts must be nonnegative, got {data[i]} at place {i}")
        if data[i] > (<int64_t>1 << 60) - total:
            raise OceanValueError("repeat(): the result exceeds 60 bits")
        total += data[i]
    result = new_tensor(INT64, 1, &total)
    out = <int64_t*>address(result)
    for i in range(times.desc.nelem):
        for k in range(data[i]):
            out[k] = i
        out += data[i]
    return result


GETITEM = getitem
SETITEM = setitem
mask_prepare(ask_to_stop)
publish(pick_plan, "ocean.pick_plan")
publish(scatter_add_plan, "ocean.scatter_add_plan")
publish(element, "ocean.index_element")
publish(row_iterator, "ocean.row_iterator")
