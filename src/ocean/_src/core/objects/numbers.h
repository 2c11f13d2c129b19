/* Conversions between the machine forms of numbers, with the results that the compiled kernels give:
   a value outside an integer's range goes through int32 or int64 (out of range: its smallest value) and wraps. */
#ifndef OCEAN_NUMBERS_H
#define OCEAN_NUMBERS_H
#include <stdint.h>
#include <string.h>
#include <math.h>
#include "dtypes.h"

/* Floating numbers of 16 bits, or parts of complex ones: a sign, the exponent and the fraction, as in IEEE 754. */
static inline double short_to_double(int code, uint16_t bits) {
    const int digits = DTYPE_TRAITS[code].digits, top = (1 << DTYPE_TRAITS[code].exponent) - 1, bias = top >> 1;
    int exponent = (bits >> digits) & top;
    double fraction = bits & ((1 << digits) - 1), value;
    if (exponent == top) value = fraction ? NAN : INFINITY;
    else if (exponent) value = ldexp(fraction + (1 << digits), exponent - bias - digits);
    else value = ldexp(fraction, 1 - bias - digits);
    return (bits & 0x8000) ? -value : value;
}

/* the nearest, ties to even */
static inline uint16_t double_to_short(int code, double value) {
    const int digits = DTYPE_TRAITS[code].digits, top = (1 << DTYPE_TRAITS[code].exponent) - 1, bias = top >> 1;
    uint64_t bits;
    memcpy(&bits, &value, 8);
    uint16_t sign = (uint16_t)((bits >> 48) & 0x8000), infinity = (uint16_t)(top << digits);
    if (isnan(value)) return sign | infinity | (uint16_t)(1 << (digits - 1));
    double magnitude = fabs(value);
    if (magnitude >= ldexp(2 - ldexp(1, -digits - 1), bias)) return sign | infinity;     /* rounds beyond the largest */
    if (magnitude < ldexp(1, 1 - bias)) return sign | (uint16_t)nearbyint(ldexp(magnitude, bias + digits - 1));
    int exponent;
    double fraction = frexp(magnitude, &exponent);                      /* fraction in [0.5, 1) */
    uint32_t mantissa = (uint32_t)nearbyint(ldexp(fraction, digits + 1));   /* may carry into the exponent */
    return sign | (uint16_t)(((uint32_t)(exponent + bias - 2) << digits) + mantissa);
}

static inline int32_t double_to_int32(double value) {
    return (value > -2147483649.0 && value < 2147483648.0) ? (int32_t)value : INT32_MIN;
}
static inline int64_t double_to_int64(double value) {
    return (value >= -9223372036854775808.0 && value < 9223372036854775808.0) ? (int64_t)value : INT64_MIN;
}
static inline uint64_t double_to_uint64(double value) {
    if (value >= 9223372036854775808.0 && value < 18446744073709551616.0) return (uint64_t)value;
    return (uint64_t)double_to_int64(value);
}
#endif
