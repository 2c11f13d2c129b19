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

/* the size of an element; the rows of a tile; the largest matrix in bytes that is read without packing */
static const kernel_t VARIANT(kernels, all)[15] = {
    [0] = {1, 2 * 32, 0, VARIANT(products, bool)},
    [1] = {1, 2 * 16, 0, VARIANT(products, int8)},      [5] = {1, 2 * 16, 0, VARIANT(products, int8)},
    [2] = {2, 2 * 16, 32768, VARIANT(products, int16)}, [6] = {2, 2 * 16, 32768, VARIANT(products, int16)},
    [3] = {4, 2 * 8, 32768, VARIANT(products, int32)},  [7] = {4, 2 * 8, 32768, VARIANT(products, int32)},
    [4] = {8, 2 * 4, 2048, VARIANT(products, int64)},   [8] = {8, 2 * 4, 2048, VARIANT(products, int64)},
    [9] = {2, 8, 0, HALVES},
    [10] = {4, 3 * 8, 32768, VARIANT(products, float)}, [11] = {8, 3 * 4, 32768, VARIANT(products, double)},
    [13] = {8, 3 * 4, 32768, VARIANT(products, cfloat)}, [14] = {16, 3 * 2, 32768, VARIANT(products, cdouble)},
};
