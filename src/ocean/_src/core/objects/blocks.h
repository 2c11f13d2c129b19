/* The allocator: 64-byte aligned blocks of host memory; freed blocks are kept for reuse up to a limit.
   Small blocks live in one free list per multiple of 64 bytes, large ones in a short list searched for the best fit.
   Large blocks ask for huge pages. Kept blocks and those in use together take no more memory than was once in use,
   until a size comes back that was given up for this: then blocks of this size are kept. Called with the interpreter
   lock held, so no other lock is needed. Included by memory.pyx only: the lists are static. */
#ifndef OCEAN_BLOCKS_H
#define OCEAN_BLOCKS_H
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#define SMALL_STEP 64
#define SMALL_LISTS 65            /* blocks up to 4096 bytes */
#define LARGE_SLOTS 64
#define HUGE_PAGE ((size_t)2 << 20)
#define TRIMMED_FROM ((size_t)1 << 17)  /* blocks that are given up so that the total does not grow */
#define SIZES 64                  /* sizes of blocks that were given up, the last ones */
#define STAGGER 8                 /* large blocks start at staggered addresses: no cache aliasing */
#define STAGGER_STEP 576

typedef struct block { struct block *next; } block_t;

typedef struct {
    block_t *small[SMALL_LISTS];
    struct { void *data; size_t capacity; } large[LARGE_SLOTS];
    int large_count;
    struct { size_t capacity; int wanted; } gone[SIZES];     /* given up; wanted: they were needed again */
    unsigned gone_count;
    size_t cached, limit, in_use, peak;
    size_t most;                      /* the most that was in use */
} blocks_t;

static blocks_t blocks = {.limit = (size_t)1 << 30};

static inline size_t block_capacity(size_t nbytes) {
    if (nbytes == 0) return SMALL_STEP;
    if (nbytes <= SMALL_STEP * (SMALL_LISTS - 1)) return (nbytes + SMALL_STEP - 1) / SMALL_STEP * SMALL_STEP;
    size_t step = nbytes >= 2 * HUGE_PAGE ? HUGE_PAGE : 4096;
    return nbytes > SIZE_MAX / 2 ? 0 : (nbytes + step - 1) / step * step;
}

static void block_free(void *data, size_t capacity) {
    free(capacity >= 2 * HUGE_PAGE ? (void *)((size_t)data & ~(HUGE_PAGE - 1)) : data);
}

/* take a large block out of the list, keeping the order in which blocks were given back */
static void *large_out(int place) {
    void *data = blocks.large[place].data;
    blocks.cached -= blocks.large[place].capacity;
    blocks.large_count--;
    for (int i = place; i < blocks.large_count; i++) blocks.large[i] = blocks.large[i + 1];
    return data;
}

static void blocks_trim(size_t keep) {
    while (blocks.cached > keep && blocks.large_count) {       /* oldest first */
        size_t capacity = blocks.large[0].capacity;
        block_free(large_out(0), capacity);
    }
    for (int list = SMALL_LISTS - 1; blocks.cached > keep && list > 0; list--)
        while (blocks.small[list] && blocks.cached > keep) {
            block_t *block = blocks.small[list];
            blocks.small[list] = block->next;
            blocks.cached -= (size_t)list * SMALL_STEP;
            free(block);
        }
}

/* the place of a size among those that were given up; -1 if it is not there */
static int gone_place(size_t capacity) {
    for (int i = 0; i < SIZES; i++) if (blocks.gone[i].capacity == capacity) return i;
    return -1;
}

/* before a new block is made: give up kept blocks, the oldest first, so that the total stays what was once in use */
static void blocks_make_room(size_t capacity) {
    int place = gone_place(capacity);
    if (place >= 0) blocks.gone[place].wanted = 1;
    if (blocks.in_use + capacity > blocks.most) blocks.most = blocks.in_use + capacity;
    for (int i = 0; i < blocks.large_count && blocks.in_use + blocks.cached + capacity > blocks.most; ) {
        size_t size = blocks.large[i].capacity;
        place = gone_place(size);
        if (size < TRIMMED_FROM || (place >= 0 && blocks.gone[place].wanted)) { i++; continue; }
        if (place < 0) {
            place = blocks.gone_count++ % SIZES;
            blocks.gone[place].capacity = size;
            blocks.gone[place].wanted = 0;
        }
        block_free(large_out(i), size);
    }
}

/* A new block; of its bytes, nbytes will be used for now. */
static void *block_new(size_t capacity, size_t nbytes) {
    static unsigned turn = 0;
    void *data = NULL;
    size_t large = capacity >= 2 * HUGE_PAGE, extra = large ? STAGGER * STAGGER_STEP : 0;
    if (capacity >= TRIMMED_FROM) blocks_make_room(capacity);
    for (int attempt = 0; attempt < 2 && !data; attempt++) {
        if (posix_memalign(&data, large ? HUGE_PAGE : 64, capacity + extra)) { data = NULL; blocks_trim(0); }
    }
    if (!data || !large) return data;
#ifdef MADV_HUGEPAGE
    madvise(data, nbytes & ~(HUGE_PAGE - 1), MADV_HUGEPAGE);       /* the rest would take a whole page */
#endif
    return (char *)data + turn++ % STAGGER * STAGGER_STEP;
}

/* A block of at least nbytes; its true size goes to *capacity. NULL when there is no memory. */
static inline void *block_take(size_t nbytes, size_t *capacity) {
    size_t want = block_capacity(nbytes);
    void *data = NULL;
    *capacity = want;
    if (!want) return NULL;
    if (want <= SMALL_STEP * (SMALL_LISTS - 1)) {
        block_t *head = blocks.small[want / SMALL_STEP];
        if (head) {
            blocks.small[want / SMALL_STEP] = head->next;
            blocks.cached -= want;
            data = head;
        }
    } else {
        int best = -1;
        for (int i = 0; i < blocks.large_count; i++) {
            size_t capacity_i = blocks.large[i].capacity;
            if (capacity_i < want || capacity_i - want > want / 4) continue;
            if (best < 0 || capacity_i <= blocks.large[best].capacity) best = i;
        }
        if (best >= 0) {                                        /* the last one given back, still in the caches */
            *capacity = blocks.large[best].capacity;
            data = large_out(best);
        }
    }
    if (!data) data = block_new(want, nbytes);
    if (data) {
        blocks.in_use += *capacity;
        if (blocks.in_use > blocks.peak) blocks.peak = blocks.in_use;
    }
    return data;
}

static inline void block_give(void *data, size_t capacity) {
    blocks.in_use -= capacity;
    if (capacity > blocks.limit) { block_free(data, capacity); return; }
    if (capacity <= SMALL_STEP * (SMALL_LISTS - 1)) {
        if (blocks.cached + capacity > blocks.limit) { free(data); return; }
        block_t *block = (block_t *)data;
        block->next = blocks.small[capacity / SMALL_STEP];
        blocks.small[capacity / SMALL_STEP] = block;
        blocks.cached += capacity;
        return;
    }
    if (blocks.large_count == LARGE_SLOTS || blocks.cached + capacity > blocks.limit)
        blocks_trim(blocks.limit - capacity);
    if (blocks.large_count == LARGE_SLOTS) {                    /* many middling blocks: drop the oldest */
        size_t oldest = blocks.large[0].capacity;
        block_free(large_out(0), oldest);
    }
    blocks.large[blocks.large_count].data = data;
    blocks.large[blocks.large_count++].capacity = capacity;
    blocks.cached += capacity;
}
#endif
