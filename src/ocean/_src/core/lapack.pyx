# cython: auto_pickle=False
"""Equations, inverses, determinants and Cholesky's factors, straight to the LAPACK that NumPy computes with.

Functions take tensors with matrices in the first two dimensions: rows and columns, or `turned` around, as the inner
tensors of arrays have them. They give None for what NumPy has to do, and for what it has to refuse: other dtypes and
devices, no elements, collections that are broadcast, singular matrices; and if its library has no LAPACK for us.
"""

from libc.stdint cimport int64_t
from libc.string cimport memset

from ocean._src.core.matmul import names_in_blas

from ocean._src.core.description cimport MAX_DIMS, description, fortran
from ocean._src.core.dtypes cimport CDOUBLE, CFLOAT, DOUBLE, FLOAT, kind_of
from ocean._src.core.memory cimport CPU, touch
from ocean._src.core.tensor cimport UNLOCKED, new_tensor, tensor

cdef extern from "lapack.h" nogil:
    enum:
        LAPACK_SOLVE
        LAPACK_INVERT
        LAPACK_FACTOR
        LAPACK_DETERMINANT
        LAPACK_LOGARITHM
        LAPACK_LOOPS
    ctypedef struct lapack_t:
        int what, kind
        int64_t n, columns
        int64_t a[2]
        int64_t b[2]
        int64_t c[2]
        int loops
        int64_t count[LAPACK_LOOPS]
        int64_t sa[LAPACK_LOOPS]
        int64_t sb[LAPACK_LOOPS]
        int64_t sc[LAPACK_LOOPS]
        int64_t sd[LAPACK_LOOPS]
    int lapack_find(const char*, const char*, const char*, int) noexcept
    int lapack_run(const lapack_t*, const char*, const char*, char*, char*) noexcept

cdef int FOUND = -1                     # not looked for yet


cdef bint has_lapack() except -1:
    global FOUND
    if FOUND < 0:
        names = names_in_blas()
        FOUND = names is not None and lapack_find(names[0], names[1], names[2], names[3])
    return FOUND


cdef bint prepare(lapack_t* w, int what, tensor a, bint turned) except -1:
    """Describe a collection of square matrices; False if they are not for us."""
    cdef description desc = a.desc
    cdef int k
    if (not has_lapack() or desc.ndims < 2 or desc.n[0] != desc.n[1] or desc.nelem == 0 or desc.device is not CPU
            or desc.swapped != a.mem.swapped):
        return False
    memset(w, 0, sizeof(lapack_t))
    w.what = what
    w.kind = {FLOAT: 0, DOUBLE: 1, CFLOAT: 2, CDOUBLE: 3}.get(desc.dtype.code, -1)
    if w.kind < 0:
        return False
    w.n = w.columns = desc.n[0]
    w.a[0], w.a[1] = desc.s[1 if turned else 0], desc.s[0 if turned else 1]
    w.loops = desc.ndims - 2
    for k in range(w.loops):
        w.count[k], w.sa[k] = desc.n[2 + k], desc.s[2 + k]
    return True


cdef bint run(lapack_t* w, tensor a, tensor b, tensor c, tensor d) except -1:
    cdef const char* first = a.mem.data + a.start
    cdef const char* second = first if b is None else b.mem.data + b.start
    cdef char* third = c.mem.data + c.start
    cdef char* fourth = third if d is None else d.mem.data + d.start
    cdef int failed, k
    cdef double work = <double>w.n * w.n * (w.n + w.columns)
    touch(a.mem)
    if b is not None:
        touch(b.mem)
    for k in range(w.loops):
        work *= w.count[k]
    if work < UNLOCKED:
        failed = lapack_run(w, first, second, third, fourth)
    else:
        with nogil:
            failed = lapack_run(w, first, second, third, fourth)
    if failed < 0:
        raise MemoryError
    return failed == 0


cdef tensor matrices_like(tensor a, lapack_t* w, bint turned):
    """New matrices for a result, of as many columns as the right hand sides."""
    cdef int64_t n[MAX_DIMS]
    cdef int k
    cdef tensor result
    n[0], n[1] = (w.columns, w.n) if turned else (w.n, w.columns)
    for k in range(w.loops):
        n[2 + k] = w.count[k]
    result = new_tensor(fortran(a.desc.dtype, CPU, a.desc.ndims, n), None)
    w.c[0], w.c[1] = result.desc.s[1 if turned else 0], result.desc.s[0 if turned else 1]
    for k in range(w.loops):
        w.sc[k] = result.desc.s[2 + k]
    return result


def solve(tensor a not None, tensor b not None, bint turned):
    """The solutions for as many right hand sides as there are matrices, or for a vector and one matrix."""
    cdef lapack_t w
    cdef tensor result
    cdef int k
    cdef bint vector = b.desc.ndims == 1
    if (not prepare(&w, LAPACK_SOLVE, a, turned) or b.desc.dtype is not a.desc.dtype or b.desc.device is not CPU
            or b.desc.nelem == 0 or b.desc.swapped != b.mem.swapped
            or b.desc.ndims != (1 if vector and w.loops == 0 else a.desc.ndims)):
        return None
    if b.desc.n[1 if turned and not vector else 0] != w.n:
        return None
    w.columns = 1 if vector else b.desc.n[0 if turned else 1]
    w.b[0] = b.desc.s[1 if turned and not vector else 0]
    w.b[1] = 0 if vector else b.desc.s[0 if turned else 1]
    for k in range(w.loops):
        if b.desc.n[2 + k] != w.count[k]:
            return None
        w.sb[k] = b.desc.s[2 + k]
    if vector:
        result = new_tensor(fortran(a.desc.dtype, CPU, 1, b.desc.n), None)
        w.c[0] = result.desc.s[0]
    else:
        result = matrices_like(a, &w, turned)
    return result if run(&w, a, b, result, None) else None


cdef object matrices_of(int what, tensor a, bint turned):
    """What gives a matrix for each."""
    cdef lapack_t w
    cdef tensor result
    if not prepare(&w, what, a, turned):
        return None
    result = matrices_like(a, &w, turned)
    return result if run(&w, a, None, result, None) else None


def inv(tensor a not None, bint turned):
    """The inverses."""
    return matrices_of(LAPACK_INVERT, a, turned)


def cholesky(tensor a not None, bint turned):
    """The lower triangles, with zeros above."""
    return matrices_of(LAPACK_FACTOR, a, turned)


cdef tensor numbers_of(tensor a, lapack_t* w, int64_t* strides, bint reals):
    cdef tensor result = new_tensor(
        fortran(kind_of(FLOAT if w.kind % 2 == 0 else DOUBLE) if reals else a.desc.dtype, CPU, w.loops, a.desc.n + 2),
        None)
    cdef int k
    for k in range(w.loops):
        strides[k] = result.desc.s[k]
    return result


def det(tensor a not None, bint turned):
    """The determinants."""
    cdef lapack_t w
    cdef tensor result
    if not prepare(&w, LAPACK_DETERMINANT, a, turned):
        return None
    w.columns = 0
    result = numbers_of(a, &w, w.sc, False)
    return result if run(&w, a, None, result, None) else None


def slogdet(tensor a not None, bint turned):
    """The signs of the determinants, and the logarithms of their absolute values."""
    cdef lapack_t w
    cdef tensor signs, logarithms
    if not prepare(&w, LAPACK_LOGARITHM, a, turned):
        return None
    w.columns = 0
    signs, logarithms = numbers_of(a, &w, w.sc, False), numbers_of(a, &w, w.sd, True)
    return (signs, logarithms) if run(&w, a, None, signs, logarithms) else None
