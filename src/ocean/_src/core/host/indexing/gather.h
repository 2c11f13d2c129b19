/* Gather and scatter by lists of offsets and strides. Elements are moved by size alone, so one loop serves all dtypes
   and byte orders. Every loop runs forward along every axis: if several values go to one element, the last one in
   column-major order wins. */
#ifndef OCEAN_PICK_H
#define OCEAN_PICK_H
#include <stdint.h>
#include <string.h>
#include "tasks.h"

#define PICK_DIMS 64               /* MAX_DIMS of axes.pxd */
#define PICK_TILE 32               /* side of a tile, where the two sides run in different directions */
#define PICK_AHEAD 32              /* prefetch distance */
#define PICK_NEAR (1 << 18)        /* a vector of this size is in the cache: no prefetching */
#define PARTS 64                   /* limit of parts for threads */
#define PART 32768                 /* elements worth another thread */

typedef uint8_t  u8  __attribute__((may_alias));
typedef uint16_t u16 __attribute__((may_alias, aligned(1)));
typedef uint32_t u32 __attribute__((may_alias, aligned(1)));
typedef uint64_t u64 __attribute__((may_alias, aligned(1)));
typedef struct { u64 a, b; } u128;

/* An axis of the picked side: element i is at list[i] bytes from the start, or at i * s bytes if there is no list. With
   a list, s is the stride of the indexed dimension; it only indicates the distance of elements. */
typedef struct { int64_t n, s; const int64_t *list; } axis_t;

/* Each dimension has an axis on the picked side and a stride on the plain side. */
typedef struct {
    int ndims, size;
    axis_t axes[PICK_DIMS];
    int64_t plain[PICK_DIMS];
} pick_t;

static int64_t part_count(int64_t nelem) {
    int64_t parts = nelem / PART;
    return parts < 1 ? 1 : parts > PARTS ? PARTS : parts;
}

static inline int64_t pick_at(const axis_t *axis, int64_t i) { return axis->list ? axis->list[i] : i * axis->s; }

#define PICK_LOOP(to, from) for (int64_t i = 0; i < a.n; i++) *(T *)(to) = *(const T *)(from)
#define PICK_LIST(to, from, writes)                                                                                \
    for (int64_t i = 0; i < a.n; i++) {                                                                            \
        if (i + PICK_AHEAD < a.n) __builtin_prefetch(q + a.list[i + PICK_AHEAD], writes);                          \
        *(T *)(to) = *(const T *)(from);                                                                           \
    }
#define PICK_MOVES(TYPE)                                                                                           \
    static void gather_##TYPE(char *picked, char *plain, axis_t a, int64_t pa, axis_t b, int64_t pb) {             \
        typedef TYPE T;                                                                                            \
        for (int64_t j = 0; j < b.n; j++) {                                                                        \
            const char *q = picked + pick_at(&b, j);                                                               \
            char *r = plain + j * pb;                                                                              \
            if (a.list) PICK_LIST(r + i * pa, q + a.list[i], 0)                                                    \
            else if (pa == (int64_t)sizeof(T)) PICK_LOOP(r + i * (int64_t)sizeof(T), q + i * a.s);                 \
            else PICK_LOOP(r + i * pa, q + i * a.s);                                                               \
        }                                                                                                          \
    }                                                                                                              \
    static void scatter_##TYPE(char *picked, char *plain, axis_t a, int64_t pa, axis_t b, int64_t pb) {            \
        typedef TYPE T;                                                                                            \
        for (int64_t j = 0; j < b.n; j++) {                                                                        \
            char *q = picked + pick_at(&b, j);                                                                     \
            const char *r = plain + j * pb;                                                                        \
            if (a.list) PICK_LIST(q + a.list[i], r + i * pa, 1)                                                    \
            else if (pa == (int64_t)sizeof(T)) PICK_LOOP(q + i * a.s, r + i * (int64_t)sizeof(T));                 \
            else PICK_LOOP(q + i * a.s, r + i * pa);                                                               \
        }                                                                                                          \
    }

PICK_MOVES(u8)
PICK_MOVES(u16)
PICK_MOVES(u32)
PICK_MOVES(u64)
PICK_MOVES(u128)

typedef void (*move_fn)(char *, char *, axis_t, int64_t, axis_t, int64_t);

static move_fn pick_move(int size, int scatter) {
    switch (size) {
        case 1: return scatter ? scatter_u8 : gather_u8;
        case 2: return scatter ? scatter_u16 : gather_u16;
        case 4: return scatter ? scatter_u32 : gather_u32;
        case 8: return scatter ? scatter_u64 : gather_u64;
        default: return scatter ? scatter_u128 : gather_u128;
    }
}

static int64_t distance(int64_t s) { return s == 0 ? INT64_MAX : s < 0 ? -s : s; }

/* Sort the axes by the strides of the written side, smallest first. */
static void pick_sort(pick_t *p, int scatter) {
    for (int d = 1; d < p->ndims; d++)
        for (int k = d; k > 0; k--) {
            int64_t inner = distance(scatter ? p->axes[k - 1].s : p->plain[k - 1]);
            if (distance(scatter ? p->axes[k].s : p->plain[k]) >= inner) break;
            axis_t a = p->axes[k]; p->axes[k] = p->axes[k - 1]; p->axes[k - 1] = a;
            int64_t s = p->plain[k]; p->plain[k] = p->plain[k - 1]; p->plain[k - 1] = s;
        }
}

/* Drop axes of length one and coalesce neighbours. Returns 0 when there are no elements. */
static int pick_simplify(pick_t *p, char **picked) {
    int dims = 0;
    for (int d = 0; d < p->ndims; d++) {
        axis_t a = p->axes[d];
        if (a.n == 0) return 0;
        if (a.n == 1) { *picked += pick_at(&a, 0); continue; }
        axis_t *last = dims ? &p->axes[dims - 1] : NULL;
        if (last && !last->list && !a.list && a.s == last->s * last->n && p->plain[d] == p->plain[dims - 1] * last->n)
            last->n *= a.n;
        else {
            p->axes[dims] = a;
            p->plain[dims++] = p->plain[d];
        }
    }
    p->ndims = dims;
    return 1;
}

/* Make the axis with the picked side's shortest stride the second one; returns whether to tile the first two. */
static int pick_crossing(pick_t *p) {
    int other = 0;
    int64_t shortest = p->axes[0].list ? INT64_MAX : p->axes[0].s < 0 ? -p->axes[0].s : p->axes[0].s;
    for (int d = 1; d < p->ndims; d++) {
        int64_t s = p->axes[d].s < 0 ? -p->axes[d].s : p->axes[d].s;
        if (!p->axes[d].list && s < shortest && s > 0) { shortest = s; other = d; }
    }
    if (!other) return 0;
    axis_t a = p->axes[1]; p->axes[1] = p->axes[other]; p->axes[other] = a;
    int64_t s = p->plain[1]; p->plain[1] = p->plain[other]; p->plain[other] = s;
    return p->axes[0].n >= PICK_TILE && p->axes[1].n >= PICK_TILE;
}

static axis_t pick_part(axis_t a, int64_t from, int64_t length) {
    a.n = a.n - from < length ? a.n - from : length;
    if (a.list) a.list += from;
    return a;
}

/* Copy all elements from the picked side to the plain side, or back (scatter). */
static void pick_box(pick_t *p, char *picked, char *plain, int scatter) {
    int64_t index[PICK_DIMS];
    axis_t one = {1, 0, NULL};
    move_fn move = pick_move(p->size, scatter);
    int whole = p->ndims && !p->axes[0].list && p->axes[0].s == p->size && p->plain[0] == p->size;
    int tiled = !whole && p->ndims > 1 && pick_crossing(p);
    axis_t a = p->ndims > 0 ? p->axes[0] : one, b = p->ndims > 1 ? p->axes[1] : one;
    int64_t pa = p->ndims > 0 ? p->plain[0] : p->size, pb = p->ndims > 1 ? p->plain[1] : 0;
    for (int d = 2; d < p->ndims; d++) index[d] = 0;
    for (;;) {
        char *q = picked, *r = plain;
        for (int d = 2; d < p->ndims; d++) {
            q += pick_at(&p->axes[d], index[d]);
            r += index[d] * p->plain[d];
        }
        if (whole)
            for (int64_t j = 0; j < b.n; j++) {
                char *x = q + pick_at(&b, j), *y = r + j * pb;
                if (scatter) memcpy(x, y, a.n * p->size); else memcpy(y, x, a.n * p->size);
            }
        else if (!tiled) move(q, r, a, pa, b, pb);
        else
            for (int64_t j = 0; j < b.n; j += PICK_TILE)
                for (int64_t i = 0; i < a.n; i += PICK_TILE)
                    move(q + (a.list ? 0 : i * a.s) + (b.list ? 0 : j * b.s), r + i * pa + j * pb,
                         pick_part(a, i, PICK_TILE), pa, pick_part(b, j, PICK_TILE), pb);
        int d = 2;
        for (; d < p->ndims; d++) {
            if (++index[d] < p->axes[d].n) break;
            index[d] = 0;
        }
        if (d >= p->ndims) return;
    }
}

typedef struct { pick_t p; char *picked, *plain; int scatter, axis; int64_t parts; } pick_work;

static void pick_task(void *work, int64_t part) {
    pick_work *w = (pick_work *)work;
    pick_t p = w->p;
    axis_t *a = &p.axes[w->axis];
    int64_t from = a->n * part / w->parts, end = a->n * (part + 1) / w->parts;
    char *picked = w->picked + (a->list ? 0 : from * a->s);
    *a = pick_part(*a, from, end - from);
    pick_box(&p, picked, w->plain + from * p.plain[w->axis], w->scatter);
}

/* `pick_box` in threads: splits the last axis along which no two parts write to the same element. Changes `p`. */
static void pick_run(run_fn run, pick_t *p, char *picked, char *plain, int scatter) {
    int64_t nelem = 1, parts;
    pick_sort(p, scatter);
    if (!pick_simplify(p, &picked)) return;
    int axis = p->ndims - 1;
    while (scatter && axis >= 0 && (p->axes[axis].list || !p->axes[axis].s)) axis--;
    for (int d = 0; d < p->ndims; d++) nelem *= p->axes[d].n;
    parts = axis < 0 ? 1 : part_count(nelem);
    if (parts > 1 && parts > p->axes[axis].n) parts = p->axes[axis].n;
    if (parts <= 1) { pick_box(p, picked, plain, scatter); return; }
    pick_work work = {*p, picked, plain, scatter, axis, parts};
    run(pick_task, &work, parts);
}

/* --- Indices --------------------------------------------------------------------------------------------------- */

/* The position of the first of `count` indices that is out of range for n elements, or -1. Unsigned indices are never
   negative. */
static int64_t index_check(const int64_t *index, int64_t count, int64_t n, int is_unsigned) {
    uint64_t bad = 0;                             /* its highest bit: v < -n or v >= n */
    uint64_t below = is_unsigned ? 0 : (uint64_t)n, above = (uint64_t)n - 1;
    for (int64_t i = 0; i < count; i++) bad |= ((uint64_t)index[i] + below) | (above - (uint64_t)index[i]);
    if (!(bad >> 63)) return -1;
    for (int64_t i = 0; i < count; i++) {
        int64_t v = index[i];
        if (v < 0 && !is_unsigned) v += n;
        if ((uint64_t)v >= (uint64_t)n) return i;
    }
    return -1;
}

/* Turn columns of `rows` indices into dimensions of sizes n and strides s into byte offsets; negative ones count from
   the end. Returns -1, or the position of the first index that is out of range. */
static int64_t index_offsets(const int64_t *index, int rows, int64_t count, const int64_t *n, const int64_t *s,
                             int is_unsigned, int64_t *out) {
    if (rows == 1) {
        int64_t bad = index_check(index, count, n[0], is_unsigned), length = n[0], stride = s[0];
        for (int64_t i = 0; i < count && bad < 0; i++) {
            int64_t v = index[i];
            if (v < 0 && !is_unsigned) v += length;
            if ((uint64_t)v >= (uint64_t)length) return i;   /* another thread changed it */
            out[i] = v * stride;
        }
        return bad;
    }
    for (int64_t j = 0; j < count; j++) {
        int64_t offset = 0;
        for (int d = 0; d < rows; d++) {
            int64_t v = index[j * rows + d];
            if (v < 0 && !is_unsigned) v += n[d];
            if ((uint64_t)v >= (uint64_t)n[d]) return j * rows + d;
            offset += v * s[d];
        }
        out[j] = offset;
    }
    return -1;
}

/* Elements of a vector by index. Each index is read once and checked, because other threads may write to it. */
#define INDEX_LOOP(move, s, writes)                                                                                \
    for (int64_t i = 0; i < count; i++) {                                                                          \
        int64_t v = index[i];                                                                                      \
        if (i < ahead) __builtin_prefetch(picked + index[i + PICK_AHEAD] * (s), writes);                           \
        if ((uint64_t)v >= (uint64_t)n) {                                                                          \
            if (v < 0) v += wrap;                                                                                  \
            if ((uint64_t)v >= (uint64_t)n) return i;                                                              \
        }                                                                                                          \
        move;                                                                                                      \
    }
#define INDEX_MOVES(TYPE)                                                                                          \
    static int64_t index_gather_##TYPE(const int64_t *index, int64_t count, int64_t n, int64_t s, int64_t wrap,    \
                                       const char *picked, char *plain) {                                          \
        typedef TYPE T;                                                                                            \
        const int64_t size = sizeof(T), ahead = n > PICK_NEAR / size ? count - PICK_AHEAD : 0;                     \
        if (s == size) INDEX_LOOP(*(T *)(plain + i * size) = *(const T *)(picked + v * size), size, 0)             \
        else INDEX_LOOP(*(T *)(plain + i * size) = *(const T *)(picked + v * s), s, 0)                             \
        return -1;                                                                                                 \
    }                                                                                                              \
    static int64_t index_scatter_##TYPE(const int64_t *index, int64_t count, int64_t n, int64_t s, int64_t wrap,   \
                                        char *picked, const char *plain, int64_t step) {                           \
        typedef TYPE T;                                                                                            \
        const int64_t size = sizeof(T), ahead = n > PICK_NEAR / size ? count - PICK_AHEAD : 0;                     \
        if (s == size && step == size)                                                                             \
            INDEX_LOOP(*(T *)(picked + v * size) = *(const T *)(plain + i * size), size, 1)                        \
        else INDEX_LOOP(*(T *)(picked + v * s) = *(const T *)(plain + i * step), s, 1)                             \
        return -1;                                                                                                 \
    }

INDEX_MOVES(u8)
INDEX_MOVES(u16)
INDEX_MOVES(u32)
INDEX_MOVES(u64)
INDEX_MOVES(u128)

static int64_t index_gather(const int64_t *index, int64_t count, int64_t n, int64_t s, int is_unsigned,
                            const char *picked, char *plain, int size) {
    int64_t wrap = is_unsigned ? 0 : n;
    switch (size) {
        case 1: return index_gather_u8(index, count, n, s, wrap, picked, plain);
        case 2: return index_gather_u16(index, count, n, s, wrap, picked, plain);
        case 4: return index_gather_u32(index, count, n, s, wrap, picked, plain);
        case 8: return index_gather_u64(index, count, n, s, wrap, picked, plain);
        default: return index_gather_u128(index, count, n, s, wrap, picked, plain);
    }
}

static int64_t index_scatter(const int64_t *index, int64_t count, int64_t n, int64_t s, int is_unsigned, char *picked,
                             const char *plain, int64_t step, int size) {
    int64_t wrap = is_unsigned ? 0 : n;
    switch (size) {
        case 1: return index_scatter_u8(index, count, n, s, wrap, picked, plain, step);
        case 2: return index_scatter_u16(index, count, n, s, wrap, picked, plain, step);
        case 4: return index_scatter_u32(index, count, n, s, wrap, picked, plain, step);
        case 8: return index_scatter_u64(index, count, n, s, wrap, picked, plain, step);
        default: return index_scatter_u128(index, count, n, s, wrap, picked, plain, step);
    }
}

/* --- Threads: work is split into parts; the first part with an index out of range reports its first one ------------
   */

typedef struct {
    const int64_t *index;
    int64_t count, n, s, parts, bad[PARTS];
    int is_unsigned, size;
    const char *picked;
    char *plain;
} index_work;

static int64_t index_first_bad(const index_work *w) {
    for (int64_t part = 0; part < w->parts; part++) if (w->bad[part] >= 0) return w->bad[part];
    return -1;
}

/* The start and the length of a part of the indices. */
static int64_t index_from(const index_work *w, int64_t part, int64_t *length) {
    int64_t each = w->count / w->parts, from = each * part;
    *length = part == w->parts - 1 ? w->count - from : each;
    return from;
}

/* Check a part of the indices, and gather its elements if there is an output. */
static void index_part(void *work, int64_t part) {
    index_work *w = (index_work *)work;
    int64_t length, from = index_from(w, part, &length), bad;
    if (w->plain) bad = index_gather(w->index + from, length, w->n, w->s, w->is_unsigned, w->picked,
                                     w->plain + from * w->size, w->size);
    else bad = index_check(w->index + from, length, w->n, w->is_unsigned);
    w->bad[part] = bad < 0 ? -1 : bad + from;
}

/* The elements at a list of indices; -1, or the position of the first index that is out of range. */
static int64_t index_gather_all(run_fn run, const int64_t *index, int64_t count, int64_t n, int64_t s, int is_unsigned,
                                const char *picked, char *plain, int size) {
    if (part_count(count) == 1) return index_gather(index, count, n, s, is_unsigned, picked, plain, size);
    index_work w = {index, count, n, s, part_count(count), {0}, is_unsigned, size, picked, plain};
    run(index_part, &w, w.parts);
    return index_first_bad(&w);
}

/* Scatter values to the elements at a list of indices, after checking all indices. If several values go to one element,
   the last one wins. So threads may write in parallel only if no two parts share an element: each part marks its
   elements in a bitmap, and the bitmaps are compared. */
#define SCATTER_PARTS 4

typedef struct {
    index_work list;
    char *picked;
    const char *plain;
    int64_t step, words;
    uint64_t *marks;
} scatter_work;

static void scatter_mark(void *work, int64_t part) {
    scatter_work *w = (scatter_work *)work;
    index_work *l = &w->list;
    uint64_t *marks = w->marks + part * w->words;
    int64_t length, from = index_from(l, part, &length), n = l->n, wrap = l->is_unsigned ? 0 : n;
    memset(marks, 0, w->words * sizeof(uint64_t));
    l->bad[part] = -1;
    for (int64_t i = from; i < from + length; i++) {
        int64_t v = l->index[i];
        if ((uint64_t)v >= (uint64_t)n) {
            if (v < 0) v += wrap;
            if ((uint64_t)v >= (uint64_t)n) { l->bad[part] = i; return; }
        }
        marks[v >> 6] |= (uint64_t)1 << (v & 63);
    }
}

/* Whether the bitmaps are disjoint. */
static int scatter_apart(const scatter_work *w) {
    uint64_t twice = 0;
    for (int64_t k = 0; k < w->words; k++) {
        uint64_t seen = 0;
        for (int64_t part = 0; part < w->list.parts; part++) {
            twice |= seen & w->marks[part * w->words + k];
            seen |= w->marks[part * w->words + k];
        }
    }
    return !twice;
}

static void scatter_part(void *work, int64_t part) {
    scatter_work *w = (scatter_work *)work;
    index_work *l = &w->list;
    int64_t length, from = index_from(l, part, &length);
    int64_t bad = index_scatter(l->index + from, length, l->n, l->s, l->is_unsigned, w->picked,
                                w->plain + from * w->step, w->step, l->size);
    l->bad[part] = bad < 0 ? -1 : bad + from;
}

static int64_t scatter_parts(int64_t count) {
    int64_t parts = part_count(count);
    return parts < SCATTER_PARTS ? parts : SCATTER_PARTS;
}

/* The bytes of the bitmaps; 0 if they would not pay or would be too large. */
static int64_t scatter_bytes(int64_t count, int64_t n, int64_t step) {
    int possible = step && count <= n && n / 16 <= count && scatter_parts(count) > 1;
    return possible ? scatter_parts(count) * (n / 64 + 1) * (int64_t)sizeof(uint64_t) : 0;
}

/* marks: scratch for the bitmaps, or NULL */
static int64_t index_scatter_all(run_fn run, const int64_t *index, int64_t count, int64_t n, int64_t s, int is_unsigned,
                                 char *picked, const char *plain, int64_t step, int size, char *marks) {
    scatter_work w = {{index, count, n, s, scatter_parts(count), {0}, is_unsigned, size, NULL, NULL},
                      picked, plain, step, n / 64 + 1, (uint64_t *)marks};
    run(marks ? scatter_mark : index_part, marks ? (void *)&w : (void *)&w.list, w.list.parts);
    int64_t bad = index_first_bad(&w.list);
    if (bad >= 0) return bad;
    if (step && !(marks && scatter_apart(&w)))
        return index_scatter(index, count, n, s, is_unsigned, picked, plain, step, size);
    run(scatter_part, &w, w.list.parts);
    return index_first_bad(&w.list);
}

/* --- Bytes ----------------------------------------------------------------------------------------------------- */

/* Reverse the bytes of `count` numbers of 2, 4 or 8 bytes. */
static void reverse_bytes(char *data, int64_t count, int size) {
    if (size == 2) for (int64_t i = 0; i < count; i++) ((u16 *)data)[i] = __builtin_bswap16(((u16 *)data)[i]);
    if (size == 4) for (int64_t i = 0; i < count; i++) ((u32 *)data)[i] = __builtin_bswap32(((u32 *)data)[i]);
    if (size == 8) for (int64_t i = 0; i < count; i++) ((u64 *)data)[i] = __builtin_bswap64(((u64 *)data)[i]);
}
#endif
