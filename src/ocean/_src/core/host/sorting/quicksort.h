/* Sorting, partitioning and selecting numbers in place. sorting.h includes this for each instruction set: SET is its
   name, INSTRUCTIONS the attribute of its functions, WIDTH the bytes of a vector. VECTORS is the number of vectors that
   are moved at once, if there is a function NAMED(pack) that partitions a vector. The file includes itself for each
   type of numbers: KEY is the type, LARGEST its largest number, and BEFORE(x) the predecessor of x, or x itself.
   Floating point numbers are compared by value, so zeros of both signs are equal; NaN is moved away first. */
#ifndef KEY

#define KEY int64_t
#define PLACE int64_t
#define TYPE int64
#define SUFFIX epi64
#define LARGEST INT64_MAX
#define BEFORE(x) ((x) == INT64_MIN ? (x) : (x) - 1)
#include "quicksort.h"
#define KEY int32_t
#define PLACE int32_t
#define TYPE int32
#define SUFFIX epi32
#define LARGEST INT32_MAX
#define BEFORE(x) ((x) == INT32_MIN ? (x) : (x) - 1)
#include "quicksort.h"
#define KEY double
#define PLACE int64_t
#define TYPE double
#define SUFFIX pd
#define LARGEST ((double)INFINITY)
#define BEFORE(x) nextafter(x, -(double)INFINITY)
#include "quicksort.h"
#define KEY float
#define PLACE int32_t
#define TYPE float
#define SUFFIX ps
#define LARGEST INFINITY
#define BEFORE(x) nextafterf(x, -INFINITY)
#include "quicksort.h"

#else

#define LANES (WIDTH / (int)sizeof(KEY))
typedef KEY NAMED(vector) __attribute__((vector_size(WIDTH), aligned(sizeof(KEY)), may_alias));
typedef PLACE NAMED(places) __attribute__((vector_size(WIDTH), aligned(sizeof(KEY)), may_alias));

#if WIDTH == 64
#include "networks.h"
#else
#define SMALL 40                        /* numbers that are sorted by comparing all pairs */
/* The place of each number is the count of numbers before it. All pairs are compared, without branches. */
INSTRUCTIONS static void NAMED(small)(const KEY *source, int64_t n, KEY *target) {
    static const PLACE numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    KEY a[SMALL + LANES];
    PLACE place[SMALL + LANES];
    const NAMED(places) lane = *(const NAMED(places) *)numbers;
    int64_t padded = (n + LANES - 1) / LANES * LANES;
    memcpy(a, source, n * sizeof(KEY));
    for (int64_t i = n; i < padded; i++) a[i] = LARGEST;
    for (int64_t b = 0; b < n; b += LANES) {
        NAMED(vector) x = *(NAMED(vector) *)(a + b);
        NAMED(places) r = (PLACE)b - (NAMED(places)){0}, s = {0};
        for (int64_t j = 0; j < b; j += 2) {
            r += (NAMED(places))(a[j] > x);
            s += (NAMED(places))(a[j + 1] > x);
        }
        for (int64_t j = 0; j < LANES; j++)
            r -= (NAMED(places))(a[b + j] < x) | ((NAMED(places))(a[b + j] == x) & (NAMED(places))((PLACE)j < lane));
        for (int64_t j = b + LANES; j < padded; j += 2) {
            r -= (NAMED(places))(a[j] < x);
            s -= (NAMED(places))(a[j + 1] < x);
        }
        *(NAMED(places) *)(place + b) = r + s;
    }
    for (int64_t i = 0; i < n; i++) target[place[i]] = a[i];
}
#endif

/* --- Partitioning ------------------------------------------------------------------------------------------------- */

/* Move numbers up to the pivot to the beginning, the others to the end; returns the number of the former. The outermost
   vectors are held back, which leaves room for the next ones: these are read at the end with less room. */
INSTRUCTIONS static int64_t NAMED(divide)(KEY *a, int64_t n, KEY pivot) {
    int64_t low = 0;
#ifdef VECTORS
#define MANY (VECTORS * LANES)
#define MOVE(x) do { \
        int left = NAMED(pack)(x, pivot, a + low, a + high); \
        low += left; \
        high -= LANES - left; \
    } while (0)
    if (n >= 2 * MANY) {
        NAMED(vector) held[2 * VECTORS], next[VECTORS];
        int64_t high = n, left = MANY, right = n - MANY, few;
        UNROLLED for (int k = 0; k < VECTORS; k++) {
            held[k] = *(NAMED(vector) *)(a + k * LANES);
            held[VECTORS + k] = *(NAMED(vector) *)(a + right + k * LANES);
        }
        while (right - left >= MANY) {
            const KEY *from;
            if (left - low < high - right) {
                from = a + left;
                left += MANY;
            } else from = a + (right -= MANY);
            UNROLLED for (int k = 0; k < VECTORS; k++) next[k] = *(const NAMED(vector) *)(from + k * LANES);
            UNROLLED for (int k = 0; k < VECTORS; k++) MOVE(next[k]);
        }
        while (right - left >= LANES) {
            if (left - low < high - right) {
                next[0] = *(NAMED(vector) *)(a + left);
                left += LANES;
            } else next[0] = *(NAMED(vector) *)(a + (right -= LANES));
            MOVE(next[0]);
        }
        KEY rest[LANES];
        few = right - left;
        for (int64_t i = 0; i < few; i++) rest[i] = a[left + i];
        for (int64_t i = 0; i < few; i++) {
            int is_left = rest[i] <= pivot;
            a[low] = a[high - 1] = rest[i];
            low += is_left;
            high -= !is_left;
        }
        UNROLLED for (int k = 0; k < 2 * VECTORS; k++) MOVE(held[k]);
        return low;
    }
#undef MOVE
#undef MANY
#endif
    for (int64_t i = 0; i < n; i++) {
        KEY x = a[i];
        a[i] = a[low];
        a[low] = x;
        low += x <= pivot;
    }
    return low;
}

/* Partition from one place to another; NaN goes to the end. `strange` tells whether there was one. */
INSTRUCTIONS static int64_t NAMED(divide_from)(const KEY *source, int64_t n, KEY pivot, KEY *a, int *strange) {
    int64_t low = 0, high = n, i = 0;
    int found = 0;
#ifdef VECTORS
    NAMED(places) any = {0};
    for (; n - i >= 2 * LANES; i += LANES) {
        NAMED(vector) x = *(const NAMED(vector) *)(source + i);
        int left = NAMED(pack)(x, pivot, a + low, a + high);
        any |= (NAMED(places))(x != x);
        low += left;
        high -= LANES - left;
    }
    for (int k = 0; k < LANES; k++) found |= any[k] != 0;
#endif
    for (; i < n; i++) {
        KEY x = source[i];
        int left = x <= pivot;
        a[low] = a[high - 1] = x;
        low += left;
        high -= !left;
        found |= x != x;
    }
    *strange = found;
    return low;
}

/* Heapsort, for numbers with too many bad partitions. */
static void NAMED(sort_as_heap)(KEY *a, int64_t n) {
    for (int64_t top = n / 2, end = n; end > 1;) {
        int64_t at, next;
        KEY x;
        if (top) x = a[--top];
        else x = a[--end], a[end] = a[0];
        for (at = top; (next = 2 * at + 1) < end; at = next) {
            if (next + 1 < end && a[next] < a[next + 1]) next++;
            if (a[next] <= x) break;
            a[at] = a[next];
        }
        a[at] = x;
    }
}

static inline KEY NAMED(middle)(KEY x, KEY y, KEY z) {
    KEY low = x < y ? x : y, high = x < y ? y : x;
    high = high < z ? high : z;
    return low < high ? high : low;
}

/* The median of a sample. */
INSTRUCTIONS static KEY NAMED(pivot)(const KEY *a, int64_t n) {
    KEY few[31];
    int64_t step = n / 9;
    if (n <= 128) return NAMED(middle)(a[n / 4], a[n / 2], a[n - 1 - n / 4]);
    if (n <= 1024)
        return NAMED(middle)(NAMED(middle)(a[0], a[3 * step], a[6 * step]),
                             NAMED(middle)(a[step], a[4 * step], a[7 * step]),
                             NAMED(middle)(a[2 * step], a[5 * step], a[8 * step]));
    for (int64_t k = 0; k < 31; k++) few[k] = a[(2 * k + 1) * (n / 62)];
    NAMED(small)(few, 31, few);
    return few[15];
}

/* Move numbers less than the largest one to the beginning; returns their number, which is often zero. */
INSTRUCTIONS static int64_t NAMED(divide_largest)(KEY *a, int64_t n, KEY largest) {
    int64_t i = 0;
    int other = 0;
    for (; i + 64 <= n && !other; i += 64) for (int k = 0; k < 64; k++) other |= a[i + k] != largest;
    for (; i < n && !other; i++) other |= a[i] != largest;
    KEY before = BEFORE(largest);
    return other && before < largest ? NAMED(divide)(a, n, before) : 0;
}

/* Sort numbers up to a bound. */
INSTRUCTIONS static void NAMED(sort)(KEY *a, int64_t n, KEY bound, int depth) {
    while (n > SMALL) {
        if (depth-- == 0) { NAMED(sort_as_heap)(a, n); return; }
        KEY pivot = NAMED(pivot)(a, n);
        int64_t left = pivot == bound ? n : NAMED(divide)(a, n, pivot);
        if (left < n) NAMED(sort)(a + left, n - left, bound, depth);
        else left = NAMED(divide_largest)(a, n, pivot);         /* numbers equal to it are in their places */
        bound = pivot;
        n = left;
    }
    NAMED(small)(a, n, a);
}

/* A pivot for which the rank is just inside the smaller part; there may be NaN among the numbers. */
INSTRUCTIONS __attribute__((noinline)) static KEY NAMED(pivot_for)(const KEY *a, int64_t n, int64_t rank) {
    KEY few[512];
    int64_t count = n > 100000 ? 511 : n > 4096 ? 63 : n > 256 ? 15 : 5, margin = count > 100 ? 20 : count / 8;
    for (int64_t k = 0; k < count; k++) {
        KEY x = a[(int64_t)((2 * k + 1) * (double)n / (2 * count))];
        few[k] = x == x ? x : LARGEST;
    }
    NAMED(sort)(few, count, LARGEST, DEPTH);
    int64_t place = (int64_t)((double)rank * count / n);
    place = 2 * place < count ? place + margin : place - margin - 1;
    return few[place < 0 ? 0 : place >= count ? count - 1 : place];
}

/* Select: move the numbers of sorted ranks to their places, with smaller ones before and larger ones after each; `base`
   is the rank of the first number. */
INSTRUCTIONS static void NAMED(select_within)(KEY *a, int64_t n, const int64_t *ranks, int64_t count, int64_t base,
                                              int depth) {
    while (n > SMALL && count) {
        if (depth-- == 0) { NAMED(sort_as_heap)(a, n); return; }
        KEY pivot = count == 1 || ranks[count - 1] - ranks[0] < n / 64 ? NAMED(pivot_for)(a, n, ranks[0] - base)
                                                                       : NAMED(pivot)(a, n);
        int64_t left = NAMED(divide)(a, n, pivot), first = 0;
        int equal = left == n;
        if (equal) left = NAMED(divide_largest)(a, n, pivot);
        while (first < count && ranks[first] < base + left) first++;
        if (!equal) NAMED(select_within)(a + left, n - left, ranks + first, count - first, base + left, depth);
        n = left;
        count = first;
    }
    if (count) NAMED(small)(a, n, a);
}
static void NAMED(select)(void *a, int64_t n, const int64_t *ranks, int64_t count) {
    NAMED(select_within)(a, n, ranks, count, 0, DEPTH);
}

/* --- Out of place ------------------------------------------------------------------------------------------------- */

/* Move NaN to the end, in their order, after the n numbers. */
INSTRUCTIONS static void NAMED(put_strange)(const KEY *source, int64_t n, KEY *a, int64_t all) {
    for (int64_t i = 0; i < all && n < all; i++) {      /* other threads may write to the source */
        KEY x = source[i];
        if (x != x) a[n++] = x;
    }
}

/* Sort a few numbers, and NaN. */
INSTRUCTIONS static void NAMED(small_from)(const KEY *source, int64_t n, KEY *a) {
    int64_t numbers = 0;
    int strange = 0;
    for (int64_t i = 0; i < n; i++) strange |= source[i] != source[i];
    if (!strange) { NAMED(small)(source, n, a); return; }
    for (int64_t i = 0; i < n; i++) {
        KEY x = source[i];
        if (x == x) a[numbers++] = x;
    }
    NAMED(small)(a, numbers, a);
    NAMED(put_strange)(source, numbers, a, n);
}

/* Partition numbers into a; returns the number on the left, and in `n` the number that are not NaN. */
INSTRUCTIONS static int64_t NAMED(bring)(const KEY *source, int64_t *n, KEY pivot, KEY *a) {
    int strange;
    int64_t all = *n, left = NAMED(divide_from)(source, all, pivot, a, &strange);
    if (strange) {
        *n = left + NAMED(divide)(a + left, all - left, LARGEST);
        NAMED(put_strange)(source, *n, a, all);
    }
    return left;
}

/* Select numbers into a, out of place. */
INSTRUCTIONS static void NAMED(select_from)(const void *from, void *into, int64_t n, const int64_t *ranks,
                                            int64_t count) {
    const KEY *source = from;
    KEY *a = into;
    int64_t first = 0, end = count;
    if (n <= SMALL) { NAMED(small_from)(source, n, a); return; }
    int64_t left = NAMED(bring)(source, &n, NAMED(pivot_for)(source, n, ranks[count / 2]), a);
    while (first < count && ranks[first] < left) first++;
    while (end > first && ranks[end - 1] >= n) end--;           /* NaN is there */
    NAMED(select_within)(a, left, ranks, first, 0, DEPTH);
    NAMED(select_within)(a + left, n - left, ranks + first, end - first, left, DEPTH);
}

/* The places of numbers that meet a condition; up to 8 more may be written. */
#if WIDTH != 64
INSTRUCTIONS static inline __attribute__((always_inline)) int64_t
NAMED(find_places)(const KEY *a, int64_t n, KEY value, int64_t first, int which, int64_t *places) {
    int64_t found = 0;
    for (int64_t i = 0; i < n; i++) {
        KEY x = a[i];
        places[found] = first + i;
        switch (which) {
        case IS_LESS: found += x < value; break;
        case IS_AT_MOST: found += x <= value; break;
        case IS_AT_LEAST: found += x >= value; break;
        case IS_EQUAL: found += x == value; break;
        case IS_NUMBER: found += x == x; break;
        case IS_STRANGE: found += x != x; break;
        default: found += !(x <= value);
        }
    }
    return found;
}
#endif
INSTRUCTIONS static int64_t NAMED(places_of)(const void *from, int64_t n, const void *value, int64_t first, int which,
                                             int64_t *places) {
#define CASE(which) case which: return NAMED(find_places)(from, n, *(const KEY *)value, first, which, places);
    switch (which) {
    CASE(IS_LESS) CASE(IS_AT_MOST) CASE(IS_AT_LEAST) CASE(IS_EQUAL) CASE(IS_NUMBER) CASE(IS_STRANGE)
    default: return NAMED(find_places)(from, n, *(const KEY *)value, first, IS_BEHIND, places);
    }
#undef CASE
}

/* --- In threads --------------------------------------------------------------------------------------------------- */

typedef struct { KEY *a; segment_t *parts; int sorting; } NAMED(work_t);

INSTRUCTIONS static void NAMED(part)(void *context, int64_t task) {
    NAMED(work_t) *work = context;
    segment_t *each = work->parts + task, *next = work->parts + SEGMENTS / 2 + task;
    KEY *a = work->a + each->start;
    int64_t n = each->count;
    if (work->sorting) { NAMED(sort)(a, n, LARGEST, each->depth); return; }
    next->count = 0;
    if (n <= SEGMENT) return;
    KEY pivot = NAMED(pivot_for)(a, n, n / 2);
    int64_t left = NAMED(divide)(a, n, pivot);
    each->depth--;
    if (left == n) left = NAMED(divide_largest)(a, n, pivot);
    else *next = (segment_t){each->start + left, n - left, each->depth};
    each->count = left;
}

/* Partition until there are many parts, and sort them in threads; returns whether it was stopped. */
static int NAMED(sort_parts)(run_fn run, stop_fn stop, KEY *a, int64_t n, segment_t *parts, int64_t count) {
    NAMED(work_t) work = {a, parts, 0};
    int64_t step, stopped = 0, k;
    while (!stopped && count <= SEGMENTS / 4) {         /* each round partitions all parts */
        int64_t longest = 0;
        for (k = 0; k < count; k++) longest = parts[k].count > longest ? parts[k].count : longest;
        if (longest <= SEGMENT || (count >= 16 && longest <= n / 8 && n <= SEGMENTS / 8 * SEGMENT)) break;
        run(NAMED(part), &work, count);
        for (k = 0, step = count; k < step; k++)
            if (parts[SEGMENTS / 2 + k].count) parts[count++] = parts[SEGMENTS / 2 + k];
        stopped = n > INTERRUPTIBLE && stop();
    }
    work.sorting = 1;
    step = n > INTERRUPTIBLE ? 32 : count;
    for (k = 0; k < count && !stopped; k += step) {
        work.parts = parts + k;
        run(NAMED(part), &work, count - k < step ? count - k : step);
        stopped = n > INTERRUPTIBLE && stop();
    }
    return (int)stopped;
}

/* Sort numbers into a, in threads if there is `run`. The first partition reads the source; in place, there must be no
   NaN. Returns whether it was stopped. */
INSTRUCTIONS static int NAMED(sort_from)(run_fn run, stop_fn stop, const void *from, void *into, int64_t n) {
    const KEY *source = from;
    KEY *a = into;
    segment_t *parts = NULL;
    int64_t left = 0;
    if (n <= SMALL && source != a) { NAMED(small_from)(source, n, a); return 0; }
    if (run != NULL && n >= 2 * SEGMENT) parts = malloc(SEGMENTS * sizeof(segment_t));
    if (source != a)
        left = NAMED(bring)(source, &n, parts ? NAMED(pivot_for)(source, n, n / 2) : NAMED(pivot)(source, n), a);
    if (parts == NULL) {
        NAMED(sort)(a, left, LARGEST, DEPTH);
        NAMED(sort)(a + left, n - left, LARGEST, DEPTH);
        return 0;
    }
    parts[0] = (segment_t){0, left, DEPTH};
    parts[1] = (segment_t){left, n - left, DEPTH};
    int stopped = NAMED(sort_parts)(run, stop, a, n, parts, 2);
    free(parts);
    return stopped;
}

#undef LANES
#undef SMALL
#undef KEY
#undef PLACE
#undef TYPE
#undef SUFFIX
#undef LARGEST
#undef BEFORE
#endif
