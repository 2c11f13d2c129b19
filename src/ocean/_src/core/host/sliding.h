/* Sums of products of a short vector with all parts of a long one: what convolutions and correlations of vectors are.
   A block of results stays in registers while the taps pass by. Long sums are added up in parts. Included by
   array_products.pyx only. */
#ifndef OCEAN_SLIDING_H
#define OCEAN_SLIDING_H
#include <stdint.h>
#include <string.h>

#define SLIDING_PART 256                /* products that are summed before they are added to the rest */

#define SLIDING_VECTORS(NAME, TARGET, T, VECTORS) \
TARGET static inline __attribute__((always_inline)) void NAME##_block(const T *a, const T *taps, int64_t count, \
                                                                      T *out, const int vectors) { \
    typedef T vector __attribute__((vector_size(32), aligned(sizeof(T)), may_alias)); \
    const int lanes = 32 / sizeof(T); \
    vector total[VECTORS], sum[VECTORS]; \
    for (int v = 0; v < vectors; v++) total[v] = (vector){0}; \
    for (int64_t begin = 0; begin < count; begin += SLIDING_PART) { \
        const int64_t end = count - begin < SLIDING_PART ? count : begin + SLIDING_PART; \
        for (int v = 0; v < vectors; v++) sum[v] = (vector){0}; \
        for (int64_t j = begin; j < end; j++) \
            for (int v = 0; v < vectors; v++) sum[v] += *(const vector *)(a + j + v * lanes) * taps[j]; \
        for (int v = 0; v < vectors; v++) total[v] += sum[v]; \
    } \
    for (int v = 0; v < vectors; v++) *(vector *)(out + v * lanes) = total[v]; \
} \
TARGET static void NAME(const T *a, const T *taps, int64_t count, T *out, int64_t length) { \
    const int64_t lanes = 32 / sizeof(T), block = VECTORS * lanes; \
    int64_t i = 0; \
    for (; i + block <= length; i += block) NAME##_block(a + i, taps, count, out + i, VECTORS); \
    for (; i + lanes <= length; i += lanes) NAME##_block(a + i, taps, count, out + i, 1); \
    if (i < length && length >= lanes) { \
        NAME##_block(a + length - lanes, taps, count, out + length - lanes, 1); \
        return; \
    } \
    for (; i < length; i++) { \
        T sum = 0; \
        for (int64_t j = 0; j < count; j++) sum += a[i + j] * taps[j]; \
        out[i] = sum; \
    } \
}

SLIDING_VECTORS(slide_double_base, , double, 4)
SLIDING_VECTORS(slide_float_base, , float, 4)
SLIDING_VECTORS(slide_uint64_base, , uint64_t, 2)
#if defined(__x86_64__)
SLIDING_VECTORS(slide_double_avx2, __attribute__((target("avx2,fma"))), double, 8)
SLIDING_VECTORS(slide_float_avx2, __attribute__((target("avx2,fma"))), float, 8)
SLIDING_VECTORS(slide_uint64_avx2, __attribute__((target("avx2,fma"))), uint64_t, 4)
#define SLIDING(type, ...) \
    (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? slide_##type##_avx2(__VA_ARGS__) \
                                                                     : slide_##type##_base(__VA_ARGS__))
#else
#define SLIDING(type, ...) slide_##type##_base(__VA_ARGS__)
#endif

/* out[i] = sum of a[i + j] * taps[j] over j < count, for i < length; kind: 0 double, 1 float, 2 64-bit integers. */
static void slide_inside(int kind, const void *a, const void *taps, int64_t count, void *out, int64_t length) {
    if (kind == 0) SLIDING(double, (const double *)a, (const double *)taps, count, (double *)out, length);
    else if (kind == 1) SLIDING(float, (const float *)a, (const float *)taps, count, (float *)out, length);
    else SLIDING(uint64, (const uint64_t *)a, (const uint64_t *)taps, count, (uint64_t *)out, length);
}
#endif
