/* Fitting loops to operands: the part of planning that depends on sizes and strides. It runs for every new description
   of operands, so it takes only a few dozen nanoseconds and allocates nothing. */
#ifndef OCEAN_FIT_H
#define OCEAN_FIT_H
#include "loops.h"

#define STREAMED_BYTES (32 << 20)      /* results of this size exceed the caches: nontemporal stores */
#define STREAMED_READS (1 << 18)       /* a reduction of this many elements reads several streams */
#define MANY_COLUMNS 256               /* rows of this length are reduced several at once */
#define FEW_STEPS 16                   /* limit of rows folded at once times steps, for compile time */

static int few_rows = 8;               /* limit of reduced rows that are folded at once; tests set it */

/* Fit loops to operands (`count` of them, the first one a result) that are broadcast to a size. `loop->indexed` adds
   one operand: the index in column-major order. Sets everything but kernels, `whole` and what `loop_finish` derives;
   returns how operands move. There must be at least one element. */
static uint64_t fit_loops(loop_t *loop, int ndims, const int64_t *n, const view_t *views, int count, const int *sizes) {
    int dims = 0, walked = count + loop->indexed;
    int64_t step = 1;
    uint64_t moves = 0;
    loop->operands = walked;
    for (int k = 0; k < walked; k++) loop->shift[k] = 0;
    for (int d = 0; d < ndims; d++) {
        if (n[d] != 1) {
            int64_t *strides = loop->stride[dims];
            for (int k = 0; k < count; k++) strides[k] = view_stride(&views[k], d);
            if (loop->indexed) strides[count] = step;
            if (strides[0]) {                   /* a broadcast result is written once */
                loop->n[dims++] = n[d];
                turn_forward(n[d], strides, walked, loop->shift);
            }
        }
        step *= n[d];
    }
    if (dims > 1) {
        sort_loops(loop->n, loop->stride, dims, walked);
        dims = merge_loops(loop->n, loop->stride, dims, walked);
    }
    loop->dims = dims;
    loop->tiled = cross_loops(loop->n, loop->stride, dims, walked);
    for (int k = 0; k < walked; k++) {
        int64_t size = k < count ? sizes[k] : 1;
        uint64_t move = dims ? move_of(loop->stride[0][k], size) : CONTIGUOUS;      /* a single element is contiguous */
        moves |= move << 2 * k;
        if (k < count) loop->size[k] = move == UNIFORM ? 0 : sizes[k];
    }
    return moves;
}

/* Whether the results fill whole cache lines and exceed the caches. */
static inline int streams_out(const loop_t *loop, int64_t nelem, uint64_t moves) {
    if (nelem * loop->size[0] < STREAMED_BYTES || loop->dims > 2 || loop->dims < 1) return 0;
    for (int k = 0; k < loop->results; k++)
        if ((moves >> 2 * k & 3) != CONTIGUOUS || (loop->dims == 2 && loop->stride[1][k] % 64)) return 0;
    return loop->dims == 1 || loop->n[0] * loop->size[0] % 64 == 0;
}

/* --- Reductions ------------------------------------------------------------------------------------------------ */

/* What the kernels of a reduction depend on, besides its program. */
typedef struct {
    uint64_t moves;                    /* of the inputs, and of the index */
    int rows;                          /* rows that the kernel folds at once */
    int streams, abreast;              /* whether these kernels are needed as well */
} fold_class;

typedef struct {
    int inputs;                        /* of the program, without the index */
    int sources[LOOP_OPERANDS];        /* the view of each input */
    int first;                         /* the input that is the first element along the axes, or -1 */
    int sizes[LOOP_OPERANDS];          /* bytes of their elements */
    int steps;                         /* the cost of the program; whether it has `load` steps */
    int wanders;
} fold_program;

/* Fit the loops of a reduction. `axes` is a bit mask. `order` are the dimensions, fastest first, as the folded values
   would be laid out (count 0: like the inputs). Views `firsts` to `lasts - 1` are read at their first element along the
   axes. `result` has the kept dimensions only. Sets `kept_stride`, the strides of accumulators along these, counted in
   accumulators. Sets everything in `f` but kernels and what belongs to the program (numbers, sizes, initial values,
   lanes, chain). There must be at least one element to fold. */
static void fit_fold(fold_t *f, fold_class *c, const fold_program *p, int ndims, const int64_t *n, const view_t *views,
                     int firsts, int lasts, int64_t axes, const int *order, int ordered, const view_t *result,
                     int64_t *kept_stride) {
    loop_row kept_rows[LOOP_DIMS], *rows = kept_rows;   /* column 0: the accumulator, then the inputs and the index */
    loop_row reduced_rows[LOOP_DIMS], *gone = reduced_rows;
    int64_t nk[LOOP_DIMS], nr[LOOP_DIMS], apart[LOOP_DIMS] = {0}, shift[LOOP_OPERANDS], step = 1, nelem = 1;
    int m = f->numbers, walked = 1 + p->inputs + f->indexed, kept = 0, reduced = 0, place[LOOP_DIMS];
    for (int k = 0; k < walked; k++) shift[k] = 0;
    for (int i = 0; i < ordered; i++) {
        apart[order[i]] = step;
        step *= n[order[i]];
    }
    step = 1;
    for (int d = 0; d < ndims; d++) {
        int folds = axes >> d & 1;
        int64_t *strides = folds ? gone[reduced] : rows[kept];
        nelem *= n[d];
        strides[0] = apart[d];
        for (int k = 0; k < p->inputs; k++) {
            int source = p->sources[k], at_first = k == p->first || (source >= firsts && source < lasts);
            strides[1 + k] = folds && at_first ? 0 : view_stride(&views[source], d);
        }
        if (f->indexed) strides[1 + p->inputs] = folds ? step : 0;
        if (!folds) nk[kept++] = n[d];
        else if (n[d] != 1) {
            nr[reduced++] = n[d];
            step *= n[d];
        }
    }
    for (int d = 0; d < reduced; d++) {
        if (!f->indexed) turn_forward(nr[d], gone[d], walked, shift);       /* the index goes forward already */
    }
    sort_loops(nr, gone, reduced, walked);
    reduced = merge_loops(nr, gone, reduced, walked);

    /* Accumulators have the memory order of the kept dimensions. If an input is broadcast along some of these, the
       inputs have no common order, and the result decides. */
    int by_result = 0;
    for (int k = 0; k < p->inputs && !ordered; k++) {
        int moving = 0, resting = 0;
        for (int d = 0; d < kept; d++)
            if (nk[d] > 1) { if (rows[d][1 + k]) moving = 1; else resting = 1; }
        by_result |= moving && resting;
    }
    for (int d = 0; d < kept; d++) place[d] = d;
    for (int d = 1; d < kept; d++)
        for (int e = d; e > 0; e--) {
            const int64_t *a = rows[place[e]], *b = rows[place[e - 1]];
            int k = 0, before;
            if (by_result) before = magnitude(result->s[place[e]]) < magnitude(result->s[place[e - 1]]);
            else {
                while (k < walked && magnitude(a[k]) == magnitude(b[k])) k++;
                before = k < walked && magnitude(a[k]) < magnitude(b[k]);
            }
            if (!before) break;
            int other = place[e];
            place[e] = place[e - 1];
            place[e - 1] = other;
        }
    step = 1;
    f->kept = 0;
    for (int i = 0; i < kept; i++) {
        int d = place[i];
        kept_stride[d] = rows[d][0] = step;
        step *= nk[d] > 1 ? nk[d] : 1;
    }
    loop_row sorted[LOOP_DIMS];
    int64_t lengths[LOOP_DIMS];
    int count = 0;
    for (int i = 0; i < kept; i++)
        if (nk[place[i]] != 1) {
            lengths[count] = nk[place[i]];
            memcpy(sorted[count++], rows[place[i]], walked * sizeof(int64_t));
        }
    kept = merge_loops(lengths, sorted, count, walked);

    int few = kept && reduced == 1 && nr[0] > 1 && nr[0] <= few_rows, run = 0;
    c->rows = few && nr[0] * (p->steps + m) <= FEW_STEPS && !p->wanders ? (int)nr[0] : 1;
    if (kept) {
        int64_t along = 0, across = 0;
        if (!reduced || c->rows > 1) run = 1;
        else if (ordered) run = !(axes >> order[0] & 1) || few;
        else {
            for (int k = 1; k <= p->inputs; k++) {
                along += magnitude(sorted[0][k]);
                across += magnitude(gone[0][k]);
            }
            run = along < across;
        }
    }
    f->run = run;
    const int64_t *inner = run ? sorted[0] : reduced ? gone[0] : NULL;
    int contiguous = 0, other = 0, resting = 0;
    c->moves = 0;
    for (int k = 1; k < walked; k++) {
        int64_t size = k <= p->inputs ? p->sizes[k - 1] : 1;
        uint64_t move = inner ? move_of(inner[k], size) : CONTIGUOUS;
        if (c->rows > 1) {
            int64_t bytes = k <= p->inputs ? size : 8;
            if (gone[0][k] == bytes && sorted[0][k] == c->rows * bytes) move = TUPLES;
        }
        contiguous += move == CONTIGUOUS;
        other += move == STRIDED || move == TUPLES;
        resting |= move == UNIFORM && kept && sorted[0][k];
        c->moves |= move << 2 * (k - 1);
    }
    c->streams = c->abreast = 0;
    if (reduced == 1 && !run && contiguous && !other && !p->wanders) {
        if (nr[0] >= STREAMED_READS) c->streams = 1;
        else if (kept && lengths[0] >= FOLD_STREAMS && nr[0] >= MANY_COLUMNS && nelem >= STREAMED_READS)
            c->abreast = !resting;
    }
    f->operands = m + walked - 1;
    f->kept = kept;
    f->reduced = reduced;
    f->whole = c->rows > 1;
    for (int k = 1; k < walked; k++) f->shift[m + k - 1] = shift[k];
    for (int d = 0; d < kept; d++) {
        f->nk[d] = lengths[d];
        for (int k = 1; k < walked; k++) f->sk[d][m + k - 1] = sorted[d][k];
    }
    for (int d = 0; d < reduced; d++) {
        f->nr[d] = nr[d];
        for (int k = 1; k < walked; k++) f->sr[d][m + k - 1] = gone[d][k];
    }
}
#endif
