/* Values added to elements of a tensor at indices along one axis, which may name an element several times.

   The values of an element are added in the order of the indices. Threads take parts of the other axes. A vector of few
   elements gets many values in pieces with sums of their own, which are merged in pairs; the pieces depend on the sizes
   only. So the bits are the same for any number of threads. */
#ifndef OCEAN_SCATTER_ADD_H
#define OCEAN_SCATTER_ADD_H
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "tasks.h"

#define SCATTER_DIMS 64             /* MAX_DIMS of axes.pxd */
#define SCATTER_PIECES 8
#define SCATTER_MANY (1 << 16)      /* values that are worth threads */

/* `row` and `apart` are the strides of target and values along the axis, `s` and `v` those along the others. */
typedef struct {
    int64_t count, length, between, row, apart;
    int ndims;
    int64_t n[SCATTER_DIMS], s[SCATTER_DIMS], v[SCATTER_DIMS];
    const char *index;
    char *target;
    const char *values;
} scatter_add_t;

static inline int64_t scatter_place(const scatter_add_t *p, int64_t i) {
    int64_t k = *(const int64_t *)(p->index + i * p->between);
    return k < 0 ? k + p->length : k;
}

typedef struct {
    void (*list)(const scatter_add_t *, char *to, const char *from);
    void (*line)(char *to, const char *from, int64_t n, int64_t s, int64_t v);
    int (*piece)(const scatter_add_t *, void *sums, int64_t first, int64_t last);
    void (*merge)(const scatter_add_t *, void *sums);
    int size;
} scatter_type;

#define SCATTER_PLUS(a, b) (a) + (b)
#define SCATTER_OR(a, b) ((a) != 0) | ((b) != 0)
#define SCATTER_ADDS(NAME, TYPE, SUM)                                                                                \
    typedef TYPE NAME##_at __attribute__((may_alias, aligned(1)));                                                   \
    static void scatter_list_##NAME(const scatter_add_t *p, char *to, const char *from) {                            \
        for (int64_t i = 0; i < p->count; i++) {                                                                     \
            NAME##_at *at = (NAME##_at *)(to + scatter_place(p, i) * p->row);                                        \
            *at = SUM(*at, *(const NAME##_at *)(from + i * p->apart));                                               \
        }                                                                                                            \
    }                                                                                                                \
    static void scatter_line_##NAME(char *to, const char *from, int64_t n, int64_t s, int64_t v) {                   \
        if (s == sizeof(TYPE) && v == sizeof(TYPE)) {                                                                \
            NAME##_at *at = (NAME##_at *)to;                                                                         \
            const NAME##_at *value = (const NAME##_at *)from;                                                        \
            for (int64_t j = 0; j < n; j++) at[j] = SUM(at[j], value[j]);                                            \
        } else                                                                                                       \
            for (int64_t j = 0; j < n; j++) {                                                                        \
                NAME##_at *at = (NAME##_at *)(to + j * s);                                                           \
                *at = SUM(*at, *(const NAME##_at *)(from + j * v));                                                  \
            }                                                                                                        \
    }                                                                                                                \
    static int scatter_piece_##NAME(const scatter_add_t *p, void *sums, int64_t first, int64_t last) {               \
        TYPE *sum = (TYPE *)sums;                                                                                    \
        memset(sum, 0, p->length * sizeof(TYPE));                                                                    \
        if (p->between == 8 && p->apart == sizeof(TYPE)) {                                                           \
            const int64_t *index = (const int64_t *)p->index, length = p->length;                                    \
            const NAME##_at *values = (const NAME##_at *)p->values;                                                  \
            for (int64_t i = first; i < last; i++) {                                                                 \
                int64_t k = index[i] < 0 ? index[i] + length : index[i];                                             \
                if ((uint64_t)k >= (uint64_t)length) return 1;                                                       \
                sum[k] = SUM(sum[k], values[i]);                                                                     \
            }                                                                                                        \
            return 0;                                                                                                \
        }                                                                                                            \
        for (int64_t i = first; i < last; i++) {                                                                     \
            int64_t k = scatter_place(p, i);                                                                         \
            if ((uint64_t)k >= (uint64_t)p->length) return 1;                                                        \
            sum[k] = SUM(sum[k], *(const NAME##_at *)(p->values + i * p->apart));                                    \
        }                                                                                                            \
        return 0;                                                                                                    \
    }                                                                                                                \
    static void scatter_merge_##NAME(const scatter_add_t *p, void *sums) {                                           \
        TYPE *sum = (TYPE *)sums;                                                                                    \
        for (int64_t apart = 1; apart < SCATTER_PIECES; apart *= 2)                                                  \
            for (int64_t piece = 0; piece < SCATTER_PIECES; piece += 2 * apart) {                                    \
                TYPE *one = sum + piece * p->length, *other = one + apart * p->length;                               \
                for (int64_t k = 0; k < p->length; k++) one[k] = SUM(one[k], other[k]);                              \
            }                                                                                                        \
        scatter_line_##NAME(p->target, (const char *)sum, p->length, p->row, sizeof(TYPE));                          \
    }

SCATTER_ADDS(bool, uint8_t, SCATTER_OR)
SCATTER_ADDS(i8, uint8_t, SCATTER_PLUS)
SCATTER_ADDS(i16, uint16_t, SCATTER_PLUS)
SCATTER_ADDS(i32, uint32_t, SCATTER_PLUS)
SCATTER_ADDS(i64, uint64_t, SCATTER_PLUS)
SCATTER_ADDS(float, float, SCATTER_PLUS)
SCATTER_ADDS(double, double, SCATTER_PLUS)
SCATTER_ADDS(cfloat, float _Complex, SCATTER_PLUS)
SCATTER_ADDS(cdouble, double _Complex, SCATTER_PLUS)

#define SCATTER_ROW(NAME, TYPE)                                                                                      \
    {scatter_list_##NAME, scatter_line_##NAME, scatter_piece_##NAME, scatter_merge_##NAME, sizeof(TYPE)}
enum { SCATTER_BOOL, SCATTER_I8, SCATTER_I16, SCATTER_I32, SCATTER_I64, SCATTER_FLOAT, SCATTER_DOUBLE, SCATTER_CFLOAT,
       SCATTER_CDOUBLE };
static const scatter_type SCATTER_TYPES[] = {
    SCATTER_ROW(bool, uint8_t), SCATTER_ROW(i8, uint8_t), SCATTER_ROW(i16, uint16_t), SCATTER_ROW(i32, uint32_t),
    SCATTER_ROW(i64, uint64_t), SCATTER_ROW(float, float), SCATTER_ROW(double, double),
    SCATTER_ROW(cfloat, float _Complex), SCATTER_ROW(cdouble, double _Complex),
};

typedef struct {
    const scatter_add_t *of;
    const scatter_type *type;
    char *sums;
    int outside[SCATTER_PIECES];
    int split;                      /* the axis that threads share */
    int by_rows;                    /* whether an index's elements are added before those of the next one */
} scatter_task;

static void scatter_piece(void *context, int64_t piece) {
    scatter_task *t = (scatter_task *)context;
    int64_t count = t->of->count;
    t->outside[piece] = t->type->piece(t->of, t->sums + piece * t->of->length * t->type->size,
                                       count * piece / SCATTER_PIECES, count * (piece + 1) / SCATTER_PIECES);
}

static void scatter_check(void *context, int64_t part) {
    scatter_task *t = (scatter_task *)context;
    const scatter_add_t *p = t->of;
    int64_t first = p->count * part / SCATTER_PIECES, last = p->count * (part + 1) / SCATTER_PIECES;
    uint64_t outside = 0, length = p->length;
    const int64_t *index = (const int64_t *)p->index;
    if (p->between == 8)
        for (int64_t i = first; i < last; i++) outside |= (uint64_t)index[i] + length >= 2 * length;
    else
        for (int64_t i = first; i < last; i++)
            outside |= (uint64_t)*(const int64_t *)(p->index + i * p->between) + length >= 2 * length;
    t->outside[part] = outside != 0;
}

/* Go over the axes from number `first` on; returns 0 behind the last place. */
static inline int scatter_next(const scatter_add_t *p, int first, int64_t *at, char **to, const char **from) {
    for (int d = first; d < p->ndims; d++) {
        *to += p->s[d]; *from += p->v[d];
        if (++at[d] < p->n[d]) return 1;
        *to -= p->n[d] * p->s[d]; *from -= p->n[d] * p->v[d];
        at[d] = 0;
    }
    return 0;
}

static void scatter_share(void *context, int64_t part) {
    scatter_task *t = (scatter_task *)context;
    scatter_add_t p = *t->of;
    int64_t at[SCATTER_DIMS] = {0};
    char *to = p.target;
    const char *from = p.values;
    if (t->split >= 0) {
        int64_t n = p.n[t->split], first = n * part / SCATTER_PIECES, last = n * (part + 1) / SCATTER_PIECES;
        if (first == last) return;
        to += first * p.s[t->split]; from += first * p.v[t->split];
        p.n[t->split] = last - first;
    }
    if (!t->by_rows) {
        do t->type->list(&p, to, from); while (scatter_next(&p, 0, at, &to, &from));
        return;
    }
    for (int64_t i = 0; i < p.count; i++) {
        char *row = to + scatter_place(&p, i) * p.row;
        const char *value = from + i * p.apart;
        do t->type->line(row, value, p.n[0], p.s[0], p.v[0]); while (scatter_next(&p, 1, at, &row, &value));
    }
}

static int64_t scatter_far(int64_t s) { return s < 0 ? -s : s; }

/* The number of an index that is out of range, before anything is added; -1 if all are in range, -2 without memory. */
static int64_t scatter_add_run(run_fn run, scatter_add_t *p, int type) {
    scatter_task t = {p, &SCATTER_TYPES[type], NULL, {0}, -1, 0};
    int64_t box = 1;
    int dims = 0;
    for (int d = 0; d < p->ndims; d++) {
        box *= p->n[d];
        if (p->n[d] == 1) continue;
        if (dims && p->s[d] == p->s[dims - 1] * p->n[dims - 1] && p->v[d] == p->v[dims - 1] * p->n[dims - 1])
            p->n[dims - 1] *= p->n[d];
        else {
            p->n[dims] = p->n[d]; p->s[dims] = p->s[d]; p->v[dims++] = p->v[d];
        }
    }
    p->ndims = dims;
    if (p->count && box == 1 && p->count >= SCATTER_MANY && p->length <= p->count / (4 * SCATTER_PIECES) &&
        (t.sums = (char *)malloc(SCATTER_PIECES * p->length * t.type->size))) {
        int outside = 0;
        run(scatter_piece, &t, SCATTER_PIECES);
        for (int piece = 0; piece < SCATTER_PIECES; piece++) outside |= t.outside[piece];
        if (!outside) t.type->merge(p, t.sums);
        free(t.sums);
        if (!outside) return -1;
    }
    int outside = 0;
    if (p->count >= SCATTER_MANY) run(scatter_check, &t, SCATTER_PIECES);
    else for (int part = 0; part < SCATTER_PIECES; part++) scatter_check(&t, part);
    for (int part = 0; part < SCATTER_PIECES; part++) outside |= t.outside[part];
    if (outside)
        for (int64_t i = 0; i < p->count; i++)
            if ((uint64_t)scatter_place(p, i) >= (uint64_t)p->length) return i;
    if (!p->count || !box) return -1;
    if (dims) {
        int near = 0;
        for (int d = 1; d < dims; d++) if (scatter_far(p->s[d]) < scatter_far(p->s[near])) near = d;
        int64_t n = p->n[0], s = p->s[0], v = p->v[0];
        p->n[0] = p->n[near]; p->s[0] = p->s[near]; p->v[0] = p->v[near];
        p->n[near] = n; p->s[near] = s; p->v[near] = v;
        t.by_rows = scatter_far(p->s[0]) <= scatter_far(p->row);
    }
    if (dims && p->count * box >= SCATTER_MANY) {
        t.split = 0;
        for (int d = 1; d < dims; d++) if (p->n[d] > p->n[t.split]) t.split = d;
        run(scatter_share, &t, SCATTER_PIECES);
    } else
        scatter_share(&t, 0);
    return -1;
}
#endif
