/* Running a kernel over a plan's loops. A kernel does the two innermost loops; the rest happens here.
   How work is split depends only on the plan, and partial results of a reduction are merged in a fixed tree, so the
   bits of a result do not depend on the number of threads. */
#ifndef OCEAN_LOOPS_H
#define OCEAN_LOOPS_H
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "nest.h"
#include "pool.h"

#define LOOP_WHOLE 32              /* elements in the longest vector of a kernel */
#define TILE 32                    /* side of a tile, where operands run in different directions */
#define PIECE 16384                /* elements worth another thread */

typedef void (*kernel_fn)(char **pointers, const int64_t *strides, int64_t n0, int64_t n1);

typedef struct {
    kernel_fn fn, streamed;        /* streamed: nontemporal stores; the result must be aligned to 64 bytes */
    int operands, dims, tiled;
    int results;                   /* the first operands */
    int indexed;                   /* the last operand is an index: its addresses are its values */
    int whole;                     /* row lengths must be a multiple of this power of two */
    int size[LOOP_OPERANDS];       /* bytes of an element; 0 if uniform along a row */
    int split;                     /* the dimension that is split into pieces */
    int64_t pieces, piece;         /* how many, and how long */
    int64_t nelem;
    int64_t n[LOOP_DIMS];
    int64_t shift[LOOP_OPERANDS];                 /* from the tensor's element 0 to the loop's */
    int64_t inner[2 * LOOP_OPERANDS];             /* strides of the two inner loops, as kernels take them */
    int64_t stride[LOOP_DIMS][LOOP_OPERANDS];
} loop_t;

static void loop_finish(loop_t *loop, int64_t cost) {
    loop->nelem = 1;
    for (int d = 0; d < loop->dims; d++) loop->nelem *= loop->n[d];
    for (int k = 0; k < loop->operands; k++) {
        loop->inner[2 * k] = loop->dims > 0 ? loop->stride[0][k] : 0;
        loop->inner[2 * k + 1] = loop->dims > 1 ? loop->stride[1][k] : 0;
    }
    /* split the outermost dimension if it is long enough, else the longest one */
    int64_t grain = PIECE / (cost > 0 ? cost : 1) + 1;
    loop->split = loop->dims > 0 ? loop->dims - 1 : 0;
    loop->pieces = 1;
    loop->piece = loop->dims > 0 ? loop->n[loop->split] : 1;
    if (loop->dims == 0 || loop->nelem < 2 * grain) return;
    for (int d = loop->dims - 2; d >= 0 && loop->n[loop->split] < 16; d--)
        if (loop->n[d] > loop->n[loop->split]) loop->split = d;
    int64_t length = loop->n[loop->split], rest = loop->nelem / length;
    int64_t step = rest >= grain ? 1 : (grain + rest - 1) / rest;
    if (loop->split == 0) step = (step + 1023) / 1024 * 1024;  /* whole vectors in every piece but the last */
    if (loop->tiled && loop->split == 1) step = (step + TILE - 1) / TILE * TILE;
    int64_t pieces = (length + step - 1) / step;
    if (pieces > 64) {                                          /* enough for even load */
        int64_t group = (pieces + 63) / 64;
        step *= group;
        pieces = (length + step - 1) / step;
    }
    loop->piece = step;
    loop->pieces = pieces;
}

/* copy elements of a size between strides */
static void loop_move(char *to, int64_t to_stride, const char *from, int64_t from_stride, int size, int64_t count) {
#define MOVE(bytes) for (int64_t i = 0; i < count; i++) memcpy(to + i * to_stride, from + i * from_stride, bytes); break
    switch (size) {
    case 1: MOVE(1);
    case 2: MOVE(2);
    case 4: MOVE(4);
    case 8: MOVE(8);
    case 16: MOVE(16);
    }
#undef MOVE
}

/* the remainder of rows, padded to a full vector in scratch */
static void loop_rests(const loop_t *loop, kernel_fn fn, char **p, int64_t n0, int64_t n1) {
    _Alignas(64) char scratch[LOOP_OPERANDS][LOOP_WHOLE * 16];
    char *q[LOOP_OPERANDS];
    int64_t rest = n0 % loop->whole, strides[2 * LOOP_OPERANDS];
    if (n0 > rest) fn(p, loop->inner, n0 - rest, n1);
    int stored = loop->operands - loop->indexed;
    if (loop->indexed) strides[2 * stored] = loop->inner[2 * stored];
    for (int k = 0; k < stored; k++) {
        q[k] = scratch[k];
        strides[2 * k] = loop->size[k];
        strides[2 * k + 1] = 0;
        /* pad with an existing element: subnormal or invalid values could be slow */
        loop_move(scratch[k], loop->size[k], p[k] + (n0 - rest) * loop->inner[2 * k], 0, loop->size[k], loop->whole);
    }
    for (int64_t j = 0; j < n1; j++) {
        for (int k = loop->results; k < loop->operands; k++) {
            char *from = p[k] + (n0 - rest) * loop->inner[2 * k] + j * loop->inner[2 * k + 1];
            if (k < stored && loop->size[k])
                loop_move(scratch[k], loop->size[k], from, loop->inner[2 * k], loop->size[k], rest);
            else q[k] = from;
        }
        fn(q, strides, loop->whole, 1);
        for (int k = 0; k < loop->results; k++) {
            char *to = p[k] + (n0 - rest) * loop->inner[2 * k] + j * loop->inner[2 * k + 1];
            loop_move(to, loop->inner[2 * k], scratch[k], loop->size[k], loop->size[k], rest);
        }
    }
}

static inline void loop_call(const loop_t *loop, kernel_fn fn, char **p, int64_t n0, int64_t n1) {
    if (n0 & (loop->whole - 1)) loop_rests(loop, fn, p, n0, n1);
    else fn(p, loop->inner, n0, n1);
}

static void loop_box(const loop_t *loop, kernel_fn fn, char **base, int64_t begin, int64_t end) {
    char *p[LOOP_OPERANDS], *q[LOOP_OPERANDS];
    int64_t n[LOOP_DIMS + 2], index[LOOP_DIMS] = {0};
    int operands = loop->operands, dims = loop->dims;
    for (int d = 0; d < dims; d++) n[d] = loop->n[d];
    for (int k = 0; k < operands; k++) p[k] = base[k];
    if (dims) {
        n[loop->split] = end - begin;
        for (int k = 0; k < operands; k++) p[k] += begin * loop->stride[loop->split][k];
    }
    int64_t n0 = dims > 0 ? n[0] : 1, n1 = dims > 1 ? n[1] : 1;
    for (;;) {
        if (!loop->tiled) loop_call(loop, fn, p, n0, n1);
        else
            for (int64_t j = 0; j < n1; j += TILE)
                for (int64_t i = 0; i < n0; i += TILE) {
                    for (int k = 0; k < operands; k++)
                        q[k] = p[k] + i * loop->inner[2 * k] + j * loop->inner[2 * k + 1];
                    loop_call(loop, fn, q, n0 - i < TILE ? n0 - i : TILE, n1 - j < TILE ? n1 - j : TILE);
                }
        int d = 2;
        for (; d < dims; d++) {
            for (int k = 0; k < operands; k++) p[k] += loop->stride[d][k];
            if (++index[d] < n[d]) break;
            for (int k = 0; k < operands; k++) p[k] -= n[d] * loop->stride[d][k];
            index[d] = 0;
        }
        if (d >= dims) return;
    }
}

typedef struct { const loop_t *loop; kernel_fn fn; char **base; } loop_work;

static void loop_task(void *context, int64_t task) {
    loop_work *work = (loop_work *)context;
    int64_t begin = task * work->loop->piece, end = begin + work->loop->piece;
    int64_t length = work->loop->dims ? work->loop->n[work->loop->split] : 1;
    loop_box(work->loop, work->fn, work->base, begin, end < length ? end : length);
}

/* base: the address of each operand's first element in the loop */
static void loop_run(const loop_t *loop, char **base) {
    if (loop->nelem == 0) return;
    if (loop->dims <= 1 && loop->pieces == 1) {
        loop_call(loop, loop->fn, base, loop->nelem, 1);
        return;
    }
    loop_work work = {loop, loop->streamed && (size_t)base[0] % 64 == 0 ? loop->streamed : loop->fn, base};
    pool_run(loop_task, &work, loop->pieces);
}

/* --- Reductions ---------------------------------------------------------------------------------------------
   An accumulator is one or more numbers: operands 0 to numbers - 1 of the kernel; the inputs follow. The kept
   dimensions are cut into units: one accumulator when the innermost loop is reduced, a run of accumulators when it is
   kept. The reduced elements of a unit are cut into blocks; the blocks' partial results are merged pairwise. */

#define FOLD_NUMBERS 16            /* numbers of an accumulator */
#define FOLD_LINES 8               /* rows folded per kernel call */
#define FOLD_STREAMS 4             /* read streams per kernel, for memory-level parallelism */
#define FOLD_TAILS 32              /* remainder elements folded in sequence in short rows */
#define FOLD_ROWS 16               /* rows folded in sequence when the innermost loop is kept */
#define FOLD_RUN 4096              /* accumulators in a unit when it is kept: within the caches */
#define FOLD_GROUP 64              /* blocks in a group, the work of one task */
#define FOLD_SMALL_GROUP 256       /* ... of blocks with few elements */
#define FOLD_RUN_GROUP 16
#define FOLD_DEPTH 9               /* levels of the merge tree of a group: 2^(FOLD_DEPTH - 1) blocks */

typedef struct {
    kernel_fn fold, merge;
    kernel_fn streams;                  /* folds long contiguous inputs in FOLD_STREAMS streams, or NULL */
    kernel_fn abreast;                  /* folds FOLD_STREAMS units into neighbouring accumulators, or NULL */
    int operands, numbers, kept, reduced;
    int run;                            /* whether kept dimension 0 is the innermost loop */
    int indexed;                        /* whether the last operand is the index among the reduced elements */
    int lanes;                          /* vector lanes along the innermost loop */
    int chain;                          /* elements that a lane folds in sequence before it is merged */
    int idempotent;                     /* whether elements may be folded twice: kernels then leave no remainder */
    int whole;                          /* whether the kernel folds all reduced elements, from the identity */
    int size[FOLD_NUMBERS];             /* bytes of each number */
    _Alignas(8) char initial[FOLD_NUMBERS][16];
    int64_t nk[LOOP_DIMS], nr[LOOP_DIMS];
    int64_t shift[LOOP_OPERANDS];
    int64_t sk[LOOP_DIMS][LOOP_OPERANDS], sr[LOOP_DIMS][LOOP_OPERANDS];
    /* derived */
    int before[FOLD_NUMBERS], bytes;    /* bytes of the numbers before each one, and of all */
    int64_t nelem, results;             /* elements; accumulators */
    double count;                       /* elements that each accumulator folds */
    int64_t units, width, across;       /* units; accumulators in one; units along kept dimension 0 */
    int64_t b0, b1, blocks0, blocks1, blocks, line, group, groups, together, tasks;
    /* strides as kernels take them: for operand k, along the row at 2k and between rows at 2k + 1 */
    int64_t inner[2 * LOOP_OPERANDS];   /* the two inner loops */
    int64_t lines[2 * LOOP_OPERANDS];   /* reduced dimension 0 as rows */
    int64_t apart[2 * LOOP_OPERANDS];   /* ... each part of a row in another stream */
    int64_t beside[2 * LOOP_OPERANDS];  /* ... in another unit */
    int64_t merging[4 * FOLD_NUMBERS];  /* two accumulators, contiguous */
} fold_t;

static void fold_finish(fold_t *f) {
    int64_t n0 = f->reduced > 0 ? f->nr[0] : 1, n1 = f->reduced > 1 ? f->nr[1] : 1, outer = 1, kept = 1;
    int m = f->numbers;
    for (int d = 2; d < f->reduced; d++) outer *= f->nr[d];
    for (int d = 0; d < f->kept; d++) kept *= f->nk[d];
    f->bytes = 0;
    for (int k = 0; k < m; k++) {
        f->before[k] = f->bytes;
        f->bytes += f->size[k];
    }
    f->results = kept;
    f->count = (double)n0 * (double)n1 * (double)outer;
    f->width = f->run ? (f->nk[0] < FOLD_RUN ? f->nk[0] : FOLD_RUN) : 1;
    f->across = f->run && f->width ? (f->nk[0] + f->width - 1) / f->width : 1;
    f->units = f->run ? (f->nk[0] ? kept / f->nk[0] * f->across : 0) : kept;
    f->line = 0;
    if (f->run) {
        f->b0 = n0 < FOLD_ROWS ? n0 : FOLD_ROWS;
        f->b1 = 1;
    } else {
        int64_t tail = f->idempotent ? 0 : n0 % f->lanes;           /* remainder of a row */
        f->line = (int64_t)f->chain * f->lanes;
        f->b0 = n0 < FOLD_LINES * f->line ? n0 : FOLD_LINES * f->line;
        f->b1 = n0 > f->line ? 1 : tail * FOLD_LINES <= FOLD_TAILS ? FOLD_LINES : FOLD_TAILS / tail;
        if (f->b1 < 1) f->b1 = 1;
        if (f->b1 > n1) f->b1 = n1 ? n1 : 1;
    }
    f->blocks0 = f->b0 ? (n0 + f->b0 - 1) / f->b0 : 0;
    f->blocks1 = (n1 + f->b1 - 1) / f->b1;
    f->blocks = f->blocks0 * f->blocks1 * outer;
    f->group = f->run ? FOLD_RUN_GROUP : f->b0 * f->b1 < 512 ? FOLD_SMALL_GROUP : FOLD_GROUP;
    f->groups = (f->blocks + f->group - 1) / f->group;
    int64_t work = f->blocks * f->b0 * f->b1 * f->width;          /* elements in a unit */
    f->nelem = work * f->units;
    f->together = f->groups > 1 || !work ? 1 : PIECE / work + 1;  /* units in a task */
    if (f->run || f->groups > 1 || f->reduced != 1 || f->kept == 0 || f->nk[0] < FOLD_STREAMS) f->abreast = NULL;
    if (f->abreast) f->together = (f->together + FOLD_STREAMS - 1) / FOLD_STREAMS * FOLD_STREAMS;
    f->tasks = f->groups > 1 ? f->units * f->groups : (f->units + f->together - 1) / f->together;
    for (int k = 0; k < m; k++) {
        f->inner[2 * k] = f->run ? f->size[k] : 0;
        f->lines[2 * k] = f->apart[2 * k] = f->beside[2 * k] = 0;
        f->inner[2 * k + 1] = f->lines[2 * k + 1] = f->apart[2 * k + 1] = f->beside[2 * k + 1] = 0;
        f->merging[2 * k] = f->merging[2 * (m + k)] = f->size[k];
        f->merging[2 * k + 1] = f->merging[2 * (m + k) + 1] = 0;
    }
    for (int k = m; k < f->operands; k++) {
        f->inner[2 * k] = f->run ? f->sk[0][k] : f->reduced > 0 ? f->sr[0][k] : 0;
        f->inner[2 * k + 1] = f->run ? (f->reduced > 0 ? f->sr[0][k] : 0) : f->reduced > 1 ? f->sr[1][k] : 0;
        if (f->run) continue;
        f->lines[2 * k] = f->inner[2 * k];
        f->lines[2 * k + 1] = f->line * f->inner[2 * k];
        f->apart[2 * k] = f->group / FOLD_STREAMS * f->b0 * f->inner[2 * k];
        f->apart[2 * k + 1] = f->lines[2 * k + 1] / FOLD_STREAMS;
        f->beside[2 * k] = f->kept > 0 ? f->sk[0][k] : 0;
        f->beside[2 * k + 1] = f->apart[2 * k + 1];
    }
}

typedef struct { const fold_t *f; char **base; char *partial; int failed; } fold_work;

/* m: the numbers of an accumulator; inlined so that m = 1 is specialised */
#define FOLD_INLINE static inline __attribute__((always_inline))

/* Accumulators are a structure of arrays: the offset of each array in scratch for `count` accumulators */
FOLD_INLINE void fold_numbers(const fold_t *f, int m, char *place, int64_t count, char **at) {
    for (int k = 0; k < m; k++) at[k] = place + f->before[k] * count;
}

/* The addresses of a unit's first elements and of its accumulators; returns the count of accumulators */
FOLD_INLINE int64_t fold_unit(const fold_t *f, int m, char **base, int64_t unit, char **p, char **target) {
    int64_t width = 1, along = 0, rest = unit, position = 0, scale = 1;
    for (int k = m; k < f->operands; k++) p[k] = base[k];
    if (unit == 0) {                                            /* often the only one: nothing to divide */
        for (int k = 0; k < m; k++) target[k] = base[k];
        return f->kept && f->run ? (f->nk[0] < f->width ? f->nk[0] : f->width) : 1;
    }
    for (int d = 0; d < f->kept; d++) {
        int64_t i;
        if (d == 0 && f->run) {
            along = rest % f->across;
            rest /= f->across;
            i = along * f->width;
            width = f->nk[0] - i < f->width ? f->nk[0] - i : f->width;
        } else {
            i = rest % f->nk[d];
            rest /= f->nk[d];
        }
        position += i * scale;
        scale *= f->nk[d];
        for (int k = m; k < f->operands; k++) p[k] += i * f->sk[d][k];
    }
    for (int k = 0; k < m; k++) target[k] = base[k] + position * f->size[k];
    return width;
}

FOLD_INLINE void fold_fill(const fold_t *f, int m, char **at, int64_t width) {
    for (int k = 0; k < m; k++) {
        int64_t size = width * f->size[k];
        if (f->size[k] == 8) {
            for (int64_t i = 0; i < width; i++) memcpy(at[k] + 8 * i, f->initial[k], 8);
            continue;
        }
        memcpy(at[k], f->initial[k], f->size[k]);
        for (int64_t done = f->size[k]; done < size; done *= 2)
            memcpy(at[k] + done, at[k], done < size - done ? done : size - done);
    }
}

FOLD_INLINE void fold_copy(const fold_t *f, int m, char **into, char **from, int64_t width) {
    for (int k = 0; k < m; k++) memcpy(into[k], from[k], width * f->size[k]);
}

FOLD_INLINE void fold_merge(const fold_t *f, int m, char **into, char **from, int64_t width) {
    char *p[2 * FOLD_NUMBERS];
    for (int k = 0; k < m; k++) {
        p[k] = into[k];
        p[m + k] = from[k];
    }
    f->merge(p, f->merging, width, 1);
}

/* merge the top two partial results of the stack in `scratch`; each has `count` accumulators in `step` bytes */
FOLD_INLINE void fold_merge_last(const fold_t *f, int m, char *scratch, int64_t step, int64_t count, int depth,
                                 int64_t width) {
    char *into[FOLD_NUMBERS], *from[FOLD_NUMBERS];
    fold_numbers(f, m, scratch + (depth - 2) * step, count, into);
    fold_numbers(f, m, scratch + (depth - 1) * step, count, from);
    fold_merge(f, m, into, from, width);
}

/* The position of a block: its number along the reduced dimensions 0 and 1, and the index along the others */
typedef struct { int64_t at[LOOP_DIMS]; } fold_place;

static void fold_seek(const fold_t *f, fold_place *place, int64_t block) {
    for (int d = 0; d < f->reduced; d++) {
        int64_t n = d == 0 ? f->blocks0 : d == 1 ? f->blocks1 : f->nr[d];
        place->at[d] = block % n;
        block /= n;
    }
}

static void fold_next(const fold_t *f, fold_place *place) {
    for (int d = 0; d < f->reduced; d++) {
        int64_t n = d == 0 ? f->blocks0 : d == 1 ? f->blocks1 : f->nr[d];
        if (++place->at[d] < n) return;
        place->at[d] = 0;
    }
}

/* fold the elements from p on separately and merge the result into the accumulator; overwrites p[0...] */
FOLD_INLINE void fold_tail(const fold_t *f, int m, char **p, int64_t tail, char **into) {
    char rest[16 * FOLD_NUMBERS];
    fold_numbers(f, m, rest, 1, p);
    fold_fill(f, m, p, 1);
    f->fold(p, f->inner, tail, 1);
    fold_merge(f, m, into, p, 1);
}

/* last: no block follows, so rounding errors of this one do not average out */
FOLD_INLINE void fold_block(const fold_t *f, int m, char **unit, const fold_place *place, int64_t width, int last,
                            char **into) {
    char *p[LOOP_OPERANDS];
    int64_t n0 = 1, n1 = 1;
    for (int k = m; k < f->operands; k++) p[k] = unit[k];
    for (int d = 0; d < f->reduced; d++) {
        int64_t i = place->at[d] * (d == 0 ? f->b0 : d == 1 ? f->b1 : 1);
        for (int k = m; k < f->operands; k++) p[k] += i * f->sr[d][k];
        if (d == 0) n0 = f->nr[0] - i < f->b0 ? f->nr[0] - i : f->b0;
        if (d == 1) n1 = f->nr[1] - i < f->b1 ? f->nr[1] - i : f->b1;
    }
    for (int k = 0; k < m; k++) p[k] = into[k];
    if (f->whole) {
        f->fold(p, f->inner, width, 1);
        return;
    }
    fold_fill(f, m, into, width);
    if (f->run) {
        f->fold(p, f->inner, width, n0);
        return;
    }
    if (n0 > f->line) {
        int64_t lines = n0 / f->line;
        f->fold(p, f->lines, f->line, lines);
        for (int k = m; k < f->operands; k++) p[k] += lines * f->lines[2 * k + 1];
        n0 -= lines * f->line;
        last = 1;
    }
    /* the remainder of the lanes is folded separately to limit rounding error */
    int64_t tail = last && n1 == 1 && !f->idempotent ? n0 & (f->lanes - 1) : 0;
    if (tail < 4) tail = 0;
    if (n0 > tail) f->fold(p, f->inner, n0 - tail, n1);
    if (tail) {
        for (int k = m; k < f->operands; k++) p[k] += (n0 - tail) * f->inner[2 * k];
        fold_tail(f, m, p, tail, into);
    }
}

/* one block's elements from all streams of the group that begins at `begin` */
FOLD_INLINE void fold_streams(const fold_t *f, int m, char **unit, int64_t begin, int64_t block, char **into) {
    char *p[LOOP_OPERANDS];
    for (int k = m; k < f->operands; k++)
        p[k] = unit[k] + (begin * f->b0 + (block - begin) * (f->b0 / FOLD_STREAMS)) * f->inner[2 * k];
    for (int k = 0; k < m; k++) p[k] = into[k];
    fold_fill(f, m, into, 1);
    f->streams(p, f->apart, f->line, FOLD_LINES);
}

/* blocks begin..end of a unit into `result`, merged pairwise; `scratch` holds FOLD_DEPTH partial results */
FOLD_INLINE void fold_range(const fold_t *f, int m, char **unit, int64_t begin, int64_t end, int64_t width,
                            char **result, char *scratch) {
    int64_t step = f->width * f->bytes;
    int depth = 0;
    fold_place place;
    char *into[FOLD_NUMBERS];
    if (begin >= end) { fold_fill(f, m, result, width); return; }
    if (end - begin == 1 && f->blocks == 1) {
        memset(&place, 0, sizeof(place));
        fold_block(f, m, unit, &place, width, 1, result);
        return;
    }
    /* a whole group of a long contiguous row */
    int streams = f->streams && f->reduced == 1 && end - begin == f->group && end * f->b0 <= f->nr[0];
    fold_seek(f, &place, begin);
    for (int64_t block = begin; block < end; block++, fold_next(f, &place)) {
        fold_numbers(f, m, scratch + depth * step, f->width, into);
        if (streams) fold_streams(f, m, unit, begin, block, into);
        else fold_block(f, m, unit, &place, width, block == f->blocks - 1, into);
        depth++;
        for (int64_t count = block - begin + 1; count % 2 == 0; count /= 2, depth--)
            fold_merge_last(f, m, scratch, step, f->width, depth, width);
    }
    for (; depth > 1; depth--) fold_merge_last(f, m, scratch, step, f->width, depth, width);
    fold_numbers(f, m, scratch, f->width, into);
    fold_copy(f, m, result, into, width);
}

/* FOLD_STREAMS units at once, with contiguous accumulators at `target`; `scratch` holds FOLD_DEPTH of them */
FOLD_INLINE void fold_abreast(const fold_t *f, int m, char **unit, char **target, char *scratch) {
    char *p[LOOP_OPERANDS], *into[FOLD_NUMBERS];
    int64_t line = f->line / FOLD_STREAMS, step = FOLD_STREAMS * f->bytes, n = f->nr[0];     /* line: of each unit */
    int64_t blocks = n / (line * FOLD_LINES), lines = n / line - blocks * FOLD_LINES, tail = n % line;
    int depth = 0;
    for (int k = m; k < f->operands; k++) p[k] = unit[k];
    fold_fill(f, m, target, FOLD_STREAMS);
    for (int64_t block = 0; block < blocks + (lines > 0); block++) {
        int64_t count = block < blocks ? FOLD_LINES : lines;
        fold_numbers(f, m, scratch + depth++ * step, FOLD_STREAMS, p);
        fold_fill(f, m, p, FOLD_STREAMS);
        f->abreast(p, f->beside, f->line, count);
        for (int k = m; k < f->operands; k++) p[k] += count * f->beside[2 * k + 1];
        for (int64_t merged = block + 1; merged % 2 == 0; merged /= 2, depth--)
            fold_merge_last(f, m, scratch, step, FOLD_STREAMS, depth, FOLD_STREAMS);
    }
    for (; depth > 1; depth--) fold_merge_last(f, m, scratch, step, FOLD_STREAMS, depth, FOLD_STREAMS);
    if (depth) {
        fold_numbers(f, m, scratch, FOLD_STREAMS, into);
        fold_copy(f, m, target, into, FOLD_STREAMS);
    }
    for (int s = 0; tail && s < FOLD_STREAMS; s++) {
        for (int k = 0; k < m; k++) into[k] = target[k] + s * f->size[k];
        fold_tail(f, m, p, tail, into);
        for (int k = m; k < f->operands; k++) p[k] += f->beside[2 * k];
    }
}

FOLD_INLINE void fold_part(fold_work *work, int m, int64_t task) {
    const fold_t *f = work->f;
    char *unit[LOOP_OPERANDS], *target[FOLD_NUMBERS], small[FOLD_STREAMS * 16 * FOLD_DEPTH], *scratch = small;
    int64_t size = f->blocks > 1 || f->abreast ? FOLD_DEPTH * f->bytes * (f->abreast ? FOLD_STREAMS : f->width) : 0;
    if (size > (int64_t)sizeof(small) && !(scratch = (char *)malloc(size))) { work->failed = 1; return; }
    if (f->groups > 1) {
        int64_t u = task / f->groups, group = task % f->groups, end = (group + 1) * f->group;
        int64_t width = fold_unit(f, m, work->base, u, unit, target);
        fold_numbers(f, m, work->partial + task * f->width * f->bytes, f->width, target);
        fold_range(f, m, unit, group * f->group, end < f->blocks ? end : f->blocks, width, target, scratch);
    } else {
        int64_t end = (task + 1) * f->together;
        if (end > f->units) end = f->units;
        for (int64_t u = task * f->together; u < end; u++) {
            int64_t width = fold_unit(f, m, work->base, u, unit, target);
            if (f->abreast && u + FOLD_STREAMS <= end && u % f->nk[0] + FOLD_STREAMS <= f->nk[0]) {
                fold_abreast(f, m, unit, target, scratch);
                u += FOLD_STREAMS - 1;
            } else fold_range(f, m, unit, 0, f->blocks, width, target, scratch);
        }
    }
    if (scratch != small) free(scratch);
}

static void fold_task(void *context, int64_t task) {
    fold_work *work = (fold_work *)context;
    if (work->f->numbers == 1) fold_part(work, 1, task);
    else if (work->f->numbers == 2) fold_part(work, 2, task);
    else fold_part(work, work->f->numbers, task);
}

/* base: the outputs for each number of the accumulators, contiguous in the order of the kept dimensions, then the
   inputs; modified. Returns -1 if there is no memory */
static int fold_run(const fold_t *f, char **base) {
    fold_work work = {f, base, NULL, 0};
    int m = f->numbers;
    int64_t step = f->width * f->bytes;
    if (f->indexed) base[f->operands - 1] = NULL;       /* the index is read as an address with stride 1 */
    for (int k = m; k < f->operands; k++) base[k] += f->shift[k];
    if (f->groups > 1 && !(work.partial = (char *)malloc(f->tasks * step))) return -1;
    pool_run(fold_task, &work, f->tasks);
    if (f->groups > 1 && !work.failed)
        for (int64_t u = 0; u < f->units; u++) {
            char *unit[LOOP_OPERANDS], *target[FOLD_NUMBERS], *partial = work.partial + u * f->groups * step;
            char *into[FOLD_NUMBERS], *from[FOLD_NUMBERS];
            int64_t width = fold_unit(f, m, base, u, unit, target);
            for (int64_t gap = 1; gap < f->groups; gap *= 2)
                for (int64_t g = 0; g + gap < f->groups; g += 2 * gap) {
                    fold_numbers(f, m, partial + g * step, f->width, into);
                    fold_numbers(f, m, partial + (g + gap) * step, f->width, from);
                    fold_merge(f, m, into, from, width);
                }
            fold_numbers(f, m, partial, f->width, from);
            fold_copy(f, m, target, from, width);
        }
    free(work.partial);
    return work.failed ? -1 : 0;
}
#endif
