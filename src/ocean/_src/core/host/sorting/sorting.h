/* Sorting lines of elements by their keys (sort_keys.h). A line is contiguous, aligned and in native byte order. */
#ifndef OCEAN_SORTING_H
#define OCEAN_SORTING_H
#include "sort_keys.h"

#define SEGMENT 32768                   /* keys that one thread sorts */
#define SEGMENTS 1024
#define DEPTH 96                        /* nested partitions, before heapsort takes over */
#define INTERRUPTIBLE (1 << 22)         /* from this number of elements on, a sort checks for interrupts */

typedef struct { int64_t start, count; int depth; } segment_t;    /* a part of the numbers */

/* --- The engine, for four types and three instruction sets -------------------------------------------------------- */

#define JOIN3(x, y, z) x##_##y##_##z
#define JOIN(x, y, z) JOIN3(x, y, z)
#define NAMED(x) JOIN(x, TYPE, SET)
#define UNROLLED _Pragma("GCC unroll 16")

/* Conditions of numbers compared with another; IS_BEHIND: larger, or NaN. */
enum { IS_LESS, IS_AT_MOST, IS_AT_LEAST, IS_EQUAL, IS_NUMBER, IS_STRANGE, IS_BEHIND };

#define SET plain
#define INSTRUCTIONS
#define WIDTH 32
#include "quicksort.h"
#undef SET
#undef INSTRUCTIONS
#undef WIDTH

enum { INT64S, INT32S, DOUBLES, FLOATS };
typedef struct {
    void (*select[4])(void *, int64_t, const int64_t *, int64_t);
    void (*select_from[4])(const void *, void *, int64_t, const int64_t *, int64_t);
    int (*sort_from[4])(run_fn, stop_fn, const void *, void *, int64_t);
    int64_t (*places_of[4])(const void *, int64_t, const void *, int64_t, int, int64_t *);
} sorter_t;
#define TYPES(name, set) {name##_int64_##set, name##_int32_##set, name##_double_##set, name##_float_##set}
#define SORTER(set) {TYPES(select, set), TYPES(select_from, set), TYPES(sort_from, set), \
                     TYPES(places_of, set)}
static const sorter_t plain_sorter = SORTER(plain);
static sorter_t sorter = SORTER(plain);

#if defined(__x86_64__)
#include <immintrin.h>
/* The lanes of a partitioned vector, by the mask of those that go left. */
static uint8_t turns_64[16][8], turns_32[256][8];
static uint64_t turns_512[256][8] __attribute__((aligned(64)));
static void prepare_turns(void) {
    for (int mask = 0; mask < 256; mask++) {
        int k = 0, pair = 0;
        for (int side = 1; side >= 0; side--)
            for (int lane = 0; lane < 8; lane++) {
                if ((mask >> lane & 1) != side) continue;
                turns_32[mask][k] = (uint8_t)lane;
                turns_512[mask][k++] = (uint64_t)lane;
                if (mask >= 16 || lane >= 4) continue;
                turns_64[mask][pair++] = (uint8_t)(2 * lane);
                turns_64[mask][pair++] = (uint8_t)(2 * lane + 1);
            }
    }
}

#define SET avx2
#define INSTRUCTIONS __attribute__((target("avx2,popcnt")))
#define WIDTH 32
#define VECTORS 4
/* Store numbers up to the pivot at `low`, and the others before `high`; returns the number of the former. Stores past
   the partition boundary land in the gap between them. */
#define PACK_OF(type, key, lanes, bits, kind, right)                                                                   \
    typedef key packed_##type __attribute__((vector_size(32), aligned(sizeof(key)), may_alias));                       \
    INSTRUCTIONS static inline int pack_##type##_avx2(packed_##type x, key pivot, key *low, key *high) {               \
        packed_##type all = pivot - (packed_##type){0};                                                                \
        int mask = _mm256_movemask_##kind((__m256##right)(x <= all));                                                  \
        __m128i lanes_ = _mm_loadl_epi64((const __m128i *)turns_##bits[mask]);                                         \
        __m256i y = _mm256_permutevar8x32_epi32((__m256i)x, _mm256_cvtepu8_epi32(lanes_));                             \
        _mm256_storeu_si256((__m256i *)low, y);                                                                        \
        _mm256_storeu_si256((__m256i *)(high - lanes), y);                                                             \
        return __builtin_popcount(mask);                                                                               \
    }
PACK_OF(int64, int64_t, 4, 64, pd, d)
PACK_OF(int32, int32_t, 8, 32, ps, )
PACK_OF(double, double, 4, 64, pd, d)
PACK_OF(float, float, 8, 32, ps, )
#undef PACK_OF
#include "quicksort.h"
#undef SET
#undef INSTRUCTIONS
#undef WIDTH
#undef VECTORS
static const sorter_t avx2_sorter = SORTER(avx2);

#define SET avx512
#define INSTRUCTIONS __attribute__((target("avx512f,popcnt")))
#define WIDTH 64
#define VECTORS 8
#include "quicksort.h"
#undef SET
#undef INSTRUCTIONS
#undef WIDTH
#undef VECTORS
static const sorter_t avx512_sorter = SORTER(avx512);
#endif

/* Choose the instructions, up to a level: 0 those of every machine, 1 AVX2, 2 AVX-512. */
static void sorting_prepare(int level) {
    sorter = plain_sorter;
#if defined(__x86_64__)
    prepare_turns();
    if (!__builtin_cpu_supports("popcnt")) return;
    if (level >= 2 && __builtin_cpu_supports("avx512f")) sorter = avx512_sorter;
    else if (level >= 1 && __builtin_cpu_supports("avx2")) sorter = avx2_sorter;
#else
    (void)level;
#endif
}

/* --- Lines of keys, and back -------------------------------------------------------------------------------------- */

#define EACH(type, expression) { const type *a = (const type *)source; \
    for (int64_t i = 0; i < n; i++) { type x = a[i]; keys[i] = (expression); } return; }
static void keys_32(int code, const char *source, int64_t n, int32_t *keys) {
    const int infinity = short_infinity(code);
    switch (code) {
    case DTYPE_BOOL: EACH(uint8_t, x != 0)
    case DTYPE_UINT8: EACH(uint8_t, x)
    case DTYPE_UINT16: EACH(uint16_t, x)
    case DTYPE_UINT32: EACH(uint32_t, (int32_t)(x ^ 0x80000000u))
    case DTYPE_INT8: EACH(int8_t, x)
    case DTYPE_INT16: EACH(int16_t, x)
    case DTYPE_INT32: EACH(int32_t, x)
    SHORT_CASES EACH(uint16_t, key_of_short(x, infinity))
    default: EACH(uint32_t, key_of_float(x))
    }
}
static void keys_64(int code, const char *source, int64_t n, int64_t *keys) {
    switch (code) {
    case DTYPE_UINT64: EACH(uint64_t, (int64_t)(x ^ ((uint64_t)1 << 63)))
    case DTYPE_INT64: EACH(int64_t, x)
    default: EACH(uint64_t, key_of_double(x))
    }
}
#undef EACH
#define EACH(type, expression) { type *a = (type *)target; \
    for (int64_t i = 0; i < n; i++) { x = keys[i]; a[i] = (type)(expression); } return; }
static void values_32(int code, const int32_t *keys, int64_t n, char *target) {
    const int infinity = short_infinity(code);
    int32_t x;
    switch (code) {
    case DTYPE_BOOL: case DTYPE_UINT8: case DTYPE_INT8: EACH(uint8_t, x)
    case DTYPE_UINT16: case DTYPE_INT16: EACH(uint16_t, x)
    case DTYPE_UINT32: EACH(uint32_t, (uint32_t)x ^ 0x80000000u)
    case DTYPE_INT32: EACH(int32_t, x)
    SHORT_CASES EACH(uint16_t, short_of_key(x, infinity))
    default: EACH(uint32_t, float_of_key(x))
    }
}
static void values_64(int code, const int64_t *keys, int64_t n, char *target) {
    int64_t x;
    switch (code) {
    case DTYPE_UINT64: EACH(uint64_t, (uint64_t)x ^ ((uint64_t)1 << 63))
    case DTYPE_INT64: EACH(int64_t, x)
    default: EACH(uint64_t, double_of_key(x))
    }
}
#undef EACH

/* --- Lines -------------------------------------------------------------------------------------------------------- */

enum { LINES_SORT, LINES_ORDER, LINES_PARTITION, LINES_ORDER_PARTITION, LINES_TOP, LINES_QUANTILES, LINES_REORDER };

typedef struct {
    int job, code, size, down, ignore_nan, method, quantile_code, result_code;
    int64_t n, lines;                   /* the length of a line, and the number of lines */
    const char *source;
    char *target, *places;              /* of the first line; places are those of the elements of `LINES_TOP` */
    int64_t source_step, target_step, places_step;      /* from line to line, in bytes */
    const int64_t *ranks;               /* sorted */
    int64_t count;                      /* of the ranks or quantiles; the k of `LINES_TOP` */
    const double *quantiles;
    run_fn run;
    stop_fn stop;
    char *scratch;                      /* for one line */
    int64_t block;                      /* lines of a task */
    int failed;                         /* no memory */
} lines_t;

static int wide(int code) { return code == DTYPE_UINT64 || code == DTYPE_INT64 || code == DTYPE_DOUBLE; }
static int is_complex(int code) { return DTYPE_TRAITS[code].is_complex; }

typedef struct { const lines_t *w; const char *source; char *target; void *keys; int64_t *words, *second; int64_t n;
                 uint64_t least; int shift, bits, step; } convert_t;

enum { TO_KEYS, TO_VALUES, TO_ORDER, TO_WORDS, TO_PLACES, TO_ELEMENTS };

static void convert_chunk(void *context, int64_t task) {
    convert_t *c = context;
    int64_t first = task * CHUNK, n = c->n - first < CHUNK ? c->n - first : CHUNK;
    int code = c->w->code, size = c->w->size;
    const char *source = c->source + first * size;
    int64_t *words = c->words + first;
    switch (c->step) {
    case TO_KEYS:
        if (wide(code)) keys_64(code, source, n, (int64_t *)c->keys + first);
        else keys_32(code, source, n, (int32_t *)c->keys + first);
        return;
    case TO_VALUES:
        if (wide(code)) values_64(code, (const int64_t *)c->keys + first, n, c->target + first * size);
        else values_32(code, (const int32_t *)c->keys + first, n, c->target + first * size);
        return;
    case TO_ORDER:
        order_keys(code, source, n, c->w->down, (int64_t *)c->keys + first, c->second ? c->second + first : NULL);
        return;
    case TO_WORDS: {
        const int64_t *keys = (const int64_t *)c->keys + first;
        for (int64_t i = 0; i < n; i++)
            words[i] = (int64_t)((((uint64_t)keys[i] - c->least) >> c->shift << c->bits | (uint64_t)(first + i))
                                 ^ (uint64_t)1 << 63);
        return;
    }
    case TO_PLACES: {
        int64_t mask = (int64_t)(((uint64_t)1 << c->bits) - 1);
        for (int64_t i = 0; i < n; i++) words[i] &= mask;
        return;
    }
    default: {
        char *target = c->target + first * size;
#define GATHER(type) for (int64_t i = 0; i < n; i++) ((type *)target)[i] = ((const type *)c->source)[words[i]]
        if (size == 4) GATHER(uint32_t);
        else if (size == 8) GATHER(uint64_t);
        else for (int64_t i = 0; i < n; i++) memcpy(target + i * size, c->source + words[i] * size, size);
#undef GATHER
    }
    }
}

static void convert(convert_t *c, int step, run_fn run) {
    c->step = step;
    if (run == NULL || c->n < 2 * CHUNK) for (int64_t k = 0; k * CHUNK < c->n; k++) convert_chunk(c, k);
    else run(convert_chunk, c, (c->n + CHUNK - 1) / CHUNK);
}

/* --- Places ------------------------------------------------------------------------------------------------------- */

/* Stable merge sort of places by their keys; `spare` has the same length. */
static void merge_places(const int64_t *keys, int64_t *places, int64_t n, int64_t *spare) {
    int64_t i = 1;
    while (i < n && keys[places[i - 1]] <= keys[places[i]]) i++;
    if (i >= n) return;
    if (n <= 16) {
        for (; i < n; i++) {
            int64_t place = places[i], k = i;
            for (; k && keys[places[k - 1]] > keys[place]; k--) places[k] = places[k - 1];
            places[k] = place;
        }
        return;
    }
    int64_t half = n / 2, a = 0, b = half, k = 0;
    merge_places(keys, places, half, spare);
    merge_places(keys, places + half, n - half, spare);
    memcpy(spare, places, half * sizeof(int64_t));
    while (a < half && b < n) places[k++] = keys[places[b]] < keys[spare[a]] ? places[b++] : spare[a++];
    memcpy(places + k, spare + a, (half - a) * sizeof(int64_t));
}

static int bits_of(uint64_t x) { return x ? 64 - __builtin_clzll(x) : 0; }

/* The places that sort the keys, stably. Each word is the leading bits of a key and its place; where leading bits are
   equal, keys are compared. */
static int order_line(convert_t *c, run_fn run, stop_fn stop, int64_t *spare) {
    const int64_t *keys = c->keys;
    int64_t *words = c->words, n = c->n, least = keys[0], most = keys[0];
    for (int64_t i = 1; i < n; i++) {
        least = keys[i] < least ? keys[i] : least;
        most = keys[i] > most ? keys[i] : most;
    }
    uint64_t span = (uint64_t)most - (uint64_t)least;
    c->least = (uint64_t)least;
    c->bits = n > 1 ? bits_of((uint64_t)n - 1) : 1;
    c->shift = bits_of(span) + c->bits > 64 ? bits_of(span) + c->bits - 64 : 0;
    if (n > 1) {
        convert(c, TO_WORDS, run);
        if (sorter.sort_from[INT64S](run, stop, words, words, n)) return 1;
    } else words[0] = 0;
    if (c->shift == 0 && c->second == NULL) {
        convert(c, TO_PLACES, run);
        return 0;
    }
    int64_t mask = (int64_t)(((uint64_t)1 << c->bits) - 1), i = 0, k;
    while (i < n) {
        int64_t begin = words[i] >> c->bits;
        words[i] &= mask;
        for (k = i + 1; k < n && words[k] >> c->bits == begin; k++) words[k] &= mask;
        if (k - i > 1) merge_places(keys, words + i, k - i, spare);
        i = k;
    }
    for (i = 0; c->second && i < n; i = k) {            /* equal real parts: by the imaginary ones */
        for (k = i + 1; k < n && keys[words[k]] == keys[words[i]]; k++);
        if (k - i > 1) merge_places(c->second, words + i, k - i, spare);
    }
    return 0;
}

/* --- Values ------------------------------------------------------------------------------------------------------- */

/* Restore the order of zeros of both signs, which sorted keys do not have. */
#define ZEROS(type, bits, is_zero, is_before, is_negative) \
    static void zeros_of_##type(const bits *source, int64_t n, bits *target, int down, bits infinity) { \
        (void)infinity; \
        int64_t low = 0, high = n; \
        while (low < high) { \
            int64_t middle = low + (high - low) / 2; \
            bits x = target[middle]; \
            if (is_before) low = middle + 1; else high = middle; \
        } \
        int seen = 0; \
        for (int64_t i = low; i < n && seen != 3; i++) { \
            bits x = target[i]; \
            if (!(is_zero)) break; \
            seen |= is_negative ? 2 : 1; \
        } \
        if (seen != 3) return; \
        for (int64_t i = 0; i < n && low < n; i++) { \
            bits x = source[i]; \
            if (is_zero) target[low++] = x; \
        } \
    }
#define BITS_BEFORE(sign, nan_above) \
    ((x & (sign - 1)) != 0 && (x & (sign - 1)) <= nan_above && ((x & sign) != 0) != down)
ZEROS(short, uint16_t, (x & 0x7fffu) == 0, BITS_BEFORE(0x8000u, infinity), (x & 0x8000u))
ZEROS(float, uint32_t, (x & 0x7fffffffu) == 0, BITS_BEFORE(0x80000000u, 0x7f800000u), (x & 0x80000000u))
ZEROS(double, uint64_t, (x & 0x7fffffffffffffffu) == 0, BITS_BEFORE(0x8000000000000000u, 0x7ff0000000000000u),
      (x & 0x8000000000000000u))
#undef ZEROS
#undef BITS_BEFORE

#define REVERSE(type, is_nan) { type *a = (type *)target; \
    int64_t i = 0, k = n; \
    for (; k; k--) { type x = a[k - 1]; if (!(is_nan)) break; } \
    for (k--; i < k; i++, k--) { type x = a[i]; a[i] = a[k]; a[k] = x; } break; }
/* Reverse ascending values to descending ones, NaN last. */
static void reverse(int code, int64_t n, char *target) {
    const int infinity = short_infinity(code);
    switch (code) {
    SHORT_CASES REVERSE(uint16_t, (x & 0x7fff) > infinity)
    case DTYPE_FLOAT: REVERSE(uint32_t, (x & 0x7fffffffu) > 0x7f800000u)
    case DTYPE_DOUBLE: REVERSE(uint64_t, (x & 0x7fffffffffffffffu) > 0x7ff0000000000000u)
    case DTYPE_BOOL: case DTYPE_UINT8: case DTYPE_INT8: REVERSE(uint8_t, ((void)x, 0))
    case DTYPE_UINT16: case DTYPE_INT16: REVERSE(uint16_t, ((void)x, 0))
    case DTYPE_UINT32: case DTYPE_INT32: REVERSE(uint32_t, ((void)x, 0))
    default: REVERSE(uint64_t, ((void)x, 0))
    }
}
#undef REVERSE

/* Put ascending values into the order of the line. */
static void settle_line(const lines_t *w, const char *source, char *target) {
    if (w->down) reverse(w->code, w->n, target);
    const int infinity = short_infinity(w->code);
    if (IS_SHORT(w->code)) zeros_of_short((const uint16_t *)source, w->n, (uint16_t *)target, w->down, infinity);
    else if (w->code == DTYPE_FLOAT) zeros_of_float((const uint32_t *)source, w->n, (uint32_t *)target, w->down, 0);
    else if (w->code == DTYPE_DOUBLE) zeros_of_double((const uint64_t *)source, w->n, (uint64_t *)target, w->down, 0);
}

/* Counting sort of elements of one or two bytes. */
typedef struct { const lines_t *w; const char *source; char *target; int64_t n, chunk;
                 uint32_t *counts; int64_t *starts; int values; } count_t;

static void count_chunk(void *context, int64_t task) {
    count_t *c = context;
    int64_t first = task * c->chunk, n = c->n - first < c->chunk ? c->n - first : c->chunk, i = 0;
    uint32_t *counts = c->counts + task * 65536;
    memset(counts, 0, (c->w->size == 2 ? 65536 : 1024) * sizeof(uint32_t));
    if (c->w->size == 2) {
        const uint16_t *a = (const uint16_t *)c->source + first;
        for (; i < n; i++) counts[a[i]]++;
    } else {                                /* several tables: equal neighbours do not wait for each other */
        const uint8_t *a = (const uint8_t *)c->source + first;
        for (; i + 4 <= n; i += 4) {
            counts[a[i]]++;
            counts[256 + a[i + 1]]++;
            counts[512 + a[i + 2]]++;
            counts[768 + a[i + 3]]++;
        }
        for (; i < n; i++) counts[a[i]]++;
        for (i = 0; i < 256; i++) counts[i] += counts[256 + i] + counts[512 + i] + counts[768 + i];
    }
}

static inline int value_at(int code, int k) {            /* the bits of the k-th smallest value */
    switch (code) {
    case DTYPE_UINT8: case DTYPE_BOOL: case DTYPE_UINT16: return k;
    case DTYPE_INT8: return k ^ 128;
    case DTYPE_INT16: return k ^ 32768;
    default: return short_of_key((int16_t)(k ^ 32768), short_infinity(code));
    }
}

static void write_values(void *context, int64_t task) {
    count_t *c = context;
    int code = c->w->code, size = c->w->size, part = c->values / 16;
    int64_t at = c->starts[task * part], end = c->starts[(task + 1) * part];
    for (int k = (int)task * part; k < (int)(task + 1) * part; k++) {
        int64_t count = c->starts[k + 1] - at;
        if (size == 1) memset(c->target + at, value_at(code, k), count);
        else {
            uint16_t x = (uint16_t)value_at(code, k), *a = (uint16_t *)c->target + at;
            if (at + count + 16 <= end) {       /* sixteen at once; the next ones overwrite the surplus */
                typedef uint16_t vector __attribute__((vector_size(32), aligned(2), may_alias));
                vector many = x - (vector){0};
                for (int64_t i = 0; i < count; i += 16) *(vector *)(a + i) = many;
            } else for (int64_t i = 0; i < count; i++) a[i] = x;
        }
        at += count;
    }
}

static int64_t count_tables(const lines_t *w) {
    return w->n < 1 << 17 ? 1 : w->n < (int64_t)1 << 33 ? 4 : w->n >> 31;
}

static void sort_by_counting(const lines_t *w, const char *source, char *target, run_fn run, char *scratch) {
    int64_t tables = count_tables(w), total = 0;
    count_t c = {w, source, target, w->n, (w->n + tables - 1) / tables, (uint32_t *)scratch, NULL, 0};
    c.starts = (int64_t *)(c.counts + tables * 65536);
    c.values = w->size == 2 ? 65536 : 256;
    if (run == NULL || tables == 1) for (int64_t t = 0; t < tables; t++) count_chunk(&c, t);
    else run(count_chunk, &c, tables);
    if (w->code == DTYPE_BOOL) {
        for (int64_t t = 0; t < tables; t++) {
            uint32_t *counts = c.counts + t * 65536;
            for (int k = 2; k < 256; k++) counts[1] += counts[k], counts[k] = 0;
        }
    }
    for (int k = 0; k < c.values; k++) {
        int bits = value_at(w->code, k);
        c.starts[k] = total;
        for (int64_t t = 0; t < tables; t++) total += c.counts[t * 65536 + bits];
    }
    c.starts[c.values] = total;
    if (run == NULL || w->n < 1 << 17) for (int k = 0; k < 16; k++) write_values(&c, k);
    else run(write_values, &c, 16);
    settle_line(w, source, target);
}

static int is_counted(const lines_t *w) {
    return w->size == 1 ? w->n >= 256 : w->size == 2 && w->n >= 8192;
}

/* The type of numbers of elements that are sorted without keys, or -1. */
static int numbers_of(int code) {
    return code == DTYPE_INT64 ? INT64S : code == DTYPE_INT32 ? INT32S : code == DTYPE_DOUBLE ? DOUBLES
         : code == DTYPE_FLOAT ? FLOATS : -1;
}

/* Bytes of scratch memory for one line. */
static int64_t scratch_bytes(const lines_t *w) {
    int64_t n = w->n + 8;
    if ((w->job == LINES_SORT || w->job == LINES_PARTITION) && is_counted(w))
        return count_tables(w) * 65536 * 4 + 65537 * 8;
    if (w->job == LINES_REORDER || is_complex(w->code)) return 5 * 8 * n;
    if (numbers_of(w->code) >= 0 && (w->job == LINES_SORT || (w->job == LINES_ORDER_PARTITION && w->count == 1)))
        return 8;
    if (w->job == LINES_SORT || w->job == LINES_PARTITION || w->job == LINES_QUANTILES)
        return (wide(w->code) ? 8 : 4) * n;
    return 3 * 8 * n;
}

static int sort_line(const lines_t *w, const char *source, char *target, run_fn run, char *scratch) {
    int64_t n = w->n;
    convert_t c = {w, source, target, scratch, NULL, NULL, n, 0, 0, 0, 0};
    if (n == 0) return 0;
    if (is_counted(w)) {
        sort_by_counting(w, source, target, run, scratch);
        return 0;
    }
    if (is_complex(w->code)) {
        c.words = (int64_t *)scratch + n;
        if (w->code == DTYPE_CDOUBLE) c.second = c.words + n;
        convert(&c, TO_ORDER, run);
        if (order_line(&c, run, w->stop, c.words + 2 * n)) return 1;
        convert(&c, TO_ELEMENTS, run);
        return 0;
    }
    int numbers = numbers_of(w->code);
    if (numbers >= 0) {
        if (sorter.sort_from[numbers](run, w->stop, source, target, n)) return 1;
    } else {
        convert(&c, TO_KEYS, run);
        if (sorter.sort_from[wide(w->code) ? INT64S : INT32S](run, w->stop, c.keys, c.keys, n)) return 1;
        convert(&c, TO_VALUES, run);
    }
    settle_line(w, source, target);
    return 0;
}

static int argsort_line(const lines_t *w, const char *source, int64_t *target, run_fn run, char *scratch) {
    int64_t n = w->n, *keys = (int64_t *)scratch;
    convert_t c = {w, source, NULL, keys, target, w->code == DTYPE_CDOUBLE ? keys + 2 * n : NULL, n, 0, 0, 0, 0};
    if (n == 0) return 0;
    convert(&c, TO_ORDER, run);
    return order_line(&c, run, w->stop, keys + n);
}

/* Sort places that are sorted by less important keys: equal elements keep their order. */
static int reorder_line(const lines_t *w, const char *source, int64_t *places, run_fn run, char *scratch) {
    int64_t n = w->n, *keys = (int64_t *)scratch, *here = keys + 2 * n, *words = here + 2 * n;
    int pair = w->code == DTYPE_CDOUBLE;
    convert_t c = {w, source, NULL, keys, words, pair ? keys + n : NULL, n, 0, 0, 0, 0};
    convert(&c, TO_ORDER, run);
    for (int64_t i = 0; i < n; i++) {
        here[i] = keys[places[i]];
        if (pair) here[n + i] = keys[n + places[i]];
    }
    c.keys = here;
    c.second = pair ? here + n : NULL;
    if (order_line(&c, run, w->stop, keys)) return 1;
    for (int64_t i = 0; i < n; i++) keys[i] = places[words[i]];
    memcpy(places, keys, n * sizeof(int64_t));
    return 0;
}

/* --- Selection ---------------------------------------------------------------------------------------------------- */

static int partition_line(const lines_t *w, const char *source, char *target, run_fn run, char *scratch) {
    int64_t n = w->n;
    convert_t c = {w, source, target, scratch, NULL, NULL, n, 0, 0, 0, 0};
    if (n == 0) return 0;
    if (is_complex(w->code) || is_counted(w)) return sort_line(w, source, target, run, scratch);
    if (numbers_of(w->code) >= 0 && w->count) {
        sorter.select_from[numbers_of(w->code)](source, target, n, w->ranks, w->count);
        return 0;
    }
    convert(&c, TO_KEYS, run);
    sorter.select[wide(w->code) ? INT64S : INT32S](c.keys, n, w->ranks, w->count);
    convert(&c, TO_VALUES, run);
    return 0;
}

#define PART 1024                       /* numbers of a part whose places are found together */
typedef struct { const char *numbers; int64_t n, chunk; int kind, groups[3]; const void *middle;
                 int64_t *target, starts[65][3]; } groups_t;

/* Write the places of each group of a chunk, from the start of the group on; without a target, count them. */
static void group_chunk(void *context, int64_t task) {
    groups_t *g = context;
    int64_t first = task * g->chunk, end = g->n - first < g->chunk ? g->n : first + g->chunk, places[PART + 8];
    int64_t at[3] = {0, 0, 0};
    int size = g->kind == INT64S || g->kind == DOUBLES ? 8 : 4;
    if (g->target) memcpy(at, g->starts[task], sizeof(at));
    for (int64_t i = first; i < end; i += PART)
        for (int k = 0; k < (g->target ? 3 : 2); k++) {
            if (g->target && at[k] == g->starts[task + 1][k]) continue;         /* the group is complete */
            int64_t count = end - i < PART ? end - i : PART, found;
            found = sorter.places_of[g->kind](g->numbers + i * size, count, g->middle, i, g->groups[k], places);
            if (g->target) {                    /* not more than were counted, even if other threads write */
                int64_t room = g->starts[task + 1][k] - at[k];
                found = found < room ? found : room;
                memcpy(g->target + at[k], places, found * sizeof(int64_t));
            }
            at[k] += found;
        }
    if (!g->target) memcpy(g->starts[task], at, sizeof(at));
}

/* The places of the elements before, at and after a rank; each group is sorted by place. */
static int argpartition_line(const lines_t *w, const char *source, int64_t *target, run_fn run, char *scratch) {
    int64_t n = w->n, *keys = (int64_t *)scratch, chunks = n < 2 * CHUNK ? 1 : 64, starts[3] = {0}, middle;
    int kind = numbers_of(w->code), is_nan;
    convert_t c = {w, source, NULL, keys, NULL, NULL, n, 0, 0, 0, 0};
    if (w->count != 1 || w->code == DTYPE_CDOUBLE || n == 0) return argsort_line(w, source, target, run, scratch);
    if (kind < 0) convert(&c, TO_ORDER, run);
    /* the target serves as scratch for the numbers, until that of the rank is known */
    sorter.select_from[kind >= 0 ? kind : INT64S](kind >= 0 ? source : scratch, target, n, w->ranks, 1);
    memcpy(&middle, (char *)target + w->ranks[0] * (kind >= 0 ? w->size : 8), kind >= 0 ? w->size : 8);
    groups_t g = {kind >= 0 ? source : scratch, n, (n + chunks - 1) / chunks, kind >= 0 ? kind : INT64S,
                  {IS_LESS, IS_EQUAL, IS_BEHIND}, &middle, NULL, {{0}}};
    is_nan = kind == DOUBLES ? isnan(*(const double *)g.middle) : kind == FLOATS && isnan(*(const float *)g.middle);
    if (is_nan) g.groups[0] = IS_NUMBER, g.groups[1] = IS_STRANGE, g.groups[2] = IS_LESS;      /* none */
    for (int writing = 0; writing < 2; writing++) {
        if (run == NULL || chunks == 1) for (int64_t t = 0; t < chunks; t++) group_chunk(&g, t);
        else run(group_chunk, &g, chunks);
        if (writing) return 0;
        for (int64_t t = 0; t < chunks; t++) {
            int64_t first = t * g.chunk, rest = (n - first < g.chunk ? n - first : g.chunk) - g.starts[t][0];
            rest = rest < 0 ? 0 : rest;
            g.starts[t][1] = g.starts[t][1] < rest ? g.starts[t][1] : rest;
            g.starts[t][2] = rest - g.starts[t][1];
            for (int k = 0; k < 3; k++) starts[k] += g.starts[t][k];
        }
        starts[2] = starts[0] + starts[1];
        starts[1] = starts[0];
        starts[0] = 0;
        for (int64_t t = 0; t <= chunks; t++)
            for (int k = 0; k < 3; k++) {
                int64_t found = g.starts[t][k];
                g.starts[t][k] = starts[k];
                starts[k] += found;
            }
        g.target = target;
    }
    return 0;
}

/* The first k elements by key, equal ones by place; `spare` has the same length. Places are 0, 1, ... unless they are
   given. */
static void first_places(const int64_t *keys, const int64_t *numbers, int64_t n, int64_t k, int64_t *places,
                         int64_t *spare) {
    int64_t rank = k - 1, limit, less = 0, found = 0, equal = 0;
    memcpy(spare, keys, n * sizeof(int64_t));
    sorter.select[INT64S](spare, n, &rank, 1);
    limit = spare[rank];
    for (int64_t i = 0; i < k; i++) less += spare[i] < limit;
    for (int64_t i = 0; found < k; i++)
        if (keys[i] < limit || (keys[i] == limit && equal++ < k - less)) places[found++] = i;
    merge_places(keys, places, k, spare);
    if (numbers) for (int64_t i = 0; i < k; i++) places[i] = numbers[places[i]];
}

typedef struct { const lines_t *w; const char *source; int64_t limit, *keys, *numbers, *found;
                 char value[8]; } filter_t;

/* Collect the keys up to a limit in a chunk of a line, and their places, at the beginning of the chunk's part. */
static void filter_chunk(void *context, int64_t task) {
    filter_t *f = context;
    int64_t first = task * CHUNK, end = f->w->n - first < CHUNK ? f->w->n : first + CHUNK, found = first;
    int64_t block[PART + 8];
    int code = f->w->code, kind = numbers_of(code), down = f->w->down, size = f->w->size;
    for (int64_t i = first; i < end; i += PART) {
        int64_t count = end - i < PART ? end - i : PART;
        const char *source = f->source + i * size;
        if (kind >= 0) {
            int64_t some = sorter.places_of[kind](source, count, f->value, i, down ? IS_AT_LEAST : IS_AT_MOST, block);
            for (int64_t k = 0; k < some; k++, found++) {
                order_keys(code, f->source + block[k] * size, 1, down, f->keys + found, NULL);
                f->numbers[found] = block[k];
            }
            continue;
        }
        order_keys(code, source, count, down, block, NULL);
        for (int64_t k = 0; k < count; k++) {
            f->keys[found] = block[k];
            f->numbers[found] = i + k;
            found += block[k] <= f->limit;
        }
    }
    f->found[task] = found - first;
}

/* Collect the candidates for the first k elements, by a limit from a sample; returns their number. */
static int64_t filter_line(filter_t *f, int64_t k, run_fn run) {
    int64_t few[1024], n = f->w->n, chunks = (n + CHUNK - 1) / CHUNK, total = 0;
    int size = f->w->size;
#define SOME(i) (f->source + (int64_t)((double)(i) * n / 1024) * size)
    for (int64_t i = 0; i < 1024; i++) order_keys(f->w->code, SOME(i), 1, f->w->down, few + i, NULL);
    sorter.sort_from[INT64S](NULL, NULL, few, few, 1024);
    f->limit = few[(int64_t)((double)k / n * 2048) + 12];
    for (int64_t i = 0; i < 1024 && size <= 8; i++) {
        int64_t key, second;
        order_keys(f->w->code, SOME(i), 1, f->w->down, &key, &second);
        if (key == f->limit) memcpy(f->value, SOME(i), size);
    }
#undef SOME
    if (run == NULL || chunks == 1) for (int64_t t = 0; t < chunks; t++) filter_chunk(f, t);
    else run(filter_chunk, f, chunks);
    for (int64_t t = 0; t < chunks; t++) {
        memmove(f->keys + total, f->keys + t * CHUNK, f->found[t] * sizeof(int64_t));
        memmove(f->numbers + total, f->numbers + t * CHUNK, f->found[t] * sizeof(int64_t));
        total += f->found[t];
    }
    return total;
}

/* The first elements in the order of a line (`down`: the largest), and their places. */
static int top_line(const lines_t *w, const char *source, char *target, int64_t *places, run_fn run, char *scratch) {
    int64_t n = w->n, k = w->count, *keys = (int64_t *)scratch, *copy = keys + n, found = 0;
    convert_t c = {w, source, target, keys, copy, NULL, n, 0, 0, 0, 0};
    if (k == 0) return 0;
    if (w->code == DTYPE_CDOUBLE || 4 * k > n) {
        c.second = w->code == DTYPE_CDOUBLE ? copy + n : NULL;
        convert(&c, TO_ORDER, run);
        if (order_line(&c, run, w->stop, w->code == DTYPE_CDOUBLE ? copy + 2 * n : copy + n)) return 1;
        memcpy(places, copy, k * sizeof(int64_t));
    } else {
        if (n >= 8192 && 16 * k <= n) {         /* the last of three parts holds the counts of chunks */
            filter_t f = {w, source, 0, keys, copy, copy + n, {0}};
            found = filter_line(&f, k, run);
        }
        if (found >= k && 3 * found <= n) first_places(keys, copy, found, k, places, copy + n);
        else {
            convert(&c, TO_ORDER, run);
            first_places(keys, NULL, n, k, places, copy);
        }
    }
    c.n = k;
    c.words = places;
    convert(&c, TO_ELEMENTS, run);
    return 0;
}

/* --- Quantiles ---------------------------------------------------------------------------------------------------- */

enum { Q_INVERTED_CDF, Q_AVERAGED, Q_CLOSEST, Q_INTERPOLATED, Q_HAZEN, Q_WEIBULL, Q_LINEAR, Q_MEDIAN_UNBIASED,
       Q_NORMAL_UNBIASED, Q_LOWER, Q_HIGHER, Q_MIDPOINT, Q_NEAREST, Q_MEDIAN };

/* Round a result that was computed in double to a shorter dtype: the bits are the same as with its own arithmetic. */
static inline double rounded_to(int code, double value) {
    return code == DTYPE_DOUBLE ? value : code == DTYPE_FLOAT ? (double)(float)value
         : short_to_double(code, double_to_short(code, value));
}

/* The place of a quantile in n sorted elements, and the weight of the next place. It is computed in the dtype of q, as
   NumPy does: 0.4 of five elements is exactly two of them in float, too. */
static int64_t quantile_place(int method, int code, double q, int64_t n, double *weight) {
    #define R(x) rounded_to(code, x)
    const double all = R(R((double)n) * q), steps = R(R((double)(n - 1)) * q);
    double v, whole, more;
    switch (method) {
    case Q_INVERTED_CDF: v = ceil(R(all - 1)); break;
    case Q_AVERAGED:
        v = R(all - 1);
        whole = floor(v);
        *weight = v == whole ? 0.5 : 1;
        goto bounded;
    case Q_CLOSEST:
        v = R(R(all - 1) - 0.5);
        whole = floor(v);
        v = v == whole && fmod(whole, 2) == 1 ? whole : whole + 1;
        break;
    case Q_INTERPOLATED: v = R(all - 1); break;
    case Q_HAZEN: v = R(R(all + 0.5) - 1); break;
    case Q_WEIBULL: v = R(R(all + q) - 1); break;
    case Q_MEDIAN_UNBIASED:
        more = R(R(1.0 / 3) + R(q * R(1 - 1.0 / 3 - 1.0 / 3)));
        v = R(R(all + more) - 1);
        break;
    case Q_NORMAL_UNBIASED:
        more = R(3.0 / 8 + R(q * (1 - 3.0 / 8 - 3.0 / 8)));
        v = R(R(all + more) - 1);
        break;
    case Q_LOWER: v = floor(steps); break;
    case Q_HIGHER: v = ceil(steps); break;
    case Q_MIDPOINT: v = 0.5 * (floor(steps) + ceil(steps)); break;
    case Q_NEAREST: v = nearbyint(steps); break;
    default: v = steps;
    }
    #undef R
    whole = floor(v);
    *weight = v - whole;
bounded:
    if (whole < 0) { *weight = 0; return 0; }
    if (whole >= (double)(n - 1)) { *weight = 0; return n - 1; }
    return (int64_t)whole;
}

static inline double number_of(int code, const char *at) {
    switch (code) {
    case DTYPE_BOOL: return *(const uint8_t *)at != 0;
    case DTYPE_UINT8: return *(const uint8_t *)at;
    case DTYPE_UINT16: return *(const uint16_t *)at;
    case DTYPE_UINT32: return *(const uint32_t *)at;
    case DTYPE_UINT64: return (double)*(const uint64_t *)at;
    case DTYPE_INT8: return *(const int8_t *)at;
    case DTYPE_INT16: return *(const int16_t *)at;
    case DTYPE_INT32: return *(const int32_t *)at;
    case DTYPE_INT64: return (double)*(const int64_t *)at;
    SHORT_CASES return short_to_double(code, *(const uint16_t *)at);
    case DTYPE_FLOAT: return *(const float *)at;
    default: return *(const double *)at;
    }
}

static void write_number(int code, double value, char *at) {
    if (IS_SHORT(code)) *(uint16_t *)at = double_to_short(code, value);
    else if (code == DTYPE_FLOAT) *(float *)at = (float)value;
    else *(double *)at = value;
}

/* Quantiles of a line of real numbers: elements if the result has their dtype, else numbers between them. NaN makes all
   of them NaN, unless it is ignored. */
static int quantile_line(const lines_t *w, const char *source, char *target, run_fn run, char *scratch) {
    int64_t n = w->n, few[16], *ranks = few, count = 0, present;
    int code = w->code, result = w->result_code, result_size = DTYPE_TRAITS[result].size;
    convert_t c = {w, source, NULL, scratch, NULL, NULL, n, 0, 0, 0, 0};
    double weight;
    convert(&c, TO_KEYS, run);
    const int64_t *keys64 = c.keys;
    const int32_t *keys32 = c.keys;
    present = n;
    if (IS_SHORT(code) || code == DTYPE_FLOAT) {
        const int infinity = short_infinity(code);
        int32_t last = IS_SHORT(code) ? key_of_short(infinity, infinity) : key_of_float(0x7f800000u);
        for (int64_t i = 0; i < n; i++) present -= keys32[i] > last;
    } else if (code == DTYPE_DOUBLE) {
        int64_t last = key_of_double(0x7ff0000000000000u);
        for (int64_t i = 0; i < n; i++) present -= keys64[i] > last;
    }
    if (present == 0 || (present < n && !w->ignore_nan)) {
        for (int64_t k = 0; k < w->count; k++) write_number(result, NAN, target + k * result_size);
        return 0;
    }
    if (w->count > 8 && (ranks = malloc(2 * w->count * sizeof(int64_t))) == NULL) return -1;
    for (int64_t k = 0; k < w->count; k++) {            /* quantiles are sorted, and so are their places */
        int64_t place = quantile_place(w->method, w->quantile_code, w->quantiles[k], present, &weight);
        if (count == 0 || ranks[count - 1] < place) ranks[count++] = place;
        if (weight != 0 && ranks[count - 1] < place + 1) ranks[count++] = place + 1;
    }
    sorter.select[wide(code) ? INT64S : INT32S](c.keys, n, ranks, count);
    for (int64_t k = 0; k < w->count; k++) {
        int64_t place = quantile_place(w->method, w->quantile_code, w->quantiles[k], present, &weight);
        char bits[2][8];
        for (int side = 0; side <= (weight != 0); side++) {
            if (wide(code)) values_64(code, keys64 + place + side, 1, bits[side]);
            else values_32(code, keys32 + place + side, 1, bits[side]);
        }
        if (result == code && weight == 0) {
            memcpy(target + k * w->size, bits[0], w->size);
            continue;
        }
        double low = number_of(code, bits[0]), value = low;
        if (weight != 0) {
            double high = number_of(code, bits[1]), step = high - low;
            if (weight == 1) value = high;
            else if (low != high) {
                if (isinf(step) && isfinite(low) && isfinite(high)) value = low * (1 - weight) + high * weight;
                else if (isinf(step) && w->method == Q_MEDIAN) value = low + high;      /* the mean with an infinity */
                else value = weight < 0.5 ? low + step * weight : high - step * (1 - weight);
            }
        }
        write_number(result, value, target + k * result_size);
    }
    if (ranks != few) free(ranks);
    return 0;
}

/* --- All lines ---------------------------------------------------------------------------------------------------- */

/* 1: stopped, -1: no memory */
static int one_line(const lines_t *w, int64_t line, run_fn run, char *scratch) {
    const char *source = w->source + line * w->source_step;
    char *target = w->target + line * w->target_step;
    switch (w->job) {
    case LINES_SORT: return sort_line(w, source, target, run, scratch);
    case LINES_ORDER: return argsort_line(w, source, (int64_t *)target, run, scratch);
    case LINES_PARTITION: return partition_line(w, source, target, run, scratch);
    case LINES_ORDER_PARTITION: return argpartition_line(w, source, (int64_t *)target, run, scratch);
    case LINES_TOP: return top_line(w, source, target, (int64_t *)(w->places + line * w->places_step), run, scratch);
    case LINES_REORDER: return reorder_line(w, source, (int64_t *)target, run, scratch);
    default: return quantile_line(w, source, target, run, scratch);
    }
}

static void lines_task(void *context, int64_t task) {
    lines_t *w = context;
    int64_t end = (task + 1) * w->block < w->lines ? (task + 1) * w->block : w->lines;
    char *scratch = malloc(scratch_bytes(w));
    for (int64_t line = task * w->block; line < end; line++)
        if (scratch == NULL || one_line(w, line, NULL, scratch) < 0) __atomic_store_n(&w->failed, 1, __ATOMIC_RELAXED);
    free(scratch);
}

/* Whether one thread sorts all lines, with the scratch memory of the caller. */
static int lines_in_turn(const lines_t *w) {
    return w->lines == 1 || w->n >= 4 * CHUNK || w->n * w->lines < 4096;
}

/* Run the job on all lines: 1: stopped, -1: no memory. */
static int lines_run(lines_t *w) {
    int status = 0;
    if (lines_in_turn(w)) {
        for (int64_t line = 0; line < w->lines && !status; line++) {
            status = one_line(w, line, w->n >= 2 * SEGMENT ? w->run : NULL, w->scratch);
            if (!status && w->n * w->lines > INTERRUPTIBLE) status = w->stop();
        }
        return status;
    }
    w->block = 1 + 16384 / (w->n + 1);
    int64_t tasks = (w->lines + w->block - 1) / w->block, step = 1 + INTERRUPTIBLE / (w->n * w->block + 1);
    lines_t part = *w;
    for (int64_t task = 0; task < tasks && !status; task += step) {
        int64_t first = task * w->block;
        part.lines = w->lines - first < step * w->block ? w->lines - first : step * w->block;
        part.source = w->source + first * w->source_step;
        part.target = w->target + first * w->target_step;
        if (w->places) part.places = w->places + first * w->places_step;
        w->run(lines_task, &part, (part.lines + w->block - 1) / w->block);
        status = part.failed ? -1 : tasks > step ? w->stop() : 0;
    }
    return status;
}
#endif
