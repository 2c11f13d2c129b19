# cython: auto_pickle=False
"""Products of collections of matrices on the host: their plans, and how these run.

The planner (in `ops/multiply.py`) chooses sizes, dtypes and loops. Operands that the kernels cannot read (another
dtype, swapped or unaligned elements) are copied first, and results that they cannot write are computed in scratch
memory; any strides are read and written in place.
"""

from libc.stdint cimport int64_t
from libc.string cimport memcpy, memset

cimport cython

from ocean._src.core.dtypes import publish
from ocean._src.core.errors import OceanMemoryError
from ocean._src.core.tensor import forget_plans, getNumThreads, when_threads_change

from ocean._src.core.description cimport description, other_order
from ocean._src.core.dtypes cimport FLOAT, dtype, pack, unpack
from ocean._src.core.memory cimport CPU, allocate, memory
from ocean._src.core.stopping cimport ask_to_stop, check_stop, may_stop
from ocean._src.core.tensor cimport (
    copied, copy_to, describe_plan, host_address, in_threads, new_tensor, new_view, operand, plan, run_fn, tensor)

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


# --- Plans -------------------------------------------------------------------------------------------------------

@cython.final
cdef class product(plan):
    """alpha op(A) op(B) + beta C on the host. Operands: C, A, B, and alpha and beta if there are factors."""
    cdef product_t work
    cdef bint turned                    # the kernel's first operand is our second
    cdef bint accumulates               # beta is not zero
    cdef readonly description first, second  # what the operands are copied to before; None: used as they are
    cdef readonly description inner     # what is computed before it is copied to the result; None: the result itself

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
        cdef tensor first = readable(&at[1], self.first), second = readable(&at[2], self.second)
        cdef tensor out = tensor_at(&at[0]), target = out
        cdef char scale[16]
        cdef char keep[16]
        cdef bint factors = len(self.operands) > 3
        cdef const char* x
        cdef const char* y
        cdef char* z
        cdef const char* alpha = NULL
        cdef const char* beta = NULL
        cdef int status, threads = 1
        if factors:
            read_factor(&at[3], self.work.code, scale)
            alpha = scale
        if self.accumulates:
            read_factor(&at[4], self.work.code, keep)
            beta = keep
        if self.inner is not None or unaligned(&at[0]):
            target = new_tensor(self.result if self.inner is None else self.inner, out.mem.queue)
            if self.accumulates:
                copy_to(out, target)
        x = address(second if self.turned else first)
        y = address(first if self.turned else second)
        z = address(target)
        if product_work(&self.work, self.work.total) < 20000:
            status = product_once(in_threads, &self.work, x, y, z, alpha, beta, 1)
        else:
            if product_threads(&self.work) > 1:
                threads = getNumThreads()
            with nogil:
                may_stop()
                status = product_run(in_threads, ask_to_stop, &self.work, x, y, z, alpha, beta, threads)
            check_stop()
        if status:
            raise OceanMemoryError("There is not enough memory for the blocks of a matrix product")
        if target is not out:
            copy_to(target, out)
        return 0


cdef inline char* address(tensor self) noexcept:
    return self.mem.data + self.start


cdef inline bint unaligned(operand* at) noexcept:
    cdef dtype kind = (<description>at.desc).dtype
    return <size_t>host_address(at) % <size_t>kind.alignment != 0


cdef tensor tensor_at(operand* at):
    """An operand as a tensor, which keeps its memory."""
    cdef memory mem = <memory>at.mem
    cdef description desc = <description>at.desc
    return new_view(mem, at.offset, other_order(desc) if mem.swapped else desc, False)


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


def make_product(tuple operands not None, int code, sizes, strides, loops, int conjugated, description first,
                 description second, description inner, bint accumulates):
    """A plan from (m, n, k), the strides of op(A), op(B) and C, and loops ((count, stride of A, of B, of C), ...)."""
    cdef product self = product.__new__(product)
    cdef product_t* w = &self.work
    cdef int d = 0
    describe_plan(self, operands, CPU)
    memset(w, 0, sizeof(product_t))
    w.code = code
    w.m, w.n, w.k = sizes
    (w.a0, w.a1), (w.b0, w.b1), (w.c0, w.c1) = strides
    for loop in loops:
        w.count[d], w.sa[d], w.sb[d], w.sc[d] = loop
        d += 1
    w.loops = d
    w.conjugated = conjugated
    if code >= FLOAT and not SEARCHED:
        find_blas()
    self.turned = product_finish(w)
    self.first = first
    self.second = second
    self.inner = inner
    self.accumulates = accumulates
    return self


def multiplies_halves():
    """Whether matrices of halves can be multiplied with vectors as they are."""
    return has_halves()


cdef bint SEARCHED = False
cdef object NAMES = None                # the library, what its names begin and end with, whether sizes have 32 bits


def find_blas():
    """Look for NumPy's BLAS; returns whether it was found. Without it, our kernels compute all products."""
    global SEARCHED, NAMES
    from numpy._core import _multiarray_umath

    SEARCHED = True
    library = _multiarray_umath.__file__.encode()
    for prefix, suffix in ((b"scipy_", b"64_"), (b"", b"64_"), (b"", b"_64"), (b"scipy_", b""), (b"", b"")):
        if blas_find(library, prefix, suffix, suffix == b""):  # without 64 in the name, sizes are 32-bit integers
            NAMES = library, prefix, suffix, suffix == b""
            blas_limit(getNumThreads())
            return True
    return False


def names_in_blas():
    """The library that has BLAS, what the names in it begin and end with, and whether sizes have 32 bits; or None."""
    if not SEARCHED:
        find_blas()
    return NAMES


def limit_blas(int threads):
    """Let BLAS, which other packages may use too, take at most as many threads as we do."""
    blas_limit(threads)


def threads_of_blas():
    """The number of threads that BLAS uses; 0 if it has not been looked for, or does not say."""
    return blas_threads()


when_threads_change(limit_blas)


def choose(bint blas=True, bint instructions=True):
    """For tests: do without BLAS, or without the instructions that not every processor has."""
    global product_plain_instructions
    find_blas()
    set_blas(blas and has_blas())
    product_plain_instructions = not instructions
    forget_plans()


publish(product, "ocean.product")
