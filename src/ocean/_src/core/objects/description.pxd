from cpython.ref cimport PyObject
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcmp
from ocean._src.core.objects.axes cimport FEW_DIMS, MAX_DIMS
from ocean._src.core.objects.dtypes cimport dtype
from ocean._src.core.objects.memory cimport device



cdef class description:
    # What a call with a new size reads comes first: it is in few cache lines.
    cdef uint64_t hashed
    cdef PyObject* chained          # the next one in the chain of the table, borrowed
    cdef readonly dtype dtype
    cdef readonly device device
    cdef readonly object axes
    cdef readonly int ndims
    cdef readonly bint swapped
    cdef int64_t* n                 # lengths and strides: in `few`, or in memory of their own
    cdef int64_t* s
    cdef readonly int64_t nelem, low, high
    cdef int _overlap, _fortran     # -1: not known yet
    cdef int64_t length             # along the last dimension, -1 without dimensions
    cdef int64_t few[2 * FEW_DIMS]
    cdef PyObject* newer            # the next one by age, borrowed
    cdef tuple _size, _strides      # None until they are needed; see `size_of`
    cdef tuple _shape               # the size in reverse order


cdef tuple new_size(description self)
cdef tuple new_strides(description self)
cdef tuple new_shape(description self)


cdef inline tuple size_of(description self):
    return new_size(self) if self._size is None else self._size


cdef inline tuple strides_of(description self):
    return new_strides(self) if self._strides is None else self._strides


cdef inline tuple reversed_size(description self):
    """The size in reverse order."""
    return new_shape(self) if self._shape is None else self._shape


cdef bint find_fortran(description self) noexcept


cdef inline bint is_fortran(description self) noexcept:
    """Whether the elements are in column-major order without gaps."""
    return find_fortran(self) if self._fortran < 0 else self._fortran


cdef inline bint same_size(description one, description other) noexcept:
    return one.ndims == other.ndims and memcmp(one.n, other.n, one.ndims * sizeof(int64_t)) == 0


cdef description describe(dtype kind, device where, bint swapped, int ndims, const int64_t* n, const int64_t* s)
cdef description derive(description self, int ndims, const int64_t* n, const int64_t* s)
cdef description derive_as(description self, dtype kind, int ndims, const int64_t* n, const int64_t* s)
cdef description derive_from(description self, int ndims, const int64_t* n, const int64_t* s, const int* places)
cdef description with_axes(description self, object axes)
cdef description without_axes(description self)
cdef description axes_as(description self, description source)
cdef description fortran(dtype kind, device where, int ndims, const int64_t* n)
cdef description following(dtype kind, device where, int ndims, const int64_t* n, list leading)
cdef description ordered_like(dtype kind, device where, int ndims, const int64_t* n, PyObject** leading, int count)
cdef bint memory_order(int ndims, PyObject** leading, int count, int* order) noexcept
cdef description dense_by_strides(dtype kind, device where, int ndims, const int64_t* n, const int64_t* s)
cdef description other_byte_order(description self)
cdef unaligned(device where)

cdef int self_overlap(description self) except -1
cpdef int check_overlap(description target, bint repeats=*) except -1
cpdef int refuse_repeats() except -1

cdef int64_t read_int(object value, str what) except? -1
cdef int quick_axis(object value, int ndims) except -2
cdef int read_axis(object value, int ndims) except -1
cdef int axis_in(description self, object value) except -1
cdef int read_new_axis(object value, int ndims) except -1
cpdef int check_ndims(int ndims, str what) except -1
cdef int read_size(object size, int64_t* n) except -1

cdef description transposed(description self)
cdef description axes_swapped(description self, int a, int b)
cdef description permuted(description self, object order)
cdef description axes_reversed(description self)
cdef description axes_reversed2(description self)
cdef description flipped(description self, int axis, int64_t* offset)
cdef description sliced(description self, int axis, int64_t first, int64_t count, int64_t step, int64_t* offset)
cdef description diagonal_of(description self, int64_t index, int64_t* offset)
cdef description part_of(description self, int which, int64_t* offset)
cdef description broadcast_to(description self, int ndims, const int64_t* n, int mode)
cdef description squeezed(description self, int axis)
cdef description unsqueezed(description self, int axis)
cdef description reshaped(description self, int ndims, const int64_t* n)
