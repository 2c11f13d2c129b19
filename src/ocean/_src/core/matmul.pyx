# cython: auto_pickle=False
"""Products of collections of matrices: plans that are remembered by description, and what runs them.

The planner (in `ocean._src.ops.multiply`) settles sizes, dtypes and loops once. Operands that the kernels cannot read as
they are (another dtype, swapped or unaligned elements) are copied first, results that they cannot write are computed
beside them; any strides are read and written where they are.
"""

from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport int64_t
from libc.string cimport memset

cimport cython

from ocean._src.core.description import overlap
from ocean._src.core.dtypes import publish
from ocean._src.core.errors import OceanMemoryError, OceanValueError
from ocean._src.core.settings import settings
from ocean._src.core.tensor import call, getNumThreads

from ocean._src.core.description cimport description, fortran
from ocean._src.core.dtypes cimport CFLOAT, CHALF, DTYPES, FLOAT, HALF, common_code, dtype, kind_of, pack
from ocean._src.core.memory cimport allocate
from ocean._src.core.tensor cimport effective, in_threads, new_view, run_fn, tensor

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
    int product_run(run_fn, const product_t*, const char*, const char*, char*, const void*, const void*, int) noexcept
    int blas_find(const char*, const char*, const char*, int) noexcept
    int product_plain_instructions

cdef extern from *:
    """
    static void set_blas(int found) { blas.found = found; }
    static int has_blas(void) { return blas.found; }
    static int has_halves(void) { return product_kernels()[9].fn != NULL; }
    static inline size_t product_slot(void *a, void *b, void *c, size_t kind) {
        size_t h = ((size_t)a >> 4) * 0x9E3779B97F4A7C15u + ((size_t)b >> 4);
        h = h * 0x9E3779B97F4A7C15u + ((size_t)c >> 4) + kind;
        return (h ^ (h >> 31)) & 1023;
    }
    """
    void set_blas(int) noexcept
    bint has_blas() noexcept
    bint has_halves() noexcept
    size_t product_slot(void*, void*, void*, size_t) noexcept


# --- Plans -------------------------------------------------------------------------------------------------------

@cython.final
cdef class product:
    """How operands with certain descriptions are multiplied."""
    cdef product_t work
    cdef bint turned                    # the kernel's first operand is our second
    cdef bint relaxed                   # dtypes are cast or dimensions broadcast, which settings can forbid
    cdef readonly description result    # of a new result
    cdef readonly description first, second  # what the operands are copied to before; None: used as they are
    cdef readonly description inner     # what is computed before it is copied to the result; None: the result itself
    cdef tuple keys

    @property
    def method(self):
        """What does the work: kernels of our own ('direct', 'packed', 'vector') or of BLAS ('gemm', 'gemv', 'dot')."""
        return {PRODUCT_DIRECT: "direct", PRODUCT_PACKED: "packed", PRODUCT_VECTOR: "vector", PRODUCT_GEMM: "gemm",
                PRODUCT_GEMV: "gemv", PRODUCT_DOT: "dot"}[self.work.method]

    @property
    def matrices(self):
        """The number of products that are left after dimensions were joined."""
        return self.work.total


def make_product(int code, sizes, strides, loops, int conjugated, description result not None, description first,
                 description second, description inner, bint relaxed):
    """A plan from (m, n, k), the strides of op(A), op(B) and C, and loops ((count, stride of A, of B, of C), ...)."""
    cdef product self = product.__new__(product)
    cdef product_t* w = &self.work
    cdef int d = 0
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
    self.result = result
    self.first = first
    self.second = second
    self.inner = inner
    self.relaxed = relaxed
    return self


def multiplies_halves():
    """Whether matrices of halves can be multiplied with vectors as they are."""
    return has_halves()


cdef bint SEARCHED = False


def find_blas():
    """Look for the BLAS that NumPy uses; without one our own kernels do all the work. Whether it was found."""
    global SEARCHED
    from numpy._core import _multiarray_umath

    SEARCHED = True
    library = _multiarray_umath.__file__.encode()
    for prefix, suffix in ((b"scipy_", b"64_"), (b"", b"64_"), (b"", b"_64"), (b"scipy_", b""), (b"", b"")):
        if blas_find(library, prefix, suffix, suffix == b""):  # without 64 in the name, sizes are 32-bit integers
            return True
    return False


def choose(bint blas=True, bint instructions=True):
    """For tests: do without BLAS, or without the instructions that not every processor has."""
    global product_plain_instructions
    find_blas()
    set_blas(blas and has_blas())
    product_plain_instructions = not instructions
    forget_products()


# --- The table of plans ---------------------------------------------------------------------------------------------

cdef enum:
    SLOTS = 1024
    FACTORS = 16            # among the flags: there is an alpha or a beta


cdef struct slot:
    PyObject* first
    PyObject* second
    PyObject* result
    size_t kind
    PyObject* found


cdef slot TABLE[SLOTS]


cdef inline product lookup(description first, description second, description result, size_t kind):
    cdef slot* place = TABLE + product_slot(<void*>first, <void*>second, <void*>result, kind)
    if (place.first == <PyObject*>first and place.second == <PyObject*>second and place.result == <PyObject*>result
            and place.kind == kind and place.found != NULL):
        return <product>place.found
    return None


cdef remember(description first, description second, description result, size_t kind, product found):
    """Plans keep the descriptions that they are found by, so that no other description takes their place."""
    cdef slot* place = TABLE + product_slot(<void*>first, <void*>second, <void*>result, kind)
    cdef PyObject* former = place.found
    found.keys = (first, second, result)
    Py_INCREF(found)
    place[0] = slot(<PyObject*>first, <PyObject*>second, <PyObject*>result, kind, <PyObject*>found)
    if former != NULL:
        Py_DECREF(<object>former)


def forget_products():
    """Drop all remembered plans."""
    cdef int i
    cdef PyObject* former
    for i in range(SLOTS):
        former = TABLE[i].found
        memset(&TABLE[i], 0, sizeof(slot))
        if former != NULL:
            Py_DECREF(<object>former)


# --- Running --------------------------------------------------------------------------------------------------------

cdef object PLANNER, GENERAL, COPY


def install(planner, general, copy):
    """Called once. planner(A, B, C, flags, dtype, name): the product of descriptions (C may be None);
    general(name, args, named): multiply with any arguments; copy: the operation."""
    global PLANNER, GENERAL, COPY
    PLANNER, GENERAL, COPY = planner, general, copy


cdef inline int working(int code) noexcept:
    """The dtype in which products of a dtype are computed."""
    return FLOAT if code == HALF else CFLOAT if code == CHALF else code


cdef inline tensor new(description desc):
    return new_view(allocate(desc.device, desc.high - desc.low, desc.dtype, None), -desc.low, desc, False)


cdef tensor copied(tensor source, description desc):
    cdef tensor result = new(desc)
    call(COPY, (source,), result)
    return result


cdef inline char* address(tensor self) noexcept:
    return self.mem.data + self.start


cdef inline bint unaligned(tensor self) noexcept:
    cdef dtype kind = self.desc.dtype
    return <size_t>address(self) % <size_t>kind.alignment != 0


cdef tensor aligned(tensor self):
    """The tensor itself, or a copy in new memory if its elements are not at multiples of their size."""
    if unaligned(self) and self.desc.device.host:
        return copied(self, fortran(self.desc.dtype, self.desc.device, self.desc.ndims, self.desc.n))
    return self


cdef bint meets(tensor target, tensor source) except -1:
    """Whether two tensors share memory."""
    cdef description t = target.desc, s = source.desc
    if (address(target) + t.high <= address(source) + s.low or address(source) + s.high <= address(target) + t.low
            or t.nelem == 0 or s.nelem == 0):
        return False
    return overlap(t, <Py_ssize_t>address(target), s, <Py_ssize_t>address(source))


cdef inline bint allowed(product p):
    """Whether a plan may be used with the settings as they are now."""
    return not p.relaxed or (settings.auto_typecast and settings.auto_broadcast)


cdef object execute(tensor a, tensor b, tensor out, int flags, int code, const char* alpha, const char* beta,
                    str name):
    """alpha op(A) op(B) + beta C in the dtype of a code; `alpha` and `beta` in its working dtype, NULL for 1 and 0."""
    cdef description target = None if out is None else effective(out)
    cdef product p
    a = aligned(a)
    b = aligned(b)
    p = lookup(effective(a), effective(b), target, flags * DTYPES + code)
    if p is None or not allowed(p):
        p = PLANNER(effective(a), effective(b), target, flags, kind_of(code), name)
        remember(effective(a), effective(b), target, flags * DTYPES + code, p)
    return run(p, a, b, out, flags, code, alpha, beta, name)


cdef object run(product p, tensor a, tensor b, tensor out, int flags, int code, const char* alpha, const char* beta,
                str name):
    cdef tensor first = a, second = b, target = out
    cdef const char* x
    cdef const char* y
    cdef char* z
    cdef int status, threads = 1
    if out is not None and (out.locked or out.mem.readonly):
        raise OceanValueError(f"{name}(): the destination tensor C is read-only, expected one that can be written")
    if p.first is not None:
        first = copied(a, p.first)
    if p.second is not None:
        second = copied(b, p.second)
    if p.inner is not None:
        target = new(p.inner)
    elif out is None:
        target = new(p.result)
    elif unaligned(out) or meets(out, first) or meets(out, second):
        target = new(fortran(out.desc.dtype, out.desc.device, out.desc.ndims, out.desc.n))
    if beta != NULL and target is not out:
        call(COPY, (out,), target)
    if target is not out and out is not None and p.inner is None:
        execute(a, b, target, flags, code, alpha, beta, name)
        call(COPY, (target,), out)
        return None
    x = address(second if p.turned else first)
    y = address(first if p.turned else second)
    z = address(target)
    if product_work(&p.work, p.work.total) < 20000:
        status = product_run(in_threads, &p.work, x, y, z, alpha, beta, 1)
    else:
        if product_threads(&p.work) > 1:
            threads = getNumThreads()
        with nogil:
            status = product_run(in_threads, &p.work, x, y, z, alpha, beta, threads)
    if status:
        raise OceanMemoryError("There is no room for the blocks of a matrix product")
    if out is None:
        return target if p.inner is None else copied(target, p.result)
    if p.inner is not None:
        call(COPY, (target,), out)
    return None


def run_product(tensor a not None, tensor b not None, tensor out, int flags, dtype kind not None, alpha, beta,
                str name):
    """alpha op(A) op(B) + beta C into `out`, or as a new tensor; `alpha` and `beta` are numbers or None for 1 and 0."""
    cdef char scale[16]
    cdef char keep[16]
    cdef int code = working(kind.code)
    if alpha is not None:
        pack(code, alpha, scale)
    if beta is not None:
        pack(code, beta, keep)
    if alpha is not None or beta is not None:
        flags |= FACTORS
    return execute(a, b, out, flags, kind.code, NULL if alpha is None else scale, NULL if beta is None else keep, name)


cdef inline product known(object a, object b, object out):
    """The plan for op(A) op(B) into C (or None) if it has been made, and may be used as it is."""
    cdef tensor first, second
    cdef product p
    if type(a) is not tensor or type(b) is not tensor or (out is not None and type(out) is not tensor):
        return None
    first = <tensor>a
    second = <tensor>b
    if unaligned(first) or unaligned(second):
        return None
    p = lookup(effective(first), effective(second), None if out is None else effective(<tensor>out),
               common_code(first.desc.dtype.code, second.desc.dtype.code))
    return None if p is None or not allowed(p) else p


def star(a, b):
    """`A * B`."""
    cdef product p = known(a, b, None)
    if p is None:
        return GENERAL("multiply", (a, b), {})
    return run(p, a, b, None, 0, p.work.code, NULL, NULL, "multiply")


def multiply(*args, **named):
    """multiply(A, [transA='N',] B [,transB='N'] [,C]): the product op(A) op(B) of collections of matrices.

    The first two dimensions are the matrices, the others are broadcast; a vector is a column, and a single element
    scales. 'T' takes the transpose and 'C' the conjugate transpose.

    >>> a = ocean.asTensor([1,2,3])
    >>> ocean.multiply(a, a, 'T')
    (:,:)
       1   2   3
       2   4   6
       3   6   9
    <tensor.int64 of size 3x3 on cpu>
    """
    cdef product p = None
    cdef Py_ssize_t count = len(args)
    cdef tensor a
    cdef tensor b
    if not named and (count == 2 or count == 3):
        p = known(args[0], args[1], args[2] if count == 3 else None)
        if p is not None and (count == 2 or args[2] is not None):
            a = <tensor>args[0]
            b = <tensor>args[1]
            return run(p, a, b, <tensor>args[2] if count == 3 else None, 0,
                       common_code(a.desc.dtype.code, b.desc.dtype.code), NULL, NULL, "multiply")
    return GENERAL("multiply", args, named)


publish(product, "ocean.product")
