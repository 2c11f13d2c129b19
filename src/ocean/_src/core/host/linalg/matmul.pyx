# cython: auto_pickle=False
"""Products of collections of matrices on the host: their plans, families and kernels.

The planner (in `ops/multiply.py`) chooses sizes, dtypes and loops. Operands that the kernels cannot read (another
dtype, swapped or unaligned elements) are copied first, and results that they cannot write are computed in scratch
memory; any strides are read and written in place.
"""

from libc.stdint cimport int64_t
from libc.string cimport memcpy, memset

cimport cython

import os

from ocean._src.core.objects.dtypes import publish
from ocean._src.base.errors import OceanMemoryError
from ocean._src.base.numpy_private import BLAS_SYMBOLS as _BLAS_SYMBOLS
from ocean._src.base.numpy_private import blas_library, bundled_blas
from ocean._src.core.objects.tensor import OTHERWISE as _OTHERWISE
from ocean._src.core.objects.tensor import forget_plans, getNumThreads, when_threads_change

from ocean._src.core.objects.description cimport MAX_DIMS, description, fortran, other_byte_order, self_overlap
from ocean._src.core.objects.dtypes cimport HALF, dtype, pack, unpack
from ocean._src.core.objects.memory cimport CPU, TRACERS, allocate, memory
from ocean._src.core.call.stopping cimport ask_to_stop, check_stop, may_stop
from ocean._src.core.objects.tensor cimport (
    BROADCASTING, WATCHED, address, copied, copy_to, describe_family, describe_plan, family, host_address, in_threads,
    is_native, new_tensor, new_view, operand, operation, plan, run_fn, tensor)

cdef extern from "dtypes.h" nogil:
    ctypedef struct dtype_traits:
        unsigned char computing_code
    const dtype_traits TRAITS "DTYPE_TRAITS"[1]

cdef extern from "matmul.h" nogil:
    enum:
        PRODUCT_LOOPS
        PRODUCT_DIRECT
        PRODUCT_PACKED
        PRODUCT_VECTOR
        PRODUCT_GEMM
        PRODUCT_GEMV
        PRODUCT_DOT
    ctypedef struct product_t:
        int code, method, conjugated, loops
        int64_t m, n, k
        int64_t a0, a1, b0, b1, c0, c1
        int64_t total
        int64_t count[PRODUCT_LOOPS]
        int64_t sa[PRODUCT_LOOPS]
        int64_t sb[PRODUCT_LOOPS]
        int64_t sc[PRODUCT_LOOPS]
    int product_finish(product_t*) noexcept
    int64_t product_work(const product_t*, int64_t) noexcept
    int product_threads(const product_t*) noexcept
    ctypedef int (*stop_fn)() noexcept nogil
    int product_once(run_fn, const product_t*, const char*, const char*, char*, const void*, const void*, int) noexcept
    int product_run(run_fn, stop_fn, const product_t*, const char*, const char*, char*, const void*, const void*,
                    int) noexcept
    int blas_find(const char*, const char*, const char*, int) noexcept
    int blas_load(const char*) noexcept
    int blas_threads() noexcept
    void blas_limit(int) noexcept
    int product_plain_instructions

cdef extern from *:
    """
    static void set_blas(int found) { blas.found = found; }
    static int has_blas(void) { return blas.found; }
    static int has_halves(void) { return product_kernels()[9].fn != NULL; }
    """
    void set_blas(int) noexcept
    bint has_blas() noexcept
    bint has_halves() noexcept


cdef enum:
    SHORT = 20000                       # multiplications that are not worth asking for signals and threads


# --- Plans -------------------------------------------------------------------------------------------------------

@cython.final
cdef class product(plan):
    """alpha op(A) op(B) + beta C on the host. Operands: C, A, B, and alpha and beta if there are factors."""
    cdef product_t work
    cdef bint turned                    # the kernel's first operand is our second
    cdef bint accumulates               # beta is not zero
    cdef readonly description first, second  # copies of operands that are made first; None: the operand itself
    cdef readonly description inner     # scratch that is copied to the result; None: the result itself

    @property
    def method(self):
        """The method: our kernels ('direct', 'packed', 'vector') or BLAS ('gemm', 'gemv', 'dot')."""
        return {PRODUCT_DIRECT: "direct", PRODUCT_PACKED: "packed", PRODUCT_VECTOR: "vector", PRODUCT_GEMM: "gemm",
                PRODUCT_GEMV: "gemv", PRODUCT_DOT: "dot"}[self.work.method]

    @property
    def matrices(self):
        """The number of products after dimensions were coalesced."""
        return self.work.total

    cdef int run(self, operand* at) except -1:
        cdef tensor first, second, out, target
        if self.first is None and self.second is None and self.inner is None and not (
                unaligned(&at[0]) or unaligned(&at[1]) or unaligned(&at[2])):
            return run_product(&self.work, self.turned, self.accumulates, len(self.operands) > 3, at,
                               host_address(&at[1]), host_address(&at[2]), host_address(&at[0]))
        first, second = readable(&at[1], self.first), readable(&at[2], self.second)
        out = target = tensor_at(&at[0])
        if self.inner is not None or unaligned(&at[0]):
            target = new_tensor(self.result if self.inner is None else self.inner, out.mem.queue)
            if self.accumulates:
                copy_to(out, target)
        run_product(&self.work, self.turned, self.accumulates, len(self.operands) > 3, at, address(first),
                    address(second), address(target))
        if target is not out:
            copy_to(target, out)
        return 0


cdef int run_product(product_t* work, bint turned, bint accumulates, bint factors, operand* at, char* first,
                     char* second, char* result) except -1:
    """Multiply operands that the kernels can read and write."""
    cdef char scale[16]
    cdef char keep[16]
    cdef const char* alpha = NULL
    cdef const char* beta = NULL
    cdef int status, threads = 1
    if factors:
        read_factor(&at[3], work.code, scale)
        alpha = scale
    if accumulates:
        read_factor(&at[4], work.code, keep)
        beta = keep
    if turned:
        first, second = second, first
    if product_work(work, work.total) < SHORT:
        status = product_once(in_threads, work, first, second, result, alpha, beta, 1)
    else:
        if product_threads(work) > 1:
            threads = getNumThreads()
        with nogil:
            may_stop()
            status = product_run(in_threads, ask_to_stop, work, first, second, result, alpha, beta, threads)
        check_stop()
    if status:
        raise no_memory()
    return 0


cdef inline bint unaligned(operand* at) noexcept:
    cdef dtype kind = (<description>at.desc).dtype
    return <size_t>host_address(at) % <size_t>kind.alignment != 0


cdef tensor tensor_at(operand* at):
    """An operand as a tensor, which holds its memory."""
    cdef memory mem = <memory>at.mem
    cdef description desc = <description>at.desc
    return new_view(mem, at.offset, other_byte_order(desc) if mem.swapped else desc, False)


cdef tensor readable(operand* at, description wanted):
    """An operand that the kernels can read: itself, or a copy with the wanted description or alignment."""
    cdef description desc
    cdef memory mem
    if wanted is not None:
        return copied(tensor_at(at), wanted)
    if unaligned(at):
        desc = <description>at.desc
        mem = allocate(desc.device, desc.high - desc.low, desc.dtype, None)
        memcpy(mem.data, host_address(at) + desc.low, desc.high - desc.low)
        return new_view(mem, -desc.low, desc, False)
    return tensor_at(at)


cdef int read_factor(operand* at, int code, char* into) except -1:
    """A factor in the dtype of the computation."""
    return pack(code, unpack((<description>at.desc).dtype.code, host_address(at)), into)


# --- Fitting -----------------------------------------------------------------------------------------------------

cdef enum:
    TRANSPOSED = 1                      # bits of `extra` for op(A); those of op(B) are two bits higher
    CONJUGATED = 2
    FACTORS = 16                        # there are alpha and beta
    ACCUMULATES = 32                    # beta is not zero
    OUTER = 1 << 14                     # outer products of at least this number of elements are elementwise


cdef struct matrices:                   # a collection of matrices: at least two dimensions
    int dims
    int64_t n[MAX_DIMS + 2]
    int64_t s[MAX_DIMS + 2]


cdef struct walk:                       # a dimension that operands and result walk together
    int64_t length, a, b, c


cdef struct fitted_product:
    product_t work
    bint turned, accumulates, factors


cdef void read_matrices(description desc, int operation, matrices* into) noexcept:
    """The dimensions of op(A): the first two are exchanged if it is transposed."""
    cdef int d
    into.dims = max(desc.ndims, 2)
    for d in range(into.dims):
        into.n[d] = desc.n[d] if d < desc.ndims else 1
        into.s[d] = desc.s[d] if d < desc.ndims else 0
    if operation & TRANSPOSED:
        into.n[0], into.n[1] = into.n[1], into.n[0]
        into.s[0], into.s[1] = into.s[1], into.s[0]


cdef inline bint follows(walk* outer, walk* inner) noexcept:
    """Whether two loops can be coalesced."""
    return (outer.a == inner.length * inner.a and outer.b == inner.length * inner.b
            and outer.c == inner.length * inner.c)


cdef inline void extend(walk* inner, walk* outer) noexcept:
    if inner.length == 1:
        inner[0] = outer[0]
    else:
        inner.length *= outer.length


cdef bint fit_product(product_t* w, matrices* a, matrices* b, matrices* c, int code, int conjugated) noexcept:
    """Fit to op(A), op(B) and C. Loops over the collection are coalesced; a loop along which A is the same becomes more
    columns of one product, and one along which B is the same more rows. Returns whether A and B are exchanged."""
    cdef walk rows, columns, loop
    cdef walk outer[MAX_DIMS]
    cdef int d, count = 0
    rows.length, rows.a, rows.b, rows.c = a.n[0], a.s[0], 0, c.s[0]
    columns.length, columns.a, columns.b, columns.c = b.n[1], 0, b.s[1], c.s[1]
    for d in range(2, c.dims):
        loop.length, loop.c = c.n[d], c.s[d]
        loop.a = a.s[d] if d < a.dims and a.n[d] == c.n[d] else 0
        loop.b = b.s[d] if d < b.dims and b.n[d] == c.n[d] else 0
        if loop.length == 1:
            continue
        if count == 0 and loop.a == 0 and (columns.length == 1 or follows(&loop, &columns)):
            extend(&columns, &loop)
        elif count == 0 and loop.b == 0 and (rows.length == 1 or follows(&loop, &rows)):
            extend(&rows, &loop)
        elif count and follows(&loop, &outer[count - 1]):
            extend(&outer[count - 1], &loop)
        else:
            outer[count] = loop
            count += 1
    memset(w, 0, sizeof(product_t))
    w.code, w.conjugated, w.loops = code, conjugated, count
    w.m, w.n, w.k = rows.length, columns.length, a.n[1]
    w.a0, w.a1, w.b0, w.b1, w.c0, w.c1 = rows.a, a.s[1], b.s[0], columns.b, rows.c, columns.c
    for d in range(count):
        w.count[d], w.sa[d], w.sb[d], w.sc[d] = outer[d].length, outer[d].a, outer[d].b, outer[d].c
    return product_finish(w)


cdef inline bint is_usable(description desc, dtype kind) noexcept:
    """Whether the kernels can read or write a tensor in place."""
    cdef int d
    if desc.dtype is not kind or desc.swapped:
        return False
    for d in range(desc.ndims):
        if desc.n[d] > 1 and desc.s[d] % kind.alignment:
            return False
    return True


@cython.final
cdef class product_family(family):
    """Products in one dtype."""
    cdef dtype kind

    cdef int conjugations(self, int64_t flags) noexcept:
        return ((flags & 3) >> 1 | (flags >> 2) & CONJUGATED) if self.kind.iscomplex else 0

    cdef description fit(self, operation op, int count, operand* at, description out, int64_t extra, void* into):
        cdef description a = <description>at[1].desc, b = <description>at[2].desc, result
        cdef fitted_product* room = <fitted_product*>into
        cdef matrices first, second, third
        cdef bint repeated = False
        cdef int d
        if a.axes is not None or b.axes is not None or a.ndims == 0 or b.ndims == 0:
            return None
        if self.kind.code == HALF:              # only some products of halves have kernels
            return None
        if not is_usable(a, self.kind) or not is_usable(b, self.kind):
            return None
        read_matrices(a, extra & 3, &first)
        read_matrices(b, extra >> 2 & 3, &second)
        if first.n[1] != second.n[0] or (
                first.n[1] == 1 and first.n[0] * second.n[1] > OUTER and not extra & FACTORS):
            return None
        third.n[0], third.n[1] = first.n[0], second.n[1]
        third.dims = max(first.dims, second.dims)
        for d in range(2, third.dims):
            third.n[d] = first.n[d] if d < first.dims else second.n[d]
            if d >= first.dims or d >= second.dims:
                repeated = True
            elif first.n[d] != second.n[d]:
                repeated = True
                if third.n[d] == 1:
                    third.n[d] = second.n[d]
                elif second.n[d] != 1:
                    return None
        if repeated and not BROADCASTING:
            return None
        if out is None:
            d = 1 if b.ndims == 1 and not extra >> 2 & 3 and third.dims == 2 else third.dims
            result = fortran(self.kind, CPU, d, third.n)
        else:
            result = out
            if out.axes is not None or not is_usable(out, self.kind) or self_overlap(out) or out.ndims > third.dims:
                return None
            for d in range(third.dims):
                if (out.n[d] if d < out.ndims else 1) != third.n[d]:
                    return None
        if not SEARCHED:
            find_blas()
        read_matrices(result, 0, &third)
        room.turned = fit_product(&room.work, &first, &second, &third, self.kind.code, self.conjugations(extra))
        room.accumulates = (extra & ACCUMULATES) != 0
        room.factors = count > 2
        return result

    cdef int run(self, void* given, operand* at) except -1:
        cdef fitted_product* room = <fitted_product*>given
        if unaligned(&at[0]) or unaligned(&at[1]) or unaligned(&at[2]):
            return self.kept(room, (<object>at[0].desc, <object>at[1].desc, <object>at[2].desc,
                                    *([None] * (2 * room.factors)))).run(at)
        return run_product(&room.work, room.turned, room.accumulates, room.factors, at, host_address(&at[1]),
                           host_address(&at[2]), host_address(&at[0]))

    cdef plan keep(self, description result, int count, operand* at, void* given):
        cdef list operands = [result]
        cdef int k
        for k in range(1, count + 1):
            operands.append(<object>at[k].desc)
        cdef product kept = self.kept(<fitted_product*>given, tuple(operands))
        describe_plan(kept, kept.operands, CPU)
        return kept

    cdef product kept(self, fitted_product* room, tuple operands):
        cdef product result = product.__new__(product)
        result.family = self
        result.operands = operands
        result.result = operands[0]
        result.work = room.work
        result.turned, result.accumulates = room.turned, room.accumulates
        return result

    def plan(self, tuple operands not None, int64_t flags, description first, description second, description inner):
        """The plan of op(A) op(B) for C, A, B and perhaps factors. If they are not None, A is copied to `first`, B to
        `second`, and `inner` to C."""
        cdef product result = product.__new__(product)
        cdef matrices a, b, c
        describe_plan(result, operands, CPU)
        read_matrices(<description>operands[1] if first is None else first, flags & 3, &a)
        read_matrices(<description>operands[2] if second is None else second, flags >> 2 & 3, &b)
        read_matrices(<description>operands[0] if inner is None else inner, 0, &c)
        if self.kind.isfloat and self.kind.code != HALF and not SEARCHED:
            find_blas()
        result.turned = fit_product(&result.work, &a, &b, &c, self.kind.code, self.conjugations(flags))
        result.first, result.second, result.inner = first, second, inner
        result.accumulates = (flags & ACCUMULATES) != 0
        result.family = self
        return result


cdef bint sum_of_products(tensor first, tensor second, char* into) except -1:
    """Store the sum of the products of two vectors of one dtype and length, as their product would be computed; False
    if it has to be launched. Short vectors on the host need no plan, nor matrices with one row."""
    cdef dtype kind = first.desc.dtype
    cdef product_t work
    if (TRACERS or WATCHED or first.desc.nelem >= SHORT or first.desc.device is not CPU
            or TRAITS[kind.code].computing_code != kind.code  # there are no kernels for dtypes that are only stored
            or not is_read_in_place(first) or not is_read_in_place(second) or (kind.isfloat and not SEARCHED)):
        return False
    memset(&work, 0, sizeof(product_t))
    work.code, work.m, work.n, work.k = kind.code, 1, 1, first.desc.nelem
    work.a0 = work.b1 = work.c0 = work.c1 = kind.size
    work.a1, work.b0 = first.desc.s[0], second.desc.s[0]
    product_finish(&work)
    if product_once(in_threads, &work, address(first), address(second), into, NULL, NULL, 1):
        raise no_memory()
    return True


cdef inline bint is_read_in_place(tensor self) noexcept:
    cdef size_t bits = <size_t>address(self) | <size_t>self.desc.s[0]
    return is_native(self) and bits % <size_t>self.desc.dtype.alignment == 0


cdef no_memory():
    return OceanMemoryError("There is not enough memory for the blocks of a matrix product")


def make_product_family(dtype kind not None):
    """The family of products that are computed in a dtype."""
    cdef product_family self = product_family.__new__(product_family)
    describe_family(self, None, None, _OTHERWISE)
    self.kind = kind
    return self


def multiplies_halves():
    """Whether there is a kernel for matrices of halves times vectors."""
    return has_halves()


cdef bint SEARCHED = False
cdef object NAMES = None                # the library, prefix and suffix of its names, whether sizes have 32 bits


cdef str load_bundled():
    """Load the BLAS of NumPy's wheel as NumPy does; None if the wheel has no BLAS."""
    found = bundled_blas()
    if found is None:
        return None
    ours = [name for name in ("OPENBLAS_MAIN_FREE", "GOTOBLAS_MAIN_FREE") if name not in os.environ]
    os.environ.update(dict.fromkeys(ours, "1"))         # so that it does not bind this thread to a processor
    try:
        return found if blas_load(os.fsencode(found)) else None
    finally:
        for name in ours:
            del os.environ[name]


def find_blas():
    """Look for NumPy's BLAS; returns whether it was found. Without it, our kernels compute all products."""
    global SEARCHED, NAMES
    for found in (load_bundled(), None):
        found = found or blas_library()
        SEARCHED = True
        if found is None:
            continue
        library = os.fsencode(found)
        for prefix, suffix in _BLAS_SYMBOLS:
            if blas_find(library, prefix, suffix, suffix == b""):  # without 64 in the name, sizes are 32-bit integers
                NAMES = library, prefix, suffix, suffix == b""
                blas_limit(getNumThreads())
                return True
    return False


def names_in_blas():
    """The library with BLAS, the prefix and suffix of its names, and whether sizes have 32 bits; or None."""
    if not SEARCHED:
        find_blas()
    return NAMES


def limit_blas(int threads):
    """Limit the threads of BLAS, which other packages may use, too, to our number."""
    blas_limit(threads)


def threads_of_blas():
    """The number of threads that BLAS uses; 0 if it has not been looked for, or does not say."""
    return blas_threads()


when_threads_change(limit_blas)


def choose(bint blas=True, bint instructions=True):
    """Disable BLAS, or the instructions that not every processor has. For tests."""
    global product_plain_instructions
    find_blas()
    set_blas(blas and has_blas())
    product_plain_instructions = not instructions
    forget_plans()


publish(product, "ocean.product")
publish(product_family, "ocean.product_family")
