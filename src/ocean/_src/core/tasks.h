/* Work that is cut into tasks, and what runs them on several threads: the pool of tensor.pyx (pool.h), which other
   compiled modules are handed. */
#ifndef OCEAN_TASKS_H
#define OCEAN_TASKS_H
#include <stdint.h>

typedef void (*task_fn)(void *context, int64_t task);
typedef void (*run_fn)(task_fn, void *context, int64_t count);
#endif
