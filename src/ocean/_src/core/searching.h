/* Searching in sorted elements, counting in bins, and finding what is distinct; all with the keys of sorting.h. */
#ifndef OCEAN_SEARCHING_H
#define OCEAN_SEARCHING_H
#include "sorting.h"

#define BLOCK 1024                      /* elements that are converted at once */
#define NEEDLES 16                      /* searches that are made at once, so that memory works on all of them */

/* --- Sorted elements --------------------------------------------------------------------------------------------- */

typedef struct {
    int code, size, right;
    int64_t n, count;                   /* of sorted elements and of values */
    const int64_t *keys, *second;       /* of the sorted elements */
    const char *values;
    int64_t *places;
} search_t;

static void search_pairs(const search_t *s, const int64_t *high, const int64_t *low, int64_t count, int64_t *places) {
    for (int64_t i = 0; i < count; i++) {
        int64_t first = 0, last = s->n;
        while (first < last) {
            int64_t middle = first + (last - first) / 2, a = s->keys[middle], b = s->second[middle];
            int before = a < high[i] || (a == high[i] && (b < low[i] || (s->right && b == low[i])));
            if (before) first = middle + 1; else last = middle;
        }
        places[i] = first;
    }
}

static void search_keys(const search_t *s, const int64_t *wanted, int64_t count, int64_t *places) {
    const int64_t *keys = s->keys;
    for (int64_t i = 0; i < count; i += NEEDLES) {
        int64_t key[NEEDLES], at[NEEDLES] = {0}, left = s->n;
        int many = count - i < NEEDLES ? (int)(count - i) : NEEDLES;
        for (int k = 0; k < many; k++) key[k] = wanted[i + k];
        for (int k = many; k < NEEDLES; k++) key[k] = key[0];
        while (left > 1) {
            int64_t half = left / 2;
            if (s->right) for (int k = 0; k < NEEDLES; k++) at[k] += keys[at[k] + half - 1] <= key[k] ? half : 0;
            else for (int k = 0; k < NEEDLES; k++) at[k] += keys[at[k] + half - 1] < key[k] ? half : 0;
            left -= half;
        }
        for (int k = 0; k < many; k++)
            places[i + k] = at[k] + (left && (s->right ? keys[at[k]] <= key[k] : keys[at[k]] < key[k]));
    }
}

static void search_chunk(void *context, int64_t task) {
    const search_t *s = context;
    int64_t keys[BLOCK], second[BLOCK];
    int64_t begin = task * CHUNK / 4, end = begin + CHUNK / 4 < s->count ? begin + CHUNK / 4 : s->count;
    for (int64_t i = begin; i < end; i += BLOCK) {
        int64_t count = end - i < BLOCK ? end - i : BLOCK;
        order_keys(s->code, s->values + i * s->size, count, 0, keys, second);
        if (s->code == CDOUBLE_) search_pairs(s, keys, second, count, s->places + i);
        else search_keys(s, keys, count, s->places + i);
    }
}

static void search_run(search_t *s, run_fn run) {
    int64_t tasks = (s->count + CHUNK / 4 - 1) / (CHUNK / 4);
    if (tasks == 1) search_chunk(s, 0);
    else run(search_chunk, s, tasks);
}

/* --- Counting ---------------------------------------------------------------------------------------------------- */

typedef struct {
    int code, size;
    int64_t n;
    const char *source;
    const double *weights;              /* or NULL */
    int64_t bins;
    const double *edges;                /* bins + 1 of them; NULL: the elements are the numbers of bins */
    int even;                           /* all bins have the same width */
    double low, high, scale;
    int64_t *counts;                    /* a table of bins + 1 for each task; the last counts what is outside */
    int64_t part;                       /* elements of a task */
    double *sums;
    int64_t least[64], most[64];        /* of each task */
    double smallest[64], largest[64];
    int tables;
} bins_t;

static void to_doubles(int code, const char *source, int64_t n, double *values) {
#define EACH(type, expression) { const type *a = (const type *)source; \
    for (int64_t i = 0; i < n; i++) { type x = a[i]; values[i] = (double)(expression); } return; }
    switch (code) {
    case BOOL_: EACH(uint8_t, x != 0)
    case UINT8_: EACH(uint8_t, x)
    case UINT16_: EACH(uint16_t, x)
    case UINT32_: EACH(uint32_t, x)
    case UINT64_: EACH(uint64_t, x)
    case INT8_: EACH(int8_t, x)
    case INT16_: EACH(int16_t, x)
    case INT32_: EACH(int32_t, x)
    case INT64_: EACH(int64_t, x)
    case HALF_: EACH(uint16_t, half_to_double(x))
    case FLOAT_: EACH(float, x)
    default: EACH(double, x)
    }
#undef EACH
}

static void bounds_task(void *context, int64_t task) {
    bins_t *b = context;
    int64_t begin = task * b->part, end = begin + b->part < b->n ? begin + b->part : b->n, keys[BLOCK];
    int64_t least = INT64_MAX, most = INT64_MIN;
    int64_t strange[4] = {0};
    double smallest = INFINITY, largest = -INFINITY, values[BLOCK];
    double low[4] = {INFINITY, INFINITY, INFINITY, INFINITY}, high[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    for (int64_t i = begin; i < end; i += BLOCK) {
        int64_t count = end - i < BLOCK ? end - i : BLOCK;
        const int64_t *a = keys;
        if (b->edges == NULL) {
            if (b->code == INT64_) a = (const int64_t *)b->source + i;
            else order_keys(b->code, b->source + i * b->size, count, 0, keys, NULL);
            for (int64_t k = 0; k < count; k++) {
                least = a[k] < least ? a[k] : least;
                most = a[k] > most ? a[k] : most;
            }
            continue;
        }
        const double *x = values;
        if (b->code == DOUBLE_) x = (const double *)b->source + i;
        else to_doubles(b->code, b->source + i * b->size, count, values);
        int64_t k = 0;
        for (; k + 4 <= count; k += 4)
            for (int lane = 0; lane < 4; lane++) {
                low[lane] = x[k + lane] < low[lane] ? x[k + lane] : low[lane];
                high[lane] = x[k + lane] > high[lane] ? x[k + lane] : high[lane];
                strange[lane] |= x[k + lane] != x[k + lane];
            }
        for (; k < count; k++) {
            low[0] = x[k] < low[0] ? x[k] : low[0];
            high[0] = x[k] > high[0] ? x[k] : high[0];
            strange[0] |= x[k] != x[k];
        }
    }
    for (int lane = 0; lane < 4; lane++) {
        smallest = low[lane] < smallest ? low[lane] : smallest;
        largest = high[lane] > largest ? high[lane] : largest;
        if (strange[0] | strange[1] | strange[2] | strange[3]) smallest = largest = NAN;
    }
    b->least[task] = least;
    b->most[task] = most;
    b->smallest[task] = smallest;
    b->largest[task] = largest;
}

/* The bins of numbers between edges, the last of which belongs to the last bin; `bins` for those that are in none. */
/* Bins of the same width: near the right one, and then exactly by the edges. */
static void even_bins(const bins_t *b, const double *values, int64_t n, int64_t *found) {
    const double *edges = b->edges;
    int64_t bins = b->bins;
    for (int64_t i = 0; i < n; i++) {
        double x = values[i];
        int inside = (x >= b->low) & (x <= b->high);
        int64_t k = (int64_t)(inside ? (x - b->low) * b->scale : 0);
        k = k < bins - 1 ? k : bins - 1;
        k += ((x >= edges[k + 1]) & (k < bins - 1)) - ((x < edges[k]) & (k > 0));
        found[i] = inside ? k : bins;
    }
}

#if defined(__x86_64__)
#include <immintrin.h>
/* The same, four and eight at once, for fewer than 2**31 bins; gives how many were done. */
__attribute__((target("avx2"))) static int64_t even_bins_avx2(const bins_t *b, const double *values, int64_t n,
                                                              int64_t *found) {
    const __m256d low = _mm256_set1_pd(b->low), high = _mm256_set1_pd(b->high), scale = _mm256_set1_pd(b->scale);
    const __m128i last = _mm_set1_epi32((int)(b->bins - 1)), one = _mm_set1_epi32(1);
    const __m256i final = _mm256_set1_epi64x(b->bins - 1), outside = _mm256_set1_epi64x(b->bins);
    int64_t i = 0;
    for (; i + 4 <= n; i += 4) {
        __m256d x = _mm256_loadu_pd(values + i);
        __m256d inside = _mm256_and_pd(_mm256_cmp_pd(x, low, _CMP_GE_OQ), _mm256_cmp_pd(x, high, _CMP_LE_OQ));
        __m256d part = _mm256_and_pd(inside, _mm256_mul_pd(_mm256_sub_pd(x, low), scale));
        __m128i place = _mm_min_epi32(_mm256_cvttpd_epi32(part), last);
        __m256i k = _mm256_cvtepi32_epi64(place);
        __m256d before = _mm256_cmp_pd(x, _mm256_i32gather_pd(b->edges, place, 8), _CMP_LT_OQ);
        __m256d after = _mm256_cmp_pd(x, _mm256_i32gather_pd(b->edges, _mm_add_epi32(place, one), 8), _CMP_GE_OQ);
        __m256i up = _mm256_and_si256(_mm256_castpd_si256(after), _mm256_cmpgt_epi64(final, k));
        __m256i down = _mm256_and_si256(_mm256_castpd_si256(before), _mm256_cmpgt_epi64(k, _mm256_setzero_si256()));
        k = _mm256_sub_epi64(_mm256_add_epi64(k, down), up);
        k = _mm256_blendv_epi8(outside, k, _mm256_castpd_si256(inside));
        _mm256_storeu_si256((__m256i *)(found + i), k);
    }
    return i;
}
__attribute__((target("avx512f,avx512vl"))) static int64_t even_bins_avx512(const bins_t *b, const double *values,
                                                                            int64_t n, int64_t *found) {
    const __m512d low = _mm512_set1_pd(b->low), high = _mm512_set1_pd(b->high), scale = _mm512_set1_pd(b->scale);
    const __m256i last = _mm256_set1_epi32((int)(b->bins - 1)), one = _mm256_set1_epi32(1);
    int64_t i = 0;
    for (; i + 8 <= n; i += 8) {
        __m512d x = _mm512_loadu_pd(values + i);
        __mmask8 inside = _mm512_mask_cmp_pd_mask(_mm512_cmp_pd_mask(x, low, _CMP_GE_OQ), x, high, _CMP_LE_OQ);
        __m256i k = _mm512_maskz_cvttpd_epi32(inside, _mm512_mul_pd(_mm512_sub_pd(x, low), scale));
        k = _mm256_min_epi32(k, last);
        __mmask8 down = _mm512_mask_cmp_pd_mask(_mm256_cmpgt_epi32_mask(k, _mm256_setzero_si256()), x,
                                                _mm512_i32gather_pd(k, b->edges, 8), _CMP_LT_OQ);
        __mmask8 up = _mm512_mask_cmp_pd_mask(_mm256_cmplt_epi32_mask(k, last), x,
                                              _mm512_i32gather_pd(_mm256_add_epi32(k, one), b->edges, 8), _CMP_GE_OQ);
        k = _mm256_mask_add_epi32(_mm256_mask_sub_epi32(k, down, k, one), up, k, one);
        _mm512_storeu_si512(found + i, _mm512_mask_cvtepi32_epi64(_mm512_set1_epi64(b->bins), inside, k));
    }
    return i;
}
#endif

static void find_bins(const bins_t *b, const double *values, int64_t n, int64_t *found) {
    const double *edges = b->edges;
    int64_t bins = b->bins;
    if (b->even) {
        int64_t done = 0;
#if defined(__x86_64__)
        if (bins < INT32_MAX && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
            done = even_bins_avx512(b, values, n, found);
        else if (bins < INT32_MAX && __builtin_cpu_supports("avx2")) done = even_bins_avx2(b, values, n, found);
#endif
        even_bins(b, values + done, n - done, found + done);
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        int64_t first = 0, last = bins;
        double x = values[i];
        while (last - first > 1) {
            int64_t middle = first + (last - first) / 2;
            if (edges[middle] <= x) first = middle; else last = middle;
        }
        found[i] = (x >= b->low) & (x <= b->high) ? first : bins;
    }
}

static void count_task(void *context, int64_t task) {
    bins_t *b = context;
    int64_t begin = task * b->part, end = begin + b->part < b->n ? begin + b->part : b->n;
    int64_t *counts = b->counts + task * (b->bins + 1), keys[BLOCK];
    double values[BLOCK];
    if (task) memset(counts, 0, (b->bins + 1) * sizeof(int64_t));
    for (int64_t i = begin; i < end; i += BLOCK) {
        int64_t count = end - i < BLOCK ? end - i : BLOCK;
        const int64_t *a = keys;
        if (b->edges) {
            if (b->code != DOUBLE_) to_doubles(b->code, b->source + i * b->size, count, values);
            find_bins(b, b->code == DOUBLE_ ? (const double *)b->source + i : values, count, keys);
        } else if (b->code == INT64_) a = (const int64_t *)b->source + i;
        else order_keys(b->code, b->source + i * b->size, count, 0, keys, NULL);
        uint64_t last = (uint64_t)b->bins;      /* whoever writes to the numbers meanwhile, no key is beyond it */
        if (b->weights)
            for (int64_t k = 0; k < count; k++)
                b->sums[(uint64_t)a[k] < last ? (uint64_t)a[k] : last] += b->weights[i + k];
        else for (int64_t k = 0; k < count; k++) counts[(uint64_t)a[k] < last ? (uint64_t)a[k] : last]++;
    }
}

static void bins_tasks(bins_t *b) {
    b->tables = b->n < CHUNK || b->weights || b->bins > b->n / 8 ? 1 : b->n < 64 * CHUNK ? (int)(b->n / CHUNK + 1) : 64;
    if (b->tables > 1 && b->bins > 4096) b->tables = b->tables > 4 ? 4 : b->tables;
    b->part = (b->n + b->tables - 1) / b->tables;
}

static void bins_bounds(bins_t *b, run_fn run) {
    int tasks = b->tables;
    if (tasks == 1) bounds_task(b, 0);
    else run(bounds_task, b, tasks);
    for (int k = 1; k < tasks; k++) {
        b->least[0] = b->least[k] < b->least[0] ? b->least[k] : b->least[0];
        b->most[0] = b->most[k] > b->most[0] ? b->most[k] : b->most[0];
        if (b->smallest[0] != b->smallest[0]) continue;
        if (!(b->smallest[k] >= b->smallest[0])) b->smallest[0] = b->smallest[k];
        if (!(b->largest[k] <= b->largest[0])) b->largest[0] = b->largest[k];
    }
}

/* The counts go to the first table, whose bins are set to zero before. */
static void bins_count(bins_t *b, run_fn run) {
    if (b->tables == 1) { count_task(b, 0); return; }
    run(count_task, b, b->tables);
    for (int k = 1; k < b->tables; k++)
        for (int64_t i = 0; i < b->bins; i++) b->counts[i] += b->counts[k * (b->bins + 1) + i];
}

/* Counting without knowing the largest number: most are small, and then one look is enough. */
#define GUESSED 4096
static void guess_task(void *context, int64_t task) {
    bins_t *b = context;
    int64_t begin = task * b->part, end = begin + b->part < b->n ? begin + b->part : b->n, keys[BLOCK];
    int64_t *counts = b->counts + task * GUESSED;
    memset(counts, 0, GUESSED * sizeof(int64_t));
    for (int64_t i = begin; i < end && !__atomic_load_n(&b->even, __ATOMIC_RELAXED); i += BLOCK) {
        int64_t count = end - i < BLOCK ? end - i : BLOCK, bits = 0;
        const int64_t *a = keys;
        if (b->code == INT64_) a = (const int64_t *)b->source + i;
        else order_keys(b->code, b->source + i * b->size, count, 0, keys, NULL);
        for (int64_t k = 0; k < count; k++) bits |= a[k];
        if (bits & ~(int64_t)(GUESSED - 1)) { __atomic_store_n(&b->even, 1, __ATOMIC_RELAXED); return; }
        for (int64_t k = 0; k < count; k++) counts[a[k] & (GUESSED - 1)]++;    /* whoever writes meanwhile */
    }
}

/* Count in tables of GUESSED bins, into the first; gives the number of bins, or -1 if there is a number without one. */
static int64_t bins_guess(bins_t *b, run_fn run) {
    int64_t bins = GUESSED;
    b->part = (b->n + b->tables - 1) / b->tables;
    b->even = 0;
    run(guess_task, b, b->tables);
    if (b->even) { b->even = 0; return -1; }
    for (int k = 1; k < b->tables; k++)
        for (int64_t i = 0; i < GUESSED; i++) b->counts[i] += b->counts[k * GUESSED + i];
    while (b->counts[bins - 1] == 0) bins--;
    return bins;
}

/* --- What is distinct -------------------------------------------------------------------------------------------- */

typedef struct { int code, size; char *elements; int64_t n, *found; } distinct_t;

/* The first of equal sorted elements of a chunk, to its beginning; the last element of a chunk stays where it is, and
   is compared with the first one of the next. */
static void distinct_chunk(void *context, int64_t task) {
    distinct_t *d = context;
    int64_t first = task * CHUNK, n = d->n - first < CHUNK ? d->n - first : CHUNK, found = 0;
    int size = d->size;
    char *elements = d->elements + first * size;
    if (first == 0) found = 1;          /* always new */
    /* always copied, and written over if it is none: no branch; NaN is last, and counts as one */
#define EACH(type) { type *a = (type *)elements, last = a[first ? -1 : 0]; \
    int64_t i = found, numbers = n; \
    while (numbers > i && a[numbers - 1] != a[numbers - 1]) numbers--; \
    for (; i < numbers; i++) { \
        type x = a[i]; \
        a[found] = x; \
        found += x != last; \
        last = x; \
    } \
    if (i < n && last == last) a[found++] = a[i]; \
    break; }
    switch (d->code) {
    case UINT64_: case INT64_: EACH(int64_t)
    case UINT32_: case INT32_: EACH(int32_t)
    case DOUBLE_: EACH(double)
    case FLOAT_: EACH(float)
#undef EACH
    default: {
        int64_t last = 0, last_second = 0, key, second = 0;
        order_keys(d->code, elements - (first ? size : 0), 1, 0, &last, &last_second);
        for (int64_t i = found; i < n; i++) {
            order_keys(d->code, elements + i * size, 1, 0, &key, &second);
            int is_new = (key != last) | (d->code == CDOUBLE_ && second != last_second);
            if (is_new) memmove(elements + found * size, elements + i * size, size);
            found += is_new;
            last = key, last_second = second;
        }
    }
    }
    d->found[task] = found;
}

/* The first of equal sorted elements, to the beginning; gives their number. `found` is for the numbers of chunks. */
static int64_t distinct(int code, int size, char *elements, int64_t n, int64_t *found, run_fn run) {
    distinct_t d = {code, size, elements, n, found};
    int64_t chunks = (n + CHUNK - 1) / CHUNK, total = 0;
    if (chunks == 1) distinct_chunk(&d, 0);
    else run(distinct_chunk, &d, chunks);
    for (int64_t t = 0; t < chunks; t++) {
        if (total < t * CHUNK) memmove(elements + total * size, elements + t * CHUNK * size, found[t] * size);
        total += found[t];
    }
    return total;
}

/* The groups of equal elements, whose places are sorted: where each begins in the order (and the end), and the group of
   each element if it is asked for. */
static int64_t groups(int code, int size, const char *source, int64_t n, const int64_t *places, int64_t *starts,
                      int64_t *group) {
    int64_t found = 0, last[2] = {0, 0};
    for (int64_t i = 0; i < n; i++) {
        int64_t key, second = 0;
        order_keys(code, source + places[i] * size, 1, 0, &key, &second);
        if (i == 0 || key != last[0] || second != last[1]) starts[found++] = i;
        last[0] = key, last[1] = second;
        if (group) group[places[i]] = found - 1;
    }
    starts[found] = n;
    return found;
}
#endif
