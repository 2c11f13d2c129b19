"""Joining, splitting, repeating and rolling tensors: copies between views, on any device.

A result has the common memory order of its inputs, else column-major order. The inputs are private objects (`own`),
which other threads cannot change.
"""

from cpython.long cimport PyLong_CheckExact
from libc.stdint cimport int64_t
from libc.string cimport memcpy

from ocean._src.core.objects.dtypes import common
from ocean._src.core.objects.description import size_text
from ocean._src.base.errors import OceanValueError

from ocean._src.core.objects.description cimport (
    MAX_DIMS, broadcast_to, derive, description, following, fortran, is_fortran, quick_axis, read_axis, read_int,
    read_new_axis, read_size, same_size, check_overlap, refuse_repeats, size_of, sliced, unsqueezed)
from ocean._src.core.objects.dtypes cimport dtype
from ocean._src.core.objects.memory cimport device, touch
from ocean._src.core.objects.tensor cimport (
    address, is_native, own,
    UNLOCKED, check_writable, copied, copy_to, new_tensor, new_view, share_bytes, tensor)
from ocean._src.core.functions.views cimport with_size

cdef extern from *:
    """
    static int add_overflows(int64_t a, int64_t b, int64_t *r) { return __builtin_add_overflow(a, b, r); }
    static int mul_overflows(int64_t a, int64_t b, int64_t *r) { return __builtin_mul_overflow(a, b, r); }
    """
    int add_overflows(int64_t, int64_t, int64_t*) noexcept
    int mul_overflows(int64_t, int64_t, int64_t*) noexcept


cdef tensor part(tensor whole, int64_t offset, description desc):
    """A view of a tensor."""
    return new_view(whole.mem, whole.start + offset, desc, False)


cdef inline int64_t length_along(description self, int axis) noexcept:
    """The size along an axis; missing dimensions have size one."""
    return self.n[axis] if axis < self.ndims else 1


def as_tensors(values):
    """New objects for a list or tuple of tensors; None for anything else."""
    cdef list result = []
    if type(values) is not list and type(values) is not tuple:
        return None
    for each in values:
        if type(each) is not tensor:
            return None
        if (<tensor>each).desc.axes is not None:
            raise OceanValueError(
                "Tensors with axes cannot be put together like this; withoutAxes() gives tensors that have none")
        result.append(own(<tensor>each))
    return result


def are_integers(values):
    """Whether something is a nonempty list of Python integers."""
    if type(values) is not list or not values:
        return False
    for each in <list>values:
        if not PyLong_CheckExact(each):
            return False
    return True


def agreed(list pieces not None):
    """The common dtype and device of tensors; None where they differ."""
    cdef tensor each = <tensor?>pieces[0]
    kind, where = each.desc.dtype, each.desc.device
    for each in pieces:
        if each.desc.dtype is not kind:
            kind = None
        if each.desc.device is not where:
            where = None
    return kind, where


cdef enum:
    FEW_ELEMENTS = 4096     # the limit of matrices whose columns are moved one by one,
    FEW_COLUMNS = 128


# --- One after another -------------------------------------------------------------------------------------------

cdef int joined_size(list pieces, object axis, int64_t* n, int* ndims) except -1:
    """The size of tensors joined along an axis, which may be a new last one; returns the axis."""
    cdef description desc
    cdef tensor each
    cdef int dims = 0, along, d
    cdef int64_t total = 0, position = 0
    for each in pieces:
        dims = max(dims, each.desc.ndims)
    along = quick_axis(axis, dims)
    if along < 0:
        along = dims if dims < MAX_DIMS and axis == dims else read_axis(axis, dims)
    dims = max(dims, along + 1)
    for each in pieces:
        desc = each.desc
        for d in range(dims):
            if d == along:
                if add_overflows(total, length_along(desc, d), &total):
                    raise OceanValueError("The merged size exceeds 64 bits")
            elif position == 0:
                n[d] = length_along(desc, d)
            elif length_along(desc, d) != n[d]:
                raise OceanValueError(f"Mismatch in size at dimension {d} of tensor {position} "
                                      f"(expected {n[d]} got {length_along(desc, d)})")
        position += 1
    n[along] = total
    ndims[0] = dims
    return along


cdef description layout_for(list pieces, dtype kind, device where, int ndims, const int64_t* n, int new_axis=-1):
    """The description of a result with the common memory order of the pieces, and perhaps a new axis."""
    cdef tensor each
    cdef list leading
    for each in pieces:
        if not is_fortran(each.desc):
            leading = [each.desc if new_axis < 0 else unsqueezed(each.desc, new_axis) for each in pieces]
            return following(kind, where, ndims, n, leading)
    return fortran(kind, where, ndims, n)


cdef description layout_like(description desc, int ndims, const int64_t* n):
    """The description of a result of another size, with the memory order of a tensor."""
    if is_fortran(desc):
        return fortran(desc.dtype, desc.device, ndims, n)
    return following(desc.dtype, desc.device, ndims, n, [desc])


cdef inline bint copy_bytes(tensor source, tensor result, int64_t offset, description desc) except -1:
    """Copy a small tensor to a part of the result with a description like its own; False if its bytes are not in one
    run. A memcpy costs less than a launch."""
    if (source.desc.nelem >= UNLOCKED or not result.desc.device.host or not is_fortran(source.desc)
            or not is_fortran(desc) or not same_bytes(source, result)):
        return False
    touch(source.mem)
    memcpy(address(result) + offset, address(source), source.desc.nelem * source.desc.dtype.size)
    return True


cdef int copy_along(tensor result, list pieces, int axis) except -1:
    """Copy tensors one after another along an axis of a result of the right size."""
    cdef tensor each
    cdef description whole = result.desc, desc
    cdef int64_t n[MAX_DIMS]
    cdef int64_t offset = 0, k
    cdef bint runs = is_fortran(whole) and axis == whole.ndims - 1
    memcpy(n, whole.n, whole.ndims * sizeof(int64_t))
    for each in pieces:
        desc = each.desc
        n[axis] = length_along(desc, axis)
        if desc.nelem == 0:
            pass
        elif runs and copy_bytes(each, result, offset, desc):
            pass
        elif small_columns(each, result) and same_bytes(each, result):
            touch(each.mem)
            for k in range(desc.n[1]):
                memcpy(address(result) + offset + k * whole.s[1],
                       address(each) + k * desc.s[1], desc.n[0] * desc.dtype.size)
        else:
            if desc.ndims < whole.ndims:
                each.desc = broadcast_to(desc, whole.ndims, n, 0)
            copy_to(each, part(result, offset, derive(whole, whole.ndims, n, whole.s)))
        offset += n[axis] * whole.s[axis]
    return 0


cdef inline bint small_columns(tensor source, tensor result) noexcept:
    """Whether two matrices on the host are small and have contiguous columns: then columns are moved."""
    cdef description one = source.desc, other = result.desc
    return (one.ndims == 2 and other.ndims == 2 and one.nelem < FEW_ELEMENTS and one.n[1] < FEW_COLUMNS
            and one.device.host and one.s[0] == one.dtype.size and other.s[0] == other.dtype.size
            and one.axes is None and other.axes is None)


cdef inline bint same_bytes(tensor first, tensor second) noexcept:
    """Whether both have the same dtype, byte order and device."""
    return (first.desc.dtype is second.desc.dtype and first.desc.device is second.desc.device
            and is_native(first) == is_native(second))


cpdef tensor join(list pieces, object axis, dtype kind=None, device where=None):
    """Tensors one after another along an axis, in the given dtype (else the common one) and on the given device (else
    that of the first). Missing dimensions on the right count as size one: vectors are columns."""
    cdef int64_t n[MAX_DIMS]
    cdef int ndims = 0, along = joined_size(pieces, axis, n, &ndims)
    cdef tensor first = <tensor>pieces[0], result
    if kind is None:
        kind = agreed(pieces)[0] or common(*{(<tensor>each).desc.dtype for each in pieces})
    if where is None:
        where = first.desc.device
    result = new_tensor(
        layout_for(pieces, kind, where, ndims, n), first.mem.queue if where is first.desc.device else None)
    copy_along(result, pieces, along)
    return result


def join_into(tensor result not None, list pieces not None, axis, str function):
    """Put tensors one after another along an axis of a given result."""
    cdef int64_t n[MAX_DIMS]
    cdef int ndims = 0, d, along = joined_size(pieces, axis, n, &ndims)
    cdef tensor target = own(result), each
    expected = tuple([n[d] for d in range(ndims)])
    if size_of(target.desc) != expected:
        raise OceanValueError(
            f"{function}(): the result has size {size_text(size_of(target.desc))}, expected {size_text(expected)}")
    check_writable(target)
    if check_overlap(target.desc, True):
        pieces = without_repeats(target, pieces, along)
    for each in pieces:
        if share_bytes(each, target):
            pieces = [copied(each, layout_like(each.desc, each.desc.ndims, each.desc.n)) for each in pieces]
            break
    copy_along(target, pieces, along)


cdef list without_repeats(tensor target, list pieces, int axis):
    """Give a target with strides of zero, and the pieces for it, length one there; returns the remaining pieces."""
    cdef description desc = target.desc
    cdef int64_t n[MAX_DIMS]
    cdef tensor each, first = None
    cdef int d
    for d in range(desc.ndims):
        if desc.s[d] or desc.n[d] < 2:
            continue
        if d == axis:
            for each in pieces:
                if each.desc.nelem and first is None:
                    first = each
                if each.desc.nelem and not repeats(each, first, axis):
                    raise OceanValueError("Input slices must share identical data when the result tensor has zero "
                                          "stride along the merge axis")
        else:
            for each in pieces:
                if length_along(each.desc, d) > 1 and each.desc.s[d]:
                    refuse_repeats()
    if first is not None:
        pieces = [first]
    for each in [target, *pieces]:
        memcpy(n, each.desc.n, each.desc.ndims * sizeof(int64_t))
        for d in range(each.desc.ndims):
            if desc.s[d] == 0 and desc.n[d] > 1 and (d != axis or first is not None):
                n[d] = 1
        each.desc = derive(each.desc, each.desc.ndims, n, each.desc.s)
    return pieces


cdef bint repeats(tensor self, tensor first, int axis) noexcept:
    """Whether all slices of a piece along an axis are the same memory as those of the first piece."""
    cdef int d
    if length_along(self.desc, axis) > 1 and self.desc.s[axis]:
        return False
    if self.mem is not first.mem or self.start != first.start or not same_bytes(self, first):
        return False
    for d in range(min(self.desc.ndims, first.desc.ndims)):
        if d != axis and self.desc.n[d] > 1 and self.desc.s[d] != first.desc.s[d]:
            return False
    return True


cdef enum:
    SEVERAL = 1 << 15       # from this number of elements on, several tensors are copied in one pass

cdef object together = None


def set_together(function):
    """Set the function that copies tensors into others whose elements are interleaved, in one pass."""
    global together
    together = function


cpdef tensor stacked(list pieces, object axis, dtype kind=None, device where=None):
    """Tensors of the same size one after another along a new axis, in the given dtype (else the common one) and on the
    given device (else that of the first)."""
    cdef tensor first = <tensor>pieces[0], each, result
    cdef description whole, inner
    cdef int64_t n[MAX_DIMS]
    cdef int64_t s[MAX_DIMS]
    cdef int ndims = first.desc.ndims, along = read_new_axis(axis, ndims), d
    cdef int64_t offset = 0, position = 0
    for each in pieces:
        if not same_size(each.desc, first.desc):
            raise OceanValueError(f"stack(): tensor {position} has size {size_text(size_of(each.desc))}, "
                                  f"expected {size_text(size_of(first.desc))}")
        position += 1
    inner = unsqueezed(first.desc, along)
    memcpy(n, inner.n, inner.ndims * sizeof(int64_t))
    n[along] = position
    if kind is None:
        kind = agreed(pieces)[0] or common(*{(<tensor>each).desc.dtype for each in pieces})
    if where is None:
        where = first.desc.device
    whole = layout_for(pieces, kind, where, ndims + 1, n, along)
    result = new_tensor(whole, first.mem.queue if where is first.desc.device else None)
    if whole.nelem == 0:
        return result
    for d in range(ndims):
        s[d] = whole.s[d + (d >= along)]
    inner = derive(whole, ndims, first.desc.n, s)
    if (whole.s[along] == whole.dtype.size and whole.nelem >= SEVERAL and whole.device.host
            and agreed(pieces)[1] is where):
        targets = [part(result, position * whole.s[along], inner) for position in range(len(pieces))]
        together(targets, pieces)
        return result
    for each in pieces:
        if not copy_bytes(each, result, offset, inner):
            copy_to(each, part(result, offset, inner))
        offset += whole.s[along]
    return result


# --- Repetition --------------------------------------------------------------------------------------------------

cdef tensor repeated(tensor source, int ndims, const int64_t* times, bint each):
    """A copy with every place along an axis repeated (`each`), or with the whole axis repeated."""
    cdef description desc = source.desc, whole
    cdef int64_t size[MAX_DIMS]
    cdef int64_t n[2 * MAX_DIMS]
    cdef int64_t to[2 * MAX_DIMS]
    cdef int64_t s[2 * MAX_DIMS]
    cdef int d, k = 0
    cdef tensor result
    for d in range(ndims):
        if mul_overflows(length_along(desc, d), times[d], &size[d]):
            raise OceanValueError(f"A size of {length_along(desc, d)} times {times[d]} exceeds 64 bits")
    whole = layout_like(desc, ndims, size)
    if whole.nelem == 0:
        return new_tensor(whole, source.mem.queue)
    for d in range(ndims):      # one loop over the places of each axis, and one over its repetitions
        n[k] = length_along(desc, d)
        s[k] = desc.s[d] if d < desc.ndims else 0
        to[k] = whole.s[d]
        k += 1
        if times[d] != 1:
            n[k] = times[d]
            s[k] = 0
            to[k] = whole.s[d]
            if each:
                to[k - 1] *= times[d]
            else:
                to[k] *= n[k - 1]
            k += 1
    if k > MAX_DIMS:
        return repeated_by_axis(source, ndims, times, each)
    result = new_tensor(whole, source.mem.queue)
    copy_to(part(source, 0, derive(desc, k, n, s)), part(result, 0, derive(whole, k, n, to)))
    return result


cdef tensor repeated_by_axis(tensor source, int ndims, const int64_t* times, bint each):
    """`repeated` for many dimensions: one axis at a time, with the dimensions before and after it coalesced."""
    cdef int64_t size[MAX_DIMS]
    cdef int64_t blocks[3]
    cdef int64_t counts[3]
    cdef int d, k
    counts[0] = counts[2] = 1
    for d in range(ndims):
        size[d] = length_along(source.desc, d)
    source = with_size(own(source), ndims, size)
    for d in range(ndims):
        if times[d] != 1:
            blocks[0] = blocks[2] = 1
            for k in range(ndims):
                if k != d:
                    blocks[0 if k < d else 2] *= size[k]
            blocks[1], counts[1] = size[d], times[d]
            size[d] *= times[d]
            source = with_size(repeated(with_size(own(source), 3, blocks), 3, counts, each), ndims, size)
    return source


def tiled(tensor source not None, counts):
    """The tensor repeated as a whole, the given number of times along each dimension."""
    cdef int64_t times[MAX_DIMS]
    cdef int given = read_size(counts, times), d
    source = own(source)
    for d in range(given):
        if times[d] < 0:
            raise OceanValueError(f"tile(): the counts must be nonnegative, got {[times[k] for k in range(given)]}")
    for d in range(given, source.desc.ndims):
        times[d] = 1
    return repeated(source, max(given, source.desc.ndims), times, False)


def each_repeated(tensor source not None, count, axis):
    """Each place along an axis repeated the same number of times; without an axis, each element, as a vector."""
    cdef int64_t times[MAX_DIMS]
    cdef int64_t number = read_int(count, "count"), nelem
    cdef int d, along = 0
    source = own(source)
    if axis is None:
        nelem = source.desc.nelem
        source = with_size(source, 1, &nelem)
    else:
        along = read_axis(axis, source.desc.ndims)
    if number < 0:
        raise OceanValueError(f"repeat(): the counts must be nonnegative, got {number}")
    for d in range(source.desc.ndims):
        times[d] = number if d == along else 1
    return repeated(source, source.desc.ndims, times, True)


# --- Blocks ------------------------------------------------------------------------------------------------------

def rolled(tensor source not None, shifts, axes):
    """The elements shifted cyclically along axes."""
    cdef description desc, whole
    cdef int64_t shift[MAX_DIMS]
    cdef int64_t n[MAX_DIMS]
    cdef int64_t length, first, second
    cdef int d, moved = 0, block, bit
    cdef tensor result
    source = own(source)
    desc = source.desc
    for d in range(desc.ndims):
        shift[d] = 0
    for given, axis in zip(shifts, axes):
        d = read_axis(axis, desc.ndims)
        if desc.n[d]:
            shift[d] = (shift[d] + given % desc.n[d]) % desc.n[d]
    for d in range(desc.ndims):
        moved += shift[d] != 0
    whole = layout_like(desc, desc.ndims, desc.n)
    result = new_tensor(whole, source.mem.queue)
    if whole.nelem == 0:
        return result
    for block in range(1 << moved):     # each shifted axis has two parts, which change places
        first = second = 0
        bit = 0
        for d in range(desc.ndims):
            n[d] = length = desc.n[d]
            if shift[d]:
                if block >> bit & 1:
                    n[d] = shift[d]
                    first += (length - shift[d]) * desc.s[d]
                else:
                    n[d] = length - shift[d]
                    second += shift[d] * whole.s[d]
                bit += 1
        copy_to(part(source, first, derive(desc, desc.ndims, n, desc.s)),
                part(result, second, derive(whole, desc.ndims, n, whole.s)))
    return result


def cut(tensor source not None, int axis, sizes):
    """Views of parts of the given sizes along an axis."""
    cdef description desc
    cdef int64_t offset, start = 0, length
    cdef list result = []
    cdef tensor piece
    source = own(source)
    desc = source.desc
    for each in sizes:
        length = each
        offset = 0
        piece = own(source)
        piece.desc = sliced(desc, axis, start, length, 1, &offset)
        piece.start += offset
        result.append(piece)
        start += length
    return result
