/* Sort keys: every dtype has signed integers in the order of its values, so that one sort and one search serve all.
   NaN comes last, zeros of both signs are equal, and complex numbers are ordered by real part, then imaginary part. */
#ifndef OCEAN_SORT_KEYS_H
#define OCEAN_SORT_KEYS_H
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "numbers.h"
#include "tasks.h"

#define CHUNK 65536                     /* elements that one task converts */

enum { BOOL_, UINT8_, UINT16_, UINT32_, UINT64_, INT8_, INT16_, INT32_, INT64_, HALF_, FLOAT_, DOUBLE_, CHALF_, CFLOAT_,
       CDOUBLE_ };

/* --- Keys from which the values come back ------------------------------------------------------------------------- */

/* Of floating-point numbers the bits below the sign are turned if they are negative; then all is moved so that the
   negative NaN come from below -inf to the end. */
static inline int32_t key_of_half(uint16_t x) { return (int16_t)((x ^ (uint16_t)((uint16_t)-(x >> 15) >> 1)) - 0x3ff); }
static inline uint16_t half_of_key(int32_t k) {
    uint16_t x = (uint16_t)(k + 0x3ff);
    return x ^ (uint16_t)((uint16_t)-(x >> 15) >> 1);
}
static inline int32_t key_of_float(uint32_t x) { return (int32_t)((x ^ (-(x >> 31) >> 1)) - 0x7fffff); }
static inline uint32_t float_of_key(int32_t k) {
    uint32_t x = (uint32_t)k + 0x7fffff;
    return x ^ (-(x >> 31) >> 1);
}
static inline int64_t key_of_double(uint64_t x) { return (int64_t)((x ^ (-(x >> 63) >> 1)) - 0xfffffffffffff); }
static inline uint64_t double_of_key(int64_t k) {
    uint64_t x = (uint64_t)k + 0xfffffffffffff;
    return x ^ (-(x >> 63) >> 1);
}

/* --- Keys that are equal where values are ------------------------------------------------------------------------- */

#define CANONICAL(type, bits, real, sign, nan_above) \
    static inline type order_of_##real(bits x, int down) { \
        bits size = x & (bits)~sign; \
        type k = x & sign ? -(type)size : (type)size; \
        return size > nan_above ? (type)(sign - 1) : down ? (type)-k : k; \
    }
CANONICAL(int32_t, uint32_t, half, 0x8000u, 0x7c00u)
CANONICAL(int32_t, uint32_t, float, 0x80000000u, 0x7f800000u)
CANONICAL(int64_t, uint64_t, double, 0x8000000000000000u, 0x7ff0000000000000u)
#undef CANONICAL

/* Complex numbers: after all those without NaN come those whose imaginary part is NaN, by their real parts, then those
   whose real part is NaN, by their imaginary parts, then those that have nothing else. `top` is the key of NaN. */
static inline void order_of_parts(int64_t *high, int64_t *low, int64_t top) {
    if (*high == top) {
        if (*low == top) *low = 0;
        else *high = top - 1;
    } else if (*low == top) {
        *low = *high;
        *high = top - 2;
    }
}

/* The keys of a line; `second` are those of the imaginary parts of complex doubles, whose keys are two. */
static void order_keys(int code, const char *source, int64_t n, int down, int64_t *keys, int64_t *second) {
#define EACH(type, expression) { const type *a = (const type *)source; \
    for (int64_t i = 0; i < n; i++) { type x = a[i]; keys[i] = (expression); } return; }
#define INTEGERS(type) if (down) EACH(type, ~(int64_t)x) EACH(type, (int64_t)x)
    const uint64_t sign = (uint64_t)1 << 63;
    switch (code) {
    case BOOL_: if (down) EACH(uint8_t, x == 0) EACH(uint8_t, x != 0)
    case UINT8_: INTEGERS(uint8_t)
    case UINT16_: INTEGERS(uint16_t)
    case UINT32_: INTEGERS(uint32_t)
    case INT8_: INTEGERS(int8_t)
    case INT16_: INTEGERS(int16_t)
    case INT32_: INTEGERS(int32_t)
    case INT64_: INTEGERS(int64_t)
    case UINT64_: if (down) EACH(uint64_t, (int64_t)~(x ^ sign)) EACH(uint64_t, (int64_t)(x ^ sign))
    case HALF_: EACH(uint16_t, order_of_half(x, down))
    case FLOAT_: EACH(uint32_t, order_of_float(x, down))
    case DOUBLE_: EACH(uint64_t, order_of_double(x, down))
    default: break;
    }
#undef INTEGERS
#undef EACH
    for (int64_t i = 0; i < n; i++) {
        int64_t high, low;
        if (code == CHALF_) {
            const uint16_t *a = (const uint16_t *)source + 2 * i;
            high = order_of_half(a[0], down), low = order_of_half(a[1], down);
            order_of_parts(&high, &low, 0x7fff);
            keys[i] = high * 65536 + low + 32768;
        } else if (code == CFLOAT_) {
            const uint32_t *a = (const uint32_t *)source + 2 * i;
            high = order_of_float(a[0], down), low = order_of_float(a[1], down);
            order_of_parts(&high, &low, 0x7fffffff);
            keys[i] = high * 4294967296 + low + 2147483648;
        } else {
            const uint64_t *a = (const uint64_t *)source + 2 * i;
            high = order_of_double(a[0], down), low = order_of_double(a[1], down);
            order_of_parts(&high, &low, INT64_MAX);
            keys[i] = high;
            second[i] = low;
        }
    }
}
#endif
