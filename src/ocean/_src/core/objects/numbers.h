/* Conversions between the machine forms of numbers, with the results that the compiled kernels give:
   a value outside an integer's range goes through int32 or int64 (out of range: its smallest value) and wraps. */
#ifndef OCEAN_NUMBERS_H
#define OCEAN_NUMBERS_H
#include <stdint.h>
#include <string.h>
#include <math.h>

static inline double half_to_double(uint16_t h) {
    int exponent = (h >> 10) & 31;
    double mantissa = h & 1023, value;
    if (exponent == 31) value = mantissa ? NAN : INFINITY;
    else if (exponent) value = ldexp(mantissa + 1024, exponent - 25);
    else value = ldexp(mantissa, -24);
    return (h & 0x8000) ? -value : value;
}

static inline uint16_t double_to_half(double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    uint16_t sign = (uint16_t)((bits >> 48) & 0x8000);
    if (isnan(value)) return sign | 0x7e00;
    double magnitude = fabs(value);
    if (magnitude >= 65520.0) return sign | 0x7c00;              /* rounds beyond 65504 */
    if (magnitude < 0x1p-14) return sign | (uint16_t)nearbyint(ldexp(magnitude, 24));
    int exponent;
    double fraction = frexp(magnitude, &exponent);               /* fraction in [0.5, 1) */
    uint32_t mantissa = (uint32_t)nearbyint(ldexp(fraction, 11)); /* 1024 .. 2048, carries into the exponent */
    return sign | (uint16_t)(((exponent + 13) << 10) + mantissa);
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
