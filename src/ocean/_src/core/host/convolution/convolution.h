/* Convolutions of real numbers on the host.

   A convolution is split into blocks of positions. The input of a block is copied into a patch that stays in the cache,
   channel by channel, with zeros for the padding. Along an axis with a stride, elements are regrouped into parts, so
   that the elements under one tap are contiguous for all positions: one run of memory, which begins at the offset of
   the tap. Positions of several rows make one line. Where rows meet, the line also has places that are not positions:
   they are computed and dropped. Tiles (convolution_tiles.h) then sum over channels and taps. The sums do not depend on
   the split. Dimensions that the filter does not move over are axes with one tap. Included by convolution.pyx only: it
   has static state. */
#ifndef OCEAN_CONVOLUTION_H
#define OCEAN_CONVOLUTION_H
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "tasks.h"

#define CONVOLUTION_DIMS 8
#define TILE_VECTORS 8                  /* limit of vectors of places per tile */
#define PATCH_BYTES (1 << 18)           /* target size of a patch */
#define GROUP 64                        /* limit of outputs that are computed before they are stored */
#define SUMS_BYTES (1 << 17)            /* the same in bytes */
#define STEPS 256                       /* products that are summed at a time, so that their places stay cached */
#define BLOCK_WORK 1000000              /* multiplications that are worth another block for another thread */
#define CHUNK_STEPS 1024                /* products per chunk of a long sum */
#define STACK_BYTES 16384

/* An axis: lengths in the input and in the result, how the filter moves, and strides in bytes. */
typedef struct { int64_t length, positions, taps, stride, dilation, before, x, f, y; } moved_t;
/* A summed dimension, or one of outputs: its length and strides in bytes. */
typedef struct { int64_t n, x, f, y; } dim_t;

typedef struct {
    int size, is_double;                /* of an element */
    int adds, in_chunks;                /* whether to add to the result; whether sums are long and run chunk by chunk */
    int axes, channel_dims, output_dims;
    moved_t axis[CONVOLUTION_DIMS];     /* sorted by strides of the input, smallest first */
    dim_t channel[CONVOLUTION_DIMS], output[CONVOLUTION_DIMS];
} convolution_t;

typedef void (*tile_fn)(int64_t, const void *, const int64_t *, const void *, void *, int64_t, int);
typedef struct { int lanes, outputs[3], vectors[3]; tile_fn tile[3][TILE_VECTORS + 1]; } tiles_t;

/* --- Tiles for each type and set of instructions ------------------------------------------------------------------ */

#if defined(__x86_64__)
#define TARGET __attribute__((target("avx512f")))
#define MANY 8
#define SOME 4
#define MANY_WIDE 3
#define SOME_WIDE 6
#define NAME(x) x##_float_avx512
#define T float
#define LANES 16
#include "convolution_tiles.h"
#undef NAME
#define NAME(x) x##_double_avx512
#define T double
#define LANES 8
#include "convolution_tiles.h"
#undef NAME
#undef TARGET
#undef MANY
#undef SOME

#define TARGET __attribute__((target("avx2,fma")))
#define MANY 4
#define SOME 2
#define NAME(x) x##_float_avx2
#define T float
#define LANES 8
#include "convolution_tiles.h"
#undef NAME
#define NAME(x) x##_double_avx2
#define T double
#define LANES 4
#include "convolution_tiles.h"
#undef NAME
#undef TARGET
#undef MANY
#undef SOME
#undef MANY_WIDE
#undef SOME_WIDE
#endif

#define TARGET
#define MANY 4
#define SOME 2
#define MANY_WIDE 2
#define SOME_WIDE 4
#define NAME(x) x##_float_plain
#define T float
#define LANES 4
#include "convolution_tiles.h"
#undef NAME
#define NAME(x) x##_double_plain
#define T double
#define LANES 2
#include "convolution_tiles.h"
#undef NAME
#undef TARGET
#undef MANY
#undef SOME
#undef MANY_WIDE
#undef SOME_WIDE

static const tiles_t *tiles_of[2];      /* for floats, for doubles */

/* Choose the instructions, up to a level: 0 is the baseline, 1 AVX2, 2 AVX-512. */
static void convolution_prepare(int level) {
    tiles_of[0] = &tiles_float_plain;
    tiles_of[1] = &tiles_double_plain;
#if defined(__x86_64__)
    if (level >= 2 && __builtin_cpu_supports("avx512f")) {
        tiles_of[0] = &tiles_float_avx512;
        tiles_of[1] = &tiles_double_avx512;
    } else if (level >= 1 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        tiles_of[0] = &tiles_float_avx2;
        tiles_of[1] = &tiles_double_avx2;
    }
#else
    (void)level;
#endif
}

/* --- Copies: elements are moved as integers of their size --------------------------------------------------------- */

typedef uint32_t word_4 __attribute__((may_alias));
typedef uint64_t word_8 __attribute__((may_alias));

typedef uint32_t four __attribute__((vector_size(16)));
typedef uint64_t two __attribute__((vector_size(16)));
typedef uint32_t four_at __attribute__((vector_size(16), aligned(4), may_alias));
typedef uint64_t two_at __attribute__((vector_size(16), aligned(8), may_alias));

#if defined(__clang__)
#define PICKED(kind, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define PICKED(kind, a, b, ...) __builtin_shuffle(a, b, (kind){__VA_ARGS__})
#endif

/* transpose four by four elements: to[j][i] = from[i][j]; strides are those of rows */
static inline void turn_4(char *to, int64_t to_step, const char *from, int64_t from_step) {
    const four a = *(const four_at *)from, b = *(const four_at *)(from + from_step);
    const four c = *(const four_at *)(from + 2 * from_step), d = *(const four_at *)(from + 3 * from_step);
    const four ab = PICKED(four, a, b, 0, 4, 1, 5), cd = PICKED(four, c, d, 0, 4, 1, 5);
    const four ba = PICKED(four, a, b, 2, 6, 3, 7), dc = PICKED(four, c, d, 2, 6, 3, 7);
    *(four_at *)to = PICKED(four, ab, cd, 0, 1, 4, 5);
    *(four_at *)(to + to_step) = PICKED(four, ab, cd, 2, 3, 6, 7);
    *(four_at *)(to + 2 * to_step) = PICKED(four, ba, dc, 0, 1, 4, 5);
    *(four_at *)(to + 3 * to_step) = PICKED(four, ba, dc, 2, 3, 6, 7);
}

static inline void turn_8(char *to, int64_t to_step, const char *from, int64_t from_step) {
    for (int i = 0; i < 4; i += 2)
        for (int j = 0; j < 4; j += 2) {
            const two a = *(const two_at *)(from + i * from_step + j * 8);
            const two b = *(const two_at *)(from + (i + 1) * from_step + j * 8);
            *(two_at *)(to + j * to_step + i * 8) = PICKED(two, a, b, 0, 2);
            *(two_at *)(to + (j + 1) * to_step + i * 8) = PICKED(two, a, b, 1, 3);
        }
}

/* Copies between strides; and transposes, some rows at a time, which fill whole cache lines. */
#define COPIES(size)                                                                                                  \
    static void strided_##size(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n) {           \
        if (to_step == size && from_step == 2 * size) {                                                               \
            for (int64_t i = 0; i < n; i++) ((word_##size *)to)[i] = ((const word_##size *)from)[2 * i];              \
            return;                                                                                                   \
        }                                                                                                             \
        for (int64_t i = 0; i < n; i++)                                                                               \
            *(word_##size *)(to + i * to_step) = *(const word_##size *)(from + i * from_step);                        \
    }                                                                                                                 \
    static void turned_##size(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t rows,           \
                              int64_t columns) {                                                                      \
        int64_t i = 0;                                                                                                \
        for (; i + 4 <= rows;) {                                                                                      \
            const int64_t some = rows - i < 16 ? (rows - i) / 4 * 4 : 16, last = i + some;                            \
            int64_t j = 0;                                                                                            \
            for (; j + 4 <= columns; j += 4)                                                                          \
                for (int64_t r = i; r < last; r += 4)                                                                 \
                    turn_##size(to + j * to_step + r * size, to_step, from + r * from_step + j * size, from_step);    \
            for (; j < columns; j++)                                                                                  \
                strided_##size(to + j * to_step + i * size, size, from + i * from_step + j * size, from_step, some);  \
            i = last;                                                                                                 \
        }                                                                                                             \
        for (; i < rows; i++) strided_##size(to + i * size, to_step, from + i * from_step, size, columns);            \
    }
COPIES(4)
COPIES(8)

/* Copy lines of n elements: line k from `from` + from_lines[k] to `to` + to_lines[k]. `turned`: the first elements of
   the source lines are contiguous, and those of the target lines are evenly spaced. */
static void copy_lines(int size, int64_t lines, int64_t n, char *to, const int64_t *to_lines, int64_t to_step,
                       const char *from, const int64_t *from_lines, int64_t from_step, int turned) {
    if (to_step == size && from_step == size) {
        for (int64_t k = 0; k < lines; k++) {
            char *into = to + to_lines[k];
            const char *at = from + from_lines[k];
            if (n * size > 64) memcpy(into, at, n * size);
            else if (size == 4) for (int64_t i = 0; i < n; i++) ((word_4 *)into)[i] = ((const word_4 *)at)[i];
            else for (int64_t i = 0; i < n; i++) ((word_8 *)into)[i] = ((const word_8 *)at)[i];
        }
        return;
    }
    if (turned && to_step == size) {
        (size == 4 ? turned_4 : turned_8)(to + to_lines[0], to_lines[1] - to_lines[0], from + from_lines[0], from_step,
                                          n, lines);
        return;
    }
    for (int64_t k = 0; k < lines; k++)
        (size == 4 ? strided_4 : strided_8)(to + to_lines[k], to_step, from + from_lines[k], from_step, n);
}

/* Add contiguous elements to others. */
#define SUMS(type)                                                                                                    \
    static void add_##type(char *to, int64_t to_step, const char *from, int64_t n) {                                  \
        if (to_step == sizeof(type)) for (int64_t i = 0; i < n; i++) ((type *)to)[i] += ((const type *)from)[i];      \
        else for (int64_t i = 0; i < n; i++) *(type *)(to + i * to_step) += ((const type *)from)[i];                  \
    }
SUMS(float)
SUMS(double)

/* --- Splitting a convolution
   ------------------------------------------------------------------------------------------ */

/* An axis in a patch: `block` positions need `parts` times `reach` more places than positions. */
typedef struct { int64_t block, parts, reach, step; int apart; } cut_t;

typedef struct {
    stop_fn stop;
    const convolution_t *w;
    const tiles_t *tiles;
    const char *x, *f;
    char *y;
    int64_t channels, outputs, taps, steps;          /* steps: channels times taps */
    cut_t cut[CONVOLUTION_DIMS];
    int64_t area, plane;                             /* elements of a part and of a channel of the patch */
    int joined;                                      /* axes whose positions make a line */
    int64_t blocks, share, shares;                   /* few blocks are shared: outputs per share, shares */
    int turned;                                      /* whether channels are contiguous in memory */
    int64_t *starts;                                 /* offsets in the input of the parts of all axes */
    int64_t *x_channels, *patch_channels, *y_outputs, *line_outputs, *f_outputs, *f_steps, *offsets;
    char *packed;                                    /* filters */
    int64_t stretch, width;                          /* vectors that are computed before storing, and in places */
    int64_t patch_bytes, scratch_bytes;
    char *scratch;
    atomic_llong next;
} cutting;

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t above(int64_t n, int64_t unit) { return (n + unit - 1) / unit; }
/* rounds down; unit > 0 */
static int64_t floor_of(int64_t n, int64_t unit) { return n / unit - (n % unit < 0); }

static int64_t common_divisor(int64_t a, int64_t b) {
    while (b) { int64_t rest = a % b; a = b; b = rest; }
    return a;
}

/* Lay out an axis of the patch for a block, in its cheaper form; returns the count of places. */
static int64_t cut_axis(const moved_t *a, cut_t *c, int64_t block) {
    const int64_t parts = least(a->taps, a->stride / common_divisor(a->stride, a->dilation));
    const int64_t reach = a->dilation * (a->taps - 1) / a->stride;
    c->block = block;
    c->apart = parts * reach > block * (a->taps - parts); /* then the elements under each tap are a part of their own */
    c->parts = c->apart ? a->taps : parts;
    c->reach = c->apart ? 0 : reach;
    return c->parts * (block + c->reach);
}

/* whether the patch has at most `elements` elements, without overflow */
static int fits_patch(const cutting *t, int64_t elements) {
    int64_t places = t->channels;
    for (int d = 0; d < t->w->axes; d++) {
        const cut_t *c = t->cut + d;
        if (__builtin_mul_overflow(places, c->parts * (c->block + c->reach), &places) || places > elements) return 0;
    }
    return 1;
}

/* the longest block of an axis that fits, at most `longest` */
static void grow(cutting *t, int d, int64_t longest, int64_t elements) {
    const int64_t lanes = t->tiles->lanes;
    const moved_t *a = t->w->axis + d;
    cut_t *c = t->cut + d;
    int64_t low = c->block, high = most(low, least(longest, a->positions));
    while (low < high) {
        const int64_t middle = low + (high - low + 1) / 2;
        cut_axis(a, c, middle);
        if (fits_patch(t, elements)) low = middle;
        else high = middle - 1;
    }
    high = above(a->positions, above(a->positions, low));             /* blocks of nearly equal length */
    if (d == 0 && low < a->positions && low >= lanes) high = least(above(high, lanes), low / lanes) * lanes;
    cut_axis(a, c, high);
}

static int64_t count_blocks(const cutting *t) {
    int64_t count = 1;
    for (int d = 0; d < t->w->axes; d++) count *= above(t->w->axis[d].positions, t->cut[d].block);
    return count;
}

/* the count of multiplications */
static double work_of(const cutting *t) {
    double work = (double)t->outputs * t->steps;
    for (int d = 0; d < t->w->axes; d++) work *= t->w->axis[d].positions;
    return work;
}

/* half of a block, along the first axis in whole vectors */
static int64_t half_of(const cutting *t, int d) {
    const int64_t half = above(t->cut[d].block, 2), lanes = t->tiles->lanes;
    return d ? half : above(half, lanes) * lanes;
}

static void cut(cutting *t, int threads) {
    const convolution_t *w = t->w;
    const int64_t elements = most(PATCH_BYTES / w->size, 4 * t->steps), lanes = t->tiles->lanes;
    int64_t best = INT64_MAX, line = 1, places = 1;
    for (int d = 0; d < w->axes; d++) cut_axis(w->axis + d, t->cut + d, 1);
    for (int d = 0; d < w->axes; d++) {               /* first so long that little is copied twice */
        const moved_t *a = w->axis + d;
        grow(t, d, most(d ? 1 : 4 * lanes, 8 * (a->dilation * (a->taps - 1) / a->stride)), elements);
    }
    for (int d = 0; d < w->axes; d++) grow(t, d, w->axis[d].positions, elements);
    const double work = work_of(t);
    while (threads > 1) {                             /* enough blocks for the threads, if little is copied twice */
        const int64_t blocks = count_blocks(t);
        if (blocks >= 3 * threads || work < 2.0 * BLOCK_WORK * blocks) break;
        int axis = -1;
        double grows = 1.6;
        for (int d = w->axes - 1; d >= 0; d--) {
            const cut_t *c = t->cut + d;
            const double more = 2.0 * (half_of(t, d) + c->reach) / (c->block + c->reach);
            if (c->block >= (d ? 2 : 4 * lanes) && more < grows) grows = more, axis = d;
        }
        if (axis < 0) break;
        cut_axis(w->axis + axis, t->cut + axis, half_of(t, axis));
    }
    t->blocks = count_blocks(t);
    t->area = 1;
    for (int d = 0; d < w->axes; d++) {
        cut_t *c = t->cut + d;
        c->step = t->area;
        t->area *= c->block + c->reach;
        places *= c->parts;
    }
    t->plane = t->area * places;
    if (t->plane > lanes) t->plane = above(t->plane, lanes) * lanes;
    if (t->plane * w->size % 4096 == 0) t->plane += lanes;
    for (int d = 0; d < w->axes; d++) {               /* the count of axes that make a line: few vectors and tiles */
        int64_t lines = 1;
        line += (t->cut[d].block - 1) * t->cut[d].step;
        for (int e = d + 1; e < w->axes; e++) lines *= t->cut[e].block;
        const int64_t vectors = above(line, lanes), cost = lines * (vectors + above(vectors, t->tiles->vectors[0]));
        if (cost < best) best = cost, t->joined = d + 1;
    }
}

/* the offset of number `k` in dimensions, by the field `which` */
enum { BY_X, BY_F, BY_Y };
static int64_t dims_at(const dim_t *dims, int count, int64_t k, int which) {
    int64_t offset = 0;
    for (int d = 0; d < count; d++) {
        const int64_t i = k % dims[d].n;
        k /= dims[d].n;
        offset += i * (which == BY_X ? dims[d].x : which == BY_F ? dims[d].f : dims[d].y);
    }
    return offset;
}

/* the offsets of channels, of outputs, and of every step of a sum: a tap of a channel */
static void list_offsets(cutting *t) {
    const convolution_t *w = t->w;
    int64_t *start = t->starts;
    for (int d = 0; d < w->axes; d++) {
        const moved_t *a = w->axis + d;
        for (int64_t k = 0; k < t->cut[d].parts; k++)
            *start++ = t->cut[d].apart ? k * a->dilation : k * a->dilation % a->stride;
    }
    t->turned = t->channels > 1;
    for (int64_t c = 0; c < t->channels; c++) {
        t->x_channels[c] = dims_at(w->channel, w->channel_dims, c, BY_X);
        t->turned &= t->x_channels[c] == c * w->size;
        t->patch_channels[c] = c * t->plane * w->size;
    }
    for (int64_t k = 0; k < t->outputs; k++) {
        t->f_outputs[k] = dims_at(w->output, w->output_dims, k, BY_F);
        t->y_outputs[k] = dims_at(w->output, w->output_dims, k, BY_Y);
    }
    for (int64_t k = 0; k < GROUP; k++) t->line_outputs[k] = k * t->width * w->size;
    int64_t at[CONVOLUTION_DIMS] = {0};
    for (int64_t tap = 0; tap < t->taps; tap++) {
        int64_t place = 0, part = 0, parts = 1, from = 0;
        for (int d = 0; d < w->axes; d++) {
            const moved_t *a = w->axis + d;
            const cut_t *c = t->cut + d;
            if (a->taps > 1) {
                from += at[d] * a->f;
                part += parts * (c->apart ? at[d] : c->parts == 1 ? 0 : at[d] % c->parts);
                const int64_t ahead = at[d] * a->dilation;
                if (!c->apart) place += (a->stride == 1 ? ahead : ahead / a->stride) * c->step;
            }
            parts *= c->parts;
        }
        t->offsets[tap] = part * t->area + place;
        t->f_steps[tap] = from;
        for (int d = 0; d < w->axes && ++at[d] == w->axis[d].taps; d++) at[d] = 0;
    }
    for (int64_t c = 1; c < t->channels; c++) {
        const int64_t from = dims_at(w->channel, w->channel_dims, c, BY_F);
        for (int64_t tap = 0; tap < t->taps; tap++) {
            t->offsets[c * t->taps + tap] = t->offsets[tap] + c * t->plane;
            t->f_steps[c * t->taps + tap] = t->f_steps[tap] + from;
        }
    }
}

/* --- Filters ------------------------------------------------------------------------------------------------------ */

/* the kind of tile for outputs from `first` on: many, some, or one */
static int tile_kind(const cutting *t, int64_t first) {
    const int64_t left = t->outputs - first;
    return left > t->tiles->outputs[1] ? 0 : left > 1 ? 1 : 2;
}

/* pack the filters of a tile's outputs: for each step those of all outputs, with zeros for missing outputs */
static void pack_filters(void *context, int64_t number) {
    const cutting *t = (const cutting *)context;
    const int64_t first = number * t->tiles->outputs[0];
    const int outputs = t->tiles->outputs[tile_kind(t, first)];
    const int64_t real = least(outputs, t->outputs - first);
    const int size = t->w->size;
    char *to = t->packed + first * t->steps * size;
    if (real < outputs) memset(to, 0, outputs * t->steps * size);
    const int64_t *f_outputs = t->f_outputs + first;
    for (int64_t q = 0; q < t->steps; q++, to += outputs * size) {
        const char *from = t->f + t->f_steps[q];
        if (size == 4) for (int64_t k = 0; k < real; k++) ((word_4 *)to)[k] = *(const word_4 *)(from + f_outputs[k]);
        else for (int64_t k = 0; k < real; k++) ((word_8 *)to)[k] = *(const word_8 *)(from + f_outputs[k]);
    }
}

/* --- Blocks ------------------------------------------------------------------------------------------------------- */

typedef struct { int64_t from, size; } span;

/* Clear n places in every channel of the patch. */
static void clear_places(const cutting *t, char *to, int64_t n) {
    if (n > 0) for (int64_t c = 0; c < t->channels; c++) memset(to + t->patch_channels[c], 0, n * t->w->size);
}

/* Fill the patch of a block: for every part, the rows along the first axis. */
static void fill_patch(const cutting *t, const span *block, char *patch) {
    const convolution_t *w = t->w;
    const int size = w->size;
    int64_t parts = 1;
    for (int d = 0; d < w->axes; d++) parts *= t->cut[d].parts;
    for (int64_t part = 0; part < parts; part++) {
        int64_t rest = part, first[CONVOLUTION_DIMS], low[CONVOLUTION_DIMS], high[CONVOLUTION_DIMS];
        int64_t at[CONVOLUTION_DIMS] = {0};
        const int64_t *starts = t->starts;
        for (int d = 0; d < w->axes; d++) {           /* places that have elements of the input */
            const moved_t *a = w->axis + d;
            const int64_t places = block[d].size + t->cut[d].reach, start = starts[rest % t->cut[d].parts] - a->before;
            starts += t->cut[d].parts;
            rest /= t->cut[d].parts;
            first[d] = block[d].from * a->stride + start;
            low[d] = most(0, least(places, -floor_of(first[d], a->stride)));
            high[d] = most(low[d], least(places, floor_of(a->length - 1 - first[d], a->stride) + 1));
        }
        const int64_t places = block[0].size + t->cut[0].reach, step = w->axis[0].stride * w->axis[0].x;
        const int paired = w->axes > 1 && step != size && w->axis[1].stride * w->axis[1].x == size && !t->turned;
        for (;;) {
            char *to = patch + part * t->area * size;
            int64_t from = 0;
            int inside = high[0] > low[0];
            for (int d = 1; d < w->axes; d++) {
                const moved_t *a = w->axis + d;
                to += at[d] * t->cut[d].step * size;
                inside &= at[d] >= low[d] && at[d] < high[d];
                if (inside) from += (first[d] + at[d] * a->stride) * a->x;
            }
            if (inside) {
                const char *x = t->x + from + (first[0] + low[0] * w->axis[0].stride) * w->axis[0].x;
                clear_places(t, to, low[0]);
                if (!paired)
                    copy_lines(size, t->channels, high[0] - low[0], to + low[0] * size, t->patch_channels, size, x,
                               t->x_channels, step, t->turned);
                else if (at[1] == low[1])             /* all rows along the second axis at once */
                    for (int64_t c = 0; c < t->channels; c++)
                        (size == 4 ? turned_4 : turned_8)(to + low[0] * size + t->patch_channels[c],
                                                          t->cut[1].step * size, x + t->x_channels[c], step,
                                                          high[0] - low[0], high[1] - low[1]);
                clear_places(t, to + high[0] * size, places - high[0]);
            } else clear_places(t, to, places);
            int d = 1;
            for (; d < w->axes && ++at[d] == block[d].size + t->cut[d].reach; d++) at[d] = 0;
            if (d >= w->axes) break;
        }
    }
}

/* Store `count` computed places of a line, from place `first` on, for some outputs. */
static void store_places(const cutting *t, const span *block, const char *line, int64_t first, int64_t count, char *y,
                         int64_t output, int64_t outputs) {
    const convolution_t *w = t->w;
    int64_t place = first;
    while (place < first + count) {
        int64_t rest = place, to = 0, skip = 0;
        for (int d = t->joined - 1; d >= 0 && !skip; d--) {
            const int64_t i = rest / t->cut[d].step;
            rest -= i * t->cut[d].step;
            to += i * w->axis[d].y;
            if (i >= block[d].size) skip = (t->cut[d].block + t->cut[d].reach - i) * t->cut[d].step - rest;
            if (d == 0 && !skip) {
                const int64_t n = least(block[0].size - i, first + count - place);
                const char *from = line + (place - first) * w->size;
                if (w->adds)
                    for (int64_t k = 0; k < outputs; k++)
                        (w->is_double ? add_double : add_float)(y + to + t->y_outputs[output + k], w->axis[0].y,
                                                                from + t->line_outputs[k], n);
                else copy_lines(w->size, outputs, n, y + to, t->y_outputs + output, w->axis[0].y,
                           from, t->line_outputs, w->size, 0);
                place += n;
            }
        }
        place += skip;
    }
}

/* The sums of some outputs for a few vectors of places, some steps at a time. */
static void sum_tiles(const cutting *t, const char *patch, char *sums, int64_t vectors, int64_t most_steps,
                      int64_t first, int64_t last) {
    const tiles_t *tiles = t->tiles;
    const int size = t->w->size;
    int64_t q = 0;
    do {
        const int64_t steps = least(most_steps, t->steps - q);
        for (int64_t k = first; k < last; k += tiles->outputs[0]) {
            const int kind = tile_kind(t, k);
            tiles->tile[kind][vectors](steps, patch, t->offsets + q,
                                       t->packed + (k * t->steps + q * tiles->outputs[kind]) * size,
                                       sums + (k - first) * t->width * size, t->width, q > 0);
        }
        q += steps;
    } while (q < t->steps);
}

/* Compute a block, for some outputs. The patch may already be that of the block. */
static void run_block(const cutting *t, int64_t number, int64_t from_output, int64_t to_output, char *scratch,
                      int filled) {
    const convolution_t *w = t->w;
    const tiles_t *tiles = t->tiles;
    const int size = w->size;
    span block[CONVOLUTION_DIMS];
    int64_t at[CONVOLUTION_DIMS] = {0}, line = 1;
    char *patch = scratch, *sums = scratch + t->patch_bytes, *y = t->y;
    for (int d = 0; d < w->axes; d++) {
        const int64_t count = above(w->axis[d].positions, t->cut[d].block);
        block[d].from = number % count * t->cut[d].block;
        block[d].size = least(t->cut[d].block, w->axis[d].positions - block[d].from);
        number /= count;
        y += block[d].from * w->axis[d].y;
        if (d < t->joined) line += (block[d].size - 1) * t->cut[d].step;
    }
    if (!filled) fill_patch(t, block, patch);
    const int64_t vectors = above(line, tiles->lanes), rounds = above(vectors, tiles->vectors[tile_kind(t, 0)]);
    const int64_t each = above(vectors, rounds), channels = most(1, STEPS / t->taps) * t->taps;
    const int64_t stretch = t->stretch / each * each;
    for (;;) {
        int64_t from = 0, to = 0;
        for (int d = t->joined; d < w->axes; d++) {
            from += at[d] * t->cut[d].step;
            to += at[d] * w->axis[d].y;
        }
        for (int64_t k = from_output; k < to_output; k += GROUP)
            for (int64_t first = 0; first < vectors; first += stretch) {
                const int64_t end = least(vectors, first + stretch), last = least(to_output, k + GROUP);
                for (int64_t v = first; v < end; v += each)
                    sum_tiles(t, patch + (from + v * tiles->lanes) * size, sums + (v - first) * tiles->lanes * size,
                              least(each, end - v), channels, k, last);
                const int64_t place = first * tiles->lanes;
                store_places(t, block, sums, place, least(end * tiles->lanes, line) - place, y + to, k, last - k);
            }
        int d = t->joined;
        for (; d < w->axes && ++at[d] == block[d].size; d++) at[d] = 0;
        if (d >= w->axes) break;
    }
}

static void run_blocks(void *context, int64_t part) {
    cutting *t = (cutting *)context;
    char *scratch = t->scratch + part * t->scratch_bytes;
    int64_t last = -1;
    for (;;) {
        const int64_t number = atomic_fetch_add_explicit(&t->next, 1, memory_order_relaxed);
        if (number >= t->blocks * t->shares) return;
        const int64_t block = number / t->shares, from = number % t->shares * t->share;
        if (last < 0) memset(scratch, 0, t->patch_bytes); /* clear unused places: denormal numbers would be slow */
        run_block(t, block, from, least(t->outputs, from + t->share), scratch, block == last);
        last = block;
        if (t->stop()) atomic_store(&t->next, t->blocks * t->shares);
    }
}

/* --- Running ------------------------------------------------------------------------------------------------------ */

/* scratch that successive runs reuse */
typedef struct { char *data; int64_t bytes; } room;

/* The scratch of an earlier call, unless a call uses it, with its size in front: the system would take and give pages
   in every call. */
#define IDLE_BYTES ((int64_t)1 << 20)
static _Atomic(char *) idle;

static int run_once(run_fn run, stop_fn stop, const convolution_t *w, const char *x, const char *f, char *y,
                    int threads, room *heap) {
    cutting t = {.stop = stop, .w = w, .x = x, .f = f, .y = y, .tiles = tiles_of[w->is_double], .channels = 1,
                 .outputs = 1, .taps = 1};
    int64_t starts = 0, bytes;
    for (int d = 0; d < w->channel_dims; d++) t.channels *= w->channel[d].n;
    for (int d = 0; d < w->output_dims; d++) t.outputs *= w->output[d].n;
    if (t.outputs == 0) return 0;
    for (int d = 0; d < w->axes; d++) {
        if (w->axis[d].positions == 0) return 0;
        t.taps *= w->axis[d].taps;
    }
    t.steps = t.channels * t.taps;
    cut(&t, threads);
    for (int d = 0; d < w->axes; d++) starts += t.cut[d].parts;
    const int64_t many = t.tiles->outputs[0], tiles = above(t.outputs, many), group = least(GROUP, tiles * many);
    t.stretch = most(TILE_VECTORS, least(SUMS_BYTES / (group * w->size), t.area) / t.tiles->lanes);
    t.width = (t.stretch + TILE_VECTORS) * t.tiles->lanes;    /* tiles may be wider than the remainder */
    const int64_t numbers = above(starts + 2 * t.channels + 2 * t.outputs + GROUP + 2 * most(t.steps, t.taps), 8) * 8;
    const int64_t packed = above(tiles * many * t.steps * w->size, 64) * 64;
    /* the last tile of a line reads beyond its places */
    t.patch_bytes = above((t.channels * t.plane + TILE_VECTORS * t.tiles->lanes) * w->size, 64) * 64;
    t.scratch_bytes = t.patch_bytes + group * t.width * w->size;
    t.share = threads > t.blocks ? GROUP : most(1, t.outputs);
    t.shares = above(t.outputs, t.share);
    if (threads > t.blocks * t.shares) threads = (int)(t.blocks * t.shares);
    if (work_of(&t) < BLOCK_WORK) threads = 1;
    if ((double)threads * t.scratch_bytes + (double)packed + (double)numbers * 8 > 1e18) return -1;
    bytes = numbers * 8 + packed + threads * t.scratch_bytes;
    char stack[STACK_BYTES] __attribute__((aligned(64))), *memory = stack;
    if (bytes > STACK_BYTES) {
        if (bytes > heap->bytes) {
            free(heap->data);
            *heap = (room){NULL, 0};
            if (posix_memalign((void **)&heap->data, 64, bytes)) { heap->data = NULL; return -1; }
            heap->bytes = bytes;
        }
        memory = heap->data;
    }
    t.starts = (int64_t *)memory;
    t.x_channels = t.starts + starts;
    t.patch_channels = t.x_channels + t.channels;
    t.f_outputs = t.patch_channels + t.channels;
    t.y_outputs = t.f_outputs + t.outputs;
    t.line_outputs = t.y_outputs + t.outputs;
    t.f_steps = t.line_outputs + GROUP;
    t.offsets = t.f_steps + most(t.steps, t.taps);
    t.packed = memory + numbers * 8;
    t.scratch = t.packed + packed;
    list_offsets(&t);
    if (t.steps * t.outputs > 32768) run(pack_filters, &t, tiles);
    else for (int64_t k = 0; k < tiles; k++) pack_filters(&t, k);
    if (threads > 1) run(run_blocks, &t, threads);
    else run_blocks(&t, 0);
    return 0;
}

/* Run long sums chunk by chunk. The split depends on sizes and strides only: of channels and taps, those with the
   larger stride in the input are split. */
static int run_chunks(run_fn run, stop_fn stop, const convolution_t *w, const char *x, const char *f, char *y,
                      int threads, room *heap) {
    convolution_t part = *w;
    int64_t taps = 1, channels = 1, inner = w->channel_dims ? w->channel[0].n : 1;
    int last = 0;
    for (int d = 0; d < w->axes; d++) {
        taps *= w->axis[d].taps;
        if (w->axis[d].taps > 1) last = d;
    }
    for (int d = 0; d < w->channel_dims; d++) channels *= w->channel[d].n;
    if (!w->in_chunks || channels * taps <= 2 * CHUNK_STEPS) return run_once(run, stop, w, x, f, y, threads, heap);
    const moved_t *a = w->axis + last;
    const int near = inner > 1 && llabs(w->channel[0].x) < llabs(a->x);
    const int64_t some = least(inner, near ? CHUNK_STEPS / 4 : most(1, CHUNK_STEPS / taps));
    const int64_t each = least(a->taps, most(1, CHUNK_STEPS / (some * (taps / a->taps))));
    if (part.channel_dims > 1) part.channel_dims = 1;
    for (int64_t c = 0; c < channels; c += least(some, inner - c % inner)) {
        const int64_t from_x = dims_at(w->channel, w->channel_dims, c, BY_X);
        const int64_t from_f = dims_at(w->channel, w->channel_dims, c, BY_F);
        part.channel[0].n = least(some, inner - c % inner);
        for (int64_t tap = 0; tap < a->taps; tap += each) {
            part.axis[last].taps = least(each, a->taps - tap);
            part.axis[last].before = a->before - tap * a->dilation;
            if (run_once(run, stop, &part, x + from_x, f + from_f + tap * a->f, y, threads, heap)) return -1;
            part.adds = 1;
            if (stop()) return 0;
        }
    }
    return 0;
}

/* `run` runs the parts. Returns -1 if there is no memory. */
static int convolution_run(run_fn run, stop_fn stop, const convolution_t *w, const char *x, const char *f, char *y,
                           int threads) {
    char *kept = atomic_exchange(&idle, NULL);
    room heap = {kept, kept ? *(int64_t *)kept : 0};
    const int status = run_chunks(run, stop, w, x, f, y, threads, &heap);
    if (heap.data && heap.bytes <= IDLE_BYTES) {
        *(int64_t *)heap.data = heap.bytes;
        heap.data = atomic_exchange(&idle, heap.data);
    }
    free(heap.data);
    return status;
}
#endif
