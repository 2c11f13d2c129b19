# cython: auto_pickle=False
"""The fast path of solvers and decompositions: equations, inverses, determinants, factors, eigenvalues, least squares.

Functions call the LAPACK in NumPy's library. Their tensors have matrices in the first two dimensions: rows and columns,
or columns and rows (`turned`), as in the inner tensors of arrays. They give None where the fallback has to compute or
to raise: other dtypes and devices, no elements, broadcast collections, singular matrices, no LAPACK in the library.
"""

from libc.stdint cimport int64_t
from libc.string cimport memset

from ocean._src.core.host.linalg.matmul import names_in_blas

from ocean._src.core.objects.description cimport MAX_DIMS, description, fortran
from ocean._src.core.objects.dtypes cimport CDOUBLE, CFLOAT, DOUBLE, FLOAT, INT64, kind_of
from ocean._src.core.objects.memory cimport CPU, touch
from ocean._src.core.objects.tensor cimport address, is_native, UNLOCKED, new_tensor, tensor

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
    int lapack_eigenvalues(int64_t, const char*, const int64_t*, double*) noexcept
    int lapack_qr(int64_t, int64_t, const char*, const int64_t*, char*, const int64_t*, char*, const int64_t*) noexcept
    int lapack_squares(int64_t, int64_t, const char*, const int64_t*, const char*, int64_t, double, double*, double*,
                       int64_t*, double*) noexcept

cdef int FOUND = -1                     # not looked for yet


cdef bint has_lapack() except -1:
    global FOUND
    if FOUND < 0:
        names = names_in_blas()
        FOUND = names is not None and lapack_find(names[0], names[1], names[2], names[3])
    return FOUND


cdef bint prepare(lapack_t* w, int what, tensor a, bint turned) except -1:
    """Describe a collection of square matrices; False for the fallback."""
    cdef description desc = a.desc
    cdef int k
    if (not has_lapack() or desc.ndims < 2 or desc.n[0] != desc.n[1] or desc.nelem == 0 or desc.device is not CPU
            or not is_native(a)):
        return False
    memset(w, 0, sizeof(lapack_t))
    w.what = what
    if desc.dtype.code == FLOAT:
        w.kind = 0
    elif desc.dtype.code == DOUBLE:
        w.kind = 1
    elif desc.dtype.code == CFLOAT:
        w.kind = 2
    elif desc.dtype.code == CDOUBLE:
        w.kind = 3
    else:
        return False
    w.n = w.columns = desc.n[0]
    w.a[0], w.a[1] = desc.s[1 if turned else 0], desc.s[0 if turned else 1]
    w.loops = desc.ndims - 2
    for k in range(w.loops):
        w.count[k], w.sa[k] = desc.n[2 + k], desc.s[2 + k]
    return True


cdef bint run(lapack_t* w, tensor a, tensor b, tensor c, tensor d) except -1:
    cdef const char* first = address(a)
    cdef const char* second = first if b is None else address(b)
    cdef char* third = address(c)
    cdef char* fourth = third if d is None else address(d)
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
    """New matrices for a result, with the columns of the right hand sides."""
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
    """The solutions for one right hand side per matrix, or for a vector and one matrix."""
    cdef lapack_t w
    cdef tensor result
    cdef int k
    cdef bint vector = b.desc.ndims == 1
    if (not prepare(&w, LAPACK_SOLVE, a, turned) or b.desc.dtype is not a.desc.dtype or b.desc.device is not CPU
            or b.desc.nelem == 0 or not is_native(b)
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
    """Run a job that gives a matrix for each matrix."""
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


# --- One matrix of doubles ---------------------------------------------------------------------------------------


cdef bint one_matrix(tensor a, bint turned, int64_t* n, int64_t* s) except -1:
    """Read the size and the strides of a matrix of doubles; False for the fallback."""
    cdef description desc = a.desc
    if (not has_lapack() or desc.ndims != 2 or desc.nelem == 0 or desc.device is not CPU or desc.dtype.code != DOUBLE
            or desc.swapped or a.mem.swapped or max(desc.n[0], desc.n[1]) > 1 << 15):
        return False
    n[0], n[1] = desc.n[1 if turned else 0], desc.n[0 if turned else 1]
    s[0], s[1] = desc.s[1 if turned else 0], desc.s[0 if turned else 1]
    touch(a.mem)
    return True


cdef bint done(int failed) except -1:
    if failed < 0:
        raise MemoryError
    return failed == 0


cdef tensor new_matrix(int64_t rows, int64_t columns, bint turned, int64_t* s):
    cdef int64_t n[2]
    cdef tensor result
    n[0], n[1] = (columns, rows) if turned else (rows, columns)
    result = new_tensor(fortran(kind_of(DOUBLE), CPU, 2, n), None)
    s[0], s[1] = result.desc.s[1 if turned else 0], result.desc.s[0 if turned else 1]
    return result


cdef tensor new_numbers(int dtype, int dims, int64_t count):
    return new_tensor(fortran(kind_of(dtype), CPU, dims, &count), None)


cdef double* numbers(tensor a) noexcept:
    return <double*>(address(a))


def eigvalsh(tensor a not None, bint turned):
    """The eigenvalues of a symmetric matrix, whose lower triangle is read."""
    cdef int64_t n[2]
    cdef int64_t s[2]
    cdef const char* data = address(a)
    cdef tensor result
    cdef double* values
    cdef int failed
    if not one_matrix(a, turned, n, s) or n[0] != n[1]:
        return None
    result = new_numbers(DOUBLE, 1, n[0])
    values = numbers(result)
    with nogil:
        failed = lapack_eigenvalues(n[0], data, s, values)
    return result if done(failed) else None


def qr(tensor a not None, bint turned):
    """Q and R of a matrix, reduced."""
    cdef int64_t n[2]
    cdef int64_t s[2]
    cdef int64_t sq[2]
    cdef int64_t sr[2]
    cdef const char* data = address(a)
    cdef tensor q, r
    cdef char* first
    cdef char* second
    cdef int failed
    if not one_matrix(a, turned, n, s):
        return None
    q, r = new_matrix(n[0], min(n[0], n[1]), turned, sq), new_matrix(min(n[0], n[1]), n[1], turned, sr)
    first, second = <char*>numbers(q), <char*>numbers(r)
    with nogil:
        failed = lapack_qr(n[0], n[1], data, s, first, sq, second, sr)
    return (q, r) if done(failed) else None


def lstsq(tensor a not None, tensor b not None, bint turned):
    """The least-squares solution, the sum of squared residuals, the rank, and the singular values, for a vector and a
    matrix whose rows or columns are contiguous."""
    cdef int64_t n[2]
    cdef int64_t s[2]
    cdef const char* data = address(a)
    cdef const char* side = address(b)
    cdef tensor x, residual, rank, values
    cdef double *solved
    cdef double *rest
    cdef double *singular
    cdef int64_t *count
    cdef int64_t step = b.desc.s[0] if b.desc.ndims == 1 else 0
    cdef int failed
    if (not one_matrix(a, turned, n, s) or b.desc.ndims != 1 or b.desc.n[0] != n[0] or b.desc.device is not CPU
            or b.desc.dtype.code != DOUBLE or b.desc.swapped or b.mem.swapped or <size_t>data % 8
            or min(n[0], n[1]) < 2 or not (s[1] == 8 and s[0] >= 8 * n[1] and s[0] % 8 == 0
                                           or s[0] == 8 and s[1] >= 8 * n[0] and s[1] % 8 == 0)):
        return None
    touch(b.mem)
    x, residual = new_numbers(DOUBLE, 1, n[1]), new_numbers(DOUBLE, 0, 1)
    rank, values = new_numbers(INT64, 0, 1), new_numbers(DOUBLE, 1, min(n[0], n[1]))
    solved, rest, singular, count = numbers(x), numbers(residual), numbers(values), <int64_t*>numbers(rank)
    with nogil:
        failed = lapack_squares(n[0], n[1], data, s, side, step, 2.0 ** -52 * max(n[0], n[1]), solved, rest, count,
                                singular)
    return (x, residual, rank, values) if done(failed) else None
