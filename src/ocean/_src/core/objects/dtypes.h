/* The dtypes for compiled code: made by tools/make_dtypes.py from base/dtype_table.py. */
#ifndef OCEAN_DTYPES_H
#define OCEAN_DTYPES_H

enum {
    DTYPE_BOOL,
    DTYPE_UINT8,
    DTYPE_UINT16,
    DTYPE_UINT32,
    DTYPE_UINT64,
    DTYPE_INT8,
    DTYPE_INT16,
    DTYPE_INT32,
    DTYPE_INT64,
    DTYPE_HALF,
    DTYPE_FLOAT,
    DTYPE_DOUBLE,
    DTYPE_CHALF,
    DTYPE_CFLOAT,
    DTYPE_CDOUBLE,
    DTYPE_BFLOAT16,
    DTYPES
};

/* The traits of dtypes. Codes are only names: their order has no meaning. */
typedef struct {
    const char *spelling;
    unsigned char size, bits;                                   /* of an element: bytes and bits */
    unsigned char is_integer, is_signed, is_float, is_complex;  /* complex numbers are float and signed, too */
    unsigned char real_code, complex_code, computing_code;      /* its partners; itself if it has none */
    unsigned char digits, exponent;                             /* bits of the fraction and exponent of a part */
    unsigned char dlpack;                                       /* the code of its kind in DLPack */
} dtype_traits;

/* Storage-only floating dtypes of 16 bits: their cases in a switch, and whether a dtype is one of them. */
#define SHORT_CASES case DTYPE_HALF: case DTYPE_BFLOAT16:
#define IS_SHORT(code) ((code) == DTYPE_HALF || (code) == DTYPE_BFLOAT16)

__attribute__((unused)) static const dtype_traits DTYPE_TRAITS[DTYPES] = {
    [DTYPE_BOOL] = {"bool", 1, 1, 0, 0, 0, 0, DTYPE_BOOL, DTYPE_BOOL, DTYPE_BOOL, 0, 0, 6},
    [DTYPE_UINT8] = {"uint8", 1, 8, 1, 0, 0, 0, DTYPE_UINT8, DTYPE_UINT8, DTYPE_UINT8, 0, 0, 1},
    [DTYPE_UINT16] = {"uint16", 2, 16, 1, 0, 0, 0, DTYPE_UINT16, DTYPE_UINT16, DTYPE_UINT16, 0, 0, 1},
    [DTYPE_UINT32] = {"uint32", 4, 32, 1, 0, 0, 0, DTYPE_UINT32, DTYPE_UINT32, DTYPE_UINT32, 0, 0, 1},
    [DTYPE_UINT64] = {"uint64", 8, 64, 1, 0, 0, 0, DTYPE_UINT64, DTYPE_UINT64, DTYPE_UINT64, 0, 0, 1},
    [DTYPE_INT8] = {"int8", 1, 8, 1, 1, 0, 0, DTYPE_INT8, DTYPE_INT8, DTYPE_INT8, 0, 0, 0},
    [DTYPE_INT16] = {"int16", 2, 16, 1, 1, 0, 0, DTYPE_INT16, DTYPE_INT16, DTYPE_INT16, 0, 0, 0},
    [DTYPE_INT32] = {"int32", 4, 32, 1, 1, 0, 0, DTYPE_INT32, DTYPE_INT32, DTYPE_INT32, 0, 0, 0},
    [DTYPE_INT64] = {"int64", 8, 64, 1, 1, 0, 0, DTYPE_INT64, DTYPE_INT64, DTYPE_INT64, 0, 0, 0},
    [DTYPE_HALF] = {"half", 2, 16, 0, 1, 1, 0, DTYPE_HALF, DTYPE_CHALF, DTYPE_FLOAT, 10, 5, 2},
    [DTYPE_FLOAT] = {"float", 4, 32, 0, 1, 1, 0, DTYPE_FLOAT, DTYPE_CFLOAT, DTYPE_FLOAT, 23, 8, 2},
    [DTYPE_DOUBLE] = {"double", 8, 64, 0, 1, 1, 0, DTYPE_DOUBLE, DTYPE_CDOUBLE, DTYPE_DOUBLE, 52, 11, 2},
    [DTYPE_CHALF] = {"chalf", 4, 32, 0, 1, 1, 1, DTYPE_HALF, DTYPE_CHALF, DTYPE_CFLOAT, 10, 5, 5},
    [DTYPE_CFLOAT] = {"cfloat", 8, 64, 0, 1, 1, 1, DTYPE_FLOAT, DTYPE_CFLOAT, DTYPE_CFLOAT, 23, 8, 5},
    [DTYPE_CDOUBLE] = {"cdouble", 16, 128, 0, 1, 1, 1, DTYPE_DOUBLE, DTYPE_CDOUBLE, DTYPE_CDOUBLE, 52, 11, 5},
    [DTYPE_BFLOAT16] = {"bfloat16", 2, 16, 0, 1, 1, 0, DTYPE_BFLOAT16, DTYPE_CFLOAT, DTYPE_FLOAT, 7, 8, 4},
};
#endif
