/* Scans: a step is repeated along lines, each with its own accumulator. Its result is stored after every step
   (cumulative sums) or after the last one (a fold in order).

   Adjacent lines are vectorised: they go through a step together, with contiguous accumulators. A long line is split
   into chunks that are vectorised the same way: a first pass computes their totals, and a second pass scans them, each
   starting from the merged totals before it. The split depends only on the length, so the bits do not depend on the
   number of threads. The totals are made element by element, so sums of nonnegative numbers never decrease. */
#ifndef OCEAN_SCAN_H
#define OCEAN_SCAN_H
#include <stdint.h>
#include <string.h>
#include "nest.h"
#include "tasks.h"

#define SCAN_OPERANDS LOOP_OPERANDS
#define SCAN_DIMS LOOP_DIMS
#define SCAN_LANES 16
#define SCAN_CHUNK 1016                /* elements; not a power of two, to avoid cache conflicts */
#define SCAN_BATCH 8                   /* groups of chunks between the first and the second pass, within the caches */
#define SCAN_BLOCK 512                 /* limit of lines that are vectorised together */

typedef void (*kernel_fn)(char **pointers, const int64_t *strides, int64_t n0, int64_t n1);

/* Kernels have the operands (accumulators first, which are contiguous; y: what is stored; x: the inputs)
     step    acc, y <- acc, x       merge   acc, before <- acc, total
     start   acc, y <- x            ahead   acc, y <- acc, before, x
     total   acc <- acc, x          finish  y <- acc
   In folds only finish has y. Operand 0 of strides is y; the inputs follow. */
typedef struct {
    kernel_fn step, start, total, merge, ahead, finish;
    int operands, folds, chunked, size;
    char initial[16];
    int64_t shift[SCAN_OPERANDS];
    int64_t across, block, side[SCAN_OPERANDS];                         /* adjacent lines */
    int dims;
    int64_t n[SCAN_DIMS], stride[SCAN_DIMS][SCAN_OPERANDS];             /* further loops over lines */
    int along;
    int64_t length[SCAN_DIMS], step_by[SCAN_DIMS][SCAN_OPERANDS];       /* loops along a line, innermost first */
    int64_t blocks, tasks, grain;
} scan_t;

typedef struct { const scan_t *scan; run_fn run; stop_fn stop; char **base; } scan_work;
typedef struct {
    const scan_t *scan;
    char **at;                         /* the first element of the line */
    int64_t first, chunk;              /* elements before the batch, and per chunk */
    char *totals, *before;
} scan_batch;

static void scan_fill(const scan_t *s, char *acc, int64_t count) {
    for (int64_t k = 0; k < count; k++) memcpy(acc + k * s->size, s->initial, s->size);
}

/* Call a kernel on the accumulators. `y`: it stores; `in`: it reads them; `before`: the totals before, or NULL. */
static void scan_call(const scan_t *s, kernel_fn fn, char *acc, int y, int in, char *before, char **at,
                      const int64_t *inner, const int64_t *outer, int64_t n0, int64_t n1) {
    char *p[SCAN_OPERANDS + 4];
    int64_t strides[2 * (SCAN_OPERANDS + 4)];
    int k = 0;
#define SCAN_PUT(pointer, i, o) (p[k] = (pointer), strides[2 * k] = (i), strides[2 * k + 1] = (o), k++)
    SCAN_PUT(acc, s->size, 0);
    if (y) SCAN_PUT(at[0], inner[0], outer[0]);
    if (in) SCAN_PUT(acc, s->size, 0);
    if (before) SCAN_PUT(before, s->size, 0);
    for (int j = 1; j < s->operands; j++) SCAN_PUT(at[j], inner[j], outer[j]);
    fn(p, strides, n0, n1);
}

static void scan_move(const scan_t *s, char **at, const int64_t *by, int64_t times) {
    for (int k = 0; k < s->operands; k++) at[k] += by[k] * times;
}

/* Adjacent lines, from beginning to end. */
static void scan_lines(const scan_t *s, char **first, int64_t count) {
    _Alignas(64) char acc[SCAN_BLOCK * 16];
    char *at[SCAN_OPERANDS];
    int64_t place[SCAN_DIMS] = {0}, n = s->length[0];
    int y = !s->folds, d;
    memcpy(at, first, sizeof at);
    if (s->start) {
        scan_call(s, s->start, acc, y, 0, NULL, at, s->side, s->step_by[0], count, 1);
        scan_move(s, at, s->step_by[0], 1);
        n--;
    } else
        scan_fill(s, acc, count);
    for (;;) {
        if (n) scan_call(s, s->step, acc, y, 1, NULL, at, s->side, s->step_by[0], count, n);
        for (d = 1; d < s->along && ++place[d] == s->length[d]; d++) place[d] = 0;
        if (d >= s->along) break;
        memcpy(at, first, sizeof at);
        for (int k = 1; k < s->along; k++) scan_move(s, at, s->step_by[k], place[k]);
        n = s->length[0];
    }
    if (s->folds) {
        char *p[2] = {first[0], acc};
        int64_t strides[4] = {s->side[0], 0, s->size, 0};
        s->finish(p, strides, count, 1);
    }
}

static void scan_group(const scan_batch *b, int64_t group, int ahead) {
    const scan_t *s = b->scan;
    _Alignas(64) char acc[SCAN_LANES * 16];
    char *at[SCAN_OPERANDS];
    int64_t side[SCAN_OPERANDS];
    for (int k = 0; k < s->operands; k++) {
        side[k] = s->step_by[0][k] * b->chunk;
        at[k] = b->at[k] + s->step_by[0][k] * (b->first + group * SCAN_LANES * b->chunk);
    }
    if (ahead) {
        scan_fill(s, acc, SCAN_LANES);
        char *before = b->before + group * SCAN_LANES * s->size;
        scan_call(s, s->ahead, acc, 1, 1, before, at, side, s->step_by[0], SCAN_LANES, b->chunk);
    } else {
        char *totals = b->totals + group * SCAN_LANES * s->size;
        scan_fill(s, totals, SCAN_LANES);
        scan_call(s, s->total, totals, 0, 1, NULL, at, side, s->step_by[0], SCAN_LANES, b->chunk);
    }
}

static void scan_totals(void *work, int64_t group) { scan_group((scan_batch *)work, group, 0); }
static void scan_ahead(void *work, int64_t group) { scan_group((scan_batch *)work, group, 1); }

/* One line, in chunks. */
static void scan_chunks(const scan_t *s, run_fn run, stop_fn stop, char **line) {
    _Alignas(64) char totals[SCAN_BATCH * SCAN_LANES * 16], before[(SCAN_BATCH * SCAN_LANES + 1) * 16], carry[16];
    scan_batch batch = {s, line, 0, SCAN_CHUNK, totals, before};
    int64_t left = s->length[0];
    memcpy(carry, s->initial, 16);
    while (left >= SCAN_LANES) {
        int64_t groups = left / (SCAN_LANES * SCAN_CHUNK);
        if (groups == 0) {
            groups = 1;
            batch.chunk = left / SCAN_LANES;
        }
        if (groups > SCAN_BATCH) groups = SCAN_BATCH;
        run(scan_totals, &batch, groups);
        memcpy(before, carry, s->size);
        char *p[4] = {carry, before + s->size, carry, totals};
        int64_t strides[8] = {s->size, 0, s->size, s->size, s->size, 0, s->size, s->size};
        s->merge(p, strides, 1, groups * SCAN_LANES);
        run(scan_ahead, &batch, groups);
        batch.first += groups * SCAN_LANES * batch.chunk;
        left -= groups * SCAN_LANES * batch.chunk;
        if (stop()) return;
    }
    if (left) {
        char *at[SCAN_OPERANDS];
        memcpy(at, line, sizeof at);
        scan_move(s, at, s->step_by[0], batch.first);
        scan_call(s, s->step, carry, 1, 1, NULL, at, s->side, s->step_by[0], 1, left);
    }
}

static void scan_task(void *given, int64_t task) {
    const scan_work *work = (const scan_work *)given;
    const scan_t *s = work->scan;
    int64_t end = (task + 1) * s->grain < s->tasks ? (task + 1) * s->grain : s->tasks;
    for (int64_t each = task * s->grain; each < end; each++) {
        char *at[SCAN_OPERANDS];
        int64_t left = each / s->blocks, begin = each % s->blocks * s->block;
        memcpy(at, work->base, s->operands * sizeof *at);
        for (int d = 0; d < s->dims; d++) {
            scan_move(s, at, s->stride[d], left % s->n[d]);
            left /= s->n[d];
        }
        if (s->chunked)
            scan_chunks(s, work->run, work->stop, at);
        else {
            int64_t count = s->across - begin < s->block ? s->across - begin : s->block;
            scan_move(s, at, s->side, begin);
            scan_lines(s, at, count);
        }
    }
}

static void scan_run(run_fn run, stop_fn stop, const scan_t *s, char **base) {
    char *at[SCAN_OPERANDS];
    scan_work work = {s, run, stop, at};
    for (int k = 0; k < s->operands; k++) at[k] = base[k] + s->shift[k];
    run(scan_task, &work, (s->tasks + s->grain - 1) / s->grain);
}

/* Split the work, after everything else is set. */
static void scan_finish(scan_t *s, int64_t most) {
    int64_t each = 1;
    s->block = most < SCAN_BLOCK ? most : SCAN_BLOCK;
    s->blocks = s->chunked ? 1 : (s->across + s->block - 1) / s->block;
    s->tasks = s->blocks;
    for (int d = 0; d < s->dims; d++) s->tasks *= s->n[d];
    for (int d = 0; d < s->along; d++) each *= s->length[d];
    if (!s->chunked) each *= s->across < s->block ? s->across : s->block;
    s->grain = each >= 16384 ? 1 : 16384 / (each > 0 ? each : 1);
}

#define SCAN_LONG (SCAN_LANES * SCAN_CHUNK)    /* split lines of this length if there are fewer than SCAN_MANY */
#define SCAN_MANY 64
#define SCAN_CUT 256                   /* split shorter ones if fewer than SCAN_FEW are adjacent, or if they conflict */
#define SCAN_FEW 8
#define SCAN_CONFLICT 4096             /* lines at this distance conflict in the caches */

/* Fit loops to operands: the result, then the inputs, broadcast to a size. `chunks`: whether there are kernels for
   chunks. Returns how operands move from line to line, or from chunk to chunk. */
static uint64_t fit_scan(scan_t *s, int ndims, const int64_t *n, const view_t *views, int count, const int *sizes,
                         const int *axes, int axis_count, int reverse, int chunks) {
    int64_t nk[LOOP_DIMS], lines = 1, apart = 0, best = 0;
    loop_row kept[LOOP_DIMS];
    int dims = 0, side = -1, taken = 0;
    uint64_t moves = 0;
    s->operands = count;
    s->along = s->dims = 0;
    for (int k = 0; k < count; k++) s->shift[k] = 0;
    for (int i = 0; i < axis_count; i++) {
        int d = axes[i];
        taken |= 1 << d;
        if (n[d] == 1) continue;
        for (int k = 0; k < count; k++) s->step_by[s->along][k] = view_stride(&views[k], d);
        if (reverse) turn(n[d], s->step_by[s->along], count, s->shift);
        s->length[s->along++] = n[d];
    }
    if (!s->along) {
        s->length[s->along++] = 1;
        for (int k = 0; k < count; k++) s->step_by[0][k] = 0;
    }
    s->along = merge_loops(s->length, s->step_by, s->along, count);
    for (int d = 0; d < ndims; d++) {
        if (taken >> d & 1 || n[d] == 1) continue;
        for (int k = 0; k < count; k++) kept[dims][k] = view_stride(&views[k], d);
        turn_forward(n[d], kept[dims], count, s->shift);
        nk[dims++] = n[d];
    }
    sort_loops(nk, kept, dims, count);
    dims = merge_loops(nk, kept, dims, count);
    for (int d = 0; d < dims; d++) {
        int64_t sum = 0;
        for (int k = 0; k < count; k++) sum += magnitude(kept[d][k]);
        if (side < 0 || sum < best) { side = d; best = sum; }
        lines *= nk[d];
    }
    int crowded = side < 0 || nk[side] < SCAN_FEW;
    for (int k = 0; k < count && !crowded; k++) crowded = kept[side][k] && kept[side][k] % SCAN_CONFLICT == 0;
    int worth = (s->length[0] >= SCAN_LONG && lines < SCAN_MANY) || (s->length[0] >= SCAN_CUT && crowded);
    s->chunked = worth && chunks && s->along == 1;
    if (s->chunked) side = -1;
    s->across = side < 0 ? 1 : nk[side];
    for (int k = 0; k < count; k++) {
        s->side[k] = side < 0 ? 0 : kept[side][k];
        if (magnitude(s->side[k]) > apart) apart = magnitude(s->side[k]);
        int64_t step = s->chunked ? s->step_by[0][k] * SCAN_LANES : s->side[k];
        moves |= (s->across == 1 && !s->chunked ? CONTIGUOUS : move_of(step, sizes[k])) << 2 * k;
    }
    for (int d = 0; d < dims; d++) {
        if (d == side) continue;
        s->n[s->dims] = nk[d];
        memcpy(s->stride[s->dims++], kept[d], count * sizeof(int64_t));
    }
    int64_t most = 8192 / (s->length[0] > 1 ? s->length[0] : 1);
    scan_finish(s, apart <= 32 ? 1 << 16 : most > SCAN_LANES ? most : SCAN_LANES);
    return moves;
}
#endif
