/* Sort keys: every dtype has signed integers in the order of its values, so that one sort and one search serve all.
   NaN comes last, zeros of both signs are equal, and complex numbers are ordered by real part, then imaginary part. */
#ifndef OCEAN_SORT_KEYS_H
#define OCEAN_SORT_KEYS_H
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "dtypes.h"
#include "numbers.h"
#include "tasks.h"

#define CHUNK 65536                     /* elements of a task that converts */

/* --- Invertible keys ---------------------------------------------------------------------------------------------- */

/* The bits below the sign of negative floating-point numbers are inverted; then all keys are shifted, so that negative
   NaN moves from below -inf to the end. */
static inline int32_t key_of_short(uint16_t x, int infinity) {
    return (int16_t)((x ^ (uint16_t)((uint16_t)-(x >> 15) >> 1)) - (0x7fff - infinity));
}
static inline uint16_t short_of_key(int32_t k, int infinity) {
    uint16_t x = (uint16_t)(k + (0x7fff - infinity));
    return x ^ (uint16_t)((uint16_t)-(x >> 15) >> 1);
}
static inline int short_infinity(int code) {                            /* its bits; any number for other dtypes */
    return (int)(0x8000 - ((int64_t)1 << DTYPE_TRAITS[code].digits));
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

/* --- Keys that are equal for equal values ------------------------------------------------------------------------- */

#define CANONICAL(type, bits, real, sign, nan_above) \
    static inline type order_of_##real(bits x, int down, bits infinity) { \
        (void)infinity; \
        bits size = x & (bits)~sign; \
        type k = x & sign ? -(type)size : (type)size; \
        return size > nan_above ? (type)(sign - 1) : down ? (type)-k : k; \
    }
CANONICAL(int32_t, uint32_t, short, 0x8000u, infinity)
CANONICAL(int32_t, uint32_t, float, 0x80000000u, 0x7f800000u)
CANONICAL(int64_t, uint64_t, double, 0x8000000000000000u, 0x7ff0000000000000u)
#undef CANONICAL

/* Complex numbers: first those without NaN, then those whose imaginary part is NaN, by their real parts, then those
   whose real part is NaN, by their imaginary parts, then those with two NaN. `top` is the key of NaN. */
static inline void order_of_parts(int64_t *high, int64_t *low, int64_t top) {
    if (*high == top) {
        if (*low == top) *low = 0;
        else *high = top - 1;
    } else if (*low == top) {
        *low = *high;
        *high = top - 2;
    }
}

/* The keys of a line; complex doubles have two: `second` are the keys of imaginary parts. */
static void order_keys(int code, const char *source, int64_t n, int down, int64_t *keys, int64_t *second) {
#define EACH(type, expression) { const type *a = (const type *)source; \
    for (int64_t i = 0; i < n; i++) { type x = a[i]; keys[i] = (expression); } return; }
#define INTEGERS(type) if (down) EACH(type, ~(int64_t)x) EACH(type, (int64_t)x)
    const uint64_t sign = (uint64_t)1 << 63;
    const uint32_t infinity = (uint32_t)short_infinity(code);
    switch (code) {
    case DTYPE_BOOL: if (down) EACH(uint8_t, x == 0) EACH(uint8_t, x != 0)
    case DTYPE_UINT8: INTEGERS(uint8_t)
    case DTYPE_UINT16: INTEGERS(uint16_t)
    case DTYPE_UINT32: INTEGERS(uint32_t)
    case DTYPE_INT8: INTEGERS(int8_t)
    case DTYPE_INT16: INTEGERS(int16_t)
    case DTYPE_INT32: INTEGERS(int32_t)
    case DTYPE_INT64: INTEGERS(int64_t)
    case DTYPE_UINT64: if (down) EACH(uint64_t, (int64_t)~(x ^ sign)) EACH(uint64_t, (int64_t)(x ^ sign))
    SHORT_CASES EACH(uint16_t, order_of_short(x, down, infinity))
    case DTYPE_FLOAT: EACH(uint32_t, order_of_float(x, down, 0))
    case DTYPE_DOUBLE: EACH(uint64_t, order_of_double(x, down, 0))
    default: break;
    }
#undef INTEGERS
#undef EACH
    for (int64_t i = 0; i < n; i++) {
        int64_t high, low;
        if (code == DTYPE_CHALF) {
            const uint16_t *a = (const uint16_t *)source + 2 * i;
            high = order_of_short(a[0], down, infinity), low = order_of_short(a[1], down, infinity);
            order_of_parts(&high, &low, 0x7fff);
            keys[i] = high * 65536 + low + 32768;
        } else if (code == DTYPE_CFLOAT) {
            const uint32_t *a = (const uint32_t *)source + 2 * i;
            high = order_of_float(a[0], down, 0), low = order_of_float(a[1], down, 0);
            order_of_parts(&high, &low, 0x7fffffff);
            keys[i] = high * 4294967296 + low + 2147483648;
        } else {
            const uint64_t *a = (const uint64_t *)source + 2 * i;
            high = order_of_double(a[0], down, 0), low = order_of_double(a[1], down, 0);
            order_of_parts(&high, &low, INT64_MAX);
            keys[i] = high;
            second[i] = low;
        }
    }
}
#endif
