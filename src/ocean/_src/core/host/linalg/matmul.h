/* Products of batches of matrices: c = alpha * op(a) * op(b) + beta * c.

   A `product_t` describes one matrix product, and the loops over the batch. Our kernels (matmul_kernels.h) compute
   small products, and types that BLAS does not have; BLAS computes everything else. The choice and the block sizes
   depend on sizes only, never on the number of threads. Included by matmul.pyx only: it has static state. */
#ifndef OCEAN_MATMUL_H
#define OCEAN_MATMUL_H
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "dtypes.h"
#include "tasks.h"

#define PRODUCT_LOOPS 8
#define PRODUCT_THREADS 64
#define COLUMNS 4                       /* columns of accumulators in a tile */
#define LONG_PRODUCT (INT64_C(1) << 33) /* products of one-byte numbers between two checks for signals */
#define LONG_BLAS (INT64_C(1) << 33)    /* the same for BLAS, of real numbers */
#define MIRRORED 32                     /* rows and columns of the blocks in which a symmetric product is completed */
#define SMALL_PRODUCT 8192              /* multiplications up to which a call of BLAS costs more than it saves */
#define SMALL_DIRECT (64 * 64 * 64)     /* the same without packing */
#define SMALL_IN_MANY (160 * 160 * 160) /* the same in a batch that threads can share */
#define LONG_SUM 16384                  /* the same for a row times a column */
#define THREAD_WORK 4000000             /* multiplications of floats worth another thread */
#define VECTOR_BYTES (1 << 20)         /* the same for a matrix times a vector, in bytes of the matrix */
#define STACK_SCRATCH 16384

enum { PRODUCT_DIRECT, PRODUCT_PACKED, PRODUCT_VECTOR, PRODUCT_GEMM, PRODUCT_GEMV, PRODUCT_DOT };
enum { A_CONJUGATED = 1, B_CONJUGATED = 2 };

typedef struct product_t product_t;
typedef void (*products_fn)(const product_t *, const char *a, const char *b, char *c, int64_t sa, int64_t sb,
                            int64_t sc, int64_t count, const void *alpha, const void *beta, char *scratch);

struct product_t {
    int code, method, conjugated;
    int64_t m, n, k;
    int64_t a0, a1, b0, b1, c0, c1;                  /* strides in bytes, as multiplied: m by k, k by n, m by n */
    int loops;                                       /* over the batch, innermost first */
    int64_t count[PRODUCT_LOOPS], sa[PRODUCT_LOOPS], sb[PRODUCT_LOOPS], sc[PRODUCT_LOOPS];
    /* derived */
    int64_t total;                                   /* count of products */
    int64_t block_m, block_n, block_k, scratch_a, scratch; /* blocks of packed panels, and their bytes */
    int trans_a, trans_b;
    int64_t lda, ldb, ldc;
    products_fn fn;
};

/* --- The kernels for each dtype and set of instructions ---------------------------------------------------------- */

typedef struct { int size, rows, direct, cost; products_fn fn; } kernel_t;

#define PLAIN 0
#define WIDENED 1
#define LOGICAL 2
#define COMPLEX 3
#define WIDE 4

typedef struct { float re, im; } complex_float;
typedef struct { double re, im; } complex_double;

#if defined(__clang__) || __GNUC__ >= 12
#define EXCHANGED_2(v) __builtin_shufflevector(v, v, 1, 0)
#define EXCHANGED_4(v) __builtin_shufflevector(v, v, 1, 0, 3, 2)
#define EXCHANGED_8(v) __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6)
#else
#define EXCHANGED_2(v) __builtin_shuffle(v, (__typeof__((v) == (v))){1, 0})
#define EXCHANGED_4(v) __builtin_shuffle(v, (__typeof__((v) == (v))){1, 0, 3, 2})
#define EXCHANGED_8(v) __builtin_shuffle(v, (__typeof__((v) == (v))){1, 0, 3, 2, 5, 4, 7, 6})
#endif
#define EXCHANGED_BY(lanes, v) EXCHANGED_##lanes(v)
#define EXCHANGED(lanes, v) EXCHANGED_BY(lanes, v)   /* swap neighbours */

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#define TARGET __attribute__((target("avx2,fma")))
#define VARIANT(x, type) x##_##type##_avx2
#define LONG_FORM WIDE
#define HAS_PAIRS 1
#define HALVES half_products
#include "matmul_halves.h"
#include "matmul_types.h"
#undef TARGET
#undef VARIANT
#undef LONG_FORM
#undef HAS_PAIRS
#undef HALVES
#endif

#define TARGET
#define VARIANT(x, type) x##_##type##_base
#define LONG_FORM PLAIN
#define HAS_PAIRS 0
#define HALVES NULL
#include "matmul_types.h"
#undef TARGET
#undef VARIANT
#undef LONG_FORM
#undef HAS_PAIRS
#undef HALVES

static int product_plain_instructions;               /* set by tests: use baseline instructions only */

static const kernel_t *product_kernels(void) {
#if defined(__x86_64__)
    static int modern = -1;                          /* asked once: it takes microseconds on a virtual machine */
    if (modern < 0) {
        unsigned first, second, third, fourth;
        modern = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
                 && __get_cpuid(1, &first, &second, &third, &fourth) && third & bit_F16C;
    }
    if (modern && !product_plain_instructions) return kernels_all_avx2;
#endif
    return kernels_all_base;
}

/* --- BLAS --------------------------------------------------------------------------------------------------------- */

typedef int64_t wide_int;
typedef int narrow_int;

#define GEMM_TYPES(int_t)                                                                                             \
    typedef void (*sgemm_##int_t)(int, int, int, int_t, int_t, int_t, float, const void *, int_t, const void *,       \
                                  int_t, float, void *, int_t);                                                       \
    typedef void (*dgemm_##int_t)(int, int, int, int_t, int_t, int_t, double, const void *, int_t, const void *,      \
                                  int_t, double, void *, int_t);                                                      \
    typedef void (*cgemm_##int_t)(int, int, int, int_t, int_t, int_t, const void *, const void *, int_t,              \
                                  const void *, int_t, const void *, void *, int_t);                                  \
    typedef void (*sgemv_##int_t)(int, int, int_t, int_t, float, const void *, int_t, const void *, int_t, float,     \
                                  void *, int_t);                                                                     \
    typedef void (*dgemv_##int_t)(int, int, int_t, int_t, double, const void *, int_t, const void *, int_t, double,   \
                                  void *, int_t);                                                                     \
    typedef void (*cgemv_##int_t)(int, int, int_t, int_t, const void *, const void *, int_t, const void *, int_t,     \
                                  const void *, void *, int_t);                                                       \
    typedef void (*ssyrk_##int_t)(int, int, int, int_t, int_t, float, const void *, int_t, float, void *, int_t);     \
    typedef void (*dsyrk_##int_t)(int, int, int, int_t, int_t, double, const void *, int_t, double, void *, int_t);   \
    typedef void (*csyrk_##int_t)(int, int, int, int_t, int_t, const void *, const void *, int_t, const void *,       \
                                  void *, int_t);                                                                     \
    typedef float (*sdot_##int_t)(int_t, const void *, int_t, const void *, int_t);                                   \
    typedef double (*ddot_##int_t)(int_t, const void *, int_t, const void *, int_t);
GEMM_TYPES(wide_int)
GEMM_TYPES(narrow_int)

enum { COLUMN_MAJOR = 102, NO_TRANS = 111, TRANS = 112, CONJ_TRANS = 113, UPPER = 121 };

/* for float, double, complex float and complex double */
static struct { void *gemm[4], *gemv[4], *syrk[4], *dot[2], *set_threads, *threads; int found, narrow, most; } blas;

/* load a library that has BLAS; returns whether it could be loaded */
static int blas_load(const char *library) { return dlopen(library, RTLD_NOW | RTLD_LOCAL) != NULL; }

/* find the functions in a loaded library or its dependencies; their names have this prefix and suffix */
static int blas_find(const char *library, const char *prefix, const char *suffix, int narrow) {
    static const char letters[4] = {'s', 'd', 'c', 'z'};
    void *handle = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
    int missing = !handle;
    for (int i = 0; i < 4 && !missing; i++) {
        char name[64];
        snprintf(name, sizeof(name), "%scblas_%cgemm%s", prefix, letters[i], suffix);
        missing |= !(blas.gemm[i] = dlsym(handle, name));
        snprintf(name, sizeof(name), "%scblas_%cgemv%s", prefix, letters[i], suffix);
        missing |= !(blas.gemv[i] = dlsym(handle, name));
        snprintf(name, sizeof(name), "%scblas_%csyrk%s", prefix, letters[i], suffix);
        missing |= !(blas.syrk[i] = dlsym(handle, name));
        snprintf(name, sizeof(name), "%scblas_%cdot%s", prefix, letters[i], suffix);
        if (i < 2) missing |= !(blas.dot[i] = dlsym(handle, name));
    }
    if (!missing) {
        char name[64];
        snprintf(name, sizeof(name), "%sopenblas_set_num_threads%s", prefix, suffix);
        blas.set_threads = dlsym(handle, name);
        snprintf(name, sizeof(name), "%sopenblas_get_num_threads%s", prefix, suffix);
        blas.threads = dlsym(handle, name);
    }
    blas.narrow = narrow;
    return blas.found = !missing;
}

/* the number of threads that BLAS uses, 0 if it does not say */
static int blas_threads(void) { return blas.threads ? ((int (*)(void))blas.threads)() : 0; }

/* limit the threads of BLAS, never above its initial number */
static void blas_limit(int threads) {
    if (!blas.set_threads || !blas.threads) return;
    if (!blas.most) blas.most = blas_threads();
    if (threads > blas.most) threads = blas.most;
    if (threads != blas_threads()) ((void (*)(int))blas.set_threads)(threads);
}

static int blas_index(int code) {
    return code == DTYPE_FLOAT ? 0 : code == DTYPE_DOUBLE ? 1 : code == DTYPE_CFLOAT ? 2
         : code == DTYPE_CDOUBLE ? 3 : -1;
}

/* one number of alpha or beta for BLAS */
static double real_number(int index, const void *x, double missing) {
    return !x ? missing : index == 0 ? *(const float *)x : *(const double *)x;
}

/* whether b is the transpose of a, in the same memory: the product is symmetric */
static int is_square_of(const product_t *w, const char *a, const char *b) {
    return a == b && w->m == w->n && w->m > 1 && w->a0 == w->b1 && w->a1 == w->b0 && !w->conjugated;
}

/* copy a block of m by n elements at c to its mirror image */
static void mirror_block(const char *c, char *into, int64_t m, int64_t n, int64_t c0, int64_t c1, int size) {
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++) {
            const char *from = c + i * c0 + j * c1;
            char *to = into + i * c1 + j * c0;
            if (size == 8) memcpy(to, from, 8);
            else if (size == 4) memcpy(to, from, 4);
            else memcpy(to, from, 16);
        }
}

/* copy what is above the diagonal below it, in blocks that fit the cache */
static void mirror_upper(char *c, int64_t n, int64_t c0, int64_t c1, int size) {
    for (int64_t j = 0; j < n; j += MIRRORED) {
        const int64_t columns = n - j < MIRRORED ? n - j : MIRRORED;
        for (int64_t i = 0; i < j; i += MIRRORED)
            mirror_block(c + i * c0 + j * c1, c + i * c1 + j * c0, MIRRORED, columns, c0, c1, size);
        for (int64_t k = 1; k < columns; k++)
            mirror_block(c + j * c0 + (j + k) * c1, c + j * c1 + (j + k) * c0, k, 1, c0, c1, size);
    }
}

#define CALL_BLAS(int_t)                                                                                              \
    static void gemm_##int_t(const product_t *w, const char *a, const char *b, char *c, const void *alpha,            \
                             const void *beta) {                                                                      \
        static const float ones[2] = {1, 0}, zeros[2];                                                                \
        static const double double_ones[2] = {1, 0}, double_zeros[2];                                                 \
        int i = blas_index(w->code);                                                                                  \
        double first = i < 2 ? real_number(i, alpha, 1) : 0, second = i < 2 ? real_number(i, beta, 0) : 0;            \
        const void *x = alpha ? alpha : i == 2 ? (const void *)ones : (const void *)double_ones;                      \
        const void *y = beta ? beta : i == 2 ? (const void *)zeros : (const void *)double_zeros;                      \
        if (w->method == PRODUCT_DOT) {                                                                               \
            if (i == 0) {                                                                                             \
                float sum = ((sdot_##int_t)blas.dot[0])(w->k, a, w->lda, b, w->ldb);                                  \
                *(float *)c = first * sum + (beta ? second * *(float *)c : 0);                                        \
            } else {                                                                                                  \
                double sum = ((ddot_##int_t)blas.dot[1])(w->k, a, w->lda, b, w->ldb);                                 \
                *(double *)c = first * sum + (beta ? second * *(double *)c : 0);                                      \
            }                                                                                                         \
        } else if (w->method == PRODUCT_GEMV) {                                                                       \
            int_t rows = w->trans_a == NO_TRANS ? w->m : w->k, columns = w->trans_a == NO_TRANS ? w->k : w->m;        \
            if (i == 0) ((sgemv_##int_t)blas.gemv[0])(COLUMN_MAJOR, w->trans_a, rows, columns, first, a, w->lda, b,   \
                                                      w->ldb, second, c, w->ldc);                                     \
            else if (i == 1) ((dgemv_##int_t)blas.gemv[1])(COLUMN_MAJOR, w->trans_a, rows, columns, first, a, w->lda, \
                                                           b, w->ldb, second, c, w->ldc);                             \
            else ((cgemv_##int_t)blas.gemv[i])(COLUMN_MAJOR, w->trans_a, rows, columns, x, a, w->lda, b, w->ldb, y,   \
                                               c, w->ldc);                                                            \
        } else if (!alpha && !beta && is_square_of(w, a, b) && w->trans_a != w->trans_b) {                            \
            if (i == 0) ((ssyrk_##int_t)blas.syrk[0])(COLUMN_MAJOR, UPPER, w->trans_a, w->n, w->k, 1, a, w->lda, 0,   \
                                                      c, w->ldc);                                                     \
            else if (i == 1) ((dsyrk_##int_t)blas.syrk[1])(COLUMN_MAJOR, UPPER, w->trans_a, w->n, w->k, 1, a, w->lda, \
                                                           0, c, w->ldc);                                             \
            else ((csyrk_##int_t)blas.syrk[i])(COLUMN_MAJOR, UPPER, w->trans_a, w->n, w->k, x, a, w->lda, y, c,       \
                                               w->ldc);                                                               \
            mirror_upper(c, w->n, w->c0, w->c1, product_kernels()[w->code].size);                                     \
        } else if (i == 0)                                                                                            \
            ((sgemm_##int_t)blas.gemm[0])(COLUMN_MAJOR, w->trans_a, w->trans_b, w->m, w->n, w->k, first, a, w->lda,   \
                                          b, w->ldb, second, c, w->ldc);                                              \
        else if (i == 1)                                                                                              \
            ((dgemm_##int_t)blas.gemm[1])(COLUMN_MAJOR, w->trans_a, w->trans_b, w->m, w->n, w->k, first, a, w->lda,   \
                                          b, w->ldb, second, c, w->ldc);                                              \
        else                                                                                                          \
            ((cgemm_##int_t)blas.gemm[i])(COLUMN_MAJOR, w->trans_a, w->trans_b, w->m, w->n, w->k, x, a, w->lda, b,    \
                                          w->ldb, y, c, w->ldc);                                                      \
    }
CALL_BLAS(wide_int)
CALL_BLAS(narrow_int)

static void blas_products(const product_t *w, const char *a, const char *b, char *c, int64_t sa, int64_t sb,
                          int64_t sc, int64_t count, const void *alpha, const void *beta, char *scratch) {
    (void)scratch;
    for (; count > 0; count--, a += sa, b += sb, c += sc)
        if (blas.narrow) gemm_narrow_int(w, a, b, c, alpha, beta);
        else gemm_wide_int(w, a, b, c, alpha, beta);
}

/* Whether BLAS can read n0 by n1 elements: sets whether they are transposed, and the leading dimension. */
static int blas_reads(int64_t n0, int64_t n1, int64_t s0, int64_t s1, int size, int conjugated, int *trans,
                      int64_t *ld) {
    if (!conjugated && (n0 == 1 || s0 == size)) {
        *trans = NO_TRANS;
        *ld = n1 == 1 ? n0 * size : s1;
        if (*ld % size == 0 && *ld >= n0 * size) { *ld /= size; return 1; }
    }
    if (n1 == 1 || s1 == size) {
        *trans = conjugated ? CONJ_TRANS : TRANS;
        *ld = n0 == 1 ? n1 * size : s0;
        if (*ld % size == 0 && *ld >= n1 * size) { *ld /= size; return 1; }
    }
    return 0;
}

/* the increment of a vector; 0 if BLAS cannot read it */
static int64_t blas_step(int64_t n, int64_t s, int size) { return n == 1 ? 1 : s > 0 && s % size == 0 ? s / size : 0; }

static int product_takes_blas(product_t *w, int size) {
    int trans;
    if (!blas.found || blas_index(w->code) < 0 || w->k == 0) return 0;
    if (w->m == 1 && w->n == 1 && blas_index(w->code) < 2 && (w->lda = blas_step(w->k, w->a1, size))
        && (w->ldb = blas_step(w->k, w->b0, size)))
        w->method = PRODUCT_DOT;
    else if (w->n == 1 && !(w->conjugated & B_CONJUGATED)
             && blas_reads(w->m, w->k, w->a0, w->a1, size, w->conjugated, &w->trans_a, &w->lda)
             && (w->ldb = blas_step(w->k, w->b0, size)) && (w->ldc = blas_step(w->m, w->c0, size)))
        w->method = PRODUCT_GEMV;
    else if (blas_reads(w->m, w->n, w->c0, w->c1, size, 0, &trans, &w->ldc) && trans == NO_TRANS
             && blas_reads(w->m, w->k, w->a0, w->a1, size, w->conjugated & A_CONJUGATED, &w->trans_a, &w->lda)
             && blas_reads(w->k, w->n, w->b0, w->b1, size, w->conjugated & B_CONJUGATED, &w->trans_b, &w->ldb))
        w->method = PRODUCT_GEMM;
    else return 0;
    return !blas.narrow || (w->m <= INT32_MAX && w->n <= INT32_MAX && w->k <= INT32_MAX && w->lda <= INT32_MAX
                            && w->ldb <= INT32_MAX && w->ldc <= INT32_MAX);
}

/* --- Planning ----------------------------------------------------------------------------------------------------- */

#define SWAP(x, y) do { int64_t kept = (x); (x) = (y); (y) = kept; } while (0)

/* compute c' = b' a' instead of c = a b */
static void product_transpose(product_t *w) {
    SWAP(w->m, w->n);
    SWAP(w->c0, w->c1);
    SWAP(w->a0, w->b1);
    SWAP(w->a1, w->b0);
    for (int d = 0; d < w->loops; d++) SWAP(w->sa[d], w->sb[d]);
    w->conjugated = (w->conjugated & 1) << 1 | w->conjugated >> 1;
}

static int64_t rounded(int64_t x, int64_t unit) { return (x + unit - 1) / unit * unit; }
static int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }

/* the count of multiplications, saturated */
static int64_t product_work(const product_t *w, int64_t times) {
    double work = (double)w->m * (double)w->n * (double)w->k * (double)times;
    return work < 4e18 ? (int64_t)work : INT64_MAX;
}

/* the count of threads that pays */
static int product_threads(const product_t *w) {
    int64_t work = product_work(w, w->total), threads = work / (THREAD_WORK / product_kernels()[w->code].cost);
    if (w->method == PRODUCT_VECTOR)
        threads = smaller(work, INT64_MAX / 16) * product_kernels()[w->code].size / VECTOR_BYTES;
    return w->fn == blas_products ? 1 : (int)smaller(threads, PRODUCT_THREADS);
}

/* Choose how to compute the product. Returns whether a and b were swapped (b' is the first operand). */
static int product_finish(product_t *w) {
    const kernel_t *kernel = product_kernels() + w->code;
    const int size = kernel->size;
    w->total = 1;
    for (int d = 0; d < w->loops; d++) w->total *= w->count[d];
    if (w->m == 0 || w->n == 0) w->total = 0;
    int turned = (w->c0 != size && w->c1 == size && w->n > 1) || (w->m == 1 && w->n > 1);
    if (turned) product_transpose(w);
    if (w->code == DTYPE_HALF || (w->n == 1 && !w->conjugated && (w->k >= 32 || (w->m > 1 && w->a0 != size))))
        w->method = PRODUCT_VECTOR;
    else if (smaller(w->k, 1 << 20) * smaller(w->m, 1 << 20) * size <= kernel->direct && kernel->direct
             && (w->m == 1 || (w->a0 == size && w->c0 == size)))
        w->method = PRODUCT_DIRECT;
    else w->method = PRODUCT_PACKED;
    int64_t limit = w->method == PRODUCT_DIRECT ? SMALL_DIRECT : SMALL_PRODUCT;
    if (w->n == 1) limit = w->m == 1 ? LONG_SUM : SMALL_PRODUCT;
    else if (w->total > 1) limit = SMALL_IN_MANY;
    if (DTYPE_TRAITS[w->code].is_complex) limit /= 8;
    const int own = w->method;
    w->fn = blas_products;
    if (product_work(w, 1) > limit && product_takes_blas(w, size)) return turned;
    w->method = own;
    w->fn = kernel->fn;
    /* a block of a fits the L2 cache, a block of b the L3 cache */
    const dtype_traits traits = DTYPE_TRAITS[w->code];
    int lane = traits.is_integer && size == 1 ? 2 : size;
    w->block_k = smaller(w->k, size <= 2 ? 512 : size <= 8 ? 256 : 128);
    w->block_m = 196608 / lane / (w->block_k + !w->block_k);
    w->block_m = smaller(rounded(w->m, kernel->rows), rounded(w->block_m, kernel->rows));
    w->block_n = smaller(rounded(w->n, COLUMNS), 1024);
    w->scratch_a = rounded(w->block_m * w->block_k * lane, 64);
    w->scratch = w->scratch_a + rounded(w->block_n * w->block_k * lane * (traits.is_integer && size == 8 ? 2 : 1), 64);
    if (w->method == PRODUCT_VECTOR) w->scratch = rounded(w->k * (w->code == DTYPE_HALF ? 4 : size), 64);
    return turned;
}

/* 0, 1, or 2 for any other number */
static int product_number(int code, const void *x) {
    double re, im = 0;
    if (code == DTYPE_FLOAT) re = *(const float *)x;
    else if (code == DTYPE_DOUBLE) re = *(const double *)x;
    else if (code == DTYPE_CFLOAT) re = ((const float *)x)[0], im = ((const float *)x)[1];
    else if (code == DTYPE_CDOUBLE) re = ((const double *)x)[0], im = ((const double *)x)[1];
    else {
        uint64_t bits = 0;
        memcpy(&bits, x, DTYPE_TRAITS[code].size);
        return bits == 0 ? 0 : bits == 1 ? 1 : 2;
    }
    return im == 0 && re == 0 ? 0 : im == 0 && re == 1 ? 1 : 2;
}

/* --- Running ------------------------------------------------------------------------------------------------------ */

/* products first to last of the batch */
static void product_range(const product_t *w, const char *a, const char *b, char *c, const void *alpha,
                          const void *beta, int64_t first, int64_t last, char *scratch) {
    int64_t inner = w->loops ? w->count[0] : 1;
    while (first < last) {
        int64_t rest = first / inner, begin = first % inner, count = smaller(inner - begin, last - first);
        int64_t da = 0, db = 0, dc = 0;
        if (w->loops) { da = begin * w->sa[0]; db = begin * w->sb[0]; dc = begin * w->sc[0]; }
        for (int d = 1; d < w->loops; d++) {
            int64_t i = rest % w->count[d];
            rest /= w->count[d];
            da += i * w->sa[d];
            db += i * w->sb[d];
            dc += i * w->sc[d];
        }
        w->fn(w, a + da, b + db, c + dc, w->loops ? w->sa[0] : 0, w->loops ? w->sb[0] : 0, w->loops ? w->sc[0] : 0,
              count, alpha, beta, scratch);
        first += count;
    }
}

typedef struct {
    product_t w;
    const char *a, *b;
    char *c, *scratch;
    const void *alpha, *beta;
    int64_t first, last;
} product_part;

static void product_part_run(void *context, int64_t number) {
    product_part *part = (product_part *)context + number;
    product_range(&part->w, part->a, part->b, part->c, part->alpha, part->beta, part->first, part->last, part->scratch);
}

/* `run` runs the parts. alpha and beta may be NULL for 1 and 0. Returns -1 if there is no memory; nothing is written
   then. */
static int product_once(run_fn run, const product_t *plan, const char *a, const char *b, char *c, const void *alpha,
                       const void *beta, int threads) {
    product_t nothing;
    if (plan->total == 0) return 0;
    if (beta && product_number(plan->code, beta) == 0) beta = NULL;
    if (alpha) {
        int number = product_number(plan->code, alpha);
        if (number == 1) alpha = NULL;
        if (number == 0) {  /* like BLAS, do not read a and b */
            nothing = *plan;
            nothing.k = nothing.scratch = 0;
            nothing.method = PRODUCT_PACKED;
            nothing.fn = product_kernels()[plan->code].fn;
            plan = &nothing;
        }
    }
    if (plan->fn == blas_products) {
        product_range(plan, a, b, c, alpha, beta, 0, plan->total, NULL);
        return 0;
    }
    threads = smaller(threads, product_threads(plan));
    if (threads <= 1 && (plan->scratch <= STACK_SCRATCH || (plan->method == PRODUCT_DIRECT && !alpha && !beta))) {
        char scratch[STACK_SCRATCH] __attribute__((aligned(64)));
        product_range(plan, a, b, c, alpha, beta, 0, plan->total, scratch);
        return 0;
    }
    if (threads < 1) threads = 1;
    product_part *parts = (product_part *)calloc(threads, sizeof(product_part));
    char *scratch = NULL;
    if (!parts || posix_memalign((void **)&scratch, 64, threads * plan->scratch)) { free(parts); return -1; }
    /* split the batch, or else the longer side of a single product in whole tiles */
    int64_t unit = plan->n >= plan->m ? COLUMNS : product_kernels()[plan->code].rows;
    int64_t length = plan->n >= plan->m ? plan->n : plan->m;
    for (int t = 0; t < threads; t++) {
        product_part *part = parts + t;
        *part = (product_part){.w = *plan, .a = a, .b = b, .c = c, .scratch = scratch + t * plan->scratch,
                                .alpha = alpha,
                               .beta = beta, .last = plan->total};
        if (plan->total >= 2 * threads) {
            part->first = plan->total * t / threads;
            part->last = plan->total * (t + 1) / threads;
        } else {
            int64_t from = smaller(length, rounded(length * t / threads, unit));
            int64_t to = t + 1 == threads ? length : smaller(length, rounded(length * (t + 1) / threads, unit));
            if (from >= to) part->last = 0;           /* no work left */
            if (plan->n >= plan->m) {
                part->w.n = to - from;
                part->b += from * plan->b1;
                part->c += from * plan->c1;
            } else {
                part->w.m = to - from;
                part->a += from * plan->a0;
                part->c += from * plan->c0;
            }
        }
    }
    run(product_part_run, parts, threads);
    free(scratch);
    free(parts);
    return 0;
}

/* Like `product_once`; long products run in halves, and after each one `stop` says whether to stop. */
static int product_run(run_fn run, stop_fn stop, const product_t *plan, const char *a, const char *b, char *c,
                       const void *alpha, const void *beta, int threads) {
    const int outer = plan->loops - 1, blas = plan->fn == blas_products;
    const int64_t most = blas ? LONG_BLAS / (DTYPE_TRAITS[plan->code].is_complex ? 4 : 1)
                              : LONG_PRODUCT / product_kernels()[plan->code].size;
    const int of_many = outer >= 0 && plan->count[outer] > 1, across = plan->n >= plan->m;
    const int64_t length = of_many ? plan->count[outer] : across ? plan->n : plan->m;
    if (product_work(plan, plan->total) <= most || length < (of_many ? 2 : 256))
        return product_once(run, plan, a, b, c, alpha, beta, threads);
    const int64_t middle = of_many ? length / 2 : rounded(length / 2, 64);
    if (blas && !of_many && !alpha && !beta && is_square_of(plan, a, b)) {  /* two on the diagonal, one above it */
        for (int part = 0; part < 3; part++) {
            const int64_t row = part == 1 ? middle : 0, column = part ? middle : 0;
            product_t some = *plan;
            some.m = part == 1 ? length - middle : middle;
            some.n = part ? length - middle : middle;
            char *const at = c + row * plan->c0 + column * plan->c1;
            const int status = product_run(run, stop, &some, a + row * plan->a0, b + column * plan->b1, at, NULL, NULL,
                                           threads);
            if (status || stop()) return status;
            if (part == 2)
                mirror_block(at, c + column * plan->c0, some.m, some.n, plan->c0, plan->c1,
                             product_kernels()[plan->code].size);
        }
        return 0;
    }
    for (int part = 0; part < 2; part++) {
        const int64_t from = part ? middle : 0, count = part ? length - middle : middle;
        product_t half = *plan;
        if (of_many) {
            half.count[outer] = count;
            half.total = plan->total / length * count;
        } else if (across) half.n = count;
        else half.m = count;
        const int64_t da = of_many ? plan->sa[outer] : across ? 0 : plan->a0;
        const int64_t db = of_many ? plan->sb[outer] : across ? plan->b1 : 0;
        const int64_t dc = of_many ? plan->sc[outer] : across ? plan->c1 : plan->c0;
        const int status = product_run(run, stop, &half, a + from * da, b + from * db, c + from * dc, alpha, beta,
                                       threads);
        if (status || stop()) return status;
    }
    return 0;
}

#endif
