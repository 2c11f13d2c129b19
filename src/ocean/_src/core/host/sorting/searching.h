/* Searching in sorted elements, counting in bins, and distinct elements; all with the keys of sort_keys.h. */
#ifndef OCEAN_SEARCHING_H
#define OCEAN_SEARCHING_H
#include "sort_keys.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define BLOCK 512                       /* elements that are converted together */
#define ALIGNED __attribute__((aligned(64)))
#define GUESSED 4096                    /* integers below this are counted in tallies at first */
#define NEEDLES 16                      /* interleaved searches, so that their memory accesses overlap */

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
        if (s->code == DTYPE_CDOUBLE) search_pairs(s, keys, second, count, s->places + i);
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
    const double *edges;                /* bins + 1 edges; NULL: the elements are the numbers of bins */
    int even;                           /* all bins have the same width */
    double low, high, scale;
    double clear;                       /* numbers farther than this from the middle of a bin are compared with edges */
    int64_t *counts;                    /* a table of bins + 1 for each task; the last bin counts elements outside */
    uint32_t *tallies;                  /* or NULL; for each task TALLIES tables of `width` bins */
    int64_t width;                      /* a power of two, more than bins */
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
    case DTYPE_BOOL: EACH(uint8_t, x != 0)
    case DTYPE_UINT8: EACH(uint8_t, x)
    case DTYPE_UINT16: EACH(uint16_t, x)
    case DTYPE_UINT32: EACH(uint32_t, x)
    case DTYPE_UINT64: EACH(uint64_t, x)
    case DTYPE_INT8: EACH(int8_t, x)
    case DTYPE_INT16: EACH(int16_t, x)
    case DTYPE_INT32: EACH(int32_t, x)
    case DTYPE_INT64: EACH(int64_t, x)
    SHORT_CASES EACH(uint16_t, short_to_double(code, x))
    case DTYPE_FLOAT: EACH(float, x)
    default: EACH(double, x)
    }
#undef EACH
}

/* Update the smallest and the largest of doubles; NaN if one is. */
static void bounds_of_plain(const double *x, int64_t n, double *smallest, double *largest) {
    double low[4] = {INFINITY, INFINITY, INFINITY, INFINITY}, high[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    int64_t strange[4] = {0}, i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) {
            low[k] = x[i + k] < low[k] ? x[i + k] : low[k];
            high[k] = x[i + k] > high[k] ? x[i + k] : high[k];
            strange[k] |= x[i + k] != x[i + k];
        }
    for (; i < n; i++) {
        low[0] = x[i] < low[0] ? x[i] : low[0];
        high[0] = x[i] > high[0] ? x[i] : high[0];
        strange[0] |= x[i] != x[i];
    }
    for (int k = 0; k < 4 && *smallest == *smallest; k++) {
        *smallest = low[k] < *smallest ? low[k] : *smallest;
        *largest = high[k] > *largest ? high[k] : *largest;
    }
    if (strange[0] | strange[1] | strange[2] | strange[3]) *smallest = *largest = NAN;
}

/* Bins of the same width: an estimate, corrected by the edges. */
static void even_bins_plain(const bins_t *b, const double *values, int64_t n, int64_t *found) {
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

/* Bins of any widths, by bisection without branches: the last edge that is not larger. */
static void any_bins_plain(const bins_t *b, const double *values, int64_t n, int64_t *found) {
    const double *edges = b->edges;
    const int64_t bins = b->bins;
    for (int64_t i = 0; i < n; i++) {
        const double x = values[i];
        int64_t first = 0;
        for (int64_t left = bins; left > 1; left -= left / 2) first += edges[first + left / 2] <= x ? left / 2 : 0;
        found[i] = (x >= b->low) & (x <= b->high) ? first : bins;
    }
}

#if defined(__x86_64__)
/* Bins of vectors of doubles. Only numbers that may be on the other side of an edge, because edge and product are
   rounded, are compared with edges. The integer is in the last bits of a double around 2**52. */
#define LARGE 0x1.8p52
#define LARGE_BITS 0x4338000000000000
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f")))
AVX2 static void bounds_of_avx2(const double *x, int64_t n, double *smallest, double *largest) {
    __m256d low[2], high[2], strange = _mm256_setzero_pd();
    int64_t i = 0;
    for (int k = 0; k < 2; k++) low[k] = _mm256_set1_pd(INFINITY), high[k] = _mm256_set1_pd(-INFINITY);
    for (; i + 8 <= n; i += 8) {
        __m256d u = _mm256_loadu_pd(x + i), v = _mm256_loadu_pd(x + i + 4);
        low[0] = _mm256_min_pd(u, low[0]), low[1] = _mm256_min_pd(v, low[1]);
        high[0] = _mm256_max_pd(u, high[0]), high[1] = _mm256_max_pd(v, high[1]);
        strange = _mm256_or_pd(strange, _mm256_cmp_pd(u, v, _CMP_UNORD_Q));
    }
    double ends[8];
    _mm256_storeu_pd(ends, _mm256_min_pd(low[0], low[1]));
    _mm256_storeu_pd(ends + 4, _mm256_max_pd(high[0], high[1]));
    if (_mm256_movemask_pd(strange)) ends[0] = NAN;
    if (i) bounds_of_plain(ends, 8, smallest, largest);
    bounds_of_plain(x + i, n - i, smallest, largest);
}
AVX512 static void bounds_of_avx512(const double *x, int64_t n, double *smallest, double *largest) {
    __m512d low[2], high[2];
    __mmask8 strange = 0;
    int64_t i = 0;
    for (int k = 0; k < 2; k++) low[k] = _mm512_set1_pd(INFINITY), high[k] = _mm512_set1_pd(-INFINITY);
    for (; i + 16 <= n; i += 16) {
        __m512d u = _mm512_loadu_pd(x + i), v = _mm512_loadu_pd(x + i + 8);
        low[0] = _mm512_min_pd(u, low[0]), low[1] = _mm512_min_pd(v, low[1]);
        high[0] = _mm512_max_pd(u, high[0]), high[1] = _mm512_max_pd(v, high[1]);
        strange |= _mm512_cmp_pd_mask(u, v, _CMP_UNORD_Q);
    }
    double ends[16];
    _mm512_storeu_pd(ends, _mm512_min_pd(low[0], low[1]));
    _mm512_storeu_pd(ends + 8, _mm512_max_pd(high[0], high[1]));
    if (strange) ends[0] = NAN;
    if (i) bounds_of_plain(ends, 16, smallest, largest);
    bounds_of_plain(x + i, n - i, smallest, largest);
}
AVX2 static void even_bins_avx2(const bins_t *b, const double *values, int64_t n, int64_t *found) {
    const __m256d low = _mm256_set1_pd(b->low), high = _mm256_set1_pd(b->high), scale = _mm256_set1_pd(b->scale);
    const __m256d half = _mm256_set1_pd(0.5), large = _mm256_set1_pd(LARGE), clear = _mm256_set1_pd(b->clear);
    const __m256d sign = _mm256_set1_pd(-0.0);
    const __m256i bits = _mm256_set1_epi64x(LARGE_BITS), outside = _mm256_set1_epi64x(b->bins);
    int64_t i = 0;
    for (; i + 4 <= n; i += 4) {
        __m256d x = _mm256_loadu_pd(values + i);
        if (i % 8 == 0) __builtin_prefetch(values + i + BLOCK);         /* comes while these are counted */
        __m256d inside = _mm256_and_pd(_mm256_cmp_pd(x, low, _CMP_GE_OQ), _mm256_cmp_pd(x, high, _CMP_LE_OQ));
        __m256d middle = _mm256_sub_pd(_mm256_mul_pd(_mm256_sub_pd(x, low), scale), half);
        __m256d moved = _mm256_add_pd(middle, large), from = _mm256_sub_pd(middle, _mm256_sub_pd(moved, large));
        __m256d doubtful = _mm256_and_pd(inside, _mm256_cmp_pd(_mm256_andnot_pd(sign, from), clear, _CMP_GT_OQ));
        __m256i k = _mm256_sub_epi64(_mm256_castpd_si256(moved), bits);
        _mm256_storeu_si256((__m256i *)(found + i), _mm256_blendv_epi8(outside, k, _mm256_castpd_si256(inside)));
        if (_mm256_movemask_pd(doubtful)) even_bins_plain(b, values + i, 4, found + i);
    }
    even_bins_plain(b, values + i, n - i, found + i);
}
AVX512 static void even_bins_avx512(const bins_t *b, const double *values, int64_t n, int64_t *found) {
    const __m512d low = _mm512_set1_pd(b->low), high = _mm512_set1_pd(b->high), scale = _mm512_set1_pd(b->scale);
    const __m512d half = _mm512_set1_pd(0.5), large = _mm512_set1_pd(LARGE), clear = _mm512_set1_pd(b->clear);
    const __m512i bits = _mm512_set1_epi64(LARGE_BITS), outside = _mm512_set1_epi64(b->bins);
    int64_t i = 0;
    for (; i + 8 <= n; i += 8) {
        __m512d x = _mm512_loadu_pd(values + i);
        __builtin_prefetch(values + i + BLOCK);         /* comes while these are counted */
        __mmask8 inside = _mm512_mask_cmp_pd_mask(_mm512_cmp_pd_mask(x, low, _CMP_GE_OQ), x, high, _CMP_LE_OQ);
        __m512d middle = _mm512_fmsub_pd(_mm512_sub_pd(x, low), scale, half), moved = _mm512_add_pd(middle, large);
        __m512d from = _mm512_abs_pd(_mm512_sub_pd(middle, _mm512_sub_pd(moved, large)));
        __m512i k = _mm512_mask_sub_epi64(outside, inside, _mm512_castpd_si512(moved), bits);
        _mm512_storeu_si512(found + i, k);
        if (_mm512_mask_cmp_pd_mask(inside, from, clear, _CMP_GT_OQ)) even_bins_plain(b, values + i, 8, found + i);
    }
    even_bins_plain(b, values + i, n - i, found + i);
}
/* Some vectors at once, because a load by places takes long. */
AVX2 static void any_bins_avx2(const bins_t *b, const double *values, int64_t n, int64_t *found) {
    const __m256d low = _mm256_set1_pd(b->low), high = _mm256_set1_pd(b->high);
    const __m256i outside = _mm256_set1_epi64x(b->bins);
    int64_t i = 0;
    for (; i + 16 <= n; i += 16) {
        __m256d x[4];
        __m256i first[4];
        for (int k = 0; k < 4; k++) x[k] = _mm256_loadu_pd(values + i + 4 * k), first[k] = _mm256_setzero_si256();
        for (int64_t left = b->bins; left > 1; left -= left / 2) {
            const __m256i half = _mm256_set1_epi64x(left / 2);
            for (int k = 0; k < 4; k++) {
                __m256d edge = _mm256_i64gather_pd(b->edges + left / 2, first[k], 8);
                __m256i above = _mm256_castpd_si256(_mm256_cmp_pd(edge, x[k], _CMP_LE_OQ));
                first[k] = _mm256_add_epi64(first[k], _mm256_and_si256(above, half));
            }
        }
        for (int k = 0; k < 4; k++) {
            __m256d inside = _mm256_cmp_pd(x[k], low, _CMP_GE_OQ);
            inside = _mm256_and_pd(inside, _mm256_cmp_pd(x[k], high, _CMP_LE_OQ));
            _mm256_storeu_si256((__m256i *)(found + i + 4 * k),
                                _mm256_blendv_epi8(outside, first[k], _mm256_castpd_si256(inside)));
        }
    }
    any_bins_plain(b, values + i, n - i, found + i);
}
AVX512 static void any_bins_avx512(const bins_t *b, const double *values, int64_t n, int64_t *found) {
    const __m512d low = _mm512_set1_pd(b->low), high = _mm512_set1_pd(b->high);
    const __m512i outside = _mm512_set1_epi64(b->bins);
    int64_t i = 0;
    for (; i + 32 <= n; i += 32) {
        __m512d x[4];
        __m512i first[4];
        for (int k = 0; k < 4; k++) x[k] = _mm512_loadu_pd(values + i + 8 * k), first[k] = _mm512_setzero_si512();
        for (int64_t left = b->bins; left > 1; left -= left / 2) {
            const __m512i half = _mm512_set1_epi64(left / 2);
            for (int k = 0; k < 4; k++) {
                __m512d edge = _mm512_i64gather_pd(first[k], b->edges + left / 2, 8);
                first[k] = _mm512_mask_add_epi64(first[k], _mm512_cmp_pd_mask(edge, x[k], _CMP_LE_OQ), first[k], half);
            }
        }
        for (int k = 0; k < 4; k++) {
            __mmask8 inside = _mm512_cmp_pd_mask(x[k], low, _CMP_GE_OQ);
            inside = _mm512_mask_cmp_pd_mask(inside, x[k], high, _CMP_LE_OQ);
            _mm512_storeu_si512(found + i + 8 * k, _mm512_mask_mov_epi64(outside, inside, first[k]));
        }
    }
    any_bins_plain(b, values + i, n - i, found + i);
}
#define CHOSEN(name, ...) \
    (__builtin_cpu_supports("avx512f") ? name##_avx512(__VA_ARGS__) : \
     __builtin_cpu_supports("avx2") ? name##_avx2(__VA_ARGS__) : name##_plain(__VA_ARGS__))
#else
#define CHOSEN(name, ...) name##_plain(__VA_ARGS__)
#endif

static void bounds_task(void *context, int64_t task) {
    bins_t *b = context;
    int64_t begin = task * b->part, end = begin + b->part < b->n ? begin + b->part : b->n, keys[BLOCK];
    int64_t least = INT64_MAX, most = INT64_MIN;
    double smallest = INFINITY, largest = -INFINITY, values[BLOCK];
    for (int64_t i = begin; i < end; i += BLOCK) {
        int64_t count = end - i < BLOCK ? end - i : BLOCK;
        const int64_t *a = keys;
        if (b->edges == NULL) {
            if (b->code == DTYPE_INT64) a = (const int64_t *)b->source + i;
            else order_keys(b->code, b->source + i * b->size, count, 0, keys, NULL);
            for (int64_t k = 0; k < count; k++) {
                least = a[k] < least ? a[k] : least;
                most = a[k] > most ? a[k] : most;
            }
            continue;
        }
        const double *x = values;
        if (b->code == DTYPE_DOUBLE) x = (const double *)b->source + i;
        else to_doubles(b->code, b->source + i * b->size, count, values);
        CHOSEN(bounds_of, x, count, &smallest, &largest);
    }
    b->least[task] = least;
    b->most[task] = most;
    b->smallest[task] = smallest;
    b->largest[task] = largest;
}

/* The bins of numbers between edges; the last edge belongs to the last bin; `bins` for numbers outside. */
static void find_bins(const bins_t *b, const double *values, int64_t n, int64_t *found) {
    if (b->even) CHOSEN(even_bins, b, values, n, found);
    else CHOSEN(any_bins, b, values, n, found);
}

/* Count numbers; returns the OR of their bits. Neighbours are counted in separate tables, so that equal ones do not
   wait for each other. Even if other threads write to the numbers, nothing beyond the tables is touched. */
#define TALLIES 4
static inline int64_t tally(const int64_t *a, int64_t n, int64_t width, uint32_t *tallies) {
    uint32_t *first = tallies, *second = first + width, *third = second + width, *fourth = third + width;
    int64_t bits = 0, last = width - 1, i = 0;
    for (; i + TALLIES <= n; i += TALLIES) {
        int64_t k = a[i], l = a[i + 1], m = a[i + 2], o = a[i + 3];
        bits |= (k | l) | (m | o);
        first[k & last]++, second[l & last]++, third[m & last]++, fourth[o & last]++;
    }
    for (; i < n; i++) { bits |= a[i]; first[a[i] & last]++; }
    return bits;
}

/* The bins of elements, in `keys` unless the elements themselves are the bins. */
static const int64_t *bins_at(const bins_t *b, int64_t i, int64_t count, int64_t *keys) {
    const char *source = b->source + i * b->size;
    if (b->edges == NULL) {
        if (b->code == DTYPE_INT64) return (const int64_t *)source;
        order_keys(b->code, source, count, 0, keys, NULL);
        return keys;
    }
    double values[BLOCK];
    if (b->code != DTYPE_DOUBLE) to_doubles(b->code, source, count, values);
    find_bins(b, b->code == DTYPE_DOUBLE ? (const double *)source : values, count, keys);
    return keys;
}

static void count_task(void *context, int64_t task) {
    bins_t *b = context;
    int64_t begin = task * b->part, end = begin + b->part < b->n ? begin + b->part : b->n;
    int64_t keys[BLOCK] ALIGNED;
    int64_t *counts = b->counts + task * (b->bins + 1);
    uint32_t *tallies = b->tallies + task * TALLIES * b->width;
    if (b->tallies) memset(tallies, 0, TALLIES * b->width * sizeof(uint32_t));
    else if (task) memset(counts, 0, (b->bins + 1) * sizeof(int64_t));
    for (int64_t i = begin; i < end; i += BLOCK) {
        int64_t count = end - i < BLOCK ? end - i : BLOCK;
        const int64_t *a = bins_at(b, i, count, keys);
        uint64_t last = (uint64_t)b->bins;      /* no key exceeds it, even if other threads write to the numbers */
        if (b->tallies) tally(a, count, b->width, tallies);
        else if (b->weights)
            for (int64_t k = 0; k < count; k++)
                b->sums[(uint64_t)a[k] < last ? (uint64_t)a[k] : last] += b->weights[i + k];
        else for (int64_t k = 0; k < count; k++) counts[(uint64_t)a[k] < last ? (uint64_t)a[k] : last]++;
    }
}

/* Split the work into tasks; returns the size of the tallies, if many elements go to few bins. */
static int64_t bins_tasks(bins_t *b) {
    b->tables = b->n < CHUNK || b->weights || b->bins > b->n / 8 ? 1 : b->n < 64 * CHUNK ? (int)(b->n / CHUNK + 1) : 64;
    if (b->tables > 1 && b->bins > 4096) b->tables = b->tables > 4 ? 4 : b->tables;
    b->part = (b->n + b->tables - 1) / b->tables;
    if (b->weights || b->n < BLOCK || b->bins >= GUESSED || b->part > UINT32_MAX) return 0;
    for (b->width = 1; b->width <= b->bins; ) b->width *= 2;
    return b->tables * TALLIES * b->width;
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

/* Add the counts of all tallies to the first table. */
static void bins_sum(const bins_t *b, int64_t bins) {
    for (int64_t k = 0; k < b->tables * TALLIES; k++)
        for (int64_t i = 0; i < bins; i++) b->counts[i] += b->tallies[k * b->width + i];
}

/* Add all counts to the first table, which the caller has zeroed. */
static void bins_count(bins_t *b, run_fn run) {
    if (b->tables == 1) count_task(b, 0);
    else run(count_task, b, b->tables);
    if (b->tallies) bins_sum(b, b->bins);
    else for (int k = 1; k < b->tables; k++)
        for (int64_t i = 0; i < b->bins; i++) b->counts[i] += b->counts[k * (b->bins + 1) + i];
}

/* Count before the largest number is known: most numbers are small, and then one pass is enough. */
static void guess_task(void *context, int64_t task) {
    bins_t *b = context;
    int64_t begin = task * b->part, end = begin + b->part < b->n ? begin + b->part : b->n;
    int64_t keys[BLOCK] ALIGNED;
    uint32_t *tallies = b->tallies + task * TALLIES * GUESSED;
    memset(tallies, 0, TALLIES * GUESSED * sizeof(uint32_t));
    b->most[task] = 0;
    for (int64_t i = begin; i < end && !__atomic_load_n(&b->even, __ATOMIC_RELAXED); i += BLOCK) {
        int64_t count = end - i < BLOCK ? end - i : BLOCK;
        int64_t bits = tally(bins_at(b, i, count, keys), count, GUESSED, tallies);
        if (bits & ~(int64_t)(GUESSED - 1)) __atomic_store_n(&b->even, 1, __ATOMIC_RELAXED);
        b->most[task] |= bits;
    }
}

/* Count in tallies of GUESSED bins, the size of the counts, too. Returns the number of bins, -1 if a number has no
   bin. */
static int64_t bins_guess(bins_t *b, run_fn run) {
    int64_t bins = 1, bits = 0;
    b->part = (b->n + b->tables - 1) / b->tables;
    b->width = GUESSED;
    b->even = 0;
    run(guess_task, b, b->tables);
    if (b->even) { b->even = 0; return -1; }
    for (int k = 0; k < b->tables; k++) bits |= b->most[k];
    while (bins <= bits) bins *= 2;
    memset(b->counts, 0, bins * sizeof(int64_t));
    bins_sum(b, bins);
    while (bins > 1 && b->counts[bins - 1] == 0) bins--;     /* not below one, even if other threads write */
    return bins;
}

/* --- Distinct elements ------------------------------------------------------------------------------------------- */

/* If many elements have few distinct values, keep the first of each, without sorting all. Here elements are equal if
   their bits are. The remaining ones are sorted, and then zeros of both signs, and NaN, count as equal as usual. */
#define FEW 2048                        /* the limit of distinct values in a task */
#define SLOTS_BITS 14
#define SLOTS (1 << SLOTS_BITS)
typedef struct { uint64_t first[FEW]; int64_t found; uint16_t slots[SLOTS]; } seen_t;   /* slots: 1 + place, or 0 */
typedef struct { int size; const char *source; int64_t n, part; seen_t *seen; int many; } few_t;

static void few_task(void *context, int64_t task) {
    few_t *f = context;
    seen_t *seen = f->seen + task;
    int64_t begin = task * f->part, end = begin + f->part < f->n ? begin + f->part : f->n;
    uint32_t found = 0;
    memset(seen->slots, 0, sizeof(seen->slots));
    for (int64_t i = begin; i < end && !__atomic_load_n(&f->many, __ATOMIC_RELAXED); i += BLOCK) {
        int64_t last = end - i < BLOCK ? end : i + BLOCK;
        for (int64_t k = i; k < last; k++) {
            uint64_t x = f->size == 8 ? ((const uint64_t *)f->source)[k] : ((const uint32_t *)f->source)[k];
            uint32_t slot = (uint32_t)(x * 0x9e3779b97f4a7c15 >> (64 - SLOTS_BITS)), which;
            while ((which = seen->slots[slot]) && seen->first[which - 1] != x) slot = (slot + 1) % SLOTS;
            if (which) continue;
            if (found == FEW) { __atomic_store_n(&f->many, 1, __ATOMIC_RELAXED); return; }
            seen->first[found] = x;
            seen->slots[slot] = (uint16_t)++found;
        }
    }
    seen->found = found;
}

/* Returns the number of remaining elements, or -1 if there are too many. */
static int64_t few_run(few_t *f, int64_t tasks, run_fn run) {
    int64_t total = 0;
    f->part = (f->n + tasks - 1) / tasks;
    f->many = 0;
    if (tasks == 1) few_task(f, 0);
    else run(few_task, f, tasks);
    for (int64_t k = 0; k < tasks; k++) total += f->seen[k].found;
    return f->many ? -1 : total;
}

static void few_elements(const few_t *f, int64_t tasks, char *target) {
    int64_t at = 0;
    for (int64_t k = 0; k < tasks; k++)
        for (int64_t i = 0; i < f->seen[k].found; i++, at++) {
            if (f->size == 8) ((uint64_t *)target)[at] = f->seen[k].first[i];
            else ((uint32_t *)target)[at] = (uint32_t)f->seen[k].first[i];
        }
}

typedef struct { int code, size; char *elements; int64_t n, *found; } distinct_t;

/* Move the first of equal sorted elements of a chunk to its beginning. The last element of a chunk stays in its place,
   and is compared with the first one of the next. */
static void distinct_chunk(void *context, int64_t task) {
    distinct_t *d = context;
    int64_t first = task * CHUNK, n = d->n - first < CHUNK ? d->n - first : CHUNK, found = 0;
    int size = d->size;
    char *elements = d->elements + first * size;
    if (first == 0) found = 1;          /* always new */
    /* always copied, and overwritten if it is not new, to avoid a branch; NaN is last, and counts as one */
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
    case DTYPE_UINT64: case DTYPE_INT64: EACH(int64_t)
    case DTYPE_UINT32: case DTYPE_INT32: EACH(int32_t)
    case DTYPE_DOUBLE: EACH(double)
    case DTYPE_FLOAT: EACH(float)
#undef EACH
    default: {
        int64_t last = 0, last_second = 0, key, second = 0;
        order_keys(d->code, elements - (first ? size : 0), 1, 0, &last, &last_second);
        for (int64_t i = found; i < n; i++) {
            order_keys(d->code, elements + i * size, 1, 0, &key, &second);
            int is_new = (key != last) | (d->code == DTYPE_CDOUBLE && second != last_second);
            if (is_new) memmove(elements + found * size, elements + i * size, size);
            found += is_new;
            last = key, last_second = second;
        }
    }
    }
    d->found[task] = found;
}

/* Move the first of equal sorted elements to the beginning; returns their number. `found` has those of chunks. */
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

/* The groups of equal elements in the sorted order of places: the start of each (and the end), and perhaps the group of
   each element. */
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
