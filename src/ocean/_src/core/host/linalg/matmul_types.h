/* The kernels of products for every dtype, with the instructions that TARGET allows; included by `matmul.h` for each.
   Signed and unsigned integers wrap to the same bits, so one kernel serves both. */

#define NAME(x) VARIANT(x, bool)
#define T uint8_t
#define E uint8_t
#define LANES 32
#define HALF 16
#define QUARTER 0
#define FORM LOGICAL
#define VECTORS 2
#include "matmul_kernels.h"
#undef NAME

#define NAME(x) VARIANT(x, int8)
#define T uint8_t
#define E uint16_t
#define LANES 16
#define HALF 8
#define QUARTER 0
#define FORM WIDENED
#define VECTORS 2
#include "matmul_kernels.h"
#undef NAME

#define NAME(x) VARIANT(x, int16)
#define T uint16_t
#define E uint16_t
#define LANES 16
#define HALF 8
#define QUARTER 4
#define FORM PLAIN
#define VECTORS 2
#include "matmul_kernels.h"
#undef NAME

#define NAME(x) VARIANT(x, int32)
#define T uint32_t
#define E uint32_t
#define LANES 8
#define HALF 4
#define QUARTER 2
#define FORM PLAIN
#define PAIRS HAS_PAIRS
#define VECTORS 2
#include "matmul_kernels.h"
#undef NAME

#define NAME(x) VARIANT(x, int64)
#define T uint64_t
#define E uint64_t
#define LANES 4
#define HALF 2
#define QUARTER 0
#define FORM LONG_FORM
#define VECTORS 2
#include "matmul_kernels.h"
#undef NAME

#define NAME(x) VARIANT(x, float)
#define T float
#define E float
#define LANES 8
#define HALF 4
#define QUARTER 2
#define FORM PLAIN
#define VECTORS 3
#include "matmul_kernels.h"
#undef NAME

#define NAME(x) VARIANT(x, double)
#define T double
#define E double
#define LANES 4
#define HALF 2
#define QUARTER 0
#define FORM PLAIN
#define VECTORS 3
#include "matmul_kernels.h"
#undef NAME

#define NAME(x) VARIANT(x, cfloat)
#define T complex_float
#define E float
#define LANES 8
#define HALF 4
#define QUARTER 2
#define FORM COMPLEX
#define VECTORS 3
#include "matmul_kernels.h"
#undef NAME

#define NAME(x) VARIANT(x, cdouble)
#define T complex_double
#define E double
#define LANES 4
#define HALF 2
#define QUARTER 0
#define FORM COMPLEX
#define VECTORS 3
#include "matmul_kernels.h"
#undef NAME

/* the size of an element; the rows of a tile; the largest matrix in bytes that is read without packing; what a
   multiplication costs, in those of floats. Dtypes that are only stored are multiplied in others, but for halves. */
static const kernel_t VARIANT(kernels, all)[DTYPES] = {
    [DTYPE_BOOL] = {1, 2 * 32, 0, 1, VARIANT(products, bool)},
    [DTYPE_UINT8] = {1, 2 * 16, 0, 1, VARIANT(products, int8)},
    [DTYPE_UINT16] = {2, 2 * 16, 32768, 1, VARIANT(products, int16)},
    [DTYPE_UINT32] = {4, 2 * 8, 32768, 1, VARIANT(products, int32)},
    [DTYPE_UINT64] = {8, 2 * 4, 2048, 6, VARIANT(products, int64)},
    [DTYPE_INT8] = {1, 2 * 16, 0, 1, VARIANT(products, int8)},
    [DTYPE_INT16] = {2, 2 * 16, 32768, 1, VARIANT(products, int16)},
    [DTYPE_INT32] = {4, 2 * 8, 32768, 1, VARIANT(products, int32)},
    [DTYPE_INT64] = {8, 2 * 4, 2048, 6, VARIANT(products, int64)},
    [DTYPE_HALF] = {2, 8, 0, 1, HALVES},
    [DTYPE_FLOAT] = {4, 3 * 8, 32768, 1, VARIANT(products, float)},
    [DTYPE_DOUBLE] = {8, 3 * 4, 32768, 2, VARIANT(products, double)},
    [DTYPE_CFLOAT] = {8, 3 * 4, 32768, 4, VARIANT(products, cfloat)},
    [DTYPE_CDOUBLE] = {16, 3 * 2, 32768, 8, VARIANT(products, cdouble)},
};
