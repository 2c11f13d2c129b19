/* Worker threads for large work. Tasks 0..n-1 are handed out in order; the caller works too. When the pool is
   busy with another caller's work, the caller does all of its own tasks, so that no call ever waits for another. */
#ifndef OCEAN_POOL_H
#define OCEAN_POOL_H
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

typedef void (*task_fn)(void *context, int64_t task);

static struct {
    pthread_mutex_t busy, lock;
    pthread_cond_t wake, done;
    int workers, wanted, quit;
    uint64_t round;               /* the number of the current piece of work, under lock */
    int joined, active;           /* workers that may still join it; workers inside it */
    task_fn fn;
    void *context;
    int64_t count;
    atomic_llong next;
    pthread_t threads[64];
} pool = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};

static atomic_ullong pool_signal;  /* equals pool.round; polled for a short while before sleeping */

static void pool_work(task_fn fn, void *context, int64_t count) {
    for (;;) {
        int64_t task = atomic_fetch_add(&pool.next, 1);
        if (task >= count) return;
        fn(context, task);
    }
}

static void *pool_main(void *unused) {
    uint64_t seen = 0;
    (void)unused;
    for (;;) {
        for (int spin = 0; spin < 2000 && atomic_load_explicit(&pool_signal, memory_order_relaxed) == seen; spin++) {
#if defined(__x86_64__) || defined(__i386__)
            __builtin_ia32_pause();
#endif
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
        pthread_mutex_unlock(&pool.lock);
        pool_work(fn, context, count);
        pthread_mutex_lock(&pool.lock);
        if (--pool.active == 0) pthread_cond_signal(&pool.done);
        pthread_mutex_unlock(&pool.lock);
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
    pool.workers = pool.quit = pool.joined = pool.active = 0;
}

static void pool_start(int threads) {
    pthread_atfork(NULL, NULL, pool_child);
    pool.wanted = threads < 1 ? 0 : threads > 64 ? 63 : threads - 1;
}

static void pool_run(task_fn fn, void *context, int64_t count) {
    if (count <= 1 || pool.wanted == 0 || pthread_mutex_trylock(&pool.busy)) {
        for (int64_t task = 0; task < count; task++) fn(context, task);
        return;
    }
    while (pool.workers < pool.wanted) {
        if (pthread_create(&pool.threads[pool.workers], NULL, pool_main, NULL)) break;
        pool.workers++;
    }
    pthread_mutex_lock(&pool.lock);
    pool.fn = fn;
    pool.context = context;
    pool.count = count;
    atomic_store(&pool.next, 0);
    pool.joined = count - 1 < pool.workers ? (int)(count - 1) : pool.workers;
    atomic_store(&pool_signal, ++pool.round);
    pthread_cond_broadcast(&pool.wake);
    pthread_mutex_unlock(&pool.lock);
    pool_work(fn, context, count);
    pthread_mutex_lock(&pool.lock);
    pool.joined = 0;                                   /* too late to join: all tasks are taken */
    while (pool.active) pthread_cond_wait(&pool.done, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
    pthread_mutex_unlock(&pool.busy);
}
#endif
