/* Products of collections of matrices: c = alpha * op(a) * op(b) + beta * c.

   A `product_t` says what is multiplied: one matrix product, and the loops over the collection. Small products and the
   types that BLAS does not have are done by kernels of our own (matmul_kernels.h), everything else by BLAS. Which one
   does the work, and in which blocks, depends on the sizes alone and never on the number of threads. */
#ifndef OCEAN_MATMUL_H
#define OCEAN_MATMUL_H
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PRODUCT_LOOPS 8
#define PRODUCT_THREADS 64
#define COLUMNS 4                       /* accumulators beside each other in a tile */
#define SMALL_PRODUCT 8192              /* multiplications up to which calling BLAS costs more than it saves */
#define SMALL_IN_MANY (160 * 160 * 160) /* the same when there are many products for the threads to share */
#define THREAD_WORK 400000              /* multiplications below which another thread does not pay */

enum { PRODUCT_DIRECT, PRODUCT_PACKED, PRODUCT_GEMM, PRODUCT_GEMV };
enum { A_CONJUGATED = 1, B_CONJUGATED = 2 };

typedef struct product_t product_t;
typedef void (*products_fn)(const product_t *, const char *a, const char *b, char *c, int64_t sa, int64_t sb,
                            int64_t sc, int64_t count, const void *alpha, const void *beta, char *room);

struct product_t {
    int code, method, conjugated;
    int64_t m, n, k;
    int64_t a0, a1, b0, b1, c0, c1;                  /* strides in bytes, as multiplied (m, k; k, n; m, n) */
    int loops;                                       /* over the collection, the innermost first */
    int64_t count[PRODUCT_LOOPS], sa[PRODUCT_LOOPS], sb[PRODUCT_LOOPS], sc[PRODUCT_LOOPS];
    /* derived */
    int64_t total;                                   /* products */
    int64_t block_m, block_n, block_k, room_a, room; /* blocks of packed panels, and the bytes that they take */
    int trans_a, trans_b;
    int64_t lda, ldb, ldc;
    products_fn fn;
};

/* --- The kernels for each dtype and set of instructions ---------------------------------------------------------- */

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
#define EXCHANGED(lanes, v) EXCHANGED_BY(lanes, v) /* neighbours change places */

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define WITH_AVX2 1
#define TARGET __attribute__((target("avx2,fma")))
#define VARIANT(x, type) x##_##type##_avx2
#define LONG_FORM WIDE
#include "matmul_types.h"
#undef TARGET
#undef VARIANT
#undef LONG_FORM
#endif

#define TARGET
#define VARIANT(x, type) x##_##type##_base
#define LONG_FORM PLAIN
#include "matmul_types.h"
#undef TARGET
#undef VARIANT
#undef LONG_FORM
