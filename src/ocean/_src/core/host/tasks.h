/* Tasks, and the type of the function that runs them in threads: the pool of tensor.pyx (pool.h), which other compiled
   modules get as a pointer. */
#ifndef OCEAN_TASKS_H
#define OCEAN_TASKS_H
#include <stdint.h>

typedef void (*task_fn)(void *context, int64_t task);
typedef void (*run_fn)(task_fn, void *context, int64_t count);
typedef int (*stop_fn)(void);       /* whether to interrupt work: `ask_to_stop` */
#endif
