/* Masks: the indices of true elements, and copies of the selected elements. Included by indexing.pyx only: it has a
   static table. */
#ifndef OCEAN_MASK_H
#define OCEAN_MASK_H
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include "gather.h"

#define MASK_BLOCK 256             /* elements of a mask that are read at a time */

/* A mask over dimensions of sizes n, with its own strides and those of the indexed tensor. */
typedef struct {
    int ndims;
    int64_t n[PICK_DIMS], own[PICK_DIMS], s[PICK_DIMS];
} mask_t;

static void mask_copy(mask_t *to, const mask_t *m) {
    to->ndims = m->ndims;
    for (int d = 0; d < m->ndims; d++) {
        to->n[d] = m->n[d];
        to->own[d] = m->own[d];
        to->s[d] = m->s[d];
    }
}

static int mask_simplify(mask_t *m) {
    int dims = 0;
    for (int d = 0; d < m->ndims; d++) {
        if (m->n[d] == 0) return 0;
        if (m->n[d] == 1) continue;
        if (dims && m->own[d] == m->own[dims - 1] * m->n[dims - 1] && m->s[d] == m->s[dims - 1] * m->n[dims - 1])
            m->n[dims - 1] *= m->n[d];
        else {
            m->n[dims] = m->n[d];
            m->own[dims] = m->own[d];
            m->s[dims++] = m->s[d];
        }
    }
    if (!dims) { m->n[0] = 1; m->own[0] = 1; m->s[0] = 0; dims = 1; }
    m->ndims = dims;
    return 1;
}

static int64_t mask_count_run(const u8 *mask, int64_t stride, int64_t n) {
    int64_t total = 0, i = 0;
    if (stride == 1)
        while (n - i >= 32) {                     /* 32 sums of at most 255 terms each fit into bytes */
            u8 sums[32] = {0};
            int64_t rounds = (n - i) / 32 < 255 ? (n - i) / 32 : 255;
            for (int64_t k = 0; k < rounds; k++, i += 32)
                for (int lane = 0; lane < 32; lane++) sums[lane] += mask[i + lane] != 0;
            for (int lane = 0; lane < 32; lane++) total += sums[lane];
        }
    for (; i < n; i++) total += mask[i * stride] != 0;
    return total;
}

static int (*mask_stop)(void);                    /* whether to interrupt the work; asked for every 2^16th block */
static uint64_t mask_places[256];                 /* for each byte: the indices of its set bits, one byte each */
static uint8_t mask_counts[256];                  /* for each byte: the count of its set bits */

static void mask_prepare(int (*stop)(void)) {
    mask_stop = stop;
    for (int bits = 0; bits < 256; bits++) {
        u8 places[8] = {0};
        for (int bit = mask_counts[bits] = 0; bit < 8; bit++)
            if (bits >> bit & 1) places[mask_counts[bits]++] = (u8)bit;
        memcpy(&mask_places[bits], places, 8);
    }
}

/* Whether a whole block is false (0) or true (1); -1: neither. A first look at 16 elements decides for most masks. */
static inline int mask_uniform(const u8 *mask) {
#ifdef __SSE2__
    const __m128i zero = _mm_setzero_si128();
    __m128i any = _mm_loadu_si128((const __m128i *)mask), equal = _mm_cmpeq_epi8(any, zero);
    int bits = _mm_movemask_epi8(equal);
    if (bits != 0 && bits != 0xffff) return -1;
    for (int i = 16; i < MASK_BLOCK; i += 16) {
        __m128i next = _mm_loadu_si128((const __m128i *)(mask + i));
        any = _mm_or_si128(any, next);
        equal = _mm_or_si128(equal, _mm_cmpeq_epi8(next, zero));
    }
    if (_mm_movemask_epi8(_mm_cmpeq_epi8(any, zero)) == 0xffff) return 0;
    return _mm_movemask_epi8(equal) == 0 ? 1 : -1;
#else
    return -1;
#endif
}

/* The indices of true elements among the next n <= MASK_BLOCK; returns their count. Writes up to 8 beyond it. */
static inline int mask_block(const u8 *mask, int64_t stride, int n, u8 *found) {
    int count = 0, i = 0;
#ifdef __SSE2__
    if (stride == 1)
        for (; i + 16 <= n; i += 16) {            /* 16 comparisons give 16 bits; each 8 bits give 8 indices */
            __m128i equal = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(mask + i)), _mm_setzero_si128());
            unsigned bits = 0xffff & ~_mm_movemask_epi8(equal);
            uint64_t from = (uint64_t)i * 0x0101010101010101u;
            *(u64 *)(found + count) = mask_places[bits & 255] + from;
            count += mask_counts[bits & 255];
            *(u64 *)(found + count) = mask_places[bits >> 8] + from + 0x0808080808080808u;
            count += mask_counts[bits >> 8];
        }
#endif
    for (; i < n; i++) { found[count] = (u8)i; count += mask[i * stride] != 0; }
    return count;
}

/* Iterates over a mask in column-major order, a block at a time. */
typedef struct {
    const mask_t *m;
    const u8 *row;                                /* the mask at the start of the row along dimension 0 */
    int64_t base, at, index[PICK_DIMS];           /* the tensor's offset there, and the index along dimension 0 */
    int64_t from;                                 /* the start of the block along dimension 0 */
    int done, found;
    int whole;                                    /* all elements of the block are true */
    int whole_blocks;                             /* whether the caller knows about them: they have no `places` */
    unsigned blocks;
    u8 places[MASK_BLOCK + 16];
} mask_walk;


static void mask_start(mask_walk *w, const mask_t *m, const char *mask) {
    w->m = m;
    w->row = (const u8 *)mask;
    w->base = w->at = w->done = 0;
    w->blocks = w->whole_blocks = w->whole = 0;
    for (int d = 0; d < m->ndims; d++) w->index[d] = 0;
}

static int mask_next(mask_walk *w) {
    const mask_t *m = w->m;
    if (w->done || ((++w->blocks & 0xffff) == 0 && mask_stop())) return 0;
    if (w->at >= m->n[0]) {
        int d = 1;
        for (; d < m->ndims; d++) {
            w->row += m->own[d];
            w->base += m->s[d];
            if (++w->index[d] < m->n[d]) break;
            w->row -= m->n[d] * m->own[d];
            w->base -= m->n[d] * m->s[d];
            w->index[d] = 0;
        }
        if (d >= m->ndims) { w->done = 1; return 0; }
        w->at = 0;
    }
    int64_t left = m->n[0] - w->at;
    int length = left < MASK_BLOCK ? (int)left : MASK_BLOCK, uniform = -1;
    w->whole = 0;
    w->from = w->at;
    if (length == MASK_BLOCK && m->own[0] == 1) uniform = mask_uniform(w->row + w->at);
    if (uniform == 0) {
        w->found = 0;
        w->at += length;
        return 1;
    }
    if (uniform == 1 && w->whole_blocks) {
        w->found = length;
        w->whole = 1;
        w->at += length;
        return 1;
    }
    w->found = mask_block(w->row + w->at * m->own[0], m->own[0], length, w->places);
    w->at += length;
    return 1;
}

static int64_t mask_count(const mask_t *given, const char *mask) {
    int64_t total = 0, index[PICK_DIMS];
    mask_t m;
    mask_copy(&m, given);
    for (int d = 0; d < m.ndims; d++) {
        m.s[d] = m.own[d];
        index[d] = 0;
    }
    if (!mask_simplify(&m)) return 0;
    for (;;) {
        total += mask_count_run((const u8 *)mask, m.own[0], m.n[0]);
        int d = 1;
        for (; d < m.ndims; d++) {
            mask += m.own[d];
            if (++index[d] < m.n[d]) break;
            mask -= m.n[d] * m.own[d];
            index[d] = 0;
        }
        if (d >= m.ndims) return total;
    }
}

/* The byte offsets of the true elements, at most `limit`; returns their count. */
static int64_t mask_offsets(const mask_t *given, const char *mask, int64_t *out, int64_t limit) {
    mask_walk w;
    mask_t m;
    int64_t count = 0;
    mask_copy(&m, given);
    if (!mask_simplify(&m)) return 0;
    mask_start(&w, &m, mask);
    while (mask_next(&w)) {
        int64_t base = w.base + w.from * m.s[0];
        if (count + w.found > limit) return count + w.found;
        for (int k = 0; k < w.found; k++) out[count + k] = base + w.places[k] * m.s[0];
        count += w.found;
    }
    return count;
}

/* A column of coordinates for each true element, at most `limit`; returns their count. */
static int64_t mask_find(const mask_t *m, const char *mask, int64_t *out, int64_t limit) {
    mask_walk w;
    int64_t count = 0;
    for (int d = 0; d < m->ndims; d++) if (m->n[d] == 0) return 0;
    if (m->ndims == 0) return *mask != 0;
    mask_start(&w, m, mask);
    while (mask_next(&w)) {
        if (count + w.found > limit) return count + w.found;
        int64_t *p = out + count * m->ndims;
        if (m->ndims == 1)
            for (int k = 0; k < w.found; k++) p[k] = w.from + w.places[k];
        else if (m->ndims == 2)
            for (int k = 0; k < w.found; k++) { p[2 * k] = w.from + w.places[k]; p[2 * k + 1] = w.index[1]; }
        else
            for (int k = 0; k < w.found; k++, p += m->ndims) {
                p[0] = w.from + w.places[k];
                for (int d = 1; d < m->ndims; d++) p[d] = w.index[d];
            }
        count += w.found;
    }
    return count;
}

/* Copy the selected elements to or from a vector with stride `step`, at most `limit`. */
#define MASK_MOVES(T)                                                                                              \
    static int64_t mask_move_##T(const mask_t *m, const char *mask, char *picked, char *plain, int64_t step,      \
                                 int scatter, int64_t limit) {                                                     \
        mask_walk w;                                                                                               \
        int64_t count = 0, s = m->s[0];                                                                            \
        mask_start(&w, m, mask);                                                                                   \
        w.whole_blocks = s == (int64_t)sizeof(T) && (!scatter || step == 0 || step == (int64_t)sizeof(T));         \
        while (mask_next(&w)) {                                                                                    \
            if (!w.found) continue;                                                                                \
            char *q = picked + w.base + w.from * s;                                                                \
            if (count + w.found > limit) return count + w.found;                                                    \
            if (w.whole && scatter && step == 0) {                                                                 \
                T value = *(const T *)plain;                                                                       \
                for (int k = 0; k < MASK_BLOCK; k++) ((T *)q)[k] = value;                                          \
            } else if (w.whole && scatter)                                                                         \
                memcpy(q, plain + count * step, MASK_BLOCK * sizeof(T));                                           \
            else if (w.whole)                                                                                      \
                memcpy((T *)plain + count, q, MASK_BLOCK * sizeof(T));                                             \
            else if (scatter && step == 0) {                                                                       \
                T value = *(const T *)plain;                                                                       \
                memset(w.places + w.found, w.places[w.found - 1], 8);  /* padding to eight */                      \
                if (s == (int64_t)sizeof(T))                                                                       \
                    for (int k = 0; k < w.found; k += 8)                                                           \
                        for (int lane = 0; lane < 8; lane++) ((T *)q)[w.places[k + lane]] = value;                 \
                else                                                                                               \
                    for (int k = 0; k < w.found; k++) *(T *)(q + w.places[k] * s) = value;                         \
            } else if (scatter) {                                                                                  \
                const char *r = plain + count * step;                                                              \
                for (int k = 0; k < w.found; k++) *(T *)(q + w.places[k] * s) = *(const T *)(r + k * step);        \
            } else {                                                                                               \
                T *r = (T *)plain + count;                                                                         \
                if (s == (int64_t)sizeof(T))                                                                       \
                    for (int k = 0; k < w.found; k++) r[k] = ((const T *)q)[w.places[k]];                          \
                else                                                                                               \
                    for (int k = 0; k < w.found; k++) r[k] = *(const T *)(q + w.places[k] * s);                    \
            }                                                                                                      \
            count += w.found;                                                                                      \
        }                                                                                                          \
        return count;                                                                                              \
    }

MASK_MOVES(u8)
MASK_MOVES(u16)
MASK_MOVES(u32)
MASK_MOVES(u64)
MASK_MOVES(u128)

/* Sort the dimensions by stride, which is allowed if all values are equal. */
static void mask_in_memory_order(mask_t *m) {
    for (int d = 1; d < m->ndims; d++)
        for (int k = d; k > 0; k--) {
            int64_t here = m->s[k] < 0 ? -m->s[k] : m->s[k], before = m->s[k - 1] < 0 ? -m->s[k - 1] : m->s[k - 1];
            if (here >= before) break;
            int64_t n = m->n[k], own = m->own[k], s = m->s[k];
            m->n[k] = m->n[k - 1]; m->own[k] = m->own[k - 1]; m->s[k] = m->s[k - 1];
            m->n[k - 1] = n; m->own[k - 1] = own; m->s[k - 1] = s;
        }
}

static int64_t mask_move(const mask_t *given, const char *mask, char *picked, char *plain, int64_t step, int size,
                         int scatter, int64_t limit) {
    mask_t m;
    mask_copy(&m, given);
    if (scatter && step == 0) mask_in_memory_order(&m);
    if (!mask_simplify(&m)) return 0;
    switch (size) {
        case 1: return mask_move_u8(&m, mask, picked, plain, step, scatter, limit);
        case 2: return mask_move_u16(&m, mask, picked, plain, step, scatter, limit);
        case 4: return mask_move_u32(&m, mask, picked, plain, step, scatter, limit);
        case 8: return mask_move_u64(&m, mask, picked, plain, step, scatter, limit);
        default: return mask_move_u128(&m, mask, picked, plain, step, scatter, limit);
    }
}

/* One value for all selected elements; the longest dimension is split among threads. */
typedef struct { const mask_t *m; const char *mask; char *picked, *value; int size, along; int64_t parts; } mask_work;

static void mask_fill_part(void *work, int64_t part) {
    mask_work *w = (mask_work *)work;
    mask_t m;
    int d = w->along;
    mask_copy(&m, w->m);
    int64_t length = m.n[d] / w->parts, from = length * part;
    m.n[d] = part == w->parts - 1 ? m.n[d] - from : length;
    mask_move(&m, w->mask + from * m.own[d], w->picked + from * m.s[d], w->value, 0, w->size, 1, INT64_MAX);
}

static void mask_fill(run_fn run, const mask_t *given, const char *mask, char *picked, char *value, int size) {
    int64_t nelem = 1;
    mask_t m;
    mask_copy(&m, given);
    mask_in_memory_order(&m);
    if (!mask_simplify(&m)) return;
    mask_work w = {&m, mask, picked, value, size, 0, 0};
    for (int d = 0; d < m.ndims; d++) {
        nelem *= m.n[d];
        if (m.n[d] >= m.n[w.along]) w.along = d;
    }
    w.parts = part_count(nelem) < m.n[w.along] ? part_count(nelem) : m.n[w.along];
    run(mask_fill_part, &w, w.parts);
}
#endif
