"""Indexing: a key becomes a selection, and a selection becomes a scalar, a view, or elements moved by a kernel.

Integers, ranges, None and the ellipsis only choose strides, so that their result is a view. Indices and masks become
lists of byte offsets, one for each place along an axis of the result; each list indexes its own dimensions.
"""

from cpython.bool cimport PyBool_Check
from cpython.complex cimport PyComplex_CheckExact
from cpython.float cimport PyFloat_CheckExact
from cpython.long cimport PyLong_CheckExact
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy

cimport cython

from ocean._src.core.dtypes import publish
from ocean._src.core.errors import OceanError, OceanIndexError, OceanTypeError, OceanValueError, integer_text
from ocean._src.core.tensor import item

from ocean._src.core cimport tensor as hot
from ocean._src.core.description cimport (
    MAX_DIMS, derive, describe, description, fortran, is_fortran, other_order, self_overlap)
from ocean._src.core.dtypes cimport BOOL, HALF, INT64, UINT64, UINT8, dtype, kind_of, make_scalar, pack, scalar
from ocean._src.core.memory cimport CPU, allocate, device, memory
from ocean._src.core.tensor cimport (
    MAX_OPERANDS, UNLOCKED, brought, check_writable, copied, copy_to, describe_plan, effective, host_address, in_threads,
    new_view, operand, plan, run_fn, share_bytes, tensor)

cdef extern from "gather.h" nogil:
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
    void pick_run(pick_t, char* picked, char* plain, int scatter) noexcept
    int64_t index_offsets(const int64_t*, int rows, int64_t count, const int64_t* n, const int64_t* s,
                          int is_unsigned, int64_t* out) noexcept
    int64_t index_gather_all(run_fn, const int64_t*, int64_t count, int64_t n, int64_t s, int is_unsigned,
                             const char* picked, char* plain, int size) noexcept
    int64_t index_scatter_all(run_fn, const int64_t*, int64_t count, int64_t n, int64_t s, int is_unsigned,
                              char* picked, const char* plain, int64_t step, int size, char* marks) noexcept
    int64_t scatter_room(int64_t count, int64_t n, int64_t step) noexcept
    void mask_fill(run_fn, mask_t, const char*, char* picked, char* value, int size) noexcept
    void mask_prepare() noexcept
    int64_t mask_count(mask_t, const char*) noexcept
    int64_t mask_offsets(mask_t, const char*, int64_t* out, int64_t room) noexcept
    int64_t mask_find(mask_t, const char*, int64_t* out, int64_t room) noexcept
    int64_t mask_move(mask_t, const char*, char* picked, char* plain, int64_t step, int size, int scatter,
                      int64_t room) noexcept
    void reverse_bytes(char*, int64_t count, int size) noexcept

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




# --- Keys of integers, ranges, None and an ellipsis --------------------------------------------------------------

cdef int out_of_range(object value, int64_t size, int dimension) except -1:
    raise OceanIndexError(f"Scalar tensor index ({integer_text(value)}) exceeds size ({size}) at dimension {dimension}")


cdef int check_counts(int consumed, int ellipses, int result, int ndims) except -1:
    if consumed > ndims:
        raise OceanIndexError(f"Number of index dimensions ({consumed}) exceeds the tensor dimension ({ndims})")
    if ellipses > 1:
        raise OceanIndexError("The ellipsis (...) can appear at most once in an index")
    if result > MAX_DIMS:
        raise OceanValueError(f"Maximum number of tensor dimension elements exceeded ({MAX_DIMS})")
    return 0


cdef inline int keep_dims(description desc, int first, int count, selection* sel) noexcept:
    """Whole dimensions become axes of the result."""
    cdef int d
    for d in range(first, first + count):
        sel.n[sel.ndims] = sel.cover_n[sel.covered] = desc.n[d]
        sel.s[sel.ndims] = sel.cover_s[sel.covered] = desc.s[d]
        sel.list[sel.ndims] = NULL
        sel.repeats[sel.ndims] = desc.s[d] == 0
        sel.ndims += 1
        sel.covered += 1
    return first + count


cdef inline void new_dim(description desc, selection* sel) noexcept:
    cdef int k = sel.ndims
    sel.n[k] = 1
    sel.s[k] = desc.dtype.size if k == 0 else <int64_t>(<uint64_t>sel.s[k - 1] * <uint64_t>sel.n[k - 1])
    sel.list[k] = NULL
    sel.repeats[k] = False
    sel.ndims += 1


cdef int bad_range(object part) except -1:
    """Raise Ocean's error for a slice that Python refuses to read."""
    try:
        slice(part.start, part.stop, part.step).indices(0)
    except ValueError:
        raise OceanValueError(f"The step of a range must not be zero, got {part}") from None
    except TypeError:
        pass
    raise OceanTypeError(f"The bounds of a range must be integers, got {part}")


cdef inline int take_range(description desc, int d, object part, selection* sel) except -1:
    cdef Py_ssize_t start, stop, step, count
    cdef int k = sel.ndims
    if whole_slice(<PyObject*>part):
        keep_dims(desc, d, 1, sel)
        return 0
    if PySlice_Unpack(part, &start, &stop, &step) < 0:
        PyErr_Clear()
        bad_range(part)
    count = PySlice_AdjustIndices(desc.n[d], &start, &stop, step)
    if count:
        sel.offset += start * desc.s[d]
    sel.n[k] = sel.cover_n[sel.covered] = count
    sel.s[k] = sel.cover_s[sel.covered] = desc.s[d] * step if count > 1 else desc.s[d]
    sel.list[k] = NULL
    sel.repeats[k] = desc.s[d] == 0
    sel.ndims += 1
    sel.covered += 1
    return 0


cdef inline int start_selection(selection* sel) noexcept:
    sel.offset = 0
    sel.ndims = sel.covered = sel.lists = sel.used = 0
    sel.single = False
    return 0


cdef int simple(description desc, object key, selection* sel) except -1:
    """The selection of a key that only has integers, ranges, None and an ellipsis; 0 when it has something else."""
    cdef PyObject* one
    cdef PyObject** parts
    cdef PyObject* part
    cdef Py_ssize_t count, i
    cdef int scalars = 0, ranges = 0, added = 0, ellipses = 0, d = 0, overflow
    cdef int64_t value
    if type(key) is tuple:
        parts = tuple_items(<PyObject*>key)
        count = len(<tuple>key)
    else:
        one = <PyObject*>key
        parts = &one
        count = 1
    for i in range(count):
        part = parts[i]
        if PyLong_CheckExactBorrowed(part):
            scalars += 1
        elif PySlice_Check(part):
            ranges += 1
        elif part == Py_None:
            added += 1
        elif part == Py_Ellipsis:
            ellipses += 1
        else:
            return 0
    if scalars + ranges > desc.ndims or ellipses > 1 or desc.ndims - scalars + added > MAX_DIMS:
        check_counts(scalars + ranges, ellipses, desc.ndims - scalars + added, desc.ndims)
    start_selection(sel)
    sel.single = scalars == desc.ndims and not added and (scalars or not ellipses)
    for i in range(count):
        part = parts[i]
        if PyLong_CheckExactBorrowed(part):
            overflow = 0
            value = PyLong_AsLongLongAndOverflowBorrowed(part, &overflow)
            if value < 0:
                value += desc.n[d]
            if overflow or <uint64_t>value >= <uint64_t>desc.n[d]:
                out_of_range(<object>part, desc.n[d], d)
            sel.offset += value * desc.s[d]
            d += 1
        elif PySlice_Check(part):
            take_range(desc, d, <object>part, sel)
            d += 1
        elif part == Py_None:
            new_dim(desc, sel)
        else:
            d = keep_dims(desc, d, desc.ndims - scalars - ranges, sel)
    keep_dims(desc, d, desc.ndims - d, sel)
    return 1


# --- Single elements ---------------------------------------------------------------------------------------------

cdef inline void to_order(char* data, dtype kind, int64_t count) noexcept nogil:
    """Reverse the bytes of each number (each part of a complex number)."""
    if kind.iscomplex:
        reverse_bytes(data, 2 * count, kind.size // 2)
    else:
        reverse_bytes(data, count, kind.size)


cdef inline object read_element(tensor self, int64_t offset):
    cdef dtype kind = self.desc.dtype
    cdef scalar result
    if not self.desc.device.host:
        return item(new_view(self.mem, self.start + offset, derive(self.desc, 0, NULL, NULL), self.locked))
    result = make_scalar(kind)
    memcpy(result.data, self.mem.data + self.start + offset, kind.size)
    if self.desc.swapped != self.mem.swapped:
        to_order(result.data, kind, 1)
    if kind.code == BOOL:
        result.data[0] = result.data[0] != 0
    return result


cdef inline bint is_number(object value):
    return (PyFloat_CheckExact(value) or PyLong_CheckExact(value) or type(value) is scalar or PyBool_Check(value)
            or PyComplex_CheckExact(value))


cdef int write_element(tensor self, int64_t offset, object value) except -1:
    cdef dtype kind = self.desc.dtype
    cdef char buffer[16]
    pack(kind.code, value, buffer)
    if self.desc.swapped != self.mem.swapped:
        to_order(buffer, kind, 1)
    memcpy(self.mem.data + self.start + offset, buffer, kind.size)
    return 0


# --- The elements of an index ------------------------------------------------------------------------------------

cpdef enum:
    SCALAR
    RANGE
    NEW
    ELLIPSIS
    INDICES
    MASK
    OFFSETS


@cython.final
@cython.no_gc
@cython.freelist(32)
cdef class element:
    """One part of an index: its kind, how many dimensions it takes, and an integer, slice or tensor.

    Indices are int64 with one column for each place. Once bound it also has the size of its dimensions, and their
    strides; offsets are always bound to both. Tensors are objects of its own: whatever happens to the user's object,
    they keep their memory.
    """

    def __reduce__(self):
        return restored_element, (self.kind, self.dims, self.value, self.size, self.strides, bool(self.unsigned))


cdef element new_element(int kind, int dims, object value, bint unsigned=False):
    cdef element self = element.__new__(element)
    self.kind = kind
    self.dims = dims
    self.value = value
    self.unsigned = unsigned
    return self


def bound_element(int kind, int dims, value, tuple size, tuple strides):
    """An element for dimensions of a known size, and known strides unless they are None."""
    cdef element self = new_element(kind, dims, value)
    cdef int i
    for i in range(dims):
        if size is not None:
            self.n[i] = size[i]
        if strides is not None:
            self.s[i] = strides[i]
    self.size = size
    self.strides = strides
    if type(value) is tensor:
        (<tensor>value).locked = True       # offsets are used without another check
    return self


def with_value(element each not None, value):
    """The same element with another tensor in it."""
    cdef element self = <element>bound_element(each.kind, each.dims, value, each.size, each.strides)
    self.unsigned = each.unsigned
    return self


def restored_element(int kind, int dims, value, size, strides, bint unsigned):
    """An element from its parts (for pickling)."""
    cdef element self = <element>bound_element(kind, dims, value, size, strides)
    self.unsigned = unsigned
    return self


cdef inline tensor own_object(tensor self):
    """The same tensor as an object that nobody else can change: other threads may run while elements are moved."""
    return new_view(self.mem, self.start, self.desc, self.locked)


cdef tensor new_tensor(int code, int ndims, const int64_t* n):
    """A new column-major tensor on the host."""
    cdef description desc = fortran(kind_of(code), CPU, ndims, n)
    return new_view(allocate(CPU, desc.high - desc.low, desc.dtype, None), 0, desc, False)


cdef inline char* address(tensor self) noexcept:
    return self.mem.data + self.start


cdef tensor plain_vector(object values):
    """A vector from a list or tuple of Python integers, or of Python bools; None when it holds anything else."""
    cdef int64_t n = len(values), i = 0
    cdef bint masks = n > 0 and PyBool_Check(values[0])
    cdef tensor result
    cdef int overflow = 0
    for each in values:
        if not (PyBool_Check(each) if masks else PyLong_CheckExact(each)):
            return None
    result = new_tensor(BOOL if masks else INT64, 1, &n)
    for each in values:
        if i == n:
            break
        if masks:
            address(result)[i] = each is True
        else:
            (<int64_t*>address(result))[i] = PyLong_AsLongLongAndOverflowBorrowed(<PyObject*>each, &overflow)
            if overflow:
                raise OceanIndexError(f"Tensor index ({integer_text(each)}) does not fit 64 bits")
        i += 1
    return result


cdef tensor plain_copy(tensor source, int code):
    """A column-major native copy on the host."""
    cdef tensor result = new_tensor(code, source.desc.ndims, source.desc.n)
    copy_to(source, result)
    return result


cdef inline tensor on_host(tensor self):
    """The tensor, or a copy of it, where its elements can be read."""
    return brought(self, CPU)


cdef element tensor_element(tensor source, bint own):
    """The element that a tensor is as part of an index; `own` makes sure that nobody else has its memory."""
    cdef int code = source.desc.dtype.code
    cdef bint plain
    if code == BOOL:
        return new_element(MASK, source.desc.ndims, plain_copy(source, BOOL) if own else own_object(source))
    if code >= HALF:
        raise OceanTypeError(f"Tensor indices must be integers or bools, got dtype {source.desc.dtype.name}")
    if source.desc.ndims == 0:
        return new_element(SCALAR, 1, item(source).__index__())
    if source.desc.ndims > 2:
        raise OceanIndexError(
            f"Tensor indices must be a vector, or a matrix with a column for each element; got {source.desc.ndims} dimensions")
    if source.desc.ndims == 2 and source.desc.n[0] > MAX_DIMS:
        raise OceanIndexError(f"The columns of tensor indices have at most {MAX_DIMS} entries, got {source.desc.n[0]}")
    plain = (code == INT64 or code == UINT64) and is_fortran(source.desc) and source.desc.swapped == source.mem.swapped
    source = own_object(source) if plain and not own and source.desc.device.host else plain_copy(source, INT64)
    return new_element(INDICES, 1 if source.desc.ndims == 1 else source.desc.n[0], source, code == UINT64)


cdef int read_part(object part, list into, bint own) except -1:
    cdef tensor found
    if PySlice_Check(<PyObject*>part):
        into.append(new_element(RANGE, 1, part))
    elif PyLong_CheckExact(part):
        into.append(new_element(SCALAR, 1, part))
    elif part is None:
        into.append(new_element(NEW, 0, None))
    elif part is Ellipsis:
        into.append(new_element(ELLIPSIS, 0, None))
    elif type(part) is tensor:
        into.append(tensor_element(<tensor>part, own))
    elif type(part) is hot.HOOKS["index"]:
        into.extend(part.elements)
    elif type(part) is list or type(part) is tuple:
        found = plain_vector(part)
        if found is None:
            found = <tensor?>hot.HOOKS["key"](part)
        into.append(tensor_element(found, False))
    elif PyIndex_Check(part) and not PySequence_Check(part) and type(part) is not scalar and not PyBool_Check(part):
        try:
            into.append(new_element(SCALAR, 1, part.__index__()))
        except TypeError:
            into.append(tensor_element(<tensor?>hot.HOOKS["key"](part), own))
    else:
        into.append(tensor_element(<tensor?>hot.HOOKS["key"](part), own))
    return 0


def read_key(key, bint own=False):
    """The elements of a key; with `own` no tensor in them is shared with anyone."""
    return elements_of(key, own)


cdef list elements_of(object key, bint own):
    cdef list result = []
    if isinstance(key, tuple):
        for part in <tuple>key:
            read_part(part, result, own)
    else:
        read_part(key, result, own)
    return result


# --- From elements to a selection --------------------------------------------------------------------------------

cdef int check_bound(list elements, description desc, int left) except -1:
    """Compare the sizes, then the strides, to which elements are bound; `left` dimensions belong to the ellipsis."""
    cdef element each
    cdef int d = 0, i
    for each in elements:
        if each.size is not None:
            for i in range(each.dims):
                if each.n[i] != desc.n[d + i]:
                    raise OceanIndexError(
                        f"Mismatch in size at dimension {d + i} (expected {each.n[i]} got {desc.n[d + i]})")
        d += left if each.kind == ELLIPSIS else each.dims
    d = 0
    for each in elements:
        if each.strides is not None:
            for i in range(each.dims):
                if each.s[i] != desc.s[d + i]:
                    raise OceanIndexError(
                        f"Mismatch in strides at dimension {d + i} (expected {each.s[i]} got {desc.s[d + i]})")
        d += left if each.kind == ELLIPSIS else each.dims
    return 0


cdef int lay_mask(tensor mask, int dims, const int64_t* n, const int64_t* s, int d, mask_t* m) except -1:
    """A mask laid over dimensions of a tensor, of which the first is dimension d."""
    cdef int i
    if mask.desc.ndims == 0:
        m.ndims = 0
        return 0
    m.ndims = dims
    for i in range(dims):
        if mask.desc.n[i] != n[i]:
            raise OceanIndexError(f"Size mismatch at dimension {d + i} (expected {mask.desc.n[i]} got {n[i]})")
        m.n[i] = n[i]
        m.own[i] = mask.desc.s[i]
        m.s[i] = s[i]
    return 0


cdef int64_t count_mask(mask_t m, const char* data, int64_t nelem) noexcept:
    cdef int64_t count
    if nelem < UNLOCKED:
        return mask_count(m, data)
    with nogil:
        count = mask_count(m, data)
    return count


cdef int changed(int64_t found, int64_t count) except -1:
    if found != count:
        raise OceanError("A mask was changed while it was used as an index")
    return 0


cdef int64_t* reserve(int64_t count, selection* sel, list kept):
    """Room for offsets: inside the selection for a few, else in a tensor that `kept` holds."""
    cdef int64_t* out
    if sel != NULL and count <= FEW - sel.used:
        out = sel.few + sel.used
        sel.used += count
        return out
    kept.append(new_tensor(INT64, 1, &count))
    return <int64_t*>address(<tensor>kept[len(kept) - 1])


cdef int64_t* mask_to_offsets(tensor mask, int dims, const int64_t* n, const int64_t* s, int d, int64_t* count,
                              selection* sel, list kept) except? NULL:
    """The byte offsets of the true elements of a mask over dimensions of sizes n and strides s, the first being d."""
    cdef mask_t m
    cdef int64_t found
    cdef char* data
    cdef int64_t* out
    mask = on_host(mask)
    lay_mask(mask, dims, n, s, d, &m)
    data = address(mask)
    count[0] = count_mask(m, data, mask.desc.nelem)
    out = reserve(count[0], sel, kept)
    if mask.desc.nelem < UNLOCKED:
        found = mask_offsets(m, data, out, count[0])
    else:
        with nogil:
            found = mask_offsets(m, data, out, count[0])
    changed(found, count[0])
    return out


cdef int bad_index(tensor indices, bint unsigned, int64_t place, int dims, const int64_t* n, int d) except -1:
    """Raise the error for the index at a place of the list, which is out of range."""
    value = (<const int64_t*>address(indices))[place]
    if unsigned and value < 0:
        value += 1 << 64
    raise OceanIndexError(
        f"Tensor index ({value}) exceeds size ({n[place % dims]}) at dimension {d + <int>(place % dims)}")


cdef int64_t* indices_to_offsets(tensor indices, bint unsigned, int dims, const int64_t* n, const int64_t* s, int d,
                                 int64_t* count, selection* sel, list kept) except? NULL:
    """The byte offsets of indices into dimensions of sizes n and strides s, the first being d."""
    cdef int64_t bad
    cdef int64_t* out
    cdef const int64_t* data
    indices = on_host(indices)
    data = <const int64_t*>address(indices)
    count[0] = indices.desc.n[indices.desc.ndims - 1]
    out = reserve(count[0], sel, kept)
    if count[0] < UNLOCKED:
        bad = index_offsets(data, dims, count[0], n, s, unsigned, out)
    else:
        with nogil:
            bad = index_offsets(data, dims, count[0], n, s, unsigned, out)
    if bad >= 0:
        bad_index(indices, unsigned, bad, dims, n, d)
    return out


def offsets_of(element each not None, size, strides, int dimension):
    """The byte offsets of indices or a mask in dimensions of the given size and strides, as a vector."""
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int64_t count
    cdef int i
    cdef list kept = []
    for i in range(each.dims):
        n[i], s[i] = size[i], strides[i]
    if each.kind == MASK:
        mask_to_offsets(each.value, each.dims, n, s, dimension, &count, NULL, kept)
    else:
        indices_to_offsets(each.value, each.unsigned, each.dims, n, s, dimension, &count, NULL, kept)
    return kept[0]


def wrapped(element each not None, size, int dimension):
    """Indices into dimensions of the given size, with all negative ones counted from the start."""
    cdef tensor indices = on_host(each.value), result = new_tensor(INT64, indices.desc.ndims, indices.desc.n)
    cdef const int64_t* data = <const int64_t*>address(indices)
    cdef int64_t* out = <int64_t*>address(result)
    cdef int64_t i, n
    offsets_of(each, size, (0,) * each.dims, dimension)     # raises when an index is out of range
    for i in range(indices.desc.nelem):
        n = size[i % each.dims]
        out[i] = data[i] + n if data[i] < 0 else data[i]
    return result


cdef int select(description desc, list elements, selection* sel, list kept) except -1:
    """The selection that elements make in a tensor; `kept` holds offsets that it points to."""
    cdef element each
    cdef int consumed = 0, ellipses = 0, scalars = 0, result = 0, d = 0, i, k
    cdef int64_t value
    cdef tensor offsets
    cdef bint bound = False
    for each in elements:
        consumed += each.dims
        ellipses += each.kind == ELLIPSIS
        scalars += each.kind == SCALAR
        result += each.kind != SCALAR and each.kind != ELLIPSIS
        bound = bound or each.size is not None
    check_counts(consumed, ellipses, result + desc.ndims - consumed, desc.ndims)
    start_selection(sel)
    sel.single = scalars == desc.ndims and scalars + ellipses == len(elements) and (scalars or not ellipses)
    if bound:
        check_bound(elements, desc, desc.ndims - consumed)
    for each in elements:
        if each.kind == SCALAR:
            try:
                value = each.value
            except OverflowError:
                value = -1 - desc.n[d]
            if value < 0:
                value += desc.n[d]
            if <uint64_t>value >= <uint64_t>desc.n[d]:
                out_of_range(each.value, desc.n[d], d)
            sel.offset += value * desc.s[d]
        elif each.kind == RANGE:
            take_range(desc, d, each.value, sel)
        elif each.kind == NEW:
            new_dim(desc, sel)
        elif each.kind == ELLIPSIS:
            d = keep_dims(desc, d, desc.ndims - consumed, sel)
        else:
            k = sel.ndims
            sel.s[k] = 0
            if each.kind == OFFSETS:
                offsets = on_host(each.value)
                kept.append(offsets)
                sel.n[k] = offsets.desc.nelem
                sel.list[k] = <const int64_t*>address(offsets)
            elif each.kind == MASK:
                sel.list[k] = mask_to_offsets(each.value, each.dims, desc.n + d, desc.s + d, d, &sel.n[k], sel, kept)
            else:
                sel.list[k] = indices_to_offsets(
                    each.value, each.unsigned, each.dims, desc.n + d, desc.s + d, d, &sel.n[k], sel, kept)
            sel.repeats[k] = False
            for i in range(each.dims):
                sel.repeats[k] = sel.repeats[k] or (desc.s[d + i] == 0 and desc.n[d + i] > 1)
                sel.cover_n[sel.covered] = desc.n[d + i]
                sel.cover_s[sel.covered] = desc.s[d + i]
                sel.covered += 1
            sel.ndims += 1
            sel.lists += 1
        d += each.dims
    keep_dims(desc, d, desc.ndims - d, sel)
    return 0


# --- Extraction --------------------------------------------------------------------------------------------------

@cython.final
cdef class pick_plan(plan):
    """Elements moved on the host between strided dimensions and dimensions with lists of byte offsets.

    Operands: what is written, what is read, and the lists. `scatter`: what is written has the lists.
    """
    cdef pick_t pick
    cdef int lists[MAX_DIMS]            # the number of the operand that is the list of an axis, or 0
    cdef bint scatter

    cdef int run(self, operand* at) except -1:
        cdef pick_t p = self.pick
        cdef char* written = host_address(&at[0])
        cdef char* source = host_address(&at[1])
        cdef int k
        for k in range(p.ndims):
            if self.lists[k]:
                p.axes[k].list = <const int64_t*>host_address(&at[self.lists[k]])
        with nogil:
            pick_run(p, written if self.scatter else source, source if self.scatter else written, self.scatter)
        return 0


def make_pick(tuple operands not None, size, strides, lists, bint scatter):
    """`size` and, for the operand with the lists, `strides` of the axes; `lists`: whether an axis has a list."""
    cdef pick_plan self = pick_plan.__new__(pick_plan)
    cdef description plain = operands[1] if scatter else operands[0]
    cdef int k, number = 2
    describe_plan(self, operands)
    self.scatter = scatter
    self.pick.ndims = len(size)
    self.pick.size = plain.dtype.size
    for k in range(self.pick.ndims):
        self.pick.axes[k].n = size[k]
        self.pick.axes[k].s = strides[k]
        self.pick.plain[k] = plain.s[k]
        if lists[k]:
            self.lists[k] = number
            number += 1
    return self


cdef int pick_on_device(tensor self, selection* sel, tensor plain, bint scatter) except -1:
    """Move the selected elements of a tensor to another on the same device, or (`scatter`) from it."""
    cdef operand at[MAX_OPERANDS]
    cdef description one = derive(effective(self), 0, NULL, NULL), column = effective(plain)
    cdef int k, count = 2
    cdef list given = [], lists = []
    cdef plan p
    cdef tensor offsets
    cdef int64_t n
    for k in range(sel.ndims):
        given.append(sel.list[k] != NULL)
        if sel.list[k] != NULL:
            n = sel.n[k]
            offsets = new_tensor(INT64, 1, &n)
            memcpy(address(offsets), sel.list[k], n * sizeof(int64_t))
            lists.append(brought(offsets, self.desc.device))
    p = hot.HOOKS["pick"](
        (one, column, *[effective(<tensor>each) for each in lists]) if scatter else
        (column, one, *[effective(<tensor>each) for each in lists]),
        tuple([sel.n[k] for k in range(sel.ndims)]), tuple([sel.s[k] for k in range(sel.ndims)]), tuple(given), scatter)
    k = 0 if scatter else 1
    at[k].mem = <PyObject*>self.mem
    at[k].offset = self.start + sel.offset
    at[1 - k].mem = <PyObject*>plain.mem
    at[1 - k].offset = plain.start
    for offsets in lists:
        at[count].mem = <PyObject*>offsets.mem
        at[count].offset = offsets.start
        count += 1
    return p.run(at)


cdef int fill_pick(selection* sel, int size, pick_t* p) noexcept:
    cdef int k
    p.ndims = sel.ndims
    p.size = size
    for k in range(sel.ndims):
        p.axes[k].n = sel.n[k]
        p.axes[k].s = sel.s[k]
        p.axes[k].list = sel.list[k]
    return 0


cdef tensor empty_result(description like, int ndims, const int64_t* n):
    """A new column-major tensor in native byte order for elements of another."""
    cdef description desc = fortran(like.dtype, like.device, ndims, n)
    return new_view(allocate(like.device, desc.high - desc.low, desc.dtype, None), 0, desc, False)


cdef tensor gather_on_device(tensor self, selection* sel):
    cdef tensor result = empty_result(self.desc, sel.ndims, sel.n), raw = result
    if effective(self).swapped:
        raw = new_view(result.mem, 0, other_order(result.desc), False)
    if result.desc.nelem:
        pick_on_device(self, sel, raw, False)
    return result if raw is result else copied(raw, result.desc)


cdef tensor gather(tensor self, selection* sel):
    cdef tensor result = empty_result(self.desc, sel.ndims, sel.n)
    cdef memory source = self.mem
    cdef char* picked = source.data + self.start + sel.offset
    cdef char* plain = address(result)
    cdef bint swapped = self.desc.swapped != source.swapped
    cdef dtype kind = self.desc.dtype
    cdef int64_t nelem = result.desc.nelem
    cdef pick_t p
    cdef int k
    fill_pick(sel, kind.size, &p)
    for k in range(sel.ndims):
        p.plain[k] = result.desc.s[k]
    if nelem < UNLOCKED:
        pick_run(p, picked, plain, 0)
    else:
        with nogil:
            pick_run(p, picked, plain, 0)
    if swapped:
        to_order(plain, kind, nelem)
    return result


cdef tensor gather_indices(tensor self, element each):
    """The elements of a vector at a list of indices: each index is checked as it is used."""
    cdef tensor indices = on_host(each.value), result
    cdef memory source = self.mem
    cdef description desc = self.desc
    cdef const int64_t* data = <const int64_t*>address(indices)
    cdef char* picked = source.data + self.start
    cdef char* plain
    cdef bint swapped = desc.swapped != source.swapped
    cdef int64_t count = indices.desc.n[indices.desc.ndims - 1], bad
    cdef int size = desc.dtype.size
    cdef bint unsigned = each.unsigned
    result = empty_result(desc, 1, &count)
    plain = address(result)
    if count < UNLOCKED:
        bad = index_gather_all(in_threads, data, count, desc.n[0], desc.s[0], unsigned, picked, plain, size)
    else:
        with nogil:
            bad = index_gather_all(in_threads, data, count, desc.n[0], desc.s[0], unsigned, picked, plain, size)
    if bad >= 0:
        bad_index(indices, unsigned, bad, 1, desc.n, 0)
    if swapped:
        to_order(plain, desc.dtype, count)
    return result


cdef tensor gather_masked(tensor self, tensor mask):
    """The elements under a mask that covers the whole tensor, without a list of offsets."""
    cdef mask_t m
    cdef int64_t count, found
    cdef memory source = self.mem
    cdef description desc = self.desc
    cdef char* picked = source.data + self.start
    cdef char* data
    cdef char* plain
    cdef bint swapped = desc.swapped != source.swapped
    cdef tensor result
    mask = on_host(mask)
    lay_mask(mask, desc.ndims, desc.n, desc.s, 0, &m)
    data = address(mask)
    count = count_mask(m, data, desc.nelem)
    result = empty_result(desc, 1, &count)
    plain = address(result)
    if desc.nelem < UNLOCKED:
        found = mask_move(m, data, picked, plain, desc.dtype.size, desc.dtype.size, 0, count)
    else:
        with nogil:
            found = mask_move(m, data, picked, plain, desc.dtype.size, desc.dtype.size, 0, count)
    changed(found, count)
    if swapped:
        to_order(plain, desc.dtype, count)
    return result


cdef inline element direct(description desc, list elements):
    """The only element, when the host needs no selection: a mask or offsets for all dimensions, or indices into a
    vector."""
    cdef element each
    if desc.device.host and len(elements) == 1:
        each = <element>elements[0]
        if each.dims == desc.ndims and (each.kind == MASK or each.kind == OFFSETS or (
                each.kind == INDICES and each.dims == 1)):
            check_bound(elements, desc, 0)
            return each
    return None


cdef list elements_for(object key, description desc):
    """The elements of a key; a bound index, used alone, is for as many dimensions as it was bound to."""
    cdef element each
    cdef list elements
    cdef int dims = 0
    if type(key) is not hot.HOOKS["index"]:
        return elements_of(key, False)
    elements = list(key.elements)
    for each in elements:
        if each.size is None and each.kind != NEW:
            return elements
        dims += each.dims
    if dims and dims != desc.ndims:
        raise OceanIndexError(f"Mismatch in number of dimensions (expected {dims} got {desc.ndims})")
    return elements


cdef object getitem(tensor self, object key):
    cdef selection sel
    cdef description desc = self.desc
    cdef memory mem
    cdef Py_ssize_t start
    cdef int64_t value
    cdef int overflow = 0
    if PyLong_CheckExact(key) and desc.ndims == 1:
        value = PyLong_AsLongLongAndOverflowBorrowed(<PyObject*>key, &overflow)
        if value < 0:
            value += desc.n[0]
        if overflow or <uint64_t>value >= <uint64_t>desc.n[0]:
            out_of_range(key, desc.n[0], 0)
        return read_element(self, value * desc.s[0])
    mem, start = self.mem, self.start       # `__index__` of a bound may run code that changes self
    if not simple(desc, key, &sel):
        return get_general(own_object(self), key, &sel)
    if sel.single:
        return read_element(self, sel.offset)
    return new_view(mem, start + sel.offset, derive(desc, sel.ndims, sel.n, sel.s), self.locked)


cdef object get_general(tensor self, object key, selection* sel):
    """What a key picks that may hold lists, masks, tensors and index objects."""
    cdef description desc = self.desc
    cdef list elements = elements_for(key, desc), kept = []
    cdef element only = direct(desc, elements)
    if only is None:
        select(desc, elements, sel, kept)
    elif only.kind == OFFSETS:
        start_selection(sel)
        sel.ndims = sel.lists = 1
        kept.append(on_host(only.value))
        sel.n[0], sel.s[0] = (<tensor>kept[0]).desc.nelem, 0
        sel.list[0] = <const int64_t*>address(<tensor>kept[0])
    if only is not None or sel.lists:
        if not desc.device.host:
            return gather_on_device(self, sel)
        if only is None or only.kind == OFFSETS:
            return gather(self, sel)
        return gather_masked(self, only.value) if only.kind == MASK else gather_indices(self, only)
    if sel.single:
        return read_element(self, sel.offset)
    return new_view(self.mem, self.start + sel.offset, derive(desc, sel.ndims, sel.n, sel.s), self.locked)


# --- Assignment --------------------------------------------------------------------------------------------------

cdef tensor number_in(tensor self, object value):
    """A number as a tensor without dimensions of the dtype, byte order and device that another has in memory."""
    cdef tensor result
    if not self.desc.device.host:
        result = empty_result(self.desc, 0, NULL)
        if effective(self).swapped:
            result = new_view(result.mem, 0, other_order(result.desc), False)
        copy_to(value, result)
        return result
    result = new_tensor(self.desc.dtype.code, 0, NULL)
    pack(self.desc.dtype.code, value, address(result))
    if self.desc.swapped != self.mem.swapped:
        to_order(address(result), self.desc.dtype, 1)
    return result


cdef object fitted(object value, int ndims, const int64_t* n):
    """A value for elements of the given size: a number, or a tensor that can be broadcast to it."""
    cdef description desc
    cdef int i
    if is_number(value):
        return value
    if type(value) is tensor:
        desc = (<tensor>value).desc
        if desc.ndims == ndims:
            for i in range(ndims):
                if desc.n[i] != n[i]:
                    break
            else:
                return value
    return hot.HOOKS["value"](value, tuple([n[i] for i in range(ndims)]))


cdef tensor values_in(tensor self, object value, int ndims, const int64_t* n):
    """A value as a tensor of the dtype and byte order that another has in memory, apart from its bytes."""
    cdef tensor source
    cdef description desc
    value = fitted(value, ndims, n)
    if is_number(value):
        return number_in(self, value)
    source = <tensor?>value
    if (source.desc.dtype is not self.desc.dtype or source.desc.device is not self.desc.device
            or (source.desc.swapped != source.mem.swapped) != (self.desc.swapped != self.mem.swapped)
            or share_bytes(source, self)):
        desc = fortran(self.desc.dtype, self.desc.device, source.desc.ndims, source.desc.n)
        return copied(source, other_order(desc) if effective(self).swapped else desc)
    return own_object(source)


cdef int64_t value_stride(tensor value, int axis) noexcept:
    """The stride of a value along an axis of what it is assigned to: zero where it is repeated."""
    return value.desc.s[axis] if axis < value.desc.ndims and value.desc.n[axis] != 1 else 0


cdef int check_repeats(tensor self, selection* sel, tensor value) except -1:
    """Elements that share memory may only be given one value."""
    cdef int k
    if self_overlap(self.desc) == 0:
        return 0
    if self_overlap(derive(self.desc, sel.covered, sel.cover_n, sel.cover_s)) == 2:
        raise OceanValueError("The destination tensor overlaps itself in memory; clone it first")
    for k in range(sel.ndims):
        if sel.repeats[k] and sel.n[k] > 1 and value_stride(value, k):
            raise OceanValueError("Zero-stride dimensions in destination tensor must be matched by the source tensor")
    return 0


cdef int scatter(tensor self, selection* sel, object value) except -1:
    cdef tensor source = values_in(self, value, sel.ndims, sel.n)
    cdef int64_t steps[MAX_DIMS]
    cdef memory target = self.mem
    cdef char* picked = target.data + self.start + sel.offset
    cdef char* plain = address(source)
    cdef int64_t nelem = 1
    cdef pick_t p
    cdef int k
    check_repeats(self, sel, source)
    fill_pick(sel, self.desc.dtype.size, &p)
    for k in range(sel.ndims):
        p.plain[k] = steps[k] = value_stride(source, k)
        nelem *= sel.n[k]
    if not self.desc.device.host:
        if nelem:
            source = new_view(source.mem, source.start, derive(source.desc, sel.ndims, sel.n, steps), False)
            pick_on_device(self, sel, source, True)
        return 0
    if nelem < UNLOCKED:
        pick_run(p, picked, plain, 1)
    else:
        with nogil:
            pick_run(p, picked, plain, 1)
    return 0


cdef int scatter_indices(tensor self, element each, object value) except -1:
    """Assign to the elements of a vector at a list of indices, after all of them have been checked."""
    cdef tensor indices = on_host(each.value), source
    cdef memory target = self.mem
    cdef description desc = self.desc
    cdef const int64_t* data
    cdef char* picked = target.data + self.start
    cdef char* plain
    cdef int64_t count = indices.desc.n[indices.desc.ndims - 1], bad, step, room
    cdef int size = desc.dtype.size
    cdef bint unsigned = each.unsigned
    cdef memory maps
    cdef char* marks = NULL
    if share_bytes(indices, self):
        indices = plain_copy(indices, INT64)
    source = values_in(self, value, 1, &count)
    plain = address(source)
    step = value_stride(source, 0)
    check_whole_repeats(desc, step)
    data = <const int64_t*>address(indices)
    room = scatter_room(count, desc.n[0], step)
    if room:
        maps = allocate(CPU, room, kind_of(UINT8), None)
        marks = maps.data
    if count < UNLOCKED:
        bad = index_scatter_all(in_threads, data, count, desc.n[0], desc.s[0], unsigned, picked, plain, step, size, marks)
    else:
        with nogil:
            bad = index_scatter_all(in_threads, data, count, desc.n[0], desc.s[0], unsigned, picked, plain, step, size,
                                    marks)
    if bad >= 0:
        bad_index(indices, unsigned, bad, 1, desc.n, 0)
    return 0


cdef int check_whole_repeats(description desc, int64_t step) except -1:
    """Elements that share memory may only be given one value: for lists that may hold any element of a tensor."""
    if self_overlap(desc) == 2:
        raise OceanValueError("The destination tensor overlaps itself in memory; clone it first")
    if step and self_overlap(desc):
        raise OceanValueError("Zero-stride dimensions in destination tensor must be matched by the source tensor")
    return 0


cdef int scatter_masked(tensor self, tensor mask, object value) except -1:
    cdef mask_t m
    cdef int64_t count = 0, found, step
    cdef memory target = self.mem
    cdef description desc = self.desc
    cdef char* picked = target.data + self.start
    cdef char* data
    cdef char* plain
    cdef tensor source
    mask = plain_copy(mask, BOOL) if share_bytes(mask, self) else on_host(mask)
    lay_mask(mask, desc.ndims, desc.n, desc.s, 0, &m)
    data = address(mask)
    if is_number(value):
        source = number_in(self, value)
    else:
        count = count_mask(m, data, desc.nelem)
        source = values_in(self, value, 1, &count)
    plain = address(source)
    step = value_stride(source, 0)
    check_whole_repeats(desc, step)
    if is_number(value):
        with nogil:
            mask_fill(in_threads, m, data, picked, plain, desc.dtype.size)
        return 0
    if desc.nelem < UNLOCKED:
        found = mask_move(m, data, picked, plain, step, desc.dtype.size, 1, count)
    else:
        with nogil:
            found = mask_move(m, data, picked, plain, step, desc.dtype.size, 1, count)
    changed(found, count)
    return 0


cdef int assign(tensor view, object value) except -1:
    """Copy a value into a view, casting and broadcasting."""
    cdef tensor source
    if hot.LAZY is not None and type(value) is hot.LAZY:
        check_writable(view)
        value.into(view)
        return 0
    value = fitted(value, view.desc.ndims, view.desc.n)
    if type(value) is tensor:
        source = <tensor>value
        if source.mem is view.mem and source.start == view.start and source.desc is view.desc:
            return check_writable(view)     # what an in-place operator has left there
    copy_to(value, view)
    return 0


cdef int setitem(tensor self, object key, object value) except -1:
    cdef selection sel
    cdef description desc = self.desc
    cdef memory mem = self.mem
    cdef Py_ssize_t start = self.start
    if not simple(desc, key, &sel):
        return set_general(own_object(self), key, value, &sel)
    if key is None or (type(key) is tuple and None in <tuple>key):
        no_new_dims()
    if sel.single and is_number(value) and desc.device.host:
        check_writable(self)
        return write_element(self, sel.offset, value)
    return assign(new_view(mem, start + sel.offset, derive(desc, sel.ndims, sel.n, sel.s), self.locked), value)


cdef int no_new_dims() except -1:
    raise OceanIndexError("None cannot be used in an index that is assigned to")


cdef int set_general(tensor self, object key, object value, selection* sel) except -1:
    """Assign to what a key picks that may hold lists, masks, tensors and index objects."""
    cdef description desc = self.desc
    cdef list elements = elements_for(key, desc), kept = []
    cdef element each
    for each in elements:
        if each.kind == NEW:
            no_new_dims()
    if not holds_tensors(elements):
        select(desc, elements, sel, kept)
        return assign(
            new_view(self.mem, self.start + sel.offset, derive(desc, sel.ndims, sel.n, sel.s), self.locked), value)
    check_writable(self)
    each = direct(desc, elements)
    if each is not None and each.kind == MASK:
        return scatter_masked(self, each.value, value)
    if each is not None and each.kind == INDICES:
        return scatter_indices(self, each, value)
    select(desc, elements, sel, kept)
    return scatter(self, sel, value)


cdef bint holds_tensors(list elements):
    cdef element each
    for each in elements:
        if each.kind >= INDICES:
            return True
    return False


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


cdef row_iterator rows(tensor self, bint backwards):
    cdef row_iterator result
    cdef description desc = self.desc
    if desc.ndims == 0:
        raise OceanTypeError("A tensor without dimensions cannot be iterated over")
    result = row_iterator.__new__(row_iterator)
    # a view of its own: in-place changes of the tensor's shape do not reach a running iteration
    result.base = new_view(self.mem, self.start, desc, self.locked)
    result.count = desc.n[0]
    result.step = -desc.s[0] if backwards else desc.s[0]
    result.offset = (desc.n[0] - 1) * desc.s[0] if backwards and desc.n[0] else 0
    if desc.ndims > 1:
        result.row = derive(desc, desc.ndims - 1, desc.n + 1, desc.s + 1)
    return result


# --- For the rooms above -----------------------------------------------------------------------------------------

def find(tensor mask not None):
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
    mask = on_host(own_object(mask))
    lay_mask(mask, mask.desc.ndims, mask.desc.n, mask.desc.s, 0, &m)
    data = address(mask)
    n[0] = mask.desc.ndims
    n[1] = count_mask(m, data, mask.desc.nelem)
    result = new_tensor(INT64, 2, n)
    out = <int64_t*>address(result)
    with nogil:
        found = mask_find(m, data, out, n[1])
    changed(found, n[1])
    return brought(result, where)


def count_true(tensor mask not None):
    """The number of true elements of a bool tensor."""
    cdef mask_t m
    mask = on_host(own_object(mask)) if mask.desc.dtype.code == BOOL else plain_copy(mask, BOOL)
    lay_mask(mask, mask.desc.ndims, mask.desc.n, mask.desc.s, 0, &m)
    return count_mask(m, address(mask), mask.desc.nelem)


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
    """Each place of a vector of counts, as often as the count there says."""
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


hot.GETITEM = getitem
hot.SETITEM = setitem
mask_prepare()
publish(pick_plan, "ocean.pick_plan")
publish(element, "ocean.index_element")
publish(row_iterator, "ocean.row_iterator")
