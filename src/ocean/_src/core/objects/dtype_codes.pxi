# The names of dtypes.h for Cython: made by tools/make_dtypes.py from base/dtype_table.py.

cdef extern from "dtypes.h":
    enum:
        BOOL "DTYPE_BOOL"
        UINT8 "DTYPE_UINT8"
        UINT16 "DTYPE_UINT16"
        UINT32 "DTYPE_UINT32"
        UINT64 "DTYPE_UINT64"
        INT8 "DTYPE_INT8"
        INT16 "DTYPE_INT16"
        INT32 "DTYPE_INT32"
        INT64 "DTYPE_INT64"
        HALF "DTYPE_HALF"
        FLOAT "DTYPE_FLOAT"
        DOUBLE "DTYPE_DOUBLE"
        CHALF "DTYPE_CHALF"
        CFLOAT "DTYPE_CFLOAT"
        CDOUBLE "DTYPE_CDOUBLE"
        BFLOAT16 "DTYPE_BFLOAT16"
        DTYPES
    ctypedef struct dtype_traits:
        const char* spelling
        unsigned char size
        unsigned char bits
        unsigned char is_integer
        unsigned char is_signed
        unsigned char is_float
        unsigned char is_complex
        unsigned char real_code
        unsigned char complex_code
        unsigned char computing_code
        unsigned char digits
        unsigned char exponent
        unsigned char dlpack
    const dtype_traits TRAITS "DTYPE_TRAITS"[DTYPES]
