"""Searching in sorted elements, counting in bins, and distinct elements; on the host, like sorting."""

from cpython.ref cimport PyObject
from libc.math cimport INFINITY
from libc.stdint cimport int64_t, uint32_t
from libc.string cimport memcpy, memset

from ocean._src.core.objects.description import size_text
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown
from ocean._src.core.host.sorting.sorting import argsort, sort
from ocean._src.core.objects.tensor import item

from ocean._src.core.call.callables cimport compiled
from ocean._src.core.objects.description cimport description, fortran, is_fortran, read_int, same_size, size_of
from ocean._src.core.objects.dtypes cimport CDOUBLE, DOUBLE, INT64, UINT64, common_code, dtype, kind_of, scalar
from ocean._src.core.objects.memory cimport CPU, touch
from ocean._src.core.call.operands cimport argument, beside, scalar_tensor, tensor_of
from ocean._src.core.host.sorting.sorting cimport numbers, sent_to, vector
from ocean._src.core.call.stopping cimport check_stop, may_stop
from ocean._src.core.objects.tensor cimport (
    GETITEM, address, copied, in_threads, new_tensor, new_view, own, run_fn, tensor)

cdef extern from "searching.h" nogil:
    ctypedef struct search_t:
        int code, size, right
        int64_t n, count
        const int64_t* keys
        const int64_t* second
        const char* values
        int64_t* places
    ctypedef struct bins_t:
        int code, size
        int64_t n
        const char* source
        const double* weights
        int64_t bins
        const double* edges
        int even
        double low, high, scale, clear
        int64_t* counts
        uint32_t* tallies
        int64_t width
        double* sums
        int64_t least[64]
        int64_t most[64]
        double smallest[64]
        double largest[64]
        int tables
    void order_keys(int, const char*, int64_t, int, int64_t*, int64_t*) noexcept
    void search_run(search_t*, run_fn) noexcept
    int64_t bins_tasks(bins_t*) noexcept
    void bins_bounds(bins_t*, run_fn) noexcept
    void bins_count(bins_t*, run_fn) noexcept
    int64_t bins_guess(bins_t*, run_fn) noexcept
    enum: GUESSED
    enum: TALLIES
    enum: CHUNK
    ctypedef struct seen_t:
        pass
    ctypedef struct few_t:
        int size
        const char* source
        int64_t n
        seen_t* seen
    int64_t few_run(few_t*, int64_t, run_fn) noexcept
    void few_elements(const few_t*, int64_t, char*) noexcept
    int64_t distinct(int, int, char*, int64_t, int64_t*, run_fn) noexcept
    int64_t groups(int, int, const char*, int64_t, const int64_t*, int64_t*, int64_t*) noexcept


cdef tensor as_dense(tensor self, dtype kind):
    """A column-major native tensor of a dtype on the host: the tensor itself, or a copy."""
    cdef description desc = self.desc
    touch(self.mem)
    if (desc.dtype is kind and desc.device.host and is_fortran(desc) and not desc.swapped and not self.mem.swapped
            and <size_t>address(self) % kind.alignment == 0):
        return own(self)
    return copied(self, fortran(kind, CPU, desc.ndims, desc.n))


# --- Sorted elements ---------------------------------------------------------------------------------------------

cdef object search_body(PyObject** v):
    cdef tensor base = tensor_of(argument(<object>v[0], "searchsorted", "A")), values, result
    cdef object given = argument(<object>v[1], "searchsorted", "B")
    cdef object side = "left" if v[2] == NULL else <object>v[2]
    cdef dtype kind
    cdef search_t s
    cdef const char* data
    cdef tensor keys, second = None
    cdef bint single = type(given) is not tensor
    if base.desc.ndims != 1:
        raise OceanValueError(f"searchsorted(): A must be a vector, got one of size {size_text(size_of(base.desc))}")
    if side != "left" and side != "right":
        raise OceanValueError(f"searchsorted(): side must be 'left' or 'right', got {shown(side)}")
    if v[3] != NULL:
        places = tensor_of(<object>v[3])
        if places.size != size_of(base.desc):
            raise OceanValueError(
                f"searchsorted(): the sorter must have size {base.desc.n[0]}, got {size_text(places.size)}")
        base = tensor_of(GETITEM(base, places))
    values = scalar_tensor(<scalar>beside(given, base.desc.dtype)) if single else <tensor>given
    kind = base.desc.dtype
    if values.desc.dtype is not kind:
        kind = kind_of(common_code(kind.code, values.desc.dtype.code))
    result = new_tensor(fortran(kind_of(INT64), CPU, values.desc.ndims, values.desc.n), None)
    source = base
    base, values = as_dense(base, kind), as_dense(values, kind)
    memset(&s, 0, sizeof(s))
    s.code, s.size, s.right = kind.code, kind.size, side == "right"
    s.n, s.count = base.desc.nelem, values.desc.nelem
    s.values = address(values)
    s.places = <int64_t*>address(result)
    keys = base if s.code == INT64 else vector(s.n)
    if s.code == CDOUBLE:
        second = vector(s.n)
        s.second = numbers(second)
    s.keys = numbers(keys)
    data = address(base)
    with nogil:
        if s.code != INT64:
            order_keys(s.code, data, s.n, 0, <int64_t*>s.keys, <int64_t*>s.second)
        if s.count:
            may_stop()
            search_run(&s, in_threads)
    check_stop()
    return item(result) if single else sent_to(result, source)


cdef str SEARCH = """where values would be inserted in a sorted vector to keep it sorted.

`side` says whether before ("left") or after ("right") equal elements; `sorter` are the places that sort A.

>>> ocean.searchsorted([1,2,2,3], [2,0])
   1   0
<tensor.int64 of size 2 on cpu>
"""
searchsorted = compiled("searchsorted(A, B [,side='left'] [,sorter])", SEARCH, search_body, None,
                        {"side": "str", "sorter": "tensor, list or iterable"}, None, "drop")
compiled("searchsorted(B [,side='left'] [,sorter])", SEARCH, search_body, tensor,
         {"side": "str", "sorter": "tensor, list or iterable"}, None, "drop")


cdef enum:
    MANY = 1 << 16          # from this number of elements on, it pays to guess that all are small
    TABLES = 4
cdef double ROUNDED = 2.0**-50


# --- Bins --------------------------------------------------------------------------------------------------------

cdef tensor weights_for(str function, object given, tensor source):
    """Weights as doubles on the host, one for each element."""
    cdef tensor weights = tensor_of(given)
    if not same_size(weights.desc, source.desc):
        raise OceanValueError(f"{function}(): expected weights of size {size_text(size_of(source.desc))}, "
                              f"got {size_text(size_of(weights.desc))}")
    if weights.desc.dtype.iscomplex:
        raise OceanTypeError(f"{function}(): the weights must be real, got dtype {weights.desc.dtype.name}")
    return as_dense(weights, kind_of(DOUBLE))


cdef tensor zeros_for(dtype kind, int64_t count, int64_t tables):
    """A vector of `count` zeros, at the beginning of memory for `tables` vectors with one more element each."""
    cdef int64_t many = (count + 1) * tables
    cdef tensor result = new_tensor(fortran(kind, CPU, 1, &many), None)
    memset(address(result), 0, (count + 1) * 8)
    result.desc = fortran(kind, CPU, 1, &count)
    return result


cdef tensor all_counted(bins_t* b):
    """Count the elements, or sum their weights, in all bins."""
    cdef int64_t many = bins_tasks(b)
    cdef tensor tallies = vector(many // 2) if many else None
    cdef tensor result = zeros_for(kind_of(DOUBLE if b.weights else INT64), b.bins, 1 if many else b.tables)
    b.tallies = <uint32_t*>numbers(tallies) if many else NULL
    b.counts = <int64_t*>address(result)
    b.sums = <double*>address(result)
    with nogil:
        if b.n:
            may_stop()
            bins_count(b, in_threads)
    check_stop()
    return result


cdef object bincount_body(PyObject** v):
    cdef tensor given = tensor_of(argument(<object>v[0], "bincount", "A")), source, result, weights = None
    cdef int64_t least = 0 if v[2] == NULL else read_int(<object>v[2], "minlength")
    cdef bins_t b
    cdef int64_t bins, count
    cdef tensor tables
    if given.desc.dtype.isfloat:
        raise OceanTypeError(f"bincount(): A must be integers, got dtype {given.desc.dtype.name}")
    if least < 0:
        raise OceanValueError(f"bincount(): minlength must not be negative, got {least}")
    source = as_dense(given, kind_of(INT64) if given.desc.dtype.code == UINT64 else given.desc.dtype)
    if v[1] != NULL:
        weights = weights_for("bincount", <object>v[1], given)
    memset(&b, 0, sizeof(b) - 4 * sizeof(b.least))
    b.code, b.size, b.n, b.source = source.desc.dtype.code, source.desc.dtype.size, source.desc.nelem, address(source)
    b.least[0], b.most[0] = 0, -1
    if weights is not None:
        b.weights = <const double*>address(weights)
    elif b.n >= MANY:
        b.tables = TABLES
        tables = vector(GUESSED + TABLES * TALLIES * GUESSED // 2)
        b.counts = numbers(tables)
        b.tallies = <uint32_t*>(b.counts + GUESSED)
        with nogil:
            bins = bins_guess(&b, in_threads)
        if bins >= 0:
            count = max(least, bins)
            result = zeros_for(kind_of(INT64), count, 1)
            memcpy(address(result), b.counts, bins * 8)
            return sent_to(result, given)
    bins_tasks(&b)
    with nogil:
        if b.n:
            may_stop()
            bins_bounds(&b, in_threads)
    check_stop()
    if b.least[0] < 0:
        raise OceanValueError(f"bincount(): the elements must be between 0 and {2**63 - 1}, got {b.least[0]}"
                              if given.desc.dtype.code != UINT64 else "bincount(): an element is larger than 63 bits")
    if b.most[0] >= (<int64_t>1 << 40):
        raise OceanValueError(f"bincount(): there would be {b.most[0] + 1} bins, expected at most {1 << 40}")
    b.bins = max(least, b.most[0] + 1)
    return sent_to(all_counted(&b), given)


cdef str BINCOUNT = """how often each number from 0 on occurs.

The result has at least `minlength` entries, and as many as the largest element asks for; with weights, it has the sums
of the weights of equal elements.

>>> ocean.bincount([0,1,1,3])
   1   2   0   1
<tensor.int64 of size 4 on cpu>
"""
bincount = compiled("bincount(A [,weights] [,minlength=0]) -> tensor", BINCOUNT, bincount_body, None,
                    {"weights": "tensor, list or iterable", "minlength": "int"}, None, "drop")
compiled("bincount([weights] [,minlength=0]) -> tensor", BINCOUNT, bincount_body, tensor,
         {"weights": "tensor, list or iterable", "minlength": "int"}, None, "drop")


def bounds(tensor given not None):
    """The smallest and the largest element as floats; NaN if one is NaN."""
    cdef tensor source = as_dense(given, given.desc.dtype)
    cdef bins_t b
    cdef double none = 0
    memset(&b, 0, sizeof(b))
    b.code, b.size, b.n, b.source = source.desc.dtype.code, source.desc.dtype.size, source.desc.nelem, address(source)
    b.edges = &none
    bins_tasks(&b)
    with nogil:
        may_stop()
        bins_bounds(&b, in_threads)
    check_stop()
    return b.smallest[0], b.largest[0]


def even_edges(double low, double high, int64_t count):
    """The edges of bins of the same width, a vector of doubles on the host; None if a bin would have no width."""
    cdef int64_t edges = count + 1, k
    cdef double step = (high - low) / count
    cdef tensor result
    cdef double* data
    cdef bint wide = low + step > low and high - step < high
    if not wide:
        return None
    result = new_tensor(fortran(kind_of(DOUBLE), CPU, 1, &edges), None)
    data = <double*>address(result)
    data[0], data[count] = low, high
    for k in range(1, count):
        data[k] = k * step + low
        wide &= data[k - 1] < data[k]
    return result if wide and data[count - 1] < high else None


def counted(str function, tensor given not None, tensor edges not None, bint even, weights):
    """The number of elements (or the sum of their weights) in each bin between edges, doubles on the host."""
    cdef tensor source = as_dense(given, given.desc.dtype), heavy = None
    cdef bins_t b
    cdef double rounded
    memset(&b, 0, sizeof(b))
    b.code, b.size, b.n, b.source = source.desc.dtype.code, source.desc.dtype.size, source.desc.nelem, address(source)
    if weights is not None:
        heavy = weights_for(function, weights, given)
        b.weights = <const double*>address(heavy)
    edges = as_dense(edges, kind_of(DOUBLE))
    b.edges = <const double*>address(edges)
    b.bins = edges.desc.nelem - 1
    b.low, b.high, b.even = b.edges[0], b.edges[b.bins], even
    if even:
        b.scale = b.bins / (b.high - b.low)
        b.even = b.scale < INFINITY                 # of subnormal widths it is infinite: then edges are searched
        # edges and products are rounded by less than this fraction of a bin, unless bins are very narrow
        rounded = (b.bins + b.scale * (abs(b.low) + abs(b.high))) * ROUNDED if b.scale < 1e290 else 1
        b.clear = 0.5 - rounded if rounded < 0.25 else -1
    return all_counted(&b)


def ascending(tensor given not None):
    """Whether the doubles of a vector, at least two, are in ascending order; NaN is in no order."""
    cdef tensor source = as_dense(given, kind_of(DOUBLE))
    cdef const double* x = <const double*>address(source)
    cdef int64_t k, n = source.desc.nelem
    cdef bint found = n > 1
    for k in range(1, n):
        found &= x[k - 1] <= x[k]
    return found


# --- What is distinct --------------------------------------------------------------------------------------------

cdef tensor without_most(tensor line):
    """Drop most repetitions if there are few distinct elements; else the elements unchanged."""
    cdef few_t f
    cdef int64_t found, n = line.desc.nelem, tasks = 1 if n < MANY else TABLES
    cdef tensor seen, result
    if n < MANY // 4 or line.desc.dtype.size < 4 or line.desc.dtype.size > 8:
        return line
    seen = vector(tasks * <int64_t>sizeof(seen_t) // 8)
    f.size, f.source, f.n, f.seen = line.desc.dtype.size, address(line), n, <seen_t*>numbers(seen)
    with nogil:
        found = few_run(&f, tasks, in_threads)
    if found < 0:
        return line
    result = new_tensor(fortran(line.desc.dtype, CPU, 1, &found), None)
    few_elements(&f, tasks, address(result))
    return result


def distinct_elements(tensor source not None):
    """The distinct elements, sorted, as a vector on the host; all NaN count as one."""
    cdef tensor line = without_most(flat_on_host(source)), result, chunks
    cdef int64_t* counts
    cdef int code = line.desc.dtype.code, size = line.desc.dtype.size
    cdef int64_t found, n = line.desc.nelem
    cdef char* data
    if n == 0:
        return line
    result = <tensor>sort(line)
    data = address(result)
    chunks = vector(1 + n // CHUNK)
    counts = numbers(chunks)
    with nogil:
        found = distinct(code, size, data, n, counts, in_threads)
    if found < n:
        result.desc = fortran(line.desc.dtype, CPU, 1, &found)
        if 2 * found < n:
            result = copied(result, result.desc)        # do not keep the memory of all elements
    return result


def grouped(tensor source not None, bint inverse):
    """The starts of groups of equal elements in the sorted order, the places that sort the elements, and with `inverse`
    the group of each element; vectors on the host."""
    cdef tensor line = flat_on_host(source), places = <tensor>argsort(line), starts, group = None
    cdef int code = line.desc.dtype.code, size = line.desc.dtype.size
    cdef int64_t found, n = line.desc.nelem
    cdef const char* data = address(line)
    cdef int64_t* order = numbers(places)
    cdef int64_t* begins
    cdef int64_t* numbered = NULL
    starts = vector(n + 1)
    begins = numbers(starts)
    if inverse:
        group = vector(n)
        numbered = numbers(group)
    with nogil:
        found = groups(code, size, data, n, order, begins, numbered)
    found += 1
    starts.desc = fortran(kind_of(INT64), CPU, 1, &found)
    return starts, places, group


cdef tensor flat_on_host(tensor source):
    """All elements as a contiguous native vector on the host, in column-major order."""
    cdef tensor dense = as_dense(source, source.desc.dtype)
    cdef int64_t n = dense.desc.nelem
    dense.desc = fortran(dense.desc.dtype, CPU, 1, &n)
    return dense
