/* Work that is cut into parts, and what runs the parts on several threads: the pool of tensor.pyx (pool.h). */
#ifndef OCEAN_PARTS_H
#define OCEAN_PARTS_H
#include <stdint.h>

typedef void (*part_fn)(void *work, int64_t part);
typedef void (*run_fn)(part_fn, void *work, int64_t parts);
#endif
