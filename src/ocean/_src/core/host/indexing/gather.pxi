# Part of indexing.pyx, which names everything that is used here. Gathers and scatters the elements of a selection: on
# the host here, on another device by one of its plans.

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
    touch(self.mem)
    result = make_scalar(kind)
    memcpy(result.data, address(self) + offset, kind.size)
    if not is_native(self):
        to_order(result.data, kind, 1)
    if kind.code == BOOL:
        result.data[0] = result.data[0] != 0
    return result


cdef int write_element(tensor self, int64_t offset, object value) except -1:
    cdef dtype kind = self.desc.dtype
    cdef char buffer[16]
    touch(self.mem)
    pack(kind.code, value, buffer)
    if not is_native(self):
        to_order(buffer, kind, 1)
    memcpy(address(self) + offset, buffer, kind.size)
    return 0


# --- Extraction --------------------------------------------------------------------------------------------------

@cython.final
cdef class pick_plan(plan):
    """Moves elements on the host between strided dimensions and dimensions with lists of byte offsets.

    Operands: the destination, the source, and the lists. `scatter`: the destination has the lists.
    """
    cdef pick_t pick
    cdef int lists[MAX_DIMS]            # the operand number of the list of each axis, or 0
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
            may_stop()
            pick_run(in_threads, &p, written if self.scatter else source, source if self.scatter else written,
                     self.scatter)
        check_stop()
        return 0


def make_pick(tuple operands not None, size, strides, lists, bint scatter):
    """`size` and, for the operand with the lists, `strides` of the axes; `lists`: whether an axis has a list."""
    cdef pick_plan self = pick_plan.__new__(pick_plan)
    cdef description plain = operands[1] if scatter else operands[0]
    cdef int k, number = 2
    describe_plan(self, operands, CPU)
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


# --- Scatters that add -------------------------------------------------------------------------------------------

cdef dict SCATTER_CODES = {
    BOOL: SCATTER_BOOL, INT8: SCATTER_I8, UINT8: SCATTER_I8, INT16: SCATTER_I16, UINT16: SCATTER_I16,
    INT32: SCATTER_I32, UINT32: SCATTER_I32, INT64: SCATTER_I64, UINT64: SCATTER_I64, FLOAT: SCATTER_FLOAT,
    DOUBLE: SCATTER_DOUBLE, CFLOAT: SCATTER_CFLOAT, CDOUBLE: SCATTER_CDOUBLE}


@cython.final
cdef class scatter_add_plan(plan):
    """Adds values to elements at indices along an axis, on the host. Operands: the target, the values, the indices."""
    cdef scatter_add_t what
    cdef int type

    cdef int run(self, operand* at) except -1:
        cdef scatter_add_t what = self.what
        cdef int64_t bad
        what.target, what.values, what.index = host_address(&at[0]), host_address(&at[1]), host_address(&at[2])
        with nogil:
            bad = scatter_add_run(in_threads, &what, self.type)
        if bad >= 0:
            bad_index(<const int64_t*>(what.index + bad * what.between), False, 0, 1, &what.length, 0, None)
        return 0


def make_scatter_add(tuple operands not None, int axis):
    """A plan for a target, values that have its size but for their number along the axis, and a vector of int64."""
    cdef scatter_add_plan self = scatter_add_plan.__new__(scatter_add_plan)
    cdef description target = operands[0], values = operands[1], index = operands[2]
    cdef int d
    describe_plan(self, operands, CPU)
    self.type = SCATTER_CODES[target.dtype.code]
    self.what.count, self.what.between = index.n[0], index.s[0]
    self.what.length, self.what.row, self.what.apart = target.n[axis], target.s[axis], values.s[axis]
    for d in range(target.ndims):
        if d != axis:
            self.what.n[self.what.ndims] = target.n[d]
            self.what.s[self.what.ndims] = target.s[d]
            self.what.v[self.what.ndims] = values.s[d]
            self.what.ndims += 1
    return self


def scatter_add(tensor target not None, int axis, tensor values not None, tensor indices not None):
    """Add values to the elements of a tensor at indices along an axis. All have native byte order, one device, and
    one dtype, in which the processor computes; the target shares no memory with the others."""
    cdef operand at[3]
    cdef tuple given = (own(target), own(values), own(indices))     # other threads may give them other memory
    cdef plan p
    cdef tensor each
    cdef int k
    check_overlap(target.desc)
    check_writable(target)
    p = HOOKS["scatter_add"](tuple([without_axes(effective(<tensor>each)) for each in given]), axis)
    for k in range(3):
        each = given[k]
        touch(each.mem)
        at[k].mem = <PyObject*>each.mem
        at[k].offset = each.start
    return p.run(at) and None


cdef bint has_repeats(const int64_t* places, int64_t n):
    """Whether some place occurs more than once; most lists are ascending."""
    cdef int64_t k
    for k in range(1, n):
        if places[k] <= places[k - 1]:
            break
    else:
        return False
    return len({places[k] for k in range(n)}) < n


cdef int pick_on_device(tensor self, selection* sel, tensor plain, bint scatter) except -1:
    """Gather the selected elements of a tensor into another one on the same device, or `scatter` from that."""
    cdef operand at[MAX_OPERANDS]
    cdef description one = derive(effective(self), 0, NULL, NULL), column = without_axes(effective(plain))
    cdef int k, count = 2
    cdef list given = [], lists = []
    cdef bint repeats = False
    cdef plan p
    cdef tensor offsets
    cdef element there
    for k in range(sel.ndims):
        given.append(sel.list[k] != NULL or sel.there[k] != NULL)
        if sel.list[k] != NULL:
            offsets = new_tensor(INT64, 1, &sel.n[k])
            memcpy(address(offsets), sel.list[k], sel.n[k] * sizeof(int64_t))
            if scatter and not repeats:
                repeats = has_repeats(sel.list[k], sel.n[k])
            lists.append(brought(offsets, self.desc.device))
        elif sel.there[k] != NULL:
            there = <element>sel.there[k]
            if scatter and not repeats and not there.distinct:
                offsets = on_host(there.value)
                repeats = has_repeats(<const int64_t*>address(offsets), sel.n[k])
            lists.append(there.value)
    p = HOOKS["pick"](
        (one, column, *[effective(<tensor>each) for each in lists]) if scatter else
        (column, one, *[effective(<tensor>each) for each in lists]),
        tuple([sel.n[k] for k in range(sel.ndims)]), tuple([sel.s[k] for k in range(sel.ndims)]), tuple(given), scatter,
        repeats)
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


cdef tensor empty_result(tensor like, int ndims, const int64_t* n, const int* places):
    """A new column-major tensor for elements of another, in its byte order and on its stream. `places` are the
    dimensions of the other that its own come from, if they are known."""
    cdef memory mem = like.mem
    cdef description desc = fortran(like.desc.dtype, mem.device, ndims, n)
    if like.desc.axes is not None and ndims and places != NULL:
        desc = with_axes(desc, derived_axes(like.desc.axes, ndims, places, n))
    if like.desc.swapped != mem.swapped:
        desc = other_byte_order(desc)
    return new_view(allocate(mem.device, desc.high - desc.low, desc.dtype, mem.queue), 0, desc, False)


cdef tensor empty_selection(tensor like, selection* sel):
    """A new tensor for a selection, with the memory order of the dimensions that its axes come from."""
    cdef memory mem = like.mem
    cdef description desc
    if sel.ndims < 2 or is_fortran(like.desc):
        return empty_result(like, sel.ndims, sel.n, sel.places)
    desc = dense_by_strides(like.desc.dtype, mem.device, sel.ndims, sel.n, sel.s)
    if like.desc.axes is not None:
        desc = with_axes(desc, derived_axes(like.desc.axes, sel.ndims, sel.places, sel.n))
    if like.desc.swapped != mem.swapped:
        desc = other_byte_order(desc)
    return new_view(allocate(mem.device, desc.high, desc.dtype, mem.queue), 0, desc, False)


cdef tensor gather_on_device(tensor self, selection* sel):
    cdef tensor result = empty_selection(self, sel)
    if result.desc.nelem:
        pick_on_device(self, sel, result, False)
    return result


cdef list listed_there(description desc, list elements):
    """The elements of a key, with offsets for the lists and masks that are on the tensor's device, which finds them.
    The host does the others."""
    cdef element each, found
    cdef int consumed = 0, d = 0
    cdef list result = []
    cdef mask_t m
    cdef tensor value
    if desc.device.host:
        return elements
    for each in elements:
        consumed += each.dims
    if consumed > desc.ndims:
        return elements                 # the caller reports the error
    for each in elements:
        found = None
        if (each.kind == MASK or (each.kind == INDICES and not each.unsigned)) and each.size is None:
            value = <tensor>each.value
            if value.desc.device is desc.device and each.kind == MASK:
                lay_mask(value, each.dims, desc.n + d, desc.s + d, d, &m)       # raises when the sizes differ
                found = HOOKS["places"](value, effective(value), desc.strides[d:d + each.dims])
            elif value.desc.device is desc.device and is_fortran(value.desc):
                found = HOOKS["offsets"](
                    value, effective(value), desc.size[d:d + each.dims], desc.strides[d:d + each.dims])
        result.append(each if found is None else found)
        d += desc.ndims - consumed if each.kind == ELLIPSIS else each.dims
    return result


def offsets_element(int dims, tensor offsets not None, bint distinct):
    """An element with offsets that a device has found; `distinct`: no offset occurs twice."""
    cdef element self = new_element(OFFSETS, dims, offsets)
    self.distinct = distinct
    return self


cdef tensor gather(tensor self, selection* sel):
    cdef tensor result = empty_selection(self, sel)
    cdef memory source = self.mem
    cdef char* picked = source.data + self.start + sel.offset
    cdef char* plain = address(result)
    cdef int64_t nelem = result.desc.nelem
    cdef pick_t p
    cdef int k
    fill_pick(sel, self.desc.dtype.size, &p)
    for k in range(sel.ndims):
        p.plain[k] = result.desc.s[k]
    if nelem < UNLOCKED:
        pick_run(in_threads, &p, picked, plain, 0)
    else:
        with nogil:
            may_stop()
            pick_run(in_threads, &p, picked, plain, 0)
        check_stop()
    return result


cdef int FIRST = 0


cdef tensor gather_indices(tensor self, tensor indices, bint unsigned):
    """The elements of a vector at a list of indices, which are checked in the same pass."""
    cdef tensor result
    cdef memory source = self.mem, listed = indices.mem     # held: other threads may give the tensors other memory
    cdef description desc = self.desc
    cdef const int64_t* data = <const int64_t*>address(indices)
    cdef char* picked = source.data + self.start
    cdef char* plain
    cdef int64_t count = indices.desc.n[indices.desc.ndims - 1], bad
    cdef int size = desc.dtype.size
    result = empty_result(self, 1, &count, &FIRST)
    plain = address(result)
    if count < UNLOCKED:
        bad = index_gather_all(in_threads, data, count, desc.n[0], desc.s[0], unsigned, picked, plain, size)
    else:
        with nogil:
            may_stop()
            bad = index_gather_all(in_threads, data, count, desc.n[0], desc.s[0], unsigned, picked, plain, size)
        check_stop()
    if bad >= 0:
        bad_index(data, unsigned, bad, 1, desc.n, 0, desc.axes)
    return result


cdef tensor gather_masked(tensor self, tensor mask):
    """The elements under a mask that covers the whole tensor, without a list of offsets."""
    cdef mask_t m
    cdef int64_t count, found
    cdef memory source = self.mem
    cdef description desc = self.desc
    cdef int places = 0 if desc.ndims == 1 else SEVERAL_AXES * desc.ndims
    cdef char* picked = source.data + self.start
    cdef char* data
    cdef char* plain
    cdef tensor result
    mask = on_host(mask)
    lay_mask(mask, desc.ndims, desc.n, desc.s, 0, &m)
    data = address(mask)
    count = count_mask(&m, data, desc.nelem)
    result = empty_result(self, 1, &count, &places)
    plain = address(result)
    if desc.nelem < UNLOCKED:
        found = mask_move(&m, data, picked, plain, desc.dtype.size, desc.dtype.size, 0, count)
    else:
        with nogil:
            may_stop()
            found = mask_move(&m, data, picked, plain, desc.dtype.size, desc.dtype.size, 0, count)
        check_stop()
    changed(found, count)
    return result


cdef inline element direct(description desc, list elements):
    """The only element of a key for which the host needs no selection: a mask or offsets for all dimensions, or indices
    into a vector."""
    cdef element each
    if desc.device.host and len(elements) == 1:
        each = <element>elements[0]
        if each.dims == desc.ndims and (each.kind == MASK or each.kind == OFFSETS or (
                each.kind == INDICES and each.dims == 1)):
            check_bound(elements, desc, 0)
            return each
    return None


cdef list elements_for(object key, description desc):
    """The elements of a key; a bound index, used alone, is for exactly the dimensions that it was bound to."""
    cdef element each
    cdef list elements
    cdef int dims = 0
    if not isinstance(key, element_list):
        return elements_of(key, False, desc)
    elements = list((<element_list>key).elements)
    for each in elements:
        if each.size is None and each.kind != NEW:
            return elements
        dims += each.dims
    if dims and dims != desc.ndims:
        raise OceanIndexError(f"Mismatch in number of dimensions (expected {dims} got {desc.ndims})")
    return elements


cdef inline bint is_list(tensor self) noexcept:
    """Whether the kernels can read a tensor as a list of indices: contiguous int64 on the host."""
    return (self.desc.dtype.code == INT64 and self.desc.ndims == 1 and is_native(self)
            and self.desc.device.host and is_fortran(self.desc))


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
    if type(key) is tensor and desc.ndims == 1 and is_list(<tensor>key) and desc.device.host:
        touch((<tensor>key).mem)
        return gather_indices(self, <tensor>key, False)
    mem, start = self.mem, self.start       # `__index__` of a bound may run code that changes self
    if not read_view(desc, key, False, &sel):
        return get_general(own(self), key, &sel)
    if sel.single:
        return read_element(self, sel.offset)
    return new_view(mem, start + sel.offset, derive_from(desc, sel.ndims, sel.n, sel.s, sel.places), self.locked)


cdef object EVERYTHING = slice(None)


def key_by_axes(axes, int ndims, dict key not None):
    """Convert a key by axes (a dict) to a key by position."""
    cdef list parts = [EVERYTHING] * ndims
    for each, part in key.items():
        if type(each) is not axis_type and type(each) is not str:
            raise OceanTypeError(f"A key that is a dict has axes and what to take along each, got dict {shown(key)}")
        place = find_named(axes, each) if type(each) is str else find_axis(axes, <axis_type>each)
        if parts[place] is not EVERYTHING:
            raise OceanIndexError(f"The axis {axes[place]} occurs twice in the key {shown(key)}")
        parts[place] = part
    return tuple(parts)


cdef object get_general(tensor self, object key, selection* sel):
    """The elements of a key that may hold lists, masks, tensors and index objects."""
    cdef description desc = self.desc
    cdef list elements, kept = []
    cdef element only
    if type(key) is dict:
        return getitem(self, key_by_axes(desc.axes, desc.ndims, key))
    if desc.axes is not None:
        self, key = HOOKS["masked"](self, key)
        desc = self.desc
    elements = listed_there(desc, elements_for(key, desc))
    only = direct(desc, elements)
    if only is None:
        select(desc, elements, sel, kept)
    elif only.kind == OFFSETS:
        start_selection(sel)
        sel.ndims = sel.lists = 1
        kept.append(on_host(only.value))
        sel.n[0], sel.s[0] = (<tensor>kept[0]).desc.nelem, 0
        sel.places[0] = 0 if desc.ndims == 1 else SEVERAL_AXES * desc.ndims
        sel.list[0] = <const int64_t*>address(<tensor>kept[0])
    if only is not None or sel.lists:
        touch(self.mem)
        if not desc.device.host:
            return gather_on_device(self, sel)
        if only is None or only.kind == OFFSETS:
            return gather(self, sel)
        if only.kind == MASK:
            return gather_masked(self, only.value)
        return gather_indices(self, on_host(only.value), only.unsigned)
    if sel.single:
        return read_element(self, sel.offset)
    return picked_view(self, sel)


cdef tensor picked_view(tensor self, selection* sel):
    """The view of a selection without lists."""
    return new_view(self.mem, self.start + sel.offset, derive_from(self.desc, sel.ndims, sel.n, sel.s, sel.places),
                    self.locked)


# --- Assignment --------------------------------------------------------------------------------------------------

cdef tensor number_in(tensor self, object value):
    """A number as a tensor without dimensions, with the dtype, byte order in memory, and device of another."""
    cdef tensor result
    if not self.desc.device.host:
        result = empty_result(self, 0, NULL, NULL)
        copy_to(value, result)
        return result
    result = new_tensor(self.desc.dtype.code, 0, NULL)
    pack(self.desc.dtype.code, value, address(result))
    if not is_native(self):
        to_order(address(result), self.desc.dtype, 1)
    return result


cdef object fitted(object value, int ndims, const int64_t* n, bint reorders):
    """A value for elements of the given size: a number, or a tensor that can be broadcast to it. `reorders`: or one
    with the same number of elements, if one of the two is a vector."""
    cdef description desc
    cdef int i
    if is_scalar(value):
        return value
    if type(value) is tensor:
        if (<tensor>value).desc.axes is not None:
            value = new_view((<tensor>value).mem, (<tensor>value).start, without_axes((<tensor>value).desc), True)
        desc = (<tensor>value).desc
        if desc.ndims == ndims:
            for i in range(ndims):
                if desc.n[i] != n[i]:
                    break
            else:
                return value
    return HOOKS["value"](value, tuple([n[i] for i in range(ndims)]), reorders)


cdef tensor values_in(tensor self, object value, int ndims, const int64_t* n):
    """A value as a tensor with the dtype and byte order in memory of another, which shares no bytes with it."""
    cdef tensor source
    cdef description desc
    cdef int64_t size[MAX_DIMS]
    if LAZY is not None and type(value) is LAZY:    # computed, cast and swapped in one pass
        source = empty_result(self, read_size(value.size, size), size, NULL)
        value.into(source)
        value = source
    value = fitted(value, ndims, n, False)
    if is_scalar(value):
        return number_in(self, value)
    source = <tensor?>value
    if (source.desc.dtype is not self.desc.dtype or source.desc.device is not self.desc.device
            or is_native(source) != is_native(self)
            or share_bytes(source, self)):
        desc = fortran(self.desc.dtype, self.desc.device, source.desc.ndims, source.desc.n)
        return copied(source, other_byte_order(desc) if effective(self).swapped else desc)
    return own(source)


cdef int64_t value_stride(tensor value, int axis) noexcept:
    """The stride of a value along an axis of its destination: zero where it is broadcast."""
    return value.desc.s[axis] if axis < value.desc.ndims and value.desc.n[axis] != 1 else 0


cdef int check_repeats(tensor self, selection* sel, tensor value) except -1:
    """Refuse to assign several values to elements that share memory."""
    cdef int k
    if self_overlap(self.desc) == 0:
        return 0
    check_overlap(
        describe(self.desc.dtype, self.desc.device, self.desc.swapped, sel.covered, sel.cover_n, sel.cover_s), True)
    for k in range(sel.ndims):
        if sel.repeats[k] and sel.n[k] > 1 and value_stride(value, k):
            refuse_repeats()
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
        pick_run(in_threads, &p, picked, plain, 1)
    else:
        with nogil:
            may_stop()
            pick_run(in_threads, &p, picked, plain, 1)
        check_stop()
    return 0


cdef int scatter_indices(tensor self, tensor indices, bint unsigned, object value) except -1:
    """Assign to the elements of a vector at a list of indices; all are checked first."""
    cdef tensor source
    cdef memory target = self.mem
    cdef description desc = self.desc
    cdef const int64_t* data
    cdef char* picked = target.data + self.start
    cdef char* plain
    cdef int64_t count, bad, step, nbytes
    cdef int size = desc.dtype.size
    cdef memory maps
    cdef char* marks = NULL
    indices = on_host(indices)
    count = indices.desc.n[indices.desc.ndims - 1]
    if share_bytes(indices, self):
        indices = plain_copy(indices, INT64)
    source = values_in(self, value, 1, &count)
    plain = address(source)
    step = value_stride(source, 0)
    check_whole_repeats(desc, step)
    data = <const int64_t*>address(indices)
    nbytes = scatter_bytes(count, desc.n[0], step)
    if nbytes:
        maps = allocate(CPU, nbytes, kind_of(UINT8), None)
        marks = maps.data
    if count < UNLOCKED:
        bad = index_scatter_all(
            in_threads, data, count, desc.n[0], desc.s[0], unsigned, picked, plain, step, size, marks)
    else:
        with nogil:
            bad = index_scatter_all(in_threads, data, count, desc.n[0], desc.s[0], unsigned, picked, plain, step, size,
                                    marks)
    if bad >= 0:
        bad_index(data, unsigned, bad, 1, desc.n, 0, desc.axes)
    return 0


cdef int check_whole_repeats(description desc, int64_t step) except -1:
    """Refuse to assign several values to elements that share memory, for lists of any elements of a tensor."""
    if check_overlap(desc, True) and step:
        refuse_repeats()
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
    if is_scalar(value):
        source = number_in(self, value)
    else:
        count = count_mask(&m, data, desc.nelem)
        source = values_in(self, value, 1, &count)
    plain = address(source)
    step = value_stride(source, 0)
    check_whole_repeats(desc, step)
    if is_scalar(value):
        with nogil:
            mask_fill(in_threads, &m, data, picked, plain, desc.dtype.size)
        return 0
    if desc.nelem < UNLOCKED:
        found = mask_move(&m, data, picked, plain, step, desc.dtype.size, 1, count)
    else:
        with nogil:
            found = mask_move(&m, data, picked, plain, step, desc.dtype.size, 1, count)
    changed(found, count)
    return 0


cdef int assign(tensor view, object value) except -1:
    """Copy a value into a view, casting and broadcasting."""
    cdef tensor source
    if LAZY is not None and type(value) is LAZY:
        check_writable(view)
        value.into(view)
        return 0
    if type(value) is not tensor or (<tensor>value).desc.axes is None or view.desc.axes is None:
        value = fitted(value, view.desc.ndims, view.desc.n, True)
    if type(value) is tensor:
        source = <tensor>value
        if source.mem is view.mem and source.start == view.start and source.desc is view.desc:
            return check_writable(view)     # an in-place operator has written the value already
    copy_to(value, view)
    return 0


cdef int setitem(tensor self, object key, object value) except -1:
    cdef selection sel
    cdef description desc = self.desc
    cdef memory mem = self.mem
    cdef Py_ssize_t start = self.start
    if (type(key) is tensor and desc.ndims == 1 and desc.axes is None and desc.device.host
            and is_list(<tensor>key)):
        check_writable(self)
        touch(mem)
        touch((<tensor>key).mem)
        return scatter_indices(own(self), own(<tensor>key), False, value)
    if not read_view(desc, key, False, &sel):
        return set_general(own(self), key, value, &sel)
    if sel.added:
        no_new_dims()
    if sel.single and is_scalar(value) and desc.device.host:
        check_writable(self)
        return write_element(self, sel.offset, value)
    return assign(
        new_view(mem, start + sel.offset, derive_from(desc, sel.ndims, sel.n, sel.s, sel.places), self.locked), value)


cdef int no_new_dims() except -1:
    raise OceanIndexError("None cannot be used in an index that is assigned to")


cdef int set_general(tensor self, object key, object value, selection* sel) except -1:
    """Assign to the elements of a key that may hold lists, masks, tensors and index objects."""
    cdef description desc
    cdef list elements, kept = []
    cdef element each
    if type(key) is dict:
        return setitem(self, key_by_axes(self.desc.axes, self.desc.ndims, key), value)
    if self.desc.axes is not None:
        self, key = HOOKS["masked"](self, key)
    desc = self.desc
    elements = elements_for(key, desc)
    for each in elements:
        if each.kind == NEW:
            no_new_dims()
    if not holds_tensors(elements):
        select(desc, elements, sel, kept)
        return assign(picked_view(self, sel), value)
    check_writable(self)
    touch(self.mem)
    elements = listed_there(desc, elements)
    if LAZY is not None and type(value) is LAZY and desc.axes is not None and value.axes is not None:
        value = value.eval()
    if type(value) is tensor and (<tensor>value).desc.axes is not None and desc.axes is not None:
        select(desc, elements, sel, kept)
        return scatter(self, sel, HOOKS["fitted"](value, derived_axes(desc.axes, sel.ndims, sel.places, sel.n)))
    each = direct(desc, elements)
    if each is not None and each.kind == MASK:
        return scatter_masked(self, each.value, value)
    if each is not None and each.kind == INDICES:
        return scatter_indices(self, each.value, each.unsigned, value)
    select(desc, elements, sel, kept)
    return scatter(self, sel, value)


cdef bint holds_tensors(list elements):
    cdef element each
    for each in elements:
        if each.kind >= INDICES:
            return True
    return False
