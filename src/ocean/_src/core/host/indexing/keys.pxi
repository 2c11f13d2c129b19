# Part of indexing.pyx, which names everything that is used here. Turns a key into elements, and elements into a
# selection: an offset, and for each axis of the result its length and a stride or a list of byte offsets. It does not
# touch the indexed memory, and reads masks and index tensors through their device.

# --- Keys of integers, ranges, None and an ellipsis --------------------------------------------------------------

cdef int out_of_range(object value, int64_t size, int dimension, object axes=None) except -1:
    raise OceanIndexError(f"Scalar tensor index ({integer_text(value)}) exceeds size ({size}) at dimension {dimension}"
                          f"{axis_at(axes, dimension)}")


cdef str axis_at(object axes, int dimension):
    return "" if axes is None else f", the axis {(<tuple>axes)[dimension]!r}"


cdef int out_of_bounds(object value, int64_t size, int axis, object which) except -1:
    """The same for arrays, as in NumPy."""
    raise OceanIndexError(f"index {integer_text(value)} is out of bounds for axis {axis} with size {size}"
                          f"{'' if which is None else f', which is {which!r}'}")


cdef int check_counts(int consumed, int ellipses, int result, int ndims, bint rows=False) except -1:
    if consumed > ndims:
        raise OceanIndexError(
            f"too many indices for array: array is {ndims}-dimensional, but {consumed} were indexed" if rows else
            f"Number of index dimensions ({consumed}) exceeds the tensor dimension ({ndims})")
    if ellipses > 1:
        raise OceanIndexError("an index can only have a single ellipsis ('...')" if rows else
                              "The ellipsis (...) can appear at most once in an index")
    if result > MAX_DIMS and rows:
        raise OceanIndexError(f"An array has at most {MAX_DIMS} axes, and the index gives {result}")
    if result > MAX_DIMS:
        raise OceanValueError(f"Maximum number of tensor dimension elements exceeded ({MAX_DIMS})")
    return 0


cdef inline int keep_dim(description desc, int d, selection* sel, int k) noexcept:
    """Make a whole dimension axis k of the result, and return k."""
    sel.n[k] = desc.n[d]
    sel.s[k] = desc.s[d]
    sel.places[k] = d
    return k


cdef inline void cover(description desc, int d, selection* sel) noexcept:
    """Count the strided axis that was just set, of a dimension."""
    cdef int k = sel.ndims
    sel.cover_n[sel.covered] = sel.n[k]
    sel.cover_s[sel.covered] = sel.s[k]
    sel.list[k] = NULL
    sel.there[k] = NULL
    sel.repeats[k] = desc.s[d] == 0
    sel.ndims += 1
    sel.covered += 1


cdef inline int keep_dims(description desc, int first, int count, selection* sel) noexcept:
    """Make whole dimensions axes of the result, and give the dimension that follows."""
    cdef int d
    for d in range(first, first + count):
        keep_dim(desc, d, sel, sel.ndims)
        cover(desc, d, sel)
    return first + count


cdef inline int64_t new_stride(description desc, int k, selection* sel) noexcept:
    """The stride of a new axis: as long as the axis before it."""
    return desc.dtype.size if k == 0 else <int64_t>(<uint64_t>sel.s[k - 1] * <uint64_t>sel.n[k - 1])


cdef inline void new_dim(description desc, selection* sel) noexcept:
    cdef int k = sel.ndims
    sel.n[k] = 1
    sel.s[k] = new_stride(desc, k, sel)
    sel.list[k] = NULL
    sel.there[k] = NULL
    sel.places[k] = -1
    sel.repeats[k] = False
    sel.ndims += 1


cdef int bad_range(object part) except -1:
    """Raise Ocean's error for a slice that Python refuses to read."""
    try:
        slice(part.start, part.stop, part.step).indices(0)
    except ValueError:
        raise OceanValueError(f"The step of a range must not be zero, got {shown(part)}") from None
    except TypeError:
        pass
    raise OceanTypeError(f"The bounds of a range must be integers, got {shown(part)}")


cdef inline int take_range(description desc, int d, object part, selection* sel, int k) except -1:
    """Make a range of a dimension axis k of the result."""
    cdef Py_ssize_t start, stop, step, count
    if whole_slice(<PyObject*>part):
        keep_dim(desc, d, sel, k)
        return 0
    if PySlice_Unpack(part, &start, &stop, &step) < 0:
        PyErr_Clear()
        bad_range(part)
    count = PySlice_AdjustIndices(desc.n[d], &start, &stop, step)
    if count:
        sel.offset += start * desc.s[d]
    sel.n[k] = count
    sel.s[k] = desc.s[d] * step if count > 1 else desc.s[d]
    sel.places[k] = d
    return 0


cdef inline int start_selection(selection* sel) noexcept:
    sel.offset = 0
    sel.ndims = sel.covered = sel.lists = sel.added = sel.used = 0
    sel.single = False
    return 0


cdef int read_view(description desc, object key, bint rows, selection* sel) except -1:
    """Read a key of integers, ranges, None and an ellipsis into a selection; 0 if it has anything else. Only the fields
    that a view needs are set. The keys of arrays (rows) begin at the last dimension of their tensor."""
    return read_view_from(desc, key, True, sel) if rows else read_view_from(desc, key, False, sel)


cdef inline int read_view_from(description desc, object key, bint rows, selection* sel) except -1:
    """`read_view`, inlined for both values of `rows`."""
    cdef PyObject* one
    cdef PyObject** parts
    cdef PyObject* part
    cdef Py_ssize_t count, i
    cdef int scalars = 0, ranges = 0, added = 0, ellipses = 0, overflow = 0, ndims, left
    cdef int forward = -1 if rows else 1, d = desc.ndims - 1 if rows else 0, k
    cdef int64_t value
    if PyLong_CheckExactBorrowed(<PyObject*>key) and desc.ndims:
        value = PyLong_AsLongLongAndOverflowBorrowed(<PyObject*>key, &overflow)
        if value < 0:
            value += desc.n[d]
        if not overflow and <uint64_t>value < <uint64_t>desc.n[d]:
            sel.offset = value * desc.s[d]
            sel.ndims = desc.ndims - 1
            sel.added = 0
            sel.single = desc.ndims == 1
            for k in range(desc.ndims - 1):
                keep_dim(desc, k if rows else k + 1, sel, k)
            return 1
    if type(key) is tuple:
        parts = tuple_items(<PyObject*>key)
        count = len(<tuple>key)
    elif desc.ndims and PySlice_Check(<PyObject*>key):
        sel.offset = 0
        sel.ndims = desc.ndims
        sel.added = 0
        sel.single = False
        for k in range(desc.ndims):
            keep_dim(desc, k, sel, k)
        take_range(desc, d, key, sel, d)
        return 1
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
    ndims = desc.ndims - scalars + added
    left = desc.ndims - scalars - ranges
    if left < 0 or ellipses > 1 or ndims > MAX_DIMS:
        check_counts(scalars + ranges, ellipses, ndims, desc.ndims, rows)
    sel.offset = 0
    sel.ndims = ndims
    sel.added = added
    sel.single = ndims == 0 and (scalars or not ellipses)
    k = ndims - 1 if rows else 0
    for i in range(count):
        part = parts[i]
        if PyLong_CheckExactBorrowed(part):
            overflow = 0
            value = PyLong_AsLongLongAndOverflowBorrowed(part, &overflow)
            if value < 0:
                value += desc.n[d]
            if overflow or <uint64_t>value >= <uint64_t>desc.n[d]:
                if rows:
                    out_of_bounds(<object>part, desc.n[d], desc.ndims - 1 - d,
                                  None if desc.axes is None else (<tuple>desc.axes)[d])
                out_of_range(<object>part, desc.n[d], d, desc.axes)
            sel.offset += value * desc.s[d]
            d += forward
        elif part == Py_None:
            sel.places[k] = -1
            sel.n[k] = 1
            k += forward
        elif part == Py_Ellipsis:
            for _ in range(left):
                k, d = keep_dim(desc, d, sel, k) + forward, d + forward
            left = 0
        else:
            take_range(desc, d, <object>part, sel, k)
            k, d = k + forward, d + forward
    for _ in range(left):
        k, d = keep_dim(desc, d, sel, k) + forward, d + forward
    if added:
        for k in range(ndims):
            if sel.places[k] < 0:
                sel.s[k] = new_stride(desc, k, sel)
    return 1


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
    """One part of an index: its kind, the number of its dimensions, and an integer, slice or tensor.

    Indices are int64 with one column for each place. A bound element also has the size of its dimensions, and perhaps
    their strides. Offsets are always bound to both, and used without another check. Elements are immutable, and those
    of index objects have tensors with private memory.
    """

    @property
    def plain(self):
        """The integer or slice; None for a tensor."""
        return None if type(self.value) is tensor else self.value

    @property
    def shape(self):
        """The size of the tensor; None without a tensor."""
        return (<tensor>self.value).desc.size if type(self.value) is tensor else None

    def count(self):
        """The number of places that a tensor picks."""
        cdef tensor held = self.value
        return count_true(held) if self.kind == MASK else held.desc.n[held.desc.ndims - 1]

    def on(self, device where not None):
        """The same element with its tensor on a device."""
        cdef element result
        if type(self.value) is not tensor or (<tensor>self.value).desc.device is where:
            return self
        result = new_element(self.kind, self.dims, brought(<tensor>self.value, where), self.unsigned)
        set_bounds(result, self.size, self.strides)
        return result

    def __reduce__(self):
        value = own_copy(<tensor>self.value) if type(self.value) is tensor else self.value
        return restored_element, (self.kind, self.dims, value, self.size, self.strides, bool(self.unsigned))


cdef class element_list:
    """The base class of `ocean.index`: elements that only the functions here read and replace."""
    cdef tuple elements

    def __cinit__(self, *parts):
        self.elements = ()


def elements_in(element_list self not None):
    """The elements of an index."""
    return self.elements


def put_elements(element_list self not None, elements):
    """Replace the elements of an index, and return it."""
    cdef tuple new = tuple(elements)
    for each in new:
        if type(each) is not element:
            raise OceanTypeError(f"Expected the elements of an index, got {type(each).__name__}")
    self.elements = new
    return self


cdef element new_element(int kind, int dims, object value, bint unsigned=False):
    cdef element self = element.__new__(element)
    self.kind = kind
    self.dims = dims
    self.value = value
    self.unsigned = unsigned
    return self


def whole_range():
    """The element `:`."""
    return new_element(RANGE, 1, slice(None))


# --- Bound and restored elements ---------------------------------------------------------------------------------

cdef description bounds(int dims, tuple size, tuple strides):
    """A checked description (of bytes) of the dimensions of a bound element; strides are zero if they are None."""
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int i
    if len(size) != dims or (strides is not None and len(strides) != dims):
        raise not_an_element(f"{dims} dimensions with size {size} and strides {strides}")
    for i in range(dims):
        n[i] = size[i]
        s[i] = 0 if strides is None else strides[i]
    return describe(kind_of(UINT8), CPU, False, dims, n, s)


cdef int set_bounds(element self, tuple size, tuple strides) except -1:
    cdef description desc
    if size is None:
        if strides is not None:
            raise not_an_element("strides without a size")
        return 0
    desc = bounds(self.dims, size, strides)
    self.bound = desc
    self.size = desc.size
    self.strides = None if strides is None else desc.strides
    return 0


def bound_element(element each not None, tuple size not None, tuple strides, int place):
    """Bind an element to dimensions of the given size, and strides unless they are None; the first is `place`.

    Negative indices become positive, and masks become indices; with strides both become offsets.
    """
    cdef int kind = each.kind
    cdef description desc = bounds(each.dims, size, strides)
    cdef object value = each.value
    cdef element result
    if kind == SCALAR:
        if not -desc.n[0] <= value < desc.n[0]:
            out_of_range(value, desc.n[0], place)
        value = value + size[0] if value < 0 else value
    elif kind == MASK or kind == INDICES:
        if strides is not None:
            kind, value = OFFSETS, offsets_of(each, desc, place)
        elif kind == INDICES:
            value = wrapped(each, desc, place)
        else:
            kind, value = INDICES, places_of(each, desc, place)
    result = new_element(kind, each.dims, value)
    set_bounds(result, size, strides)
    return result


cdef not_an_element(str why):
    return OceanValueError(f"This cannot be part of an index: {why}")


cdef tensor own_copy(tensor source):
    """A private column-major copy in native byte order, on the same device."""
    return copied(source, fortran(source.desc.dtype, source.desc.device, source.desc.ndims, source.desc.n))


def restored_element(int kind, int dims, value, tuple size, tuple strides, bint unsigned):
    """An element from its parts, which may come from a damaged pickle: all of them are checked."""
    cdef element self
    cdef description desc
    cdef int code
    cdef Py_ssize_t start, stop, step
    if not SCALAR <= kind <= OFFSETS or not 0 <= dims <= MAX_DIMS:
        raise not_an_element(f"kind {kind} with {dims} dimensions")
    if kind == INDICES or kind == MASK or kind == OFFSETS:
        if type(value) is not tensor:
            raise not_an_element(f"{type(value).__name__} instead of a tensor")
        value = own_copy(own(<tensor>value))
        desc, code = (<tensor>value).desc, (<tensor>value).desc.dtype.code
        if kind == MASK:
            fits = code == BOOL and desc.ndims == dims
        elif kind == INDICES:
            fits = (code == INT64 or code == UINT64) and (
                (desc.ndims == 1 and dims == 1) or (desc.ndims == 2 and desc.n[0] == dims))
        else:
            fits = code == INT64 and desc.ndims == 1 and size is not None and strides is not None
        if not fits:
            raise not_an_element(f"{desc} for {dims} dimensions")
    elif kind == RANGE:
        if type(value) is not slice or dims != 1:
            raise not_an_element(f"{type(value).__name__} as a range")
        if PySlice_Unpack(value, &start, &stop, &step) < 0:
            PyErr_Clear()
            bad_range(value)
    elif not (PyLong_CheckExact(value) and dims == 1 if kind == SCALAR else value is None and dims == 0):
        raise not_an_element(f"{type(value).__name__} for {dims} dimensions")
    self = new_element(kind, dims, value, unsigned)
    set_bounds(self, size, strides)
    if kind == OFFSETS:
        check_offsets(on_host(<tensor>value), bounds(dims, size, strides))
    return self


cdef int check_offsets(tensor offsets, description desc) except -1:
    """Check that offsets are those of elements: inside the span, and multiples of the strides' common divisor."""
    cdef const int64_t* data = <const int64_t*>address(offsets)
    cdef int64_t i, unit
    unit = gcd(*[stride for n, stride in zip(desc.size, desc.strides, strict=True) if n > 1])
    for i in range(offsets.desc.nelem):
        if not desc.low <= data[i] < desc.high or (data[i] % unit if unit else data[i]):
            raise not_an_element(f"offset {data[i]} for size {desc.size} and strides {desc.strides}")
    return 0


cdef tensor new_tensor(int code, int ndims, const int64_t* n):
    """A new column-major tensor on the host."""
    cdef description desc = fortran(kind_of(code), CPU, ndims, n)
    return new_view(allocate(CPU, desc.high - desc.low, desc.dtype, None), 0, desc, False)


cdef tensor plain_vector(object values):
    """A vector from a list or tuple of Python integers, or of Python bools; None if it holds anything else."""
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


cdef tensor kept_copy(tensor source, int code):
    """A column-major native copy on the same device."""
    return copied(source, fortran(kind_of(code), source.desc.device, source.desc.ndims, source.desc.n))


cdef inline tensor on_host(tensor self):
    """The tensor, or a copy of it on the host."""
    return brought(self, CPU)


cdef element tensor_element(tensor source, bint keeps):
    """The element of a tensor in an index; `keeps`: its memory is private."""
    cdef int code = source.desc.dtype.code
    cdef bint plain
    touch(source.mem)
    if source.desc.axes is not None:        # indices go by position
        source = new_view(source.mem, source.start, without_axes(source.desc), source.locked)
    if code == BOOL:
        return new_element(MASK, source.desc.ndims, kept_copy(source, BOOL) if keeps else own(source))
    if source.desc.dtype.isfloat:
        raise OceanTypeError(f"Tensor indices must be integers or bools, got dtype {source.desc.dtype.name}")
    if source.desc.ndims == 0:
        return new_element(SCALAR, 1, item(source).__index__())
    if source.desc.ndims > 2:
        raise OceanIndexError(
            "Tensor indices must be a vector, or a matrix with a column for each element; got "
            f"{source.desc.ndims} dimensions")
    if source.desc.ndims == 2 and source.desc.n[0] > MAX_DIMS:
        raise OceanIndexError(f"The columns of tensor indices have at most {MAX_DIMS} entries, got {source.desc.n[0]}")
    plain = (code == INT64 or code == UINT64) and is_fortran(source.desc) and is_native(source)
    source = own(source) if plain and not keeps else kept_copy(source, INT64)
    return new_element(INDICES, 1 if source.desc.ndims == 1 else source.desc.n[0], source, code == UINT64)


cdef object checked_range(object part):
    """A slice for an index object: its bounds are Python integers of at most 64 bits."""
    cdef Py_ssize_t start, stop, step
    cdef list bounds = []
    if PySlice_Unpack(part, &start, &stop, &step) < 0:
        PyErr_Clear()
        bad_range(part)
    for name, bound in (("Start index", part.start), ("Stop index", part.stop), ("Step size", part.step)):
        bounds.append(None if bound is None else bound.__index__())
        if bound is not None and not -(1 << 63) <= bounds[-1] < 1 << 63:
            raise OceanIndexError(f"{name} out of range")
    return slice(*bounds)


cdef int check_element(element each) except -1:
    """Check that integers, and entries of index data, fit int64."""
    cdef tensor held
    cdef const int64_t* data
    cdef int64_t i
    if each.kind == SCALAR and not -(1 << 63) <= each.value < 1 << 63:
        raise OceanIndexError(f"Scalar tensor index ({integer_text(each.value)}) does not fit 64 bits")
    if each.kind == INDICES and each.unsigned:
        held = on_host(each.value)
        data = <const int64_t*>address(held)
        for i in range(held.desc.nelem):
            if data[i] < 0:
                raise OceanIndexError(f"Tensor index ({data[i] + (1 << 64)}) does not fit 64 bits")
    return 0


cdef int check_length(object part, description desc) except -1:
    """A range names an index at most once, from either end: a longer one is refused before there is memory for it."""
    cdef int64_t most = 0
    cdef int k
    for k in range(desc.ndims):
        most = max(most, desc.n[k])
    if part[2 * <object>most:]:
        raise OceanIndexError(f"Tensor indices from {integer_text(part[0])} to {integer_text(part[-1])} exceed size "
                              f"{size_text(size_of(desc))}")
    return 0


cdef int read_part(object part, list into, bint own, description desc) except -1:
    cdef tensor found
    if type(part) is range and desc is not None:
        check_length(part, desc)
    if PySlice_Check(<PyObject*>part):
        into.append(new_element(RANGE, 1, checked_range(part) if own else part))
    elif PyLong_CheckExact(part):
        into.append(new_element(SCALAR, 1, part))
    elif part is None:
        into.append(new_element(NEW, 0, None))
    elif part is Ellipsis:
        into.append(new_element(ELLIPSIS, 0, None))
    elif type(part) is tensor:
        into.append(tensor_element(<tensor>part, own))
    elif isinstance(part, element_list):
        into.extend((<element_list>part).elements)
    elif type(part) is list or type(part) is tuple:
        found = plain_vector(part)
        if found is None:
            found = <tensor?>HOOKS["key"](part, desc is not None)
        into.append(tensor_element(found, False))
    elif PyIndex_Check(part) and not PySequence_Check(part) and type(part) is not scalar and not PyBool_Check(part):
        try:
            into.append(new_element(SCALAR, 1, part.__index__()))
        except TypeError:
            into.append(tensor_element(<tensor?>HOOKS["key"](part, desc is not None), own))
    else:
        into.append(tensor_element(<tensor?>HOOKS["key"](part, desc is not None), own))
    if own and into:
        check_element(<element>into[len(into) - 1])
    return 0


def read_key(key, bint own=False):
    """The elements of a key; `own`: their tensors have private memory."""
    return elements_of(key, own, None)


cdef list elements_of(object key, bint own, description desc):
    """The elements of a key, for tensors with the description `desc` if that is known."""
    cdef list result = []
    if isinstance(key, tuple):
        for part in <tuple>key:
            read_part(part, result, own, desc)
    else:
        read_part(key, result, own, desc)
    return result


# --- From elements to a selection --------------------------------------------------------------------------------

cdef int check_bound(list elements, description desc, int left) except -1:
    """Compare the sizes, then the strides, to which elements are bound; `left` dimensions belong to the ellipsis."""
    cdef element each
    cdef int d = 0, i
    for each in elements:
        if each.size is not None:
            for i in range(each.dims):
                if each.bound.n[i] != desc.n[d + i]:
                    raise OceanIndexError(
                        f"Mismatch in size at dimension {d + i} (expected {each.bound.n[i]} got {desc.n[d + i]})")
        d += left if each.kind == ELLIPSIS else each.dims
    d = 0
    for each in elements:
        if each.strides is not None:
            for i in range(each.dims):
                if each.bound.s[i] != desc.s[d + i]:
                    raise OceanIndexError(
                        f"Mismatch in strides at dimension {d + i} (expected {each.bound.s[i]} got {desc.s[d + i]})")
        d += left if each.kind == ELLIPSIS else each.dims
    return 0


cdef int lay_mask(tensor mask, int dims, const int64_t* n, const int64_t* s, int d, mask_t* m) except -1:
    """Lay a mask over dimensions of a tensor, beginning with dimension d."""
    cdef int i
    if mask.desc.ndims == 0:
        m.ndims = 0
        return 0
    m.ndims = dims
    for i in range(dims):
        if mask.desc.n[i] != n[i]:
            raise OceanIndexError(
                f"Size mismatch at dimension {d + i} (expected {mask.desc.n[i]} got {n[i]}): "
                f"the mask has {mask.desc.n[i]} elements there, and the tensor {n[i]}")
        m.n[i] = n[i]
        m.own[i] = mask.desc.s[i]
        m.s[i] = s[i]
    return 0


cdef int64_t count_mask(const mask_t* m, const char* data, int64_t nelem) noexcept:
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
    """Memory for offsets: inside the selection for a few, else in a tensor that `kept` holds."""
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
    count[0] = count_mask(&m, data, mask.desc.nelem)
    out = reserve(count[0], sel, kept)
    if mask.desc.nelem < UNLOCKED:
        found = mask_offsets(&m, data, out, count[0])
    else:
        with nogil:
            found = mask_offsets(&m, data, out, count[0])
    changed(found, count[0])
    return out


cdef int bad_index(const int64_t* data, bint unsigned, int64_t place, int dims, const int64_t* n, int d,
                   object axes) except -1:
    """Raise the error for an index of the list that is out of range."""
    value = data[place]
    if unsigned and value < 0:
        value += 1 << 64
    raise OceanIndexError(
        f"Tensor index ({value}) exceeds size ({n[place % dims]}) at dimension {d + <int>(place % dims)}"
        f"{axis_at(axes, d + <int>(place % dims))}")


cdef int64_t* indices_to_offsets(tensor indices, bint unsigned, int dims, const int64_t* n, const int64_t* s, int d,
                                 int64_t* count, selection* sel, list kept, object axes=None) except? NULL:
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
        bad_index(data, unsigned, bad, dims, n, d, axes)
    return out


cdef tensor offsets_of(element each, description desc, int place):
    """The byte offsets of indices or a mask in dimensions like `desc`, the first being `place`, as a vector."""
    cdef int64_t count
    cdef list kept = []
    if each.kind == MASK:
        mask_to_offsets(each.value, each.dims, desc.n, desc.s, place, &count, NULL, kept)
    else:
        indices_to_offsets(each.value, each.unsigned, each.dims, desc.n, desc.s, place, &count, NULL, kept)
    return kept[0]


cdef tensor wrapped(element each, description desc, int place):
    """Indices into dimensions like `desc`, with negative ones made positive."""
    cdef tensor indices = on_host(each.value), result = new_tensor(INT64, indices.desc.ndims, indices.desc.n)
    cdef const int64_t* data = <const int64_t*>address(indices)
    cdef int64_t* out = <int64_t*>address(result)
    cdef int64_t i
    offsets_of(each, bounds(each.dims, desc.size, None), place)     # raises if an index is out of range
    for i in range(indices.desc.nelem):
        out[i] = data[i] + desc.n[i % each.dims] if data[i] < 0 else data[i]
    return result


cdef tensor places_of(element each, description desc, int place):
    """The indices of the true elements of a mask over dimensions like `desc`."""
    cdef mask_t m
    cdef tensor mask = each.value
    lay_mask(mask, each.dims, desc.n, desc.s, place, &m)        # raises if the sizes differ
    return find(mask)


cdef int select(description desc, list elements, selection* sel, list kept) except -1:
    """Make the selection of elements in a tensor; `kept` holds offsets that it points to."""
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
                out_of_range(each.value, desc.n[d], d, desc.axes)
            sel.offset += value * desc.s[d]
        elif each.kind == RANGE:
            take_range(desc, d, each.value, sel, sel.ndims)
            cover(desc, d, sel)
        elif each.kind == NEW:
            new_dim(desc, sel)
        elif each.kind == ELLIPSIS:
            d = keep_dims(desc, d, desc.ndims - consumed, sel)
        else:
            k = sel.ndims
            sel.s[k] = 0                        # the shortest stride of the dimensions
            sel.there[k] = NULL
            if each.kind == OFFSETS and not desc.device.host and (<tensor>each.value).desc.device is desc.device:
                kept.append(each)
                sel.n[k] = (<tensor>each.value).desc.nelem
                sel.list[k] = NULL
                sel.there[k] = <PyObject*>each
            elif each.kind == OFFSETS:
                offsets = on_host(each.value)
                kept.append(offsets)
                sel.n[k] = offsets.desc.nelem
                sel.list[k] = <const int64_t*>address(offsets)
            elif each.kind == MASK:
                sel.list[k] = mask_to_offsets(each.value, each.dims, desc.n + d, desc.s + d, d, &sel.n[k], sel, kept)
            else:
                sel.list[k] = indices_to_offsets(
                    each.value, each.unsigned, each.dims, desc.n + d, desc.s + d, d, &sel.n[k], sel, kept, desc.axes)
            sel.places[k] = d if each.dims == 1 else d + SEVERAL_AXES * each.dims
            sel.repeats[k] = False
            for i in range(each.dims):
                sel.repeats[k] = sel.repeats[k] or (desc.s[d + i] == 0 and desc.n[d + i] > 1)
                if desc.s[d + i] and (sel.s[k] == 0 or llabs(desc.s[d + i]) < llabs(sel.s[k])):
                    sel.s[k] = desc.s[d + i]
                sel.cover_n[sel.covered] = desc.n[d + i]
                sel.cover_s[sel.covered] = desc.s[d + i]
                sel.covered += 1
            sel.ndims += 1
            sel.lists += 1
        d += each.dims
    keep_dims(desc, d, desc.ndims - d, sel)
    return 0
