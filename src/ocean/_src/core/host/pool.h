/* The thread pool. Each thread has its own range of the tasks, the same in every call, to keep its data in its caches;
   a thread that has finished its range takes tasks from the others. Every second call runs the ranges backwards,
   because the data used last is still cached. The caller works too. If the pool is busy with another caller, the caller
   runs all its tasks itself, so no call ever waits for another. Included by tensor.pyx only (through loops.h): the pool
   is static. */
#ifndef OCEAN_POOL_H
#define OCEAN_POOL_H
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include "tasks.h"

#define POOL_SPINS 2000            /* iterations of polling before a thread sleeps */

static struct {
    pthread_mutex_t busy, lock;
    pthread_cond_t wake, done;
    int workers, wanted, quit;
    uint64_t round;               /* the number of the current piece of work, under lock */
    int joined;                   /* workers that may still join */
    atomic_int active, sleeping;  /* workers inside; whether the caller sleeps until there are none */
    int ranges;                   /* threads that share its tasks */
    task_fn fn;
    void *context;
    int64_t count;
    struct { atomic_llong next; char apart[56]; } range[64];
    pthread_t threads[64];
} pool = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};

static atomic_uint pool_alone;     /* counts the calls without workers */
static atomic_ullong pool_signal;  /* equals pool.round; polled shortly before sleeping */

static int (*pool_ask)(void);       /* whether the caller was asked to interrupt its work */

static _Thread_local int pool_most; /* limit of threads for the calls of this thread; 0: all */

static int pool_bound(int most) {
    int former = pool_most;
    pool_most = most;
    return former;
}

static inline void pool_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/* `ask` is NULL in all threads but the caller's. After it returns true, no thread begins another task */
static void pool_work(task_fn fn, void *context, int64_t count, int ranges, int own, int backwards, int (*ask)(void)) {
    for (int k = 0; k < ranges; k++) {
        int r = (own + k) % ranges;
        int64_t begin = count * r / ranges, end = count * (r + 1) / ranges;
        for (;;) {
            int64_t done = atomic_fetch_add_explicit(&pool.range[r].next, 1, memory_order_relaxed);
            if (done >= end - begin) break;
            fn(context, backwards ? end - 1 - done : begin + done);
            if (ask && ask())
                for (int all = 0; all < ranges; all++) atomic_store(&pool.range[all].next, count);
        }
    }
}

static void *pool_main(void *number) {
    uint64_t seen = 0;
    int own = (int)(intptr_t)number;
    for (;;) {
        for (int spin = 0; spin < POOL_SPINS; spin++) {
            if (atomic_load_explicit(&pool_signal, memory_order_relaxed) != seen) break;
            pool_pause();
        }
        pthread_mutex_lock(&pool.lock);
        while (!pool.quit && (pool.round == seen || pool.joined <= 0)) {
            if (pool.round != seen && pool.joined <= 0) seen = pool.round;
            pthread_cond_wait(&pool.wake, &pool.lock);
        }
        if (pool.quit) { pthread_mutex_unlock(&pool.lock); return NULL; }
        seen = pool.round;
        pool.joined--;
        pool.active++;
        task_fn fn = pool.fn;
        void *context = pool.context;
        int64_t count = pool.count;
        int ranges = pool.ranges, backwards = pool.round & 1;
        pthread_mutex_unlock(&pool.lock);
        pool_work(fn, context, count, ranges, own % ranges, backwards, NULL);
        if (atomic_fetch_sub(&pool.active, 1) == 1 && atomic_load(&pool.sleeping)) {
            pthread_mutex_lock(&pool.lock);
            pthread_cond_signal(&pool.done);
            pthread_mutex_unlock(&pool.lock);
        }
    }
}

static void pool_resize(int threads) {                 /* threads includes the caller */
    int workers = threads < 1 ? 0 : threads > 64 ? 63 : threads - 1;
    pthread_mutex_lock(&pool.busy);
    pool.wanted = workers;
    if (workers < pool.workers) {
        pthread_mutex_lock(&pool.lock);
        pool.quit = 1;
        pthread_cond_broadcast(&pool.wake);
        pthread_mutex_unlock(&pool.lock);
        for (int i = 0; i < pool.workers; i++) pthread_join(pool.threads[i], NULL);
        pool.workers = pool.quit = 0;
    }
    pthread_mutex_unlock(&pool.busy);
}

static void pool_child(void) {                         /* after fork only the calling thread exists */
    pthread_mutex_init(&pool.busy, NULL);
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.wake, NULL);
    pthread_cond_init(&pool.done, NULL);
    pool.workers = pool.quit = pool.joined = pool.active = pool.sleeping = 0;
}

static void pool_start(int threads) {
    pthread_atfork(NULL, NULL, pool_child);
    pool.wanted = threads < 1 ? 0 : threads > 64 ? 63 : threads - 1;
}

static void pool_run(task_fn fn, void *context, int64_t count) {
    int64_t helpers = pool_most && pool_most < count ? pool_most - 1 : count - 1;
    if (helpers <= 0 || pool.wanted == 0 || pthread_mutex_trylock(&pool.busy)) {
        int backwards = count > 1 && atomic_fetch_add_explicit(&pool_alone, 1, memory_order_relaxed) & 1;
        for (int64_t k = 0; k < count; k++) {
            fn(context, backwards ? count - 1 - k : k);
            if (k + 1 < count && pool_ask && pool_ask()) return;
        }
        return;
    }
    while (pool.workers < pool.wanted) {
        if (pthread_create(&pool.threads[pool.workers], NULL, pool_main, (void *)(intptr_t)(pool.workers + 1))) break;
        pool.workers++;
    }
    pthread_mutex_lock(&pool.lock);
    pool.fn = fn;
    pool.context = context;
    pool.count = count;
    pool.joined = helpers < pool.workers ? (int)helpers : pool.workers;
    int ranges = pool.ranges = pool.joined + 1;
    for (int r = 0; r < ranges; r++) atomic_store(&pool.range[r].next, 0);
    uint64_t round = ++pool.round;
    pthread_cond_broadcast(&pool.wake);
    pthread_mutex_unlock(&pool.lock);
    atomic_store(&pool_signal, round);                 /* only now: a thread that sees it finds the lock free */
    pool_work(fn, context, count, ranges, 0, round & 1, pool_ask);
    pthread_mutex_lock(&pool.lock);
    pool.joined = 0;                                   /* too late to join: all tasks are taken */
    pthread_mutex_unlock(&pool.lock);
    for (int spin = 0; spin < POOL_SPINS && atomic_load(&pool.active); spin++) pool_pause();
    if (atomic_load(&pool.active)) {
        pthread_mutex_lock(&pool.lock);
        atomic_store(&pool.sleeping, 1);
        while (atomic_load(&pool.active)) pthread_cond_wait(&pool.done, &pool.lock);
        atomic_store(&pool.sleeping, 0);
        pthread_mutex_unlock(&pool.lock);
    }
    pthread_mutex_unlock(&pool.busy);
}
#endif
